"""Notes to moderators about places that cannot be reached: what was hindered, and never what was to be said there."""

from __future__ import annotations

import asyncio

import msgspec

from bot.clock import Clock
from bot.posts.news import INFORMS, Letter, encoded, moderators_of, nonce
from bot.render.mentions import person, place_named
from engine.text.message import N_, T_, Text, name, spaced
from storage.records import Post, Waiting
from storage.store import Store

UNPOSTED = N_("I could not post to {place}.")
INSTEAD = T_("I wrote to whoever sits there in private messages instead.")
STAFF = T_("the moderators' channel (`/settings channels troubles:`)")
THREAD = N_("the thread of {topic} in game {number} ({game})")
CHANNEL = N_("the channel of game {number} ({game})")


class Troubles:
    """Tells the moderators of a server what keeps posts from their places: each trouble once."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._noting = asyncio.Lock()

    async def tell(self, row: Waiting, text: Text, once: str) -> bool:
        """A note about a post; False where it was made already under that name."""
        wall = self._clock.now()
        body = encoded(Letter(text))
        note = Post(row.guild, row.game, moderators_of(row.guild), body, nonce(), INFORMS, wall, once=once)
        return bool(await self._store.post([note]))

    async def detoured(self, row: Waiting, why: Text) -> bool:
        """Note `why`, the sentence for the permissions that kept what is for a seat's own thread from it ("": none);
        True where moderators are told: not again of that game while anybody's is kept from it for the same reason.
        """
        if row.game is None or not row.target.startswith("seat:"):
            return False
        memo, seat = f"detours:{row.game}", row.target.split(":", 2)[2]
        async with self._noting:  # posts for several seats of a game are on their way at once
            known = msgspec.json.decode(await self._store.memo(memo) or "{}", type=dict[str, str])
            if known.get(seat, "") == why:
                return False
            text = spaced(UNPOSTED(place=await self.named(row)), why, INSTEAD)
            told = bool(why) and why not in known.values() and await self.tell(row, text, f"detour:{row.id}")
            known = {other: reason for other, reason in known.items() if other != seat}
            known |= {seat: str(why)} if why else {}
            await self._store.remember(memo, msgspec.json.encode(known).decode())
        return told

    async def named(self, row: Waiting) -> Text:
        """The target of a post in words."""
        kind, _, rest = row.target.partition(":")
        if kind == "staff":
            return STAFF
        if row.game is None or kind not in ("seat", "holder", "thread", "game"):
            return place_named(int(rest)) if kind == "channel" else person(int(rest))
        game = await self._store.game(row.game)
        _, _, topic = rest.partition(":")
        says = THREAD if topic else CHANNEL
        return says(topic=name(topic), number=game.number, game=name(game.name))

"""Channels and threads of targets: found, or made; the private thread of a seat, with whoever sits there alone.

Targets: `game:<game>` (its channel), `thread:<game>:<topic>` (a public thread of that topic), `seat:<game>:<seat>` (the
seat's private thread, else a private message to whoever sits there), `holder:<game>:<seat>` (the other way round),
`moderators:<guild>` (the channel set for them, else where news go), `staff:<guild>` (that channel alone).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord
import msgspec

from bot.posts.postman import Barred
from bot.posts.rights import withheld
from engine.text.masks import Masks
from engine.text.message import N_, NOTHING, T_, Text, said, unmarked
from storage.records import BESIDE, Place
from storage.store import Store

log = logging.getLogger("umpire.threads")

LONGEST_THREAD_NAME = 100

UNKNOWN_CHANNEL = 10003

SEAT = "seat:"
"""Begins the topic of a seat's own thread."""

YOURS, YOURS_OF = N_("Your orders: {seat}"), N_("Your orders: {seat} ({game})")
"""Names of a seat's own thread."""


def member_memo(game: int, seat: str) -> str:
    """The memo that says who was let into a seat's thread: "thread:user"."""
    return f"member:{game}:{seat}"


class Spot(msgspec.Struct, frozen=True):
    """A place where a target may be reached: `find` finds or makes it. Raises Barred, and what discord.py raises.

    `place` is its game and topic, where it is a game's.
    """

    find: Callable[[], Awaitable[discord.abc.Messageable]]
    place: tuple[int, str] | None = None


class Threads:
    """Places through a discord.py client that has logged in; which thread belongs to what is kept in the database.

    `moved` is told the game whenever somebody was let into a seat's thread.
    """

    def __init__(self, client: discord.Client, store: Store, moved: Callable[[int], None] = lambda _: None) -> None:
        self._client, self._store, self._moved = client, store, moved

    async def spots(self, target: str, title: str = "") -> list[Spot]:
        """The places where a target may be reached, the best first; `title` names the thread of a topic."""
        kind, _, rest = target.partition(":")
        if kind == "moderators":
            return [Spot(partial(self._channel, channel)) for channel in await self._moderators(int(rest))]
        if kind == "staff":
            own = (await self._store.settings(int(rest))).moderator_channel
            return [] if own is None else [Spot(partial(self._channel, own))]
        number, _, topic = rest.partition(":")
        game = int(number)
        home = Spot(partial(self._home, game), (game, ""))
        if kind == "game":
            return [home]
        if kind == "thread":
            name = partial(_told, title.strip() or topic)
            return [Spot(partial(self._thread, game, topic, name), (game, topic)), home]
        thread = Spot(partial(self._seat, game, topic), (game, SEAT + topic))
        holder = Spot(partial(self._holder, game, topic))
        return [holder, thread] if kind == "holder" else [thread, holder]

    async def known(self, spot: Spot) -> discord.abc.Messageable | None:
        """The place of a spot as far as it is there already: nothing is made."""
        if spot.place is None or not spot.place[1]:
            return await spot.find()
        place = await self._store.place(*spot.place)
        return None if place is None else self._client.get_partial_messageable(place.channel)

    async def forget(self, spot: Spot, gone: int | None) -> None:
        """Discord knows the place no more: a thread is made anew, a game's channel is the guild's from now on, unless
        it is another by now than the one that is `gone`.
        """
        if spot.place is not None:
            await self._store.drop_place(*spot.place, gone)

    async def lacks(self, spot: Spot) -> Text:
        """The sentence for the permissions that the bot lacks in the channel of a spot's game; "" for none."""
        if spot.place is None:
            return NOTHING
        return withheld(self._client.get_channel(await self._channel_of(spot.place[0])))

    async def reopen(self, channel_id: int) -> discord.Thread:
        """A thread, opened if it was archived. Raises Barred."""
        thread = await self._client.fetch_channel(channel_id)
        if not isinstance(thread, discord.Thread):
            raise Barred(T_("What was its thread is none."))
        return await thread.edit(archived=False) if thread.archived else thread

    async def close(self, game: int) -> None:
        """Archive and lock all threads of a game that is over, where that may be done."""
        for place in await self._store.places(game):
            if not place.topic:
                continue
            try:
                thread = await self._client.fetch_channel(place.channel)
                if isinstance(thread, discord.Thread) and not (thread.archived and thread.locked):
                    await thread.edit(archived=True, locked=True)
            except (discord.NotFound, discord.Forbidden) as refusal:
                log.info("thread %d of game %d cannot be closed: %s", place.channel, game, refusal)

    async def _channel(self, channel_id: int) -> discord.abc.Messageable:
        return self._client.get_partial_messageable(channel_id)

    async def _dm(self, user: int) -> discord.abc.Messageable:
        return await self._client.create_dm(discord.Object(user))

    async def _moderators(self, guild: int) -> list[int]:
        """Channels where moderators look, the best first."""
        settings, found = await self._store.settings(guild), self._client.get_guild(guild)
        system = found.system_channel.id if found is not None and found.system_channel is not None else None
        wanted = (settings.moderator_channel, settings.news_channel, system)
        return list(dict.fromkeys(channel for channel in wanted if channel is not None))

    async def _channel_of(self, game: int) -> int:
        """The channel of a game: its own, else the one for news in the settings. Raises Barred."""
        place = await self._store.place(game, "") or await self._store.place(game, BESIDE)
        if place is not None:
            return place.channel
        settings = await self._store.settings((await self._store.game(game)).guild)
        if settings.news_channel is None:
            raise Barred(T_("Its channel was deleted, and waits for another (`/gm channel`)."))
        return settings.news_channel

    async def _home(self, game: int) -> discord.abc.Messageable:
        return self._client.get_partial_messageable(await self._channel_of(game))

    async def _parent(self, game: int) -> discord.TextChannel:
        """The channel of a game, for threads. Raises Barred where it can have none for one player alone."""
        channel_id = await self._channel_of(game)
        try:
            channel = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        except discord.NotFound:
            await self._store.drop_place(game, "", channel_id)
            raise
        if not isinstance(channel, discord.TextChannel) or channel.is_news():
            raise Barred(T_("No threads of its own can be made in that kind of channel."))
        return channel

    async def _thread(self, game: int, topic: str, name: Callable[[], Awaitable[str]]) -> discord.Thread:
        """The thread of a topic, open: a private one for a seat's ("seat:red"). Its name is asked for if it is made."""
        place = await self._store.place(game, topic)
        if place is not None:
            known = self._client.get_channel(place.channel)
            if isinstance(known, discord.Thread) and not known.archived:
                return known
            return await self.reopen(place.channel)
        private, called = topic.startswith(SEAT), (await name())[:LONGEST_THREAD_NAME]
        parent = await self._parent(game)
        thread = await self._orphan(parent, called, private=private) or await parent.create_thread(
            name=called,
            type=discord.ChannelType.private_thread if private else discord.ChannelType.public_thread,
            invitable=not private,
            auto_archive_duration=10080,  # minutes without a message, the most that Discord takes
        )
        await self._store.set_place(Place(game, topic, thread.id))
        return thread

    async def _orphan(self, parent: discord.TextChannel, name: str, *, private: bool) -> discord.Thread | None:
        """A thread of ours of that name and kind that belongs to nothing, made just before the process or the answer
        died: nothing was said there, and nobody let in.
        """
        me = self._client.user
        for thread in parent.threads:
            if me is None or thread.owner_id != me.id or thread.name != name or thread.is_private() != private:
                continue
            if await self._store.places_at(thread.id):
                continue
            now = await self._client.fetch_channel(thread.id)
            if isinstance(now, discord.Thread) and not now.message_count and (not private or now.member_count <= 1):
                return now
        return None

    async def _seat(self, game: int, seat: str) -> discord.abc.Messageable:
        """The private thread of a seat, with whoever sits there now and without whoever sat there before.

        Where one who was forgotten was let in it is a new one: nobody knows any more whom to show out of the old one.
        """
        memo = member_memo(game, seat)
        let_in = await self._store.memo(memo) or ""
        if "0" in let_in.partition(":")[2].split(","):
            await self._store.drop_place(game, SEAT + seat)
            await self._store.remember(memo, let_in := "")
        thread = await self._thread(game, SEAT + seat, partial(self._called, game, seat))
        if await self._admit(memo, let_in, thread, await self._sitting(game, seat)):
            self._moved(game)
        return thread

    async def _called(self, game: int, seat: str) -> str:
        """Name of a seat's thread: short, so that it is told from others in a list; with the game's name where another
        game is played in the same channel.
        """
        row = await self._store.game(game)
        if row.tutorial:
            return row.name
        places = await self._store.places_at(await self._channel_of(game))
        several = len({place.game for place in places if not place.topic}) > 1
        called = Masks((await self._store.masks()).get(game, {})).hide(seat)
        named = said(YOURS_OF if several else YOURS, seat=f"{called[:1].upper()}{called[1:]}", game=row.name)
        return unmarked(named)

    async def _holder(self, game: int, seat: str) -> discord.abc.Messageable:
        """Private messages to whoever sits at a seat. Raises Barred where nobody does."""
        user = await self._sitting(game, seat)
        if user is None:
            raise Barred(T_("Nobody sits there."))
        return await self._dm(user)

    async def to_ping(self, spot: Spot, users: Sequence[int]) -> Sequence[int]:
        """Those of `users` whom a post there may ping: in a seat's own thread whoever sits there now and nobody else,
        since Discord brings whoever is pinged in a thread into it.
        """
        game, topic = spot.place or (0, "")
        if not topic.startswith(SEAT):
            return users
        sitting = await self._sitting(game, topic.removeprefix(SEAT))
        return [user for user in users if user == sitting]

    async def _sitting(self, game: int, seat: str) -> int | None:
        return next((row.user for row in await self._store.seats(game) if row.seat == seat), None)

    async def _admit(self, memo: str, let_in: str, thread: discord.Thread, user: int | None) -> bool:
        """Make `user` the one player in a private thread; whether that is somebody else than before, who stands in
        `let_in`, the memo of that name.

        Whoever is let in is remembered first, to be shown out when somebody else sits there; whether they are in is
        looked at each time, for people leave threads and servers, and come back.
        """
        in_thread, _, users = let_in.partition(":")
        admitted = [int(part) for part in users.split(",") if part] if in_thread == str(thread.id) else []
        former = [one for one in admitted if one not in (0, user)]
        for one in former:
            try:
                await thread.remove_user(discord.Object(one))
            except discord.NotFound as missing:
                if missing.code == UNKNOWN_CHANNEL:
                    raise
                log.info("whoever sat there before was no longer in thread %d", thread.id)
        other = bool(former) or (user is not None and user not in admitted)
        if other:
            await self._store.remember(memo, f"{thread.id}:{user or ''}")
        if user is not None and not await self._inside(thread, user):
            await thread.add_user(discord.Object(user))
        return other

    async def _inside(self, thread: discord.Thread, user: int) -> bool:
        try:
            await thread.fetch_member(user)
        except discord.NotFound as missing:
            if missing.code == UNKNOWN_CHANNEL:
                raise
            return False
        return True


async def _told(name: str) -> str:
    """A name that is known already."""
    return name

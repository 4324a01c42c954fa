"""Things that people keep for other games: taken from one as the orders that build them, given in another."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clock import Clock
from bot.game.desk.seat_views import SeatViews
from bot.game.rulebooks import Rulebooks
from engine.game import Keeps, Refusal, Seat
from engine.text.message import did_you_mean
from engine.text.names import plain_name, shown
from storage.shelf import MOST_KEPT, Kept, ShelfFull
from storage.store import Store


class Shelf:
    """The shelf of each person, in every server the same."""

    def __init__(self, store: Store, rulebooks: Rulebooks, views: SeatViews, clock: Clock) -> None:
        self._store, self._rulebooks, self._views, self._clock = store, rulebooks, views, clock

    async def keep(self, game: int, seat: Seat, user: int, name: str) -> str:
        """Keep what a seat has built, under a name; the answer. Raises Refusal."""
        rules = self._rulebooks.of(await self._store.game(game))
        builds: object = rules
        if not isinstance(builds, Keeps):
            raise Refusal("SHELF", f"In {rules.title} nothing is built that another game could use.")
        try:
            called = plain_name(name)
        except ValueError as error:
            raise Refusal("NAME", f"That cannot be a name: {error}.") from None
        lines = builds.kept(await self._views.known(game, seat), seat)
        if not lines:
            raise Refusal("SHELF", "You have built nothing yet that could be kept.")
        kept = Kept(rules.name, called, "\n".join(lines), self._clock.now())
        try:
            replaced = await self._store.keep(user, kept)
        except ShelfFull:
            raise Refusal(
                "SHELF", f"You keep {MOST_KEPT} things for {rules.title}, as many as there may be.",
                fix="`/shelf drop` makes room.",
            ) from None  # fmt: skip
        anew = " in place of what had that name" if replaced else ""
        return f"{shown(called)} is on your shelf{anew}: `/shelf use` builds it in another game of {rules.title}."

    async def kept(self, user: int, rulebook: str | None = None) -> Sequence[Kept]:
        """All that a person keeps, for one rulebook or for all."""
        return [kept for kept in await self._store.shelf(user) if rulebook in (None, kept.rulebook)]

    async def named(self, user: int, rulebook: str, name: str) -> Kept:
        """The thing that a person keeps under a name. Raises Refusal."""
        mine = await self.kept(user, rulebook)
        wanted = name.strip().casefold()
        for kept in mine:
            if kept.name.casefold() == wanted:
                return kept
        hint = did_you_mean(name, [kept.name for kept in mine])
        known = ", ".join(shown(kept.name) for kept in mine) or "nothing yet"
        raise Refusal("SHELF", f"You keep nothing called {shown(name)} for this.", fix=hint or f"You keep: {known}.")

    async def drop(self, user: int, rulebook: str, name: str) -> str:
        """Keep something no longer; the answer. Raises Refusal."""
        kept = await self.named(user, rulebook, name)
        await self._store.drop_kept(user, rulebook, kept.name)
        return f"{shown(kept.name)} is no longer on your shelf."

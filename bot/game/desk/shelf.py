"""What people keep for other games: taken from a game they play as the orders that build it, given in another."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.desk.seat_views import Sight
from engine.game import Keeps, Refusal, Seat
from engine.text.names import did_you_mean, plain_name, shown
from storage.shelf import MOST_KEPT, Kept, ShelfFull


class Shelves(Sight):
    """The shelf of each person, in every server the same."""

    async def keep(self, game: int, seat: Seat, user: int, name: str) -> str:
        """Keep what a seat has built, under a name; the answer. Raises Refusal."""
        row = await self.game(game)
        rules = self.rules_of(row)
        builds: object = rules
        if not isinstance(builds, Keeps):
            raise Refusal("SHELF", f"In {rules.title} nothing is built that another game could use.")
        try:
            called = plain_name(name)
        except ValueError as error:
            raise Refusal("NAME", f"That cannot be a name: {error}.") from None
        lines = builds.kept(await self.known(game, seat), seat)
        if not lines:
            raise Refusal("SHELF", "You have built nothing yet that could be kept.")
        kept = Kept(rules.name, called, "\n".join(lines), self.clock.now())
        try:
            replaced = await self.store.keep(user, kept)
        except ShelfFull:
            raise Refusal(
                "SHELF", f"You keep {MOST_KEPT} things for {rules.title}, as many as there may be.",
                fix="`/shelf drop` makes room.",
            ) from None  # fmt: skip
        anew = " in place of what had that name" if replaced else ""
        return f"{shown(called)} is on your shelf{anew}: `/shelf use` builds it in another game of {rules.title}."

    async def kept(self, user: int, rulebook: str | None = None) -> Sequence[Kept]:
        """What a person keeps, for one rulebook or for all."""
        return [one for one in await self.store.shelf(user) if rulebook in (None, one.rulebook)]

    async def kept_as(self, user: int, rulebook: str, name: str) -> Kept:
        """What a person keeps under a name. Raises Refusal."""
        mine = await self.kept(user, rulebook)
        wanted = name.strip().casefold()
        for one in mine:
            if one.name.casefold() == wanted:
                return one
        hint = did_you_mean(name, [one.name for one in mine])
        known = ", ".join(shown(one.name) for one in mine) or "nothing yet"
        raise Refusal("SHELF", f"You keep nothing called {shown(name)} for this.", fix=hint or f"You keep: {known}.")

    async def drop_kept(self, user: int, rulebook: str, name: str) -> str:
        """Keep something no longer; the answer. Raises Refusal."""
        one = await self.kept_as(user, rulebook, name)
        await self.store.drop_kept(user, rulebook, one.name)
        return f"{shown(one.name)} is no longer on your shelf."

"""Things that people keep for other games: taken from one as the orders that build them, given in another."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clock import Clock
from bot.game.desk.seat_views import SeatViews
from bot.game.rulebooks import Rulebooks
from engine.game import Keeps, Refusal, Seat
from engine.text.given import BadName, plain_name
from engine.text.message import N_, T_, Text, did_you_mean, joined, said, spaced, term
from engine.text.message import name as named
from storage.shelf import MOST_KEPT, Kept, ShelfFull
from storage.store import Store

NOT_BUILT = N_("In {rulebook} nothing is built that another game could use.")
FULL = N_("You keep {most} things for {rulebook}, as many as there may be.")
KEPT = N_("{name} is on your shelf: `/shelf use` builds it in another game of {rulebook}.")
KEPT_ANEW = N_(
    "{name} is on your shelf in place of what had that name: `/shelf use` builds it in another game of {rulebook}."
)
NONE_SUCH, YOU_KEEP = N_("You keep nothing called {name} for this."), N_("You keep: {names}.")
NOTHING_YET = T_("nothing yet")


class Shelf:
    """The shelf of each person, in every server the same."""

    def __init__(self, store: Store, rulebooks: Rulebooks, views: SeatViews, clock: Clock) -> None:
        self._store, self._rulebooks, self._views, self._clock = store, rulebooks, views, clock

    async def keep(self, game: int, seat: Seat, user: int, name: str) -> Text:
        """Keep what a seat has built, under a name; the answer. Raises Refusal."""
        rules = self._rulebooks.of(await self._store.game(game))
        builds: object = rules
        if not isinstance(builds, Keeps):
            raise Refusal("SHELF", NOT_BUILT(rulebook=term(rules.title)))
        try:
            called = plain_name(name)
        except BadName as error:
            raise Refusal("NAME", spaced(T_("That cannot be a name."), error.why)) from None
        lines = builds.kept(await self._views.known(game, seat), seat)
        if not lines:
            raise Refusal("SHELF", T_("You have built nothing yet that could be kept."))
        kept = Kept(rules.name, called, "\n".join(lines), self._clock.now())
        try:
            replaced = await self._store.keep(user, kept)
        except ShelfFull:
            full = FULL(most=MOST_KEPT, rulebook=term(rules.title))
            raise Refusal("SHELF", full, fix=T_("`/shelf drop` makes room.")) from None
        return said(KEPT_ANEW if replaced else KEPT, name=called, rulebook=term(rules.title))

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
        known = joined(", ", (named(kept.name) for kept in mine)) or NOTHING_YET
        raise Refusal("SHELF", said(NONE_SUCH, name=name), fix=hint or YOU_KEEP(names=known))

    async def drop(self, user: int, rulebook: str, name: str) -> Text:
        """Keep something no longer; the answer. Raises Refusal."""
        kept = await self.named(user, rulebook, name)
        await self._store.drop_kept(user, rulebook, kept.name)
        return said(N_("{name} is no longer on your shelf."), name=kept.name)

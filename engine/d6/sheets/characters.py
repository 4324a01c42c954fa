"""Characters: made from samples, written by hand, taken away. Register 21.1, D6-B-08, D6-8-03."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.book import Group
from engine.d6.data.pack import Code, Sample
from engine.d6.look import Look, Words, World, called, hearers
from engine.d6.nouns import MINE, SAMPLE
from engine.d6.play import Act
from engine.d6.state import Figure, Sheet, State, held, without
from engine.declared.changes import Puts
from engine.game import EVERYONE, MODERATOR, REFEREE, Fact, Seat
from engine.look import Refused, no
from engine.text.lines import PlainName
from engine.text.message import N_, T_, Text, name

GROUP = Group("d6-sheet", "Characters and their sheets")
MOST_FIGURES = 60
"""Figures at a table."""
MOST_OWNED = 4
"""Figures of one seat."""
ARRIVED, HIDDEN = N_("**{who}** is here[ ({seat})]. {about}"), N_("{who}, hidden: {about}")


def from_sample(world: World, sample: Sample, id: str, called: str, *, secret: bool) -> Sheet:
    """The sheet of a sample."""
    return Sheet(
        id, called, dict(sample.attributes), dict(sample.skills),
        {weapon: held(world.pack.weapons[weapon]) for weapon in sample.weapons},
        sample.armor, sample.move, sample.force, sample.points, secret=secret,
    )  # fmt: skip


def fresh(state: State, label: str, *, hidden: bool) -> tuple[str, str]:
    """An id and a label that nobody has yet: a second Trooper is Trooper 2. Ids of the GM's hidden figures tell nothing
    of how many others there are in sight.
    """
    free = unused(label, (figure.label for figure in state.figures.values()))
    stem = "gm" if hidden else re.sub(r"[^a-z0-9]+", "-", free.casefold()).strip("-") or "somebody"
    id = next(id for n in range(1, 1000) if (id := f"{stem}-{n}" if n > 1 or hidden else stem) not in state.figures)
    return id, free


def unused(label: str, taken: Iterable[str]) -> str:
    """The label, with a number where it is taken."""
    labels, numbered = {one.casefold() for one in taken}, (f"{label} {n}" for n in count(2))
    return next(free for free in chain((label,), numbered) if free.casefold() not in labels)


def room(look: Look, seat: Seat | None) -> Refused | None:
    """Refuses `E_VALUE` one figure more where there is no room."""
    if len(look.known.figures) >= MOST_FIGURES:
        return no(Code.E_VALUE, N_("There are {most} figures at the table already."), "D6-2-01", most=MOST_FIGURES)
    if seat is not None and sum(figure.owner == seat for figure in look.known.figures.values()) >= MOST_OWNED:
        return no(Code.E_VALUE, N_("You play {most} characters already."), "D6-2-01", most=MOST_OWNED)
    return None


def arrive(act: Act, figure: Figure, sheet: Sheet) -> None:
    """Somebody comes to the table: everybody sees them, unless they are hidden, and reads their sheet, unless it is
    secret.
    """
    act.say(Arrived(figure), EVERYONE if figure.shown else REFEREE)
    act.say(Written(sheet), hearers(replace(act.state, sheets={sheet.id: sheet}), sheet.id))


class Seated(act.Order):
    """An order of a seat for itself, whether or not it has a character yet."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` at a closed table, `E_PERM` who has no seat at it."""
        if look.known.over:
            return no(Code.E_PHASE, T_("The table is closed."), "D6-2-01")
        if look.seat not in look.known.seats and look.seat != MODERATOR:
            return no(Code.E_PERM, T_("You have no seat at this table."), "D6-2-01")
        return None


class Making(Seated):
    """An order that makes a character of a seat's."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_VALUE` beyond the figures that there is room for."""
        return super().ready(look) or room(look, look.seat)


class Take(Making):
    """Play a sample character under a name of your own."""

    path: ClassVar[str] = "d6-sheet sample"
    line: ClassVar[str] = "play {sample} as {name}"
    sample: Annotated[str, SAMPLE] = Field(description="which sample", max_length=40)
    name: PlainName = Field(description="the character's name", max_length=40, examples=["Rex", "Nia", "Jorgan"])

    def obey(self, act: Act) -> None:
        """A character of yours, as the sample says (D6-B-08)."""
        id, label = fresh(act.look.known, self.name, hidden=False)
        sample: Sample = act.found.sample
        sheet = from_sample(act.world, sample, id, label, secret=False)
        arrive(act, Figure(id, label, act.seat, about=sample.about), sheet)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """One character a seat is what games consist of."""
        if not look.mine and look.seat is not None:
            yield from (cls(sample=sample, name=f"{sample} of {look.seat}") for sample in look.world.pack.samples)


def _sentence(about: str) -> str:
    """A description as a sentence of its own: "a man with one eye" begins with a capital and ends with a full stop."""
    return f"{about[:1].upper()}{about[1:]}{'' if about.endswith(('.', '!', '?')) or not about else '.'}"


class Arrived(Fact[State], frozen=True):
    """Somebody is at the table, or is seen from now on."""

    rule = "D6-2-01"
    makes = Puts("figures", "figure")
    figure: Figure

    def words(self, look: Look) -> Text:
        figure = self.figure
        if not figure.shown:
            return HIDDEN(who=name(figure.label), about=name(figure.about))
        return ARRIVED(who=name(figure.label), seat=name(figure.owner or ""), about=name(_sentence(figure.about)))


class Written(Fact[State], frozen=True):
    """Sheet that is written of somebody."""

    silent = "`/d6-show sheet` shows it"
    sheet: Sheet

    def evolve(self, state: State) -> State:
        if self.sheet.id not in state.figures:
            return state
        return replace(state, sheets={**state.sheets, self.sheet.id: self.sheet})


class Left(Fact[State], frozen=True):
    """Somebody is at the table no more."""

    says = N_("{label} leaves the table.")
    ids: tuple[str, ...]
    label: Words

    def evolve(self, state: State) -> State:
        return without(state, self.ids)


def _free(look: Look, figure: Figure, found: object) -> Refused | None:
    """E_PHASE for whoever is in a combat."""
    if look.known.tick and figure.id in look.known.order:
        return no(Code.E_PHASE, N_("{who} is in a combat."), "D6-2-01", who=figure.label)
    return None


class Retire(Seated):
    """Take a character of yours from the table, outside combat."""

    path: ClassVar[str] = "d6-sheet retire"
    line: ClassVar[str] = "retire {who}"
    asks: ClassVar[str] = T_("Their sheet leaves the table with them.")
    lively: ClassVar[int] = 0  # nobody leaves without a reason
    who: Annotated[str, MINE.that(_free)] = Field(description="a character of yours", max_length=60)

    def obey(self, act: Act) -> None:
        """They are gone, with their sheet (D6-2-01)."""
        act.say(Left((act.found.who.id,), act.found.who.label), EVERYONE)


def everybody(state: State) -> Iterable[Figure]:
    """All figures, those of players first."""
    return sorted(state.figures.values(), key=lambda figure: (figure.owner is None, called(state, figure.id)))

"""Pieces and what befalls them: units lost, characters hurt, caught, freed and detected, ships that change hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Alters, Removes, Sets
from engine.declared.sentences import either, told_by
from engine.freedom.data.pack import Code, Side
from engine.freedom.figures import best_losses
from engine.freedom.look import CHOSEN, REASONED, Called, Look, Names, Place, Question, SideOf
from engine.freedom.nouns import UNITS_OF, unknown
from engine.freedom.play import Answer, Play
from engine.freedom.state import Ask, Choice, Excess, Inheriting, Person, Rating, State, Status, Unit, with_people
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found, Noun
from engine.question import runs
from engine.text.message import N_, NN_, T_, Shown, name, term

Reason = Literal["fight", "base", "crowd"]


class UnitsLost(Fact[State], frozen=True):
    """Units pay for losses, or are too many in an environ: they are removed (S1 step 7). In games of before version 5,
    which do not record why.
    """

    says = N_("{side} loses {units}.")
    decides = True
    makes = Removes("units", "units")
    side: SideOf
    units: Names


class UnitsFell(Fact[State], frozen=True):
    """Units pay for losses, or are too many in an environ: they are removed (S1 step 7). `why`: by what."""

    says = told_by(
        "why",
        fight=N_("{side} loses {units}, fought down."),
        base=N_("{side} loses {units}, shot down by the base."),
        crowd=N_("{side} loses {units}: there is no room for more units there."),
    )
    decides = True
    makes = Removes("units", "units")
    side: SideOf
    units: Names
    why: Reason


class Restacked(Fact[State], frozen=True):
    """Characters join the units of their side in an environ, or leave them."""

    silent = "who leads, and who is found, is told"
    makes = Sets("people", "names", "rides")
    names: tuple[str, ...]
    rides: bool


DEATH = {"status": Status.DEAD, "items": (), "worn": (), "rides": False, "group": 0, "captor": ""}


class Hurt(Fact[State], frozen=True):
    """A character takes wounds; it dies where they fill its boxes, with its possessions (FITG-CHR-40)."""

    says = either(
        "dies",
        NN_(
            "**{name}** takes {wounds} wound and **dies**.", "**{name}** takes {wounds} wounds and **dies**.", "wounds"
        ),
        NN_("**{name}** takes {wounds} wound.", "**{name}** takes {wounds} wounds.", "wounds"),
    )
    threaded = True
    name: Called
    wounds: int
    dies: bool = False

    def evolve(self, state: State) -> State:
        if self.name not in state.people:
            return state
        wounds = state.people[self.name].wounds + self.wounds
        return with_people(state, (self.name,), wounds=wounds, **(DEATH if self.dies else {}))


class Caught(Fact[State], frozen=True):
    """Characters become captives of the units of a side, or of a character (S2 step 10)."""

    says = either(
        "captor",
        N_("**{names}** captured, in the hands of {captor}."),
        N_("**{names}** captured, in the hands of {side}."),
    )
    rule = "FITG-CHR-02"
    decides = True
    makes = Sets("people", "names", "captor", status=Status.CAPTIVE, detected=True, rides=False, group=0)
    names: Names
    side: SideOf
    captor: Called


class Freed(Fact[State], frozen=True):
    """Captives are free again, and join the friendly characters where they are (S2 step 10)."""

    says = N_("{names} free again.")
    decides = True
    makes = Sets("people", "names", status=Status.FREE, captor="", detected=True)
    names: Names


class Detected(Fact[State], frozen=True):
    """Characters are detected, and no longer found (FITG-CHR-25, FITG-ENV-13)."""

    silent = "what detects them is told"
    makes = Sets("people", "names", detected=True, found=False, rides=False)
    names: tuple[str, ...]


def _without(person: Person, gone: ItemGone) -> Person:
    """A character whose possession is lost, or works no more."""
    if gone.worn:
        return replace(person, worn=(*person.worn, gone.item))
    return replace(person, items=tuple(item for item in person.items if item != gone.item))


class ItemGone(Fact[State], frozen=True):
    """A possession is lost, or works no more (D8)."""

    says = either("worn", N_("The {item} of {name} works no more."), N_("{name} has the {item} no longer."))
    threaded = True
    makes = Alters("people", "name", _without)
    name: Called
    item: Place
    worn: bool = False


def wear_out(play: Play, owner: str, item: str, label: str) -> None:
    """Wears out a possession by a use: one-shot ones are lost, others may work no more (D8)."""
    least = play.world.pack.possessions[item].wears_out
    if not least:
        play.tell(ItemGone(owner, item))
    elif play.die(f"{label}/{item}") >= least:
        play.tell(ItemGone(owner, item, worn=True))


def rest(play: Play, names: Iterable[str], label: str) -> None:
    """Companions that have defended somebody may work no more: a combat is one use, whatever its rounds (D8)."""
    if play.world.version >= CHOSEN:
        for called in names:
            for item in play.world.items(play.state.people[called]):
                if item.defending and item.wears_out:
                    wear_out(play, called, item.name, f"{label}/{called}")


def take_drug(play: Play, given: str, rating: Rating) -> bool:
    """Take "owner/possession" where it raises a rating for the game-turn, and it is gone; False for another (D8)."""
    owner, _, item = given.partition("/")
    if not play.world.pack.possessions[item].raises:
        return False
    play.tell(Drugged(owner, item, rating))
    return True


RAISED = N_("{rating} {more:+}")
Raised = Annotated[
    Rating, Shown[Rating](lambda look, rating, form: RAISED(rating=term(rating.name.lower()), more=look.world.drug))
]


class Drugged(Fact[State], frozen=True):
    """A drug raises a rating of a character for the game-turn, and is used up (D8)."""

    says = N_("{name} takes the {item}: {rating} in this turn.")
    rule = "FITG-CHR-18"
    threaded = True
    name: Called
    item: Place
    rating: Raised

    def evolve(self, state: State) -> State:
        return with_people(ItemGone(self.name, self.item).evolve(state), (self.name,), drugged=self.rating)


UNITS = T_("the units there")
Owner = Annotated[str | None, Shown[str](lambda look, owner, form: name(owner) if owner else UNITS)]
"""Whose a ship is: a character's, or "" for the units where it stands."""


class ShipPassed(Fact[State], frozen=True):
    """A ship has another owner, or with nobody to take it is lost (FITG-CHR-40)."""

    says = either(lambda fact: fact.owner is None, N_("The {ship} is lost."), N_("The {ship} passes to {owner}."))
    ship: Called
    owner: Owner

    def evolve(self, state: State) -> State:
        ships = {id: ship for id, ship in state.ships.items() if id != self.ship}
        if self.owner is not None and self.ship in state.ships:
            ships[self.ship] = replace(state.ships[self.ship], owner=self.owner)
        return replace(state, ships=ships)


def lose_units(play: Play, side: Side, units: Iterable[str], why: Reason) -> None:
    """Units are removed, and it is told why; with the last of a side in an environ its captives are free, and its
    riders stand alone, detected (S2 step 10, FITG-ENV-13).
    """
    ids = tuple(units)
    if not ids:
        return
    where = {play.state.units[id].environ for id in ids}
    play.tell(UnitsFell(side, ids, why) if play.world.version >= REASONED else UnitsLost(side, ids))
    for environ in sorted(where):
        dismount(play, environ, side)


def dismount(play: Play, environ: str, side: Side) -> None:
    """Has nobody ride with units where a side has none left, and frees the captives that units held."""
    if not play.state.fielded(environ, side):
        free(play, [captive.name for captive in play.state.captives(environ, side.other) if not captive.captor])
        if riders := tuple(person.name for person in play.state.present(environ, side, rides=True)):
            play.tell(Detected(riders))


def free(play: Play, names: Iterable[str]) -> None:
    """Captives are free again, where there are any."""
    freed = tuple(names)
    if freed:
        play.tell(Freed(freed))


def gone(play: Play, names: Iterable[str]) -> None:
    """Follows up deaths and captures of characters: their captives are free, their ships pass on (FITG-CHR-40)."""
    for called in names:
        free(play, [person.name for person in play.state.people.values() if person.captor == called])
        play.push(*(Inheriting(ship.id) for ship in play.state.ships.values() if ship.owner == called))


def hurt(play: Play, wounds: Iterable[tuple[str, int]]) -> None:
    """Wounds as they were spread: "name" or "name/possession" with their number, at least 1 (FITG-CHR-35 to -40)."""
    dead = []
    for id, count in wounds:
        who, _, item = id.partition("/")
        if item:
            play.tell(ItemGone(who, item))
            continue
        dies = count >= play.world.boxes(play.state.people[who])
        play.tell(Hurt(who, count, dies))
        dead += [who] if dies else []
    gone(play, dead)


@runs(Inheriting)
def inherit(play: Play, task: Inheriting) -> None:
    """The friends in the stack may have the ship; with none it is lost (FITG-CHR-40)."""
    ship = play.state.ships.get(task.ship)
    if ship is None:
        return
    friends = play.world.ranked(play.state.present(ship.environ, ship.side))
    takers = (*friends, "units") if play.state.fielded(ship.environ, ship.side) else friends
    if not takers:
        play.tell(ShipPassed(ship.id, None))
        return
    play.put(task, "ship", Ask(ship.side, takers, takers[:1]), where=ship.environ, about=ship.id)


class WhoInherits(Question[Inheriting]):
    """To whom the ship of a dead or captive owner passes (FITG-CHR-40)."""

    kind = "ship"
    rule = "FITG-CHR-40"
    asks = N_("to whom the {about} passes")
    awaited = T_("to whom a ship passes")

    def answered(self, play: Play, task: Inheriting, choice: Choice, answer: tuple[str, ...]) -> None:
        """It has another owner."""
        play.tell(ShipPassed(task.ship, "" if answer[0] == "units" else answer[0]))


TAKER: Noun[Look, str] = Noun(
    "a friend, or units", lambda look, found: look.options, lambda taker: (taker,), unknown=unknown("friend")
)


class ShipTo(Answer):
    """Say to whom a ship passes whose owner is dead or captive."""

    path: ClassVar[str] = "freedom ship"
    line: ClassVar[str] = "ship to {taker}"
    answers = (WhoInherits,)
    taker: Annotated[str, TAKER] = Field(description="a friend who is there, or: units", max_length=40)


@runs(Excess)
def too_many(play: Play, task: Excess) -> None:
    """Units beyond the size of an environ are removed by their owner (register, Invariants)."""
    units = play.state.fielded(task.environ, task.side)
    over = len(units) - play.state.environs[task.environ].size
    if over <= 0:
        return
    weakest = sorted(play.world.losers(units), key=lambda unit: (unit.first, unit.mobile, unit.second, unit.id))
    ask = Ask(task.side, tuple(unit.id for unit in units), tuple(unit.id for unit in weakest[:over]), over)
    play.put(task, "excess", ask, where=task.environ)


class WhatIsTooMuch(Question[Excess]):
    """Units that are too many for an environ (register, Invariants)."""

    kind = "excess"
    rule = "FITG-ENV-06"
    asks = N_("which units leave {where}, which holds no more")
    units = True
    awaited = T_("which units are too many")

    def answered(self, play: Play, task: Excess, choice: Choice, answer: tuple[str, ...]) -> None:
        """They are removed."""
        lose_units(play, task.side, choice.part(answer, task.side), "crowd")


def removal(play: Play, side: Side, units: Sequence[Unit], loss: int) -> Ask:
    """Question to a side about its losses: nothing where one set is best."""
    best = best_losses(play.world.losers(units), loss)
    return Ask(side, tuple(unit.id for unit in units) if len(best) > 1 else (), best[0], loss)


class Remove(Answer):
    """Say which of your units pay for losses, or leave where they are too many."""

    path: ClassVar[str] = "freedom remove"
    line: ClassVar[str] = "remove {units}"
    units: Annotated[str, UNITS_OF] = Field(description="units of yours, with commas", max_length=200)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While units are to be removed. Refuses `E_PHASE`."""
        found = look.asked()
        if isinstance(found, Refused) or Question.of(found).units:
            return super().ready(look)
        return no(Code.E_PHASE, T_("No units are to be removed now."), "FITG-ENV-12")

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """A best set of units. Refuses `E_ALLOC`."""
        ids = tuple(sorted(unit.id for unit in found.units))
        if foreign := ", ".join(id for id in ids if id not in look.options):
            look.no(Code.E_ALLOC, N_("{foreign} cannot pay here."), Question.of(choice).rule, foreign=foreign)
        look.require(_wrong_set(look, choice, ids))
        return ids

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterator[Self]:
        """The sets that may be removed, the default first."""
        if look.options:
            sets = (look.mine.usual,) if choice.kind == "excess" else _paying(look)[:8]
            yield from (cls(units=", ".join(each)) for each in sets if each)


def _paying(look: Look) -> tuple[tuple[str, ...], ...]:
    """Sets of the units that the viewer is asked about that pay for its loss, the default first (S1 step 7)."""
    return best_losses(look.world.losers(look.known.units[id] for id in look.options), look.mine.count)


def _wrong_set(look: Look, choice: Choice, ids: tuple[str, ...]) -> Refused | None:
    """Refuses E_ALLOC a set of units that does not pay, with what would."""
    count, rule = look.mine.count, Question.of(choice).rule
    if choice.kind == "excess":
        why = N_("{count} units are too many, and you name {ids}.")
        return no(Code.E_ALLOC, why, rule, count=count, ids=len(ids)) if len(ids) != count else None
    sets = _paying(look)
    if ids in sets:
        return None
    paid, best = (look.world.strength(look.known.units[id] for id in each) for each in (ids, sets[0]))
    why = N_("A loss of {count} takes units of strength {best}, such as {sets}; yours have {paid}.")
    return no(Code.E_ALLOC, why, rule, count=count, best=best, sets=", ".join(sets[0]), paid=paid)


def unit_name(kind: str, terrain: str | None) -> str:
    """Name of a unit before its letter: "Urban 2-1" for a Rebel unit of that type."""
    return kind if terrain is None else kind.replace("Rebel", terrain.capitalize(), 1)


def letters(number: int) -> str:
    """A, B, ... Z, AA, AB."""
    return chr(ord("A") + number) if number < 26 else letters(number // 26 - 1) + letters(number % 26)


def lettered(kind: str) -> Iterator[str]:
    """Names of pieces of a kind, of which there are several: "Line A", "Line B", and so on."""
    return (f"{kind} {letters(number)}" for number in range(26 * 26))

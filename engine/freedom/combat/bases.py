"""Movement past planetary defence bases: detection of ships, attacks on units, at departure and arrival. FITG-PDB, S5.

What moves is queued through at most two checks, and what survives arrives (FITG-PDB-10).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.declared.changes import Sets, Together
from engine.declared.sentences import either, told_by
from engine.freedom.data.pack import Code, Side
from engine.freedom.data.pack import Detected as Seen
from engine.freedom.figures import PDB_COLUMNS, detection, evasion, pdb_after
from engine.freedom.look import BY_THE_GUIDE, Act, Both, Called, Column, Look, Names, Place, Question, SideOf, by_part
from engine.freedom.nouns import ENVIRON, called, noun, own_people, own_units, piece_label, unknown
from engine.freedom.pieces import Detected, ShipPassed, dismount, hurt, lose_units, removal
from engine.freedom.play import OneWord, Play
from engine.freedom.state import (
    Arriving,
    Ask,
    Choice,
    Environ,
    Excess,
    Firing,
    Jamming,
    Person,
    Planet,
    Rating,
    Ship,
    Shooting,
    Stage,
    State,
    Status,
    Unit,
    with_people,
)
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found, Several
from engine.question import runs
from engine.text.message import N_, NN_, T_, joined, listed, term

Piece = Unit | Person | Ship


def own_pieces(look: Look, found: Found) -> Iterator[Piece]:
    """The units, free characters and ships of the viewer's side."""
    yield from own_units(look)
    yield from own_people(look)
    yield from (ship for ship in look.known.ships.values() if ship.side is look.side)


def _unmoved(look: Look, piece: Piece, found: Found) -> Refused | None:
    """E_PHASE for what has moved in this segment, E_TYPE for what cannot move (FITG-PDB-10)."""
    if piece.moved:
        return no(Code.E_PHASE, N_("{piece} has moved in this segment."), "FITG-PDB-10", piece=called(piece))
    if isinstance(piece, Unit) and not look.world.kind(piece).mobile:
        return no(Code.E_TYPE, N_("{piece} is not mobile."), "FITG-PDB-10", piece=piece.id)
    return None


NOT_YOURS = unknown("piece", N_("You have no piece “{given}”."), Code.E_OWNER, "FITG-PDB-10")
MOVER = noun("a piece of yours", own_pieces, piece_label).that(_unmoved).but(unknown=NOT_YOURS)


class Move(act.Order):
    """Move pieces that stand together to another environ: units, characters, a ship, with commas."""

    path: ClassVar[str] = "freedom move"
    line: ClassVar[str] = "move {pieces} to {environ}"
    tried: ClassVar[int] = 4
    pieces: Annotated[str, Several(MOVER, "pieces of yours, with commas")] = Field(
        description="units, characters and a ship of yours, with commas", max_length=300
    )
    environ: Annotated[str, ENVIRON] = Field(description="where to", max_length=60)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """In the phasing side's movement. Refuses `E_LOCKED`, `E_PHASE`, `E_OWNER`."""
        return look.untimely(Stage.MOVEMENT, "FITG-PDB-10")

    def obey(self, act: Act) -> None:
        """They leave past a base, and arrive past another, as far as they live (FITG-PDB-10)."""
        pieces: Sequence[Piece] = act.found.pieces
        target: Environ = act.found.environ
        here = dict.fromkeys(piece.environ for piece in pieces)
        if len(here) > 1 or target.id in here:
            why = N_("{environs} is where they stand; move pieces of one environ to another.")
            act.look.no(Code.E_WHERE, why, "FITG-PDB-10", environs=listed(map(term, here)))
        units = tuple(piece.id for piece in pieces if isinstance(piece, Unit))
        people = tuple(piece.name for piece in pieces if isinstance(piece, Person))
        ships = [piece for piece in pieces if isinstance(piece, Ship)]
        stack = Arriving(units, people, ships[0].id if ships else "", target.id)
        act.look.require(_fare(act.look, target, stack, ships))
        begin_move(Play(act.world, act.table), act.side, stack, target)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Each unit alone, characters who stay on their planet, and ships with their owners."""
        environs = look.known.environs
        for piece in MOVER.fitting(look):
            pilot = look.known.people.get(piece.owner) if isinstance(piece, Ship) else None
            if isinstance(piece, Ship) and (pilot is None or pilot.environ != piece.environ or pilot.moved):
                continue
            pieces = called(piece) if pilot is None else f"{called(piece)}, {pilot.name}"
            for environ in environs.values():
                near = environ.planet == environs[piece.environ].planet
                if environ.id != piece.environ and (near or not isinstance(piece, Person)):
                    yield cls(pieces=pieces, environ=environ.id)


def _fare(look: Look, target: Environ, stack: Arriving, ships: Sequence[Ship]) -> Refused | None:
    """Refuses E_WHERE characters that move between planets without ride, E_RANGE too many aboard."""
    known, units, people = look.known, stack.units, stack.people
    if len(ships) > 1:
        return no(Code.E_RANGE, N_("One ship moves at a time, not {ships}."), "FITG-PDB-10", ships=len(ships))
    if ships and not people and not units:
        return no(Code.E_WHERE, N_("Nobody flies the {ship}."), "FITG-PDB-10", ship=ships[0].id)
    if people and not units:
        away = known.environs[known.people[people[0]].environ].planet != target.planet
        if away and not ships:
            return no(Code.E_WHERE, T_("Characters go between planets in a ship, or with units."), "FITG-PDB-10")
        if ships and len(people) > (most := look.world.pack.ships[ships[0].kind].passengers):
            why = N_("The {ship} carries {most}, not {people}.")
            return no(Code.E_RANGE, why, "FITG-PDB-10", ship=ships[0].id, most=most, people=len(people))
    return None


def begin_move(play: Play, side: Side, stack: Arriving, target: Environ) -> None:
    """Pieces set out: the base they leave, the base they reach, and their arrival are queued (FITG-PDB-10)."""
    state, units, people, ship = play.state, stack.units, stack.people, stack.ship
    start = state.units[units[0]].environ if units else state.people[people[0]].environ
    staying = [unit.id for unit in state.fielded(start, side) if unit.id not in units]
    held = [] if staying else [captive.name for captive in state.captives(start, side.other) if not captive.captor]
    held += [person.name for person in state.people.values() if person.captor in people and person.captor]
    play.tell(SetOut(side, (*units, *people, *filter(None, [ship])), start, target.id))
    leaving, arriving = state.environs[start].planet, target.planet
    flown = [arriving] if ship and not units else []  # a ship flies even between environs of a planet
    passed = [leaving, arriving] if leaving != arriving else flown
    checks = [Firing(planet, units, people, ship, target.id, planet != arriving) for planet in passed]
    jams = side is Side.REBEL and any(item.jams for one in state.people.values() for item in play.world.items(one))
    play.do(*(Jamming(firing) if jams else firing for firing in checks), replace(stack, captives=tuple(held)))


class SetOut(Fact[State], frozen=True):
    """Pieces set out for an environ; characters that move with units ride with them."""

    says = N_("{side} moves {pieces} from {start} to {environ}.")
    rule = "FITG-PDB-10"
    decides = True
    side: SideOf
    pieces: Names
    start: Place
    environ: Place


def alive(state: State, task: Firing | Shooting | Arriving) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The units and free characters of a stack that are still there."""
    return tuple(id for id in task.units if id in state.units), state.free(task.people)


def awake(state: State, task: Firing) -> bool:
    """True if a base attacks the units that pass it, or looks for the ship: it is up, of the enemy's, of level 1 at
    least against units, and some of them live (FITG-PDB-04, FITG-PDB-10).
    """
    planet, (units, people) = state.planets[task.planet], alive(state, task)
    sides = [state.units[id].side for id in units] + [state.people[person].side for person in people]
    if not sides or planet.control is not sides[0].other or not planet.up:
        return False
    return planet.level > 0 if units else task.ship in state.ships


@runs(Firing)
def pass_base(play: Play, task: Firing) -> None:
    """An enemy's base attacks units, which need no detection, and looks for a ship without units.

    FITG-PDB-01, FITG-PDB-04, FITG-PDB-10, FITG-PDB-11.
    """
    planet, (units, people) = play.state.planets[task.planet], alive(play.state, task)
    if not awake(play.state, task):
        return
    if units:
        ask = Ask(play.state.units[units[0]].side.other, ("fire", "hold"), ("fire",))
        play.put(replace(task, units=units, people=people), "fire", ask, where=planet.name, about=", ".join(units))
    else:
        detect(play, task, planet, people)


class WhetherToFire(Question[Firing]):
    """Asks if a base attacks units that pass it (FITG-PDB-02, FITG-PDB-03)."""

    kind = "fire"
    rule = "FITG-PDB-02"
    asks = N_("whether the base of {where} fires at {about}")
    awaited = T_("whether your base fires")

    def answered(self, play: Play, task: Firing, choice: Choice, answer: tuple[str, ...]) -> None:
        """The mover's loss from the attack die, the base's from the defence die, both on the column of its level, and
        by nothing else (S5, FITG-PDB-09).
        """
        if answer[0] != "fire":
            return
        planet, military = play.state.planets[task.planet], play.world.pack.military
        column, label = PDB_COLUMNS[planet.level], f"{planet.name}/{'leaving' if task.leaving else 'arriving'}"
        a, d = play.die(f"{label}/attack"), play.die(f"{label}/defence")
        loss, own = military[a - 1][column].defender, military[d - 1][column].attacker
        level, up = pdb_after(planet.level, own)
        play.tell(BaseFired(planet.name, column, (a, d), (loss, own)))
        play.push(Shooting(planet.name, task.units, task.people, loss, level, up))


IS_UP, IS_DOWN = N_("{planet} has level {level}, up"), N_("{planet} has level {level}, down")


class Fire(OneWord):
    """Have your planetary defence base fire at what passes."""

    path: ClassVar[str] = "freedom fire"
    line: ClassVar[str] = "fire"
    answers = (WhetherToFire,)

    @classmethod
    def amiss(cls, look: Look) -> Refused | None:
        """E_TYPE while the other side moves and no base is asked: none can attack, a ship passed, or nothing does
        (FITG-PDB-04, FITG-PDB-01, FITG-PDB-10).
        """
        known, own = look.known, look.own
        if known.choice is not None or known.stage is not Stage.MOVEMENT or known.player is own:
            return None
        bases = [planet for planet in known.planets.values() if planet.control is own]
        if not any(planet.up and planet.level for planet in bases):
            told = ((IS_UP if base.up else IS_DOWN)(planet=term(base.name), level=base.level) for base in bases)
            why = (
                N_("No base of yours can attack: {bases}.") if bases else T_("No base can attack: you hold no planet.")
            )
            return no(Code.E_TYPE, why, "FITG-PDB-04", bases=joined(", ", told))
        moved = [unit for unit in known.units.values() if unit.side is not own and unit.moved]
        ships = [ship.id for ship in known.ships.values() if ship.side is not own and ship.moved]
        if ships and not moved:
            why = N_("A base looks for the {ship}, and attacks units alone.")
            return no(Code.E_TYPE, why, "FITG-PDB-01", ship=ships[0])
        return no(Code.E_TYPE, T_("Nothing is passing a base of yours."), "FITG-PDB-10")


class Hold(OneWord):
    """Hold your planetary defence base's fire."""

    path: ClassVar[str] = "freedom hold"
    line: ClassVar[str] = "hold fire"
    answers = (WhetherToFire,)
    word: ClassVar[str] = "hold"


class BaseFired(Fact[State], frozen=True):
    """A planetary defence base attacked: its column, dice, the losses of movers and base (FITG-PDB-02, FITG-PDB-03)."""

    says = N_(
        "The base of {planet} fires on the column {column}: die {dice:attacker}, the movers lose {losses:movers}; "
        "die {dice:defender}, the base takes {losses:base}."
    )
    rule = "FITG-PDB-02"
    decides = True
    planet: Place
    column: Column
    dice: Both
    losses: Annotated[tuple[int, int], by_part("movers", "base")]


@runs(Shooting)
def pay_for_passing(play: Play, task: Shooting) -> None:
    """The mover pays as in environ combat (FITG-PDB-05)."""
    units = [play.state.units[id] for id in task.units]
    play.put(task, "shot", removal(play, units[0].side, units, task.loss), where=task.planet)


class WhatIsShot(Question[Shooting]):
    """Moving units that pay for the fire of a base (FITG-PDB-05)."""

    kind = "shot"
    rule = "FITG-PDB-05"
    asks = N_("which units pay for the fire of the base of {where}")
    awaited = T_("which of your units pay for losses")
    units = True

    def answered(self, play: Play, task: Shooting, choice: Choice, answer: tuple[str, ...]) -> None:
        """They are removed, then the base changes; with no unit left the riders stay, detected (FITG-PDB-05 to -08)."""
        side = choice.asks[0].side
        lose_units(play, side, choice.part(answer, side), "base")
        planet = play.state.planets[task.planet]
        if (task.level, task.up) != (planet.level, planet.up):
            play.tell(BaseChanged(planet.name, task.level, task.up))
        if play.world.version >= BY_THE_GUIDE and not any(id in play.state.units for id in task.units):
            strand(play, play.state.free(task.people))


def strand(play: Play, people: tuple[str, ...]) -> None:
    """Whoever rode with units that are shot is detected; who has not left yet stays where they stood (FITG-PDB-05)."""
    left = next(index for index, one in enumerate(play.agenda) if isinstance(one, Arriving))
    moving = play.agenda[left]
    play.tell(Detected(people))
    if left and isinstance(moving, Arriving):  # another base was to come: they were leaving
        del play.agenda[: left + 1]
        if people:
            play.tell(StayedBehind(people, moving.ship, play.state.people[people[0]].environ))


class BaseChanged(Fact[State], frozen=True):
    """A planetary defence base goes down, comes up, or has another level (FITG-PDB-06, FITG-PDB-07)."""

    rule = "FITG-PDB-07"
    decides = True
    says = either(
        "up",
        N_("The base of {planet} is **up**, level {level}."),
        N_("The base of {planet} is **down**, level {level}."),
    )
    makes = Sets("planets", "planet", "level", "up")
    planet: Place
    level: int
    up: bool


class ShipSought(Fact[State], frozen=True):
    """A base looked for a ship: the die and what came of it (D7)."""

    rule = "FITG-PDB-01"
    decides = True
    says = told_by(
        "found",
        U=N_("The {ship} passes the base of {planet} undetected (die {die})."),
        D=N_("The base of {planet} detects the {ship} (die {die})."),
        Dd=N_("The base of {planet} detects the {ship}, which is lost on arrival (die {die})."),
        E=N_("The base of {planet} destroys the {ship} with all aboard (die {die})."),
    )
    planet: Place
    ship: Called
    die: int
    found: Seen
    people: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return state if self.found is Seen.UNDETECTED else with_people(state, self.people, detected=True)


def detect(play: Play, task: Firing, planet: Planet, people: Sequence[str]) -> None:
    """A ship is looked for, by the best pilot aboard (D7)."""
    world, ship = play.world, play.state.ships[task.ship]
    crew = [play.state.people[person] for person in people]
    pilot = max(world.rating(person, Rating.NAVIGATION) for person in crew)
    level = planet.level
    if any(item.scans for person in crew for item in world.items(person)):
        level = max(0, level - 1)
    seen = any(person.detected for person in crew)
    die = play.die(f"{planet.name}/{'leaving' if task.leaving else 'arriving'}/detection")
    found = detection(world.pack, die, evasion(pilot, world.pack.ships[ship.kind].maneuver), level, seen)
    play.tell(ShipSought(planet.name, ship.id, die, found, tuple(people)))
    if found is Seen.ELIMINATED:
        play.tell(ShipPassed(ship.id, None))
        hurt(play, [(person.name, world.boxes(person)) for person in crew])
    elif found is Seen.LOST_ON_ARRIVAL:
        arrival = next(index for index, one in enumerate(play.agenda) if isinstance(one, Arriving))
        play.agenda[arrival] = replace(play.agenda[arrival], wrecked=True)


@runs(Arriving)
def arrive(play: Play, task: Arriving) -> None:
    """Lands what lives; units beyond the size of the environ leave it (FITG-PDB-05, FITG-ENV-06)."""
    units, people = alive(play.state, task)
    ship = task.ship if task.ship in play.state.ships else ""
    if not units and not people and not ship:
        return
    captives = tuple(captive for captive in task.captives if play.state.people[captive].status is Status.CAPTIVE)
    start = play.state.units[units[0]].environ if units else ""
    play.tell(Arrived(units, people, ship, task.to, captives))
    if units:
        dismount(play, start, play.state.units[units[0]].side)
    if task.wrecked and ship:
        play.tell(ShipPassed(ship, None))
    if units:
        play.push(Excess(task.to, play.state.units[units[0]].side))


class StayedBehind(Fact[State], frozen=True):
    """Characters stay whose units were shot as they left, with a ship, if any; they have moved (FITG-PDB-05)."""

    says = NN_("{people} stays in {environ}.", "{people} stay in {environ}.", "people")
    rule = "FITG-PDB-05"
    people: Names
    ship: str
    environ: Place

    def evolve(self, state: State) -> State:
        return Arrived((), self.people, self.ship, self.environ).evolve(state)


LANDED = Together(
    Sets("units", "units", "environ", moved=True),
    Sets("people", "people", "environ", moved=True, group=0),
    Sets("people", "captives", "environ"),
)


class Arrived(Fact[State], frozen=True):
    """Pieces stand in an environ, moved for this segment; their captives with them."""

    silent = "where they go is told"
    units: tuple[str, ...]
    people: tuple[str, ...]
    ship: str
    environ: str
    captives: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        standing = {person: state.people[person].environ for person in self.people if person in state.people}
        taken = {
            id: replace(ship, environ=self.environ, moved=True)
            for id, ship in state.ships.items()
            if id == self.ship or (self.units and standing.get(ship.owner) == ship.environ)
        }
        state = with_people(LANDED.made(state, self), self.people, rides=bool(self.units))
        return replace(state, ships={**state.ships, **taken})

"""Repair Crews and Away Crews: pips or systems. Rulebook: FS-UPG-07, FS-UPG-18, FS-HULL-12."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.declared.changes import Alters, Sets
from engine.declared.sentences import either
from engine.game import ruled
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.orders import Option
from engine.question import runs
from engine.report import News
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Point
from engine.sunrise.data.units import Upgrade
from engine.sunrise.figures.hull import heal
from engine.sunrise.figures.sheet import restorable
from engine.sunrise.figures.squadrons import near_ok
from engine.sunrise.harm import broken_systems, picked, picks_ok, pips_now, restore_system, to_restore
from engine.sunrise.look import Look, Question, ShipOf, SystemOf, TurnFact
from engine.sunrise.nouns import SHIP
from engine.sunrise.play import Act, Answer, Play
from engine.sunrise.shooting.activation import OfActivated, crews, end, idled
from engine.sunrise.state import Choice, Kind, Repair, Restore, Ship, System, find, where, working
from engine.sunrise.words import ROWS
from engine.text.message import N_, NOTHING, T_, Text

CREW_BONUS, CREW_SYSTEMS = 3, 2
"""What Repair Crews add to their die of pips, or the systems that they restore instead (FS-UPG-07)."""


class Work(StrEnum):
    """Work of crews, pips or systems; chosen before any die (FS-UPG-07, FS-UPG-18)."""

    PIPS = "pips"
    SYSTEMS = "systems"


def away_ok(here: Point, there: Point, *, own: bool = True, used: bool = False) -> Refused | None:
    """None if Away Crews may work on a ship (FS-UPG-18). Refused: `E_ONCE`, `E_OWNER`, `E_SPACING`."""
    if used:
        return no(Code.E_ONCE, T_("These Away Crews have been out in this activation."), "FS-UPG-18")
    if not own:
        return no(Code.E_OWNER, T_("Away Crews work on their own side's ships."), "FS-UPG-18")
    return near_ok(here, there, "FS-UPG-18")


MEND = N_("{crew}[ of {other}] mend {ship} (die {die}): {pips}[, {rows} filled].")


class Mended(TurnFact, frozen=True):
    """Pips restored: the crews' ship and system, the die, the pips now, rows filled (FS-HULL-12, FS-UPG-07, -18)."""

    makes = Sets("ships", "ship", "pips")
    ship: str
    by: str
    system: str
    die: int
    pips: int
    filled: int

    def words(self, look: Look) -> News:
        crew = look.system(self.by, self.system)
        words = MEND(
            crew=crew,
            other=look.ship(self.by) if self.by != self.ship else NOTHING,
            ship=look.ship(self.ship),
            die=self.die,
            pips=pips_now(look, self.ship, self.pips),
            rows=ROWS(count=self.filled) if self.filled else NOTHING,
        )
        return ruled(words, "FS-UPG-07" if "Repair" in crew else "FS-UPG-18")


class AwayUsed(TurnFact, frozen=True):
    """Away Crews of a ship are out, on another or their own, in this activation (FS-UPG-18)."""

    says = either(
        lambda fact: fact.to == fact.ship,
        N_("{system} of {ship} go out aboard."),
        N_("{system} of {ship} go out to {to}."),
    )
    rule = "FS-UPG-18"
    makes = Alters("ships", "ship", lambda ship, fact: replace(ship, away=(*ship.away, fact.system)))
    ship: ShipOf
    system: SystemOf
    to: ShipOf


@runs(Repair)
def ask_repair(play: Play, task: Repair) -> None:
    """The owner chooses what Repair Crews do, before the die; where nothing is broken they have nothing to do.

    FS-UPG-07.
    """
    ship = play.state.ships[task.ship]
    system = find(ship.systems, task.system)
    if not ship.deployed or system is None or not system.works:
        return
    broken = restorable(ship.systems)
    hurt = ship.pips < play.world.whole(ship)
    if not hurt and not broken:
        return
    choice = Choice(
        kind="repair",
        side=ship.side,
        ship=ship.id,
        by=task.system,
        count=1,
        options=(Work.PIPS.value, Work.SYSTEMS.value) if broken else (Work.PIPS.value,),
        usual=(Work.PIPS.value,),
    )
    if broken:
        play.ask(choice, task)
    else:
        WhatToRepair().answered(play, task, choice, choice.usual)


class WhatToRepair(Question[Repair]):
    """Asks for the work of Repair Crews (FS-UPG-07), as it is since spring 2024 (FS-CHG-02, FS-CHG-03)."""

    kind = "repair"
    place = 13
    rule = "FS-UPG-07"
    asks = N_("what the Repair Crews of {ship} do")
    awaited = T_("what Repair Crews do")

    def buttons(self, look: Look, choice: Choice) -> Iterable[tuple[Text, act.Order]]:
        yield REPAIR_PIPS, RepairMode(work=Work.PIPS.value)
        yield REPAIR_SYSTEMS, RepairMode(work=Work.SYSTEMS.value)

    def usually(self, look: Look, choice: Choice) -> Text:
        return REPAIR_PIPS

    def advice(self, look: Look, choice: Choice) -> act.Order:
        """Two systems where the hull is nearly whole or what shoots and moves is out, else pips."""
        ship = look.known.ships[choice.ship]
        out = [system for system in ship.systems if system.lost and not system.barred]
        vital = [system for system in out if system.kind in (Kind.WEAPON, Kind.ENGINES)]
        nearly_whole = look.world.whole(ship) - ship.pips < MENDS
        systems = Work.SYSTEMS.value in choice.options and out and (len(vital) > 1 or nearly_whole)
        return RepairMode(work=(Work.SYSTEMS if systems else Work.PIPS).value)

    def answered(self, play: Play, task: Repair, choice: Choice, answer: tuple[str, ...]) -> None:
        """1d6+3 pips and a system for each row filled; or two systems, those that were named with it."""
        work, *picks = answer
        if work == Work.SYSTEMS:
            for system in picks:
                restore_system(play, task.ship, system, "FS-UPG-07")
            if not picks:
                play.push(Restore(task.ship, CREW_SYSTEMS))
            return
        ship = play.state.ships[task.ship]
        die = play.roll(f"{task.ship}/{task.system}/repair", 6)
        healed = heal(ship.pips, die + CREW_BONUS, play.world.rows(ship), play.world.row(ship))
        play.tell(Mended(task.ship, task.ship, task.system, die, healed.pips, healed.filled))
        if healed.filled:
            play.push(Restore(task.ship, healed.filled))


REPAIR_PIPS, REPAIR_SYSTEMS = T_("Repair pips"), T_("Repair two systems")
MENDS = 3
"""Pips lacking from which on the opponent's Repair Crews rather work at the hull."""


def _work(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """Work for Repair Crews as typed, with the systems that are named. Refuses `E_VALUE`, and as `harm.picks_ok`."""
    choice, (wanted, _, systems) = look.known.choice, words.strip().casefold().partition(" ")
    work = next((work for work in Work if wanted and work.value.startswith(wanted)), None)
    if work is None:
        look.no(Code.E_VALUE, N_("“{words}” is neither pips nor systems."), "FS-UPG-07", words=words)
    if work is Work.PIPS and systems:
        why = N_("Pips are rolled first; “{systems}” can be picked when rows are filled.")
        look.no(Code.E_VALUE, why, "FS-UPG-07", systems=systems)
    if choice is not None and work.value not in choice.options:
        look.no(Code.E_VALUE, T_("No system of the ship is destroyed."), "FS-UPG-07")
    picks = picked(look, systems, lost=True) if systems else ()
    look.require(picks_ok(look.known.ships[look.choice.ship].systems, picks, CREW_SYSTEMS))
    return (work.value, *picks)


def _works(look: Look, found: Found) -> list[Option]:
    choice = look.asked(WhatToRepair)
    return [] if isinstance(choice, Refused) else list(map(Option, choice.options))


class RepairMode(Answer):
    """Say what Repair Crews do: pips, or two systems, which may be named at once."""

    path: ClassVar[str] = "sunrise-choose repair"
    line: ClassVar[str] = "repair {work}"
    answers = (WhatToRepair,)
    work: Annotated[str, Value("what they do", _work, _works)] = Field(
        description="pips, or systems, or systems engines, c3", max_length=300
    )


def _errand(look: Look, words: str, found: Found) -> Work:
    """Work that was typed for Away Crews. Refuses `E_VALUE`."""
    word = words.strip().casefold()
    if word not in ("pips", "system", "systems"):
        look.no(Code.E_VALUE, N_("“{words}” is neither pips nor system."), "FS-UPG-18", words=words)
    return Work.PIPS if word == "pips" else Work.SYSTEMS


def _in_reach(look: Look, other: Ship, found: Found) -> Refused | None:
    ship = look.known.ships.get(look.known.acting)
    if ship is None:
        return no(Code.E_PHASE, T_("No ship is activated; pick one first."), "FS-TURN-06")
    return away_ok(where(ship), where(other), own=other.side is ship.side, used=not crews(ship))


def _restored(look: Look, words: str, found: Found) -> System:
    """The system that crews restore. Refuses `E_VALUE` beside pips, `E_UNKNOWN`, and as `sheet.restore_ok`."""
    if found.work is Work.PIPS:
        look.no(Code.E_VALUE, N_("Crews restore pips or a system, not pips and “{words}”."), "FS-UPG-18", words=words)
    return to_restore(look, words, found)


class Away(OfActivated):
    """Send Away Crews of the activated ship to restore pips, or a system, of a ship nearby."""

    path: ClassVar[str] = "sunrise away"
    line: ClassVar[str] = "away {work} on {ship}[ system {system}]"
    work: Annotated[str, Value("what they do", _errand, lambda look, found: map(Option, ("pips", "system")))] = Field(
        description="pips or system", max_length=20
    )
    ship: Annotated[str, SHIP.that(_in_reach, what="a ship of yours")] = Field(
        description="a ship within 12 inches", max_length=40
    )
    system: Annotated[str | None, Value("a system", _restored, broken_systems)] = Field(
        None, description="the system that is restored", max_length=60
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        if refused := super().ready(look):
            return refused
        ship = look.known.ships[look.known.acting]
        if working(ship.systems, Upgrade.AWAY_CREWS):
            return None
        return no(Code.E_DESTROYED, N_("{ship} has no working Away Crews."), "FS-UPG-18", ship=ship.name)

    def obey(self, act: Act) -> None:
        """Away Crews work at any point of the activation, each copy once (FS-UPG-18)."""
        ship, other = act.state.ships[act.state.acting], act.found.ship
        system = act.found.system
        if act.found.work is Work.SYSTEMS and system is None:
            system = _restored(act.look, "", act.found)
        play, crew = act.play, crews(ship)[0]
        play.tell(AwayUsed(ship.id, crew.id, other.id))
        if system is None:
            die = play.roll(f"{ship.id}/{crew.id}/away", 6)
            healed = heal(other.pips, die, play.world.rows(other), play.world.row(other))
            play.tell(Mended(other.id, ship.id, crew.id, die, healed.pips, healed.filled))
        else:
            restore_system(play, other.id, system.id, "FS-UPG-18")
        if idled(play, play.state.ships[ship.id]):
            end(play)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Pips of each own ship nearby, and each of its systems that is down: beside pips none is named."""
        for ship in SHIP.that(_in_reach).fitting(look):
            yield cls(work="pips", ship=ship.id)
            yield from (cls(work="system", ship=ship.id, system=system.id) for system in restorable(ship.systems))

"""Activations: a side picks a ship, which shoots, works and is done. Rulebook: FS-TURN-06..08, FS-UPG-07, FS-UPG-18."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.game import Fact, ruled
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.question import runs
from engine.report import News
from engine.sunrise.answering import Answer
from engine.sunrise.asking import Question
from engine.sunrise.craft.dogfights import ending
from engine.sunrise.craft.flak import beginning
from engine.sunrise.craft.smallcraft import sides_in_order
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.units import Upgrade
from engine.sunrise.figures.sheet import restorable, restore_ok
from engine.sunrise.look import Act, Look, ShipOf
from engine.sunrise.naming import system_option, where
from engine.sunrise.nouns import DEPLOYED, SHIP, system_of
from engine.sunrise.play import Play
from engine.sunrise.shooting.harm import pips_now, restore_system
from engine.sunrise.shooting.repairs import CREW_SYSTEMS, Work, away_ok, away_pips, repair_pips
from engine.sunrise.state import (
    Choice,
    EndActivation,
    FreeHand,
    Kind,
    NextPick,
    Repair,
    Restore,
    Score,
    Ship,
    Side,
    Stage,
    State,
    System,
    acting_as,
    find,
    ship_changed,
    working,
)
from engine.sunrise.turn.verdict import judged
from engine.sunrise.words import ROWS, where_words
from engine.text.message import N_, NOTHING, T_, Text
from engine.text.names import shown

ACTIVATED, ACTIVATED_AT = N_("**{ship}** is activated."), N_("**{ship}** is activated, {place}.")


class Activated(Fact[State], frozen=True):
    """A ship is activated: its weapons are fresh, and nobody else acts until it is done (FS-TURN-06)."""

    rule = "FS-TURN-06"
    threaded = True
    ship: str

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        fresh = replace(ship, activated=True, systems=_unfired(ship.systems), declared=(), volleyed=False, away=())
        return replace(
            state, acting=self.ship, stage=Stage.ACTION, picks=ship.side, ships={**state.ships, self.ship: fresh}
        )

    def words(self, look: Look) -> Text:
        known = look.known.ships.get(self.ship)
        if known is None:
            return ACTIVATED(ship=look.ship(self.ship))
        return ACTIVATED_AT(ship=look.ship(self.ship), place=where_words(known))


def _unfired(systems: tuple[System, ...]) -> tuple[System, ...]:
    if not any(one.fired for one in systems):
        return systems
    return tuple(replace(one, fired=False) if one.fired else one for one in systems)


class ActivationOver(Fact[State], frozen=True):
    """The activated ship is done (FS-TURN-07)."""

    says = N_("The activation of {ship} is over.")
    rule = "FS-TURN-07"
    threaded = True
    ship: ShipOf

    def evolve(self, state: State) -> State:
        state = replace(state, acting="")
        return ship_changed(state, self.ship, declared=(), volleyed=False, away=())


MEND = N_("{crew} mend {ship} (die {die}): {pips}{rows}.")
CREW_OF, FILLED = N_("{crew} of {ship}"), N_(", {rows} filled")


class Mended(Fact[State], frozen=True):
    """Pips restored: the crews' ship and system, the die, the pips now, rows filled (FS-HULL-12, FS-UPG-07, -18)."""

    threaded = True
    ship: str
    by: str
    system: str
    die: int
    pips: int
    filled: int

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, pips=self.pips)

    def words(self, look: Look) -> News:
        crew = look.system(self.by, self.system)
        words = MEND(
            crew=crew if self.by == self.ship else CREW_OF(crew=crew, ship=look.ship(self.by)),
            ship=look.ship(self.ship),
            die=self.die,
            pips=pips_now(look, self.ship, self.pips),
            rows=FILLED(rows=ROWS(count=self.filled)) if self.filled else NOTHING,
        )
        return ruled(words, "FS-UPG-07" if "Repair" in crew else "FS-UPG-18")


GO_ABOARD, GO_OUT = N_("{crew} of {ship} go out aboard."), N_("{crew} of {ship} go out to {other}.")


class AwayUsed(Fact[State], frozen=True):
    """Away Crews of a ship are out, on another or their own, in this activation (FS-UPG-18)."""

    rule = "FS-UPG-18"
    threaded = True
    ship: str
    system: str
    to: str

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        return state if ship is None else ship_changed(state, self.ship, away=(*ship.away, self.system))

    def words(self, look: Look) -> Text:
        crew, ship = look.system(self.ship, self.system), look.ship(self.ship)
        return (GO_ABOARD if self.to == self.ship else GO_OUT)(crew=crew, ship=ship, other=look.ship(self.to))


@runs(NextPick)
def next_pick(play: Play, task: NextPick) -> None:
    """The side whose turn it is to pick, as long as ships are left; then points are counted (FS-TURN-06)."""
    first = sides_in_order(play.state)[0] if task.after is None else task.after.other
    for side in (first, first.other):
        if pickable(play.state, side):
            play.stage(Stage.PICK, side)
            return
    play.push(Score())


def pickable(state: State, side: Side) -> list[Ship]:
    """The ships of a side that are still to be activated."""
    return [ship for ship in state.on_board(side) if not ship.activated]


def idle(look: Look) -> Refused | None:
    """Why no ship may be activated now: `E_PENDING`, `E_TURN`, `E_PHASE`."""
    state = look.known
    if refused := look.unfree():
        return refused
    if state.stage in (Stage.PICK, Stage.ACTION) and (refused := look.not_picking()):
        return refused
    if state.stage is Stage.ACTION:
        why = f"{shown(state.ships[state.acting].name)} is activated; end that first"
        return no(Code.E_PENDING, why, "FS-TURN-06")
    return look.untimely("FS-TURN-06", Stage.PICK)


def _fresh(look: Look, ship: Ship, found: Found) -> Refused | None:
    if not ship.activated:
        return None
    return no(Code.E_ONCE, f"{shown(ship.name)} was activated this turn", "FS-TURN-06")


FRESH = DEPLOYED.that(_fresh)
"""An own ship on the board that is still to be activated."""


def begin(play: Play, ship: Ship) -> None:
    """A ship is activated, and begins (FS-TURN-07)."""
    play.say(Activated(ship.id))
    play.push(*beginning(play, play.state.ships[ship.id]))


class Activate(act.Order):
    """Activate one of your ships; it then shoots and works until you end it."""

    path: ClassVar[str] = "sunrise activate"
    line: ClassVar[str] = "activate {ship}"
    each = 40
    ship: Annotated[str, FRESH] = Field(description="a ship not yet activated", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return idle(look)

    def obey(self, act: Act) -> None:
        """A ship has a free hand after its beginning."""
        play = Play(act.world, act.table)
        play.push(FreeHand(act.found.ship.id))
        begin(play, act.found.ship)
        play.go()


class Hold(act.Order):
    """Activate one of your ships and end it at once, without a shot."""

    path: ClassVar[str] = "sunrise hold"
    line: ClassVar[str] = "hold {ship}"
    each = 40
    ship: Annotated[str, FRESH] = Field(description="a ship not yet activated", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return idle(look)

    def obey(self, act: Act) -> None:
        """A ship is activated and fires nothing (FS-TURN-06)."""
        activate_idle(Play(act.world, act.table), act.found.ship)


def activate_idle(play: Play, ship: Ship) -> None:
    """A ship begins and ends."""
    play.push(EndActivation(ship.id))
    begin(play, ship)
    play.go()


@runs(FreeHand)
def free_hand(play: Play, task: FreeHand) -> None:
    """The owner has a free hand, unless there is nothing left for the ship to do."""
    ship = play.state.ships[task.ship]
    if not ship.deployed or (ship.volleyed and not crews(ship)):
        play.push(EndActivation(task.ship))
        return
    play.stage(Stage.ACTION, ship.side)


def crews(ship: Ship) -> list[System]:
    """The Away Crews of a ship that can still go out (FS-UPG-18)."""
    return [one for one in acting_as(ship.systems, Upgrade.AWAY_CREWS) if one.id not in ship.away]


def not_acting(look: Look) -> Refused | None:
    """Why the viewer's side has no activated ship with a free hand: `E_PENDING`, `E_TURN`, `E_PHASE`."""
    if refused := look.unfree():
        return refused
    if look.known.stage in (Stage.PICK, Stage.ACTION) and (refused := look.not_picking()):
        return refused
    if look.known.stage is Stage.PICK:
        return no(Code.E_PHASE, "no ship is activated; pick one first", "FS-TURN-06")
    return look.untimely("FS-TURN-06", Stage.ACTION)


class OfActivated(act.Order):
    """An order to the ship that is activated."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return not_acting(look)


@runs(EndActivation)
def end_activation(play: Play, task: EndActivation) -> None:
    """Dogfights and squadrons, Repair Crews, then the next pick (FS-TURN-07); the game may end here (FS-WIN-05)."""
    ship = play.state.ships[task.ship]
    if not task.closing and ship.deployed:
        play.push(
            *ending(play.state, ship),
            *(Repair(ship.id, one.id) for one in acting_as(ship.systems, Upgrade.REPAIR_CREWS)),
            EndActivation(task.ship, closing=True),
        )
        return
    play.say(ActivationOver(task.ship))
    if not judged(play):
        play.push(NextPick(ship.side))


class EndAct(OfActivated):
    """End the activation of your ship."""

    path: ClassVar[str] = "sunrise end"
    line: ClassVar[str] = "end activation"

    def obey(self, act: Act) -> None:
        """Shots that were aimed and not fired are not made."""
        end(Play(act.world, act.table))


def end(play: Play) -> None:
    """The activation ends."""
    play.push(EndActivation(play.state.acting))
    play.go()


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
    """What Repair Crews do (FS-UPG-07)."""

    kind = "repair"
    place = 13
    rule = "FS-UPG-07"
    asks = N_("what the Repair Crews of {ship} do")
    awaited = T_("what Repair Crews do")

    def buttons(self, look: Look, choice: Choice) -> Iterable[tuple[Text, act.Order]]:
        yield REPAIR_PIPS, RepairMode(work=Work.PIPS.value)
        yield REPAIR_SYSTEMS, RepairMode(work=Work.SYSTEMS.value)

    def advice(self, look: Look, choice: Choice) -> act.Order:
        """Two systems where the hull is nearly whole or what shoots and moves is out, else pips."""
        ship = look.known.ships[choice.ship]
        out = [one for one in ship.systems if one.lost and not one.barred]
        vital = [one for one in out if one.kind in (Kind.WEAPON, Kind.ENGINES)]
        nearly_whole = look.world.whole(ship) - ship.pips < MENDS
        systems = Work.SYSTEMS.value in choice.options and out and (len(vital) > 1 or nearly_whole)
        return RepairMode(work=(Work.SYSTEMS if systems else Work.PIPS).value)

    def answered(self, play: Play, task: Repair, choice: Choice, answer: tuple[str, ...]) -> None:
        """1d6+3 pips and a system for each row filled; or two systems."""
        if answer == (Work.SYSTEMS.value,):
            play.push(Restore(task.ship, CREW_SYSTEMS))
            return
        ship = play.state.ships[task.ship]
        die = play.roll(f"{task.ship}/{task.system}/repair", 6)
        healed = repair_pips(ship.pips, play.world.rows(ship), die, play.world.row(ship))
        play.say(Mended(task.ship, task.ship, task.system, die, healed.pips, healed.filled))
        if healed.filled:
            play.push(Restore(task.ship, healed.filled))


REPAIR_PIPS, REPAIR_SYSTEMS = T_("Repair pips"), T_("Repair two systems")
MENDS = 3
"""Pips lacking from which on the opponent's Repair Crews rather work at the hull."""


def _work(look: Look, words: str, found: Found) -> str:
    """What Repair Crews may do now. Refuses `E_VALUE`."""
    choice, wanted = look.known.choice, words.strip().casefold()
    work = next((one for one in Work if wanted and one.value.startswith(wanted)), None)
    if work is None:
        look.refuse(Code.E_VALUE, "FS-UPG-07", why=f"“{shown(words)}” is neither pips nor systems")
    if choice is not None and work.value not in choice.options:
        look.require(no(Code.E_VALUE, "no system of the ship is destroyed", "FS-UPG-07"))
    return work.value


def _works(look: Look, found: Found) -> list[Option]:
    choice = look.asked(WhatToRepair)
    return [] if isinstance(choice, Refused) else list(map(Option, choice.options))


class RepairMode(Answer):
    """Say what Repair Crews do: pips, or two systems."""

    path: ClassVar[str] = "sunrise-choose repair"
    line: ClassVar[str] = "repair {work}"
    answers = (WhatToRepair,)
    work: Annotated[str, Value("what they do", _work, _works)] = Field(description="pips or systems", max_length=20)


def _errand(look: Look, words: str, found: Found) -> Work:
    """What Away Crews do. Refuses `E_VALUE`."""
    word = words.strip().casefold()
    if word not in ("pips", "system", "systems"):
        look.require(no(Code.E_VALUE, f"“{shown(words)}” is neither pips nor system", "FS-UPG-18"))
    return Work.PIPS if word == "pips" else Work.SYSTEMS


def _in_reach(look: Look, other: Ship, found: Found) -> Refused | None:
    ship = look.known.ships.get(look.known.acting)
    if ship is None:
        return no(Code.E_PHASE, "no ship is activated; pick one first", "FS-TURN-06")
    return away_ok(where(ship), where(other), own=other.side is ship.side, used=not crews(ship))


def _restored(look: Look, words: str, found: Found) -> System:
    """The system that crews restore. Refuses `E_VALUE` beside pips, `E_UNKNOWN`, and as `sheet.restore_ok`."""
    if found.work is Work.PIPS:
        why = f"crews restore pips or a system, not pips and “{shown(words)}”"
        look.require(no(Code.E_VALUE, why, "FS-UPG-18"))
    system = system_of(look, found.ship, words, lambda one: one.lost > 0)
    look.require(restore_ok(found.ship.systems, system.id))
    return system


def _restorable(look: Look, found: Found) -> list[Option]:
    ship = found.get("ship")
    return [] if ship is None else [system_option(look.world, one) for one in restorable(ship.systems)]


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
    system: Annotated[str | None, Value("a system", _restored, _restorable)] = Field(
        None, description="the system that is restored", max_length=60
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        if refused := super().ready(look):
            return refused
        ship = look.known.ships[look.known.acting]
        if working(ship.systems, Upgrade.AWAY_CREWS):
            return None
        return no(Code.E_DESTROYED, f"{shown(ship.name)} has no working Away Crews", "FS-UPG-18")

    def obey(self, act: Act) -> None:
        """Away Crews work at any point of the activation, each copy once (FS-UPG-18)."""
        ship, other = act.state.ships[act.state.acting], act.found.ship
        system = act.found.system
        if act.found.work is Work.SYSTEMS and system is None:
            system = _restored(act.look, "", act.found)
        play, crew = Play(act.world, act.table), crews(ship)[0]
        play.say(AwayUsed(ship.id, crew.id, other.id))
        if system is None:
            die = play.roll(f"{ship.id}/{crew.id}/away", 6)
            healed = away_pips(other.pips, play.world.rows(other), die, play.world.row(other))
            play.say(Mended(other.id, ship.id, crew.id, die, healed.pips, healed.filled))
        else:
            restore_system(play, other.id, system.id, "FS-UPG-18")
        if play.state.ships[ship.id].volleyed and not crews(play.state.ships[ship.id]):
            end(play)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Pips of each own ship nearby, and each of its systems that is down."""
        if cls.ready(look) is None and crews(look.known.ships[look.known.acting]):
            for ship in SHIP.that(_in_reach).fitting(look):
                yield cls(work="pips", ship=ship.id)
                yield from (cls(work="system", ship=ship.id, system=one.id) for one in restorable(ship.systems))


def late_pick(play: Play, side: Side) -> None:
    """Time is up: the first ship by id is activated and fires nothing (register 18)."""
    activate_idle(play, min(pickable(play.state, side), key=lambda ship: ship.number))

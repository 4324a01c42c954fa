"""Orders to shoot: weapons and targets offered, declared one by one or together, and fired. FS-WPN-07, FS-WPN-08."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.declared.changes import Alters, Its, Sets
from engine.declared.sentences import either
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND
from engine.orders import Option, Pick
from engine.question import runs
from engine.sunrise.abilities import aimed, targets
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import inches
from engine.sunrise.figures.factions import Miracle, price
from engine.sunrise.figures.odds import volley
from engine.sunrise.look import Look, ShipOf, TurnFact, split_list
from engine.sunrise.nouns import OWN, SHIP, TARGET, ship_names, system_of, systems_named
from engine.sunrise.play import Act, Play
from engine.sunrise.shooting.activation import FRESH, Activated, OfActivated, begin, idle, not_acting
from engine.sunrise.sight import Aimed, asked, legal_shots, shots_by_target
from engine.sunrise.state import Fire, FreeHand, Kind, Ship, Shot, Stage, State, System, Turn, pickable
from engine.sunrise.words import system_name, tenth
from engine.text import message
from engine.text.message import N_, NN_, NOTHING, T_, Beside, Text, drawn, term
from engine.text.names import hidden

LONGEST = 100
"""Letters that a menu's entry can hold."""


def weapon_options(look: Look, ship: Ship) -> list[Option]:
    """The weapons of a ship that work, those that have not fired first."""
    found = [system for system in ship.systems if system.kind is Kind.WEAPON and system.works]
    found.sort(key=lambda system: system.fired)
    return [Option(system.id, f"{system_name(system, look.pack, ship.systems)} ({system.id})") for system in found]


def target_options(look: Look, weapon: str) -> list[Option]:
    """Targets of a weapon of the activated ship, the nearest first, with what it would do.

    All enemies on the board where no weapon is named, or none of this name is there.
    """
    known, side = look.known, look.side
    if side is None:
        return []
    ship = known.ships.get(known.acting)
    if ship is not None and ship.side is side:
        wanted = {system.id for system in systems_named(look.world, ship, weapon) if system.kind is Kind.WEAPON}
        if wanted:
            first: dict[str, Aimed] = {}
            for shot in legal_shots(look, ship):
                if shot.system.id in wanted:
                    first.setdefault(shot.target.id, shot)
            return [
                Option(id, f"{hidden(aim.target.name)} ({id}): {_told(look, ship, aim)}") for id, aim in first.items()
            ]
    return [OWN.option(look, foe) for foe in known.on_board(side.other)]


def volleys(look: Look, ship: Ship) -> list[tuple[Fraction, Ship, list[Aimed]]]:
    """All weapons of a ship that can shoot at an enemy at that enemy, with the mean pips; what does most first."""
    ranked = [
        (volley([asked(look, ship, shot) for shot in shots]).marked.mean(), shots[0].target, shots)
        for shots in shots_by_target(look, ship).values()
    ]
    return sorted(ranked, key=lambda one: (-one[0], one[1].id))


ALL_AT = NN_(
    "All at {target}: {weapons} weapon, mean {mean} pips",
    "All at {target}: {weapons} weapons, mean {mean} pips",
    "weapons",
)


def volley_options(look: Look, ship: Ship) -> list[Option]:
    """Volleys of a ship at each enemy, as far as a menu can hold them."""
    options = (
        Option(
            shots_text(shot.shot for shot in shots),
            ALL_AT(target=drawn(target.name), weapons=len(shots), mean=term(f"{tenth(mean)}")),
        )
        for mean, target, shots in volleys(look, ship)
    )
    return [option for option in options if len(option.value) <= LONGEST]


def shots_text(shots: Iterable[Shot]) -> str:
    """Shots as an order names them: "c1 at B2, c3 at B2 from A4"."""
    return ", ".join(f"{one.weapon} at {one.target}" + (f" from {one.source}" if one.source else "") for one in shots)


TOLD = NN_("{range} in, {dice} die, mean {mean} pips", "{range} in, {dice} dice, mean {mean} pips", "dice")


def _told(look: Look, ship: Ship, shot: Aimed) -> str:
    attack = asked(look, ship, shot)
    mean = tenth(volley([attack]).marked.mean())
    return TOLD(range=term(f"{inches(shot.range)}"), dice=attack.dice, mean=term(f"{mean}"))


SHOT = N_("{weapon} at {target}[ (measured from {source})]")


def shots_words(look: Look, ship: str, shots: Iterable[Shot]) -> Text:
    """Weapons and their targets."""
    return message.listed(
        SHOT(
            weapon=look.system(ship, shot.weapon),
            target=look.ship(shot.target),
            source=look.ship(shot.source) if shot.source not in ("", ship) else NOTHING,
        )
        for shot in shots
    )


Shots = Annotated[tuple[Shot, ...], Beside(lambda look, fact, form: shots_words(look, fact.ship, fact.shots))]
"""A field of a fact: shots of its `ship`."""


class Declared(TurnFact, frozen=True):
    """The shots that a ship has aimed but not fired (FS-WPN-08)."""

    says = either("shots", N_("{ship} aims: {shots}."), N_("{ship} aims at nothing any more."))
    rule = "FS-WPN-08"
    makes = Sets("ships", "ship", declared=Its("shots"))
    ship: ShipOf
    shots: Shots


class Volleyed(TurnFact, frozen=True):
    """A ship fires these shots, one after the other: those weapons have fired (FS-WPN-07, FS-WPN-14)."""

    says = N_("**{ship} fires**: {shots}.")
    rule = "FS-WPN-14"
    decides = True
    makes = Alters("ships", "ship", lambda ship, fact: _fired(ship, {shot.weapon for shot in fact.shots}))
    ship: ShipOf
    shots: Shots


def _fired(ship: Ship, weapons: Set[str]) -> Ship:
    """A ship whose weapons have fired."""
    systems = tuple(replace(system, fired=True) if system.id in weapons else system for system in ship.systems)
    return replace(ship, systems=systems, declared=(), volleyed=True)


def declared(look: Look, ship: Ship, words: tuple[str, str, str | None], before: Sequence[Shot]) -> Shot:
    """A shot (weapon, target and source in words) that may be declared beside those before it.

    Refuses as `weapons.aim` does, `E_UNKNOWN`, `E_FIRED` for a weapon aimed twice, `E_PHASE` after the volley.
    """
    weapon, target, source = words
    taken = {shot.weapon for shot in before}

    def free(system: System) -> bool:
        return system.kind is Kind.WEAPON and system.works and not system.fired and system.id not in taken

    system = system_of(look, ship, weapon, free)
    if system.kind is not Kind.WEAPON:
        look.no(Code.E_UNKNOWN, N_("{weapon} is no weapon."), "FS-WPN-07", weapon=weapon)
    if system.id in taken:
        look.no(Code.E_FIRED, N_("{weapon} is aimed already, and fires once."), "FS-WPN-07", weapon=weapon)
    enemy = TARGET.find(look, target, NOTHING_FOUND)
    measured = SHIP.find(look, source, NOTHING_FOUND).id if source else ""
    shot = Shot(system.id, enemy.id, measured)
    found = aimed(look.world, look.known, ship, shot)
    if isinstance(found, Refused):
        look.require(found)
    if ship.volleyed:
        why = N_("{ship} has fired its volley, and all targets are declared before any dice.")
        look.no(Code.E_PHASE, why, "FS-WPN-08", ship=ship.name)
    return shot


class Target(OfActivated):
    """Aim a weapon of the activated ship at an enemy."""

    path: ClassVar[str] = "sunrise target"
    line: ClassVar[str] = "target {weapon} at {target}[ from {source}]"
    tried: ClassVar[int] = 4
    weapon: Annotated[str, Pick("a weapon")] = Field(description="a weapon by name or number", max_length=60)
    target: Annotated[str, Pick("an enemy")] = Field(description="an enemy ship", max_length=40)
    source: Annotated[str | None, Pick("a ship of yours")] = Field(
        None, description="a ship with Binding Runes to measure the range from", max_length=40
    )

    def obey(self, act: Act) -> None:
        """A shot is declared; a weapon that is named by number and aimed already is aimed anew."""
        ship = act.look.known.ships[act.look.known.acting]
        named = [system.id for system in systems_named(act.world, ship, self.weapon)]
        kept = [shot for shot in ship.declared if named != [shot.weapon]]
        shot = declared(act.look, ship, (self.weapon, self.target, self.source), kept)
        act.play.tell(Declared(ship.id, (*kept, shot)))

    @classmethod
    def options(cls, look: Look, field: str, given: Mapping[str, str]) -> Iterable[Option]:
        ship = look.known.ships.get(look.known.acting)
        match field:
            case "weapon":
                return [] if ship is None else weapon_options(look, ship)
            case "target":
                return target_options(look, given.get("weapon", ""))
            case _:
                return [] if look.side is None else (OWN.option(look, one) for one in look.known.on_board(look.side))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Each weapon that has not fired at each of its targets."""
        if look.known.ships[look.known.acting].volleyed:
            return
        ship = look.known.ships[look.known.acting]
        for system in ship.systems:
            if system.kind is Kind.WEAPON and system.works and not system.fired:
                for shot in targets(look.world, look.known, ship, system):
                    yield cls(weapon=shot.weapon, target=shot.target, source=shot.source or None)


class Volley(OfActivated):
    """Fire everything that is aimed."""

    path: ClassVar[str] = "sunrise volley"
    line: ClassVar[str] = "volley"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PENDING` where nothing is declared."""
        if refused := super().ready(look):
            return refused
        if look.known.ships[look.known.acting].declared:
            return None
        return no(Code.E_PENDING, T_("Nothing is aimed yet."), "FS-WPN-08")

    def obey(self, act: Act) -> None:
        """Fires what was declared."""
        act.play.push(Fire(act.play.state.acting))
        act.play.go()


_SHOT = re.compile(r"\s*(.+?)\s+at\s+(.+?)(?:\s+from\s+(.+?))?(?:\s+(miracle|no)\s+die)?\s*", re.IGNORECASE)


def read_shots(look: Look, ship: Ship, text: str) -> list[Shot]:
    """The shots of a line such as "Energy Lance at B1 miracle die, Railgun at B2", or "Solar Light at B1 no die".

    Refuses `E_VALUE`, and as `declared`; dice of miracles `E_FACTION`, `E_POINTS` (FS-FAC-04).
    """
    shots: list[Shot] = []
    spent = 0
    for part in split_list(text, ship_names(look.known)):
        match = _SHOT.fullmatch(part)
        if match is None:
            look.no(Code.E_VALUE, N_("“{part}” cannot be read; write 'Railgun at B1'."), "FS-WPN-08", part=part)
        shot = declared(look, ship, (match[1], match[2], match[3]), shots)
        if match[4]:
            look.require(look.unblessed("FS-FAC-04"))
            shot = replace(shot, blessed=match[4].casefold() == "miracle")
        if shot.blessed is True:
            look.require(look.too_dear(Miracle.DIE, spent=spent))
            spent += price(Miracle.DIE, look.pack.prices)
        shots.append(shot)
    if not shots:
        look.no(Code.E_PENDING, T_("Nothing is aimed."), "FS-WPN-08")
    return shots


def best_volley(look: Look, ship: Ship) -> str:
    """Everything that a ship could fire now, each weapon at its first target, as the words of an order."""
    guns = (system for system in ship.systems if system.kind is Kind.WEAPON and system.works)
    return shots_text(shot for gun in guns for shot in targets(look.world, look.known, ship, gun)[:1])


class Shoot(act.Order):
    """Activate a ship if need be, aim several weapons and fire them, all in one."""

    path: ClassVar[str] = "sunrise fire"
    line: ClassVar[str] = "fire {shots}[ with {ship}]"
    tried: ClassVar[int] = 6
    shots: Annotated[str, Pick("weapons and targets")] = Field(
        description="such as: Energy Lance at B1, Railgun at B2 from A2, Solar Light at B3 miracle die", max_length=500
    )
    ship: Annotated[str | None, Pick("a ship of yours")] = Field(
        None, description="the ship that fires, unless it is activated already", max_length=40
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While a ship of the side's is activated, or one may be."""
        return not_acting(look) if look.known.stage is Stage.ACTION else idle(look)

    def obey(self, act: Act) -> None:
        """A ship is activated unless it is already, aims and fires (FS-TURN-06, FS-WPN-08)."""
        look, opening = act.look, act.look.known.stage is not Stage.ACTION
        if opening:
            if self.ship is None:
                why = N_("No ship is activated; say which fires: fire {shots} with A1.")
                look.no(Code.E_PHASE, why, "FS-TURN-06", shots=self.shots)
            ship = FRESH.find(look, self.ship or "", NOTHING_FOUND)
            shots = read_shots(look, _fresh(ship), self.shots)
        else:
            ship = look.known.ships[look.known.acting]
            if (self.ship or ship.id).strip().casefold() not in (ship.id.casefold(), ship.name.casefold()):
                look.require(idle(look))
            shots = read_shots(look, ship, self.shots)
        act.play.push(Fire(ship.id, tuple(shots)))
        if opening:
            begin(act.play, ship)
        act.play.go()

    @classmethod
    def options(cls, look: Look, field: str, given: Mapping[str, str]) -> Iterable[Option]:
        known, side = look.known, look.side
        if side is None:
            return []
        acting = known.ships.get(known.acting)
        if field == "ship":
            fires = pickable(known, side) if acting is None else [acting] if acting.side is side else []
            return (OWN.option(look, ship) for ship in fires)
        named = given.get("ship")
        wanted = next((ship for ship in known.fleet(side) if named in (ship.id, ship.name)), acting)
        return volley_options(look, wanted) if wanted is not None and wanted.deployed else []

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """The best volley of each ship that could fire one."""
        if look.side is None:
            return
        acting = look.known.ships.get(look.known.acting)
        for ship in pickable(look.known, look.side) if acting is None else [acting]:
            volley = "" if ship.volleyed and acting is not None else best_volley(look, ship)
            if volley and not (ship.declared and acting is not None):
                yield cls(ship=ship.id, shots=volley)


def _fresh(ship: Ship) -> Ship:
    """A ship as it is when it is activated: its weapons have not fired."""
    return Activated(ship.id).evolve(State(ships={ship.id: ship})).ships[ship.id]


@runs(Fire)
def fire(play: Play, task: Fire) -> None:
    """Weapons fire one by one in the order declared (FS-WPN-14), first of all past Holy Sanctuary (FS-FAC-08).

    Afterwards the ship may still have work to do.
    """
    ship = play.state.ships[task.ship]
    shots = task.shots or ship.declared
    if not ship.deployed or not shots:
        play.push(FreeHand(task.ship))
        return
    play.tell(Volleyed(task.ship, shots))
    play.push(Turn(task.ship, shots), FreeHand(task.ship))

"""The data pack of a game: its sheets, and what they hold with look-ups. Register D1 to D12."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.dice.tables import Bands
from engine.game import RefusalText
from engine.pack.reading import Check, Flaw, Form, Names, read
from engine.pack.shapes import Keyed, Links, Row, Unique, Written
from engine.pack.wording import RuleText
from engine.text.names import no_such

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Face = Annotated[int, Meta(ge=1, le=6)]


class Code(StrEnum):
    """The closed list of refusal codes, in their order of precedence."""

    E_LOCKED = "E_LOCKED"
    E_PHASE = "E_PHASE"
    E_OWNER = "E_OWNER"
    E_WHERE = "E_WHERE"
    E_LEADER = "E_LEADER"
    E_SIDE = "E_SIDE"
    E_TYPE = "E_TYPE"
    E_ACTIVE = "E_ACTIVE"
    E_BREAK = "E_BREAK"
    E_ALLOC = "E_ALLOC"
    E_RANGE = "E_RANGE"
    E_DICE = "E_DICE"
    E_NAME = "E_NAME"


class Side(StrEnum):
    """One of the two sides."""

    REBEL = "rebel"
    IMPERIAL = "imperial"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.IMPERIAL if self is Side.REBEL else Side.REBEL


class Terrain(StrEnum):
    """The types of environs, and of Rebel units."""

    URBAN = "urban"
    WILD = "wild"
    LIQUID = "liquid"
    SUBTERRANEAN = "subterranean"
    AIR = "air"
    FIRE = "fire"

    @property
    def special(self) -> bool:
        """True if it is one of the special environs (FITG-ENV-17)."""
        return self not in (Terrain.URBAN, Terrain.WILD)


class Cell(msgspec.Struct, frozen=True):
    """A cell of a results table: what attacker and defender suffer, and on which side of a roll is a capture."""

    attacker: int
    defender: int
    attacker_star: bool = False
    defender_star: bool = False


_CELL = Annotated[
    Cell,
    Written(
        r"(\d)(\*?)/(\d)(\*?)",
        lambda found: Cell(int(found[1]), int(found[3]), bool(found[2]), bool(found[4])),
        "should be the attacker's loss/the defender's loss, such as \"2*/1\"",
    ),
]


def _in_all(number: int) -> Meta:
    """So many columns, or rows for the faces of a die, and no more or fewer."""
    return Meta(min_length=number, max_length=number)


class MilitaryRow(Row, frozen=True):
    """A row of the Military Combat Results Table: what each column gives for a die (D1)."""

    die: Face
    cells: Annotated[tuple[_CELL, ...], _in_all(11)]


class CharacterRow(Row, frozen=True):
    """A row of the Character Combat Results Table: what each column gives for a die (D2)."""

    die: Face
    cells: Annotated[tuple[_CELL, ...], _in_all(10)]


class SquadRow(Row, frozen=True):
    """From which strength of units a squad attacks with so much and endures so much (D3)."""

    strength: Positive = msgspec.field(name="from")
    attack: Positive = 1
    endurance: Positive = 1


class Detected(StrEnum):
    """Result of a planetary defence base that looks for a ship (D7)."""

    UNDETECTED = "U"
    DETECTED = "D"
    LOST_ON_ARRIVAL = "Dd"
    ELIMINATED = "E"


class DetectionRow(Row, frozen=True):
    """Results for a ship by a die, by the columns of evasion."""

    die: Face
    cells: Annotated[tuple[Detected, ...], _in_all(8)]


class SearchRow(Row, frozen=True):
    """The greatest die with which somebody is found, from a hiding value on, by the columns of search values."""

    hiding: Natural
    dice: Annotated[tuple[Annotated[int, Meta(ge=0, le=6)], ...], _in_all(8)]


class BreakOff(Row, frozen=True):
    """The greatest die with which active and inactive characters break off, by column (D2)."""

    active: Annotated[tuple[Face, ...], _in_all(10)]
    inactive: Annotated[tuple[Face, ...], _in_all(10)]


class Tables(Row, frozen=True):
    """tables.toml"""

    military: Annotated[tuple[MilitaryRow, ...], Unique("die"), _in_all(6)]
    character: Annotated[tuple[CharacterRow, ...], Unique("die"), _in_all(6)]
    squads: tuple[SquadRow, ...]
    evasion: Annotated[tuple[Natural, ...], _in_all(8)]
    detection: Annotated[tuple[DetectionRow, ...], Unique("die"), _in_all(6)]
    searching: Annotated[tuple[Positive, ...], _in_all(8)]
    search: tuple[SearchRow, ...]
    break_off: BreakOff


class Locals(Row, frozen=True):
    """Irate locals of a race in an environ (D4)."""

    race: Name
    terrain: Terrain
    attack: Positive
    endurance: Positive
    by_hand: bool = False


class Growth(Row, frozen=True):
    """Gain of a creature, in rounds `first`, `first` + `every` and so on."""

    attack: Natural = 0
    endurance: Natural = 0
    first: Positive = msgspec.field(name="from", default=2)
    every: Positive = 1


Manner = Literal["", "harmless", "spores", "swarm", "stalker", "mist", "grip", "duel"]


class Creature(Row, frozen=True):
    """A creature of the Galactic Guide, and how it fights (D5). It cannot be harmed where its endurance is 0.

    `surprise` columns in its favour in round 1; `bars` says when nobody breaks off, `drift` what is added to the die of
    breaking off (in round 1, later). `mind`: intelligence fights intelligence. `unanswered`: no defence die. With
    `everybody` all are active. `growth` by rounds; `callous` of its wounds do not weaken it; `rage`: each strengthens
    it; `feeds`: it gains by so many wounds that it deals. `rounds` at most; with `lasts` rounds survived, it
    `hunts_ships` or ends the group's `draws`. `fades` after a round without wounds, `outwitted` by one character's
    intelligence, `self_harm` by its own dice. `rude` only to groups without a diplomat, `dull` those without a mind of
    3. Beaten, it makes a planet `loyal` to the Rebels; unbeaten, it `steals`; one meets it for a `gift`.
    """

    name: Name
    attack: Natural = 0
    endurance: Natural = 0
    manner: Manner = ""
    surprise: Natural = 0
    bars: Literal["", "first", "always"] = ""
    drift: int = 0
    drift_first: int = 0
    drift_later: int = 0
    mind: bool = False
    firefight: bool = False
    unanswered: bool = False
    everybody: bool = False
    growth: Growth = Growth()
    callous: Natural = 0
    rage: bool = False
    feeds: Natural = 0
    rounds: Natural = 0
    lasts: Natural = 0
    draws: Literal["", "fewer", "none"] = ""
    hunts_ships: bool = False
    fades: bool = False
    outwitted: bool = False
    self_harm: bool = False
    attack_dice: Positive = 1
    rude: bool = False
    dull: bool = False
    loyal: bool = False
    steals: bool = False
    gift: bool = False


class Card(Row, frozen=True):
    """A character (D9): `spares` names what it is not attacked by, `hides` its own bonus when it is searched for."""

    card: Positive
    name: Name
    side: Side
    race: Name
    combat: Natural
    endurance: Positive
    intelligence: Natural
    leadership: Natural
    diplomacy: Natural
    navigation: Natural
    hides: Natural = 0
    spares: tuple[Literal["robots", "locals", "first-creature"], ...] = ()
    ship: Annotated[str, Links("ship")] = ""


class UnitKind(Row, frozen=True):
    """A kind of military unit (D10); `first` is its strength in environ combat (FITG-GEN-01)."""

    name: Name
    side: Side
    first: Positive
    second: Natural
    mobile: bool = False
    elite: bool = False


class ShipKind(Row, frozen=True):
    """A kind of ship: passengers, and how it manoeuvres."""

    name: Name
    passengers: Positive
    maneuver: Natural


class Possession(Row, frozen=True):
    """A possession of a Rebel (D8). `once`: it does something on order only. It `raises` one rating by so much for the
    game-turn, and is lost; what `jams` a base puts it down. `heals` and `idles` have no part in combat.
    """

    name: Name
    combat: Natural = 0
    defending: Natural = 0
    intelligence: Natural = 0
    once: bool = False
    wears_out: Annotated[int, Meta(ge=0, le=6)] = 0
    takes_wound: bool = False
    shield: Natural = 0
    hides: Natural = 0
    hides_from_units: Natural = 0
    halves_locals: bool = False
    steady: bool = False
    raises: Natural = 0
    jams: bool = False
    heals: bool = False
    idles: bool = False
    scans: bool = False
    spares: tuple[Literal["robots", "locals", "first-creature"], ...] = ()


class PlanetRow(Row, frozen=True):
    """A planet of the province."""

    number: Positive
    name: Name


class EnvironRow(Row, frozen=True):
    """An environ: its type and size, its races in their order, the creature that lives there (D11)."""

    planet: Annotated[str, Links("planet")]
    terrain: Terrain
    size: Positive
    resources: Natural
    races: tuple[Name, ...]
    creature: Annotated[str, Links("creature")] = ""
    coup: Natural = 0

    @property
    def id(self) -> str:
        """Name of the environ: "Angoff urban"."""
        return f"{self.planet} {self.terrain}"


class PlanetsSheet(Row, frozen=True):
    """planets.toml"""

    planets: Annotated[tuple[PlanetRow, ...], Unique("name"), Unique("number")]
    environs: Annotated[Mapping[str, EnvironRow], Keyed("id")]


class HeldPlanet(Row, frozen=True):
    """Side that holds a planet at the beginning, and its planetary defence base."""

    name: Annotated[str, Links("planet")]
    control: Side | None = None
    loyalty: Annotated[int, Meta(ge=-2, le=2)] = 0
    level: Annotated[int, Meta(ge=0, le=2)] = 0


class PlacedUnit(Row, frozen=True):
    """A unit where it begins; Rebel ones have a type."""

    unit: Annotated[str, Links("unit")]
    at: Name
    terrain: Terrain | None = None


class PlacedCard(Row, frozen=True):
    """A character where it begins; one that `leads` is stacked with the units there."""

    name: Annotated[str, Links("character")]
    at: Name
    leads: bool = False


class PlacedShip(Row, frozen=True):
    """A ship, and whose it is."""

    ship: Annotated[str, Links("ship")]
    owner: Annotated[str, Links("character")]


class Scenario(Row, frozen=True):
    """A scenario (D12): turns, points to win, who is where. A `skirmish` counts characters only.

    The Rebels win at once with `rebels_hold` planets, among them `with_planet`; the Empire with all planets once
    `rebels_lost` Rebel characters (0: all) are dead or captive. Neither does where `rebels_hold` is 0.
    """

    code: Name
    name: Name
    turns: Positive
    goal: Natural
    planets: tuple[HeldPlanet, ...]
    units: tuple[PlacedUnit, ...]
    characters: tuple[PlacedCard, ...]
    ships: tuple[PlacedShip, ...] = ()
    skirmish: bool = False
    rebels_hold: Natural = 0
    with_planet: Annotated[str, Links("planet")] = ""
    rebels_lost: Natural = 0


class EventCode(StrEnum):
    """Event that an action card may hold for combat (D6)."""

    CREATURE = "creature"
    ROBOT = "robot"
    ROBOTS = "robots"
    LOCALS = "locals"
    SEARCH = "search"
    SQUAD = "squad"
    SOLDIER = "soldier"
    SEASON = "season"
    RAID = "raid"
    ACCIDENT = "accident"
    COUP = "coup"


class EventRow(Row, frozen=True):
    """Numbers of cards that show an event in each of their sections."""

    code: EventCode
    name: Name
    urban: Natural
    special: Natural
    wild: Natural

    def count(self, terrain: Terrain) -> int:
        """Cards that show it in an environ of that type."""
        return self.special if terrain.special else self.urban if terrain is Terrain.URBAN else self.wild


class EventsSheet(Row, frozen=True):
    """events.toml"""

    cards: Positive
    events: Annotated[tuple[EventRow, ...], Unique()]


class ClockRow(Row, frozen=True):
    """Minutes that a decision waits, by pace."""

    live: Positive
    post: Positive


class PackSheet(Row, frozen=True):
    """pack.toml"""

    name: Name
    version: Positive
    clock: ClockRow


class Sheets(msgspec.Struct, frozen=True):
    """The sheets of a pack that hold records."""

    pack: PackSheet
    tables: Tables
    locals: tuple[Locals, ...]
    creatures: Annotated[Mapping[str, Creature], Keyed("name")]
    characters: Annotated[Mapping[str, Card], Keyed("name"), Unique("card")]
    units: Annotated[Mapping[str, UnitKind], Keyed("name")]
    ships: Annotated[Mapping[str, ShipKind], Keyed("name")]
    possessions: Annotated[Mapping[str, Possession], Keyed("name")]
    planets: PlanetsSheet
    events: EventsSheet
    scenarios: Annotated[Mapping[str, Scenario], Keyed()]


class Pack(Sheets, frozen=True, kw_only=True):
    """A whole, checked data pack. Look-ups are by name; `digest` pins what it says (not how)."""

    digest: str
    military: tuple[tuple[Cell, ...], ...]
    character: tuple[tuple[Cell, ...], ...]
    squads: Bands[SquadRow]
    environs: Mapping[str, EnvironRow]
    rules: tuple[RuleText, ...]
    refusals: Mapping[str, RefusalText]

    def deck(self, terrain: Terrain) -> tuple[EventCode | None, ...]:
        """The action cards as they read in an environ of that type, in the pack's order; None for no event (D6)."""
        shown: list[EventCode | None] = [row.code for row in self.events.events for _ in range(row.count(terrain))]
        return (*shown, *[None] * (self.events.cards - len(shown)))


def _typed_rebels(sheets: Sheets) -> Iterator[Flaw]:
    """Rebel units have a type, Imperial ones have none (FITG-ENV-16)."""
    sides = {name: unit.side for name, unit in sheets.units.items()}
    for at, scenario in enumerate(sheets.scenarios.values()):
        for index, unit in enumerate(scenario.units):
            if (sides.get(unit.unit) is Side.REBEL) is not (unit.terrain is not None):
                path = ("scenarios", at, "units", index, "terrain")
                yield Flaw("scenarios.toml", path, "Rebel units alone have a type (FITG-ENV-16)")


def _places(sheets: Sheets) -> Iterator[Flaw]:
    """Flaws where what a scenario places stands in no environ of its planets."""
    for at, scenario in enumerate(sheets.scenarios.values()):
        held = {planet.name for planet in scenario.planets}
        known = [id for id, environ in sheets.planets.environs.items() if environ.planet in held]
        placed = {"units": [unit.at for unit in scenario.units], "characters": [one.at for one in scenario.characters]}
        for table, places in placed.items():
            for index, place in enumerate(places):
                if place not in known:
                    path = ("scenarios", at, table, index, "at")
                    yield Flaw("scenarios.toml", path, no_such("environ of the scenario", place, known))


def _whole_deck(sheets: Sheets) -> Iterator[Flaw]:
    """No section of the cards shows more events than there are cards (D6)."""
    for terrain in Terrain:
        shown = sum(row.count(terrain) for row in sheets.events.events)
        if shown > sheets.events.cards:
            yield Flaw("events.toml", ("cards",), f"{shown} events of {terrain} stand on {sheets.events.cards} cards")


def _known_locals(sheets: Sheets) -> Iterator[Flaw]:
    """The first race of an environ has its locals there (FITG-CHR-05)."""
    lines = {(kind.race, kind.terrain) for kind in sheets.locals}
    for index, environ in enumerate(sheets.planets.environs.values()):
        if environ.races and (environ.races[0], environ.terrain) not in lines:
            reason = f"no irate locals of {environ.races[0]} in {environ.terrain} environs (FITG-CHR-05)"
            yield Flaw("planets.toml", ("environs", index, "races"), reason)


FORM = Form(
    Sheets,
    {what: Names((f"{what}s",), "name") for what in ("ship", "planet", "creature", "unit", "character")},
    (
        Check(_typed_rebels, ("units", "scenarios")),
        Check(_places, ("planets", "scenarios")),
        Check(_whole_deck, ("events",)),
        Check(_known_locals, ("planets", "locals")),
    ),
    Code,
)


def load(sources: Mapping[str, str], folder: str) -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found."""
    reading = read(FORM, sources, folder)
    sheets, tables = reading.sheets, reading.sheets.tables
    return Pack(
        **msgspec.structs.asdict(sheets),
        digest=reading.digest,
        military=tuple(row.cells for row in sorted(tables.military, key=lambda row: row.die)),
        character=tuple(row.cells for row in sorted(tables.character, key=lambda row: row.die)),
        squads=Bands([(row.strength, row) for row in tables.squads]),
        environs=sheets.planets.environs,
        rules=reading.rules,
        refusals=reading.refusals,
    )

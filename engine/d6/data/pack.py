"""The data pack of a game: its sheets, and what they hold with look-ups. Register section 22."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from engine.d6.dice.codes import DIE, Dice, code
from engine.dice.tables import Bands
from engine.game import RefusalText
from engine.pack.reading import Check, Flaw, Form, Names, read
from engine.pack.shapes import Each, Links, Row, Unique, Written, Wrong
from engine.pack.wording import RuleText

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


class Code(StrEnum):
    """The closed list of refusal codes, in their order of precedence."""

    E_PERM = "E_PERM"
    E_UNKNOWN = "E_UNKNOWN"
    E_VALUE = "E_VALUE"
    E_NODODGE = "E_NODODGE"
    E_STATE = "E_STATE"
    E_PENDING = "E_PENDING"
    E_PHASE = "E_PHASE"
    E_TURN = "E_TURN"
    E_INACTIVE = "E_INACTIVE"
    E_FP = "E_FP"
    E_CP = "E_CP"
    E_SKILL = "E_SKILL"
    E_MODE = "E_MODE"
    E_RATE = "E_RATE"
    E_RELOAD = "E_RELOAD"
    E_RANGE = "E_RANGE"
    E_COVER = "E_COVER"
    E_ARC = "E_ARC"
    E_LOST = "E_LOST"
    E_DECLARE = "E_DECLARE"
    E_TURRET = "E_TURRET"
    E_SHIELD = "E_SHIELD"
    E_POWER = "E_POWER"
    E_MEDPAC = "E_MEDPAC"
    E_POOL = "E_POOL"
    E_CONFIRM = "E_CONFIRM"


class Attribute(StrEnum):
    """The six attributes (D6-B-08)."""

    DEXTERITY = "dexterity"
    KNOWLEDGE = "knowledge"
    MECHANICAL = "mechanical"
    PERCEPTION = "perception"
    STRENGTH = "strength"
    TECHNICAL = "technical"


class Skills(Row, frozen=True):
    """The skills of an attribute; `advanced` ones, each with the skill that it rests on (D6-B-09)."""

    attribute: Attribute
    skills: tuple[Name, ...]
    advanced: Mapping[str, str] = {}


class SkillsSheet(Row, frozen=True):
    """skills.toml: `gone` are skills that these rules have not, with what is meant instead."""

    attributes: Annotated[tuple[Skills, ...], Unique("attribute")]
    gone: Mapping[str, str]


class Ranges(msgspec.Struct, frozen=True):
    """Reaches of a weapon, in metres or in space units: point blank is below `near` (D6-B-17)."""

    near: int
    short: int
    medium: int
    long: int

    def __str__(self) -> str:
        near = f"{self.near}-" if self.near else ""
        return f"{near}{self.short}/{self.medium}/{self.long}"


Band = Literal["point blank", "short", "medium", "long"]


def band(ranges: Ranges, squared: int) -> Band | None:
    """The range band of a distance, given as its square in square tenths of the ranges' unit; None beyond long
    (D6-B-17, D6-6-03).

    Limits belong to the nearer band, but for the end of point blank, which is short.
    """
    if squared < (10 * ranges.near) ** 2:
        return "point blank"
    for name, limit in (("short", ranges.short), ("medium", ranges.medium), ("long", ranges.long)):
        if squared <= (10 * limit) ** 2:
            return name  # type: ignore[return-value]  # one of the names above
    return None


RANGES = Annotated[
    Ranges,
    Written(
        r"(?:(\d+)-)?(\d+)/(\d+)/(\d+)",
        lambda found: Ranges(int(found[1] or 0), int(found[2]), int(found[3]), int(found[4])),
        'should be ranges, such as "3-10/30/120"',
    ),
]


class Damage(msgspec.Struct, frozen=True):
    """Damage of a weapon: a code in pips; `strength` adds that of whoever holds it."""

    pips: int
    strength: bool = False

    def __str__(self) -> str:
        return "+".join(filter(None, ("STR" if self.strength else "", str(code(self.pips)) if self.pips else "")))


DAMAGE = Annotated[
    Damage,
    Written(
        r"(STR)?(?:(?:(?<=R)\+)?(\d{1,2})D(?:\+([0-2]))?)?",
        lambda found: Damage(DIE * int(found[2] or 0) + int(found[3] or 0), bool(found[1])),
        'should be a damage, such as "4D" or "STR+1D"',
    ),
]


class Automatic(StrEnum):
    """Way in which a weapon fires on automatic (D6-7.1, D6-7.2)."""

    NO = ""
    BLASTER = "blaster"
    SLUGTHROWER = "slugthrower"
    ONLY = "automatic only"


class Ring(Row, frozen=True):
    """Damage of an explosion up to a distance in metres (D6-B-34)."""

    to: Natural
    damage: Dice

    def __str__(self) -> str:
        return f"{code(self.damage)} to {self.to} m"


class Weapon(Row, frozen=True):
    """A personal weapon: the skill it is used with, what it does, how far, and how hard it is to hit with (melee).

    `ammo` 0: it holds none, or runs out of none (`fed` by a generator or a backpack, D6-7-06). `stuns` can be set so
    (D6-B-35). `heavy` goes through cover that stops small arms (D6-6-05). `energy`: armor against energy counts.
    """

    name: Name
    skill: Annotated[str, Links("skill")]
    damage: DAMAGE
    ranges: RANGES | None = None
    difficulty: Natural = 0
    ammo: Natural = 0
    automatic: Automatic = Automatic.NO
    stuns: bool = False
    heavy: bool = False
    energy: bool = True
    rings: tuple[Ring, ...] = ()
    refill: Natural = 0
    note: Annotated[str, Meta(max_length=200)] = ""

    def wrong(self) -> Iterable[Wrong]:
        """Melee weapons have a difficulty, others ranges."""
        if (self.ranges is None) is not bool(self.difficulty):
            yield "difficulty", "a weapon has either ranges or a melee difficulty"

    @property
    def projectile(self) -> bool:
        """True if its hits to the head count double (D6-10-01, D6-10-02)."""
        return self.ranges is not None and not self.rings


class Armor(Row, frozen=True):
    """Armor: where it protects, against energy and against the rest; what it costs in Dexterity (D6-B-24)."""

    name: Name
    places: tuple[Literal["head", "torso", "arms", "legs"], ...]
    energy: Dice
    physical: Dice
    dexterity: Dice = 0
    helmet: bool = False


class ShipWeapon(Row, frozen=True):
    """A weapon of a ship: how many, fire control, damage, ranges in space units, where it bears."""

    name: Name
    damage: Dice
    ranges: RANGES
    count: Positive = 1
    fire_control: Dice = 0
    turret: bool = False
    linked: bool = False
    arc: Literal["front", "rear", "all"] = "front"
    fed: bool = True
    ion: bool = False

    def __str__(self) -> str:
        return f"{self.count} {self.name} ({code(self.damage)}, {self.ranges})"


class Ship(Row, frozen=True):
    """A kind of ship or vehicle; `combat_shields` may be routed to and doubled (D6-13-01). `skill` flies it."""

    name: Name
    space: Natural
    maneuverability: Dice
    hull: Dice
    shields: Dice = 0
    combat_shields: bool = True
    scale: Annotated[int, Meta(ge=2, le=6)] = 4
    skill: Annotated[str, Links("skill")] = "starfighter piloting"
    hyperdrive: bool = True
    backup: bool = False
    crew: Positive = 1
    weapons: tuple[ShipWeapon, ...] = ()
    note: Annotated[str, Meta(max_length=200)] = ""


class Sample(Row, frozen=True):
    """A character that is ready to play: codes of attributes and skills, what it carries."""

    name: Name
    attributes: Annotated[Mapping[str, Dice], Each(Attribute)]
    skills: Mapping[str, Dice] = {}
    weapons: tuple[Annotated[str, Links("weapon")], ...] = ()
    armor: tuple[Annotated[str, Links("armor")], ...] = ()
    move: Positive = 10
    force: Natural = 0
    points: Natural = 0
    about: Annotated[str, Meta(max_length=200)] = ""


class Rung(Row, frozen=True):
    """A rung of the ladder of difficulties: its name and the number that is meant by it (D6-B-05)."""

    name: Name
    top: Positive


class Harm(StrEnum):
    """Harm that damage does to a person (D6-B-19)."""

    NONE = "none"
    STUNNED = "stunned"
    WOUNDED = "wounded"
    INCAPACITATED = "incapacitated"
    MORTAL = "mortally wounded"
    KILLED = "killed"


class ShipHarm(StrEnum):
    """Harm that damage does to a ship (D6-B-31)."""

    NONE = "none"
    BLOWN = "blown"
    LIGHT = "lightly damaged"
    HEAVY = "heavily damaged"
    SEVERE = "severely damaged"
    DESTROYED = "destroyed"


class HarmRow(Row, frozen=True):
    """From which margin on a person is harmed so."""

    margin: int
    harm: Harm


class ShipHarmRow(Row, frozen=True):
    """From which margin on a ship is harmed so, and what that does to people aboard."""

    margin: int
    harm: ShipHarm
    aboard: Dice = 0


class ToHit(Row, frozen=True):
    """Parts of the difficulty to hit (D6-6-02)."""

    point_blank: Positive
    short: Positive
    medium: Positive
    long: Positive
    cover: Mapping[str, Positive]
    slight: Positive
    fast: Positive
    very_fast: Positive
    condition: Positive
    called: Positive
    running: Positive

    def at(self, range: Band) -> int:
        """The part of a range."""
        part: int = getattr(self, range.replace(" ", "_"))
        return part


class System(StrEnum):
    """System of a ship that may fail (D6-13.1)."""

    CLOSE = "close call"
    BACKUP = "hyperdrive backup"
    SENSORS = "sensors and fire control"
    GENERATOR = "shield generator"
    WEAPONS = "weapon systems"
    HYPERDRIVE = "primary hyperdrive"
    ENGINES = "engines"
    THRUSTERS = "lateral thrusters"
    LIFE_SUPPORT = "life support"
    COOLING = "cooling"
    HULL = "hull breach"


class SystemRow(Row, frozen=True):
    """System that a roll of 2d6 gives."""

    roll: Annotated[int, Meta(ge=2, le=12)]
    system: System


class Medicine(Row, frozen=True):
    """The difficulty of a medpac for whoever is so (D6-B-25)."""

    condition: Name
    level: Annotated[str, Links("rung")]


class Tables(Row, frozen=True):
    """tables.toml"""

    ladder: Annotated[tuple[Rung, ...], Unique("name")]
    scales: tuple[Dice, ...]
    harm: tuple[HarmRow, ...]
    ship_harm: tuple[ShipHarmRow, ...]
    to_hit: ToHit
    brawling: Positive
    armed_against_unarmed: Positive
    unarmed_against_armed: Positive
    martial_arts: tuple[Positive, ...]
    medicine: tuple[Medicine, ...]
    routing: tuple[Positive, ...]
    systems: Annotated[tuple[SystemRow, ...], Unique("roll")]
    reflex: tuple[Positive, ...]


class ClockRow(Row, frozen=True):
    """Minutes that a turn and a reaction wait, by pace (register 21.4)."""

    live: Positive
    live_reaction: Positive
    post: Positive
    post_reaction: Positive


class PackSheet(Row, frozen=True):
    """pack.toml"""

    name: Name
    version: Positive
    clock: ClockRow


class Sheets(msgspec.Struct, frozen=True):
    """The sheets of a pack that hold records."""

    pack: PackSheet
    tables: Tables
    skills: SkillsSheet
    weapons: Annotated[tuple[Weapon, ...], Unique("name")]
    armor: Annotated[tuple[Armor, ...], Unique("name")]
    ships: Annotated[tuple[Ship, ...], Unique("name")]
    samples: Annotated[tuple[Sample, ...], Unique("name")]


class Skill(msgspec.Struct, frozen=True):
    """A skill: its attribute; an advanced one also `base`, the skill that it rests on."""

    name: str
    attribute: Attribute
    base: str = ""


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A whole, checked data pack. Look-ups are by name; `digest` pins what it says (not how)."""

    digest: str
    clock: ClockRow
    tables: Tables
    ladder: Mapping[str, int]
    harm: Bands[Harm]
    ship_harm: Bands[ShipHarmRow]
    systems: Mapping[int, System]
    skills: Mapping[str, Skill]
    gone: Mapping[str, str]
    weapons: Mapping[str, Weapon]
    armor: Mapping[str, Armor]
    ships: Mapping[str, Ship]
    samples: Mapping[str, Sample]
    rules: tuple[RuleText, ...]
    refusals: Mapping[str, RefusalText]


def maneuver_limit(space: int) -> int:
    """The most maneuverability, in pips, that goes with a Space value (D6-13-13)."""
    return space + 1


def _known_skills(sheets: Sheets) -> Iterator[Flaw]:
    """Samples have skills that there are, and advanced skills rest on others (D6-B-08, D6-B-09)."""
    skills = {skill for row in sheets.skills.attributes for skill in (*row.skills, *row.advanced)}
    for at, row in enumerate(sheets.skills.attributes):
        for name, base in row.advanced.items():
            if base not in skills:
                yield Flaw("skills.toml", ("attributes", at, "advanced", name), f"there is no skill {base}")
    for at, sample in enumerate(sheets.samples):
        for name in sample.skills:
            if name not in skills:
                yield Flaw("samples.toml", ("samples", at, "skills", name), f"there is no skill {name}")


def _whole_tables(sheets: Sheets) -> Iterator[Flaw]:
    """Every roll of 2d6 is in the damage table, and the scales are six (D6-13.1-01, D6-B-14)."""
    rolls = {row.roll for row in sheets.tables.systems}
    if len(rolls) != 11:
        yield Flaw("tables.toml", ("systems",), "should have a row for each roll from 2 to 12")
    if len(sheets.tables.scales) != 6:
        yield Flaw("tables.toml", ("scales",), "should have six scales")


FORM = Form(
    Sheets,
    {
        "skill": Names(("attributes",), "skills"),
        "weapon": Names(("weapons",), "name"),
        "armor": Names(("armor",), "name"),
        "rung": Names(("ladder",), "name"),
    },
    (Check(_known_skills, ("skills", "samples")), Check(_whole_tables, ("tables",))),
    Code,
)

R = TypeVar("R", Weapon, Armor, Ship, Sample)


def _named(rows: Iterable[R]) -> dict[str, R]:
    return {row.name: row for row in rows}


def _limited(ship: Ship) -> Ship:
    """A ship's line with its maneuverability cut to what its Space allows, with a note (D6-13-14)."""
    most = maneuver_limit(ship.space)
    if ship.maneuverability <= most:
        return ship
    note = f"{ship.note} Maneuverability is cut to its Space (D6-13-14).".strip()
    return msgspec.structs.replace(ship, maneuverability=most, note=note)


def load(sources: Mapping[str, str], folder: str) -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found."""
    reading = read(FORM, sources, folder)
    sheets, tables = reading.sheets, reading.sheets.tables
    skills = [
        Skill(name, row.attribute, row.advanced.get(name, ""))
        for row in sheets.skills.attributes
        for name in (*row.skills, *row.advanced)
    ]
    return Pack(
        digest=reading.digest,
        clock=sheets.pack.clock,
        tables=tables,
        ladder={row.name: row.top for row in tables.ladder},
        harm=Bands([(row.margin, row.harm) for row in tables.harm]),
        ship_harm=Bands([(row.margin, row) for row in tables.ship_harm]),
        systems={row.roll: row.system for row in tables.systems},
        skills={skill.name: skill for skill in skills},
        gone=sheets.skills.gone,
        weapons=_named(sheets.weapons),
        armor=_named(sheets.armor),
        ships=_named(map(_limited, sheets.ships)),
        samples=_named(sheets.samples),
        rules=reading.rules,
        refusals=reading.refusals,
    )

"""The data pack's TOML, record by record: which fields there are, which must be given, what they default to."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator

from engine.catalogue import Row
from engine.sunrise.data.specs import Edition, Rung, Step

Code = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Text = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Bonus = Annotated[int, Field(ge=0, le=3)]
FactionText = Literal["", "cots", "tfc", "owc", "ggc"]
TypeText = Literal["energy", "ballistic", "missile"]
EditionText = Literal["2024-07", "2024-12"]

DAMAGE = re.compile(r"(?:(\d)d6)?(?:\+?(\d+))?")


def _thousandths(value: object) -> int:
    """Inches with at most three decimals, as thousandths."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise ValueError("should be a number of inches with at most three decimals")
    scaled = Decimal(value) * 1000
    if not scaled.is_finite() or scaled != scaled.to_integral_value():
        raise ValueError("should have at most three decimals")
    return int(scaled)


Inches = Annotated[int, BeforeValidator(_thousandths)]


class BoardRow(Row):
    """The board's size in inches."""

    width: Inches
    height: Inches


class PricesRow(Row):
    """What Solar Miracles cost."""

    thrust: Positive
    die: Positive
    defense: Positive
    reroll: Positive
    system: Positive


class PackSheet(Row):
    """`pack.toml`."""

    name: Text
    version: Positive
    edition: EditionText
    total: Positive
    victory: Positive
    board: BoardRow
    miracles: PricesRow


class HullRow(Row):
    """A hull."""

    code: Code
    name: Text
    integrity: Positive
    thrust: Positive

    @field_validator("thrust")
    @classmethod
    def _even(cls, thrust: int) -> int:
        if thrust % 2:
            raise ValueError("should be even, as it is halved without Engines")
        return thrust


class HullSheet(Row):
    """`hulls.toml`."""

    hulls: list[HullRow] = Field(min_length=1)


class WeaponRow(Row):
    """A weapon."""

    code: Code
    name: Text
    type: TypeText
    band: Annotated[int, Field(ge=1, le=5)]
    faction: FactionText = ""


class WeaponSheet(Row):
    """`weapons.toml`."""

    weapons: list[WeaponRow] = Field(min_length=1)


class DefenseRow(Row):
    """A defense."""

    code: Code
    name: Text
    energy: Bonus = 0
    ballistic: Bonus = 0
    missile: Bonus = 0
    shots: Bonus = 0


class DefenseSheet(Row):
    """`defenses.toml`."""

    defenses: list[DefenseRow] = Field(min_length=1)


class UpgradeRow(Row):
    """An upgrade."""

    number: Text
    code: Code
    name: Text
    group: Literal["defensive", "offensive", "movement", "support", "hangar", "faction"]
    timing: Text
    text: Text
    faction: FactionText = ""
    energy: Bonus = 0
    ballistic: Bonus = 0
    missile: Bonus = 0
    reroll: Literal["", "energy", "ballistic", "missile"] = ""
    bays: Bonus = 0
    boxes: Positive = 1
    stacks: bool = True
    bound: bool = False


class UpgradeSheet(Row):
    """`upgrades.toml`."""

    upgrades: list[UpgradeRow] = Field(min_length=1)


class RungRow(Row):
    """A rung of a squadron's ladder."""

    damage: str = ""
    miracle: Count = 0
    rating: Annotated[int, Field(le=0)] = 0
    arrivals: Annotated[str, Field(pattern=r"^(|half|\d+)$")] = ""

    @field_validator("damage")
    @classmethod
    def _is_damage(cls, damage: str) -> str:
        if damage and not DAMAGE.fullmatch(damage):
            raise ValueError("should be damage such as '2', '2d6' or '1d6+3'")
        return damage

    def rung(self) -> Rung:
        """The rung as rules read it."""
        found = DAMAGE.fullmatch(self.damage)
        dice, plus = (found[1], found[2]) if found else (None, None)
        halves = self.arrivals == "half"
        downs = 0 if halves or not self.arrivals else int(self.arrivals)
        return Rung(int(dice or 0), int(plus or 0), self.miracle, self.rating, downs, halves)


class LadderRow(Row):
    """A ladder, step by step."""

    full: RungRow
    half: RungRow
    low: RungRow

    def ladder(self) -> dict[Step, Rung]:
        """The ladder as rules read it."""
        return {Step.FULL: self.full.rung(), Step.HALF: self.half.rung(), Step.LOW: self.low.rung()}


class SquadronRow(Row):
    """A type of squadron; `ladders` are those of editions that differ."""

    code: Code
    name: Text
    size: Positive
    toughness: Positive
    faction: FactionText = ""
    ladder: LadderRow
    ladders: dict[EditionText, LadderRow] = Field(default_factory=dict)

    def by_edition(self) -> dict[Edition, dict[Step, Rung]]:
        """Its ladder in every edition."""
        own = {Edition(edition): row.ladder() for edition, row in self.ladders.items()}
        return {edition: own.get(edition) or self.ladder.ladder() for edition in Edition}


class SquadronSheet(Row):
    """`squadrons.toml`."""

    squadrons: list[SquadronRow] = Field(min_length=1)


class FactionRow(Row):
    """A faction."""

    code: Literal["cots", "tfc", "owc", "ggc"]
    name: Text
    short: Text
    homeworld: Text
    rule: Text
    text: Text


class FactionSheet(Row):
    """`factions.toml`."""

    factions: list[FactionRow]


class CircleRow(Row):
    """A round piece of terrain, in inches."""

    x: Inches
    y: Inches
    r: Inches


class PolygonRow(Row):
    """A straight-edged piece of terrain, corner by corner."""

    points: list[Annotated[list[Inches], Field(min_length=2, max_length=2)]]


class MapRow(Row):
    """Ready-made terrain."""

    code: Code
    name: Text
    text: Text
    circles: list[CircleRow] = Field(default_factory=list)
    polygons: list[PolygonRow] = Field(default_factory=list)


class MapSheet(Row):
    """`maps.toml`."""

    maps: list[MapRow]


class FleetShipRow(Row):
    """A ship of a fleet; components are lines such as "Energy Lance (fore)"."""

    name: Text
    hull: Text
    defenses: list[Text] = Field(default_factory=list)
    components: list[Text] = Field(default_factory=list)


class FleetRow(Row):
    """A fleet."""

    code: Code
    name: Text
    text: Text
    faction: FactionText = ""
    ships: list[FleetShipRow]


class FleetSheet(Row):
    """`fleets.toml`."""

    fleets: list[FleetRow]


class StepRow(Row):
    """How long a step waits, in minutes."""

    code: Code
    name: Text
    live: Count
    post: Count


class ClockSheet(Row):
    """`clock.toml`."""

    steps: list[StepRow]

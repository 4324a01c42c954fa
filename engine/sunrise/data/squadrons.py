"""Squadrons of the data pack: their sizes, and what each does on every step of its ladder. Register 19.5."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from re import Match
from typing import Annotated

import msgspec
from msgspec import Meta, field

from engine.pack.shapes import Each, Row, Written, Wrong
from engine.sunrise.data.ships import Code, FactionText, Positive, Text
from engine.sunrise.figures.rolls import needed_ok


class Edition(StrEnum):
    """Which text of the rules: they differ in the Bomber's ladder alone (FS-SC-23)."""

    JULY_2024 = "2024-07"
    DECEMBER_2024 = "2024-12"


class Step(StrEnum):
    """A step of a squadron's ladder (FS-SC-12)."""

    FULL = "full"
    HALF = "half"
    LOW = "low"


class Damage(msgspec.Struct, frozen=True):
    """Damage as the table writes it: `dice`d6+`plus`."""

    dice: int = 0
    plus: int = 0

    def __str__(self) -> str:
        dice = f"{self.dice}d6" if self.dice else ""
        plus = str(self.plus) if self.plus else ""
        return "+".join(part for part in (dice, plus) if part)


def _damage(match: Match[str]) -> Damage:
    return Damage(int(match[1] or 0), int(match[2] or 0))


DAMAGE = Written(r"(?:(\d)d6)?(?:\+?(\d+))?", _damage, "should be damage such as '2', '2d6' or '1d6+3'")


class Rung(Row, frozen=True):
    """What an Offensive squadron does on one step: damage, Miracle Points a hit, a rating's change.

    Of a squadron that `arrives` it shoots down a number of craft, or "half" of them, rounded down (FS-FAC-35).
    """

    damage: Annotated[Damage, DAMAGE] = Damage()
    miracle: Annotated[int, Meta(ge=0)] = 0
    rating: Annotated[int, Meta(le=0)] = 0
    arrivals: Annotated[str, Meta(pattern=r"^(|half|\d+)$", examples=["half"])] = ""

    @property
    def dice(self) -> int:
        """The d6 of its damage."""
        return self.damage.dice

    @property
    def plus(self) -> int:
        """What is added to the dice of its damage."""
        return self.damage.plus

    @property
    def halves(self) -> bool:
        """Whether it shoots down half of those that arrive."""
        return self.arrivals == "half"

    @property
    def downs(self) -> int:
        """How many it shoots down of those that arrive, where it is a number."""
        return int(self.arrivals) if self.arrivals.isdecimal() else 0

    @property
    def damages(self) -> bool:
        """Whether it harms the ship at the end of that ship's activation."""
        return self.dice > 0 or self.plus > 0

    @property
    def damage_text(self) -> str:
        """The damage as the table writes it: "3d6", "1d6+3", "2"; "" for none."""
        return str(self.damage)


Ladder = Annotated[Mapping[Step, Rung], Each(Step)]


class SquadronType(Row, frozen=True, kw_only=True):
    """A type of squadron: full size, toughness, and its ladder; `revised` are those of editions that differ."""

    code: Code
    name: Text
    size: Positive
    toughness: Positive
    faction: FactionText = ""
    usual: Ladder = field(name="ladder")
    revised: Mapping[Edition, Ladder] = field(name="ladders", default_factory=dict)

    def ladder(self, edition: Edition) -> Ladder:
        """What it does, step by step, in that edition (FS-SC-23)."""
        return self.revised.get(edition, self.usual)

    @property
    def damaging(self) -> bool:
        """Whether some step of it harms ships: Offensive on an own ship it needs confirming (FS-SC-07)."""
        return any(rung.damages for edition in Edition for rung in self.ladder(edition).values())

    @property
    def names_type(self) -> bool:
        """Whether its Offensive order must name a weapon type (FS-SC-22)."""
        return any(rung.rating for edition in Edition for rung in self.ladder(edition).values())

    def wrong(self) -> Iterable[Wrong]:
        """A toughness that no die can meet, or any."""
        if refused := needed_ok(self.toughness):
            yield "toughness", refused.why

"""Deeds that players of a board game try and no rule lets them: the words are read, and refused by the rule."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from engine import act
from engine.freedom.data.pack import Code
from engine.freedom.look import Look
from engine.look import Refused, no
from engine.text.message import T_


class Impossible(act.Order):
    """A deed that nobody can do at any time: it is read from a line, and offered nowhere."""

    slash: ClassVar[bool] = False
    refused: ClassVar[Refused]
    what: str = Field(description="what is tried", max_length=200)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses always, by the rule of its own."""
        return look.outside() or cls.refused


class Shift(Impossible):
    """Shift the column of a combat."""

    path: ClassVar[str] = "freedom shift"
    line: ClassVar[str] = "declare with shift {what}"
    refused = no(
        Code.E_TYPE, T_("Leaders, the environ and the units there shift the column, and no order."), "FITG-ENV-07"
    )


class DeclareSome(Impossible):
    """Attack with some units of an environ."""

    path: ClassVar[str] = "freedom some"
    line: ClassVar[str] = "declare with {what}"
    refused = no(Code.E_ALLOC, T_("All units of both sides there take part; say `declare` alone."), "FITG-ENV-06")


class AttackOne(Impossible):
    """Attack some characters of an environ."""

    path: ClassVar[str] = "freedom target"
    line: ClassVar[str] = "attack {what}"
    refused = no(
        Code.E_WHERE, T_("All who were found and are still there are attacked, and nobody who got away."), "FITG-CHR-25"
    )


class AttackBase(Impossible):
    """Attack a planetary defence base."""

    path: ClassVar[str] = "freedom storm"
    line: ClassVar[str] = "attack base {what}"
    refused = no(
        Code.E_TYPE, T_("Units never attack a base; their die against its fire is all they do to it."), "FITG-PDB-09"
    )


class Throw(Impossible):
    """Say what a die shows."""

    path: ClassVar[str] = "freedom roll"
    line: ClassVar[str] = "roll {what}"
    refused = no(Code.E_DICE, T_("Umpire rolls all dice, and `/dice verify` proves them."), "FITG-CHR-24")

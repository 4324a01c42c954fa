"""EaW-AUTO 1: battles settled by strength and dice, for those who do not play them out; it is not SFB. Register 2.7."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isqrt
from typing import Literal

from msgspec.structs import replace

from engine.eaw.battle import positions
from engine.eaw.figures import exact
from engine.eaw.state import Battle, Fate, Force, Packet, State, Terms, Unit
from engine.game import Seat

HANDLING = (60, 70, 80, 90, 95, 100, 110, 120, 130, 145, 160)
"""Per cent by which a side's handling changes what it deals, for 2D6 of 2 to 12."""
ROUNDS, FIRST_LEAVING = 12, 3
CAPTURE = 12
"""The roll of 2D6 that captures what would be destroyed."""
Roll = Callable[[str, int], int]
"""A die of a label and so many sides."""


class Fighter:
    """A unit as it fights: its strength whole, the points it has taken, both in hundredths of CBPV (every strength is
    a whole number of them), and what became of it.
    """

    __slots__ = ("by", "crippled", "end", "full", "half", "hurt", "kind", "mark", "taken", "turn")

    def __init__(self, unit: Unit, crippled: bool) -> None:
        self.mark, self.kind, self.full = unit.mark, unit.kind, int(exact(unit.power) * 100)
        self.half = -(-self.full // 2)
        self.taken = self.half if crippled else 0
        self.crippled, self.hurt = crippled, False
        self.end: Literal["here", "destroyed", "captured", "left"] = "here"
        self.by, self.turn = "", 0

    @property
    def doubled(self) -> int:
        """Twice what it fights with: all, half where it is crippled, nothing where it is out."""
        if self.end != "here":
            return 0
        return self.full if self.crippled else 2 * self.full

    def fate(self, exit: str) -> Fate:
        """Its fate, as a report has it."""
        left = self.end == "left"
        return Fate(
            self.end, by=self.by, exit=exit if left else "", turn=self.turn, impulse=32 if left else 0,
            crippled=self.crippled, hurt=self.hurt,
        )  # fmt: skip


class Side:
    """One side of a battle that is settled so: its units, when it leaves and by which way."""

    def __init__(self, force: Force, terms: Terms, packet: Packet, place: int) -> None:
        self.seat, self.place, self.per_cent = force.seat, place, terms.per_cent
        self.exit = terms.exit if positions.way_out(packet, place, terms.exit) is not None else ""
        self.units = [Fighter(unit, positions.suffers(packet, unit.mark)) for unit in force.units]
        self.begun, self.handling = self.doubled, 100

    @property
    def doubled(self) -> int:
        """Twice what it fights with now, in hundredths of CBPV."""
        return sum([unit.doubled for unit in self.units])

    @property
    def ships(self) -> list[Fighter]:
        """The ships that are still there."""
        return [fighter for fighter in self.left if fighter.kind == "ship"]

    @property
    def left(self) -> list[Fighter]:
        """All that is still there."""
        return [unit for unit in self.units if unit.end == "here"]

    def weak(self) -> bool:
        """True if it is below the part of its strength at which it leaves, and can."""
        return 100 * self.doubled < self.per_cent * self.begun and bool(self.exit and self.ships)

    def leave(self, turn: int) -> None:
        """Its ships leave by its exit."""
        for ship in self.ships:
            ship.end, ship.turn = "left", max(turn, FIRST_LEAVING)


def dealt(doubled: int, handling: int, roll: int) -> int:
    """Points that a side deals, in hundredths, rounded to a tenth, half up: a tenth of its strength by its handling
    and its roll of 2D6 over 7. The strength is given doubled, in hundredths.
    """
    over = 2 * 10 * 100 * 7 * 10
    return 10 * ((2 * doubled * handling * roll + over) // (2 * over))


Ending = tuple[dict[str, Fate], int, bool]
"""What became of each unit, the last round, whether it is a stalemate that leaves both there."""


def settled(battle: Battle, packet: Packet, terms: Mapping[Seat, Terms], roll: Roll) -> Ending:
    """End of a battle by strength and dice (register 2.7). `roll` rolls a die of a label."""
    sides = [Side(force, terms[force.seat], packet, place) for place, force in enumerate(battle.forces)]
    for side in sides:
        side.handling = HANDLING[_pair(roll, f"handling {side.place}") - 2]
    for number in range(1, ROUNDS + 1):
        points_of = [dealt(side.doubled, side.handling, _pair(roll, f"round {number} {side.place}")) for side in sides]
        for side, points in zip(sides, points_of, strict=True):
            pour(side, sides[1 - side.place], points, roll, f"round {number} {side.place}")
        if number >= FIRST_LEAVING and all(side.left for side in sides):
            weak = [side for side in sides if side.weak()]
            if weak:
                min(weak, key=lambda side: (Fraction(side.doubled, side.begun), side.place)).leave(number)
        if not all(side.left for side in sides):
            return _fates(sides), number, False
    return _after_all(sides, number)


def _after_all(sides: list[Side], number: int) -> Ending:
    """After the last round: the attacker of a dock or garrison leaves, else the weaker side does; without a way out it
    is destroyed, or barred by a fortification both stay.
    """
    held = [side for side in sides if any(fighter.kind != "ship" for fighter in side.left)]
    loser = sides[1 - held[0].place] if len(held) == 1 else min(sides, key=lambda side: (side.doubled, side.place))
    if loser.exit:
        loser.leave(number)
    return _fates(sides), number, not loser.exit or all(side.left for side in sides)


def _pair(roll: Roll, label: str) -> int:
    return roll(f"{label}/1", 6) + roll(f"{label}/2", 6)


def _fates(sides: list[Side]) -> dict[str, Fate]:
    return {unit.mark: unit.fate(side.exit) for side in sides for unit in side.units}


def pour(side: Side, other: Side, points: int, roll: Roll, label: str) -> None:
    """Deal points to the other side: each target takes them up to its next threshold, crippled or out."""
    shot = 0
    while points > 0 and (targets := [fighter for fighter in other.left if fighter.full] or other.left):
        shot += 1
        target = targets[0] if len(targets) == 1 else _aimed(targets, roll, f"{label}/target {shot}")
        limit = target.full if target.taken >= target.half else target.half
        took = min(points, limit - target.taken)
        target.taken, points = target.taken + took, points - took
        target.hurt = target.hurt or took > 0
        if target.taken >= target.full:
            captor = next(iter(side.ships), None)
            target.crippled = target.crippled or target.kind == "ship"
            captured = _pair(roll, f"{label}/out {target.mark}") == CAPTURE and captor is not None
            target.end, target.by = ("captured", captor.mark) if captor is not None and captured else ("destroyed", "")
        elif target.taken >= target.half and target.kind == "ship":
            target.crippled = True


def _aimed(targets: list[Fighter], roll: Roll, label: str) -> Fighter:
    """A target, each as likely as it is strong when whole."""
    at = roll(label, sum([target.full or 1 for target in targets]))
    for fighter in targets:
        at -= fighter.full or 1
        if at <= 0:
            break
    return fighter


def sound(fates: dict[str, Fate]) -> dict[str, Fate]:
    """Fates in which every captor survived: what a lost one captured is destroyed."""
    lost = {mark for mark, fate in fates.items() if fate.fate in ("destroyed", "captured")}
    alone = [mark for mark, fate in fates.items() if fate.fate == "captured" and fate.by in lost]
    return {**fates, **{mark: replace(fates[mark], fate="destroyed", by="") for mark in alone}}


def usual(battle: Battle, packet: Packet, seat: Seat) -> Terms:
    """Terms of a side that said nothing: it leaves at half its strength, back where it came from if it can."""
    ways = sorted(packet.exits[battle.seats.index(seat)], key=lambda way: (way.cost, way.direction))
    return Terms(battle.id, seat, 50, ways[0].direction if ways else "")


def offered(state: State, battle: Battle) -> dict[Seat, Terms]:
    """Terms of each side for settling a battle: as it offered, else as is usual (2.7)."""
    packet = state.packets[battle.id]
    return {seat: state.terms.get(f"{battle.id}/{seat}") or usual(battle, packet, seat) for seat in battle.seats}


class Chances:
    """Shares of the battles that were tried out in which each side held the field."""

    def __init__(self, tries: int, held: tuple[int, int]) -> None:
        self.tries, self.held = tries, held

    def per_cent(self, side: int) -> int:
        """Per cent of the tries in which a side held the field, rounded."""
        return (200 * self.held[side] + self.tries) // (2 * self.tries)

    @property
    def error(self) -> Fraction:
        """Twice the standard error of a share of one half, in per cent."""
        return Fraction(100, isqrt(self.tries))


def chances(battle: Battle, packet: Packet, terms: Mapping[Seat, Terms], roll: Roll, tries: int) -> Chances:
    """Chances of a battle, tried out so many times with dice of no game (register 2.7)."""
    held = [0, 0]
    for _ in range(tries):
        fates, _, stalemate = settled(battle, packet, terms, roll)
        for place, force in enumerate(battle.forces):
            if not stalemate and any(fates[unit.mark].fate == "here" for unit in force.units):
                held[place] += 1
                break
    return Chances(tries, (held[0], held[1]))

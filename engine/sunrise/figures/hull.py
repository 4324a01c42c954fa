"""Pips and rows: damage, reduction, repair and Reinforced Armor. Rulebook: FS-HULL, FS-UPG-01, -05, -08, FS-FAC-40."""

from __future__ import annotations

import msgspec

from engine.sunrise.figures.rolls import Roll, dice, successes

ROW = 6
ARMOR = 2
SHIELD = 3
PLATING_NEEDS = 5
RUGGED_NEEDS = 6


def row_pips(armor: int = 0) -> int:
    """Pips of a row with so many working Reinforced Armor (FS-HULL-02)."""
    return ROW + ARMOR * armor


def full(rows: int, row: int) -> int:
    """Pips of a whole ship (FS-HULL-02)."""
    return rows * row


class Marked(msgspec.Struct, frozen=True):
    """Damage as a ship took it: pips left, rows that were lost, pips marked."""

    pips: int
    rows: int
    marked: int

    @property
    def destroyed(self) -> bool:
        """True if no pips are left: no system is picked for the last row (FS-HULL-05)."""
        return self.pips == 0


def mark(pips: int, damage: int, row: int = ROW) -> Marked:
    """Damage marked row by row, the rest of it in the next (FS-HULL-03)."""
    left = max(0, pips - damage)
    return Marked(left, -(-pips // row) + (-left // row), pips - left)


class Healed(msgspec.Struct, frozen=True):
    """A repair as it was done: pips now, and the number of rows it filled."""

    pips: int
    filled: int


def heal(pips: int, amount: int, rows: int, row: int = ROW) -> Healed:
    """Pips restored, the damaged row first, never above full (FS-HULL-12)."""
    now = min(full(rows, row), pips + amount)
    return Healed(now, now // row - pips // row)


def armor_lost(pips: int, row: int) -> int:
    """Pips after a Reinforced Armor is lost: full rows stay full, a damaged one keeps what fits (FS-HULL-13)."""
    whole, part = divmod(pips, row)
    return whole * (row - ARMOR) + min(part, row - ARMOR)


def armor_regained(pips: int, row: int) -> int:
    """Pips after a Reinforced Armor works again: every full row is full at its new size (FS-HULL-13)."""
    whole, part = divmod(pips, row)
    return whole * (row + ARMOR) + part


class Soaked(msgspec.Struct, frozen=True):
    """Damage on its way to the pips: what is left of it, of the shields, and what each means ignored."""

    damage: int
    shields: int
    by_shields: int
    by_plating: int
    by_rugged: int


def soak(raw: int, shields: int, plating: int, rugged: bool, roll: Roll, label: str) -> Soaked:
    """Raw damage through Shields, Adaptive Plating and Rugged Construction, in that order (FS-HULL-06).

    A die a point: labels are "<label>/plating 1/<n>" for each copy's pass, and "<label>/rugged/<n>".
    """
    damage, pool = shielded(raw, shields)
    by_shields = raw - damage
    after = damage
    for copy in range(1, plating + 1):
        after -= successes(dice(roll, f"{label}/plating {copy}", after), PLATING_NEEDS)
    by_plating = damage - after
    by_rugged = successes(dice(roll, f"{label}/rugged", after), RUGGED_NEEDS) if rugged else 0
    return Soaked(after - by_rugged, pool, by_shields, by_plating, by_rugged)


def shielded(raw: int, shields: int) -> tuple[int, int]:
    """Damage that Shields let through, and what is left in them (FS-UPG-08)."""
    taken = min(raw, shields)
    return raw - taken, shields - taken


def shield_pool(copies: int) -> int:
    """A fresh turn's shields (FS-UPG-08)."""
    return SHIELD * copies


def shields_after_loss(pool: int, working: int) -> int:
    """The pool when so many copies are left working: a lost one takes its unused part along (FS-UPG-08)."""
    return min(pool, SHIELD * working)


def inertia(marked: int) -> int:
    """Most that Inertial Weaponry may change a velocity after an attack that marked so many pips (FS-FAC-33)."""
    return -(-marked // 2)

"""Dice as the rulebook writes them: YdX, dX, X+. Rulebook: FS-TERM-03."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Roll = Callable[[str, int], int]
"""Rolls a die: its label and its sides give 1..sides. Rules take one; they never make one."""


def dice(roll: Roll, label: str, count: int, sides: int = 6) -> tuple[int, ...]:
    """So many dice in order, labelled `<label>/1`, `<label>/2` and so on."""
    return tuple(roll(f"{label}/{number}", sides) for number in range(1, count + 1))


def successes(faces: Sequence[int], needed: int) -> int:
    """Number of some d6 that show `needed` or more: the "X+" of the rules (FS-TERM-03)."""
    return sum(face >= needed for face in faces)

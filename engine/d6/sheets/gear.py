"""Gear that somebody carries, as it is handed out."""

from __future__ import annotations

from engine.d6.data.pack import Automatic, Weapon
from engine.d6.state import Held


def held(weapon: Weapon) -> Held:
    """A weapon as it is handed out: full, on automatic where it has nothing else (D6-7-02)."""
    return Held(weapon.name, "automatic" if weapon.automatic is Automatic.ONLY else "single", weapon.ammo)

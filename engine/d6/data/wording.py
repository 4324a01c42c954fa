"""Words for skills, weapons, armor and craft of the data, with their units."""

from __future__ import annotations

from engine.pack.terms import Wording

WORDING = Wording(
    records={
        "skills": "A skill",
        "weapons": "A weapon",
        "armor": "A kind of armor",
        "ships": "A craft",
        "samples": "A sample character",
    },
    figures={
        "attribute": "attribute {}",
        "base": "specializes {}",
        "skill": "skill {}",
        "damage": "damage {}",
        "ranges": "short, medium and long range {} m",
        "ammo": "shots: {}",
        "refill": "{} credits to refill",
        "places": "covers {}",
        "energy": "{} against energy",
        "physical": "{} against blows",
        "dexterity": "Dexterity {} less",
        "space": "space {}",
        "scale": "scale {}",
        "crew": "crew of {}",
        "move": "moves {} m",
        "force": "Force Points: {}",
        "points": "Character Points: {}",
        "about": "{}",
        "rings": "damage {}",
        "automatic": "automatic fire as {}",
    },
)
"""Words for what is looked up by its code or name."""

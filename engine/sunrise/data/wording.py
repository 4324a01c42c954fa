"""Words for hulls, weapons, upgrades and fleets of the data, with their units."""

from __future__ import annotations

from engine.pack.terms import Wording

WORDING = Wording(
    records={
        "hulls": "A hull",
        "weapons": "A weapon",
        "defenses": "A defense",
        "upgrades": "An upgrade",
        "squadrons": "A kind of squadron",
        "factions": "A faction",
        "maps": "A map",
        "fleets": "A fleet to begin with",
        "clock": "How long is waited, in minutes",
    },
    figures={
        "integrity": "integrity {}",
        "thrust": "thrust {}",
        "type": "{} weapon",
        "band": "best in range band {}",
        "number": "card {}",
        "group": "{} upgrade",
        "timing": "when: {}",
        "boxes": "boxes: {}",
        "bays": "bays: {}",
        "energy": "energy {}",
        "ballistic": "ballistic {}",
        "missile": "missile {}",
        "reroll": "rerolls {} dice",
        "faction": "of the faction {}",
        "short": "in short {}",
        "rule": "its own rule: {}",
        "size": "size {}",
        "toughness": "toughness {}",
        "live": "live {}",
        "post": "by post {}",
    },
)
"""Words for what is looked up by its code or name."""

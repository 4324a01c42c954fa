"""Words for races, designs and bases of the data, with their units."""

from __future__ import annotations

from engine.pack.terms import Wording

WORDING = Wording(
    records={
        "races": "A race",
        "designs": "A design of ship",
        "attrition": "A design of fighter or fast patrol ship",
        "bases": "A kind of base",
        "maps": "A map of the campaign",
        "entries": "A way into a battle map",
    },
    figures={
        "race": "built by the {}",
        "ebpv": "economic value {} BPV",
        "cbpv": "combat value {} BPV",
        "sc": "size class {}",
        "yis": "in service from year {}",
        "cr": "command rating {}",
        "dc": "damage control {}",
        "dp": "docking points: {}",
        "fighters": "{} fighters",
        "cargo": "{} cargo",
        "flags": "marks: {}",
        "group": "fights in {} groups",
        "early": "early from year {}",
        "free_fighters": "free fighters: {}",
        "free_pfs": "free fast patrol ships: {}",
        "counts": "counts as {}",
        "income": "{} BPV of income",
        "at": "at a system with {}",
        "homes": "homes: {}",
        "preset": "set up at {}",
        "alternate": "or at {}",
        "exits": "left by {}",
    },
)
"""Words for what is looked up by its code or name."""

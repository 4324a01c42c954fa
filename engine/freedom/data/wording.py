"""Words for people, creatures, units and places of the data."""

from __future__ import annotations

from engine.pack.terms import Wording

WORDING = Wording(
    records={
        "locals": "A people that defends its home",
        "creatures": "A creature",
        "characters": "A character",
        "units": "A kind of military unit",
        "ships": "A spaceship",
        "possessions": "A possession",
        "environs": "An environ",
        "scenarios": "A scenario",
    },
    figures={
        **dict.fromkeys(("draws", "callous", "feeds", "lasts", "spares", "hides", "hides_from_units", "raises"), ""),
        **dict.fromkeys(("second", "rebels_hold", "rebels_lost"), ""),
        "side": "{} side",
        "attack_dice": "attack dice: {}",
        "bars": "bars the way: {}",
        "rounds": "rounds: {}",
        "drift_first": "drift {} at first",
        "drift_later": "drift {} later",
        "manner": "manner: {}",
        "first": "strength {} in environ combat",
        "passengers": "carries {} characters",
        "wears_out": "wears out at {}",
        "ship": "comes with the {}",
        "races": "home of {}",
        "coup": "coup rating {}",
        "turns": "{} turns",
        "goal": "the Rebels need {} points",
        "with_planet": "with {}",
    },
)
"""Words for what is looked up by its code or name."""

"""Words for people, creatures, units and places of the data."""

from __future__ import annotations

from engine.pack.terms import Wording

WORDING = Wording(
    records={
        "locals": "A people that defends its home",
        "creatures": "A creature",
        "cards": "A character",
        "units": "A kind of military unit",
        "ships": "A spaceship",
        "possessions": "A possession",
        "environs": "An environ",
        "scenarios": "A scenario",
    },
    figures={
        "card": "card {}",
        "side": "{} side",
        "combat": "combat {}",
        "attack_dice": "attack dice: {}",
        "bars": "bars the way: {}",
        "rounds": "rounds: {}",
        "drift": "drift {}",
        "drift_first": "drift {} at first",
        "drift_later": "drift {} later",
        "manner": "manner: {}",
        "draws": "",
        "callous": "",
        "feeds": "",
        "lasts": "",
        "spares": "",
        "hides": "",
        "hides_from_units": "",
        "raises": "",
        "second": "",
        "first": "strength {} in environ combat",
        "passengers": "carries {} characters",
        "maneuver": "maneuver {}",
        "wears_out": "wears out at {}",
        "ship": "comes with the {}",
        "race": "race {}",
        "races": "home of {}",
        "size": "size {}",
        "coup": "coup rating {}",
        "turns": "{} turns",
        "goal": "the Rebels need {} points",
        "rebels_hold": "",
        "with_planet": "with {}",
        "rebels_lost": "",
    },
)
"""Words for what is looked up by its code or name."""

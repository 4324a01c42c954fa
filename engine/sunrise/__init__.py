"""False Sunrise: the rules, one file a chapter of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sunrise.fleet.samples import load
from engine.sunrise.ruleset import Sunrise
from engine.sunrise.world import World


def ruleset(sources: Mapping[str, str], folder: str = "seeds/sunrise") -> Sunrise:
    """The rulebook with the data pack of these sheets (file name: text). Raises PackError with every fault."""
    return Sunrise(World(load(sources, folder)))

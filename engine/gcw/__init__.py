"""Galactic Civil War, Episode II: the rules, one file a chapter of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from engine.gcw.data.pack import load
from engine.gcw.ruleset import Gcw
from engine.gcw.world import World


def ruleset(sources: Mapping[str, str], folder: str = "seeds/gcw") -> Gcw:
    """The rulebook with the data pack of these sheets (file name: text). Raises PackError with every fault."""
    pack = load(sources, folder)
    return Gcw(World(pack, pack.grid))

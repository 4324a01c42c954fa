"""Every refusal of the False Sunrise rulebook; the sentences that players read are in the data pack. Register 0."""

from __future__ import annotations

from enum import StrEnum

from engine.look import Refused
from engine.text.message import Text


class Code(StrEnum):
    """The closed list of refusal codes."""

    E_ARC = "E_ARC"
    E_BOUNDS = "E_BOUNDS"
    E_BRIDGE = "E_BRIDGE"
    E_CLOAK = "E_CLOAK"
    E_CMD_RANGE = "E_CMD_RANGE"
    E_COURSE = "E_COURSE"
    E_DEFENSES = "E_DEFENSES"
    E_DESTROYED = "E_DESTROYED"
    E_EDGE = "E_EDGE"
    E_FACTION = "E_FACTION"
    E_FIRED = "E_FIRED"
    E_FRIENDLY = "E_FRIENDLY"
    E_HANGAR = "E_HANGAR"
    E_INTEGRITY = "E_INTEGRITY"
    E_LATE = "E_LATE"
    E_LOS = "E_LOS"
    E_MODE = "E_MODE"
    E_MOUNT = "E_MOUNT"
    E_NOORDERS = "E_NOORDERS"
    E_ONCE = "E_ONCE"
    E_OWNER = "E_OWNER"
    E_PENDING = "E_PENDING"
    E_PERM = "E_PERM"
    E_PHASE = "E_PHASE"
    E_POINTS = "E_POINTS"
    E_RANGE = "E_RANGE"
    E_SEALED = "E_SEALED"
    E_SLOTS = "E_SLOTS"
    E_SPACING = "E_SPACING"
    E_SPLIT = "E_SPLIT"
    E_TERRAIN = "E_TERRAIN"
    E_THRUST = "E_THRUST"
    E_TURN = "E_TURN"
    E_UNKNOWN = "E_UNKNOWN"
    E_VALUE = "E_VALUE"
    E_VELOCITY = "E_VELOCITY"


def no(code: str, why: Text, rule: str) -> Refused:
    """A refusal found by a rule that also knows the figures of the case: `why`, for the code's sentence."""
    return Refused(code, {"why": why}, rule)

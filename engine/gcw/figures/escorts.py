"""Fleet escorts: craft that belong to a fleet instead of to a ship. Rulebook: GCW-ESC."""

from engine.gcw.data.codes import Code
from engine.gcw.figures.arithmetic import ceil_div

MOST_SQUADRONS = 3
MOST_AUXILIARIES = 12
AUXILIARIES_TO_A_SHIP = 3


def ships_needed(squadrons: int, auxiliaries: int) -> int:
    """Capital ships these escorts need: one for each squadron and each started trio of auxiliaries (GCW-ESC-05)."""
    return squadrons + ceil_div(auxiliaries, AUXILIARIES_TO_A_SHIP)


def escort_ok(ships: int, squadrons: int, auxiliaries: int) -> Code | None:
    """Whether a fleet may have these escorts (GCW-ESC-02, -03, -05).

    Refused, first of: `ESCORT_SF_MAX`, `ESCORT_AUX_MAX`, `ESCORT_RATIO`.
    """
    if squadrons > MOST_SQUADRONS:
        return Code.ESCORT_SF_MAX
    if auxiliaries > MOST_AUXILIARIES:
        return Code.ESCORT_AUX_MAX
    if ships_needed(squadrons, auxiliaries) > ships:
        return Code.ESCORT_RATIO
    return None


def can_escort(*, hyper_capable: bool) -> Code | None:
    """`ESCORT_NOT_HYPER` for craft without a hyperdrive (GCW-ESC-01)."""
    return None if hyper_capable else Code.ESCORT_NOT_HYPER

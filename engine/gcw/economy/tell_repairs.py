"""News of repairs: what is begun by order, what is whole again, what is no longer disabled. Rulebook: GCW-REP."""

from __future__ import annotations

from engine.game import Fact
from engine.gcw.facts import Mended, RepairsSet
from engine.gcw.state import State
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import listed
from engine.report import News


def repairs(heard: Heard, fact: Fact[State]) -> News | None:
    """Repairs as their owner hears of them: in few words, for they go on by the hour."""
    match fact:
        case RepairsSet(_, begun, over):
            parts = []
            if begun:
                names = listed(heard.name(one.unit) for one in begun[:6])
                more = f" and {len(begun) - 6} more" if len(begun) > 6 else ""
                parts.append(f"Being repaired, hour by hour: {names}{more}.")
            left = [one for one in over if one in heard.known.units]
            if left:
                parts.append(f"No longer being repaired: {listed(heard.name(one) for one in left)}.")
            return ruled(" ".join(parts) or "Nothing of it is being repaired any more.", "GCW-REP-09")
        case Mended(_, mends):
            back = [heard.name(one.unit) for one in mends if one.back]
            whole = [heard.name(one.unit) for one in mends if one.left is None]
            if not back and not whole:
                return None  # an hour like any other: what it restored stands in the fleet
            parts = [f"No longer disabled: **{listed(back)}**."] if back else []
            parts += [f"Repaired: {listed(whole)}."] if whole else []
            return ruled(" ".join(parts), "GCW-REP-06" if back else "GCW-REP-02", decides=bool(back))
        case _:
            return None

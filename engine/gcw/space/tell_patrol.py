"""News of patrols and swarms, for their owner. Rulebook: GCW-CSP, GCW-CAP, GCW-TIE."""

from __future__ import annotations

from engine.game import Fact
from engine.gcw.facts import SwarmDissolved, SwarmFormed
from engine.gcw.figures.damage import Status
from engine.gcw.state import State
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import listed
from engine.report import News


def patrols(heard: Heard, fact: Fact[State]) -> News | None:
    """Stations taken and left, swarms formed and dissolved."""
    match fact:
        case SwarmFormed(swarm, members):
            names = listed(heard.name(member) for member in members)
            return ruled(f"{names} fly as **{heard.name(swarm)}**, rating 8.", "GCW-TIE-02")
        case SwarmDissolved(swarm, members):
            shares = listed(
                f"{heard.name(member)} with "
                + (f"shields {pools.shields}, armor {pools.armor}" if status is not Status.DOOMED else "its last act")
                for member, pools, status in members
            )
            return ruled(f"**{heard.name(swarm)}** flies apart: {shares}.", "GCW-TIE-03")
        case _:
            return None

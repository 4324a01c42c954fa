"""Players who have nothing left are eliminated, and who has something again is back. Rulebook: GCW-ACT-04.

The register has eliminated players, and does not say when one is. Ruled: when no order of play is left to give, because
nothing can act and nothing can be built. Money and heroes alone bring nobody back; what moderators or others do may.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from engine.book import afterwards
from engine.declared.changes import Sets, Watched
from engine.declared.sentences import Addressed
from engine.game import EVERYONE, Fact, Seat, Table
from engine.gcw.data.terms import Status
from engine.gcw.look import Player
from engine.gcw.state import PlayerStatus, Pod, State, Stored, Work
from engine.gcw.works.jobs import holds
from engine.gcw.world import SETTLED, World
from engine.text.message import N_

MEANS = Watched("units", "works", "reserve", "pods", "owners", "occupied", "players")
"""What players' means are kept in. What a step ends with takes works and ships after players are judged: that is seen
when any of these, though it be money, is another.
"""


def has_means(state: State, seat: Seat) -> bool:
    """True if a player has anything left by which to act: a unit that is no wreck, something in reserve, in escape pods
    or being made, or a world to build on.
    """
    kept: Iterable[Work | Stored | Pod] = chain(state.works.values(), state.reserve.values(), state.pods.values())
    return (
        any(unit.status is not Status.DERELICT for unit in state.of(seat))  # mostly the first
        or any(one.owner == seat for one in kept)
        or any(holds(state, seat, place) for place in {state.players[seat].home, *state.owners, *state.occupied})
    )


@afterwards
def judge_players(world: World, table: Table[State], before: State) -> None:
    """Whoever's means are gone is eliminated, and whose are there again plays; from version 8 on (GCW-ACT-04)."""
    if world.version < SETTLED or MEANS.same(before, table.state):
        return
    for player in table.state.players.values():
        plays = has_means(table.state, player.seat)
        if player.status is PlayerStatus.ACTIVE and not plays:
            table.say(Eliminated(player.seat), EVERYONE)
        elif player.status is PlayerStatus.ELIMINATED and plays:
            table.say(Returned(player.seat), EVERYONE)


class Eliminated(Fact[State], frozen=True):
    """A player has nothing left: no more turns and no more income (GCW-ACT-04)."""

    says = Addressed(
        "seat",
        N_("**You are out of the campaign**: nothing of yours is left, and no world to build on. You have no income."),
        N_("**{seat} is out of the campaign**: nothing of theirs is left, and no world to build on."),
    )
    rule = "GCW-ACT-04"
    decides = True
    makes = Sets("players", "seat", status=PlayerStatus.ELIMINATED)
    seat: Player


class Returned(Fact[State], frozen=True):
    """A player who was eliminated has something again, and plays (GCW-ACT-04)."""

    says = Addressed(
        "seat",
        N_("You are back in the campaign: something is yours again."),
        N_("{seat} is back in the campaign: something is theirs again."),
    )
    rule = "GCW-ACT-04"
    decides = True
    makes = Sets("players", "seat", status=PlayerStatus.ACTIVE)
    seat: Player

"""The end of a campaign: Coruscant falls, or its last day comes; final standings; and how it is reopened.

Rulebook: GCW-VIC-01..03, register 7.1 (frozen campaigns), CLK-28.
"""

from __future__ import annotations

from inspect import get_annotations
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.book import afterwards, clock
from engine.clock import Instant
from engine.declared.changes import Its, Writes
from engine.game import EVERYONE, Fact, Seat, Table
from engine.gcw.economy.income import outputs
from engine.gcw.fleets import roster
from engine.gcw.look import At, Look, faction, money, player, with_before
from engine.gcw.state import NOBODY, PlayerStatus, State
from engine.gcw.world import CAPITAL, CAPITAL_WORLD, VEILED, World
from engine.text.message import N_, NN_, T_, Text, joined, stamp

EMPIRE = "GE"
"""The faction that wins when the last day comes (GCW-VIC-02)."""


class Standing(msgspec.Struct, frozen=True):
    """A player when a campaign ends: systems, industrial output in KC a day of pay, command points of the fleet."""

    seat: Seat
    systems: int
    output: int
    cp: int
    treasury: int


def standings_of(world: World, state: State) -> tuple[Standing, ...]:
    """Final standings, for the referee: by output and command points together, as GCW compares realms."""
    owned = outputs(world, state)
    found = [
        Standing(
            player.seat,
            sum(owner == player.seat for owner in state.owners.values()),
            sum(amount for _, amount in owned.get(player.seat, ())),
            roster(world, state, player.seat).cp,
            player.treasury,
        )
        for player in state.players.values()
        if player.status is not PlayerStatus.SETUP
    ]
    return tuple(sorted(found, key=lambda standing: (-standing.output - standing.cp, standing.seat)))


def public_standings(world: World, state: State) -> tuple[Standing, ...]:
    """Standings as everybody may know them while a moderator can still reopen the campaign: by systems and output."""
    everything = standings_of(world, state)
    if world.version < VEILED:
        return everything
    known = (replace(standing, cp=0, treasury=0) for standing in everything)
    return tuple(sorted(known, key=lambda standing: (-standing.output, -standing.systems, standing.seat)))


def standing_line(place: int, standing: Standing) -> Text:
    """One line of the standings; without command points where they are not told."""
    return (LINE if standing.cp else PUBLIC_LINE)(
        place=place,
        player=player(standing.seat),
        systems=SYSTEMS(number=standing.systems),
        output=money(standing.output),
        cp=standing.cp,
    )


@afterwards
def judge_victory(world: World, table: Table[State], before: State) -> None:
    """Coruscant has fallen, by both its keystones or by a claim: whoever did it wins (GCW-VIC-01, -02).

    Who holds Coruscant wins by neither; so the Empire does not while it holds it.
    """
    state = table.state
    if state.over_at is not None or (state.felled is before.felled and state.owners is before.owners):
        return
    holder = before.owners.get(CAPITAL_WORLD, NOBODY)
    winner = NOBODY
    if state.felled is not before.felled and len({code for code, _ in state.felled}) == len(CAPITAL):
        winner = state.felled[-1][1]
    claimant = state.owners.get(CAPITAL_WORLD, NOBODY)
    if claimant != holder and CAPITAL_WORLD in before.occupied and CAPITAL_WORLD not in state.occupied:
        winner = claimant
    if winner in state.players and winner != holder:
        end(world, table, winner, state.players[winner].faction)


def end(world: World, table: Table[State], winner: Seat, won: str) -> None:
    """The campaign is over, and stands still (GCW-VIC-01)."""
    table.say(Ended(table.now, winner, won, public_standings(world, table.state)), EVERYONE)


@clock(next=attrgetter("ends_at"), priority=100)
def ended(world: World, table: Table[State]) -> None:
    """The last day has come, and the Empire stands: its faction wins (GCW-VIC-02, CLK-28)."""
    holder = table.state.owners.get(CAPITAL_WORLD, NOBODY)
    mine = table.state.players.get(holder)
    end(world, table, holder if mine is not None and mine.faction == EMPIRE else NOBODY, EMPIRE)


WON = N_("**The campaign is won** by {player} for the {faction}, {at}.")
FACTION_WON = N_("**The campaign is won** by the {faction}, {at}.")
OVER = N_("**The campaign is over**, {at}: nobody has won it.")
LINE = N_("{place}. {player}: {systems}, {output} of output, {cp} CP")
PUBLIC_LINE = N_("{place}. {player}: {systems}, {output} of output")
SYSTEMS = NN_("{number} system", "{number} systems", "number")


class Ended(Fact[State], frozen=True):
    """A campaign is over: who won it, for which faction, and how everybody stands (GCW-VIC-01)."""

    rule = "GCW-VIC-01"
    decides = True
    makes = Writes("winner", over_at=Its("at"), ends_at=None)
    at: Instant
    winner: Seat
    faction: str
    standings: tuple[Standing, ...]

    def words(self, look: Look) -> Text:
        how = {"player": player(self.winner), "at": stamp(self.at)}
        lead = OVER(**how)
        if self.faction:
            won = WON if self.winner != NOBODY else FACTION_WON
            lead = won(faction=faction(look.world, self.faction), **how)
        lines = [standing_line(place, standing) for place, standing in enumerate(self.standings, 1)]
        return joined("\n", (lead, *lines, T_("All its clocks stand still; a moderator may reopen it.")))


OVER_SINCE = N_("It is over since {at}, and all its clocks stand still.")
WON_SINCE = N_("It is over since {at}, won by {player}, and all its clocks stand still.")


def verdict(known: State, over_at: Instant) -> Text:
    """Words for a campaign that is over: since when, and who won it (GCW-VIC-01)."""
    sentence = WON_SINCE if known.winner != NOBODY else OVER_SINCE
    return sentence(at=stamp(over_at), player=player(known.winner))


class EndsAt(Fact[State], frozen=True):
    """The campaign has a last day, on which the Empire wins if it stands (GCW-VIC-02); None: it has none."""

    rule = "GCW-VIC-02"
    decides = True
    makes = Writes(ends_at=Its("at"))
    at: Instant | None
    before: Instant | UnsetType | None = UNSET

    def words(self, look: Look) -> Text:
        words: Text = NO_LAST_DAY if self.at is None else LAST_DAY(at=stamp(self.at))
        was = T_("no last day") if self.before is None else self.before if self.before is UNSET else stamp(self.before)
        return with_before(words, was)


LAST_DAY, NO_LAST_DAY = N_("The campaign's last day is {at}."), T_("The campaign has no last day.")


class Reopened(Fact[State], frozen=True):
    """A campaign goes on: every deadline and every period moves by the time it stood still (register 7.1)."""

    says = N_("The campaign is open again: every deadline moves by the time that it stood still, until {at}.")
    rule = "GCW-VIC-01"
    decides = True
    at: At

    def evolve(self, state: State) -> State:
        if state.over_at is None:
            return state
        moved = later_by(replace(state, over_at=None, winner=NOBODY, felled=()), self.at - state.over_at)
        assert isinstance(moved, State)
        return replace(moved, opened_at=state.opened_at, paid_upto=self.at)


HISTORY = frozenset({"joined_at", "confirmed_at", "opened_at", "captured", "left_at", "at", "measured"})
"""Instants that say when something was, and move with no clock."""


def later_by(thing: Any, by: int, *, instant: bool = False) -> Any:  # whatever a state is made of
    """A record with every instant in it moved by so many seconds, however deep: those that its type calls so; or an
    `instant` itself, or several.
    """
    if isinstance(thing, msgspec.Struct):
        changes: dict[str, object] = {}
        for field in thing.__struct_fields__:
            value, moves = getattr(thing, field), "Instant" in annotation(type(thing), field)
            moved = value if field in HISTORY else later_by(value, by, instant=moves)
            if moved is not value:
                changes[field] = moved
        return replace(thing, **changes) if changes else thing
    if isinstance(thing, dict):
        return {key: later_by(each, by, instant=instant) for key, each in thing.items()}
    if isinstance(thing, tuple):
        return tuple(later_by(each, by) for each in thing)
    return thing + by if instant and thing is not None else thing


def annotation(kind: type[msgspec.Struct], field: str) -> str:
    """The annotation of a field in the class of a record."""
    return str(next((found[field] for base in kind.__mro__ if field in (found := get_annotations(base))), ""))

"""Relations between players: access and hostility. Rulebook: GCW-GEN-04."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.book import afterwards
from engine.game import Fact, Seat, Table, only
from engine.gcw.acting import PlayerOrder
from engine.gcw.battles import Hostility, PeaceOrdered, make_peace, open_battle
from engine.gcw.contacts import held_of, is_target
from engine.gcw.ground.forces import reckon
from engine.gcw.look import Look, Obeying, player
from engine.gcw.state import PlayerStatus, State
from engine.gcw.world import AT_HOME, AT_PEACE, MENDED, World
from engine.noun import Found, Noun
from engine.text.message import N_, Text
from engine.text.names import shown


def other_players(look: Look, found: Found) -> Iterator[Seat]:
    """All players but the one who asks, in the order in which they joined."""
    yield from (seat for seat in look.known.players if seat != look.seat)


OTHER_PLAYER: Noun[Look, Seat] = Noun("a player", other_players, lambda seat: (seat,), unknown="NO_PLAYER")


class Relation(PlayerOrder):
    """Grant or revoke access to your places, or declare hostility or peace."""

    path: ClassVar[str] = "gcw relation"
    line: ClassVar[str] = "relation {kind} {player}"
    player: Annotated[str, OTHER_PLAYER] = Field(description="the other player", max_length=40)
    kind: Literal["grant", "revoke", "hostile", "neutral"] = Field(description="what you declare")

    def obey(self, act: Obeying) -> None:
        """Both hear it; nobody else does, unless it opens a battle. Refuses RELATION_HOSTILE, NOT_HOSTILE, before
        version 9 IN_BATTLE.
        """
        seat, other, known = act.seat, act.found.player, act.look.known
        hearers = only(seat, other)
        match self.kind:
            case "grant" | "revoke":
                if self.kind == "grant" and known.are_hostile(seat, other):
                    act.refuse("RELATION_HOSTILE", player=shown(other))
                act.say(AccessGranted(seat, other, self.kind == "grant"), hearers)
            case "neutral" if act.world.version >= AT_HOME and known.are_hostile(seat, other):
                act.say(PeaceOrdered((seat, other)), hearers)
                make_peace(act.table)
            case "neutral" if act.world.version >= AT_PEACE:
                act.refuse("NOT_HOSTILE", player=shown(other))
            case "neutral":
                if any({seat, other} <= set(battle.parties) for battle in known.battles.values()):
                    act.refuse("IN_BATTLE", player=shown(other))
                act.say(Hostility((seat, other), False), hearers)
            case "hostile":
                act.say(Hostility((seat, other)), hearers)
                for system in facing(act.world, act.state, seat, other):
                    open_battle(act.table, system, seat, other)
        if MENDED <= act.world.version < AT_HOME:
            reckon(act.world, act.table, act.table.now)  # a friend's garrison is none any more, or one from now on

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Orders that would change something between the player and each of the others: what stands may be declared
        again.
        """
        known, seat = look.known, look.viewer
        for other, them in known.players.items():
            if other == seat or them.status is PlayerStatus.SETUP:
                continue
            if known.are_hostile(seat, other):
                if (seat, other) not in known.peace:
                    yield cls(player=other, kind="neutral")
            else:
                yield cls(player=other, kind="revoke" if (seat, other) in known.access else "grant")
                yield cls(player=other, kind="hostile")


@afterwards
def stand_down(world: World, table: Table[State], before: State) -> None:
    """A friend's garrison is none any more, or one from now on, however that came: forces are reckoned anew
    (GCW-FTG-01).
    """
    state = table.state
    if world.version >= AT_HOME and (state.hostile is not before.hostile or state.access is not before.access):
        reckon(world, table, table.now)


YOU_OPEN, YOU_CLOSE = (N_("Your systems are now friendly to {to}."), N_("Your systems are no longer friendly to {to}."))
OPEN_TO_YOU, CLOSED_TO_YOU = (
    N_("{by}'s systems are now friendly to you."),
    N_("{by}'s systems are no longer friendly to you."),
)
OPENS, CLOSES = (N_("{by}'s systems are now friendly to {to}."), N_("{by}'s systems are no longer friendly to {to}."))


class AccessGranted(Fact[State], frozen=True):
    """One player's places are friendly to another, or no longer (GCW-GEN-04)."""

    rule = "GCW-GEN-04"
    by: Seat
    to: Seat
    granted: bool

    def evolve(self, state: State) -> State:
        pair = (self.by, self.to)
        others = tuple(other for other in state.access if other != pair)
        return replace(state, access=(*others, pair) if self.granted else others)

    def words(self, look: Look) -> Text:
        if look.mine(self.by):
            sentence = YOU_OPEN if self.granted else YOU_CLOSE
        elif look.mine(self.to):
            sentence = OPEN_TO_YOU if self.granted else CLOSED_TO_YOU
        else:
            sentence = OPENS if self.granted else CLOSES
        return sentence(by=player(self.by), to=player(self.to))


def facing(world: World, state: State, seat: Seat, other: Seat) -> list[str]:
    """Systems where a declaration is made to somebody's face, which opens a battle (register 0.3).

    There the one who declares has a unit outside deep space, and knows of a unit of the other's that is really there.
    """
    mine = {unit.system for unit in state.of(seat) if unit.on_grid and unit.live and not world.deep(unit.cell)}
    found: set[str] = set()
    for contact in state.contacts_of(seat).values():
        if contact.owner == other and contact.system in mine and is_target(state, world, seat, contact):
            binding = held_of(state, seat, contact)
            unit = state.units.get(binding.unit) if binding is not None else None
            if unit is not None and unit.live:
                found.add(contact.system)
    return sorted(found)

"""What the actions of a turn share: who acts, with what points and weapons left, and the command points it uses.

A turn is played twice by the same rules: on what its author knows, when it is drafted and posted, and on the
referee's state, when it becomes final (GCW-TRN-04). Rulebook: GCW-FAM, GCW-BUR, GCW-DMG-12.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from engine.game import EVERYONE, REFEREE, Seat, Table, only
from engine.gcw.codes import Refused
from engine.gcw.command import CAPACITY
from engine.gcw.contacts import alias_of, is_target
from engine.gcw.damage import Act, Status, ship_act_ok, squadron_act_ok, target_ok
from engine.gcw.facts import BattleJoined, BattleOpened, Committed, Hostility, ShieldsRose
from engine.gcw.specs import Mount
from engine.gcw.state import NOBODY, Contact, PlayerStatus, State, Unit, UnitKind
from engine.gcw.world import World
from engine.names import did_you_mean

FIRED, MOVED = "fire", "move"


@dataclass
class Use:
    """What a unit has done in a turn: points left (None: not begun), mounts fired, and its halves in order."""

    left: int | None = None
    spent: bool = False
    fired: list[Mount] = field(default_factory=list)
    halves: list[str] = field(default_factory=list)
    launched: bool = False
    recalled: bool = False
    """Whether it left a hangar, or came into one, in this turn (GCW-LCH-01)."""

    def copy(self) -> Use:
        """A use that can be changed apart from this one."""
        return Use(self.left, self.spent, list(self.fired), list(self.halves), self.launched, self.recalled)


@dataclass
class Run:
    """A turn being played: by whom, on whose state, and what each unit has done so far.

    `real` is True on the referee's state. `workings` gathers the lines of a preview.
    """

    world: World
    table: Table[State]
    seat: Seat
    real: bool
    uses: dict[str, Use] = field(default_factory=dict)
    workings: list[str] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    """Units whose acts are public, in order (GCW-PST-03)."""
    hits: list[tuple[int, str, int, str]] = field(default_factory=list)
    """What was hit where it is public: the target's track, channel, damage, what it became."""
    losses: list[str] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The state as it stands in the turn."""
        return self.table.state

    def use(self, unit: Unit) -> Use:
        """What a unit has done so far."""
        return self.uses.setdefault(unit.id, Use())

    def say_to_owner(self, owner: Seat) -> tuple[Seat, ...]:
        """The owner as hearers: nobody for what belongs to no player."""
        return (owner,) if owner != NOBODY else ()


def refuse(table: Table[State], refused: Refused, **more: object) -> NoReturn:
    """Raise the refusal that a pure rule returned."""
    table.refuse(refused.code, "", **{**refused.numbers, **more})


def own(table: Table[State], seat: Seat, name: str) -> Unit:
    """A unit of the player's by name. Refuses NOT_OWNER for one it knows to be another's, else NO_UNIT."""
    wanted = name.strip().casefold()
    units = {unit.name.casefold(): unit for unit in table.state.of(seat)}
    if wanted in units:
        return units[wanted]
    for contact in table.state.contacts_of(seat).values():
        if wanted in (contact.name.casefold(), contact.alias.casefold()):
            table.refuse("NOT_OWNER", unit=contact.label)
    hint = did_you_mean(name, [unit.name for unit in units.values()])
    table.refuse("NO_UNIT", name=name, hint=hint)


def able(run: Run, unit: Unit, act: Act) -> None:
    """Refuse what a unit cannot do where it is, or in its state (GCW-DMG-09, -12, -17, GCW-GAL-05)."""
    table, state = run.table, run.state
    if unit.voyage:
        voyage = state.voyages.get(unit.voyage)
        table.refuse("IN_TRANSIT", unit=unit.name, time=when(voyage.due_at) if voyage else "?")
    if unit.docked:
        host = state.units.get(unit.docked)
        table.refuse("DOCKED", unit=unit.name, host=host.name if host else "its carrier")
    code = (ship_act_ok if unit.kind in (UnitKind.SHIP, UnitKind.PLATFORM) else squadron_act_ok)(unit.status, act)
    if code is not None:
        table.refuse(code, unit=unit.name, target=unit.name)


def when(at: int) -> str:
    """An instant in a refusal: shown to each reader in their own zone."""
    return f"<t:{at}:f>"


def begin_half(run: Run, unit: Unit, half: str) -> None:
    """Enter the firing or the moving half of a unit's turn: each once, in one piece (GCW-FAM-01, -02)."""
    use = run.use(unit)
    if use.halves and use.halves[-1] == half:
        return
    if half in use.halves:
        run.table.refuse("FIRE_MOVE_ORDER", rule="GCW-FAM-01", unit=unit.name)
    use.halves.append(half)


def target(run: Run, name: str) -> tuple[Contact, Unit | None]:
    """A contact by name or alias, and the unit behind it where this state knows it (GCW-SCN-18).

    "No such unit" and "you cannot see it" are one answer: TARGET_UNKNOWN. TARGET_GONE for what can be hit no more.
    """
    state, seat = run.state, run.seat
    wanted = name.strip().casefold()
    contacts = state.contacts_of(seat)
    named = [
        contact
        for contact in contacts.values()
        if wanted == contact.alias.casefold() or (contact.name and wanted == contact.name.casefold())
    ]
    named.sort(key=lambda contact: (bool(contact.gone), contact.number))
    if not named:
        if any(wanted == unit.name.casefold() for unit in state.of(seat)):
            run.table.refuse("OWN_TARGET", unit=name)
        seen = [one.label for one in contacts.values() if not one.gone]
        run.table.refuse("TARGET_UNKNOWN", rule="GCW-SCN-18", name=name, hint=did_you_mean(name, seen))
    contact = named[0]
    if contact.gone in GONE_FOR_GOOD or target_ok(contact.status) is not None:
        run.table.refuse("TARGET_GONE", target=contact.label)
    if not is_target(state, run.world, seat, contact):
        run.table.refuse("TARGET_UNKNOWN", rule="GCW-SCN-18", name=contact.label, hint="")
    binding = state.bindings.get(seat, {}).get(contact.alias)
    unit = state.units.get(binding.unit) if binding is not None else None
    if run.real and unit is None:
        run.table.refuse("TARGET_GONE", target=contact.label)
    if unit is not None and target_ok(unit.status) is not None:
        run.table.refuse("TARGET_GONE", target=contact.label)
    return contact, unit


GONE_FOR_GOOD = frozenset({"destroyed", "doomed"})


def points(run: Run, unit: Unit) -> Use:
    """A unit's use with its movement points set for the turn (GCW-MOV-01, GCW-HYX-03)."""
    use = run.use(unit)
    if use.left is None:
        locked = unit.exit_until is not None and run.table.now < unit.exit_until
        use.left = 0 if locked else run.world.move_points(unit.code)
    return use


def commit(run: Run, unit: Unit) -> None:
    """Put a unit's group into the battle it acts in: BATTLE_CP_LIMIT where there is no room (GCW-BUR-01, -02, -11)."""
    battle = run.state.battles.get(unit.system)
    if battle is None or run.seat not in battle.parties or unit.owner == NOBODY:
        return
    group = unit.group or unit.id
    key = f"{run.seat}/{group}"
    if key in battle.committed:
        return
    leader = run.state.units.get(group)
    cp = run.world.cp(leader.code) if leader is not None else run.world.cp(unit.code)
    used = used_cp(run.state, unit.system, run.seat, dict(battle.committed))
    if used + cp > CAPACITY:
        run.table.refuse("BATTLE_CP_LIMIT", new=used + cp, limit=CAPACITY, unit=unit.name)
    run.table.say(Committed(unit.system, key, cp), only(run.seat))


def used_cp(state: State, system: str, seat: Seat, committed: dict[str, int]) -> int:
    """Command points a player uses in a battle: groups of which nothing is left are released (GCW-BUR-03..05)."""
    total = 0
    for key, cp in committed.items():
        owner, _, group = key.partition("/")
        if owner == seat and any(unit.live and (unit.group or unit.id) == group for unit in state.of(seat)):
            total += cp
    return total


def hostilities(run: Run, unit: Unit, victim: Seat) -> None:
    """A hostile act: the two are hostile, and a battle is open in the system (GCW-GEN-04, register 0.3)."""
    table, seat, system = run.table, run.seat, unit.system
    low, high = sorted((seat, victim))
    hearers = only(*run.say_to_owner(seat), *run.say_to_owner(victim))
    if not run.state.are_hostile(seat, victim):
        table.say(Hostility((low, high)), hearers if run.real else REFEREE)
    if not run.real:
        return
    battle = run.state.battles.get(system)
    if battle is None:
        table.say(BattleOpened(run.state.last_battle + 1, system, table.now, (low, high)), EVERYONE)
    joined = [party for party in (seat, victim) if battle is None or party not in battle.parties]
    for party in joined:
        if battle is not None:
            table.say(BattleJoined(system, party), EVERYONE)
        shields_rise(table, [one for one in run.state.at(system) if one.owner == party])


def shields_rise(table: Table[State], units: list[Unit]) -> None:
    """Units that become part of an open battle have their shields up; that is no act of theirs (GCW-DMG-20)."""
    for owner in sorted({unit.owner for unit in units}):
        down = tuple(
            unit.id
            for unit in units
            if unit.owner == owner and unit.status is Status.ACTIVE and not unit.shields_up and unit.pools.shields
        )
        if down:
            table.say(ShieldsRose(down), only(owner) if owner != NOBODY else REFEREE)


def active(table: Table[State], seat: Seat) -> None:
    """Refuse a player who has not joined, or not confirmed the setup."""
    player = table.state.players.get(seat)
    if player is None:
        table.refuse("NOT_JOINED")
    if player.status is not PlayerStatus.ACTIVE:
        table.refuse("NOT_CONFIRMED")


def contact_of(run: Run, unit: Unit, viewer: Seat) -> str:
    """What a viewer calls a unit: its name or alias; "an unseen unit" where the viewer has no contact."""
    alias = alias_of(run.state, viewer, unit.id)
    contact = run.state.contacts_of(viewer).get(alias) if alias is not None else None
    return contact.label if contact is not None else "an unseen unit"

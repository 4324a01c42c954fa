"""What the actions of a turn share: who acts, with what points and weapons left, and the command points it uses.

A turn is played twice by the same rules: on what its author knows, when it is drafted and posted, and on the
referee's state, when it becomes final (GCW-TRN-04). Rulebook: GCW-FAM, GCW-BUR, GCW-DMG-12.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Self

from engine import orders
from engine.act import Order
from engine.game import REFEREE, Audience, Fact, Refusal, Seat, Table, only
from engine.gcw.data.codes import Code
from engine.gcw.figures.damage import Act, ship_act_ok, squadron_act_ok, target_ok
from engine.gcw.look import Look
from engine.gcw.run import Run, Use
from engine.gcw.sight.contacts import alias_of, held_of, hidden, is_target, track_of
from engine.gcw.state import NOBODY, SHIPLIKE, TROOPS, Contact, PlayerStatus, State, Unit, UnitKind, located
from engine.gcw.world import grid_of
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found
from engine.orders import Option
from engine.text.names import did_you_mean, shown

FIRED, MOVED = "fire", "move"

UNTOLD = "an hour that you do not know"
"""When a unit comes out of hyperspace that is dragged along by another player's (GCW-TRC-07)."""

CAPITAL = SHIPLIKE | {UnitKind.FACILITY}
"""What is disabled when its armor is gone, and acts no more (GCW-DMG-09, GCW-GAR-06)."""


def acted(run: Run, unit: Unit, where: str = "") -> None:
    """A unit did what obliges it to post where it is, under its public number; never in deep space (GCW-PST-03)."""
    if not hidden(run.state, run.world, unit.cell):
        track = track_of(run.table, unit)
        words = f"{track_label(track, unit.owner)}: {where or unit.cell}"
        run.told.places.pop(unit.id, None)
        run.told.places[unit.id] = (unit.system, words)


def track_label(track: int, owner: Seat) -> str:
    """A unit in a public post: its number and its player, never its class or name (GCW-PST-03)."""
    return f"Track {track} ({owner or 'no player'})"


def hearers(*owners: Seat) -> Audience:
    """These players, as hearers; the referee alone where it is nobody's."""
    return only(*(owner for owner in owners if owner != NOBODY))


def own(table: Table[State], seat: Seat, name: str) -> Unit:
    """A unit of the player's by name. Refuses NOT_OWNER for one it knows to be another's, else NO_UNIT."""
    as_written = name.strip()
    for unit in table.state.of(seat):  # as it is most often written: in a large fleet folding every name takes long
        if unit.name == as_written:
            return unit
    wanted = as_written.casefold()
    for unit in table.state.of(seat):
        if unit.name.casefold() == wanted:
            return unit
    for contact in table.state.contacts_of(seat).values():
        if wanted in (contact.name.casefold(), contact.alias.casefold()):
            table.refuse("NOT_OWNER", unit=shown(contact.label))
    hint = did_you_mean(name, [unit.name for unit in table.state.of(seat)])
    table.refuse("NO_UNIT", name=shown(name), hint=hint)


def unable(look: Look, unit: Unit, act: Act) -> Refused | None:
    """Why a unit cannot do something where it is, or in its state (GCW-DMG-09, -12, -17, GCW-GAL-05)."""
    state = look.known
    if unit.voyage:
        return in_transit(look, unit)
    if unit.docked and not (act is Act.FIRE and garrisoned(state, unit)):
        host = state.units.get(unit.docked)
        fix = "Unload it first, on the Surface of a Ground Grid." if unit.kind in TROOPS else ""
        inside = {"unit": shown(unit.name), "host": shown(host.name) if host else "its carrier"}
        return Refused("DOCKED", inside, fix=fix)
    code = (ship_act_ok if unit.kind in CAPITAL else squadron_act_ok)(unit.status, act)
    if code is Code.FINAL_USED and unit.kind in CAPITAL - {UnitKind.SHIP}:
        code = Code.UNIT_DISABLED  # last acts are a ship's (GCW-DMG-12)
    if code is not None:
        return Refused(code, {"unit": shown(unit.name), "target": shown(unit.name)})
    return grip(state, unit) if act is Act.MOVE else None


def in_transit(look: Look, unit: Unit, found: Found = NOTHING_FOUND) -> Refused | None:
    """Those that are in hyperspace can do nothing (GCW-GAL-05)."""
    if not unit.voyage:
        return None
    voyage = look.known.voyages.get(unit.voyage)
    return Refused("IN_TRANSIT", {"unit": shown(unit.name), "time": when(voyage.due_at) if voyage else UNTOLD})


def able(run: Run, unit: Unit, act: Act) -> None:
    """Refuse what a unit cannot do where it is, or in its state (GCW-DMG-09, -12, -17, GCW-GAL-05)."""
    look = look_in(run)
    look.require(unable(look, unit, act))


def look_in(run: Run) -> Look:
    """What the author of a turn sees in the course of it."""
    return Look(run.world, run.state, run.seat, run.table.date, run.table.refusals, run)


def foretell(run: Run, fact: Fact[State]) -> None:
    """Say a fact in a rehearsal, where the referee alone hears it; its words stand in the preview."""
    words = fact.words(look_in(run))
    if words is not None:
        run.workings.append(words if isinstance(words, str) else words.text)
    run.say(fact, REFEREE)


def grip(state: State, unit: Unit) -> Refused | None:
    """What keeps a unit from moving that tractor beams control, named as its owner knows it (GCW-TRC-07).

    Fire and launching are no movement.
    """
    if not unit.held:
        return None
    contacts = state.contacts_of(unit.owner)
    names = [contacts[one].label if one in contacts else one for one in unit.held_by]
    return Refused(Code.TRACTORED, {"unit": shown(unit.name), "holder": shown(", ".join(names) or unit.held)})


def not_held(run: Run, unit: Unit) -> None:
    """Refuse a movement of a unit that tractor beams control (GCW-TRC-07)."""
    look_in(run).require(grip(run.state, unit))


def locked(state: State, system: str, cell: str) -> Refused | None:
    """Why troops cannot move into or out of a Ground Grid: it was bombarded from orbit (GCW-ORB-05)."""
    until = state.bombarded.get(f"{system}/{grid_of(cell)}") if grid_of(cell) else None
    return None if until is None else Refused("OB_GRID_LOCK", {"grid": grid_of(cell), "time": when(until)})


def garrisoned(state: State, unit: Unit) -> bool:
    """Whether a unit is inside a facility, from where it may attack (GCW-GAR-01)."""
    host = state.units.get(unit.docked) if unit.docked else None
    return host is not None and host.kind is UnitKind.FACILITY and unit.kind in TROOPS


def place(state: State, unit: Unit) -> Unit:
    """What stands in the cell from which a unit acts: its facility for a garrison, else the unit itself."""
    return state.units[unit.docked] if garrisoned(state, unit) else unit


def when(at: int) -> str:
    """An instant in a refusal: shown to each reader in their own zone."""
    return f"<t:{at}:f>"


def begin_half(run: Run, unit: Unit, half: str) -> None:
    """Enter the firing or the moving half of a unit's turn: each once, in one piece (GCW-FAM-01, -02)."""
    use = run.use(unit)
    look_in(run).require(half_over(use, unit, half))
    if half not in use.halves:
        use.halves.append(half)


def half_over(use: Use, unit: Unit, half: str) -> Refused | None:
    """Why a unit cannot enter a half of its turn, that was followed by the other (GCW-FAM-01)."""
    if half in use.halves[:-1]:
        return Refused("FIRE_MOVE_ORDER", {"unit": shown(unit.name)}, rule="GCW-FAM-01")
    return None


def contact_named(state: State, seat: Seat, name: str) -> Contact | None:
    """A contact by alias or name; an alias comes before a name, what is there before what is gone."""
    wanted = name.strip().casefold()
    named = [one for one in state.contacts_of(seat).values() if wanted in (one.alias.casefold(), one.name.casefold())]
    named.sort(key=lambda one: (wanted != one.alias.casefold(), bool(one.gone), -one.at, one.number))
    return named[0] if named and wanted else None


def target(run: Run, name: str) -> tuple[Contact, Unit | None]:
    """A contact by name or alias, and the unit behind it where this state knows it (GCW-SCN-18).

    "No such unit" and "you cannot see it" are one answer: TARGET_UNKNOWN. TARGET_GONE for what can be hit no more.
    """
    state, seat = run.state, run.seat
    contact = contact_named(state, seat, name)
    if contact is None:
        if any(name.strip().casefold() == unit.name.casefold() for unit in state.of(seat)):
            run.table.refuse("OWN_TARGET", unit=shown(name))
        seen = [one.label for one in state.contacts_of(seat).values() if not one.gone]
        run.table.refuse("TARGET_UNKNOWN", rule="GCW-SCN-18", name=shown(name), hint=did_you_mean(name, seen))
    if contact.gone in GONE_FOR_GOOD or target_ok(contact.status) is not None:
        run.table.refuse("TARGET_GONE", target=shown(contact.label))
    if not is_target(state, run.world, seat, contact):
        run.table.refuse("TARGET_UNKNOWN", rule="GCW-SCN-18", name=shown(contact.label), hint="")
    binding = held_of(state, seat, contact)
    unit = state.units.get(binding.unit) if binding is not None else None
    if unit is not None and target_ok(unit.status) is not None:
        run.table.refuse("TARGET_GONE", target=shown(contact.label))
    return contact, located(state, unit) if unit is not None else None


SHIELDLESS = TROOPS | {UnitKind.HERO}
"""What has no shields to raise."""

GONE_FOR_GOOD = frozenset({"destroyed", "doomed"})


def points(run: Run, unit: Unit) -> Use:
    """A unit's use with its movement points set for the turn (GCW-MOV-01, GCW-HYX-03)."""
    use = run.use(unit)
    if use.left is None:
        use.left = points_left(look_in(run), unit)
    return use


def points_left(look: Look, unit: Unit) -> int:
    """The movement points that a unit has left for the turn (GCW-MOV-01, GCW-HYX-03)."""
    left = look.use(unit).left
    if left is not None:
        return left
    return 0 if locked_by_exit(look, unit) else look.world.move_points(unit.code)


def locked_by_exit(look: Look, unit: Unit) -> bool:
    """Whether a unit cannot move yet after leaving hyperspace (GCW-HYX-03)."""
    return unit.exit_until is not None and not look.turn.table.reached(unit.exit_until)


def active(table: Table[State], seat: Seat) -> None:
    """Refuse a player who has not joined, or not confirmed the setup."""
    player = table.state.players.get(seat)
    if player is None:
        table.refuse("NOT_JOINED")
    if player.status is PlayerStatus.RETIRED:
        table.refuse("RETIRED")
    if player.status is not PlayerStatus.ACTIVE:
        table.refuse("NOT_CONFIRMED")


def contact_of(run: Run, unit: Unit, viewer: Seat) -> str:
    """What a viewer calls a unit: its name or alias; "an unseen unit" where the viewer has no contact."""
    alias = alias_of(run.state, viewer, unit.id)
    contact = run.state.contacts_of(viewer).get(alias) if alias is not None else None
    return contact.label if contact is not None else "an unseen unit"


class PlayerOrder(Order):
    """What a player in play may order."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Players who have joined, confirmed their setup and not left."""
        return look.inactive()


class Action(PlayerOrder):
    """What units do in a turn: drafted as a line, rehearsed on what its author knows, played when the turn is final.

    `step` is when in the turn it is played (register 0.7): most things at 0, in the order written.
    """

    shows: ClassVar[str] = "preview"
    step: ClassVar[int] = 0
    kinds: ClassVar[list[type[Action]]] = []
    """Every kind of action, as its chapter declares it."""

    def __init_subclass__(cls, **given: Any) -> None:  # pydantic's own arguments
        super().__init_subclass__(**given)
        if cls.path:
            Action.kinds.append(cls)

    def joined(self, later: Sequence[orders.Order]) -> list[int]:
        """The places, in the lines after this one, of those that are played together with it: `run.further`."""
        return []

    def perform(self, run: Run) -> None:
        """Play it, in a rehearsal or for good. What its fields name is `run.found`. Raises Refusal."""
        raise LookupError(f"nothing performs {type(self).__name__}")

    @classmethod
    def options(cls, look: Look, field: str, given: Mapping[str, str]) -> Iterable[Option]:
        """What the menu of a field offers, as things stand after the draft."""
        try:
            return super().options(look.drafted(), field, given) if look.inactive() is None else ()
        except Refusal:
            return ()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Lines of this kind that could be drafted next, as things stand after the draft."""
        if look.inactive() is None:
            yield from islice(cls.next_lines(look.drafted()), cls.lively)

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """Lines of this kind that could be drafted as things stand."""
        return super().likely(look)

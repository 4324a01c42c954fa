"""What moderators may do: the clock, the terrain, ships and markers set right, the end of the game. Register 17.2.

Everybody hears of it. Ships are not touched while somebody is asked something, or while they are activated.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from engine.clock import MINUTE, Instant, later
from engine.game import EVERYONE, Table
from engine.orders import Order
from engine.sunrise.agenda import NextPick, OpenSquadrons
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import FleetList, Upgrade
from engine.sunrise.facts import (
    Announced,
    CameBack,
    ClockStopped,
    DeadlineSet,
    MarkerLifted,
    MarkerPlaced,
    ScoreSet,
    ShipRemoved,
    ShipSet,
    SquadronLost,
    SquadronSet,
    TerrainLaid,
    TerrainTaken,
    TimerSet,
)
from engine.sunrise.figures.hull import shield_pool
from engine.sunrise.figures.markers import Ending, Side
from engine.sunrise.figures.sheet import lose, restore, working
from engine.sunrise.figures.terrain import LIMIT, Piece, clear_of_terrain, random_circles
from engine.sunrise.founding.deploying import after_deploying
from engine.sunrise.founding.laying import read_piece, seated
from engine.sunrise.moderator_orders import (
    AddTerrain,
    Advance,
    Announce,
    Deadline,
    EndGame,
    Extend,
    LiftMarker,
    PauseClock,
    PlaceShip,
    RandomTerrain,
    RemoveShip,
    ResumeClock,
    SeatPlayer,
    SetMarker,
    SetScore,
    SetShip,
    SetSquadron,
    TakeTerrain,
    Timer,
)
from engine.sunrise.movement.plotting import ordering, reveal
from engine.sunrise.naming import count_of, heading_of, point_of, ships_named, squadrons_named, system_of
from engine.sunrise.play import Play, refuse
from engine.sunrise.shooting.activation import pickable
from engine.sunrise.shooting.harm import lose_ship, without
from engine.sunrise.state import SETUP_STAGES, Marker, Ship, Stage, State, Status
from engine.sunrise.turn.deadlines import lapse
from engine.sunrise.turn.verdict import finish, judged
from engine.sunrise.world import World
from engine.text.names import no_such, shown

MOST_VELOCITY = 99
"""What a moderator may set a velocity to; the rules know no limit (FS-MOV-02)."""


def _announce(table: Table[State], words: str) -> None:
    table.say(Announced(words), EVERYONE)


def _running(table: Table[State]) -> None:
    if table.state.over:
        refuse(table, no(Code.E_PHASE, "the game is over", "FS-WIN-04"))


def _between(table: Table[State], ship: Ship | None = None) -> None:
    """Nobody is asked anything, and the ship is not activated. Refuses `E_PENDING`."""
    state = table.state
    if state.choice is not None:
        why = f"side {state.choice.side} is asked ({state.choice.kind.value}); `advance` answers for it"
        refuse(table, no(Code.E_PENDING, why, "FS-TURN-07"))
    if ship is not None and state.acting == ship.id:
        why = f"{shown(ship.name)} is activated; `advance` ends that"
        refuse(table, no(Code.E_PENDING, why, "FS-TURN-06"))


def _side(table: Table[State], word: str) -> Side:
    wanted = word.strip().upper()
    if wanted not in (Side.A.value, Side.B.value):
        refuse(table, no(Code.E_VALUE, f"there are side A and side B, and no side {shown(word)}", "FS-TERM-04"))
    return Side(wanted)


def _ship(table: Table[State], word: str) -> Ship:
    """A ship by id or name. Refuses `E_UNKNOWN`, also for a name that ships of both sides have."""
    found = ships_named(table.state, word)
    if len(found) == 1:
        return found[0]
    if found:
        ids = " and ".join(ship.id for ship in found)
        refuse(table, no(Code.E_UNKNOWN, f"{ids} are both called so; use the id", "FS-FRC-07"))
    names = [name for ship in table.state.ships.values() for name in (ship.id, ship.name)]
    refuse(table, no(Code.E_UNKNOWN, no_such("ship", word, names), "FS-TERM-06"))


def settle(play: Play) -> None:
    """Go on where a correction has left nothing to wait for."""
    state = play.state
    side = state.picks
    if state.stage in (*SETUP_STAGES, Stage.OVER) and state.stage is not Stage.DEPLOY:
        return
    if state.stage is Stage.DEPLOY and side is not None:
        after_deploying(play, side)
    elif judged(play):
        return
    elif state.stage is Stage.ORDERS:
        if all(state.of(one).lock is not None or not ordering(state, one) for one in Side):
            reveal(play)
    elif state.stage is Stage.SQUADRONS and side is not None:
        play.push(OpenSquadrons(side))
    elif state.stage is Stage.PICK and side is not None and not pickable(state, side):
        play.push(NextPick(side.other))
    play.go()


def _until(table: Table[State], minutes: int) -> Instant | None:
    return later(table.now, minutes * MINUTE) if minutes else None


def deadline(order: Deadline, table: Table[State]) -> None:
    """The present wait ends then."""
    _running(table)
    table.say(DeadlineSet(_until(table, order.minutes)), EVERYONE)


def extend(order: Extend, table: Table[State]) -> None:
    """More time. Refuses `E_PHASE` where nothing is timed."""
    _running(table)
    if table.state.until is None:
        refuse(table, no(Code.E_PHASE, "nothing is timed now", "FS-TURN-01"))
    table.say(DeadlineSet(later(table.state.until, order.minutes * MINUTE)), EVERYONE)


def pause(table: Table[State]) -> None:
    """The clock stops until it goes on by order, whatever is played. Refuses `E_PHASE` where nothing is timed."""
    _running(table)
    if table.state.until is None:
        refuse(table, no(Code.E_PHASE, "nothing is timed now", "FS-TURN-01"))
    table.say(ClockStopped(max(1, table.state.until - table.now)), EVERYONE)


def resume(table: Table[State]) -> None:
    """The clock goes on with what is waited for now. Refuses `E_PHASE` where it does not stand."""
    _running(table)
    if table.state.pause is None:
        refuse(table, no(Code.E_PHASE, "the clock is not stopped", "FS-TURN-01"))
    table.say(DeadlineSet(later(table.now, table.state.pause) if table.state.pause else None), EVERYONE)


def timer(world: World, order: Timer, table: Table[State]) -> None:
    """Waits that begin from now on last so long. Refuses `E_UNKNOWN`."""
    _running(table)
    step = order.step.strip().casefold()
    if step not in world.pack.clock:
        refuse(table, no(Code.E_UNKNOWN, no_such("step", order.step, world.pack.clock), "FS-TURN-01"))
    table.say(TimerSet(step, order.minutes), EVERYONE)


def advance(world: World, table: Table[State]) -> None:
    """As if time were up. Refuses `E_PHASE` while fleets are built: no default is known for them."""
    _running(table)
    if table.state.stage is Stage.FLEETS:
        refuse(table, no(Code.E_PHASE, "fleets have no default; `end` ends the game", "FS-FRC-06"))
    _announce(table, "A moderator does not wait any longer: what is missing is done by default.")
    lapse(world, table)


def add_terrain(world: World, order: AddTerrain, table: Table[State]) -> None:
    """A piece where no ship or marker is inside it. Refuses `E_VALUE`, `E_BOUNDS`, `E_TERRAIN`."""
    _running(table)
    _between(table)
    piece = read_piece(table, order.shape)
    _require_clear(table, piece)
    table.say(TerrainLaid((piece,)), EVERYONE)


def _require_clear(table: Table[State], piece: Piece) -> None:
    state = table.state
    points = [(shown(ship.name), ship.place) for ship in state.ships.values() if ship.place is not None]
    points += [(f"where {shown(ship.name)} comes back", ship.exit) for ship in state.ships.values() if ship.exit]
    points += [(marker.id, marker.place) for marker in state.markers]
    for name, place in points:
        refused = clear_of_terrain((piece,), place)
        if refused is not None:
            refuse(table, no(Code.E_TERRAIN, f"{name}: {refused.why}", "FS-BRD-06"))


def random_terrain(world: World, order: RandomTerrain, table: Table[State]) -> None:
    """Circles by the dice, before markers are laid (FS-BRD-05). Refuses `E_PHASE`, `E_VALUE` beyond 20 pieces."""
    state = table.state
    if state.stage not in (Stage.FLEETS, Stage.TERRAIN):
        refuse(table, no(Code.E_PHASE, "random terrain comes before markers", "FS-SET-07"))
    if len(state.terrain) + order.pieces > LIMIT:
        why = f"{len(state.terrain) + order.pieces} pieces are more than {LIMIT}"
        refuse(table, no(Code.E_VALUE, why, "FS-BRD-05"))
    play = Play(world, table)
    taken = {piece.id for piece in state.terrain}
    drawn = random_circles(state.settings.board, order.pieces, play.roll, state.terrain)
    free = (name for name in (f"t{number}" for number in range(1, 2 * LIMIT + 1)) if name not in taken)
    play.say(TerrainLaid(tuple(replace(piece, id=next(free)) for piece in drawn)))


def take_terrain(order: TakeTerrain, table: Table[State]) -> None:
    """A piece goes, or all. Refuses `E_UNKNOWN`."""
    _running(table)
    _between(table)
    wanted = order.piece.strip().casefold()
    ids = [piece.id for piece in table.state.terrain]
    if wanted != "all" and wanted not in ids:
        refuse(table, no(Code.E_UNKNOWN, no_such("piece of terrain", order.piece, ids), "FS-BRD-05"))
    table.say(TerrainTaken("" if wanted == "all" else wanted), EVERYONE)


def place_ship(world: World, order: PlaceShip, table: Table[State]) -> None:
    """A ship stands there from now on. Refuses `E_PHASE`, `E_DESTROYED` for one without pips, `E_TERRAIN`."""
    _running(table)
    state = table.state
    if state.stage in SETUP_STAGES and state.stage is not Stage.DEPLOY:
        refuse(table, no(Code.E_PHASE, "ships are placed from deployment on", "FS-SET-07"))
    ship = _ship(table, order.ship)
    _between(table)
    place, heading = point_of(table, order.x, order.y), heading_of(table, order.heading)
    if (refused := clear_of_terrain(state.terrain, place)) is not None:
        refuse(table, refused)
    if not ship.pips:
        refuse(table, no(Code.E_DESTROYED, f"{shown(ship.name)} has no pips; set them first", "FS-HULL-05"))
    play = Play(world, table)
    play.say(CameBack(ship.id, ship.status, place, heading, ship.velocity))
    _announce(table, f"{shown(ship.name)} was placed by a moderator.")
    settle(play)


def set_ship(world: World, order: SetShip, table: Table[State]) -> None:
    """A number or a system of a ship. Refuses `E_VALUE`, `E_UNKNOWN`, `E_PENDING`."""
    _running(table)
    ship = _ship(table, order.ship)
    _between(table, ship)
    what = order.what.strip().casefold()
    play = Play(world, table)
    if what in ("destroyed", "restored"):
        wanted = what == "restored"
        system = system_of(world, table, ship, order.value, lambda one: bool(one.lost) if wanted else one.works)
        if bool(system.lost) is not wanted and (wanted or not system.works):
            refuse(table, no(Code.E_VALUE, f"{system.id} is not to be {what}", "FS-HULL-04"))
        after = restore(ship.systems, system.id) if wanted else lose(ship.systems, system.id)
        pips, shields = without(play, ship, ship.systems, after)
        play.say(ShipSet(replace(ship, systems=after, pips=pips, shields=shields), order.why))
    elif what in ("pips", "shields", "velocity"):
        number = count_of(table, order.value, what, "FS-HULL-02")
        least, most = _bounds(world, ship, what)
        if not least <= number <= most:
            why = f"{what} of {shown(ship.name)} are {least} to {most}, not {number}"
            refuse(table, no(Code.E_VALUE, why, "FS-HULL-02"))
        if what == "pips" and not number and ship.pips:
            _announce(table, f"{shown(ship.name)} is destroyed by a moderator: {shown(order.why)}")
            play.push(*lose_ship(play, ship.id))
        else:
            play.say(ShipSet(replace(ship, **{what: number}), order.why))
    else:
        known = ("pips", "shields", "velocity", "destroyed", "restored")
        refuse(table, no(Code.E_UNKNOWN, no_such("figure", order.what, known), "FS-HULL-02"))
    settle(play)


def _bounds(world: World, ship: Ship, what: str) -> tuple[int, int]:
    """From what to what a figure of a ship may be set: one not yet lost to nothing stays so until it was on the board.

    A ship on its way back (FS-FAC-10) has no pips until it is there.
    """
    if what == "shields":
        return 0, shield_pool(working(ship.systems, Upgrade.SHIELDS))
    if what == "velocity":
        return 0, MOST_VELOCITY
    if ship.status is Status.RETURNING:
        return 0, 0
    return (0 if ship.last is not None else 1), world.whole(ship)


def set_squadron(world: World, order: SetSquadron, table: Table[State]) -> None:
    """The size of a squadron. Refuses `E_VALUE` beyond its full size, `E_UNKNOWN`."""
    _running(table)
    _between(table)
    found = squadrons_named(world, table.state.squadrons.values(), order.squadron)
    if len(found) != 1:
        why = no_such("squadron", order.squadron, table.state.squadrons)
        refuse(table, no(Code.E_UNKNOWN, why, "FS-SC-01"))
    one = found[0]
    full = world.craft(one).size
    if order.size > full:
        refuse(table, no(Code.E_VALUE, f"{one.id} has {full} craft at most", "FS-SC-01"))
    play = Play(world, table)
    if order.size:
        play.say(SquadronSet(one.id, order.size, one.ship, one.bay, one.mode, order.why))
    else:
        play.say(SquadronLost(one.id, one.side, one.type, order.why, "FS-SC-01"))
    settle(play)


def remove_ship(world: World, order: RemoveShip, table: Table[State]) -> None:
    """A ship is no more, as if it had never been. Refuses `E_UNKNOWN`, `E_PENDING`."""
    _running(table)
    ship = _ship(table, order.ship)
    _between(table, ship)
    play = Play(world, table)
    play.say(ShipRemoved(ship.id, order.why))
    settle(play)


def _marker(table: Table[State], word: str) -> str:
    wanted = word.strip().casefold()
    return f"m{wanted}" if wanted.isdecimal() else wanted


def set_marker(order: SetMarker, table: Table[State]) -> None:
    """A marker lies there, and is whose it is said to be, once markers are placed. Refuses `E_PHASE`, `E_VALUE`."""
    _running(table)
    _between(table)
    if table.state.stage in SETUP_STAGES - {Stage.DEPLOY}:
        refuse(table, no(Code.E_PHASE, "markers are being placed by the sides", "FS-SET-07"))
    id = _marker(table, order.marker)
    if not re.fullmatch(r"m[1-9]\d?", id):
        refuse(table, no(Code.E_VALUE, f"a marker is called m1, m2 and so on, not “{shown(id)}”", "FS-SET-02"))
    place = point_of(table, order.x, order.y)
    word = order.side.strip().casefold()
    side = None if word in ("nobody", "none", "neutral") else _side(table, order.side)
    table.say(MarkerPlaced(Marker(id, place, side)), EVERYONE)


def lift_marker(order: LiftMarker, table: Table[State]) -> None:
    """A marker is gone. Refuses `E_UNKNOWN`, `E_PHASE`."""
    _running(table)
    _between(table)
    if table.state.stage in SETUP_STAGES - {Stage.DEPLOY}:
        refuse(table, no(Code.E_PHASE, "markers are being placed by the sides", "FS-SET-07"))
    id = _marker(table, order.marker)
    ids = [marker.id for marker in table.state.markers]
    if id not in ids:
        refuse(table, no(Code.E_UNKNOWN, no_such("marker", order.marker, ids), "FS-SET-02"))
    table.say(MarkerLifted(id), EVERYONE)


def seat_player(order: SeatPlayer, table: Table[State]) -> None:
    """A seat plays for a side; it hears that side's list. Refuses `E_VALUE` for a seat that has no part, `E_PHASE`."""
    _running(table)
    state = table.state
    side = _side(table, order.side)
    known = (*state.seats, *state.asking)
    seat = next((one for one in known if one.casefold() == order.seat.strip().casefold()), None)
    if seat is None:
        why = no_such("seat", order.seat, known)
        refuse(table, no(Code.E_UNKNOWN, f"{why}; a new seat asks for a side itself", "FS-TERM-04"))
    now = state.seats.get(seat)
    if now is side:
        refuse(table, no(Code.E_ONCE, f"{shown(seat)} plays side {side} already", "FS-TERM-04"))
    if state.stage not in SETUP_STAGES:
        refuse(table, no(Code.E_PHASE, "sides are joined before turn 1", "FS-TERM-04"))
    if now is not None and state.of(now).fleet != FleetList("", ()):
        refuse(table, no(Code.E_PHASE, f"{shown(seat)} knows the fleet of side {now}", "FS-TERM-04"))
    seated(table, seat, side)


def end_game(world: World, order: EndGame, table: Table[State]) -> None:
    """The game is over. Refuses `E_VALUE`."""
    _running(table)
    word = order.winner.strip()
    ending = next((one for one in Ending if one.value.casefold() == word.casefold()), None)
    if ending is None:
        refuse(table, no(Code.E_VALUE, f"a game ends for A, for B or in a draw, not “{shown(word)}”", "FS-WIN-04"))
    _announce(table, f"A moderator ends the game: {shown(order.why)}")
    finish(Play(world, table), ending, "FS-WIN-07")


def command(world: World, order: Order, table: Table[State]) -> None:
    """A moderator's order: no other seat's comes this far."""
    match order:
        case Deadline():
            deadline(order, table)
        case Extend():
            extend(order, table)
        case PauseClock():
            pause(table)
        case ResumeClock():
            resume(table)
        case Timer():
            timer(world, order, table)
        case Advance():
            advance(world, table)
        case AddTerrain():
            add_terrain(world, order, table)
        case RandomTerrain():
            random_terrain(world, order, table)
        case TakeTerrain():
            take_terrain(order, table)
        case PlaceShip():
            place_ship(world, order, table)
        case SetShip():
            set_ship(world, order, table)
        case SetSquadron():
            set_squadron(world, order, table)
        case RemoveShip():
            remove_ship(world, order, table)
        case SetMarker():
            set_marker(order, table)
        case LiftMarker():
            lift_marker(order, table)
        case SetScore():
            _running(table)
            table.say(ScoreSet(_side(table, order.side), order.points, order.why), EVERYONE)
        case SeatPlayer():
            seat_player(order, table)
        case Announce():
            _announce(table, order.words)
        case EndGame():
            end_game(world, order, table)

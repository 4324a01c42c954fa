"""Orders of moderators: the clock, the terrain, ships and markers set right, its end. Register 17.2.

Everybody hears of it. Ships are not touched while somebody is asked something, or while they are activated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.book import Group
from engine.clock import MINUTE, Instant, later
from engine.corrections import Correction, Setting, figure
from engine.corrections import Field as Setable
from engine.game import EVERYONE, Fact, Seat
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Noun, Value
from engine.orders import Option
from engine.sunrise.craft.berths import bay_meant
from engine.sunrise.craft.smallcraft import MODE, MODE_HELP
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.shapes import Piece, Point, inches
from engine.sunrise.data.units import FactionCode, FleetList, Upgrade
from engine.sunrise.figures.board import LIMIT, clear_of_terrain, random_circles
from engine.sunrise.figures.hull import shield_pool
from engine.sunrise.figures.motion import RETURN_VELOCITY
from engine.sunrise.figures.sheet import lose, restore
from engine.sunrise.founding.deploying import after_deploying
from engine.sunrise.founding.laying import MarkerPlaced, TerrainLaid, read_piece
from engine.sunrise.founding.sides import SIDE, being_set_up, no_side, seated
from engine.sunrise.harm import SquadronLost, lose_ship, without
from engine.sunrise.look import Act, CraftOf, Look, Named, ShipOf, SideOf
from engine.sunrise.movement.plotting import reveal
from engine.sunrise.nouns import none_such, ship_label, ships_named, squadrons_named, system_of, system_option
from engine.sunrise.play import Answer, Play, Usual, finish, judged, lapse
from engine.sunrise.state import (
    SETUP_STAGES,
    Ending,
    Marker,
    Mode,
    NextPick,
    OpenSquadrons,
    Ship,
    Side,
    Squadron,
    Stage,
    State,
    Status,
    System,
    ordering,
    pickable,
    ship_changed,
    side_changed,
    squadron_changed,
    working,
)
from engine.sunrise.turn.comings import CameBack
from engine.sunrise.words import MINUTES, where_words
from engine.sunrise.world import PLACED_AT_REST, STANDING_SECRET, TOLD_BEFORE, World
from engine.text.lines import WordsError, parse
from engine.text.message import N_, T_, Text, name, recorded, stamp, term
from engine.text.names import no_such, shown

GROUP = Group("gm-sunrise", "Moderators of a game of False Sunrise")
MOST_MINUTES = 60 * 24 * 60
WHY = Field("a moderator's ruling", description="the reason, for all to read", max_length=200)
X = Field(description="inches from the west edge", max_length=12)
Y = Field(description="inches from the south edge", max_length=12)
MOST = 99
"""A velocity, a debt, a turn that a moderator may set at most; the rules know no limit (FS-MOV-02)."""
LONG = 9
"""Turns after which random games are ended."""


def running(look: Look) -> Refused | None:
    """A game that is over is not corrected (FS-WIN-04)."""
    return no(Code.E_PHASE, T_("the game is over"), "FS-WIN-04") if look.known.over else None


def asked(look: Look) -> Refused | None:
    """While somebody is asked something, ships and the board stay as they are."""
    choice = look.known.choice
    if choice is None:
        return None
    why = N_("side {side} is asked ({kind}); `advance` answers for it")(side=term(choice.side), kind=term(choice.kind))
    return no(Code.E_PENDING, why, "FS-TURN-07")


def not_activated(look: Look, ship: Ship, found: Found) -> Refused | None:
    """A ship is set right when it is not activated."""
    if look.known.acting != ship.id:
        return None
    return no(Code.E_PENDING, N_("{ship} is activated; `advance` ends that")(ship=name(ship.name)), "FS-TURN-06")


def markers_laid(look: Look) -> Refused | None:
    """Markers are set right once the sides have placed them."""
    if look.known.stage in SETUP_STAGES - {Stage.DEPLOY}:
        return no(Code.E_PHASE, T_("markers are being placed by the sides"), "FS-SET-07")
    return None


def only_ship(look: Look, word: str, found: Found) -> Ship | None:
    """The ship of either side by id or name. Refuses `E_UNKNOWN` for a name that ships of both sides have."""
    ships = ships_named(look.known, word)
    if len(ships) > 1:
        ids = " and ".join(ship.id for ship in ships)
        look.require(no(Code.E_UNKNOWN, N_("{ids} are both called so; use the id")(ids=term(ids)), "FS-FRC-07"))
    return ships[0] if ships else None


SHIP: Noun[Look, Ship] = Noun(
    "a ship",
    lambda look, found: look.known.ships.values(),
    lambda ship: (ship.id, ship.name),
    ship_label,
    unknown=Code.E_UNKNOWN,
    stranger=none_such(
        "ship", lambda look: (name for ship in look.known.ships.values() for name in (ship.id, ship.name)), "FS-TERM-06"
    ),
    exact=only_ship,
    tests=(lambda look, ship, found: asked(look),),
)
AT_REST = SHIP.that(not_activated)


def on_the_board(look: Look, ship: Ship, found: Found) -> Refused | None:
    """Only ships on the board have squadrons over them."""
    return (
        None
        if ship.deployed
        else no(Code.E_DESTROYED, N_("{ship} is not on the board")(ship=name(ship.name)), "FS-SC-05")
    )


def placeable(look: Look, ship: Ship, found: Found) -> Refused | None:
    """As `not_activated`, from the version on that says so."""
    return not_activated(look, ship, found) if look.world.version >= PLACED_AT_REST else None


PLACEABLE = SHIP.that(placeable)


def only_squadron(look: Look, word: str, found: Found) -> Squadron | None:
    """The squadron of either side by id, or by a type of which there is one."""
    squadrons = squadrons_named(look.world, look.known.squadrons.values(), word)
    return squadrons[0] if len(squadrons) == 1 else None


SQUADRON: Noun[Look, Squadron] = Noun(
    "a squadron",
    lambda look, found: look.known.squadrons.values(),
    lambda squadron: (squadron.id,),
    lambda look, squadron: f"{look.world.craft(squadron).name} {squadron.id}",
    unknown=Code.E_UNKNOWN,
    stranger=none_such("squadron", lambda look: look.known.squadrons, "FS-SC-01"),
    exact=only_squadron,
)
HOLDER: Noun[Look, Side | None] = Noun(
    "a side",
    lambda look, found: (*Side, None),
    lambda side: (side.value,) if side is not None else ("nobody", "none", "neutral"),
    unknown=no_side,
)
"""A side, or nobody."""

MARKER: Noun[Look, Marker] = Noun(
    "a marker",
    lambda look, found: look.known.markers,
    lambda marker: (marker.id, marker.id.removeprefix("m")),
    unknown=Code.E_UNKNOWN,
    stranger=none_such("marker", lambda look: (marker.id for marker in look.known.markers), "FS-SET-02"),
)


def marker_id(look: Look, words: str, found: Found) -> str:
    """The id of a marker that there is or shall be: "m3", "3". Refuses `E_VALUE`."""
    word = words.strip().casefold()
    id = f"m{word}" if word.isdecimal() else word
    if not re.fullmatch(r"m[1-9]\d?", id):
        look.require(no(Code.E_VALUE, N_("a marker is called m1, m2 and so on, not “{id}”")(id=name(id)), "FS-SET-02"))
    return id


ALL = "all"


def piece_named(look: Look, words: str, found: Found) -> str:
    """The id of a piece of terrain, or "" for all. Refuses `E_UNKNOWN`."""
    wanted = words.strip().casefold()
    ids = [piece.id for piece in look.known.terrain]
    if wanted != ALL and wanted not in ids:
        look.refuse(Code.E_UNKNOWN, "FS-BRD-05", why=recorded(no_such("piece of terrain", words, ids)))
    return "" if wanted == ALL else wanted


GAME = "game"
Thing = Ship | Squadron | Side | str
"""What has figures that are set; the game by its word."""


def thing_names(thing: Thing) -> tuple[str, ...]:
    """Names of a thing that has figures."""
    if isinstance(thing, Side):
        return thing.value, f"side {thing.value}"
    return (thing,) if isinstance(thing, str) else (thing.id, getattr(thing, "name", thing.id))


def things(look: Look, found: Found) -> Iterator[Thing]:
    """All that has figures."""
    yield from (*look.known.ships.values(), *look.known.squadrons.values(), *Side, GAME)


def settable(look: Look, thing: Thing, found: Found) -> Refused | None:
    """Sides are corrected at any time; all else while nobody is asked, a ship at rest, the turn once one has begun."""
    if isinstance(thing, Side):
        return None
    if thing == GAME and look.known.stage in SETUP_STAGES:
        return no(Code.E_PHASE, T_("no turn has begun"), "FS-TURN-01")
    return asked(look) or (not_activated(look, thing, found) if isinstance(thing, Ship) else None)


THING: Noun[Look, Thing] = Noun(
    "a ship, a squadron, a side or the game",
    things,
    thing_names,
    lambda look, thing: ship_label(look, thing) if isinstance(thing, Ship) else thing_names(thing)[-1],
    unknown=Code.E_UNKNOWN,
    stranger=none_such(
        "ship, squadron or side",
        lambda look: (name for thing in things(look, NOTHING_FOUND) for name in thing_names(thing)),
        "FS-TERM-06",
    ),
    exact=only_ship,
    tests=(settable,),
)
STEP: Noun[Look, str] = Noun(
    "a kind of step",
    lambda look, found: look.pack.clock,
    lambda step: (step,),
    lambda look, step: look.pack.clock[step].name,
    unknown=Code.E_UNKNOWN,
    stranger=none_such("step", lambda look: look.pack.clock, "FS-TURN-01"),
)
WINNER: Noun[Look, Ending] = Noun(
    "a winner",
    lambda look, found: Ending,
    lambda ending: (ending.value,),
    unknown=lambda look, word, hint: no(
        Code.E_VALUE, N_("a game ends for A, for B or in a draw, not “{word}”")(word=term(word)), "FS-WIN-04"
    ),
)


class ModeratorOrder(Order):
    """An order of moderators: obeyed on the referee's state while the game goes on."""

    moderator: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the game goes on."""
        return running(look)


class QuietOrder(ModeratorOrder):
    """An order of moderators while nobody is asked anything."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return super().ready(look) or asked(look)


class TimedOrder(ModeratorOrder):
    """An order of moderators about the present wait, which has an end."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        timed = look.known.until is not None
        return super().ready(look) or (None if timed else no(Code.E_PHASE, T_("nothing is timed now"), "FS-TURN-01"))


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


class Deadline(ModeratorOrder):
    """Set when the present wait ends, in minutes from now; 0 lets it wait for ever."""

    path: ClassVar[str] = f"{GROUP.path} deadline"
    line: ClassVar[str] = "deadline in {minutes} minutes"
    minutes: int = Field(description="minutes from now; 0 for none", ge=0, le=MOST_MINUTES, examples=[60])

    def obey(self, act: Act) -> None:
        """The present wait ends then."""
        act.say(DeadlineSet(later(act.table.now, self.minutes * MINUTE) if self.minutes else None), EVERYONE)


class Extend(TimedOrder):
    """Give the present wait more time."""

    slash: ClassVar[bool] = False  # `/gm extend` does it in every rulebook
    path: ClassVar[str] = f"{GROUP.path} extend"
    line: ClassVar[str] = "extend by {minutes} minutes"
    minutes: int = Field(description="more minutes", ge=1, le=MOST_MINUTES, examples=[30])

    def obey(self, act: Act) -> None:
        """More time."""
        assert act.state.until is not None  # something is timed
        act.say(DeadlineSet(later(act.state.until, self.minutes * MINUTE)), EVERYONE)


class PauseClock(TimedOrder):
    """Stop the clock."""

    slash: ClassVar[bool] = False  # `/gm pause` does it in every rulebook
    path: ClassVar[str] = f"{GROUP.path} pause"
    line: ClassVar[str] = "pause the clock"

    def obey(self, act: Act) -> None:
        """The clock stops until it goes on by order, whatever is played."""
        assert act.state.until is not None  # something is timed
        act.say(ClockStopped(max(1, act.state.until - act.table.now)), EVERYONE)


class ResumeClock(ModeratorOrder):
    """Let the clock go on with the time that was left."""

    slash: ClassVar[bool] = False  # `/gm resume` does it in every rulebook
    path: ClassVar[str] = f"{GROUP.path} resume"
    line: ClassVar[str] = "resume the clock"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the clock stands."""
        stands = look.known.pause is not None
        return running(look) or (None if stands else no(Code.E_PHASE, T_("the clock is not stopped"), "FS-TURN-01"))

    def obey(self, act: Act) -> None:
        """The clock goes on with what is waited for now."""
        left = act.state.pause
        act.say(DeadlineSet(later(act.table.now, left) if left else None), EVERYONE)


class Timer(ModeratorOrder):
    """Set how long a kind of step waits from now on."""

    path: ClassVar[str] = f"{GROUP.path} timer"
    line: ClassVar[str] = "timer {step} {minutes}"
    step: Annotated[str, STEP] = Field(description="a kind of step, such as orders", max_length=20)
    minutes: int = Field(description="minutes; 0 for ever", ge=0, le=MOST_MINUTES, examples=[30])

    def obey(self, act: Act) -> None:
        """Waits that begin from now on last so long."""
        act.say(TimerSet(act.found.step, self.minutes), EVERYONE)


NO_WAIT = T_("A moderator does not wait any longer: what is missing is done by default.")


class Advance(ModeratorOrder):
    """Do not wait any longer: what is missing is done by default."""

    path: ClassVar[str] = f"{GROUP.path} advance"
    line: ClassVar[str] = "advance"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Once fleets are built: no default is known for them."""
        if look.known.stage is Stage.FLEETS:
            return no(Code.E_PHASE, T_("fleets have no default; `end` ends the game"), "FS-FRC-06")
        return running(look)

    def obey(self, act: Act) -> None:
        """As if time were up."""
        act.say(Announced(NO_WAIT), EVERYONE)
        lapse(act.world, act.table)


class AddTerrain(QuietOrder):
    """Lay a piece of terrain."""

    path: ClassVar[str] = f"{GROUP.path} terrain"
    line: ClassVar[str] = "add terrain {shape}"
    shape: str = Field(
        description="circle 36 24 3 (x, y, radius), or polygon 10 10, 20 10, 15 18 (corners)", max_length=300
    )

    def obey(self, act: Act) -> None:
        """A piece where no ship or marker is inside it. Refuses `E_VALUE`, `E_BOUNDS`, `E_TERRAIN`."""
        piece = read_piece(act.look, self.shape)
        act.look.require(hides(act.state, piece))
        act.say(TerrainLaid((piece,)), EVERYONE)

    @classmethod
    def likely(cls, look: Look) -> Iterator[AddTerrain]:
        """A small circle, further east each time."""
        number = len(look.known.terrain)
        if number < LIMIT and cls.ready(look) is None:
            yield cls(shape=f"circle {5 + 3 * number} 24 1")


def hides(state: State, piece: Piece) -> Refused | None:
    """A piece is not laid over a ship, the place where one comes back, or a marker (FS-BRD-06)."""
    points = [(shown(ship.name), ship.place) for ship in state.ships.values() if ship.place is not None]
    points += [(f"where {shown(ship.name)} comes back", ship.exit) for ship in state.ships.values() if ship.exit]
    points += [(marker.id, marker.place) for marker in state.markers]
    for what, place in points:
        refused = clear_of_terrain((piece,), place)
        if refused is not None:
            return no(Code.E_TERRAIN, N_("{what}: {why}")(what=term(what), why=refused.why), "FS-BRD-06")
    return None


class RandomTerrain(ModeratorOrder):
    """Lay round pieces of terrain by the dice."""

    path: ClassVar[str] = f"{GROUP.path} random-terrain"
    line: ClassVar[str] = "random terrain {pieces}"
    pieces: int = Field(8, description="how many", ge=1, le=LIMIT)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Before markers are laid (FS-BRD-05)."""
        if look.known.stage not in (Stage.FLEETS, Stage.TERRAIN):
            return no(Code.E_PHASE, T_("random terrain comes before markers"), "FS-SET-07")
        return None

    def obey(self, act: Act) -> None:
        """Circles by the dice. Refuses `E_VALUE` beyond 20 pieces."""
        state = act.state
        number = len(state.terrain) + self.pieces
        if number > LIMIT:
            act.look.require(
                no(Code.E_VALUE, N_("{number} pieces are more than {limit}")(number=number, limit=LIMIT), "FS-BRD-05")
            )
        play = Play(act.world, act.table)
        taken = {piece.id for piece in state.terrain}
        drawn = random_circles(state.settings.board, self.pieces, play.roll, state.terrain)
        free = (id for id in (f"t{number}" for number in range(1, 2 * LIMIT + 1)) if id not in taken)
        play.say(TerrainLaid(tuple(replace(piece, id=next(free)) for piece in drawn)), EVERYONE)

    @classmethod
    def likely(cls, look: Look) -> Iterator[RandomTerrain]:
        """Two pieces, where there is room."""
        if len(look.known.terrain) < LIMIT - 2 and cls.ready(look) is None:
            yield cls(pieces=2)


class TakeTerrain(QuietOrder):
    """Take a piece of terrain off the board, or all of them."""

    path: ClassVar[str] = f"{GROUP.path} clear-terrain"
    line: ClassVar[str] = "take terrain {piece}"
    lively: ClassVar[int] = 1
    piece: Annotated[
        str,
        Value(
            "a piece",
            piece_named,
            lambda look, found: [*(Option(one.id, str(one)) for one in look.known.terrain), Option(ALL)],
        ),
    ] = Field(description="its id, such as t1, or all", max_length=20)

    def obey(self, act: Act) -> None:
        """A piece goes, or all."""
        act.say(TerrainTaken(act.found.piece), EVERYONE)


PLACED = N_("{ship} was placed by a moderator.")


class PlaceShip(ModeratorOrder):
    """Put a ship onto the board, wherever it is."""

    path: ClassVar[str] = f"{GROUP.path} place"
    line: ClassVar[str] = "place {ship} at {x} {y} heading {heading}"
    ship: Annotated[str, PLACEABLE] = Field(description="a ship, by id where two have one name", max_length=40)
    x: str = X
    y: str = Y
    heading: str = Field(description="degrees clockwise from north", max_length=8)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """From deployment on."""
        if look.known.stage in SETUP_STAGES - {Stage.DEPLOY}:
            return no(Code.E_PHASE, T_("ships are placed from deployment on"), "FS-SET-07")
        return running(look)

    def obey(self, act: Act) -> None:
        """A ship stands there from now on; one that was not on the board begins at velocity 6 (FS-SET-06).

        Refuses `E_DESTROYED` for one without pips, `E_BOUNDS`, `E_TERRAIN`.
        """
        ship: Ship = act.found.ship
        place, heading = act.look.point_of(self.x, self.y), act.look.heading_of(self.heading)
        act.look.require(clear_of_terrain(act.state.terrain, place))
        if not ship.pips:
            act.look.require(
                no(Code.E_DESTROYED, N_("{ship} has no pips; set them first")(ship=name(ship.name)), "FS-HULL-05")
            )
        play = Play(act.world, act.table)
        mended = act.world.version >= PLACED_AT_REST
        velocity = RETURN_VELOCITY if mended and not ship.deployed else ship.velocity
        play.say(CameBack(ship.id, ship.status, place, heading, velocity), EVERYONE)
        play.say(Announced(PLACED(ship=name(ship.name))), EVERYONE)
        settle(play)

    @classmethod
    def likely(cls, look: Look) -> Iterator[PlaceShip]:
        """Ships that have pips, near the south edge."""
        if look.known.stage not in SETUP_STAGES and cls.ready(look) is None:
            ships = (ship for ship in AT_REST.fitting(look) if ship.pips)
            yield from (cls(ship=ship.id, x="36", y="6", heading="0") for ship in ships)


def most(look: Look, thing: Any, what: str) -> tuple[int, int]:  # a thing of the kind that has such a figure
    """The bounds of a figure. A ship not yet lost to nothing stays so until it was on the board.

    A ship on its way back (FS-FAC-10) has no pips until it is there.
    """
    match what:
        case "shields":
            return 0, shield_pool(working(thing.systems, Upgrade.SHIELDS))
        case "pips" if thing.status is Status.RETURNING:
            return 0, 0
        case "pips":
            return (0 if thing.last is not None else 1), look.world.whole(thing)
        case "size":
            return 0, look.world.craft(thing).size
        case "miracles":
            return 0, 0 if of_miracles(look, thing) else MOST
        case _:
            return int(what == "turn"), 999 if what == "points" else MOST


def of_miracles(look: Look, side: Side) -> Refused | None:
    """Miracle Points are the Children of the Sun's (FS-FAC-02)."""
    if look.world.is_of(look.known, side, FactionCode.CHILDREN_OF_THE_SUN):
        return None
    return no(Code.E_FACTION, N_("side {side} has no Miracle Points")(side=term(side)), "FS-FAC-02")


def beyond(look: Look, thing: Thing, what: str, words: str) -> Refused:
    """E_VALUE for a figure out of its bounds, and for what is no number; E_FACTION for miracles of other factions."""
    if what == "miracles" and isinstance(thing, Side) and (other := of_miracles(look, thing)):
        return other
    if not re.fullmatch(r"[+-]?\d{1,9}", words.strip()):
        return no(
            Code.E_VALUE,
            N_("{what} is a whole number, not “{words}”")(what=term(what), words=name(words)),
            "FS-HULL-02",
        )
    least, full = most(look, thing, what)
    called = shown(thing_names(thing)[-1])
    return no(
        Code.E_VALUE,
        N_("{what} of {called} are {least} to {full}, not {int}")(
            what=term(what), called=term(called), least=least, full=full, int=int(words)
        ),
        "FS-HULL-02",
    )


LOST = N_("{ship} is destroyed by a moderator: {why}")
FIELDS = {"points": "score", "miracles": "pool"}
"""What is typed of figures that the state calls otherwise."""


def set_figure(act: Act, thing: Thing, what: str, after: int | str) -> None:
    """A figure is so from now on; a ship without pips, and a squadron without craft, is lost."""
    play, field, state = Play(act.world, act.table), FIELDS.get(what, what), act.state
    if isinstance(thing, Ship) and what == "pips" and not after and thing.pips:
        play.say(Announced(LOST(ship=name(thing.name), why=name(act.found.why))), EVERYONE)
        play.push(*lose_ship(play, thing.id))
    elif isinstance(thing, Squadron) and not after:
        play.say(SquadronLost(thing.id, thing.side, thing.type, act.found.why, "FS-SC-01"), EVERYONE)
    elif act.world.version < TOLD_BEFORE:
        play.say(_set_untold(thing, field, int(after), act.found.why), EVERYONE)
    else:
        had: Any = state if thing == GAME else state.of(thing) if isinstance(thing, Side) else thing
        told = Corrected(thing_names(thing)[0], field, getattr(had, field), after, act.found.why)
        play.say(told, EVERYONE)
    settle(play)


def _set_untold(thing: Thing, field: str, after: int, why: str) -> Fact[State]:
    """The fact of versions that did not tell what was before."""
    if isinstance(thing, Side):
        return ScoreSet(thing, after, why) if field == "score" else Corrected(thing.value, field, 0, after, why)
    if isinstance(thing, Squadron):
        return SquadronSet(thing.id, after, thing.ship, thing.bay, thing.mode, why)
    assert isinstance(thing, Ship)  # the turn was not set then
    return ShipSet(replace(thing, **{field: after}), why)


def a_figure(what: str) -> Correction[Any, int]:
    """A figure of a ship, a squadron, a side, or the turn."""
    return figure(
        what,
        lambda look, thing: most(look, thing, what),
        lambda look, thing, words, least, full: beyond(look, thing, what, words),
        lambda act, thing, number: set_figure(act, thing, what, number),
    )


def as_told(world: World, ship: Ship) -> Ship:
    """A ship as everybody may hear of it: the order of its losses is its side's secret (FS-HULL-04)."""
    return replace(ship, loss_order=()) if world.version >= STANDING_SECRET else ship


def system_set(what: str, *, works: bool) -> Correction[Ship, System]:
    """A system is destroyed, or restored so that it works."""

    def fits(system: System) -> bool:
        return bool(system.lost) if works else system.works

    def read(look: Look, ship: Ship, words: str) -> System:
        system = system_of(look, ship, words, fits)
        if not fits(system):
            look.require(
                no(
                    Code.E_VALUE,
                    N_("{system} is not to be {what}")(system=term(system.id), what=term(what)),
                    "FS-HULL-04",
                )
            )
        return system

    def apply(act: Act, ship: Ship, system: System) -> None:
        play = Play(act.world, act.table)
        after = restore(ship.systems, system.id) if works else lose(ship.systems, system.id)
        pips, shields = without(play, ship, ship.systems, after)
        changed = replace(ship, systems=after, pips=pips, shields=shields)
        play.say(ShipSet(as_told(act.world, changed), act.found.why), EVERYONE)
        settle(play)

    def offers(look: Look, ship: Ship) -> Iterable[Option]:
        return [system_option(look.world, system) for system in ship.systems if fits(system)]

    return Correction(what, read, apply, offers)


POINTS, MIRACLES, SIZE = map(a_figure, ("points", "miracles", "size"))
CORRECTIONS: dict[type, tuple[Correction[Any, Any], ...]] = {
    Ship: (
        *map(a_figure, ("pips", "shields", "velocity", "debt")),
        system_set("destroyed", works=False),
        system_set("restored", works=True),
    ),
    Squadron: (SIZE,),
    Side: (POINTS, MIRACLES),
    str: (
        a_figure("turn"),
        Correction(
            "initiative",
            lambda look, game, words: SIDE.find(look, words, NOTHING_FOUND).value,
            lambda act, game, side: set_figure(act, game, "initiative", side),
            lambda look, game: map(Option, Side),
        ),
    ),
}
"""What can be set, by the kind of thing that has it."""


def corrections(found: Found) -> tuple[Correction[Any, Any], ...]:
    """Corrections that can be made to the thing that was named; to anything where none was."""
    thing = found.get("ship")
    return tuple(one for kind in CORRECTIONS.values() for one in kind) if thing is None else CORRECTIONS[type(thing)]


def no_figure(words: str) -> Refused:
    """E_UNKNOWN, with what was likely meant."""
    return no(
        Code.E_UNKNOWN,
        recorded(no_such("figure", words, [one.name for one in corrections(NOTHING_FOUND)])),
        "FS-HULL-02",
    )


def because(act: Act, why: str) -> Act:
    """The order with the reason that all read."""
    return Act(act.look, act.table, act.found.also("why", why))


class SetShip(ModeratorOrder):
    """Set a ship, a squadron, a side or the turn right: a figure, or one of a ship's systems."""

    path: ClassVar[str] = f"{GROUP.path} set"
    line: ClassVar[str] = "set {what} of {ship} to {value}[ because {why}]"
    resolves: ClassVar[tuple[str, ...]] = ("ship",)
    what: Annotated[str, Setable("what", corrections, no_figure)] = Field(
        description="pips, shields, velocity, debt, destroyed, restored; size; points, miracles; turn, initiative",
        max_length=20,
    )
    ship: Annotated[str, THING] = Field(description="a ship, a squadron, A, B or game", max_length=40)
    value: Annotated[str, Setting("a value", "ship", "what")] = Field(
        description="a number, the system, or the side", max_length=60
    )
    why: str = WHY

    def obey(self, act: Act) -> None:
        """As the correction has it, with the reason."""
        act.found.what.set(because(act, self.why), act.found.ship, act.found.value)

    @classmethod
    def likely(cls, look: Look) -> Iterator[SetShip]:
        """A little of each ship, and one ship lost."""
        if cls.ready(look) is not None:
            return
        ships = list(AT_REST.fitting(look))
        for ship in ships:
            if ship.pips:
                yield cls(what="pips", ship=ship.id, value=str(max(1, ship.pips - 1)))
            yield cls(what="velocity", ship=ship.id, value="4")
            yield cls(what="destroyed", ship=ship.id, value="engines")
            yield cls(what="restored", ship=ship.id, value="engines")
        yield from (cls(what="pips", ship=ship.id, value="0") for ship in ships[:1])
        for side in Side:
            if of_miracles(look, side) is None:
                yield cls(what="miracles", ship=side.value, value=str(min(look.known.of(side).pool + 1, MOST)))
        if settable(look, GAME, NOTHING_FOUND) is None:
            yield cls(what="initiative", ship=GAME, value=look.sides[1].value)


class SetSquadron(QuietOrder):
    """Set the size of a squadron; 0 takes it out."""

    path: ClassVar[str] = f"{GROUP.path} squadron"
    line: ClassVar[str] = "resize {squadron} to {size}[ because {why}]"
    squadron: Annotated[str, SQUADRON] = Field(description="its id, such as AS1", max_length=20)
    size: int = Field(description="craft", ge=0, le=99, examples=[1])
    why: str = WHY

    def obey(self, act: Act) -> None:
        """The size of a squadron. Refuses `E_VALUE` beyond its full size."""
        SIZE.set(because(act, self.why), act.found.squadron, SIZE.read(act.look, act.found.squadron, str(self.size)))


class PutSquadron(ModeratorOrder):
    """Put a squadron over a ship, for it or against it, or into a hangar of it."""

    path: ClassVar[str] = f"{GROUP.path} over"
    line: ClassVar[str] = "put {squadron} over {ship} as {mode}[ because {why}]"
    squadron: Annotated[str, SQUADRON] = Field(description="its id, such as AS1", max_length=20)
    ship: Annotated[str, SHIP.that(on_the_board)] = Field(description="a ship on the board", max_length=40)
    mode: Annotated[str, MODE] = Field(description=MODE_HELP, max_length=60)
    why: str = WHY

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While nobody is asked anything, once ships stand on the board."""
        return running(look) or asked(look) or markers_laid(look)

    def obey(self, act: Act) -> None:
        """A squadron is there. Refuses `E_HANGAR` for a ship of the other side, or without an empty bay (FS-SC-10)."""
        squadron, ship, (mode, hangar) = act.found.squadron, act.found.ship, act.found.mode
        bay: str | None = ""
        if mode is Mode.DOCK:
            own = ship.side is squadron.side
            bay = bay_meant(act.look, ship, hangar) if own else None
            why = (
                N_("{ship} has no empty bay")(ship=name(ship.name))
                if own
                else N_("{ship} is of the other side")(ship=name(ship.name))
            )
            act.look.require(None if bay else no(Code.E_HANGAR, why, "FS-SC-10"))
        assert bay is not None
        play = Play(act.world, act.table)
        play.say(SquadronSet(squadron.id, squadron.size, ship.id, bay, mode, self.why), EVERYONE)
        settle(play)

    @classmethod
    def likely(cls, look: Look) -> Iterator[PutSquadron]:
        """Each squadron for the last ship on the board."""
        if cls.ready(look) is None:
            ships = [ship for ship in look.known.ships.values() if ship.deployed][-1:]
            for squadron in look.known.squadrons.values():
                yield from (cls(squadron=squadron.id, ship=ship.id, mode=Mode.DEFENSIVE.value) for ship in ships)


class RemoveShip(ModeratorOrder):
    """Take a ship out of the game, with what is aboard."""

    path: ClassVar[str] = f"{GROUP.path} remove"
    line: ClassVar[str] = "remove {ship}[ because {why}]"
    lively: ClassVar[int] = 1
    ship: Annotated[str, AT_REST] = Field(description="a ship", max_length=40)
    why: str = WHY

    def obey(self, act: Act) -> None:
        """A ship is no more, as if it had never been."""
        play = Play(act.world, act.table)
        play.say(ShipRemoved(act.found.ship.id, self.why), EVERYONE)
        settle(play)


class MarkerOrder(QuietOrder):
    """An order of moderators about a marker, once markers are placed and while nobody is asked anything."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return super().ready(look) or markers_laid(look)


class SetMarker(MarkerOrder):
    """Put a marker somewhere, or give it to a side."""

    path: ClassVar[str] = f"{GROUP.path} marker"
    line: ClassVar[str] = "put marker {marker} at {x} {y} for {side}"
    marker: Annotated[
        str, Value("a marker", marker_id, lambda look, found: (Option(one.id) for one in look.known.markers))
    ] = Field(description="its id, such as m1", max_length=20)
    x: str = X
    y: str = Y
    side: Annotated[str, HOLDER] = Field(description="A, B or nobody", max_length=10)

    def obey(self, act: Act) -> None:
        """A marker lies there, and is whose it is said to be. Refuses `E_VALUE`, `E_BOUNDS`."""
        place = act.look.point_of(self.x, self.y)
        act.say(MarkerPlaced(Marker(act.found.marker, place, act.found.side)), EVERYONE)

    @classmethod
    def likely(cls, look: Look) -> Iterator[SetMarker]:
        """Nobody's from now on, each where it is."""
        if cls.ready(look) is None:
            for marker in look.known.markers:
                yield cls(marker=marker.id, x=inches(marker.place.x), y=inches(marker.place.y), side="nobody")


class LiftMarker(MarkerOrder):
    """Take a marker off the board."""

    path: ClassVar[str] = f"{GROUP.path} lift-marker"
    line: ClassVar[str] = "lift marker {marker}"
    lively: ClassVar[int] = 1
    marker: Annotated[str, MARKER] = Field(description="its id, such as m1", max_length=20)

    def obey(self, act: Act) -> None:
        """A marker is gone."""
        act.say(MarkerLifted(act.found.marker.id), EVERYONE)


class SetScore(ModeratorOrder):
    """Set the points of a side."""

    path: ClassVar[str] = f"{GROUP.path} score"
    line: ClassVar[str] = "score of {side} is {points}[ because {why}]"
    side: Annotated[str, SIDE] = Field(description="A or B", max_length=10)
    points: int = Field(description="points", ge=0, le=999, examples=[1])
    why: str = WHY

    def obey(self, act: Act) -> None:
        """A side has so many points."""
        POINTS.set(because(act, self.why), act.found.side, self.points)


class Rule(ModeratorOrder):
    """Answer the question that a side is asked, as that side would."""

    path: ClassVar[str] = f"{GROUP.path} answer"
    line: ClassVar[str] = "answer {answer}"
    answer: str = Field(description="as the side would type it, such as: as usual", max_length=200)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While a side is asked something."""
        if look.known.choice is None:
            return no(Code.E_PHASE, T_("nobody is asked anything"), "FS-TURN-07")
        return running(look)

    def obey(self, act: Act) -> None:
        """The side's answer is given. Refuses `E_VALUE` for what is no answer, and what the side would be refused."""
        choice = act.look.known.choice
        assert choice is not None  # or it is not ready
        seat = next(iter(act.state.crew(choice.side)), Seat(f"side {choice.side}"))  # nobody may play it any more
        look = replace(act.look, seat=seat, known=replace(act.state, seats={**act.state.seats, seat: choice.side}))
        try:
            given = parse(self.answer, answers())
        except WordsError as error:
            why = N_("“{answer}” answers nothing. {sentence}")(answer=name(self.answer), sentence=term(error.sentence))
            act.look.require(no(Code.E_VALUE, why, "FS-TURN-07"))
            raise AssertionError("that is refused") from error
        assert isinstance(given, Answer)
        look.require(type(given).ready(look))
        given.obey(Act(look, act.table, given.find(look)))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Rule]:
        """The usual answer."""
        choice = look.known.choice
        if cls.ready(look) is None and choice is not None and choice.usual:
            yield cls(answer=Usual.line)


def answers() -> list[type[Answer]]:
    """Every order that answers a question."""
    found, kinds = [], Answer.__subclasses__()
    while kinds:
        kind = kinds.pop(0)
        kinds += kind.__subclasses__()
        found += [kind] if kind.path else []
    return found


def seats(look: Look, found: Found) -> tuple[Seat, ...]:
    """The seats of the game, those that ask for a side last."""
    return (*look.known.seats, *look.known.asking)


def may_change(look: Look, seat: Seat, found: Found) -> Refused | None:
    """A seat is given a side before turn 1, unless it knows secrets of the other side (FS-TERM-04)."""
    state, side = look.known, found.get("side")
    now = state.seats.get(seat)
    if side is not None and now is side:
        return no(
            Code.E_ONCE, N_("{seat} plays side {side} already")(seat=name(seat), side=term(str(side))), "FS-TERM-04"
        )
    if late := being_set_up(look):
        return late
    if now is not None and state.of(now).fleet != FleetList("", ()):
        return no(
            Code.E_PHASE, N_("{seat} knows the fleet of side {now}")(seat=name(seat), now=term(now)), "FS-TERM-04"
        )
    if now is not None and state.of(now).auto and look.world.version >= STANDING_SECRET:
        return no(
            Code.E_PHASE,
            N_("{seat} knows what side {now} has answered by default")(seat=name(seat), now=term(now)),
            "FS-TERM-04",
        )
    return None


SEAT: Noun[Look, Seat] = Noun(
    "a seat",
    seats,
    lambda seat: (seat,),
    unknown=Code.E_UNKNOWN,
    stranger=lambda look, word, found: no(
        Code.E_UNKNOWN,
        N_("{no_such}; a new seat asks for a side itself")(no_such=recorded(no_such("seat", word, seats(look, found)))),
        "FS-TERM-04",
    ),
)


class SeatPlayer(ModeratorOrder):
    """Give a seat to a side."""

    path: ClassVar[str] = f"{GROUP.path} seat"
    line: ClassVar[str] = "seat {seat} on side {side}"
    resolves: ClassVar[tuple[str, ...]] = ("side",)
    seat: Annotated[str, SEAT.that(may_change)] = Field(description="the name of a seat of this game", max_length=40)
    side: Annotated[str, SIDE] = Field(description="A or B", max_length=10)

    def obey(self, act: Act) -> None:
        """A seat plays for a side, and hears that side's list."""
        seated(Play(act.world, act.table), act.found.seat, act.found.side)

    @classmethod
    def likely(cls, look: Look) -> Iterator[SeatPlayer]:
        """Those that ask, where they ask to play."""
        if look.known.stage in SETUP_STAGES:
            yield from (cls(seat=seat, side=side.value) for seat, side in look.known.asking.items())


class Announce(Order):
    """Tell everybody how something is ruled."""

    path: ClassVar[str] = f"{GROUP.path} ruling"
    line: ClassVar[str] = "ruling {words}"
    moderator: ClassVar[bool] = True
    words: str = Field(description="the ruling", max_length=1000)

    def obey(self, act: Act) -> None:
        """Everybody reads it, after the end of the game too."""
        act.say(Announced(self.words), EVERYONE)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Announce]:
        """Now and then, while the game goes on."""
        if running(look) is None:
            yield cls(words="Play on.")


ENDED = N_("A moderator ends the game: {why}")


class EndGame(ModeratorOrder):
    """End the game."""

    path: ClassVar[str] = f"{GROUP.path} end"
    line: ClassVar[str] = "end the game for {winner}[ because {why}]"
    winner: Annotated[str, WINNER] = Field(description="A, B or draw", max_length=10)
    why: str = WHY

    def obey(self, act: Act) -> None:
        """The game is over."""
        act.say(Announced(ENDED(why=name(self.why))), EVERYONE)
        finish(Play(act.world, act.table), act.found.winner, "FS-WIN-07")

    @classmethod
    def likely(cls, look: Look) -> Iterator[EndGame]:
        """A draw, when a game has lasted long."""
        if look.known.turn >= LONG and cls.ready(look) is None:
            yield cls(winner=Ending.DRAW.value)


class Announced(Fact[State], frozen=True):
    """A moderator's deed or ruling, in words."""

    says = N_("{text}")
    decides = True
    text: Named = msgspec.field(name="words")


LASTS, STAYS = N_("The present step lasts until {time}."), T_("The present step waits.")


class DeadlineSet(Fact[State], frozen=True):
    """A moderator moved the end of the present wait, or (None) took it away."""

    rule = "FS-SET-07"
    decides = True
    until: Instant | None

    def evolve(self, state: State) -> State:
        return replace(state, until=self.until, pause=None)

    def words(self, look: Look) -> Text:
        return LASTS(time=stamp(self.until)) if self.until is not None else STAYS


STOPPED = N_("A moderator has stopped the clock with {minutes} left.")


class ClockStopped(Fact[State], frozen=True):
    """A moderator stopped the clock with so many seconds left."""

    rule = "FS-SET-07"
    decides = True
    left: int

    def evolve(self, state: State) -> State:
        return replace(state, until=None, pause=self.left)

    def words(self, look: Look) -> Text:
        return STOPPED(minutes=MINUTES(count=max(1, self.left // 60)))


WAITS, FOR_EVER = N_("{step} waits {wait} from now on."), T_("as long as it takes")


class TimerSet(Fact[State], frozen=True):
    """A moderator set how many minutes a step of the clock waits from now on; 0 for ever."""

    rule = "FS-SET-07"
    step: str
    minutes: int

    def evolve(self, state: State) -> State:
        clock = {**state.settings.clock, self.step: self.minutes}
        return replace(state, settings=replace(state.settings, clock=clock))

    def words(self, look: Look) -> Text:
        clock = look.pack.clock.get(self.step)
        wait = MINUTES(count=self.minutes) if self.minutes else FOR_EVER
        return WAITS(step=term(clock.name if clock is not None else self.step), wait=wait)


PIECE_GONE, ALL_GONE = N_("Terrain {piece} is gone."), T_("All terrain is gone.")


class TerrainTaken(Fact[State], frozen=True):
    """A moderator took a piece of terrain off the board, or (with "") all of them."""

    rule = "FS-BRD-05"
    piece: str = ""

    def evolve(self, state: State) -> State:
        return replace(state, terrain=tuple(one for one in state.terrain if self.piece and one.id != self.piece))

    def words(self, look: Look) -> Text:
        return PIECE_GONE(piece=name(self.piece)) if self.piece else ALL_GONE


LIFTED = N_("Marker {number} is taken off the board.")


class MarkerLifted(Fact[State], frozen=True):
    """A moderator took a marker off the board."""

    rule = "FS-SET-02"
    marker: str

    def evolve(self, state: State) -> State:
        return replace(state, markers=tuple(one for one in state.markers if one.id != self.marker))

    def words(self, look: Look) -> Text:
        return LIFTED(number=name(self.marker.removeprefix("m")))


class ScoreSet(Fact[State], frozen=True):
    """A moderator set a side's points, with the reason."""

    says = N_("A moderator sets {side} to {score} points: {why}.")
    rule = "FS-WIN-03"
    decides = True
    side: SideOf
    score: int
    why: Named

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, score=self.score)


def at_turn(state: State, turn: int, initiative: Side) -> State:
    """The game at another turn. Ships off the board are due as many turns from now as before.

    Who was launched in this turn was so still (FS-TURN-09).
    """
    first, later = initiative if turn % 2 else initiative.other, turn - state.turn
    ships = {id: replace(ship, due=ship.due + later) if ship.due else ship for id, ship in state.ships.items()}
    squadrons = {
        id: replace(one, launched=turn) if one.launched and one.launched == state.turn else one
        for id, one in state.squadrons.items()
    }
    return replace(state, turn=turn, initiative=initiative, first=first, ships=ships, squadrons=squadrons)


CORRECTED, THE_GAME = N_("A moderator sets {what} of {of} from {before} to {after}: {why}."), T_("the game")
FIGURES = {"score": T_("the points"), "pool": T_("the Miracle Points"), "debt": T_("the overcharge debt")}


class Corrected(Fact[State], frozen=True):
    """A moderator set a figure of a ship, a squadron, a side or the game: what was before and is now, and the reason.

    `what` is the field of the state; `of` an id, a side, or "game".
    """

    decides = True
    of: str
    what: str
    before: int | str
    after: int | str
    why: str

    def evolve(self, state: State) -> State:
        changed: dict[str, Any] = {self.what: self.after}  # fields of several types
        if self.of == GAME and state.initiative is not None:
            at = {"turn": state.turn, "initiative": state.initiative, **changed}
            return at_turn(state, int(at["turn"]), Side(at["initiative"]))
        if self.of in state.ships:
            return ship_changed(state, self.of, **changed)
        if self.of in state.squadrons:
            return squadron_changed(state, self.of, **changed)
        return side_changed(state, Side(self.of), **changed) if self.of in tuple(Side) else state

    def words(self, look: Look) -> Text:
        of = look.craft(self.of) if self.of in look.known.squadrons else look.ship(self.of)
        if self.of in tuple(Side):
            of = look.name(Side(self.of))
        return CORRECTED(
            what=FIGURES.get(self.what) or THE(what=term(self.what)),
            of=THE_GAME if self.of == GAME else of,
            before=term(str(self.before)),
            after=term(str(self.after)),
            why=name(self.why),
        )


THE = N_("the {what}")
SET = N_("A moderator sets {ship}: {where}, {pips} pips; {why}.")


class ShipSet(Fact[State], frozen=True):
    """A moderator set a ship right: the whole of it as it is now, and the reason."""

    rule = "FS-TERM-06"
    decides = True
    ship: Ship
    why: str

    def evolve(self, state: State) -> State:
        known = state.ships.get(self.ship.id)
        if known is None:
            return state
        ship = replace(self.ship, loss_order=self.ship.loss_order or known.loss_order)
        return replace(state, ships={**state.ships, ship.id: ship})

    def words(self, look: Look) -> Text:
        where = where_words(self.ship)
        return SET(ship=look.ship(self.ship.id), where=where, pips=self.ship.pips, why=name(self.why))


class ShipRemoved(Fact[State], frozen=True):
    """A moderator took a ship out of the game, and what was aboard, with the reason; squadrons over it are adrift."""

    says = N_("A moderator takes {ship} out of the game: {why}.")
    rule = "FS-TERM-06"
    decides = True
    ship: Named
    why: Named

    def evolve(self, state: State) -> State:
        gone = state.ships.get(self.ship)
        if gone is None:
            return state
        adrift = {one.id for one in state.assigned_to(self.ship)}
        return replace(
            state,
            ships={key: one for key, one in state.ships.items() if key != self.ship},
            squadrons={
                key: replace(one, adrift=gone.last or Point(0, 0)) if key in adrift else one
                for key, one in state.squadrons.items()
                if not (one.bay and one.ship == self.ship)
            },
        )


class SquadronSet(Fact[State], frozen=True):
    """A moderator set a squadron right, with the reason."""

    says = N_("A moderator sets {squadron}: size {size}, {ship}; {why}.")
    rule = "FS-SC-01"
    decides = True
    squadron: CraftOf
    size: int
    ship: ShipOf
    bay: str
    mode: Mode
    why: Named

    def evolve(self, state: State) -> State:
        return squadron_changed(state, self.squadron, size=self.size, ship=self.ship, bay=self.bay, mode=self.mode)

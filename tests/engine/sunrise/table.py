"""A game in the middle of things, told by its facts alone: what tests of words and pictures look at.

Every step says who hears it, so that each seat's knowledge is the fold of what it heard.
"""

from __future__ import annotations

from fractions import Fraction

from engine.clock import Instant
from engine.game import EVERYONE, Audience, Fact, Said, Seat, known, only
from engine.sunrise import Sunrise
from engine.sunrise.craft.smallcraft import Assigned, Launched
from engine.sunrise.data.shapes import Point
from engine.sunrise.data.units import Type
from engine.sunrise.figures.motion import Pose
from engine.sunrise.founding.deploying import Deployed, EdgesTaken
from engine.sunrise.founding.laying import InitiativeRolled, MarkerPlaced, TerrainLaid
from engine.sunrise.founding.locking import FleetShown, ships_of, squadrons_of
from engine.sunrise.founding.opening import Opened
from engine.sunrise.harm import Damaged, SystemLost
from engine.sunrise.movement.plotting import OrdersOpened, PlotSet, PlotsShown
from engine.sunrise.movement.sailing import MarkersTaken, Moved
from engine.sunrise.play import StageBegan
from engine.sunrise.shooting.activation import Activated
from engine.sunrise.shooting.gunnery import Attacked
from engine.sunrise.state import BoardEdge, Marker, Mode, Plot, Plotted, Settings, Side, Stage, State
from engine.sunrise.turn.turns import Scored, TurnBegan
from engine.sunrise.world import World
from tests.engine.sunrise.register_calls import PACK

RED, BLUE = Seat("red"), Seat("blue")
NOW = Instant(1_700_000_000)
WORLD = World(PACK, Sunrise.version)
PLACES = {
    "A1": (20, 10, 0),
    "A2": (30, 9, 0),
    "A3": (36, 8, 0),
    "A4": (44, 10, 0),
    "A5": (14, 8, 0),
    "B1": (50, 38, 180),
    "B2": (38, 40, 180),
    "B3": (30, 38, 180),
    "B4": (24, 39, 180),
    "B5": (44, 41, 180),
}
MARKERS = ((36, 18), (17, 22), (54, 24), (30, 32), (46, 14))


def spot(x: int | Fraction, y: int | Fraction) -> Point:
    """A point in inches."""
    return Point(int(x * 1000), int(y * 1000))


class Table:
    """Table with what was said so far, and who heard it."""

    def __init__(self) -> None:
        self.said: list[Said[State]] = []
        self.state = State()

    def say(self, *facts: Fact[State], to: Audience = EVERYONE) -> Table:
        """Facts happen; everybody hears them unless told otherwise."""
        for fact in facts:
            self.state = fact.evolve(self.state)
            self.said.append(Said(NOW, to, fact))
        return self

    def known(self, seat: Seat | None) -> State:
        """Knowledge of a seat, or of the public."""
        return known(State(), self.said, seat)


def opened() -> Table:
    """Two sides at a table with the Asteroid belt, their fleets shown."""
    table = Table()
    settings = Settings(map="belt", clock={code: step.post for code, step in PACK.clock.items()})
    table.say(Opened("Dawn", settings, {RED: Side.A, BLUE: Side.B}))
    for side, code in ((Side.A, "line"), (Side.B, "line")):
        fleet = PACK.fleets[code].fleet
        table.say(FleetShown(side, fleet, ships_of(WORLD, fleet, side), squadrons_of(WORLD, fleet, side)))
    table.say(TerrainLaid(PACK.maps["belt"].terrain))
    table.say(InitiativeRolled(Side.A, ((4, 2),)))
    for number, (x, y) in enumerate(MARKERS, 1):
        table.say(MarkerPlaced(Marker(f"m{number}", spot(x, y)), Side.A if number % 2 else Side.B))
    table.say(EdgesTaken(Side.A, BoardEdge.S, BoardEdge.N))
    for ship, (x, y, heading) in PLACES.items():
        table.say(Deployed(ship, spot(x, y), heading, 6))
    return table


def plotting() -> Table:
    """Turn 1, while both sides write orders; red has plotted two ships, blue one."""
    table = opened()
    shields = {ship.id: ship.shields for ship in table.state.ships.values() if ship.shields}
    table.say(TurnBegan(1, Side.A), OrdersOpened(shields, {}, None))
    table.say(
        PlotSet(Side.A, {"A1": Plotted(Plot(change=1, starboard=1), ("AS1", "AS2")), "A3": Plotted(Plot(port=3))}),
        to=only(RED),
    )
    table.say(PlotSet(Side.B, {"B1": Plotted(Plot(change=2))}), to=only(BLUE))
    return table


def shooting() -> Table:
    """Turn 1, the Weapons phase: Sovereign of red is activated, squadrons are out, one ship is hurt."""
    table = plotting()
    for side in Side:
        plots = dict(table.state.of(side).plots)
        done = {ship.id: plots.get(ship.id, Plotted()).plot for ship in table.state.on_board(side)}
        table.say(PlotsShown(side, plots, done))
    for ship, x, y, heading in (("A1", 19, 18, 30), ("A3", 33, 14, 270), ("B1", 40, 30, 210), ("B3", 19, 31, 180)):
        here = table.state.ships[ship].place
        assert here is not None
        poses = (Pose(here, heading), Pose(spot(x, y), heading), Pose(spot(x, y), heading), Pose(spot(x, y), heading))
        table.say(Moved(ship, here, poses, 6))
    edge = table.state.ships["A5"].place
    assert edge is not None
    table.say(Moved("A5", edge, (Pose(edge, 270), Pose(spot(0, 8), 270)), 6, exit=spot(0, 8), due=2))
    rock = table.state.ships["B4"].place
    assert rock is not None
    stop = Pose(spot(24, Fraction(21732, 1000)), 180)
    table.say(Moved("B4", rock, (Pose(rock, 180), stop, stop, stop), 0, crash="t2"))
    table.say(MarkersTaken({"m1": Side.B, "m2": Side.A}))
    table.say(StageBegan(Stage.LAUNCH), Launched("AS1", "A1", 8), Launched("AS2", "A1", 5))
    table.say(StageBegan(Stage.SQUADRONS, Side.A))
    table.say(Assigned("AS1", "B3", Mode.OFFENSIVE, None, 8), Assigned("AS2", "B3", Mode.OFFENSIVE, None, 5))
    table.say(Launched("BS1", "B1", 8), Assigned("BS1", "B3", Mode.DEFENSIVE, None, 8))
    table.say(StageBegan(Stage.PICK, Side.A), Activated("A1"))
    table.say(
        Attacked(
            ship="A1",
            weapon="c1",
            item="energy-lance",
            type=Type.ENERGY,
            target="B3",
            range=13_000,
            band=3,
            faces=(5, 4, 3, 1, 1),
            values=(5, 4, 3, 1, 1),
            rating=1,
            discard=1,
            damage=9,
        )
    )
    table.say(Damaged("B3", "attack", "A1", 9, 3, 0, 0, 6, 18, 1, 0), SystemLost("B3", "c1", "row", 18, 0))
    table.say(Scored((1, 1), (1, 1)))
    return table

"""The Order phase: plots written in secret, locked under a seal, and revealed together. Rulebook: FS-TURN-03, -04.

What a plot may hold is in `plot`; launches are FS-SC-03, thrust miracles FS-FAC-03.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, NoReturn

from msgspec.structs import replace
from pydantic import Field

from engine.game import Seat, Table, only
from engine.orders import Order, Pick
from engine.question import runs
from engine.secret import Secret
from engine.sunrise.agenda import OpenOrders
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import FactionCode, Upgrade
from engine.sunrise.facts import OrdersLocked, OrdersOpened, PlotSet, PlotsShown, RanLate
from engine.sunrise.figures.board import Point, inches, thousandths
from engine.sunrise.figures.factions import kineticite
from engine.sunrise.figures.hull import shield_pool
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.plot import DRIFT, Helm, Plot, cut, faults
from engine.sunrise.figures.sheet import Kind, has, working
from engine.sunrise.movement.sailing import sail
from engine.sunrise.naming import listed, own_deployed, side_of, squadrons_named
from engine.sunrise.play import Play, at, free, refuse
from engine.sunrise.state import Plotted, Ship, Stage, State
from engine.sunrise.world import World
from engine.text.names import shown


class WritePlot(Order):
    """Plot one ship: its velocity, course, and what else it does this turn."""

    path: ClassVar[str] = "sunrise plot"
    line: ClassVar[str] = "plot {ship} to {orders}"
    short: ClassVar[str] = "{ship}: {orders}"
    shows: ClassVar[str] = "plot"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="a ship of yours", max_length=40)
    orders: Annotated[str, Pick("what it does")] = Field(
        description="such as: accelerate 2, port 3, launch", max_length=300
    )


class WriteSheet(Order):
    """Plot several ships at once: a ship and its orders, the next after a semicolon."""

    path: ClassVar[str] = "sunrise sheet"
    line: ClassVar[str] = "plots {plots}"
    shows: ClassVar[str] = "plot"
    plots: str = Field(description="Dart: accelerate 2; Arrow: port 1", max_length=3000)


class ClearPlot(Order):
    """Take back what is plotted for a ship, or for all; they would drift."""

    path: ClassVar[str] = "sunrise clear"
    line: ClassVar[str] = "clear plot[ of {ship}]"
    shows: ClassVar[str] = "plot"
    ship: Annotated[str | None, Pick("a ship of yours")] = Field(
        None, description="the ship; all if left out", max_length=40
    )


class LockOrders(Order):
    """Lock your side's plots; when both sides have, they are revealed and ships move."""

    path: ClassVar[str] = "sunrise lock"
    line: ClassVar[str] = "lock orders"


class UnlockOrders(Order):
    """Unlock your side's plots to change them, while the other side's are open."""

    path: ClassVar[str] = "sunrise unlock"
    line: ClassVar[str] = "unlock orders"


@runs(OpenOrders)
def open_orders(play: Play, task: OpenOrders) -> None:
    """Shields are fresh, Kineticite gives its thrust, and plots may be written (FS-TURN-02, FS-UPG-08, FS-FAC-42)."""
    shields: dict[str, int] = {}
    thrust: dict[str, int] = {}
    for ship in play.state.ships.values():
        if not ship.pips:
            continue
        if copies := working(ship.systems, Upgrade.SHIELDS):
            shields[ship.id] = shield_pool(copies)
        if ship.note and (plates := working(ship.systems, Upgrade.KINETICITE_PLATING)):
            thrust[ship.id] = kineticite(ship.note, plates)
    play.say(OrdersOpened(shields, thrust, *play.wait("orders")))
    if not any(ordering(play.state, side) for side in Side):
        reveal(play)


def ordering(state: State, side: Side) -> bool:
    """Whether a side has anything to plot: a ship on the board."""
    return any(True for _ in state.on_board(side))


def helm(world: World, state: State, ship: Ship, pool: int | None = None) -> Helm:
    """What a ship can be plotted to do now (FS-MOV-01); `pool` are Miracle Points left for it."""
    hull = world.pack.hulls[ship.hull]
    systems = ship.systems
    if pool is None:
        pool = points_left(world, state, ship)
    return Helm(
        thrust=hull.thrust,
        velocity=ship.velocity,
        engines=has(systems, Kind.ENGINES),
        kineticite=ship.kineticite,
        debt=ship.debt,
        exhausts=working(systems, Upgrade.REDIRECTED_EXHAUST),
        vectoring=working(systems, Upgrade.FRONT_LOADED_VECTORING) > 0,
        overchargers=working(systems, Upgrade.THRUSTER_OVERCHARGERS) > 0,
        drives=working(systems, Upgrade.HARMONIC_DRIVE),
        pool=pool,
        price=world.pack.prices.thrust,
        place=ship.place or Point(0, 0),
        may_order=ship.deployed and ship.stalled != state.turn,
    )


def points_left(world: World, state: State, ship: Ship) -> int:
    """Miracle Points that the plots of a side's other ships leave (FS-FAC-03)."""
    if not world.is_of(state, ship.side, FactionCode.CHILDREN_OF_THE_SUN):
        return 0
    side = state.of(ship.side)
    spent = sum(one.plot.miracle for key, one in side.plots.items() if key != ship.id)
    return max(0, side.pool - spent * world.pack.prices.thrust)


_MOVES = {
    "accelerate": 1,
    "accel": 1,
    "faster": 1,
    "decelerate": -1,
    "decel": -1,
    "brake": -1,
    "slower": -1,
}
_PART = re.compile(r"([a-z][a-z-]*)\s*(.*)")
_END = re.compile(
    r"[,\n]|\band\s+(?=(?:accel|decel|faster|slower|brake|port|starboard|front|overcharge|jump|miracle|launch|drift|steady)|"
    r"[ps+-]\s*\d)",
    re.IGNORECASE,
)
"""What ends a part of a plot: a comma, or "and" before the next part (not that between the squadrons of a launch)."""
_NUMBER = re.compile(r"\d{1,4}")
_JUMP = re.compile(r"(\d{1,4})\s+to\s+\(?\s*(-?[\d.]+)\s*[ ,/x]\s*(-?[\d.]+)\s*\)?")


class _Reader:
    """Reads the words of one ship's plot."""

    def __init__(self, world: World, table: Table[State], ship: Ship) -> None:
        self.world, self.table, self.ship = world, table, ship
        self.plot = DRIFT
        self.launch: tuple[str, ...] = ()
        self.seen: set[str] = set()

    def odd(self, why: str, rule: str = "FS-TURN-03") -> NoReturn:
        refuse(self.table, no(Code.E_VALUE, why, rule))

    def once(self, what: str) -> None:
        if what in self.seen:
            self.odd(f"{what} is given twice for {shown(self.ship.name)}", "FS-MOV-02")
        self.seen.add(what)

    def number(self, text: str, what: str) -> int:
        if not _NUMBER.fullmatch(text.strip()):
            self.odd(f"{what} needs a whole number, not “{shown(text)}”")
        return int(text)

    def above_0(self, text: str, what: str, rule: str) -> int:
        number = self.number(text, what)
        if not number:
            self.odd(f"{what} is above 0, not 0", rule)
        return number

    def read(self, text: str) -> Plotted:
        words = [word for part in _END.split(_joined(text)) if (word := part.strip().casefold())]
        if not words:
            self.odd(f"{shown(self.ship.name)} is told nothing; write 'drift' for no change", "FS-TURN-04")
        for word in words:
            self.part(word)
        return Plotted(self.plot, self.launch)

    def part(self, text: str) -> None:
        signed = re.fullmatch(r"([+-])\s*(\d{1,4})", text)
        if signed is not None:
            self.once("velocity")
            self.plot = replace(self.plot, change=int(signed[1] + signed[2]))
            return
        text = re.sub(r"^([ps])\s*(\d+)$", lambda m: f"{'port' if m[1] == 'p' else 'starboard'} {m[2]}", text)
        match = _PART.fullmatch(text)
        if match is None:
            self.odd(f"cannot read “{shown(text)}”")
        word, rest = match[1], match[2].strip()
        if word in _MOVES:
            self.once("velocity")
            self.plot = replace(self.plot, change=_MOVES[word] * self.number(rest, word))
        elif word in ("port", "starboard"):
            self.once(word)
            points = self.number(rest, word)
            self.plot = replace(self.plot, **{word: points})
        elif word in ("front", "front-load") and not rest:
            self.plot = replace(self.plot, front=True)
        elif word == "overcharge":
            self.once(word)
            self.plot = replace(self.plot, overcharge=self.above_0(rest, word, "FS-UPG-17"))
        elif word in ("jump", "harmonic"):
            self.once("jump")
            self.jump(rest)
        elif word in ("miracle", "miracles"):
            self.once("miracle")
            self.plot = replace(self.plot, miracle=self.above_0(rest or "1", word, "FS-FAC-03"))
        elif word == "launch":
            self.once("launch")
            self.launch = launched(self.world, self.table, self.ship, rest)
        elif word in ("drift", "steady") and not rest:
            return
        else:
            known = "accelerate, decelerate, port, starboard, front, overcharge, jump, miracle, launch, drift"
            self.odd(f"“{shown(text)}” is no order of a plot; write such as “accelerate 2, port 3”, of {known}")

    def jump(self, rest: str) -> None:
        match = _JUMP.fullmatch(rest)
        x = thousandths(match[2]) if match else None
        y = thousandths(match[3]) if match else None
        if match is None or x is None or y is None:
            self.odd(f"cannot read the jump “{shown(rest)}”; write 'jump 6 to 36 24'", "FS-FAC-22")
        self.plot = replace(self.plot, harmonic=int(match[1]), landing=Point(x, y))


def _joined(text: str) -> str:
    """A comma inside brackets is no end of a part."""
    return re.sub(r"\(([^()]*)\)", lambda match: match[1].replace(",", " "), text)


def launched(world: World, table: Table[State], ship: Ship, names: str) -> tuple[str, ...]:
    """The squadrons that a launch puts out: those named, or all aboard. Refuses `E_HANGAR` (FS-SC-03)."""
    aboard = table.state.held(ship.id)
    if not aboard:
        refuse(table, no(Code.E_HANGAR, f"no squadron is docked in {shown(ship.name)}", "FS-SC-03"))
    if names in ("", "all"):
        return tuple(one.id for one in aboard)
    picked: list[str] = []
    for name in listed(names.replace(" + ", ",").replace("&", ",")):
        found = [one.id for one in squadrons_named(world, aboard, name) if one.id not in picked]
        if not found:
            why = f"no squadron “{shown(name)}” is docked in {shown(ship.name)}"
            refuse(table, no(Code.E_HANGAR, why, "FS-SC-03"))
        picked.append(found[0])
    return tuple(picked)


def plot_words(plotted: Plotted) -> str:
    """A plot as it is written: "accelerate 2, port 3, launch AS1"."""
    plot = plotted.plot
    parts = []
    if plot.change:
        parts.append(f"{'accelerate' if plot.change > 0 else 'decelerate'} {abs(plot.change)}")
    for word, points in (("port", plot.port), ("starboard", plot.starboard), ("overcharge", plot.overcharge)):
        if points:
            parts.append(f"{word} {points}")
    if plot.front:
        parts.append("front")
    if plot.harmonic and plot.landing is not None:
        parts.append(f"jump {plot.harmonic} to {inches(plot.landing.x)} {inches(plot.landing.y)}")
    if plot.miracle:
        parts.append(f"miracle {plot.miracle}")
    if plotted.launch:
        parts.append(f"launch {' and '.join(plotted.launch)}")
    return ", ".join(parts) or "drift"


def read_plot(world: World, table: Table[State], ship: Ship, text: str) -> Plotted:
    """The plot of a ship from its words, checked against the ship (FS-MOV-17).

    Refuses `E_VALUE` for words, `E_HANGAR`, and as `plot.faults` does.
    """
    plotted = _Reader(world, table, ship).read(text)
    able = helm(world, table.state, ship)
    if able.may_order or plotted.plot != DRIFT:
        found = faults(plotted.plot, able, table.state.settings.board, table.state.terrain)
        if found:
            refuse(table, found[0])
    return plotted


def _open(table: Table[State], seat: Seat) -> Side:
    """The side of a seat that may write plots. Refuses `E_PHASE`, `E_LATE`, `E_SEALED`."""
    side = side_of(table, seat)
    free(table, side)
    at(table, side, "FS-TURN-03", Stage.ORDERS)
    if table.state.of(side).lock is not None:
        refuse(table, no(Code.E_SEALED, f"side {side} locked its orders of turn {table.state.turn}", "FS-TURN-03"))
    return side


def write_plot(world: World, seat: Seat, order: WritePlot, table: Table[State]) -> None:
    """One ship's plot; it replaces what was plotted for it."""
    side = _open(table, seat)
    ship = own_deployed(table, side, order.ship)
    plotted = read_plot(world, table, ship, order.orders)
    table.say(PlotSet(side, {ship.id: plotted}), only(*table.state.crew(side)))


def write_sheet(world: World, seat: Seat, order: WriteSheet, table: Table[State]) -> None:
    """Several ships' plots, all or none."""
    side = _open(table, seat)
    aside = table.aside()
    plots: dict[str, Plotted | None] = {}
    for part in re.split(r"[;\n]", order.plots):
        if not part.strip():
            continue
        name, colon, words = part.partition(":")
        if not colon:
            why = f"“{shown(part)}” names no ship; write 'Dart: accelerate 2'"
            refuse(table, no(Code.E_VALUE, why, "FS-TURN-03"))
        ship = own_deployed(aside, side, name)
        plots[ship.id] = read_plot(world, aside, ship, words)
        aside.say(PlotSet(side, {ship.id: plots[ship.id]}))
    if not plots:
        refuse(table, no(Code.E_VALUE, "the sheet is empty", "FS-TURN-03"))
    table.say(PlotSet(side, plots), only(*table.state.crew(side)))


def clear_plot(world: World, seat: Seat, order: ClearPlot, table: Table[State]) -> None:
    """Plots taken back. Refuses `E_UNKNOWN` where there is none."""
    side = _open(table, seat)
    plots = table.state.of(side).plots
    if order.ship is None:
        gone = list(plots)
    else:
        ship = own_deployed(table, side, order.ship)
        gone = [ship.id] if ship.id in plots else []
    if not gone:
        refuse(table, no(Code.E_UNKNOWN, "nothing is plotted there", "FS-TURN-03"))
    table.say(PlotSet(side, dict.fromkeys(gone)), only(*table.state.crew(side)))


def body_of(plots: Mapping[str, Plotted]) -> str:
    """Plots as they are sealed."""
    return "; ".join(f"{key}: {plot_words(plots[key])}" for key in sorted(plots)) or "no orders"


def owed(state: State) -> list[Side]:
    """The sides with ships that take orders."""
    return [side for side in Side if ordering(state, side)]


def lock_orders(world: World, seat: Seat, table: Table[State]) -> None:
    """A side's plots are locked; with the last lock they are revealed (FS-TURN-03)."""
    PLOTS.close(world, table, seat, _open(table, seat))


def unlock_orders(world: World, seat: Seat, table: Table[State]) -> None:
    """A side's plots are open again. Refuses `E_PHASE` where they are."""
    side = side_of(table, seat)
    at(table, side, "FS-TURN-03", Stage.ORDERS)
    if table.state.of(side).lock is None:
        refuse(table, no(Code.E_PHASE, "your orders are not locked", "FS-TURN-03"))
    PLOTS.open(table, side)


def reveal_late(play: Play) -> None:
    """Time is up: what is not locked is taken as it is written, and ships without orders drift (FS-TURN-04)."""
    for side in Side:
        if play.state.of(side).lock is None and ordering(play.state, side):
            play.say(RanLate(side, "orders"))
    reveal(play)


def reveal(play: Play) -> None:
    """Plots are shown together, cut to what the ships can do now, and ships move (FS-TURN-03..05, FS-MOV-17)."""
    PLOTS.unseal(play.world, play.table, Side)
    if play.state.seals:
        play.deal()
    sail(play, {**_show(play, Side.A), **_show(play, Side.B)})


def _all_locked(world: World, table: Table[State]) -> None:
    play = Play(world, table)
    reveal(play)
    play.go()


PLOTS: Secret[World, Side] = Secret(
    owed=owed,
    lock=lambda state, side: state.of(side).lock,
    body=lambda world, state, side: body_of(state.of(side).plots),
    said=OrdersLocked,
    shown=_all_locked,
)
"""Both sides' plots, which are revealed together (FS-TURN-03)."""


def _show(play: Play, side: Side) -> dict[str, Plot]:
    """One side's plots are shown; returns what its ships do."""
    state = play.state
    known = state.of(side)
    pool = known.pool if play.world.is_of(state, side, FactionCode.CHILDREN_OF_THE_SUN) else 0
    each = play.world.pack.prices.thrust
    left = pool
    done: dict[str, Plot] = {}
    written: dict[str, Plotted] = {}
    drifts: list[str] = []
    for ship in state.on_board(side):
        plotted = known.plots.get(ship.id)
        if plotted is not None:
            written[ship.id] = plotted
        else:
            drifts.append(ship.id)
        able = helm(play.world, state, ship, left)
        plot = cut(plotted.plot, able) if plotted is not None and able.may_order else DRIFT
        left -= plot.miracle * each
        done[ship.id] = plot
    play.say(PlotsShown(side, written, done, tuple(drifts), pool - left))
    return done

"""The Order phase: plots written in secret, locked under a seal, and revealed together. Rulebook: FS-TURN-03, -04.

What a plot may hold is in `plot`; launches are FS-SC-03, thrust miracles FS-FAC-03.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, NoReturn

from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.clock import Instant
from engine.declared.changes import Sets
from engine.declared.sentences import either
from engine.declared.waiting import WaitsUntil
from engine.game import Fact, Table, only, ruled
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Value
from engine.orders import Option
from engine.question import runs
from engine.report import News, Report, Section
from engine.secret import Locks, Secret, Unlocks
from engine.sunrise import state as game
from engine.sunrise.abilities import helm, reverenced_by
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Point, inches, thousandths
from engine.sunrise.data.units import FactionCode, Upgrade
from engine.sunrise.figures.factions import kineticite
from engine.sunrise.figures.hull import shield_pool
from engine.sunrise.figures.plot import budget, course_limit, cut, faults, landing_ok
from engine.sunrise.look import Look, SideLocked, TurnFact, split_list
from engine.sunrise.nouns import DEPLOYED, squadrons_named
from engine.sunrise.pictures.draw_board import plot_picture
from engine.sunrise.play import Act, Play, RanLate, late
from engine.sunrise.sight import MINE, Foreseen, find_ship, foreseen, own_plots
from engine.sunrise.state import DRIFT, Plot, Plotted, Ship, Side, Stage, State, ordering, side_changed, where, working
from engine.sunrise.words import MIRACLE_POINTS, course_words, item_name, place
from engine.sunrise.world import DEBTS_LAST, World
from engine.text import message
from engine.text.lines import to_text
from engine.text.message import N_, NN_, NOTHING, T_, Message, Text, dated, joined, name, term
from engine.view import view


@runs(game.OpenOrders)
def open_orders(play: Play, task: game.OpenOrders) -> None:
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
    play.tell(OrdersOpened(shields, thrust, *play.wait("orders")))
    if not any(ordering(play.state, side) for side in Side):
        reveal(play)


_MOVES = {"accelerate": 1, "accel": 1, "faster": 1, "decelerate": -1, "decel": -1, "brake": -1, "slower": -1}
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

    def __init__(self, look: Look, ship: Ship) -> None:
        self.look, self.ship = look, ship
        self.plot = DRIFT
        self.launch: tuple[str, ...] = ()
        self.seen: set[str] = set()

    def odd(self, why: Message, rule: str, **figures: str) -> NoReturn:
        self.look.no(Code.E_VALUE, why, rule, **figures)

    def once(self, what: str) -> None:
        if what in self.seen:
            why = N_("For {ship}, {what} is given twice.")
            self.odd(why, "FS-MOV-02", what=term(what), ship=self.ship.name)
        self.seen.add(what)

    def number(self, text: str, what: str) -> int:
        if not _NUMBER.fullmatch(text.strip()):
            why = N_("A whole number is needed for {what}, not “{text}”.")
            self.odd(why, "FS-TURN-03", what=term(what), text=text)
        return int(text)

    def above_0(self, text: str, what: str, rule: str) -> int:
        number = self.number(text, what)
        if not number:
            self.odd(N_("The number for {what} is above 0, not 0."), rule, what=term(what))
        return number

    def read(self, text: str) -> Plotted:
        whole = re.sub(r"\(([^()]*)\)", lambda match: match[1].replace(",", " "), text)  # a comma within is no end
        words = [word for part in _END.split(whole) if (word := part.strip().casefold())]
        if not words:
            self.odd(N_("{ship} is told nothing; write 'drift' for no change."), "FS-TURN-04", ship=self.ship.name)
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
            self.odd(N_("“{text}” cannot be read."), "FS-TURN-03", text=text)
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
            self.launch = launched(self.look, self.ship, rest)
        elif word in ("drift", "steady") and not rest:
            return
        else:
            known = "accelerate, decelerate, port, starboard, front, overcharge, jump, miracle, launch, drift"
            why = N_("“{text}” is no order of a plot; write such as “accelerate 2, port 3”, of {known}.")
            self.odd(why, "FS-TURN-03", text=text, known=term(known))

    def jump(self, rest: str) -> None:
        match = _JUMP.fullmatch(rest)
        x = thousandths(match[2]) if match else None
        y = thousandths(match[3]) if match else None
        if match is None or x is None or y is None:
            self.odd(N_("The jump “{rest}” cannot be read; write 'jump 6 to 36 24'."), "FS-FAC-22", rest=rest)
        self.plot = replace(self.plot, harmonic=int(match[1]), landing=Point(x, y))


def launched(look: Look, ship: Ship, names: str) -> tuple[str, ...]:
    """The squadrons that a launch puts out: those named, or all aboard. Refuses `E_HANGAR` (FS-SC-03)."""
    aboard = look.known.held(ship.id)
    if not aboard:
        look.no(Code.E_HANGAR, N_("No squadron is docked in {ship}."), "FS-SC-03", ship=ship.name)
    if names in ("", "all"):
        return tuple(squadron.id for squadron in aboard)
    picked: list[str] = []
    for word in split_list(names.replace(" + ", ",").replace("&", ",")):
        found = [squadron.id for squadron in squadrons_named(look.world, aboard, word) if squadron.id not in picked]
        if not found:
            why = N_("No squadron “{word}” is docked in {ship}.")
            look.no(Code.E_HANGAR, why, "FS-SC-03", word=word, ship=ship.name)
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


def plots(world: World, known: State, ship: Ship) -> Iterator[Plotted]:
    """Plots that a ship could be given: the ends and the middle of what it can do."""
    able = helm(world, known, ship)
    aboard = tuple(squadron.id for squadron in known.held(ship.id))
    if aboard:
        yield Plotted(launch=aboard)
    if not able.may_order:
        return
    thrust = budget(able)
    limit = min(course_limit(thrust, able.exhausts), thrust)
    for change in sorted({0, 1, thrust // 2, thrust, -1, -(thrust // 2), -min(thrust, ship.velocity)}):
        if abs(change) > thrust or ship.velocity + change < 0:
            continue
        for course in sorted({0, 1, limit}):
            if course > min(limit, thrust - abs(change)):
                continue
            yield Plotted(Plot(change=change, starboard=course))
            if course:
                yield Plotted(Plot(change=change, port=course), aboard)
                if able.vectoring:
                    yield Plotted(Plot(change=change, port=course, front=True))
    if able.overchargers and not able.debt and thrust:
        yield Plotted(Plot(change=thrust + 1, overcharge=thrust))
    if able.drives and thrust:
        here, reach = where(ship), thrust * able.drives * 1000
        board = known.settings.board
        for dx, dy in ((0, reach), (reach, 0), (0, -reach), (-reach, 0)):
            point = Point(here.x + dx, here.y + dy)
            if landing_ok(board, known.terrain, here, point, thrust, able.drives) is None:
                yield Plotted(Plot(harmonic=thrust, landing=point))
    if able.pool >= able.price:
        yield Plotted(Plot(change=thrust + 2, miracle=1))


def read_plot(look: Look, ship: Ship, text: str) -> Plotted:
    """The plot of a ship from its words, checked against the ship (FS-MOV-17).

    Refuses `E_VALUE` for words, `E_HANGAR`, and as `plot.faults` does.
    """
    plotted = _Reader(look, ship).read(text)
    able = helm(look.world, look.known, ship)
    if able.may_order or plotted.plot != DRIFT:
        found = faults(plotted.plot, able, look.known.settings.board, look.known.terrain)
        look.require(found[0] if found else None)
    return plotted


def likely_plots(look: Look, ship: Ship) -> list[str]:
    """The words of plots that a ship could be given, each once."""
    return list(dict.fromkeys(plot_words(plotted) for plotted in plots(look.world, look.known, ship)))


PLOT: Value[Look, Plotted] = Value(
    "what it does",
    lambda look, words, found: read_plot(look, found.ship, words),
    lambda look, found: map(Option, likely_plots(look, found.ship) if found.get("ship") is not None else ()),
)


class PlotOrder(Order):
    """An order of a side while it may write plots."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """In the Order phase, until the side locks its orders."""
        if refused := look.unfree() or look.untimely("FS-TURN-03", Stage.ORDERS):
            return refused
        if look.known.of(look.own).lock is None:
            return None
        why = N_("Side {own} locked its orders of turn {turn}.")
        return no(Code.E_SEALED, why, "FS-TURN-03", own=look.own, turn=look.known.turn)


def say_plots(act: Act, plots: Mapping[str, Plotted | None]) -> None:
    """The side's own seats hear of its plots, and nobody else does."""
    act.say(PlotSet(act.side, plots), only(*act.state.crew(act.side)))


class WritePlot(PlotOrder):
    """Plot one ship: its velocity, course, and what else it does this turn."""

    path: ClassVar[str] = "sunrise plot"
    line: ClassVar[str] = "plot {ship} to {orders}"
    tried: ClassVar[int] = 9
    short: ClassVar[str] = "{ship}: {orders}"
    shows: ClassVar[str] = "plot"
    ship: Annotated[str, DEPLOYED] = Field(description="a ship of yours", max_length=40)
    orders: Annotated[str, PLOT] = Field(description="such as: accelerate 2, port 3, launch", max_length=300)

    def obey(self, act: Act) -> None:
        """One ship's plot; it replaces what was plotted for it."""
        say_plots(act, {act.found.ship.id: act.found.orders})

    @classmethod
    def likely(cls, look: Look) -> Iterator[WritePlot]:
        """Plots of each ship, dozens and all right as they are made: none is read again."""
        for ship in DEPLOYED.fitting(look):
            yield from (cls(ship=ship.id, orders=words) for words in likely_plots(look, ship))


class WriteSheet(PlotOrder):
    """Plot several ships at once: a ship and its orders, the next after a semicolon."""

    path: ClassVar[str] = "sunrise sheet"
    line: ClassVar[str] = "plots {plots}"
    shows: ClassVar[str] = "plot"
    plots: str = Field(description="Dart: accelerate 2; Arrow: port 1", max_length=3000)

    def obey(self, act: Act) -> None:
        """Several ships' plots, all or none; each is read as if those before it were written. Refuses `E_VALUE`."""
        look, written = act.look, dict[str, Plotted | None]()
        for part in re.split(r"[;\n]", self.plots):
            if not part.strip():
                continue
            called, colon, words = part.partition(":")
            if not colon:
                why = N_("“{part}” names no ship; write 'Dart: accelerate 2'.")
                look.no(Code.E_VALUE, why, "FS-TURN-03", part=part)
            ship = DEPLOYED.find(look, called, NOTHING_FOUND)
            plotted = read_plot(look, ship, words)
            written[ship.id] = plotted
            look = replace(look, known=PlotSet(act.side, {ship.id: plotted}).evolve(look.known))
        if not written:
            look.no(Code.E_VALUE, T_("The sheet is empty."), "FS-TURN-03")
        say_plots(act, written)

    @classmethod
    def likely(cls, look: Look) -> Iterator[WriteSheet]:
        """One for all ships, another each turn: together their plots are without number."""
        told = [(ship, likely_plots(look, ship)) for ship in DEPLOYED.fitting(look)]
        sheet = [f"{ship.id}: {words[(look.known.turn + ship.number) % len(words)]}" for ship, words in told if words]
        if sheet:
            yield cls(plots="; ".join(sheet))


def last_plots(look: Look, heard: Iterable[Fact[State]]) -> tuple[str, ...]:
    """The plots of the viewer's side as they were written in the last turn that was revealed, but for what was
    launched, of ships that are on the board; what was heard latest comes first (FS-TURN-03).
    """
    shown = next((one for one in heard if isinstance(one, PlotsShown) and one.side is look.side and one.written), None)
    if shown is None:
        return ()
    mine = {ship.id: look.called(ship) for ship in DEPLOYED.fitting(look)}
    plots = {ship: plot_words(Plotted(plotted.plot)) for ship, plotted in shown.written.items()}
    return tuple(to_text(WritePlot(ship=mine[ship], orders=plots[ship]), [WritePlot]) for ship in plots if ship in mine)


def unplotted(look: Look, ship: Ship, found: Found) -> Refused | None:
    """`E_UNKNOWN` for a ship for which nothing is written."""
    return None if ship.id in look.known.of(look.own).plots else NOTHING_PLOTTED


NOTHING_PLOTTED = no(Code.E_UNKNOWN, T_("Nothing is plotted there."), "FS-TURN-03")


class ClearPlot(PlotOrder):
    """Take back what is plotted for a ship, or for all; they would drift."""

    path: ClassVar[str] = "sunrise clear"
    line: ClassVar[str] = "clear plot[ of {ship}]"
    shows: ClassVar[str] = "plot"
    ship: Annotated[str | None, DEPLOYED.that(unplotted)] = Field(
        None, description="the ship; all if left out", max_length=40
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While something is written. Refuses `E_UNKNOWN`."""
        return super().ready(look) or (None if look.known.of(look.own).plots else NOTHING_PLOTTED)

    def obey(self, act: Act) -> None:
        """Plots taken back."""
        ship = act.found.ship
        say_plots(act, dict.fromkeys(act.look.known.of(act.side).plots if ship is None else (ship.id,)))


def body_of(plots: Mapping[str, Plotted]) -> str:
    """Plots as they are sealed."""
    return "; ".join(f"{key}: {plot_words(plots[key])}" for key in sorted(plots)) or "no orders"


def owed(state: State) -> list[Side]:
    """The sides with ships that take orders."""
    return [side for side in Side if ordering(state, side)]


@late(Stage.ORDERS)
def reveal_late(play: Play) -> None:
    """Time is up: what is not locked is taken as it is written, and ships without orders drift (FS-TURN-04)."""
    for side in Side:
        if play.state.of(side).lock is None and ordering(play.state, side):
            play.tell(RanLate(side, "orders"))
    reveal(play)


def reveal(play: Play) -> None:
    """Plots are shown together, cut to what the ships can do now, and ships move (FS-TURN-03..05, FS-MOV-17)."""
    PLOTS.unseal(play.world, play.table, Side)
    if play.state.seals:
        play.key()
    play.push(game.Sail({**_show(play, Side.A), **_show(play, Side.B)}))


def _all_locked(world: World, table: Table[State]) -> None:
    play = Play(world, table)
    reveal(play)
    play.go()


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
    play.tell(PlotsShown(side, written, done, tuple(drifts), pool - left))
    paid = tuple(ship.id for ship in state.on_board(side) if ship.debt)
    if paid and play.world.version >= DEBTS_LAST:
        play.tell(DebtsPaid(paid))
    return done


class DebtsPaid(Fact[State], frozen=True):
    """Ships have lacked, in the order of this turn, what they overcharged in their last one (FS-UPG-17)."""

    silent = "the order, cut to what the ship could do, has been shown"
    makes = Sets("ships", "ships", debt=0)
    ships: tuple[str, ...]


FASTER, SLOWER, STEADY = N_("accelerate {inches}"), N_("decelerate {inches}"), T_("keep velocity")
FRONT, OVERCHARGES = T_("turning more in the first half"), N_("overcharge {thrust}")
JUMPS = N_("jump to {place} with {thrust} thrust")
MIRACLES = NN_("{count} miracle of thrust", "{count} miracles of thrust", "count")


def course_of(plot: Plot) -> Text:
    """A plot: "accelerate 2, port 3"."""
    if plot.change:
        speed = (FASTER if plot.change > 0 else SLOWER)(inches=abs(plot.change))
    else:
        speed = STEADY
    parts = [speed, course_words(plot.hours)]
    parts += [FRONT] if plot.front else []
    parts += [OVERCHARGES(thrust=plot.overcharge)] if plot.overcharge else []
    parts += [JUMPS(place=place(plot.landing), thrust=plot.harmonic)] if plot.landing is not None else []
    parts += [MIRACLES(count=plot.miracle)] if plot.miracle else []
    return joined(", ", parts)


LAUNCHES, LAUNCHED = N_("{plot}[; launches {squadrons}]"), N_("{type} ({id})")


def plotted_words(look: Look, plotted: Plotted) -> Text:
    """A ship's order: its plot, and what it launches."""
    launched = message.listed(_launch(look, id) for id in plotted.launch)
    return LAUNCHES(plot=course_of(plotted.plot), squadrons=launched)


def _launch(look: Look, id: str) -> Text:
    """A squadron of an order: its type, and the id by which orders name it."""
    found = look.known.squadrons.get(id)
    return LAUNCHED(type=item_name(found.type, look.pack), id=term(id)) if found is not None else name(id)


WRITES = N_("Turn {turn}: both sides write their orders in secret[, until {at} ({left})].")


class OrdersOpened(WaitsUntil[State], frozen=True):
    """The Order phase: Shields are set, and pips lost since the last one drive Kineticite (FS-TURN-02, FS-FAC-42).

    `shields` and `kineticite` are by ship, and name those that have any; `left` as in `StageBegan`.
    """

    rule = "FS-TURN-03"
    decides = True
    picture = "board"

    shields: Mapping[str, int]
    kineticite: Mapping[str, int]
    until: Instant | None
    left: int | None = None

    def evolve(self, state: State) -> State:
        shields, kineticite = self.shields, self.kineticite
        ships = {
            key: replace(
                ship,
                shields=shields.get(key, 0),
                kineticite=kineticite.get(key, 0),
                note=0,
                manoeuvred=False,
                activated=False,
            )
            for key, ship in state.ships.items()
        }
        return replace(
            state,
            stage=Stage.ORDERS,
            picks=None,
            until=self.until,
            pause=self.left,
            choice=None,
            agenda=(),
            ships=ships,
        )

    def words(self, look: Look) -> Text:
        return dated(self.until, WRITES, turn=look.known.turn)


OF_SHIP, NO_ORDER = N_("{ship}: {order}"), T_("no order")


def _order(look: Look, plotted: Plotted | None) -> Text:
    return plotted_words(look, plotted) if plotted is not None else NO_ORDER


class PlotSet(Fact[State], frozen=True):
    """Plots of a side's ships, for its own seats alone (FS-TURN-03); None takes one back."""

    side: Side
    plots: Mapping[str, Plotted | None]

    def evolve(self, state: State) -> State:
        merged = {**state.of(self.side).plots, **self.plots}
        kept = {ship: plotted for ship, plotted in merged.items() if plotted is not None}
        return side_changed(state, self.side, plots=kept)

    def words(self, look: Look) -> Text:
        lines = (OF_SHIP(ship=look.ship(ship), order=_order(look, plotted)) for ship, plotted in self.plots.items())
        return joined("\n", lines)

    def news(self, look: Look) -> News:
        about = next(iter(self.plots)) if len(self.plots) == 1 else ""
        return ruled(self.words(look), "FS-TURN-03", picture="plot", about=about)


class OrdersLocked(SideLocked, frozen=True):
    """A side has locked its plots, or unlocked them again (`lock` is None)."""

    says = either(
        lambda fact: fact.lock is None, N_("{side} opens its orders again."), N_("{side} has locked its orders.")
    )
    rule = "FS-TURN-03"


PLOTS: Secret[World, Side] = Secret(
    owed=owed,
    lock=lambda state, side: state.of(side).lock,
    body=lambda world, state, side: body_of(state.of(side).plots),
    said=OrdersLocked,
    shown=_all_locked,
)
"""Both sides' plots, which are revealed together (FS-TURN-03)."""


class LockOrders(PlotOrder, Locks):
    """Lock your side's plots; when both sides have, they are revealed and ships move."""

    path: ClassVar[str] = "sunrise lock"
    line: ClassVar[str] = "lock orders"
    secret = PLOTS

    def doubts(self, look: Look) -> Text:
        """Ships that take orders and have none, or that would run into something or leave the board."""
        return joined("\n", (DOUBT(line=line) for line in _doubtful(look)))


DOUBT = N_("- {line}")


def _doubtful(look: Look) -> Iterator[Text]:
    """The lines of those of the viewer's ships whose plots its player may not have meant."""
    plots = own_plots(look)
    for ship in look.known.on_board(look.own):
        plotted = plots.get(ship.id)
        seen = foreseen(look, ship, plotted.plot if plotted is not None else DRIFT)
        harmed = seen is not None and (seen.voyage.crash is not None or seen.voyage.exit is not None)
        if helm(look.world, look.known, ship).may_order and (plotted is None or harmed):
            yield plot_line(look, ship, plotted)


class UnlockOrders(Unlocks):
    """Unlock your side's plots to change them, while the other side's are open."""

    path: ClassVar[str] = "sunrise unlock"
    line: ClassVar[str] = "unlock orders"
    shows: ClassVar[str] = "plot"
    secret = PLOTS

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """In the Order phase, once the side has locked its orders."""
        if refused := look.untimely("FS-TURN-03", Stage.ORDERS):
            return refused
        locked = look.known.of(look.own).lock is not None
        return None if locked else no(Code.E_PHASE, T_("Your orders are not locked."), "FS-TURN-03")


ORDERS_OF, DRIFTS = N_("**Orders of {side}**"), N_("- {ship}: no order, it drifts")
DOES = N_("- {ship}: {order}[ (written: {written}; cut to what it can do now)]")
NO_ORDERS = T_("- no ship takes orders")
PAID = N_("{points} spent on thrust.")


class PlotsShown(TurnFact, frozen=True):
    """A side's plots are revealed, as they were written and as they are carried out (FS-MOV-17).

    `done` are the plots of all ships on the board, cut to what they can do now; `drifts` are those without an order,
    `paid` the Miracle Points spent on thrust (FS-FAC-03).
    """

    rule = "FS-TURN-03"

    side: Side
    written: Mapping[str, Plotted]
    done: Mapping[str, Plot]
    drifts: tuple[str, ...] = ()
    paid: int = 0

    def evolve(self, state: State) -> State:
        pool = state.of(self.side).pool - self.paid
        state = side_changed(state, self.side, plots=dict(self.written), lock=None, pool=pool)
        ships = dict(state.ships)
        for key, plot in self.done.items():
            ship = ships.get(key)
            if ship is not None and (plot.overcharge or plot.manoeuvres):
                ships[key] = replace(ship, manoeuvred=plot.manoeuvres, overcharge=plot.overcharge)
        return replace(state, ships=ships, stage=Stage.MOVEMENT, until=None)

    def words(self, look: Look) -> Text:
        return joined("\n", self._lines(look))

    def _lines(self, look: Look) -> Iterator[Text]:
        """A side's orders ship by ship, as they are carried out; what was written differently says so."""
        yield ORDERS_OF(side=look.name(self.side))
        for ship, plot in self.done.items():
            if ship in self.drifts:
                yield DRIFTS(ship=look.ship(ship))
                continue
            written = self.written.get(ship, Plotted())
            order = plotted_words(look, Plotted(plot, written.launch))
            more = course_of(written.plot) if written.plot != plot else NOTHING
            yield DOES(ship=look.ship(ship), order=order, written=more)
        if not self.done:
            yield NO_ORDERS
        if self.paid:
            yield PAID(points=MIRACLE_POINTS(count=self.paid))


def plot_lines(look: Look, side: Side) -> Iterator[Text]:
    """Each ship's plot, the thrust it spends, and where it comes to."""
    for ship in look.known.on_board(side):
        yield plot_line(look, ship, own_plots(look).get(ship.id))


TAKES_NONE, WILL_DRIFT = N_("{ship}: takes no orders this turn"), T_("no order, it drifts")
SPENDS, HAS = N_("thrust {spent} of {thrust}"), N_("thrust {thrust}")
LEAVES = N_("**leaves the board** at {place}")
CRASHES = N_("**runs into {terrain}** for {damage} damage at {place}")
COMES = N_("to {place} heading {heading}\u00b0, velocity {velocity}")
SLOWED = N_("{course}, slowed by Forced Reverance of {ship}")
ILLEGAL = N_("{line}. **It is not legal any more.** {why} ({rule})")


def plot_line(look: Look, ship: Ship, plotted: Plotted | None) -> Text:
    """A plot and what it comes to, as far as is known."""
    label = look.ship(ship.id)
    if look.known.stage is not Stage.ORDERS:
        return OF_SHIP(ship=label, order=_order(look, plotted))
    can = helm(look.world, look.known, ship)
    if not can.may_order:
        return TAKES_NONE(ship=label)
    plot = plotted.plot if plotted is not None else Plot()
    if plotted is not None:
        parts = [plotted_words(look, plotted), SPENDS(spent=plot.spent, thrust=budget(can, plot))]
    else:
        parts = [WILL_DRIFT, HAS(thrust=budget(can))]
    parts += [course_line(seen)] if (seen := foreseen(look, ship, plot)) is not None else []
    if (slowed := reverenced_by(look.known, ship)) is not None:
        parts[-1] = SLOWED(course=parts[-1], ship=look.ship(slowed.id))
    line = OF_SHIP(ship=label, order=joined("; ", parts))
    wrong = faults(plot, can, look.known.settings.board, look.known.terrain) if plotted is not None else ()
    return ILLEGAL(line=line, why=wrong[0].why, rule=term(wrong[0].rule)) if wrong else line


def course_line(seen: Foreseen) -> Text:
    """A line for the end of a plot: its place, velocity and heading, or the crash, or the edge."""
    voyage = seen.voyage
    if voyage.exit is not None:
        return LEAVES(place=place(voyage.exit))
    end = voyage.end
    if voyage.crash is not None:
        terrain = name(voyage.crash.piece)
        return CRASHES(terrain=terrain, damage=voyage.crash.damage, place=place(end.place))
    return COMES(place=place(end.place), heading=end.heading, velocity=voyage.velocity)


YOURS, HEAD, NO_SHIP = T_("Your plots"), T_("Plots"), T_("no ship is on the board")
AHEAD = T_("Where your ships will go, as far as is known. Nobody else sees this before the orders are revealed.")
BEHIND = T_("Orders are written in the Order phase. These were the last.")


@view("plot", "your own orders and where they take your ships", MINE, picture=plot_picture, hinted=True, own=True)
def plot(look: Look, about: str) -> Report:
    """The viewer's own plots, or one ship's, with what they come to: nobody else sees this before the reveal."""
    side = look.player_needed()
    lead = AHEAD if look.known.stage is Stage.ORDERS else BEHIND
    if about.strip():
        ship = find_ship(look, about, own=True)
        lines: tuple[Text, ...] = (plot_line(look, ship, own_plots(look).get(ship.id)),)
    else:
        lines = tuple(plot_lines(look, side))
    return Report(YOURS, lead, (Section(HEAD, lines or (NO_SHIP,)),), draws=True, rule="FS-TURN-03")

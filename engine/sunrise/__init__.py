"""False Sunrise: a folder for each part of the rulebook, a file for each chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from engine.book import Founded
from engine.clock import Instant
from engine.declared import flow, house_rules
from engine.game import Awaited, Fact, Seat, Svg
from engine.look import no
from engine.orders import Order
from engine.report import Report, Section, Suggestion
from engine.sunrise import harm, opponent, play
from engine.sunrise.craft import berths, fighting, smallcraft, spotting
from engine.sunrise.data.codes import Code
from engine.sunrise.data.wording import WORDING
from engine.sunrise.fleet import builder, building
from engine.sunrise.fleet.lists import fleet_text, load
from engine.sunrise.founding import deploying, laying, locking, opening, sides
from engine.sunrise.look import Look, thread
from engine.sunrise.moderators import clock, figures, game, markers, orders, terrain
from engine.sunrise.movement import plotting, sailing
from engine.sunrise.pictures.scene import in_colours
from engine.sunrise.play import Act
from engine.sunrise.shooting import activation, aiming, gunnery, miracles, repairs, views_odds
from engine.sunrise.state import SETUP_STAGES, State
from engine.sunrise.turn import comings, cores, turns, views_ship, views_table
from engine.sunrise.turn.views_hints import hints
from engine.sunrise.world import World
from engine.text.lines import to_text
from engine.text.message import N_, NOTHING, T_, Text

ENEMY = N_("Your enemy, {fleet}")


class Sunrise(Founded[World, State]):
    """False Sunrise, with one data pack."""

    name = "sunrise"
    title = "False Sunrise"
    version = 2
    state = State
    summary = "score"
    founding = opening
    chapters = (
        house_rules,
        flow,
        building,
        sides,
        laying,
        locking,
        deploying,
        sailing,
        plotting,
        opening,
        play,
        turns,
        comings,
        cores,
        spotting,
        berths,
        fighting,
        miracles,
        gunnery,
        harm,
        activation,
        repairs,
        aiming,
        smallcraft,
        orders,
        clock,
        terrain,
        figures,
        markers,
        game,
        views_table,
        views_ship,
        builder,
        views_odds,
    )
    at_home = ("turn", "score", "fleet")
    tracker = ("turn", "fleet")
    used: Mapping[str, str] = {
        "sunrise": "sheet lock fire squadron squadrons-done activate hold volley target end away clear unlock",
        "sunrise setup": "deploy deploy-rest marker edge hold-back terrain initiative",
        "sunrise-choose": "usual none defense lose reroll repair die spot arrive chameleon redirect restore",
        "sunrise-fleet": "sample lock ship weapon upgrade defense hangar squadron remove scrap copy load unlock",
        "sunrise-show": "board targets odds ship fleet score plot near log builder",
    }
    wording = WORDING
    checks = "engine.sunrise.checks.SunriseChecks"
    look_class = Look
    act_class = Act
    conceded_by = "sunrise concede"
    players_only = no(Code.E_OWNER, T_("Moderators play neither side."), "FS-TERM-04")

    def home(self, known: State, seat: Seat, now: Instant) -> Report:
        """The phase and the points, and both fleets whole: the enemy's ships as one's own."""
        report = super().home(known, seat, now)
        *before, _ = report.sections  # the last are the first lines of the fleets
        own, *others = self.show(known, seat, "fleet", "", now).sections
        if self.look(known, seat, now).side is not None:
            others = [Section(ENEMY(fleet=other.heading), other.lines) for other in others]
        return msgspec.structs.replace(report, sections=(*before, own, *others))

    def setup_options(self) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """Edition, size, terrain, pace and goal of a new game."""
        return opening.setup_options(self.world)

    def over(self, state: State) -> bool:
        """True if a side has won, or nobody (FS-WIN-03)."""
        return state.over

    def full(self, state: State, seats: int) -> Text:
        """Sides are joined before turn 1 (FS-TERM-04)."""
        return NOTHING if state.stage in SETUP_STAGES else T_("Its sides were joined before turn 1.")

    def again(self, known: State, seat: Seat, heard: Iterable[Fact[State]]) -> tuple[str, ...]:
        """The plots of the side's last turn."""
        return plotting.last_plots(self.look(known, seat, Instant(0)), heard)

    def awaits(self, state: State) -> tuple[Awaited, ...]:
        """The seats of the sides that are to order, pick or choose."""
        return play.awaits(state)

    def survey(self, state: State, seat: Seat, now: Instant) -> tuple[tuple[str, str], ...]:
        """Points, ships and Miracle Points of the side that a seat plays."""
        return views_table.survey(self.look(state, seat, now))

    def advise(self, known: State, seat: Seat, now: Instant) -> Order | None:
        """The order that a seat would sensibly give next."""
        return opponent.advise(self.look(known, seat, now))

    def scene(self, state: State) -> tuple[str, str]:
        """The board."""
        return "board", ""

    def draw(self, known: State, seat: Seat | None, view: str, about: str, now: Instant) -> Svg:
        """The picture of it, each side in its first player's colour."""
        return in_colours(super().draw(known, seat, view, about, now), known)

    def kept(self, known: State, seat: Seat) -> tuple[str, ...]:
        """Orders as lines that build anew the fleet of a seat's side."""
        side = known.seats.get(seat)
        if side is None or not known.of(side).fleet.ships:
            return ()
        text = fleet_text(known.of(side).fleet, self.world.pack)
        return (to_text(building.LoadFleet(text=text), self.orders),)

    def thread(self, known: State) -> tuple[str, str] | None:
        """News of a turn is gathered in a thread of its own."""
        return thread(known)

    def tracked(self, known: State) -> str:
        """The battle, from its opening to its end."""
        return "battle" if known.opened and not known.over else ""

    def hints(self, look: Look) -> tuple[Suggestion, ...]:
        """Suggestions: the orders that the viewer's side is likeliest to want now."""
        return hints(look)


def ruleset(sources: Mapping[str, str], version: int = Sunrise.version, folder: str = "seeds/sunrise") -> Sunrise:
    """The rulebook in a version, with the data pack of these sheets (file name: text).

    Raises PackError with every fault.
    """
    return Sunrise(World(load(sources, folder), version))

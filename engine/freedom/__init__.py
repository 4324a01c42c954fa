"""Freedom in the Galaxy: the combat of the board game, as a module that a campaign or a scenario uses."""

from __future__ import annotations

from collections.abc import Mapping

from engine.book import Founded
from engine.clock import Instant
from engine.declared import flow, house_rules
from engine.freedom import founding, missions, moderators, opponent, pieces, play, turn, views
from engine.freedom.chances import odds
from engine.freedom.combat import bases, creatures, environ, fight, impossible, possessions
from engine.freedom.data.pack import Code, load
from engine.freedom.data.wording import WORDING
from engine.freedom.look import SIDES, Act, Look, World
from engine.freedom.state import Fight, State
from engine.game import Awaited, Seat
from engine.look import no
from engine.orders import Order
from engine.text.message import N_, NOTHING, T_, Text


class Freedom(Founded[World, State]):
    """Freedom in the Galaxy, with one data pack."""

    name = "freedom"
    title = "Freedom in the Galaxy"
    version = 5
    state = State
    at_home = ("turn", "map")
    tracker = ("turn", "map")
    founding = founding
    chapters = (
        house_rules,
        founding, pieces, play, environ, fight, creatures, bases, possessions, missions, turn, moderators, views, odds,
        impossible, flow,
    )  # fmt: skip
    used: Mapping[str, str] = {
        "freedom": "move search mission attack declare pass active stay break usual done leader remove wounds use",
        "freedom-show": "map fight environ character odds standings",
    }
    wording = WORDING
    checks = "engine.freedom.checks.FreedomChecks"
    look_class = Look
    act_class = Act
    summary = "standings"
    conceded_by = "freedom concede"
    players_only = no(Code.E_OWNER, T_("Moderators play neither side."), "FITG-GEN-03")

    def awaits(self, state: State) -> tuple[Awaited, ...]:
        """The seats of the sides that decide, or whose part of the player-turn it is."""
        return play.awaits(state)

    def over(self, state: State) -> bool:
        """True if the scenario has been won, or drawn (D12)."""
        return state.over

    def full(self, state: State, seats: int) -> Text:
        """One seat plays the Rebellion and one the Empire (FITG-CHR-06)."""
        return NOTHING if seats < 2 else T_("One seat plays the Rebellion and one the Empire.")

    def scene(self, state: State) -> tuple[str, str]:
        """The fight that is on, the environ that something is decided about, else the province."""
        if any(isinstance(task, Fight) for task in state.agenda):
            return "fight", ""
        where = state.choice.where if state.choice is not None else ""
        return ("environ", where) if where in state.environs else ("map", "")

    def survey(self, state: State, seat: Seat, now: Instant) -> tuple[tuple[str, str], ...]:
        """Side, units and characters of a seat."""
        return views.survey(self.look(state, seat, now))

    def advise(self, known: State, seat: Seat, now: Instant) -> Order | None:
        """The order that a seat would sensibly give next."""
        return opponent.advise(self.look(known, seat, now))

    def thread(self, known: State) -> tuple[str, str] | None:
        """News of a player-turn is gathered in a thread of its own; there is none before turn 1."""
        titled = N_("Turn {turn}, {side}")(turn=known.turn, side=SIDES[known.player])
        return (f"turn:{known.turn}:{known.player}", titled) if known.turn else None

    def tracked(self, known: State) -> str:
        """The war, from turn 1 to its end."""
        return "war" if known.turn and not known.over else ""


def ruleset(sources: Mapping[str, str], version: int = Freedom.version, folder: str = "seeds/freedom") -> Freedom:
    """The rulebook in a version, with the data pack of these sheets (file name: text).

    Raises PackError with every fault.
    """
    return Freedom(World(load(sources, folder), version))

"""Advanced Star Wars D6: the combat referee of a role-playing table, for a GM and his players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.book import Founded
from engine.clock import Instant
from engine.d6 import again, force, founding, moderators, play, views
from engine.d6.data.pack import Code, load
from engine.d6.data.wording import WORDING
from engine.d6.ground import asked, automatic, harm, medpacs, melee, moving, shots, weapons
from engine.d6.look import Look, Question, World, thread
from engine.d6.play import Act
from engine.d6.rounds import anywhere, plain, reactions, rolls, turns
from engine.d6.sheets import characters, making
from engine.d6.space import craft, duels, gm, gunnery, shields, stations
from engine.d6.space import damage as hulls
from engine.d6.space import views as instruments
from engine.d6.state import State
from engine.declared import flow, house_rules
from engine.dice.keyed import LENGTH
from engine.game import MODERATOR, Awaited, Fact, Seat
from engine.look import no
from engine.orders import Order
from engine.report import Report
from engine.text.lines import to_text
from engine.text.message import N_, T_, term
from engine.text.names import hidden


class D6(Founded[World, State]):
    """Advanced Star Wars D6, with one data pack."""

    name = "d6"
    title = "Advanced Star Wars D6"
    version = 7
    state = State
    founding = founding
    chapters = (
        house_rules, founding, flow, play, characters, making,
        turns, force, rolls, anywhere, plain, asked, reactions,
        weapons, harm, melee, shots, automatic, moving, medpacs,
        craft, stations, duels, gunnery, hulls, shields, gm, instruments,
        moderators, views,
    )  # fmt: skip
    used: Mapping[str, str] = {
        "d6": "attack roll done declare move cover brawl medpac hold sweep",
        "d6 react": "parry strength reflex follow",
        "d6 points": "mend force spend",
        "d6 gear": "draw holster reload mode",
        "d6-ship": "fly shoot fire angle route source lock board leave",
        "d6-sheet": "paste sample create learn carry improve retire",
        "gm-d6": "next let combat end npc demand order session reveal open set give write sheet remove",
        "gm-d6 scene": "place range weather time flag trigger",
        "gm-d6-ship": "bring round range crew fly set repair fail barrage remove",
        "d6-show": "sheet company scene odds exchange space ship aim",
    }
    wording = WORDING
    checks = "engine.d6.checks.D6Checks"
    look_class = Look
    act_class = Act
    game_master = "the GM"
    giving_up = T_(
        "No fight is conceded to the dice: your character flees by `/d6 move`, and the GM says whether they get away "
        "and ends the fight. `/game leave` gives up your seat; a character who stays behind is the GM's to take out."
    )
    players_only = replace(
        no(Code.E_PERM, T_("The GM orders for somebody."), "D6-2-09"), fix=T_("Say who: `let Trooper do parry melee`.")
    )
    at_home = ("turn", "sheet")
    summary = "company"
    tracker = ("turn",)

    def home(self, known: State, seat: Seat, now: Instant) -> Report:
        """The turn, and the gist of one's own sheet, where there is one."""
        if seat == MODERATOR or not any(True for _ in known.owned(seat)):
            return self.show(known, seat, "turn", "", now)
        return super().home(known, seat, now)

    def again(self, known: State, seat: Seat, heard: Iterable[Fact[State]]) -> tuple[str, ...]:
        """Deeds of a figure of the seat's in its last turn in a fight."""
        return again.last_turn(self.look(known, seat, Instant(0)), heard)

    def survey(self, state: State, seat: Seat, now: Instant) -> tuple[tuple[str, str], ...]:
        """Everybody whom a seat plays: how they are, and their points."""
        found = []
        for figure in state.owned(seat):
            sheet = state.sheets.get(figure.id)
            says = N_("{wound}, {points} Character Points, {force} Force Points") if sheet else N_("{wound}")
            points, force = (sheet.points, sheet.force) if sheet else (0, 0)
            found.append((hidden(figure.label), says(wound=term(figure.wound.value), points=points, force=force)))
        return tuple(found)

    def awaits(self, state: State) -> tuple[Awaited, ...]:
        """Whoever is asked, or whose turn it is."""
        if state.over:
            return ()
        if state.choice is not None:
            asked: Question[Any] = Question.of(state.choice)
            whom = asked.whom(state, state.choice)
            return (Awaited(whom, asked.awaited, state.until, which=str(state.choice.number)),)
        if state.undeclared:
            return tuple(
                Awaited(state.figures[id].asked, T_("what you fly for"), state.until, which=f"{state.duel.round}/{id}")
                for id in state.undeclared
            )
        if state.tick and state.acting:
            which = f"{state.tick}/{state.acting}"
            return (Awaited(state.figures[state.acting].asked, T_("your turn"), state.until, which=which),)
        return ()

    rolling: Mapping[str, str] = {"kind": "rolls"}

    def roll(self, text: str, sight: str, codes: Mapping[str, str]) -> Sequence[Order]:
        """The orders that roll what somebody typed away from any game."""
        return [anywhere.order_of(self.world.pack, line, sight, codes) for line in anywhere.several(text)]

    def closing(self, state: State, rolls: int) -> Order | None:
        """The order that ends a table of rolls whose chain of dice does not suffice for so many more."""
        return anywhere.EndRolls() if state.dealt + rolls > LENGTH else None

    def odds(self, text: str, codes: Mapping[str, str]) -> Report:
        """The odds of what somebody would roll away from any game."""
        wanted = anywhere.wanted(self.world.pack, anywhere.single(text), codes)
        return asked.foreseen(self.world, wanted, State().options.wild)

    def codes(self, known: State, seat: Seat) -> Mapping[str, str]:
        """Codes on the sheets of a seat's characters, by skill."""
        return anywhere.codes_of(self.world, known, seat)

    def kept(self, known: State, seat: Seat) -> tuple[str, ...]:
        """Orders as lines that build anew the characters of a seat."""
        return tuple(to_text(order, self.orders) for order in making.kept(known, seat))

    def scene(self, state: State) -> tuple[str, str]:
        """Positions where craft fly, else places of all who are there."""
        return ("space", "") if any(craft.flying for craft in state.craft.values()) else ("scene", "")

    def thread(self, known: State) -> tuple[str, str] | None:
        """News of a combat is gathered in a thread of its own."""
        return thread(known)


def ruleset(sources: Mapping[str, str], version: int = D6.version, folder: str = "seeds/d6") -> D6:
    """The rulebook in a version, with the data pack of these sheets (file name: text).

    Raises PackError with every fault.
    """
    return D6(World(load(sources, folder), version))

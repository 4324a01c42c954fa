"""Beginning of a table: its seats and its switches. Register 21.1, 21.3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, NoReturn

from engine.d6.data.pack import Code
from engine.d6.dice.rolling import Wild
from engine.d6.look import World
from engine.d6.state import Options, State
from engine.declared.changes import Writes
from engine.game import EVERYONE, Fact, Seat, Setup, Table
from engine.text.message import N_, T_, Message, Shown, Text, listed, name, said, unmatched

OPTIONS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "kind": (T_("a table for a game, or for rolls alone"), ("table", "rolls")),
    "pace": (T_("how long turns and answers wait: minutes live, a day by post, or for ever"), ("none", "live", "post")),
    "wild": (
        T_("what a 1 on the wild die does, or that the GM is asked each time (D6-B-04)"),
        (*(wild.value for wild in Wild), "ask"),
    ),
    "mortal": (T_("seconds of a round in which the mortally wounded are checked (D6-B-23)"), ("2", "5")),
    "space-difficulty": (T_("what pilots are shot at against (D6-12-08)"), ("piloting", "range")),
    "reflex-initiative": (T_("whether Reflex is rolled for initiative (D6-5-05)"), ("no", "yes")),
    "allowance": (T_("whether more than two Character Points a session may be bought (D6-4-05)"), ("yes", "no")),
}
"""By name of the option what it is, and its values, the usual one first."""
NO_OPTION = N_("No option is named “{word}”[ (did you mean “{likely}”?)].")
MOST_SEATS = 12
"""Seats of a table."""
Seats = Annotated[tuple[Seat, ...], Shown[tuple[Seat, ...]](lambda look, seats, form: listed(map(name, seats)))]
"""Seats in a sentence."""


def refuse(table: Table[State], code: Code, why: Message | Text, **figures: str | int) -> NoReturn:
    """Decline with the figures of the case. Raises Refusal."""
    table.refuse(code, "D6-2-01", why=said(why, **figures))


def begin(world: World, setup: Setup, table: Table[State]) -> None:
    """A table is opened for its seats, each for a player; the GM needs none. Refuses `E_VALUE`, `E_UNKNOWN`."""
    if not 1 <= len(setup.seats) <= MOST_SEATS:
        refuse(table, Code.E_VALUE, N_("1 to {most} seats play, not {seats}."), most=MOST_SEATS, seats=len(setup.seats))
    given = {option: values[0] for option, (_, values) in OPTIONS.items()}
    for option, value in setup.options.items():
        if option not in OPTIONS:
            refuse(table, Code.E_UNKNOWN, unmatched(NO_OPTION, name(option), OPTIONS))
        if value not in OPTIONS[option][1]:
            why, values = N_("“{option}” is one of {values}, not {value}."), ", ".join(OPTIONS[option][1])
            refuse(table, Code.E_VALUE, why, option=option, values=values, value=value)
        given[option] = value
    clock, pace = world.pack.clock, given["pace"]
    options = Options(
        wild=Wild.DROP if given["wild"] == "ask" else Wild(given["wild"]),
        asks=given["wild"] == "ask",
        mortal_seconds=int(given["mortal"]),
        space_difficulty="range" if given["space-difficulty"] == "range" else "piloting",
        reflex_initiative=given["reflex-initiative"] == "yes",
        allowance=given["allowance"] == "yes",
        rolls=given["kind"] == "rolls",
        minutes={"live": clock.live, "post": clock.post}.get(pace, 0),
        reaction={"live": clock.live_reaction, "post": clock.post_reaction}.get(pace, 0),
    )
    table.say(Opened(setup.seats, options), EVERYONE)


class Opened(Fact[State], frozen=True):
    """A table is opened: its seats and its switches."""

    says = N_(
        "**The table is open** for {seats}. Everybody makes a character: `/d6-sheet sample` or `/d6-sheet paste`."
    )
    rule = "D6-2-01"
    decides = True
    makes = Writes("seats", "options")
    seats: Seats
    options: Options


def setups(world: World) -> Sequence[Setup]:
    """Tables for random games, on the ground and in space."""
    seats = (Seat("red"), Seat("blue"))
    ground = [Setup(f"Random {wild}", seats, {"wild": wild, "pace": "post"}) for wild in OPTIONS["wild"][1]]
    space = [
        Setup(f"Random space {option}", seats, {"space-difficulty": option, "pace": "post"})
        for option in OPTIONS["space-difficulty"][1]
    ]
    return [*ground, *space]

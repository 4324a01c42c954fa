"""The options of a new game, as they are typed: `edition=2024-07, goal=10`. What they mean is the rulebook's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.game.rulebooks import Rules
from engine.clock import Instant
from engine.dice.keyed import Dice
from engine.game import Optioned, Refusal, Seat, Setup, Sized, start
from engine.orders import Option
from engine.text.message import N_, T_, Text, code, name, said, term, unmatched

TRIED_WITH = 2
"""Seats of the game that is begun to see whether its options will do, where they do not say how many play."""


def offered_options(rules: Rules) -> Mapping[str, tuple[str, tuple[str, ...]]]:
    """The options of a rulebook's games: by name what each is, and values to offer."""
    return rules.setup_options() if isinstance(rules, Optioned) else {}


ONE_WAY = N_("{rulebook} is played in one way only: it has no options.")
NO_VALUE, TWICE = N_("The option {option} has no value: {what}."), N_("The option {option} is given twice.")
NO_OPTION = N_("There is no option named '{word}'[ (did you mean '{likely}'?)].")


def read_options(rules: Rules, text: str) -> dict[str, str]:
    """The options that a text names, `name=value` with commas between. Raises Refusal, with what would be right."""
    given: dict[str, str] = {}
    known = offered_options(rules)
    for part in filter(None, (part.strip() for part in text.split(","))):
        option, equals, value = (piece.strip() for piece in part.partition("="))
        option = option.casefold()
        if not known:
            raise Refusal("OPTION", ONE_WAY(rulebook=term(rules.title)))
        if option not in known:
            raise Refusal("OPTION", unmatched(NO_OPTION, name(option), known), fix=_example(known))
        if not equals or not value:
            lacking = said(NO_VALUE, option=option, what=term(known[option][0]))
            raise Refusal("OPTION", lacking, fix=_example(known))
        if option in given:
            raise Refusal("OPTION", said(TWICE, option=option), fix=T_("Name it once."))
        given[option] = value
    return given


def _example(known: Mapping[str, tuple[str, tuple[str, ...]]]) -> Text:
    parts = [f"{name}={values[0]}" for name, (_, values) in known.items() if values][:2]
    return N_("Written like this: {options}.")(options=code(", ".join(parts)))


def require_playable(rules: Rules, name: str, options: Mapping[str, str], now: Instant, dice: Dice) -> None:
    """Raise the Refusal that the rulebook would open such a game with: better now than when all have come.

    It is tried with as many seats as the options are for.
    """
    count = rules.seats_meant(options) if isinstance(rules, Sized) else TRIED_WITH
    start(rules, Setup(name, tuple(Seat(f"player {number}") for number in range(count)), dict(options)), now, dice)


def completions(rules: Rules, typed: str) -> Iterator[Option]:
    """Whole texts that go on from what was typed: a value for the option begun, or one more option."""
    done, comma, last = typed.rpartition(",")
    before = f"{done.strip()}{comma} " if comma else ""
    used = {part.partition("=")[0].strip().casefold() for part in done.split(",")}
    name, equals, begun = (piece.strip() for piece in last.partition("="))
    for option, (what, values) in offered_options(rules).items():
        if option in used or (equals and option != name.casefold()) or not option.startswith(name.casefold()):
            continue
        for value in values:
            if value.casefold().startswith(begun.casefold()):
                yield Option(f"{before}{option}={value}", f"{before}{option}={value} ({what})")

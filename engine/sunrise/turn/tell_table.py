"""News of the table: seats, fleets, set-up, turns, choices. Rulebook: FS-FRC, FS-SET, FS-TURN."""

from __future__ import annotations

from typing import Any

from engine.game import Fact
from engine.report import News
from engine.sunrise.agenda import Choice
from engine.sunrise.asking import Question, asked_words
from engine.sunrise.facts import (
    AutoSet,
    Chosen,
    RanLate,
    StageBegan,
    TurnBegan,
    Waits,
)
from engine.sunrise.look import Look
from engine.sunrise.state import Stage, State
from engine.sunrise.telling import in_turn, ruled
from engine.sunrise.words import listed, until_words


def steps(look: Look, fact: Fact[State]) -> News | None:
    """Turns and stages begin; what an owner is asked and answers; clocks."""
    match fact:
        case TurnBegan(turn, initiative):
            return ruled(
                f"**Turn {turn}** begins; {look.name(initiative)} has the initiative.", "FS-TURN-01", decides=True
            )
        case StageBegan():
            return stage(look, fact)
        case Waits(choice, _, until):
            words = f"{look.name(choice.side)} chooses {asked_words(look.known, choice)}{until_words(until)}."
            return in_turn(look, words, Question.of(choice).rule)
        case Chosen(choice, answer, late):
            return chosen(look, choice, answer, late=late)
        case RanLate(side, step):
            clock = look.pack.clock.get(step)
            name = clock.name.lower() if clock is not None else step
            words = f"Time is up for {look.name(side)} ({name}): the default is used."
            return in_turn(look, words, "FS-TURN-04", decides=True)
        case AutoSet(side, auto):
            words = f"has answered by default: {listed(auto)}" if auto else "is asked about everything"
            return ruled(f"{look.name(side)} {words}.", "FS-TURN-07")
        case _:
            return None


def stage(look: Look, fact: StageBegan) -> News | None:
    """A stage, or the next pick of one."""
    who = look.name(fact.picks) if fact.picks is not None else "both sides"
    until = until_words(fact.until)
    total = look.known.settings.total
    match fact.stage:
        case Stage.FLEETS:
            return ruled(f"Both sides build fleets of at most {total} integrity and lock them{until}.", "FS-FRC-01")
        case Stage.TERRAIN:
            words = f"{who} lays a piece of terrain, or calls for the initiative roll{until}."
            return ruled(words, "FS-BRD-05", picture="board")
        case Stage.MARKERS:
            return ruled(f"{who} places marker {len(look.known.markers) + 1}{until}.", "FS-SET-03", decides=True)
        case Stage.EDGE:
            return ruled(f"{who} chooses its edge of the board{until}.", "FS-SET-04", decides=True, picture="board")
        case Stage.DEPLOY:
            return ruled(f"{who} deploys{until}.", "FS-SET-04", decides=True, picture="board")
        case Stage.LAUNCH:
            return ruled(f"Turn {look.known.turn}: ships have moved.", "FS-TURN-05", decides=True, picture="board")
        case Stage.SQUADRONS:
            return in_turn(look, f"{who} orders a squadron, or is done with them{until}.", "FS-SC-05")
        case Stage.PICK:
            return in_turn(look, f"{who} picks a ship to activate{until}.", "FS-TURN-06")
        case _:
            return None


def chosen(look: Look, choice: Choice, answer: tuple[str, ...], *, late: bool) -> News | None:
    """An answer that leaves something undone; others are told by what they do, and late ones by the time's end."""
    if late or answer not in ((), ("0",)):
        return None
    question: Question[Any] = Question.of(choice)
    return look.in_turn(question.idle(side=look.name(choice.side)), question.rule)

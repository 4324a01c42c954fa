"""Who may do what now: the stage, the pick, and the open question. Rulebook: FS-TURN-06, FS-TURN-07."""

from __future__ import annotations

from engine.look import Refused
from engine.sunrise.asking import Question
from engine.sunrise.data.codes import Code, no
from engine.sunrise.state import STAGE_CLOCK, Choice, Side, Stage, State
from engine.text.message import T_, Text

STAGE_WORDS: dict[Stage, Text] = {
    Stage.FLEETS: T_("fleets are being built"),
    Stage.TERRAIN: T_("terrain is being laid"),
    Stage.MARKERS: T_("markers are being placed"),
    Stage.EDGE: T_("the deployment edge is being chosen"),
    Stage.DEPLOY: T_("ships are being deployed"),
    Stage.START: T_("the turn is just beginning"),
    Stage.ORDERS: T_("this is the Order phase"),
    Stage.MOVEMENT: T_("ships are moving"),
    Stage.LAUNCH: T_("squadrons are launching"),
    Stage.SQUADRONS: T_("squadrons are being ordered"),
    Stage.PICK: T_("ships are being activated"),
    Stage.ACTION: T_("a ship is activated"),
    Stage.END: T_("this is the End phase"),
    Stage.OVER: T_("the game is over"),
}


def asked(state: State, side: Side, *kinds: str) -> Choice | Refused:
    """The open question to a side, which is of one of these kinds, or of any. Refuses `E_LATE`, `E_PHASE`, `E_TURN`."""
    choice = state.choice
    if choice is None or (kinds and choice.kind not in kinds):
        what = f"no choice ({' or '.join(kinds)}) is open" if kinds else "no choice is open"
        if "choice" in state.of(side).late and choice is None:
            return no(Code.E_LATE, f"{what} any more", "FS-TURN-07")
        return no(Code.E_PHASE, what, "FS-TURN-07")
    if choice.side is not side:
        return _theirs(state, choice)
    return choice


def _theirs(state: State, choice: Choice) -> Refused:
    words = Question.of(choice).words(state, choice)
    return no(Code.E_TURN, f"side {choice.side} has to choose {words}", "FS-TURN-06")


def unfree(state: State, side: Side) -> Refused | None:
    """Why a side has no free hand: `E_PENDING` for an own open question, `E_TURN` for another's."""
    choice = state.choice
    if choice is None:
        return None
    if choice.side is not side:
        return _theirs(state, choice)
    return no(Code.E_PENDING, f"you have to choose {Question.of(choice).words(state, choice)}", "FS-TURN-07")


def untimely(state: State, side: Side, rule: str, *stages: Stage) -> Refused | None:
    """Why it is not one of these stages: `E_LATE` where the side's time for it ran out, `E_PHASE`."""
    if state.stage in stages:
        return None
    steps = {STAGE_CLOCK.get(stage) for stage in stages}
    if any(step in steps for step in state.of(side).late):
        return no(Code.E_LATE, "the deadline passed, and the default was used", rule)
    return no(Code.E_PHASE, STAGE_WORDS[state.stage], rule)


def not_picking(state: State, side: Side, rule: str = "FS-TURN-06") -> Refused | None:
    """Why it is not the side's pick: `E_TURN`."""
    if state.picks is None or state.picks is side:
        return None
    return no(Code.E_TURN, f"side {state.picks} picks now", rule)

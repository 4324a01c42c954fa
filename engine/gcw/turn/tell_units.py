"""News of turns and of one's own units: drafts, posts, steps over the grid, voyages."""

from __future__ import annotations

from engine.game import Fact, Seat
from engine.gcw.facts import (
    ActionDropped,
    DraftSet,
    FormationSet,
    StoryRetold,
    TurnFinal,
    TurnLogged,
    TurnPosted,
    TurnPressed,
    TurnRecovered,
    TurnTold,
    TurnWritten,
)
from engine.gcw.state import NOBODY, State
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import counted, player
from engine.report import News, stamp
from engine.text.names import shown


def turns(heard: Heard, fact: Fact[State]) -> News | None:
    """A turn from its draft to its end."""
    match fact:
        case DraftSet(_, lines, added, assumed):
            if not lines:
                return News("Your draft is empty.")
            which = "the last is" if added == 1 else f"the last {added} are"
            new = ", ".join(f"“{shown(line)}”" for line in lines[-added:])
            usual = f" Taken as usual: {', '.join(assumed)}." if assumed else ""
            return News(f"Your draft has {counted(len(lines), 'line')}; {which} {new}.{usual}")
        case FormationSet(_, name, units):
            if not units:
                return News(f"The formation {shown(name)} is disbanded.")
            return News(f"**{shown(name)}** stands for {', '.join(heard.name(unit) for unit in units)} in your orders.")
        case TurnPosted(turn, seat, _, final_at):
            posted = "have" if heard.mine(seat) else "has"
            return ruled(
                f"{heard.you(seat)} {posted} posted turn {turn}: final {stamp(final_at, 'T')} "
                f"({stamp(final_at, 'R')}), later only if an earlier turn is still open.",
                "GCW-TRN-04",
                decides=True,
            )
        case TurnWritten(turn, lines, _, edits):
            change = f" after {counted(edits, 'change')}" if edits else ""
            return ruled(f"Your turn {turn} holds {counted(len(lines), 'action')}{change}.", "GCW-TRN-02")
        case TurnRecovered(turn):
            return ruled(f"The actions of your turn {turn} are in your draft again, to be changed.", "GCW-TRN-02")
        case TurnTold(turn, seat, story, public):
            return ruled(f"**{player(seat)}'s turn {turn}**{quoted(story)}{items(public)}", "GCW-PST-01")
        case TurnLogged(turn, log):
            return ruled(f"Your units after turn {turn}:{items(log) or ' none on a grid.'}", "GCW-PST-03")
        case StoryRetold(turn, seat, story, _):
            return ruled(f"**{player(seat)}'s turn {turn}**, told anew{quoted(story)}", "GCW-TRN-03")
        case TurnPressed(turn, _) if not heard.mine(owner_of(heard, turn)):
            who = player(owner_of(heard, turn)) if owner_of(heard, turn) else "Its author"
            return ruled(
                f"{who} made turn {turn} final: it is played at once, or after the turns posted before it.",
                "GCW-TRN-04",
            )
        case TurnPressed(turn, _):
            return ruled(
                f"You made your turn {turn} final: it can no longer be changed. It is played at once, or after "
                "the turns posted before it.",
                "GCW-TRN-04",
            )
        case TurnFinal(turn, seat, _):
            whose = "Your" if heard.mine(seat) else f"{player(seat)}'s"
            return ruled(f"{whose} turn {turn} is final.", "GCW-TRN-04", decides=True)
        case ActionDropped(turn, line, _, sentence, rule):
            return ruled(f"Dropped from your turn {turn}: “{shown(line)}”. {sentence}", rule, decides=True)
        case _:
            return None


def quoted(story: str) -> str:
    """A player's story, line by line, as a quotation."""
    return "".join(f"\n> {shown(line)}" for line in story.splitlines() if line.strip())


def items(lines: tuple[str, ...]) -> str:
    """Lines of a post, one item each."""
    return "".join(f"\n- {shown(line)}" for line in lines)


def owner_of(heard: Heard, turn: int) -> Seat:
    """Whose a provisional turn is; nobody's, where the hearer knows of none such."""
    known = heard.known.turns.get(str(turn))
    return known.seat if known is not None else NOBODY

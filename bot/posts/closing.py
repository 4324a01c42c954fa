"""The last post of a game: how it ended, and all that was hidden, to be looked at."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from bot.posts.news import PUBLIC, Letter, shifted
from bot.render.posted import Press
from engine.clock import Instant
from engine.game import MODERATOR, Retold, Ruleset
from engine.report import Report
from engine.text.message import NOTHING
from engine.text.names import shown
from storage.records import Game

log = logging.getLogger("umpire.closing")

PAGE, ANIMATION, DICE, TRANSCRIPT = "game.html", "replay.gif", "dice.json", "transcript.txt"
"""Files that are kept of a game."""

ABOUT = {
    PAGE: "The whole game on one page, with nothing hidden",
    DICE: "The record of the game's dice, which `/dice verify` checks, as JSON",
    TRANSCRIPT: "All orders and all that was told, in order, as text",
}
"""What is in those that show no picture."""

STEP = "u1:replay:{game}:{at}:{way}"
"""The custom id of a button that shows a moment of a game."""

KEPT = (
    f"**All of it is to be seen now.** `{PAGE}` holds the whole game in one page: turn by turn with nothing hidden, "
    f"what everybody had, figures, the dice and a transcript. {{passing}}`{DICE}` is the record that `/dice verify` "
    "checks."
)


def ended(report: Report) -> Report:
    """The report of a game that has ended: nothing is to be done or to come, and what leads it is left out where that
    tells of a deadline, which is none any more.
    """
    lead = NOTHING if "<t:" in report.lead else report.lead
    sections = tuple(section for section in report.sections if not section.ahead)
    return msgspec.structs.replace(report, lead=lead, sections=sections, suggestions=())


def _words(report: Report, offset: int) -> str:
    """Words of how it ended."""
    told = ended(report)
    sections = (
        f"**{section.heading}**\n" + "\n".join(f"- {line}" for line in section.lines) for section in told.sections
    )
    return shifted("\n".join(filter(None, [told.lead, *sections])), offset)


def last_post(row: Game, rules: Ruleset[Any], state: Any, now: Instant, proof: str) -> Letter:  # the rulebook's state
    """Post for a game that is over for good: how it ended, by the referee's state, its files, and its replay; `proof`
    stands beneath it.
    """
    lines = [f"**{shown(row.name)}** is over for good."]
    if isinstance(rules, Retold):
        try:
            report = rules.show(state, MODERATOR, rules.summary, "", now)
            lines.append(_words(report, row.clock_offset))
        except Exception:  # a bug in a view: the game is over all the same
            log.exception("how game %d ended cannot be told", row.id)
    step = Press(STEP.format(game=row.id, at=0, way="f"), "Step through it", leads=True)
    files = (PAGE, ANIMATION, DICE, TRANSCRIPT)
    lines.append(KEPT.format(passing=f"`{ANIMATION}` shows it in passing; " if isinstance(rules, Retold) else ""))
    lines.append(proof)
    return Letter("\n".join(lines), seat=PUBLIC, buttons=(step,), files=files)

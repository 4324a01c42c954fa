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
from engine.text.message import N_, NOTHING, T_, Text, joined, name, term
from storage.records import Game

log = logging.getLogger("umpire.closing")

PAGE, ANIMATION, DICE, TRANSCRIPT = "game.html", "replay.gif", "dice.json", "transcript.txt"
"""Files that are kept of a game."""

ABOUT = {
    PAGE: T_("The whole game on one page, with nothing hidden"),
    DICE: T_("The record of the game's dice, which `/dice verify` checks, as JSON"),
    TRANSCRIPT: T_("All orders and all that was told, in order, as text"),
}
"""What is in those that show no picture."""

STEP = "u1:replay:{game}:{at}:{way}"
"""The custom id of a button that shows a moment of a game."""

OVER, STEP_THROUGH = N_("**{game}** is over for good."), T_("Step through it")
KEPT = N_(
    "**All of it is to be seen now.** `{page}` holds the whole game in one page: turn by turn with nothing hidden, "
    "what everybody had, figures, the dice and a transcript. [`{animation}` shows it in passing; ]`{dice}` is the "
    "record that `/dice verify` checks."
)
HEADING, LINE = N_("**{heading}**"), N_("- {line}")


def ended(report: Report) -> Report:
    """The report of a game that has ended: nothing is to be done or to come, and what leads it is left out where that
    tells of a deadline, which is none any more.
    """
    lead = NOTHING if "<t:" in report.lead else report.lead
    sections = tuple(section for section in report.sections if not section.ahead)
    return msgspec.structs.replace(report, lead=lead, sections=sections, suggestions=())


def _words(report: Report, offset: int) -> Text:
    """Words of how it ended."""
    told = ended(report)
    sections = (
        [HEADING(heading=section.heading), *(LINE(line=line) for line in section.lines)] for section in told.sections
    )
    lines = [told.lead, *(line for section in sections for line in section)]
    return shifted(joined("\n", filter(None, lines)), offset)


def last_post(row: Game, rules: Ruleset[Any], state: Any, now: Instant, proof: Text) -> Letter:  # the rulebook's state
    """Post for a game that is over for good: how it ended, by the referee's state, its files, and its replay; `proof`
    stands beneath it.
    """
    lines = [OVER(game=name(row.name))]
    if isinstance(rules, Retold):
        try:
            report = rules.show(state, MODERATOR, rules.summary, "", now)
            lines.append(_words(report, row.clock_offset))
        except Exception:  # a bug in a view: the game is over all the same
            log.exception("how game %d ended cannot be told", row.id)
    step = Press(STEP.format(game=row.id, at=0, way="f"), STEP_THROUGH, leads=True)
    files = (PAGE, ANIMATION, DICE, TRANSCRIPT)
    passing = term(ANIMATION) if isinstance(rules, Retold) else NOTHING
    lines += [KEPT(page=term(PAGE), animation=passing, dice=term(DICE)), proof]
    return Letter(joined("\n", lines), seat=PUBLIC, buttons=(step,), files=files)

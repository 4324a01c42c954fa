"""Lessons as they stand in a pupil's thread: their words, and the buttons under them."""

from __future__ import annotations

from bot.render.posted import Press
from engine.pack.course import Tutorial

OFFER, HINT, SKIP = "u1:lesson:", "u1:hint:", "u1:skip:"
"""What the ids of a lesson's buttons begin with: the id of the game follows, and of what is offered its place."""

TEACH = "u1:teach:"
"""What the id of a button begins with that begins a tutorial: the rulebook follows."""

PATIENT = "The clock of this game waits for you: leave when you like, `/start tutorial` brings you back to this lesson."


def told(tutorial: Tutorial, at: int) -> str:
    """The lesson at that place (from 0), as the pupil reads it."""
    lesson = tutorial.lessons[at]
    head = f"**Lesson {at + 1} of {len(tutorial.lessons)}: {lesson.title}**"
    foot = f"\n-# {PATIENT}" if at == 0 else ""
    return f"{head}\n{lesson.text.strip()}\n**Now:** {lesson.goal}{foot}"


def buttons_of(game: int, tutorial: Tutorial, at: int) -> tuple[Press, ...]:
    """Buttons of the lesson at that place (from 0): its offers, a hint, and a way past it."""
    offers = enumerate(tutorial.lessons[at].offers)
    made = [Press(f"{OFFER}{game}:{at}:{number}", offer.label, leads=True) for number, offer in offers]
    return (*made, Press(f"{HINT}{game}", "Hint"), Press(f"{SKIP}{game}", "Skip"))

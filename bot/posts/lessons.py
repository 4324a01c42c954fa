"""Lessons as they stand in a pupil's thread: their words, and the buttons under them."""

from __future__ import annotations

from bot.render.posted import Press
from engine.pack.course import Tutorial
from engine.text.message import N_, NOTHING, T_, Text, term

OFFER, HINT, SKIP = "u1:lesson:", "u1:hint:", "u1:skip:"
"""What the ids of a lesson's buttons begin with: the id of the game follows, and of what is offered its place."""

TEACH = "u1:teach:"
"""What the id of a button begins with that begins a tutorial: the rulebook follows."""

PATIENT = T_(
    "-# The clock of this game waits for you: leave when you like, `/start tutorial` brings you back to this lesson."
)
LESSON = N_("**Lesson {number} of {count}: {title}**\n{text}\n**Now:** {goal}[\n{patient}]")
HINT_LABEL, SKIP_LABEL = T_("Hint"), T_("Skip")


def told(tutorial: Tutorial, at: int) -> Text:
    """The lesson at that place (from 0), as the pupil reads it."""
    lesson = tutorial.lessons[at]
    return LESSON(
        number=at + 1,
        count=len(tutorial.lessons),
        title=term(lesson.title),
        text=term(lesson.text.strip()),
        goal=term(lesson.goal),
        patient=PATIENT if at == 0 else NOTHING,
    )


def buttons_of(game: int, tutorial: Tutorial, at: int) -> tuple[Press, ...]:
    """Buttons of the lesson at that place (from 0): its offers, a hint, and a way past it."""
    offers = enumerate(tutorial.lessons[at].offers)
    made = [Press(f"{OFFER}{game}:{at}:{number}", offer.label, leads=True) for number, offer in offers]
    return (*made, Press(f"{HINT}{game}", HINT_LABEL), Press(f"{SKIP}{game}", SKIP_LABEL))

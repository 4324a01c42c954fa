"""Everything a seat can see of a stage, gathered to look for what it must not contain."""

from engine.game import Refusal, Seat
from tests.engine.gcw.staged import Stage, words


def visible(stage: Stage, seat: Seat | None) -> dict[str, str]:
    """All that a seat was told, and every view and picture of every subject, by name."""
    found = {"news": stage.texts(seat)}
    for view in stage.rules.views:
        options = list(stage.rules.subjects(stage.known[seat], seat, view.name, stage.now))
        if view.name in ("board", "system"):
            options = options[:6]
        if view.name == "class":
            continue  # says the same to everybody
        found[f"subjects of {view.name}"] = repr(options)
        for about in ["", *(option.value for option in options)]:
            try:
                report = stage.show(seat, view.name, about)
                found[f"{view.name} {about}"] = words(report) + repr(report.suggestions)
                if view.picture:
                    found[f"picture {view.name} {about}"] = stage.draw(seat, view.name, about)
            except Refusal as refusal:
                found[f"{view.name} {about}"] = str(refusal)
    return found

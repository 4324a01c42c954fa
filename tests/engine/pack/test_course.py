"""Beginning with a rulebook, as its seed file says: what is right is read, what is wrong is told with its place."""

from __future__ import annotations

import pytest

from engine.clock import DAY, HOUR
from engine.pack.course import Course, Line, course, line_of, script
from engine.pack.sheets import PackError
from tests.toy import RULES

RIGHT = """[greeting]
story = "Boats at night."
first = "Launch"
deeds = ["toy launch"]
explained = "Boats sail, look and throw."

[tutorial]
seat = "red"
others = ["blue"]
farewell = "That is all."
script = ["red> launch Ann", "red> /toy lock", "@ +1h"]

[[tutorial.lessons]]
title = "Sailing"
text = "Boats sail."
goal = "Sail."
hint = "`sail Ann to 3`"
until = [{ order = "toy sail" }]
offers = [{ label = "Sail", line = "sail Ann to 3" }]
"""


def told(text: str) -> str:
    """The faults of a course of Night Boats."""
    with pytest.raises(PackError) as caught:
        course(text, RULES, "seeds/toy")
    return str(caught.value)


def test_a_course_is_read() -> None:
    found: Course = course(RIGHT, RULES)
    assert found.greeting.deeds == ("toy launch",) and found.tutorial is not None
    assert found.tutorial.lessons[0].until[0].order == "toy sail"
    played = course(RIGHT.replace('["blue"]', '["blue"]\numpire = ["blue"]'), RULES).tutorial
    assert played is not None and played.umpire == ("blue",)
    assert course(RIGHT.partition("[tutorial]")[0], RULES).tutorial is None


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ('"Launch"', "7", "seeds/toy/tutorial.toml:3: greeting.first: input should be a valid string"),
        ('"toy launch"]', '"toy lanch"]', "tutorial.toml:4: greeting.deeds[0]: no order named 'toy lanch' (did you"),
        ('others = ["blue"]', 'others = ["red"]', "tutorial.toml:9: tutorial.others: 'red' is the pupil's seat"),
        ('["blue"]', '["blue"]\numpire = ["blue", "green"]', "tutorial.umpire[1]: 'green' is no seat of `others`"),
        ("red> launch Ann", "green> launch Ann", "tutorial.script[0]: no seat named 'green'"),
        ("red> launch Ann", "red> launsh Ann", "tutorial.toml:11: tutorial.script[0]: "),
        ("red> launch Ann", "red>", "tutorial.script[0]: should be somebody's order, such as 'red> submit', or time"),
        ("red> launch Ann", "launch Ann", "tutorial.script[0]: should be somebody's order"),
        ("/toy lock", "/toy lokc", "tutorial.script[1]: no order named 'toy lokc' (did you mean 'toy lock'?)"),
        ("@ +1h", "@ 1 hour", "tutorial.script[2]: time passes as in '@ +6h' (m, h, d) or '@ next'"),
        ('order = "toy sail"', 'order = "toy sale"', "tutorial.lessons[0].until[0].order: no order named 'toy sale'"),
        ('order = "toy sail"', 'fact = "Suhnk"', "tutorial.lessons[0].until[0].fact: no fact named 'Suhnk'"),
        ('order = "toy sail"', "", "tutorial.lessons[0].until[0]: names no order, fact or view"),
        ('line = "sail Ann to 3"', 'view = "see"', "tutorial.toml:19: tutorial.lessons[0].offers[0].view: no view"),
        ('line = "sail Ann to 3"', 'line = "fly"', "tutorial.lessons[0].offers[0].line: "),
        (', line = "sail Ann to 3"', "", "tutorial.lessons[0].offers[0]: should have either a line or a view"),
        ('title = "Sailing"\n', "", "tutorial.lessons[0].title: is missing"),
    ],
)
def test_a_wrong_course_is_refused_with_file_line_and_field(right: str, wrong: str, fault: str) -> None:
    assert RIGHT.count(right) == 1
    assert fault in told(RIGHT.replace(right, wrong))


@pytest.mark.parametrize(
    ("right", "most", "empty"),
    [
        ("Sailing", 60, "should have at least 1 character"),
        ("Launch", 40, "should have at least 1 character"),
        ("blue", 24, "string should match pattern such as 'red'"),
    ],
)
def test_a_title_a_label_and_a_seat_are_as_long_as_there_is_room_for(right: str, most: int, empty: str) -> None:
    for length in (1, most):
        assert course(RIGHT.replace(f'"{right}"', f'"{"x" * length}"'), RULES).tutorial is not None
    assert f"should have at most {most} characters" in told(RIGHT.replace(f'"{right}"', f'"{"x" * (most + 1)}"'))
    assert empty in told(RIGHT.replace(f'"{right}"', '""'))


def test_lines_of_scripts_are_orders_stories_and_time() -> None:
    text = "# A script.\nsay> It dawns.  # softly\n\nred> sail Ann to 3\n@ +6h\n@ +2d\n@ next\n"
    assert [line_of(line) for line in script(text)] == [
        Line("say", "It dawns."),
        Line("red", "sail Ann to 3"),
        Line("@", seconds=6 * HOUR),
        Line("@", seconds=2 * DAY),
        Line("@", seconds=None),
    ]

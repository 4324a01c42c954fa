"""News as posts: a message each where it can be, a file where it is too long, and word of what comes late."""

from __future__ import annotations

import msgspec
import pytest

from bot.posts.greeting import invitation
from bot.posts.news import PUBLIC, Letter, Told, decoded, post, posts, shifted, tell, unanswered
from bot.render.posted import Press
from engine.clock import MINUTE
from engine.gcw.state import State
from engine.report import News
from storage.records import Post
from tests.engine.gcw.playing import BLUE, RED, facing
from tests.rulebooks import delivered
from tests.storage.rows import NOW, lobby

GAME = msgspec.structs.replace(lobby(), id=3)
LINE = "word " * 390
"""A line of which one message holds one."""


def letters(made: list[Post]) -> list[Letter]:
    return [decoded(each.body) for each in made]


@pytest.mark.parametrize("lines", [1, 2, 4])
def test_up_to_four_messages_are_posted_one_after_the_other(lines: int) -> None:
    letter = Letter("\n".join([LINE.strip()] * lines), view="board", buttons=(Press("p", "Panel"),))
    made = post(GAME, "game:3", letter, NOW, once="daily")
    assert [each.text for each in letters(made)] == [LINE.strip()] * lines
    assert [bool(each.view and each.buttons) for each in letters(made)] == [False] * (lines - 1) + [True]
    assert [each.once for each in made] == ["daily", "daily:2", "daily:3", "daily:4"][:lines]


def test_what_takes_five_messages_is_one_post_with_a_file() -> None:
    letter = Letter("\n".join([LINE.strip()] * 5), buttons=(Press("p", "Panel"),))
    (only,) = letters(post(GAME, "game:3", letter, NOW))
    assert only.text == letter.text and only.buttons == letter.buttons


@pytest.mark.parametrize(
    ("due", "there_since", "late"),
    [
        (NOW - 6 * MINUTE, NOW, True),
        (NOW - 5 * MINUTE, NOW, False),  # so late is a busy minute, too
        (NOW - 6 * MINUTE, NOW - 6 * MINUTE, False),  # the bot was there
        (NOW - 6 * MINUTE, None, False),
    ],
)
def test_what_was_due_while_the_bot_was_away_says_so(due: int, there_since: int | None, late: bool) -> None:
    told = [Told(PUBLIC, News("A turn is over."), due)]
    (letter,) = letters(posts(GAME, told, NOW, there_since=there_since))
    assert letter.text == (f"-# Due <t:{due}:F>; told late, because I was away.\n" if late else "") + "A turn is over."


def test_who_is_answered_directly_gets_no_post() -> None:
    told = [Told(hearer, News(f"For {hearer or 'all'}."), NOW) for hearer in (PUBLIC, "blue", "red")]
    made = posts(GAME, unanswered(told, "red", closed=False), NOW)
    assert [(each.target, letter.text) for each, letter in zip(made, letters(made), strict=True)] == [
        ("game:3", "For all."),
        ("seat:3:blue", "For blue."),
    ]


def test_a_key_stands_beneath_other_news_of_its_step_wherever_those_are() -> None:
    key, rolled = News("-# Key 1 of the dice: `ab`", "turn:1", "Turn 1"), News("Nobody is found.\n-# FITG-CHR-01")
    (only,) = posts(GAME, [Told(PUBLIC, key, NOW), Told(PUBLIC, rolled, NOW)], NOW)
    assert only.target == "game:3"
    assert decoded(only.body).text == "Nobody is found.\n-# FITG-CHR-01 · Key 1 of the dice: `ab`"
    beside = posts(GAME, [Told(PUBLIC, key, NOW), Told("red", News("Yours."), NOW)], NOW)
    assert [one.target for one in beside] == ["thread:3:turn:1", "seat:3:red"]  # what all hear goes to no seat alone


def test_what_a_turn_brought_its_seat_alone_stays_in_its_thread_though_it_was_answered() -> None:
    told = [Told(PUBLIC, News("It is over."), NOW, True), Told("red", News("It is over."), NOW, True)]
    hit = Told("red", News("You hit Track 2."), NOW)
    assert unanswered([*told, hit], "red", closed=True) == [told[0], hit]


def test_a_post_calls_a_ship_by_the_name_that_it_has_when_its_step_is_over() -> None:
    game = facing()
    game.red("fire 10 IC of Avenger at Yavaris", "submit So be it.")
    before: dict[str, State] = {PUBLIC: game.known[None], RED: game.known[RED], BLUE: game.known[BLUE]}
    game.red("final")
    told, after = tell(game.rules, game.last, before, RED, 0)
    (letter,) = [one for one in letters(posts(GAME, told, NOW)) if one.seat == RED]
    assert "Avenger (T1) fires at Yavaris (C1, T2): " in letter.text and "(C1)" not in letter.text
    assert after == {PUBLIC: game.known[None], RED: game.known[RED], BLUE: game.known[BLUE]}


def test_instants_are_told_as_wall_time() -> None:
    assert shifted("until <t:100:F> (<t:100:R>) or <t:7>", 60) == "until <t:160:F> (<t:160:R>) or <t:67>"


def test_an_invitation_tells_the_story_of_its_rulebook_where_there_is_one() -> None:
    courses = delivered().courses
    course = courses["gcw"]
    assert f"a game of Galactic Civil War.\n{course.greeting.story}\n-# *Join*" in invitation(
        GAME, "Galactic Civil War", course
    )
    assert "is open to players: a game of Coins.\n-# *Join*" in invitation(GAME, "Coins", None)

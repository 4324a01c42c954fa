"""Deadlines in posts: those that run stand there as they run, and none that is past, done or moved."""

from __future__ import annotations

import datetime
import random
import re

import pytest

from bot.clock import Clock
from bot.posts.news import PUBLIC, Letter, Told, decoded, post
from bot.posts.outdated import Standing, asleep, awake, delayed, standing, without_past
from engine.clock import DAY, HOUR, MINUTE, Instant
from engine.game import MODERATOR, Advises, Seat
from engine.gcw.people.flashpoints import OpenFlashpoint
from engine.report import News
from engine.text.lines import to_text
from engine.text.masks import Masks
from storage.guilds import Settings
from storage.records import Post
from storage.store import Store
from tests.bot.night import OPTIONS, PLAYERS, Night, begun, mastered, pressed
from tests.bot.opened import GM, GUILD

FLASHPOINTS = ("CONVOY", "DERELICT")
STAMPED = re.compile(r"<t:(-?\d+)")
RELATIVE = re.compile(r"<t:(-?\d+):R>")


async def read(night: Night, game: int) -> Standing:
    """The posts of a game as they read now."""
    return standing(await night.store.kept_posts(game), Masks({}))


async def past(night: Night, game: int) -> list[str]:
    """Lines of posts, and of what seats heard lately, that say how long something still takes, though nothing that
    their reader knows of takes so long.
    """
    row = await night.store.game(game)
    rules = night.desk.rulebooks.of(row)
    runs: dict[str, set[int]] = {}
    for hearer in (PUBLIC, *PLAYERS):
        known = await night.desk.views.known(game, Seat(hearer) if hearer else None)
        runs[hearer] = {until + row.clock_offset for until in rules.to_come(known) if until is not None}
    posts = [letter for _, letter in (await read(night, game)).values() if not letter.reminds]
    lines = [(letter.seat, line) for letter in posts for line in letter.text.split("\n")]
    if row.status != "ended":
        lines += [(seat, line) for seat in PLAYERS for line in await night.desk.views.log(game, seat)]
    return [line for hearer, line in lines if any(int(at) not in runs[hearer] for at in RELATIVE.findall(line))]


async def acts(night: Night, game: int, chance: random.Random) -> None:
    """Whoever is waited for does something, as Umpire would or as their panel suggests."""
    row = await night.store.game(game)
    rules = night.desk.rulebooks.of(row)
    if not isinstance(rules, Advises):
        await mastered(night, game, chance)
    for seat, user in PLAYERS.items():
        if not isinstance(rules, Advises):
            await pressed(night, game, seat, chance)
            continue
        known = await night.desk.views.known(game, seat)
        order = rules.advise(known, seat, Instant(night.clock.now()))
        if order is not None and (await night.store.game(game)).status == "running":
            await night.desk.orders.submit(game, seat, order, user=user)


@pytest.mark.parametrize("rulebook", OPTIONS)
async def test_no_post_tells_a_deadline_that_is_none_any_more(store: Store, clock: Clock, rulebook: str) -> None:
    """At every step of a game that is played now and then, paused, put off, and at last ended by its moderators."""
    chance, night = random.Random(3), Night(store, clock)
    game = await begun(night, rulebook)
    told = set[str]()
    for step in range(70):
        clock.skip(chance.choice((20 * MINUTE, HOUR, 5 * HOUR)))
        await night.ticker.sweep()
        if (await store.game(game)).status == "ended":
            break
        if chance.random() < 0.7:
            await acts(night, game, chance)
        if step % 20 == 7:
            await night.desk.moderation.pause(game, user=GM)
        if step % 20 == 9:
            await night.desk.moderation.resume(game, user=GM)
        assert await past(night, game) == [], step
        told |= {at for _, one in (await read(night, game)).values() for at in RELATIVE.findall(one.text)}
    assert len(told) > 2
    if (await store.game(game)).status != "ended":
        await night.desk.moderation.end(game, user=GM)
    assert await past(night, game) == []


def told(words: str, lasting: str, name: str = "") -> Told:
    return Told(PUBLIC, News(f"{words}\n-# FS-SET-04", foretells=name, lasting=lasting), wall=0, open=True)


def test_what_is_over_within_the_step_that_told_it_is_posted_without_its_deadline() -> None:
    picks = (("red", 5), ("blue", 7))
    deploys = [told(f"{side} deploys, until <t:{at}:t>.", f"{side} deploys.", "wait") for side, at in picks]
    texts = [item.news.text for item in without_past(deploys, lambda hearer: {Instant(5), Instant(7)})]
    assert texts == ["red deploys.\n-# FS-SET-04", "blue deploys, until <t:7:t>.\n-# FS-SET-04"]
    texts = [item.news.text for item in without_past(deploys, lambda hearer: {Instant(9)})]
    assert texts == ["red deploys.\n-# FS-SET-04", "blue deploys.\n-# FS-SET-04"]


def test_several_deadlines_that_run_side_by_side_all_stand() -> None:
    asked = [told(f"You are asked {what} until <t:5:F>.", f"You are asked {what}.") for what in ("this", "that")]
    assert without_past(asked, lambda hearer: {Instant(5)}) == asked


async def runs(night: Night, game: int) -> tuple[dict[str, set[int]], int]:
    """The deadlines that run for each hearer, in game time, and the game's offset."""
    row = await night.store.game(game)
    rules = night.desk.rulebooks.of(row)
    found: dict[str, set[int]] = {}
    for hearer in ("", *PLAYERS):
        known = await night.desk.views.known(game, Seat(hearer) if hearer else None)
        found[hearer] = {int(until) for until in rules.to_come(known) if until is not None}
    return found, row.clock_offset


async def dated(night: Night, game: int) -> dict[tuple[int, str], tuple[str, set[int]]]:
    """Deadlines that run, as posts tell them that run, by post and line: the hearer, and the instants in game time."""
    running, offset = await runs(night, game)
    found: dict[tuple[int, str], tuple[str, set[int]]] = {}
    for row, (_, letter) in (await read(night, game)).items():
        for name in letter.lasting:
            at = {int(one) - offset for one in STAMPED.findall(letter.foretold[name])} & running[letter.seat]
            if at and letter.foretold[name] in letter.text:
                found[row, name] = letter.seat, at
    return found


@pytest.mark.parametrize("way", ["resume", "advance", "extend", "reopen", "rewind"])
async def test_what_is_to_come_of_a_campaign_stands_in_posts_after_its_clock_was_moved(
    store: Store, clock: Clock, way: str
) -> None:
    night = Night(store, clock)
    game = await begun(night, "gcw")
    desk = night.desk.moderation
    for hours, flashpoint in zip((2, 40), FLASHPOINTS, strict=True):
        await night.order(game, MODERATOR, OpenFlashpoint(flashpoint=flashpoint, wait=hours))
    before = await dated(night, game)
    assert len(before) == 2
    if way == "resume":
        await desk.pause(game, user=GM)
        clock.skip(HOUR)
        await desk.resume(game, user=GM)
    elif way == "advance":
        await desk.advance(game, 3 * HOUR, user=GM)
    elif way == "extend":
        await desk.extend(game, 90 * MINUTE, user=GM)
    elif way == "reopen":
        clock.skip(3 * HOUR)  # what is due is told before the game ends
        await desk.end(game, user=GM)
        assert await dated(night, game) == {}
        clock.skip(HOUR)
        await desk.reopen(game, user=GM)
    else:
        clock.skip(3 * HOUR)
        await night.ticker.sweep()
        await desk.rewind(game, 1, user=GM)
    assert await dated(night, game) == before


async def test_a_day_in_brief_tells_nothing_that_was_taken_back_and_no_deadline_that_is_past(
    store: Store, clock: Clock
) -> None:
    night = Night(store, clock)
    game = await begun(night, "gcw")
    for flashpoint in FLASHPOINTS:
        await night.order(game, MODERATOR, OpenFlashpoint(flashpoint=flashpoint, wait=0, hours=2))
    await night.desk.moderation.rewind(game, 1, user=GM)
    clock.skip(5 * HOUR)
    await night.ticker.sweep()
    hour = datetime.datetime.fromtimestamp(clock.now(), datetime.UTC).hour
    await store.set_settings(GUILD, Settings(daily_hour=hour))
    await night.ticker.announce()
    (brief,) = [letter.text for _, letter in (await read(night, game)).values() if "the day in brief" in letter.text]
    happened = brief.partition("Awaited")[0].partition("Next by")[0]
    assert happened.count("**Flashpoint") == 1
    assert "may be joined" not in happened and happened.count("<t:") == len(re.findall(r"<t:\d+(:\w)?>", happened))


async def test_what_a_rewind_brings_back_into_posts_stands_at_the_time_of_the_clock_as_it_is_now(
    store: Store, clock: Clock
) -> None:
    night = Night(store, clock)
    game = await begun(night, "gcw")
    desk = night.desk.moderation
    await night.order(game, MODERATOR, OpenFlashpoint(flashpoint=FLASHPOINTS[0], wait=0, hours=2))
    before = await dated(night, game)
    clock.skip(3 * HOUR)
    await night.ticker.sweep()
    assert before and await dated(night, game) == {}
    await desk.pause(game, user=GM)
    clock.skip(5 * HOUR)
    await desk.resume(game, user=GM)
    await desk.rewind(game, 1, user=GM)
    assert await dated(night, game) == before


@pytest.mark.parametrize("way", ["extend", "resume", "reopen"])
async def test_a_rewind_goes_back_to_what_posts_told_and_leaves_what_moderators_said_since(
    store: Store, clock: Clock, way: str
) -> None:
    night = Night(store, clock)
    game = await begun(night, "gcw")
    desk = night.desk.moderation
    opens = (OpenFlashpoint(flashpoint=one, hours=hours) for one, hours in zip(FLASHPOINTS, (2, 40), strict=True))
    await night.desk.orders.sheet(game, MODERATOR, "\n".join(map(to_text, opens)), user=GM)
    before, first = await dated(night, game), max(await read(night, game))
    clock.skip(3 * HOUR)
    await night.ticker.sweep()
    if way == "extend":
        await desk.extend(game, 90 * MINUTE, user=GM)
    else:
        await (desk.pause if way == "resume" else desk.end)(game, user=GM)
        clock.skip(HOUR)
        await (desk.resume if way == "resume" else desk.reopen)(game, user=GM)
    told = max(await read(night, game))
    await desk.rewind(game, 1, user=GM)
    assert {row for row, _ in before} == {first} and len(before) == 2 and await dated(night, game) == before
    letter = (await read(night, game))[told][1]
    assert "later" in letter.text and not letter.undone


@pytest.mark.parametrize("way", ["order", "pause"])
async def test_a_rewind_marks_what_it_takes_back_of_a_step_and_no_more(store: Store, clock: Clock, way: str) -> None:
    night = Night(store, clock)
    game = await begun(night, "gcw")
    first, second = (OpenFlashpoint(flashpoint=one, wait=2) for one in FLASHPOINTS)
    await night.order(game, MODERATOR, first)
    clock.skip(3 * HOUR)  # nobody looks at the clock until somebody does something
    if way == "order":
        await night.order(game, MODERATOR, second)
    else:
        await night.desk.moderation.pause(game, user=GM)
    await night.desk.moderation.rewind(game, 1, user=GM)
    undone = [letter.text for _, letter in (await read(night, game)).values() if letter.undone]
    assert len(undone) == 1 and ("is open" in undone[0]) == (way == "pause")


async def test_what_one_rewind_took_back_stays_so_in_the_next(store: Store, clock: Clock) -> None:
    night = Night(store, clock)
    game = await begun(night, "gcw")
    desk = night.desk.moderation
    for hours, flashpoint in zip((2, 40), FLASHPOINTS, strict=True):
        await night.order(game, MODERATOR, OpenFlashpoint(flashpoint=flashpoint, wait=hours))
    before = await dated(night, game)
    ticks = []
    for _ in range(3):  # one is open, so is the other, and the first can be joined no more
        clock.skip(DAY)
        await night.ticker.sweep()
        ticks.append(max(await read(night, game)))
    for number in (1, 2, 3):
        await desk.rewind(game, 1, user=GM)
        undone = {row for row, (_, letter) in (await read(night, game)).items() if letter.undone}
        assert undone == set(ticks[-number:])
        assert all(letter.text.count("Taken back") == letter.undone for _, letter in (await read(night, game)).values())
    assert await dated(night, game) == before


async def test_a_game_that_has_ended_tells_no_deadline_and_nothing_more_is_changed_when_it_is_closed(
    store: Store, clock: Clock
) -> None:
    night = Night(store, clock)
    game = await begun(night, "gcw")
    await night.order(game, MODERATOR, OpenFlashpoint(flashpoint=FLASHPOINTS[0], wait=40))
    assert await dated(night, game)
    await night.desk.moderation.end(game, user=GM)
    assert await dated(night, game) == {}
    posts = await store.kept_posts(game)
    assert not any(RELATIVE.search(letter.text) for _, letter in (await read(night, game)).values())
    clock.skip(25 * HOUR)
    await night.ticker.sweep()
    assert (await store.game(game)).closed_at is not None
    assert not any(decoded(kept.post.body).edits for kept in (await store.kept_posts(game))[len(posts) :])


async def test_deadlines_that_move_while_they_are_not_told_are_told_later_as_they_are(
    store: Store, clock: Clock
) -> None:
    night = Night(store, clock)
    row = await store.game(await begun(night, "gcw"))
    until, later = (f"Due <t:{at}:F>." for at in (1000, 1060))
    posted = {7: ("game:1", Letter(f"Shots. {until}", foretold={"turn": until}, lasting={"turn": "Not over."}))}

    def read_after(edits: list[Post]) -> str:
        ((target, letter),) = [(one.target, decoded(one.body)) for one in edits]
        posted[letter.edits] = (target, letter)
        return letter.text

    made = post(row, "game:1", posted[7][1], 0)
    assert asleep(row, {}, made, 0) == [] and decoded(made[0].body).text == "Shots. Not over."
    assert read_after(asleep(row, posted, [], 0)) == "Shots. Not over."
    assert read_after(delayed(row, posted, [], 60, 0)) == "Shots. Not over."
    assert read_after(awake(row, posted, [], 0)) == f"Shots. {later}"

"""Deadlines in posts of a game whose clock is moved: those that run still stand there, at their new time."""

from __future__ import annotations

import re

import pytest

from bot.clock import Clock
from bot.posts.outdated import Standing, standing
from engine.clock import HOUR, MINUTE
from engine.game import MODERATOR, Seat
from engine.gcw.people.flashpoints import OpenFlashpoint
from engine.text.masks import Masks
from storage.store import Store
from tests.bot.night import PLAYERS, Night, begun
from tests.bot.opened import GM

FLASHPOINTS = ("CONVOY", "DERELICT")

STAMPED = re.compile(r"<t:(-?\d+)")


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
    now: Standing = standing(await night.store.kept_posts(game), Masks({}))
    found: dict[tuple[int, str], tuple[str, set[int]]] = {}
    for row, (_, letter) in now.items():
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
        await desk.end(game, user=GM)
        clock.skip(HOUR)
        await desk.reopen(game, user=GM)
    else:
        clock.skip(3 * HOUR)
        await night.ticker.sweep()
        await desk.rewind(game, 1, user=GM)
    assert await dated(night, game) == before

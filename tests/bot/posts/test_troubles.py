"""Notes to moderators about what keeps posts from their places: each trouble once, and none is forgotten."""

from __future__ import annotations

import asyncio

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.posts.news import INFORMS, moderators_of
from bot.posts.troubles import Troubles
from engine.text.message import NOTHING, term
from storage.errors import StorageTrouble
from storage.records import Waiting
from storage.store import Store
from tests.bot.opened import GUILD, START, opened, posted

WHY = term("In <#70> I may not send messages in threads.")
CLOCK = Clock(wall=lambda: START)


def for_seat(game: int, seat: str, id: int) -> Waiting:
    """Something that is to be told to a seat alone."""
    return Waiting(id, GUILD, game, f"seat:{game}:{seat}", "", f"n{id}", INFORMS, START, None, 1)


async def notes(store: Store) -> list[str]:
    return [letter.text for target, letter in await posted(store) if target == moderators_of(GUILD)]


async def test_what_keeps_the_posts_of_several_seats_at_once_is_told_once(desk: Desk, store: Store) -> None:
    game = await opened(desk)
    troubles, seats = Troubles(store, CLOCK), ("red", "blue")
    told = await asyncio.gather(*(troubles.detoured(for_seat(game, seat, id), WHY) for id, seat in enumerate(seats, 1)))
    assert sum(told) == 1 and len(await notes(store)) == 1
    for id, seat in enumerate(seats, 3):
        assert not await troubles.detoured(for_seat(game, seat, id), NOTHING)
    assert await troubles.detoured(for_seat(game, "blue", 5), WHY) and len(await notes(store)) == 2


async def test_a_note_that_could_not_be_written_is_written_with_the_next_post(
    desk: Desk, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await opened(desk)
    troubles = Troubles(store, CLOCK)

    async def full(*_: object) -> int:
        raise StorageTrouble("the disk is full")

    with monkeypatch.context() as fault:
        fault.setattr(store, "post", full)
        with pytest.raises(StorageTrouble):
            await troubles.detoured(for_seat(game, "red", 1), WHY)
    assert await troubles.detoured(for_seat(game, "red", 1), WHY) and len(await notes(store)) == 1
    assert not await troubles.detoured(for_seat(game, "red", 2), WHY) and len(await notes(store)) == 1

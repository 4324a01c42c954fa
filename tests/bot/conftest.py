"""A desk on a database of its own, with a clock that the test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.rulebooks import Rulebooks
from storage.store import Store
from tests.bot.ledger import Ledger
from tests.bot.opened import START

__all__ = ["clock", "desk", "store"]


@pytest.fixture
def clock() -> Clock:
    return Clock(wall=lambda: START)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "games.db")
    yield opened
    await opened.close()


@pytest.fixture
def desk(store: Store, clock: Clock) -> Desk:
    rulebooks = Rulebooks()
    rulebooks.add(Ledger())
    return Desk(store, rulebooks, clock)

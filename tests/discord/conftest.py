"""The house of each test: a Discord of its own with the bot in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord.house import House, housed


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with housed(tmp_path) as made:
        yield made


@pytest.fixture
async def drawing_house(tmp_path: Path) -> AsyncIterator[House]:
    async with housed(tmp_path, draws=True) as made:
        yield made

"""A sandbox for each test, held against Discord's specification and types, and the tiny bot in it."""

from collections.abc import AsyncIterator

import pytest

from sandbox import Player, Sandbox
from tests.sandbox.discord_types import mistold
from tests.sandbox.tiny_bot import PERMISSIONS, TinyBot, running
from tests.specification.excerpt import EXCERPT


@pytest.fixture
async def discord() -> AsyncIterator[Sandbox]:
    async with Sandbox(
        channels=("general", "orders"), bot_permissions=PERMISSIONS, spec=EXCERPT, limit_second=0
    ) as sandbox:
        yield sandbox
    assert [str(violation) for violation in sandbox.violations] == []
    assert mistold(sandbox) == []


@pytest.fixture
async def bot(discord: Sandbox) -> AsyncIterator[TinyBot]:
    async with running(discord) as client:
        yield client


@pytest.fixture
def alice(discord: Sandbox) -> Player:
    return discord.member("Alice")


@pytest.fixture
def bob(discord: Sandbox) -> Player:
    return discord.member("Bob")

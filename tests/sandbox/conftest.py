"""A sandbox for each test, with Discord's specification where that is at hand, and the tiny bot in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox import Player, Sandbox
from tests.sandbox.tiny_bot import TinyBot, running

SPEC = Path(__file__).resolve().parents[3] / "shared" / "discord" / "openapi.json"


@pytest.fixture
async def discord() -> AsyncIterator[Sandbox]:
    async with Sandbox(channels=("general", "orders"), spec=SPEC if SPEC.exists() else None) as sandbox:
        yield sandbox
    assert [str(violation) for violation in sandbox.violations] == []


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

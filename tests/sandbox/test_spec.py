"""Requests held against Discord's own specification, where the file is at hand."""

import aiohttp
import pytest

from sandbox import Player, Sandbox
from tests.sandbox.conftest import SPEC
from tests.sandbox.tiny_bot import running

needs_spec = pytest.mark.skipif(not SPEC.exists(), reason="Discord's specification is not beside this repository")


@needs_spec
async def test_the_tiny_bot_says_only_what_discord_understands(discord: Sandbox, alice: Player) -> None:
    async with running(discord):
        for path in ("ok", "panel", "board", "claims", "thread", "picture"):
            await (await alice.slash(path)).final()
        await alice.submit(await alice.slash("sheet"), orders="x")
    assert discord.spec is not None and discord.spec.checked > 10
    assert discord.violations == []


@needs_spec
async def test_a_request_that_discord_would_not_understand_is_noted() -> None:
    async with Sandbox(spec=SPEC) as discord, aiohttp.ClientSession() as session:
        address = f"{discord.api_base}/channels/{discord.channel('general').id}/messages"
        body = {"embeds": [{"title": "x" * 300}], "attachments": [{"id": 0}]}
        async with session.post(address, json=body, headers={"Authorization": "Bot sandbox"}) as answer:
            assert answer.status == 400
        assert [(violation.method, violation.where) for violation in discord.violations] == [("POST", "embeds.0.title")]

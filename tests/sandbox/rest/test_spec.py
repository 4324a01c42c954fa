"""Requests and answers held against Discord's own specification."""

import json
from pathlib import Path

import aiohttp
import pytest

from sandbox import Player, Sandbox
from sandbox.limits.specification import Spec
from tests.sandbox.tiny_bot import running
from tests.specification.excerpt import EXCERPT, excerpt, written

WHOLE = Path(__file__).resolve().parents[4] / "shared" / "discord" / "openapi.json"


async def test_the_tiny_bot_says_only_what_discord_understands(discord: Sandbox, alice: Player) -> None:
    async with running(discord):
        for path in ("ok", "panel", "board", "claims", "thread", "picture"):
            await (await alice.slash(path)).final()
        await alice.submit(await alice.slash("sheet"), orders="x")
    assert discord.spec is not None and discord.spec.checked > 10
    assert discord.violations == []


async def test_a_request_that_discord_would_not_understand_is_noted() -> None:
    async with Sandbox(spec=EXCERPT) as discord, aiohttp.ClientSession() as session:
        address = f"{discord.api_base}/channels/{discord.channel('general').id}/messages"
        body = {"embeds": [{"title": "x" * 300}], "attachments": [{"id": 0}]}
        async with session.post(address, json=body, headers={"Authorization": "Bot sandbox"}) as answer:
            assert answer.status == 400
        assert [(violation.method, violation.where) for violation in discord.violations] == [("POST", "embeds.0.title")]


def test_an_answer_that_lacks_what_is_always_there_is_noted() -> None:
    spec = Spec(EXCERPT)
    role = {"id": "1" * 18, "name": "Red"}
    spec.check_answer("GET", "/guilds/1/roles/2", 200, role)
    spec.check_answer("POST", "/channels/1/threads", 200, {})
    assert '"permissions" is a required property' in [violation.problem for violation in spec.violations]
    assert spec.violations[-1].problem == "the specification has no answer 200"


def test_a_mistake_in_a_large_body_is_noted_each_time_whatever_was_right_before() -> None:
    sound = [{"name": f"order-{number}", "description": "x" * 100} for number in range(100)]
    spec = Spec(EXCERPT)
    for body, mistakes in (
        (sound, 0),
        (sound, 0),
        ([*sound, {"name": "y" * 40}], 1),
        ([*sound, {"name": "y" * 40}], 2),
    ):
        spec.check("PUT", "/applications/1/commands", body)
        assert len(spec.violations) == mistakes


@pytest.mark.skipif(not WHOLE.exists(), reason="Discord's whole specification is not beside this repository")
def test_the_excerpt_is_what_is_made_of_the_whole() -> None:
    assert EXCERPT.read_text("utf-8") == written(excerpt(json.loads(WHOLE.read_text("utf-8"))))

"""Logs, and what never gets into one whatever level is set."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from bot.start.logs import logging_discreetly
from tests.bot.ledger import Mint

TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OmFiY2RlZg"
BOT = "MTE3ODg5OTg1NTU0Njk5ODg1.GhI2kL." + "x" * 38


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Lines that are logged, with the level set as low as it goes."""
    stream = io.StringIO()
    with logging_discreetly(stream):
        logging.getLogger().setLevel(logging.DEBUG)
        yield stream


@pytest.mark.parametrize(
    "url",
    [
        f"https://discord.com/api/v10/webhooks/123456789012345678/{TOKEN}/messages/@original",
        f"https://discord.com/api/v10/interactions/123456789012345678/{TOKEN}/callback?with_response=1",
    ],
)
def test_the_token_of_an_interaction_is_left_out(logged: io.StringIO, url: str) -> None:
    logging.getLogger("discord.http").warning("We are being rate limited. %s %s responded with 429.", "POST", url)
    try:
        raise RuntimeError(f"POST {url} failed")
    except RuntimeError:
        logging.getLogger("umpire.app").exception("an answer was lost")
    assert logged.getvalue().count("/123456789012345678/(token)") == 2
    assert TOKEN not in logged.getvalue()


def test_the_token_of_the_bot_is_left_out(logged: io.StringIO) -> None:
    logging.getLogger("umpire").error("headers: Bot %s", BOT)
    assert "Bot (token)" in logged.getvalue() and BOT not in logged.getvalue()


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ("post 3 to %s is given up", "dm:811034567890123456"),
        ("%s is no longer there", "<@811034567890123456>"),
        ("DELETE %s responded with 429", "https://discord.com/api/v10/channels/12/thread-members/811034567890123456"),
        ("GET %s responded with 404", "https://discord.com/api/v10/guilds/12/members/811034567890123456?with=1"),
    ],
)
def test_nobody_is_named(logged: io.StringIO, line: str, about: str) -> None:
    logging.getLogger("umpire.mail").info(line, about)
    assert "(user)" in logged.getvalue() and "811034567890123456" not in logged.getvalue()


def test_libraries_tell_no_details_even_where_umpire_does(logged: io.StringIO) -> None:
    for name in ("discord.http", "discord.gateway", "aiosqlite", "asyncio"):
        logging.getLogger(name).debug("attack the fleet at Hoth")
    logging.getLogger("umpire.desk").debug("a game was loaded")
    logging.getLogger("discord.client").info("logging in")
    assert "Hoth" not in logged.getvalue()
    assert "a game was loaded" in logged.getvalue() and "logging in" in logged.getvalue()


def test_an_order_that_does_not_fit_its_form_is_not_repeated() -> None:
    with pytest.raises(ValidationError) as caught:
        Mint.model_validate({"coins": "attack the fleet at Hoth", "payee": "red"})
    assert "Hoth" not in str(caught.value)

"""Discord misbehaves: answers are lost, late or refused, the connection breaks, places vanish. Nothing counts twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandbox.limits.faults import Dropped, Failing, RateLimited, Refusing, lost_answer, slow
from tests.discord.house import House

MISSING_PERMISSIONS, CANNOT_MESSAGE = 50013, 50007
MESSAGES, CALLBACK = "/channels/*/messages", "/interactions/*/callback"


async def announced(house: House, *texts: str) -> list[str]:
    """Announce texts, and return what then stands in the channel of them."""
    for text in texts:
        await house.slash(house.gm, "gm announce", text=text)
    await house.delivered()
    return [message.words for message in house.bystander.sees("campaign") if message.words in texts]


@pytest.mark.parametrize(
    "fault",
    [lost_answer(), Dropped(), Failing(503), Failing(503, done=True), RateLimited(0.05), slow(0.3)],
    ids=["answer lost", "dropped", "503", "503 but done", "429", "slow"],
)
async def test_a_post_is_made_once_and_in_order_whatever_befalls_it(
    house: House, fault: Dropped | Failing | RateLimited, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.begun()
    await house.delivered()
    monkeypatch.setattr("bot.posts.postman.LONGEST_PAUSE", 0.05)
    house.discord.faults.add("POST", MESSAGES, fault)
    assert await announced(house, "One", "Two", "Three") == ["One", "Two", "Three"]


async def test_an_order_whose_answer_is_lost_counts_once(house: House) -> None:
    game = await house.met()
    house.discord.faults.add("POST", CALLBACK, lost_answer())
    await house.red.slash("gcw battle move", {"unit": "red LNCR 1", "cells": "B-1"}, channel="campaign")
    panel = await house.slash(house.red, "table panel")
    assert "1. move red LNCR 1 to B-1" in panel.words and "2. move" not in panel.words.split("You could")[0]
    assert await house.service.desk.record.verify(game.id) is None


async def test_an_order_that_takes_long_is_promised_an_answer(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await house.met()
    monkeypatch.setattr("bot.ui.replies.PATIENCE", 0.02)
    async with house.service.desk.games.lock(game.id):  # as while many deadlines of the game are met
        asked = asyncio.create_task(house.red.slash("gcw turn clear", channel="campaign"))
        answer = await asked
        assert answer.deferred and not answer.content
    await answer.final()
    assert answer.words == "Your draft is empty." and answer.ephemeral


@pytest.mark.parametrize(("command", "given"), [("rules cite", {"rule": "GCW-UCR-03"}), ("rules rulings", {})])
async def test_a_rule_is_shown_to_everybody_however_long_its_rulings_take(
    house: House, monkeypatch: pytest.MonkeyPatch, command: str, given: dict[str, str]
) -> None:
    game = await house.met()
    monkeypatch.setattr("bot.ui.replies.PATIENCE", 0.02)
    async with house.service.desk.games.lock(game.id):
        asked = asyncio.create_task(house.red.slash(command, {**given, "openly": True}, channel="campaign"))
        answer = await asyncio.wait_for(asked, 5)
        assert answer.deferred and not answer.content
    await answer.final()
    assert "GCW-UCR-0" in answer.words and not answer.ephemeral


async def test_a_rule_is_shown_where_the_game_at_hand_cannot_be_played_any_more(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await house.met()
    desk = house.service.desk
    desk.games.drop(game.id)
    for kept in ("_editions", "_makers"):  # the rulebooks are those of all tests
        monkeypatch.setattr(desk.rulebooks, kept, {})
    assert (await house.slash(house.red, "rules cite", rule="GCW-UCR-03")).words.endswith("-# GCW-UCR-03")


async def test_one_that_waits_for_several_things_is_promised_an_answer_in_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of them takes too long, for Discord they do together: Umpire's answer, and the panel with it."""
    game, views = await house.met(), house.service.desk.views
    home = views.home

    async def later(*which: Any) -> Any:
        await asyncio.sleep(0.2)
        return await home(*which)

    monkeypatch.setattr(views, "home", later)
    monkeypatch.setattr("bot.ui.replies.PATIENCE", 0.3)
    monkeypatch.setattr("bot.game.opponents.PATIENCE", 0.2)
    monkeypatch.setattr(house.bot.opponents, "_playing", game.id)
    answer = await house.red.slash("table panel", channel="campaign")
    assert answer.deferred and not answer.content
    await answer.final()
    assert "Your draft" in answer.words


@pytest.mark.parametrize("fault", ["drop", "reconnect", "twice", "late"])
async def test_a_command_that_meets_a_broken_connection_is_answered(house: House, fault: str) -> None:
    await house.met()
    if fault == "late":
        house.discord.faults.on_event("INTERACTION_CREATE", "late")
        first, second = await asyncio.gather(
            house.red.slash("gcw turn clear", channel="campaign"),
            house.blue.slash("gcw turn clear", channel="campaign"),
        )
        assert first.words == second.words == "Your draft is empty."
        return
    if fault == "drop":
        house.discord.faults.on_event("INTERACTION_CREATE", "drop")
    elif fault == "reconnect":
        house.discord.faults.on_event("INTERACTION_CREATE", "reconnect")
    else:
        house.discord.faults.on_event("INTERACTION_CREATE", "twice")
    answer = await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1")
    assert "Your draft has 1 line" in answer.words


@pytest.mark.slow
async def test_after_a_lost_session_it_is_ready_a_second_time(house: House) -> None:
    await house.met()
    house.discord.faults.on_event("INTERACTION_CREATE", "invalid")
    lost = await house.red.slash("gcw turn clear", channel="campaign")
    assert lost.error is not None  # what came while there was no session is lost, and the member is told
    await asyncio.sleep(6)  # discord.py waits five seconds before it identifies anew
    assert (await house.slash(house.red, "gcw turn clear")).words == "Your draft is empty."
    assert await announced(house, "Once") == ["Once"]


async def test_without_private_threads_players_are_written_to_and_closed_doors_are_reported_once(house: House) -> None:
    await house.lobby()
    talk = house.discord.channel("table-talk")
    await house.slash(house.gm, "settings channels", troubles=talk)
    house.blue.close_dms()
    house.discord.faults.add("POST", "/channels/*/threads", Refusing(MISSING_PERMISSIONS), times=None)
    await house.slash(house.gm, "game start")
    await house.delivered()
    assert "here you alone are told" in house.said(house.red.dm, house.red)
    told = [message.words for message in house.gm.sees(talk) if "I could not post" in message.words]
    assert len(told) == 1 and "blue" in told[0]
    assert "Players: blue" in house.said("campaign")  # nobody else had to wait


async def test_a_deleted_thread_is_made_anew_and_a_deleted_channel_replaced(house: House) -> None:
    await house.begun()
    await house.delivered()
    world = house.discord.world
    world.remove_channel(house.thread("Your orders: Red"))
    await house.slash(house.red, "gcw join", faction="GE", hero="Needa")
    await house.slash(house.gm, "gm-gcw set-treasury", player="red", amount=55)
    await house.delivered()
    assert "55 KC" in house.said(house.thread("Your orders: Red"), house.red)
    spare = house.discord.channel("table-talk")
    await house.slash(house.gm, "settings channels", news=spare)
    world.remove_channel(house.channel)
    answer = await house.gm.slash("gm announce", {"text": "We move."}, channel=spare)
    assert "will be posted" in answer.words
    await house.delivered()
    assert "We move." in house.said(spare, house.bystander)


async def test_a_permission_taken_away_is_told_to_whoever_meets_it(house: House) -> None:
    await house.begun()
    await house.delivered()
    house.discord.faults.add("POST", MESSAGES, Refusing(MISSING_PERMISSIONS))
    talk = house.discord.channel("table-talk")
    await house.slash(house.gm, "settings channels", troubles=talk)
    await house.slash(house.gm, "gm announce", text="Hear, hear")
    await house.discord.posted(talk, lambda message: "I could not post to the channel of game 1" in message.words)
    await house.delivered()
    assert "Hear, hear" not in house.said("campaign", house.bystander)
    await house.skip(minutes=11)
    await house.delivered()
    assert house.said("campaign", house.bystander).count("Hear, hear") == 1
    assert house.said(talk).count("I could not post") == 1

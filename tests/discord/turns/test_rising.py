"""Freedom in the Galaxy at a table: what is sealed is shown together, and its proof stands beneath what happened."""

from __future__ import annotations

import pytest

from engine.freedom.data.pack import Side
from engine.freedom.state import State
from engine.game import Seat
from sandbox.client.player import Player
from sandbox.model.files import Attachment
from storage.records import Game
from tests.discord.house import House


async def risen(house: House, options: str = "scenario=skirmish") -> tuple[Game, Player, Player]:
    """A skirmish in which the Rebels have attacked and leaders are asked for; the Rebels' player and the Empire's."""
    await house.slash(house.gm, "game create", rulebook="freedom", name="Rising", options=options)
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.blue, "game join", seat="blue")
    await house.slash(house.gm, "game start")
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1]
    of_red = (await known(house, game)).seats[Seat("red")]
    rebel, empire = (house.red, house.blue) if of_red is Side.REBEL else (house.blue, house.red)
    await house.slash(empire, "freedom usual")
    await house.slash(rebel, "freedom done")
    await house.slash(rebel, "freedom declare")
    return game, rebel, empire


def attached(house: House) -> list[Attachment]:
    """Files that hang on the messages of the campaign's channel."""
    return [one for message in house.bystander.sees("campaign") for one in message.attachments]


async def known(house: House, game: Game) -> State:
    """Knowledge of a game's game master."""
    state = await house.service.desk.referee.known(game.id, None)
    assert isinstance(state, State)
    return state


def small(words: str) -> list[int]:
    """The numbers of the lines of small print, from the last, which is 0."""
    lines = words.split("\n")
    return [len(lines) - 1 - index for index, line in enumerate(lines) if line.startswith("-# ")]


async def test_seals_salts_and_keys_stand_in_one_line_beneath_what_happened(house: House) -> None:
    _, rebel, empire = await risen(house)
    sealed = await house.slash(rebel, "freedom leader", leader="Boccanegra")
    assert "under seal: Boccanegra" in sealed.words and small(sealed.words) == [0]
    fought = await house.slash(empire, "freedom leader", leader="Jon Kidu")
    last = fought.words.split("\n")[-1]
    assert small(fought.words) == [0] and "column" in fought.words and "FITG-ENV-07" in last
    assert last.count("Seal of `turn 1/") == 1 and last.count("Salt of `turn 1/") == 2 and "Key 1" in last


async def test_what_proves_a_decision_is_no_news(house: House) -> None:
    _, rebel, empire = await risen(house)
    await house.slash(rebel, "freedom leader", leader="Boccanegra")
    panel = (await house.slash(empire, "me")).words
    assert "has decided, under seal" in panel and "Seal of" not in panel
    await house.slash(empire, "freedom leader", leader="none")
    for shown in (await house.slash(rebel, "me"), await house.slash(rebel, "show log")):
        assert "Die" in shown.words and not any(one in shown.words for one in ("Seal of", "Salt of", "Key 1"))


async def test_a_moderator_reads_it_in_the_same_way(house: House) -> None:
    await risen(house)
    told = await house.slash(house.gm, "gm-freedom default")
    *above, last = told.words.split("\n")
    assert "attacks in Angoff urban" in told.words and "FITG-ENV-07" in last and "Key 1" in last
    assert not any(one in line for line in above for one in ("FITG-", "Key 1", "Seal of", "Salt of"))


async def test_who_owes_a_decision_is_reminded_in_their_own_thread_and_nobody_else(house: House) -> None:
    _, rebel, empire = await risen(house, "scenario=skirmish, pace=post")
    await house.slash(rebel, "freedom leader", leader="Boccanegra")
    await house.skip(hours=13)
    await house.delivered()
    waits = "who leads your units"
    assert sum(waits in message.words for message in house.reads(empire) if message.mentions) == 1
    assert not any(waits in message.words for message in house.reads(rebel))
    await house.slash(empire, "freedom leader", leader="none")
    await house.skip(hours=10)
    await house.delivered()
    assert sum(waits in message.words for message in house.reads(empire) if message.mentions) == 1


@pytest.mark.slow
async def test_a_game_that_is_over_by_its_rules_tells_its_end_and_then_everything(drawing_house: House) -> None:
    house = drawing_house
    game, _, _ = await risen(house)
    while not (await known(house, game)).over:
        step = "default" if (await known(house, game)).choice is not None else "next"
        await house.slash(house.gm, f"gm-freedom {step}")
    await house.delivered()
    said = house.said("campaign", house.bystander)
    assert "**Rising** is over by its rules." in said and ("wins**" in said or "**drawn**" in said)
    assert "The game is over" in (await house.slash(house.red, "me")).words
    assert (await house.slash(house.blue, "freedom done")).words == "Rising has ended."
    await house.skip(hours=25)
    await house.delivered()
    files = {one.filename: one.body.decode("utf-8", "replace") for one in attached(house)}
    assert {"game.html", "dice.json", "transcript.txt", "replay.gif"} <= {*files}
    assert (
        files["transcript.txt"].startswith("Rising: Freedom in the Galaxy")
        and "attacks in Angoff urban" in files["game.html"]
    )
    assert await house.service.desk.record.verify(game.id) is None


@pytest.mark.parametrize("scenario", ["egrix", "varu"])
async def test_umpire_plays_both_sides_of_a_scenario_to_its_end(house: House, scenario: str) -> None:
    options = f"scenario={scenario}, pace=none"
    await house.slash(house.gm, "game create", rulebook="freedom", name="Rising", options=options)
    for seat in ("Umpire", "Machine"):
        assert f"I play **{seat.casefold()}**" in (await house.slash(house.gm, "game opponent", seat=seat)).words
    await house.slash(house.gm, "game start")
    await house.rested()
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    assert (await known(house, game)).over and "is over by its rules" in house.said("campaign", house.bystander)
    log = await house.service.desk.store.commands(game.id)
    assert [one.refusal for one in log] == [""] * len(log)
    assert await house.service.desk.record.verify(game.id) is None

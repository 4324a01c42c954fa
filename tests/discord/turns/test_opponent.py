"""A newcomer plays alone: Umpire takes the other seat by slash command and answers every order, also after restarts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.game.rulebooks import Rulebooks
from bot.start.demo_table import ALONE, lay
from engine.clock import DAY, Instant
from engine.game import Advises, Seat
from engine.orders import Order
from engine.pack.course import script
from engine.sunrise.state import Stage
from storage.records import Seated
from tests.bot.miser import KEEPS, Miser
from tests.discord.house import ELSEWHERE, PACKS, House, buttons, housed


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    books = Rulebooks()
    books.add(Miser())
    async with housed(tmp_path, books=books) as made:
        yield made


async def alone(house: House) -> int:
    """Red has made a game and started it against Umpire as blue."""
    await house.slash(house.red, "game create", rulebook="ledger", name="Coins")
    await house.slash(house.red, "game join", seat="red")
    taken = await house.slash(house.red, "game opponent", seat="Blue")
    assert taken.ephemeral and taken.words == "I play **blue** in Coins."
    await house.slash(house.red, "game start")
    return (await house.service.desk.directory.games(house.discord.guild.id))[-1].id


async def played(house: House) -> None:
    """Wait until Umpire has nothing left to do."""
    for _ in range(1000):
        await asyncio.sleep(0.005)
        if house.bot.opponents.idle.is_set() and not house.service.desk.transactions.stirred:
            return
    raise AssertionError("Umpire goes on and on")


async def test_a_newcomer_plays_alone(house: House) -> None:
    game = await alone(house)
    assert "blue: Umpire" in (await house.slash(house.red, "game info")).words
    await house.slash(house.gm, "ledger mint", coins=KEEPS + 3, payee="blue")
    await played(house)
    await house.delivered()
    assert (await house.service.desk.games.open(game)).state.coins == {"red": 3, "blue": KEEPS}
    assert house.said(house.thread(": Red"), house.red).count("blue pays 1 to red.") == 3
    assert [thread.name for thread in house.discord.threads()] == ["Your orders: Red"]
    public = house.said("campaign", house.bystander)
    assert "**blue** is played by Umpire." in public and f"blue (Umpire), red ({house.red.mention})" in public


async def test_after_a_restart_umpire_goes_on_where_it_was(house: House) -> None:
    game = await alone(house)
    await house.slash(house.gm, "ledger mint", coins=KEEPS + 9, payee="blue")
    await house.restart()
    await played(house)
    assert (await house.service.desk.games.open(game)).state.coins == {"red": 9, "blue": KEEPS}
    await house.restart()
    await played(house)
    log = await house.service.desk.store.commands(game)
    assert sum(one.kind == "order" and one.seat == "blue" for one in log) == 9


async def test_only_whoever_made_the_game_and_moderators_may_have_umpire_play(house: House) -> None:
    game = await alone(house)
    assert "Only whoever created the game" in (await house.slash(house.blue, "game opponent", seat="green")).words
    assert "I play blue myself." in (await house.slash(house.blue, "game join", seat="blue")).words
    gone = await house.slash(house.gm, "game opponent", seat="blue", leave=True)
    assert gone.words == "I have left **blue** in Coins."
    assert "a moderator has to agree" in (await house.slash(house.blue, "game join", seat="blue")).words
    await house.slash(house.gm, "gm seat", player=house.blue.user, seat="blue")
    assert await house.service.desk.store.seats(game) == (Seated("blue", house.blue.id), Seated("red", house.red.id))


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[House]:
    async with housed(tmp_path) as made:
        yield made


async def give(house: House, game: int, order: Order) -> None:
    """Red gives an order as players do: by its slash command."""
    values = {name: value for name, value in order.model_dump().items() if value is not None}
    answer = await house.slash(house.red, order.path, **values)
    assert answer.error is None, (order, answer.error)
    log = await house.service.desk.store.commands(game)
    last = [one for one in log if one.seat == "red"][-1]
    assert last.refusal == "", (order, answer.words)


@pytest.mark.slow
async def test_a_newcomer_plays_a_turn_of_false_sunrise_alone(table: House) -> None:
    house = table
    await house.slash(house.red, "game create", rulebook="sunrise", name="First light")
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.red, "game opponent", seat="Umpire")
    await house.slash(house.red, "game start")
    desk = house.service.desk
    game = (await desk.directory.games(house.discord.guild.id))[-1]
    rules = house.service.desk.rulebooks.of(game)
    assert isinstance(rules, Advises)
    turns = set()
    for _ in range(80):
        await played(house)
        known = await desk.views.known(game.id, Seat("red"))
        turns.add(known.turn)
        if known.turn > 2 or known.over:
            break
        if len(turns) == 2 and known.stage is Stage.PICK:
            await house.restart()
            desk = house.service.desk
        order = rules.advise(known, Seat("red"), Instant(0))
        assert order is not None, f"{known.stage}: neither red nor Umpire goes on"
        await give(house, game.id, order)
    assert turns == {0, 1, 2, 3}
    log = await desk.store.commands(game.id)
    assert [one.refusal for one in log] == [""] * len(log)
    assert await desk.record.verify(game.id) is None
    assert {one.user for one in log if one.seat == "umpire" and one.kind == "order"} == {0}
    await house.delivered()
    assert [thread.name for thread in house.discord.threads() if "umpire" in thread.name] == []
    public = house.said("campaign", house.bystander)
    assert "First light" in public and "Umpire" in public


async def test_a_skirmish_of_freedom_in_the_galaxy_is_fought_to_its_end_alone(table: House) -> None:
    house = table
    made = await house.slash(house.red, "game create", rulebook="freedom", name="Angoff", options="scenario=skirmish")
    assert "Angoff" in made.words
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.red, "game opponent", seat="Umpire")
    await house.slash(house.red, "game start")
    desk = house.service.desk
    game = (await desk.directory.games(house.discord.guild.id))[-1]
    rules = desk.rulebooks.of(game)
    assert isinstance(rules, Advises)
    await played(house)
    while not (known := await desk.views.known(game.id, Seat("red"))).over:
        order = rules.advise(known, Seat("red"), Instant(0))
        assert order is not None, f"{known.stage}: neither red nor Umpire goes on"
        await give(house, game.id, order)
        await played(house)
    assert known.turn == 3
    log = await desk.store.commands(game.id)
    assert [one.refusal for one in log] == [""] * len(log)
    assert await desk.record.verify(game.id) is None
    await house.delivered()
    assert "A skirmish at Angoff" in house.said("campaign", house.bystander)
    shown = await house.slash(house.red, "freedom-show environ", about="Angoff urban", game="Angoff")
    assert "Races: Yester" in shown.words


async def test_the_newcomer_s_table_has_a_skirmish_against_umpire(table: House) -> None:
    house = table
    lines = script((PACKS / "sunrise" / "demo.play").read_text(encoding="utf-8"))
    skirmish = replace(ALONE["sunrise"], channel=ELSEWHERE)
    await lay(house.service, house.bot, house.discord, skirmish, [house.red], lines)
    await played(house)
    await house.delivered()
    desk = house.service.desk
    game = (await desk.directory.games(house.discord.guild.id))[-1]
    log = await desk.store.commands(game.id)
    assert [one.refusal for one in log] == [""] * len(log)
    known = await desk.views.known(game.id, Seat("red"))
    assert known.stage is Stage.MARKERS and known.picks is known.seats["red"]
    panel = await house.slash(house.red, "table panel", ELSEWHERE)
    assert panel.error is None


async def test_the_newcomer_s_table_has_a_revolt_against_umpire(table: House) -> None:
    house = table
    lines = script((PACKS / "freedom" / "demo.play").read_text(encoding="utf-8"))
    revolt = replace(ALONE["freedom"], channel=ELSEWHERE)
    await lay(house.service, house.bot, house.discord, revolt, [house.red], lines)
    await played(house)
    await house.delivered()
    assert "**The rising of Angoff**\nThe city of Angoff has risen. **Red** leads the revolt" in house.public()
    known = await house.service.desk.views.known(1, Seat("red"))
    assert known.scenario == "skirmish" and known.choice is None and len(known.units) == 11  # Umpire's seventh has left
    panel = await house.slash(house.red, "table panel", ELSEWHERE)
    assert "then end movement: combat follows" in panel.words and "End movement" in buttons(panel)

    # Umpire answers while Red waits: the panel that comes back has what Red is asked next, and not what Umpire is.
    asked = await house.red.click(panel, "End movement")
    await asked.final()
    passed = await house.red.click(asked, "Do not attack")
    await passed.final()
    assert "whose intelligence hides those in Angoff urban" in passed.words
    assert "to decide: whether to attack" not in passed.words and "Pick Doctor Sontag" in buttons(passed)


async def test_the_newcomer_s_table_has_a_campaign_against_umpire_whose_first_season_is_played_alone(
    table: House,
) -> None:
    house = table
    lines = script((PACKS / "eaw" / "demo.play").read_text(encoding="utf-8"))
    empires = replace(ALONE["eaw"], channel=ELSEWHERE)
    await lay(house.service, house.bot, house.discord, empires, [house.red], lines)
    await played(house)
    await house.delivered()
    assert "**The ring of six**\nSpring 165. Six systems lie in a ring" in house.public()
    desk = house.service.desk
    known = await desk.views.known(1, Seat("red"))
    assert known.realms[Seat("red")].orders == ("jump fleet 4 to 2", "transfer CA-1 from fleet 2 to fleet 1")
    assert known.empires[Seat("umpire")].sealed and Seat("umpire") not in known.realms
    await house.slash(house.red, "eaw seal", ELSEWHERE)
    while choices := (await desk.views.known(1, Seat("red"))).choices:  # what the scout found
        await house.slash(house.red, "eaw choose", ELSEWHERE, option=next(iter(choices.values())).usual[0])
    await played(house)
    known = await desk.views.known(1, Seat("red"))
    assert known.t == 1 and known.empires[Seat("umpire")].sealed
    log = await desk.store.commands(1)
    assert [one.refusal for one in log] == [""] * len(log)
    assert await desk.record.verify(1) is None


async def test_a_side_of_galactic_civil_war_is_founded_and_sent_out_by_umpire_which_acts_when_time_lets_it(
    table: House,
) -> None:
    house = table
    await house.slash(house.red, "game create", rulebook="gcw", name="The far worlds")
    await house.slash(house.red, "game join", seat="red")
    taken = await house.slash(house.red, "game opponent", seat="Umpire")
    assert taken.words == "I play **umpire** in The far worlds."
    await house.slash(house.red, "game start")
    await played(house)
    desk, seat = house.service.desk, Seat("umpire")
    game = (await desk.directory.games(house.discord.guild.id))[-1].id
    known = (await desk.games.open(game)).state
    assert known.players[seat].confirmed_at is not None and known.voyages
    for _ in range(5):
        house.clock.skip(DAY)
        await house.bot._ticker.sweep()
        await played(house)
    log = await desk.store.commands(game)
    assert [one.refusal for one in log] == [""] * len(log)
    assert len((await desk.games.open(game)).state.told) >= 3
    assert await desk.record.verify(game) is None

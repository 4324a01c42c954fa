"""Two players fight an environ combat and a character combat of Freedom in the Galaxy by buttons and menus alone, in a
hurry, too late, and where nobody asked them.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import NamedTuple

import pytest

from engine.freedom.combat.environ import Declared, EnvironFought
from engine.freedom.combat.fight import FightEnded, FightOpened
from engine.freedom.data.pack import Side
from engine.freedom.play import awaits
from engine.freedom.state import State
from engine.game import Fact, Seat
from sandbox.client.player import Answer, Player
from storage.records import Game
from tests.discord.house import House, buttons
from tests.discord.turns.test_rising import known


class Table(NamedTuple):
    """A skirmish, and who plays what."""

    house: House
    game: Game
    rebel: Player
    empire: Player

    async def panel(self, player: Player) -> Answer:
        """A fresh panel."""
        return await self.house.slash(player, "table panel")

    async def press(self, player: Player, *labels: str) -> str:
        """Buttons one after another, each on what the last one shows; the words at the end."""
        shown = await self.panel(player)
        for label in labels:
            shown = await player.click(shown, label)
            await shown.final()
        return shown.words

    async def said(self, kind: type[Fact[State]]) -> int:
        """Facts of a kind that were ever said."""
        facts = await self.house.service.desk.store.facts(self.game.id)
        return sum(f'"{kind.__name__}"'.encode() in one.body for one in facts)

    async def asked(self) -> str:
        """The kind of decision that is open."""
        choice = (await known(self.house, self.game)).choice
        return choice.kind if choice is not None else ""


async def sat_down(house: House, pace: str = "none") -> Table:
    """A skirmish at its first movement: the Empire's surplus unit has left the city."""
    options = f"scenario=skirmish, pace={pace}"
    await house.slash(house.gm, "game create", rulebook="freedom", name="Rising", options=options)
    for player in (house.red, house.blue):
        await house.slash(player, "game join")
    await house.slash(house.gm, "game start")
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1]
    seats = (await known(house, game)).seats
    red = seats[Seat("red")] is Side.REBEL
    table = Table(house, game, *((house.red, house.blue) if red else (house.blue, house.red)))
    await table.press(table.empire, "Remove Militia A")
    return table


async def test_an_environ_combat_by_buttons_with_both_leaders_pressed_at_once(house: House) -> None:
    table = await sat_down(house)
    await table.press(table.rebel, "End movement", "Attack")
    leads = {table.rebel: "Leader Boccanegra", table.empire: "Leader Jon Kidu"}
    shown = {player: await table.panel(player) for player in leads}
    await asyncio.gather(*(player.click(shown[player], label) for player, label in leads.items()))
    await house.delivered()
    assert await table.said(EnvironFought) == 1
    for player in (table.rebel, table.empire):
        if await table.asked() == "remove" and "You decide" in (await table.panel(player)).words:
            await table.press(player, "As usual")
    assert await table.asked() != "remove" and await table.said(Declared) == 1


async def test_a_button_that_is_pressed_on_two_screens_counts_once(house: House) -> None:
    table = await sat_down(house)
    await table.press(table.rebel, "End movement")
    screens = [await table.panel(table.rebel) for _ in range(2)]
    answers = await asyncio.gather(*(table.rebel.click(one, "Attack") for one in screens))
    words = [(await one.final()).words if one.modal is None else "" for one in answers]
    assert sum("things have changed since" in one for one in words) == 1, words
    assert await table.said(Declared) == 1


async def test_what_is_sealed_is_said_so_and_may_be_changed_on_the_same_panel(house: House) -> None:
    table = await sat_down(house)
    await table.press(table.rebel, "End movement", "Attack")
    told = await table.press(table.rebel, "Leader Boccanegra", "Leader none")
    assert "You have decided, under seal, who leads in Angoff urban: none." in told
    assert "You decide" not in told.replace("You decided", "")
    seen = (await table.panel(table.empire)).words
    assert "none" not in seen.partition("Odds")[0] and "You decide" in seen


async def test_an_answer_to_what_was_just_taken_by_default(house: House) -> None:
    table = await sat_down(house, "post")
    await table.press(table.rebel, "End movement", "Attack", "Leader Boccanegra")
    old = await table.panel(table.empire)
    await house.skip(hours=25)
    await house.delivered()
    before = await known(house, table.game)
    late = await house.slash(table.empire, "freedom leader", leader="none")
    assert "Time ran out, and the default was taken" in late.words
    stale = await table.empire.click(old, "Leader none")
    await stale.final()
    assert "offered no more" in stale.words
    assert await known(house, table.game) == before


async def hunted(house: House) -> Table:
    """Two Rebels are on a mission together, and an imperial squad comes upon them."""
    table = await sat_down(house)
    await table.press(table.rebel, "End movement", "Do not attack")
    await table.press(table.empire, "Do not attack", "End the search")
    label = next(one for one in buttons(await table.panel(table.rebel)) if one.startswith("Mission Doctor Sontag,"))
    await table.press(table.rebel, label)
    await house.slash(house.gm, "gm-freedom event", event="squad", environ="Angoff urban")
    return table


@pytest.mark.slow
async def test_a_character_combat_by_buttons_from_its_opening_to_its_end(house: House) -> None:
    table = await hunted(house)
    assert "squad capture" in (await table.panel(table.empire)).words, "its odds stand beside the choice"
    told = await table.press(table.empire, "Attack with squad to capture")
    assert "opens fire on" in told and "to capture" in told
    for _ in range(200):
        if await table.said(FightEnded):
            break
        for player in (table.rebel, table.empire):
            shown = await table.panel(player)
            if "You decide**" in shown.words and not await table.said(FightEnded):
                wanted = "Stay" if "Stay" in buttons(shown) else "As usual"
                await table.press(player, wanted)
    assert await table.said(FightOpened) == await table.said(FightEnded) == 1


async def test_a_fight_is_looked_at_and_ordered_in_by_menus(house: House) -> None:
    table = await hunted(house)
    await table.press(table.empire, "Attack with squad")
    shown = await table.panel(table.rebel)
    odds = await table.rebel.select(shown, "Look at …", "odds")
    form = odds.modal
    if form is not None:
        odds = await table.rebel.submit(form, {"about": "active Boccanegra; break inactive"})
    assert "break off in each round" in odds.words or "This round" in odds.words
    chosen = await table.rebel.select(await table.panel(table.rebel), "Give an order …", "freedom active")
    done = await table.rebel.submit(chosen, people="Boccanegra")
    assert "Active: Boccanegra. Behind: Doctor Sontag." in done.words


async def test_whoever_is_not_asked_decides_nothing(house: House) -> None:
    table = await hunted(house)
    before = await known(house, table.game)
    for player, path, fields in (
        (table.rebel, "freedom attack", {"intention": "kill"}),
        (table.rebel, "freedom decline", {}),
        (table.rebel, "freedom usual", {}),
        (house.bystander, "freedom decline", {}),
        (table.empire, "freedom active", {"people": "all"}),
        (table.empire, "freedom wounds", {"spread": "Boccanegra 5"}),
        (table.empire, "freedom done", {}),
    ):
        told = (await house.slash(player, path, **fields)).words
        assert told and "opens fire" not in told, path
    assert await known(house, table.game) == before
    for player in (table.rebel, house.bystander):
        assert not {"Attack with squad", "Decline", "As usual"} & {*buttons(await house.slash(player, "table panel"))}


@pytest.mark.slow
async def test_a_whole_skirmish_is_played_by_buttons_alone(house: House) -> None:
    table = await sat_down(house)
    chance = Random(3)
    while not (state := await known(house, table.game)).over:
        (seat, *_) = [one.seat for one in awaits(state)]
        player = table.rebel if state.seats[seat] is Side.REBEL else table.empire
        offered = [label for label in buttons(await table.panel(player)) if label not in ("Order sheet", "Refresh")]
        before = await house.service.desk.store.game(table.game.id)
        words = await table.press(player, chance.choice(offered))
        assert (await house.service.desk.store.game(table.game.id)).facts > before.facts, words
    assert state.turn == 3 and "The game is over" in (await table.panel(table.rebel)).words
    assert await house.service.desk.record.verify(table.game.id) is None

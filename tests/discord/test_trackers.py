"""Trackers of games that are one fight from beginning to end: its words, its picture, and what it is edited for."""

from __future__ import annotations

import pytest

from bot.game.desk.lobby import NewGame
from bot.ui.home.in_place import InPlace
from bot.ui.home.tracker import Trackers
from engine.game import Seat
from engine.text.lines import to_text
from sandbox.model.guilds import Message
from storage.records import Game
from tests.discord.house import House


class Watched:
    """The tracker of a game, looked at when a test says so, and how often its message was edited."""

    def __init__(self, house: House, game: Game) -> None:
        self.house, self.game = house, game
        self.store = house.service.desk.store
        self.trackers = Trackers(house.service, InPlace(house.bot, self.store))
        self.edits = 0
        house.discord.world.bus.listen(lambda told: self._heard(told.kind))

    def _heard(self, kind: str) -> None:
        self.edits += kind == "message.update"

    async def look(self) -> Message:
        """The message, once it is up to date; what is posted besides is posted by then."""
        await self.house.delivered()
        self.edits = 0
        id = await self.trackers.look(await self.store.game(self.game.id), afresh=False)
        return self.house.channel.messages[id]

    async def after(self, seat: str, *lines: str) -> Message:
        """The message after orders of a seat."""
        await self.house.skip(seconds=30)
        await self.house.tell(self.game, seat, *lines)
        return await self.look()


async def made(house: House, rulebook: str, **options: str) -> Game:
    """A game of Red's and Blue's that has begun."""
    desk = house.service.desk
    wanted = NewGame(rulebook, "Twilight", options)
    game = await desk.lobby.create(wanted, guild=house.discord.guild.id, user=house.gm.id, channel=house.channel.id)
    for player in (house.red, house.blue):
        await desk.lobby.join(game.id, player.id, player.name)
    await desk.lobby.start(game.id, house.gm.id)
    return await desk.store.game(game.id)


async def test_a_battle_shows_its_phase_both_fleets_and_the_board(drawing_house: House) -> None:
    house, game = drawing_house, await drawing_house.skirmish()
    watched = Watched(house, game)
    first = await watched.look()
    assert first.pinned_at is not None and "### Turn 1: Orders" in first.words
    known = await house.service.desk.views.known(game.id, None)
    for ship in known.ships.values():
        assert f"**{ship.name}**" in first.words
    assert [file.filename for file in first.attachments] == ["board.png"]
    side = known.seats[Seat("red")].value
    assert (await watched.after("red", f"plots {side}1: accelerate 1")).id == first.id and not watched.edits
    again = await watched.after("red", "lock orders")
    assert again.id == first.id and watched.edits and "red has locked its orders" in again.words
    assert [file.filename for file in again.attachments] == ["board.png"]
    over = await watched.after("red", "concede the game")
    assert over.id == first.id and over.pinned_at is None and "blue wins" in over.words


async def test_a_war_shows_who_decides_who_stands_where_and_the_fight_that_is_on(house: House) -> None:
    game = await made(house, "freedom", scenario="skirmish", pace="none")
    watched = Watched(house, game)
    first = await watched.look()
    assert first.pinned_at is not None and "Turn 1 of 3" in first.words and "**Angoff urban**" in first.words
    seats = (await house.service.desk.views.known(game.id, None)).seats
    rebel, empire = sorted(seats, key=lambda seat: seats[seat].value, reverse=True)
    await watched.after(empire, "as usual")
    now = await watched.after(rebel, "done", "declare")
    assert now.id == first.id and "to decide: who leads in Angoff urban" in now.words
    sealed = await watched.after(rebel, "leader Boccanegra")
    assert f"({empire}) to decide: who leads" in sealed.words
    assert (await watched.after(rebel, "leader Frun Sentel")).words == sealed.words and not watched.edits


async def test_a_campaign_shows_its_season_and_who_has_sealed_orders(house: House) -> None:
    game = await made(house, "eaw", races="Klingon/Federation")
    watched = Watched(house, game)
    first = await watched.look()
    assert first.pinned_at is not None and "Spring 165: secret orders" in first.words and not first.attachments
    jump = await house.service.desk.views.likeliest(game.id, Seat("red"), ["eaw jump"])
    assert jump is not None
    assert "sealed" not in (await watched.after("red", to_text(jump))).words and not watched.edits
    sealed = await watched.after("red", "seal")
    assert sealed.id == first.id and "0 victory points, orders sealed" in sealed.words


async def test_a_combat_shows_its_plan_as_soon_as_somebody_stands_on_it(drawing_house: House) -> None:
    house, game = drawing_house, await made(drawing_house, "d6")
    watched = Watched(house, game)
    await house.tell(game, "red", "play Smuggler as Rex")
    await house.tell(game, "blue", "play Bounty hunter as Nia")
    await house.tell(game, "gm", "bring Wookiee as Shadow sight hidden", "combat")
    first = await watched.look()
    assert first.pinned_at is not None and not first.attachments
    await watched.after("gm", "place Shadow at 3 3")
    assert not watched.edits and not first.attachments
    await watched.after("gm", "place Rex at 0 0", "place Nia at 4 4")
    assert watched.edits and [file.filename for file in first.attachments] == ["scene.png"]
    await house.delivered()
    await watched.after("gm", "place Shadow at 5 5")
    assert not watched.edits


async def test_a_name_that_is_forgotten_is_looked_for_at_once(house: House) -> None:
    game = await made(house, "d6")
    watched, changed = Watched(house, game), house.service.desk.transactions.changed
    await house.tell(game, "red", "play Smuggler as Rex")
    await house.tell(game, "blue", "play Bounty hunter as Nia")
    await house.tell(game, "gm", "combat")
    assert "**Rex**" in (await watched.look()).words
    while changed:
        changed.take()
    await house.service.desk.record.forget(house.red.id)
    assert game.id in changed and "Rex" not in (await watched.look()).words


@pytest.mark.parametrize("rulebook", ["d6", "eaw", "freedom", "sunrise"])
async def test_a_game_that_has_not_begun_has_none_nor_has_one_that_never_did(house: House, rulebook: str) -> None:
    desk = house.service.desk
    wanted = NewGame(rulebook, "Twilight", {})
    game = await desk.lobby.create(wanted, guild=house.discord.guild.id, user=house.gm.id, channel=house.channel.id)
    trackers = Trackers(house.service, InPlace(house.bot, desk.store))
    assert await trackers.look(game, afresh=False) == 0
    await desk.moderation.end(game.id, user=house.gm.id)
    assert await trackers.look(await desk.store.game(game.id), afresh=False) == 0

"""Long things: whatever is longer than Discord takes in one message arrives whole, in several or as a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from discord import ui

from bot.game.rulebooks import Rulebooks
from bot.render.layouts import Layout
from bot.render.sending import WHOLE, Saying, post
from bot.ui.views import OurLayout
from engine.clock import Instant
from engine.game import EVERYONE, Seat, Table
from engine.orders import Order
from engine.report import Report, Section, Suggestion, View
from engine.text.message import T_, term
from sandbox.client.player import Answer
from sandbox.model.guilds import Message
from storage.records import Game
from tests.bot.ledger import Ledger, Purses, Shouted
from tests.discord.house import House, buttons, housed

VOLLEY = term("The Executor fires ten heavy turbolasers at the Home One. " * 8)


class Aim(Order):
    """Aim a volley, and see what all of them would do."""

    path: ClassVar[str] = "ledger aim"
    line: ClassVar[str] = "aim"
    shows: ClassVar[str] = "turn"


class Broadside(Ledger):
    """A ledger whose panel foresees as many volleys as the house is told."""

    views: tuple[View, ...] = (View("purse", "What you own"), View("turn", "What you may do now"))
    orders: tuple[type[Order], ...] = (*Ledger.orders, Aim)
    by_use = orders
    volleys = 23

    def obey(self, seat: Seat, order: Order, table: Table[Purses]) -> None:
        if isinstance(order, Aim):
            table.say(Shouted(seat, "aimed"), EVERYONE)
        else:
            super().obey(seat, order, table)

    def show(self, known: Purses, seat: Seat | None, view: str, about: str, now: Instant) -> Report:
        foreseen = tuple(Section(term(f"Volley {number}"), (VOLLEY,)) for number in range(1, self.volleys + 1))
        return Report(
            T_("The turn"),
            T_("You may fire."),
            foreseen,
            (Suggestion(T_("Fire"), "aim"), Suggestion(T_("Fire!"), "aim")),
        )


@pytest.fixture
def book() -> Broadside:
    return Broadside()


@pytest.fixture
async def house(tmp_path: Path, book: Broadside) -> AsyncIterator[House]:
    books = Rulebooks()
    books.add(book)
    async with housed(tmp_path, books=books) as made:
        yield made


async def game_of(house: House, players: int) -> Game:
    """A game that waits to be started, with Red and so many others."""
    await house.slash(house.gm, "game create", rulebook="ledger", name="Broadsides")
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1]
    await house.slash(house.red, "game join")
    for number in range(1, players):
        member = house.discord.member(f"The player of seat {number}")
        await house.service.desk.lobby.join(game.id, member.id, f"seat-number-{number}")
    await house.delivered()
    return game


async def answers(house: House, first: Answer, word: str, count: int) -> list[Message]:
    """The messages that Red was answered with: as many as it takes until a word was read so often, and no oftener."""

    def shown() -> list[Message]:
        assert first.message is not None
        seen = house.red.sees("campaign")
        return [message for message in seen[seen.index(first.message) :] if message.ephemeral]

    await house.discord.until(lambda: sum(message.words.count(word) for message in shown()) >= count)
    assert sum(message.words.count(word) for message in shown()) == count
    return shown()


def pinged(house: House) -> list[int]:
    return [user.id for message in house.gm.sees("campaign") for user in message.mentions]


async def test_an_announcement_with_forty_pings_is_said_whole_and_pings_all(house: House) -> None:
    await game_of(house, 40)
    before = len(pinged(house))
    answer = await house.slash(house.gm, "gm announce", text="We move. " * 190, ping=True)
    assert "will be posted" in answer.words
    await house.delivered()
    assert house.said("campaign").count("We move.") == 190
    assert len(set(pinged(house)[before:])) == len(pinged(house)[before:]) == 40


async def test_the_opening_of_forty_seats_names_and_pings_all(house: House) -> None:
    await game_of(house, 40)
    before = len(pinged(house))
    await house.slash(house.gm, "game start")
    await house.delivered()
    said = house.said("campaign")
    assert all(f"seat-number-{number} (" in said for number in range(1, 40)) and "Commitment of the dice" in said
    assert len(set(pinged(house)[before:])) == 40


async def test_a_preview_of_23_volleys_and_its_panel_are_shown_whole(house: House) -> None:
    await game_of(house, 1)
    await house.slash(house.gm, "game start")
    preview = await house.slash(house.red, "ledger aim")
    shown = await answers(house, preview, "Volley ", 23)
    assert len(shown) > 1 and "Order sheet" in buttons(shown[-1]) and not any(map(buttons, shown[:-1]))
    turn = await house.slash(house.red, "show turn")
    await answers(house, turn, "Volley ", 23)
    panel = await house.slash(house.red, "me")  # one message, in which what is left out is told to be
    (shown,) = (await answers(house, panel, "Volley ", 23),)
    assert len(shown) == 1 and "… and 1 more" in panel.words
    refreshed = await house.red.click(panel, "Refresh")
    assert refreshed.updated


async def test_what_is_longer_than_a_few_messages_is_a_file(house: House, book: Broadside) -> None:
    await game_of(house, 1)
    await house.slash(house.gm, "game start")
    book.volleys = 120
    aimed = await house.slash(house.red, "ledger aim")
    (file,) = aimed.attachments
    assert file.filename == WHOLE and "Order sheet" in buttons(aimed)
    turn = await house.slash(house.red, "show turn")
    (shown,) = await answers(house, turn, WHOLE, 1)
    assert [one.filename for one in shown.attachments] == [WHOLE]


async def test_game_info_of_forty_seats_names_all(house: House) -> None:
    await game_of(house, 40)
    await house.slash(house.gm, "game start")
    info = await house.slash(house.red, "game info")
    shown = await answers(house, info, "a payment, until", 40)
    said = "".join(message.words for message in shown)
    assert all(f"seat-number-{number}: <@" in said for number in range(1, 40))


@pytest.mark.slow
async def test_the_daily_announcement_of_forty_awaited_names_all_and_pings_nobody(house: House) -> None:
    await game_of(house, 40)
    await house.slash(house.gm, "game start")
    await house.slash(house.gm, "settings daily", zone="UTC", hour=12)
    await house.delivered()
    before = len(pinged(house))
    await house.skip(days=1)
    await house.delivered()
    assert house.said("campaign").count("Awaited: ") == 40 and pinged(house)[before:] == []
    notes = [text.text for target, text in await house.outbox() if "let the deadline" in text.text]
    assert sum(note.count("let the deadline") for note in notes) == 40 and len(notes) < 5  # told together
    await house.skip(days=1)
    await house.delivered()
    assert "- Awaited" not in house.said("campaign")


async def test_a_layout_of_any_length_is_one_post(house: House) -> None:
    place = house.bot.get_partial_messageable(house.channel.id)
    ships: list[ui.Item[Any]] = [ui.TextDisplay(f"Ship {number}. {VOLLEY}") for number in range(60)]
    await post(place, Saying(view=Layout(ships, OurLayout)), nonce="layout")
    (shown,) = house.red.sees("campaign")
    assert "Ship 0." in shown.words and [file.filename for file in shown.attachments] == [WHOLE]

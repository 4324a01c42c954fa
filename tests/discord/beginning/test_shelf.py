"""The shelf: what is built in one game is built again in another, by its owner alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.rulebooks import Rulebooks
from engine.game import Seat
from tests.bot.ledger import Ledger, Purses
from tests.discord.house import House, housed


class Builder(Ledger):
    """A ledger whose players keep what they would have paid."""

    def kept(self, known: Purses, seat: Seat) -> tuple[str, ...]:
        return ("pay 1 to blue", "pay 999 to blue") if known.coins.get(seat, 0) else ()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    books = Rulebooks()
    books.add(Builder())
    async with housed(tmp_path, books=books) as made:
        yield made


async def seated(house: House, name: str) -> None:
    """A game in which red and blue sit and red has coins."""
    await house.slash(house.red, "game create", rulebook="ledger", name=name)
    await house.slash(house.red, "game join", seat="red", game=name)
    await house.slash(house.blue, "game join", seat="blue", game=name)
    await house.slash(house.red, "game start", game=name)
    await house.slash(house.gm, "ledger mint", coins=5, payee="red", game=name)


async def test_what_is_kept_is_built_again(house: House) -> None:
    await seated(house, "First")
    empty = await house.slash(house.red, "shelf list")
    assert empty.words.startswith("Your shelf is empty")
    saved = await house.slash(house.red, "shelf save", name="My Line", game="First")
    assert saved.ephemeral and saved.words.startswith("My Line is on your shelf:")
    again = await house.slash(house.red, "shelf save", name="my line", game="First")
    assert "in place of what had that name" in again.words
    assert "**My Line** (ledger)" in (await house.slash(house.red, "shelf list")).words
    await seated(house, "Second")
    used = await house.slash(house.red, "shelf use", name="MY LINE", game="Second")
    assert used.words.startswith("My Line: 1 of 2 orders obeyed.\npay 999 to blue: ")
    assert (await house.slash(house.red, "shelf drop", name="My Line", game="Second")).words.startswith("My Line is no")
    gone = await house.slash(house.red, "shelf use", name="My Line", game="Second")
    assert "You keep nothing called My Line for this. You keep: nothing yet." in gone.words


async def test_a_shelf_is_its_owners_alone(house: House) -> None:
    await seated(house, "First")
    await house.slash(house.red, "shelf save", name="Secret", game="First")
    assert "Secret" not in (await house.slash(house.blue, "shelf list")).words
    refused = await house.slash(house.blue, "shelf use", name="Secret", game="First")
    assert "You keep nothing called Secret" in refused.words
    assert "no seat" in (await house.slash(house.bystander, "shelf save", name="X", game="First")).words
    await house.service.desk.store.forget(house.red.id)
    assert not await house.service.desk.shelf.kept(house.red.id)


async def test_a_shelf_holds_so_much_and_no_more(house: House) -> None:
    await seated(house, "First")
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1].id
    for number in range(50):
        await house.service.desk.shelf.keep(game, Seat("red"), house.red.id, f"Number {number}")
    full = await house.slash(house.red, "shelf save", name="One more", game="First")
    assert "as many as there may be" in full.words
    assert "on your shelf" in (await house.slash(house.red, "shelf save", name="Number 3", game="First")).words

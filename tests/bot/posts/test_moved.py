"""A game that came from another database goes on as it was: seats have what they kept, and nothing old calls them."""

from __future__ import annotations

from pathlib import Path

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.rulebooks import Rulebooks
from bot.game.ticker import Ticker
from engine.game import MODERATOR, Seat
from engine.record import Codec
from storage.files.transfer import export_game, import_game
from storage.store import Store
from tests.bot import ledger
from tests.bot.ledger import Ledger, Mint, Pay
from tests.bot.opened import ALICE, GM, opened, posted


class Paid(ledger.Paid, frozen=True):
    """A payment that is felt as an attack."""

    def attacks(self) -> bool:
        return True


class Grudges(Ledger):
    """A ledger in which whoever is paid is called."""

    facts = tuple(Paid if kind is ledger.Paid else kind for kind in Ledger.facts)


async def pays(desk: Desk, game: int) -> None:
    """Red gives Blue a coin."""
    await desk.orders.submit(game, MODERATOR, Mint(coins=2, payee="red"), user=GM)
    assert (await desk.orders.submit(game, Seat("red"), Pay(coins=1, payee="blue"), user=ALICE)).refusal is None


async def called(desk: Desk, clock: Clock) -> int:
    """Times that somebody is called because they were attacked."""
    await Ticker(desk, clock).remind()
    return sum("you were attacked" in letter.text for _, letter in await posted(desk.store))


async def test_an_attack_from_before_a_game_was_moved_calls_nobody(store: Store, clock: Clock, tmp_path: Path) -> None:
    books, file, there = Rulebooks(), tmp_path / "game.jsonl", tmp_path / "there.db"
    books.add(Grudges(), {"a.toml": "x = 1"})
    here = Desk(store, books, clock)
    game = await opened(here)
    await pays(here, game)
    export_game(store.database.path, game, file)
    moved = import_game(there, file, 9, lambda _: Codec(Grudges()))
    other = await Store.open(there)
    try:
        desk = Desk(other, books, clock)
        assert await called(desk, clock) == 0
        await pays(desk, moved.id)
        assert await called(desk, clock) == 1
    finally:
        await other.close()


async def test_standing_orders_and_colours_are_moved_with_a_game(store: Store, clock: Clock, tmp_path: Path) -> None:
    books, file, there = Rulebooks(), tmp_path / "game.jsonl", tmp_path / "there.db"
    books.add(Ledger(), {"a.toml": "x = 1"})
    here = Desk(store, books, clock)
    game = await opened(here)
    assert (await here.orders.stand(game, Seat("red"), "shout hello", user=ALICE)).refusal is None
    assert (await here.lobby.wear(game, ALICE, "violet")).refusal is None
    export_game(store.database.path, game, file)
    moved = import_game(there, file, 9, lambda _: Codec(Ledger()))
    other = await Store.open(there)
    try:
        before, after = await store.load(game), await other.load(moved.id)
        assert after.standing == before.standing == {"red": "shout hello"}
        assert after.colours == before.colours and after.colours["red"] == "violet"
        assert await Desk(other, books, clock).record.faults(moved.id, clock.now()) == []
    finally:
        await other.close()

"""The desk over time: restarts, full disks, tampering, changed rules, old data packs, slow rulings."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.record import Wanted
from bot.game.rulebooks import MissingRulebook, Rulebooks
from bot.render.posted import MOST_WORDS
from engine.game import MODERATOR, Seat, Table
from engine.orders import Order
from storage.errors import DiskFull, Unverified
from storage.store import Store
from tests.bot.ledger import Ledger, Mint, Pay, Purses, Shout
from tests.bot.opened import ALICE, BOB, GM, opened, posted

RED, BLUE = Seat("red"), Seat("blue")


async def test_a_restart_remembers_what_was_answered(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    first = await desk.orders.submit(game, RED, Pay(coins=5, payee="blue"), user=ALICE, interaction="i1")
    restarted = Desk(store, desk.rulebooks, clock)
    again = await restarted.orders.submit(game, RED, Pay(coins=5, payee="blue"), user=ALICE, interaction="i1")
    assert again.repeated and again.text == first.text
    assert (await restarted.views.known(game, RED)).coins == {"red": 0, "blue": 5}


async def test_a_full_disk_changes_nothing_and_the_next_order_counts(desk: Desk, store: Store) -> None:
    game = await opened(desk)
    before = await desk.views.known(game, RED)

    def limit(pages: int) -> None:
        store.database._writer._conn.execute(f"PRAGMA max_page_count = {pages}")

    store.database._writer._conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    limit(1)
    with pytest.raises(DiskFull):
        await desk.orders.submit(game, RED, Shout(words="x" * 50_000), user=ALICE, interaction="big")
    assert await desk.views.known(game, RED) == before
    limit(100_000)
    reply = await desk.orders.submit(game, RED, Shout(words="x" * 50_000), user=ALICE, interaction="big")
    assert reply.refusal is None and not reply.repeated
    assert await desk.record.verify(game) is None


async def test_the_log_hides_from_a_moderator_who_plays_what_others_ordered(desk: Desk) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, RED, Shout(words="mine"), user=ALICE)
    await desk.orders.submit(game, BLUE, Shout(words="theirs"), user=BOB)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    whole = "\n".join(await desk.record.audit(game))
    assert all(words in whole for words in ("mine", "theirs", "5"))
    hers = await desk.record.audit(game, wanted=Wanted(whole=False, reader=ALICE, kinds=("order",)))
    assert "mine" in hers[0] and "theirs" not in "".join(hers) and "mint" not in "".join(hers) and len(hers) == 3
    nobodys = "".join(await desk.record.audit(game, wanted=Wanted(whole=False)))
    assert not any(words in nobodys for words in ("mine", "theirs", "mint"))


async def test_a_changed_fact_is_found(desk: Desk, store: Store) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    await store.database.write(
        lambda connection: connection.execute(
            "UPDATE fact SET body = CAST(replace(body, '5', '9') AS BLOB) WHERE n = 2"
        )
    )
    with pytest.raises(Unverified, match="Fact 2"):
        await desk.record.verify(game)


class Generous(Ledger):
    """The ledger with a rule changed and the number of its version left as it was."""

    def obey(self, seat: Seat, order: Order, table: Table[Purses]) -> None:
        super().obey(seat, Mint(coins=6, payee="red") if isinstance(order, Mint) else order, table)


async def test_changed_rules_change_no_past_and_are_found(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    rulebooks = Rulebooks()
    rulebooks.add(Generous())
    later = Desk(store, rulebooks, clock)
    assert (await later.views.known(game, RED)).coins["red"] == 5
    difference = await later.record.verify(game)
    assert difference is not None
    assert (await store.commands(game))[difference.command - 1].kind == "order"


def made(files: Mapping[str, str], version: int = 1) -> Ledger:
    """The rulebook in a version, with a data pack."""
    return Ledger(version, files["a.toml"])


def shelf(digest: str, version: int = 1) -> Rulebooks:
    """The rulebooks of an Umpire that plays up to that version, with that data pack."""
    books, files = Rulebooks(), {"a.toml": digest}
    books.add(made(files, version), files, made)
    return books


async def test_an_old_game_keeps_its_data_pack_and_its_version(store: Store, clock: Clock) -> None:
    game = await opened(Desk(store, shelf("first"), clock))
    later = Desk(store, shelf("second", version=2), clock)
    assert (await later.orders.submit(game, RED, Shout(words="still here"), user=ALICE)).refusal is None
    rules = later.rulebooks.of(await later.store.game(game))
    assert (rules.digest, rules.version) == ("first", 1)
    rules = later.rulebooks.of(await later.store.game(await opened(later, "More coins")))
    assert (rules.digest, rules.version) == ("second", 2)


async def test_a_game_of_a_newer_version_waits_for_a_newer_umpire(store: Store, clock: Clock) -> None:
    game = await opened(Desk(store, shelf("first", version=2), clock))
    with pytest.raises(MissingRulebook, match="version 2 of ledger .* plays its versions 1 to 1"):
        await Desk(store, shelf("first"), clock).views.known(game, RED)


async def test_long_news_takes_several_posts_in_order(desk: Desk, store: Store) -> None:
    game = await opened(desk)
    words = "\n".join(f"line {number} " + "x" * 80 for number in range(120))
    await desk.orders.submit(game, RED, Shout(words=words), user=ALICE)
    parts = [letter.text for target, letter in await posted(store) if target == f"game:{game}"][-3:]
    assert all(len(part) <= MOST_WORDS for part in parts)
    assert "\n".join(parts) == f"red: {words}"

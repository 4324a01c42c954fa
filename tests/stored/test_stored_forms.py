"""Stored forms of earlier commits are read today, proved today, and played on; none of their bytes are written anew."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.offline.verify import verify
from engine.clock import DAY, Instant
from engine.game import KERNEL_FACTS, MODERATOR, Advises, Ruleset, Seat
from engine.orders import Order
from engine.record import Codec
from engine.text.lines import parse
from storage.database import connect
from storage.records import Game
from storage.store import Store
from tests.rulebooks import delivered
from tests.stored.opened import FORMS, FORMS_OF, ROOT, database, lost, up_to_date

BOOKS = delivered()
GM, USERS = 1, {"red": 11, "blue": 12, "green": 13, "gold": 14}
GAMES = {"games": 69, "later": 38}
"""By stored database how many games stand in it."""

RETIRED: dict[str, set[str]] = {name: {"Answered"} if name == "sunrise" else set() for name in FORMS_OF}
"""Kinds of facts that no game ever said, and that are gone."""


def rules_of(name: str) -> Ruleset[Any]:  # each rulebook has its own type of state
    return BOOKS.current(name)


class Played:
    """The stored database in a copy, under a desk and a clock of its own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.wall = 0
        self.desk = Desk(store, BOOKS, Clock(wall=lambda: self.wall))
        self.games: dict[str, Game] = {}

    async def open(self, name: str) -> int:
        """A game by name, at the instant at which it was left."""
        row = next(one for one in await self.store.games(ended=True) if one.name == name)
        self.wall = max([row.floor + row.clock_offset, *(one.wall for one in await self.store.commands(row.id))])
        return row.id

    def wait(self, seconds: int) -> None:
        self.wall += seconds

    async def give(self, game: int, seat: str, order: Order) -> str:
        """An order; the code of its refusal."""
        user = GM if seat == MODERATOR else USERS[seat]
        reply = await self.desk.orders.submit(game, Seat(seat), order, user=user)
        return "" if reply.refusal is None else f"{reply.refusal.code}: {reply.text}"

    async def order(self, game: int, *lines: str) -> None:
        """Orders as `seat> line` that are obeyed."""
        rules = BOOKS.current((await self.store.game(game)).rulebook)
        for text in lines:
            seat, _, line = text.partition("> ")
            kinds = [kind for kind in rules.orders if kind.moderator == (seat == MODERATOR)]
            assert await self.give(game, seat, parse(line, kinds)) == "", text

    async def advised(self, game: int, most: int) -> int:
        """Orders that the rulebook itself advises to whoever is awaited, all obeyed; how many there were."""
        rules: object = BOOKS.current((await self.store.game(game)).rulebook)
        assert isinstance(rules, Advises)
        for given in range(most):
            for awaited in await self.desk.views.awaits(game):
                known = await self.desk.views.known(game, awaited.seat)
                order = rules.advise(known, awaited.seat, Instant(self.wall))
                if order is not None:
                    assert await self.give(game, awaited.seat, order) == "", order
                    break
            else:
                return given
        return most


@pytest.fixture
def name() -> str:
    """The stored database that a test plays on."""
    return "games"


@pytest.fixture
async def stored(tmp_path: Path, name: str) -> AsyncIterator[Played]:
    path = up_to_date(tmp_path, name)
    store = await Store.open(path)
    yield Played(store)
    await store.close()
    assert lost(path) == {}


@pytest.mark.parametrize("name", GAMES)
async def test_a_database_of_then_is_opened_and_nothing_in_it_is_lost(tmp_path: Path, name: str) -> None:
    path = database(tmp_path, name)
    await (await Store.open(path)).close()
    assert lost(path) == {}


@pytest.mark.parametrize("table", ["command", "fact", "outbox", "snapshot"])
def test_a_row_that_is_written_anew_is_lost(tmp_path: Path, table: str) -> None:
    path = up_to_date(tmp_path)
    column = {"command": "body", "fact": "chain", "outbox": "body", "snapshot": "state"}[table]
    with contextlib.closing(connect(path)) as connection:
        connection.execute(f"UPDATE {table} SET {column} = 'anew' WHERE {column} = (SELECT max({column}) FROM {table})")
    assert list(lost(path)) == [table]


@pytest.mark.parametrize("name", GAMES)
async def test_every_fact_command_and_snapshot_is_read(stored: Played) -> None:
    for row in await stored.store.games(ended=True):
        edition = await stored.desk.games.edition(row)
        for fact in await stored.store.facts(row.id, undone=True):
            assert edition.codec.fact_bytes(edition.codec.fact(fact.body)) == fact.body, row.name
        for command in await stored.store.commands(row.id):
            if command.kind == "order":
                order = edition.codec.order(command.body)
                assert edition.codec.order_text(order) == command.body, row.name
        hearers = ["", *(seat.seat for seat in await stored.store.seats(row.id))]
        snapshots, _ = await stored.store.knowledge(row.id, hearers)
        for snapshot in snapshots.values():
            if snapshot is not None:
                assert isinstance(edition.codec.state(snapshot.state), edition.rules.state)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
async def test_no_game_differs_when_its_rules_run_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(ROOT)
    assert await verify(database(tmp_path, name), None), capsys.readouterr().out
    assert f"{GAMES[name]} games verified, 0 differ" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
async def test_what_seats_know_from_snapshots_is_the_fold_of_all_they_heard(stored: Played) -> None:
    for row in await stored.store.games(ended=True):
        edition = await stored.desk.games.edition(row)
        facts = await stored.store.facts(row.id)
        for seat in await stored.store.seats(row.id):
            state = edition.rules.state()
            for fact in facts:
                if fact.audience == "*" or seat.seat in fact.audience.split(","):
                    state = edition.codec.fact(fact.body).evolve(state)
            assert await stored.desk.views.known(row.id, Seat(seat.seat)) == state, (row.name, seat.seat)


@pytest.mark.parametrize("question", FORMS["sunrise"]["questions"])
async def test_every_kind_of_open_question_is_answered(stored: Played, question: str) -> None:
    game = await stored.open(f"Asked {question}")
    known = await stored.desk.views.known(game, None)
    assert known.choice.kind == question
    assert await stored.advised(game, 1) == 1
    assert (await stored.desk.views.known(game, None)).choice != known.choice
    await stored.advised(game, 12)
    assert await stored.desk.record.verify(game) is None


@pytest.mark.parametrize("question", FORMS["sunrise"]["questions"])
async def test_every_kind_of_open_question_is_answered_by_its_deadline(stored: Played, question: str) -> None:
    game = await stored.open(f"Asked {question}")
    row = await stored.store.game(game)
    before = (await stored.desk.views.known(game, None)).choice
    assert row.due_at is not None
    stored.wall = row.due_at
    await stored.desk.transactions.tick(game)
    assert (await stored.desk.views.known(game, None)).choice != before
    assert await stored.desk.record.verify(game) is None


async def test_sealed_orders_are_unlocked_locked_and_shown(stored: Played) -> None:
    game = await stored.open("Sealed plots")
    await stored.order(game, "red> unlock orders", "red> lock orders", "blue> lock orders")
    assert await stored.advised(game, 30) == 30
    game = await stored.open("Unlocked plots")
    await stored.order(game, "red> lock orders", "blue> lock orders")
    game = await stored.open("Sealed fleet")
    await stored.order(game, "red> unlock fleet", "red> lock fleet", "blue> lock fleet")
    for name in ("Sealed plots", "Unlocked plots", "Sealed fleet"):
        assert await stored.desk.record.verify(await stored.open(name)) is None


async def test_a_draft_is_posted_and_a_posted_turn_becomes_final(stored: Played) -> None:
    game = await stored.open("Unposted")
    await stored.order(game, "red> submit The guns speak.", "red> final")
    assert "sing a song" in await stored.store.draft(game, "blue")
    posted = await stored.open("Posted")
    before = (await stored.store.game(posted)).facts
    await stored.order(posted, "blue> edit So do ours, once more.")
    stored.wait(2 * DAY)
    await stored.desk.transactions.tick(posted)
    later = [json.loads(fact.body)["fact"] for fact in await stored.store.facts(posted, after=before)]
    assert later.count("TurnFinal") == 2
    for one in (game, posted):
        assert await stored.desk.record.verify(one) is None


async def test_a_paused_and_rewound_game_goes_on(stored: Played) -> None:
    game = await stored.open("Final")
    stored.wait(DAY)
    reply = await stored.desk.moderation.resume(game, user=GM)
    assert reply.refusal is None
    await stored.order(game, "red> submit Again, and louder.", "red> final")
    assert await stored.desk.record.verify(game) is None


@pytest.mark.parametrize("called", ["By hand", "Built", "Umpire's", "Random 0 of Sunrise", "Random 2 of Sunrise"])
async def test_games_of_false_sunrise_are_played_on_as_umpire_would(stored: Played, called: str) -> None:
    game = await stored.open(called)
    await stored.advised(game, 40)
    assert await stored.desk.record.verify(game) is None


@pytest.mark.parametrize(
    ("name", "game"),
    [
        *(("games", game) for game in ("golden_boarding", "golden_tow", "scans", "Random 0", "Random 3")),
        *(("later", f"{game} of eaw") for game in ("bases", "same_way")),
        *(("later", f"{game} of freedom") for game in ("golden_varu", "Random 1")),
        *(("later", f"{game} of d6") for game in ("golden_duel", "Random 1")),
    ],
)
async def test_games_are_played_on(stored: Played, game: str) -> None:
    """Every eighth of what seats may do is tried, day after day."""
    number = await stored.open(game)
    await played_on(stored, number)
    assert await stored.desk.record.verify(number) is None


async def played_on(stored: Played, game: int) -> None:
    rules = rules_of((await stored.store.game(game)).rulebook)
    obeyed = 0
    for _ in range(6):
        for seat in [Seat(one.seat) for one in await stored.store.seats(game)]:
            known = await stored.desk.views.known(game, seat)
            orders = [
                order for order, _ in zip(rules.legal(known, seat, Instant(stored.wall)), range(40), strict=False)
            ]
            for order in orders[::8]:
                obeyed += await stored.give(game, seat, order) == ""
        stored.wait(DAY)
        await stored.desk.transactions.tick(game)
    assert obeyed


@pytest.mark.parametrize("rulebook", FORMS_OF)
def test_every_kind_of_fact_is_still_read_with_all_its_fields(rulebook: str) -> None:
    rules, codec = rules_of(rulebook), Codec(rules_of(rulebook))
    known = {kind.__struct_config__.tag: kind for kind in rules.facts}
    assert sorted(FORMS_OF[rulebook]["facts"].keys() - known.keys() - RETIRED[rulebook]) == []
    for tag, fields in FORMS_OF[rulebook]["facts"].items():
        if tag in RETIRED[rulebook]:
            continue
        today = msgspec.structs.fields(known[tag])
        assert [field for field in fields if field not in {one.encode_name for one in today}] == [], tag
        assert [one.name for one in today if one.required and one.encode_name not in fields] == [], tag
    for tag, body in FORMS_OF[rulebook]["examples"].items():
        if tag not in RETIRED[rulebook]:
            read = codec.fact(body.encode())
            before, after = json.loads(body), json.loads(codec.fact_bytes(read))
            assert after | before == after, tag
            read.evolve(rules.state())


def test_the_facts_of_the_kernel_are_still_read() -> None:
    known = {kind.__struct_config__.tag: list(kind.__struct_fields__) for kind in KERNEL_FACTS}
    assert known == known | FORMS["kernel facts"]


@pytest.mark.parametrize("rulebook", FORMS_OF)
def test_every_order_is_still_known_by_its_path_and_fields(rulebook: str) -> None:
    known = {kind.path: kind for kind in rules_of(rulebook).orders}
    assert sorted(FORMS_OF[rulebook]["orders"].keys() - known.keys()) == []
    for path, then in FORMS_OF[rulebook]["orders"].items():
        today = known[path].model_fields
        assert then["moderator"] == known[path].moderator
        assert [field for field in then["fields"] if field not in today] == [], path
        fresh = [field for field, info in today.items() if field not in then["fields"] and info.is_required()]
        assert fresh == [], path
        for field, was in then["fields"].items():
            if not was["required"]:  # what had to be said may be left out one day; what could be left out still can
                assert (today[field].is_required(), today[field].default) == (False, was["default"]), (path, field)


@pytest.mark.parametrize("rulebook", FORMS_OF)
def test_every_line_of_an_order_is_still_read_as_that_order(rulebook: str) -> None:
    rules, codec = rules_of(rulebook), Codec(rules_of(rulebook))
    assert FORMS_OF[rulebook]["lines"].keys() == FORMS_OF[rulebook]["orders"].keys()
    for path, lines in FORMS_OF[rulebook]["lines"].items():
        for line, body in lines:
            order = codec.order(body)
            assert order.path == path
            assert parse(line, rules.orders) == order, line


def test_every_task_and_question_is_still_read() -> None:
    """Examples of each stand in stored facts: what was asked, and what was still to happen."""
    codec = Codec(rules_of("sunrise"))
    kinds = [f"Waits {tag}" for tag in FORMS["sunrise"]["tasks"]]
    kinds += [f"Waits for {tag}" for tag in FORMS["sunrise"]["questions"]]
    for kind in kinds:
        body = FORMS["sunrise"]["examples"][kind]
        assert json.loads(codec.fact_bytes(codec.fact(body.encode()))) == json.loads(body), kind

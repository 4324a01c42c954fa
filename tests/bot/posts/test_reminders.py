"""Reminders: whoever owes something is told before its deadline, once, never late, and others learn nothing by it."""

from __future__ import annotations

import random

import pytest
from pydantic import ValidationError

from bot.clock import Clock
from bot.game.desk.reminders import PRESENT
from bot.game.rulebooks import Rulebooks
from bot.posts.escalation import overdue
from bot.posts.news import Letter
from bot.posts.postman import Postman
from engine.clock import DAY, HOUR, MINUTE, Instant
from engine.game import MODERATOR, Awaited, Seat
from storage.guilds import Settings
from storage.people import Person
from storage.records import Waiting
from storage.store import Store
from tests.bot.night import BLUE, PLAYERS, RED, Night, reminders
from tests.bot.opened import ALICE, BOB, GM, GUILD, START, posted
from tests.toy import Toy
from tests.toy.rounds import Lock, Postpone, Sail
from tests.toy.state import State

STEP = 10 * MINUTE


@pytest.fixture
def night(store: Store, clock: Clock) -> Night:
    return Night(store, clock)


async def test_whoever_owes_is_asked_and_reminded_12_and_2_hours_before_the_deadline(
    night: Night, clock: Clock
) -> None:
    await night.opened()
    for _ in range(48 * 6 - 1):
        await night.look()
        clock.skip(STEP)
    first = START + PRESENT
    assert [at - first for at, _, _ in await night.told(RED)] == [0, 36 * HOUR, 46 * HOUR]
    letter = [letter for _, letter in await reminders(night.store)][-1]
    deadline = START + 48 * HOUR
    assert letter.text == (
        f"<@{BOB}> **Night**: the table waits for your orders, until <t:{deadline}:F> (<t:{deadline}:R>). "
        "`/table panel` shows what you can do."
    )
    assert letter.mentions == (BOB,)


class Truth:
    """Debts of each seat at each step, written down beside the bot: when its reminders fell due, and which were told.

    Several that fall due at one step are one reminder.
    """

    def __init__(self, night: Night) -> None:
        self.night = night
        self.since: dict[tuple[int, Seat, Instant | None], int] = {}
        self.past: set[tuple[int, Seat, Instant | None, int]] = set()
        self.wanted: list[tuple[int, Seat, int]] = []

    async def step(self, game: int) -> None:
        """Hold what is awaited now against what was."""
        row, now = await self.night.store.game(game), self.night.clock.now()
        state = await self.night.desk.views.known(game, None)
        if row.status != "running":
            return
        log = await self.night.store.commands(game)
        for one in self.night.books.current("toy").awaits(state):
            assert one.until is not None
            matter = (game, one.seat, one.until)
            since = self.since.setdefault(matter, now)
            there = max(command.wall for command in log if command.user == PLAYERS[one.seat]) + PRESENT
            ahead = {by: one.until + row.clock_offset - by for by in one.ahead}
            due = {
                seconds for seconds, at in ahead.items() if since < at <= now and (*matter, seconds) not in self.past
            }
            if (*matter, 0) not in self.past and (due or there <= now):
                due.add(0)
            if due:
                self.wanted.append((game, one.seat, now))
            self.past |= {(*matter, by) for by in due}


@pytest.mark.parametrize(("days", "least"), [(10, 15), pytest.param(30, 40, marks=pytest.mark.slow)])
async def test_simulated_weeks_miss_none_repeat_none_and_tell_nothing_stale(
    night: Night, clock: Clock, days: int, least: int
) -> None:
    """Random orders, postponements, pauses and days without the bot, in steps of ten minutes."""
    chance, truth = random.Random(6), Truth(night)
    game = await night.opened()
    away = paused = 0
    for _ in range(days * 24 * 6):
        clock.skip(STEP)
        away, paused = max(0, away - 1), max(0, paused - 1)
        if away:
            continue
        night.start()
        await night.ticker.sweep()
        status = (await night.store.game(game)).status
        seat = chance.choice((RED, BLUE))
        known = await night.desk.views.known(game, seat)
        if known.over:
            game = await night.opened(name=f"Night {clock.now()}")
        elif status == "paused" and not paused:
            await night.desk.moderation.resume(game, user=GM)
        elif status == "running" and chance.random() < 0.01 and seat not in known.locks():
            await night.order(game, seat, Lock())
        elif status == "running" and chance.random() < 0.003:
            await night.order(game, MODERATOR, Postpone(minutes=600))
        elif status == "running" and chance.random() < 0.002:
            await night.desk.moderation.pause(game, user=GM)
            paused = chance.randint(1, 200)
        elif chance.random() < 0.002:
            away = chance.randint(1, 300)
        await night.look()
        await truth.step(game)
    made = [(row.game, Seat(letter.seat), row.made_at) for row, letter in await reminders(night.store)]
    assert sorted(map(str, made)) == sorted(map(str, truth.wanted))
    assert len(made) > least
    assert sorted({len(truth.wanted), len(set(truth.wanted))}) == [len(made)]


async def test_who_is_there_is_not_asked_again_at_once(night: Night, clock: Clock) -> None:
    game = await night.opened()
    await night.order(game, RED, Sail(boat="Heron", place=6))
    await night.look()
    assert len(await night.told(BLUE)) == 1 and await night.told(RED) == []
    clock.skip(PRESENT)
    await night.look()
    assert len(await night.told(BLUE)) == len(await night.told(RED)) == 1


async def test_what_is_due_so_soon_that_its_reminders_are_past_is_asked_for_once(night: Night, clock: Clock) -> None:
    game = await night.opened(hours=1)
    await night.order(game, RED, Sail(boat="Heron", place=6))
    await night.look()
    assert await night.told(RED) == []  # red is there; that 12 and 2 hours before are past is nothing to be told
    clock.skip(PRESENT)
    await night.look()
    assert len(await night.told(RED)) == 1


async def test_a_restart_repeats_nothing_and_a_kill_before_the_write_loses_nothing(night: Night, clock: Clock) -> None:
    await night.opened()
    await night.look()
    night.start()
    await night.look()
    assert len(await night.told(RED)) == 1
    clock.skip(36 * HOUR)
    night.start()  # whatever was not written by then is worked out anew
    await night.look()
    await night.look()
    assert len(await night.told(RED)) == 2


async def test_an_order_of_somebody_else_repeats_nothing(night: Night, clock: Clock) -> None:
    game = await night.opened()
    await night.look()
    for place in (3, 2):
        clock.skip(MINUTE)
        await night.order(game, BLUE, Sail(boat="Heron", place=place))
        await night.look()
    assert len(await night.told(RED)) == 1


async def test_what_was_missed_is_one_reminder_and_what_is_over_none(night: Night, clock: Clock) -> None:
    game = await night.opened()
    await night.look()
    clock.skip(47 * HOUR)  # past both instants
    await night.look()
    assert len(await night.told(RED)) == 2
    await night.order(game, RED, Lock())
    clock.skip(30 * MINUTE)
    await night.look()
    assert len(await night.told(RED)) == 2


class Shelf:
    """A place that keeps what is delivered."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str]] = []

    async def carry(self, row: Waiting, letter: Letter, refused: str = "") -> int:
        self.texts.append((row.target, letter.text))
        return 5000 + len(self.texts)

    async def made(self, row: Waiting, letter: Letter, after: int | None) -> list[int]:
        return []


async def delivered(night: Night) -> list[str]:
    """Targets of the reminders that the postman brings now."""
    shelf = Shelf()
    desk = night.desk
    postman = Postman(night.store, shelf, night.clock, desk.transactions.posted, holds=desk.reminders.holds)
    await postman.deliver_all()
    return [target for target, text in shelf.texts if "the table waits" in text]


async def test_a_reminder_that_waited_in_the_outbox_is_dropped_when_it_holds_no_more(
    night: Night, clock: Clock
) -> None:
    game = await night.opened()
    await night.look()
    await night.order(game, RED, Lock())
    assert await delivered(night) == [f"seat:{game}:blue"]
    await night.desk.moderation.pause(game, user=GM)
    await night.desk.moderation.resume(game, user=GM)
    clock.skip(36 * HOUR)
    await night.look()
    assert len(await night.told(BLUE)) == 2
    await night.desk.moderation.pause(game, user=GM)
    assert await delivered(night) == []
    clock.skip(DAY)
    await night.desk.moderation.resume(game, user=GM)
    await night.look()
    assert await delivered(night) == [f"seat:{game}:blue"]  # it is owed still, and was not told
    await night.desk.moderation.pause(game, user=GM)
    clock.skip(DAY)
    await night.desk.moderation.resume(game, user=GM)
    await night.look()
    assert await delivered(night) == []  # a pause asks for nothing anew
    clock.skip(10 * HOUR)
    await night.look()
    assert await delivered(night) == [f"seat:{game}:blue"]


@pytest.mark.parametrize(
    ("hour", "first", "last"),
    [(6, 46 * HOUR, 8 * HOUR + 20 * MINUTE), (8, 48 * HOUR, 10 * HOUR + 20 * MINUTE)],
)
async def test_quiet_hours_are_kept_and_nothing_is_missed_for_them(
    night: Night, clock: Clock, hour: int, first: int, last: int
) -> None:
    """Due in Berlin at 06:00, or at the minute in which hours end that are quiet from 22 to 8: the reminder of two
    hours before comes before 22:00 already, and that of twelve hours before when it should.
    """
    quiet = Person(quiet_from=22, quiet_to=8, time_zone="Europe/Berlin")
    await night.store.set_person(ALICE, quiet)
    clock.skip(DAY + (hour - 1) * HOUR - START % DAY)
    await night.opened()
    due = clock.now() - PRESENT + 48 * HOUR
    for _ in range(48 * 6 - 1):
        await night.look()
        clock.skip(STEP)
    red, blue = [at for at, _, _ in await night.told(RED)], [at for at, _, _ in await night.told(BLUE)]
    assert [due - at for at in blue] == [48 * HOUR - PRESENT, 12 * HOUR - PRESENT, 2 * HOUR - PRESENT]
    assert [due - at for at in red] == [first - PRESENT, 12 * HOUR - PRESENT, last - PRESENT]
    assert all(quiet.quiet(at, Settings().zone()) is None for at in red)


async def test_reminders_go_where_their_person_wants_them(night: Night, clock: Clock) -> None:
    await night.store.set_person(ALICE, Person(place="direct"))
    await night.store.set_person(BOB, Person(place="channel"))
    game = await night.opened()
    await night.look()
    assert [target for _, target, _ in await night.told(RED)] == [f"holder:{game}:red"]
    assert [target for _, target, _ in await night.told(BLUE)] == [f"game:{game}"]  # everybody knows who is awaited
    await night.store.set_person(BOB, Person(place="off"))
    assert await delivered(night) == [f"holder:{game}:red"]
    clock.skip(37 * HOUR)
    await night.look()
    assert len(await night.told(BLUE)) == 1


class Whisper(Toy):
    """Night Boats in which only a seat itself knows that it is awaited."""

    def awaits(self, state: State) -> tuple[Awaited, ...]:
        """Debts of a seat that knows its own boats."""
        return tuple(one for one in super().awaits(state) if state.fleet(one.seat))


async def test_what_others_may_not_know_goes_to_no_channel(night: Night, clock: Clock) -> None:
    night.books = Rulebooks()
    night.books.add(Whisper())
    night.start()
    await night.store.set_person(BOB, Person(place="channel"))
    game = await night.opened()
    await night.look()
    assert [target for _, target, _ in await night.told(BLUE)] == [f"seat:{game}:blue"]
    clock.skip(60 * HOUR)
    await night.look()
    assert not [letter for _, letter in await posted(night.store) if "let the deadline" in letter.text]


async def test_moderators_hear_who_let_a_deadline_pass(night: Night, clock: Clock) -> None:
    clock.skip(3 * HOUR)  # to the small hours: the day is UTC's
    game = await night.opened(hours=1)
    await night.order(game, RED, Lock())
    for _ in range(7):
        clock.skip(STEP)
        await night.look()
    told = [(target, letter.text) for target, letter in await posted(night.store) if "let the deadline" in letter.text]
    assert [target for target, _ in told] == [f"moderators:{GUILD}"]
    deadline = START + 4 * HOUR
    assert told[0][1] == (
        f"**Night**\n**blue** (<@{BOB}>) let the deadline <t:{deadline}:F> pass, and owed their orders."
    )


async def test_who_still_owes_long_after_a_deadline_is_named_once_a_day(night: Night, clock: Clock) -> None:
    game = await night.store.game(await night.opened(hours=1))
    owing = [Awaited(RED, "your orders", until=Instant(START)), Awaited(BLUE, "your orders", until=Instant(START))]
    day = START - START % DAY + DAY
    told = {
        (wall, count): [row.once for row in overdue(game, owing[:count], {"red": ALICE, "blue": BOB}, wall)]
        for wall in (day, day + 5 * HOUR, day + DAY)
        for count in (1, 2)
    }
    assert told[day, 1] == told[day + 5 * HOUR, 1] != told[day + DAY, 1]
    assert told[day, 1] != told[day, 2] == told[day + 5 * HOUR, 2]


async def test_nobody_is_called_umpire_for_having_left(night: Night, clock: Clock) -> None:
    game = await night.opened(hours=1)
    await night.order(game, RED, Lock())
    await night.desk.lobby.leave(game, BOB)
    clock.skip(HOUR)
    await night.look()
    told = [letter.text for _, letter in await posted(night.store) if "let the deadline" in letter.text]
    assert len(told) == 1 and told[0].startswith("**Night**\n**blue** (vacant) let the deadline ")


async def test_what_is_no_reminder_is_posted_whatever_became_of_its_game(night: Night) -> None:
    game = await night.opened()
    await night.desk.moderation.pause(game, user=GM)
    shelf = Shelf()
    desk = night.desk
    await Postman(night.store, shelf, night.clock, desk.transactions.posted, holds=desk.reminders.holds).deliver_all()
    said = [text for target, text in shelf.texts if target == f"game:{game}"]
    assert said[0] == f"<@{ALICE}> joins as **red**." and "is paused" in said[-1]
    assert await night.store.outbox_counts() == (0, len(await posted(night.store)), 0)


async def test_whoever_takes_a_seat_over_is_told_what_it_owes(night: Night, clock: Clock) -> None:
    game = await night.opened()
    await night.look()
    await night.desk.lobby.leave(game, ALICE)
    clock.skip(HOUR)
    await night.desk.lobby.seat(game, [33], RED, user=GM)
    clock.skip(PRESENT)
    await night.look()
    assert [letter.mentions for row, letter in await reminders(night.store) if letter.seat == RED] == [(ALICE,), (33,)]
    assert (await delivered(night)).count("seat:1:red") == 1  # what Alice was to be told is told to nobody
    await night.desk.record.forget(33)
    rows = await night.store.database.read(
        lambda connection: connection.execute("SELECT user FROM reminded").fetchall()
    )
    assert (ALICE,) not in rows and (33,) not in rows and (BOB,) in rows


def test_quiet_hours_are_whole_and_of_their_zone() -> None:
    night = Person(quiet_from=22, quiet_to=8, time_zone="America/New_York")
    spring = 1_772_956_800  # 8 March 2026, 08:00 UTC: clocks go from 2 to 3 an hour before
    begins, ends = night.quiet(spring, Settings().zone()) or (0, 0)
    assert ends - begins == 9 * HOUR
    assert Person(quiet_from=1, quiet_to=5).quiet(spring, Settings().zone()) is None
    for wrong in ({"quiet_from": 3}, {"quiet_from": 3, "quiet_to": 3}, {"time_zone": "Europe/Berln"}):
        with pytest.raises(ValidationError):
            Person.model_validate(wrong)

"""A game at a glance, for moderators: who owes what and since when, what each seat has, who was last seen when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.clock import Clock
from bot.game.desk.gm.sight import away_from
from bot.game.desk.substitutes import substitute_of
from bot.game.game_cache import GameCache
from bot.game.loaded_game import LoadedGame
from bot.game.slow_work import SlowWork
from bot.game.transaction import Transactions
from bot.posts.news import PUBLIC, shifted
from bot.render.mentions import person, played_by
from engine.clock import Instant
from engine.game import MODERATOR, Awaited, Seat, Surveyed
from engine.report import Report, Section
from engine.text.message import N_, NOTHING, T_, Text, joined, name, noted, spaced, stamp, term
from storage.records import Command, Game, Record, Seated
from storage.store import Store

Debt = tuple[str, str]
"""A seat, and what it owes."""

STATES = {
    "lobby": T_("Waits for players."),
    "running": T_("Runs."),
    "paused": T_("**Is paused.**"),
    "ended": T_("**Has ended.**"),
}
SINCE, NEXT = N_("Since {at}."), N_("Next by the clock: {at} ({left}).")

PLAYED_BY, LAST_SEEN = N_("Played by {player}"), N_("last seen {seen}")
STANDS_IN, SUBSTITUTE = N_("for {player}, who is away"), N_("substitute: {player}")
HAS, DUE = N_("{heading}: {value}"), N_("due {due}")
OWES, WAITS = N_("**Owes:** {what}[ since {since}]"), N_("Waits: {what}[ since {since}]")


def debts(awaited: Sequence[Awaited]) -> set[Debt]:
    """Everything that somebody owes."""
    return {(debt.seat, debt.what) for debt in awaited if debt.owes}


def owed_since(loaded: LoadedGame, record: Record, log: Sequence[Command]) -> Mapping[Debt, int | None]:
    """The wall time from which each debt of now has stood; None for one that is older than the record's snapshot."""
    walls = {command.n: command.wall for command in log}
    state: Any = loaded.folded(record.snapshot, ())  # the rulebook's type of state
    since: dict[Debt, int | None] = {}
    if record.snapshot is not None:
        since = dict.fromkeys(debts(loaded.rules.awaits(state)))
    for at, fact in enumerate(record.facts):
        state = loaded.codec.fact(fact.body).evolve(state)
        if at + 1 == len(record.facts) or record.facts[at + 1].command != fact.command:
            since = {debt: since.get(debt, walls[fact.command]) for debt in debts(loaded.rules.awaits(state))}
    return since


class Surveys:
    """Makes the dashboard of a game."""

    def __init__(
        self, store: Store, games: GameCache, transactions: Transactions, slow_work: SlowWork, clock: Clock
    ) -> None:
        self._store, self._games, self._transactions = store, games, transactions
        self._slow_work, self._clock = slow_work, clock

    async def survey(self, game: int, *, whole: bool) -> Report:
        """The dashboard of a game. Not `whole`, it holds no more than everybody knows."""
        await self._transactions.tick(game)
        async with self._games.lock(game):
            loaded = await self._games.open(game)
            public = (await self._games.knowledge(loaded, [PUBLIC]))[PUBLIC]
            state, now = loaded.state, loaded.now(self._clock.now())
            record, log = await self._store.load(game), await self._store.commands(game)

        def work() -> Report:
            if whole:
                return _surveyed(loaded, record, log, state, owed_since(loaded, record, log), now)
            return _surveyed(loaded, record, log, public, {}, None)

        with loaded.masks.hiding():
            return await self._slow_work.read(f"{loaded.rules.name} dashboard", work)


def _surveyed(
    loaded: LoadedGame,
    record: Record,
    log: Sequence[Command],
    state: Any,  # the rulebook's type of state
    since: Mapping[Debt, int | None],
    held_at: Instant | None,
) -> Report:
    """The dashboard by a state of the game, with what each seat has `held_at` an instant (None: that is not told)."""
    rules, row = loaded.rules, record.game
    awaited = rules.awaits(state) if row.status in ("running", "paused") else ()
    seats = []
    for seat in record.seats:
        player = PLAYED_BY(player=played_by(seat.user, seat.automated))
        line = noted(player, _seen(log, seat.user), _absent(log, seat))
        lines = [joined("; ", filter(None, (line, _substitute(log, seat))))]
        lines += [_owed(row, debt, since.get((debt.seat, debt.what))) for debt in awaited if debt.seat == seat.seat]
        if held_at is not None and isinstance(rules, Surveyed):
            held = rules.survey(state, Seat(seat.seat), held_at)
            lines += [HAS(heading=term(what), value=term(shifted(value, row.clock_offset))) for what, value in held]
        seats.append(Section(name(seat.seat), tuple(lines)))
    ours = [_owed(row, debt, since.get((debt.seat, debt.what))) for debt in awaited if debt.seat == MODERATOR]
    if ours:
        seats.insert(0, Section(T_("Moderators"), tuple(ours)))
    return Report(name(row.name), _standing(row), tuple(seats))


def _seen(log: Sequence[Command], user: int | None) -> Text:
    at = max((command.wall for command in log if command.user == user), default=None) if user is not None else None
    return LAST_SEEN(seen=stamp(Instant(at), "R")) if at is not None else NOTHING


def _absent(log: Sequence[Command], seat: Seated) -> Text:
    """For whom a substitute plays; "" where none does."""
    absent = away_from(log, seat.seat)
    return STANDS_IN(player=person(absent)) if absent else NOTHING


def _substitute(log: Sequence[Command], seat: Seated) -> Text:
    """Name of the substitute to be, where none plays; "" for nobody."""
    named = substitute_of(log, seat.seat, seat.user) if seat.user is not None else None
    return SUBSTITUTE(player=person(named)) if named and not away_from(log, seat.seat) else NOTHING


def _owed(row: Game, wanted: Awaited, since: int | None) -> Text:
    until, owing = NOTHING, NOTHING if since is None else stamp(Instant(since), "R")
    if wanted.until is not None:
        until = DUE(due=stamp(Instant(wanted.until + row.clock_offset), "R"))
    return noted((OWES if wanted.owes else WAITS)(what=term(wanted.theirs), since=owing), until)


def _standing(row: Game) -> Text:
    parts = [STATES[row.status]]
    stood = {"paused": row.paused_at, "ended": row.ended_at}.get(row.status)
    if stood is not None:
        parts.append(SINCE(at=stamp(Instant(stood), "R")))
    if row.due_at is not None:
        parts.append(NEXT(at=stamp(Instant(row.due_at)), left=stamp(Instant(row.due_at), "R")))
    return spaced(*parts)

"""Games that are over for good, told again: turn by turn, with what each seat heard, and nothing hidden any more."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from bot.game.game_cache import GameCache
from bot.game.loaded_game import LoadedGame
from bot.game.slow_work import SlowWork
from bot.posts.closing import ended
from bot.posts.news import PUBLIC, tell
from engine.clock import Instant, iso
from engine.game import MODERATOR, Refusal, Retold, Seat, Surveyed, Svg
from engine.picture.palette import worn
from engine.record import UnknownOrder
from engine.report import Report
from engine.text.lines import to_text
from engine.text.message import N_, T_, Text, name, said, stamp, term, unmarked
from storage.records import Command, Fact, Seated
from storage.store import Store

MOMENT = N_("{scene}, {at}")
NOT_OVER = N_("{game} is not over for good: until then nothing hidden is shown.")
DAYS, MOMENTS = T_("Days from its making to its end"), T_("Moments in this replay")
ORDERS_OF, OF = N_("Orders of {seat}"), N_("{what} of {seat}")
OBEYED = N_("{obeyed} obeyed, {refused} refused")

MOST_FRAMES = 80
"""Turns that a replay shows; of a longer game, evenly chosen ones."""


class Told(msgspec.Struct, frozen=True):
    """One thing that was told: when (wall), to whom ("": to everybody), and its words in Discord's markdown."""

    at: int
    hearer: str
    text: str


class Frame(msgspec.Struct, frozen=True):
    """A moment of a game: when (wall), what was told since the one before, and the referee's state."""

    at: int
    told: tuple[Told, ...]
    state: Any  # each rulebook has its own type of state


class Course(msgspec.Struct, frozen=True):
    """The whole course of a game: its frames, and what each seat knew at the end."""

    loaded: LoadedGame
    seats: tuple[Seated, ...]
    frames: tuple[Frame, ...]
    known: dict[str, Any]  # by seat; of the rulebook's type of state
    log: tuple[Command, ...]

    @property
    def end(self) -> Frame:
        """The last frame."""
        return self.frames[-1]


class Replay:
    """Tells games again. Raises Refusal while a game may still go on: then what is hidden stays hidden."""

    def __init__(self, store: Store, games: GameCache, slow_work: SlowWork) -> None:
        self._store, self._games, self._slow_work = store, games, slow_work
        self._latest: Course | None = None

    async def course(self, game: int) -> Course:
        """The course of a game; the latest one is kept at hand, for whoever steps through it."""
        async with self._games.lock(game):
            loaded = await self._games.open(game)
        if loaded.row.closed_at is None:
            raise Refusal("GAME", said(NOT_OVER, game=loaded.row.name))
        if self._latest is None or self._latest.loaded is not loaded:  # somebody may have been forgotten since
            log = [command for command in await self._store.commands(game) if command.undone_by is None]
            facts, seats = await self._store.facts(game), await self._store.seats(game)
            self._latest = await asyncio.to_thread(_course, loaded, log, facts, seats)
        return self._latest

    async def scene(self, course: Course, frame: Frame) -> Report | None:
        """Words for what the picture of a moment shows, with its time; None for a rulebook that has none."""
        loaded, rules = course.loaded, course.loaded.rules
        if not isinstance(rules, Retold):
            return None
        view, about = rules.scene(frame.state)
        now = Instant(frame.at)
        with loaded.masks.hiding():
            report = await self._slow_work.read(
                f"{rules.name} show {view}", lambda: rules.show(frame.state, MODERATOR, view, about, now)
            )
        return msgspec.structs.replace(report, title=MOMENT(scene=report.title, at=stamp(now)))

    async def picture(self, course: Course, frame: Frame) -> Svg | None:
        """The picture of a moment, with everything on it; None for a rulebook that has none."""
        loaded, rules = course.loaded, course.loaded.rules
        if not isinstance(rules, Retold):
            return None
        view, about = rules.scene(frame.state)
        now = Instant(frame.at)
        with worn(loaded.sides):
            svg = await self._slow_work.read(
                f"{rules.name} draw {view}", lambda: rules.draw(frame.state, MODERATOR, view, about, now)
            )
        return Svg(loaded.masks.hide(svg))


def _course(loaded: LoadedGame, log: Sequence[Command], facts: Sequence[Fact], seats: Sequence[Seated]) -> Course:
    """The course of a game from its record."""
    by_command: dict[int, list[Fact]] = {}
    for fact in facts:
        by_command.setdefault(fact.command, []).append(fact)
    rules, state = loaded.rules, loaded.rules.state()
    known: dict[str, Any] = {PUBLIC: rules.state()} | {row.seat: rules.state() for row in seats}
    frames: list[Frame] = []
    told: list[Told] = []
    for command in log:
        said = [loaded.edition.said(fact) for fact in by_command.get(command.n, ())]
        if not said:
            continue
        heard, known = tell(rules, said, known, None, command.wall - command.at)
        hide = loaded.masks.hide
        told += [Told(part.wall, hide(part.hearer), hide(part.news.text)) for part in heard]
        for each in said:
            state = each.fact.evolve(state)
        if command.kind == "begin" or any(type(each.fact).closes for each in said):
            frames.append(Frame(command.wall, tuple(told), state))
            told = []
    if told or not frames:
        ended = loaded.row.ended_at or loaded.row.created_at
        frames.append(Frame(ended, tuple(told), state))
    return Course(loaded, tuple(seats), tuple(_thinned(frames)), known, tuple(log))


def _thinned(frames: Sequence[Frame]) -> Iterator[Frame]:
    """At most `MOST_FRAMES` of them, the first and the last among them, with all that was told."""
    apart = max(1, -(-(len(frames) - 1) // (MOST_FRAMES - 1)))
    told: tuple[Told, ...] = ()
    for number, frame in enumerate(frames):
        told += frame.told
        if number % apart == 0 or frame is frames[-1]:
            yield msgspec.structs.replace(frame, told=told)
            told = ()


def summary(course: Course) -> Report | None:
    """Report of how a game ended, as the referee sees it; None for a rulebook that does not say."""
    rules, end = course.loaded.rules, course.end
    if not isinstance(rules, Retold):
        return None
    with course.loaded.masks.hiding():
        return ended(rules.show(end.state, MODERATOR, rules.summary, "", Instant(end.at)))


def possessions(course: Course) -> list[tuple[str, Report]]:
    """Possessions of everybody at the end, seat by seat: each view that is about nothing in particular and for that
    seat alone, or that stands in its home; not of a turn, nor of how the game ended, nor one that tells of nothing.
    """
    with course.loaded.masks.hiding():
        return [
            (course.loaded.masks.hide(seat), msgspec.structs.replace(report, suggestions=()))
            for seat, report in _possessions(course)
        ]


def _possessions(course: Course) -> Iterator[tuple[str, Report]]:
    rules, end = course.loaded.rules, course.end
    home, summary = (rules.at_home, rules.summary) if isinstance(rules, Retold) else ((), "")
    views = [
        view.name
        for view in rules.views
        if view.name not in ("turn", "preview", *home[:1], summary)
        and (view.name in home or not (view.about or view.public))
    ]
    for row in course.seats:
        for view in views:
            try:
                report = rules.show(course.known[row.seat], Seat(row.seat), view, "", Instant(end.at))
            except Refusal:
                continue
            if not report.idle:
                yield row.seat, report


def figures(course: Course) -> list[tuple[str, str]]:
    """Statistics: how long the game took, orders of each seat, obeyed and refused, and what it had in the end."""
    with course.loaded.masks.hiding():
        return _figures(course)


def _figures(course: Course) -> list[tuple[str, str]]:
    rules = course.loaded.rules
    orders = Counter((one.seat, not one.refusal) for one in course.log if one.kind == "order" and one.seat)
    days = (course.end.at - course.loaded.row.created_at) / 86_400
    found: list[tuple[str, str]] = [(DAYS, f"{days:.1f}"), (MOMENTS, str(len(course.frames)))]
    for row in course.seats:
        obeyed, refused = orders[row.seat, True], orders[row.seat, False]
        found.append((ORDERS_OF(seat=name(row.seat)), OBEYED(obeyed=obeyed, refused=refused)))
        if isinstance(rules, Surveyed):
            survey = rules.survey(course.end.state, Seat(row.seat), Instant(course.end.at))
            found += [(OF(what=term(what), seat=name(row.seat)), value) for what, value in survey]
    return found


def transcript(course: Course) -> str:
    """All orders and all that was told, in order, in plain lines: whose each was, and who heard it."""
    hide = course.loaded.masks.hide
    lines = [f"{hide(course.loaded.row.name)}: {course.loaded.rules.title}", ""]
    entries: list[tuple[int, str]] = []
    for command in course.log:
        if command.kind == "order":
            try:
                words = to_text(course.loaded.codec.order(command.body), course.loaded.rules.orders)
            except UnknownOrder:
                words = command.body
            refusal = f"   [refused: {command.refusal}]" if command.refusal else ""
            entries.append((command.wall, f"{hide(command.seat)}> {hide(words)}{refusal}"))
    for frame in course.frames:
        for told in frame.told:
            text = unmarked(Text(told.text)).replace("\n", "\n    ")
            entries.append((told.at, f"  ({told.hearer or T_('all')}) {text}"))
    entries.sort(key=lambda entry: entry[0])
    return "\n".join([*lines, *(f"[{iso(Instant(at))}] {text}" for at, text in entries)])

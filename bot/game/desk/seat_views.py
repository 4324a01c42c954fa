"""All that a seat sees: made from what it knows and from nothing else. Nothing here changes a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, TypeVar

import msgspec

from bot.clock import Clock
from bot.game.game_cache import GameCache
from bot.game.loaded_game import LoadedGame
from bot.game.slow_work import SlowWork
from bot.game.transaction import Transactions
from bot.posts.news import PUBLIC, UNTOLD_AGAIN, shifted, worded
from bot.posts.outdated import Running, running
from bot.posts.wording import proves
from engine.clock import Instant
from engine.game import (
    MODERATOR,
    Audience,
    Awaited,
    Filled,
    InForce,
    Moderated,
    Refusal,
    Repeats,
    Retold,
    Seat,
    Svg,
    Tracked,
)
from engine.noun import Several
from engine.orders import Option, Order
from engine.picture import Empty
from engine.picture.palette import worn
from engine.report import Report, Section, Suggestion
from engine.text.lines import parse, to_text
from engine.text.masks import Masks
from engine.text.message import N_, NOTHING, T_, Text, joined, stamp, term
from storage.records import Fact, Game
from storage.store import Store

T = TypeVar("T")

MOST_OPTIONS = 2000
"""Values looked through for a completion; a rulebook that offers more should narrow them by what was filled in."""

NOTHING_TO_NAME = N_("There is nothing now that could be named as {what}.")
IS_PAUSED = N_("**This game is paused**[ since {since}]: orders wait until a moderator resumes it.")
HAS_ENDED = N_("**This game is ended**[ since {since}]: it takes no orders any more.")
NO_TURNS_ALIKE = N_("In {rulebook} no turn is like the last: its orders cannot be given again.")
KEEP_STANDING = T_("`/table standing` keeps lines that I give for you whenever you are asked.")
NO_TURN_YET = T_("You have played no turn with orders yet.")


class Menu(msgspec.Struct, frozen=True):
    """Menu of a form for a field, likeliest first; `whole` where nothing else can be meant."""

    options: tuple[Option, ...]
    whole: bool = True


def menus_of(
    order: type[Order], offers: Callable[[str], Iterable[Option]], most: int, about: Mapping[str, str]
) -> dict[str, Menu]:
    """Menus of an order's form, by field, of what is offered for a field: no more than the first `most`. What it is
    `about`, by field, is all that field offers. Raises Refusal where there is nothing for a field that needs something.
    """
    found = {}
    for field, mark in order.picks().items():
        if isinstance(mark, Several) and not mark.several:  # a menu does not say in what order they were chosen
            continue
        closed = mark.closed or isinstance(mark, Several)
        offered = list(islice(offers(field), most + 1))
        if field in about:
            offered = [option for option in offered if option.value == about[field]]
        if closed and not offered and order.model_fields[field].is_required():
            raise Refusal("NOTHING", NOTHING_TO_NAME(what=term(mark.what)))
        if offered or closed:
            found[field] = Menu(tuple(offered[:most]), whole=closed and len(offered) <= most)
    return found


class Home(msgspec.Struct, frozen=True):
    """Home that a player comes back to: whether the game is on (`status`), what is asked of the seat and until when
    (wall time), its report, the kinds of orders that it could give now, and what it heard since it last looked.
    """

    status: str
    owed: tuple[Awaited, ...]
    report: Report
    orders: tuple[type[Order], ...]
    news: tuple[str, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """Standing of something that goes on for a while: its topic ("": there is nothing), words, and the view whose
    picture shows it with that picture; "" for none.
    """

    topic: str
    report: Report
    view: str = ""
    svg: Svg = Svg("")


def _shown(loaded: LoadedGame, report: Report, seat: Seat | None) -> Report:
    """The report in the seat's colour, its instants moved from game time to wall time, and names hidden in what it
    offers.
    """
    offered, side = tuple(map(loaded.masks.hidden, report.suggestions)), loaded.sides.get(seat or PUBLIC)
    report = msgspec.structs.replace(report, suggestions=offered, colour=side.colour if side is not None else "")
    offset = loaded.row.clock_offset
    if not offset:
        return report
    return msgspec.structs.replace(
        report,
        lead=shifted(report.lead, offset),
        sections=tuple(
            Section(shifted(section.heading, offset), tuple(shifted(line, offset) for line in section.lines))
            for section in report.sections
        ),
    )


def halted(row: Game) -> Text:
    """Words that a game stands still, and since when; "" for one that goes on."""
    if row.status not in ("paused", "ended"):
        return NOTHING
    says, stood = (HAS_ENDED, row.ended_at) if row.status == "ended" else (IS_PAUSED, row.paused_at)
    return says(since=NOTHING if stood is None else stamp(Instant(stood), "R"))


def _halted(report: Report, row: Game) -> Report:
    """The report, saying first that its game stands still, where it does; nothing is suggested then."""
    if not (words := halted(row)):
        return report
    lead = joined("\n", filter(None, (words, report.lead)))
    return msgspec.structs.replace(report, lead=lead, suggestions=())


class SeatViews:
    """Reading, on behalf of a seat (None: of the public)."""

    def __init__(
        self, store: Store, games: GameCache, transactions: Transactions, slow_work: SlowWork, clock: Clock
    ) -> None:
        self._store, self._games, self._transactions = store, games, transactions
        self._slow_work, self._clock = slow_work, clock

    async def _seen(self, game: int, seat: Seat | None) -> tuple[LoadedGame, Any, Instant]:
        """The game, what the seat knows (the rulebook's type of state), and game time; what is due has lapsed."""
        async with self._games.lock(game):
            loaded = await self._games.open(game)
            fresh = loaded.row.due_at is None or loaded.row.due_at > self._clock.now()
        if not fresh:
            await self._transactions.tick(game)
        async with self._games.lock(game):
            loaded = await self._games.open(game)
            return loaded, await self._knows(loaded, seat), loaded.now(self._clock.now())

    async def _knows(self, loaded: LoadedGame, seat: Seat | None) -> Any:  # each rulebook has its own type of state
        """Knowledge of a seat. The game's lock is held."""
        hearer = PUBLIC if seat is None else seat
        return (await self._games.knowledge(loaded, [hearer]))[hearer]

    async def _read(self, loaded: LoadedGame, kind: str, work: Callable[[], T]) -> T:
        """The result of work on what somebody knows of a game, away from the event loop; no hidden name is in it."""
        with loaded.masks.hiding():
            return await self._slow_work.read(f"{loaded.rules.name} {kind}", work)

    async def known(self, game: int, seat: Seat | None) -> Any:  # each rulebook has its own type of state
        """The state as a seat knows it."""
        return (await self._seen(game, seat))[1]

    async def rulings(self, game: int) -> list[InForce]:
        """The rulings of moderators that stand, since when in wall time; none before the game begins."""
        loaded, known, _ = await self._seen(game, None)
        if loaded.row.status == "lobby" or not isinstance(loaded.rules, Moderated):
            return []
        offset = loaded.row.clock_offset
        with loaded.masks.hiding():
            return [
                rule if rule.since is None else msgspec.structs.replace(rule, since=Instant(rule.since + offset))
                for rule in loaded.rules.rulings(known)
            ]

    async def show(self, game: int, seat: Seat | None, view: str, about: str = "") -> Report:
        """A view, in words. Raises Refusal."""
        loaded, known, now = await self._seen(game, seat)
        meant = loaded.masks.reveal(about)
        report = await self._read(loaded, f"show {view}", lambda: loaded.rules.show(known, seat, view, meant, now))
        return _halted(_shown(loaded, report, seat), loaded.row)

    async def standing(self, game: int) -> Standing:
        """Standing of what goes on in a game and everybody has before them, such as a combat, as everybody knows it.
        Raises Refusal.
        """
        loaded, known, now = await self._seen(game, None)
        rules, on = loaded.rules, loaded.row.status in ("running", "paused")
        assert isinstance(rules, Tracked)  # of others nobody asks

        def work() -> tuple[Report, str, Svg]:
            view, about = rules.scene(known)
            drawn = any(card.name == view and card.picture and card.public for card in rules.views)
            svg = rules.draw(known, None, view, about, now) if drawn else Svg("")
            bare = isinstance(svg, Empty)
            return rules.standing(known, now), "" if bare else view, Svg("") if bare else svg

        with worn(loaded.sides):
            report, view, svg = await self._read(loaded, "standing", work)
        report = _halted(_shown(loaded, report, None), loaded.row)
        return Standing(rules.tracked(known) if on else "", report, view, svg)

    async def draw(self, game: int, seat: Seat | None, view: str, about: str = "") -> Svg:
        """A view, as a picture. Raises Refusal."""
        loaded, known, now = await self._seen(game, seat)
        meant = loaded.masks.reveal(about)
        with worn(loaded.sides):
            return await self._read(loaded, f"draw {view}", lambda: loaded.rules.draw(known, seat, view, meant, now))

    async def options(
        self, game: int, seat: Seat, order: type[Order], field: str, given: Mapping[str, str]
    ) -> list[Option]:
        """Values for a field of an order."""
        loaded, known, now = await self._seen(game, seat)
        meant = {name: loaded.masks.reveal(value) for name, value in given.items()}

        def work() -> list[Option]:
            offered = islice(loaded.rules.options(known, seat, order, field, meant, now), MOST_OPTIONS)
            return [loaded.masks.hidden(option) for option in offered]

        return await self._read(loaded, "options", work)

    async def likeliest(self, game: int, seat: Seat, paths: Sequence[str]) -> Order | None:
        """An order of one of these paths that the seat could give now, the earliest that there is."""
        loaded, known, now = await self._seen(game, seat)
        kinds = {order.path: order for order in loaded.rules.orders}
        offered = (order for path in paths for order in loaded.rules.legal(known, seat, now, kinds[path]))
        return await self._read(loaded, "likeliest", lambda: next(offered, None))

    async def starts(self, game: int, seat: Seat, order: type[Order], about: str) -> dict[str, str]:
        """Words that stand in a form of an order at first, by field; `about` what it is about ("": the usual)."""
        loaded, known, now = await self._seen(game, seat)
        rules, meant = loaded.rules, loaded.masks.reveal(about)
        if not isinstance(rules, Filled):
            return {}
        starts = await self._read(loaded, "starts", lambda: rules.starts(known, seat, order, meant, now))
        return {field: loaded.masks.hide(words) for field, words in starts.items()}

    async def menus(
        self, game: int, seat: Seat, order: type[Order], most: int, about: Mapping[str, str] | None = None
    ) -> dict[str, Menu]:
        """Menus of an order's form, by field: no more than the first `most`, which are not all where there are more of
        them, or where a field takes other words, too. What it is `about`, by field, is all that field offers.

        Raises Refusal where the form would be refused, whatever is filled in.
        """
        loaded, known, now = await self._seen(game, seat)
        given = {field: loaded.masks.reveal(words) for field, words in (about or {}).items()}
        offers, hidden = partial(loaded.rules.options, known, seat, order, given=given, now=now), loaded.masks.hidden

        def work() -> dict[str, Menu]:
            loaded.rules.require_ready(known, seat, now, order)
            return menus_of(order, offers, most, given)

        found = await self._read(loaded, "menus", work)
        return {field: Menu(tuple(map(hidden, menu.options)), menu.whole) for field, menu in found.items()}

    async def subjects(self, game: int, seat: Seat | None, view: str) -> list[Option]:
        """Things that a view can be about."""
        loaded, known, now = await self._seen(game, seat)
        subjects = loaded.rules.subjects
        found = await self._read(
            loaded, "subjects", lambda: list(islice(subjects(known, seat, view, now), MOST_OPTIONS))
        )
        return [loaded.masks.hidden(option) for option in found]

    async def masks(self, game: int) -> Masks:
        """The names of a game that are not shown any more."""
        async with self._games.lock(game):
            return (await self._games.open(game)).masks

    async def home(self, game: int, seat: Seat) -> Home:
        """Home that a player comes back to, but for the news; of a game that has ended, how it stands."""
        loaded, known, now = await self._seen(game, seat)
        rules, status = loaded.rules, loaded.row.status

        def work() -> tuple[Report, tuple[type[Order], ...]]:
            if status == "ended" and isinstance(rules, Retold):
                return rules.show(known, seat, rules.summary, "", now), ()
            on = status in ("running", "paused")
            return rules.home(known, seat, now), tuple(rules.possible(known, seat, now)) if on else ()

        report, orders = await self._read(loaded, "home", work)
        owed = tuple(awaited for awaited in self._awaited(loaded, known) if awaited.seat == seat and awaited.owes)
        return Home(status, owed, _shown(loaded, report, seat), orders)

    async def examples(self, game: int, seat: Seat, most: int, longest: int) -> list[str]:
        """Lines that would be right on its order sheet now, each of another kind and no longer than that: of what its
        home offers, then of what else it could order.
        """
        home, (loaded, known, now) = await self.home(game, seat), await self._seen(game, seat)
        rules, masks = loaded.rules, loaded.masks
        kinds = [kind for kind in rules.orders if kind.moderator == (seat == MODERATOR)]
        offered = [masks.reveal(one.line) for one in home.report.suggestions if not one.line.startswith("/")]

        def work() -> list[str]:
            found: dict[type[Order], str] = {}
            likely = (order for kind in home.orders for order in islice(rules.legal(known, seat, now, kind), 1))
            for order in chain((parse(line, kinds) for line in offered), likely):
                words = masks.hide(to_text(order, kinds)) if order.sheet else ""
                if 0 < len(words) <= longest:
                    found.setdefault(type(order), words)
                if len(found) == most:
                    break
            return list(found.values())

        return await self._slow_work.read(f"{rules.name} examples", work)

    async def news(self, game: int, seat: Seat, most: int, said: str = "") -> list[str]:
        """The latest that a seat heard since this was last asked, oldest first, but for what is being `said` and what
        its player was answered.
        """
        name = f"looked:{game}:{seat}"
        before = int(await self._store.memo(name) or 0)
        facts = await self._store.facts(game, before)
        if not facts:
            return []
        await self._store.remember(name, str(facts[-1].n))
        log = await self._store.commands(game, facts[0].command - 1)
        own = {command.n for command in log if command.seat == seat != MODERATOR and command.user}
        others = [fact for fact in facts if fact.command not in own]
        heard = await self._told(game, seat, others, most + said.count("\n"))
        return [line for line in heard if line.partition(" ")[2] not in said][:most][::-1]

    async def offer(self, game: int, seat: Seat, view: str, chosen: Callable[[Suggestion], bool]) -> Suggestion | None:
        """Suggestion to a seat now, by its home or by a view, of which `chosen` is true as it is shown."""
        loaded, known, now = await self._seen(game, seat)

        def work() -> Iterable[Suggestion]:
            if view:
                return loaded.rules.show(known, seat, view, "", now).suggestions
            return loaded.rules.home(known, seat, now).suggestions

        offered = await self._read(loaded, "offers", work)
        return next((suggestion for suggestion in offered if chosen(loaded.masks.hidden(suggestion))), None)

    async def awaits(self, game: int) -> tuple[Awaited, ...]:
        """Seats that the table waits for, as far as everybody knows; until when in wall time."""
        loaded, known, _ = await self._seen(game, None)
        return self._awaited(loaded, known)

    def _awaited(self, loaded: LoadedGame, known: Any) -> tuple[Awaited, ...]:  # of its rulebook
        """Seats that the table waits for, as far as somebody knows."""
        if loaded.row.status not in ("running", "paused"):
            return ()
        offset = loaded.row.clock_offset
        with loaded.masks.hiding():
            return tuple(
                msgspec.structs.replace(wanted, until=None if wanted.until is None else Instant(wanted.until + offset))
                for wanted in loaded.rules.awaits(known)
            )

    async def doubts(self, game: int, seat: Seat, order: Order) -> Text:
        """Doubt that a seat is told before it gives an order, and asked once whether that is meant; "" for nothing."""
        loaded, known, now = await self._seen(game, seat)
        if loaded.row.status != "running":
            return NOTHING
        doubts = await self._read(loaded, "doubts", lambda: loaded.rules.doubts(known, seat, order, now))
        return shifted(doubts, loaded.row.clock_offset)

    async def again(self, game: int, seat: Seat) -> str:
        """The orders of a seat's last turn, one a line. Raises Refusal where there are none."""
        loaded, known, _ = await self._seen(game, seat)
        rules = loaded.rules
        if not isinstance(rules, Repeats):
            raise Refusal("AGAIN", NO_TURNS_ALIKE(rulebook=term(rules.title)), fix=KEEP_STANDING)
        facts = reversed(await self._store.facts(game))
        heard = (loaded.codec.fact(fact.body) for fact in facts if self._heard(fact, seat))
        lines = await self._slow_work.read(f"{rules.name} again", lambda: rules.again(known, seat, heard))
        if not lines:
            raise Refusal("AGAIN", NO_TURN_YET)
        return loaded.masks.hide("\n".join(lines))

    async def log(self, game: int, seat: Seat | None, most: int = 40, page: int = 1) -> list[str]:
        """The latest things a seat (None: the public) heard, told again from what it knows now, oldest first. Page 2
        has as many that were heard before those, and so on. Keys, seals and salts are for the record alone.
        """
        lines = await self._told(game, seat, await self._store.facts(game), most * page)
        return lines[most * (page - 1) :][::-1]

    async def _told(self, game: int, seat: Seat | None, facts: Sequence[Fact], most: int) -> list[str]:
        """The latest of these facts that a seat heard, told from what it knows now, latest first."""
        loaded, known, _ = await self._seen(game, seat)

        def lines() -> Iterator[str]:
            run = Running(lambda: running(loaded.rules, known))
            for stored in reversed(facts):
                if not self._heard(stored, seat):
                    continue
                news = worded(loaded.rules, known, loaded.edition.said(stored), seat, UNTOLD_AGAIN)
                if news is not None and not proves(news.text):
                    told = run.of(news).text.split("\n-# ")[0]
                    at = stamp(Instant(stored.at), "f")
                    yield shifted(f"{at} {told}", loaded.row.clock_offset)

        return await self._read(loaded, "told", lambda: list(islice(lines(), most)))

    def _heard(self, stored: Fact, seat: Seat | None) -> bool:
        return Audience.parse(stored.audience).includes(seat)


class RefereeViews(SeatViews):
    """The same from the referee's state, for moderators' eyes alone: whoever calls has asked `Sight` first."""

    async def _knows(self, loaded: LoadedGame, seat: Seat | None) -> Any:  # each rulebook has its own type of state
        """All there is. It is kept nowhere but as the state itself."""
        return loaded.state

    def _heard(self, stored: Fact, seat: Seat | None) -> bool:
        return True

"""A rulebook made of chapters: what the kernel finds in them, and how it plays a game by it.

A chapter is a module. Whatever it declares is found there and listed nowhere: orders (`engine.act.Order`), facts, views
(`engine.view.view`), clocks, hooks, command groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, pairwise
from types import ModuleType
from typing import Any, Generic, TypeVar

import msgspec

from engine import report
from engine.act import Act, Order
from engine.clock import Instant
from engine.declared.house_rules import standing
from engine.game import (
    MODERATOR,
    MODERATORS_ONLY,
    Awaited,
    Coming,
    Fact,
    InForce,
    Refusal,
    RefusalText,
    RuleText,
    Said,
    Seat,
    Setup,
    Svg,
    Table,
)
from engine.look import Look, Refused
from engine.orders import Option
from engine.orders import Order as Asked
from engine.pack.terms import Term, Wording, terms
from engine.question import Question
from engine.report import News, Report, Section, Suggestion
from engine.text.message import N_, NOTHING, T_, Text, did_you_mean, joined, term
from engine.text.names import shown
from engine.view import View

W = TypeVar("W")
S = TypeVar("S", bound=msgspec.Struct)

GIVING_UP = T_("Nobody concedes here: `/game leave` gives up your seat, which keeps all it has for somebody else.")
"""What a player does who gives up, in a rulebook that does not say."""

GIST = 6
"""Lines of a view in a player's home, its lead among them."""


class Clock(msgspec.Struct, Generic[W, S], frozen=True):
    """Something that time alone does: when next, for a state, and what then. Of what is due at one instant, that with
    the lowest `priority` comes first, and no two of a rulebook have the same.
    """

    next: Callable[[S], Instant | None]
    run: Callable[[W, Table[S]], None]
    priority: int


def clock(next: Callable[[S], Instant | None], priority: int) -> Callable[[Callable[[W, Table[S]], None]], Clock[W, S]]:
    """Declares the function below it as what happens when `next` says: `def pay(world, table)`."""
    return lambda run: Clock(next, run, priority)


class Hook(msgspec.Struct, Generic[W, S], frozen=True):
    """A function that every order and every lapse ends with; it is handed the state as it was before."""

    run: Callable[[W, Table[S], S], None]


def afterwards(run: Callable[[W, Table[S], S], None]) -> Hook[W, S]:
    """Declares the function below it as what every order and lapse ends with: `def settle(world, table, before)`."""
    return Hook(run)


class Obeyed(msgspec.Struct, frozen=True):
    """The way in which all orders of a kind are obeyed, where they do not say so themselves: actions that are
    drafted first.
    """

    kind: type[Order]
    run: Callable[[Any, Any], None]  # an act of the rulebook's, an order of the kind


def obeys(kind: type[Order]) -> Callable[[Callable[[Any, Any], None]], Obeyed]:
    """Declares the function below it as what obeys orders of a kind: `def draft(act, order)`."""
    return lambda run: Obeyed(kind, run)


class Group(msgspec.Struct, frozen=True):
    """A group of slash commands ("gcw battle"), and what its commands do, for the client's list."""

    path: str
    about: str


class Contents:
    """Declarations of chapters, each thing once, in the order of chapters and of lines."""

    def __init__(self, chapters: Sequence[ModuleType]) -> None:
        found: dict[int, Any] = {}  # declarations of every kind, by identity
        for chapter in chapters:
            for declared in vars(chapter).values():
                if not isinstance(declared, type) or declared.__module__ == chapter.__name__:
                    found.setdefault(id(declared), declared)
        things = list(found.values())
        classes = [thing for thing in things if isinstance(thing, type)]
        self.orders = tuple(kind for kind in classes if issubclass(kind, Asked) and kind.path)
        self.facts: tuple[type[Fact[Any]], ...] = tuple(
            kind for kind in classes if issubclass(kind, Fact) and kind.__struct_config__.tag and kind is not Fact
        )
        self.questions = tuple(kind for kind in classes if issubclass(kind, Question) and kind.kind)
        self.views = tuple(thing for thing in things if isinstance(thing, View))
        self.clocks = tuple(sorted((one for one in things if isinstance(one, Clock)), key=lambda clock: clock.priority))
        for first, then in pairwise(self.clocks):
            assert first.priority < then.priority, f"two clocks have the priority {then.priority}"
        self.hooks = tuple(thing for thing in things if isinstance(thing, Hook))
        self.groups = {thing.path: thing.about for thing in things if isinstance(thing, Group)}
        self.obeyed = tuple(thing for thing in things if isinstance(thing, Obeyed))


MORE, THERE_ARE = N_("… and {count} more"), N_("There are: {views}.")


def _gist(report: Report) -> tuple[Text, ...]:
    """The first lines of a report, among them the headings beneath which one of them stands, but for one that its title
    says already; and how many more.
    """
    lines = [report.lead] if report.lead else []
    hidden = 0
    for part in report.sections:
        said = part.heading.casefold() in report.title.casefold()
        heading = [part.heading] if part.heading and not said else []
        first = part.lines[: max(0, GIST - len(lines) - len(heading))]
        lines += [*heading, *first] if first else []
        hidden += len(part.lines) - len(first)
    return (*filter(None, lines), *([MORE(count=hidden)] if hidden else []))


@cache
def contents(chapters: tuple[ModuleType, ...]) -> Contents:
    """Declarations of chapters; worked out once."""
    return Contents(chapters)


class Book(Generic[W, S]):
    """A rulebook with a data pack: what the kernel, the bot and the tools ask of it (`engine.game.Ruleset`).

    A rulebook's own class says the class variables and `begin`, `awaits`, and what else it has of its own.
    """

    name: str
    title: str
    version: int
    """A promise about facts. Of the class: the newest, which new games are played by; of a book: its own.

    A mended ruling that changes what is said in a game raises the number, and is asked for with `World.version`: a game
    goes on by the version that it began with.
    """
    state: type[S]
    chapters: tuple[ModuleType, ...]
    look_class: type[Look[Any, Any]] = Look
    act_class: type[Act[Any, Any]] = Act
    checks: str | Callable[[Any], Any]  # of the rulebook's own class
    """Where its checks are found: "engine.gcw.checks.oracle.GcwChecks"; or their class."""
    unplayed: tuple[str, ...] = ()
    """How the ids of rules begin that are told, and not played yet."""
    tabled: tuple[str, ...] = ()
    """Ids of rules that are told, and that players see to themselves, at a table of their own."""
    at_home: tuple[str, ...] = ("turn",)
    """The views that make up a player's home: the first whole, with what may be done now, of the others the gist."""
    tracker: tuple[str, ...] = ()
    """The views that everybody has before them, kept up to date, while something is `tracked`: the first whole, of the
    others what stands beneath their first lines. The picture of the `scene` stands beside them.
    """
    used: Mapping[str, str] = {}
    """Names of its commands by group, as games use them: what they consist of comes first, in menus, in help and on
    Discord. What is not named follows, as its chapters have it.
    """
    conceded_by: str = ""
    """Path of the order by which a side gives the game up; "" where none does, and `giving_up` says what to do."""
    giving_up: Text = GIVING_UP
    unasked: Text = NOTHING
    """Why nobody is asked for orders, so that standing orders would never be given; NOTHING where somebody is."""
    wording: Wording = Wording()
    """Words for the records and figures of its data."""
    players_only = Refused("NO_ORDER")
    """The refusal of a player's order from a moderator."""
    moderators_only: str = MODERATORS_ONLY
    """The code of the refusal of a moderator's order from a player."""

    def __init__(self, world: W, digest: str, refusals: Mapping[str, RefusalText], texts: Sequence[RuleText]) -> None:
        self.world, self.digest, self.refusals, self.texts = world, digest, refusals, texts
        found = contents(self.chapters)
        self.orders: tuple[type[Asked], ...] = found.orders
        self.facts = found.facts
        self.groups: Mapping[str, str] = found.groups
        place = {path: at for at, path in enumerate(self.named())}
        self.by_use = tuple(sorted(found.orders, key=lambda kind: (place.get(kind.path, len(place)), -kind.tried)))
        views = sorted(found.views, key=lambda view: place.get(f"{self.name}-show {view.name}", len(place)))
        self.views: tuple[report.View, ...] = tuple(view.card for view in views)
        self._found = found
        self._views = {view.name: view for view in found.views}

    @classmethod
    def named(cls) -> tuple[str, ...]:
        """Paths of the commands that are `used`, in their order."""
        return tuple(f"{group} {name}" for group, names in cls.used.items() for name in names.split())

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The codes of its data pack, for whoever looks one up."""
        return tuple(terms(getattr(self.world, "pack", None), self.wording))

    def look(self, known: S, seat: Seat | None, now: Instant) -> Any:  # of the rulebook's own class
        """A look by what somebody knows, to make words, menus and pictures from."""
        return self.look_class(self.world, known, seat, now, self.refusals)

    def begin(self, setup: Setup, table: Table[S]) -> None:
        """Say the opening facts; raises Refusal where the setup cannot be played."""
        raise LookupError(f"{self.name} does not say how a game begins")

    def awaits(self, state: S) -> tuple[Awaited, ...]:
        """All that the table waits for."""
        return ()

    def to_come(self, known: S) -> Iterable[Instant | None]:
        """The instants at which something is to come, as somebody knows it: those of all that is waited for, and of
        what is due next.
        """
        return (*(awaited.until for awaited in self.awaits(known)), self.due(known))

    def rulings(self, known: S) -> Sequence[InForce]:
        """Rulings of moderators that stand, as everybody knows them."""
        return standing(known)

    def over(self, state: S) -> bool:
        """True if a game is over by its rules: nothing can happen in it any more."""
        return False

    def full(self, state: S, seats: int) -> Text:
        """Reason why nobody else could play in a game of so many seats, a sentence; "" where there is room."""
        return NOTHING

    def coming(self, known: S, seat: Seat) -> tuple[Coming, ...]:
        """Events that a seat that knows this is told of beforehand, though it owes nothing."""
        return ()

    def obey(self, seat: Seat, order: Asked, table: Table[S]) -> None:
        """Say the facts of an order, and what every order ends with; or raise Refusal."""
        before = table.state
        self._obey(seat, order, table)
        self._settle(table, before)

    def _obey(self, seat: Seat, order: Asked, table: Table[S]) -> None:
        if not isinstance(order, Order):
            table.refuse("NO_ORDER")
        look = self.look(table.state if seat == MODERATOR else table.known(seat), seat, table.now)
        if seat == MODERATOR and not order.moderator:
            look.require(self.players_only)
        look.require(type(order).ready(look))
        for way in self._found.obeyed:
            if isinstance(order, way.kind):
                way.run(self.act_class(look, table), order)
                return
        found = order.find(look)
        order.check(look, found)
        order.obey(self.act_class(look, table, found))

    def _settle(self, table: Table[S], before: S) -> None:
        for hook in self._found.hooks:
            hook.run(self.world, table, before)

    def due(self, state: S) -> Instant | None:
        """Instant at which time alone will next change something."""
        first: Instant | None = None
        for clock in self._found.clocks:
            at = clock.next(state)
            if at is not None and (first is None or at < first):
                first = at
        return first

    def lapse(self, table: Table[S]) -> None:
        """Does what is due at table.now, by priority, and what every lapse ends with."""
        before = table.state
        for clock in self._found.clocks:
            at = clock.next(table.state)
            if at is not None and at <= table.now:
                clock.run(self.world, table)
        self._settle(table, before)

    def legal(self, known: S, seat: Seat, now: Instant, kind: type[Asked] | None = None) -> Iterable[Asked]:
        """Orders that seat could give, of a kind or (None) of all, as far as it knows; lazily, representative where
        the space is large.
        """
        look = self.look(known, seat, now)
        for order in self.orders if kind is None else (kind,):
            if issubclass(order, Order) and order.moderator == (seat == MODERATOR):
                yield from order.possible(look)

    def options(
        self, known: S, seat: Seat, order: type[Asked], field: str, given: Mapping[str, str], now: Instant
    ) -> Iterable[Option]:
        """Values for a field of an order, from what the seat knows and has filled in so far."""
        return order.options(self.look(known, seat, now), field, given) if issubclass(order, Order) else ()

    def starts(self, known: S, seat: Seat, order: type[Asked], about: str, now: Instant) -> Mapping[str, str]:
        """Words that stand in the form of an order at first, by field."""
        return order.starts(self.look(known, seat, now), about) if issubclass(order, Order) else {}

    def as_called(self, known: S, later: S, seat: Seat | None) -> S:
        """Knowledge of a seat in the course of a step, with the names that things have for it by its end (`later`): a
        report of the step calls each thing by one name. Of anything but names it stays as it was.
        """
        return known

    def tell(self, known: S, said: Said[S], seat: Seat | None) -> News | None:
        """Words for one thing heard by `seat` (None: by the public), which knows `known` now that it has heard it."""
        look = self.look(known, seat, said.at)
        news = said.fact.news(look)
        if news is not None and (name := said.fact.foretells()):
            news = msgspec.structs.replace(news, foretells=name, became=str(said.fact.became(look) or ""))
        if news is not None and (lasting := said.fact.lasting(look)) is not None:
            words = lasting.text if isinstance(lasting, News) else str(lasting)
            news = msgspec.structs.replace(news, lasting=words.partition("\n-# ")[0])
            if news.lasting == news.passing:
                news = msgspec.structs.replace(news, lasting="")
        thread = self.thread(known) if news is not None and said.fact.threaded and not news.topic else None
        if news is None or thread is None:
            return news
        return msgspec.structs.replace(news, topic=thread[0], topic_title=thread[1])

    def thread(self, known: S) -> tuple[str, str] | None:
        """The topic and title under which `threaded` facts are told now, such as keys of dice; None: with the rest."""
        return None

    def tracked(self, known: S) -> str:
        """The topic of what everybody has before them now: another topic is another thing; "" for nothing."""
        thread = self.thread(known)
        return thread[0] if thread is not None else ""

    def standing(self, known: S, now: Instant) -> Report:
        """Report of what everybody has before them: the views of the `tracker`, which offer nothing."""
        first, *others = (self.show(known, None, view, "", now) for view in self.tracker)
        sections = chain(first.sections, *(other.sections for other in others))
        return msgspec.structs.replace(first, sections=tuple(sections), suggestions=())

    def _view(self, name: str) -> View:
        if name not in self._views:
            hint = did_you_mean(name, self._views) or THERE_ARE(views=joined(", ", map(term, self._views)))
            raise self._refusal("UNKNOWN_VIEW", view=shown(name), hint=hint)
        return self._views[name]

    def _refusal(self, code: str, **numbers: str) -> Refusal:
        return Look(self.world, self.state(), None, Instant(0), self.refusals).refusal(code, **numbers)

    def subjects(self, known: S, seat: Seat | None, view: str, now: Instant) -> Iterable[Option]:
        """Subjects that a view can be about (`/gcw-show ship about:`), from what the seat knows."""
        return self._view(view).subjects(self.look(known, seat, now))

    def show(self, known: S, seat: Seat | None, view: str, about: str, now: Instant) -> Report:
        """The report that a seat asks to see. Raises Refusal for a thing it does not know."""
        asked, look = self._view(view), self.look(known, seat, now)
        report = asked.show(look, about)
        return msgspec.structs.replace(report, suggestions=tuple(self.hints(look))) if asked.hinted else report

    def home(self, known: S, seat: Seat, now: Instant) -> Report:
        """The report that a player comes back to: the first view `at_home`, then the lead and first lines of each
        other one that is not idle.
        """
        first, *others = (self.show(known, seat, view, "", now) for view in self.at_home)
        gists = (Section(other.title, _gist(other)) for other in others if not other.idle)
        return msgspec.structs.replace(first, sections=(*first.sections, *gists))

    def possible(self, known: S, seat: Seat, now: Instant) -> list[type[Asked]]:
        """The kinds of orders of which that seat could give one now, as far as it knows; those that games consist of
        come first.
        """
        look, moderates = self.look(known, seat, now), seat == MODERATOR
        kinds = (kind for kind in self.by_use if kind.slash and kind.moderator == moderates)
        return [kind for kind in kinds if issubclass(kind, Order) and kind.fits(look)]

    def require_ready(self, known: S, seat: Seat, now: Instant, kind: type[Asked]) -> None:
        """Raise Refusal where that seat can give no order of a kind now, whatever its fields say."""
        if issubclass(kind, Order):
            look = self.look(known, seat, now)
            look.require(kind.ready(look))

    def doubted(self, kind: type[Asked]) -> bool:
        """True for a kind of order of which any raises a doubt: of others nobody need ask."""
        return issubclass(kind, Order) and not kind.moderator and kind.doubts is not Order.doubts

    def doubts(self, known: S, seat: Seat, order: Asked, now: Instant) -> Text:
        """A doubt that a seat is told before it gives an order, and asked once whether that is meant; NOTHING for none.

        An order that would be refused raises no doubt.
        """
        if not isinstance(order, Order) or not self.doubted(type(order)):
            return NOTHING
        look = self.look(known, seat, now)
        return order.doubts(look) if type(order).ready(look) is None else NOTHING

    def hints(self, look: Any) -> Iterable[Suggestion]:  # of the rulebook's own class
        """Suggestions of what a viewer is likeliest to want next, beside views that are `hinted`."""
        return ()

    def draw(self, known: S, seat: Seat | None, view: str, about: str, now: Instant) -> Svg:
        """The picture of it. Raises Refusal for a view without one."""
        asked = self._view(view)
        if asked.draws is None:
            drawn = ", ".join(sorted(other.name for other in self._views.values() if other.draws is not None))
            raise self._refusal("NO_PICTURE", view=shown(view), views=drawn)
        return asked.draw(self.look(known, seat, now), about)


class Founded(Book[W, S]):
    """A rulebook with a data pack and a version in its world, whose games the chapter `founding` founds: with its
    `begin`, the `setups` of random games, and the `OPTIONS` of a new one.
    """

    founding: ModuleType

    def __init__(self, world: Any) -> None:  # of each rulebook, with a pack
        super().__init__(world, world.pack.digest, world.pack.refusals, world.pack.rules)
        self.version = world.version

    def begin(self, setup: Setup, table: Table[S]) -> None:
        """Say the opening facts. Raises Refusal where the setup cannot be played."""
        self.founding.begin(self.world, setup, table)

    def setups(self) -> Sequence[Setup]:
        """Random games."""
        found: Sequence[Setup] = self.founding.setups(self.world)
        return found

    def setup_options(self) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """Options of a new game."""
        options: Mapping[str, tuple[str, tuple[str, ...]]] = self.founding.OPTIONS
        return options

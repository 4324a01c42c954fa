"""Games of random players from a seed: what must always hold in them, and the shortest game that breaks it.

A game is a list of moves (orders and times), so that it can be played again, shortened, and told as a transcript.
The rulebook's invariants are its `checks`; what must hold of every rulebook is checked besides (`_Watch`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Generic, TypeVar

import msgspec

from engine.clock import Instant, iso
from engine.dice.keyed import ChainDice, Dice
from engine.game import MODERATOR, Fact, Outcome, Refusal, Ruleset, Said, Seat, Setup, Table
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Length
from engine.played.played_game import Broken, PlayedGame
from engine.played.random_players import BEGINS, USUAL, Move, random_moves, told
from engine.record import Codec, UnknownOrder
from engine.report import News
from engine.text.lines import WordsError, parse, to_text

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")

LOOKS_EVERY = 10
"""Moves after which one seat, in turn, looks at all it may see in words."""

SUBJECTS = 2
"""Things that a view could be about, of those it offers, at which a player looks."""

MENUS = 5
"""At each look the menus of one order in so many are opened, and what could be given of it; the next, another share."""

FOLDS_EVERY = 24
"""Moves after which everything said so far is folded again from the beginning."""

DRAWS_EVERY = 30
"""Moves after which one seat, in a turn of its own, looks at everything, and at one picture of each kind."""

MOST_DUE = 10_000
"""Due instants in one catch-up after which a rulebook is taken to be stuck."""


class Failure(msgspec.Struct, frozen=True):
    """Failure of a random game: which check, what was found, and the moves that lead there (the last one breaks it)."""

    check: str
    found: str
    moves: tuple[Move, ...]
    setup: Setup
    seed: int

    def __str__(self) -> str:
        return "\n".join([f"{self.check}: {self.found}", f"seed {self.seed}", *told(self.setup, self.moves)])


class Game(msgspec.Struct, Generic[S], frozen=True):
    """A random game: the digest of all that was said, its moves, what was ordered and refused, and what broke."""

    seed: int
    digest: str
    moves: tuple[Move, ...]
    obeyed: dict[str, int]
    refused: dict[str, int]
    state: S
    failure: Failure | None = None


class _Watch(PlayedGame[S]):
    """A game under the eyes of the checks that hold for every rulebook, and the rulebook's own."""

    def __init__(self, rules: Ruleset[S], setup: Setup, dice: Dice) -> None:
        super().__init__(rules, setup.seats, dice)
        self.checks.hasten()
        self.setup = setup
        self.codec = Codec(rules)
        self.refused: Counter[str] = Counter()
        self.obeyed: Counter[str] = Counter()
        self.moves = 0
        self._bytes: tuple[S | None, bytes] = (None, b"")
        self._digest = hashlib.sha256()

    @property
    def digest(self) -> str:
        """The digest of everything said so far, to whom and when."""
        return self._digest.hexdigest()

    def move(self, move: Move) -> None:
        """Make a move. Raises Broken."""
        self.moves += 1
        self.now = move.at
        self._guarded("lapse", self._lapse)
        if move.order is not None:
            order = move.order
            self._guarded(f"obey {type(order).__name__}", lambda: self._obey(move.seat, order))
        self.sound()
        if self.moves % DRAWS_EVERY == 0:
            self.look(self.hearers[self.moves // DRAWS_EVERY % len(self.hearers)], move.at, draws=True)
        elif self.moves % LOOKS_EVERY == 0:
            self.look(self.hearers[self.moves // LOOKS_EVERY % len(self.hearers)], move.at)
        if self.moves % LOOKS_EVERY == 0:
            self.stored()
        if self.moves % FOLDS_EVERY == 0:
            self.folded()

    def watched(self, moves: Iterator[Move]) -> Iterator[Move]:
        """The moves; what the rulebook raises while they are thought of is a Broken."""
        while True:
            try:
                move = next(moves, None)
            except Exception as error:
                raise Broken("legal or due raised", f"{type(error).__name__}: {error}") from error
            if move is None:
                return
            yield move

    def look(self, seat: Seat | None, now: Instant, *, draws: bool = False) -> None:
        """Everything a seat can look at answers, or refuses; of the menus of orders a share. Raises Broken."""
        rules, knows, who = self.rules, self.known[seat], seat or "the public"

        def asked(what: str, ask: Callable[[], Iterable[Any]], most: int = 50) -> list[Any]:
            found: list[Any] = []
            try:
                self._guarded(f"{what} for {who}", lambda: found.extend(islice(ask(), most)))
            except Refusal:
                return []
            return found

        if seat is not None:
            for kind in rules.orders[self.moves // LOOKS_EVERY % MENUS :: MENUS]:
                asked(f"legal {kind.__name__}", partial(rules.legal, knows, seat, now, kind))
                for field in kind.picks():
                    asked(
                        f"options of {kind.__name__}.{field}", partial(rules.options, knows, seat, kind, field, {}, now)
                    )
        for view in rules.views:
            if seat is None and not view.public:
                continue
            subjects = asked(f"subjects of {view.name}", partial(rules.subjects, knows, seat, view.name, now), SUBJECTS)
            abouts = ("", "no such thing", *(one.value for one in subjects)) if view.about or subjects else ("",)
            for about in abouts:
                asked(f"show {view.name}", partial(_one, partial(rules.show, knows, seat, view.name, about, now)))
            if view.picture and draws:
                about = abouts[self._digest.digest()[0] % len(abouts)]
                asked(f"draw {view.name}", partial(_one, partial(rules.draw, knows, seat, view.name, about, now)))

    def _guarded(self, what: str, do: Callable[[], T]) -> T:
        """Do something; whatever it raises besides Refusal and Broken is a Broken."""
        try:
            return do()
        except (Refusal, Broken):
            raise
        except Exception as error:
            raise Broken(f"{what} raised", f"{type(error).__name__}: {error}") from error

    def _lapse(self) -> None:
        """As `engine.game.lapse` up to now, and time must move on at each instant that is due."""
        for _ in range(MOST_DUE):
            due = self.rules.due(self.state)
            if due is None or due > self.now:
                return
            table = Table(self.state, due, self.dice, self.rules.refusals, self.knows)
            self.rules.lapse(table)
            self._stepped(Outcome(table.state, tuple(table.said)), "lapse", Seat(""))
            after = self.rules.due(self.state)
            if after is not None and after <= due:
                raise Broken("time moves on", f"at {iso(due)} something lapsed, and {iso(after)} is due next")
        raise Broken("time moves on", f"more than {MOST_DUE} instants were due up to {iso(self.now)}")

    def _obey(self, seat: Seat, order: Order) -> None:
        try:
            if parse(to_text(order, self.rules.orders), self.rules.orders) != order:
                raise Broken("an order's line reads back as the order", to_text(order, self.rules.orders))
            if self.codec.order(self.codec.order_text(order)) != order:
                raise Broken("an order's record reads back as the order", self.codec.order_text(order))
        except (WordsError, UnknownOrder) as error:
            raise Broken("an order's line and record read back as the order", f"{order!r}: {error}") from error
        before = self._bytes if self._bytes[0] is self.state else (self.state, self.codec.state_bytes(self.state))
        outcome = self.tries(seat, order)
        self._bytes = self.state, self.codec.state_bytes(self.state)
        if self._bytes != before:
            raise Broken("a state never changes", f"{order!r} changed the state that it was given")
        name = type(order).__name__
        if outcome.refusal is None:
            self.obeyed[name] += 1
            self._stepped(outcome, name, seat)
            return
        self.refused[outcome.refusal.code] += 1
        if outcome.said or outcome.state is not self.state:
            raise Broken("a refusal changes nothing", f"{order!r} was refused and said {outcome.said!r}")
        if not outcome.refusal.sentence or "{" in str(outcome.refusal):
            raise Broken("a refusal is a whole sentence", f"{outcome.refusal.code}: {outcome.refusal}")

    def _stepped(self, outcome: Outcome[S], after: str, by: Seat) -> None:
        """Take in what came of an order of somebody's or of time, and look at the step itself."""
        before = self.state
        self.take(outcome, after)
        if (wrong := self.checks.between(before, outcome.said, outcome.state, by)) is not None:
            raise Broken("a step", f"after {after}: {wrong}")

    def take(self, outcome: Outcome[S], after: str = "begin") -> None:
        """Only seats may be awaited after it."""
        super().take(outcome, after)
        for awaited in self.rules.awaits(self.state):
            if awaited.seat not in (*self.seats, MODERATOR):
                raise Broken("only seats are awaited", repr(awaited))

    def hear(self, said: Said[S]) -> Mapping[Seat | None, S]:
        """Besides, the fact is read back as it was stored, and goes into the digest."""
        self._fact(said)
        knows = super().hear(said)
        self._digest.update(f"{int(said.at)} {said.to} ".encode() + self.codec.fact_bytes(said.fact) + b"\n")
        return knows

    def evolved(self, state: S, fact: Fact[S]) -> S:
        """No fact may fail, whatever state it meets."""
        return self._guarded(f"evolve {type(fact).__name__}", lambda: fact.evolve(state))

    def told(self, known: S, said: Said[S], hearer: Seat | None) -> News | None:
        """All that is said can be told, also when more is known."""
        what = f"tell {type(said.fact).__name__} to {hearer or 'the public'}"
        return self._guarded(what, lambda: self.rules.tell(known, said, hearer))

    def _fact(self, said: Said[S]) -> None:
        data = self.codec.fact_bytes(said.fact)
        try:
            read = self.codec.fact(data)
        except msgspec.ValidationError as error:
            raise Broken("a fact's bytes read back as the fact", f"{data.decode()}: {error}") from error
        if read != said.fact or self.codec.fact_bytes(read) != data:
            raise Broken("a fact's bytes read back as the fact", f"{said.fact!r} became {read!r}")
        self.evolved(self.rules.state(), said.fact)
        strange = [seat for seat in said.to.seats if seat not in self.seats]
        if strange:
            raise Broken("only seats hear facts", f"{said.fact!r} was said to {', '.join(strange)}")

    def stored(self) -> None:
        """Loading from a snapshot goes on as if nothing had been stored."""
        for holder, state in [("the referee", self.state), *self.known.items()]:
            data = self.codec.state_bytes(state)
            try:
                read = self.codec.state(data)
            except msgspec.ValidationError as error:
                raise Broken("a state's bytes read back as the state", f"of {holder}: {error}") from error
            if read != state or self.codec.state_bytes(read) != data:
                raise Broken("a state's bytes read back as the state", f"of {holder}, they do not")
        self.state = self.codec.state(self.codec.state_bytes(self.state))


def _one(see: Callable[[], object]) -> list[object]:
    return [see()]


def secret_of(seed: int) -> bytes:
    """The secret of a random game's dice."""
    return hashlib.sha256(f"dice of {seed}".encode()).digest()


def play_random(
    rules: Ruleset[S],
    setup: Setup,
    seed: int,
    *,
    length: Length = USUAL,
    opening: Sequence[Move] = (),
    shrink: bool = True,
) -> Game[S]:
    """One random game of a length, the same for the same seed; a failing one is shrunk.

    `opening` are moves made first (to join, to muster). Raises Refusal for a setup that cannot be played.
    """
    watch = _Watch(rules, setup, ChainDice(secret_of(seed)))
    made: list[Move] = []
    failure: Failure | None = None
    try:
        watch.begin(setup, BEGINS)
        players = random_moves(watch, Chance("fuzz", seed), opening, length)
        most = None if length.days else length.moves + len(opening)
        for move in watch.watched(islice(players, most)):
            made.append(move)
            watch.move(move)
            if length.whole and rules.over(watch.state):
                break
        watch.stored()
        watch.folded()
        watch.told_again()
        if length.whole and not rules.over(watch.state):
            failure = Failure("a game ends by its rules", f"{len(made)} moves", tuple(made), setup, seed)
    except Broken as broken:
        failure = Failure(broken.check, broken.found, tuple(made), setup, seed)
        if shrink:
            failure = shrunk(rules, failure)
    return Game(
        seed, watch.digest, tuple(made), dict(sorted(watch.obeyed.items())), dict(sorted(watch.refused.items())),
        watch.state, failure,
    )  # fmt: skip


def play_game(
    rules: Ruleset[S],
    setups: Sequence[Setup],
    seed: int,
    number: int,
    *,
    length: Length = USUAL,
    opening: Callable[[Setup], Sequence[Move]] | None = None,
) -> Game[S]:
    """Random game `number` of a seed, the setups in turn: the same whichever other games are played."""
    setup = setups[number % len(setups)]
    first = opening(setup) if opening else ()
    return play_random(rules, setup, seed * 1_000_003 + number, length=length, opening=first)


def fuzz(
    rules: Ruleset[S],
    setups: Sequence[Setup],
    seed: int,
    games: int,
    *,
    moves: int = USUAL.moves,
    opening: Callable[[Setup], Sequence[Move]] | None = None,
) -> Iterator[Game[S]]:
    """So many random games, one after another. Game n of a seed is the same however many are asked for."""
    for number in range(games):
        yield play_game(rules, setups, seed, number, length=Length(moves), opening=opening)


def replayed(rules: Ruleset[S], setup: Setup, seed: int, moves: Sequence[Move]) -> tuple[Broken | None, int]:
    """Play moves again: what broke, and how many moves were made when it did."""
    watch = _Watch(rules, setup, ChainDice(secret_of(seed)))
    try:
        watch.begin(setup, BEGINS)
        for move in moves:
            watch.move(move)
        watch.stored()
        watch.folded()
    except Broken as broken:
        return broken, watch.moves
    return None, watch.moves


def shrunk(rules: Ruleset[S], failure: Failure, tries: int = 400) -> Failure:
    """The same failure from fewer moves: stretches of them are left out, ever shorter ones, while it still fails."""
    best = failure
    stretch = max(1, len(best.moves) // 2)
    while tries > 0:
        at, shorter = 0, False
        while at < len(best.moves) and tries > 0:
            fewer = best.moves[:at] + best.moves[at + stretch :]
            tries -= 1
            broken, made = replayed(rules, best.setup, best.seed, fewer)
            if broken is not None and broken.check == best.check:
                best = Failure(broken.check, broken.found, fewer[:made], best.setup, best.seed)
                shorter = True
            else:
                at += stretch
        if not shorter and stretch == 1:
            break
        stretch = stretch if shorter and stretch == 1 else max(1, stretch // 2)
    return best


def summary(games: Iterable[Game[Any]]) -> tuple[Counter[str], Counter[str]]:
    """Counts of each order that was obeyed, and of each refusal that was given, over games."""
    obeyed: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for game in games:
        obeyed.update(game.obeyed)
        refused.update(game.refused)
    return obeyed, refused

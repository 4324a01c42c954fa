"""The interference test: change what a seat cannot see, and all that the seat hears must stay the same, byte for byte.

From random games it makes pairs of referee's states that one seat cannot tell apart (what it knows is the same), by
orders of others of which it hears nothing, or by the rulebook's `Perturb`. Then the seat gives the same orders in both
(its own, nonsense, orders about what it cannot see) and time passes in both, under the same turn keys. Answers,
refusals, news, menus, pictures and whom the table waits for are compared.

Some of what is hidden comes out fairly, when a turn is resolved or a ship comes into view: `Reveals` says what a seat
may learn then, and where that differs between the two, what it hears may differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

import msgspec

from engine.clock import Instant, iso
from engine.dice.keyed import Dice, FixedDice
from engine.game import Outcome, Refusal, Ruleset, Said, Seat, Setup, lapse
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move, random_moves, spoiled, told
from engine.record import Codec
from engine.text.lines import to_text

S = TypeVar("S", bound=msgspec.Struct)

Perturb = Callable[[S, Seat, Chance], S | None]
"""Another state that the seat cannot tell from this one; None where there is none to be had."""

Reveals = Callable[[S, Seat, Order | None, Instant], object]
"""What a seat may fairly learn of hidden things when it gives an order (None: when time passes up to the instant)."""

PROBES = 8
"""Orders of each kind that the seat tries in both states."""

ASKED = ("whom the table waits for", "what it knows", "what it sees")

LISTED = 2000
"""Orders of a seat that probes are chosen from."""

OF_ONE_WORLD = 4
"""Pairs that are made of a world which players reached: of several seats, or by several changes."""

DEPTH = 3
"""Most orders that the seat gives one after the other in both."""

TRIES = 10
"""Games reached for each pair wanted: in some there is nothing that a seat cannot see."""

LOOKS = 6
"""Menus, reports and pictures are made from what a seat knows and nothing else: where that is the same, so are they.
One pair in so many looks at them nevertheless."""


class Leak(msgspec.Struct, frozen=True):
    """Two states that a seat cannot tell apart, until it asks: what it asked, and the two answers."""

    seat: Seat
    changed: str
    asked: str
    one: str
    other: str
    setup: Setup
    moves: tuple[Move, ...]
    seed: int

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.seat} can tell what it cannot see",
                f"seed {self.seed}",
                *told(self.setup, self.moves),
                f"# changed: {self.changed}",
                f"# {self.seat} asks: {self.asked}",
                f"# as it was: {self.one}",
                f"# changed:   {self.other}",
            ]
        )


class Interference(msgspec.Struct, frozen=True):
    """Result of a run: pairs of states, answers compared, answers left out as fairly different, and the leaks."""

    pairs: int
    compared: int
    revealed: int
    leaks: tuple[Leak, ...]


class _Difference(Exception):
    def __init__(self, asked: str, mine: str, theirs: str) -> None:
        super().__init__(asked)
        self.asked, self.one, self.other = asked, mine, theirs


class World(PlayedGame[S]):
    """A game as it is, or changed where a seat cannot see it: what must hold of games is proved by others."""

    checked = worded = False

    def __init__(self, rules: Ruleset[S], seats: Iterable[Seat], dice: Dice) -> None:
        super().__init__(rules, seats, dice)
        self._listed: dict[tuple[Seat, Instant, int], tuple[S, list[Order]]] = {}

    def listed(self, seat: Seat) -> list[Order]:
        """Orders that a seat could give by what it knows, the first so many; listed once for all copies of the game."""
        knows = self.known[seat]
        key = (seat, self.now, id(knows))
        if key not in self._listed:
            self._listed[key] = (knows, list(islice(self.rules.legal(knows, seat, self.now), LISTED)))
        return self._listed[key][1]


class _Pair(Generic[S]):
    """Two worlds that one seat should not be able to tell apart."""

    def __init__(self, mine: World[S], theirs: World[S], seat: Seat, reveals: Reveals[S] | None) -> None:
        self.one, self.other, self.seat, self.now, self.reveals = mine, theirs, seat, mine.now, reveals
        self.rules = mine.rules
        self.codec = Codec(mine.rules)
        self.compared = self.revealed = 0

    def compare(self, chance: Chance) -> None:
        """Ask everything in both worlds. Raises _Difference for the first that is answered differently."""
        looking = chance.one_in(LOOKS)
        for _ in range(1 + chance.below(DEPTH)):
            one, other = (
                (self._awaits(world), self._knows(world), self._looks(world) if looking else "")
                for world in (self.one, self.other)
            )
            for asked, mine, theirs in zip(ASKED, one, other, strict=True):
                self._same(asked, mine, theirs)
            probes = list(self._probes(chance))
            for order in probes:
                self._ask(order)
            if not probes or not self._go_on(chance.choice(probes)):
                break
        if self.reveals is not None:
            self._wait()

    def _same(self, asked: str, mine: str, theirs: str) -> None:
        self.compared += 1
        if mine != theirs:
            raise _Difference(asked, mine, theirs)

    def _fairly(self, order: Order | None, upto: Instant) -> bool:
        """True if what may fairly be learned differs, so that answers may."""
        if self.reveals is None:
            return False
        differ = self.reveals(self.one.state, self.seat, order, upto) != self.reveals(
            self.other.state, self.seat, order, upto
        )
        self.revealed += differ
        return differ

    def _answers(self, order: Order) -> tuple[Outcome[S], Outcome[S]]:
        return self.one.tries(self.seat, order), self.other.tries(self.seat, order)

    def _ask(self, order: Order) -> None:
        if self._fairly(order, self.now):
            return
        one, other = self._answers(order)
        asked = f"{self.seat}> {to_text(order)}"
        self._same(asked, self._heard(self.one, one), self._heard(self.other, other))

    def _go_on(self, order: Order) -> bool:
        """Let the seat give an order in both worlds; False where the two fairly part there."""
        if self._fairly(order, self.now):
            return False
        one, other = self._answers(order)
        self.one.take(one)
        self.other.take(other)
        return True

    def _wait(self) -> None:
        """Let time pass in both worlds to the next instant that anything is due."""
        dues = [due for due in (self.rules.due(self.one.state), self.rules.due(self.other.state)) if due is not None]
        if not dues:
            return
        upto = max(self.now, min(dues))
        if self._fairly(None, upto):
            return
        outcome = lapse(self.rules, self.one.state, upto, self.one.dice, self.one.knows)
        other = lapse(self.rules, self.other.state, upto, self.other.dice, self.other.knows)
        self._same(f"time passes to {iso(upto)}", self._heard(self.one, outcome), self._heard(self.other, other))

    def _heard(self, world: World[S], outcome: Outcome[S]) -> str:
        """All that the seat gets of something: a refusal, the facts it hears, their words, whom the table waits for."""
        lines: list[str] = []
        knows, public = world.known[self.seat], world.known[None]
        for said in outcome.said:
            if said.to.includes(None):
                public = said.fact.evolve(public)
            if said.to.includes(self.seat):
                knows = said.fact.evolve(knows)
                lines.append(f"{iso(said.at)} {self.codec.fact_bytes(said.fact).decode()} {self._words(knows, said)}")
        if outcome.refusal is not None:
            numbers = sorted((name, str(value)) for name, value in outcome.refusal.numbers.items())
            lines.append(f"! {outcome.refusal.code} {outcome.refusal} {numbers}")
        return "\n".join([*lines, *self._waits(knows, public)])

    def _waits(self, knows: S, public: S) -> Iterator[str]:
        """All that the table waits for, as the seat and everybody are told: from what each knows."""
        return (repr(self.rules.awaits(state)) for state in (knows, public))

    def _words(self, knows: S, said: Said[S]) -> str:
        return repr(self.rules.tell(knows, said, self.seat))

    def _awaits(self, world: World[S]) -> str:
        return "\n".join(self._waits(world.known[self.seat], world.known[None]))

    def _knows(self, world: World[S]) -> str:
        return self.codec.state_bytes(world.known[self.seat]).decode()

    def _looks(self, world: World[S]) -> str:
        """Menus, reports and pictures of the seat, after the game itself was looked at, as it is before each look."""
        rules, knows, seat = self.rules, world.known[self.seat], self.seat
        rules.due(world.state)
        lines = [repr(order) for order in islice(rules.legal(knows, seat, self.now), 60)]
        for kind in rules.orders:
            for field in kind.picks():
                lines += map(repr, islice(rules.options(knows, seat, kind, field, {}, self.now), 20))
        for view in rules.views:
            subjects = [option.value for option in islice(rules.subjects(knows, seat, view.name, self.now), 2)]
            for about in ("", *subjects):
                try:
                    lines.append(repr(rules.show(knows, seat, view.name, about, self.now)))
                    if view.picture:
                        lines.append(rules.draw(knows, seat, view.name, about, self.now))
                except Refusal as refusal:
                    lines.append(str(refusal))
        return "\n".join(lines)

    def _probes(self, chance: Chance) -> Iterator[Order]:
        """Orders for the seat to try: what it may do, what others may do, and both spoiled with each other's fields."""
        own = chance.sample(self.one.listed(self.seat), PROBES)
        others: list[Order] = []
        for world in (self.one, self.other):
            for seat in world.seats:
                if seat != self.seat:
                    others += chance.sample(world.listed(seat), PROBES // 2)
        yield from own
        yield from others
        for order in own + others:
            yield spoiled(order, own + others, chance)


def _quiet(world: World[S], seat: Seat, chance: Chance) -> tuple[str, World[S]] | None:
    """The world after an order of another seat that `seat` hears nothing of; None where none was found."""
    for other in chance.sample(tuple(name for name in world.seats if name != seat), 4):
        for order in chance.sample(world.listed(other), 6):
            outcome = world.tries(other, order)
            if outcome.refusal is None and outcome.said and not any(said.to.includes(seat) for said in outcome.said):
                changed = world.copy()
                changed.take(outcome)
                return f"{other}> {to_text(order)}", changed
    return None


def _twin(world: World[S], seat: Seat, chance: Chance, perturb: Perturb[S] | None) -> tuple[str, World[S]] | None:
    """Another world that the seat cannot tell from this one, and how it was made."""
    if perturb is not None and not chance.one_in(3):
        state = perturb(world.state, seat, chance)
        if state is not None:
            changed = world.copy()
            changed.state = state
            return "by the rulebook", changed
    hows: list[str] = []
    changed = world
    for _ in range(1 + chance.below(3)):
        step = _quiet(changed, seat, chance)
        if step is None:
            break
        hows.append(step[0])
        changed = step[1]
    return ("; ".join(hows), changed) if hows else None


def gathered(found: Iterable[Interference], pairs: int, most_leaks: int = 3) -> Interference:
    """So many pairs together, in order; fewer where leaks were found."""
    whole = Interference(0, 0, 0, ())
    for interference in found:
        whole = Interference(
            whole.pairs + interference.pairs,
            whole.compared + interference.compared,
            whole.revealed + interference.revealed,
            whole.leaks + interference.leaks,
        )
        if whole.pairs >= pairs or len(whole.leaks) >= most_leaks:
            break
    return whole


def reached(
    rules: Ruleset[S], setup: Setup, chance: Chance, moves: int, opening: Sequence[Move]
) -> tuple[World[S], tuple[Move, ...]]:
    """A world that random players reached, and the moves they made."""
    world = World(rules, setup.seats, FixedDice(str(chance.below(2**128)).encode()))
    world.begin(setup, BEGINS)
    played: list[Move] = []
    wanted = len(opening) + chance.below(moves)
    for move in random_moves(world, chance, opening):
        if len(played) >= wanted:
            break
        played.append(move)
        move.make(world)
    return world, tuple(played)


class Pairs(msgspec.Struct, Generic[S], frozen=True):
    """Pairs of states that a seat cannot tell apart, of worlds that random players reach from setups.

    `opening` are moves made first, `moves` as many as follow at most. Without `reveals` no time passes and orders must
    reveal nothing at all. What a perturbed state has other seats know is not changed with it: it serves for what the
    seat hears only.
    """

    rules: Ruleset[S]
    setups: Sequence[Setup]
    moves: int = 40
    perturb: Perturb[S] | None = None
    reveals: Reveals[S] | None = None
    opening: Callable[[Setup], Sequence[Move]] | None = None

    def compared(self, seed: int, number: int) -> Interference:
        """The pairs that are made of the world of that number, compared; none where it offers none."""
        chance = Chance("interfere", seed, number)
        setup = self.setups[number % len(self.setups)]
        if len(setup.seats) < 2:
            return Interference(0, 0, 0, ())
        opening = self.opening(setup) if self.opening is not None else ()
        world, played = reached(self.rules, setup, chance, self.moves, opening)
        leak = partial(Leak, setup=setup, moves=played, seed=seed)
        return gathered((self._pair(world, chance, leak) for _ in range(OF_ONE_WORLD)), OF_ONE_WORLD)

    def _pair(self, world: World[S], chance: Chance, leak: Callable[..., Leak]) -> Interference:
        """One pair: the world, and another that a seat cannot tell from it."""
        seat = chance.choice(world.seats)
        twin = _twin(world, seat, chance, self.perturb)
        codec = Codec(self.rules)
        if twin is None or codec.state_bytes(twin[1].state) == codec.state_bytes(world.state):
            return Interference(0, 0, 0, ())
        pair = _Pair(world.copy(), twin[1].copy(), seat, self.reveals)
        leaks: tuple[Leak, ...] = ()
        try:
            pair.compare(chance)
        except _Difference as found:
            leaks = (leak(seat, twin[0], found.asked, found.one, found.other),)
        return Interference(1, pair.compared, pair.revealed, leaks)

    def interfere(self, seed: int, pairs: int, most_leaks: int = 3) -> Interference:
        """So many pairs or a few more, made and compared; ends at `most_leaks`, and where too many games make none."""
        return gathered((self.compared(seed, number) for number in range(TRIES * pairs)), pairs, most_leaks)

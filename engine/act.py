"""Orders with their rules: what is asked, what it names, when it may be given, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, takewhile
from typing import Any, ClassVar, Generic, Literal, NamedTuple, NoReturn, Self, TypeVar, get_args, get_origin

import msgspec
from pydantic import ValidationError

from engine import orders
from engine.game import Audience, Fact, Refusal, Seat, Table
from engine.look import Look, Refused
from engine.noun import EACH, NOTHING_FOUND, Found, Named, Offered, Several, Unresolved
from engine.orders import Option
from engine.text.message import NOTHING, Text

W = TypeVar("W")
S = TypeVar("S", bound=msgspec.Struct)
L = TypeVar("L", bound=Look[Any, Any])


class Act(Generic[W, S]):
    """An order being obeyed: by whom, what its author knows, what its fields name, and the table to say facts at.

    `look` is what the author knows: checks see it and no more. `state` is the referee's, for what comes of the order.
    """

    __slots__ = ("found", "look", "table")

    def __init__(self, look: Look[W, S], table: Table[S], found: Found = NOTHING_FOUND) -> None:
        self.look, self.table, self.found = look, table, found

    @property
    def world(self) -> W:
        """The world that the rulebook is played with: the data pack, and what is made of it."""
        return self.look.world

    @property
    def seat(self) -> Seat:
        """Seat that gives the order."""
        assert self.look.seat is not None  # the public gives no orders
        return self.look.seat

    @property
    def state(self) -> S:
        """The referee's state, with all that was said so far."""
        return self.table.state

    def say(self, fact: Fact[S], to: Audience) -> None:
        """Make something so. Whoever says it says who hears it."""
        self.table.say(fact, to)

    def refuse(self, code: str, rule: str = "", fix: str = "", **numbers: object) -> NoReturn:
        """Decline. Raises Refusal."""
        self.look.refuse(code, rule, fix, **numbers)


MOST_WAYS = 100
"""Ways to fill in the fields before one whose menu depends on them, at most, that its menu is made of."""


class Order(orders.Order):
    """An order and its rule. Besides what `engine.orders.Order` says of lines and paths:

    A field marked with a `Named` (`Annotated[str, OWN_SHIP]`) names a thing: it is found before `obey`, offered by its
    menu and enumerated for random players. `ready` says when the order may be given at all.
    """

    resolves: ClassVar[tuple[str, ...]] = ()
    """Fields that are found before the others, in this order: those on which an earlier one depends."""
    lively: ClassVar[int] = 40
    """Orders of this kind at most that random players look at."""
    each: ClassVar[int] = EACH
    """Values of one of its fields at most, of those that come to an order, among them."""
    sampled: ClassVar[bool] = False
    """True where the examples in its fields do not say whether it could be given: it is offered then wherever it is
    ready, and there is something to name.
    """

    def obey(self, act: Any) -> None:
        """Say what comes of it, or refuse. What the fields name is `act.found`."""
        raise LookupError(f"nothing obeys {type(self).__name__}")

    @classmethod
    def ready(cls, look: Any) -> Refused | None:
        """Refuses it altogether as things are now, whatever its fields say."""
        return None

    @classmethod
    def marks(cls) -> Mapping[str, Named[Any, Any]]:
        """The fields that name things, in their order."""
        return _marks(cls)

    def check(self, look: Any, found: Found) -> None:
        """Refuse what cannot be done with what its fields name, beyond what each of them says: before anything comes of
        it, and what is refused is not offered. Raises Refusal.
        """

    def doubts(self, look: Any) -> Text:
        """A doubt that its player is told first as things stand, and asked once whether the order is meant; NOTHING
        for no doubt.
        """
        return NOTHING

    def find(self, look: Look[Any, Any]) -> Found:
        """Things that its fields name, each found with what was found before. Raises Refusal."""
        things: dict[str, Any] = {}  # of every kind
        found = Found(things)
        for field, mark in _marks(type(self)).items():
            words = getattr(self, field)
            things[field] = None if words is None else mark.find(look, words, found)
        return found

    def lasting(self, look: Look[Any, Any]) -> Self:
        """The order in words that mean the same for good: names that others may change are not in it."""
        kept = {
            field: mark.lasting(look, words)
            for field, mark in _marks(type(self)).items()
            if (words := getattr(self, field)) is not None
        }
        changed = {field: words for field, words in kept.items() if words != getattr(self, field)}
        return self.model_copy(update=changed) if changed else self

    @classmethod
    def options(cls, look: Any, field: str, given: Mapping[str, str]) -> Iterable[Option]:
        """Options of a field's menu, from what the viewer knows and has filled in so far; of a field that depends on
        an empty one before it, those that anything there would have.
        """
        mark = _marks(cls).get(field) or cls.picks().get(field)
        if not isinstance(mark, Named | Offered):
            return
        offered = iter(mark.options(look, cls._given(look, field, given), given.get(field, "")))
        first = next(offered, None)
        if first is not None:
            every = chain((first,), offered)
            listed = mark.several or isinstance(mark, Several)  # what one alone cannot be, several may
            yield from every if listed else cls._passing(look, field, given, every)
        elif not (isinstance(mark, Offered) and mark.beside):
            yield from cls._of_any(look, mark, field, given)

    @classmethod
    def _passing(cls, look: Any, field: str, given: Mapping[str, str], options: Iterable[Option]) -> Iterable[Option]:
        """Options of a field of which one is chosen, without those that `check` refuses, where the order may be given
        at all, and all else that it needs is filled in.
        """
        filled = {name: words for name, words in given.items() if words and name in cls.model_fields}
        needed = (name for name, info in cls.model_fields.items() if info.is_required() and name != field)
        checked = cls.check is not Order.check and all(name in filled for name in needed)
        if not checked or cls.ready(look) is not None:
            return options
        return (option for option in options if cls._accepts(look, {**filled, field: option.value}))

    @classmethod
    def _accepts(cls, look: Any, words: Mapping[str, str]) -> bool:
        """True unless `check` refuses an order of these words; what is wrong with one of them alone, is told when it is
        given.
        """
        try:
            order = cls.model_validate(words)
            found = order.find(look)
        except (ValidationError, Refusal):
            return True
        try:
            order.check(look, found)
        except Refusal:
            return False
        return True

    @classmethod
    def _of_any(
        cls, look: Any, mark: Named[Any, Any] | Offered[Any], field: str, given: Mapping[str, str]
    ) -> Iterator[Option]:
        """Options of a field with any of what may stand before it: as many of the fields before are filled in,
        from the first on, as it takes. An option says with what it is offered, where that is not everything.
        """
        marks, ways = _marks(cls), [NOTHING_FOUND]
        for name in takewhile(lambda one: one != field, marks):
            there = (
                (words, found.also(name, thing))
                for found in ways
                for words, thing in cls._there(look, name, found, given.get(name, ""))
            )
            filled = list(islice(there, MOST_WAYS))
            ways = [found for _, found in filled]
            offers = [(words, tuple(mark.options(look, found, ""))) for words, found in filled]
            if any(options for _, options in offers):
                yield from _gathered(offers)
                return

    @classmethod
    def _there(cls, look: Any, name: str, found: Found, words: str) -> Iterator[tuple[str, Any]]:  # things of any kind
        """All that a field may name: what it is filled in with, else its usual value, else all there is."""
        mark, field = _marks(cls)[name], cls.model_fields[name]
        if field.is_required() and not words:
            yield from mark.things(look, found)
            return
        words = words or str(field.default or "")
        try:
            yield words, mark.find(look, words, found) if words else None
        except Refusal:
            return

    @classmethod
    def starts(cls, look: Any, about: str) -> Mapping[str, str]:
        """Words that stand in its form before anybody fills it in, from what the viewer knows; {} for none. A form that
        is about one thing has that in its first field, which offers nothing else then: `about`, "" for the usual.
        """
        return {}

    @classmethod
    def _given(cls, look: Look[Any, Any], upto: str, given: Mapping[str, str]) -> Found:
        """Things that the fields before `upto` name, as far as they are filled in and right."""
        found = NOTHING_FOUND
        for field, mark in _marks(cls).items():
            if field == upto:
                break
            if given.get(field):
                try:
                    found = found.also(field, mark.find(look, given[field], found))
                except (Refusal, Unresolved):
                    continue
        return found

    @classmethod
    def likely(cls, look: Any) -> Iterator[Self]:
        """Orders of this kind that would be obeyed now, representative where there are many. Asked while `ready`."""
        return islice(_enumerated(cls, look), cls.lively)

    @classmethod
    def possible(cls, look: Any) -> Iterator[Self]:
        """The likely orders that nothing refuses, up to one that no field can hold (a name of an older version); none
        while not `ready`.
        """
        if cls.ready(look) is not None:
            return
        checked = cls.check is not Order.check
        try:
            yield from (order for order in cls.likely(look) if not checked or order.passes(look))
        except ValidationError:
            return

    @classmethod
    def fits(cls, look: Any) -> bool:
        """True if one of this kind could be given now, as far as is known."""
        if any(True for _ in cls.possible(look)):
            return True
        needed = (field.mark for field in _choosing(cls) if field.required and not field.listed)
        there = (mark is None or any(True for _ in mark.things(look, NOTHING_FOUND)) for mark in needed)
        return cls.sampled and cls.ready(look) is None and all(there)

    def passes(self, look: Any) -> bool:
        """True if it names what there is, and `check` refuses none of it."""
        try:
            self.check(look, self.find(look))
        except Refusal:
            return False
        return True


@cache
def _marks(kind: type[Order]) -> Mapping[str, Named[Any, Any]]:
    """The fields of an order class that name things."""
    return {
        name: mark for name in _in_order(kind) for mark in kind.model_fields[name].metadata if isinstance(mark, Named)
    }


def _in_order(kind: type[Order]) -> list[str]:
    """The fields of an order class as they resolve."""
    return [*kind.resolves, *(name for name in kind.model_fields if name not in kind.resolves)]


def _gathered(offers: Sequence[tuple[str, tuple[Option, ...]]]) -> list[Option]:
    """Each option once, what is offered with most first; with what it is offered, where that is not everything."""
    found: dict[str, list[tuple[str, Option]]] = {}
    for words, options in offers:
        for option in options:
            found.setdefault(option.value, []).append((words, option))
    gathered = []
    for value, there in sorted(found.items(), key=lambda item: -len(item[1])):
        labels = {option.label for _, option in there}
        label = there[0][1].label if len(labels) == 1 else ""
        if len(there) < len(offers):
            label = f"{label or value} ({', '.join(dict.fromkeys(words for words, _ in there))})"
        gathered.append(Option(value, label, there[0][1].also))
    return gathered


K = TypeVar("K", bound=Order)


class _Choosing(NamedTuple):
    """A field as it is filled in for random players: `required` or left out, its mark, values that need no look."""

    name: str
    required: bool
    default: object
    mark: Named[Any, Any] | None
    listed: tuple[object, ...]
    closed: bool


@cache
def _choosing(kind: type[Order]) -> tuple[_Choosing, ...]:
    """The fields of an order class as they resolve; a closed list is chosen from even where one value is usual."""
    found = []
    for name in _in_order(kind):
        field = kind.model_fields[name]
        closed = get_origin(field.annotation) is Literal
        listed = get_args(field.annotation) if closed else tuple(field.examples or ())
        required = field.is_required() or closed
        found.append(_Choosing(name, required, field.get_default(), _marks(kind).get(name), listed, closed))
    return tuple(found)


def _enumerated(kind: type[K], look: Look[Any, Any]) -> Iterator[K]:
    """Orders of a kind field by field: things from their nouns, closed lists of values, examples, else as usual."""
    fields = _choosing(kind)
    if any(field.required and field.mark is None and not field.listed for field in fields):
        return iter(())  # nothing says what could stand there

    def go_on(at: int, values: dict[str, object], found: Found) -> Iterator[K]:
        if at == len(fields):
            try:
                order = kind.model_validate(values)
                order.check(look, found)
            except (ValidationError, Refusal):
                return
            yield order
            return
        field = fields[at]
        if not field.required:
            try:
                then = _usual(field, look, found)
            except Refusal:
                return  # as it is usually meant, it would be refused
            yield from go_on(at + 1, values, then)
            return
        fruitful = 0
        for choice, then in _choices(field, look, found):
            more = False
            for order in go_on(at + 1, {**values, field.name: choice}, then):
                more = True
                yield order
            fruitful += more
            if fruitful == kind.each:
                return

    return go_on(0, {}, NOTHING_FOUND)


def _choices(field: _Choosing, look: Look[Any, Any], found: Found) -> Iterator[tuple[object, Found]]:
    """Values of a field, each with all that is found then: a closed list's, what its noun offers, or examples."""
    mark = field.mark
    if mark is not None and not field.closed:
        yield from ((words, found.also(field.name, thing)) for words, thing in mark.things(look, found))
        return
    for choice in field.listed:
        try:
            yield choice, found if mark is None else found.also(field.name, mark.find(look, str(choice), found))
        except Refusal:
            continue


def _usual(field: _Choosing, look: Look[Any, Any], found: Found) -> Found:
    """Found with what a field that is left out names, besides what was found before. Raises Refusal."""
    if field.mark is None:
        return found
    left_out = None if field.default is None else field.mark.find(look, str(field.default), found)
    return found.also(field.name, left_out)

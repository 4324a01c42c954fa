"""Secret orders in slots: written, rehearsed on what their author knows, taken back, sealed. Register 1.2, section 4.

Each order of a season is a `Plot`. It is rehearsed with all others of its author, in the order in which they will be
carried out, not in that of writing; when the season is locked the same `perform` plays it on the referee's state, and
what is refused there is lost (register 0.4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import attrgetter, itemgetter
from typing import Annotated, Any, ClassVar, Self, cast

import msgspec
from msgspec.structs import astuple, replace
from pydantic import Field

from engine import act
from engine.book import obeys
from engine.declared.changes import Alters, Its, Sets
from engine.declared.sentences import either
from engine.draft import Stage
from engine.eaw.data.pack import Code
from engine.eaw.look import NOWHERE, Act, Look, SeatOf, Word
from engine.eaw.nouns import OWN_FLEET
from engine.eaw.season.run import Run, When, moment
from engine.eaw.state import Empire, Fleet, Mover, Realm, Ship, State, Step, with_realm
from engine.eaw.world import TABLE_WHOLE, TO_THE_LETTER
from engine.game import EVERYONE, Fact, Refusal, Seat, only
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Named, Noun, Offered, Value
from engine.orders import Option
from engine.text.lines import parse, sheet, to_text
from engine.text.message import N_, NN_, T_, Text, code, joined, term
from engine.text.names import by_likeness, hides

MOST_LINES = 100
"""Orders of one empire in one season."""
LONGEST_LIST = 4000
"""Characters of all of them, written together: as many as a form takes."""
MOST_KEPT = 2000
"""Lines of one author's rehearsals that are kept."""
M2, M3, M4 = 2, 3, 4
ACTION, JUMPED, BEFORE, FREE, AFTER = 0, 1, 2, 3, 4
"""Parts of a tick: actions, jumps, orders of no slot, free jumps, orders of no slot that follow one."""
_AUTHORS: dict[tuple[object, ...], _Kept] = {}
MOST_AUTHORS = 64
"""Authors whose rehearsals are kept: those of whom others were begun last."""
HOLDS = NN_(
    "You have {count} order, the last {line}, and {left} MP and {treasury:,} BPV left.",
    "You have {count} orders, the last {line}, and {left} MP and {treasury:,} BPV left.",
    "count",
)
ENGAGED_IN_LANE = N_("{mover} is engaged in the lane {where}.")
MET_IN_LANE = N_("{mover} meets the enemy in the lane {where}.")
TAKES = N_("It takes {price}, and {left} of {mp} movement points are left.")
NOT_THEN = N_("Order {place} (“{line}”) could not be carried out then. {sentence}")
LINE = N_("Line {number} cannot stand. {sentence}")
DROPPED = N_("You take back {lines}. {words}")
BETWEEN = re.compile(r";(?![^\[]*\])")
"""Between two orders on one line; options of a design stand in brackets, and have semicolons of their own."""
PREFERENCES: dict[str, tuple[str, ...]] = {}
"""By topic what may be preferred ("ask" besides); chapters add theirs."""
UNFIT: dict[str, Callable[[Look], Refused | None]] = {}
"""By topic why an empire has nothing to prefer there, where a chapter knows a reason."""


class Plot(act.Order):
    """An order of a season. `stage`: "slot" (or 0 slots: right after what is written before it), "build" for what
    comes in M2, "jump" for jumps, which are made together, "free" for free jumps.

    `kept`: an attacked resident keeps it; `trapped`: a trapped fleet may give it.
    """

    kinds: ClassVar[tuple[type[Plot], ...]] = ()
    stage: ClassVar[str] = "slot"
    slots: ClassVar[int] = 1
    kept: ClassVar[bool] = False
    trapped: ClassVar[bool] = False
    shows: ClassVar[str] = "orders"

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:  # as pydantic calls it
        super().__pydantic_init_subclass__(**kwargs)
        if cls.path:
            Plot.kinds = (*Plot.kinds, cls)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While orders are open. Refuses E-AUTH, E-PHASE."""
        sealed = look.empire is not None and look.empire.sealed
        why = T_("Your orders are sealed; `unseal` opens them.")
        return look.untimely(Step.PLOT) or (no(Code.E_PHASE, why, "EAW-4.0") if sealed else None)

    def price(self, run: Run, found: Found) -> int:
        """Movement points that it takes, as far as its author knows: `slots` where nothing changes that."""
        return self.slots

    def actor(self, run: Run, found: Found) -> Mover | None:
        """The fleet or dock that carries it out, as it is now: that which it names first, or that of its ship; `found`
        is what is found of its fields already. Refuses the name of nothing.
        """
        for field, mark in _acting(type(self)):
            words = getattr(self, field)
            if words is None:
                continue
            thing = found.get(field) or mark.find(run.look, words, NOTHING_FOUND)
            if isinstance(thing, Ship):
                thing = run.state.fleets[thing.fleet]
            if isinstance(thing, Mover):
                return thing
        return None

    def perform(self, run: Run, found: Found) -> None:
        """Check it, then say what comes of it. Raises Refusal: on what its author knows in a rehearsal, in earnest
        on what is so.
        """
        raise LookupError(f"nothing performs {type(self).__name__}")

    def try_out(self, run: Run) -> tuple[int, Refusal | None]:
        """Do it in a rehearsal: how many movement points it takes, and why it is refused, if it is."""
        price, found, wrong = int(self.stage in ("slot", "jump")), NOTHING_FOUND, None
        try:
            found = self.find(run.look)
            price = self.price(run, found)
        except Refusal as refusal:
            wrong = refusal.again()
        return price, self._checked(run, found, wrong)

    @by_likeness()
    def carry_out(self, run: Run) -> Refusal | None:
        """Do it in earnest: why it is refused, if it is. What it takes was settled by what its author knew."""
        try:
            found = self.find(run.look)
        except Refusal as refusal:
            return self._checked(run, NOTHING_FOUND, refusal.again())
        return self._checked(run, found, None)

    def _checked(self, run: Run, found: Found, wrong: Refusal | None) -> Refusal | None:
        """Do it, with the common checks, if nothing is `wrong` yet: why it is refused, if it is."""
        try:
            actor = self.actor(run, found)
            run.require(self.hindered(run, actor) if actor is not None else None)
            if wrong is None:
                self.perform(run, found)
        except Refusal as refusal:
            return refusal.again()  # what is kept holds on to no frames
        return wrong

    def hindered(self, run: Run, actor: Mover) -> Refused | None:
        """Refuses E-HYPER, E-TRAP, E-PIN a fleet or dock that can do nothing of the kind (section 4, common checks)."""
        if actor.place == "system" and not actor.pinned and not (isinstance(actor, Fleet) and actor.trapped):
            return None
        mover = (N_("Fleet {number}") if isinstance(actor, Fleet) else N_("Dock {number}"))(number=actor.number)
        if actor.place == "hyper":
            return no(Code.E_HYPER, N_("{mover} is still bound for {to}."), "EAW-32.1", mover=mover, to=actor.bound)
        if isinstance(actor, Fleet) and actor.trapped and not self.trapped:
            return no(Code.E_TRAP, N_("{mover} is trapped at {at}."), "EAW-10h", mover=mover, at=actor.trapped)
        if actor.place == "lane" or actor.pinned == "arrived" or (actor.pinned == "attacked" and not self.kept):
            told = MET_IN_LANE if actor.lane else N_("{mover} meets the enemy at {where}.")
            if run.world.version < TABLE_WHOLE:  # it is recorded with what is lost
                told = ENGAGED_IN_LANE if actor.lane else N_("{mover} is engaged at {where}.")
            return no(Code.E_PIN, told, "EAW-19a", mover=mover, where=actor.lane or actor.at)
        return None

    @classmethod
    def options(cls, look: Look, field: str, given: Mapping[str, str]) -> Iterable[Option]:
        """Options of a field's menu, as things will stand after what is ordered already."""
        return super().options(projected(look).look, field, given)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Orders that would be accepted after what is ordered already."""
        ahead = projected(look)
        for order in super().likely(ahead.look):
            if ahead.accepts(order) and (cls.stage == "slot" or stands(look, order)):
                yield order


@cache
def _acting(kind: type[Plot]) -> tuple[tuple[str, Named[Look, Any]], ...]:
    """The fields of a kind of orders that name who carries it out, or whose ship does."""
    return tuple((field, mark) for field in ("fleet", "dock", "ship") if (mark := kind.marks().get(field)) is not None)


def stands(look: Look, order: Plot) -> bool:
    """True if an order and all others are accepted, each at its moment: what takes no slot comes before some."""
    plan = rehearse(look, (*look.mine.orders, to_text(order, Plot.kinds))).plan
    return all(planned.refusal is None for planned in plan)


class OfFleet(Plot):
    """An order that a fleet carries out."""

    fleet: Annotated[str, OWN_FLEET] = Field(description="the fleet's number", max_length=20)


class Planned(msgspec.Struct, frozen=True):
    """A line of a season as it was rehearsed: when it is carried out (`key`: stage, tick, part of the tick, place in
    the list), its slots from `first` for `price`, and why it was refused, if it was.
    """

    line: str
    order: Plot
    place: int
    key: tuple[int, int, int, int]
    price: int = 0
    first: int = 0
    refusal: Refusal | None = None


class Projection:
    """A season's orders as far as their author, whose look it is, can foresee it: how things stand after the last that
    is carried out (`standing`), each line as planned, and whether all of them can be carried out (`accepted`).
    """

    def __init__(self, author: Look, standing: Standing, plan: tuple[Planned, ...], spent: int, accepted: bool) -> None:
        self.author, self.standing, self.plan, self.spent, self.accepted = author, standing, plan, spent, accepted

    @cached_property
    def run(self) -> Run:
        """A run to go on from, with the orders and the seals as they are known now."""
        ahead, known, seat = self.standing.run, self.author.known, self.author.seat
        if seat is not None and ahead.state is not known:
            state = with_realm(ahead.state, seat, orders=self.author.mine.orders)
            ahead.table.state = replace(state, empires=known.empires)
        return ahead

    @property
    def look(self) -> Look:
        """A look by what its author would know then."""
        return self.run.look

    @property
    def mine(self) -> Realm:
        """The author's realm then."""
        seat = self.author.seat
        return NOWHERE if seat is None else self.standing.state.realms.get(seat, NOWHERE)

    @property
    def treasury(self) -> int:
        """BPV left."""
        return self.mine.treasury

    @property
    def left(self) -> int:
        """Movement points left."""
        return budget(self.mine) - self.spent

    def accepts(self, order: Plot) -> bool:
        """True if an order would be accepted after all others."""
        price, wrong = order.try_out(_going_on(self.run, self.run.state))
        return wrong is None and price <= self.left


class Standing:
    """Standing of things after lines that were rehearsed one after another, of which no more is kept than the `state`:
    the last of them (`order`), what it costs, and why it is refused, if it is. What comes after each line is worked out
    once, and kept. `begun` is the season before the first of them.
    """

    __slots__ = ("_after", "begun", "order", "price", "refusal", "state")

    def __init__(self, begun: Run, state: State, order: Plot, price: int = 0, refusal: Refusal | None = None) -> None:
        self.begun, self.state, self.order, self.price, self.refusal = begun, state, order, price, refusal
        self._after: dict[str, Standing] = {}

    @property
    def run(self) -> Run:
        """A run to go on from."""
        return _going_on(self.begun, self.state)

    def after(self, line: str, order: Plot | None = None, run: Run | None = None) -> Standing:
        """Standing of things if this line comes next; `order` is what it says, where that is known, and `run` one of
        this season to try it in.
        """
        found = self._after.get(line)
        if found is None:
            trial, order = run or self.run, order or cast(Plot, parse(line, Plot.kinds))
            trial.table.state = self.state
            price, refusal = order.try_out(trial)
            found = self._after[line] = Standing(self.begun, trial.table.state, order, price, refusal)
        return found


_known = itemgetter(*(at for at, name in enumerate(State.__struct_fields__) if name not in ("realms", "empires")))
_own = itemgetter(*(at for at, name in enumerate(Realm.__struct_fields__) if name != "orders"))


def _but_sealed(empire: Empire, other: Empire) -> bool:
    return empire is other or empire == replace(other, sealed=empire.sealed)


class _Kept:
    """Rehearsals of an author: the first standing, and the last projection with its known state and lines, and the
    standing after each of these as they are written: all that in one, for several threads read and replace it. As long
    as they are kept, so are the `parts` of what is known.
    """

    def __init__(self, parts: tuple[object, ...], empires: Mapping[Seat, Empire]) -> None:
        self.parts, self.empires = parts, empires
        self.first: Standing | None = None
        self.last: tuple[State, tuple[str, ...], Projection, tuple[Standing, ...]] | None = None
        self.lines = 0

    def holds(self, parts: tuple[object, ...], empires: Mapping[Seat, Empire]) -> bool:
        """True if what is known is the same, and of the empires nothing else but who has sealed."""
        if self.parts != parts:  # which looks no further at what is the very same
            return False
        if self.empires is not empires and self.empires.keys() == empires.keys():
            return all(map(_but_sealed, self.empires.values(), empires.values()))
        return self.empires is empires


def _author(look: Look) -> tuple[object, ...]:
    return look.seat, hides(), id(look.world), id(look.known.fleets)


def forget(look: Look) -> None:
    """Keep no rehearsals of who looks any longer: the season is locked, and what they hold on to is of the past."""
    _AUTHORS.pop(_author(look), None)


def _kept(look: Look) -> _Kept:
    """Rehearsals of who looks, of that world, knowing that, with the same names hidden in words about it: kept as long
    as nothing is learnt but the author's own orders, and who has sealed.
    """
    known, seat, author = look.known, look.seat, _author(look)
    others = [realm for owner, realm in known.realms.items() if owner != seat]
    parts = look.world, look.refusals, _known(astuple(known)), _own(astuple(look.mine)), others
    kept = _AUTHORS.get(author)
    if kept is None or not kept.holds(parts, known.empires):
        _AUTHORS.pop(author, None)
        for oldest in tuple(_AUTHORS)[: max(0, len(_AUTHORS) + 1 - MOST_AUTHORS)]:
            _AUTHORS.pop(oldest, None)  # another thread may have taken it
        kept = _AUTHORS[author] = _Kept(parts, known.empires)
    return kept


def rehearse(look: Look, lines: Sequence[str], last: Sequence[Plot] = ()) -> Projection:
    """The orders of a season on what their author knows, in the order in which they will be carried out; what is
    refused changes nothing, and the rest stands. A line that was rehearsed after the same ones before is not again.
    `last` is what the last lines say, where that is known.
    """
    kept, lines = _kept(look), tuple(lines)
    first, before = kept.first, kept.last
    if before is not None and before[1] == lines:
        found = before[2]
        if before[0] is not look.known:
            found = Projection(look, found.standing, found.plan, found.spent, found.accepted)
            kept.last = look.known, lines, found, before[3]
        return found
    kept.lines += len(lines)
    if first is None or kept.lines > MOST_KEPT:
        kept.first = first = first_standing(look)
        kept.lines, before = len(lines), None
    if before is not None and before[1] != lines[:-1]:
        before = None
    if before is None and len(lines) == 1:
        before = look.known, (), Projection(look, first, (), 0, accepted=True), ()
    stands = written(first, () if before is None else before[3], lines, last)
    after = None if before is None else _followed(look, before[2], first, stands, lines)
    after = _carried_out(look, first, stands, lines) if after is None else after
    kept.last = look.known, lines, after, stands
    return after


def _followed(
    look: Look, before: Projection, first: Standing, stands: Sequence[Standing], lines: Sequence[str]
) -> Projection | None:
    """The projection where the last line takes slots, and so is carried out after all others, which can be as they
    were; None where that is not so.
    """
    last, standing, mine = stands[-1], stands[-2] if len(stands) > 1 else first, look.mine
    spent, place = before.spent + last.price, len(lines) - 1
    if last.refusal is not None or not last.price or spent > budget(mine):
        return None
    if not before.accepted or before.standing is not standing:
        return None
    slot = min(mine.mp, mine.debt) + spent
    key = M4, slot, JUMPED if last.order.stage == "jump" else ACTION, place
    added = Planned(lines[-1], last.order, place, key, last.price, slot - last.price + 1)
    return Projection(look, last, (*before.plan, added), spent, accepted=True)


def _carried_out(look: Look, first: Standing, stands: Sequence[Standing], lines: Sequence[str]) -> Projection:
    """The projection of lines, each carried out when it is its turn."""
    plan, mine = planned(look, lines, stands), look.mine
    standing, spent, done, most = first, 0, dict[int, Refusal](), budget(mine)
    for one in sorted(plan, key=_moment):
        then = standing.after(one.line)
        if then.refusal is not None:
            done[one.place] = then.refusal
        elif spent + then.price > most:
            why = TAKES(price=then.price, left=most - spent, mp=mine.mp)
            done[one.place] = look.refusal(Code.E_MP, "EAW-5.0.1", why=why)
        else:
            standing, spent = then, spent + then.price
    if done:
        plan = tuple(replace(one, refusal=done.get(one.place)) for one in plan)
    same = not done and spent == sum(one.price for one in plan)
    return Projection(look, standing, plan, spent, accepted=same)


_moment = attrgetter("key")


def budget(realm: Realm) -> int:
    """Movement points that an empire has for a season's orders, its debt paid."""
    return realm.mp - min(realm.mp, realm.debt)


def first_standing(look: Look) -> Standing:
    """Standing of things before any order of the season is carried out."""
    begun = _begun(look)
    return Standing(begun, begun.state, Plot())


def _begun(look: Look) -> Run:
    """A season on what its author knows, after the arrivals from hyperspace (M1) and what follows them (M2)."""
    run = Run(look.world, Stage(look.known, look.now, look.refusals), look.seat, real=False)
    arrived = {
        fleet.id: replace(fleet, place="system", at=fleet.bound, bound="", lane="")
        for fleet in run.state.fleets.values()
        if fleet.place == "hyper" and fleet.owner == look.seat
    }
    if arrived:
        run.table.state = replace(run.state, fleets={**run.state.fleets, **arrived})
    if look.known.step is Step.PLOT:
        moment(run, When.M2)
    return run


def _going_on(begun: Run, state: State) -> Run:
    """A rehearsal that goes on from a state in the course of another."""
    table = begun.table
    return Run(begun.world, Stage(state, table.date, table.refusals), begun.seat, real=False)


def written(
    standing: Standing, before: tuple[Standing, ...], lines: Sequence[str], last: Sequence[Plot]
) -> tuple[Standing, ...]:
    """Standing of things after each order as they are written, `before` after the first of them: what one brings about
    the next may use.
    """
    found = list(before)
    for one in before:
        if one.refusal is None:
            standing = one
    run, known = standing.run, len(lines) - len(last)
    for at in range(len(found), len(lines)):
        found.append(standing.after(lines[at], last[at - known] if at >= known else None, run))
        if found[-1].refusal is None:  # else another order comes first that is written later
            standing = found[-1]
    return tuple(found)


def planned(look: Look, lines: Sequence[str], stands: Sequence[Standing]) -> tuple[Planned, ...]:
    """Orders with the time of each (1.2 step 3): slots in the order written, debts first; builds in M2; a fleet's
    first movement, if it is free, in M3; a later free jump, and orders of no slot, after the slot before them.
    """
    mine = look.mine
    slot = min(mine.mp, mine.debt)
    first, movers = dict[str, int](), [mover_of(standing.order) for standing in stands]
    for at, (mover, one) in enumerate(zip(movers, stands, strict=True)):
        if one.order.stage in ("jump", "free"):
            first.setdefault(mover, at)
    first_free = {mover: at for mover, at in first.items() if stands[at].order.stage == "free"}
    found, freed = [], dict[str, int]()
    for at, (line, one) in enumerate(zip(lines, stands, strict=True)):
        order, price, mover = one.order, one.price, movers[at]
        begins = slot + 1
        slot += price
        if price:
            key = (M4, slot, JUMPED if order.stage == "jump" else ACTION, at)
        elif order.stage == "build":
            key = (M2, 0, ACTION, at)
        elif order.stage == "free":
            early = first_free.get(mover) == at
            key = (M3, 0, JUMPED, at) if early else (M4, slot, FREE, at)
            freed[mover] = slot
        elif mover in first_free and at < first_free[mover]:
            key = (M3, 0, ACTION, at)
        else:
            key = (M4, slot, AFTER if freed.get(mover) == slot else BEFORE, at)
        found.append(Planned(line, order, at, key, price, begins if price else 0))
    return tuple(found)


def mover_of(order: Plot) -> str:
    """The fleet or dock that an order names, in words that tell them apart."""
    marks = order.marks()
    for field in ("fleet", "dock"):
        if field in marks and (words := getattr(order, field)):
            return f"{field} {words}"
    return ""


def projected(look: Look) -> Projection:
    """Standing of things after what is ordered already, as far as the author knows."""
    return rehearse(look, look.mine.orders)


@obeys(Plot)
def ordered(act: Act, order: Plot) -> None:
    """Add an order to those of the season, if all of them can be carried out on what their author knows."""
    look = act.look
    lines = (*look.mine.orders, to_text(order, Plot.kinds))
    if len(lines) > MOST_LINES:
        look.no(Code.E_PHASE, N_("A season has at most {most} orders."), "EAW-4.0", most=MOST_LINES)
    set_lines(act, lines, (order,))


def set_lines(act: Act, lines: tuple[str, ...], last: Sequence[Plot] = (), dropped: tuple[str, ...] = ()) -> None:
    """These are the orders of the season from now on, the last what `last` says, without what is `dropped`. Raises the
    first refusal, naming its line (section 4.1).
    """
    found = rehearse(act.look, lines, last)
    for planned in found.plan if not found.accepted else ():
        if planned.refusal is not None:
            refusal = planned.refusal
            if (len(last) == 1 and planned.place == len(lines) - 1) or len(lines) == 1:
                raise refusal.again()
            sentence = NOT_THEN(place=planned.place + 1, line=term(planned.line), sentence=term(refusal.sentence))
            raise Refusal(refusal.code, str(sentence), refusal.rule, refusal.fix, refusal.numbers)
    gone = dropped if act.world.version >= TO_THE_LETTER else ()
    act.say(OrdersSet(act.seat, lines, found.left, found.treasury, gone), only(act.seat))


class OrdersSet(Fact[State], frozen=True):
    """The orders of an empire for the season, what they leave of movement points and treasury as far as it knows; and
    those that were taken back.
    """

    makes = Sets("realms", "seat", orders=Its("lines"))
    seat: Seat
    lines: tuple[str, ...]
    left: int
    treasury: int
    dropped: tuple[str, ...] = ()

    def words(self, look: Look) -> Text:
        words: Text = T_("You have no orders for the season.")
        if self.lines:
            words = HOLDS(count=len(self.lines), left=self.left, treasury=self.treasury, line=code(self.lines[-1]))
        return DROPPED(lines=joined(", ", map(code, self.dropped)), words=words) if self.dropped else words


class PlotOrder(act.Order):
    """An order about a season's orders, while they are open."""

    shows: ClassVar[str] = "orders"
    sheet: ClassVar[bool] = False

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return Plot.ready(look)


ORDERED = Offered[Look](
    "an order of the season",
    lambda look, found: (Option(str(at), f"{at}. {line}") for at, line in enumerate(look.mine.orders, 1)),
)


class Cancel(PlotOrder):
    """Take back an order of the season, or all of them."""

    path: ClassVar[str] = "eaw cancel"
    line: ClassVar[str] = "cancel order {number}"
    number: Annotated[int, ORDERED] = Field(
        description="which, as `/eaw-show orders` counts them; 0 for all", ge=0, le=MOST_LINES
    )

    def obey(self, act: Act) -> None:
        """The others stand, if they can without it. Refuses E-ID."""
        lines = act.look.mine.orders
        if self.number > len(lines):
            why = N_("You have {count} orders, and none is number {number}.")
            act.look.no(Code.E_ID, why, "EAW-4.0", count=len(lines), number=self.number)
        gone = lines[self.number - 1 : self.number] if self.number else lines
        left = (*lines[: self.number - 1], *lines[self.number :]) if self.number else ()
        set_lines(act, left, dropped=gone)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        if look.mine.orders:
            yield cls(number=len(look.mine.orders))


class Again(PlotOrder):
    """Order what you ordered last season, as far as it can be done again."""

    path: ClassVar[str] = "eaw again"
    line: ClassVar[str] = "again"

    def obey(self, act: Act) -> None:
        """Each line is added that can be carried out after those before it. Refuses E-PHASE where none can."""
        look, lines = act.look, act.look.mine.orders
        for line in look.mine.last:
            if all(planned.refusal is None for planned in rehearse(look, (*lines, line)).plan):
                lines = (*lines, line)
        if lines == look.mine.orders:
            given = len(look.mine.last)
            why = N_("None of last season's {given} orders can be given again.")
            look.no(Code.E_PHASE, why if given else N_("You gave no orders last season."), "EAW-4.0", given=given)
        set_lines(act, lines)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        if look.mine.last and not look.mine.orders:
            yield cls()


def _list(look: Look, words: str, found: Found) -> tuple[Plot, ...]:
    """Orders that stand one a line, or with semicolons between. Raises the first refusal, naming its line; refuses
    E-VALUE for none.
    """
    parts = BETWEEN.split(words) if "[" in words else words.split(";")
    lines = sheet(words if "\n" in words else "\n".join(parts), Plot.kinds)
    if not lines:
        look.no(Code.E_VALUE, T_("There is no order in the list; `cancel order 0` takes back all."), "EAW-4.0")
    for line in lines:
        if line.error is not None:
            sentence = LINE(number=line.number, sentence=term(line.error.sentence))
            raise Refusal(line.error.code, str(sentence), "EAW-4.0", line.error.fix)
    return tuple(cast(Plot, line.order) for line in lines)


class Write(PlotOrder):
    """Write your orders for the season anew, all in one list, instead of those that you have."""

    path: ClassVar[str] = "eaw write"
    line: ClassVar[str] = "write {orders}"
    orders: Annotated[str, Value("orders, one a line", _list)] = Field(
        description="one a line, or with ; between, in the order of their slots", max_length=LONGEST_LIST
    )

    def obey(self, act: Act) -> None:
        """They stand if all of them can be carried out, each at its moment (section 4.1)."""
        lines = tuple(to_text(order, Plot.kinds) for order in act.found.orders)
        set_lines(act, lines, act.found.orders, tuple(order for order in act.look.mine.orders if order not in lines))

    @classmethod
    def starts(cls, look: Look, about: str) -> Mapping[str, str]:
        """The orders as they stand, to be changed."""
        return {"orders": "\n".join(look.mine.orders)}

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """The same in the other order, if they can be carried out so; of few orders, with a jump."""
        lines = look.mine.orders
        if len(lines) > 1 and rehearse(look, lines[::-1]).accepted:
            yield cls(orders="; ".join(lines[::-1]))
        for kind in Plot.kinds if len(lines) < 2 else ():
            if kind.stage == "jump":
                yield from (cls(orders="; ".join((*lines, to_text(plot, Plot.kinds)))) for plot in kind.possible(look))


class Seal(PlotOrder):
    """Seal your orders: once all have, the season is played without waiting for the deadline."""

    path: ClassVar[str] = "eaw seal"
    line: ClassVar[str] = "seal"
    tried: ClassVar[int] = 4

    def obey(self, act: Act) -> None:
        """Nobody sees what was sealed (EAW-4.0)."""
        act.say(SealSet(act.look.own, True), EVERYONE)


class Unseal(PlotOrder):
    """Open your orders again, to change them before the deadline."""

    path: ClassVar[str] = "eaw unseal"
    line: ClassVar[str] = "unseal"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        sealed, why = look.empire is not None and look.empire.sealed, T_("Your orders are open already.")
        return look.untimely(Step.PLOT) or (None if sealed else no(Code.E_PHASE, why, "EAW-4.0"))

    def obey(self, act: Act) -> None:
        """They may be changed until the deadline (EAW-4.0)."""
        act.say(SealSet(act.look.own, False), EVERYONE)


class SealSet(Fact[State], frozen=True):
    """An empire has sealed its orders, or opened them again."""

    rule = "EAW-4.0"
    says = either("sealed", N_("{seat} has sealed its orders."), N_("{seat} has opened its orders again."))
    makes = Sets("empires", "seat", "sealed")
    seat: SeatOf
    sealed: bool


def _preferred(look: Look, words: str, found: Found) -> str:
    """Preference in the topic that was named before. Refuses E-VALUE."""
    offered = (*PREFERENCES.get(found.topic, ()), "ask")
    if words.strip() not in offered:
        why = N_("What is preferred of {topic} is one of {offered}.")
        look.no(Code.E_VALUE, why, "EAW-16.0", topic=found.topic, offered=", ".join(offered))
    return words.strip()


TOPIC: Noun[Look, str] = Noun(
    "a topic",
    lambda look, found: PREFERENCES,
    lambda topic: (topic,),
    unknown=lambda look, name, hint: no(
        Code.E_ID, N_("There are {topics}."), "EAW-16.0", topics=", ".join(PREFERENCES)
    ),
)
PREFERRED: Value[Look, str] = Value(
    "how it is decided",
    _preferred,
    lambda look, found: map(Option, (*PREFERENCES.get(found.get("topic") or "", ()), "ask")),
)


class Prefer(act.Order):
    """Set how you want to be decided for what would otherwise be asked, season after season."""

    path: ClassVar[str] = "eaw prefer"
    line: ClassVar[str] = "prefer {topic} as {value}"
    sheet: ClassVar[bool] = False
    topics: ClassVar[dict[str, tuple[str, ...]]] = PREFERENCES
    topic: Annotated[str, TOPIC] = Field(description="what it is about", max_length=30)
    value: Annotated[str, PREFERRED] = Field(description="how it is decided; 'ask' to be asked", max_length=60)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return look.outside()

    def obey(self, act: Act) -> None:
        """It holds until it is changed (EAW-16.0). Refuses E-FAC where there is nothing to be decided."""
        if unfit := UNFIT.get(act.found.topic):
            act.look.require(unfit(act.look))
        act.say(Preferred(act.look.own, act.found.topic, act.found.value), only(act.look.own))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Offered for what is not so yet, before orders are sealed."""
        if Plot.ready(look) is None:
            yield from (one for one in super().likely(look) if look.mine.preferences.get(one.topic, "ask") != one.value)


class Preferred(Fact[State], frozen=True):
    """A standing preference of an empire."""

    says = N_("From now on you prefer {topic} as {value}.")
    makes = Alters(
        "realms", "seat", lambda realm, fact: replace(realm, preferences={**realm.preferences, fact.topic: fact.value})
    )
    seat: Seat
    topic: Word
    value: Word

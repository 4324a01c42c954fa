"""The draft of a turn: a line an action, each checked by playing the whole draft on what its author knows.

Rulebook: GCW-TRN-04, register 0.7. When the turn becomes final the same rules play it on the referee's state. A line
for several units becomes a line for each before it is drafted, so that what is played, previewed and dropped is always
one action of one unit.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine import orders
from engine.book import obeys
from engine.declared.changes import PutsUnder
from engine.draft import Rehearsal
from engine.game import Fact, Refusal, Seat, Table, of_parts, only
from engine.gcw.acting import ANSWERS, JUMPS, OWN, TRACTORS, Acting, Action, Answered, PlayerOrder, contact_named
from engine.gcw.look import BEGINNINGS, Look, Obeying, Run, line_words
from engine.gcw.state import FIGHTERS, State, Unit, UnitKind, put, without
from engine.gcw.world import MENDED
from engine.noun import Found, Offered, Several, parts_of
from engine.orders import NAMING, Option
from engine.orders import Order as Asked
from engine.text.lines import parse, to_text
from engine.text.message import N_, NN_, T_, Text, code, did_you_mean, joined, recorded, spaced, term, unmarked
from engine.text.message import name as escaped
from engine.text.names import shown

MOST_FORMATIONS = 24


LONGEST_LIST = 200
"""Characters in a list of units."""


SAME = frozenset({"same", "the same", "same target", "the same target"})


def nobody(look: Look, words: str) -> Sequence[Unit] | None:
    """No unit at all, for 'none'."""
    return () if words.casefold() == "none" else None


def known_name(look: Look, words: str) -> str:
    """The name of a formation as it was given, whatever its case; another name as it is written."""
    mine = look.known.formations.get(look.viewer, {})
    return next((name for name in mine if name.casefold() == words.casefold()), words)


class Form(PlayerOrder):
    """Name several units of yours as a formation, to order them with one line."""

    path: ClassVar[str] = "gcw battle formation"
    line: ClassVar[str] = "formation {name} is {units}"
    sheet: ClassVar[bool] = False
    name: Annotated[str, NAMING] = Field(description="what it is called", min_length=1, max_length=40)
    units: Annotated[str, Several(OWN, "units of yours", nobody)] = Field(
        description="names with commas; 'none' disbands it", max_length=LONGEST_LIST
    )

    def obey(self, act: Obeying) -> None:
        """The formation is set or disbanded. Refuses NAME_TAKEN, NO_FORMATION, FORMATIONS_FULL."""
        look = act.look
        mine = look.known.formations.get(act.seat, {})
        name = known_name(look, self.name)
        if not act.found.units:
            if name not in mine:
                act.refuse("NO_FORMATION", name=shown(self.name), hint=did_you_mean(self.name, mine))
            act.say(FormationSet(act.seat, name, ()), only(act.seat))
            return
        if any(unit.name.casefold() == name.casefold() for unit in look.own()):
            act.refuse("NAME_TAKEN", name=shown(name))
        if name not in mine and len(mine) >= MOST_FORMATIONS:
            act.refuse("FORMATIONS_FULL", most=MOST_FORMATIONS)
        act.say(FormationSet(act.seat, name, tuple(unit.id for unit in act.found.units)), only(act.seat))


DISBANDED, STANDS_FOR = N_("The formation {name} is disbanded."), N_("**{name}** stands for {units} in your orders.")


class FormationSet(Fact[State], frozen=True):
    """Several units of a player's go by one name in orders; none: the formation is disbanded."""

    seat: Seat
    name: str
    units: tuple[str, ...]

    def evolve(self, state: State) -> State:
        mine = without(state.formations.get(self.seat, {}), self.name)
        if self.units:
            mine[self.name] = self.units
        formations = put(state.formations, self.seat, mine) if mine else without(state.formations, self.seat)
        return replace(state, formations=formations)

    def words(self, look: Look) -> Text:
        if not self.units:
            return DISBANDED(name=escaped(self.name))
        return STANDS_FOR(name=escaped(self.name), units=joined(", ", map(look.name, self.units)))


@cache
def grouped(order: type[orders.Order]) -> str:
    """The field of an action that names the one unit that acts; "" where there is none."""
    picks = order.picks()
    for field in ("unit", "ship", "craft"):
        if field in picks and (isinstance(picks[field], Acting) or picks[field].what.startswith("a ")):
            return field
    return ""


@of_parts(most=64)
def by_name(units: Mapping[str, Unit]) -> Mapping[Seat, Mapping[str, Unit]]:
    """The units of each player by name, casefolded."""
    found: defaultdict[Seat, dict[str, Unit]] = defaultdict(dict)
    for unit in units.values():
        found[unit.owner][unit.name.casefold()] = unit
    return found


def meant(state: State, seat: Seat, words: str) -> list[Unit] | None:
    """The units of a formation, of a class or kind in flight, or of a list; None where the words name no group."""
    wanted = words.strip().casefold()
    names = by_name(state.units).get(seat, {})
    if wanted in names:
        return None
    for called, members in state.formations.get(seat, {}).items():
        if called.casefold() == wanted:
            return [state.units[one] for one in members if one in state.units and state.units[one].owner == seat]
    flying = [unit for unit in state.of(seat) if unit.on_grid]
    if wanted in ("all squadrons", "squadrons"):
        return [unit for unit in flying if unit.kind in FIGHTERS]
    if wanted in ("all ships", "ships"):
        return [unit for unit in flying if unit.kind is UnitKind.SHIP]
    if wanted.startswith("all "):
        return [unit for unit in flying if unit.code.casefold() == wanted.removeprefix("all ").strip()] or None
    parts = [part.casefold() for part in parts_of(words, names)]
    if len(parts) < 2:
        return None
    groups = [[names[part]] if part in names else meant(state, seat, part) for part in parts]
    if any(group is None for group in groups):
        return None
    return list({unit.id: unit for group in groups if group for unit in group}.values())


def within_reach(state: State, seat: Seat, units: list[Unit], target: str) -> list[Unit]:
    """Of units that are meant by kind, those in the system of the target, or in a battle if there is no target."""
    contact = contact_named(state, seat, target)
    if contact is not None:
        return [unit for unit in units if unit.system == contact.system]
    fighting = {system for system, battle in state.battles.items() if seat in battle.parties}
    return [unit for unit in units if unit.system in fighting] or units


def written_out(look: Look, action: orders.Order, before: Iterable[orders.Order]) -> list[orders.Order]:
    """The actions that a line stands for: one for each unit it means, at the target it means.

    Refuses NO_FORMATION for a group of which nothing is left, NO_SAME for "the same" before any target.
    """
    if getattr(action, "target", "").strip().casefold() in SAME:
        last = [order.target for order in before if hasattr(order, "target")]
        if not last:
            look.refuse("NO_SAME")
        action = action.model_copy(update={"target": last[-1]})
    field = grouped(type(action))
    units = meant(look.known, look.viewer, getattr(action, field)) if field else None
    if units is not None and re.match(r"(all\s|squadrons|ships)", getattr(action, field).strip(), re.I):
        units = within_reach(look.known, look.viewer, units, getattr(action, "target", ""))
    if units is None:
        return [action]
    if not units:
        look.refuse("NO_FORMATION", name=shown(getattr(action, field)), hint=T_("None of its units is left."))
    return [action.model_copy(update={field: unit.name}) for unit in units]


MOST_LINES = 120
"""Actions in one turn: more than any fleet has units."""


def acting(order: Asked) -> Action:
    """An order that is an action: drafts hold nothing else."""
    assert isinstance(order, Action)
    return order


def merged(actions: Sequence[Asked], at: int) -> tuple[int, ...]:
    """The places of later lines that are played together with one (GCW-UCR-04)."""
    return tuple(at + 1 + place for place in acting(actions[at]).joined(actions[at + 1 :]))


@lru_cache(maxsize=4096)
def action_of(line: str) -> Action:
    """The action that a line says: orders are immutable, and the same lines are read again and again."""
    return acting(parse(line, Action.kinds))


def step_of(action: Asked) -> int:
    """The step of the turn in which an action is played (register 0.7).

    Those inside ships fight when all who board are aboard, and crews leave after that (GCW-BRD-02, GCW-DMG-14). Tractor
    beams are worked after all else in combat, then scans begin, and withdrawals come last (GCW-TRC-09).
    """
    return acting(action).step


def begin(look: Look, table: Table[State]) -> Run:
    """A turn on what its author knows, before its first line."""
    run = Run(look.world, table, author(look), real=False)
    for stage in BEGINNINGS:
        stage(run)
    return run


def author(look: Look) -> Seat:
    """Player whose turn it is."""
    assert look.seat is not None  # the public plays no turns
    return look.seat


def play_line(run: Run, number: int, actions: Sequence[Asked]) -> None:
    """Play the line of that place, with those merged into it. Raises Refusal."""
    action = acting(actions[0])
    run.line, run.found, run.further = number, action.find(run.look), tuple(actions[1:])
    action.perform(run)


DRAFT: Rehearsal[Run] = Rehearsal(
    action_of, step_of, merged, begin, play_line, drafts=frozenset({"drafts", "formations"})
)
"""How a turn is played, in rehearsal and when it is final."""


WOULD_FAIL = N_("Line {number} of your draft would fail: {sentence}")
TAKE_OUT = N_("{command} takes it out.")


def rehearse(look: Look, lines: tuple[str, ...]) -> Run:
    """Play lines on what their author knows. Raises the first refusal, naming the line (GCW-TRN-04)."""
    done = DRAFT.rehearse(look, lines)
    if done.refused:
        number, refusal = done.refused[0]
        if len(lines) > 1 and number != len(lines) - 1:
            sentence = WOULD_FAIL(number=number + 1, sentence=recorded(refusal.sentence))
            fix = spaced(recorded(refusal.fix), TAKE_OUT(command=code(f"/gcw turn drop number:{number + 1}")))
            raise Refusal(refusal.code, sentence, refusal.rule, fix, refusal.numbers)
        raise refusal.again()
    return done.run


def after_draft(look: Look, step: int = ANSWERS) -> Run:
    """The turn after what is drafted of it up to a step, as far as its author knows; lines that would be refused are
    left out.
    """
    return DRAFT.rehearse(look, drafted_by(look), step).run


def steps(lines: Iterable[str]) -> list[int]:
    """The steps in which lines are played (register 0.7)."""
    return [action_of(line).step for line in lines]


def reached(look: Look, step: int | None) -> int:
    """The last step up to one, or of all, in which a line of the draft is played; 0 for none."""
    return max((each for each in steps(drafted_by(look)) if step is None or each <= step), default=0)


def failing(look: Look) -> dict[int, Refusal]:
    """The lines of the draft that would be refused now, by their places from 0, as far as its author knows."""
    lines = drafted_by(look)
    if lines not in look.fails:
        look.fails[lines] = dict(DRAFT.rehearse(look, lines).refused)
    return look.fails[lines]


def takes(look: Look, order: Asked) -> bool:
    """True if the draft can be played with an action more, as far as its author knows (GCW-TRN-04).

    That need not be tried where the action is played after all others: it changes nothing for them.
    """
    lines, step = drafted_by(look), step_of(order)
    if not lines:
        return True
    if len(lines) >= MOST_LINES or any(action_of(lines[place]).step <= step for place in failing(look)):
        return False
    tried = (*lines, to_text(order, Action.kinds))
    return max(steps(lines)) <= step or not DRAFT.rehearse(look, tried).refused


@obeys(Action)
def drafted(act: Obeying, action: Action) -> None:
    """Add an action of any chapter to the draft, if the draft with it can be played on what its author knows."""
    look = act.look
    before = drafted_by(look)
    actions = written_out(look, action, map(action_of, before))
    once = look.world.version < MENDED
    lines = (*before, *(to_text(acting(order).lasting(look), Action.kinds, once=once) for order in actions))
    if len(lines) > MOST_LINES:
        look.refuse("DRAFT_FULL", most=MOST_LINES)
    rehearse(look, lines)
    notice = end_notice([action_of(line) for line in lines])
    usual = (*action.assumed(), notice) if notice else action.assumed()
    act.say(DraftSet(act.seat, lines, len(actions), usual), only(act.seat))


BEAMS_LAST = NN_(
    "tractor beams last, so line {lines} comes after the others (GCW-TRC-09)",
    "tractor beams last, so lines {lines} come after the others (GCW-TRC-09)",
    "count",
)


def end_notice(actions: Sequence[Action]) -> str:
    """Words for tractor actions that are played later than they stand; "" where all stand right (GCW-TRC-09)."""
    last = max((place for place, one in enumerate(actions) if one.step not in (TRACTORS, JUMPS, ANSWERS)), default=-1)
    moved = [str(place + 1) for place, action in enumerate(actions) if action.step == TRACTORS and place < last]
    return BEAMS_LAST(count=len(moved), lines=term(", ".join(moved))) if moved else ""


def drafted_by(look: Look) -> tuple[str, ...]:
    """The lines of the seat's draft."""
    return look.known.drafts.get(look.viewer, ())


ADDED = NN_(
    "Your draft has {number} line; the last is {new}.", "Your draft has {number} lines; the last is {new}.", "number"
)
ADDED_SEVERAL = N_("Your draft has {number} lines; the last {added} are {new}.")
DROPPED, DRAFT_HOLDS = (
    N_("Dropped: “{line}”."),
    NN_("Your draft has {number} line.", "Your draft has {number} lines.", "number"),
)


def holds(lines: tuple[str, ...]) -> Text:
    """A note on the number of lines of a draft."""
    return DRAFT_HOLDS(number=len(lines)) if lines else T_("Your draft is empty.")


class DraftSet(Fact[State], frozen=True):
    """The lines of a player's next turn, in order; `added` of them are new, with what was left out and `assumed`."""

    makes = PutsUnder("drafts", "seat", "lines")
    seat: Seat
    lines: tuple[str, ...]
    added: int = 1
    assumed: tuple[str, ...] = ()

    def words(self, look: Look) -> Text:
        if not self.lines or not self.added:
            return holds(self.lines)
        new = joined(", ", (N_("“{line}”")(line=line_words(look, line)) for line in self.lines[-self.added :]))
        sentence = ADDED if self.added == 1 else ADDED_SEVERAL
        words = [sentence(number=len(self.lines), added=self.added, new=new)]
        if self.assumed:
            words.append(N_("Taken as usual: {assumed}.")(assumed=joined(", ", map(term, self.assumed))))
        return joined(" ", words)


class DraftCut(Fact[State], frozen=True):
    """A line was taken out of a player's draft; `lines` are left (GCW-TRN-04)."""

    makes = PutsUnder("drafts", "seat", "lines")
    seat: Seat
    lines: tuple[str, ...]
    line: str

    def words(self, look: Look) -> Text:
        return joined(" ", [DROPPED(line=line_words(look, self.line)), holds(self.lines)])


OF_DRAFT = Offered[Look](
    "a line of your draft",
    lambda look, found: (
        Option(str(at), f"{at}. {unmarked(line_words(look, line))}") for at, line in enumerate(drafted_by(look), 1)
    ),
)


UNDO = ("undo", "cancel", "delete", "remove")
"""What players write who want a line out of their draft again."""


class Drop(PlayerOrder):
    """Take one line out of your draft."""

    path: ClassVar[str] = "gcw turn drop"
    line: ClassVar[str] = "drop {number}"
    shows: ClassVar[str] = "preview"
    called: ClassVar[tuple[str, ...]] = UNDO
    number: Annotated[int, OF_DRAFT] = Field(description="the line's number", ge=1, le=MOST_LINES)

    def obey(self, act: Obeying) -> None:
        """The lines after it move up. Refuses NO_LINE."""
        lines = drafted_by(act.look)
        if self.number > len(lines):
            act.refuse("NO_LINE", number=self.number, lines=len(lines))
        left = lines[: self.number - 1] + lines[self.number :]
        mended = act.world.version >= MENDED
        cut = DraftCut(act.seat, left, lines[self.number - 1]) if mended else DraftSet(act.seat, left)
        act.say(cut, only(act.seat))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """The last line, and the first that would be refused."""
        lines = drafted_by(look)
        places = dict.fromkeys((len(lines) - 1, *islice(failing(look), 1))) if lines else ()
        yield from (cls(number=place + 1) for place in places)


class Reorder(PlayerOrder):
    """Move a line of your draft."""

    path: ClassVar[str] = "gcw turn reorder"
    line: ClassVar[str] = "reorder {number} to {place}"
    shows: ClassVar[str] = "preview"
    number: Annotated[int, OF_DRAFT] = Field(description="the line's number", ge=1, le=MOST_LINES)
    place: Annotated[int, OF_DRAFT] = Field(description="its new number", ge=1, le=MOST_LINES)

    def check(self, look: Look, found: Found) -> None:
        """All lines must be legal in their new order (GCW-TRN-04). Refuses NO_LINE."""
        lines = drafted_by(look)
        for number in (self.number, self.place):
            if number > len(lines):
                look.refuse("NO_LINE", number=number, lines=len(lines))
        rehearse(look, self.moved(look))

    def obey(self, act: Obeying) -> None:
        """The lines stand in their new order (GCW-TRN-04)."""
        act.say(DraftSet(act.seat, self.moved(act.look), added=0), only(act.seat))

    def moved(self, look: Look) -> tuple[str, ...]:
        """The lines in their new order."""
        lines = list(drafted_by(look))
        lines.insert(self.place - 1, lines.pop(self.number - 1))
        return tuple(lines)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """The last line first: of orders of lines there are many."""
        if len(drafted_by(look)) > 1:
            yield cls(number=len(drafted_by(look)), place=1)


class Clear(PlayerOrder):
    """Empty your draft."""

    path: ClassVar[str] = "gcw turn clear"
    line: ClassVar[str] = "clear"
    called: ClassVar[tuple[str, ...]] = UNDO

    def obey(self, act: Obeying) -> None:
        """No line is left."""
        act.say(DraftSet(act.seat, ()), only(act.seat))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Offered where there is something to clear, though an empty draft may be emptied too."""
        if drafted_by(look):
            yield cls()


PROOF = N_("Line {number}: {words}")


class Explain(PlayerOrder):
    """The arithmetic of your drafted volleys, with every modifier and its rule."""

    path: ClassVar[str] = "gcw battle explain"
    line: ClassVar[str] = "explain[ line {number}]"
    sheet: ClassVar[bool] = False
    number: Annotated[int | None, OF_DRAFT] = Field(
        None, description="a line of your draft; all if left out", ge=1, le=MOST_LINES
    )

    def obey(self, act: Obeying) -> None:
        """Told as far as the author knows the targets. Refuses NO_LINE, NO_VOLLEY."""
        lines = drafted_by(act.look)
        if self.number is not None and self.number > len(lines):
            act.refuse("NO_LINE", number=self.number, lines=len(lines))
        wanted = None if self.number is None else self.number - 1
        proofs = [(line, words) for line, words in rehearse(act.look, lines).proofs if wanted in (None, line)]
        if not proofs:
            act.refuse("NO_VOLLEY")
        told = joined("\n\n", (PROOF(number=line + 1, words=term(words)) for line, words in proofs))
        act.say(Answered(told), only(act.seat))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Nothing: it changes nothing."""
        yield from ()


def preview(look: Look) -> list[Text]:
    """Lines for what the draft will do, as far as its author knows: a line a volley, with the arithmetic. Raises
    Refusal.
    """
    return rehearse(look, drafted_by(look)).workings or [T_("No shots are drafted: nothing is hurt.")]

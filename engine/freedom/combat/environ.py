"""Environ combat: who declares it, who leads, the column, losses, what becomes of riders. FITG-ENV-01 to -20, S1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, NamedTuple, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.declared.changes import PutsUnder
from engine.declared.sentences import either
from engine.freedom.data.pack import Code, Side
from engine.freedom.figures import Shift, final_column, ratio_column, shifts
from engine.freedom.look import STAGES, Act, Both, Column, Look, Place, Question, SideOf, Terms, World
from engine.freedom.nouns import ENVIRON, unknown
from engine.freedom.pieces import Restacked, lose_units, removal
from engine.freedom.play import Answer, OneWord, Play
from engine.freedom.state import Ask, Choice, Declaring, Environ, Finding, Kind, Leading, Military, Paying, Stage, State
from engine.game import Fact, only
from engine.look import Refused, no
from engine.noun import Found, Value, parts_of
from engine.orders import Option
from engine.question import runs
from engine.text.message import N_, T_, Shown, Text, joined, term


def eligible(state: State, environ: str) -> bool:
    """True if both sides have a military unit in an environ (FITG-ENV-01)."""
    return all(state.fielded(environ, side) for side in Side)


def eligible_environs(state: State) -> tuple[str, ...]:
    """Environs in which combat may be declared, by planet and then in the pack's order (FITG-ENV-05)."""
    return tuple(environ for environ in state.environs if eligible(state, environ))


@runs(Military)
def next_environ(play: Play, task: Military) -> None:
    """The next environ for combat; the phasing side picks their order (FITG-ENV-04, FITG-ENV-05)."""
    left = tuple(environ for environ in task.environs if eligible(play.state, environ))
    if len(left) > 1 and not task.ordered:
        play.put(task, "order", Ask(play.state.player, left, left, len(left)))
    elif left:
        player = play.state.player
        play.push(Declaring(left[0], (player, player.other)), replace(task, environs=left[1:], ordered=True))


class WhichFirst(Question[Military]):
    """In which order the environs are gone through (FITG-ENV-04)."""

    kind = "order"
    rule = "FITG-ENV-05"
    asks = N_("the order of the environs in which combat may be declared")
    awaited = T_("the order of the environs")

    def answered(self, play: Play, task: Military, choice: Choice, answer: tuple[str, ...]) -> None:
        """They are gone through in that order."""
        play.push(Military(answer, ordered=True))


def _whole_order(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """Every environ once. Refuses `E_WHERE`."""
    by_name = {id.casefold(): id for id in look.options}
    given = tuple(by_name.get(part.casefold(), "") for part in parts_of(words, look.options))
    if sorted(given) != sorted(look.options):
        why = N_("Name each of {options} once, not “{words}”.")
        look.no(Code.E_WHERE, why, "FITG-ENV-05", options=term(", ".join(look.options)), words=words)
    return given


ORDER: Value[Look, tuple[str, ...]] = Value(
    "environs, with commas",
    _whole_order,
    lambda look, found: [Option(", ".join(look.options))] if look.ask is not None else [],
)


class OrderEnvirons(Answer):
    """Say in which order environs are gone through for military combat."""

    path: ClassVar[str] = "freedom order"
    line: ClassVar[str] = "order {environs}"
    answers = (WhichFirst,)
    environs: Annotated[str, ORDER] = Field(description="every environ, with commas", max_length=200)


@runs(Declaring)
def ask_to_declare(play: Play, task: Declaring) -> None:
    """The phasing side is asked first, then the other, unless it has said so already (FITG-ENV-02 to -04)."""
    if not task.asked:
        play.tell(NoCombat(task.environ))
        return
    side = task.asked[0]
    if task.environ in play.state.conditional.get(side, ()):
        declared(play, task, side)
        return
    play.put(task, "declare", Ask(side, ("declare", "pass"), ("pass",)), where=task.environ)


class WhetherToDeclare(Question[Declaring]):
    """Asks if a side declares combat in an environ (FITG-ENV-03)."""

    kind = "declare"
    rule = "FITG-ENV-04"
    asks = N_("whether to attack in {where}")
    awaited = T_("whether you declare combat")

    def answered(self, play: Play, task: Declaring, choice: Choice, answer: tuple[str, ...]) -> None:
        """The first to declare attacks; where both pass there is no combat."""
        if answer[0] == "declare":
            declared(play, task, task.asked[0])
        else:
            play.push(replace(task, asked=task.asked[1:]))


def declared(play: Play, task: Declaring, side: Side) -> None:
    """A side attacks there; both name leaders (FITG-ENV-03)."""
    play.tell(Declared(side, task.environ))
    play.push(Leading(task.environ, side, task.strike))


class NoCombat(Fact[State], frozen=True):
    """Both sides passed (FITG-ENV-02)."""

    says = N_("No combat in {environ}.")
    rule = "FITG-ENV-02"
    threaded = True
    environ: Place


class Declared(Fact[State], frozen=True):
    """A side attacks in an environ; the other defends, there alone (FITG-ENV-03)."""

    says = N_("{side} attacks in {environ}.")
    rule = "FITG-ENV-03"
    decides = True
    side: SideOf
    environ: Place


class Prepared(Fact[State], frozen=True):
    """A side attacks where the enemy passes: its own to know (FITG-ENV-04)."""

    says = either(
        "environs", N_("Where the enemy passes you attack: {environs}."), N_("You attack nowhere by condition.")
    )
    makes = PutsUnder("conditional", "side", "environs")
    side: Side
    environs: Terms


class Declare(OneWord):
    """Attack with all your units in the environ that is asked about."""

    path: ClassVar[str] = "freedom declare"
    line: ClassVar[str] = "declare"
    answers = (WhetherToDeclare,)

    @classmethod
    def amiss(cls, look: Look) -> Refused | None:
        """E_OWNER for the Empire at a strike, E_PHASE in another segment, E_LOCKED while what was declared is open.

        FITG-ENV-01, FITG-ENV-03.
        """
        known = look.known
        asks = next((task for task in known.agenda[:1] if isinstance(task, Declaring)), None)
        if asks is not None:
            struck = asks.strike and look.own is Side.IMPERIAL
            return no(Code.E_OWNER, T_("The rebels alone may strike."), "FITG-ENV-01") if struck else None
        if known.stage is not Stage.MILITARY:
            return no(Code.E_PHASE, N_("This is the time of {stage}."), "FITG-ENV-01", stage=STAGES[known.stage].name)
        if known.choice is not None and known.choice.kind != WhichFirst.kind:
            return no(Code.E_LOCKED, T_("Combat there was declared, and closes first."), "FITG-ENV-03")
        return None


class Pass(OneWord):
    """Do not attack in the environ that is asked about."""

    path: ClassVar[str] = "freedom pass"
    line: ClassVar[str] = "pass"
    answers = (WhetherToDeclare,)


def opposed(look: Look, environ: Environ, found: Found) -> Refused | None:
    """E_WHERE without units of both sides."""
    if eligible(look.known, environ.id):
        return None
    return no(Code.E_WHERE, N_("Not both sides have units in {environ}."), "FITG-ENV-01", environ=term(environ.id))


def _to_come(look: Look, environ: Environ, found: Found) -> Refused | None:
    """E_LOCKED where the viewer's side is asked no more in this segment: combat was declared, or it passed."""
    for task in look.known.agenda:
        if isinstance(task, Military) and environ.id in task.environs:
            return None
        if isinstance(task, Declaring) and environ.id == task.environ and look.side in task.asked:
            return None
    why = N_("Combat in {environ} was declared in this segment, or passed by.")
    return no(Code.E_LOCKED, why, "FITG-ENV-03", environ=term(environ.id))


NO_ENVIRON = unknown("environ", N_("There is no environ “{given}”."), Code.E_WHERE, "FITG-ENV-01")
FOUGHT_OVER = ENVIRON.that(opposed, _to_come, what="an environ with units of both sides").but(
    label=None, unknown=NO_ENVIRON
)


@runs(Leading)
def ask_for_leaders(play: Play, task: Leading) -> None:
    """Both sides name a leader, or none, at once and sealed (FITG-ENV-09, FITG-ENV-10)."""

    def ask(side: Side) -> Ask:
        able = tuple(leader.name for leader in play.world.leaders(play.state, task.environ, side))
        return Ask(side, (*able, "none"), able[:1] or ("none",))

    play.put(task, "leader", ask(task.attacker), ask(task.attacker.other), where=task.environ)


class WhoLeads(Question[Leading]):
    """Leaders of the units of each side (FITG-ENV-09)."""

    kind = "leader"
    rule = "FITG-ENV-09"
    asks = N_("who leads in {where}")
    awaited = T_("who leads your units")

    def answered(self, play: Play, task: Leading, choice: Choice, answer: tuple[str, ...]) -> None:
        """The dice fall on the column of both strengths."""
        named = {side: choice.part(answer, side)[0] for side in Side}
        fought(play, task, {side: leader for side, leader in named.items() if leader != "none"})


def _able(look: Look, words: str, found: Found) -> str:
    """A leader that may be named, or none. Refuses `E_LEADER`."""
    wanted, able, person = words.strip().casefold(), ", ".join(look.options), look.person(words)
    if named := next((option for option in look.options if option.casefold() == wanted), ""):
        return named
    if len(parts_of(words, look.known.people)) > 1:
        look.no(Code.E_LEADER, N_("A side has one leader; name one of {able}."), "FITG-ENV-10", able=able)
    if person is not None and person.dead:
        why = N_("{dead} is dead; name one of {able}.")
        look.no(Code.E_LEADER, why, "FITG-CHR-40", dead=person.name, able=able)
    why = N_(
        "{words} cannot lead in {where}: a leader is there, free, and has leadership {least} or more; name one of "
        "{able}."
    )
    where, least = look.choice.where if look.choice is not None else "", look.known.options.leader_min
    look.no(Code.E_LEADER, why, "FITG-ENV-09", words=words, where=term(where), least=least, able=able)


LEADER: Value[Look, str] = Value("a leader, or none", _able, lambda look, found: map(Option, look.options))


class Lead(Answer):
    """Name who leads your units, or none."""

    path: ClassVar[str] = "freedom leader"
    line: ClassVar[str] = "leader {leader}"
    answers = (WhoLeads,)
    leader: Annotated[str, LEADER] = Field(description="a character of yours who is there, or: none", max_length=60)


SHIFT = N_("{columns:+} for the {reason}")


def _moved(look: Look, shifts: tuple[tuple[int, str], ...], form: str) -> Text:
    """Shifts of an environ combat in a row, each with its reason."""
    return joined("; ", (SHIFT(columns=count, reason=term(why.removeprefix("the "))) for count, why in shifts))


class EnvironFought(Fact[State], frozen=True):
    """An environ combat: strengths, base column, shifts to the right, final column, dice, losses (FITG-ENV-07).

    `leaders` are restacked with their units.
    """

    says = N_(
        "**{attacker}** attacks in {environ}: {strengths:attacker} against {strengths:defender}, column {base}"
        "[; {shifts}; so column {column}]. Die {dice:attacker}: the defender loses {losses:defender}; "
        "die {dice:defender}: the attacker loses {losses:attacker}."
    )
    rule = "FITG-ENV-07"
    decides = True
    threaded = True
    environ: Place
    attacker: SideOf
    strengths: Both
    base: Column
    shifts: Annotated[tuple[tuple[int, str], ...], Shown(_moved)]
    column: Column
    dice: Both
    losses: Both
    leaders: tuple[str, ...]


class Standoff(Fact[State], frozen=True):
    """Both sides are wiped out: their characters stay, detected (FITG-ENV-13)."""

    says = N_("No unit is left in {environ}.")
    rule = "FITG-ENV-13"
    threaded = True
    environ: Place


class Assault(NamedTuple):
    """An environ combat under its leaders: both strengths, the base column, what shifts it, the final column."""

    strengths: tuple[int, int]
    base: int
    shifts: tuple[Shift, ...]
    column: int


def assault(world: World, state: State, task: Leading, leaders: Mapping[Side, str]) -> Assault:
    """Reckoning of an environ combat with these leaders (FITG-ENV-07, FITG-ENV-14, FITG-ENV-15)."""
    environ, units = state.environs[task.environ], {side: state.fielded(task.environ, side) for side in Side}
    ours, theirs = (world.strength(units[side]) for side in (task.attacker, task.attacker.other))
    rated = {side: world.leadership(state.people[leaders[side]]) if side in leaders else None for side in Side}
    elite = state.options.elite_cancels and world.elite(units[Side.IMPERIAL])
    at_home = any(unit.terrain is environ.terrain for unit in units[Side.REBEL])
    moved = shifts(task.attacker, rated, environ.terrain, at_home, elite, task.strike)
    base, extremes = ratio_column(ours, theirs), bool(leaders) or state.options.extremes == "any_shift"
    return Assault((ours, theirs), base, moved, final_column(base, moved, extremes))


def foreseen(state: State, environ: str, viewer: Side | None) -> Leading:
    """The combat in an environ as it is now open, or else as it would be if the viewer attacked.

    FITG-ENV-01, FITG-ENV-03.
    """
    task = state.agenda[0] if state.agenda else None
    if isinstance(task, Leading) and task.environ == environ:
        return task
    if isinstance(task, Declaring) and task.environ == environ and task.strike:
        return Leading(environ, Side.REBEL, strike=True)
    return Leading(environ, viewer or state.player)


def best_leaders(world: World, state: State, environ: str) -> Mapping[Side, str]:
    """Leader that each side names in an environ, if it names its best (FITG-ENV-09)."""
    return {side: able[0].name for side in Side if (able := world.leaders(state, environ, side))}


def fought(play: Play, task: Leading, leaders: Mapping[Side, str]) -> None:
    """The dice fall; both sides pay for their losses, riders nothing (S1 steps 3 to 7, FITG-ENV-18)."""
    attacker, military = task.attacker, play.world.pack.military
    found = assault(play.world, play.state, task, leaders)
    dice = play.die(f"{task.environ}/attack"), play.die(f"{task.environ}/defence")
    a, d = (military[die - 1][found.column] for die in dice)
    losses = d.attacker, a.defender
    play.tell(EnvironFought(task.environ, attacker, *found, dice, losses, tuple(leaders.values())))
    if leaders:
        play.tell(Restacked(tuple(leaders.values()), rides=True))
    play.push(Paying(task.environ, {attacker: losses[0], attacker.other: losses[1]}, leaders))


@runs(Paying)
def ask_for_losses(play: Play, task: Paying) -> None:
    """A side with several best sets picks one; both at once and sealed (S1 step 7)."""
    asks = [removal(play, side, play.state.fielded(task.environ, side), task.losses[side]) for side in Side]
    play.put(task, "remove", *asks, where=task.environ)


class WhatIsLost(Question[Paying]):
    """Units that pay for losses (FITG-ENV-12, S1 step 7)."""

    kind = "remove"
    rule = "FITG-ENV-12"
    asks = N_("which units pay for the losses in {where}")
    awaited = T_("which of your units pay for losses")
    units = True

    def answered(self, play: Play, task: Paying, choice: Choice, answer: tuple[str, ...]) -> None:
        """They are removed; who loses all has its characters attacked (FITG-ENV-13, FITG-ENV-19)."""
        state, world = play.state, play.world
        riders = {side: world.ranked(state.present(task.environ, side, rides=True)) for side in Side}
        for side in Side:
            lose_units(play, side, choice.part(answer, side), "fight")
        beaten = [side for side in Side if not play.state.fielded(task.environ, side)]
        if len(beaten) == 2:
            play.tell(Standoff(task.environ))
        elif beaten and riders[beaten[0]]:
            victor = beaten[0].other
            leader = task.leaders.get(victor, "")
            play.push(Finding(task.environ, victor, (Kind.SQUAD,), riders[beaten[0]], leader, must=True))


class AttackIfPassed(act.Order):
    """Attack in an environ if the enemy passes there; say it before you are asked."""

    path: ClassVar[str] = "freedom prepare"
    line: ClassVar[str] = "declare in {environ} if enemy passes"
    environ: Annotated[str, FOUGHT_OVER] = Field(description="where both sides have units", max_length=60)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the other side is asked first (FITG-ENV-04). Refuses `E_PHASE`."""
        if outside := look.outside():
            return outside
        waiting = look.known.stage is Stage.MILITARY and look.known.player is not look.own
        return None if waiting else no(Code.E_PHASE, T_("The enemy is not asked first now."), "FITG-ENV-04")

    def obey(self, act: Act) -> None:
        """It is kept until the enemy has passed (FITG-ENV-04)."""
        kept = act.look.known.conditional.get(act.side, ())
        act.say(
            Prepared(act.side, (*(one for one in kept if one != self.environ), act.found.environ.id)), only(act.seat)
        )

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        kept = look.known.conditional.get(look.own, ())
        yield from (cls(environ=environ.id) for environ in FOUGHT_OVER.fitting(look) if environ.id not in kept)

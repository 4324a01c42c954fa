"""Damage against Strength, armor, wounds and stuns, and who dies of them. Register sections 1 and 10."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.book import afterwards
from engine.clock import MINUTE
from engine.d6.data.pack import Harm
from engine.d6.force import OUTCOMES, ForceSpent, PointsChanged, ask_wild, no_force
from engine.d6.ground.blows import asked_about, told
from engine.d6.ground.chances import bare_head, borne, resistance, worse
from engine.d6.look import Look, Question, World, called
from engine.d6.play import Answer, Play, entry
from engine.d6.rounds.turns import ends_round
from engine.d6.state import Blow, Called, Choice, Figure, Missed, State, Stun, Wound, with_turn
from engine.declared.changes import Renews, Sets
from engine.game import Fact, Table
from engine.noun import Found
from engine.question import runs
from engine.text.message import N_, T_, Message, Text, term

MARK = 30 * MINUTE
"""Seconds for which a stun counts towards unconsciousness (D6-B-20)."""
PENALTY = 4
"""Seconds of a stun's -1D: the rest of this round and the next (D6-B-20)."""
HOW: dict[str, Message] = {
    "none": N_("{who} takes no harm."),
    "stunned": N_("{who} is **stunned**."),
    "out": N_("{who} is **unconscious**."),
    "unhurt": N_("{who} is unhurt."),
    "better": N_("{who} is **{wound}** now."),
    "survives": N_("{who} hangs on."),
}
WOUNDED = N_("{who} is **{wound}**.")
STAYS, STAYS_OUT = N_("{who} is **{wound}** as before."), N_("{who} is **unconscious** as before.")
"""A stun changes nothing that is seen of somebody who is down already."""


@runs(Blow)
def strike(play: Play, blow: Blow) -> None:
    """Damage is rolled, doubled for a bare head, and held against a Strength roll (D6-B-19, D6-10-01)."""
    if blow.at not in play.state.figures or play.state.figures[blow.at].wound is Wound.DEAD:
        return
    by = blow.by if blow.by in play.state.sheets else blow.at
    thrown = blow.throw or play.throw(by, f"{blow.what} damage", blow.pips)
    if thrown.open:
        play.tell_throw(thrown)
        ask_wild(play, replace(blow, throw=thrown))
        return
    if bare_head(play.look, blow):
        thrown = replace(thrown, total=2 * thrown.total, bonus=thrown.total)
    if thrown is not blow.throw:
        play.tell_throw(thrown)
    blow = replace(blow, throw=thrown)
    figure, look = play.state.figures[blow.at], play.look
    if figure.owner is not None and play.state.awake(figure) and no_force(look, blow.at) is None:
        blown, total = term(told(look, blow, stun=blow.stun)), term(str(thrown.total))
        about = N_("{blow}, damage {total}")(blow=blown, total=total)
        play.ask(Choice("resist", blow.at, about, ("roll", "force"), ("roll",), play.state.dealt), blow)
        return
    resist(play, blow)


def resist(play: Play, blow: Blow) -> None:
    """Strength is rolled: above the damage nothing happens (D6-B-19)."""
    assert blow.throw is not None  # damage is rolled first
    play.roll(blow.at, "strength", resistance(play.look, blow), blow.throw.total, "resist", blow=blow, strict=True)


class Resist(Question[Blow]):
    """Somebody is hit, and has a Force Point: is it spent on the Strength roll?"""

    kind = "resist"
    asks = N_("roll Strength against {about}, or trust in the Force first")
    rule = "D6-3-03"
    awaited = T_("your Strength roll")

    def answered(self, play: Play, task: Blow, choice: Choice, answer: tuple[str, ...]) -> None:
        """Strength is rolled, doubled by a Force Point that is declared now (D6-3-03)."""
        if answer == ("force",):
            play.written(task.at, PointsChanged(task.at, force=play.state.sheets[task.at].force - 1))
            active = play.state.acting == task.at
            play.seen(task.at, ForceSpent(task.at, "active" if active else "inactive"))
        resist(play, task)


class Strength(Answer):
    """Roll Strength against damage."""

    path: ClassVar[str] = "d6 react strength"
    line: ClassVar[str] = "strength[ with {what}]"
    answers: ClassVar[tuple[type[Question[Any]], ...]] = (Resist,)
    what: Literal["nothing", "force"] = Field("nothing", description="a Force Point that is spent on it")

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """With the Force or without; once per damage roll (D6-3-03). Refuses `E_FP` a second point (D6-3-07)."""
        if self.what == "force":
            look.require(no_force(look, choice.who))
        return ("force",) if self.what == "force" else ("roll",)

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Chances of each plight after the roll, against the damage that is told (D6-B-19, D6-3-03)."""
        known, struck = look.known, asked_about(look)
        if struck is None or struck[0].at not in known.sheets:
            return {}
        force = "active" if known.acting == struck[0].at else "inactive"
        then = with_turn(known, struck[0].at, force=force) if self.what == "force" else known
        return borne(replace(look, known=then), *struck)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        """Both, unless a point is in force by now."""
        return (cls(), cls(what="force")) if no_force(look, choice.who) is None else (cls(),)


@entry(OUTCOMES, "resist")
def resisted(play: Play, task: Missed, ok: bool) -> None:
    """Does the harm that the margin comes to (D6-B-19); a stun shot does no worse than to knock out (D6-B-35)."""
    assert task.blow is not None  # a blow was resisted
    harm = Harm.NONE if ok else play.world.pack.harm[task.against - task.throw.total]
    suffer(play, task.blow.at, harm, stun=task.blow.stun)


def minutes(play: Play, who: str, dice: int) -> int:
    """Seconds of plain dice that each count minutes (D6-B-20, D6-B-22)."""
    return MINUTE * sum(play.plain(who, f"minutes {number}") for number in range(1, dice + 1))


def suffer(play: Play, who: str, harm: Harm, *, stun: bool = False) -> None:
    """Somebody is harmed so: stunned, thrown down by a wound, knocked out, dying or dead (D6-B-20..23)."""
    state = play.state
    figure, sheet = state.figures[who], state.sheets[who]
    if stun and harm not in (Harm.NONE, Harm.STUNNED):
        hurt(play, replace(figure, out=state.time + minutes(play, who, 2)), "out")
        return
    if harm is Harm.STUNNED:
        marks = tuple(one for one in sheet.stuns if one.gone > state.time)
        stuns = (*marks, Stun(state.time + PENALTY, state.time + MARK))
        play.written(who, Stunned(who, stuns))
        knocked = len(stuns) >= play.world.stun_limit(sheet)
        out = state.time + minutes(play, who, 2) if knocked else figure.out
        hurt(play, replace(figure, out=max(out, figure.out)), "out" if knocked else "stunned")
        return
    wound = worse(figure.wound, harm)
    if wound is figure.wound:
        hurt(play, figure, "none")
        return
    out = figure.out
    if wound is Wound.INCAPACITATED:
        out = max(out, state.time + minutes(play, who, 10))
    hurt(play, become(state, replace(figure, out=out), wound), wound.value)


def become(state: State, figure: Figure, wound: Wound) -> Figure:
    """Somebody with a wound: thrown down in this round by a fresh one, counted from it by a mortal one (D6-B-21,
    D6-B-23).
    """
    prone = state.tick if wound.rank > figure.wound.rank and wound.rank > 0 else figure.prone
    mortal = (figure.mortal or max(1, state.tick)) if wound is Wound.MORTAL else 0
    return replace(figure, wound=wound, prone=prone, mortal=mortal)


def hurt(play: Play, figure: Figure, how: str) -> None:
    """Tell what became of somebody."""
    play.seen(figure.id, Hurt(figure, how))


class Hurt(Fact[State], frozen=True):
    """Somebody is as they are now, by harm or by healing."""

    rule = "D6-B-19"
    decides = True
    makes = Renews("figures", "figure")
    figure: Figure
    how: str

    def words(self, look: Look) -> Text:
        says = HOW.get(self.how, WOUNDED)
        if self.how == "stunned" and not look.known.awake(self.figure):
            says = STAYS if self.figure.wound.rank >= Wound.INCAPACITATED.rank else STAYS_OUT
        fields = {"who": called(look.known, self.figure.id), "wound": term(self.figure.wound)}
        return says(**{field: fields[field] for field in says.fields})


class Stunned(Fact[State], frozen=True):
    """The stuns that somebody suffers from are these."""

    silent = "that they are stunned is told"
    makes = Sets("sheets", "who", "stuns")
    who: str
    stuns: tuple[Stun, ...]


@ends_round
def mortal_checks(play: Play) -> None:
    """At the end of each round who is mortally wounded rolls two plain dice: below the number of rounds in that state
    they die (D6-B-23). With rounds of 5 s only every such round counts.
    """
    seconds = play.state.options.mortal_seconds
    for figure in list(play.state.figures.values()):
        if figure.wound is not Wound.MORTAL:
            continue
        ticks = play.state.tick - figure.mortal + 1
        number = 2 * ticks // seconds
        if number == 2 * (ticks - 1) // seconds:
            continue
        rolled = play.plain(figure.id, "hangs on") + play.plain(figure.id, "hangs on")
        dies = rolled < number
        after = become(play.state, figure, Wound.DEAD) if dies else figure
        hurt(play, after, Wound.DEAD.value if dies else "survives")


@afterwards
def fallen(world: World, table: Table[State], before: State) -> None:
    """A turn ends for whom a wound or a stun has put out of it (D6-B-21, D6-B-22)."""
    state = table.state
    if state.tick and state.acting and state.choice is None and not state.able(state.acting):
        play = Play(world, table)
        play.turned(state.acting, over=True)
        play.push(Called())
        play.go()

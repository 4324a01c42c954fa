"""Medpacs: five rounds, the wait, the day, Fastflesh. Register D6-B-25 and section 11."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.clock import DAY, HOUR
from engine.d6.data.pack import Code, Harm
from engine.d6.force import OUTCOMES
from engine.d6.ground.harm import Stunned, become, hurt, suffer
from engine.d6.look import IS, PARRY_BREAKS, SECRET_DOSES, Look, Thing, Who, World, called
from engine.d6.nouns import ANYBODY
from engine.d6.play import Act, Active, Play, begins, entry
from engine.d6.rounds.turns import ends_round
from engine.d6.state import Dose, Figure, Missed, Sheet, State, Treatment, Wound
from engine.declared.changes import PutsUnder, Removes, Sets
from engine.declared.sentences import either, told_by
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found
from engine.text.message import N_, NN_, Text

Kind = Literal["medpac", "fastflesh"]
ROUNDS = 5
"""Ground rounds that a medpac takes: 10 s (D6-11-01)."""
WAIT = 2 * HOUR
"""Seconds between two medpacs of a patient (D6-11-02)."""
SHORT = 10
"""Missing by more bars further medpacs for a day (D6-B-25)."""
WORSE = {1: 2, 2: 3}
"""On which dice, up to it, a mix of Fastflesh with so many medpacs does harm (D6-11-05, D6-11-07)."""
BREAKS = N_("{who} breaks off; the medpac is kept.")
TOO_SOON = NN_(
    "{who} had one {ago} minute ago; it takes two hours.", "{who} had one {ago} minutes ago; it takes two hours.", "ago"
)
LADDER = {
    "stunned": Wound.WOUNDED, "unconscious": Wound.WOUNDED, Wound.WOUNDED: Wound.INCAPACITATED,
    Wound.TWICE: Wound.INCAPACITATED, Wound.INCAPACITATED: Wound.MORTAL, Wound.MORTAL: Wound.DEAD,
}  # fmt: skip
"""What a mix of medpacs makes of somebody (D6-11-06)."""


def recent(state: State, sheet: Sheet, seconds: int = DAY) -> list[Dose]:
    """The medpacs of the last so many seconds; at exactly that age one no longer counts (D6-11-02, D6-11-03)."""
    return [dose for dose in sheet.doses if state.time - dose.at < seconds]


def condition(state: State, figure: Figure, sheet: Sheet) -> str:
    """Condition that a medpac is against: the wound, else senses lost, else a stun; "" for the unhurt (D6-B-25)."""
    if figure.wound is not Wound.UNHURT:
        return figure.wound.value
    if figure.out > state.time:
        return "unconscious"
    return "stunned" if any(stun.gone > state.time for stun in sheet.stuns) else ""


def treat_difficulty(world: World, state: State, figure: Figure, sheet: Sheet) -> int:
    """The difficulty of a medpac: by the condition, one level up for each that was used in a day (D6-B-25)."""
    level = next(row.level for row in world.pack.tables.medicine if row.condition == condition(state, figure, sheet))
    ladder = list(world.pack.ladder)
    at = min(ladder.index(level) + len(recent(state, sheet)), len(ladder) - 1)
    return world.pack.ladder[ladder[at]]


def barred(look: Look, state: State, figure: Figure, sheet: Sheet) -> Refused | None:
    """Refuses a medpac now: `E_STATE` the dead and the unhurt, `E_MEDPAC` within two hours of the
    last, or a day of one that failed badly (D6-11-02, D6-B-25).
    """
    who = figure.label
    if figure.wound is Wound.DEAD or not condition(state, figure, sheet):
        return no(Code.E_STATE, IS, "D6-B-25", who=who, how=figure.wound)
    if recent(state, sheet, WAIT):
        ago = (state.time - max(dose.at for dose in sheet.doses)) // 60
        return no(Code.E_MEDPAC, TOO_SOON, "D6-11-02", who=who, ago=ago)
    if any(dose.result == "barred" for dose in recent(state, sheet)):
        return no(Code.E_MEDPAC, N_("One failed badly on {who}; none for 24 h."), "D6-B-25", who=who)
    return None


class Medpac(Active):
    """Begin to apply a medpac to somebody, or to yourself."""

    path: ClassVar[str] = "d6 medpac"
    line: ClassVar[str] = "use {kind} on {patient}[ {word}]"
    kind: Kind = Field(description="an ordinary one, or Fastflesh")
    patient: Annotated[str, ANYBODY] = Field(description="to whom", max_length=60)
    word: Literal["plainly", "confirmed"] = Field("plainly", description="confirmed for one that kills")

    def check(self, look: Look, found: Found) -> None:
        """Refuses what is refused of a patient whose sheet is known, of another `E_STATE` the dead and `E_CONFIRM` any
        Fastflesh, and `E_MEDPAC` who has no such pack (D6-B-25, D6-11-04).
        """
        mine, patient = look.sheet(look.own.id), found.patient
        if patient.id in look.known.sheets:
            self._unfit(look, look.known, patient)
        elif patient.wound is Wound.DEAD:
            look.no(Code.E_STATE, IS, "D6-B-25", who=patient.label, how=patient.wound)
        elif look.world.version >= SECRET_DOSES and self.kind == "fastflesh" and self.word != "confirmed":
            why = N_("A second Fastflesh in a day kills, and whether {who} had one is the GM's.")
            look.no(Code.E_CONFIRM, why, "D6-11-04", who=patient.label)
        if (mine.medpacs if self.kind == "medpac" else mine.fastflesh) < 1:
            look.no(Code.E_MEDPAC, N_("{who} has no {kind}."), "D6-B-25", who=look.own.label, kind=self.kind)

    def _unfit(self, look: Look, state: State, patient: Figure) -> None:
        """Declines what `barred` refuses, and with `E_CONFIRM` a second Fastflesh in a day (D6-11-04)."""
        sheet = state.sheets[patient.id]
        look.require(barred(look, state, patient, sheet))
        deadly = self.kind == "fastflesh" and any(dose.kind == "fastflesh" for dose in recent(state, sheet))
        if deadly and self.word != "confirmed":
            look.no(Code.E_CONFIRM, N_("A second Fastflesh in a day kills {who}."), "D6-11-04", who=patient.label)

    def obey(self, act: Act) -> None:
        """It takes five rounds, this one included; any other action breaks it, and the pack is kept (D6-11-01).
        A second Fastflesh in a day kills, and must be confirmed (D6-11-04). Outside combat it is done at once.
        """
        who, patient = act.who.id, act.found.patient
        if act.world.version < SECRET_DOSES:
            self._unfit(act.look, act.state, patient)
        play = begins(act)
        before = play.state.turn(who).reactions if act.world.version >= PARRY_BREAKS else 0
        treatment = Treatment(patient.id, self.kind, act.state.tick + ROUNDS - 1, before=before)
        play.seen(who, Treats(who, patient.id, self.kind, treatment))
        if not play.state.tick:
            apply(play, who, treatment)
            play.go()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """For those of whom it is known how they are."""
        yield from (order for order in super().likely(look) if order.patient in look.known.sheets)


class Treats(Fact[State], frozen=True):
    """Somebody applies a medpac."""

    says = N_("**{who}** applies a {kind} to **{patient}**.")
    rule = "D6-11-01"
    makes = PutsUnder("treatments", "who", "treatment")
    who: Who
    patient: Who
    kind: Thing
    treatment: Treatment


class Broken(Fact[State], frozen=True):
    """Somebody applies a medpac no more."""

    rule = "D6-11-01"
    threaded = True
    makes = Removes("treatments", "who")
    who: Who
    done: bool = False

    def words(self, look: Look) -> Text | None:
        return None if self.done else BREAKS(who=called(look.known, self.who))


@ends_round
def treatments(play: Play) -> None:
    """Whoever lost their senses, or did something else, such as a parry, breaks off; at the end of the fifth round the
    medpac works (D6-11-01, D6-2-07).
    """
    for who, treatment in list(play.state.treatments.items()):
        figure = play.state.figures[who]
        begun, turn = treatment.ends - ROUNDS + 1 == play.state.tick, play.state.turn(who)
        reactions = turn.reactions - begun * treatment.before if play.world.version >= PARRY_BREAKS else 0
        if not play.state.awake(figure) or turn.done + reactions > begun or treatment.patient not in play.state.figures:
            play.seen(who, Broken(who))
        elif treatment.ends == play.state.tick:
            apply(play, who, treatment)


def apply(play: Play, who: str, treatment: Treatment) -> None:
    """A medpac works: First Aid against the difficulty of the condition (D6-B-25, D6-11-08), and nothing on who may get
    none now; a second Fastflesh in a day kills without a roll (D6-11-03, D6-11-04).
    """
    state = play.state
    patient, sheet = state.figures[treatment.patient], state.sheets[treatment.patient]
    mine = state.sheets[who]
    play.seen(who, Broken(who, done=True))
    plain = treatment.kind == "medpac"
    play.written(who, Packs(who, mine.medpacs - plain, mine.fastflesh - (not plain)))
    if play.world.version >= SECRET_DOSES and barred(play.look, state, patient, sheet) is not None:
        play.written(patient.id, Useless(patient.id))
        return
    if treatment.kind == "fastflesh" and any(dose.kind == "fastflesh" for dose in recent(state, sheet)):
        hurt(play, become(state, patient, Wound.DEAD), Wound.DEAD.value)
        return
    if patient.wound is Wound.DEAD or not condition(state, patient, sheet):
        return
    pips, against = play.look.pool(who, "first aid"), treat_difficulty(play.world, state, patient, sheet)
    play.roll(who, "first aid", max(3, pips), against, "medpac", about=f"{treatment.kind} {treatment.patient}")


class Useless(Fact[State], frozen=True):
    """A medpac does nothing: a refusal would have told what is secret of a patient, or another came first."""

    says = N_("The medpac does nothing for {who}.")
    rule = "D6-11-02"
    threaded = True
    who: Who


class Packs(Fact[State], frozen=True):
    """Somebody has so many medpacs left."""

    silent = "that one is used is told"
    makes = Sets("sheets", "who", "medpacs", "fastflesh")
    who: str
    medpacs: int
    fastflesh: int


@entry(OUTCOMES, "medpac")
def treated(play: Play, task: Missed, ok: bool) -> None:
    """One level better, where stunned or wounded becomes unhurt, or not; missing by more than ten bars further ones for
    a day (D6-B-25, D6-11-06). A mix with Fastflesh may do harm afterwards (D6-11-05).
    """
    kind, _, id = task.about.partition(" ")
    patient, sheet = play.state.figures[id], play.state.sheets[id]
    if ok:
        better = list(Wound)[max(0, patient.wound.rank - 1)]
        play.written(id, Stunned(id, ()))
        out = 0 if better.rank < Wound.INCAPACITATED.rank else patient.out
        after = replace(become(play.state, patient, better), out=out)
        hurt(play, after, "unhurt" if better is Wound.UNHURT else "better")
    result: Literal["better", "failed", "barred"] = (
        "better" if ok else "barred" if task.against - task.throw.total > SHORT else "failed"
    )
    dose = Dose(play.state.time, "fastflesh" if kind == "fastflesh" else "medpac", result)
    play.written(id, Dosed(id, (*sheet.doses, dose), result))
    mixed(play, id)


class Dosed(Fact[State], frozen=True):
    """Somebody was given a medpac."""

    says = told_by(
        "result",
        better=N_("The medpac helps {who}."),
        failed=N_("The medpac does not help {who}."),
        barred=N_("The medpac does not help {who}, and none may be used for 24 h."),
    )
    rule = "D6-B-25"
    threaded = True
    makes = Sets("sheets", "who", "doses")
    who: Who
    doses: tuple[Dose, ...]
    result: Literal["better", "failed", "barred"]


def mixed(play: Play, who: str) -> None:
    """Fastflesh and ordinary medpacs in one day: on a plain die somebody gets worse (D6-11-05, D6-11-06, D6-11-07)."""
    kinds = [dose.kind for dose in recent(play.state, play.state.sheets[who])]
    ordinary = kinds.count("medpac")
    if "fastflesh" not in kinds or not ordinary:
        return
    die = play.plain(who, "mixed medpacs")
    worse = die <= WORSE[min(2, ordinary)]
    play.written(who, Mixed(who, die, worse))
    figure = play.state.figures[who]
    now = condition(play.state, figure, play.state.sheets[who])
    if worse and not now:
        suffer(play, who, Harm.STUNNED)
    elif worse:
        hurt(play, become(play.state, figure, Wound(LADDER[now])), LADDER[now])


class Mixed(Fact[State], frozen=True):
    """Mixed medpacs did harm, or not."""

    says = either(
        "worse", N_("Mixed medpacs, die {die}: {who} gets worse."), N_("Mixed medpacs, die {die}: {who} bears it.")
    )
    rule = "D6-11-05"
    who: Who
    die: int
    worse: bool

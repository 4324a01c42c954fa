"""A look at the table: by whom, at what they know, when; whose turn it is, and who rolls with which code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Self, TypeVar

from msgspec.structs import replace

from engine import look, question
from engine.d6.data.pack import Attribute, Code, Pack, Skill, Weapon
from engine.d6.dice.codes import DIE, code, rollable
from engine.d6.dice.odds import chance
from engine.d6.dice.rolling import Throw
from engine.d6.state import Choice, Cover, Figure, Sheet, State, Wound, with_turn
from engine.game import EVERYONE, MODERATOR, REFEREE, Audience, Seat
from engine.look import Refused, no
from engine.text.message import MINUS, N_, T_, Message, Shown, Text, joined, listed, name, noted, spaced, term

T = TypeVar("T")
CALLED_BLOWS = 2
"""The version from which a blow at an area costs what a shot at one costs (D6-6-11)."""
AT_HAND = 3
"""The version from which a blow needs its target at hand (D6-B-18), and whoever is asked to parry or to bear a hit is
told who strikes and where.
"""
PARRY_BREAKS = 4
"""The version from which a reaction breaks off a medpac (D6-11-01), and an arc needs to know how far those are whom the
GM has marked (D6-7.3-02).
"""
HIDES = 5
"""The version from which the GM alone hears what somebody hidden is asked; others hear that he answers (D6-2-01)."""
SECRET_DOSES = 7
"""The version from which nobody is refused a medpac for what is secret of a patient: it does nothing (D6-11-02)."""
SOMEBODY, IS = T_("somebody"), N_("{who} is {how}.")
FIRED = N_("{shots} of {most} shots are fired.")
Who = Annotated[str, Shown[str](lambda look, id, form: called(look.known, id))]
"""Somebody in a sentence."""
People = Annotated[tuple[str, ...], Shown[tuple[str, ...]](lambda look, ids, form: people(look.known, ids))]
"""Some in a sentence, in a row."""
Faces = Annotated[tuple[int, ...], Shown[tuple[int, ...]](lambda look, dice, form: term(", ".join(map(str, dice))))]
"""Dice in a sentence."""
_BELOW_0 = re.compile(r"(?<![^ (,])-(?=\d)")
Words = Annotated[str, Shown[str](lambda look, words, form: name(words))]
"""What somebody wrote, in a sentence."""
_PLACE = re.compile(r"^at (\S+, \S+) m$")
Setting = Annotated[
    str, Shown[str](lambda look, words, form: name(_PLACE.sub(r"at \1 on the plan", _BELOW_0.sub(MINUS, words))))
]
"""What the GM set, such as a place, in a sentence."""
Thing = Annotated[str, Shown[str](lambda look, words, form: term(words))]
"""A word of the pack in a sentence."""
WILD = N_("wild {chain}")
FULL, VEILED = N_("{pips} ({dice}) = **{total}**"), N_("**{total}**")
BONUS, POINT, GONE = N_("{bonus:+}"), N_("point {chain}"), N_("{dice}; the wild 1 takes the highest away")
TROUBLE = N_("{dice}; the wild 1 brings a complication")
OPEN = N_("{dice}; the GM says what the wild 1 does")


class World:
    """One data pack, and what follows from it for somebody's codes."""

    def __init__(self, pack: Pack, version: int) -> None:
        self.pack, self.version = pack, version

    def stated(self, sheet: Sheet, what: str) -> int:
        """The code of a skill or an attribute as it is written: an unlearned skill has its attribute's (D6-B-08), an
        unlearned advanced one none (D6-B-09).
        """
        skill = self.pack.skills.get(what)
        if skill is None:
            return sheet.attributes[what]
        if what in sheet.skills or skill.base:
            return sheet.skills.get(what, 0)
        return sheet.attributes[skill.attribute]

    def stun_limit(self, sheet: Sheet) -> int:
        """The stuns that take somebody's senses: as many as Strength has dice (D6-B-20)."""
        return sheet.attributes[Attribute.STRENGTH] // DIE

    def harmed(self, state: State, id: str) -> int:
        """Pips that wounds and the latest stun take off skills and attributes (D6-B-20, D6-B-21)."""
        wounds = {Wound.WOUNDED: 1, Wound.TWICE: 2}.get(state.figures[id].wound, 0)
        stunned = any(stun.upto > state.time for stun in state.sheets[id].stuns)
        return DIE * (wounds + stunned)

    def hampered(self, sheet: Sheet, what: str) -> int:
        """Pips that armor takes off Dexterity and its skills (D6-B-24)."""
        skill = self.pack.skills.get(what)
        if (what if skill is None else skill.attribute) != Attribute.DEXTERITY:
            return 0
        return sum(self.pack.armor[code].dexterity for code in sheet.armor)

    def doubled(self, state: State, id: str, *, active: bool) -> bool:
        """True if a Force Point of this round doubles somebody's codes: one declared in the active component holds to
        the end of the round, another for inactive moments alone (D6-3-02, D6-3-04, D6-3-05).
        """
        force = state.turn(id).force
        return force == "active" or (force == "inactive" and not active)

    def pool(self, state: State, id: str, what: str, *, actions: int, active: bool) -> int:
        """The code of a roll: doubled first, then penalties for actions, wounds and stuns (D6-B-10, D6-B-26)."""
        sheet = state.sheets[id]
        pips = self.stated(sheet, what) - self.hampered(sheet, what)
        pips *= 2 if self.doubled(state, id, active=active) else 1
        return pips - DIE * max(0, actions - 1) - self.harmed(state, id)

    def strength(self, state: State, id: str, *, active: bool) -> int:
        """Strength against damage, or as damage: a Force Point doubles it, penalties leave it alone (D6-B-10,
        D6-B-26).
        """
        return state.sheets[id].attributes[Attribute.STRENGTH] * (2 if self.doubled(state, id, active=active) else 1)

    def above(self, scale: int, other: int) -> int:
        """Pips by which one scale is above another; 0 where it is not (D6-B-14)."""
        scales = self.pack.tables.scales
        return max(0, scales[scale - 1] - scales[other - 1])

    def ready(self, state: State, id: str, what: str, pips: int) -> Refused | None:
        """Refuses `E_SKILL`, `E_POOL` a skill that cannot be rolled with that code (D6-B-02, D6-B-09)."""
        skill = self.pack.skills.get(what)
        if skill is not None and skill.base and what not in state.sheets[id].skills:
            return no(Code.E_SKILL, N_("“{what}” is an advanced skill, and not on the sheet."), "D6-B-09", what=what)
        why = N_("Penalties leave {code} of {what}.")
        return None if rollable(pips) else no(Code.E_POOL, why, "D6-B-02", code=code(pips), what=what)


class Question(question.Question[Any, Any, Choice, T]):  # looks and plays are made of questions, and not the reverse
    """A question to whoever plays a figure. `asks` has {who} and {about}."""

    kinds: ClassVar[dict[str, Any]] = {}  # questions of whatever tasks
    asks: ClassVar[Message]
    row: ClassVar[str] = "reaction"
    game_master: ClassVar[bool] = False
    """Whether the GM answers, and not whoever plays the figure."""

    def whom(self, known: State, choice: Choice) -> Seat:
        """The seat that is asked: for whoever cannot be seen the GM, whose they are."""
        figure = known.figures.get(choice.who)
        return MODERATOR if self.game_master or figure is None else figure.asked

    def words(self, known: State, choice: Choice) -> Text:
        """The question, in words."""
        return self.asks(who=called(known, choice.who), about=name(choice.about))


class Look(look.Look[World, State], frozen=True):
    """A look at the table; `who` is the figure that is ordered, where its player has several or the GM orders it."""

    who: str = ""

    @property
    def mine(self) -> list[Figure]:
        """The figures that the viewer plays."""
        return list(self.known.owned(self.seat)) if self.seat is not None else []

    def me(self) -> Figure | Refused:
        """The figure that an order of the viewer's is for: the one it names, who is asked, whose turn it is, or the
        only one. Refuses `E_PERM`, `E_UNKNOWN`.
        """
        if self.who:
            return self.known.figures[self.who]
        choice = self.known.choice
        mine = {figure.id: figure for figure in self.mine}
        for id in (choice.who if choice is not None else "", self.known.acting, *self.known.undeclared):
            if id in mine:
                return mine[id]
        if len(mine) == 1 or (mine and self.seat != MODERATOR):
            return next(iter(mine.values()))
        if self.seat == MODERATOR:
            return no(Code.E_UNKNOWN, T_("Say who: `let Trooper do parry melee`."), "D6-2-01")
        return no(Code.E_PERM, T_("You have no character at this table."), "D6-2-01")

    @property
    def own(self) -> Figure:
        """The figure that an order is for. Refuses `E_PERM`, `E_UNKNOWN`."""
        found = self.me()
        if isinstance(found, Refused):
            self.decline(found)
        return found

    def sheet(self, id: str) -> Sheet:
        """Sheet of somebody. Refuses `E_PERM` what is the GM's secret."""
        found = self.known.sheets.get(id)
        if found is None:
            who = called(self.known, id)
            self.no(Code.E_PERM, N_("What is written of {who} is the GM's."), "D6-2-09", who=who)
        return found

    def outside(self) -> Refused | None:
        """Refuses a viewer who orders nobody: they play no figure that is there, or the table is closed."""
        if self.known.over:
            return no(Code.E_PHASE, T_("The table is closed."), "D6-2-01")
        found = self.me()
        return found if isinstance(found, Refused) else None

    def peace(self, rule: str) -> Refused | None:
        """E_PHASE for what is done in a combat, where there is none."""
        return None if self.known.tick else no(Code.E_PHASE, T_("There is no combat."), rule)

    def unfit(self) -> Refused | None:
        """Refuses `E_STATE`, `E_PENDING` a figure that does nothing at all: unconscious, dead, a bystander to a
        question.
        """
        if refused := self.outside():
            return refused
        figure, choice = self.own, self.known.choice
        if not self.known.awake(figure):
            how = figure.wound if figure.wound.rank >= Wound.INCAPACITATED.rank else T_("unconscious")
            return no(Code.E_STATE, IS, "D6-B-22", who=figure.label, how=how)
        if choice is not None:
            asked: Text = Question.of(choice).words(self.known, choice)
            return no(Code.E_PENDING, N_("This is still to be answered: “{asked}”."), "D6-2-03", asked=asked)
        return None

    def inactive(self, code: Code = Code.E_INACTIVE) -> Refused | None:
        """Refuses `E_TURN` or `E_INACTIVE` a figure that may not act of its own accord: it is not its turn, or that
        is over; `E_STATE` whom a wound has thrown down (D6-2-02, D6-2-04, D6-2-08, D6-B-21).
        """
        if refused := self.unfit():
            return refused
        figure, known = self.own, self.known
        if not known.tick:
            return None
        if known.acting != figure.id:
            acting = called(known, known.acting) if known.acting else T_("Nobody")
            rule = "D6-2-02" if code is Code.E_TURN else "D6-2-04"
            return no(code, N_("{acting} acts, not {who}."), rule, acting=acting, who=figure.label)
        if refused := self.down():
            return refused
        why = N_("{who} has used the whole turn.")
        return no(Code.E_PENDING, why, "D6-7.1-06", who=figure.label) if known.turn(figure.id).whole else None

    def down(self) -> Refused | None:
        """E_STATE for whom a wound has thrown down in this round: they do nothing more in it (D6-B-21)."""
        if self.known.able(self.own.id):
            return None
        why = N_("{who} was wounded and acts no more this round.")
        return no(Code.E_STATE, why, "D6-B-21", who=self.own.label)

    def spent(self, more: int = 1) -> Refused | None:
        """Refuses `E_PENDING` more actions than are left: only those declared before the first roll are there
        (D6-2-03).
        """
        turn = self.known.turn(self.own.id)
        if self.known.tick and turn.rolled and turn.done + more > max(1, turn.declared):
            why = N_("No declared action is left, of {declared}.")
            return no(Code.E_PENDING, why, "D6-2-03", declared=max(1, turn.declared))
        if self.known.tick and turn.declared and turn.done + more > turn.declared:
            why = N_("No more than {declared} declared; `declare` more first.")
            return no(Code.E_PENDING, why, "D6-2-03", declared=turn.declared)
        return None

    def actions(self, id: str, *, reaction: bool) -> int:
        """The actions that weigh on somebody's next roll: those declared for the turn once it has come, and reactions,
        this one included (D6-B-10, D6-B-12, D6-2-07).
        """
        state = self.known
        if not state.tick:
            return 1
        turn = state.turn(id)
        begun = state.acting == id or turn.over
        affirmative = max(turn.declared, turn.done, 1 if state.acting == id and not reaction else 0) if begun else 0
        return affirmative + turn.reactions + reaction

    def begun(self, id: str) -> Self:
        """A look at the moment after somebody has begun one more action: what it rolls is reckoned from that."""
        if not self.known.tick:
            return self
        turn = self.known.turn(id)
        known = with_turn(self.known, id, done=turn.done + 1, declared=max(turn.declared, turn.done + 1))
        return replace(self, known=replace(known, acting=id))

    def pool(self, who: str, what: str, *, reaction: bool = False) -> int:
        """The code by which somebody rolls a skill now, for an action or for a reaction (D6-B-10, D6-B-12)."""
        active = not reaction or self.known.acting == who
        return self.world.pool(self.known, who, what, actions=self.actions(who, reaction=reaction), active=active)

    def unrollable(self, what: str, *, reaction: bool = False) -> Refused | None:
        """Refuses a skill that the figure cannot roll for an action or a reaction more: `E_SKILL`, `E_POOL` (D6-B-02,
        D6-B-09, D6-B-12), `E_PERM` what is the GM's secret.
        """
        who, then = self.own.id, self if reaction else self.begun(self.own.id)
        self.sheet(who)
        return self.world.ready(then.known, who, what, then.pool(who, what, reaction=reaction))

    def reaching(self, what: str, against: int, *, reaction: bool = False) -> dict[str, Fraction]:
        """The chance that the figure's roll of a skill for one more action or a reaction reaches a number, exactly
        (D6-B-06); nothing where no die is left.
        """
        then = self if reaction else self.begun(self.own.id)
        pips = then.pool(self.own.id, what, reaction=reaction)
        return {"success": chance(pips, against, self.known.options.wild)} if rollable(pips) else {}

    def weapon(self, kind: str) -> Weapon:
        """A weapon of the pack."""
        return self.world.pack.weapons[kind]

    def asked(self, *questions: type[Question[Any]]) -> Choice | Refused:
        """The open question to a figure of the viewer's (of the GM's: to anybody), one of these or any. Refuses
        `E_PHASE`, `E_PERM`.
        """
        choice, kinds = self.known.choice, [kind.kind for kind in questions]
        if choice is None or (kinds and choice.kind not in kinds):
            return no(Code.E_PHASE, T_("Nobody is asked that now."), "D6-2-05")
        asked: Question[Any] = Question.of(choice)
        if self.seat not in (asked.whom(self.known, choice), MODERATOR):
            return no(Code.E_PERM, N_("{who} is asked."), "D6-2-09", who=called(self.known, choice.who))
        return choice


def called(known: State, id: str) -> Text:
    """Somebody, as everybody at the table calls them."""
    figure = known.figures.get(id)
    return name(figure.label) if figure is not None else SOMEBODY


def people(known: State, ids: Iterable[str]) -> Text:
    """Some, as everybody at the table calls them, in a row."""
    return listed(called(known, id) for id in ids)


def hearers(state: State, id: str) -> Audience:
    """Hearers of what is written of somebody: the table, or the GM alone where the sheet is secret."""
    sheet = state.sheets.get(id)
    return REFEREE if sheet is None or sheet.secret or not state.figures[id].shown else EVERYONE


def viewers(state: State, id: str) -> Audience:
    """Hearers of what can be seen of somebody: the table, or the GM alone while they are hidden."""
    figure = state.figures.get(id)
    return EVERYONE if figure is not None and figure.shown else REFEREE


def thrown_words(throw: Throw) -> Text:
    """A roll: its code, each die, the total; of a secret one the total alone."""
    if not throw.wild:
        return VEILED(total=throw.total)
    faces = [term(str(face)) for face in throw.faces]
    wild = WILD(chain=joined("+", (term(str(face)) for face in throw.wild)))
    points = (POINT(chain=joined("+", (term(str(face)) for face in chain))) for chain in throw.points)
    bonuses = (BONUS(bonus=number) for number in (throw.pips % DIE, throw.bonus) if number)
    dice = noted(spaced(noted(*faces, wild), *bonuses), *points)
    if throw.open:
        dice = OPEN(dice=dice)
    elif throw.wild[0] == 1:
        dice = {"drop": GONE, "complication": TROUBLE}.get(throw.rule, N_("{dice}"))(dice=dice)
    return FULL(pips=code(throw.pips), dice=dice, total=throw.total)


Roll = Annotated[Throw, Shown[Throw](lambda look, throw, form: thrown_words(throw))]
"""A roll in a sentence."""
Total = Annotated[Throw, Shown[Throw](lambda look, throw, form: term(str(throw.total)))]
"""The total of a roll in a sentence."""


def thread(known: State) -> tuple[str, str] | None:
    """The topic and title under which dice and rounds are gathered; None outside combat."""
    return (f"combat:{known.counted}", N_("Combat {number}")(number=known.counted)) if known.tick else None


def skills_of(pack: Pack, attribute: Attribute) -> Iterable[Skill]:
    """The skills of an attribute, in the pack's order."""
    return (skill for skill in pack.skills.values() if skill.attribute is attribute)


def covered(cover: Cover, weapon: Weapon) -> bool:
    """True if cover could stop or strongly hinder a weapon (D6-6-05)."""
    return bool(cover.value) and (cover.stops == "heavy" or not weapon.heavy)

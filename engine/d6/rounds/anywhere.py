"""Rolls away from any table: what people type is read tolerantly, rolled on a chain of its own, and told.

A table of the kind "rolls" does nothing else. Register sections 1 and 20.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, NoReturn

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.d6.data.pack import Code, Pack, no
from engine.d6.dice.codes import CODE, code, read
from engine.d6.dice.odds import chance, opposed
from engine.d6.dice.rolling import Die, Throw, throw
from engine.d6.look import Act, Look, World, thrown_words
from engine.d6.nouns import DIFFICULTY, MOST_DIFFICULTY
from engine.d6.play import Play
from engine.d6.state import State
from engine.dice.keyed import LENGTH
from engine.dice.odds import percent
from engine.game import EVERYONE, REFEREE, Fact, Refusal, Seat, only
from engine.look import Refused
from engine.text.message import N_, NOTHING, Text, name, term
from engine.text.names import did_you_mean, shown

Sight = Literal["everybody", "private", "gm"]


class Wanted(msgspec.Struct, frozen=True):
    """What is to be rolled: a name for it and a code, against a number, or another code with its name."""

    name: str
    code: str
    against: int = 0
    other: str = ""
    other_name: str = ""


def refuse(why: str, fix: str = "", rule: str = "D6-B-01") -> NoReturn:
    """Decline what was typed. Raises Refusal."""
    raise Refusal(Code.E_VALUE, why, rule, fix or "Try `4D+2`, `4D+2 vs 15` or a skill of yours.")


_VERSUS = re.compile(r"\s+(?:v|vs|vs\.|versus|against|gegen|>=)\s+", re.IGNORECASE)
_NOISE = re.compile(r"^(?:/?r(?:oll)?\s+|w(?:ü|ue)rfle\s+)", re.IGNORECASE)


def wanted(pack: Pack, text: str, codes: Mapping[str, str]) -> Wanted:
    """What somebody typed: "4d6 + 2 vs moderate", "reflex against 3D+1", "roll 5D". `codes` are the codes of their own
    sheet by skill (D6-B-01, D6-B-05, D6-B-08). Raises Refusal.
    """
    words = _NOISE.sub("", " ".join(text.split()))
    first, *rest = _VERSUS.split(words, maxsplit=1)
    called, pips = _code(pack, first, codes)
    if not rest:
        return Wanted(called, str(code(pips)))
    level = pack.ladder.get(rest[0].casefold())
    if level is not None or re.fullmatch(r"[+-]?\d{1,6}", rest[0]):
        number = int(rest[0]) if level is None else level
        if not 1 <= number <= MOST_DIFFICULTY:
            refuse(f"A difficulty is from 1 to {MOST_DIFFICULTY}, not {number}.", rule="D6-B-05")
        return Wanted(called, str(code(pips)), number)
    other, more = _code(pack, rest[0], codes)
    return Wanted(called, str(code(pips)), 0, str(code(more)), other)


def _code(pack: Pack, words: str, codes: Mapping[str, str]) -> tuple[str, int]:
    """A code, or a skill of one's own, with what is added to it ("reflex +1D")."""
    plain = words.strip().casefold()
    pips = read(plain)
    if pips is not None:
        if pips < 3:
            raise Refusal(Code.E_POOL, f"{code(pips)} has no die to roll.", "D6-B-02", "Roll 1D or more.")
        return str(code(pips)), pips
    found = re.fullmatch(rf"(.*?[a-z].*?)\s*(?:([+-])\s*({CODE}))?", plain)
    if plain[:1].isdigit() or found is None:
        refuse(f"“{shown(words)}” is no die code.")
    skill, more = found[1].strip(), read(found[3]) if found[3] else 0
    if skill in pack.gone:
        kind, rule = (Code.E_NODODGE, "D6-6-01") if skill == "dodge" else (Code.E_UNKNOWN, "D6-8-04")
        raise Refusal(kind, f"{skill} is not in these rules.", rule, f"There is {pack.gone[skill]}.")
    begun = [one for one in codes if one == skill] or [one for one in codes if one.startswith(skill)]
    if not codes:
        refuse(f"“{shown(words)}” is no die code, and you have no character here.", "Roll a code, such as `4D+2`.")
    if not begun:
        hint = did_you_mean(skill, codes)
        raise Refusal(Code.E_UNKNOWN, f"There is no skill {shown(skill)} on your sheet. {hint}".strip(), "D6-B-08")
    pips = (read(codes[begun[0]]) or 0) + (more or 0) * (-1 if found[2] == "-" else 1)
    if pips < 3:
        raise Refusal(Code.E_POOL, f"{code(pips)} of {begun[0]} has no die to roll.", "D6-B-02")
    return begun[0], pips


def order_of(pack: Pack, text: str, sight: str, codes: Mapping[str, str]) -> RollAnywhere:
    """The order that rolls what somebody typed. Raises Refusal."""
    asked = wanted(pack, text, codes)
    return RollAnywhere.model_validate(
        {
            "name": f"{asked.name} against {asked.other_name}" if asked.other else asked.name,
            "code": asked.code,
            "sight": sight,
            "against": str(asked.against) if asked.against else None,
            "other": asked.other or None,
        }
    )


def codes_of(world: World, known: State, seat: Seat) -> dict[str, str]:
    """What the characters of a seat have on their sheets, by skill and attribute; of several the first one's
    (D6-B-08).
    """
    found: dict[str, str] = {}
    for figure in known.owned(seat):
        sheet = known.sheets.get(figure.id)
        if sheet is not None:
            names = [
                *sheet.skills,
                *sheet.attributes,
                *(one.name for one in world.pack.skills.values() if not one.base),
            ]
            found = {one: str(code(world.stated(sheet, one))) for one in names} | found
    return found


class RollAnywhere(act.Order):
    """Roll a code away from any table."""

    path: ClassVar[str] = "d6 anywhere"
    line: ClassVar[str] = "anywhere {name} with {code} before {sight}[ against {against}][ opposed by {other}]"
    slash: ClassVar[bool] = False
    sheet: ClassVar[bool] = False
    name: str = Field(description="what it is called", max_length=60, examples=["reflex"])
    code: str = Field(description="the code", max_length=10, examples=["4D+2"])
    sight: Sight = Field(description="who sees it")
    against: Annotated[str | None, DIFFICULTY] = Field(None, description="the number to reach", max_length=20)
    other: str | None = Field(None, description="the code that it is rolled against", max_length=10)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` at any other table."""
        if not look.known.options.rolls:
            return no(Code.E_PHASE, "this table is for a game; `roll` is meant", "D6-2-01")
        return no(Code.E_PHASE, "its chain of dice is used up", "D6-2-01") if look.known.over else None

    def obey(self, act: Act) -> None:
        """A total, with its dice, held against a number or another roll; private ones are rolled under the hidden key
        (D6-B-03, D6-B-04, D6-B-06, D6-B-07).
        """
        play = Play(act.world, act.table)
        dice, hidden = play.key(), self.sight != "everybody"

        def die(label: str) -> int:
            return dice.hidden(label, 6, REFEREE) if hidden else dice.roll(label, 6)

        made = self._thrown(act, die, self.code, "")
        other = self._thrown(act, die, self.other, "other ") if self.other else None
        told = RolledAnywhere(self.name, made, act.found.against or 0, other)
        act.say(told, only(act.seat) if hidden else EVERYONE)
        if play.state.dealt >= LENGTH:
            act.say(UsedUp(), EVERYONE)
            act.table.show_hidden_key()

    def _thrown(self, act: Act, die: Die, words: str, which: str) -> Throw:
        pips = read(words)
        if pips is None or pips < 3:
            act.look.decline(no(Code.E_VALUE, f"“{shown(words)}” is no code of a die or more", "D6-B-01"))
        rule = act.state.options.wild
        return replace(throw(lambda label: die(f"{which}{label}"), "", self.name, pips, rule), who="")


ROLL = N_("🎲 **{name}**: {throw}{more}\n-# {odds}")
AGAINST = N_(" against {against}: {verdict}")
OPPOSED = N_(" against {other}: {verdict}")
PASSED, FAILED = N_("**success**")(), N_("**no**")()
CHANCE, MEANS = N_("{chance} to succeed · {rule}"), N_("{rule}")


class RolledAnywhere(Fact[State], frozen=True):
    """Somebody rolled: the roll, and what it was held against."""

    name: str
    throw: Throw
    against: int
    other: Throw | None = None

    def words(self, look: Look) -> Text:
        rule, more, likely = self.throw.rule, NOTHING, None
        if self.other is not None:
            passed = self.throw.total > self.other.total
            more = OPPOSED(other=thrown_words(self.other), verdict=PASSED if passed else FAILED)
            likely = opposed(self.throw.pips, self.other.pips, rule)
        elif self.against:
            passed = self.throw.total >= self.against
            more = AGAINST(against=self.against, verdict=PASSED if passed else FAILED)
            likely = chance(self.throw.pips, self.against, rule)
        cited = term("D6-B-07" if self.other is not None else "D6-B-06" if self.against else "D6-B-03")
        odds = MEANS(rule=cited) if likely is None else CHANCE(chance=term(percent(likely)), rule=cited)
        return ROLL(name=name(self.name), throw=thrown_words(self.throw), more=more, odds=odds)


class UsedUp(Fact[State], frozen=True):
    """The chain of dice of these rolls is used up; the next has a chain of its own."""

    says = N_("This chain of dice is used up; the next roll begins another.")

    def evolve(self, state: State) -> State:
        return replace(state, over=True)

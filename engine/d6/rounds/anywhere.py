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
from engine.d6.dice.codes import CODE as A_CODE
from engine.d6.dice.codes import DIE, MOST, code, read
from engine.d6.dice.odds import chance, opposed
from engine.d6.dice.rolling import Die, Throw, throw
from engine.d6.look import Act, Look, World, thrown_words
from engine.d6.nouns import DIFFICULTY, MOST_DIFFICULTY
from engine.d6.play import Play
from engine.d6.state import State
from engine.declared.changes import Writes
from engine.dice.keyed import LENGTH
from engine.dice.odds import percent
from engine.game import EVERYONE, REFEREE, Fact, Refusal, Seat, only
from engine.look import Refused
from engine.text.message import N_, NOTHING, Text, name, term
from engine.text.names import did_you_mean, shown

Sight = Literal["everybody", "private", "gm"]


class Wanted(msgspec.Struct, frozen=True):
    """Roll that is wanted: a name for it and a code, against a number, or another code with its name."""

    name: str
    code: str
    against: int = 0
    other: str = ""
    other_name: str = ""


def refuse(why: str, fix: str = "", rule: str = "D6-B-01") -> NoReturn:
    """Decline what was typed. Raises Refusal."""
    raise Refusal(Code.E_VALUE, why, rule, fix or "Try `4D+2`, `4D+2 vs 15` or a skill of yours.")


CODE = re.sub(r"\?P<\w+>", "", A_CODE).replace("[dD]", "d")
_AGAINST = r"(?:versus|vs|v|against|gegen|difficulty|diff|dc)(?![a-z])[.:]?"
_VERSUS = re.compile(
    rf"\s*(?:>=|=>|≥|>)\s*(?:{_AGAINST}\s*)*|(?:[\s,;:]+|(?<=\d)|(?<=\d[dw]))(?:{_AGAINST}\s*)+(?:of\s+)?"
)
"""What stands between a roll and what it is held against: a word or several, or a sign."""

_NOISE = re.compile(r"^(?:[/!.]?r(?:oll)?(?:[\s:]+|$)|w(?:ü|ue)rfle\s+)")
_WUERFEL = re.compile(r"(?<![a-z0-9])(\d{0,2}) ?w(?=6|[^a-z0-9]|$)")
_BARE = re.compile(r"(.*\S)[\s,;]+(\d{1,6})")
"""A roll and a number behind it, without a word between them."""

_MORE = re.compile(rf"(.*?\S)\s*([+-])\s*({CODE}|\d{{1,6}})")
"""A roll and the last code or pips that are added to it or taken off."""


def wanted(pack: Pack, text: str, codes: Mapping[str, str]) -> Wanted:
    """Roll that somebody typed: "4d6 + 2 vs moderate", "reflex+1 15", "4D, difficulty 15". `codes` are the codes of
    their own sheet by skill; what could be meant in two ways is refused (D6-B-01, D6-B-05, D6-B-08). Raises Refusal.
    """
    typed = " ".join(text.split()).rstrip(" .!?,;:")
    words = _WUERFEL.sub(r"\1d", _NOISE.sub("", typed.casefold()))
    if "<" in words:
        refuse("A roll succeeds at its difficulty or above, not below it.", rule="D6-B-06")
    first, *rest = _VERSUS.split(words, maxsplit=1)
    if not rest and (bare := _bare(pack, words)) is not None:
        first, rest = bare[0], [bare[1]]
    named, pips = _code(pack, first, codes)
    if not rest:
        return Wanted(named, str(code(pips)))
    number = level_of(pack, rest[0])
    if number is not None:
        if not 1 <= number <= MOST_DIFFICULTY:
            refuse(f"A difficulty is from 1 to {MOST_DIFFICULTY}, not {number}.", rule="D6-B-05")
        return Wanted(named, str(code(pips)), number)
    other, more = _code(pack, rest[0], codes)
    return Wanted(named, str(code(pips)), 0, str(code(more)), other)


def level_of(pack: Pack, words: str) -> int | None:
    """The number of a difficulty: a number, a level, or a level and what is added to it ("heroic+10"); None for what is
    none (D6-B-05).
    """
    if re.fullmatch(r"[+-]?\d{1,6}", words):
        return int(words)
    found = re.fullmatch(r"([a-z][a-z -]*?)\s*(?:([+-])\s*(\d{1,3}))?", words)
    level = None if found is None else pack.ladder.get(found[1].replace("-", " "))
    if found is None or level is None:
        return None
    return level + int(f"{found[2] or ''}{found[3] or 0}")


def _bare(pack: Pack, words: str) -> tuple[str, str] | None:
    """A roll, and a number or level that stands behind it without a word; None where none does. Raises Refusal for a
    number that could as well be pips.
    """
    for level in sorted(pack.ladder, key=len, reverse=True):
        found = re.fullmatch(rf"(.*\S)[\s,;]+({level}(?:\s*\+\s*\d+)?)", words)
        if found is not None:
            return found[1], found[2]
    found = _BARE.fullmatch(words)
    if found is None or found[1][-1] in "+-":
        return None
    if int(found[2]) < DIE:
        why = f"Is {found[2]} what is added, or the difficulty?"
        refuse(why, f"Try `{shown(found[1])}+{found[2]}` or `{shown(found[1])} vs {found[2]}`.")
    return found[1], found[2]


def _code(pack: Pack, words: str, codes: Mapping[str, str]) -> tuple[str, int]:
    """A code, or a skill of one's own, with what is added to it ("reflex +1D", "4D-1"), and its name."""
    named, pips = _sum(pack, re.sub(r"^d(?=6(?!\d))", "1d", words.strip()), codes)
    if pips < DIE:
        of = f" of {named}" if named in codes else ""
        raise Refusal(Code.E_POOL, f"{code(pips)}{of} has no die to roll.", "D6-B-02", "Roll 1D or more.")
    return named or str(code(pips)), pips


def _sum(pack: Pack, plain: str, codes: Mapping[str, str]) -> tuple[str, int]:
    """The name, empty for a plain code, and the pips, of whatever size, of a code, of a skill or of a sum."""
    pips = read(plain)
    if pips is not None:
        return "", pips
    found = _MORE.fullmatch(plain)
    if found is not None:
        named, pips = _sum(pack, found[1], codes)
        more = read(found[3])
        if more is None:
            more = int(found[3])
            if more >= DIE:
                refuse(f"{found[3]} are no pips: these are 1 or 2, and 3 are a die.")
        return named, pips + (more if found[2] == "+" else -more)
    labelled = re.fullmatch(rf"({CODE}(?:\s*[+-]\s*[0-2])?)\s+([a-z][a-z/ ]*)", plain)
    if labelled is not None:
        return _labelled(pack, labelled[1], labelled[labelled.re.groups], codes)
    if re.match(r"\d|d\b|d\d", plain) or not re.search("[a-z]", plain):
        refuse(f"“{shown(plain)}” is no die code: up to {MOST // DIE} dice of six sides are.")
    return _skill(pack, plain, codes)


def _labelled(pack: Pack, words: str, label: str, codes: Mapping[str, str]) -> tuple[str, int]:
    """A code with what it is for behind it ("4D+2 damage"). Raises Refusal for a skill that one has at another code."""
    pips = _sum(pack, words, codes)[1]
    if label == "dodge":
        return _skill(pack, label, codes)
    if label in codes and read(codes[label]) != pips:
        refuse(f"Is {words.upper()} rolled, or your {label} of {codes[label]}?", "Name one of them.")
    if label not in (*codes, *pack.skills, "damage", "attack", "initiative"):
        refuse(f"“{shown(label)}” behind a code is no difficulty, and nothing to roll for.")
    return label, pips


def _skill(pack: Pack, skill: str, codes: Mapping[str, str]) -> tuple[str, int]:
    """A skill of one's own, which may be begun alone, and its pips."""
    if skill in pack.gone:
        kind, rule = (Code.E_NODODGE, "D6-6-01") if skill == "dodge" else (Code.E_UNKNOWN, "D6-8-04")
        raise Refusal(kind, f"{skill} is not in these rules.", rule, f"There is {pack.gone[skill]}.")
    begun = [one for one in codes if one == skill] or [one for one in codes if one.startswith(skill)]
    if not codes:
        refuse(f"“{shown(skill)}” is no die code, and you have no character here.", "Roll a code, such as `4D+2`.")
    if not begun:
        hint = did_you_mean(skill, codes)
        raise Refusal(Code.E_UNKNOWN, f"There is no skill {shown(skill)} on your sheet. {hint}".strip(), "D6-B-08")
    return begun[0], read(codes[begun[0]]) or 0


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
    """Codes on the sheets of a seat's characters, by skill and attribute; of several the first one's (D6-B-08)."""
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
    makes = Writes(over=True)

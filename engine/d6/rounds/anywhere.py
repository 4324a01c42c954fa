"""Rolls away from any table: what people type is read tolerantly, rolled on a chain of its own, and told.

A table of the kind "rolls" does nothing else. A code has a wild die; dice of other sides, and those that are kept,
rolled again, counted or explode, are plain ones. Register sections 1 and 20.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar, Literal, NoReturn

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.d6.data.pack import Code, Pack
from engine.d6.dice.codes import CODE as A_CODE
from engine.d6.dice.codes import DIE, MOST, code, read
from engine.d6.dice.odds import chance, opposed
from engine.d6.dice.rolling import Die, Throw, throw
from engine.d6.look import Look, World, thrown_words
from engine.d6.nouns import MOST_DIFFICULTY, Difficulty
from engine.d6.play import Act
from engine.d6.rounds.plain import MARK, RolledPlain, dice_of
from engine.d6.state import State
from engine.declared.changes import Writes
from engine.dice import notation
from engine.dice.keyed import LENGTH
from engine.dice.odds import percent
from engine.dice.pools import BadDice
from engine.game import EVERYONE, REFEREE, Fact, Refusal, Seat, only
from engine.look import Refused, no
from engine.text.message import N_, NOTHING, T_, Message, Text, did_you_mean, name, said, term

Sight = Literal["everybody", "private", "gm"]
CODE = re.sub(r"\?P<\w+>", "", A_CODE).replace("[dD]", "d")
_AGAINST = r"(?:versus|vs|v|against|gegen|difficulty|diff|dc)(?![a-z])[.:]?"
_HELD = r"(?<![\d ]r[roa])(?<![\d ]cs)(?<![\d ][te])(?<![\d )][kp])"
"""Where a sign stands that belongs to no change of dice ("ro<3")."""
_BELOW = re.compile(rf"{_HELD}[<≤]")
_VERSUS = re.compile(
    rf"{_HELD}\s*(?:>=|=>|≥|>)\s*(?:{_AGAINST}\s*)*|(?:[\s,;:]+|(?<=\d)|(?<=\d[dw]))(?:{_AGAINST}\s*)+(?:of\s+)?"
)
"""What stands between a roll and what it is held against: a word or several, or a sign."""
_NOISE = re.compile(r"^(?:[/!.]?r(?:oll)?(?:[\s:]+|$)|w(?:ü|ue)rfle\s+)", re.IGNORECASE)
_LABEL = re.compile(
    r"^(?P<before>[a-z][^:;#]{0,39}):\s*(?=\d*\s*[dw])|\s+#\s*(?P<behind>.+)$|\s*\[(?P<within>[^\]]+)\]"
    r"|\s*[\"“„](?P<quoted>[^\"“”]+)[\"“”]|\s+(?:for|für)\s+(?P<purpose>.+)$",
    re.IGNORECASE,
)
"""What a roll is for: before a colon, behind "#" or "for", in brackets or quotation marks."""
_TIMES = re.compile(
    r"(?P<times>\d{1,2})\s*(?:x|#|×|times)\s*(?P<what>.+)|(?P<each>.+?)\s+(?:x|×)\s*(?P<so_many>\d{1,2})", re.IGNORECASE
)
"""A roll that is made several times."""
USUAL = T_("Try `4D+2`, `4D+2 vs 15` or a skill of yours.")
PLAINLY = T_(
    "I read plain dice, too, such as `plain 3d6+5`, `d20+5 adv`, `4d6dl1`, `2d6ro1`, `6d10t7`, `(d8+3)*2`, `3d6!`,"
    " `(d20, 10)kh1` and `4dF`."
)
"""Examples of dice without a wild die."""
MOST_ROLLS, MOST_LABEL, MOST_KEPT = 10, 40, 190
"""Rolls at once, characters of what a roll is for, and of dice as they are kept."""
_PLAIN = re.compile(
    r"d(?:%|(?!6(?!\d))\d|f(?=[^a-z]|$|k|p ?[<>=≤≥]|[dp][hl]))|\d\s*\)?\s*[*/%]|[*/%]\s*\(|[({]\s*\d*d\d"
    r"|\bplain\b|[({][^)}]*,|(?:6[1-9]|[7-9]\d|\d{3})d6(?!\d)"
    r"|d6(?: ?(?:k|p(?= ?[<>=≤≥])|[dp][hl]|adv|dis|r[roa]?|m[ia]|cs|t)(?:[hl]?\d|[<>=≤≥]|\b)|[dp]\d|!|e[\d<>=≤≥])"
)
"""What tells plain dice from a code with a wild die."""
_TALLIED = re.compile(r"(?<![\w.])((?:[3-9]|\d{2,3})d(\d{1,4})!{0,2}) ?(?:>=|=>|≥|>) ?(\d{1,4})(?![\d+*/-])")
"""Three dice or more and a number that a sign holds against them."""
_SPOKEN = re.compile(r"\s+(?!(?:adv|dis|k[hl]?|[dp][hl]|r[roa]?|m[ia]|cs|[te])\d*\b)[a-z][a-z' -]*")
"""What plain dice are for, behind them."""
_WUERFEL = re.compile(r"(?<![a-z0-9])(\d{0,2}) ?w(?=\d|[^a-z0-9]|$)")
_BARE = re.compile(r"(.*\S)[\s,;]+(\d{1,6})")
"""A roll and a number behind it, without a word between them."""
_MORE = re.compile(rf"(.*?\S)\s*([+-])\s*({CODE}|\d{{1,6}})")
"""A roll and the last code or pips that are added to it or taken off."""
ROLL = N_("🎲 **{name}**: {throw}\n-# {odds}")
AGAINST = N_("{throw} against {against}: {verdict}")
OPPOSED = N_("{throw} against {other}: {verdict}")
PASSED, FAILED = N_("**success**")(), N_("**no**")()
CHANCE, MEANS = N_("{chance} to succeed · {rule}"), N_("{rule}")


class Wanted(msgspec.Struct, frozen=True):
    """Roll that is wanted: a name for it and a code, against a number, or another code with its name. Plain dice stand
    in the place of a code as they are kept ("2d20kh1+5", "plain 3d6").
    """

    name: str
    code: str
    against: int = 0
    other: str = ""
    other_name: str = ""

    @property
    def plain(self) -> bool:
        """True if its dice are plain ones, without a wild die."""
        return read(self.code) is None


def refuse(
    why: Message | Text,
    fix: Message | Text = USUAL,
    rule: str = "D6-B-01",
    kind: Code = Code.E_VALUE,
    /,
    **figures: str | int,
) -> NoReturn:
    """Decline what was typed, with the figures of the case in both sentences. Raises Refusal."""
    raise Refusal(kind, said(why, **figures), rule, said(fix, **figures))


def several(text: str) -> list[str]:
    """The rolls that somebody typed, each as often as it is rolled: "4D; 3D+1", "3x 4D", "4D x3". Raises Refusal."""
    found: list[str] = []
    parts = (notation.unfolded(_NOISE.sub("", part.strip())) for part in re.split(r"[;\n]", text))
    for part in filter(None, parts):
        of = _TIMES.fullmatch(part)
        times = 1 if of is None else int(of["times"] or of["so_many"])
        found += [part if of is None else of["what"] or of["each"]] * min(times, MOST_ROLLS + 1)
        if not times or len(found) > MOST_ROLLS:
            refuse(N_("1 to {most} rolls are made at once."), T_("Roll fewer, or again."), most=MOST_ROLLS)
    return found or [text]


def single(text: str) -> str:
    """The one roll that somebody typed, however often it is rolled. Raises Refusal for several."""
    rolls = dict.fromkeys(several(text))
    if len(rolls) > 1:
        refuse(T_("The odds are told of one roll at a time."), T_("Ask of each."))
    return next(iter(rolls))


def wanted(pack: Pack, text: str, codes: Mapping[str, str]) -> Wanted:
    """Roll that somebody typed: "4d6 + 2 vs moderate", "reflex+1 15", "4D, difficulty 15", "2d20kh1+5 # to spot it".
    `codes` are the codes of their own sheet by skill; what could be meant in two ways is refused (D6-B-01, D6-B-05,
    D6-B-08). Raises Refusal.
    """
    typed, label = _without_label(_NOISE.sub("", " ".join(text.split())))
    explodes = re.search(r"d\d+!+$", typed.casefold()) is not None
    words = _WUERFEL.sub(r"\1d", typed.casefold()).rstrip(" .!?,;:") + "!" * explodes
    words = _TALLIED.sub(_tallied, notation.spelled(words))
    if _BELOW.search(words):
        refuse(T_("A roll succeeds at its difficulty or above, not below it."), USUAL, "D6-B-06")
    first, *rest = _VERSUS.split(words, maxsplit=1)
    if not rest and (bare := _bare(pack, words)) is not None:
        first, rest = bare[0], [bare[1]]
    found = _held(pack, first, rest, codes)
    if not label:
        return found
    return replace(found, name=f"{found.name}, {label}" if found.name in codes else label)


def _without_label(typed: str) -> tuple[str, str]:
    """The roll that somebody typed, without what they say that it is for, and that: of each part in brackets."""
    labels, found = list[str](), _LABEL.search(typed)
    while found is not None and len(labels) <= MOST_LABEL:
        labels.append(next(group for group in found.groups() if group is not None).strip())
        typed = " ".join((typed[: found.start()] + " " + typed[found.end() :]).split())
        found = _LABEL.search(typed) if found["within"] else None
    label = ", ".join(dict.fromkeys(labels))
    if len(label) > MOST_LABEL:
        why = N_("What a roll is for has {most} characters at most, not {many}.")
        refuse(why, T_("Say it shorter."), most=MOST_LABEL, many=len(label))
    return typed, label


def _held(pack: Pack, first: str, rest: list[str], codes: Mapping[str, str]) -> Wanted:
    """A roll, held against what stands behind it, if anything does: a number, a level, another roll of its kind."""
    plain = _PLAIN.search(first) is not None
    named, dice = _plain(first) if plain else _code(pack, first, codes)
    if not rest:
        return Wanted(named, dice)
    number = level_of(pack, rest[0])
    if number is not None:
        if not 1 <= number <= MOST_DIFFICULTY:
            why = N_("A difficulty is from 1 to {most}, not {number}.")
            refuse(why, USUAL, "D6-B-05", most=MOST_DIFFICULTY, number=number)
        return Wanted(named, dice, number)
    if plain is not (_PLAIN.search(rest[0]) is not None):
        fix = T_("Try `4D+2 vs 3D` or `d20+5 vs d20`.")
        refuse(T_("A code with a wild die is not rolled against plain dice."), fix)
    other, others = _plain(rest[0]) if plain else _code(pack, rest[0], codes)
    return Wanted(named, dice, 0, others, other)


def _tallied(found: re.Match[str]) -> str:
    """Dice of which those are counted that show a number, where a die can show it; else as they were."""
    return f"{found[1]}t{found[3]}" if int(found[3]) <= int(found[2]) else found[0]


def _plain(words: str) -> tuple[str, str]:
    """Plain dice: what they are for, if it stands behind them, and the dice as they are kept. Raises Refusal."""
    typed = " ".join(words.replace("plain", " ").split())
    try:
        dice, rest = notation.begun(typed)
        if rest and not _SPOKEN.fullmatch(rest):
            dice = notation.read(typed)
    except BadDice as bad:
        refuse(bad.why, PLAINLY)
    if len(kept := str(dice)) > MOST_KEPT:
        refuse(notation.TOO_LONG(most=MOST_KEPT, count=len(kept)), PLAINLY)
    return rest.strip() or kept, kept if read(kept) is None else f"{MARK}{kept}"


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
        fix = N_("Try `{roll}+{number}` or `{roll} vs {number}`.")
        refuse(N_("Is {number} what is added, or the difficulty?"), fix, roll=found[1], number=found[2])
    return found[1], found[2]


def _code(pack: Pack, words: str, codes: Mapping[str, str]) -> tuple[str, str]:
    """The name and the code of a code or of a skill of one's own, with what is added to it ("reflex +1D", "4D-1")."""
    named, pips = _sum(pack, re.sub(r"^d(?=6(?!\d))", "1d", words.strip()), codes)
    if pips < DIE:
        why, of = N_("{code}[ of {skill}] has no die to roll."), named if named in codes else ""
        refuse(why, T_("Roll 1D or more."), "D6-B-02", Code.E_POOL, code=code(pips), skill=of)
    return named or str(code(pips)), str(code(pips))


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
                why = N_("{number} are no pips: these are 1 or 2, and 3 are a die.")
                fix = N_("`plain {dice}` adds any number to dice of which none is wild.")
                refuse(why, fix, number=found[3], dice=plain)
        return named, pips + (more if found[2] == "+" else -more)
    labelled = re.fullmatch(rf"({CODE}(?:\s*[+-]\s*[0-2])?)\s+([a-z][a-z/ ]*)", plain)
    if labelled is not None:
        return _labelled(pack, labelled[1], labelled[labelled.re.groups], codes)
    if re.match(r"\d|d\b|d\d", plain) or not re.search("[a-z]", plain):
        why = N_("“{words}” is no die code: up to {most} dice of six sides are.")
        fix = N_("Try `4D+2` or a skill of yours. {plainly}")
        refuse(why, fix, words=plain, most=MOST // DIE, plainly=PLAINLY)
    return _skill(pack, plain, codes)


def _labelled(pack: Pack, words: str, label: str, codes: Mapping[str, str]) -> tuple[str, int]:
    """A code with what it is for behind it ("4D+2 damage"). Raises Refusal for a skill that one has at another code."""
    pips = _sum(pack, words, codes)[1]
    if label == "dodge":
        return _skill(pack, label, codes)
    if label in codes and read(codes[label]) != pips:
        why = N_("Is {code} rolled, or your {label} of {own}?")
        refuse(why, T_("Name one of them."), code=words.upper(), label=label, own=codes[label])
    if label not in (*codes, *pack.skills, "damage", "attack", "initiative"):
        why = N_("“{label}” behind a code is no difficulty, and nothing to roll for.")
        fix = N_("If it is a name for the roll, put # before it: `{code} # {label}`.")
        refuse(why, fix, code=words.upper(), label=label)
    return label, pips


def _skill(pack: Pack, skill: str, codes: Mapping[str, str]) -> tuple[str, int]:
    """A skill of one's own, which may be begun alone, and its pips."""
    if skill in pack.gone:
        kind, rule = (Code.E_NODODGE, "D6-6-01") if skill == "dodge" else (Code.E_UNKNOWN, "D6-8-04")
        why, fix = N_("“{skill}” is not in these rules."), N_("There is {there}.")
        refuse(why, fix, rule, kind, skill=skill, there=pack.gone[skill])
    begun = [each for each in codes if each == skill] or [each for each in codes if each.startswith(skill)]
    if not codes:
        why, fix = N_("“{words}” is no die code, and you have no character here."), N_("Roll a code, such as `4D+2`.")
        refuse(why, fix, words=skill)
    if not begun:
        why, hint = N_("There is no skill {skill} on your sheet.[ {hint}]"), did_you_mean(skill, codes)
        refuse(why, NOTHING, "D6-B-08", Code.E_UNKNOWN, skill=skill, hint=hint)
    return begun[0], read(codes[begun[0]]) or 0


def order_of(pack: Pack, text: str, sight: str, codes: Mapping[str, str]) -> RollAnywhere:
    """The order that rolls what somebody typed. Raises Refusal."""
    asked = wanted(pack, text, codes)
    name = f"{asked.name} against {asked.other_name}" if asked.other else asked.name
    given = {"name": name[:60], "code": asked.code, "sight": sight, "other": asked.other or None}
    return RollAnywhere.model_validate({**given, "against": str(asked.against) if asked.against else None})


def codes_of(world: World, known: State, seat: Seat) -> dict[str, str]:
    """Codes on the sheets of a seat's characters, by skill and attribute; of several the first one's (D6-B-08)."""
    found: dict[str, str] = {}
    for figure in known.owned(seat):
        sheet = known.sheets.get(figure.id)
        if sheet is not None:
            unlearned = (skill.name for skill in world.pack.skills.values() if not skill.base)
            names = (*sheet.skills, *sheet.attributes, *unlearned)
            found = {called: str(code(world.stated(sheet, called))) for called in names} | found
    return found


class AtRolls(act.Order):
    """An order at a table of rolls, where nothing else is done."""

    slash: ClassVar[bool] = False
    sheet: ClassVar[bool] = False

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` at a table for a game, and where the dice are used up."""
        if not look.known.options.rolls:
            return no(Code.E_PHASE, T_("This table is for a game; `roll` is meant."), "D6-2-01")
        return no(Code.E_PHASE, T_("Its chain of dice is used up."), "D6-2-01") if look.known.over else None


def used_up(act: Act) -> None:
    """End a table of rolls, and show the key of what was rolled privately there."""
    act.say(UsedUp(), EVERYONE)
    act.table.show_hidden_key()


class EndRolls(AtRolls):
    """End a table of rolls whose dice do not suffice for the next ones, which belong together."""

    path: ClassVar[str] = "d6 anywhere end"
    line: ClassVar[str] = "anywhere end"

    def obey(self, act: Act) -> None:
        """The table is over, and the key of its hidden dice is shown."""
        used_up(act)


class RollAnywhere(AtRolls):
    """Roll a code away from any table."""

    path: ClassVar[str] = "d6 anywhere"
    line: ClassVar[str] = "anywhere {name} with {code} before {sight}[ against {against}][ opposed by {other}]"
    name: str = Field(description="what it is called", max_length=60, examples=["reflex"])
    code: str = Field(description="the code, or plain dice", max_length=200, examples=["4D+2"])
    sight: Sight = Field(description="who sees it")
    against: Difficulty = Field(None, description="the number to reach")
    other: str | None = Field(None, description="the code or dice that it is rolled against", max_length=200)

    def obey(self, act: Act) -> None:
        """A total, with its dice, held against a number or another roll; private ones are rolled under the hidden key
        (D6-B-03, D6-B-04, D6-B-06, D6-B-07).
        """
        play = act.play
        dice, hidden = play.key(), self.sight != "everybody"

        def die(label: str, sides: int = 6) -> int:
            return dice.hidden(label, sides, REFEREE) if hidden else dice.roll(label, sides)

        against = act.found.against or 0
        told: Fact[State]
        if read(self.code) is None:
            rolled = _rolled(act, die, self.code, "")
            others = _rolled(act, die, self.other, "other ") if self.other else None
            told = RolledPlain(self.name, rolled, against, others)
        else:
            made = self._thrown(act, die, self.code, "")
            other = self._thrown(act, die, self.other, "other ") if self.other else None
            told = RolledAnywhere(self.name, made, against, other)
        act.say(told, only(act.seat) if hidden else EVERYONE)
        if play.state.dealt >= LENGTH:
            used_up(act)

    def _thrown(self, act: Act, die: Die, words: str, which: str) -> Throw:
        pips = read(words)
        if pips is None or pips < 3:
            act.look.no(Code.E_VALUE, N_("“{words}” is no code of a die or more."), "D6-B-01", words=words)
        rule = act.state.options.wild
        return replace(throw(lambda label: die(f"{which}{label}"), "", self.name, pips, rule), who="")


def _rolled(act: Act, die: Callable[[str, int], int], words: str, which: str) -> notation.Rolled:
    """A roll of plain dice. Refuses `E_VALUE`."""
    try:
        return notation.roll(dice_of(words), lambda label, sides: die(f"{which}{label}", sides))
    except BadDice as bad:
        refuse(bad.why, PLAINLY)


class RolledAnywhere(Fact[State], frozen=True):
    """Somebody rolled: the roll, and what it was held against."""

    name: str
    throw: Throw
    against: int
    other: Throw | None = None
    weighty = True

    def words(self, look: Look) -> Text:
        rule, throw, likely = self.throw.rule, thrown_words(self.throw), None
        if self.other is not None:
            passed = self.throw.total > self.other.total
            throw = OPPOSED(throw=throw, other=thrown_words(self.other), verdict=PASSED if passed else FAILED)
            likely = opposed(self.throw.pips, self.other.pips, rule)
        elif self.against:
            passed = self.throw.total >= self.against
            throw = AGAINST(throw=throw, against=self.against, verdict=PASSED if passed else FAILED)
            likely = chance(self.throw.pips, self.against, rule)
        cited = term("D6-B-07" if self.other is not None else "D6-B-06" if self.against else "D6-B-03")
        odds = MEANS(rule=cited) if likely is None else CHANCE(chance=term(percent(likely)), rule=cited)
        return ROLL(name=name(self.name), throw=throw, odds=odds)


class UsedUp(Fact[State], frozen=True):
    """The chain of dice of these rolls is used up; the next has a chain of its own."""

    says = N_("This chain of dice is used up; the next roll begins another.")
    makes = Writes(over=True)

"""Things that orders and views name: people, weapons, skills, samples, codes and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

from pydantic import Field

from engine.d6.data.pack import Attribute, Code, Sample
from engine.d6.dice.codes import read
from engine.d6.look import Look
from engine.d6.state import Figure, Held, Wound
from engine.declared.corrections import Correction
from engine.declared.corrections import Field as Corrected
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Noun, Offered, Value
from engine.orders import Option
from engine.text.message import N_, OR, T_, Message, did_you_mean, listed, term
from engine.text.names import shown

MOST_DIFFICULTY = 200
"""The greatest difficulty that is rolled against."""
IS_IT = N_("Is it {names}?")
Gear = Annotated[
    str, Offered[Look]("gear", lambda look, found: map(Option, (*look.world.pack.weapons, *look.world.pack.armor)))
]


def unknown(what: str) -> Callable[[Look, str, str], Refused]:
    """Words the refusal of a name of nothing of a kind."""
    why = N_("There is no {what} “{name}”[ ({hint})].")
    return lambda look, name, hint: no(
        Code.E_UNKNOWN, why, "D6-B-08", what=what, name=term(name), hint=term(f"{hint[:1].lower()}{hint[1:]}")
    )


ANYBODY: Noun[Look, Figure] = Noun(
    "somebody at the table",
    "figures",
    lambda figure: (figure.label, figure.id),
    lambda look, figure: f"{figure.label} ({figure.wound})",
    unknown=unknown("figure"),
    keeps=lambda figure: figure.id,
)
"""Somebody whom the viewer knows of."""


def _another(look: Look, figure: Figure, found: Found) -> Refused | None:
    """E_UNKNOWN for oneself."""
    me = look.me()
    if isinstance(me, Figure) and me.id == figure.id:
        return no(Code.E_UNKNOWN, T_("That is the same figure."), "D6-2-04")
    return None


OTHER = ANYBODY.that(_another, what="somebody else")


def _alive(look: Look, figure: Figure, found: Found) -> Refused | None:
    """E_STATE for the dead."""
    return no(Code.E_STATE, N_("{who} is dead."), "D6-B-23", who=figure.label) if figure.wound is Wound.DEAD else None


TARGET = OTHER.that(_alive, what="somebody to attack")

MINE: Noun[Look, Figure] = ANYBODY.but(
    what="a character of yours", among=lambda look, found: look.mine, unknown=unknown("character of yours")
)
"""A figure that the viewer plays."""


def carried(look: Look, found: Found) -> Iterable[Held]:
    """The weapons that the figure carries, those in hand first."""
    me = look.me()
    sheet = look.known.sheets.get(me.id) if isinstance(me, Figure) else None
    return sorted(sheet.weapons.values(), key=lambda held: not held.ready) if sheet is not None else ()


def _not_carried(look: Look, name: str, hint: str) -> Refused:
    """The refusal of a weapon that the figure does not carry, with what it does."""
    has = listed((term(held.kind) for held in carried(look, NOTHING_FOUND)), OR)
    return unknown("weapon on the sheet")(look, name, hint or (IS_IT(names=has) if has else ""))


CARRIED: Noun[Look, Held] = Noun(
    "a weapon that is carried",
    carried,
    lambda held: (held.kind,),
    lambda look, held: f"{held.kind}, {held.mode}",
    unknown=_not_carried,
)

SAMPLE: Noun[Look, Sample] = Noun(
    "a sample character",
    lambda look, found: look.world.pack.samples.values(),
    lambda sample: (sample.name,),
    lambda look, sample: f"{sample.name}: {sample.about}",
    unknown=unknown("sample"),
)


def not_here(look: Look, skill: str) -> Refused:
    """The refusal of a skill that these rules have not, with what there is instead (D6-6-01, D6-8-04)."""
    code, rule = (Code.E_NODODGE, "D6-6-01") if skill == "dodge" else (Code.E_UNKNOWN, "D6-8-04")
    why, there = N_("“{skill}” is not in these rules; {there} is."), look.world.pack.gone[skill]
    return no(code, why, rule, skill=skill, there=there)


def skill(look: Look, words: str) -> str:
    """A skill or an attribute by its name, or by how it begins. Refuses `E_NODODGE`, `E_UNKNOWN` (D6-6-01, D6-8-04,
    D6-B-08).
    """
    wanted = " ".join(words.casefold().split())
    known = [*look.world.pack.skills, *Attribute]
    if wanted in known:
        return wanted
    if wanted in look.world.pack.gone:
        look.decline(not_here(look, wanted))
    begun = [name for name in known if name.startswith(wanted)] if len(wanted) > 2 else []
    if len(begun) == 1:
        return str(begun[0])
    hint = IS_IT(names=listed(map(term, begun), OR)) if begun else did_you_mean(wanted, known)
    look.decline(unknown("skill")(look, shown(words), hint))


def skills(look: Look, found: Found) -> Iterable[Option]:
    """The skills that are on the figure's sheet, then all others."""
    sheet = look.known.sheets.get(me.id) if isinstance(me := look.me(), Figure) else None
    known = [*Attribute, *(skill.name for skill in look.world.pack.skills.values() if not skill.base)]
    return [Option(str(name)) for name in dict.fromkeys([*(sheet.skills if sheet else ()), *known])]


SKILL: Value[Look, str] = Value("a skill or an attribute", lambda look, words, found: skill(look, words), skills)
AnySkill = Annotated[str, Offered[Look]("a skill", skills)]


def chosen(look: Look, words: str, among: Iterable[str], why: Message, rule: str) -> str:
    """One of some words, in any case. Refuses `E_VALUE`, with all that are `known`."""
    wanted, known = words.strip().casefold(), tuple(among)
    if wanted not in known:
        look.no(Code.E_VALUE, why, rule, known=", ".join(known), words=words)
    return wanted


def die_code(look: Look, words: str) -> int:
    """A die code, in pips. Refuses `E_VALUE` (D6-B-01)."""
    found = read(words)
    if found is None:
        look.no(Code.E_VALUE, N_("“{words}” is no die code."), "D6-B-01", words=words)
    return found


def number(least: int, most: int, rule: str) -> Callable[[Look, str, Found], int]:
    """Reads a whole number within bounds. Refuses `E_VALUE`."""

    def of(look: Look, words: str, found: Found) -> int:
        if not re.fullmatch(r"[+-]?\d{1,6}", words.strip()) or not least <= int(words) <= most:
            why = N_("It is from {least} to {most}, not “{words}”.")
            look.no(Code.E_VALUE, why, rule, least=least, most=most, words=words)
        return int(words)

    return of


def _difficulty(look: Look, words: str, found: Found) -> int:
    """A difficulty as a number, or as a level of the ladder, whose top is meant (D6-B-05). Refuses `E_VALUE`."""
    level = look.world.pack.ladder.get(" ".join(words.casefold().split()))
    return level if level is not None else number(1, MOST_DIFFICULTY, "D6-B-05")(look, words, found)


DIFFICULTY: Value[Look, int] = Value(
    "a difficulty, or a level such as moderate",
    _difficulty,
    lambda look, found: [Option(name, f"{name} ({top})") for name, top in look.world.pack.ladder.items()],
)


Difficulty = Annotated[str | None, DIFFICULTY, Field(max_length=20)]


def metres(look: Look, words: str, found: Found) -> int:
    """A distance in metres with at most one decimal, as decimetres. Refuses `E_VALUE`."""
    whole, _, rest = words.strip().removesuffix("m").strip().partition(".")
    if not whole.isdecimal() or (rest and not (rest.isdecimal() and len(rest) == 1)) or len(whole) > 5:
        look.no(Code.E_VALUE, N_("“{words}” is no distance in metres, such as 12 or 2.9."), "D6-B-17", words=words)
    return 10 * int(whole) + int(rest or 0)


METRES: Value[Look, int] = Value("metres", metres, lambda look, found: map(Option, ("3", "10", "30", "100")))


def corrected(fields: Sequence[Correction[Any, Any]]) -> Corrected:
    """The mark of a field that names what the GM sets, of those that there are; another is refused with them."""
    known = ", ".join(field.name for field in fields)

    def unknown(words: str) -> Refused:
        why = N_("There is no field “{words}”; there are {known}.")
        return no(Code.E_UNKNOWN, why, "D6-B-08", words=term(words), known=known)

    return Corrected("a field", lambda found: fields, unknown)

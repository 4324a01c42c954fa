"""Characters that players write themselves: pasted as text, or by a form. Register D6-B-08, D6-8-03, D6-B-37."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.d6.data.pack import Attribute, Code
from engine.d6.dice.codes import DIE, code
from engine.d6.look import Look
from engine.d6.nouns import MINE, AnySkill, Gear, die_code, skill
from engine.d6.play import Act
from engine.d6.sheets.characters import Making, Seated, Written, arrive, fresh
from engine.d6.sheets.reading import LONGEST, Part, read_sheet, with_gear, write_sheet
from engine.d6.state import Figure, Sheet, State
from engine.game import EVERYONE, MODERATOR, Fact, Seat, only
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.text.lines import PlainName
from engine.text.message import N_, NN_, T_, Text, joined, name, recorded

EMPTY = Sheet("", "", {attribute.value: 2 * DIE for attribute in Attribute})
"""A sheet on which nothing is written yet."""
MOST_ATTRIBUTE = 6 * DIE
"""The greatest code of an attribute in a form."""
ECHO = N_("What was read of the sheet:\n{lines}")
TOO_DEAR = NN_(
    "One pip of {named} {code} costs {cost}, and there is {points}.",
    "One pip of {named} {code} costs {cost}, and there are {points}.",
    "points",
)
RIGHT, WRONG = N_("✅ {words}: {what}"), N_("❌ {words}: {what}")


class Paste(Making):
    """Make a character of a sheet that you paste: attributes, skills, gear, in any order."""

    path: ClassVar[str] = "d6-sheet paste"
    line: ClassVar[str] = "sheet of {name}[ with old blaster as {blaster}] says {text}"
    name: PlainName = Field(description="the character's name", max_length=40, examples=["Rex"])
    blaster: Literal["pistol", "rifle"] = Field("pistol", description="which skill an old Blaster code becomes")
    text: str = Field(
        description="the sheet: DEX 3D+1, Reflex 4D, Move 10, Weapons: knife …", max_length=LONGEST,
        examples=["DEX 3D+1, blaster pistol 5D, STR 3D, PER 3D, KNO 2D, MEC 2D, TEC 2D, weapons: blaster pistol"],
    )  # fmt: skip

    def obey(self, act: Act) -> None:
        """Writes what is right, and tells each part right or wrong (D6-B-01, D6-B-08, D6-8-03); a sheet with nothing
        right in it is refused.
        """
        id, label = fresh(act.look.known, self.name, hidden=False)
        blank = replace(EMPTY, id=id, name=label)
        found = read_sheet(act.world, self.text, blank, (f"blaster {self.blaster}",))
        if not any(part.right for part in found.parts):
            act.look.no(Code.E_VALUE, T_("Nothing in that sheet is understood."), "D6-B-08")
        arrive(act, Figure(id, label, act.seat), found.sheet)
        act.say(Echoed(found.parts), only(act.seat))


class Echoed(Fact[State], frozen=True):
    """Reading of a sheet as it was understood, part by part: for whoever pasted it."""

    rule = "D6-B-08"
    parts: tuple[Part, ...]

    def words(self, look: Look) -> Text:
        parts = sorted(self.parts, key=lambda part: part.right)
        each = ((RIGHT if one.right else WRONG)(words=name(one.words[:60]), what=recorded(one.what)) for one in parts)
        return ECHO(lines=joined("\n", each))


def _attribute(look: Look, words: str, found: Found) -> int:
    """A code of an attribute. Refuses `E_VALUE`."""
    pips = die_code(look, words)
    if not DIE <= pips <= MOST_ATTRIBUTE:
        look.no(Code.E_VALUE, N_("An attribute is from 1D to {most}."), "D6-B-08", most=code(MOST_ATTRIBUTE))
    return pips


ATTRIBUTE: Value[Look, int] = Value("a die code", _attribute)


class Create(Making):
    """Make a character by a form: a name and six attributes; skills and gear come with `learn` and `carry`."""

    path: ClassVar[str] = "d6-sheet create"
    line: ClassVar[str] = (
        "create {name}[ dex {dexterity}][ kno {knowledge}][ mec {mechanical}][ per {perception}][ str {strength}]"
        "[ tec {technical}]"
    )
    name: PlainName = Field(description="the character's name", max_length=40, examples=["Rex"])
    dexterity: Annotated[str, ATTRIBUTE] = Field("3D", description="Dexterity, such as 3D+1", max_length=6)
    knowledge: Annotated[str, ATTRIBUTE] = Field("3D", description="Knowledge", max_length=6)
    mechanical: Annotated[str, ATTRIBUTE] = Field("3D", description="Mechanical", max_length=6)
    perception: Annotated[str, ATTRIBUTE] = Field("3D", description="Perception", max_length=6)
    strength: Annotated[str, ATTRIBUTE] = Field("3D", description="Strength", max_length=6)
    technical: Annotated[str, ATTRIBUTE] = Field("3D", description="Technical", max_length=6)

    def obey(self, act: Act) -> None:
        """A character of yours with these attributes (D6-B-08)."""
        id, label = fresh(act.look.known, self.name, hidden=False)
        attributes = {attribute.value: getattr(act.found, attribute.value) for attribute in Attribute}
        arrive(act, Figure(id, label, act.seat), Sheet(id, label, attributes))


class Writing(Seated):
    """An order that writes on a sheet of a seat's, between adventures."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PERM` players in a combat or a session, where the GM writes on sheets (D6-4-04, D6-B-37)."""
        busy = look.seat != MODERATOR and (look.known.tick or look.known.session)
        why = T_("In a combat or a session the GM writes on sheets.")
        return super().ready(look) or (no(Code.E_PERM, why, "D6-B-37") if busy else None)


class Learn(Writing):
    """Write a code of a skill or an attribute on a sheet of yours, between adventures."""

    path: ClassVar[str] = "d6-sheet learn"
    line: ClassVar[str] = "learn {what} at {code} for {who}"
    what: AnySkill = Field(description="a skill or an attribute", max_length=40, examples=["reflex", "blaster pistol"])
    code: str = Field(description="a die code, such as 4D+2", max_length=10, examples=["4D+2"])
    who: Annotated[str, MINE] = Field(description="a character of yours", max_length=60)

    def obey(self, act: Act) -> None:
        """It is written so (D6-B-08, D6-B-09)."""
        act.say(Written(coded(act.look, act.look.sheet(act.found.who.id), self.what, self.code)), EVERYONE)


class Carry(Writing):
    """Give a character of yours a weapon or armor, between adventures."""

    path: ClassVar[str] = "d6-sheet carry"
    line: ClassVar[str] = "carry {item} for {who}"
    item: Gear = Field(description="a weapon or armor of the rules", max_length=40, examples=["blaster pistol"])
    who: Annotated[str, MINE] = Field(description="a character of yours", max_length=60)

    def obey(self, act: Act) -> None:
        """They have it, loaded and in hand (D6-B-24)."""
        act.say(Written(equipped(act.look, act.look.sheet(act.found.who.id), self.item)), EVERYONE)


def coded(look: Look, sheet: Sheet, what: str, words: str) -> Sheet:
    """A sheet with a code of a skill or an attribute written. Refuses `E_UNKNOWN`, `E_VALUE`, `E_SKILL` an advanced
    skill without 5D of the one that it rests on (D6-B-09).
    """
    named, pips = skill(look, what), die_code(look, words)
    if named in tuple(Attribute):
        return replace(sheet, attributes={**sheet.attributes, named: pips})
    base = look.world.pack.skills[named].base
    if base and look.world.stated(sheet, base) < 5 * DIE:
        has, why = code(look.world.stated(sheet, base)), N_("“{named}” needs 5D in {base}, and there is {has}.")
        look.no(Code.E_SKILL, why, "D6-B-09", named=named, base=base, has=has)
    return replace(sheet, skills={**sheet.skills, named: pips})


def equipped(look: Look, sheet: Sheet, item: str) -> Sheet:
    """A sheet with one more weapon or armor. Refuses `E_UNKNOWN`."""
    more = with_gear(look.world.pack, sheet, item)
    if more is None:
        look.no(Code.E_UNKNOWN, N_("There is no weapon or armor “{item}”."), "D6-B-24", item=item)
    return more


def price(pips: int, *, advanced: bool) -> int:
    """Character Points that one more pip costs: the number before the D, twice for an advanced skill (D6-B-37)."""
    return max(1, pips // DIE) * (2 if advanced else 1)


class Improve(Writing):
    """Buy one pip of a skill with Character Points, between adventures."""

    path: ClassVar[str] = "d6-sheet improve"
    line: ClassVar[str] = "improve {what} of {who}"
    what: AnySkill = Field(description="a skill", max_length=40, examples=["reflex", "blaster pistol"])
    who: Annotated[str, MINE] = Field(description="a character of yours", max_length=60)

    def obey(self, act: Act) -> None:
        """One pip more, for as many points as stand before the D; it is no use of points in play (D6-B-37, D6-4-04)."""
        look, who = act.look, act.found.who
        sheet, named = look.sheet(who.id), skill(look, self.what)
        known = look.world.pack.skills.get(named)
        if known is None:
            look.no(Code.E_VALUE, N_("“{named}” is no skill."), "D6-B-37", named=named)
        if known.base and named not in sheet.skills:
            look.no(Code.E_SKILL, N_("“{named}” has to be learned first."), "D6-B-09", named=named)
        pips = look.world.stated(sheet, named)
        cost = price(pips, advanced=bool(known.base))
        if sheet.points < cost:
            look.no(Code.E_CP, TOO_DEAR, "D6-B-37", named=named, code=code(pips), cost=cost, points=sheet.points)
        if named in sheet.improved:
            look.no(Code.E_CP, N_("“{named}” was improved since the last session."), "D6-B-37", named=named)
        skills, improved = {**sheet.skills, named: pips + 1}, (*sheet.improved, named)
        better = replace(sheet, skills=skills, points=sheet.points - cost, improved=improved)
        act.say(Written(better), EVERYONE)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Reflex, while there are points."""
        for figure in look.mine:
            sheet = look.known.sheets.get(figure.id)
            if sheet is not None and sheet.points > 6:
                yield cls(what="reflex", who=figure.id)


def kept(known: State, seat: Seat) -> list[Paste]:
    """Orders that build anew the characters of a seat, with the gear that they have."""
    mine = [known.sheets[one.id] for one in known.figures.values() if one.owner == seat and one.id in known.sheets]
    return [Paste(name=sheet.name, text=write_sheet(sheet)) for sheet in mine]

"""Sheets as text: what people paste is read tolerantly, each part told right or wrong, and sheets are written so.

A block has parts, one a line or several with commas or semicolons: "DEX 3D+1", "Blaster Pistol: 5D", "Move 10",
"Weapons: knife, blaster pistol", "Force Points: 1"; also "Strength 3D Brawling 4D" and "Dexterity 3D (Blaster 5D)".
Bullets, dots, upper case and brackets without a code are passed over. Register D6-B-01, D6-B-08, D6-8-03, section 22.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from engine.d6.data.pack import Attribute, Pack
from engine.d6.dice.codes import CODE, DIE, code, read
from engine.d6.look import World
from engine.d6.state import Sheet, held
from engine.text.message import N_, T_, Message, Text, did_you_mean, name, spaced, term
from engine.text.names import by_likeness, shown

LONGEST = 4000
"""Characters of a sheet that is pasted."""
RUN_ON = 3
"""The version from which codes in brackets are read, and codes behind each other without commas."""
PERSONAL = 6
"""The version from which lines on the person and gear that is neither weapon nor armor are passed over, medpacs may
stand among gear, and what was taken of a list is told beside what is wrong with it."""
USUAL = 2 * DIE
"""The code of an attribute that nobody wrote."""
OLD = ("blaster", "firearms")
"""Skills of sheets of the old rules, which are two now (D6-8-03)."""
_BULLET = re.compile(r"^[\s*•·>\-–—#_]+|[\s.;,*_]+$")
_COUNTED = {
    "move": "move", "force points": "force", "force point": "force", "fp": "force", "force": "force",
    "character points": "points", "cp": "points", "dark side points": "dark", "dsp": "dark",
    "medpacs": "medpacs", "medpac": "medpacs", "fastflesh": "fastflesh",
}  # fmt: skip
_LISTS = ("weapons", "weapon", "equipment", "gear", "armor", "armour")
_LISTED = re.compile(rf",\s*(?=(?:{'|'.join(_LISTS)})\s*:)", re.IGNORECASE)
MOST = {"force": 20, "points": 200, "dark": 20, "medpacs": 99, "fastflesh": 99, "move": 99}
"""The most that is written of somebody."""
_HEADINGS = ("skills", "attributes", "advanced skills", "notes", "description", "species", "type", "template")
A_CODE = re.sub(r"\?P<\w+>", "", CODE)
_BRACKETS = re.compile(r"\(([^()]*)\)")
_ENDS = re.compile(rf"(\b{A_CODE}|(?<=\s)\d{{1,3}})(?:\s*[:/]\s*|\s+(?=[A-Za-z]{{3}}))")
"""What ends a part where no comma does: a code or a number before a word, or before a colon or a stroke."""
_TOLD = ("notes", "description", "species", "type", "template")
_PERSON = frozenset((
    "age", "appearance", "background", "connection with other characters", "credits", "force sensitive", "gender",
    "height", "homeworld", "objectives", "personality", "physical description", "player", "quote", "a quote", "sex",
    "special abilities", "template type", "weight",
))  # fmt: skip
"""Lines of printed sheets that say nothing to combat."""
_STORES = ("equipment", "gear")
"""Lists that hold more than weapons and armor."""
_PACKS = re.compile(r"(?:(\d{1,2})\s*x?\s+)?(medpacs?|fastflesh)(?:\s*x?\s*(\d{1,2}))?", re.IGNORECASE)
PASSED = T_("passed over")
NO_GEAR, NO_SKILL = N_("there is no {name} in the rules."), N_("there is no skill {name}.")
GONE, TWICE = N_("{skill} is not in these rules; {there} is (D6-6-01)"), N_("{what} stands there twice; {code} is kept")
LACKS = N_("needs 5D in {base}, and there is {code} (D6-B-09)")
BELOW = N_("{code} is below {attribute}, which is taken (D6-B-08)")


def _unknown(says: Message, given: str, hint: Text) -> Text:
    """Reason why something typed is not understood, and what was likely meant."""
    return spaced(says(name=name(given)), hint)


class Part(msgspec.Struct, frozen=True):
    """A part of what was pasted: its line, its words, whether it was understood, and what it means or what is wrong."""

    line: int
    words: str
    right: bool
    what: str


class Read(msgspec.Struct, frozen=True):
    """Reading of a block: the sheet, and each part."""

    sheet: Sheet
    parts: tuple[Part, ...]

    @property
    def wrong(self) -> tuple[Part, ...]:
        """The parts that were not understood."""
        return tuple(part for part in self.parts if not part.right)


def _bracketed(found: re.Match[str]) -> str:
    """Words in brackets: parts of their own, the code of what is before them, or nothing where it has none."""
    if read(found[1]) is not None:
        return f" {found[1]}"
    return f", {found[1]}," if re.search(rf"[A-Za-z]\W*{A_CODE}", found[1]) else ""


def _apart(sentence: str) -> str:
    """A sentence with a comma wherever a part ends, round codes in brackets and between those that run on."""
    bare = _BRACKETS.sub(_bracketed, sentence.replace("[", "(").replace("]", ")"))
    return _ENDS.sub(r"\1, ", re.sub(r"[()]", ",", bare))


def _pieces(text: str, *, apart: bool, personal: bool) -> Iterator[tuple[int, str]]:
    """The parts of a block with their lines; a list of gear stays whole, and with `personal` a line on the person.
    `apart`: they may run on (`_apart`).
    """
    for number, line in enumerate(text.splitlines(), 1):
        for sentence in (part for half in line.split(";") for part in _LISTED.split(half)):
            label = sentence.partition(":")[0].strip().casefold().lstrip("*•-# ")
            whole = label in _LISTS or label == "name" or (apart and label in _TOLD)
            whole = whole or (personal and _label(sentence) in _PERSON)
            plain = _apart(sentence) if apart and not whole else sentence
            for piece in [sentence] if whole else re.split(r",|\s/\s|(?<=[0-9dD])\s{2,}", plain):
                words = _BULLET.sub("", re.sub(r"\([^)]*\)", "", piece))
                if words:
                    yield number, words


def _label(words: str) -> str:
    """Words before a colon or a question mark, in small letters."""
    return re.split("[:?]", words, maxsplit=1)[0].casefold().strip("*•-# ")


def with_gear(pack: Pack, sheet: Sheet, item: str) -> Sheet | None:
    """A sheet with one more weapon or armor of that name, None where there is none (D6-B-24)."""
    wanted = item.strip().casefold()
    for kind, weapon in pack.weapons.items():
        if kind.casefold() == wanted:
            return replace(sheet, weapons={**sheet.weapons, kind: held(weapon)})
    worn = next((armor for armor in pack.armor if armor.casefold() == wanted), None)
    return None if worn is None else replace(sheet, armor=tuple(dict.fromkeys((*sheet.armor, worn))))


class _Reader:
    """A sheet while it is being read."""

    def __init__(self, pack: Pack, sheet: Sheet, old: tuple[str, ...], *, personal: bool) -> None:
        self.pack, self.sheet, self.old, self.personal = pack, sheet, old, personal
        self.attributes: dict[str, int] = {}
        self.skills: dict[str, int] = {}
        self.seen: set[str] = set()

    def part(self, words: str) -> tuple[bool, str]:
        """Reads a part: True with its meaning, or False with its fault."""
        label, _, value = words.partition(":") if ":" in words else words.rpartition(" ")
        wanted = " ".join(label.casefold().split())
        if ":" in words and wanted == "name":
            return True, T_("the name is given with the order") if value.strip() else T_("no name")
        if ":" in words and wanted in _LISTS:
            return self.stored(wanted, value) if self.personal else self.carried(value)
        if self.personal and re.search("[:?]", words) and _label(words) in _PERSON:
            return True, PASSED
        if (counted := re.fullmatch(r"(.*?)[:\s=]+(\d{1,3})", words.casefold())) and counted[1].strip() in _COUNTED:
            return self.counted(_COUNTED[counted[1].strip()], int(counted[2]))
        found = re.search(rf"[:\s=]*({CODE}|[dD0-9]+\s?[dD]\S*|[+-]?\d+[dD]?\S*)\s*$", words)
        if found is not None and read(found[1]) is not None:
            return self.coded(words[: found.start()], found[1])
        if words.casefold().rstrip(":") in _HEADINGS or wanted in _HEADINGS:
            return True, PASSED
        if found is not None and words[: found.start()].strip():
            return False, N_("“{code}” is no die code, such as 3D+2 (D6-B-01)")(code=name(found[1]))
        return False, T_("not understood; a part is a skill with its code, such as Reflex 4D+1")

    def counted(self, field: str, number: int) -> tuple[bool, str]:
        """A number of points, metres or packs, within bounds and once."""
        if field in self.seen:
            return False, N_("{what} stands there twice")(what=term(field))
        if number > MOST[field]:
            return False, N_("{what} is at most {most}")(what=term(field), most=MOST[field])
        self.seen.add(field)
        self.sheet = replace(self.sheet, **{field: number})
        return True, f"{field} {number}"

    def stored(self, label: str, words: str) -> tuple[bool, str]:
        """Weapons, armor, medpacs and Fastflesh, by name; in a list of equipment what else there is, too, unless it is
        nearly one of these (D6-B-22, D6-B-24).
        """
        told: dict[str, list[str]] = {"right": [], "passed": [], "wrong": []}
        for item in filter(None, (part.strip(" .") for part in words.split(","))):
            if packs := _PACKS.fullmatch(item):
                right, what = self.counted(_COUNTED[packs[2].casefold()], int(packs[1] or packs[3] or 1))
                told["right" if right else "wrong"].append(what)
            elif (more := with_gear(self.pack, self.sheet, item)) is not None:
                self.sheet = more
                told["right"].append(item)
            else:
                hint = did_you_mean(item, [*self.pack.weapons, *self.pack.armor])
                passed = label in _STORES and not hint
                told["passed" if passed else "wrong"].append(item if passed else _unknown(NO_GEAR, item, hint))
        passed_over = f"{PASSED}: {', '.join(map(shown, told['passed']))}" if told["passed"] else ""
        good = "; ".join(filter(None, (", ".join(told["right"]), passed_over)))
        wrong = [f"{text[0].upper()}{text[1:]}" if good else text for text in told["wrong"]]
        return not wrong, " ".join((f"{good}." if good and wrong else good, *wrong)).strip()

    def carried(self, words: str) -> tuple[bool, str]:
        """Weapons and armor, by name (D6-B-24), as they were read before version 6."""
        wrong, right = [], []
        for item in (part.strip(" .") for part in words.split(",")):
            more = with_gear(self.pack, self.sheet, item)
            if more is None and item:
                hint = did_you_mean(item, [*self.pack.weapons, *self.pack.armor])
                wrong.append(_unknown(NO_GEAR, item, hint))
                continue
            self.sheet = more or self.sheet
            right.append(item)
        return (False, "; ".join(wrong)) if wrong else (True, ", ".join(part for part in right if part))

    def coded(self, label: str, words: str) -> tuple[bool, str]:
        """A code of an attribute or a skill, each once (D6-B-08, D6-6-01, D6-8-03)."""
        wanted = " ".join(re.sub(r"^\(a\)|[:=.\s]+$", "", label.casefold()).replace("_", " ").split())
        pips = read(words)
        assert pips is not None  # it was read before
        attribute = next((one for one in Attribute if len(wanted) >= 3 and one.startswith(wanted)), None)
        if wanted in OLD:
            for skill in self.old:
                self.skills[skill] = max(pips, self.skills.get(skill, 0))
            return True, f"{' and '.join(self.old)} {code(pips)} (D6-8-03)"
        if wanted in self.pack.gone:
            return False, GONE(skill=term(wanted), there=term(self.pack.gone[wanted]))
        target = self.attributes if attribute is not None else self.skills
        known = attribute.value if attribute is not None else self.skill(wanted)
        if known is None:
            return False, _unknown(NO_SKILL, wanted, did_you_mean(wanted, self.pack.skills))
        if known in self.seen:
            return False, TWICE(what=term(known), code=term(f"{code(target[known])}"))
        self.seen.add(known)
        target[known] = pips
        return True, f"{known} {code(pips)}"

    def skill(self, wanted: str) -> str | None:
        """A skill by its name, or the only one that begins so."""
        if wanted in self.pack.skills:
            return wanted
        begun = [skill for skill in self.pack.skills if skill.startswith(wanted)] if len(wanted) > 3 else []
        return begun[0] if len(begun) == 1 else None

    def whole(self) -> Iterator[Part]:
        """Fills in what is missing or cannot be, telling each part: unwritten attributes are 2D, a skill is not below
        its attribute, an advanced one has 5D below it (D6-B-08, D6-B-09).
        """
        for attribute in Attribute:
            if attribute.value not in self.attributes:
                self.attributes[attribute.value] = USUAL
                yield Part(0, attribute.value, False, N_("not written; {code} is taken")(code=term(f"{code(USUAL)}")))
        for skill, pips in list(self.skills.items()):
            row = self.pack.skills[skill]
            base = self.skills.get(row.base, self.attributes[self.pack.skills[row.base].attribute]) if row.base else 0
            if row.base and base < 5 * DIE:
                del self.skills[skill]
                yield Part(0, skill, False, LACKS(base=term(row.base), code=term(f"{code(base)}")))
            elif not row.base and pips < self.attributes[row.attribute]:
                del self.skills[skill]
                yield Part(0, skill, False, BELOW(code=term(f"{code(pips)}"), attribute=term(row.attribute)))


@by_likeness()
def read_sheet(world: World, text: str, sheet: Sheet, old: tuple[str, ...]) -> Read:
    """The sheet that a block says, put over an empty one; `old` are the skills that an old Blaster code goes to
    (D6-8-03).
    """
    apart, personal = world.version >= RUN_ON, world.version >= PERSONAL
    reader = _Reader(world.pack, sheet, old, personal=personal)
    pieces = _pieces(text, apart=apart, personal=personal)
    parts = [Part(number, words, *reader.part(words)) for number, words in pieces]
    parts += reader.whole()
    made = replace(reader.sheet, attributes=reader.attributes, skills=reader.skills)
    return Read(made, tuple(parts))


def write_sheet(sheet: Sheet) -> str:
    """A sheet as a block that reads back the same."""
    lines = [f"{attribute.value} {code(sheet.attributes[attribute.value])}" for attribute in Attribute]
    lines += [f"{skill} {code(pips)}" for skill, pips in sheet.skills.items()]
    lines += [f"move {sheet.move}", f"force points {sheet.force}", f"character points {sheet.points}"]
    lines += [f"dark side points {sheet.dark}", f"medpacs {sheet.medpacs}", f"fastflesh {sheet.fastflesh}"]
    gear = [*sheet.weapons, *sheet.armor]
    return "; ".join([*lines, *([f"weapons: {', '.join(gear)}"] if gear else [])])

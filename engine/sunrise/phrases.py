"""Words for things of a game, as players read them: numbers, places, weapons, systems, dice, squadrons.

Names that players gave come out safe for Discord (`engine.text.names.shown`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from engine.sunrise.data.pack import Pack
from engine.sunrise.data.ships import Arc, Type
from engine.sunrise.data.squadrons import Rung, SquadronType
from engine.sunrise.figures.arcs import reach
from engine.sunrise.figures.board import Point, inches
from engine.sunrise.figures.sheet import BUILT_IN_NAMES, System, find
from engine.sunrise.figures.squadrons import Mode, step
from engine.text.names import shown

MINUS = "\u2212"
TYPE_LETTERS: dict[Type, str] = {Type.ENERGY: "E", Type.BALLISTIC: "B", Type.MISSILE: "M"}
MODE_WORDS: dict[Mode, str] = {Mode.OFFENSIVE: "Offensive", Mode.DEFENSIVE: "Defensive", Mode.DOCK: "docked"}


def counted(number: int, one: str, many: str = "") -> str:
    """A number and its noun: "1 ship", "3 ships"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a, b and c"."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def signed(number: int) -> str:
    """A number with a true minus: "3", "−2"."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def change(number: int) -> str:
    """A change: "+2", "−3", "±0"."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "\u00b10"


def tenth(number: Fraction) -> str:
    """A mean as players read it, with one decimal, half up; never below 0."""
    tenths = (number.numerator * 20 + number.denominator) // (2 * number.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def course_words(hours: int) -> str:
    """A course change: "starboard 2", "port 1", "straight on"."""
    if not hours:
        return "straight on"
    return f"{'starboard' if hours > 0 else 'port'} {abs(hours)}"


def place(point: Point) -> str:
    """A point in inches: "(18.5, 30.402)"."""
    return str(point)


def arcs_words(arcs: Sequence[Arc]) -> str:
    """The arcs of a weapon: "fore and port"; "all round" for one without."""
    return listed(arc.value for arc in arcs) if 0 < len(arcs) < 4 else "all round"


def reach_words(band: int) -> str:
    """Where a weapon of a band is at its best: "best 12\u201318 in"."""
    low, high = reach(band)[0]
    return f"best {inches(low)}\u2013{inches(high)} in"


def system_name(system: System, pack: Pack, systems: Sequence[System] = ()) -> str:
    """A system's name; of several copies on a ship each has its number: "Torpedo 2". A Core says what it is."""
    if system.kind in BUILT_IN_NAMES:
        return BUILT_IN_NAMES[system.kind]
    name = item_name(system.item, pack)
    alike = [one.id for one in systems if one.item == system.item]
    if len(alike) > 1 and system.id in alike:
        name = f"{name} {alike.index(system.id) + 1}"
    return f"{name} (as {item_name(system.copies, pack)})" if system.copies else name


def item_name(code: str, pack: Pack) -> str:
    """A weapon's, upgrade's, defense's or squadron's name; the code for one that is not in the pack."""
    for known in (pack.weapons, pack.upgrades, pack.defenses, pack.squadrons):
        found = known.get(code)
        if found is not None:
            return found.name
    return shown(code)


def named(systems: Sequence[System], id: str, pack: Pack) -> str:
    """A system of a ship by its id, in words."""
    found = find(systems, id)
    return system_name(found, pack, systems) if found is not None else shown(id)


def defenses_words(defenses: Sequence[str], pack: Pack) -> str:
    """Defenses with how many of each: "2 Refractive Coating, 1 Hardened Armor"; "none"."""
    counts: dict[str, int] = {}
    for code in defenses:
        counts[code] = counts.get(code, 0) + 1
    return ", ".join(f"{count} {item_name(code, pack)}" for code, count in counts.items()) or "none"


def ratings_words(ratings: Sequence[tuple[Type, int]]) -> str:
    """Defense ratings in short: "E 2 · B −1 · M 0"."""
    return " \u00b7 ".join(f"{TYPE_LETTERS[kind]} {signed(rating)}" for kind, rating in ratings)


def dice_words(faces: Sequence[int], discard: int = 0, worth: Sequence[int] = ()) -> str:
    """Dice high to low, those that are discarded struck out: "~~6~~ 4 3 1"; values after faces where they differ."""
    counts = worth or faces
    order = sorted(range(len(faces)), key=lambda number: (-counts[number], -faces[number]))
    shown_dice = []
    for turn, number in enumerate(order):
        face = str(faces[number]) if counts[number] == faces[number] else f"{faces[number]}\u2192{counts[number]}"
        shown_dice.append(f"~~{face}~~" if turn < discard else face)
    return " ".join(shown_dice)


def rung_words(rung: Rung) -> str:
    """What a squadron does on a step of its ladder: "2 damage", "3 Miracle Points a hit", "a rating −3"."""
    parts = [f"{rung.damage_text} damage"] if rung.damages else []
    parts += [f"{counted(rung.miracle, 'Miracle Point')} for each hit"] if rung.miracle else []
    parts += [f"a rating {change(rung.rating)}"] if rung.rating else []
    if rung.halves:
        parts.append("halves enemy squadrons that arrive")
    elif rung.downs:
        parts.append(f"shoots {rung.downs} of enemy squadrons that arrive")
    return listed(parts) or "nothing"


def step_word(size: int, full: int) -> str:
    """The step of a ladder that a squadron of that size is on."""
    found = step(size, full)
    return found.value if found is not None else "destroyed"


def short_name(kind: SquadronType) -> str:
    """The letters of a squadron's chip: "F", "HB", "D"."""
    words = [word for word in kind.name.replace("-", " ").split() if word[0].isalpha()]
    letters = "".join(word[0] for word in words[:2] if len(words) > 1) or kind.name[0]
    return letters.upper()


def pips_words(pips: int, row: int, rows: int) -> str:
    """What is left of a hull: "13/24 pips, 3 of 4 rows"."""
    return f"{pips}/{rows * row} pips, {-(-pips // row)} of {rows} rows"


def marker_word(id: str) -> str:
    """A marker in a sentence: "marker 3"."""
    return f"marker {shown(id.removeprefix('m'))}"


BLOCKS = ("\u25b0", "\u25b1")


def blocks(pips: int, row: int, rows: int) -> str:
    """A hull as a bar in text, a block a row; a row with any pip left shows as there."""
    left = -(-pips // row)
    return BLOCKS[0] * left + BLOCKS[1] * (rows - left)

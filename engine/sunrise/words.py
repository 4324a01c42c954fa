"""Words for things of a game, as players read them: numbers, places, weapons, systems, dice, squadrons, ships.

Names that players gave come out safe for Discord.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce

from engine.sunrise.data.pack import Pack
from engine.sunrise.data.shapes import Point
from engine.sunrise.data.units import Arc, Rung, SquadronType, Type, step
from engine.sunrise.state import BUILT_IN_NAMES, Mode, Ship, Side, State, Status, System, find
from engine.text import message
from engine.text.given import LONGEST_NAME
from engine.text.message import AND, MINUS, N_, NN_, T_, Text, joined, name, term

TYPE_LETTERS: dict[Type, Text] = {Type.ENERGY: T_("E"), Type.BALLISTIC: T_("B"), Type.MISSILE: T_("M")}
MODE_WORDS: dict[Mode, Text] = {
    Mode.OFFENSIVE: T_("Offensive"),
    Mode.DEFENSIVE: T_("Defensive"),
    Mode.DOCK: T_("docked"),
}
AGAINST = N_("{mode}[ against {type}]")

SHIPS = NN_("{count} ship", "{count} ships", "count")
SQUADRONS = NN_("{count} squadron", "{count} squadrons", "count")
SYSTEMS = NN_("{count} system", "{count} systems", "count")
FAULTS = NN_("{count} fault", "{count} faults", "count")
PIECES = NN_("{count} piece", "{count} pieces", "count")
MINUTES = NN_("{count} minute", "{count} minutes", "count")
MIRACLE_POINTS = NN_("{count} Miracle Point", "{count} Miracle Points", "count")
ROWS = NN_("{count} row", "{count} rows", "count")
PIPS = NN_("{count} pip", "{count} pips", "count")


def counted(number: int, one: str, many: str = "") -> str:
    """A number and its noun: "1 ship", "3 ships"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def signed(number: int) -> Text:
    """A number with a true minus: "3", "−2"."""
    return term(f"{MINUS}{-number}" if number < 0 else str(number))


def change(number: int) -> Text:
    """A change: "+2", "−3", "±0"."""
    return term(f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "\u00b10")


def tenth(number: Fraction) -> Text:
    """A mean as players read it, with one decimal, half up; never below 0."""
    tenths = (number.numerator * 20 + number.denominator) // (2 * number.denominator)
    return term(f"{tenths // 10}.{tenths % 10}")


AHEAD, STARBOARD, PORT = T_("straight on"), N_("starboard {hours}"), N_("port {hours}")


def course_words(hours: int) -> Text:
    """A course change: "starboard 2", "port 1", "straight on"."""
    if not hours:
        return AHEAD
    return (STARBOARD if hours > 0 else PORT)(hours=abs(hours))


def place(point: Point) -> Text:
    """A point in inches: "(18.5, 30.402)"."""
    return term(str(point))


ALL_ROUND = T_("all round")


def arcs_words(arcs: Sequence[Arc]) -> Text:
    """The arcs of a weapon: "fore and port"; "all round" for one without."""
    return message.listed(term(arc.value) for arc in arcs) if 0 < len(arcs) < 4 else ALL_ROUND


NUMBERED, COPYING = N_("{system} {number}"), N_("{core} (as {system})")


def system_name(system: System, pack: Pack, systems: Sequence[System] = ()) -> Text:
    """A system's name; of several copies on a ship each has its number: "Torpedo 2". A Core says what it is."""
    if system.kind in BUILT_IN_NAMES:
        return term(BUILT_IN_NAMES[system.kind])
    name = item_name(system.item, pack)
    alike = [other.id for other in systems if other.item == system.item]
    if len(alike) > 1 and system.id in alike:
        name = NUMBERED(system=name, number=alike.index(system.id) + 1)
    return COPYING(core=name, system=item_name(system.copies, pack)) if system.copies else name


def item_name(code: str, pack: Pack) -> Text:
    """A weapon's, upgrade's, defense's or squadron's name; the code for one that is not in the pack."""
    for known in (pack.weapons, pack.upgrades, pack.defenses, pack.squadrons):
        found = known.get(code)
        if found is not None:
            return term(found.name)
    return name(code)


def named(systems: Sequence[System], id: str, pack: Pack) -> Text:
    """A system of a ship by its id, in words."""
    found = find(systems, id)
    return system_name(found, pack, systems) if found is not None else name(id)


SEVERAL, NONE = N_("{count} {item}"), T_("none")


def defenses_words(defenses: Sequence[str], pack: Pack) -> Text:
    """Defenses with how many of each: "2 Refractive Coating, 1 Hardened Armor"; "none"."""
    counts: dict[str, int] = {}
    for code in defenses:
        counts[code] = counts.get(code, 0) + 1
    return joined(", ", (SEVERAL(count=count, item=item_name(code, pack)) for code, count in counts.items())) or NONE


def ratings_words(ratings: Sequence[tuple[Type, int]]) -> Text:
    """Defense ratings in short: "E 2 · B −1 · M 0"."""
    return joined(" \u00b7 ", (joined(" ", (TYPE_LETTERS[kind], signed(rating))) for kind, rating in ratings))


def dice_words(faces: Sequence[int], discard: int = 0, worth: Sequence[int] = ()) -> Text:
    """Dice high to low, those that are discarded struck out: "~~6~~ 4 3 1"; values after faces where they differ."""
    counts = worth or faces
    order = sorted(range(len(faces)), key=lambda number: (-counts[number], -faces[number]))
    shown_dice = []
    for turn, number in enumerate(order):
        face = str(faces[number]) if counts[number] == faces[number] else f"{faces[number]}\u2192{counts[number]}"
        shown_dice.append(f"~~{face}~~" if turn < discard else face)
    return term(" ".join(shown_dice))


def faces_words(faces: Iterable[int]) -> Text:
    """Dice in the order in which they were rolled: "4 1 6"."""
    return term(" ".join(map(str, faces)))


DAMAGES, GAINS = N_("{damage} damage"), N_("{points} for each hit")
RATED, HALVES, SHOOTS = (
    N_("a rating {change}"),
    T_("halves enemy squadrons that arrive"),
    N_("shoots {count} of enemy squadrons that arrive"),
)
DOES_NOTHING = T_("nothing")


def rung_words(rung: Rung) -> Text:
    """A step of a squadron's ladder, in words: "2 damage", "3 Miracle Points a hit", "a rating −3"."""
    parts = [DAMAGES(damage=term(str(rung.damage)))] if rung.damages else []
    parts += [GAINS(points=MIRACLE_POINTS(count=rung.miracle))] if rung.miracle else []
    parts += [RATED(change=change(rung.rating))] if rung.rating else []
    if rung.halves:
        parts.append(HALVES)
    elif rung.downs:
        parts.append(SHOOTS(count=rung.downs))
    return message.listed(parts) or DOES_NOTHING


DESTROYED = T_("destroyed")


def step_word(size: int, full: int) -> Text:
    """The step of a ladder that a squadron of that size is on."""
    found = step(size, full)
    return term(found.value) if found is not None else DESTROYED


def mode_words(mode: Mode, chosen: Type | None) -> Text:
    """A squadron's mode: "Offensive", "Defensive against missile"."""
    return AGAINST(mode=MODE_WORDS[mode], type=term(chosen.value if chosen is not None else ""))


def short_name(kind: SquadronType) -> Text:
    """The letters of a squadron's chip: "F", "HB", "D"."""
    words = [word for word in kind.name.replace("-", " ").split() if word[0].isalpha()]
    letters = "".join(word[0] for word in words[:2] if len(words) > 1) or kind.name[0]
    return term(letters.upper())


LEFT_OF_HULL = NN_("{pips}/{whole} pips, {left} of {rows} row", "{pips}/{whole} pips, {left} of {rows} rows", "rows")


def pips_words(pips: int, row: int, rows: int) -> Text:
    """A hull as it is left: "13/24 pips, 3 of 4 rows"."""
    return LEFT_OF_HULL(pips=pips, whole=rows * row, left=-(-pips // row), rows=rows)


MARKER = N_("marker {number}")


def marker_word(id: str) -> Text:
    """A marker in a sentence: "marker 3"."""
    return MARKER(number=name(id.removeprefix("m")))


BLOCKS = ("\u25b0", "\u25b1")


def blocks(pips: int, row: int, rows: int) -> Text:
    """A hull as a bar in text, a block a row; a row with any pip left shows as there."""
    left = -(-pips // row)
    return term(BLOCKS[0] * left + BLOCKS[1] * (rows - left))


NOBODY_PLAYS = N_("side {side}")


def side_name(known: State, side: Side) -> Text:
    """Players of a side, safe to show: "red", "red and rose", or "side A" while nobody does."""
    seats = known.crew(side)
    if not seats:
        return NOBODY_PLAYS(side=term(side.value))
    return reduce(lambda before, last: AND(before=before, last=last), map(name, seats))


def called(known: State, ship: Ship) -> str:
    """The word by which a ship is found: its name, or its id where both sides have one of that name.

    Its id, too, where an older version let in a name that no order can hold.
    """
    fold = ship.name.casefold()
    alike = sum(one.name.casefold() == fold for one in known.ships.values())
    return ship.name if alike == 1 and len(ship.name) <= LONGEST_NAME else ship.id


WITH_ID = N_("{ship} ({id})")


def ship_words(known: State, id: str) -> Text:
    """A ship by its id, in a sentence: its name, with its id where both sides have one of that name."""
    ship = known.ships.get(id)
    if ship is None:
        return name(id)
    return name(ship.name) if called(known, ship) == ship.name else WITH_ID(ship=name(ship.name), id=term(id))


STATUS_WORDS: dict[Status, Text] = {
    Status.RESERVE: T_("not deployed yet"),
    Status.DEPLOYED: T_("on the board"),
    Status.OFF_BOARD: T_("off the board"),
    Status.SLIPSPACE: T_("in Slipspace"),
    Status.DESTROYED: T_("destroyed"),
    Status.RETURNING: T_("destroyed, returning in glory"),
}
STANDS = N_("at {place} heading {heading}\u00b0, velocity {velocity}")
AWAY = N_("off the board at {place}, back at the end of turn {turn}")


def where_words(ship: Ship) -> Text:
    """A ship's whereabouts: "at (20, 14) heading 30\u00b0, velocity 6", or why it is not on the board."""
    if ship.place is not None:
        return STANDS(place=place(ship.place), heading=ship.heading, velocity=ship.velocity)
    if ship.status is Status.OFF_BOARD and ship.exit is not None:
        return AWAY(place=place(ship.exit), turn=ship.due)
    return STATUS_WORDS[ship.status]

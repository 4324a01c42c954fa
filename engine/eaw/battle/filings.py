"""Writing of battles: units and forces in words, reports read, checked and told. Register 2.1, 2.4."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from msgspec.structs import replace

from engine.book import Group
from engine.eaw.battle import positions
from engine.eaw.data.pack import Code
from engine.eaw.data.units import OFFICERS
from engine.eaw.look import Look, things_words
from engine.eaw.nouns import unknown
from engine.eaw.state import Battle, Fate, Filing, Force, Packet, Unit
from engine.look import Refused, no
from engine.noun import Found, Noun, Several, Value
from engine.orders import Option
from engine.text.message import N_, NN_, NOTHING, T_, Message, Text, joined, listed, name, noted, spaced, term
from engine.text.numbered import named

GROUP = Group("eaw-battle", "Empires at War: where battles begin, who fights, and how they ended")
STARTS, FREE = N_("from {hex} facing {facing}"), N_("from {hex}, any facing")
FATES = {
    "here": "here", "destroyed": "destroyed", "lost": "destroyed", "dead": "destroyed", "damaged": "damaged",
    "intact": "here",
}  # fmt: skip
Ticked = tuple[Sequence[Unit], Sequence[Unit]]
STAYS = ("here", "damaged")
"""Fates of a unit that leave it on the map."""
FLAGS = {"crippled": "crippled", "hit": "hurt", "internals": "hurt", "bluff": "bluff"}
ENTERED = 1
"""The turn in which the forces of a battle enter the map."""
SIDES, REST, STALEMATE_LINE = ("A", "B"), "REST", "stalemate"
MOST_TICKED = 25
"""Units of a menu."""
LONGEST_SHEET = 4000
"""Characters of what is written of the units of a battle."""
PARTS = frozenset(":;\n")
"""Characters that part such lines, and a unit from what is said of it."""
COUNTED = {"boxes": "boxes", "used": "spent", "lost": "lost", "adrift": "adrift"}
"""How lists of things with their numbers are called in a report, and the fields of a fate that hold them."""
EXIT = re.compile(r"(?:left|exit|disengaged)\s+(?:by\s+)?([A-F])\s+(\d{1,3})\.(\d{1,2})", re.IGNORECASE)
CAPTURED = re.compile(r"captured\s+(?:by\s+)?([AB]\d{1,3})", re.IGNORECASE)
NUMBER = re.compile(r"\b(dc|cdr)\s+(\d{1,3})", re.IGNORECASE)
LIST = re.compile(r"\b(boxes|used|lost|adrift|killed|moved)\s*\(([^)]*)\)", re.IGNORECASE)
BOXES, USED = N_("[{things} destroyed]"), N_("[{things} used]")
STALEMATE = T_("It is a stalemate.")
SHOT, ADRIFT = N_("[{things} shot down]"), N_("[{things} adrift]")
RATINGS, KILLED = N_("DC {dc}"), N_("[{officers} killed]")
ENDS = {
    "here": NN_("{units} holds[, {state}].", "{units} hold[, {state}].", "count"),
    "destroyed": NN_("{units} is destroyed.", "{units} are destroyed.", "count"),
    "captured": NN_("{units} is captured by {by}[, {state}].", "{units} are captured by {by}[, {state}].", "count"),
    "left": N_("{units} left by {exit} in impulse {impulse} of turn {turn}[, {state}]."),
    "damaged": NN_("{units} is damaged[, {state}].", "{units} are damaged[, {state}].", "count"),
}


def place_words(force: Force) -> Text:
    """Words for where a force starts (2.2)."""
    if not force.hex:
        return T_("where the turn of rest left it")
    return STARTS(hex=term(force.hex), facing=term(force.facing)) if force.facing else FREE(hex=term(force.hex))


def bad(why: Message | Text, rule: str = "EAW-30.0", /, **figures: str | int) -> Refused:
    """E-REPORT."""
    return no(Code.E_REPORT, why, rule, **figures)


def read_fates(look: Look, battle: Battle, words: str, ticked: Ticked | None = None) -> dict[str, Fate]:
    """Fates of all units, from lines of units, of all others of a side, of all others, such as "A1 left C 3.16
    crippled; B2 captured by A1; B destroyed; rest here".

    With units that were `ticked`, as destroyed and as crippled, lines may say nothing, and what none speaks of is
    there. Refuses E-REPORT for what cannot be read, a unit twice, or one that is missing (2.4).
    """
    marks = {unit.mark: unit for unit in battle.units}
    fates, others = dict[str, Fate](), dict[str, Fate]()
    for line in filter(None, (part.strip() for part in re.split(r"[;\n]", words))):
        head, _, tail = line.replace(":", " ", 1).partition(" ")
        mark = head.upper()
        if mark in (*SIDES, REST):
            others[mark] = read_fate(look, tail, head)
        elif mark in fates:
            look.require(bad(N_("{mark} stands there twice."), mark=mark))
        elif mark in marks:
            tail = tail.strip().removeprefix(label(marks[mark])).strip()
            if tail or ticked is None:
                fates[mark] = read_fate(look, tail, mark)
        elif ticked is None or line.casefold() != STALEMATE_LINE:
            look.require(bad(N_("The packet has {marks}, and no unit {head}."), marks=", ".join(marks), head=head))
    missing = [mark for mark in marks if mark not in fates and mark[0] not in others]
    if ticked is None and REST not in others and missing:
        look.require(bad(N_("Nothing is said of {missing}; 'rest here' says it."), missing=", ".join(missing)))
    destroyed, crippled = ({unit.mark for unit in units} for units in ticked or ((), ()))
    for mark in sorted(destroyed & fates.keys()):
        if fates[mark].fate not in ("here", "destroyed"):
            why = N_("{mark} is ticked as destroyed, and its line says that it is {fate}.")
            look.require(bad(why, mark=mark, fate=fates[mark].fate))
    found = {}
    for mark, unit in marks.items():
        fate = fates.get(mark) or others.get(mark[0]) or others.get(REST) or Fate()
        if mark in destroyed:
            fate = replace(fates.get(mark, Fate()), fate="destroyed")
        found[mark] = with_codes(replace(fate, crippled=fate.crippled or mark in crippled), unit)
    return found


def label(unit: Unit) -> str:
    """A unit as it is called on a sheet, after its mark."""
    return f"{unit.name} ({unit.what})"


def sheet(battle: Battle, fates: Mapping[str, Fate]) -> str:
    """One line a unit, with what is said of it besides what is ticked; where names make that too long, or have in them
    what parts a line, by marks. Of more units than there is room for: those alone of which something is said, or, where
    that is too much, most of a side in one line, and each other unit.
    """
    units = battle.units

    def lines(head: Callable[[Unit], str], *, idle: bool = True) -> str:
        told = ((head(unit), written(fates.get(unit.mark, Fate()))) for unit in units)
        return "\n".join(f"{mark}: {words}".rstrip() for mark, words in told if idle or words)

    plain = PARTS.isdisjoint("".join(map(label, units)))
    ways = [lines(lambda unit: f"{unit.mark} {label(unit)}")] if plain else []
    ways += [lines(lambda unit: unit.mark), lines(lambda unit: unit.mark, idle=False)]
    return next((way for way in ways if len(way) <= LONGEST_SHEET), "") or _by_sides(battle, fates)


def _by_sides(battle: Battle, fates: Mapping[str, Fate]) -> str:
    """Lines for most units of a side that are not destroyed, and for each unit of which something else is said."""
    lines = []
    for side, force in zip(SIDES, battle.forces, strict=True):
        told = [(unit, fates.get(unit.mark, Fate())) for unit in force.units]
        others = Counter(written(fate) for _, fate in told if fate.fate != "destroyed")
        most = others.most_common(1)[0][0] if others else ""
        lines += [f"{side}: {most}"] if most else []
        for unit, fate in told:
            words, usual = written(fate), "" if fate.fate == "destroyed" else most
            lines += [f"{unit.mark}: {words or 'here'}"] if words != usual else []
    return "\n".join(lines)


def ticked(battle: Battle, marks: Sequence[str]) -> str:
    """Units that are ticked: each by its mark where a menu holds them all, else in rows, "A1, B3-B7"."""
    if len(battle.units) <= MOST_TICKED:
        return ", ".join(marks)
    rows: list[list[str]] = []
    for mark in marks:
        if rows and rows[-1][-1][0] == mark[0] and int(rows[-1][-1][1:]) + 1 == int(mark[1:]):
            rows[-1].append(mark)
        else:
            rows.append([mark])
    return ", ".join(row[0] if len(row) == 1 else f"{row[0]}-{row[-1]}" for row in rows)


def written(fate: Fate) -> str:
    """Fate of a unit in the words in which it is read, but for whether it is destroyed or crippled."""
    ways = {"left": f"left {fate.exit} {fate.turn}.{fate.impulse}", "captured": f"captured by {fate.by}"}
    parts = [ways.get(fate.fate, "damaged" if fate.fate == "damaged" else "")]
    parts += [word for word, said in (("hit", fate.hurt), ("bluff", fate.bluff)) if said]
    parts += [f"{word} {number}" for word, number in (("dc", fate.dc), ("cdr", fate.cdr)) if number is not None]
    for word, field in COUNTED.items():
        parts += [f"{word}({', '.join(f'{what} {count}' for what, count in things.items())})"
                  for things in (getattr(fate, field),) if things]  # fmt: skip
    parts += [f"killed({', '.join(fate.killed)})"] if fate.killed else []
    parts += [f"moved({', '.join(f'{officer} {to}' for officer, to in fate.moved.items())})"] if fate.moved else []
    return " ".join(filter(None, parts))


def with_codes(fate: Fate, unit: Unit) -> Fate:
    """A fate in which fighters are called as they are aboard: "Z-V" is "Klingon Z-V"."""
    codes = {code.partition(" ")[2]: code for code in unit.fighters}

    def coded(things: Mapping[str, int]) -> dict[str, int]:
        return {codes.get(called, called): count for called, count in things.items()}

    return replace(fate, lost=coded(fate.lost), adrift=coded(fate.adrift))


def read_fate(look: Look, words: str, mark: str) -> Fate:
    """Fate of one unit. Refuses E-REPORT for words that say nothing known."""
    rest, fate = words, Fate()
    for found in LIST.finditer(words):
        what, value = found[1].lower(), found[2]
        if what == "killed":
            fate = replace(fate, killed=tuple(part.strip().lower() for part in value.split(",") if part.strip()))
        elif what == "moved":
            pairs = [part.split() for part in value.split(",") if part.strip()]
            if wrong := [pair for pair in pairs if len(pair) != 2]:
                why = N_("“{wrong}” of {mark} is no officer with a unit, such as captain A2.")
                look.require(bad(why, wrong=" ".join(wrong[0])[:30], mark=mark))
            fate = replace(fate, moved={officer.lower(): to.upper() for officer, to in pairs})
        else:
            fate = replace(fate, **{COUNTED[what]: _counted(look, value, mark)})
    rest = LIST.sub(" ", rest)
    for found in NUMBER.finditer(rest):
        fate = replace(fate, **{found[1].lower(): int(found[2])})
    rest = NUMBER.sub(" ", rest)
    if left := EXIT.search(rest):
        fate = replace(fate, fate="left", exit=left[1].upper(), turn=int(left[2]), impulse=int(left[3]))
        rest = EXIT.sub(" ", rest, count=1)
    elif taken := CAPTURED.search(rest):
        fate = replace(fate, fate="captured", by=taken[1].upper())
        rest = CAPTURED.sub(" ", rest, count=1)
    for word in rest.replace(",", " ").split():
        plain = word.casefold().rstrip(".")
        if plain in FLAGS:
            fate = replace(fate, **{FLAGS[plain]: True})
        elif plain in FATES:
            fate = replace(fate, fate=FATES[plain])
        else:
            forms = "'left C 3.16 crippled', 'captured by A1', 'destroyed'"
            why = N_("“{word}” says nothing of {mark}; what is written is such as {forms}.")
            look.require(bad(why, word=word[:20], mark=mark, forms=forms))
    return fate


def _counted(look: Look, words: str, mark: str) -> dict[str, int]:
    """Things with their numbers: "hull 3, phaser 2"."""
    found = {}
    for part in filter(None, (part.strip() for part in words.split(","))):
        if (match := re.fullmatch(r"(?:(\d{1,3})\s+(.{1,30})|(.{1,30}?)\s+(\d{1,3}))", part)) is None:
            why = N_("“{part}” of {mark} is no thing with a number, such as 'hull 3'.")
            look.no(Code.E_REPORT, why, "EAW-30.0", part=part[:30], mark=mark)
        found[(match[2] or match[3]).strip()] = int(match[1] or match[4])
    return found


def unfit(look: Look, battle: Battle, packet: Packet, fates: Mapping[str, Fate], stalemate: bool) -> Refused | None:
    """The first thing that is wrong with a report (2.4): refused with E-REPORT or E-DISENG; None for a sound one
    (EAW-2e.8, EAW-2f.1, EAW-15.0.2, EAW-21a.2, EAW-27.0, EAW-27a.2).
    """
    for mark in fates:
        if found := _unfit_unit(battle, packet, fates, mark):
            return found
    for side, force in enumerate(battle.forces):
        ways = {fates[unit.mark].exit for unit in force.units if fates[unit.mark].fate == "left"}
        if len(ways) > 1:
            why = N_("Ships of one fleet left by {ways}; the first ship's way binds all.")
            return no(Code.E_DISENG, why, "EAW-21a.2", ways=listed(map(term, sorted(ways))))
        if any(fates[unit.mark].bluff for unit in force.units) and not packet.bluff[side]:
            return no(
                Code.E_DISENG, N_("No Legendary Captain of {force} can bluff here."), "EAW-2e.8", force=force.seat
            )
    there = [any(fates[unit.mark].fate in STAYS for unit in force.units) for force in battle.forces]
    if all(there) and not stalemate:
        return bad(T_("Both sides have units left on the map; the battle goes on, or it is a stalemate."), "EAW-26d")
    if stalemate and not all(there):
        return bad(T_("A stalemate leaves units of both sides on the map."), "EAW-26d")
    fleets = [{unit.kind for unit in force.units} == {"ship"} for force in battle.forces]
    if stalemate and any(fleets[side] and packet.exits[side] for side in (0, 1)):
        return bad(T_("Only where a fortification bars every way out does a stalemate leave both there."), "EAW-26d")
    return None


def _unfit_unit(battle: Battle, packet: Packet, fates: Mapping[str, Fate], mark: str) -> Refused | None:
    marks = {unit.mark: unit for unit in battle.units}
    unit, fate, side = marks[mark], fates[mark], positions.side_of(battle, mark)
    if fate.fate == "damaged" and unit.kind != "base":
        return bad(N_("{mark} is no base; a ship is crippled, or hit."), mark=mark)
    if fate.fate == "left":
        if unit.kind != "ship":
            why = N_("{mark} is a {what}, and never leaves.")
            return no(Code.E_DISENG, why, "EAW-15.0.2", mark=mark, what=unit.what)
        if positions.way_out(packet, side, fate.exit) is None:
            why, ways = N_("{mark} left by {exit}, and the ways out are {ways}."), positions.ways(packet.exits[side])
            return no(Code.E_DISENG, why, "EAW-21.0.2", mark=mark, exit=fate.exit, ways=ways)
        if not fate.bluff and positions.too_early(fate.turn, fate.impulse, ENTERED):
            first = f"{ENTERED + positions.TURNS}.{positions.FIRST_IMPULSE}"
            why, at = N_("{mark} left at {at}, before {first}."), term(f"{fate.turn}.{fate.impulse}")
            return no(Code.E_DISENG, why, "EAW-21a.1", mark=mark, at=at, first=term(first))
        if not 1 <= fate.impulse <= 32:
            return bad(N_("{mark} left in impulse {impulse}; a turn has 32."), mark=mark, impulse=fate.impulse)
    if fate.fate == "captured":
        captor = marks.get(fate.by)
        if captor is None or positions.side_of(battle, fate.by) == side:
            return bad(N_("{mark} was captured by {by}, which is no enemy of it."), "EAW-25.0", mark=mark, by=fate.by)
        if fates[fate.by].fate in ("destroyed", "captured"):
            return bad(N_("{by} captured {mark}, and did not survive itself."), "EAW-25.0", by=fate.by, mark=mark)
    for called in dict.fromkeys((*fate.lost, *fate.adrift)):
        lost, adrift, there = fate.lost.get(called, 0), fate.adrift.get(called, 0), unit.fighters.get(called, 0)
        if lost > there:
            why = N_("{mark} lost {lost} {called}, and had {there} aboard.")
            return bad(why, "EAW-2f.1", mark=mark, lost=lost, called=called, there=there)
        if adrift > there - lost:
            why = N_("{mark} has {adrift} {called} adrift, and had {there} left.")
            return bad(why, "EAW-27.0", mark=mark, adrift=adrift, called=called, there=there - lost)
    if fate.adrift and fate.fate in STAYS:
        return bad(N_("{mark} is there, and collects its own."), "EAW-27.0", mark=mark)
    for officer, to in fate.moved.items():
        if to not in marks or to == mark or positions.side_of(battle, to) != side or marks[to].kind != "ship":
            why = N_("The {officer} of {mark} moved to {to}, which is no other ship of its fleet.")
            return bad(why, "EAW-27a.2", officer=officer, mark=mark, to=to)
        if officer in fate.killed:
            why = N_("The {officer} of {mark} cannot be killed there and move to {to}.")
            return bad(why, "EAW-27a.2", officer=officer, mark=mark, to=to)
    for officer in (*fate.killed, *fate.moved):
        if officer not in OFFICERS:
            why = N_("“{officer}” is no officer; there are {officers}.")
            return bad(why, "EAW-2e.5", officer=officer, officers=", ".join(OFFICERS))
    return None


def own_battles(look: Look, found: Found) -> list[Battle]:
    """The battles of the viewer that wait for a report."""
    return [battle for battle in look.known.battles.values() if battle.stage == "open" and look.seat in battle.seats]


ANY_BATTLE: Noun[Look, Battle] = Noun(
    "a battle",
    "battles",
    "id",
    lambda look, battle: joined(": ", (term(battle.id), listed(term(side.seat) for side in battle.forces))),
    unknown=unknown("battle that is being fought", "EAW-19.0.1"),
)
BATTLE = ANY_BATTLE.but(
    what="a battle of yours", among=own_battles, unknown=unknown("battle of yours that waits for a report", "EAW-30.0")
)


def _sample(look: Look, found: Found) -> Iterator[Option]:
    """The field held by either side, as a start: every other unit destroyed."""
    battle = found.get("battle")
    for force in battle.forces[::-1] if battle is not None else ():
        yield Option("; ".join((*(f"{unit.mark} destroyed" for unit in force.units), "rest here")))


UNITS: Value[Look, dict[str, Fate]] = Value(
    "what became of each unit", lambda look, words, found: read_fates(look, found.battle, words), _sample
)
NO_UNIT = N_("The packet has no unit {given}.")
UNIT_OF: Noun[Look, Unit] = Noun(
    "a unit of the battle",
    lambda look, found: found.battle.units if found.get("battle") else (),
    lambda unit: (unit.mark, unit.name),
    lambda look, unit: f"{unit.mark} {label(unit)}",
    unknown=lambda look, given, hint: Refused(Code.E_REPORT, {"why": NO_UNIT(given=term(given))}, "EAW-30.0", hint),
)


class Marks(Several[Look, Unit]):
    """Units of a battle: such as "A1, B3-B7", or "B" for all of a side."""

    span = re.compile(r"([AB])(?:(\d{1,3})\s*-\s*\1?(\d{1,3}))?", re.IGNORECASE)

    def options(self, look: Look, found: Found, typed: str) -> Iterator[Option]:
        """Options of menus; none where no menu holds them all, until something is typed."""
        every = list(super().options(look, found, typed))
        return iter(every if typed or len(every) <= MOST_TICKED else ())

    def _part(self, look: Look, part: str, found: Found, names: Container[str]) -> Sequence[Unit]:
        if (match := self.span.fullmatch(part)) is None:
            return super()._part(look, part, found, names)
        side, first, last = match[1].upper(), int(match[2] or 0), int(match[3] or 999)
        units = self.noun.among(look, found)
        return [unit for unit in units if unit.mark[0] == side and first <= int(unit.mark[1:]) <= last]


TICKS = Marks(UNIT_OF)
LINES: Value[Look, dict[str, Fate]] = Value(
    "what else became of units",
    lambda look, words, found: read_fates(look, found.battle, words, (found.destroyed or (), found.crippled or ())),
)


def called(battle: Battle | None, filing: Filing) -> dict[str, Text]:
    """Names of the units of a battle, by mark: of one that is over, and known no more, the marks alone."""
    if battle is None:
        return {mark: term(mark) for mark in filing.fates}
    return {unit.mark: N_("{mark} {name}")(mark=term(unit.mark), name=name(unit.name)) for unit in battle.units}


def whole_fate(called: Text, fate: Fate) -> Text:
    """Words for the fate of a unit that is called so, with all that a report says of it."""
    told = {"units": called, "by": term(fate.by), "exit": term(fate.exit), "state": condition(fate)}
    words = ENDS[fate.fate](count=1, turn=fate.turn, impulse=fate.impulse, **told)
    return N_("{words}[ ({details}.)]")(words=words, details=noted(*details(fate)))


def condition(fate: Fate) -> Text:
    """Words for the condition of a unit that is not destroyed."""
    hurt = T_("crippled") if fate.crippled else T_("hit") if fate.hurt else NOTHING
    return NOTHING if fate.fate == "destroyed" else hurt


def details(fate: Fate) -> Iterator[Text]:
    """Details of a unit for its two admirals alone, any may be nothing: damage, what was used, who died (2.4)."""
    for template, things in ((BOXES, fate.boxes), (USED, fate.spent), (SHOT, fate.lost), (ADRIFT, fate.adrift)):
        yield template(things=things_words(things))
    yield NOTHING if fate.dc is None else RATINGS(dc=fate.dc)
    yield NOTHING if fate.cdr is None else N_("CDR {cdr}")(cdr=fate.cdr)
    yield KILLED(officers=listed(map(term, fate.killed)))
    for officer, to in fate.moved.items():
        yield N_("{officer} gone over to {to}")(officer=term(officer), to=term(to))


def changes(battle: Battle | None, before: Filing, now: Filing) -> Iterator[Text]:
    """Points in which one report of a battle differs from the one before (2.5.1)."""
    if before.turn != now.turn:
        yield N_("Turn {now} was the last, and not turn {before}.")(now=now.turn, before=before.turn)
    if before.stalemate != now.stalemate:
        yield STALEMATE if now.stalemate else T_("It is no stalemate any more.")
    for mark, unit in called(battle, now).items():
        if before.fates.get(mark) != now.fates.get(mark):
            found = (whole_fate(unit, filing.fates.get(mark, Fate())) for filing in (now, before))
            yield N_("{now} It was said before: “{before}”")(now=next(found), before=next(found))


def ends_words(battle: Battle, force: Force, filing: Filing) -> Text:
    """Words for what became of the units of a side, by name; those that ended alike together."""
    names = {unit.mark: unit.name for unit in battle.units}
    alike: dict[tuple[str, str, str, int, int, Text], list[str]] = {}
    for unit in force.units:
        fate = filing.fates.get(unit.mark, Fate())
        how = (fate.fate, fate.by, fate.exit, fate.turn, fate.impulse, condition(fate))
        alike.setdefault(how, []).append(unit.name)
    words = []
    for (end, by, way, turn, impulse, state), units in alike.items():
        told = {"units": listed(one.words for one in named(units)), "by": name(names.get(by, by)), "exit": term(way)}
        words.append(ENDS[end](count=len(units), turn=turn, impulse=impulse, state=state, **told))
    return spaced(*words)


def whole_report(battle: Battle | None, filing: Filing) -> Text:
    """All that a report says, as the two admirals of the battle read it (2.4)."""
    units = called(battle, filing).items()
    words = spaced(*(whole_fate(unit, filing.fates.get(mark, Fate())) for mark, unit in units))
    return spaced(words, STALEMATE) if filing.stalemate else words

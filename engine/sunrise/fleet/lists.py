"""Fleet lists: a component as a line, a fleet as a text, everything that is wrong with one; the pack read with its own.

A component is written "Energy Lance (fore)" or "Flight Deck (Fighter, Bomber)": in brackets stand a weapon's arcs, the
number of the component that an upgrade is bound to, or the squadrons that a hangar holds. A fleet is its name, its
faction, and a line for each ship, to be sealed, saved and read back:

    Line of battle; faction owc
    Warden | Cruiser | Refractive Coating, Hardened Armor | Beam Rifle (fore, port); Torpedo; Shields

Rulebook: FS-FRC, FS-SC-02, FS-FAC-30.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from engine.look import Refused, no
from engine.pack.positions import Path
from engine.pack.reading import Check, Flaw, Form, Reading, read
from engine.sunrise.data import units
from engine.sunrise.data.codes import Code
from engine.sunrise.data.pack import Pack, Sheets
from engine.sunrise.data.units import Arc, FleetList, Mount, SampleFleet, ShipList, Type, Upgrade, UpgradeSpec, Weapon
from engine.sunrise.figures.board import board_ok, piece_ok, pieces_ok
from engine.sunrise.figures.squadrons import bay_ok
from engine.sunrise.figures.weapons import adjacent
from engine.text.message import N_, NN_, T_, Message, Text, listed, name, term, unmatched

V = TypeVar("V")
_LINE = re.compile(r"([^()]+?)\s*(?:\(([^()]*)\))?")
ARC_WORDS = {arc.value: arc for arc in Arc} | {"aft": Arc.REAR, "bow": Arc.FORE, "stern": Arc.REAR}

GONE = (
    "Efficient Hangars",
    "Nanite Repair Swarm",
    "Reserve Reinforcements",
    "Reserve Units",
    "Dazzler",
    "Prophet PD",
    "Spitfire CIWS",
    "Swarm",
    "Millstone",
)
"""Components of older texts, which are no more (FS-UPG-25)."""


NO_WEAPON = N_("No weapon or upgrade is named '{word}'[ (did you mean '{likely}'?)].")
NO_ARC = N_("No arc is named '{word}'[ (did you mean '{likely}'?)].")


class Stocked(Protocol):
    """Something of the data pack."""

    @property
    def code(self) -> str:
        """Its code."""

    @property
    def name(self) -> str:
        """Its name, as its row has it."""


T = TypeVar("T", bound=Stocked)


class Stock(NamedTuple, Generic[T]):
    """A kind of thing of the data pack that lists name: all of it by code, how one is found, what is said of the name
    of nothing, and by which rule.
    """

    every: Callable[[Pack], Mapping[str, T]]
    find: Callable[[Pack, str], T | None]
    says: Message
    rule: str

    def named(self, word: str, pack: Pack) -> T | Refused:
        """The thing of that code or name. Refused: `E_UNKNOWN`."""
        found = self.find(pack, word)
        return self.none(word, (kind.name for kind in self.every(pack).values())) if found is None else found

    def none(self, word: str, among: Iterable[str]) -> Refused:
        """The refusal of a word that names nothing, with what was likely meant."""
        return no(Code.E_UNKNOWN, unmatched(self.says, name(word), among), self.rule)


HULLS: Stock[units.Hull] = Stock(
    lambda pack: pack.hulls, Pack.find_hull, N_("No hull is named '{word}'[ (did you mean '{likely}'?)]."), "FS-HULL-01"
)
DEFENSES: Stock[units.Defense] = Stock(
    lambda pack: pack.defenses,
    Pack.find_defense,
    N_("No defense is named '{word}'[ (did you mean '{likely}'?)]."),
    "FS-DEF-01",
)
SQUADRONS: Stock[units.SquadronType] = Stock(
    lambda pack: pack.squadrons,
    Pack.find_squadron,
    N_("No squadron is named '{word}'[ (did you mean '{likely}'?)]."),
    "FS-SC-02",
)
FACTIONS: Stock[units.Faction] = Stock(
    lambda pack: pack.factions,
    Pack.find_faction,
    N_("No faction is named '{word}'[ (did you mean '{likely}'?)]."),
    "FS-FAC-01",
)


def every(words: Iterable[str], read: Callable[[str], V | Refused]) -> tuple[V, ...] | Refused:
    """All of some words as they are read, or the first refusal."""
    found = []
    for word in words:
        value = read(word)
        if isinstance(value, Refused):
            return value
        found.append(value)
    return tuple(found)


def no_component(word: str, names: Iterable[str]) -> Refused:
    """The refusal of a component that there is not, or no longer (FS-UPG-25). `E_UNKNOWN`."""
    plain = " ".join(word.casefold().replace("-", " ").split())
    old = next((name for name in GONE if name.casefold() == plain), None)
    if old is not None:
        return no(Code.E_UNKNOWN, N_("{old} is no longer in the rules."), "FS-UPG-25", old=term(old))
    return no(Code.E_UNKNOWN, unmatched(NO_WEAPON, name(word), names), "FS-WPN-19")


def read_mount(text: str, pack: Pack) -> Mount | Refused:
    """The component of a line, its words resolved to codes; whether it may be mounted so is `faults`' question.

    Refused: `E_UNKNOWN` for names there are not, `E_MOUNT` for details that cannot be read.
    """
    line = _LINE.fullmatch(text.strip())
    if line is None:
        why = N_("“{line}” cannot be read; write 'Beam Rifle (fore)'.")
        return no(Code.E_MOUNT, why, "FS-FRC-05", line=text.strip())
    item = pack.find_component(line[1])
    if item is None:
        names = [weapon.name for weapon in pack.weapons.values()] + [upgrade.name for upgrade in pack.upgrades.values()]
        return no_component(line[1], names)
    words = [word.strip() for word in (line[2] or "").split(",") if word.strip()]
    if isinstance(item, UpgradeSpec):
        return _upgrade(item, words, pack)
    arcs = every(words, arc_named)
    return arcs if isinstance(arcs, Refused) else Mount(item.code, arcs=arcs)


def arc_named(word: str) -> Arc | Refused:
    """An arc. Refused: `E_MOUNT`."""
    arc = ARC_WORDS.get(word.casefold())
    return no(Code.E_MOUNT, unmatched(NO_ARC, name(word), ARC_WORDS), "FS-FRC-05") if arc is None else arc


def _upgrade(item: UpgradeSpec, words: list[str], pack: Pack) -> Mount | Refused:
    if not words:
        return Mount(item.code)
    if item.bound:
        if len(words) != 1 or not words[0].isdecimal():
            return no(Code.E_MOUNT, N_("{item} names the number of one component."), "FS-FRC-05", item=item.name)
        return Mount(item.code, on=int(words[0]))
    held = every(words, lambda word: SQUADRONS.named(word, pack))
    return held if isinstance(held, Refused) else Mount(item.code, squadrons=tuple(kind.code for kind in held))


def mount_text(mount: Mount, pack: Pack) -> str:
    """A component as `read_mount` reads it."""
    item = pack.component(mount.item)
    name = item.name if item else mount.item
    details = [str(arc) for arc in mount.arcs]
    details += [str(mount.on)] if mount.on else []
    details += [pack.squadrons[code].name if code in pack.squadrons else code for code in mount.squadrons]
    return f"{name} ({', '.join(details)})" if details else name


def read_ship(called: str, hull: str, defenses: list[str], components: list[str], pack: Pack) -> ShipList | Refused:
    """A ship of a list from its words. Refused: as `read_mount`, and `E_UNKNOWN` for a hull or defense."""
    known = HULLS.named(hull, pack)
    if isinstance(known, Refused):
        return known
    mounted = every(defenses, lambda word: DEFENSES.named(word, pack))
    if isinstance(mounted, Refused):
        return mounted
    mounts = every(components, lambda line: read_mount(line, pack))
    if isinstance(mounts, Refused):
        return mounts
    return ShipList(called, known.code, tuple(defense.code for defense in mounted), mounts)


FORBIDDEN = "|;:,()/"
"""What no name may hold, because sheets and texts use it."""
MOST_SHIPS = 40
LONGEST_NAME = 40


def name_ok(name: str) -> Refused | None:
    """None if a ship or fleet may be called so (FS-FRC-07). Refused: `E_VALUE`."""
    if not name.strip():
        return no(Code.E_VALUE, T_("A name has at least one letter."), "FS-FRC-07")
    if len(name) > LONGEST_NAME:
        why = N_("A name has at most {longest_name} letters, not {name}.")
        return no(Code.E_VALUE, why, "FS-FRC-07", name=len(name), longest_name=LONGEST_NAME)
    odd = sorted({one for one in name if one in FORBIDDEN})
    if odd:
        return no(Code.E_VALUE, N_("A name is without {join}."), "FS-FRC-07", join=term(" ".join(odd)))
    if not name.isprintable():
        return no(Code.E_VALUE, T_("A name is of one line, without signs that nobody sees."), "FS-FRC-07")
    return None


def fleet_text(fleet: FleetList, pack: Pack) -> str:
    """A fleet as `read_fleet` reads it."""
    head = fleet.name or "Fleet"
    lines = [f"{head}; faction {fleet.faction}" if fleet.faction else head]
    lines += [ship_text(ship, pack) for ship in fleet.ships]
    return "\n".join(lines)


def ship_text(ship: ShipList, pack: Pack) -> str:
    """A ship as one line."""
    hull = pack.hulls[ship.hull].name if ship.hull in pack.hulls else ship.hull
    defenses = ", ".join(pack.defenses[one].name if one in pack.defenses else one for one in ship.defenses)
    components = "; ".join(mount_text(mount, pack) for mount in ship.components)
    return f"{ship.name} | {hull} | {defenses} | {components}"


def lines_of(text: str) -> list[str]:
    """The lines of a fleet's text, which may stand on one with slashes between."""
    return [line.strip() for line in re.split(r"\r?\n|(?<=\s)/(?=\s)", text) if line.strip()]


def read_fleet(text: str, pack: Pack) -> FleetList | Refused:
    """The fleet of a text; whether it may be played is `faults`' question.

    Refused: `E_VALUE` for what cannot be read, `E_UNKNOWN`, `E_MOUNT`, `E_FACTION`.
    """
    lines = lines_of(text)
    if not lines:
        return no(Code.E_VALUE, T_("The text is empty."), "FS-FRC-07")
    called, faction = "Fleet", ""
    if "|" not in lines[0]:
        head, _, rest = lines.pop(0).partition(";")
        called = head.strip() or called
        match = re.fullmatch(r"\s*(?:faction\s+)?(.*?)\s*", rest, re.IGNORECASE)
        wanted = match[1] if match else ""
        if wanted:
            found = FACTIONS.named(wanted, pack)
            if isinstance(found, Refused):
                return found
            faction = found.code
    if refused := name_ok(called):
        return refused
    if not lines:
        return no(Code.E_VALUE, T_("No ship follows; write 'Name | hull | defenses | components'."), "FS-FRC-07")
    if len(lines) > MOST_SHIPS:
        why = N_("There are {lines} ships, at most {most_ships}.")
        return no(Code.E_VALUE, why, "FS-FRC-01", lines=len(lines), most_ships=MOST_SHIPS)
    ships = every(lines, lambda line: _ship(line, pack))
    return ships if isinstance(ships, Refused) else FleetList(called, ships, faction)


def _ship(line: str, pack: Pack) -> ShipList | Refused:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) != 4:
        why = N_("“{line}” cannot be read; write 'Name | hull | defenses | components'.")
        return no(Code.E_VALUE, why, "FS-FRC-07", line=line)
    called, hull, defenses, components = parts
    if refused := name_ok(called):
        return refused
    return read_ship(
        called,
        hull,
        [part.strip() for part in defenses.split(",") if part.strip()],
        [part.strip() for part in components.split(";") if part.strip()],
        pack,
    )


FITTED, SLOTS = NN_("{count} component", "{count} components", "count"), NN_("{count} slot", "{count} slots", "count")
MOST_DEFENSES = 3
"""Defenses of a ship (FS-FRC-04)."""


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a fleet list: the ship ("" for the fleet), the component (from 1, 0 for none), and what."""

    ship: str
    component: int
    refused: Refused


def integrity(fleet: FleetList, pack: Pack) -> int:
    """The fleet's integrity: the sum of its hulls' (FS-FRC-01); unknown hulls count nothing."""
    return sum(pack.hulls[ship.hull].integrity for ship in fleet.ships if ship.hull in pack.hulls)


def faults(fleet: FleetList, pack: Pack, total: int, *, factions: bool = True) -> tuple[Fault, ...]:
    """Everything that is wrong with a fleet, none for a legal one; `factions` says whether both sides agreed to them.

    Refused: `E_INTEGRITY`, `E_SLOTS`, `E_DEFENSES`, `E_FACTION`, `E_MOUNT`, `E_HANGAR`, `E_UNKNOWN`, `E_VALUE`.
    """
    return (
        *(Fault("", 0, refused) for refused in _of_fleet(fleet, pack, total, factions)),
        *(fault for ship in fleet.ships for fault in of_ship(ship, fleet, pack)),
    )


def _of_fleet(fleet: FleetList, pack: Pack, total: int, factions: bool) -> Iterator[Refused]:
    if not fleet.ships:
        yield no(Code.E_VALUE, T_("A fleet has at least one ship."), "FS-FRC-01")
    names = Counter(ship.name.casefold() for ship in fleet.ships)
    for called in dict.fromkeys(ship.name for ship in fleet.ships):
        if not called.strip():
            yield no(Code.E_VALUE, T_("Every ship has a name."), "FS-FRC-07")
        elif names[called.casefold()] > 1:
            why = N_("{ships} ships are called {called}.")
            yield no(Code.E_VALUE, why, "FS-FRC-07", ships=names[called.casefold()], called=called)
            names[called.casefold()] = 1
    sum_ = integrity(fleet, pack)
    if sum_ > total:
        yield no(Code.E_INTEGRITY, N_("Integrity is {sum}, at most {most}."), "FS-FRC-01", sum=sum_, most=total)
    if fleet.faction and fleet.faction not in pack.factions:
        yield FACTIONS.none(fleet.faction, pack.factions)
    elif fleet.faction and not factions:
        yield no(Code.E_FACTION, T_("This game is played without factions."), "FS-FRC-02")


def faction_ok(current: str, chosen: str) -> Refused | None:
    """A fleet keeps its one faction (FS-FAC-01). Refused: `E_FACTION`."""
    if current and chosen != current:
        return no(Code.E_FACTION, N_("The fleet belongs to {current} already."), "FS-FAC-01", current=term(current))
    return None


def of_ship(ship: ShipList, fleet: FleetList, pack: Pack) -> Iterator[Fault]:
    """Faults of one ship of a fleet, in the order of its sheet."""

    yield from (Fault(ship.name, 0, refused) for refused in _of_hull(ship, pack))
    turrets: set[int] = set()
    for number, mount in enumerate(ship.components, 1):
        for refused in _of_mount(mount, ship, fleet, pack):
            yield Fault(ship.name, number, refused)
        if mount.item == Upgrade.TURRET_MOUNT and mount.on:
            if mount.on in turrets:
                why = N_("Component {on} has a Turret Mount already.")
                yield Fault(ship.name, number, no(Code.E_MOUNT, why, "FS-FRC-05", on=mount.on))
            turrets.add(mount.on)


def _of_hull(ship: ShipList, pack: Pack) -> Iterator[Refused]:
    hull = pack.hulls.get(ship.hull)
    if hull is None:
        yield HULLS.none(ship.hull, pack.hulls)
    elif len(ship.components) != hull.integrity:
        fitted, slots = FITTED(count=len(ship.components)), SLOTS(count=hull.integrity)
        why = N_("The ship has {fitted}, and a {hull} has {slots}.")
        yield no(Code.E_SLOTS, why, "FS-FRC-03", fitted=fitted, hull=hull.name, slots=slots)
    if len(ship.defenses) > MOST_DEFENSES:
        why = N_("The ship has {defenses} defenses, at most {most}.")
        yield no(Code.E_DEFENSES, why, "FS-FRC-04", defenses=len(ship.defenses), most=MOST_DEFENSES)
    yield from (DEFENSES.none(code, pack.defenses) for code in ship.defenses if code not in pack.defenses)


def _of_mount(mount: Mount, ship: ShipList, fleet: FleetList, pack: Pack) -> Iterator[Refused]:
    item = pack.component(mount.item)
    if item is None:
        yield no_component(mount.item, [*pack.weapons, *pack.upgrades])
        return
    if not pack.may_mount(item, fleet.faction):
        why = N_("{item} belongs to {name}.")
        yield no(Code.E_FACTION, why, "FS-FRC-02", item=item.name, name=pack.factions[item.faction].name)
    if isinstance(item, Weapon):
        yield from _of_weapon(item, mount, fleet.faction)
    else:
        yield from _of_upgrade(item, mount, ship, fleet.faction, pack)


WHICH_ARC = T_("Say which: `facing fore`, or starboard, rear or port.")
WHICH_TWO = T_("Say which two: `facing fore, port`, or any that are neighbours of fore, starboard, rear and port.")


def _of_weapon(weapon: Weapon, mount: Mount, faction: str) -> Iterator[Refused]:
    """The arcs of a weapon: none for missiles, one, or two neighbours in casemates (FS-FRC-05, FS-FAC-30)."""
    arcs, gun = mount.arcs, term(weapon.name)
    if mount.on or mount.squadrons:
        yield no(Code.E_MOUNT, N_("{weapon} is bound to nothing and holds nothing."), "FS-FRC-05", weapon=weapon.name)
    if weapon.type is Type.MISSILE:
        if arcs:
            yield no(Code.E_MOUNT, N_("{weapon} is a missile and takes no arc."), "FS-WPN-18", weapon=weapon.name)
    elif faction == units.FactionCode.OLD_WORLD_COALITION:
        if len(arcs) != 2 or not adjacent(*arcs):
            why = N_("{weapon} needs two neighbouring arcs, not {arcs}.")(weapon=gun, arcs=_arcs_text(mount))
            yield Refused(Code.E_MOUNT, {"why": why}, "FS-FAC-30", WHICH_TWO)
    elif len(arcs) != 1:
        why = N_("{weapon} needs one arc, not {arcs}.")(weapon=gun, arcs=_arcs_text(mount))
        yield Refused(Code.E_MOUNT, {"why": why}, "FS-FRC-05", WHICH_ARC)


def _arcs_text(mount: Mount) -> Text:
    return listed(map(term, mount.arcs)) or T_("none")


def _of_upgrade(upgrade: UpgradeSpec, mount: Mount, ship: ShipList, faction: str, pack: Pack) -> Iterator[Refused]:
    """Refusals of what an upgrade is bound to and holds (FS-FRC-05, FS-SC-02)."""
    if mount.arcs:
        yield no(Code.E_MOUNT, N_("{upgrade} takes no arc."), "FS-FRC-05", upgrade=upgrade.name)
    if upgrade.bound:
        bound = ship.components[mount.on - 1].item if 1 <= mount.on <= len(ship.components) else ""
        weapon = pack.weapons.get(bound)
        if weapon is None:
            why = N_("{upgrade} is bound to a weapon of the ship, by its number.")
            yield no(Code.E_MOUNT, why, "FS-FRC-05", upgrade=upgrade.name)
        elif weapon.type is Type.MISSILE and upgrade.code is Upgrade.TURRET_MOUNT:
            why = N_("{weapon} is a missile and takes no Turret Mount.")
            yield no(Code.E_MOUNT, why, "FS-UPG-13", weapon=weapon.name)
    elif mount.on:
        yield no(Code.E_MOUNT, N_("{upgrade} is bound to nothing."), "FS-FRC-05", upgrade=upgrade.name)
    if not upgrade.bays:
        if mount.squadrons:
            yield no(Code.E_MOUNT, N_("{upgrade} holds no squadrons."), "FS-SC-02", upgrade=upgrade.name)
        return
    if not mount.squadrons:
        yield no(Code.E_MOUNT, N_("{upgrade} must say what it holds."), "FS-FRC-05", upgrade=upgrade.name)
    if refused := bay_ok(upgrade.bays, 0, len(mount.squadrons)):
        yield refused
    for code in mount.squadrons:
        squadron = pack.squadrons.get(code)
        if squadron is None:
            yield SQUADRONS.none(code, pack.squadrons)
        elif not pack.may_mount(squadron, faction):
            why = N_("{squadron} belongs to {name}.")
            yield no(Code.E_FACTION, why, "FS-SC-02", squadron=squadron.name, name=pack.factions[squadron.faction].name)


def _one_name(sheets: Sheets) -> Iterator[Flaw]:
    """A weapon and an upgrade may not share a code: both are components (FS-TERM-01)."""
    weapons = {weapon.code for weapon in sheets.weapons}
    for index, upgrade in enumerate(sheets.upgrades):
        if upgrade.code in weapons:
            yield Flaw("upgrades.toml", ("upgrades", index, "code"), f"{upgrade.code!r} is a weapon's code too")


def _board(sheets: Sheets) -> Iterator[Flaw]:
    """A board too small to play on (FS-BRD-01)."""
    if refused := board_ok(sheets.pack.size.board):
        yield Flaw("pack.toml", ("board",), refused.why)


def _maps(sheets: Sheets) -> Iterator[Flaw]:
    """Pieces that do not fit the board, and maps whose pieces do not go together (FS-BRD-05)."""
    for index, ready in enumerate(sheets.maps):
        places = [("circles", at) for at in range(len(ready.circles))]
        places += [("polygons", at) for at in range(len(ready.polygons))]
        for place, piece in zip(places, ready.terrain, strict=True):
            if refused := piece_ok(sheets.pack.size.board, piece):
                yield Flaw("maps.toml", ("maps", index, *place), refused.why)
        if refused := pieces_ok(ready.terrain):
            yield Flaw("maps.toml", ("maps", index), refused.why)


FORM = Form(
    sheets=Sheets,
    names={},
    checks=(Check(_one_name, ("weapons", "upgrades")), Check(_board, ("pack",)), Check(_maps, ("pack", "maps"))),
    codes=Code,
)
"""How a pack of this rulebook is made."""


def without_fleets(sources: Mapping[str, str], folder: str) -> tuple[Pack, Reading[Sheets]]:
    """The pack of these sheets but for its sample fleets, and what was read. Raises PackError with every fault."""
    reading = read(FORM, sources, folder)
    sheets = reading.sheets
    pack = Pack(
        name=sheets.pack.name,
        version=sheets.pack.version,
        digest=reading.digest,
        basics=sheets.pack.basics,
        prices=sheets.pack.prices,
        hulls={hull.code: hull for hull in sheets.hulls},
        weapons={weapon.code: weapon for weapon in sheets.weapons},
        defenses={defense.code: defense for defense in sheets.defenses},
        upgrades={upgrade.code: upgrade for upgrade in sheets.upgrades},
        squadrons={squadron.code: squadron for squadron in sheets.squadrons},
        factions={faction.code: faction for faction in sheets.factions},
        maps={ready.code: ready for ready in sheets.maps},
        fleets={},
        clock={step.code: step for step in sheets.clock.steps},
        rules=reading.rules,
        refusals=reading.refusals,
    )
    return pack, reading


def load(sources: Mapping[str, str], folder: str = "") -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found.

    `folder` is put before file names in faults. The digest is of everything but the wording (rules, refusals).
    """
    pack, reading = without_fleets(sources, folder)
    found, sheet = reading.faults, reading.texts["fleets.toml"]
    made: dict[str, SampleFleet] = {}
    for index, text in enumerate(reading.sheets.fleets):
        ships: list[ShipList] = []
        for at, ship in enumerate(text.ships):
            read = read_ship(ship.name, ship.hull, list(ship.defenses), list(ship.components), pack)
            if isinstance(read, Refused):
                found.add(sheet, ("fleets", index, "ships", at), read.why)
            else:
                ships.append(read)
        fleet = FleetList(text.name, tuple(ships), text.faction)
        names = [ship.name for ship in text.ships]
        for fault in faults(fleet, pack, pack.basics.total):
            path: Path = ("fleets", index, "ships", names.index(fault.ship)) if fault.ship else ("fleets", index)
            found.add(sheet, path, fault.refused.why)
        made[text.code] = SampleFleet(text.code, text.text, fleet)
    found.check()
    return replace(pack, fleets=made)

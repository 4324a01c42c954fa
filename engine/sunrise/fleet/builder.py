"""The builder: a fleet list as words, ship by ship, with what is still missing and every fault. Rulebook: FS-FRC."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Refusal, Svg
from engine.noun import Found, Value
from engine.orders import Option
from engine.report import Report, Section
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.ships import Arc, FleetList, Mount, ShipList, Type, Upgrade, UpgradeSpec, Weapon
from engine.sunrise.figures.arcs import allowed_arcs
from engine.sunrise.figures.force import MOST_DEFENSES, Fault, Needs, integrity, needs
from engine.sunrise.figures.force import faults as faults_of
from engine.sunrise.figures.hull import full, row_pips, shield_pool
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.plot import course_limit
from engine.sunrise.figures.sheet import fitted, rating, turreted, working
from engine.sunrise.fleet.building import fleet_of
from engine.sunrise.fleet.listing import mount_text
from engine.sunrise.look import Look
from engine.sunrise.pictures.draw_sheet import Card, SystemLine, guns_by_arc, sheet_picture
from engine.sunrise.views_look import as_typed
from engine.sunrise.words import counted, defenses_words, ratings_words, reach_words, signed
from engine.text.names import shown
from engine.view import view


def fleet_lead(fleet: FleetList, pack: Pack, total: int) -> str:
    """The fleet in a sentence: its integrity of the total, its ships, its faction."""
    spent = integrity(fleet, pack)
    left = total - spent
    faction = pack.factions[fleet.faction].name if fleet.faction in pack.factions else "no faction"
    rest = f"{left} left" if left >= 0 else f"{-left} too many"
    return f"{counted(len(fleet.ships), 'ship')}, integrity {spent} of {total} ({rest}), {faction}."


def fleet_sections(fleet: FleetList, pack: Pack, total: int, *, factions: bool) -> tuple[Section, ...]:
    """A section for each ship, and one with every fault of the fleet."""
    found = faults_of(fleet, pack, total, factions=factions)
    sections = [ship_section(ship, fleet, pack) for ship in fleet.ships]
    if found:
        sections.append(Section(counted(len(found), "fault"), tuple(fault_line(one, fleet, pack) for one in found)))
    else:
        sections.append(Section("Faults", ("none: this fleet can be locked",)))
    return tuple(sections)


def ship_section(ship: ShipList, fleet: FleetList, pack: Pack) -> Section:
    """A ship of a list: hull, components by number, defenses, what is still missing."""
    hull = pack.hulls.get(ship.hull)
    lacks = needs(ship, fleet, pack)
    lines = []
    if hull is not None:
        armor = sum(mount.item == Upgrade.REINFORCED_ARMOR for mount in ship.components)
        row = row_pips(armor)
        lines.append(
            f"thrust {hull.thrust}, course {course_limit(hull.thrust)}; "
            f"{full(hull.integrity, row)} pips in {counted(hull.integrity, 'row')} of {row}"
        )
    lines += [f"{number}. {component_words(mount, ship, pack)}" for number, mount in enumerate(ship.components, 1)]
    lines.append(f"Defenses {lacks.defenses} of {MOST_DEFENSES}: {defenses_words(ship.defenses, pack)}")
    if hull is not None:
        lines.append(f"Ratings: {ratings_words(new_ratings(ship, pack))}")
    lines += missing_lines(lacks)
    name = hull.name if hull is not None else shown(ship.hull)
    return Section(f"{shown(ship.name)}: {name}, {lacks.used} of {lacks.slots} slots", tuple(lines))


def missing_lines(lacks: Needs) -> list[str]:
    """What a ship still needs, and what it may still have."""
    spare = MOST_DEFENSES - lacks.defenses
    lines = [f"**Still missing:** {counted(lacks.slots_left, 'component')}"] if lacks.slots_left > 0 else []
    lines += [f"May still have {counted(spare, 'defense')}"] if spare > 0 else []
    return lines


def component_words(mount: Mount, ship: ShipList, pack: Pack) -> str:
    """A component of a list as it is written on a sheet, with what it does."""
    line = mount_text(mount, pack)
    item = pack.component(mount.item)
    if isinstance(item, Weapon):
        return f"{line}: {item.type.value}, band {item.band}, {reach_words(item.band)}"
    if isinstance(item, UpgradeSpec) and item.bound and 1 <= mount.on <= len(ship.components):
        bound = pack.component(ship.components[mount.on - 1].item)
        return f"{line}: on {bound.name}" if bound is not None else line
    return line


def new_ratings(ship: ShipList, pack: Pack) -> tuple[tuple[Type, int], ...]:
    """Defense ratings of a new ship, as far as its list can be read."""
    known = ShipList(
        ship.name,
        ship.hull,
        tuple(code for code in ship.defenses if code in pack.defenses),
        tuple(mount for mount in ship.components if pack.component(mount.item) is not None),
    )
    systems = fitted(known, pack)
    return tuple((kind, rating(systems, known.defenses, pack, kind)) for kind in Type)


def fault_line(fault: Fault, fleet: FleetList, pack: Pack) -> str:
    """A fault: the ship, the component, what is wrong, the rule."""
    where = shown(fault.ship) if fault.ship else "Fleet"
    if fault.component:
        ship = next((one for one in fleet.ships if one.name == fault.ship), None)
        mounts = ship.components if ship is not None else ()
        item = mounts[fault.component - 1].item if fault.component <= len(mounts) else ""
        named = pack.component(item)
        where += f", component {fault.component}" + (f" ({named.name})" if named is not None else "")
    return f"{where}: {shown(fault.refused.why)} ({fault.refused.rule})"


def new_card(ship: ShipList, fleet: FleetList, pack: Pack, side: Side, note: str) -> Svg:
    """The sheet of a ship as it would start, empty slots and all."""
    hull = pack.hulls.get(ship.hull)
    rows = hull.integrity if hull is not None else 1
    mounts = tuple(mount for mount in ship.components if pack.component(mount.item) is not None)
    systems = fitted(ShipList(ship.name, ship.hull, (), mounts), pack)
    row = row_pips(working(systems, Upgrade.REINFORCED_ARMOR))
    shields = shield_pool(working(systems, Upgrade.SHIELDS))
    arcs: list[tuple[Arc, ...]] = []
    missiles = 0
    for number, mount in enumerate(mounts, 1):
        weapon = pack.weapons.get(mount.item)
        if weapon is None:
            continue
        if weapon.type is Type.MISSILE:
            missiles += 1
        else:
            arcs.append(allowed_arcs(mount.arcs, turreted(systems, f"c{number}")))
    lines = [SystemLine(*_split(component_words(mount, ship, pack))) for mount in ship.components]
    lines += [SystemLine("Empty slot", "a weapon or an upgrade", empty=True)] * max(0, rows - len(ship.components))
    lines += [SystemLine(name, "built in") for name in ("Engines", "Fire Control", "Control Bridge")]
    thrust = hull.thrust if hull is not None else 0
    ratings = [(kind.value.capitalize(), signed(number)) for kind, number in new_ratings(ship, pack)]
    card = Card(
        name=ship.name,
        note=note,
        hull=ship.hull,
        hull_name=hull.name if hull is not None else ship.hull,
        side=side,
        pips=full(rows, row),
        row=row,
        rows=rows,
        shields=(shields, shields),
        arcs=guns_by_arc(arcs),
        missiles=missiles,
        tiles=(("Integrity", str(rows)), ("Thrust", str(thrust)), ("Course", str(course_limit(thrust))), *ratings),
        systems=tuple(lines),
        notes=tuple(f"{one.refused.why} ({one.refused.rule})" for one in needs(ship, fleet, pack).faults),
    )
    return sheet_picture(card)


def _split(words: str) -> tuple[str, str]:
    name, _, detail = words.partition(": ")
    return name, detail


def _lacks(look: Look, hull: str, mounted: int) -> bool:
    known = look.pack.hulls.get(hull)
    return known is None or known.integrity != mounted


def builder_picture(look: Look, about: str) -> Svg:
    """The sheet of a ship of the list: the one that is asked about, else the first that lacks something."""
    side = look.player_needed()
    fleet = look.known.of(side).fleet
    fold = about.strip().casefold()
    named = next((ship for ship in fleet.ships if ship.name.casefold() == fold), None)
    lacking = next((ship for ship in fleet.ships if _lacks(look, ship.hull, len(ship.components))), None)
    ship = named or lacking or (fleet.ships[0] if fleet.ships else None)
    if ship is None:
        raise Refusal("E_UNKNOWN", "Your fleet has no ship yet.", "FS-FRC-01", "`/show builder` lists sample fleets.")
    return new_card(ship, fleet, look.pack, side, fleet.name)


def list_subjects(look: Look, found: Found) -> Iterator[Option]:
    """The ships of the viewer's list."""
    for ship in fleet_of(look).ships:
        hull = look.pack.hulls.get(ship.hull)
        name = hull.name if hull is not None else ship.hull
        yield Option(ship.name, f"{ship.name}: {name}, {len(ship.components)} components"[:100])


@view(
    "builder",
    "your fleet list: slots, what is missing, every fault",
    Value("a ship of your list", as_typed, list_subjects),
    picture=builder_picture,
    hinted=True,
)
def builder(look: Look, about: str) -> Report:
    """The viewer's fleet as it is being built: slots, arcs, defenses, hangars, what is missing, every fault."""
    side = look.player_needed()
    fleet = look.known.of(side).fleet
    settings = look.known.settings
    title = f"Fleet of {look.name(side)}" + (" (locked)" if look.known.of(side).locked else "")
    if not fleet.ships:
        lead = f"No ship yet: up to {settings.total} integrity. A sample fleet is the quickest start."
        samples = tuple(
            f"**{sample.code}** ({counted(len(sample.fleet.ships), 'ship')}): {sample.text}"
            for sample in look.pack.fleets.values()
        )
        return Report(title, lead, (Section("Sample fleets", samples),), rule="FS-FRC-01")
    sections = fleet_sections(fleet, look.pack, settings.total, factions=settings.factions)
    lead = fleet_lead(fleet, look.pack, settings.total)
    return Report(title, lead, sections, draws=True, rule="FS-FRC-03")

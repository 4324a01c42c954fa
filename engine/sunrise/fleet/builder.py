"""The builder: a fleet list as words, ship by ship, with what is still missing and every fault. Rulebook: FS-FRC."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Refusal, Svg
from engine.noun import Found, Value
from engine.orders import Option
from engine.report import Report, Section
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.units import Arc, FleetList, Mount, ShipList, Type, Upgrade, UpgradeSpec, Weapon
from engine.sunrise.figures.hull import full, row_pips, shield_pool
from engine.sunrise.figures.plot import course_limit
from engine.sunrise.figures.sheet import fitted, rating, turreted
from engine.sunrise.figures.weapons import allowed_arcs
from engine.sunrise.fleet.building import fleet_of, slots_of
from engine.sunrise.fleet.lists import MOST_DEFENSES, Fault, integrity, mount_text, of_ship
from engine.sunrise.fleet.lists import faults as faults_of
from engine.sunrise.look import Look
from engine.sunrise.pictures.draw_sheet import Card, SystemLine, guns_by_arc, sheet_picture
from engine.sunrise.sight import as_typed, reach_words
from engine.sunrise.state import Side, working
from engine.sunrise.words import FAULTS, ROWS, SHIPS, defenses_words, ratings_words, signed
from engine.text.message import N_, NN_, T_, Text, drawn, name, term
from engine.text.names import hidden
from engine.view import view

LEFT, TOO_MANY = (
    N_("{ships}, integrity {spent} of {total} ({left} left), {faction}."),
    N_("{ships}, integrity {spent} of {total} ({left} too many), {faction}."),
)
NO_FACTION = T_("no faction")


def fleet_lead(fleet: FleetList, pack: Pack, total: int) -> Text:
    """The fleet in a sentence: its integrity of the total, its ships, its faction."""
    spent = integrity(fleet, pack)
    return (LEFT if spent <= total else TOO_MANY)(
        ships=SHIPS(count=len(fleet.ships)),
        spent=spent,
        total=total,
        left=abs(total - spent),
        faction=term(pack.factions[fleet.faction].name) if fleet.faction in pack.factions else NO_FACTION,
    )


NO_FAULTS, LOCKABLE = T_("Faults"), T_("none: this fleet can be locked")


def fleet_sections(fleet: FleetList, pack: Pack, total: int, *, factions: bool) -> tuple[Section, ...]:
    """A section for each ship, and one with every fault of the fleet."""
    found = faults_of(fleet, pack, total, factions=factions)
    sections = [ship_section(ship, pack) for ship in fleet.ships]
    if found:
        lines = tuple(fault_line(fault, fleet, pack) for fault in found)
        sections.append(Section(FAULTS(count=len(found)), lines))
    else:
        sections.append(Section(NO_FAULTS, (LOCKABLE,)))
    return tuple(sections)


HELM = N_("thrust {thrust}, course {course}; {pips} pips in {rows} of {row}")
COMPONENT, RATINGS = N_("{number}. {component}"), N_("Ratings: {ratings}")
DEFENSES = N_("Defenses {count} of {most}: {defenses}")
SHEET = N_("{ship}: {hull}, {used} of {slots} slots")


def ship_section(ship: ShipList, pack: Pack) -> Section:
    """A ship of a list: hull, components by number, defenses, the slots that it still has to fill, and the defenses
    that it may still have (FS-FRC-03, FS-FRC-04).
    """
    hull = pack.hulls.get(ship.hull)
    slots, used, mounted = hull.integrity if hull is not None else 0, len(ship.components), len(ship.defenses)
    lines = []
    if hull is not None:
        row = row_pips(sum(mount.item == Upgrade.REINFORCED_ARMOR for mount in ship.components))
        lines.append(
            HELM(
                thrust=hull.thrust,
                course=course_limit(hull.thrust),
                pips=full(hull.integrity, row),
                rows=ROWS(count=hull.integrity),
                row=row,
            )
        )
    lines += [
        COMPONENT(number=number, component=component_words(mount, ship, pack))
        for number, mount in enumerate(ship.components, 1)
    ]
    defenses = defenses_words(ship.defenses, pack)
    lines.append(DEFENSES(count=mounted, most=MOST_DEFENSES, defenses=defenses))
    if hull is not None:
        lines.append(RATINGS(ratings=ratings_words(new_ratings(ship, pack))))
    lines += [MISSING(count=slots - used)] if slots > used else []
    lines += [SPARE(count=MOST_DEFENSES - mounted)] if mounted < MOST_DEFENSES else []
    called = term(hull.name) if hull is not None else name(ship.hull)
    return Section(SHEET(ship=name(ship.name), hull=called, used=used, slots=slots), tuple(lines))


MISSING = NN_("**Still missing:** {count} component", "**Still missing:** {count} components", "count")
SPARE = NN_("May still have {count} defense", "May still have {count} defenses", "count")


GUN, BOUND = N_("{component}: {type}, band {band}, {reach}"), N_("{component}: on {weapon}")


def component_words(mount: Mount, ship: ShipList, pack: Pack) -> Text:
    """A component of a list as it is written on a sheet, with what it does."""
    line = term(mount_text(mount, pack))
    item = pack.component(mount.item)
    if isinstance(item, Weapon):
        return GUN(component=line, type=term(item.type.value), band=item.band, reach=reach_words(item.band))
    if isinstance(item, UpgradeSpec) and item.bound and 1 <= mount.on <= len(ship.components):
        bound = pack.component(ship.components[mount.on - 1].item)
        return BOUND(component=line, weapon=term(bound.name)) if bound is not None else line
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


FAULT, FLEET = N_("**{where}.** {why} ({rule})"), T_("Fleet")
FAULTY = N_("{ship}, component {number}[ ({component})]")


def fault_line(fault: Fault, fleet: FleetList, pack: Pack) -> Text:
    """A fault: the ship, the component, what is wrong, the rule."""
    where = name(fault.ship) if fault.ship else FLEET
    if fault.component:
        ship = next((ship for ship in fleet.ships if ship.name == fault.ship), None)
        mounts = ship.components if ship is not None else ()
        item = pack.component(mounts[fault.component - 1].item if fault.component <= len(mounts) else "")
        component = term(item.name if item is not None else "")
        where = FAULTY(ship=where, number=fault.component, component=component)
    return FAULT(where=where, why=fault.refused.why, rule=term(fault.refused.rule))


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
    lines = [SystemLine(*component_words(mount, ship, pack).partition(": ")[::2]) for mount in ship.components]
    lines += [SystemLine(T_("Empty slot"), T_("a weapon or an upgrade"), empty=True)] * max(
        0, rows - len(ship.components)
    )
    lines += [SystemLine(name, T_("built in")) for name in (T_("Engines"), T_("Fire Control"), T_("Control Bridge"))]
    thrust = hull.thrust if hull is not None else 0
    ratings = [(kind.value.capitalize(), signed(number)) for kind, number in new_ratings(ship, pack)]
    card = Card(
        name=hidden(ship.name),
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
        tiles=(
            (T_("Integrity"), str(rows)),
            (T_("Thrust"), str(thrust)),
            (T_("Course"), str(course_limit(thrust))),
            *ratings,
        ),
        systems=tuple(lines),
        notes=tuple(f"{fault.refused.why} ({fault.refused.rule})" for fault in of_ship(ship, fleet, pack)),
    )
    return sheet_picture(card)


def builder_picture(look: Look, about: str) -> Svg:
    """The sheet of a ship of the list: the one that is asked about, else the first that lacks something."""
    side = look.player_needed()
    fleet = look.known.of(side).fleet
    fold = about.strip().casefold()
    named = next((ship for ship in fleet.ships if ship.name.casefold() == fold), None)
    lacking = next((ship for ship in fleet.ships if slots_of(look, ship) != len(ship.components)), None)
    ship = named or lacking or (fleet.ships[0] if fleet.ships else None)
    if ship is None:
        raise Refusal(
            "E_UNKNOWN",
            T_("Your fleet has no ship yet."),
            "FS-FRC-01",
            T_("`/sunrise-show builder` lists sample fleets."),
        )
    return new_card(ship, fleet, look.pack, side, hidden(fleet.name))


COMPONENTS = NN_("{ship}: {hull}, {components} component", "{ship}: {hull}, {components} components", "components")


def list_subjects(look: Look, found: Found) -> Iterator[Option]:
    """The ships of the viewer's list."""
    for ship in fleet_of(look).ships:
        hull = look.pack.hulls.get(ship.hull)
        called = drawn(hull.name if hull is not None else ship.hull)
        yield Option(ship.name, COMPONENTS(ship=drawn(ship.name), hull=called, components=len(ship.components)))


TITLE, LOCKED = N_("Fleet of {side}"), N_("Fleet of {side} (locked)")
NO_SHIP = N_("No ship yet: up to {total} integrity. A sample fleet is the quickest start.")
SAMPLE, SAMPLES = N_("**{code}** ({ships}): {text}"), T_("Sample fleets")


@view(
    "builder",
    "your fleet list: slots, what is missing, every fault",
    Value("a ship of your list", as_typed, list_subjects),
    picture=builder_picture,
    hinted=True,
    own=True,
)
def builder(look: Look, about: str) -> Report:
    """The viewer's fleet as it is being built: slots, arcs, defenses, hangars, what is missing, every fault."""
    side = look.player_needed()
    fleet, settings = fleet_of(look), look.known.settings
    title = (LOCKED if look.known.of(side).locked else TITLE)(side=look.name(side))
    if not fleet.ships:
        samples = tuple(
            SAMPLE(code=term(sample.code), ships=SHIPS(count=len(sample.fleet.ships)), text=term(sample.text))
            for sample in look.pack.fleets.values()
        )
        return Report(title, NO_SHIP(total=settings.total), (Section(SAMPLES, samples),), rule="FS-FRC-01")
    sections = fleet_sections(fleet, look.pack, settings.total, factions=settings.factions)
    lead = fleet_lead(fleet, look.pack, settings.total)
    return Report(title, lead, sections, draws=True, rule="FS-FRC-03")

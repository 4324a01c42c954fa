"""Views of places and powers: one system, the galaxy, the standings, the treasury, one class of unit."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import MODERATOR, Refusal
from engine.gcw.battles import BATTLES, battle_line, battle_lines
from engine.gcw.certainty import contact_lines
from engine.gcw.data.codes import Code
from engine.gcw.data.places import LinkKind, System
from engine.gcw.data.terms import Layer
from engine.gcw.data.units import AuxClass, FacilityType, GroundClass, ShipClass, SquadronClass, UnitClass
from engine.gcw.galaxy.hyperspace import exits
from engine.gcw.look import Look, faction, grouped, money, player, tenths
from engine.gcw.pictures.board import board_picture
from engine.gcw.pictures.galaxy import galaxy_picture
from engine.gcw.viewing import CLASS, PLACE, lines_or, unit_lines, weapon_lines
from engine.noun import Found, Value
from engine.orders import Option
from engine.report import Report, Section
from engine.text.message import N_, NN_, NOTHING, T_, Text, code, did_you_mean, joined, listed, name, stamp, term
from engine.view import view

LINKS = {
    LinkKind.TRADE: N_("{system}: {hours} h, trade route"),
    LinkKind.COMMON: N_("{system}: {hours} h, common route"),
    LinkKind.APPROACH: N_("{system}: {hours} h, approach"),
}
NAMED_LINKS = {
    LinkKind.TRADE: N_("{system}: {hours} h, trade route ({route})"),
    LinkKind.COMMON: N_("{system}: {hours} h, common route ({route})"),
    LinkKind.APPROACH: N_("{system}: {hours} h, approach ({route})"),
}
OWNED_BY = N_("{region} · strategic value {value} · owned by {player}")
OWNED_BY_NOBODY = N_("{region} · strategic value {value} · owned by nobody")
OCCUPIED_BY = N_("{owned}, occupied by {players}")
ROUTES, THE_WORLD, BATTLE = T_("Routes"), T_("The world"), T_("Battle")
YOUR_UNITS, ALL_UNITS, CONTACTS = T_("Your units"), T_("All units"), T_("Contacts")
NONE_KNOWN, EXITS = T_("none that you know of"), T_("Where you may leave hyperspace")


@view("system", "one system: routes, owner, what you know to be there", PLACE, picture=board_picture, public=True)
def system(look: Look, place: System) -> Report:
    """One system: what it is, where its routes lead, what the seat knows to be there."""
    owner = look.known.owners.get(place.name)
    lead = (OWNED_BY if owner else OWNED_BY_NOBODY)(
        region=term(place.region), value=place.strategic_value, player=player(owner) if owner else NOTHING
    )
    occupants = look.known.occupied.get(place.name, ())
    if occupants:
        lead = OCCUPIED_BY(owned=lead, players=listed(map(player, occupants)))
    links = [
        (NAMED_LINKS if link.route else LINKS)[link.kind](
            system=term(link.other(place.name)), hours=link.hours, route=term(link.route)
        )
        for link in look.world.pack.neighbours(place.name)
    ]
    sections = [Section(ROUTES, lines_or(links)), Section(THE_WORLD, tuple(world_lines(look, place)))]
    battle = look.known.battles.get(place.name)
    if battle is not None:
        sections.append(Section(BATTLE, (battle_line(look, battle),)))
    if look.seat is not None:
        units = ALL_UNITS if look.seat == MODERATOR else YOUR_UNITS
        sections.append(Section(units, lines_or(unit_lines(look, look.own_at(place.name)))))
    if look.seat not in (None, MODERATOR):
        sections.append(Section(CONTACTS, lines_or(contact_lines(look, look.contacts_at(place.name)), NONE_KNOWN)))
        cells = exits(look.known, look.world, look.seat, place.name)
        sections.append(Section(EXITS, (joined(", ", map(term, cells)),)))
    return Report(term(place.name), lead, tuple(sections), draws=True, rule="GCW-GAL-01")


SECTOR, NO_SECTOR = N_("sector: {sector}, industrial output {output}"), N_("sector: none, industrial output {output}")
FEATURES, STRONGHOLD = N_("features: {features}"), N_("stronghold of the {faction}")
STANDING, POST = N_("standing there: {posts}"), N_("{facility} at {cell}")


def world_lines(look: Look, place: System) -> Iterator[Text]:
    """Lines for what a world has by itself."""
    sector = SECTOR if place.sector else NO_SECTOR
    yield sector(sector=term(place.sector), output=money(place.industrial_output))
    if place.features:
        yield FEATURES(features=joined(", ", (term(feature.replace("_", " ").lower()) for feature in place.features)))
    if place.stronghold_of:
        yield STRONGHOLD(faction=faction(look.world, place.stronghold_of))
    facilities = look.world.pack.facilities
    posts = [POST(facility=term(facilities[post.code].name), cell=term(post.cell)) for post in place.standing]
    if posts:
        yield STANDING(posts=joined(", ", posts))
    if place.special:
        yield T_("off the routes: 24 h more for each end of a course (GCW-GAL-04)")


SO_MANY_SYSTEMS = NN_(
    "{number} system; `/gcw-show system` tells of one.", "{number} systems; `/gcw-show system` tells of one.", "number"
)
UNITS_AT, CONTACTS_AT, OWNER_OF = N_("**{system}**: {units}"), N_("{system}: {number}"), N_("{system}: {player}")


OF_REGION = N_("{system}: strategic value {value}")
OWNED_IN_REGION = N_("{system}: strategic value {value}, owned by {player}")


def find_region(look: Look, words: str, found: Found) -> str:
    """A region by name; without one, the whole galaxy: "". Raises Refusal ROUTE_INVALID."""
    regions = {place.region.casefold(): place.region for place in look.world.pack.systems.values()}
    wanted = words.strip().casefold()
    if wanted and wanted not in regions:
        hint = did_you_mean(words, regions.values())
        raise Refusal(Code.ROUTE_INVALID, N_("There is no region “{name}”.")(name=name(words)), "GCW-GAL-01", hint)
    return regions.get(wanted, "")


def regions_offered(look: Look, found: Found) -> Iterator[Option]:
    """All regions, those with the viewer's units first."""
    systems = look.world.pack.systems
    mine = [systems[unit.system].region for unit in look.own() if unit.cell]
    for region in dict.fromkeys((*mine, *(place.region for place in systems.values()))):
        yield Option(region)


REGION: Value[Look, str] = Value("a region, or nothing for all", find_region, regions_offered)


def region_lines(look: Look, region: str) -> tuple[Text, ...]:
    """The systems of a region, and who owns them."""
    owners = look.known.owners
    return tuple(
        (OWNED_IN_REGION if place.name in owners else OF_REGION)(
            system=term(place.name),
            value=place.strategic_value,
            player=player(owners[place.name]) if place.name in owners else NOTHING,
        )
        for place in sorted(look.world.pack.systems.values(), key=lambda place: place.name)
        if place.region == region
    )


@view("map", "the galaxy: routes, owners, your fleets, voyages", REGION, picture=galaxy_picture, public=True)
def galaxy(look: Look, region: str) -> Report:
    """The seat's places on the map: units, voyages, owned systems, battles; of a region, its systems."""
    sections = own_places(look) if look.seat is not None else []
    if region:
        sections.append(Section(term(region), region_lines(look, region)))
    owned = [OWNER_OF(system=term(place), player=player(owner)) for place, owner in sorted(look.known.owners.items())]
    sections.append(Section(T_("Owned systems"), lines_or(owned)))
    held = [
        N_("{system}: {players}")(system=term(place), players=listed(map(player, seats)))
        for place, seats in sorted(look.known.occupied.items())
    ]
    sections += Section.of(T_("Occupied systems"), held)
    sections += Section.of(BATTLES, battle_lines(look))
    lead = SO_MANY_SYSTEMS(number=len(look.world.pack.systems))
    return Report(T_("The galaxy"), lead, tuple(sections), draws=True, rule="GCW-GAL-01")


def own_places(look: Look) -> list[Section]:
    """Sections for the seat's units by place, its voyages, and its contacts."""
    units = look.own()
    places = dict.fromkeys(unit.system for unit in units if unit.cell)
    here = [UNITS_AT(system=term(place), units=grouped(look.own_at(place))) for place in places]
    sections = [Section(ALL_UNITS if look.seat == MODERATOR else YOUR_UNITS, lines_or(here))]
    voyages = [
        N_("{origin} to {destination}: {units}, there {at} ({in_time})")(
            origin=term(voyage.origin),
            destination=term(voyage.destination),
            units=grouped(unit for unit in units if unit.voyage == voyage.id),
            at=stamp(voyage.due_at),
            in_time=stamp(voyage.due_at, "R"),
        )
        for voyage in look.voyages()
    ]
    sections += Section.of(T_("In hyperspace"), voyages)
    seen = sorted({contact.system for contact in look.contacts() if contact.system and not contact.gone})
    lines = (CONTACTS_AT(system=term(place), number=len(look.contacts_at(place))) for place in seen)
    return [*sections, *Section.of(CONTACTS, lines)]


SOURCE, SOURCE_LINE = N_("source {mark}"), N_("{mark} {title}")
USED_BY = N_("{code} · used by {factions}")


@view("class", "all figures of a class of unit, with their sources", CLASS, public=True)
def klass(look: Look, spec: UnitClass | FacilityType) -> Report:
    """All figures of a class, each with the mark of its source."""
    pack = look.world.pack
    marks = Marks(look, spec)
    sections = [Section(T_("Figures"), tuple(basics(spec, marks)))]
    if not isinstance(spec, GroundClass):
        sections.append(Section(T_("Pools"), tuple(pool_lines(spec, marks))))
    if isinstance(spec, ShipClass):
        sections.append(Section(T_("Aboard"), tuple(places_aboard(spec, marks))))
    sections.append(Section(T_("Weapons"), (*weapon_lines(look, spec.weapons), SOURCE(mark=marks("weapons")))))
    sections += Section.of(T_("Can do"), (trait for field, trait in TRAITS.items() if getattr(spec, field, False)))
    sources = [
        SOURCE_LINE(mark=code(source.mark), title=term(source.title))
        for source in pack.sources.values()
        if source.mark in marks.used
    ]
    sections += Section.of(T_("Where figures come from"), sources)
    users = [
        term(side.name)
        for side in pack.factions.values()
        if not isinstance(spec, FacilityType) and pack.may_use(side, spec)
    ]
    lead = USED_BY(code=term(spec.code), factions=joined(", ", users)) if users else term(spec.code)
    return Report(term(spec.name), lead, tuple(sections), rule="GCW-FAC-11")


class Marks:
    """The marks beside the figures of a class, which say where they come from; `used` are those that were shown."""

    def __init__(self, look: Look, spec: UnitClass | FacilityType) -> None:
        self._pack, self._spec = look.world.pack, spec
        self.used: set[str] = set()

    def __call__(self, field: str) -> Text:
        """The mark of a figure, by the field of its record."""
        mark = self._pack.mark(self._spec, field)
        self.used.update(mark.split())
        return code(mark)


HYPERSPACE, NO_HYPERDRIVE = N_("hyperspace rating {rating} {mark}"), N_("no hyperdrive {mark}")
MOVES = NN_("{number} movement point a turn", "{number} movement points a turn", "number")
CP_DAYS = NN_("{cp} CP, {number} day to build {mark}", "{cp} CP, {number} days to build {mark}", "number")
FACILITY_UCR = N_("UCR {attack} attacking {attack_mark}, {defence} defending {defence_mark}")
DAYS = NN_("{number} day to build {mark}", "{number} days to build {mark}", "number")
HIT_POINTS = NN_(
    "{hp} hit points {mark}, {number} day to build", "{hp} hit points {mark}, {number} days to build", "number"
)


def basics(spec: UnitClass | FacilityType, mark: Marks) -> Iterator[Text]:
    """Lines for a class's cost, technology, rating and speed."""
    yield N_("cost {amount} {mark}")(amount=money(spec.cost), mark=mark("cost"))
    yield N_("technology {tags} {mark}")(tags=joined(", ", map(term, spec.tech)), mark=mark("tech"))
    if not isinstance(spec, FacilityType):
        yield N_("UCR {ucr}: speed {speed} {speed_mark} + maneuver {maneuver} {maneuver_mark}")(
            ucr=spec.ucr,
            speed=spec.speed,
            speed_mark=mark("speed"),
            maneuver=spec.maneuver,
            maneuver_mark=mark("maneuver"),
        )
    match spec:
        case ShipClass():
            yield N_("{cp} CP and as many days to build {mark}")(cp=spec.cp, mark=mark("cp"))
            yield N_("length {metres} m {mark}: {squads} squads of crew")(
                metres=spec.length_dm // 10, mark=mark("length_dm"), squads=spec.crew
            )
            yield HYPERSPACE(rating=tenths(spec.hyper_tenths), mark=mark("hyper_tenths"))
            yield MOVES(number=spec.move_points or spec.speed)
        case SquadronClass() | AuxClass():
            yield CP_DAYS(cp=spec.cp, number=spec.build_days, mark=mark("cp"))
            sentence = HYPERSPACE if spec.hyper_tenths else NO_HYPERDRIVE
            yield sentence(rating=tenths(spec.hyper_tenths), mark=mark("hyper_tenths"))
        case FacilityType():
            yield FACILITY_UCR(
                attack=spec.ucr_attack,
                attack_mark=mark("ucr_attack"),
                defence=spec.ucr_defensive,
                defence_mark=mark("ucr_defensive"),
            )
            yield DAYS(number=spec.build_days, mark=mark("build_days"))
        case GroundClass():
            yield HIT_POINTS(hp=spec.hp, mark=mark("hp"), number=spec.build_days)


HANGAR = N_("hangar: {squadrons} squadrons, {auxiliaries} auxiliaries {mark}")
COMPLEMENT, CARRIED, STOCK = N_("complement: {craft} {mark}"), N_("{number} {code}"), N_("{number} stock {kind}")


def places_aboard(spec: ShipClass, mark: Marks) -> Iterator[Text]:
    """Lines for what a class of ships has room for, and what it comes with."""
    yield HANGAR(squadrons=spec.hangar_sf, auxiliaries=spec.hangar_aux, mark=mark("hangar_sf"))
    craft = [
        (CARRIED if part.code else STOCK)(number=part.count, code=term(part.code or ""), kind=term(part.kind.value))
        for part in spec.complement
    ]
    if craft:
        yield COMPLEMENT(craft=joined(", ", craft), mark=mark("complement"))
    if spec.troop_capacity or spec.vehicle_capacity:
        yield N_("troops {squads}, vehicles {vehicles}")(squads=spec.troop_capacity, vehicles=spec.vehicle_capacity)


POOL = N_("{layer} {points:,} {mark}")


def pool_lines(spec: ShipClass | SquadronClass | AuxClass | FacilityType, mark: Marks) -> Iterator[Text]:
    """The pools of a class, each with its mark; systems follow from the length."""
    for layer in Layer:
        points = getattr(spec, layer, 0)
        if points:
            yield POOL(layer=term(layer), points=points, mark=mark("length_dm" if layer == "systems" else layer))


TRAITS = {
    "interdictor": T_("keeps its enemies from hyperspace (GCW-TRN-08)"),
    "atmospheric": T_("may enter the atmosphere (GCW-ATM-05)"),
    "orbital_bombardment": T_("orbital bombardment (GCW-ORB-01)"),
    "tractor_projectors": T_("tractor beams (GCW-TRC-01)"),
    "bombing_run": T_("bombing runs (GCW-BMB-01)"),
    "can_scan": T_("active scans (GCW-SCN-03)"),
    "comscan": T_("active scans (GCW-SCN-03)"),
    "swarm": T_("swarms (GCW-TIE-01)"),
    "is_landing_barge": T_("landing barge"),
    "is_planetary_weapon": T_("planetary weapon (GCW-DMG-08)"),
    "infiltrator": T_("infiltrator"),
}
"""What a class may do beside the ordinary, by the field of its record."""

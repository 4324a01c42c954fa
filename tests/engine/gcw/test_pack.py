"""The GCW data pack: complete, in one piece, true to the formulas that made it, and to what the rulebook fixes."""

import tomllib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from pathlib import Path

import pytest

from engine.gcw.data.marks import Mount
from engine.gcw.data.people import Faction
from engine.gcw.data.places import Feature, LinkKind, Post
from engine.gcw.data.units import AuxClass, Berth, Channel, GroundClass, GroundKind, ShipClass, SquadronClass
from engine.gcw.figures.arithmetic import ceil_div
from engine.gcw.world import Pack, load
from engine.pack.sheets import PackError
from storage.packs import read

SHEETS = read(Path(__file__).parents[3] / "seeds" / "gcw")
PACK = load(SHEETS, "seeds/gcw")


def faction(code: str) -> Faction:
    return PACK.factions[code]


# What the rulebook fixes


def test_the_weapon_chart_is_the_rulebooks() -> None:
    chart = {code: (weapon.damage, weapon.channel.value) for code, weapon in PACK.weapons.items()}
    normal = "LC 1, SLC 2, HLC 2, LB 3, LTL 6, TLC 8, HTLC 10, TLB 12, HTLB 15, CM 2, ACM 3, PT 3, APT 4"
    ion = "LIC 1, IC 3, HIC 4, IB 5, HIB 6"
    expected = {
        **{part.split()[0]: (int(part.split()[1]), "NORMAL") for part in normal.split(", ")},
        **{part.split()[0]: (int(part.split()[1]), "ION") for part in ion.split(", ")},
        "PTLC": (300, "PTL"),
        "PIC": (500, "PIC"),
    }
    assert chart == expected
    assert [code for code, weapon in PACK.weapons.items() if weapon.warhead] == ["CM", "ACM", "PT", "APT"]


@pytest.mark.parametrize(("code", "cp"), [("ACC", 12), ("STRK", 5), ("ESC", 5), ("CGUN", 3), ("RAF", 6), ("CORV", 1)])
def test_command_points_that_the_rulebook_fixes(code: str, cp: int) -> None:
    assert PACK.ships[code].cp == cp
    assert PACK.mark(PACK.ships[code], "cp") == "S"


def test_ratings_lengths_and_projectors_that_the_rulebook_fixes() -> None:
    corvette, destroyer = PACK.ships["CORV"], PACK.ships["ISD"]
    assert (corvette.ucr, corvette.length_dm, corvette.systems, corvette.crew) == (7, 1500, 75, 15)
    assert (destroyer.ucr, destroyer.tractor_projectors, destroyer.tractor_m) == (3, 10, 100)
    assert (destroyer.systems, destroyer.crew) == (800, 160)
    assert PACK.mark(corvette, "length") == PACK.mark(corvette, "length_dm") == "S"
    assert PACK.mark(destroyer, "tractor_projectors") == PACK.mark(destroyer, "ucr") == "S"


def test_a_rounded_hull_rounds_systems_and_crew_up() -> None:
    odd = ShipClass(
        code="X",
        name="X",
        tech=(),
        cost=0,
        role="M",
        cp=1,
        length_dm=1372,
        shields=0,
        armor=1,
        hull=1,
        speed=1,
        maneuver=1,
    )
    assert (odd.systems, odd.crew) == (69, 14)


def test_atmosphere_modifiers_are_the_rulebooks() -> None:
    exempt = {code: one.atm_mod for code, one in PACK.squadrons.items() if one.atm_mod != -1}
    assert exempt == {"XW": 0, "AW": 0, "XG1": 0, "Z95": 1}


def test_bombing_runs_swarms_and_bombardment_are_the_rulebooks() -> None:
    assert {code for code, one in PACK.squadrons.items() if one.bombing_run} == {
        "SKY", "XG1", "TB", "BW", "YW", "HET", "CDB",
    }  # fmt: skip
    assert {code for code, one in PACK.squadrons.items() if one.swarm} == {"TF", "TI"}
    assert {code for code, one in PACK.ships.items() if one.orbital_bombardment} == {
        "SSD", "ISD", "ISD2", "VSD", "VSD2", "VNSD", "MC90", "MC80", "MC40", "DHC",
    }  # fmt: skip
    assert [code for code, one in PACK.ships.items() if one.interdictor] == ["INT"]
    assert {code for code, one in PACK.auxiliaries.items() if one.is_landing_barge} == {"LB", "C9979"}
    assert {code for code, one in PACK.ground.items() if one.kind is GroundKind.AIRSPEEDER} == {"T47", "T16", "VWS"}


def test_craft_that_the_rulebook_shows_as_escorts_have_a_hyperdrive() -> None:
    craft = [PACK.units[code] for code in ("XW", "Z95", "EW", "TA", "LAM")]
    assert all(isinstance(one, SquadronClass | AuxClass) and one.hyper_tenths == 10 for one in craft)


def test_strongholds_and_bonus_units_are_the_rulebooks() -> None:
    assert {
        code: (one.stronghold, [(bonus.count, bonus.code) for bonus in one.bonus])
        for code, one in PACK.factions.items()
    } == {
        "GE": ("Coruscant", [(1, "SSD")]),
        "IR": ("Bastion", [(1, "ISD2")]),
        "NR": ("Mon Calamari", [(1, "MC90")]),
        "RA": ("Endor", [(1, "MC90")]),
        "TF": ("Mustafar", [(1, "DHC")]),
        "HS": ("Nal Hutta and Nar Shaddaa", [(1, "VNSD"), (1, "PBC")]),
        "HC": ("Hapes", [(1, "STHM"), (1, "CFC"), (2, "HPB"), (3, "NBC")]),
        "CSA": ("Bonadan", [(1, "VSD"), (2, "MCC")]),
        "IND": ("Tatooine", [(4, "DREAD")]),
        "ORC": ("Vergesso Asteroids", [(4, "ORC-AB"), (4, "ORC-CORV")]),
    }
    assert [post.code for post in PACK.platforms] == ["OMEGA", "GAMMA", "GAMMA", "GAMMA", "SIGMA"]
    assert [post.cell for post in PACK.platforms] == ["B-1", "B-2", "B-3", "B-4", "C-1"]
    for one in PACK.factions.values():
        assert PACK.systems[one.stronghold].stronghold_of == one.code


@pytest.mark.parametrize(
    ("code", "ships", "squadrons", "auxiliaries", "vehicles", "infantry", "bonus"),
    [
        (
            "GE",
            "ISD ISD2 VSD VSD2 ACC STRK ESC INT CARK LNCR",
            "TF TI TB TA TD XG1",
            "LAM STT ASH SEN DEC LB TUG",
            "AT-AT AT-ST AT-TE SPB JUG TCR",
            "ARM STM SCO",
            "SSD",
        ),
        (
            "IR",
            "ISD ISD2 VSD VSD2 ACC STRK ESC INT CARK LNCR VNSD",
            "TF TI TB TA TD XG1",
            "LAM STT ASH SEN DEC LB TUG",
            "AT-AT AT-ST AT-TE SPB JUG TCR",
            "ARM STM SCO",
            "",
        ),
        (
            "NR",
            "MC90 MC80 MC40 RAF NEBB CGUN CORV",
            "Z95 XW YW AW BW EW",
            "LAM GR75 UWG YT13 LB TUG",
            "T47 VWS FRE T2B SPB ION",
            "RSO RSF",
            "",
        ),
        (
            "RA",
            "MC90 MC80 MC40 RAF NEBB CGUN CORV DREAD BULK PCOR ACTN MCC CPC",
            "Z95 XW YW AW BW EW SKY KIH SCU IRD TOS",
            "LAM GR75 UWG YT13 LB TUG YT24 FIR AUZ CSH",
            "T47 VWS FRE T2B SPB ION X34 T16 AT-TE JUG",
            "RSO RSF MIL MER ESP ESR",
            "",
        ),
        ("TF", "DHC PROV MUNI HARD TPIK", "VUL TRI CDB", "NSH C9979 LB TUG", "AAT MTT STAP", "BAT SBD CDO", ""),
        (
            "HS",
            "PBC KALB HCOR SLAV DREAD BULK PCOR ACTN CORV CGUN MCC CPC",
            "SCK KIM SKY KIH Z95 YW SCU IRD TOS",
            "CSK YT13 YT24 FIR LAM AUZ LB TUG CSH",
            "SKF SBG T16 X34 T47 AT-TE ION T2B JUG",
            "THG GAM MER MIL ESP ESR",
            "VNSD",
        ),
        ("HC", "CFC HPB NBC HPC", "MIY HET", "HSH HBB LB TUG", "HRT HAW", "HGU HRG", "STHM"),
        (
            "CSA",
            "VSD MCC CPC DREAD BULK PCOR ACTN CORV CGUN",
            "IRD TOS Z95 YW SKY KIH SCU",
            "CSH LAM YT13 YT24 FIR AUZ LB TUG",
            "T2B JUG X34 T47 T16 AT-TE ION",
            "ESP ESR MIL MER",
            "",
        ),
        (
            "IND",
            "DREAD BULK PCOR ACTN CORV CGUN MCC CPC",
            "Z95 YW SKY KIH SCU IRD TOS",
            "LAM YT13 YT24 FIR AUZ LB TUG CSH",
            "X34 T47 T16 AT-TE ION T2B JUG",
            "MIL MER ESP ESR",
            "",
        ),
        (
            "ORC",
            "ORC-AB ORC-CORV ORC-FRG ORC-CAR",
            "R41 PIN SCU",
            "ABO YT13 YT24 FIR LB TUG",
            "SKF TEC X34 T16",
            "RAI ORM MER",
            "",
        ),
    ],
)
def test_unit_lists_of_the_factions(
    code: str, ships: str, squadrons: str, auxiliaries: str, vehicles: str, infantry: str, bonus: str
) -> None:
    units = PACK.units_of(faction(code))
    assert sorted(units.ships) == sorted(ships.split())
    assert sorted(units.squadrons) == sorted(squadrons.split())
    assert sorted(units.auxiliaries) == sorted(auxiliaries.split())
    assert sorted(units.vehicles) == sorted(vehicles.split())
    assert sorted(units.infantry) == sorted(infantry.split())
    assert sorted(units.bonus_only) == sorted(bonus.split())


@pytest.mark.parametrize(
    ("code", "unit", "allowed"),
    [("GE", "MC90", False), ("GE", "VNSD", False), ("IR", "VNSD", True), ("CSA", "ISD2", False), ("CSA", "VSD", True)],
)
def test_technology_examples_of_the_register(code: str, unit: str, allowed: bool) -> None:
    assert PACK.may_use(faction(code), PACK.units[unit]) is allowed


def test_a_bonus_class_of_other_technology_may_be_used_but_not_built() -> None:
    assert PACK.may_use(faction("HS"), PACK.units["VNSD"])
    assert not PACK.may_build(faction("HS"), PACK.units["VNSD"])


def test_stock_classes_are_ones_the_faction_may_have() -> None:
    for one in PACK.factions.values():
        for berth in Berth:
            assert PACK.may_build(one, PACK.units[PACK.stock(one, berth)]), (one.code, berth)
            assert PACK.units[PACK.stock(one, berth)].tech


@pytest.mark.parametrize("code", ["GE", "NR", "TF", "HS", "HC", "CSA", "IND", "ORC"])
def test_sample_fleets_are_legal_and_use_all_23_points(code: str) -> None:
    ships, squadrons, auxiliaries, points = 0, 0, 0, 0
    for part in faction(code).sample:
        unit = PACK.units[part.code]
        assert PACK.may_build(faction(code), unit)
        assert isinstance(unit, ShipClass | SquadronClass | AuxClass)
        points += part.count * unit.cp
        ships += part.count * isinstance(unit, ShipClass)
        squadrons += part.count * isinstance(unit, SquadronClass)
        auxiliaries += part.count * isinstance(unit, AuxClass)
        assert isinstance(unit, ShipClass) or unit.hyper_tenths > 0
    assert points == 23
    assert ships <= 7
    assert squadrons <= 3
    assert auxiliaries <= 12
    assert squadrons + ceil_div(auxiliaries, 3) <= ships


# The formulas that made the figures


POINTS_PER_100_M = {"T": 70, "R": 86, "V": 100, "M": 110, "D": 120, "A": 160, "G": 250, "X": 120}
ARMOR_AND_SHIELDS = {
    "T": (50, 100), "R": (100, 100), "V": (75, 100), "M": (100, 150),
    "D": (100, 200), "A": (125, 150), "G": (100, 150), "X": (100, 200),
}  # fmt: skip
IMPROVED = {"ISD2", "VSD2"}
MON_CALAMARI = {"MC90", "MC80", "MC40"}
MANEUVER_BELOW_M = ((200, 5), (400, 4), (600, 3), (900, 2), (2000, 1))


def half_up(number: Fraction) -> int:
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


@pytest.mark.parametrize("ship", PACK.ships.values(), ids=PACK.ships.keys())
def test_figures_of_ships_follow_the_formulas(ship: ShipClass) -> None:
    metres = Fraction(ship.length_dm, 10)
    points = max(1, half_up(POINTS_PER_100_M[ship.role] * metres / 10_000)) + (ship.code in IMPROVED)
    assert (ship.cp, ship.cost) == (points, 100 * points)
    armor, shields = ARMOR_AND_SHIELDS[ship.role]
    if ship.code in MON_CALAMARI:
        armor, shields = armor - 25, shields + 50
    assert ship.hull == metres
    assert ship.armor == ceil_div(ship.length_dm * armor, 1000)
    assert ship.shields == ceil_div(ship.length_dm * shields, 1000)
    assert ship.maneuver == next((value for below, value in MANEUVER_BELOW_M if metres < below), 0)
    assert ship.move_points == ship.speed
    assert 1 <= ship.speed <= 4


@pytest.mark.parametrize("craft", PACK.squadrons.values(), ids=PACK.squadrons.keys())
def test_figures_of_squadrons_follow_the_formulas(craft: SquadronClass) -> None:
    attack, agility, hull, shields, speed = craft.ratings
    assert (craft.speed, craft.maneuver) == (speed, agility + 3)
    assert (craft.armor, craft.shields) == (48 * hull, 48 * shields)
    assert craft.cost == 10 * (attack + agility + hull + shields) + (20 if craft.hyper_tenths else 0)
    assert all(mount.count % 12 == 0 for mount in craft.weapons)


@pytest.mark.parametrize("craft", PACK.auxiliaries.values(), ids=PACK.auxiliaries.keys())
def test_figures_of_auxiliaries_follow_the_formulas(craft: AuxClass) -> None:
    attack, agility, hull, shields, speed = craft.ratings
    assert (craft.speed, craft.maneuver) == (speed, agility + 2)
    assert (craft.armor, craft.shields) == (8 * hull, 8 * shields)
    assert craft.cost == 2 * (attack + agility + hull + shields)


VEHICLES = [one for one in PACK.ground.values() if one.kind is not GroundKind.INFANTRY]
INFANTRY = [one for one in PACK.ground.values() if one.kind is GroundKind.INFANTRY]


@pytest.mark.parametrize("vehicle", VEHICLES, ids=lambda one: one.code)
def test_figures_of_vehicles_follow_the_formulas(vehicle: GroundClass) -> None:
    metres = Fraction(vehicle.length_cm, 100)
    assert vehicle.speed == vehicle.drive
    assert vehicle.maneuver == (0 if metres >= 15 else 1 if metres >= 8 else 2 if metres >= 4 else 3)
    assert vehicle.hp == max(16, ceil_div(8 * vehicle.length_cm, 100))
    assert vehicle.cost == max(5, ceil_div(vehicle.hp, 4))
    assert vehicle.room == (4 if metres >= 30 else 2 if metres >= 15 else 1)


@pytest.mark.parametrize("squad", INFANTRY, ids=lambda one: one.code)
def test_figures_of_infantry_follow_the_formulas(squad: GroundClass) -> None:
    ucr, hp, lasers, cost = {"stock": (3, 10, 1, 1), "trained": (4, 12, 2, 2), "elite": (5, 15, 3, 4)}[squad.tier]
    assert (squad.ucr, squad.speed, squad.hp, squad.cost) == (ucr, 1, hp, cost)
    assert squad.weapons == (Mount("LC", 1, lasers),)


def test_figures_of_facilities_follow_the_formulas() -> None:
    for one in PACK.facilities.values():
        assert one.build_days == one.cost // 100
        assert one.hull == one.cost
        if one.code == "SHG":
            assert (one.shields, one.armor) == (2400, 800)
        else:
            assert (one.shields, one.armor) == (one.cost, 2 * one.cost)
        assert one.ucr_attack == one.ucr_defensive


VOLLEYS = """
SSD 7250+750, ISD 900+180, ISD2 1250+80, VSD 880+30, VSD2 560+40, ACC 324+0, STRK 280+30, ESC 20+0, INT 80+0,
CARK 120+0, LNCR 80+0, VNSD 308+0, MC90 918+90, MC80 358+48, MC40 104+18, RAF 275+0, NEBB 156+0, CGUN 160+0, CORV 72+0,
DREAD 280+0, BULK 120+0, PCOR 20+0, ACTN 8+0, MCC 96+0, CPC 120+12, DHC 510+60, PROV 464+36, MUNI 362+8, HARD 32+0,
TPIK 48+0, PBC 168+24, KALB 104+0, HCOR 30+0, SLAV 20+0, STHM 780+180, CFC 180+0, HPB 510+144, NBC 210+30, HPC 40+0,
ORC-AB 128+12, ORC-CORV 54+0, ORC-FRG 108+24, ORC-CAR 24+0,
TF 48+0, TI 96+0, TB 120+0, TA 144+0, TD 144+24, XG1 72+24, Z95 72+0, XW 120+0, YW 96+24, AW 72+0, BW 120+36, EW 144+0,
SKY 96+108, KIH 72+0, SCU 120+0, R41 48+12, PIN 24+0, IRD 48+0, TOS 48+0, SCK 24+0, KIM 120+0, VUL 48+0, TRI 60+0,
CDB 96+0, MIY 48+12, HET 108+0
"""


def volley(weapons: Iterable[Mount]) -> tuple[int, int]:
    """Raw damage of everything fired once: ordinary, ion."""
    totals = {Channel.NORMAL: 0, Channel.ION: 0}
    for mount in weapons:
        weapon = PACK.weapons[mount.weapon]
        totals[weapon.channel] += mount.count * mount.barrels * weapon.damage
    return totals[Channel.NORMAL], totals[Channel.ION]


def test_full_volleys_come_to_the_published_sums() -> None:
    expected = {}
    for part in VOLLEYS.replace("\n", " ").split(","):
        code, sums = part.split()
        ordinary, ion = sums.split("+")
        expected[code] = (int(ordinary), int(ion))
    armed = {**PACK.ships, **PACK.squadrons}
    assert {code: volley(one.weapons) for code, one in armed.items()} == expected


# Complements and marks


def test_a_complement_names_classes_or_leaves_them_to_the_stock_of_whoever_musters() -> None:
    aboard = [(one.count, one.kind.value, one.code) for one in PACK.ships["ISD"].complement]
    assert aboard == [
        (4, "SF", "TF"), (1, "SF", "TI"), (1, "SF", "TB"), (8, "AUX", "LAM"), (15, "AUX", "STT"), (12, "AUX", "LB"),
        (20, "GAV", "AT-AT"), (30, "GAV", "AT-ST"), (970, "INFANTRY", ""),
    ]  # fmt: skip
    assert PACK.stock(faction("CSA"), Berth.INFANTRY) == "ESP"


def test_a_ship_holds_what_it_comes_with() -> None:
    destroyer = PACK.ships["ISD"]
    assert (destroyer.hangar_sf, destroyer.hangar_aux, destroyer.troop_capacity) == (6, 35, 970)
    assert destroyer.vehicle_capacity == 2 * 20 + 30  # an AT-AT takes two places
    assert (PACK.ships["CGUN"].hangar_sf, PACK.ships["CGUN"].troop_capacity) == (0, 0)


@pytest.mark.parametrize(
    ("record", "field", "mark"),
    [
        (PACK.ships["ISD"], "weapons", "F2 F14"),
        (PACK.ships["VSD"], "weapons", "A F4"),
        (PACK.ships["VSD"], "shields", "P"),
        (PACK.ships["PROV"], "hyper_tenths", "F13"),
        (PACK.ships["DHC"], "orbital_bombardment", "S"),
        (PACK.squadrons["TF"], "ratings", "F16"),
        (PACK.squadrons["XW"], "atm_mod", "S"),
        (PACK.auxiliaries["SEN"], "length", "F13"),
        (PACK.ground["AAT"], "length_cm", "F13"),
        (PACK.facilities["PTLC"], "weapons", "S"),
        (PACK.systems["Coruscant"], "strategic_value", "F17"),
        (PACK.systems["Anaxes"], "strategic_value", "P"),
        (PACK.systems["Kamino"], "x", "P"),
        (PACK.systems["Hoth"], "x", "F20"),
        (PACK.factions["GE"], "bonus", "S"),
        (PACK.weapons["LC"], "damage", "S"),
        (PACK.heroes["ADMIRAL"], "hp", "P"),
        (PACK.defences[5], "ground", "P"),
    ],
)
def test_every_figure_keeps_its_mark(record: ShipClass, field: str, mark: str) -> None:
    assert PACK.mark(record, field) == mark


def test_every_mark_is_explained() -> None:
    used = {
        part for marks in PACK.marks.values() for mark in (marks.rest, *marks.fields.values()) for part in mark.split()
    }
    assert used <= set(PACK.sources)


# The galaxy


def test_there_are_107_systems_and_149_links() -> None:
    assert len(PACK.systems) == 107
    kinds = [link.kind for link in PACK.links]
    assert [kinds.count(kind) for kind in LinkKind] == [53, 93, 3]
    assert {link.kind: link.hours for link in PACK.links} == {
        LinkKind.TRADE: 6, LinkKind.COMMON: 12, LinkKind.APPROACH: 0,
    }  # fmt: skip
    assert [name for name, system in PACK.systems.items() if system.special] == ["Byss", "Hapes", "Roon"]


def test_output_is_fifty_for_each_step_of_strategic_value() -> None:
    assert all(one.industrial_output == 50 * one.strategic_value for one in PACK.systems.values())


def test_a_world_as_the_table_has_it() -> None:
    kuat = PACK.systems["Kuat"]
    assert (kuat.x, kuat.y, kuat.region, kuat.strategic_value, kuat.sector) == (544, 557, "Core", 5, "Industrial")
    assert kuat.features == (Feature.SHIPYARD_WORLD, Feature.HEAVY_INDUSTRY)
    assert {link.other("Kuat") for link in PACK.neighbours("Kuat")} == {"Alderaan Asteroids", "Balmorra", "Rendili"}


HOURS = """
Coruscant                 0 54 84 42 36 36 54 60 42 42
Bastion                   54 0 78 84 78 78 84 54 84 84
Mon Calamari              84 78 0 102 96 78 78 48 66 78
Endor                     42 84 102 0 30 54 72 78 48 48
Mustafar                  36 78 96 30 0 48 66 72 42 36
Nal Hutta and Nar Shaddaa 36 78 78 54 48 0 60 72 36 36
Hapes                     54 84 78 72 66 60 0 78 72 72
Bonadan                   60 54 48 78 72 72 78 0 66 78
Tatooine                  42 84 66 48 42 36 72 66 0 12
Vergesso Asteroids        42 84 78 48 36 36 72 78 12 0
"""


def hours_from(start: str) -> dict[str, int]:
    """Map hours to every world by the fastest course, special worlds at its ends only, 24 h for each of those."""
    special = {name for name, system in PACK.systems.items() if system.special}
    best: dict[str, int] = {}
    queue = [(24 if start in special else 0, start)]
    while queue:
        taken, here = heappop(queue)
        if here in best:
            continue
        best[here] = taken
        if here in special and here != start:
            continue
        for link in PACK.neighbours(here):
            there = link.other(here)
            heappush(queue, (taken + link.hours + (24 if there in special else 0), there))
    return best | {start: 0}


def test_hours_between_strongholds_are_the_published_ones() -> None:
    rows = [line.rsplit(maxsplit=10) for line in HOURS.strip().split("\n")]
    names = [row[0] for row in rows]
    published = {(row[0], name): int(value) for row in rows for name, value in zip(names, row[1:], strict=True)}
    found = {(one, other): hours_from(one)[other] for one in names for other in names}
    assert found == published


# Defenders, heroes, missions


def test_neutral_worlds_are_defended_by_strategic_value() -> None:
    assert PACK.orbit_defence(PACK.systems["Hoth"]) == ()
    assert PACK.ground_defence(PACK.systems["Hoth"]) == (Post("BUN", "G-1"),)
    kuat = PACK.systems["Kuat"]
    assert [f"{post.code} {post.cell}" for post in PACK.orbit_defence(kuat)] == ["GAMMA B-1", "GAMMA B-3", "SIGMA B-2"]
    assert [post.code for post in PACK.ground_defence(kuat)] == ["GAR", "FAC", "PTLC", "PIC"]


def test_a_stronghold_without_a_player_has_its_platforms_and_the_best_ground_defence() -> None:
    bastion = PACK.systems["Bastion"]
    assert PACK.orbit_defence(bastion) == PACK.platforms
    assert [post.code for post in PACK.ground_defence(bastion)] == ["GAR", "FAC", "PTLC", "PIC"]


def test_the_palace_stands_on_coruscant_instead_of_a_garrison() -> None:
    posts = PACK.ground_defence(PACK.systems["Coruscant"])
    assert [(post.code, post.cell) for post in posts] == [
        ("PAL", "G-1"),
        ("FAC", "G-2"),
        ("PTLC", "G-3"),
        ("PIC", "G-4"),
    ]
    assert not PACK.facilities["PAL"].buildable


def test_the_guard_force_is_the_rulebooks() -> None:
    assert (PACK.guard.squadrons, PACK.guard.squads, PACK.guard.vehicles) == (1, 100, 10)
    assert [PACK.stock(faction(PACK.neutral_stock), berth) for berth in (Berth.SF, Berth.INFANTRY, Berth.GAV)] == [
        "Z95", "MIL", "X34",
    ]  # fmt: skip


def test_nine_hero_classes_with_five_levels_and_a_mission_of_their_own() -> None:
    assert len(PACK.heroes) == 9
    for hero in PACK.heroes.values():
        assert [ability.level for ability in hero.abilities] == [1, 2, 3, 4, 5]
        assert PACK.missions[hero.mission].hero_class == hero.code
        assert PACK.missions[hero.mission].repeatable
    assert PACK.heroes["FORCE"].ucr == 6
    assert [objective.reward for objective in PACK.missions["MILK-RUN"].objectives] == [200, 300, 500]


def test_the_independent_package() -> None:
    package = PACK.independent
    assert package is not None
    assert (package.heroes, package.hero_level, package.ship_cp, package.treasury) == (1, 1, 23, 2000)
    assert (package.command_center, package.facility_credit, package.home) == (False, 0, "Tatooine")


def test_a_kind_of_unit_lacks_what_it_does_not_declare() -> None:
    shuttle, fighter, walker = PACK.auxiliaries["LAM"], PACK.squadrons["TF"], PACK.ground["AT-ST"]
    assert (shuttle.systems, shuttle.crew, shuttle.hangar_sf, shuttle.hull) == (0, 0, 0, 0)
    assert (fighter.troop_capacity, fighter.length_dm, fighter.orbital_bombardment, fighter.hp) == (0, 0, False, 0)
    assert (walker.cp, walker.hyper_tenths, walker.can_scan, walker.complement) == (0, 0, False, ())


# Looking things up


@pytest.mark.parametrize(
    ("word", "code"),
    [("isd", "ISD"), ("x-wing", "XW"), ("  CORV ", "CORV"), ("strike", "STRK"), ("imperial-class", None), ("", None)],
)
def test_a_unit_is_found_by_code_name_or_the_beginning_of_one(word: str, code: str | None) -> None:
    unit = PACK.find_unit(word)
    assert (unit.code if unit else None) == code


def test_worlds_factions_and_facilities_are_found_in_any_case() -> None:
    assert getattr(PACK.find_system("mon calamari"), "name", None) == "Mon Calamari"
    assert getattr(PACK.find_system("nal hutta"), "name", None) == "Nal Hutta and Nar Shaddaa"
    assert PACK.find_system("corusant") is None
    assert getattr(PACK.find_faction("new republic"), "code", None) == "NR"
    assert getattr(PACK.find_facility("shipyard"), "code", None) == "SHY"


# Faulty packs


@pytest.fixture(scope="module", autouse=True)
def sheets_parsed_once() -> Iterator[None]:
    """Of a spoilt pack one sheet is new: what is the same text in all of them is parsed once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tomllib, "loads", cache(tomllib.loads))
        yield


def spoilt(file: str, was: str, now: str) -> str:
    """Faults that are told of the pack with one thing changed in it."""
    assert was in SHEETS[file]
    with pytest.raises(PackError) as caught:
        load({**SHEETS, file: SHEETS[file].replace(was, now, 1)}, "seeds/gcw")
    return str(caught.value)


def line_of(file: str, text: str) -> int:
    return SHEETS[file][: SHEETS[file].index(text)].count("\n") + 1


def test_what_is_wrong_in_shape_in_names_and_between_records_is_told_together() -> None:
    ships = SHEETS["ships.toml"].replace('"60 HTLB"', '"60 HTBL"', 1).replace("cp = 19\n", "cp = 1000\n", 1)
    galaxy = SHEETS["galaxy.toml"].replace('"Kuat", "Balmorra"', '"Kuat", "Kuat"', 1)
    with pytest.raises(PackError) as caught:
        load({**SHEETS, "ships.toml": ships, "galaxy.toml": galaxy, "heroes.toml": ""}, "seeds/gcw")
    said = str(caught.value)
    assert "no weapon named 'HTBL'" in said
    assert "ships[1].cp: input should be less than or equal to 999" in said
    assert "'Kuat' is linked to itself" in said
    assert "heroes.toml:1: heroes: is missing" in said


def test_a_link_to_an_unknown_system_is_told_with_its_line_and_what_was_meant() -> None:
    line = line_of("galaxy.toml", 'stops = ["Coruscant", "Empress Teta"]')
    said = spoilt("galaxy.toml", 'stops = ["Coruscant", "Empress Teta"]', 'stops = ["Corusant", "Empress Teta"]')
    assert said == (
        f"seeds/gcw/galaxy.toml:{line}: routes[9].stops[0]: no system named 'Corusant' (did you mean 'Coruscant'?)"
    )


@pytest.mark.parametrize(
    ("file", "was", "now", "expected"),
    [
        ("galaxy.toml", '"Kuat", "Balmorra"', '"Kuat", "Kuat"', "'Kuat' is linked to itself"),
        ("galaxy.toml", '"Kuat", "Balmorra"', '"Rendili", "Kuat"', "'Kuat' and 'Rendili' are already linked"),
        ("galaxy.toml", '"Bespin", "Jakku"', '"Byss", "Jakku"', "a special world is reached by approaches only"),
        ("galaxy.toml", '"Mon Calamari"\nx', '"Kuat"\nx', "'Kuat' is given twice"),
        ("galaxy.toml", "hours = 0\n", "", "hours: is missing: an approach must say its hours"),
        ("galaxy.toml", "x = 45.2", "x = 45.25", "systems[0].x: should have at most one decimal"),
        ("ships.toml", '"60 HTLB"', '"60 HTBL"', "ships[1].weapons[0]: no weapon named 'HTBL' (did you mean 'HTLB'?)"),
        ("ships.toml", '"60 HTLB"', '"60 Triple HTLB"', "ships[1].weapons[0]: string should match pattern"),
        ("ships.toml", '"4 TF"', '"4 TFF"', "ships[1].complement[0]: no carried class named 'TFF' (did you mean 'T"),
        ("ships.toml", "maneuver = 1\n", "maneuver = 998\n", "speed + maneuver is 1000, a UCR is from 1 to 999"),
        ("ships.toml", "maneuver = 1\n", "maneuver = 1000\n", "input should be less than or equal to 999"),
        (
            "ships.toml",
            'built_at = ["SHY"]',
            'built_at = ["SHYY"]',
            "no facility type named 'SHYY' (did you mean 'SHY'?)",
        ),
        ("ships.toml", 'built_at = ["SHY"]\n', "", "names no facility type, and the class is not marked buildable"),
        ("ships.toml", "cp = 19\n", "cp = 1000\n", "ships[1].cp: input should be less than or equal to 999"),
        ("ships.toml", 'ucr = "S"', 'uctr = "S"', "a mark is given for 'uctr', which is no field of this record"),
        ("ships.toml", 'weapons = "F2 F14"', 'weapons = "X"', "ships[1].marks.weapons: string should match pattern"),
        ("squadrons.toml", "speed = 5\n", "", "squadrons[0].speed: is missing"),
        ("squadrons.toml", "swarm = true\n", "interdictor = true\n", "squadrons[0].interdictor: no field named 'int"),
        ("squadrons.toml", 'code = "TI"', 'code = "ISD"', "'ISD' is also the code of Imperial-class Star Destroyer I"),
        ("facilities.toml", 'code = "BUN"', 'code = "SCO"', "'SCO' is also the code of Scout Trooper"),
        ("weapons.toml", 'code = "SLC"', 'code = "LC"', "weapons[1].code: 'LC' is given twice"),
        ("factions.toml", 'stronghold = "Bastion"', 'stronghold = "Basion"', "no system named 'Basion' (did you mean"),
        (
            "factions.toml",
            '"1 ISD2"',
            '"1 ISD3"',
            "factions[1].bonus[0]: no ship class named 'ISD3' (did you mean 'ISD",
        ),
        ("factions.toml", 'stock_gav = "AT-ST"', 'stock_gav = "ARM"', "stock_gav: no vehicle class named 'ARM'"),
        (
            "factions.toml",
            'tech = ["Hapan"]',
            'tech = ["Hapen"]',
            "no technology named 'Hapen' (did you mean 'Hapan'?)",
        ),
        ("heroes.toml", "\nlevel = 5", "\nlevel = 6", "must be one for each level from 1 to 5, in order"),
        ("missions.toml", '"Dagobah"', '"Dagoba"', "objectives[0].systems[0]: no system named 'Dagoba'"),
        ("defenders.toml", 'code = "BUN"', 'code = "BUM"', "no facility type named 'BUM' (did you mean 'BUN'?)"),
        ("defenders.toml", 'cell = "B-1"', 'cell = "B-5"', "platforms[0].cell: string should match pattern"),
        ("defenders.toml", "strategic_value = 5", "strategic_value = 4", "no row for strategic value 5"),
        ("grid.toml", 'ring = "GA"', 'ring = "AG"', "cells[17].ring: input should be one of 'DSZ', 'C', 'B'"),
        ("grid.toml", 'here = "DSZ-1"', 'here = "DSZ-9"', "edges[0].here: no cell named 'DSZ-9' (did you mean 'DSZ-"),
        ("grid.toml", 'there = "DSZ-2"', 'there = "DSZ-1"', "edges[0]: edge DSZ-1 to DSZ-1 leads nowhere"),
        ("grid.toml", 'fire_ship = "', 'fire_ship = "NOT_', "is neither OK nor a refusal code"),
        ("rules.toml", "GCW-ACT-02", "GCW-ACT-01", "is given twice"),
        ("refusals.toml", "GCW-S2A-02", "GCW-S2A-09", "no rule has the id 'GCW-S2A-09'"),
        ("weapons.toml", "damage = 1\n", "damage = 1 2\n", "seeds/gcw/weapons.toml:8: not valid TOML"),
    ],
)
def test_a_faulty_pack_is_refused(file: str, was: str, now: str, expected: str) -> None:
    assert expected in spoilt(file, was, now)


def test_a_map_in_two_pieces_is_refused() -> None:
    said = spoilt("galaxy.toml", 'stops = ["Endor", "Bakura"]', 'stops = ["Endor", "Bespin"]')
    line = line_of("galaxy.toml", 'name = "Bakura"')
    assert said == f"seeds/gcw/galaxy.toml:{line}: systems[106].name: no links lead from 'Coruscant' to 'Bakura'"


def test_missing_and_unknown_sheets_are_told_together_with_the_rest() -> None:
    sheets = {**SHEETS, "weapon.toml": SHEETS["weapons.toml"], "heroes.toml": "x ="}
    del sheets["weapons.toml"]
    with pytest.raises(PackError) as caught:
        load(sheets)
    said = str(caught.value)
    assert "weapon.toml:1: no sheet named 'weapon.toml' (did you mean 'weapons.toml'?)" in said
    assert "weapons.toml:1: the sheet is missing" in said
    assert "heroes.toml:1: not valid TOML" in said


# Pinning


def test_the_digest_pins_figures_and_not_words_or_layout() -> None:
    reworded = {**SHEETS, "rules.toml": SHEETS["rules.toml"].replace("No referee needed", "Alone", 1)}
    assert load(reworded).digest == PACK.digest
    assert load({**SHEETS, "ships.toml": "# ours\n" + SHEETS["ships.toml"]}).digest == PACK.digest
    assert load({**SHEETS, "ships.toml": SHEETS["ships.toml"].replace("cp = 19", "cp = 18", 1)}).digest != PACK.digest


def test_the_pack_is_a_pack() -> None:
    assert isinstance(PACK, Pack)
    assert (PACK.name, PACK.version) == ("gcw", 1)

"""The False Sunrise data pack: complete, in one piece, and strict about what it is given."""

import string
from pathlib import Path

import pytest

from engine.game import RefusalText
from engine.pack.sheets import PackError
from engine.pack.wording import RuleText
from engine.sunrise.data.codes import Code
from engine.sunrise.data.pack import BoardMap
from engine.sunrise.data.units import Edition, FleetList, Mount, SampleFleet, ShipList, Step
from engine.sunrise.figures.board import advice
from engine.sunrise.figures.setup import marker_places
from engine.sunrise.figures.sheet import fitted
from engine.sunrise.fleet import lists
from engine.sunrise.fleet.lists import load, mount_text, read_mount
from storage.packs import read
from tests.engine.sunrise.register_calls import PACK, ROOT

SHEETS = read(ROOT / "seeds" / "sunrise")
REGISTER_IDS = (Path(__file__).parent / "register_ids.txt").read_text(encoding="utf-8").split()


def fields(text: str) -> list[str]:
    """The {fields} of a sentence."""
    return [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]


def broken(file: str, old: str, new: str) -> list[str]:
    """The faults told when a text of a sheet is changed."""
    assert old in SHEETS[file]
    with pytest.raises(PackError) as told:
        load({**SHEETS, file: SHEETS[file].replace(old, new, 1)}, "seeds/sunrise")
    return [str(fault) for fault in told.value.faults]


def test_every_rule_of_the_register_has_its_text_in_the_registers_order() -> None:
    assert [rule.id for rule in PACK.rules] == REGISTER_IDS


@pytest.mark.parametrize("rule", PACK.rules, ids=lambda rule: rule.id)
def test_a_rule_reads_as_sentences(rule: RuleText) -> None:
    assert rule.title[0].isupper() or rule.title[0].isdigit()
    assert not rule.title.endswith(".")
    assert len(rule.title) <= 60
    assert rule.text[0].isupper() or rule.text[0].isdigit()
    assert rule.text.endswith(".")
    assert len(rule.text) <= 400


def test_titles_tell_rules_apart() -> None:
    titles = [rule.title for rule in PACK.rules]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


def test_every_refusal_code_has_a_sentence() -> None:
    assert sorted(PACK.refusals) == sorted(code.value for code in Code)


@pytest.mark.parametrize("refusal", PACK.refusals.values(), ids=PACK.refusals.keys())
def test_a_refusal_says_what_is_wrong_and_what_would_be_right(refusal: RefusalText) -> None:
    assert fields(refusal.text) == ["why"]
    assert refusal.text.endswith(". {why}")
    assert refusal.fix.endswith(".")
    assert fields(refusal.fix) == []
    assert refusal.rule in REGISTER_IDS


def test_the_editions_differ_in_the_bomber_alone() -> None:
    differ = [
        one.code
        for one in PACK.squadrons.values()
        if one.ladder(Edition.JULY_2024) != one.ladder(Edition.DECEMBER_2024)
    ]
    assert differ == ["bomber"]
    assert str(PACK.ladder("bomber", Edition.DECEMBER_2024)[Step.FULL].damage) == "1d6+3"


@pytest.mark.rule("FS-FAC-35")
@pytest.mark.parametrize("word", ["F-39 Deimos", 'f-39 "deimos"', "Deimos", "F-39"])
def test_a_name_is_found_with_quotation_marks_in_it_and_without(word: str) -> None:
    found = PACK.find_squadron(word)
    assert found is not None and found.name == "F-39 Deimos"


def test_every_faction_has_its_own() -> None:
    for code in PACK.factions:
        assert len([one for one in PACK.upgrades.values() if one.faction == code]) == 3
        assert len([one for one in PACK.weapons.values() if one.faction == code]) == 1
        assert len([one for one in PACK.squadrons.values() if one.faction == code]) == 1


@pytest.mark.parametrize("sample", PACK.fleets.values(), ids=PACK.fleets.keys())
def test_a_sample_fleet_is_legal_and_fits(sample: SampleFleet) -> None:
    fleet = sample.fleet
    assert lists.integrity(fleet, PACK) in (10, 20)
    assert lists.faults(fleet, PACK, PACK.basics.total) == ()
    for ship in fleet.ships:
        assert len(fitted(ship, PACK)) == PACK.hulls[ship.hull].systems
        assert [read_mount(mount_text(mount, PACK), PACK) for mount in ship.components] == list(ship.components)


@pytest.mark.parametrize("sample", PACK.maps.values(), ids=PACK.maps.keys())
def test_a_map_is_as_advised_and_leaves_room_for_markers(sample: BoardMap) -> None:
    terrain = sample.terrain
    assert advice(terrain) == ""
    assert len(marker_places(PACK.basics.board, terrain, ())) > 500


@pytest.mark.rule("FS-FRC-03", "FS-FRC-04", "FS-FRC-05", "FS-SC-02", "FS-UPG-25")
def test_every_fault_of_a_fleet_is_named() -> None:
    ship = ShipList(
        "Sink",
        "cruiser",
        ("hardened-armor",) * 4,
        (
            Mount("autocannon"),
            Mount("millstone"),
            Mount("solar-light"),
            Mount("turret-mount", on=1),
            Mount("fabricator"),
        ),
    )
    found = lists.faults(FleetList("All wrong", (ship, ship)), PACK, 10)
    assert [fault.refused.code for fault in found if not fault.ship] == [Code.E_VALUE, Code.E_INTEGRITY]
    assert [(fault.component, fault.refused.code) for fault in found if fault.ship][:7] == [
        (0, Code.E_SLOTS),
        (0, Code.E_DEFENSES),
        (1, Code.E_MOUNT),
        (2, Code.E_UNKNOWN),
        (3, Code.E_FACTION),
        (3, Code.E_MOUNT),
        (5, Code.E_MOUNT),
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("weapons.toml", "band = 1", "band = 6", "weapons.toml:4: weapons[0].band"),
        ("upgrades.toml", 'code = "shields"', 'code = "shield"', "shields"),
        ("fleets.toml", "Beam Rifle (fore)", "Beam Rifle (foer)", "No arc is named 'foer' (did you mean 'fore'?)."),
        ("fleets.toml", '  "Shields",\n', "", "slots"),
        ("maps.toml", "r = 2.5", "r = 0", "A radius is above 0"),
        ("refusals.toml", 'code = "E_ARC"', 'code = "E_ARK"', "E_ARC"),
        ("squadrons.toml", 'damage = "1d6+3"', 'damage = "lots"', "should be damage such as"),
        ("hulls.toml", "thrust = 10", "thrust = 9", "should be even"),
    ],
)
def test_a_fault_of_a_sheet_is_told_with_its_place(file: str, old: str, new: str, told: str) -> None:
    assert any(told in fault for fault in broken(file, old, new))

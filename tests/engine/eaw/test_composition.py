"""Bounds of a fleet: the worked examples of EAW-17.0 to EAW-17g."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.eaw.composition import breaches, fault, flagship, force, restricted, surcharge, x_ships
from engine.eaw.data.units import Design, Flag
from engine.eaw.figures import exact, kept, shown
from engine.eaw.state import Officer, Ship, State
from tests.engine.eaw.playing import BLUE, RED, RULES, Played

WORLD = RULES.world


def ships(*designs: str, race: str = "Federation") -> list[Ship]:
    """Ships of some designs."""
    found = []
    for at, called in enumerate(designs):
        design = next(
            one
            for one in WORLD.pack.designs.values()
            if one.name == called and one.race in (race, "civilian", "general")
        )
        found.append(Ship(f"red:{at}", f"{called}-{at}", RED, "red:1", design.code, design.ebpv, design.cbpv, RED))
    return found


def campaign(year: int = 165) -> State:
    """A campaign in a year."""
    state = Played().state
    return replace(state, t=4 * (year - 165))


def letters(state: State, fleet: Sequence[Ship]) -> str:
    """The letters of EAW-17g.1 that a fleet has."""
    return "".join(sorted({one.letter for one in breaches(WORLD, state, fleet)}))


@pytest.mark.parametrize(
    ("year", "captain", "cap"),
    [
        (165, False, (600, 450)),
        (174, False, (600, 450)),
        (175, False, (800, 600)),
        (184, False, (800, 600)),
        (185, False, (1000, 750)),
        (165, True, (700, 450)),
    ],
)
def test_caps_grow_with_the_age_of_the_campaign(year: int, captain: bool, cap: tuple[int, int]) -> None:
    assert WORLD.cap(campaign(year), captain) == cap


def test_of_ships_that_command_as_many_the_strongest_leads_and_of_equals_the_last_by_name() -> None:
    weak, strong, also = ships("CA", "CA", "CA")
    weak = replace(weak, cbpv=weak.cbpv - 1)
    led = [flagship(force(WORLD, campaign(), fleet).warships) for fleet in ((weak, strong), (strong, also), (weak,))]
    assert [lead[0] for lead in led if lead is not None] == [strong, also, weak]


def test_a_cruiser_squadron_is_over_the_cap_of_large_ships() -> None:
    refused = fault(WORLD, campaign(), ships("CC", "CA", "CA", "CA"))
    assert refused is not None and refused.code == "E_SCCAP" and refused.why.startswith("It would have 512 CBPV")


def test_crews_officers_and_prime_teams_count_by_the_dearest() -> None:
    state = campaign()
    (ship,) = ships("KR", race="Romulan")
    ship = replace(ship, cbpv=150)
    assert WORLD.effective(state, replace(ship, crew="poor")) == 120
    captain, engineer = Officer("captain"), Officer("engineer")
    assert kept(WORLD.effective(state, replace(ship, crew="outstanding", officers=(captain, engineer)))) == "187.5"
    assert WORLD.effective(state, replace(ship, crew="poor", officers=(captain,))) == 150
    assert WORLD.effective(state, replace(ship, prime_teams=4)) == 154


def test_freighters_add_no_strength_but_take_command_slots() -> None:
    state = campaign()
    fleet = ships("CA", *["FF"] * 6, "F-L", "F-S")
    assert force(WORLD, state, fleet).total == 125 + 6 * 71
    assert letters(state, fleet) == ""
    assert letters(state, [*fleet, *ships("F-S")]) == "c"


def test_a_fleet_of_freighters_alone_is_not_tested_for_command() -> None:
    assert letters(campaign(), ships(*["F-S"] * 12)) == ""


@pytest.mark.parametrize(("count", "found"), [(4, ""), (5, "c")])
def test_a_frigate_commands_three_others(count: int, found: str) -> None:
    assert letters(campaign(), ships(*["FF"] * count)) == found


def test_a_scout_rides_free() -> None:
    assert letters(campaign(), ships(*["FF"] * 4, "SC")) == ""
    assert letters(campaign(), ships(*["FF"] * 4, "DD")) == ""
    assert letters(campaign(), ships(*["FF"] * 5, "DD")) == ""
    assert letters(campaign(), ships(*["FF"] * 6, "DD")) == "c"


def test_a_dreadnought_needs_two_consorts_and_stands_alone() -> None:
    state = campaign()
    assert letters(state, ships("DN", "CA")) == "a"
    assert letters(state, ships("DN", "CA", "FF")) == ""
    assert letters(state, ships("DN", "DN", "FF", "FF")) == "a"


def test_three_small_auxiliaries_are_outside_the_strength_or_one_beside_a_large_one() -> None:
    state = campaign(170)
    assert force(WORLD, state, ships("CA", "S-AxCV", "S-AxCV", "S-AxCV")).total == 125
    assert force(WORLD, state, ships("CA", *["S-AxCV"] * 4)).total == 175
    assert force(WORLD, state, ships("CA", "L-AxCV", "L-AxCV")).total == 205
    assert force(WORLD, state, ships("CA", "L-AxCV", "S-AxCV", "S-AxCV")).total == 175


def test_some_races_have_their_first_fighters_free() -> None:
    state = Played(options={"races": "Hydran, Lyran"}).state
    hydran, lyran = ships("Hnt", race="Hydran")[0], ships("FF", race="Lyran")[0]
    lyran = replace(lyran, owner=BLUE)
    assert force(WORLD, state, [replace(hydran, attrition={"Hydran Stinger-1": 9})]).total == 48 + 21
    assert force(WORLD, state, [replace(lyran, attrition={"Lyran PF": 4})]).total == 63 + 37
    kzinti = Played(options={"races": "Kzinti, Lyran"}).state
    (frigate,) = ships("FF", race="Kzinti")
    assert force(WORLD, kzinti, [replace(frigate, attrition={"Kzinti TAAS": 12})]).total == 62 + 96
    assert letters(kzinti, [replace(frigate, attrition={"Kzinti TAAS": 37})]) == "b"


def test_a_carrier_has_its_escorts_and_a_missing_one_counts_as_if_it_were_there() -> None:
    state = campaign(168)
    assert letters(state, ships("CVS", "DE", "DE")) == ""
    assert letters(state, ships("CVS", "DE")) == "b"
    assert force(WORLD, state, ships("CVS", "DE")).total == 142 + 92 + 92
    assert letters(state, ships("DE")) == "b"
    assert letters(state, ships("CVL", race="Kzinti")) == ""


def test_two_sfg_ships_add_a_hundred() -> None:
    fleet = ships("CA", "CA")
    state = campaign()
    design = replace(WORLD.pack.designs["Federation CA"], flags=(Flag.SFG,))
    assert force(WORLD, replace(state, designs={design.code: design}), fleet).total == 350


def test_a_captive_counts_nothing_until_it_is_inspected() -> None:
    state, fleet = campaign(), ships("CC", "CA", "CA")
    captive = replace(ships("DN")[0], inspected=False)
    assert letters(state, [*fleet, captive]) == ""
    assert letters(state, [*fleet, replace(captive, inspected=True)]) == "d"


def test_the_smallest_ships_are_restricted_until_the_rest_comply() -> None:
    assert len(restricted(WORLD, campaign(), ships(*["FF"] * 5))) == 1
    fleet = ships("CC", "CA", "DD", "DD", "DD", "CA")
    fleet[-1] = replace(fleet[-1], cbpv=96, design="Federation DD")
    assert restricted(WORLD, campaign(), fleet) == ("red:2",)


def similar(state: State, design: Design, owned: int) -> Fraction:
    """Surcharge on the next ship after so many of its type."""
    ship = Ship("", "", RED, "red:1", design.code, design.ebpv, design.cbpv, RED)
    held = {str(at): replace(ship, id=str(at)) for at in range(owned)}
    return surcharge(WORLD, replace(state, ships=held, designs={design.code: design}), RED, design)


@pytest.mark.parametrize(
    ("sc", "ebpv", "owned", "more"),
    [(3, 170, 0, 0), (3, 170, 1, 0), (3, 170, 2, 51), (3, 170, 4, 51), (3, 175, 2, 52.5), (3, 159, 9, 0),
     (4, 100, 2, 30), (4, 99, 5, 0), (2, 225, 2, 67.5), (2, 224, 2, 0)],
)  # fmt: skip
def test_the_third_strong_ship_of_a_type_costs_more(sc: int, ebpv: int, owned: int, more: float) -> None:
    assert similar(campaign(), Design("Federation", "BC", ebpv, ebpv, sc, 160), owned) == more


def test_freighters_cost_no_more_and_captives_do_not_count() -> None:
    state = campaign()
    assert similar(state, Design("civilian", "F-X", 300, 10, 4, 160, flags=(Flag.CIVILIAN,)), 5) == 0
    design = Design("Federation", "BC", 170, 170, 3, 160)
    taken = Ship("", "", RED, "red:1", design.code, 170, 170, BLUE)
    held = {str(at): replace(taken, id=str(at)) for at in range(4)}
    assert surcharge(WORLD, replace(state, ships=held, designs={design.code: design}), RED, design) == 0
    assert surcharge(WORLD, replace(state, designs={design.code: design}), RED, design, [design, design]) == 51


def test_at_most_a_thousand_bpv_of_x_ships_sail() -> None:
    state = campaign()
    design = Design("Federation", "CX", 268, 268, 3, 165, flags=(Flag.X_SHIP,))
    state = replace(state, designs={design.code: design})
    assert x_ships(WORLD, state, RED, [design] * 3) is None
    refused = x_ships(WORLD, state, RED, [design] * 4)
    assert refused is not None and refused.code == "E_X" and "1072" in refused.why


@pytest.mark.parametrize(
    ("text", "words"), [("348.3", "348.30"), ("1/3", "0.33"), ("-1/8", "-0.13"), ("12", "12"), ("0.005", "0.01")]
)
def test_exact_numbers_are_kept_and_shown_with_two_decimals(text: str, words: str) -> None:
    assert shown(exact(text)) == words
    assert exact(kept(exact(text))) == exact(text)

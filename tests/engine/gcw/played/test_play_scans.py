"""Scans ordered, noticed, completed and failed; contacts with their age; exits opened by a scan. GCW-SCN, HYX-02."""

import pytest
from msgspec.structs import replace

from engine.clock import DAY
from engine.gcw.contacts import Lost, Seen, reach
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import ScanLayer, ScanMode
from engine.gcw.figures.grid import covers
from engine.gcw.sight.scanning import ScanBegan, ScanFailed, ScanFound, ScanHeard, ScanNoticed
from engine.gcw.state import Sighting, UnitKind, put
from engine.gcw.turn.posts import TurnTold
from engine.gcw.turn.turn import ActionDropped
from tests.engine.gcw.playing import BLUE, GREEN, RED, Played, joined
from tests.engine.gcw.staged import rules, words

ORBITS = frozenset(f"{ring}-{quadrant}" for ring in "CBA" for quadrant in (1, 2, 3, 4))

# GCW-SCN-06 row by row: active orbit, atmosphere, ground, deep space; passive orbit, atmosphere, ground, deep space
TABLE = {
    "DSZ-3": "yes no no DSZ-3 yes no no no",
    "C-3": "yes yes no DSZ-3 yes yes no no",
    "B-3": "yes yes yes no yes yes no no",
    "A-3": "yes yes yes no yes yes no no",
    "ATM": "yes yes yes no yes yes no no",
    "G-3S": "yes yes yes no yes yes no no",
}


@pytest.mark.rule("GCW-SCN-05", "GCW-SCN-06", "GCW-SCN-10", "GCW-SCN-11", "GCW-SCN-12", "GCW-SCN-13")
@pytest.mark.parametrize("cell", TABLE)
def test_the_coverage_table(cell: str) -> None:
    grid = rules().world.grid
    expected = dict(zip(((mode, layer) for mode in ScanMode for layer in ScanLayer), TABLE[cell].split(), strict=True))
    for (mode, layer), entry in expected.items():
        found = covers(grid, cell, mode, layer)
        if entry == "no":
            silent_ground = (mode, layer) == (ScanMode.PASSIVE, ScanLayer.GROUND)
            assert found is (Code.SCAN_TYPE if silent_ground else Code.SCAN_ZONE)
        elif layer is ScanLayer.DEEP_SPACE:
            assert found == frozenset({entry})
        elif layer is ScanLayer.ORBIT:
            assert found == ORBITS
        elif layer is ScanLayer.ATMOSPHERE:
            assert found == frozenset({"ATM"})
        else:
            assert found == frozenset(f"G-{n}{level}" for n in (1, 2, 3, 4) for level in "SA")


def at_hoth(*spawns: str) -> Played:
    """Red's scanner Eye, a Star Destroyer, is at Hoth B-1; what else is there is given."""
    game = joined()
    game.gm("spawn ISD named Eye at Hoth B-1 for red", *(f"spawn {one}" for one in spawns))
    return game


@pytest.mark.rule("GCW-SCN-01", "GCW-SCN-03", "GCW-SCN-06", "GCW-SCN-10", "GCW-SCN-11", "GCW-SCN-13")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("scan Eye passive ground", "SCAN_TYPE"),
        ("scan Eye active deep space", "SCAN_ZONE"),  # from B-1
        ("scan Far active ground", "SCAN_ZONE"),  # from C-2
        ("scan Deep active atmosphere", "SCAN_ZONE"),  # from a DSZ
        ("scan Deep active ground", "SCAN_ZONE"),
        ("scan Deep passive deep space", "SCAN_ZONE"),
        ("scan Wing active orbit", "SCAN_UNIT"),  # an ordinary squadron
        ("scan Wing passive orbit", ""),
        ("scan Ferry active orbit", ""),  # an auxiliary
        ("scan Far active deep space", ""),
        ("scan Deep active orbit", ""),
        ("scan Post active orbit", ""),  # a platform counts as a ship
        ("scan Legion passive orbit", "SCAN_UNIT"),  # squads listen to nobody
        ("scan Bunker active orbit", "SCAN_UNIT"),  # no ComScan suite
        ("scan Bunker passive orbit", ""),
        ("scan Palace active ground", ""),  # a ComScan suite, on the ground
        ("scan Palace active deep space", "SCAN_ZONE"),
        ("scan Recon active orbit", ""),  # a squadron whose specification says so
    ],
)
def test_who_may_scan_what_from_where(line: str, code: str) -> None:
    game = at_hoth(
        "ISD named Far at Hoth C-2 for red",
        "ISD named Deep at Hoth DSZ-3 for red",
        "TF named Wing at Hoth B-1 for red",
        "LAM named Ferry at Hoth B-1 for red",
        "OMEGA named Post at Hoth C-3 for red",
        "12 STM named Legion at Hoth G-1S for red",
        "BUN named Bunker at Hoth G-1S for red",
        "COM named Palace at Hoth G-1S for red",
        "AW named Recon at Hoth C-3 for red",
    )
    refusal = game.give(RED, line)
    assert (refusal.code if refusal else "") == code


@pytest.mark.rule("GCW-SCN-01")
def test_a_unit_makes_one_scan_at_a_time_and_the_next_turn_may_order_another() -> None:
    game = at_hoth()
    game.red("scan Eye active orbit")
    assert game.refused(RED, "scan Eye passive orbit") == "SCAN_BUSY"
    game.red("submit We look.", "final")
    game.wait(hours=2)
    game.red("scan Eye active ground")  # drafted early: it is over when the next turn can be posted
    game.wait(hours=22)
    game.red("submit And again.", "final")
    (scan,) = game.state.scans.values()
    assert (scan.layer, scan.due_at) == (ScanLayer.GROUND, game.now + DAY)


def test_a_name_of_several_words_needs_no_quotation_marks() -> None:
    game = at_hoth("CORV named Silent Water at Hoth C-3 for red")
    game.red("scan Silent Water active deep space")
    assert game.known[RED].drafts[RED] == ("scan Silent Water active deep space",)
    assert (
        "Silent Water: active scan of deep space of Hoth from C-3"
        in game.rules.preview(game.known[RED], RED, game.now)[0]
    )


@pytest.mark.rule("GCW-SCN-02", "GCW-SCN-04")
def test_an_active_scan_tells_after_a_day_what_is_there_then() -> None:
    game = at_hoth(
        "VSD named Shade at Hoth C-3 for blue",
        "NEBB named Near at Hoth A-2 for blue",
        "CORV named Deep at Hoth DSZ-3 for blue",
        "OMEGA named Post at Hoth B-4",
    )
    game.gm("set unit Shade of blue armor 500")
    game.red("scan Eye active orbit", "submit We look.")
    posted = game.now
    game.wait(minutes=15, seconds=1)  # final by itself; the scan is dated T0
    (begun,) = game.heard(RED, ScanBegan)
    assert (begun.scan.started_at, begun.scan.due_at) == (posted, posted + DAY)
    assert game.contacts(RED) == {}
    game.gm("place Near of blue at Hoth C-4")  # heard moving; the scan shows the state at its end
    game.wait(seconds=posted + DAY - game.now - 1)
    assert game.heard(RED, ScanFound) == []
    game.wait(seconds=1)
    (found,) = game.heard(RED, ScanFound)
    assert {(one.name, one.owner, one.code, one.cell) for one in found.found} == {
        ("Shade", BLUE, "VSD", "C-3"), ("Near", BLUE, "NEBB", "C-4"), ("Post", "", "OMEGA", "B-4"),
    }  # fmt: skip
    shade = next(one for one in found.found if one.name == "Shade")
    assert shade.pools is not None and shade.pools.armor == 500
    aboard = {UnitKind.SQUADRON: 2, UnitKind.AUXILIARY: 8, UnitKind.INFANTRY: 200, UnitKind.VEHICLE: 5}
    assert shade.aboard == aboard  # squads, not stacks
    assert game.heard(BLUE, ScanFound) == [] and game.heard(GREEN, ScanFound) == []
    assert game.state.scans == {}
    near = next(one for one in game.contacts(RED).values() if one.name == "Near")
    assert near.how is Sighting.SCAN and len(game.contacts(RED)) == 3  # no second contact for what was heard before


@pytest.mark.rule("GCW-SCN-04", "GCW-SCN-15", "GCW-PST-03")
def test_who_scans_from_orbit_is_heard_there_and_posted() -> None:
    game = at_hoth("CORV named Ear at Hoth C-3 for blue", "CORV named Deaf at Bespin C-3 for green")
    game.turn(RED, "scan Eye active orbit")
    (seen,) = game.heard(BLUE, Seen)
    assert (seen.act, seen.cell, seen.code, seen.owner) == ("SCAN", "B-1", "", "")  # class only by other means
    assert game.heard(GREEN, Seen) == [] and game.heard(BLUE, ScanBegan) == []
    assert [one.places for one in game.heard(None, TurnTold)] == [("Hoth, Track 1 (red): B-1, scanning actively",)]
    assert game.contacts(BLUE)["Contact 1"].how is Sighting.EVENT


@pytest.mark.rule("GCW-SCN-15", "GCW-SCN-13")
def test_who_scans_from_deep_space_gives_away_the_zone_and_nothing_else() -> None:
    game = joined()
    game.gm(
        "spawn ISD named Eye at Hoth DSZ-3 for red",
        "spawn CORV named Ear at Hoth C-3 for blue",
        "spawn CORV named Near at Hoth DSZ-3 for green",
    )
    game.turn(RED, "scan Eye active orbit")
    for seat in (BLUE, GREEN):
        (notice,) = game.heard(seat, ScanNoticed)
        assert (notice.system, notice.cell, notice.since) == ("Hoth", "DSZ-3", game.now)
        assert game.contacts(seat) == {}
    assert [one.places for one in game.heard(None, TurnTold)] == [()]
    game.wait(hours=24)
    (found,) = game.heard(RED, ScanFound)
    assert [one.name for one in found.found] == ["Ear"]  # not who is in its own zone


@pytest.mark.rule("GCW-SCN-07")
def test_a_passive_scan_is_noticed_by_nobody() -> None:
    game = at_hoth("CORV named Ear at Hoth C-3 for blue")
    game.turn(RED, "scan Eye passive orbit")
    assert [type(one) for one in (*game.heard(BLUE, Seen), *game.heard(BLUE, ScanNoticed))] == []
    assert game.state.tracks == {}


@pytest.mark.rule("GCW-SCN-13", "GCW-SCN-18")
def test_deep_space_is_scanned_from_the_same_zone_or_the_orbit_next_to_it() -> None:
    game = joined()
    game.gm(
        "spawn ISD named Eye at Hoth C-2 for red",
        "spawn CORV named Second at Hoth DSZ-2 for blue",
        "spawn CORV named Third at Hoth DSZ-3 for blue",
    )
    game.turn(RED, "scan Eye active deep space")
    game.wait(hours=24)
    assert {one.name for one in game.contacts(RED).values()} == {"Second"}  # DSZ-2 only
    game.turn(BLUE, "move Second to DSZ-1")  # unheard
    assert game.contacts(RED)["Contact 1"].gone == ""
    game.turn(RED, "move Eye to DSZ-2", "fire Eye at Second")  # stale: it has moved since
    assert [one.code for one in game.heard(RED, ActionDropped)] == ["TARGET_UNKNOWN"]


@pytest.mark.rule("GCW-SCN-04", "GCW-SCN-18")
def test_a_second_scan_updates_contacts_and_marks_what_is_gone() -> None:
    game = joined()
    game.gm(
        "spawn ISD named Eye at Hoth DSZ-2 for red",
        "spawn CORV named Stay at Hoth DSZ-2 for blue",
        "spawn CORV named Leave at Hoth DSZ-2 for blue",
    )
    game.turn(RED, "scan Eye active deep space")
    game.wait(hours=24)
    first = {one.name: one.alias for one in game.contacts(RED).values()}
    game.turn(BLUE, "move Leave to DSZ-1")
    game.turn(RED, "scan Eye active deep space")
    game.wait(hours=24)
    contacts = game.contacts(RED)
    assert {one.name: one.alias for one in contacts.values()} == first
    assert (contacts[first["Stay"]].gone, contacts[first["Stay"]].at) == ("", game.now)
    assert contacts[first["Leave"]].gone == "not found by an active scan"
    game.turn(BLUE, "move Leave to DSZ-2")
    game.turn(RED, "scan Eye active deep space")
    game.wait(hours=24)
    assert {one.alias for one in game.contacts(RED).values()} == set(first.values())  # its name was known
    assert game.contacts(RED)[first["Leave"]].gone == ""


@pytest.mark.rule("GCW-SCN-16", "GCW-SCN-06")
@pytest.mark.parametrize(
    ("then", "why"),
    [
        ("place Eye of red at Hoth A-1", ""),  # moving between allowed cells is fine
        ("place Eye of red at Hoth C-1", "the scanner is at C-1, from where the ground cannot be scanned"),
        ("place Eye of red at Bespin B-1", "the scanner has left Hoth"),
        ("remove Eye of red", "the scanner is lost"),
        ("set unit Eye of red armor 0", "the scanner is disabled"),
    ],
)
def test_what_interrupts_a_scan_is_judged_when_it_is_over(then: str, why: str) -> None:
    game = at_hoth()
    game.turn(RED, "scan Eye active ground")
    game.gm(then)
    game.wait(hours=24)
    assert [one.why for one in game.heard(RED, ScanFailed)] == ([why] if why else [])
    assert len(game.heard(RED, ScanFound)) == (0 if why else 1)
    assert ("Hoth" in game.known[RED].scanned.get(RED, ())) is not bool(why)
    assert game.state.scans == {}


@pytest.mark.rule("GCW-SCN-16")
def test_who_is_captured_or_taken_aboard_has_scanned_nothing() -> None:
    game = at_hoth("TF named Wing at Hoth B-1 for red", "CORV named Second at Hoth B-1 for red")
    game.turn(RED, "scan Wing passive orbit", "scan Second active orbit", "scan Eye active orbit")
    game.state = replace(
        game.state, units=put(game.state.units, game.unit("Second").id, replace(game.unit("Second"), owner=BLUE))
    )
    scans = {game.state.units[one.unit].name: one for one in game.state.scans.values()}
    world = game.rules.world
    assert reach(world, game.state, scans["Second"]) == "the scanner is captured"
    wing = replace(game.unit("Wing"), cell="", system="", docked=game.unit("Eye").id)
    assert (
        reach(world, replace(game.state, units=put(game.state.units, wing.id, wing)), scans["Wing"])
        == "the scanner is aboard another unit"
    )
    assert reach(world, game.state, scans["Eye"]) == ORBITS


@pytest.mark.rule("GCW-SCN-16")
def test_who_leaves_for_hyperspace_has_scanned_nothing() -> None:
    game = at_hoth()
    game.turn(RED, "scan Eye active orbit")
    game.red("jump Eye to Bespin")
    game.wait(hours=24)
    assert [one.why for one in game.ever(RED, ScanFailed)] == ["the scanner has left Hoth"]


@pytest.mark.rule("GCW-SCN-07", "GCW-SCN-08", "GCW-SCN-12")
def test_a_passive_scan_tells_the_class_of_what_was_heard_in_its_window() -> None:
    game = at_hoth("VSD named Shade at Hoth C-3 for blue", "CARK named Dart at Hoth DSZ-4 for blue")
    game.turn(RED, "scan Eye passive orbit")
    game.wait(hours=1)
    game.turn(BLUE, "move Shade to C-4", "shields up Shade", "move Dart to DSZ-1")
    contact = game.contacts(RED)["Contact 1"]
    assert (contact.cell, contact.code) == ("C-4", "")  # cell, time and kind at once, the class later
    game.wait(hours=23)
    (heard,) = game.heard(RED, ScanHeard)
    assert [(one.act, one.cell, one.code) for one in heard.heard] == [("MOVE", "C-4", "VSD"), ("SHIELDS", "C-4", "VSD")]
    contact = game.contacts(RED)["Contact 1"]
    assert (contact.code, contact.name, contact.owner) == ("VSD", "", "")  # its class, not its name
    assert game.known[RED].scanned.get(RED, ()) == ()


@pytest.mark.rule("GCW-SCN-07", "GCW-SCN-08")
def test_a_passive_scan_hears_exits_and_where_who_goes_out_into_deep_space_was() -> None:
    game = at_hoth("VSD named Shade at Hoth C-3 for blue", "CARK named Guest at Bespin C-1 for blue")
    game.gm("set owner of Hoth to blue")
    game.blue("jump Guest to Hoth exit B-3")
    game.turn(RED, "scan Eye passive orbit")
    game.turn(BLUE, "move Shade to DSZ-3")
    game.wait(hours=24)
    (heard,) = game.ever(RED, ScanHeard)
    acts = [(one.act, one.cell, one.code) for one in heard.heard]
    assert acts == [("MOVE", "C-3", "VSD"), ("EXIT", "B-3", "CARK")]


@pytest.mark.rule("GCW-SCN-08", "GCW-SCN-02")
def test_the_window_begins_with_the_turn_not_when_it_is_final() -> None:
    game = at_hoth("VSD named Shade at Hoth C-3 for blue")
    game.red("scan Eye passive orbit", "submit We listen.")
    game.wait(minutes=5)
    game.gm("place Shade of blue at Hoth C-4")  # heard five minutes after T0
    game.wait(minutes=10, seconds=1)
    game.wait(hours=24)
    heard = game.ever(RED, ScanHeard)
    assert [[(one.act, one.cell) for one in each.heard] for each in heard] == [[("MOVE", "C-4")]]
    assert game.state.signatures == {}


@pytest.mark.rule("GCW-SCN-08", "GCW-SCN-06")
def test_what_a_passive_scan_does_not_cover_is_not_classified() -> None:
    game = at_hoth("TF named Wing at Hoth A-3 for blue")
    game.turn(RED, "scan Eye passive atmosphere")
    game.turn(BLUE, "move Wing to A-4")
    game.wait(hours=24)
    (heard,) = game.ever(RED, ScanHeard)
    assert heard.heard == () and game.contacts(RED)["Contact 1"].code == ""


@pytest.mark.rule("GCW-SCN-17", "GCW-HYX-02")
def test_a_finished_active_scan_opens_exits_up_to_the_b_ring() -> None:
    game = joined()
    game.gm(
        "spawn CORV named Eye at Bespin C-3 for red",
        "spawn ISD named Fleet at Hoth C-1 for red",
        "set owner of Bespin to blue",
    )
    assert game.refused(RED, "jump Fleet to Bespin exit B-2") == "EXIT_ZONE"
    game.turn(RED, "scan Eye passive orbit")
    game.wait(hours=24)
    assert game.refused(RED, "jump Fleet to Bespin exit C-1") == "EXIT_ZONE"  # only a passive scan done
    game.turn(RED, "scan Eye active orbit")
    assert game.refused(RED, "jump Fleet to Bespin exit B-2") == "EXIT_ZONE"  # not before it is over
    game.wait(hours=24)
    assert game.refused(RED, "jump Fleet to Bespin exit A-2") == "EXIT_ZONE"
    game.wait(hours=24 * 30)  # it does not expire
    game.red("jump Fleet to Bespin exit B-2")
    game.wait(hours=24)
    assert (game.unit("Fleet").system, game.unit("Fleet").cell) == ("Bespin", "B-2")


@pytest.mark.rule("GCW-HYX-02")
def test_own_systems_are_open_up_to_the_b_ring_and_lost_ones_are_not() -> None:
    game = joined()
    game.gm(
        "set owner of Bespin to red",
        "spawn ISD named Fleet at Hoth C-1 for red",
        "spawn ISD named Rear at Hoth C-1 for red",
    )
    assert game.refused(RED, "jump Fleet to Bespin exit A-2") == "EXIT_ZONE"
    game.red("jump Fleet to Bespin exit B-2", "jump Rear to Bespin exit C-3")
    game.gm("set owner of Bespin to blue")
    game.wait(hours=24)
    assert (game.unit("Fleet").cell, game.unit("Rear").cell) == ("DSZ-2", "DSZ-3")


@pytest.mark.rule("GCW-SCN-02")
def test_an_arrival_due_before_a_scan_is_in_it() -> None:
    game = joined()
    game.gm(
        "spawn ISD named Eye at Bespin B-1 for red",
        "spawn VSD named Guest at Hoth C-1 for blue",
        "set owner of Bespin to blue",
    )
    game.turn(RED, "scan Eye active orbit")
    game.wait(hours=8)
    game.blue("jump Guest to Bespin exit C-3")
    (voyage,) = game.state.voyages.values()
    (scan,) = game.state.scans.values()
    assert voyage.due_at < scan.due_at
    game.wait(hours=40)  # nobody looked meanwhile: both in due order
    (found,) = game.heard(RED, ScanFound)
    assert [(one.name, one.at) for one in found.found] == [("Guest", scan.due_at)]


@pytest.mark.rule("GCW-BUR-02")
def test_an_active_scan_uses_the_group_in_battle_and_a_passive_one_does_not() -> None:
    game = at_hoth("NEBB named Foe at Hoth B-1 for blue", "CORV named Second at Hoth B-1 for red")
    game.turn(RED, "fire Eye at Foe")
    battle = game.state.battles["Hoth"]
    used = len(battle.committed)
    game.turn(RED, "scan Second passive orbit")
    assert len(game.state.battles["Hoth"].committed) == used
    game.wait(hours=24)
    game.turn(RED, "scan Second active orbit")
    assert len(game.state.battles["Hoth"].committed) == used + 1


@pytest.mark.rule("GCW-SCN-18")
def test_contacts_age_from_when_they_were_last_in_sight() -> None:
    game = at_hoth("NEBB named Quiet at Hoth B-1 for blue", "CORV named Ear at Hoth C-3 for red")
    assert game.contacts(RED)["Contact 1"].how is Sighting.CELL
    game.wait(hours=5)
    game.turn(RED, "move Eye to B-2")
    quiet = game.contacts(RED)["Contact 1"]
    assert (quiet.at, quiet.unwatched) == (game.now, False)  # till now; Ear would hear it move
    game.gm("place Eye of red at Bespin B-1", "place Ear of red at Bespin B-1")
    assert game.contacts(RED)["Contact 1"].unwatched
    game.gm("place Quiet of blue at Hoth A-1")
    assert game.contacts(RED)["Contact 1"].cell == "B-1"
    game.gm("place Ear of red at Hoth B-1")  # where it was there is nothing now
    assert [one.why for one in game.heard(RED, Lost)] == ["not found at B-1"]


@pytest.mark.rule("GCW-SCN-18")
def test_without_fog_all_is_seen_and_a_scan_still_counts() -> None:
    game = at_hoth("NEBB named Quiet at Hoth DSZ-3 for blue")
    game.gm("ruling fog off")
    assert [one.name for one in game.contacts(RED).values()] == ["Quiet"]
    game.turn(RED, "scan Eye active orbit")
    (seen,) = game.heard(BLUE, Seen)
    assert (seen.act, seen.name) == ("SCAN", "Eye")
    game.wait(hours=24)
    assert "Hoth" in game.known[RED].scanned[RED]


def seen_by_red(game: Played, view: str, about: str = "") -> str:
    """Text of a view for red."""
    return words(game.rules.show(game.known[RED], RED, view, about, game.now))


@pytest.mark.rule("GCW-SCN-04", "GCW-SCN-18")
def test_the_list_of_contacts_tells_age_and_certainty() -> None:
    game = joined()
    game.gm(
        "spawn ISD named Eye at Hoth DSZ-2 for red",
        "spawn CORV named Deep at Hoth DSZ-2 for blue",
        "spawn NEBB named High at Hoth B-1 for blue",
        "spawn CORV named Ear at Hoth B-1 for red",
    )
    assert "**High (C1)**" in seen_by_red(game, "contacts") and "B-1, in sight now" in seen_by_red(game, "contacts")
    game.turn(RED, "scan Eye active deep space", "scan Ear active orbit")
    assert "Ear (T1): active scan of the orbits of Hoth, result <t:" in seen_by_red(game, "turn")
    assert "scans actively (deep space) until <t:" in seen_by_red(game, "fleet")
    game.turn(RED, "move Ear to B-2")
    text = seen_by_red(game, "contacts")
    seen = f"seen <t:{game.now}:R>, by active scan"
    assert f"**Deep (C2)**: Corellian Corvette (CORV) of blue · Hoth DSZ-2, {seen}; may have moved" in text
    assert f"Hoth B-1, {seen}; not heard moving since" in text
    game.wait(hours=3)
    board = str(game.rules.draw(game.known[RED], RED, "board", "Hoth", game.now))
    assert (
        "Deep (C2) CORV, seen 3 h ago" in board and "was there when last seen or heard" in board
    )  # drawn faint: may have moved
    assert "Systems you have scanned actively\nHoth" in text
    assert "Left, as scanned <t:" in seen_by_red(game, "ship", "High")
    assert "You may fire at it, unless it has moved unseen since" in seen_by_red(game, "ship", "Deep")


@pytest.mark.rule("GCW-SCN-18")
def test_a_contact_of_a_shared_cell_is_no_target_from_elsewhere() -> None:
    game = at_hoth("NEBB named Quiet at Hoth B-1 for blue")
    game.turn(RED, "move Eye to B-2")
    assert f"seen <t:{game.now}:R>, in a shared cell; not heard moving since · no target" in seen_by_red(
        game, "contacts"
    )

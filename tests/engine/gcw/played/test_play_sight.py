"""Sight: events, contacts that hold and that do not, deep space, public posts, the fog lifted. GCW-SCN, PST."""

import pytest
from msgspec.structs import replace

from engine.clock import Instant
from engine.game import fold
from engine.gcw.battles import (
    BattlePost,
)
from engine.gcw.contacts import Lost, Seen
from engine.gcw.data.terms import Pools, ScanLayer, Status
from engine.gcw.galaxy.hyperspace import Left
from engine.gcw.sight.scanning import ScanHeard
from engine.gcw.space.volleys import Dealt
from engine.gcw.state import PUBLIC, Shot, Sighting, State, UnitKind
from engine.gcw.turn.posts import TurnTold
from tests.engine.gcw.playing import BLUE, GREEN, RED, Played, facing, joined


@pytest.mark.rule("GCW-SCN-08", "GCW-SCN-09")
def test_a_move_in_orbit_is_heard_in_the_system_and_nowhere_else() -> None:
    game = joined()
    game.gm("spawn VSD named Shade at Hoth B-1 for red", "spawn CORV named Ear at Hoth C-3 for blue")
    assert game.contacts(BLUE) == {}  # it sits there, shields down, silent
    game.turn(RED, "move Shade to B-2")
    (seen,) = game.heard(BLUE, Seen)
    assert (seen.act, seen.cell, seen.code, seen.owner) == ("MOVE", "B-2", "", "")
    assert game.heard(GREEN, Seen) == []


@pytest.mark.rule("GCW-SCN-08", "GCW-SCN-18")
def test_sharing_an_orbit_tells_class_name_and_owner_at_once() -> None:
    game = facing()
    (contact,) = game.contacts(BLUE).values()
    assert (contact.code, contact.name, contact.owner, contact.how) == ("ISD", "Avenger", RED, Sighting.CELL)
    assert {one.name for one in game.contacts(RED).values()} == {"Yavaris", "Bantam"}


@pytest.mark.rule("GCW-SCN-12", "GCW-SCN-13")
def test_what_is_in_deep_space_moves_and_raises_shields_unheard() -> None:
    game = joined()
    game.gm("spawn VSD named Shade at Hoth DSZ-1 for red", "spawn CORV named Ear at Hoth DSZ-1 for blue")
    game.turn(RED, "shields up Shade", "move Shade to DSZ-2")
    assert game.contacts(BLUE) == {}


@pytest.mark.rule("GCW-SCN-14")
def test_an_exit_in_deep_space_is_noticed_in_the_same_zone_only() -> None:
    game = joined()
    game.gm("spawn CORV named Near at Corellia DSZ-1 for blue", "spawn HARD named Far at Corellia DSZ-2 for green")
    game.red("jump Talon to Corellia exit DSZ-1")
    game.wait(hours=6)
    (seen,) = game.heard(BLUE, Seen)
    assert (seen.act, seen.code, seen.name) == ("EXIT", "LNCR", "Talon")
    assert game.heard(GREEN, Seen) == []
    game.blue("fire Near at Talon")  # it stays known
    game.blue("clear")
    game.wait(hours=24)
    game.turn(RED, "move Talon to DSZ-4")  # until it moves, which blue does not hear
    assert [one.gone for one in game.contacts(BLUE).values()] == [""]
    game.turn(BLUE, "fire Near at Contact 1")
    assert "TARGET_UNKNOWN" in [getattr(one.fact, "code", "") for one in game.last]


@pytest.mark.rule("GCW-SCN-18")
def test_what_comes_back_unseen_is_a_new_contact_until_its_name_is_seen() -> None:
    game = facing()
    game.gm("spawn VSD named Shade at Hoth B-1 for red")
    shade = next(one.alias for one in game.contacts(BLUE).values() if one.name == "Shade")
    game.turn(RED, "withdraw Shade to Bespin")
    assert game.contacts(BLUE)[shade].gone == "entered hyperspace"
    game.wait(hours=48)
    game.gm("place Shade of red at Hoth C-3")  # heard, not seen: nobody shares that orbit
    fresh = next(one for one in game.contacts(BLUE).values() if one.cell == "C-3")
    assert fresh.alias != shade and not fresh.name
    game.gm("place Shade of red at Hoth B-1")
    assert game.contacts(BLUE)[fresh.alias].name == "Shade"


@pytest.mark.rule("GCW-SCN-18")
def test_a_name_seen_again_tells_that_it_is_the_contact_of_old() -> None:
    game = facing()
    game.gm("spawn VSD named Shade at Hoth B-1 for red")
    shade = next(one.alias for one in game.contacts(BLUE).values() if one.name == "Shade")
    game.gm("place Shade of red at Hoth DSZ-1", "place Shade of red at Hoth B-1")
    named = [one.alias for one in game.contacts(BLUE).values() if one.name == "Shade" and not one.gone]
    assert named == [shade]


@pytest.mark.rule("GCW-SCN-08")
def test_who_goes_out_into_deep_space_is_heard_where_it_was() -> None:
    game = joined()
    game.gm("spawn VSD named Shade at Hoth C-2 for red", "spawn CORV named Ear at Hoth C-3 for blue")
    game.turn(RED, "move Shade to DSZ-2")
    assert [one.cell for one in game.heard(BLUE, Seen)] == ["C-2"]
    assert [one.why for one in game.heard(BLUE, Lost)] == ["was last heard moving at C-2, out into deep space"]
    assert [one.places for one in game.heard(None, TurnTold)] == [("Hoth, Track 1 (red): C-2, out into deep space",)]
    assert game.state.tracks == {}


@pytest.mark.rule("GCW-PST-03", "GCW-PST-01", "GCW-PST-04", "GCW-PST-05")
def test_a_public_post_tells_numbers_and_orbits_and_no_class_or_name() -> None:
    game = facing()
    game.turn(RED, "fire 10 HTLB of Avenger at Yavaris", "move Avenger to B-2", story="We strike.")
    (post,) = game.heard(None, BattlePost)
    assert post.story == "We strike."
    assert post.places == ("Track 1 (red): B-2",)
    # 10 x 15 = 150 raw, UCR 3 against 5: 0.600, 90
    assert post.shots == (Shot(1, 2, BLUE, "NORMAL", 90, Status.ACTIVE),)
    assert not any(word in str(post) for word in ("Avenger", "Yavaris", "ISD", "NEBB"))
    assert {(one.label, one.cell) for one in game.known[GREEN].contacts_of(PUBLIC).values()} == {("Contact 1", "B-2")}
    game.turn(BLUE, "fire Bantam at Avenger", story="We answer.")
    (answer,) = game.heard(None, BattlePost)
    assert answer.taken == ("Track 2: 90 damage",)


@pytest.mark.rule("GCW-PST-03", "GCW-SCN-12")
def test_a_fight_in_deep_space_is_public_without_places_or_damage() -> None:
    game = joined()
    game.gm("spawn VSD named Shade at Hoth DSZ-1 for red", "spawn CORV named Near at Hoth DSZ-1 for blue")
    game.gm("spawn HARD named Far at Hoth DSZ-2 for green", "ruling fog off", "ruling fog on")
    game.turn(RED, "fire Shade at Near")
    (post,) = game.heard(None, BattlePost)
    assert (post.places, post.shots, post.losses) == ((), (), ())
    assert [one.act for one in game.heard(BLUE, Seen)] == ["FIRE"] and game.heard(GREEN, Seen) == []


@pytest.mark.rule("GCW-SCN-18")
def test_without_fog_everybody_sees_all_that_is_in_a_system() -> None:
    game = joined()
    game.gm("spawn VSD named Shade at Hoth DSZ-3 for red", "spawn CORV named Ear at Hoth C-1 for blue")
    assert game.contacts(BLUE) == {}
    game.gm("ruling fog off")
    assert [one.name for one in game.contacts(BLUE).values()] == ["Shade"]
    assert game.contacts(GREEN) == {}
    game.turn(RED, "move Shade to DSZ-4")
    assert [one.cell for one in game.contacts(BLUE).values()] == ["DSZ-4"]
    game.gm("spawn VSD named Late at Hoth DSZ-2 for red")
    assert {one.name for one in game.contacts(BLUE).values()} == {"Shade", "Late"}


@pytest.mark.rule("GCW-COM-05", "GCW-COM-04")
def test_a_departure_is_heard_by_those_who_are_there_and_not_where_it_goes() -> None:
    game = facing()
    game.gm("spawn HARD named Far at Hoth C-3 for green")
    game.red("jump Avenger to Bespin")
    assert game.heard(BLUE, Left) == game.heard(GREEN, Left) == [Left(RED, "Hoth")]
    assert "Bespin" not in str(game.heard(BLUE, Left))
    game.red("jump Talon to Corellia")
    assert game.heard(BLUE, Left) == []


@pytest.mark.rule("GCW-SET-02")
def test_a_fleet_that_is_set_up_is_not_seen_before_it_is_confirmed() -> None:
    game = Played()
    game.red("join GE as Piett", "muster LNCR named Talon at B-1")
    game.blue("join RA as Ackbar", "muster NEBB named Redemption", "confirm")
    game.gm("spawn CORV named Spy at Coruscant B-1 for blue")
    assert game.contacts(BLUE) == {}
    game.red("confirm")
    assert [one.name for one in game.contacts(BLUE).values()] == ["Talon"]
    assert [one.name for one in game.contacts(RED).values()] == ["Spy"]


@pytest.mark.rule("GCW-SCN-18")
def test_hits_on_a_contact_of_unknown_class_count_once_the_class_is_known() -> None:
    red, at = RED, Instant(0)
    heard = Seen(viewer=red, number=1, system="Corellia", cell="C-2", how=Sighting.EVENT, at=at)
    full, taken = Pools(shields=1000, armor=200, hull=400), Pools(shields=900)
    hit = Dealt(
        unit="u1", viewer=red, alias="Contact 1", channel="normal", raw=900, attack=5, defence=5, quotient=1000,
        damage=900, absorbed=taken, status=Status.ACTIVE,
    )  # fmt: skip
    known = replace(heard, owner=BLUE, kind=UnitKind.SHIP, code="CORV", name="Liberty", pools=full)
    state = fold(State(), [heard, hit, hit, known])
    assert state.contacts_of(red)["Contact 1"].pools == full.minus(taken.plus(taken))
    again = fold(state, [hit, known])
    assert again.contacts_of(red)["Contact 1"].pools == full.minus(taken.plus(taken)).minus(taken)
    recorded = replace(state.contacts_of(red)["Contact 1"], pools=full)
    passive = ScanHeard("s1", "Ear", red, "Corellia", ScanLayer.ORBIT, (), (recorded,))
    assert fold(fold(State(), [heard, hit]), [passive]).contacts_of(red)["Contact 1"].pools == full.minus(taken)

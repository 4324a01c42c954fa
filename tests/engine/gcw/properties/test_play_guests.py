"""Craft that are guests in friends' hangars: where they are, whose they are, and who knows of them. GCW-LCH-02."""

import pytest

from engine.game import Seat
from engine.gcw.contacts import Lost
from engine.gcw.fleets import HeroDied, Removed
from engine.gcw.hangars import CameAlong, CastOff, GuestCame, GuestLeft
from engine.gcw.state import Guest, Origin, UnitKind, within
from engine.gcw.turn.turn import ActionDropped
from tests.engine.gcw.playing import BLUE, GREEN, RED, Played, facing

pytestmark = pytest.mark.rule("GCW-LCH-02")


def friends() -> Played:
    """Blue's Yavaris has room for a squadron and a shuttle; red's Rogue and Ferry are beside it, and green looks on
    from another orbit.
    """
    game = facing()
    game.blue("relation grant red")
    game.gm(
        "remove Avenger of red",
        "remove Yavaris XW-1 of blue",
        "remove Yavaris LAM-1 of blue",
        "spawn XW named Rogue at Hoth B-1 for red",
        "spawn LAM named Ferry at Hoth B-1 for red",
        "spawn HARD named Onlooker at Hoth B-2 for green",
    )
    return game


def hosted() -> Played:
    """Red's Rogue and Ferry are guests of blue's Yavaris."""
    game = friends()
    game.turn(RED, "dock all with Yavaris")
    return game


def guests(game: Played, seat: Seat) -> list[str]:
    """The guests that a seat knows to be in its hangars."""
    return [one.name for one in game.known[seat].guests.values()]


def test_guests_stay_their_owners_and_cost_what_they_cost() -> None:
    game = hosted()
    rogue, yavaris = game.unit("Rogue"), game.unit("Yavaris")
    assert (rogue.owner, rogue.docked, rogue.escort, rogue.group) == (RED, yavaris.id, True, rogue.id)
    assert guests(game, BLUE) == ["Rogue", "Ferry"]
    assert guests(game, RED) == guests(game, GREEN) == []
    assert game.refused(BLUE, "launch Rogue from Yavaris") == "NO_CRAFT"
    game.gm("spawn XW named Renegade at Hoth B-1 for red")
    game.turn(RED, "dock Renegade with Yavaris")
    assert [one.code for one in game.heard(RED, ActionDropped)] == ["HANGAR_FULL"]
    game.turn(BLUE, "launch Yavaris YW-1 from Yavaris")
    game.turn(RED, "dock Renegade with Yavaris")
    assert guests(game, BLUE) == ["Rogue", "Ferry", "Renegade"]
    assert game.refused(BLUE, "recall Yavaris YW-1 to Yavaris") == "HANGAR_FULL"


def test_nobody_but_the_two_learns_what_is_in_a_hangar() -> None:
    game = friends()
    before = len(game.said)
    game.turn(RED, "dock all with Yavaris")
    said = game.said[before:]
    assert [one.to.seats for one in said if isinstance(one.fact, GuestCame)] == [(BLUE,), (BLUE,)]
    onlooker = game.known[GREEN]
    assert not onlooker.guests and not [one for one in onlooker.contacts_of(GREEN).values() if one.code == "XW"]
    told = [words.text for hearers in game.words for seat, words in hearers.items() if seat in (GREEN, None)]
    assert told and not [text for text in told if "Rogue" in text or "XW" in text or "X-Wing" in text]


def test_guests_travel_with_their_host_and_their_owner_is_told_where() -> None:
    game = hosted()
    game.blue("jump Yavaris to Bespin exit DSZ-3")
    assert game.refused(RED, "undock Rogue") == "IN_TRANSIT"
    game.wait(seconds=next(iter(game.state.voyages.values())).due_at - game.now)
    yavaris = game.unit("Yavaris")
    assert (yavaris.system, yavaris.cell) == ("Bespin", "DSZ-3")
    assert {game.unit(one).docked for one in ("Rogue", "Ferry")} == {yavaris.id}
    assert {(one.system, one.cell) for one in game.contacts(RED).values() if one.name == "Yavaris"} == {
        ("Bespin", "DSZ-3")
    }
    assert [len(one.units) for one in game.ever(RED, CameAlong)] == [2]
    assert game.unit("Rogue").exit_until is not None
    game.red("undock all")
    assert game.refused(RED, "move Rogue to C-3") == "NO_MP"
    game.turn(RED)
    assert {(game.unit(one).system, game.unit(one).cell) for one in ("Rogue", "Ferry")} == {("Bespin", "DSZ-3")}
    assert guests(game, BLUE) == []


def test_a_host_that_leaves_unseen_is_known_to_have_left() -> None:
    game = hosted()
    game.gm("place Yavaris of blue at Bespin DSZ-1")  # red has nothing else there, nor at Hoth
    game.blue("jump Yavaris to Hoth exit DSZ-2")
    assert [one.why for one in game.heard(RED, Lost)] == ["entered hyperspace"]
    game.wait(hours=72)
    assert game.refused(RED, "move Rogue to C-2") == "DOCKED"
    game.turn(RED, "undock Rogue")
    assert game.unit("Rogue").cell == "DSZ-2"


def test_hostility_and_access_withdrawn_lock_nobody_in() -> None:
    game = hosted()
    game.blue("relation hostile red")
    assert (BLUE, RED) not in game.state.access or game.state.are_hostile(RED, BLUE)
    game.turn(RED, "undock Rogue")
    assert game.unit("Rogue").cell == "B-1"
    assert game.refused(RED, "dock Rogue with Yavaris") in ("LAUNCH_RECALL", "RELATION_HOSTILE")
    game.turn(BLUE, "put out Ferry from Yavaris")
    assert game.unit("Ferry").cell == "B-1" and game.unit("Ferry").owner == RED
    assert [one.guest.name for one in game.heard(BLUE, GuestLeft)] == ["Ferry"]


def test_a_hero_and_squads_in_a_guest_stay_out_of_the_fight_and_go_with_it() -> None:
    game = friends()
    game.gm(
        "place Talon of red at Hoth B-1",
        "spawn 2 STM named Watch at Hoth B-1 for red inside Ferry",
        "spawn ISD named Doom at Hoth B-2 for green",
    )
    game.turn(RED, "embark Piett in Talon LAM-1", "launch Talon LAM-1 from Talon")
    game.gm("remove Yavaris LAM-2 of blue", "place Doom of green at Hoth B-1")
    game.turn(RED, "dock Talon LAM-1 with Yavaris", "dock Ferry with Yavaris")
    assert [one.name for one in within(game.state, game.unit("Yavaris")) if one.owner == RED] == []
    game.gm("set unit Yavaris of blue shields 0")
    game.blue("relation hostile green")
    game.blue("surrender Yavaris to green")
    game.order(GREEN, "accept surrender of blue")
    owned = {one: game.unit(one).owner for one in ("Yavaris", "Ferry", "Watch", "Talon LAM-1")}
    assert set(owned.values()) == {GREEN}
    assert game.unit("Ferry").origin is Origin.CAPTURED and not game.unit("Ferry").guest_in
    assert len(game.ever(RED, HeroDied)) == 1
    assert not any(one.owner == GREEN for one in game.known[RED].units.values())


def test_guests_go_down_with_their_host_wherever_their_owner_looks() -> None:
    game = hosted()
    game.gm("place Yavaris of blue at Bespin DSZ-1", "remove Yavaris of blue")
    assert not game.there("Rogue") and not game.there("Ferry")
    assert sorted(game.heard(RED, Removed)[0].names) == ["Ferry", "Rogue"]
    assert guests(game, BLUE) == []


def test_a_guest_that_a_moderator_moves_or_removes_is_no_guest_any_more() -> None:
    game = hosted()
    game.gm("place Rogue of red at Hoth C-2")
    assert guests(game, BLUE) == ["Ferry"] and game.unit("Rogue").cell == "C-2"
    game.gm("remove Ferry of red")
    assert guests(game, BLUE) == []
    game.gm("set unit Rogue of red armor 10")
    assert game.unit("Rogue").pools.armor == 10


def test_a_host_knows_a_guest_under_the_name_with_which_it_came() -> None:
    game = hosted()
    game.red("rename Rogue to Rascal")
    record = next(iter(game.known[BLUE].guests.values()))
    assert (record.name, record.code, record.kind) == ("Rogue", "XW", UnitKind.SQUADRON)
    assert isinstance(record, Guest)
    game.turn(BLUE, "put out Rogue from Yavaris")
    assert game.unit("Rascal").cell == "B-1"


def test_a_guest_that_is_named_twice_is_put_out_once() -> None:
    game = hosted()
    before = len(game.said)
    game.turn(BLUE, "put out Rogue, Rogue from Yavaris")
    assert [one.fact.alias for one in game.said[before:] if isinstance(one.fact, CastOff)] == ["Contact 1"]
    assert guests(game, BLUE) == ["Ferry"]

"""A target's points left at most, by a player's own hits: those from before its class was known count. GCW-SCN-18."""

import pytest
from msgspec.structs import replace

from engine.gcw.data.terms import Pools
from engine.gcw.space.volleys import FoundMended
from engine.gcw.state import State
from tests.engine.gcw.playing import BLUE, RED, Played, joined
from tests.engine.gcw.staged import words

WHOLE = Pools(shields=3138, armor=942, systems=628, hull=1255)
"""An MC-90."""

SPENT = 675 + 135
"""Shield points that a Star Destroyer's volley and its ions take from one: UCR 3 against 4, 0.750 of 900 and of 180."""


def struck_unknown(*before: str) -> Played:
    """Red's Avenger has hit Contact 1, whose class it does not know: blue's Liberty, heard moving over Hoth."""
    game = joined()
    game.gm("spawn ISD named Avenger at Hoth B-1 for red", "spawn MC90 named Liberty at Hoth C-2 for blue")
    game.gm("spawn CORV named Ear at Hoth B-3 for red")
    game.turn(BLUE, "move Liberty to C-1")
    game.turn(RED, *before, "fire Avenger at Contact 1")
    contact = game.contacts(RED)["Contact 1"]
    assert (contact.code, contact.pools) == ("", None)
    return game


def shown(game: Played, view: str, about: str = "") -> str:
    """A view of red's, in words."""
    return words(game.rules.show(game.known[RED], RED, view, about, game.now))


def board(game: Played, alias: str, left: Pools) -> str:
    """Picture of Hoth for red, if so much were left of a contact."""
    known: State = game.known[RED]
    held = known.contacts_of(RED)
    contacts = {**known.contacts, RED: {**held, alias: replace(held[alias], pools=left)}}
    return str(game.rules.draw(replace(known, contacts=contacts), RED, "board", "Hoth", game.now))


def assert_counted(game: Played, alias: str = "Contact 1", lost: int = SPENT) -> None:
    """Card, board and preview of red's say that a contact has lost so many points of its shields."""
    left = replace(WHOLE, shields=WHOLE.shields - lost)
    assert game.contacts(RED)[alias].pools == left
    assert f"shields ▰▰▰▱▱ {left.shields:,}/3,138" in shown(game, "ship", alias)
    card = str(game.rules.draw(game.known[RED], RED, "ship", alias, game.now))
    assert f"{left.shields:,} of 3,138" in card
    drawn = str(game.rules.draw(game.known[RED], RED, "board", "Hoth", game.now))
    assert drawn == board(game, alias, left) != board(game, alias, WHOLE)
    last = game.state.players[RED].last_turn
    assert last is not None
    game.wait(seconds=max(0, last + 24 * 3600 - game.now))
    game.red(f"fire Avenger at {alias}")
    assert f"leaving at most shields {left.shields - 675:,}, armor 942, systems 628" in shown(game, "preview")
    game.red("clear")


@pytest.mark.rule("GCW-SCN-18", "GCW-TRN-04")
def test_hits_on_what_was_unknown_count_when_its_orbit_is_shared() -> None:
    game = struck_unknown()
    assert "shields" not in shown(game, "ship", "Contact 1")
    game.gm("place Avenger of red at Hoth C-1")
    assert game.contacts(RED)["Contact 1"].name == "Liberty"
    assert_counted(game)


@pytest.mark.rule("GCW-SCN-07", "GCW-SCN-18", "GCW-TRN-04")
def test_hits_on_what_was_unknown_count_when_a_passive_scan_tells_its_class() -> None:
    game = struck_unknown("scan Ear passive orbit")
    game.wait(hours=1)
    game.gm("place Liberty of blue at Hoth C-2", "place Liberty of blue at Hoth C-1")
    game.wait(hours=24)
    contact = game.contacts(RED)["Contact 1"]
    assert (contact.code, contact.name) == ("MC90", "")
    assert_counted(game)


@pytest.mark.rule("GCW-SCN-04", "GCW-SCN-18")
def test_an_active_scan_counts_what_is_left_and_no_hit_twice() -> None:
    game = struck_unknown()
    game.turn(RED, "scan Ear active orbit")
    game.wait(hours=24)
    contact = game.contacts(RED)["Contact 1"]
    assert contact.measured is not None
    assert contact.pools == game.unit("Liberty").pools
    assert_counted(game)


@pytest.mark.rule("GCW-SCN-18")
def test_hits_on_a_ship_count_when_it_comes_back_unseen_and_is_known_again_by_its_name() -> None:
    """Contact 1 is heard again as Contact 2; seeing its name tells that it is one ship."""
    game = struck_unknown()
    game.gm("place Avenger of red at Hoth C-1")
    game.turn(BLUE, "withdraw Liberty to Bespin")
    game.wait(hours=48)
    game.gm("place Liberty of blue at Hoth A-2")
    assert game.contacts(RED)["Contact 2"].pools is None
    game.gm("place Avenger of red at Hoth A-2")
    assert game.contacts(RED)["Contact 1"].gone == "it is Contact 2 now"
    assert_counted(game, "Contact 2")


@pytest.mark.rule("GCW-SCN-18")
def test_what_takes_more_than_it_could_have_left_was_repaired() -> None:
    """No card ever says that less than nothing is left."""
    game = struck_unknown()
    game.gm("place Avenger of red at Hoth C-1", "set unit Liberty of blue shields 100")
    for _ in range(3):
        game.turn(RED, "fire Avenger at Liberty")
        game.gm("set unit Liberty of blue shields 3138")
    pools = game.contacts(RED)["Contact 1"].pools
    assert pools is not None and 0 <= pools.shields < SPENT
    assert game.ever(RED, FoundMended) == []
    game.turn(RED, "fire Avenger at Liberty")
    (mended,) = game.heard(RED, FoundMended)
    assert mended.pools == replace(pools, shields=3138)
    after = game.contacts(RED)["Contact 1"].pools
    assert after is not None and after.shields == 3138 - SPENT
    told = "\n".join(heard[RED].text for heard in game.words if RED in heard)
    assert "has more left than you knew of, so it was repaired since you saw it hit: at most shields 3,138" in told
    assert all(BLUE not in heard for heard in game.words if RED in heard and "than you knew" in heard[RED].text)

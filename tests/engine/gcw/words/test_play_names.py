"""A unit of another's has one name for whoever knows it, in news, views, previews and pictures; orders take it."""

import pytest

from engine.game import Seat
from engine.gcw.look import contact_labelled
from tests.engine.gcw.playing import BLUE, RED, Played, facing
from tests.engine.gcw.staged import words

YAVARIS = "Yavaris (C1, T2)"
"""Blue's frigate as red knows it: its first contact, whose name it has seen and which is track 2 in public posts."""


def met() -> Played:
    """Red and blue have fired at each other once."""
    game = facing()
    game.turn(RED, "fire 10 IC of Avenger at Yavaris")
    game.turn(BLUE, "fire Yavaris at Avenger")
    return game


def news(game: Played, seat: Seat = RED) -> str:
    """All that a seat heard of the last step."""
    return "\n".join(heard[seat].text for heard in game.words if seat in heard)


def shown(game: Played, view: str, about: str = "") -> str:
    """A view of red's, in words."""
    return words(game.rules.show(game.known[RED], RED, view, about, game.now))


@pytest.mark.rule("GCW-PST-03", "GCW-SCN-18")
def test_a_contact_has_one_name_in_news_views_previews_and_pictures() -> None:
    game = met()
    assert f"**{YAVARIS}** (Nebulon-B Escort Frigate (NEBB), of blue) fires at Hoth B-1" in news(game)
    assert f"damage from {YAVARIS}; left:" in news(game)
    for view, about in (("contacts", ""), ("ship", "Contact 1"), ("system", "Hoth")):
        assert YAVARIS in shown(game, view, about), view
    for view, about in (("board", "Hoth"), ("ship", "Contact 1")):
        assert YAVARIS in str(game.rules.draw(game.known[RED], RED, view, about, game.now)), view
    game.wait(hours=24)
    game.red("fire Avenger at Contact 1")
    assert f"Avenger at {YAVARIS}: NORMAL" in "\n".join(game.rules.preview(game.known[RED], RED, game.now))
    game.red("submit So be it.", "final")
    assert f"Avenger fires at {YAVARIS}:" in news(game)


@pytest.mark.rule("GCW-SCN-18")
@pytest.mark.parametrize("name", ["Contact 1", "Yavaris", "c1", "T2", "track 2", YAVARIS, YAVARIS.lower()])
def test_orders_and_views_take_every_name_of_a_contact(name: str) -> None:
    game = met()
    game.wait(hours=24)
    game.red(f"fire 10 IC of Avenger at {name}")
    assert f"Avenger at {YAVARIS}: ION" in "\n".join(game.rules.preview(game.known[RED], RED, game.now))
    assert shown(game, "ship", name) == shown(game, "ship", "Contact 1")


@pytest.mark.rule("GCW-SCN-18")
def test_what_has_no_name_is_called_by_its_number_and_its_track() -> None:
    game = facing()
    game.gm("spawn LNCR named Far at Hoth C-3 for red")
    game.turn(RED, "move Far to C-2")
    assert "**Contact 2 (T1)** moves into Hoth C-2." in news(game, BLUE)


def test_a_name_that_several_contacts_bear_tells_none_of_their_numbers() -> None:
    game = facing()
    known = game.known[RED]
    assert contact_labelled(known, RED, "Yavaris") == "Yavaris (C1)"
    game.gm("spawn NEBB named Yavaris at Hoth B-1 for green")
    known = game.known[RED]
    assert contact_labelled(known, RED, "Yavaris") == "Yavaris"
    assert contact_labelled(known, RED, "an unseen unit") == "an unseen unit"

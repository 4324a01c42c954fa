"""Names that are masked: hidden where they are names, found again where somebody types the mask."""

from __future__ import annotations

from engine.report import Suggestion
from engine.text.masks import Masks
from engine.text.message import N_, name
from engine.text.names import shown

MEETS = N_("Your fleet meets {seat}: fire at will, {ship} fires. {story}")


def test_a_name_is_hidden_where_it_is_one_and_words_of_the_rules_stay() -> None:
    masks = Masks({"fleet": "forgotten-1", "Fire": "forgotten-2", "alice's own": "forgotten-3"})
    story = "> Fire and Alice's OWN meet the Fleet. Hold your fire, fleeting Fire-flies"
    with masks.hiding():
        said = MEETS(seat=name("fleet"), ship=name("Fire"), story=name(story[2:]))
    hidden = "forgotten-2 and forgotten-3 meet the forgotten-1. Hold your fire, fleeting Fire-flies"
    assert said == f"Your fleet meets forgotten-1: fire at will, forgotten-2 fires. {hidden}"
    assert MEETS(seat=name("fleet"), ship=name("Fire"), story=name("")) == (
        "Your fleet meets fleet: fire at will, Fire fires. "
    )


def test_a_name_is_hidden_in_every_form_and_nothing_else_is() -> None:
    masks = Masks({"O'Hara_1": "forgotten-1", "ann": "forgotten-2"})
    text = ", ".join(("O'Hara_1", shown("O'Hara_1"), "Ann: announced to Hannah, ANN and ann-marie"))
    assert masks.hide(text) == "forgotten-1, forgotten-1, forgotten-2: announced to Hannah, forgotten-2 and ann-marie"
    assert masks.reveal("fire at Forgotten-1, not forgotten-12") == "fire at O'Hara_1, not forgotten-12"
    assert not Masks({}) and Masks({}).hide(text) == text


def test_an_id_that_is_made_of_a_name_is_hidden_as_the_name_is() -> None:
    masks = Masks({"O'Hara of Hoth": "forgotten-1", "Ann": "forgotten-2"})
    assert masks.hide("o-hara-of-hoth") == "forgotten-1" and masks.hide("ann") == "forgotten-2"
    assert masks.hide("let o-hara-of-hoth do it") == "let forgotten-1 do it"
    assert masks.reveal("let forgotten-1 do it") == "let O'Hara of Hoth do it"


def test_an_order_is_kept_with_the_name_and_shown_with_the_mask() -> None:
    masks = Masks({"Swift": "forgotten-1"})
    order = '{"order": "toy sail", "boats": ["Swift", "Größe"], "place": 3, "late": null, "to": {"Swift": "Swift!"}}'
    hidden = order.replace('"Swift"]', '"forgotten-1"').replace('["Swift"', '["forgotten-1"')
    hidden = hidden.replace('"Swift!"', '"forgotten-1!"')
    assert masks.hidden_in(order) == hidden
    assert masks.revealed_in(hidden) == order
    assert Masks({}).hidden_in(order) == Masks({}).revealed_in(order) == order


def test_a_button_is_shown_without_the_name() -> None:
    button = Suggestion(name("Sail Swift"), "sail Swift to 3")
    masked = Masks({"Swift": "forgotten-1"}).hidden(button)
    assert masked == Suggestion(name("Sail forgotten-1"), "sail forgotten-1 to 3")
    assert type(masked.label) is type(button.label) and Masks({}).hidden(button) is button

"""Possessions, what they do and for how long (D8, FITG-CHR-18); with whom a card's search is made (FITG-CHR-12)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.freedom import ruleset
from engine.freedom.chances.bout import fight_odds
from engine.freedom.combat.bases import ShipSought
from engine.freedom.data.pack import EventCode, Side
from engine.freedom.missions import Searched, happen
from engine.freedom.pieces import Drugged, ItemGone
from engine.freedom.play import Play
from engine.freedom.state import Fight, Force, Kind, Rating, Ship, Stage
from engine.game import Table
from tests.engine.freedom.playing import BLUE, RED, RULES, SHEETS, Played

URBAN, WORLD = "Angoff urban", RULES.world


def rebels(stage: Stage = Stage.MOVEMENT) -> Played:
    """The Rebels' turn, with Agan Rafa in the city."""
    game = Played()
    game.person("Agan Rafa", URBAN)
    game.arrange(replace(game.state, player=Side.REBEL, stage=stage))
    return game


def attacked(*items: str) -> Played:
    """A squad of one Line, 8/6, attacks Agan Rafa, who has these possessions."""
    game = rebels(Stage.SEARCH)
    game.unit("Line", URBAN)
    game.has("Agan Rafa", *items)
    game.person("Jon Kidu", URBAN)
    game.rolls(1)
    game.blue("search Angoff urban")
    game.blue("attack with squad")
    return game


@pytest.mark.rule("FITG-CHR-18", "FITG-CHR-29")
def test_a_drug_in_a_round_raises_combat_to_the_end_of_the_game_turn() -> None:
    game = attacked("Helian Drug")
    odds = fight_odds(WORLD, game.state, game.state.agenda[0])  # type: ignore[arg-type]  # the fight that asks
    game.red("active Agan Rafa using Helian Drug")
    (drugged,) = game.of(Drugged)
    person = game.state.people["Agan Rafa"]
    assert (drugged.rating, person.drugged, person.items) == (Rating.COMBAT, Rating.COMBAT, ())
    fight = game.state.agenda[0]
    assert isinstance(fight, Fight) and not fight.used, "it is gone, and works on"
    assert WORLD.combat(person) == 7
    assert fight_odds(WORLD, game.state, fight).beaten > odds.beaten
    game.rolls(5, 5)
    game.red("stay")
    assert (
        game.state.choice is not None
        and WORLD.combat(game.state.people["Agan Rafa"]) == 7 - game.state.people["Agan Rafa"].wounds
    ), "in the next round, too"


@pytest.mark.rule("FITG-CHR-18")
@pytest.mark.parametrize("rating", [one for one in Rating if one])
def test_a_drug_raises_one_rating_by_two_until_the_next_game_turn(rating: Rating) -> None:
    game = rebels()
    game.has("Agan Rafa", "Helian Drug")
    before = WORLD.rating(game.state.people["Agan Rafa"], rating)
    game.red(f"use Helian Drug for {rating.name.lower()}")
    assert WORLD.rating(game.state.people["Agan Rafa"], rating) == before + 2
    others = [one for one in Rating if one and one is not rating]
    fresh, drugged = Played(), game.state.people["Agan Rafa"]
    fresh.person("Agan Rafa", URBAN)
    assert all(WORLD.rating(drugged, one) == WORLD.rating(fresh.state.people["Agan Rafa"], one) for one in others), (
        "no other one"
    )
    turn = game.state.turn
    while game.state.turn == turn:
        assert game.state.people["Agan Rafa"].drugged is rating
        game.gm("default" if game.state.choice is not None else "next")
    assert game.state.people["Agan Rafa"].drugged is Rating.NONE


@pytest.mark.rule("FITG-ENV-08", "FITG-ENV-09")
def test_a_drug_makes_a_leader() -> None:
    game = rebels()
    game.person("Kogus", URBAN)
    game.has("Kogus", "Helian Drug")
    assert [one.name for one in WORLD.leaders(game.state, URBAN, Side.REBEL)] == ["Agan Rafa"], "Kogus has 0"
    game.red("use Helian Drug for leadership")
    assert [one.name for one in WORLD.leaders(game.state, URBAN, Side.REBEL)] == ["Agan Rafa", "Kogus"]


def shipped(*items: str) -> Played:
    """Boccanegra, with these possessions, is about to fly from Charkhan to Quibron, whose base is up."""
    game = Played()
    game.person("Boccanegra", "Charkhan wild")
    game.has("Boccanegra", *items)
    for planet in game.state.planets:
        game.planet(planet, control=Side.IMPERIAL, level=1, up=planet == "Quibron")
    ship = Ship("Explorer", Side.REBEL, "Explorer", "Boccanegra", "Charkhan wild")
    game.arrange(replace(game.state, player=Side.REBEL, stage=Stage.MOVEMENT, ships={"Explorer": ship}))
    return game


@pytest.mark.rule("FITG-PDB-04", "FITG-PDB-10", "FITG-CHR-18")
def test_a_scrambler_puts_a_base_down_before_its_dice_and_may_wear_out() -> None:
    for die, worn in ((2, ()), (3, ("Scrambler",))):
        game = shipped("Scrambler")
        game.red("move Explorer, Boccanegra to Quibron wild")
        assert (game.asked, game.where) == ("jam rebel", "Quibron"), "of the base that is up, and of no other"
        game.rolls(die)
        game.red("use Scrambler")
        quibron = game.state.planets["Quibron"]
        assert (quibron.up, quibron.level) == (False, 1) and not game.of(ShipSought)
        assert game.state.people["Boccanegra"].worn == worn
        assert game.state.people["Boccanegra"].environ == "Quibron wild"


@pytest.mark.rule("FITG-PDB-10")
def test_who_holds_the_scrambler_back_is_looked_for_and_nobody_without_is_asked() -> None:
    game = shipped("Scrambler")
    game.red("move Explorer, Boccanegra to Quibron wild")
    game.rolls(1)
    game.red("use nothing")
    assert len(game.of(ShipSought)) == 1 and game.state.planets["Quibron"].up
    game = shipped("Medi-kit")
    game.rolls(1)
    game.red("move Explorer, Boccanegra to Quibron wild")
    assert not game.asked and len(game.of(ShipSought)) == 1


@pytest.mark.rule("FITG-CHR-18", "FITG-PDB-10")
def test_a_friend_on_the_planet_jams_the_base_for_units_that_land() -> None:
    game = shipped("Scrambler")
    game.unit("Rebel 2-1", "Angoff urban", "wild", id="Wild A")
    game.red("move Wild A to Quibron wild")
    assert game.asked == "fire imperial", "Boccanegra is elsewhere"
    game = shipped()
    game.person("Kogus", "Quibron wild")
    game.has("Kogus", "Scrambler")
    game.unit("Rebel 2-1", "Angoff urban", "wild", id="Wild A")
    game.red("move Wild A to Quibron wild")
    game.rolls(1)
    game.red("use Scrambler")
    assert not game.asked and game.state.units["Wild A"].environ == "Quibron wild"


@pytest.mark.rule("FITG-CHR-18")
@pytest.mark.parametrize(("die", "worn"), [(5, ()), (6, ("Norrocks",))])
def test_a_norrocks_may_work_no_more_after_a_combat_in_which_it_defended(die: int, worn: tuple[str, ...]) -> None:
    game = attacked("Norrocks")
    game.rolls(1, die)
    game.red("break all")
    assert game.state.people["Agan Rafa"].worn == worn
    assert [one.worn for one in game.of(ItemGone)] == [True] * len(worn)


@pytest.mark.rule("FITG-CHR-12", "FITG-CHR-01")
@pytest.mark.parametrize(("force", "searching"), [("squad", 3 + 4), ("characters", 4)])
def test_who_has_both_there_says_with_which_a_cards_search_is_made(force: str, searching: int) -> None:
    game = both_there()
    game.gm("event search in Angoff urban")
    assert game.asked == "with imperial"
    assert "E_OWNER FITG-CHR-07" in game.refused(RED, "send squad")
    assert "E_TYPE FITG-CHR-12" in game.refused(BLUE, "send both")
    game.rolls(6)
    game.blue(f"send {force}")
    if game.asked:
        game.red("as usual")
    assert game.of(Searched)[0].searching == searching


def both_there() -> Played:
    """Agan Rafa is on a mission where the Empire has a Line and Barca, leadership and intelligence 4."""
    game = rebels(Stage.MISSIONS)
    game.unit("Line", URBAN)
    game.person("Barca", URBAN)
    game.arrange(
        replace(game.state, people={**game.state.people, "Agan Rafa": replace(game.state.people["Agan Rafa"], group=1)})
    )
    return game


@pytest.mark.rule("FITG-CHR-12")
def test_games_of_earlier_versions_search_with_units_unasked() -> None:
    game = both_there()
    game.rolls(6)
    table = Table(game.state, game.now, game.dice, RULES.refusals, game.knows)
    play = Play(ruleset(SHEETS, 2).world, table)
    happen(play, URBAN, EventCode.SEARCH)
    play.go()
    assert table.state.choice is None and [type(one.fact) for one in table.said][-1] is Searched


def test_the_register_gives_a_medi_kit_and_the_idling_of_a_cervac_no_part_in_combat_and_the_card_says_so() -> None:
    game = rebels()
    game.has("Agan Rafa", "Medi-kit", "Cervac Mk V", "Charsot")
    shown = RULES.show(game.knows(RED), RED, "character", "Agan Rafa", game.now)
    medikit, cervac, charsot = (str(line) for line in shown.sections[1].lines)
    assert "no part of combat" in medikit and "no part of combat" in cervac and charsot == "Charsot"
    assert WORLD.intelligence(game.state.people["Agan Rafa"]) == 2, "1, and 1 of the Cervac"


@pytest.mark.rule("FITG-CHR-29")
def test_the_odds_of_whoever_took_a_drug_are_those_of_a_stronger_one() -> None:
    game = rebels()
    fight = Fight(URBAN, Kind.CREATURE, Side.IMPERIAL, "hand", "kill", ("Agan Rafa",), Force("Snow Giants", 6, 4))
    plain = fight_odds(WORLD, game.state, fight)
    game.has("Agan Rafa", "Helian Drug")
    game.red("use Helian Drug for combat")
    assert fight_odds(WORLD, game.state, fight).beaten > plain.beaten


@pytest.mark.rule("FITG-CHR-18")
def test_a_possession_that_is_named_twice_is_used_once() -> None:
    game = rebels()
    game.has("Agan Rafa", "Helian Drug")
    game.red("use Helian Drug, Helian Drug for combat")
    assert len(game.of(Drugged)) == 1
    game = attacked("Helian Drug")
    game.red("active Agan Rafa using Helian Drug, helian drug")
    assert len(game.of(Drugged)) == 1

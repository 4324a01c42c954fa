"""Character combat at the table: partitions, breaking off, wounds, captives, possessions (FITG-CHR)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.freedom.combat.fight import BreakOffRolled, FightEnded, FightOpened, Partitioned, RoundRolled
from engine.freedom.data.pack import Side
from engine.freedom.nouns import forces
from engine.freedom.pieces import Caught, Freed, Hurt, ItemGone, ShipPassed
from engine.freedom.state import Ask, Choice, Finding, Kind, Ship, Stage, Status
from engine.orders import Option
from tests.engine.freedom.playing import BLUE, RED, RULES, Played

URBAN = "Angoff urban"


def hunted(*people: str, units: tuple[str, ...] = ("Line",), seekers: tuple[str, ...] = ()) -> Played:
    """Rebels who stand in Angoff in the search phase, and the Empire's units and characters there."""
    game = Played("skirmish")
    for kind in units:
        game.unit(kind, URBAN)
    for one in (*people, *seekers):
        game.person(one, URBAN)
    game.arrange(replace(game.state, stage=Stage.SEARCH))
    return game


def found(game: Played, *people: str, kind: Kind = Kind.SQUAD, seekers: tuple[str, ...] = ()) -> Played:
    """They are found, and the Empire is asked whether it attacks."""
    ways = (f"{kind} kill", f"{kind} capture", "decline")
    choice = Choice("attack", (Ask(Side.IMPERIAL, ways, ways[:1]),), URBAN, ", ".join(people))
    task = Finding(URBAN, Side.IMPERIAL, (kind,), people, seekers=seekers)
    game.arrange(replace(game.state, choice=choice, agenda=(task,)))
    return game


def attacked(*people: str, units: tuple[str, ...] = ("Line",), how: str = "attack") -> Played:
    """A squad has found them and attacks."""
    game = found(hunted(*people, units=units), *people)
    game.blue(how)
    return game


@pytest.mark.rule("FITG-CHR-01", "FITG-GEN-02")
def test_whoever_is_found_may_be_attacked_or_spared() -> None:
    game = hunted("Frun Sentel")
    game.rolls(6)
    game.blue("search Angoff urban")
    assert game.asked == "" and not game.state.people["Frun Sentel"].found
    assert game.refused(BLUE, "search Angoff urban").startswith("E_PHASE FITG-CHR-12")
    game = hunted("Frun Sentel", units=("Line", "Line", "Line"))
    game.rolls(1)
    game.blue("search Angoff urban")
    assert game.asked == "attack imperial" and game.state.people["Frun Sentel"].found, "9 against 6: 1"
    game.blue("decline")
    person = game.state.people["Frun Sentel"]
    assert (person.found, person.detected) == (False, True)
    game = hunted("Frun Sentel")
    game.unit("Rebel 2-1", URBAN, "urban")
    game.person("Frun Sentel", URBAN, rides=True)
    assert game.refused(BLUE, "search Angoff urban").startswith("E_WHERE FITG-GEN-02")


@pytest.mark.rule("FITG-CHR-02", "FITG-CHR-03", "FITG-CHR-12", "FITG-CHR-14", "FITG-CHR-21", "FITG-CHR-34")
def test_characters_choose_their_weapon_and_are_wholly_engaged() -> None:
    game = hunted("Frun Sentel", units=(), seekers=("Barca", "Saytar"))
    game = found(game, "Frun Sentel", kind=Kind.CHARACTERS, seekers=("Barca", "Saytar"))
    assert game.refused(BLUE, "attack with squad").startswith("E_TYPE FITG-CHR-12")
    game.blue("attack with characters to capture by hand")
    (opened,) = game.of(FightOpened)
    assert (opened.fight.weapon, opened.fight.intention) == ("hand", "capture")
    assert set(opened.fight.attackers) == {"Barca", "Saytar"}
    game.rolls(3, 3)
    game.red("stay")
    (rolled,) = game.of(RoundRolled)
    assert (rolled.attack, rolled.defence) == (9, 5), "Barca 5 and Saytar 4"
    assert rolled.column == 5, "+4 is column 7, two left for captives"


@pytest.mark.rule("FITG-CHR-11", "FITG-CHR-15", "FITG-CHR-16", "FITG-CHR-20")
def test_who_is_active_is_said_anew_each_round() -> None:
    game = attacked("Frun Sentel", "Oneste Woada")
    assert game.asked == "active rebel"
    assert game.refused(RED, "active Oneste Woada").startswith("E_ACTIVE FITG-CHR-16")
    assert game.refused(RED, "active Frun Sentel, frun sentel").startswith("E_ACTIVE FITG-CHR-15")
    assert game.refused(BLUE, "active Frun Sentel").startswith("E_ACTIVE FITG-CHR-21")
    assert "E_NAME" in game.refused(RED, "active Boba")
    game.rolls(1, 6)
    game.red("active Frun Sentel", "stay")
    (first,) = game.of(Partitioned)
    assert (first.active, first.inactive) == (("Frun Sentel",), ("Oneste Woada",))


@pytest.mark.rule("FITG-CHR-16", "FITG-CHR-33", "FITG-CHR-40")
def test_who_cannot_fight_harms_nobody() -> None:
    game = attacked("Oneste Woada", units=("Patrol",))
    game.rolls(6)
    game.red("stay")
    (rolled,) = game.of(RoundRolled)
    assert (rolled.attack, rolled.defence, rolled.answer, rolled.wounds) == (4, 0, None, (6, 0))
    assert game.state.people["Oneste Woada"].status is Status.DEAD
    assert game.of(Hurt)[-1].wounds == 3, "no more than boxes (CHR-36)"
    assert game.of(FightEnded)[-1].left == ()


@pytest.mark.rule("FITG-CHR-22", "FITG-CHR-23", "FITG-CHR-24", "FITG-CHR-25", "FITG-CHR-26", "FITG-CHR-28")
def test_a_break_off_takes_those_behind_first() -> None:
    game = attacked("Frun Sentel", "Doctor Sontag", units=("Line",))
    game.red("active Frun Sentel")
    assert game.refused(RED, "break active").startswith("E_BREAK FITG-CHR-26")
    assert "E_OWNER" in game.refused(BLUE, "stay")
    game.rolls(3, 4, 4)  # +3 is column 6: the active away on 2, those behind on 4
    game.red("break all")
    (rolled,) = game.of(BreakOffRolled)
    assert (rolled.numbers, rolled.away) == ((2, 4), ("Doctor Sontag",))
    sontag = game.state.people["Doctor Sontag"]
    assert (sontag.found, sontag.detected) == (False, True)
    assert game.of(RoundRolled)[0].column == 7, "the failed try costs a column"


@pytest.mark.rule("FITG-CHR-25")
def test_when_all_get_away_the_combat_ends_without_dice() -> None:
    game = attacked("Frun Sentel")
    game.rolls(1)
    game.red("break all")
    assert not game.of(RoundRolled) and game.of(FightEnded)[0].left == ()


@pytest.mark.rule("FITG-CHR-29", "FITG-CHR-35", "FITG-CHR-37", "FITG-CHR-39")
def test_wounds_are_spread_by_their_owner_and_weaken() -> None:
    game = attacked("Kogus", "Frun Sentel")
    game.red("active Kogus, Frun Sentel")
    game.rolls(6, 6)  # 8 against 10: -2, column 2: 0/1, doubled
    game.red("stay")
    assert game.asked == "wounds rebel imperial" or game.asked == "wounds imperial rebel"
    assert game.refused(RED, "wounds Kogus 3").startswith("E_ALLOC FITG-CHR-35")
    assert game.refused(RED, "wounds Barca 2").startswith("E_ALLOC FITG-CHR-35")
    game.red("wounds Kogus 2")
    assert game.state.people["Kogus"].wounds == 2
    game.red("active Kogus, Frun Sentel")
    game.rolls(6, 6)
    game.red("stay")
    assert game.of(RoundRolled)[1].defence == 8, "Kogus 5 with 2 wounds and Sentel 5"


@pytest.mark.rule("FITG-CHR-32", "FITG-CHR-02")
def test_captives_are_seized_by_stars_and_freed_when_the_attackers_are_beaten() -> None:
    game = attacked("Rayner Derban", units=("Line",), how="attack to capture")
    game.rolls(3, 6)  # 8-5 is +3: column 6, two left: 4, die 3: 1/0*
    game.red("stay")
    assert game.state.people["Rayner Derban"].status is Status.CAPTIVE
    (caught,) = game.of(Caught)
    assert (caught.names, caught.captor) == (("Rayner Derban",), "")
    game.unit("Rebel 2-1", URBAN, "urban")
    game.gm("take off Line 1")
    assert game.of(Freed)[-1].names == ("Rayner Derban",) and game.state.people["Rayner Derban"].free


@pytest.mark.rule("FITG-CHR-18", "FITG-CHR-33")
def test_possessions_of_the_active_count() -> None:
    game = hunted("Scott Rubel", "Doctor Sontag")
    game.has("Scott Rubel", "Sniper's Rifle", "Assassin's Blade", "Personal Body Shield")
    found(game, "Scott Rubel", "Doctor Sontag").blue("attack")
    assert game.refused(RED, "active Doctor Sontag using Assassin's Blade").startswith("E_OWNER FITG-CHR-18")
    assert game.refused(RED, "active Scott Rubel using Medi-kit").startswith("E_TYPE FITG-CHR-18")
    game.red("active Scott Rubel using Assassin's Blade")
    game.rolls(5, 6)  # 8 against 3+1+3: +1, column 5, die 5: 0/1, one less for the shield
    game.red("stay")
    (rolled,) = game.of(RoundRolled)
    assert (rolled.defence, rolled.column, rolled.wounds[0]) == (7, 5, 0)
    assert [(one.item, one.worn) for one in game.of(ItemGone)] == [("Assassin's Blade", False)]


@pytest.mark.rule("FITG-CHR-08", "FITG-CHR-09", "FITG-CHR-41", "FITG-CHR-42")
def test_a_squad_is_weakened_by_wounds_and_beaten_by_its_endurance() -> None:
    game = attacked("Agan Rafa", "Kogus", units=("Patrol",))
    game.red("active Agan Rafa, Kogus")
    game.rolls(1, 2)  # 4 against 10: -6, column 1: die 2 gives 3, doubled: 6 of 4
    game.red("stay")
    assert game.of(FightEnded)[0].beaten
    assert "Patrol 1" in game.state.units, "units behind a squad are never harmed"


@pytest.mark.rule("FITG-CHR-40")
def test_the_ship_of_the_dead_passes_to_a_friend() -> None:
    game = hunted("Boccanegra", "Frun Sentel", "Doctor Sontag", units=("Line", "Line"))
    sloop = Ship("Sloop", Side.REBEL, "Interstellar Sloop", "Boccanegra", URBAN)
    game.arrange(replace(game.state, ships={"Sloop": sloop}))
    game.person("Boccanegra", URBAN, wounds=4)
    found(game, "Boccanegra", "Frun Sentel", "Doctor Sontag").blue("attack")
    game.red("active Boccanegra")
    game.rolls(6, 6)
    game.red("stay")
    assert game.asked == "ship rebel"
    game.red("ship to Doctor Sontag")
    assert game.of(ShipPassed)[-1].owner == "Doctor Sontag"
    assert game.refused(RED, "ship to Doctor Sontag").startswith("E_PHASE")


@pytest.mark.rule("FITG-CHR-13", "FITG-CHR-27")
def test_the_attacker_never_breaks_off() -> None:
    game = attacked("Frun Sentel")
    assert game.refused(BLUE, "break all").startswith("E_BREAK FITG-CHR-27")


def test_no_force_is_offered_to_whoever_is_asked_something_else() -> None:
    game = found(hunted("Frun Sentel"), "Frun Sentel")
    assert forces(RULES.look(game.known[BLUE], BLUE, game.now)) == [Option("squad")]
    ask = Ask(Side.IMPERIAL, ("stay", "all", "inactive"), ("stay",))
    game.arrange(replace(game.state, choice=Choice("break", (ask,))))
    assert forces(RULES.look(game.known[BLUE], BLUE, game.now)) == []

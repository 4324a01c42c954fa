"""Creatures, locals and cards at the table (FITG-CRE, CHR-04, CHR-05), and what the Guide says of single creatures."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.freedom.combat.creatures import Distracted, Ignored, ItemGained, Loyal, Met, ShipDamaged
from engine.freedom.combat.fight import FightEnded, FightOpened, ForceHurt, RoundRolled
from engine.freedom.data.pack import Side
from engine.freedom.missions import CardDrawn, Searched, Uneventful, draw_for
from engine.freedom.moderators import PersonSet
from engine.freedom.pieces import Hurt
from engine.freedom.play import Play
from engine.freedom.state import Encounter, Fight, Force, Kind, Ship, Stage, Status
from engine.game import MODERATOR, Table
from tests.engine.freedom.playing import BLUE, RED, RULES, Played

URBAN, WILD, AIR = "Angoff urban", "Charkhan wild", "Charkhan air"


def on_mission(environ: str, *people: str) -> Played:
    """Rebels on a mission together."""
    game = Played()
    for one in people:
        game.person(one, environ, group=1)
    game.arrange(replace(game.state, stage=Stage.MISSIONS))
    return game


def met(creature: str, *people: str, environ: str = URBAN, rolls: tuple[int, ...] = ()) -> Played:
    """A group has met a creature; it is asked who is active, or whether to break off."""
    game = on_mission(environ, *people)
    game.rolls(*rolls)
    return meet(game, creature, environ)


def meet(game: Played, creature: str, environ: str = URBAN) -> Played:
    """The group of an environ meets a creature."""
    table = Table(game.state, game.now, game.dice, RULES.refusals, game.knows)
    play = Play(RULES.world, table)
    play.push(Encounter(environ, 1, creature))
    play.go()
    game.said += table.said
    game.arrange(table.state)
    return game


def test_a_zop_gives_to_rebels_alone_and_once_and_synestins_move_a_planet_for_them_alone() -> None:
    game = met("Zop", "Kogus", rolls=(1,))
    assert len(game.of(ItemGained)) == 1
    assert len(meet(game, "Zop").of(ItemGained)) == 1, "the first meeting only"
    game = on_mission(URBAN, "Redjac")
    assert not meet(game, "Zop").of(ItemGained), "Imperials have no possessions"
    assert meet(game, "Rotron").of(Ignored)[-1].creature == "Rotron", "no ship: nothing"
    game.rolls(1, 1, 1, 1)  # 5 against 6: -1, column 3: 2, then 2 more of 4
    meet(game, "Synestins")
    game.blue("stay", "stay")
    assert game.of(FightEnded)[0].beaten and not game.of(Loyal)


@pytest.mark.rule("FITG-CHR-04", "FITG-CRE-03", "FITG-CRE-10", "FITG-CHR-06", "FITG-CHR-07", "FITG-CRE-01")
def test_a_creature_event_brings_the_creature_of_the_environ() -> None:
    game = on_mission(URBAN, "Doctor Sontag")
    assert game.refusal(RED, "event creature in Angoff urban").code == "GM_ONLY", "cards draw it, and moderators"
    game.rolls(1, 6)
    game.order(MODERATOR, "event creature in Angoff urban")
    (opened,) = game.of(FightOpened)
    fight = opened.fight
    assert fight.force == Force("Laboroid", 3, 3)
    assert (fight.kind, fight.side, fight.weapon, fight.intention) == (Kind.CREATURE, Side.IMPERIAL, "hand", "kill")


@pytest.mark.parametrize(
    ("people", "meets", "fights", "wounds"),
    [
        (("Kogus",), "Kogus meets **Laboroid**", "**Kogus** of Rebellion (red) fights hand to hand with", "1 wound"),
        (
            ("Boccanegra", "Kogus"),
            "Boccanegra and Kogus meet **Laboroid**",
            "(red) fight hand to hand with",
            "2 wounds",
        ),
    ],
)
def test_verbs_agree_with_how_many_act(people: tuple[str, ...], meets: str, fights: str, wounds: str) -> None:
    game = on_mission(URBAN, *people)
    look = RULES.look(game.knows(RED), RED, game.now)
    fight = Fight(URBAN, Kind.CHARACTERS, Side.REBEL, "hand", "kill", ("Jon Kidu",), attackers=people)
    assert str(Met(URBAN, "Laboroid", people).words(look)).startswith(meets)
    assert fights in FightOpened(fight).words(look)
    opened = FightOpened(replace(fight, weapon="fire")).words(look)
    assert ("open fire on" in opened) is (len(people) > 1)
    assert f"has {wounds} and" in str(PersonSet("Kogus", len(people), False).words(look))


@pytest.mark.rule("FITG-CRE-01", "FITG-CRE-07")
def test_robots_come_where_no_creature_lives_and_only_the_first_event_counts() -> None:
    game = on_mission(WILD, "Rayner Derban")
    game.order(MODERATOR, "event creature in Charkhan wild")
    assert len(game.of(Uneventful)) == 1
    game.rolls(6, 6)
    game.order(MODERATOR, "event robots in Charkhan wild")
    (opened,) = game.of(FightOpened)
    assert opened.fight.force is not None
    assert (opened.fight.force.attack, opened.fight.force.endurance) == (7, 4), "what brought nothing was no first one"
    game = on_mission(WILD, "Rayner Derban")
    game.planet("Charkhan", control=None)
    game.order(MODERATOR, "event robots in Charkhan wild")
    assert len(game.of(Uneventful)) == 1 and not game.of(FightOpened), "nobody controls the planet"


@pytest.mark.rule("FITG-CHR-05", "FITG-CRE-02", "FITG-CRE-04", "FITG-CRE-09", "FITG-CRE-11")
def test_irate_locals_are_of_the_first_race_unless_the_planet_rebels() -> None:
    game = on_mission(WILD, "Rayner Derban")
    game.order(MODERATOR, "event locals in Charkhan wild")
    (opened,) = game.of(FightOpened)
    fight = opened.fight
    assert fight.force == Force("Charkhans", 5, 4)
    assert (fight.weapon, fight.intention) == ("fire", "kill")
    game = on_mission(WILD, "Rayner Derban")
    game.planet("Charkhan", rebelling=True)
    game.order(MODERATOR, "event locals in Charkhan wild")
    assert game.of(Uneventful) and not game.of(FightOpened)
    game = on_mission(WILD, "Oneste Woada")
    game.order(MODERATOR, "event locals in Charkhan wild")
    assert game.of(Ignored), "Oneste Woada is spared"


@pytest.mark.rule("FITG-CRE-04")
def test_a_scrambler_halves_locals_upwards() -> None:
    game = on_mission(WILD, "Rayner Derban")
    game.has("Rayner Derban", "Scrambler")
    game.order(MODERATOR, "event locals in Charkhan wild")
    game.red("active Rayner Derban using Scrambler")
    game.rolls(4, 4, 2)
    game.red("stay")
    assert game.of(RoundRolled)[0].attack == 3
    assert game.state.people["Rayner Derban"].worn == ()


@pytest.mark.rule("FITG-CRE-08")
def test_among_several_groups_a_die_picks_one() -> None:
    game = on_mission(URBAN, "Rayner Derban")
    game.person("Kogus", URBAN, group=2)
    game.rolls(2, 6, 6)
    game.order(MODERATOR, "event creature in Angoff urban")
    assert game.of(Met)[0].people == ("Kogus",)


@pytest.mark.rule("FITG-CRE-05", "FITG-CRE-06", "FITG-CHR-10")
def test_cards_are_drawn_one_for_each_size_and_resolved_at_once() -> None:
    game = on_mission(WILD, "Rayner Derban")
    assert draw_for(game.state).environs == (WILD,)
    game.rolls(30, 29, 28)
    game.red("done")
    assert len(game.of(CardDrawn)) == 3 and game.state.stage is Stage.MOVEMENT
    assert game.state.player is Side.IMPERIAL and game.state.people["Rayner Derban"].group == 0
    game = on_mission(WILD, "Rayner Derban")
    game.rolls(5)  # the fifth card: irate locals
    game.red("done")
    assert len(game.of(CardDrawn)) == 1 and game.asked == "break rebel", "the others wait"
    assert game.refused(RED, "done").startswith("E_LOCKED FITG-CRE-06")


@pytest.mark.rule("FITG-CHR-22", "FITG-CHR-28")
def test_surprise_shifts_and_bars_in_round_one_only() -> None:
    game = met("Laboroid", "Doctor Sontag", rolls=(1, 6))
    assert game.of(RoundRolled)[0].column == 7, "3 against 2 is +1, column 5, and two for the surprise"
    assert game.asked == "break rebel", "round 2"
    assert game.refused(BLUE, "stay").startswith("E_OWNER")


def test_creatures_that_harm_nobody_only_distract() -> None:
    assert met("Sandiabs", "Kogus").of(Distracted)[0].draws == "none"
    assert not met("Fog", "Doctor Sontag").of(Distracted), "an intelligence of 3 sees through fog"
    assert met("Fog", "Kogus").of(Distracted)
    assert met("Zop", "Kogus", rolls=(1,)).of(ItemGained)[0].name == "Kogus"
    assert met("Morna", "Doctor Sontag").of(Ignored), "diplomacy 3"


def test_spores_wound_by_the_lack_of_wits() -> None:
    game = met("Crunge", "Agan Rafa", "Kogus")
    assert [(one.name, one.wounds) for one in game.of(Hurt)] == [("Agan Rafa", 2), ("Kogus", 2)]
    assert not met("Crunge", "Doctor Sontag").of(Hurt)


def test_a_swarm_attacks_each_once_on_column_0() -> None:
    game = met("Drants", "Agan Rafa", "Kogus", rolls=(6, 4))
    assert [one.column for one in game.of(RoundRolled)] == [4, 4]
    assert [one.answer for one in game.of(RoundRolled)] == [None, None]
    assert [(one.name, one.wounds) for one in game.of(Hurt)] == [("Agan Rafa", 2), ("Kogus", 1)]


def test_mist_wounds_by_being_there() -> None:
    game = met("Frost Mist", "Agan Rafa", rolls=(6,) * 6)
    assert {one.dice for one in game.of(RoundRolled)} == {()}
    assert game.of(RoundRolled)[0].attack == 5 and game.of(Hurt)[0].wounds == 1


def test_a_magron_holds_one_whom_the_others_free() -> None:
    game = met("Magron", "Agan Rafa", "Rayner Derban", rolls=(1,))
    (opened,) = game.of(FightOpened)
    assert (opened.fight.held, opened.fight.defenders) == ("Agan Rafa", ("Rayner Derban",))
    game.rolls(1)  # 0 against 5: -5, column 1: 3 of 5
    game.red("stay")
    assert game.state.people["Agan Rafa"].wounds == 1
    game.rolls(1)
    game.red("stay")
    assert game.of(FightEnded)[0].beaten and game.state.people["Agan Rafa"].wounds == 1
    assert met("Magron", "Kogus").state.people["Kogus"].status is Status.DEAD, "alone: killed"


def test_what_fights_the_mind_counts_intelligence() -> None:
    game = met("Drusers", "Doctor Sontag", "Kogus")
    game.red("active Kogus")
    game.rolls(1, 6)
    game.red("stay")
    first = game.of(RoundRolled)[0]
    assert (first.attack, first.defence) == (5, 6), "4 and 2, the active and those behind"
    game.rolls(5, 4)
    game.red("active Kogus", "stay")
    assert game.of(ForceHurt)[0].left == 4
    game.rolls(5, 6)
    game.red("active Kogus", "stay")
    assert game.of(RoundRolled)[2].attack == 5, "wounds lower its endurance only"
    game = met("Telebots", "Doctor Sontag", "Kogus")
    assert game.asked == "duel rebel"
    game.red("pick Doctor Sontag")
    assert game.of(FightOpened)[0].fight.defenders == ("Doctor Sontag",)
    game = met("Drusers", "Kogus")
    assert game.of(FightOpened)


def test_a_charsot_keeps_off_minds_and_surprises() -> None:
    game = on_mission(URBAN, "Kogus")
    game.has("Kogus", "Charsot")
    game.rolls(6, 6)
    game.order(MODERATOR, "event creature in Angoff urban")
    assert game.of(RoundRolled)[0].column == 2, "3 against 5 is -2, without a surprise"


def test_a_wyth_is_outwitted_by_one_who_is_named() -> None:
    game = met("Wyths", "Doctor Sontag", "Kogus")
    assert game.asked == "wits rebel"
    game.red("pick Doctor Sontag", "active Kogus")
    game.rolls(6, 6)
    game.red("stay")
    assert game.of(RoundRolled)[0].attack == 5


def test_a_beaten_synestin_moves_a_planet_and_a_rotron_hunts_ships() -> None:
    game = met("Synestins", "Agan Rafa", "Kogus")
    game.red("active Agan Rafa, Kogus")
    game.rolls(1, 1, 1, 1)  # 5 against 10: -5, column 1: 3, then 3 more of 4
    game.red("stay", "active Agan Rafa, Kogus", "stay")
    assert game.of(Loyal)[0].loyalty == -1
    game = on_mission(URBAN, "Doctor Sontag", "Zina Adora")
    sloop = Ship("Sloop", Side.REBEL, "Interstellar Sloop", "Doctor Sontag", URBAN)
    game.arrange(replace(game.state, ships={"Sloop": sloop}))
    meet(game, "Rotron")
    for _ in range(2):
        game.rolls(1, 6)
        game.red("active Doctor Sontag, Zina Adora", "stay")
    game.rolls(1)
    game.red("active Doctor Sontag, Zina Adora", "break all")
    assert game.of(ShipDamaged)


@pytest.mark.rule("FITG-CHR-01", "FITG-CHR-18")
def test_a_scrambler_hides_its_owner_where_it_is_used_and_may_wear_out() -> None:
    for die, worn in ((2, ()), (3, ("Scrambler",))):
        game = Played()
        game.unit("Line", URBAN)
        game.person("Kogus", URBAN)
        game.has("Kogus", "Scrambler", "Medi-kit")
        game.red("done")
        game.blue("search Angoff urban")
        assert game.asked == "hide rebel"
        assert "E_TYPE FITG-CHR-18" in game.refused(RED, "pick Kogus using Medi-kit")
        game.rolls(6, die)
        game.red("pick Kogus using Scrambler")
        assert game.of(Searched)[0].hiding == 11, "2 and 6 less 1, and 4 for the Scrambler"
        assert game.state.people["Kogus"].worn == worn
    game = Played()
    game.unit("Line", URBAN)
    game.person("Kogus", URBAN)
    game.has("Kogus", "Scrambler")
    game.red("done")
    game.blue("search Angoff urban")
    game.rolls(6)
    game.red("as usual")
    assert game.of(Searched)[0].hiding == 7 and not game.state.people["Kogus"].worn, "used on order alone"

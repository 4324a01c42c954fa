"""Characters: samples, sheets that are pasted or made by a form, what is written of them. Register 21.1, 22.3."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies

from engine.d6 import ruleset
from engine.d6.data.pack import Attribute
from engine.d6.dice.codes import code
from engine.d6.play import Play
from engine.d6.sheets.characters import Arrived, Written
from engine.d6.sheets.making import EMPTY, Echoed
from engine.d6.sheets.reading import Read, read_sheet, write_sheet
from engine.game import MODERATOR, Table
from engine.text.lines import sheet as order_sheet
from tests.engine.d6.playing import BLUE, RED, RULES, SHEETS, Played, pips

PACK = RULES.world.pack

PASTED = """
**Character Name: Jorgan Tal**
DEXTERITY 3D+1
  Blaster 5D, Dodge 4D+2, reflex: 4D
  melee combat 4D (vibroblade)
KNO 2d+2, MECH 3D / PER 3D
STRENGTH: 4D
- Brawling 5D
- (A) Martial Arts 2D
TEC 2D
Technical: 3D
Move: 10
Force Points: 2;  Character points 7
Weapons: heavy blaster pistol, vibroblade, death ray
Armor: blast vest
stamina 12D+5
swimmming 5D
"""


def told(text: str) -> Read:
    return read_sheet(RULES.world, text, EMPTY, ("blaster pistol",))


@pytest.mark.rule("D6-B-08", "D6-8-03", "D6-B-01", "D6-6-01")
def test_a_pasted_sheet_is_read_part_by_part() -> None:
    found = told(PASTED)
    sheet = found.sheet
    assert sheet.attributes == {
        "dexterity": 10, "knowledge": 8, "mechanical": 9, "perception": 9, "strength": 12, "technical": 6,
    }  # fmt: skip
    assert sheet.skills == {
        "blaster pistol": 15, "reflex": 12, "melee combat": 12, "brawling": 15, "martial arts": 6,
    }  # fmt: skip
    assert list(sheet.weapons) == ["heavy blaster pistol", "vibroblade"] and sheet.armor == ("blast vest",)
    assert (sheet.move, sheet.force, sheet.points) == (10, 2, 7)
    wrong = {part.words.partition(" ")[0].casefold(): part.what for part in found.wrong}
    assert "dodge" in wrong and "D6-6-01" in wrong["dodge"]
    assert "twice" in wrong["technical:"] and "no die code" in wrong["stamina"] and "death ray" in wrong["weapons:"]
    assert "swimming" in wrong["swimmming"]


def test_a_list_of_gear_may_follow_codes_on_one_line() -> None:
    found = told("Dexterity 3D, Blaster pistol 5D, Weapons: knife, blaster pistol, Armor: blast vest, blast helmet")
    assert list(found.sheet.weapons) == ["knife", "blaster pistol"] and found.sheet.skills == {"blaster pistol": 15}
    assert found.sheet.armor == ("blast vest", "blast helmet")
    assert not any(part.line for part in found.wrong)


def test_other_equipment_is_passed_over_though_a_word_of_the_rules_begins_as_it_does() -> None:
    found = told("Dexterity 3D\nEquipment: vest, comlink")
    assert not any(part.line for part in found.wrong) and found.sheet.armor == ()


@pytest.mark.rule("D6-B-08", "D6-B-01")
@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Dexterity: 3D+1 (Blaster 5D, Reflex 4D)", ["dexterity 3D+1", "blaster pistol 5D", "reflex 4D"], []),
        ("Strength 3D Brawling 4D", ["strength 3D", "brawling 4D"], []),
        ("DEX 3D KNO 2D+1 Move 10 Force Points 1", ["dexterity 3D", "knowledge 2D+1", "move 10", "force 1"], []),
        ("Dexterity 3D: Reflex 4D, running 3D + 2 Grenade 4d6", ["dexterity 3D", "reflex 4D", "running 3D+2",
                                                                "grenade 4D"], []),
        ("Dexterity 3D (Reflex 4D,\nrunning 4D+1)", ["dexterity 3D", "reflex 4D", "running 4D+1"], []),
        ("Strength 3D/Brawling [5D]", ["strength 3D", "brawling 5D"], []),
        ("Melee combat (vibroblade) 4D (A) Martial Arts (2D)", ["melee combat 4D", "martial arts 2D"], []),
        ("Strength 3D (Brawling 5D+5, juggling 4D) Lifting 4D", ["strength 3D", "lifting 4D"],
         ["Brawling 5D+5", "juggling 4D"]),
        ("Weapons: blaster pistol (4D), knife (STR+1D)", ["blaster pistol, knife"], []),
        ("Species: Human, tall (3D at most)", ["passed over"], []),
    ],
)  # fmt: skip
def test_codes_in_brackets_and_without_commas_are_read_and_each_is_told(
    text: str, right: list[str], wrong: list[str]
) -> None:
    parts = [part for part in told(text).parts if part.line]
    assert [part.what.partition(" (D6")[0] for part in parts if part.right] == right
    assert [part.words for part in parts if not part.right] == wrong


CODES = strategies.integers(3, 24)


@given(
    strategies.fixed_dictionaries({attribute.value: CODES for attribute in Attribute}),
    strategies.dictionaries(strategies.sampled_from([one for one, row in PACK.skills.items() if not row.base]), CODES),
    strategies.lists(strategies.sampled_from([", ", "; ", " ", "\n", " / ", "   "]), min_size=80, max_size=80),
    strategies.booleans(),
)
def test_a_sheet_is_read_however_its_parts_are_set_apart(
    attributes: dict[str, int], skills: dict[str, int], between: list[str], bracketed: bool
) -> None:
    text = ""
    for at, attribute in enumerate(Attribute):
        mine = [f"{one} {code(pips)}" for one, pips in skills.items() if PACK.skills[one].attribute is attribute]
        learned = "".join(f"{one}{between[at + number]}" for number, one in enumerate(mine))
        text += f"{attribute.title()} {code(attributes[attribute.value])}"
        text += f" ({', '.join(mine)})" if bracketed and mine else f"{between[at]}{learned}"
        text += between[-at - 1]
    found = told(text)
    known = {one: pips for one, pips in skills.items() if pips >= attributes[PACK.skills[one].attribute.value]}
    assert (found.sheet.attributes, found.sheet.skills) == (attributes, known), text
    assert all(part.right for part in found.parts if part.line)


def test_a_table_of_the_second_version_goes_on_reading_sheets_as_it_did() -> None:
    world = ruleset(SHEETS, version=2).world
    found = read_sheet(world, "Dexterity 3D, Strength 3D Brawling 4D", EMPTY, ("blaster pistol",))
    assert not found.sheet.skills and found.sheet.attributes["strength"] == 6


PRINTED = """Name: Rik Vash
Species: Human / Gender: male
Height: 1.8 m, Weight: 80 kg
Force Sensitive? No
Force Sensitive: No
DEX 3D+1, Blaster 5D; KNO 2D+2; MEC 3D; PER 3D; STR 3D; TEC 3D
Weapons: Heavy blaster pistol (5D), death ray, 2 medpacs
Equipment: comlink, 1000 credits, Blast vest, knif
"""


def test_a_printed_sheet_is_read_with_what_says_nothing_to_combat() -> None:
    found = told(PRINTED)
    assert found.sheet.medpacs == 2 and found.sheet.armor == ("blast vest",)
    assert [part.words.partition(":")[0] for part in found.wrong] == ["Weapons", "Equipment"]
    weapons, equipment = (part.what for part in found.wrong)
    assert weapons == "Heavy blaster pistol, medpacs 2. There is no death ray in the rules."
    assert equipment.startswith("Blast vest; passed over: comlink, 1000 credits. There is no knif in the rules.")
    assert equipment.endswith("Did you mean knife?")
    five = read_sheet(ruleset(SHEETS, version=5).world, PRINTED, EMPTY, ("blaster pistol",))
    assert five.sheet.medpacs == 0 and "Force Sensitive: No" in [part.words for part in five.wrong]


@pytest.mark.parametrize("pack", ["2 medpacs", "2x medpac", "medpacs x2", "Medpacs 2"])
def test_medpacs_are_counted_among_the_gear(pack: str) -> None:
    found = told(f"DEX 3D, gear: knife, {pack}")
    assert found.sheet.medpacs == 2 and "knife" in found.sheet.weapons


@pytest.mark.rule("D6-B-09", "D6-9-01")
def test_an_advanced_skill_without_its_base_is_told_wrong() -> None:
    found = told("STR 3D, martial arts 2D")
    assert "martial arts" not in found.sheet.skills
    assert any(part.words == "martial arts" and "5D" in part.what for part in found.wrong)


def test_a_sheet_that_is_written_reads_back_the_same() -> None:
    for sample in PACK.samples.values():
        game = Played()
        game.red(f"play {sample.name} as Rex")
        sheet = game.state.sheets["rex"]
        again = told(write_sheet(sheet))
        assert not again.wrong, again.wrong
        assert (again.sheet.attributes, again.sheet.skills) == (sheet.attributes, sheet.skills)
        assert (again.sheet.weapons, again.sheet.armor) == (sheet.weapons, sheet.armor)


@pytest.mark.rule("D6-B-08")
def test_whoever_pastes_is_told_each_part_and_others_see_the_sheet_alone() -> None:
    game = Played()
    game.red('sheet of Rex with old blaster as rifle says "DEX 3D, Blaster 5D, Dodge 4D, STR 3D+5"')
    assert game.state.sheets["rex"].skills == {"blaster rifle": 15}
    assert game.heard_by(Echoed, RED) and not game.heard_by(Echoed, BLUE)
    assert game.heard_by(Written, BLUE)
    assert game.refused(RED, "sheet of Nia says nonsense").startswith("E_VALUE")


@pytest.mark.rule("D6-8-03")
def test_an_old_blaster_of_the_gm_s_goes_to_both_skills() -> None:
    game = Played()
    game.gm('bring sheet of Trooper says "DEX 2D, Blaster 4D"')
    assert game.state.sheets["trooper"].skills == {"blaster pistol": 12, "blaster rifle": 12}
    assert not game.heard_by(Written, RED)
    assert game.heard_by(Arrived, RED)


@pytest.mark.parametrize("text", ["", "\n\n", ",;,;", "x" * 4000, "DEX", "3D", "DEX 99D", "-3D", "💥 4D\n" * 300])
def test_nothing_that_is_pasted_fails(text: str) -> None:
    assert told(text).sheet.attributes["dexterity"] == pips("2D")


@pytest.mark.rule("D6-2-01", "D6-2-09")
def test_a_hidden_figure_is_known_when_the_gm_reveals_it() -> None:
    game = Played()
    game.gm('bring Thug as Shadow sight hidden described "a shape in the dark"')
    assert not game.known[RED].figures and "gm-1" in game.state.figures
    game.gm("reveal Shadow")
    assert game.known[RED].figures["gm-1"].about == "a shape in the dark" and not game.known[RED].sheets
    seen = RULES.show(game.known[RED], RED, "sheet", "Shadow", game.now)
    assert "a shape in the dark" in seen.sections[0].lines and "Thug" not in str(seen)
    game.gm("open sheet of Shadow")
    assert game.known[RED].sheets["gm-1"].name == "Thug"


@pytest.mark.rule("D6-B-08", "D6-B-24", "D6-B-37", "D6-4-04")
def test_a_character_is_made_by_a_form_and_improved_between_sessions() -> None:
    game = Played()
    game.red("create Rex dex 3D+1 str 4D", "learn reflex at 4D for Rex", "carry knife for Rex")
    game.gm("set points of Rex to 9")
    game.red("improve reflex of Rex")
    sheet = game.state.sheets["rex"]
    assert sheet.skills == {"reflex": 13} and sheet.points == 5 and sheet.spent == 0 and sheet.dark == 0
    assert game.refused(RED, "improve reflex of Rex").startswith("E_CP D6-B-37")
    game.gm("session open")
    assert game.refused(RED, "improve running of Rex").startswith("E_PERM D6-B-37")
    assert game.refused(BLUE, "retire Rex").startswith("E_UNKNOWN")


@pytest.mark.rule("D6-B-37")
def test_an_advanced_skill_costs_twice() -> None:
    game = Played()
    game.person("Rex", brawling="5D", martial_arts="2D")
    game.sheet("rex", points=4)
    game.red("improve martial arts of Rex")
    assert game.state.sheets["rex"].points == 0 and game.state.sheets["rex"].skills["martial arts"] == 7


def test_what_a_seat_has_made_is_kept_as_lines_that_make_it_again() -> None:
    game = Played()
    game.red("play Bounty hunter as Rex")
    (line,) = RULES.kept(game.known[RED], RED)
    assert [one.error for one in order_sheet(line, RULES.orders)] == [None], "a shelf is built as an order sheet"
    again = Played()
    again.red(line)
    assert again.state.sheets["rex"].skills == game.state.sheets["rex"].skills


def test_a_seat_plays_four_characters_at_most() -> None:
    game = Played()
    game.red(*[f"play Thug as Rex {letter}" for letter in "abcd"])
    assert game.refused(RED, "play Thug as Rex e").startswith("E_VALUE")
    assert game.refused(MODERATOR, "let Rex a do nonsense").startswith("WORDS")


def test_a_sheet_that_is_opened_shows_the_last_roll_with_its_dice() -> None:
    game = Played()
    game.gm("bring Thug as Greel")
    game.rolls(2, 3)
    game.gm("let Greel do roll perception")
    assert not game.known[RED].last["greel"].faces
    game.gm("open sheet of Greel")
    assert game.known[RED].last["greel"].faces == (2,)


def test_what_somebody_did_in_hiding_is_not_told_when_they_are_revealed() -> None:
    game = Played()
    game.gm("bring Thug as Shadow sight hidden")
    game.rolls(2, 3)
    game.gm("let Shadow do roll perception", "reveal Shadow")
    assert "gm-1" not in game.known[RED].last and "gm-1" not in game.state.last


@pytest.mark.rule("D6-2-01")
def test_what_somebody_hidden_is_asked_the_gm_alone_hears() -> None:
    game = Played()
    game.person("Rex")
    game.gm("bring Smuggler as Shadow sight hidden")
    game.rolls(2, 3, 4)
    game.gm("let Shadow do roll search against 60")
    choice, heard = game.state.choice, game.known[RED].choice
    assert choice is not None and heard is not None and (choice.kind, heard.kind) == ("mend", "unseen")
    panel = str(RULES.home(game.known[RED], RED, game.now))
    posted = str([game.told(game.known[RED], one, RED) for one in game.last if one.to.includes(RED)])
    for shown in (panel, posted, game.refused(RED, "roll perception")):
        assert "against" not in shown and "spend" not in shown
    assert "**somebody** is asked: the GM answers first" in panel
    assert [one.seat for one in RULES.awaits(game.known[RED])] == [MODERATOR]
    before = Table(game.state, game.now, game.dice, RULES.refusals)
    assert Play(ruleset(SHEETS, version=4).world, before).heard(choice) == choice, "games are recorded as they were"
    game.gm("let Shadow do mend accept")
    assert game.state.choice is None and game.known[RED].choice is None


def test_a_blow_at_somebody_hidden_asks_the_gm_and_leaves_players_their_table() -> None:
    game = Played()
    game.person("Rex")
    game.gm("bring Thug as Greel sight open", "bring Thug as Shadow sight hidden")
    game.combat("greel", "rex")
    game.gm("let Greel do attack Shadow with knife")
    assert game.asked == "parry gm-1"
    for seat in (RED, BLUE):
        assert all(str(order) for order in RULES.legal(game.known[seat], seat, game.now))
        panel = str(RULES.home(game.known[seat], seat, game.now))
        assert "somebody" in panel and "Shadow" not in panel and "gm-1" not in panel
        assert game.refused(seat, "parry nothing").startswith("E_PHASE D6-2-05")
    game.rolls(*[1] * 6)
    game.gm("let Shadow do parry nothing")
    assert game.asked == ""

"""Transcripts: what a step may state, what is said where it came out otherwise, and what cannot be read."""

from __future__ import annotations

import pytest

from engine.clock import instant
from engine.dice.keyed import ChainDice
from engine.game import Ruleset, Seat, Setup, Table
from engine.orders import Order
from engine.played.fuzz import play_random, secret_of
from engine.played.random_players import BEGINS, Move
from engine.played.script import dice, dice_text, fields_of, moved
from engine.played.transcript import TranscriptError, export, read, run, write
from engine.record import Codec, Command
from tests.engine.recorded import recorded
from tests.toy import RULES, Toy
from tests.toy.sea import Launch
from tests.toy.state import State

HEAD = """\
rulebook: toy
title: A test
seats: red, blue
dice: treasure=3
@ 2024-03-01T12:00:00Z
"""


def gaps(text: str) -> list[str]:
    return [f"{gap.line} {gap.expected} / {gap.got}" for gap in run(RULES, read(HEAD + text, "x.play")).mismatches]


def test_a_step_that_states_nothing_must_only_not_be_refused() -> None:
    assert gaps("red> launch Swift") == []
    assert gaps("red> sail Swift to 2") == ["6 no refusal / ! NO_BOAT You have no boat Swift. (TOY-SEA-02)"]


def test_what_is_told_is_stated_line_by_line() -> None:
    launched = "[red] Swift lies in your harbour, place 1."
    assert gaps(f"red> launch Swift\n+ {launched}") == []
    assert gaps("red> launch Swift\n+ [red] Swift lies.") == [f"7 [red] Swift lies. / {launched}"]
    assert gaps(f"red> launch Swift\n+ {launched.replace('red', '*')}") == [
        f"7 {launched.replace('red', '*')} / {launched}"
    ]
    assert gaps("red> launch Swift\n+ nothing") == [f"7 nothing more told / {launched}"]
    assert gaps(f"red> launch Swift\n+ {launched}\n+ {launched}") == [f"8 {launched} / nothing more told"]
    assert gaps("red> lock\n+ [*] red is ready.") == ["7 nothing more told / [red] Your orders stand: no boat."]


def test_some_of_what_is_told_is_marked_as_such() -> None:
    assert gaps("red> lock\n~ [*] ready") == []
    assert gaps("red> lock\n~ [red] stand") == []
    assert gaps("red> lock\n~ [red] stand\n~ [*] ready") == ["8 [*] ready / nothing more told"]


def test_facts_are_stated_by_some_of_their_fields() -> None:
    assert gaps('red> launch Swift\n= [red] Launched(boat.name="Swift", boat.place=1)') == []
    assert gaps("red> launch Swift\n= Launched()") == []
    wrong = gaps("red> launch Swift\n= [red] Launched(boat.place=2)")
    assert wrong[0].startswith('7 = [red] Launched(boat.place=2) / [red] Launched(boat={"id":"red 1"')
    assert gaps("red> launch Swift\n= [blue] Launched()")[0].startswith("7 = [blue] Launched() / [red] Launched(")
    assert gaps("red> launch Swift\n= Sunk()") == ["7 = Sunk() / no Sunk among 1 facts"]
    assert gaps("red> launch Swift\n= Launched(boat.colour=1)")[0].startswith("7 = Launched(boat.colour=1)")


def test_a_refusal_is_stated_by_its_code_and_a_part_of_its_sentence() -> None:
    assert gaps("red> sail Swift to 2\n! NO_BOAT") == []
    assert gaps("red> sail Swift to 2\n! NO_BOAT no boat Swift") == []
    assert gaps("red> sail Swift to 2\n! NO_BOAT no ship") != []
    assert gaps("red> sail Swift to 2\n! TOO_FAR")[0].startswith("7 ! TOO_FAR / ! NO_BOAT")
    assert gaps("red> lock\n! LOCKED") == ["7 ! LOCKED / no refusal"]
    assert gaps("red> dance\n! WORDS") == []


def test_what_is_asked_to_see_holds_lines() -> None:
    assert gaps("? red show sea\n| Round 1\n|- Round 2") == []
    assert gaps("? red show sea\n| Round 2")[0].startswith("7 a line with “Round 2” / The sea at night / Round 1;")
    assert gaps("? red may\n|- lock")[0].startswith("7 no line with “lock” / launch ")
    assert gaps("? awaits\n| red: your orders until 2024-03-01T13:00:00Z") == []
    assert gaps("? gm show sea\n| Round 1") == []
    assert gaps("? blue show boat Swift\n! NO_BOAT") == []
    assert gaps("? blue draw sea\n| <svg") == []


def test_all_scripted_dice_are_used_and_no_others_rolled() -> None:
    assert gaps("dice: 3, luck=2") == ["6 all scripted dice to be used / left over: 3, luck=2"]
    sail = "red> sail A to 2\nblue> sail B to 5\n@ +1h\nred> sail A to 4\nblue> sail B to 4\n@ +1h"
    fight = f"red> launch A\nblue> launch B\n{sail}"
    assert gaps(fight) == ["13 the step to be possible / no die was scripted for '4/red' (d6)"]
    assert gaps("dice: 4/red=7\n" + fight)[0].startswith("14 the step to be possible / 7 was scripted for '4/red'")


def test_the_clock_does_not_go_back() -> None:
    assert gaps("@ 2024-03-01T11:00:00Z\n") == [
        "6 the step to be possible / the clock stands at 2024-03-01T12:00:00Z already"
    ]


def test_a_setup_that_is_refused_states_so() -> None:
    text = HEAD.replace("red, blue", "red")
    assert [str(gap).splitlines()[0] for gap in run(RULES, read(text, "x")).mismatches] == [
        "x:5: expected no refusal",
        "x:4: expected all scripted dice to be used",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("rulebook: toy\ntitle: x\n@ 2024-03-01T12:00:00Z", "x.play:1: the header lacks 'seats'"),
        (HEAD + "rulebook: toy", "x.play:6: 'rulebook' belongs in the header, before the first step"),
        ("seats: a\nseats: b", "x.play:2: 'seats' stands in the header twice"),
        ("options: far", "x.play:1: an option is written name=value, not 'far'"),
        (HEAD + "green> lock", "x.play:6: 'green' has no seat here: there are red, blue, gm"),
        (HEAD + "hello", "x.play:6: cannot read 'hello'"),
        (HEAD + "@ soon", "x.play:6: Invalid isoformat string"),
        (HEAD + "@ +", "x.play:6: a duration is written"),
        (HEAD + "@ 2024-03-01T12:00:00", "x.play:6: an instant needs a zone"),
        (HEAD + "dice: four", "x.play:6: dice are written"),
        (HEAD + "? red dance", "x.play:6: a question is"),
        (HEAD + "red> lock\n+ words", "x.play:7: what is told names its hearers"),
        (HEAD + "red> lock\n= Fact", "x.play:7: a fact is written"),
        (HEAD + "red> lock\n= Fact(a=b)", "x.play:7: a fact is written"),
        (HEAD + "red> lock\n! no", "x.play:7: a refusal is written"),
        (HEAD + "red> lock\n| x", "x.play:7: only questions"),
        (HEAD + "? red may\n+ [*] x", "x.play:7: what is asked to see holds lines"),
        (HEAD + "dice: 4\n+ [*] x", "x.play:7: this is expected of a step"),
        ("rulebook: toy\ntitle: x\nseats: red\nred> lock", "x.play:4: a game opens with `@` and an instant, such as"),
        ("rulebook: toy\ntitle: x\nseats: red\n@ +1h", "x.play:4: a game opens"),
        ("rulebook: toy\ntitle: x\nseats: red\n", "x.play:1: nothing happens here"),
    ],
)
def test_what_cannot_be_read_names_file_and_line(text: str, fault: str) -> None:
    with pytest.raises(TranscriptError) as caught:
        read(text, "x.play")
    assert str(caught.value).startswith(fault)


def test_writing_fills_in_what_comes_of_each_step_and_keeps_the_rest() -> None:
    text = (
        HEAD
        + """\
# first
red> launch Swift
  # why
  + [red] nonsense
blue> launch

? red may
  | lock
? awaits
red> lock
  ~ [*] ready
"""
    )
    written = write(RULES, read(text))
    assert written.splitlines()[4:] == [
        "@ 2024-03-01T12:00:00Z",
        "  + [*] Night falls over 7 places. red, blue put to sea.",
        "  + [*] Round 1: orders until <t:1709298000:F>.",
        "# first",
        "red> launch Swift",
        "  + [red] Swift lies in your harbour, place 1.",
        "  # why",
        "blue> launch",
        "  ! WORDS The order stops after “launch”: the boat (its name) is missing. Write: `launch <boat>`",
        "",
        "? red may",
        "  | lock",
        "? awaits",
        "  | red: your orders until 2024-03-01T13:00:00Z",
        "  | blue: your orders until 2024-03-01T13:00:00Z",
        "red> lock",
        "  ~ [*] ready",
    ]
    assert write(RULES, read(written)) == written
    assert not run(RULES, read(written)).mismatches


SETUP = Setup("An export", (Seat("red"), Seat("blue")), {"length": "5"})
OPENING = [Move(BEGINS, seat, Launch(boat=f"Boat {number}")) for seat in SETUP.seats for number in (1, 2)]


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_a_real_game_is_exported_as_a_transcript_that_comes_out_the_same(seed: int) -> None:
    game = play_random(RULES, SETUP, seed, opening=OPENING)
    codec, record = Codec(RULES), recorded(RULES, SETUP, game.moves, ChainDice(secret_of(seed)))
    text = export(RULES, record, ["TOY-END-01"])
    transcript = read(text)
    assert transcript.shows == ("TOY-END-01",)
    assert transcript.setup == SETUP
    assert not run(RULES, transcript).mismatches
    words = [line for line in text.splitlines() if "+ [*] Day breaks" in line]
    assert len(words) == game.state.over
    assert text.count("!") >= sum(game.refused.values())
    assert all(codec.fact_bytes(one.fact) for _, said in record for one in said)


def test_an_export_begins_with_the_opening() -> None:
    with pytest.raises(ValueError, match="begins with the opening"):
        export(RULES, [(Command("tick", BEGINS), ())])


def test_a_bug_of_a_rulebook_is_raised_with_its_line() -> None:
    class Faulty(Toy):
        def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
            raise ZeroDivisionError

    faulty: Ruleset[State] = Faulty()
    with pytest.raises(ZeroDivisionError) as caught:
        run(faulty, read(HEAD + "red> lock"))
    assert caught.value.__notes__ == ["in line 6: lock"]


def test_small_parts_of_the_format() -> None:
    assert dice('4, a b/c=2, "x, y=z"=6') == ([4], {"a b/c": 2, "x, y=z": 6})
    assert dice(dice_text({"a": 1, "b, c": 2, "d e": 3})) == ([], {"a": 1, "b, c": 2, "d e": 3})
    assert moved(instant("2024-03-01T12:00:00Z"), "+1d2h3m4s") == instant("2024-03-02T14:03:04Z")
    assert fields_of('a="x, y", b.c=[1, {"d": 2}], e=null') == (("a", '"x, y"'), ("b.c", '[1,{"d":2}]'), ("e", "null"))
    assert fields_of("a") is None

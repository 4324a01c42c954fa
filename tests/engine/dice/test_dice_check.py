"""The stand-alone checker: it passes a genuine record and names what is wrong with a tampered one."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import engine.dice.check
from engine.clock import Instant
from engine.dice.check import check, check_keys, hashed, main
from engine.dice.keyed import LENGTH, ChainDice
from engine.game import EVERYONE, Rolled, Said, Seat, Setup, start
from engine.played.checks import checks_of
from engine.played.fuzz import play_random, secret_of
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move
from engine.record import public_record
from tests.toy import RULES
from tests.toy.state import State

SETUP = Setup("Checked", (Seat("red"), Seat("blue")), {"length": "5"})
CHECKER = Path(engine.dice.check.__file__)

Record = dict[str, Any]  # JSON


def said_in(seed: int) -> list[Said[State]]:
    """All that was said in a random game."""
    moves = [Move(BEGINS, seat, order) for seat, order in checks_of(RULES).opening(SETUP)]
    game = PlayedGame(RULES, SETUP.seats, ChainDice(secret_of(seed)))
    game.begin(SETUP, BEGINS)
    for move in play_random(RULES, SETUP, seed, opening=moves).moves:
        move.make(game)
    return game.said


def fought(said: list[Said[State]]) -> bool:
    rolls = [one.fact for one in said if isinstance(one.fact, Rolled) and not one.fact.hidden]
    return len(rolls) > 2 and len(record_of(said, 0)["seals"]) > 4 and bool(record_of(said, 0)["hidden_key"])


def record_of(said: list[Said[State]], seed: int) -> Record:
    return public_record("Checked", ChainDice(secret_of(seed)), said)


SEED = next(seed for seed in range(60) if fought(said_in(seed)))
SAID = said_in(SEED)
GENUINE = record_of(SAID, SEED)


def written(tmp_path: Path, record: object) -> str:
    """The path of a file with the record."""
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    return str(file)


def run(tmp_path: Path, record: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(CHECKER), written(tmp_path, record)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)


def test_a_genuine_record_checks_out_wherever_the_file_is(tmp_path: Path) -> None:
    result = run(tmp_path, GENUINE)
    assert (result.returncode, result.stderr) == (0, "")
    rolls = len(GENUINE["rolls"])
    assert result.stdout == f"All is well: {len(GENUINE['keys'])} turns and {rolls} dice follow from the commitment.\n"


def test_a_record_of_a_game_that_goes_on_leaves_hidden_dice_for_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    going_on = start(RULES, SETUP, BEGINS, ChainDice(secret_of(1))).said
    record = record_of(list(going_on), 1)
    assert record["rolls"] == []
    private = public_record("Checked", ChainDice(secret_of(1)), [Said(one.at, EVERYONE, one.fact) for one in going_on])
    assert main([written(tmp_path, private)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "All is well: 1 turns and 0 dice follow from the commitment."
    assert said[1].startswith("1 hidden dice can be checked when their key is published")


def tampered(change: Callable[[Record], object]) -> list[str]:
    record = copy.deepcopy(GENUINE)
    change(record)
    return check(record)


def public_roll(record: Record) -> Record:
    roll: Record = next(roll for roll in record["rolls"] if not roll["hidden"])
    return roll


def hidden_roll(record: Record) -> Record:
    roll: Record = next(roll for roll in record["rolls"] if roll["hidden"])
    return roll


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda r: public_roll(r).update(result=public_roll(r)["result"] % 6 + 1), "is right"),
        (lambda r: hidden_roll(r).update(result=hidden_roll(r)["result"] % 5 + 1), "is right"),
        (lambda r: public_roll(r).update(label="other"), "is right"),
        (lambda r: public_roll(r).update(sides=0), "there is no such die"),
        (lambda r: public_roll(r).update(sides=2**32 + 1), "there is no such die"),
        (lambda r: public_roll(r).update(sides=1, result=1), ""),
        (lambda r: public_roll(r).update(turn=99), "the key of its turn was never published"),
        (lambda r: public_roll(r).update(n=-1), "rolled before the key of its turn was published"),
        (lambda r: r.update(commitment="00" * 32), "its link does not lead to the commitment"),
        (lambda r: r["keys"][1].update(link="00" * 32), "its link does not lead to the commitment"),
        (lambda r: r["keys"][1].update(turn=9), "its link does not lead to the commitment"),
        (lambda r: r["keys"].append({**r["keys"][0], "n": 9999}), ""),
        (lambda r: r["keys"].append({**r["keys"][-1], "n": 9999, "seals": ["x"]}), "was published twice, and differs"),
        (lambda r: r["keys"].append({**r["keys"][0], "n": -5, "turn": 40}), "its key could be known"),
        (lambda r: r["seals"].pop(0), "are not those published before it"),
        (lambda r: r["seals"][0].update(seal="00" * 32), "are not those published before it"),
        (lambda r: r["seals"][0].update(n=9999), "orders were sealed after its key was published"),
        (lambda r: r["seals"].append(r["seals"][0]), "twice"),
        (lambda r: r["opened"][0].update(body="something else"), "opened is not what was sealed"),
        (lambda r: r["opened"][0].update(salt="00"), "opened is not what was sealed"),
        (lambda r: r.update(hidden_key="00" * 32), "the hidden key is not the one that was committed to"),
        (lambda r: r.update(format="other"), "this checks records of the format umpire-dice-1"),
        (lambda r: r.pop("keys"), "this is not a record"),
        (lambda r: r.update(rolls=[1]), "this is not a record"),
    ],
)
def test_what_was_tampered_with_is_named(change: Callable[[Record], object], fault: str) -> None:
    faults = tampered(change)
    if fault:
        assert any(fault in one for one in faults), faults
    else:
        assert not faults  # the same key told again, or a die of one side


@pytest.mark.parametrize(("turn", "told"), [(1, False), (LENGTH, False), (LENGTH + 1, True)])
def test_a_link_from_beyond_the_chain_leads_nowhere(turn: int, told: bool) -> None:
    key = {"n": 0, "turn": turn, "link": "ab" * 32, "seals": []}
    commitment = hashed(bytes.fromhex("ab" * 32), turn).hex()
    _, faults = check_keys({"seals": [], "keys": [key], "commitment": commitment})
    assert faults == ([f"turn {turn}: its link does not lead to the commitment"] if told else [])


def work(record: Record) -> int:
    """Work of Python in looking at the keys of a record: instructions, and what is hashed."""
    done = Counter[str]()

    def traced(frame: FrameType, event: str, argument: object) -> Any:
        frame.f_trace_opcodes = True
        done[event] += 1
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        check_keys(record)
    finally:
        sys.settrace(before)
    return done["opcode"]


def keyed(turns: int, *, backwards: bool = False, seals: int = 0, right: bool = True) -> Record:
    """A record of so many turns, each with its key, and of seals that are of later ones."""
    links = ["00" * 32]
    for _ in range(turns):
        links.append(hashed(bytes.fromhex(links[-1]), 1).hex())
    numbers = range(turns, 0, -1) if backwards else range(1, turns + 1)
    keys = [
        {"n": n, "turn": turn, "link": links[turns - turn] if right else "11" * 32, "seals": []}
        for n, turn in enumerate(numbers)
    ]
    sealed = [{"n": turns + n, "turn": turns + n + 1, "seat": "red", "seal": "ab"} for n in range(seals)]
    return {"commitment": links[-1], "keys": keys, "seals": sealed}


@pytest.mark.parametrize("shape", [{}, {"backwards": True}, {"seals": 400}, {"right": False}], ids=str)
def test_a_record_twice_as_long_takes_twice_as_long(shape: dict[str, Any]) -> None:
    longer = {name: 2 * value if name == "seals" else value for name, value in shape.items()}
    assert work(keyed(400, **longer)) < 2.5 * work(keyed(200, **shape))


def test_links_of_many_turns_lead_to_the_commitment() -> None:
    assert check_keys(keyed(300))[1] == []
    record = keyed(300)
    record["keys"][150]["link"] = "11" * 32
    assert check_keys(record)[1] == ["turn 151: its link does not lead to the commitment"]
    assert len(check_keys(keyed(300, right=False))[1]) == 300


def test_a_tampered_record_is_told_by_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = copy.deepcopy(GENUINE)
    public_roll(record)["result"] += 1
    assert (main([written(tmp_path, GENUINE)]), main([written(tmp_path, record)])) == (0, 1)
    assert capsys.readouterr().out.splitlines()[-1].startswith("WRONG  turn ")
    assert run(tmp_path, record).returncode == 1


def test_a_file_that_is_no_record_is_told(tmp_path: Path) -> None:
    assert main([written(tmp_path, [1, 2])]) == 1
    (tmp_path / "not.json").write_text("{", encoding="utf-8")
    for arguments in ([], [str(tmp_path / "none.json")], [str(tmp_path / "not.json")]):
        assert main(arguments) == 2


def test_the_checker_needs_the_standard_library_alone() -> None:
    imports = [line.split()[1] for line in CHECKER.read_text().splitlines() if line.startswith(("import ", "from "))]
    assert {name.split(".")[0] for name in imports} <= set(sys.stdlib_module_names)


def test_a_seats_own_record_has_the_rolls_it_alone_heard() -> None:
    chain = ChainDice(secret_of(3))
    rolled = Rolled(1, "secret", 6, chain.turn(1).roll("secret", 6))
    begun = start(RULES, SETUP, BEGINS, chain).said
    said = [*begun, Said(Instant(BEGINS), EVERYONE.parse("red"), rolled)]
    assert public_record("x", chain, said)["rolls"] == []
    own = public_record("x", chain, said, Seat("red"))
    assert [roll["label"] for roll in own["rolls"]] == ["secret"]
    assert check(own) == []

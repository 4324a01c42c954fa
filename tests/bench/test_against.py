"""Two checkouts compared: what is read from the output of each, how runs are paired, what is judged."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from bench.__main__ import main
from bench.against import Figure, compare, figures, judged, runner

NOW = """\
order: 1.47x (at most 3x, p50) ok  [0.56 ms against 0.38 ms, p99 1.00 ms]
actionday: 5.22x (at most 8x the calibration a game) ok  [32.4 s, calibration 0.54 ms; 10000 games]
actionday memory: 0.16x (at most 0.25x what the process had before) ok  [16.1 MiB over 96.7 MiB]
actionday others: 23.0 games (at most 45 swept before it, p99) ok  [105.20 ms; 816 orders meanwhile]
odds: worst: 4.29x (at most 6.5x the calibration) ok  [2.46 ms, calibration 0.57 ms; 12 dice]
games: 26.52x (at most 40x the calibration) ok  [15.73 ms, calibration 0.59 ms; 150 games]
"""

BEFORE = """\
order: 1.47x (at most 3x, p50) ok  [0.56 ms against 0.38 ms, p99 1.00 ms]
actionday: 32.4 s (at most 30 s) short  [10000 games, 200000 payments]
actionday memory: 15 MiB (at most 400 MiB) ok
actionday others: 50.19 ms (under 100 ms, p99) ok  [880 orders meanwhile]
odds: worst: 2.33 ms (at most 10.00 ms) ok  [12 dice, 3 rerolls; an attack of every day takes 0.07 ms]
games: 64 a second (at least 50 on one core) ok  [150 games; a game has 11 turns]
battle random: 240 a minute (at least 300) short  [120 battles, 0 failed]
"""


def ms(value: str, *, tail: bool = False) -> Figure:
    return Figure(Fraction(value), "ms", tail)


def test_the_absolute_figure_stands_beside_the_ratio() -> None:
    assert figures(NOW) == {
        "order": ms("0.56"),
        "actionday": ms("32400"),
        "actionday memory": Figure(Fraction("16.1"), "MiB"),
        "actionday others": ms("105.20", tail=True),
        "odds: worst": ms("2.46"),
        "games": ms("15.73"),
    }


def test_an_older_checkout_prints_the_absolute_figure_itself() -> None:
    assert figures(BEFORE) == {
        "order": ms("0.56"),
        "actionday": ms("32400"),
        "actionday memory": Figure(Fraction(15), "MiB"),
        "actionday others": ms("50.19", tail=True),
        "odds: worst": ms("2.33"),
        "games": ms("15.625"),
        "battle random": ms("250"),
    }


def test_odds_are_compared_by_their_ratio_to_icepool() -> None:
    line = "odds against icepool: 0.86x (at most 1x) ok  [12 dice, 4 discards, 0 rerolls: 0.11 ms against 0.13 ms]"
    assert figures(line) == {"odds against icepool": Figure(Fraction("0.86"), "x")}


def test_what_is_no_figure_is_passed_over() -> None:
    assert figures("gcw battle fire took 52 ms on the event loop; the next one runs on a thread\n\n") == {}


def printing(name: str, done: list[str], *figures_printed: str) -> Callable[[str], str]:
    printed = iter(figures_printed)

    def run(bench: str) -> str:
        done.append(name)
        return f"{bench}: {next(printed)} (at most 9 ms) ok"

    return run


def test_pairs_alternate_and_begin_with_the_other_checkout() -> None:
    done: list[str] = []
    mine = printing("mine", done, "2.00 ms", "2.00 ms", "2.00 ms")
    theirs = printing("theirs", done, "2.00 ms", "2.00 ms", "2.00 ms")
    list(compare(["load"], 3, mine, theirs))
    assert done == ["theirs", "mine", "mine", "theirs", "theirs", "mine"]


def test_the_median_of_the_pairs_is_judged_not_the_pair_of_the_medians() -> None:
    """The machine is three times slower from the third pair on; each pair was run on one machine."""
    done: list[str] = []
    mine = printing("mine", done, "1.10 ms", "1.10 ms", "3.30 ms", "3.30 ms", "3.30 ms")
    theirs = printing("theirs", done, "1.00 ms", "1.00 ms", "3.00 ms", "3.00 ms", "9.00 ms")
    (found,) = compare(["load"], 5, mine, theirs)
    assert found.line() == ("load: 1.10x (at most 1.15x) ok  [3.30 ms against 3.00 ms; pairs from 0.36x to 1.10x]")


@pytest.mark.parametrize(("here", "ok"), [("1.15", True), ("1.16", False), ("0.50", True)])
def test_a_median_over_the_bar_is_short(here: str, ok: bool) -> None:
    (found,) = judged([{"load": ms(here)}], [{"load": ms("1")}])
    assert found.ok is ok


def test_tails_and_memory_are_shown_and_not_judged() -> None:
    here = {"slash p99": ms("9", tail=True), "actionday memory": Figure(Fraction(30), "MiB")}
    there = {"slash p99": ms("1", tail=True), "actionday memory": Figure(Fraction(10), "MiB")}
    assert [found.line() for found in judged([here], [there])] == [
        "slash p99: 9.00x (not judged) ok  [9.00 ms against 1.00 ms; pairs from 9.00x to 9.00x]",
        "actionday memory: 3.00x (not judged) ok  [30.00 MiB against 10.00 MiB; pairs from 3.00x to 3.00x]",
    ]


def test_what_only_one_checkout_has_is_said_and_not_judged() -> None:
    (found,) = compare(["draft"], 2, lambda name: f"{name}: 2.00x (at most 3x) ok", lambda _: None)
    assert found.line() == "draft: not compared (only one checkout has it) ok"
    (found,) = judged([{"draft": ms("1")}, {}], [{"draft": ms("1")}, {"draft": ms("1")}])
    assert found.line() == "draft: not compared (not printed by every run) ok"


def checkout(folder: Path, source: str) -> Path:
    """A checkout whose `python -m bench` is this source."""
    (folder / "bench").mkdir()
    (folder / "bench" / "__main__.py").write_text(source)
    return folder


def test_a_checkout_runs_its_own_code(tmp_path: Path) -> None:
    run = runner(checkout(tmp_path, "import sys\nprint(f'{sys.argv[1]}: 2.00 ms (at most 9 ms) ok')"))
    assert run("load") == "load: 2.00 ms (at most 9 ms) ok\n"


def test_a_checkout_that_is_short_of_its_own_bars_is_compared_all_the_same(tmp_path: Path) -> None:
    source = "import sys\nprint('load: 12.00 ms (at most 9 ms) short')\nsys.exit(1)"
    assert runner(checkout(tmp_path, source))("load") == "load: 12.00 ms (at most 9 ms) short\n"


def test_a_benchmark_that_a_checkout_does_not_know_is_none_of_its(tmp_path: Path) -> None:
    assert runner(checkout(tmp_path, "import sys\nsys.exit(2)"))("draft") is None


def test_a_benchmark_that_breaks_is_no_figure(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="broke"):
        runner(checkout(tmp_path, "raise SystemExit('no disk')"))("load")


@pytest.mark.parametrize("arguments", [[], ["lode"], ["all", "lode"]])
def test_a_benchmark_must_be_named_rightly(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "draft" in capsys.readouterr().err

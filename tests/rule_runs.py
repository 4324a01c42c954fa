"""A plugin of pytest: which rules the tests marked with them show, by what runs in them (`umpire rules --coverage`).

python -m pytest -p tests.rule_runs --rule-runs FILE --rulebook gcw tests/engine/gcw
"""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path

import pluggy
import pytest

from engine.played.coverage import Evidence, How
from engine.played.ran import Ran

ROOT = Path(__file__).parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The file to write, and the rulebook to watch."""
    parser.addoption("--rule-runs", default="", help="a file for the rules that tests show, as JSON")
    parser.addoption("--rulebook", default="", help="the rulebook whose functions are watched")


def pytest_configure(config: pytest.Config) -> None:
    """Watch the tests of this run."""
    if config.getoption("--rule-runs"):
        config.pluginmanager.register(RuleRuns(config))


class RuleRuns:
    """Watches every test that is marked with a rule, and writes what it showed when all are done."""

    def __init__(self, config: pytest.Config) -> None:
        self._file = Path(config.getoption("--rule-runs"))
        package = ROOT / "engine" / config.getoption("--rulebook")
        self._ran = Ran({str(path): path.read_text(encoding="utf-8") for path in package.rglob("*.py")})
        self._found: dict[tuple[str, str], How] = {}

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Run only tests that are marked with a rule."""
        others = [item for item in items if item.get_closest_marker("rule") is None]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item.get_closest_marker("rule") is not None]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, pluggy.Result[object], None]:
        """Run the test, watched; one that fails shows nothing."""
        with self._ran:
            outcome = yield
        if outcome.excinfo is not None:
            return
        rules = [rule for mark in item.iter_markers("rule") for rule in mark.args]
        where = item.nodeid.partition("[")[0]
        for rule in rules:
            how: How = "played" if rule in self._ran.inside else "table" if rule in self._ran.all else "unproven"
            self._found[rule, where] = min(how, self._found.get((rule, where), how))  # "played" < "table" < "unproven"

    def pytest_sessionfinish(self) -> None:
        """Write it."""
        found = [Evidence(rule, where, how) for (rule, where), how in self._found.items()]
        self._file.write_text(json.dumps([[one.rule, one.where, one.how] for one in found]), encoding="utf-8")

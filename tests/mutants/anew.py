"""Runs tests in a process of its own on a module that is loaded with a bug in it; writes which test fails into a file.

python -m tests.mutants.anew FILE PLACE ANSWER TEST...
"""

import json
import sys
from pathlib import Path

import pytest

from tests.mutants.planting import Mutant, PlantingFinder
from tests.mutants.running import QUICK, Watch

if __name__ == "__main__":
    file, place, answer, *tests = sys.argv[1:]
    sys.meta_path.insert(0, PlantingFinder(Mutant(file, int(place), 0, "")))
    watch = Watch()
    code = pytest.main([*QUICK, "-x", *tests], plugins=[watch])
    whole = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    Path(answer).write_text(json.dumps(watch.failed or ([] if whole else ["what it broke is loaded by all tests"])))

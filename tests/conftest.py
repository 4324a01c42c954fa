"""Settings every test shares: examples and dice are the same on every run; garbage is looked for at leisure, what was
compiled is kept, and the databases of tests stand in memory where there is room.
"""

import gc
import hashlib
import itertools
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile("explore", database=None, deadline=None, print_blob=True, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

MEMORY = Path("/dev/shm")
"""A file system in memory, as Linux has it. A transaction is synced there at once, which takes a disk
milliseconds. No test can tell: what is not synced is lost with the current alone, not with a process.
"""
ROOM = 2**30
"""Bytes that must be free there: containers often have much less."""

if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False  # as `make` does: to compile all anew takes each worker seven seconds

gc.set_threshold(10_000, 20, 20)  # as the bot does: with Python's defaults a fifth of the time goes into the search


def pytest_collection_finish() -> None:
    """Spares the collector what lasts as long as the tests: thousands of them, and all rulebooks."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secrets of the games of a test, from which their dice come, are the same on every run.

    Of thousands of tests one or the other met a fight in a thousand that ended otherwise than it reads.
    """
    drawn = itertools.count(1)
    monkeypatch.setattr(
        "bot.game.desk.lobby.secrets",
        SimpleNamespace(token_bytes=lambda count: hashlib.shake_256(b"%d" % next(drawn)).digest(count)),
    )

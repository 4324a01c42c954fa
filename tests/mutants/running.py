"""Runs tests in children of a process that has loaded them all: each begins at once, and what it breaks goes with it.

A child is held to seconds of the processor, and to not sleeping for ever; how busy the machine is decides nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import psutil
import pytest

QUICK = ["-m", "not slow and not browser", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain"]
"""Which tests are asked, and how."""

PATIENCE = 10
"""A test is given so many times the seconds of the processor that it took unhurt."""

BEGINNING = 8
"""Seconds of the processor that each test has on top, for what is set up once."""

ASLEEP = 60
"""Seconds for which all processes of a child may do nothing: then it waits for what never comes."""


@dataclass(eq=False)
class Watch:
    """A plugin of pytest: what each test took, in seconds of the processor, and which failed."""

    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A phase of a test is over."""
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)


def processor() -> float:
    """Seconds of the processor that this process and its dead children took."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def run(
    items: Sequence[pytest.Item],
    watch: Watch,
    *,
    begin: Callable[[str], object] = lambda test: None,
    on_failure: Literal["stop", "go on"] = "stop",
) -> None:
    """Runs tests in this process; somebody is told that one begins."""
    for item, following in zip(items, [*items[1:], None], strict=False):
        started = processor()
        begin(item.nodeid)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        watch.seconds[item.nodeid] = processor() - started
        if watch.failed and on_failure == "stop":
            return


def allow(seconds: float) -> None:
    """Has this process killed when it has taken so many more seconds of the processor."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, most))


def child(work: Callable[[], dict[str, Any]]) -> dict[str, Any] | None:
    """Answer of some work that is done in a child of this process; None if it was given up, `broke` if it failed.

    The child is ended when it takes more than is allowed, or sleeps for too long. Nothing that it starts outlives it.
    """
    folder = tempfile.mkdtemp(prefix="mutant-")
    answer = Path(folder) / "answer.json"
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            answer.write_text(json.dumps(work()))
        except BaseException:  # noqa: BLE001  # a mutant may break anything
            with contextlib.suppress(OSError):
                answer.write_text(json.dumps({"broke": traceback.format_exc()}))
        os._exit(0)
    wait_for(pid)
    try:
        answered: dict[str, Any] | None = json.loads(answer.read_text()) if answer.exists() else None
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return answered


def wait_for(pid: int) -> None:
    """Waits until a child has ended, or sleeps for too long; ends what is left of it and of what it started."""
    used, woke, looked = 0.0, time.monotonic(), time.monotonic()
    ended = False
    while not ended and time.monotonic() < woke + ASLEEP:
        ended = os.waitpid(pid, os.WNOHANG)[0] == pid
        time.sleep(0 if ended else 0.02)
        if time.monotonic() > looked + 1:
            now, looked = seconds_of(pid), time.monotonic()
            if now > used + 0.02:
                used, woke = now, looked
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    if not ended:
        os.waitpid(pid, 0)


def seconds_of(pid: int) -> float:
    """Seconds of the processor that a process took, with all that it started."""
    took = 0.0
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        for each in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                times = each.cpu_times()
                took += times.user + times.system + times.children_user + times.children_system
    return took

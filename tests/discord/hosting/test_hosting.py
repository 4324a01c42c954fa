"""The ways to host Umpire, tried: the steps of the container in a root of their own, the systemd unit, its health."""

from __future__ import annotations

import asyncio
import configparser
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.start.exit_codes import Exit
from sandbox import Sandbox
from tests.discord.house import ROOT

UNIT = ROOT / "docs" / "umpire.service"
OURS = ("/opt/umpire", "/etc/umpire", "/var/lib/umpire", "/source")
"""Places of the container that here lie in a folder instead."""


def steps(file: Path) -> list[tuple[str, str]]:
    """The steps of a container file: what is done, and with what."""
    lines = file.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines if line and not line.startswith("#")]


class Container:
    """A container file carried out in a folder, with the Python that runs the tests as its base."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.place = root
        self.words: dict[str, list[str]] = {}

    def here(self, text: str) -> str:
        """The text with the places of the container in the folder."""
        for place in OURS:
            text = text.replace(place, f"{self.root}{place}")
        return text

    def build(self, file: Path) -> None:
        for step, given in steps(file):
            if step == "WORKDIR":
                self.place = Path(self.here(given))
                self.place.mkdir(parents=True, exist_ok=True)
            elif step == "COPY" and not given.startswith("--from"):
                *sources, target = given.split()
                for source in sources:
                    self.copy(ROOT / source, target, source)
            elif step == "RUN":
                path = {"PATH": f"{sys.base_prefix}/bin:{os.environ['PATH']}"}
                subprocess.run(self.here(given), shell=True, check=True, cwd=self.place, env={**os.environ, **path})
            elif step in ("ENTRYPOINT", "CMD"):
                self.words[step] = json.loads(self.here(given))
            elif step == "HEALTHCHECK":
                self.words[step] = json.loads(self.here(given.partition("CMD ")[2]))

    def copy(self, source: Path, target: str, name: str) -> None:
        to = Path(self.here(target)) if target.startswith("/") else self.place / target
        if source.is_dir():
            shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            to = to / name if target.endswith("/") else to
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(self.here(source.read_text(encoding="utf-8")), encoding="utf-8")


async def plays(command: list[str], health: list[str], discord: Sandbox, place: Path, token: dict[str, str]) -> None:
    """Start a bot, see that it is well and answers, stop it, and see that it is gone."""
    hidden = {"UMPIRE_TOKEN", "PYTHONPATH", "VIRTUAL_ENV"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden} | token
    environment |= {"DISCORD_API_BASE": discord.api_base, "DISCORD_GATEWAY_URL": discord.gateway_url}

    def well() -> int:
        return subprocess.run(health, cwd=place, env=environment, check=False, capture_output=True).returncode

    assert await asyncio.to_thread(well) == 1
    bot = await asyncio.create_subprocess_exec(*command, cwd=place, env=environment)
    try:
        await discord.until(lambda: discord.gateway.online, within=90)
        answer = await discord.member("Red").slash("help", channel="campaign")
        assert "A game in five steps" in answer.words
        async with asyncio.timeout(60):
            while await asyncio.to_thread(well) != 0:
                await asyncio.sleep(0.2)
        bot.send_signal(signal.SIGTERM)
        async with asyncio.timeout(120):
            assert await bot.wait() == 0
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()
    assert await asyncio.to_thread(well) == 1


class Unit(configparser.ConfigParser):
    """A systemd unit: names keep their capitals."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def unit() -> Unit:
    parser = Unit(interpolation=None)
    parser.read(UNIT, encoding="utf-8")
    return parser


def test_the_unit_starts_nothing_again_that_somebody_has_to_mend_first() -> None:
    hopeless = {int(code) for code in unit()["Service"]["RestartPreventExitStatus"].split()}
    passing = {Exit.OK, Exit.BUG, Exit.LOCKED, Exit.DISK_FULL, Exit.UNREACHABLE}
    assert hopeless == {int(code) for code in Exit} - passing


def test_the_pages_own_files_are_there() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for file in ("Containerfile", "docs/container.toml", "docs/umpire.service"):
        assert file in page and (ROOT / file).is_file()


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="the container's steps give a folder to another user")
async def test_the_container_and_the_unit_are_tried(tmp_path: Path) -> None:
    container = Container(tmp_path / "root")
    await asyncio.to_thread(container.build, ROOT / "Containerfile")
    etc = Path(container.here("/etc/umpire"))
    (etc / "token").write_text("UMPIRE_TOKEN=sandbox\n", encoding="utf-8")
    state = Path(container.here("/var/lib/umpire"))
    health = container.words["HEALTHCHECK"]
    async with Sandbox(channels=("campaign",)) as discord:
        token = {"UMPIRE_TOKEN": discord.token}
        await plays([*container.words["ENTRYPOINT"], *container.words["CMD"]], health, discord, state, token)
        service = {name: container.here(value) for name, value in unit()["Service"].items()}
        name, _, value = Path(service["EnvironmentFile"]).read_text(encoding="utf-8").strip().partition("=")
        command = shlex.split(service["ExecStart"])
        await plays(command, health, discord, Path(service["WorkingDirectory"]), {name: value})
    assert (state / "umpire.db").exists()
    analyze = shutil.which("systemd-analyze")
    if analyze is not None:
        written = tmp_path / "umpire.service"
        written.write_text(container.here(UNIT.read_text(encoding="utf-8")), encoding="utf-8")
        checked = subprocess.run([analyze, "verify", written], check=False, capture_output=True, text=True)
        assert [line for line in checked.stderr.splitlines() if "umpire.service" in line] == []

"""Umpire as a package: installed from its wheel, outside the checkout, with all that it needs to be played."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import aiohttp
import pytest

from tests.discord.house import ROOT

LONG = 300
"""Seconds after which the table is taken to hang."""


def built(folder: Path) -> Path:
    """The wheel of what is under version control, and of nothing else that lies about in the checkout."""
    source = folder / "source"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    wheels = folder / "wheels"
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--wheel-dir", str(wheels), str(source)], check=True)
    return next(wheels.glob("umpire-*.whl"))


def installed(wheel: Path, folder: Path) -> Path:
    """A fresh environment with the wheel in it; what it depends on is lent by the environment of the tests."""
    venv.create(folder, with_pip=False)
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*command, "--no-deps", "--no-index", str(wheel)], check=True)
    return folder / "bin" / "umpire"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("built"))


@pytest.mark.slow
def test_the_package_says_what_it_is_licensed_under(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        name = next(name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(packed.read(name).decode())
        licence = packed.read(f"{Path(name).parent}/licenses/LICENSE").decode()
    assert about["License-Expression"].startswith("MIT")
    assert about.get_all("License-File") == ["LICENSE", "bot/render/fonts/LICENSE.txt"]
    assert licence.startswith("MIT License")


@pytest.mark.slow
async def test_the_table_is_laid_from_a_wheel_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    umpire = installed(wheel, tmp_path / "environment")
    outside = tmp_path / "outside"
    outside.mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    process = await asyncio.create_subprocess_exec(
        umpire, "table", "--port", "0", cwd=outside, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    async with asyncio.timeout(LONG):
        said = ""
        while "The table stands: " not in said:
            line = await process.stdout.readline()
            assert line, f"it ended with code {await process.wait()}"
            said = line.decode()
        async with aiohttp.ClientSession() as browser, browser.get(said.split()[-1]) as page:
            assert page.status == 200
            assert "Umpire" in await page.text()
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    assert list(outside.iterdir()) == []

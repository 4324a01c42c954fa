"""The desk of a game master in every rulebook: sight of all, figures of each seat, a log that reads well."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.discord.house import CHANNEL, House, buttons, housed

OPTIONS = {"freedom": "scenario=skirmish"}
FIGURES = {
    "gcw": "Treasury: ",
    "sunrise": "Points: 0 of 15",
    "freedom": "Units: ",
    "eaw": "Treasury: ",
    "d6": "Rex: unhurt, 5 Character Points",
}
"""Figures that a dashboard tells of a seat, by rulebook."""


async def begun(house: House, rulebook: str) -> str:
    """A game of a rulebook between red and blue; its name."""
    if rulebook == "gcw":
        return (await house.met()).name
    if rulebook == "sunrise":
        return (await house.skirmish()).name
    given = {"options": OPTIONS[rulebook]} if rulebook in OPTIONS else {}
    await house.slash(house.gm, "game create", rulebook=rulebook, name="Twilight", **given)
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.blue, "game join", seat="blue")
    assert "begins" in (await house.slash(house.gm, "game start")).words
    if rulebook == "d6":
        await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")
    await house.rested()
    return "Twilight"


@pytest.mark.parametrize("rulebook", FIGURES)
async def test_every_view_is_shown_as_the_referee_or_whose_it_is_is_asked(house: House, rulebook: str) -> None:
    """Never what nobody has, told as if it were what there is."""
    game = await begun(house, rulebook)
    offered = await house.gm.autocomplete("gm show", "view", channel=CHANNEL)
    views = [str(one["value"]) for one in offered]
    assert len(views) == len(set(views)) > 6
    for view in views:
        for eyes in ("", "red"):
            given = {"view": view} | ({"as": eyes} if eyes else {})
            whole = await house.slash(house.gm, "gm show", **given)
            assert whole.ephemeral
            if "sees it, for you alone" not in whole.words:
                about = await house.gm.autocomplete("gm show", "about", channel=CHANNEL, **given)
                if about:
                    whole = await house.slash(house.gm, "gm show", about=str(about[0]["value"]), **given)
            words = whole.words
            assert "You have no seat" not in words and "Something went wrong" not in words, (view, eyes)
            if not eyes:
                assert "\nYour " not in words, (view, words)
    (row,) = await house.service.desk.directory.games(house.discord.guild.id)
    audit = "\n".join(await house.service.desk.record.audit(row.id, 200))
    unnoted = [view for view in views if f"looked at {view}" not in audit]
    assert not unnoted, audit
    house.red.member.roles += house.gm.member.roles
    for view in views:
        refused = await house.slash(house.red, "gm show", view=view, **{"as": "blue"})
        assert refused.words == f"You play in {game}, and blue did not agree to that. `/game agree` is how they would."


@pytest.mark.parametrize(("rulebook", "figures"), FIGURES.items())
async def test_the_dashboard_tells_what_each_seat_has(house: House, rulebook: str, figures: str) -> None:
    await begun(house, rulebook)
    words = (await house.slash(house.gm, "gm dashboard")).words
    assert figures in words and words.count("last seen") == 2 and "Discord answers within" in words


@pytest.mark.parametrize("rulebook", FIGURES)
async def test_a_pause_and_an_end_stand_in_every_panel(tmp_path: Path, rulebook: str) -> None:
    """That of a seat, the one that is pinned in its thread, the game master's, and the dashboard."""
    async with housed(tmp_path, pins=True) as house:
        game = await begun(house, rulebook)
        if not house.discord.threads():
            (row,) = await house.service.desk.directory.games(house.discord.guild.id)
            await house.service.desk.lobby.welcome(row.id)
        asked = {"me": house.red, "gm dashboard": house.gm} | ({"gm panel": house.gm} if rulebook == "d6" else {})

        async def pinned(word: str) -> bool:
            await house.delivered()
            thread = house.thread("Your orders: Red")
            return any(word in one.words for one in thread.messages.values() if "Refresh" in buttons(one))

        async def tells(word: str) -> None:
            for path, player in asked.items():
                assert word in (await house.slash(player, path)).words, (path, word)
            for _ in range(200):
                if await pinned(word):
                    return
                await asyncio.sleep(0.02)
            raise AssertionError(f"the pinned panel does not say “{word}”")

        await house.slash(house.gm, "gm pause")
        await tells("s paused")
        await house.slash(house.gm, "gm resume")
        for path, player in asked.items():
            assert "paused" not in (await house.slash(player, path)).words, path
        await house.gm.submit(await house.slash(house.gm, "gm end", reason="Victory"), name=game)
        await tells("as ended.")

"""The end of a game: nothing hidden is shown for a day, then all of it, for good."""

from __future__ import annotations

import io
import json
import re

import pytest
from PIL import Image

from sandbox.model.components import GALLERY, walk
from sandbox.model.files import Attachment
from tests.discord.house import House, buttons

HIDDEN = "red LNCR 1"
"""What Red calls a frigate of its own: nobody else knows the name while the game may go on."""


async def fought(house: House) -> None:
    """A turn of Red's in a battle, and the game ended by its name."""
    await house.met()
    await house.slash(house.red, "gcw battle fire", unit=HIDDEN, target="Contact 1")
    await house.slash(house.red, "gcw turn submit", story="The frigate opens fire.")
    await house.skip(minutes=16)
    form = await house.slash(house.gm, "gm end", reason="Victory")
    await house.gm.submit(form, name="Twilight")
    await house.delivered()


def attached(house: House) -> list[Attachment]:
    """Files that hang on the messages of the campaign's channel."""
    return [one for message in house.bystander.sees("campaign") for one in message.attachments]


def files(house: House) -> dict[str, bytes]:
    """The same by name."""
    return {one.filename: one.body for one in attached(house)}


@pytest.mark.slow
async def test_nothing_hidden_is_shown_for_a_day_and_then_all_of_it_in_files(drawing_house: House) -> None:
    house = drawing_house
    await fought(house)
    await house.skip(hours=23, minutes=59)
    await house.delivered()
    assert "game.html" not in files(house) and HIDDEN not in house.public()
    await house.skip(minutes=2)
    await house.delivered()
    said, kept = house.said("campaign", house.bystander), files(house)
    assert "**Twilight** is over for good.\n**Standings**\n- 1. " in said and "All of it is to be seen now" in said
    assert "Next Action Day" not in said[said.index("over for good") :]
    page = kept["game.html"].decode()
    assert HIDDEN in page and "The frigate opens fire." in page and "data:image/svg+xml;base64," in page
    assert "http://" not in page.replace("http://www.w3.org", "") and "<script src" not in page
    assert "red&gt; fire" in page and "Treasury of red" in page
    counted = page.partition('<h2 id="figures">')[2].partition("<h2")[0]
    assert re.search(r"<th>Orders of red</th><td>[1-9]\d* obeyed, 0 refused</td>", counted), counted
    with Image.open(io.BytesIO(kept["replay.gif"])) as moving:
        assert moving.format == "GIF" and getattr(moving, "n_frames", 1) >= 2
    assert json.loads(kept["dice.json"])["commitment"]
    assert "(blue)" in kept["transcript.txt"].decode()
    alt = {one.filename: one.description or "" for one in attached(house)}
    assert sorted(alt) == sorted(kept) and all(alt.values())
    assert "3 moments in passing. The last: Grid of Corellia" in alt["replay.gif"] and HIDDEN in alt["replay.gif"]


@pytest.mark.slow
async def test_buttons_step_through_a_game_each_reader_by_themselves(drawing_house: House) -> None:
    house = drawing_house
    await fought(house)
    await house.skip(days=1, minutes=1)
    await house.delivered()
    (post,) = [message for message in house.bystander.sees("campaign") if "All of it is to be seen" in message.words]
    first = await house.bystander.click(post, "Step through it")
    await first.final()
    assert first.ephemeral and "moment 1 of" in first.words
    assert all(line.startswith("-# ") for line in first.words.split("\n") if "-# " in line)  # small print stands apart
    shown = await house.bystander.click(first, "▶")
    await shown.final()
    assert "moment 2 of" in first.words and "moment 1 of" not in first.words  # in the same place
    (picture,) = first.attachments
    (gallery,) = [part for part in walk(first.components) if part["type"] == GALLERY]
    alt = picture.description or ""
    assert picture.filename == "moment.png" and alt.startswith("Grid of Corellia, 10 March 2026") and HIDDEN in alt
    assert gallery["items"][0]["description"] == alt


async def test_the_reason_is_a_sentence_and_the_last_key_stands_beneath_the_last_post(house: House) -> None:
    await fought(house)
    assert "**Twilight** has ended. Reason: Victory. What was hidden" in house.said("campaign")
    await house.skip(days=1, minutes=1)
    await house.delivered()
    (last,) = [one for one in house.bystander.sees("campaign") if "Key of the hidden dice" in one.words]
    assert last.words.startswith("**Twilight** is over for good.\n")
    assert last.words.index("`dice.json`") < last.words.index("\n-# Key of the hidden dice and of all seals: `")


async def test_a_home_after_the_end_shows_how_it_stands_and_nothing_to_be_done(house: House) -> None:
    await house.met()
    assert "You could draft" in (await house.slash(house.red, "me")).words
    assert "How open rules are played" in (await house.slash(house.red, "gcw-show standings")).words
    await house.gm.submit(await house.slash(house.gm, "gm end"), name="Twilight")
    ended = (await house.slash(house.red, "me")).words
    assert "It has ended." in ended and "**red**: Galactic Empire, home Coruscant" in ended
    assert "You could draft" not in ended and "You may post a turn now" not in ended
    await house.skip(days=1, minutes=1)
    await house.delivered()
    (last,) = [one for one in house.bystander.sees("campaign") if "is over for good" in one.words]
    assert "home Coruscant" in last.words and "How open rules are played" not in last.words


async def test_moderators_end_a_skirmish_and_the_last_post_says_who_led(house: House) -> None:
    await house.skirmish()
    await house.gm.submit(await house.slash(house.gm, "gm end"), name="First light")
    assert "Both sides are level." in (await house.slash(house.red, "me")).words
    await house.skip(days=1, minutes=1)
    await house.delivered()
    assert "**First light** is over for good.\nBoth sides are level." in house.said("campaign")


async def test_what_is_to_come_is_told_of_no_game_that_has_ended(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    assert "Turns not final yet" in (await house.slash(house.red, "gcw-show standings")).words
    skirmish = await house.skirmish()
    assert "To go" in (await house.slash(house.red, "sunrise-show score", game=skirmish.name)).words
    for name in ("Twilight", skirmish.name):
        await house.gm.submit(await house.slash(house.gm, "gm end", game=name), name=name)
    for name, coming in (("Twilight", "Turns not final yet"), (skirmish.name, "To go")):
        assert coming not in (await house.slash(house.red, "me", game=name)).words
    await house.skip(days=1, minutes=1)
    await house.delivered()
    said = house.said("campaign", house.bystander)
    last = said[said.index("is over for good") :]
    assert last.count("is over for good") == 2 and "Turns not final yet" not in last and "To go" not in last


BEGUN = {
    "gcw": ("gcw join faction=GE hero=Needa", "Your fleet"),
    "sunrise": ("sunrise-fleet sample fleet=orbit", "Fleets"),
    "freedom": ("freedom usual", "The province"),
    "eaw": ("eaw seal", "Your fleets"),
    "d6": ("d6-sheet sample sample=Smuggler name=Rex", "Rex"),
}
"""A first order of red in each rulebook, and the title of something that it has."""


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", BEGUN)
async def test_the_page_of_each_rulebook_shows_what_everybody_had_and_says_no_date_twice(
    drawing_house: House, rulebook: str
) -> None:
    house, (first, title) = drawing_house, BEGUN[rulebook]
    options = {"options": "scenario=skirmish"} if rulebook == "freedom" else {}
    await house.slash(house.gm, "game create", rulebook=rulebook, name="Evening", **options)
    for player, seat in ((house.red, "red"), (house.blue, "blue")):
        await house.slash(player, "game join", seat=seat)
    await house.slash(house.gm, "game start")
    path, _, values = first.partition(" ")
    verb, _, values = values.partition(" ")
    await house.slash(house.red, f"{path} {verb}", **dict(one.split("=") for one in values.split()))
    await house.gm.submit(await house.slash(house.gm, "gm end"), name="Evening")
    await house.skip(days=1, minutes=1)
    await house.delivered()
    kept = files(house)
    page = kept["game.html"].decode()
    had = page.partition('<h2 id="had">')[2].partition("<h2")[0]
    assert (f"<summary><b>red</b>: {title}</summary>" in had and "<b>blue</b>: " in had) or rulebook == "d6"
    assert f"<b>red</b>: {title}" in had
    assert not re.search(r"(\d+ \w+ \d{4}, \d\d:\d\d UTC) \(\1\)", page)
    assert sorted(kept) == ["dice.json", "game.html", "replay.gif", "transcript.txt"]


@pytest.mark.slow
async def test_names_with_signs_stand_as_they_were_typed_on_the_page_in_the_transcript_and_in_a_rewind(
    drawing_house: House,
) -> None:
    """Nowhere with the backslashes that keep Discord from taking them for marks."""
    house = drawing_house
    await house.slash(house.gm, "game create", rulebook="gcw", name="Dusk_at *the* rim_")
    await house.slash(house.red, "game join")
    await house.slash(house.gm, "game start")
    await house.slash(house.red, "gcw join", faction="GE", hero="Need_a *the* grey_")
    (latest, *_) = await house.gm.autocomplete("gm rewind", "to", channel="campaign")
    assert latest["name"] == "just now: red: join GE as Need_a *the* grey_"
    await house.gm.submit(await house.slash(house.gm, "gm end"), name="Dusk_at *the* rim_")
    await house.skip(days=1, minutes=1)
    await house.delivered()
    page, told = (files(house)[one].decode() for one in ("game.html", "transcript.txt"))
    for words in ("Need_a *the* grey_", "Dusk_at *the* rim_"):
        assert words in page and words in told
    assert "\\" not in told and "<i>the" not in page and not re.search(r"\\[_*]", page)


async def test_a_game_that_may_be_reopened_is_not_told_again(house: House) -> None:
    await fought(house)
    with pytest.raises(Exception, match="not over for good"):
        await house.service.desk.replay.course(1)
    await house.slash(house.gm, "gm reopen")
    await house.skip(days=2)
    await house.delivered()
    assert "over for good" not in house.public()


async def test_threads_of_a_game_that_is_over_are_closed_once_all_is_said(house: House) -> None:
    await fought(house)
    threads = house.discord.threads()
    assert threads and not any(thread.archived for thread in threads)
    await house.skip(days=1, minutes=1)
    await house.delivered()
    await house.skip(minutes=1)
    assert all(thread.archived and thread.locked for thread in threads)
    await house.restart()
    await house.skip(minutes=1)
    assert all(thread.archived for thread in threads)


async def test_a_campaign_ends_itself_when_coruscant_has_fallen_and_its_threads_are_closed(house: House) -> None:
    """The winner is whoever destroys the second of the two on which it stands (GCW-VIC-01)."""
    await house.met()
    corrections = (
        *(f"set unit Super Star Destroyer of red {pool}" for pool in ("shields 0", "armor 0", "hull 5")),
        *(f"set unit Imperial Sector Palace of red {pool}" for pool in ("shields 0", "armor 0", "hull 1")),
        "remove Guard TF of red",
        "spawn MC80 named Home at Coruscant B-1 for blue",
        "spawn YW named Gold at Coruscant G-1A for blue",
    )
    for correction in corrections:
        verb, line = correction.split(" ", 1)
        await house.slash(house.gm, f"gm {verb}", line=line)
    for unit, target in (("Home", "Super Star Destroyer"), ("Gold", "Imperial Sector Palace")):
        await house.slash(house.blue, "gcw battle fire", unit=unit, target=target)
    await house.slash(house.blue, "gcw turn submit", story="For Endor.")
    await house.slash(house.blue, "gcw turn final")
    await house.delivered()
    said = house.said("campaign", house.bystander)
    assert said.index("**The campaign is won** by blue") < said.index("**Twilight** is over by its rules.")
    assert "1. red:" in said and "2. blue:" in said
    await house.skip(days=1, minutes=1)
    await house.delivered()
    await house.skip(minutes=1)
    threads = house.discord.threads()
    assert threads and all(thread.archived and thread.locked for thread in threads)


async def test_a_game_that_is_over_by_its_rules_ends_itself_and_can_be_reopened_for_a_day(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="sunrise", name="First light")
    for player in (house.red, house.blue):
        await house.slash(player, "game join")
    await house.slash(house.gm, "game start")
    asked = await house.slash(house.red, "sunrise concede")
    await house.red.click(asked, "Yes, do it")
    await house.delivered()
    said = house.said("campaign", house.bystander)
    assert said.index("conced") < said.index("**First light** is over by its rules.")
    assert "takes no orders any more" in (await house.slash(house.red, "show turn")).words
    await house.slash(house.gm, "gm reopen")
    await house.skip(days=2)
    await house.delivered()
    assert "is over for good" not in house.said("campaign")  # a moderator has set it right, or will
    await house.gm.submit(await house.slash(house.gm, "gm rewind", steps=1), reason="a slip")
    await house.delivered()
    undone = [one.words for one in house.bystander.sees("campaign") if "Taken back" in one.words]
    assert ["conced" in words for words in undone] == [True, False] and "over by its rules" in undone[1]
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1]
    assert game.status == "running" and await house.service.desk.record.faults(game.id, house.clock.now()) == []


async def test_a_game_that_ended_itself_is_closed_a_day_later(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="sunrise", name="First light")
    for player in (house.red, house.blue):
        await house.slash(player, "game join")
    await house.slash(house.gm, "game start")
    await house.red.click(await house.slash(house.red, "sunrise concede"), "Yes, do it")
    await house.skip(days=1, minutes=1)
    await house.delivered()
    assert "**First light** is over for good." in house.said("campaign", house.bystander)
    assert "was closed" in (await house.slash(house.gm, "gm reopen")).words


async def test_a_home_after_the_end_has_no_deadline_and_no_sheet(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="eaw", name="Empires")
    for player in (house.red, house.blue):
        await house.slash(player, "game join")
    await house.slash(house.gm, "game start")
    running = await house.slash(house.red, "me")
    assert "Until <t:" in running.words and "Order sheet" in buttons(running)
    await house.gm.submit(await house.slash(house.gm, "gm end"), name="Empires")
    ended = await house.slash(house.red, "me")
    assert "It has ended." in ended.words and "Until <t:" not in ended.words and buttons(ended) == ["Refresh"]


async def test_a_campaign_of_empires_is_over_when_one_is_left(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="eaw", name="Empires")
    for player in (house.red, house.blue):
        await house.slash(player, "game join")
    await house.slash(house.gm, "game start")
    asked = await house.slash(house.gm, "gm-eaw retire", empire="blue")
    assert "cannot be taken back" in asked.words and asked.ephemeral
    await house.delivered()
    assert "takes Klingon" not in house.said("campaign", house.bystander)
    done = await house.gm.click(asked, "Yes, do it")
    assert "out of the campaign" in done.words and not buttons(done)  # no panel: it would show what is hidden
    await house.delivered()
    assert "**Empires** is over by its rules." in house.said("campaign", house.bystander)
    assert "takes no orders any more" in (await house.slash(house.red, "show turn")).words
    await house.skip(days=1, minutes=1)
    await house.delivered()
    (last,) = [one for one in house.bystander.sees("campaign") if "is over for good" in one.words]
    assert "Klingon (red): 0 victory points" in last.words and "Treasury: " in last.words
    assert "`replay.gif` shows it in passing" in last.words and buttons(last) == ["Step through it"]
    assert "moment 1 of" in (await house.bystander.click(last, "Step through it")).words

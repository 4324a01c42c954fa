"""A turn in a battle, through Discord: provisional, edited, final by time; the public thread and the private ones."""

from __future__ import annotations

import pytest

from sandbox.model.components import media_urls, walk
from tests.discord.house import House


async def drafted(house: House) -> None:
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    await house.slash(house.red, "gcw turn submit", story="The frigate opens fire.")


async def test_a_turn_may_be_edited_until_it_becomes_final_by_time(house: House) -> None:
    game = await house.met()
    await drafted(house)
    await house.delivered()
    assert "red has posted turn 1: final <t:1773144901:T>" in house.said("campaign")
    assert not [thread for thread in house.discord.threads() if "Battle" in thread.name]
    await house.skip(minutes=10)
    assert "Your draft has 1 line" in (await house.slash(house.red, "gcw turn recover")).words
    edited = await house.slash(house.red, "gcw turn edit", story="The frigate fires everything.")
    assert "after 1 change" in edited.words
    await house.skip(minutes=5, seconds=1)
    await house.delivered()
    battle = house.said(house.thread("Battle of Corellia"), house.bystander)
    assert "red's turn 1" in house.said("campaign") or "red's turn" in battle
    assert "> The frigate fires everything." in battle
    assert await house.service.desk.record.verify(game.id) is None


def posted(house: House) -> list[str]:
    """First lines of the posts in the channel that tell of a turn that was posted."""
    told = [message.words.split("\n")[0] for message in house.bystander.sees("campaign")]
    return [line for line in told if "has posted turn" in line]


OPEN = "red has posted turn 1: final <t:{at}:T> (<t:{at}:R>), later only if an earlier turn is still open."


async def test_when_a_turn_becomes_final_stands_in_its_post_only_until_it_is(house: House) -> None:
    await house.met()
    await drafted(house)
    await house.delivered()
    (post,) = [message for message in house.bystander.sees("campaign") if "has posted turn" in message.words]
    assert posted(house) == [OPEN.format(at=1773144901)]
    await house.slash(house.red, "gcw turn final")
    await house.delivered()
    assert posted(house) == ["red has posted turn 1."] and "GCW-TRN-04" in post.words
    assert post.words.startswith("red has posted turn 1.")  # the post itself was changed
    assert house.public().count("red's turn 1 is final.") == 1 == house.public().count("is final") and not post.mentions
    await house.skip(days=2)
    again = await house.slash(house.red, "gcw turn submit", story="And again.")
    assert "You have posted turn 2" in again.words
    await house.skip(minutes=16)
    await house.delivered()
    assert posted(house) == [f"red has posted turn {turn}." for turn in (1, 2)]


async def test_a_turn_that_waits_for_an_earlier_one_tells_no_time_once_it_is_made_final(house: House) -> None:
    await house.met()
    await house.slash(house.blue, "gcw turn submit", story="We wait.")
    await drafted(house)
    await house.slash(house.red, "gcw turn final")
    await house.delivered()
    pressed = "red made turn 2 final: it is played after the turns posted before it."
    assert house.said("campaign").count(pressed) == 1
    assert posted(house)[1] == "red has posted turn 2." and "<t:" in posted(house)[0]
    await house.slash(house.blue, "gcw turn final")
    await house.delivered()
    assert posted(house) == ["blue has posted turn 1.", "red has posted turn 2."]
    assert all(house.said("campaign").count(f"turn {turn} is final.") == 1 for turn in (1, 2))


async def test_what_a_post_foretells_moves_with_the_clock_and_is_told_again_when_it_is_taken_back(house: House) -> None:
    game = await house.met()
    await drafted(house)
    await house.slash(house.gm, "gm extend", amount=3, reason="Holidays")
    await house.delivered()
    assert posted(house) == [OPEN.format(at=1773144901 + 10800)]
    await house.slash(house.gm, "gm pause")
    await house.skip(hours=1)
    await house.slash(house.gm, "gm resume")
    await house.delivered()
    assert posted(house) == [OPEN.format(at=1773144901 + 14400)]
    await house.slash(house.red, "gcw turn final")
    await house.delivered()
    assert posted(house) == ["red has posted turn 1."]
    await house.skip(minutes=5)
    form = await house.slash(house.gm, "gm rewind", steps=1)
    await house.gm.submit(form, reason="A misclick")
    await house.delivered()
    due = (await house.service.desk.store.game(game.id)).due_at
    assert posted(house) == [OPEN.format(at=due)]
    form = await house.slash(house.gm, "gm rewind", steps=1)
    await house.gm.submit(form, reason="All of it")
    await house.delivered()
    taken = next(message.words for message in house.bystander.sees("campaign") if "has posted turn" in message.words)
    assert taken.startswith("-# ↩ Taken back by a moderator")
    assert await house.service.desk.record.verify(game.id) is None


async def test_the_battle_thread_has_the_four_parts_of_a_post_and_nothing_hidden(house: House) -> None:
    await house.met()
    await drafted(house)
    await house.skip(minutes=16)
    await house.delivered()
    thread = house.thread("Battle of Corellia")
    said = house.said(thread, house.bystander)
    for part in ("**Battle of Corellia**", "Track 1 (red) fires at Track 2 (blue): ", "It fights on.", "Seen: Track 1"):
        assert part in said
    assert "Track 1" in said and "GCW-PST-01" in said
    assert "LNCR" not in said and "Lancer" not in said  # neither class nor name of anything
    hurt = house.said("Your orders: Blue", house.blue)
    assert "**blue CORV 1 (T2)** takes" in hurt
    assert "blue CORV 1" not in house.public() and "takes" not in house.said("campaign")


@pytest.mark.slow
async def test_the_board_is_drawn_beside_a_post(drawing_house: House) -> None:
    house = drawing_house
    await house.met()
    await drafted(house)
    await house.skip(minutes=16)
    await house.delivered()
    pictures = [one for message in house.gm.sees(house.thread("Battle of Corellia")) for one in message.attachments]
    assert [picture.filename for picture in pictures] == ["board.png"]
    assert pictures[0].content_type == "image/png"
    assert (pictures[0].description or "").startswith("Grid of Corellia. Battle since 10 March 2026 12:15 UTC.")
    board = await house.slash(house.red, "gcw-show board", about="Corellia")
    assert [one.filename for one in board.attachments] == ["board.png"] and board.ephemeral
    [address] = [url for part in walk(board.components) for url in media_urls(part)]
    assert address.endswith("board.png")
    alt = board.attachments[0].description or ""
    assert "red LNCR 1" in alt and "red LNCR 1" not in (pictures[0].description or "")


async def test_a_turn_can_be_made_final_at_once_by_button(house: House) -> None:
    await house.met()
    await drafted(house)
    panel = await house.slash(house.red, "table panel")
    final = await house.red.click(panel, "Make final")
    assert "fires at" in final.words and "raw ×" in final.words
    await house.delivered()
    assert "fires at Track 2" in house.said(house.thread("Battle of Corellia"))


async def test_two_fight_until_one_withdraws(house: House) -> None:
    game = await house.met()
    await drafted(house)
    await house.skip(minutes=16)
    left = await house.slash(house.blue, "gcw battle withdraw", units="all of Corellia", system="Duro")
    if "Your draft" not in left.words:  # what may not leave yet moves first
        assert "GCW-" in left.words
    returned = await house.slash(house.blue, "gcw battle fire", unit="blue CORV 1", target="Contact 1")
    assert "Effects" in returned.words, returned.words
    await house.slash(house.blue, "gcw turn submit", story="The corvette answers.")
    await house.skip(days=1, minutes=16)
    await house.delivered()
    assert "> The corvette answers." in house.said(house.thread("Battle of Corellia"))
    assert "takes" in house.said("Your orders: Red", house.red)
    assert await house.service.desk.record.verify(game.id) is None


async def test_what_a_turn_brought_stays_in_the_thread_of_who_made_it_final(house: House) -> None:
    await house.met()
    await drafted(house)
    answer = await house.slash(house.red, "gcw turn final")
    await house.delivered()
    kept = house.said("Your orders: Red", house.red)
    assert "red LNCR 1 (T1) fires at" in answer.words and "red LNCR 1 (T1) fires at" in kept
    assert "You have posted turn 1" not in kept  # answered, and of no use later
    assert "fires at" not in (await house.slash(house.red, "table panel")).words  # it was answered


async def test_a_panel_does_not_repeat_what_the_answer_above_it_says(house: House) -> None:
    await house.met()
    await drafted(house)
    panel = await house.slash(house.red, "table panel")
    final = await (await house.red.click(panel, "Make final")).final()
    assert final.words.count("red LNCR 1 (T1) fires at") == 1

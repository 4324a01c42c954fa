"""`/roll`: dice anywhere, in a server and in a private message, on chains of their own, which can be verified."""

from __future__ import annotations

import re
import sqlite3

import pytest

from bot.cogs.help import PAGES
from bot.game.answers import Reply
from bot.game.desk.rolls import conversation
from bot.game.step import Step
from engine.d6.rounds.anywhere import several, wanted
from engine.declared.flow import Dealt
from engine.dice.keyed import LENGTH
from engine.game import EVERYONE, Outcome, Said
from tests.discord.house import House
from tests.rulebooks import D6


async def test_dice_are_rolled_without_a_game_and_can_be_verified(house: House) -> None:
    rolled = await house.slash(house.red, "roll", dice="4d6 + 2 vs moderate")
    assert "**4D+2**: 4D+2 (" in rolled.words and "against 15" in rolled.words and not rolled.ephemeral
    assert "% to succeed" in rolled.words
    opposed = await house.slash(house.blue, "roll", dice="roll 5D against 3D+1")
    assert "5D against 3D+1" in opposed.words
    verified = await house.slash(house.red, "dice verify", game="rolls")
    assert "public dice of Rolls follow from the commitment" in verified.words
    assert "There is no game here yet" in (await house.slash(house.red, "game list")).words


def test_all_that_the_help_writes_between_backquotes_can_be_rolled() -> None:
    written = [line for line in (PAGES / "dice.md").read_text().splitlines() if line.startswith("• ")]
    examples = re.findall(r"`([^`]+)`", "\n".join(written))
    assert len(examples) > 30
    for example in examples:
        assert [wanted(D6.world.pack, roll, {}) for roll in several(example)], example


async def test_plain_dice_and_several_rolls_are_rolled_and_can_be_verified(house: House) -> None:
    plain = await house.slash(house.red, "roll", dice="d20+5 adv vs 15 for the lock")
    assert "**the lock**: 2d20kh1+5 (" in plain.words and "80 % to succeed" in plain.words
    counted = await house.slash(house.blue, "roll", dice="6d10>=7 vs 2")
    assert "**6d10t7**: 6d10t7 (" in counted.words and ", the dice that show 7 or more against 2: " in counted.words
    many = await house.slash(house.blue, "roll", dice="(100d6ro1+4dF)*2/3 for the fleet")
    assert "**the fleet**: (100d6ro1+4dF)*2/3 (" in many.words and "× 6" in many.words
    best = await house.slash(house.red, "roll", dice="(d20, 10)kh1+2d6[fire]k>2 vs 12")
    assert "**fire**: (1d20,10)kh1+2d6k>=3 (" in best.words and "% to succeed" in best.words
    three = await house.slash(house.red, "roll", dice="3x 4D+1; d100")
    assert three.words.count("**4D+1**: 4D+1 (") == 3 and "**1d100**: 1d100 (" in three.words
    told = await house.slash(house.red, "roll", dice="4d6k3", odds=True)
    assert told.ephemeral and "The mean is 12.2 (15869/1296); from 3 to 18." in told.words
    verified = await house.slash(house.red, "dice verify", game="rolls")
    assert "public dice of Rolls follow from the commitment" in verified.words


async def test_what_is_rolled_privately_is_for_its_author_alone(house: House) -> None:
    private = await house.slash(house.red, "roll", dice="6D", sight="private")
    assert private.ephemeral and "**6D**" in private.words
    await house.delivered()
    assert "6D" not in house.said("campaign", house.bystander)


async def test_what_cannot_be_rolled_is_told(house: House) -> None:
    for dice, told in [
        ("3D+5", "5 are no pips: these are 1 or 2, and 3 are a die."),
        ("2d20kh3", "Of 2 dice 1 to 2 are kept, not 3."),
        ("99D", "“99d” is no die code: up to 60 dice of six sides are."),
        ("11x 4D", "1 to 10 rolls are made at once."),
        ("dodge", "“dodge” is not in these rules"),
        ("d20+5x", "After “d20+5” I cannot read “x”."),
        ("d6r1", "Write ro1 or rr1."),
        ("reflex", "you have no character here"),
        ("4D vs -3", "A difficulty is from 1 to 200"),
        ("0D+2", "0D+2 has no die to roll"),
    ]:
        refused = await house.slash(house.red, "roll", dice=dice)
        assert told in refused.words and refused.ephemeral, refused.words


async def test_the_odds_of_a_roll_are_told_and_nothing_is_rolled(house: House) -> None:
    told = await house.slash(house.red, "roll", dice="5D vs 25", odds=True)
    assert told.ephemeral and "5D against 25" in told.words and "**9 %** to succeed" in told.words
    opposed = await house.slash(house.red, "roll", dice="5D+2 against 4D", odds=True)
    assert "**74 %** to win" in opposed.words
    refused = await house.slash(house.red, "roll", dice="reflex", odds=True)
    assert refused.ephemeral and "you have no character here" in refused.words
    assert await house.service.desk.rolls.table(house.discord.guild.id) is None
    await rex(house)
    mine = await house.slash(house.red, "roll", dice="reflex vs moderate", odds=True)
    assert "Reflex 4D+1 against 15" in mine.words


async def test_skills_are_those_of_ones_own_character(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="d6", name="Cantina")
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.gm, "game start")
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")
    offered = await house.red.autocomplete("roll", "dice", "ref", channel="campaign")
    assert [one["name"] for one in offered][:1] == ["reflex 4D+1"]
    shown = await house.red.autocomplete("roll", "dice", "6d10", channel="campaign")
    assert [one["value"] for one in shown] == ["6d10t7"] and "show 7 or more" in shown[0]["name"]
    rolled = await house.slash(house.red, "roll", dice="reflex vs 10")
    assert "**reflex**: 4D+1 (" in rolled.words


async def rex(house: House) -> None:
    """A table of Star Wars D6 at which Red has a character."""
    await house.slash(house.gm, "game create", rulebook="d6", name="Cantina")
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.gm, "game start")
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")


async def test_dice_are_rolled_in_a_private_message_on_a_chain_of_its_own(house: House) -> None:
    await rex(house)
    await house.slash(house.blue, "roll", dice="4D")
    mine, theirs = house.red.dm, house.blue.dm
    rolled = await house.slash(house.red, "roll", mine, dice="reflex vs 10")
    assert "**reflex**: 4D+1 (" in rolled.words and "% to succeed" in rolled.words
    offered = await house.red.autocomplete("roll", "dice", "ref", channel=mine)
    assert [one["name"] for one in offered][:1] == ["reflex 4D+1"]
    again = await house.slash(house.red, "roll", mine, dice="2D", sight="private")
    assert "**2D**" in again.words and again.ephemeral
    verified = await house.slash(house.red, "dice verify", mine)
    assert "public dice of Rolls follow from the commitment" in verified.words
    assert "Nothing was rolled here yet" in (await house.slash(house.blue, "dice verify", theirs)).words
    tables = [await house.service.desk.rolls.table(one) for one in (conversation(mine.id), house.discord.guild.id)]
    commitments = [table.commitment for table in tables if table is not None]
    assert len({*commitments}) == 2 and commitments[0] in str(verified.attachments)


async def test_what_is_for_the_gm_moderators_are_told_and_nobody_else(house: House) -> None:
    refused = await house.slash(house.red, "roll", dice="5D", sight="gm")
    assert "no channel in which its moderators alone would read that" in refused.words
    staff = house.discord.add_channel("staff")
    await house.slash(house.gm, "settings channels", troubles=staff)
    told = await house.slash(house.red, "roll", dice="5D", sight="gm")
    assert told.ephemeral and "**5D**" in told.words
    await house.delivered()
    read = house.said(staff)
    assert f"{house.red.mention} rolls for the GM:" in read and told.words.split("\n")[0] in read
    assert not any("5D" in house.said(channel) for channel in house.gm.channels() if channel.name != "staff")
    table = await house.service.desk.rolls.table(house.discord.guild.id)
    assert table is not None and await house.service.desk.record.verify(table.id) is None


async def test_what_was_for_the_gm_is_told_nowhere_else_when_their_channel_is_gone(house: House) -> None:
    staff = house.discord.add_channel("staff")
    await house.slash(house.gm, "settings channels", troubles=staff, news=house.channel)
    house.discord.world.remove_channel(staff)
    await house.slash(house.red, "roll", dice="5D", sight="gm")
    await house.slash(house.blue, "roll", dice="2D")
    await house.delivered()
    assert "I could not post to the moderators' channel" in house.said(house.channel)
    assert not any("5D" in message.words for message in house.reads(house.bystander))
    assert not any("5D" in message.words for message in house.reads(house.blue))


async def test_what_is_rolled_for_nobody_is_refused_in_a_private_message(house: House) -> None:
    refused = await house.slash(house.red, "roll", house.red.dm, dice="5D", sight="gm")
    assert refused.words.startswith("In a private message there is no GM to roll for.")
    assert "Nothing was rolled here yet" in (await house.slash(house.red, "dice verify", house.red.dm)).words


async def test_rolls_of_a_private_message_go_on_after_a_restart(house: House) -> None:
    first = await house.slash(house.red, "roll", house.red.dm, dice="4D")
    assert "**4D**" in first.words
    await house.restart()
    second = await house.slash(house.red, "roll", house.red.dm, dice="3D")
    assert "**3D**" in second.words and "Key 2 of the dice" in second.words
    assert "public dice of Rolls follow" in (await house.slash(house.red, "dice verify", house.red.dm)).words


async def test_rolls_of_one_command_are_one_answer_and_a_second_delivery_has_all_of_it(house: House) -> None:
    rolls, guild = house.service.desk.rolls, house.discord.guild.id
    await house.slash(house.red, "roll", dice="4D")
    first = await rolls.table(guild)
    assert first is not None
    await house.service.desk.transactions.act(first.id, nearly_used_up)
    asked = {"guild": guild, "channel": house.channel.id, "user": house.red.id}
    answer = await rolls.roll("d100 # one; d100 # two; d100 # three", "private", **asked, interaction="twice")
    assert answer.refusal is None and answer.text.count("🎲") == 3 and "Key 1 of the dice" in answer.text
    again = await rolls.roll("d100 # one; d100 # two; d100 # three", "private", **asked, interaction="twice")
    assert again.repeated and again.text == answer.text
    second = await rolls.table(guild)
    assert second is not None and second.id != first.id
    assert (await house.service.desk.store.game(first.id)).status == "ended"
    assert await house.service.desk.record.verify(second.id) is None


async def nearly_used_up(step: Step) -> Reply:
    """Of the dice of a table all but two are dealt."""
    dealt = Said(step.now, EVERYONE, Dealt(LENGTH - 2))
    step.quiet = True
    step.ran("order", Outcome(dealt.fact.evolve(step.state), (dealt,)))
    return Reply("")


async def test_a_roll_for_the_gm_and_what_tells_them_are_one_step(house: House) -> None:
    """Nothing was rolled if the telling cannot be written, and a second delivery rolls and tells."""
    rolls, guild = house.service.desk.rolls, house.discord.guild.id
    staff = house.discord.add_channel("staff")
    await house.slash(house.gm, "settings channels", troubles=staff)
    await house.slash(house.red, "roll", dice="2D")
    asked = {"guild": guild, "channel": house.channel.id, "user": house.red.id}
    with sqlite3.connect(house.database) as database:
        database.execute(
            "CREATE TRIGGER untold BEFORE INSERT ON outbox WHEN NEW.body LIKE '%rolls for the GM%' "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    with pytest.raises(sqlite3.IntegrityError):
        await rolls.roll("5D", "gm", **asked, interaction="once")
    with sqlite3.connect(house.database) as database:
        database.execute("DROP TRIGGER untold")
    answer = await rolls.roll("5D", "gm", **asked, interaction="once")
    assert answer.refusal is None and not answer.repeated
    again = await rolls.roll("5D", "gm", **asked, interaction="once")
    assert again.repeated and again.text == answer.text
    await house.delivered()
    assert house.said(staff).count("rolls for the GM:") == 1 and answer.text.split("\n")[0] in house.said(staff)

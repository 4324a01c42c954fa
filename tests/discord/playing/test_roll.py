"""`/roll`: dice anywhere in a server, on a chain of their own, which can be verified."""

from __future__ import annotations

from tests.discord.house import House


async def test_dice_are_rolled_without_a_game_and_can_be_verified(house: House) -> None:
    rolled = await house.slash(house.red, "roll", dice="4d6 + 2 vs moderate")
    assert "**4D+2**: 4D+2 (" in rolled.words and "against 15" in rolled.words and not rolled.ephemeral
    assert "% to succeed" in rolled.words
    opposed = await house.slash(house.blue, "roll", dice="roll 5D against 3D+1")
    assert "5D against 3D+1" in opposed.words
    verified = await house.slash(house.red, "dice verify", game="rolls")
    assert "public dice of Rolls follow from the commitment" in verified.words
    assert "There is no game here yet" in (await house.slash(house.red, "game list")).words


async def test_what_is_rolled_privately_is_for_its_author_alone(house: House) -> None:
    private = await house.slash(house.red, "roll", dice="6D", sight="private")
    assert private.ephemeral and "**6D**" in private.words
    await house.delivered()
    assert "6D" not in house.said("campaign", house.bystander)


async def test_what_cannot_be_rolled_is_told(house: House) -> None:
    for dice, told in [
        ("3D+5", "“3D+5” is no die code"),
        ("dodge", "dodge is not in these rules"),
        ("reflex", "you have no character here"),
        ("4D vs -3", "A difficulty is from 1 to 200"),
        ("0D+2", "0D+2 has no die to roll"),
    ]:
        refused = await house.slash(house.red, "roll", dice=dice)
        assert told in refused.words and refused.ephemeral, refused.words


async def test_skills_are_those_of_ones_own_character(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="d6", name="Cantina")
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.gm, "game start")
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")
    offered = await house.red.autocomplete("roll", "dice", "ref", channel="campaign")
    assert [one["name"] for one in offered][:1] == ["reflex 4D+1"]
    rolled = await house.slash(house.red, "roll", dice="reflex vs 10")
    assert "**reflex**: 4D+1 (" in rolled.words

"""Players who are away: a substitute that they named sits in their place until they are back."""

from __future__ import annotations

import pytest

from tests.discord.house import START, House


async def holder(house: House, game: int, seat: str) -> int | None:
    return {row.seat: row.user for row in await house.service.desk.store.seats(game)}[seat]


async def seats(house: House) -> str:
    return (await house.slash(house.gm, "gm dashboard")).words


@pytest.mark.slow
async def test_a_named_substitute_plays_until_the_player_is_back(house: House) -> None:
    game = await house.met()
    assert "named no substitute" in (await house.slash(house.blue, "game away")).words
    named = await house.slash(house.blue, "game substitute", player=house.bystander.user)
    assert f"<@{house.bystander.id}> takes your place as **blue**" in named.words
    assert await holder(house, game.id, "blue") == house.blue.id  # naming somebody changes nothing yet
    gone = await house.slash(house.blue, "game away", reason="at sea until Sunday")
    assert "`/game back`" in gone.words
    await house.delivered()
    assert f"is away (at sea until Sunday): <@{house.bystander.id}> plays **blue**" in house.said("campaign")
    assert "for <@" in house.said("Your orders: Blue", house.bystander)
    assert "Your orders: Blue" not in [channel.name for channel in house.blue.channels()]
    assert "blue Boarder" in (await house.slash(house.bystander, "gcw-show fleet")).words
    assert "no seat" in (await house.slash(house.blue, "gcw turn clear")).words
    await house.restart()
    assert "You are **blue** again." in (await house.slash(house.blue, "game back")).words
    await house.delivered()
    assert "you play again what your substitute played" in house.said("Your orders: Blue", house.blue)
    assert "Your orders: Blue" not in [channel.name for channel in house.bystander.channels()]
    assert "no seat" in (await house.slash(house.bystander, "gcw turn clear")).words
    assert "Nobody plays for you" in (await house.slash(house.blue, "game back")).words
    assert await house.service.desk.record.faults(game.id, house.clock.now()) == []


async def test_a_substitute_who_leaves_gives_the_seat_back(house: House) -> None:
    game = await house.met()
    await house.slash(house.blue, "game substitute", player=house.bystander.user)
    assert f"<@{house.blue.id}>, last seen <t:{START}:R>; substitute: <@{house.bystander.id}>" in await seats(house)
    await house.slash(house.blue, "game away")
    assert f"for <@{house.blue.id}>, who is away" in await seats(house)
    assert "names the substitute" in (await house.slash(house.bystander, "game substitute")).words
    assert "`/game leave` gives it back" in (await house.slash(house.bystander, "game away")).words
    assert f"<@{house.blue.id}>'s again" in (await house.leaves(house.bystander)).words
    assert await holder(house, game.id, "blue") == house.blue.id


async def test_who_sits_at_the_table_or_knows_its_secrets_is_no_substitute(house: House) -> None:
    await house.met()
    assert "as red" in (await house.slash(house.blue, "game substitute", player=house.red.user)).words
    assert "is a bot" in (await house.slash(house.blue, "game substitute", player=house.discord.world.bot)).words
    await house.slash(house.gm, "gm show", view="fleet", **{"as": "red"})
    looked = await house.slash(house.blue, "game substitute", player=house.gm.user)
    assert "has seen what is hidden" in looked.words
    await house.slash(house.blue, "game substitute", player=house.bystander.user)
    await house.slash(house.blue, "game substitute")
    assert "named no substitute" in (await house.slash(house.blue, "game away")).words
    await house.slash(house.blue, "game substitute", player=house.bystander.user)
    await house.slash(house.blue, "game away")
    again = await house.slash(house.red, "game substitute", player=house.blue.user)
    assert "and is away" in again.words  # Blue knows what Blue saw


async def test_moderators_put_an_end_to_an_absence(house: House) -> None:
    game = await house.met()
    await house.slash(house.blue, "game substitute", player=house.bystander.user)
    await house.slash(house.blue, "game away")
    other = house.discord.member("Violet")
    await house.slash(house.gm, "gm seat", player=other.user, seat="blue", replace=True)
    assert "Nobody plays for you" in (await house.slash(house.blue, "game back")).words
    assert await holder(house, game.id, "blue") == other.id


async def test_who_is_forgotten_is_nobody_s_substitute(house: House) -> None:
    game = await house.met()
    await house.slash(house.blue, "game substitute", player=house.bystander.user)
    await house.service.desk.record.forget(house.bystander.id)
    assert "named no substitute" in (await house.slash(house.blue, "game away")).words
    assert await holder(house, game.id, "blue") == house.blue.id

"""Limits a member, as members meet them: words instead of a picture, a sheet kept for later, others not held up."""

from __future__ import annotations

from bot.ui.fair_use import Costly
from tests.discord.house import House


async def test_who_asked_for_many_pictures_gets_the_words_alone_and_nobody_else_waits(drawing_house: House) -> None:
    house = drawing_house
    await house.met()
    for _ in range(Costly.PICTURE.most):
        house.service.fair_use.wait(Costly.PICTURE, house.red.id)
    words = await house.slash(house.red, "gcw-show board", about="Corellia")
    assert not words.attachments and "Grid of Corellia" in words.words
    assert "You asked for 20 pictures within a minute; the next one is for you in" in words.words
    assert (await house.slash(house.blue, "gcw-show board", about="Corellia")).attachments


async def test_a_sheet_too_many_is_kept_to_be_sent_again(house: House) -> None:
    await house.met()
    for _ in range(Costly.SHEET.most):
        house.service.fair_use.wait(Costly.SHEET, house.red.id)
    sheet = await house.slash(house.red, "table sheet")
    late = await house.red.submit(sheet, lines="shields of red LNCR 1 up")
    assert "You asked for 12 order sheets within a minute" in (await late.final()).words
    assert "shields of red LNCR 1 up" in str((await house.slash(house.red, "table sheet")).modal)


async def test_a_roll_too_many_is_not_made_and_nobody_else_waits(house: House) -> None:
    for _ in range(Costly.ROLL.most - 1):
        house.service.fair_use.wait(Costly.ROLL, house.red.id)
    assert "**4D+2**" in (await house.slash(house.red, "roll", dice="4D+2")).words
    rolled = (await house.slash(house.blue, "dice stats", game="rolls")).words
    refused = await house.slash(house.red, "roll", dice="4D+2")
    assert refused.ephemeral and "You asked for 30 rolls within a minute; the next one is for you in" in refused.words
    private = await house.slash(house.red, "roll", dice="6D", sight="private")
    assert "You asked for 30 rolls within a minute" in private.words and "**6D**" not in private.words
    assert (await house.slash(house.blue, "dice stats", game="rolls")).words == rolled
    assert "**5D**" in (await house.slash(house.blue, "roll", dice="5D")).words

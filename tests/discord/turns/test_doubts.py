"""Orders that may not be meant as things stand: their player is asked once."""

from __future__ import annotations

from engine.game import Seat
from engine.sunrise.state import Side, State
from tests.discord.house import House


async def test_who_locks_with_a_ship_unplotted_is_asked_once(house: House) -> None:
    game = await house.skirmish()

    async def side() -> State:
        state = await house.service.desk.views.known(game.id, Seat("red"))
        assert isinstance(state, State)
        return state

    ships = [ship.name for ship in (await side()).on_board(Side.B)]
    asked = await house.slash(house.red, "sunrise lock")
    assert "**Is that meant?**" in asked.words and asked.ephemeral
    assert all(ship in asked.words for ship in ships) and "no order, it drifts" in asked.words
    assert (await side()).b.lock is None
    await house.slash(house.red, "sunrise lock")  # the same again: it is meant
    assert (await side()).b.lock is not None

    await house.slash(house.red, "sunrise unlock")
    await house.slash(house.red, "sunrise plot", ship=ships[0], orders="accelerate 1")
    again = await house.slash(house.red, "sunrise lock")
    assert "**Is that meant?**" in again.words and f"- {ships[0]}" not in again.words  # things are otherwise now
    await house.red.click(again, "Yes, do it")
    assert (await side()).b.lock is not None


async def test_who_locks_with_a_ship_about_to_run_into_terrain_is_asked_once(house: House) -> None:
    game = await house.skirmish()
    known = await house.service.desk.views.known(game.id, Seat("red"))
    first, *others = known.on_board(Side.B)
    await house.tell(game, "gm", f"place {first.name} at 36 10 heading 90", "add terrain circle 41 10 1")
    for ship in (first, *others):
        await house.slash(house.red, "sunrise plot", ship=ship.name, orders="drift")
    asked = await house.slash(house.red, "sunrise lock")
    assert "**Is that meant?**" in asked.words and asked.ephemeral
    assert f"- {first.name}: " in asked.words and "**runs into " in asked.words and "no order" not in asked.words
    assert (await house.service.desk.views.known(game.id, Seat("red"))).b.lock is None
    await house.red.click(asked, "Yes, do it")
    assert (await house.service.desk.views.known(game.id, Seat("red"))).b.lock is not None


async def test_who_locks_what_is_plotted_and_safe_is_not_asked(house: House) -> None:
    game = await house.skirmish()
    known = await house.service.desk.views.known(game.id, Seat("red"))
    for ship in known.on_board(Side.B):
        await house.slash(house.red, "sunrise plot", ship=ship.name, orders="drift")
    done = await house.slash(house.red, "sunrise lock")
    assert "**Is that meant?**" not in done.words

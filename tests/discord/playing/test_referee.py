"""A table of Advanced Star Wars D6: a combat runs on buttons alone, the GM's panel tells all, and takes back."""

from __future__ import annotations

import pytest

from sandbox.client.player import Answer, Player
from sandbox.client.values import Refused
from sandbox.model.components import SECTION, walk
from storage.records import Game
from tests.discord.house import CHANNEL, House, buttons
from tests.discord.test_home import beside, copied
from tests.rulebooks import D6


async def table(house: House) -> Game:
    """Rex of Red's and a trooper of the GM's, three metres apart."""
    game = await met(house)
    await house.tell(game, "gm", "place Rex at 0 0", "place Trooper at 0 3")
    return game


async def met(house: House) -> Game:
    """Rex of Red's and a trooper of the GM's, wherever they are."""
    await house.slash(house.gm, "game create", rulebook="d6", name="Cantina")
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.gm, "game start")
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    await house.slash(house.gm, "gm-d6 npc", sample="Stormtrooper", name="Trooper")
    return game


async def panel(house: House, player: Player) -> Answer:
    """Somebody's panel as it is now."""
    return await house.slash(player, "gm panel" if player is house.gm else "me")


def lines(shown: Answer, part: str) -> list[str]:
    """The lines of a panel that hold some words."""
    return [line for line in shown.words.splitlines() if part in line]


async def press(house: House, player: Player, wanted: str) -> Answer:
    """Open a panel, and press the first button whose label begins so; else the one beside the first such line."""
    shown = await panel(house, player)
    label = next((one for one in buttons(shown) if one.startswith(wanted)), None)
    pressed = await player.click(shown, label or beside(shown, lines(shown, wanted)[0]))
    return await pressed.final() if pressed.modal is None else pressed


async def test_what_came_of_a_button_beside_a_line_stands_at_the_top_of_the_panel_where_it_was_pressed(
    house: House,
) -> None:
    await table(house)
    await house.slash(house.gm, "gm-d6 combat")
    while (state := await acting(house)) != "rex":
        await press(house, house.gm, "Strength" if state.startswith("strength") else "Done")
    panel = await house.slash(house.red, "me")
    line = next(part for part in walk(panel.components) if part["type"] == SECTION and "Attack" in str(part))
    await (await house.red.click(panel, str(line["accessory"]["custom_id"]))).final()
    told = [part.get("content") or part.get("label", "") for part in walk(panel.components)]
    (said,) = [at for at, words in enumerate(told) if "fires the" in words]
    assert said < next(at for at, words in enumerate(told) if "**At the table**" in words)
    assert said <= 3, told[: said + 1]  # nothing but the title and what is waited for is above it


async def acting(house: House) -> str:
    """Whoever acts in the only game, or what is asked first."""
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    state = await house.service.desk.referee.known(game.id, None)
    return state.acting if state.choice is None else f"{state.choice.kind} {state.choice.who}"


@pytest.mark.slow  # a duel of starfighters does, too
async def test_a_combat_runs_on_buttons_alone(house: House) -> None:
    game = await table(house)
    desk = house.service.desk
    await press(house, house.gm, "Begin combat")
    hit = False
    for _ in range(200):
        state = await desk.referee.known(game.id, None)
        if not state.tick or (state.tick > 3 and hit):
            break
        asked = state.choice.who if state.choice is not None else state.acting
        player, theirs = (house.red, "rex") if asked == "rex" else (house.gm, "trooper")
        turn = state.turn(asked)
        if state.choice is not None:
            wanted = "Accept it" if state.choice.kind == "mend" else "Strength"
        elif not turn.declared:
            wanted = "Declare 2 actions"
        elif turn.done < turn.declared and state.awake(state.figures["trooper" if theirs == "rex" else "rex"]):
            wanted = "Attack"
        else:
            wanted = "Done"
        before = await desk.store.game(game.id)
        answer = await press(house, player, wanted)
        assert (await desk.store.game(game.id)).facts > before.facts, f"{wanted}: {answer.words}"
        hit = hit or "damage: " in answer.words
    told = house.said(house.thread("Combat 1"), house.bystander)
    for part in ("declares 2 actions", "fires the", "**hits**", "damage: ", "rolls strength: ", "**Round 4.**"):
        assert part in told, part
    assert await desk.record.verify(game.id) is None


async def test_a_duel_of_starfighters_runs_on_buttons_alone(house: House) -> None:
    game = await met(house)
    desk = house.service.desk
    await house.tell(
        game, "gm", "bring craft X-wing as Red Five", "bring craft TIE interceptor as Black Two",
        "put Rex aboard Red Five as pilot", "put Trooper aboard Black Two as pilot",
    )  # fmt: skip
    await press(house, house.gm, "Begin combat")
    for _ in range(60):
        state = await desk.referee.known(game.id, None)
        if state.duel.round > 3 or not all(state.awake(one) for one in state.figures.values()):
            break
        owed = D6.awaits(state)[0].seat
        player = house.red if owed == "red" else house.gm
        offered = buttons(await panel(house, player))
        assert not any(label.startswith("Attack ") for label in offered), "nobody aims a pistol at a cockpit"
        wanted = ("Accept it", "Strength", "Fly ", *(("Shoot ",) if state.duel.step == "flown" else ()))
        flights = [label for label in offered if label.startswith(wanted)]
        before = await desk.store.game(game.id)
        answer = await press(house, player, flights[0] if flights else "Done")
        assert (await desk.store.game(game.id)).facts > before.facts, answer.words
    told = house.said(house.thread("Combat 1"), house.bystander)
    for part in ("has declared, under seal", "rolls piloting: ", "Salt of"):
        assert part in told, part
    assert await desk.record.verify(game.id) is None


async def test_where_a_list_is_asked_for_several_are_chosen_from_the_menu(house: House) -> None:
    await table(house)
    await house.slash(house.gm, "gm-d6 npc", sample="Thug", name="Shadow")
    form = await house.gm.select(await panel(house, house.gm), "Give an order …", "gm-d6 combat")
    assert form.modal is not None
    people = form.modal.components[0]["component"]
    assert [option["value"] for option in people["options"]] == ["Rex", "Trooper", "Shadow"]
    assert people["max_values"] == 3 and not people["required"]
    begun = await house.gm.submit(form, people=["Shadow", "Rex"])
    (order,) = lines(begun, "**Combat begins.**")
    assert "Shadow" in order and "Rex" in order and "Trooper" not in order
    again = await house.gm.select(await panel(house, house.gm), "Give an order …", "gm-d6 order")
    assert again.modal is not None and "options" not in again.modal.components[0]["component"]


async def test_the_gm_s_panel_tells_everything_at_a_glance_and_is_audited(house: House) -> None:
    game = await table(house)
    await house.slash(house.gm, "gm-d6 npc", sample="Thug", name="Shadow", sight="hidden")
    shown = await panel(house, house.gm)
    assert (
        shown.ephemeral and "Shadow" in shown.words and "hidden" in shown.words and "5 Character Points" in shown.words
    )
    assert "Begin combat" in buttons(shown) and "Undo" in buttons(shown)
    theirs = await panel(house, house.red)
    assert "Shadow" not in theirs.words and "Undo" not in buttons(theirs)
    audit = await house.service.desk.record.audit(game.id, 20)
    assert any("the game master's panel" in entry for entry in audit)


async def test_the_gm_calls_the_next_when_a_player_does_not_come(house: House) -> None:
    game = await table(house)
    await press(house, house.gm, "Begin combat")
    known = house.service.desk.referee.known
    if (await known(game.id, None)).acting == "trooper":
        await press(house, house.gm, "Done")
    before = await known(game.id, None)
    await press(house, house.gm, "Next")
    after = await known(game.id, None)
    assert before.acting == "rex" and (after.tick, after.acting) != (before.tick, "rex")


async def test_the_gm_takes_back_the_latest_order_from_the_panel(house: House) -> None:
    game = await table(house)
    await press(house, house.gm, "Open a session")
    assert (await house.service.desk.referee.known(game.id, None)).session
    form = await press(house, house.gm, "Undo")
    assert form.modal is not None and "session open" in str(form.modal.components)
    await (await house.gm.submit(form)).final()
    assert not (await house.service.desk.referee.known(game.id, None)).session


async def test_others_have_no_panel_of_the_gm_s(house: House) -> None:
    await table(house)
    with pytest.raises(Refused):
        await house.slash(house.red, "gm panel")
    pressed = await copied(house, house.red, "u1:undo:1")
    assert "takes back" in pressed.words


async def test_a_rulebook_without_a_game_master_says_so(house: House) -> None:
    await house.begun()
    assert "has no game master" in (await house.slash(house.gm, "gm panel", CHANNEL)).words


async def test_a_moderator_who_is_away_from_their_seat_is_no_game_master(house: House) -> None:
    await table(house)
    house.red.member.roles += house.gm.member.roles
    await house.slash(house.red, "game substitute", player=house.bystander.user)
    await house.slash(house.red, "game away")
    assert "You watch Cantina" in (await panel(house, house.red)).words
    assert "a substitute keeps your seat" in (await house.slash(house.red, "gm panel")).words

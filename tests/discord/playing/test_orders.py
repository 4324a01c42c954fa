"""Orders by slash command, by sheet, by panel and by form: obeyed once, answered in private, refused with a reason."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from bot.game.desk.lobby import NewGame
from bot.ui.home.panel import RefreshButton, SheetButton, presser
from bot.ui.home.seated import At
from bot.ui.views import OurView
from engine.clock import Instant
from engine.dice.keyed import FixedDice
from engine.game import Seat, play
from engine.report import Suggestion
from engine.text.lines import parse
from engine.text.message import T_
from tests.discord.house import ELSEWHERE, START, House, buttons


async def test_a_fleet_is_set_up_by_slash_commands(house: House) -> None:
    await house.begun()
    factions = await house.red.autocomplete("gcw join", "faction", "emp", channel="campaign")
    assert any("Galactic Empire" in choice["name"] for choice in factions)
    joined = await house.slash(house.red, "gcw join", faction=factions[0]["value"], hero="Captain Needa")
    assert joined.ephemeral and "You join with the" in joined.words
    classes = await house.red.autocomplete("gcw muster", "unit", channel="campaign")
    assert 0 < len(classes) <= 25 and all(len(choice["name"]) <= 100 for choice in classes)
    mustered = await house.slash(house.red, "gcw muster", unit=classes[0]["value"], name="Devastator")
    assert "**Devastator** joins you" in mustered.words and mustered.ephemeral
    twice = await house.slash(house.red, "gcw muster", unit="no such class")
    assert twice.ephemeral and "no such class" in twice.words and "-# " in twice.words
    done = await house.slash(house.red, "gcw confirm")
    assert "Your setup is confirmed." in done.words
    await house.delivered()
    assert "red joins with the" in house.public() and "Devastator" not in house.public()


async def test_a_drafted_order_is_echoed_with_what_it_comes_to(house: House) -> None:
    await house.met()
    answer = await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    assert answer.ephemeral
    assert "the last is “fire red LNCR 1 at" in answer.words
    assert "Effects" in answer.words and "raw ×" in answer.words and "leaving at most" in answer.words
    assert "Submit turn" in buttons(answer)


async def test_what_is_refused_says_why_and_what_would_be_right(house: House) -> None:
    await house.met()
    for target, rule in (("blue MC90 3", "GCW-SCN-18"), ("Executor", "GCW-SCN-18")):
        answer = await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target=target)
        assert answer.ephemeral and rule in answer.words
    unseen = await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="blue MC90 3")
    absent = await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="blue MC90 9")
    assert unseen.words.replace("blue MC90 3", "…") == absent.words.replace("blue MC90 9", "…")  # one answer for both
    assert "Did you mean blue CORV 1?" in absent.words  # of what is in sight, whatever there may be besides
    foreign = await house.slash(house.red, "gcw battle fire", unit="blue CORV 1", target="Contact 2")
    assert "blue CORV 1" in foreign.words and "GCW-" in foreign.words
    assert "no seat" in (await house.slash(house.bystander, "gcw turn clear")).words


async def test_completions_offer_what_the_seat_knows_and_nothing_else(house: House) -> None:
    await house.met()
    mine = await house.red.autocomplete("gcw battle fire", "unit", "red", channel="campaign")
    assert {choice["value"] for choice in mine} >= {"red LNCR 1", "red INT 2", "red VSD 3"}
    assert not any("blue" in choice["name"] for choice in mine)
    seen = await house.red.autocomplete("gcw battle fire", "target", channel="campaign", unit="red LNCR 1")
    assert [choice["value"] for choice in seen] == ["blue CORV 1", "blue NEBB 2", "blue Boarder"]
    assert await house.bystander.autocomplete("gcw battle fire", "unit", channel="campaign") == []
    systems = await house.red.autocomplete("gcw-travel jump", "system", "cor", channel="campaign")
    assert 0 < len(systems) <= 25 and systems[0]["value"].startswith("Cor")
    asked = {"units": "red LNCR 1", "system": "Coruscant"}
    (way, *_) = await house.red.autocomplete("gcw-travel plot", "way", channel="campaign", **asked)
    assert way["name"].startswith("36 map hours: Denon")
    told = await house.slash(house.red, "gcw-travel plot", **asked, way=way["value"])
    assert "Corellia – Denon – " in told.words and "36 map hours" in told.words
    assert await house.red.autocomplete("gcw-travel plot", "way", channel="campaign") == []


async def test_a_sheet_of_forty_lines_of_which_three_are_wrong(house: House) -> None:
    game = await house.met()
    form = await house.slash(house.red, "table sheet")
    good = [f"rename red INT 2 to Vigil {n}" if n % 2 else f"rename Vigil {n - 1} to red INT 2" for n in range(1, 38)]
    lines = [
        *good[:10],
        "fly away",
        *good[10:20],
        "fire blue CORV 1 at red INT 2",
        *good[20:],
        "move red LNCR 1 to Z-9",
    ]
    answer = await (await house.red.submit(form, lines="\n".join(lines))).final()
    await house.discord.until(lambda: "Correct 3 lines" in answer.words)
    assert answer.ephemeral
    assert answer.words.count("✅") == 37 and answer.words.count("❌") == 3
    assert "❌ fly away\n> No order begins with “fly”." in answer.words and "retire" not in answer.words
    assert "Correct 3 lines" in [
        label for message in (answer.message, *answer.followups) if message is not None for label in buttons(message)
    ]
    last = answer.followups[-1] if answer.followups else answer.message
    assert last is not None
    again = await house.red.click(last, "Correct 3 lines")
    assert again.modal is not None
    offered = again.modal.components[0]["component"]["value"]
    assert offered.splitlines() == ["fly away", "fire blue CORV 1 at red INT 2", "move red LNCR 1 to Z-9"]
    fixed = await (await house.red.submit(again, lines="move red LNCR 1 to B-1")).final()
    assert "✅ move red LNCR 1 to B-1" in fixed.words and "Write more orders" in fixed.words
    assert await house.service.desk.record.verify(game.id) is None


async def test_orders_begin_as_those_do_that_can_be_given_now_what_games_consist_of_first(house: House) -> None:
    """Fleets that face each other fire and move; there is nothing to accept or to capture."""
    await house.met()
    form = await house.slash(house.red, "table sheet")
    answer = (await house.red.submit(form, lines="xyzzy")).words
    told = re.search(r"No order begins with “xyzzy”. Orders begin with (.+?)(?: and others)?[.]", answer)
    assert told is not None, answer
    words = told[1].split(", ")
    assert words[0] == "fire" and "move" in words[:4] and not {"abandon", "accept", "capture"} & set(words), words


async def test_who_has_no_fleet_yet_and_a_game_master_are_told_their_own_orders(house: House) -> None:
    await house.begun()
    wrong = await house.red.submit(await house.slash(house.red, "table sheet"), lines="xyzzy")
    assert "No order can stand on a sheet now; give `/gcw join`." in wrong.words
    await house.slash(house.gm, "game create", ELSEWHERE, rulebook="d6", name="Cantina")
    await house.slash(house.blue, "game join", ELSEWHERE)
    await house.slash(house.gm, "game start", ELSEWHERE)
    form = await house.gm.click(await house.slash(house.gm, "gm panel", ELSEWHERE), "Order sheet")
    wrong = await house.gm.submit(form, lines="xyzzy")
    assert "Orders begin with next, let, combat" in wrong.words and "attack" not in wrong.words


async def test_the_sheet_of_each_rulebook_shows_lines_that_would_be_right(house: House) -> None:
    """An empty sheet shows two lines, each of which can be sent as it stands: in five games none is refused."""
    for rulebook in house.service.desk.rulebooks.names:
        await house.slash(house.gm, "game create", rulebook=rulebook, name=f"Of {rulebook}")
        await house.slash(house.red, "game join", game=f"Of {rulebook}")
        await house.slash(house.blue, "game join", game=f"Of {rulebook}")
        await house.slash(house.gm, "game start", game=f"Of {rulebook}")
    await house.slash(house.red, "gcw join", faction="GE", hero="Needa")
    desk = house.service.desk
    for game in await desk.directory.games(house.discord.guild.id):
        seat = Seat("blue" if game.rulebook == "freedom" else "red")  # whose turn it is
        player = house.blue if seat == "blue" else house.red
        form = await house.slash(player, "table sheet", game=game.name)
        assert form.modal is not None
        lines = (form.modal.components[0]["component"].get("placeholder") or "").splitlines()
        assert len(lines) == 2, game.rulebook
        rules, state = desk.rulebooks.of(game), await desk.referee.known(game.id, None)
        kinds = [kind for kind in rules.orders if kind.sheet and not kind.moderator]
        knows = partial(_knows, await desk.views.known(game.id, seat))
        for line in lines:
            done = play(rules, state, seat, parse(line, kinds), Instant(START), FixedDice(b"sheet"), knows)
            assert done.refusal is None, (line, done.refusal)


def _knows(known: Any, seat: Seat | None) -> Any:  # of each rulebook's own class
    """Knowledge of whoever is asked about."""
    return known


async def test_a_sheet_may_not_be_longer_than_forty_lines_or_empty(house: House) -> None:
    await house.met()
    form = await house.slash(house.red, "table sheet")
    answer = await (await house.red.submit(form, lines="clear\n" * 41)).final()
    assert "A sheet has at most 40 orders, not 41." in answer.words
    form = await house.slash(house.red, "table sheet")
    answer = await (await house.red.submit(form, lines="# nothing\n\n")).final()
    assert "There is no order on this sheet." in answer.words


async def test_the_panel_gives_orders_by_button_and_is_edited_in_place(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1")
    panel = await house.slash(house.red, "table panel")
    assert panel.ephemeral and "1. move red LNCR 1 to B-1" in panel.words
    assert {"Submit turn", "Clear draft", "Order sheet", "Refresh"} <= set(buttons(panel))
    cleared = await house.red.click(panel, "Clear draft")
    assert cleared.updated and cleared.message is panel.message
    assert "Your draft is empty." in panel.words and "Clear draft" not in buttons(panel)
    await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1")
    await house.red.click(panel, "Refresh")
    assert "1. move red LNCR 1 to B-1" in panel.words and "Your draft is empty." not in panel.words


async def test_a_button_of_a_game_in_another_server_does_nothing_here(house: House) -> None:
    desk = house.service.desk
    away = await desk.lobby.create(
        NewGame("gcw", "Away"), guild=house.discord.guild.id + 1, channel=1, user=house.red.id
    )
    await desk.lobby.join(away.id, house.red.id, "red")
    await desk.lobby.start(away.id, house.red.id)
    at, view = At(house.service, await desk.store.game(away.id), Seat("red")), OurView()
    for part in (
        presser(at, "", "0a0a0a")(Suggestion(T_("Join"), "join empire")),
        SheetButton(away.id),
        RefreshButton(away.id),
    ):
        view.add_item(part)
    await house.bot.get_partial_messageable(house.channel.id).send("From elsewhere", view=view)
    panel = next(one for one in house.red.sees("campaign") if one.content == "From elsewhere")
    before = await desk.store.commands(away.id)
    for button in ("Join", "Order sheet", "Refresh"):
        pressed = await house.red.click(panel, button)
        assert "played in another server" in pressed.words and pressed.modal is None
    assert await desk.store.commands(away.id) == before


async def test_a_turn_is_submitted_by_form_with_its_story(house: House) -> None:
    game = await house.met()
    await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1")
    panel = await house.slash(house.red, "table panel")
    form = await house.red.click(panel, "Submit turn")
    assert form.modal is not None and form.modal.components[0]["label"] == "Story"
    assert form.modal.title == "Post your turn"
    posted = await house.red.submit(form, story="We hold the high orbit.")
    assert posted.updated and "You have posted turn 1" in panel.words and "Make final" in buttons(panel)
    assert "You have posted turn 1" not in house.public()
    assert (await house.service.desk.views.known(game.id, None)).turns  # everybody hears that it was posted


async def test_a_form_of_an_order_with_choices_takes_what_was_left_as_it_was(house: House) -> None:
    await house.begun()
    panel = await house.slash(house.red, "table panel")
    form = await house.red.click(panel, "Join")
    assert form.modal is not None
    assert [part["label"] for part in form.modal.components] == ["Faction", "Hero", "Hero class"]
    joined = await house.red.submit(form, faction="Galactic Empire", hero="Captain Needa")
    assert "You join with the Galactic Empire" in joined.words and "Set up your fleet" in joined.words


async def test_a_form_that_is_wrong_is_refused_and_changes_nothing(house: House) -> None:
    await house.begun()
    panel = await house.slash(house.red, "table panel")
    form = await house.red.click(panel, "Join")
    refused = await house.red.submit(form, faction="Galactic Empire", hero="   ")
    assert refused.ephemeral and not refused.updated and "What you wrote is kept." in refused.words
    assert "Join the campaign" in panel.words


async def test_the_same_click_delivered_twice_counts_once(house: House) -> None:
    game = await house.met()
    house.discord.faults.on_event("INTERACTION_CREATE", "twice")
    await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1")
    assert (await house.service.desk.views.known(game.id, None)) is not None
    panel = await house.slash(house.red, "table panel")
    assert "1. move red LNCR 1 to B-1" in panel.words and "2. " not in panel.words.split("You could draft")[0]
    entries = [entry for entry in await house.service.desk.record.audit(game.id, 200) if "move red LNCR 1" in entry]
    assert len(entries) == 1


async def test_an_order_after_the_lock_is_refused_with_the_time_it_closed(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    await house.skip(minutes=15)
    edited = await house.slash(house.red, "gcw turn edit", story="We wait, patiently.")
    assert "Your turn 1 holds 0 actions after 1 change." in edited.words
    await house.skip(seconds=1)
    late = await house.slash(house.red, "gcw turn edit", story="No, we fire!")
    assert late.ephemeral and "GCW-TRN" in late.words
    soon = await house.slash(house.red, "gcw turn submit", story="Once more.")
    assert "<t:1773230400:f>" in soon.words and "GCW-TRN-01" in soon.words  # a day after the first was posted
    await house.skip(days=1)
    assert "You have posted turn 2" in (await house.slash(house.red, "gcw turn submit", story="Once more.")).words


async def test_names_with_backticks_mentions_and_emoji_are_shown_harmlessly(house: House) -> None:
    await house.met()
    name = "`Ace` @everyone 🚀"
    renamed = await house.slash(house.red, "gcw rename", unit="red LNCR 1", name=name)
    assert "🚀" in renamed.words and "\\`Ace\\`" in renamed.words
    fired = await house.slash(house.red, "gcw battle fire", unit=name, target="Contact 1")
    assert "Effects" in fired.words
    await house.slash(house.red, "gcw turn submit", story="`Ace` @everyone <@&1> leads 🚀\n# A heading")
    await house.skip(minutes=16)
    await house.delivered()
    for message in house.reads(house.gm):
        assert not message.mention_everyone and not message.mention_roles
    assert "@everyone" not in house.said(house.thread("Battle of Corellia"))


async def test_blue_never_sees_what_red_is_answered(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    await house.slash(house.red, "gcw-show fleet")
    panel = await house.slash(house.red, "table panel")
    await house.red.click(panel, "Submit turn")
    await house.delivered()
    for member in (house.blue, house.bystander, house.gm):
        assert not any("red LNCR 1" in message.words for message in house.reads(member) if member is not house.blue)
        assert not any(message.ephemeral and "Your draft" in message.words for message in house.reads(member))

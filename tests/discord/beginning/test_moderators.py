"""Deeds that moderators may do, and nobody else."""

from __future__ import annotations

import re

from engine.game import Seat
from sandbox.client.player import Answer
from sandbox.client.values import Given
from sandbox.model.permissions import Permission
from tests.discord.house import House, buttons


async def test_pause_stops_the_clock_and_resume_moves_every_deadline(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    assert "is paused" in (await house.slash(house.gm, "gm pause", reason="Holidays")).words
    refused = await house.slash(house.red, "gcw turn final")
    assert "Twilight is paused since <t:1773144000:R>; orders wait until a moderator resumes it." in refused.words
    await house.skip(hours=2)
    await house.delivered()
    assert "turn 1 is final" not in house.said("campaign")
    goes_on = await house.slash(house.gm, "gm resume")
    assert "goes on" in goes_on.words and f"<t:{1773144901 + 7200}:F>" in goes_on.words
    await house.delivered()
    said = house.said("campaign")
    assert "its deadlines stand still: turns and when the next may be posted, courses through hyperspace" in said
    assert "pays nothing. Reason: Holidays" in said and "every deadline is 2 hours later" in said
    assert "is not paused" in (await house.slash(house.gm, "gm resume")).words
    await house.slash(house.gm, "gm pause")
    await house.slash(house.gm, "gm resume")
    await house.delivered()
    assert "no time later" not in house.said("campaign")


async def test_extend_and_advance_move_the_clock_and_say_so(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    later = await house.slash(house.gm, "gm extend", amount=3)
    due = f"Next deadline: <t:{1773144901 + 10800}:F>."
    assert f"Every deadline is 3 hours later. What goes by the calendar stays. {due}" in later.words
    red = f"- red: turn becomes final, <t:{1773144901}:F> is now <t:{1773144901 + 10800}:F>"
    assert red in later.words
    on = await house.slash(house.gm, "gm advance", amount=4, reason="All are ready")
    assert "he clock is 4 hours further." in on.words
    await house.delivered()
    assert "turn 1 is final" in house.said("campaign") and "Reason: All are ready" in house.said("campaign")


async def rewound(house: House, **how: Given) -> Answer:
    form = await house.slash(house.gm, "gm rewind", **how)
    return await house.gm.submit(form, reason="A misclick")


async def test_a_rewind_lists_what_it_would_take_back_and_asks_first(house: House) -> None:
    game = await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    await house.skip(minutes=3)
    choices = await house.gm.autocomplete("gm rewind", "to", channel="campaign")
    assert choices[0]["name"] == "3 minutes ago: red: submit We wait."
    form = await house.slash(house.gm, "gm rewind", to=choices[0]["value"])
    stale = await house.slash(house.gm, "gm rewind", to=choices[0]["value"])
    assert form.modal is not None and form.modal.title == "Take back in Twilight?"
    listed = str(form.modal.components)
    assert "- 3 minutes ago: red: submit We wait." in listed and "The clock stays as it is." in listed
    assert "Your turn 1 may be changed until" in (await house.slash(house.red, "show turn")).words  # it stands yet
    done = await house.gm.submit(form, reason="A misclick")
    assert "A moderator took back the latest command, of <t:" in done.words
    again = await house.slash(house.red, "gcw turn submit", story="We do not wait.")
    assert "You have posted turn 1" in again.words
    late = await house.gm.submit(stale, reason="Once more")
    assert "Something has happened since that list was made." in late.words
    assert await house.service.desk.record.verify(game.id) is None
    assert "can be taken back, not 500." in (await house.slash(house.gm, "gm rewind", steps=500)).words


async def test_a_rewind_past_a_deadline_says_that_the_clock_goes_back_and_by_how_much(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    await house.skip(minutes=20)
    form = await house.slash(house.gm, "gm rewind")
    assert "what was due by the clock" in str(form.modal and form.modal.components)
    assert "The clock goes back by 20 minutes" in str(form.modal and form.modal.components)
    done = (await house.gm.submit(form, reason="Too soon")).words
    assert f"The clock goes back by 20 minutes. Next deadline: <t:{1773144901 + 1200}:F>." in done


async def test_posts_of_what_was_taken_back_say_so(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    await house.skip(minutes=20)
    await house.delivered()
    assert "turn 1 is final" in house.said("campaign") and "Taken back" not in house.said("campaign")
    before = [message.id for message in house.gm.sees("campaign")]
    await rewound(house, steps=1)
    await house.delivered()
    marked = [message.words for message in house.gm.sees("campaign") if "Taken back by a moderator" in message.words]
    assert marked and all("turn 1 is final" in words for words in marked)
    assert "A misclick" in house.said("campaign")
    assert [message.id for message in house.gm.sees("campaign")][: len(before)] == before


async def test_the_audit_reads_well_and_is_narrowed_by_seat_kind_and_time(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    await rewound(house, steps=1)
    await house.slash(house.gm, "gm extend", amount=3, reason="Holidays")
    audit = await house.slash(house.gm, "gm audit", latest=3)
    assert "moved deadlines by 3 hours: Holidays" in audit.words
    assert audit.ephemeral
    assert f"<t:1773144000:f> **red** (<@{house.red.id}>): submit We wait.; taken back by" in audit.words
    assert f"(<@{house.gm.id}>)" not in audit.words and f"<@{house.gm.id}>: moved deadlines by 3 hours" in audit.words
    orders = (await house.slash(house.gm, "gm audit", kind="orders", seat="red", latest=200)).words
    assert "submit We wait." in orders and "moved deadlines" not in orders and "**blue**" not in orders
    await house.skip(days=3)
    assert "Nothing of that was asked." in (await house.slash(house.gm, "gm audit", days=1, kind="orders")).words


async def test_what_is_due_next_is_tried_without_its_happening(house: House) -> None:
    game = await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    outbox, row = await house.outbox(), await house.service.desk.store.game(game.id)
    dry = await house.slash(house.gm, "gm dry-run")
    assert dry.ephemeral and f"What would happen <t:{1773144901}:F>" in dry.words and "turn 1 is final" in dry.words
    after = await house.service.desk.store.game(game.id)
    assert await house.outbox() == outbox and (after.facts, after.chain) == (row.facts, row.chain)
    assert "what is due next" in (await house.slash(house.gm, "gm audit", latest=1)).words
    await house.skip(minutes=16)
    await house.delivered()
    assert "turn 1 is final" in house.said("campaign")


async def test_a_pause_and_an_end_stand_first_in_every_view(house: House) -> None:
    await house.met()
    await house.slash(house.gm, "gm pause")
    paused = "This game is paused** since <t:1773144000:R>: orders wait until a moderator resumes it."
    for path in ("show turn", "show log", "gcw-show fleet", "gcw-show map"):
        assert paused in (await house.slash(house.red, path)).words
    await ended(house)
    assert "This game is ended** since" in (await house.slash(house.red, "show turn")).words


async def test_an_announcement_is_posted_with_a_ping_where_one_is_meant(house: House) -> None:
    await house.begun()
    await house.slash(house.gm, "gm announce", text="Tea at five. @everyone", ping=False)
    await house.slash(house.gm, "gm announce", text="And cake.", ping=True)
    await house.delivered()
    tea, cake = (message for message in house.gm.sees("campaign") if "Tea" in message.words or "cake" in message.words)
    assert not tea.mentions and not tea.mention_everyone
    assert {user.id for user in cake.mentions} == {house.red.id, house.blue.id}


async def test_announcements_have_the_form_that_the_server_has_set(house: House) -> None:
    await house.begun()

    async def asked() -> Answer:
        return await house.slash(house.gm, "settings announcements")

    refused = await house.gm.submit(await asked(), look="{words} by {whom}")
    assert refused.words.endswith("You wrote:\n> {words} by {whom}")
    assert "whom is no part of an announcement. Its parts are {words}, {game}, {who}, {date}." in refused.words
    assert "has its {words} once" in (await house.gm.submit(await asked(), look="## {game}")).words
    done = await house.gm.submit(await asked(), look="## {game} calls\n{words}\n-# {who}, {date}", times="12")
    assert "## Twilight calls\nTomorrow we play an hour later.\n" in done.words and "6 pm" in done.words
    await house.slash(house.gm, "gm announce", text="Tea at {game}.", ping=True)
    await house.delivered()
    (tea,) = (message for message in house.gm.sees("campaign") if "Tea" in message.words)
    assert re.fullmatch(
        rf"## Twilight calls\nTea at {{game}}\.\n-# {house.gm.mention}, <t:\d+:D>\n<@\d+> <@\d+>", tea.words
    )
    assert {user.id for user in tea.mentions} == {house.red.id, house.blue.id}
    await house.skip(hours=6, minutes=1)
    await house.delivered()
    (brief,) = (message for message in house.gm.sees("campaign") if "the day in brief" in message.words)
    assert (
        brief.words.startswith("## Twilight calls\n**Twilight**, the day in brief.")
        and "- Tea at {game}." in brief.words
    )
    again = await asked()
    assert again.modal is not None and again.modal.components[0]["component"]["value"].startswith("## {game} calls")
    assert (await house.slash(house.red, "settings announcements")).modal is None


async def test_corrections_are_lines_that_are_checked_as_they_are_typed(house: House) -> None:
    game = await house.met()
    patterns = await house.gm.autocomplete("gm set", "line", channel="campaign")
    assert {"unit", "credit", "owner"} <= {choice["value"].split()[1] for choice in patterns}
    half = await house.gm.autocomplete("gm spawn", "line", "LNCR named Ghost", channel="campaign")
    assert half[0] == {"name": "… “at” is missing after “Ghost”.", "value": "spawn LNCR named Ghost"}
    line = "LNCR named Ghost at Corellia C-3 for red"
    assert (await house.gm.autocomplete("gm spawn", "line", line, channel="campaign"))[0]["name"] == f"✓ spawn {line}"
    spawned = await house.slash(house.gm, "gm spawn", line=line)
    assert "Ghost" in spawned.words and "heard by red" in spawned.words
    await house.slash(house.gm, "gm set", line="set treasury of red to 777")
    assert "777 KC" in (await house.slash(house.red, "gcw-show treasury")).words
    assert "Ghost" in (await house.slash(house.gm, "gm remove", line="Ghost of red")).words
    ruled = await house.slash(house.gm, "gm ruling", line="fog off")
    assert "every unit in a system is seen" in ruled.words
    wrong = await house.slash(house.gm, "gm spawn", line="a moon")
    assert wrong.ephemeral and "missing" in wrong.words
    await house.delivered()
    assert "Ghost" not in house.public() and "put into play by a moderator" in house.public()
    assert await house.service.desk.record.verify(game.id) is None


async def test_names_are_offered_in_the_lines_of_moderators(house: House) -> None:
    await house.met()

    async def offered(command: str, typed: str) -> list[str]:
        found = await house.gm.autocomplete(command, "line", typed, channel="campaign")
        return [str(one["value"]) for one in found[1:]]

    assert (await offered("gm set", "set owner of tatoo"))[0] == "set owner of Tatooine to "
    assert {"set owner of Tatooine to blue", "set owner of Tatooine to red"} <= set(
        await offered("gm set", "set owner of Tatooine to ")
    )
    assert "remove red LNCR 1 of " in await offered("gm remove", "red LN")
    assert "spawn LNCR named " in await offered("gm spawn", "LNC")
    assert "spawn LNCR named Ghost at Corellia " in await offered("gm spawn", "LNCR named Ghost at Cor")
    fog = await offered("gm ruling", "ruling fo")
    assert "ruling fog " in fog and "ruling fog off" in await offered("gm ruling", "fog ")


async def test_a_line_offers_a_moderator_who_plays_nothing_that_is_hidden(house: House) -> None:
    await house.met()
    assert "CORV" in str(await house.gm.autocomplete("gm remove", "line", "blue", channel="campaign"))
    house.red.member.roles += house.gm.member.roles
    found = await house.red.autocomplete("gm remove", "line", "blue", channel="campaign")
    assert not any("CORV" in one["value"] for one in found[1:])


async def test_a_seat_that_has_not_joined_the_campaign_yet_is_offered_too(house: House) -> None:
    await house.begun()
    found = await house.gm.autocomplete("gm-gcw assign-home", "seat", channel="campaign")
    assert [one["value"] for one in found] == ["blue", "red"]


async def test_no_home_is_assigned_to_a_seat_that_nobody_has(house: House) -> None:
    game = await house.begun()
    options = {"system": "Chandrila", "seat": "bleu"}
    refused = (await house.slash(house.gm, "gm-gcw assign-home", **options)).words
    assert "There is no seat named 'bleu' (did you mean 'blue'?). `/gm seat` seats a player there first." in refused
    done = (await house.slash(house.gm, "gm-gcw assign-home", **{**options, "seat": "blue"})).words
    assert "blue's home system is Chandrila, a moderator ruled." in done
    await house.delivered()
    assert "bleu" not in house.public()
    assert await house.service.desk.record.verify(game.id) is None


async def test_the_rulebooks_own_moderator_commands_complete_their_parts(house: House) -> None:
    await house.met()
    systems = await house.gm.autocomplete("gm-gcw spawn", "system", "core", channel="campaign")
    assert {"Corellia"} <= {choice["value"] for choice in systems}
    options = {"unit": "LNCR", "name": "Ghost", "system": "Corellia", "cell": "C-3", "player": "blue"}
    assert "heard by blue" in (await house.slash(house.gm, "gm-gcw spawn", **options)).words


async def ended(house: House, name: str = "Twilight") -> Answer:
    form = await house.slash(house.gm, "gm end", reason="Victory")
    return await house.gm.submit(form, name=name)


async def test_a_game_is_ended_by_its_name_and_reopened_within_a_day(house: House) -> None:
    await house.met()
    assert "is not the name of Twilight: it goes on" in (await ended(house, "Twilights")).words
    assert "`/gm reopen` takes that back" in (await ended(house, " twilight ")).words
    await house.skip(hours=23)
    assert "Twilight has ended." in (await house.slash(house.red, "gcw turn clear")).words
    refused = (await house.slash(house.gm, "gm-gcw set-treasury", player="red", amount=9000)).words
    assert "Twilight has ended. `/gm reopen` opens it again first." in refused
    assert "is open again, and goes on" in (await house.slash(house.gm, "gm reopen", reason="A slip")).words
    await house.delivered()
    said = house.said("campaign")
    assert "has ended. Reason: Victory" in said and "Reason: A slip" in said and "Key of the hidden" not in said


async def test_a_day_after_the_end_what_proves_the_hidden_dice_is_published(house: House) -> None:
    await house.begun()
    await ended(house)
    await house.skip(days=1)
    await house.delivered()
    assert "-# Key of the hidden dice and of all seals:" in house.said("campaign")
    assert "so it stays over" in (await house.slash(house.gm, "gm reopen")).words


async def test_who_is_no_moderator_any_more_ends_nothing_by_a_form_that_stands_open(house: House) -> None:
    game = await house.met()
    form = await house.slash(house.gm, "gm end")
    house.gm.member.roles.clear()
    assert "for moderators" in (await house.gm.submit(form, name="Twilight")).words
    assert (await house.service.desk.store.game(game.id)).status == "running"


async def test_what_an_order_of_moderators_does_for_good_is_asked_first(house: House) -> None:
    """The button asks again who presses it: who is no moderator any more does nothing by it."""
    game = await house.met()

    async def status() -> str:
        known = await house.service.desk.views.known(game.id, Seat("blue"))
        return str(known.players[Seat("red")].status)

    asked = await house.slash(house.gm, "gm-gcw retire", player="red")
    assert "no order gives them back. Go on?" in asked.words
    again = await house.slash(house.gm, "gm-gcw retire", player="blue")
    assert "asked about something else" in (await house.gm.click(asked, "Yes, do it")).words
    assert await status() == "ACTIVE"
    asked = await house.slash(house.gm, "gm-gcw retire", player="red")
    roles, house.gm.member.roles[:] = list(house.gm.member.roles), []
    assert "for moderators" in (await house.gm.click(asked, "Yes, do it")).words and await status() == "ACTIVE"
    house.gm.member.roles[:] = roles
    done = await house.gm.click(asked, "Yes, do it")
    assert "left the campaign" in done.words and await status() == "RETIRED" and again.ephemeral


async def test_a_moderator_who_plays_sees_no_more_by_what_they_are_asked(house: House) -> None:
    await house.met()
    await house.leaves(house.red)
    await house.slash(house.gm, "gm seat", player=house.gm.user, seat="red")
    asked = await house.slash(house.gm, "gm-gcw events victory", player="nobody")
    done = await house.gm.click(asked, "Yes, do it")
    assert "is over" in done.words and "CORV" not in done.words and not buttons(done)


async def test_whoever_is_no_moderator_is_refused_even_where_discord_lets_them(house: House) -> None:
    await house.met()
    for name in ("gm", "gm-gcw"):  # as an administrator can, in the server's settings
        command = house.discord.commands.find(house.discord.guild.id, name, 1)
        assert command is not None and command.body["default_member_permissions"]
        command.body["default_member_permissions"] = None
    asked: tuple[tuple[str, dict[str, Given]], ...] = (
        ("gm pause", {}),
        ("gm audit", {}),
        ("gm spawn", {"line": "LNCR named Ghost at Corellia C-3 for red"}),
        ("gm-gcw set-treasury", {"player": "red", "amount": 1_000_000}),
    )
    for path, options in asked:
        answer = await house.slash(house.red, path, **options)
        assert answer.ephemeral
        assert answer.words == "That is for moderators of this server. `/settings show` says which roles those are."
    assert await house.red.autocomplete("gm-gcw set-unit", "player", channel="campaign") == []
    assert await house.red.autocomplete("gm spawn", "line", channel="campaign") == []
    assert "for moderators" in (await house.slash(house.red, "settings daily", zone="UTC", hour=3)).words


async def test_a_role_kept_by_its_id_makes_moderators(house: House) -> None:
    await house.met()
    role = house.discord.role("Umpires", 0)
    answer = await house.slash(house.gm, "settings moderators", role=role)
    assert f"<@&{role.id}>" in answer.words and "Integrations" in answer.words
    command = house.discord.commands.find(house.discord.guild.id, "gm", 1)
    assert command is not None
    command.body["default_member_permissions"] = None
    referee = house.discord.member("Referee", [role])
    role.name = "Renamed"
    assert "is paused" in (await house.slash(referee, "gm pause")).words
    assert not house.discord.role("Renamed").permissions & Permission.MANAGE_GUILD


async def test_a_role_or_channel_that_was_deleted_is_told(house: House) -> None:
    role, talk = house.discord.role("Referees"), house.discord.channel("table-talk")
    await house.slash(house.gm, "settings moderators", role=role)
    await house.slash(house.gm, "settings channels", troubles=talk)
    shown = (await house.slash(house.gm, "settings show")).words
    assert f"<@&{role.id}>" in shown and f"<#{talk.id}>" in shown
    house.discord.world.remove_role(house.discord.guild, role)
    house.discord.delete(talk)
    shown = (await house.slash(house.gm, "settings show")).words
    assert "and a role that was deleted (`/settings moderators` names another)" in shown
    assert "**Troubles are told to:** a channel that was deleted" in shown


async def test_when_all_moderators_are_gone_the_servers_owner_moderates(house: House) -> None:
    await house.lobby()  # made by a moderator who leaves before it starts
    house.discord.world.remove_member(house.gm.member)
    assert "a moderator, can start it" in (await house.slash(house.red, "game start")).words
    assert "Twilight" in (await house.slash(house.owner, "game start")).words
    await house.slash(house.owner, "gm pause")
    assert "goes on" in (await house.slash(house.owner, "gm resume")).words


async def test_four_players_are_set_up_by_three_commands(house: House) -> None:
    others = [house.discord.member(name) for name in ("Green", "Gold")]
    four = {"player": house.red.user, "second": house.blue.user, "third": others[0].user, "fourth": others[1].user}
    used = [
        await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight"),
        await house.slash(house.gm, "gm seat", **four),
        await house.slash(house.gm, "game start"),
    ]
    assert len(used) == 3 and "is **red**" in used[1].words and "Twilight begins." in used[2].words
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1]
    seats = {row.user for row in await house.service.desk.store.seats(game.id)}
    assert seats == {house.red.id, house.blue.id, *(one.id for one in others)}
    await house.delivered()
    assert "a moderator gave you a seat in Twilight. `/game leave` gives it up." in house.said("campaign")
    for player in (house.red, others[1]):
        assert any("you alone are told" in message.words for message in house.reads(player))
    assert await house.service.desk.record.faults(game.id, house.clock.now()) == []


async def test_a_substitute_takes_the_place_of_who_is_away(house: House) -> None:
    game = await house.met()
    taken = await house.slash(house.gm, "gm seat", player=house.bystander.user, seat="blue")
    assert "Somebody else is blue" in taken.words
    done = await house.slash(house.gm, "gm seat", player=house.bystander.user, seat="blue", replace=True)
    assert f"<@{house.bystander.id}> is **blue**." in done.words
    assert "blue Boarder" in (await house.slash(house.bystander, "gcw-show fleet")).words
    assert "no seat" in (await house.slash(house.blue, "gcw turn clear")).words
    await house.delivered()
    assert f"<@{house.blue.id}> is relieved of **blue** by a moderator." in house.said("campaign")
    again = await house.slash(house.gm, "gm seat", player=house.red.user, seat="blue", replace=True)
    assert "in Twilight already, as red" in again.words
    assert {row.user for row in await house.service.desk.store.seats(game.id)} == {house.red.id, house.bystander.id}
    assert await house.service.desk.record.faults(game.id, house.clock.now()) == []


async def test_the_log_pages_back(house: House) -> None:
    game = await house.met()
    latest = (await house.slash(house.red, "show log")).words
    assert "`/show log page: 2` shows what was heard before." in latest
    before = (await house.slash(house.red, "show log", page=2)).words
    whole = await house.service.desk.views.log(game.id, Seat("red"), 80)
    assert whole[-41].splitlines()[0] in before and whole[-40].splitlines()[0] in latest
    assert "nothing was heard before that" in (await house.slash(house.red, "show log", page=900)).words


async def test_a_house_rule_stands_beside_its_rule_until_it_is_taken_back_or_the_game_is_rewound(house: House) -> None:
    await house.met()
    ruled = (await house.slash(house.gm, "gm ruling", line="GCW-TRN-01 A turn a day, *none* on Sundays.")).words
    assert "Umpire rules on as before" in ruled
    await house.delivered()
    assert "House rule on GCW-TRN-01" in house.said("campaign")
    for player in (house.red, house.bystander):
        cited = (await house.slash(player, "rules cite", rule="GCW-TRN-01")).words
        assert "**House rule in this game since <t:" in cited and "> A turn a day, *none* on Sundays." in cited
    found = (await house.slash(house.red, "rules search", words="one turn in 24 hours")).words
    assert found.count("House rule in this game") == 1
    assert "Before:" in (await house.slash(house.gm, "gm-gcw ruling-on", rule="GCW-TRN-01", text="No hurry.")).words
    listed = (await house.slash(house.red, "rules rulings")).words
    assert "GCW-TRN-01, since <t:" in listed and "No hurry." in listed and "Sundays" not in listed
    assert "GCW-FAC-13: Umpire fires the defenders" in listed
    done = await rewound(house, steps=2)
    assert "took back the latest 2 commands" in done.words
    assert "House rule" not in (await house.slash(house.red, "rules cite", rule="GCW-TRN-01")).words
    assert "GCW-TRN-01" not in (await house.slash(house.red, "rules rulings")).words


async def test_a_ruling_is_on_a_switch_or_on_a_rule_that_there_is(house: House) -> None:
    await house.met()
    switched = (await house.slash(house.gm, "gm ruling", line="GCW-FAC-13 attacker")).words
    assert "Before: Umpire fires the defenders" in switched and "It holds from <t:" in switched
    assert "**In this game since <t:" in (await house.slash(house.red, "rules cite", rule="GCW-FAC-13")).words
    unknown = (await house.slash(house.gm, "gm ruling", line="GCW-TRN-1 A turn a day.")).words
    assert "There is no rule “GCW-TRN-1”. Did you mean GCW-TRN-01" in unknown

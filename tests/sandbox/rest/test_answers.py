"""Answers of a bot: messages, promises, followups, forms, clicks; and who sees it."""

import asyncio

import aiohttp
import discord as dpy
import pytest

from sandbox import Answer, Player, Refused, Sandbox
from tests.sandbox.tiny_bot import PNG, Panel, TinyBot


async def test_an_ephemeral_answer_is_seen_by_one_alone(bot: TinyBot, alice: Player, bob: Player) -> None:
    await alice.slash("gcw battle fire", ship="Executor", channel="orders")
    await alice.slash("ok", channel="orders")
    assert [message.content[:8] for message in alice.sees("orders")] == ["Executor", "ok"]
    assert [message.content for message in bob.sees("orders")] == ["ok"]


async def test_a_promise_is_kept_and_stays_ephemeral(bot: TinyBot, alice: Player, bob: Player) -> None:
    answer = await alice.slash("picture")
    assert answer.deferred and answer.ephemeral
    await answer.final()
    assert answer.content == "drawn"
    assert answer.message is not None and not answer.message.loading and answer.message.edited_at is None
    second = await answer.followup()
    assert [file.filename for file in second.attachments] == ["list.csv"]
    assert second.attachments[0].description == "A list"
    assert not second.ephemeral


async def test_pictures_are_served_and_measured(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    answer = await (await alice.slash("picture")).final()
    file = answer.attachments[0]
    assert (file.width, file.height, file.content_type) == (3, 2, "image/png")
    assert answer.embeds[0]["image"]["url"] == file.url
    async with aiohttp.ClientSession() as session, session.get(file.url) as response:
        assert await response.read() == PNG


async def test_a_button_changes_its_message(bot: TinyBot, alice: Player, bob: Player) -> None:
    panel = await alice.slash("panel")
    answer = await bob.click(panel, "Lock")
    assert answer.updated
    assert panel.content == "Locked by Bob"
    assert panel.message is answer.message
    with pytest.raises(Refused, match="disabled"):
        await bob.click(panel, "panel:lock")


async def test_a_click_can_be_answered_later_and_privately(bot: TinyBot, alice: Player, bob: Player) -> None:
    panel = await alice.slash("panel")
    answer = await bob.click(panel, "Quiet")
    private = await answer.followup()
    assert panel.content == "changed quietly"
    assert private.ephemeral and private not in alice.sees("general") and private in bob.sees("general")


async def test_nobody_clicks_what_they_do_not_see(bot: TinyBot, discord: Sandbox, alice: Player, bob: Player) -> None:
    secret = await alice.slash("gcw battle fire", ship="Executor")
    assert secret.message is not None
    with pytest.raises(Refused, match="not there for you"):
        await discord.interact_component(bob.member, "general", secret.message.id, "panel:lock")


async def test_a_select_sends_its_values(bot: TinyBot, alice: Player, bob: Player) -> None:
    panel = await alice.slash("panel")
    assert (await alice.select(panel, "Target", ["Executor", "home one"])).content == "aimed at executor, home one"
    assert (await alice.select(panel, "panel:ally", bob)).content == "ally Bob"
    with pytest.raises(Refused, match="Choose 1 to 2"):
        await alice.select(panel, "Target", ["executor", "home one", "devourer"])
    with pytest.raises(Refused, match="none of what can be chosen"):
        await alice.select(panel, "Target", "Tantive")


async def test_a_form_is_filled_in_and_sent(bot: TinyBot, alice: Player, bob: Player) -> None:
    form = await alice.slash("sheet")
    assert form.modal is not None and form.modal.title == "Order sheet"
    with pytest.raises(Refused, match="Orders is required"):
        await alice.submit(form)
    with pytest.raises(Refused, match="0 to 200 characters"):
        await alice.submit(form, orders="x" * 201)
    with pytest.raises(Refused, match="no field speed"):
        await alice.submit(form, orders="x", speed="1")
    with pytest.raises(Refused, match="no longer open"):
        await bob.submit(form, orders="x")
    answer = await alice.submit(form, orders="fire\nmove")
    assert answer.content == "2 orders, Hold" and answer.ephemeral
    with pytest.raises(Refused, match="no longer open"):
        await alice.submit(form, orders="again")


async def test_a_form_from_a_button(bot: TinyBot, alice: Player) -> None:
    panel = await alice.slash("panel")
    form = await alice.click(panel, "Orders")
    answer = await alice.submit(form, {"Orders": "fire", "Stance": "Attack"})
    assert answer.content == "1 orders, Attack"


async def test_a_button_without_memory_works_from_an_old_message(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    await alice.slash("claims")
    message = await discord.posted("general", lambda message: message.content == "Claims")
    assert (await alice.click(message, "Claim 7")).content == "claimed 7"


async def test_a_laid_out_message(bot: TinyBot, alice: Player) -> None:
    answer = await alice.slash("board")
    assert "# The board" in answer.words
    gallery = answer.components[0]["components"][1]
    assert gallery["items"][0]["media"]["url"] == answer.attachments[0].url


async def test_an_answer_after_its_seconds_finds_no_interaction(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    discord.acknowledge_within = 0.05
    answer = await alice.slash("late", seconds=0.2)
    assert answer.error == "The application did not respond."
    await discord.until(lambda: bool(bot.errors))
    assert getattr(bot.errors[0], "code", None) == 10062


async def test_a_token_dies_after_fifteen_minutes(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    seen: list[dpy.Interaction] = []

    async def keep(interaction: dpy.Interaction) -> bool:
        seen.append(interaction)
        return True

    bot.tree.interaction_check = keep  # type: ignore[method-assign]  # the tree's own seam
    await alice.slash("ok")
    await seen[0].followup.send("still")
    await discord.skip(899)
    await seen[0].followup.send("just")
    await discord.skip(2)
    with pytest.raises(dpy.HTTPException) as dead:
        await seen[0].followup.send("too late")
    assert dead.value.code == 50027


async def test_direct_messages_arrive_unless_they_are_closed(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    assert (await alice.slash("whisper", text="hush")).content == "sent"
    assert [message.content for message in alice.sees(alice.dm)] == ["hush"]
    alice.close_dms()
    assert (await alice.slash("whisper", text="hush")).content == "no: 50007"


async def test_a_private_thread_is_seen_by_those_in_it(
    discord: Sandbox, bot: TinyBot, alice: Player, bob: Player
) -> None:
    await alice.slash("thread", private=True)
    thread = discord.threads("general")[0]
    assert [message.content for message in alice.sees(thread)] == ["It begins"]
    assert bob.sees(thread) == [] and thread not in bob.channels()


async def test_a_public_thread_is_seen_by_all(discord: Sandbox, bot: TinyBot, alice: Player, bob: Player) -> None:
    await alice.slash("thread", private=False)
    thread = discord.channel("Battle")
    assert [message.content for message in bob.sees(thread)] == ["It begins"]


async def test_many_members_at_once_get_their_own_answers(discord: Sandbox, bot: TinyBot) -> None:
    players = [discord.member(f"Player {n}") for n in range(20)]
    answers: list[Answer] = await asyncio.gather(
        *(player.slash("gcw battle fire", ship=f"Ship {n}") for n, player in enumerate(players))
    )
    assert all(answer.content.startswith(f"Ship {n} ") for n, answer in enumerate(answers))
    assert all(len(player.sees("general")) == 1 for player in players)


async def test_answers_are_fetched_changed_and_deleted_while_the_token_lives(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    seen: list[dpy.Interaction] = []

    async def keep(interaction: dpy.Interaction) -> bool:
        seen.append(interaction)
        return True

    bot.tree.interaction_check = keep  # type: ignore[method-assign]  # the tree's own seam
    answer = await alice.slash("gcw battle fire", ship="Executor")
    original = await seen[0].original_response()
    assert answer.message is not None and original.id == answer.message.id
    await seen[0].edit_original_response(content="edited", view=Panel())
    assert answer.content == "edited" and answer.ephemeral
    extra = await seen[0].followup.send("extra", ephemeral=True, wait=True)
    await extra.edit(content="extra, edited")
    assert [message.content for message in answer.followups] == ["extra, edited"]
    await extra.delete()
    await seen[0].delete_original_response()
    assert alice.sees("general") == []
    with pytest.raises(dpy.NotFound) as gone:
        await seen[0].edit_original_response(content="x")
    assert gone.value.code == 10008


async def test_a_panel_edited_by_its_bot_stays_one_message(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    await alice.slash("board")
    message = await discord.posted("general")
    layout = dpy.ui.LayoutView()
    layout.add_item(dpy.ui.TextDisplay("Turn 2"))
    await (
        bot.get_partial_messageable(message.channel.id)
        .get_partial_message(message.id)
        .edit(view=layout, attachments=[])
    )
    assert message.words == "Turn 2" and message.attachments == []
    assert len(discord.channel("general").messages) == 1

"""Limits at which Discord refuses what discord.py lets pass."""

import io
from collections.abc import AsyncIterator

import discord as dpy
import pytest
from discord import app_commands

from sandbox import Permission, Player, Sandbox
from tests.sandbox.tiny_bot import PERMISSIONS, TinyBot


@pytest.fixture
async def discord() -> AsyncIterator[Sandbox]:
    """Without the specification: here requests are wrong on purpose."""
    async with Sandbox(channels=("general", "orders"), bot_permissions=PERMISSIONS, limit_second=0) as sandbox:
        yield sandbox


async def _channel(discord: Sandbox, bot: TinyBot, name: str = "general") -> dpy.TextChannel:
    channel = bot.get_channel(discord.channel(name).id)
    assert isinstance(channel, dpy.TextChannel)
    return channel


def _tree(bot: TinyBot, *commands: app_commands.Command[app_commands.Group, ..., None]) -> app_commands.CommandTree:
    bot.tree.clear_commands(guild=None)
    for command in commands:
        bot.tree.add_command(command)
    return bot.tree


async def _refused(bot: TinyBot, body: dict[str, object]) -> dict[str, object]:
    """Register one command by hand; what is wrong with it."""
    assert bot.application_id is not None
    with pytest.raises(dpy.HTTPException) as refusal:
        await bot.http.upsert_global_command(bot.application_id, body)  # type: ignore[arg-type]  # wrong on purpose
    assert refusal.value.code == 50035
    return {"text": refusal.value.text}


def _option(name: str, **more: object) -> dict[str, object]:
    return {"name": name, "description": "An option", "type": 3, **more}


COMMANDS: list[tuple[dict[str, object], str]] = [
    ({"description": "x" * 101}, "description"),
    ({"name": "Upper"}, "Command name is invalid"),
    ({"name": "two words"}, "Command name is invalid"),
    ({"options": [_option(f"o{n}") for n in range(26)]}, "between 0 and 25"),
    ({"options": [_option("a"), _option("b", required=True)]}, "Required options"),
    ({"options": [_option("a"), _option("a")]}, "already exists"),
    ({"options": [_option("a", choices=[{"name": f"n{n}", "value": f"n{n}"} for n in range(26)])]}, "between 0 and 25"),
    ({"options": [_option("a", choices=[{"name": "n", "value": "x" * 101}])]}, "between 1 and 100"),
    ({"options": [_option("a", choices=[{"name": "n", "value": 1}])]}, "string"),
    ({"options": [_option("a", min_value=1)]}, "Only numbers"),
    ({"options": [_option("a", type=4, min_value=9, max_value=1)]}, "above"),
    ({"options": [_option("a", type=4, max_value=2**53)]}, "2\\^53"),
    ({"options": [_option("a", autocomplete=True, choices=[{"name": "n", "value": "n"}])]}, "Autocomplete"),
    ({"options": [_option("a", type=1), _option("b")]}, "mutually exclusive"),
    ({"options": [_option("a", type=2, options=[_option("b", type=2, options=[])])]}, "only sub-commands"),
    (
        {"options": [_option(f"o{n}", type=1, options=[_option(f"option-{m}") for m in range(25)]) for n in range(25)]},
        "maximum size",
    ),
]


@pytest.mark.parametrize(("wrong", "words"), COMMANDS)
async def test_a_command_that_discord_would_refuse(bot: TinyBot, wrong: dict[str, object], words: str) -> None:
    told = await _refused(bot, {"name": "fine", "description": "Fine", "type": 1, **wrong})
    assert words.replace("\\", "") in str(told["text"])


async def test_bulk_registration_keeps_ids_of_names_that_stay(discord: Sandbox, bot: TinyBot) -> None:
    before = {command.name: command.id for command in discord.commands.of(None)}
    await bot.tree.sync()
    assert {command.name: command.id for command in discord.commands.of(None)} == before
    bot.tree.remove_command("ok")
    await bot.tree.sync()
    assert set(before) - {command.name for command in discord.commands.of(None)} == {"ok"}


async def test_only_200_new_commands_a_day(discord: Sandbox, bot: TinyBot) -> None:
    assert bot.application_id is not None
    discord.commands.made[None] = (discord.commands.made[None][0], 200)
    body = {"name": "more", "description": "More", "type": 1}
    with pytest.raises(dpy.HTTPException) as refusal:
        await bot.http.upsert_global_command(bot.application_id, body)  # type: ignore[arg-type]  # discord.py's own type
    assert refusal.value.code == 30034
    await discord.skip(86_400)
    await bot.http.upsert_global_command(bot.application_id, body)  # type: ignore[arg-type]  # discord.py's own type


EMBEDS = [
    ([dpy.Embed(title="x" * 257)], "256"),
    ([dpy.Embed(description="x" * 4097)], "4096"),
    ([dpy.Embed(title="t").add_field(name="n", value="x" * 1025)], "1024"),
    ([dpy.Embed(title="t").set_footer(text="x" * 2049)], "2048"),
    ([dpy.Embed(description="x" * 3001), dpy.Embed(description="x" * 3000)], "6000"),
    ([dpy.Embed()], "required"),
]


@pytest.mark.parametrize(("embeds", "words"), EMBEDS)
async def test_embeds_that_are_too_much(discord: Sandbox, bot: TinyBot, embeds: list[dpy.Embed], words: str) -> None:
    channel = await _channel(discord, bot)
    with pytest.raises(dpy.HTTPException, match=words):
        await channel.send(embeds=embeds)
    assert discord.channel("general").messages == {}


async def test_a_channel_message_has_2000_characters(discord: Sandbox, bot: TinyBot) -> None:
    channel = await _channel(discord, bot)
    await channel.send("x" * 2000)
    with pytest.raises(dpy.HTTPException, match="2000 or fewer"):
        await channel.send("x" * 2001)


async def test_an_empty_message_is_refused(discord: Sandbox, bot: TinyBot) -> None:
    channel = await _channel(discord, bot)
    with pytest.raises(dpy.HTTPException) as refusal:
        await channel.send("")
    assert refusal.value.code == 50006


async def test_custom_ids_are_unique_and_labels_short(discord: Sandbox, bot: TinyBot) -> None:
    channel = await _channel(discord, bot)
    twice = dpy.ui.View()
    twice.add_item(dpy.ui.Button(label="A", custom_id="same"))
    twice.add_item(dpy.ui.Button(label="B", custom_id="same"))
    with pytest.raises(dpy.HTTPException, match="duplicated"):
        await channel.send("x", view=twice)
    lengthy = dpy.ui.View()
    lengthy.add_item(dpy.ui.Button(label="x" * 81, custom_id="a"))
    with pytest.raises(dpy.HTTPException, match="80 or fewer"):
        await channel.send("x", view=lengthy)
    crowded = dpy.ui.View()
    crowded.add_item(
        dpy.ui.Select(options=[dpy.SelectOption(label="a", value="v"), dpy.SelectOption(label="b", value="v")])
    )
    with pytest.raises(dpy.HTTPException, match="already used"):
        await channel.send("x", view=crowded)


def _layout(*items: dpy.ui.Item[dpy.ui.LayoutView]) -> dpy.ui.LayoutView:
    view = dpy.ui.LayoutView()
    for item in items:
        view.add_item(item)
    return view


async def test_a_laid_out_message_has_4000_characters_and_nothing_else(discord: Sandbox, bot: TinyBot) -> None:
    channel = await _channel(discord, bot)
    sent = await channel.send(view=_layout(dpy.ui.TextDisplay("x" * 4000)))
    with pytest.raises(dpy.HTTPException, match="4000 characters"):
        await channel.send(view=_layout(dpy.ui.TextDisplay("x" * 4000), dpy.ui.TextDisplay("y")))
    with pytest.raises(dpy.HTTPException, match="IS_COMPONENTS_V2"):
        await bot.http.request(
            dpy.http.Route(
                "PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=channel.id, message_id=sent.id
            ),
            json={"content": "words", "flags": 0},
        )
    with pytest.raises(dpy.HTTPException, match="no file for attachment"):
        await channel.send(view=_layout(dpy.ui.MediaGallery(dpy.MediaGalleryItem("attachment://map.png"))))


async def test_a_message_is_laid_out_for_ever_and_only_without_the_words_that_it_had(
    discord: Sandbox, bot: TinyBot
) -> None:
    channel = await _channel(discord, bot)
    plain = await channel.send("words")
    laid = _layout(dpy.ui.Container(dpy.ui.Section("x", accessory=dpy.ui.Button(label="B", custom_id="b"))))
    with pytest.raises(dpy.HTTPException, match="IS_COMPONENTS_V2"):
        await plain.edit(view=laid)
    edited = await plain.edit(content=None, view=laid)
    assert edited.flags.components_v2 and not edited.content
    route = dpy.http.Route(
        "PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=channel.id, message_id=plain.id
    )
    await bot.http.request(route, json={"flags": 0})
    assert (await plain.fetch()).flags.components_v2
    nested: dpy.ui.Container[dpy.ui.LayoutView] = dpy.ui.Container(
        dpy.ui.Section("x" * 2001, accessory=dpy.ui.Button(label="B", custom_id="b"))
    )
    with pytest.raises(dpy.HTTPException, match="4000 characters"):
        await plain.edit(view=_layout(nested, dpy.ui.TextDisplay("y" * 2000)))


async def test_components_are_not_mixed(discord: Sandbox, bot: TinyBot) -> None:
    channel = await _channel(discord, bot)
    route = dpy.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    with pytest.raises(dpy.HTTPException, match="must be one of"):
        await bot.http.request(route, json={"components": [{"type": 10, "content": "laid out"}]})
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x"}]}
    with pytest.raises(dpy.HTTPException, match="This field is required"):
        await bot.http.request(route, json={"components": [row]})
    with pytest.raises(dpy.HTTPException, match="40"):
        many = [{"type": 10, "content": "x"} for _ in range(41)]
        await bot.http.request(route, json={"components": many, "flags": 32768})


async def test_too_many_and_too_large_files(discord: Sandbox, bot: TinyBot) -> None:
    channel = await _channel(discord, bot)
    with pytest.raises(dpy.HTTPException) as refusal:
        await channel.send(file=dpy.File(io.BytesIO(b"x" * (10 * 1024 * 1024 + 1)), "big.bin"))
    assert refusal.value.status == 413


async def test_without_permission_nothing_is_sent(discord: Sandbox, bot: TinyBot) -> None:
    closed = discord.add_channel(
        "closed", deny={"@everyone": Permission.SEND_MESSAGES, "Umpire": Permission.SEND_MESSAGES}
    )
    hidden = discord.add_channel("hidden", deny={"Umpire": Permission.VIEW_CHANNEL})
    for channel, code in ((closed, 50013), (hidden, 50001)):
        with pytest.raises(dpy.Forbidden) as refusal:
            await bot.get_partial_messageable(channel.id).send("x")
        assert refusal.value.code == code
    with pytest.raises(dpy.NotFound) as missing:
        await bot.get_partial_messageable(1234567890123456789).send("x")
    assert missing.value.code == 10003


async def test_an_ephemeral_message_is_unknown_to_the_channel(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    secret = await alice.slash("gcw battle fire", ship="Executor")
    channel = await _channel(discord, bot)
    assert secret.message is not None
    with pytest.raises(dpy.NotFound) as refusal:
        await channel.fetch_message(secret.message.id)
    assert refusal.value.code == 10008
    assert [message async for message in channel.history()] == []


async def test_a_wrong_token_is_refused(discord: Sandbox) -> None:
    from sandbox.point import pointed_at

    with pointed_at(discord):
        client = dpy.Client(intents=dpy.Intents.none())
        with pytest.raises(dpy.LoginFailure):
            await client.login("wrong")
        await client.close()


async def test_unknown_routes_are_noted(discord: Sandbox, bot: TinyBot) -> None:
    with pytest.raises(dpy.NotFound):
        await bot.http.request(dpy.http.Route("GET", "/no/such/route"))
    assert discord.unknown_requests == ["GET /no/such/route"]


async def test_what_the_bot_may_not_send_is_refused(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    discord.acknowledge_within = 0.2
    assert (await alice.slash("long", size=2000)).content == "x" * 2000
    answer = await alice.slash("long", size=2001)
    assert answer.error is not None
    assert getattr(bot.errors[0], "code", None) == 50035


async def test_more_than_25_choices_are_refused(bot: TinyBot, discord: Sandbox, alice: Player) -> None:
    discord.acknowledge_within = 0.1
    assert await alice.autocomplete("gcw battle fire", "ship", "many") == []


async def test_a_thread_stays_open_for_one_of_four_times(discord: Sandbox, bot: TinyBot) -> None:
    channel = await _channel(discord, bot)
    with pytest.raises(dpy.HTTPException, match="Value must be one of"):
        await (await channel.send("x")).create_thread(name="x", auto_archive_duration=61)  # type: ignore[arg-type]  # wrong

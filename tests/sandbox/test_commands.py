"""Slash commands, from the client's checks to the bot's answers."""

import pytest

from sandbox import File, Permission, Player, Refused, Sandbox
from tests.sandbox.tiny_bot import TinyBot


async def test_a_command_is_run_by_its_path_with_its_options(
    discord: Sandbox, bot: TinyBot, alice: Player, bob: Player
) -> None:
    answer = await alice.slash(
        "gcw battle fire", ship="Devastator", shots="3", mode="some", at=bob, where="#orders", sure=False
    )
    assert answer.content == "Devastator fires 3 some at Bob orders False"
    assert answer.ephemeral and not answer.deferred and answer.error is None


async def test_options_not_given_keep_their_defaults(bot: TinyBot, alice: Player) -> None:
    answer = await alice.slash("gcw battle fire", ship="Executor")
    assert answer.content == "Executor fires 1 all at nobody here True"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "needs the option ship"),
        ({"ship": "Devastator", "speed": 1}, "has no option speed"),
        ({"ship": "D"}, "has 2 to 20 characters"),
        ({"ship": "Devastator", "shots": 11}, "is 1 to 10"),
        ({"ship": "Devastator", "shots": "many"}, "is a whole number"),
        ({"ship": "Devastator", "mode": "none"}, "is one of: all, some"),
        ({"ship": "Devastator", "at": "Nobody"}, "no member Nobody"),
        ({"ship": "Devastator", "where": "#nowhere"}, "no channel #nowhere"),
        ({"ship": "Devastator", "sure": "perhaps"}, "is true or false"),
    ],
)
async def test_the_client_refuses_what_does_not_fit(
    bot: TinyBot, alice: Player, options: dict[str, str], words: str
) -> None:
    with pytest.raises(Refused, match=words):
        await alice.slash("gcw battle fire", options)


async def test_there_is_no_command_by_an_unknown_or_half_a_path(bot: TinyBot, alice: Player) -> None:
    for path in ("gcw", "gcw battle", "gcw battle flee", "nothing"):
        with pytest.raises(Refused, match="no command"):
            await alice.slash(path)


async def test_completion_offers_what_the_bot_finds(bot: TinyBot, alice: Player) -> None:
    choices = await alice.autocomplete("gcw battle fire", "ship", "Dev")
    assert [choice["value"] for choice in choices] == ["Devastator", "Devourer"]


async def test_a_moderators_command_is_hidden_from_others(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    assert "gm" not in [command.name for command in alice.commands()]
    with pytest.raises(Refused, match="permission"):
        await alice.slash("gm")
    discord.role("Moderator", Permission.MANAGE_GUILD)
    assert (await discord.member("Alice", roles=["Moderator"]).slash("gm")).content == "yes"


async def test_a_file_goes_up_and_is_read_by_the_bot(bot: TinyBot, alice: Player) -> None:
    answer = await alice.slash("upload", file=File("orders.csv", b"a,b,c"))
    assert answer.content == "orders.csv 5 text/csv"


async def test_a_guilds_own_command_hides_the_global_one(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    here = discord.commands.find(discord.guild.id, "ok")
    assert here is not None and here.guild_id == discord.guild.id
    names = [command.name for command in alice.commands()]
    assert len(names) == len(set(names))


async def test_only_commands_for_direct_messages_work_there(bot: TinyBot, alice: Player) -> None:
    names = [command.name for command in alice.commands(alice.dm)]
    assert "ok" in names and "gcw" not in names
    assert (await alice.slash("ok", channel=alice.dm)).content == "ok"


async def test_without_a_bot_nobody_answers(discord: Sandbox, alice: Player) -> None:
    with pytest.raises(Refused):
        await alice.slash("ok")


async def test_commands_of_the_menus_of_messages_and_members(bot: TinyBot, alice: Player, bob: Player) -> None:
    said = await bob.say("hello there")
    assert (await alice.menu("Quote", said)).content == "> hello there"
    assert (await alice.menu("Greet", bob)).content == "hello Bob"
    with pytest.raises(Refused, match="no Shout"):
        await alice.menu("Shout", said)

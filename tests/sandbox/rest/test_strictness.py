"""Requests that look right and that Discord refuses all the same, each with where the mistake is and its code."""

import io
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.limits.command_limits import weight
from sandbox.limits.emoji import is_emoji
from tests.sandbox.tiny_bot import PERMISSIONS

PATH = "channels/{general}/messages"
AUTHORIZED = {"Authorization": "Bot sandbox"}


class Asking:
    """Requests by hand, and what comes of them."""

    def __init__(self, discord: Sandbox, session: aiohttp.ClientSession) -> None:
        self.discord, self._session = discord, session

    async def ask(
        self, method: str, path: str, body: object, files: Mapping[str, bytes] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """The status and the JSON that a request is answered with."""
        named = {channel.name: channel.id for channel in self.discord.guild.channels.values()}
        address = f"{self.discord.api_base}/{path.format(guild=self.discord.guild.id, **named)}"
        form = aiohttp.FormData({"payload_json": json.dumps(body)})
        for name, content in (files or {}).items():
            form.add_field(name, io.BytesIO(content), filename="a.txt")
        sent = {"data": form} if files else {"json": body}
        async with self._session.request(method, address, headers=AUTHORIZED, **sent) as answer:
            return answer.status, await answer.json() if answer.status != 204 else {}

    async def mistakes(
        self, method: str, path: str, body: object, files: Mapping[str, bytes] | None = None
    ) -> list[tuple[str, str]]:
        """The places and codes of what is wrong with a request, which is refused as a whole."""
        status, told = await self.ask(method, path, body, files)
        assert (status, told["code"]) == (400, 50035), told
        return list(_leaves(told["errors"]))


def _leaves(errors: Mapping[str, Any], path: Sequence[str] = ()) -> list[tuple[str, str]]:
    found = [(".".join(path), error["code"]) for error in errors.get("_errors", ())]
    for step, inner in errors.items():
        if step != "_errors":
            found += _leaves(inner, (*path, step))
    return found


@pytest.fixture
async def asking() -> AsyncIterator[Asking]:
    async with Sandbox(bot_permissions=PERMISSIONS, limit_second=0) as discord, aiohttp.ClientSession() as session:
        yield Asking(discord, session)


def _ids(count: int) -> list[str]:
    return [str(10**17 + number) for number in range(count)]


def _button(**about: object) -> dict[str, object]:
    return {"components": [{"type": 1, "components": [{"type": 2, **about}]}]}


def _laid_out(*components: object) -> dict[str, object]:
    return {"flags": 1 << 15, "components": list(components)}


EXCLUSIVE = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"

MESSAGES: list[tuple[dict[str, object], str, str]] = [
    ({"allowed_mentions": {"parse": ["users"], "users": _ids(1)}}, "allowed_mentions", EXCLUSIVE),
    ({"allowed_mentions": {"parse": ["roles"], "roles": _ids(1)}}, "allowed_mentions", EXCLUSIVE),
    ({"allowed_mentions": {"users": _ids(101)}}, "allowed_mentions.users", "BASE_TYPE_MAX_LENGTH"),
    ({"allowed_mentions": {"roles": _ids(101)}}, "allowed_mentions.roles", "BASE_TYPE_MAX_LENGTH"),
    ({"allowed_mentions": {"users": _ids(1) * 2}}, "allowed_mentions.users", "SET_TYPE_ALREADY_CONTAINS_VALUE"),
    ({"allowed_mentions": {"users": ["Alice"]}}, "allowed_mentions.users.0", "NUMBER_TYPE_COERCE"),
    ({"allowed_mentions": {"parse": ["here"]}}, "allowed_mentions.parse.0", "BASE_TYPE_CHOICES"),
    ({"embeds": [{"title": "t", "url": "ftp://x.example"}]}, "embeds.0.url", "URL_TYPE_INVALID_SCHEME"),
    ({"embeds": [{"title": "t", "url": "attachment://a.png"}]}, "embeds.0.url", "URL_TYPE_INVALID_SCHEME"),
    ({"embeds": [{"title": "t", "url": "http://"}]}, "embeds.0.url", "URL_TYPE_INVALID_URL"),
    ({"embeds": [{"image": {"url": "data:image/png,x"}}]}, "embeds.0.image.url", "URL_TYPE_INVALID_SCHEME"),
    (
        {"embeds": [{"title": "t", "footer": {"text": "f", "icon_url": "x.png"}}]},
        "embeds.0.footer.icon_url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (
        {"embeds": [{"author": {"name": "a", "url": "javascript:x"}}]},
        "embeds.0.author.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    ({"embeds": [{"title": "t", "timestamp": "yesterday"}]}, "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
    ({"embeds": [{"title": "  "}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
    (
        {"embeds": [{"fields": [{"name": " ", "value": "v"}]}]},
        "embeds.0.fields.0.name",
        "BASE_TYPE_REQUIRED",
    ),
    (
        _button(style=5, label="l", url="mailto:a@b.example"),
        "components.0.components.0.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (_button(style=5, label="l"), "components.0.components.0.url", "BASE_TYPE_REQUIRED"),
    (
        _button(style=1, custom_id="a", emoji={"name": "star"}),
        "components.0.components.0.emoji.name",
        "COMPONENT_INVALID_EMOJI",
    ),
    (
        _button(style=1, custom_id="a", emoji={"name": "fleet", "id": "1" * 18}),
        "components.0.components.0.emoji.name",
        "COMPONENT_INVALID_EMOJI",
    ),
    (
        _button(style=1, custom_id="a", label="  "),
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    (
        _button(style=6, sku_id="1" * 18),
        "components.0.components.0.sku_id",
        "BUTTON_COMPONENT_INVALID_SKU_ID",
    ),
    (_button(style=6), "components.0.components.0.sku_id", "BASE_TYPE_REQUIRED"),
    (
        _button(style=1, custom_id="a", label="l", sku_id="1" * 18),
        "components.0.components.0.sku_id",
        "BUTTON_COMPONENT_SKU_ID_NOT_ALLOWED",
    ),
    (
        {
            "components": [
                {"type": 1, "components": [{"type": 3, "custom_id": "s", "options": [{"label": " ", "value": "v"}]}]}
            ]
        },
        "components.0.components.0.options.0.label",
        "BASE_TYPE_REQUIRED",
    ),
    (_laid_out({"type": 10, "content": " \n "}), "components.0.content", "BASE_TYPE_REQUIRED"),
    (
        _laid_out({"type": 12, "items": [{"media": {"url": "https://x.example/a.png"}, "description": "x" * 1025}]}),
        "components.0.items.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        _laid_out({"type": 12, "items": [{"media": {"url": "file:///etc/passwd"}}]}),
        "components.0.items.0.media.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
]


@pytest.mark.parametrize(("wrong", "where", "code"), MESSAGES)
async def test_a_message_that_discord_would_refuse(
    asking: Asking, wrong: dict[str, object], where: str, code: str
) -> None:
    content = {} if wrong.get("flags") else {"content": "x"}
    assert (where, code) in await asking.mistakes("POST", PATH, content | wrong)
    assert asking.discord.channel("general").messages == {}


async def test_what_is_just_allowed_is_taken(asking: Asking) -> None:
    link = {"type": 2, "style": 5, "label": "l", "url": "discord://-/settings"}
    emoji = {"type": 2, "style": 1, "custom_id": "a", "emoji": {"name": "⚔️"}}
    body = {
        "content": "x",
        "embeds": [{"title": "t", "url": "https://x.example/a?b#c", "timestamp": "2026-03-10T12:00:00Z"}],
        "components": [{"type": 1, "components": [link, emoji]}],
        "allowed_mentions": {"parse": ["everyone"], "users": _ids(100), "roles": [], "replied_user": False},
    }
    status, told = await asking.ask("POST", PATH, body)
    assert status == 200, told


@pytest.mark.parametrize("emoji", ["⚔", "⚔️", "✅", "🎲", "🇩🇪", "1️⃣", "👩🏽‍🚀", "🏴‍☠️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🪐"])
def test_an_emoji(emoji: str) -> None:
    assert is_emoji(emoji)


@pytest.mark.parametrize("text", ["", "x", "1", "→", "★", ":star:", "⚔⚔", "⚔ ", "🇩", "fleet:123"])
def test_what_is_none(text: str) -> None:
    assert not is_emoji(text)


async def test_a_sticker_of_nowhere_is_refused(asking: Asking) -> None:
    status, told = await asking.ask("POST", PATH, {"content": "x", "sticker_ids": _ids(1)})
    assert (status, told["code"]) == (400, 50081)


ATTACHMENTS: list[tuple[dict[str, object], str, str]] = [
    ({"id": 0, "description": "x" * 1025}, "attachments.0.description", "BASE_TYPE_MAX_LENGTH"),
    ({"id": 7}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
    ({"id": "first"}, "attachments.0.id", "NUMBER_TYPE_COERCE"),
    ({"filename": "a.txt"}, "attachments.0.id", "NUMBER_TYPE_COERCE"),
]


@pytest.mark.parametrize(("row", "where", "code"), ATTACHMENTS)
async def test_an_attachment_that_is_told_wrong(asking: Asking, row: dict[str, object], where: str, code: str) -> None:
    body = {"content": "x", "attachments": [row]}
    assert await asking.mistakes("POST", PATH, body, {"files[0]": b"a"}) == [(where, code)]


async def test_an_attachment_is_told_of_once(asking: Asking) -> None:
    body = {"attachments": [{"id": 0, "description": "x" * 1024}, {"id": 0}]}
    assert await asking.mistakes("POST", PATH, body, {"files[0]": b"a"}) == [
        ("attachments.1.id", "ATTACHMENT_NOT_FOUND")
    ]


async def test_an_attachment_is_kept_once(asking: Asking) -> None:
    _, sent = await asking.ask("POST", PATH, {"content": "x"}, {"files[0]": b"a"})
    path, kept = f"{PATH}/{sent['id']}", {"id": sent["attachments"][0]["id"]}
    assert await asking.mistakes("PATCH", path, {"attachments": [kept, kept]}) == [
        ("attachments.1.id", "ATTACHMENT_NOT_FOUND")
    ]
    status, told = await asking.ask("PATCH", path, {"attachments": [kept]})
    assert status == 200 and len(told["attachments"]) == 1


async def test_each_file_may_have_10_mib(asking: Asking) -> None:
    most = b"x" * (10 * 1024 * 1024)
    status, told = await asking.ask("POST", PATH, {"content": "x"}, {"files[0]": most, "files[1]": most})
    assert status == 200 and [file["size"] for file in told["attachments"]] == [len(most)] * 2
    status, told = await asking.ask("POST", PATH, {"content": "x"}, {"files[0]": most + b"x", "files[1]": b"x"})
    assert (status, told["code"]) == (413, 40005)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "channels/{general}/threads", {"name": "  ", "type": 12}),
        ("POST", "guilds/{guild}/channels", {"name": " "}),
        ("PATCH", "channels/{general}", {"name": " "}),
        ("POST", "guilds/{guild}/roles", {"name": " "}),
    ],
)
async def test_a_name_of_blanks_is_none(method: str, path: str, body: dict[str, object]) -> None:
    async with Sandbox(bot_permissions=8) as discord, aiohttp.ClientSession() as session:
        assert [where for where, _ in await Asking(discord, session).mistakes(method, path, body)] == ["name"]


async def test_what_is_said_in_several_languages_counts_as_the_longest(asking: Asking) -> None:
    german, command = "ü" * 60, {"name": "fire", "description": "Fire", "type": 1}
    command |= {"description_localizations": {"de": german, "fr": "feu"}, "name_localizations": {"de": "feuer"}}
    assert weight(command) == len("feuer") + 60
    path = f"applications/{asking.discord.world.bot.id}/commands"
    options = [
        {"name": f"o{n}", "description": "d", "type": 3, "description_localizations": {"de": "x" * 100}}
        for n in range(25)
    ]
    groups = [{"name": f"g{n}", "description": "d", "type": 1, "options": options} for n in range(2)]
    wrong = await asking.mistakes("POST", path, command | {"options": groups})
    assert [code for _, code in wrong] == ["APPLICATION_COMMAND_TOO_LARGE"]
    elsewhere = command | {"description_localizations": {"tlh": "qIj"}, "name_localizations": {"de": "Feuer frei"}}
    assert await asking.mistakes("POST", path, elsewhere) == [
        ("name_localizations.de", "APPLICATION_COMMAND_INVALID_NAME"),
        ("description_localizations.tlh", "BASE_TYPE_CHOICES"),
    ]


async def test_what_is_made_is_answered_with_201(asking: Asking) -> None:
    command = {"name": "fire", "description": "Fire", "type": 1}
    path = f"applications/{asking.discord.world.bot.id}/commands"
    statuses = [(await asking.ask("POST", path, command))[0] for _ in range(2)]
    assert statuses == [201, 200]
    made = [
        await asking.ask("POST", "channels/{general}/threads", {"name": "a", "type": 11}),
        await asking.ask("POST", PATH, {"content": "x"}),
    ]
    assert [status for status, _ in made] == [201, 200]
    assert (await asking.ask("POST", f"channels/{{general}}/messages/{made[1][1]['id']}/threads", {"name": "b"}))[
        0
    ] == 201


async def test_only_who_may_pings_everyone_and_roles(asking: Asking) -> None:
    discord = asking.discord
    red = discord.role("Red")
    body = {"content": f"@everyone <@&{red.id}>"}
    discord.permit("general", deny={"Umpire": 1 << 17})
    _, told = await asking.ask("POST", PATH, body)
    assert (told["mention_everyone"], told["mention_roles"]) == (False, [])
    red.mentionable = True
    _, told = await asking.ask("POST", PATH, body)
    assert (told["mention_everyone"], told["mention_roles"]) == (False, [str(red.id)])
    discord.permit("general", allow={"Umpire": 1 << 17})
    _, told = await asking.ask("POST", PATH, body)
    assert (told["mention_everyone"], told["mention_roles"]) == (True, [str(red.id)])

"""Every command of the bot, cogs' and rulebooks', within the limits that Discord enforces and discord.py does not."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.ui.home.panel import LONGEST_ID, FormButton, OfferButton, RefreshButton, SheetButton
from bot.ui.order_commands import BadOrderClass, tree_of
from engine.game import Ruleset
from engine.orders import Order
from tests.discord.house import House

NAME = re.compile(r"^[-_\w]{1,32}$")
SUBCOMMAND, GROUP = 1, 2
MOST_COMMANDS, MOST_OPTIONS, MOST_CHOICES, LONGEST_DESCRIPTION, BUDGET = 100, 25, 25, 100, 4000

Json = dict[str, Any]  # a command as it is sent


def payloads(house: House) -> list[list[Json]]:
    """All commands as they are sent: the global ones, and those of the guild."""
    tree = house.bot.tree
    return [
        [command.to_dict(tree) for command in tree.get_commands(guild=place)]
        for place in (None, *(guild for guild in house.bot.guilds))
    ]


def entries(command: Json) -> Iterator[Json]:
    """The command, its groups, subcommands and parameters."""
    yield command
    for option in command.get("options", ()):
        yield from entries(option)


async def test_every_command_fits_discord(house: House) -> None:
    await house.met()
    for commands in payloads(house):
        assert 0 < len(commands) <= MOST_COMMANDS
        assert len({command["name"] for command in commands}) == len(commands)
        for command in commands:
            assert budget(command) <= BUDGET, f"/{command['name']} takes {budget(command)} characters"
            for entry in entries(command):
                fits(entry)


def fits(entry: Json) -> None:
    """One command, group or parameter."""
    name, options = entry["name"], entry.get("options", [])
    assert NAME.match(name) and name == name.lower(), name
    assert 1 <= len(entry["description"]) <= LONGEST_DESCRIPTION, name
    assert len(options) <= MOST_OPTIONS, name
    assert len(entry.get("choices", [])) <= MOST_CHOICES, name
    assert len({option["name"] for option in options}) == len(options), name
    parameters = [option for option in options if option["type"] not in (SUBCOMMAND, GROUP)]
    required = [bool(option.get("required")) for option in parameters]
    assert required == sorted(required, reverse=True), f"{name}: a required parameter after one that is not"
    assert not (entry.get("autocomplete") and entry.get("choices")), name


def budget(command: Json) -> int:
    """Characters of names, descriptions and values in a command."""
    return sum(
        len(entry["name"])
        + len(entry["description"])
        + sum(len(choice["name"]) + len(str(choice["value"])) for choice in entry.get("choices", []))
        for entry in entries(command)
    )


RULEBOOKS_TO_COME = 8


async def test_there_is_room_for_eight_rulebooks_as_large_as_the_largest(house: House) -> None:
    tree, guild = house.bot.tree, house.discord.guild
    for rulebook in house.service.desk.rulebooks.names:
        assert await house.bot.registration.enrol(guild.id, rulebook) == ""
    shown = next(command for command in payloads(house)[0] if command["name"] == "show")
    assert [option["name"] for option in shown["options"]] == ["turn", "log"]  # however many rulebooks there are
    by_book = {
        name: [group for group in tree.get_commands(guild=guild) if name in group.name.split("-")]
        for name in house.service.desk.rulebooks.names
    }
    largest = max(by_book.values(), key=len)
    tree.clear_commands(guild=guild)
    for number in range(RULEBOOKS_TO_COME):
        for group in largest:
            other = copy.copy(group)
            other.name = f"{group.name}-{number}"
            tree.add_command(other, guild=guild)
    sent = await tree.sync(guild=guild)  # the sandbox takes no more than Discord does
    assert len(sent) == RULEBOOKS_TO_COME * len(largest) <= MOST_COMMANDS


def test_a_command_that_is_full_is_named() -> None:
    async def nothing(*given: object) -> Any:  # nobody calls it here
        return ()

    kinds = [
        type("Salute", (Order,), {"path": f"toy salute-{number}", "line": "salute", "__doc__": "Salute."})
        for number in range(MOST_OPTIONS + 1)
    ]
    assert len(tree_of(kinds[1:], {}, nothing, nothing, nothing)[0].commands) == MOST_OPTIONS
    with pytest.raises(BadOrderClass, match="'salute-25' has no room in /toy, which has 25 entries already"):
        tree_of(kinds, {}, nothing, nothing, nothing)


async def test_a_rulebooks_own_views_stand_in_a_command_of_its_own(house: House) -> None:
    for rulebook in ("gcw", "sunrise"):
        await house.bot.registration.enrol(house.discord.guild.id, rulebook)
        views = {view.name for view in house.service.desk.rulebooks.current(rulebook).views}
        command = next(command for command in payloads(house)[1] if command["name"] == f"{rulebook}-show")
        assert {option["name"] for option in command["options"]} == views - {"turn"}


async def test_commands_of_a_group_stand_as_games_use_them(house: House) -> None:
    """A newcomer who opens a group reads first what a game consists of."""
    for rulebook in house.service.desk.rulebooks.names:
        await house.bot.registration.enrol(house.discord.guild.id, rulebook)
    options = {entry["name"]: entry.get("options", []) for root in payloads(house)[1] for entry in entries(root)}
    first = {name: [option["name"] for option in options[name]][:2] for name in options if len(options[name]) > 1}
    assert first["gcw"] == ["battle", "turn"] and first["battle"] == ["fire", "move"]
    assert first["sunrise"] == ["sheet", "lock"] and first["freedom"] == ["move", "search"]
    assert first["eaw"] == ["jump", "seal"] and first["eaw-dock"] == ["build", "move"]
    assert first["d6"] == ["attack", "roll"] and first["d6-show"] == ["sheet", "company"]


async def test_the_clock_is_moved_by_the_commands_of_all_rulebooks_alone(house: House) -> None:
    for rulebook in house.service.desk.rulebooks.names:
        assert await house.bot.registration.enrol(house.discord.guild.id, rulebook) == ""
    everywhere = next(command for command in payloads(house)[0] if command["name"] == "gm")
    moderators = [command for command in payloads(house)[1] if command["name"].startswith("gm-")]
    own = {f"{command['name']} {entry['name']}" for command in moderators for entry in entries(command)}
    assert {f"gm-{rulebook}" for rulebook in house.service.desk.rulebooks.names} <= {one["name"] for one in moderators}
    for moves in ("pause", "resume", "extend"):
        assert moves in {option["name"] for option in everywhere["options"]}
        assert [command for command in sorted(own) if command.endswith(f" {moves}")] == []


async def test_the_longest_button_fits(house: House) -> None:
    game, views = 2**53, {view.name for name in ("gcw", "sunrise") for view in rules(house, name).views}
    paths = [order.path for name in ("gcw", "sunrise") for order in rules(house, name).orders if not order.moderator]
    offers = [OfferButton(game, "f" * 6, "f" * 12, view) for view in ("", *views)]
    for button in (SheetButton(game), RefreshButton(game), *offers, *(FormButton(game, path) for path in paths)):
        assert len(button.item.custom_id or "") <= LONGEST_ID


def rules(house: House, name: str) -> Ruleset[Any]:
    return house.service.desk.rulebooks.current(name)


STRING = 3
TYPED = {
    "a name that is given": {"described", "design", "item", "name", "pod", "refit", "seat", "side", "what"},
    "words for everybody": {"reason", "text", "why", "words"},
    "figures and kinds, which its description shows": {"code", "faces", "flags", "heading", "holds", "price", "shape"},
    "figures of a switch, or a place": {"shares", "value", "x", "y"},
    "orders, as their line is": {"orders"},
}
"""Options of moderators' commands without names to pick from, by what is typed there: nothing that is in the game."""


async def test_moderators_are_offered_the_names_of_all_that_is_there(house: House) -> None:
    for rulebook in house.service.desk.rulebooks.names:
        assert await house.bot.registration.enrol(house.discord.guild.id, rulebook) == ""
    options = [
        (f"/{command['name']} {entry['name']}", option)
        for commands in payloads(house)
        for command in commands
        if command["name"].split("-")[0] in ("gm", "game")
        for entry in entries(command)
        for option in entry.get("options", ())
        if option["type"] == STRING
    ]
    bare = {
        option["name"]: path for path, option in options if not (option.get("autocomplete") or option.get("choices"))
    }
    free = set[str]().union(*TYPED.values())
    assert {name: path for name, path in bare.items() if name not in free} == {}
    assert free <= bare.keys() and len(options) > 100

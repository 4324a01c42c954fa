"""Slash commands made from order classes: one callback a class, its parameters the order's fields.

Nothing here knows a rulebook. An order's path ("gcw battle fire") becomes command, group and subcommand;
a field's type, bounds, choices and description become the parameter's; a field marked `Pick` is completed
from what the player's seat knows.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types
import discord
from discord import app_commands
from pydantic.fields import FieldInfo

from bot.render.splitting import shorten
from bot.ui.menus import MOST_CHOICES, Completer, guarded
from engine.orders import SEAT, Option, Order
from engine.text.message import T_

MOST_ENTRIES = 25
"""Commands and subgroups that Discord takes in a group."""

LONGEST_DESCRIPTION = 100
"""Characters Discord takes for the description of a command, group or parameter."""

GAME = "game"
"""The parameter that every order's command has besides its own: which of the player's games is meant."""

Dispatch = Callable[[discord.Interaction, type[Order], dict[str, Any], str | None], Awaitable[None]]
"""Obeys an order: its class, the values given, and the game named (or None). Values come as Discord typed them."""

Complete = Callable[[discord.Interaction, type[Order], str, Mapping[str, str]], Awaitable[Iterable[Option]]]
"""Offers values for a field: the order's class, the field, and what else is filled in."""

GamesOf = Callable[[discord.Interaction], Awaitable[Iterable[Option]]]
"""Offers the games of the player, for the game parameter."""


class BadOrderClass(Exception):
    """An order class that cannot be a slash command: says which, and why."""


def bounds(field: FieldInfo) -> tuple[int | None, int | None]:
    """The least and greatest value of a number, or length of a text, that the field's marks name."""
    least: int | None = None
    most: int | None = None
    for mark in field.metadata:
        if isinstance(mark, annotated_types.Ge):
            least = int(str(mark.ge))
        elif isinstance(mark, annotated_types.Gt):
            least = int(str(mark.gt)) + 1
        elif isinstance(mark, annotated_types.Le):
            most = int(str(mark.le))
        elif isinstance(mark, annotated_types.Lt):
            most = int(str(mark.lt)) - 1
        elif isinstance(mark, annotated_types.MinLen):
            least = mark.min_length
        elif isinstance(mark, annotated_types.MaxLen):
            most = mark.max_length
    return least, most


def bare_type(annotation: object) -> object:
    """The type without its `| None` and without marks."""
    if get_origin(annotation) in (Union, types.UnionType):
        inner = [part for part in get_args(annotation) if part is not type(None)]
        return bare_type(inner[0]) if len(inner) == 1 else annotation
    if get_origin(annotation) is Annotated:
        return bare_type(get_args(annotation)[0])
    return annotation


def annotation_of(order: type[Order], name: str, field: FieldInfo) -> Any:  # an annotation is any type form
    """The discord.py annotation of an order's field. Raises BadOrderClass for a type Discord has no option for."""
    bare = bare_type(field.annotation)
    least, most = bounds(field)
    if get_origin(bare) is Literal:
        if len(get_args(bare)) > MOST_CHOICES:
            raise BadOrderClass(f"{order.path}: {name} has more than {MOST_CHOICES} choices")
        made: Any = bare
    elif bare is bool:
        made = bool
    elif bare is int:
        made = app_commands.Range[int, least, most] if least is not None or most is not None else int
    elif bare is str:
        made = app_commands.Range[str, least, most] if least is not None or most is not None else str
    else:
        raise BadOrderClass(f"{order.path}: {name} has type {bare!r}, which no slash option holds")
    return made if field.is_required() else made | None


def command_of(
    order: type[Order], dispatch: Dispatch, complete: Complete, games: GamesOf
) -> app_commands.Command[Any, Any, Any]:
    """The slash command of an order class, named by the last word of its path."""

    async def callback(interaction: discord.Interaction, /, **values: Any) -> None:
        game = values.pop(GAME, None)
        given = {name: value for name, value in values.items() if value is not None}
        await dispatch(interaction, order, given, game)

    fields = dict(list(order.model_fields.items())[: 1 if order.form else None])
    required = [(name, field) for name, field in fields.items() if field.is_required()]
    optional = [(name, field) for name, field in fields.items() if not field.is_required()]
    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    ]
    descriptions: dict[str, str] = {GAME: T_("which game")}
    for name, field in required + optional:
        if not field.description:
            raise BadOrderClass(f"{order.path}: {name} has no description")
        descriptions[name] = shorten(field.description, LONGEST_DESCRIPTION)
        parameters.append(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                annotation=annotation_of(order, name, field),
                default=inspect.Parameter.empty if field.is_required() else None,
            )
        )
    parameters.append(inspect.Parameter(GAME, inspect.Parameter.KEYWORD_ONLY, annotation=str | None, default=None))
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # discord.py reads it
    app_commands.describe(**descriptions)(callback)
    about = order.about()
    if not about:
        raise BadOrderClass(f"{order.path}: no docstring")
    name = order.path.split()[-1]
    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=name, description=shorten(about, LONGEST_DESCRIPTION), callback=callback
    )
    for field_name in [name for name in fields if name == SEAT or name in order.picks()]:
        completer = _completer(order, field_name, complete)
        if bare_type(fields[field_name].annotation) is int:
            command.autocomplete(field_name)(_numbers(completer))
        else:
            command.autocomplete(field_name)(completer)
    command.autocomplete(GAME)(guarded(GAME, games))
    return command


def _completer(order: type[Order], name: str, complete: Complete) -> Completer:
    def options(interaction: discord.Interaction) -> Awaitable[Iterable[Option]]:
        filled = vars(interaction.namespace)
        given = {key: str(value) for key, value in filled.items() if key != name and value not in (None, "")}
        return complete(interaction, order, name, given)

    return guarded(name, options)


Numbers = Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[int]]]]


def _numbers(completer: Completer) -> Numbers:
    """The completion of a field that is a number."""

    async def numbers(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[int]]:
        return [
            app_commands.Choice(name=one.name, value=int(one.value)) for one in await completer(interaction, current)
        ]

    return numbers


def add(group: app_commands.Group, entry: app_commands.Group | app_commands.Command[Any, ..., Any]) -> None:
    """Adds a command or subgroup to a group. Raises BadOrderClass for a full one."""
    if len(group.commands) == MOST_ENTRIES:
        raise BadOrderClass(
            f"{entry.name!r} has no room in /{group.qualified_name}, which has {MOST_ENTRIES} entries already: "
            "give its path another group"
        )
    group.add_command(entry)


def tree_of(
    orders: Sequence[type[Order]],
    titles: Mapping[str, str],
    dispatch: Dispatch,
    complete: Complete,
    games: GamesOf,
    into: Mapping[str, app_commands.Group] | None = None,
) -> list[app_commands.Group]:
    """The command groups of these orders.

    `titles` describes groups by their path ("gcw", "gcw battle"); `into` holds groups that exist already, such as
    the moderators' "gm", to which orders of that first word are added instead of making a new one.
    """
    into = into or {}
    roots: dict[str, app_commands.Group] = {}
    groups: dict[str, app_commands.Group] = dict(into)

    def group(path: str) -> app_commands.Group:
        if path not in groups:
            description = shorten(titles.get(path, path), LONGEST_DESCRIPTION)
            parent, _, name = path.rpartition(" ")
            made = app_commands.Group(name=name, description=description, guild_only=not parent)
            if parent:
                add(group(parent), made)
            else:
                roots[path] = made
            groups[path] = made
        return groups[path]

    for order in orders:
        words = order.path.split()
        if not 2 <= len(words) <= 3:
            raise BadOrderClass(f"{order.path!r}: a path is a group, perhaps a subgroup, and a command")
        add(group(" ".join(words[:-1])), command_of(order, dispatch, complete, games))
    return list(roots.values())

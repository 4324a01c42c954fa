"""The fields of a form: a menu where a thing is named, of which several are chosen where a list is asked for, and a box
beside it where other words may be meant; buttons where there are few choices, else a box for text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import discord
from discord import ui
from pydantic.fields import FieldInfo

from bot.game.desk.seat_views import Menu
from bot.render.splitting import shorten
from bot.ui.menus import LONGEST_LABEL
from bot.ui.order_commands import LONGEST_DESCRIPTION, bare_type, bounds
from engine.game import Refusal
from engine.noun import parts_of
from engine.orders import Option, Order
from engine.text.names import shown

MOST_FIELDS, LONGEST_TITLE, LONGEST_TEXT = 5, 45, 4000
"""Discord's limits of a form: its fields, the characters of its title and labels, and those of a field."""

LONG = 200
"""Characters from which a field of a form is a box of several lines."""

FEW = 5
"""Choices that stand as radio buttons; more are a menu."""


MORE = "more"
"""The custom id of a box for the fields that a form has no room for, one a line."""


OTHER = ":other"
"""Ends the custom id of a box for what a field's menu has not."""

INSTEAD = "Instead of the menu, where what you mean is not in it."


def _split(order: type[Order]) -> tuple[list[tuple[str, FieldInfo]], list[tuple[str, FieldInfo]]]:
    """The fields of an order, those that are needed first: what stands alone in its form, and what shares a box."""
    wanted = sorted(order.model_fields.items(), key=lambda item: not item[1].is_required())
    alone = MOST_FIELDS if len(wanted) <= MOST_FIELDS else MOST_FIELDS - 1
    return wanted[:alone], wanted[alone:]


def fields_of(order: type[Order], menus: Mapping[str, Menu], filled: Mapping[str, str]) -> list[ui.Label[Any]]:
    """The fields of an order's form, those that are needed first; `menus` are offered, `filled` stands in them. What
    there is no room for shares a box, and a field whose menu is not whole is text where there is none for its box.
    """
    lists = [name for name, mark in order.picks().items() if mark.several]
    alone, together = _split(order)
    room = 0 if together else MOST_FIELDS - len(alone)
    labels: list[ui.Label[Any]] = []
    for name, field in alone:
        menu, several = menus.get(name), name in lists
        offered = _short(menu.options) if menu is not None else []
        if menu is None or menu.whole or _choices(field):
            component = _input(name, field, offered, filled.get(name, _usual(field)), several)
            labels.append(_label(_titled(name), field.description or "", component))
        elif room and offered:
            room -= 1
            labels += _open(name, field, offered, filled, several)
        else:
            box = _box(name, field, filled.get(name, _usual(field)), needed=field.is_required())
            labels.append(_label(_titled(name), field.description or "", box))
    if together:
        lines = "\n".join(f"{name.replace('_', ' ')}: {_usual(field)}" for name, field in together)
        rest: ui.TextInput[Any] = ui.TextInput(
            style=discord.TextStyle.paragraph,
            required=any(field.is_required() for _, field in together),
            max_length=LONGEST_TEXT,
            default=filled.get(MORE, lines),
            custom_id=MORE,
        )
        labels.append(ui.Label(text="And the rest, one a line", component=rest))
    return labels


def unfolded(order: type[Order], values: Mapping[str, str]) -> dict[str, str]:
    """Values that a form was filled in with, field by field. Raises Refusal for a line of the shared box that names
    none.
    """
    together = [name for name, _ in _split(order)[1]]
    given = {name: value for name, value in values.items() if name != MORE or not together}
    given |= {name.removesuffix(OTHER): given.pop(name) for name in list(given) if name.endswith(OTHER)}
    for line in values.get(MORE, "").splitlines() if together else ():
        called, _, value = (part.strip() for part in line.partition(":"))
        name = called.casefold().replace(" ", "_")
        if line.strip() and name not in together:
            there = ", ".join(one.replace("_", " ") for one in together)
            raise Refusal("FIELD", f"There is no field {shown(called)} in that form.", fix=f"There are: {there}.")
        if value:
            given[name] = value
    return given


def _titled(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _usual(field: FieldInfo) -> str:
    return "" if field.is_required() or field.default is None else str(field.default)


def _choices(field: FieldInfo) -> list[Option]:
    """The values of a closed list."""
    kind = bare_type(field.annotation)
    if kind is bool:
        return [Option("True", "Yes"), Option("False", "No")]
    return [Option(str(value)) for value in get_args(kind)] if get_origin(kind) is Literal else []


def _label(title: str, description: str, component: ui.Item[Any]) -> ui.Label[Any]:
    """A field with what stands over it."""
    return ui.Label(
        text=shorten(title, LONGEST_TITLE), description=shorten(description, LONGEST_DESCRIPTION), component=component
    )


def _open(
    name: str, field: FieldInfo, menu: Sequence[Option], filled: Mapping[str, str], several: bool
) -> list[ui.Label[Any]]:
    """A field that takes other words than its menu has: the menu, and a box for them; either may be left empty."""
    title, before = _titled(name), filled.get(name, "")
    other = filled.get(f"{name}{OTHER}", "" if before in {one.value for one in menu} else before)
    return [
        _label(title, field.description or "", _select(name, menu, before or _usual(field), several, needed=False)),
        _label(f"{title}, in words", INSTEAD, _box(f"{name}{OTHER}", field, other, needed=False)),
    ]


def _select(name: str, offered: Sequence[Option], filled: str, several: bool, *, needed: bool) -> ui.Select[Any]:
    """A menu, of which several may be chosen where a list is asked for."""
    chosen = parts_of(filled, [one.value for one in offered]) if several else [filled]
    options = [
        discord.SelectOption(
            label=shorten(one.label or one.value, LONGEST_LABEL), value=one.value, default=one.value in chosen
        )
        for one in offered
    ]
    return ui.Select(custom_id=name, required=needed, options=options, max_values=len(options) if several else 1)


def _box(custom_id: str, field: FieldInfo, filled: str, *, needed: bool) -> ui.TextInput[Any]:
    """A box for text, of several lines where the field may be long."""
    least, most = bounds(field)
    numbers = bare_type(field.annotation) is int
    most = LONGEST_DESCRIPTION if numbers else min(most or LONGEST_TEXT, LONGEST_TEXT)
    return ui.TextInput(
        style=discord.TextStyle.paragraph if most > LONG else discord.TextStyle.short,
        required=needed,
        min_length=None if numbers else least,
        max_length=most,
        default=filled[:most] or None,
        custom_id=custom_id,
    )


def _input(name: str, field: FieldInfo, menu: Sequence[Option], filled: str, several: bool) -> ui.Item[Any]:
    choices, needed = _choices(field), field.is_required()
    if 1 < len(choices) <= FEW:
        buttons = [
            discord.RadioGroupOption(label=one.label or one.value, value=one.value, default=one.value == filled)
            for one in choices
        ]
        return ui.RadioGroup(custom_id=name, required=needed, options=buttons)
    offered = _short(choices or menu)
    if offered:
        return _select(name, offered, filled, several, needed=needed)
    return _box(name, field, filled, needed=needed)


def _short(options: Sequence[Option]) -> list[Option]:
    """Options whose values a menu may have."""
    return [one for one in options if 0 < len(one.value) <= LONGEST_LABEL]

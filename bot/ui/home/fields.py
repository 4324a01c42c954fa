"""The fields of a form: a menu where a thing is named, of which several are chosen where a list is asked for; buttons
where there are few choices, else a box for text. Where other words than a menu's may be meant there is a box for them,
beside it or, where a form has no room for that, one for all of its menus.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args, get_origin

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
from engine.text.message import N_, NOTHING, T_, begun, joined, said, term

MOST_FIELDS, LONGEST_TITLE, LONGEST_TEXT = 5, 45, 4000
"""Discord's limits of a form: its fields, the characters of its title and labels, and those of a field."""

LONG = 200
"""Characters from which a field of a form is a box of several lines."""

FEW = 5
"""Choices that stand as radio buttons; more are a menu."""


REST = ":rest"
"""The custom id of a box for what a form has no room for, one a line: fields, and what its menus have not."""


OTHER = ":other"
"""Ends the custom id of a box for what a field's menu has not."""

INSTEAD = T_("Instead of the menu, where what you mean is not in it.")
INSTEAD_OF_ANY = N_("Also what a menu has not, in its place: {example}")
IN_WORDS, AND_THE_REST = N_("{field}, in words"), T_("And the rest, one a line")
NO_FIELD, THERE_ARE = N_("There is no field {word} in that form."), N_("There are: {fields}.")
YES, NO = T_("Yes"), T_("No")


class _Laid(NamedTuple):
    """A field as a form has it: its menu, if it has one; `open` where other words may be meant, too."""

    name: str
    field: FieldInfo
    menu: list[Option]
    open: bool
    several: bool


def _laid(order: type[Order], menus: Mapping[str, Menu], filled: Mapping[str, str]) -> list[_Laid]:
    """The fields of an order: those that are needed first, of them those that cannot share a box. One for which there
    is nothing to choose is left out, unless it is filled in, or there is no other: a form has a field.
    """
    several = {name for name, mark in order.picks().items() if mark.several}
    laid, empty = list[_Laid](), list[_Laid]()
    for name, field in order.model_fields.items():
        menu = menus.get(name)
        options = _short(menu.options) if menu is not None else []
        whole = menu is None or (menu.whole and len(options) == len(menu.options))
        wanted = options or menu is None or not whole or name in filled
        (laid if wanted else empty).append(_Laid(name, field, options, not whole and bool(options), name in several))
    return sorted(
        laid or empty, key=lambda one: (not one.field.is_required(), not (one.menu or _stands_alone(one.field)))
    )


def _stands_alone(field: FieldInfo) -> bool:
    """True for a field that is chosen among a few, or is a text of several lines: neither shares a box."""
    return bool(_choices(field)) or (bounds(field)[1] or 0) > LONG


def is_written(order: type[Order]) -> bool:
    """True for an order with a text of several lines, such as the story of a turn, which takes time to write."""
    return any((bounds(field)[1] or 0) > LONG for field in order.model_fields.values())


def fields_of(order: type[Order], menus: Mapping[str, Menu], filled: Mapping[str, str]) -> list[ui.Label[Any]]:
    """The fields of an order's form, those that are needed first; `menus` are offered, what was `filled` in stands in
    them. What there is no room for shares a box.
    """
    rest = ""
    try:
        filled = unfolded(order, filled)
    except Refusal:
        rest = filled[REST]
        filled = unfolded(order, {name: value for name, value in filled.items() if name != REST})
    laid = _laid(order, menus, filled)
    crowded = bool(rest) or len(laid) + sum(item.open for item in laid) > MOST_FIELDS
    alone = laid[: MOST_FIELDS - 1] if crowded else laid
    labels: list[ui.Label[Any]] = []
    for item in alone:
        before = filled.get(item.name, _usual(item.field))
        if item.open and not crowded:
            labels += _open(item, before)
        else:
            labels.append(_label(_titled(item.name), item.field.description or "", _input(item, before)))
    if crowded:
        labels.append(_shared(laid[len(alone) :], [item for item in alone if item.open], filled, rest))
    return labels


def _shared(together: list[_Laid], menued: list[_Laid], filled: Mapping[str, str], rest: str) -> ui.Label[Any]:
    """The box for the fields that a form has no room for, and for what its menus have not."""
    lines = [f"{_spaced(laid.name)}: {filled.get(laid.name, _usual(laid.field))}" for laid in together]
    lines += [f"{_spaced(one.name)}: {filled[one.name]}" for one in menued if _missing(one, filled.get(one.name, ""))]
    box: ui.TextInput[Any] = ui.TextInput(
        style=discord.TextStyle.paragraph,
        required=any(laid.field.is_required() for laid in together),
        max_length=LONGEST_TEXT,
        default=rest or "\n".join(lines) or None,
        custom_id=REST,
    )
    about = INSTEAD_OF_ANY(example=term(f"{_spaced(menued[0].name)}: …")) if menued else NOTHING
    return _label(AND_THE_REST, about, box)


def unfolded(order: type[Order], values: Mapping[str, str]) -> dict[str, str]:
    """Values that a form was filled in with, field by field. Raises Refusal for a line that names none."""
    given = {name: value for name, value in values.items() if name in order.model_fields}
    given |= {name.removesuffix(OTHER): value for name, value in values.items() if name.endswith(OTHER)}
    for line in values.get(REST, "").splitlines():
        called, _, value = (part.strip() for part in line.partition(":"))
        name = called.casefold().replace(" ", "_")
        if line.strip() and name not in order.model_fields:
            there = joined(", ", (term(_spaced(field)) for field in order.model_fields))
            raise Refusal("FIELD", said(NO_FIELD, word=called), fix=THERE_ARE(fields=there))
        if value:
            given[name] = value
    return given


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _titled(name: str) -> str:
    return _spaced(name).capitalize()


def _usual(field: FieldInfo) -> str:
    return "" if field.is_required() or field.default is None else str(field.default)


def _choices(field: FieldInfo) -> list[Option]:
    """The values of a closed list."""
    kind = bare_type(field.annotation)
    if kind is bool:
        return [Option("True", YES), Option("False", NO)]
    return [Option(str(value)) for value in get_args(kind)] if get_origin(kind) is Literal else []


def _label(title: str, description: str, component: ui.Item[Any]) -> ui.Label[Any]:
    """A field with what stands over it."""
    return ui.Label(
        text=shorten(title, LONGEST_TITLE),
        description=shorten(begun(description), LONGEST_DESCRIPTION),
        component=component,
    )


def _missing(laid: _Laid, words: str) -> bool:
    """True where words for a field are not in its menu."""
    there = {option.value for option in laid.menu}
    return bool(words) and not there.issuperset(parts_of(words, there) if laid.several else [words])


def _open(laid: _Laid, before: str) -> list[ui.Label[Any]]:
    """A field that takes other words than its menu has: the menu, and a box for them; either may be left empty."""
    title, about = _titled(laid.name), laid.field.description or ""
    other = _box(f"{laid.name}{OTHER}", laid.field, before if _missing(laid, before) else "", needed=False)
    return [_label(title, about, _input(laid, before)), _label(IN_WORDS(field=term(title)), INSTEAD, other)]


def _select(laid: _Laid, offered: Sequence[Option], filled: str) -> ui.Select[Any]:
    """A menu, of which several may be chosen where a list is asked for."""
    chosen = parts_of(filled, [option.value for option in offered]) if laid.several else [filled]
    options = [
        discord.SelectOption(
            label=shorten(option.label or option.value, LONGEST_LABEL),
            value=option.value,
            default=option.value in chosen and not _missing(laid, filled),
        )
        for option in offered
    ]
    needed, most = laid.field.is_required() and not laid.open, len(options) if laid.several else 1
    return ui.Select(custom_id=laid.name, required=needed, options=options, max_values=most)


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


def _input(laid: _Laid, filled: str) -> ui.Item[Any]:
    choices, needed = _choices(laid.field), laid.field.is_required()
    if 1 < len(choices) <= FEW:
        buttons = [
            discord.RadioGroupOption(label=each.label or each.value, value=each.value, default=each.value == filled)
            for each in choices
        ]
        return ui.RadioGroup(custom_id=laid.name, required=needed, options=buttons)
    offered = _short(choices or laid.menu)
    if offered:
        return _select(laid, offered, filled)
    return _box(laid.name, laid.field, filled, needed=needed)


def _short(options: Sequence[Option]) -> list[Option]:
    """Options whose values a menu may have."""
    return [option for option in options if 0 < len(option.value) <= LONGEST_LABEL]

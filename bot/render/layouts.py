"""Laid-out messages (Components V2) made to fit Discord: items shared out to as many messages as they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot.render.splitting import pieces
from engine.text.message import N_, term

Item = ui.Item[Any]

MOST_PARTS, MOST_TEXT = 40, 4000
"""Discord's limits of a laid-out message: its components, nested ones too, and the characters of all its texts."""


GOES_ON = N_("-# It goes on in {file}.")


class Layout(msgspec.Struct, frozen=True):
    """Content of a laid-out message, from top to bottom, and what makes the view that holds it: any length."""

    items: Sequence[Item]
    view: Callable[[], ui.LayoutView]


def walk(items: Sequence[Item]) -> Iterator[Item]:
    """The items, and all that is nested in them."""
    for item in items:
        yield item
        if isinstance(item, ui.Container | ui.Section | ui.ActionRow):
            yield from item.walk_children()


def fits(items: Sequence[Item], most: int = MOST_PARTS) -> bool:
    """True if one message holds the items, in at most so many components."""
    parts = list(walk(items))
    return len(parts) <= most and sum(len(part.content) for part in parts if isinstance(part, ui.TextDisplay)) <= (
        MOST_TEXT
    )


def words_of(items: Sequence[Item]) -> str:
    """All that the items say, as plain lines."""
    return "\n".join(part.content for part in walk(items) if isinstance(part, ui.TextDisplay))


def _small(items: Sequence[Item], most: int) -> Iterator[Item]:
    """The items, those that no message holds in several: a long text, a full container, a section with long texts."""
    for item in items:
        if fits([item], most):
            yield item
        elif isinstance(item, ui.TextDisplay):
            yield from (ui.TextDisplay[Any](part) for part in pieces(item.content, MOST_TEXT))
        elif isinstance(item, ui.Container):
            for group in shared_out(item.children, MOST_PARTS - 1):
                yield ui.Container(*group, accent_colour=item.accent_colour, spoiler=item.spoiler)
        elif isinstance(item, ui.Section):
            first, *rest = pieces(words_of(item.children), MOST_TEXT)
            yield ui.Section(first, accessory=item.accessory)
            yield from (ui.TextDisplay[Any](part) for part in rest)
        else:
            yield item


def shared_out(items: Sequence[Item], most: int = MOST_PARTS) -> list[list[Item]]:
    """The items in groups of at most `most` components and 4,000 characters each, in their order."""
    groups: list[list[Item]] = [[]]
    for item in _small(items, most):
        if groups[-1] and not fits([*groups[-1], item], most):
            groups.append([])
        groups[-1].append(item)
    return groups


def beginning(items: Sequence[Item], file: str) -> list[Item]:
    """The items as far as one message holds them, with all their rows of controls, and the file with the whole."""
    rows = [item for item in items if isinstance(item, ui.ActionRow)]
    told = ui.TextDisplay[Any](GOES_ON(file=term(file)))
    ending: list[Item] = [told, ui.File[Any](f"attachment://{file}"), *rows]
    kept: list[Item] = []
    for item in _small([item for item in items if item not in rows], MOST_PARTS - len(list(walk(ending)))):
        if not fits([*kept, item, *ending]):
            break
        kept.append(item)
    return [*kept, *ending]


def viewed(layout: Layout, items: Sequence[Item]) -> ui.LayoutView:
    """The view of one message with these items of a layout."""
    view = layout.view()
    for item in items:
        view.add_item(item)
    return view


def refers_to(items: Sequence[Item], file: discord.File) -> bool:
    """True for items of which one shows the attached file."""
    address = f"attachment://{file.filename}"
    return any(address in str(item.to_component_dict()) for item in items)

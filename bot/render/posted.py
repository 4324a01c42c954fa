"""Posts laid out: their words in a container of a colour, a button beside its line, pictures in a gallery, small print
beneath.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot.render import layouts
from bot.render.described_file import DescribedFile
from bot.render.layouts import MOST_TEXT, Item, Layout
from bot.render.sending import GOES_ON, LARGEST_FILE, LEFT_OUT, WHOLE, Saying, head_of, text_file
from bot.render.splitting import FENCE, cut
from engine.text.message import name

MOST_WORDS = 3_800
"""Characters of a post's words: the 4,000 of a laid-out message, but for what is noted beneath them."""

PICTURED = (".png", ".gif")
"""Endings of the files that a gallery shows."""

SMALL = "-# "

_LEFT_OUT = re.compile(re.sub(r"\\{.*?\\}", ".*", re.escape(LEFT_OUT.one)))

MOST_IN_ROW = 5

LONGEST_BESIDE = 160
"""Characters of a line that has a button beside it: a longer one would be a tall and narrow column."""

SHORT = 3
"""Lines of a post under which no line is drawn above its small print."""


class Press(msgspec.Struct, frozen=True):
    """A button under a post: its custom id and label; `leads`: it is what its reader most likely wants."""

    id: str
    label: str
    leads: bool = False


class Attached(msgspec.Struct, frozen=True):
    """A file of a post: its name, and what it shows or is for."""

    name: str
    alt: str


def laid_out(text: str, colour: int, files: Sequence[DescribedFile] = (), buttons: Sequence[Press] = ()) -> Saying:
    """A post as a message that Discord takes, whatever its length: what it does not hold goes along as a file. A file
    that is too large is told of instead of sent.
    """
    fitting = [file for file in files if len(file.content) <= LARGEST_FILE]
    left_out = [
        LEFT_OUT(file=name(file.name), size=len(file.content), most=LARGEST_FILE)
        for file in files
        if file not in fitting
    ]
    told = "\n".join([text, *left_out])
    sent, attached = [file.file() for file in fitting], [Attached(file.name, file.alt) for file in fitting]
    if len(told) > MOST_TEXT:
        sent, attached = [*sent, text_file(told)], [*attached, Attached(WHOLE, "")]
    return Saying(files=sent, view=relaid(told, colour, attached, buttons))


def relaid(text: str, colour: int, attached: Sequence[Attached], buttons: Sequence[Press] = ()) -> Layout:
    """The layout of a post whose files are there already; of a text that is too long, its beginning."""
    whole = any(file.name == WHOLE for file in attached)
    words = f"{head_of(text)}\n{GOES_ON}" if whole and len(text) > MOST_TEXT else cut(text, MOST_TEXT)
    return Layout([ui.Container[Any](*_items(words, attached, buttons), accent_colour=colour)], _view)


def reads(text: str, buttons: Sequence[Press] = ()) -> str:
    """All that a post of a text says, as `words_of` finds it."""
    whole = [Attached(WHOLE, "")] if len(text) > MOST_TEXT else []
    return layouts.words_of(relaid(text, 0, whole, buttons).items).strip()


def text_of(words: str) -> str:
    """The words of a post without what is said of files that are left out: those of its text, as `reads` has them."""
    lines = words.split("\n")
    return "\n".join(line for line in lines if not _LEFT_OUT.fullmatch(line)).strip()


def words_of(message: discord.Message) -> str:
    """All that a message says, laid out or not, as plain lines."""
    lines = [message.content, *(line for part in message.components for line in _said(part))]
    return "\n".join(filter(None, lines)).strip()


def _said(part: object) -> list[str]:
    if isinstance(part, discord.TextDisplay):
        return [part.content]
    if isinstance(part, discord.Container | discord.SectionComponent):
        return [line for inner in part.children for line in _said(inner)]
    return []


def _view() -> ui.LayoutView:
    """A view whose buttons are answered by their ids: nothing is kept of it."""
    view = ui.LayoutView(timeout=None)
    view.stop()
    return view


def _items(text: str, attached: Sequence[Attached], buttons: Sequence[Press]) -> list[Item]:
    """Words, pictures, other files, small print, buttons: the one that leads stands beside the last line of words."""
    lines = text.strip("\n").split("\n")
    body = len(lines)
    while body and (lines[body - 1].startswith(SMALL) or not lines[body - 1].strip()):
        body -= 1
    words, small = lines[:body], "\n".join(lines[body:]).strip("\n")
    leading = [press for press in buttons if press.leads] or list(buttons)
    fits = words and len(words[-1]) <= LONGEST_BESIDE and FENCE not in text
    beside = leading[0] if len(leading) == 1 and fits else None
    made: list[Item] = _told(words[:-1] if beside else words)
    if beside:
        made.append(ui.Section[Any](words[-1], accessory=_button(beside)))
    shown = [file for file in attached if file.name.endswith(PICTURED)]
    if shown:
        gallery = (discord.MediaGalleryItem(f"attachment://{one.name}", description=one.alt or None) for one in shown)
        made.append(ui.MediaGallery[Any](*gallery))
    made += [ui.File[Any](f"attachment://{file.name}") for file in attached if file not in shown]
    if small:
        apart = len(words) > SHORT or bool(attached)
        made += [*([ui.Separator[Any]()] if apart else []), *_told([small])]
    rest = [_button(press) for press in buttons if press is not beside]
    made += [ui.ActionRow[Any](*rest[at : at + MOST_IN_ROW]) for at in range(0, len(rest), MOST_IN_ROW)]
    return made or [ui.TextDisplay[Any]("\u200b")]


def _told(lines: Sequence[str]) -> list[Item]:
    """Lines as one text; none where they are blank."""
    words = "\n".join(lines).strip("\n")
    return [ui.TextDisplay[Any](words)] if words.strip() else []


def _button(press: Press) -> ui.Button[Any]:
    style = discord.ButtonStyle.primary if press.leads else discord.ButtonStyle.secondary
    return ui.Button(label=press.label, style=style, custom_id=press.id)

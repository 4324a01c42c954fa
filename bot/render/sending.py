"""The one way out: whatever is said becomes messages that Discord takes, and is sent from here and from nowhere else.

What is longer than a message is split; what is longer than a few messages becomes a file beside its beginning.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import discord
import msgspec

from bot.render import layouts
from bot.render.described_file import DescribedFile
from bot.render.layouts import Layout
from bot.render.splitting import BLANK, MOST, cut, first_piece, pieces
from engine.text.message import N_, T_, Text, name, term

MOST_MESSAGES = 4
"""Messages that one answer or post may take before it becomes a text file."""

MOST_FILES, LARGEST_FILE = 10, 10 * 1024 * 1024
"""Files of one message, and the bytes of each that Discord takes everywhere."""

WHOLE = "report.txt"
"""The file with all of what was too long."""

GOES_ON = layouts.GOES_ON(file=term(WHOLE))
LEFT_OUT = N_("-# {file} is left out: of its {size:,} bytes, Discord takes {most:,}.")
"""What is said of a file that is too large."""

ALL_OF_IT = T_("All of it, as text")


class Saying(msgspec.Struct, frozen=True):
    """Content to be said, of any length: text, files, and controls or a layout beneath it."""

    text: str = ""
    files: Sequence[discord.File] = ()
    view: discord.ui.View | discord.ui.LayoutView | Layout | None = None


def messages(saying: Saying, most: int = MOST_MESSAGES, largest: int = LARGEST_FILE) -> list[Saying]:
    """Messages for what is to be said, as Discord takes them, in order: `most` of them, or one with a file of the
    whole.

    Files go with the last words, controls with the last message. A file of more than `largest` bytes is told of instead
    of sent.
    """
    files: list[discord.File] = []
    lines = [saying.text] if saying.text.strip() else []
    for file in saying.files:
        size = file.fp.seek(0, io.SEEK_END)
        file.fp.seek(0)
        if size <= largest:
            files.append(file)
        else:
            lines.append(LEFT_OUT(file=name(file.filename), size=size, most=largest))
    told = "\n".join(lines)
    if isinstance(saying.view, Layout):
        return _laid_out(told, files, saying.view, most)
    return _plain(Saying(told, files, saying.view), most)


def head_of(text: str) -> str:
    """The beginning of a text that goes along as a file."""
    return first_piece(text, MOST - 1 - len(GOES_ON))


def text_file(text: str, file: str = WHOLE, alt: Text = ALL_OF_IT) -> discord.File:
    """A text as a file; `alt` says what it is."""
    return DescribedFile(file, text.encode()[:LARGEST_FILE], alt).file()


def _plain(saying: Saying, most: int) -> list[Saying]:
    parts = pieces(saying.text) if saying.text else []
    if len(parts) > most:
        files = (*saying.files[: MOST_FILES - 1], text_file(saying.text))
        return [Saying(f"{head_of(saying.text)}\n{GOES_ON}", files, saying.view)]
    groups = [saying.files[at : at + MOST_FILES] for at in range(0, len(saying.files), MOST_FILES)] or [()]
    made = [Saying(part) for part in parts[:-1]]
    made.append(Saying(parts[-1] if parts else "" if saying.files else BLANK, groups[0]))
    made += [Saying(files=group) for group in groups[1:]]
    made[-1] = msgspec.structs.replace(made[-1], view=saying.view)
    return made


def _laid_out(text: str, files: Sequence[discord.File], layout: Layout, most: int) -> list[Saying]:
    items = [*([discord.ui.TextDisplay[Any](text)] if text else []), *layout.items]
    groups = layouts.shared_out(items)
    if len(groups) > most:
        files = [*files, text_file(layouts.words_of(items))]
        groups = [layouts.beginning(items, WHOLE)]
    return [
        Saying(files=[file for file in files if layouts.refers_to(group, file)], view=layouts.viewed(layout, group))
        for group in groups
    ]


def _fields(message: Saying) -> dict[str, Any]:  # the arguments that all of discord.py's ways to send share
    given = ("content", message.text), ("files", list(message.files))
    return {field: value for field, value in (*given, ("view", message.view)) if value}


async def reply(
    interaction: discord.Interaction[Any],
    text: str = "",
    *,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | Layout | None = None,
    ephemeral: bool = True,
) -> None:
    """Answer an interaction, deferred or not; private by default."""
    largest = max(LARGEST_FILE, interaction.filesize_limit)
    for message in messages(Saying(text, files, view), largest=largest):
        send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
        await send(**_fields(message), ephemeral=ephemeral)


async def update(
    interaction: discord.Interaction[Any],
    text: str = "",
    *,
    files: Sequence[discord.File] = (),
    view: Layout,
) -> None:
    """Answer in the place of the laid-out message whose control was used, where one message holds it; else in new
    ones.
    """
    message, *more = messages(Saying(text, files=files, view=view))
    deferred = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    if deferred and not more and isinstance(message.view, discord.ui.LayoutView):
        await interaction.edit_original_response(attachments=list(message.files), view=message.view)
    elif more or interaction.response.is_done() or not isinstance(message.view, discord.ui.LayoutView):
        await reply(interaction, text, files=files, view=view)
    else:
        await interaction.response.edit_message(attachments=list(message.files), view=message.view)


async def rewrite(message: discord.PartialMessage, saying: Saying) -> None:
    """Say something in the place of what a message of ours says, in one message whatever its length."""
    (made,) = messages(saying, most=1)
    fields = _fields(made)
    files = fields.pop("files", [])
    await message.edit(**fields, attachments=files)


async def reword(
    message: discord.PartialMessage,
    text: str,
    lay: Callable[[Sequence[discord.Attachment]], Layout],
    *,
    described: Callable[[str], str],
    closes: bool = False,
) -> None:
    """Say a text in the place of what a message of ours says, in its form: one that is laid out is laid out anew with
    its files (`lay`), of a plain one the words change. The alt texts of the files are as `described` has them.
    `closes`: a plain one loses its buttons, too.
    """
    standing = await message.fetch()
    for file in standing.attachments:
        file.description = described(file.description) if file.description else None
    if standing.flags.components_v2:
        (made,) = messages(Saying(view=lay(standing.attachments)), most=1)
        await message.edit(**_fields(made), attachments=standing.attachments)
    elif closes:
        await message.edit(content=cut(text, MOST), attachments=standing.attachments, view=None)
    else:
        await message.edit(content=cut(text, MOST), attachments=standing.attachments)


async def post(place: discord.abc.Messageable, saying: Saying, *, nonce: str, mentions: Iterable[int] = ()) -> int:
    """Say something in a place, in one message whatever its length; returns its id.

    `nonce` names the post, so that Discord drops a second copy; only `mentions` (users) are notified.
    """
    (message,) = messages(saying, most=1)
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in mentions])
    sent = await place.send(**_fields(message), nonce=nonce, allowed_mentions=allowed)
    return sent.id

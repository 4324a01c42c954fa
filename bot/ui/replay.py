"""Games that are over for good, on Discord: buttons that step through them, and the files that are kept of them."""

from __future__ import annotations

import json
import logging
import re
from typing import Any, Self

import discord
from discord import ui

from bot.game.desk.replay import Course, Frame, figures, possessions, summary, transcript
from bot.posts.closing import ABOUT, ANIMATION, DICE, PAGE, STEP, TRANSCRIPT
from bot.posts.wording import composed
from bot.render.described_file import DescribedFile, alt_text
from bot.render.layouts import Layout
from bot.render.png import LARGEST, PictureError
from bot.render.retold import Moment, Pages, animated, dated, page
from bot.render.sending import reply, update
from bot.render.splitting import pieces
from bot.ui.replies import in_time
from bot.ui.service import Service
from bot.ui.views import OurButton, OurLayout, on_button
from engine.clock import Instant
from engine.game import Refusal
from engine.text.message import N_, NN_, T_, joined, name, recorded, stamp, unmarked

log = logging.getLogger("umpire.replay")

WIDE = 800
"""Pixels of a picture in an animation."""

SHOWN, CUT = 3000, T_("-# … the page has the rest")
"""Characters of what was told that one moment shows, and what stands where there was more."""

STEP_ON = T_("Step")
ELSEWHERE = T_("That game was played in another server.")
ALONE, MOMENT = N_("({seat} alone) {told}"), N_("**{game}**, moment {number} of {count}, {at}")
BY_UMPIRE = N_("{seat} (Umpire)")
PASSING = NN_("{count} moment in passing. The last: {last}", "{count} moments in passing. The last: {last}", "count")

WAYS = (("f", "|◀", "first"), ("b", "◀", "back"), ("o", "▶", "on"), ("l", "▶|", "last"))
"""The ways to step: in the id, on the button, and in words."""


class ReplayButton(OurButton, template=STEP.format(game=r"(?P<game>\d+)", at=r"(?P<at>\d+)", way="(?P<way>[fbol])")):
    """Shows a moment of a game: the one of its number."""

    def __init__(self, game: int, at: int, way: str, label: str = STEP_ON, *, can: bool = True) -> None:
        custom_id = STEP.format(game=game, at=at, way=way)
        super().__init__(ui.Button(label=on_button(label), custom_id=custom_id, disabled=not can))
        self.game, self.at = game, at

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an old message."""
        return cls(int(match["game"]), int(match["at"]), match["way"])

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Show it, in the place of the moment shown before where that is this reader's own."""
        service: Service = interaction.client.service
        row = await service.desk.store.game(self.game)
        if interaction.guild_id != row.guild:
            raise Refusal("GAME", ELSEWHERE)
        own = interaction.message is not None and interaction.message.flags.ephemeral
        if own:
            await interaction.response.defer()
        course = await in_time(interaction, service.desk.replay.course(self.game))
        at = min(self.at, len(course.frames) - 1)
        frame = course.frames[at]
        picture = await in_time(interaction, _drawn(service, course, frame))
        files = [] if picture is None else [picture.file()]
        layout = Layout(_items(self.game, course, at, picture), OurLayout)
        if own:
            await update(interaction, files=files, view=layout)
        else:
            await reply(interaction, files=files, view=layout)


def _items(game: int, course: Course, at: int, picture: DescribedFile | None) -> list[ui.Item[Any]]:
    frame, last = course.frames[at], len(course.frames) - 1
    heard = [ALONE(seat=name(one.hearer), told=recorded(one.text)) if one.hearer else one.text for one in frame.told]
    told, *more = pieces(composed(heard), SHOWN)
    called = name(course.loaded.masks.hide(course.loaded.row.name))
    heading = MOMENT(game=called, number=at + 1, count=last + 1, at=stamp(Instant(frame.at)))
    lines = [heading, recorded(told), *([CUT] if more else [])]
    items: list[ui.Item[Any]] = [ui.TextDisplay(joined("\n", lines))]
    if picture is not None:
        shows = discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
        items.append(ui.MediaGallery(shows))
    targets = {"f": 0, "b": max(0, at - 1), "o": min(last, at + 1), "l": last}
    buttons = [ReplayButton(game, targets[way], way, sign, can=targets[way] != at) for way, sign, _ in WAYS]
    return [*items, ui.ActionRow(*buttons)]


async def _drawn(service: Service, course: Course, frame: Frame, width: int | None = None) -> DescribedFile | None:
    """The picture of a moment, with its alt text; None, and a line in the log, where it fails."""
    try:
        svg, scene = await service.desk.replay.picture(course, frame), await service.desk.replay.scene(course, frame)
        if svg is not None and scene is not None:
            return DescribedFile("moment.png", await service.painter.png(svg, width), alt_text(scene))
    except PictureError as lacking:
        log.warning("a moment of game %d could not be painted: %s", course.loaded.row.id, lacking)
    except Exception:  # a bug in a picture: the words stand
        log.exception("a moment of game %d could not be drawn", course.loaded.row.id)
    return None


async def kept_of(service: Service, game: int) -> list[DescribedFile]:
    """The files that are kept of a game that is over: a page that stands alone, an animated picture where it has one,
    the record of its dice, and a transcript. What would be larger than Discord takes is left out.
    """
    course = await service.desk.replay.course(game)
    dice = await service.desk.record.public_record(game)
    row, written = course.loaded.row, transcript(course)
    moments, painted = list[Moment](), list[DescribedFile]()
    for frame in course.frames:
        try:
            svg = await service.desk.replay.picture(course, frame) or ""
        except Exception:  # a bug in a picture: the words stand
            log.exception("a moment of game %d could not be drawn", game)
            svg = ""
        moments.append(Moment(dated(frame.at), svg, tuple((told.hearer, told.text) for told in frame.told)))
        drawn = await _drawn(service, course, frame, WIDE)
        painted += [] if drawn is None else [drawn]
    hide = course.loaded.masks.hide
    seats = [BY_UMPIRE(seat=name(hide(one.seat))) if one.automated else name(hide(one.seat)) for one in course.seats]
    pages = Pages(
        hide(row.name),
        course.loaded.rules.title,
        dated(row.created_at),
        dated(course.end.at),
        [unmarked(seat) for seat in seats],
        summary(course),
        possessions(course),
        figures(course),
        dice,
        written,
    )
    whole = page(pages, moments)
    if len(whole) > LARGEST:
        whole = page(pages, [Moment(moment.at, "", moment.told) for moment in moments])
    files = [DescribedFile(PAGE, whole, ABOUT[PAGE])]
    if painted:
        passing = PASSING(count=len(painted), last=recorded(painted[-1].alt))
        files.append(DescribedFile(ANIMATION, animated([file.content for file in painted]), passing))
    files.append(DescribedFile(DICE, json.dumps(dice, indent=1, sort_keys=True).encode(), ABOUT[DICE]))
    files.append(DescribedFile(TRANSCRIPT, written.encode(), ABOUT[TRANSCRIPT]))
    return [file for file in files if 0 < len(file.content) <= LARGEST]

"""Views laid out for an answer: their words in a container, their picture in a gallery; without the picture the words
stand.
"""

from __future__ import annotations

import logging
from typing import Any

import discord
import msgspec

from bot.render.described_file import DescribedFile, alt_text
from bot.render.layouts import Layout, words_of
from bot.render.png import PictureError
from bot.render.sending import text_file
from bot.ui.fair_use import Costly, told
from bot.ui.home.layout import Offers, report_items
from bot.ui.replies import in_time, promise
from bot.ui.service import Service
from bot.ui.views import OurLayout
from engine.game import Seat
from engine.report import Report
from engine.text.message import N_, joined

log = logging.getLogger("umpire.pictures")

SMALL = N_("-# {words}")


class LaidOut(msgspec.Struct, frozen=True):
    """A view laid out, and the files that it shows."""

    layout: Layout
    files: list[discord.File]


def laid_out(report: Report, picture: DescribedFile | None, offers: Offers | None = None) -> LaidOut:
    """A view with its picture, and with controls for what it offers where its reader can use any."""
    items = report_items(report, offers, picture=picture.name if picture is not None else "")
    files = [picture.file()] if picture is not None else []
    if report.file:
        files.append(text_file(words_of(items), report.file))
        items.append(discord.ui.File[Any](f"attachment://{report.file}"))
    return LaidOut(Layout(items, OurLayout), files)


async def pictured(
    interaction: discord.Interaction[Any],
    game: int,
    seat: Seat | None,
    view: str,
    about: str = "",
    *,
    ephemeral: bool = True,
) -> tuple[Report, DescribedFile | None]:
    """A view as a seat sees it, in words and as a picture, where it has one that can be made now; Discord is promised
    an answer where it takes its time. Raises Refusal.
    """
    service: Service = interaction.client.service
    work = service.desk.views_of(seat).show(game, seat, view, about)
    report = await in_time(interaction, work, ephemeral=ephemeral)
    await service.desk.tutorials.looked(game, seat, view, about)
    picture = None
    late = service.fair_use.wait(Costly.PICTURE, interaction.user.id) if report.draws else 0
    if late:
        lead = joined("\n", filter(None, (report.lead, SMALL(words=told(Costly.PICTURE, late)))))
        report = msgspec.structs.replace(report, lead=lead)
    elif report.draws:
        await promise(interaction, ephemeral=ephemeral)
        picture = await picture_of(service, game, seat, view, about, report)
    return report, picture


async def picture_of(
    service: Service, game: int, seat: Seat | None, view: str, about: str, report: Report | None = None
) -> DescribedFile | None:
    """The picture of a view as a seat sees it, with its alt text; None, and a line in the log, where it fails.

    `report` is the view in words, where it is at hand already.
    """
    views = service.desk.views_of(seat)
    try:
        png = await service.painter.png(await views.draw(game, seat, view, about))
        words = alt_text(report or await views.show(game, seat, view, about))
        return DescribedFile(f"{view}.png", png, words)
    except PictureError as lacking:
        log.warning("the picture %s of game %d could not be made: %s", view, game, lacking)
    except Exception:
        log.exception("the picture %s of game %d could not be drawn", view, game)
    return None

"""The picture of a view as a file of an answer; without it the words stand."""

from __future__ import annotations

import io
import logging
from typing import Any

import discord

from bot.render.png import PictureError
from bot.ui.replies import promise
from bot.ui.service import Service
from engine.game import Seat
from engine.report import Report

log = logging.getLogger("umpire.pictures")


async def drawn(
    service: Service,
    interaction: discord.Interaction[Any],
    game: int,
    seat: Seat | None,
    view: str,
    about: str,
    report: Report,
    *,
    ephemeral: bool = True,
) -> list[discord.File]:
    """The picture of a view where its report has one, else nothing; Discord is promised an answer meanwhile."""
    if not report.draws:
        return []
    await promise(interaction, ephemeral=ephemeral)
    try:
        svg = await service.desk.views.draw(game, seat, view, about)
        return [discord.File(io.BytesIO(await service.painter.png(svg)), f"{view}.png")]
    except PictureError as lacking:
        log.warning("the picture %s of game %d could not be made: %s", view, game, lacking)
    except Exception:
        log.exception("the picture %s of game %d could not be drawn", view, game)
    return []

"""The pictures of a campaign, by view: the grid of a system, the galaxy, the sheet of a unit."""

from __future__ import annotations

from engine.game import Svg
from engine.gcw.look import Look
from engine.gcw.pictures.board import board
from engine.gcw.pictures.board_ground import ground_board
from engine.gcw.pictures.galaxy import galaxy
from engine.gcw.pictures.sheet import sheet


def draw(look: Look, view: str, about: str) -> Svg:
    """The picture of a view that has one; a system is drawn as its grid. Raises Refusal for an unknown thing."""
    match view:
        case "map":
            return galaxy(look)
        case "ground":
            return ground_board(look, about)
        case "ship":
            return sheet(look, about)
        case _:
            return board(look, about)

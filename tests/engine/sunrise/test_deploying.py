"""Places of ships that nobody placed: all in a line, by the dice, by Umpire. Ships have no size (FS-TERM-06)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.sunrise.data.shapes import INCH, Board, Circle, Piece
from engine.sunrise.figures.board import ahead, random_circles
from engine.sunrise.figures.motion import RETURN_VELOCITY
from engine.sunrise.figures.rolls import Roll
from engine.sunrise.figures.setup import FACING, INSIDE, deploy_ok, deploy_places, inside
from engine.sunrise.founding.deploying import line_of, margin_of
from engine.sunrise.state import BoardEdge
from engine.sunrise.world import World
from engine.sunrise.worth import berth
from tests.engine.sunrise.register_calls import PACK

FIELD = Board()
SIZES = [(24, 24), (24, 48), (48, 24), (36.5, 30.25), (72, 48), (100, 60)]
"""Boards in inches: the smallest, long ones, an odd one, the usual one, a large one."""

SHIPS = (1, 2, 3, 5, 8, 13, 20, 60)
"""How many ships stand in a line; a fleet of 20 integrity has at most 20."""


def rolled(seed: int) -> Roll:
    """Dice that fall in the order of a seed."""
    dice = Random(seed)
    return lambda label, sides: dice.randint(1, sides)


def tables() -> Iterator[tuple[str, Board, tuple[Piece, ...]]]:
    """By name, every ready-made map, and boards of all sizes without terrain and with circles at random."""
    for code, made in PACK.maps.items():
        yield code, FIELD, tuple(made.terrain)
    for wide, high in SIZES:
        board = Board(int(wide * INCH), int(high * INCH))
        yield f"{wide}x{high} open", board, ()
        for pieces in (6, 12):
            yield f"{wide}x{high}, {pieces} at random", board, random_circles(board, pieces, rolled(pieces))


TABLES = {name: (board, terrain) for name, board, terrain in tables()}


@pytest.mark.rule("FS-SET-04", "FS-SET-05", "FS-TERM-06")
@pytest.mark.parametrize("edge", BoardEdge)
@pytest.mark.parametrize("table", TABLES)
def test_ships_that_nobody_placed_stand_three_inches_inside_the_board_and_drift_to_nowhere_else(
    table: str, edge: BoardEdge
) -> None:
    board, terrain = TABLES[table]
    by_dice = deploy_places(board, terrain, edge)
    in_line = {place for ships in SHIPS for place in line_of(board, terrain, edge, ships)}
    by_umpire = [berth(board, terrain, edge, [], board.centre).place]
    for place in (*by_dice, *in_line, *by_umpire):
        assert deploy_ok(board, terrain, edge, place) is None
        drifted = ahead(place, FACING[edge], RETURN_VELOCITY * INCH)
        assert min(inside(board, place), inside(board, drifted)) >= INSIDE == 3 * INCH


def test_where_terrain_leaves_no_room_inside_ships_stand_where_they_may() -> None:
    board = Board(24 * INCH, 24 * INCH)
    moon: tuple[Piece, ...] = (Circle("t1", board.centre, 15 * INCH),)
    corners = list(line_of(board, moon, BoardEdge.S, 2))
    assert [inside(board, place) < INSIDE for place in corners] == [True, True]
    assert all(deploy_ok(board, moon, BoardEdge.S, place) is None for place in corners)


def test_a_game_of_the_first_version_goes_on_with_its_own_lines() -> None:
    """Twenty ships along the western edge of the usual board: the first stood two inches from the southern one."""
    first, *_ = line_of(FIELD, (), BoardEdge.W, 20, margin_of(World(PACK, 1)))
    assert first.y == 2 * INCH and len(deploy_places(FIELD, (), BoardEdge.W, margin_of(World(PACK, 1)))) == 13 * 49
    first, *_ = line_of(FIELD, (), BoardEdge.W, 20, margin_of(World(PACK, 2)))
    assert first.y == 3 * INCH

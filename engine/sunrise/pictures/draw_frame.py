"""The picture about a scene: its heading, who plays with how many points, the scale, and what the signs mean."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.game import Svg
from engine.picture import (
    ACCENT,
    INK,
    MUTED,
    NEUTRAL,
    SKY,
    Box,
    Picture,
    Point,
    Shape,
    around,
    circle,
    fit,
    group,
    legend,
    line,
    measure,
    panel,
    polar,
    polygon,
    rect,
    text,
)
from engine.sunrise.pictures.draw_camera import FINE, HEAD, WIDTH, WORD, compass, scale_bar
from engine.sunrise.pictures.draw_scene import Scene, drawn
from engine.sunrise.pictures.draw_ships import (
    COLOURS,
    GHOST,
    ROCK,
    Craft,
    chip,
    crash_mark,
    exit_mark,
    pips_bar,
    silhouette,
)
from engine.sunrise.state import Side

TOP = 740
"""Where the field begins."""
SIDES_TALL = 620
COLUMNS = 3
SIGN_SIZE = 190
NAME = 260


class SideLine(msgspec.Struct, frozen=True):
    """A side in the strip under the field: who plays it, its points and the goal, markers held, ships left."""

    side: Side
    name: str
    points: int
    goal: int
    markers: int
    ships: str
    you: bool = False
    first: bool = False


def framed(title: str, note: str, scene: Scene, sides: Sequence[SideLine], *, arcs: bool = False) -> Svg:
    """The whole picture of a scene. `arcs` says that arcs and dice lie under it and want explaining."""
    frame = scene.camera.frame
    signs = _signs(scene, arcs=arcs)
    scale_at = frame.bottom + 620
    sides_at = scale_at + 230
    signs_at = sides_at + (SIDES_TALL + 150 if sides else 0)
    key = legend(Box(200, signs_at, WIDTH - 400, 0), signs, size=SIGN_SIZE, columns=COLUMNS)
    picture = Picture(WIDTH, key.box.bottom + 200, title)
    room = WIDTH - 600 - measure(title, 260, bold=True)
    picture.add(text(Point(WIDTH - 200, 430), fit(note, max(0, room), WORD), size=WORD, fill=MUTED, anchor="end"))
    picture.add(drawn(scene))
    picture.add(scale_bar(Point(frame.x, scale_at), scene.camera), compass(Point(frame.right - 60, scale_at + 60)))
    for number, one in enumerate(sides):
        wide = (WIDTH - 400 - 150) // 2
        picture.add(_side(Box(200 + number * (wide + 150), sides_at, wide, SIDES_TALL), one))
    if signs:
        picture.add(key)
    return picture.svg()


def _side(box: Box, one: SideLine) -> Shape:
    """A side: its sign, its name, its points."""
    colour = COLOURS[one.side]
    score = f"{one.points} of {one.goal}"
    left, right = box.x + 620, box.right - 200
    room = right - left - measure(score, HEAD, bold=True) - 150
    name = one.name + (" (you)" if one.you else "")
    detail = f"{'1 marker' if one.markers == 1 else f'{one.markers} markers'} · {one.ships}"
    detail += " · initiative" if one.first else ""
    return group(
        [
            panel(box),
            silhouette("destroyer", one.side, Point(box.x + 320, box.centre.y), 30, 420),
            text(Point(left, box.y + 290), fit(name, room, NAME, bold=True), size=NAME, fill=colour, bold=True),
            text(Point(right, box.y + 290), score, size=HEAD, fill=INK, bold=True, anchor="end"),
            text(Point(left, box.y + 530), fit(detail, right - left, FINE), size=FINE, fill=MUTED),
        ]
    )


_ORIGIN = Point(0, 0)


def _signs(scene: Scene, *, arcs: bool) -> list[tuple[Shape, str]]:
    """The signs in use and what they mean."""
    found: list[tuple[Shape, str]] = []
    if any(token.velocity for token in scene.tokens):
        arrow = line(Point(-160, 0), Point(160, 0), INK, weight=18, dash="50 40")
        found.append((arrow, "v6: where it drifts to"))
    if scene.tokens:
        found.append((pips_bar(around(_ORIGIN, 330, 70), 15, 6, 4), "rows of pips left"))
    if any(token.acted for token in scene.tokens):
        found.append((silhouette("destroyer", Side.A, _ORIGIN, 90, 330, dim=True), "has acted this turn"))
    if any(token.marked for token in scene.tokens):
        ring = circle(_ORIGIN, 130, stroke=INK, weight=18, dash="60 40")
        found.append((ring, "the ship in question" if arcs else "acting now"))
    crafts = [craft for group_ in scene.crafts for craft in group_]
    for mode, meaning in (("offensive", "squadron, Offensive"), ("defensive", "squadron, Defensive")):
        if any(craft.mode == mode for craft in crafts):
            found.append((chip(Craft(Side.A, "F", 8, mode), -230, -115), meaning))
    if scene.stones:
        reach = circle(_ORIGIN, 150, stroke=NEUTRAL.colour, weight=14, dash="24 50")
        corners = [polar(_ORIGIN, 100, 30 + 60 * step) for step in range(6)]
        found.append((group([reach, polygon(corners, stroke=NEUTRAL.colour, weight=24)]), "marker, its 3-inch reach"))
    if scene.terrain:
        found.append((circle(_ORIGIN, 130, fill=ROCK, stroke="#9aa3b8", weight=16), "terrain: impassable"))
    if scene.trails:
        trail = [line(Point(-160, 0), Point(160, 0), MUTED, weight=22), circle(Point(-160, 0), 30, fill=MUTED)]
        found.append((group(trail), "path of this turn"))
    if scene.courses:
        plot = [line(Point(-160, 0), Point(160, 0), GHOST, weight=30), circle(_ORIGIN, 44, fill=SKY, stroke=GHOST,
                weight=20)]  # fmt: skip
        found.append((group(plot), "your plot, not yet moved"))
    if scene.wrecks or any((*(one.crashed for one in scene.trails), *(one.crashed for one in scene.courses))):
        found.append((crash_mark(_ORIGIN), "collision"))
    if scene.exits or any((*(one.left for one in scene.trails), *(one.left for one in scene.courses))):
        found.append((exit_mark(_ORIGIN), "left the board here"))
    for zone in scene.zones:
        found.append((rect(around(_ORIGIN, 280, 180), stroke=zone.colour, weight=16, dash="60 50"), zone.words))
    if arcs:
        words = text(Point(0, 65), "9d", size=FINE, fill=INK, anchor="middle")
        found.append((words, "dice of all weapons there"))
    if scene.sights:
        found.append((line(Point(-160, 0), Point(160, 0), ACCENT, weight=14, dash="20 36"), "legal target"))
    return found

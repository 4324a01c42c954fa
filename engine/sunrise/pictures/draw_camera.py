"""Where things of the board lie in a picture: the camera, the field with its inch grid, scale bar and compass.

Type is sized for a picture that Discord shows at about half its width: 180 tenths of a pixel are nine pixels there.
"""

from __future__ import annotations

import msgspec

from engine.picture import INK, MUTED, Box, Point, Shape, group, line, path, polygon, rect, text
from engine.picture.shapes import rounded
from engine.sunrise.data import shapes as field

WIDTH = 11000
"""Tenths of a pixel of every picture of a game."""
FINE, WORD, HEAD = 180, 225, 300
"""Type sizes in tenths of a pixel: notes and figures, words, headings."""

SEA = "#0d1426"
"""The field, a little lighter than the sky around it."""
THIN, THICK = "#1a2440", "#2c3a5c"
"""Lines of the grid every inch and every 6 inches: a range band apart."""
EDGE = "#6d7fa8"

BAND_INCHES = 6
TICKS = 430
"""Room for the figures on the west and south edges."""


class Camera(msgspec.Struct, frozen=True):
    """What part of the board is seen, in thousandths of an inch, and the frame that it fills, in tenths of a pixel."""

    left: int
    bottom: int
    width: int
    height: int
    frame: Box

    def at(self, place: field.Point) -> Point:
        """Where a point of the board lies in the picture; y grows downwards there."""
        return Point(
            self.frame.x + rounded((place.x - self.left) * self.frame.width, self.width),
            self.frame.bottom - rounded((place.y - self.bottom) * self.frame.height, self.height),
        )

    def long(self, thousandths: int) -> int:
        """A length of the board in tenths of a pixel."""
        return rounded(thousandths * self.frame.width, self.width)

    def sees(self, place: field.Point) -> bool:
        """Whether a point is in the window, its rim included."""
        return self.left <= place.x <= self.left + self.width and self.bottom <= place.y <= self.bottom + self.height


def whole(board: field.Board, top: int, width: int = WIDTH) -> Camera:
    """The whole board under `top`, as large as the picture's width and 9000 tenths of height allow."""
    room = width - TICKS - 200
    tall = min(9000, room * board.height // board.width)
    wide = tall * board.width // board.height
    return Camera(0, 0, board.width, board.height, Box(TICKS + (room - wide) // 2, top, wide, tall))


def close_up(board: field.Board, about: field.Point, top: int, across: int = 36 * field.INCH) -> Camera:
    """A window of `across` thousandths about a point, half as tall again as wide is long, kept on the board."""
    wide = min(across, board.width)
    tall = min(wide * 2 // 3, board.height)
    left = min(max(0, about.x - wide // 2), board.width - wide)
    bottom = min(max(0, about.y - tall // 2), board.height - tall)
    room = WIDTH - TICKS - 200
    return Camera(left, bottom, wide, tall, Box(TICKS, top, room, room * tall // wide))


def field_shape(camera: Camera) -> Shape:
    """The field: its ground, a line for every inch, a stronger one for every range band, figures on two edges."""
    frame = camera.frame
    fine: list[str] = []
    strong: list[str] = []
    words: list[Shape] = []
    for inch in range(-(-camera.left // field.INCH), (camera.left + camera.width) // field.INCH + 1):
        x = camera.at(field.Point(inch * field.INCH, camera.bottom)).x
        (fine if inch % BAND_INCHES else strong).append(f"M{x} {frame.y}V{frame.bottom}")
        if not inch % BAND_INCHES:
            words.append(text(Point(x, frame.bottom + 230), str(inch), size=FINE, fill=MUTED, anchor="middle"))
    for inch in range(-(-camera.bottom // field.INCH), (camera.bottom + camera.height) // field.INCH + 1):
        y = camera.at(field.Point(camera.left, inch * field.INCH)).y
        (fine if inch % BAND_INCHES else strong).append(f"M{frame.x} {y}H{frame.right}")
        if not inch % BAND_INCHES:
            words.append(text(Point(frame.x - 90, y + 65), str(inch), size=FINE, fill=MUTED, anchor="end"))
    return group(
        [
            rect(frame, fill=SEA),
            path("".join(fine), frame, stroke=THIN, weight=6),
            path("".join(strong), frame, stroke=THICK, weight=12),
            rect(frame, stroke=EDGE, weight=20),
            *words,
        ]
    )


def clipped(camera: Camera, shape: Shape, name: str = "field") -> Shape:
    """A shape cut off at the edges of the field; `name` is unlike that of any other cut of the picture."""
    frame = camera.frame
    edge = f'<clipPath id="{name}"><rect x="{frame.x}" y="{frame.y}" width="{frame.width}" height="{frame.height}"/>'
    return Shape(f'<defs>{edge}</clipPath></defs><g clip-path="url(#{name})">{shape.svg}</g>', frame)


def scale_bar(at: Point, camera: Camera) -> Shape:
    """Six inches, a range band, as long as they are in this picture; `at` is its left end."""
    one = camera.long(field.INCH)
    end = Point(at.x + BAND_INCHES * one, at.y)
    parts = [line(at, end, INK, weight=16)]
    for inch in range(BAND_INCHES + 1):
        tall = 60 if inch % BAND_INCHES else 110
        x = at.x + inch * one
        parts.append(line(Point(x, at.y - tall), Point(x, at.y), INK, weight=12))
    parts.append(text(Point(end.x + 110, at.y + 10), "6 in, one range band", size=FINE, fill=MUTED))
    return group(parts)


def compass(centre: Point) -> Shape:
    """Where north is: headings count clockwise from it."""
    needle = polygon(
        [Point(centre.x, centre.y - 150), Point(centre.x + 60, centre.y + 60), Point(centre.x, centre.y + 20),
         Point(centre.x - 60, centre.y + 60)],
        fill=MUTED,
    )  # fmt: skip
    north = text(Point(centre.x, centre.y - 190), "N", size=FINE, fill=MUTED, anchor="middle", bold=True)
    return group([needle, north])

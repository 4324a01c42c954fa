"""Points, boxes and plain shapes of a picture. Lengths are whole tenths of a pixel; angles whole degrees from up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import NamedTuple

# Sine of 0 to 90 degrees in ten-thousandths: arithmetic stays whole, so a picture is the same on every machine.
_SINE = (
    0, 175, 349, 523, 698, 872, 1045, 1219, 1392, 1564, 1736, 1908, 2079, 2250, 2419, 2588, 2756, 2924, 3090,
    3256, 3420, 3584, 3746, 3907, 4067, 4226, 4384, 4540, 4695, 4848, 5000, 5150, 5299, 5446, 5592, 5736, 5878, 6018,
    6157, 6293, 6428, 6561, 6691, 6820, 6947, 7071, 7193, 7314, 7431, 7547, 7660, 7771, 7880, 7986, 8090, 8192, 8290,
    8387, 8480, 8572, 8660, 8746, 8829, 8910, 8988, 9063, 9135, 9205, 9272, 9336, 9397, 9455, 9511, 9563, 9613, 9659,
    9703, 9744, 9781, 9816, 9848, 9877, 9903, 9925, 9945, 9962, 9976, 9986, 9994, 9998, 10000,
)  # fmt: skip


class Point(NamedTuple):
    """A place in a picture; x grows to the right, y downwards."""

    x: int
    y: int


class Box(NamedTuple):
    """An upright rectangle: its left upper corner, width and height."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The x just past the box."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The y just past the box."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The middle, cut to whole tenths."""
        return Point(self.x + self.width // 2, self.y + self.height // 2)

    def grow(self, by: int) -> Box:
        """The box with `by` added on each side; a negative number shrinks it, at most to nothing."""
        width, height = max(0, self.width + 2 * by), max(0, self.height + 2 * by)
        return Box(self.x - (width - self.width) // 2, self.y - (height - self.height) // 2, width, height)

    def meets(self, other: Box) -> bool:
        """True if the two share any area."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def holds(self, other: Box) -> bool:
        """True if the other lies wholly inside."""
        return self.x <= other.x and other.right <= self.right and self.y <= other.y and other.bottom <= self.bottom

    def nearest(self, point: Point) -> Point:
        """The point of the box that is nearest to the given one."""
        return Point(min(max(point.x, self.x), self.right), min(max(point.y, self.y), self.bottom))


class Shape(NamedTuple):
    """A piece of SVG and the box it covers."""

    svg: str
    box: Box


def around(centre: Point, width: int, height: int | None = None) -> Box:
    """A box of the given size about a centre; square without a height."""
    tall = width if height is None else height
    return Box(centre.x - width // 2, centre.y - tall // 2, width, tall)


def cover(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all the given ones; an empty one for none."""
    known = list(boxes)
    if not known:
        return Box(0, 0, 0, 0)
    if len(known) == 1:
        return known[0]
    x, y = min([box[0] for box in known]), min([box[1] for box in known])
    right, bottom = max([box[0] + box[2] for box in known]), max([box[1] + box[3] for box in known])
    return Box(x, y, right - x, bottom - y)


def sine(degrees: int) -> int:
    """Sine in ten-thousandths."""
    turn = degrees % 360
    half = turn % 180
    value = _SINE[half if half <= 90 else 180 - half]
    return value if turn < 180 else -value


def polar(centre: Point, radius: int, degrees: int) -> Point:
    """The point at a distance and a bearing from a centre; 0 is up, 90 to the right."""
    return Point(
        centre.x + rounded(radius * sine(degrees), 10_000),
        centre.y - rounded(radius * sine(degrees + 90), 10_000),
    )


def turned(point: Point, degrees: int) -> Point:
    """A point turned clockwise about (0, 0)."""
    down, across = sine(degrees + 90), sine(degrees)
    return Point(rounded(point.x * down - point.y * across, 10_000), rounded(point.x * across + point.y * down, 10_000))


def rounded(amount: int, parts: int) -> int:
    """A quotient to the nearest whole, halves away from zero: mirror images stay mirror images."""
    whole = (2 * abs(amount) + parts) // (2 * parts)
    return whole if amount >= 0 else -whole


def ink(fill: str | None, stroke: str | None, weight: int, dash: str, opacity: int) -> str:
    """Attributes of a shape: fill and stroke colours (None: none), stroke weight, dashes, opacity in hundredths.

    The colours are let through, not the shape: for a whole shape a renderer lays a sheet over all that it spans.
    """
    dim = f"0.{opacity:02d}" if opacity < 100 else ""
    parts = [f' fill="{fill or "none"}"']
    if fill and dim:
        parts.append(f' fill-opacity="{dim}"')
    if stroke:
        parts.append(f' stroke="{stroke}" stroke-width="{weight}"')
        if dash:
            parts.append(f' stroke-dasharray="{dash}"')
        if dim:
            parts.append(f' stroke-opacity="{dim}"')
    return "".join(parts)


def rect(
    box: Box,
    *,
    fill: str | None = None,
    stroke: str | None = None,
    weight: int = 10,
    corner: int = 0,
    dash: str = "",
    opacity: int = 100,
) -> Shape:
    """A rectangle, its corners rounded by `corner`."""
    rounded = f' rx="{corner}"' if corner else ""
    size = f'x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"'
    return Shape(f"<rect {size}{rounded}{ink(fill, stroke, weight, dash, opacity)}/>", box)


def circle(
    centre: Point,
    radius: int,
    *,
    fill: str | None = None,
    stroke: str | None = None,
    weight: int = 10,
    dash: str = "",
    opacity: int = 100,
) -> Shape:
    """A circle."""
    place = f'cx="{centre.x}" cy="{centre.y}" r="{radius}"'
    return Shape(f"<circle {place}{ink(fill, stroke, weight, dash, opacity)}/>", around(centre, 2 * radius))


def ellipse(
    centre: Point,
    across: int,
    down: int,
    *,
    fill: str | None = None,
    stroke: str | None = None,
    weight: int = 10,
    opacity: int = 100,
) -> Shape:
    """An upright ellipse; `across` and `down` are its half axes."""
    place = f'cx="{centre.x}" cy="{centre.y}" rx="{across}" ry="{down}"'
    return Shape(f"<ellipse {place}{ink(fill, stroke, weight, '', opacity)}/>", around(centre, 2 * across, 2 * down))


def line(start: Point, end: Point, colour: str, *, weight: int = 10, dash: str = "", opacity: int = 100) -> Shape:
    """A straight line with round ends."""
    ends = f'x1="{start.x}" y1="{start.y}" x2="{end.x}" y2="{end.y}" stroke-linecap="round"'
    return Shape(f"<line {ends}{ink(None, colour, weight, dash, opacity)}/>", _span((start, end)))


def polygon(
    points: Sequence[Point],
    *,
    fill: str | None = None,
    stroke: str | None = None,
    weight: int = 10,
    dash: str = "",
    opacity: int = 100,
) -> Shape:
    """A closed figure with straight sides."""
    places = " ".join(f"{point.x},{point.y}" for point in points)
    style = ink(fill, stroke, weight, dash, opacity)
    return Shape(f'<polygon points="{places}" stroke-linejoin="round"{style}/>', _span(points))


def path(
    steps: str,
    box: Box,
    *,
    fill: str | None = None,
    stroke: str | None = None,
    weight: int = 10,
    dash: str = "",
    opacity: int = 100,
) -> Shape:
    """A free path; `steps` is SVG path data in whole tenths, `box` what it covers."""
    return Shape(f'<path d="{steps}"{ink(fill, stroke, weight, dash, opacity)}/>', box)


def sector(
    centre: Point,
    inner: int,
    outer: int,
    start: int,
    end: int,
    *,
    fill: str | None = None,
    stroke: str | None = None,
    weight: int = 10,
    dash: str = "",
    opacity: int = 100,
) -> Shape:
    """A piece of a ring between two radii and two bearings, clockwise, less than a whole turn."""
    large = 1 if (end - start) % 360 > 180 else 0
    a, b = polar(centre, outer, start), polar(centre, outer, end)
    c, d = polar(centre, inner, end), polar(centre, inner, start)
    steps = f"M{a.x} {a.y}A{outer} {outer} 0 {large} 1 {b.x} {b.y}L{c.x} {c.y}A{inner} {inner} 0 {large} 0 {d.x} {d.y}Z"
    crossed = [polar(centre, outer, bearing) for bearing in (0, 90, 180, 270) if (bearing - start) % 360 < end - start]
    box = _span([a, b, c, d, *crossed])
    return path(steps, box, fill=fill, stroke=stroke, weight=weight, dash=dash, opacity=opacity)


def arrow(start: Point, end: Point, colour: str, *, weight: int = 20, dash: str = "") -> Shape:
    """A line with a head at its end; just the head where there is no room for more."""
    dx, dy = end.x - start.x, end.y - start.y
    length = isqrt(dx * dx + dy * dy)
    if length == 0:
        return Shape("", around(end, 0))
    size = 5 * weight
    neck = Point(end.x - dx * size // length, end.y - dy * size // length)
    wing = size * 45 // 100
    left = Point(neck.x - dy * wing // length, neck.y + dx * wing // length)
    right = Point(neck.x + dy * wing // length, neck.y - dx * wing // length)
    head = polygon([end, left, right], fill=colour)
    if length <= size:
        return head
    return group([line(start, neck, colour, weight=weight, dash=dash), head])


def bar(box: Box, value: int, maximum: int, colour: str, *, track: str = "#2a3550") -> Shape:
    """A bar filled by value of maximum, cut to what there is; any positive value shows, and only a full one fills."""
    if maximum <= 0 or value <= 0:
        filled = 0
    elif value >= maximum:
        filled = box.width
    else:
        filled = min(max(box.width * value // maximum, min(10, box.width)), box.width - 1)
    corner = min(box.height // 2, 20)
    empty = rect(box, fill=track, corner=corner)
    if not filled:
        return empty
    return group([empty, rect(Box(box.x, box.y, filled, box.height), fill=colour, corner=min(corner, filled // 2))])


def bars(box: Box, pools: Sequence[tuple[int, int, str]], gap: int = 6) -> Shape:
    """Bars under each other that share a box's height: (value, maximum, colour) each."""
    if not pools:
        return Shape("", box)
    each = (box.height - gap * (len(pools) - 1)) // len(pools)
    drawn = [
        bar(Box(box.x, box.y + number * (each + gap), box.width, each), *pool) for number, pool in enumerate(pools)
    ]
    return Shape(group(drawn).svg, box)


def boxes(box: Box, crossed: int, count: int, colour: str, cross: str, *, widest: int = 900) -> Shape:
    """A row of so many boxes, the first of them crossed out."""
    gap, each = 60, min(widest, (box.width + 60) // count - 60)
    drawn = []
    for number in range(count):
        cell = Box(box.x + number * (each + gap), box.y, each, box.height)
        gone = number < crossed
        drawn.append(rect(cell, fill=None if gone else colour, stroke=cross if gone else colour, corner=40))
        if gone:
            for start, end in ((cell.y, cell.bottom), (cell.bottom, cell.y)):
                drawn.append(line(Point(cell.x, start), Point(cell.right, end), cross, weight=24))
    return Shape(group(drawn).svg, box)


def group(shapes: Iterable[Shape], *, opacity: int = 100) -> Shape:
    """Several shapes as one, drawn in their order."""
    parts = list(shapes)
    dim = f' opacity="0.{opacity:02d}"' if opacity < 100 else ""
    return Shape(f"<g{dim}>{''.join(part.svg for part in parts)}</g>", cover(part.box for part in parts))


def moved(shape: Shape, dx: int, dy: int) -> Shape:
    """A shape carried to another place."""
    box = shape.box._replace(x=shape.box.x + dx, y=shape.box.y + dy)
    return Shape(f'<g transform="translate({dx} {dy})">{shape.svg}</g>', box)


def slots(box: Box, count: int, size: int, gap: int) -> list[Point]:
    """Centres for `count` things of one size, in rows, centred in a box; drawn closer where they would not fit.

    The things keep their size, so where even touching rows are too many they overlap rather than leave the box.
    """
    if count <= 0:
        return []
    columns = max(1, min(count, (box.width + gap) // (size + gap)))
    rows = -(-count // columns)
    step_x = min(size + gap, max(1, (box.width - size) // max(1, columns - 1)))
    step_y = min(size + gap, max(1, (box.height - size) // max(1, rows - 1)))
    centre = box.centre
    places = []
    for number in range(count):
        row, column = divmod(number, columns)
        here = min(columns, count - row * columns)
        places.append(
            Point(
                centre.x + (2 * column - here + 1) * step_x // 2,
                centre.y + (2 * row - rows + 1) * step_y // 2,
            )
        )
    return places


def _span(points: Sequence[Point]) -> Box:
    return cover(Box(point.x, point.y, 0, 0) for point in points)

"""Arcs and range bands about a ship, shaded by how many dice its weapons bring there. Rulebook: FS-WPN-01, -03, -04."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.look import Refused
from engine.picture import INK, MUTED, SKY, Box, Point, Shape, circle, group, line, polar, sector, text
from engine.sunrise.data.units import Arc, Type
from engine.sunrise.figures.weapons import AROUND, BAND, Gun, band_dice
from engine.sunrise.pictures.scene import FINE, Camera
from engine.text.message import N_

TINT = "#8ea0e8"
"""Neither side's colour, so that ships stand out from it."""

MOST_BAND = 6
"""The farthest band that any weapon reaches: one beyond the fifth."""
MIDDLE = {Arc.FORE: 0, Arc.STARBOARD: 90, Arc.REAR: 180, Arc.PORT: 270}
"""The relative bearing of the middle of each arc in degrees."""
HALF = 45
CORNERS = (45, 135, 225, 315)
"""Relative bearings of the lines between the arcs, on which the rings say how far they are."""
ASIDE, NEAR_ASIDE = (14, -14, 28, -28, 0), (24, -24, 0)
"""Degrees from the middle of an arc to the figure in a band, the best first: out of the way of the arrow ahead."""


def cell_dice(guns: Sequence[Gun], arc: Arc, band: int) -> int:
    """Dice that the weapons bring to a band in an arc, before defenses."""
    total = 0
    for gun in guns:
        if gun.type is Type.MISSILE or arc in gun.arcs:
            found = band_dice(gun.type, gun.band, band * BAND)
            total += 0 if isinstance(found, Refused) else found
    return total


def coverage(
    camera: Camera, at: Point, heading: int, guns: Sequence[Gun], avoid: Sequence[Box] = ()
) -> tuple[Shape, list[Box]]:
    """The bands as rings, the arcs as lines from the ship, the dice in each cell; with the boxes of the words.

    Words keep clear of each other and of the boxes of `avoid`; what has no room is left out.
    """
    taken = list(avoid)
    parts: list[Shape] = []
    words: list[Shape] = []
    far = max((number for number in range(1, MOST_BAND + 1) if any(cell_dice(guns, arc, number) for arc in AROUND)),
              default=1)  # fmt: skip
    for band in range(1, far + 1):
        inner, outer = camera.long(BAND * (band - 1)), camera.long(BAND * band)
        for arc in AROUND:
            middle = heading + MIDDLE[arc]
            dice = cell_dice(guns, arc, band)
            if dice:
                shade = min(52, 16 + 3 * dice)
                parts.append(sector(at, inner, outer, middle - HALF, middle + HALF, fill=TINT, opacity=shade))
                far_out = (inner + outer) // 2 if band > 1 else outer * 68 // 100
                spots = [polar(at, far_out, middle + aside) for aside in (ASIDE if band > 1 else NEAR_ASIDE)]
                words += _words(camera, spots, f"{dice}d", INK, taken)
    for band in range(1, far + 1):
        parts.append(circle(at, camera.long(BAND * band), stroke=TINT, weight=16, opacity=80))
        spots = [polar(at, camera.long(BAND * band), heading + turn) for turn in CORNERS]
        words += _words(camera, spots, N_("{inches} in")(inches=6 * band), MUTED, taken)
    reach = camera.long(BAND * far)
    for turn in CORNERS:
        parts.append(line(at, polar(at, reach, heading + turn), TINT, weight=28, dash="60 40", opacity=95))
    return group([*parts, *words]), [word.box for word in words]


def _words(camera: Camera, spots: Iterable[Point], words: str, fill: str, taken: list[Box]) -> list[Shape]:
    """Words about the first of the points where they are on the field and over nothing; their box is taken then."""
    for spot in spots:
        shape = text(Point(spot.x, spot.y + FINE * 36 // 100), words, size=FINE, fill=fill, anchor="middle", halo=SKY)
        if camera.frame.holds(shape.box) and not any(shape.box.meets(box) for box in taken):
            taken.append(shape.box)
            return [shape]
    return []

"""The shared vocabulary of SVG: palette, lettering, shapes, glyphs of units, labels that keep clear of each other.

Every length is a whole number of tenths of a pixel, every angle a whole number of degrees clockwise from up, so that
equal knowledge gives equal bytes everywhere. A rulebook draws with it like this:

    picture = Picture(12000, 9000, "Battle of Hoth", note="turn 3")
    ship = unit(Kind.CRUISER, Point(3000, 4000), 420, side(0))
    picture.add(ship, arrange([Wanted("Devastator", ship.box)], picture.body).draw())
    return picture.svg()
"""

from engine.picture.canvas import LINE, Empty, Picture, legend, listing, nebula, nothing, panel
from engine.picture.glyphs import Kind, contact, mark, planet, portrait, selected, unit, wreck
from engine.picture.labels import FAR, Arranged, Placed, Wanted, arrange
from engine.picture.lettering import (
    BODY,
    LARGE,
    SMALL,
    TITLE,
    WIDE,
    badge,
    centred,
    clean,
    fit,
    measure,
    paragraph,
    text,
    wrap,
    wrap_names,
)
from engine.picture.palette import (
    ACCENT,
    ARMOUR,
    DANGER,
    HULL,
    INK,
    MUTED,
    NEUTRAL,
    PANEL,
    RAISED,
    RULE,
    SHIELDS,
    SIDES,
    SKY,
    SPENT,
    SYSTEMS,
    Side,
    ink_on,
    side,
    sides_of,
)
from engine.picture.shapes import (
    Box,
    Point,
    Shape,
    around,
    arrow,
    bar,
    bars,
    boxes,
    circle,
    cover,
    group,
    line,
    moved,
    path,
    polar,
    polygon,
    rect,
    sector,
    slots,
)

__all__ = [
    "ACCENT", "ARMOUR", "BODY", "DANGER", "FAR", "HULL", "INK", "LARGE", "LINE", "MUTED", "NEUTRAL", "PANEL", "RAISED",
    "RULE", "SHIELDS", "SIDES", "SKY", "SMALL", "SPENT", "SYSTEMS", "TITLE", "WIDE",
    "Arranged", "Box", "Empty", "Kind", "Picture", "Placed", "Point", "Shape", "Side", "Wanted",
    "around", "arrange", "arrow", "badge", "bar", "bars", "boxes", "centred", "circle", "clean", "contact", "cover",
    "fit", "group", "ink_on", "legend", "line", "listing", "mark", "measure", "moved", "nebula", "nothing", "panel",
    "paragraph", "path", "planet", "polar", "polygon", "portrait", "rect", "sector", "selected", "side", "sides_of",
    "slots", "text", "unit", "wrap", "wrap_names", "wreck",
]  # fmt: skip

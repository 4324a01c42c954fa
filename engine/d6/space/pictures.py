"""Pictures of craft: the card of one with its shields by side and what has failed, and who is ahead of whom."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture as draw
from engine.d6.data.pack import ShipHarm
from engine.d6.dice.codes import code
from engine.d6.look import Look, called
from engine.d6.space.codes import ahead, condition, kind, maneuverability, pairs, shields, space, whole
from engine.d6.state import Craft
from engine.game import Seat, Svg
from engine.picture import ACCENT, BODY, DANGER, INK, MUTED, NEUTRAL, RULE, SHIELDS, Box, Kind, Point, Shape, Side
from engine.text.message import N_, NOTHING, T_, Text, drawn, term, unmarked
from engine.text.names import hidden

AHEAD, LEVEL, BARE = T_("from who is ahead, so much"), T_("level with each other"), T_("no shields")
"""What the signs of the duels mean; those are explained that are there."""
WITH, BEFORE, BEHIND = N_("level with {foe}"), N_("{by} ahead of {foe}"), N_("{by} behind {foe}")
"""How a craft of a duel stands to another."""
OF_THE_GM = T_("the game master's")
WIDE, HEAD = 9000, 800
"""Tenths of a pixel: the width of a picture, and what stands above it."""
KEY = 460
"""Tenths of a pixel of a row of the key."""


def _of(now: object, most: object) -> Text:
    """So much, of the most that there can be."""
    return N_("{now} of {most}")(now=term(f"{now}"), most=term(f"{most}"))


def party(look: Look, craft: Craft) -> Side:
    """The colour and mark of a craft: its pilot's player's, grey for the GM's."""
    owner = player(look, craft)
    return NEUTRAL if owner is None else draw.sides_of(look.known.seats)[owner]


def player(look: Look, craft: Craft) -> Seat | None:
    """The player of a craft's pilot; None for the GM."""
    pilot = look.known.figures.get(craft.pilot)
    return None if pilot is None else pilot.owner


def card_rows(look: Look, craft: Craft) -> list[tuple[str, str, str]]:
    """Lines of a craft's card, with colours and figures: codes now, position in each duel, what has failed."""
    ship, known = kind(look.world, craft), look.known
    agile = _of(code(maneuverability(look.world, known, craft)), code(ship.maneuverability))
    rows = [
        (T_("Space"), INK, _of(space(look.world, craft), ship.space)), (T_("maneuverability"), INK, agile),
        (T_("hull"), INK, code(ship.hull)), (T_("shields"), INK, _of(code(craft.shields), code(ship.shields))),
        (condition(craft), MUTED if craft.severity is ShipHarm.NONE else DANGER, ""),
    ]  # fmt: skip
    rows += [(station, INK, str(unmarked(called(known, who)))) for station, who in craft.crew.items()]
    for one, other, by in pairs(known):
        if craft.id in (one, other) and {one, other} <= known.craft.keys():
            foe = drawn(known.craft[other if craft.id == one else one].label)
            place = WITH if not by else BEFORE if craft.id == one else BEHIND
            rows.append((place(by=by, foe=foe), ACCENT if by and craft.id == one else INK, ""))
    rows += [(N_("failed: {system}")(system=term(system)), DANGER, "") for system in craft.failed]
    return rows


def ship_picture(look: Look, craft: Craft) -> Svg:
    """A craft from above, its shields in front and behind, and beside it its codes, positions and failed systems
    (D6-13-02, D6-13.1-01).
    """
    rows = card_rows(look, craft)
    height = max(3600, 200 + draw.LINE * len(rows))
    picture = draw.Picture(WIDE, HEAD + height + 300, hidden(craft.label), craft.kind)
    picture.lay(draw.nebula(Box(0, 0, WIDE, HEAD + height + 300)))
    centre = Point(1900, HEAD + height // 2)
    stated = max(1, 2 * kind(look.world, craft).shields)
    for side, start, end, at in (("front", 285, 435, -1), ("rear", 105, 255, 1)):
        pips = shields(craft, "front" if side == "front" else "rear")
        strong, fill = (20 + 70 * min(pips, stated) // stated, SHIELDS) if pips else (100, None)
        picture.add(draw.sector(centre, 1000, 1300, start, end, fill=fill, stroke=RULE, opacity=strong))
        label = Point(centre.x, centre.y + at * 1500 + (100 if at > 0 else 0))
        picture.add(draw.text(label, f"{side} {code(pips)}", size=BODY, fill=INK if pips else MUTED, anchor="middle"))
    picture.add(draw.unit(Kind.SHUTTLE, centre, 1400, party(look, craft), faint=not whole(craft)))
    picture.add(draw.listing(Box(3700, HEAD, WIDE - 3900, height), "", rows))
    return picture.svg()


def space_picture(look: Look) -> Svg:
    """Every craft in a ring, with an arrow from who is ahead to whom they are ahead of (D6-12-05, D6-12-12)."""
    known, radius = look.known, 2700
    flying = [craft for craft in known.craft.values() if craft.flying and whole(craft)]
    size = 2 * radius + 2400
    if not flying:
        return draw.nothing(size, T_("Space"), T_("No craft flies."))
    entries = _signs(look, flying)
    height = HEAD + size + KEY * -(-len(entries) // 2)
    round = N_("space round {round}")(round=known.space_round) if known.tick else NOTHING
    picture = draw.Picture(size, height, T_("Space"), round)
    picture.lay(draw.nebula(Box(0, 0, size, height)))
    centre = Point(size // 2, HEAD + size // 2)
    at = {craft.id: draw.polar(centre, radius, 360 * number // len(flying)) for number, craft in enumerate(flying)}
    flown: list[tuple[Point, Point]] = []
    told: list[Box] = []
    for one, other, _ in pairs(known):
        if one in at and other in at:
            by = ahead(known, one, other)
            start, end = _short(at[one], at[other]), _short(at[other], at[one])
            picture.add(draw.arrow(start, end, ACCENT if by else RULE, weight=24 if by else 12))
            ahead_by = draw.badge(Point((start.x + end.x) // 2, (start.y + end.y) // 2), f"+{by}" if by else "=", INK)
            picture.add(ahead_by)
            flown.append((start, end))
            told.append(ahead_by.box)
    names = []
    for craft in flying:
        rim, dash = (draw.HULL, "") if craft.shields else (RULE, "60 50")
        dot = draw.circle(at[craft.id], 460, stroke=rim, weight=30, dash=dash)
        picture.add(draw.unit(Kind.SHUTTLE, at[craft.id], 660, party(look, craft)), dot)
        total, label = known.duel.totals.get(craft.id), drawn(craft.label)
        words = label if total is None else N_("{craft}: rolled {total}")(craft=label, total=total)
        names.append(draw.Wanted(words, dot.box.grow(70), size=draw.SMALL, widest=3400))
    picture.add(draw.arrange(names, Box(100, HEAD, size - 200, size - 200), told, flown).draw())
    picture.add(draw.legend(Box(200, HEAD + size - 100, size - 300, height), entries, columns=2))
    return picture.svg()


def _signs(look: Look, flying: Sequence[Craft]) -> list[tuple[Shape, str]]:
    """A key to the signs that are there: whose craft are, and how they stand to each other."""
    known, spot = look.known, Point(0, 0)
    parties = {party(look, craft): craft for craft in flying}
    signs = [(draw.unit(Kind.SHUTTLE, spot, 420, side), _whose(look, craft)) for side, craft in parties.items()]
    there = {craft.id for craft in flying}
    leads = {bool(ahead(known, one, other)) for one, other, _ in pairs(known) if {one, other} <= there}
    if True in leads:
        signs.append((draw.arrow(Point(-200, 0), Point(200, 0), ACCENT, weight=24), AHEAD))
    if False in leads:
        signs.append((draw.arrow(Point(-200, 0), Point(200, 0), RULE, weight=12), LEVEL))
    if any(not craft.shields for craft in flying):
        signs.append((draw.circle(spot, 150, stroke=RULE, weight=30, dash="60 50"), BARE))
    return signs


def _whose(look: Look, craft: Craft) -> str:
    """The player of a craft's pilot, or the game master."""
    owner = player(look, craft)
    return OF_THE_GM if owner is None else f"{hidden(owner)}'s"


def _short(start: Point, end: Point) -> Point:
    """A point a tenth of the way from one to the other: an arrow leaves the dots free."""
    return Point(start.x + (end.x - start.x) // 10, start.y + (end.y - start.y) // 10)

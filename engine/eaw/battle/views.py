"""Views of battles for their admirals: the packet to play from, the report that stands, the chances of a settlement.

Register 2.1, 2.4, 2.7.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.eaw.battle import auto
from engine.eaw.battle.filings import ANY_BATTLE, GROUP, own_battles, place_words, whole_report
from engine.eaw.battle.leftovers import flying_words
from engine.eaw.data.pack import Code
from engine.eaw.figures import exact, shown
from engine.eaw.look import Look, things_words, unit_words
from engine.eaw.state import Battle, Force, Packet, Site, Unit
from engine.noun import NOTHING_FOUND
from engine.played.chance import Chance
from engine.report import Report, Section, Suggestion
from engine.text.message import N_, NOTHING, T_, Text, code, joined, spaced, stamp, term
from engine.view import view

FORM = f"{GROUP.path} losses"
FILE, AMEND = N_("Report {battle}"), N_("Amend {battle}")
CONFIRM = N_("Confirm {battle}")
PACKET_FILE = "battle.txt"
"""The packet as a file, to be played from at a table (2.1)."""
TITLE, CHANCES = N_("Battle {battle}"), N_("Chances of battle {battle}, settled by dice")
SHARE = N_("{seat} holds the field in {per_cent} % of {tries:,} tries")
LABEL = N_("Estimated from {tries:,} tries with dice of no game, right to within {error} %. EaW-AUTO 1, not SFB.")
LINE = N_("`{mark}` {unit}: {cbpv} CBPV")
LIMITED = N_("{line}; without fire control (SFB D6.68)")
HEAD, NONE = N_("{seat}, {start}"), T_("No battle is being fought.")
ON_MAP = T_(
    "60 by 60 hexes, closed, with a lethal barrier at every edge. Weapon status III for who enters; a survivor has "
    "what it armed. Everybody as fast as the slowest ship of the fleet; from 3030 at speed 10."
)
SURVIVOR = T_(
    "One turn of rest lies between this battle and the last: any repair is made, leftover shuttles, fighters and "
    "seekers are dealt with, nobody leaves. Mines within 5 hexes of where the enemy enters are swept, and a ship of "
    "size 2 to 5 within 10 hexes of it explodes."
)
FORTIFIED = N_(
    "A fortification of {seat} stands here: of its enemies a fleet leaves that has a minesweeper, or another behind it "
    "(EAW-10g)."
)
BLUFF = N_("{ways}; a bluff is available")
WAY = N_("{direction} to {to} by {hexes}")
WAY_COSTS = N_("{direction} to {to} by {hexes} (1 movement point)")
UNTIL = N_("To be reported until {at} ({left}).")
TABLE: tuple[Text, ...] = (
    T_("What moves into the edge is destroyed; a tractor breaks before it could drag a unit there (EAW-19b, 19c)."),
    T_("A ship leaves from a hex of its way out, facing that way, when it is next due to move; not while it holds an "
       "enemy in a tractor beam or is held by one. The first way taken binds the fleet; the enemy may leave by the "
       "same (EAW-21.0.1, 21.0.3, 21a.2, 21a.4)."),
    T_("Boarders aboard a ship that leaves fight on there without help; it arrives whoever holds it (EAW-21a.6)."),
    T_("Repairs by SFB D9.2, D9.4, D14.0 and G17.0 (EAW-22.0). A captive is crewed by D7.5 within D7.55 (EAW-25a.1)."),
    T_("A ship may destroy itself that is its owner's last one not crippled, has enemy boarders, or if all of them are "
       "crippled (EAW-25d)."),
    T_("Each fleet stays until its last ship is destroyed, captured or gone; exactly one fights on each side "
       "(EAW-26b, 19.0.2)."),
    T_("All but crews may be lent in battle. An officer has no effect on a larger ship, and from the third turn after "
       "his move on one that is not (EAW-27a.1, 27a.2). Webs cast now cost nothing and do not last (EAW-31.0.4)."),
)  # fmt: skip
"""What the two admirals play by that is not of SFB (EAW-19 to EAW-27)."""
SHEET, STANDING = T_("Report, to be changed"), T_("The report that stands")
OVERLAY = N_("The map is that of {at}[: {type}].")
UNSTORED = T_("open space with one planet, for this battle alone")
TERRAIN = T_("Empty space; no planet is there.")
OPTIONS = T_("Commander's options, which the other admiral does not see")


def nearest(look: Look) -> Battle | None:
    """The battle that is meant where none is named: the viewer's own first."""
    return min(look.known.battles.values(), key=lambda battle: look.seat not in battle.seats, default=None)


def unit_line(unit: Unit, packet: Packet | None) -> Text:
    """A unit with its mark; for an admiral of the battle, with what it suffered before."""
    line = LINE(mark=term(unit.mark), unit=unit_words(unit), cbpv=term(shown(exact(unit.cbpv))))
    for told in (packet.places, packet.damage) if packet is not None else ():
        line = N_("{line}[; {damage}]")(line=line, damage=term(told.get(unit.mark, "")))
    return LIMITED(line=line) if packet is not None and unit.mark in packet.restricted else line


def overlay(site: Site | None, packet: Packet | None) -> Text:
    """The terrain of a battle: none in a lane; in a system its map type, for the two admirals (EAW-16d, EAW-19d)."""
    if site is None or site.lane:
        return TERRAIN
    return OVERLAY(at=term(site.at), type=NOTHING if packet is None else term(packet.map_type) or UNSTORED)


def options_lines(look: Look, battle: Battle) -> Iterator[Text]:
    """Commander's options left aboard ships there that the viewer knows: his, a moderator's all (2.1, EAW-1e.2)."""
    for unit in battle.units:
        ship = look.known.ships.get(unit.id)
        if ship is not None and (left := things_words(ship.unspent)):
            yield N_("`{mark}` {items}")(mark=term(unit.mark), items=left)


def ways_words(look: Look, force: Force, packet: Packet, side: int) -> Text:
    """The ways out of a force: where they lead, by which hexes, what they cost (2.3)."""
    parts = []
    for way in packet.exits[side]:
        hexes = term("/".join(look.world.pack.entries[way.direction].exits))
        parts.append((WAY_COSTS if way.cost else WAY)(direction=term(way.direction), to=term(way.to), hexes=hexes))
    ways = joined("; ", parts) or T_("none")
    return N_("{seat}: {ways}")(seat=look.name(force.seat), ways=BLUFF(ways=ways) if packet.bluff[side] else ways)


@view(
    "battle", "a battle: the packet to play it from, and the report that stands", ANY_BATTLE, usual=nearest, public=True
)
def battle(look: Look, about: Battle | None) -> Report:
    """The lists are everybody's, commander's options nobody's; the ways out, damage and reports its two admirals'
    (2.1, section 5; EAW-1e.2, EAW-20d, EAW-19d). With what its admirals play by at the table (EAW-19.0.2, EAW-19b,
    EAW-19c, EAW-21.0.1, EAW-21.0.3, EAW-21a.4, EAW-21a.6, EAW-22.0, EAW-25a.1, EAW-25d, EAW-26b, EAW-27a.1, EAW-27a.2,
    EAW-31.0.4), and in the turn of rest after another (EAW-20c.1, EAW-20c.2, EAW-20c.3, EAW-23.0, EAW-26c, EAW-26f).
    """
    if about is None:
        return Report(T_("Battles"), NONE, (), rule="EAW-19.0.1")
    packet, site = look.known.packets.get(about.id), look.known.sites.get(about.site)
    parts = []
    for force in about.forces:
        head = HEAD(seat=look.name(force.seat), start=place_words(force))
        parts.append(Section(head, tuple(unit_line(unit, packet) for unit in force.units)))
    lead = [ON_MAP, overlay(site, packet), NOTHING if about.fresh else SURVIVOR]
    lead.append(flying_words(look, site.adrift) if site is not None else NOTHING)
    lead.append(FORTIFIED(seat=look.name(packet.fort)) if packet is not None and packet.fort else NOTHING)
    lead.append(UNTIL(at=stamp(about.until), left=stamp(about.until, "R")) if about.until is not None else NOTHING)
    if packet is not None:
        ways = tuple(ways_words(look, force, packet, side) for side, force in enumerate(about.forces))
        parts += [Section(T_("Ways out, from turn 3, impulse 16 on"), ways), Section(T_("At the table"), TABLE)]
        if (filing := look.known.filings.get(about.id)) is not None:
            parts.append(Section(STANDING, (whole_report(about, filing),)))
        if lists := tuple(options_lines(look, about)):
            parts.append(Section(OPTIONS, lists))
        marks = "; ".join(f"{unit.mark} here" for unit in about.units)
        parts.append(Section(SHEET, (code(f"report {about.id} to turn 5 with {marks}"),)))
    title, offered = TITLE(battle=term(about.id)), tuple(offers(look, about))
    return Report(title, spaced(*lead), tuple(parts), offered, rule="EAW-20.0.1", file=PACKET_FILE)


def offers(look: Look, battle: Battle) -> Iterator[Suggestion]:
    """Suggestions for the report of a battle: its form, which is filled in with its units and what is
    reported of them; the answer to the other's (2.4, 2.5).
    """
    if battle not in own_battles(look, NOTHING_FOUND):
        return
    filing = look.known.filings.get(battle.id)
    if filing is not None and filing.by != look.seat:
        yield Suggestion(CONFIRM(battle=term(battle.id)), f"confirm {battle.id}", upon=whole_report(battle, filing))
        yield Suggestion(N_("Dispute {battle}")(battle=term(battle.id)), f"/{GROUP.path} dispute")
    yield Suggestion((AMEND if filing is not None else FILE)(battle=term(battle.id)), f"/{FORM}: {battle.id}")


def hints(look: Look) -> Iterator[Suggestion]:
    """Suggestions for the reports of all battles of the viewer."""
    for battle in own_battles(look, NOTHING_FOUND):
        yield from offers(look, battle)


@view("chances", "what would come of a battle that is settled by dice, estimated", ANY_BATTLE, usual=nearest)
def estimate(look: Look, about: Battle | None) -> Report:
    """Each side's share of the tries, if it left at half its strength or as is offered (2.7). Refuses E-AUTH, E-ID."""
    if about is None or about.id not in look.known.packets:
        if about is not None and look.own not in about.seats:
            look.no(Code.E_AUTH, T_("Only the two admirals of a battle see its chances."), "EAW-1e")
        return Report(T_("Chances"), NONE, (), rule="EAW-30.0")
    packet = look.known.packets[about.id]
    terms, chance = auto.offered(look.known, about), Chance("chances", about.id)
    found = auto.chances(about, packet, terms, lambda label, sides: 1 + chance.below(sides), look.world.tries)
    shares = ((look.name(seat), found.per_cent(side)) for side, seat in enumerate(about.seats))
    lines = tuple(SHARE(seat=seat, per_cent=per_cent, tries=found.tries) for seat, per_cent in shares)
    label = LABEL(tries=found.tries, error=term(shown(found.error)))
    return Report(CHANCES(battle=term(about.id)), label, (Section(T_("Who holds the field"), lines),), rule="EAW-30.0")

"""What a seat may ask to see: the season, its orders, its fleets, its treasury, the map."""

from __future__ import annotations

from engine.eaw.figures import exact, shown
from engine.eaw.look import STEPS, Look
from engine.eaw.nouns import own_fleets, where
from engine.eaw.season.plot import projected
from engine.eaw.state import Step
from engine.noun import NOTHING_FOUND as NO_FIELDS
from engine.report import Report, Section
from engine.text.message import N_, NOTHING, T_, Text, joined, listed, name, stamp, term
from engine.view import view

SEASON = N_("{date}: {step}")
UNTIL = N_("Until {at} ({left}).")
STANDING = N_("{empire}: {vp} victory points{note}")
SEALED, GONE = T_(", orders sealed"), T_(", out")
MINE = N_("You have {mp} movement points and {treasury} BPV.")


@view("turn", "the season, its deadline, and how the empires stand", public=True, hinted=True)
def turn(look: Look, about: None) -> Report:
    """The season and what it waits for; victory points are everybody's to see (section 5)."""
    known = look.known
    lines = []
    for seat, empire in known.empires.items():
        note = GONE if not empire.alive else SEALED if empire.sealed and known.step is Step.PLOT else NOTHING
        lines.append(STANDING(empire=look.name(seat), vp=term(shown(exact(empire.vp))), note=note))
    lead = [UNTIL(at=stamp(known.until), left=stamp(known.until, "R"))] if known.until is not None else []
    if look.seat in known.realms:
        lead.append(MINE(mp=look.mine.mp, treasury=look.mine.treasury))
    title = SEASON(date=look.date, step=STEPS[known.step])
    return Report(title, joined(" ", lead), (Section(T_("Empires"), tuple(lines)),), rule="EAW-2.0")


ORDER, FREE, REFUSED = N_("{number}. {line} (slot {slot})"), N_("{number}. {line}"), N_("{text}: {why}")
LEFT = N_("{left} of {mp} movement points and {treasury} BPV are left.")


@view("orders", "your orders of the season, and what they leave", hinted=True)
def orders(look: Look, about: None) -> Report:
    """Each line with its slot, and what is left as far as can be foreseen (section 4)."""
    ahead = projected(look)
    lines = []
    for one in ahead.plan:
        number, line = one.place + 1, name(one.line)
        text = ORDER(number=number, line=line, slot=one.first) if one.price else FREE(number=number, line=line)
        if one.refusal is not None:
            text = REFUSED(text=text, why=name(one.refusal.sentence))
        lines.append(text)
    lead = LEFT(left=ahead.left, mp=look.mine.mp, treasury=ahead.look.mine.treasury)
    there = tuple(_fleets(ahead.look))
    parts = (Section(T_("Orders"), tuple(lines) or (T_("None yet."),)), Section(T_("Where fleets will be"), there))
    return Report(T_("Orders of the season"), lead, parts, rule="EAW-4.0")


FLEET = N_("**{number}** {where}: {ships}; {strength} CBPV")


def _fleets(look: Look) -> list[Text]:
    found = []
    for fleet in own_fleets(look, NO_FIELDS):
        ships = look.known.crew(fleet.id)
        found.append(
            FLEET(
                number=fleet.number,
                where=term(where(fleet)),
                ships=listed(name(ship.name) for ship in ships),
                strength=term(shown(look.world.strength(look.known, ships))),
            )
        )
    return found


@view("fleets", "your fleets, where they are, and what is in them")
def fleets(look: Look, about: None) -> Report:
    """The viewer's own fleets, which nobody else sees (EAW-1b)."""
    return Report(T_("Your fleets"), NOTHING, (Section(T_("Fleets"), tuple(_fleets(look))),), rule="EAW-1b")


ENTRY = N_("{amount:+} {what}")


@view("treasury", "your treasury, and what came in and went out")
def treasury(look: Look, about: None) -> Report:
    """Every sum of this season and the last, to the BPV (register 0.2)."""
    lines = tuple(ENTRY(amount=line.amount, what=term(line.what)) for line in look.mine.ledger)
    lead = HELD(treasury=look.mine.treasury)
    return Report(T_("Your treasury"), lead, (Section(T_("This season and the last"), lines),), rule="EAW-3c.1")


HELD = N_("The treasury holds {treasury} BPV.")

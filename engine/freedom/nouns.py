"""Nouns of Freedom in the Galaxy: environs, units and characters as orders name them, and forces that attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.freedom.data.pack import Code
from engine.freedom.look import Look
from engine.freedom.state import Environ, Kind, Paying, Person, Ship, Unit
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Noun, Several, value
from engine.orders import Option
from engine.text.message import N_, NOTHING, OR, Message, drawn, listed, term

T = TypeVar("T")

NO_SUCH = N_("There is no {what} “{given}” here.")


def unknown(
    what: str, says: Message = NO_SUCH, code: Code = Code.E_NAME, rule: str = "FITG-GEN-03"
) -> Callable[[Look, str, str], Refused]:
    """The refusal of the name of nothing, with what was likely meant (register, Orders)."""
    return lambda look, given, hint: Refused(code, {"why": says(what=term(what), given=term(given))}, rule, hint)


def called(piece: Any) -> str:  # of any kind that has an id or a name
    """Name of a piece, of a place, or of something of the pack."""
    named: str = piece.id if hasattr(piece, "id") else piece.name
    return named


def noun(
    what: str, among: Callable[[Look, Found], Iterable[T]] | str, label: Callable[[Look, T], str] | None = None
) -> Noun[Look, T]:
    """The noun of things that are called by their ids or names: "a unit of yours"."""
    return Noun(what, among, lambda thing: (called(thing),), label, unknown=unknown(what.partition(" ")[2]))


ENVIRON: Noun[Look, Environ] = noun(
    "an environ",
    "environs",
    lambda look, environ: N_("{environ}, size {size}")(environ=term(environ.id), size=environ.size),
)
"""An area of a planet of the scenario."""


def unit_label(look: Look, unit: Unit) -> str:
    """A unit in a menu."""
    kind = look.world.kind(unit)
    return f"{unit.id}: {kind.first}-{kind.second}, {unit.environ}"


PERSON = N_("{person}: combat {combat} of {whole}, {left} of {boxes} boxes, {environ}")


def person_label(look: Look, person: Person) -> str:
    """A character in a menu: combat now, boxes left, where it is."""
    card = look.world.card(person)
    return PERSON(
        person=drawn(person.name),
        combat=look.world.combat(person),
        whole=card.combat,
        left=look.world.boxes(person),
        boxes=card.endurance,
        environ=term(person.environ),
    )


def piece_label(look: Look, piece: Unit | Person | Ship) -> str:
    """A piece in a menu."""
    return f"{called(piece)}, {piece.environ}"


def own_units(look: Look, found: Found = NOTHING_FOUND) -> list[Unit]:
    """The units of the viewer's side."""
    return [unit for unit in look.known.units.values() if unit.side is look.side]


def own_people(look: Look, found: Found = NOTHING_FOUND) -> list[Person]:
    """The free characters of the viewer's side, by card number."""
    return look.world.in_order(one for one in look.known.people.values() if one.side is look.side and one.free)


def not_mine(look: Look, given: str, found: Found) -> Refused | None:
    """E_OWNER for a piece of the other side's, one that is dead or captive, and one of another kind (FITG-CHR-40)."""
    wanted = given.strip().casefold()
    unit = next((unit for id, unit in look.known.units.items() if id.casefold() == wanted), None)
    piece: Unit | Person | None = look.person(given) or unit
    if piece is None:
        return None
    if piece.side is not look.side:
        why = N_("{given} is the other side's.")
    elif isinstance(piece, Unit):
        why = N_("{given} is a unit.")
    else:
        why = N_("{given} is not asked about.") if piece.free else N_("{given} is {status}.")
    status = NOTHING if isinstance(piece, Unit) else term(piece.status)
    return no(Code.E_OWNER, why, "FITG-CHR-40", given=given, status=status)


def _spared(look: Look, given: str, found: Found) -> Refused | None:
    """E_ALLOC for a free character, who pays for no loss: a leader, or another rider (FITG-ENV-12, FITG-ENV-18)."""
    person = look.person(given)
    if person is None or not person.free or person.side is not look.side:
        return not_mine(look, given, found)
    leads = any(isinstance(task, Paying) and person.name in task.leaders.values() for task in look.known.agenda)
    why = N_("{person} is a character, and units alone pay.")
    return no(Code.E_ALLOC, why, "FITG-ENV-12" if leads else "FITG-ENV-18", person=person.name)


OWN_UNIT = noun("a unit of yours", own_units, unit_label).but(stranger=_spared)
"""A unit of the viewer's side."""
OWN_PERSON = noun("a character of yours", own_people, person_label).but(stranger=not_mine)
"""A free character of the viewer's side."""
ANY_PERSON = noun("a character", lambda look, found: look.world.in_order(look.known.people.values()), person_label)
"""Any character of the game."""


def everybody(look: Look, words: str) -> list[Person] | None:
    """All whom the viewer is asked about, for "all"."""
    return asked_about(look) if words.casefold() == "all" and look.ask is not None else None


def asked_about(look: Look, found: Found = NOTHING_FOUND) -> list[Person]:
    """The characters that the viewer's side may pick in answer to what it is asked."""
    return [look.known.people[option] for option in look.options if option in look.known.people]


UNITS_OF = Several(OWN_UNIT, "units of yours, with commas")
PEOPLE_OF = Several(OWN_PERSON, "characters of yours, with commas", groups=everybody)


SENT_BY_CARDS = {"creatures": "FITG-CRE-01", "creature": "FITG-CRE-01", "locals": "FITG-CRE-02"}
"""Forces that no order sends, by their words, each with its rule."""


def forces(look: Look, found: Found = NOTHING_FOUND) -> list[Option]:
    """The kinds of forces of which the viewer's side is asked to say one; none where it is asked something else."""
    ways = dict.fromkeys(way.split()[0] for way in look.options if way)
    return [Option(way) for way in ways if way in set(Kind)]


@value("a force", forces)
def whom_to_send(look: Look, words: str, found: Found) -> Kind | None:
    """The kind of force, one of those at hand. Refuses `E_TYPE`."""
    kinds = [force.value for force in forces(look)]
    given = words.strip().casefold()
    if not given and kinds:
        return Kind(kinds[0])
    if given in SENT_BY_CARDS:
        why = N_("“{given}” come by a drawn card alone; attack with {kinds}.")
        look.no(Code.E_TYPE, why, SENT_BY_CARDS[given], given=term(given), kinds=listed(map(term, kinds), OR))
    if given not in kinds:
        why = N_("The attacking force is one of {kinds}, and never mixed, not “{words}”.")
        look.no(Code.E_TYPE, why, "FITG-CHR-12", kinds=term(", ".join(kinds)), words=words)
    return Kind(given)

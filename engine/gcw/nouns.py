"""Nouns of a campaign: units of one's own and contacts, as orders of all chapters name them. Rulebook: GCW-SCN-18."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.gcw.acting import GONE_FOR_GOOD, contact_named, place, unable
from engine.gcw.figures.damage import Act, target_ok
from engine.gcw.look import Look
from engine.gcw.sight.aims import aims, aims_anywhere
from engine.gcw.sight.contacts import held_of, is_target
from engine.gcw.state import NOBODY, Contact, Unit, located
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Noun, Test
from engine.orders import Option
from engine.text.names import shown


def own_units(look: Look, found: Found = NOTHING_FOUND) -> Iterator[Unit]:
    """The seat's own units, those on a grid first."""
    units = look.own()
    yield from (unit for unit in units if unit.on_grid)
    yield from (unit for unit in units if not unit.on_grid)


def unit_label(look: Look, unit: Unit) -> str:
    """An own unit in a menu."""
    place = f"{unit.system} {unit.cell}" if unit.on_grid else "aboard" if unit.docked else "in hyperspace"
    return f"{unit.name} ({unit.code}, {place})"


def exactly(look: Look, name: str, found: Found) -> Unit | None:
    """The own unit of exactly this name: in a large fleet folding every name takes long."""
    return next((unit for unit in look.own() if unit.name == name), None)


def owned(look: Look, name: str, found: Found) -> Unit | None:
    """The own unit of this name, also where a menu leaves it out."""
    wanted = name.casefold()
    return exactly(look, name, found) or next((unit for unit in look.own() if unit.name.casefold() == wanted), None)


def somebody_elses(look: Look, name: str, found: Found) -> Refused | None:
    """NOT_OWNER for the name of a contact: the player knows it to be another's."""
    wanted = name.strip().casefold()
    for contact in look.contacts():
        if wanted in (contact.name.casefold(), contact.alias.casefold()):
            return Refused("NOT_OWNER", {"unit": shown(contact.label)})
    return None


OWN: Noun[Look, Unit] = Noun(
    "a unit of yours",
    own_units,
    lambda unit: (unit.name,),
    unit_label,
    unknown="NO_UNIT",
    stranger=somebody_elses,
    exact=exactly,
)
"""A unit of the player's."""


class Acting(Noun[Look, Unit]):
    """A unit that acts, in whose place a line may name several: a formation, a kind, a list; there is then a line for
    each (GCW-TRN-04).
    """

    def options(self, look: Look, found: Found, typed: str) -> Iterator[Option]:
        """Formations first."""
        for name, members in look.known.formations.get(look.viewer, {}).items():
            yield Option(name, f"{name}: formation of {len(members)} units")
        yield from super().options(look, found, typed)


ACTOR = Acting(
    "a unit of yours",
    own_units,
    lambda unit: (unit.name,),
    unit_label,
    unknown="NO_UNIT",
    stranger=somebody_elses,
    exact=exactly,
)
"""A unit of the player's, or several that do the same."""


def aimed_at(look: Look, found: Found = NOTHING_FOUND) -> Iterable[Contact]:
    """What may be aimed at by what the viewer knows of it: of the system where the unit stands, if one was named."""
    unit = found.get("unit")
    if isinstance(unit, Unit):
        return aims(look.world, look.known, look.viewer, place(look.known, unit).system)
    return aims_anywhere(look.world, look.known, look.viewer)


def contact_label(look: Look, contact: Contact) -> str:
    """A contact in a menu: what is known of it and where."""
    what = look.world.class_text(contact.code) if contact.code else "unknown class"
    whose = f" of {contact.owner}" if contact.owner != NOBODY else ""
    name = f"{contact.name}, " if contact.name else ""
    return f"{contact.alias}: {name}{what}{whose} at {contact.cell}"


def ones_own(look: Look, name: str, found: Found) -> Refused | None:
    """OWN_TARGET for the name of a unit of the viewer's own."""
    wanted = name.strip().casefold()
    if any(wanted == unit.name.casefold() for unit in look.own()):
        return Refused("OWN_TARGET", {"unit": shown(name)})
    return None


CONTACT: Noun[Look, Contact] = Noun(
    "a contact",
    aimed_at,
    lambda contact: (contact.label, contact.alias),
    contact_label,
    unknown="TARGET_UNKNOWN",
    stranger=ones_own,
    exact=lambda look, words, found: contact_named(look.known, look.viewer, words),
    keeps=lambda contact: contact.alias,
)
"""A unit of another's, by the alias that it has for the viewer, or by its name; kept by the alias, which stays."""


def behind(look: Look, contact: Contact) -> Unit | None:
    """The unit that a contact is, where whoever holds this state knows it: the referee does (GCW-SCN-18)."""
    binding = held_of(look.known, look.viewer, contact)
    unit = look.known.units.get(binding.unit) if binding is not None else None
    return located(look.known, unit) if unit is not None else None


def in_sight(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Those that may still be attacked: "no such unit" and "you cannot see it" are one answer (GCW-SCN-18)."""
    gone = Refused("TARGET_GONE", {"target": shown(contact.label)})
    if contact.gone in GONE_FOR_GOOD or target_ok(contact.status) is not None:
        return gone
    if not is_target(look.known, look.world, look.viewer, contact):
        return Refused("TARGET_UNKNOWN", {"name": shown(contact.label), "hint": ""}, rule="GCW-SCN-18")
    unit = behind(look, contact)
    return gone if unit is not None and target_ok(unit.status) is not None else None


def foreign(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Those that are not one's own."""
    unit = behind(look, contact)
    if (contact if unit is None else unit).owner == look.seat:
        return Refused("OWN_TARGET", {"unit": shown(contact.label)})
    return None


TARGET = CONTACT.that(in_sight, foreign)
"""What one may attack, wherever it is."""


def can(act: Act) -> Test[Look, Unit]:
    """Those that can do that where they are, in their state (GCW-DMG-09, -12, -17, GCW-GAL-05)."""
    return lambda look, unit, found: unable(look, unit, act)


def no_system(look: Look, name: str, hint: str) -> Refused:
    """ROUTE_INVALID, with the system that was likely meant (GCW-GAL-01)."""
    detail = f"there is no system “{name}”"
    return Refused("ROUTE_INVALID", {"detail": f"{detail} ({hint[0].lower()}{hint[1:]})" if hint else detail})


def system_found(look: Look, name: str, found: Found) -> str | None:
    """A system by its name, whatever its case, or by the beginning of one."""
    known = look.world.pack.find_system(name)
    return known.name if known is not None else None


SYSTEM: Noun[Look, str] = Noun(
    "a system",
    lambda look, found: look.world.pack.systems,
    lambda system: (system,),
    unknown=no_system,
    exact=system_found,
)
"""A world of the galaxy map, by its name."""

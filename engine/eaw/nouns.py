"""Things that orders of a campaign name: fleets, ships, docks, systems, designs. Found in what the author knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, get_args, get_type_hints

from pydantic import Field

from engine.eaw.data.maps import Lane
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Design
from engine.eaw.figures import shown
from engine.eaw.look import Look
from engine.eaw.state import Base, Dock, Empire, Fleet, Settings, Ship
from engine.eaw.world import TABLE_WHOLE
from engine.look import Refused, no
from engine.noun import Found, Noun, Offered, Value
from engine.orders import Option
from engine.text.message import N_, NN_, NOTHING, T_, Text, drawn, term

Unknown = Callable[[Look, str, str], Refused]
UNKNOWN = N_("You know no {what} “{name}”.[ {hint}]")


def unknown(what: str, rule: str = "EAW-4.0") -> Unknown:
    """Refusal of the name of nothing: E-ID, with what was likely meant; until version 5 that is in the sentence, which
    is recorded with an order that is lost.
    """

    def refused(look: Look, name: str, hint: str) -> Refused:
        if hint and look.world.version < TABLE_WHOLE:
            return Refused(Code.E_ID, {"why": UNKNOWN(what=term(what), name=term(name), hint=term(hint))}, rule)
        return Refused(Code.E_ID, {"why": UNKNOWN(what=term(what), name=term(name), hint=NOTHING)}, rule, hint)

    return refused


def own_fleets(look: Look, found: Found) -> list[Fleet]:
    """The viewer's fleets, by number."""
    return sorted((one for one in look.known.fleets.values() if one.owner == look.seat), key=lambda fleet: fleet.number)


PLACES = {"system": N_("at {at}"), "lane": N_("in lane {lane}"), "hyper": N_("bound for {bound}")}


def where(fleet: Fleet) -> Text:
    """Place of a fleet, in a menu."""
    return PLACES[fleet.place](at=term(fleet.at), lane=term(fleet.lane), bound=term(fleet.bound))


FLEET = NN_(
    "{number}: {where}, {ships} ship, {strength} CBPV", "{number}: {where}, {ships} ships, {strength} CBPV", "ships"
)


def fleet_label(look: Look, fleet: Fleet) -> str:
    """A fleet in a menu: its number, where it is, its ships and strength."""
    ships = look.known.crew(fleet.id)
    strength = shown(look.world.strength(look.known, ships))
    return FLEET(number=fleet.number, where=where(fleet), ships=len(ships), strength=term(strength))


OWN_FLEET: Noun[Look, Fleet] = Noun(
    "a fleet of yours",
    own_fleets,
    lambda fleet: (str(fleet.number), f"fleet {fleet.number}"),
    fleet_label,
    unknown=unknown("fleet of yours"),
    exact=lambda look, words, found: (
        look.known.fleets.get(f"{look.seat}:{int(words)}")
        if look.seat is not None and words.isascii() and words.isdigit() and len(words) <= 3
        else None
    ),
)


def _to_join(look: Look, found: Found) -> Iterator[Option]:
    """Fleets that ships could join where their fleet or dock is, and the number of a new one."""
    leaving, own = found.get("fleet"), own_fleets(look, found)
    at = getattr(leaving or found.get("dock"), "at", "")
    for fleet in own:
        if (leaving is None or fleet.id != leaving.id) and fleet.at == (at or fleet.at):
            yield Option(str(fleet.number), fleet_label(look, fleet))
    new = next(number for number in range(1, 1000) if number not in {fleet.number for fleet in own})
    yield Option(str(new), str(N_("{number}: a new fleet")(number=new)))


Joined = Annotated[int, Offered("a fleet of yours, or a new one", _to_join), Field(ge=1, le=99, examples=[7])]
"""The number of a fleet that ships join."""


def own_ships(look: Look, found: Found) -> Iterable[Ship]:
    """The viewer's ships: those of a fleet that an earlier field named, else all."""
    fleet = found.get("fleet")
    ships = (ship for ship in look.known.ships.values() if ship.owner == look.seat)
    return [ship for ship in ships if fleet is None or ship.fleet == fleet.id]


OWN_SHIP: Noun[Look, Ship] = Noun(
    "a ship of yours",
    own_ships,
    "name",
    lambda look, ship: N_("{ship} ({design}), fleet {fleet}")(
        ship=drawn(ship.name), design=term(ship.design), fleet=term(ship.fleet.rpartition(":")[2])
    ),
    unknown=unknown("ship of yours there"),
)


OWN_DOCK: Noun[Look, Dock] = Noun(
    "a dock (FRD) of yours",
    lambda look, found: [dock for dock in look.known.docks.values() if dock.owner == look.seat],
    lambda dock: (str(dock.number), f"dock {dock.number}"),
    lambda look, dock: N_("{dock}: at {at}")(dock=dock.number, at=term(dock.at)),
    unknown=unknown("dock of yours"),
)


def own_bases(look: Look, found: Found) -> list[Base]:
    """The viewer's bases."""
    return [base for base in look.known.bases.values() if base.owner == look.seat]


OWN_BASE: Noun[Look, Base] = Noun(
    "a base of yours",
    own_bases,
    lambda base: (base.id.rpartition(":")[2],),
    lambda look, base: f"{base.id.rpartition(':')[2]}, {base.state}",
    unknown=unknown("base of yours"),
)


SYSTEM: Noun[Look, str] = Noun(
    "a system",
    lambda look, found: look.known.systems,
    lambda id: (id,),
    unknown=unknown("system", "EAW-1a"),
    exact=lambda look, words, found: words if words in look.known.systems else None,
)


def lane_to(look: Look, words: str, found: Found) -> Lane:
    """The lane to a system, from where the fleet or dock of an earlier field is. Refuses E-LANE (EAW-1a)."""
    at = getattr(found.get("fleet") or found.get("dock"), "at", "nowhere")
    lane = look.known.lane(at, words) or look.known.lane(at, SYSTEM.named(look, words))
    if lane is None:
        ends = ", ".join(look.known.beside(at)) or T_("nowhere")
        why = N_("From {at} lanes lead to {ends}, none to {words}.")
        look.no(Code.E_LANE, why, "EAW-1a", at=at, ends=ends, words=words.strip())
    return lane


def lane_options(look: Look, found: Found) -> Iterable[Option]:
    """The systems one lane away, with the direction."""
    at = getattr(found.get("fleet") or found.get("dock"), "at", "")
    return [Option(lane.far(at), f"{lane.far(at)} ({lane.leaves(at)})") for lane in look.known.lanes(at)]


LANE: Value[Look, Lane] = Value("a system one lane away", lane_to, lane_options)
OFFICER = Offered[Look](
    "an officer aboard",
    lambda look, found: [Option(one.kind) for one in getattr(found.get("ship"), "officers", ())],
)
Aboard = Annotated[str, OFFICER, Field(max_length=20, examples=["captain"])]
"""The kind of an officer aboard."""


def design_label(look: Look, design: Design) -> str:
    """A design in a menu: its prices and size."""
    return N_("{design}: {ebpv} BPV, CBPV {cbpv}, {size}, {yis}")(
        design=term(design.name), ebpv=design.ebpv, cbpv=design.cbpv, size=term(f"SC{design.sc}"), yis=design.yis
    )


def own_designs(look: Look, found: Found) -> list[Design]:
    """The designs that the viewer's race builds; those in service first."""
    every = look.world.buildable(look.known, look.empire.race) if look.empire is not None else ()
    return sorted(every, key=lambda design: not look.world.in_service(look.known, design))


def foreign(look: Look, words: str, found: Found) -> Refused | None:
    """Refuses E-RACE a design of another race (EAW-2b)."""
    wanted, every = words.strip().casefold(), look.world.pack.designs.values()
    design = next((design for design in every if wanted in (design.code.casefold(), design.name.casefold())), None)
    if design is None:
        return None
    return no(Code.E_RACE, N_("{design} is a design of the {race}."), "EAW-2b", design=design.name, race=design.race)


OWN_DESIGN: Noun[Look, Design] = Noun(
    "a design of your race",
    own_designs,
    lambda design: (design.name, design.code),
    design_label,
    unknown=unknown("design", "EAW-2d.1"),
    stranger=foreign,
)
EMPIRE: Noun[Look, Empire] = Noun(
    "an empire", "empires", "seat", lambda _, one: f"{one.seat} ({one.race})", unknown=unknown("empire", "EAW-29.0.1")
)


def setting_value(field: str, words: str, rule: str) -> bool | int | str | Refused:
    """The value of a setting (register 0.3) that words say, or why it is none."""
    kind = get_type_hints(Settings)[field]
    given, listed = words.strip(), get_args(kind)
    value: bool | int | str
    if kind is bool:
        right, value, why = given in ("yes", "no"), given == "yes", N_("“{field}” is yes or no, not {given}.")
    elif kind is int:
        right = given.isascii() and given.isdigit() and len(given) <= 6
        value, why = int(given) if right else 0, N_("“{field}” is a whole number, not {given}.")
    else:
        right, value, why = not listed or given in listed, given, N_("“{field}” is one of {values}, not {given}.")
    if right:
        return value
    return no(Code.E_VALUE, why, rule, field=field.replace("_", "-"), values=", ".join(listed), given=given)

"""News from inside ships: boarders, fights, captures, crews that leave. Rulebook: GCW-BRD, GCW-DMG-14, -16, -18."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Fact, Seat
from engine.gcw.boarding.capture import MAIN
from engine.gcw.boarding.interior import crew_class, squads_of
from engine.gcw.facts import (
    CameAboard,
    CaptureWaits,
    CrewHurt,
    DutySet,
    FoesCounted,
    FoughtAboard,
    HeroHurt,
    Intruders,
    LeftAboard,
    PodsAway,
    PodsLanded,
    PresetSet,
    SquadsHurt,
    Taken,
    TookOff,
    Yielded,
)
from engine.gcw.facts.boarding import Clash
from engine.gcw.state import CREW, NOBODY, Foes, Pod, Preset, State, Unit
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import class_words, contact_at, counted, decimal, grouped, listed, player
from engine.gcw.world import HERO
from engine.report import News
from engine.text.names import shown


def inside_ships(heard: Heard, fact: Fact[State]) -> News | None:
    """Who comes aboard, who fights, what is left."""
    match fact:
        case CameAboard(units, heroes, _, alias):
            ship = contact_at(heard.known, seat_of(heard), alias)
            return ruled(
                f"**{people(heard, units, heroes)}** are aboard {ship}: they may fight in the same turn.",
                "GCW-BRD-01",
                decides=True,
            )
        case TookOff(units, heroes, alias, craft):
            ship = contact_at(heard.known, seat_of(heard), alias)
            return ruled(f"{people(heard, units, heroes)} left {ship} with {heard.name(craft)}.", "GCW-BRD-01")
        case Intruders(ship, seat, squads, left):
            where, who = f"**{heard.name(ship)}**", f"{squads_words(heard, squads)} of {player(seat)}"
            text = f"Out of {where} go {who}." if left else f"{where} is boarded by {who}."
            return ruled(text, "GCW-BRD-01", decides=True)
        case FoesCounted(foes):
            return ruled(counting(heard, foes), "GCW-BRD-02")
        case FoughtAboard(seat, ship, clashes):
            where = heard.name(ship) if ship in heard.known.units else contact_at(heard.known, seat, ship)
            lines = [clash(heard, ship, one) for one in clashes] or ["they find nobody to fight."]
            return ruled(f"Your people in **{where}**: {' '.join(lines)}", "GCW-BRD-02", decides=True)
        case _:
            return hurt_inside(heard, fact)


def hurt_inside(heard: Heard, fact: Fact[State]) -> News | None:
    """What one's own people inside a ship lost."""
    match fact:
        case CrewHurt(ship, damage, crew, by):
            unit = heard.known.units.get(ship)
            code = crew_class(heard.world, heard.known, unit.owner) if unit is not None else ""
            left = counted(squads_of(heard.world, code, crew), "squad") if code else "some"
            return ruled(
                f"The crew of **{heard.name(ship)}** lost **{damage:,}** hit points to the people of {player(by)}; "
                f"left: {left}, {crew:,} hit points.",
                "GCW-BRD-02",
                decides=True,
            )
        case SquadsHurt(unit_id, damage, left_points, by):
            found = heard.known.units.get(unit_id)
            squads = squads_of(heard.world, found.code, left_points) if found is not None else 0
            return ruled(
                f"**{heard.name(unit_id)}** lost **{damage:,}** hit points inside the ship to the people of "
                f"{player(by)}; left: {counted(squads, 'squad')}, {left_points:,} hit points.",
                "GCW-BRD-02",
                decides=True,
            )
        case HeroHurt(hero, damage, _, by):
            known = heard.known.heroes.get(hero)
            name = shown(known.name) if known is not None else "Your hero"
            return ruled(
                f"**{name}** lost **{damage:,}** hit points to the people of {player(by)}.", "GCW-G2H-01", decides=True
            )
        case _:
            return None


def prizes(heard: Heard, fact: Fact[State]) -> News | None:
    """Ships that change hands, and the room for them."""
    match fact:
        case Taken(_, units, _, _, loser):
            return ruled(taken(heard, units, loser), "GCW-BRD-03", decides=True)
        case Yielded(_, _, names, to, abandoned):
            rule = "GCW-BRD-03" if to else "GCW-DMG-16"
            return ruled(yielded(names, to, abandoned=abandoned), rule, decides=True)
        case LeftAboard(units, _, alias):
            ship = contact_at(heard.known, seat_of(heard), alias)
            staying = listed(heard.name(one) for one in units)
            stay = "stays" if len(units) == 1 else "stay"
            return ruled(f"{staying} {stay} in {ship}; an auxiliary craft can take them off.", "GCW-DMG-14")
        case CaptureWaits(seat, alias, cp, pdf, main, capacity):
            ship = contact_at(heard.known, seat, alias)
            return ruled(
                f"Your boarders hold **{ship}**, which is derelict: no command room for the captured ship ({cp} CP): "
                f"PDF {pdf}/{capacity}, main {main}/{capacity}. It is yours as soon as there is room.",
                "GCW-BRD-05",
                decides=True,
            )
        case PresetSet(_, preset):
            return ruled(preset_words(heard, preset), "GCW-BRD-05")
        case DutySet(units, system):
            moved = listed(heard.name(one) for one in units)
            are = "is" if len(units) == 1 else "are"
            where = f"on PDF duty for {system}" if system else "in your main fleet"
            return ruled(f"{moved} {are} now {where}.", "GCW-BRD-05", decides=True)
        case PodsAway(ship, pod, heroes):
            return ruled(pods_away(heard, ship, pod, heroes), "GCW-DMG-14", decides=True)
        case PodsLanded(_, unit):
            return ruled(
                f"**{shown(unit.name)}** ({counted(unit.count, 'squad')} of {class_words(heard.world, unit.code)}) "
                f"stands at {unit.system} {unit.cell}.",
                "GCW-DMG-14",
                decides=True,
            )
        case _:
            return None


def seat_of(heard: Heard) -> Seat:
    """Whose words these are; nobody's for the public, who hear none of them."""
    return heard.seat if heard.seat is not None else NOBODY


def people(heard: Heard, units: tuple[str, ...], heroes: tuple[str, ...]) -> str:
    """Stacks and heroes of the hearer's by name."""
    known = heard.known
    stacks = [
        f"{heard.name(one)} ({counted(heard.world.squads(known.units[one].code, known.units[one].pools), 'squad')})"
        for one in units
        if one in known.units
    ]
    return listed((*stacks, *(shown(known.heroes[one].name) for one in heroes if one in known.heroes))) or "Your people"


def squads_words(heard: Heard, squads: Mapping[str, int]) -> str:
    """Squads by class: "20 squads of Stormtrooper (STM) and a hero"."""
    parts = []
    for code, number in squads.items():
        if code.startswith(HERO):
            parts.append(f"a hero ({heard.world.spec(code).name})")
        else:
            parts.append(f"{counted(number, 'squad')} of {class_words(heard.world, code)}")
    return listed(parts)


def crew_code(heard: Heard, ship: str) -> str:
    """The class of the crew that is fought in a ship, as the hearer knows: in its own ship none is."""
    contact = heard.known.contacts_of(seat_of(heard)).get(ship)
    return crew_class(heard.world, heard.known, contact.owner if contact is not None else NOBODY)


def foe_words(heard: Heard, ship: str, label: str, points: int) -> str:
    """Foes with their strength as far as it is known."""
    if label.startswith(HERO):
        return f"a hero ({heard.world.spec(label).name}), {points:,} hit points"
    code = crew_code(heard, ship) if label == CREW else label
    what = "its crew" if label == CREW else class_words(heard.world, code)
    return f"{what}, at most {counted(squads_of(heard.world, code, points), 'squad')} ({points:,} hit points)"


def counting(heard: Heard, foes: Foes) -> str:
    """Whom the hearer has to fight in a ship."""
    own = foes.ship in heard.known.units
    where = heard.name(foes.ship) if own else contact_at(heard.known, foes.seat, foes.ship)
    if not foes.points:
        return f"Nobody is known to be against you in {where} any more."
    known = listed(foe_words(heard, foes.ship, label, points) for label, points in foes.points.items())
    return f"Against you in {where}, as far as you know: {known}."


def clash(heard: Heard, ship: str, one: Clash) -> str:
    """A total of squads against one lot of foes, with its arithmetic."""
    if one.foe.startswith(HERO):
        foe = f"a hero ({heard.world.spec(one.foe).name})"
    else:
        foe = "the crew" if one.foe == CREW else class_words(heard.world, one.foe)
    left = f"at most {one.left:,} hit points left" if one.left else "nobody of them is left"
    return (
        f"{one.by} against {foe}: {one.raw:,} raw × {decimal(one.quotient)} (UCR {one.attack} "
        f"against {one.defence}) = **{one.damage:,}**; {left}."
    )


def taken(heard: Heard, units: tuple[Unit, ...], loser: Seat) -> str:
    """A prize with what is in it, and the fleet that it joins."""
    ship, cargo = units[0], units[1:]
    whose = f" of {player(loser)}" if loser else ", which was nobody's,"
    fleet = f"the PDF of {ship.duty}" if ship.duty else "your main fleet"
    points = heard.world.cp_of(ship)
    aboard = f", with {grouped(cargo)} in it" if cargo else ""
    what = class_words(heard.world, ship.code)
    return (
        f"You captured **{shown(ship.name)}**{whose} at {ship.system} {ship.cell}: {what}"
        f"{aboard}. It joins {fleet} ({points} CP)."
    )


def yielded(names: tuple[str, ...], to: Seat, *, abandoned: bool) -> str:
    """A ship that is the hearer's no longer."""
    ship, cargo = shown(names[0]), names[1:]
    lost = f" {listed(shown(name) for name in cargo)} went with it." if cargo else ""
    if to != NOBODY:
        return f"**{ship}** was captured by {player(to)}.{lost}"
    why = "its crew has left it" if abandoned else "its crew is lost"
    return f"**{ship}** is a derelict of nobody's now: {why}.{lost}"


def preset_words(heard: Heard, preset: Preset) -> str:
    """Where captured ships go."""
    if preset.to != MAIN:
        return "Ships that you capture go on PDF duty where you capture them, else into your main fleet if it has room."
    moved = listed(heard.name(one) for one in preset.moves if one in heard.known.units)
    go = "goes" if len(preset.moves) == 1 else "go"
    making = f"; {moved} {go} on PDF duty there if room is needed" if moved else ""
    return f"Ships that you capture go into your main fleet{making}; else on PDF duty where you capture them."


def pods_away(heard: Heard, ship: str, pod: Pod, heroes: tuple[str, ...]) -> str:
    """A crew on its way to the ground."""
    squads = counted(squads_of(heard.world, pod.code, pod.hp), "squad")
    with_them = listed(shown(heard.known.heroes[one].name) for one in heroes if one in heard.known.heroes)
    also = f", {with_them} with them," if with_them else ""
    return (
        f"**{heard.name(ship)}** is abandoned: {squads} of its crew{also} are in escape pods, and stand at "
        f"{pod.system} {pod.cell} when your next turn begins."
    )

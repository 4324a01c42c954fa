"""News of the campaign at large: players and their setup, heroes, treasuries, owners of systems, relations."""

from __future__ import annotations

from engine.game import Fact, Seat
from engine.gcw.facts import (
    AccessGranted,
    Answered,
    Boarded,
    Confirmed,
    Credited,
    HeroDied,
    HeroTrained,
    Hostility,
    Joined,
    Mustered,
    Opened,
    Removed,
    Renamed,
)
from engine.gcw.state import NOBODY, State, Unit, UnitKind
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import class_words, counted, faction, grouped, listed, money, player, where
from engine.report import News, stamp
from engine.text.names import shown


def setup(heard: Heard, fact: Fact[State]) -> News | None:
    """The beginning, and a fleet as it is put together."""
    match fact:
        case Opened(name, at):
            return News(f"The campaign **{shown(name)}** begins: {stamp(at)}.", decides=True)
        case Joined(seat, code, home, holder, _):
            mine = heard.mine(seat)
            held = f"and {'hold' if mine else 'holds'} it" if holder else "which is in other hands"
            join = "join" if mine else "joins"
            words = f"{heard.you(seat)} {join} with the {faction(heard.world, code)}, at home at {home}, {held}."
            return ruled(words, "GCW-SET-01", decides=True)
        case Credited(_, treasury, credit):
            return ruled(f"You have {money(treasury)} and a facility credit of {money(credit)}.", "GCW-SET-03")
        case Mustered(units):
            return News(mustered(heard, units))
        case Removed(units, why, names):
            return removed(units, why, names)
        case Renamed(unit, name):
            found = heard.known.units.get(unit)
            what = f"Your {found.code}" if found is not None else "Your unit"
            return News(f"{what} is now called **{shown(name)}**.")
        case Confirmed(seat, _):
            done = "Your setup is" if heard.mine(seat) else f"{player(seat)}'s setup is"
            return ruled(f"{done} confirmed.", "GCW-SET-02", decides=True)
        case _:
            return None


def mustered(heard: Heard, units: tuple[Unit, ...]) -> str:
    """Units that came, each with what it carries."""
    ids = {unit.id for unit in units}
    leaders = [unit for unit in units if unit.docked not in ids]
    lines = []
    for unit in leaders:
        aboard = grouped(one for one in units if one.docked == unit.id)
        cargo = f", with {aboard} aboard" if aboard else ""
        stack = unit.kind is UnitKind.INFANTRY
        size = counted(unit.count, "squad") if stack else f"{heard.world.cp_of(unit)} CP"
        lines.append(
            f"**{shown(unit.name)}** joins you: {class_words(heard.world, unit.code)}, {size}, "
            f"{where(heard.known, unit)}{cargo}."
        )
    return "\n".join(lines)


MOST_NAMED = 8
"""Names in one piece of news; a Star Destroyer goes down with more than eighty units."""


def named_or_counted(names: tuple[str, ...]) -> str:
    """Units by name; of very many the first, and how many more."""
    if len(names) <= MOST_NAMED:
        return listed(shown(name) for name in names)
    return f"{shown(names[0])} and {len(names) - 1} units aboard"


def removed(units: tuple[str, ...], why: str, names: tuple[str, ...]) -> News:
    """Units that are no more."""
    who = named_or_counted(names) if names else counted(len(units), "unit")
    are = "is" if len(units) == 1 else "are"
    reason = {"destroyed": "destroyed", "dismissed": "dismissed", "": "no more"}.get(why, f"no more: {shown(why)}")
    rule = "GCW-DMG-11" if why == "destroyed" else ""
    return ruled(f"**{who}** {are} {reason}.", rule, decides=why != "dismissed")


def players(heard: Heard, fact: Fact[State]) -> News | None:
    """Rulings, income, who leaves, who is whose enemy."""
    match fact:
        case Answered(text):
            return News(text)
        case AccessGranted(by, to, granted):
            return ruled(access(heard, by, to, granted=granted), "GCW-GEN-04")
        case Hostility(pair, hostile):
            return ruled(relation(heard, pair, hostile=hostile), "GCW-GEN-04", decides=True)
        case _:
            return None


def access(heard: Heard, by: Seat, to: Seat, *, granted: bool) -> str:
    """Friendly places, given or taken back."""
    whose = "Your" if heard.mine(by) else f"{player(by)}'s"
    whom = "you" if heard.mine(to) else player(to)
    return f"{whose} systems are {'now' if granted else 'no longer'} friendly to {whom}."


def relation(heard: Heard, pair: tuple[Seat, Seat], *, hostile: bool) -> str:
    """Two players, hostile or no longer."""
    one, other = pair
    if not hostile and heard.known.are_hostile(one, other):
        mine = heard.mine(one)
        still = player(other) if mine else "you" if heard.mine(other) else player(other)
        are = "are" if still == "you" else "is"
        declares = "declare" if mine else "declares"
        return f"{heard.you(one)} {declares} peace, but {still} {are} still hostile."
    if hostile and (other, one) in heard.known.hostile:
        answers = "answer" if heard.mine(one) else "answers"
        whose = "your hostility" if heard.mine(other) else f"the hostility of {player(other)}"
        return f"{heard.you(one)} {answers} {whose}."
    if heard.mine(other):
        one, other = other, one
    are = "are" if heard.mine(one) or NOBODY not in pair else "is"
    return f"{heard.you(one)} and {player(other)} {are} {'now hostile' if hostile else 'no longer hostile'}."


def heroes(heard: Heard, fact: Fact[State]) -> News | None:
    """Heroes come, go aboard and die."""
    known = heard.known
    match fact:
        case HeroTrained(hero):
            found = heard.world.pack.heroes.get(hero.klass)
            title = found.name if found is not None else hero.klass
            return ruled(f"**{shown(hero.name)}**, {title} of level {hero.level}, serves you.", "GCW-HRO-01")
        case Boarded(hero_id, unit):
            aboard = known.heroes.get(hero_id)
            name = shown(aboard.name) if aboard is not None else "Your hero"
            return News(f"{name} is {f'aboard {heard.name(unit)}' if unit else 'at your home system'}.")
        case HeroDied(hero_id):
            dead = known.heroes.get(hero_id)
            return ruled(
                f"**{shown(dead.name) if dead is not None else 'Your hero'}** is dead.", "GCW-HRO-05", decides=True
            )
        case _:
            return None

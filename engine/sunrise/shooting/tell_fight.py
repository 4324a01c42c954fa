"""News of fighting: volleys, attacks with their dice by label, damage, squadrons. Rulebook: FS-WPN, FS-SC."""

from __future__ import annotations

from engine.game import Fact
from engine.report import News
from engine.sunrise.agenda import Shot
from engine.sunrise.facts import (
    Assigned,
    Attacked,
    Damaged,
    Declared,
    Docked,
    Dogfought,
    FabricatorsRolled,
    HaywireRolled,
    Launched,
    Rerolled,
    SanctuaryRolled,
    ShotLost,
    SquadronLost,
    SquadronMade,
    SquadronShot,
    SquadronsPassed,
    Volleyed,
)
from engine.sunrise.figures.board import inches
from engine.sunrise.look import Look
from engine.sunrise.state import State
from engine.sunrise.telling import in_turn, ship_words
from engine.sunrise.turn.tell_ships import system_words
from engine.sunrise.words import (
    MODE_WORDS,
    TYPE_LETTERS,
    counted,
    dice_words,
    item_name,
    listed,
    pips_words,
    signed,
    step_word,
)
from engine.text.names import shown

ARMS_WORDS = {
    "flak": ("Stonewall Flak", "FS-UPG-09"),
    "point-defenses": ("Point Defenses", "FS-DEF-05"),
    "plague": ("Plague PD", "FS-UPG-20"),
}
"""What shoots at squadrons, and its rule."""


def attacks(look: Look, fact: Fact[State]) -> News | None:
    """Shots declared, fired, turned away and lost, and what they came to."""
    match fact:
        case Declared(ship, shots):
            if not shots:
                return in_turn(look, f"{ship_words(look, ship)} aims at nothing any more.", "FS-WPN-08")
            return in_turn(look, f"{ship_words(look, ship)} aims: {shots_words(look, ship, shots)}.", "FS-WPN-08")
        case Volleyed(ship, shots):
            words = f"**{ship_words(look, ship)} fires**: {shots_words(look, ship, shots)}."
            return in_turn(look, words, "FS-WPN-14", decides=True)
        case SanctuaryRolled(ship, weapon, target, faces, turned):
            dice = " ".join(map(str, faces))
            then = "it must take another target" if turned else "it holds its target"
            gun = system_words(look, ship, weapon)
            words = f"Holy Sanctuary of {ship_words(look, target)} rolls {dice} against {gun}: {then}."
            return in_turn(look, words, "FS-FAC-08")
        case ShotLost(ship, weapon, target, why, rule):
            gun = system_words(look, ship, weapon)
            words = (
                f"The attack of {ship_words(look, ship)} ({gun}) on {ship_words(look, target)} is lost: {shown(why)}."
            )
            return in_turn(look, words, rule)
        case Rerolled(ship, weapon, die, before, face, miracle):
            paid = " for a Miracle Point" if miracle else ""
            words = f"{system_words(look, ship, weapon)}: die {die} is rolled again{paid}, {before} becomes {face}."
            return in_turn(look, words, "FS-FAC-06" if miracle else "FS-WPN-15")
        case Attacked():
            return in_turn(look, attack_words(look, fact), f"FS-WPN-13 \u00b7 dice {dice_label(fact)}", decides=True)
        case HaywireRolled(ship, target, faces, count):
            dice = " ".join(map(str, faces))
            then = f"{counted(count, 'system')} of {ship_words(look, target)} destroyed" if count else "nothing"
            words = f"Haywire Missiles of {ship_words(look, ship)} roll {dice}, 4 or more: {then}."
            return in_turn(look, words, "FS-FAC-32")
        case Damaged():
            return in_turn(look, damage_words(look, fact), "FS-HULL-06", decides=True)
        case _:
            return None


def shots_words(look: Look, ship: str, shots: tuple[Shot, ...]) -> str:
    """Weapons and their targets."""
    parts = []
    for shot in shots:
        source = f" (measured from {ship_words(look, shot.source)})" if shot.source and shot.source != ship else ""
        parts.append(f"{system_words(look, ship, shot.weapon)} at {ship_words(look, shot.target)}{source}")
    return listed(parts)


def attack_words(look: Look, fact: Attacked) -> str:
    """An attack: range, dice high to low with those discarded struck out, defense, damage."""
    gun = system_words(look, fact.ship, fact.weapon)
    dice = dice_words(fact.faces, fact.discard, fact.values)
    off = f", the highest {fact.discard} off" if fact.discard > 1 else ", the highest off" if fact.discard else ""
    words = (
        f"{ship_words(look, fact.ship)}, {gun} at **{ship_words(look, fact.target)}**: {inches(fact.range)} in "
        f"(band {fact.band}), dice {dice} against {TYPE_LETTERS[fact.type]} {signed(fact.rating)}{off} = "
        f"**{fact.damage}** damage."
    )
    return words + (f" Ballistic dice destroy {counted(fact.broken, 'system')} more." if fact.broken else "")


def dice_label(fact: Attacked) -> str:
    """The labels by which the dice of an attack are verified: "A1/c1/B3/1\u20135"."""
    last = f"\u2013{len(fact.faces)}" if len(fact.faces) > 1 else ""
    return f"{fact.ship}/{fact.weapon}/{fact.target}/1{last}"


def damage_words(look: Look, fact: Damaged) -> str:
    """Damage: where from, what ignored it, what is left."""
    name = ship_words(look, fact.ship)
    match fact.cause:
        case "collision":
            where = "in the collision"
        case "squadron":
            where = f"from {craft_name(look, fact.by)}"
        case _:
            where = f"from {ship_words(look, fact.by)}"
    stopped = [
        f"{by} {points}"
        for by, points in (
            ("Shields ignore", fact.by_shields),
            ("Adaptive Plating", fact.by_plating),
            ("Rugged Construction", fact.by_rugged),
        )
        if points
    ]
    ship = look.known.ships.get(fact.ship)
    left = pips_words(fact.pips, look.row(ship), look.rows(ship)) if ship is not None else f"{fact.pips} pips"
    rows = f", {counted(fact.rows, 'row')} lost" if fact.rows and fact.pips else ""
    end = "nothing is left of it" if not fact.pips else f"{left} left{rows}"
    soaked = f" ({', '.join(stopped)})" if stopped else ""
    return f"{name} takes {fact.raw} {where}{soaked}: **{counted(fact.marked, 'pip')}** marked, {end}."


def craft(look: Look, fact: Fact[State]) -> News | None:
    """Squadrons launch, are ordered, dock, are shot at, lost and made."""
    match fact:
        case Launched(squadron, ship, size):
            words = f"{ship_words(look, ship)} launches {craft_name(look, squadron)}, size {size}."
            return in_turn(look, words, "FS-SC-03")
        case Assigned():
            return in_turn(look, assigned_words(look, fact), "FS-SC-07")
        case Docked(squadron, ship, _, _, orphan):
            why = ", having lost its ship" if orphan else ""
            words = f"{craft_name(look, squadron)} docks in {ship_words(look, ship)}{why}."
            return in_turn(look, words, "FS-SC-19" if orphan else "FS-SC-10")
        case SquadronsPassed(side):
            return in_turn(look, f"{look.name(side)} is done with its squadrons.", "FS-SC-05")
        case SquadronShot(squadron, by, weapon, faces, bonus, size):
            arms, rule = ARMS_WORDS.get(weapon, (item_name(weapon, look.pack), "FS-SC-13"))
            plus = f" (each +{bonus})" if bonus else ""
            dice = f" rolls {' '.join(map(str, faces))}{plus}" if faces else " strikes"
            at = f"at {craft_name(look, squadron)}" if faces else craft_name(look, squadron)
            words = f"{arms} of {ship_words(look, by)}{dice} {at}: {size} left."
            return in_turn(look, words, rule)
        case SquadronLost(_, side, kind, why, rule):
            words = f"**{item_name(kind, look.pack)}** of {look.name(side)} is destroyed: {shown(why)}."
            return in_turn(look, words, rule, decides=True)
        case SquadronMade(squadron, rule):
            words = (
                f"{item_name(squadron.type, look.pack)} of {look.name(squadron.side)} stands ready in "
                f"{ship_words(look, squadron.ship)}."
            )
            return in_turn(look, words, rule)
        case _:
            return None


def craft_name(look: Look, id: str) -> str:
    """A squadron: "Fighter of red (AS1)"."""
    found = look.known.squadrons.get(id)
    return f"{item_name(found.type, look.pack)} of {look.name(found.side)} ({id})" if found is not None else shown(id)


def assigned_words(look: Look, fact: Assigned) -> str:
    """A squadron's new order, and what it lost on arriving."""
    chosen = f" against {fact.chosen.value}" if fact.chosen is not None else ""
    found = look.known.squadrons.get(fact.squadron)
    kind = look.pack.squadrons.get(found.type) if found is not None else None
    step = f" ({step_word(fact.size, kind.size)})" if kind is not None else ""
    words = (
        f"{craft_name(look, fact.squadron)} goes to {ship_words(look, fact.ship)}, {MODE_WORDS[fact.mode]}{chosen}, "
        f"size {fact.size}{step}."
    )
    return words + (
        f" {counted(fact.downed, 'craft', 'craft')} shot down on arriving (FS-FAC-35)." if fact.downed else ""
    )


def dogfights(look: Look, fact: Fact[State]) -> News | None:
    """Rounds of dogfights, and Fabricators' dice."""
    match fact:
        case Dogfought():
            return in_turn(look, dogfight_words(look, fact), "FS-SC-16", decides=True)
        case FabricatorsRolled(side, kind, faces, won):
            rolls = listed(f"{place_words(look, place)} {face}" for place, face in faces.items())
            lucky = listed(place_words(look, place) for place in won)
            what = item_name(kind, look.pack)
            words = f"Fabricators of {look.name(side)} roll for {what}: {rolls}; {lucky} may make one."
            return in_turn(look, words, "FS-UPG-23")
        case _:
            return None


def place_words(look: Look, place: str) -> str:
    """A system as "ship/system"."""
    ship, _, system = place.partition("/")
    return f"{system_words(look, ship, system)} of {ship_words(look, ship)}"


def dogfight_words(look: Look, fact: Dogfought) -> str:
    """Everybody's dice, foe and what is left."""
    lines = [f"**Dogfight over {ship_words(look, fact.ship)}**"]
    for one, foe in fact.foes.items():
        faces = " ".join(map(str, fact.faces.get(one, ()))) or "no dice"
        plus = f" (each +{fact.bonus[one]})" if fact.bonus.get(one) else ""
        lines.append(f"- {craft_name(look, one)} at {craft_name(look, foe)}: {faces}{plus}")
    left = listed(f"{craft_name(look, one)} {size}" for one, size in fact.sizes.items())
    lines.append(f"- left: {left}")
    return "\n".join(lines)

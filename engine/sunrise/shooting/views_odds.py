"""Views of a fight before it is fought: what a ship may shoot at, and the exact odds of it and of what is no attack.

Rulebook: FS-ODD.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from engine.dice.odds import Odds, percent
from engine.game import Refusal, Svg
from engine.look import Refused
from engine.noun import Value
from engine.report import Report, Section
from engine.sunrise.abilities import bonus, fighters, swarmed
from engine.sunrise.data.shapes import inches
from engine.sunrise.data.units import FactionCode, Upgrade
from engine.sunrise.figures.factions import MIRACLE_DICE, MIRACLE_SIDES
from engine.sunrise.figures.odds import Attack, any_of, craft_lost, dice_sum, losses, volley
from engine.sunrise.figures.sheet import point_defenses, rating
from engine.sunrise.figures.squadrons import default_foe, in_dogfight
from engine.sunrise.figures.weapons import band
from engine.sunrise.harm import RETURN_NEEDS
from engine.sunrise.look import Look
from engine.sunrise.pictures.draw_board import board_picture
from engine.sunrise.pictures.draw_odds import Charted, odds_picture
from engine.sunrise.sight import (
    MINE,
    Aimed,
    aimed,
    as_typed,
    asked,
    find_ship,
    legal_shots,
    odds_of,
    own_subjects,
    shots_by_target,
    weapons,
)
from engine.sunrise.state import Ship, Squadron, working
from engine.sunrise.words import TYPE_LETTERS, counted, item_name, listed, named, signed, system_name, tenth
from engine.text.names import did_you_mean, hidden, shown
from engine.view import view

RARE = Fraction(1, 200)
"""Totals of damage that are rarer are told together."""


def targets_picture(look: Look, about: str) -> Svg:
    """The board with the arcs of the ship and lines to what it may shoot at."""
    return board_picture(look, _shooter(look, about).id)


@view("targets", "what a ship of yours may shoot at now, with odds", MINE, picture=targets_picture)
def targets(look: Look, about: str) -> Report:
    """Every weapon of a ship with what it may shoot at now, and why not at the others."""
    ship = _shooter(look, about)
    lead = (
        f"Exact odds of each attack by itself; rerolls go to the lowest die if it is 3 or less. {_standing(look, ship)}"
    )
    sections = []
    for system, weapon in weapons(look, ship):
        name = system_name(system, look.pack, ship.systems)
        shots = [aimed(look, ship, system, enemy) for enemy in _enemies(look, ship)]
        shots.sort(key=lambda one: (not one.legal, one.range, one.target.id))
        lines = [_shot_line(look, ship, one) for one in shots]
        head = f"{name} ({weapon.type.value}, band {weapon.band})"
        sections.append(Section(head, tuple(lines) or ("no enemy is on the board",)))
    sections += _together(look, ship)
    return Report(f"{shown(ship.name)}: targets", lead.strip(), tuple(sections), draws=True, rule="FS-WPN-08")


def _shooter(look: Look, about: str) -> Ship:
    """The ship of the viewer's that is asked about: the one acting, if it is the viewer's, where none is named."""
    look.player_needed()
    acting = look.known.ships.get(look.known.acting)
    if not about.strip() and acting is not None and acting.side is look.side:
        return acting
    return find_ship(look, about)


def _standing(look: Look, ship: Ship) -> str:
    if ship.place is None:
        return f"{shown(ship.name)} is not on the board."
    if ship.activated and ship.id != look.known.acting:
        return f"{shown(ship.name)} has been activated this turn."
    return ""


def _enemies(look: Look, ship: Ship) -> list[Ship]:
    return list(look.known.on_board(ship.side.other)) if ship.place is not None else []


def _shot_line(look: Look, ship: Ship, one: Aimed) -> str:
    """A weapon at a target: distance, dice, defense, and what comes of it; or why not."""
    name = look.label(one.target)
    if isinstance(one.dice, Refused):
        return f"{name}: no, {one.dice.why} ({one.dice.rule})"
    attack, cast = odds_of(look, ship, one)
    parts = [
        f"mean {tenth(cast.marked.mean())} pips",
        f"row lost {percent(cast.row_lost)}",
        f"system hit {percent(cast.system_lost)}",
        f"destroyed {percent(cast.destroyed)}",
    ]
    return f"**{name}** at {detail_words(look, one, attack)}: {', '.join(parts)}"


def detail_words(look: Look, one: Aimed, attack: Attack) -> str:
    """Distance, band, dice, defense and rerolls of a shot."""
    kind = one.weapon.type
    change = swarmed(look.world, look.known, one.target, kind)
    against = rating(one.target.systems, one.target.defenses, look.pack, kind, change)
    parts = [f"{inches(one.range)} in (band {band(one.range)})", counted(attack.dice, "die", "dice")]
    parts.append(f"{TYPE_LETTERS[kind]} {signed(against)}" + (f" drops {attack.discard}" if attack.discard else ""))
    parts += [counted(attack.rerolls, "reroll")] if attack.rerolls else []
    parts += [f"Shields {attack.shields}"] if attack.shields else []
    source = look.known.ships.get(one.source)
    parts += [f"measured from {look.label(source)}"] if source is not None else []
    return ", ".join(parts)


def _together(look: Look, ship: Ship) -> list[Section]:
    """What all weapons that may shoot at a target do to it together."""
    lines = []
    for id, shots in shots_by_target(look, ship).items():
        if len(shots) < 2:
            continue
        all_ = volley([asked(look, ship, one) for one in shots])
        row = percent(all_.rows.chance(lambda rows: rows > 0))
        lines.append(
            f"**{look.label(look.known.ships[id])}**, {counted(len(shots), 'weapon')}: mean "
            f"{tenth(all_.marked.mean())} pips, row lost {row}, destroyed {percent(all_.destroyed)}"
        )
    if not lines:
        return []
    lines.append("exact as long as systems lost on the way change neither defenses nor plating")
    return [Section("All weapons on one target", tuple(lines))]


def odds_chart(look: Look, about: str) -> Svg:
    """The odds as bars, of four attacks at most."""
    ship, shots = chosen_shots(look, about)
    return odds_picture(f"{hidden(ship.name)}: odds", [_charted(look, ship, one) for one in shots])


ATTACKS: Value[Look, str] = Value("a ship: weapon at target", as_typed, own_subjects)


@view("odds", "exact odds of attacks: damage, rows, systems, kill", ATTACKS, picture=odds_chart)
def odds(look: Look, about: str) -> Report:
    """The odds of a ship's attacks in full: of each damage total, of rows, systems and the kill."""
    ship, shots = chosen_shots(look, about)
    sections = [_odds_section(look, ship, one) for one in shots]
    title = f"{shown(ship.name)}: odds"
    more = around(look, ship, {one.target.id: one.target for one in shots}.values())
    if not sections:
        nothing = f"{shown(ship.name)} has no legal target now; `/sunrise-show targets` says why."
        return Report(title, nothing, tuple(more), draws=False, rule="FS-WPN-08")
    sections += more
    lead = "Exact odds, with rerolls used on the lowest die if it is 3 or less."
    return Report(title, lead, tuple(sections), draws=True, rule="FS-ODD-01")


def _odds_section(look: Look, ship: Ship, one: Aimed) -> Section:
    attack, cast = odds_of(look, ship, one)
    name = system_name(one.system, look.pack, ship.systems)
    lines = [
        f"pips marked: {distribution(cast.marked)}",
        f"mean {tenth(cast.marked.mean())}; rows lost: {distribution(cast.rows)}",
        f"systems destroyed: {distribution(cast.systems)}",
        f"ship destroyed: {percent(cast.destroyed)}",
    ]
    hit = losses(one.target.systems, cast.systems, one.target.loss_order if one.target.side is look.side else ())
    if hit:
        parts = [f"{named(one.target.systems, id, look.pack)} {percent(chance)}" for id, chance in hit[:4]]
        lines.append(f"hit first, if their owner keeps to the usual order: {listed(parts)}")
    return Section(f"{name} at {look.label(one.target)}: {detail_words(look, one, attack)}", tuple(lines))


def distribution(found: Odds) -> str:
    """Values with their chances, those at the thin ends told together: "0: 12 %, 1: 30 %, 2 or more: 4 %"."""
    values = list(found)
    low, high = 0, len(values) - 1
    under = over = Fraction(0)
    while low < high and under + values[low][1] < RARE:
        under += values[low][1]
        low += 1
    while high > low and over + values[high][1] < RARE:
        over += values[high][1]
        high -= 1
    parts = [f"{values[low - 1][0]} or less: {percent(under)}"] if under else []
    parts += [f"{value}: {percent(chance)}" for value, chance in values[low : high + 1]]
    parts += [f"{values[high + 1][0]} or more: {percent(over)}"] if over else []
    return ", ".join(parts)


def chosen_shots(look: Look, about: str) -> tuple[Ship, list[Aimed]]:
    """The ship and its legal shots that "ship", "ship: weapon" or "ship: weapon at target" mean, likeliest first.

    Raises Refusal E_UNKNOWN for a weapon or a target that cannot be meant.
    """
    name, _, rest = about.partition(":")
    ship = _shooter(look, name)
    weapon_word, _, target_word = rest.partition(" at ")
    shots = legal_shots(look, ship)
    if weapon_word.strip():
        shots = _with_weapon(look, ship, shots, weapon_word.strip())
    if target_word.strip():
        target = find_ship(look, target_word)
        shots = [one for one in shots if one.target.id == target.id]
    else:
        best: dict[str, tuple[Fraction, Aimed]] = {}
        for one in shots:
            mean = odds_of(look, ship, one)[1].marked.mean()
            if one.system.id not in best or mean > best[one.system.id][0]:
                best[one.system.id] = mean, one
        shots = [one for _, one in best.values()] if not weapon_word.strip() else shots
    return ship, shots


def _with_weapon(look: Look, ship: Ship, shots: Sequence[Aimed], word: str) -> list[Aimed]:
    names = {system.id: system_name(system, look.pack, ship.systems) for system, _ in weapons(look, ship)}
    fold = word.casefold()
    found = [id for id, name in names.items() if fold in (name.casefold(), id.casefold())]
    found = found or [id for id, name in names.items() if name.casefold().startswith(fold)]
    if not found:
        hint = did_you_mean(word, names.values()) or f"It has {listed(names.values()) or 'no weapons'}."
        raise Refusal("E_UNKNOWN", f"{shown(ship.name)} has no weapon “{shown(word)}”.", "FS-WPN-19", hint)
    return [one for one in shots if one.system.id in found]


def _charted(look: Look, ship: Ship, one: Aimed) -> Charted:
    attack, cast = odds_of(look, ship, one)
    title = f"{system_name(one.system, look.pack, ship.systems)} at {look.label(one.target)}"
    return Charted(title, detail_words(look, one, attack), cast, to_row(attack), one.target.pips)


def to_row(attack: Attack) -> int:
    """Pips that must be marked before the first row is lost."""
    return attack.pips % attack.row or attack.row


SANCTUARY = Fraction(1, 6)
"""The chance of one copy of Holy Sanctuary to turn a weapon away (FS-FAC-08)."""
RETURNS = Fraction(7 - RETURN_NEEDS, 6)
"""The chance of one copy of Resplendent Return to bring a ship back (FS-FAC-10)."""


def around(look: Look, ship: Ship, targets: Iterable[Ship]) -> list[Section]:
    """What the dice may do about a ship besides its attacks on these targets; nothing where nothing can happen."""
    heads = (
        ("Squadrons over it", tuple(_squadrons(look, ship))),
        ("Their factions", tuple(line for target in targets for line in _faction(look, target))),
        ("Next turn", tuple(_next_turn(look))),
    )
    return [Section(head, lines) for head, lines in heads if lines]


def _squadrons(look: Look, ship: Ship) -> Iterator[str]:
    """Enemy squadrons as the ship begins its activation, and the dogfight at its end (FS-ODD-11)."""
    known = look.known
    over = known.assigned_to(ship.id) if ship.deployed else []
    for one in over:
        if one.side is not ship.side and not ship.activated:
            left = after_fire(look, ship, one)
            if left is not None:
                yield f"{_named(look, one)} after Flak and Point Defenses: {_left(left)}"
    if not in_dogfight(one.side for one in over):
        return
    every = fighters(look.world, known, ship)
    for fighter in every:
        foe = default_foe(fighter, every)
        if foe is not None:
            lost = craft_lost(fighter.size, foe.toughness, foe.size, fighter.illuminators)
            all_ = dict(lost).get(foe.size, Fraction(0))
            yield (
                f"dogfight: {_named(look, known.squadrons[fighter.id])} shoots down {tenth(lost.mean())} of "
                f"{_named(look, known.squadrons[foe.id])} on average, all {foe.size} with {percent(all_)}"
            )


def after_fire(look: Look, ship: Ship, squadron: Squadron) -> Odds | None:
    """The size of an enemy squadron after a ship's Flak and Point Defenses; None where it has neither (FS-TURN-07)."""
    flak = working(ship.systems, Upgrade.STONEWALL_FLAK)
    shots = point_defenses(ship.defenses, look.pack)
    if not flak and not shots:
        return None
    toughness, plus = look.world.craft(squadron).toughness, bonus(look.known, ship.side, ship)

    def shot_at(size: int, attacks: int) -> Odds:
        return craft_lost(attacks, toughness, size, plus).map(lambda craft: size - craft)

    left = Odds.counted({squadron.size: 1})
    for _ in range(flak):
        left = left.then(lambda size: shot_at(size, size))
    return left.then(lambda size: shot_at(size, shots))


def _left(sizes: Odds) -> str:
    return f"{tenth(sizes.mean())} left on average, none with {percent(sizes.chance(lambda size: size == 0))}"


def _named(look: Look, squadron: Squadron) -> str:
    return f"{item_name(squadron.type, look.pack)} ({squadron.id})"


def _faction(look: Look, target: Ship) -> Iterator[str]:
    """Whether a weapon keeps its target, and whether the target stays lost (FS-ODD-13)."""
    sanctuaries = working(target.systems, Upgrade.HOLY_SANCTUARY)
    if sanctuaries:
        away = percent(any_of(sanctuaries, SANCTUARY))
        yield f"Holy Sanctuary turns a weapon away from {look.label(target)}: {away}"
    returns = working(target.systems, Upgrade.RESPLENDENT_RETURN)
    if returns:
        yield f"{look.label(target)} returns when it is destroyed: {percent(any_of(returns, RETURNS))}"


def _next_turn(look: Look) -> Iterator[str]:
    """The Miracle Points of the viewer's next turn (FS-ODD-12)."""
    if look.side is not None and look.world.is_of(look.known, look.side, FactionCode.CHILDREN_OF_THE_SUN):
        pool = dice_sum(MIRACLE_DICE, MIRACLE_SIDES)
        yield "Miracle Points: " + ", ".join(f"{points}: {percent(chance)}" for points, chance in pool)

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
from engine.sunrise import sight
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
from engine.sunrise.sight import MINE, Aimed
from engine.sunrise.state import Ship, Squadron, working
from engine.sunrise.words import TYPE_LETTERS, item_name, signed, system_name, tenth
from engine.text.message import N_, NN_, NOTHING, T_, Text, did_you_mean, drawn, joined, listed, name, spaced, term
from engine.view import view

RARE = Fraction(1, 200)
"""Totals of damage that are rarer are told together."""
TITLE, HEAD, NO_ENEMY = (
    N_("{ship}: targets"),
    N_("{weapon} ({type}, band {band})"),
    T_("no enemy is on the board"),
)
LEAD = T_("Exact odds of each attack by itself; rerolls go to the lowest die if it is 3 or less.")
OFF_BOARD, WAS_ACTIVATED = N_("{ship} is not on the board."), N_("{ship} has been activated this turn.")


def chance(of: Fraction) -> Text:
    """A chance as players read it."""
    return term(percent(of))


@view(
    "targets",
    "what a ship of yours may shoot at now, with odds",
    MINE,
    picture=lambda look, about: board_picture(look, _shooter(look, about).id),
    own=True,
)
def targets(look: Look, about: str) -> Report:
    """Every weapon of a ship with what it may shoot at now, and why not at the others."""
    ship = _shooter(look, about)
    sections = []
    enemies = list(look.known.on_board(ship.side.other)) if ship.place is not None else []
    for system, weapon in sight.weapons(look, ship):
        shots = [sight.aimed(look, ship, system, enemy) for enemy in enemies]
        shots.sort(key=lambda shot: (not shot.legal, shot.range, shot.target.id))
        lines = tuple(_shot_line(look, ship, shot) for shot in shots)
        gun = system_name(system, look.pack, ship.systems)
        head = HEAD(weapon=gun, type=term(weapon.type.value), band=weapon.band)
        sections.append(Section(head, lines or (NO_ENEMY,)))
    sections += _together(look, ship)
    lead = spaced(LEAD, _standing(look, ship))
    return Report(TITLE(ship=name(ship.name)), lead, tuple(sections), draws=True, rule="FS-WPN-08")


def _shooter(look: Look, about: str) -> Ship:
    """The ship of the viewer's that is asked about: the one acting, if it is the viewer's, where none is named."""
    look.player_needed()
    acting = look.known.ships.get(look.known.acting)
    if not about.strip() and acting is not None and acting.side is look.side:
        return acting
    return sight.find_ship(look, about)


def _standing(look: Look, ship: Ship) -> Text:
    if ship.place is None:
        return OFF_BOARD(ship=name(ship.name))
    if ship.activated and ship.id != look.known.acting:
        return WAS_ACTIVATED(ship=name(ship.name))
    return NOTHING


NO_SHOT = N_("**{target}** is no target. {why} ({rule})")
A_SHOT = N_("**{target}** at {detail}: mean {mean} pips, row lost {row}, system hit {system}, destroyed {destroyed}")


def _shot_line(look: Look, ship: Ship, shot: Aimed) -> Text:
    """A weapon at a target: distance, dice, defense, and what comes of it; or why not."""
    target = look.ship(shot.target.id)
    if isinstance(shot.dice, Refused):
        return NO_SHOT(target=target, why=shot.dice.why, rule=term(shot.dice.rule))
    attack, cast = sight.odds_of(look, ship, shot)
    return A_SHOT(
        target=target,
        detail=detail_words(look, shot, attack),
        mean=tenth(cast.marked.mean()),
        row=chance(cast.row_lost),
        system=chance(cast.system_lost),
        destroyed=chance(cast.destroyed),
    )


DETAIL = N_(
    "{range} in (band {band}), {dice}, {type} {rating}[ drops {discard}][, {rerolls}][, Shields {shields}]"
    "[, measured from {ship}]"
)
DICE, REROLLS = NN_("{count} die", "{count} dice", "count"), NN_("{count} reroll", "{count} rerolls", "count")


def detail_words(look: Look, shot: Aimed, attack: Attack) -> Text:
    """Distance, band, dice, defense and rerolls of a shot."""
    kind = shot.weapon.type
    change = swarmed(look.world, look.known, shot.target, kind)
    against = rating(shot.target.systems, shot.target.defenses, look.pack, kind, change)
    return DETAIL(
        range=term(inches(shot.range)),
        band=band(shot.range),
        dice=DICE(count=attack.dice),
        type=TYPE_LETTERS[kind],
        rating=signed(against),
        discard=attack.discard,
        rerolls=REROLLS(count=attack.rerolls) if attack.rerolls else NOTHING,
        shields=attack.shields,
        ship=look.ship(shot.source) if shot.source in look.known.ships else NOTHING,
    )


TOGETHER = NN_(
    "**{target}**, {count} weapon: mean {mean} pips, row lost {row}, destroyed {destroyed}",
    "**{target}**, {count} weapons: mean {mean} pips, row lost {row}, destroyed {destroyed}",
    "count",
)
ALL_ON_ONE = T_("All weapons on one target")
EXACT = T_("exact as long as systems lost on the way change neither defenses nor plating")


def _together(look: Look, ship: Ship) -> list[Section]:
    """Odds of all weapons that may shoot at a target, together."""
    lines = []
    for id, shots in sight.shots_by_target(look, ship).items():
        if len(shots) < 2:
            continue
        all_ = volley([sight.asked(look, ship, shot) for shot in shots])
        lines.append(
            TOGETHER(
                target=look.ship(id),
                count=len(shots),
                mean=tenth(all_.marked.mean()),
                row=chance(all_.rows.chance(lambda rows: rows > 0)),
                destroyed=chance(all_.destroyed),
            )
        )
    return [Section(ALL_ON_ONE, (*lines, EXACT))] if lines else []


def odds_chart(look: Look, about: str) -> Svg:
    """The odds as bars, of four attacks at most."""
    ship, shots = chosen_shots(look, about)
    return odds_picture(N_("{ship}: odds")(ship=drawn(ship.name)), [_charted(look, ship, shot) for shot in shots])


ATTACKS: Value[Look, str] = Value("a ship: weapon at target", sight.as_typed, sight.own_subjects)


ODDS, NO_TARGET = (
    N_("{ship}: odds"),
    N_("{ship} has no legal target now; `/sunrise-show targets` says why."),
)
EXACT_ODDS = T_("Exact odds, with rerolls used on the lowest die if it is 3 or less.")


@view("odds", "exact odds of attacks: damage, rows, systems, kill", ATTACKS, picture=odds_chart, own=True)
def odds(look: Look, about: str) -> Report:
    """The odds of a ship's attacks in full: of each damage total, of rows, systems and the kill."""
    ship, shots = chosen_shots(look, about)
    sections = [_odds_section(look, ship, shot) for shot in shots]
    title = ODDS(ship=name(ship.name))
    more = around(look, ship, {shot.target.id: shot.target for shot in shots}.values())
    if not sections:
        return Report(title, NO_TARGET(ship=name(ship.name)), tuple(more), rule="FS-WPN-08")
    return Report(title, EXACT_ODDS, (*sections, *more), draws=True, rule="FS-ODD-01")


ODDS_HEAD, SHOT_AT = N_("{shot}: {detail}"), N_("{weapon} at {target}")
MARKED, ROWS_LOST = N_("pips marked: {chances}"), N_("mean {mean}; rows lost: {chances}")
SYSTEMS_LOST, KILLED = N_("systems destroyed: {chances}"), N_("ship destroyed: {chance}")
HIT_FIRST, HAS_CHANCE = N_("hit first, if their owner keeps to the usual order: {systems}"), N_("{what} {chance}")


def _shot(look: Look, ship: Ship, shot: Aimed) -> Text:
    return SHOT_AT(weapon=system_name(shot.system, look.pack, ship.systems), target=look.ship(shot.target.id))


def _odds_section(look: Look, ship: Ship, shot: Aimed) -> Section:
    attack, cast = sight.odds_of(look, ship, shot)
    lines = [
        MARKED(chances=distribution(cast.marked)),
        ROWS_LOST(mean=tenth(cast.marked.mean()), chances=distribution(cast.rows)),
        SYSTEMS_LOST(chances=distribution(cast.systems)),
        KILLED(chance=chance(cast.destroyed)),
    ]
    hit = losses(shot.target.systems, cast.systems, shot.target.loss_order if shot.target.side is look.side else ())
    if hit:
        parts = [HAS_CHANCE(what=look.system(shot.target.id, id), chance=chance(found)) for id, found in hit[:4]]
        lines.append(HIT_FIRST(systems=listed(parts)))
    head = ODDS_HEAD(shot=_shot(look, ship, shot), detail=detail_words(look, shot, attack))
    return Section(head, tuple(lines))


OR_LESS, EXACTLY, OR_MORE = N_("{value} or less: {chance}"), N_("{value}: {chance}"), N_("{value} or more: {chance}")


def distribution(found: Odds) -> Text:
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
    parts = [OR_LESS(value=values[low - 1][0], chance=chance(under))] if under else []
    parts += [EXACTLY(value=value, chance=chance(ways)) for value, ways in values[low : high + 1]]
    parts += [OR_MORE(value=values[high + 1][0], chance=chance(over))] if over else []
    return joined(", ", parts)


def chosen_shots(look: Look, about: str) -> tuple[Ship, list[Aimed]]:
    """The ship and its legal shots that "ship", "ship: weapon" or "ship: weapon at target" mean, likeliest first.

    Raises Refusal E_UNKNOWN for a weapon or a target that cannot be meant.
    """
    called, _, rest = about.partition(":")
    ship = _shooter(look, called)
    weapon_word, _, target_word = rest.partition(" at ")
    shots = sight.legal_shots(look, ship)
    if weapon_word.strip():
        shots = _with_weapon(look, ship, shots, weapon_word.strip())
    if target_word.strip():
        target = sight.find_ship(look, target_word)
        shots = [shot for shot in shots if shot.target.id == target.id]
    else:
        best: dict[str, tuple[Fraction, Aimed]] = {}
        for shot in shots:
            mean = sight.odds_of(look, ship, shot)[1].marked.mean()
            if shot.system.id not in best or mean > best[shot.system.id][0]:
                best[shot.system.id] = mean, shot
        shots = [aim for _, aim in best.values()] if not weapon_word.strip() else shots
    return ship, shots


NO_WEAPON, IT_HAS = N_("{ship} has no weapon “{word}”."), N_("It has {weapons}.")
UNARMED = T_("It has no weapons.")


def _with_weapon(look: Look, ship: Ship, shots: Sequence[Aimed], word: str) -> list[Aimed]:
    names = {system.id: system_name(system, look.pack, ship.systems) for system, _ in sight.weapons(look, ship)}
    fold = word.casefold()
    found = [id for id, name in names.items() if fold in (name.casefold(), id.casefold())]
    found = found or [id for id, name in names.items() if name.casefold().startswith(fold)]
    if not found:
        there = IT_HAS(weapons=listed(map(term, names.values()))) if names else UNARMED
        hint = did_you_mean(word, names.values()) or there
        raise Refusal("E_UNKNOWN", NO_WEAPON(ship=name(ship.name), word=name(word)), "FS-WPN-19", hint)
    return [shot for shot in shots if shot.system.id in found]


def _charted(look: Look, ship: Ship, shot: Aimed) -> Charted:
    attack, cast = sight.odds_of(look, ship, shot)
    return Charted(_shot(look, ship, shot), detail_words(look, shot, attack), cast, to_row(attack), shot.target.pips)


def to_row(attack: Attack) -> int:
    """Pips that must be marked before the first row is lost."""
    return attack.pips % attack.row or attack.row


SANCTUARY = Fraction(1, 6)
"""The chance of one copy of Holy Sanctuary to turn a weapon away (FS-FAC-08)."""
RETURNS = Fraction(7 - RETURN_NEEDS, 6)
"""The chance of one copy of Resplendent Return to bring a ship back (FS-FAC-10)."""


OVER, FACTIONS, NEXT = T_("Squadrons over it"), T_("Their factions"), T_("Next turn")


def around(look: Look, ship: Ship, targets: Iterable[Ship]) -> list[Section]:
    """Odds of dice about a ship besides its attacks on these targets; nothing where nothing can happen."""
    heads = (
        (OVER, tuple(_squadrons(look, ship))),
        (FACTIONS, tuple(line for target in targets for line in _faction(look, target))),
        (NEXT, tuple(_next_turn(look))),
    )
    return [Section(head, lines) for head, lines in heads if lines]


AFTER_FIRE = N_("{squadron} after Flak and Point Defenses: {mean} left on average, none with {chance}")
DOGFIGHT = N_(
    "dogfight: {squadron} shoots down {mean} of {foe} on average, all {size} with {chance}",
)
CRAFT = N_("{craft} ({id})")


def _squadrons(look: Look, ship: Ship) -> Iterator[Text]:
    """Enemy squadrons as the ship begins its activation, and the dogfight at its end (FS-ODD-11)."""
    known = look.known
    over = known.assigned_to(ship.id) if ship.deployed else []
    for squadron in over:
        if squadron.side is not ship.side and not ship.activated:
            left = after_fire(look, ship, squadron)
            if left is not None:
                none = chance(left.chance(lambda size: size == 0))
                yield AFTER_FIRE(squadron=_named(look, squadron), mean=tenth(left.mean()), chance=none)
    if not in_dogfight(squadron.side for squadron in over):
        return
    every = fighters(look.world, known, ship)
    for fighter in every:
        foe = default_foe(fighter, every)
        if foe is not None:
            lost = craft_lost(fighter.size, foe.toughness, foe.size, fighter.illuminators)
            yield DOGFIGHT(
                squadron=_named(look, known.squadrons[fighter.id]),
                mean=tenth(lost.mean()),
                foe=_named(look, known.squadrons[foe.id]),
                size=foe.size,
                chance=chance(dict(lost).get(foe.size, Fraction(0))),
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


def _named(look: Look, squadron: Squadron) -> Text:
    return CRAFT(craft=item_name(squadron.type, look.pack), id=term(squadron.id))


TURNS_AWAY = N_("Holy Sanctuary turns a weapon away from {ship}: {chance}")
COMES_BACK, POINTS = N_("{ship} returns when it is destroyed: {chance}"), N_("Miracle Points: {chances}")


def _faction(look: Look, target: Ship) -> Iterator[Text]:
    """Chances that a weapon is turned to another target, and that a lost target comes back (FS-ODD-13)."""
    sanctuaries = working(target.systems, Upgrade.HOLY_SANCTUARY)
    if sanctuaries:
        yield TURNS_AWAY(ship=look.ship(target.id), chance=chance(any_of(sanctuaries, SANCTUARY)))
    returns = working(target.systems, Upgrade.RESPLENDENT_RETURN)
    if returns:
        yield COMES_BACK(ship=look.ship(target.id), chance=chance(any_of(returns, RETURNS)))


def _next_turn(look: Look) -> Iterator[Text]:
    """The Miracle Points of the viewer's next turn (FS-ODD-12)."""
    if look.side is not None and look.world.is_of(look.known, look.side, FactionCode.CHILDREN_OF_THE_SUN):
        pool = dice_sum(MIRACLE_DICE, MIRACLE_SIDES)
        yield POINTS(chances=joined(", ", (EXACTLY(value=points, chance=chance(ways)) for points, ways in pool)))

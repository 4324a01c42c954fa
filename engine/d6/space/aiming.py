"""Reckoning of shots of craft and of positions: codes, numbers, exact odds. Register sections 12 and 13."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from engine.d6.data.pack import Band, Code, ShipHarm, ShipWeapon
from engine.d6.dice.codes import DIE
from engine.d6.dice.odds import chance, duel, margins
from engine.d6.look import Look, World
from engine.d6.space import codes
from engine.d6.space.codes import Side
from engine.d6.state import Craft, Declared, State
from engine.text.message import N_, T_, term

RANK = list(ShipHarm)


class Shot(msgspec.Struct, frozen=True):
    """Shot before the dice: gunnery in pips and a flat bonus, against what; damage, and on which side.

    `range` is "" where nobody knows how far it is; of whose sheet is secret others are told no `pips`.
    """

    pips: int
    bonus: int
    against: int
    damage: int
    side: Side
    range: Band | Literal[""]


def flown(look: Look) -> Craft:
    """The craft that the figure is aboard of, whose station it works."""
    return look.known.craft[look.own.craft]


def gunnery_of(world: World, craft: Craft) -> str:
    """The skill that a craft's weapons are fired with (D6-B-30)."""
    return "capital ship gunnery" if codes.kind(world, craft).scale > 4 else "starship gunnery"


def duelling(state: State) -> bool:
    """True if positions decide about shots: pilots have flown in this space round (D6-12-01)."""
    return state.duel.step == "flown"


def shot(look: Look, target: Craft, gun: ShipWeapon, units: int | None, pips: int) -> Shot:
    """Shot at a target, with that code of gunnery: fire control, scale, what the position gives (D6-12-07..09,
    D6-12-14, D6-12-19, D6-B-15, D6-B-16, D6-B-30). Refuses `E_RANGE`.
    """
    world, state, craft = look.world, look.known, flown(look)
    known, range = codes.reach(state, craft, target, gun, units)
    by_range = not duelling(state) or state.options.space_difficulty == "range"
    if known is None and by_range:
        why = N_("Nobody said how far {target} is; add `from 12 units`.")
        look.no(Code.E_RANGE, why, "D6-12-08" if duelling(state) else "D6-12-01", target=target.label)
    if known is not None and range is None:
        why = N_("{target} is {units} away, and the {gun} reach {long}.")
        look.no(Code.E_RANGE, why, "D6-B-17", target=target.label, units=known, gun=gun.name, long=gun.ranges.long)
    larger = codes.larger(world, craft, target)
    base = world.pack.tables.to_hit.at(range or "short") if by_range else state.duel.totals.get(target.id, 0)
    by = codes.ahead(state, craft.id, target.id) if duelling(state) else 0
    pilots = look.own.station == "pilot"
    behind = duelling(state) and (pilots or by >= 0)
    return Shot(
        pips + codes.fire_control(state, craft, gun) + codes.larger(world, target, craft),
        max(0, by) if pilots else 0,
        base + larger * 7 // (2 * DIE),
        codes.damage(state, craft, gun) + larger,
        "rear" if behind else "front",
        range or "",
    )


def flying_pool(world: World, state: State, craft: Craft, declared: Declared) -> int:
    """Piloting and maneuverability, 1D less for each action besides flying and for each adversary beyond the first
    (D6-B-30, D6-12-02..04, D6-12-11, D6-3-08).
    """
    actions = 1 + declared.shots + declared.more + state.turn(craft.pilot).reactions
    pips = world.pool(state, craft.pilot, codes.kind(world, craft).skill, actions=actions, active=True)
    return pips + codes.maneuverability(world, state, craft) - DIE * max(0, len(codes.adversaries(state, craft.id)) - 1)


def worse(now: ShipHarm, harm: ShipHarm) -> ShipHarm:
    """Damage of a craft after one more result of 4 or above: the worse stands, but the heavily damaged become severely
    damaged by light and heavy ones, and the severely damaged are destroyed by any (D6-B-31).
    """
    if now is ShipHarm.SEVERE:
        return ShipHarm.DESTROYED
    if now is ShipHarm.HEAVY and harm in (ShipHarm.LIGHT, ShipHarm.HEAVY):
        return ShipHarm.SEVERE
    return max(now, harm, key=RANK.index)


def harms(look: Look, by: Craft, target: Craft, made: Shot, *, ion: bool) -> Mapping[str, Fraction]:
    """The chance of each result of a shot that hits, exactly (D6-B-31). An ion cannon takes controls, and so does a
    shock to a side without shields (D6-13-03); damage adds to what the craft has.
    """
    rule, world = look.known.options.wild, look.world
    resists = codes.resistance(world, look.known, target, made.side) + codes.larger(world, target, by)
    rows = [row for row in world.pack.tables.ship_harm if row.margin >= 0]
    reached = margins(max(DIE, made.damage), max(DIE, resists), [0] if ion else [row.margin for row in rows], rule)
    if ion:
        return {"controls ionized": reached[0]}
    ends: dict[str, Fraction] = {}
    for row, least, more in zip(rows, reached, [*reached[1:], Fraction(0)], strict=True):
        if row.harm is ShipHarm.BLOWN:
            what = "controls ionized" if codes.shields(target, made.side) <= 0 else row.harm.value
        else:
            what = worse(target.severity, row.harm).value
        ends[what] = ends.get(what, Fraction(0)) + least - more
    return ends


def outcomes(look: Look, target: Craft, made: Shot, *, ion: bool = False) -> Iterator[tuple[str, Fraction]]:
    """The chances of a shot: that it hits, and each result that it has then, exactly (D6-B-31, D6-12-09)."""
    hits = chance(max(DIE, made.pips), made.against - made.bonus, look.known.options.wild)
    yield "hit", hits
    for what, share in harms(look, flown(look), target, made, ion=ion).items():
        yield what, hits * share


# Position duels


class Pilot(msgspec.Struct, frozen=True):
    """A craft that is to fly: the code of its piloting, and of a shot with the first weapon that its pilot fires."""

    craft: Craft
    pips: int
    gunnery: int
    gun: ShipWeapon | None


def piloted(look: Look, craft: Craft, declared: Declared) -> Pilot:
    """A craft as it flies with what is declared against these foes, if none but they name it (D6-12-02, D6-12-11)."""
    world, known, line = look.world, look.known, codes.kind(look.world, craft)
    pips = flying_pool(world, known, craft, declared) - DIE * max(0, len(declared.foes) - 1)
    actions = 1 + declared.shots + declared.more + known.turn(craft.pilot).reactions
    gunner = world.pool(known, craft.pilot, gunnery_of(world, craft), actions=actions, active=True)
    guns = (
        gun for gun in line.weapons
        if declared.shots and codes.silent(look, craft, gun) is None and gun.arc != "rear"
        and gun.name not in craft.crew and (not gun.turret or gun.name in craft.locked)
    )  # fmt: skip
    return Pilot(craft, pips, gunner, next(guns, None))


def shot_won(look: Look, pilot: Pilot, foe: Pilot) -> tuple[Fraction, Fraction]:
    """The chances that one craft is ahead of another, and that the shot which it then has hits (D6-12-05..09); no shot
    is reckoned that goes by range.
    """
    world, known = look.world, look.known
    pips, more = 0, codes.larger(world, pilot.craft, foe.craft) * 7 // (2 * DIE)
    if pilot.gun is not None and known.options.space_difficulty == "piloting":
        control = codes.fire_control(known, pilot.craft, pilot.gun)
        pips = pilot.gunnery + control + codes.larger(world, foe.craft, pilot.craft)
    return duel(pilot.pips, foe.pips, pips, more, known.options.wild)


def exchanged(look: Look, craft: Craft, target: Craft, declared: Declared) -> Iterator[tuple[str, Fraction]]:
    """The chances of a round of flying against a craft that flies against this one alone and declares one shot: of
    being ahead of it, of each shot, of what a hit does to it; nothing where its pilot's sheet is not known.
    """
    if target.pilot not in look.known.sheets or craft.pilot not in look.known.sheets:
        return
    pilot, foe = piloted(look, craft, declared), piloted(look, target, Declared((craft.id,), 1))
    (won, hits), (lost, struck) = shot_won(look, pilot, foe), shot_won(look, foe, pilot)
    yield N_("ahead of {craft}")(craft=term(target.label)), won
    yield T_("level"), 1 - won - lost
    if pilot.gun is not None:
        yield N_("a shot hits with the {gun}")(gun=term(pilot.gun.name)), hits
    if foe.gun is not None:
        yield N_("hit by {craft}")(craft=term(target.label)), struck
    if pilot.gun is not None:
        damage = codes.damage(look.known, craft, pilot.gun) + codes.larger(look.world, craft, target)
        made = Shot(0, 0, 0, damage, "rear", "")
        for what, share in harms(look, craft, target, made, ion=pilot.gun.ion).items():
            yield what, hits * share

"""Answers to what an owner is asked: losses, rerolls, repairs, placements and the rest. Register 17.1.

Every choice has a usual answer, which is given when time runs out, or at once for what a side has set to automatic.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Seat, Table
from engine.orders import Order, Pick
from engine.sunrise.agenda import Ask, Choice
from engine.sunrise.craft.berths import makeable
from engine.sunrise.craft.dogfights import fighting
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import FactionCode
from engine.sunrise.figures.factions import Miracle, inertial_ok, miracle_ok
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.repairs import Work, picks_ok
from engine.sunrise.figures.sheet import System, lose, restore
from engine.sunrise.figures.squadrons import foe_ok
from engine.sunrise.figures.terrain import in_sight
from engine.sunrise.figures.weapons import reroll_ok
from engine.sunrise.naming import (
    count_of,
    listed,
    own_ship,
    ship_on_board,
    side_of,
    squadrons_named,
    system_of,
    systems_named,
    where,
)
from engine.sunrise.play import Play, answer, asked, refuse, require
from engine.sunrise.shooting.harm import losses_ok
from engine.sunrise.state import State
from engine.sunrise.world import World
from engine.text.names import did_you_mean, shown


class Usual(Order):
    """Answer what you are asked with the usual answer."""

    path: ClassVar[str] = "sunrise-choose usual"
    line: ClassVar[str] = "as usual"


class LoseSystems(Order):
    """Pick the systems that your ship loses."""

    path: ClassVar[str] = "sunrise-choose lose"
    line: ClassVar[str] = "lose {systems}"
    systems: Annotated[str, Pick("systems")] = Field(description="one or more, with commas", max_length=300)


class RestoreSystems(Order):
    """Pick the systems that are restored."""

    path: ClassVar[str] = "sunrise-choose restore"
    line: ClassVar[str] = "restore {systems}"
    systems: Annotated[str, Pick("systems")] = Field(description="one or more, with commas", max_length=300)


class Reroll(Order):
    """Roll dice of your attack again, by their places from 1."""

    path: ClassVar[str] = "sunrise-choose reroll"
    line: ClassVar[str] = "reroll {dice}"
    dice: Annotated[str, Pick("dice")] = Field(description="one or more, with commas", max_length=60)


class Keep(Order):
    """Keep the dice as they are; buy nothing; pick nothing."""

    path: ClassVar[str] = "sunrise-choose none"
    line: ClassVar[str] = "keep"


class Guard(Order):
    """Spend Miracle Points on a better defense against the attack that comes."""

    path: ClassVar[str] = "sunrise-choose defense"
    line: ClassVar[str] = "miracle defense {times}"
    times: int = Field(1, description="how much better", ge=1, le=50)


class Bless(Order):
    """Spend Miracle Points on another die for your attack."""

    path: ClassVar[str] = "sunrise-choose die"
    line: ClassVar[str] = "miracle die"


class Inertial(Order):
    """Change the velocity of the ship that you hit."""

    path: ClassVar[str] = "sunrise-choose inertial"
    line: ClassVar[str] = "inertial {change}"
    change: str = Field(description="such as +2 or -3", max_length=8)


class Redirect(Order):
    """Turn a weapon on another ship."""

    path: ClassVar[str] = "sunrise-choose redirect"
    line: ClassVar[str] = "redirect to {target}"
    target: Annotated[str, Pick("a ship")] = Field(description="another ship that it can hit", max_length=40)


class RepairMode(Order):
    """Say what Repair Crews do: pips, or two systems."""

    path: ClassVar[str] = "sunrise-choose repair"
    line: ClassVar[str] = "repair {work}"
    work: Annotated[str, Pick("what they do")] = Field(description="pips or systems", max_length=20)


class Dogfight(Order):
    """Pick whom your squadrons fight; those that you do not name fight the usual enemy."""

    path: ClassVar[str] = "sunrise-choose dogfight"
    line: ClassVar[str] = "dogfight {pairs}"
    pairs: Annotated[str, Pick("pairs")] = Field(description="such as: AS1 at BS1, AS2 at BS1", max_length=300)


class PlagueOn(Order):
    """Pick the squadrons that Plague PD strikes."""

    path: ClassVar[str] = "sunrise-choose plague"
    line: ClassVar[str] = "plague {squadrons}"
    squadrons: Annotated[str, Pick("squadrons")] = Field(description="one or more, with commas", max_length=200)


class Spot(Order):
    """Pick the ship that your Target Acquisition Gear spots."""

    path: ClassVar[str] = "sunrise-choose spot"
    line: ClassVar[str] = "spot {target}[ with {gear} of {ship}]"
    target: Annotated[str, Pick("a ship")] = Field(description="a ship in its line of sight", max_length=40)
    gear: str | None = Field(None, description="the gear that is asked for", max_length=60)
    ship: str | None = Field(None, description="its ship", max_length=40)


class MakeSquadron(Order):
    """Pick what a Fabricator makes, and which Fabricator where several may."""

    path: ClassVar[str] = "sunrise-choose fabricate"
    line: ClassVar[str] = "fabricate {squadron}[ in {ship}]"
    squadron: Annotated[str, Pick("a type")] = Field(description="a type of squadron", max_length=40)
    ship: Annotated[str | None, Pick("a ship of yours")] = Field(None, description="its ship", max_length=40)


def usual(world: World, seat: Seat, table: Table[State]) -> None:
    """The usual answer."""
    choice = asked(table, side_of(table, seat), *Ask)
    answer(world, table, choice, choice.usual)


def keep(world: World, seat: Seat, table: Table[State]) -> None:
    """Nothing: where nothing may be an answer. Refuses `E_PHASE` elsewhere."""
    choice = asked(
        table,
        side_of(table, seat),
        Ask.REROLL,
        Ask.DEFENSE,
        Ask.DIE,
        Ask.PLAGUE,
        Ask.SPOT,
        Ask.ARRIVE,
        Ask.CORE,
        Ask.INERTIA,
        Ask.RESTORE,
    )
    answer(world, table, choice, ("0",) if choice.kind in (Ask.DEFENSE, Ask.INERTIA) else ())


def _systems(world: World, table: Table[State], choice: Choice, text: str, *, lost: bool) -> tuple[str, ...]:
    """The systems that a list names, one box each time; of several of a name the first that still fits."""
    ship = table.state.ships[choice.ship]
    picked: list[str] = []
    left: tuple[System, ...] = ship.systems
    for word in listed(text):
        found = systems_named(world, ship, word)
        now = [one for one in left if any(one.id == other.id for other in found)]
        fits = [one for one in now if (one.lost > 0 if lost else one.works)]
        system = fits[0] if fits else system_of(world, table, ship, word)
        picked.append(system.id)
        left = restore(left, system.id) if lost else lose(left, system.id)
    if not picked:
        refuse(table, no(Code.E_VALUE, "no system is named", "FS-HULL-04"))
    return tuple(picked)


def lose_systems(world: World, seat: Seat, order: LoseSystems, table: Table[State]) -> None:
    """Owed losses are picked, all or the first of them (FS-HULL-04). Refuses `E_VALUE` for too many."""
    choice = asked(table, side_of(table, seat), Ask.LOSE)
    picks = _systems(world, table, choice, order.systems, lost=False)
    if len(picks) > choice.count:
        refuse(table, no(Code.E_VALUE, f"{len(picks)} systems, and {choice.count} are lost", "FS-HULL-04"))
    losses_ok(Play(world, table), choice, picks)
    answer(world, table, choice, picks)


def restore_systems(world: World, seat: Seat, order: RestoreSystems, table: Table[State]) -> None:
    """Systems are picked to be restored (FS-UPG-07)."""
    choice = asked(table, side_of(table, seat), Ask.RESTORE)
    picks = _systems(world, table, choice, order.systems, lost=True)
    require(table, picks_ok(table.state.ships[choice.ship].systems, picks, choice.count))
    answer(world, table, choice, picks)


def reroll_dice(world: World, seat: Seat, order: Reroll, table: Table[State]) -> None:
    """Dice are rolled again: upgrades' rerolls first, then for Miracle Points (FS-WPN-15, FS-FAC-06).

    Refuses `E_VALUE` for a die there is none of, `E_ONCE` beyond the upgrades' for other factions, `E_POINTS`.
    """
    choice = asked(table, side_of(table, seat), Ask.REROLL)
    dice = tuple(str(count_of(table, word, "the place of a die", "FS-WPN-15")) for word in listed(order.dice))
    if not dice:
        refuse(table, no(Code.E_VALUE, "no die is named", "FS-WPN-15"))
    miracles = world.is_of(table.state, choice.side, FactionCode.CHILDREN_OF_THE_SUN)
    for number, die in enumerate(dice):
        require(table, reroll_ok(choice.faces, int(die) - 1, len(dice) if miracles else choice.count, number))
    paid = len(dice) - choice.count
    if paid > 0:
        require(table, miracle_ok(Miracle.REROLL, world.pack.prices, table.state.of(choice.side).pool, paid))
    answer(world, table, choice, dice)


def _miracle_asked(world: World, table: Table[State], side: Side, kind: Ask, rule: str) -> Choice:
    """A choice that is for the Children of the Sun. Refuses `E_FACTION` for others, and as `asked`."""
    if not world.is_of(table.state, side, FactionCode.CHILDREN_OF_THE_SUN):
        refuse(table, no(Code.E_FACTION, "miracles are the Children of the Sun's", rule))
    choice = table.state.choice
    if kind is Ask.DIE and choice is not None and choice.kind is Ask.REROLL and choice.side is side:
        refuse(table, no(Code.E_ONCE, "its dice are rolled; a die is added before, and once", rule))
    return asked(table, side, kind)


def guard(world: World, seat: Seat, order: Guard, table: Table[State]) -> None:
    """A better defense against one attack (FS-FAC-05). Refuses `E_POINTS`."""
    side = side_of(table, seat)
    choice = _miracle_asked(world, table, side, Ask.DEFENSE, "FS-FAC-05")
    require(table, miracle_ok(Miracle.DEFENSE, world.pack.prices, table.state.of(side).pool, order.times))
    answer(world, table, choice, (str(order.times),))


def bless(world: World, seat: Seat, table: Table[State]) -> None:
    """Another die for one attack, once (FS-FAC-04). Refuses `E_ONCE`, `E_POINTS`."""
    side = side_of(table, seat)
    choice = _miracle_asked(world, table, side, Ask.DIE, "FS-FAC-04")
    require(table, miracle_ok(Miracle.DIE, world.pack.prices, table.state.of(side).pool))
    answer(world, table, choice, ("yes",))


def push_velocity(world: World, seat: Seat, order: Inertial, table: Table[State]) -> None:
    """A velocity is changed by Inertial Weaponry (FS-FAC-33). Refuses `E_VALUE`."""
    choice = asked(table, side_of(table, seat), Ask.INERTIA)
    change = count_of(table, order.change, "the change", "FS-FAC-33")
    require(table, inertial_ok(change, choice.count))
    answer(world, table, choice, (str(change),))


def redirect(world: World, seat: Seat, order: Redirect, table: Table[State]) -> None:
    """A weapon turned away takes another target (FS-FAC-08). Refuses `E_ONCE` for the ship that turned it away."""
    choice = asked(table, side_of(table, seat), Ask.REDIRECT)
    target = ship_on_board(table, order.target, choice.side.other)
    if target.id not in choice.options:
        turned = target.id == choice.target
        why = f"{shown(target.name)} {'turned it away' if turned else 'cannot be hit by it'}"
        refuse(table, no(Code.E_ONCE if turned else Code.E_RANGE, why, "FS-FAC-08"))
    answer(world, table, choice, (target.id,))


def repair_mode(world: World, seat: Seat, order: RepairMode, table: Table[State]) -> None:
    """What Repair Crews do is said before their die (FS-UPG-07). Refuses `E_VALUE`."""
    choice = asked(table, side_of(table, seat), Ask.REPAIR)
    word = order.work.strip().casefold()
    work = next((one for one in Work if word and one.value.startswith(word)), None)
    if work is None:
        refuse(table, no(Code.E_VALUE, f"“{shown(order.work)}” is neither pips nor systems", "FS-UPG-07"))
    if work.value not in choice.options:
        refuse(table, no(Code.E_VALUE, "no system of the ship is destroyed", "FS-UPG-07"))
    answer(world, table, choice, (work.value,))


def dogfight(world: World, seat: Seat, order: Dogfight, table: Table[State]) -> None:
    """Foes are picked (FS-SC-16). Refuses `E_FRIENDLY`, `E_UNKNOWN`, `E_ONCE`, `E_VALUE`."""
    side = side_of(table, seat)
    choice = asked(table, side, Ask.DOGFIGHT)
    around = table.state.assigned_to(choice.ship)
    picks: list[str] = []
    for part in listed(order.pairs):
        words = part.split()
        middle = next((place for place, word in enumerate(words) if word.casefold() in ("at", "on", "v")), 0)
        if not middle or middle == len(words) - 1:
            refuse(table, no(Code.E_VALUE, f"cannot read “{shown(part)}”; write 'AS1 at BS1'", "FS-SC-16"))
        pair = []
        for number, name in enumerate((" ".join(words[:middle]), " ".join(words[middle + 1 :]))):
            found = squadrons_named(world, around, name)
            wanted = side if number == 0 else side.other
            fits = [one for one in found if one.side is wanted and one.id not in picks[::2]] or found
            if not fits:
                why = f"no squadron “{shown(name)}” is in this dogfight"
                refuse(table, no(Code.E_UNKNOWN, why, "FS-SC-16"))
            pair.append(fits[0])
        if pair[0].side is not side:
            refuse(table, no(Code.E_OWNER, f"{pair[0].id} is the enemy's", "FS-SC-16"))
        require(table, foe_ok(*(fighting(world, table.state, one, table.state.ships[choice.ship]) for one in pair)))
        if pair[0].id in picks[::2]:
            refuse(table, no(Code.E_ONCE, f"{pair[0].id} picks one enemy", "FS-SC-16"))
        picks += [pair[0].id, pair[1].id]
    if not picks:
        refuse(table, no(Code.E_VALUE, "no squadron is named; write 'AS1 at BS1'", "FS-SC-16"))
    answer(world, table, choice, tuple(picks))


def plague(world: World, seat: Seat, order: PlagueOn, table: Table[State]) -> None:
    """Squadrons to be struck (FS-UPG-20). Refuses `E_SPACING` for one that is not near, `E_UNKNOWN`, `E_ONCE`."""
    choice = asked(table, side_of(table, seat), Ask.PLAGUE)
    picks: list[str] = []
    for word in listed(order.squadrons):
        found = squadrons_named(world, table.state.squadrons.values(), word)
        if not found:
            refuse(table, no(Code.E_UNKNOWN, f"no squadron “{shown(word)}”", "FS-SC-01"))
        near = [one.id for one in found if one.id in choice.options]
        if not near:
            why = f"{found[0].id} is not assigned to a ship within 12 inches"
            refuse(table, no(Code.E_SPACING, why, "FS-UPG-20"))
        fresh = [id for id in near if id not in picks]
        if not fresh:
            refuse(table, no(Code.E_ONCE, f"{near[0]} is named twice", "FS-UPG-20"))
        picks.append(fresh[0])
    if not picks:
        refuse(table, no(Code.E_VALUE, "no squadron is named; `keep` strikes none", "FS-UPG-20"))
    answer(world, table, choice, tuple(picks))


def spot(world: World, seat: Seat, order: Spot, table: Table[State]) -> None:
    """A ship in sight is spotted (FS-UPG-21). Refuses `E_LOS`, `E_FRIENDLY`, `E_DESTROYED`, `E_PENDING`."""
    side = side_of(table, seat)
    if order.ship is not None or order.gear is not None:
        _gear_named(world, table, side, order)
    choice = asked(table, side, Ask.SPOT)
    target = ship_on_board(table, order.target, side.other)
    if target.side is side:
        refuse(table, no(Code.E_FRIENDLY, f"{shown(target.name)} is on your side", "FS-UPG-21"))
    require(table, in_sight(table.state.terrain, where(table.state.ships[choice.ship]), where(target), "FS-UPG-21"))
    answer(world, table, choice, (target.id,))


def _gear_named(world: World, table: Table[State], side: Side, order: Spot) -> None:
    """The gear that an order names is the one that is asked for. Refuses `E_DESTROYED`, `E_PENDING`, `E_UNKNOWN`."""
    if order.ship is not None:
        ship = own_ship(table, side, order.ship)
    else:
        ship = table.state.ships[asked(table, side, Ask.SPOT).ship]
    by = ""
    if order.gear is not None:
        gear = system_of(world, table, ship, order.gear, lambda one: one.works)
        if not gear.works:
            refuse(table, no(Code.E_DESTROYED, f"{gear.id} of {shown(ship.name)} is destroyed", "FS-UPG-21"))
        by = gear.id
    choice = asked(table, side, Ask.SPOT)
    if ship.id != choice.ship or by not in ("", choice.by):
        refuse(table, no(Code.E_PENDING, f"{choice.by} of {choice.ship} picks now", "FS-UPG-21"))


def fabricate(world: World, seat: Seat, order: MakeSquadron, table: Table[State]) -> None:
    """A Fabricator makes a squadron (FS-UPG-23). Refuses `E_UNKNOWN`, `E_FACTION`, `E_HANGAR`."""
    side = side_of(table, seat)
    choice = asked(table, side, Ask.FABRICATE)
    kind = world.pack.find_squadron(order.squadron)
    if kind is None:
        hint = did_you_mean(order.squadron, [one.name for one in world.pack.squadrons.values()])
        why = f"no type of squadron “{shown(order.squadron)}”{'; ' + hint[:-1] if hint else ''}"
        refuse(table, no(Code.E_UNKNOWN, why, "FS-UPG-23"))
    if kind.code not in makeable(world, table.state.of(side).faction):
        refuse(table, no(Code.E_FACTION, f"your fleet could not start with {kind.name}", "FS-UPG-23"))
    makers = [one.rpartition(":")[0] for one in choice.options if one.endswith(f":{kind.code}")]
    if order.ship is not None:
        ship = own_ship(table, side, order.ship)
        makers = [one for one in makers if one.partition("/")[0] == ship.id]
        if not makers:
            why = f"no Fabricator of {shown(ship.name)} rolled highest"
            refuse(table, no(Code.E_HANGAR, why, "FS-UPG-23"))
    answer(world, table, choice, (makers[0], kind.code))

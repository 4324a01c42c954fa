"""Words of views for units and classes: a unit in lines, its figures, its weapons. Rulebook: GCW-FAM, GCW-UCR."""

from __future__ import annotations

from collections.abc import Iterable

from engine.gcw.data.terms import DamageChannel, Status
from engine.gcw.data.units import Mount
from engine.gcw.economy.mending import mending_words
from engine.gcw.figures.ucr import Rating, Role
from engine.gcw.figures.weapons import raw, raw_by_channel
from engine.gcw.look import Look
from engine.gcw.sight.certainty import LONGEST_LINE
from engine.gcw.sight.scanning import scanning_words
from engine.gcw.space.holding import grip_words
from engine.gcw.state import Unit, UnitKind, carried
from engine.gcw.viewing import ALIKE, lines_or, pool_line
from engine.gcw.words import CHANNEL_WORDS, STATUS_WORDS, class_count, code_words, grouped, hyper_words
from engine.text.message import N_, NN_, T_, Text, clipped, joined, name, stamp, term

AT, AT_ON_PATROL = N_("{units} at {cell}, unharmed: {names}"), N_("{units} at {cell}, on patrol, unharmed: {names}")
NOWHERE = N_("{units}, unharmed: {names}")


def unit_lines(look: Look, units: Iterable[Unit]) -> list[Text]:
    """Units in words: ships and platforms one by one, unharmed craft of a class in a cell together."""
    lines: list[Text] = []
    stacks: dict[tuple[str, str, bool], list[Unit]] = {}
    for unit in units:
        whole = unit.pools == look.world.full(unit.code, unit.count) and unit.status is Status.ACTIVE
        if unit.kind in ALIKE and whole and unit.exit_until is None:
            stacks.setdefault((unit.code, unit.cell, unit.patrol), []).append(unit)
        else:
            lines += one_unit(look, unit)
    for (code, cell, patrol), stack in stacks.items():
        sentence = (AT_ON_PATROL if patrol else AT) if cell else NOWHERE
        names = joined(", ", (name(unit.name) for unit in stack))
        line = sentence(units=class_count(len(stack), code), cell=term(cell), names=names)
        lines.append(clipped(line, LONGEST_LINE))
    return lines


UNIT, UNIT_CP = N_("**{name}** ({code})"), N_("**{name}** ({code}, {cp} CP)")
UNIT_SQUADS, UNIT_AT = N_("**{name}** ({code}, {left} of {most} squads)"), N_("{unit} {cell}")
STATUS, NO_MOVEMENT = N_("**{status}**"), N_("no movement until {at}")
ON_PATROL = T_("on patrol")
GARRISON, ABOARD = N_("garrison: {units}"), N_("aboard: {units}")


def one_unit(look: Look, unit: Unit) -> list[Text]:
    """A unit: what and where it is, its pools, its hangar."""
    sentence = UNIT_CP if unit.kind is UnitKind.SHIP or unit.escort else UNIT
    words = (UNIT_SQUADS if unit.kind is UnitKind.INFANTRY else sentence)(
        name=name(unit.name),
        code=code_words(unit.code),
        cp=look.world.cp_of(unit),
        left=look.world.squads(unit.code, unit.pools),
        most=unit.count,
    )
    parts = [UNIT_AT(unit=words, cell=term(unit.cell)) if unit.cell else words]
    if unit.status is not Status.ACTIVE:
        parts.append(STATUS(status=STATUS_WORDS[unit.status]))
    if unit.patrol:
        parts.append(ON_PATROL)
    if still_held(look, unit) and unit.exit_until:
        parts.append(NO_MOVEMENT(at=stamp(unit.exit_until)))
    lines = [joined(" · ", parts)]
    lines += filter(None, (grip_words(look, unit), mending_words(look, unit), scanning_words(look, unit)))
    lines.append(pool_line(unit.pools, look.world.full(unit.code, unit.count), unit.kind, shields_up=unit.shields_up))
    aboard = carried(look.known, unit)
    if aboard:
        lines.append((GARRISON if unit.kind is UnitKind.FACILITY else ABOARD)(units=grouped(aboard)))
    return lines


def still_held(look: Look, unit: Unit) -> bool:
    """Whether a unit cannot move yet after leaving hyperspace (GCW-HYX-03)."""
    return unit.exit_until is not None and look.now < unit.exit_until


UCR = N_("UCR {value} ({workings})")
TWO_UCR = N_("UCR {attack} attacking, {defend} defending ({workings})")
BASE, MODIFIER = N_("{base} {reason}"), N_("{value:+} {reason}")
MOVES = NN_("{number} movement point a turn", "{number} movement points a turn", "number")
INTERDICTS = T_("keeps its enemies from hyperspace")


def figures(look: Look, code: str, cell: str, status: Status, *, held: bool = False) -> list[Text]:
    """Ratings with their workings, movement and hyperspace of a class where it stands, held by tractor beams or not."""
    world = look.world
    attack = world.rating(look.known, code, cell, status, Role.ATTACK, held=held)
    defend = world.rating(look.known, code, cell, status, Role.DEFEND, held=held)
    workings = rating_words(attack)
    lines = [
        UCR(value=attack.value, workings=workings)
        if attack == defend
        else TWO_UCR(attack=attack.value, defend=defend.value, workings=workings),
        MOVES(number=world.move_points(code)),
        hyper_words(world, code),
    ]
    if world.interdicts(code):
        lines.append(INTERDICTS)
    return lines


def rating_words(rating: Rating) -> Text:
    """How a rating comes about: "7 speed and maneuver, −1 in the atmosphere"."""
    base = BASE(base=rating.base, reason=term(rating.reason))
    return joined(", ", (base, *(MODIFIER(value=one.value, reason=term(one.reason)) for one in rating.modifiers)))


MOUNT, VOLLEY = N_("{mount}: {damage:,} raw ({weapon})"), N_("**all: {amounts}**")
AMOUNT, PLAIN_AMOUNT = N_("{amount:,} {channel}"), N_("{amount:,} normal")
UNARMED = T_("unarmed")


def weapon_lines(look: Look, mounts: tuple[Mount, ...]) -> tuple[Text, ...]:
    """Mounts with their raw damage, and the totals by channel."""
    chart = look.world.pack.weapons
    lines = [
        MOUNT(mount=term(str(mount)), damage=raw(chart, mount), weapon=term(chart[mount.weapon].name))
        for mount in mounts
    ]
    totals = raw_by_channel(chart, mounts)
    if totals:
        lines.append(VOLLEY(amounts=joined(" + ", (amount_words(*one) for one in totals.items()))))
    return lines_or(lines, UNARMED)


def amount_words(channel: DamageChannel, amount: int) -> Text:
    """Raw damage of a channel."""
    words = CHANNEL_WORDS[channel]
    return AMOUNT(amount=amount, channel=words) if words else PLAIN_AMOUNT(amount=amount)

"""Launching and recalling craft. Rulebook: GCW-LCH."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import only
from engine.gcw.acting import able, acted, commit, not_held, own, shields_rise
from engine.gcw.facts import Docked, Launched
from engine.gcw.figures.damage import Act
from engine.gcw.run import Run
from engine.gcw.sight.contacts import LAUNCH, gave_away, vanished
from engine.gcw.state import CRAFT, State, Unit, UnitKind, carried
from engine.orders import Order, Pick
from engine.text.names import did_you_mean, shown


class Launch(Order):
    """Launch craft from a ship; they may act in the same turn."""

    path: ClassVar[str] = "gcw battle launch"
    line: ClassVar[str] = "launch {craft} from {ship}"
    shows: ClassVar[str] = "preview"
    ship: Annotated[str, Pick("a carrier of yours")] = Field(description="the carrier", max_length=60)
    craft: Annotated[str, Pick("craft aboard")] = Field(
        description="'all', 'squadrons', a class ('TF', '2 TF'), or names with commas", max_length=200
    )


class Recall(Order):
    """Take craft back aboard a ship in their cell."""

    path: ClassVar[str] = "gcw battle recall"
    line: ClassVar[str] = "recall {craft} to {ship}"
    shows: ClassVar[str] = "preview"
    ship: Annotated[str, Pick("a carrier of yours")] = Field(description="the carrier", max_length=60)
    craft: Annotated[str, Pick("craft in flight")] = Field(
        description="'all', 'squadrons', a class ('TF', '2 TF'), or names with commas", max_length=200
    )


def chosen(run: Run, words: str, pool: list[Unit], where: str) -> list[Unit]:
    """The craft that are meant: all, by kind, by class, or by name."""
    wanted = words.strip().casefold()
    if wanted == "all":
        picked = pool
    elif wanted in ("squadrons", "auxiliaries"):
        kind = UnitKind.SQUADRON if wanted == "squadrons" else UnitKind.AUXILIARY
        picked = [unit for unit in pool if unit.kind is kind]
    else:
        picked = []
        for word in words_of(words, {unit.name.casefold() for unit in pool}):
            fold = word.casefold()
            named = [unit for unit in pool if unit.name.casefold() == fold]
            named = named or [unit for unit in pool if unit.code.casefold() == fold] or counted_out(fold, pool)
            if not named:
                hint = did_you_mean(word, [unit.name for unit in pool])
                run.table.refuse("NO_CRAFT", name=shown(word), host=shown(where), hint=hint)
            picked += [unit for unit in named if unit not in picked]
    if not picked:
        run.table.refuse("NO_CRAFT", name=shown(words), host=shown(where), hint="")
    return picked


def counted_out(word: str, pool: list[Unit]) -> list[Unit]:
    """The first so many craft of a class: "2 tf"; none where there are not that many."""
    count, _, code = word.partition(" ")
    alike = [unit for unit in pool if unit.code.casefold() == code.strip()]
    wanted = int(count) if count.isdecimal() and len(count) < 4 else 0
    return alike[:wanted] if wanted <= len(alike) else []


def words_of(words: str, names: Collection[str]) -> list[str]:
    """The names in a list as typed, with commas or "and" between; a name that has these in it stays whole."""
    if words.strip().casefold() in names:
        return [words.strip()]
    found: list[str] = []
    for part in (part.strip() for part in words.split(",")):
        whole = part.casefold() in names
        found += [part] if whole else [word.strip() for word in re.split(r"\band\b", part)]
    return [word for word in found if word]


def launch(run: Run, order: Launch) -> None:
    """Launched craft appear in the ship's cell (GCW-LCH-01)."""
    ship = own(run.table, run.seat, order.ship)
    able(run, ship, Act.LAUNCH)
    aboard = [one for one in carried(run.state, ship) if one.kind in CRAFT]
    craft = chosen(run, order.craft, aboard, ship.name)
    commit(run, ship)
    for unit in craft:
        use = run.use(unit)
        if use.recalled:
            run.table.refuse("LAUNCH_RECALL", unit=shown(unit.name))
        use.launched, use.landed = True, run.use(ship).landed
        run.table.say(Launched(unit.id, ship.system, ship.cell), only(run.seat))
        commit(run, run.state.units[unit.id])  # it may be of another ship's group
        if run.real:
            battle = run.state.battles.get(ship.system)
            if battle is not None and run.seat in battle.parties:
                shields_rise(run.table, [run.state.units[unit.id]])
            gave_away(run.table, run.world, run.state.units[unit.id], LAUNCH)


def recall(run: Run, order: Recall) -> None:
    """Recalled craft must be in the ship's cell, and need a place in its hangar (GCW-LCH-01, GCW-ESC-06)."""
    ship = own(run.table, run.seat, order.ship)
    able(run, ship, Act.OTHER)
    flying = [unit for unit in run.state.of(run.seat) if unit.kind in CRAFT and unit.on_grid]
    named = order.craft.strip().casefold() not in ("all", "squadrons", "auxiliaries")
    here = [unit for unit in flying if (unit.system, unit.cell) == (ship.system, ship.cell)]
    pool = flying if named else [unit for unit in here if unit.kind is not UnitKind.SWARM]
    craft = chosen(run, order.craft, pool, "in flight")
    commit(run, ship)
    for unit in craft:
        use = run.use(unit)
        if unit.kind is UnitKind.SWARM:
            run.table.refuse("SWARM_DOCK", unit=shown(unit.name))
        if (unit.system, unit.cell) != (ship.system, ship.cell):
            run.table.refuse("RECALL_CELL", craft=shown(unit.name), host=shown(ship.name))
        if use.launched:
            run.table.refuse("LAUNCH_RECALL", unit=shown(unit.name))
        if room(run.state, run, ship, unit.kind) < 1:
            run.table.refuse("HANGAR_FULL", host=shown(ship.name))
        able(run, unit, Act.OTHER)
        not_held(run, unit)
        commit(run, unit)
        use.recalled = True
        before = run.state.units[unit.id]
        run.table.say(Docked(unit.id, ship.id), only(run.seat))
        if run.real:
            if before.id in run.state.tracks:
                acted(run, before, f"taken aboard a carrier at {before.cell}")
            vanished(run.table, run.world, before, "was taken aboard a carrier")


def room(state: State, run: Run, ship: Unit, kind: UnitKind) -> int:
    """Free places aboard for a kind of craft."""
    squadrons, auxiliaries = run.world.hangar(ship.code)
    places = squadrons if kind is UnitKind.SQUADRON else auxiliaries
    return places - count(carried(state, ship), kind)


def count(units: Iterable[Unit], kind: UnitKind) -> int:
    """How many of a kind."""
    return sum(unit.kind is kind for unit in units)

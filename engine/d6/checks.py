"""The checks of a table, for fuzz and tests: the oracle of knowledge, secrecy, soundness."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.clock import Instant
from engine.d6.data.pack import System
from engine.d6.look import World
from engine.d6.moderators import Doing
from engine.d6.play import unseen
from engine.d6.space.duels import Fly
from engine.d6.state import State, Wound, without
from engine.game import MODERATOR, Seat, Setup
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Checks, Deeds, Hidden
from engine.played.played_game import PlayedGame
from engine.text.lines import parse

NAMED = re.compile("x[0-9a-f]{8}")
"""The names that `arrange` gives to who is hidden: random, so that to find one is no chance."""


def _unflown(world: World, state: State) -> Iterator[str]:
    """Faults of craft, those who work them, and the space round."""
    for craft in state.craft.values():
        ship = world.pack.ships[craft.kind]
        if not 0 <= craft.shields <= ship.shields:
            yield f"{craft.id} has shields of {craft.shields} pips, and {ship.shields} are stated (D6-13-08)"
        if craft.routed > len(world.pack.tables.routing) or craft.engines + craft.guns != craft.routed:
            yield f"{craft.id}: {craft.engines} and {craft.guns} of {craft.routed} routings (D6-14-02)"
        if craft.shields and System.GENERATOR in craft.failed:
            yield f"{craft.id} has shields, and no generator (D6-13-12)"
        for station, id in craft.crew.items():
            figure = state.figures.get(id)
            if figure is None or (figure.craft, figure.station) != (craft.id, station):
                yield f"{id} is said to work {station} of {craft.id}"
    for figure in state.figures.values():
        works = state.craft.get(figure.craft)
        if figure.station and (works is None or works.crew.get(figure.station) != figure.id):
            yield f"{figure.id} works {figure.station} of nothing"
    if state.duel.step == "open" and not state.undeclared:
        yield "pilots are waited for, and none has to declare (D6-12-02)"


class D6Checks(Checks[State]):
    """Checks of every table: what must hold of it, and what each seat should know."""

    def as_known(self, state: State, seat: Seat) -> State:
        """The table as a seat knows it: nobody who is hidden nor what they are asked, no secret sheet, of rolls from
        one the total alone, and of what pilots have sealed their own.
        """
        seen = without(state, [id for id, figure in state.figures.items() if not figure.shown])
        open_ = {id: sheet for id, sheet in seen.sheets.items() if not sheet.secret}
        last = {id: throw if id in open_ else throw.veiled for id, throw in seen.last.items()}
        sealed = seen.duel.sealed
        filed = {id: declared for id, declared in seen.duel.filed.items() if id in sealed and sealed[id].seat == seat}
        choice = None if state.choice is None else unseen(state, state.choice)
        duel = replace(seen.duel, filed=filed)
        return replace(seen, sheets=open_, last=last, agenda=(), duel=duel, choice=choice)

    def faults(self, state: State) -> Iterator[str]:
        """All that is wrong with a referee's state."""
        if state.figures.keys() != state.sheets.keys():
            yield f"{sorted(state.figures.keys() ^ state.sheets.keys())} have a figure or a sheet, and not both"
        for id, sheet in state.sheets.items():
            if state.figures[id].owner is not None and (sheet.secret or not state.figures[id].shown):
                yield f"{id} is a player's, and hidden from players"
            if min(sheet.force, sheet.points, sheet.dark, sheet.spent) < 0:
                yield f"{id} has less than no points"
            for held in sheet.weapons.values():
                most = self.rules.world.pack.weapons[held.kind].ammo
                if not 0 <= held.bolts <= most:
                    yield f"{id} has {held.bolts} of {most} shots in {held.kind} (D6-7.1-05)"
        for id in state.order:
            if id not in state.figures or not state.figures[id].shown:
                yield f"{id} is in the order, and not in sight"
        if bool(state.acting) and (not state.tick or state.acting not in state.order):
            yield f"{state.acting} acts outside the order (D6-2-02)"
        for id, turn in state.turns.items():
            if turn.rolled and turn.declared and turn.done > turn.declared:
                yield f"{id} has done {turn.done} of {turn.declared} actions (D6-2-03)"
        for figure in state.figures.values():
            if (figure.wound is Wound.MORTAL) is not bool(figure.mortal):
                yield f"{figure.id} is {figure.wound}, mortally since round {figure.mortal} (D6-B-23)"
        yield from _unflown(self.rules.world, state)
        if bool(state.agenda) is not (state.choice is not None):
            asked = "nobody" if state.choice is None else "somebody"
            yield f"{len(state.agenda)} things are to happen, and {asked} is asked"

    def opening(self, setup: Setup) -> Sequence[tuple[Seat, Order]]:
        """Each seat has a character, the GM three, and they fight; in space each flies, against the GM's freighter."""
        lines = [(seat, f"play Bounty hunter as {seat} hunter") for seat in setup.seats]
        lines += [
            (MODERATOR, "bring Stormtrooper as Trooper"),
            (MODERATOR, "bring Thug as Thug sight open"),
            (MODERATOR, "bring Wookiee as Shadow sight hidden"),
            (MODERATOR, "combat"),
        ]
        if "space" in setup.name:
            flies = [f"bring craft X-wing as {seat} flown by {seat} hunter" for seat in setup.seats]
            flies += ["bring craft YT-2400 as Outrider flown by Thug", "put Trooper aboard Outrider as upper turret"]
            lines[-1:-1] = [(MODERATOR, line) for line in flies]
        return [(seat, parse(line, self.rules.orders)) for seat, line in lines]

    def perturb(self, state: State, seat: Seat, chance: Chance) -> State | None:
        """A table with another secret sheet behind what the seat sees, or another declaration under a seal."""
        sealed = state.duel.sealed
        filed = [id for id in state.duel.filed if id in sealed and sealed[id].seat != seat]
        if filed and chance.below(2):
            id = chance.choice(filed)
            other = replace(state.duel.filed[id], more=state.duel.filed[id].more + 1)
            return replace(state, duel=replace(state.duel, filed={**state.duel.filed, id: other}))
        secret = [id for id, sheet in state.sheets.items() if sheet.secret]
        if not secret:
            return None
        id = chance.choice(secret)
        sheet = state.sheets[id]
        changed = replace(sheet, move=sheet.move + 1, medpacs=sheet.medpacs + 1, name=f"{sheet.name} again")
        return replace(state, sheets={**state.sheets, id: changed})

    def arrange(self, game: PlayedGame[State], seat: Seat, chance: Chance) -> None:
        """Whoever is hidden is called something random."""
        figures = {
            id: figure if figure.shown else replace(figure, label=f"x{chance.below(16**8):08x}")
            for id, figure in game.state.figures.items()
        }
        game.state = replace(game.state, figures=figures)

    def hidden_from(self, state: State, seat: Seat) -> Hidden:
        """Whoever is hidden, and the random names that `arrange` gave them."""
        hidden = [figure for figure in state.figures.values() if not figure.shown]
        names = tuple(figure.label for figure in hidden if NAMED.fullmatch(figure.label))
        return Hidden(tuple(figure.id for figure in hidden), names)

    def deeds(self, game: PlayedGame[State], seat: Seat, chance: Chance) -> Deeds | None:
        """Deeds of the GM with who is hidden, or something else, or nothing."""
        if chance.one_in(3):
            return None
        lines = [
            line
            for figure in game.state.figures.values()
            if not figure.shown
            for line in (f"place {figure.label} at {chance.below(90)} {chance.below(90)}", f"remove {figure.label}")
        ]
        could = (parse(line, self.rules.orders) for line in chance.sample(lines, len(lines)))
        done = [order for order in could if game.tries(MODERATOR, order).refusal is None]
        return Deeds(MODERATOR, tuple(done[:1]), tuple(done[1:2]) if chance.one_in(2) else ()) if done else None

    def reveals(self, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
        """Pilots' sealed declarations, once the last declares or time is up; the GM alone shows anything else."""
        if order is None:
            shown = state.until is not None and state.until <= upto
        else:
            owners = [state.figures[id].owner for id in state.undeclared]
            shown = owners == [seat] and isinstance(order, Fly | Doing)
        return sorted(state.duel.filed.items()) if shown and state.duel.step == "open" else ()

"""A campaign played by lines, with loaded dice and every seat's knowledge kept: for tests of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from engine.clock import instant
from engine.dice.keyed import ScriptedDice, UnscriptedDie
from engine.eaw import EmpiresAtWar
from engine.eaw.season.holdings import fleet_id, ship_id
from engine.eaw.state import Development, Fleet, Knowledge, Planet, Ship, State, with_realm, with_system
from engine.game import MODERATOR, Fact, Seat, Setup
from engine.played.played_game import PlayedGame, heard
from storage.packs import read
from tests import rulebooks

SHEETS = read(rulebooks.SEEDS / "eaw")
RULES: EmpiresAtWar = rulebooks.EAW
RED, BLUE, GOLD = Seat("red"), Seat("blue"), Seat("gold")
NOON = instant("2026-03-01T12:00:00Z")

F = TypeVar("F", bound=Fact[State])


class Dice(ScriptedDice):
    """Scripted dice; explorations that a test says nothing of find a life planet."""

    def roll(self, label: str, sides: int) -> int:
        """The scripted result, a 3 for an exploration without one."""
        try:
            return super().roll(label, sides)
        except UnscriptedDie:
            if "exploration of" not in label:
                raise
            return 3


class Played(PlayedGame[State]):
    """A campaign on the map T6: Federation at 1, Klingons at 4, and (of three) Kzinti at 6. With `bare` nobody has a
    fleet; a test puts fleets where it wants them, and each seat knows of its own. `rules` may be of an older version.
    """

    dice: ScriptedDice

    def __init__(
        self,
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        *,
        bare: bool = True,
        dice: tuple[int, ...] = (),
        rules: EmpiresAtWar = RULES,
    ) -> None:
        super().__init__(rules, (RED, BLUE, GOLD)[:seats], Dice())
        self.dice.more(dice or (6,) * seats)
        self.begin(Setup("Test", self.seats, dict(options or {})), NOON)
        if bare:
            self.arrange(replace(self.state, fleets={}, ships={}))

    def arrange(self, state: State) -> None:
        """The campaign stands so, and each seat knows of it what it should."""
        self.state = state
        public = self.checks.as_known(state, Seat(""))
        self.known = {seat: public if seat is None else self.checks.as_known(state, seat) for seat in self.known}

    def fleet(self, seat: Seat, number: int, at: str, *designs: str, **changes: object) -> str:
        """A fleet stands there, of designs of its empire's race; its id."""
        id, race = fleet_id(seat, number), self.state.empires[seat].race
        ships = dict(self.state.ships)
        for called in designs:
            design = RULES.world.pack.designs.get(f"{race} {called}") or RULES.world.pack.designs[f"civilian {called}"]
            count = 1 + sum(one.owner == seat and one.name.startswith(f"{called}-") for one in ships.values())
            name = f"{called}-{count}"
            ships[ship_id(seat, name)] = Ship(
                ship_id(seat, name), name, seat, id, design.code, design.ebpv, design.cbpv, seat
            )
        fleet = replace(Fleet(id, seat, number, at), **changes)
        self.arrange(replace(self.state, fleets={**self.state.fleets, id: fleet}, ships=ships))
        return id

    def develops(self, seat: Seat, system: str, kind: str = "mine", t: int = -4) -> None:
        """An empire has a mine or colony in a system, which it has discovered."""
        planet: Planet = "mineral" if kind == "mine" else "life"
        held = Development("mine" if kind == "mine" else "colony", seat, t)
        state = with_system(self.state, system, planet=planet, map_type="Open Space", development=held)
        known = {**state.realms[seat].knowledge, system: Knowledge(planet, "Open Space", 1, t)}
        self.arrange(with_realm(state, seat, knowledge=known))

    def learns(self, seat: Seat, system: str, planet: Planet) -> None:
        """An empire has discovered a system, which is so."""
        state = with_system(self.state, system, planet=planet, map_type="Open Space")
        known = {**state.realms[seat].knowledge, system: Knowledge(planet, "Open Space", 1, state.t - 1)}
        self.arrange(with_realm(state, seat, knowledge=known))

    def rolls(self, *faces: int) -> None:
        """Dice that fall next, in order."""
        self.dice.more(faces)

    def red(self, *lines: str) -> None:
        """Orders of the first empire."""
        self.order(RED, *lines)

    def blue(self, *lines: str) -> None:
        """Orders of the second empire."""
        self.order(BLUE, *lines)

    def gold(self, *lines: str) -> None:
        """Orders of the third empire."""
        self.order(GOLD, *lines)

    def gm(self, *lines: str) -> None:
        """A moderator's orders."""
        self.order(MODERATOR, *lines)

    def seal(self) -> None:
        """All empires seal their orders, and the season is played."""
        for seat in self.seats:
            if self.state.empires[seat].alive:
                self.order(seat, "seal")

    def refused(self, seat: Seat, line: str) -> str:
        """The refusal of an order as "CODE rule: sentence"."""
        refusal = self.refusal(seat, line)
        return f"{refusal.code} {refusal.rule}: {refusal.sentence}"

    def of(self, kind: type[F]) -> list[F]:
        """Every fact of a kind since the campaign began."""
        return [one.fact for one in self.said if isinstance(one.fact, kind)]

    def heard_by(self, kind: type[F], seat: Seat | None) -> list[F]:
        """The facts of a kind of the last order that a seat heard."""
        return heard(self.last, seat, kind)

    def where(self, id: str) -> str:
        """Place of a fleet: a system, or "1-2" for a lane."""
        fleet = self.state.fleets[id]
        return fleet.lane if fleet.place == "lane" else fleet.at

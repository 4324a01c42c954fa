"""Squadrons in play: launched, ordered in turn, shot at, fighting each other and ships. Rulebook: FS-SC-03..24.

Also FS-DEF-05, FS-UPG-09, FS-UPG-19..22 and FS-FAC-35: what ships and Deimos squadrons do to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Annotated, ClassVar, NamedTuple, Self

from pydantic import Field

from engine import act
from engine.declared.changes import Sets
from engine.declared.sentences import either
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Value
from engine.orders import Option
from engine.question import runs
from engine.sunrise import state as game
from engine.sunrise.abilities import hangars, in_command, orderable, place_of, rung_of
from engine.sunrise.craft.berths import bay_meant, free_bays, room
from engine.sunrise.data.codes import Code
from engine.sunrise.data.units import Type, Upgrade
from engine.sunrise.figures.sheet import bays
from engine.sunrise.figures.squadrons import arrival_loss, dock_ok, in_dogfight, nearest_bay, order_ok
from engine.sunrise.harm import lose_squadron
from engine.sunrise.look import CraftOf, Look, ShipOf, SideOf, TurnFact
from engine.sunrise.nouns import SHIP, SQUADRON, TARGET, on_board, own_squadron, ships_named, system_name
from engine.sunrise.play import Act, Play, late
from engine.sunrise.state import Mode, Ship, Squadron, Stage, State, Task, acting_as, sent_out, sides_in_order
from engine.sunrise.words import mode_words, step_word
from engine.sunrise.world import World
from engine.sunrise.worth import Sortie
from engine.text.message import N_, NOTHING, Text, term


class Launched(TurnFact, frozen=True):
    """A squadron leaves its bay at full size and guards its carrier until ordered (FS-SC-03, FS-SC-04)."""

    says = N_("{ship} launches {squadron}, size {size}.")
    rule = "FS-SC-03"
    squadron: CraftOf
    ship: ShipOf
    size: int

    def evolve(self, state: State) -> State:
        return sent_out(
            state, self.squadron, bay="", size=self.size, mode=Mode.DEFENSIVE, chosen=None, launched=state.turn
        )


GOES = N_(
    "{squadron} goes to {ship}, {mode}, size {size}[ ({step})].[ {downed} craft shot down on arriving (FS-FAC-35).]"
)


class Assigned(TurnFact, frozen=True):
    """A squadron is assigned to a ship in a mode (FS-SC-07).

    `downed` craft were lost to Deimos squadrons on arriving, and `size` is what is left (FS-FAC-35).
    """

    rule = "FS-SC-07"
    squadron: str
    ship: str
    mode: Mode
    chosen: Type | None
    size: int
    downed: int = 0

    def evolve(self, state: State) -> State:
        new = {field: getattr(self, field) for field in ("ship", "mode", "chosen", "size")}
        return sent_out(state, self.squadron, bay="", ordered=True, adrift=None, **new)

    def words(self, look: Look) -> Text:
        """A squadron's new order, and what it lost on arriving."""
        known = look.known.squadrons.get(self.squadron)
        kind = look.pack.squadrons.get(known.type) if known is not None else None
        return GOES(
            squadron=look.craft(self.squadron),
            ship=look.ship(self.ship),
            mode=mode_words(self.mode, self.chosen),
            size=self.size,
            step=step_word(self.size, kind.size) if kind is not None else NOTHING,
            downed=self.downed,
        )


class Docked(TurnFact, frozen=True):
    """A squadron is in a bay; its size is forgotten (FS-SC-10). `orphan` says that its ship was lost (FS-SC-19)."""

    says = either("orphan", N_("{squadron} docks in {ship}, having lost its ship."), N_("{squadron} docks in {ship}."))
    makes = Sets(
        "squadrons", "squadron", "ship", "bay", "size", mode=Mode.DEFENSIVE, chosen=None, ordered=True, adrift=None
    )
    squadron: CraftOf
    ship: ShipOf
    bay: str
    size: int
    orphan: bool = False

    def cites(self) -> str:
        return "FS-SC-19" if self.orphan else "FS-SC-10"


class SquadronsPassed(TurnFact, frozen=True):
    """A side has no more squadrons to order in this step (FS-SC-05)."""

    says = N_("{side} is done with its squadrons.")
    rule = "FS-SC-05"
    makes = game.SideSets(ready=True)
    side: SideOf


@runs(game.Launches)
def launches(play: Play, task: game.Launches) -> None:
    """Noted squadrons leave ships that are still there and whose hangars still work; then gear spots (FS-SC-03)."""
    for side in sides_in_order(play.state):
        for key, plotted in play.state.of(side).plots.items():
            ship = play.state.ships.get(key)
            if ship is None or not ship.deployed:
                continue
            for id in plotted.launch:
                squadron = play.state.squadrons.get(id)
                if squadron is not None and squadron.bay and squadron.ship == key:
                    play.tell(Launched(id, key, play.world.craft(squadron).size))
    gear = [
        game.Spotting(ship.id, system.id)
        for side in sides_in_order(play.state)
        for ship in play.state.on_board(side)
        for system in acting_as(ship.systems, Upgrade.TARGET_ACQUISITION_GEAR)
    ]
    play.push(*gear, game.OpenSquadrons())


@runs(game.OpenSquadrons)
def open_squadrons(play: Play, task: game.OpenSquadrons) -> None:
    """Sides order their squadrons in turn, the initiative side first (FS-SC-05)."""
    if task.first is None and not any(not squadron.bay for squadron in play.state.squadrons.values()):
        play.push(game.NextPick())
        return
    side = task.first or sides_in_order(play.state)[0]
    for each in (side, side.other):
        if not play.state.of(each).ready and orderable(play.world, play.state, each):
            play.stage(Stage.SQUADRONS, each)
            return
    play.push(game.Orphans())


class SquadronOrder(act.Order):
    """An order of the side whose turn it is to order a squadron."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PENDING`, `E_TURN`, `E_PHASE`."""
        return look.unfree() or look.untimely("FS-SC-05", Stage.SQUADRONS) or look.not_picking("FS-SC-05")


def _orderable(look: Look, found: Found) -> list[Squadron]:
    return orderable(look.world, look.known, look.side) if look.side is not None else []


def _takes_order(look: Look, squadron: Squadron, found: Found) -> Refused | None:
    if squadron.bay:
        why = N_("{squadron} is docked; launches are plotted.")
        return no(Code.E_PHASE, why, "FS-SC-03", squadron=term(squadron.id))
    if squadron.ordered:
        return no(Code.E_ONCE, N_("{squadron} has its order of this turn."), "FS-SC-05", squadron=term(squadron.id))
    return in_command(look.known, squadron, hangars(look.world, look.known, squadron.side))


ORDERABLE = SQUADRON.but(
    among=_orderable, exact=own_squadron(lambda one: not one.bay and not one.ordered), tests=(_takes_order,)
)
"""A squadron of the player's that can still be ordered in this step (FS-SC-05, FS-SC-06)."""


class Stance(NamedTuple):
    """A squadron's mode at a ship, and the hangar that is named to dock in, in words; "" for any."""

    mode: Mode
    hangar: str


def _stance(look: Look, words: str, found: Found) -> Stance:
    """The stance that was typed: a mode or the beginning of one, perhaps with a hangar. Refuses `E_MODE`."""
    wanted, _, hangar = words.strip().casefold().partition(" in ")
    modes = [mode for mode in Mode if wanted and mode.value.startswith(wanted)]
    if len(modes) != 1:
        look.no(Code.E_MODE, N_("“{words}” is neither offensive, defensive nor dock."), "FS-SC-07", words=words)
    if hangar and modes != [Mode.DOCK]:
        look.no(Code.E_MODE, N_("A hangar is named to dock in, not to be {modes}."), "FS-SC-07", modes=modes[0])
    return Stance(modes[0], hangar.strip())


def _stances(look: Look, found: Found) -> list[Option]:
    """The modes, and the hangars with an empty bay of the ship, where it is found."""
    ship = found.get("ship")
    hangars = [] if ship is None else [one for one in ship.systems if room(look.world, look.known, ship, one) > 0]
    label = N_("dock in {hangar} ({system})")
    docks = (
        Option(f"dock in {hangar.id}", label(hangar=term(system_name(look.world, hangar)), system=term(hangar.id)))
        for hangar in hangars
    )
    return [*map(Option, Mode), *docks]


MODE = Value("what it does there", _stance, _stances)
MODE_HELP = "offensive, defensive or dock; or dock in a hangar, such as: dock in c2"


def _type(look: Look, word: str, found: Found) -> Type:
    """A weapon type that a Drone Swarm works on. Refuses `E_MODE`."""
    wanted = word.strip().casefold()
    for kind in Type:
        if wanted and kind.value.startswith(wanted):
            return kind
    look.no(Code.E_MODE, N_("“{word}” is no weapon type."), "FS-SC-22", word=word)


def _ship_named(look: Look, word: str, found: Found) -> Ship | None:
    """Of two ships of one name the own one where the squadron docks, else the enemy's."""
    stance = found.get("mode")
    noun = SHIP if stance is not None and stance.mode is Mode.DOCK else TARGET
    return noun.exact(look, word, found) if noun.exact is not None else None


ANY_SHIP = SHIP.but(exact=_ship_named)
"""A ship on the board, to which a squadron may be ordered."""


class Squad(SquadronOrder):
    """Order a squadron to a ship: offensive, defensive, or to dock there."""

    path: ClassVar[str] = "sunrise squadron"
    line: ClassVar[str] = "squadron {squadron} to {ship} as {mode}[ against {weapons}][ confirm {confirm}]"
    tried: ClassVar[int] = 4
    resolves = ("mode",)
    squadron: Annotated[str, ORDERABLE] = Field(description="its id, such as AS1", max_length=40)
    ship: Annotated[str, ANY_SHIP] = Field(description="any ship on the board", max_length=40)
    mode: Annotated[str, MODE] = Field(description=MODE_HELP, max_length=60)
    weapons: Annotated[str | None, Value("a weapon type", _type, lambda look, found: map(Option, Type))] = Field(
        None, description="the weapon type a Drone Swarm works on", max_length=20
    )
    confirm: bool = Field(False, description="yes to harm a ship of your own")

    def check(self, look: Look, found: Found) -> None:
        """Refuses as `squadrons.order_ok` and `dock_ok`."""
        ship, mode, kind = found.ship, found.mode.mode, look.world.craft(found.squadron)
        own, bay = ship.side is look.side, self.bay(look, found)
        look.require(order_ok(kind, mode, own_ship=own, confirmed=self.confirm, chosen=found.weapons))
        if mode is Mode.DOCK:
            look.require(dock_ok(own, 1 if bay else 0, sum(bays(system, look.pack) for system in ship.systems)))

    def bay(self, look: Look, found: Found) -> str | None:
        """The hangar of an own ship where the squadron docks, if it does."""
        mode, hangar = found.mode
        return bay_meant(look, found.ship, hangar) if mode is Mode.DOCK and found.ship.side is look.side else None

    def obey(self, act: Act) -> None:
        """A squadron takes its order of the turn (FS-SC-05..10, FS-SC-22), whatever lies in between (FS-SC-24)."""
        squadron, ship, mode, chosen = act.found.squadron, act.found.ship, act.found.mode.mode, act.found.weapons
        bay = self.bay(act.look, act.found)
        act.play.push(game.OpenSquadrons(act.side.other))
        if bay is not None:
            act.play.tell(Docked(squadron.id, ship.id, bay, act.world.craft(squadron).size))
        else:
            act.play.push(*assign(act.play, squadron, ship, mode, chosen))
        act.play.go()

    @classmethod
    def sent(cls, sortie: Sortie, ship: str) -> Self:
        """The order of a sortie, with the ship as it is called."""
        chosen = sortie.chosen.value if sortie.chosen is not None else None
        return cls(squadron=sortie.squadron, ship=ship, mode=sortie.mode.value, weapons=chosen)

    @classmethod
    def options(cls, look: Look, field: str, given: Mapping[str, str]) -> Iterable[Option]:
        """As ever; the modes with the hangars of the own ship that is filled in, which is found after them."""
        if field != "mode":
            return super().options(look, field, given)
        own = [ship for ship in ships_named(look.known, given.get("ship", "")) if ship.side is look.side]
        return _stances(look, NOTHING_FOUND.also("ship", own[0] if own else None))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Each squadron to each ship, in each mode with what that takes: a type of weapons, a confirmation."""
        for squadron in ORDERABLE.fitting(look):
            kind = look.world.craft(squadron)
            for ship, mode in product(on_board(look), Mode):
                harms = kind.damaging and ship.side is look.side
                for weapons in map(str, Type) if kind.names_type and mode is Mode.OFFENSIVE else (None,):
                    yield cls(squadron=squadron.id, ship=ship.id, mode=mode.value, weapons=weapons, confirm=harms)


class PassSquadrons(SquadronOrder):
    """Give no more squadron orders this turn."""

    path: ClassVar[str] = "sunrise squadrons-done"
    line: ClassVar[str] = "squadrons done"

    def obey(self, act: Act) -> None:
        """A side stops, and the other finishes (FS-SC-05)."""
        stop_squadrons(act.play, act.side)


def unassigned(state: State, squadron: Squadron) -> bool:
    """True if a squadron was launched this turn and its side may still order it: it guards its carrier (FS-SC-04)."""
    return state.stage in (Stage.LAUNCH, Stage.SQUADRONS) and squadron.launched == state.turn and not squadron.ordered


def met(world: World, state: State, squadron: Squadron, ship: Ship) -> int:
    """Craft that a squadron loses on being assigned to a ship where enemy Deimos squadrons are (FS-FAC-35).

    None where it is assigned already, or where a dogfight has formed.
    """
    around = [other for other in state.assigned_to(ship.id) if other.id != squadron.id and not unassigned(state, other)]
    stays = squadron.ship == ship.id and squadron.adrift is None and not unassigned(state, squadron)
    if stays or in_dogfight(other.side for other in around):
        return 0
    size = squadron.size
    for other in around:
        if other.side is not squadron.side:
            does = rung_of(world, state, other)
            size -= arrival_loss(does, size)
    return squadron.size - size


def assign(play: Play, squadron: Squadron, ship: Ship, mode: Mode, chosen: Type | None) -> list[Task]:
    """A squadron arrives over a ship, where enemy Deimos squadrons meet it (FS-SC-07, FS-FAC-35).

    Returns what follows where that is the end of it.
    """
    downed = met(play.world, play.state, squadron, ship)
    size = squadron.size - downed
    play.tell(Assigned(squadron.id, ship.id, mode, chosen, size, downed))
    if size:
        return []
    return lose_squadron(play, play.state.squadrons[squadron.id], "it was shot down on arriving", "FS-FAC-35")


def stop_squadrons(play: Play, side: game.Side) -> None:
    """No more squadron orders of a side in this step."""
    play.tell(SquadronsPassed(side))
    play.push(game.OpenSquadrons(side.other))
    play.go()


@late(Stage.SQUADRONS)
def late_squadrons(play: Play) -> None:
    """Time is up: the side orders no more (register 18)."""
    stop_squadrons(play, play.ran_late())


@runs(game.Orphans)
def orphans(play: Play, task: game.Orphans) -> None:
    """Squadrons adrift that got no order dock at the nearest empty bay of their side, or are destroyed (FS-SC-19).

    Launched ones that got none are assigned to their carriers, where Deimos squadrons may meet them (FS-SC-04).
    """
    after: list[Task] = []
    for id in [one.id for one in play.state.squadrons.values() if not one.bay and unassigned(play.state, one)]:
        squadron = play.state.squadrons[id]
        carrier_ship = place_of(play.state, squadron)
        if carrier_ship is not None and met(play.world, play.state, squadron, carrier_ship):
            after += assign(play, squadron, carrier_ship, Mode.DEFENSIVE, None)
    for squadron, lost_at in [(one, one.adrift) for one in play.state.squadrons.values()]:
        if lost_at is None:
            continue
        bay = nearest_bay(lost_at, free_bays(play.world, play.state, squadron.side))
        if bay is None:
            after += lose_squadron(play, squadron, "its ship is lost and no bay is empty", "FS-SC-19")
        else:
            play.tell(Docked(squadron.id, bay.ship, bay.system, play.world.craft(squadron).size, orphan=True))
    play.push(*after, game.NextPick())

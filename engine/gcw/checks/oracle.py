"""The checks of a campaign for fuzz and tests: an opening, what a seat cannot know, and what it may fairly learn.

The test that nothing hidden shows compares all that a seat hears in two states which it cannot tell apart
(`engine.played.interference`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from msgspec.structs import replace

from engine.book import Book
from engine.clock import DAY, HOUR, Instant
from engine.game import MODERATOR, REFEREE, Audience, Fact, Outcome, Said, Seat, Setup, only
from engine.gcw.acting import Action, final_instants
from engine.gcw.battles import combatants, opposed
from engine.gcw.checks.keeping import kept
from engine.gcw.checks.knowledge import as_known
from engine.gcw.checks.soundness import unsound
from engine.gcw.conflict import concerned
from engine.gcw.contacts import NOWHERE, Bound, Seen, alias_of, hidden, over, reach
from engine.gcw.data.people import Faction
from engine.gcw.data.terms import Pools, Ring, ScanLayer, ScanMode, Status
from engine.gcw.data.units import Berth, ShipClass
from engine.gcw.economy.mending import RepairShip, is_yard
from engine.gcw.founding.setup import Confirm, Join, Muster
from engine.gcw.founding.sites import Raise, Sample
from engine.gcw.galaxy.courses import neighbours
from engine.gcw.galaxy.hyperspace import Jump, holders
from engine.gcw.galaxy.relations import Relation, facing
from engine.gcw.galaxy.tidings import comes
from engine.gcw.moderators.campaign import SetTreasury
from engine.gcw.moderators.units import Place, RemoveUnit, Spawn
from engine.gcw.sight.scanning import ScanBegan, complement
from engine.gcw.space.fire import Fire
from engine.gcw.space.holding import held_unit, holds_of
from engine.gcw.space.movement import Move
from engine.gcw.state import (
    CRAFT,
    Announced,
    Letter,
    Player,
    PlayerStatus,
    Scan,
    Sighting,
    State,
    Unit,
    UnitKind,
    carried,
    eyes,
    garrisoned,
    located,
    without,
)
from engine.gcw.turn.drafting import Clear
from engine.gcw.turn.turn import Final, Submit
from engine.gcw.whereabouts import spot
from engine.gcw.works.elimination import has_means
from engine.gcw.world import World
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Campaign, Checks, Deeds, Hidden, Length
from engine.played.played_game import PlayedGame

FIELD = "Corellia"


LANDING = "G-1S"


FORTRESS, INFILTRATORS = "BUN", "4 SCO"


CELLS = ("C-1", "C-2", "B-1", "B-2", "DSZ-1")


RICHES = 3000
"""KC in every treasury, so that something can be built."""


YARDS = (("SHY", "G-1S"), ("FAC", "G-2S"))
"""Facilities at every home that make something."""


SQUADRONS = 2
"""That a carrier brings at least: a swarm needs two."""


FRIENDS_AMONG = 3
"""Seats of a game in which two are friends, at least."""


SEATS = tuple(map(Seat, ("red", "blue", "green", "gold")))


FACTIONS = ("GE", "NR", "TF", "HC", "ORC", "CSA", "HS", "IR", "RA", "IND")


def _friends(world: World, seats: Sequence[Seat]) -> list[tuple[Seat, Order]]:
    """Orders by which the last two seats are friends, and have craft beside each other's carriers, in which there is
    room, and the last a squadron in the hangar of the other's (GCW-LCH-02).
    """
    if len(seats) < FRIENDS_AMONG:
        return []
    moves: list[tuple[Seat, Order]] = []
    for number, (host, guest) in enumerate((seats[-2:], seats[:-3:-1])):
        place, faction = seats.index(host), world.pack.factions[FACTIONS[seats.index(guest) % len(FACTIONS)]]
        cell, theirs = CELLS[(place + 1) % len(CELLS)], world.pack.factions[FACTIONS[place % len(FACTIONS)]]
        carrier = _force(world, theirs)[1]
        squadron = next(part.code or theirs.stock_sf for part in carrier.complement if part.kind is Berth.SF)
        moves.append((host, Relation(kind="grant", player=guest)))
        there = f"{host} {carrier.code} 2 {squadron}-1"
        moves.append((MODERATOR, RemoveUnit(unit=there, player=host)))
        for code in (faction.stock_sf, faction.stock_aux):
            spawn = Spawn(unit=code, name=f"{guest} Guest {number}", system=FIELD, cell=cell, player=guest)
            moves.append((MODERATOR, spawn))
        if not number:
            housed = Place(
                units=f"{guest} Guest 0", player=guest, system=FIELD, cell=cell, host=f"{host} {carrier.code} 2"
            )
            moves.append((MODERATOR, housed))
    return moves


def founded(world: World, setup: Setup) -> list[tuple[Seat, Order]]:
    """Orders that found every seat whole: its faction's sample fleet, a shipyard and a factory."""
    moves: list[tuple[Seat, Order]] = []
    for number, seat in enumerate(setup.seats):
        hero = tuple(world.pack.heroes)[number % len(world.pack.heroes)]
        moves.append(
            (seat, Join(faction=FACTIONS[number % len(FACTIONS)], hero=f"Captain {number + 1}", hero_class=hero))
        )
        moves.append((seat, Sample()))
        moves += [(seat, Raise(facility=code, grid="G-1S")) for code in ("SHY", "FAC")]
        moves.append((seat, Confirm()))
    return moves + met(world, setup.seats)


def met(world: World, seats: Sequence[Seat]) -> list[tuple[Seat, Order]]:
    """Orders that bring a ship of each seat, with what it carries, to one system, where they are enemies."""
    moves: list[tuple[Seat, Order]] = [
        (one, Relation(kind="hostile", player=other)) for one, other in combinations(seats, 2)
    ]
    for number, seat in enumerate(seats):
        ship = _force(world, world.pack.factions[FACTIONS[number % len(FACTIONS)]])[1]
        spawn = Spawn(unit=ship.code, name=f"{seat} Raider", system=FIELD, cell=CELLS[number % 4], player=seat)
        moves.append((MODERATOR, spawn))
    return moves


def _ground(world: World, seat: Seat, faction: Faction, number: int) -> list[Order]:
    """A small ground force each; the first seat holds a fortress, the second has infiltrators and a craft of troops."""

    def spawned(unit: str, name: str, cell: str, host: str | None = None) -> Order:
        return Spawn(unit=unit, name=f"{seat} {name}", system=FIELD, cell=cell, player=seat, host=host)

    orders = [spawned(f"12 {faction.stock_infantry}", "Legion", LANDING), spawned(faction.stock_gav, "Rider", LANDING)]
    if number == 0:
        orders.append(spawned(FORTRESS, "Fort", LANDING))
        orders.append(spawned(f"6 {faction.stock_infantry}", "Garrison", LANDING, f"{seat} Fort"))
    if number == 1:
        orders.append(spawned(INFILTRATORS, "Shadow", LANDING))
        orders.append(spawned(faction.stock_aux, "Lift", LANDING))
        orders.append(spawned(f"1 {faction.stock_infantry}", "Wave", LANDING, f"{seat} Lift"))
    return orders


def _boarders(world: World, seat: Seat, faction: Faction, cell: str) -> list[Order]:
    """A craft full of troops in a cell: that of the next seat's smallest ship."""
    lists = world.pack.units_of(faction)
    craft = [world.pack.auxiliaries[code] for code in lists.auxiliaries]
    largest = max((one for one in craft if not one.is_landing_barge), key=lambda one: (one.troop_capacity, one.code))
    name = f"{seat} Boarder"
    troops = f"{largest.troop_capacity} {faction.stock_infantry}"
    return [
        Spawn(unit=largest.code, name=name, system=FIELD, cell=cell, player=seat),
        Spawn(unit=troops, name=f"{seat} Marines", system=FIELD, cell=cell, player=seat, host=name),
    ]


def _force(world: World, faction: Faction) -> list[ShipClass]:
    """Three ships of a faction's list: the smallest, one with two squadrons or more, and one that may bombard from
    orbit if any.

    Of those that would do, the ones with the fewest units aboard: what is never launched is no battle, and costs time.
    """
    listed = (world.pack.ships[code] for code in world.pack.units_of(faction).ships)
    ships = sorted(listed, key=lambda kind: (kind.cp, kind.code))
    carriers = [ship for ship in ships if _aboard(ship, Berth.SF) >= SQUADRONS]
    carrier = min(carriers or ships[1:], key=_aboard)
    heavy = [ship for ship in ships if ship.orbital_bombardment and ship is not carrier]
    return [ships[0], carrier, min(heavy or ships[-1:], key=_aboard)]


def _aboard(ship: ShipClass, *kinds: Berth) -> int:
    """The units aboard a ship, of these kinds or of all; infantry goes as one stack."""
    return sum(
        1 if one.kind is Berth.INFANTRY else one.count for one in ship.complement if not kinds or one.kind in kinds
    )


def unseen(world: World, state: State, seat: Seat) -> list[Unit]:
    """Units that a seat has neither in sight nor in hand, and whose going would leave no trace in what all know."""
    fighting = {party for battle in state.battles.values() for party in battle.parties}
    aboard = {hero.aboard for hero in state.heroes.values()} | {unit.docked for unit in state.of(seat)}
    prizes = {unit.system for unit in state.of(seat) if unit.captured}  # foes there keep a conflict going (GCW-CON-05)
    return [
        unit
        for unit in state.units.values()
        if unit.owner != seat
        and (unit.on_grid or garrisoned(state, unit))
        and unit.status is Status.ACTIVE
        and unit.id not in aboard
        and alias_of(state, seat, unit.id) is None
        and unit.owner not in fighting
        and unit.system not in prizes
        and not unit.held
        and not any(unit.id in hold.beams for hold in state.holds.values())
    ]


def _put(state: State, unit: Unit) -> State:
    return replace(state, units={**state.units, unit.id: unit})


def _hurt(world: World, state: State, unit: Unit, chance: Chance) -> State:
    pools = unit.pools
    less = Pools(
        chance.below(pools.shields + 1),
        1 + chance.below(max(1, pools.armor)),
        1 + chance.below(pools.systems) if pools.systems else 0,
        1 + chance.below(pools.hull) if pools.hull else 0,
    )
    return _put(state, replace(unit, pools=less, shields_up=chance.one_in(2)))


def _another(world: World, state: State, unit: Unit, chance: Chance) -> State:
    pack = world.pack
    codes = {
        UnitKind.SHIP: tuple(pack.ships),
        UnitKind.SQUADRON: tuple(pack.squadrons),
        UnitKind.AUXILIARY: tuple(pack.auxiliaries),
        UnitKind.PLATFORM: tuple(code for code, facility in pack.facilities.items() if facility.is_space),
        UnitKind.FACILITY: tuple(code for code, facility in pack.facilities.items() if not facility.is_space),
    }.get(unit.kind) or tuple(code for code in pack.ground if world.kind(code) is unit.kind)
    code = chance.choice(codes)
    points = world.cp(code) if unit.kind is UnitKind.SHIP else unit.group_cp
    return _put(state, replace(unit, code=code, pools=world.full(code, unit.count), group_cp=points))


def _elsewhere(world: World, state: State, unit: Unit, chance: Chance) -> State:
    return _put(state, replace(unit, cell=f"DSZ-{1 + chance.below(4)}"))


def _gone(world: World, state: State, unit: Unit, chance: Chance) -> State:
    left = {key: other for key, other in state.units.items() if key != unit.id}
    bindings = {
        viewer: {alias: binding for alias, binding in held.items() if binding.unit != unit.id}
        for viewer, held in state.bindings.items()
    }
    return replace(
        state,
        units=left,
        bindings=bindings,
        tracks={key: track for key, track in state.tracks.items() if key != unit.id},
        repairs={key: repair for key, repair in state.repairs.items() if key != unit.id},
        guests=without(state.guests, unit.id),
    )


def _housed(world: World, state: State, seat: Seat, chance: Chance) -> State | None:
    """A guest in a hangar is hurt, of which the host's owner knows owner, name and class alone; to all others it may be
    of another class, or not there (GCW-LCH-02).
    """
    found = [unit for key in state.guests if (unit := state.units[key]).owner != seat and not carried(state, unit)]
    if not found:
        return None
    unit = chance.choice(found)
    known = state.units[unit.docked].owner == seat
    return chance.choice([_hurt] if known else [_hurt, _another, _gone])(world, state, unit, chance)


def _stationed(world: World, state: State, seat: Seat, chance: Chance) -> State | None:
    """A craft that the seat does not see now is on patrol, or no longer: that is seen, and never heard."""
    craft = [
        unit
        for unit in state.units.values()
        if unit.owner != seat
        and unit.kind in CRAFT
        and unit.on_grid
        and world.fog(state)
        and (hidden(state, world, unit.cell) or spot(unit.cell) not in eyes(state, unit.system).get(seat, NOWHERE))
    ]
    if not craft:
        return None
    unit = chance.choice(craft)
    return _put(state, replace(unit, patrol=not unit.patrol))


def _misheard(world: World, state: State, seat: Seat, chance: Chance) -> State | None:
    """The state with another class in what a passive scan of the seat's has recorded, which it hears when that is
    over.
    """
    scans = [scan for scan in state.scans.values() if scan.owner == seat and scan.id in state.signatures]
    if not scans:
        return None
    scan = chance.choice(scans)
    codes = tuple(world.pack.ships)
    heard = tuple(replace(one, kind=UnitKind.SHIP, code=chance.choice(codes)) for one in state.signatures[scan.id])
    return replace(state, signatures={**state.signatures, scan.id: heard})


def reveals(world: World, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
    """The part of the state that may fairly come out when a seat gives an order, or (None) when time passes.

    An entry into hyperspace meets what holds it; a declaration of hostility, whom it is made to; a turn that is
    played, whatever stands or acts where the seat is, and sides of battles; a scan of the seat's that is over, what it
    covers or has recorded; news of what others have ordered to be built, and messages (GCW-COM-01, -03). All else must
    come out the same.
    """
    match order:
        case Jump():
            sides = {seat, *(unit.owner for hold in holds_of(state, seat) if (unit := held_unit(state, hold)))}
            return [
                any(holders(state, world, side, system) for side in sides)
                for system in sorted({unit.system for unit in state.of(seat) if unit.system})
            ]
        case RepairShip():
            return [is_yard(world, state, system) for system in sorted({unit.system for unit in state.of(seat)})]
        case Relation(kind="hostile", player=other):
            return facing(world, state, seat, Seat(other))
        case Final():
            return played(world, state, seat)
        case None:
            final = any(at <= upto for _, at in final_instants(state))
            turns = played(world, state, seat) if final else ()
            sent: tuple[Announced | Letter, ...] = (*state.announced.values(), *state.letters.values())
            news = [news for news in sent if news.to == seat and comes(state, news) <= upto]
            return (voyages(state, upto), turns, scanned(world, state, seat, upto), news)
    return ()


def lingering(state: State, seat: Seat) -> list[tuple[str, bool]]:
    """The conflicts that concern a seat, and whether anything hostile is still there, seen or not (GCW-CON-05)."""
    return [
        (conflict.system, opposed(state, combatants(state, conflict.system)))
        for key, conflict in state.conflicts.items()
        if key.startswith("/") and seat in concerned(state, conflict.system)
    ]


def scanned(world: World, state: State, seat: Seat, upto: Instant) -> object:
    """Material that the seat's scans that are over by then can show: what is in the cells they cover, or what they
    recorded.
    """
    found: list[object] = []
    for scan in state.scans.values():
        cells = reach(world, state, scan) if scan.owner == seat and scan.due_at <= upto else ""
        if isinstance(cells, str):
            continue
        if scan.mode is ScanMode.PASSIVE:
            found.append(state.signatures.get(scan.id))
        else:
            seen = [unit for unit in state.at(scan.system) if unit.cell in cells]
            found.append([(unit, complement(world, state, unit)) for unit in seen])
    return found


def voyages(state: State, upto: Instant) -> object:
    """Arrivals up to an instant, and what stands where they come out."""
    due = [voyage for voyage in state.voyages.values() if voyage.due_at <= upto]
    places = {voyage.destination for voyage in due}
    return due, [unit for unit in state.units.values() if unit.system in places]


def played(world: World, state: State, seat: Seat) -> object:
    """Material that turns can bring before a seat: the turns themselves, what they can touch where it is or fights,
    and entries that wait for them, which take units out of what is played after.
    """
    acting = {turn.seat for turn in state.turns.values() if turn.lines}
    mine = {unit.system for unit in state.of(seat) if unit.on_grid}
    places = {*mine, *state.battles}
    near = [
        unit
        for unit in (located(state, unit) for unit in state.units.values())
        if unit.owner in acting
        or (unit.guest_in and state.units[unit.docked].owner in acting)  # it may be put out wherever its host goes
        or (unit.system in places and (not hidden(state, world, unit.cell) or alias_of(state, seat, unit.id)))
    ]
    held = [[unit.id for unit in holders(state, world, seat, system)] for system in sorted(mine)]
    return list(state.turns.values()), list(state.entries.values()), near, held


class GcwChecks(Checks[State]):
    """Checks of every campaign: what must hold of it, what each seat should know, and games that come to blows at
    once.
    """

    ends = ("Submit",)

    def as_known(self, state: State, seat: Seat) -> State:
        """The state as the seat should know it. The public counter of tracks is 0 in it."""
        return as_known(state, seat)

    def misknown(self, known: State, state: State, seat: Seat) -> str | None:
        """The first field of which the seat knows something else than it should; the counter of tracks aside."""
        return super().misknown(replace(known, last_track=0), state, seat)

    def invariant(self, state: State) -> str | None:
        """The fault of a state, in words; None for a sound one."""
        return unsound(self.rules.world, state)

    def between(self, before: State, said: Sequence[Said[State]], after: State, by: Seat) -> str | None:
        """The fault of a step in units or rosters, in words; None where there is none."""
        return kept(self.rules.world, before, said, after, by)

    def opening(self, setup: Setup) -> Sequence[tuple[Seat, Order]]:
        """Orders that have every seat join with a small fleet, and find a force of its own at one system."""
        world = self.rules.world
        if setup.options.get("founding") == "whole":
            return founded(world, setup)
        moves: list[tuple[Seat, Order]] = []
        for number, seat in enumerate(setup.seats):
            faction = world.pack.factions[FACTIONS[number % len(FACTIONS)]]
            force = _force(world, faction)
            join = Join(faction=faction.code, hero=f"Captain {number + 1}")
            moves += [(seat, order) for order in (join, Muster(unit=force[0].code), Confirm())]
            given: list[Order] = [SetTreasury(player=seat, amount=RICHES)]
            given += [
                Spawn(unit=code, name=f"{seat} {code}", system=faction.stronghold, cell=cell, player=seat)
                for code, cell in YARDS
            ]
            for place, ship in enumerate(force):
                cell, name = CELLS[(number + place) % len(CELLS)], f"{seat} {ship.code} {place + 1}"
                given.append(Spawn(unit=ship.code, name=name, system=FIELD, cell=cell, player=seat))
            given += _ground(world, seat, faction, number)
            given += _boarders(world, seat, faction, CELLS[(number + 1) % len(CELLS)])
            moves += [(MODERATOR, order) for order in given]
        return moves + _friends(world, setup.seats)

    def campaign(self) -> Campaign:
        """Four players, who are founded whole, for thirty days; nobody ends it, or leaves. Whoever attacks a neutral
        world plays its defenders: Umpire does so where a player leaves it to it, and in campaigns among usual games.
        """
        length = Length(600, days=30, without=("Victory", "LastDay", "Retire"))
        return Campaign(Setup("Campaign", SEATS, {"founding": "whole", "npc_control": "attacker"}), length)

    def perturb(self, state: State, seat: Seat, chance: Chance) -> State | None:
        """Another state that the seat cannot tell from this one: an unseen unit is hurt, moved in deep space, of
        another class, or not there at all; or so is a guest in a hangar; or a craft out of its sight is on patrol or
        off it; or a scan of another player's is not made. None where the seat sees everything.
        """
        world = self.rules.world
        scans = [scan for scan in state.scans.values() if scan.owner != seat]
        if scans and chance.one_in(2):
            return over(state, chance.choice(scans).id)
        if chance.one_in(4) and (misheard := _misheard(world, state, seat, chance)) is not None:
            return misheard
        if chance.one_in(3) and (housed := _housed(world, state, seat, chance)) is not None:
            return housed
        if chance.one_in(6) and (stationed := _stationed(world, state, seat, chance)) is not None:
            return stationed
        found = unseen(world, state, seat)
        if not found:
            return None
        unit = chance.choice(found)
        ways = [_hurt, _another]
        if world.ring(unit.cell) is Ring.DSZ:
            ways.append(_elsewhere)
        if not carried(state, unit) and not any(unit.id in entry.units for entry in state.entries.values()):
            ways.append(_gone)
        return chance.choice(ways)(world, state, unit, chance)

    def arrange(self, game: PlayedGame[State], seat: Seat, chance: Chance) -> None:
        """Ships of others lie in deep space of a system where the seat is; the seat may have heard one of them there.

        One of them may listen. Turns may be over, and drafts empty, so that everybody can post one.
        """
        world = self.rules.world
        here = sorted({unit.system for unit in game.state.of(seat) if unit.on_grid})
        if not here or not world.fog(game.state):
            return
        if not chance.one_in(3):
            game.lapse(Instant(game.now + DAY + HOUR))
            for each in game.seats:
                game.obey(each, Clear())
        system = chance.choice(here)
        others = [one for one in game.state.players.values() if one.seat != seat and one.status is PlayerStatus.ACTIVE]
        for player in others:
            _lies(world, game, player, system, "DSZ-1", chance)
            found = [unit for unit in deep(world, game.state, player.seat) if unit.system == system]
            if found and not chance.one_in(3):
                _heard(game, seat, chance.choice(found))
            if found and not chance.one_in(3):
                _listening(game, chance.choice(found))
        for player in others:  # an order by which what was heard begins conflicts, if it does
            _lies(world, game, player, system, chance.choice(DEEP), chance)

    def hidden_from(self, state: State, seat: Seat) -> Hidden:
        """Ships of others in deep space that a seat has no contact of: their ids, and such names as `arrange` gives."""
        unseen = [
            unit
            for other in state.players
            if other != seat
            for unit in deep(self.rules.world, state, Seat(other))
            if alias_of(state, seat, unit.id) is None
        ]
        return Hidden(
            tuple(unit.id for unit in unseen), tuple(unit.name for unit in unseen if NAMED.fullmatch(unit.name))
        )

    def unheard(self, state: State, seat: Seat, author: Seat, order: Order) -> bool:
        """Drafts and formations are their author's alone (GCW-TRN-04)."""
        return isinstance(order, Action)

    def deeds(self, game: PlayedGame[State], seat: Seat, chance: Chance) -> Deeds | None:
        """Deeds in deep space."""
        return hidden_deeds(self.rules, game, seat, chance) if not chance.one_in(3) else None

    def reveals(self, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
        """Material that scans, arrivals and final turns may fairly tell the seat, conflicts where it has something, and
        who has anything left.
        """
        left = [has_means(state, player) for player in state.players]
        return reveals(self.rules.world, state, seat, order, upto), lingering(state, seat), left


DEEP = ("DSZ-1", "DSZ-2", "DSZ-3", "DSZ-4")


NAMED = re.compile("x[0-9a-f]{8}")
"""The names of ships that are put into deep space: random, so that to find one is no chance."""


STORY = "The fleet waits in the dark."


def deep(world: World, state: State, seat: Seat) -> list[Unit]:
    """A player's ships in deep space that can act."""
    return [
        unit
        for unit in state.of(seat)
        if unit.on_grid
        and unit.kind is UnitKind.SHIP
        and unit.status is Status.ACTIVE
        and not unit.held
        and hidden(state, world, unit.cell)
    ]


def _lies(world: World, game: PlayedGame[State], player: Player, system: str, cell: str, chance: Chance) -> None:
    """A ship of a player's lies there, of any class and with a random name."""
    codes = sorted(world.pack.units_of(world.pack.factions[player.faction]).ships)
    name = f"x{chance.below(16**8):08x}"
    game.obey(MODERATOR, Spawn(unit=chance.choice(codes), name=name, system=system, cell=cell, player=player.seat))


def _said(game: PlayedGame[State], fact: Fact[State], to: Audience) -> None:
    """Make something so, and let it be heard."""
    game.take(Outcome(fact.evolve(game.state), (Said(game.now, to, fact),)))


def _heard(game: PlayedGame[State], seat: Seat, unit: Unit) -> None:
    """The seat has heard a ship, and where it was."""
    if alias_of(game.state, seat, unit.id) is None:
        number = len(game.known[seat].contacts_of(seat)) + 1
        seen = Seen(seat, number, unit.system, unit.cell, Sighting.FIRE, game.now, "FIRE")
        _said(game, seen, only(seat))
        _said(game, Bound(seat, f"Contact {number}", unit.id), REFEREE)


def _listening(game: PlayedGame[State], unit: Unit) -> None:
    """A ship has begun a passive scan, of which nobody else hears (GCW-SCN-07)."""
    scan = Scan(
        id=game.state.next_id("s", unit.owner),
        owner=unit.owner,
        unit=unit.id,
        mode=ScanMode.PASSIVE,
        layer=ScanLayer.ORBIT,
        system=unit.system,
        started_at=game.now,
        due_at=Instant(game.now + DAY),
    )
    _said(game, ScanBegan(scan), only(unit.owner))


def hidden_deeds(book: Book[World, State], game: PlayedGame[State], seat: Seat, chance: Chance) -> Deeds | None:
    """Two of another's ships in deep space: either moves there in a turn, or either leaves. The seat hears the same.

    That a fleet left the system is heard there (GCW-COM-05), but not which, nor from where.
    """
    if not book.world.fog(game.state):
        return None
    for author in chance.sample((name for name in game.seats if name != seat), len(game.seats)):
        ways = [ways for ways in (_jumps, _moves) if not chance.one_in(2)] or [_moves]
        for way in ways:
            found = chance.sample(way(book, game, author), 40)
            for one in found:
                for other in found:
                    if other != one and all(_obeyed(game, author, orders) for orders in (one, other)):
                        return Deeds(author, one, other)
    return None


def unled(world: World, state: State, seat: Seat) -> list[Unit]:
    """A player's ships in deep space without a hero aboard: of one, a hunter may learn where it is (GCW-HRO-01)."""
    aboard = {hero.aboard for hero in state.heroes.values()}
    return [unit for unit in deep(world, state, seat) if unit.id not in aboard]


def _obeyed(game: PlayedGame[State], author: Seat, orders: tuple[Order, ...]) -> bool:
    trial = game.copy()
    return all(trial.obey(author, order) is None for order in orders)


def _moves(book: Book[World, State], game: PlayedGame[State], author: Seat) -> Iterator[tuple[Order, ...]]:
    """Turns with one move from deep space to deep space, after the same fire, if any may be given; no turn is open."""
    known = game.known[author]
    if known.turns or known.drafts.get(author):
        return
    world, look = book.world, book.look(known, author, game.now)
    ships = unled(world, game.state, author)
    unseen = {unit.name for unit in ships}
    fire: tuple[Order, ...] = tuple(order for order in islice(Fire.possible(look), 40) if order.unit not in unseen)[:1]
    for unit in ships:
        for cell in world.grid.neighbours(unit.cell):
            if world.deep(cell):
                yield *fire, Move(unit=unit.name, cells=cell), Submit(story=STORY), Final()


def _jumps(book: Book[World, State], game: PlayedGame[State], author: Seat) -> Iterator[tuple[Order, ...]]:
    """Voyages out of deep space, of one ship each, from one system; no turn is open."""
    if game.state.turns:
        return
    ships = unled(book.world, game.state, author)
    for unit in ships:
        if unit.system == ships[0].system:
            yield (Jump(units=unit.name, system=min(neighbours(book.world.pack.links)[unit.system])),)

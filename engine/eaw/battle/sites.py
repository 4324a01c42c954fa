"""Sites are fought out: admirals order their fleets, battles are opened one after another with their packets, who is
left holds the field. Register 1.3, 2.1; EAW-19 to EAW-21, EAW-26, EAW-28.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Annotated, ClassVar

from msgspec.structs import asdict, replace
from pydantic import Field

from engine import act
from engine.book import clock
from engine.declared.changes import Alters, Puts, Sets
from engine.declared.due import Earliest, First
from engine.eaw import composition
from engine.eaw.battle import positions
from engine.eaw.battle.filings import GROUP, place_words
from engine.eaw.battle.leftovers import close_site
from engine.eaw.battle.positions import Group
from engine.eaw.data.maps import DIRECTIONS, opposite
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Flag, OfficerKind
from engine.eaw.figures import kept
from engine.eaw.look import Act, At, InstantOf, Look, SeatOf, unit_names
from engine.eaw.nouns import unknown
from engine.eaw.season.holdings import DockGone, DockSet, FleetFormed, ShipsSet, dock_id, free_number
from engine.eaw.season.movement import STACK, Moved, Waits, meet, moving, shields_up, stacked
from engine.eaw.season.plot import Plot
from engine.eaw.season.resolution import AHEAD, go_on, open_site
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import NEVER, Base, Battle, Dock, Exit, Fleet, Force, Packet, Ship, Site, State, Step, Unit
from engine.eaw.world import TABLE_WHOLE, World
from engine.game import Awaited, Fact, Seat, Table, only
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Noun, value
from engine.orders import Option
from engine.text.message import N_, NN_, T_, Shown, Text, listed, stamp, term

Units = Annotated[tuple[Unit, ...], Shown[tuple[Unit, ...]](lambda look, units, form: unit_names(units))]
DOCK = "general FRD"
LATE = 9000
"""The tick of who comes out of a lane that was fought for: after all that moved (1.3 step 6)."""
SIDE_ASKED = N_("{seat} takes the left or the right in battle `{battle}` until {at}, or else the left.")
SIDE_WAS_ASKED = N_("{seat} takes the left or the right in battle `{battle}`, or else the left.")
TO_FIGHT = N_("Battle `{battle}` is to be fought and reported:")
FOUGHT = N_("Battle `{battle}` is to be fought and reported until {at}:\n{one}\n{other}")
FORCE = N_("- {seat}, {hex}: {units}")
SIDES = (T_("side A"), T_("side B"))
PACKET = N_("You may leave battle `{battle}` from turn 3, impulse 16 on, by direction: {one}; {other}.")
WITH_DOCK = N_("At `{site}` your dock is with one of them.")
POOLED = N_("At `{site}` your fleets are regrouped; their ships part again when the season's battles are over.")
FEW = NN_("{count} fleet is there, and pooling takes two.", "{count} fleets are there, and pooling takes two.", "count")
FILED = N_("At `{site}` your fleets fight in this order: {order}.")


@at(When.SITES)
def proceed(run: Run) -> None:
    """Begin what may begin, fight on where nothing is waited for, and go on with the season when all is fought out:
    sites in lanes are begun at once, those in systems when no lane is fought for any more (1.3 step 6).
    """
    while (site := idle(run.state)) is not None:
        (begin_site if site.stage == "waiting" else next_battle)(run, site)
    go_on(run)


def idle(state: State) -> Site | None:
    """The next site that may go on, and waits for nobody: those in lanes come first (1.3 step 6)."""
    lanes = any(site.lane for site in state.sites.values())
    fought = {battle.site for battle in state.battles.values()}
    sites = (state.sites[id] for id in sorted(state.sites) if id not in fought)
    return next((site for site in sites if site.stage != "filing" and (site.lane or not lanes)), None)


def begin_site(run: Run, site: Site) -> None:
    """Admirals with several fleets are asked for their order; the owner of a dock sees the attackers first."""
    seats, windows = tuple(positions.parties(run.world, run.state, site)), run.windows
    site = replace(site, parties=seats)
    owing = [seat for seat in seats if positions.owes_order(run.state, run.world, site, seat)]
    for seat in seats:
        for other in seats if positions.there(run.state, site, seat)[1] else ():
            if run.state.hostile(seat, other):
                groups = positions.groups(run.world, run.state, site, other)
                units = tuple(unit for group in groups for unit in units_of(run, site, group))
                run.tell(AttackersShown(seat, other, site.at or site.lane, units), seat)
    if owing and len(seats) > 1:
        hours = max(windows.pooling if positions.there(run.state, site, seat)[1] else windows.filing for seat in owing)
        run.proclaim(SiteSet(replace(site, stage="filing", until=run.until(hours))))
        for seat in owing:
            run.tell(OrderAsked(site.id, run.until(hours)), seat)
    else:
        run.proclaim(SiteSet(replace(site, stage="battle", until=None)))


class SiteSet(Fact[State], frozen=True):
    """A site goes on."""

    silent = "who is asked hears so, and what is fought is told"
    makes = Puts("sites", "site")
    site: Site


class OrderAsked(Fact[State], frozen=True):
    """An admiral is asked for the order of his fleets at a site; nobody else hears that he has several there."""

    rule = "EAW-26.0"
    says = N_("In which order do your fleets fight at `{site}`? Say it by {until}, or the largest come first.")
    lasts = N_("In which order do your fleets fight at `{site}`? Else the largest come first.")
    site: At
    until: InstantOf


class AttackersShown(Fact[State], frozen=True):
    """The owner of a dock sees what has come for it, before he pools and orders (EAW-28.0)."""

    rule = "EAW-28.0"
    says = N_("{enemy} comes for your dock at {at} with {units}.")
    seat: Seat
    enemy: SeatOf
    at: At
    units: Units


# What fights


def units_of(run: Run, site: Site, group: Group, letter: str = "") -> Iterator[Unit]:
    """The units of a group: the ships of its fleet, its docks with their monitors and tugs, and its owner's garrison
    beside it (1.3 step 7, EAW-15g, EAW-17e.1).
    """
    state, found = run.state, list[Unit]()
    pooled = positions.pooled_docks(state, site, group.seat)
    docks = [dock for dock in state.docks.values() if dock.id == group.id or pooled.get(dock.id) == group.id]
    crew = [*state.crew(group.id), *(ship for dock in docks for ship in positions.escorting(state, dock.id))]
    crew.sort(key=lambda ship: (-ship.cbpv, ship.name))
    limited = restricted(run, state.fleets[group.id]) if group.id in state.fleets else set()
    for ship in crew:
        strength = kept(run.world.effective(state, ship))
        power = strength if run.world.warship(state, ship) and ship.id not in limited else "0"
        fighters = {kind: count for kind, count in ship.attrition.items() if count}
        found.append(Unit("", ship.id, "ship", ship.name, ship.design, strength, power, fighters))
    for dock in docks:
        strength = str(run.world.pack.designs[DOCK].cbpv)
        found.append(Unit("", dock.id, "dock", f"FRD {dock.number}", "FRD", strength, strength))
    if not site.lane:
        for base in state.garrison(site.at, group.seat):
            strength = str(run.world.pack.bases[base.kind].cbpv)
            power = "0" if base.state == "damaged" else strength
            found.append(Unit("", base.id, "base", base.id.rpartition(":")[2], base.kind, strength, power))
    for number, unit in enumerate(found, 1):
        yield replace(unit, mark=f"{letter}{number}")


def restricted(run: Run, fleet: Fleet) -> set[str]:
    """The ships of a fleet that fight without fire control, because it is over its command rating or its limit since
    the last season (EAW-17g.3).
    """
    bound = {"c", "d"} & set(fleet.reasons)
    return set(composition.restricted(run.world, run.state, run.state.crew(fleet.id))) if bound else set()


def next_battle(run: Run, site: Site) -> None:
    """The next two groups meet; the site is closed when one empire alone is left (1.3 steps 8 and 9, EAW-26e)."""
    rolls = count(1)

    def wins(group: Group, other: Group) -> bool:
        return outrolls(run, (f"{site.id}/tie {roll}" for roll in rolls), group.id, other.id)

    if (pair := positions.next_pair(run.world, run.state, site, wins)) is None:
        fought_out(run, site)
        return
    number = site.fought + 1
    sides = zip(pair, "AB", strict=True)
    mine, theirs = (Force(group.seat, group.id, tuple(units_of(run, site, group, letter))) for group, letter in sides)
    fresh = pair[0].id != site.holder
    battle = Battle(f"{site.id}/{number}", site.id, number, (mine, theirs), fresh)
    first, second = (direction(run.state, site, group.id) for group in pair)
    if fresh and first and first == second:
        chooser, until = chooses_side(run, site, pair), run.until(run.windows.side)
        forces = replace(mine, comes=first), replace(theirs, comes=first)
        run.proclaim(BattleSet(replace(battle, forces=forces, stage="side", chooser=chooser, until=until)))
    else:
        issue(run, replace(battle, forces=_placed(run, site, battle, first, second)))


def outrolls(run: Run, labels: Iterable[str], first: str, second: str) -> bool:
    """True if one of two rolls more on 2D6, rolled again where they are even; each roll has the next label."""
    for label in labels:
        high = [sum(run.die(f"{label}/{who}/{die}") for die in (1, 2)) for who in (first, second)]
        if high[0] != high[1]:
            return high[0] > high[1]
    raise AssertionError("they roll for ever")


def direction(state: State, site: Site, group: str) -> str:
    """The direction that a group comes from; "" for one that stands there (2.2)."""
    if (fleet := state.fleets.get(group)) is None:
        return ""
    if site.lane:
        return positions.from_lane(next(lane for lane in state.lanes(fleet.at) if lane.id == site.lane), fleet.at)
    stands = fleet.arrived == NEVER or state.t - fleet.arrived >= positions.RESIDENT
    return "" if stands else fleet.entry


def _placed(run: Run, site: Site, battle: Battle, first: str, second: str) -> tuple[Force, Force]:
    """The forces with where they start (2.2)."""
    entries, state = run.world.pack.entries, run.state
    if battle.fresh and not first and not second:  # after a stalemate: who is trapped counts as the mover
        for place, force in enumerate(battle.forces):
            fleet = state.fleets.get(force.group)
            if fleet is not None and (fleet.trapped or place == 1) and fleet.entry:
                first, second = (fleet.entry, "") if place == 0 else ("", fleet.entry)
                break
    if battle.fresh:
        found = positions.starts(entries, first, second)
    else:
        mover = state.fleets.get(battle.forces[1].group)
        way = second if mover is None else second or mover.entry or opposite(first or DIRECTIONS[0])
        found = (positions.HELD, positions.entering(entries, way, alternate=True) if way else positions.STANDING)
    forces = [replace(force, **asdict(start)) for force, start in zip(battle.forces, found, strict=True)]
    return forces[0], forces[1]


def chooses_side(run: Run, site: Site, pair: Sequence[Group]) -> Seat:
    """Chooser of left or right: a fleet with a Legendary Navigator, else who came earlier; else dice (EAW-20a)."""
    state = run.state
    navigators = [group.seat for group in pair if aboard(state, group.id, "navigator")]
    if len(navigators) == 1:
        return navigators[0]
    came = [(state.fleets[group.id].arrived, state.fleets[group.id].tick) for group in pair]
    if came[0] != came[1]:
        return pair[0].seat if came[0] < came[1] else pair[1].seat
    first = outrolls(run, (f"{site.id}/side {tries}" for tries in count(1)), pair[0].seat, pair[1].seat)
    return pair[0].seat if first else pair[1].seat


def aboard(state: State, fleet: str, kind: OfficerKind) -> bool:
    """True if a fleet has a legendary officer of a kind."""
    return any(officer.kind == kind for ship in state.crew(fleet) for officer in ship.officers)


def issue(run: Run, battle: Battle) -> None:
    """The packet of a battle is out: the lists to all, the ways out and the damage to its two admirals (2.1). Where the
    campaign settles battles by dice that are not reported, it waits no longer than an answer does (register 0.3).
    """
    hours = run.windows.answer if run.state.settings.auto_resolve else run.windows.battle
    battle = replace(battle, stage="open", chooser=Seat(""), until=run.until(hours))
    run.proclaim(BattleSet(battle))
    run.tell(PacketGiven(packet_of(run, battle)), *battle.seats)


def packet_of(run: Run, battle: Battle) -> Packet:
    """Knowledge of the two admirals of a battle besides the lists (2.1); whether another fleet covers who leaves a
    fortification (EAW-10g, EAW-21b).
    """
    state, site = run.state, run.state.sites[battle.site]
    system, whole = state.systems.get(site.at), run.world.version >= TABLE_WHOLE
    fort = system.fort if system is not None else None
    ways, bluffs, out = list[tuple[Exit, ...]](), list[bool](), set[str]()
    for force in battle.forces:
        if (fleet := state.fleets.get(force.group)) is None:  # a dock or a garrison never leaves (2.3)
            ways.append(())
            bluffs.append(False)
            continue
        alone = len(positions.there(state, site, fleet.owner)[0]) <= 1
        barred = fort is not None and state.hostile(fort.owner, fleet.owner) and alone
        barred = barred and not run.world.has(state, fleet, Flag.MINESWEEPER)
        room, bound = partial(has_room, state, fleet.owner), site.left.get(fleet.id, "")
        ways.append(positions.exits(state, fleet, room=room, bound=bound, barred=barred))
        bluffs.append(aboard(state, fleet.id, "captain") and not barred)
        out |= restricted(run, fleet)
    ships = {unit.mark: state.ships[unit.id] for unit in battle.units if unit.id in state.ships}
    bases = {unit.mark: state.bases[unit.id] for unit in battle.units if unit.id in state.bases}
    damage = {mark: words for mark, ship in ships.items() if (words := condition(ship, repairs=whole))}
    limited = tuple(unit.mark for unit in battle.units if unit.id in out)
    map_type, owner = system.map_type if system is not None else "", fort.owner if fort is not None else Seat("")
    packet = Packet(battle.id, (ways[0], ways[1]), (bluffs[0], bluffs[1]), damage, limited, map_type)
    places = {mark: place_of(base) for mark, base in bases.items()}
    return replace(packet, fort=owner, places=places) if whole else packet


def place_of(base: Base) -> str:
    """Place of a base on the map, as it was recorded (EAW-14.0.5)."""
    return f"planet {base.planet}, {f'at {base.hex}' if base.hex else f'facing {base.facing}'}"


def has_room(state: State, owner: Seat, system: str) -> bool:
    """True if a system has room for one more fleet of an empire, with those on their way (EAW-21a.7)."""
    coming = [fleet for fleet in state.fleets.values() if fleet.place == "hyper" and fleet.bound == system]
    return stacked(state, system, owner) + sum(fleet.owner == owner for fleet in coming) < STACK


def condition(ship: Ship, *, repairs: bool) -> str:
    """Harm to a ship from before, as a packet says it: "crippled, hull 3, DC 4"; with the CDR it has for `repairs`."""
    parts = ["crippled"] if ship.crippled else []
    parts += [f"{system} {count}" for system, count in ship.damage.items() if count]
    parts += [f"DC {ship.dc_left}"] if ship.dc_left is not None else []
    parts += [f"{count} {what} used" for what, count in ship.used.items() if count]
    parts += [f"CDR {ship.spare_cdr}"] if repairs and ship.spare_cdr else []
    return ", ".join(parts)


class BattleSet(Fact[State], frozen=True):
    """A battle is to be fought, or what it waits for has changed (2.1)."""

    decides = True
    rule = "EAW-19.0.1"
    makes = Puts("battles", "battle")
    battle: Battle

    def words(self, look: Look) -> Text:
        battle = self.battle
        until = stamp(battle.until or look.now)
        if battle.stage == "side":
            return SIDE_ASKED(seat=look.name(battle.chooser), battle=term(battle.id), at=until)
        if battle.stage == "ruling":
            return N_("Battle `{battle}` is not settled, and a moderator is asked to rule.")(battle=term(battle.id))
        told = ((look.name(force.seat), force) for force in battle.forces)
        one, other = (FORCE(seat=seat, hex=place_words(force), units=unit_names(force.units)) for seat, force in told)
        return FOUGHT(battle=term(battle.id), one=one, other=other, at=until)

    def lasting(self, look: Look) -> Text | None:
        battle = self.battle
        if battle.stage == "side":
            return SIDE_WAS_ASKED(seat=look.name(battle.chooser), battle=term(battle.id))
        return None if battle.stage == "ruling" else TO_FIGHT(battle=term(battle.id))


class PacketGiven(Fact[State], frozen=True):
    """The two admirals have what they need to play a battle out (2.1)."""

    rule = "EAW-21.0.2"
    makes = Puts("packets", "packet", "battle")
    packet: Packet

    def words(self, look: Look) -> Text:
        battle = look.known.battles.get(self.packet.battle)  # none, where this is told again later
        whose, exits = SIDES if battle is None else map(look.name, battle.seats), map(positions.ways, self.packet.exits)
        one, other = (N_("{seat} {ways}")(seat=seat, ways=term(out)) for seat, out in zip(whose, exits, strict=True))
        return PACKET(battle=term(self.packet.battle), one=one, other=other)


# What is left of a site


def fought_out(run: Run, site: Site) -> None:
    """One empire at most is left at a site: it is closed; who won a lane goes on to where it was bound (EAW-5c), who
    holds a system has what was captured there and stands alone (EAW-25b.1).
    """
    held = positions.parties(run.world, run.state, site)
    close_site(run, site.id)
    if not site.lane:
        for dock in [dock for dock in run.state.docks_at(site.at) if held and dock.owner not in held]:
            run.tell(DockGone(dock.id, "captured"), dock.owner)
            seize(run, dock, held[0])
        return
    for mover in [mover for mover in run.state.movers if mover.place == "lane" and mover.lane == site.lane]:
        lane = next(lane for lane in run.state.lanes(mover.at) if lane.id == site.lane)
        alone = isinstance(mover, Fleet) and mover.id not in run.state.attending()
        if alone and stacked(run.state, mover.bound, mover.owner) >= STACK:
            run.tell(Waits(mover.id, mover.bound), mover.owner)
            continue
        origin, to = mover.at, mover.bound
        shields_up(run, mover.owner, run.state.crew(mover.id))
        run.tell(Moved(mover.id, origin, to, lane.leaves(to), run.state.t, LATE + len(site.id)), mover.owner)
        meet(run, [mover.id])
        enemies = run.state.enemies(to, moving(run.state, mover.id).owner)
        if enemies and f"{run.state.t}-{to}" not in run.state.sites:
            open_site(run, to, "", run.state.present(to))


def seize(run: Run, dock: Dock, captor: Seat) -> None:
    """A dock is its captor's, who inspects it before it works for him (EAW-15a.1, EAW-9b.1)."""
    number = free_number(run.state.docks, captor)
    taken = replace(dock, id=dock_id(captor, number), owner=captor, number=number, monitor="", tug="")
    run.tell(DockSet(replace(taken, inspected=False, oversize=None)), captor)


# Orders of admirals


def own_sites(look: Look, found: Found) -> list[Site]:
    """The sites at which the viewer may order his fleets now."""
    seat, filing = look.seat, [site for site in look.known.sites.values() if site.stage == "filing"]
    return [site for site in filing if seat is not None and positions.owes_order(look.known, look.world, site, seat)]


SITE: Noun[Look, Site] = Noun(
    "a site where you order your fleets", own_sites, "id", unknown=unknown("site that waits for your order", "EAW-26.0")
)


def _orders(look: Look, found: Found) -> Iterable[Option]:
    site = found.get("site")
    called = [group.called for group in positions.known_groups(look, site)] if site is not None else []
    return [Option(", ".join(called)), Option(", ".join(reversed(called)))] if called else ()


@value("fleets in the order in which they fight", _orders)
def in_order(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """Groups at a site in an order: "2, 1, dock 1". Refuses E-ID, E-VALUE."""
    every = {group.called.casefold(): group.id for group in positions.known_groups(look, found.site)}
    picked = []
    for word in words.split(","):
        id = every.get(" ".join(word.casefold().removeprefix("fleet").split()))
        if id is None:
            look.no(Code.E_ID, N_("What is there is {fleets}."), "EAW-26.0", fleets=", ".join(every))
        if id in picked:
            look.no(Code.E_VALUE, N_("You name {word} twice."), "EAW-26.0", word=word.strip())
        picked.append(id)
    return tuple(picked)


class AtSite(act.Order):
    """An order of admirals at a site before it is fought for."""

    sheet: ClassVar[bool] = False
    site: Annotated[str, SITE] = Field(description="where", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        own = own_sites(look, NOTHING_FOUND)
        idle = None if own else no(Code.E_PHASE, T_("No site waits for your order."), "EAW-26.0")
        return look.untimely(Step.BATTLES, rule="EAW-26.0") or idle


class BattleOrder(AtSite):
    """Order your fleets at a site: which fights first, which next."""

    path: ClassVar[str] = f"{GROUP.path} order"
    line: ClassVar[str] = "battle order {fleets} at {site}"
    tried: ClassVar[int] = 8
    fleets: Annotated[str, in_order] = Field(
        description="fleets and docks in the order in which they fight", max_length=100, examples=["2, 1, dock 1"]
    )

    def obey(self, act: Act) -> None:
        """Those not named follow by size; nobody else sees it (EAW-26.0). Refuses E-ID, E-VALUE."""
        look, site = act.look, act.found.site
        act.say(Filed(look.own, site.id, "order", ",".join(act.found.fleets)), only(look.own))
        all_filed(Run(act.world, act.table), site.id)


def all_filed(run: Run, id: str) -> None:
    """The battles of a site begin when all who owe an order have filed it."""
    state, site = run.state, run.state.sites[id]
    parties = positions.parties(run.world, state, site)
    owing = [party for party in parties if positions.owes_order(state, run.world, site, party)]
    if all("order" in positions.filed(state, site, seat) for seat in owing):
        run.proclaim(SiteSet(replace(site, stage="battle", until=None)))
        proceed(run)


class Filed(Fact[State], frozen=True):
    """A filing of an admiral for a site or a battle; he alone knows."""

    rule = "EAW-26.0"
    makes = Alters("realms", "seat", lambda realm, fact: replace(realm, filed=fact.beside(realm.filed)))
    seat: Seat
    site: At
    what: str
    value: str

    def beside(self, filed: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
        """All filings, with it."""
        return {**filed, self.site: {**filed.get(self.site, {}), self.what: self.value}}

    def words(self, look: Look) -> Text:
        if self.what == "home":
            return POOLED(site=term(self.site))
        if self.what == "docks":
            return (WITH_DOCK if self.value else N_("At `{site}` your dock stands alone."))(site=term(self.site))
        called = (part.rpartition(":")[2].replace("d", "dock ") for part in self.value.split(","))
        return FILED(site=term(self.site), order=listed(map(term, called)))


# Pooling at a dock


@value("fleets with their ships")
def pools(look: Look, words: str, found: Found) -> dict[str, tuple[str, ...]]:
    """Fleets and their ships: "2: CA-1, FF-1; 3: DD-2, dock 1". Refuses E-ID, E-VALUE."""
    pools: dict[str, tuple[str, ...]] = {}
    for part in words.split(";"):
        head, colon, rest = part.partition(":")
        if not colon or not rest.strip():
            look.no(Code.E_VALUE, T_("Write each fleet with its ships, as in '2: CA-1, FF-1; 3: DD-2'."), "EAW-28a.1")
        pools[head.casefold().replace("fleet", "").strip()] = tuple(name.strip() for name in rest.split(","))
    return pools


class Pool(AtSite):
    """Regroup your fleets at your dock before it is attacked, and assign the dock to one of them."""

    path: ClassVar[str] = f"{GROUP.path} pool"
    line: ClassVar[str] = "pool {fleets} at {site}"
    fleets: Annotated[str, pools] = Field(
        description="each fleet with its ships, a dock with one of them",
        max_length=1500,
        examples=["2: CA-1, FF-1; 3: DD-2, dock 1"],
    )

    def obey(self, act: Act) -> None:
        """Fleets within 10 per cent of the limit stay as they are, no more fleets come of it than there were, none
        over the limit; a dock stands with one of them (EAW-28a.1). Refuses E-CAP, E-SPLIT, E-ID, E-FAC.
        """
        look, site = act.look, act.found.site
        moves, docks = pooled(look, site, act.found.fleets)
        ships = tuple(replace(look.known.ships[id], fleet=fleet) for id, fleet in moves.items())
        filed = positions.filed(look.known, site, look.own)
        before = dict(pair.split(">") for pair in filed.get("home", "").split(",") if pair)
        home = ",".join(f"{id}>{before.get(id, look.known.ships[id].fleet)}" for id in moves)
        run = Run(act.world, act.table)
        run.tell(Filed(look.own, site.id, "home", home), look.own)
        with_dock = ",".join(f"{dock}>{fleet}" for dock, fleet in docks.items())
        run.tell(Filed(look.own, site.id, "docks", with_dock), look.own)
        run.tell(ShipsSet(ships), look.own)
        all_filed(run, site.id)


def pooled(look: Look, site: Site, pools: dict[str, tuple[str, ...]]) -> tuple[dict[str, str], dict[str, str]]:
    """Places of each ship and dock. Refuses E-FAC, E-ID, E-SPLIT, E-CAP (EAW-28a.1, EAW-28a.2, EAW-17e.1)."""
    known, (there, docked) = look.known, positions.there(look.known, site, look.own)
    fleets, docks = {str(fleet.number): fleet for fleet in there}, {f"dock {dock.number}": dock for dock in docked}
    if not docks:
        look.no(Code.E_FAC, T_("You have no dock there."), "EAW-28.0")
    if len(fleets) < 2:
        look.no(Code.E_SPLIT, FEW, "EAW-28a.1", count=len(fleets))
    cap, crews = look.world.cap(known, captain=False)[0], {number: known.crew(one.id) for number, one in fleets.items()}
    locked = {number for number, crew in crews.items() if 10 * look.world.strength(known, crew) >= 9 * cap}
    free = (ship for number, crew in crews.items() if number not in locked for ship in crew)
    ships, moves, placed = {ship.name.casefold(): ship for ship in free}, dict[str, str](), dict[str, str]()
    for number, names in pools.items():
        if number not in fleets:
            why = N_("The fleets there are {fleets}, and {number} is none.")
            look.no(Code.E_SPLIT, why, "EAW-28a.1", fleets=", ".join(fleets), number=number)
        for called in names:
            word = called.casefold()
            if word in docks:
                placed[docks[word].id] = fleets[number].id
            elif number in locked:
                why = N_("Fleet {number} is within 10 % of the limit, and stays.")
                look.no(Code.E_SPLIT, why, "EAW-28a.1", number=number)
            elif word not in ships:
                look.no(Code.E_ID, N_("No ship {called} is there to be pooled."), "EAW-28a.2", called=called)
            elif ships[word].id in moves:
                look.no(Code.E_SPLIT, N_("You name {called} in two fleets."), "EAW-28a.1", called=called)
            else:
                moves[ships[word].id] = fleets[number].id
    if missing := [ship.name for ship in ships.values() if ship.id not in moves]:
        look.no(Code.E_SPLIT, N_("{missing} would be in no fleet."), "EAW-28a.1", missing=", ".join(missing))
    for fleet in fleets.values():
        crew = [known.ships[id] for id, to in moves.items() if to == fleet.id]
        crew += [ship for dock, to in placed.items() if to == fleet.id for ship in positions.escorting(known, dock)]
        for broken in composition.breaches(look.world, known, crew):
            code = Code.E_CAP if broken.code is Code.E_CAP else Code.E_SPLIT
            why = N_("Look at fleet {fleet} as pooled. {broken}")
            look.require(no(code, why, "EAW-28a.1", fleet=fleet.number, broken=broken.why))
    return moves, placed


@at(When.P1)
def dissolve_pools(run: Run) -> None:
    """Ships that were pooled return to their fleets, but for those that left (EAW-28b)."""
    for seat, realm in run.state.realms.items():
        back = []
        homes = (pair.partition(">") for filed in realm.filed.values() for pair in filed.get("home", "").split(","))
        for id, _, fleet in homes:
            ship = run.state.ships.get(id)
            if ship is None or ship.fleet == fleet or run.state.fleets[ship.fleet].place != "system":
                continue
            if fleet not in run.state.fleets:
                number = int(fleet.rpartition(":")[2])
                run.tell(FleetFormed(replace(run.state.fleets[ship.fleet], id=fleet, number=number)), seat)
            back.append(replace(ship, fleet=fleet))
        if back:
            run.tell(ShipsSet(tuple(back)), seat)
        if realm.filed:
            run.tell(FilingsGone(seat), seat)


class FilingsGone(Fact[State], frozen=True):
    """An admiral's filings for the sites of a season are done with."""

    silent = "the sites are fought out"
    makes = Sets("realms", "seat", filed={})
    seat: Seat


# Left or right


SIDE: Noun[Look, str] = Noun(
    "left or right",
    lambda look, found: ("left", "right"),
    lambda side: (side,),
    unknown=lambda look, name, hint: no(Code.E_VALUE, T_("Say left or right."), "EAW-20a"),
)


class Side(act.Order):
    """Choose whether you come a step to the left or to the right of the direction you both come from."""

    path: ClassVar[str] = f"{GROUP.path} side"
    line: ClassVar[str] = "take the {side}"
    sheet: ClassVar[bool] = False
    side: Annotated[str, SIDE] = Field(description="left or right", max_length=5)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        idle = None if choosing(look) else no(Code.E_PHASE, T_("No side is yours to choose."), "EAW-20a")
        return look.untimely(Step.BATTLES, rule="EAW-20a") or idle

    def obey(self, act: Act) -> None:
        """The other side takes the other step (EAW-20a)."""
        take_side(Run(act.world, act.table), choosing(act.look)[0], act.found.side)


def choosing(look: Look) -> list[Battle]:
    """The battles in which the viewer chooses a side."""
    return [battle for battle in look.known.battles.values() if battle.stage == "side" and battle.chooser == look.seat]


def take_side(run: Run, battle: Battle, side: str) -> None:
    """Both forces have their directions, and the packet is out (EAW-20a)."""
    mine, theirs = positions.same_way(battle.forces[0].comes, side)
    ways = (mine, theirs) if battle.forces[0].seat == battle.chooser else (theirs, mine)
    issue(run, replace(battle, forces=_placed(run, run.state.sites[battle.site], battle, *ways)))


# Fighting on after a stalemate


def own_stalemates(look: Look, found: Found) -> list[str]:
    """The systems in which the viewer stands with an enemy after a stalemate."""
    return [system.id for system in look.known.systems.values() if look.seat in system.stalemate]


STALEMATE: Noun[Look, str] = Noun(
    "a system with a stalemate of yours", own_stalemates, lambda id: (id,), unknown=unknown("stalemate there")
)


class Attack(Plot):
    """Fight on this season in a system where you stand with an enemy after a stalemate."""

    path: ClassVar[str] = f"{GROUP.path} attack"
    line: ClassVar[str] = "attack at {system}"
    slots: ClassVar[int] = 0
    trapped: ClassVar[bool] = True
    kept: ClassVar[bool] = True
    system: Annotated[str, STALEMATE] = Field(description="where", max_length=12)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE where there is no stalemate."""
        own = own_stalemates(look, NOTHING_FOUND)
        return super().ready(look) or (
            None if own else no(Code.E_PHASE, T_("No stalemate is to be broken."), "EAW-10h")
        )

    def perform(self, run: Run, found: Found) -> None:
        """The site is opened when all has moved (EAW-10h, 2.5.6)."""
        if run.real:
            run.proclaim(Broken(found.system))


class Broken(Fact[State], frozen=True):
    """A stalemate is over: an admiral fights on."""

    rule = "EAW-10h"
    says = N_("The stalemate at {system} is over.")
    makes = Sets("systems", "system", stalemate=())
    system: At


# The clock


@clock(First(Earliest("sites", "until", stage="filing"), Earliest("battles", "until", stage="side")), priority=3)
def filing_ends(world: World, table: Table[State]) -> None:
    """Time is up for orders of fleets and for sides: the largest come first, the left is taken (section 6)."""
    run = Run(world, table)
    for site in list(run.state.sites.values()):
        if site.stage == "filing" and site.until is not None and site.until <= table.now:
            run.proclaim(SiteSet(replace(site, stage="battle", until=None)))
    for battle in list(run.state.battles.values()):
        if battle.stage == "side" and battle.until is not None and battle.until <= table.now:
            take_side(run, battle, "left")
    proceed(run)


def awaits(world: World, state: State) -> Iterator[Awaited]:
    """Seats that owe an order of fleets, or a side."""
    for site in state.sites.values():
        for seat in site.parties if site.stage == "filing" else ():
            if "order" not in positions.filed(state, site, seat) and positions.owes_order(state, world, site, seat):
                yield Awaited(seat, T_("the order of your fleets in battle"), site.until, ahead=AHEAD, which=site.id)
    for battle in state.battles.values():
        if battle.stage == "side":
            yield Awaited(battle.chooser, T_("left or right"), battle.until, ahead=AHEAD, which=battle.id)

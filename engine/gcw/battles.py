"""Hostility and battles: who is a party, what command points it uses there, what is posted, when it is over.

Rulebook: GCW-GEN-04, GCW-BUR, GCW-PST-01..04, GCW-DMG-20, GCW-PDF-07, register 0.3 (battle).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.clock import Instant
from engine.game import EVERYONE, Fact, Seat, Table, only, ruled
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Status
from engine.gcw.look import (
    CHANNEL_WORDS,
    STATUS_WORDS,
    TRACKED,
    Look,
    Run,
    code_words,
    contact_words,
    grouped,
    hearers,
    in_battle,
    names_words,
    own_name,
    player,
    side_of_contact,
    track_label,
)
from engine.gcw.state import (
    CRAFT,
    NOBODY,
    PUBLIC,
    SHIELDLESS,
    Battle,
    Shot,
    State,
    Unit,
    UnitKind,
    UnitsSet,
    battle_changed,
    carried,
    place,
    put,
    within,
    without,
)
from engine.gcw.whereabouts import whereabouts
from engine.gcw.world import MENDED, World
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found
from engine.report import News
from engine.text.message import N_, NN_, T_, Text, joined, listed, name, quoted, spaced, stamp, term
from engine.text.names import hidden, shown
from engine.text.numbered import FEWEST, ranges

YOUR_PEACE = N_("You declare peace, but {other} is still hostile.")


PEACE_TO_YOU = N_("{one} declares peace, but you are still hostile.")


PEACE = N_("{one} declares peace, but {other} is still hostile.")


YOU_ANSWER = N_("You answer the hostility of {other}.")


ANSWERS_YOU = N_("{one} answers your hostility.")


ANSWERS = N_("{one} answers the hostility of {other}.")


YOU_HOSTILE, HOSTILE = N_("You and {other} are now hostile."), N_("{one} and {other} are now hostile.")


YOU_NO_MORE, NO_MORE = N_("You and {other} are no longer hostile."), N_("{one} and {other} are no longer hostile.")


class Hostility(Fact[State], frozen=True):
    """(who, towards whom): one is hostile to another by declaration or act, or takes it back (GCW-GEN-04).

    Two are hostile while one of them is. Access between them ends.
    """

    rule = "GCW-GEN-04"
    decides = True
    pair: tuple[Seat, Seat]
    hostile: bool = True
    mutual: bool | UnsetType = UNSET
    """True if both take it back, because both ordered peace or a moderator closed their battle."""

    def evolve(self, state: State) -> State:
        pairs = (self.pair, self.pair[::-1]) if self.mutual is True else (self.pair,)
        others = tuple(pair for pair in state.hostile if pair not in pairs)
        peace = tuple(pair for pair in state.peace if pair not in pairs)
        if not self.hostile:
            return replace(state, hostile=others, peace=peace)
        access = tuple(pair for pair in state.access if set(pair) != set(self.pair))
        return replace(state, hostile=(*others, self.pair), access=access, peace=peace)

    def words(self, look: Look) -> Text:
        one, other = self.pair
        mine, to_me = look.mine(one), look.mine(other)
        if not self.hostile and look.known.are_hostile(one, other):
            sentence = YOUR_PEACE if mine else PEACE_TO_YOU if to_me else PEACE
        elif self.hostile and (other, one) in look.known.hostile:
            sentence = YOU_ANSWER if mine else ANSWERS_YOU if to_me else ANSWERS
        else:
            one, other = (other, one) if to_me else (one, other)
            yours, theirs = (YOU_HOSTILE, HOSTILE) if self.hostile else (YOU_NO_MORE, NO_MORE)
            sentence = yours if mine or to_me else theirs
        return sentence(one=player(one), other=player(other))


YOU_ORDER_PEACE = N_("You declare peace with {other}; you are hostile until both have, and share no battle.")
ORDERS_PEACE = N_("{one} declares peace with you; you are hostile until both have, and share no battle.")


class PeaceOrdered(Fact[State], frozen=True):
    """(who, with whom): one of two who are hostile orders peace, which alone changes nothing (GCW-GEN-04). For both."""

    rule = "GCW-GEN-04"
    pair: tuple[Seat, Seat]

    def evolve(self, state: State) -> State:
        return replace(state, peace=(*(pair for pair in state.peace if pair != self.pair), self.pair))

    def words(self, look: Look) -> Text:
        one, other = self.pair
        return (YOU_ORDER_PEACE if look.mine(one) else ORDERS_PEACE)(one=player(one), other=player(other))


def make_peace(table: Table[State]) -> None:
    """Hostility ends of two who both have ordered peace, once they share no battle (GCW-GEN-04)."""
    for pair in table.state.peace:
        both = pair[0] < pair[1] and pair[::-1] in table.state.peace
        if both and not any(set(pair) <= set(battle.parties) for battle in table.state.battles.values()):
            table.say(Hostility(pair, False, True), hearers(*pair))


HEADING, ITEM = N_("**{heading}**"), N_("- {item}")


def section(heading: Text, items: Iterable[str]) -> list[Text]:
    """A heading, and a line for each item under it."""
    return [HEADING(heading=heading), *(ITEM(item=item) for item in tracks_together(items))]


def commit(run: Run, unit: Unit) -> None:
    """Put a unit's group into the battle it acts in: BATTLE_CP_LIMIT where there is no room (GCW-BUR-01, -02,
    -10, -11).

    Refuses PDF_PLACE for a unit on PDF duty that is not where its PDF is (GCW-PDF-07).
    """
    run.look.require(misplaced(run.state, unit))
    system = place(run.state, unit).system
    for member in uncommitted(run.state, unit):
        cost = group_cost(member)
        run.look.require(too_many(run.world, run.state, member, system, cost))
        run.table.say(Committed(system, f"{run.seat}/{member.group}", cost), only(run.seat))


def misplaced(state: State, unit: Unit) -> Refused | None:
    """Refuses a unit on PDF duty that is not where its PDF is (GCW-PDF-07)."""
    system = place(state, unit).system
    if unit.duty and system and system != unit.duty:
        return Refused(Code.PDF_PLACE, {"unit": shown(unit.name), "system": unit.duty})
    return None


def at_its_post(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that are not on PDF duty for another system (GCW-PDF-07)."""
    return misplaced(look.known, unit) if look.world.version >= MENDED else None


def uncommitted(state: State, unit: Unit) -> list[Unit]:
    """The units whose groups would come into the open battle of their player's in which a unit acts (GCW-BUR-02)."""
    battle = state.battles.get(place(state, unit).system)
    if battle is None or unit.owner == NOBODY or unit.owner not in battle.parties:
        return []
    members = carried(state, unit) if unit.kind is UnitKind.SWARM else [unit]  # each keeps its group (GCW-TIE-01)
    leading: dict[str, Unit] = {}
    for member in members:
        leading.setdefault(member.group, member)
    return [member for group, member in leading.items() if f"{unit.owner}/{group}" not in battle.committed]


def group_cost(unit: Unit) -> int:
    """The command points of a unit's group; bonus units on PDF duty count nothing (GCW-BUR-01)."""
    return 0 if unit.bonus and unit.duty else unit.group_cp


def too_many(world: World, state: State, unit: Unit, system: str, cost: int) -> Refused | None:
    """Refuses more command points than can be used in a battle (GCW-BUR-01, -11)."""
    if not cost:
        return None
    mine, battle = f"{unit.owner}/", state.battles.get(system)
    committed = battle.committed.items() if battle is not None else ()
    if world.commands(state, unit.owner, cost + sum(cp for group, cp in committed if group.startswith(mine))):
        return None  # even with the points of groups that are released
    apart = state.switches.get("battle_cap_scope") == "fleet"
    new = cost + used_cp(state, system, unit.owner, unit.duty if apart else None)
    if world.commands(state, unit.owner, new):
        return None
    limit = world.capacity(state, unit.owner)
    return Refused("BATTLE_CP_LIMIT", {"new": new, "limit": limit, "unit": shown(unit.name)})


def uncommittable(look: Look, unit: Unit, found: Found = NOTHING_FOUND) -> Refused | None:
    """Refuses a unit that cannot come into the battle that is where it is (GCW-BUR-01, -11, GCW-PDF-07)."""
    refused, cost = misplaced(look.known, unit), 0
    for member in uncommitted(look.known, unit):
        cost += group_cost(member)
        refused = refused or too_many(look.world, look.known, member, place(look.known, unit).system, cost)
    return refused


COMMITTED = N_("{leader}'s group is committed to the battle of {system}: {cp} CP, {total} of {most} committed in all.")


class Committed(Fact[State], frozen=True):
    """A group's command points count in a battle from now on (GCW-BUR-02); for its owner."""

    rule: ClassVar[str] = "GCW-BUR-02"
    system: str
    group: str
    cp: int

    def evolve(self, state: State) -> State:
        battle = state.battles.get(self.system)
        committed = put(battle.committed, self.group, self.cp) if battle is not None else {}
        return battle_changed(state, self.system, committed=committed)

    def words(self, look: Look) -> Text:
        battle = look.known.battles.get(self.system)
        return COMMITTED(
            leader=look.name(self.group.partition("/")[2]),
            system=term(self.system),
            cp=self.cp,
            total=sum(battle.committed.values()) if battle is not None else self.cp,
            most=look.world.capacity(look.known, Seat(self.group.partition("/")[0])),
        )


def used_cp(state: State, system: str, seat: Seat, duty: str | None = None) -> int:
    """Command points a player uses in a battle: groups of which nothing is left are released (GCW-BUR-03..05).

    `duty` names one fleet, whose points alone are counted: "" the main fleet, a system its PDF (GCW-BUR-01).
    """
    battle = state.battles.get(system)
    if battle is None:
        return 0
    mine = f"{seat}/"
    groups = {key.removeprefix(mine): cp for key, cp in battle.committed.items() if key.startswith(mine)}
    leaders = {group: state.units.get(group) for group in groups}
    standing = {group for group, leader in leaders.items() if leader and leader.owner == seat and counts(state, leader)}
    if len(standing) < len(groups):  # only where a leader is gone do its craft decide
        standing |= {unit.group for unit in state.of(seat) if counts(state, unit)}
    if duty is not None:
        fleets = {unit.group: unit.duty for unit in state.of(seat)}
        fleets |= {group: leader.duty for group, leader in leaders.items() if leader and leader.owner == seat}
        standing = {group for group in standing if fleets.get(group) == duty}
    return sum(cp for group, cp in groups.items() if group in standing)


def counts(state: State, unit: Unit) -> bool:
    """True if a unit keeps its group's points in use: a live one, and not of a swarm that breaks up (GCW-BUR-05)."""
    host = state.units.get(unit.docked) if unit.docked else None
    return unit.live and (host is None or host.kind is not UnitKind.SWARM or host.live)


BECOME_HOSTILE = N_("You and {player} become hostile: from then on there is a battle (GCW-GEN-04).")


def hostile_act(run: Run, system: str, victim: Seat) -> None:
    """A hostile act in a system: the two are hostile, and a battle is open there (GCW-GEN-04, register 0.3).

    On what its author knows, a victim that it does not know stands as nobody.
    """
    seat = run.seat
    if not run.real and victim in run.state.players and not run.state.are_hostile(seat, victim):
        run.workings.append(BECOME_HOSTILE(player=player(victim)))
    if (seat, victim) not in run.state.hostile or (seat, victim) in run.state.peace:
        run.table.say(Hostility((seat, victim)), hearers(seat, victim))
    open_battle(run.table, system, seat, victim)


def open_battle(table: Table[State], system: str, seat: Seat, other: Seat) -> None:
    """Both are parties to a battle in the system, and have their shields up (register 0.3, GCW-DMG-20)."""
    battle = table.state.battles.get(system)
    low, high = sorted((seat, other))
    if battle is None:
        table.say(BattleOpened(table.state.last_battle + 1, system, table.date, (low, high)), EVERYONE)
    for party in (low, high):
        if battle is not None and party not in battle.parties:
            table.say(BattleJoined(system, party), EVERYONE)
        if battle is None or party not in battle.parties:
            shields_rise(table, [unit for unit in table.state.at(system) if unit.owner == party])
            number = table.state.battles[system].id
            table.say(OrderOfBattle(number, system, party), hearers(party))


OPENED = N_("**Battle of {system}**: {parties} fight, since {at}.")


class BattleOpened(Fact[State], frozen=True):
    """A battle has begun (register 0.3)."""

    battle: int
    system: str
    at: Instant
    parties: tuple[Seat, ...]

    def evolve(self, state: State) -> State:
        battle = Battle(id=self.battle, system=self.system, opened_at=self.at, parties=self.parties)
        return replace(
            state,
            battles=put(state.battles, self.system, battle),
            quiet_since=without(state.quiet_since, self.system),
            last_battle=self.battle,
        )

    def words(self, look: Look) -> News:
        who = listed(player(party) for party in self.parties)
        return in_battle(self.battle, self.system, OPENED(system=term(self.system), parties=who, at=stamp(self.at)))


YOU_JOIN, JOINS = N_("You join the battle of {system}."), N_("{player} joins the battle of {system}.")


class BattleJoined(Fact[State], frozen=True):
    """Another player is a party to a battle."""

    system: str
    seat: Seat

    def evolve(self, state: State) -> State:
        battle = state.battles.get(self.system)
        parties = tuple(sorted({*battle.parties, self.seat})) if battle is not None else ()
        return battle_changed(state, self.system, parties=parties)

    def words(self, look: Look) -> News:
        battle = look.known.battles.get(self.system)
        words = (YOU_JOIN if look.mine(self.seat) else JOINS)(player=player(self.seat), system=term(self.system))
        return in_battle(battle.id if battle else 0, self.system, words)


SHIP, AT_CELL = N_("{name} ({code})"), N_("- {cell}: {units}")
SEEN, PATROLS = N_("- {contact} ({code}), {cell}"), N_("- {contact} ({code}), patrols {cell}")
NO_CLASS, UNKNOWN_SIDE = T_("class unknown"), T_("**Of unknown side, or of no player**")


class OrderOfBattle(Fact[State], frozen=True):
    """A player becomes a party to a battle and is told who is there, as far as it knows. For that player."""

    rule: ClassVar[str] = "GCW-PST-03"
    battle: int
    system: str
    seat: Seat

    def words(self, look: Look) -> Text:
        """Units that are there as one side knows it: its own units, and what it has in sight, by owner."""
        known = look.known
        places: dict[str, list[Unit]] = {}
        for unit in known.of(self.seat):
            if unit.system == self.system and unit.on_grid:
                places.setdefault(unit.cell, []).append(unit)
        lines = [N_("**Order of battle at {system}**, as you know it.")(system=term(self.system)), T_("**Yours**")]
        for cell, units in places.items():
            ships = [SHIP(name=own_name(known, unit), code=term(unit.code)) for unit in units if unit.kind not in CRAFT]
            craft = grouped(unit for unit in units if unit.kind in CRAFT)
            lines.append(AT_CELL(cell=term(cell), units=joined(", ", (*ships, *([craft] if craft else [])))))
        sides: dict[Seat, list[Text]] = {}
        for contact in known.contacts_of(self.seat).values():
            if contact.system == self.system and not contact.gone:
                seen = (PATROLS if contact.patrol else SEEN)(
                    contact=contact_words(contact), code=code_words(contact.code) or NO_CLASS, cell=term(contact.cell)
                )
                sides.setdefault(side_of_contact(known, contact), []).append(seen)
        for owner, seen_units in sorted(sides.items()):
            lines += [HEADING(heading=player(owner)) if owner else UNKNOWN_SIDE, *seen_units]
        return joined("\n", lines if sides else (*lines, T_("You have nobody else in sight.")))


def shields_rise(table: Table[State], units: list[Unit]) -> None:
    """Units that become part of an open battle have their shields up; that is no act of theirs (GCW-DMG-20)."""
    for owner in sorted({unit.owner for unit in units}):
        down = tuple(
            unit.id
            for unit in units
            if unit.owner == owner
            and unit.status is Status.ACTIVE
            and not unit.shields_up
            and not unit.silent
            and unit.kind not in SHIELDLESS
        )
        if down:
            table.say(ShieldsRose(down), hearers(owner))


RAISED = NN_("{units} raises shields for battle.", "{units} raise shields for battle.", "count")


class ShieldsRose(Fact[State], frozen=True):
    """Shields went up by themselves as units became part of an open battle (GCW-DMG-20). For their owner."""

    makes = UnitsSet("units", shields_up=True)
    rule: ClassVar[str] = "GCW-DMG-20"
    units: tuple[str, ...]

    def words(self, look: Look) -> Text:
        return RAISED(units=look.names(self.units), count=len(self.units))


POST_OF = N_("**{player}'s turn at {system}**")
NO_PLACES, NO_DAMAGE = T_("- Nothing that everybody may know."), T_("- None that everybody may know.")
NO_HITS = T_("- Nothing was hit.")
LOST, CAPTURED, DERELICT = T_("Lost"), T_("Captured"), T_("Derelict")
FIRES = NN_("{shooters} fires at {target}: {damage}.", "{shooters} fire at {target}: {damage}.", "count")
UNSEEN_FIRE = N_("{target} is hit by {player}'s fire: {damage}.")
FIRES_AT_EACH = NN_(
    "{shooters} fires at {target}: {damage} each.", "{shooters} fire at {target}: {damage} each.", "count"
)
UNSEEN_FIRE_AT_EACH = N_("{target} are hit by {player}'s fire: {damage} each.")
OF_DAMAGE, OF_A_KIND, IN_VAIN = N_("{damage:,} damage"), N_("{damage:,} {channel} damage"), T_("no damage")
ENDED = N_("**{heading}:** {items}")
FIGHTS_ON, BECAME, IS_LOST = T_("It fights on."), N_("It is {status}."), N_("It is {status}, at {cell}.")
FIGHT_ON, ALL_BECAME, ARE_LOST = T_("They fight on."), N_("They are {status}."), N_("They are {status}, at {cell}.")
TRACKS, TRACKS_TOOK = N_("Tracks {numbers} {rest}"), N_("Tracks {numbers}, each: {rest}")


class BattlePost(Fact[State], frozen=True):
    """The public post of a turn in a battle: story, places, damage and status as far as they are public (GCW-PST).

    `taken` is what the author's units took since its last turn; `hits` are (whose, what) for the posts of those hit.
    `shots` say who fired at whom; posts without them have `damage` and `status` instead.
    """

    battle: int
    system: str
    seat: Seat
    story: str
    places: tuple[str, ...]
    damage: tuple[str, ...]
    status: tuple[str, ...]
    losses: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    hits: tuple[tuple[Seat, str], ...] = ()
    captures: tuple[str, ...] = ()
    derelicts: tuple[str, ...] = ()
    shots: tuple[Shot, ...] | UnsetType = UNSET
    alike: ClassVar[bool] = True

    def evolve(self, state: State) -> State:
        battle = state.battles.get(self.system)
        if battle is None:
            return state
        taken = without(battle.taken, self.seat)
        for owner, what in self.hits:
            taken[owner] = (*taken.get(owner, ()), what)
        return battle_changed(
            state,
            self.system,
            losses=(*battle.losses, *self.losses),
            captures=(*battle.captures, *self.captures),
            derelicts=(*battle.derelicts, *self.derelicts),
            taken=taken,
            author=NOBODY if self.shots is UNSET else self.seat,
            shots=() if self.shots is UNSET else self.shots,
        )

    def words(self, look: Look) -> News:
        """The four parts of a post: story, places, damage, status (GCW-PST-01); and what was lost."""
        lines = [joined("", (POST_OF(player=player(self.seat), system=term(self.system)), quoted(self.story)))]
        lines += self._listed() if self.shots is UNSET else [*volleys(self.seat, self.shots), *self._seen()]
        words = ruled(joined("\n", lines), "GCW-PST-01").text
        return in_battle(self.battle, self.system, words, picture=True)

    def _seen(self) -> Iterator[Text]:
        """Lines for what its author's units took, and where they are (GCW-PST-03, -04)."""
        if self.taken:
            yield N_("Taken since the last turn: {items}.")(items=joined("; ", tracks_together(self.taken)))
        if self.places:
            yield N_("Seen: {places}.")(places=joined("; ", tracks_together(self.places)))

        for heading, items in self._ends():
            if items:
                yield ENDED(heading=heading, items=joined("; ", tracks_together(items)))

    def _ends(self) -> Sequence[tuple[Text, Sequence[str]]]:
        return (LOST, self.losses), (CAPTURED, self.captures), (DERELICT, self.derelicts)

    def _listed(self) -> Iterator[Text]:
        """Places, damage and states as lists, of a post that does not say who fired at whom."""
        yield from (*section(T_("Where units are"), self.places), *([] if self.places else [NO_PLACES]))
        if self.taken:
            yield from section(T_("Damage taken since the last turn"), self.taken)
        yield from (*section(T_("Damage dealt"), self.damage), *([] if self.damage else [NO_DAMAGE]))
        yield from (*section(T_("State of what was hit"), self.status), *([] if self.status else [NO_HITS]))
        for heading, items in self._ends():
            yield from section(heading, items) if items else ()


def volleys(author: Seat, shots: Iterable[Shot]) -> Iterator[Text]:
    """Volleys and what they did, a sentence for each target (GCW-PST-04, -05); for several to whom the same was
    done by the same, one.
    """
    targets: dict[int, list[Shot]] = {}
    for shot in shots:
        targets.setdefault(shot.track, []).append(shot)
    if not targets:
        yield T_("Nothing was hit.")
    alike: dict[tuple[Seat, tuple[int, ...], Text, Text], list[int]] = {}
    for track, hits in targets.items():
        by = tuple(dict.fromkeys(shot.by for shot in hits if shot.by))
        alike.setdefault((hits[-1].owner, by, damage_words(hits), became(hits[-1])), []).append(track)
    for (owner, by, damage, end), tracks in alike.items():
        many = len(tracks) >= FEWEST
        says = (FIRES_AT_EACH if many else FIRES) if by else UNSEEN_FIRE_AT_EACH if many else UNSEEN_FIRE
        labels = [track_label(track, owner) for track in tracks]
        for target in tracks_together(labels):
            fires = says(
                shooters=listed(name(track_label(track, author)) for track in by),
                count=len(by),
                player=player(author),
                target=target,
                damage=damage,
            )
            yield spaced(fires, became(targets[tracks[-1]][-1], together=True) if many else end)


_TRACK = re.compile(r"Track (?P<number>[1-9][0-9]*)(?P<colon>:?) (?P<rest>.+)")


def tracks_together(items: Iterable[str]) -> list[Text]:
    """Sentences about public numbers, in the order of their first mention; three or more of which the same is said
    stand together: "Tracks 6-14 (neutral) at G-1S", "Tracks 6-14, each: 34 damage".
    """
    every = [(item, _TRACK.fullmatch(item)) for item in map(hidden, items)]
    alike: dict[tuple[str, str], list[int]] = {}
    for _, match in every:
        if match is not None:
            alike.setdefault((match["colon"], match["rest"]), []).append(int(match["number"]))
    found: list[Text] = []
    for item, match in every:
        numbers = alike[match["colon"], match["rest"]] if match is not None else []
        if match is None or len(numbers) < FEWEST:
            found.append(TRACKED.words(item, name))
        elif int(match["number"]) == numbers[0]:
            template = TRACKS_TOOK if match["colon"] else TRACKS
            found.append(template(numbers=ranges(numbers), rest=TRACKED.words(match["rest"], name)))
    return found


def damage_words(shots: Iterable[Shot]) -> Text:
    """Sum of some shots by kind of damage: "270 damage and 54 ion damage"."""
    totals: dict[str, int] = {}
    for shot in shots:
        totals[shot.channel] = totals.get(shot.channel, 0) + shot.damage
    sums = []
    for channel, damage in totals.items():
        kind = CHANNEL_WORDS.get(channel, term(channel.lower()))
        if damage:
            sums.append((OF_A_KIND if kind else OF_DAMAGE)(damage=damage, channel=kind))
    return listed(sums) or IN_VAIN


def became(shot: Shot, *, together: bool = False) -> Text:
    """A target's status after a shot, in words; of several targets `together`."""
    if shot.status is Status.ACTIVE:
        return FIGHT_ON if together else FIGHTS_ON
    lost, only = (ARE_LOST, ALL_BECAME) if together else (IS_LOST, BECAME)
    return (lost if shot.cell else only)(status=STATUS_WORDS[shot.status], cell=term(shot.cell))


def combatants(state: State, system: str) -> Iterator[Unit]:
    """The live units in a system that keep a battle going: those on the grid, and those aboard another's ship there."""
    docked = whereabouts(state.units).docked
    for unit in state.at(system):
        if unit.live:
            yield unit
        if unit.id in docked and unit.kind is UnitKind.SHIP and unit.status not in (Status.DOOMED, Status.DESTROYED):
            yield from (one for one in within(state, unit) if one.owner not in (unit.owner, NOBODY) and one.live)


def opposed(state: State, units: Iterable[Unit]) -> bool:
    """True if units of players who are hostile to each other are among these (GCW-CON-04, register 0.3)."""
    owners = {unit.owner for unit in units}
    return any(state.are_hostile(owner, other) for owner in owners for other in owners if owner < other)


def close_battles(table: Table[State]) -> None:
    """A battle is over when no two hostile parties both have a live unit on the grid, or inside a ship (register 0.3).

    Everybody hears which parties are left, as far as units with a public number show it (GCW-PST-03).
    """
    for system, battle in list(table.state.battles.items()):
        live = [unit for unit in combatants(table.state, system) if unit.owner in battle.parties]
        if opposed(table.state, live):
            continue
        field = tuple(sorted({unit.owner for unit in live if unit.id in table.state.tracks}))
        for party in battle.parties:
            left = tuple(unit.name for unit in live if unit.owner == party)
            freed = used_cp(table.state, system, party)
            table.say(BattleAccount(battle.id, system, party, freed, left), hearers(party))
        closed = BattleClosed(battle.id, system, table.now, field, battle.losses, battle.captures, battle.derelicts)
        table.say(closed, EVERYONE)
    make_peace(table)


OVER = N_("The battle of {system} is over, {at}: as far as is known, {parties} held the field.")
OVER_EMPTY = N_("The battle of {system} is over, {at}: nothing that has a public number is left there.")


class BattleClosed(Fact[State], frozen=True):
    """A battle is over: who is left in the system as far as it is public, and what was lost, taken, abandoned in it."""

    battle: int
    system: str
    at: Instant
    field: tuple[Seat, ...]
    losses: tuple[str, ...]
    captures: tuple[str, ...] = ()
    derelicts: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        tracks = {alias: seen for alias, seen in state.contacts_of(PUBLIC).items() if seen.system != self.system}
        contacts = put(state.contacts, PUBLIC, tracks) if tracks else without(state.contacts, PUBLIC)
        return replace(
            state,
            battles=without(state.battles, self.system),
            quiet_since=put(state.quiet_since, self.system, self.at),
            contacts=contacts,
        )

    def words(self, look: Look) -> News:
        """Players who held the field, and what was lost, captured and left derelict, as everybody may read it."""
        chapters = ((LOST, self.losses), (CAPTURED, self.captures), (T_("Left derelict"), self.derelicts))
        nothing = not any(items for _, items in chapters)
        over = (OVER if self.field else OVER_EMPTY)(
            system=term(self.system), at=stamp(self.at), parties=listed(player(seat) for seat in self.field)
        )
        lines = [joined(" ", (over, T_("Nothing was lost."))) if nothing else over]
        for heading, items in chapters:
            lines += section(heading, items) if items else []
        return in_battle(self.battle, self.system, joined("\n", lines))


ACCOUNT_LEFT = N_(
    "The battle of {system} is over for you: {freed} CP that you had in use there are free again. Of yours there are "
    "left {left}."
)
ACCOUNT_NOTHING = N_(
    "The battle of {system} is over for you: {freed} CP that you had in use there are free again. Nothing of yours is "
    "left there."
)


class BattleAccount(Fact[State], frozen=True):
    """A battle is over for one of its parties: the command points it had in use there, and its units left. For it."""

    rule: ClassVar[str] = "GCW-BUR-05"
    battle: int
    system: str
    seat: Seat
    freed: int
    left: tuple[str, ...]

    def words(self, look: Look) -> Text:
        sentence = ACCOUNT_LEFT if self.left else ACCOUNT_NOTHING
        return sentence(system=term(self.system), freed=self.freed, left=names_words(self.left))


BATTLE_OF = N_("Battle of {system}: {players}, since {at}")


BATTLE_WITH_LOSSES = N_("Battle of {system}: {players}, since {at}; lost so far: {losses}")


_PUBLIC = re.compile(r"Track (\d+) \(.*?\)( at \S+)?")


def as_known(look: Look, words: str) -> Text:
    """A unit in a public list, as the viewer calls it where it can; "Track 2 (red) at B-1" for who cannot."""
    track = _PUBLIC.fullmatch(words)
    if track is None or look.seat is None:
        return name(words)
    number, where = int(track[1]), term(track[2] or "")
    own = (unit for id, unit in look.known.units.items() if look.known.tracks.get(id) == number)
    seen = (contact for contact in look.contacts() if contact.track == number)
    if mine := next(own, None):
        return joined("", (own_name(look.known, mine), where))
    if contact := next(seen, None):
        return joined("", (N_("{unit} of {player}")(unit=contact_words(contact), player=player(contact.owner)), where))
    return name(words)


def battle_line(look: Look, battle: Battle) -> Text:
    """A battle in one line, in which the viewer reads the names it knows."""
    return (BATTLE_WITH_LOSSES if battle.losses else BATTLE_OF)(
        system=term(battle.system),
        players=listed(map(player, battle.parties)),
        at=stamp(battle.opened_at),
        losses=joined("; ", (as_known(look, loss) for loss in battle.losses)),
    )


BATTLES = T_("Battles")


def battle_lines(look: Look) -> list[Text]:
    """All battles, by their systems."""
    return [battle_line(look, battle) for _, battle in sorted(look.known.battles.items())]

"""Posts of a turn that was played: the public one of each battle, or of the galaxy; the log of its author. GCW-PST."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from engine.game import EVERYONE, Fact, Seat, only
from engine.gcw.battles import BattlePost, damage_words
from engine.gcw.contacts import Seen, hidden
from engine.gcw.look import STATUS_WORDS, TRACKED, Look, Run, player
from engine.gcw.state import CAPITAL, PUBLIC, SHIELDLESS, Shot, Sighting, State, Turn, Unit, UnitKind, garrisoned
from engine.gcw.world import CAMPAIGN
from engine.text.message import N_, NOTHING, T_, Text, joined, name, quoted, term


def tell_turn(run: Run, turn: Turn) -> None:
    """The post in each battle the turn belongs to, else one for the galaxy; and the log (GCW-PST-01..05)."""
    state = run.state
    concerned = [
        system
        for system, battle in sorted(state.battles.items())
        if run.seat in battle.parties or any(where == system for where, _ in run.told.hits)
    ]
    for system in concerned:
        tell_battle(run, system, turn.story)
    elsewhere = tuple(f"{system}, {words}" for system, words in run.told.places.values() if system not in concerned)
    if elsewhere or not concerned:
        run.table.say(TurnTold(turn.id, run.seat, turn.story if not concerned else "", elsewhere), EVERYONE)
    log = tuple(log_line(run, unit) for unit in run.state.of(run.seat) if unit.on_grid or garrisoned(run.state, unit))
    run.table.say(TurnLogged(turn.id, log), only(run.seat))


OF_ONE, EACH = N_("- {units}: {state}"), N_("- {units}, each: {state}")


def items(lines: tuple[str, ...]) -> Text:
    """Lines of a post, one item each."""
    return joined("", (joined("", (term("\n- "), TRACKED.words(line, name))) for line in lines))


class TurnTold(Fact[State], frozen=True):
    """The public post of a turn that no battle's thread tells: its story, and places that are public (GCW-PST-03)."""

    rule = "GCW-PST-01"
    turn: int
    seat: Seat
    story: str
    places: tuple[str, ...] = ()

    def words(self, look: Look) -> Text:
        heading = N_("**{player}'s turn {turn}**")(player=player(self.seat), turn=self.turn)
        return joined("", (heading, quoted(self.story), items(self.places)))


class TurnLogged(Fact[State], frozen=True):
    """Places and states of all units of a turn's author when it has been played; its own (GCW-PST-03, -05). Those in
    the same place and state stand in one line.
    """

    rule = "GCW-PST-03"
    turn: int
    lines: tuple[str, ...]

    def words(self, look: Look) -> Text:
        if not self.lines:
            return N_("Your units after turn {turn}: none on a grid.")(turn=self.turn)
        alike: dict[str, list[str]] = {}
        for line in self.lines:
            unit, _, state = line.rpartition(": ")
            alike.setdefault(state, []).append(unit)
        units = (
            (EACH if len(names) > 1 else OF_ONE)(units=look.recalled(names), state=state_words(state))
            for state, names in alike.items()
        )
        return joined("\n", (N_("Your units after turn {turn}:")(turn=self.turn), *units))


def tell_battle(run: Run, system: str, story: str) -> None:
    """The public post of a turn in a battle, made by the bot: units by their public numbers only (GCW-PST-03)."""
    battle = run.state.battles[system]
    shots = [shot for where, shot in run.told.hits if where == system]
    chart(run, system)
    shots_told = run.world.version >= CAMPAIGN
    took = taken(shots) if shots_told else summed(shots)
    run.table.say(
        BattlePost(
            battle=battle.id,
            system=system,
            seat=run.seat,
            story=story,
            places=tuple(words for where, words in run.told.places.values() if where == system),
            damage=() if shots_told else tuple(words for _, words in took),
            status=() if shots_told else states(shots),
            losses=tuple(words for where, words in run.told.losses if where == system),
            captures=tuple(words for where, words in run.told.captures if where == system),
            derelicts=tuple(words for where, words in run.told.derelicts if where == system),
            taken=battle.taken.get(run.seat, ()),
            hits=tuple(took),
            shots=together(shots) if shots_told else UNSET,
        ),
        EVERYONE,
    )


TOOK = N_("Track {track}: {what}")


def together(shots: Iterable[Shot]) -> tuple[Shot, ...]:
    """Shots of one unit at another through one channel as one, with what became of the target at last."""
    totals: dict[tuple[int, int, str], Shot] = {}
    for shot in shots:
        before = totals.get((shot.by, shot.track, shot.channel))
        damage = shot.damage + (before.damage if before is not None else 0)
        totals[shot.by, shot.track, shot.channel] = replace(shot, damage=damage)
    return tuple(totals.values())


def taken(shots: Iterable[Shot]) -> list[tuple[Seat, str]]:
    """Damage that each target took in all, with whose it is (GCW-PST-04)."""
    targets: dict[tuple[Seat, int], list[Shot]] = {}
    for shot in shots:
        targets.setdefault((shot.owner, shot.track), []).append(shot)
    return [(owner, TOOK(track=track, what=damage_words(hits))) for (owner, track), hits in targets.items()]


def summed(shots: Iterable[Shot]) -> list[tuple[Seat, str]]:
    """Damage that each target took through each channel, with whose it is (GCW-PST-04)."""
    took = together(replace(shot, by=0) for shot in shots)
    says = N_("Track {track} took {damage} ({channel})")
    return [
        (shot.owner, says(track=shot.track, damage=shot.damage, channel=term(shot.channel.lower()))) for shot in took
    ]


def states(shots: Iterable[Shot]) -> tuple[str, ...]:
    """The state of each target at last (GCW-PST-05)."""
    last = {shot.track: shot.status for shot in shots}
    return tuple(TOOK(track=track, what=STATUS_WORDS[status]) for track, status in last.items())


def chart(run: Run, system: str) -> None:
    """Put the author's units that showed themselves on the board that everybody sees (GCW-PST-03)."""
    for key in run.told.places:
        unit = run.state.units.get(key)
        if unit is None or unit.system != system or hidden(run.state, run.world, unit.cell):
            continue
        track = run.state.tracks.get(key)
        if track is not None:
            run.table.say(
                Seen(
                    viewer=PUBLIC,
                    number=track,
                    system=system,
                    cell=unit.cell,
                    how=Sighting.EVENT,
                    at=run.table.now,
                    owner=unit.owner,
                    track=track,
                ),
                EVERYONE,
            )


LAYERS = re.compile(
    r"(?P<place>.+?), shields (?P<shields>[\d,]+)(?P<down> \(down\))?, armor (?P<armor>[\d,]+)"
    r"(?:, systems (?P<systems>[\d,]+))?(?:, hull (?P<hull>[\d,]+))?, (?P<status>.+)"
)
HIT_POINTS = re.compile(
    r"(?P<place>.+?)(?:, in (?P<host>.+?))?(?:, (?P<squads>\d+) of (?P<full>\d+) squads)?"
    r", hit points (?P<points>[\d,]+), (?P<status>.+)"
)
LOGGED = {
    LAYERS: N_("{place}, shields {shields}[ ({down})], armor {armor}[, systems {systems}][, hull {hull}], {status}"),
    HIT_POINTS: N_("{place}[, in {host}][, {squads} of {full} squads], hit points {points}, {status}"),
}
"""Places and states of units as a log has them recorded, each with its sentence."""

RECORDED: Mapping[str | None, Text] = {None: NOTHING, " (down)": T_("down")} | {
    str(words): words for words in STATUS_WORDS.values()
}
"""Words of such records: those that stand for nothing, and those of the catalogue."""


def state_words(state: str) -> Text:
    """The place and state of a unit, as a log has them recorded."""
    for pattern, says in LOGGED.items():
        if (found := pattern.fullmatch(state)) is not None:
            return says(**{field: RECORDED.get(told) or name(told or "") for field, told in found.groupdict().items()})
    return name(state)


def log_line(run: Run, unit: Unit) -> str:
    """A unit in its owner's log: place, pools, state (GCW-PST-03, -05)."""
    status = STATUS_WORDS[unit.status]
    pools = unit.pools
    if unit.kind in SHIELDLESS:
        squads = run.world.squads(unit.code, pools)
        stack = f"{squads} of {unit.count} squads, " if unit.kind is UnitKind.INFANTRY else ""
        host = run.state.units.get(unit.docked)
        where = f"{host.system} {host.cell}, in {host.name}" if host is not None else f"{unit.system} {unit.cell}"
        return f"{unit.name}: {where}, {stack}hit points {pools.armor:,}, {status}"
    layers = [f"shields {pools.shields:,}{'' if unit.shields_up else ' (down)'}", f"armor {pools.armor:,}"]
    if unit.kind is UnitKind.SHIP:
        layers.append(f"systems {pools.systems:,}")
    if unit.kind in CAPITAL:
        layers.append(f"hull {pools.hull:,}")
    return f"{unit.name}: {unit.system} {unit.cell}, {', '.join(layers)}, {status}"

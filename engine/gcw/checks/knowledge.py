"""A seat's knowledge, taken from the referee's state: the same as the fold of all that the seat has heard.

The rules need it to judge a draft on what its author knows (GCW-TRN-04). That it equals the fold is an invariant of
the campaign, checked in every random game: a difference would be a leak, or something a seat was not told.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Seat
from engine.gcw.state import PUBLIC, State


def as_known(state: State, seat: Seat) -> State:
    """The state as that seat knows it. The public counter of tracks is 0 here."""
    own = {key: unit for key, unit in state.units.items() if unit.owner == seat}
    return replace(
        state,
        players={
            key: player if key == seat else replace(player, treasury=0, credit=0)
            for key, player in state.players.items()
        },
        ledger={key: lines for key, lines in state.ledger.items() if key == seat},
        works={key: work for key, work in state.works.items() if work.owner == seat},
        reserve={key: stored for key, stored in state.reserve.items() if stored.owner == seat},
        heroes={key: hero for key, hero in state.heroes.items() if hero.owner == seat},
        units=own,
        guests={key: guest for key, guest in state.guests.items() if guest.host in own},
        defended=(),
        trainings={key: training for key, training in state.trainings.items() if key == seat},
        missions={key: quest for key, quest in state.missions.items() if key == seat},
        missions_shut=tuple(key for key in state.missions_shut if key.startswith(f"{seat}/")),
        casts={},
        offers={key: offer for key, offer in state.offers.items() if seat in (offer.seat, offer.to)},
        access=tuple(pair for pair in state.access if seat in pair),
        hostile=tuple(pair for pair in state.hostile if seat in pair),
        peace=tuple(pair for pair in state.peace if seat in pair),
        scanned={key: systems for key, systems in state.scanned.items() if key == seat},
        drafts={key: lines for key, lines in state.drafts.items() if key == seat},
        formations={key: named for key, named in state.formations.items() if key == seat},
        turns={
            key: turn if turn.seat == seat else replace(turn, lines=(), story="", edits=0, recovered=False)
            for key, turn in state.turns.items()
        },
        entries={key: entry for key, entry in state.entries.items() if entry.owner == seat},
        foiled={key: at for key, at in state.foiled.items() if key.startswith(f"{seat}/")},
        voyages={key: voyage for key, voyage in state.voyages.items() if voyage.owner == seat},
        battles={
            key: replace(
                battle, committed={group: cp for group, cp in battle.committed.items() if group.startswith(f"{seat}/")}
            )
            for key, battle in state.battles.items()
        },
        tidings={},
        announced={},
        letters={},
        last_tiding=0,
        contested={key: gone for key, gone in state.contested.items() if key.startswith(f"{seat}/")},
        conflicts={key: conflict for key, conflict in state.conflicts.items() if key.startswith(f"{seat}/")},
        forces={key: force for key, force in state.forces.items() if force.seat == seat},
        scans={key: scan for key, scan in state.scans.items() if scan.owner == seat},
        signatures={},
        pods={key: pod for key, pod in state.pods.items() if pod.owner == seat},
        dealt={key: taken for key, taken in state.dealt.items() if key.startswith(f"{seat}/")},
        holds={key: hold for key, hold in state.holds.items() if hold.seat == seat},
        repairs={key: repair for key, repair in state.repairs.items() if key in own},
        foes={key: foes for key, foes in state.foes.items() if foes.seat == seat},
        presets={key: preset for key, preset in state.presets.items() if key == seat},
        contacts={key: seen for key, seen in state.contacts.items() if key in (seat, PUBLIC)},
        bindings={},
        tracks={unit: track for unit, track in state.tracks.items() if unit in own},
        last_ids={key: number for key, number in state.last_ids.items() if key == seat},
        last_track=0,
    )

"""What is still to happen before anybody has a free hand again, and what an owner is asked meanwhile. Register 16.

The steps of a turn and of an activation are tasks, done from the first to the last; a task that needs a decision stops
them with a `Choice`, whose answer lets them go on. Nothing here is secret.
"""

from __future__ import annotations

import msgspec

from engine.sunrise.figures.markers import Side


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What a side is asked: about which ship, by which of its systems (`by`), how many (`count`), among what.

    `kind` names the question (`asking.Question`). `options` are ids (of systems, ships, squadrons; "bay:type" for a
    Fabricator), `usual` what is done at the deadline. `target` is the other ship of it, `faces` are the dice of an
    attack that may be rolled again.
    """

    kind: str
    side: Side
    ship: str = ""
    by: str = ""
    target: str = ""
    count: int = 0
    options: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()


class Shot(msgspec.Struct, frozen=True):
    """A weapon of the acting ship, by system, and its target (FS-WPN-08).

    `source` is the own ship from which Binding Runes measure, "" for none; `barred` are ships that Holy Sanctuary has
    turned it away from.
    """

    weapon: str
    target: str
    source: str = ""
    barred: tuple[str, ...] = ()


class Returning(msgspec.Struct, frozen=True, tag="returning"):
    """A ship owed by Resplendent Return is placed (FS-FAC-10)."""

    ship: str


class Arrivals(msgspec.Struct, frozen=True, tag="arrivals"):
    """A side brings ships out of Slipspace (FS-FAC-21)."""

    side: Side


class Miracles(msgspec.Struct, frozen=True, tag="miracles"):
    """The pools of Miracle Points are rolled (FS-FAC-02)."""


class Cores(msgspec.Struct, frozen=True, tag="cores"):
    """A side chooses what its Chameleon Cores are (FS-FAC-24); `done` are those it has chosen for, as "ship/system"."""

    side: Side
    done: tuple[str, ...] = ()


class OpenOrders(msgspec.Struct, frozen=True, tag="open-orders"):
    """Shields are set, and the Order phase begins (FS-TURN-02, FS-TURN-03)."""


class Crash(msgspec.Struct, frozen=True, tag="crash"):
    """Damage of a collision with a piece of terrain (FS-MOV-08)."""

    ship: str
    damage: int
    piece: str


class Control(msgspec.Struct, frozen=True, tag="control"):
    """Markers change hands; the Movement phase is over (FS-WIN-01)."""


class Launches(msgspec.Struct, frozen=True, tag="launches"):
    """Squadrons are put out (FS-SC-03)."""


class Spotting(msgspec.Struct, frozen=True, tag="spotting"):
    """A Target Acquisition Gear picks a ship (FS-UPG-21)."""

    ship: str
    system: str


class OpenSquadrons(msgspec.Struct, frozen=True, tag="open-squadrons"):
    """Squadrons are ordered in turn (FS-SC-05); `first` has the next pick, if it can use one; None when it begins."""

    first: Side | None = None


class Orphans(msgspec.Struct, frozen=True, tag="orphans"):
    """Squadrons of lost ships that got no order dock or are destroyed; then ships are activated (FS-SC-19)."""


class NextPick(msgspec.Struct, frozen=True, tag="next-pick"):
    """The next side picks a ship, or the Weapons phase is over (FS-TURN-06); `after` is the side that picked last."""

    after: Side | None = None


class Plague(msgspec.Struct, frozen=True, tag="plague"):
    """A Plague PD strikes (FS-UPG-20)."""

    ship: str
    system: str


class Act(msgspec.Struct, frozen=True, tag="act"):
    """The activated ship has a free hand (FS-TURN-07)."""

    ship: str


class Fire(msgspec.Struct, frozen=True, tag="fire"):
    """The activated ship fires what it has declared, or these shots (FS-WPN-08)."""

    ship: str
    shots: tuple[Shot, ...] = ()


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """Shots just declared are looked at for Holy Sanctuary, before any attack dice (FS-FAC-08, FS-WPN-08).

    `shots` are still to be looked at, `done` are those that will be made.
    """

    ship: str
    shots: tuple[Shot, ...]
    done: tuple[Shot, ...] = ()


class Aim(msgspec.Struct, frozen=True, tag="aim"):
    """A shot comes up to be made, if its weapon and its target are still there (FS-WPN-14, FS-HULL-07)."""

    ship: str
    shot: Shot


class Ward(msgspec.Struct, frozen=True, tag="ward"):
    """Before the dice of a shot: the target's Miracle defense, then the shooter's Miracle die (FS-FAC-04, FS-FAC-05).

    `warded` is the defense bought (-1: not asked yet), `blessed` whether a die was added (None: not asked yet).
    """

    ship: str
    shot: Shot
    warded: int = -1
    blessed: bool | None = None


class Cast(msgspec.Struct, frozen=True, tag="cast"):
    """A shot's dice lie on the table, and some may be rolled again (FS-WPN-15).

    `rating` is the target's defense against it, `discard` how many of the highest are taken off; `free` are the
    rerolls left that cost nothing, `rolled` those made.
    """

    ship: str
    shot: Shot
    faces: tuple[int, ...]
    rating: int
    discard: int
    free: int
    rolled: int = 0


class Lose(msgspec.Struct, frozen=True, tag="lose"):
    """A ship loses systems of its owner's choice (FS-HULL-04); `cause` is "row", "ballistic" or "haywire"."""

    ship: str
    count: int
    cause: str


class Haywire(msgspec.Struct, frozen=True, tag="haywire"):
    """Haywire Missiles are rolled for (FS-FAC-32)."""

    ship: str
    target: str
    weapon: str


class Inertia(msgspec.Struct, frozen=True, tag="inertia"):
    """Inertial Weaponry pushes a target by up to so much (FS-FAC-33)."""

    ship: str
    target: str
    most: int


class Clash(msgspec.Struct, frozen=True, tag="clash"):
    """A dogfight over a ship (FS-SC-16): sides still to be asked, and foes picked, as pairs of squadrons."""

    ship: str
    sides: tuple[Side, ...]
    picks: tuple[tuple[str, str], ...] = ()


class Craft(msgspec.Struct, frozen=True, tag="craft"):
    """A squadron harms the ship that it is assigned to (FS-SC-08)."""

    ship: str
    squadron: str


class Repair(msgspec.Struct, frozen=True, tag="repair"):
    """Repair Crews work at the end of an activation (FS-UPG-07)."""

    ship: str
    system: str


class Restore(msgspec.Struct, frozen=True, tag="restore"):
    """Systems of a ship are restored, of its owner's choice (FS-UPG-07)."""

    ship: str
    count: int


class EndActivation(msgspec.Struct, frozen=True, tag="end-activation"):
    """An activation ends (FS-TURN-07): squadrons and crews have their say, and then (`closing`) it is over."""

    ship: str
    closing: bool = False


class Fabricate(msgspec.Struct, frozen=True, tag="fabricate"):
    """Fabricators roll for a squadron that was destroyed (FS-UPG-23); `won` are those that may make it, once rolled.

    Each is "ship/system".
    """

    side: Side
    squadron: str
    craft: str
    won: tuple[str, ...] = ()


class Score(msgspec.Struct, frozen=True, tag="score"):
    """The Points phase (FS-WIN-03, FS-WIN-04)."""


class Reentry(msgspec.Struct, frozen=True, tag="reentry"):
    """A ship comes back to the board (FS-MOV-13)."""

    ship: str


class TurnOver(msgspec.Struct, frozen=True, tag="turn-over"):
    """Per-turn notes are cleared, and the next turn begins (FS-TURN-09)."""


Task = (
    Returning
    | Arrivals
    | Miracles
    | Cores
    | OpenOrders
    | Crash
    | Control
    | Launches
    | Spotting
    | OpenSquadrons
    | Orphans
    | NextPick
    | Plague
    | Act
    | Fire
    | Turn
    | Aim
    | Ward
    | Cast
    | Lose
    | Haywire
    | Inertia
    | Clash
    | Craft
    | Repair
    | Restore
    | EndActivation
    | Fabricate
    | Score
    | Reentry
    | TurnOver
)

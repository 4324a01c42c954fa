"""Damage as it happens: pips, rows, systems, ships lost and returning, squadrons lost with their bays.

Which systems go is their owner's choice. Rulebook: FS-HULL-03..14, FS-SC-11, FS-SC-20, FS-FAC-10, FS-FAC-41.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Self

from msgspec import field
from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.act import Order
from engine.declared.changes import Alters, Its, Removes, Sets
from engine.game import Fact, ruled
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.orders import Option
from engine.question import runs
from engine.report import News
from engine.sunrise import state as game
from engine.sunrise.chronicle import Blow, broken, dealt, sunk
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Point
from engine.sunrise.data.units import FactionCode, Upgrade
from engine.sunrise.figures import sheet
from engine.sunrise.figures.hull import armor_lost, armor_regained, mark, shields_after_loss, soak
from engine.sunrise.figures.rolls import dice, successes
from engine.sunrise.look import Look, Question, ShipOf, SystemOf, TurnFact, split_list
from engine.sunrise.nouns import OWN, system_of, system_option, systems_named
from engine.sunrise.play import Act, Answer, Play
from engine.sunrise.state import Choice, Ship, Side, State, Status, System, Systems, Task, find, ship_changed, working
from engine.sunrise.words import PIPS, faces_words, item_name, pips_words
from engine.text import message
from engine.text.message import N_, NN_, T_, Beside, Text, joined, listed, name
from engine.text.reasons import Reasons

HURT = N_("{ship} takes {raw} {source}[ ({stopped})]: **{marked}** marked, {left}.")
IN_COLLISION, FROM = T_("in the collision"), N_("from {source}")
SHIELDS, PLATING, RUGGED = (
    N_("Shields ignore {points}"),
    N_("Adaptive Plating {points}"),
    N_("Rugged Construction {points}"),
)
NOTHING_LEFT = T_("nothing is left of it")
SOME_LEFT = NN_("{pips} left[, {count} row lost]", "{pips} left[, {count} rows lost]", "count")


class Damaged(TurnFact, frozen=True):
    """Damage to a ship: raw, what each means ignored, pips marked and left, rows lost, shields left (FS-HULL-03, -06).

    `cause` is "attack", "collision" or "squadron", `by` the ship, the piece of terrain or the squadron.
    """

    rule = "FS-HULL-06"
    decides = True
    ship: str
    cause: str
    by: str
    raw: int
    by_shields: int
    by_plating: int
    by_rugged: int
    marked: int
    pips: int
    rows: int
    shields: int

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        hurt = replace(ship, pips=self.pips, shields=self.shields, note=ship.note + self.marked)
        blow = Blow(
            turn=state.turn,
            cause=self.cause,
            by=self.by,
            target=self.ship,
            raw=self.raw,
            marked=self.marked,
            pips=self.pips,
            rows=self.rows,
        )
        return replace(state, ships={**state.ships, self.ship: hurt}, log=dealt(state.log, blow))

    def words(self, look: Look) -> Text:
        """A sentence with the source of the damage, the defenses that stopped some of it, and the pips left."""
        by = look.craft(self.by) if self.cause == "squadron" else look.ship(self.by)
        means = ((SHIELDS, self.by_shields), (PLATING, self.by_plating), (RUGGED, self.by_rugged))
        left = SOME_LEFT(pips=pips_now(look, self.ship, self.pips), count=self.rows)
        return HURT(
            ship=look.ship(self.ship),
            raw=self.raw,
            source=IN_COLLISION if self.cause == "collision" else FROM(source=by),
            stopped=joined(", ", (words(points=points) for words, points in means if points)),
            marked=PIPS(count=self.marked),
            left=left if self.pips else NOTHING_LEFT,
        )


def pips_now(look: Look, id: str, pips: int) -> Text:
    """The pips that a ship has now, and its rows as far as they are known."""
    ship = look.known.ships.get(id)
    return PLAIN_PIPS(pips=pips) if ship is None else pips_words(pips, look.world.row(ship), look.world.rows(ship))


PLAIN_PIPS = N_("{pips} pips")
DESTROYED, RETURNS, STAYS_LOST = (
    N_("**{ship} is destroyed.**"),
    N_("**{ship} is destroyed.** Resplendent Return rolls {dice}: it will return next turn."),
    N_("**{ship} is destroyed.** Resplendent Return rolls {dice}: it does not return."),
)


class ShipLost(Fact[State], frozen=True):
    """A ship is destroyed (FS-HULL-05), and squadrons assigned to it are adrift (FS-SC-19).

    `faces` are its Resplendent Return dice, `returning` says whether it comes back (FS-FAC-10).
    """

    ship: str
    place: Point
    faces: tuple[int, ...] = ()
    returning: bool = False

    def evolve(self, state: State) -> State:
        adrift = {squadron.id: replace(squadron, adrift=self.place) for squadron in state.assigned_to(self.ship)}
        if adrift:
            state = replace(state, squadrons={**state.squadrons, **adrift})
        state = ship_changed(
            state,
            self.ship,
            status=Status.RETURNING if self.returning else Status.DESTROYED,
            place=None,
            exit=None,
            due=0,
            pips=0,
            shields=0,
            velocity=0,
            declared=(),
        )
        return replace(state, log=sunk(state.log, self.ship))

    def words(self, look: Look) -> News:
        ship = look.ship(self.ship)
        if not self.faces:
            return ruled(DESTROYED(ship=ship), "FS-HULL-05", decides=True)
        rolled = RETURNS if self.returning else STAYS_LOST
        return ruled(rolled(ship=ship, dice=faces_words(self.faces)), "FS-FAC-10", decides=True)


LOSES: dict[str, tuple[message.Message, message.Message, str]] = {
    "row": (
        N_("{ship} loses **{system}** for a row."),
        N_("{ship} loses a box of **{system}** for a row."),
        "FS-HULL-04",
    ),
    "ballistic": (
        N_("{ship} loses **{system}** to a ballistic die."),
        N_("{ship} loses a box of **{system}** to a ballistic die."),
        "FS-WPN-17",
    ),
    "haywire": (
        N_("{ship} loses **{system}** to Haywire Missiles."),
        N_("{ship} loses a box of **{system}** to Haywire Missiles."),
        "FS-FAC-32",
    ),
    "": (N_("{ship} loses **{system}**."), N_("{ship} loses a box of **{system}**."), "FS-HULL-04"),
}
"""By cause: words for a system lost, for a box of one that still works, and the rule."""


class SystemLost(TurnFact, frozen=True):
    """A system of a ship is destroyed, or loses one of several boxes (FS-HULL-04, FS-FAC-41).

    `cause` is "row", "ballistic" or "haywire". `pips` and `shields` are the ship's afterwards: armor and Shields take
    theirs along (FS-HULL-13, FS-UPG-08).
    """

    ship: str
    system: str
    cause: str
    pips: int
    shields: int

    def evolve(self, state: State) -> State:
        if (ship := state.ships.get(self.ship)) is not None:
            ship = replace(_boxes(ship, self.system, 1), pips=self.pips, shields=self.shields)
            state = replace(state, ships={**state.ships, self.ship: ship})
        return replace(state, log=broken(state.log, self.ship, self.system))

    def words(self, look: Look) -> News:
        whole, box, rule = LOSES.get(self.cause, LOSES[""])
        ship = look.known.ships.get(self.ship)
        works = ship is not None and any(system.id == self.system and system.works for system in ship.systems)
        words = (box if works else whole)(ship=look.ship(self.ship), system=look.system(self.ship, self.system))
        return ruled(words, rule)


class SystemRestored(TurnFact, frozen=True):
    """A system of a ship works again, or one of its boxes is clear (FS-HULL-11); `rule` says by what."""

    says = N_("{system} of {ship} works again.")
    makes = Alters("ships", "ship", lambda ship, fact: replace(_boxes(ship, fact.system, -1), pips=fact.pips))
    ship: ShipOf
    system: SystemOf
    by_rule: str = field(name="rule")
    pips: int


def _boxes(ship: Ship, system: str, more: int) -> Ship:
    """The ship with so many more boxes of a system lost."""
    systems = (
        replace(one, lost=min(one.boxes, max(0, one.lost + more))) if one.id == system else one for one in ship.systems
    )
    return replace(ship, systems=tuple(systems))


LOST = Reasons(
    {
        "it was shot down": N_("**{craft}** of {side} is destroyed: it was shot down."),
        "it was shot down on arriving": N_("**{craft}** of {side} is destroyed: it was shot down on arriving."),
        "it lost a dogfight": N_("**{craft}** of {side} is destroyed: it lost a dogfight."),
        "its hangar was destroyed": N_("**{craft}** of {side} is destroyed: its hangar was destroyed."),
        "its ship was destroyed": N_("**{craft}** of {side} is destroyed: its ship was destroyed."),
        "its ship is lost and no bay is empty": N_(
            "**{craft}** of {side} is destroyed: its ship is lost and no bay is empty."
        ),
    },
    N_("**{craft}** of {side} is destroyed: {why}."),
)
"""Why squadrons are destroyed, as it is recorded, each with its sentence; else it is a moderator who says why."""


class SquadronLost(TurnFact, frozen=True):
    """A squadron is destroyed (FS-SC-20): why, as `LOST` has it, and the rule's id."""

    decides = True
    makes = Removes("squadrons", "squadron")
    squadron: str
    side: Side
    craft: str
    why: str
    by_rule: str = field(name="rule")

    def words(self, look: Look) -> Text:
        return LOST.words(self.why, name, craft=item_name(self.craft, look.pack), side=look.name(self.side))


def lose_squadron(play: Play, squadron: game.Squadron, why: str, rule: str) -> list[Task]:
    """A squadron is destroyed, and Fabricators may make up for it (FS-SC-20, FS-UPG-23)."""
    play.tell(SquadronLost(squadron.id, squadron.side, squadron.type, why, rule))
    return [game.Fabricate(squadron.side, squadron.id, squadron.type)]


def crash(play: Play, ship: str, bay: str = "") -> list[Task]:
    """Destroys the squadrons docked in a hangar that is gone, or anywhere in a lost ship (FS-SC-11)."""
    why = "its hangar was destroyed" if bay else "its ship was destroyed"
    return [task for squadron in play.state.held(ship, bay) for task in lose_squadron(play, squadron, why, "FS-SC-11")]


USUAL_ORDER = T_("the usual order")


InOrder = Annotated[
    tuple[str, ...],
    Beside(lambda look, fact, form: listed(look.system(fact.ship, system) for system in fact.order) or USUAL_ORDER),
]


class LossOrderSet(Fact[State], frozen=True):
    """The order in which a ship's systems go while its owner does not choose (FS-HULL-04)."""

    says = N_("{ship} loses its systems in this order: {order}.")
    rule = "FS-HULL-04"
    makes = Sets("ships", "ship", loss_order=Its("order"))
    ship: ShipOf
    order: InOrder


RETURN_NEEDS = 4
"""What one die of Resplendent Return must show (FS-FAC-10)."""


def harm(play: Play, target: str, raw: int, cause: str, by: str, label: str) -> tuple[int, list[Task]]:
    """Damage to a ship through its Shields and plating to its pips; a ship without pips is lost at once (FS-HULL-06).

    Returns the pips marked, and what follows: systems of lost rows to be picked (FS-HULL-04).
    """
    ship = play.state.ships[target]
    if raw <= 0 or not ship.pips:
        return 0, []
    systems = ship.systems
    plating = working(systems, Upgrade.ADAPTIVE_PLATING)
    rugged = play.world.is_of(play.state, ship.side, FactionCode.GAS_GIANT_COLLECTIVE)
    soaked = soak(raw, ship.shields, plating, rugged, play.roll, label)
    done = mark(ship.pips, soaked.damage, play.world.row(ship))
    play.tell(
        Damaged(
            ship=target,
            cause=cause,
            by=by,
            raw=raw,
            by_shields=soaked.by_shields,
            by_plating=soaked.by_plating,
            by_rugged=soaked.by_rugged,
            marked=done.marked,
            pips=done.pips,
            rows=done.rows,
            shields=soaked.shields,
        )
    )
    if done.destroyed:
        return done.marked, lose_ship(play, target)
    return done.marked, [game.Lose(target, done.rows, "row")] if done.rows else []


def lose_ship(play: Play, target: str) -> list[Task]:
    """A ship is destroyed (FS-HULL-05); it may return (FS-FAC-10). What was docked in it is lost (FS-SC-11)."""
    ship = play.state.ships[target]
    copies = sum(not system.barred for system in game.acting_as(ship.systems, Upgrade.RESPLENDENT_RETURN))
    faces = dice(play.roll, f"{target}/resplendent return", copies)
    place = ship.place or ship.last
    assert place is not None  # only ships that were on the board are hurt
    play.tell(ShipLost(target, place, faces, successes(faces, RETURN_NEEDS) > 0))
    return crash(play, target)


def default_picks(ship: Ship, count: int) -> tuple[str, ...]:
    """The systems that go by the ship's loss order, then by the usual one; fewer where no more work (FS-HULL-04)."""
    picked: list[str] = []
    left: Systems = ship.systems
    while len(picked) < count:
        goes = sheet.next_loss(left, ship.loss_order)
        if goes is None:
            break
        picked.append(goes)
        left = sheet.lose(left, goes)
    return tuple(picked)


@runs(game.Lose)
def ask_losses(play: Play, task: game.Lose) -> None:
    """The owner picks the systems, unless there is nothing to choose (FS-HULL-04)."""
    ship = play.state.ships.get(task.ship)
    if ship is None or not ship.pips:
        return
    options = sheet.able(ship.systems)
    boxes = sum(system.boxes - system.lost for system in options)
    count = min(task.count, boxes)
    if not count:
        return
    usual = default_picks(ship, count)
    if count == boxes or len(options) == 1:
        for system in usual:
            play.push(*lose_system(play, task.ship, system, task.cause))
        return
    play.ask(
        Choice(
            kind="lose",
            side=ship.side,
            ship=task.ship,
            by=task.cause,
            count=count,
            options=tuple(system.id for system in options),
            usual=usual,
        ),
        task,
    )


class WhatToLose(Question[game.Lose]):
    """Systems that are lost (FS-HULL-04, FS-WPN-17, FS-FAC-32)."""

    kind = "lose"
    place = 10
    rule = "FS-HULL-04"
    asks = N_("{count} of {ship} to be destroyed")
    awaited = T_("systems to lose")

    def buttons(self, look: Look, choice: Choice) -> Iterable[tuple[Text, Order]]:
        """One system each, the usual one first."""
        return ((LOSE(system=look.system(choice.ship, id)), LoseSystems(systems=id)) for id in likeliest(choice))

    def advice(self, look: Look, choice: Choice) -> Order:
        """Boxes that do nothing go first, then what usually goes (FS-FAC-41, FS-HULL-04)."""
        ship = look.known.ships[choice.ship]
        spare = [
            system.id
            for system in ship.systems
            for _ in range(system.boxes - system.lost)
            if system.acts_as == Upgrade.ADDITIONAL_FAIL_SAFES
        ]
        picks = [*spare, *(pick for pick in default_picks(ship, choice.count + len(spare)) if pick not in spare)]
        return LoseSystems(systems=", ".join(picks[: choice.count]))

    def answered(self, play: Play, task: game.Lose, choice: Choice, answer: tuple[str, ...]) -> None:
        """The picked systems are lost; where fewer were picked than are owed, the rest is asked again."""
        after: list[Task] = []
        for system in answer:
            after += lose_system(play, task.ship, system, task.cause)
        if len(answer) < choice.count:
            after.append(game.Lose(task.ship, choice.count - len(answer), task.cause))
        play.push(*after)


LOSE, RESTORE = N_("Lose {system}"), N_("Restore {system}")


def likeliest(choice: Choice) -> list[str]:
    """The systems of a question about one alone, the usual ones first; none where several are picked."""
    if choice.count != 1:
        return []
    return [*choice.usual, *(option for option in choice.options if option not in choice.usual)][:4]


def picked(look: Look, words: str, *, lost: bool) -> tuple[str, ...]:
    """The systems that a list names, one box each time; of several of a name the first that still fits."""
    ship = look.known.ships[look.choice.ship]
    picks: list[str] = []
    left: Systems = ship.systems
    for word in split_list(words):
        named = systems_named(look.world, ship, word)
        now = [system for system in left if any(system.id == other.id for other in named)]
        fits = [system for system in now if (system.lost > 0 if lost else system.works)]
        system = fits[0] if fits else system_of(look, ship, word)
        picks.append(system.id)
        left = sheet.restore(left, system.id) if lost else sheet.lose(left, system.id)
    if not picks:
        look.no(Code.E_VALUE, T_("No system is named."), "FS-HULL-04")
    return tuple(picks)


def systems_asked(look: Look, found: Found) -> list[Option]:
    """The systems among which the viewer's side picks."""
    ship = look.known.ships.get(look.choice.ship)
    systems = [find(ship.systems, id) for id in look.choice.options] if ship is not None else []
    return [system_option(look.world, system) for system in systems if system is not None]


def _losses(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """Systems that can go, not more than are lost. Refuses `E_VALUE`, `E_DESTROYED`, `E_UNKNOWN`."""
    picks, choice = picked(look, words, lost=False), look.choice
    if len(picks) > choice.count:
        why = N_("You name {picks} systems, at most {count}.")
        look.no(Code.E_VALUE, why, "FS-HULL-04", picks=len(picks), count=choice.count)
    left: Systems = look.known.ships[choice.ship].systems
    for id in picks:
        look.require(sheet.lose_ok(left, id))
        left = sheet.lose(left, id)
    return picks


class LoseSystems(Answer):
    """Pick the systems that your ship loses."""

    path: ClassVar[str] = "sunrise-choose lose"
    line: ClassVar[str] = "lose {systems}"
    tried: ClassVar[int] = 3
    answers = (WhatToLose,)
    systems: Annotated[str, Value("systems", _losses, systems_asked)] = Field(
        description="one or more, with commas", max_length=300
    )

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        yield from (cls(systems=option) for option in choice.options)
        yield cls(systems=", ".join(choice.usual))


def _order_of_loss(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """Systems in the order in which they go; none for the usual one. Refuses `E_UNKNOWN`, `E_ONCE`, `E_VALUE`."""
    ship: Ship = found.ship
    ids: list[str] = []
    if words.strip().casefold() != "usual":
        for word in split_list(words):
            named = [system.id for system in systems_named(look.world, ship, word)]
            fresh = [id for id in named if id not in ids]
            ids.append((fresh or named or [system_of(look, ship, word).id])[0])
        if not ids:
            look.no(Code.E_VALUE, T_("No system is named; 'usual' is the usual order."), "FS-HULL-04")
        look.require(sheet.loss_order_ok(ship.systems, ids))
    return tuple(ids)


def _systems_of_ship(look: Look, found: Found) -> list[Option]:
    ship = found.get("ship")
    return [] if ship is None else [Option("usual"), *(system_option(look.world, system) for system in ship.systems)]


class LossOrder(act.Order):
    """Say in which order systems of a ship go when you are not there to choose."""

    path: ClassVar[str] = "sunrise loss-order"
    line: ClassVar[str] = "loss order of {ship} {systems}"
    ship: Annotated[str, OWN] = Field(description="a ship of yours", max_length=40)
    systems: Annotated[str, Value("systems", _order_of_loss, _systems_of_ship)] = Field(
        description="systems with commas, the first to go first; or 'usual'", max_length=300
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return look.outside()

    def obey(self, act: Act) -> None:
        """The order in which systems go is their owner's secret until it is used (FS-HULL-04)."""
        act.play.say(LossOrderSet(act.found.ship.id, act.found.systems), act.play.standing(act.side))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Offered in the Order phase alone, for a ship on the board, since it stands for long."""
        ship = next(look.known.on_board(look.own), None) if look.ordering else None
        if ship is not None:
            order = "usual" if ship.loss_order else ", ".join(system.id for system in reversed(ship.systems))
            yield cls(ship=ship.id, systems=order)


def lose_system(play: Play, target: str, system: str, cause: str) -> list[Task]:
    """A system, or a box of it, is crossed off, with what hangs on it (FS-HULL-13, FS-UPG-08, FS-SC-11)."""
    ship = play.state.ships[target]
    before = find(ship.systems, system)
    if before is None or not before.works:
        return []
    after = sheet.lose(ship.systems, system)
    pips, shields = without(play, ship, ship.systems, after)
    play.tell(SystemLost(target, system, cause, pips, shields))
    lost = find(after, system)
    if lost is not None and not lost.works and sheet.bays(before, play.world.pack):
        return crash(play, target, system)
    return []


def without(play: Play, ship: Ship, before: Systems, after: Systems) -> tuple[int, int]:
    """Pips and shields of a ship whose systems have become others: armor and Shields lost or won count.

    FS-HULL-13, FS-UPG-08.
    """
    pips, shields = ship.pips, ship.shields
    row = play.world.row(ship)
    change = working(after, Upgrade.REINFORCED_ARMOR) - working(before, Upgrade.REINFORCED_ARMOR)
    if change < 0:
        pips = armor_lost(pips, row)
    elif change > 0:
        pips = armor_regained(pips, row)
    copies = working(after, Upgrade.SHIELDS)
    if copies < working(before, Upgrade.SHIELDS):
        shields = shields_after_loss(shields, copies)
    return pips, shields


def restore_system(play: Play, target: str, system: str, rule: str) -> None:
    """A box of a system is cleared; it works again at once (FS-HULL-11)."""
    ship = play.state.ships[target]
    after = sheet.restore(ship.systems, system)
    pips, _ = without(play, ship, ship.systems, after)
    play.tell(SystemRestored(target, system, rule, pips))


def to_restore(look: Look, words: str, found: Found) -> System:
    """A system of the ship named, with a box to be cleared. Refuses `E_UNKNOWN`, and as `sheet.restore_ok`."""
    system = system_of(look, found.ship, words, lambda system: system.lost > 0)
    look.require(sheet.restore_ok(found.ship.systems, system.id))
    return system


def broken_systems(look: Look, found: Found) -> list[Option]:
    """The systems of the ship named that can be restored."""
    ship = found.get("ship")
    return [] if ship is None else [system_option(look.world, system) for system in sheet.restorable(ship.systems)]


def default_restores(systems: Systems, count: int) -> tuple[str, ...]:
    """The systems restored for an absent owner: what the usual loss order spares longest comes first."""
    picked: list[str] = []
    left: Sequence[System] = systems
    for id in reversed(sheet.default_losses(systems)):
        system = find(left, id)
        while system is not None and system.lost and not system.barred and len(picked) < count:
            picked.append(id)
            left = sheet.restore(left, id)
            system = find(left, id)
    return tuple(picked)


@runs(game.Restore)
def ask_restores(play: Play, task: game.Restore) -> None:
    """The owner picks what is restored, unless there is nothing to choose (FS-UPG-07)."""
    ship = play.state.ships.get(task.ship)
    if ship is None or not ship.deployed:
        return
    options = sheet.restorable(ship.systems)
    boxes = sum(system.lost for system in options)
    count = min(task.count, boxes)
    if not count:
        return
    usual = default_restores(ship.systems, count)
    if count == boxes or len(options) == 1:
        for system in usual:
            restore_system(play, task.ship, system, "FS-UPG-07")
        return
    ids = tuple(system.id for system in options)
    play.ask(Choice(kind="restore", side=ship.side, ship=task.ship, count=count, options=ids, usual=usual), task)


class WhatToRestore(Question[game.Restore]):
    """Systems that are restored (FS-UPG-07)."""

    kind = "restore"
    place = 14
    rule = "FS-UPG-07"
    asks = N_("{count} of {ship} to be restored")
    awaited = T_("systems to restore")
    nothing = ()
    idle = N_("{side} restores no system.")

    def buttons(self, look: Look, choice: Choice) -> Iterable[tuple[Text, Order]]:
        """One system each, the usual one first."""
        return ((RESTORE(system=look.system(choice.ship, id)), RestoreSystems(systems=id)) for id in likeliest(choice))

    def answered(self, play: Play, task: game.Restore, choice: Choice, answer: tuple[str, ...]) -> None:
        """The picked systems work again."""
        for system in answer:
            restore_system(play, task.ship, system, "FS-UPG-07")


class RestoreSystems(Answer):
    """Pick the systems that are restored."""

    path: ClassVar[str] = "sunrise-choose restore"
    line: ClassVar[str] = "restore {systems}"
    answers = (WhatToRestore,)
    systems: Annotated[
        str, Value("systems", lambda look, words, found: picked(look, words, lost=True), systems_asked)
    ] = Field(description="one or more, with commas", max_length=300)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """Systems that are down, not more than are restored."""
        picks: tuple[str, ...] = found.systems
        look.require(picks_ok(look.known.ships[choice.ship].systems, picks, choice.count))
        return picks


def picks_ok(systems: Systems, picks: Sequence[str], most: int) -> Refused | None:
    """None if these systems may be restored, one box each time they are named (FS-UPG-07, FS-FAC-41).

    Refused: `E_VALUE` for too many, `E_UNKNOWN`, `E_DESTROYED`.
    """
    if len(picks) > most:
        why = N_("You name {picks} systems, at most {most}.")
        return no(Code.E_VALUE, why, "FS-UPG-07", picks=len(picks), most=most)
    for id in picks:
        if refused := sheet.restore_ok(systems, id):
            return refused
        systems = sheet.restore(systems, id)
    return None

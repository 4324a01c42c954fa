"""Moderators and figures: ships and squadrons placed, set right, taken out; sides, points, the turn. Register 17.2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Sets
from engine.declared.corrections import Correction, Setting, figure
from engine.declared.corrections import Field as Setable
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Noun
from engine.orders import Option
from engine.sunrise import nouns
from engine.sunrise import state as game
from engine.sunrise.craft.berths import bay_meant
from engine.sunrise.craft.smallcraft import MODE, MODE_HELP
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Point
from engine.sunrise.data.units import FactionCode, Upgrade
from engine.sunrise.figures.board import clear_of_terrain
from engine.sunrise.figures.hull import shield_pool
from engine.sunrise.figures.motion import RETURN_VELOCITY
from engine.sunrise.figures.sheet import lose, restore
from engine.sunrise.founding.deploying import after_deploying
from engine.sunrise.founding.sides import SIDE
from engine.sunrise.harm import SquadronLost, lose_ship, without
from engine.sunrise.look import CraftOf, Look, Named, ShipOf, SideOf
from engine.sunrise.moderators import orders
from engine.sunrise.moderators.orders import GROUP, WHY, Announced, ModeratorOrder, QuietOrder, X, Y
from engine.sunrise.movement.plotting import reveal
from engine.sunrise.play import Act, Play, judged
from engine.sunrise.state import SETUP_STAGES, Mode, Ship, Side, Squadron, Stage, State, System, working
from engine.sunrise.turn.comings import CameBack
from engine.sunrise.words import where_words
from engine.sunrise.world import PLACED_AT_REST, STANDING_SECRET, TOLD_BEFORE
from engine.text.message import N_, T_, Text, listed, name, term, unmatched
from engine.text.names import shown

MOST = 99
"""A velocity, a debt, a turn that a moderator may set at most; the rules know no limit (FS-MOV-02)."""


def only_ship(look: Look, word: str, found: Found) -> Ship | None:
    """The ship of either side by id or name. Refuses `E_UNKNOWN` for a name that ships of both sides have."""
    ships = nouns.ships_named(look.known, word)
    if len(ships) > 1:
        ids = listed(term(ship.id) for ship in ships)
        look.no(Code.E_UNKNOWN, N_("{ids} are both called so; use the id."), "FS-FRC-07", ids=ids)
    return ships[0] if ships else None


SHIP: Noun[Look, Ship] = nouns.noun(
    "a ship",
    "ships",
    lambda ship: (ship.id, ship.name),
    (N_("No ship is named '{word}'[ (did you mean '{likely}'?)]."), "FS-TERM-06"),
    label=nouns.ship_label,
    exact=only_ship,
    tests=(lambda look, ship, found: orders.asked(look),),
)
AT_REST = SHIP.that(orders.not_activated)


PLACEABLE = SHIP.that(
    lambda look, ship, found: orders.not_activated(look, ship, found) if look.world.version >= PLACED_AT_REST else None
)


def only_squadron(look: Look, word: str, found: Found) -> Squadron | None:
    """The squadron of either side by id, or by a type of which there is one."""
    squadrons = nouns.squadrons_named(look.world, look.known.squadrons.values(), word)
    return squadrons[0] if len(squadrons) == 1 else None


SQUADRON: Noun[Look, Squadron] = nouns.noun(
    "a squadron",
    "squadrons",
    "id",
    (N_("No squadron is named '{word}'[ (did you mean '{likely}'?)]."), "FS-SC-01"),
    label=lambda look, squadron: f"{look.world.craft(squadron).name} {squadron.id}",
    exact=only_squadron,
)


GAME = "game"
Thing = Ship | Squadron | Side | str
"""What has figures that are set; the game by its word."""


def thing_names(thing: Thing) -> tuple[str, ...]:
    """Names of a thing that has figures."""
    if isinstance(thing, Side):
        return thing.value, f"side {thing.value}"
    return (thing,) if isinstance(thing, str) else (thing.id, getattr(thing, "name", thing.id))


def things(look: Look, found: Found) -> Iterator[Thing]:
    """All that has figures."""
    yield from (*look.known.ships.values(), *look.known.squadrons.values(), *Side, GAME)


def settable(look: Look, thing: Thing, found: Found) -> Refused | None:
    """Sides are corrected at any time; all else while nobody is asked, a ship at rest, the turn once one has begun."""
    if isinstance(thing, Side):
        return None
    if thing == GAME and look.known.stage in SETUP_STAGES:
        return no(Code.E_PHASE, T_("No turn has begun."), "FS-TURN-01")
    return orders.asked(look) or (orders.not_activated(look, thing, found) if isinstance(thing, Ship) else None)


THING: Noun[Look, Thing] = nouns.noun(
    "a ship, a squadron, a side or the game",
    things,
    thing_names,
    (N_("No ship, squadron or side is named '{word}'[ (did you mean '{likely}'?)]."), "FS-TERM-06"),
    label=lambda look, thing: nouns.ship_label(look, thing) if isinstance(thing, Ship) else thing_names(thing)[-1],
    exact=only_ship,
    tests=(settable,),
)


def settle(play: Play) -> None:
    """Go on where a correction has left nothing to wait for."""
    state = play.state
    side = state.picks
    if state.stage in (*SETUP_STAGES, Stage.OVER) and state.stage is not Stage.DEPLOY:
        return
    if state.stage is Stage.DEPLOY and side is not None:
        after_deploying(play, side)
    elif judged(play):
        return
    elif state.stage is Stage.ORDERS:
        if all(state.of(one).lock is not None or not game.ordering(state, one) for one in Side):
            reveal(play)
    elif state.stage is Stage.SQUADRONS and side is not None:
        play.push(game.OpenSquadrons(side))
    elif state.stage is Stage.PICK and side is not None and not game.pickable(state, side):
        play.push(game.NextPick(side.other))
    play.go()


PLACED = N_("{ship} was placed by a moderator.")


class PlaceShip(ModeratorOrder):
    """Put a ship onto the board, wherever it is."""

    path: ClassVar[str] = f"{GROUP.path} place"
    line: ClassVar[str] = "place {ship} at {x} {y} heading {heading}"
    ship: Annotated[str, PLACEABLE] = Field(description="a ship, by id where two have one name", max_length=40)
    x: str = X
    y: str = Y
    heading: str = Field(description="degrees clockwise from north", max_length=8)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """From deployment on."""
        if look.known.stage in SETUP_STAGES - {Stage.DEPLOY}:
            return no(Code.E_PHASE, T_("Ships are placed from deployment on."), "FS-SET-07")
        return orders.running(look)

    def obey(self, act: Act) -> None:
        """A ship stands there from now on; one that was not on the board begins at velocity 6 (FS-SET-06).

        Refuses `E_DESTROYED` for one without pips, `E_BOUNDS`, `E_TERRAIN`.
        """
        ship: Ship = act.found.ship
        place, heading = act.look.point_of(self.x, self.y), act.look.heading_of(self.heading)
        act.look.require(clear_of_terrain(act.state.terrain, place))
        if not ship.pips:
            act.look.no(Code.E_DESTROYED, N_("{ship} has no pips; set them first."), "FS-HULL-05", ship=ship.name)
        mended = act.world.version >= PLACED_AT_REST
        velocity = RETURN_VELOCITY if mended and not ship.deployed else ship.velocity
        act.play.tell(CameBack(ship.id, ship.status, place, heading, velocity))
        act.play.tell(Announced(PLACED(ship=name(ship.name))))
        settle(act.play)

    @classmethod
    def likely(cls, look: Look) -> Iterator[PlaceShip]:
        """Ships that have pips, near the south edge: places are told in figures."""
        if look.known.stage not in SETUP_STAGES:
            ships = (ship for ship in AT_REST.fitting(look) if ship.pips)
            yield from (cls(ship=ship.id, x="36", y="6", heading="0") for ship in ships)


def most(look: Look, thing: Any, what: str) -> tuple[int, int]:  # a thing of the kind that has such a figure
    """The bounds of a figure. A ship not yet lost to nothing stays so until it was on the board.

    A ship on its way back (FS-FAC-10) has no pips until it is there.
    """
    match what:
        case "shields":
            return 0, shield_pool(working(thing.systems, Upgrade.SHIELDS))
        case "pips" if thing.status is game.Status.RETURNING:
            return 0, 0
        case "pips":
            return (0 if thing.last is not None else 1), look.world.whole(thing)
        case "size":
            return 0, look.world.craft(thing).size
        case "miracles":
            return 0, 0 if of_miracles(look, thing) else MOST
        case _:
            return int(what == "turn"), 999 if what == "points" else MOST


def of_miracles(look: Look, side: Side) -> Refused | None:
    """Miracle Points are the Children of the Sun's (FS-FAC-02)."""
    if look.world.is_of(look.known, side, FactionCode.CHILDREN_OF_THE_SUN):
        return None
    return no(Code.E_FACTION, N_("Side {side} has no Miracle Points."), "FS-FAC-02", side=side)


def beyond(look: Look, thing: Thing, what: str, words: str) -> Refused:
    """E_VALUE for a figure out of its bounds, and for what is no number; E_FACTION for miracles of other factions."""
    if what == "miracles" and isinstance(thing, Side) and (other := of_miracles(look, thing)):
        return other
    if not re.fullmatch(r"[+-]?\d{1,9}", words.strip()):
        why = N_("A whole number is needed for {what}, not “{words}”.")
        return no(Code.E_VALUE, why, "FS-HULL-02", what=term(what), words=words)
    least, full = most(look, thing, what)
    called = shown(thing_names(thing)[-1])
    why = N_("For {called}, {what} from {least} to {full} can be set, not {given}.")
    names = {"what": term(what), "called": term(called)}
    return no(Code.E_VALUE, why, "FS-HULL-02", **names, least=least, full=full, given=int(words))


LOST = N_("{ship} is destroyed by a moderator: {why}")
FIELDS = {"points": "score", "miracles": "pool"}
"""What is typed of figures that the state calls otherwise."""


def set_figure(act: Act, thing: Thing, what: str, after: int | str) -> None:
    """A figure is so from now on; a ship without pips, and a squadron without craft, is lost."""
    play, field, state = act.play, FIELDS.get(what, what), act.state
    if isinstance(thing, Ship) and what == "pips" and not after and thing.pips:
        play.tell(Announced(LOST(ship=name(thing.name), why=name(act.found.why))))
        play.push(*lose_ship(play, thing.id))
    elif isinstance(thing, Squadron) and not after:
        play.tell(SquadronLost(thing.id, thing.side, thing.type, act.found.why, "FS-SC-01"))
    elif act.world.version < TOLD_BEFORE:
        play.tell(_set_untold(thing, field, int(after), act.found.why))
    else:
        had: Any = state if thing == GAME else state.of(thing) if isinstance(thing, Side) else thing
        told = Corrected(thing_names(thing)[0], field, getattr(had, field), after, act.found.why)
        play.tell(told)
    settle(play)


def _set_untold(thing: Thing, field: str, after: int, why: str) -> Fact[State]:
    """The fact of versions that did not tell what was before."""
    if isinstance(thing, Side):
        return ScoreSet(thing, after, why) if field == "score" else Corrected(thing.value, field, 0, after, why)
    if isinstance(thing, Squadron):
        return SquadronSet(thing.id, after, thing.ship, thing.bay, thing.mode, why)
    assert isinstance(thing, Ship)  # the turn was not set then
    return ShipSet(replace(thing, **{field: after}), why)


def a_figure(what: str) -> Correction[Any, int]:
    """A figure of a ship, a squadron, a side, or the turn."""
    return figure(
        what,
        lambda look, thing: most(look, thing, what),
        lambda look, thing, words, least, full: beyond(look, thing, what, words),
        lambda act, thing, number: set_figure(act, thing, what, number),
    )


def system_set(what: str, *, works: bool) -> Correction[Ship, System]:
    """A system is destroyed, or restored so that it works."""

    def fits(system: System) -> bool:
        return bool(system.lost) if works else system.works

    def read(look: Look, ship: Ship, words: str) -> System:
        system = nouns.system_of(look, ship, words, fits)
        if not fits(system):
            why = N_("System {system} is not to be {what}.")
            look.no(Code.E_VALUE, why, "FS-HULL-04", system=term(system.id), what=term(what))
        return system

    def apply(act: Act, ship: Ship, system: System) -> None:
        after = restore(ship.systems, system.id) if works else lose(ship.systems, system.id)
        pips, shields = without(act.play, ship, ship.systems, after)
        changed = replace(ship, systems=after, pips=pips, shields=shields)
        if act.world.version >= STANDING_SECRET:  # the order of its losses is its side's secret (FS-HULL-04)
            changed = replace(changed, loss_order=())
        act.play.tell(ShipSet(changed, act.found.why))
        settle(act.play)

    def offers(look: Look, ship: Ship) -> Iterable[Option]:
        return [nouns.system_option(look.world, system) for system in ship.systems if fits(system)]

    return Correction(what, read, apply, offers)


POINTS, MIRACLES, SIZE = map(a_figure, ("points", "miracles", "size"))
CORRECTIONS: dict[type, tuple[Correction[Any, Any], ...]] = {
    Ship: (
        *map(a_figure, ("pips", "shields", "velocity", "debt")),
        system_set("destroyed", works=False),
        system_set("restored", works=True),
    ),
    Squadron: (SIZE,),
    Side: (POINTS, MIRACLES),
    str: (
        a_figure("turn"),
        Correction(
            "initiative",
            lambda look, thing, words: SIDE.find(look, words, NOTHING_FOUND).value,
            lambda act, thing, side: set_figure(act, thing, "initiative", side),
            lambda look, thing: map(Option, Side),
        ),
    ),
}
"""What can be set, by the kind of thing that has it."""


def corrections(found: Found) -> tuple[Correction[Any, Any], ...]:
    """Corrections that can be made to the thing that was named; to anything where none was."""
    thing = found.get("ship")
    return tuple(one for kind in CORRECTIONS.values() for one in kind) if thing is None else CORRECTIONS[type(thing)]


def no_figure(words: str) -> Refused:
    """E_UNKNOWN, with what was likely meant."""
    says, among = N_("No figure is named '{word}'[ (did you mean '{likely}'?)]."), corrections(NOTHING_FOUND)
    return no(Code.E_UNKNOWN, unmatched(says, name(words), [correction.name for correction in among]), "FS-HULL-02")


def because(act: Act, why: str) -> Act:
    """The order with the reason that all read."""
    return Act(act.look, act.table, act.found.also("why", why))


class SetShip(ModeratorOrder):
    """Set a ship, a squadron, a side or the turn right: a figure, or one of a ship's systems."""

    path: ClassVar[str] = f"{GROUP.path} set"
    line: ClassVar[str] = "set {what} of {ship} to {value}[ because {why}]"
    resolves: ClassVar[tuple[str, ...]] = ("ship",)
    what: Annotated[str, Setable("what", corrections, no_figure)] = Field(
        description="pips, shields, velocity, debt, destroyed, restored; size; points, miracles; turn, initiative",
        max_length=20,
    )
    ship: Annotated[str, THING] = Field(description="a ship, a squadron, A, B or game", max_length=40)
    value: Annotated[str, Setting("a value", "ship", "what")] = Field(
        description="a number, the system, or the side", max_length=60
    )
    why: str = WHY

    def obey(self, act: Act) -> None:
        """As the correction has it, with the reason."""
        act.found.what.set(because(act, self.why), act.found.ship, act.found.value)

    @classmethod
    def likely(cls, look: Look) -> Iterator[SetShip]:
        """A little of each ship, and one ship lost: the bounds that menus offer would end most games."""
        ships = list(AT_REST.fitting(look))
        for ship in ships:
            if ship.pips:
                yield cls(what="pips", ship=ship.id, value=str(max(1, ship.pips - 1)))
            yield cls(what="velocity", ship=ship.id, value="4")
            works = nouns.system_of(look, ship, "engines").works
            yield cls(what="destroyed" if works else "restored", ship=ship.id, value="engines")
        yield from (cls(what="pips", ship=ship.id, value=str(most(look, ship, "pips")[0])) for ship in ships[:1])
        for side in Side:
            if of_miracles(look, side) is None:
                yield cls(what="miracles", ship=side.value, value=str(min(look.known.of(side).pool + 1, MOST)))
        if settable(look, GAME, NOTHING_FOUND) is None:
            yield cls(what="initiative", ship=GAME, value=look.sides[1].value)


class SetSquadron(QuietOrder):
    """Set the size of a squadron; 0 takes it out."""

    path: ClassVar[str] = f"{GROUP.path} squadron"
    line: ClassVar[str] = "resize {squadron} to {size}[ because {why}]"
    squadron: Annotated[str, SQUADRON] = Field(description="its id, such as AS1", max_length=20)
    size: int = Field(description="craft", ge=0, le=99, examples=[1])
    why: str = WHY

    def obey(self, act: Act) -> None:
        """The size of a squadron. Refuses `E_VALUE` beyond its full size."""
        SIZE.set(because(act, self.why), act.found.squadron, SIZE.read(act.look, act.found.squadron, str(self.size)))


class PutSquadron(ModeratorOrder):
    """Put a squadron over a ship, for it or against it, or into a hangar of it."""

    path: ClassVar[str] = f"{GROUP.path} over"
    line: ClassVar[str] = "put {squadron} over {ship} as {mode}[ because {why}]"
    squadron: Annotated[str, SQUADRON] = Field(description="its id, such as AS1", max_length=20)
    ship: Annotated[str, SHIP.that(nouns.off_board(Code.E_DESTROYED, "FS-SC-05"))] = Field(
        description="a ship on the board", max_length=40
    )
    mode: Annotated[str, MODE] = Field(description=MODE_HELP, max_length=60)
    why: str = WHY

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While nobody is asked anything, once ships stand on the board."""
        return orders.running(look) or orders.asked(look) or orders.markers_laid(look)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_HANGAR` for a ship of the other side, or without an empty bay (FS-SC-10)."""
        self.bay(look, found)

    def bay(self, look: Look, found: Found) -> str:
        """The hangar where the squadron docks, "" where it does not."""
        squadron, ship, (mode, hangar) = found.squadron, found.ship, found.mode
        if mode is not Mode.DOCK:
            return ""
        own = ship.side is squadron.side
        bay = bay_meant(look, ship, hangar) if own else None
        if bay is None:
            why = N_("{ship} has no empty bay.") if own else N_("{ship} is of the other side.")
            look.no(Code.E_HANGAR, why, "FS-SC-10", ship=ship.name)
        return bay

    def obey(self, act: Act) -> None:
        """A squadron is there."""
        squadron, ship, mode = act.found.squadron, act.found.ship, act.found.mode.mode
        bay = self.bay(act.look, act.found)
        act.play.tell(SquadronSet(squadron.id, squadron.size, ship.id, bay, mode, self.why))
        settle(act.play)


class RemoveShip(ModeratorOrder):
    """Take a ship out of the game, with what is aboard."""

    path: ClassVar[str] = f"{GROUP.path} remove"
    line: ClassVar[str] = "remove {ship}[ because {why}]"
    lively: ClassVar[int] = 1
    ship: Annotated[str, AT_REST] = Field(description="a ship", max_length=40)
    why: str = WHY

    def obey(self, act: Act) -> None:
        """A ship is no more, as if it had never been."""
        act.play.tell(ShipRemoved(act.found.ship.id, self.why))
        settle(act.play)


class SetScore(ModeratorOrder):
    """Set the points of a side."""

    path: ClassVar[str] = f"{GROUP.path} score"
    line: ClassVar[str] = "score of {side} is {points}[ because {why}]"
    side: Annotated[str, SIDE] = Field(description="A or B", max_length=10)
    points: int = Field(description="points", ge=0, le=999, examples=[1])
    why: str = WHY

    def obey(self, act: Act) -> None:
        """A side has so many points."""
        POINTS.set(because(act, self.why), act.found.side, self.points)


class ScoreSet(Fact[State], frozen=True):
    """A moderator set a side's points, with the reason."""

    says = N_("A moderator sets {side} to {score} points: {why}.")
    rule = "FS-WIN-03"
    decides = True
    makes = game.SideSets("score")
    side: SideOf
    score: int
    why: Named


def at_turn(state: State, turn: int, initiative: Side) -> State:
    """The game at another turn. Ships off the board are due as many turns from now as before.

    Who was launched in this turn was so still (FS-TURN-09).
    """
    first, later = initiative if turn % 2 else initiative.other, turn - state.turn
    ships = {id: replace(ship, due=ship.due + later) if ship.due else ship for id, ship in state.ships.items()}
    squadrons = {
        id: replace(squadron, launched=turn) if squadron.launched and squadron.launched == state.turn else squadron
        for id, squadron in state.squadrons.items()
    }
    return replace(state, turn=turn, initiative=initiative, first=first, ships=ships, squadrons=squadrons)


CORRECTED, THE_GAME = N_("A moderator sets {what} of {of} from {before} to {after}: {why}."), T_("the game")
FIGURES = {"score": T_("the points"), "pool": T_("the Miracle Points"), "debt": T_("the overcharge debt")}


class Corrected(Fact[State], frozen=True):
    """A moderator set a figure of a ship, a squadron, a side or the game: what was before and is now, and the reason.

    `what` is the field of the state; `of` an id, a side, or "game".
    """

    decides = True
    of: str
    what: str
    before: int | str
    after: int | str
    why: str

    def evolve(self, state: State) -> State:
        changed: dict[str, Any] = {self.what: self.after}  # fields of several types
        if self.of == GAME and state.initiative is not None:
            at = {"turn": state.turn, "initiative": state.initiative, **changed}
            return at_turn(state, int(at["turn"]), Side(at["initiative"]))
        if self.of in state.ships:
            return game.ship_changed(state, self.of, **changed)
        if self.of in state.squadrons:
            return game.squadron_changed(state, self.of, **changed)
        return game.side_changed(state, Side(self.of), **changed) if self.of in tuple(Side) else state

    def words(self, look: Look) -> Text:
        of = look.craft(self.of) if self.of in look.known.squadrons else look.ship(self.of)
        if self.of in tuple(Side):
            of = look.name(Side(self.of))
        return CORRECTED(
            what=FIGURES.get(self.what) or THE(what=term(self.what)),
            of=THE_GAME if self.of == GAME else of,
            before=term(str(self.before)),
            after=term(str(self.after)),
            why=name(self.why),
        )


THE = N_("the {what}")
SET = N_("A moderator sets {ship}: {where}, {pips} pips; {why}.")


class ShipSet(Fact[State], frozen=True):
    """A moderator set a ship right: the whole of it as it is now, and the reason."""

    rule = "FS-TERM-06"
    decides = True
    ship: Ship
    why: str

    def evolve(self, state: State) -> State:
        known = state.ships.get(self.ship.id)
        if known is None:
            return state
        ship = replace(self.ship, loss_order=self.ship.loss_order or known.loss_order)
        return replace(state, ships={**state.ships, ship.id: ship})

    def words(self, look: Look) -> Text:
        where = where_words(self.ship)
        return SET(ship=look.ship(self.ship.id), where=where, pips=self.ship.pips, why=name(self.why))


class ShipRemoved(Fact[State], frozen=True):
    """A moderator took a ship out of the game, and what was aboard, with the reason; squadrons over it are adrift."""

    says = N_("A moderator takes {ship} out of the game: {why}.")
    rule = "FS-TERM-06"
    decides = True
    ship: Named
    why: Named

    def evolve(self, state: State) -> State:
        gone = state.ships.get(self.ship)
        if gone is None:
            return state
        adrift = {squadron.id for squadron in state.assigned_to(self.ship)}
        return replace(
            state,
            ships={key: ship for key, ship in state.ships.items() if key != self.ship},
            squadrons={
                key: replace(squadron, adrift=gone.last or Point(0, 0)) if key in adrift else squadron
                for key, squadron in state.squadrons.items()
                if not (squadron.bay and squadron.ship == self.ship)
            },
        )


class SquadronSet(Fact[State], frozen=True):
    """A moderator set a squadron right, with the reason."""

    says = N_("A moderator sets {squadron}: size {size}, {ship}; {why}.")
    rule = "FS-SC-01"
    decides = True
    makes = Sets("squadrons", "squadron", "size", "ship", "bay", "mode")
    squadron: CraftOf
    size: int
    ship: ShipOf
    bay: str
    mode: Mode
    why: Named

"""Orders by which moderators place, give, set and rule, for a campaign on a real board. Register State."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.book import Group
from engine.declared.changes import Puts, Removes, Sets, Together, Writes
from engine.declared.corrections import Correction, Setting, figure
from engine.declared.corrections import Field as Corrected
from engine.declared.house_rules import HouseRuling
from engine.declared.sentences import told_by
from engine.freedom.combat.bases import BaseChanged
from engine.freedom.combat.creatures import ItemGained
from engine.freedom.combat.environ import opposed
from engine.freedom.data.pack import Code, EventCode, Possession, Side, Terrain, UnitKind
from engine.freedom.look import Act, Called, Look, Place
from engine.freedom.missions import happen
from engine.freedom.nouns import ANY_PERSON, ENVIRON, called, noun, piece_label, unknown
from engine.freedom.pieces import Caught, Freed, ItemGone, dismount, gone, lettered, unit_name
from engine.freedom.play import Play
from engine.freedom.state import (
    Declaring,
    Environ,
    Excess,
    NextStage,
    Person,
    Planet,
    Ship,
    State,
    Status,
    Unit,
    with_people,
)
from engine.game import EVERYONE, Fact
from engine.look import Refused, no
from engine.noun import Found, Noun, value
from engine.orders import Option
from engine.text.message import N_, NN_, OR, T_, Shown, listed, name, term

GROUP = Group("gm-freedom", "Moderators of Freedom in the Galaxy")


class ModeratorOrder(act.Order):
    """An order of moderators: on the referee's state, while nobody is asked anything unless it says so."""

    moderator: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` once the game is over, `E_LOCKED` while a combat is open (FITG-GEN-03)."""
        if look.known.over:
            return no(Code.E_PHASE, T_("The game is over."), "FITG-GEN-03")
        if look.known.choice is not None:
            return no(Code.E_LOCKED, T_("A combat is open, and closes first."), look.locking)
        return None


class Ruled(Fact[State], frozen=True):
    """A moderator changed something: what, in a whole sentence of the rulebook's."""

    says = told_by(
        "code",
        placed=N_("A moderator places {what} in {where}."),
        removed=N_("A moderator removes {what}."),
        set=N_("A moderator corrects {what}: {where}."),
        event=N_("A moderator has a card drawn in {where}: {what}."),
        strike=N_("A rebellion strikes in {where}."),
    )
    decides = True
    code: str
    what: Called
    where: Place = ""


STOOD: Shown[Unit | Person | Ship] = Shown(
    lambda look, piece, form: term(piece.environ) if form == "where" else name(called(piece))
)
"""A piece, by its name or by where it is."""
UNIT_KIND = noun("a kind of unit", lambda look, found: look.world.pack.units.values())
SHIP_KIND = noun("a kind of ship", lambda look, found: look.world.pack.ships.values())


class PlaceUnit(ModeratorOrder):
    """Put a new unit into an environ; Rebel ones need a type."""

    path: ClassVar[str] = "gm-freedom unit"
    line: ClassVar[str] = "place unit {kind}[ of type {terrain}] in {environ}"
    kind: Annotated[str, UNIT_KIND] = Field(description="its kind", max_length=40)
    terrain: Literal["urban", "wild", "liquid", "subterranean", "air", "fire"] | None = Field(
        None, description="the type of a Rebel unit"
    )
    environ: Annotated[str, ENVIRON] = Field(description="where", max_length=60)

    def obey(self, act: Act) -> None:
        """A unit with the next free letter; too many for the environ leave it (FITG-ENV-06, FITG-ENV-16)."""
        kind: UnitKind = act.found.kind
        if kind.side is Side.REBEL and self.terrain is None:
            why = N_("{kind} needs a type, such as {terrain}.")
            act.look.no(Code.E_RANGE, why, "FITG-ENV-16", kind=term(kind.name), terrain=term(Terrain.URBAN))
        if kind.side is not Side.REBEL and self.terrain is not None:
            why = N_("{kind} has no type: Rebel units alone have one.")
            act.look.no(Code.E_RANGE, why, "FITG-ENV-16", kind=term(kind.name))
        terrain = Terrain(self.terrain) if self.terrain is not None else None
        names = lettered(unit_name(kind.name, self.terrain))
        id = next(id for id in names if id not in act.state.units)
        act.say(UnitPlaced(Unit(id, kind.side, kind.name, act.found.environ.id, terrain)), EVERYONE)
        Play(act.world, act.table).do(Excess(act.found.environ.id, kind.side))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """A kind of each side in each environ."""
        for environ in look.known.environs.values():
            for kind in look.world.pack.units.values():
                terrain = environ.terrain.value if kind.side is Side.REBEL else None
                yield cls.model_validate({"kind": kind.name, "environ": environ.id, "terrain": terrain})


class UnitPlaced(Fact[State], frozen=True):
    """A unit stands in an environ."""

    says = N_("A moderator places {unit} in {unit:where}.")
    decides = True
    makes = Puts("units", "unit")
    unit: Annotated[Unit, STOOD]


def _free(look: Look, person: Person, found: Found) -> Refused | None:
    """E_OWNER for whoever is dead or captive (FITG-CHR-40)."""
    if person.free:
        return None
    return no(Code.E_OWNER, N_("{person} is {status}."), "FITG-CHR-40", person=person.name, status=term(person.status))


def _living(look: Look, person: Person, found: Found) -> Refused | None:
    """E_OWNER for the dead (FITG-CHR-40)."""
    return _free(look, person, found) if person.dead else None


def castable(look: Look, found: Found) -> Iterator[Option]:
    """The characters of the pack that are free or not in play."""
    people = look.known.people
    return (Option(called) for called in look.world.pack.characters if called not in people or people[called].free)


@value("a character", castable)
def cast(look: Look, words: str, found: Found) -> Person:
    """A character of the pack, whether in play or not. Refuses `E_NAME`, `E_OWNER` for the dead (FITG-CHR-40)."""
    wanted = words.strip().casefold()
    card = next((card for card in look.world.pack.characters.values() if card.name.casefold() == wanted), None)
    if card is None:
        look.no(Code.E_NAME, N_("No card is called “{words}”."), "FITG-GEN-03", words=words)
    person = look.known.people.get(card.name, Person(card.name, card.side, ""))
    look.require(_living(look, person, found))
    return person


class PlaceCharacter(ModeratorOrder):
    """Put a character into an environ, with the units there or alone; it may be in play already."""

    path: ClassVar[str] = "gm-freedom character"
    line: ClassVar[str] = "place character {person} in {environ}[ as {stack}]"
    person: Annotated[str, cast] = Field(description="by the name on its card", max_length=40)
    environ: Annotated[str, ENVIRON] = Field(description="where", max_length=60)
    stack: Literal["alone", "rider"] = Field("alone", description="alone, or a rider with the units there")

    def obey(self, act: Act) -> None:
        """It stands there, free; its captives come along (FITG-GEN-02)."""
        person: Person = act.found.person
        environ: Environ = act.found.environ
        rides = self.stack == "rider"
        if rides and not act.state.fielded(environ.id, person.side):
            act.look.no(
                Code.E_WHERE, N_("No unit of its side is in {environ}."), "FITG-GEN-02", environ=term(environ.id)
            )
        changed = replace(
            person, environ=environ.id, rides=rides, detected=person.detected or rides, group=0, found=False,
            status=Status.FREE, captor="",
        )  # fmt: skip
        act.say(PersonPlaced(changed), EVERYONE)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        for environ in look.known.environs:
            yield from (cls(person=option.value, environ=environ) for option in castable(look, Found({})))


class PersonPlaced(Fact[State], frozen=True):
    """A character stands in an environ, its ship and captives with it."""

    says = N_("A moderator places {person} in {person:where}.")
    decides = True
    person: Annotated[Person, STOOD]

    def evolve(self, state: State) -> State:
        here, person = self.person.environ, self.person
        state = replace(state, people={**state.people, person.name: person})
        held = [other.name for other in state.people.values() if other.captor == person.name]
        ships = {
            id: replace(ship, environ=here) if ship.owner == person.name else ship for id, ship in state.ships.items()
        }
        return replace(with_people(state, held, environ=here), ships=ships)


class PlaceShip(ModeratorOrder):
    """Give a character a ship."""

    path: ClassVar[str] = "gm-freedom ship"
    line: ClassVar[str] = "place ship {kind} for {person}"
    kind: Annotated[str, SHIP_KIND] = Field(description="its kind", max_length=40)
    person: Annotated[str, ANY_PERSON.that(_free)] = Field(description="its owner", max_length=40)

    def obey(self, act: Act) -> None:
        """It stands where its owner is."""
        owner: Person = act.found.person
        kind: str = act.found.kind.name
        id = next(id for id in chain((kind,), lettered(kind)) if id not in act.state.ships)
        act.say(ShipPlaced(Ship(id, owner.side, kind, owner.name, owner.environ)), EVERYONE)


class ShipPlaced(Fact[State], frozen=True):
    """A ship is somebody's."""

    says = N_("A moderator places {ship} in {ship:where}.")
    decides = True
    makes = Puts("ships", "ship")
    ship: Annotated[Ship, STOOD]


def _pieces(look: Look, found: Found) -> list[Unit | Ship]:
    return [*look.known.units.values(), *look.known.ships.values()]


PIECE = noun("a unit or a ship", _pieces, piece_label).but(unknown=unknown("unit or ship"))


class RemovePiece(ModeratorOrder):
    """Take a unit or a ship off the board."""

    path: ClassVar[str] = "gm-freedom remove"
    line: ClassVar[str] = "take off {piece}"
    piece: Annotated[str, PIECE] = Field(description="a unit or a ship", max_length=60)

    def obey(self, act: Act) -> None:
        """It is gone; with the last unit of a stack its captives are free (S2 step 10)."""
        piece: Unit | Ship = act.found.piece
        act.say(PieceRemoved(piece.id), EVERYONE)
        if isinstance(piece, Unit):
            dismount(Play(act.world, act.table), piece.environ, piece.side)


class PieceRemoved(Fact[State], frozen=True):
    """A unit or a ship is off the board."""

    says = N_("A moderator removes {id}.")
    decides = True
    makes = Together(Removes("units", "id"), Removes("ships", "id"))
    id: Called


GOODS = noun("a possession", lambda look, found: look.world.pack.possessions.values())


def _rebel(look: Look, person: Person, found: Found) -> Refused | None:
    """E_OWNER for an Imperial, or whoever is not free (D8)."""
    if person.side is Side.IMPERIAL:
        why = N_("{person} is Imperial, and Rebels alone have possessions.")
        return no(Code.E_OWNER, why, "FITG-CHR-18", person=person.name)
    return _free(look, person, found)


REBEL = ANY_PERSON.that(_rebel, what="a free Rebel")


class Give(ModeratorOrder):
    """Give a Rebel a possession."""

    path: ClassVar[str] = "gm-freedom give"
    line: ClassVar[str] = "give {item} to {person}"
    item: Annotated[str, GOODS] = Field(description="a possession", max_length=40)
    person: Annotated[str, REBEL] = Field(description="a free Rebel", max_length=40)

    def obey(self, act: Act) -> None:
        """One of a kind is somebody's at most (D8)."""
        item: Possession = act.found.item
        holder = next((person for person in act.state.people.values() if item.name in person.items), None)
        if holder is not None:
            why = N_("{holder} has the {item}.")
            act.look.no(Code.E_OWNER, why, "FITG-CHR-18", holder=holder.name, item=term(item.name))
        act.say(ItemGained(act.found.person.name, item.name), EVERYONE)


def _has(look: Look, item: Possession, found: Found) -> Refused | None:
    person = found.get("person")
    if person is None or item.name in person.items:
        return None
    return no(Code.E_OWNER, N_("{person} has no {item}."), "FITG-CHR-18", person=person.name, item=term(item.name))


class Take(ModeratorOrder):
    """Take a possession from a Rebel."""

    path: ClassVar[str] = "gm-freedom take"
    line: ClassVar[str] = "take {item} from {person}"
    resolves: ClassVar[tuple[str, ...]] = ("person",)
    item: Annotated[str, GOODS.that(_has)] = Field(description="a possession", max_length=40)
    person: Annotated[str, REBEL] = Field(description="who has it", max_length=40)

    def obey(self, act: Act) -> None:
        """It is nobody's (D8)."""
        act.say(ItemGone(act.found.person.name, act.found.item.name), EVERYONE)


# Corrections


def _beyond(rule: str) -> Callable[[Look, object, str, int, int], Refused]:
    """The refusal of a figure out of its bounds, by the rule that has them."""

    def refused(look: Look, thing: object, words: str, least: int, most: int) -> Refused:
        why = N_("It is from {least} to {most}, not “{words}”.")
        return no(Code.E_RANGE, why, rule, least=least, most=most, words=words)

    return refused


CONTROLS = {None: T_("nobody's"), Side.REBEL: T_("the Rebels'"), Side.IMPERIAL: T_("the Empire's")}
REBELS = {True: T_("in rebellion"), False: T_("not in rebellion")}
SEEN = {True: T_("detected"), False: T_("not detected")}
Whose = Annotated[Side | None, Shown[Side | None](lambda look, side, form: CONTROLS[side])]
Rebelling = Annotated[bool, Shown[bool](lambda look, rebels, form: REBELS[rebels])]
Visible = Annotated[bool, Shown[bool](lambda look, detected, form: SEEN[detected])]


class PlanetSet(Fact[State], frozen=True):
    """A planet's control, loyalty or rebellion is what a moderator says."""

    says = N_("A moderator rules: {planet} is {control}, loyalty {loyalty:+}, {rebelling}.")
    rule = "FITG-CHR-05"
    decides = True
    makes = Sets("planets", "planet", "control", "loyalty", "rebelling")
    planet: Place
    control: Whose
    loyalty: int
    rebelling: Rebelling


def word(
    name: str, values: Mapping[str, Any], rule: str, apply: Callable[[Any, Any, Any], None]
) -> Correction[Any, Any]:  # of any kind of thing, and of any value
    """A correction whose value is one of some words, each with what it means, by a rule."""

    def read(look: Look, thing: object, words: str) -> object:
        given = words.strip().casefold()
        if given not in values:
            why = N_("“{name}” is {offered}, not “{words}”.")
            look.no(Code.E_RANGE, why, rule, name=term(name), offered=listed(map(term, values), OR), words=words)
        return values[given]

    return Correction(name, read, apply, lambda look, thing: map(Option, values))


def says(kind: type[Fact[State]], field: str) -> Callable[[Act, Any, Any], None]:  # of any kind of thing
    """A way to set a field of a thing: a fact that has the thing's name and figures says that it is so."""

    def apply(act: Act, thing: Any, value: object) -> None:  # a planet, or a character
        changed = replace(thing, **{field: value})
        figures = (getattr(changed, part) for part in kind.__struct_fields__[1:])
        act.say(kind(changed.name, *figures), EVERYONE)

    return apply


YES = {"yes": True, "no": False}
OWNERS = {"rebel": Side.REBEL, "imperial": Side.IMPERIAL, "nobody": None}
PLANET_FIELDS: tuple[Correction[Any, Any], ...] = (
    word("control", OWNERS, "FITG-CHR-05", says(PlanetSet, "control")),
    figure("loyalty", lambda look, planet: (-2, 2), _beyond("FITG-CHR-05"), says(PlanetSet, "loyalty")),
    word("rebellion", YES, "FITG-CHR-05", says(PlanetSet, "rebelling")),
    figure("level", lambda look, planet: (0, 2), _beyond("FITG-PDB-07"), says(BaseChanged, "level")),
    word("base", {"up": True, "down": False}, "FITG-PDB-06", says(BaseChanged, "up")),
)
"""What of a planet can be set."""
PLANET: Noun[Look, Planet] = noun("a planet", "planets")


def unknown_field(given: str) -> Refused:
    """The refusal of a field that cannot be set."""
    return no(Code.E_NAME, N_("There is no field “{given}” to be set."), "FITG-GEN-03", given=term(given))


class SetPlanet(ModeratorOrder):
    """Correct a planet: control, loyalty, rebellion, the level of its base, or whether it is up."""

    path: ClassVar[str] = "gm-freedom planet"
    line: ClassVar[str] = "set {what} of planet {planet} to {value}"
    resolves: ClassVar[tuple[str, ...]] = ("planet", "what")
    what: Annotated[str, Corrected("what", lambda found: PLANET_FIELDS, unknown_field)] = Field(
        description="control, loyalty, rebellion, level or base", max_length=20
    )
    planet: Annotated[str, PLANET] = Field(description="the planet", max_length=40)
    value: Annotated[str, Setting("a value", "planet", "what")] = Field(description="the value", max_length=20)

    def obey(self, act: Act) -> None:
        """It is so from now on."""
        act.found.what.set(act, act.found.planet, act.found.value)


class PersonSet(Fact[State], frozen=True):
    """A character's wounds, or whether it is detected, are what a moderator says."""

    says = NN_(
        "A moderator rules: {name} has {wounds} wound and is {detected}.",
        "A moderator rules: {name} has {wounds} wounds and is {detected}.",
        "wounds",
    )
    decides = True
    makes = Sets("people", "name", "wounds", "detected")
    name: Called
    wounds: int
    detected: Visible


def _set_captive(act: Act, person: Person, captive: bool) -> None:
    """Captive of the enemy's units there, or free. Refuses `E_WHERE` where nobody guards."""
    if not captive:
        act.say(Freed((person.name,)), EVERYONE)
        return
    if not act.state.fielded(person.environ, person.side.other):
        why = N_("No unit in {environ} guards {person}.")
        act.look.no(Code.E_WHERE, why, "FITG-CHR-02", environ=term(person.environ), person=person.name)
    play = Play(act.world, act.table)
    play.tell(Caught((person.name,), person.side.other, ""))
    gone(play, (person.name,))
    play.go()


def _wounds(look: Look, person: Person) -> tuple[int, int]:
    """The wounds that a character may live with."""
    return 0, look.world.card(person).endurance - 1


PERSON_FIELDS: tuple[Correction[Any, Any], ...] = (
    figure("wounds", _wounds, _beyond("FITG-CHR-36"), says(PersonSet, "wounds")),
    word("detected", YES, "FITG-CHR-01", says(PersonSet, "detected")),
    word("captive", YES, "FITG-CHR-32", _set_captive),
)
"""What of a character can be set."""


class SetCharacter(ModeratorOrder):
    """Correct a character: wounds, whether it is detected, or captive of the enemy's units there."""

    path: ClassVar[str] = "gm-freedom person"
    line: ClassVar[str] = "set {what} of {person} to {value}"
    resolves: ClassVar[tuple[str, ...]] = ("person", "what")
    what: Annotated[str, Corrected("what", lambda found: PERSON_FIELDS, unknown_field)] = Field(
        description="wounds, detected or captive", max_length=20
    )
    person: Annotated[str, ANY_PERSON.that(_living)] = Field(description="the character", max_length=40)
    value: Annotated[str, Setting("a value", "person", "what")] = Field(description="the value", max_length=20)

    def obey(self, act: Act) -> None:
        """It is so from now on."""
        act.found.what.set(act, act.found.person, act.found.value)


class SetPoints(ModeratorOrder):
    """Add to the Rebels' points what the module does not see: information missions, and the like."""

    path: ClassVar[str] = "gm-freedom points"
    line: ClassVar[str] = "points {points}"
    points: int = Field(description="points besides those that are counted", ge=-99, le=99, examples=[0, 1, -1])

    def obey(self, act: Act) -> None:
        """They count at the end (D12)."""
        act.say(PointsSet(self.points), EVERYONE)


class PointsSet(Fact[State], frozen=True):
    """Points of the Rebels that a moderator adds (D12)."""

    says = N_("A moderator rules: {points:+} points of the Rebels besides those that are counted.")
    decides = True
    makes = Writes("points")
    points: int


# Events, strikes, the pace


def _with_groups(look: Look, environ: Environ, found: Found) -> Refused | None:
    """E_WHERE where no group is on a mission (FITG-CHR-04)."""
    if look.known.groups(environ.id):
        return None
    return no(Code.E_WHERE, N_("No group is on a mission in {environ}."), "FITG-CHR-04", environ=term(environ.id))


class Event(ModeratorOrder):
    """Have an event happen to a mission group, as if its card were drawn."""

    path: ClassVar[str] = "gm-freedom event"
    line: ClassVar[str] = "event {event} in {environ}"
    event: Literal[
        "creature", "robot", "robots", "locals", "search", "squad", "soldier", "season", "raid", "accident", "coup"
    ] = Field(description="what the card shows")
    environ: Annotated[str, ENVIRON.that(_with_groups)] = Field(description="where a group is", max_length=60)

    def obey(self, act: Act) -> None:
        """It is resolved at once (FITG-CRE-05, FITG-CRE-06)."""
        act.say(Ruled("event", self.event, act.found.environ.id), EVERYONE)
        play = Play(act.world, act.table)
        happen(play, act.found.environ.id, EventCode(self.event))
        play.go()


class Strike(ModeratorOrder):
    """Let a rebellion that was just raised strike at once."""

    path: ClassVar[str] = "gm-freedom strike"
    line: ClassVar[str] = "strike in {environ}"
    environ: Annotated[str, ENVIRON.that(opposed)] = Field(description="where both sides have units", max_length=60)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_TYPE` where the option is off (FITG-ENV-01)."""
        off = no(Code.E_TYPE, T_("Rebellions do not strike at once in this game."), "FITG-ENV-01")
        return super().ready(look) or (None if look.known.options.rebellion_strike else off)

    def obey(self, act: Act) -> None:
        """The Rebels alone may declare; all units there take part (FITG-ENV-01)."""
        act.say(Ruled("strike", "", act.found.environ.id), EVERYONE)
        Play(act.world, act.table).do(Declaring(act.found.environ.id, (Side.REBEL,), strike=True))


class EndStage(ModeratorOrder):
    """End this part of the player-turn for whoever should."""

    path: ClassVar[str] = "gm-freedom next"
    line: ClassVar[str] = "next"

    def obey(self, act: Act) -> None:
        """The next part begins."""
        Play(act.world, act.table).do(NextStage())


class RuleInWords(HouseRuling):
    """Rule in words how a rule is played here: people keep to it, Umpire rules on as before."""

    path: ClassVar[str] = f"{GROUP.path} ruling-on"


class Decide(ModeratorOrder):
    """Decide by default what is asked now, for a side that does not answer."""

    path: ClassVar[str] = "gm-freedom default"
    line: ClassVar[str] = "default"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` where nobody is asked."""
        if look.known.choice is not None and not look.known.over:
            return None
        return no(Code.E_PHASE, T_("Nobody is asked anything now."), "FITG-GEN-03")

    def obey(self, act: Act) -> None:
        """As if time were up (FITG-GEN-03)."""
        assert act.state.choice is not None  # or it is not `ready`
        Play(act.world, act.table).reveal(act.state.choice)

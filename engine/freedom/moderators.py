"""Orders by which moderators place, give, set and rule, so that the module serves a campaign on a real board.
Register, State.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
from engine.freedom.combat.environ import eligible_environs
from engine.freedom.data.pack import Code, EventCode, Possession, ShipKind, Side, Terrain, UnitKind, no
from engine.freedom.look import Act, Called, Look, Place
from engine.freedom.missions import happen
from engine.freedom.pieces import ANY_PERSON, ENVIRON, Caught, Freed, ItemGone, dismount, gone, unit_name, unknown
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
from engine.look import Refused
from engine.noun import Found, Noun, Value
from engine.orders import Option
from engine.text.message import N_, NN_, T_, Shown, Text, name, term

GROUP = Group("gm-freedom", "Moderators of Freedom in the Galaxy")


class ModeratorOrder(act.Order):
    """An order of moderators: on the referee's state, while nobody is asked anything unless it says so."""

    moderator: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` once the game is over, `E_LOCKED` while a combat is open (FITG-GEN-03)."""
        if look.known.over:
            return no(Code.E_PHASE, T_("the game is over"), "FITG-GEN-03")
        if look.known.choice is not None:
            return no(Code.E_LOCKED, T_("a combat is open, and closes first"), look.locking)
        return None


PLACED = N_("A moderator places {what} in {where}.")


class Ruled(Fact[State], frozen=True):
    """A moderator changed something: what, in a whole sentence of the rulebook's."""

    says = told_by(
        "code",
        placed=PLACED,
        removed=N_("A moderator removes {what}."),
        set=N_("A moderator corrects {what}: {where}."),
        event=N_("A moderator has a card drawn in {where}: {what}."),
        strike=N_("A rebellion strikes in {where}."),
    )
    decides = True
    code: str
    what: Called
    where: Place = ""


def kinds(units: bool) -> Noun[Look, Any]:
    """Kinds of units, or of ships, of the pack."""

    def among(look: Look, found: Found) -> Iterable[UnitKind | ShipKind]:
        return (look.world.pack.units if units else look.world.pack.ships).values()

    what = "kind of unit" if units else "kind of ship"
    return Noun(f"a {what}", among, lambda kind: (kind.name,), unknown=unknown(what))


class PlaceUnit(ModeratorOrder):
    """Put a new unit into an environ; Rebel ones need a type."""

    path: ClassVar[str] = "gm-freedom unit"
    line: ClassVar[str] = "place unit {kind}[ of type {terrain}] in {environ}"
    kind: Annotated[str, kinds(units=True)] = Field(description="its kind", max_length=40)
    terrain: Literal["urban", "wild", "liquid", "subterranean", "air", "fire"] | None = Field(
        None, description="the type of a Rebel unit"
    )
    environ: Annotated[str, ENVIRON] = Field(description="where", max_length=60)

    def obey(self, act: Act) -> None:
        """A unit with the next free letter; too many for the environ leave it (FITG-ENV-06, FITG-ENV-16)."""
        kind: UnitKind = act.found.kind
        if kind.side is Side.REBEL and self.terrain is None:
            why = N_("{kind} needs a type, such as {terrain}")
            act.look.no(Code.E_RANGE, why, "FITG-ENV-16", kind=kind.name, terrain=Terrain.URBAN)
        if kind.side is not Side.REBEL and self.terrain is not None:
            why = N_("{kind} has no type: Rebel units alone have one")
            act.look.no(Code.E_RANGE, why, "FITG-ENV-16", kind=kind.name)
        terrain = Terrain(self.terrain) if self.terrain is not None else None
        called = unit_name(kind.name, self.terrain)
        id = next(id for n in range(26 * 26) if (id := f"{called} {letters(n)}") not in act.state.units)
        act.say(UnitPlaced(Unit(id, kind.side, kind.name, act.found.environ.id, terrain)), EVERYONE)
        play = Play(act.world, act.table)
        play.push(Excess(act.found.environ.id, kind.side))
        play.go()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """A kind of each side in each environ."""
        for environ in look.known.environs.values():
            for kind in look.world.pack.units.values():
                terrain = environ.terrain.value if kind.side is Side.REBEL else None
                yield cls.model_validate({"kind": kind.name, "environ": environ.id, "terrain": terrain})


def letters(number: int) -> str:
    """A, B, ... Z, AA, AB."""
    return chr(ord("A") + number) if number < 26 else letters(number // 26 - 1) + letters(number % 26)


class UnitPlaced(Fact[State], frozen=True):
    """A unit stands in an environ."""

    decides = True
    makes = Puts("units", "unit")
    unit: Unit

    def words(self, look: Look) -> Text:
        return PLACED(what=name(self.unit.id), where=term(self.unit.environ))


def cards(look: Look, words: str, found: Found) -> Person:
    """A character of the pack, whether in play or not. Refuses `E_NAME`, `E_OWNER` for the dead (FITG-CHR-40)."""
    wanted = words.strip().casefold()
    card = next((card for card in look.world.pack.cards.values() if card.name.casefold() == wanted), None)
    if card is None:
        look.no(Code.E_NAME, N_("no card is called “{words}”"), "FITG-GEN-03", words=words)
    person = look.known.people.get(card.name, Person(card.name, card.side, ""))
    look.require(_living(look, person, found))
    return person


CARD: Value[Look, Person] = Value(
    "a character",
    cards,
    lambda look, found: [
        Option(one) for one in look.world.pack.cards if one not in look.known.people or look.known.people[one].free
    ],
)


class PlaceCharacter(ModeratorOrder):
    """Put a character into an environ, with the units there or alone; it may be in play already."""

    path: ClassVar[str] = "gm-freedom character"
    line: ClassVar[str] = "place character {person} in {environ}[ as {stack}]"
    person: Annotated[str, CARD] = Field(description="by the name on its card", max_length=40)
    environ: Annotated[str, ENVIRON] = Field(description="where", max_length=60)
    stack: Literal["alone", "rider"] = Field("alone", description="alone, or a rider with the units there")

    def obey(self, act: Act) -> None:
        """It stands there, free; its captives come along (FITG-GEN-02)."""
        person: Person = act.found.person
        environ: Environ = act.found.environ
        rides = self.stack == "rider"
        if rides and not act.state.fielded(environ.id, person.side):
            act.look.no(Code.E_WHERE, N_("no unit of its side is in {environ}"), "FITG-GEN-02", environ=environ.id)
        changed = replace(
            person, environ=environ.id, rides=rides, detected=person.detected or rides, group=0, found=False,
            status=Status.FREE, captor="",
        )  # fmt: skip
        act.say(PersonPlaced(changed), EVERYONE)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        for environ in look.known.environs:
            yield from (cls(person=one.value, environ=environ) for one in CARD.options(look, Found({}), ""))


class PersonPlaced(Fact[State], frozen=True):
    """A character stands in an environ, its ship and captives with it."""

    decides = True
    person: Person

    def evolve(self, state: State) -> State:
        here, one = self.person.environ, self.person
        state = replace(state, people={**state.people, one.name: one})
        held = [other.name for other in state.people.values() if other.captor == one.name]
        ships = {
            id: replace(ship, environ=here) if ship.owner == one.name else ship for id, ship in state.ships.items()
        }
        return replace(with_people(state, held, environ=here), ships=ships)

    def words(self, look: Look) -> Text:
        return PLACED(what=name(self.person.name), where=term(self.person.environ))


class PlaceShip(ModeratorOrder):
    """Give a character a ship."""

    path: ClassVar[str] = "gm-freedom ship"
    line: ClassVar[str] = "place ship {kind} for {person}"
    kind: Annotated[str, kinds(units=False)] = Field(description="its kind", max_length=40)
    person: Annotated[str, ANY_PERSON.that(lambda look, one, found: _free(one))] = Field(
        description="its owner", max_length=40
    )

    def obey(self, act: Act) -> None:
        """It stands where its owner is."""
        owner: Person = act.found.person
        called = act.found.kind.name
        id = next(
            id for n in range(100) if (id := f"{called} {letters(n - 1)}" if n else called) not in act.state.ships
        )
        act.say(ShipPlaced(Ship(id, owner.side, called, owner.name, owner.environ)), EVERYONE)


def _free(person: Person) -> Refused | None:
    """E_OWNER for whoever is dead or captive."""
    if person.free:
        return None
    return no(Code.E_OWNER, N_("{person} is {status}"), "FITG-CHR-40", person=person.name, status=person.status)


class ShipPlaced(Fact[State], frozen=True):
    """A ship is somebody's."""

    decides = True
    makes = Puts("ships", "ship")
    ship: Ship

    def words(self, look: Look) -> Text:
        return PLACED(what=name(self.ship.id), where=term(self.ship.environ))


PIECE: Noun[Look, Unit | Ship] = Noun(
    "a unit or a ship",
    lambda look, found: (*look.known.units.values(), *look.known.ships.values()),
    lambda piece: (piece.id,),
    lambda look, piece: f"{piece.id}, {piece.environ}",
    unknown=unknown("unit or ship"),
)


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


def _goods(look: Look, found: Found) -> Iterable[Possession]:
    return look.world.pack.possessions.values()


GOODS: Noun[Look, Possession] = Noun("a possession", _goods, lambda item: (item.name,), unknown=unknown("possession"))


def _rebel(look: Look, person: Person, found: Found) -> Refused | None:
    """E_OWNER for an Imperial, or whoever is not free (D8)."""
    if person.side is Side.IMPERIAL:
        why = N_("{person} is Imperial, and Rebels alone have possessions")
        return no(Code.E_OWNER, why, "FITG-CHR-18", person=person.name)
    return _free(person)


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
        holder = next((one for one in act.state.people.values() if item.name in one.items), None)
        if holder is not None:
            why = N_("{holder} has the {item}")
            act.look.no(Code.E_OWNER, why, "FITG-CHR-18", holder=holder.name, item=item.name)
        act.say(ItemGained(act.found.person.name, item.name), EVERYONE)


def _has(look: Look, item: Possession, found: Found) -> Refused | None:
    person = found.get("person")
    if person is None or item.name in person.items:
        return None
    return no(Code.E_OWNER, N_("{person} has no {item}"), "FITG-CHR-18", person=person.name, item=item.name)


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
        why = N_("it is from {least} to {most}, not “{words}”")
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


def word(name: str, values: Iterable[str], apply: Callable[[Any, Any, str], None], rule: str) -> Correction[Any, str]:
    """A correction whose value is one of some words, by a rule."""
    offered = tuple(values)

    def read(look: Look, thing: object, words: str) -> str:
        given = words.strip().casefold()
        if given not in offered:
            why = N_("{name} is {offered}, not “{words}”")
            look.no(Code.E_RANGE, why, rule, name=name, offered=" or ".join(offered), words=words)
        return given

    return Correction(name, read, apply, lambda look, thing: map(Option, offered))


def planet_says(act: Act, planet: Planet, **changes: Any) -> None:  # the fields of a planet
    """A planet is as it was but for these fields."""
    changed = replace(planet, **changes)
    act.say(PlanetSet(planet.name, changed.control, changed.loyalty, changed.rebelling), EVERYONE)


PLANET_FIELDS: tuple[Correction[Any, Any], ...] = (
    word(
        "control",
        ("rebel", "imperial", "nobody"),
        lambda act, planet, value: planet_says(act, planet, control=None if value == "nobody" else Side(value)),
        "FITG-CHR-05",
    ),
    figure(
        "loyalty",
        lambda look, planet: (-2, 2),
        _beyond("FITG-CHR-05"),
        lambda act, planet, value: planet_says(act, planet, loyalty=value),
    ),
    word(
        "rebellion",
        ("yes", "no"),
        lambda act, planet, value: planet_says(act, planet, rebelling=value == "yes"),
        "FITG-CHR-05",
    ),
    figure(
        "level",
        lambda look, planet: (0, 2),
        _beyond("FITG-PDB-07"),
        lambda act, planet, value: act.say(BaseChanged(planet.name, value, planet.up), EVERYONE),
    ),
    word(
        "base",
        ("up", "down"),
        lambda act, planet, value: act.say(BaseChanged(planet.name, planet.level, value == "up"), EVERYONE),
        "FITG-PDB-06",
    ),
)
"""What of a planet can be set."""

PLANET: Noun[Look, Planet] = Noun("a planet", "planets", "name", unknown=unknown("planet"))


def unknown_field(given: str) -> Refused:
    """The refusal of a field that cannot be set."""
    return no(Code.E_NAME, N_("there is no field “{given}” to be set"), "FITG-GEN-03", given=term(given))


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


def _set_wounds(act: Act, person: Person, wounds: int) -> None:
    act.say(PersonSet(person.name, wounds, person.detected), EVERYONE)


def _set_captive(act: Act, person: Person, value: str) -> None:
    """Captive of the enemy's units there, or free. Refuses `E_WHERE` where nobody guards."""
    if value == "no":
        act.say(Freed((person.name,)), EVERYONE)
        return
    if not act.state.fielded(person.environ, person.side.other):
        why = N_("no unit in {environ} guards {person}")
        act.look.no(Code.E_WHERE, why, "FITG-CHR-02", environ=person.environ, person=person.name)
    play = Play(act.world, act.table)
    play.tell(Caught((person.name,), person.side.other, ""))
    gone(play, (person.name,))
    play.go()


PERSON_FIELDS: tuple[Correction[Any, Any], ...] = (
    figure(
        "wounds",
        lambda look, person: (0, look.world.card(person).endurance - 1),
        _beyond("FITG-CHR-36"),
        _set_wounds,
    ),
    word(
        "detected",
        ("yes", "no"),
        lambda act, person, value: act.say(PersonSet(person.name, person.wounds, value == "yes"), EVERYONE),
        "FITG-CHR-01",
    ),
    word("captive", ("yes", "no"), _set_captive, "FITG-CHR-32"),
)
"""What of a character can be set."""


def _living(look: Look, person: Person, found: Found) -> Refused | None:
    """E_OWNER for the dead (FITG-CHR-40)."""
    return no(Code.E_OWNER, N_("{person} is dead"), "FITG-CHR-40", person=person.name) if person.dead else None


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
    return no(Code.E_WHERE, N_("no group is on a mission in {environ}"), "FITG-CHR-04", environ=environ.id)


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


def _fought_over(look: Look, environ: Environ, found: Found) -> Refused | None:
    """E_WHERE without units of both sides (FITG-ENV-01)."""
    if environ.id in eligible_environs(look.known):
        return None
    return no(Code.E_WHERE, N_("not both sides have units in {environ}"), "FITG-ENV-01", environ=environ.id)


class Strike(ModeratorOrder):
    """Let a rebellion that was just raised strike at once."""

    path: ClassVar[str] = "gm-freedom strike"
    line: ClassVar[str] = "strike in {environ}"
    environ: Annotated[str, ENVIRON.that(_fought_over)] = Field(
        description="where both sides have units", max_length=60
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_TYPE` where the option is off (FITG-ENV-01)."""
        if refused := super().ready(look):
            return refused
        if look.known.options.rebellion_strike:
            return None
        return no(Code.E_TYPE, T_("rebellions do not strike at once in this game"), "FITG-ENV-01")

    def obey(self, act: Act) -> None:
        """The Rebels alone may declare; all units there take part (FITG-ENV-01)."""
        act.say(Ruled("strike", "", act.found.environ.id), EVERYONE)
        play = Play(act.world, act.table)
        play.push(Declaring(act.found.environ.id, (Side.REBEL,), strike=True))
        play.go()


class EndStage(ModeratorOrder):
    """End this part of the player-turn for whoever should."""

    path: ClassVar[str] = "gm-freedom next"
    line: ClassVar[str] = "next"

    def obey(self, act: Act) -> None:
        """The next part begins."""
        play = Play(act.world, act.table)
        play.push(NextStage())
        play.go()


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
        return no(Code.E_PHASE, T_("nobody is asked anything now"), "FITG-GEN-03")

    def obey(self, act: Act) -> None:
        """As if time were up (FITG-GEN-03)."""
        play = Play(act.world, act.table)
        choice = act.state.choice
        assert choice is not None  # or it is not `ready`
        play.reveal(choice, tuple(ask.side for ask in choice.asks if ask.side not in act.state.filed))

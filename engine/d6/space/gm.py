"""Orders of the GM about craft: their coming and going, their distances, the round's kind, overwhelming fire,
repairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.book import Group
from engine.d6.data.pack import Code, Ship, ShipHarm, ShipWeapon, System
from engine.d6.dice.codes import code, read
from engine.d6.look import Faces, Look, Thing, Words, World
from engine.d6.nouns import ANYBODY, chosen, corrected, unknown
from engine.d6.play import Act, Ordering
from engine.d6.sheets.characters import unused
from engine.d6.space.codes import Hull, Side, kind, larger, opposing
from engine.d6.space.craft import CRAFT, UNITS, WHOLE, CraftChanged, gone, two_dice
from engine.d6.space.damage import RECHARGE, fail
from engine.d6.space.duels import RoundInSpace, declare, in_flight, open_round
from engine.d6.space.stations import STATION, WORKS, board, engaged
from engine.d6.state import Called, Craft, Declared, Figure, Salvo, State, pair
from engine.declared.changes import Puts
from engine.declared.corrections import Correction, Setting
from engine.declared.sentences import either
from engine.game import EVERYONE, Fact
from engine.look import Refused, no
from engine.noun import Found, Noun, Offered, Several, Value
from engine.orders import Option
from engine.text.lines import PlainName
from engine.text.message import N_, NN_, T_, Shown, Text, name, spaced, term

GROUP = Group("gm-d6-ship", "The GM's craft, overwhelming fire, repairs")
MOST_CRAFT = 40
"""Craft at a table."""
KIND: Noun[Look, Ship] = Noun(
    "a kind of craft",
    lambda look, found: look.world.pack.ships.values(),
    lambda ship: (ship.name,),
    unknown=unknown("kind of craft"),
)
SYSTEMS = tuple(System)[1:]
"""Systems that may fail: all but the close call."""
LAUNCHED = N_("**{label}**, {kind}, is here[ (side {side})].")
BEGUN = {"flown": T_("In this space round pilots have flown."), "open": T_("In this space round pilots declare.")}
IN_CONTACT = T_("In this space round it is a first contact.")
"""Why the GM says no more what a space round is."""
TOO_FEW = NN_(
    "{bearing} weapon bears, and more than {least} are needed.",
    "{bearing} weapons bear, and more than {least} are needed.",
    "bearing",
)
LEAST = 50
"""Weapons of capital ships on one place that are not overwhelming yet (D6-12-16)."""
Near = Literal["extremely close", "short", "medium"]
Struck = Annotated[Side, Shown[Side](lambda look, side, form: term(side))]
"""The side on which a craft is hit."""


def _pilot(look: Look, figure: Figure, found: Found) -> Refused | None:
    """E_STATE for whom nobody sees, and for who works a station already."""
    return engaged(figure, WORKS)


class Bring(Ordering):
    """Bring a craft to the table, of a kind of the pack."""

    path: ClassVar[str] = "gm-d6-ship bring"
    line: ClassVar[str] = "bring craft {kind} as {name}[ of side {side}][ flown by {pilot}]"
    kind: Annotated[str, KIND] = Field(description="what kind", max_length=40)
    name: PlainName = Field(description="what it is called", max_length=40, examples=["Red Five", "Black Two"])
    side: PlainName | None = Field(None, description="its side; without one it is on its own", max_length=30)
    pilot: Annotated[str | None, ANYBODY.that(_pilot, what="a pilot")] = Field(
        None, description="who flies it", max_length=60
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_VALUE` beyond forty craft."""
        if len(look.known.craft) >= MOST_CRAFT:
            return no(Code.E_VALUE, N_("{most} craft are at the table already."), "D6-12-01", most=MOST_CRAFT)
        return super().ready(look)

    def obey(self, act: Act) -> None:
        """It flies, with full shields; its maneuverability is within what its Space allows (D6-13-14)."""
        label = unused(self.name, (craft.label for craft in act.state.craft.values()))
        id = next(id for n in count(1) if (id := f"craft-{n}") not in act.state.craft)
        ship: Ship = act.found.kind
        craft = Craft(id, label, ship.name, self.side or "", shields=ship.shields)
        play = act.play
        play.tell(Launched(craft, ship.note))
        if act.found.pilot is not None:
            board(play, act.found.pilot.id, craft, "pilot")

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """One of each kind, as long as there are few."""
        if len(look.known.craft) < 6:
            yield from (cls(kind=ship, name=f"A {ship}", side="gm") for ship in look.world.pack.ships)


class Launched(Fact[State], frozen=True):
    """A craft is at the table."""

    rule = "D6-12-01"
    decides = True
    makes = Puts("craft", "craft")
    craft: Craft
    note: str = ""

    def words(self, look: Look) -> Text:
        label, kind, side = name(self.craft.label), term(self.craft.kind), name(self.craft.side)
        return spaced(LAUNCHED(label=label, kind=kind, side=side), name(self.note))


class RemoveCraft(Ordering):
    """Take a craft from the table."""

    path: ClassVar[str] = "gm-d6-ship remove"
    line: ClassVar[str] = "remove craft {craft}"
    quiet: ClassVar[bool] = True
    craft: Annotated[str, CRAFT] = Field(description="which", max_length=60)

    def obey(self, act: Act) -> None:
        """It is gone; whoever was aboard is aboard of nothing (D6-12-01)."""
        act.say(Gone(act.found.craft.id, act.found.craft.label), EVERYONE)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Wrecks alone."""
        wrecks = (craft for craft in look.known.craft.values() if craft.severity is ShipHarm.DESTROYED)
        yield from (cls(craft=wreck.id) for wreck in wrecks)


class Gone(Fact[State], frozen=True):
    """A craft is at the table no more."""

    says = N_("{label} is gone.")
    craft: str
    label: Words

    def evolve(self, state: State) -> State:
        return replace(
            state,
            craft={id: craft for id, craft in state.craft.items() if id != self.craft},
            gaps={key: units for key, units in state.gaps.items() if self.craft not in key.split("|")},
            figures={
                id: replace(figure, craft="", station="") if figure.craft == self.craft else figure
                for id, figure in state.figures.items()
            },
        )


class Crew(Ordering):
    """Put somebody at a station of a craft, at once."""

    path: ClassVar[str] = "gm-d6-ship crew"
    line: ClassVar[str] = "put {who} aboard {craft} as {station}"
    who: Annotated[str, ANYBODY.that(_pilot, what="somebody without a station")] = Field(
        description="who", max_length=60
    )
    craft: Annotated[str, WHOLE] = Field(description="which craft", max_length=60)
    station: Annotated[str, STATION] = Field(description="pilot, shields, a weapon, or passenger", max_length=40)

    def obey(self, act: Act) -> None:
        """They are there, whoever's turn it is (D6-1-04)."""
        board(act.play, act.found.who.id, act.found.craft, act.found.station)


class Gap(Ordering):
    """Say how far two craft are apart."""

    path: ClassVar[str] = "gm-d6-ship range"
    line: ClassVar[str] = "craft {one} and {other} are {units} units apart"
    one: Annotated[str, CRAFT] = Field(description="which", max_length=60)
    other: Annotated[str, CRAFT] = Field(description="from which", max_length=60)
    units: Annotated[str, UNITS] = Field(description="space units", max_length=4)

    def obey(self, act: Act) -> None:
        """Weapons reach that far, or not (D6-B-17, D6-12-01)."""
        one, other = act.found.one, act.found.other
        if one.id == other.id:
            act.look.no(Code.E_VALUE, T_("That is the same craft."), "D6-B-17")
        act.say(Apart(one.id, other.id, act.found.units), EVERYONE)


class Apart(Fact[State], frozen=True):
    """Distance of two craft, in space units."""

    says = N_("{one} and {other} are {units} units apart.")
    rule = "D6-B-17"
    one: Hull
    other: Hull
    units: int

    def evolve(self, state: State) -> State:
        return replace(state, gaps={**state.gaps, pair(self.one, self.other): self.units})


# The round


class Opening(Ordering):
    """Say that this space round is a first contact, or that the duel begins in it."""

    path: ClassVar[str] = "gm-d6-ship round"
    line: ClassVar[str] = "this space round is a {what}"
    quiet: ClassVar[bool] = True
    what: Literal["contact", "duel"] = Field(description="shots by range, or declarations and piloting")

    def obey(self, act: Act) -> None:
        """The first round of contact goes by range, unless the GM says otherwise (D6-12-01). Refuses `E_PHASE` once
        pilots have acted in it.
        """
        state, step = act.state, act.state.duel.step
        if not state.tick or state.duel.round != state.space_round or not in_flight(act.world, state):
            act.look.no(Code.E_PHASE, T_("No pilot flies in a combat."), "D6-12-01")
        if step == "flown" or state.duel.fired or step == {"contact": "contact", "duel": "open"}[self.what]:
            act.look.no(Code.E_PHASE, BEGUN.get(step, IN_CONTACT), "D6-12-01")
        if self.what == "duel":
            open_round(act.play)
            return
        act.say(RoundInSpace(state.space_round, "contact"), EVERYONE)
        if not state.acting:
            act.play.push(Called())
            act.play.go()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """A duel at once, instead of a first contact."""
        if look.known.duel.step == "contact" and not look.known.duel.fired:
            yield cls(what="duel")


class FlyRest(Ordering):
    """Declare for all pilots of yours who have not: against whom they fly, and their shots."""

    path: ClassVar[str] = "gm-d6-ship fly"
    line: ClassVar[str] = "the rest fly[ against {foes}] and fire {shots}"
    foes: Annotated[str | None, Several(WHOLE)] = Field(
        None, description="craft, with commas; all of other sides if left out", max_length=200
    )
    shots: int = Field(1, description="how many shots each", ge=0, le=2, examples=[1])

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` while none of the GM's pilots is waited for (D6-12-02)."""
        nobody = no(Code.E_PHASE, T_("No pilot of yours is waited for."), "D6-12-02")
        waited = any(look.known.figures[id].owner is None for id in look.known.undeclared)
        return super().ready(look) or (None if waited else nobody)

    def obey(self, act: Act) -> None:
        """Each is sealed as a player's is, and the GM may set whom anybody is up against with `let` (D6-12-13)."""
        state = act.state
        rest = [state.craft[state.figures[id].craft] for id in state.undeclared if state.figures[id].owner is None]
        among = act.found.foes or [state.craft[id] for id in state.duel.owed]
        for craft in rest:
            foes = tuple(foe.id for foe in among if opposing(craft, foe))
            declare(act.world, act.table, craft, Declared(foes, self.shots))


# Overwhelming fire


def overwhelms(pair: tuple[int, int], near: Near) -> bool:
    """True if two plain dice hit: doubles, and at short range any 6, too; 1 in 6, 4 in 9 (D6-12-17)."""
    return pair[0] == pair[1] or (near == "short" and 6 in pair)


def _capital(look: Look, craft: Craft, found: Found) -> Refused | None:
    """E_VALUE for what is no capital ship (D6-12-16)."""
    if kind(look.world, craft).scale > 4:
        return gone(look, craft, found)
    return no(Code.E_VALUE, N_("{craft} is no capital ship."), "D6-12-16", craft=craft.label)


def same(gun: ShipWeapon, other: ShipWeapon) -> bool:
    """True if two lines are of one weapon."""
    return (gun.name, gun.damage) == (other.name, other.damage)


def batteries(world: World, capitals: Sequence[Craft]) -> list[ShipWeapon]:
    """The weapons of capital ships, each with how many of it bear together (D6-12-16)."""
    guns = [gun for craft in capitals for gun in kind(world, craft).weapons]
    return [replace(gun, count=sum(weapon.count for weapon in guns if same(gun, weapon))) for gun in guns]


def of_capitals(look: Look, found: Found) -> Iterator[Option]:
    """The weapons of the capital ships named, each once."""
    guns = batteries(look.world, found.get("capitals") or ())
    yield from (Option(gun) for gun in dict.fromkeys(weapon.name for weapon in guns))


class Barrage(Ordering):
    """Roll overwhelming fire of capital ships on a place: everybody there may be hit."""

    path: ClassVar[str] = "gm-d6-ship barrage"
    line: ClassVar[str] = "barrage of {capitals} on {targets} at {near} range[ with {gun}][ counting {count}]"
    quiet: ClassVar[bool] = True
    capitals: Annotated[str, Several(WHOLE.that(_capital, what="a capital ship"))] = Field(
        description="capital ships, with commas", max_length=200
    )
    targets: Annotated[str, Several(WHOLE)] = Field(description="every starship there, with commas", max_length=400)
    near: Literal["extremely close", "short", "medium", "long"] = Field(description="how near the place is")
    gun: Annotated[str, Offered("a weapon of those ships", of_capitals)] = Field(
        "", description="the weapon that hits; the commonest if left out", max_length=40
    )
    count: int | None = Field(None, description="how many bear; all of them if left out", ge=0, le=9999)

    def obey(self, act: Act) -> None:
        """More than fifty weapons are needed; each starship is checked once in a space round, whatever its pilot can,
        and hit by one of the commonest, of equally common ones by that with the higher damage, in front or behind
        (D6-12-16..19). Refuses `E_VALUE`, `E_RANGE`, `E_RATE`.
        """
        look, capitals = act.look, act.found.capitals
        listed = sum(gun.count for craft in capitals for gun in kind(act.world, craft).weapons)
        bearing = listed if self.count is None else self.count
        if bearing <= LEAST:
            refused = no(Code.E_VALUE, TOO_FEW, "D6-12-16", bearing=bearing, least=LEAST)
            look.decline(replace(refused, fix=T_("Count more capital ships in.")))
        if self.near == "long":
            look.no(Code.E_RANGE, T_("At long range there is no overwhelming fire."), "D6-12-17")
        done = act.state.duel.swamped
        targets = [target for target in act.found.targets if target.id not in done and target not in capitals]
        if not targets:
            look.no(Code.E_RATE, T_("All of them were checked in this space round."), "D6-12-17")
        there = batteries(act.world, capitals)
        chosen = [gun for gun in there if gun.name.casefold() == self.gun.casefold()] if self.gun else there
        if not chosen:
            names = ", ".join(dict.fromkeys(gun.name for gun in there))
            why = N_("There is no “{gun}” there, but {names}.")
            look.no(Code.E_UNKNOWN, why, "D6-12-18", gun=self.gun, names=names)
        gun = max(chosen, key=lambda gun: (gun.count, gun.damage))
        by = next(capital for capital in capitals if any(same(gun, its) for its in kind(act.world, capital).weapons))
        play = act.play
        salvos = []
        for target in targets:
            dice = two_dice(play, target.id, "overwhelming fire")
            hit = overwhelms(dice, self.near)
            half = play.key().roll(play.label(f"{target.id}/side"), 6) if hit else 0
            side: Side = "front" if half <= 3 else "rear"
            play.tell(Swamped(target.id, dice, hit, side, gun.name))
            if hit:
                pips = gun.damage + larger(act.world, by, target)
                salvos.append(Salvo(by.id, "", target.id, gun.name, pips, side, gun.ion))
        play.push(*salvos)
        play.go()


class Swamped(Fact[State], frozen=True):
    """A starship is under overwhelming fire, and hit or not."""

    says = either(
        "hit",
        N_("Overwhelming fire on {craft} ({dice}): **hit** by {gun}, {side}."),
        N_("Overwhelming fire on {craft} ({dice}): missed."),
    )
    rule = "D6-12-17"
    threaded = True
    craft: Hull
    dice: Faces
    hit: bool
    side: Struck
    gun: Thing

    def evolve(self, state: State) -> State:
        if not state.tick:
            return state
        return replace(state, duel=replace(state.duel, swamped=(*state.duel.swamped, self.craft)))


# Repairs and corrections


def _system(look: Look, words: str, found: Found) -> System:
    """A system by its name. Refuses `E_UNKNOWN`."""
    wanted = " ".join(words.casefold().split())
    if wanted not in SYSTEMS:
        why = N_("There is no system “{words}”, but {known}.")
        look.no(Code.E_UNKNOWN, why, "D6-13.1-01", words=words, known=", ".join(SYSTEMS))
    return System(wanted)


SYSTEM: Value[Look, System] = Value("a system", _system, lambda look, found: map(Option, SYSTEMS))
BROKEN: Value[Look, System] = Value(
    "a system that failed", _system, lambda look, found: map(Option, found.craft.failed if found.get("craft") else ())
)


class FailSystem(Ordering):
    """Let a system of a craft fail."""

    path: ClassVar[str] = "gm-d6-ship fail"
    line: ClassVar[str] = "system {system} of {craft} fails"
    resolves: ClassVar[tuple[str, ...]] = ("craft",)
    craft: Annotated[str, WHOLE] = Field(description="which craft", max_length=60)
    system: Annotated[str, SYSTEM] = Field(description="what fails", max_length=40)

    def obey(self, act: Act) -> None:
        """As if the table of systems had said so (D6-13.1-01)."""
        fail(act.play, act.found.craft.id, act.found.system)


class Repair(Ordering):
    """Repair a system of a craft that has failed."""

    path: ClassVar[str] = "gm-d6-ship repair"
    line: ClassVar[str] = "system {system} of {craft} is repaired"
    resolves: ClassVar[tuple[str, ...]] = ("craft",)
    craft: Annotated[str, WHOLE] = Field(description="which craft", max_length=60)
    system: Annotated[str, BROKEN] = Field(description="what is repaired", max_length=40)

    def obey(self, act: Act) -> None:
        """It works again: cooling in time stops the shutdown, shields recharge from now on (D6-13.1-11, D6-13-04).
        Refuses `E_STATE` what has not failed.
        """
        craft, system = act.found.craft, act.found.system
        if system not in craft.failed:
            why = N_("“{system}” of {craft} has not failed.")
            act.look.no(Code.E_STATE, why, "D6-13.1-01", system=system, craft=craft.label)
        left = replace(craft, failed=tuple(part for part in craft.failed if part is not system))
        if system is System.COOLING:
            left = replace(left, cooling=0)
        if system is System.GENERATOR:
            left = replace(left, blown=act.state.began + RECHARGE)
        act.say(CraftChanged(left), EVERYONE)
        act.say(Repaired(craft.id, system), EVERYONE)


class Repaired(Fact[State], frozen=True):
    """A system works again."""

    says = N_("In {craft} works again: {system}.")
    rule = "D6-13.1-11"
    decides = True
    craft: Hull
    system: Thing


class ShipNoted(Fact[State], frozen=True):
    """The GM set something of a craft's."""

    says = N_("The GM sets {craft}: {what}.")
    decides = True
    craft: Hull
    what: Words


def _set(field: str, words: str = "") -> Any:  # a correction's own apply
    def apply(act: Act, craft: Craft, value: Any) -> None:  # of the field's own type
        act.say(CraftChanged(replace(craft, **{field: value})), EVERYONE)
        told = str(code(value)) if field == "shields" else {True: "flies", False: "parked"}.get(value, str(value))
        act.say(ShipNoted(craft.id, f"{field} {told}"), EVERYONE)

    return apply


def _severity(look: Look, craft: Craft, words: str) -> ShipHarm:
    there = [harm for harm in ShipHarm if harm not in (ShipHarm.BLOWN, ShipHarm.DESTROYED)]
    why = N_("A craft is {known}, not “{words}”; a destroyed one is removed.")
    return ShipHarm(chosen(look, words, there, why, "D6-B-31"))


def _pips(look: Look, craft: Craft, words: str) -> int:
    """Shields of now: up to what is stated (D6-13-08)."""
    most = kind(look.world, craft).shields
    pips = 0 if words.strip().casefold() == "down" else read(words)
    if pips is None or pips > most or System.GENERATOR in craft.failed:
        why = N_("Shields of {craft} are from 0D to {most}, not “{words}”.")
        look.no(Code.E_SHIELD, why, "D6-13-08", craft=craft.label, most=code(most), words=words)
    return pips


def _flying(look: Look, craft: Craft, words: str) -> bool:
    why = N_("It is flying or parked, not “{words}”.")
    return chosen(look, words, ("flying", "parked"), why, "D6-1-05") == "flying"


FIELDS: tuple[Correction[Craft, Any], ...] = (
    Correction("severity", _severity, _set("severity"), lambda look, craft: map(Option, ("none", "lightly damaged"))),
    Correction("shields", _pips, _set("shields"), lambda look, craft: map(Option, ("0D",))),
    Correction("flying", _flying, _set("flying"), lambda look, craft: map(Option, ("flying", "parked"))),
    Correction("side", lambda look, craft, words: " ".join(words.split()), _set("side")),
)
"""What the GM may set of a craft."""


class SetCraft(Ordering):
    """Set something of a craft."""

    path: ClassVar[str] = "gm-d6-ship set"
    line: ClassVar[str] = "set {field} of craft {thing} to {value}"
    resolves: ClassVar[tuple[str, ...]] = ("thing",)
    field: Annotated[str, corrected(FIELDS)] = Field(description="severity, shields, flying or side", max_length=20)
    thing: Annotated[str, WHOLE] = Field(description="which craft", max_length=60)
    value: Annotated[str, Setting("a value", "thing", "field")] = Field(description="the value", max_length=40)

    def obey(self, act: Act) -> None:
        """It is so, whatever led to it (D6-2-09)."""
        act.found.field.set(act, act.found.thing, act.found.value)

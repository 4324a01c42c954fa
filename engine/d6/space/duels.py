"""Position duels: pilots declare in secret, fly against each other, and whoever is ahead may fire. Register section 12.

In the first round in which piloted craft of several sides meet, shots go by range (D6-12-01).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.book import afterwards
from engine.clock import Instant
from engine.d6.data.pack import Code
from engine.d6.dice.codes import DIE
from engine.d6.look import Look, World, called
from engine.d6.play import AGAIN, Act, Deed, Play, entry, give_time
from engine.d6.rounds.turns import fly, in_space
from engine.d6.space.aiming import exchanged, flying_pool
from engine.d6.space.codes import RATE, dead, opposing, pairs, ship_called, whole
from engine.d6.space.craft import FOE, controls, mine
from engine.d6.state import PILOTING, Called, Craft, Declared, Duel, Figure, Flown, SpaceRound, State
from engine.game import REFEREE, Fact, Table, only, ruled
from engine.look import Refused, no
from engine.noun import Found, Several
from engine.question import runs
from engine.report import News
from engine.secret import Lock, Secret
from engine.text.message import N_, NN_, NOTHING, T_, Text, joined, listed, noted

CONTACT = N_("**Space round {round}.** First contact: shots go by range.")
OPEN = N_("**Space round {round}.** Pilots declare in secret, with `fly`: {pilots}.")
SEALED = N_("{who} has declared, under seal.")
DECLARES = NN_("{craft}: {shots} shot against {foes}", "{craft}: {shots} shots against {foes}", "shots")
BESIDES, NO_FOES = N_("{more} more"), T_("nobody")
DECLARED = N_("Declared: {each}.")
NO_DICE = N_("{craft} has no die of piloting left: total 1.")
BEATS = N_("**{one}** {total} is ahead of **{other}** {less} by {by}")
TIE, NOBODY = N_("{one} and {other} are level at {total}"), T_("Nobody has a foe.")
POSITIONS = N_("Positions: {each}.")


def in_flight(world: World, state: State) -> list[Craft]:
    """Craft whose pilot is in the combat and can fly them now (D6-12-01, D6-B-32)."""
    return [
        craft for craft in state.craft.values()
        if craft.flying and whole(craft) and not dead(state, craft) and craft.pilot in state.order
        and state.able(craft.pilot) and in_space(state, world, state.figures[craft.pilot])
    ]  # fmt: skip


# A round in space begins


@runs(SpaceRound)
def begin_round(play: Play, task: SpaceRound) -> None:
    """A first contact, after that declarations for which play waits (D6-12-01, D6-12-02)."""
    flying = in_flight(play.world, play.state)
    if not any(opposing(one, other) for one, other in combinations(flying, 2)):
        play.tell(RoundInSpace(play.state.space_round, ""))
    elif not play.state.duel.step:
        play.tell(RoundInSpace(play.state.space_round, "contact"))
    else:
        open_round(play)
        play.end()


def open_round(play: Play) -> None:
    """Pilots may declare (D6-12-02)."""
    flying = tuple(craft.id for craft in in_flight(play.world, play.state))
    play.tell(RoundInSpace(play.state.space_round, "open", flying, play.until("turn")))


class RoundInSpace(Fact[State], frozen=True):
    """A round in space begins: its step, and who flies."""

    closes = True
    round: int
    step: Literal["", "contact", "open"]
    owed: tuple[str, ...] = ()
    until: Instant | None = None

    def evolve(self, state: State) -> State:
        return replace(state, duel=Duel(self.round, self.step, self.owed), until=self.until or state.until)

    def words(self, look: Look) -> News | None:
        if self.step == "contact":
            return ruled(CONTACT(round=self.round), "D6-12-01", decides=True)
        pilots = (look.known.craft[id].pilot for id in self.owed if id in look.known.craft)
        text = OPEN(round=self.round, pilots=listed(called(look.known, id) for id in pilots))
        return ruled(text, "D6-12-02", decides=True) if self.step else None


# Declarations


class Fly(Deed):
    """Declare for the space round: against whom you fly, whether you fire if you can, what you do besides."""

    path: ClassVar[str] = "d6-ship fly"
    line: ClassVar[str] = "fly[ against {foes}][ fire {shots}][ and {more} more]"
    tried: ClassVar[int] = 6
    assumes: ClassVar[Mapping[str, str]] = {"shots": "no fire"}
    foes: Annotated[str | None, Several(FOE)] = Field(
        None, description="the craft you fly against, with commas", max_length=200
    )
    shots: int = Field(0, description="how many shots, if you win the position", ge=0, le=12)
    more: int = Field(0, description="other actions, such as angling shields", ge=0, le=6)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_STATE` who does not pilot, `E_PHASE` but at the start of a space round."""
        early = T_("Pilots declare at the start of a space round, after first contact.")
        refused = look.unfit() or controls(look)
        return refused or (None if look.known.flies(look.own.id) else no(Code.E_PHASE, early, "D6-12-02"))

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_RATE` (D6-12-03)."""
        most = max(RATE, len(found.foes or ()))
        if self.shots > most:
            why = N_("The rate is {most}, or one for each foe that is named, and not {shots}.")
            look.no(Code.E_RATE, why, "D6-12-03", most=most, shots=self.shots)

    def obey(self, act: Act) -> None:
        """Sealed until all pilots have declared, and shown together; each shot takes 1D of piloting and of gunnery
        (D6-12-02, D6-12-03, D6-12-13).
        """
        foes = tuple(foe.id for foe in act.found.foes or ())
        declare(act.world, act.table, mine(act.look), Declared(foes, self.shots, self.more))

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Odds to be ahead, to hit and to be hit, of each foe whose pilot's sheet is known (D6-12-05..09)."""
        foes, craft = found.foes or (), mine(look)
        declared = Declared(tuple(foe.id for foe in foes), self.shots, self.more)
        return {what: share for foe in foes for what, share in exchanged(look, craft, foe, declared)}

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Against each foe alone and all of them, with and without fire, once."""
        if look.own.id in look.known.undeclared:
            foes = [craft.id for craft in FOE.fitting(look)]
            for against in dict.fromkeys([*foes[:3], ", ".join(foes)] if foes else []):
                yield from (cls(foes=against, shots=shots, more=shots % 2) for shots in (1, 0, 2))


def declare(world: World, table: Table[State], craft: Craft, declared: Declared) -> None:
    """A pilot's declaration is sealed; with the last all are shown, and pilots fly (D6-12-02)."""
    seat = table.state.figures[craft.pilot].asked
    owner = table.state.figures[craft.pilot].owner
    table.say(Filed(craft.id, declared), REFEREE if owner is None else only(owner))
    FLIGHT.close(world, table, seat, craft.id)


def _body(world: World, state: State, craft: str) -> str:
    filed = state.duel.filed[craft]
    return f"{craft} against {', '.join(filed.foes) or 'nobody'}, {filed.shots} shots, {filed.more} more"


def _owed(state: State) -> Iterator[str]:
    """The craft that fly and whose pilot can declare still, or has."""
    waited = {state.figures[id].craft for id in state.undeclared}
    return (id for id in state.duel.owed if id in waited or id in state.duel.sealed)


class Filed(Fact[State], frozen=True):
    """Declaration that a pilot has sealed, as the pilot and the GM know it."""

    silent = "its author gave it"
    craft: str
    declared: Declared

    def evolve(self, state: State) -> State:
        return replace(state, duel=replace(state.duel, filed={**state.duel.filed, self.craft: self.declared}))


@entry(AGAIN, Filed)
def filed_again(look: Look, figure: Figure, told: Filed) -> Iterator[Deed]:
    """The same declaration, against those foes that are there still."""
    foes = ", ".join(foe for foe in told.declared.foes if foe in look.known.craft)
    yield Fly(foes=foes or None, shots=told.declared.shots, more=told.declared.more)


class FlightSealed(Fact[State], frozen=True):
    """A pilot has declared."""

    rule = "D6-12-02"
    threaded = True
    craft: str
    lock: Lock | None

    def evolve(self, state: State) -> State:
        if self.lock is None:
            return state
        sealed = {**state.duel.sealed, self.craft: self.lock}
        return replace(state, duel=replace(state.duel, sealed=sealed), seals=(*state.seals, self.lock.seal))

    def words(self, look: Look) -> Text | None:
        craft = look.known.craft.get(self.craft)
        return None if craft is None else SEALED(who=called(look.known, craft.pilot))


FLIGHT: Secret[World, str] = Secret(
    _owed,
    lambda state, craft: state.duel.sealed.get(craft),
    _body,
    FlightSealed,
    lambda world, table: fly(Play(world, table)),
)
"""What pilots declare (D6-12-02)."""


# Piloting


@runs(Flown)
def fly_all(play: Play, task: Flown) -> None:
    """Shows what was sealed, and has all fly; who sealed nothing does not fire. Each pilot rolls once, against every
    foe (D6-12-02, D6-12-04); what is left below 1D is not rolled, and counts 1 (D6-12-11). Then those ahead may fire.
    """
    duel = play.state.duel
    FLIGHT.unseal(play.world, play.table, duel.sealed)
    play.tell(FlightsShown({id: duel.filed.get(id, Declared()) for id in duel.owed}))
    for id in duel.owed:
        craft = play.state.craft.get(id)
        if craft is None or craft.pilot not in play.state.figures or not play.state.able(craft.pilot):
            continue
        declared = play.state.duel.declared[id]
        pips = flying_pool(play.world, play.state, craft, declared)
        play.turned(craft.pilot, declared=1 + declared.shots + declared.more, done=1, rolled=True)
        if pips < DIE:
            play.tell(Flies(id, 1, rolled=False))
            continue
        made = play.throw(craft.pilot, PILOTING, pips, final=True)
        play.tell_throw(made)
        play.tell(Flies(id, made.total))
    play.tell(Positions())
    if not play.state.acting:
        play.push(Called())


@afterwards
def all_in(world: World, table: Table[State], before: State) -> None:
    """Pilots fly, too, once whoever was waited for cannot declare any more: gone, knocked out, or without a craft."""
    if table.state.duel.step == "open" and not table.state.undeclared and table.state.choice is None:
        fly(Play(world, table))
        give_time.run(world, table, before)


class FlightsShown(Fact[State], frozen=True):
    """Declarations of all pilots; pilots fly from now on."""

    rule = "D6-12-02"
    declared: Mapping[str, Declared]

    def evolve(self, state: State) -> State:
        duel = replace(state.duel, step="flown", filed={}, declared=self.declared)
        return replace(state, duel=duel, until=None)

    def words(self, look: Look) -> Text:
        each = []
        for id, declared in self.declared.items():
            foes = listed(ship_called(look.known, foe) for foe in declared.foes) or NO_FOES
            says = DECLARES(craft=ship_called(look.known, id), shots=declared.shots, foes=foes)
            each.append(noted(says, BESIDES(more=declared.more) if declared.more else NOTHING))
        return DECLARED(each=joined("; ", each))


class Flies(Fact[State], frozen=True):
    """A craft's piloting total of the round; `rolled`: by dice, for penalties may leave none."""

    rule = "D6-12-11"
    craft: str
    total: int
    rolled: bool = True

    def evolve(self, state: State) -> State:
        return replace(state, duel=replace(state.duel, totals={**state.duel.totals, self.craft: self.total}))

    def words(self, look: Look) -> Text | None:
        return None if self.rolled else NO_DICE(craft=ship_called(look.known, self.craft))


class Positions(Fact[State], frozen=True):
    """Positions: pilots and the foes they are ahead of."""

    rule = "D6-12-05"
    decides = True
    picture = "space"

    def words(self, look: Look) -> Text:
        known, each = look.known, []
        for one, other, by in pairs(known):
            total, less = (known.duel.totals.get(id, 0) for id in (one, other))
            names = {"one": ship_called(known, one), "other": ship_called(known, other)}
            each.append(BEATS(total=total, less=less, by=by, **names) if by else TIE(total=total, **names))
        return POSITIONS(each=joined("; ", each)) if each else NOBODY

"""Opening fleets: chosen by each empire, checked as a whole, approved by a moderator. EAW-2a.2, EAW-2c, EAW-2e.1.

What an empire chooses is kept as words, fleet by fleet, and is its secret. Nothing is bought before a moderator has
approved what all have chosen: then everything is bought at once, and the first season opens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.book import Clock, Group
from engine.declared.changes import Its, Sets, Writes
from engine.declared.sentences import either
from engine.draft import Stage
from engine.eaw.composition import breaches, force, x_ships
from engine.eaw.data.pack import Code
from engine.eaw.figures import cost, shown
from engine.eaw.look import Act, Called, InstantOf, Look, SeatOf, SeatsOf, Word
from engine.eaw.nouns import EMPIRE
from engine.eaw.season.clauses import clause, sentence
from engine.eaw.season.holdings import BasesSet, FleetFormed, ShipsJoined, base_id, fleet_id
from engine.eaw.season.resolution import AHEAD, open_season
from engine.eaw.season.run import Run
from engine.eaw.state import Base, Empire, Fleet, Ship, State, Step
from engine.eaw.works.purchases import WANTED, Ships, Wanted, ill_crewed, made, prices, unbuildable
from engine.eaw.world import ECHOED, WHOLE_REASONS, World
from engine.game import EVERYONE, Awaited, Fact, Seat, only
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND
from engine.report import Report, Section
from engine.text.message import N_, T_, Text, code, joined, name, spaced, term
from engine.view import view

GROUP = Group("eaw-setup", "Empires at War: the fleets that you begin with")
FLEETS, LEAST = 6, 175
"""How many opening fleets there are, and the least CBPV of each (EAW-2c.1)."""
SMALL = 4
"""The size class of which each opening fleet has a ship (EAW-2c.1)."""
OUTSTANDING = (3, 4)
"""Size classes of which one ship each may have an outstanding crew at the start (EAW-2e.1)."""

Fleets = Mapping[int, tuple[Wanted, ...]]
"""The ships that are wanted, by the number of their fleet."""
CHOSEN = N_("You have chosen {count} of {all} opening fleets for {cost:,} BPV, and {left:,} are left. {verdict}")
RIGHT = T_("All is right; hand them in.")
WAS = N_("fleet {number} ({ships})")
FLEET = N_("**{number}** {ships}: {cbpv} CBPV")


class Opening(msgspec.Struct, frozen=True):
    """Choice of an empire: ships by fleet, cost, what is left of its BPV, faults in the order in which they refuse."""

    ships: Mapping[int, tuple[Ship, ...]]
    cost: int
    left: int
    faults: tuple[Refused, ...]

    @property
    def wrong(self) -> tuple[str, ...]:
        """Faults that are still there, in sentences."""
        return tuple(str(fault.numbers["why"]) for fault in self.faults)


def read_fleets(look: Look, plan: Mapping[str, str]) -> dict[int, tuple[Wanted, ...]]:
    """Fleets as they are kept. Raises Refusal where a moderator has taken a design away since."""
    return {int(number): WANTED.find(look, words, NOTHING_FOUND) for number, words in sorted(plan.items())}


def checked(look: Look, seat: Seat, plan: Mapping[str, str]) -> Opening:
    """Choice of an empire, checked as a whole (EAW-2c.1, EAW-2c.2, EAW-2a.2). Raises Refusal as `read_fleets`."""
    fleets = read_fleets(look, plan)
    run = Run(look.world, Stage(look.known, look.now, look.refusals), seat, real=False)
    ships = {number: made(run, seat, fleet_id(seat, number), wanted) for number, wanted in fleets.items()}
    total = bill(look.world, look.known, seat, fleets)
    held = look.known.realms[seat].treasury
    faults = list(_faults(look, seat, fleets, ships))
    if total > held:
        why = N_("It costs {total:,} BPV, and there are {held:,}.")
        faults.append(no(Code.E_BPV, why, "EAW-2a.2", total=total, held=held))
    return Opening(ships, total, held - total, tuple(faults))


def bill(world: World, state: State, seat: Seat, fleets: Fleets) -> int:
    """Cost of all fleets: one order, rounded up once (EAW-2c.2, register 0.2)."""
    every = [ship for ships in fleets.values() for ship in ships]
    bases = sum(world.pack.bases[kind].ebpv * count for wanted in every for kind, count in wanted.bases.items())
    return cost(bases + sum(price for price, _ in prices(world, state, seat, every)))


def _faults(look: Look, seat: Seat, fleets: Fleets, ships: Mapping[int, tuple[Ship, ...]]) -> Iterator[Refused]:
    world, state = look.world, look.known
    if len(fleets) != FLEETS:
        why = N_("{chosen} of {fleets} fleets are chosen.")
        yield no(Code.E_SETUP, why, "EAW-2c.1", chosen=len(fleets), fleets=FLEETS)
    for number, crew in ships.items():
        found = force(world, state, crew)
        if found.total < LEAST:
            why = N_("Fleet {number} has {total} CBPV, and needs {least}.")
            yield no(Code.E_SETUP, why, "EAW-2c.1", number=number, total=term(shown(found.total)), least=LEAST)
        if not any(design.sc == SMALL for _, design in found.warships):
            why = N_("Fleet {number} has no ship of size class {small}.")
            yield no(Code.E_SETUP, why, "EAW-2c.1", number=number, small=SMALL)
        for breach in breaches(world, state, crew):
            yield no(breach.code, N_("Look at fleet {number}. {breach}"), breach.rule, number=number, breach=breach.why)
    every = [one for wanted in fleets.values() for one in wanted]
    for size, count in sorted(Counter(wanted.design.sc for wanted in every if wanted.crew == "outstanding").items()):
        if count > (most := int(size in OUTSTANDING)):
            why = N_("Outstanding crews on ships of size class {size} are {count}, and may be {most}.")
            yield no(Code.E_CREW, why, "EAW-2e.1", size=size, count=count, most=most)
    if refused := x_ships(world, state, seat, [wanted.design for wanted in every]):
        yield refused


# What an empire chooses


class Choosing(act.Order):
    """An order of an empire about its opening fleets while they are not approved."""

    shows: ClassVar[str] = "opening"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-AUTH, E-PHASE."""
        ready = look.empire is not None and look.empire.ready
        why = T_("Your opening fleets are handed in; `reopen` has them back.")
        return look.untimely(Step.SETUP, rule="EAW-2c.1") or (no(Code.E_PHASE, why, "EAW-2c.1") if ready else None)


def choose(act: Act, plan: Mapping[str, str]) -> None:
    """These are the fleets that an empire has chosen from now on; what is still wrong is told, and refuses nothing."""
    look, found = act.look, checked(act.look, act.look.own, plan)
    wrong = found.wrong if look.world.version >= WHOLE_REASONS else tuple(map(clause, found.wrong))
    act.say(OpeningSet(look.own, plan, found.cost, found.left, wrong), only(look.own))


class ChooseFleet(Choosing):
    """Choose one of your opening fleets, with all that is bought with its ships."""

    path: ClassVar[str] = f"{GROUP.path} fleet"
    line: ClassVar[str] = "opening fleet {number} has {ships}"
    tried: ClassVar[int] = 2
    number: int = Field(description="which of the six", ge=1, le=FLEETS, examples=[1])
    ships: Ships = Field(description="designs with commas: 2 FF, CA [poor], CC [captain; co 20], F-L [6 GSA]")

    def obey(self, act: Act) -> None:
        """It takes the place of what was chosen before (EAW-2c.2, EAW-2d.1). Refuses E-ID, E-RACE, E-YEAR, E-UNIT,
        E-CREW, E-CO, E-CARGO, E-VALUE for what can be in no fleet.
        """
        act.look.require(unbuildable(act.look, act.found.ships))
        act.look.require(ill_crewed(act.look, act.found.ships, setup=True))
        choose(act, {**act.look.mine.opening, str(self.number): self.ships})


class DropFleet(Choosing):
    """Take back one of the opening fleets that you chose, or all of them."""

    path: ClassVar[str] = f"{GROUP.path} drop"
    line: ClassVar[str] = "drop opening fleet {number}"
    number: int = Field(description="which of the six; 0 for all", ge=0, le=FLEETS, examples=[1])

    def obey(self, act: Act) -> None:
        """The others stay as they are. Refuses E-ID."""
        plan = act.look.mine.opening
        if self.number and str(self.number) not in plan:
            act.look.no(Code.E_ID, N_("You have chosen no fleet {number}."), "EAW-2c.1", number=self.number)
        gone = {number: words for number, words in plan.items() if self.number in (0, int(number))}
        left = {number: words for number, words in plan.items() if number not in gone}
        if gone and act.world.version >= ECHOED:
            act.say(OpeningDropped(act.look.own, gone), only(act.look.own))
        choose(act, left)


class ChooseSample(Choosing):
    """Take over the sample fleets of your race, all six at once."""

    path: ClassVar[str] = f"{GROUP.path} sample"
    line: ClassVar[str] = "opening sample"
    tried: ClassVar[int] = 3

    def obey(self, act: Act) -> None:
        """They can be changed afterwards (EAW-2c.1). Refuses E-SETUP for a race without."""
        choose(act, sample_plan(act.look, act.look.own))


def sample_plan(look: Look, seat: Seat) -> dict[str, str]:
    """The sample fleets of an empire's race, as words. Refuses E-SETUP for a race without."""
    race = look.known.empires[seat].race
    if race not in look.world.pack.samples:
        look.no(Code.E_SETUP, N_("The pack has no sample fleets of the {race}."), "EAW-2c.1", race=race)
    return {str(number): ", ".join(ships) for number, ships in enumerate(look.world.pack.samples[race], 1)}


class HandIn(Choosing):
    """Hand your opening fleets in: a moderator looks at them and approves them."""

    path: ClassVar[str] = f"{GROUP.path} done"
    line: ClassVar[str] = "opening done"
    tried: ClassVar[int] = 4
    sheet: ClassVar[bool] = False

    def obey(self, act: Act) -> None:
        """All six must be right together (EAW-2c.1, EAW-2a.2). Refuses the first fault."""
        act.look.require(next(iter(checked(act.look, act.look.own, act.look.mine.opening).faults), None))
        act.say(OpeningReady(act.look.own, True), EVERYONE)


class Reopen(act.Order):
    """Have your opening fleets back to change them, while they are not approved."""

    path: ClassVar[str] = f"{GROUP.path} reopen"
    line: ClassVar[str] = "opening reopen"
    sheet: ClassVar[bool] = False
    shows: ClassVar[str] = "opening"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-AUTH, E-PHASE."""
        waits = look.empire is not None and look.empire.ready and not look.empire.approved
        why = T_("Only what is handed in, and not approved yet, can be had back.")
        return look.untimely(Step.SETUP, rule="EAW-2c.1") or (None if waits else no(Code.E_PHASE, why, "EAW-2c.1"))

    def obey(self, act: Act) -> None:
        """They are open again (EAW-2c.1)."""
        act.say(OpeningReady(act.look.own, False), EVERYONE)


class OpeningSet(Fact[State], frozen=True):
    """Choice of an empire so far: what it costs, what is left, what is still wrong."""

    rule = "EAW-2c.1"
    makes = Sets("realms", "seat", opening=Its("fleets"))
    seat: Seat
    fleets: Mapping[str, str]
    cost: int
    left: int
    wrong: tuple[Word, ...]

    def words(self, look: Look) -> Text:
        verdict = spaced(T_("Not all is right."), *map(sentence, self.wrong)) if self.wrong else RIGHT
        return CHOSEN(count=len(self.fleets), all=FLEETS, cost=self.cost, left=self.left, verdict=verdict)


class OpeningDropped(Fact[State], frozen=True):
    """Fleets that an empire had chosen and takes back, by number as they were written; its own to read."""

    rule = "EAW-2c.1"
    seat: Seat
    fleets: Mapping[str, str]

    def words(self, look: Look) -> Text:
        fleets = (WAS(number=int(number), ships=code(ships)) for number, ships in self.fleets.items())
        return N_("You take back {fleets}.")(fleets=joined(", ", fleets))


class OpeningReady(Fact[State], frozen=True):
    """An empire has handed its opening fleets in, or has them back."""

    rule = "EAW-2c.1"
    says = either("ready", N_("{seat} has handed in its opening fleets."), N_("{seat} has its opening fleets back."))
    makes = Sets("empires", "seat", "ready", approved=False)
    seat: SeatOf
    ready: bool


# What a moderator does about it


class Approving(act.Order):
    """An order of a moderator about opening fleets."""

    moderator: ClassVar[bool] = True
    sheet: ClassVar[bool] = False
    empire: Annotated[str, EMPIRE] = Field(description="whose", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE once the campaign is under way."""
        begun = look.known.step is not Step.SETUP
        return no(Code.E_PHASE, T_("The campaign is under way."), "EAW-2c.1") if begun else None


class Approve(Approving):
    """Approve the opening fleets of an empire; when all are approved, they are locked and the campaign begins."""

    path: ClassVar[str] = "gm-eaw approve"
    line: ClassVar[str] = "approve the fleets of {empire}"

    def obey(self, act: Act) -> None:
        """They are checked once more, for a setting may have changed (EAW-2c.1, EAW-30.0). Refuses E-PHASE, and what
        handing them in is refused for.
        """
        empire: Empire = act.found.empire
        if not empire.ready or empire.approved:
            approved = N_("The opening fleets of {empire} are approved already.")
            why = approved if empire.approved else N_("The opening fleets of {empire} are not handed in.")
            act.look.no(Code.E_PHASE, why, "EAW-2c.1", empire=empire.seat)
        look = Run(act.world, act.table, empire.seat).look
        act.look.require(next(iter(checked(look, empire.seat, look.mine.opening).faults), None))
        act.say(OpeningApproved(empire.seat), EVERYONE)
        if all(one.approved for one in act.state.empires.values()):  # what all have chosen is bought (EAW-2.0)
            for seat in act.state.living:
                run = Run(act.world, act.table, seat)
                muster(run, seat, run.look.mine.opening)
            open_season(Run(act.world, act.table))


class SendBack(Approving):
    """Send an empire's opening fleets back to it, with what you would have otherwise."""

    path: ClassVar[str] = "gm-eaw send-back"
    line: ClassVar[str] = "send the fleets of {empire} back because {why}"
    why: str = Field(description="what should be otherwise", min_length=1, max_length=500)

    def obey(self, act: Act) -> None:
        """It can be approved no more until it is handed in again; it alone hears why (EAW-30.0). Refuses E-PHASE."""
        empire: Empire = act.found.empire
        if not empire.ready:
            why = N_("The opening fleets of {empire} are not handed in.")
            act.look.no(Code.E_PHASE, why, "EAW-2c.1", empire=empire.seat)
        act.say(OpeningReady(empire.seat, False), EVERYONE)
        act.say(SentBack(empire.seat, self.why), only(empire.seat))


class GiveSample(Approving):
    """Decide for an empire that has not chosen in time: it takes its race's sample fleets."""

    path: ClassVar[str] = "gm-eaw sample"
    line: ClassVar[str] = "give {empire} its sample fleets"

    def obey(self, act: Act) -> None:
        """They are handed in for it (section 6, EAW-30.0). Refuses E-PHASE, E-SETUP, and the first fault."""
        empire: Empire = act.found.empire
        if empire.ready:
            act.look.no(Code.E_PHASE, N_("{empire} has handed in its opening fleets."), "EAW-2c.1", empire=empire.seat)
        look = Run(act.world, act.table, empire.seat).look
        plan = sample_plan(look, empire.seat)
        found = checked(look, empire.seat, plan)
        act.look.require(next(iter(found.faults), None))
        act.say(OpeningSet(empire.seat, plan, found.cost, found.left, ()), only(empire.seat))
        act.say(OpeningReady(empire.seat, True), EVERYONE)


class OpeningApproved(Fact[State], frozen=True):
    """A moderator has approved an empire's opening fleets."""

    rule = "EAW-30.0"
    says = N_("A moderator approves the opening fleets of {seat}.")
    makes = Sets("empires", "seat", approved=True)
    seat: SeatOf


class SentBack(Fact[State], frozen=True):
    """Reason why a moderator wants an empire's opening fleets otherwise."""

    rule = "EAW-30.0"
    says = N_("A moderator sends your opening fleets back with the words “{why}”.")
    seat: Seat
    why: Called


# What comes of it


def muster(run: Run, seat: Seat, plan: Mapping[str, str]) -> None:
    """Fleets are bought and stand at an empire's home, bases in the cargo boxes of their ships (EAW-2c.1, EAW-2c.2)."""
    fleets = read_fleets(run.look, plan)
    home, price = run.state.realms[seat].home, bill(run.world, run.state, seat, fleets)
    every = [(number, one) for number, wanted in fleets.items() for one in wanted]
    for number in fleets:
        run.tell(FleetFormed(Fleet(fleet_id(seat, number), seat, number, home)), seat)
    plain = made(run, seat, "", [wanted for _, wanted in every])
    ships = tuple(replace(ship, fleet=fleet_id(seat, number)) for ship, (number, _) in zip(plain, every, strict=True))
    run.pay(seat, price, "ships")
    run.tell(ShipsJoined(ships), seat)
    holds = zip(ships, every, strict=True)
    kinds = enumerate(((kind, ship.id) for ship, (_, wanted) in holds for kind in Counter(wanted.bases).elements()), 1)
    if bases := tuple(Base(base_id(seat, number), seat, kind, carrier=id) for number, (kind, id) in kinds):
        run.tell(BasesSet(bases), seat)


# The clock


class SetupOpened(Fact[State], frozen=True):
    """Empires choose their opening fleets, until a deadline."""

    rule = "EAW-2c.1"
    decides = True
    says = N_("Choose your 6 opening fleets until {until} ({until:R}), and hand them in; a moderator approves them.")
    lasts = N_("Choose your 6 opening fleets, and hand them in; a moderator approves them.")
    makes = Writes("until")
    until: InstantOf


class SetupLate(Fact[State], frozen=True):
    """The time to choose is over, and some have handed in nothing: a moderator decides."""

    rule = "EAW-2c.1"
    decides = True
    says = N_("The time to choose opening fleets is over. A moderator decides for {seats}.")
    makes = Writes(until=None)
    seats: SeatsOf


SETUP_ENDS = Clock[World, State](
    lambda state: state.until if state.step is Step.SETUP else None,
    lambda world, table: table.say(SetupLate(tuple(awaited.seat for awaited in awaits(table.state))), EVERYONE),
    priority=0,
)
"""The deadline of opening fleets: a moderator decides (section 6)."""


def awaits(state: State) -> Iterator[Awaited]:
    """The empires that have handed in no opening fleets."""
    for seat, empire in state.empires.items() if state.step is Step.SETUP else ():
        if not empire.ready:
            yield Awaited(seat, T_("your opening fleets"), state.until, ahead=AHEAD, which="setup")


@view("opening", "your opening fleets, what they cost, and what is still wrong", hinted=True, own=True)
def opening(look: Look, about: None) -> Report:
    """The six fleets with their strength, the running total, and every fault (EAW-2c.1)."""
    if look.known.step is not Step.SETUP or look.empire is None:
        return Report(T_("Opening fleets"), T_("They are locked: the campaign is under way."), (), rule="EAW-2c.1")
    found = checked(look, look.empire.seat, look.mine.opening)
    lines = []
    for number, ships in found.ships.items():
        strength = term(shown(force(look.world, look.known, ships).total))
        lines.append(FLEET(number=number, ships=name(look.mine.opening[str(number)]), cbpv=strength))
    lead = N_("{cost:,} BPV of {all:,}, {left:,} left.")(cost=found.cost, all=look.mine.treasury, left=found.left)
    parts = [Section(T_("Fleets"), tuple(lines) or (T_("None chosen yet."),))]
    if found.wrong:
        parts.append(Section(T_("Still wrong"), tuple(map(term, found.wrong))))
    return Report(T_("Opening fleets"), lead, tuple(parts), rule="EAW-2c.1")

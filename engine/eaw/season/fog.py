"""Knowledge of an empire at the end of a season: which fleets comply, systems it stands in, vision of those one lane
away, and its reports. Register section 5; EAW-5e, EAW-17g, EAW-33.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Annotated

from msgspec.structs import replace

from engine.declared.changes import Its, Sets
from engine.declared.sentences import either
from engine.eaw.composition import broken, forces
from engine.eaw.figures import exact, kept, shown
from engine.eaw.look import Look, Scores, SeasonOf, unit_names
from engine.eaw.season.holdings import Discovered
from engine.eaw.season.run import Paid, Run, When, at
from engine.eaw.state import Knowledge, Realm, Result, State, Vision, with_realm
from engine.eaw.world import TABLE_WHOLE, TO_THE_LETTER
from engine.game import Fact, Seat
from engine.text.message import N_, NN_, NOTHING, T_, Shown, Text, bullets, listed, spaced, term

UNKNOWN = Knowledge()
"""Knowledge about a system of which nothing is known."""
LETTERS: Mapping[str, Text] = {
    "a": T_("a heavy ship without its consorts"),
    "b": T_("carriers and escorts that do not fit together"),
    "c": T_("more ships than its flagship commands"),
    "d": T_("more CBPV than it may have"),
}
"""What breaks the rules of a fleet (EAW-17g.1)."""


Letters = Annotated[
    tuple[str, ...], Shown[tuple[str, ...]](lambda look, letters, form: listed(LETTERS[letter] for letter in letters))
]
SAW = N_("At {system} they see {what}.")
QUIET = T_("nothing")
FLEETS = NN_("{count} fleet with {strengths}", "{count} fleets with {strengths}", "count")
STRENGTH = N_("{cbpv} CBPV[ of {empire}]")
SIDE = N_("{seat} scores {points} with {units}.")
HELD = N_("Battle `{battle}`[ ({settled})] is over. {sides} {seat} holds the field.")
UNHELD = N_("Battle `{battle}`[ ({settled})] is over. {sides} Nobody holds the field.")


@at(When.P9, 10)
def comply(run: Run) -> None:
    """Fleets that break EAW-17.0 or S8.0 are non-compliant from now on, those that were mended no longer; what belongs
    to a dock is no fleet (EAW-17g.1, EAW-7a.2, EAW-25b.2, EAW-17e.1).
    """
    world, state, attached = run.world, run.state, run.state.attending()
    force_of = forces(world, state)
    for fleet in [fleet for fleet in state.fleets.values() if fleet.id not in attached]:
        found = broken(world, state, force_of(fleet.id))
        letters = tuple(sorted({breach.letter for breach in found})) if found else ()
        if letters != fleet.reasons:
            run.tell(Complies(fleet.id, fleet.number, letters), fleet.owner)


class Complies(Fact[State], frozen=True):
    """A fleet breaks the rules of composition, or does no longer."""

    rule = "EAW-17g.1"
    says = either(
        "letters", N_("Fleet {number} has {letters}, and does not comply."), N_("Fleet {number} complies again.")
    )
    makes = Sets("fleets", "id", reasons=Its("letters"))
    id: str
    number: int
    letters: Letters


@at(When.P10, 10)
def stand(run: Run) -> None:
    """Tells whoever ends a season in a system that others discovered what it is; passing reveals nothing (EAW-33.2)."""
    state = run.state
    manned = state.stationed
    for system in [system for id, system in state.systems.items() if id in manned and system.planet != "unknown"]:
        there = manned[system.id]
        for seat in dict.fromkeys([fleet.owner for fleet in there]) if len(there) > 1 else (there[0].owner,):
            realm = state.realms.get(seat)
            if realm is not None and realm.knowledge.get(system.id, UNKNOWN).planet == "unknown":
                found = Discovered(seat, system.id, system.planet, system.map_type, system.planets, state.t)
                run.tell(found, seat)


@at(When.P10, 20)
def watch(run: Run) -> None:
    """Every fleet sees the systems one lane away: with a scout developments, fleets and their CBPV, else forts alone;
    a trapped one too, one that has disengaged not (EAW-5e.1 to EAW-5e.5, EAW-33.5).
    """
    seen = visions(run)
    for seat in run.state.living:
        if seat in seen:
            run.tell(Watched(seat, dict(sorted(seen[seat].items()))), seat)


def visions(run: Run) -> dict[Seat, dict[str, Vision]]:
    """Visions of the fleets of each empire that sees something, by system; of several fleets the one that sees more.
    What can be seen of a system with a scout is worked out once for all.
    """
    state = run.state
    found: dict[Seat, dict[str, Vision]] = {}
    open, fortified = Vision(state.t, fortified=False), Vision(state.t, fortified=True)
    views: dict[str, Vision] = {}
    scouts = run.world.scouting(state)
    for fleet in state.fleets.values():
        if fleet.place != "system" or fleet.disengaged == state.t:
            continue
        mine, scouted = found.setdefault(fleet.owner, {}), fleet.id in scouts
        for system in state.beside(fleet.at):
            if scouted:
                if system not in views:
                    views[system] = scouted_vision(run, system)
                mine[system] = views[system]
            elif system not in mine:
                mine[system] = open if state.systems[system].fort is None else fortified
    return found


def scouted_vision(run: Run, system: str) -> Vision:
    """Vision of a system by a fleet with a scout: neither owners, nor docks with what belongs to them, nor what the
    ground holds (EAW-5e.1, EAW-5e.2, EAW-5e.3, EAW-5e.4, EAW-17a, EAW-31.0.3).
    """
    state = run.state
    there, force_of = state.systems[system], forces(run.world, state)
    unseen = state.attending() if run.world.version >= TO_THE_LETTER else {}
    fleets = [(force_of(fleet.id).total, fleet.owner) for fleet in state.fleets_at(system) if fleet.id not in unseen]
    fleets.sort(key=lambda pair: (-pair[0], pair[1]))
    return Vision(
        t=state.t,
        fortified=there.fort is not None,
        scouted=True,
        developed=there.development is not None,
        fleets=tuple(kept(strength) for strength, _ in fleets),
        owners=tuple(owner for _, owner in fleets) if state.settings.reveal_fleet_owner_in_vision else (),
        webs=sum(web.layers for web in there.webs),
    )


def seen_words(look: Look, seen: Vision) -> Text:
    """Words for what was seen of a system: "a development and 2 fleets with 543 CBPV and 196 CBPV"."""
    every = zip_longest(seen.fleets, map(look.name, seen.owners), fillvalue=NOTHING)
    strengths = [STRENGTH(cbpv=term(shown(exact(one))), empire=empire) for one, empire in every]
    parts = [
        T_("a development") if seen.developed else NOTHING,
        T_("a fortification") if seen.fortified else NOTHING,
        FLEETS(count=len(strengths), strengths=listed(strengths)) if strengths else NOTHING,
        NN_("{count} layer of web", "{count} layers of web", "count")(count=seen.webs) if seen.webs else NOTHING,
    ]
    return listed(filter(None, parts)) or QUIET


def sights_words(look: Look, sights: Mapping[str, Vision], form: str) -> Text:
    """Words for what was seen of systems, and then of those where there is nothing."""
    told = {system: seen_words(look, seen) for system, seen in sights.items()}
    seen = (SAW(system=term(system), what=what) for system, what in told.items() if what != QUIET)
    quiet = listed(term(system) for system, what in told.items() if what == QUIET)
    return spaced(*seen, N_("[They see nothing at {systems}.]")(systems=quiet))


Seen = Annotated[dict[str, Vision], Shown(sights_words)]


class Watched(Fact[State], frozen=True):
    """Visions of an empire's fleets, of the systems one lane away."""

    rule = "EAW-5e.1"
    says = N_("Your fleets look one lane ahead. {seen}")
    seat: Seat
    seen: Seen

    def evolve(self, state: State) -> State:
        realm = state.realms.get(self.seat, Realm())
        known = {**realm.knowledge}
        for system, seen in self.seen.items():
            known[system] = replace(known.get(system, UNKNOWN), vision=seen)
        return with_realm(state, self.seat, knowledge=known)


# Reports


@at(When.P10, 50)
def report(run: Run) -> None:
    """Everybody reads how the empires stand, each of them what came in and went out, to the BPV (section 5)."""
    state = run.state
    fought = state.results if run.world.version >= TABLE_WHOLE else ()
    run.proclaim(Bulletin(state.t, {seat: empire.vp for seat, empire in state.empires.items()}, fought))
    for seat in state.living:
        realm = state.realms[seat]
        came, went = sums([line.amount for line in realm.ledger if line.t == state.t])
        run.tell(SeasonReport(state.t, came, went, realm.treasury), seat)


def sums(amounts: Sequence[int]) -> tuple[int, int]:
    """Sums that came in, and that went out."""
    return sum(amount for amount in amounts if amount > 0), -sum(amount for amount in amounts if amount < 0)


def result_words(look: Look, result: Result) -> Text:
    """A battle of the season in a line: who fought with what, what each scored, who holds the field."""
    sides = [
        SIDE(seat=look.name(force.seat), points=term(shown(exact(points))), units=unit_names(force.units))
        for force, points in zip(result.forces, result.points, strict=True)
    ]
    return (HELD if result.held_by else UNHELD)(
        battle=term(result.battle),
        sides=spaced(*sides),
        seat=look.name(result.held_by),
        settled=T_("auto-resolved, not SFB") if result.automatic else NOTHING,
    )


Results = Annotated[
    tuple[Result, ...],
    Shown[tuple[Result, ...]](lambda look, all, form: bullets(result_words(look, result) for result in all)),
]


class Bulletin(Fact[State], frozen=True):
    """A season is over: the victory points of all, and its battles, with the lists of who fought (section 5)."""

    closes = True
    rule = "EAW-4b"
    decides = True
    says = either(
        "fought",
        N_("**{t}** is over. The victory points are {vp}. These were its battles:{fought}"),
        N_("**{t}** is over. The victory points are {vp}."),
    )
    t: SeasonOf
    vp: Scores
    fought: Results = ()


class SeasonReport(Fact[State], frozen=True):
    """Report of a season to an empire: BPV that came in and went out, and what the treasury holds."""

    rule = "EAW-3c.1"
    picture = "map"
    says = N_("{t} brought in {came:,} BPV and cost {went:,}, and your treasury holds {treasury:,}.")
    t: SeasonOf
    came: int
    went: int
    treasury: int


@at(When.NEW_YEAR, 90)
def report_year(run: Run) -> None:
    """Each empire reads what came in and went out since the report of Winter: for officers, from mines and bases, for
    fighters (EAW-3.0.1).
    """
    if run.world.version < TO_THE_LETTER:
        return
    said = [said.fact for said in run.table.said]
    winter = max(place for place, fact in enumerate(said) if isinstance(fact, SeasonReport))
    for seat in run.state.living:
        came, went = sums([fact.amount for fact in said[winter:] if isinstance(fact, Paid) and fact.seat == seat])
        run.tell(YearReport(run.state.year + 1, came, went, run.state.realms[seat].treasury), seat)


class YearReport(Fact[State], frozen=True):
    """Report of a New Year to an empire: BPV that came in and went out since Winter, and what the treasury holds."""

    rule = "EAW-3.0.1"
    says = N_("New Year {year} brought in {came:,} BPV and cost {went:,}, and your treasury holds {treasury:,}.")
    year: int
    came: int
    went: int
    treasury: int

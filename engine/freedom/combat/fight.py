"""Character combat: who may attack whom, the rounds, breaking off, wounds, captives. FITG-CHR-01 to -42, S2, S3."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Sets
from engine.declared.sentences import either
from engine.freedom.combat.reckoning import SELF_COLUMN, Reckoning
from engine.freedom.data.pack import Code, Side
from engine.freedom.figures import DIFFERENCES, spread, squad
from engine.freedom.look import CHOSEN, Called, Look, Names, Place, Question, SideOf, World, by_part, names
from engine.freedom.nouns import OWN_PERSON, everybody, forces, not_mine, whom_to_send
from engine.freedom.pieces import Caught, Detected, gone, hurt, rest, take_drug, wear_out
from engine.freedom.play import Answer, OneWord, Play
from engine.freedom.state import (
    Ask,
    Choice,
    Ending,
    Fight,
    Finding,
    Force,
    Intention,
    Kind,
    Person,
    Rating,
    State,
    Weapon,
    Wounding,
)
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found, Offered, Several, parts_of, value
from engine.orders import Option
from engine.question import runs
from engine.text.message import N_, NN_, OR, T_, Beside, Shown, Text, begun, joined, listed, name, term

STALEMATE = 200
"""Rounds without a wound or capture after which a combat is given up (FITG-CHR-08)."""


# Who attacks


@runs(Finding)
def ask_to_attack(play: Play, task: Finding) -> None:
    """Whoever found characters may attack them; by default units do (FITG-CHR-01, FITG-ENV-19)."""
    targets = play.state.free(task.names, task.environ)
    units, people = play.state.fielded(task.environ, task.side), play.state.free(task.seekers, task.environ)
    kinds = tuple(kind for kind in task.kinds if (units if kind is Kind.SQUAD else people))
    if not targets or not kinds:
        return
    ways = [f"{kind} {end}" for kind in kinds for end in ("kill", "capture")]
    forced = task.must and not play.state.options.squad_may_decline
    usual = f"{Kind.SQUAD} kill" if Kind.SQUAD in kinds else "decline"
    ask = Ask(task.side, tuple(ways) if forced else (*ways, "decline"), (usual,))
    play.put(replace(task, names=targets), "attack", ask, where=task.environ, about=", ".join(targets))


class WhetherToAttack(Question[Finding]):
    """With what found characters are attacked, and to what end (FITG-CHR-01, FITG-CHR-02, FITG-CHR-12, FITG-CHR-14)."""

    kind = "attack"
    rule = "FITG-CHR-01"
    asks = N_("whether and how to attack {about} in {where}")
    awaited = T_("whether you attack")
    whose = "FITG-CHR-07"

    def answered(self, play: Play, task: Finding, choice: Choice, answer: tuple[str, ...]) -> None:
        """A combat opens, or they are found no more."""
        if answer[0] == "decline":
            play.tell(Declined(task.side, task.environ))
            play.tell(Detected(tuple(called for called in task.names if not play.state.people[called].rides)))
            return
        begin(play, fought(play.world, play.state, task, answer[0]))


def fought(world: World, state: State, task: Finding, way: str) -> Fight:
    """The combat with whom was found, attacked in a way such as "squad kill" or "characters capture hand"."""
    kind, end, *weapon = way.split()
    intention: Intention = "capture" if end == "capture" else "kill"
    by_hand: Weapon = "hand" if weapon == ["hand"] else "fire"
    fight = Fight(task.environ, Kind(kind), task.side, by_hand, intention, task.names, group=task.group)
    if fight.kind is Kind.SQUAD:
        return replace(fight, force=squad_of(world, state, task))
    return replace(fight, attackers=state.free(task.seekers, task.environ))


def squad_of(world: World, state: State, task: Finding) -> Force:
    """The squad of the units of a side, which opens fire; their leader counts (FITG-ENV-20, FITG-CHR-13)."""
    units = state.fielded(task.environ, task.side)
    row = squad(world.pack, world.strength(units), bool(task.leader), world.elite(units))
    return Force("squad", row.attack, row.endurance)


def begin(play: Play, fight: Fight) -> None:
    """A character combat opens."""
    play.tell(FightOpened(fight))
    play.push(fight)


class Declined(Fact[State], frozen=True):
    """Those who were found are not attacked (FITG-CHR-01)."""

    says = N_("{side} does not attack whom it found in {environ}.")
    rule = "FITG-CHR-01"
    side: SideOf
    environ: Place


BY_HAND = NN_(
    "**{attacker}** of {side} fights hand to hand with {defenders} in {environ}, to {intention}.",
    "**{attacker}** of {side} fight hand to hand with {defenders} in {environ}, to {intention}.",
    "attackers",
)
BY_FIRE = NN_(
    "**{attacker}** of {side} opens fire on {defenders} in {environ}, to {intention}.",
    "**{attacker}** of {side} open fire on {defenders} in {environ}, to {intention}.",
    "attackers",
)


class FightOpened(Fact[State], frozen=True):
    """A character combat opens: its kind, weapon and intention stay (FITG-CHR-02, FITG-CHR-03)."""

    rule = "FITG-CHR-02"
    decides = True
    fight: Fight

    def words(self, look: Look) -> Text:
        fight = self.fight
        attackers = 1 if fight.force is not None else len(fight.attackers)
        attacker = term(fight.force.name) if fight.force is not None else names(fight.attackers)
        opened = BY_HAND if fight.weapon == "hand" else BY_FIRE
        return opened(
            attackers=attackers,
            attacker=begun(attacker),
            side=look.name(fight.side),
            defenders=names(fight.defenders),
            environ=term(fight.environ),
            intention=T_("capture") if fight.intention == "capture" else T_("kill"),
        )


ALWAYS_TO_KILL = {Kind.CREATURE: "FITG-CRE-10", Kind.LOCALS: "FITG-CRE-11"}
"""Forces whose intention nobody chooses, each with its rule."""


WEAPONS = ("fire", "hand")


@value("fire or hand", lambda look, found: map(Option, WEAPONS))
def by_what(look: Look, words: str, found: Found) -> str:
    """Fire, or by hand. Refuses `E_TYPE` (FITG-CHR-03, of characters FITG-CHR-14)."""
    given = words.strip().casefold()
    if given not in WEAPONS:
        rule = "FITG-CHR-14" if found.get("force") is Kind.CHARACTERS else "FITG-CHR-03"
        why = N_("They fight by {weapons}, not “{words}”.")
        look.no(Code.E_TYPE, why, rule, weapons=listed(map(term, WEAPONS), OR), words=words)
    return given


class Attack(Answer):
    """Attack the characters that were found."""

    path: ClassVar[str] = "freedom attack"
    line: ClassVar[str] = "attack[ with {force}][ to {intention}][ by {weapon}]"
    answers = (WhetherToAttack,)
    force: Annotated[str, whom_to_send] = Field("", description="squad or characters", max_length=20)
    intention: Literal["kill", "capture"] = Field("kill", description="to what end")
    weapon: Annotated[str, by_what] = Field("fire", description="characters choose; a squad opens fire", max_length=20)

    @classmethod
    def amiss(cls, look: Look) -> Refused | None:
        """E_TYPE once the combat is open: how it is fought stays (FITG-CHR-02, FITG-CRE-10, FITG-CRE-11)."""
        fight = look.open_fight
        if fight is None:
            return None
        why = N_("The combat is open, and is fought to {intention} to its end.")
        return no(Code.E_TYPE, why, ALWAYS_TO_KILL.get(fight.kind, "FITG-CHR-02"), intention=term(fight.intention))

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """The kind, the end, and the weapon of characters. Refuses `E_TYPE`."""
        if found.force is Kind.SQUAD and found.weapon == "hand":
            look.no(Code.E_TYPE, T_("A squad opens fire."), "FITG-CHR-13")
        way = f"{found.force} {self.intention}"
        return (f"{way} hand" if found.weapon == "hand" else way,)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterator[Self]:
        for force in forces(look):
            yield from (cls(force=force.value, intention="kill"), cls(force=force.value, intention="capture"))


class Decline(OneWord):
    """Do not attack whom you found."""

    path: ClassVar[str] = "freedom decline"
    line: ClassVar[str] = "decline"
    answers = (WhetherToAttack,)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """Refuses `E_TYPE` where the survivors attack without fail."""
        if "decline" not in look.options:
            look.no(Code.E_TYPE, T_("The survivors of an environ combat attack without fail."), "FITG-ENV-19")
        return super().given(look, choice, found)


# A round


@runs(Fight)
def go_on(play: Play, fight: Fight) -> None:
    """The next step of a round, or the end of the combat (S2, FITG-CHR-08)."""
    if fight.step == "partition":
        partition(play, fight)
    elif fight.step == "break":
        ask_to_break(play, fight)
    else:
        roll(play, fight)


def partition(play: Play, fight: Fight) -> None:
    """Sets who is active this round, and with what possessions: the attacker's Rebels say so, too (S2 steps 1, 2)."""
    reckoning = Reckoning(play.world, play.state, fight)
    creature = reckoning.creature
    limit = creature.rounds if creature.rounds else STALEMATE + fight.round
    idle = fight.force is None and not play.state.free(fight.attackers)
    if idle or not fight.defenders or fight.round > limit or fight.still >= STALEMATE:
        play.push(Ending(fight))
        return
    if creature.outwitted and not fight.wits:
        wise = reckoning.world.wisest(reckoning.people(fight.defenders))
        play.put(fight, "wits", Ask(fight.side.other, wise, wise[:1]), where=fight.environ, about=creature.name)
        return
    usual = fight.defenders if creature.everybody else reckoning.front(fight.active)
    offered = (*fight.defenders, *reckoning.usable(fight.side.other))
    asks = [Ask(fight.side.other, (usual[0],) if creature.everybody else offered, usual)]
    if theirs := reckoning.usable(fight.side):
        asks.append(Ask(fight.side, (*theirs, ""), ()))
    play.put(fight, "active", *asks, where=fight.environ, about=", ".join(fight.defenders))


class WhoOutwits(Question[Fight]):
    """Character whose intelligence is set against a creature this round (D5: Wyths)."""

    kind = "wits"
    rule = "FITG-CRE-03"
    asks = N_("whose intelligence is set against the {about}")
    awaited = T_("whose intelligence is set against a creature")

    def answered(self, play: Play, task: Fight, choice: Choice, answer: tuple[str, ...]) -> None:
        """It weakens the creature this round."""
        play.push(replace(task, wits=answer[0]))


class WhoIsActive(Question[Fight]):
    """Characters active this round, and what is used (FITG-CHR-11, FITG-CHR-15 to -20)."""

    kind = "active"
    rule = "FITG-CHR-15"
    asks = N_("who of {about} is active in {where}")
    awaited = T_("who is active in a fight")

    def answered(self, play: Play, task: Fight, choice: Choice, answer: tuple[str, ...]) -> None:
        """They stand in front; what is used counts from now on."""
        ours, theirs = (choice.part(answer, side) for side in (task.side.other, task.side))
        active = tuple(defender for defender in task.defenders if defender in ours)
        used = tuple(use for use in (*ours, *theirs) if "/" in use)
        play.tell(Partitioned(active, tuple(defender for defender in task.defenders if defender not in active), used))
        lasting = tuple(use for use in used if take_drug(play, use, Rating.COMBAT))
        play.push(replace(task, active=active, used=tuple(use for use in used if use not in lasting), step="break"))


Items = Annotated[
    tuple[str, ...],
    Shown[tuple[str, ...]](lambda look, used, form: listed(name(use.partition("/")[2]) for use in used)),
]
"""Possessions in a row, of ids that begin with their owners."""


class Partitioned(Fact[State], frozen=True):
    """Characters active this round, and those behind; what is used (FITG-CHR-15, FITG-CHR-18)."""

    says = N_("Active: {active}.[ Behind: {inactive}.][ Used: {used}.]")
    threaded = True
    active: Names
    inactive: Names
    used: Items


def _not_engaged(look: Look, given: str, found: Found) -> Refused | None:
    """E_ACTIVE for a piece that cannot be active: the dead by a rule of their own (FITG-CHR-15, FITG-CHR-40)."""
    refused = not_mine(look, given, found)
    if refused is None:
        return None
    person = look.person(given)
    dead = person is not None and person.dead
    return replace(refused, code=Code.E_ACTIVE, rule="FITG-CHR-40" if dead else "FITG-CHR-15")


def _all_or_none(look: Look, words: str) -> list[Person] | None:
    """All whom the viewer is asked about for "all", nobody for "none"."""
    return [] if words.casefold() == "none" else everybody(look, words)


ENGAGED = Several(
    OWN_PERSON.but(stranger=_not_engaged), "characters of yours in the fight, with commas", groups=_all_or_none
)


def usable(look: Look, found: Found) -> Iterator[Option]:
    """Possessions that may be used besides, of what the viewer's side is asked about."""
    owned = (option.partition("/") for option in look.options if "/" in option)
    yield from (Option(item, f"{item} ({owner})") for owner, _, item in owned)


POSSESSION = Offered[Look]("a possession", usable)
POSSESSIONS = Offered[Look]("possessions", usable, several=True)


class Active(Answer):
    """Say who is active this round; the others are behind. Possessions may be used besides."""

    path: ClassVar[str] = "freedom active"
    line: ClassVar[str] = "active {people}[ using {items}]"
    answers = (WhoIsActive,)
    people: Annotated[str, ENGAGED] = Field(description="characters of yours in the fight, with commas", max_length=200)
    items: Annotated[str, POSSESSIONS] = Field("", description="possessions to use now, with commas", max_length=200)

    @classmethod
    def amiss(cls, look: Look) -> Refused | None:
        """E_ACTIVE for the attackers, E_PHASE once it is said for this round (FITG-CHR-21, FITG-CHR-20)."""
        fight, choice = look.open_fight, look.known.choice
        if fight is not None and fight.side is look.own:
            return no(Code.E_ACTIVE, T_("The attacking force is always wholly engaged."), "FITG-CHR-21")
        if fight is not None and choice is not None and choice.kind in (WhetherToBreakOff.kind, WhoIsWounded.kind):
            return no(Code.E_PHASE, T_("Who is active stays so until the next round."), "FITG-CHR-20")
        return None

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """A right partition. Refuses `E_ACTIVE`, `E_OWNER`, `E_TYPE`."""
        fight = look.fight
        assert fight is not None  # it asked
        active = tuple(person.name for person in found.people)
        if not active:
            look.no(Code.E_ACTIVE, T_("One at least must be active."), "FITG-CHR-11")
        written = [part.casefold() for part in parts_of(self.people, fight.defenders)]
        if len(set(written)) < len(written):
            look.no(Code.E_ACTIVE, T_("Somebody is named twice."), "FITG-CHR-15")
        if foreign := ", ".join(called for called in active if called not in fight.defenders):
            look.no(Code.E_ACTIVE, N_("{foreign} is not in this combat."), "FITG-CHR-15", foreign=foreign)
        look.require(unfit(Reckoning(look.world, look.known, fight), active))
        return (*active, *used_items(look, self.items, look.options, active))

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterator[Self]:
        """The default, everybody, and each alone."""
        if look.fight is None:
            return
        people = tuple(option for option in look.options if "/" not in option)
        reckoning = Reckoning(look.world, look.known, look.fight)
        for each in dict.fromkeys([look.mine.usual, people, *((person,) for person in people)]):
            if reckoning.fit(each) or not reckoning.fit(people):
                yield cls(people=", ".join(each))


def unfit(reckoning: Reckoning, active: Iterable[str]) -> Refused | None:
    """Refuses E_ACTIVE defenders without one in front whose combat is above 0 (FITG-CHR-16)."""
    defenders = reckoning.fight.defenders
    if reckoning.fit(active) or not reckoning.fit(defenders):
        return None
    able = ", ".join(defender for defender in defenders if reckoning.fit((defender,)))
    return no(Code.E_ACTIVE, N_("One with combat above 0 must be active: {able}."), "FITG-CHR-16", able=able)


def used_items(look: Look, words: str, options: Iterable[str], engaged: Iterable[str] | None) -> tuple[str, ...]:
    """One-shot possessions, of engaged owners where they must be; from version 3 on each once, however often it is
    named. Refuses `E_OWNER`, `E_TYPE`.
    """
    offered = {option.partition("/")[2].casefold(): option for option in options if "/" in option}
    found = []
    for part in filter(None, map(str.strip, words.split(","))):
        item = offered.get(part.casefold())
        if item is None:
            some = N_("“{part}” cannot be used now; there is {there}.")
            why = some if offered else N_("“{part}” cannot be used now; there is nothing.")
            there = ", ".join(option.replace("/", "'s ") for option in offered.values())
            look.no(Code.E_TYPE, why, "FITG-CHR-18", part=part, there=there)
        if engaged is not None and item.partition("/")[0] not in engaged:
            look.no(Code.E_OWNER, N_("The owner of the {part} is not active."), "FITG-CHR-18", part=part)
        found.append(item)
    return tuple(dict.fromkeys(found) if look.world.version >= CHOSEN else found)


def ask_to_break(play: Play, fight: Fight) -> None:
    """The defender, never the attacker, may try to break off before the dice (FITG-CHR-22, FITG-CHR-27)."""
    reckoning = Reckoning(play.world, play.state, fight)
    if not reckoning.may_break():
        play.push(replace(fight, step="roll"))
        return
    partly = ("inactive",) if fight.inactive and not play.state.options.break_all_only else ()
    play.put(fight, "break", Ask(fight.side.other, ("stay", "all", *partly), ("stay",)), where=fight.environ)


class WhetherToBreakOff(Question[Fight]):
    """Asks if the defenders try to break off, and who of them (FITG-CHR-22 to -26)."""

    kind = "break"
    rule = "FITG-CHR-22"
    asks = N_("whether to break off in {where}")
    awaited = T_("whether you break off")

    def answered(self, play: Play, task: Fight, choice: Choice, answer: tuple[str, ...]) -> None:
        """They stay, or one die says who gets away."""
        if answer[0] == "stay":
            play.push(replace(task, step="roll"))
        else:
            break_off(play, task, everybody=answer[0] == "all")


class BreakOff(Answer):
    """Try to break off: all of you, or those behind alone."""

    path: ClassVar[str] = "freedom break"
    line: ClassVar[str] = "break {who}"
    answers = (WhetherToBreakOff,)
    who: Literal["all", "inactive", "active"] = Field(description="all, or those behind alone")

    @classmethod
    def amiss(cls, look: Look) -> Refused | None:
        """E_BREAK for the attackers, and where a creature lets nobody go (FITG-CHR-27, FITG-CHR-22)."""
        fight = look.open_fight
        if fight is not None and fight.side is look.own:
            return no(Code.E_BREAK, T_("The attackers never break off, and attack in each round."), "FITG-CHR-27")
        if fight is not None and fight.force is not None and not Reckoning(look.world, look.known, fight).may_break():
            why = N_("The {force} lets nobody go in round {round}.")
            return no(Code.E_BREAK, why, "FITG-CHR-22", force=term(fight.force.name), round=fight.round)
        return None

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """Refuses `E_BREAK`: the active alone never, those behind where there are any."""
        if self.who not in look.options:
            why = N_("You may break off {ways} now, not {who} alone.")
            ways = listed((term(option) for option in look.options if option != "stay"), OR)
            look.no(Code.E_BREAK, why, "FITG-CHR-26", ways=ways, who=term(self.who))
        return (self.who,)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterator[Self]:
        yield from (cls.model_validate({"who": option}) for option in look.options if option != "stay")


class Stay(OneWord):
    """Fight on."""

    path: ClassVar[str] = "freedom stay"
    line: ClassVar[str] = "stay"
    answers = (WhetherToBreakOff,)


class BreakOffRolled(Fact[State], frozen=True):
    """One die for a break-off: those away leave unharmed, found no more but detected (FITG-CHR-24, FITG-CHR-25)."""

    says = N_("Break-off die {die}[ {drift:+}] (active {numbers:active}, behind {numbers:inactive}): away {away}.")
    rule = "FITG-CHR-24"
    threaded = True
    makes = Sets("people", "away", detected=True, found=False)
    die: int
    drift: int
    numbers: Annotated[tuple[int, int], by_part("active", "inactive")]
    away: Names


def break_off(play: Play, fight: Fight, everybody: bool) -> None:
    """The die of breaking off, of active and inactive alike; a failed try of the active costs a column this round.

    FITG-CHR-23, FITG-CHR-24, FITG-CHR-25, FITG-CHR-26, FITG-CHR-28.
    """
    reckoning = Reckoning(play.world, play.state, fight)
    (active, inactive), drift = reckoning.numbers(), reckoning.drift()
    die = play.die(f"{fight.environ}/{fight.round}/{fight.defenders[0]}/break")
    away = fight.inactive if die + drift <= inactive else ()
    if everybody and die + drift <= active:
        away += fight.active
    play.tell(BreakOffRolled(die, drift, (active, inactive), away))
    rest(play, away, f"{fight.environ}/{fight.round}")
    failed = everybody and not any(called in away for called in fight.active)
    left = tuple(defender for defender in fight.defenders if defender not in away)
    fight = replace(fight, defenders=left, active=tuple(one for one in fight.active if one in left), tried=failed)
    play.push(replace(fight, step="roll") if left else Ending(fight))


Difference = Annotated[int, Shown[int](lambda look, column, form: term(DIFFERENCES[column]))]
"""A column of the character table."""
DEFENCE_DIE = N_("die {die}: {wounds} on the attackers")
WOUNDS = NN_("{count} wound", "{count} wounds", "count")


def _rolls(look: Look, rolled: RoundRolled, form: str) -> Text:
    """The dice of a round, each with the wounds that it makes."""
    parts, die = [], listed(term(f"{die}") for die in rolled.dice)
    if rolled.dice:
        parts.append(N_("die {die}: {wounds} on the defenders")(die=die, wounds=WOUNDS(count=rolled.wounds[0])))
    if rolled.answer is not None:
        parts.append(DEFENCE_DIE(die=rolled.answer, wounds=WOUNDS(count=rolled.wounds[1])))
    return joined("; ", parts) or T_("no dice")


class RoundRolled(Fact[State], frozen=True):
    """A round of character combat: strengths, column, dice, and the wounds that they make (FITG-CHR-30)."""

    says = N_("Round {round}: {attack} against {defence}, column {column}; {dice}.")
    rule = "FITG-CHR-30"
    threaded = True
    round: int
    attack: int
    defence: int
    column: Difference
    dice: Annotated[tuple[int, ...], Beside(_rolls)]
    answer: int | None
    wounds: tuple[int, int]
    stars: int


def roll(play: Play, fight: Fight) -> None:
    """The dice of a round: both sides' wounds and captures (S2 steps 7 to 9)."""
    reckoning = Reckoning(play.world, play.state, fight)
    label = f"{fight.environ}/{fight.round}/{fight.defenders[0]}"
    dice = tuple(play.die(f"{label}/attack{mark}") for mark in ("", "/2")[: reckoning.attack_dice])
    answer = None if reckoning.harmless else play.die(f"{label}/defence")
    found = reckoning.outcome(dice, answer)
    fought = fight.round, reckoning.attack(), reckoning.defence(), reckoning.final_column()
    play.tell(RoundRolled(*fought, dice, answer, (found.defenders, found.attackers), found.stars))
    for used in fight.used:
        owner, _, item = used.partition("/")
        wear_out(play, owner, item, label)
    suffered = {fight.side.other: found.defenders, fight.side: found.attackers}
    engaged = {fight.side.other: fight.active, fight.side: fight.attackers}
    play.push(Wounding(fight.environ, suffered, engaged, fight, found.stars))


@runs(Wounding)
def ask_for_wounds(play: Play, task: Wounding) -> None:
    """Both sides spread their wounds at once, sealed, where there is more than one way (FITG-CHR-35, FITG-CHR-36)."""
    asks = [wounded(play, side, task.engaged.get(side, ()), count) for side, count in task.wounds.items()]
    play.put(task, "wounds", *asks, where=task.environ)


def wounded(play: Play, side: Side, engaged: Iterable[str], wounds: int) -> Ask:
    """Question to a side about its wounds: "name=number" each; nothing where all or one alone must take them."""
    boxes = play.world.all_boxes(play.state.people[called] for called in engaged)
    usual = tuple(f"{id}={count}" for id, count in spread(boxes, wounds))
    taken = min(wounds, sum(left for _, left in boxes))
    free_choice = taken and len(boxes) > 1 and taken < sum(left for _, left in boxes)
    return Ask(side, tuple(f"{id}={left}" for id, left in boxes) if free_choice else (), usual, taken)


class WhoIsWounded(Question[Wounding]):
    """Asks how wounds are spread over those who are engaged (FITG-CHR-35 to -41)."""

    kind = "wounds"
    rule = "FITG-CHR-35"
    asks = N_("how wounds are spread in {where}")
    awaited = T_("how your wounds are spread")

    def answered(self, play: Play, task: Wounding, choice: Choice, answer: tuple[str, ...]) -> None:
        """They fall at once on both sides; then the force is looked at, captives are made, and the round ends."""
        waiting = len(play.agenda)
        for side in task.wounds:
            hurt(play, [_count(part) for part in choice.part(answer, side)])
        if task.fight is not None:
            then = after_wounds(play, task.fight, task)
            play.agenda.insert(len(play.agenda) - waiting, then)  # after what the deaths of the round bring about


def _count(share: str) -> tuple[str, int]:
    id, _, count = share.rpartition("=")
    return id, int(count)


def _unhurt(look: Look, given: str) -> Refused | None:
    """Refuses a character no wound of this round goes to: E_ALLOC one behind, E_OWNER the dead."""
    person, fight = look.person(given), look.open_fight
    if person is not None and person.dead:
        return no(Code.E_OWNER, N_("{person} is dead."), "FITG-CHR-40", person=person.name)
    if person is not None and fight is not None and person.name in fight.inactive:
        why = N_("{person} is behind, and the active take all wounds.")
        return no(Code.E_ALLOC, why, "FITG-CHR-17", person=person.name)
    return None


UP_TO = N_("{person} (up to {boxes})")


class Wounds(Answer):
    """Say how the wounds of your side are spread."""

    path: ClassVar[str] = "freedom wounds"
    line: ClassVar[str] = "wounds {spread}"
    answers = (WhoIsWounded,)
    spread: str = Field(description="each name with its wounds, such as: Kogus 2, Zina Adora 1", max_length=200)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """A right spread. Refuses `E_ALLOC`, `E_OWNER`."""
        boxes, counts = dict(map(_count, look.options)), Counter[str]()
        for part in filter(None, map(str.strip, self.spread.split(","))):
            match = re.fullmatch(r"(.+?)[\s:=]+(\d{1,2})", part)
            id = next((box for box in boxes if match and box.casefold() == match[1].casefold()), None)
            if match is None or id is None:
                look.require(_unhurt(look, match[1] if match else part))
                why = N_("“{part}” is no name with its wounds; there is {there}.")
                there = joined(", ", (UP_TO(person=term(called), boxes=left) for called, left in boxes.items()))
                look.no(Code.E_ALLOC, why, "FITG-CHR-35", part=part, there=there)
            counts[id] += int(match[2])
        for id, count in counts.items():
            if count > boxes[id]:
                person = look.known.people.get(id)
                never = person is not None and count > look.world.card(person).endurance
                rule, why = "FITG-CHR-38" if never else "FITG-CHR-36", N_("{id} has {boxes} boxes left, not {count}.")
                look.no(Code.E_ALLOC, why, rule, id=id, boxes=boxes[id], count=count)
        if counts.total() != look.mine.count:
            why = N_("{count} wounds are to be spread, and you spread {counts}.")
            look.no(Code.E_ALLOC, why, "FITG-CHR-35", count=look.mine.count, counts=counts.total())
        return tuple(f"{id}={count}" for id, count in counts.items() if count)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterator[Self]:
        """The default, and all on one who can take them."""
        if look.options:
            ask = look.mine
            alone = ((f"{id}={ask.count}",) for id, left in map(_count, ask.options) if left >= ask.count)
            for way in dict.fromkeys([ask.usual, *alone]):
                yield cls(spread=", ".join(f"{id} {count}" for id, count in map(_count, way)))


# After a round


class ForceHurt(Fact[State], frozen=True):
    """A force that is no character takes wounds (FITG-CHR-41, FITG-CHR-42)."""

    says = either(
        lambda fact: fact.left > 0,
        N_("The {force} takes {wounds}, and endures {left} more."),
        N_("The {force} is beaten by {wounds}."),
    )
    threaded = True
    force: Place
    wounds: int
    left: int


def after_wounds(play: Play, fight: Fight, task: Wounding) -> Fight | Ending:
    """The next round of a fight, or its end: S2 steps 8 to 11."""
    reckoning, label = Reckoning(play.world, play.state, fight), f"{fight.environ}/{fight.round}"
    creature, endured, force = reckoning.creature, reckoning.endurance(), fight.force
    dealt, suffered = task.wounds[fight.side.other], task.wounds[fight.side]
    if force is not None:
        if creature.self_harm:
            suffered += reckoning.cell(play.die(f"{label}/itself"), SELF_COLUMN).attacker
        force = replace(force, wounds=force.wounds + suffered, dealt=force.dealt + dealt)
        if suffered and endured:
            play.tell(ForceHurt(force.name, suffered, max(0, endured - force.wounds)))
    attackers = play.state.free(fight.attackers)
    fight = replace(fight, force=force, attackers=attackers, round=fight.round + 1, used=(), wits="", tried=False)
    won = beaten(play, fight)
    if not won and creature.manner in ("mist", "grip"):
        touched = (fight.held,) if creature.manner == "grip" else fight.defenders
        dealt += len(touched)
        hurt(play, [(called, 1) for called in play.state.free(touched)])
    left, pending = play.state.free(fight.defenders), fight.pending
    for number in range(task.stars):
        if open_to := [called for called in left if called in fight.active]:
            caught = play.pick(f"{label}/captive {number + 1}", open_to)
            play.tell(Seized(caught))
            pending, left = (*pending, caught), tuple(called for called in left if called != caught)
    still = 0 if dealt or suffered or task.stars else fight.still + 1
    (held,) = play.state.free(filter(None, [fight.held])) or ("",)
    fight = replace(fight, defenders=left, pending=pending, still=still, held=held, step="partition")
    faded, lost_grip = creature.fades and not dealt, creature.manner == "grip" and not held
    return Ending(fight) if won or faded or lost_grip else fight


class Seized(Fact[State], frozen=True):
    """A defender is seized and leaves the fight; whose captive it is shows at the end (S2 step 9)."""

    says = N_("**{name}** is seized.")
    rule = "FITG-CHR-32"
    decides = True
    name: Called


def beaten(play: Play, fight: Fight) -> bool:
    """True if the attacking force was eliminated by the end of the last round (S2 step 10)."""
    if fight.force is None:
        return not play.state.free(fight.attackers)
    endured = Reckoning(play.world, play.state, replace(fight, round=max(1, fight.round - 1))).endurance()
    return bool(endured) and fight.force.wounds >= endured


@runs(Ending)
def end(play: Play, task: Ending) -> None:
    """A combat is over: captives are taken or free again, survivors stay, detected (S2 steps 10 and 11)."""
    fight, won = task.fight, beaten(play, task.fight)
    survivors = play.state.free(fight.defenders)
    play.tell(FightEnded(fight.side, won, survivors, stalemate=fight.still >= STALEMATE))
    if fight.pending and not won:
        captor, *_ = (*play.state.free(fight.attackers), "")
        play.tell(Caught(fight.pending, fight.side, captor))
        gone(play, fight.pending)
    here = [*survivors, *(fight.pending if won else ())]
    rest(play, here, f"{fight.environ}/{fight.round}")
    play.tell(Detected(tuple(called for called in here if not play.state.people[called].rides)))
    for follow in AFTERWARDS:
        follow(play, fight, won)


AFTERWARDS: list[Callable[[Play, Fight, bool], None]] = []
"""What chapters do when a combat is over, and whether its attackers were beaten."""

LEFT = N_("Still standing: {names}.")
GIVEN_UP = T_("Neither side can harm the other.")


def _standing(look: Look, ended: FightEnded, form: str) -> Text:
    """Sentence on who is left of the defenders."""
    return GIVEN_UP if ended.stalemate else LEFT(names=names(ended.left)) if ended.left else T_("Nobody is left.")


class FightEnded(Fact[State], frozen=True):
    """A character combat is over: whether the attackers were beaten, and which defenders stand (FITG-CHR-08)."""

    says = either("beaten", N_("The attackers are beaten. {left}"), N_("The combat is over. {left}"))
    rule = "FITG-CHR-08"
    decides = True
    side: Side
    beaten: bool
    left: Annotated[tuple[str, ...], Beside(_standing)]
    stalemate: bool = False

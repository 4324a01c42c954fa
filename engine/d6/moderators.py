"""Orders of the GM: his own characters, combat, demands, sessions, corrections. Register 21.3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.book import Group
from engine.clock import HOUR, MINUTE
from engine.d6.data.pack import Code
from engine.d6.dice.rolling import Wild
from engine.d6.force import LastThrown, PointsChanged, rule_wild
from engine.d6.ground.harm import become
from engine.d6.look import Look, Who, called
from engine.d6.nouns import ANYBODY, METRES, SAMPLE, AnySkill, Difficulty, Gear, chosen, corrected
from engine.d6.play import Act, Deed, Noted, Ordering, Seen, WildChosen
from engine.d6.rounds.rolls import Demanded
from engine.d6.rounds.turns import Ended, Ordered, finish, fly
from engine.d6.sheets.characters import Arrived, Left, Written, arrive, fresh, from_sample, room
from engine.d6.sheets.making import EMPTY, Echoed, coded, equipped
from engine.d6.sheets.reading import LONGEST, MOST, read_sheet
from engine.d6.space.aiming import duelling
from engine.d6.state import PILOTING, Called, Figure, State, Wound, pair, with_turn, without
from engine.declared.changes import Writes
from engine.declared.corrections import Correction, Setting, figure
from engine.declared.house_rules import HouseRuling
from engine.declared.sentences import Sentences, either
from engine.game import EVERYONE, MODERATOR, REFEREE, Fact
from engine.look import Refused, no
from engine.noun import Found, Several, Value
from engine.orders import Option
from engine.text.lines import PlainName, parse
from engine.text.message import N_, NN_, T_, Shown, Text, term

GROUP = Group("gm-d6", "The GM of Advanced Star Wars D6")
SCENE = Group("gm-d6 scene", "Where people are, the weather, time, what may be reacted to")
HOURS, MINUTES, SECONDS = (
    NN_("{count} hour of the story passes.", "{count} hours of the story pass.", "count"),
    NN_("{count} minute of the story passes.", "{count} minutes of the story pass.", "count"),
    NN_("{count} second of the story passes.", "{count} seconds of the story pass.", "count"),
)
Metres = Annotated[int, Shown[int](lambda look, tenths, form: term(f"{tenths // 10}.{tenths % 10}".removesuffix(".0")))]
"""A distance in decimetres, told in metres."""
AT_METRES = N_("at {x}, {y} m")
"""A place on the plan as it is recorded: numbers below 0 have a hyphen."""


# Playing others


def possible(look: Look, who: Figure) -> Iterator[Deed]:
    """Deeds of a figure's that would be obeyed now."""
    theirs = replace(look, who=who.id)
    for kind in Deed.deeds:
        yield from kind.possible(theirs)


def note(act: Act, who: str, fact: Seen | Written, what: str) -> None:
    """Something of somebody is as the GM has it, and what he set is told to all who know of it."""
    said = act.play.seen if isinstance(fact, Seen) else act.play.written
    said(who, fact)
    said(who, Noted(who, what))


def deed(look: Look, words: str, found: Found) -> Deed:
    """A deed as a line. Refuses what is no deed."""
    given = parse(words, Deed.deeds)
    assert isinstance(given, Deed)  # there are no others among them
    return given


def _acted(look: Look, figure: Figure, found: Found) -> Refused | None:
    """E_PERM for somebody else's figure, unless the viewer is the GM."""
    if look.seat in (MODERATOR, figure.asked):
        return None
    return no(Code.E_PERM, N_("{who} is not yours to order."), "D6-2-09", who=figure.label)


def _offered(look: Look, found: Found) -> Iterable[Option]:
    who = found.get("who")
    return () if not who or _acted(look, who, found) else (Option(way.line_for(look)) for way in possible(look, who))


DEED: Value[Look, Deed] = Value("what they do, as a line", deed, _offered)


class Doing(act.Order):
    """Somebody who is named does something."""

    who: Annotated[str, ANYBODY] = Field(description="who", max_length=60)
    deed: Annotated[str, DEED] = Field(description="what they do, as a line", max_length=200)

    def obey(self, act: Act) -> None:
        """As the line says, by the rules for that figure (D6-2-03)."""
        theirs = replace(act.look, who=act.found.who.id)
        theirs.require(type(act.found.deed).ready(theirs))
        found = act.found.deed.find(theirs)
        act.found.deed.check(theirs, found)
        act.found.deed.obey(Act(theirs, act.table, found))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Deeds of whoever can act."""
        for mine in look.mine:
            if look.known.acting in ("", mine.id) or look.known.choice is not None:
                for deed in possible(look, mine):
                    line = deed.line_for(look)
                    if len(line) <= 200:
                        yield cls(who=mine.label, deed=line)


class As(Doing):
    """Have one of your characters do something, where you have several."""

    path: ClassVar[str] = "d6 as"
    line: ClassVar[str] = "as {who} do {deed}"
    who: Annotated[str, ANYBODY.that(_acted)] = Field(description="a character of yours", max_length=60)


class Let(Doing):
    """Have a character of yours, or any other at the table, do something."""

    path: ClassVar[str] = "gm-d6 let"
    line: ClassVar[str] = "let {who} do {deed}"
    moderator: ClassVar[bool] = True


# The GM's characters


def newcomer(act: Act, name: str, sight: str, about: str = "") -> Figure:
    """A character of the GM's under a name that nobody has yet, in sight or not. Refuses `E_VALUE`."""
    act.look.require(room(act.look, None))
    id, label = fresh(act.state, name, hidden=sight == "hidden")
    return Figure(id, label, shown=sight != "hidden", about=about)


class Npc(Ordering):
    """Bring a character of your own to the table, by a sample."""

    path: ClassVar[str] = "gm-d6 npc"
    line: ClassVar[str] = "bring {sample} as {name}[ sight {sight}][ described {described}]"
    sample: Annotated[str, SAMPLE] = Field(description="which sample", max_length=40)
    name: PlainName = Field(description="what players call them", max_length=40, examples=["Trooper", "Hooded figure"])
    sight: Literal["seen", "open", "hidden"] = Field(
        "seen", description="seen with a secret sheet, with an open one, or hidden altogether"
    )
    described: str = Field("", description="what players see of them", max_length=200)

    def obey(self, act: Act) -> None:
        """Players see them as described, and never their sheet unless it is open (D6-2-01, D6-8-03)."""
        figure, secret = newcomer(act, self.name, self.sight, self.described), self.sight != "open"
        sheet = from_sample(act.world, act.found.sample, figure.id, act.found.sample.name, secret=secret)
        arrive(act, figure, sheet)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Some of each kind, as long as there are few."""
        if len(look.known.figures) < 8:
            for sight, sample in product(("seen", "open", "hidden"), look.world.pack.samples):
                yield cls.model_validate({"sample": sample, "name": f"A {sample}", "sight": sight})


class NpcSheet(Ordering):
    """Bring a character of your own to the table, by a sheet that you paste."""

    path: ClassVar[str] = "gm-d6 sheet"
    line: ClassVar[str] = "bring sheet of {name}[ sight {sight}] says {text}"
    sheet: ClassVar[bool] = False
    name: PlainName = Field(description="what players call them", max_length=40, examples=["Captain"])
    sight: Literal["seen", "open", "hidden"] = Field("seen", description="seen, with an open sheet, or hidden")
    text: str = Field(description="the sheet: DEX 3D, Strength 4D, Weapons: knife …", max_length=LONGEST)

    def obey(self, act: Act) -> None:
        """As players paste theirs, but an old Blaster code goes to both skills (D6-8-03)."""
        figure = newcomer(act, self.name, self.sight)
        blank = replace(EMPTY, id=figure.id, name=figure.label, secret=self.sight != "open")
        found = read_sheet(act.world, self.text, blank, ("blaster pistol", "blaster rifle"))
        arrive(act, figure, found.sheet)
        act.say(Echoed(found.parts), REFEREE)


def _hidden(look: Look, figure: Figure, found: Found) -> Refused | None:
    why = N_("{who} is in sight already.")
    return no(Code.E_PHASE, why, "D6-2-01", who=figure.label) if figure.shown else None


class Reveal(Ordering):
    """Let players see somebody who was hidden."""

    path: ClassVar[str] = "gm-d6 reveal"
    line: ClassVar[str] = "reveal {who}"
    quiet: ClassVar[bool] = True
    who: Annotated[str, ANYBODY.that(_hidden, what="somebody hidden")] = Field(description="who", max_length=60)

    def obey(self, act: Act) -> None:
        """They are in sight, as described; in a combat they are last in the order (D6-2-01)."""
        figure: Figure = replace(act.found.who, shown=True)
        act.say(Forgotten(figure.id), REFEREE)
        act.say(Arrived(figure), EVERYONE)
        sheet = act.state.sheets[figure.id]
        if not sheet.secret:
            act.say(Written(sheet), EVERYONE)
        if act.state.tick:
            act.say(Ordered((*act.state.order, figure.id)), EVERYONE)


class Forgotten(Fact[State], frozen=True):
    """Notes of somebody's hidden doings, such as their last roll, count no more."""

    silent = "the GM reveals them"
    who: str

    def evolve(self, state: State) -> State:
        figure, sheet = state.figures.get(self.who), state.sheets.get(self.who)
        if figure is None or sheet is None:
            return state
        bare = without(state, (self.who,))
        return replace(
            bare, figures={**bare.figures, self.who: figure}, sheets={**bare.sheets, self.who: sheet},
            order=state.order, acting=state.acting,
        )  # fmt: skip


class Open(Ordering):
    """Let everybody read somebody's sheet."""

    path: ClassVar[str] = "gm-d6 open"
    line: ClassVar[str] = "open sheet of {who}"
    who: Annotated[str, ANYBODY] = Field(description="whose", max_length=60)

    def obey(self, act: Act) -> None:
        """Their sheet is a secret no more (D6-2-09)."""
        play, id = act.play, act.found.who.id
        play.seen(id, Written(replace(act.state.sheets[id], secret=False)))
        if id in act.state.last:
            play.seen(id, LastThrown(act.state.last[id]))


class Remove(Ordering):
    """Take somebody from the table."""

    path: ClassVar[str] = "gm-d6 remove"
    line: ClassVar[str] = "remove {who}"
    quiet: ClassVar[bool] = True
    who: Annotated[str, ANYBODY] = Field(description="who", max_length=60)

    def obey(self, act: Act) -> None:
        """They are gone; if it was their turn, the next is called (D6-2-01)."""
        figure: Figure = act.found.who
        play = act.play
        acting = play.state.acting == figure.id
        play.seen(figure.id, Left((figure.id,), figure.label))
        if acting:
            play.push(Called())
            play.go()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """The GM's own, where there are many."""
        if len(look.known.figures) > 8:
            yield from (cls(who=figure.id) for figure in look.known.figures.values() if figure.owner is None)


# Combat


class Flag(Ordering):
    """Say that somebody cannot move, that a sweep reaches them, or what their cover stops."""

    path: ClassVar[str] = "gm-d6 scene flag"
    line: ClassVar[str] = "flag {who} {what}"
    who: Annotated[str, ANYBODY] = Field(description="who", max_length=60)
    what: Literal["static", "moving", "marked", "unmarked", "cover-stops-small", "cover-stops-heavy"] = Field(
        description="what is so"
    )

    def obey(self, act: Act) -> None:
        """It is so from now on (D6-7.1-08, D6-7.3-02, D6-6-05)."""
        who: Figure = act.found.who
        changed = replace(
            who,
            static={"static": True, "moving": False}.get(self.what, who.static),
            marked={"marked": True, "unmarked": False}.get(self.what, who.marked),
        )
        if self.what.startswith("cover"):
            heavy = self.what == "cover-stops-heavy"
            changed = replace(changed, cover=replace(who.cover, stops="heavy" if heavy else "small"))
        note(act, who.id, Seen(changed), self.what.replace("-", " "))


class ChooseWild(Ordering):
    """Say what a 1 on the wild die of somebody's roll does: of one that is not used yet, else of the next."""

    path: ClassVar[str] = "gm-d6 wild"
    line: ClassVar[str] = "wild 1 of {who} is {what}"
    who: Annotated[str, ANYBODY] = Field(description="whose roll", max_length=60)
    what: Literal["drop", "add", "complication"] = Field(
        description="it takes the highest die away, is added, or brings a complication"
    )

    def obey(self, act: Act) -> None:
        """A roll that waits for it, or for a Character Point, is by it, and so is the position that a pilot has rolled
        for; else the next roll, whatever the table's rule is (D6-B-04).
        """
        play, who, rule = act.play, act.found.who.id, Wild(self.what)
        choice, last = play.state.choice, play.state.last.get(who)
        shows = last is not None and last.wild[:1] == (1,)
        if choice is not None and choice.who == who and shows and choice.kind in ("wild", "mend"):
            play.answer(choice, (self.what,))
        elif last is not None and shows and last.what == PILOTING and duelling(play.state):
            rule_wild(play, last, rule)
        else:
            play.seen(who, WildChosen(who, rule))


class Fall(Ordering):
    """Confirm that somebody has fallen to the dark side."""

    path: ClassVar[str] = "gm-d6 fall"
    line: ClassVar[str] = "fall {who}"
    quiet: ClassVar[bool] = True
    asks: ClassVar[str] = T_("They are yours from then on.")
    lively: ClassVar[int] = 0  # nobody falls by chance
    who: Annotated[str, ANYBODY] = Field(description="who", max_length=60)

    def obey(self, act: Act) -> None:
        """They become a character of the GM's (D6-B-29)."""
        who: Figure = act.found.who
        play = act.play
        play.seen(who.id, Seen(replace(who, owner=None)))
        play.written(who.id, PointsChanged(who.id, fallen=True))
        play.seen(who.id, Noted(who.id, "fallen to the dark side"))


class _InCombat(Ordering):
    """An order of the GM while there is a combat."""

    quiet: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` outside combat."""
        return look.peace("D6-2-01") or super().ready(look)


class Next(_InCombat):
    """End the turn that is on, and call the next."""

    path: ClassVar[str] = "gm-d6 next"
    line: ClassVar[str] = "next"

    def obey(self, act: Act) -> None:
        """The turn passes (D6-2-02), or pilots are waited for no more (D6-12-02)."""
        play = act.play
        if act.state.duel.step == "open":
            fly(play)
        else:
            finish(play, act.state.acting)


class Finish(_InCombat):
    """End the combat."""

    path: ClassVar[str] = "gm-d6 end"
    line: ClassVar[str] = "end combat"
    quiet: ClassVar[bool] = False

    def obey(self, act: Act) -> None:
        """It is over, whatever is still open (D6-2-01)."""
        act.say(Ended(act.state.tick), EVERYONE)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Not before some rounds."""
        if look.known.tick > 12:
            yield cls()


class Reorder(_InCombat):
    """Set the order of turns."""

    path: ClassVar[str] = "gm-d6 order"
    line: ClassVar[str] = "order {people}"
    people: Annotated[str, Several(ANYBODY, ordered=True)] = Field(
        description="all of them, first to last", max_length=400
    )

    def obey(self, act: Act) -> None:
        """They act in that order from now on; whoever is left out acts no more in this combat (D6-B-13, D6-2-02)."""
        ids = tuple(person.id for person in act.found.people if person.shown)
        if act.state.acting and act.state.acting not in ids:
            who = called(act.state, act.state.acting)
            act.look.no(Code.E_VALUE, N_("{who} acts, and stays."), "D6-2-02", who=who)
        act.say(Ordered(ids), EVERYONE)


class Demand(Ordering):
    """Demand Perception or Search of somebody, whose turn it may not be."""

    path: ClassVar[str] = "gm-d6 demand"
    line: ClassVar[str] = "demand {what} of {who}[ at {difficulty}]"
    what: Literal["perception", "search"] = Field(description="what they roll")
    who: Annotated[str, ANYBODY] = Field(description="who", max_length=60)
    difficulty: Difficulty = Field(None, description="a number, or a level such as moderate, that they have to reach")

    def obey(self, act: Act) -> None:
        """They may roll it at once, and it costs no action; whether it reaches a difficulty is told (D6-2-05, D6-B-06,
        D6-B-11).
        """
        who: str = act.found.who.id
        act.play.seen(who, Demanded(who, self.what, act.found.difficulty or 0))


# The scene


class SessionSet(Fact[State], frozen=True):
    """A session opens or closes; with a new one nobody has spent Character Points yet (D6-4-03)."""

    says = either("open", N_("The session is open."), N_("The session is closed."))
    rule = "D6-4-03"
    open: bool

    def evolve(self, state: State) -> State:
        if not self.open:
            return replace(state, session=False)
        sheets = {id: replace(sheet, spent=0, improved=()) for id, sheet in state.sheets.items()}
        return replace(state, session=True, sheets=sheets)


class Session(Ordering):
    """Open or close a session."""

    path: ClassVar[str] = "gm-d6 session"
    line: ClassVar[str] = "session {what}"
    what: Literal["open", "close"] = Field(description="open or close it")

    def obey(self, act: Act) -> None:
        """Character Points count anew from when it opens (D6-4-03)."""
        if act.state.session is (self.what == "open"):
            why = T_("The session is open.") if act.state.session else T_("The session is closed.")
            act.look.no(Code.E_PHASE, why, "D6-4-03")
        act.say(SessionSet(self.what == "open"), EVERYONE)


class TimePassed(Fact[State], frozen=True):
    """Time of the story is gone, outside combat."""

    rule = "D6-1-06"
    seconds: int

    def words(self, look: Look) -> Text:
        """Whole hours, else whole minutes, else seconds."""
        unit, says = next(one for one in ((HOUR, HOURS), (MINUTE, MINUTES), (1, SECONDS)) if self.seconds % one[0] == 0)
        return says(count=self.seconds // unit)

    def evolve(self, state: State) -> State:
        return replace(state, time=state.time + self.seconds)


class Wait(Ordering):
    """Let time of the story pass, outside combat."""

    path: ClassVar[str] = "gm-d6 scene time"
    line: ClassVar[str] = "let {number} {unit} pass"
    peaceful: ClassVar[tuple[Text, str]] = T_("In a combat its rounds are the time."), "D6-1-03"
    number: int = Field(description="how many", ge=1, le=1000, examples=[2, 30])
    unit: Literal["seconds", "minutes", "hours", "days"] = Field(description="of what")

    def obey(self, act: Act) -> None:
        """The clock of the story goes on (D6-1-06)."""
        length = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400}[self.unit]
        act.say(TimePassed(self.number * length), EVERYONE)


class TaskOver(Fact[State], frozen=True):
    """A task outside combat is done, and with it the Force Point that was spent on it."""

    says = N_("The task of {who} is done.")
    rule = "D6-3-06"
    who: Who

    def evolve(self, state: State) -> State:
        return with_turn(state, self.who, force="", points=0)


class EndTask(Ordering):
    """Say that somebody's task outside combat is done, and their Force Point with it."""

    path: ClassVar[str] = "gm-d6 task"
    line: ClassVar[str] = "task of {who} is over"
    peaceful: ClassVar[tuple[Text, str]] = T_("In a combat it lasts for the round."), "D6-3-05"
    who: Annotated[str, ANYBODY] = Field(description="whose", max_length=60)

    def obey(self, act: Act) -> None:
        """Codes are as they are written again (D6-3-06)."""
        act.play.seen(act.found.who.id, TaskOver(act.found.who.id))


class WeatherSet(Fact[State], frozen=True):
    """The weather is so."""

    says = Sentences(
        lambda fact: (fact.rain, fact.fog),
        {
            (False, False): N_("The weather is clear."),
            (True, False): N_("It rains."),
            (False, True): N_("There is fog."),
            (True, True): N_("It rains, and there is fog."),
        },
    )
    rule = "D6-6-10"
    makes = Writes("rain", "fog")
    rain: bool
    fog: bool


class Weather(Ordering):
    """Say what the weather is."""

    path: ClassVar[str] = "gm-d6 scene weather"
    line: ClassVar[str] = "weather {what}"
    what: Literal["clear", "rain", "fog", "rain and fog"] = Field(description="the weather")

    def obey(self, act: Act) -> None:
        """Rain or fog, or both, are one condition (D6-6-10)."""
        act.say(WeatherSet("rain" in self.what, "fog" in self.what), EVERYONE)


class RangeSet(Fact[State], frozen=True):
    """Distance of two from each other, in decimetres."""

    says = N_("{one} and {other} are {decimetres} m apart.")
    rule = "D6-6-03"
    one: Who
    other: Who
    decimetres: Metres

    def evolve(self, state: State) -> State:
        return replace(state, ranges={**state.ranges, pair(self.one, self.other): self.decimetres})


class SetRange(Ordering):
    """Say how far two are apart."""

    path: ClassVar[str] = "gm-d6 scene range"
    line: ClassVar[str] = "range of {one} to {other} is {metres}"
    one: Annotated[str, ANYBODY] = Field(description="who", max_length=60)
    other: Annotated[str, ANYBODY] = Field(description="to whom", max_length=60)
    metres: Annotated[str, METRES] = Field(description="metres, such as 12 or 2.9", max_length=10)

    def obey(self, act: Act) -> None:
        """That is the distance, whatever their places say (D6-6-03)."""
        one, other = act.found.one, act.found.other
        if one.id == other.id:
            act.look.no(Code.E_VALUE, T_("That is the same figure."), "D6-6-03")
        seen = EVERYONE if one.shown and other.shown else REFEREE
        act.say(RangeSet(one.id, other.id, act.found.metres), seen)


class Place(Ordering):
    """Put somebody somewhere, in metres, and face them."""

    path: ClassVar[str] = "gm-d6 scene place"
    line: ClassVar[str] = "place {who} at {x} {y}[ facing {facing}]"
    who: Annotated[str, ANYBODY] = Field(description="who", max_length=60)
    x: int = Field(description="metres to the right", ge=-5000, le=5000, examples=[0, 12])
    y: int = Field(description="metres ahead", ge=-5000, le=5000, examples=[0, 20])
    facing: int | None = Field(None, description="a bearing in degrees, 0 is ahead", ge=0, le=359)

    def obey(self, act: Act) -> None:
        """That is where they are (D6-7.3-02)."""
        who, facing = act.found.who, act.found.who.facing if self.facing is None else self.facing
        placed = replace(who, place=(self.x, self.y), facing=facing)
        note(act, who.id, Seen(placed), AT_METRES(x=term(str(self.x)), y=term(str(self.y))))


# Corrections


def _wound(look: Look, who: Figure, words: str) -> Wound:
    return Wound(chosen(look, words, Wound, N_("A wound is one of {known}, not “{words}”."), "D6-B-19"))


def _set_wound(act: Act, who: Figure, value: Wound) -> None:
    """A wound that the GM sets throws nobody down, and wakes who is well (D6-B-21)."""
    figure = replace(become(act.state, act.state.figures[who.id], value), prone=who.prone, out=0)
    note(act, who.id, Seen(figure), value.value)


def counted(field: str, most: int) -> Correction[Figure, int]:
    """A correction of a number that is written of somebody."""

    def apply(act: Act, who: Figure, value: int) -> None:
        sheet = replace(act.state.sheets[who.id], **{field: value})
        note(act, who.id, Written(sheet), f"{field} {value}")

    def beyond(look: Look, thing: Figure, words: str, least: int, most: int) -> Refused:
        why = N_("“{field}” is from {least} to {most}, not “{words}”.")
        return no(Code.E_VALUE, why, "D6-B-01", field=field, least=least, most=most, words=words)

    return figure(field, lambda look, thing: (0, most), beyond, apply)


FIELDS: tuple[Correction[Figure, Any], ...] = (
    Correction("wound", _wound, _set_wound, lambda look, thing: map(Option, tuple(Wound))),
    *(counted(field, most) for field, most in MOST.items()),
)
"""What the GM may set of somebody; codes and gear are set by `write` and `give`."""


class SetField(Ordering):
    """Set something of somebody's."""

    path: ClassVar[str] = "gm-d6 set"
    line: ClassVar[str] = "set {field} of {thing} to {value}"
    resolves: ClassVar[tuple[str, ...]] = ("thing",)
    field: Annotated[str, corrected(FIELDS)] = Field(description="which field", max_length=20)
    thing: Annotated[str, ANYBODY] = Field(description="whose", max_length=60)
    value: Annotated[str, Setting("a value", "thing", "field")] = Field(description="the value", max_length=40)

    def obey(self, act: Act) -> None:
        """It is so, whatever led to it (D6-2-09); heroism brings points back, selfishness costs them (D6-B-27)."""
        act.found.field.set(act, act.found.thing, act.found.value)


class WriteCode(Ordering):
    """Set somebody's code of a skill or an attribute."""

    path: ClassVar[str] = "gm-d6 write"
    line: ClassVar[str] = "write {what} as {code} for {who}"
    what: AnySkill = Field(description="a skill or an attribute", max_length=40, examples=["reflex", "dexterity"])
    code: str = Field(description="a die code, such as 4D+2", max_length=10, examples=["4D+2"])
    who: Annotated[str, ANYBODY] = Field(description="whose", max_length=60)

    def obey(self, act: Act) -> None:
        """It is written so on their sheet (D6-B-08)."""
        who: Figure = act.found.who
        sheet = coded(act.look, act.state.sheets[who.id], self.what, self.code)
        note(act, who.id, Written(sheet), f"{self.what} {self.code}")


class RuleInWords(HouseRuling):
    """Rule in words how a rule is played here: people keep to it, Umpire rules on as before."""

    path: ClassVar[str] = f"{GROUP.path} ruling-on"


class Give(Ordering):
    """Give somebody a weapon or armor."""

    path: ClassVar[str] = "gm-d6 give"
    line: ClassVar[str] = "give {item} to {who}"
    item: Gear = Field(description="a weapon or armor of the rules", max_length=40, examples=["blaster pistol"])
    who: Annotated[str, ANYBODY] = Field(description="to whom", max_length=60)

    def obey(self, act: Act) -> None:
        """They have it, loaded and in hand (D6-B-24)."""
        who: Figure = act.found.who
        note(act, who.id, Written(equipped(act.look, act.state.sheets[who.id], self.item)), self.item)

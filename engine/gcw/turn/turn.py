"""The turn: posted, edited, made final and played; and what follows from any change.

Rulebook: GCW-TRN, GCW-PST, register 0.7. What an earlier turn made illegal is dropped from it when it is played.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import field
from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.book import Group, afterwards, clock
from engine.clock import Instant, later
from engine.declared.changes import Watched
from engine.declared.sentences import Addressed
from engine.draft import Stage
from engine.game import EVERYONE, REFEREE, Fact, Seat, Table, only, ruled
from engine.gcw.acting import Action, PlayerOrder, final_instants
from engine.gcw.battles import close_battles
from engine.gcw.boarding.prizes import forget_foes, judge_captures
from engine.gcw.conflict import judge_conflicts
from engine.gcw.contacts import look_back
from engine.gcw.data.codes import Code
from engine.gcw.data.people import Flashpoint
from engine.gcw.economy.mending import contest, tend
from engine.gcw.figures.calendar import edit_closes, edit_ok, post_ok, turn_opens
from engine.gcw.galaxy.hyperspace import judge_entries
from engine.gcw.ground.forces import reckon
from engine.gcw.hangars import keep_hangars
from engine.gcw.look import BEGINNINGS, ENDINGS, At, Look, Obeying, Run, line_words, player, reason_recorded, when
from engine.gcw.look import Player as PlayerOf
from engine.gcw.moderating import ModeratorOrder, Ruled
from engine.gcw.people.flashpoints import ANNOUNCED, CastSet
from engine.gcw.people.neutral import ANSWER, replies
from engine.gcw.space.holding import judge_holds
from engine.gcw.state import NEUTRAL, NOBODY, Player, State, Turn, Unit, put, turn_changed, without
from engine.gcw.turn.drafting import DRAFT, DraftSet, acting, action_of, drafted_by, grouped, rehearse, written_out
from engine.gcw.turn.posts import tell_battle, tell_turn
from engine.gcw.world import CAMPAIGN, MENDED, World
from engine.look import Refused
from engine.noun import Found
from engine.report import News
from engine.text.lines import to_text
from engine.text.message import N_, NN_, Text, joined, quoted, recorded
from engine.text.names import by_likeness, shown

GROUP = Group("gcw turn", "Post, edit and finalise your turn")
BATTLE_GROUP = Group("gcw battle", "What your units do in your next turn")

LONGEST_STORY = 3000


def told(look: Look, story: str) -> str:
    """A story. Refuses POST_INCOMPLETE for one without a visible character (GCW-PST-01, -02)."""
    if not any(unicodedata.category(character)[0] not in "CZ" for character in story):
        look.refuse("POST_INCOMPLETE")
    return story


def posted_turn(look: Look) -> Turn | None:
    """The player's turn that is posted and not final."""
    return next((turn for turn in look.known.turns.values() if turn.seat == look.seat), None)


class Submit(PlayerOrder):
    """Post your turn: the drafted actions and a story."""

    path: ClassVar[str] = f"{GROUP.path} submit"
    line: ClassVar[str] = "submit {story}"
    sheet: ClassVar[bool] = False
    story: str = Field(
        description="what the galaxy reads of it", min_length=1, max_length=LONGEST_STORY, examples=["The fleet acts."]
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """A day after the last turn was posted (GCW-TRN-01). Else POST_TOO_SOON."""
        refused = look.inactive()
        if refused is not None:
            return refused
        last = look.known.players[look.viewer].last_turn
        opens = turn_opens(last)
        soon = opens is not None and post_ok(last, look.now) is not None
        return Refused(Code.POST_TOO_SOON, {"time": when(opens)}) if soon and opens is not None else None

    def check(self, look: Look, found: Found) -> None:
        """Refuses a story that nobody could read, and a draft of which a line would fail (GCW-TRN-04)."""
        told(look, self.story)
        rehearse(look, drafted_by(look))

    def obey(self, act: Obeying) -> None:
        """The turn is provisional from now on (GCW-TRN-01, -04, GCW-PST-01)."""
        story = told(act.look, self.story)
        lines, now = drafted_by(act.look), act.table.now
        number = act.state.last_turn + 1
        act.say(TurnPosted(number, act.seat, now, later(edit_closes(now), 1)), EVERYONE)
        act.say(TurnWritten(number, lines, story), only(act.seat))
        act.say(DraftSet(act.seat, ()), only(act.seat))


def changeable(look: Look) -> Refused | None:
    """Refuses NO_TURN, EDIT_CLOSED to change a posted turn (GCW-TRN-02)."""
    refused = look.inactive()
    if refused is not None:
        return refused
    last = look.known.players[look.viewer].last_turn
    turn = posted_turn(look)
    if turn is None:
        return Refused(Code.EDIT_CLOSED, {"time": when(edit_closes(last))}) if last is not None else Refused("NO_TURN")
    if turn.pressed is not None or edit_ok(turn.posted, look.now) is not None:
        return Refused(Code.EDIT_CLOSED, {"time": when(turn.pressed or edit_closes(turn.posted))})
    return None


class Edit(PlayerOrder):
    """Replace your posted turn by your draft, within 15 minutes."""

    path: ClassVar[str] = f"{GROUP.path} edit"
    shows: ClassVar[str] = "turn"
    line: ClassVar[str] = "edit[ {story}]"
    sheet: ClassVar[bool] = False
    story: str | None = Field(None, description="a new story; the old one stays if left out", max_length=LONGEST_STORY)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the posted turn may be changed."""
        return changeable(look)

    def check(self, look: Look, found: Found) -> None:
        """Refuses as a turn that is posted; NO_CHANGE for nothing new (GCW-TRN-02, -04)."""
        turn = posted_turn(look)
        assert turn is not None  # it is changeable
        if self.story is not None:
            told(look, self.story)
        rehearse(look, self.lines(look, turn))

    def lines(self, look: Look, turn: Turn) -> tuple[str, ...]:
        """The lines that the turn has then: those of the draft, or its own. Refuses NO_CHANGE."""
        lines = drafted_by(look)
        if lines or turn.recovered:
            return lines
        if self.story is None:
            look.refuse("NO_CHANGE")
        return turn.lines

    def obey(self, act: Obeying) -> None:
        """The draft takes the place of the posted actions; the time of posting stays (GCW-TRN-02, -04).

        An empty draft takes all actions away, if they were taken back before; else it leaves them as they are.
        """
        turn = posted_turn(act.look)
        assert turn is not None  # it is changeable
        story = told(act.look, self.story) if self.story is not None else turn.story
        act.say(TurnWritten(turn.id, self.lines(act.look, turn), story, turn.edits + 1), only(act.seat))
        act.say(DraftSet(act.seat, ()), only(act.seat))


class Recover(PlayerOrder):
    """Take your posted turn back into your draft, to edit it."""

    path: ClassVar[str] = f"{GROUP.path} recover"
    line: ClassVar[str] = "recover"
    shows: ClassVar[str] = "preview"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the posted turn may be changed."""
        return changeable(look)

    def obey(self, act: Obeying) -> None:
        """The posted actions are the draft, to be changed."""
        turn = posted_turn(act.look)
        assert turn is not None  # it is changeable
        act.say(TurnRecovered(turn.id), only(act.seat))
        act.say(DraftSet(act.seat, turn.lines), only(act.seat))


class Story(PlayerOrder):
    """Tell the story of a turn of yours anew."""

    path: ClassVar[str] = f"{GROUP.path} story"
    line: ClassVar[str] = "story {story}[ of turn {turn}]"
    sheet: ClassVar[bool] = False
    story: str = Field(
        description="what the galaxy reads of it from now on", min_length=1, max_length=LONGEST_STORY,
        examples=["As the fleet tells it now."],
    )  # fmt: skip
    turn: int | None = Field(None, description="the turn's number; your last one if left out", ge=1, le=1_000_000)

    def check(self, look: Look, found: Found) -> None:
        """Refuses NO_TURN for a turn that the player has not posted."""
        self.retold(look)

    def retold(self, look: Look) -> tuple[int, bool]:
        """The turn, by its number, and True if it is final."""
        waiting = [turn.id for turn in look.known.turns.values() if turn.seat == look.seat]
        final = [int(number) for number, author in look.known.told.items() if author == look.seat]
        number = self.turn if self.turn is not None else max((*waiting, *final), default=0)
        if number not in (*waiting, *final):
            look.refuse("NO_TURN")
        return number, number in final

    def obey(self, act: Obeying) -> None:
        """Another story, at any time; everybody reads it of a final turn (GCW-TRN-03)."""
        story, (number, over) = told(act.look, self.story), self.retold(act.look)
        act.say(StoryRetold(number, act.seat, story, over), EVERYONE if over else only(act.seat))


class Final(PlayerOrder):
    """Make your posted turn final now; it still waits for turns posted before it."""

    path: ClassVar[str] = f"{GROUP.path} final"
    line: ClassVar[str] = "final"
    sheet: ClassVar[bool] = False

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses NO_TURN without a posted turn, ALREADY_FINAL for one that was made final."""
        refused = look.inactive()
        if refused is not None:
            return refused
        turn = posted_turn(look)
        if turn is None:
            return Refused("NO_TURN")
        return Refused("ALREADY_FINAL") if turn.pressed is not None else None

    def obey(self, act: Obeying) -> None:
        """At once, unless a turn posted earlier is still provisional (GCW-TRN-04)."""
        turn = posted_turn(act.look)
        assert turn is not None  # it is ready
        act.say(TurnPressed(turn.id, act.table.now), EVERYONE)
        finals.run(act.world, act.table)


def named(turn: int) -> str:
    """Name of what is told to come of a turn that was posted: that it becomes final."""
    return f"turn {turn}"


class TurnPosted(Fact[State], frozen=True):
    """A turn was posted; everybody hears who posted it and when it becomes final, and no more (GCW-TRN-04)."""

    says = Addressed(
        "seat",
        N_("You have posted turn {turn}: final {at:T} ({at:R}), later only if an earlier turn is still open."),
        N_("{seat} has posted turn {turn}: final {at:T} ({at:R}), later only if an earlier turn is still open."),
    )
    rule = "GCW-TRN-04"
    decides = True
    turn: int
    seat: PlayerOf
    posted: Instant
    at: At = field(name="final_at")

    def evolve(self, state: State) -> State:
        author = state.players.get(self.seat)
        players = put(state.players, self.seat, replace(author, last_turn=self.posted)) if author else state.players
        turn = Turn(id=self.turn, seat=self.seat, posted=self.posted)
        return replace(state, players=players, turns=put(state.turns, str(self.turn), turn), last_turn=self.turn)

    def foretells(self) -> str:
        """Instant at which it becomes final."""
        return named(self.turn)


ACTIONS_HELD = NN_("{number} action", "{number} actions", "number")
CHANGES = NN_("{number} change", "{number} changes", "number")
HOLDS, HOLDS_AFTER = N_("Your turn {turn} holds {actions}."), N_("Your turn {turn} holds {actions} after {changes}.")


class TurnWritten(Fact[State], frozen=True):
    """Lines and story of a posted turn; its author's alone until it is final. `edits` counts changes (GCW-TRN-02)."""

    rule = "GCW-TRN-02"
    turn: int
    lines: tuple[str, ...]
    story: str
    edits: int = 0

    def evolve(self, state: State) -> State:
        return turn_changed(state, self.turn, lines=self.lines, story=self.story, edits=self.edits, recovered=False)

    def words(self, look: Look) -> Text:
        actions, changes = ACTIONS_HELD(number=len(self.lines)), CHANGES(number=self.edits)
        return (HOLDS_AFTER if self.edits else HOLDS)(turn=self.turn, actions=actions, changes=changes)


class TurnRecovered(Fact[State], frozen=True):
    """A turn's author took its actions back into the draft to change them (GCW-TRN-02)."""

    says = N_("The actions of your turn {turn} are in your draft again, to be changed.")
    rule = "GCW-TRN-02"
    turn: int

    def evolve(self, state: State) -> State:
        return turn_changed(state, self.turn, recovered=True)


YOU_PRESSED = N_(
    "You made your turn {turn} final: it can no longer be changed, and is played after the turns posted before it."
)
PRESSED = N_("{player} made turn {turn} final: it is played after the turns posted before it.")
HAS_POSTED = N_("{player} has posted turn {turn}.")
AUTHOR_PRESSED = N_("Its author made turn {turn} final: it is played after the turns posted before it.")


class TurnPressed(Fact[State], frozen=True):
    """A turn's author made it final early: everybody hears when it will be; it waits for earlier ones (GCW-TRN-04)."""

    rule = "GCW-TRN-04"
    turn: int
    at: Instant

    def evolve(self, state: State) -> State:
        return turn_changed(state, self.turn, pressed=self.at)

    def words(self, look: Look) -> Text | None:
        """Nothing of a turn that is played at once: that it is final is told then."""
        if dict(final_instants(look.known)).get(str(self.turn), look.now + 1) <= look.now:
            return None
        known = look.known.turns.get(str(self.turn))
        author = known.seat if known is not None else NOBODY
        sentence = YOU_PRESSED if look.mine(author) else PRESSED if author else AUTHOR_PRESSED
        return sentence(player=player(author), turn=self.turn)

    def foretells(self) -> str:
        """Instant at which it becomes final."""
        return named(self.turn)

    def became(self, look: Look) -> Text | None:
        """That it was posted, and no more: it waits for no time, as is told now."""
        known = look.known.turns.get(str(self.turn))
        return None if known is None else HAS_POSTED(player=player(known.seat), turn=self.turn)


class TurnFinal(Fact[State], frozen=True):
    """A turn has become final (register 0.7)."""

    says = Addressed("seat", N_("Your turn {turn} is final."), N_("{seat}'s turn {turn} is final."))
    rule = "GCW-TRN-04"
    decides = True
    closes = True
    turn: int
    seat: PlayerOf
    at: Instant

    def evolve(self, state: State) -> State:
        told = put(state.told, str(self.turn), self.seat)
        return replace(state, turns=without(state.turns, str(self.turn)), told=told)

    def foretells(self) -> str:
        """Its being final, which was told when it was posted."""
        return named(self.turn)

    def became(self, look: Look) -> Text:
        """That it was posted, and no more: that it is final is told now, wherever it was told that it would be."""
        return HAS_POSTED(player=player(self.seat), turn=self.turn)


DROPPED = N_("Dropped from your turn {turn}: “{line}”. {sentence}")


class ActionDropped(Fact[State], frozen=True):
    """An action that an earlier turn made illegal was dropped (register 0.7)."""

    turn: int
    line: str
    code: str
    sentence: str
    by_rule: str = field(default="", name="rule")

    def words(self, look: Look) -> News:
        words = DROPPED(turn=self.turn, line=line_words(look, self.line), sentence=recorded(self.sentence))
        return ruled(words, self.by_rule, decides=True)


TOLD_ANEW = N_("**{player}'s turn {turn}**, told anew")


class StoryRetold(Fact[State], frozen=True):
    """The story of a turn is another; its author's alone while the turn is provisional (GCW-TRN-03)."""

    rule = "GCW-TRN-03"
    turn: int
    seat: Seat
    story: str
    final: bool

    def evolve(self, state: State) -> State:
        return state if self.final else turn_changed(state, self.turn, story=self.story)

    def words(self, look: Look) -> Text:
        return joined("", (TOLD_ANEW(player=player(self.seat), turn=self.turn), quoted(self.story)))


def last_lines(seat: Seat, heard: Iterable[Fact[State]]) -> tuple[str, ...]:
    """The lines of a player's last final turn that had any; what was heard latest comes first (GCW-TRN-04)."""
    final = set()
    for fact in heard:
        if isinstance(fact, TurnFinal) and fact.seat == seat:
            final.add(fact.turn)
        elif isinstance(fact, TurnWritten) and fact.turn in final:
            if fact.lines:
                return fact.lines
            final.remove(fact.turn)
    return ()


def next_final(state: State) -> Instant | None:
    """Instant at which the next provisional turn becomes final."""
    return min((at for _, at in final_instants(state)), default=None)


@clock(next=next_final, priority=61)
def finals(world: World, table: Table[State]) -> None:
    """Makes final every turn whose time has come, in order, after whatever arrives at the same instant (register 7.2);
    entries between them as they were ordered (GCW-TRN-04, -05, -12).
    """
    judge_entries(world, table)
    while True:
        ready = [number for number, at in final_instants(table.state) if at <= table.now]
        if not ready:
            return
        finalise(world, table, table.state.turns[ready[0]])
        judge_entries(world, table)


@by_likeness()
def finalise(world: World, table: Table[State], turn: Turn) -> None:
    """Play a turn for good (register 0.7)."""
    table.say(TurnFinal(turn.id, turn.seat, table.now), EVERYONE)
    run = Run(world, table, turn.seat, real=True, posted=turn.posted)
    for stage in BEGINNINGS:
        stage(run)
    for number, refusal in DRAFT.play(run, turn.lines):
        why = reason_recorded(world, table, refusal)
        table.say(ActionDropped(turn.id, turn.lines[number], refusal.code, why, refusal.rule), only(turn.seat))
    played_out(run, turn.posted)
    tell_turn(run, turn)
    for answer, system in replies(run):
        tell_battle(answer, system, ANSWER)
    close_battles(table)


def played_out(run: Run, posted: Instant) -> None:
    """End what is over with a turn whose lines were played, and judge what they led to (register 0.7)."""
    world, table = run.world, run.table
    for _, ending in sorted(ENDINGS, key=lambda ending: ending[0]):
        ending(run)
    judge_captures(world, table, by=run.seat, told=run.told)
    forget_foes(world, table)
    judge_holds(world, table)
    reckon(world, table, posted)


STORY = "The units of {title} act."
ORDERED = "A moderator gave the units of {title} their orders."


def cast_there(state: State, point: Flashpoint) -> list[Unit]:
    """The units of a flashpoint that are there and nobody's but its own (GCW-FLP-01)."""
    cast = state.casts.get(point.code)
    units = [state.units[unit] for unit in cast.units if unit in state.units] if cast is not None else []
    return [unit for unit in units if unit.owner == NEUTRAL]


def rested(look: Look, point: Flashpoint, found: Found) -> Refused | None:
    """NO_CAST for a flashpoint without units, POST_TOO_SOON within a day of their last orders (GCW-TRN-01)."""
    cast = look.known.casts.get(point.code)
    if cast is None or not cast_there(look.known, point):
        return Refused("NO_CAST", {"title": point.title})
    opens = turn_opens(cast.ran_at)
    return Refused(Code.POST_TOO_SOON, {"time": when(opens)}) if opens is not None and look.now < opens else None


class RunFlashpoint(ModeratorOrder):
    """Order a flashpoint's units, once in 24 hours."""

    path: ClassVar[str] = "gm-gcw events run"
    line: ClassVar[str] = "flashpoint run {flashpoint} with {orders}"
    flashpoint: Annotated[str, ANNOUNCED.that(rested)] = Field(description="the flashpoint", max_length=60)
    orders: str = Field(
        description="semicolons between", min_length=1, max_length=1000,
        examples=["fire all ships at Contact 1"],
    )  # fmt: skip

    def check(self, look: Look, found: Found) -> None:
        """Refuses them all for one that is refused, and NOT_OF_CAST (GCW-FLP-01)."""
        stage = Stage(look.known, look.now, look.refusals)
        run = Run(look.world, stage, NEUTRAL, real=True, posted=look.now)
        self._play(run, found.flashpoint, cast_there(look.known, found.flashpoint))

    def correct(self, act: Act[World, State]) -> None:
        """Its units do what any unit may, to what they see. Everybody hears that they had orders, and reads of a battle
        (GCW-FLP-01, GCW-TRN-01).
        """
        point: Flashpoint = act.found.flashpoint
        cast, there = act.state.casts[point.code], cast_there(act.state, point)
        run = Run(act.world, act.table, NEUTRAL, real=True, posted=act.table.now)
        self._play(run, point, there)
        played_out(run, act.table.now)
        for system, battle in sorted(act.state.battles.items()):
            if NEUTRAL in battle.parties and any(unit.system == system for unit in there):
                tell_battle(run, system, STORY.format(title=point.title))
        close_battles(act.table)
        act.say(CastSet(replace(cast, ran_at=act.table.now)), REFEREE)
        act.say(Ruled(ORDERED.format(title=point.title)), EVERYONE)

    def _play(self, run: Run, point: Flashpoint, there: list[Unit]) -> None:
        """Play the orders, all by units that are the flashpoint's; "all ships" are those of it."""
        for stage in BEGINNINGS:
            stage(run)
        lines: list[str] = []
        ours = {unit.id: unit.name for unit in there}
        for words in filter(None, map(str.strip, self.orders.split(";"))):
            actions = written_out(run.look, action_of(words), map(action_of, lines))
            if len(actions) > 1:
                actions = [action for action in actions if getattr(action, grouped(type(action))) in ours.values()]
            lines += [to_text(acting(action).lasting(run.look), Action.kinds) for action in actions]
        for _, refusal in DRAFT.play(run, lines):
            raise refusal.again()
        for key in run.uses:
            unit = run.state.units.get(key)
            if unit is not None and unit.owner == NEUTRAL and key not in ours:
                units = ", ".join(one.name for one in there if not one.docked)
                run.table.refuse("NOT_OF_CAST", unit=shown(unit.name), title=point.title, units=units)


BATTLE = Watched("units", "holds", "owners", "access", "hostile", "battles", "presets")
WORLDLY = Watched("units", "holds", "owners", "access", "hostile", "battles", "presets", "bindings")
"""What captures, holds, repairs and sight depend on besides the players, in a skirmish and in a campaign."""


def penniless(state: State) -> list[Player]:
    """The players of a state, whatever they have: nothing of what is settled hangs on money."""
    return [replace(player, treasury=0, credit=0) for player in state.players.values()]


@afterwards
def settle(world: World, table: Table[State], before: State) -> None:
    """Judge holds, look after repairs and date what is no more in sight, if anything changed that they depend on."""
    campaign = world.version >= CAMPAIGN
    if (WORLDLY if campaign else BATTLE).same(before, table.state) and (
        before.players is table.state.players or (campaign and penniless(before) == penniless(table.state))
    ):
        return
    standing = table.state.units
    judge_captures(world, table)
    if table.state.units is not standing:
        close_battles(table)
    forget_foes(world, table)
    judge_holds(world, table)
    if campaign:
        judge_conflicts(world, table)
    elif world.version >= MENDED:
        contest(world, table)
    tend(world, table)
    keep_hangars(world, table)
    look_back(table, world, before)

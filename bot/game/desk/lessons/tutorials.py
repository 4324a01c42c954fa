"""Tutorials: games for one, on a clock of their own, that listen to what the pupil does and tell the next lesson.

How far somebody came stands in the log of the game, a command `lesson` for each that was begun: written together with
the order that ended the lesson before, so that nothing is told twice, and a month later it goes on there.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.answers import DONE, Reply
from bot.game.desk.lessons.staging import Cast, Staging
from bot.game.desk.lobby import Lobby, NewGame
from bot.game.game_cache import GameCache
from bot.game.rulebooks import Rulebooks
from bot.game.step import Aside, Step
from bot.game.transaction import Transactions
from bot.posts.lessons import buttons_of, told
from bot.posts.news import DECIDES, Letter, post, target_of
from bot.render.mentions import person
from engine.game import Refusal, Seat
from engine.pack.course import Lesson, Objective, Tutorial
from engine.text.lines import to_text
from engine.text.message import N_, T_, joined, said, term
from storage.records import Game, Place
from storage.store import Store

LESSON = "lesson"
"""The kind of command that begins a lesson."""

CALLED = N_("Tutorial: {rulebook}")
NO_TUTORIAL, THERE_ARE = N_("There is no tutorial of '{word}'."), N_("There are: {names}.")
NONE_YET = T_("none yet")
OVER, ANEW = T_("This tutorial is over."), T_("`/start tutorial` begins it anew.")
NOT_YOURS, ON = T_("This tutorial is not yours, or is over."), T_("On to the next lesson.")


class Tutorials:
    """Begins tutorials, listens in them, and goes on with their lessons."""

    def __init__(
        self, store: Store, games: GameCache, lobby: Lobby, staging: Staging, transactions: Transactions
    ) -> None:
        self._store, self._games, self._lobby, self._staging = store, games, lobby, staging
        self._transactions, self._rulebooks = transactions, games.rulebooks
        transactions.listens = self._listen

    async def of(self, guild: int, user: int, rulebook: str) -> Game | None:
        """The tutorial of a rulebook that somebody is in the middle of."""
        games = await self._store.games(guild, user=user, rulebook=rulebook, tutorials=True)
        return next((game for game in reversed(games) if game.tutorial and game.status == "running"), None)

    async def begin(self, wanted: str, *, guild: int, channel: int, user: int, interaction: str = "") -> Game:
        """A new tutorial of a rulebook, in a private thread of a channel; one that the user is in ends.

        Raises Refusal for a rulebook that has none.
        """
        tutorial = tutorial_of(self._rulebooks, wanted)
        former = await self.of(guild, user, wanted)
        called = CALLED(rulebook=term(self._rulebooks.current(wanted).title))
        named = NewGame(wanted, called, tutorial.options, tutorial=True)
        game = await self._lobby.create(named, guild=guild, channel=channel, user=user, interaction=interaction)
        if former is not None and former.id != game.id:
            await self._give_way(former, game, tutorial.seat)

        async def work(step: Step) -> Reply:
            if step.row.status != "lobby":
                return Reply(DONE)
            step.change(paused_at=step.wall)
            cast = Cast({tutorial.seat: user, **dict.fromkeys(tutorial.others)}, tutorial.umpire)
            await self._staging.begin(step, cast, user)
            await self._staging.play(step, tutorial.script, 0)
            _begin(step, tutorial, 0)
            _tell(step, tutorial, 0, call=True)
            return Reply(DONE)

        await self._transactions.act(game.id, work)
        return await self._store.game(game.id)

    async def _give_way(self, former: Game, game: Game, seat: str) -> None:
        """End a tutorial; another goes on in its thread."""

        async def work(step: Step) -> Reply:
            if step.row.status == "running":
                _end(step)
            return Reply(DONE)

        await self._transactions.act(former.id, work)
        topic = f"seat:{seat}"
        place = await self._store.place(former.id, topic)
        if place is not None:
            await self._store.drop_place(former.id, topic)
            await self._store.set_place(Place(game.id, topic, place.channel))

    async def again(self, game: Game) -> None:
        """Tell the lesson of a tutorial once more, for whoever comes back to it."""
        tutorial = tutorial_of(self._rulebooks, game.rulebook)

        async def work(step: Step) -> Reply:
            _tell(step, tutorial, await self._reached(step) - 1, call=True)
            return Reply(DONE)

        await self._transactions.act(game.id, work)

    async def lesson(self, game: Game) -> Lesson:
        """The lesson that a tutorial is at. Raises Refusal where it is over."""
        begun = sum(command.kind == LESSON for command in await self._store.commands(game.id))
        lessons = tutorial_of(self._rulebooks, game.rulebook).lessons
        if game.status != "running" or begun > len(lessons):
            raise Refusal("GAME", OVER, fix=ANEW)
        return lessons[begun - 1]

    async def skip(self, game: Game, *, user: int, interaction: str = "") -> Reply:
        """Go on to the next lesson, whatever was asked for in this one. Raises Refusal for anybody but the pupil."""
        tutorial = tutorial_of(self._rulebooks, game.rulebook)

        async def work(step: Step) -> Reply:
            if step.seats.get(tutorial.seat) != user or step.row.status != "running":
                raise Refusal("GAME", NOT_YOURS)
            await self._go_on(step, tutorial, await self._reached(step))
            return Reply(ON)

        return await self._transactions.act(game.id, work, interaction=interaction)

    async def looked(self, game_id: int, seat: str | None, view: str, about: str = "") -> None:
        """Hear that a seat asked for a view: in a tutorial that may be what the lesson is about."""
        game = await self._store.game(game_id)
        if not game.tutorial or game.status != "running":
            return
        tutorial = tutorial_of(self._rulebooks, game.rulebook)

        async def work(step: Step) -> Reply:
            at = await self._reached(step)
            if seat == tutorial.seat and step.row.status == "running" and at <= len(tutorial.lessons):
                until = tutorial.lessons[at - 1].until
                if any(one.view == view and one.about.casefold() in about.casefold() for one in until):
                    await self._go_on(step, tutorial, at)
            return Reply(DONE)

        await self._transactions.act(game.id, work)

    async def _listen(self, step: Step) -> None:
        """Hear what a step of a tutorial was, and go on where it is what the lesson, or one to come, is about."""
        course = self._rulebooks.courses.get(step.row.rulebook)
        fresh = any(command.kind == LESSON for command in step.commands)
        if course is None or course.tutorial is None or fresh or step.row.status != "running":
            return
        tutorial = course.tutorial
        at = await self._reached(step)
        if not at:
            return  # no lesson was begun: a table of rolls, which is in no list either
        for number in range(at, len(tutorial.lessons) + 1):
            if await self._met(step, Seat(tutorial.seat), tutorial.lessons[number - 1].until):
                await self._go_on(step, tutorial, number, since=at)
                return

    async def _met(self, step: Step, pupil: Seat, until: Sequence[Objective]) -> bool:
        """True if an order that the pupil gave in this step, or a fact that they heard, is what is waited for."""
        rules, codec = step.loaded.rules, step.loaded.codec
        for command in step.commands:
            if command.kind == "order" and command.seat == pupil and not command.refusal:
                order = codec.order(command.body)
                line = to_text(order, rules.orders).casefold() if order.sheet else ""
                if any(objective.order == order.path and objective.about.casefold() in line for objective in until):
                    return True
        for heard in step.said:
            named = [one for one in until if one.fact == type(heard.fact).__name__ and heard.to.includes(pupil)]
            for objective in named:
                if not objective.about:
                    return True
                known = step.heard(pupil, (await self._games.knowledge(step.loaded, [pupil]))[pupil])
                news = rules.tell(known, heard, pupil)
                if news is not None and objective.about.casefold() in news.text.casefold():
                    return True
        return False

    async def _reached(self, step: Step) -> int:
        """Number of lessons that were begun."""
        log = [*await self._store.commands(step.row.id), *step.commands]
        return sum(command.kind == LESSON for command in log)

    async def _go_on(self, step: Step, tutorial: Tutorial, over: int, since: int | None = None) -> None:
        """Begin the lesson after the one of that number (from 1), and play what comes before it; or end the tutorial.

        `since` is the lesson that was the pupil's, where several are over at once.
        """
        step.aside = Aside(step.row.sequence, step.row.clock_offset)
        for number in range(since or over, min(over + 1, len(tutorial.lessons))):
            await self._staging.play(step, tutorial.lessons[number].before, 0)
            _begin(step, tutorial, number)
        if over < len(tutorial.lessons):
            _tell(step, tutorial, over)
        else:
            _post(step, tutorial, Letter(tutorial.farewell))
            _end(step)


def tutorial_of(rulebooks: Rulebooks, rulebook: str) -> Tutorial:
    """The tutorial of a rulebook. Raises Refusal where there is none."""
    course = rulebooks.courses.get(rulebook)
    if course is None or course.tutorial is None:
        there = sorted(name for name, one in rulebooks.courses.items() if one.tutorial is not None)
        fix = THERE_ARE(names=joined(", ", map(term, there)) or NONE_YET)
        raise Refusal("RULEBOOK", said(NO_TUTORIAL, word=rulebook), fix=fix)
    return course.tutorial


def _begin(step: Step, tutorial: Tutorial, at: int) -> None:
    """Note that the lesson at that place (from 0) begins."""
    step.note(LESSON, seat=tutorial.seat, body=tutorial.lessons[at].title)


def _tell(step: Step, tutorial: Tutorial, at: int, call: bool = False) -> None:
    """Post the lesson at that place (from 0); `call` its pupil to it."""
    user = step.seats.get(tutorial.seat)
    words, mentions = told(tutorial, at), (user,) if call and user is not None else ()
    text = joined("\n", (*map(person, mentions), words))
    _post(step, tutorial, Letter(text, mentions=mentions, buttons=buttons_of(step.row.id, tutorial, at)))


def _post(step: Step, tutorial: Tutorial, letter: Letter) -> None:
    """Post something to the pupil, after all else of the step."""
    step.last += post(step.row, target_of(step.row.id, tutorial.seat, ""), letter, step.wall, DECIDES)


def _end(step: Step) -> None:
    """End a tutorial for good: nothing hidden in it is worth a key."""
    step.note("end")
    step.change(status="ended", paused_at=None, ended_at=step.wall, closed_at=step.wall)

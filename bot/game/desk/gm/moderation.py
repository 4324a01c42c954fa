"""Steps that moderators take: the clock, announcing, ending, taking back."""

from __future__ import annotations

from bot.game.answers import Reply
from bot.game.desk.gm.rewinding import Back, changing, mark_posts, rewound
from bot.game.game_cache import GameCache
from bot.game.rulings import Rulings
from bot.game.step import REOPENABLE, Step
from bot.game.transaction import Transactions
from bot.posts.announcing import proclaimed
from bot.posts.news import DECIDES, PUBLIC, post, target_of
from bot.render.lengths import length
from bot.render.mentions import place_named
from engine.clock import DAY, Instant
from engine.game import Dated, Refusal, Timed
from engine.text.message import N_, NN_, NOTHING, T_, Message, Text, joined, name, spaced, stamp, term
from storage.store import Store

LONGEST_MOVE = 366 * DAY
"""Seconds that a game's clock is moved at most at once."""


REASON, REASON_ENDED = N_("Reason: {reason}."), N_("Reason: {reason}")
"""A reason, and one that ends as a sentence does."""

NOT_RUNNING, NOT_PAUSED = N_("{game} is not running."), N_("{game} is not paused.")
IS_PAUSED, STANDS = N_("{game} is paused."), N_("{game} is paused; its deadlines stand still[: {clocks}].")
GOES_ON, GOES_ON_LATER = N_("{game} goes on."), N_("{game} goes on; every deadline is {time} later.")
NOTHING_DUE = N_("Nothing is due by the clock in {game}: there is no deadline to move.")
LATER, GAME_LATER = N_("Every deadline is {time} later."), N_("{game}: every deadline is {time} later.")
BY_CALENDAR, MOVED = T_("What goes by the calendar stays."), N_("- {seat}: {what}, {before} is now {after}")
FURTHER, GAME_FURTHER = N_("The clock is {time} further."), N_("{game}: the clock is {time} further.")
ENDED, ENDED_ALREADY = N_("{game} has ended."), N_("{game} has ended already.")
TAKES_BACK, NOT_ENDED = N_("Until {closes} `/gm reopen` takes that back."), N_("{game} has not ended.")
CLOSED = N_("{game} was closed[ {at}]: what was hidden in it is shown, so it stays over.")
OPEN, OPEN_PAUSED = (
    N_("{game} is open again, and goes on."),
    N_("{game} is open again, and is paused as it was before."),
)
OPEN_LATER = N_("{game} is open again, and goes on; every deadline is {time} later.")
POSTED = T_("It will be posted in the game's channel.")
SAME_CHANNEL = N_("{channel} is the channel of {game} already.")
HERE = N_("{game} is played here from now on.")
THERE = N_("{game} is played in {channel} from now on; what waited is posted there.")
TOOK_BACK = NN_(
    "A moderator took back the latest command, of {at}.",
    "A moderator took back the latest {count} commands, all since {at}.",
    "count",
)
BOLD, CLOCK_BACK, OF_GAME = N_("**{game}**"), N_("The clock goes back by {time}."), N_("{game}: {told}")
NEXT, UP_TO = N_("Next deadline: {at}."), N_("The clock is moved by up to {time} at once.")


def _because(reason: str) -> Text:
    """The reason as a sentence of its own; "" for none."""
    says = REASON_ENDED if reason.endswith((".", "!", "?")) else REASON
    return says(reason=name(reason)) if reason else NOTHING


def _game(step: Step) -> Text:
    """The name of a game, as an announcement begins with it."""
    return BOLD(game=name(step.row.name))


class Moderation:
    """Steps that only moderators take; whoever calls has checked that they are."""

    def __init__(self, store: Store, games: GameCache, transactions: Transactions, rulings: Rulings) -> None:
        self._store, self._games, self._transactions, self._rulings = store, games, transactions, rulings

    async def pause(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Stop the game's clock: no orders and no deadlines until it is resumed."""

        async def work(step: Step) -> Reply:
            _require(step, "running", NOT_RUNNING)
            step.note("pause", user=user, body=reason)
            step.change(status="paused", paused_at=step.wall)
            rules = step.loaded.rules
            clocks = term(rules.clocks) if isinstance(rules, Timed) else NOTHING
            step.announce(spaced(STANDS(game=_game(step), clocks=clocks), _because(reason)), priority=DECIDES)
            return Reply(IS_PAUSED(game=name(step.row.name)))

        return await self._transactions.act(game, work, interaction=interaction)

    async def resume(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Let the clock run on: every deadline is later by the length of the pause."""

        async def work(step: Step) -> Reply:
            _require(step, "paused", NOT_PAUSED)
            stood = step.wall - (step.row.paused_at or step.wall)
            step.note("resume", user=user, body=reason)
            step.change(status="running", paused_at=None, clock_offset=step.row.clock_offset + stood)
            await self._rulings.keep_calendar(step, user)
            step.settle()
            text = (GOES_ON_LATER if stood else GOES_ON)(game=_game(step), time=length(stood))
            step.announce(spaced(text, _next(step), _because(reason)), priority=DECIDES)
            return Reply(spaced(GOES_ON(game=name(step.row.name)), _next(step)))

        return await self._transactions.act(game, work, interaction=interaction)

    async def extend(self, game: int, seconds: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Move every deadline later. The game's clock stands until the wall has caught up with it."""

        async def work(step: Step) -> Reply:
            _require_started(step)
            _require_length(seconds)
            if step.loaded.due(step.state) is None:
                told = NOTHING_DUE(game=name(step.row.name))
                raise Refusal("CLOCK", told, fix=T_("`/gm pause` has everybody wait."))
            step.note("extend", user=user, body=f"{seconds} {reason}".strip())
            offset = step.row.clock_offset
            step.change(clock_offset=offset + seconds)
            await self._rulings.keep_calendar(step, user)
            step.settle()
            public = (await self._games.knowledge(step.loaded, [PUBLIC]))[PUBLIC]
            moved = [
                MOVED(
                    seat=name(awaited.seat),
                    what=term(awaited.theirs),
                    before=stamp(Instant(awaited.until + offset)),
                    after=stamp(Instant(awaited.until + offset + seconds)),
                )
                for awaited in step.loaded.rules.awaits(public)
                if awaited.until is not None
            ]
            calendar = BY_CALENDAR if isinstance(step.loaded.rules, Dated) else NOTHING
            first, reply = (
                joined("\n", [spaced(says(game=_game(step), time=length(seconds)), calendar, _next(step)), *moved])
                for says in (GAME_LATER, LATER)
            )
            step.announce(spaced(first, _because(reason)), priority=DECIDES)
            return Reply(reply)

        return await self._transactions.act(game, work, interaction=interaction)

    async def advance(self, game: int, seconds: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Move the game's clock forward: what falls due by that happens at once, in order."""

        async def work(step: Step) -> Reply:
            _require_started(step)
            _require_length(seconds)
            step.note("advance", user=user, body=f"{seconds} {reason}".strip())
            step.change(clock_offset=step.row.clock_offset - seconds)
            step.advanced += seconds
            await self._rulings.let_lapse(step)
            step.settle()
            time, deadline = length(seconds), _next(step)
            first = GAME_FURTHER(game=_game(step), time=time)
            step.announce(spaced(first, deadline, _because(reason)), priority=DECIDES)
            return Reply(spaced(FURTHER(time=time), deadline))

        return await self._transactions.act(game, work, interaction=interaction)

    async def end(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """End a game: for a day it stands still and can be reopened; then it is closed, and what was hidden shown."""

        async def work(step: Step) -> Reply:
            if step.row.status == "ended":
                raise Refusal("GAME", ENDED_ALREADY(game=name(step.row.name)))
            step.end(user, reason, spaced(ENDED(game=_game(step)), _because(reason)))
            back = TAKES_BACK(closes=stamp(Instant(step.wall + REOPENABLE)))
            return Reply(spaced(ENDED(game=name(step.row.name)), back))

        return await self._transactions.act(game, work, interaction=interaction)

    async def reopen(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Let a game that was ended within the last day go on as it stood; a paused one stays paused."""

        async def work(step: Step) -> Reply:
            row, game = step.row, name(step.row.name)
            if row.ended_at is None or row.paused_at is None or row.closed_at is not None:
                if row.status != "ended":
                    raise Refusal("GAME", NOT_ENDED(game=game))
                closed = stamp(Instant(row.closed_at)) if row.closed_at is not None else NOTHING
                raise Refusal("GAME", CLOSED(game=game, at=closed))
            step.note("reopen", user=user, body=reason)
            step.change(status="paused", ended_at=None)
            stood = step.wall - row.ended_at
            if row.paused_at == row.ended_at:
                step.change(status="running", paused_at=None, clock_offset=row.clock_offset + stood)
            await self._rulings.keep_calendar(step, user)
            step.settle()
            runs = step.row.status == "running"
            says, deadline = (OPEN_LATER if stood else OPEN, _next(step)) if runs else (OPEN_PAUSED, NOTHING)
            time = length(stood)
            step.announce(spaced(says(game=_game(step), time=time), deadline, _because(reason)), priority=DECIDES)
            return Reply(spaced(says(game=game, time=time), deadline))

        return await self._transactions.act(game, work, interaction=interaction)

    async def announce(self, game: int, text: str, *, ping: bool = False, user: int, interaction: str = "") -> Reply:
        """Post a moderator's words to the game's channel, in the form that the guild has set; `ping` mentions everybody
        who sits in the game.
        """

        async def work(step: Step) -> Reply:
            sitting = tuple(sorted(player for player in step.seats.values() if player is not None)) if ping else ()
            step.note("announce", user=user, body=text)
            settings = await self._store.settings(step.row.guild)
            letter = proclaimed(settings, step.row, text, user, step.wall, sitting)
            step.posts += post(step.row, target_of(game, PUBLIC, ""), letter, step.wall, DECIDES)
            return Reply(POSTED)

        return await self._transactions.act(game, work, interaction=interaction)

    async def move(self, game: int, channel: int, *, user: int, interaction: str = "") -> Reply:
        """Give a game another channel (one where it can be played); what waited for the one before is posted there."""

        async def work(step: Step) -> Reply:
            place = await self._store.place(game, "")
            if place is not None and place.channel == channel:
                raise Refusal("CHANNEL", SAME_CHANNEL(channel=place_named(channel), game=name(step.row.name)))
            await self._store.move(game, channel)
            step.note("channel", user=user, body=f"<#{channel}>")
            step.announce(HERE(game=_game(step)), priority=DECIDES)
            return Reply(THERE(game=name(step.row.name), channel=place_named(channel)))

        reply = await self._transactions.act(game, work, interaction=interaction)
        self._transactions.posted.mend()
        return reply

    async def rewind(
        self, game: int, wanted: int | Back, *, user: int, reason: str = "", interaction: str = ""
    ) -> Reply:
        """Take back the latest commands that changed something, so many or as far as named; the game's opening stays.

        Nothing is deleted: the log marks what was taken back, and by whom, and so do the posts that came of it.
        """

        async def work(step: Step) -> Reply:
            _require_started(step)
            first, upto = step.row.clock_offset, step.row.sequence
            plan = await rewound(self._store, step, wanted)
            step.undone = (plan.last + 1, upto)
            step.note("rewind", user=user, body=f"{plan.last} {reason}".strip())
            await self._rulings.keep_calendar(step, user)
            step.settle()
            told = TOOK_BACK(count=len(changing(plan.gone)), at=stamp(Instant(plan.gone[0].wall)))
            clock = CLOCK_BACK(time=length(plan.back)) if step.row.clock_offset != first else NOTHING
            told = spaced(told, clock, _next(step))
            await mark_posts(self._store, step, plan)
            step.announce(spaced(OF_GAME(game=_game(step), told=told), _because(reason)), priority=DECIDES)
            return Reply(told)

        return await self._transactions.act(game, work, interaction=interaction, lapsing=False)


def _require(step: Step, status: str, lacking: Message) -> None:
    if step.row.status != status:
        raise Refusal("GAME", lacking(game=name(step.row.name)))


def _require_started(step: Step) -> None:
    if step.row.status not in ("running", "paused"):
        raise Refusal("GAME", NOT_RUNNING(game=name(step.row.name)))


def _require_length(seconds: int) -> None:
    if not 0 < seconds <= LONGEST_MOVE:
        raise Refusal("CLOCK", UP_TO(time=length(LONGEST_MOVE)))


def _next(step: Step) -> Text:
    """The next deadline in words, if there is one."""
    return NOTHING if step.row.due_at is None else NEXT(at=stamp(Instant(step.row.due_at)))

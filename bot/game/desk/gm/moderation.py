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
from engine.clock import DAY, Instant
from engine.game import Dated, Refusal, Timed
from engine.report import stamp
from engine.text.names import shown
from storage.store import Store

LONGEST_MOVE = 366 * DAY
"""Seconds that a game's clock is moved at most at once."""


def _because(reason: str) -> str:
    """The reason as a sentence of its own; "" for none."""
    return f" Reason: {shown(reason)}{'' if reason.endswith(('.', '!', '?')) else '.'}" if reason else ""


class Moderation:
    """Steps that only moderators take; whoever calls has checked that they are."""

    def __init__(self, store: Store, games: GameCache, transactions: Transactions, rulings: Rulings) -> None:
        self._store, self._games, self._transactions, self._rulings = store, games, transactions, rulings

    async def pause(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Stop the game's clock: no orders and no deadlines until it is resumed."""

        async def work(step: Step) -> Reply:
            _require(step, "running", "is not running")
            step.note("pause", user=user, body=reason)
            step.change(status="paused", paused_at=step.wall)
            rules = step.loaded.rules
            which = f": {rules.clocks}" if isinstance(rules, Timed) else ""
            paused = f"**{shown(step.row.name)}** is paused; its deadlines stand still{which}."
            step.announce(f"{paused}{_because(reason)}", priority=DECIDES)
            return Reply(f"{shown(step.row.name)} is paused.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def resume(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Let the clock run on: every deadline is later by the length of the pause."""

        async def work(step: Step) -> Reply:
            _require(step, "paused", "is not paused")
            stood = step.wall - (step.row.paused_at or step.wall)
            step.note("resume", user=user, body=reason)
            step.change(status="running", paused_at=None, clock_offset=step.row.clock_offset + stood)
            await self._rulings.keep_calendar(step, user)
            step.settle()
            text = f"**{shown(step.row.name)}** goes on{f'; every deadline is {length(stood)} later' if stood else ''}."
            step.announce(f"{text}{_next(step)}{_because(reason)}", priority=DECIDES)
            return Reply(f"{shown(step.row.name)} goes on.{_next(step)}")

        return await self._transactions.act(game, work, interaction=interaction)

    async def extend(self, game: int, seconds: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Move every deadline later. The game's clock stands until the wall has caught up with it."""

        async def work(step: Step) -> Reply:
            _require_started(step)
            _require_length(seconds)
            if step.loaded.due(step.state) is None:
                told = f"Nothing is due by the clock in {shown(step.row.name)}: there is no deadline to move."
                raise Refusal("CLOCK", told, fix="`/gm pause` has everybody wait.")
            step.note("extend", user=user, body=f"{seconds} {reason}".strip())
            offset = step.row.clock_offset
            step.change(clock_offset=offset + seconds)
            await self._rulings.keep_calendar(step, user)
            step.settle()
            public = (await self._games.knowledge(step.loaded, [PUBLIC]))[PUBLIC]
            moved = [
                f"- {shown(one.seat)}: {one.what}, {stamp(Instant(one.until + offset))} is now "
                f"{stamp(Instant(one.until + offset + seconds))}"
                for one in step.loaded.rules.awaits(public)
                if one.until is not None
            ]
            calendar = " What goes by the calendar stays." if isinstance(step.loaded.rules, Dated) else ""
            text = "\n".join([f"every deadline is {length(seconds)} later.{calendar}{_next(step)}", *moved])
            step.announce(f"**{shown(step.row.name)}**: {text}{_because(reason)}", priority=DECIDES)
            return Reply(f"E{text[1:]}")

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
            text = f"the clock is {length(seconds)} further.{_next(step)}"
            step.announce(f"**{shown(step.row.name)}**: {text}{_because(reason)}", priority=DECIDES)
            return Reply(f"T{text[1:]}")

        return await self._transactions.act(game, work, interaction=interaction)

    async def end(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """End a game: for a day it stands still and can be reopened; then it is closed, and what was hidden shown."""

        async def work(step: Step) -> Reply:
            if step.row.status == "ended":
                raise Refusal("GAME", f"{shown(step.row.name)} has ended already.")
            step.end(user, reason, f"**{shown(step.row.name)}** has ended.{_because(reason)}")
            closes = stamp(Instant(step.wall + REOPENABLE))
            return Reply(f"{shown(step.row.name)} has ended. Until {closes} `/gm reopen` takes that back.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def reopen(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Let a game that was ended within the last day go on as it stood; a paused one stays paused."""

        async def work(step: Step) -> Reply:
            row, name = step.row, shown(step.row.name)
            if row.ended_at is None or row.paused_at is None or row.closed_at is not None:
                if row.status != "ended":
                    raise Refusal("GAME", f"{name} has not ended.")
                closed = f" {stamp(Instant(row.closed_at))}" if row.closed_at is not None else ""
                raise Refusal("GAME", f"{name} was closed{closed}: what was hidden in it is shown, so it stays over.")
            step.note("reopen", user=user, body=reason)
            step.change(status="paused", ended_at=None)
            stood = step.wall - row.ended_at
            if row.paused_at == row.ended_at:
                step.change(status="running", paused_at=None, clock_offset=row.clock_offset + stood)
            await self._rulings.keep_calendar(step, user)
            step.settle()
            goes_on = f"goes on{f'; every deadline is {length(stood)} later' if stood else ''}.{_next(step)}"
            goes_on = goes_on if step.row.status == "running" else "is paused as it was before."
            step.announce(f"**{name}** is open again, and {goes_on}{_because(reason)}", priority=DECIDES)
            return Reply(f"{name} is open again, and {goes_on}")

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
            return Reply("It will be posted in the game's channel.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def move(self, game: int, channel: int, *, user: int, interaction: str = "") -> Reply:
        """Give a game another channel (one where it can be played); what waited for the one before is posted there."""

        async def work(step: Step) -> Reply:
            place = await self._store.place(game, "")
            if place is not None and place.channel == channel:
                raise Refusal("CHANNEL", f"<#{channel}> is the channel of {shown(step.row.name)} already.")
            await self._store.move(game, channel)
            step.note("channel", user=user, body=f"<#{channel}>")
            step.announce(f"**{shown(step.row.name)}** is played here from now on.", priority=DECIDES)
            return Reply(f"{shown(step.row.name)} is played in <#{channel}> from now on; what waited is posted there.")

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
            obeyed = len(changing(plan.gone))
            since = f"all since {stamp(Instant(plan.gone[0].wall))}"
            clock = f" The clock goes back by {length(plan.back)}." if step.row.clock_offset != first else ""
            text = (
                f"A moderator took back the latest {obeyed} command{'' if obeyed == 1 else 's'}, {since}."
                f"{clock}{_next(step)}"
            )
            await mark_posts(self._store, step, plan)
            step.announce(f"**{shown(step.row.name)}**: {text}{_because(reason)}", priority=DECIDES)
            return Reply(text)

        return await self._transactions.act(game, work, interaction=interaction, lapsing=False)


def _require(step: Step, status: str, lacking: str) -> None:
    if step.row.status != status:
        raise Refusal("GAME", f"{shown(step.row.name)} {lacking}.")


def _require_started(step: Step) -> None:
    if step.row.status not in ("running", "paused"):
        raise Refusal("GAME", f"{shown(step.row.name)} is not running.")


def _require_length(seconds: int) -> None:
    if not 0 < seconds <= LONGEST_MOVE:
        raise Refusal("CLOCK", f"The clock is moved by up to {length(LONGEST_MOVE)} at once.")


def _next(step: Step) -> str:
    """The next deadline in words, if there is one."""
    return "" if step.row.due_at is None else f" Next deadline: {stamp(Instant(step.row.due_at))}."

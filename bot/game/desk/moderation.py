"""What moderators ask of the desk: the clock, taking back, announcing, ending, and the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from bot.game.loaded_game import LiveGame, SecretDice, Step
from bot.game.transaction import Reply, Steps
from bot.posts.news import DECIDES, PUBLIC, Letter, post, target_of
from engine.clock import DAY, HOUR, MINUTE, Instant, iso
from engine.game import EVERYONE, Audience, HiddenShown, Outcome, Refusal, Said
from engine.record import Command as Recorded
from engine.record import Difference, UnknownOrder, chained, public_record, verify
from engine.report import stamp
from engine.text.lines import to_text
from engine.text.names import shown
from storage.errors import Unverified
from storage.records import Command, Fact

LONGEST_MOVE = 366 * DAY
"""Seconds that a game's clock is moved at most at once."""

RULED = ("begin", "order", "tick")
"""Kinds of commands that went to the rulebook."""


def length(seconds: int) -> str:
    """A length of time in words: "2 days 3 hours"."""
    parts = []
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")):
        count, seconds = divmod(seconds, unit)
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " ".join(parts[:2]) or "no time"


def _because(reason: str) -> str:
    return f" Reason: {shown(reason)}" if reason else ""


def _announce(step: Step, text: str, mentions: tuple[int, ...] = ()) -> None:
    target = target_of(step.row.id, PUBLIC, "")
    step.posts.append(post(step.row, target, Letter(text, mentions=mentions), step.wall, DECIDES))


class Moderation(Steps):
    """Steps that only moderators take; whoever calls has checked that they are."""

    async def pause(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Stop the game's clock: no orders and no deadlines until it is resumed."""

        async def work(_live: LiveGame, step: Step) -> Reply:
            _require(step, "running", "is not running")
            step.note("pause", user=user, body=reason)
            step.change(status="paused", paused_at=step.wall)
            _announce(step, f"**{shown(step.row.name)}** is paused; its deadlines stand still.{_because(reason)}")
            return Reply(f"{shown(step.row.name)} is paused.")

        return await self.act(game, work, interaction=interaction)

    async def resume(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Let the clock run on: every deadline is later by the length of the pause."""

        async def work(_live: LiveGame, step: Step) -> Reply:
            _require(step, "paused", "is not paused")
            stood = step.wall - (step.row.paused_at or step.wall)
            step.note("resume", user=user, body=reason)
            step.change(status="running", paused_at=None, clock_offset=step.row.clock_offset + stood)
            step.settle()
            text = f"**{shown(step.row.name)}** goes on; every deadline is {length(stood)} later."
            _announce(step, f"{text}{_next(step)}{_because(reason)}")
            return Reply(f"{shown(step.row.name)} goes on.{_next(step)}")

        return await self.act(game, work, interaction=interaction)

    async def extend(self, game: int, seconds: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Move every deadline later. The game's clock stands until the wall has caught up with it."""

        async def work(_live: LiveGame, step: Step) -> Reply:
            _require_started(step)
            _require_length(seconds)
            step.note("extend", user=user, body=f"{seconds} {reason}".strip())
            step.change(clock_offset=step.row.clock_offset + seconds)
            step.settle()
            text = f"every deadline is {length(seconds)} later.{_next(step)}"
            _announce(step, f"**{shown(step.row.name)}**: {text}{_because(reason)}")
            return Reply(f"E{text[1:]}")

        return await self.act(game, work, interaction=interaction)

    async def advance(self, game: int, seconds: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Move the game's clock forward: what falls due by that happens at once, in order."""

        async def work(_live: LiveGame, step: Step) -> Reply:
            _require_started(step)
            _require_length(seconds)
            step.note("advance", user=user, body=f"{seconds} {reason}".strip())
            step.change(clock_offset=step.row.clock_offset - seconds)
            await self.let_lapse(step)
            step.settle()
            text = f"the clock is {length(seconds)} further.{_next(step)}"
            _announce(step, f"**{shown(step.row.name)}**: {text}{_because(reason)}")
            return Reply(f"T{text[1:]}")

        return await self.act(game, work, interaction=interaction)

    async def end(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """End a game for good, and publish the key of its hidden dice."""

        async def work(live: LiveGame, step: Step) -> Reply:
            if step.row.status == "ended":
                raise Refusal("GAME", f"{shown(step.row.name)} has ended already.")
            key = Said(step.now, EVERYONE, HiddenShown(live.dice.hidden_key))
            step.ran("end", Outcome(key.fact.evolve(step.state), (key,)), user=user, body=reason)
            step.change(status="ended", paused_at=None)
            proof = f"-# The key of its hidden dice: `{live.dice.hidden_key}`"
            _announce(step, f"**{shown(step.row.name)}** has ended.{_because(reason)}\n{proof}")
            return Reply(f"{shown(step.row.name)} has ended.")

        return await self.act(game, work, interaction=interaction)

    async def announce(
        self, game: int, text: str, *, ping: bool = False, user: int, reason: str = "", interaction: str = ""
    ) -> Reply:
        """Post a moderator's words to the game's channel; `ping` mentions everybody who sits in the game."""

        async def work(_live: LiveGame, step: Step) -> Reply:
            sitting = tuple(sorted(one for one in step.seats.values() if one is not None)) if ping else ()
            step.note("announce", user=user, body=text)
            mentions = " ".join(f"<@{one}>" for one in sitting)
            _announce(step, f"{text}\n{mentions}".rstrip(), sitting)
            return Reply("It will be posted in the game's channel.")

        return await self.act(game, work, interaction=interaction)

    async def rewind(self, game: int, steps: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Take back the latest `steps` commands that changed something; the game's opening stays.

        Nothing is deleted: the log marks what was taken back, and by whom.
        """

        def choose(log: Sequence[Command]) -> int:
            standing = [one.n for one in log if one.kind in ("order", "tick") and _stands(one) and not one.refusal]
            if not standing:
                raise Refusal("REWIND", "Nothing has happened that could be taken back.")
            if not 1 <= steps <= len(standing):
                raise Refusal("REWIND", f"Between 1 and {len(standing)} commands can be taken back, not {steps}.")
            return standing[-steps] - 1

        return await self._rewind(game, choose, user, reason, interaction)

    async def rewind_to(self, game: int, last: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """Take back every ruled command after number `last`."""
        return await self._rewind(game, lambda _log: last, user, reason, interaction)

    async def _rewind(
        self, game: int, choose: Callable[[Sequence[Command]], int], user: int, reason: str, interaction: str
    ) -> Reply:
        """Take back what follows the command chosen from the log.

        The game's clock goes back to that command's instant where something would otherwise fall due at once.
        """

        async def work(live: LiveGame, step: Step) -> Reply:
            _require_started(step)
            log = await self.store.commands(game)
            last = choose(log)
            opening = next(one.n for one in log if one.kind == "begin")
            gone = [one for one in log if one.n > last and one.kind in RULED and _stands(one)]
            if last < opening or not gone:
                raise Refusal("REWIND", f"There is nothing to take back after command {last}.")
            record = await self.store.load(game, last)
            step.state = live.folded(record.snapshot, record.facts)
            due = live.rules.due(step.state)
            if due is not None and due <= step.now:
                at = max(one.at for one in log if one.n <= last and _stands(one))
                moment = step.wall if step.row.paused_at is None else step.row.paused_at
                step.change(floor=at, clock_offset=moment - at)
            step.undone = (last + 1, step.row.sequence)
            step.note("rewind", user=user, body=f"{last} {reason}".strip())
            step.settle()
            obeyed = sum(not one.refusal for one in gone)
            text = f"A moderator took back the latest {obeyed} command{'' if obeyed == 1 else 's'}"
            since = f"all since {stamp(Instant(gone[0].wall))}"
            _announce(step, f"**{shown(step.row.name)}**: {text}, {since}.{_next(step)}{_because(reason)}")
            return Reply(f"{text}, {since}.{_next(step)}")

        return await self.act(game, work, interaction=interaction, lapsing=False)

    async def audit(self, game: int, latest: int = 30) -> list[str]:
        """The latest entries of the log, oldest first: when, by whom, what, and what became of it."""
        edition = await self.edition(await self.store.game(game))

        def words(command: Command) -> str:
            if command.kind != "order":
                return command.body if command.kind not in RULED else ""
            try:
                return to_text(edition.codec.order(command.body), edition.rules.orders)
            except UnknownOrder:
                return command.body

        return [_entry(one, words(one)) for one in await self.store.commands(game, last=latest)]

    async def verify(self, game: int) -> Difference | None:
        """Check the chain of a game's facts, and re-run its rules over its commands; None where all agrees.

        Raises Unverified where the record itself was changed.
        """
        record = await self.store.load(game)
        edition = await self.edition(record.game)
        log = await self.store.commands(game)
        facts = await self.store.facts(game, undone=True)
        require_chain(facts, record.game.chain)
        said: dict[int, list[Said[Any]]] = {}
        for fact in facts:
            told = Said(Instant(fact.at), Audience.parse(fact.audience), edition.codec.fact(fact.body))
            said.setdefault(fact.command, []).append(told)
        ruled = [one for one in log if one.kind in RULED and _stands(one)]
        history = [(_recorded(one), tuple(said.get(one.n, ()))) for one in ruled]
        dice = SecretDice(record.secret, record.game.commitment)
        found = await self.effort.run("verify", lambda: verify(edition.codec, history, dice))
        if found is None:
            return None
        return msgspec.structs.replace(found, command=ruled[found.command].n)

    async def public_record(self, game: int) -> dict[str, Any]:  # JSON, for the stand-alone checker
        """What everybody may know of a game's dice: the commitment, the published keys and the rolls under them."""
        record = await self.store.load(game)
        edition = await self.edition(record.game)
        facts = await self.store.facts(game)
        said = [Said(Instant(one.at), Audience.parse(one.audience), edition.codec.fact(one.body)) for one in facts]
        return public_record(record.game.name, SecretDice(record.secret, record.game.commitment), said)


def require_chain(facts: tuple[Fact, ...], last: str) -> None:
    """Raise Unverified unless every fact's digest follows from the one before, up to the game's."""
    before = ""
    for fact in facts:
        before = chained(before, Instant(fact.at), Audience.parse(fact.audience), fact.body)
        if before != fact.chain:
            raise Unverified(f"Fact {fact.n} of the record is not what was written.")
    if before != last:
        raise Unverified("The record does not end where it should.")


def _stands(command: Command) -> bool:
    return command.undone_by is None


def _recorded(command: Command) -> Recorded:
    """A ruled command as the engine re-runs it."""
    return msgspec.convert(
        {"kind": command.kind, "at": command.at, "seat": command.seat, "body": command.body}, Recorded
    )


def _entry(command: Command, words: str) -> str:
    who = f"<@{command.user}>" if command.user else "the clock" if command.kind == "tick" else "somebody"
    seat = f" as {shown(command.seat)}" if command.seat else ""
    became = f"; refused: {command.refusal}" if command.refusal else ""
    if command.undone_by is not None:
        became += f"; taken back by {command.undone_by}"
    return (
        f"{command.n}. {iso(Instant(command.wall))} {command.kind} by {who}{seat}: {shown(words)}".rstrip(": ") + became
    )


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
    """When time next has something to do."""
    return "" if step.row.due_at is None else f" Next deadline: {stamp(Instant(step.row.due_at))}."

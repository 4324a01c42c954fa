"""All that was asked of a game: shown to moderators, and proved to everybody."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec

from bot.game.desk.proof import heads, pack_fault, post_faults, row_faults, seat_faults, snapshot_faults
from bot.game.directory import Directory
from bot.game.game_cache import GameCache
from bot.game.loaded_game import SecretDice
from bot.game.rulebooks import Edition, MissingRulebook
from bot.game.rulings import CALENDAR
from bot.game.slow_work import SlowWork
from bot.render.lengths import length
from engine.clock import Instant
from engine.game import Audience, Said
from engine.record import Command as Recorded
from engine.record import Difference, UnknownOrder, chained, public_record, verify
from engine.report import stamp
from engine.text.lines import to_text
from engine.text.masks import Masks
from engine.text.names import hiding, shown
from engine.text.seats import is_given
from storage.errors import Unverified
from storage.forgetting import Forgotten
from storage.records import Command, Fact, Game
from storage.store import Store

RULED = ("begin", "order", "tick", CALENDAR)
"""Kinds of commands that went to the rulebook."""


def stands(command: Command) -> bool:
    """True for a command that was not taken back."""
    return command.undone_by is None


class Wanted(msgspec.Struct, frozen=True):
    """Which entries of the log are wanted: of a seat, of some kinds ("order"), since a wall time; what is empty is any.

    Not `whole`, what others than `reader` ordered is not told.
    """

    seat: str = ""
    kinds: tuple[str, ...] = ()
    since: int = 0
    whole: bool = True
    reader: int = 0

    def fits(self, command: Command) -> bool:
        """True if an entry is wanted; one that only follows from another never is."""
        kind_fits = command.kind in self.kinds if self.kinds else command.kind != CALENDAR
        return self.seat in ("", command.seat) and kind_fits and command.wall >= self.since

    def hides(self, command: Command) -> bool:
        """True if what was ordered is not told."""
        return command.kind == "order" and not self.whole and command.user != self.reader


def asked_words(edition: Edition, masks: Masks, command: Command) -> str:
    """Words for what was asked: an order as its player types it, the rest in words."""
    if command.kind != "order":
        return shown(_deed(command))
    order = masks.hidden_in(command.body)
    with hiding(None):  # the names in its fields are hidden, and its own words are the rulebook's
        try:
            return shown(to_text(edition.codec.order(order), edition.rules.orders))
        except UnknownOrder:
            return shown(order)


class Record:
    """The log and the facts of games, as they are stored."""

    def __init__(self, store: Store, games: GameCache, directory: Directory, slow_work: SlowWork) -> None:
        self._store, self._games, self._directory, self._slow_work = store, games, directory, slow_work

    async def audit(self, game: int, latest: int = 30, wanted: Wanted | None = None) -> list[str]:
        """The latest entries of the log, oldest first: when, by whom, what, and what became of it."""
        wanted = wanted or Wanted()
        edition = await self._games.edition(await self._store.game(game))
        masks = Masks((await self._store.load(game)).masks)
        log = [one for one in await self._store.commands(game) if wanted.fits(one)][-latest:]
        with masks.hiding():
            return [_entry(one, "an order" if wanted.hides(one) else asked_words(edition, masks, one)) for one in log]

    async def verify(self, game: int) -> Difference | None:
        """Check the chain of a game's facts, and re-run its rules over its commands; None where all agrees.

        Raises Unverified where the record itself was changed.
        """
        record = await self._store.load(game)
        edition = await self._games.edition(record.game)
        log = await self._store.commands(game)
        facts = await self._store.facts(game, undone=True)
        require_chain(facts, record.game.chain)
        said: dict[int, list[Said[Any]]] = {}
        for fact in facts:
            said.setdefault(fact.command, []).append(edition.said(fact))
        ruled = [command for command in log if command.kind in RULED and stands(command)]
        history = [(_recorded(command), tuple(said.get(command.n, ()))) for command in ruled]
        dice = SecretDice(record.secret, record.game.commitment)
        found = await self._slow_work.run("verify", lambda: verify(edition.codec, history, dice))
        if found is None:
            return None
        return msgspec.structs.replace(found, command=ruled[found.command].n)

    async def faults(self, game: int, wall: int) -> list[str]:
        """Faults of what the bot plays a game from, beside its facts, where the record contradicts it; each in a
        sentence.

        `wall` is the time by which posts that were made long ago are gone.
        """
        record = await self._store.load(game)
        edition = await self._games.edition(record.game)
        log, seats = await self._store.commands(game), await self._store.seats(game)
        every, standing = await self._store.facts(game, undone=True), await self._store.facts(game)
        snapshots, posts = await self._store.snapshots(game), await self._store.kept_posts(game)
        dice = SecretDice(record.secret, record.game.commitment)

        def work() -> list[str]:
            state = edition.rules.state()
            for fact in standing:
                state = edition.codec.fact(fact.body).evolve(state)
            return [
                *row_faults(record, log, edition.rules.due(state)),
                *seat_faults(log, seats),
                *snapshot_faults(edition, standing, snapshots),
                *post_faults(record, log, posts, heads(edition, dice, every), wall),
            ]

        return await asyncio.to_thread(work)

    async def pack_fault(self, game: Game) -> str | None:
        """Fault of the data pack that a game keeps, in words; None where all is well."""
        files = await self._store.pack_files(game.rulebook, game.version, game.digest)
        return await asyncio.to_thread(pack_fault, self._games.rulebooks, game, files)

    async def witnessed(self, game: int, head: str) -> int | None:
        """The command with which a turn closed whose closing line, or record of the dice, told a head; None for none.

        `head` is in hexadecimal digits, all of them or the first ones.
        """
        record = await self._store.load(game)
        edition, dice = await self._games.edition(record.game), SecretDice(record.secret, record.game.commitment)
        facts = await self._store.facts(game, undone=True)
        for fact in facts:
            if heads(edition, dice, [fact]) and dice.head(fact.chain).startswith(head.casefold()):
                return fact.command
        return None

    async def public_record(self, game: int) -> dict[str, Any]:  # JSON, for the stand-alone checker
        """All that everybody may know of a game's dice: the commitment, the published keys and the rolls under them.

        Besides, the "heads" of its chain of facts where turns closed, sealed.
        """
        record = await self._store.load(game)
        edition = await self._games.edition(record.game)
        facts = await self._store.facts(game)
        dice = SecretDice(record.secret, record.game.commitment)
        proof = public_record(record.game.name, dice, [edition.said(fact) for fact in facts])
        return {**proof, "heads": heads(edition, dice, facts)}

    async def typed(self, user: int) -> dict[int, list[str]]:
        """Names that a user typed, by game."""
        return {game: await self._typed(game, user) for game in await self._store.asked_by(user)}

    async def _typed(self, game: int, user: int) -> list[str]:
        """Names that a user typed in a game: of a seat, and in orders that were obeyed."""
        record = await self._store.load(game)
        try:
            codec = (await self._games.edition(record.game)).codec
        except MissingRulebook:
            codec = None
        found = []
        for command in await self._store.commands(game):
            if command.user != user or command.refusal:
                continue
            if command.kind == "join" and not is_given(command.seat):
                found.append(command.seat)
            elif command.kind == "order" and codec is not None:
                with contextlib.suppress(UnknownOrder):
                    found += codec.order(command.body).names()
        return found

    async def forget(self, user: int) -> Forgotten:
        """Delete what ties a person to games: seats, drafts, names in logs and posts; what they called their seats and
        things is not shown any more.
        """
        forgotten = await self._store.forget(user, await self.typed(user))
        self._games.drop_all()
        self._directory.changed_anywhere()
        return forgotten


def require_chain(facts: tuple[Fact, ...], last: str) -> None:
    """Raise Unverified unless every fact's digest follows from the one before, up to the game's."""
    before = ""
    for fact in facts:
        before = chained(before, Instant(fact.at), Audience.parse(fact.audience), fact.body)
        if before != fact.chain:
            raise Unverified(f"Fact {fact.n} of the record is not what was written.")
    if before != last:
        raise Unverified("The record does not end where it should.")


def _recorded(command: Command) -> Recorded:
    """A ruled command as the engine re-runs it."""
    kind = "order" if command.kind == CALENDAR else command.kind
    return msgspec.convert({"kind": kind, "at": command.at, "seat": command.seat, "body": command.body}, Recorded)


DEEDS = {
    "create": "made the game",
    "join": "sat down",
    "seat": "seated players",
    "leave": "left",
    "take up": "had Umpire play",
    "give up": "had Umpire leave",
    "begin": "began the game",
    "tick": "what was due",
    "close": "closed the game",
    "look": "looked at",
    "substitute": "named as substitute",
    "away": "went away",
    "back": "came back",
    "colour": "chose the colour",
    "standing": "keeps standing orders, lines:",
    "agree": "agreed that moderators who play see everything",
    "disagree": "agreed no more that moderators who play see everything",
    "channel": "moved the game to",
    "rewind": "took back all after command",
    "extend": "moved deadlines by",
    "advance": "moved the clock by",
    "grace": "was away, and moved deadlines by",
    "pause": "paused the game",
    "resume": "let the game go on",
    "end": "ended the game",
    "reopen": "opened the game again",
    "announce": "announced",
}
"""Kinds of commands in words, where the kind itself says less."""


REASONED = ("extend", "advance", "grace", "pause", "resume", "end", "reopen", "announce", "rewind")
"""Kinds of commands after which a reason is told, or what was said."""


def _deed(command: Command) -> str:
    """Deed of a command that was no order, in words."""
    body = command.body
    if command.kind in ("create", "begin"):  # JSON of what the game is made of
        body = ""
    deed = DEEDS.get(command.kind, command.kind)
    if command.kind in ("extend", "advance", "grace"):
        seconds, _, body = body.partition(" ")
        deed = f"{deed} {length(int(seconds))}"
    if command.kind == "rewind":
        last, _, body = body.partition(" ")
        deed = f"{deed} {last}"
    if command.kind in REASONED:
        return f"{deed}: {body}" if body else deed
    return f"{deed} {body}".strip()


def _entry(command: Command, words: str) -> str:
    user = f"<@{command.user}>" if command.user else "the clock" if command.kind == "tick" else "I"
    who = f"**{shown(command.seat)}** ({user})" if command.seat else user
    became = f"; refused: {command.refusal}" if command.refusal else ""
    if command.undone_by is not None:
        became += f"; taken back by {command.undone_by}"
    return f"`{command.n}` {stamp(Instant(command.wall), 'f')} {who}: {words}{became}"

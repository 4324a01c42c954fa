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
from bot.game.opponents import Stirred
from bot.game.rulebooks import Edition, MissingRulebook
from bot.game.rulings import CALENDAR
from bot.game.slow_work import SlowWork
from bot.render.lengths import length
from bot.render.mentions import person
from engine.clock import Instant
from engine.game import Audience, Said
from engine.record import Command as Recorded
from engine.record import Difference, UnknownOrder, chained, public_record, verify
from engine.text.lines import to_text
from engine.text.masks import Masks
from engine.text.message import N_, NOTHING, T_, Text, joined, name, stamp
from engine.text.names import hiding
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
    """Entries of the log that are wanted: of a seat, of some kinds ("order"), since a wall time; what is empty is any.

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


def asked_words(edition: Edition, masks: Masks, command: Command) -> Text:
    """Words for what was asked: an order as its player types it, the rest in words."""
    if command.kind != "order":
        return _deed(command)
    order = masks.hidden_in(command.body)
    with hiding(None):  # the names in its fields are hidden, and its own words are the rulebook's
        try:
            return name(to_text(edition.codec.order(order), edition.rules.orders))
        except UnknownOrder:
            return name(order)


class Record:
    """The log and the facts of games, as they are stored."""

    def __init__(
        self, store: Store, games: GameCache, directory: Directory, changed: Stirred, slow_work: SlowWork
    ) -> None:
        self._store, self._games, self._directory, self._slow_work = store, games, directory, slow_work
        self._changed = changed

    async def audit(self, game: int, latest: int = 30, wanted: Wanted | None = None) -> list[Text]:
        """The latest entries of the log, oldest first: when, by whom, what, and what became of it."""
        wanted = wanted or Wanted()
        edition = await self._games.edition(await self._store.game(game))
        masks = Masks((await self._store.load(game)).masks)
        log = [command for command in await self._store.commands(game) if wanted.fits(command)][-latest:]
        with masks.hiding():
            return [_entry(one, AN_ORDER if wanted.hides(one) else asked_words(edition, masks, one)) for one in log]

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
        things is not shown any more, and where it stands on a panel or tracker that is shown anew.
        """
        names = await self.typed(user)
        forgotten = await self._store.forget(user, names)
        self._games.drop_all()
        self._directory.changed_anywhere()
        for game in names:
            self._changed.add(game)
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
    "create": N_("made the game"),
    "join": N_("sat down"),
    "seat": N_("seated players"),
    "leave": N_("left"),
    "take up": N_("had Umpire play"),
    "give up": N_("had Umpire leave"),
    "begin": N_("began the game"),
    "tick": N_("what was due"),
    "close": N_("closed the game"),
    "set aside": N_("set aside[ {what}]"),
    "look": N_("looked at[ {what}]"),
    "substitute": N_("named as substitute[ {what}]"),
    "away": N_("went away"),
    "back": N_("came back"),
    "colour": N_("chose the colour[ {what}]"),
    "standing": N_("keeps standing orders, lines:[ {what}]"),
    "agree": N_("agreed that moderators who play see everything"),
    "disagree": N_("agreed no more that moderators who play see everything"),
    "channel": N_("moved the game to[ {what}]"),
    "rewind": N_("took back all after command {number}[: {what}]"),
    "extend": N_("moved deadlines by {time}[: {what}]"),
    "advance": N_("moved the clock by {time}[: {what}]"),
    "grace": N_("was away, and moved deadlines by {time}[: {what}]"),
    "pause": N_("paused the game[: {what}]"),
    "resume": N_("let the game go on[: {what}]"),
    "end": N_("ended the game[: {what}]"),
    "reopen": N_("opened the game again[: {what}]"),
    "announce": N_("announced[: {what}]"),
}
"""Kinds of commands in words; {what} is a reason, what was said, or what the deed is about."""

OTHER = N_("{kind}[ {what}]")
AN_ORDER, THE_CLOCK, UMPIRE = T_("an order"), T_("the clock"), T_("I")
BY, ENTRY = N_("**{seat}** ({user})"), N_("`{number}` {at} {who}: {what}")
REFUSED, TAKEN_BACK = N_("refused: {code}"), N_("taken back by {number}")


def _deed(command: Command) -> Text:
    """Deed of a command that was no order, in words."""
    body, time, number = command.body, NOTHING, NOTHING
    if command.kind in ("create", "begin"):  # JSON of what the game is made of
        body = ""
    if command.kind in ("extend", "advance", "grace"):
        seconds, _, body = body.partition(" ")
        time = length(int(seconds))
    if command.kind == "rewind":
        last, _, body = body.partition(" ")
        number = name(last)
    return DEEDS.get(command.kind, OTHER)(kind=name(command.kind), what=name(body), time=time, number=number)


def _entry(command: Command, words: Text) -> Text:
    user = person(command.user) if command.user else THE_CLOCK if command.kind == "tick" else UMPIRE
    who = BY(seat=name(command.seat), user=user) if command.seat else user
    entry = ENTRY(number=command.n, at=stamp(Instant(command.wall), "f"), who=who, what=words)
    refused = REFUSED(code=name(command.refusal)) if command.refusal else NOTHING
    undone = TAKEN_BACK(number=command.undone_by) if command.undone_by is not None else NOTHING
    return joined("; ", filter(None, [entry, refused, undone]))

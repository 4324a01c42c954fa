"""Sight that moderators may have of a game beyond what everybody knows: noted before it is shown, and refused to who
plays.

A moderator who holds a seat, or is away from one that a substitute keeps, sees it only while all others who sit in the
game agree. Who has seen it takes no seat unless they do. Each holder's agreement stands in the log, and can be taken
back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.game.answers import Reply, refused
from bot.game.step import Step
from bot.game.transaction import Transactions
from bot.render.mentions import person
from engine.game import MODERATOR, Refusal
from engine.text.message import N_, T_, Text, joined, name, said
from storage.records import Command
from storage.store import Store

AGREES, AGREES_NO_MORE, LOOKED = "agree", "disagree", "look"
"""Kinds of commands: a seat's holder lets moderators who play see everything, or no more; a moderator looked."""

HOLDS = (AGREES, AGREES_NO_MORE, "join", "leave")

AWAY, BACK = "away", "back"
"""Kinds of commands: a seat's player goes away, and a substitute sits there until they are back."""

CHANGES = ("join", "leave", AWAY, BACK, "take up")
"""Kinds of commands that change who sits at a seat."""

SITTING = (*CHANGES, AGREES, AGREES_NO_MORE)
"""Kinds of commands that say who plays, and who agrees that moderators who do see everything."""

KNOWING = (LOOKED, "order", "join", "leave")
"""Kinds of commands that say who knows what is hidden."""


def away_from(log: Sequence[Command], seat: str) -> int | None:
    """The player for whom a substitute sits at a seat; None where its own player does, or nobody."""
    last = next((command for command in reversed(log) if command.seat == seat and command.kind in CHANGES), None)
    return last.user or None if last is not None and last.kind == AWAY else None


def plays(log: Sequence[Command], seats: Mapping[str, int | None], user: int) -> bool:
    """True for who sits in a game, and for who is away from a seat and will be back at it."""
    return user in seats.values() or any(away_from(log, seat) == user for seat in seats)


def knows(log: Sequence[Command], user: int) -> bool:
    """True for who has looked at a game as a moderator, or has given a moderator's order without a seat in it, which is
    answered with all that came of it.
    """
    held: set[str] = set()
    for command in log:
        if command.user != user:
            continue
        if command.kind == "join":
            held.add(command.seat)
        elif command.kind == "leave":
            held.discard(command.seat)
        looked = command.kind == LOOKED and not command.refusal
        if looked or (command.kind == "order" and command.seat == MODERATOR and not held):
            return True
    return False


def objecting(log: Sequence[Command], seats: Mapping[str, int | None], user: int) -> list[str]:
    """The seats whose holders have not agreed that who plays sees everything, but `user`'s own."""
    latest = {command.seat: command for command in log if command.kind in HOLDS}
    return [
        seat
        for seat, holder in sorted(seats.items())
        if holder not in (None, user) and ((said := latest.get(seat)) is None or said.kind != AGREES)
    ]


async def sees_all(store: Store, step: Step, user: int) -> bool:
    """True if a moderator may be told what not everybody hears in the game of a step."""
    log = await store.commands_of(step.row.id, SITTING)
    return not plays(log, step.seats, user) or not objecting(log, step.seats, user)


async def require_unknowing(store: Store, step: Step, user: int) -> None:
    """Raise Refusal for who has looked at a game as a moderator and would sit down in it, unless all others agree."""
    if knows(await store.commands_of(step.row.id, KNOWING, user), user):
        objections = objecting(await store.commands_of(step.row.id, SITTING), step.seats, user)
        if objections:
            told = said(HAS_SEEN, user=person(user), game=step.row.name, names=_names(objections))
            raise Refusal("SIGHT", told, fix=THEY_AGREE)


HAS_SEEN = N_("{user} has seen what is hidden in {game}, as a moderator, and {names} did not agree to that.")
AGREES_NOW = N_("**{seat}** agrees that moderators who play see everything of {game}.")
NO_MORE = N_("**{seat}** does not agree any more that moderators who play see everything of {game}.")
PLAYS, THEY_AGREE = N_("You play in {game}, and {names} did not agree to that."), T_("`/game agree` is how they would.")


def _names(seats: Sequence[str]) -> Text:
    return joined(", ", map(name, seats))


class Sight:
    """Asks whether a moderator may see, and notes that one does; whoever calls has checked that they are one."""

    def __init__(self, store: Store, transactions: Transactions) -> None:
        self._store, self._transactions = store, transactions

    async def sees(self, game: int, user: int) -> bool:
        """True if a moderator may see everything of a game."""
        seats = {row.seat: row.user for row in await self._store.seats(game)}
        log = await self._store.commands_of(game, SITTING)
        return not plays(log, seats, user) or not objecting(log, seats, user)

    async def shown(self, game: int, what: str, *, user: int) -> bool:
        """True if a moderator may be shown in passing what is hidden, as in completions. That is noted the first time,
        with `what` showed it, but where nothing is hidden: before the start, and when the game is over for good.
        """
        if not await self.sees(game, user):
            return False
        row = await self._store.game(game)
        if row.status == "lobby" or row.closed_at is not None:
            return True
        if knows(await self._store.commands_of(game, KNOWING, user), user):
            return True
        return (await self.look(game, what, user=user)).refusal is None

    async def look(self, game: int, what: str, *, user: int, interaction: str = "") -> Reply:
        """Note that a moderator looks at something ("board Corellia as red"); refused to one who plays (see above)."""

        async def work(step: Step) -> Reply:
            if await sees_all(self._store, step, user):
                step.note(LOOKED, user=user, body=what)
                return Reply("")
            log = await self._store.commands_of(game, SITTING)
            told = said(PLAYS, game=step.row.name, names=_names(objecting(log, step.seats, user)))
            refusal = Refusal("SIGHT", told, fix=THEY_AGREE)
            step.note(LOOKED, user=user, body=what, refusal=refusal.code)
            return refused(refusal)

        return await self._transactions.act(game, work, interaction=interaction)

    async def agree(self, game: int, *, user: int, agrees: bool, interaction: str = "") -> Reply:
        """A player lets moderators who play in the game see everything of it, or no more; everybody is told."""

        async def work(step: Step) -> Reply:
            seat = step.loaded.seat_of(user)
            if seat is None:
                raise Refusal("SEAT", said(N_("You have no seat in {game}."), game=step.row.name))
            step.note(AGREES if agrees else AGREES_NO_MORE, user=user, seat=seat)
            step.announce(said(AGREES_NOW if agrees else NO_MORE, seat=seat, game=step.row.name))
            return Reply(T_("Noted, and announced. `/game agree` changes it again."))

        return await self._transactions.act(game, work, interaction=interaction)

"""Sight that moderators may have of a game beyond what everybody knows: noted before it is shown, and refused to who
plays.

A moderator who holds a seat sees it only while all others who sit in the game agree. Who has seen it takes no seat
unless they do. Each holder's agreement stands in the log, and can be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.game.answers import Reply, refused
from bot.game.step import Step
from bot.game.transaction import Transactions
from engine.game import Refusal
from engine.text.names import shown
from storage.records import Command
from storage.store import Store

AGREES, AGREES_NO_MORE, LOOKED = "agree", "disagree", "look"
"""Kinds of commands: a seat's holder lets moderators who play see everything, or no more; a moderator looked."""

HOLDS = (AGREES, AGREES_NO_MORE, "join", "leave")


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
    if step.loaded.seat_of(user) is None:
        return True
    return not objecting(await store.commands(step.row.id), step.seats, user)


async def require_unknowing(store: Store, step: Step, user: int) -> None:
    """Raise Refusal for who has looked at a game as a moderator and would sit down in it, unless all others agree."""
    log = await store.commands(step.row.id)
    if any(command.kind == LOOKED and command.user == user and not command.refusal for command in log):
        objections = objecting(log, step.seats, user)
        if objections:
            raise _refusal(f"<@{user}> has seen what is hidden in {shown(step.row.name)}, as a moderator", objections)


def _refusal(why: str, objections: Sequence[str]) -> Refusal:
    names = ", ".join(map(shown, objections))
    return Refusal("SIGHT", f"{why}, and {names} did not agree to that.", fix="`/game agree` is how they would.")


class Sight:
    """Asks whether a moderator may see, and notes that one does; whoever calls has checked that they are one."""

    def __init__(self, store: Store, transactions: Transactions) -> None:
        self._store, self._transactions = store, transactions

    async def sees(self, game: int, user: int) -> bool:
        """True if a moderator may see everything of a game."""
        seats = {row.seat: row.user for row in await self._store.seats(game)}
        return user not in seats.values() or not objecting(await self._store.commands(game), seats, user)

    async def look(self, game: int, what: str, *, user: int, interaction: str = "") -> Reply:
        """Note that a moderator looks at something ("board Corellia as red"); refused to one who plays (see above)."""

        async def work(step: Step) -> Reply:
            if await sees_all(self._store, step, user):
                step.note(LOOKED, user=user, body=what)
                return Reply("")
            refusal = _refusal(
                f"You sit in {shown(step.row.name)}", objecting(await self._store.commands(game), step.seats, user)
            )
            step.note(LOOKED, user=user, body=what, refusal=refusal.code)
            return refused(refusal)

        return await self._transactions.act(game, work, interaction=interaction)

    async def agree(self, game: int, *, user: int, agrees: bool, interaction: str = "") -> Reply:
        """A player lets moderators who play in the game see everything of it, or no more; everybody is told."""

        async def work(step: Step) -> Reply:
            seat = step.loaded.seat_of(user)
            if seat is None:
                raise Refusal("SEAT", f"You have no seat in {shown(step.row.name)}.")
            step.note(AGREES if agrees else AGREES_NO_MORE, user=user, seat=seat)
            words, name = "agrees" if agrees else "does not agree any more", shown(step.row.name)
            step.announce(f"**{shown(seat)}** {words} that moderators who play see everything of {name}.")
            return Reply("Noted, and announced. `/game agree` changes it again.")

        return await self._transactions.act(game, work, interaction=interaction)

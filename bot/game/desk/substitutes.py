"""Players who are away: each may name a substitute beforehand, who sits in their place until they are back.

Whom a seat names, who stands in for whom and since when is read off the log: nothing else is kept of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.answers import Reply
from bot.game.desk.gm.sight import AWAY, BACK, CHANGES, away_from, require_unknowing
from bot.game.step import Step
from bot.game.transaction import Transactions
from bot.posts.news import DECIDES, Letter, post, target_of
from bot.render.mentions import person
from engine.game import Refusal, Seat
from engine.text.message import N_, NOTHING, T_, Text, name, said
from storage.records import Command
from storage.store import Store

NAMED = "substitute"
"""The kind of command by which a seat's player names a substitute (the body; none: nobody any more)."""


def substitute_of(log: Sequence[Command], seat: str, player: int) -> int | None:
    """User whom the player of a seat has named as substitute."""
    named = [command.body for command in log if (command.kind, command.seat, command.user) == (NAMED, seat, player)]
    return int(named[-1]) if named and named[-1].isdecimal() and int(named[-1]) else None


def come_back(step: Step, seat: Seat, player: int) -> None:
    """Give a seat back to its player; everybody is told."""
    substitute = step.seats[seat]
    step.note("leave", user=substitute or 0, seat=seat)
    step.seats[seat] = player
    step.note("join", user=player, seat=seat)
    step.note(BACK, user=player, seat=seat)
    step.announce(AGAIN(player=person(player), seat=name(seat), substitute=person(substitute)), priority=DECIDES)
    _greet(step, seat, player, GREETED_AGAIN(player=person(player)))


AGAIN = N_("{player} plays **{seat}** again, after {substitute}.")
GREETED_AGAIN = N_(
    "{player}, you play again what your substitute played. `/show log` tells what was heard meanwhile; `/table panel` "
    "shows what you can do now."
)


def _greet(step: Step, seat: Seat, player: int, words: Text) -> None:
    """Tell somebody in the thread of a seat, which lets them in."""
    letter = Letter(words, mentions=(player,))
    step.posts += post(step.row, target_of(step.row.id, seat, ""), letter, step.wall)


IS_AWAY = N_("{player} is away[ ({reason})]: {substitute} plays **{seat}** until they are back.")
GREETED = N_(
    "{substitute}, you play **{seat}** in {game} for {player}, and are told what it hears. `/game leave` gives it "
    "back; `/table panel` shows what you can do now."
)
WILL_PLAY = N_(
    "{substitute} takes your place as **{seat}** as soon as you say `/game away`, and learns then all that it knows. "
    "`/game back` ends that."
)
PLAYS_NOW = N_("{substitute} plays **{seat}** from now on. `/game back` when you are back.")


class Substitutes:
    """Naming them, going away and coming back."""

    def __init__(self, store: Store, transactions: Transactions) -> None:
        self._store, self._transactions = store, transactions

    async def name(self, game: int, substitute: int | None, *, user: int, interaction: str = "") -> Reply:
        """A player names who shall take their place while they are away; None: nobody any more."""

        async def work(step: Step) -> Reply:
            seat = _seat_of(step, user)
            if away_from(await self._store.commands_of(game, CHANGES), seat) is not None:
                told = N_("You stand in at {seat} yourself; its own player names the substitute.")
                raise Refusal("SEAT", said(told, seat=seat))
            if substitute is not None:
                await self._require_fit(step, substitute)
            step.note(NAMED, user=user, seat=seat, body=str(substitute or ""))
            if substitute is None:
                return Reply(said(N_("Nobody takes your place as **{seat}** any more."), seat=seat))
            return Reply(said(WILL_PLAY, substitute=person(substitute), seat=seat))

        return await self._transactions.act(game, work, interaction=interaction)

    async def away(self, game: int, *, user: int, reason: str = "", interaction: str = "") -> Reply:
        """A player goes away: the substitute sits in their place. Refused without one, or with one who may not."""

        async def work(step: Step) -> Reply:
            seat, log = _seat_of(step, user), await self._store.commands(game)
            if step.row.status not in ("running", "paused"):
                raise Refusal("GAME", said(N_("{game} is not running: nobody is missed."), game=step.row.name))
            if away_from(log, seat) is not None:
                fix = T_("`/game leave` gives it back.")
                raise Refusal("SEAT", said(N_("You stand in at {seat}."), seat=seat), fix=fix)
            substitute = substitute_of(log, seat, user)
            if substitute is None:
                fix = T_("`/game substitute` names one.")
                raise Refusal("SEAT", T_("You have named no substitute."), fix=fix)
            await self._require_fit(step, substitute)
            step.note("leave", user=user, seat=seat)
            step.seats[seat] = substitute
            step.note("join", user=substitute, seat=seat)
            step.note(AWAY, user=user, seat=seat)
            player, other, reasoned = person(user), person(substitute), name(reason) if reason else NOTHING
            words = IS_AWAY(player=player, reason=reasoned, substitute=other, seat=name(seat))
            step.announce(words, mentions=(substitute,), priority=DECIDES)
            greeting = GREETED(substitute=other, seat=name(seat), game=name(step.row.name), player=player)
            _greet(step, seat, substitute, greeting)
            return Reply(PLAYS_NOW(substitute=other, seat=name(seat)))

        return await self._transactions.act(game, work, interaction=interaction)

    async def back(self, game: int, *, user: int, interaction: str = "") -> Reply:
        """A player is back, and sits down where a substitute sits. Refused to anybody else."""

        async def work(step: Step) -> Reply:
            log = await self._store.commands_of(game, CHANGES)
            seat = next((Seat(seat) for seat in step.seats if away_from(log, seat) == user), None)
            if seat is None:
                raise Refusal("SEAT", said(N_("Nobody plays for you in {game}."), game=step.row.name))
            come_back(step, seat, user)
            return Reply(said(N_("You are **{seat}** again."), seat=seat))

        return await self._transactions.act(game, work, interaction=interaction)

    async def _require_fit(self, step: Step, substitute: int) -> None:
        """Raise Refusal for who sits in the game, or has looked into it as a moderator."""
        seat = next((seat for seat, holder in step.seats.items() if holder == substitute), None)
        if seat is not None:
            told = N_("{player} sits in {game}, as {seat}.")
            raise Refusal("SEAT", said(told, player=person(substitute), game=step.row.name, seat=seat))
        log = await self._store.commands_of(step.row.id, CHANGES)
        absent = [away_from(log, seat) for seat in step.seats]
        if substitute in absent:
            told = N_("{player} plays in {game}, and is away.")
            raise Refusal("SEAT", said(told, player=person(substitute), game=step.row.name))
        await require_unknowing(self._store, step, substitute)


def _seat_of(step: Step, user: int) -> Seat:
    seat = step.loaded.seat_of(user)
    if seat is None:
        raise Refusal("SEAT", said(N_("You have no seat in {game}."), game=step.row.name))
    if step.row.tutorial:
        raise Refusal("SEAT", T_("This is a tutorial, for one."))
    return seat

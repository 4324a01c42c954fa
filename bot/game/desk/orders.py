"""Orders as they reach a game: one at a time, or the lines of a sheet together."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.answers import DONE, Answer, Reply, answered_line, refused, sheet_text
from bot.game.desk.gm.sight import sees_all
from bot.game.rulings import Rulings
from bot.game.step import Step
from bot.game.transaction import Transactions
from engine.clock import Instant
from engine.game import MODERATOR, Refusal, Seat
from engine.orders import Order
from engine.text.lines import StrangeBeginning
from engine.text.message import N_, NOTHING, T_, joined, said, stamp
from storage.records import STANDING
from storage.store import Store

UNTOLD = T_(
    "That cannot be done as things stand. What stands in the way may be hidden from you, who play in this game."
)
"""What a moderator who plays is told of a refusal: its own sentence is made from the referee's state."""

ANOTHER = T_("Another moderator is told, and can do it.")

KEPT = T_("They are given for you whenever you are asked for orders; until your deadline you can give others.")
NONE_KEPT = T_("You have no standing orders now.")

NOT_YOURS = N_("You do not sit at {seat} in {game}.")
NOT_STARTED, ENDED = N_("{game} has not started yet."), N_("{game} has ended.")
START_IT, REOPEN_IT = T_("`/game start` starts it."), T_("`/gm reopen` opens it again first.")
PAUSED = N_("{game} is paused since {since}; orders wait until a moderator resumes it.")


class Orders:
    """Orders of seats that people sit at, and of moderators."""

    def __init__(self, store: Store, transactions: Transactions, rulings: Rulings) -> None:
        self._store, self._transactions, self._rulings = store, transactions, rulings

    async def submit(self, game: int, seat: Seat, order: Order, *, user: int, interaction: str = "") -> Reply:
        """Obey one order of a seat (moderators': `MODERATOR`), given by `user` now.

        A moderator who plays, and may not see everything, is answered no more than their seat hears.
        """

        async def work(step: Step) -> Reply:
            _require_playable(step, seat, user)
            blind = seat == MODERATOR and not await sees_all(self._store, step, user)
            step.acting = step.loaded.seat_of(user) if blind else seat
            codec = step.loaded.codec
            meant = codec.order(step.loaded.masks.revealed_in(codec.order_text(order))) if step.loaded.masks else order
            refusal = await self._rulings.obey(step, seat, meant, user)
            if refusal is not None and blind:
                refusal = Refusal(refusal.code, UNTOLD, refusal.rule, ANOTHER)
            return Reply(DONE) if refusal is None else refused(refusal)

        return await self._transactions.act(game, work, interaction=interaction)

    async def sheet(self, game: int, seat: Seat, text: str, *, user: int, interaction: str = "") -> Reply:
        """Obey the lines of an order sheet in turn, each with an answer of its own, all written together.

        A line that is refused changes nothing; the ones after it are obeyed as if it were not there. The seat's
        draft holds the refused lines afterwards, to be put right.
        """

        async def work(step: Step) -> Reply:
            _require_playable(step, seat, user)
            step.acting = seat
            orders = [order for order in step.loaded.rules.orders if order.moderator == (seat == MODERATOR)]
            hide = step.loaded.masks.hide
            lines = await self._rulings.read(step.loaded.masks.reveal(text), orders)
            if not lines:
                fix = T_("Write one order a line.")
                raise Refusal("SHEET", T_("There is no order on this sheet."), fix=fix)
            answers: list[Answer] = []
            possible: Sequence[type[Order]] | None = None
            for line in lines:
                refusal: Refusal | None = line.error
                if isinstance(line.error, StrangeBeginning):
                    possible = await self._rulings.possible(step, seat) if possible is None else possible
                    refusal = line.error.among(possible)
                if line.order is not None:
                    refusal = await self._rulings.obey(step, seat, line.order, user)
                answers.append(answered_line(hide(line.text), refusal, command=step.row.sequence))
            step.drafts[seat] = "\n".join(answer.line for answer in answers if answer.refusal is not None)
            return Reply(DONE, answers=tuple(answers))

        return await self._transactions.act(game, work, interaction=interaction)

    async def stand(self, game: int, seat: Seat, text: str, *, user: int, interaction: str = "") -> Reply:
        """Keep lines as the standing orders of a seat: given whenever it is asked for orders. Good ones are kept."""

        async def work(step: Step) -> Reply:
            if step.seats.get(seat) != user:
                raise Refusal("SEAT", said(NOT_YOURS, seat=seat, game=step.row.name))
            rules, hide = step.loaded.rules, step.loaded.masks.hide
            orders = [order for order in rules.orders if not order.moderator]
            lines = await self._rulings.read(step.loaded.masks.reveal(text), orders)
            likeliest = [order for order in rules.by_use if not order.moderator]
            told = ((line.text, line.error) for line in lines)
            answers = [
                answered_line(hide(text), error.among(likeliest) if isinstance(error, StrangeBeginning) else error)
                for text, error in told
            ]
            kept = [answer.line for answer in answers if answer.refusal is None]
            step.note("standing", user=user, seat=seat, body=str(len(kept)))
            step.drafts[f"{seat}{STANDING}"] = "\n".join(kept)
            return Reply(joined("\n", filter(None, [KEPT if kept else NONE_KEPT, sheet_text(answers)])))

        return await self._transactions.act(game, work, interaction=interaction)


def _require_playable(step: Step, seat: Seat, user: int) -> None:
    """Raise Refusal unless the game takes orders from that seat and user now."""
    game = step.row.name
    if step.row.status == "lobby":
        raise Refusal("GAME", said(NOT_STARTED, game=game), fix=START_IT)
    if step.row.status == "ended":
        reopened = seat == MODERATOR and step.row.closed_at is None
        raise Refusal("GAME", said(ENDED, game=game), fix=REOPEN_IT if reopened else NOTHING)
    if seat == MODERATOR:
        return
    if step.seats.get(seat) != user:
        raise Refusal("SEAT", said(NOT_YOURS, seat=seat, game=game))
    if step.row.status == "paused" and step.row.paused_at is not None:
        since = stamp(Instant(step.row.paused_at), "R")
        raise Refusal("GAME", said(PAUSED, game=game, since=since))

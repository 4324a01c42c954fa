"""Games of the small rulebook, opened for tests; and what was posted about them."""

from __future__ import annotations

from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.posts.news import Letter, decoded
from storage.store import Store

START = 1_700_000_000
GUILD, CHANNEL = 7, 70
GM, ALICE, BOB = 1, 11, 12


async def opened(desk: Desk, name: str = "Coins") -> int:
    """A running game with Alice as red and Bob as blue."""
    game = await desk.lobby.create(NewGame("ledger", name), guild=GUILD, user=GM, channel=CHANNEL)
    await desk.lobby.join(game.id, ALICE, "Red")
    await desk.lobby.join(game.id, BOB, "blue")
    await desk.lobby.start(game.id, GM)
    return game.id


async def posted(store: Store) -> list[tuple[str, Letter]]:
    """Everything in the outbox, in order: target and letter."""
    rows = await store.database.read(
        lambda connection: connection.execute("SELECT target, body FROM outbox ORDER BY id").fetchall()
    )
    return [(str(target), decoded(body)) for target, body in rows]

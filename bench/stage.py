"""Stage that benchmarks are played on: the real desk and rulebook on a database of their own, games brought to
blows.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.start.serve import service as open_service
from bot.start.serve import unhurried
from bot.ui.service import Service
from engine.clock import DAY
from engine.game import Seat, Setup
from engine.orders import Order
from engine.played.checks import checks_of
from engine.text.lines import parse
from storage.records import Game

PACKS = Path("seeds")
START = 1_773_144_000
"""Tuesday, 10 March 2026, 12:00 UTC: five days before an Action Day."""

GUILD, CHANNEL = 1, 2
DATABASE = "bench.db"


class Standing(Clock):
    """A clock that moves only when it is told to, and a steady one that does not."""

    def __init__(self) -> None:
        super().__init__(wall=lambda: float(START))


@contextlib.asynccontextmanager
async def service(folder: Path, clock: Clock | None = None) -> AsyncIterator[Service]:
    """The desk and what belongs to it, on a new database in the folder."""
    async with open_service(folder / DATABASE, PACKS, clock or Standing()) as made:
        unhurried()
        yield made


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A folder on the disk that the repository is on, so that durability costs what it costs there."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as name:
        yield Path(name)


async def battle(desk: Desk, name: str, users: dict[str, int], guild: int = GUILD, channel: int = CHANNEL) -> Game:
    """A running GCW game in which these seats hold ships at one system, in range of each other."""
    game = await desk.lobby.create(NewGame("gcw", name), guild=guild, user=1, channel=channel)
    for seat, user in users.items():
        await desk.lobby.join(game.id, user, seat)
    await desk.lobby.start(game.id, 1)
    rules = desk.rulebooks.of(game)
    for seat, order in checks_of(rules).opening(Setup(name, tuple(Seat(user) for user in users))):
        reply = await desk.orders.submit(game.id, seat, order, user=users.get(seat, 1))
        if reply.refusal is not None:
            raise RuntimeError(f"the opening is refused: {order!r}: {reply.text}")
    return await desk.store.game(game.id)


async def drafts(desk: Desk, game: Game, seat: str) -> list[Order]:
    """Orders that go into the seat's draft and out again, so that any number of them can be given in turn."""
    rules = desk.rulebooks.of(game)
    known = await desk.views.known(game.id, Seat(seat))
    ship = next(unit.name for unit in known.units.values() if unit.on_grid and unit.system == "Corellia")
    return [parse(f"shields up {ship}", rules.orders), parse("clear", rules.orders)]


def skip_to_action_day(clock: Standing) -> None:
    """Move the clock just beyond the next Action Day, the 15th."""
    clock.skip(5 * DAY)

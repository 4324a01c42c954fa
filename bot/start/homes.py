"""Servers that the bot is thrown out of, and comes back to: their games stand still meanwhile."""

from __future__ import annotations

from collections.abc import Set

from bot.game.desk.desk import Desk
from engine.text.message import T_

GONE, BACK = T_("I was taken out of this server."), T_("I am in this server again.")


class Homes:
    """Pauses the games of a server that the bot was thrown out of, for nobody can give orders there, and resumes them.

    Games that a moderator paused before are left to moderators. Which ones stand still because of us is remembered, so
    that a restart between makes no difference. `me` is the bot's own user.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def look(self, me: int, present: Set[int]) -> None:
        """See to what happened while the bot was away: `present` are the servers that it is in now."""
        for guild in await self._desk.store.rulebooks_played():
            if guild in present:
                await self.back(guild, me)
            else:
                await self.left(guild, me)

    async def left(self, guild: int, me: int) -> None:
        """Pause what runs in a server."""
        running = [game.id for game in await self._desk.store.games(guild) if game.status == "running"]
        stopped = {*await self._stopped(guild), *running}
        await self._desk.store.remember(_name(guild), " ".join(map(str, sorted(stopped))))
        for game in running:
            await self._desk.moderation.pause(game, user=me, reason=GONE)

    async def back(self, guild: int, me: int) -> None:
        """Resume what was paused when the bot left a server."""
        stopped = await self._stopped(guild)
        for game in stopped:
            if (await self._desk.store.game(game)).status == "paused":
                await self._desk.moderation.resume(game, user=me, reason=BACK)
        if stopped:
            await self._desk.store.remember(_name(guild), "")

    async def _stopped(self, guild: int) -> list[int]:
        return [int(game) for game in (await self._desk.store.memo(_name(guild)) or "").split()]


def _name(guild: int) -> str:
    return f"left:{guild}"

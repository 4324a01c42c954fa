"""Messages of the desk and the postman to each other."""

from __future__ import annotations

import asyncio


class Bell(asyncio.Event):
    """Set when posts were added: the postman waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.mended = False
        """Whether places may be reached again that could not be."""
        self.untold: dict[int, dict[int, str]] = {}
        """What moderators should know and no place is there for: by game, then by the row of the outbox."""

    def mend(self) -> None:
        """Have places tried at once that could not be reached: a moderator has changed something."""
        self.mended = True
        self.set()

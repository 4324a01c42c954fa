"""Answers that this process gave lately: how it notices that another one answers with the same token."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable

log = logging.getLogger("umpire.heard")

REMEMBERED = 1000
"""Interactions whose ids are kept: Discord repeats one only shortly after it was first told."""

RIVAL_LASTS = 3600
"""Seconds after which a second process that was noticed no more is taken to have been stopped."""

_ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class Heard:
    """Interactions that this process answered, and whether somebody else answered one of them."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._tries: dict[int, int] = {}
        self._steady = steady
        self._rival_at: float | None = None

    @property
    def rivalled(self) -> bool:
        """True if another process was noticed, in the last hour, that answers with our token."""
        return self._rival_at is not None and self._steady() - self._rival_at < RIVAL_LASTS

    def note(self, path: str) -> None:
        """A request goes out: a first answer to an interaction is counted each time that it is tried.

        It is tried again where Discord tells the interaction twice, and where it fails after it took the answer.
        """
        found = _ANSWER.search(path)
        if found is None:
            return
        interaction = int(found[1])
        self._tries[interaction] = self._tries.pop(interaction, 0) + 1
        while len(self._tries) > REMEMBERED:
            del self._tries[next(iter(self._tries))]

    def answered_already(self, interaction: int, where: str) -> None:
        """Discord refused our first answer, for there was one: if that cannot have been ours, say so in the log."""
        if self._tries.get(interaction, 0) < 2:
            self._rival_at = self._steady()
            log.error(
                "Somebody else answered %s before me: another process runs with this token, and what each of the two "
                "is told the other does not know. Stop one of them; if you do not know the other, make a new token in "
                "Discord's developer portal.",
                where,
            )

"""What this process was asked lately: how it notices that another one answers with the same token."""

from __future__ import annotations

import logging

log = logging.getLogger("umpire.heard")

REMEMBERED = 1000
"""Interactions whose ids are kept: Discord repeats one only shortly after it was first told."""

RIVAL = (
    "Somebody else answered %s before me: another process runs with this token, and what each of the two is told the "
    "other does not know. Stop one of them; if you do not know the other, make a new token in Discord's developer "
    "portal."
)


class Heard:
    """Interactions that this process was told of, and whether somebody else answered one of them."""

    def __init__(self) -> None:
        self._times: dict[int, int] = {}
        self.rivalled = False
        """Whether another process was noticed that answers with our token."""

    def note(self, interaction: int) -> None:
        """An interaction came in, perhaps for the second time: after a broken connection Discord tells some again."""
        self._times[interaction] = self._times.pop(interaction, 0) + 1
        while len(self._times) > REMEMBERED:
            del self._times[next(iter(self._times))]

    def answered_already(self, interaction: int, where: str) -> None:
        """Discord refused our first answer, for there was one: if that cannot have been ours, say so in the log."""
        if self._times.get(interaction, 0) < 2:
            self.rivalled = True
            log.error(RIVAL, where)

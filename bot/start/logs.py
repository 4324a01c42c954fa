"""Logging, and what is never logged: no token of the bot or of an interaction, no order or answer of anybody's, and
nobody's id.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

OURS = "umpire"

_INTERACTION = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?\"'>)]+")
_USER = re.compile(r"(<@!?|\bdm:|/(?:users|members|thread-members|recipients|bans)/)\d+")
_BOT_TOKEN = re.compile(r"[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}")


class Discreet(logging.Formatter):
    """Leaves out what opens a door, for whoever has the token of an interaction answers in its place, and ids of users
    where posts, mentions and Discord's addresses have them.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback below it."""
        line = _INTERACTION.sub(r"/\1/\2/(token)", super().format(record))
        return _USER.sub(r"\1(user)", _BOT_TOKEN.sub("(token)", line))


def is_ours_or_important(record: logging.LogRecord) -> bool:
    """Below INFO only Umpire's own lines: libraries then write down all that Discord and players say."""
    return record.levelno >= logging.INFO or record.name.partition(".")[0] == OURS


@contextmanager
def logging_discreetly(stream: TextIO | None = None) -> Iterator[None]:
    """Have everything logged from INFO on to a stream (standard error); whoever wants more sets the root's level."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(is_ours_or_important)
    logging.getLogger("apscheduler").setLevel(logging.WARNING)  # it notes every tick
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)

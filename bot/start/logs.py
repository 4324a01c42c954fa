"""What is logged, and what never is: no token of the bot or of an interaction, and no order or answer of anybody's."""

from __future__ import annotations

import logging
import re
import sys
from typing import TextIO

OURS = "umpire"

_INTERACTION = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?\"'>)]+")
_BOT_TOKEN = re.compile(r"[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}")


class Discreet(logging.Formatter):
    """Leaves out what opens a door: whoever has the token of an interaction answers in its place."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback below it."""
        return _BOT_TOKEN.sub("(token)", _INTERACTION.sub(r"/\1/\2/(token)", super().format(record)))


def is_ours_or_important(record: logging.LogRecord) -> bool:
    """Below INFO only Umpire's own lines: libraries then write down all that Discord and players say."""
    return record.levelno >= logging.INFO or record.name.partition(".")[0] == OURS


def begin_logging(stream: TextIO | None = None) -> logging.Handler:
    """Have everything logged from INFO on to a stream (standard error); whoever wants more sets the root's level."""
    root = logging.getLogger()
    for begun in root.handlers:
        if isinstance(begun, logging.StreamHandler) and isinstance(begun.formatter, Discreet):
            begun.setStream(stream or sys.stderr)
            return begun
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(is_ours_or_important)
    logging.getLogger("apscheduler").setLevel(logging.WARNING)  # it notes every tick
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    return handler

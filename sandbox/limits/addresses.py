"""Addresses and moments as Discord takes them in messages."""

import re
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

from sandbox.limits.check import Check, Path

WEB = ("http", "https")
LONGEST = 2_048
HOST = re.compile(r"[\w.-]+(:\d+)?|\[[0-9a-f:]+\](:\d+)?", re.IGNORECASE)


def check_address(url: object, check: Check, path: Path, schemes: Sequence[str] = WEB, most: int = LONGEST) -> None:
    """Note what is wrong with an address, of at most so many characters and by one of these schemes."""
    address = check.text(url, path, 1, most)
    if address is None or len(address) > most:
        return
    try:
        parts = urlsplit(address)
    except ValueError:
        check.wrong(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        return
    if parts.scheme not in schemes:
        words = f'Scheme "{parts.scheme}" is not supported. Scheme must be one of {tuple(schemes)}.'
        check.wrong(path, "URL_TYPE_INVALID_SCHEME", words)
    elif parts.scheme in WEB and not HOST.fullmatch(parts.netloc):
        check.wrong(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def check_moment(value: object, check: Check, path: Path) -> None:
    """Note where a moment is not written as ISO 8601 has it."""
    if value is None:
        return
    try:
        datetime.fromisoformat(str(value))
    except ValueError:
        check.wrong(path, "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")

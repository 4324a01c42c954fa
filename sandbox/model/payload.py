"""JSON as Discord speaks it."""

from typing import Any

import msgspec

Json = dict[str, Any]  # Discord's objects are many and deep; limits/ checks those that come in
"""A JSON object."""


def encode(value: object) -> bytes:
    """The value as JSON text in UTF-8."""
    return msgspec.json.encode(value)


def decode(text: bytes | str) -> object:
    """The value of a JSON text; `ValueError` when it is none."""
    return msgspec.json.decode(text)

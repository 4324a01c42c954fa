"""Colours of laid-out messages: that of the seat whose report it is, as Discord takes it."""

from __future__ import annotations

from engine.report import Report

COLOUR = 0x4C7EF3
"""The side line of what is no seat's."""


def as_number(colour: str) -> int:
    """A colour (`#rrggbb`) as Discord takes it."""
    return int(colour.removeprefix("#"), 16)


def accent(report: Report) -> int:
    """The colour of the line at the side of a report."""
    return as_number(report.colour) if report.colour else COLOUR

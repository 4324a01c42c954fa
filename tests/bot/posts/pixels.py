"""Reads a PNG as the renderer writes it (8 bits, RGB or RGBA, not interlaced), so that tests can look at pixels."""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple


class Pixels(NamedTuple):
    """A decoded picture: its size and its rows, each `channels` bytes a pixel."""

    width: int
    height: int
    channels: int
    rows: list[bytes]

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green and blue of one pixel."""
        start = x * self.channels
        red, green, blue = self.rows[y][start : start + 3]
        return red, green, blue

    def lit(self) -> tuple[int, int]:
        """First and last column with a pixel brighter than a third of white."""
        brightest = bytearray(self.width * self.channels)
        for row in set(self.rows):
            brightest = bytearray(map(max, brightest, row))
        colours = range(3)
        columns = [
            x for x in range(self.width) if max(brightest[x * self.channels + colour] for colour in colours) > 85
        ]
        return columns[0], columns[-1]


def decode(png: bytes) -> Pixels:
    """Undoes the five row filters of PNG."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, data, head = 8, b"", b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        head = body if kind == b"IHDR" else head
        data += body if kind == b"IDAT" else b""
        at += length + 12
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    assert depth == 8
    assert not interlaced
    channels = {2: 3, 6: 4}[colour]
    raw, rows, above = zlib.decompress(data), [], bytes(width * channels)
    for y in range(height):
        start = y * (width * channels + 1)
        above = _unfilter(raw[start], raw[start + 1 : start + 1 + width * channels], above, channels)
        rows.append(above)
    return Pixels(width, height, channels, rows)


def _unfilter(kind: int, row: bytes, above: bytes, channels: int) -> bytes:
    """A row as it was before it was filtered, each filter in a loop of its own: pictures have millions of bytes."""
    if kind == 0:
        return row
    if kind == 2:
        return bytes([(value + up) & 255 for value, up in zip(row, above, strict=True)])
    out = bytearray(channels) + row  # with a pixel of zeros to the left of the first
    if kind == 1:
        for x in range(channels, len(out)):
            out[x] = (out[x] + out[x - channels]) & 255
    elif kind == 3:
        for x, up in enumerate(above, channels):
            out[x] = (out[x] + (out[x - channels] + up) // 2) & 255
    else:
        for x, (up, corner) in enumerate(zip(above, bytes(channels) + above, strict=False), channels):
            out[x] = (out[x] + _paeth(out[x - channels], up, corner)) & 255
    return bytes(out[channels:])


def _paeth(left: int, up: int, corner: int) -> int:
    if up == corner:
        return left
    if left == corner:
        return up
    estimate = left + up - corner
    away = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
    if away[0] <= away[1] and away[0] <= away[2]:
        return left
    return up if away[1] <= away[2] else corner

"""A game that is over as one page that needs nothing else, and as an animated picture."""

from __future__ import annotations

import base64
import datetime
import html
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from PIL import Image

from engine.report import Report

SECONDS_A_FRAME, LAST_FRAME = 1.2, 4.0
"""How long an animated picture shows a moment, and the last one."""

WIDTH = 800
"""Pixels of an animated picture from side to side."""

_BESIDE = re.compile(r" \(&lt;t:-?\d+:R&gt;\)")
"""How long ago it was, which a page cannot tell, beside when it was."""
_STAMP = re.compile(r"&lt;t:(-?\d+)(?::[tTdDfFR])?&gt;")
_MARKS = (
    (re.compile(r"\*\*(.+?)\*\*", re.S), r"<b>\1</b>"),
    (re.compile(r"(?<![\w*])\*(?!\s)(.+?)(?<!\s)\*(?![\w*])", re.S), r"<i>\1</i>"),
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"&lt;@!?\d+&gt;"), "a player"),
    (re.compile(r"^-# (.*)$", re.M), r"<small>\1</small>"),
    (re.compile(r"^&gt; (.*)$", re.M), r"<blockquote>\1</blockquote>"),
)
_ESCAPED = re.compile(r"\\([\\*_~`>|#\-\[\]()])")
"""A sign that is meant as it stands, and marks nothing."""
_KEPT = 0xE000
"""First of the characters that stand for such signs while marks are read: those that Unicode leaves to everybody."""
_BACK = re.compile("[\ue000-\ue07f]")


def dated(at: int) -> str:
    """An instant for readers of a page: "10 March 2026, 12:00 UTC"."""
    return f"{datetime.datetime.fromtimestamp(at, datetime.UTC):%d %B %Y, %H:%M} UTC".lstrip("0")


def marked(text: str) -> Markup:
    """Discord's markdown as HTML; whatever else is in the text stays text."""
    kept = _ESCAPED.sub(lambda found: chr(_KEPT + ord(found[1])), _BACK.sub("", str(text)))
    made = _BESIDE.sub("", html.escape(kept, quote=False))
    made = _STAMP.sub(lambda found: dated(int(found[1])), made)
    for mark, meant in _MARKS:
        made = mark.sub(meant, made)
    made = _BACK.sub(lambda found: html.escape(chr(ord(found[0]) - _KEPT), quote=False), made)
    return Markup(made.replace("\n", "<br>"))  # escaped above


class Moment(msgspec.Struct, frozen=True):
    """A moment on the page: when, its picture as SVG ("": none), and what was told: to whom, and in which words."""

    at: str
    svg: str
    told: Sequence[tuple[str, str]]


class Pages(msgspec.Struct, frozen=True):
    """Content of a page; the times in words."""

    name: str
    title: str
    begun: str
    over: str
    players: Sequence[str]
    summary: Report | None
    had: Sequence[tuple[str, Report]]
    figures: Sequence[tuple[str, str]]
    dice: Mapping[str, Any]  # JSON
    transcript: str


_TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).parent / "page"), autoescape=True)
_TEMPLATES.filters["marked"] = marked


def page(pages: Pages, moments: Sequence[Moment]) -> bytes:
    """One HTML file with everything in it: pictures, replay, transcript."""
    frames = [
        {
            "at": moment.at,
            "picture": base64.b64encode(moment.svg.encode()).decode() if moment.svg else "",
            "told": [{"hearer": hearer, "text": text} for hearer, text in moment.told],
        }
        for moment in moments
    ]
    return _TEMPLATES.get_template("game.html").render(frames=frames, **msgspec.structs.asdict(pages)).encode()


def animated(pngs: Sequence[bytes]) -> bytes:
    """Pictures one after another as a GIF, all of a size that holds the tallest."""
    pictures = [Image.open(io.BytesIO(png)).convert("RGB") for png in pngs]
    width, height = WIDTH, max(round(WIDTH * picture.height / picture.width) for picture in pictures)
    frames = []
    for picture in pictures:
        sheet = Image.new("RGB", (width, height))
        scaled = picture.copy()
        scaled.thumbnail((width, height))
        sheet.paste(scaled, ((width - scaled.width) // 2, (height - scaled.height) // 2))
        frames.append(sheet.quantize(colors=256, dither=Image.Dither.FLOYDSTEINBERG))
    times = [int(1000 * SECONDS_A_FRAME)] * (len(frames) - 1) + [int(1000 * LAST_FRAME)]
    made = io.BytesIO()
    frames[0].save(made, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    return made.getvalue()

"""Answers to the page: JSON, refusals, streams of events, all with the headers that keep others out."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from sandbox.client.values import Refused
from sandbox.client.views import Subscription
from sandbox.model.payload import Json, encode

KEEP_ALIVE = 15.0  # seconds of silence after which the stream says that it is still there

REFUSALS: tuple[type[web.HTTPError], ...] = (
    web.HTTPBadRequest,
    web.HTTPForbidden,
    web.HTTPNotFound,
    web.HTTPUnsupportedMediaType,
)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def answer(value: Json) -> web.Response:
    """An answer with this object."""
    return web.Response(body=encode(value), content_type="application/json", headers=HEADERS)


def refusal(status: int, sentence: str) -> web.HTTPError:
    """An answer that says no; the page shows the sentence."""
    kind = next(kind for kind in REFUSALS if kind.status_code == status)
    return kind(text=json.dumps({"error": sentence}), content_type="application/json", headers=HEADERS)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what the sandbox refuses the member into an answer."""
    try:
        yield
    except Refused as refused:
        raise refusal(400, str(refused)) from refused


async def pass_on(heard: Subscription, stream: web.StreamResponse) -> None:
    """Write what is heard until the subscription ends, and a sign of life when nothing was for long."""
    waiting = asyncio.ensure_future(anext(heard, None))
    try:
        while True:
            done, _ = await asyncio.wait({waiting}, timeout=KEEP_ALIVE)
            if not done:
                await stream.write(b": still here\n\n")
                continue
            event = waiting.result()
            if event is None:
                return
            await say(stream, event)
            waiting = asyncio.ensure_future(anext(heard, None))
    finally:
        waiting.cancel()


async def say(stream: web.StreamResponse, event: Json) -> None:
    """Write one event to the stream. JSON has no line breaks of its own, so one `data:` line holds it."""
    await stream.write(b"data: " + encode(event) + b"\n\n")

"""Guards of the page: who may ask it, and who may do something through it."""

import ipaddress
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

from sandbox.page.answers import refusal

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def _is_loopback(host: str | None) -> bool:
    if host is None:
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def from_loopback(handler: Handler) -> Handler:
    """Answer only requests addressed to this machine by a loopback name, whatever a foreign name resolves to."""

    async def guarded(request: web.Request) -> web.StreamResponse:
        try:
            host = urlsplit(f"//{request.headers.get('Host', '')}").hostname
        except ValueError:
            host = None
        if not _is_loopback(host):
            raise refusal(403, "The sandbox answers only on this machine.")
        if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none") and request.path != "/":
            raise refusal(403, "Only the sandbox's own page may ask this.")
        return await handler(request)

    return guarded


def from_this_page(handler: Handler) -> Handler:
    """Answer only requests that the page itself makes: the browser says so by origin or by fetch metadata."""

    async def guarded(request: web.Request) -> web.StreamResponse:
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
        own = f"{request.scheme}://{request.headers.get('Host', '')}"
        if (origin is None and site is None) or origin not in (None, own) or site not in (None, "same-origin"):
            raise refusal(403, "Only the sandbox's own page may do this.")
        return await handler(request)

    return guarded

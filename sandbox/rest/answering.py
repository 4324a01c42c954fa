"""The REST interface: a request becomes a call of a handler, and its result an answer, faults included."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from aiohttp import web

from sandbox.limits.check import as_whole
from sandbox.limits.errors import ApiError
from sandbox.limits.faults import Dropped, Failing, Fault, Faults, RateLimited, Refusing, Slow
from sandbox.limits.rate_limits import RateLimits, bucket_of
from sandbox.limits.specification import Spec
from sandbox.model.payload import encode
from sandbox.model.world import World
from sandbox.rest import (
    bot_routes,
    channel_routes,
    command_routes,
    guild_routes,
    interaction_routes,
    member_routes,
    message_routes,
    role_routes,
    thread_routes,
)
from sandbox.rest.call import Call, Created, Handler
from sandbox.rest.reading import read

BASE = "/api/v10"
JSON = {"Content-Type": "application/json"}
FILE_HEADERS = {
    "Cache-Control": "max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
}
"""With a file that somebody sent: opened in the browser, it runs nothing in the page's name."""

OPEN = ("/interactions/", "/webhooks/")
"""Paths whose token in the address is enough."""

UNKNOWN = "/{tail:.*}"

ROUTES = [
    *channel_routes.ROUTES,
    *message_routes.ROUTES,
    *thread_routes.ROUTES,
    *bot_routes.ROUTES,
    *guild_routes.ROUTES,
    *member_routes.ROUTES,
    *role_routes.ROUTES,
    *command_routes.ROUTES,
    *interaction_routes.ROUTES,
]

WebHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Rest:
    """Answers the requests of the bot, and serves the files that were sent. `unknown_requests` fitted no route."""

    def __init__(self, world: World, faults: Faults, rate_limits: RateLimits, spec: Spec | None) -> None:
        self._world = world
        self._faults = faults
        self._rate_limits = rate_limits
        self._spec = spec
        self.unknown_requests: list[str] = []

    def routes(self) -> list[web.RouteDef]:
        """The routes, for a web application."""
        return [
            *(web.route(method, BASE + path, self._answering(path, handler)) for method, path, handler in ROUTES),
            web.route("*", BASE + UNKNOWN, self._answering(UNKNOWN, _unknown)),
            web.get("/attachments/{channel_id}/{attachment_id}/{filename}", self._serve),
        ]

    def _answering(self, route: str, handler: Handler) -> WebHandler:
        async def answer(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix(BASE)
            if route == UNKNOWN:
                self.unknown_requests.append(f"{request.method} {path}")
            try:
                body, uploads = await read(request)
            except ApiError as refusal:
                return _refused(refusal, {})
            await asyncio.sleep(self._world.latency)
            fault = self._faults.befalling(request.method, path, body if isinstance(body, dict) else {})
            if fault is not None and (early := await _before(fault, request)) is not None:
                return early
            call = Call(self._world, request.match_info, request.query, body, uploads)
            response = self._handle(request, route, handler, call)
            await asyncio.sleep(self._world.latency)
            if fault is not None:
                return await _after(fault, request, response)
            return response

        return answer

    def _handle(self, request: web.Request, route: str, handler: Handler, call: Call) -> web.Response:
        """Check the token, the limits and the specification, then let the handler do it."""
        is_open = route.startswith(OPEN)
        if not is_open and request.headers.get("Authorization") != f"Bot {self._world.application.token}":
            return _refused(ApiError(40001), {})
        params = call.params
        major = ":".join(params[name] for name in ("channel_id", "guild_id", "webhook_id", "token") if name in params)
        headers, wait, everywhere = self._rate_limits.take(
            request.method, bucket_of(route, call.body), major, not is_open
        )
        if wait:
            return _rate_limited(RateLimited(wait, everywhere=everywhere), headers)
        if self._spec is not None and route != UNKNOWN:
            self._spec.check(request.method, request.path.removeprefix(BASE), call.body)
        try:
            result = handler(call)
        except ApiError as refusal:
            return _refused(refusal, headers)
        status = 204 if result is None else 201 if isinstance(result, Created) else 200
        told = result.body if isinstance(result, Created) else result
        if self._spec is not None and route != UNKNOWN:
            self._spec.check_answer(request.method, request.path.removeprefix(BASE), status, told)
        if told is None:
            return web.Response(status=status, headers=headers)
        return web.Response(body=encode(told), status=status, headers=headers | JSON)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        """A file that was sent."""
        file = self._world.files.get(as_whole(request.match_info["attachment_id"]) or 0)
        if file is None:
            raise web.HTTPNotFound
        return web.Response(body=file.body, content_type=file.content_type, headers=FILE_HEADERS)


def _unknown(_: Call) -> object:
    raise ApiError(0)


def _refused(refusal: ApiError, headers: Mapping[str, str]) -> web.Response:
    return web.Response(body=encode(refusal.payload()), status=refusal.status, headers={**headers, **JSON})


def _rate_limited(fault: RateLimited, headers: Mapping[str, str]) -> web.Response:
    scope = "global" if fault.everywhere else "user"
    more = {"Retry-After": f"{fault.after:.3f}", "X-RateLimit-Scope": scope} | (
        {"Via": "1.1 google"} if fault.via else {}
    )
    if fault.everywhere:
        more["X-RateLimit-Global"] = "true"
    body = {"message": "You are being rate limited.", "retry_after": fault.after, "global": fault.everywhere}
    return web.Response(body=encode(body), status=429, headers={**headers, **more, **JSON})


def _failing(status: int) -> web.Response:
    body = {"message": f"{status}: Internal Server Error", "code": 0}
    return web.Response(body=encode(body), status=status, headers=JSON)


async def _before(fault: Fault, request: web.Request) -> web.StreamResponse | None:
    """The answer of a fault that strikes before anything is done; None where the request goes on."""
    match fault:
        case RateLimited():
            return _rate_limited(fault, {})
        case Failing(status, done=False):
            return _failing(status)
        case Refusing():
            return _refused(fault.error(), {})
        case Dropped(done=False):
            return _cut(request)
        case Slow(seconds, done=False):
            await asyncio.sleep(seconds)
    return None


async def _after(fault: Fault, request: web.Request, response: web.Response) -> web.StreamResponse:
    """The answer of a fault that strikes once the thing is done."""
    match fault:
        case Failing(status, done=True):
            return _failing(status)
        case Dropped(done=True):
            return _cut(request)
        case Slow(seconds, done=True):
            await asyncio.sleep(seconds)
    return response


def _cut(request: web.Request) -> web.Response:
    """Cut the connection; what is returned never arrives."""
    if request.transport is not None:
        request.transport.close()
    return web.Response(status=500)

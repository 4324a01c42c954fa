"""The REST interface: how a request becomes a call of a handler and a handler's result an answer, faults included."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from sandbox.limits.errors import ApiError
from sandbox.limits.faults import Dropped, Failing, Fault, RateLimited, Refusing, Slow
from sandbox.limits.form_body import as_object, as_whole
from sandbox.limits.message_limits import Upload
from sandbox.model.channels import Channel, Message
from sandbox.model.payload import Json, decode, encode
from sandbox.model.people import Guild, Member, Permission, User

if TYPE_CHECKING:
    from sandbox.model.world import World
    from sandbox.server import Sandbox

log = logging.getLogger(__name__)

BASE = "/api/v10"
LARGEST_REQUEST = 30 * 1024 * 1024
JSON = {"Content-Type": "application/json"}
FILE_HEADERS = {
    "Cache-Control": "max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
}
"""With a file that somebody sent: opened in the browser, it runs nothing in the page's name."""

OPEN = ("/interactions/", "/webhooks/")
"""Paths whose token in the address is enough."""


@dataclass(slots=True)
class Call:
    """One request as a handler sees it: the values in its path, its query, its JSON body and its files."""

    sandbox: "Sandbox"
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any  # JSON from outside: `json` and the forms check it
    uploads: dict[str, Upload] = field(default_factory=dict)

    @property
    def world(self) -> "World":
        return self.sandbox.world

    @property
    def bot(self) -> User:
        return self.sandbox.world.bot

    @property
    def json(self) -> Json:
        """The body, which has to be an object."""
        return as_object({} if self.body is None else self.body)

    def id(self, name: str) -> int:
        """A snowflake of the path."""
        value = as_whole(self.params[name])
        if value is None:
            message = f'Value "{self.params[name]}" is not snowflake.'
            wrong = {name: {"_errors": [{"code": "NUMBER_TYPE_COERCE", "message": message}]}}
            raise ApiError(50035, "Invalid Form Body", errors=wrong)
        return value

    def number(self, name: str, default: int | None = None, most: int | None = None) -> int | None:
        """A whole number of the query."""
        value = as_whole(self.query.get(name))
        if value is None:
            return default
        if most is not None and not 1 <= value <= most:
            message = f"int value should be between 1 and {most}."
            wrong = {name: {"_errors": [{"code": "NUMBER_TYPE_MAX", "message": message}]}}
            raise ApiError(50035, "Invalid Form Body", errors=wrong)
        return value

    def guild(self) -> Guild:
        guild = self.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise ApiError(10004)
        return guild

    def need(self, guild: Guild, permission: int) -> Member:
        """The bot as a member of the guild, which must have these permissions there."""
        me = guild.members[self.bot.id]
        if me.permissions() & permission != permission:
            raise ApiError(50013)
        return me

    def channel(self, permission: int = 0) -> Channel:
        """The channel of the path: it must exist, the bot must see it, and have these permissions there."""
        channel = self.world.channels.get(self.id("channel_id"))
        if channel is None:
            raise ApiError(10003)
        held = self.world.permissions(self.bot, channel)
        if not held & Permission.VIEW_CHANNEL:
            raise ApiError(50001)
        if held & permission != permission:
            raise ApiError(50013)
        return channel

    def thread(self, permission: int = 0) -> Channel:
        thread = self.channel(permission)
        if not thread.is_thread:
            raise ApiError(50024)
        return thread

    def message(self, channel: Channel) -> Message:
        """The message of the path. The channel's own routes know nothing of ephemeral ones."""
        message = channel.messages.get(self.id("message_id"))
        if message is None or message.ephemeral:
            raise ApiError(10008)
        return message

    def user(self) -> User:
        user = self.world.users.get(self.id("user_id"))
        if user is None:
            raise ApiError(10013)
        return user

    def member(self, guild: Guild) -> Member:
        member = guild.members.get(self.id("user_id"))
        if member is None:
            raise ApiError(10007)
        return member


Handler = Callable[[Call], object]
"""Does what is asked and gives the JSON to answer with; None for an answer without content (204)."""

WebHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]

Route = tuple[str, str, Handler]
"""Method, path under the API base as Discord's documentation writes it, handler."""


def make_app(sandbox: "Sandbox") -> web.Application:
    """The web application of a sandbox: REST, gateway, files and the page."""
    from sandbox.page.handlers import routes as page_routes
    from sandbox.rest import (
        channel_routes,
        command_routes,
        guild_routes,
        interaction_routes,
        message_routes,
        thread_routes,
    )

    app = web.Application(client_max_size=LARGEST_REQUEST)
    rooms = (channel_routes, message_routes, thread_routes, guild_routes, command_routes, interaction_routes)
    for method, path, handler in (route for room in rooms for route in room.ROUTES):
        app.router.add_route(method, BASE + path, _answering(sandbox, path, handler))
    app.router.add_route("*", BASE + "/{tail:.*}", _answering(sandbox, "/{tail}", _unknown))
    app.router.add_get("/gateway", sandbox.gateway.connect)
    app.router.add_get("/gateway/", sandbox.gateway.connect)
    app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", _serving(sandbox))
    app.add_routes(page_routes(sandbox))
    return app


def _unknown(_: Call) -> object:
    raise ApiError(0)


def _answering(sandbox: "Sandbox", route: str, handler: Handler) -> WebHandler:
    async def answer(request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(BASE)
        if route == "/{tail}":
            sandbox.unknown_requests.append(f"{request.method} {path}")
        try:
            body, uploads = await _read(request)
        except ApiError as refusal:
            return _refused(refusal, {})
        given = body if isinstance(body, dict) else {}
        fault = sandbox.faults.befalling(request.method, path, given)
        if fault is not None and (early := await _before(fault, request)) is not None:
            return early
        call = Call(sandbox, request.match_info, request.query, body, uploads)
        response = _handle(sandbox, request, route, path, handler, call)
        if fault is not None:
            return await _after(fault, request, response)
        return response

    return answer


def _handle(
    sandbox: "Sandbox", request: web.Request, route: str, path: str, handler: Handler, call: Call
) -> web.Response:
    """Check the token, the limits and the specification, then let the handler do it."""
    is_open = route.startswith(OPEN)
    if not is_open and request.headers.get("Authorization") != f"Bot {sandbox.token}":
        return _refused(ApiError(40001), {})
    params = call.params
    major = ":".join(params[name] for name in ("channel_id", "guild_id", "webhook_id", "token") if name in params)
    headers, wait, everywhere = sandbox.limits.take(request.method, route, major, not is_open)
    if wait:
        return _rate_limited(RateLimited(wait, everywhere=everywhere), headers)
    if sandbox.spec is not None and route != "/{tail}":
        sandbox.spec.check(request.method, path, call.body)
    try:
        result = handler(call)
    except ApiError as refusal:
        return _refused(refusal, headers)
    if result is None:
        return web.Response(status=204, headers=headers)
    return web.Response(body=encode(result), headers=headers | JSON)


async def _read(request: web.Request) -> tuple[object, dict[str, Upload]]:
    """The JSON of a request, and the files that came with it by the number in their field's name."""
    if request.content_type == "multipart/form-data":
        return await _read_parts(request)
    text = await request.read()
    if not text:
        return None, {}
    return _decoded(text), {}


def _decoded(text: bytes) -> object:
    try:
        return decode(text)
    except ValueError as error:
        raise ApiError(50109) from error


async def _read_parts(request: web.Request) -> tuple[object, dict[str, Upload]]:
    body: object = None
    uploads: dict[str, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader) or part.name is None:
            continue
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = _decoded(content)
        else:
            key = part.name.removeprefix("files[").removesuffix("]")
            uploads[key] = Upload(part.filename or part.name, content, part.headers.get("Content-Type"))
    return body, uploads


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
    """What becomes of the answer, once the thing is done."""
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


def _serving(sandbox: "Sandbox") -> WebHandler:
    async def serve(request: web.Request) -> web.StreamResponse:
        kept = sandbox.files.get(as_whole(request.match_info["attachment_id"]) or 0)
        if kept is None:
            raise web.HTTPNotFound
        kind, body = kept
        return web.Response(body=body, content_type=kind, headers=FILE_HEADERS)

    return serve

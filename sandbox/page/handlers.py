"""The newcomer's page: route handlers that let a browser sit at the sandbox's table as one of its members."""

import asyncio
import ipaddress
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import jinja2
from aiohttp import BodyPartReader, web

from sandbox.client.interact import Field, File, Given, Refused
from sandbox.client.views import Subscription
from sandbox.model.payload import Json, encode
from sandbox.model.people import Member

if TYPE_CHECKING:
    from sandbox.server import Sandbox

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

STATIC_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
KEEP_ALIVE = 15.0  # seconds of silence after which the stream says that it is still there
LARGEST_FORM = 110 * 1024 * 1024  # bytes: ten attachments of 10 MiB and the fields around them
LONGEST_SKIP = 10 * 366 * 86_400  # seconds: ten years

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


def routes(sandbox: "Sandbox") -> list[web.RouteDef]:
    """The page at `/`, and all it asks for under `/page/`; each request names its member with `?as=`.

    Only loopback names are answered (403 otherwise, against DNS rebinding), and what changes something only when it
    comes from the page itself.
    """
    page = _Page(sandbox)
    reads: list[tuple[str, Handler]] = [
        ("/", page.index),
        ("/page/static/{path:.+}", page.static),
        ("/page/events", page.events),
        ("/page/commands", page.commands),
    ]
    deeds: list[tuple[str, Handler]] = [
        ("/page/message", page.message),
        ("/page/command", page.command),
        ("/page/autocomplete", page.autocomplete),
        ("/page/component", page.component),
        ("/page/modal", page.modal),
        ("/page/skip", page.skip),
    ]
    return [
        *(web.get(path, _from_loopback(handler)) for path, handler in reads),
        *(web.post(path, _from_loopback(_from_this_page(handler))) for path, handler in deeds),
    ]


class _Page:
    """The handlers. They read what was asked, call the sandbox as the member who asks, and show its answer."""

    def __init__(self, sandbox: "Sandbox") -> None:
        self._sandbox = sandbox
        self._streams: set[Subscription] = set()
        folder = files("sandbox.page")
        self._static = dict(_below(folder.joinpath("static")))
        self._template = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(
            folder.joinpath("templates", "index.html").read_text("utf-8")
        )

    def _member(self, request: web.Request) -> Member:
        asked = request.query.get("as", "")
        for member in self._sandbox.members():
            if asked in (member.name, str(member.id)):
                return member
        raise _refusal(404, f"Nobody at this table is called {asked or 'that'}.")

    async def index(self, request: web.Request) -> web.StreamResponse:
        """The page, for the member named by `?as=`; without one, for the first at the table."""
        people = self._sandbox.members()
        if not people:
            raise _refusal(404, "Nobody sits at this table yet.")
        asked = request.query.get("as")
        if asked not in {member.name for member in people}:
            raise web.HTTPFound(f"/?as={quote(people[0].name)}", headers=HEADERS)
        seats = [{"name": member.name, "key": member.name} for member in people]
        here = next(seat for seat in seats if seat["key"] == asked)
        text = self._template.render(member=here, members=seats, guild=people[0].guild.name)
        return web.Response(text=text, content_type="text/html", headers=HEADERS)

    async def static(self, request: web.Request) -> web.StreamResponse:
        """One of the page's own files, by its path in their folder."""
        path = request.match_info["path"]
        if path not in self._static:
            raise _refusal(404, "There is no such file.")
        kind = STATIC_TYPES[_suffix(path)]
        return web.Response(
            text=self._static[path].read_text("utf-8"), content_type=kind, charset="utf-8", headers=HEADERS
        )

    async def events(self, request: web.Request) -> web.StreamResponse:
        """What the member may hear, as it happens: first the whole view, then each event, as server-sent events."""
        member = self._member(request)
        stream = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream; charset=utf-8"})
        heard = self._sandbox.subscribe(member)
        self._streams.add(heard)
        try:
            await stream.prepare(request)
            await _say(stream, {"type": "view", "data": self._sandbox.view(member)})
            await _pass_on(heard, stream)
        except ConnectionError:
            pass  # the tab is gone
        finally:
            heard.close()
            self._streams.discard(heard)
        return stream

    async def commands(self, request: web.Request) -> web.StreamResponse:
        """The commands that the member may use in `?channel=`."""
        member = self._member(request)
        with _refusals():
            return _json({"commands": self._sandbox.commands_for(member, _id(request.query.get("channel")))})

    async def message(self, request: web.Request) -> web.StreamResponse:
        """Say something in a channel as the member."""
        member, asked = self._member(request), (await _form(request)).asked
        with _refusals():
            await self._sandbox.send_as(member, _id(asked.get("channel")), _text(asked, "content"))
        return _json({})

    async def command(self, request: web.Request) -> web.StreamResponse:
        """Run a slash command, given by its full path (`gcw battle fire`) and its options by name."""
        member, form = self._member(request), await _form(request)
        options = {**_given(form.asked, "options"), **{name: held[0] for name, held in form.files.items()}}
        with _refusals():
            channel, path = _id(form.asked.get("channel")), _text(form.asked, "path")
            await self._sandbox.interact_command(member, channel, path, options)
        return _json({})

    async def autocomplete(self, request: web.Request) -> web.StreamResponse:
        """What the bot suggests for the option in `focused` as far as it is typed, given the other options."""
        member, asked = self._member(request), (await _form(request)).asked
        with _refusals():
            channel, path = _id(asked.get("channel")), _text(asked, "path")
            name, typed = _text(asked, "focused"), _text(asked, "typed")
            choices = await self._sandbox.autocomplete(member, channel, path, name, typed, _given(asked, "options"))
        return _json({"choices": choices})

    async def component(self, request: web.Request) -> web.StreamResponse:
        """Press a button, or choose the `values` of a select."""
        member, asked = self._member(request), (await _form(request)).asked
        values = asked.get("values", [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise _refusal(400, "The values of a menu are a list of texts.")
        with _refusals():
            channel, message = _id(asked.get("channel")), _id(asked.get("message"))
            await self._sandbox.interact_component(member, channel, message, _text(asked, "custom_id"), values)
        return _json({})

    async def modal(self, request: web.Request) -> web.StreamResponse:
        """Hand in a form that the bot opened; its fields by custom id, its files as parts of their own."""
        member, form = self._member(request), await _form(request)
        fields = {**_fields(form.asked, "fields"), **form.files}
        with _refusals():
            done = await self._sandbox.interact_modal(member, _id(form.asked.get("modal")), fields)
        if done.failure is not None:
            raise _refusal(400, f"{done.failure} Nothing is lost: try again.")
        return _json({})

    async def skip(self, request: web.Request) -> web.StreamResponse:
        """Move the game's clock forward by `seconds`."""
        self._member(request)
        seconds = (await _form(request)).asked.get("seconds")
        if not isinstance(seconds, int) or isinstance(seconds, bool) or not 0 < seconds <= LONGEST_SKIP:
            raise _refusal(400, "The clock skips forward by 1 second to 10 years.")
        with _refusals():
            await self._sandbox.skip(seconds)
        return _json({})


def _below(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    """The files in a folder and those below it that the page may ask for, by their paths from the first."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        elif _suffix(entry.name) in STATIC_TYPES:
            yield path + entry.name, entry


def _suffix(name: str) -> str:
    return "." + name.rpartition(".")[2]


@dataclass(frozen=True)
class _Form:
    """What the page sent: `asked`, a JSON object, and files by the name of the field they were chosen for."""

    asked: Json
    files: dict[str, list[File]]


async def _form(request: web.Request) -> _Form:
    """Read a form of one part `payload` (JSON) and any number of parts `file:NAME`."""
    if request.content_type != "multipart/form-data":
        raise _refusal(415, "The page sends forms.")
    asked: object = None
    held: dict[str, list[File]] = {}
    size = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise _refusal(400, "A part of the form is a form itself.")
        body = bytearray()
        while chunk := await part.read_chunk(64 * 1024):
            size += len(chunk)
            if size > LARGEST_FORM:
                raise _refusal(400, "That is more than the sandbox takes at once.")
            body += chunk
        name = part.name or ""
        if name == "payload":
            try:
                asked = json.loads(body)
            except ValueError as problem:
                raise _refusal(400, "The form holds no JSON.") from problem
        elif name.startswith("file:"):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            held.setdefault(name.removeprefix("file:"), []).append(File(part.filename or "file", bytes(body), kind))
    if not isinstance(asked, dict):
        raise _refusal(400, "The form holds no JSON object.")
    return _Form(asked, held)


def _text(asked: Mapping[str, object], name: str) -> str:
    value = asked.get(name)
    if not isinstance(value, str):
        raise _refusal(400, f"The request lacks its {name}.")
    return value


def _given(asked: Mapping[str, object], name: str) -> dict[str, Given]:
    """Options of a command by name: texts, numbers and booleans."""
    return {key: value for key, value in _mapping(asked, name).items() if isinstance(value, str | int | float)}


def _fields(asked: Mapping[str, object], name: str) -> dict[str, Field]:
    """Fields of a form by custom id: texts, booleans, lists of texts. What was left open is left out."""
    fields: dict[str, Field] = {}
    for key, value in _mapping(asked, name).items():
        if isinstance(value, str | bool):
            fields[key] = value
        elif isinstance(value, list):
            fields[key] = [str(one) for one in value]
    return fields


def _mapping(asked: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = asked.get(name, {})
    if not isinstance(value, dict):
        raise _refusal(400, f"The request's {name} are given by name.")
    return value


def _id(value: object) -> int:
    """A snowflake as the page sends it: its digits."""
    if not isinstance(value, str) or not value.isdecimal() or len(value) > 20:
        raise _refusal(400, "The request names no channel or message.")
    return int(value)


def _json(value: Json) -> web.Response:
    return web.Response(body=encode(value), content_type="application/json", headers=HEADERS)


def _refusal(status: int, sentence: str) -> web.HTTPError:
    """An answer that says no; the page shows the sentence."""
    kind = next(kind for kind in REFUSALS if kind.status_code == status)
    return kind(text=json.dumps({"error": sentence}), content_type="application/json", headers=HEADERS)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn what the sandbox refuses the member into an answer."""
    try:
        yield
    except Refused as refused:
        raise _refusal(400, str(refused)) from refused


async def _pass_on(heard: Subscription, stream: web.StreamResponse) -> None:
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
            await _say(stream, event)
            waiting = asyncio.ensure_future(anext(heard, None))
    finally:
        waiting.cancel()


async def _say(stream: web.StreamResponse, event: Json) -> None:
    """Write one event to the stream. JSON has no line breaks of its own, so one `data:` line holds it."""
    await stream.write(b"data: " + encode(event) + b"\n\n")


def _is_loopback(host: str | None) -> bool:
    if host is None:
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _from_loopback(handler: Handler) -> Handler:
    """Answer only requests addressed to this machine by a loopback name, whatever a foreign name resolves to."""

    async def guarded(request: web.Request) -> web.StreamResponse:
        try:
            host = urlsplit(f"//{request.headers.get('Host', '')}").hostname
        except ValueError:
            host = None
        if not _is_loopback(host):
            raise _refusal(403, "The sandbox answers only on this machine.")
        if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none") and request.path != "/":
            raise _refusal(403, "Only the sandbox's own page may ask this.")
        return await handler(request)

    return guarded


def _from_this_page(handler: Handler) -> Handler:
    """Answer only requests that the page itself makes: the browser says so by origin or by fetch metadata."""

    async def guarded(request: web.Request) -> web.StreamResponse:
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
        own = f"{request.scheme}://{request.headers.get('Host', '')}"
        if (origin is None and site is None) or origin not in (None, own) or site not in (None, "same-origin"):
            raise _refusal(403, "Only the sandbox's own page may do this.")
        return await handler(request)

    return guarded

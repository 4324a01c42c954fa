"""The newcomer's page: route handlers that let a browser sit at the sandbox's table as one of its members."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from urllib.parse import quote

import jinja2
from aiohttp import web

from sandbox.client.client import Client
from sandbox.client.values import Refused
from sandbox.model.guilds import Channel, Guild, Member
from sandbox.model.world import World
from sandbox.page.answers import HEADERS, answer, pass_on, refusal, refusals, say
from sandbox.page.guards import Handler, from_loopback, from_this_page
from sandbox.page.reading import fields, options, read_form, snowflake, text

STATIC_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FOLDER = files("sandbox.page")
LONGEST_SKIP = 10 * 366 * 86_400  # seconds: ten years


def routes(world: World, guild: Guild) -> list[web.RouteDef]:
    """The page of a guild's table at `/`, and all it asks for under `/page/`; a request names its member by `?as=`.

    Only loopback names are answered (403 otherwise, against DNS rebinding), and what changes something only when it
    comes from the page itself.
    """
    page = Page(world, guild)
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
        *(web.get(path, from_loopback(handler)) for path, handler in reads),
        *(web.post(path, from_loopback(from_this_page(handler))) for path, handler in deeds),
    ]


class Page:
    """Handlers for the table of a guild: they read what was asked, do it as the member who asks, and answer."""

    def __init__(self, world: World, guild: Guild) -> None:
        self._world = world
        self._guild = guild
        self._static = dict(_below(FOLDER.joinpath("static")))
        self._template, self._chooser = _template("index.html"), _template("who.html")

    def _people(self) -> list[Member]:
        """The people one can play as: every member of the guild but bots, in the order they joined."""
        return [member for member in self._guild.members.values() if not member.user.bot]

    def _channel(self, value: object) -> Channel:
        channel = self._world.channels.get(snowflake(value))
        if channel is None:
            raise Refused("There is no such channel.")
        return channel

    def _client(self, request: web.Request) -> Client:
        return Client(self._world, self._member(request))

    def _member(self, request: web.Request) -> Member:
        asked = request.query.get("as", "")
        for member in self._people():
            if asked in (member.name, str(member.id)):
                return member
        raise refusal(404, f"Nobody at this table is called {asked or 'that'}.")

    async def index(self, request: web.Request) -> web.StreamResponse:
        """The page, for the member named by `?as=`; without one, it asks who one is where the table welcomes people,
        and is for the first at the table where it does not.
        """
        people = self._people()
        if not people:
            raise refusal(404, "Nobody sits at this table yet.")
        asked = request.query.get("as")
        if asked not in {member.name for member in people}:
            welcome = self._world.welcome
            if welcome is not None:
                return web.Response(
                    text=self._chooser.render(welcome=welcome, guild=self._guild.name),
                    content_type="text/html",
                    headers=HEADERS,
                )
            raise web.HTTPFound(f"/?as={quote(people[0].name)}", headers=HEADERS)
        seats = [{"name": member.name, "key": member.name} for member in people]
        here = next(seat for seat in seats if seat["key"] == asked)
        text = self._template.render(member=here, members=seats, guild=self._guild.name)
        return web.Response(text=text, content_type="text/html", headers=HEADERS)

    async def static(self, request: web.Request) -> web.StreamResponse:
        """One of the page's own files, by its path in their folder."""
        path = request.match_info["path"]
        if path not in self._static:
            raise refusal(404, "There is no such file.")
        kind = STATIC_TYPES[_suffix(path)]
        return web.Response(
            text=self._static[path].read_text("utf-8"), content_type=kind, charset="utf-8", headers=HEADERS
        )

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events: first the whole view of the member, then each event that they may hear, as it happens."""
        client = self._client(request)
        stream = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream; charset=utf-8"})
        heard = client.subscribe()
        try:
            await stream.prepare(request)
            await say(stream, {"type": "view", "data": client.view()})
            await pass_on(heard, stream)
        except ConnectionError:
            pass  # the tab is gone
        finally:
            heard.close()
        return stream

    async def commands(self, request: web.Request) -> web.StreamResponse:
        """The commands that the member may use in `?channel=`."""
        client = self._client(request)
        with refusals():
            channel = self._channel(request.query.get("channel"))
            offered = client.commands(channel)
        first = (channel.parent or channel).at_hand
        return answer({"commands": [{**one.payload(), "first": _begins(one.name, first)} for one in offered]})

    async def message(self, request: web.Request) -> web.StreamResponse:
        """Say something in a channel as the member."""
        client, asked = self._client(request), (await read_form(request)).asked
        with refusals():
            client.say(self._channel(asked.get("channel")), text(asked, "content"))
        return answer({})

    async def command(self, request: web.Request) -> web.StreamResponse:
        """Run a slash command, given by its full path (`gcw battle fire`) and its options by name."""
        client, form = self._client(request), await read_form(request)
        filled_in = {**options(form.asked, "options"), **{name: held[0] for name, held in form.files.items()}}
        with refusals():
            await client.command(self._channel(form.asked.get("channel")), text(form.asked, "path"), filled_in)
        return answer({})

    async def autocomplete(self, request: web.Request) -> web.StreamResponse:
        """The bot's suggestions for the option in `focused` as far as it is typed, given the other options."""
        client, asked = self._client(request), (await read_form(request)).asked
        with refusals():
            channel, path = self._channel(asked.get("channel")), text(asked, "path")
            name, typed = text(asked, "focused"), text(asked, "typed")
            choices = await client.autocomplete(channel, path, name, typed, options(asked, "options"))
        return answer({"choices": choices})

    async def component(self, request: web.Request) -> web.StreamResponse:
        """Press a button, or choose the `values` of a select."""
        client, asked = self._client(request), (await read_form(request)).asked
        values = asked.get("values", [])
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise refusal(400, "The values of a menu are a list of texts.")
        with refusals():
            channel, message = self._channel(asked.get("channel")), snowflake(asked.get("message"))
            await client.component(channel, message, text(asked, "custom_id"), values)
        return answer({})

    async def modal(self, request: web.Request) -> web.StreamResponse:
        """Hand in a form that the bot opened; its fields by custom id, its files as parts of their own."""
        client, form = self._client(request), await read_form(request)
        with refusals():
            done = await client.submit(
                snowflake(form.asked.get("modal")), {**fields(form.asked, "fields"), **form.files}
            )
        if done.failure is not None:
            raise refusal(400, f"{done.failure} Nothing is lost: try again.")
        return answer({})

    async def skip(self, request: web.Request) -> web.StreamResponse:
        """Move the game's clock forward by `seconds`."""
        self._member(request)
        seconds = (await read_form(request)).asked.get("seconds")
        if not isinstance(seconds, int) or isinstance(seconds, bool) or not 0 < seconds <= LONGEST_SKIP:
            raise refusal(400, "The clock skips forward by 1 second to 10 years.")
        with refusals():
            await self._world.skip(seconds)
        return answer({})


@cache
def _template(name: str) -> jinja2.Template:
    """A page to be filled in."""
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    return environment.from_string(FOLDER.joinpath("templates", name).read_text("utf-8"))


def _below(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    """The files in a folder and those below it that the page may ask for, by their paths from the first."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        elif _suffix(entry.name) in STATIC_TYPES:
            yield path + entry.name, entry


def _begins(name: str, roots: Iterable[str]) -> bool:
    """True for the name of a command that is one of those, or goes on from one with a hyphen."""
    return any(name == root or name.startswith(f"{root}-") for root in roots)


def _suffix(name: str) -> str:
    return "." + name.rpartition(".")[2]

"""REST: registering application commands, global and of a guild."""

from sandbox.limits.check import Check, as_list, as_object
from sandbox.limits.command_limits import checked
from sandbox.limits.errors import ApiError
from sandbox.model.asked.commands import MOST, Command
from sandbox.model.events import Event
from sandbox.model.guilds import Guild
from sandbox.model.payload import Json
from sandbox.rest.call import Call, Created, Route

MOST_A_DAY = 200
"""New names that may be registered in a scope within a day; registering a name again does not count."""

DAY = 86_400


def _scope(call: Call) -> int | None:
    if call.id("application_id") != call.bot.id:
        raise ApiError(20012, "You are not authorized to perform this action on this application", 403)
    return call.guild().id if "guild_id" in call.params else None


def _command(call: Call) -> Command:
    found = call.world.commands.get(call.id("command_id"), _scope(call))
    if found is None:
        raise ApiError(10063)
    return found


def listing(call: Call) -> list[Json]:
    """All commands of a scope."""
    return [command.payload() for command in call.world.commands.of(_scope(call))]


def get(call: Call) -> Json:
    """A command."""
    return _command(call).payload()


def replace(call: Call) -> list[Json]:
    """All commands of a scope at once: names that stay keep their id, those not sent go."""
    scope = _scope(call)
    check = Check()
    bodies = [checked(as_object(body), check, (place,)) for place, body in enumerate(as_list(call.body))]
    seen: set[tuple[int, str]] = set()
    for place, body in enumerate(bodies):
        key = (body["type"], str(body.get("name")))
        if key in seen:
            message = "Application command names must be unique"
            check.wrong((place, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)
    check.done()
    for kind, most in MOST.items():
        if sum(body["type"] == kind for body in bodies) > most:
            raise ApiError(30032)
    known = [call.world.commands.named(scope, body["type"], body["name"]) for body in bodies]
    _count_new(call, scope, sum(old is None for old in known))
    call.world.commands.clear(scope)
    made = [_made(call, scope, body, old) for body, old in zip(bodies, known, strict=True)]
    _changed(call, scope)
    return [command.payload() for command in made]


def create(call: Call) -> Json | Created:
    """Register a command more, or in place of another of the same name."""
    scope = _scope(call)
    check = Check()
    body = checked(call.json, check)
    check.done()
    commands = call.world.commands
    old = commands.named(scope, body["type"], body["name"])
    if old is None:
        if sum(command.type == body["type"] for command in commands.of(scope)) >= MOST[body["type"]]:
            raise ApiError(30032)
        _count_new(call, scope, 1)
    command = _made(call, scope, body, old)
    _changed(call, scope)
    return command.payload() if old else Created(command.payload())


def edit(call: Call) -> Json:
    """Change a command; its name must stay the only one of its kind."""
    old = _command(call)
    check = Check()
    body = checked(old.body | call.json, check)
    check.done()
    other = call.world.commands.named(old.guild_id, body["type"], body["name"])
    if other not in (None, old):
        check.wrong(("name",), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        check.done()
    call.world.commands.remove(old)
    command = _made(call, old.guild_id, body, old)
    _changed(call, old.guild_id)
    return command.payload()


def delete(call: Call) -> None:
    """Take a command away."""
    command = _command(call)
    call.world.commands.remove(command)
    _changed(call, command.guild_id)


def permissions(call: Call) -> list[Json]:
    """Changes of a guild's moderators to who may use what, by command; the application's own id is for all."""
    guild = call.guild()
    _scope(call)
    targets = [call.bot.id, *(command.id for scope in (None, guild.id) for command in call.world.commands.of(scope))]
    return [_changes(call, guild, target) for target in targets if call.world.overrides.of(guild, target)]


def permissions_of_one(call: Call) -> Json:
    """Changes of a guild's moderators to one command (10066 where that is nothing)."""
    guild, target = call.guild(), call.id("command_id")
    if not call.world.overrides.of(guild, target):
        raise ApiError(10066)
    return _changes(call, guild, target)


def _changes(call: Call, guild: Guild, target: int) -> Json:
    changes = [change.payload() for change in call.world.overrides.of(guild, target)]
    about = {"id": target, "application_id": call.bot.id, "guild_id": guild.id}
    return {name: str(value) for name, value in about.items()} | {"permissions": changes}


def _made(call: Call, scope: int | None, body: Json, old: Command | None) -> Command:
    fresh = call.world.clock.snowflake()
    if old is not None and old.body == body:
        fresh = old.version
    command = Command(old.id if old else fresh, call.bot.id, scope, fresh, body)
    call.world.commands.put(command)
    return command


def _count_new(call: Call, scope: int | None, count: int) -> None:
    day = int(call.world.clock.seconds()) // DAY
    held_day, held = call.world.commands.made.get(scope, (day, 0))
    total = count + (held if held_day == day else 0)
    if total > MOST_A_DAY:
        raise ApiError(30034)
    call.world.commands.made[scope] = (day, total)


def _changed(call: Call, scope: int | None) -> None:
    guild = call.world.guilds.get(scope) if scope is not None else None
    call.world.bus.tell(Event("commands.changed", guild, data={}))


_GLOBAL = "/applications/{application_id}/commands"
_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"

ROUTES: list[Route] = [
    ("GET", f"{_GUILD}/permissions", permissions),
    ("GET", f"{_GUILD}/{{command_id}}/permissions", permissions_of_one),
    *(
        route
        for base in (_GLOBAL, _GUILD)
        for route in (
            ("GET", base, listing),
            ("PUT", base, replace),
            ("POST", base, create),
            ("GET", f"{base}/{{command_id}}", get),
            ("PATCH", f"{base}/{{command_id}}", edit),
            ("DELETE", f"{base}/{{command_id}}", delete),
        )
    ),
]

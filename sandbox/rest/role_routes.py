"""REST: the roles of guilds."""

from sandbox.limits.check import Check
from sandbox.limits.errors import ApiError
from sandbox.model.guilds import Guild, Member
from sandbox.model.payload import Json
from sandbox.model.people import Role
from sandbox.model.permissions import EVERYTHING
from sandbox.model.permissions import Permission as P
from sandbox.rest.call import Call, Route

MOST_ROLES = 250


def roles(call: Call) -> list[Json]:
    """The roles of a guild."""
    return [role.payload() for role in call.guild().roles.values()]


def role(call: Call) -> Json:
    """A role of a guild."""
    return role_of(call.guild(), call.id("role_id")).payload()


def create_role(call: Call) -> Json:
    """A new role, with no permission that the bot has not itself."""
    found = call.guild()
    mine = call.need(found, P.MANAGE_ROLES)
    if len(found.roles) >= MOST_ROLES:
        raise ApiError(30005, "Maximum number of guild roles reached (250)", 400)
    body = call.json
    default = found.roles[found.id].permissions
    name, bits = _checked_role(mine, body, "new role", default)
    made = call.world.add_role(found, name, bits, body.get("color") or 0)
    made.hoist, made.mentionable = bool(body.get("hoist")), bool(body.get("mentionable"))
    call.world.change_role(found, made)
    return made.payload()


def edit_role(call: Call) -> Json:
    """Change a role below the bot."""
    found = call.guild()
    mine = call.need(found, P.MANAGE_ROLES)
    changed = role_of(found, call.id("role_id"))
    if changed.id != found.id:
        check_manages(mine, changed)
    body = call.json
    changed.name, changed.permissions = _checked_role(mine, body, changed.name, changed.permissions)
    changed.color = changed.color if body.get("color") is None else body["color"]
    changed.hoist = bool(body.get("hoist", changed.hoist))
    changed.mentionable = bool(body.get("mentionable", changed.mentionable))
    call.world.change_role(found, changed)
    return changed.payload()


def _checked_role(mine: Member, body: Json, name: str, bits: int) -> tuple[str, int]:
    """Name and permissions of a role as asked for. Nobody grants what they have not."""
    check = Check()
    text = check.name(body.get("name") or None, ("name",), 100, needed=False)
    check.whole(body.get("color"), ("color",), 0, 0xFFFFFF)
    wanted = check.whole(body.get("permissions"), ("permissions",), 0)
    check.done()
    held = mine.permissions()
    if wanted is not None and held != EVERYTHING and wanted & ~(held | bits):
        raise ApiError(50013)
    return text or name, bits if wanted is None else wanted


def delete_role(call: Call) -> None:
    """Delete a role below the bot."""
    found = call.guild()
    gone = role_of(found, call.id("role_id"))
    check_manages(call.need(found, P.MANAGE_ROLES), gone)
    call.world.remove_role(found, gone)


def role_of(found: Guild, identity: int) -> Role:
    """The role of a guild with this id (10011 where there is none)."""
    role = found.roles.get(identity)
    if role is None:
        raise ApiError(10011)
    return role


def check_manages(mine: Member, role: Role) -> None:
    """Refuse where the bot's highest role is not above this one, or it belongs to a bot."""
    if role.managed_by is not None or role.id == mine.guild.id or mine.top <= role.position:
        raise ApiError(50013)


_GUILD = "/guilds/{guild_id}"

ROUTES: list[Route] = [
    ("GET", f"{_GUILD}/roles", roles),
    ("POST", f"{_GUILD}/roles", create_role),
    ("GET", f"{_GUILD}/roles/{{role_id}}", role),
    ("PATCH", f"{_GUILD}/roles/{{role_id}}", edit_role),
    ("DELETE", f"{_GUILD}/roles/{{role_id}}", delete_role),
]

"""REST: the members of guilds, their nicknames and roles."""

from sandbox.limits.check import Check, as_list, as_whole
from sandbox.limits.errors import ApiError
from sandbox.model.guilds import Member
from sandbox.model.payload import Json
from sandbox.model.permissions import Permission as P
from sandbox.rest.call import Call, Route
from sandbox.rest.role_routes import check_manages, role_of


def members(call: Call) -> list[Json]:
    """Members of a guild by rising id."""
    found = call.guild()
    limit, after = call.number("limit", 1, 1000) or 1, call.number("after", 0) or 0
    chosen = sorted(identity for identity in found.members if identity > after)[:limit]
    return [found.members[identity].payload() for identity in chosen]


def search_members(call: Call) -> list[Json]:
    """The members whose name, or nickname, begins so."""
    wanted = call.query.get("query", "").lower()
    limit = call.number("limit", 1, 1000) or 1
    found = call.guild().members.values()
    fits = [member for member in found if member.name.lower().startswith(wanted) or member.user.name.startswith(wanted)]
    return [member.payload() for member in fits[:limit]]


def member(call: Call) -> Json:
    """A member of a guild."""
    return call.member(call.guild()).payload()


def edit_member(call: Call) -> Json:
    """Change the nickname and the roles of a member."""
    found = call.guild()
    body = call.json
    own = call.params.get("user_id") in (None, "@me")
    changed = found.members[call.bot.id] if own else call.member(found)
    if "nick" in body:
        call.need(found, P.CHANGE_NICKNAME if own else P.MANAGE_NICKNAMES)
        check = Check()
        check.text(body["nick"], ("nick",), 0, 32)
        check.done()
        if not own:
            _above(found.members[call.bot.id], changed)
        changed.nick = body["nick"] or None
    roles = list(changed.roles)
    if body.get("roles") is not None:
        wanted = [role_of(found, as_whole(role) or 0) for role in as_list(body["roles"])]
        for role in [role for role in found.roles.values() if (role in wanted) is not (role.id in changed.roles)]:
            if role.id != found.id:
                check_manages(call.need(found, P.MANAGE_ROLES), role)
        roles = [role.id for role in wanted]
    call.world.set_roles(changed, roles)
    return changed.payload()


def kick(call: Call) -> None:
    """Throw a member out who stands below the bot."""
    found = call.guild()
    thrown = call.member(found)
    _above(call.need(found, P.KICK_MEMBERS), thrown)
    call.world.remove_member(thrown)


def add_role(call: Call) -> None:
    """Give a member a role that stands below the bot."""
    _give(call, True)


def remove_role(call: Call) -> None:
    """Take a role from a member."""
    _give(call, False)


def _give(call: Call, given: bool) -> None:
    found = call.guild()
    changed, role = call.member(found), role_of(found, call.id("role_id"))
    check_manages(call.need(found, P.MANAGE_ROLES), role)
    kept = [held for held in changed.roles if held != role.id]
    call.world.set_roles(changed, [*kept, role.id] if given else kept)


def _above(mine: Member, other: Member) -> None:
    if mine.top <= other.top:
        raise ApiError(50013)


_GUILD = "/guilds/{guild_id}"

ROUTES: list[Route] = [
    ("GET", f"{_GUILD}/members", members),
    ("GET", f"{_GUILD}/members/search", search_members),
    ("PATCH", f"{_GUILD}/members/@me", edit_member),
    ("GET", f"{_GUILD}/members/{{user_id}}", member),
    ("PATCH", f"{_GUILD}/members/{{user_id}}", edit_member),
    ("DELETE", f"{_GUILD}/members/{{user_id}}", kick),
    ("PUT", f"{_GUILD}/members/{{user_id}}/roles/{{role_id}}", add_role),
    ("DELETE", f"{_GUILD}/members/{{user_id}}/roles/{{role_id}}", remove_role),
]

"""REST: the bot itself, its application, guilds, their roles and members."""

from sandbox.limits.errors import ApiError
from sandbox.limits.form_body import Form, as_list, as_whole
from sandbox.model.payload import Json
from sandbox.model.people import EVERYTHING, Guild, Member, Role
from sandbox.model.people import Permission as P
from sandbox.rest.answering import Call, Route

MOST_ROLES = 250


def me(call: Call) -> Json:
    """The bot as a user."""
    return call.bot.payload() | {"verified": True, "mfa_enabled": False, "flags": 0}


def application(call: Call) -> Json:
    """The bot's application; ours has the bot's own id."""
    bot = call.bot
    owner = call.world.users[call.sandbox.guild.owner_id]
    return {
        "id": str(bot.id),
        "name": bot.display_name,
        "icon": None,
        "description": "",
        "bot_public": False,
        "bot_require_code_grant": False,
        "owner": owner.payload(),
        "team": None,
        "verify_key": "0" * 64,
        "flags": call.sandbox.application_flags,
        "rpc_origins": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "redirect_uris": [],
        "integration_types_config": {"0": {}},
        "approximate_guild_count": len(call.world.guilds),
    }


def gateway(call: Call) -> Json:
    """Where the gateway is."""
    return {"url": call.sandbox.gateway_url}


def gateway_bot(call: Call) -> Json:
    """Where the gateway is, and how many sessions may be started: one shard does."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": call.sandbox.gateway_url, "shards": 1, "session_start_limit": limit}


def user(call: Call) -> Json:
    """Any user by id."""
    return call.user().payload()


def my_guilds(call: Call) -> list[Json]:
    """The guilds the bot is in."""
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(guild.members[call.bot.id].permissions()),
            "features": [],
            "approximate_member_count": len(guild.members),
            "approximate_presence_count": len(guild.members),
        }
        for guild in call.world.guilds.values()
    ]


def leave_guild(call: Call) -> None:
    """The bot leaves a guild."""
    call.world.remove_guild(call.guild())


def guild(call: Call) -> Json:
    """One guild the bot is in."""
    return call.guild().payload()


def members(call: Call) -> list[Json]:
    """Members of a guild by rising id."""
    found = call.guild()
    limit, after = call.number("limit", 1, 1000) or 1, call.number("after", 0) or 0
    chosen = sorted(identity for identity in found.members if identity > after)[:limit]
    return [found.members[identity].payload() for identity in chosen]


def search_members(call: Call) -> list[Json]:
    """Members whose name, or nickname, begins so."""
    wanted = call.query.get("query", "").lower()
    limit = call.number("limit", 1, 1000) or 1
    found = call.guild().members.values()
    fits = [one for one in found if one.name.lower().startswith(wanted) or one.user.name.startswith(wanted)]
    return [one.payload() for one in fits[:limit]]


def member(call: Call) -> Json:
    """One member of a guild."""
    return call.member(call.guild()).payload()


def edit_member(call: Call) -> Json:
    """Nickname and roles."""
    found = call.guild()
    body = call.json
    own = call.params.get("user_id") in (None, "@me")
    changed = found.members[call.bot.id] if own else call.member(found)
    if "nick" in body:
        call.need(found, P.CHANGE_NICKNAME if own else P.MANAGE_NICKNAMES)
        form = Form()
        form.text(body["nick"], ("nick",), 0, 32)
        form.check()
        if not own:
            _above(found.members[call.bot.id], changed)
        changed.nick = body["nick"] or None
    roles = list(changed.roles)
    if body.get("roles") is not None:
        wanted = [_role(found, as_whole(role) or 0) for role in as_list(body["roles"])]
        for role in [one for one in found.roles.values() if (one in wanted) is not (one.id in changed.roles)]:
            if role.id != found.id:
                _manages(call.need(found, P.MANAGE_ROLES), role)
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
    changed, role = call.member(found), _role(found, call.id("role_id"))
    _manages(call.need(found, P.MANAGE_ROLES), role)
    kept = [held for held in changed.roles if held != role.id]
    call.world.set_roles(changed, [*kept, role.id] if given else kept)


def _role(found: Guild, identity: int) -> Role:
    role = found.roles.get(identity)
    if role is None:
        raise ApiError(10011)
    return role


def _manages(mine: Member, role: Role) -> None:
    """Refuse where the bot's highest role is not above this one, or it belongs to a bot."""
    if role.managed_by is not None or role.id == mine.guild.id or mine.top <= role.position:
        raise ApiError(50013)


def _above(mine: Member, other: Member) -> None:
    if mine.top <= other.top:
        raise ApiError(50013)


def roles(call: Call) -> list[Json]:
    """The roles of a guild."""
    return [role.payload() for role in call.guild().roles.values()]


def role(call: Call) -> Json:
    """One role."""
    return _role(call.guild(), call.id("role_id")).payload()


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
    changed = _role(found, call.id("role_id"))
    if changed.id != found.id:
        _manages(mine, changed)
    body = call.json
    changed.name, changed.permissions = _checked_role(mine, body, changed.name, changed.permissions)
    changed.color = changed.color if body.get("color") is None else body["color"]
    changed.hoist = bool(body.get("hoist", changed.hoist))
    changed.mentionable = bool(body.get("mentionable", changed.mentionable))
    call.world.change_role(found, changed)
    return changed.payload()


def _checked_role(mine: Member, body: Json, name: str, bits: int) -> tuple[str, int]:
    """Name and permissions of a role as asked for. Nobody grants what they have not."""
    form = Form()
    text = form.text(body.get("name"), ("name",), 0, 100)
    form.whole(body.get("color"), ("color",), 0, 0xFFFFFF)
    wanted = form.whole(body.get("permissions"), ("permissions",), 0)
    form.check()
    held = mine.permissions()
    if wanted is not None and held != EVERYTHING and wanted & ~(held | bits):
        raise ApiError(50013)
    return text or name, bits if wanted is None else wanted


def delete_role(call: Call) -> None:
    """Delete a role below the bot."""
    found = call.guild()
    gone = _role(found, call.id("role_id"))
    _manages(call.need(found, P.MANAGE_ROLES), gone)
    call.world.remove_role(found, gone)


_GUILD = "/guilds/{guild_id}"

ROUTES: list[Route] = [
    ("GET", "/users/@me", me),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/@me", application),
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway_bot),
    ("GET", "/users/@me/guilds", my_guilds),
    ("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    ("GET", "/users/{user_id}", user),
    ("GET", _GUILD, guild),
    ("GET", f"{_GUILD}/members", members),
    ("GET", f"{_GUILD}/members/search", search_members),
    ("PATCH", f"{_GUILD}/members/@me", edit_member),
    ("GET", f"{_GUILD}/members/{{user_id}}", member),
    ("PATCH", f"{_GUILD}/members/{{user_id}}", edit_member),
    ("DELETE", f"{_GUILD}/members/{{user_id}}", kick),
    ("PUT", f"{_GUILD}/members/{{user_id}}/roles/{{role_id}}", add_role),
    ("DELETE", f"{_GUILD}/members/{{user_id}}/roles/{{role_id}}", remove_role),
    ("GET", f"{_GUILD}/roles", roles),
    ("POST", f"{_GUILD}/roles", create_role),
    ("GET", f"{_GUILD}/roles/{{role_id}}", role),
    ("PATCH", f"{_GUILD}/roles/{{role_id}}", edit_role),
    ("DELETE", f"{_GUILD}/roles/{{role_id}}", delete_role),
]

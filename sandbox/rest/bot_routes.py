"""REST: the bot itself, its application, the gateway's address, and users by id."""

from sandbox.model.payload import Json
from sandbox.model.starts import AT_ONCE, MOST_A_DAY
from sandbox.rest.call import Call, Route


def me(call: Call) -> Json:
    """The bot as a user."""
    return call.bot.own_payload()


def application(call: Call) -> Json:
    """The bot's application; ours has the bot's own id."""
    bot = call.bot
    owner = call.world.users[call.world.application.owner_id]
    return {
        "id": str(bot.id),
        "name": bot.display_name,
        "icon": None,
        "description": "",
        "type": None,
        "bot_public": False,
        "bot_require_code_grant": False,
        "owner": owner.payload(),
        "team": None,
        "verify_key": "0" * 64,
        "flags": call.world.application.flags,
        "flags_new": str(call.world.application.flags),
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "rpc_origins": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "redirect_uris": [],
        "integration_types_config": {"0": {}},
        "approximate_guild_count": len(call.world.homes()),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
    }


def gateway(call: Call) -> Json:
    """The address of the gateway."""
    return {"url": call.world.addresses.gateway_url}


def gateway_bot(call: Call) -> Json:
    """The address of the gateway, and how many sessions may be started: one shard does."""
    starts = call.world.starts
    limit = {
        "total": MOST_A_DAY,
        "remaining": max(starts.left, 0),
        "reset_after": starts.new_in,
        "max_concurrency": AT_ONCE,
    }
    return {"url": call.world.addresses.gateway_url, "shards": 1, "session_start_limit": limit}


def user(call: Call) -> Json:
    """Any user by id."""
    return call.user().payload()


ROUTES: list[Route] = [
    ("GET", "/users/@me", me),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/@me", application),
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway_bot),
    ("GET", "/users/{user_id}", user),
]

"""REST: the guilds the bot is in."""

from sandbox.limits.errors import ApiError
from sandbox.model.payload import Json
from sandbox.rest.call import Call, Route


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
        for guild in call.world.homes()
    ]


def leave_guild(call: Call) -> None:
    """The bot leaves a guild."""
    call.world.expel(call.guild())


def guild(call: Call) -> Json:
    """A guild the bot is in; one that it is not in is unknown here (10004)."""
    found = call.world.guilds.get(call.id("guild_id"))
    if found is None or not call.world.at_home(found):
        raise ApiError(10004)
    return found.payload()


ROUTES: list[Route] = [
    ("GET", "/users/@me/guilds", my_guilds),
    ("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    ("GET", "/guilds/{guild_id}", guild),
]

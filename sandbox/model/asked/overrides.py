"""Changes that a guild's moderators make to who may use the bot and its commands: "Integrations" in its settings."""

from dataclasses import dataclass
from enum import IntEnum

from sandbox.model.guilds import Channel, Guild, Member
from sandbox.model.payload import Json


class Kind(IntEnum):
    """Kind of those that a change is about."""

    ROLE = 1
    USER = 2
    CHANNEL = 3


@dataclass(frozen=True, slots=True)
class Override:
    """A role, a member or a channel for which a command is opened or closed.

    The guild's own id stands for the role @everyone, the id before it for all channels.
    """

    id: int
    kind: Kind
    allowed: bool

    def payload(self) -> Json:
        return {"id": str(self.id), "type": int(self.kind), "permission": self.allowed}


class Overrides:
    """All changes, by guild and by what they are about: a command's id, or the application's for all its commands."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int], list[Override]] = {}

    def set(self, guild: Guild, target: int, changes: list[Override]) -> None:
        """Put these changes in place of those that were made about a command, or the application."""
        self._made[guild.id, target] = changes

    def of(self, guild: Guild, target: int) -> list[Override]:
        return self._made.get((guild.id, target), [])

    def forget(self, guild: Guild) -> None:
        """Forget what a guild changed: the bot is gone from it."""
        for key in [key for key in self._made if key[0] == guild.id]:
            del self._made[key]

    def closed_in(self, channel: Channel, command: int, application: int) -> bool:
        """True where a channel is closed: by what was said of the command, else by what was said of all of them."""
        home = channel.parent if channel.is_thread and channel.parent is not None else channel
        if home.guild is None:
            return False
        for target in (command, application):
            said = {change.id: change.allowed for change in self.of(home.guild, target) if change.kind == Kind.CHANNEL}
            for place in (home.id, home.guild.id - 1):
                if place in said:
                    return not said[place]
        return False

    def verdict(self, member: Member, target: int) -> bool | None:
        """True if a member may, by what was said of a command or the application: of them, of a role of theirs, of
        everyone; None where nothing was.
        """
        said = {(change.kind, change.id): change.allowed for change in self.of(member.guild, target)}
        if (own := said.get((Kind.USER, member.id))) is not None:
            return own
        roles = [said[Kind.ROLE, role] for role in member.roles if (Kind.ROLE, role) in said]
        return any(roles) if roles else said.get((Kind.ROLE, member.guild.id))

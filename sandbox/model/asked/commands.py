"""Application commands as Discord keeps them: global and of a guild, found by name and by path."""

from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.model.payload import Json
from sandbox.model.permissions import Permission

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 3, 4, 5, 6, 7, 8, 9, 10, 11
CHAT_INPUT, ON_USER, ON_MESSAGE = 1, 2, 3
IN_GUILD, IN_BOT_DM = 0, 1

MOST = {CHAT_INPUT: 100, ON_USER: 15, ON_MESSAGE: 15}
"""The most commands of each type that a scope holds. discord.py stops at 5 context menus of its own accord."""


@dataclass(slots=True, eq=False)
class Command:
    """A registered command; `body` is what the bot sent, checked. Global ones have no guild."""

    id: int
    application_id: int
    guild_id: int | None
    version: int
    body: Json

    @property
    def name(self) -> str:
        return str(self.body["name"])

    @property
    def type(self) -> int:
        return int(self.body.get("type", CHAT_INPUT))

    @property
    def needs(self) -> int | None:
        """The permissions a member needs; None when everybody may, 0 when only administrators may."""
        needed = self.body.get("default_member_permissions")
        return None if needed is None else int(needed)

    def works_in(self, guild: bool) -> bool:
        """True where it can be used: in a guild, or else in a direct conversation with the bot."""
        if self.guild_id is not None:
            return guild
        contexts = self.body.get("contexts")
        if contexts is not None:
            return (IN_GUILD if guild else IN_BOT_DM) in contexts
        return guild or self.body.get("dm_permission", True) is not False

    def open_to(self, permissions: int) -> bool:
        """True for a member who may use it, given their permissions in the channel."""
        if not permissions & Permission.USE_APPLICATION_COMMANDS:
            return False
        if self.needs is None or permissions & Permission.ADMINISTRATOR:
            return True
        return self.needs != 0 and permissions & self.needs == self.needs

    def leaf(self, path: list[str]) -> tuple[Json, list[Json]] | None:
        """The command, subcommand or group's subcommand that the rest of a path names, and the groups above it."""
        node, above = self.body, list[Json]()
        for name in path:
            inner = (option for option in node.get("options", ()) if option["type"] in (SUBCOMMAND, GROUP))
            found = next((option for option in inner if option["name"] == name), None)
            if found is None:
                return None
            above.append(found)
            node = found
        if any(option["type"] in (SUBCOMMAND, GROUP) for option in node.get("options", ())):
            return None
        return node, above

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "application_id": str(self.application_id),
            "version": str(self.version),
            "type": self.type,
            "description": "",
            "name_localizations": None,
            "description_localizations": None,
            "default_member_permissions": None,
            "dm_permission": True,
            "contexts": None,
            **({"guild_id": str(self.guild_id)} if self.guild_id else {}),
            **self.body,
            "integration_types": self.body.get("integration_types") or [0],
            "nsfw": bool(self.body.get("nsfw")),
        }


class Commands:
    """The commands of the application, by scope (None for the global ones, else a guild's id), type and name."""

    def __init__(self) -> None:
        self._scopes: dict[int | None, dict[tuple[int, str], Command]] = {}
        self._by_id: dict[int, Command] = {}
        self.made: dict[int | None, tuple[int, int]] = {}  # by scope: the day, and how many names were new on it

    def of(self, scope: int | None) -> list[Command]:
        return list(self._scopes.get(scope, {}).values())

    def get(self, identity: int, scope: int | None) -> Command | None:
        command = self._by_id.get(identity)
        return command if command is not None and command.guild_id == scope else None

    def named(self, scope: int | None, kind: int, name: str) -> Command | None:
        return self._scopes.get(scope, {}).get((kind, name))

    def put(self, command: Command) -> None:
        """Register a command, in place of one of the same scope, type and name."""
        scope = self._scopes.setdefault(command.guild_id, {})
        old = scope.get((command.type, command.name))
        if old is not None:
            self._by_id.pop(old.id, None)
        scope[command.type, command.name] = command
        self._by_id[command.id] = command

    def remove(self, command: Command) -> None:
        del self._scopes[command.guild_id][command.type, command.name]
        del self._by_id[command.id]

    def clear(self, scope: int | None) -> None:
        """Forget the commands of a scope."""
        for command in self._scopes.pop(scope, {}).values():
            del self._by_id[command.id]

    def usable(self, guild_id: int | None, kind: int = CHAT_INPUT) -> Iterator[Command]:
        """The commands that exist in a guild (or, with None, in a direct conversation): the guild's own go first."""
        own = self._scopes.get(guild_id, {}) if guild_id is not None else {}
        yield from (command for (type_, _), command in own.items() if type_ == kind)
        for (type_, name), command in self._scopes.get(None, {}).items():
            if type_ == kind and (type_, name) not in own and command.works_in(guild_id is not None):
                yield command

    def find(self, guild_id: int | None, name: str, kind: int = CHAT_INPUT) -> Command | None:
        """The command that a client would run by this name: a guild's own before a global one."""
        if guild_id is not None and (own := self.named(guild_id, kind, name)):
            return own
        command = self.named(None, kind, name)
        return command if command is not None and command.works_in(guild_id is not None) else None

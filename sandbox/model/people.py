"""Users, and the roles that guilds give them."""

from dataclasses import dataclass

from sandbox.model.payload import Json


@dataclass(slots=True, eq=False)
class User:
    """Somebody on Discord. With `dms_open` false a bot's direct messages are refused (50007)."""

    id: int
    name: str
    display_name: str
    bot: bool = False
    dms_open: bool = True
    locale: str = "en-US"

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": None if self.bot else self.display_name,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }

    def own_payload(self) -> Json:
        """The user as told to themselves."""
        return self.payload() | {"verified": True, "email": None, "mfa_enabled": False, "locale": self.locale}


@dataclass(slots=True, eq=False)
class Role:
    """A role of a guild. The one with the guild's own id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int
    color: int = 0
    hoist: bool = False
    mentionable: bool = False
    managed_by: int | None = None

    def payload(self) -> Json:
        tags = {} if self.managed_by is None else {"tags": {"bot_id": str(self.managed_by)}}
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": self.color,
            "colors": {"primary_color": self.color, "secondary_color": None, "tertiary_color": None},
            "hoist": self.hoist,
            "mentionable": self.mentionable,
            "managed": self.managed_by is not None,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
            **tags,
        }


@dataclass(frozen=True)
class Welcome:
    """First words of the page, and whom one may choose to be: names, each with a line about them."""

    words: str
    people: dict[str, str]

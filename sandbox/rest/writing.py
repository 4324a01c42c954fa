"""Messages written from what the bot sends."""

from collections.abc import Iterable
from dataclasses import dataclass

from sandbox.limits.check import Path
from sandbox.limits.message_limits import checked
from sandbox.model.clock import Clock
from sandbox.model.components import CONTAINER, FILE, SELECTS, SEPARATOR, THUMBNAIL, number
from sandbox.model.files import Attachment
from sandbox.model.guilds import Message
from sandbox.model.kinds import MessageFlag
from sandbox.model.mentions import find_mentions
from sandbox.model.payload import Json
from sandbox.rest.call import Call

SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2


def write(call: Call, message: Message, body: Json, path: Path = ()) -> None:
    """Write what was sent onto a message, new or old. Fields that were not sent stay. Refuses before it changes.

    `path` is where the message stands in the request.
    """
    contents = checked(message, body, call.uploads, path)
    keep, home = call.world.files.keep, message.channel.id
    attachments = [*contents.kept, *(keep(home, upload, description) for upload, description in contents.added)]
    for attachment in attachments:
        attachment.ephemeral = message.ephemeral
    message.content, message.attachments = contents.content, attachments
    if "embeds" in body:
        message.embeds = [_shown_embed(embed, attachments) for embed in contents.embeds]
    if "components" in body:
        shown = _Shown(call.world.clock, attachments)
        message.components = [shown.component(component) for component in contents.components]
        number(message.components)
    if isinstance(flags := body.get("flags"), int):
        stays = message.flags & ~SETTABLE | message.flags & MessageFlag.COMPONENTS_V2
        message.flags = stays | flags & SETTABLE
    find_mentions(message, body.get("allowed_mentions"))


def _shown_embed(embed: Json, files: Iterable[Attachment]) -> Json:
    shown: Json = {"type": "rich", **embed}
    for key in ("image", "thumbnail"):
        if embed.get(key):
            shown[key] = _shown_media(embed[key], files)
    for key in ("footer", "author"):
        inner = embed.get(key)
        if inner and str(inner.get("icon_url") or "").startswith("attachment://"):
            shown[key] = inner | {"icon_url": _shown_media({"url": inner["icon_url"]}, files)["url"]}
    return shown


PICTURED = {"description": None, "spoiler": False}
"""What a picture has that is told nothing of it."""

DEFAULTS: dict[int, Json] = {
    CONTAINER: {"accent_color": None, "spoiler": False},
    SEPARATOR: {"divider": True, "spacing": 1},
    THUMBNAIL: PICTURED,
    FILE: {"spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}
"""What Discord adds to components that leave it out."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """Components as a message shows them: with what was left out, and the addresses of their files."""

    clock: Clock
    files: Iterable[Attachment]

    def component(self, sent: Json) -> Json:
        shown = DEFAULTS.get(sent["type"], {}) | {key: value for key, value in sent.items() if value is not None}
        for key in ("media", "file"):
            if key in shown:
                shown[key] = self.media(shown[key])
        if "file" in shown:
            name = str(sent["file"]["url"]).removeprefix("attachment://")
            shown |= {"name": name, "size": next((file.size for file in self.files if file.filename == name), 0)}
        if "items" in shown:
            shown["items"] = [PICTURED | item | {"media": self.media(item["media"])} for item in shown["items"]]
        if "components" in shown:
            shown["components"] = [self.component(inner) for inner in shown["components"]]
        if "accessory" in shown:
            shown["accessory"] = self.component(shown["accessory"])
        return shown

    def media(self, sent: Json) -> Json:
        shown = _shown_media(sent, self.files)
        return {"id": shown.get("attachment_id") or str(self.clock.snowflake()), **shown}


def _shown_media(media: Json, files: Iterable[Attachment]) -> Json:
    """A picture or file as it is told back: an `attachment://` name becomes the address it is served at."""
    url = str(media.get("url", ""))
    file = next((file for file in files if url in (f"attachment://{file.filename}", file.url)), None)
    if file is None:
        return {"proxy_url": url, **media}
    shown: Json = {"url": file.url, "proxy_url": file.url, "content_type": file.content_type}
    if file.width is not None:
        shown |= {"width": file.width, "height": file.height}
    return shown | {"attachment_id": str(file.id)}

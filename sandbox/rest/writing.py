"""Messages written from what the bot sends."""

from collections.abc import Iterable

from sandbox.limits.check import Path
from sandbox.limits.message_limits import checked
from sandbox.model.components import number
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
        message.components = [_shown_component(component, attachments) for component in contents.components]
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


def _shown_component(component: Json, files: Iterable[Attachment]) -> Json:
    shown = dict(component)
    for key in ("media", "file"):
        if isinstance(component.get(key), dict):
            shown[key] = _shown_media(component[key], files)
    if "file" in component:
        name = str(component["file"].get("url", "")).removeprefix("attachment://")
        shown |= {"name": name, "size": next((file.size for file in files if file.filename == name), 0)}
    for key in ("components", "items"):
        if isinstance(component.get(key), list):
            shown[key] = [_shown_component(inner, files) for inner in component[key]]
    if isinstance(component.get("accessory"), dict):
        shown["accessory"] = _shown_component(component["accessory"], files)
    return shown


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

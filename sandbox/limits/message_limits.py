"""Messages made from what a bot sends: the limits on them, their files, their mentions."""

import mimetypes
import re
import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from sandbox.limits.component_limits import check_layout, check_rows, number, walk
from sandbox.limits.errors import ApiError
from sandbox.limits.form_body import Form, as_whole
from sandbox.model.channels import Attachment, Channel, Message, MessageFlag
from sandbox.model.payload import Json

LONGEST_CONTENT = 2_000
MOST_EMBEDS = MOST_FILES = 10
LONGEST_EMBEDS = 6_000
"""Characters of all the embeds of a message together."""

LARGEST_FILES = 10 * 1024 * 1024
"""Bytes of the files of one request."""

SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2

USER_MENTION = re.compile(r"<@!?(\d{15,20})>")
ROLE_MENTION = re.compile(r"<@&(\d{15,20})>")

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    filename: str
    body: bytes
    content_type: str | None = None


Store = Callable[[Channel, Upload, str | None], Attachment]
"""Keeps a file and gives the attachment that serves it: channel, file, description."""


def fill(
    message: Message,
    body: Json,
    uploads: Mapping[str, Upload],
    store: Store,
    path: Path = (),
    allow_empty: bool = False,
) -> None:
    """Write what was sent onto a message, new or old. Fields that were not sent stay. Refuses before it changes.

    `path` is where the message stands in the request; `uploads` are the files by the place their name gives.
    """
    form = Form()
    flags = body.get("flags")
    laid_out = bool(message.flags & MessageFlag.COMPONENTS_V2 or (as_whole(flags) or 0) & MessageFlag.COMPONENTS_V2)
    content = body.get("content", message.content) or ""
    content = content.strip() if isinstance(content, str) else content
    form.text(content, (*path, "content"), 0, LONGEST_CONTENT)
    embeds = body["embeds"] or [] if "embeds" in body else message.embeds
    components = body["components"] or [] if "components" in body else message.components
    kept, added = _files(message, body, uploads, form, path)
    names = {attachment.filename for attachment in kept} | {upload.filename for upload, _ in added}
    if "embeds" in body:
        check_embeds(embeds, form, (*path, "embeds"))
    if "components" in body:
        rows = [row for _, row in form.rows(components, (*path, "components"))]
        if laid_out:
            check_layout(rows, form, (*path, "components"), names)
        else:
            check_rows(rows, form, (*path, "components"))
    if laid_out:
        for key, value in (("content", content), ("embeds", embeds)):
            if value:
                message_text = f'The "{key}" field cannot be used when using MessageFlags.IS_COMPONENTS_V2'
                form.wrong((*path, key), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message_text)
        for key in ("poll", "sticker_ids"):
            if body.get(key):
                message_text = f'The "{key}" field cannot be used when using MessageFlags.IS_COMPONENTS_V2'
                form.wrong((*path, key), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message_text)
    form.check()
    if not (content or embeds or components or kept or added or allow_empty):
        raise ApiError(50006)
    files = [*kept, *(store(message.channel, upload, description) for upload, description in added)]
    for attachment in files:
        attachment.ephemeral = message.ephemeral
    message.content, message.attachments = content, files
    if "embeds" in body:
        message.embeds = [_shown_embed(embed, files) for embed in embeds]
    if "components" in body:
        message.components = [_shown_component(component, files) for component in components]
        number(message.components)
    if isinstance(flags, int):
        stays = message.flags & ~SETTABLE | message.flags & MessageFlag.COMPONENTS_V2
        message.flags = stays | flags & SETTABLE
    find_mentions(message, body.get("allowed_mentions"))


def check_embeds(embeds: object, form: Form, path: Path) -> None:
    """Note what is wrong with the embeds of a message, each and all together."""
    total = 0
    for place, embed in form.rows(embeds, path, 0, MOST_EMBEDS):
        here = (*path, place)
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        counted = [
            form.text(embed.get("title"), (*here, "title"), 0, 256),
            form.text(embed.get("description"), (*here, "description"), 0, 4096),
            form.text(footer.get("text"), (*here, "footer", "text"), 0, 2048),
            form.text(author.get("name"), (*here, "author", "name"), 0, 256),
        ]
        for row, entry in form.rows(embed.get("fields"), (*here, "fields"), 0, 25):
            inner = (*here, "fields", row)
            counted.append(form.text(entry.get("name"), (*inner, "name"), 1, 256, needed=True))
            counted.append(form.text(entry.get("value"), (*inner, "value"), 1, 1024, needed=True))
        form.whole(embed.get("color"), (*here, "color"), 0, 0xFFFFFF)
        for key in ("image", "thumbnail"):
            _address((embed.get(key) or {}).get("url"), form, (*here, key, "url"))
        _address(embed.get("url"), form, (*here, "url"))
        total += sum(len(text) for text in counted if text)
        pictured = any(embed.get(key) for key in ("image", "thumbnail", "video"))
        if not any(counted) and not pictured:
            form.wrong((*here, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    if total > LONGEST_EMBEDS:
        form.wrong(path, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {LONGEST_EMBEDS}")


def picture_size(body: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or GIF; None for anything else."""
    if body[:8] == b"\x89PNG\r\n\x1a\n" and len(body) >= 24:
        width, height = struct.unpack(">II", body[16:24])
        return width, height
    if body[:6] in (b"GIF87a", b"GIF89a") and len(body) >= 10:
        width, height = struct.unpack("<HH", body[6:10])
        return width, height
    return None


def attachment(identity: int, channel: Channel, upload: Upload, description: str | None, url: str) -> Attachment:
    """The attachment that a file becomes; its address is under `url`."""
    guessed = mimetypes.guess_type(upload.filename)[0]
    given = upload.content_type if upload.content_type != "application/octet-stream" else None
    size = picture_size(upload.body)
    address = f"{url}/attachments/{channel.id}/{identity}/{quote(upload.filename)}"
    kind = guessed or given or "application/octet-stream"
    width, height = size if size else (None, None)
    return Attachment(identity, upload.filename, upload.body, address, kind, width, height, description)


def _address(url: object, form: Form, path: Path) -> None:
    if url is not None and not str(url).startswith(("http://", "https://", "attachment://")):
        form.wrong(path, "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'attachment').")


def _files(
    message: Message, body: Json, uploads: Mapping[str, Upload], form: Form, path: Path
) -> tuple[list[Attachment], list[tuple[Upload, str | None]]]:
    """The attachments that stay, and the files that come with their descriptions."""
    if sum(len(upload.body) for upload in uploads.values()) > LARGEST_FILES:
        raise ApiError(40005)
    if body.get("attachments") is None:
        kept = list(message.attachments)
        added: list[tuple[Upload, str | None]] = [(upload, None) for upload in uploads.values()]
    else:
        kept, added = list[Attachment](), []
        held = {attachment.id: attachment for attachment in message.attachments}
        for place, row in form.rows(body["attachments"], (*path, "attachments")):
            identity = as_whole(row.get("id"))
            upload = uploads.get(str(identity))
            if upload is not None:
                named = Upload(str(row.get("filename") or upload.filename), upload.body, upload.content_type)
                added.append((named, row.get("description")))
            elif identity in held:
                kept.append(held[identity])
            else:
                message_text = f"There is no file for attachment {row.get('id')}"
                form.wrong((*path, "attachments", place, "id"), "ATTACHMENT_NOT_FOUND", message_text)
    if len(kept) + len(added) > MOST_FILES:
        form.wrong((*path, "attachments"), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
    return kept, added


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


def find_mentions(message: Message, allowed: Json | None) -> None:
    """Whom the message pings: those its words name, as far as `allowed_mentions` lets it."""
    guild = message.channel.guild
    words = "\n".join(
        [message.content, *(str(one.get("content", "")) for one in walk(message.components) if one.get("type") == 10)]
    )
    parse = ("users", "roles", "everyone") if allowed is None else tuple(allowed.get("parse") or ())
    named_users = {str(user) for user in (allowed or {}).get("users") or ()}
    named_roles = {str(role) for role in (allowed or {}).get("roles") or ()}
    users = [int(user) for user in USER_MENTION.findall(words) if "users" in parse or user in named_users]
    roles = [int(role) for role in ROLE_MENTION.findall(words) if "roles" in parse or role in named_roles]
    here = {user.id: user for user in message.channel.recipients}
    if guild is not None:
        here |= {user: guild.members[user].user for user in users if user in guild.members}
    message.mentions = [here[user] for user in dict.fromkeys(users) if user in here]
    message.mention_roles = [role for role in dict.fromkeys(roles) if guild and role in guild.roles]
    message.mention_everyone = "everyone" in parse and ("@everyone" in words or "@here" in words)
    answered = message.reference.author if message.reference else None
    if (allowed is None or allowed.get("replied_user", True)) and answered is not None and message.type == 19:
        message.mentions = [*(user for user in message.mentions if user is not answered), answered]

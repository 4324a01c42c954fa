"""Limits on messages: their words, embeds, components and files."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sandbox.limits.addresses import WEB, check_address, check_moment
from sandbox.limits.check import Check, Path, as_whole
from sandbox.limits.component_limits import check_layout, check_rows
from sandbox.limits.errors import ApiError
from sandbox.limits.mention_limits import check_allowed
from sandbox.model.files import Attachment, Upload
from sandbox.model.guilds import Message
from sandbox.model.kinds import MessageFlag
from sandbox.model.payload import Json

LONGEST_CONTENT = 2_000
MOST_EMBEDS = MOST_FILES = 10
LONGEST_EMBEDS = 6_000
"""Characters of all the embeds of a message together."""

LARGEST_FILE = 10 * 1024 * 1024
"""Bytes of each file of a request."""

LONGEST_ALT_TEXT = 1_024

SHOWN = (*WEB, "attachment")
"""Schemes of what an embed shows."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents that a message would have: attachments that stay, and files that come with their descriptions."""

    content: str
    embeds: list[Json]
    components: list[Json]
    kept: list[Attachment]
    added: list[tuple[Upload, str | None]]


def checked(message: Message, body: Json, uploads: Mapping[str, Upload], path: Path = ()) -> Contents:
    """The contents of a message, new or old, after what was sent; fields that were not sent stay. Refused: any mistake.

    `path` is where the message stands in the request; `uploads` are the files by the place their name gives.
    """
    check = Check()
    laid_out = bool((message.flags | (as_whole(body.get("flags")) or 0)) & MessageFlag.COMPONENTS_V2)
    content = body.get("content", message.content) or ""
    content = content.strip() if isinstance(content, str) else content
    check.text(content, (*path, "content"), 0, LONGEST_CONTENT)
    embeds = body["embeds"] or [] if "embeds" in body else message.embeds
    components = body["components"] or [] if "components" in body else message.components
    kept, added = _files(message, body, uploads, check, path)
    if "embeds" in body:
        check_embeds(embeds, check, (*path, "embeds"))
    if "components" in body:
        rows = [row for _, row in check.rows(components, (*path, "components"))]
        if laid_out:
            names = {attachment.filename for attachment in kept} | {upload.filename for upload, _ in added}
            check_layout(rows, check, (*path, "components"), names)
        else:
            check_rows(rows, check, (*path, "components"))
    check_allowed(body.get("allowed_mentions"), check, (*path, "allowed_mentions"))
    if laid_out:
        older = {"content": content, "embeds": embeds, "poll": body.get("poll"), "sticker_ids": body.get("sticker_ids")}
        for key in (key for key, value in older.items() if value):
            words = f'The "{key}" field cannot be used when using MessageFlags.IS_COMPONENTS_V2'
            check.wrong((*path, key), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)
    check.done()
    if body.get("sticker_ids"):  # no guild here has any
        raise ApiError(50081)
    if not (content or embeds or components or kept or added):
        raise ApiError(50006)
    return Contents(content, embeds, components, kept, added)


def check_embeds(embeds: object, check: Check, path: Path) -> None:
    """Note what is wrong with the embeds of a message, each and all together."""
    total = 0
    for place, embed in check.rows(embeds, path, 0, MOST_EMBEDS):
        here = (*path, place)
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        counted = [
            check.text(_trimmed(embed.get("title")), (*here, "title"), 0, 256),
            check.text(_trimmed(embed.get("description")), (*here, "description"), 0, 4096),
            check.text(footer.get("text"), (*here, "footer", "text"), 0, 2048),
            check.text(author.get("name"), (*here, "author", "name"), 0, 256),
        ]
        for row, entry in check.rows(embed.get("fields"), (*here, "fields"), 0, 25):
            inner = (*here, "fields", row)
            counted.append(check.name(entry.get("name"), (*inner, "name"), 256))
            counted.append(check.name(entry.get("value"), (*inner, "value"), 1024))
        check.whole(embed.get("color"), (*here, "color"), 0, 0xFFFFFF)
        for key in ("image", "thumbnail"):
            check_address((embed.get(key) or {}).get("url"), check, (*here, key, "url"), SHOWN)
        check_address(footer.get("icon_url"), check, (*here, "footer", "icon_url"), SHOWN)
        check_address(author.get("icon_url"), check, (*here, "author", "icon_url"), SHOWN)
        check_address(author.get("url"), check, (*here, "author", "url"))
        check_address(embed.get("url"), check, (*here, "url"))
        check_moment(embed.get("timestamp"), check, (*here, "timestamp"))
        total += sum(len(text) for text in counted if text)
        pictured = any(embed.get(key) for key in ("image", "thumbnail", "video"))
        if not any(counted) and not pictured:
            check.wrong((*here, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    if total > LONGEST_EMBEDS:
        check.wrong(path, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {LONGEST_EMBEDS}")


def _trimmed(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


def _files(
    message: Message, body: Json, uploads: Mapping[str, Upload], check: Check, path: Path
) -> tuple[list[Attachment], list[tuple[Upload, str | None]]]:
    """The attachments that stay, described anew where that is asked for, and the files that come, with their
    descriptions.
    """
    if any(len(upload.body) > LARGEST_FILE for upload in uploads.values()):
        raise ApiError(40005)
    if body.get("attachments") is None:
        kept = list(message.attachments)
        added: list[tuple[Upload, str | None]] = [(upload, None) for upload in uploads.values()]
    else:
        kept, added = list[Attachment](), []
        held = {attachment.id: attachment for attachment in message.attachments}
        rest = dict(uploads)
        for place, row in check.rows(body["attachments"], (*path, "attachments")):
            here = (*path, "attachments", place)
            described = check.text(row.get("description"), (*here, "description"), 0, LONGEST_ALT_TEXT)
            identity = check.whole(row.get("id", ""), (*here, "id"), 0)
            upload = rest.pop(str(identity), None)
            if upload is not None:
                named = Upload(str(row.get("filename") or upload.filename), upload.body, upload.content_type)
                added.append((named, described))
            elif identity in held:
                stays = held.pop(identity)
                kept.append(replace(stays, description=described) if "description" in row else stays)
            elif identity is not None:
                check.wrong((*here, "id"), "ATTACHMENT_NOT_FOUND", f"There is no file for attachment {identity}")
        added += [(upload, None) for upload in rest.values()]
    if len(kept) + len(added) > MOST_FILES:
        check.wrong((*path, "attachments"), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
    return kept, added

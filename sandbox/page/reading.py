"""Requests of the page, read: a JSON object and files."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import BodyPartReader, web

from sandbox.client.values import Field, File, Given
from sandbox.model.payload import Json
from sandbox.page.answers import refusal

LARGEST_FORM = 110 * 1024 * 1024  # bytes: ten attachments of 10 MiB and the fields around them


@dataclass(frozen=True)
class PageForm:
    """A form of the page: `asked`, a JSON object, and files by the name of the field they were chosen for."""

    asked: Json
    files: dict[str, list[File]]


async def read_form(request: web.Request) -> PageForm:
    """Read a form of one part `payload` (JSON) and any number of parts `file:NAME`."""
    if request.content_type != "multipart/form-data":
        raise refusal(415, "The page sends forms.")
    asked: object = None
    held: dict[str, list[File]] = {}
    size = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise refusal(400, "A part of the form is a form itself.")
        body = bytearray()
        while chunk := await part.read_chunk(64 * 1024):
            size += len(chunk)
            if size > LARGEST_FORM:
                raise refusal(400, "That is more than the sandbox takes at once.")
            body += chunk
        name = part.name or ""
        if name == "payload":
            try:
                asked = json.loads(body)
            except ValueError as problem:
                raise refusal(400, "The form holds no JSON.") from problem
        elif name.startswith("file:"):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            held.setdefault(name.removeprefix("file:"), []).append(File(part.filename or "file", bytes(body), kind))
    if not isinstance(asked, dict):
        raise refusal(400, "The form holds no JSON object.")
    return PageForm(asked, held)


def text(asked: Mapping[str, object], name: str) -> str:
    """A text that the page has to send."""
    value = asked.get(name)
    if not isinstance(value, str):
        raise refusal(400, f"The request lacks its {name}.")
    return value


def options(asked: Mapping[str, object], name: str) -> dict[str, Given]:
    """Options of a command by name: texts, numbers and booleans."""
    return {key: value for key, value in _mapping(asked, name).items() if isinstance(value, str | int | float)}


def fields(asked: Mapping[str, object], name: str) -> dict[str, Field]:
    """Fields of a form by custom id: texts, booleans, lists of texts. What was left open is left out."""
    fields: dict[str, Field] = {}
    for key, value in _mapping(asked, name).items():
        if isinstance(value, str | bool):
            fields[key] = value
        elif isinstance(value, list):
            fields[key] = [str(inner) for inner in value]
    return fields


def _mapping(asked: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = asked.get(name, {})
    if not isinstance(value, dict):
        raise refusal(400, f"The request's {name} are given by name.")
    return value


def snowflake(value: object) -> int:
    """A snowflake as the page sends it: its digits."""
    if not isinstance(value, str) or not value.isdecimal() or len(value) > 20:
        raise refusal(400, "The request names no channel or message.")
    return int(value)

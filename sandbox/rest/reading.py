"""Requests read: their JSON, and the files that come with it."""

from aiohttp import BodyPartReader, web

from sandbox.limits.errors import ApiError
from sandbox.model.files import Upload
from sandbox.model.payload import decode


async def read(request: web.Request) -> tuple[object, dict[str, Upload]]:
    """The JSON of a request, and the files that came with it by the number in their field's name."""
    if request.content_type == "multipart/form-data":
        return await _read_parts(request)
    text = await request.read()
    if not text:
        return None, {}
    return _decoded(text), {}


def _decoded(text: bytes) -> object:
    try:
        return decode(text)
    except ValueError as error:
        raise ApiError(50109) from error


async def _read_parts(request: web.Request) -> tuple[object, dict[str, Upload]]:
    body: object = None
    uploads: dict[str, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader) or part.name is None:
            continue
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = _decoded(content)
        else:
            key = part.name.removeprefix("files[").removesuffix("]")
            uploads[key] = Upload(part.filename or part.name, content, part.headers.get("Content-Type"))
    return body, uploads

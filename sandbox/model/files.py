"""Files that people and the bot send, and the addresses they are served at."""

import mimetypes
import struct
from dataclasses import dataclass
from urllib.parse import quote

from sandbox.model.application import Addresses
from sandbox.model.clock import Clock
from sandbox.model.payload import Json


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    filename: str
    body: bytes
    content_type: str | None = None


@dataclass(slots=True, eq=False)
class Attachment:
    """A file on a message; `body` is what its address serves."""

    id: int
    filename: str
    body: bytes
    url: str
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    ephemeral: bool = False

    @property
    def size(self) -> int:
        return len(self.body)

    def payload(self) -> Json:
        payload: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": self.size,
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        if self.width is not None:
            payload |= {"width": self.width, "height": self.height}
        if self.description is not None:
            payload["description"] = self.description
        if self.ephemeral:
            payload["ephemeral"] = True
        return payload


class Files:
    """The files that were sent, kept as long as the sandbox runs."""

    def __init__(self, clock: Clock, addresses: Addresses) -> None:
        self._clock = clock
        self._addresses = addresses
        self._kept: dict[int, Attachment] = {}

    def get(self, identity: int) -> Attachment | None:
        return self._kept.get(identity)

    def keep(self, channel_id: int, upload: Upload, description: str | None = None) -> Attachment:
        """Keep a file that was sent to a channel, as the attachment that it becomes."""
        identity = self._clock.snowflake()
        guessed = mimetypes.guess_type(upload.filename)[0]
        told = upload.content_type if upload.content_type != "application/octet-stream" else None
        kind = guessed or told or "application/octet-stream"
        address = f"{self._addresses.url}/attachments/{channel_id}/{identity}/{quote(upload.filename)}"
        width, height = picture_size(upload.body) or (None, None)
        kept = Attachment(identity, upload.filename, upload.body, address, kind, width, height, description)
        self._kept[identity] = kept
        return kept


def picture_size(body: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or GIF; None for anything else."""
    if body[:8] == b"\x89PNG\r\n\x1a\n" and len(body) >= 24:
        width, height = struct.unpack(">II", body[16:24])
        return width, height
    if body[:6] in (b"GIF87a", b"GIF89a") and len(body) >= 10:
        width, height = struct.unpack("<HH", body[6:10])
        return width, height
    return None

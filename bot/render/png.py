"""SVG to PNG in worker processes, with the bundled font alone, so that pictures never hold up the event loop.

The renderer holds the interpreter's lock for 100 to 350 ms a picture: threads would not help.
"""

from __future__ import annotations

import asyncio
import faulthandler
import multiprocessing
import os
import re
import signal
import threading
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from multiprocessing import connection
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
FONTS = (str(FOLDER / "DejaVuSansCondensed.ttf"), str(FOLDER / "DejaVuSansCondensed-Bold.ttf"))
FAMILY = "DejaVu Sans"

WORKERS = 2
SECONDS = 15
"""What one picture may take before its worker is ended."""

LARGEST = 8 * 1024 * 1024
"""Bytes of a PNG; Discord takes 10 MiB by default."""

LONGEST_SIDE = 4096
"""Pixels."""

SMALLEST_WIDTH = 200
"""Pixels below which a picture that is still too large is given up."""

CACHE = 48 * 1024 * 1024
"""Bytes of finished pictures kept at hand."""

TRIES = 2

LAST = 1.0
"""Seconds that pictures are still waited for when the bot stops."""


class PictureError(Exception):
    """A picture could not be made; the words it went with still stand."""


class Painter:
    """Makes pictures; two at a time, equal ones once. Workers start with the first picture.

    A worker that dies or takes longer than `seconds` is replaced and its picture tried once more.
    """

    def __init__(
        self, *, workers: int = WORKERS, seconds: int = SECONDS, largest: int = LARGEST, cache: int = CACHE
    ) -> None:
        self._lanes = [_Lane() for _ in range(workers)]
        self._free: asyncio.LifoQueue[_Lane] = asyncio.LifoQueue()
        for lane in self._lanes:
            self._free.put_nowait(lane)
        self._seconds, self._largest, self._room = seconds, largest, cache
        self._done: OrderedDict[bytes, bytes] = OrderedDict()
        self._kept = 0
        self._doing: dict[bytes, asyncio.Task[bytes]] = {}
        self._closed = False

    async def png(self, svg: str, width: int | None = None) -> bytes:
        """The picture as PNG, `width` pixels wide or as wide as it says itself; smaller where it would be too large.

        Raises PictureError for SVG that cannot be drawn, and after `close`.
        """
        if self._closed:
            raise PictureError("No more pictures are made: the bot is stopping.")
        key = sha256(f"{width}\n{svg}".encode()).digest()
        if key in self._done:
            self._done.move_to_end(key)
            return self._done[key]
        task = self._doing.get(key)
        if task is None:
            task = asyncio.create_task(self._make(svg, width))
            self._doing[key] = task
            task.add_done_callback(lambda finished: self._keep(key, finished))
        # Shielded: others may be waiting for the same picture.
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Ends the workers. Pictures being made are waited for, a second at most; none is begun any more."""
        self._closed = True
        if self._doing:
            _, late = await asyncio.wait(tuple(self._doing.values()), timeout=LAST)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(lane.end) for lane in self._lanes))

    async def _make(self, svg: str, width: int | None) -> bytes:
        lane = await self._free.get()
        try:
            for _ in range(TRIES):
                try:
                    return await lane.run(svg, width, self._largest, self._seconds)
                except BrokenProcessPool:
                    lane.stop()
            raise PictureError(
                f"The picture was given up: its worker ended twice, or took over {self._seconds} seconds."
            )
        finally:
            self._free.put_nowait(lane)

    def _keep(self, key: bytes, task: asyncio.Task[bytes]) -> None:
        del self._doing[key]
        if task.cancelled() or task.exception() is not None:
            return
        png = task.result()
        self._done[key] = png
        self._kept += len(png)
        while self._kept > self._room:
            _, oldest = self._done.popitem(last=False)
            self._kept -= len(oldest)


class _Lane:
    """One worker process. Each has a pool of its own, so that its death is felt by its own picture alone."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, svg: str, width: int | None, largest: int, seconds: int) -> bytes:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_enter)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, draw, svg, width, largest, seconds)

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def end(self) -> None:
        """Stop at once, whatever the worker does: nobody waits for its picture any more."""
        if self._pool is not None:
            workers = tuple((self._pool._processes or {}).values())  # Python 3.14 has a method for it
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            for worker in workers:
                worker.kill()
                worker.join()


def _enter() -> None:
    """Begins a worker: leaves Ctrl-C to the bot, ends when the bot is gone, and loads the renderer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()
    draw('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', None)


def _follow(parent: int) -> None:
    """Ends this process with the bot's, even one that was killed."""
    connection.wait([parent])
    os._exit(0)


def draw(svg: str, width: int | None, largest: int = LARGEST, seconds: int = SECONDS) -> bytes:
    """In a worker: the PNG, at most `largest` bytes and LONGEST_SIDE pixels. The process ends after `seconds`."""
    natural, tall = size_of(svg)
    wanted = min(width or natural, LONGEST_SIDE, max(1, LONGEST_SIDE * natural // tall))
    with Path(os.devnull).open("w") as nowhere:
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            return _shrunk(svg, wanted, largest)
        finally:
            faulthandler.cancel_dump_traceback_later()


def _shrunk(svg: str, width: int, largest: int) -> bytes:
    while True:
        png = _rasterised(svg, width)
        if len(png) <= largest:
            return png
        width = width * 3 // 4
        if width < SMALLEST_WIDTH:
            raise PictureError(f"The picture is larger than {largest} bytes at any legible size.")


def _rasterised(svg: str, width: int) -> bytes:

    import resvg_py  # the workers alone need it

    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                width=width,
                skip_system_fonts=True,
                font_files=list(FONTS),
                font_family=FAMILY,
                sans_serif_family=FAMILY,
                serif_family=FAMILY,
                monospace_family=FAMILY,
            )
        )
    except ValueError as error:
        raise PictureError(f"The picture is not valid SVG: {error}") from error


def size_of(svg: str) -> tuple[int, int]:
    """Width and height in pixels as the root element says them; whole numbers of at least 1."""
    root = re.search(r"<svg\b[^>]*>", svg)
    found = [re.search(rf'\s{side}="(\d+)(?:px)?"', root[0]) if root else None for side in ("width", "height")]
    sizes = [int(match[1]) if match else 0 for match in found]
    if 0 in sizes:
        raise PictureError("The picture does not say how large it is.")
    return sizes[0], sizes[1]

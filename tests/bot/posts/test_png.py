"""Pictures for Discord: made in worker processes, by the bundled font, equal ones once."""

import asyncio
import contextlib
import gc
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from bot.render import png as drawing
from bot.render.png import Painter, PictureError, draw, size_of
from engine.picture import MUTED, RULE, Picture, Point, measure, text
from tests.bot.posts.pixels import decode
from tests.engine.sample_picture import battle

PLAIN = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="10"><rect width="500" height="10" fill="{}"/></svg>'


@pytest.fixture(scope="module")
def workers() -> list[int]:
    """Children of this process at the start of the module."""
    return [child.pid for child in psutil.Process().children()]


@pytest.fixture
async def painter() -> AsyncIterator[Painter]:
    made = Painter(seconds=20)
    yield made
    await made.close()


def stroke_after(words: str, *, bold: bool) -> int:
    """Last lit column, in tenths of a pixel, of words with an upright stroke behind them."""
    board = Picture(12000, 1000, "")
    board.add(text(Point(1000, 700), words + "|", size=600, bold=bold))
    bare = board.svg().replace(RULE, "#000000").replace(MUTED, "#000000")  # without its heading's line, and its stars
    return 10 * decode(draw(bare, None)).lit()[1]


@pytest.mark.slow
def test_the_drawn_width_of_words_is_the_measured_one() -> None:
    for bold in (False, True):
        start = stroke_after("", bold=bold)
        for words in ("AVAVAVAVToToTo", "fi fl ffi office", "Devastator, Tyrant", "Œuvre ÄÖÜ Ψυχή Линкор"):
            drawn = stroke_after(words, bold=bold) - start
            assert abs(drawn - measure(words, 600, bold=bold)) <= 15, (words, bold)


def test_a_picture_is_as_wide_as_asked_and_as_it_says_itself_without_asking() -> None:
    svg = Picture(6000, 3000, "Hoth").svg()
    assert (decode(draw(svg, None)).width, decode(draw(svg, 300)).width) == (600, 300)


def test_the_colours_arrive() -> None:
    assert decode(draw(PLAIN.format(20, "#5ab8f5"), None)).at(10, 5) == (0x5A, 0xB8, 0xF5)


def test_no_font_of_the_system_is_used() -> None:
    svg = Picture(6000, 3000, "Hoth").svg()
    assert draw(svg, None) == draw(svg.replace("DejaVu Sans", "Liberation Serif"), None)


def test_a_huge_canvas_is_brought_down_to_what_discord_shows() -> None:
    png = draw('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="60000"/>', None)
    assert int.from_bytes(png[16:20]) == drawing.LONGEST_SIDE


@pytest.mark.slow
def test_a_picture_over_the_limit_is_made_smaller() -> None:
    whole = draw(battle(), 1300)
    small = draw(battle(), 1300, largest=len(whole) // 2)
    assert len(small) <= len(whole) // 2
    assert decode(small).width < 1300


def test_a_picture_that_no_size_makes_small_enough_is_refused() -> None:
    with pytest.raises(PictureError, match="larger than 100 bytes"):
        draw(battle(), 600, largest=100)


@pytest.mark.parametrize("svg", ["", "<svg", "no picture", '<svg width="10" height="0"></svg>'])
def test_a_picture_without_a_size_is_refused(svg: str) -> None:
    with pytest.raises(PictureError, match="how large"):
        size_of(svg)


async def test_bad_svg_is_refused_and_the_painter_goes_on(painter: Painter) -> None:
    with pytest.raises(PictureError, match="not valid SVG"):
        await painter.png('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><g></svg>')
    assert decode(await painter.png(PLAIN.format(20, "#ffffff"))).width == 20


async def test_equal_pictures_are_made_once(painter: Painter) -> None:
    first, second = await asyncio.gather(painter.png(battle()), painter.png(battle()))
    assert first is second
    assert await painter.png(battle()) is first
    assert await painter.png(battle(), 700) is not first


async def test_the_oldest_pictures_make_room() -> None:
    painter = Painter(workers=1, cache=200)
    first = await painter.png(PLAIN.format(11, "#ffffff"))
    for width in range(12, 16):
        await painter.png(PLAIN.format(width, "#ffffff"))
    again = await painter.png(PLAIN.format(11, "#ffffff"))
    assert again == first
    assert again is not first
    await painter.close()


async def test_a_worker_that_dies_is_replaced_and_its_picture_tried_again(workers: list[int]) -> None:
    painter = Painter(workers=1)
    await painter.png(PLAIN.format(30, "#ffffff"))
    for child in psutil.Process().children():
        if child.pid not in workers and "spawn_main" in " ".join(child.cmdline()):
            child.kill()
    assert decode(await painter.png(PLAIN.format(31, "#ffffff"))).width == 31
    await painter.close()


BLURS = "".join(f'<feGaussianBlur stdDeviation="{90 + n}"/>' for n in range(200))
SLOW = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">'
    f'<filter id="f" x="0" y="0" width="1" height="1">{BLURS}</filter>'
    '<rect width="4000" height="4000" fill="#fff" filter="url(#f)"/></svg>'
)
"""Minutes of work: each blur reads the whole canvas again."""


@pytest.mark.slow
async def test_a_picture_that_takes_too_long_is_given_up_and_the_next_one_is_made() -> None:
    painter = Painter(workers=1, seconds=1)
    with pytest.raises(PictureError, match="took over 1 seconds"):
        await painter.png(SLOW)
    assert decode(await painter.png(PLAIN.format(32, "#ffffff"))).width == 32
    await painter.close()


@pytest.mark.slow
async def test_the_event_loop_goes_on_while_pictures_are_made(painter: Painter) -> None:
    await asyncio.gather(*(painter.png(PLAIN.format(width, "#fff")) for width in (40, 41)))
    gc.collect()
    longest, done = 0.0, asyncio.Event()

    async def watch() -> None:
        nonlocal longest
        while not done.is_set():
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            longest = max(longest, time.perf_counter() - before)

    watcher = asyncio.create_task(watch())
    begun = time.perf_counter()
    await asyncio.gather(*(painter.png(battle(), 1000 + width) for width in range(4)))
    took = time.perf_counter() - begun
    done.set()
    await watcher
    # A picture drawn on the loop would hold it for its whole time.
    assert longest < took / 4


async def test_after_closing_no_picture_is_begun_and_no_worker_is_left(workers: list[int]) -> None:
    painter = Painter()
    await painter.png(PLAIN.format(50, "#ffffff"))
    await painter.close()
    with pytest.raises(PictureError, match="stopping"):
        await painter.png(PLAIN.format(51, "#ffffff"))
    left = [c for c in psutil.Process().children() if c.pid not in workers and "spawn_main" in " ".join(c.cmdline())]
    assert left == []


def test_workers_end_with_a_bot_that_was_killed() -> None:
    script = (
        "import asyncio, sys\n"
        "from bot.render.png import Painter\n"
        "async def main():\n"
        "    painter = Painter(workers=1)\n"
        f"    await painter.png('''{PLAIN.format(20, '#fff')}''')\n"
        "    print('drawn', flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    root = Path(drawing.__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=root, env={**os.environ, "PYTHONPATH": str(root)}
    ) as bot:
        assert bot.stdout is not None
        assert bot.stdout.readline() == b"drawn\n"
        children = [child for child in psutil.Process(bot.pid).children() if "spawn_main" in " ".join(child.cmdline())]
        bot.kill()
    assert children
    _, alive = psutil.wait_procs(children, timeout=10)
    for child in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()
    assert alive == []


async def test_closing_does_not_wait_for_a_picture_that_takes_long_nor_for_those_behind_it() -> None:
    painter = Painter(workers=1, seconds=600)
    await painter.png(PLAIN.format(60, "#ffffff"))
    asked = [asyncio.create_task(painter.png(svg)) for svg in (SLOW, PLAIN.format(61, "#ffffff"))]
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await painter.close()
    ended = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(end) for end in ended] == [asyncio.CancelledError, asyncio.CancelledError]

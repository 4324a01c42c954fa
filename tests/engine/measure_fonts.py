"""Reads the advance widths of the bundled fonts and writes engine/picture/widths.py.

Run it after changing a font: `python -m tests.engine.measure_fonts`.
"""

from collections.abc import Iterator
from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
FONTS = ROOT / "bot" / "render" / "fonts"
TARGET = ROOT / "engine" / "picture" / "widths.py"

# Scripts whose letters stand beside each other unchanged, so that a sum of advances is the width of a word.
BLOCKS = (
    (0x0020, 0x007E), (0x00A0, 0x00AC), (0x00AE, 0x024F), (0x0370, 0x0482), (0x048A, 0x058F), (0x10A0, 0x10FF),
    (0x1E00, 0x1FFF), (0x2010, 0x2027), (0x2030, 0x205E), (0x2070, 0x20BF), (0x2100, 0x23FF), (0x2500, 0x27BF),
    (0xFFFD, 0xFFFD),
)  # fmt: skip

HEAD = '''"""Advance widths of the bundled fonts, in 2048ths of the type size. Written by tests/engine/measure_fonts.py.

A row is a first code point in hexadecimal and the widths of it and those that follow it.
"""
'''


def advances(name: str) -> dict[int, int]:
    """Advance width of every character of BLOCKS that the font draws."""
    font = TTFont(FONTS / name)
    cmap: dict[int, str] = font.getBestCmap()
    metrics: dict[str, tuple[int, int]] = font["hmtx"].metrics
    points = (point for first, last in BLOCKS for point in range(first, last + 1))
    return {point: metrics[cmap[point]][0] for point in points if point in cmap}


def rows(widths: dict[int, int]) -> Iterator[str]:
    """The table's lines, each at most 120 characters long."""
    row, following = "", -1
    for point, width in sorted(widths.items()):
        if point == following and len(row) + 5 <= 118:
            row += f" {width}"
        else:
            if row:
                yield row
            row = f"{point:04X} {width}"
        following = point + 1
    yield row


def table() -> str:
    """The whole text of engine/picture/widths.py."""
    regular, bold = advances("DejaVuSansCondensed.ttf"), advances("DejaVuSansCondensed-Bold.ttf")
    both = regular.keys() & bold.keys()
    parts = [HEAD]
    for name, widths in (("REGULAR", regular), ("BOLD", bold)):
        lines = "\n".join(rows({point: widths[point] for point in both}))
        parts.append(f'\n{name} = """\n{lines}\n"""\n')
    return "".join(parts)


if __name__ == "__main__":
    TARGET.write_text(table(), encoding="utf-8")

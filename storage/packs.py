"""Data packs as folders of TOML files: read from disk for the engine, which reads no files itself."""

from __future__ import annotations

import os
from pathlib import Path

from engine.pack.sheets import LONGEST_SHEET, Fault, PackError

LONGEST = 4 * LONGEST_SHEET
"""Bytes of a sheet: as many as its characters may take."""


def read(folder: Path) -> dict[str, str]:
    """The sheets of a pack: file name and text of every TOML file in `folder`, by name.

    Raises PackError where the folder holds none, and for each file that cannot be read, is no UTF-8, is too long, or
    is a link to somewhere outside the folder. Reads blocking: for start-up, or a worker thread.
    """
    faults: list[Fault] = []
    sheets: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
                faults.append(Fault(str(path), 1, "", "is a link to a file outside the pack's folder"))
            elif path.is_fifo() or path.stat().st_size > LONGEST:
                faults.append(Fault(str(path), 1, "", f"is no file of at most {LONGEST:,} bytes"))
            else:
                sheets[path.name] = path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            faults.append(Fault(str(path), line, "", "is not UTF-8 text"))
        except OSError as error:
            faults.append(Fault(str(path), 1, "", f"cannot be read: {error.strerror}"))
    if not sheets and not faults:
        faults.append(Fault(str(folder), 1, "", "holds no data pack: there are no TOML files in it"))
    if faults:
        raise PackError(faults)
    return sheets

"""Data packs as folders: what is read, and what is said of a folder that cannot be."""

from pathlib import Path

import pytest

from engine.pack.sheets import PackError
from storage.packs import read


def test_the_toml_files_of_a_folder_are_read_by_name(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_bytes("\ufeffname = 'Bébé'\r\n".encode())
    (tmp_path / "a.toml").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not ours", encoding="utf-8")
    assert list(read(tmp_path).items()) == [("a.toml", "x = 1\n"), ("b.toml", "name = 'Bébé'\r\n")]


def test_a_folder_without_sheets_or_none_at_all_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(PackError, match="holds no data pack"):
            read(folder)


def test_every_unreadable_file_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"x = 1\ny = '\xff'\n")
    (tmp_path / "b.toml").mkdir()
    with pytest.raises(PackError) as caught:
        read(tmp_path)
    assert [(Path(fault.file).name, fault.line) for fault in caught.value.faults] == [("a.toml", 2), ("b.toml", 1)]
    assert "is not UTF-8 text" in str(caught.value)
    assert "cannot be read: Is a directory" in str(caught.value)

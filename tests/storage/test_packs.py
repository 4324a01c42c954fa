"""Data packs as folders: what is read, and what is said of a folder that cannot be."""

import os
from pathlib import Path

import pytest

from engine.pack.sheets import PackError
from storage.packs import LONGEST, read


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


def test_a_link_out_of_the_folder_is_refused_and_not_read(tmp_path: Path) -> None:
    folder, secret = tmp_path / "pack", tmp_path / "secret.toml"
    folder.mkdir()
    secret.write_text("x = 'secret'", encoding="utf-8")
    (folder / "a.toml").symlink_to(secret)
    (folder / "b.toml").symlink_to(folder / "c.toml")
    (folder / "c.toml").write_text("x = 1", encoding="utf-8")
    with pytest.raises(PackError, match="a.toml:1: is a link to a file outside the pack's folder") as caught:
        read(folder)
    assert len(caught.value.faults) == 1
    (folder / "a.toml").unlink()
    assert read(folder) == {"b.toml": "x = 1", "c.toml": "x = 1"}


def test_what_is_no_file_or_too_long_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.toml")
    with (tmp_path / "b.toml").open("wb") as endless:
        endless.truncate(10 * LONGEST)
    (tmp_path / "c.toml").symlink_to(tmp_path / "c.toml")
    with pytest.raises(PackError) as caught:
        read(tmp_path)
    assert [fault.line for fault in caught.value.faults] == [1, 1, 1]
    assert [fault.reason for fault in caught.value.faults] == [
        "is no file of at most 800,000 bytes",
        "is no file of at most 800,000 bytes",
        "cannot be read: Too many levels of symbolic links",
    ]

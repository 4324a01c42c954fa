"""`umpire rules`: the rules of a rulebook, and which of them examples show."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bot.offline.named_rulebook import named_rulebook
from engine.played.coverage import coverage

EXAMPLES = Path("tests/play")
TABLES = Path("tests/register")
TESTS = Path("tests/engine")


def rules(name: str, show_coverage: bool) -> bool:
    """The rules of a rulebook; with `show_coverage`, how many are shown by examples, and which are not.

    False where an example cites a rule that there is none of.
    """
    book = named_rulebook(name)
    if not show_coverage:
        for rule in book.texts:
            print(f"{rule.id}  {rule.title}\n    {rule.text}")
        return True
    found = coverage(name, [rule.id for rule in book.texts], _files(EXAMPLES / name, TABLES / name, TESTS / name))
    print(found)
    for chapter, rest in _by_chapter(found.missing):
        print(f"  {chapter}: {', '.join(rest)}")
    for rule_id, where in found.unknown.items():
        print(f"  no such rule: {rule_id}, cited in {', '.join(where)}")
    return not found.unknown


def _files(*folders: Path) -> dict[str, str]:
    """The texts under some folders, by their path in the repository."""
    return {
        path.as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".play", ".toml", ".py"}
    }


def _by_chapter(ids: Iterable[str]) -> list[tuple[str, list[str]]]:
    chapters: dict[str, list[str]] = {}
    for rule_id in ids:
        chapter, _, number = rule_id.rpartition("-")
        chapters.setdefault(chapter, []).append(number)
    return sorted(chapters.items())

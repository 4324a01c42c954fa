"""Compares what both rulebooks say today with what they said at 0a372d3: `python -m tests.stored.words`.

Changes that are meant stand in `changed_words.toml`.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import re
import sqlite3
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

import msgspec

from engine.game import MODERATOR
from storage.store import Store
from tests.rulebooks import delivered
from tests.stored.offered import LIST, apart, looks_compared
from tests.stored.opened import HERE, database, told_now, told_then
from tests.stored.spoken import Rules, Spoken, everything

Places = dict[tuple[str, str, str], list[str]]
"""Lines by place: of which game, where in it, to whom."""


ANY = "\0"
"""Stands in an expected line for words that nobody can tell."""


class Changed(msgspec.Struct, frozen=True):
    """A change of words that is meant."""

    old: str
    new: str
    why: str = ""

    def after(self, line: str) -> str:
        """A line of then, as it should be today; `ANY` stands for words that are new."""
        if not all(text in line for text in _literals(self.old)):
            return line  # the pattern would find nothing, and more slowly
        return _pattern(self.old).sub(lambda found: _filled(self.new, found.groupdict()), line)

    def adds(self, line: str) -> bool:
        """True if it is a line that is new."""
        return not self.old and _pattern(self.new).fullmatch(line) is not None

    def drops(self, line: str) -> bool:
        """True if it is a line that is gone."""
        return not self.new and _pattern(self.old).fullmatch(line) is not None


@cache
def _literals(template: str) -> tuple[str, ...]:
    """The words of a part of a line, between its names in braces."""
    return tuple(filter(None, re.split(r"\{\w+\}", template)))


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """The pattern of a part of a line, with its names in braces."""
    seen: set[str] = set()
    parts = []
    for text in re.split(r"(\{\w+\})", template):
        if text[:1] == "{" and text[-1:] == "}":
            name = text[1:-1]
            parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>.+?)")
            seen.add(name)
        else:
            parts.append(re.escape(text))
    last = re.fullmatch(r".*\{\w+\}", template) is not None
    return re.compile("".join(parts) + ("(?=$)" if last else ""))


def _filled(template: str, words: Mapping[str, str | None]) -> str:
    def told(name: str) -> str:
        small = words.get(name[:1].lower() + name[1:])
        return words.get(name) or (f"{small[:1].upper()}{small[1:]}" if small else ANY)

    return re.sub(r"\{(\w+)\}", lambda found: told(found[1]), template)


THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
"""Commas that set thousands apart: many figures stand without them in what was told then."""


TRACKS = re.compile(r" \(T[1-9]\d*\)")
"""Numbers in public posts behind names: what is the reader's own stood without them in what was told then."""


def _is(line: str, expected: str) -> bool:
    """True if a line of today is as expected; but for numbers in public posts, of which it may have more."""
    known = ANY not in expected  # else nobody can tell where in the line its words stand
    return _reads(line, expected) or (
        _reads(TRACKS.sub("", line), TRACKS.sub("", expected)) and not _tracks(expected, known) - _tracks(line, known)
    )


def _tracks(line: str, placed: bool) -> Counter[tuple[int, str]]:
    """The numbers in public posts in a line; `placed`: each with where it stands in the words without them."""
    plain, gone, found = THOUSANDS.sub("", line), 0, Counter[tuple[int, str]]()
    for track in TRACKS.finditer(plain):
        found[track.start() - gone if placed else 0, track[0]] += 1
        gone += len(track[0])
    return found


def _reads(line: str, expected: str) -> bool:
    return THOUSANDS.sub("", line) == THOUSANDS.sub("", expected) or (
        ANY in expected and re.fullmatch(".+?".join(map(re.escape, expected.split(ANY))), line) is not None
    )


class Rewritten(msgspec.Struct, frozen=True):
    """Something looked at whose words and picture were made anew: the whole of it is told otherwise, and is meant to.

    `place` is what is asked for ("draw board"), a pattern that stands within a place.
    """

    place: str
    why: str


class Reordered(msgspec.Struct, frozen=True):
    """Something looked at whose lines stand in another order than then, and are meant to; `place` as in `Rewritten`."""

    place: str
    why: str


class Difference(msgspec.Struct, frozen=True):
    """A line that is not told as it was: where, what was told then, and what is told today ("" for nothing)."""

    where: str
    old: str
    new: str


def meant(path: Path = HERE / "changed_words.toml") -> tuple[Changed, ...]:
    """The changes that are meant. Raises msgspec.ValidationError."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("changed", [])
    return msgspec.convert(tuple(entries), tuple[Changed, ...])


def rewritten(path: Path = HERE / "changed_words.toml") -> tuple[Rewritten, ...]:
    """Parts that are looked at and were made anew. Raises msgspec.ValidationError."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("rewritten", [])
    return msgspec.convert(tuple(entries), tuple[Rewritten, ...])


def reordered(path: Path = HERE / "changed_words.toml") -> tuple[Reordered, ...]:
    """Parts that are looked at and have their lines in another order. Raises msgspec.ValidationError."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("reordered", [])
    return msgspec.convert(tuple(entries), tuple[Reordered, ...])


def places(spoken: Iterable[Spoken]) -> Places:
    """Lines by place; what is told in one step of an example stands together, in order."""
    found: Places = defaultdict(list)
    for source, where, who, words in spoken:
        told = re.sub(r" told \d+$", " told", where)
        step, refused, code = where.partition(" refused ")
        if refused:
            found[source, f"{step} refused", who].append(f"{code}: {words}")
        elif told != where:
            found[source, told, ""].append(f"[{who}] {words}")
        else:
            found[source, where, who] += words.split("\n")
    return found


LOOKED_AT = re.compile(r"(?:^|\s)(?:show|draw|about) ")
CATALOGUED = re.compile(r"^(?:refusal|view|order|group) |(?:^|\s)menu ")
"""What stands in lists of its own: one that was not there then is told otherwise by nobody."""


ONE_OF_MANY = re.compile(r"(^|.*\s)(?:show|draw) (\w+) .+")
"""What is looked at is one of those that a view is about."""


def by_players(found: Places) -> Places:
    """Without what moderators look at: they saw what a player sees who has heard nothing, and see as the referee
    today.
    """
    return {place: lines for place, lines in found.items() if place[2] != MODERATOR or not LOOKED_AT.search(place[1])}


def compared(then: Places, now: Places, changes: Sequence[Changed]) -> Iterator[Difference]:
    """Differences in what is told, which are not meant. What nobody could ask for then is new, and not told
    otherwise.
    """
    anew = [re.compile(one.place) for one in rewritten()]
    mixed = [re.compile(one.place) for one in reordered()]
    for place in then | now:
        old, new = then.get(place, []), now.get(place, [])
        if old == new or any(one.search(place[1]) for one in anew):
            continue
        if place not in then and (LOOKED_AT.search(place[1]) or CATALOGUED.search(place[1])):
            continue
        about = ONE_OF_MANY.sub(r"\1about \2", place[1])
        if place not in now and about != place[1] and any(one.search(about) for one in anew):
            continue  # the first few are looked at, and others are offered first today
        if any(one.search(place[1]) for one in mixed):
            gone, fresh = Counter(old) - Counter(new), Counter(new) - Counter(old)
            left = _left([*gone.elements()], [*fresh.elements()], changes)
            yield from (Difference(" / ".join(filter(None, place)), *pair) for pair in left)
            continue
        for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if kind != "equal":
                where = " / ".join(part for part in place if part)
                yield from (Difference(where, *pair) for pair in _left(old[i1:i2], new[j1:j2], changes))


def _left(old: Sequence[str], new: Sequence[str], changes: Sequence[Changed]) -> list[tuple[str, str]]:
    """Lines of then and of today that no change makes of each other, side by side."""
    fresh = list(new)
    gone = []
    for line in old:
        every = line
        for change in changes:
            if change.old and change.new:
                every = change.after(every)
        alone = [change.after(line) for change in changes if change.old and change.new]
        found = next((today for wanted in (every, *alone) for today in fresh if _is(today, wanted)), None)
        if found is not None:
            fresh.remove(found)
        elif line and not any(change.drops(line) for change in changes if not change.new):
            gone.append(line)
    fresh = [line for line in fresh if not any(change.adds(line) for change in changes)]
    rows = max(len(gone), len(fresh))
    return list(zip(gone + [""] * (rows - len(gone)), fresh + [""] * (rows - len(fresh)), strict=True))


async def told_today(path: Path) -> list[Spoken]:
    """The words of all stored facts, as they are told today."""
    books = delivered()
    store = await Store.open(path)
    found: list[Spoken] = []
    try:
        for row in await store.games(ended=True):
            edition = books.find(row.rulebook, row.version, row.digest)
            if edition is None:
                files = await store.pack_files(row.rulebook, row.version, row.digest)
                edition = books.remake(row.rulebook, row.version, row.digest, files)
            seats = sorted(one.seat for one in await store.seats(row.id))
            facts = await store.facts(row.id)
            found += [
                (name, f"fact {number}", hearer, words)
                for name, number, hearer, words in told_now(edition.rules, edition.codec, row.name, facts, seats)
            ]
    finally:
        await store.close()
    return found


def spoken_then() -> list[Spoken]:
    """All that was said at 0a372d3."""
    lines = lzma.decompress((HERE / "words.jsonl.xz").read_bytes()).decode().splitlines()
    return [tuple(json.loads(line)) for line in lines]


def examples_of_then(folder: Path) -> Path:
    """A folder with the played examples of 0a372d3 as they were then, played by the rulings of then: version 1."""
    for name, text in json.loads(lzma.decompress((HERE / "examples.json.xz").read_bytes())).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def parts(spoken: Iterable[Spoken]) -> Iterator[Spoken]:
    """Parts of what was said, with lists of possible orders apart from their panels."""
    for source, where, who, words in spoken:
        rest, lines = apart(words)
        yield source, where, who, rest
        if lines:
            yield source, f"{where} {LIST}", who, "\n".join(lines)


def differences(changes: Sequence[Changed] | None = None) -> list[Difference]:
    """All that is told otherwise than then, and is not meant to be."""
    found = meant() if changes is None else changes
    books = delivered()
    with tempfile.TemporaryDirectory() as folder:
        path = database(Path(folder))
        news = asyncio.run(told_today(path))
        files = _packs(path)

        def edition(name: str, version: int, digest: str) -> Rules:
            there = books.find(name, version, digest)
            return (there or books.remake(name, version, digest, files[name, version, digest])).rules

        def first(name: str) -> Rules:
            newest = books.edition(name)
            return books.remake(name, 1, newest.rules.digest, newest.files).rules

        then = places(parts(spoken_then()))
        plays = examples_of_then(Path(folder) / "play")
        today = places(everything(path, plays, books.current, edition, looks_compared(then), first))
    told = places((name, f"fact {number}", hearer, words) for name, number, hearer, words in told_then())
    return [*compared(told, places(news), found), *compared(by_players(then), by_players(today), found)]


def _packs(path: Path) -> dict[tuple[str, int, str], dict[str, str]]:
    """The files of the data packs that a database keeps."""
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT rulebook, version, digest, files FROM pack").fetchall()
    connection.close()
    return {(name, version, digest): json.loads(files) for name, version, digest, files in rows}


def listed(found: Iterable[Difference]) -> list[str]:
    """Differences as lines to read: alike ones, which differ in numbers or names only, once and counted."""
    groups: dict[tuple[str, str], list[Difference]] = defaultdict(list)
    for one in found:
        groups[_shape(one.old), _shape(one.new)].append(one)
    lines = []
    for alike in groups.values():
        first = alike[0]
        lines += [f"{len(alike)} x, such as in {first.where}", f"  - {first.old}", f"  + {first.new}"]
    return lines


def _shape(line: str) -> str:
    return re.sub(r"\*\*[^*]+\*\*|\d[\d.,:]*", "#", line)


if __name__ == "__main__":
    everywhere = differences()
    print("\n".join(listed(everywhere)))
    print(f"{len(everywhere)} lines are told otherwise than at 0a372d3, and changed_words.toml does not say so")
    sys.exit(bool(everywhere))

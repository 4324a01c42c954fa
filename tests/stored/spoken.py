"""All that a rulebook says: of stored games played again, of played examples, and of itself (`words.jsonl.xz` then).

What is told of facts stands in `told.jsonl.xz`; here stand refusals, views, pictures' words, menus, what is awaited,
played examples, and the help of orders. It is made alike today and at the commit with which it is compared.
"""

from __future__ import annotations

import html
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from engine.clock import Instant
from engine.dice.keyed import ChainDice
from engine.game import MODERATOR, Refusal, Ruleset, Seat, Setup, lapse, obey, start
from engine.played.script import on_one_line, read
from engine.played.transcript import Rehearsal
from engine.record import Codec
from engine.report import Report
from engine.text.lines import WordsError

Rules = Ruleset[Any]  # each rulebook has its own type of state

Spoken = tuple[str, str, str, str]
"""Words: of which game or example, where in it, to whom, and what was read."""

LOOKS = 60
"""Commands after which everybody looks at everything, once more than at a game's end."""

SUBJECTS = 2
"""Things that a view could be about, of those it offers, at which everybody looks."""

MENU = 12
"""Values of a menu that are read."""

DRAWN = 5
"""Of so many games one has its pictures looked at."""


def report_words(report: Report) -> str:
    """All words of a report."""
    lines: list[str] = [report.title, report.lead]
    for section in report.sections:
        lines += [section.heading, *section.lines]
    lines += [f"{one.label}: {one.line}" for one in report.suggestions]
    return "\n".join(line for line in (*lines, report.rule) if line)


def picture_words(svg: str) -> str:
    """All words of a picture, each once."""
    found = re.findall(r"<(?:text|tspan|title)\b[^>]*>([^<]+)", svg)
    return "\n".join(dict.fromkeys(html.unescape(words) for words in found))


def asked(ask: Callable[[], str]) -> str:
    """Answer, or how it is refused."""
    try:
        return ask()
    except Refusal as refusal:
        return f"! {refusal.code} {refusal}"


Looks = Callable[[str, str, Rules, Any, dict[Seat, Any], Instant, bool], Iterator[Spoken]]  # states of any rulebook
"""What everybody at a table sees and is offered: of a game's name, when in it, of which rules, the referee's state,
what is known by whom, the instant, and whether pictures are drawn."""


def everywhere(
    name: str, when: str, rules: Rules, state: Any, known: dict[Seat, Any], now: Instant, draws: bool
) -> Iterator[Spoken]:
    """All of it."""
    for where, who, words in (*looks(rules, state, known, now, draws), *menus(rules, state, known, now)):
        yield name, f"{when} {where}", who, words


def looks(
    rules: Rules, state: Any, known: dict[Seat, Any], now: Instant, draws: bool
) -> Iterator[tuple[str, str, str]]:
    """Looks of everybody at a table, and what is awaited: where, to whom, and the words."""
    hearers = [*known.items(), (MODERATOR, state)]
    for seat, knows in hearers:
        who = None if seat == "" else seat
        for view in rules.views:
            if who is None and not view.public:
                continue
            subjects = list(islice(rules.subjects(knows, who, view.name, now), SUBJECTS))
            if subjects:
                yield f"about {view.name}", seat, "\n".join(one.label or one.value for one in subjects)
            for about in ["", *(one.value for one in subjects)]:
                yield (
                    f"show {view.name} {about}".rstrip(), seat,
                    asked(lambda: report_words(rules.show(knows, who, view.name, about, now))),  # noqa: B023  # asked at once
                )  # fmt: skip
                if view.picture and draws:
                    yield (
                        f"draw {view.name} {about}".rstrip(), seat,
                        asked(lambda: picture_words(rules.draw(knows, who, view.name, about, now))),  # noqa: B023  # asked at once
                    )  # fmt: skip
    for one in rules.awaits(state):
        yield "awaits", one.seat, one.what


def menus(rules: Rules, state: Any, known: dict[Seat, Any], now: Instant) -> Iterator[tuple[str, str, str]]:
    """Offers of the menus of everybody at a table: where, to whom, and the entries."""
    for seat, knows in (*known.items(), (MODERATOR, state)):
        for kind in rules.orders:
            if seat == "" or kind.moderator != (seat == MODERATOR):
                continue
            for field in kind.picks():
                offered = islice(rules.options(knows, seat, kind, field, {}, now), MENU)
                words = "\n".join(f"{one.value} = {one.label}" for one in offered)
                if words:
                    yield f"menu {kind.path} {field}", seat, words


def played_again(
    rules: Rules,
    name: str,
    secret: bytes,
    seats: Sequence[Seat],
    commands: Iterable[tuple[Any, ...]],
    draws: bool,
    look: Looks = everywhere,
) -> Iterator[Spoken]:
    """Words of a stored game's refusals and views when it is played again."""
    codec, dice = Codec(rules), ChainDice(secret)
    state = rules.state()
    known: dict[Seat, Any] = {seat: rules.state() for seat in (Seat(""), *seats)}
    now = Instant(0)
    number = 0
    for number, kind, at, seat, body in commands:
        now = Instant(at)
        if kind == "begin":
            outcome = start(rules, msgspec.json.decode(body, type=Setup), now, dice)
        elif kind == "tick":
            outcome = lapse(rules, state, now, dice, known.__getitem__)
        else:
            outcome = obey(rules, state, Seat(seat), codec.order(body), now, dice, known.__getitem__)
        state = outcome.state
        if outcome.refusal is not None:
            yield name, f"{number} refused {outcome.refusal.code}", seat, str(outcome.refusal)
        for one in outcome.said:
            for hearer, knows in known.items():
                if one.to.includes(hearer or None):
                    known[hearer] = one.fact.evolve(knows)
        if number % LOOKS == 0:
            yield from look(name, str(number), rules, state, known, now, False)
    yield from look(name, str(number), rules, state, known, now, draws)


def stored_games(
    database: Path, rules_of: Callable[[str, int, str], Rules], look: Looks = everywhere
) -> Iterator[Spoken]:
    """Words of all games of a stored database."""
    with sqlite3.connect(database) as connection:
        games = connection.execute(
            "SELECT id, name, rulebook, version, digest, secret"
            " FROM game JOIN secret ON secret.game = game.id ORDER BY id"
        ).fetchall()
        for id, name, rulebook, version, digest, secret in games:
            seats = [
                Seat(row[0]) for row in connection.execute("SELECT seat FROM seat WHERE game = ? ORDER BY seat", (id,))
            ]
            commands = connection.execute(
                "SELECT n, kind, at, seat, body FROM command WHERE game = ? AND undone_by IS NULL"
                " AND kind IN ('begin', 'order', 'tick') ORDER BY n",
                (id,),
            ).fetchall()
            if commands:
                rules = rules_of(rulebook, version, digest)
                yield from played_again(rules, name, secret, seats, commands, id % DRAWN == 0, look)
    connection.close()


def examples(folder: Path, rules_of: Callable[[str], Rules], look: Looks = everywhere) -> Iterator[Spoken]:
    """Words that played examples tell, refuse with, and show at their end."""
    for path in sorted(folder.glob("*/*.play")):
        transcript = read(path.read_text(encoding="utf-8"), path.name)
        if transcript.rulebook not in ("gcw", "sunrise"):
            continue
        rules = rules_of(transcript.rulebook)
        table = Rehearsal(rules, transcript.setup)
        name = f"{path.parent.name}/{path.stem}"
        for number, step in enumerate(step for step in transcript.steps if step.kind != "ask"):
            try:
                happened = table.do(step)
            except WordsError as error:
                yield name, f"{number} misread", step.who, str(error)
                continue
            for at, (hearers, words) in enumerate(happened.told):
                yield name, f"{number} told {at}", ", ".join(hearers), words
            if happened.refusal is not None:
                yield name, f"{number} refused {happened.refusal.code}", step.who, on_one_line(str(happened.refusal))
        known = {Seat(hearer or ""): knows for hearer, knows in table.known.items()}
        assert table.now is not None
        yield from look(name, "end", rules, table.state, known, table.now, False)


def help_words(rules: Rules) -> Iterator[Spoken]:
    """Descriptions of a rulebook's orders, views and groups."""
    for kind in rules.orders:
        yield rules.name, f"order {kind.path}", "", f"{kind.about()}\n{kind.line}"
        for field, info in kind.model_fields.items():
            pick = kind.picks().get(field)
            yield rules.name, f"order {kind.path} {field}", "", f"{info.description or ''}\n{pick.what if pick else ''}"
        if kind.assumes:
            yield rules.name, f"order {kind.path} assumes", "", json.dumps(dict(kind.assumes), sort_keys=True)
    for view in rules.views:
        yield rules.name, f"view {view.name}", "", f"{view.help}\n{view.about}"
    for group, words in rules.groups.items():
        yield rules.name, f"group {group}", "", words
    for code, text in rules.refusals.items():
        yield rules.name, f"refusal {code}", "", f"{text.text}\n{text.rule}\n{text.fix}"


def everything(
    database: Path,
    plays: Path,
    current: Callable[[str], Rules],
    edition: Callable[[str, int, str], Rules],
    look: Looks = everywhere,
    played: Callable[[str], Rules] | None = None,
) -> Iterator[Spoken]:
    """All of it. `played` are the rulebooks that examples are played with, where they are not the current ones."""
    for name in ("gcw", "sunrise"):
        yield from help_words(current(name))
    yield from examples(plays, played or current, look)
    yield from stored_games(database, edition, look)

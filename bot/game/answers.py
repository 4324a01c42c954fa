"""The answer to a request: its words, its refusal, and what the asking seat heard by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec

from bot.posts.news import PUBLIC, Told
from bot.posts.wording import composed
from bot.render.splitting import shorten
from engine.game import MODERATOR, Refusal
from engine.report import News
from engine.text.message import N_, T_, Text, joined, name, recorded

DONE = T_("Done.")
OBEYED, REFUSED, BENEATH = N_("✅ {line}[\n{beneath}]"), N_("❌ {line}[\n{beneath}]"), N_("> {line}")
HEARD_BY = N_("{told}\n-# heard by {seat}")

ECHOED = 300
"""Characters of a sheet's line that are said again in its answer: what came of a long one must not go under."""


class Refused(msgspec.Struct, frozen=True):
    """A refusal as it is kept: its code, sentence, rule id and what would be right."""

    code: str
    sentence: str
    rule: str = ""
    fix: str = ""

    @staticmethod
    def of(refusal: Refusal) -> Refused:
        """The kept form of a refusal."""
        return Refused(refusal.code, refusal.sentence, refusal.rule, refusal.fix)

    @property
    def text(self) -> str:
        """As a player reads it: the sentence, what would be right, and the rule's id in small text."""
        line = f"{self.sentence} {self.fix}".rstrip()
        return f"{line}\n-# {self.rule}" if self.rule else line


class Answer(msgspec.Struct, frozen=True):
    """The answer to one line of an order sheet: the line as typed, its refusal or what came of it, its command."""

    line: str
    text: str
    refusal: Refused | None = None
    command: int = 0


class Reply(msgspec.Struct, frozen=True):
    """The answer to a whole request; `heard` is what the asking seat was told by it.

    `repeated`: this request was served before, and this is what was answered then.
    """

    text: str
    refusal: Refused | None = None
    heard: tuple[News, ...] = ()
    answers: tuple[Answer, ...] = ()
    repeated: bool = False


def refused(refusal: Refusal) -> Reply:
    """The answer of a refusal."""
    kept = Refused.of(refusal)
    return Reply(kept.text, kept)


def answered_line(line: str, refusal: Refusal | None, said: str = DONE, command: int = 0) -> Answer:
    """The answer to a line of a sheet: its refusal, or else `said`."""
    if refusal is None:
        return Answer(line.strip(), said, command=command)
    kept = Refused.of(refusal)
    return Answer(line.strip(), kept.text, kept)


def sheet_text(answers: Sequence[Answer]) -> Text:
    """The answers to a sheet's lines: a tick or a cross, the line's beginning, and beneath it what came of it."""
    parts = []
    for answer in answers:
        came_of_it = [] if answer.text == DONE else answer.text.split("\n")
        beneath = joined("\n", (BENEATH(line=recorded(line)) for line in came_of_it))
        says = OBEYED if answer.refusal is None else REFUSED
        parts.append(says(line=name(shorten(answer.line, ECHOED)), beneath=beneath))
    return joined("\n", parts)


def with_news(reply: Reply, told: Mapping[int, Sequence[Told]], acting: str | None) -> Reply:
    """The reply with what the asking seat heard, by command; small print is gathered beneath it, as in posts.

    A moderator is shown what everybody was told, and who heard it.
    """
    by_command = {number: [heard.news for heard in news if heard.hearer == acting] for number, news in told.items()}
    words = {
        number: for_moderator(news) if acting == MODERATOR else composed([one.text for one in by_command[number]])
        for number, news in told.items()
    }
    answers = tuple(
        msgspec.structs.replace(answer, text=words.get(answer.command) or answer.text) if not answer.refusal else answer
        for answer in reply.answers
    )
    text = reply.text
    if text == DONE:
        parts = [part for part in words.values() if part]
        text = composed(parts) if len(parts) > 1 else "".join(parts) or DONE
    news = tuple(item for number in sorted(by_command) for item in by_command[number])
    return msgspec.structs.replace(reply, text=text, heard=news, answers=answers)


def for_moderator(told: Sequence[Told]) -> str:
    """News as a moderator reads it: with who heard it, said once for what they heard in a row."""
    parts = []
    for hearer, heard in groupby(told, lambda part: part.hearer):
        text = composed([said.news.text for said in heard])
        parts.append(text if hearer == PUBLIC else HEARD_BY(told=recorded(text), seat=name(hearer)))
    return composed(parts)

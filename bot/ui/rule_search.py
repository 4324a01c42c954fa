"""The rule texts of all rulebooks: found by id or by words, for `/rules` and for whoever asks why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rapidfuzz import fuzz, process

from engine.game import Ruleset
from engine.game import RuleText as Rule
from engine.pack.course import Course

SHORT = 3
"""Letters of a word that is no part of another."""

CODE = 100
"""What a code counts that is looked up by itself."""

LIKE = 75
"""Per cent of its letters that a title shares with words that were typed wrong."""

FOUND = 8
"""Rules that one search shows."""


class Library:
    """All rules and codes by rulebook; `unplayed` is how the ids of rules begin that are not played yet, `tabled` are
    the ids of those that players see to themselves.
    """

    def __init__(
        self, rules: Mapping[str, Iterable[Rule]], unplayed: Iterable[str] = (), tabled: Iterable[str] = ()
    ) -> None:
        self._unplayed, self._tabled = tuple(unplayed), frozenset(tabled)
        self._by_book: dict[str, tuple[Rule, ...]] = {book: tuple(texts) for book, texts in sorted(rules.items())}
        self._by_id = {rule.id.upper(): rule for texts in self._by_book.values() for rule in texts}

    @classmethod
    def of(cls, books: Iterable[Ruleset[Any]], courses: Mapping[str, Course] | None = None) -> Library:
        """The rules of rulebooks, the codes of those whose data packs have some, and the words that newcomers meet."""
        listed, taught = list(books), courses or {}
        return cls(
            {
                rules.name: (
                    *(taught[rules.name].terms if rules.name in taught else ()),
                    *rules.texts,
                    *getattr(rules, "terms", ()),
                )
                for rules in listed
            },
            [start for rules in listed for start in getattr(rules, "unplayed", ())],
            [rule for rules in listed for rule in getattr(rules, "tabled", ())],
        )

    @property
    def books(self) -> tuple[str, ...]:
        """The rulebooks that have rule texts."""
        return tuple(self._by_book)

    def cite(self, rule_id: str) -> Rule | None:
        """The rule of that id, however it is cased; None where there is none."""
        return self._by_id.get(rule_id.strip().upper())

    def played(self, rule: Rule) -> bool:
        """True if Umpire plays a rule yet."""
        return not rule.id.startswith(self._unplayed)

    def tabled(self, rule: Rule) -> bool:
        """True if players see to a rule themselves, at their own table."""
        return rule.id in self._tabled

    def near(self, rule_id: str) -> tuple[str, ...]:
        """Up to three ids that look like a mistyped one, likeliest first."""
        wanted = rule_id.strip().upper()
        hits = process.extract(wanted, sorted(self._by_id), scorer=fuzz.ratio, limit=3, score_cutoff=60)
        return tuple(str(hit[0]) for hit in hits)

    def starting(self, book: str, start: str) -> Sequence[Rule]:
        """The rules whose id begins so ("GCW-UCR"), in the order of the book."""
        wanted = start.upper()
        return [rule for rule in self._by_book.get(book, ()) if rule.id.upper().startswith(wanted)]

    def search(self, words: str, book: str | None = None) -> Sequence[Rule]:
        """The rules that fit the words best, best first, at most FOUND.

        Every word counts where it stands in the title (three times), the id (twice) or the text (once), and most where
        it is a code or a chapter ("HTLB", "UCR"); what shares no word is found by likeness of its title.
        """
        wanted = [word for word in words.casefold().split() if word]
        pool = [rule for name, texts in self._by_book.items() if book in (None, name) for rule in texts]
        scored: list[tuple[int, int, Rule]] = []
        for place, rule in enumerate(pool):
            title, text, ident = rule.title.casefold(), rule.text.casefold(), rule.id.casefold()
            score = sum(3 * _holds(title, word) + 2 * _holds(ident, word) + _holds(text, word) for word in wanted)
            if wanted == ident.split():
                score = CODE
            elif wanted == ident.split("-")[1:2]:  # its chapter, from the beginning
                score = CODE - 1
            if score:
                scored.append((-score, place, rule))
        if not scored:
            titles = [rule.title.casefold() for rule in pool]
            hits = process.extract(words.casefold(), titles, scorer=fuzz.partial_ratio, limit=FOUND, score_cutoff=LIKE)
            return [pool[int(hit[2])] for hit in hits]
        return [rule for _, _, rule in sorted(scored, key=lambda entry: entry[:2])[:FOUND]]


def _holds(text: str, word: str) -> bool:
    """True if a word stands in a text; a short one has to begin there, or it would stand in most."""
    return word in text if len(word) > SHORT else re.search(rf"(?<!\w){re.escape(word)}", text) is not None

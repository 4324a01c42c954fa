"""The rule texts of all rulebooks: found by id or by words, for `/rules` and for whoever asks why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz import fuzz, process

from engine.game import RuleText as Rule

FOUND = 8
"""Rules that one search shows."""


class Library:
    """All rules by rulebook."""

    def __init__(self, rules: Mapping[str, Iterable[Rule]]) -> None:
        self._by_book: dict[str, tuple[Rule, ...]] = {book: tuple(texts) for book, texts in sorted(rules.items())}
        self._by_id = {rule.id.upper(): rule for texts in self._by_book.values() for rule in texts}

    @property
    def books(self) -> tuple[str, ...]:
        """The rulebooks that have rule texts."""
        return tuple(self._by_book)

    def cite(self, rule_id: str) -> Rule | None:
        """The rule of that id, however it is cased; None where there is none."""
        return self._by_id.get(rule_id.strip().upper())

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

        Every word counts where it stands in the title (three times), the id (twice) or the text (once); what
        shares no word is found by likeness of its title.
        """
        wanted = [word for word in words.casefold().split() if word]
        pool = [rule for name, texts in self._by_book.items() if book in (None, name) for rule in texts]
        scored: list[tuple[int, int, Rule]] = []
        for place, rule in enumerate(pool):
            title, text, ident = rule.title.casefold(), rule.text.casefold(), rule.id.casefold()
            score = sum(3 * (word in title) + 2 * (word in ident) + (word in text) for word in wanted)
            if score:
                scored.append((-score, place, rule))
        if not scored:
            titles = [rule.title.casefold() for rule in pool]
            hits = process.extract(words.casefold(), titles, scorer=fuzz.partial_ratio, limit=FOUND, score_cutoff=65)
            return [pool[int(hit[2])] for hit in hits]
        return [rule for _, _, rule in sorted(scored, key=lambda entry: entry[:2])[:FOUND]]

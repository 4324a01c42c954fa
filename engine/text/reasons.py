"""Reasons that facts record as phrases, each of which is told in a sentence of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engine.text.message import Message, Text, name, recorded


class Reasons:
    """Sentences by the phrase that is recorded: "destroyed", or with fields "not found at {cell}".

    A sentence has the fields of its phrase, and those that are given where it is told. `otherwise` tells a phrase, as
    {why}, that an older game recorded and that has no sentence of its own.
    """

    def __init__(self, told: Mapping[str, Message], otherwise: Message) -> None:
        self.told, self.otherwise = told, otherwise
        self._patterns = [(_pattern(phrase), says) for phrase, says in told.items() if "{" in phrase]

    def __contains__(self, phrase: str) -> bool:
        return self._found(phrase) is not None

    def words(self, phrase: str, names: Callable[[str], Text] | None = None, **fields: Text | int) -> Text:
        """The sentence of a phrase; `names` puts in words what fills its fields, where it is not among those given, and
        a phrase without a sentence of its own, which stands as it was recorded else.
        """
        found = self._found(phrase)
        if found is None:
            return self.otherwise(**fields, why=(names or recorded)(phrase))
        says, kept = found
        return says(**({field: (names or name)(value) for field, value in kept.items()} | fields))

    def _found(self, phrase: str) -> tuple[Message, Mapping[str, str]] | None:
        """The sentence of a phrase, and what fills the fields of the phrase."""
        if phrase in self.told:
            return self.told[phrase], {}
        for pattern, says in self._patterns:
            if (found := pattern.fullmatch(phrase)) is not None:
                return says, found.groupdict()
        return None


def _pattern(phrase: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", phrase)
    return re.compile("".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts)))

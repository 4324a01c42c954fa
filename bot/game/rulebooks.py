"""The rulebooks there are: the current edition of each for new games, and older ones that games were started with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.clock import Instant
from engine.game import Audience, Refusal, Ruleset, Said
from engine.pack.course import Course
from engine.pack.sheets import Fault, PackError
from engine.pack.wording import WORDING
from engine.record import Codec
from engine.text.message import N_, NOTHING, Text, code, joined, name, said, term
from storage.errors import StorageTrouble
from storage.records import Fact, Game

Rules = Ruleset[Any]  # rulebooks of different state types stand side by side here

Make = Callable[[Mapping[str, str], int], Rules]
"""Makes a rulebook in a version from the files of its data pack (name to text), as `engine.gcw.ruleset` does."""


MOST_FAULTS = 10
"""Faults of a data pack that are told at once; the others are counted."""


NO_RULEBOOK, NO_TABLE = N_("There is no rulebook '{word}'."), N_("There is no table {name}.")
NO_TABLES, THERE_ARE = N_("{rulebook} has no tables of yours."), N_("There are: {names}.")
UNPLAYABLE = N_("Your tables cannot be played with:\n{faults}")
FAULT, FAULT_OF, MORE_FAULTS = N_("- {place} {reason}"), N_("- {place} {field}: {reason}"), N_("and {count} more")

LACKING = N_(
    "This game was started with version {version} of {rulebook} and the data pack {pack}, which this Umpire does not "
    "have."
)
OTHER_VERSIONS = N_(
    "This game was started with version {version} of {rulebook} and the data pack {pack}; this Umpire plays its "
    "versions 1 to {newest}."
)
UNREADABLE = N_(
    "This game was started with version {version} of {rulebook} and the data pack {pack}, which cannot be read any "
    "more. {fault}"
)
OTHER_PACK = N_(
    "This game was started with version {version} of {rulebook} and the data pack {pack}; the files that were kept "
    "make {other}."
)


class MissingRulebook(StorageTrouble):
    """A game was started with an edition of its rulebook that is not to be had any more."""


NAMED_AS = N_("A file is called as the table that it stands for: {tables}. `/rules table` hands each of them out.")
"""What is told of a file that stands for no table."""


class Edition(msgspec.Struct, frozen=True):
    """A rulebook in one version with one data pack, ready to play, and the pack's files to keep with its games."""

    rules: Rules
    codec: Codec[Any]  # of the same rulebook
    files: Mapping[str, str]

    def said(self, fact: Fact) -> Said[Any]:  # facts of any rulebook
        """A stored fact as it was said: when, to whom, what."""
        return Said(Instant(fact.at), Audience.parse(fact.audience), self.codec.fact(fact.body))


class Rulebooks:
    """All editions by name, version and digest of the data pack."""

    def __init__(self) -> None:
        self._current: dict[str, Edition] = {}
        self._editions: dict[tuple[str, int, str], Edition] = {}
        self._makers: dict[str, Make] = {}
        self.courses: dict[str, Course] = {}
        """By name of the rulebook, how a newcomer begins it; none for one that does not say."""

    def add(
        self,
        rules: Rules,
        files: Mapping[str, str] | None = None,
        make: Make | None = None,
        course: Course | None = None,
    ) -> None:
        """Make a rulebook the current edition of its name, begun by a newcomer as `course` says.

        With `files` every game keeps the data pack it was started with, and `make` reads an older one back.
        """
        if course is not None:
            self.courses[rules.name] = course
        edition = self._keep(rules, files or {})
        self._current[rules.name] = edition
        if make is not None:
            self._makers[rules.name] = make

    def _keep(self, rules: Rules, files: Mapping[str, str]) -> Edition:
        edition = Edition(rules, Codec(rules), dict(files))
        self._editions[rules.name, rules.version, rules.digest] = edition
        return edition

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all rulebooks, in order."""
        return tuple(sorted(self._current))

    def current(self, rulebook: str) -> Rules:
        """The edition that new games are started with. Raises Refusal for a name there is none of."""
        return self.edition(rulebook).rules

    def edition(self, rulebook: str) -> Edition:
        """As `current`, with its codec and files."""
        found = self._current.get(rulebook)
        if found is None:
            there = THERE_ARE(names=joined(", ", map(term, self.names)))
            raise Refusal("RULEBOOK", said(NO_RULEBOOK, word=rulebook), fix=there)
        return found

    def varied(self, rulebook: str, sheets: Mapping[str, str]) -> Edition:
        """The current edition with some tables of its data pack replaced (file name: text). It blocks: for a thread.

        Raises Refusal for a name that no table has, and for tables that cannot be played with, naming each fault by
        file, line and field.
        """
        base, make, tables = self.edition(rulebook), self._makers.get(rulebook), self.tables(rulebook)
        if make is None or (wrong := sorted(set(sheets) - set(tables))):
            strange = NO_TABLES(rulebook=term(rulebook)) if make is None else said(NO_TABLE, name=wrong[0])
            fix = NAMED_AS(tables=joined(", ", map(term, tables))) if tables else NOTHING
            raise Refusal("PACK", strange, fix=fix)
        try:
            rules = make({**base.files, **sheets}, base.rules.version)
        except PackError as error:
            faults = [_told(fault) for fault in error.faults[:MOST_FAULTS]]
            if len(error.faults) > MOST_FAULTS:
                faults.append(MORE_FAULTS(count=len(error.faults) - MOST_FAULTS))
            raise Refusal("PACK", UNPLAYABLE(faults=joined("\n", faults))) from None
        return self._keep(rules, {**base.files, **sheets})

    def tables(self, rulebook: str) -> Mapping[str, str]:
        """The tables that a game may have others of, as the data pack has them, by file name."""
        return {file: text for file, text in sorted(self.edition(rulebook).files.items()) if file not in WORDING}

    def of(self, game: Game) -> Rules:
        """The rulebook of a game: its edition where that was read already, else the current one."""
        found = self.find(game.rulebook, game.version, game.digest)
        return found.rules if found is not None else self.current(game.rulebook)

    def find(self, name: str, version: int, digest: str) -> Edition | None:
        """The very edition that a game was started with, if it is at hand."""
        return self._editions.get((name, version, digest))

    def remake(self, rulebook: str, version: int, digest: str, files: Mapping[str, str]) -> Edition:
        """Make an old edition again from the data pack that its games kept. Raises MissingRulebook.

        Its words are those of the current pack: they change no ruling, and a refusal that is younger than the game
        has no others.
        """
        make, newest = self._makers.get(rulebook), self.current(rulebook).version
        started: dict[str, Text | int] = {"version": version, "rulebook": term(rulebook), "pack": term(digest[:12])}
        if make is None or not files:
            raise MissingRulebook(LACKING(**started))
        if not 1 <= version <= newest:
            raise MissingRulebook(OTHER_VERSIONS(**started, newest=newest))
        words = {file: text for file, text in self._current[rulebook].files.items() if file in WORDING}
        try:
            rules = make({**files, **words}, version)
        except PackError as error:
            raise MissingRulebook(UNREADABLE(**started, fault=term(error.faults[0].sentence))) from error
        if rules.digest != digest:
            raise MissingRulebook(OTHER_PACK(**started, other=term(rules.digest[:12])))
        return self._keep(rules, files)


def _told(fault: Fault) -> Text:
    """A fault with its file, line and field, in whatever folder the file stands."""
    place = code(f"{fault.file.rpartition('/')[2]}:{fault.line}")
    says, field = (FAULT_OF, code(fault.field)) if fault.field else (FAULT, NOTHING)
    return says(place=place, field=field, reason=name(fault.reason))

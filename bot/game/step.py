"""One step of a game, worked out in memory before it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bot.game.loaded_game import LoadedGame, game_time
from bot.posts.news import DECIDES, INFORMS, PUBLIC, Letter, moderators_of, post, staff_of, target_of
from bot.render.mentions import played_by
from bot.render.posted import Press
from engine.clock import DAY, Instant
from engine.game import Outcome, Said, Seat
from engine.picture import sides_of
from engine.picture.palette import NAMED
from engine.record import chained
from engine.text.message import N_, Text, spaced, stamp
from storage.records import COLOUR, REFEREE, STANDING, Command, Commit, Fact, Game, Post, Receipt, Seated, Snapshot

SNAPSHOT_EVERY = 400
"""Facts after which the state is written whole, so that loading folds no more than about that many."""

REOPENABLE = DAY
"""Seconds that an ended game can be reopened: what was hidden stays hidden as long."""

CLOSES = N_("What was hidden in it is shown {closes}; until then a moderator can reopen it.")


class Mark(msgspec.Struct, frozen=True):
    """A point within a step."""

    row: Game
    state: Any  # each rulebook has its own type of state
    seats: dict[str, int | None]
    automated: frozenset[str]
    commands: int
    facts: int
    posts: int


class Aside(msgspec.Struct, frozen=True):
    """Point in a step from which others act: after which command, and with which offset of the clock until then."""

    after: int
    offset: int


class Step:
    """One step of a game: what was asked and said since the last commit. Nothing of it is so until it is written."""

    def __init__(self, loaded: LoadedGame, wall: int) -> None:
        self.loaded, self.wall = loaded, wall
        self.row, self.state = loaded.row, loaded.state
        self.seats = dict(loaded.seats)
        self.automated = loaded.automated
        self.colours = dict(loaded.colours)
        self.commands: list[Command] = []
        self.facts: list[Fact] = []
        self.said: list[Said[Any]] = []
        self.posts: list[Post] = []
        self.snapshots: tuple[Snapshot, ...] = ()
        self.removed: list[str] = []
        self.drafts: dict[str, str] = {}
        self.undone: tuple[int, int] | None = None
        """Commands, first and last, that this step takes back."""
        self.acting: str | None = None
        """The seat that is answered directly, and need not be told by a post."""
        if self.row.tutorial and self.row.status == "running":  # its time stands still, whatever the wall's does
            stood = 0 if self.row.paused_at is None else wall - self.row.paused_at
            self.change(paused_at=wall, clock_offset=self.row.clock_offset + stood)
        self.aside: Aside | None = None
        """Where others began to act of themselves: what is said then is posted to who is answered as well."""
        self.last: list[Post] = []
        """Posts to be made after all others of the step."""
        self.advanced = 0
        """Seconds that the clock was moved forward in this step, and the calendar with it."""
        self.stood: set[str] = set()
        """The seats whose standing orders were given in this step."""
        self.answered: Callable[[str], None] | None = None
        """Called with the words of the answer once they are made, to add to the step what tells others of them."""
        self.quiet = False
        """Whether what is said in this step is posted nowhere, as when a table is set up: it stands in the record."""

    @property
    def now(self) -> Instant:
        """Game time of this step."""
        return game_time(self.row, self.wall)

    def mark(self) -> Mark:
        """The point at which the step stands, to come back to."""
        counts = len(self.commands), len(self.facts), len(self.posts)
        return Mark(self.row, self.state, dict(self.seats), self.automated, *counts)

    def back_to(self, mark: Mark) -> None:
        """Undo what was added since."""
        self.row, self.state, self.seats, self.automated = mark.row, mark.state, mark.seats, mark.automated
        del self.commands[mark.commands :], self.facts[mark.facts :], self.said[mark.facts :], self.posts[mark.posts :]
        self.removed, self.drafts, self.undone, self.acting, self.answered = [], {}, None, None, None
        self.colours = dict(self.loaded.colours)

    def note(
        self, kind: str, *, user: int = 0, seat: str = "", body: str = "", refusal: str = "", at: Instant | None = None
    ) -> Command:
        """Log something that was asked."""
        moment = self.now if at is None else at
        command = Command(self.row.sequence + 1, kind, moment, self.wall, user, seat, body, refusal)
        self.commands.append(command)
        self.change(sequence=command.n, floor=max(self.row.floor, moment))
        return command

    def change(self, **fields: object) -> None:
        """Change fields of the game's row."""
        self.row = msgspec.structs.replace(self.row, **fields)

    def ran(
        self,
        kind: str,
        outcome: Outcome[Any],
        *,
        user: int = 0,
        seat: str = "",
        body: str = "",
        at: Instant | None = None,
    ) -> None:
        """Log what the rulebook was asked, and all it said to it."""
        refusal = "" if outcome.refusal is None else outcome.refusal.code
        command = self.note(kind, user=user, seat=seat, body=body, refusal=refusal, at=at)
        self.state = outcome.state
        self.said += outcome.said
        number, chain = self.row.facts, self.row.chain
        for said in outcome.said:
            number += 1
            body_bytes = self.loaded.codec.fact_bytes(said.fact)
            to = str(said.to)
            chain = chained(chain, said.at, to, body_bytes)
            self.facts.append(Fact(number, command.n, said.at, to, body_bytes, chain))
        self.change(facts=number, chain=chain)

    def announce(
        self, text: Text, *, mentions: tuple[int, ...] = (), buttons: tuple[Press, ...] = (), priority: int = INFORMS
    ) -> None:
        """Post something to the game's channel, with buttons under it; `mentions` are users."""
        target = target_of(self.row.id, PUBLIC, "")
        self.posts += post(self.row, target, Letter(text, mentions=mentions, buttons=buttons), self.wall, priority)

    def tell_moderators(self, text: Text) -> None:
        """Post something where the server's moderators look."""
        self.posts += post(self.row, moderators_of(self.row.guild), Letter(text), self.wall, DECIDES)

    def tell_staff(self, text: Text) -> None:
        """Post something in the channel that is set for moderators, and nowhere else."""
        self.posts += post(self.row, staff_of(self.row.guild), Letter(text), self.wall, DECIDES)

    def end(self, user: int, reason: str, words: Text) -> None:
        """End the game: for a day it stands still and can be reopened, then what was hidden in it is shown. Everybody
        is told in these words, after all else.
        """
        self.note("end", user=user, body=reason)
        self.change(status="ended", paused_at=self.row.paused_at or self.wall, ended_at=self.wall)
        text = spaced(words, CLOSES(closes=stamp(Instant(self.wall + REOPENABLE))))
        self.last += post(self.row, target_of(self.row.id, PUBLIC, ""), Letter(text), self.wall, DECIDES)

    def heard(self, hearer: str, known: Any) -> Any:  # the rulebook's type of state
        """The state as a hearer knows it after this step, from what it knew before."""
        seat = Seat(hearer) if hearer != PUBLIC else None
        for said in self.said:
            if said.to.includes(seat):
                known = said.fact.evolve(known)
        return known

    def hearers(self) -> list[str]:
        """The seats that are told something: not those that Umpire plays, and in a tutorial nobody but the pupil."""
        told = [seat for seat in self.seats if seat not in self.automated]
        return [seat for seat in told if self.seats[seat] is not None] if self.row.tutorial else told

    def gather(self) -> None:
        """Have all posts of a tutorial made in its pupil's thread; none where nobody learns there any more."""
        pupil = next((seat for seat, user in self.seats.items() if user is not None), None)
        about = [post for post in self.posts if post.target.startswith(("game:", "thread:", "seat:"))]
        others = [post for post in self.posts if post not in about]
        target = target_of(self.row.id, pupil or "", "")
        moved = [msgspec.structs.replace(post, target=target) for post in about] if pupil is not None else []
        self.posts = [*moved, *others]

    def player(self, seat: str) -> Text:
        """The player of a seat, in words: the user's mention, "Umpire" or "vacant"."""
        return played_by(self.seats.get(seat), seat in self.automated)

    def settle(self) -> None:
        """Work out when time next has something to do: in a game that runs, and in one that was ended, to close it."""
        timed = self.row.status == "running" and not self.row.tutorial
        due = self.loaded.due(self.state) if timed else None
        at = None if due is None else due + self.row.clock_offset
        if self.row.ended_at is not None and self.row.closed_at is None:
            at = self.row.ended_at + REOPENABLE
        self.change(due_at=at)

    def snapshot(self, known: dict[str, Any]) -> None:
        """Write the state whole, and what the hearers at hand know, when enough was said since the last time."""
        if self.row.facts - self.loaded.snapshot_at < SNAPSHOT_EVERY:
            return
        others = {seat: state for seat, state in self.loaded.known.items() if seat not in known}
        holders = {hearer: self.heard(hearer, state) for hearer, state in others.items()} | known
        holders[REFEREE] = self.state
        self.snapshots = tuple(
            Snapshot(whose, self.row.sequence, self.row.facts, self.loaded.codec.state_bytes(state))
            for whose, state in sorted(holders.items())
        )

    def commit(self, receipt: Receipt | None) -> Commit:
        """All of it, to be written together."""
        before = {seat: (user, seat in self.loaded.automated) for seat, user in self.loaded.seats.items()}
        after = {seat: (user, seat in self.automated) for seat, user in self.seats.items()}
        self.colours = self.worn()
        colours = {seat: name for seat, name in self.colours.items() if self.loaded.colours.get(seat) != name}
        return Commit(
            before=self.loaded.row.sequence,
            game=self.row,
            commands=tuple(self.commands),
            facts=tuple(self.facts),
            posts=tuple(self.posts),
            snapshots=self.snapshots,
            seats=tuple(Seated(seat, *sits) for seat, sits in after.items() if before.get(seat) != sits),
            removed=tuple(self.removed),
            drafts=self.drafts | {f"{seat}{COLOUR}": name for seat, name in colours.items()},
            undone=self.undone,
            receipt=receipt,
        )

    def worn(self) -> dict[str, str]:
        """Names of the colours of all seats: who comes later changes nobody's."""
        if self.seats.keys() <= self.colours.keys():  # all have one
            return {seat: self.colours[seat] for seat in self.seats}
        kept = {seat: NAMED[name] for seat, name in self.colours.items()}
        return {seat: side.name for seat, side in sides_of(self.seats, kept).items()}

    def written(self, known: dict[str, Any]) -> None:
        """Leave the loaded game as this step, now on the disk, leaves it.

        `known` is what those who were told know after it: each the rulebook's type of state.
        """
        loaded = self.loaded
        for hearer in loaded.known.keys() - known.keys():
            loaded.known[hearer] = self.heard(hearer, loaded.known[hearer])
        loaded.known.update(known)
        loaded.row, loaded.state, loaded.seats, loaded.automated = self.row, self.state, self.seats, self.automated
        loaded.colours = self.colours
        for key in (key for key in self.drafts if key.endswith(STANDING)):
            loaded.standing[key.removesuffix(STANDING)] = self.drafts[key]
        if self.snapshots:
            loaded.snapshot_at = self.row.facts

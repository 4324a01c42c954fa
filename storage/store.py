"""The store: what the desk and the postman ask of the database, each a call that is done when it is on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from storage import games, guilds, outbox, people, reminders, shelf
from storage.database import Database
from storage.forgetting import Forgotten, forget
from storage.guilds import Settings
from storage.people import Person
from storage.records import Command, Commit, Fact, Game, Place, Post, Receipt, Record, Seated, Snapshot, Waiting
from storage.reminders import Around, Asked, Watched
from storage.shelf import Kept

T = TypeVar("T")
P = ParamSpec("P")

RECEIPTS_KEPT = 86_400
"""Seconds that answers are kept for a second delivery; Discord's interactions die after a quarter of an hour."""

POSTS_KEPT = 90 * 86_400
"""Seconds that made posts are kept, for the audit and for what may be posted only once."""


class Store:
    """The database of all guilds. Every method raises StorageTrouble where the database fails."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Open (or make) the file and hold it for this process. Raises Locked, NewerDatabase, CorruptDatabase ..."""
        return cls(await Database.open(path))

    @classmethod
    async def look(cls, path: Path) -> Store:
        """Open a file for reading alone, also while another process holds it; raises as `Database.look` does."""
        return cls(await Database.look(path))

    async def close(self) -> None:
        """Write what is waiting and let go of the file."""
        await self.database.close()

    async def _read(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self.database.read(lambda connection: work(connection, *args, **kwargs))

    async def _write(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self.database.write(lambda connection: work(connection, *args, **kwargs))

    # games

    async def create(self, game: Game, secret: bytes, files: Mapping[str, str], commit: Commit, channel: int) -> Game:
        """Make a game with its first command; returns it with id and number. Raises Repeated."""
        return await self._write(games.create, game, secret, files, commit, channel)

    async def commit(self, commit: Commit) -> None:
        """Write one step of a game. Raises Repeated, Stale."""
        await self._write(games.commit_to, commit)

    async def game(self, game: int) -> Game:
        """The row of a game. Raises NoSuchGame."""
        return await self._read(games.find, game)

    async def games(
        self,
        guild: int | None = None,
        user: int | None = None,
        rulebook: str | None = None,
        ended: bool = False,
        tutorials: bool = False,
    ) -> tuple[Game, ...]:
        """Games, oldest first, narrowed by what is given; ended ones and tutorials only if asked for."""
        return await self._read(games.listed, guild, user, rulebook, ended, tutorials)

    async def seats(self, game: int) -> tuple[Seated, ...]:
        """The seats of a game by name, and who sits there."""
        return await self._read(games.seats_of, game)

    async def seats_of(self, guild: int, user: int) -> tuple[tuple[int, str], ...]:
        """The games of a guild that a user sits in, and where."""
        return await self._read(games.sitting, guild, user)

    async def load(self, game: int, upto: int | None = None) -> Record:
        """Record from which a game's state is known, now or after command `upto`. Raises NoSuchGame."""
        return await self._read(games.load, game, upto)

    async def knowledge(self, game: int, whose: Sequence[str]) -> tuple[dict[str, Snapshot | None], tuple[Fact, ...]]:
        """The newest snapshots of some holders, and all facts after the oldest of them."""
        return await self._read(games.knowledge, game, whose)

    async def keep_snapshots(self, game: int, snapshots: Sequence[Snapshot]) -> None:
        """Keep what somebody knew, so that less has to be folded the next time."""
        await self._write(games.keep_snapshots, game, snapshots)

    async def masks(self) -> dict[int, dict[str, str]]:
        """Masks that are shown in the place of names that a forgotten person typed, by game and name."""
        return await self._read(games.all_masks)

    async def asked_by(self, user: int) -> tuple[int, ...]:
        """The games in which a user has asked for something."""
        return await self._read(games.asked_by, user)

    async def snapshots(self, game: int) -> tuple[Snapshot, ...]:
        """All that was kept of what somebody knew."""
        return await self._read(games.snapshots_of, game)

    async def commands(self, game: int, after: int = 0) -> tuple[Command, ...]:
        """The log of what was asked, refused and undone commands too."""
        return await self._read(games.commands, game, after)

    async def commands_of(self, game: int, kinds: Sequence[str], user: int | None = None) -> tuple[Command, ...]:
        """The same as far as it is of some kinds, and a user's: a long campaign has few that change who sits in it."""
        return await self._read(games.commands_of, game, kinds, user)

    async def facts(self, game: int, after: int = 0, undone: bool = False) -> tuple[Fact, ...]:
        """The facts of a game after a number; undone ones only if asked for."""
        return await self._read(games.facts_after, game, after, None, undone)

    async def automated(self) -> tuple[int, ...]:
        """Running games in which Umpire plays a seat."""
        return await self._read(games.automated)

    async def due(self, wall: int, most: int, without: Sequence[int] = ()) -> tuple[int, ...]:
        """Games that time has something to do in, earliest due first, but those named."""
        return await self._read(games.due, wall, most, without)

    async def next_due(self) -> int | None:
        """The wall time at which time next has something to do in any game."""
        return await self._read(games.next_due)

    async def to_lock(self, since: int) -> tuple[int, ...]:
        """Games closed since a wall time whose threads wait to be locked."""
        return await self._read(games.to_lock, since)

    async def pack_files(self, rulebook: str, version: int, digest: str) -> dict[str, str]:
        """The files of a data pack that some game was started with."""
        return await self._read(games.pack_files, rulebook, version, digest)

    async def draft(self, game: int, seat: str) -> str:
        """A seat's draft of an order sheet."""
        return await self._read(games.draft_of, game, seat)

    async def keep_draft(self, game: int, seat: str, body: str) -> None:
        """Keep a seat's draft of an order sheet; "" deletes it."""
        await self._write(games.keep_draft, game, seat, body)

    async def answered(self, interaction: str) -> bytes | None:
        """Answer that an interaction was given before."""
        return await self._read(games.answered, interaction)

    async def keep_receipt(self, receipt: Receipt, wall: int, game: int | None) -> None:
        """Keep what an interaction is answered. Raises Repeated."""
        await self._write(games.keep_receipt, receipt, wall, game)

    # guilds

    async def settings(self, guild: int) -> Settings:
        """Settings of a guild."""
        return await self._read(guilds.settings_of, guild)

    async def set_settings(self, guild: int, settings: Settings) -> None:
        """Keep what a guild has set."""
        await self._write(guilds.set_settings, guild, settings)

    async def all_settings(self) -> dict[int, Settings]:
        """Every guild that has a game or has set something."""
        return await self._read(guilds.all_settings)

    async def rulebooks_played(self) -> dict[int, tuple[str, ...]]:
        """The rulebooks of each guild's games."""
        return await self._read(guilds.rulebooks_played)

    async def place(self, game: int, topic: str) -> Place | None:
        """The channel, thread or message of a topic of a game."""
        return await self._read(guilds.place_of, game, topic)

    async def places(self, game: int) -> tuple[Place, ...]:
        """Everything that was made on Discord for a game."""
        return await self._read(guilds.places_of, game)

    async def places_at(self, channel: int) -> tuple[Place, ...]:
        """Games, and what of them, that are talked of in a channel or thread."""
        return await self._read(guilds.game_at, channel)

    async def set_place(self, place: Place) -> None:
        """Remember where a topic of a game is."""
        await self._write(guilds.set_place, place)

    async def drop_place(self, game: int, topic: str, channel: int | None = None) -> None:
        """Forget a place that is gone; with a channel, only where it is that one still."""
        await self._write(guilds.drop_place, game, topic, channel)

    async def move(self, game: int, channel: int) -> None:
        """Give a game another channel; what was made for it in the one before is forgotten."""
        await self._write(guilds.move, game, channel)

    async def memo(self, name: str) -> str | None:
        """Something remembered across restarts."""
        return await self._read(guilds.memo, name)

    async def remember(self, name: str, value: str) -> None:
        """Remember something across restarts."""
        await self._write(guilds.remember, name, value)

    async def forget(self, user: int, names: Mapping[int, Sequence[str]] | None = None) -> Forgotten:
        """Delete what ties a person to games (see `forgetting.forget`), also from the file's own log."""
        forgotten = await self._write(forget, user, names)
        await self.database.fold_in_log()
        return forgotten

    # shelves

    async def keep(self, user: int, kept: Kept) -> bool:
        """Keep something of a person's for other games; whether something had that name. Raises ShelfFull."""
        return await self._write(shelf.keep, user, kept)

    async def shelf(self, user: int) -> tuple[Kept, ...]:
        """All that a person keeps."""
        return await self._read(shelf.shelf, user)

    async def drop_kept(self, user: int, rulebook: str, name: str) -> bool:
        """Keep something no longer; whether it was there."""
        return await self._write(shelf.drop, user, rulebook, name)

    async def person(self, user: int) -> Person:
        """Settings that a person has made for themselves."""
        return await self._read(people.person, user)

    async def set_person(self, user: int, settings: Person) -> None:
        """Keep what a person has set for themselves."""
        await self._write(people.set_person, user, settings)

    # outbox and reminders

    async def post(self, posts: Sequence[Post]) -> int:
        """Add posts that belong to no commit; returns how many were new."""
        return await self._write(outbox.add_posts, posts)

    async def to_watch(self, wall: int, most: int, without: Sequence[int] = ()) -> tuple[int, ...]:
        """Running games that are to be looked at for reminders, but those named."""
        return await self._read(reminders.to_watch, wall, most, without)

    async def around(self, game: Game, users: Collection[int], most: int) -> Around:
        """All that a look at a game begins with, of so many commands at `most` (`reminders.around`)."""
        return await self._read(reminders.around, game.id, game.guild, users, most)

    async def latest(self, game: int, most: int) -> tuple[Asked, ...]:
        """The latest commands of a game, the last first."""
        return await self._read(reminders.latest, game, most)

    async def watch(self, game: int, seen: Watched, posts: Sequence[Post], held: Sequence[int]) -> bool:
        """Keep what was seen of a game, with the posts of it; False where it has changed since (`reminders.watch`)."""
        return await self._write(reminders.watch, game, seen, posts, held)

    async def drop_reminder(self, post: Waiting, seat: str, matter: str, wall: int, reason: str) -> None:
        """Give up a reminder of a matter that holds no more."""
        await self._write(reminders.drop, post, seat, matter, wall, reason)

    async def take(self, wall: int, most: int, without: Sequence[str] = ()) -> tuple[Waiting, ...]:
        """Claim posts to be made now, as they were before (see `outbox.take`)."""
        return await self._write(outbox.take, wall, most, without)

    async def release(self, ids: Sequence[int]) -> None:
        """Put posts back that were certainly not made."""
        await self._write(outbox.release, ids)

    async def put_off(self, post: int, until: int) -> None:
        """Have a post wait that was certainly not made, and those after it go before it."""
        await self._write(outbox.put_off, post, until)

    async def hasten(self) -> None:
        """Have the changes of posts that were put off be made as soon as may be."""
        await self._write(outbox.hasten)

    async def superseded(self, post: Waiting, edits: int) -> bool:
        """True if a later post than this one changes the same."""
        return await self._read(outbox.superseded, post, edits)

    async def latest_change(self, target: str) -> int:
        """The latest row of the outbox that changed a post of a target; 0 for none."""
        return await self._read(outbox.latest_change, target)

    async def posted(self, post: int, wall: int, message: int | None, failure: str = "") -> None:
        """Mark a post as made, or as given up with the reason."""
        await self._write(outbox.done, post, wall, message, failure)

    async def message_of(self, post: int) -> int:
        """Id of the message that a post became; 0 where it was not made."""
        return await self._read(outbox.message_of, post)

    async def made_as(self, messages: Sequence[int]) -> frozenset[int]:
        """Messages of these that are known to be posts of the outbox."""
        return await self._read(outbox.made_as, messages)

    async def outbox_counts(self, game: int | None = None) -> tuple[int, int, int]:
        """Numbers of posts that wait, were made, and were given up."""
        return await self._read(outbox.counts, game)

    async def message_before(self, post: Waiting) -> int | None:
        """The latest message that is known to have been made for the target of a post before it."""
        return await self._read(outbox.message_before, post)

    async def waiting_at(self, target: str) -> tuple[Waiting, ...]:
        """The posts that wait for a target, in order."""
        return await self._read(outbox.waiting_at, target)

    async def kept_posts(self, game: int, *, foretelling: bool = False) -> tuple[outbox.Kept, ...]:
        """All posts of a game that are still there; or those that tell what is to come (see `outbox.kept`)."""
        return await self._read(outbox.kept, game, foretelling=foretelling)

    async def public_posts(self, game: int, since: int) -> tuple[tuple[int, str], ...]:
        """Rows of the outbox and bodies of what was posted for everybody about a game since a wall time."""
        return await self._read(outbox.public_posts, game, since)

    async def tidy(self, wall: int) -> None:
        """Delete answers and posts that nobody will ask for again."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM receipt WHERE wall < ?", (wall - RECEIPTS_KEPT,))
            outbox.purge(connection, wall - POSTS_KEPT)

        await self.database.write(work)

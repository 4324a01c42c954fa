"""The database file: one process holds it, one task writes it in shared transactions, a second connection reads.

Work is given as functions on a plain connection. Functions that are waiting to write go into one transaction
together (group commit), each in a savepoint of its own, so that one that fails takes none with it; each waiter is
answered when the transaction is on the disk and not before.
"""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage.errors import CorruptDatabase, DiskFull, Locked, StorageTrouble, Unreachable, telling, trouble
from storage.files.damage import MENDED, check_whole
from storage.files.placing import beside, private, put_in_place
from storage.migrations import KEPT_ASIDE, migrate, require_current

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

MOST_TOGETHER = 256
"""Pieces of work in one transaction: more gain nothing, and the last of them would wait too long."""

PATIENCE = 5.0
"""Seconds to wait for a lock of another program (a copy being made by hand) before it is called locked."""


class _Connection(aiosqlite.Connection):
    """A connection on a thread of its own that takes whole functions, so that many statements cost one hop."""

    async def run(self, work: Work[T]) -> T:
        """Run the function on the connection's thread."""
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]  # aiosqlite leaves it untyped
        return done

    async def opened(self) -> None:
        """Open it. Where that fails its thread has ended, too: what it still has to say would reach a closed loop."""
        try:
            await self
        except BaseException:
            await asyncio.to_thread(self._thread.join)
            raise


WRITING = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # what is forgotten is overwritten, not only taken out of the lists
    "cache_size = -16000",
    "wal_autocheckpoint = 2000",  # 8 MB: one order in 300 waits for a checkpoint; a log of full size is quicker
)
READING = ("query_only = ON", "cache_size = -16000")


def connect(path: Path, pragmas: Sequence[str] = WRITING) -> sqlite3.Connection:
    """A plain connection in which transactions begin where somebody says so. Raises sqlite3.Error."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE)
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def hold(path: Path) -> sqlite3.Connection:
    """Hold a database for this process alone until the connection returned is closed, or the process ends.

    The lock is one of SQLite's on an empty file beside it, so it dies with its holder however that ends and no
    child process inherits it. Raises Locked.
    """
    lock = beside(path, "lock")
    try:
        private(lock)
    except OSError as error:
        raise Unreachable(f"The database file cannot be opened: {error.strerror}.") from error
    with telling():
        connection = sqlite3.connect(lock, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        meant = trouble(error)
        if isinstance(meant, Locked):
            raise Locked(f"Another Umpire is running on {path.name}: stop that one first.") from error
        raise (meant or error) from error
    return connection


def stand(path: Path) -> None:
    """See to it that a sound database of Umpire's stands at a path that is held: where there is nothing, an empty one.

    A file without a byte is no database, and neither is the place from which an interrupted restore took one: both are
    refused, for an empty database made there would hide what was lost. Raises CorruptDatabase.
    """
    with telling():
        if not path.exists():
            _require_nothing_left(path)
            _make(path)
        require_file(path)
        private(path)
        connection = connect(path, ())
        try:
            check_whole(connection, path.name, quickly=True)
        finally:
            connection.close()


def _require_nothing_left(path: Path) -> None:
    """Raise CorruptDatabase where a database stood that is gone."""
    aside, log = beside(path, KEPT_ASIDE), path.with_name(f"{path.name}-wal")
    if aside.exists():
        raise CorruptDatabase(
            f"There is no {path.name}, but {aside.name} stands beside it: a restore was interrupted. "
            f"Repeat it with `umpire restore COPY`, or go back with `umpire restore {aside}`."
        )
    if log.exists():
        raise CorruptDatabase(
            f"There is no {path.name}, but {log.name} stands beside it, the end of a database that is gone. "
            "Put the database back there, or a copy with `umpire restore COPY`; to begin anew, move that file away."
        )


def _make(path: Path) -> None:
    """Make an empty database; it has its name when it is whole. Raises DiskFull, Unreachable."""
    fresh = beside(path, "new")
    fresh.unlink(missing_ok=True)
    try:
        private(fresh).write_bytes(_empty())
        put_in_place(fresh, path)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise DiskFull("The disk that holds the database is full.") from error
        raise Unreachable(f"The database file cannot be made: {error.strerror}.") from error


@cache
def _empty() -> bytes:
    """The bytes of an empty database of this version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, None)
        return connection.serialize()


class _Failed:
    """An error that a piece of work raised."""

    def __init__(self, error: Exception) -> None:
        self.error = error


class _Done(asyncio.Future[T]):
    """Result of a piece of work that goes on, whoever waits for it and is cancelled: they hear of it when it is done
    (`asyncio.Task.cancel` waits for a future that does not let itself be cancelled).
    """

    def cancel(self, msg: object | None = None) -> bool:  # noqa: ARG002  # as asyncio calls it
        """False: it is not cancelled."""
        return False


def _told(error: Exception) -> Exception:
    """The trouble that an SQLite error means, else the error itself."""
    meant = trouble(error) if isinstance(error, sqlite3.Error) else None
    if meant is None:
        return error
    meant.__cause__ = error
    return meant


def _in_one(connection: sqlite3.Connection, works: Sequence[Work[Any]]) -> list[Any]:
    """Run the works in one transaction, each in its savepoint. Raises when the transaction as a whole is lost."""
    results: list[Any] = []
    connection.execute("BEGIN IMMEDIATE")
    try:
        for work in works:
            connection.execute("SAVEPOINT work")
            try:
                results.append(work(connection))
            except Exception as error:
                if not connection.in_transaction:  # a full disk, for one, undoes all of it
                    raise
                connection.execute("ROLLBACK TO work")
                results.append(_Failed(_told(error)))
            connection.execute("RELEASE work")
        connection.execute("COMMIT")
    except Exception:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return results


def _together(works: Sequence[Work[Any]], connection: sqlite3.Connection) -> list[Any]:
    """The results of the works, or what each raised; one by one when they do not go through together.

    While another program holds a lock none would go through: they do not wait for it in turn.
    """
    try:
        return _in_one(connection, works)
    except Exception as error:  # noqa: BLE001  # handed to whoever waits for the work
        told = _told(error)
        if len(works) == 1 or isinstance(told, Locked):
            return [_Failed(told)] * len(works)
    return [result for work in works for result in _together([work], connection)]


class Database:
    """An open database file. Make it with `Database.open`, and close it."""

    def __init__(self, path: Path, held: sqlite3.Connection | None, writer: _Connection, reader: _Connection) -> None:
        self.path = path
        self._held, self._writer, self._reader = held, writer, reader
        self._waiting: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open (or make) the file, hold it, look it over for damage, and bring it up to date.

        Raises Locked, NewerDatabase, CorruptDatabase, DiskFull, Unreachable.
        """
        held = await asyncio.to_thread(hold, path)
        connections: list[_Connection] = []
        try:
            await asyncio.to_thread(stand, path)
            with telling():
                for pragmas in (WRITING, READING):
                    connection = _Connection(partial(connect, path, pragmas), iter_chunk_size=64)
                    await connection.opened()
                    connections.append(connection)
                    if len(connections) == 1:
                        await connection.run(lambda writer: migrate(writer, path))
        except BaseException:
            for connection in connections:
                await connection.close()
            held.close()
            raise
        return cls(path, held, *connections)

    @classmethod
    async def look(cls, path: Path) -> Database:
        """Open a file of this version for reading alone, also while another process holds it.

        Raises CorruptDatabase, NewerDatabase, OlderDatabase, Unreachable.
        """
        reader = _Connection(partial(connect, require_file(path), READING), iter_chunk_size=64)
        with telling():
            await reader.opened()
        database = cls(path, None, reader, reader)
        try:
            await database.read(partial(require_current, path=path))
        except BaseException:
            await database.close()
            raise
        return database

    async def read(self, work: Work[T]) -> T:
        """Run a function on the reading connection: it sees all that was written when it began."""
        with telling():
            return await self._reader.run(work)

    async def write(self, work: Work[T]) -> T:
        """Run a function in the next transaction; returns what it returned, once that is on the disk.

        The function may be run a second time after a failure of others', so it keeps nothing of its own. What it
        raises is raised here, and nothing of it was written. Whoever is cancelled meanwhile hears of it when the work
        is done, for it goes on: what they hold for it is not let go of before.
        """
        if self._closed:
            raise StorageTrouble("The database is closed.")
        waiter: asyncio.Future[T] = _Done(loop=asyncio.get_running_loop())
        self._waiting.append((work, waiter))
        if self._task is None:
            self._task = asyncio.create_task(self._write_waiting(), name="database writer")
        return await waiter

    async def _write_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            try:
                results = await self._writer.run(partial(_together, [work for work, _ in batch]))
            except Exception as error:  # noqa: BLE001  # whatever it is, the waiters must hear it and not wait on
                results = [_Failed(_told(error))] * len(batch)
            for (_, waiter), result in zip(batch, results, strict=True):
                if waiter.done():
                    continue
                if isinstance(result, _Failed):
                    waiter.set_exception(result.error)
                else:
                    waiter.set_result(result)
        self._task = None

    async def fold_in_log(self) -> None:
        """Bring all that was written into the file itself, and empty the log that held what was there before."""
        with telling():
            await self._writer.run(lambda writer: writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())

    async def close(self) -> None:
        """Write what is waiting and let go of the file."""
        if self._closed:
            return
        self._closed = True
        if self._task is not None:
            await self._task
        for connection in dict.fromkeys((self._reader, self._writer)):  # the writer last: it folds in the log
            await connection.close()
        if self._held is not None:
            self._held.close()


def require_file(path: Path) -> Path:
    """The path, where a database file is there. Raises CorruptDatabase in words for whoever typed the path."""
    if not path.is_file():
        raise CorruptDatabase(f"There is no database file {path.name}.")
    if not path.stat().st_size:
        raise CorruptDatabase(f"The file {path.name} is empty, and no database. {MENDED}")
    return path

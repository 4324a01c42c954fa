"""Reminders: who owes something is told before its deadline, who was attacked is called, whoever still owes is named.

Nothing is planned ahead but when to look again. What is due is worked out from what a seat knows at that moment, so a
reminder tells nobody more than that, and what is no longer owed is not told: not after a time without the bot, nor
after one in the outbox, whose reminders are held against the game once more when they are delivered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from bot.clock import Clock
from bot.game.game_cache import GameCache
from bot.game.loaded_game import LoadedGame
from bot.game.rulebooks import MissingRulebook
from bot.posts.bell import Bell
from bot.posts.escalation import overdue
from bot.posts.greeting import PANEL
from bot.posts.news import DECIDES, PUBLIC, Letter, post, shifted, target_of
from bot.posts.postman import NotYet
from bot.render.mentions import person
from bot.render.posted import Press
from engine.clock import MINUTE, Instant
from engine.game import Audience, Seat
from engine.text.message import N_, NOTHING, T_, Message, Text, name, stamp, term
from storage.errors import StorageTrouble
from storage.people import Person
from storage.records import Post, Waiting
from storage.reminders import Around, Asked, Reminded, Watched
from storage.store import Store

log = logging.getLogger("umpire.reminders")

PATIENCE = 60.0
"""Seconds that a game is left alone whose reminders could not be worked out."""

PRESENT = 5 * MINUTE
"""Seconds after an order in which its author is there, and need not be told what is asked of them next."""

BEFOREHAND = 15 * MINUTE
"""Seconds before quiet hours at which is told what is over when they end."""

TOGETHER = 20
"""Games that are looked at before deadlines and orders get between."""

LATEST_COMMANDS = 100
"""Commands of a game that are looked through for when somebody was there."""

ATTACKED = "attacked "
"""Begins the matter of an attack; the number of its first fact follows."""

OWED = N_(
    "{player} **{game}**: the table waits for {what}[, until {at} ({left})]. `/table panel` shows what you can do."
)
COMES = N_("{player} **{game}**: {event}")
WAS_ATTACKED = N_("{player} **{game}**: you were attacked. `/show log` tells what was done to you.")
TO_PANEL = T_("What I can do")

STOPPED, SOMEBODY_ELSE = T_("The game does not run."), T_("Somebody else sits there.")
UNWANTED, NOT_OWED = T_("It is not wanted."), T_("It is no longer owed.")
KNOWN = T_("It is known or taken back.")
BEING_MET = T_("A deadline is being met.")


class Matter(msgspec.Struct, frozen=True):
    """Something that a seat is reminded of: what, as a sentence with its fields, to which the {player} and the {game}
    are added; at which wall times; until when it holds (None: for ever).

    `owed` matters are told as soon as they are known too. `public`: whether everybody may know of it.
    """

    name: str
    says: Message
    at: tuple[int, ...]
    until: int | None
    owed: bool
    public: bool
    fields: Mapping[str, Text] = {}


class Found(msgspec.Struct, frozen=True):
    """All that is to be kept of a game that was looked at, with its posts, and until when (wall) each of them waits."""

    game: int
    seen: Watched
    posts: Sequence[Post]
    held: Sequence[int]


class Reminders:
    """Looks at games whose seats may have to be told something."""

    def __init__(self, store: Store, games: GameCache, clock: Clock, bell: Bell) -> None:
        self._store, self._games, self._clock, self._bell = store, games, clock, bell
        self._failing: dict[int, float] = {}

    async def look(self) -> int:
        """Tell everybody what is due; returns how many posts were made."""
        made, steady = 0, self._clock.steady()
        self._failing = {game: until for game, until in self._failing.items() if until > steady}
        seen = set(self._failing)
        while games := await self._store.to_watch(self._clock.now(), TOGETHER, tuple(seen)):
            found: list[Found] = []
            for game in games:
                try:
                    found += await self._look_at(game)
                except MissingRulebook as missing:
                    log.warning("nobody is reminded in game %d: %s", game, missing)
                    self._failing[game] = steady + PATIENCE
                except StorageTrouble:
                    raise
                except Exception:  # a bug in one game's rules must not silence the others
                    log.exception("reminders of game %d could not be worked out", game)
                    self._failing[game] = steady + PATIENCE
            made += sum(await asyncio.gather(*map(self._keep, found)))
            seen.update(games)
        if made:
            self._bell.set()
        return made

    async def _look_at(self, game: int) -> list[Found]:
        """All that is to be kept of a game now; nothing of one whose deadline is to be met first."""
        there = game in self._games
        try:
            async with self._games.lock(game):
                loaded = await self._games.open(game)
                wall = self._clock.now()
                if loaded.row.due_at is not None and loaded.row.due_at <= wall:
                    return []
                with loaded.masks.hiding():
                    return [await self._found(loaded, wall)]
        finally:
            if not there:
                self._games.drop(game)

    async def _keep(self, found: Found) -> int:
        """Keep what was found, and return how many posts were made; of a game that has changed meanwhile nothing is
        kept, and it is looked at again.
        """
        return len(found.posts) if await self._store.watch(found.game, found.seen, found.posts, found.held) else 0

    async def _found(self, loaded: LoadedGame, wall: int) -> Found:
        """State of a game to be kept now, with the posts of it."""
        row = loaded.row
        sitting = {Seat(seat): user for seat, user in loaded.seats.items() if user is not None}
        around = await self._store.around(row, sitting.values(), LATEST_COMMANDS)
        before, zone = around.before, around.zone
        known = await self._games.knowledge(loaded, [PUBLIC, *sitting])
        owing = [debt for debt in loaded.rules.awaits(known[PUBLIC]) if debt.owes and debt.until is not None]
        players = {seat: user for seat, user in loaded.seats.items() if seat not in loaded.automated}
        posts = overdue(row, owing, players, wall)
        held = [0] * len(posts)
        reminded: dict[tuple[str, int, str], Reminded] = {}
        looks = [at for debt in owing if debt.until is not None and (at := debt.until + row.clock_offset) > wall]
        for seat, user in sitting.items():
            whom = around.people[user]
            for matter in matters(loaded, seat, known):
                whose = (seat, user, matter.name)
                kept = before.reminded.get(whose) or Reminded(wall - row.clock_offset)
                openly = matter.public and whom.place == "channel"
                present = 0 if openly else _last(around.asked, user) + PRESENT
                due = list(_instants(matter, kept, row.clock_offset, max(wall, present), whom, zone))
                if any(at <= wall for at in due):
                    kept = msgspec.structs.replace(kept, told_at=wall - row.clock_offset)
                    if whom.place != "off":
                        posts += self._posts(loaded, seat, user, matter, whom)
                        held.append(0)
                reminded[whose] = kept
                looks += [at for at in due if at > wall]
            attack = _attack(loaded, seat, around, user)
            if attack is not None and whom.place != "off":
                posts += self._posts(loaded, seat, user, attack, whom)
                quiet = whom.quiet(wall, zone)
                held.append(0 if quiet is None else quiet[1])
        return Found(row.id, Watched(row.sequence, row.facts, min(looks, default=None), reminded), posts, held)

    def _posts(self, loaded: LoadedGame, seat: Seat, user: int, matter: Matter, whom: Person) -> list[Post]:
        """One reminder, to where its person wants it."""
        row, wall = loaded.row, self._clock.now()
        target = target_of(row.id, seat, "")
        if whom.place == "direct":
            target = target.replace("seat:", "holder:", 1)
        elif whom.place == "channel" and matter.public:
            target = target_of(row.id, PUBLIC, "")
        text = matter.says(player=person(user), game=name(row.name), **matter.fields)
        leads = matter.owed and whom.place != "direct"
        panel = (Press(f"{PANEL}{row.id}", TO_PANEL, leads=True),) if leads else ()
        letter = Letter(text, seat=seat, mentions=(user,), buttons=panel, reminds=matter.name)
        return post(row, target, letter, wall, DECIDES, f"reminder:{row.id}:{seat}:{matter.name}:{wall}")

    async def holds(self, row: Waiting, letter: Letter) -> Text:
        """Reason why a reminder in the outbox is void; "" while it is not. Raises NotYet while a deadline is met."""
        assert row.game is not None
        async with self._games.lock(row.game):
            loaded = await self._games.open(row.game)
            if loaded.row.status != "running":
                return STOPPED
            if loaded.row.due_at is not None and loaded.row.due_at <= self._clock.now():
                raise NotYet(BEING_MET, 1.0)
            seat = Seat(letter.seat)
            user = loaded.seats.get(seat)
            if user not in letter.mentions or user is None:
                return SOMEBODY_ELSE
            if (await self._store.person(user)).place == "off":
                return UNWANTED
            known = await self._games.knowledge(loaded, [PUBLIC, seat])
            if letter.reminds.startswith(ATTACKED):
                asked = await self._store.latest(row.game, LATEST_COMMANDS)
                number = int(letter.reminds.removeprefix(ATTACKED))
                stood = next((fact.n for fact in await self._store.facts(row.game, number - 1)), 0)
                return NOTHING if stood == number and _last(asked, user) < row.made_at else KNOWN
            with loaded.masks.hiding():
                names = {matter.name for matter in matters(loaded, seat, known)}
            return NOTHING if letter.reminds in names else NOT_OWED


def matters(loaded: LoadedGame, seat: Seat, known: dict[str, Any]) -> list[Matter]:  # the rulebook's states
    """Matters that a seat is to be reminded of, by what it knows."""
    rules, offset = loaded.rules, loaded.row.clock_offset
    openly = rules.awaits(known[PUBLIC])
    found = []
    for awaited in rules.awaits(known[seat]):
        if awaited.seat == seat and awaited.owes:
            until = None if awaited.until is None else awaited.until + offset
            by, left = (NOTHING if until is None else stamp(Instant(until), style) for style in "FR")
            fields = {"what": term(awaited.what), "at": by, "left": left}
            at = () if until is None else tuple(until - seconds for seconds in awaited.ahead)
            called = f"{awaited.what}/{awaited.which}/{awaited.until}"
            found.append(Matter(called, OWED, at, until, owed=True, public=awaited in openly, fields=fields))
    told = rules.coming(known[PUBLIC], seat)
    for event in rules.coming(known[seat], seat):
        at, when = tuple(event.at + offset - seconds for seconds in event.ahead), event.at + offset
        until = None if 0 in event.ahead else when
        fields = {"event": shifted(event.words, offset)}
        found.append(Matter(str(event.words), COMES, at, until, owed=False, public=event in told, fields=fields))
    return found


def _instants(
    matter: Matter, kept: Reminded, offset: int, soonest: int, person: Person, zone: ZoneInfo
) -> Iterable[int]:
    """Wall times at which a matter is to be told still, also past ones, out of a person's quiet hours.

    What would be over when they end is told before they begin, where it was known by then. `offset` is what wall time
    is ahead of game time, `soonest` when it may be told first.
    """
    told = offset + (kept.since if kept.told_at is None else kept.told_at)
    first = [(soonest, True)] if matter.owed and kept.told_at is None else []
    for at, is_first in (*first, *((at, False) for at in matter.at if at > told)):
        quiet = person.quiet(at, zone)
        if quiet is None:
            yield at
        elif matter.until is None or quiet[1] < matter.until:
            yield quiet[1]
        elif not is_first and quiet[0] - BEFOREHAND > told:
            yield quiet[0] - BEFOREHAND


def _last(asked: Iterable[Asked], user: int) -> int:
    """Wall time at which somebody asked for something last; long ago where the commands at hand do not tell."""
    return max((command.wall for command in asked if command.user == user), default=0)


def _attack(loaded: LoadedGame, seat: Seat, around: Around, user: int) -> Matter | None:
    """The attack on a seat that it was told of since the last look, and that it did not bring about itself; None for
    none.
    """
    own = {command.n for command in around.asked if command.user == user}
    for fact in around.facts:
        to = Audience.parse(fact.audience)
        if not to.everyone and to.includes(seat) and fact.command not in own and loaded.codec.fact(fact.body).attacks():
            return Matter(f"{ATTACKED}{fact.n}", WAS_ATTACKED, (), None, owed=True, public=False)
    return None

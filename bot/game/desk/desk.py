"""The desk: the only place with time and secrets. Whatever is asked of a game is asked here.

Requests that change something take the interaction they came by: a second delivery of it is answered as the first
was. They answer with a `Reply`, also where they are refused; what only reads raises `Refusal`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence

import msgspec

from bot.game.desk.automation import Automation
from bot.game.desk.moderation import Moderation
from bot.game.desk.shelf import Shelves
from bot.game.game_options import require_playable
from bot.game.loaded_game import LiveGame, SecretDice, Step
from bot.game.seat_names import seat_name
from bot.game.transaction import DONE, Answer, Reply, refused
from bot.posts.news import DECIDES, PUBLIC, Letter, post, target_of
from engine.clock import Instant
from engine.game import MODERATOR, Refusal, Seat, Setup, start
from engine.orders import Order
from engine.report import stamp
from engine.text.lines import sheet
from engine.text.names import plain_name, shown
from storage.errors import Repeated
from storage.guilds import Forgotten, Settings
from storage.records import Command, Commit, Game, Receipt, Seated

MOST_LINES = 40
"""Lines of one order sheet."""


WELCOME = (
    "<@{user}>, here you alone are told what your side hears in {game} (and moderators who may manage threads). "
    "`/table panel` shows what you can do now."
)


class Desk(Shelves, Moderation, Automation):
    """All that is asked of games: lobby and orders here; sight, moderators, shelves, Umpire's play by its bases."""

    # the lobby

    async def create(
        self,
        guild: int,
        rulebook: str,
        name: str,
        *,
        user: int,
        channel: int,
        options: Mapping[str, str] | None = None,
        interaction: str = "",
    ) -> Game:
        """Make a game, whose news goes to `channel`; its secret is drawn and the dice are committed to.

        Raises Refusal for a rulebook there is none of, for a name that is none or taken, and for options that it cannot
        be played with.
        """
        edition = self.rulebooks.edition(rulebook)
        try:
            called = plain_name(name)
        except ValueError as error:
            raise Refusal("NAME", f"That cannot be a game's name: {error}.") from None
        namesakes = [one for one in await self.store.games(guild) if one.name.casefold() == called.casefold()]
        if namesakes and await self.store.answered(interaction) is None:
            taken = f"The name {shown(called)} is taken by game {namesakes[0].number}."
            raise Refusal("NAME", taken, fix="Choose another, or end that one.")
        wall = self.clock.now()
        secret = secrets.token_bytes(32)
        rules = edition.rules
        if options:
            require_playable(rules, called, options, wall, SecretDice.of(secret))
        body = json.dumps({"name": called, "options": dict(options or {})}, sort_keys=True, ensure_ascii=False)
        game = Game(
            id=0,
            guild=guild,
            number=0,
            name=called,
            rulebook=rules.name,
            version=rules.version,
            digest=rules.digest,
            options=dict(options or {}),
            status="lobby",
            creator=user,
            created_at=wall,
            floor=wall,
            sequence=1,
            commitment=SecretDice.of(secret).commitment,
        )
        commit = Commit(
            before=0,
            game=game,
            commands=(Command(1, "create", wall, wall, user, "", body),),
            receipt=Receipt(interaction, b"") if interaction else None,
        )
        try:
            made = await self.store.create(game, secret, edition.files, commit, channel)
        except Repeated as repeated:
            return await self.store.game(repeated.game)
        self.directory.changed(guild)
        return made

    async def join(self, game: int, user: int, seat: str, *, interaction: str = "") -> Reply:
        """Sit down at a seat: a new one, or one that is vacant. Its name is made plain (`seat_name`)."""

        async def work(live: LiveGame, step: Step) -> Reply:
            wanted = seat_name(seat)
            if step.row.status == "ended":
                raise Refusal("GAME", f"{shown(step.row.name)} has ended.")
            sitting = live.seat_of(user)
            if sitting is not None:
                raise Refusal("SEAT", f"You sit in {shown(step.row.name)} already, as {shown(sitting)}.")
            if step.seats.get(wanted) is not None:
                raise Refusal("SEAT", f"Somebody else is {shown(wanted)}.", fix="Choose another name.")
            if wanted in step.automated:
                raise Refusal("SEAT", f"I play {shown(wanted)} myself.", fix="`/game opponent` can have me leave.")
            returning = wanted in step.seats
            step.seats[wanted] = user
            step.note("join", user=user, seat=wanted)
            step.posts.append(
                post(
                    step.row,
                    target_of(step.row.id, PUBLIC, ""),
                    Letter(f"<@{user}> {'takes over' if returning else 'joins as'} **{shown(wanted)}**."),
                    step.wall,
                )
            )
            return Reply(f"You are **{shown(wanted)}** in {shown(step.row.name)}.")

        return await self.act(game, work, interaction=interaction)

    async def leave(self, game: int, user: int, *, interaction: str = "") -> Reply:
        """Stand up: before the start the seat is gone, afterwards it is vacant and keeps what it has."""

        async def work(live: LiveGame, step: Step) -> Reply:
            sitting = live.seat_of(user)
            if sitting is None:
                raise Refusal("SEAT", f"You have no seat in {shown(step.row.name)}.")
            if step.row.status == "lobby":
                del step.seats[sitting]
                step.removed.append(sitting)
            else:
                step.seats[sitting] = None
            step.note("leave", user=user, seat=sitting)
            letter = Letter(f"<@{user}> leaves; **{shown(sitting)}** is vacant.")
            step.posts.append(post(step.row, target_of(step.row.id, PUBLIC, ""), letter, step.wall))
            return Reply(f"You have left {shown(step.row.name)}.")

        return await self.act(game, work, interaction=interaction)

    async def start(self, game: int, user: int, *, interaction: str = "") -> Reply:
        """Open the game with the seats that are taken; refused where the rulebook cannot play it so."""

        async def work(live: LiveGame, step: Step) -> Reply:
            if step.row.status != "lobby":
                raise Refusal("GAME", f"{shown(step.row.name)} has started already.")
            seats = tuple(Seat(name) for name in sorted(step.seats))
            setup = Setup(step.row.name, seats, dict(step.row.options))
            step.change(status="running")
            rules, now = live.rules, step.now
            outcome = await self.effort.run(f"{rules.name} begin", lambda: start(rules, setup, now, live.dice))
            step.ran("begin", outcome, user=user, body=msgspec.json.encode(setup, order="sorted").decode())
            players = ", ".join(f"{shown(name)} ({step.player(name)})" for name in seats) or "nobody yet"
            letter = Letter(
                f"**{shown(step.row.name)}** begins. Players: {players}.\n"
                f"-# Commitment of the dice: `{step.row.commitment}`; of hidden ones: `{live.dice.hidden_commitment}`",
                mentions=tuple(sitting for sitting in step.seats.values() if sitting is not None),
            )
            step.posts.append(post(step.row, target_of(game, PUBLIC, ""), letter, step.wall, DECIDES))
            return Reply(f"{shown(step.row.name)} begins.")

        return await self.act(game, work, interaction=interaction)

    async def welcome(self, game: int) -> None:
        """Tell every player of a game that runs, once, where their own thread is."""
        row = await self.game(game)
        if row.status == "lobby":
            return
        letters = [
            post(
                row,
                target_of(game, one.seat, ""),
                Letter(WELCOME.format(user=one.user, game=shown(row.name)), mentions=(one.user,)),
                self.clock.now(),
                once=f"welcome:{game}:{one.seat}:{one.user}",
            )
            for one in await self.seats(game)
            if one.user is not None
        ]
        if await self.store.post(letters):
            self.posted.set()

    # orders

    async def submit(self, game: int, seat: Seat, order: Order, *, user: int, interaction: str = "") -> Reply:
        """Obey one order of a seat (moderators': `MODERATOR`), given by `user` now."""

        async def work(_live: LiveGame, step: Step) -> Reply:
            self._require_playable(step, seat, user)
            step.acting = seat
            refusal = await self.obey(step, seat, order, user)
            return Reply(DONE) if refusal is None else refused(refusal)

        return await self.act(game, work, interaction=interaction)

    async def sheet(self, game: int, seat: Seat, text: str, *, user: int, interaction: str = "") -> Reply:
        """Obey the lines of an order sheet in turn, each with an answer of its own, all written together.

        A line that is refused changes nothing; the ones after it are obeyed as if it were not there. The seat's
        draft holds the refused lines afterwards, to be put right.
        """

        async def work(live: LiveGame, step: Step) -> Reply:
            self._require_playable(step, seat, user)
            step.acting = seat
            lines = sheet(text, [order for order in live.rules.orders if order.moderator == (seat == MODERATOR)])
            if not lines:
                raise Refusal("SHEET", "There is no order on this sheet.", fix="Write one order a line.")
            if len(lines) > MOST_LINES:
                raise Refusal("SHEET", f"A sheet has at most {MOST_LINES} orders, not {len(lines)}.")
            answers: list[Answer] = []
            for line in lines:
                refusal: Refusal | None = line.error
                if line.order is not None:
                    refusal = await self.obey(step, seat, line.order, user)
                if refusal is None:
                    answers.append(Answer(line.text.strip(), DONE, command=step.row.sequence))
                else:
                    no = refused(refusal)
                    answers.append(Answer(line.text.strip(), no.text, no.refusal))
            step.drafts[seat] = "\n".join(answer.line for answer in answers if answer.refusal is not None)
            return Reply(DONE, answers=tuple(answers))

        return await self.act(game, work, interaction=interaction)

    def _require_playable(self, step: Step, seat: Seat, user: int) -> None:
        """Raise Refusal unless the game takes orders from that seat and user now."""
        if step.row.status == "lobby":
            raise Refusal("GAME", f"{shown(step.row.name)} has not started yet.", fix="`/game start` starts it.")
        if step.row.status == "ended":
            raise Refusal("GAME", f"{shown(step.row.name)} has ended.")
        if seat == MODERATOR:
            return
        if step.seats.get(seat) != user:
            raise Refusal("SEAT", f"You do not sit at {shown(seat)} in {shown(step.row.name)}.")
        if step.row.paused_at is not None:
            since = stamp(Instant(step.row.paused_at), "R")
            raise Refusal(
                "GAME", f"{shown(step.row.name)} is paused since {since}; orders wait until a moderator resumes it."
            )

    async def due(self, most: int, without: Sequence[int] = ()) -> tuple[int, ...]:
        """Games in which something is due now, earliest first."""
        return await self.store.due(self.clock.now(), most, without)

    # whose is what

    async def games(self, guild: int) -> tuple[Game, ...]:
        """All games of a guild, oldest first, ended ones too."""
        return await self.directory.games(guild)

    async def game_at(self, channel: int) -> int | None:
        """The game whose channel or thread this is: of several, the newest."""
        return max((place.game for place in await self.store.places_at(channel)), default=None)

    async def seats(self, game: int) -> tuple[Seated, ...]:
        """The seats of a game, and who sits there."""
        return await self.store.seats(game)

    async def seats_of(self, guild: int, user: int) -> dict[int, Seat]:
        """Where a user sits, by game."""
        return await self.directory.seats_of(guild, user)

    async def settings(self, guild: int) -> Settings:
        """What a guild has set."""
        return await self.store.settings(guild)

    async def set_settings(self, guild: int, settings: Settings) -> None:
        """Keep what a guild has set."""
        await self.store.set_settings(guild, settings)

    async def forget(self, user: int) -> Forgotten:
        """Delete what ties a person to games: seats, drafts, names in logs and posts."""
        forgotten = await self.store.forget(user)
        self.drop_all()
        return forgotten

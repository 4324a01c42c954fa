"""The lobby: games made, joined, left and started, by people and by Umpire itself."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Collection, Mapping, Sequence

import msgspec

from bot.clock import Clock
from bot.game.answers import Reply
from bot.game.desk.game_options import require_playable
from bot.game.desk.gm.sight import CHANGES, away_from, require_unknowing
from bot.game.desk.substitutes import come_back
from bot.game.directory import Directory
from bot.game.loaded_game import SecretDice
from bot.game.rulebooks import Rulebooks
from bot.game.rulings import Rulings
from bot.game.step import Step
from bot.game.transaction import Transactions
from bot.posts.greeting import invitation, ways_in
from bot.posts.news import DECIDES, INFORMS, PUBLIC, Letter, moderators_of, post, target_of
from engine.clock import DAY
from engine.game import Advises, Refusal, Seat
from engine.picture.palette import NAMED
from engine.text.names import plain_name, shown
from engine.text.seats import UMPIRE, alike, free_seats, plain_seat
from storage.errors import Repeated
from storage.records import Command, Commit, Game, Receipt
from storage.store import Store

WELCOME = (
    "<@{user}>, here you alone are told what your side hears in {game} (and moderators who may manage threads). "
    "`/table panel` shows what you can do now."
)


class NewGame(msgspec.Struct, frozen=True):
    """A game that somebody wants to play: its rulebook, its name, and how it is played where that is not as usual.

    A `tutorial` may have the name of another game: it is in no list. `tables` take the place of those of the data pack
    (file name: text).
    """

    rulebook: str
    name: str
    options: Mapping[str, str] = {}
    tutorial: bool = False
    tables: Mapping[str, str] = {}


class Lobby:
    """The way of a game to its start, and of people to its seats."""

    def __init__(
        self,
        store: Store,
        rulebooks: Rulebooks,
        transactions: Transactions,
        rulings: Rulings,
        directory: Directory,
        clock: Clock,
    ) -> None:
        self._store, self._rulebooks, self._clock = store, rulebooks, clock
        self._transactions, self._rulings, self._directory = transactions, rulings, directory

    async def create(self, wanted: NewGame, *, guild: int, channel: int, user: int, interaction: str = "") -> Game:
        """Make a game, whose news goes to `channel`; its secret is drawn and the dice are committed to.

        Raises Refusal for a rulebook there is none of, for a name that is none or taken, and for options or tables that
        it cannot be played with.
        """
        edition = self._rulebooks.edition(wanted.rulebook)
        if wanted.tables:
            edition = await asyncio.to_thread(self._rulebooks.varied, wanted.rulebook, wanted.tables)
        try:
            called = plain_name(wanted.name)
        except ValueError as error:
            raise Refusal("NAME", f"That cannot be a game's name: {error}.") from None
        namesakes = [game for game in await self._store.games(guild) if game.name.casefold() == called.casefold()]
        if namesakes and not wanted.tutorial and await self._store.answered(interaction) is None:
            taken = f"The name {shown(called)} is taken by game {namesakes[0].number}."
            raise Refusal("NAME", taken, fix="Choose another, or end that one.")
        wall = self._clock.now()
        secret = secrets.token_bytes(32)
        rules = edition.rules
        options = dict(wanted.options)
        if options:
            require_playable(rules, called, options, wall, SecretDice.of(secret))
        body = json.dumps({"name": called, "options": options}, sort_keys=True, ensure_ascii=False)
        game = Game(
            id=0,
            guild=guild,
            number=-1 if wanted.tutorial else 1,
            name=called,
            rulebook=rules.name,
            version=rules.version,
            digest=rules.digest,
            options=options,
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
            made = await self._store.create(game, secret, edition.files, commit, channel)
        except Repeated as repeated:
            return await self._store.game(repeated.game)
        self._directory.changed(guild)
        return made

    async def join(
        self, game: int, user: int, seat: str = "", *, moderator: bool = False, interaction: str = ""
    ) -> Reply:
        """Sit down at a seat: a new one, or one that is vacant. Its name is made plain (`plain_seat`).

        A seat that somebody else held knows things: moderators are asked, unless it is a `moderator` who comes. Who
        names none gets one that is called by a colour: nobody's own name gets into the record by itself.
        """

        async def work(step: Step) -> Reply:
            sitting = step.loaded.seat_of(user)
            _require_campaign(step)
            if sitting is not None:
                raise Refusal("SEAT", f"You sit in {shown(step.row.name)} already, as {shown(sitting)}.")
            vacant = _named(step, seat) if seat else None
            if vacant is not None and not moderator and await self._needs_consent(step, user, vacant):
                return _asked(step, user, vacant)
            wanted = await self._sit(step, user, seat)
            return Reply(f"You are **{shown(wanted)}** in {shown(step.row.name)}.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def _needs_consent(self, step: Step, user: int, seat: Seat) -> bool:
        """True if a seat knows what its last player learned, and somebody else would sit down there."""
        known = seat in step.seats and step.seats[seat] is None and seat not in step.automated
        if not known or step.row.status not in ("running", "paused"):
            return False
        log = await self._store.commands_of(step.row.id, CHANGES)
        held = [command.user for command in log if command.seat == seat and command.kind in ("join", "leave")]
        return user not in held

    async def _sit(self, step: Step, user: int, seat: str) -> Seat:
        """Put somebody on a seat, new or vacant, of that name or (without one) of a colour. Raises Refusal."""
        wanted = _named(step, seat) if seat else next(free_seats(step.seats))
        if wanted == UMPIRE and wanted not in step.seats:
            raise Refusal("SEAT", f"{shown(wanted)} is my own name.", fix="Choose another name.")
        _require_open(step)
        _require_campaign(step)
        sitting = next((Seat(name) for name, holder in step.seats.items() if holder == user), None)
        if sitting is not None:
            raise Refusal("SEAT", f"<@{user}> sits in {shown(step.row.name)} already, as {shown(sitting)}.")
        await require_unknowing(self._store, step, user)
        _require_vacant(step, wanted)
        if wanted in step.automated:
            raise Refusal("SEAT", f"I play {shown(wanted)} myself.", fix="`/game opponent` can have me leave.")
        returning = wanted in step.seats
        if not returning:
            _require_room(step)
        step.seats[wanted] = user
        step.note("join", user=user, seat=wanted)
        step.announce(f"<@{user}> {'takes over' if returning else 'joins as'} **{shown(wanted)}**.")
        return wanted

    async def seat(
        self,
        game: int,
        players: Sequence[int],
        seat: str = "",
        *,
        user: int,
        replace: bool = False,
        interaction: str = "",
    ) -> Reply:
        """A moderator seats players: one at the named seat, several at seats called by colours, all or none of them.

        With `replace` a substitute takes the place of who sits there. Everybody seated is told, and may leave.
        """

        async def work(step: Step) -> Reply:
            if seat and len(players) > 1:
                raise Refusal("SEAT", "One player fits on one seat.", fix="Name a seat for one player alone.")
            holder = step.seats.get(_named(step, seat)) if seat else None
            step.note("seat", user=user, seat=_named(step, seat) if seat else "")
            if holder is not None and replace and holder not in players:
                wanted = _named(step, seat)
                step.seats[wanted] = None
                step.note("leave", user=holder, seat=wanted)
                step.announce(f"<@{holder}> is relieved of **{shown(wanted)}** by a moderator.", mentions=(holder,))
            seated = [(player, await self._sit(step, player, seat)) for player in players]
            names = " ".join(f"<@{player}>" for player, _ in seated)
            words = f"{names}: a moderator gave you a seat in {shown(step.row.name)}. `/game leave` gives it up."
            step.announce(words, mentions=tuple(players))
            told = ", ".join(f"<@{player}> is **{shown(name)}**" for player, name in seated)
            return Reply(f"{told}. `/game start` begins." if step.row.status == "lobby" else f"{told}.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def leave(self, game: int, user: int, *, interaction: str = "") -> Reply:
        """Stand up: before the start the seat is gone, afterwards it is vacant and keeps what it has."""

        async def work(step: Step) -> Reply:
            sitting = step.loaded.seat_of(user)
            if sitting is None:
                raise Refusal("SEAT", f"You have no seat in {shown(step.row.name)}.")
            absent = away_from(await self._store.commands_of(game, CHANGES), sitting)
            if absent is not None:
                come_back(step, sitting, absent)
                return Reply(f"**{shown(sitting)}** is <@{absent}>'s again.")
            _vacate(step, sitting)
            step.note("leave", user=user, seat=sitting)
            step.announce(f"<@{user}> leaves; **{shown(sitting)}** is vacant.")
            return Reply(f"You have left {shown(step.row.name)}.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def wear(self, game: int, user: int, colour: str, *, interaction: str = "") -> Reply:
        """Show a player's seat in a colour of the palette, in all panels and pictures; refused where another has it."""

        async def work(step: Step) -> Reply:
            seat = step.loaded.seat_of(user)
            if seat is None:
                raise Refusal("SEAT", f"You have no seat in {shown(step.row.name)}.")
            other = next((one for one, has in step.worn().items() if has == colour and one != seat), None)
            if other is not None:
                free = ", ".join(sorted(NAMED.keys() - set(step.worn().values()))) or "none"
                raise Refusal("SEAT", f"{colour.capitalize()} is the colour of {shown(other)}.", fix=f"Free: {free}.")
            step.colours = {**step.worn(), seat: colour}
            step.note("colour", user=user, seat=seat, body=colour)
            step.announce(f"**{shown(seat)}** is shown in {colour} from now on.")
            return Reply(f"**{shown(seat)}** is shown in {colour} from now on.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def take_up(self, game: int, user: int, seat: str, *, interaction: str = "") -> Reply:
        """Have Umpire play a seat: a new one, or one that is vacant. Refused where the rulebook cannot play."""

        async def work(step: Step) -> Reply:
            wanted = _named(step, seat)
            _require_open(step)
            if not isinstance(step.loaded.rules, Advises):
                raise Refusal("GAME", f"I cannot play {step.loaded.rules.title} myself.")
            if wanted in step.automated:
                raise Refusal("SEAT", f"I play {shown(wanted)} already.")
            _require_vacant(step, wanted)
            if wanted not in step.seats:
                _require_room(step)
            step.seats[wanted] = None
            step.automated |= {wanted}
            step.note("take up", user=user, seat=wanted)
            step.announce(f"**{shown(wanted)}** is played by Umpire.")
            return Reply(f"I play **{shown(wanted)}** in {shown(step.row.name)}.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def give_up(self, game: int, user: int, seat: str, *, interaction: str = "") -> Reply:
        """Have Umpire leave a seat: before the start it is gone, afterwards it is vacant."""

        async def work(step: Step) -> Reply:
            sitting = _named(step, seat)
            if sitting not in step.automated:
                raise Refusal("SEAT", f"I do not play {shown(sitting)} in {shown(step.row.name)}.")
            step.automated -= {sitting}
            _vacate(step, sitting)
            step.note("give up", user=user, seat=sitting)
            step.announce(f"Umpire no longer plays **{shown(sitting)}**.")
            return Reply(f"I have left **{shown(sitting)}** in {shown(step.row.name)}.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def start(self, game: int, user: int, *, interaction: str = "") -> Reply:
        """Open the game with the seats that are taken; refused where the rulebook cannot play it so."""

        async def work(step: Step) -> Reply:
            if step.row.status != "lobby":
                raise Refusal("GAME", f"{shown(step.row.name)} has started already.")
            step.change(status="running")
            await self._rulings.begin(step, user)
            players = ", ".join(f"{shown(name)} ({step.player(name)})" for name in sorted(step.seats)) or "nobody yet"
            hidden, course = step.loaded.dice.hidden_commitment, self._rulebooks.courses.get(step.row.rulebook)
            story = f"> {course.greeting.story}\n" if course is not None else ""
            step.announce(
                f"**{shown(step.row.name)}** begins. Players: {players}.\n{story}"
                f"-# Commitment of the dice: `{step.row.commitment}`; of hidden ones: `{hidden}`",
                mentions=tuple(sitting for sitting in step.seats.values() if sitting is not None),
                buttons=ways_in(step.row, course),
                priority=DECIDES,
            )
            return Reply(f"{shown(step.row.name)} begins.")

        return await self._transactions.act(game, work, interaction=interaction)

    async def invite(self, game: int) -> None:
        """Post, once, that a game is open to players, with a button that gives a seat."""
        row = await self._store.game(game)
        course = self._rulebooks.courses.get(row.rulebook)
        text = invitation(row, self._rulebooks.of(row).title, course)
        letter = Letter(text, buttons=ways_in(row, course))
        target = target_of(game, PUBLIC, "")
        if await self._store.post(post(row, target, letter, self._clock.now(), DECIDES, once=f"invitation:{game}")):
            self._transactions.posted.set()

    async def welcome(self, game: int, players: Collection[int] | None = None) -> None:
        """Tell players of a game that runs (None: all), once, where their own thread is."""
        row = await self._store.game(game)
        if row.status == "lobby":
            return
        letters = [
            welcome
            for seated in await self._store.seats(game)
            if seated.user is not None and (players is None or seated.user in players)
            for welcome in post(
                row,
                target_of(game, seated.seat, ""),
                Letter(WELCOME.format(user=seated.user, game=shown(row.name)), mentions=(seated.user,)),
                self._clock.now(),
                once=f"welcome:{game}:{seated.seat}:{seated.user}",
            )
        ]
        if await self._store.post(letters):
            self._transactions.posted.set()


def _named(step: Step, typed: str) -> Seat:
    """The seat of a game that a name stands for, one of those there or a new one. Raises Refusal (see `plain_seat`)."""
    text, there = step.loaded.masks.reveal(typed.strip()), step.seats
    if text in there:
        return Seat(text)
    try:
        wanted = plain_seat(text)
    except ValueError as error:
        raise Refusal("SEAT", str(error), fix=f"Try `{next(free_seats(there))}`.") from None
    double = alike(wanted, there)
    if double is not None:
        raise Refusal("SEAT", f"{shown(wanted)} looks like {shown(double)}, who is there.", fix="Choose another name.")
    return wanted


def _require_campaign(step: Step) -> None:
    if step.row.tutorial:
        raise Refusal("SEAT", "This is a tutorial, for one.", fix="`/start tutorial` begins one of your own.")


def _require_open(step: Step) -> None:
    if step.row.status == "ended":
        raise Refusal("GAME", f"{shown(step.row.name)} has ended.")


def _require_room(step: Step) -> None:
    """Raise Refusal where whoever comes anew could not play."""
    full = step.loaded.rules.full(step.state, len(step.seats))
    if full:
        vacant = [seat for seat, user in step.seats.items() if user is None and seat not in step.automated]
        free = f"`/game join seat:{vacant[0]}` takes a seat that is vacant; " if vacant else ""
        fix = f"{free}`/game create` makes another game. Whoever has no seat may watch: `/table panel`."
        raise Refusal("SEAT", f"{shown(step.row.name)} is full: {full}.", fix=fix)


def _asked(step: Step, user: int, seat: Seat) -> Reply:
    """Tell moderators, once a day, who would take over a seat that is vacant; nothing else happens."""
    name = shown(step.row.name)
    asks = f"<@{user}> asks to take over **{shown(seat)}** in {name}, with all it knows. `/gm seat` lets them."
    once = f"asks:{step.row.id}:{seat}:{user}:{step.wall // DAY}"
    step.posts += post(step.row, moderators_of(step.row.guild), Letter(asks), step.wall, INFORMS, once)
    return Reply(
        f"**{shown(seat)}** is vacant in {name}, and whoever sits there learns all that it knows. So a moderator has "
        "to agree: I have asked them (`/gm seat` is how they do)."
    )


def _require_vacant(step: Step, seat: Seat) -> None:
    if step.seats.get(seat) is not None:
        raise Refusal("SEAT", f"Somebody else is {shown(seat)}.", fix="Choose another name.")


def _vacate(step: Step, seat: str) -> None:
    """Empty a seat: before the start it is gone, afterwards it keeps what it has."""
    if step.row.status == "lobby":
        del step.seats[seat]
        step.removed.append(seat)
    else:
        step.seats[seat] = None

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
from bot.render.mentions import person
from engine.clock import DAY
from engine.game import Advises, Refusal, Seat
from engine.picture.palette import NAMED
from engine.text.given import BadName, plain_name
from engine.text.message import N_, NOTHING, T_, begun, code, joined, name, said, spaced, term
from engine.text.seats import UMPIRE, alike, free_seats, plain_seat
from storage.errors import Repeated
from storage.records import Command, Commit, Game, Receipt
from storage.store import Store

WELCOME = N_(
    "{player}, here you alone are told what your side hears in {game} (and moderators who may manage threads). "
    "`/table panel` shows what you can do now."
)
NO_SEAT = N_("You have no seat in {game}.")
ANOTHER_NAME = T_("Choose another name.")
WORN = N_("**{seat}** is shown in {colour} from now on.")
GIVEN_SEATS = N_("{players}: a moderator gave you a seat in {game}. `/game leave` gives it up.")
SITS, SIT, SIT_WAITING = N_("{player} is **{seat}**"), N_("{seats}."), N_("{seats}. `/game start` begins.")
BEGINS = N_(
    "**{game}** begins. Players: {players}.[\n> {story}]\n-# Commitment of the dice: `{commitment}`; of hidden ones: "
    "`{hidden}`"
)
PLAYER, NOBODY_YET = N_("{seat} ({player})"), T_("nobody yet")
TAKE_VACANT = N_("{command} takes a seat that is vacant; `/game create` makes another game.")
ANOTHER_GAME = T_("`/game create` makes another game.")
WATCH = T_("Whoever has no seat may watch: `/table panel`.")
ASKS = N_("{player} asks to take over **{seat}** in {game}, with all it knows. `/gm seat` lets them.")
ASKED = N_(
    "**{seat}** is vacant in {game}, and whoever sits there learns all that it knows. So a moderator has to agree: I "
    "have asked them (`/gm seat` is how they do)."
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
        except BadName as error:
            raise Refusal("NAME", spaced(T_("That cannot be a game's name."), error.why)) from None
        namesakes = [game for game in await self._store.games(guild) if game.name.casefold() == called.casefold()]
        if namesakes and not wanted.tutorial and await self._store.answered(interaction) is None:
            taken = said(N_("The name {name} is taken by game {number}."), name=called, number=namesakes[0].number)
            raise Refusal("NAME", taken, fix=T_("Choose another, or end that one."))
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
                told = N_("You sit in {game} already, as {seat}.")
                raise Refusal("SEAT", said(told, game=step.row.name, seat=sitting))
            vacant = _named(step, seat) if seat else None
            if vacant is not None and not moderator and await self._needs_consent(step, user, vacant):
                return _asked(step, user, vacant)
            wanted = await self._sit(step, user, seat)
            return Reply(said(N_("You are **{seat}** in {game}."), seat=wanted, game=step.row.name))

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
            raise Refusal("SEAT", said(N_("{seat} is my own name."), seat=wanted), fix=ANOTHER_NAME)
        _require_open(step)
        _require_campaign(step)
        sitting = next((Seat(name) for name, holder in step.seats.items() if holder == user), None)
        if sitting is not None:
            told = N_("{player} sits in {game} already, as {seat}.")
            raise Refusal("SEAT", said(told, player=person(user), game=step.row.name, seat=sitting))
        await require_unknowing(self._store, step, user)
        _require_vacant(step, wanted)
        if wanted in step.automated:
            fix = T_("`/game opponent` can have me leave.")
            raise Refusal("SEAT", said(N_("I play {seat} myself."), seat=wanted), fix=fix)
        returning = wanted in step.seats
        if not returning:
            _require_room(step)
        step.seats[wanted] = user
        step.note("join", user=user, seat=wanted)
        told = N_("{player} takes over **{seat}**.") if returning else N_("{player} joins as **{seat}**.")
        step.announce(said(told, player=person(user), seat=wanted))
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
                fix = T_("Name a seat for one player alone.")
                raise Refusal("SEAT", T_("One player fits on one seat."), fix=fix)
            holder = step.seats.get(_named(step, seat)) if seat else None
            step.note("seat", user=user, seat=_named(step, seat) if seat else "")
            if holder is not None and replace and holder not in players:
                wanted = _named(step, seat)
                step.seats[wanted] = None
                step.note("leave", user=holder, seat=wanted)
                told = N_("{player} is relieved of **{seat}** by a moderator.")
                step.announce(said(told, player=person(holder), seat=wanted), mentions=(holder,))
            seated = [(player, await self._sit(step, player, seat)) for player in players]
            called = joined(" ", map(person, players))
            step.announce(said(GIVEN_SEATS, players=called, game=step.row.name), mentions=tuple(players))
            seats = joined(", ", (said(SITS, player=person(player), seat=given) for player, given in seated))
            return Reply((SIT_WAITING if step.row.status == "lobby" else SIT)(seats=seats))

        return await self._transactions.act(game, work, interaction=interaction)

    async def leave(self, game: int, user: int, *, interaction: str = "") -> Reply:
        """Stand up: before the start the seat is gone, afterwards it is vacant and keeps what it has."""

        async def work(step: Step) -> Reply:
            sitting = step.loaded.seat_of(user)
            if sitting is None:
                raise Refusal("SEAT", said(NO_SEAT, game=step.row.name))
            absent = away_from(await self._store.commands_of(game, CHANGES), sitting)
            if absent is not None:
                come_back(step, sitting, absent)
                return Reply(said(N_("**{seat}** is {player}'s again."), seat=sitting, player=person(absent)))
            _vacate(step, sitting)
            step.note("leave", user=user, seat=sitting)
            step.announce(said(N_("{player} leaves; **{seat}** is vacant."), player=person(user), seat=sitting))
            return Reply(said(N_("You have left {game}."), game=step.row.name))

        return await self._transactions.act(game, work, interaction=interaction)

    async def wear(self, game: int, user: int, colour: str, *, interaction: str = "") -> Reply:
        """Show a player's seat in a colour of the palette, in all panels and pictures; refused where another has it."""

        async def work(step: Step) -> Reply:
            seat = step.loaded.seat_of(user)
            if seat is None:
                raise Refusal("SEAT", said(NO_SEAT, game=step.row.name))
            other = next((one for one, has in step.worn().items() if has == colour and one != seat), None)
            if other is not None:
                free = joined(", ", map(term, sorted(NAMED.keys() - set(step.worn().values())))) or T_("none")
                taken = said(N_("{colour} is the colour of {seat}."), colour=begun(term(colour)), seat=other)
                raise Refusal("SEAT", taken, fix=N_("Free: {colours}.")(colours=free))
            step.colours = {**step.worn(), seat: colour}
            step.note("colour", user=user, seat=seat, body=colour)
            told = said(WORN, seat=seat, colour=term(colour))
            step.announce(told)
            return Reply(told)

        return await self._transactions.act(game, work, interaction=interaction)

    async def take_up(self, game: int, user: int, seat: str, *, interaction: str = "") -> Reply:
        """Have Umpire play a seat: a new one, or one that is vacant. Refused where the rulebook cannot play."""

        async def work(step: Step) -> Reply:
            wanted = _named(step, seat)
            _require_open(step)
            if not isinstance(step.loaded.rules, Advises):
                title = term(step.loaded.rules.title)
                raise Refusal("GAME", N_("I cannot play {rulebook} myself.")(rulebook=title))
            if wanted in step.automated:
                raise Refusal("SEAT", said(N_("I play {seat} already."), seat=wanted))
            _require_vacant(step, wanted)
            if wanted not in step.seats:
                _require_room(step)
            step.seats[wanted] = None
            step.automated |= {wanted}
            step.note("take up", user=user, seat=wanted)
            step.announce(said(N_("**{seat}** is played by Umpire."), seat=wanted))
            return Reply(said(N_("I play **{seat}** in {game}."), seat=wanted, game=step.row.name))

        return await self._transactions.act(game, work, interaction=interaction)

    async def give_up(self, game: int, user: int, seat: str, *, interaction: str = "") -> Reply:
        """Have Umpire leave a seat: before the start it is gone, afterwards it is vacant."""

        async def work(step: Step) -> Reply:
            sitting = _named(step, seat)
            if sitting not in step.automated:
                raise Refusal("SEAT", said(N_("I do not play {seat} in {game}."), seat=sitting, game=step.row.name))
            step.automated -= {sitting}
            _vacate(step, sitting)
            step.note("give up", user=user, seat=sitting)
            step.announce(said(N_("Umpire no longer plays **{seat}**."), seat=sitting))
            return Reply(said(N_("I have left **{seat}** in {game}."), seat=sitting, game=step.row.name))

        return await self._transactions.act(game, work, interaction=interaction)

    async def start(self, game: int, user: int, *, interaction: str = "") -> Reply:
        """Open the game with the seats that are taken; refused where the rulebook cannot play it so."""

        async def work(step: Step) -> Reply:
            if step.row.status != "lobby":
                raise Refusal("GAME", said(N_("{game} has started already."), game=step.row.name))
            step.change(status="running")
            await self._rulings.begin(step, user)
            players = (said(PLAYER, seat=seat, player=step.player(seat)) for seat in sorted(step.seats))
            course = self._rulebooks.courses.get(step.row.rulebook)
            step.announce(
                BEGINS(
                    game=name(step.row.name),
                    players=joined(", ", players) or NOBODY_YET,
                    story=term(course.greeting.story) if course is not None else NOTHING,
                    commitment=term(step.row.commitment),
                    hidden=term(step.loaded.dice.hidden_commitment),
                ),
                mentions=tuple(sitting for sitting in step.seats.values() if sitting is not None),
                buttons=ways_in(step.row, course),
                priority=DECIDES,
            )
            return Reply(said(N_("{game} begins."), game=step.row.name))

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
                Letter(said(WELCOME, player=person(seated.user), game=row.name), mentions=(seated.user,)),
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
    except BadName as error:
        fix = N_("Try {seat}.")(seat=code(next(free_seats(there))))
        raise Refusal("SEAT", error.why, fix=fix) from None
    double = alike(wanted, there)
    if double is not None:
        told = N_("{seat} looks like {other}, who is there.")
        raise Refusal("SEAT", said(told, seat=wanted, other=double), fix=ANOTHER_NAME)
    return wanted


def _require_campaign(step: Step) -> None:
    if step.row.tutorial:
        fix = T_("`/start tutorial` begins one of your own.")
        raise Refusal("SEAT", T_("This is a tutorial, for one."), fix=fix)


def _require_open(step: Step) -> None:
    if step.row.status == "ended":
        raise Refusal("GAME", said(N_("{game} has ended."), game=step.row.name))


def _require_room(step: Step) -> None:
    """Raise Refusal where whoever comes anew could not play."""
    full = step.loaded.rules.full(step.state, len(step.seats))
    if full:
        vacant = [seat for seat, user in step.seats.items() if user is None and seat not in step.automated]
        way = TAKE_VACANT(command=code(f"/game join seat:{vacant[0]}")) if vacant else ANOTHER_GAME
        is_full = said(N_("{game} is full. {why}"), game=step.row.name, why=full)
        raise Refusal("SEAT", is_full, fix=spaced(way, WATCH))


def _asked(step: Step, user: int, seat: Seat) -> Reply:
    """Tell moderators, once a day, who would take over a seat that is vacant; nothing else happens."""
    asks = said(ASKS, player=person(user), seat=seat, game=step.row.name)
    once = f"asks:{step.row.id}:{seat}:{user}:{step.wall // DAY}"
    step.posts += post(step.row, moderators_of(step.row.guild), Letter(asks), step.wall, INFORMS, once)
    return Reply(said(ASKED, seat=seat, game=step.row.name))


def _require_vacant(step: Step, seat: Seat) -> None:
    if step.seats.get(seat) is not None:
        raise Refusal("SEAT", said(N_("Somebody else is {seat}."), seat=seat), fix=ANOTHER_NAME)


def _vacate(step: Step, seat: str) -> None:
    """Empty a seat: before the start it is gone, afterwards it keeps what it has."""
    if step.row.status == "lobby":
        del step.seats[seat]
        step.removed.append(seat)
    else:
        step.seats[seat] = None

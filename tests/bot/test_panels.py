"""Buttons to one's panel under posts: there while players are awaited, as everybody knows, and nowhere else."""

from __future__ import annotations

from bot.clock import Clock
from bot.game.desk.lobby import NewGame
from bot.posts.greeting import leading_to_panels
from bot.posts.news import Letter, decoded, edit, post
from bot.render.posted import Press
from engine.clock import HOUR, Instant
from engine.d6.moderators import Next
from engine.game import MODERATOR, Advises, Seat
from engine.gcw.turn.turn import Submit
from storage.store import Store
from tests.bot.night import BLUE, OPTIONS, PLAYERS, RED, Night, begun
from tests.bot.opened import ALICE, CHANNEL, GM, GUILD
from tests.rulebooks import delivered


async def test_the_last_post_of_each_place_that_everybody_reads_ends_with_it(store: Store, clock: Clock) -> None:
    night = Night(store, clock)
    row = await store.game(await night.opened())
    own = Letter("Join.", buttons=(Press("u1:join:1", "Join"),))
    places = ("game:1", "game:1", "thread:1:battle", "seat:1:red", "thread:1:other")
    letters = (*(Letter(place) for place in places[:-1]), own)
    made = [one for place, letter in zip(places, letters, strict=True) for one in post(row, place, letter, 0)]
    made.append(edit(row, "game:1", Letter("As it reads now.", edits=1), 0))
    labels = [[press.label for press in decoded(one.body).buttons] for one in leading_to_panels(1, made)]
    assert labels == [[], ["Panel"], ["Panel"], [], ["Join"], []]


async def offered(night: Night, game: int) -> bool:
    """True where what is announced now has the button."""
    await night.desk.moderation.announce(game, "Hear this.", user=GM)
    *_, latest = await night.store.kept_posts(game)
    letter = decoded(latest.post.body)
    assert "Hear this." in letter.text and len(letter.buttons) < 2
    return bool(letter.buttons)


async def owing(night: Night, game: int) -> list[Seat]:
    """The seats that owe something, as everybody knows."""
    return [one.seat for one in await night.desk.views.awaits(game) if one.owes]


async def advised(night: Night, game: int, seat: Seat) -> None:
    """A seat does as Umpire would."""
    rules = night.desk.rulebooks.of(await night.store.game(game))
    assert isinstance(rules, Advises)
    order = rules.advise(await night.desk.views.known(game, seat), seat, Instant(night.clock.now()))
    assert order is not None
    await night.order(game, seat, order)


async def test_who_owes_nothing_is_led_nowhere(store: Store, clock: Clock) -> None:
    night = Night(store, clock)
    game = await begun(night, "gcw")
    for seat in PLAYERS:
        await advised(night, game, seat)
    while await owing(night, game):
        assert await offered(night, game)
        await advised(night, game, (await owing(night, game))[0])
    await night.order(game, RED, Submit(story="We rest."))
    assert await night.desk.views.awaits(game) and not await offered(night, game)


async def test_what_was_owed_before_a_rewind_leads_nobody_after_it(store: Store, clock: Clock) -> None:
    night = Night(store, clock)
    game = await begun(night, "d6")
    while MODERATOR not in await owing(night, game):
        await night.order(game, MODERATOR, Next())
    assert await offered(night, game)
    await night.desk.moderation.rewind(game, 1, user=GM)
    letters = [decoded(kept.post.body) for kept in await store.kept_posts(game)]
    (rewound,) = (letter for letter in letters if "took back" in letter.text)
    assert rewound.buttons == ()


async def test_nobody_is_led_where_umpire_alone_is_awaited(store: Store, clock: Clock) -> None:
    night = Night(store, clock)
    night.books = delivered()
    night.start()
    wanted = NewGame("sunrise", "Late", OPTIONS["sunrise"])
    game = (await night.desk.lobby.create(wanted, guild=GUILD, user=GM, channel=CHANNEL)).id
    await night.desk.lobby.join(game, ALICE, RED)
    await night.desk.lobby.take_up(game, GM, BLUE)
    await night.desk.lobby.start(game, GM)
    assert await offered(night, game)
    while RED in await owing(night, game):
        await advised(night, game, RED)
    assert await owing(night, game) == [BLUE] and not await offered(night, game)


async def test_a_game_master_who_is_awaited_is_led(store: Store, clock: Clock) -> None:
    night = Night(store, clock)
    game = await begun(night, "d6")
    while MODERATOR not in await owing(night, game):
        await night.order(game, MODERATOR, Next())
    assert await owing(night, game) == [MODERATOR] and await offered(night, game)
    await night.desk.moderation.pause(game, user=GM)
    assert not await offered(night, game)


async def test_nothing_tells_that_somebody_is_asked_in_secret(store: Store, clock: Clock) -> None:
    night = Night(store, clock)
    game = await begun(night, "eaw")
    while await owing(night, game):
        loaded = await night.desk.games.open(game)
        clock.skip(HOUR)
        await advised(night, game, loaded.rules.awaits(loaded.state)[0].seat)
    loaded = await night.desk.games.open(game)
    assert loaded.rules.awaits(loaded.state) and not await offered(night, game)

"""Posts about a game: the news of one step, told to each hearer, gathered by place, and put into words.

What everybody hears goes to the game's channel, or to the thread of its topic; what a seat hears goes to the seat's
own thread. Instants in texts are game time, as the rules know it; here they become wall time.
"""

from __future__ import annotations

import logging
import random
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from bot.posts.wording import composed, proves
from bot.render.mentions import person
from bot.render.posted import MOST_WORDS, Press
from bot.render.sending import MOST_MESSAGES, head_of
from bot.render.splitting import pieces
from engine.clock import Instant
from engine.game import Ruleset, Said, Seat
from engine.record import plain
from engine.report import News
from engine.text.masks import Masks
from engine.text.message import N_, T_, Text, joined, stamp
from storage.records import Game, Post

log = logging.getLogger("umpire.news")

PUBLIC = ""
"""The hearer that stands for everybody; others are seats."""

DECIDES, INFORMS, DECORATES = 0, 1, 2
"""Priorities of posts."""

LATE = 300
"""Seconds after which a deadline that was met late is told to have been."""

W = TypeVar("W", str, Text)
_STAMP = re.compile(r"<t:(-?\d+)(:[tTdDfFR])?>")


class Letter(msgspec.Struct, frozen=True):
    """The body of a post: its text, a picture to draw beside it, buttons under it, and whom it may mention.

    `title` names the thread of its topic. `view` and `about` are what the rulebook is asked to draw, from what `seat`
    knows ("": what everybody knows). `mentions` are users. `files` names what is made of a game that is over
    when the post is (`ui.retold`). `reminds`: of what matter it reminds `seat`; it is made only
    while that holds. `edits`: it takes the words of that row of the outbox in their place, where they were posted.
    `headline`: what the day in brief tells of it ("": its first line). `concerns`: the seat that it is about, of all
    that everybody hears of ("": it is everybody's, or stands in a seat's own thread). `foretold`: what it tells to
    come, by its name, in the words that others take the place of once it has come (`News.became`), a deadline by the
    number of its line; `lasting`: of the lines that tell deadlines, what stays of each once that is none any more.
    `undone`: a moderator took back what it tells. `offset`: by how many seconds the instants that it foretells are
    later than game time (None: not known). `awake`: what it says with its deadlines, where it tells none because its
    game has ended and can be reopened ("": it tells those that run).
    """

    text: str
    title: str = ""
    view: str = ""
    about: str = ""
    seat: str = PUBLIC
    mentions: tuple[int, ...] = ()
    buttons: tuple[Press, ...] = ()
    reminds: str = ""
    files: tuple[str, ...] = ()
    edits: int = 0
    headline: str = ""
    concerns: str = ""
    foretold: dict[str, str] = {}
    lasting: dict[str, str] = {}
    undone: bool = False
    offset: int | None = None
    awake: str = ""


class Told(msgspec.Struct, frozen=True):
    """News for one hearer, and the wall time of what it tells; `open`: everybody hears the same. `concerns`: the seat
    that it is about, where everybody hears of which ("": of none).
    """

    hearer: str
    news: News
    wall: int
    open: bool = False
    concerns: str = ""


def target_of(game: int, hearer: str, topic: str) -> str:
    """The target of news: "game:7", "thread:7:battle:3" or "seat:7:red"."""
    if hearer != PUBLIC:
        return f"seat:{game}:{hearer}"
    return f"thread:{game}:{topic}" if topic else f"game:{game}"


def staff_of(guild: int) -> str:
    """The target of what moderators alone may read: the channel that is set for them, and no other."""
    return f"staff:{guild}"


def moderators_of(guild: int) -> str:
    """The target of what moderators of a server should know."""
    return f"moderators:{guild}"


def shifted(text: W, offset: int) -> W:
    """The text with its instants moved from game time to wall time."""
    if not offset:
        return text
    return type(text)(_STAMP.sub(lambda found: f"<t:{int(found[1]) + offset}{found[2] or ''}>", text))


def hearers(said: Iterable[Said[Any]], seats: Iterable[str]) -> list[str]:
    """Those who have something told: the public, and seats for what not everybody hears; in a fixed order."""
    there = set(seats)
    found: set[str] = set()
    for fact in said:
        if fact.to.everyone:
            found.add(PUBLIC)
        else:
            found.update(there.intersection(fact.to.seats))
    return sorted(found)


UNTOLD = T_("Something happened that I cannot put into words; it is logged for whoever runs me.")
UNTOLD_AGAIN = T_("Something was told here that I cannot tell again; it is logged for whoever runs me.")
"""What a hearer reads where a bug keeps words from being made: at once, and later in a log."""


def tell(
    rules: Ruleset[Any], said: Sequence[Said[Any]], known: Mapping[str, Any], also: str | None, offset: int
) -> tuple[list[Told], dict[str, Any]]:
    """Words for everything said, to each hearer in `known`; also what each knows afterwards.

    Each thing is told from what its hearer knows once it has heard it, by the names that things have for that hearer
    at the end of all this (`Ruleset.as_called`). `also` is a hearer that is told what
    everybody hears too (the seat whose order it was).
    """
    heard: list[tuple[Said[Any], str, Any]] = []
    after = dict(known)
    seats = {hearer: Seat(hearer) if hearer != PUBLIC else None for hearer in known}
    for thing in said:
        for hearer, seat in seats.items():
            if thing.to.includes(seat):
                after[hearer] = thing.fact.evolve(after[hearer])
                if not thing.fact.silent and (hearer in (PUBLIC, also) or not thing.to.everyone):
                    heard.append((thing, hearer, after[hearer]))
    told: list[Told] = []
    last, news = None, None
    for thing, hearer, knows in heard:
        if thing is not last or not thing.fact.alike:
            seat = seats[hearer]
            news = worded(rules, rules.as_called(knows, after[hearer], seat), thing, seat)
        last = thing
        if news is not None:
            wall, concerns = thing.at + offset, _concerned(thing)
            told.append(Told(hearer, shifted_news(news, offset), wall, thing.to.everyone, concerns))
    return told, after


def _concerned(said: Said[Any]) -> str:
    """The seat that something is about, where everybody hears that it is; else "": whom it concerns may be hidden."""
    seat = getattr(said.fact, "seat", "") if said.to.everyone else ""
    return seat if isinstance(seat, str) else ""


def worded(
    rules: Ruleset[Any],
    known: Any,  # of its rulebook
    thing: Said[Any],
    seat: Seat | None,
    lost: Text = UNTOLD,
) -> News | None:
    """The words of something for a hearer; what a bug keeps from being told is `lost`, and the game goes on."""
    try:
        return rules.tell(known, thing, seat)
    except Exception:
        log.exception("%s of %s cannot be told", type(thing.fact).__name__, rules.name)
        return News(lost)


def shifted_news(news: News, offset: int) -> News:
    """The news with its instants moved to wall time."""
    if not offset:
        return news
    text, became, lasting = (shifted(words, offset) for words in (news.text, news.became, news.lasting))
    return msgspec.structs.replace(news, text=text, became=became, lasting=lasting)


_NONCES = random.Random(secrets.token_bytes(32))
"""Names need to differ, not to be secret: one request of the system's chance serves for all."""


def nonce() -> str:
    """A name for one post that Discord uses to drop a second copy: 24 characters of its 25."""
    return f"{_NONCES.getrandbits(96):024x}"


def post(
    game: Game, target: str, letter: Letter, wall: int, priority: int = INFORMS, once: str | None = None
) -> list[Post]:
    """A letter about a game as posts, a message each: several where its text is too long for one, and one with a file
    where it is too long for a few. A picture goes with the last of them, a mention with the words that hold it.
    """
    parts = shown = pieces(letter.text, MOST_WORDS)
    if len(parts) > MOST_MESSAGES:
        head = head_of(letter.text)
        called = joined(" ", (who for who in map(person, letter.mentions) if who not in head))
        more = pieces(called) if called else []
        parts, shown = [letter.text, *more], [head, *more]
    made = []
    for number, (part, read) in enumerate(zip(parts, shown, strict=True), start=1):
        mentioned = tuple(user for user in letter.mentions if person(user) in read)
        foretold = {name: line for name, line in letter.foretold.items() if line in part}
        lasting = {name: line for name, line in letter.lasting.items() if name in foretold}
        body = msgspec.structs.replace(letter, text=part, mentions=mentioned, foretold=foretold, lasting=lasting)
        if number < len(parts):
            body = msgspec.structs.replace(body, view="", about="", buttons=(), files=())
        name = once if once is None or number == 1 else f"{once}:{number}"
        made.append(Post(game.guild, game.id, target, encoded(body), nonce(), priority, wall, once=name))
    return made


def edit(game: Game, target: str, letter: Letter, wall: int, priority: int = DECORATES) -> Post:
    """A letter that takes the place of an earlier one (`edits`) as a post: one, whatever its length."""
    return Post(game.guild, game.id, target, encoded(letter), nonce(), priority, wall)


def notice(guild: int, text: Text, wall: int) -> Post:
    """A post to the moderators of a server that is about no game."""
    return Post(guild, None, moderators_of(guild), encoded(Letter(text)), nonce(), INFORMS, wall)


def encoded(letter: Letter) -> str:
    """The stored form of a letter."""
    return msgspec.json.encode(letter, enc_hook=plain).decode()


def decoded(body: str) -> Letter:
    """The inverse of `encoded`."""
    return msgspec.json.decode(body, type=Letter)


def masked(letter: Letter, masks: Masks) -> Letter:
    """A letter as it may be told again, without the names that are not shown any more."""
    if not masks:
        return letter
    foretold = {name: masks.hide(line) for name, line in letter.foretold.items()}
    lasting = {name: masks.hide(line) for name, line in letter.lasting.items()}
    text, headline, awake = map(masks.hide, (letter.text, letter.headline, letter.awake))
    hidden = msgspec.structs.replace(letter, text=text, headline=headline, awake=awake)
    return msgspec.structs.replace(hidden, foretold=foretold, lasting=lasting)


def unanswered(told: Iterable[Told], acting: str | None, *, closed: bool) -> list[Told]:
    """News of an order that is to be posted: all but what its seat is answered directly, of which only that is kept in
    the seat's thread which it alone hears when a turn was `closed`.
    """
    return [part for part in told if part.hearer != acting or (closed and not part.open)]


def _joined(by_place: dict[tuple[str, str], list[Told]]) -> None:
    """Have keys, seals and salts stand beneath other news of the same step for the same hearer: where a place would
    have nothing but those, they go to the latest place that has more.
    """
    bare = [place for place, heard in by_place.items() if all(proves(item.news.text) for item in heard)]
    for place in bare:
        others = [other for other in by_place if other[1] == place[1] and other not in bare]
        if others:
            by_place[others[-1]] += by_place.pop(place)


TOLD_LATE = N_("-# Due {at}; told late, because I was away.")


def posts(game: Game, told: Sequence[Told], wall: int, there_since: int | None = None) -> list[Post]:
    """The posts of a step: a letter for each place where something is told.

    What was due long before `wall`, and before the bot was there again (`there_since`, wall), says so, but in a
    tutorial, whose clock is moved for its pupil.
    """
    if not told:
        return []
    by_place: dict[tuple[str, str], list[Told]] = {}
    for item in told:
        by_place.setdefault((target_of(game.id, item.hearer, item.news.topic), item.hearer), []).append(item)
    _joined(by_place)
    made: list[Post] = []
    for (target, hearer), heard in by_place.items():
        text = composed([item.news.text for item in heard])
        due = min(item.wall for item in heard)
        if there_since is not None and due < there_since and wall - due > LATE and not game.tutorial:
            text = f"{TOLD_LATE(at=stamp(Instant(due)))}\n{text}"
        title = next((item.news.topic_title for item in heard if item.news.topic_title), "")
        drawn = next((item.news for item in reversed(heard) if item.news.picture), None)
        priority = DECIDES if any(item.news.decides for item in heard) else INFORMS
        concerned = {item.concerns for item in heard if item.concerns}
        concerns = concerned.pop() if hearer == PUBLIC and len(concerned) == 1 else ""
        open_ones = (item for item in heard if item.news.foretells and not (item.news.became or item.news.lasting))
        lines = {item.news.foretells: item.news.passing for item in open_ones}
        dated = {str(at): item for at, item in enumerate(heard) if item.news.lasting}
        lines |= {number: item.news.passing for number, item in dated.items()}
        foretold = {name: line for name, line in lines.items() if line in text}
        lasting = {number: item.news.lasting for number, item in dated.items() if number in foretold}
        offset = game.clock_offset if foretold else None
        letter = Letter(text, title, seat=hearer, concerns=concerns, foretold=foretold, lasting=lasting, offset=offset)
        if drawn is not None:
            letter = msgspec.structs.replace(letter, view=drawn.picture, about=drawn.about)
        made += post(game, target, letter, wall, priority)
    return made

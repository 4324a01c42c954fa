"""Posts carried through Discord: a letter of the outbox becomes a message, and Discord's refusals become reasons."""

from __future__ import annotations

import datetime
import logging
import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import aiohttp
import discord

from bot.posts.news import Letter
from bot.posts.postman import Absent, Barred, NotYet, Unchanged, Unclear, Undelivered, Unfit
from bot.posts.threads import UNKNOWN_CHANNEL, Spot, Threads
from bot.render.colours import as_number
from bot.render.described_file import DescribedFile, hidden_in_alt
from bot.render.layouts import Layout
from bot.render.posted import MOST_WORDS, Attached, laid_out, reads, relaid, text_of, words_of
from bot.render.sending import Saying, messages, post, reword, text_file
from engine.picture import NEUTRAL, sides_of
from engine.picture.palette import NAMED
from engine.text.masks import Masks
from engine.text.message import N_, NOTHING, T_, Text, name, spaced, term
from storage.forgetting import FORGOTTEN_NAME
from storage.records import COLOUR, Waiting
from storage.store import Store

log = logging.getLogger("umpire.mail")

Draw = Callable[[int, Letter], Awaitable[DescribedFile | None]]
"""Draws a letter's picture of a game, with its alt text; None where that fails: the words go out without it."""

Attach = Callable[[int, Letter], Awaitable[Sequence[DescribedFile]]]
"""Makes the files of a letter about a game."""

REFUSED = T_("Discord does not take what I have to say here as a message; it is in the file.")
UNSAID = T_("What I have to say here, as text")

UNWRITTEN = datetime.timedelta(days=1)
"""How much earlier than a post was written its message is looked for, should our clock be wrong."""

BAD_REQUEST, TOO_LARGE, RATE_LIMITED = 400, 413, 429
NO_TEXT_CHANNEL, WRONG_KIND, THREAD_ARCHIVED = 50008, 50024, 50083
MISSING_ACCESS, CLOSED, MISSING_PERMISSIONS = 50001, 50007, 50013


DETOUR = T_("-# I cannot write to you in private messages, so I say it here; `/settings me` chooses where.")
"""Ends a reminder that its reader wanted as a private message, where it could not be one."""


ASKS_TO_WAIT = T_("Discord asks to wait.")
NO_CHANNEL = T_("No channel is set for that (`/settings channels`).")
UNREAD = T_("I may not read the message history there, to see whether it was posted already.")


class Withheld(Barred):
    """A permission is missing."""


class Gone(Undelivered):
    """Its place is no more."""


class Archived(NotYet):
    """Its thread was archived a moment ago."""


@contextmanager
def _telling(refused: type[Undelivered]) -> Iterator[None]:
    """Turn what discord.py and aiohttp raise into what the postman understands; a wrong request into `refused`."""
    try:
        yield
    except discord.RateLimited as limited:
        raise NotYet(ASKS_TO_WAIT, limited.retry_after) from limited
    except discord.DiscordServerError as server:
        raise Unclear(N_("Discord answered {status}.")(status=server.status)) from server
    except discord.HTTPException as refusal:
        why = name(refusal.text.rstrip(".") or str(refusal.code))
        if refusal.status == RATE_LIMITED:
            raise NotYet(ASKS_TO_WAIT) from refusal
        if refusal.code == THREAD_ARCHIVED:
            raise Archived(T_("The thread was archived.")) from refusal
        if refusal.code == UNKNOWN_CHANNEL:
            raise Gone(N_("Discord does not know it any more ({why}).")(why=why)) from refusal
        if refusal.status in (BAD_REQUEST, TOO_LARGE) and refusal.code not in (NO_TEXT_CHANNEL, WRONG_KIND):
            raise refused(N_("Discord refuses it ({why}).")(why=why)) from refusal
        if refusal.code == CLOSED:
            raise Barred(T_("Their private messages are closed to me.")) from refusal
        barred = Withheld if refusal.code in (MISSING_ACCESS, MISSING_PERMISSIONS) else Barred
        raise barred(N_("Discord does not let me ({why}).")(why=why)) from refusal
    except aiohttp.ClientConnectorError as unreachable:
        raise NotYet(T_("Discord cannot be reached.")) from unreachable
    except (aiohttp.ClientError, TimeoutError, ConnectionError) as dropped:
        raise Unclear(N_("The connection was lost ({error}).")(error=term(type(dropped).__name__))) from dropped


COMPARED = 1000
"""Characters that are compared of words which may be too long for a message with names, or with what hides them."""

_PERSON = re.compile(rf"<@!?\d+>|{re.escape(FORGOTTEN_NAME)}")


def _anonymous(words: str, masks: Masks, known: Collection[str]) -> str:
    """The words of a post as they would read if all who are mentioned in it were forgotten, but for the mentions that
    are known still.
    """
    said = _PERSON.sub(lambda found: found[0] if found[0] in known else FORGOTTEN_NAME, text_of(words))
    return masks.hide(said)


def _alike(first: str, second: str) -> bool:
    """True for words that are the same, or begin so where one of them is too long for a message."""
    most = COMPARED if max(len(first), len(second)) > MOST_WORDS else None
    return first[:most] == second[:most]


def _asked_in_private(row: Waiting) -> bool:
    """True for what its reader wants as a private message: reminders alone go to the holder of a seat first."""
    return row.target.startswith("holder:")


class DiscordMail:
    """Posts through a discord.py client that has logged in."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        draw: Draw | None = None,
        attach: Attach | None = None,
        moved: Callable[[int], None] = lambda _: None,
        *,
        detoured: Callable[[Waiting, Text], Awaitable[None]] | None = None,
    ) -> None:
        self._client, self._draw, self._attach = client, draw, attach
        self._store, self._threads = store, Threads(client, store, moved)
        self._detoured = detoured

    async def carry(self, row: Waiting, letter: Letter, refused: Text = NOTHING) -> int:
        """Make the post where its target can be reached, and return its message. Raises Undelivered.

        `refused` is why Discord did not take it as it is: it goes as a sentence and a file then.
        """
        self._require_there(row)
        if letter.edits:
            return await self._edit(row, letter)
        picture = None
        if letter.view and row.game is not None and self._draw is not None and not refused:
            picture = await self._draw(row.game, letter)
        attached: Sequence[DescribedFile] = ()
        if letter.files and row.game is not None and self._attach is not None and not refused:
            attached = await self._attach(row.game, letter)

        described = [*([] if picture is None else [picture]), *attached]
        colour = await self._accent(row, letter)
        hindrances: list[Text] = []
        lacks = NOTHING

        def saying() -> Saying:  # files are read once
            if refused:
                return Saying(f"{REFUSED}\n-# {refused}", files=[text_file(letter.text, "message.txt", UNSAID)])
            text = f"{letter.text}\n{DETOUR}" if hindrances and _asked_in_private(row) else letter.text
            return laid_out(text, colour, described, letter.buttons)

        for spot in await self._threads.spots(row.target, letter.title):
            try:
                message = await self._post(spot, row.nonce, saying, () if refused else letter.mentions)
            except Withheld as withheld:
                lacks = await self._threads.lacks(spot)
                hindrances.append(lacks or withheld.why)
            except Barred as barred:
                hindrances.append(barred.why)
            else:
                if self._detoured is not None:
                    await self._detoured(row, lacks)
                return message
        raise Barred(spaced(*dict.fromkeys(hindrances)) or NO_CHANNEL)

    async def _accent(self, row: Waiting, letter: Letter) -> int:
        """The colour of the seat that a post concerns, as it is shown everywhere: whose own it is, or which everybody
        hears of; a neutral one where it is everybody's.
        """
        kind, _, rest = row.target.partition(":")
        seat = rest.partition(":")[2] if kind in ("seat", "holder") else letter.concerns
        if row.game is None or not seat:
            return as_number(NEUTRAL.colour)
        kept = NAMED.get(await self._store.draft(row.game, f"{seat}{COLOUR}"))
        return as_number((kept or sides_of([seat])[seat]).colour)

    async def _edit(self, row: Waiting, letter: Letter) -> int:
        """Change the words of what a row of the outbox became, wherever that is; 0 where it was never posted. Its files
        stay; in their alt texts, too, names are hidden that are not shown any more. Raises Unchanged where a permission
        is missing.
        """
        message, colour = await self._store.message_of(letter.edits), await self._accent(row, letter)
        masked = {} if row.game is None else (await self._store.masks()).get(row.game, {})

        def lay(files: Sequence[discord.Attachment]) -> Layout:
            attached = [Attached(file.filename, file.description or "") for file in files]
            return relaid(letter.text, colour, attached, letter.buttons)

        lacks: list[Text] = []
        for spot in await self._threads.spots(row.target, letter.title) if message else ():
            try:
                with _telling(Barred):
                    place = await self._threads.known(spot)
                if not isinstance(place, discord.PartialMessageable | discord.DMChannel):
                    continue
                try:
                    with _telling(Barred):
                        standing, hidden = place.get_partial_message(message), partial(hidden_in_alt, masked=masked)
                        await reword(standing, letter.text, lay, described=hidden, closes=not letter.buttons)
                except Archived:
                    with _telling(Barred):
                        await self._threads.reopen(place.id)
                    raise
                return message
            except Withheld as withheld:
                lacks.append(await self._threads.lacks(spot) or withheld.why)
            except (Gone, Barred) as hindered:
                log.info("post %d is not marked in %s: %s", letter.edits, row.target, hindered)
        if lacks:
            raise Unchanged(spaced(*dict.fromkeys(lacks)))
        return message

    def _require_there(self, row: Waiting) -> None:
        if not self._client.is_ready():
            raise NotYet(T_("I am not connected."))
        if self._client.get_guild(row.guild) is None:
            raise Absent(T_("I am not in that server any more."))

    async def _post(self, spot: Spot, nonce: str, saying: Callable[[], Saying], mentions: Sequence[int]) -> int:
        """Post to a spot; where that turns out to be gone or archived, it is found or opened anew, once."""
        try:
            return await self._post_once(spot, nonce, saying, mentions)
        except (Gone, Archived):
            try:
                return await self._post_once(spot, nonce, saying, mentions)
            except Gone as gone:
                raise Barred(gone.why) from gone

    async def _post_once(self, spot: Spot, nonce: str, saying: Callable[[], Saying], mentions: Sequence[int]) -> int:
        place = None
        try:
            with _telling(Barred):
                place = await spot.find()
            with _telling(Unfit):
                pinged = await self._threads.to_ping(spot, mentions)
                return await post(place, saying(), nonce=nonce, mentions=pinged)
        except Gone:
            await self._threads.forget(spot, getattr(place, "id", None))
            raise
        except Archived:
            known = await self._threads.known(spot)
            if isinstance(known, discord.PartialMessageable | discord.Thread):
                with _telling(Barred):
                    await self._threads.reopen(known.id)
            raise

    async def made(self, row: Waiting, letter: Letter, after: int | None) -> Sequence[int]:
        """Our messages that read like this post, laid out or not, in all places where its target may have been reached,
        from after a message; without one, from a day before it was written. Raises Undelivered.

        Where none does, those that read like it but for who was forgotten since: what waits is masked then.
        """
        self._require_there(row)
        spoken = [letter.text, *([f"{letter.text}\n{DETOUR}"] if _asked_in_private(row) else ())]
        texts = {message.text.strip() for text in spoken for message in messages(Saying(text), most=1)}
        texts |= {reads(text, letter.buttons) for text in spoken}
        if after is None:
            written = datetime.datetime.fromtimestamp(min(row.made_at, row.claimed_at or row.made_at), datetime.UTC)
            after = discord.utils.time_snowflake(written - UNWRITTEN)
        masks = Masks({} if row.game is None else (await self._store.masks()).get(row.game, {}))
        known = {found[0] for text in texts for found in _PERSON.finditer(text)}
        anonymous = [_anonymous(text, masks, known) for text in texts]
        found: list[int] = []
        alike: list[int] = []
        unread = []
        for spot in await self._threads.spots(row.target, letter.title):
            try:
                with _telling(Barred):
                    place = await self._threads.known(spot)
                    if place is not None:
                        self._require_history(place)
                        async for message in place.history(limit=None, after=discord.Object(after), oldest_first=True):
                            if self._reads(message, row, texts):
                                found.append(message.id)
                            elif self._is_mine(message):
                                said = _anonymous(words_of(message), masks, known)
                                alike += [message.id] if any(_alike(said, text) for text in anonymous) else []
            except Gone:
                log.info("a place of %s is gone, with what was said there", row.target)
            except Barred as barred:
                unread.append(barred)
        if unread and not found:
            raise unread[0]
        return found or alike

    def _is_mine(self, message: discord.Message) -> bool:
        return self._client.user is not None and message.author.id == self._client.user.id

    def _reads(self, message: discord.Message, row: Waiting, texts: set[str]) -> bool:
        said = words_of(message)
        same = said in texts or text_of(said) in texts or said.startswith(REFUSED)
        return self._is_mine(message) and (message.nonce == row.nonce or same)

    def _require_history(self, place: discord.abc.Messageable) -> None:
        """Raise Barred where Discord would show an empty history, and a post could be made twice."""
        channel = self._client.get_channel(getattr(place, "id", 0))
        home = channel.parent if isinstance(channel, discord.Thread) else channel
        if isinstance(home, discord.TextChannel) and not home.permissions_for(home.guild.me).read_message_history:
            raise Barred(UNREAD)

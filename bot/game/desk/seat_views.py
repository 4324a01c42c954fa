"""What a seat sees: made from what it knows and from nothing else. Nothing here changes a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from bot.game.loaded_game import LiveGame
from bot.game.rulebooks import Rules
from bot.game.transaction import DONE, Answer, Reply, Steps, refused, sheet_text
from bot.posts.news import PUBLIC, shifted, tell
from engine.clock import Instant
from engine.dice.keyed import TurnKey
from engine.game import Audience, Awaited, Refusal, Said, Seat, Svg, obey
from engine.orders import Option, Order
from engine.report import Report, Section, stamp
from engine.text.lines import sheet
from storage.records import Game

MOST_OPTIONS = 2000
"""Values looked through for a completion; a rulebook that offers more should narrow them by what was filled in."""


class NoDice:
    """Dice that nobody can foresee: whatever would roll one cannot be previewed."""

    commitment = hidden_commitment = hidden_key = ""

    def turn(self, turn: int, seals: Sequence[str] = ()) -> TurnKey:
        """Raises Refusal."""
        raise Refusal("PREVIEW", "This rolls dice, and nobody can foresee them.")

    def salt(self, label: str) -> str:
        """None: what is sealed in a preview is never opened."""
        return ""

    def seal(self, label: str, body: str) -> str:
        """None, as there is no salt."""
        return ""


def _moved(report: Report, offset: int) -> Report:
    """The report with its instants moved from game time to wall time."""
    if not offset:
        return report
    return msgspec.structs.replace(
        report,
        lead=shifted(report.lead, offset),
        sections=tuple(
            Section(section.heading, tuple(shifted(line, offset) for line in section.lines))
            for section in report.sections
        ),
    )


class Sight(Steps):
    """Reading, on behalf of a seat (None: of the public)."""

    async def _seen(self, game: int, seat: Seat | None) -> tuple[LiveGame, Any, Instant]:
        """The game, what the seat knows (the rulebook's type of state), and game time; what is due has lapsed."""
        async with self.lock(game):
            live = await self.open(game)
            fresh = live.row.due_at is None or live.row.due_at > self.clock.now()
        if not fresh:
            await self.tick(game)
        hearer = PUBLIC if seat is None else seat
        async with self.lock(game):
            live = await self.open(game)
            known = await self.knowledge(live, [hearer])
            return live, known[hearer], live.now(self.clock.now())

    async def game(self, game: int) -> Game:
        """A game's row. Raises NoSuchGame."""
        return await self.store.game(game)

    def rules_of(self, game: Game) -> Rules:
        """The rulebook of a game: its edition where that was read already, else the current one."""
        found = self.rulebooks.find(game.rulebook, game.version, game.digest)
        return found.rules if found is not None else self.rulebooks.current(game.rulebook)

    async def known(self, game: int, seat: Seat | None) -> Any:  # each rulebook has its own type of state
        """What a seat knows."""
        return (await self._seen(game, seat))[1]

    async def show(self, game: int, seat: Seat | None, view: str, about: str = "") -> Report:
        """A view, in words. Raises Refusal."""
        live, known, now = await self._seen(game, seat)
        report = await self.effort.run(
            f"{live.rules.name} show {view}", lambda: live.rules.show(known, seat, view, about, now)
        )
        return _moved(report, live.row.clock_offset)

    async def draw(self, game: int, seat: Seat | None, view: str, about: str = "") -> Svg:
        """A view, as a picture. Raises Refusal."""
        live, known, now = await self._seen(game, seat)
        return await self.effort.run(
            f"{live.rules.name} draw {view}", lambda: live.rules.draw(known, seat, view, about, now)
        )

    async def options(
        self, game: int, seat: Seat, order: type[Order], field: str, given: Mapping[str, str]
    ) -> list[Option]:
        """Values for a field of an order."""
        live, known, now = await self._seen(game, seat)
        return list(islice(live.rules.options(known, seat, order, field, given, now), MOST_OPTIONS))

    async def subjects(self, game: int, seat: Seat | None, view: str) -> list[Option]:
        """What a view can be about."""
        live, known, now = await self._seen(game, seat)
        return list(islice(live.rules.subjects(known, seat, view, now), MOST_OPTIONS))

    async def legal(self, game: int, seat: Seat, most: int = 25) -> list[Order]:
        """Orders that a seat could give, as far as it knows."""
        live, known, now = await self._seen(game, seat)
        return list(islice(live.rules.legal(known, seat, now), most))

    async def awaits(self, game: int) -> tuple[Awaited, ...]:
        """Whom the table waits for, as far as everybody knows; until when in wall time."""
        live, known, _ = await self._seen(game, None)
        if live.row.status not in ("running", "paused"):
            return ()
        offset = live.row.clock_offset
        return tuple(
            one if one.until is None else msgspec.structs.replace(one, until=Instant(one.until + offset))
            for one in live.rules.awaits(known)
        )

    async def preview(self, game: int, seat: Seat, text: str, *, keep: bool = False) -> Reply:
        """What the lines of an order sheet would come to, as far as the seat knows; nothing happens.

        Each line is tried after those before it. With `keep`, the lines that would be obeyed become the draft.
        """
        live, known, now = await self._seen(game, seat)
        answers: list[Answer] = []
        for line in sheet(text, [order for order in live.rules.orders if not order.moderator]):
            refusal: Refusal | None = line.error
            words = ""
            if line.order is not None:
                outcome = obey(live.rules, known, seat, line.order, now, NoDice())
                refusal = outcome.refusal
                if refusal is None:
                    told, after = tell(live.rules, outcome.said, {seat: known}, seat, live.row.clock_offset)
                    known = after[seat]
                    words = "\n".join(one.news.text for one in told)
            if refusal is None:
                answers.append(Answer(line.text.strip(), words or DONE))
            else:
                no = refused(refusal)
                answers.append(Answer(line.text.strip(), no.text, no.refusal))
        if keep:
            legal = "\n".join(answer.line for answer in answers if answer.refusal is None)
            await self.store.keep_draft(game, seat, legal)
        return Reply(sheet_text(answers), answers=tuple(answers))

    async def draft(self, game: int, seat: Seat) -> str:
        """A seat's draft of an order sheet."""
        return await self.store.draft(game, seat)

    async def log(self, game: int, seat: Seat | None, most: int = 40) -> list[str]:
        """The latest things a seat (None: the public) heard, told again from what it knows now, oldest first."""
        live, known, _ = await self._seen(game, seat)
        hearer = PUBLIC if seat is None else seat
        lines: list[str] = []
        for stored in reversed(await self.store.facts(game)):
            audience = Audience.parse(stored.audience)
            if audience.includes(seat) and len(lines) < most:
                said = Said(Instant(stored.at), audience, live.codec.fact(stored.body))
                news = live.rules.tell(known, said, None if hearer == PUBLIC else seat)
                if news is not None:
                    told = news.text.split("\n-# ")[0]
                    at = stamp(Instant(stored.at), "f")
                    lines.append(shifted(f"{at} {told}", live.row.clock_offset))
        return lines[::-1]

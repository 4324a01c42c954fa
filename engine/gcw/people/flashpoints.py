"""Flashpoints: battle events that a moderator opens, players join, and whose payout is shared. Rulebook: GCW-FLP."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.book import clock
from engine.clock import HOUR, Instant, later
from engine.declared.changes import Alters, Puts, Removes, Sets
from engine.declared.due import Dated, Earliest, First
from engine.declared.sentences import Addressed, either
from engine.game import EVERYONE, REFEREE, Fact, Seat, Table
from engine.gcw.acting import PlayerOrder
from engine.gcw.data.people import Flashpoint
from engine.gcw.economy.accounts import enter
from engine.gcw.look import Look, Obeying, Player, Term, money, player, when
from engine.gcw.moderating import ModeratorOrder
from engine.gcw.people.strongholds import Posted, posted_there
from engine.gcw.state import Cast, Flash, State, Why
from engine.gcw.world import CAST, World
from engine.look import Refused
from engine.noun import Found, Noun
from engine.text.message import N_, T_, Text, listed, term
from engine.text.names import shown


def no_flashpoint(look: Look, words: str, hint: str) -> Refused:
    """NO_FLASHPOINT, with those there are."""
    titles = ", ".join(flashpoint.title for flashpoint in look.world.pack.flashpoints.values())
    return Refused("NO_FLASHPOINT", {"name": words, "titles": titles})


PAYS = N_("{title} ({code}): {system}, {payout:,} KC")
READY: Noun[Look, Flashpoint] = Noun(
    "a flashpoint",
    lambda look, found: look.world.pack.flashpoints.values(),
    lambda flashpoint: (flashpoint.title, flashpoint.code),
    lambda look, one: PAYS(title=term(one.title), code=term(one.code), system=term(one.system), payout=one.payout),
    unknown=no_flashpoint,
)
"""A flashpoint of the data pack."""


def announced(look: Look, point: Flashpoint, found: Found) -> Refused | None:
    """Those that were announced and are not closed yet."""
    return None if point.code in look.known.flashpoints else Refused("NOT_ANNOUNCED", {"title": point.title})


ANNOUNCED = READY.that(announced)
"""A flashpoint that was announced."""


def unannounced(look: Look, point: Flashpoint, found: Found) -> Refused | None:
    """ALREADY_ANNOUNCED for one that is not closed yet."""
    return Refused("ALREADY_ANNOUNCED", {"title": point.title}) if point.code in look.known.flashpoints else None


def open_now(look: Look, point: Flashpoint, found: Found) -> Refused | None:
    """From when it opens until it closes (GCW-FLP-01)."""
    flash = look.known.flashpoints[point.code]
    if flash.opens_at <= look.now < flash.closes_at:
        return None
    times = {"opens": when(flash.opens_at), "closes": when(flash.closes_at)}
    return Refused("FLASHPOINT_CLOSED", {"title": point.title, **times})


def not_joined(look: Look, point: Flashpoint, found: Found) -> Refused | None:
    """ALREADY_JOINED for one in which the player takes part."""
    joined = look.viewer in look.known.flashpoints[point.code].participants
    return Refused("ALREADY_JOINED", {"title": point.title}) if joined else None


TO_JOIN = ANNOUNCED.that(open_now, not_joined)


class JoinFlashpoint(PlayerOrder):
    """Take part in a flashpoint that is open; who has a share of its payout, a moderator says at its end."""

    path: ClassVar[str] = "gcw-people flashpoint"
    line: ClassVar[str] = "join flashpoint {flashpoint}"
    flashpoint: Annotated[str, TO_JOIN] = Field(description="the flashpoint", max_length=60)

    def obey(self, act: Obeying) -> None:
        """Everybody hears it."""
        chosen: Flashpoint = act.found.flashpoint
        act.say(FlashpointJoined(chosen.code, chosen.title, act.seat), EVERYONE)


class FlashpointJoined(Fact[State], frozen=True):
    """A player takes part in a flashpoint (GCW-FLP-01)."""

    says = Addressed("seat", N_("You take part in **{title}**."), N_("{seat} takes part in **{title}**."))
    rule = "GCW-FLP-01"
    makes = Alters(
        "flashpoints", "code", lambda flash, fact: replace(flash, participants=(*flash.participants, fact.seat))
    )
    code: str
    title: Term
    seat: Player


def announce(table: Table[State], point: Flashpoint, opens: Instant, hours: int) -> None:
    """A flashpoint is announced: when it opens, and how long it may be joined (GCW-FLP-01)."""
    flash = Flash(code=point.code, system=point.system, opens_at=opens, closes_at=later(opens, HOUR * hours))
    table.say(FlashpointAnnounced(point.title, point.text, point.payout, flash), EVERYONE)


class OpenFlashpoint(ModeratorOrder):
    """Announce a flashpoint: when it opens, and how long it may be joined."""

    path: ClassVar[str] = "gm-gcw events open"
    line: ClassVar[str] = "flashpoint open {flashpoint} in {wait} hours for {hours} hours"
    flashpoint: Annotated[str, READY.that(unannounced)] = Field(description="a ready-made flashpoint", max_length=60)
    wait: int = Field(0, description="hours until it opens", ge=0, le=720, examples=[0, 24])
    hours: int = Field(48, description="hours for which it may be joined", ge=1, le=720, examples=[24, 48])

    def correct(self, act: Act[World, State]) -> None:
        """Everybody hears it; at its hour its units stand there."""
        chosen: Flashpoint = act.found.flashpoint
        announce(act.table, chosen, later(act.table.now, HOUR * self.wait), self.hours)
        turn_due.run(act.world, act.table)


OPENS = N_("**Flashpoint: {title}** at {system}. {text}[ It may be joined from {opens} to {closes}; payout {payout}.]")


class FlashpointAnnounced(Dated[State], frozen=True):
    """A flashpoint will open, and may be joined then (GCW-FLP-01)."""

    rule = "GCW-FLP-01"
    decides = True
    makes = Puts("flashpoints", "flash", "code")
    title: str
    text: str
    payout: int
    flash: Flash

    def words(self, look: Look) -> Text:
        return OPENS(
            title=term(self.title), system=term(self.flash.system), text=term(self.text), payout=money(self.payout),
            opens=look.until(self.flash.opens_at), closes=look.until(self.flash.closes_at),
        )  # fmt: skip


OPENING = Earliest("flashpoints", "opens_at", opened=False)
CLOSING = Earliest("flashpoints", "closes_at", opened=True, shut=False)


@clock(next=First(OPENING, CLOSING), priority=91)
def turn_due(world: World, table: Table[State]) -> None:
    """Flashpoints that open now have their units in place; those that close take in nobody more (CLK-27)."""
    for flash in list(table.state.flashpoints.values()):
        flashpoint = world.pack.flashpoints[flash.code]
        if not flash.opened and flash.opens_at <= table.now:
            posts = [Posted(part.code, flashpoint.cell) for part in flashpoint.units for _ in range(part.count)]
            table.say(FlashpointTurned(flash.code, flashpoint.title, False), EVERYONE)
            units = posted_there(world, table, flash.system, posts)
            if world.version >= CAST:
                table.say(CastSet(Cast(code=flash.code, units=units)), REFEREE)
        elif flash.opened and not flash.shut and flash.closes_at <= table.now:
            table.say(FlashpointTurned(flash.code, flashpoint.title, True), EVERYONE)


class CastSet(Fact[State], frozen=True):
    """The units of a flashpoint, and when they were last run (GCW-FLP-01)."""

    silent = "the referee alone keeps which units are a flashpoint's: whoever sees them sees units"
    makes = Puts("casts", "cast", "code")
    cast: Cast


class FlashpointTurned(Fact[State], frozen=True):
    """A flashpoint is open, or takes in nobody more (CLK-27)."""

    says = either(
        "shut", N_("**{title}** can no longer be joined."), N_("**{title}** is open: `join flashpoint` takes part.")
    )
    rule = "GCW-FLP-01"
    makes = Sets("flashpoints", "code", "shut", opened=True)
    code: str
    title: Term
    shut: bool


class CloseFlashpoint(ModeratorOrder):
    """Close a flashpoint, and share out its payout."""

    path: ClassVar[str] = "gm-gcw events close"
    line: ClassVar[str] = "flashpoint close {flashpoint} shares {shares}"
    flashpoint: Annotated[str, ANNOUNCED] = Field(description="the flashpoint", max_length=60)
    shares: str = Field(description="'red 500, blue 300', or 'none'", max_length=200, examples=["none"])

    def correct(self, act: Act[World, State]) -> None:
        """Each participant named is paid its share; until then nothing was (GCW-FLP-01). Refuses SHARES."""
        chosen: Flashpoint = act.found.flashpoint
        takers = {seat.casefold(): seat for seat in act.state.flashpoints[chosen.code].participants}
        players = ", ".join(takers.values()) or T_("nobody")
        shares: list[tuple[Seat, int]] = []
        for part in [] if self.shares.strip().casefold() == "none" else self.shares.split(","):
            match = re.fullmatch(r"\s*(.+?)\s+(\d{1,6})\s*", part)
            seat = takers.get(match[1].casefold()) if match is not None else None
            if match is None or seat is None:
                act.refuse("SHARES", share=shown(part), players=players, payout=chosen.payout)
            shares.append((seat, int(match[2])))
        if sum(amount for _, amount in shares) > chosen.payout:
            act.refuse("SHARES", share=shown(self.shares), players=players, payout=chosen.payout)
        act.say(FlashpointClosed(chosen.code, chosen.title, tuple(shares)), EVERYONE)
        for seat, amount in shares:
            enter(act.table, seat, Why.FLASHPOINT, chosen.title, amount)


SHARE, CLOSED, UNPAID = N_("{player} {amount}"), N_("**{title}** is over. Shares: {shares}."), T_("none")


class FlashpointClosed(Fact[State], frozen=True):
    """A flashpoint is over, and who has which share in KC (GCW-FLP-01)."""

    rule = "GCW-FLP-01"
    decides = True
    makes = Removes("flashpoints", "code")
    code: str
    title: str
    shares: tuple[tuple[Seat, int], ...]

    def words(self, look: Look) -> Text:
        shares = [SHARE(player=player(seat), amount=money(amount)) for seat, amount in self.shares]
        return CLOSED(title=term(self.title), shares=listed(shares) if shares else UNPAID)

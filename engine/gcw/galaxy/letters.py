"""Messages between players: at the speed of the ship that sends them, or galaxy-wide at twice hyperspace.

Rulebook: GCW-COM-01, -02, CLK-19, -20.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.book import clock
from engine.clock import Instant
from engine.declared.changes import Removes
from engine.game import REFEREE, Fact, Seat, Table, only, ruled
from engine.gcw.acting import OWN, PlayerOrder, in_transit
from engine.gcw.data.codes import Code
from engine.gcw.galaxy.courses import Pace
from engine.gcw.galaxy.relations import OTHER_PLAYER
from engine.gcw.galaxy.tidings import NEWS, Dispatches, comes, next_of, others, ways
from engine.gcw.look import Look, Obeying, player
from engine.gcw.state import FACILITIES, Letter, State, Unit, UnitKind, outermost
from engine.gcw.world import World
from engine.look import Refused
from engine.noun import Found, Several
from engine.report import News
from engine.text.message import N_, T_, Text, joined, listed, quoted, stamp
from engine.text.names import shown

LONGEST = 1000
"""Characters of a message."""


def sends(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Ships, facilities and platforms that somebody still works, out of hyperspace (GCW-COM-01)."""
    if unit.kind not in FACILITIES | {UnitKind.SHIP} or not outermost(look.known, unit).system:
        return Refused("NO_SENDER", {"unit": shown(unit.name)})
    return None if unit.live else Refused(Code.TARGET_GONE, {"target": shown(unit.name)})


def carried(look: Look, unit: Unit, found: Found) -> Refused | None:
    """IN_TRANSIT for a sender in hyperspace, and for what is in one."""
    return in_transit(look, outermost(look.known, unit))


SENDER = OWN.that(carried, sends, what="a ship or facility of yours")


class Message(PlayerOrder):
    """Send other players a message; it travels to where their heroes are."""

    path: ClassVar[str] = "gcw-people message"
    line: ClassVar[str] = "message from {sender}[ to {players}][ as {kind}] saying {text}"
    sheet: ClassVar[bool] = False
    sender: Annotated[str, SENDER] = Field(description="the ship or facility that sends it", max_length=60)
    text: str = Field(
        description="what it says", min_length=1, max_length=LONGEST, pattern=r"\S",
        examples=["To all who hear this: we hold."],
    )  # fmt: skip
    players: Annotated[str | None, Several(OTHER_PLAYER, "players")] = Field(
        None, description="to whom, with commas; everybody if left out", max_length=200
    )
    kind: Literal["ship", "general"] | None = Field(
        None, description="at the ship's own speed, or general at twice hyperspace, as facilities send"
    )

    def general(self, sender: Unit) -> bool:
        """True for a general message. What stands where it was built has no hyperspace rating: it sends no other."""
        return self.kind == "general" or (self.kind is None and sender.kind in FACILITIES)

    def check(self, look: Look, found: Found) -> None:
        """Refuses NO_HYPERDRIVE for a message at the speed of a ship that has none (GCW-COM-02)."""
        unit: Unit = found.sender
        if not self.general(unit) and not look.world.hyper(unit.code):
            look.refuse("NO_HYPERDRIVE", unit=shown(unit.name), fix=AS_GENERAL)

    def obey(self, act: Obeying) -> None:
        """Settles now when it comes to each, by where its hero is; the sender is not told (GCW-COM-01, -02)."""
        unit: Unit = act.found.sender
        general, pace = self.general(unit), Pace(act.state.switches.get("hyper_rating_mode", Pace.SPEED))
        at = NEWS if general else (act.world.hyper(unit.code), pace)
        hearers: tuple[Seat, ...] = act.found.players or tuple(others(act.state, act.seat))
        system = outermost(act.look.known, unit).system
        act.say(MessageSent(act.seat, act.found.players or (), self.text, general), only(act.seat))
        letters = (
            Letter(id=id, seat=act.seat, to=to, text=self.text, at=act.table.now, due_at=due, general=general)
            for id, to, due in ways(act.world, act.table, system, hearers, at)
        )
        act.say(LettersSent(tuple(letters)), REFEREE)


AS_GENERAL = T_("Send it `as general`: at twice hyperspace, which needs no hyperdrive.")
EVERYBODY = T_("everybody")
SENT = N_("Your message to {to} is on its way at the ship's own speed.")
SENT_GENERAL = N_("Your general message to {to} is on its way at twice hyperspace.")


class MessageSent(Fact[State], frozen=True):
    """A message is on its way; `to` nobody in particular is to everybody (GCW-COM-01, -02). For its sender."""

    seat: Seat
    to: tuple[Seat, ...]
    text: str
    general: bool

    def words(self, look: Look) -> News:
        sentence = (SENT_GENERAL if self.general else SENT)(to=listed(map(player, self.to)) or EVERYBODY)
        return written(sentence, self.text, self.general)


def written(sentence: Text, text: str, general: bool) -> News:
    """A sentence, the message below it, and the rule by which it travels."""
    return ruled(joined("", (sentence, quoted(text))), "GCW-COM-02" if general else "GCW-COM-01")


class LettersSent(Fact[State], frozen=True):
    """Messages are on their way."""

    silent = "the referee alone keeps the messages that are on their way"
    makes = Dispatches("letters", "letters")
    letters: tuple[Letter, ...]


MESSAGE, GENERAL = N_("**Message from {seat}**, sent {at}:"), N_("**General message from {seat}**, sent {at}:")


class MessageHeard(Fact[State], frozen=True):
    """A message has come to a player: from whom, of when; not from where (GCW-COM-01, -02, -04)."""

    makes = Removes("letters", "letter")
    letter: str
    seat: Seat
    text: str
    at: Instant
    general: bool

    def words(self, look: Look) -> News:
        sentence = (GENERAL if self.general else MESSAGE)(seat=player(self.seat), at=stamp(self.at))
        return written(sentence, self.text, self.general)


@clock(next=next_of("letters"), priority=60)
def deliver(world: World, table: Table[State]) -> None:
    """All messages that come now, in the order in which they were sent."""
    for letter in sorted(table.state.letters.values(), key=lambda letter: (letter.at, letter.id)):
        if comes(table.state, letter) <= table.now:
            table.say(MessageHeard(letter.id, letter.seat, letter.text, letter.at, letter.general), only(letter.to))

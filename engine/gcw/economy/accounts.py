"""Money: every kilocredit that comes or goes is a line of a player's ledger, and a balance is the sum of its lines.

Rulebook: GCW-SET-01, -03, GCW-ACT-02, -03, GCW-CST-02, GCW-SCR-05, register section 5 (ledger entry).
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.declared.changes import Sets
from engine.game import Fact, Seat, Table, only, ruled
from engine.gcw.look import Look, money
from engine.gcw.state import Booking, Player, State, Why, put
from engine.look import Refused
from engine.report import News
from engine.text.message import N_, NOTHING, Text, joined, name, spaced, stamp

SETTLED = N_("You have {treasury} and a facility credit of {credit}.")
INCOME = N_("Income of {day:D}: **{amount}** ({sources}); your treasury holds {treasury}.")
CORRECTED = N_("A moderator set your treasury from {before} to {treasury}.")
CREDIT_CORRECTED = N_("A moderator set your facility credit from {before} to {credit}.")
HOLDS = N_("Your treasury holds {treasury}.[ Facility credit left: {credit}.]")

REASONS = {
    Why.START: (N_("at the start"), SETTLED, "GCW-SET-03"),
    Why.BASE: (N_("base income"), INCOME, "GCW-ACT-02"),
    Why.SOURCE: (N_("industrial output of {about}"), N_("{about} brings you **{amount}**."), "GCW-ACT-03"),
    Why.NETWORK: (N_("network of your faction"), N_("Your faction's network brings you **{amount}**."), "GCW-FAC-06"),
    Why.BUILD: (N_("{about} ordered"), N_("You pay **{amount}** to order {about}."), "GCW-CST-02"),
    Why.REFUND: (N_("{about} called off"), N_("You call {about} off and get **{amount}** back."), "GCW-CST-02"),
    Why.EXCHANGE: (N_("{about} exchanged"), N_("You pay **{amount}** to exchange {about}."), "GCW-STK-04"),
    Why.SCRAP: (N_("{about} scrapped"), N_("You scrap {about} and receive **{amount}**."), "GCW-SCR-05"),
    Why.MODERATOR: (N_("set by a moderator"), CORRECTED, ""),
    Why.HERO: (N_("hero {about}"), N_("You pay **{amount}** to raise {about} by a level."), "GCW-HRO-02"),
    Why.TRAINING: (N_("training of {about}"), N_("You pay **{amount}** to train {about}."), "GCW-HRO-04"),
    Why.MISSION: (N_("mission {about}"), N_("You pay **{amount}** for the mission {about}."), "GCW-MIS-04"),
    Why.REWARD: (N_("milestone of {about}"), N_("A milestone of {about} brings you **{amount}**."), "GCW-MIS-04"),
    Why.FLASHPOINT: (N_("share of {about}"), N_("Your share of {about} is **{amount}**."), "GCW-FLP-01"),
}
"""What money came or went for: as a ledger says it, the sentence for who learns of it, and the rule with that."""

CAME_FROM = {
    Why.HERO: N_("hero {about} {amount}"),
    Why.SOURCE: N_("{about} {amount}"),
    Why.BASE: N_("base {amount}"),
    Why.NETWORK: N_("network {amount}"),
}


def reason(booking: Booking) -> Text:
    """The reason of a line of a ledger, in words."""
    return REASONS[booking.why][0](about=name(booking.about))


LEFT = Sets("players", "seat", "treasury", "credit")


class Booked(Fact[State], frozen=True):
    """Lines of a player's ledger, and the treasury and facility credit in KC that they leave. For that player."""

    seat: Seat
    bookings: tuple[Booking, ...]
    treasury: int
    credit: int

    def evolve(self, state: State) -> State:
        lines = (*state.ledger.get(self.seat, ()), *self.bookings)
        return LEFT.made(replace(state, ledger=put(state.ledger, self.seat, lines)), self)

    def words(self, look: Look) -> News:
        first, holds = self.bookings[0], {"treasury": money(self.treasury), "credit": money(self.credit)}
        amount, (_, says, rule) = sum(booking.amount for booking in self.bookings), REASONS[first.why]
        if first.why is Why.START:
            words = says(**holds)
        elif first.why is Why.BASE:
            sources = [CAME_FROM[one.why](about=name(one.about), amount=money(one.amount)) for one in self.bookings]
            words = says(day=stamp(first.at, "D"), amount=money(amount), sources=joined(", ", sources), **holds)
        elif first.why is Why.MODERATOR:
            before = (self.credit if first.credit else self.treasury) - amount
            words = (CREDIT_CORRECTED if first.credit else says)(before=money(before), **holds)
        else:
            left = holds if any(booking.credit for booking in self.bookings) else holds | {"credit": NOTHING}
            words = spaced(says(about=name(first.about), amount=money(abs(amount))), HOLDS(**left))
        return ruled(words, rule)


def book(table: Table[State], seat: Seat, *bookings: Booking) -> None:
    """Enter lines in a player's ledger; one of 0 KC only where it says what somebody has now."""
    player = table.state.players[seat]
    always = bookings[:1] if bookings[0].why in (Why.START, Why.MODERATOR) else ()
    lines = tuple(booking for booking in bookings if booking.amount) or always
    if not lines:
        return
    treasury = player.treasury + sum(line.amount for line in lines if not line.credit)
    credit = player.credit + sum(line.amount for line in lines if line.credit)
    table.say(Booked(seat, lines, treasury, credit), only(seat))


def enter(table: Table[State], seat: Seat, why: Why, about: str, amount: int, credit: int = 0) -> None:
    """Enter what comes of a player's treasury and facility credit in KC, or goes where it is below 0."""
    line = Booking(at=table.now, why=why, amount=amount, about=about)
    book(table, seat, line, replace(line, amount=credit, credit=True))


def unpaid(player: Player, cost: int, *, facility: bool = False) -> Refused | None:
    """FUNDS for what costs more KC than a player can spend: facility credit counts for facilities alone (GCW-CST-02,
    GCW-SET-03).
    """
    have = player.treasury + (player.credit if facility else 0)
    return None if cost <= have else Refused("FUNDS", {"cost": cost, "have": have})


def shares(player: Player, cost: int, *, facility: bool) -> tuple[int, int]:
    """Shares of treasury and facility credit in a cost, in KC: for a facility credit first (GCW-SET-03)."""
    credit = min(player.credit, cost) if facility else 0
    return cost - credit, credit

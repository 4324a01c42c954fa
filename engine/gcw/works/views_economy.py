"""Views of what a player has and makes: the treasury with its ledger. Rulebook: GCW-ACT, GCW-SET-03."""

from __future__ import annotations

from engine.gcw.economy.accounts import CAME_FROM, reason
from engine.gcw.economy.income import earned, next_payday, outputs
from engine.gcw.figures.calendar import next_action_day
from engine.gcw.look import Look, money
from engine.gcw.state import Booking, Player, PlayerStatus, Why
from engine.report import Report, Section
from engine.text.message import N_, T_, Text, name, stamp
from engine.view import view

YOUR_TREASURY, NOT_JOINED = T_("Your treasury"), T_("You have not joined this campaign.")
COMES_FROM = {**CAME_FROM, Why.BASE: N_("base income {amount}"), Why.NETWORK: N_("network of your faction {amount}")}
IN_ALL = N_("**in all {amount}**, as things stand")
NOT_YET, NO_MORE = T_("nothing until your setup is confirmed"), T_("nothing any more")
ON_DAY, MONEY = N_("On {day} ({in_time})"), N_("**{money}** and a facility credit of {credit}.")
LEDGER, EARLIER = T_("Ledger, the latest first"), N_("{number} earlier lines, in all {amount}")
CAME, WENT = N_("{at} +{amount} {reason}"), N_("{at} −{amount} {reason}")
ON_CREDIT = N_("{line} (facility credit)")

SHOWN_LINES = 15
"""Lines of a ledger in the view; what was before stands as one sum."""


@view("treasury", "your money, where it came from and went, and what the next Action Day brings")
def treasury(look: Look, _: None) -> Report:
    """Money: what there is, what the next Action Day brings, and the lines of the ledger."""
    mine = look.known.players.get(look.player_needed())
    if mine is None:
        return Report(YOUR_TREASURY, NOT_JOINED, rule="GCW-SET-01")
    day = next_payday(look.known) or next_action_day(look.now)
    heading = ON_DAY(day=stamp(day, "D"), in_time=stamp(day, "R"))
    lead = MONEY(money=money(mine.treasury), credit=money(mine.credit))
    sections = [Section(heading, tuple(gains(look, mine)))]
    lines = look.known.ledger.get(mine.seat, ())
    if lines:
        sections.append(Section(LEDGER, tuple(ledger(lines))))
    return Report(YOUR_TREASURY, lead, tuple(sections), rule="GCW-ACT-02")


def gains(look: Look, mine: Player) -> list[Text]:
    """Lines for what the next Action Day brings a player, by source, as things stand (GCW-ACT-02, -03, GCW-HRO-01)."""
    if mine.status is not PlayerStatus.ACTIVE or look.known.over_at is not None:
        return [NOT_YET if mine.status is PlayerStatus.SETUP else NO_MORE]
    sources = outputs(look.world, look.known).get(mine.seat, [])
    due = [one for one in earned(look.world, look.known, mine, look.now, sources) if one.amount]
    lines = [COMES_FROM[one.why](about=name(one.about), amount=money(one.amount)) for one in due]
    return [*lines, IN_ALL(amount=money(sum(one.amount for one in due)))]


def ledger(lines: tuple[Booking, ...]) -> list[Text]:
    """The latest lines of a ledger, and the sum of those before."""
    told = []
    for one in reversed(lines[-SHOWN_LINES:]):
        sentence = CAME if one.amount >= 0 else WENT
        line = sentence(at=stamp(one.at, "d"), amount=money(abs(one.amount)), reason=reason(one))
        told.append(ON_CREDIT(line=line) if one.credit else line)
    before = lines[:-SHOWN_LINES]
    return [*told, EARLIER(number=len(before), amount=money(sum(one.amount for one in before)))] if before else told

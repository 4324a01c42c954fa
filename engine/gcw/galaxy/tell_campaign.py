"""News of the campaign at large: players and their setup, heroes, treasuries, owners of systems, relations."""

from __future__ import annotations

from engine.game import Fact, Seat
from engine.gcw.facts import AccessGranted, Answered, Hostility
from engine.gcw.state import NOBODY, State
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import player
from engine.report import News


def players(heard: Heard, fact: Fact[State]) -> News | None:
    """Rulings, income, who leaves, who is whose enemy."""
    match fact:
        case Answered(text):
            return News(text)
        case AccessGranted(by, to, granted):
            return ruled(access(heard, by, to, granted=granted), "GCW-GEN-04")
        case Hostility(pair, hostile):
            return ruled(relation(heard, pair, hostile=hostile), "GCW-GEN-04", decides=True)
        case _:
            return None


def access(heard: Heard, by: Seat, to: Seat, *, granted: bool) -> str:
    """Friendly places, given or taken back."""
    whose = "Your" if heard.mine(by) else f"{player(by)}'s"
    whom = "you" if heard.mine(to) else player(to)
    return f"{whose} systems are {'now' if granted else 'no longer'} friendly to {whom}."


def relation(heard: Heard, pair: tuple[Seat, Seat], *, hostile: bool) -> str:
    """Two players, hostile or no longer."""
    one, other = pair
    if not hostile and heard.known.are_hostile(one, other):
        mine = heard.mine(one)
        still = player(other) if mine else "you" if heard.mine(other) else player(other)
        are = "are" if still == "you" else "is"
        declares = "declare" if mine else "declares"
        return f"{heard.you(one)} {declares} peace, but {still} {are} still hostile."
    if hostile and (other, one) in heard.known.hostile:
        answers = "answer" if heard.mine(one) else "answers"
        whose = "your hostility" if heard.mine(other) else f"the hostility of {player(other)}"
        return f"{heard.you(one)} {answers} {whose}."
    if heard.mine(other):
        one, other = other, one
    are = "are" if heard.mine(one) or NOBODY not in pair else "is"
    return f"{heard.you(one)} and {player(other)} {are} {'now hostile' if hostile else 'no longer hostile'}."

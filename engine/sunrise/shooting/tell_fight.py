"""News of fighting: volleys, attacks with their dice by label, damage, squadrons. Rulebook: FS-WPN, FS-SC."""

from __future__ import annotations

from engine.game import Fact
from engine.report import News
from engine.sunrise.facts import (
    Assigned,
    Docked,
    Launched,
    SquadronsPassed,
)
from engine.sunrise.look import Look
from engine.sunrise.state import State
from engine.sunrise.telling import in_turn, ship_words
from engine.sunrise.words import (
    MODE_WORDS,
    counted,
    item_name,
    step_word,
)
from engine.text.names import shown


def craft(look: Look, fact: Fact[State]) -> News | None:
    """Squadrons launch, are ordered, dock, are shot at, lost and made."""
    match fact:
        case Launched(squadron, ship, size):
            words = f"{ship_words(look, ship)} launches {craft_name(look, squadron)}, size {size}."
            return in_turn(look, words, "FS-SC-03")
        case Assigned():
            return in_turn(look, assigned_words(look, fact), "FS-SC-07")
        case Docked(squadron, ship, _, _, orphan):
            why = ", having lost its ship" if orphan else ""
            words = f"{craft_name(look, squadron)} docks in {ship_words(look, ship)}{why}."
            return in_turn(look, words, "FS-SC-19" if orphan else "FS-SC-10")
        case SquadronsPassed(side):
            return in_turn(look, f"{look.name(side)} is done with its squadrons.", "FS-SC-05")
        case _:
            return None


def craft_name(look: Look, id: str) -> str:
    """A squadron: "Fighter of red (AS1)"."""
    found = look.known.squadrons.get(id)
    return f"{item_name(found.type, look.pack)} of {look.name(found.side)} ({id})" if found is not None else shown(id)


def assigned_words(look: Look, fact: Assigned) -> str:
    """A squadron's new order, and what it lost on arriving."""
    chosen = f" against {fact.chosen.value}" if fact.chosen is not None else ""
    found = look.known.squadrons.get(fact.squadron)
    kind = look.pack.squadrons.get(found.type) if found is not None else None
    step = f" ({step_word(fact.size, kind.size)})" if kind is not None else ""
    words = (
        f"{craft_name(look, fact.squadron)} goes to {ship_words(look, fact.ship)}, {MODE_WORDS[fact.mode]}{chosen}, "
        f"size {fact.size}{step}."
    )
    return words + (
        f" {counted(fact.downed, 'craft', 'craft')} shot down on arriving (FS-FAC-35)." if fact.downed else ""
    )

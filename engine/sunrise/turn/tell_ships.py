"""News of ships: they move, come and go, are activated, lose systems and are repaired. Rulebook: FS-MOV, FS-HULL."""

from __future__ import annotations

from engine.game import Fact
from engine.report import News
from engine.sunrise.facts import (
    Activated,
    ActivationOver,
    AwayUsed,
    Mended,
)
from engine.sunrise.look import Look
from engine.sunrise.state import State
from engine.sunrise.telling import in_turn, ship_words
from engine.sunrise.words import counted, named, pips_words, where_words
from engine.text.names import shown


def acting(look: Look, fact: Fact[State]) -> News | None:
    """Activations, spotting, and what is lost for good."""
    match fact:
        case Activated(ship):
            found = look.known.ships.get(ship)
            where = f", {where_words(found)}" if found is not None else ""
            return in_turn(look, f"**{ship_words(look, ship)}** is activated{where}.", "FS-TURN-06")
        case ActivationOver(ship):
            return in_turn(look, f"The activation of {ship_words(look, ship)} is over.", "FS-TURN-07")
        case _:
            return None


def systems(look: Look, fact: Fact[State]) -> News | None:
    """Systems lost and restored, pips mended, Cores."""
    match fact:
        case Mended(ship, by, system, die, pips, filled):
            crew = system_words(look, by, system)
            rows = f", {counted(filled, 'row')} filled" if filled else ""
            found = look.known.ships.get(ship)
            now = pips_words(pips, look.row(found), look.rows(found)) if found is not None else f"{pips} pips"
            away = "" if by == ship else f" of {ship_words(look, by)}"
            words = f"{crew}{away} mend {ship_words(look, ship)} (die {die}): {now}{rows}."
            return in_turn(look, words, "FS-UPG-07" if "Repair" in crew else "FS-UPG-18")
        case AwayUsed(ship, system, to):
            crew = system_words(look, ship, system)
            where = "aboard" if to == ship else f"to {ship_words(look, to)}"
            return in_turn(look, f"{crew} of {ship_words(look, ship)} go out {where}.", "FS-UPG-18")
        case _:
            return None


def system_words(look: Look, ship: str, system: str) -> str:
    """A system of a ship, by their ids."""
    found = look.known.ships.get(ship)
    return named(found.systems, system, look.pack) if found is not None else shown(system)

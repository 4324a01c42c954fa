"""News of ships: they move, come and go, are activated, lose systems and are repaired. Rulebook: FS-MOV, FS-HULL."""

from __future__ import annotations

from engine.game import Fact
from engine.report import News
from engine.sunrise.facts import (
    Activated,
    ActivationOver,
    AwayUsed,
    CameBack,
    CoreSet,
    Jumped,
    LossOrderSet,
    Mended,
    Moved,
    Pushed,
    Rebuilt,
    Reverenced,
    ShipLost,
    Spotted,
    SystemLost,
    SystemRestored,
)
from engine.sunrise.look import Look
from engine.sunrise.state import State, Status
from engine.sunrise.telling import in_turn, ruled, ship_words
from engine.sunrise.words import counted, item_name, listed, named, pips_words, where_words
from engine.text.names import shown

CAME_WORDS: dict[Status, tuple[str, str]] = {
    Status.OFF_BOARD: ("is back on the board", "FS-MOV-13"),
    Status.SLIPSPACE: ("comes out of Slipspace", "FS-FAC-21"),
    Status.RETURNING: ("returns in glory", "FS-FAC-10"),
    Status.DESTROYED: ("returns in glory", "FS-FAC-10"),
}

LOSS_RULES: dict[str, tuple[str, str]] = {
    "row": ("for a row", "FS-HULL-04"),
    "ballistic": ("to a ballistic die", "FS-WPN-17"),
    "haywire": ("to Haywire Missiles", "FS-FAC-32"),
}


def moving(look: Look, fact: Fact[State]) -> News | None:
    """Movement, arrivals, departures."""
    match fact:
        case Reverenced(ship, by, before, velocity):
            whose = ship_words(look, by)
            words = f"Forced Reverance of {whose} slows {ship_words(look, ship)} from {before} to {velocity}."
            return in_turn(look, words, "FS-FAC-09")
        case Jumped(ship, start, place):
            if place is None:
                return in_turn(look, f"The jump of {ship_words(look, ship)} fails; it stays at {start}.", "FS-FAC-22")
            return in_turn(look, f"{ship_words(look, ship)} jumps from {start} to {place}.", "FS-FAC-22")
        case Moved():
            return in_turn(look, moved_words(look, fact), moved_rule(fact), decides=bool(fact.crash or fact.exit))
        case CameBack(ship, how, place, heading, velocity, stalled):
            did, rule = CAME_WORDS.get(how, ("is on the board", "FS-MOV-13"))
            wait = "; it takes no orders this turn" if stalled else ""
            words = f"{ship_words(look, ship)} {did} at {place} heading {heading}\u00b0, velocity {velocity}{wait}."
            return in_turn(look, words, rule, decides=True)
        case Rebuilt(ship, pips, _):
            return in_turn(look, f"{ship_words(look, ship)} is whole again: {pips} pips.", "FS-FAC-10")
        case _:
            return None


def moved_words(look: Look, fact: Moved) -> str:
    """A ship's movement: where it came to, and what stopped it."""
    name, end = ship_words(look, fact.ship), fact.end
    if fact.exit is not None:
        return f"{name} leaves the board at {fact.exit}, to be back at the end of turn {fact.due}."
    if fact.crash:
        return (
            f"**{name} runs into terrain** ({shown(fact.crash)}) and stops at {end.place} heading {end.heading}\u00b0."
        )
    stays = end.place == fact.start
    where = f"stays at {end.place}" if stays else f"moves to {end.place}"
    return f"{name} {where} heading {end.heading}\u00b0, velocity {fact.velocity}."


def moved_rule(fact: Moved) -> str:
    """The rule that decided where a ship's movement ended."""
    return "FS-MOV-12" if fact.exit is not None else "FS-MOV-08" if fact.crash else "FS-MOV-06"


def acting(look: Look, fact: Fact[State]) -> News | None:
    """Activations, spotting, and what is lost for good."""
    match fact:
        case Spotted(ship, by, _):
            words = f"{ship_words(look, by)} spots {ship_words(look, ship)}: missiles need no line of sight to it."
            return in_turn(look, words, "FS-UPG-22")
        case Activated(ship):
            found = look.known.ships.get(ship)
            where = f", {where_words(found)}" if found is not None else ""
            return in_turn(look, f"**{ship_words(look, ship)}** is activated{where}.", "FS-TURN-06")
        case ActivationOver(ship):
            return in_turn(look, f"The activation of {ship_words(look, ship)} is over.", "FS-TURN-07")
        case Pushed(ship, by, before, velocity):
            words = (
                f"Inertial Weaponry of {ship_words(look, by)} changes the velocity of {ship_words(look, ship)} from "
                f"{before} to {velocity}."
            )
            return in_turn(look, words, "FS-FAC-33")
        case ShipLost(ship, _, faces, returning):
            dice = f" Resplendent Return rolls {' '.join(map(str, faces))}:" if faces else ""
            then = " it will return next turn." if returning else " it does not return." if faces else ""
            return ruled(
                f"**{ship_words(look, ship)} is destroyed.**{dice}{then}",
                "FS-FAC-10" if faces else "FS-HULL-05",
                decides=True,
            )
        case _:
            return None


def systems(look: Look, fact: Fact[State]) -> News | None:
    """Systems lost and restored, pips mended, Cores."""
    match fact:
        case SystemLost(ship, system, cause, _, _):
            why, rule = LOSS_RULES.get(cause, ("", "FS-HULL-04"))
            box = "a box of " if _works(look, ship, system) else ""
            words = f"{ship_words(look, ship)} loses {box}**{system_words(look, ship, system)}** {why}".rstrip()
            return in_turn(look, f"{words}.", rule)
        case SystemRestored(ship, system, rule, _):
            words = f"{system_words(look, ship, system)} of {ship_words(look, ship)} works again."
            return in_turn(look, words, rule)
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
        case CoreSet(ship, _, copies, on, _, _, _):
            bound = f" on {system_words(look, ship, on)}" if on else ""
            words = f"A Chameleon Core of {ship_words(look, ship)} acts as {item_name(copies, look.pack)}{bound}."
            return in_turn(look, words, "FS-FAC-24")
        case LossOrderSet(ship, order):
            names = listed(system_words(look, ship, one) for one in order) or "the usual order"
            return ruled(f"{ship_words(look, ship)} loses its systems in this order: {names}.", "FS-HULL-04")
        case _:
            return None


def _works(look: Look, ship: str, system: str) -> bool:
    """Whether a system of a ship works as far as is known: one with several boxes may after it lost one."""
    found = look.known.ships.get(ship)
    return found is not None and any(one.id == system and one.works for one in found.systems)


def system_words(look: Look, ship: str, system: str) -> str:
    """A system of a ship, by their ids."""
    found = look.known.ships.get(ship)
    return named(found.systems, system, look.pack) if found is not None else shown(system)

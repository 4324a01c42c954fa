"""Views of what is going on: the phase, who is awaited, what the viewer may do, its plots. Rulebook: FS-TURN."""

from __future__ import annotations

from collections.abc import Iterator

from engine.report import Report, Section
from engine.sunrise.fleet.builder import fleet_lead
from engine.sunrise.look import Look, asked_words
from engine.sunrise.movement.preview import plot_lines
from engine.sunrise.pictures.draw_board import title_of
from engine.sunrise.state import SETUP_STAGES, Ship, Shot, Side, Stage, Status
from engine.sunrise.turn.views_ship import craft_words, ship_line
from engine.sunrise.words import counted, listed, named, until_words
from engine.text.names import shown
from engine.view import view

STEPS = (
    (Stage.START, "Start"),
    (Stage.ORDERS, "Orders"),
    (Stage.MOVEMENT, "Movement"),
    (Stage.LAUNCH, "Launches"),
    (Stage.SQUADRONS, "Squadrons"),
    (Stage.PICK, "Activations"),
    (Stage.END, "Points and end"),
)


@view("turn", "the phase, who is awaited, and what you may do", public=True, hinted=True)
def turn(look: Look, about: None) -> Report:
    """The phase, whom the table waits for, what the viewer may do, and until when."""
    known = look.known
    if not known.opened:
        return Report("The game", "The game has not been opened yet.", rule="FS-SET-07")
    sections = []
    if known.stage not in SETUP_STAGES and known.stage is not Stage.OVER:
        sections.append(Section("Turn", (phases(known.stage),)))
    sections.append(Section("Awaited", tuple(awaited_lines(look)) or ("nobody",)))
    if look.side is not None:
        own = tuple(may_lines(look, look.side))
        sections += [Section("You", own)] if own else []
        if known.stage is Stage.ORDERS:
            sections.append(Section("Your plots, which only you see", tuple(plot_lines(look, look.side))))
    if known.stage in (Stage.PICK, Stage.ACTION):
        sections.append(Section("To be activated", tuple(pick_lines(look))))
    points = ", ".join(f"{look.name(side)} {known.of(side).score}" for side in Side)
    lead = f"{points} of {known.settings.goal} points{until_words(known.until)}."
    if known.pause is not None:
        left = f" with {counted(max(1, known.pause // 60), 'minute')} left" if known.pause else ""
        lead += f" The clock is stopped{left}."
    return Report(title_of(known), lead, tuple(sections), rule="FS-TURN-01")


def phases(stage: Stage) -> str:
    """The steps of a turn, the present one marked."""
    at = Stage.PICK if stage is Stage.ACTION else stage
    return " \u2192 ".join(f"**{words}**" if one is at else words for one, words in STEPS)


def awaited_lines(look: Look) -> Iterator[str]:
    """Who is to do what."""
    known = look.known
    if known.choice is not None:
        yield f"**{look.name(known.choice.side)}** chooses {asked_words(look.known, known.choice)}"
        return
    match known.stage:
        case Stage.FLEETS:
            for side in Side:
                done = "has locked its fleet" if known.of(side).locked or known.of(side).lock else "builds its fleet"
                yield f"{look.name(side)} {done}"
        case Stage.ORDERS:
            for side in Side:
                done = "has locked its orders" if known.of(side).lock is not None else "writes orders"
                yield f"{look.name(side)} {done}"
        case Stage.TERRAIN | Stage.MARKERS | Stage.EDGE | Stage.DEPLOY | Stage.SQUADRONS | Stage.PICK | Stage.ACTION:
            who = look.name(known.picks) if known.picks is not None else "both sides"
            yield f"**{who}** {PICK_WORDS[known.stage]}"
        case _:
            return


PICK_WORDS: dict[Stage, str] = {
    Stage.TERRAIN: "lays a piece of terrain, or calls for the initiative roll",
    Stage.MARKERS: "places a marker",
    Stage.EDGE: "chooses an edge",
    Stage.DEPLOY: "deploys",
    Stage.SQUADRONS: "orders a squadron or is done with them",
    Stage.PICK: "picks a ship to activate",
    Stage.ACTION: "shoots with the activated ship, and ends its activation",
}


def may_lines(look: Look, side: Side) -> Iterator[str]:
    """What the viewer's side can do now."""
    known = look.known
    mine = known.of(side)
    if known.choice is not None:
        if known.choice.side is side:
            yield f"choose {asked_words(look.known, known.choice)}"
        return
    match known.stage:
        case Stage.FLEETS:
            yield fleet_lead(mine.fleet, look.pack, known.settings.total)
        case Stage.DEPLOY if known.picks in (side, None):
            waiting = [look.label(ship) for ship in known.fleet(side) if ship.status is Status.RESERVE]
            yield f"still to be deployed: {listed(waiting) or 'none'}"
        case Stage.SQUADRONS:
            free = [one for one in known.squadrons.values() if one.side is side and not one.docked and not one.ordered]
            yield f"squadrons without a new order: {listed(craft_words(look, one) for one in free) or 'none'}"
        case Stage.ACTION:
            ship = known.ships.get(known.acting)
            if ship is not None and ship.side is side:
                yield ship_line(look, ship)
                aimed = listed(_aimed_words(look, ship, shot) for shot in ship.declared)
                yield f"aimed, not fired: {aimed}" if aimed else "`/sunrise-show targets` tells what it may shoot at"
        case _:
            pass
    if mine.pool:
        yield counted(mine.pool, "Miracle Point")


def _aimed_words(look: Look, ship: Ship, shot: Shot) -> str:
    target = look.known.ships.get(shot.target)
    at = look.label(target) if target is not None else shown(shot.target)
    return f"{named(ship.systems, shot.weapon, look.pack)} at {at}"


def pick_lines(look: Look) -> Iterator[str]:
    """Ships of each side that have not been activated."""
    for side in Side:
        left = [look.label(ship) for ship in look.known.on_board(side) if not ship.activated]
        yield f"{look.name(side)}: {listed(left) or 'none'}"

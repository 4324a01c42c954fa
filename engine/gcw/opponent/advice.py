"""The next order of a side that Umpire plays, from what that side knows. It draws nothing by chance.

It takes the sample fleet of its faction, sends its ships in parties to worlds that nobody holds, clears them, builds on
them, and has ships made for the defence of its home with what is left. Rulebook: GCW-SET, GCW-TRN, GCW-CON-07, GCW-CST.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.act import Order
from engine.clock import Instant
from engine.draft import Stage
from engine.game import Refusal
from engine.gcw.acting import Action
from engine.gcw.data.units import FacilityType
from engine.gcw.figures.calendar import turn_opens
from engine.gcw.figures.weapons import damage_of
from engine.gcw.fleets import INDEPENDENTS, roster
from engine.gcw.founding.setup import FACTION, Confirm, Join, not_in_setup
from engine.gcw.founding.sites import Raise, Sample
from engine.gcw.look import Look, Obeying
from engine.gcw.opponent.conquest import marches, stands_guard
from engine.gcw.opponent.turns import lines
from engine.gcw.state import PlayerStatus, UnitKind
from engine.gcw.turn.drafting import MOST_LINES, Clear, drafted_by, rehearse
from engine.gcw.turn.turn import Final, Submit, posted_turn
from engine.gcw.works.building import Build, Construct, free_sites
from engine.gcw.works.classes import buildable, makers
from engine.noun import Found
from engine.text.lines import to_text

YARD = "SHY"
"""What it raises first of its facility credit: where ships are made."""
CLAIM = "BUN"
"""What it claims a world with: the cheapest that is built on the ground."""
MOST_CP = 5
"""Command points at most of a ship that it has made: it is there soon."""
STORY = "The fleet carries out its orders."


def advise(look: Look) -> Order | None:
    """The order that the side would sensibly give next; None while it has nothing to do."""
    if look.known.over_at is not None:
        return None
    player = look.known.players.get(look.viewer)
    wishes = joining(look) if player is None else founding(look) if not_in_setup(look) is None else playing(look)
    return next((order for order in wishes if accepted(look, order)), None)


def stirs(look: Look) -> Instant | None:
    """When the side is to be looked at again though nothing happens: its turn opens, or its ships can move again."""
    player = look.known.players.get(look.viewer)
    if player is None or player.status is not PlayerStatus.ACTIVE or look.known.over_at is not None:
        return None
    opens = turn_opens(player.last_turn)
    moments = [one.exit_until for one in look.own() if one.exit_until is not None]
    return min((at for at in (opens, *moments) if at is not None and at > look.now), default=None)


def accepted(look: Look, order: Order) -> bool:
    """Whether an order would be obeyed, as far as the side knows."""
    try:
        if isinstance(order, Action):
            drafted = drafted_by(look)
            rehearse(look, (*drafted, to_text(order.lasting(look), Action.kinds)))
            return len(drafted) < MOST_LINES
        look.require(order.ready(look))
        order.obey(Obeying(look, Stage(look.known, look.now, look.refusals), order.find(look)))
    except Refusal:
        return False
    return True


def joining(look: Look) -> Iterator[Order]:
    """With a faction whose stronghold is free and which has a sample fleet, one that has credit first."""
    choices = [one for one in FACTION.fitting(look) if one.sample and one.stronghold not in look.known.owners]
    for chosen in sorted(choices, key=lambda one: one.code == INDEPENDENTS):
        yield Join(faction=chosen.code, hero=f"Captain {look.viewer.capitalize()}")


def founding(look: Look) -> Iterator[Order]:
    """The sample fleet, a shipyard, and what is left of the credit for the worlds to come."""
    if not roster(look.world, look.known, look.viewer).ships:
        yield Sample()
    if not any(one.code == YARD for one in look.own()):
        yield Raise(facility=YARD, grid="G-1")
    yield Confirm()


def playing(look: Look) -> Iterator[Order]:
    """What is due in play: a turn that is posted is final; then works, ways, and the next turn."""
    if look.inactive() is not None:
        return
    posted = posted_turn(look)
    if posted is not None and posted.pressed is None:
        yield Final()
    yield from claims(look)
    yield from yards(look)
    yield from marches(look)
    if Submit.ready(look) is None:
        yield from lines(look.drafted())
        if drafted_by(look):
            yield Submit(story=STORY)
            yield Clear()  # what was drafted holds no more


def claims(look: Look) -> Iterator[Order]:
    """A facility on each world that the side occupies and where it stands on the Surface (GCW-CON-07)."""
    known = look.known
    kind = look.world.pack.facilities[CLAIM]
    for system, seats in sorted(known.occupied.items()):
        begun = any(one.system == system and one.owner == look.viewer for one in known.works.values())
        if look.viewer in seats and not begun and stands_guard(look, system):
            for cell in free_sites(look, kind, system):
                yield Construct(facility=CLAIM, cell=cell.removesuffix("S"), system=system)


def yards(look: Look) -> Iterator[Order]:
    """Ships for the fleet that defends home, as long as there is money beside what the next claim costs (GCW-PDF)."""
    player = look.known.players[look.viewer]
    spare = player.treasury - max(0, claim_price(look) - player.credit)
    for yard in makers(look, player.home):
        classes = [
            spec for spec in buildable(look, Found({"place": (player.home, [yard])}))
            if look.world.kind(spec.code) is UnitKind.SHIP and spec.cp <= MOST_CP and spec.cost <= spare
        ]  # fmt: skip
        waiting = sum(look.world.cp(one.code) for one in look.known.works.values() if one.owner == look.viewer)
        room = look.world.limits(look.known, look.viewer, player.home).cp
        room -= roster(look.world, look.known, look.viewer, player.home).cp + waiting
        for spec in sorted(classes, key=lambda one: (-one.cp, -damage_of(look.world.pack.weapons, one.weapons))):
            if spec.cp <= room:
                yield Build(unit=spec.code, place=yard.name, to="pdf")


def claim_price(look: Look) -> int:
    """KC of what the next world is claimed with."""
    kind: FacilityType = look.world.pack.facilities[CLAIM]
    return look.world.price(look.known, look.viewer, kind)

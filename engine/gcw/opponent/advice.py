"""The next order of a side that Umpire plays, from what that side knows. It draws nothing by chance.

It takes the sample fleet of its faction, sends its ships in parties to worlds that nobody holds, clears them, builds on
them, and has ships made for the defence of its home with what is left. Rulebook: GCW-SET, GCW-TRN-01, -04.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.act import Order
from engine.clock import Instant
from engine.draft import Stage
from engine.game import Refusal
from engine.gcw.acting import Action
from engine.gcw.figures.calendar import turn_opens
from engine.gcw.fleets import INDEPENDENTS, roster
from engine.gcw.founding.setup import FACTION, Confirm, Join, Setting
from engine.gcw.look import Look, Obeying
from engine.gcw.opponent.side import YARD, Side
from engine.gcw.opponent.worlds import kept_back
from engine.gcw.state import PlayerStatus
from engine.gcw.turn.drafting import MOST_LINES, Clear, drafted_by, rehearse
from engine.text.lines import to_text

SAMPLE, RAISE = "gcw-setup sample", "gcw-setup facility"
SUBMIT, FINAL = "gcw turn submit", "gcw turn final"
STORY = "The fleet carries out its orders."

Wishes = Callable[[Side], Iterator[Order]]
"""What a side would like to order of some kind, the most urgent first."""


def advise(side: Side, campaign: Sequence[Wishes], turn: Wishes) -> Order | None:
    """The order that the side would sensibly give next, of what the campaign asks for and then the `turn`'s lines; None
    while it has nothing to do.
    """
    look = side.look
    if look.known.over_at is not None:
        return None
    if look.viewer not in look.known.players:
        wishes = joining(look)
    else:
        wishes = founding(side) if Setting.ready(look) is None else playing(side, campaign, turn)
    return next((order for order in wishes if accepted(look, order)), None)


def stirs(look: Look) -> Instant | None:
    """Instant at which the side is to be looked at again though nothing happens: its turn opens, its ships can move
    again, or it tries again to leave.
    """
    player = look.known.players.get(look.viewer)
    if player is None or player.status is not PlayerStatus.ACTIVE or look.known.over_at is not None:
        return None
    moments = [turn_opens(player.last_turn), *(unit.exit_until for unit in look.own()), *kept_back(look).values()]
    return min((at for at in moments if at is not None and at > look.now), default=None)


def accepted(look: Look, order: Order) -> bool:
    """True if an order would be obeyed, as far as the side knows."""
    try:
        if isinstance(order, Action):
            drafted = drafted_by(look)
            rehearse(look, (*drafted, to_text(order.lasting(look), Action.kinds)))
            return len(drafted) < MOST_LINES
        look.require(order.ready(look))
        found = order.find(look)
        order.check(look, found)
        order.obey(Obeying(look, Stage(look.known, look.now, look.refusals), found))
    except Refusal:
        return False
    return True


def joining(look: Look) -> Iterator[Order]:
    """With a faction that has a sample fleet: one whose stronghold is free first, and then one that has credit."""
    choices = [faction for faction in FACTION.fitting(look) if faction.sample]
    for chosen in sorted(choices, key=lambda one: (one.stronghold in look.known.owners, one.code == INDEPENDENTS)):
        yield Join(faction=chosen.code, hero=f"Captain {look.viewer.capitalize()}")


def founding(side: Side) -> Iterator[Order]:
    """The sample fleet, a shipyard, and what is left of the credit for the worlds to come."""
    look = side.look
    if not roster(look.world, look.known, look.viewer).ships:
        yield side.order(SAMPLE)
    if not any(unit.code == YARD for unit in look.own()):
        yield side.order(RAISE, facility=YARD, grid="G-1")
    yield Confirm()


def playing(side: Side, campaign: Sequence[Wishes], turn: Wishes) -> Iterator[Order]:
    """Orders that are due in play: a turn that is posted is final; then works and ways, and the next turn."""
    look = side.look
    if look.inactive() is not None:
        return
    if any(one.seat == look.viewer and one.pressed is None for one in look.known.turns.values()):
        yield side.order(FINAL)
    for wishes in campaign:
        yield from wishes(side)
    if side.orders[SUBMIT].ready(look) is None:
        yield from turn(side.drafted())
        if drafted_by(look):
            yield side.order(SUBMIT, story=STORY)
            yield Clear()  # what was drafted holds no more

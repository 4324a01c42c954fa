"""Empires at War: a strategic campaign on top of battles that are fought with Star Fleet Battles.

`state`, `look`, `nouns`, `world` and `figures` are what all chapters are written with. `setup/` founds a campaign and
its opening fleets; `season/` has secret orders in slots, movement, the flow of a season with its moments, fog, the
clock; `works/` what is built and kept: docks, transfers, forts, mines, colonies, bases, exploration, repair; `battle/`
sites, packets, reports, auto-resolution; `moderators` what moderators rule; `views`, `pictures` what is seen;
`opponent` plays a seat; `checks` are for fuzz and tests alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice

from engine.book import Founded
from engine.clock import Instant
from engine.declared import flow, house_rules
from engine.eaw import opponent, views
from engine.eaw.battle import leftovers, reports, sites
from engine.eaw.battle import views as battles
from engine.eaw.data.pack import Code, load
from engine.eaw.data.wording import WORDING
from engine.eaw.look import Act, Look
from engine.eaw.moderators import corrections, empires, orders, rulings, tables
from engine.eaw.season import fog, holdings, locking, movement, plot, resolution, run
from engine.eaw.setup import founding, opening
from engine.eaw.state import State, Step
from engine.eaw.works import bases, building, developing, exploring, keeping, moving_goods, new_year, purchases
from engine.eaw.world import World
from engine.game import Awaited, Fact, Seat
from engine.look import no
from engine.orders import Order
from engine.report import Suggestion
from engine.text.lines import to_text
from engine.text.message import N_, T_, begun, name, term

MOST_JUMPS, LOOKED_AT = 3, 16
"""Jumps that are offered beside the order that would be sensible next, of so many that are looked at."""

SETTLE = N_("Settle {battle} by dice")
LABELS = {"opening sample": T_("Take the sample fleets"), "opening done": T_("Hand in your opening fleets")}
"""Labels of buttons for lines that say little."""
LONGEST = 80
"""Letters of an order's line that a button can carry."""


class EmpiresAtWar(Founded[World, State]):
    """Empires at War, with one data pack."""

    name = "eaw"
    title = "Empires at War"
    version = 10
    state = State
    founding = founding
    chapters = (
        house_rules, flow,
        founding, opening, run, holdings, plot, movement, locking, resolution, fog,
        developing, new_year, purchases, building, moving_goods, keeping, exploring, bases,
        orders, rulings, tables, corrections, empires, views, sites, leftovers, reports, battles,
    )  # fmt: skip
    used: Mapping[str, str] = {
        "eaw": "jump seal write free-jump explore choose siege web",
        "eaw-dock": "build move bases place oversize refit inspect monitor scrap",
        "eaw-fleet": "transfer resupply repair hand-over self-repair inspect refit officer options options-list",
        "eaw-land": "colony mine install fortify repair pick-up drop",
        "eaw-battle": "order report confirm auto losses side pool attack dispute",
        "eaw-setup": "sample fleet done drop reopen",
        "gm-eaw": "approve send-back rule accept settle close more-time",
        "eaw-show": "orders fleets map system fleet treasury battle chances designs standings",
    }
    wording = WORDING
    checks = "engine.eaw.checks.EawChecks"
    tabled = (
        "EAW-17g.3", "EAW-19b", "EAW-19c", "EAW-20c.1", "EAW-21.0.3", "EAW-22.0", "EAW-23.0", "EAW-25.0", "EAW-25a.1",
        "EAW-26b", "EAW-26c", "EAW-26f", "EAW-31.0.4",
    )  # fmt: skip
    summary = "standings"
    at_home = ("turn", "orders", "battle", "fleets", "treasury")
    tracker = ("turn",)
    look_class = Look
    act_class = Act
    giving_up = T_(
        "No empire is conceded: `/game leave` gives up your seat, and a moderator has a substitute take your empire "
        "over as it stands, or takes it out of the campaign (EAW-29.0.1, EAW-29.0.2). A battle is given up at the "
        "table: `/eaw-battle report` says which ships left, and how it ended."
    )
    players_only = no(Code.E_AUTH, T_("Moderators play no empire."), "EAW-30.0")
    moderators_only: str = Code.E_GM

    def seats_meant(self, options: Mapping[str, str]) -> int:
        """As many as races are named, two where none are."""
        return max(2, len(founding.named_races(options)))

    def awaits(self, state: State) -> tuple[Awaited, ...]:
        """Debts: opening fleets, orders, the order of fleets in battle, a side, a report or the answer to one."""
        owed = (opening.awaits(state), resolution.awaits(state), sites.awaits(self.world, state), reports.awaits(state))
        return tuple(chain.from_iterable(owed))

    def over(self, state: State) -> bool:
        """True if the last year is over, or one empire alone is left (EAW-1.0)."""
        return state.over

    def scene(self, state: State) -> tuple[str, str]:
        """The map, with all that everybody has."""
        return "map", ""

    def tracked(self, known: State) -> str:
        """The campaign, to its end."""
        return "" if known.over else "campaign"

    def again(self, known: State, seat: Seat, heard: Iterable[Fact[State]]) -> tuple[str, ...]:
        """The orders of the empire's last season."""
        last: tuple[str, ...] = self.look(known, seat, Instant(0)).mine.last
        return last

    def survey(self, state: State, seat: Seat, now: Instant) -> tuple[tuple[str, str], ...]:
        """Points, money, orders, ships and holdings of an empire."""
        return views.survey(self.look(state, seat, now))

    def advise(self, known: State, seat: Seat, now: Instant) -> Order | None:
        """The order that an empire would sensibly give next."""
        look = self.look(known, seat, now)
        if known.step is Step.BATTLES:
            return opponent.in_battle(look, {kind.path: kind for kind in self.orders})
        return opponent.advise(look)

    def hints(self, look: Look) -> Iterator[Suggestion]:
        """The reports of battles, the order that would be sensible next, and the seal on what is given, or off it."""
        if look.seat is None or look.empire is None:
            return
        filed = tuple(battles.hints(look))
        yield from filed
        order = self.advise(look.known, look.seat, look.now)
        line = "" if order is None or isinstance(order, plot.Seal) else to_text(order, self.orders)
        if 0 < len(line) <= LONGEST and all(line != suggestion.line for suggestion in filed):
            label = LABELS.get(line, begun(name(line)))
            yield Suggestion(SETTLE(battle=term(order.battle)) if isinstance(order, reports.Auto) else label, line)
        yield from (Suggestion(begun(name(jump)), jump) for jump in self._jumps(look) if jump != line)
        for label, kind in ((T_("Seal your orders"), plot.Seal), (T_("Open your orders again"), plot.Unseal)):
            if kind.ready(look) is None:
                yield Suggestion(label, to_text(kind(), self.orders))

    def _jumps(self, look: Look) -> Iterator[str]:
        """Lines of jumps that could be ordered, of several fleets one each."""
        found = {order.fleet: order for order in islice(locking.Jump.possible(look), LOOKED_AT)}
        return (to_text(order, self.orders) for order in islice(found.values(), MOST_JUMPS))


def ruleset(sources: Mapping[str, str], version: int = EmpiresAtWar.version, folder: str = "seeds/eaw") -> EmpiresAtWar:
    """The rulebook in a version, with the data pack of these sheets (file name: text).

    Raises PackError with every fault.
    """
    return EmpiresAtWar(World(load(sources, folder), version))

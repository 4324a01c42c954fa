"""What moderators rule of battles: a report accepted or set, a settlement by dice, more time. Register 2.5, 2.7."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.clock import HOUR, later
from engine.eaw.battle import auto
from engine.eaw.battle.reports import UNITS, bad, final, unfit
from engine.eaw.battle.sites import BattleSet
from engine.eaw.battle.views import BATTLE
from engine.eaw.data.pack import Code, no
from engine.eaw.look import Act, Look
from engine.eaw.season.run import Run
from engine.eaw.state import Battle, Filing, State
from engine.game import EVERYONE, Fact
from engine.look import Refused
from engine.noun import Found
from engine.text.message import N_, Text, term


class OfBattles(act.Order):
    """What moderators rule of a battle, on the referee's state."""

    moderator: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE where no battle is fought."""
        return None if look.known.battles else no(Code.E_PHASE, "no battle is being fought", "EAW-30.0")


def issued(look: Look, battle: Battle, found: Found) -> Refused | None:
    """Only a battle whose packet is out can be ruled. Refuses E-PHASE."""
    waits = no(Code.E_PHASE, f"battle {battle.id} waits for {battle.chooser} to choose a side", "EAW-20a")
    return waits if battle.stage == "side" else None


def reported(look: Look, battle: Battle, found: Found) -> Refused | None:
    """Refuses E-REPORT for a battle of which no report stands."""
    return None if battle.id in look.known.filings else bad(f"no report of {battle.id} stands")


RULED = BATTLE.that(issued)


class Accept(OfBattles):
    """Accept the report of a battle as it stands: it is final."""

    path: ClassVar[str] = "gm-eaw accept"
    line: ClassVar[str] = "accept the report of {battle}"
    battle: Annotated[str, RULED.that(reported)] = Field(description="which", max_length=60)

    def obey(self, act: Act) -> None:
        """A moderator's word is final (EAW-30.0)."""
        battle = act.found.battle
        act.say(BattleRuled("accepted", battle.id), EVERYONE)
        final(Run(act.world, act.table), battle, act.state.filings[battle.id])


class SetReport(OfBattles):
    """Rule how a battle ended, one line a unit as in a report."""

    path: ClassVar[str] = "gm-eaw battle-report"
    line: ClassVar[str] = "rule {battle} to turn {turn} with {units}[ as {ending}]"
    battle: Annotated[str, RULED] = Field(description="which", max_length=60)
    turn: int = Field(description="the last turn played", ge=1, le=200, examples=[6])
    units: Annotated[str, UNITS] = Field(description="what became of each unit", max_length=4000)
    ending: str = Field(default="", description="'stalemate' where both sides stay", max_length=10)

    def obey(self, act: Act) -> None:
        """It is final (2.5.4, EAW-30.0). Refuses E-REPORT, E-DISENG."""
        battle, fates = act.found.battle, act.found.units
        stalemate = self.ending.strip().casefold() == "stalemate"
        act.look.require(unfit(act.look, battle, act.look.known.packets[battle.id], fates, stalemate))
        act.say(BattleRuled("set", battle.id), EVERYONE)
        final(Run(act.world, act.table), battle, Filing(battle.id, battle.forces[0].seat, self.turn, fates, stalemate))


class Settle(OfBattles):
    """Have a battle settled by strength and dice that was not fought in time."""

    path: ClassVar[str] = "gm-eaw settle"
    line: ClassVar[str] = "settle {battle}"
    battle: Annotated[str, RULED] = Field(description="which", max_length=60)

    def obey(self, act: Act) -> None:
        """Only after its window, or a dispute; each side fights as it offered, or leaves at half its strength
        (2.5.6, 2.7). Refuses E-PHASE.
        """
        battle = act.found.battle
        if battle.stage != "ruling":
            act.look.require(no(Code.E_PHASE, "its window is not over, and nobody disputes a report", "EAW-30.0"))
        act.say(BattleRuled("settled", battle.id), EVERYONE)
        packet, run = act.state.packets[battle.id], Run(act.world, act.table)
        seats = [force.seat for force in battle.forces]
        offered = {seat: act.state.terms.get(f"{battle.id}/{seat}") for seat in seats}
        auto.resolve(run, battle, {seat: offered[seat] or auto.usual(battle, packet, seat) for seat in seats})


class MoreTime(OfBattles):
    """Give a battle more time to be fought and reported."""

    path: ClassVar[str] = "gm-eaw more-time"
    line: ClassVar[str] = "give {hours} hours to {battle}"
    battle: Annotated[str, RULED] = Field(description="which", max_length=60)
    hours: int = Field(description="hours from now", ge=1, le=2000, examples=[48])

    def obey(self, act: Act) -> None:
        """It is played and reported until then (2.5.6)."""
        until = later(act.table.now, self.hours * HOUR)
        act.say(BattleSet(replace(act.found.battle, stage="open", until=until)), EVERYONE)


class BattleRuled(Fact[State], frozen=True):
    """A moderator rules about a battle (EAW-30.0)."""

    rule = "EAW-30.0"
    decides = True
    kind: str
    battle: str

    def words(self, look: Look) -> Text:
        return RULINGS[self.kind](battle=term(self.battle))


RULINGS = {
    "accepted": N_("A moderator accepts the report of battle `{battle}`."),
    "set": N_("A moderator rules how battle `{battle}` ended."),
    "settled": N_("A moderator has battle `{battle}` settled by strength and dice."),
}

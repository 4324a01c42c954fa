"""The player-turn: its parts one after the other, what ends it, points, victory. Register State, Sequence, D12."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from engine import act
from engine.book import afterwards
from engine.declared.changes import Writes
from engine.declared.sentences import either
from engine.freedom.combat.environ import eligible_environs
from engine.freedom.data.pack import Scenario, Side
from engine.freedom.look import Act, Look, World
from engine.freedom.missions import draw_for
from engine.freedom.play import Play, StageBegan
from engine.freedom.state import Military, NextStage, Stage, State, Status, TurnOver
from engine.game import EVERYONE, Fact, Table
from engine.look import Refused
from engine.question import runs
from engine.text.message import N_, T_, Shown

CONTROLLED, REBELLING, UNREST, PATRIOTIC = 9, 6, 3, -2
"""Points of the Rebels for a planet that is theirs, in rebellion, in unrest, patriotic (D12)."""
WORTH = {
    (Side.IMPERIAL, Status.DEAD): 1,
    (Side.IMPERIAL, Status.CAPTIVE): 2,
    (Side.REBEL, Status.DEAD): -1,
    (Side.REBEL, Status.CAPTIVE): -2,
}
"""Points of the Rebels for a character that is dead or captive (D12)."""


class Done(act.Order):
    """Say that you are done with this part of the player-turn."""

    path: ClassVar[str] = "freedom done"
    line: ClassVar[str] = "done"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """By the side whose part it is: the other one's in the search. Refuses `E_LOCKED`, `E_OWNER`."""
        return look.untimely(look.known.stage, "FITG-GEN-03")

    def obey(self, act: Act) -> None:
        """The next part begins."""
        Play(act.world, act.table).do(NextStage())


@runs(NextStage)
def next_stage(play: Play, task: NextStage) -> None:
    """Movement, military combat, the search, missions, the other side's turn; what nobody can do is passed over."""
    state = play.state
    following = FOLLOWING.get(state.stage)
    if following is None:
        play.push(draw_for(state), TurnOver())
        return
    play.tell(StageBegan(state.turn, state.player, following))
    if following is Stage.MILITARY:
        play.push(Military(eligible_environs(state)), NextStage())
    elif not any(state.present(environ, state.player, rides=False) for environ in state.environs):
        play.push(NextStage())


FOLLOWING = {Stage.MOVEMENT: Stage.MILITARY, Stage.MILITARY: Stage.SEARCH, Stage.SEARCH: Stage.MISSIONS}
"""Parts of a player-turn, each with the one that follows it; of the last there is none."""


@runs(TurnOver)
def turn_over(play: Play, task: TurnOver) -> None:
    """The Empire follows the Rebels; after both a new turn begins, or the game is over (D12)."""
    state = play.state
    last = state.player is Side.IMPERIAL
    if last and state.turn >= play.world.pack.scenarios[state.scenario].turns:
        finish(play.world, play.table, by_points(play.world, state))
        play.end()
    else:
        play.tell(StageBegan(state.turn + last, state.player.other, Stage.MOVEMENT))


# The end


def points(world: World, state: State) -> int:
    """The Rebels' points: for planets, in a skirmish none, for characters, and what moderators add (D12)."""
    found = state.points
    if not world.pack.scenarios[state.scenario].skirmish:
        for planet in state.planets.values():
            if planet.control is Side.REBEL:
                found += CONTROLLED
            elif planet.rebelling:
                found += REBELLING
            elif planet.loyalty == -2:
                found += UNREST
            elif planet.loyalty == 2:
                found += PATRIOTIC
    return found + sum(WORTH.get((person.side, person.status), 0) for person in state.people.values())


def by_points(world: World, state: State) -> Side | None:
    """Winner after the last turn: the Rebels with the scenario's points; a skirmish may be drawn (D12)."""
    scenario, score = world.pack.scenarios[state.scenario], points(world, state)
    if scenario.skirmish and not score:
        return None
    return Side.REBEL if score > 0 and score >= scenario.goal else Side.IMPERIAL


def at_once(scenario: Scenario, state: State) -> Side | None:
    """Side that has won already, by the instant victories of a scenario (D12)."""
    held = [planet.name for planet in state.planets.values() if planet.control is Side.REBEL]
    if scenario.rebels_hold and len(held) >= scenario.rebels_hold and (scenario.with_planet or held[0]) in held:
        return Side.REBEL
    rebels = [person for person in state.people.values() if person.side is Side.REBEL]
    lost = sum(not rebel.free for rebel in rebels)
    wanted = scenario.rebels_lost or len(rebels)
    imperial = all(planet.control is Side.IMPERIAL for planet in state.planets.values())
    if scenario.rebels_hold and rebels and lost >= wanted and imperial:
        return Side.IMPERIAL
    return None


@afterwards
def judge(world: World, table: Table[State], before: State) -> None:
    """Every order and deadline ends with a look at the instant victories (D12)."""
    state = table.state
    if state.turn and not state.over and state.choice is None:
        winner = at_once(world.pack.scenarios[state.scenario], state)
        if winner is not None:
            finish(world, table, winner)


def finish(world: World, table: Table[State], winner: Side | None) -> None:
    """The game is over, and the key of its seals is shown."""
    table.say(GameEnded(winner, points(world, table.state)), EVERYONE)
    table.show_hidden_key()


class Concede(act.Order):
    """Give the game up; the other side wins."""

    path: ClassVar[str] = "freedom concede"
    line: ClassVar[str] = "concede the game"
    tried: ClassVar[int] = 0
    sheet: ClassVar[bool] = False
    asks: ClassVar[str] = T_("The other side wins then, and that cannot be taken back. Do you give the game up?")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """At any time, whatever is open. Refuses `E_OWNER`, `E_PHASE`."""
        return look.outside()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Offered to nobody: who gives up asks for it."""
        yield from ()

    def obey(self, act: Act) -> None:
        """The other side has won, whatever the points; the register is silent on who gives up."""
        side = act.look.own
        act.say(Conceded(side), EVERYONE)
        finish(act.world, act.table, side.other)


class Conceded(Fact[State], frozen=True):
    """A side has given the game up."""

    says = N_("{side} concedes.")
    decides = True
    side: Annotated[Side, Shown[Side](lambda look, side, form: look.name(side))]


class GameEnded(Fact[State], frozen=True):
    """The game is over: who won (None: a draw), with how many points of the Rebels (D12)."""

    says = either(
        lambda fact: fact.winner is None,
        N_("The game is **drawn**."),
        N_("**{winner} wins**, with {points} points of the Rebels."),
    )
    decides = True
    closes = True
    makes = Writes(
        "winner", over=True, stage=Stage.OVER, until=None, choice=None, agenda=(), filed={}, locks={}, conditional={}
    )
    winner: Annotated[Side | None, Shown[Side](lambda look, side, form: look.name(side))]
    points: int

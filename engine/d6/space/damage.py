"""Damage to craft: shocks to shields and controls, severity, what fails, what comes back. Register section 13, 13.1."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from engine.book import afterwards
from engine.d6.data.pack import ShipHarm, ShipHarmRow, System
from engine.d6.dice.codes import DIE, code
from engine.d6.look import Look, World
from engine.d6.play import Play
from engine.d6.rounds.turns import ends_round
from engine.d6.space import codes
from engine.d6.space.aiming import RANK, worse
from engine.d6.space.codes import Hull, Side
from engine.d6.space.craft import CraftChanged, aboard, ship_throw, two_dice
from engine.d6.state import ROUND, SPACE_ROUND, Blow, Craft, Salvo, State, Wound, with_craft
from engine.declared.sentences import told_by
from engine.game import Fact, Table, ruled
from engine.question import runs
from engine.report import News
from engine.text.message import N_, Message, Shown, term

RECHARGE = 120
"""Seconds after which shields are full again, and lent power is back (D6-13-04, D6-13-10, D6-13-11)."""
IONIZED = 2 * SPACE_ROUND
"""Seconds of an ionization, and of dead controls: this space round and the next (D6-B-32)."""
Failing = Annotated[System, Shown[System](lambda look, system, form: term(system))]
"""A system in a sentence."""
How = Literal["close", "again", "unfitted", "fails", "cooling", "told"]
"""What comes of a roll of the table of systems."""
SPARED = (System.CLOSE, System.LIFE_SUPPORT, System.HULL)
"""What does not shut down with the cooling (D6-13.1-11)."""
HIT: dict[str, tuple[str, Message]] = {
    "none": ("D6-B-31", N_("{craft} holds.")),
    "blown": ("D6-13-03", N_("The shields of {craft} are **blown**.")),
    "ionized": ("D6-B-32", N_("The controls of {craft} are **ionized**: {less} less in this round and the next.")),
    "dead": ("D6-B-32", N_("The controls of {craft} are ionized, and **dead** in this round and the next.")),
    "damaged": ("D6-B-31", N_("{craft} is **{severity}**.")),
    "recharged": ("D6-13-04", N_("The shields of {craft} are full again, and lent power is back.")),
    "power": ("D6-13-10", N_("The power that {craft} had lent is back.")),
    "shuts down": ("D6-13.1-11", N_("{craft} overheats: everything but life support **shuts down**.")),
}
"""By what becomes of a craft the rule of it, and its sentence."""
NUMBER = {system: f"D6-13.1-{number:02}" for number, system in enumerate(System, start=2)}


@runs(Salvo)
def strike(play: Play, salvo: Salvo) -> None:
    """Damage is rolled against hull and the shields of the side that is hit, with scale (D6-B-15, D6-B-30, D6-B-31)."""
    craft, by = play.state.craft.get(salvo.at), play.state.craft.get(salvo.by)
    if craft is None or not codes.whole(craft):
        return
    scale = 0 if by is None else codes.larger(play.world, craft, by)
    done = ship_throw(play, salvo.by, f"{salvo.weapon} damage", salvo.pips)
    against = codes.resistance(play.world, play.state, craft, salvo.side) + scale
    held = ship_throw(play, craft.id, f"resistance, {salvo.side}", against)
    suffer(play, craft, done.total - held.total, salvo)


def suffer(play: Play, craft: Craft, margin: int, salvo: Salvo) -> None:
    """Does what a margin comes to: nothing, a shock, or damage with one roll of the table of systems (D6-B-31,
    D6-13-03, D6-13.1-01); an ion cannon takes controls alone.
    """
    row: ShipHarmRow = play.world.pack.ship_harm[margin]
    if row.harm is ShipHarm.NONE:
        play.tell(ShipHit(craft.id, "none", craft.severity))
    elif salvo.ion:
        ionize(play, craft, RANK.index(row.harm))
    elif row.harm is ShipHarm.BLOWN:
        shock(play, craft, salvo.side)
    else:
        wreck(play, craft, row.harm)


def shock(play: Play, craft: Craft, side: Side) -> None:
    """Raised shields are blown on both sides, and what was lent stays away for two minutes more; a bare side lets the
    shock into the controls (D6-13-03, D6-13-10, D6-13-16).
    """
    if codes.shields(craft, side) <= 0:
        ionize(play, craft, 1)
        return
    play.tell(CraftChanged(replace(craft, shields=0, angle="even", blown=play.state.began + RECHARGE)))
    play.tell(ShipHit(craft.id, "blown", craft.severity))


def ionize(play: Play, craft: Craft, times: int) -> None:
    """Each takes 1D for this space round and the next; as many in force as maneuverability has dice, one at least, and
    the controls are dead (D6-B-32).
    """
    state = play.state
    upto = state.began + IONIZED
    force = (*(until for until in craft.ionized if until > state.time), *[upto] * times)
    dies = len(force) >= max(1, codes.kind(play.world, craft).maneuverability // DIE)
    play.tell(CraftChanged(replace(craft, ionized=force, dead=upto if dies else craft.dead)))
    play.tell(ShipHit(craft.id, "dead" if dies else "ionized", craft.severity))


def wreck(play: Play, craft: Craft, harm: ShipHarm) -> None:
    """A craft is damaged; something in it fails, and people aboard are hurt (D6-B-31, D6-13.1-01)."""
    severity = worse(craft.severity, harm)
    people = [figure for figure in aboard(play.state, craft) if figure.wound is not Wound.DEAD]
    hurt = next(row.aboard for row in play.world.pack.tables.ship_harm if row.harm is severity)
    play.tell(ShipHit(craft.id, "damaged", severity))
    if severity is not ShipHarm.DESTROYED:
        first, second = two_dice(play, craft.id, "systems")
        fail(play, craft.id, play.world.pack.systems[first + second], (first, second))
    play.push(*(Blow("", person.id, hurt, "explosion aboard", physical=True) for person in people))


def fitted(world: World, craft: Craft, system: System) -> bool:
    """True if a craft has the system at all (D6-13.1-03)."""
    ship = codes.kind(world, craft)
    return {System.BACKUP: ship.backup, System.HYPERDRIVE: ship.hyperdrive}.get(system, True)


def fail(play: Play, id: str, system: System, dice: tuple[int, ...] = ()) -> None:
    """A system fails; one that has failed, or is not fitted, does not (D6-13.1-02..13). Without its generator a craft
    has no shields (D6-13-12); without cooling all shuts down at the end of a round that a die says (D6-13.1-11).
    """
    craft = play.state.craft[id]
    if system is System.CLOSE or system in craft.failed or not fitted(play.world, craft, system):
        how: How = "close" if system is System.CLOSE else "again" if system in craft.failed else "unfitted"
        play.tell(SystemFails(id, system, how, dice))
        return
    rounds = play.key().roll(play.label(f"{id}/cooling"), 6) if system is System.COOLING else 0
    play.tell(CraftChanged(broken(craft, system, play.state.began + SPACE_ROUND * (rounds + 1))))
    how = "cooling" if rounds else "told" if system in (System.LIFE_SUPPORT, System.HULL) else "fails"
    play.tell(SystemFails(id, system, how, dice, rounds))


def broken(craft: Craft, system: System, cooled: int = 0) -> Craft:
    """A craft without a system; without cooling, it shuts down at that second."""
    changed = replace(craft, failed=(*craft.failed, system))
    if system is System.GENERATOR:
        return replace(changed, shields=0, angle="even")
    return replace(changed, cooling=cooled) if system is System.COOLING else changed


def pass_time(play: Play, time: int) -> None:
    """It is that second of the story: shields are full two minutes after the last shock, lent power is back, and
    routing begins anew (D6-13-04, D6-13-11, D6-14-04); a craft without cooling shuts down (D6-13.1-11).
    """
    for craft in play.state.craft.values():
        if craft.cooling and craft.cooling <= time:
            left = replace(craft, cooling=0)
            for system in System:
                if system not in (*SPARED, *craft.failed) and fitted(play.world, craft, system):
                    left = broken(left, system)
            play.tell(CraftChanged(replace(left, cooling=0)))
            play.tell(ShipHit(craft.id, "shuts down", craft.severity))
    for craft in play.state.craft.values():
        if craft.blown and craft.blown <= time:
            generator = System.GENERATOR not in craft.failed
            full = codes.kind(play.world, craft).shields if generator else 0
            play.tell(CraftChanged(replace(craft, blown=0, routed=0, engines=0, guns=0, shields=full)))
            play.tell(ShipHit(craft.id, "recharged" if generator else "power", craft.severity))


@ends_round
def as_rounds_go(play: Play) -> None:
    """Ends what is over with a round before the next (D6-1-03)."""
    pass_time(play, play.state.time + ROUND)


@afterwards
def later(world: World, table: Table[State], before: State) -> None:
    """Time that has passed out of combat has passed for craft, too."""
    if table.state.time != before.time and not table.state.tick:
        pass_time(Play(world, table), table.state.time)


class ShipHit(Fact[State], frozen=True):
    """Fate of a craft that was hit. Whoever is aboard of a destroyed one is aboard of nothing."""

    craft: str
    how: str
    severity: ShipHarm

    def evolve(self, state: State) -> State:
        craft = state.craft.get(self.craft)
        if craft is None or self.severity is craft.severity:
            return state
        if self.severity is not ShipHarm.DESTROYED:
            return with_craft(state, craft.id, severity=self.severity)
        adrift = {figure.id: replace(figure, craft="", station="") for figure in aboard(state, craft)}
        left = replace(state, figures={**state.figures, **adrift})
        return with_craft(left, craft.id, severity=self.severity, crew={})

    def words(self, look: Look) -> News:
        rule, says = HIT[self.how]
        craft = look.known.craft.get(self.craft)
        fields = {
            "craft": codes.ship_called(look.known, self.craft), "severity": term(self.severity),
            "less": code(0 if craft is None else codes.ionized(look.known, craft)),
        }  # fmt: skip
        return ruled(says(**{field: fields[field] for field in says.fields}), rule, decides=True)


class SystemFails(Fact[State], frozen=True):
    """A roll of the table of systems, and what fails, if anything does."""

    says = told_by(
        "how",
        close=N_("Close call: nothing in {craft} fails."),
        again=N_("{craft}: {system}, which has failed already."),
        unfitted=N_("{craft} has no {system} that could fail."),
        fails=N_("In {craft} fails: **{system}**."),
        told=N_("In {craft} fails: **{system}**. The GM says what comes of it."),
        cooling=N_("In {craft} fails: **{system}**. All but life support shuts down in {rounds} rounds."),
    )
    decides = True
    craft: Hull
    system: Failing
    how: How
    dice: tuple[int, ...] = ()
    rounds: int = 0

    def cites(self) -> str:
        return "D6-13.1-13" if self.how == "again" else NUMBER[self.system]

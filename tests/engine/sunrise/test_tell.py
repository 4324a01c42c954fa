"""Words for facts: every fact is told or listed as silent, with the numbers that mattered and the rule last."""

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import engine.sunrise
from engine.clock import Instant
from engine.game import (
    EVERYONE,
    KERNEL_FACTS,
    Fact,
    HiddenShown,
    KeyShown,
    Rolled,
    Said,
    Sealed,
    Seat,
    Unsealed,
)
from engine.report import News
from engine.secret import Lock
from engine.sunrise.data.shapes import Point
from engine.sunrise.data.units import Type
from engine.sunrise.figures.motion import Pose
from engine.sunrise.founding.locking import ships_of, squadrons_of
from engine.sunrise.harm import LOST
from engine.sunrise.look import Question
from engine.sunrise.state import (
    BoardEdge,
    Choice,
    Ending,
    Marker,
    Mode,
    Plot,
    Plotted,
    Settings,
    Shot,
    Side,
    Stage,
    State,
    Status,
)
from tests.engine.examples import told_in
from tests.engine.sunrise.playing import RULES
from tests.engine.sunrise.register_calls import PACK
from tests.engine.sunrise.table import BLUE, NOW, RED, WORLD, shooting, spot

f = SimpleNamespace(**{kind.__name__: kind for kind in RULES.facts})
"""Every fact of the rulebook by name, wherever its chapter is."""

KNOWN = shooting().known(RED)
FLEET = PACK.fleets["line"].fleet
SHIP = KNOWN.ships["A1"]
LATER = Instant(NOW + 600)
HERE = Pose(spot(10, 12), 90)
LOSS = Choice(kind="lose", side=Side.B, ship="B3", count=2, options=("c1", "c2"), usual=("c1",))
DICE = Choice(kind="reroll", side=Side.A, ship="A1", by="c1", target="B3", count=1, faces=(6, 3, 1))
SAMPLES: tuple[Fact[State], ...] = (
    f.Opened("Dawn", Settings(), {RED: Side.A, BLUE: Side.B}),
    f.JoinAsked(RED, Side.A),
    f.SideJoined(RED, Side.A),
    f.DraftSet(Side.A, FLEET),
    f.FleetLocked(Side.A, Lock(RED, "fleet", 0, "ab12")),
    f.FleetShown(Side.A, FLEET, ships_of(WORLD, FLEET, Side.A), squadrons_of(WORLD, FLEET, Side.A)),
    f.TerrainLaid(PACK.maps["belt"].terrain),
    f.TerrainTaken("t1"),
    f.TerrainDone(Side.B),
    f.InitiativeRolled(Side.B, ((4, 4), (2, 5))),
    f.MarkerPlaced(Marker("m1", spot(36, 18)), Side.A),
    f.MarkerLifted("m1"),
    f.EdgesTaken(Side.A, BoardEdge.S, BoardEdge.N),
    f.Deployed("A1", spot(20, 10), 0, 6),
    f.HeldBack(Side.A, ("A4", "A5")),
    f.StageBegan(Stage.PICK, Side.A, LATER),
    f.TurnBegan(2, Side.B),
    f.OrdersOpened({}, {}, LATER),
    f.Waits(LOSS, (), LATER),
    f.Chosen(DICE, ()),
    f.RanLate(Side.A, "orders"),
    f.DeadlineSet(LATER),
    f.ClockStopped(120),
    f.TimerSet("orders", 30),
    f.AutoSet(Side.A, ("reroll",)),
    f.PlotSet(Side.A, {"A1": Plotted(Plot(change=-2, port=1), ("AS1",)), "A2": None}),
    f.OrdersLocked(Side.B, Lock(BLUE, "orders", 1, "cd34")),
    f.PlotsShown(Side.A, {"A1": Plotted(Plot(change=2))}, {"A1": Plot(change=1), "A2": Plot()}, ("A2",), 3),
    f.Announced("The clock was set right."),
    f.PoolRolled(Side.A, (1, 3, 2)),
    f.PoolChanged(Side.A, -2, 4, "FS-FAC-04"),
    f.MarkersTaken({"m1": Side.A}),
    f.Scored((2, 1), (5, 7)),
    f.DrawOffered(Side.A, True),
    f.ScoreSet(Side.A, 3, "a typing error"),
    f.Corrected("A", "pool", 3, 7, "a typing error"),
    f.GameEnded(Ending.A, "FS-WIN-04", (16, 15)),
    f.Reverenced("B1", "A1", 7, 3),
    f.Jumped("A1", spot(20, 10), spot(20, 16)),
    f.Moved("A1", spot(20, 10), (HERE, HERE, HERE, HERE), 6),
    f.CameBack("A5", Status.OFF_BOARD, spot(1, 8), 60, 6),
    f.Rebuilt("A1", 64, SHIP.systems),
    f.CoreSet("A1", "c8", "shields", "", 64, 6),
    f.Spotted("B1", "A1", "c4"),
    f.Activated("A1"),
    f.Damaged("B3", "attack", "A1", 9, 3, 1, 0, 5, 19, 0, 0),
    f.SystemLost("B3", "c1", "ballistic", 18, 0),
    f.SystemRestored("B3", "c1", "FS-UPG-07", 18),
    f.Mended("A1", "A1", "c7", 4, 60, 1),
    f.AwayUsed("A1", "c7", "A2"),
    f.Pushed("B1", "A1", 6, 9),
    f.ShipLost("B4", spot(24, 21), (3, 5), True),
    f.ActivationOver("A1"),
    f.LossOrderSet("A1", ("c4", "engines")),
    f.ShipSet(SHIP, "it stood elsewhere"),
    f.ShipRemoved("B5", "never deployed"),
    f.Declared("A1", (Shot("c1", "B3"), Shot("c3", "B3", "A2"))),
    f.Volleyed("A1", (Shot("c1", "B3"),)),
    f.SanctuaryRolled("A1", "c1", "B3", (2, 6), True),
    f.ShotLost("A1", "c1", "B3", "its target is destroyed", "FS-WPN-14"),
    f.Rerolled("A1", "c1", 4, 1, 5),
    f.Attacked(
        ship="A1", weapon="c1", item="energy-lance", type=Type.ENERGY, target="B3", range=13_000, band=3,
        faces=(6, 5, 3, 2, 1), values=(6, 5, 3, 2, 1), rating=1, discard=1, damage=11,
    ),
    f.HaywireRolled("A1", "B3", (4, 1), 1),
    f.Launched("AS1", "A1", 8),
    f.Assigned("AS1", "B3", Mode.OFFENSIVE, None, 4, 4),
    f.Docked("AS1", "A1", "c5", 8),
    f.SquadronsPassed(Side.A),
    f.SquadronShot("AS1", "B3", "point-defenses", (3, 1), 1, 7),
    f.Dogfought("B3", {"AS1": "BS1"}, {"AS1": (6, 2)}, {"AS1": 1}, {"AS1": 8, "BS1": 6}),
    f.SquadronLost("AS1", Side.A, "fighter", "Point Defenses", "FS-DEF-05"),
    f.FabricatorsRolled(Side.A, "fighter", {"A1/c5": 4}, ("A1/c5",)),
    f.SquadronMade(KNOWN.squadrons["AS1"], "FS-UPG-23"),
    f.SquadronSet("AS1", 5, "B3", "", Mode.OFFENSIVE, "miscounted"),
    KeyShown(3, "f00d", ()),
    Sealed(3, RED, "beef"),
    Unsealed(3, RED, "salt", "body"),
    HiddenShown("cafe"),
)  # fmt: skip


def heard(fact: Fact[State], seat: Seat | None = RED, known: State = KNOWN) -> News | None:
    return RULES.tell(fact.evolve(known), Said(NOW, EVERYONE, fact), seat)


@pytest.mark.parametrize("fact", SAMPLES, ids=lambda fact: type(fact).__name__)
def test_every_fact_has_words_for_players_and_for_the_public(fact: Fact[State]) -> None:
    for seat in (RED, BLUE, None):
        news = heard(fact, seat)
        assert news is not None
        assert news.text[0].isupper() or news.text[0] in "*-" or news.text.startswith(("red", "blue")), news.text
        assert "None" not in news.text and "Struct" not in news.text and "{" not in news.text, news.text
        assert not re.search(r"\d{4,}\.\d", news.text), news.text


def test_no_kind_of_fact_is_forgotten() -> None:
    told, facts = {type(fact) for fact in SAMPLES}, (*RULES.facts, *KERNEL_FACTS)
    if any(kind not in told and not kind.silent for kind in facts):  # a newer one, which its example shows
        told |= told_in(RULES, (Path(__file__).parents[2] / "play/sunrise").glob("*.play"))
    for kind in facts:
        assert (kind in told) != bool(kind.silent), kind.__name__
    assert heard(Rolled(3, "A1/c1/B3/1", 6, 4)) is None


def test_rules_stand_last_and_in_small_letters() -> None:
    for fact in SAMPLES:
        news = heard(fact)
        assert news is not None
        for line in news.text.splitlines()[:-1]:
            assert not line.startswith("-#"), news.text


def test_an_attack_is_told_with_range_dice_labels_defense_and_damage() -> None:
    attack = next(fact for fact in SAMPLES if isinstance(fact, f.Attacked))
    news = heard(attack)
    assert news is not None
    assert "Energy Lance 1 at **Lancer (B3)**: 13 in (band 3)" in news.text
    assert "~~6~~ 5 3 2 1 against E 1, the highest off = **11** damage" in news.text
    assert news.text.endswith("-# FS-WPN-13 · dice A1/c1/B3/1–5")
    assert (news.topic, news.topic_title, news.decides) == ("turn:1", "Turn 1", True)


def test_dice_that_count_less_show_what_they_count() -> None:
    news = heard(
        f.Attacked(
            ship="A1", weapon="c3", item="railgun", type=Type.BALLISTIC, target="B3", range=13_000, band=3,
            faces=(6, 2), values=(4, 0), rating=-1, discard=0, damage=4, broken=0,
        )
    )  # fmt: skip
    assert news is not None and "6→4 2→0 against B −1 = **4**" in news.text


def test_a_choice_names_what_is_chosen_and_until_when() -> None:
    news = heard(f.Waits(LOSS, (), LATER))
    assert news is not None
    assert news.text.startswith("blue chooses 2 systems of Lancer (B3) to be destroyed, until <t:")
    dice = heard(f.Waits(DICE, (), None))
    assert dice is not None and "(in order: 6 3 1)" in dice.text
    for ask in Question.kinds:
        asked = heard(f.Waits(Choice(kind=ask, side=Side.A, ship="A1", by="c1", target="B3", count=1), (), None))
        assert asked is not None and "{" not in asked.text


def test_answers_are_told_by_what_they_do_unless_they_do_nothing() -> None:
    assert heard(f.Chosen(LOSS, ("c1", "c2"))) is None
    assert heard(f.Chosen(DICE, (), late=True)) is None
    for ask in Question.kinds:
        idle = heard(f.Chosen(Choice(kind=ask, side=Side.A, ship="A1"), ()))
        assert idle is not None and idle.text.startswith("red ")


def test_pictures_go_with_orders_movement_and_the_points_of_a_turn() -> None:
    for fact in (f.OrdersOpened({}, {}, None), f.StageBegan(Stage.LAUNCH), f.Scored((1, 0), (1, 0))):
        news = heard(fact)
        assert news is not None and (news.picture, news.topic) == ("board", "")


def test_a_plot_comes_with_its_own_preview() -> None:
    one = heard(f.PlotSet(Side.A, {"A2": Plotted(Plot(change=1))}))
    assert one is not None and (one.picture, one.about, one.topic) == ("plot", "A2", "")
    two = heard(next(fact for fact in SAMPLES if isinstance(fact, f.PlotSet)))
    assert two is not None and (two.picture, two.about) == ("plot", "")


def test_what_was_cut_from_an_order_is_said_beside_what_was_written() -> None:
    news = heard(next(fact for fact in SAMPLES if isinstance(fact, f.PlotsShown)))
    assert news is not None
    assert "Sovereign (A1): accelerate 1, straight on (written: accelerate 2" in news.text
    assert "Bastion (A2): no order, it drifts" in news.text and "3 Miracle Points spent" in news.text


def test_names_of_players_cannot_format_or_ping() -> None:
    seat = Seat("@everyone **x**")
    news = heard(f.SideJoined(seat, Side.A), None)
    assert news is not None and "@everyone" not in news.text and "**x**" not in news.text


def test_before_the_first_turn_everything_stays_in_the_channel() -> None:
    news = heard(f.SquadronsPassed(Side.A), None, State())
    assert news is not None and news.topic == ""


def test_a_crash_and_an_exit_say_where() -> None:
    crash = heard(f.Moved("B4", spot(24, 39), (HERE, Pose(Point(24_000, 21_732), 180)), 0, crash="t2"))
    assert crash is not None and "runs into terrain** (t2) and stops at (24, 21.732)" in crash.text
    assert crash.text.endswith("FS-MOV-08")
    left = heard(f.Moved("A5", spot(14, 8), (HERE, Pose(spot(0, 8), 270)), 6, exit=spot(0, 8), due=2))
    assert left is not None and "leaves the board at (0, 8), to be back at the end of turn 2" in left.text


def given(source: str) -> set[str]:
    """Reasons why squadrons are destroyed, as it stands in a module where one is."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    losing = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "lose_squadron"]
    parts = [part for node in losing for part in node.args[:-1] if isinstance(part, ast.Constant)]
    return {part.value for part in parts if isinstance(part.value, str)}


def test_every_reason_why_a_squadron_is_destroyed_has_a_sentence() -> None:
    found = {why for path in Path(*engine.sunrise.__path__).rglob("*.py") for why in given(path.read_text("utf-8"))}
    assert len(found) > 3 and [why for why in sorted(found) if why not in LOST] == []
    assert given('lose_squadron(play, one, "it was eaten", "FS-SC-20")') == {"it was eaten"}
    assert "it was eaten" not in LOST

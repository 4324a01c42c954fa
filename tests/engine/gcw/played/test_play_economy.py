"""Money, works, rosters and the reserve: what comes of time, downtime, losses and refusals, hour by hour."""

import pytest
from msgspec.structs import replace

from engine.clock import HOUR, Instant
from engine.dice.keyed import ScriptedDice
from engine.game import lapse
from engine.gcw.checks.soundness import unsound
from engine.gcw.galaxy.tidings import ConstructionHeard
from engine.gcw.state import Work
from engine.gcw.works.jobs import WorksOver
from tests.engine.gcw.playing import BLUE, RED, Played, joined

DAY = 24


@pytest.fixture
def game() -> Played:
    """Red at Coruscant with a shipyard, a factory, a garrison of four squads and 1,000 KC; blue at Endor."""
    game = joined()
    game.gm(
        "spawn SHY named Yard at Coruscant G-1S for red",
        "spawn FAC named Works at Coruscant G-2S for red",
        "spawn 4 ARM named Legion at Coruscant G-1S for red",
        "set treasury of red to 1000",
        "set credit of red to 100",
    )
    return game


def work(game: Played, name: str) -> Work:
    """A job by the name of what it makes."""
    return next(one for one in game.state.works.values() if one.name == name)


def money(game: Played) -> tuple[int, int]:
    """Red's treasury and facility credit."""
    return game.state.players[RED].treasury, game.state.players[RED].credit


@pytest.mark.rule("GCW-CST-02", "GCW-SET-03")
def test_each_account_pays_its_part_and_gets_it_back_within_the_first_hour(game: Played) -> None:
    game.red("construct BUN in G-3 of Coruscant")
    assert money(game) == (900, 0)  # the credit first
    game.wait(minutes=59)
    game.red("call off Bunker")
    assert money(game) == (1000, 100)
    game.red("construct BUN in G-3 of Coruscant")
    game.wait(1)
    game.red("call off Bunker")
    assert money(game) == (900, 0)


@pytest.mark.rule("GCW-SET-03", "GCW-CST-02")
def test_facility_credit_counts_for_facilities_alone(game: Played) -> None:
    game.gm("set treasury of red to 50", "set credit of red to 500")
    assert game.refused(RED, "build CARK at Yard") == "FUNDS"
    game.red("construct BUN in G-3 of Coruscant")
    assert money(game) == (50, 300)


@pytest.mark.rule("GCW-CST-03")
def test_work_stands_still_while_its_facility_is_disabled(game: Played) -> None:
    game.red("build CARK at Yard named Scout")
    game.wait(10)
    game.gm("set unit Yard of red armor 0")
    assert work(game, "Scout").since is None and game.refused(RED, "build CARK at Yard") == "NO_FACILITY"
    game.wait(1)  # it has armor again, and goes on
    assert work(game, "Scout").due == game.now + (4 * DAY - 10) * HOUR


@pytest.mark.rule("GCW-CST-03")
def test_work_ends_without_refund_when_its_facility_is_lost(game: Played) -> None:
    game.red("build CARK at Yard named Scout")
    game.gm("remove Yard of red")
    assert [one.why for one in game.heard(RED, WorksOver)] == ["lost"] and not game.heard(BLUE, WorksOver)
    assert not game.state.works and money(game) == (600, 100)


@pytest.mark.rule("GCW-CST-03", "GCW-CON-03", "GCW-CON-05")
def test_conflict_and_work_come_out_the_same_after_days_of_downtime(game: Played) -> None:
    game.red("build CARK at Yard named Scout")
    game.wait(50)
    game.gm("spawn CORV named Raider at Coruscant B-1 for blue")
    game.blue("relation hostile red")
    assert game.refused(RED, "build CARK at Yard") == "CONFLICT_SUSPENDED"
    game.wait(6)
    game.gm("remove Raider of blue")
    state, now = game.state, game.now
    end = Instant(now + 10 * DAY * HOUR)
    hours = state
    while now < end:
        now = Instant(now + HOUR)
        hours = lapse(game.rules, hours, now, ScriptedDice()).state
    assert lapse(game.rules, state, end, ScriptedDice()).state == hours
    game.wait(24 + 46 - 1)
    assert not game.there("Scout")
    game.wait(1)  # 96 hours of work and 30 of conflict
    assert game.there("Scout")


@pytest.mark.rule("GCW-COM-03", "GCW-COM-04", "GCW-COM-02")
def test_what_is_ordered_is_news_at_twice_hyperspace_speed(game: Played) -> None:
    game.gm("place Redemption of blue at Chandrila B-1")  # three trade links from Coruscant
    game.red("build 2 CARK at Yard")
    game.wait(8, minutes=59)
    assert not game.heard(BLUE, ConstructionHeard)
    game.wait(minutes=1)
    (news,) = game.heard(BLUE, ConstructionHeard)
    assert (news.seat, news.code, news.count) == (RED, "CARK", 2)


@pytest.mark.rule("GCW-STK-01", "GCW-CST-04")
def test_stock_that_grew_again_waits_in_dock_for_its_ship(game: Played) -> None:
    game.gm("spawn STRK named Havoc at Coruscant B-1 for red", "remove Havoc LAM-1 of red")
    game.red("regrow LAM of Havoc")
    game.gm("place Havoc of red at Corellia B-1")
    game.wait(2 * DAY)
    assert work(game, "Havoc LAM").done
    assert game.refused(RED, "assign Havoc LAM to Havoc") == "NOT_THERE"
    game.gm("place Havoc of red at Coruscant B-1")
    game.red("assign Havoc LAM to Havoc")
    assert game.unit("Havoc LAM").docked == game.unit("Havoc").id and not game.state.works


@pytest.mark.rule("GCW-RGF-04")
def test_a_guard_force_does_not_leave_its_grid(game: Played) -> None:
    game.gm("set credit of red to 200")
    game.red("construct BUN in G-4 of Coruscant")
    game.wait(2 * DAY)
    game.gm("spawn LAM named Lift at Coruscant G-4S for red")
    assert game.refused(RED, "move Guard TF to A-4") == "GUARD_STAYS"
    assert game.refused(RED, "load Guard AT-ST into Lift") == "GUARD_STAYS"
    game.red("move Guard TF to G-4S")


@pytest.mark.rule("GCW-ACT-02", "GCW-CST-02")
def test_a_balance_that_is_not_the_sum_of_its_ledger_is_unsound(game: Played) -> None:
    world, state = game.rules.world, game.state
    assert unsound(world, state) is None
    for field in ("treasury", "credit"):
        rich = replace(state.players[RED], **{field: 5000})
        fault = unsound(world, replace(state, players={**state.players, RED: rich}))
        assert fault is not None and "ledger" in fault


@pytest.mark.rule("GCW-RES-01", "GCW-RES-02")
def test_what_is_in_reserve_is_nowhere_else(game: Played) -> None:
    game.gm("spawn CARK named Scout at Coruscant B-1 for red")
    scout = game.unit("Scout")
    game.red("reserve Scout")
    assert not game.there("Scout") and unsound(game.rules.world, game.state) is None
    twice = replace(game.state, units={**game.state.units, scout.id: scout})
    assert "GCW-RES-02" in (unsound(game.rules.world, twice) or "")


@pytest.mark.rule("GCW-RES-02", "GCW-SCN-18")
def test_no_contact_stands_for_what_went_into_the_reserve(game: Played) -> None:
    game.gm("spawn INT named Anchor at Corellia C-2 for red", "spawn CORV named Eye at Corellia C-2 for blue")
    anchor = game.unit("Anchor").id

    def bound() -> set[str]:
        return {one.unit for one in game.state.bindings.get(BLUE, {}).values()}

    assert anchor in bound()
    game.red("jump Anchor to Coruscant")
    game.wait(3 * DAY)
    assert anchor in bound()  # blue's contact is old, and still of it
    game.red("reserve Anchor")
    assert anchor not in bound() and unsound(game.rules.world, game.state) is None

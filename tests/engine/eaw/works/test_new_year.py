"""Payments of a New Year, and what it brings back. EAW-3, EAW-10i, EAW-12a.1, EAW-14.0, EAW-FR."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.eaw.state import Base, Fort, with_realm, with_ships, with_system
from engine.game import Seat
from tests.engine.eaw.playing import BLUE, RED, Played


def winter(game: Played) -> None:
    """Three seasons go by, and Winter is next; then it is played."""
    game.arrange(replace(game.state, t=3))


def income(game: Played, seat: Seat = RED) -> dict[str, int]:
    """Income of an empire in the next New Year, by source."""
    winter(game)
    before = dict(game.state.realms[seat].totals)
    game.seal()
    after = game.state.realms[seat].totals
    return {what: sum_ - before.get(what, 0) for what, sum_ in after.items() if sum_ != before.get(what, 0)}


def bases(game: Played, *counts: tuple[str, int, int], at: str = "2") -> None:
    """Bases of the first empire are installed there: kind, how many, since which season."""
    made = [(kind, t) for kind, count, t in counts for _ in range(count)]
    found = {
        f"red:b{n}": Base(f"red:b{n}", RED, kind, "installed", at, installed=t) for n, (kind, t) in enumerate(made)
    }
    game.arrange(replace(game.state, bases=found))


@pytest.mark.parametrize(
    ("t", "first", "second"), [(0, 200, 100), (1, 175, 100), (2, 150, 100), (3, 125, 100), (-1, 200, 100)]
)
def test_a_mine_yields_by_the_season_of_its_first_year(t: int, first: int, second: int) -> None:
    game = Played()
    game.develops(RED, "2", "mine", t)
    assert income(game) == {"mines": first}  # the home's is the other 100
    assert income(game, BLUE) == {"mines": second}


def test_three_mines_and_one_of_fall() -> None:
    game = Played()
    for system, t in (("2", -4), ("3", -4), ("6", 2)):
        game.develops(RED, system, "mine", t)
    assert income(game) == {"mines": 350}


@pytest.mark.parametrize(
    ("kind", "placed", "earned"),
    [
        ("colony", (("GSA", 10, -4), ("CPL", 1, -4)), 100),
        ("colony", (("GSA", 10, -4),), 0),
        ("colony", (("GSA", 10, 1), ("CPL", 1, 1)), 75),
        ("colony", (("GSA", 4, 0), ("GSA", 6, 2), ("CPL", 1, 1)), 60),
        ("colony", (("GMS", 4, -4), ("CPL", 1, -4)), 0),
        ("mine", (("GMS", 4, -4), ("CPL", 1, -4)), 20),
        ("mine", (("GSA", 5, -4), ("CPL", 1, -4)), 0),
    ],
)
def test_bases_yield_with_a_cpl_at_the_planet_that_fits(
    kind: str, placed: tuple[tuple[str, int, int], ...], earned: int
) -> None:
    game = Played()
    game.develops(RED, "2", kind)
    bases(game, *placed)
    assert income(game).get("bases", 0) == earned


def test_twelve_bases_at_a_dead_planet_yield_sixty() -> None:
    game = Played()
    game.arrange(with_system(game.state, "2", planet="dead"))
    bases(game, ("GSO", 12, -4), ("CPL", 1, -4))
    assert income(game)["bases"] == 60


def test_a_trapped_enemy_takes_three_quarters_rounded_down_once() -> None:
    game = Played()
    game.develops(RED, "2", "mine")
    game.arrange(with_system(game.state, "2", fort=Fort(RED, -1)))
    bases(game, ("GMS", 6, -4), ("CPL", 1, -4))
    game.fleet(BLUE, 1, "2", "D7", trapped="2")
    winter(game)
    before = game.state.realms[RED].treasury
    game.seal()
    game.gm(f"close site {next(iter(game.state.sites))}")
    assert game.state.realms[RED].treasury - before == 100 + 32


def test_the_announced_values_are_off_unless_the_campaign_has_them() -> None:
    for future, earned in (("no", 100), ("yes", 40 + 60)):
        game = Played(options={"future-base-values": future})
        game.develops(RED, "2", "colony")
        bases(game, ("GSA", 10, -4), ("CPL", 1, -4))
        home = 80 if future == "yes" else 100
        assert sum(income(game).values()) == earned + home


@pytest.mark.parametrize(("owed", "left", "gained"), [(20, 0, 80), (130, 30, 0)])
def test_what_is_owed_for_officers_is_taken_from_income_first(owed: int, left: int, gained: int) -> None:
    game = Played()
    game.arrange(with_realm(game.state, RED, lo_debt=owed))
    before = game.state.realms[RED].treasury
    income(game)
    assert (game.state.realms[RED].lo_debt, game.state.realms[RED].treasury - before) == (left, gained)


def test_the_first_new_year_pays_only_where_the_campaign_says_so() -> None:
    plain, paid = Played(), Played(options={"first-new-year-income": "yes"})
    assert "mines" not in plain.state.realms[RED].totals
    assert paid.state.realms[RED].totals["mines"] == 100


def test_new_year_resupplies_all_but_the_trapped_captives_and_empires_without_a_dock() -> None:
    game = Played()
    game.fleet(RED, 1, "2", "CA", "FF")
    game.fleet(RED, 2, "2", "DD", trapped="2")
    game.fleet(BLUE, 1, "3", "D7")
    game.arrange(with_ships(game.state, game.state.ships, used={"t-bomb": 2}, repairs=3))
    game.arrange(with_ships(game.state, ["red:FF-1"], inspected=False))
    game.arrange(replace(game.state, docks={id: one for id, one in game.state.docks.items() if one.owner == RED}))
    winter(game)
    game.seal()
    ships = game.state.ships
    assert not ships["red:CA-1"].used and ships["red:CA-1"].repairs is None
    assert all(ships[id].used == {"t-bomb": 2} for id in ("red:FF-1", "red:DD-1", "blue:D7-1"))

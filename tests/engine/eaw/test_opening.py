"""Opening fleets: chosen in secret, checked as a whole, approved by a moderator. EAW-2a, EAW-2c, EAW-2e.1, EAW-30.0."""

from __future__ import annotations

import pytest

from engine.clock import DAY, Instant
from engine.eaw import ruleset
from engine.eaw.setup.opening import OpeningSet, SentBack, SetupLate
from engine.eaw.state import Step
from engine.game import MODERATOR, Seat
from tests.engine.eaw.playing import BLUE, NOON, RED, RULES, SHEETS, Played

LEGAL = ("CC, DD", "CA, FF", "CA, FF", "SC, CL", "CL, DD", "CL, DD")
"""Six fleets of the Federation for 1210 BPV: the register's example of EAW-2c.1."""


def choosing(**options: str) -> Played:
    """A campaign in which empires choose their own fleets."""
    return Played(options={"fleets": "choose", **options}, bare=False)


def chooses(game: Played, fleets: tuple[str, ...], seat: Seat = RED) -> OpeningSet:
    """An empire chooses its fleets in order; what it hears of the last."""
    for number, ships in enumerate(fleets, 1):
        game.order(seat, f"opening fleet {number} has {ships}")
    return game.heard_by(OpeningSet, seat)[-1]


def begun(game: Played) -> bool:
    """True if the first season is open."""
    return game.state.step is Step.PLOT


def read(game: Played, seat: Seat) -> str:
    """View that an empire has of its opening fleets."""
    return str(RULES.show(game.knows(seat), seat, "opening", "", game.now))


def test_what_is_wrong_with_opening_fleets_is_recorded_in_clauses_until_version_9() -> None:
    game = Played(rules=ruleset(SHEETS, version=9), options={"fleets": "choose"}, bare=False)
    told = chooses(game, ("DN, FF", "CC, FF [poor]", "FF, DD"))
    assert told.wrong[:3] == (
        "3 of 6 fleets are chosen",
        "fleet 1: 1 consorts for a ship of size class 2, at least 2",
        "fleet 3 has 165 CBPV, at least 175",
    )
    words = told.words(RULES.look(game.known[RED], RED, game.now))
    assert "Not all is right. 3 of 6 fleets are chosen. Fleet 1: 1 consorts for a ship" in words


def test_the_running_total_and_what_is_still_wrong_are_told_with_each_fleet() -> None:
    game = choosing()
    found = chooses(game, LEGAL[:2])
    assert (found.cost, found.left) == (231 + 196, 2000 - 427)
    assert found.wrong == ("2 of 6 fleets are chosen.",)
    found = chooses(game, LEGAL)
    assert (found.cost, found.left, found.wrong) == (1210, 790, ())
    assert "**4** SC, CL: 193 CBPV" in read(game, RED) and "1,210 BPV of 2,000, 790 left" in read(game, RED)


@pytest.mark.parametrize(
    ("fleets", "refusal"),
    [
        (LEGAL[:5], "E_SETUP EAW-2c.1: The set-up is not right. 5 of 6 fleets are chosen."),
        (("CA, CL", *LEGAL[1:]), "E_SETUP EAW-2c.1: The set-up is not right. Fleet 1 has no ship of size class 4."),
        (("CC, FF [poor]", "FF, DD", *LEGAL[2:]), "Fleet 2 has 165 CBPV, and needs 175."),
        (("DN, FF", *LEGAL[1:]), "Look at fleet 1. It would have 1 consorts for a ship of size class 2, and needs 2."),
        (("4 CC, CA, FF", *LEGAL[1:]), "E_CAP EAW-17.0.1: "),
        (
            ("CC, CA, CA, DD", "CC, CA, CA, DD", "CC, CA, CA, DD", "CC, CA, CA, DD", "CA, DD", "CA, DD"),
            "E_BPV EAW-2a.2: ",
        ),
        (("CC [outstanding], DD", "CA [outstanding], FF", *LEGAL[2:]), "on ships of size class 3 are 2, and may be 1."),
        (("DN [outstanding], CC, DD", *LEGAL[1:]), "on ships of size class 2 are 1, and may be 0."),
    ],
)
def test_fleets_that_are_not_right_together_are_not_handed_in(fleets: tuple[str, ...], refusal: str) -> None:
    game = choosing()
    chooses(game, fleets)
    assert refusal in game.refused(RED, "opening done")
    assert not game.state.empires[RED].ready


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("opening fleet 1 has NCL, FF", "E_YEAR EAW-2d.1: "),
        ("opening fleet 1 has D7", "E_RACE EAW-2b: "),
        ("opening fleet 1 has FRD", "E_UNIT EAW-15a.3: "),
        ("opening fleet 1 has CA [co 25]", "E_CO EAW-6.0.7: "),
        ("opening fleet 1 has F-L [11 DEFSAT]", "55 cargo boxes are needed, a F-L has 50"),
        ("drop opening fleet 3", "E_ID EAW-2c.1: "),
    ],
)
def test_what_can_be_in_no_fleet_is_refused_at_once(line: str, refusal: str) -> None:
    assert refusal in choosing().refused(RED, line)


def test_all_that_is_bought_at_the_start_is_one_order_rounded_up_once() -> None:
    game = choosing()
    found = chooses(game, ("CC [co 15], DD [poor]", "CA [outstanding], FF", *LEGAL[2:5], "CL, DD, F-L [10 DEFSAT]"))
    # 1210, options 6.85, an outstanding crew 31.25, less a poor one's 18.8, a freighter 61 and ten satellites 200
    assert found.cost == 1491 and found.wrong == ()


def test_nothing_is_bought_before_all_are_approved_and_then_everything() -> None:
    game = choosing()
    chooses(game, (*LEGAL[:5], "CL, DD, F-L [2 GSA]"))
    game.red("opening done")
    game.blue("opening sample", "opening done")
    game.gm("approve the fleets of red")
    assert not begun(game) and not game.state.ships
    game.gm("approve the fleets of blue")
    assert begun(game)
    assert game.state.realms[RED].treasury == 2000 - 1210 - 61 - 16 and len(game.state.crew("red:6")) == 3
    assert [(one.kind, one.carrier) for one in game.state.bases.values()] == [("GSA", "red:F-L-1")] * 2
    assert all(one.at == game.state.realms[one.owner].home for one in game.state.fleets.values())


def test_what_somebody_chooses_nobody_else_hears() -> None:
    game = choosing()
    chooses(game, LEGAL)
    assert game.heard_by(OpeningSet, BLUE) == [] and BLUE in game.knows(BLUE).realms
    assert RED not in game.knows(BLUE).realms and not game.checks.as_known(game.state, Seat("")).realms


def test_what_is_handed_in_is_had_back_until_it_is_approved() -> None:
    game = choosing()
    game.red("opening sample", "opening done")
    assert "are handed in; `reopen` has them back" in game.refused(RED, "drop opening fleet 0")
    game.red("opening reopen", "drop opening fleet 0")
    assert game.state.realms[RED].opening == {}
    game.red("opening sample", "opening done")
    game.gm("approve the fleets of red")
    assert "E_PHASE" in game.refused(RED, "opening reopen")
    assert "are approved already" in game.refused(MODERATOR, "approve the fleets of red")
    assert "are not handed in" in game.refused(MODERATOR, "approve the fleets of blue")


def test_a_moderator_sends_fleets_back_and_their_owner_alone_hears_why() -> None:
    game = choosing()
    game.red("opening sample", "opening done")
    game.gm("send the fleets of red back because too few scouts")
    assert [one.why for one in game.heard_by(SentBack, RED)] == ["too few scouts"]
    assert game.heard_by(SentBack, BLUE) == [] and not game.knows(BLUE).empires[RED].ready


def test_who_has_chosen_in_time_is_waited_for_no_more_and_for_others_a_moderator_decides() -> None:
    game = choosing()
    game.red("opening sample", "opening done")
    (owing,) = RULES.awaits(game.state)
    assert (owing.seat, owing.until) == (BLUE, NOON + 14 * DAY)
    game.lapse(Instant(NOON + 14 * DAY))
    assert [one.seats for one in game.of(SetupLate)] == [(BLUE,)] and not begun(game)
    game.gm("approve the fleets of red", "give blue its sample fleets", "approve the fleets of blue")
    assert begun(game) and len(game.state.fleets) == 12


def test_fleets_are_checked_once_more_when_they_are_approved() -> None:
    game = choosing()
    chooses(game, ("DN, CL, FF", *LEGAL[1:]))
    game.red("opening done")
    game.gm("setting sc2-min-consorts is 3")
    assert "2 consorts for a ship of size class 2, and needs 3." in game.refused(MODERATOR, "approve the fleets of red")


def test_every_race_with_designs_has_sample_fleets_that_can_be_handed_in() -> None:
    pack = RULES.world.pack
    for race in {design.race for design in pack.designs.values()} & set(pack.races):
        other = "Gorn" if pack.races[race].plays_in("A") and race != "Gorn" else "Romulan"
        if not pack.races[race].plays_in("A"):
            other = "Klingon" if race != "Klingon" else "Lyran"
        game = choosing(races=f"{race}, {other}")
        game.red("opening sample", "opening done")
        assert game.state.empires[RED].ready, race


def test_the_panel_offers_what_would_be_sensible_next_and_the_seal_on_it() -> None:
    game = Played(bare=False)

    def offered() -> list[str]:
        return [one.line for one in RULES.home(game.knows(RED), RED, game.now).suggestions]

    sensible, *jumps, seal = offered()
    assert seal == "seal" and 1 < len(jumps) <= 3 and all(line.startswith("jump fleet ") for line in jumps)
    assert len({line.split()[2] for line in jumps}) == len(jumps), "of several fleets one each"
    game.red(sensible)
    assert sensible not in offered()
    game.red("seal")
    assert offered() == ["unseal"]
    assert not RULES.show(game.knows(RED), None, "turn", "", game.now).suggestions

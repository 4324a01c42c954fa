"""Words of a panel on where the game stands, and of how it has ended."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.freedom.data.pack import Side
from engine.freedom.state import Status, with_people
from engine.freedom.turn import GameEnded
from engine.game import MODERATOR, Seat
from tests.engine.freedom.playing import BLUE, RED, RULES, Played


def panel(game: Played) -> tuple[str, str]:
    """First words of a player's panel, and the score."""
    shown = RULES.show(game.knows(RED), RED, "turn", "", game.now)
    return str(shown.lead), str(shown.sections[-1].lines[0])


def test_the_score_says_what_wins() -> None:
    assert panel(Played("varu", bare=False))[1] == "The Rebels have 9 points of 20."
    skirmish = Played("skirmish", bare=False)
    assert panel(skirmish)[1] == "The Rebels have 0 points: with more than 0 they win, with less the Empire does."


@pytest.mark.parametrize(
    ("winner", "told"),
    [
        (Side.REBEL, "The game is over: Rebellion (red) has won."),
        (Side.IMPERIAL, "The game is over: Empire (blue) has won."),
        (None, "The game is over, and drawn."),
    ],
)
def test_who_has_won_stands_on_the_panel_of_a_game_that_is_over(winner: Side | None, told: str) -> None:
    game = Played("skirmish", bare=False)
    game.arrange(replace(GameEnded(winner, 0).evolve(game.state), over=True))
    assert panel(game)[0] == told


def test_standings_tell_score_planets_units_and_who_is_gone() -> None:
    game = Played("skirmish", bare=False)
    game.arrange(with_people(game.state, ("Doctor Sontag",), status=Status.DEAD))
    told = RULES.show(game.knows(RED), None, RULES.summary, "", game.now)
    lines = [str(line) for part in told.sections for line in part.lines]
    assert "The Rebels have −1 points: with more than 0 they win, with less the Empire does." in lines
    assert "Rebellion (red): strength 7 in 5 units" in lines and "Doctor Sontag of Rebellion: dead" in lines
    assert any(line.startswith("Angoff: held by the Empire") for line in lines)


def test_the_panel_offers_moves_to_where_the_enemy_is_then_searches_and_always_to_be_done() -> None:
    game = Played()
    game.unit("Line", "Angoff urban")
    game.unit("Rebel 2-1", "Quibron wild", "wild")

    def offered(seat: Seat) -> list[str]:
        home = RULES.home(game.knows(seat), seat, game.now)
        assert "The province" in [str(part.heading) for part in home.sections]
        return [one.line for one in home.suggestions]

    assert all(line.startswith("move ") and line.endswith(" to Angoff urban") for line in offered(RED)[:-1])
    assert offered(RED)[-1] == "done" and len(offered(RED)) > 1 and offered(BLUE) == []


def test_a_moment_is_shown_by_what_goes_on_in_it() -> None:
    game = Played()
    for kind in ("Line", "Line"):
        game.unit(kind, "Angoff urban")
    game.person("Kogus", "Angoff urban")
    assert RULES.scene(game.state) == ("map", "")
    game.red("done")
    game.rolls(1)
    game.blue("search Angoff urban")
    assert game.asked == "attack imperial" and RULES.scene(game.state) == ("environ", "Angoff urban")
    game.blue("attack")
    assert RULES.scene(game.state) == ("fight", "")
    for view, about in (("map", ""), ("environ", "Angoff urban"), ("fight", "")):
        assert RULES.draw(game.state, MODERATOR, view, about, game.now).startswith("<svg")


@pytest.mark.parametrize(("side", "title"), [(Side.REBEL, "Turn 1, Rebellion"), (Side.IMPERIAL, "Turn 1, Empire")])
def test_the_thread_of_a_turn_calls_the_side_as_all_posts_do(side: Side, title: str) -> None:
    game = Played("skirmish", bare=False)
    told = RULES.show(game.knows(RED), RED, "turn", "", game.now)
    assert "Rebellion (red)" in str(told.lead)
    topic = RULES.thread(replace(game.state, player=side))
    assert topic == (f"turn:1:{side}", title)

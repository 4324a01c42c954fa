"""Scenes with people inside ships: red's stormtroopers against blue's corvette, and what tests ask of them."""

from __future__ import annotations

from engine.game import Seat
from engine.gcw.boarding.interior import crew_points
from engine.gcw.fleets import DutySet, group_of, roster
from tests.engine.gcw.playing import RED, Played, facing

CRAFT = 6


def words(game: Played, seat: Seat) -> str:
    """All the words that a seat heard in the last step."""
    known = game.known[seat]
    heard = [one for one in game.last if one.to.includes(seat)]
    return "\n".join(news.text for one in heard if (news := game.rules.tell(known, one, seat)))


def preview(game: Played, seat: Seat) -> str:
    """The preview of a seat's draft."""
    return "\n".join(game.rules.preview(game.known[seat], seat, game.now))


def crew(game: Played, ship: str) -> int:
    """Hit points left of a ship's crew."""
    return crew_points(game.rules.world, game.state, game.unit(ship))


def near(craft: int = CRAFT, target: str = "Bantam", squads: str = "7 STM") -> Played:
    """Red's Avenger with craft "S1".. of seven stormtrooper squads "L1".. each; the target's shields are gone.

    Bantam (CORV, 150 m) has a crew of 15 squads and two more embarked, all of 10 hit points and UCR 3; the
    stormtroopers have 12 hit points, UCR 4 and raw damage 2 each.
    """
    game = facing()
    for number in range(1, craft + 1):
        game.gm(
            f"spawn SEN named S{number} at Hoth B-1 for red",
            f"spawn {squads} named L{number} at Hoth B-1 for red inside S{number}",
        )
    game.gm(f"set unit {target} of blue shields 0")
    return game


def storm(target: str = "Bantam", craft: int = CRAFT) -> tuple[str, ...]:
    """The lines by which all of red's craft board a ship."""
    return tuple(f"board {target} with all from S{number}" for number in range(1, craft + 1))


def captured() -> Played:
    """Red's boarders have killed all in Bantam, and it is red's."""
    game = near()
    game.gm("remove Bantam RSO of blue")
    game.turn(RED, *storm(), "fight aboard Bantam")
    game.turn(RED, "fight aboard Bantam")
    return game


def on_duty(game: Played, system: str, *names: str) -> None:
    """Put ships of one player's on PDF duty for a system, as a captain's orders at home would."""
    seat = game.unit(names[0]).owner
    units = tuple(one for name in names for one in group_of(game.state, seat, game.unit(name).id))
    fact = DutySet(units, system)
    game.state, game.known[seat] = fact.evolve(game.state), fact.evolve(game.known[seat])


def manned(main: int, pdf: int) -> Played:
    """As `near`, without squads in Bantam; red's main fleet uses `main` CP, its PDF of Hoth `pdf`, of full ships.

    The six Sentinels and Talon (3 CP) count in the main fleet; the rest are gunships of 3 CP and corvettes of 1.
    """
    game = near()
    game.gm("remove Bantam RSO of blue", "remove Avenger of red")
    for fleet, points in (("Main", main - 9), ("Post", pdf)):
        number = 0
        for code, cp in (("STRK", 5), ("CGUN", 3), ("CORV", 1)):
            while points >= cp:
                number, points = number + 1, points - cp
                game.gm(f"spawn {code} named {fleet} {number} at Hoth C-3 for red")
                if fleet == "Post":
                    on_duty(game, "Hoth", f"{fleet} {number}")
    return game


def roster_cp(game: Played, system: str = "") -> tuple[int, int]:
    """Command points and ships of red's main fleet, or of its PDF of a system, as red knows."""
    strength = roster(game.rules.world, game.known[RED], RED, system)
    return strength.cp, len(strength.ships)

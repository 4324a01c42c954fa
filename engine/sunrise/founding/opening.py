"""The beginning of a game: its options read, its seats put on sides; and a set-up made at once for random games.
FS-SET.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.declared.changes import Writes
from engine.game import EVERYONE, Fact, Seat, Setup, Table
from engine.orders import Order
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Board, thousandths
from engine.sunrise.data.units import Edition
from engine.sunrise.figures.board import LIMIT, board_ok
from engine.sunrise.fleet.building import SampleFleet
from engine.sunrise.founding.deploying import DeployRest, HoldBack, TakeEdge
from engine.sunrise.founding.laying import PlaceMarker
from engine.sunrise.founding.locking import LockFleet
from engine.sunrise.look import Look
from engine.sunrise.play import StageBegan
from engine.sunrise.state import Settings, Side, Stage, State, TerrainMode
from engine.sunrise.world import World
from engine.text.message import N_, T_, Text, joined, listed, name, term, unmatched

OPTIONS = {
    "edition": T_("2024-07 or 2024-12: the Bomber's numbers"),
    "total": T_("integrity of a fleet, 20 unless told otherwise"),
    "goal": T_("points that end the game, 15 unless told otherwise"),
    "board": T_("inches across and up, such as 72x48"),
    "factions": T_("yes or no"),
    "terrain": T_("a ready-made map, random (with a number, 8 unless given), hand, or none"),
    "pace": T_("live or post: how long each step waits; or none for no deadlines"),
}
"""The options of a new game."""

OFFERED = {
    "total": ("20", "10", "30", "40"),
    "goal": ("15", "10", "20"),
    "board": ("72x48", "48x48", "48x36"),
    "factions": ("yes", "no"),
    "pace": ("post", "live", "none"),
}
"""Values to offer, the usual one first; the data pack names the rest."""

USUAL_PIECES = 8
OPTION_RULE = "FS-SET-07"


def _number(look: Look, option: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        why = N_("{option} is a number from {least} to {most}.")
        look.no(Code.E_VALUE, why, OPTION_RULE, option=term(option), least=least, most=most)
    return int(text)


def _board(look: Look, text: str) -> Board:
    parts = [thousandths(part) for part in text.casefold().replace("by", "x").split("x")]
    sizes = [part for part in parts if part is not None]
    if len(parts) != 2 or len(sizes) != 2 or max(sizes) > 200_000:
        look.no(Code.E_VALUE, N_("A board is written 72x48, not “{text}”."), "FS-BRD-01", text=text)
    board = Board(sizes[0], sizes[1])
    look.require(board_ok(board))
    return board


def setup_options(world: World) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The options of a new game: what each is, and values to offer, the usual one first."""
    usual = world.pack.basics.edition.value
    values = {
        **OFFERED,
        "edition": tuple(sorted((edition.value for edition in Edition), key=lambda code: code != usual)),
        "terrain": (*world.pack.maps, "random", "hand", "none"),
    }
    return {option: (what, values[option]) for option, what in OPTIONS.items()}


NO_OPTION, NO_MAP = (
    N_("No option is named '{word}'[ (did you mean '{likely}'?)]."),
    N_("No map is named '{word}'[ (did you mean '{likely}'?)]."),
)


def settings_of(look: Look, setup: Setup) -> Settings:
    """Settings by the options of a game. Refuses `E_VALUE`, `E_UNKNOWN` for an option or a map there is not."""
    pack, given = look.pack, {key.casefold(): value.strip() for key, value in setup.options.items()}
    for option in given:
        if option not in OPTIONS:
            look.no(Code.E_UNKNOWN, unmatched(NO_OPTION, name(option), OPTIONS), OPTION_RULE)
    edition = given.get("edition", pack.basics.edition.value)
    if edition not in {known.value for known in Edition}:
        why = N_("Editions are 2024-07 and 2024-12, not {edition}.")
        look.no(Code.E_VALUE, why, "FS-SC-23", edition=edition)
    factions = given.get("factions", "yes").casefold()
    if factions not in ("yes", "no"):
        look.no(Code.E_VALUE, N_("Factions is yes or no, not {factions}."), "FS-FRC-02", factions=factions)
    pace = given.get("pace", "post").casefold()
    if pace not in ("live", "post", "none"):
        look.no(Code.E_VALUE, N_("Pace is live, post or none, not {pace}."), OPTION_RULE, pace=pace)
    clock = {
        code: 0 if pace == "none" else step.live if pace == "live" else step.post for code, step in pack.clock.items()
    }
    board = _board(look, given["board"]) if "board" in given else pack.basics.board
    mode, code, pieces = _terrain(look, given.get("terrain"), board)
    return Settings(
        edition=Edition(edition),
        board=board,
        total=_number(look, "total", given.get("total", str(pack.basics.total)), 1, 200),
        goal=_number(look, "goal", given.get("goal", str(pack.basics.victory)), 1, 200),
        factions=factions == "yes",
        terrain=mode,
        map=code,
        pieces=pieces,
        clock=clock,
    )


def _terrain(look: Look, text: str | None, board: Board) -> tuple[TerrainMode, str, int]:
    """The source of the terrain: its mode, a map's code and a number of pieces; unless told otherwise a map where it
    fits the board, else the dice.
    """
    pack = look.pack
    if text is None:
        if board == pack.basics.board and pack.maps:
            return TerrainMode.MAP, next(iter(pack.maps)), 0
        return TerrainMode.RANDOM, "", USUAL_PIECES
    word, _, rest = text.casefold().partition(" ")
    if word == "random":
        pieces = _number(look, "the number of pieces", rest.strip() or str(USUAL_PIECES), 1, LIMIT)
        return TerrainMode.RANDOM, "", pieces
    if word == "hand":
        return TerrainMode.HAND, "", 0
    if word in ("none", "open"):
        return TerrainMode.MAP, "", 0
    found = next(
        (code for code, one in pack.maps.items() if text.casefold() in (code.casefold(), one.name.casefold())), None
    )
    if found is None:
        look.no(Code.E_UNKNOWN, unmatched(NO_MAP, name(text), [*pack.maps, "random", "hand", "none"]), "FS-BRD-05")
    if board != pack.basics.board:
        look.no(Code.E_VALUE, T_("Ready-made maps are for the usual board; say random or hand."), "FS-BRD-05")
    return TerrainMode.MAP, found, 0


def begin(world: World, setup: Setup, table: Table[State]) -> None:
    """The game opens; its seats play sides A and B in turn, and both build their fleets (FS-TERM-04, FS-SET-07)."""
    settings = settings_of(Look(world, table.state, None, table.now, table.refusals), setup)
    sides = tuple(Side)
    seats = {seat: sides[number % 2] for number, seat in enumerate(setup.seats)}
    table.say(Opened(setup.name, settings, seats), EVERYONE)
    minutes = settings.clock.get("fleet-lock", 0)
    until = type(table.now)(table.now + 60 * minutes) if minutes else None
    table.say(StageBegan(Stage.FLEETS, None, until), EVERYONE)


OPENED = N_("**{game}**: False Sunrise, edition {edition}; fleets of {total} integrity, {goal} points to win.")
OPENED_PLAIN = N_(
    "**{game}**: False Sunrise, edition {edition}; fleets of {total} integrity without factions, {goal} points to win."
)
PLAYS, PLAYERS = N_("{seat} plays side {side}"), N_("{players}.")
EDITIONS: dict[Edition, Text] = {Edition.JULY_2024: T_("July 2024"), Edition.DECEMBER_2024: T_("December 2024")}


class Opened(Fact[State], frozen=True):
    """The game begins: what was agreed, and who plays which side."""

    rule = "FS-FRC-01"
    decides = True
    makes = Writes("name", "settings", "seats")
    name: str
    settings: Settings
    seats: Mapping[Seat, Side]

    def words(self, look: Look) -> Text:
        agreed = self.settings
        words = (OPENED if agreed.factions else OPENED_PLAIN)(
            game=name(self.name), edition=EDITIONS[agreed.edition], total=agreed.total, goal=agreed.goal
        )
        players = listed(PLAYS(seat=name(seat), side=term(side.value)) for seat, side in self.seats.items())
        return joined(" ", (words, PLAYERS(players=players))) if players else words


SEATS = (Seat("red"), Seat("blue"), Seat("green"))
AGAINST = " against "
"""Between the fleets in the name of a random game."""

GOALS = ("15", "5", "15", "3")
"""Points that end random games: few reach the usual number."""

HELD = "Syzygy"
"""A ship of theirs that may stay in Slipspace."""

PLACES = ((36, 24), (24, 15), (48, 33), (24, 33), (48, 15), (36, 13), (36, 35), (16, 24), (56, 24), (20, 14))
"""Where their markers lie, as far as terrain lets them."""


def setups(world: World) -> Sequence[Setup]:
    """Random games: each ready-made fleet against two others, every map and kind of terrain, both editions, and now and
    then a third player.
    """
    pack = world.pack
    fleets, grounds = list(pack.fleets), [*pack.maps, "random", "none"]
    made = []
    for number in range(2 * len(fleets)):
        first, second = fleets[number % len(fleets)], fleets[(number + 1 + number // len(fleets)) % len(fleets)]
        options = {
            "edition": list(Edition)[number // 2 % 2].value,
            "terrain": grounds[number % len(grounds)],
            "goal": GOALS[number % len(GOALS)],
        }
        made.append(Setup(f"{first}{AGAINST}{second}", SEATS[: 3 if number % 4 == 3 else 2], options))
    return made


def opening(world: World, setup: Setup) -> Sequence[tuple[Seat, Order]]:
    """Orders that bring a game to turn 1, with the fleets that its name says, or the first two that are ready-made.

    Who picks is up to the dice: some orders are refused, and others fit.
    """
    seats, ready = setup.seats[:2], list(world.pack.fleets)
    named = setup.name.split(AGAINST)
    fleets = named if len(named) == 2 and all(fleet in ready for fleet in named) else ready[:2]
    given: list[tuple[Seat, Order]] = [
        (seat, SampleFleet(fleet=fleet)) for seat, fleet in zip(seats, fleets, strict=True)
    ]
    given += [(seat, LockFleet()) for seat in seats]
    for x, y in PLACES:
        given += [(seat, PlaceMarker(x=str(x), y=str(y))) for seat in seats]
    given += [(seat, TakeEdge(edge="S")) for seat in seats]
    for _ in seats:
        for seat in seats:
            given += [(seat, HoldBack(ships=HELD)), (seat, DeployRest())]
    return given

"""Beginning of a game: its options, and the scenario that is laid out. Register State, D12."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NoReturn

from msgspec.structs import asdict

from engine.declared.changes import Puts, Together, Writes
from engine.freedom.data.pack import Code, Scenario, Side
from engine.freedom.look import Look, World
from engine.freedom.pieces import letters, unit_name
from engine.freedom.play import Play, StageBegan, give_time
from engine.freedom.state import Environ, Excess, Options, Person, Planet, Ship, Stage, State, Unit
from engine.game import EVERYONE, Fact, Seat, Setup, Table
from engine.text.message import N_, T_, Message, Shown, Text, name, said, term, unmatched

OPTIONS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "scenario": (T_("what is played"), ("egrix", "varu", "skirmish")),
    "rebels": (T_("which seat leads the Rebels, by the order of their names: blue before red"), ("first", "second")),
    "pace": (T_("how long a decision waits: minutes live, a day by post, or for ever"), ("post", "live", "none")),
    "leader-min": (T_("the least leadership of a leader (FITG-ENV-09)"), ("1", "2")),
    "extremes": (T_("what opens the columns 1-6 and 6-1 (FITG-ENV-14)"), ("leader-only", "any-shift")),
    "break-all-only": (T_("whether all break off together (FITG-CHR-26)"), ("no", "yes")),
    "rebellion-strike": (T_("whether rebels may strike at once (FITG-ENV-01)"), ("yes", "no")),
    "elite-cancels": (T_("whether an Imperial elite unit cancels a special environ (FITG-ENV-17)"), ("yes", "no")),
    "squad-may-decline": (T_("whether survivors may spare characters (FITG-ENV-19)"), ("no", "yes")),
    "locals-inverted": (T_("whether the marked locals open fire, and the others do not (register D4)"), ("no", "yes")),
}
"""By name of the option what it is, and its values, the usual one first."""


MEANT: Mapping[str, Any] = {  # of whatever type a switch is
    "no": False, "yes": True, "1": 1, "2": 2, "leader-only": "leader_only", "any-shift": "any_shift",
}  # fmt: skip
"""Values of options that are switches, each as it is kept."""


def refuse(table: Table[State], code: Code, why: Message | Text, rule: str, **figures: str | int) -> NoReturn:
    """Decline with the figures of the case. Raises Refusal."""
    table.refuse(code, rule, why=said(why, **figures))


NO_OPTION = N_("No option is named “{word}”[ (did you mean “{likely}”?)].")


def begin(world: World, setup: Setup, table: Table[State]) -> None:
    """A scenario is laid out, and the Rebels' first movement begins: the first seat is theirs, unless it is said to be
    the second. Refuses `E_SIDE`, `E_RANGE`, `E_NAME`.
    """
    if len(setup.seats) != 2:
        refuse(table, Code.E_SIDE, N_("Two seats play, not {seats}."), "FITG-CHR-06", seats=len(setup.seats))
    given = {option: values[0] for option, (_, values) in OPTIONS.items()}
    for option, value in setup.options.items():
        if option not in OPTIONS:
            refuse(table, Code.E_NAME, unmatched(NO_OPTION, name(option), OPTIONS), "FITG-GEN-03")
        offered = tuple(world.pack.scenarios) if option == "scenario" else OPTIONS[option][1]
        if value not in offered:
            why = N_("“{option}” is one of {offered}, not {value}.")
            refuse(table, Code.E_RANGE, why, "FITG-GEN-03", option=option, offered=", ".join(offered), value=value)
        given[option] = value
    scenario = world.pack.scenarios[given["scenario"]]
    minutes = asdict(world.pack.pack.clock).get(given["pace"], 0)
    switches = {option.replace("-", "_"): MEANT[value] for option, value in given.items() if value in MEANT}
    options = Options(minutes=minutes, locals_flag_inverted=switches.pop("locals_inverted"), **switches)
    sides = (Side.REBEL, Side.IMPERIAL) if given["rebels"] == "first" else (Side.IMPERIAL, Side.REBEL)
    seats = dict(zip(setup.seats, sides, strict=True))
    table.say(laid_out(world, scenario, seats, options), EVERYONE)
    play = Play(world, table)
    play.tell(StageBegan(1, Side.REBEL, Stage.MOVEMENT))
    play.do(*(Excess(environ, side) for environ in table.state.environs for side in Side))
    give_time.run(world, table, table.state)


def named(kinds: Sequence[str]) -> list[str]:
    """Names for pieces of kinds: "Line A", "Line B"; of one alone, its kind."""
    return [
        f"{kind} {letters(kinds[:at].count(kind))}" if kinds.count(kind) > 1 else kind for at, kind in enumerate(kinds)
    ]


def laid_out(world: World, scenario: Scenario, seats: Mapping[Seat, Side], options: Options) -> Opened:
    """The pieces of a scenario where they begin."""
    held = [planet.name for planet in scenario.planets]
    planets = tuple(Planet(planet.name, planet.control, planet.loyalty, planet.level) for planet in scenario.planets)
    within = (environ for environ in world.pack.environs.values() if environ.planet in held)
    environs = tuple(Environ(one.id, one.planet, one.terrain, one.size) for one in within)
    kinds, cards = world.pack.units, world.pack.characters
    placed = zip(named([unit_name(unit.unit, unit.terrain) for unit in scenario.units]), scenario.units, strict=True)
    units = tuple(Unit(id, kinds[one.unit].side, one.unit, one.at, one.terrain) for id, one in placed)
    people = world.in_order(
        Person(one.name, cards[one.name].side, one.at, rides=one.leads, detected=one.leads)
        for one in scenario.characters
    )
    owned = zip(named([ship.ship for ship in scenario.ships]), scenario.ships, strict=True)
    where = {person.name: person.environ for person in people}
    ships = tuple(Ship(id, cards[one.owner].side, one.ship, one.owner, where[one.owner]) for id, one in owned)
    return Opened(scenario.code, seats, options, planets, environs, units, tuple(people), ships)


def _scenario(look: Look, code: str, form: str) -> Text:
    """A scenario, by its name or its turns."""
    scenario = look.world.pack.scenarios[code]
    return term(str(scenario.turns) if form == "turns" else scenario.name)


Players = Annotated[Mapping[Seat, Side], Shown[Mapping[Seat, Side]](lambda look, seats, form: look.name(Side(form)))]
"""Who plays the side that stands after the colon."""


class Opened(Fact[State], frozen=True):
    """A game begins: the scenario, who plays whom, the options, and all pieces where they stand (D12)."""

    says = N_("**{scenario}**: {scenario:turns} turns. {seats:rebel} against {seats:imperial}.")
    rule = "FITG-GEN-03"
    decides = True
    makes = Together(
        Writes("scenario", "seats", "options"),
        *(Puts(pieces, pieces, "name") for pieces in ("planets", "people")),
        *(Puts(pieces, pieces) for pieces in ("environs", "units", "ships")),
    )
    scenario: Annotated[str, Shown(_scenario)]
    seats: Players
    options: Options
    planets: tuple[Planet, ...]
    environs: tuple[Environ, ...]
    units: tuple[Unit, ...]
    people: tuple[Person, ...]
    ships: tuple[Ship, ...]


def setups(world: World) -> Sequence[Setup]:
    """Random games of every scenario."""
    seats = (Seat("red"), Seat("blue"))
    return [Setup(f"Random {code}", seats, {"scenario": code}) for code in world.pack.scenarios]

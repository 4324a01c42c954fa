"""Nouns and their like: what words name, what a menu offers, what random players try, what is kept of an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Annotated, Self

import msgspec
import pytest
from msgspec.structs import replace

from engine.act import Act, Order
from engine.clock import Instant
from engine.declared.corrections import Correction, Field, Setting, figure
from engine.dice.keyed import ScriptedDice
from engine.game import EVERYONE, Fact, Refusal, RefusalText, Table
from engine.look import Look, Refused
from engine.noun import NOTHING_FOUND, Found, Named, Noun, Offered, Pair, Several, Value
from engine.orders import Option
from engine.text.message import term


class Ship(msgspec.Struct, frozen=True):
    """A ship by its code, which is for good, and its name, which others may change."""

    code: str
    name: str
    fuel: int = 3


class Fleet(msgspec.Struct, frozen=True):
    ships: tuple[Ship, ...] = ()


REFUSALS: Mapping[str, RefusalText] = {
    "NO_SHIP": RefusalText("There is no ship {name}.", fix="{hint}"),
    "DRY": RefusalText("{ship} has no fuel."),
    "TOO_FAR": RefusalText("It flies at most {most}."),
    "BOUNDS": RefusalText("It is {least} to {most}, not {given}."),
    "NO_FIELD": RefusalText("There is no field {name}."),
}

Sky = Look[None, Fleet]
DART, DUST, DAWN, DUSK = (Ship(f"S{at}", name) for at, name in enumerate(("Dart", "Dust", "Dawn", "Dusk"), 1))
DRY = Ship("S5", "Drought", fuel=0)


def sky(*ships: Ship) -> Sky:
    """Look of somebody who knows these ships."""
    return Look(None, Fleet(ships), None, Instant(0), REFUSALS)


def fuelled(look: Sky, ship: Ship, found: Found) -> Refused | None:
    return None if ship.fuel else Refused("DRY", {"ship": ship.name})


SHIP: Noun[Sky, Ship] = Noun(
    "a ship",
    lambda look, found: look.known.ships,
    lambda ship: (ship.name, ship.code),
    unknown="NO_SHIP",
    tests=(fuelled,),
    keeps=lambda ship: ship.code,
)


def refusal_of(asked: Callable[[], object]) -> str:
    """Sentence by which something that is asked is refused."""
    with pytest.raises(Refusal) as caught:
        asked()
    return str(caught.value)


def test_a_thing_is_found_by_any_of_its_names_and_offered_by_the_first() -> None:
    look = sky(DART, DUST)
    assert SHIP.find(look, " dust ", NOTHING_FOUND) == SHIP.find(look, "s2", NOTHING_FOUND) == DUST
    assert [option.value for option in SHIP.options(look, NOTHING_FOUND, "")] == ["Dart", "Dust"]


def test_a_name_of_nothing_is_refused_with_the_offered_names_that_are_near() -> None:
    look = sky(DART, replace(DAWN, code="Darts"))
    assert refusal_of(lambda: SHIP.find(look, "Darts2", NOTHING_FOUND)) == "There is no ship Darts2. Did you mean Dart?"
    assert refusal_of(lambda: SHIP.find(look, "xyzzy", NOTHING_FOUND)) == "There is no ship xyzzy."


def test_what_a_test_refuses_is_known_but_neither_found_nor_offered() -> None:
    look = sky(DRY, DART)
    assert refusal_of(lambda: SHIP.find(look, "Drought", NOTHING_FOUND)) == "Drought has no fuel."
    assert SHIP.named(look, "Drought") == DRY
    assert list(SHIP.fitting(look)) == [DART]
    assert (SHIP.fits(look, DRY, NOTHING_FOUND), SHIP.fits(look, DART, NOTHING_FOUND)) == (False, True)


def test_what_is_found_by_its_exact_name_needs_no_list_and_the_rest_is_looked_for() -> None:
    hidden = Ship("S9", "Night")
    exact = SHIP.but(exact=lambda look, words, found: hidden if words == "S9" else None)
    assert exact.find(sky(DART), " S9 ", NOTHING_FOUND) == hidden
    assert exact.find(sky(DART), "Dart", NOTHING_FOUND) == DART


def test_an_order_that_is_kept_names_things_by_what_nobody_can_change() -> None:
    look = sky(DART, DUST, DRY)
    assert [SHIP.lasting(look, words) for words in ("dust", "Drought", "Nobody")] == ["S2", "S5", "Nobody"]
    assert SHIP.but(keeps=None).lasting(look, "dust") == "dust"


class Loud(Noun[Sky, Ship]):
    """Ships that random players call by their names in capitals."""

    def values(self, look: Sky, found: Found) -> Iterator[str]:
        """In capitals, and one that there is not."""
        yield from ("NOBODY", *(ship.name.upper() for ship in self.fitting(look, found)))


def test_a_noun_with_words_of_its_own_is_tried_by_them() -> None:
    look, loud = sky(DART, DRY), Loud("a ship", SHIP.among, SHIP.names, unknown="NO_SHIP", tests=SHIP.tests)
    assert list(loud.things(look, NOTHING_FOUND)) == [("DART", DART)]
    assert list(SHIP.things(look, NOTHING_FOUND)) == [("S1", DART)]


SHIPS: Several[Sky, Ship] = Several(
    SHIP, groups=lambda look, words: look.known.ships if words == "all" else None, offer=lambda look: [Option("all")]
)


def test_of_several_things_each_is_found_once_in_the_order_named() -> None:
    look = sky(DART, DUST, DAWN)
    assert SHIPS.find(look, "Dawn, dart and S3", NOTHING_FOUND) == (DAWN, DART)
    assert SHIPS.find(look, " all ", NOTHING_FOUND) == (DART, DUST, DAWN)
    assert refusal_of(lambda: SHIPS.find(look, "Dart, Dot", NOTHING_FOUND)).startswith("There is no ship Dot.")
    assert refusal_of(lambda: SHIPS.find(sky(DART, DRY), "all", NOTHING_FOUND)) == "Drought has no fuel."


ROUGHLY: Several[Sky, Ship] = Several(
    SHIP, groups=lambda look, words: [one for one in look.known.ships if one.name < "Du"] if words == "early" else None
)


def test_a_group_may_stand_among_single_things_and_a_name_goes_before_a_group() -> None:
    look = sky(DUST, DAWN, DART)
    assert ROUGHLY.find(look, "Dust, early", NOTHING_FOUND) == (DUST, DAWN, DART)
    assert ROUGHLY.find(look, "early, Dawn and Dust", NOTHING_FOUND) == (DAWN, DART, DUST)
    called = Ship("S9", "early")
    assert ROUGHLY.find(sky(called, DUST), "Dust, early", NOTHING_FOUND) == (DUST, called)


def test_groups_single_things_and_some_together_are_tried() -> None:
    tried = [list(SHIPS.values(sky(*ships), NOTHING_FOUND)) for ships in ((), (DART,), (DART, DUST, DAWN, DUSK, DRY))]
    assert tried == [["all"], ["all", "S1"], ["S1", "S2", "S3", "S1, S2, S3, S4"]]


def test_a_menu_of_several_goes_on_behind_what_is_typed() -> None:
    look = sky(DART, DUST, DAWN)
    assert [option.value for option in SHIPS.options(look, NOTHING_FOUND, "")] == ["all", "Dart", "Dust", "Dawn"]
    assert [option.value for option in SHIPS.options(look, NOTHING_FOUND, "Dust, d")] == ["Dust, Dart", "Dust, Dawn"]


def test_several_are_kept_name_by_name_and_a_group_as_it_was_named() -> None:
    look = sky(DART, DUST)
    assert [SHIPS.lasting(look, words) for words in ("dust and Dart", "all")] == ["S2, S1", "all"]


def far(look: Sky, words: str, found: Found) -> int:
    if int(words) > found.first.fuel:
        look.refuse("TOO_FAR", most=found.first.fuel)
    return int(words)


DISTANCE: Value[Sky, int] = Value("a distance", far, lambda look, found: [Option("1"), Option(str(found.first.fuel))])
FLIGHT: Pair[Sky, Ship, int] = Pair(SHIP, "by", DISTANCE)


def test_a_pair_is_called_by_what_it_is_made_of() -> None:
    distance: Value[Sky, int] = Value("a distance", far)
    assert Pair(SHIP, "by", distance).what == "a ship by a distance"
    assert Pair(SHIP, "by", distance, "a flight").what == "a flight"
    assert list(distance.options(sky(), NOTHING_FOUND, "")) == []


def test_the_second_of_a_pair_sees_the_first() -> None:
    look = sky(DART)
    assert FLIGHT.find(look, "Dart by 3", NOTHING_FOUND) == (DART, 3)
    assert refusal_of(lambda: FLIGHT.find(look, "Dart by 4", NOTHING_FOUND)) == "It flies at most 3."
    assert [option.value for option in FLIGHT.options(look, NOTHING_FOUND, "")] == ["Dart by 1", "Dart by 3"]
    assert (FLIGHT.lasting(look, "dart by 2"), FLIGHT.lasting(look, "dart")) == ("S1 by 2", "S1")


class Fly(Order):
    """Fly somewhere: how often, with which ship, and how far."""

    times: int = 1
    first: Annotated[str, SHIP]
    distance: Annotated[str, DISTANCE]


def test_what_stands_behind_a_field_that_is_left_out_is_still_found() -> None:
    tried = [(order.times, order.first, order.distance) for order in Fly.likely(sky(DART, DRY))]
    assert tried == [(1, "S1", "1"), (1, "S1", "3")]


class Grounded(Fly):
    """Fly somewhere, but for the weather."""

    @classmethod
    def ready(cls, look: Sky) -> Refused | None:
        """While it is calm."""
        return Refused("STORM")

    @classmethod
    def likely(cls, look: Sky) -> Iterator[Self]:
        """The nearest."""
        yield cls(first="S1", distance="1")


def test_of_a_kind_that_is_not_ready_nothing_is_possible_whatever_is_likely() -> None:
    look = sky(DART)
    assert len(list(Grounded.likely(look))) == 1
    assert (list(Grounded.possible(look)), Grounded.fits(look)) == ([], False)
    assert len(list(Fly.possible(look))) == 2


class Refuel(Order):
    """Refuel a ship, from a tanker or the base."""

    ship: Annotated[str, SHIP]
    base: Annotated[str, SHIP] = "Dust"
    tanker: Annotated[str | None, SHIP] = None


def test_a_thing_that_is_left_out_is_the_usual_one_or_none() -> None:
    tried = [(order.ship, order.base, order.tanker) for order in Refuel.likely(sky(DART, DUST))]
    assert tried == [("S1", "Dust", None), ("S2", "Dust", None)]
    assert list(Refuel.likely(sky(DART))) == []  # there is no base


class Escort(Order):
    """Have ships go with another: two at least, and that one is none of them."""

    ship: Annotated[str, SHIP]
    escorts: Annotated[str, SHIPS]

    def check(self, look: Sky, found: Found) -> None:
        """Refuses FEW and SELF."""
        if len(found.escorts) < 2:
            look.require(Refused("FEW"))
        if found.ship in found.escorts:
            look.require(Refused("SELF"))


def test_a_menu_leaves_out_what_the_check_refuses_but_nothing_of_a_list_of_which_one_is_too_few() -> None:
    look = sky(DART, DUST, DAWN)

    def offered(field: str, **given: str) -> list[str]:
        return [option.value for option in Escort.options(look, field, given)]

    assert offered("ship", escorts="Dart, Dawn") == ["Dust"]
    assert offered("escorts", ship="Dust") == ["all", "Dart", "Dust", "Dawn"]


class Code(Named[Sky, str]):
    """A code word: nothing is offered for it."""

    def find(self, look: Sky, words: str, found: Found) -> str:
        """The word itself."""
        return words


class Whisper(Order):
    """Whisper a code word."""

    word: Annotated[str, Code("a code word")]
    times: int = 1


def test_where_nothing_can_be_offered_the_menu_is_empty() -> None:
    assert list(Whisper.options(sky(DART), "word", {})) == list(Whisper.options(sky(DART), "times", {})) == []
    assert list(Whisper.likely(sky(DART))) == []


class Signal(Order):
    """Signal from a ship: how far it is heard, and how."""

    ship: Annotated[str, SHIP]
    far: Annotated[
        str,
        Value[Sky, str](
            "how far",
            lambda look, words, found: words,
            lambda look, found: (
                (Option(str(far)) for far in range(1, found.ship.fuel + 1)) if found.get("ship") else ()
            ),
        ),
    ]
    flag: Annotated[str, Offered[Sky]("a flag", lambda look, found: [Option("red"), Option("white")])] = "white"


def test_a_menu_that_depends_on_an_empty_field_has_what_anything_there_would_offer() -> None:
    look = sky(replace(DART, fuel=1), replace(DUST, fuel=2), DRY)
    assert list(Signal.options(look, "far", {})) == [Option("1"), Option("2", "2 (S2)")]
    assert list(Signal.options(look, "far", {"ship": "Dart"})) == [Option("1")]
    assert list(Signal.options(look, "far", {"ship": "Drake"})) == []  # there is none: nothing else is offered for it
    assert list(Signal.options(sky(DRY), "far", {})) == []


class Echo(Signal):
    """A signal that is read with its ship."""

    far: Annotated[str, Value[Sky, str]("how far", lambda look, words, found: f"{found.ship.name} {words}")]


@pytest.mark.parametrize("ship", ["Dart", "Drake"])
def test_a_menu_is_offered_where_a_field_before_it_is_read_with_one_that_names_nothing(ship: str) -> None:
    offered = Echo.options(sky(DART), "flag", {"ship": ship, "far": "1"})
    assert [option.value for option in offered] == ["red", "white"]


def test_words_that_are_read_as_they_stand_have_a_menu_and_may_be_others() -> None:
    assert [option.value for option in Signal.options(sky(DART), "flag", {})] == ["red", "white"]
    assert Signal(ship="Dart", far="1", flag="black").flag == "black"
    assert [(order.far, order.flag) for order in Signal.likely(sky(replace(DART, fuel=1)))] == [("1", "white")]


def test_of_each_field_a_few_values_are_tried() -> None:
    ships = [Ship(f"S{number}", f"Ship {number}") for number in range(1, 10)]
    assert [order.first for order in Fly.likely(sky(*ships)) if order.distance == "1"] == ["S1", "S2", "S3"]


class Fuelled(Fact[Fleet], frozen=True):
    """A moderator set how much fuel a ship has."""

    silent = "a test"
    ship: str
    fuel: int

    def evolve(self, state: Fleet) -> Fleet:
        ships = (replace(ship, fuel=self.fuel) if ship.code == self.ship else ship for ship in state.ships)
        return Fleet(tuple(ships))


FUEL: Correction[Ship, int] = figure(
    "fuel",
    lambda look, ship: (0, ship.fuel),
    lambda look, ship, given, least, most: Refused("BOUNDS", {"given": given, "least": least, "most": most}),
    lambda act, ship, value: act.say(Fuelled(ship.code, value), EVERYONE),
)
FIELD = Field("what is set", lambda found: (FUEL,), lambda name: Refused("NO_FIELD", {"name": name}))
SETTING = Setting("its value", "thing", "field")


def test_a_correction_is_found_by_its_name_and_reads_its_value_within_the_bounds_of_the_thing() -> None:
    look, chosen = sky(DART), NOTHING_FOUND.also("thing", DART)
    assert FIELD.find(look, " Fuel ", chosen) is FUEL
    assert refusal_of(lambda: FIELD.find(look, "name", chosen)) == "There is no field name."
    chosen = chosen.also("field", FUEL)
    assert [SETTING.find(look, words, chosen) for words in ("0", " 3 ", "+1")] == [0, 3, 1]
    for words in ("4", "-1", "two", "9" * 10):
        assert refusal_of(partial(SETTING.find, look, words, chosen)) == f"It is 0 to 3, not {words}."
    assert [option.value for option in FIELD.options(look, chosen, "")] == ["fuel"]
    assert [option.value for option in SETTING.options(look, chosen, "")] == ["3", "0"]
    assert list(SETTING.options(look, NOTHING_FOUND, "")) == []


def test_a_correction_is_made_of_the_thing_with_the_value() -> None:
    look = sky(DART, DUST)
    table = Table(look.known, Instant(0), ScriptedDice(), REFUSALS)
    FUEL.set(Act(look, table), DUST, 2)
    assert [ship.fuel for ship in table.state.ships] == [3, 2]


def test_a_refusal_says_the_checks_own_sentence_where_it_has_one() -> None:
    look = sky()
    usual, own = Refused("DRY", {"ship": "Dart"}), Refused("DRY", sentence=term("It is dry."))
    assert refusal_of(lambda: look.require(usual)) == "Dart has no fuel."
    assert refusal_of(lambda: look.require(own)) == "It is dry."
    look.require(None)

"""Orders as lines of text: what fits, what is said where nothing does, and the way there and back."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, ClassVar, Literal, SupportsIndex, overload

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError, field_validator, model_validator

from engine.noun import parts_of
from engine.orders import Order, Pick
from engine.text.lines import (
    LONGEST_LINE,
    BadTemplate,
    PlainName,
    WordsError,
    build,
    parse,
    sheet,
    template_of,
    to_text,
    usage,
)
from engine.text.template import Match, Template, Token, tokens


class Fire(Order):
    """Fire a ship's weapons."""

    path = "x battle fire"
    line = "fire [{weapons} of ]{ship} at {target}"
    ship: Annotated[str, Pick("a ship of yours")]
    target: Annotated[str, Pick()] = Field(description="a unit you can see")
    weapons: str = "all"


class Hold(Order):
    """Hold fire."""

    path = "x battle hold"
    line = "fire nothing"


class Move(Order):
    """Move a ship."""

    path = "x battle move"
    line = "move {ship} to {cell}[ at {speed}][ quietly {quiet}][ saying {story}]"
    ship: str = Field(min_length=1, description="a ship of yours")
    cell: str = Field(description="where to")
    speed: int = Field(default=1, ge=1, le=9, description="cells")
    quiet: bool = False
    story: str | None = None

    @field_validator("cell")
    @classmethod
    def _cell(cls, value: str) -> str:
        if value == "nowhere":
            raise ValueError("a cell is a place")
        return value


class Hand(Order):
    """Hand things over."""

    path = "x fleet hand"
    line = "hand {things} from hold {hold} to hold {other}"
    things: str
    hold: str
    other: str


class Rename(Order):
    """Give a ship a name."""

    path = "x fleet rename"
    line = "name {number} {name}"
    number: int
    name: PlainName


class Stance(Order):
    """Choose a stance."""

    path = "x battle stance"
    line = "stance {stance}"
    sheet = False
    stance: Literal["bold", "Careful"]


class Go(Order):
    """Another order that begins as a move does."""

    path = "x battle go"
    line = "move {anything}"
    anything: str = Field(max_length=400)


ORDERS = (Fire, Hold, Move, Rename, Stance)


def refused(text: str, orders: tuple[type[Order], ...] = ORDERS) -> WordsError:
    with pytest.raises(WordsError) as caught:
        parse(text, orders)
    assert caught.value.code == "WORDS"
    return caught.value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hand rice from 3 to hold 1", "“hold” should stand at column 16, not “3”."),
        ("hand rice from hold 3 to 1", "“hold” should stand at column 26, not “1”."),
        ("hand rice from", "“hold” is missing after “from”."),
        ("hand rice form hold 3 to hold 1", "“from” should stand at column 11, not “form”."),
    ],
)
def test_of_two_words_that_stand_together_the_one_that_is_not_there_is_named(text: str, sentence: str) -> None:
    assert refused(text, (Hand,)).sentence == sentence


def test_a_line_is_read_in_any_case_and_spacing() -> None:
    assert parse("  FIRE 10 HTLB,  5 IC   of Devastator At Home One ", ORDERS) == Fire(
        ship="Devastator", target="Home One", weapons="10 HTLB, 5 IC"
    )


def test_a_part_in_brackets_may_be_left_out() -> None:
    assert parse("fire Devastator at Home One", ORDERS) == Fire(ship="Devastator", target="Home One")
    assert parse("move A to B2 saying We go.", ORDERS) == Move(ship="A", cell="B2", story="We go.")


def test_quotation_marks_keep_a_name_together() -> None:
    read = parse('fire “Tip of Spear” at "Look \\"at\\" me"', ORDERS)
    assert read == Fire(ship="Tip of Spear", target='Look "at" me')
    assert parse('fire "Old" Glory at B', ORDERS) == Fire(ship='"Old" Glory', target="B")


def test_orders_that_begin_alike_are_told_apart() -> None:
    assert parse("fire nothing", ORDERS) == Hold()
    assert parse("move A to B", (Go, Move)) == Move(ship="A", cell="B")
    assert parse("move A", (Go, Move)) == Go(anything="A")


def test_values_are_read_in_their_types_and_choices_in_any_case() -> None:
    assert parse("move A to B at 3 quietly yes", ORDERS) == Move(ship="A", cell="B", speed=3, quiet=True)
    assert parse("stance careful", ORDERS) == Stance(stance="Careful")


@pytest.mark.parametrize(
    ("text", "column", "sentence", "fix"),
    [
        ("fier A at B", 1, "No order begins with “fier”.", "Did you mean fire?"),
        ("dance", 1, "No order begins with “dance”.", "Did you mean stance?"),
        ("xyzzy", 1, "No order begins with “xyzzy”.", "Orders begin with fire, move, name, stance."),
        ("fire A", 7, "“at” is missing after “A”.", "Write: `fire [<weapons> of ]<ship> at <target>`"),
        ("fire Glory from the old Line", 29, "“at” is missing after “the old Line”.", "Write: `fire"),
        (
            "fire A att B",
            8,
            "“at” should stand at column 8, not “att”.",
            "Write: `fire [<weapons> of ]<ship> at <target>`",
        ),
        ("fire A at", 10, "The order stops after “at”: the target (a unit you can see) is missing.", "Write: `fire"),
        ("fire", 5, "The order stops after “fire”: the ship (a ship of yours) is missing.", "Write: `fire"),
        ("fire nothing now", 14, "The order ends with “nothing”, but “now” follows.", "Write: `fire nothing`"),
        ('move "A to B', 6, "The quotation mark at column 6 has no partner.", "Close it, or leave it out."),
        ("move A to B at speed", 16, "The speed must be a whole number, not “speed”.", ""),
        ("move A to B at 12", 16, "The speed must be at least 1 and at most 9, not “12”.", ""),
        ("move A to B quietly so", 21, "The quiet is yes or no, not “so”.", ""),
        ("move A to nowhere", 11, "A cell is a place. The cell was “nowhere”.", ""),
        ("stance carefull", 8, "The stance is one of bold, Careful, not “carefull”.", "Did you mean Careful?"),
        ('move "" to B', 6, "The ship needs at least 1 character.", ""),
        ("   ", 1, "There is no order in this line.", ""),
    ],
)
def test_what_does_not_fit_is_told_with_its_place_and_what_is_right(
    text: str, column: int, sentence: str, fix: str
) -> None:
    error = refused(text)
    assert (error.sentence, error.column) == (sentence, column)
    assert error.fix.startswith(fix)
    assert bool(error.fix) == bool(fix)


class Drift(Order):
    """An order that is longer than a move at a speed."""

    path = "x battle drift"
    line = "move {ship} to {cell} at {speed} for now"
    ship: str
    cell: str
    speed: int


class Sail(Move):
    """An order that is written as a move is."""

    path = "x battle sail"


class Salute(Order):
    """Two words of its own, one after the other."""

    path = "x battle salute"
    line = "show flag to {ship}"
    ship: str


def test_of_a_wrong_value_and_a_missing_word_equally_far_on_the_value_is_told() -> None:
    for orders in ((Move, Drift), (Drift, Move), (Move, Sail, Drift)):
        assert refused("move A to B at 12", orders).field == "speed"


@pytest.mark.parametrize("text", ["show", "show flag"])
def test_a_line_may_stop_between_two_words_of_its_order(text: str) -> None:
    missing = "to" if text.endswith("flag") else "flag"
    assert refused(text, (Salute,)).sentence == f"“{missing}” is missing after “{text}”."


def test_the_class_that_came_furthest_tells_the_error() -> None:
    assert refused("fire A", (Hold, Fire)).sentence == "“at” is missing after “A”."
    assert refused("move A to B at 12", (Go, Hold, Move)[1:]).field == "speed"


def test_what_a_player_typed_is_harmless_in_the_answer() -> None:
    said = refused("`@everyone` **now**").sentence
    assert "@everyone" not in said
    assert "**" not in said


def test_a_very_long_line_is_refused_quickly() -> None:
    assert "at most" in refused("fire " + "at of " * (LONGEST_LINE // 6)).sentence
    assert refused("fire " + "of " * 1900).column
    assert "at most 75000 characters, not 75001" in refused("fire ".ljust(LONGEST_LINE + 1, "x")).sentence
    assert "at most" not in refused("fire ".ljust(LONGEST_LINE, "x")).sentence


@pytest.mark.parametrize(
    ("template", "line", "values"),
    [
        ("fire {arms} at {target}", "fire at at B", {"arms": "at", "target": "B"}),
        ("fire {arms} at {target}", "fire at B", None),
        ("hold {place} now", "hold now", None),
        ("hold {place} now", "hold now now", {"place": "now"}),
        ("hold {place} now", "hold A now B now", {"place": "A now B"}),
        ("take {goods} out of {place}", "take A out B out of C", {"goods": "A out B", "place": "C"}),
        ("take {goods} out of {place}", "take A out of B out of C", {"goods": "A", "place": "B out of C"}),
        ("take {goods} out of {place}", 'take "out of A" out of B', {"goods": "out of A", "place": "B"}),
        ("take {goods} out of {place}", "take A out B", None),
        ("move {ship} {course} now", "move A 1 2 now", {"ship": "A", "course": "1 2"}),
    ],
)
def test_a_value_has_a_word_at_least_and_ends_where_all_words_after_it_stand(
    template: str, line: str, values: dict[str, str] | None
) -> None:
    fitted = Template(template).match(tokens(line))
    assert (fitted.values if isinstance(fitted, Match) else None) == values


def test_a_form_gives_values_instead_of_a_line() -> None:
    assert build(Move, {"ship": "A", "cell": "B", "speed": 4}) == Move(ship="A", cell="B", speed=4)
    with pytest.raises(WordsError, match=r"The order needs the cell \(where to\)\."):
        build(Move, {"ship": "A"})
    with pytest.raises(WordsError, match="at least 1 and at most 9") as caught:
        build(Move, {"ship": "A", "cell": "B", "speed": 12})
    assert (caught.value.field, caught.value.column) == ("speed", 0)
    with pytest.raises(WordsError, match="This order has no “warp”"):
        build(Move, {"ship": "A", "cell": "B", "warp": 4})


class Colour(StrEnum):
    RED = "red"
    DEEP_BLUE = "deep blue"


class Paint(Order):
    """Paint a ship; red ones go faster."""

    path = "x fleet paint"
    line = "paint {ship} in {colour}[ coats {coats}]"
    ship: str = Field(max_length=5)
    colour: Colour
    coats: int = Field(default=1, gt=0, lt=4)
    note: ClassVar[str] = "not a field"

    @model_validator(mode="after")
    def _red(self) -> Paint:
        if self.colour is Colour.RED and self.coats == 3:
            raise ValueError("three coats of red are too many")
        return self


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("paint Executor in red", "The ship has at most 5 characters, not 8."),
        ("paint A in grey", "The colour is one of red, deep blue, not “grey”."),
        ("paint A in red coats 3", "Three coats of red are too many."),
        ("paint A in red coats 4", "The coats must be more than 0 and less than 4, not “4”."),
        ("paint", "The order stops after “paint”: the ship is missing."),
    ],
)
def test_every_kind_of_wrong_value_has_its_sentence(text: str, sentence: str) -> None:
    assert refused(text, (Paint,)).sentence == sentence


def test_a_value_that_would_be_taken_for_another_order_is_quoted() -> None:
    class Go(Order):
        """Go somewhere."""

        path = "x go"
        line = "go {place}"
        place: str

    class GoHome(Order):
        """Go home."""

        path = "x go home"
        line = "go home"

    assert to_text(Go(place="home"), (Go, GoHome)) == 'go "home"'
    assert parse('go "home"', (Go, GoHome)) == Go(place="home")
    assert to_text(Go(place="away"), (Go, GoHome)) == "go away"


def test_an_order_is_written_without_quotation_marks_where_others_could_not_mean_it() -> None:
    far = Go(anything="A to B at 12")
    assert to_text(far, (Move, Go)) == "move A to B at 12"
    assert parse("move A to B at 12", (Move, Go)) == far


def test_only_what_needs_quotation_marks_has_them() -> None:
    assert to_text(Fire(ship="Look at me", target="Old Tip")) == 'fire "Look at me" at Old Tip'
    assert to_text(Fire(ship="Tip of Spear", target="Home One")) == 'fire "Tip of Spear" at Home One'


def test_what_was_asked_does_not_stand_in_the_traceback_of_a_wrong_value() -> None:
    with pytest.raises(ValidationError) as caught:
        Move.model_validate({"ship": "A", "cell": "B", "speed": "our secret"})
    assert "speed" in str(caught.value) and "our secret" not in str(caught.value)


def test_what_is_left_out_is_said_where_the_order_says_what_is_meant_then() -> None:
    class Burn(Order):
        """Burn fuel."""

        line = "burn[ {fuel}][ for {hours}]"
        assumes: ClassVar = {"fuel": "all the fuel", "hours": "one hour"}
        fuel: str = "all"
        hours: int = 1

    assert Burn(fuel="3").assumed() == ("one hour",)
    assert Burn().assumed() == ("all the fuel", "one hour")


def test_what_can_be_picked_is_marked_and_a_closed_list_is_not() -> None:
    assert {name: mark.what for name, mark in Fire.picks().items()} == {"ship": "a ship of yours", "target": ""}
    assert Stance.picks() == Move.picks() == {}


def test_an_order_is_about_what_its_first_line_says() -> None:
    assert (Fire.about(), Paint.about()) == ("Fire a ship's weapons.", "Paint a ship; red ones go faster.")


def test_values_of_a_list_are_words_too() -> None:
    order = Paint(ship="A", colour=Colour.DEEP_BLUE, coats=2)
    assert to_text(order) == "paint A in deep blue coats 2"
    assert parse("paint A in Deep Blue coats 2", (Paint,)) == order
    assert build(Paint, {"ship": "A", "colour": "RED"}) == Paint(ship="A", colour=Colour.RED)


def test_an_order_that_another_would_take_is_written_as_its_slash_command() -> None:
    class Twin(Order):
        """The same words."""

        path = "x battle twin"
        line = "fire nothing"

    assert to_text(Twin(), (Hold, Twin)) == "/x battle twin"
    assert parse("/x battle twin", (Hold, Twin)) == Twin()


def test_half_of_a_part_that_may_be_left_out_is_written_as_a_slash_command() -> None:
    class Spot(Order):
        """Spot something."""

        path = "x spot"
        line = "spot {target}[ with {gear} of {ship}]"
        target: str
        gear: str | None = None
        ship: str | None = None

    half = Spot(target="a: b", gear="x")
    assert to_text(half) == '/x spot target: "a: b" gear: "x"'
    assert parse(to_text(half), (Hold, Spot)) == half


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("/x battle fire ship: Tip of Spear target: B 2", Fire(ship="Tip of Spear", target="B 2")),
        ('/X Battle  Fire target:"ship: A" ship:  A', Fire(ship="A", target="ship: A")),
    ],
)
def test_a_slash_command_is_read_as_discord_shows_it(text: str, order: Order) -> None:
    assert parse(text, EVERY) == order


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("/x battle fyre ship: A", "There is no order /x battle fyre. Did you mean /x battle fire"),
        ("/x battle fire A", "“A” is no field of /x battle fire, or stands there twice. Its fields: "),
        ("/x battle fire ship: A ship: B target: C", "“ship: B target: C” is no field of /x battle fire, or stands"),
        ("/x battle fire ship: A", "The order needs the target"),
        ('/x battle fire ship: "A', "The quotation mark at column 22 has no partner."),
    ],
)
def test_a_slash_command_that_cannot_be_read_says_where(text: str, sentence: str) -> None:
    assert str(refused(text, EVERY)).startswith(sentence)


def test_usage_names_the_fields() -> None:
    assert usage(Fire) == "fire [<weapons> of ]<ship> at <target>"


ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.lists(
    st.sampled_from(["at", "of", "to", "OF", "saying", '"', "“", "„x", "A", "\\", "nothing", "quietly", "\n"]),
    max_size=5,
).map(" ".join)
EVERY = (Go, Hold, Move, Fire, Stance)


@given(ship=ANY, target=ANY, weapons=ANY)
def test_fire_reads_back_as_written(ship: str, target: str, weapons: str) -> None:
    order = Fire(ship=ship, target=target, weapons=weapons)
    assert parse(to_text(order), ORDERS[:1]) == order
    assert parse(to_text(order, EVERY), EVERY) == order


@given(
    ship=ANY.filter(lambda text: text.strip()),
    cell=ANY,
    speed=st.integers(1, 9),
    quiet=st.booleans(),
    story=st.none() | ANY,
)
def test_move_reads_back_as_written(ship: str, cell: str, speed: int, quiet: bool, story: str | None) -> None:
    order = Move(ship=ship, cell=cell, speed=speed, quiet=quiet, story=story)
    line = to_text(order, EVERY)
    assert len(line.splitlines()) == 1
    assert parse(line, EVERY) == order


@given(anything=ANY)
def test_an_order_that_looks_like_another_reads_back_as_itself(anything: str) -> None:
    order = Go(anything=anything)
    assert parse(to_text(order, (Move, Go)), (Move, Go)) == order


@given(number=st.integers(), name=st.text(max_size=20))
def test_a_named_ship_reads_back_as_written(number: int, name: str) -> None:
    try:
        order = build(Rename, {"number": number, "name": name})
    except WordsError:
        return
    assert parse(to_text(order), (Rename,)) == order


@given(text=st.text(max_size=60) | ANY)
def test_any_text_is_an_order_or_a_refusal(text: str) -> None:
    try:
        parse(text, EVERY)
    except WordsError as error:
        assert 1 <= error.column <= len(text) + 1


def test_a_sheet_gives_every_line_its_order_or_its_error() -> None:
    text = "\n".join(
        [
            "# first watch",
            "1. move A to B2",
            "2) `fire A at B`",
            "",
            "```",
            "- fire A on B",
            "> move <@12> to 🛰️ base",
            "```",
            "stance bold",
            "  * fire nothing  ",
        ]
    )
    lines = sheet(text, ORDERS)
    assert [line.number for line in lines] == [2, 3, 6, 7, 9, 10]
    assert [line.order for line in lines] == [
        Move(ship="A", cell="B2"),
        Fire(ship="A", target="B"),
        None,
        Move(ship="<@12>", cell="🛰️ base"),
        None,
        Hold(),
    ]
    assert lines[0].text == "1. move A to B2"
    errors = [line.error for line in lines if line.error]
    assert [error.column for error in errors] == [14, 1]
    assert errors[1].fix == "Use /x battle stance for it."


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("dance", 1),
        ("fire A", 7),
        ("fire A att B", 8),
        ("fire nothing now", 14),
        ('move "A to B', 6),
        ("stance carefull", 8),
        ("x" * (LONGEST_LINE + 1), 1),
        ("/x battle fyre ship: A", 1),
        ("/x battle fire A", 15),
        ('/x battle fire ship: A target: "B', 32),
        ("/x battle move ship: A cell: nowhere", 30),
        ('/x battle move ship: "A" cell: B speed: 12', 41),
    ],
)
def test_on_a_sheet_the_place_is_that_in_the_line_as_it_was_written(text: str, column: int) -> None:
    (line,) = sheet(f"  7) {text}", EVERY)
    assert refused(text, EVERY).column == column
    assert line.error is not None and line.error.column == column + len("  7) ")


def test_what_was_typed_as_a_name_is_told_from_other_words() -> None:
    assert Rename(number=1, name="Swift").names() == ("Swift",)
    assert Move(ship="A", cell="B", story="Onward").names() == ()


@pytest.mark.parametrize(
    ("words", "names", "parts"),
    [
        ("Swift, Bold and Lame & Last", (), ["Swift", "Bold", "Lame", "Last"]),
        ("Swift, and Bold", (), ["Swift", "Bold"]),
        ("Swift,, Bold,", (), ["Swift", "Bold"]),
        ("Salt and Pepper, Bold", ("Salt and Pepper",), ["Salt and Pepper", "Bold"]),
        ("Bold and salt and pepper", ("Salt and Pepper",), ["Bold", "salt and pepper"]),
        ("Salt and Pepper", ("Salt and Pepper",), ["Salt and Pepper"]),
        ("Salt and Pepper and Sons", ("Salt and Pepper", "Salt and Pepper and Sons"), ["Salt and Pepper and Sons"]),
        ("", (), []),
    ],
)
def test_a_list_is_taken_apart_and_names_with_and_stay_whole(
    words: str, names: tuple[str, ...], parts: list[str]
) -> None:
    assert parts_of(words, names) == parts


def test_a_sheet_of_forty_lines_with_three_wrong_keeps_the_rest() -> None:
    text = "\n".join(
        "mov A to B" if number in (7, 19, 40) else f"{number}. move S{number} to B" for number in range(1, 41)
    )
    lines = sheet(text, ORDERS)
    assert len(lines) == 40
    assert [line.number for line in lines if line.error] == [7, 19, 40]
    assert all(line.error.fix == "Did you mean move?" for line in lines if line.error)


def template(text: str, **fields: type) -> type[Order]:
    return type("Made", (Order,), {"line": text, "__annotations__": fields})


@pytest.mark.parametrize(
    ("line", "fields", "said"),
    [
        ("", {}, "begins with a word"),
        ("{a} go", {"a": str}, "begins with a word"),
        ("go {a}, {b}", {"a": str, "b": str}, "no space before ','"),
        ("go {a", {"a": str}, "cannot be read"),
        ("go [{a}", {"a": str}, "without its \\]"),
        ("go {a}]", {"a": str}, "without its \\["),
        ("go[ now]", {}, "holds a field"),
        ("go {a} {a}", {"a": str}, "twice"),
        ("go {a}", {}, "has no field 'a'"),
        ("go", {"a": str}, "a is missing"),
        ("go[ {a}]", {"a": str}, "required but may be left out"),
        ("go" + "[ x {a}]" * 9, {}, "twice"),
        ("go" + "".join(f"[ x {{a{n}}}]" for n in range(9)), {}, "too many parts"),
    ],
)
def test_a_bad_template_is_a_bug_found_at_once(line: str, fields: dict[str, type], said: str) -> None:
    with pytest.raises(BadTemplate, match=said):
        template_of(template(line, **fields))


class Plot(Order):
    """Plot a ship."""

    path = "x plot"
    line = "plot {ship} to {orders}"
    short = "{ship}: {orders}"
    ship: str
    orders: str


def test_a_name_and_a_colon_are_an_order_where_no_other_fits() -> None:
    assert parse("Old Glory: port 2, launch", [Move, Plot]) == Plot(ship="Old Glory", orders="port 2, launch")
    assert parse('"Tip: of": port 2', [Move, Plot]) == Plot(ship="Tip: of", orders="port 2")
    assert parse("move: x to y", [Move, Plot]) == Plot(ship="move", orders="x to y")
    assert parse("plot Dart to port 1", [Move, Plot]) == Plot(ship="Dart", orders="port 1")
    for text in ("Old Glory port 2", ": port 2", "Dart:"):
        with pytest.raises(WordsError):
            parse(text, [Move, Plot])


class Steer(Order):
    """Steer a ship."""

    path = "x steer"
    line = "steer {ship} by {points}"
    short = "{ship}: {points}"
    ship: str = Field(max_length=5)
    points: int = Field(ge=0, le=3)


@pytest.mark.parametrize(("text", "column"), [("Dart: 9", 7), ('"Executor": 2', 2), ("  Executor: 2", 3)])
def test_in_a_short_line_too_what_is_wrong_is_told_with_its_place(text: str, column: int) -> None:
    assert refused(text, (Steer,)).column == column
    (line,) = sheet(f"10. {text.strip()}", (Steer,))
    assert line.error is not None and line.error.column == column + 4 - (len(text) - len(text.strip()))


class Storm(Order):
    """Storm a house."""

    path = "x battle storm"
    line = "storm {ship} at {target}"
    once = ("storm {target} with {ship}",)
    called = ("assault",)
    ship: str
    target: str


def test_a_line_as_it_was_written_once_is_read_as_it_was() -> None:
    new = Storm(ship="A", target="B")
    assert parse("storm A at B", [Storm]) == parse("storm B with A", [Storm]) == new
    assert (to_text(new), to_text(new, once=True)) == ("storm A at B", "storm B with A")
    assert parse("storm 3 at B; rest at C with A", [Storm]) == Storm(ship="A", target="3 at B; rest at C")
    assert to_text(Storm(ship="A", target="3 at B; rest at C")) == "storm A at 3 at B; rest at C"
    assert parse(to_text(mixed := Storm(ship="A with B", target="C")), [Storm]) == mixed


def test_a_word_that_players_write_for_an_order_is_answered_with_how_it_is_written() -> None:
    with pytest.raises(WordsError) as error:
        parse("assault B", [Fire, Storm])
    assert str(error.value.fix) == "Write `storm <ship> at <target>`."


@pytest.mark.parametrize(
    "line",
    [
        "move A to B",
        "MOVE  a To  b ",
        "move to to to",
        "move A to",
        "move A to B C",
        "move A B to C",
        'move "A" to B',
        "move “A” to B",
        "move A to\tB",
        "move Ä to B",
        "steer A to B",
    ],
)
def test_a_line_of_plain_words_is_read_at_once_as_any_line_is(line: str) -> None:
    template = Template("move {ship} to {cell}")
    plain, fit = template.plainly(line), template.match(tokens(line))
    assert plain is None or (isinstance(fit, Match) and plain == fit.values)
    single = isinstance(fit, Match) and len(line.split()) == 4 and line.isascii() and line.isprintable()
    assert (plain is not None) == (single and '"' not in line)


class Looked(list[Token]):
    """The words of a line, which count how often one is looked at."""

    looks = 0

    @overload
    def __getitem__(self, at: SupportsIndex) -> Token: ...
    @overload
    def __getitem__(self, at: slice) -> list[Token]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Token | list[Token]:
        found = super().__getitem__(at)
        self.looks += len(found) if isinstance(found, list) else 1
        return found

    def __iter__(self) -> Iterator[Token]:
        self.looks += len(self)
        return super().__iter__()


@pytest.mark.parametrize("said", ["dex 1 kno 2 mec 3 per 4 str 5 tec", ""])
def test_many_parts_that_may_be_left_out_are_tried_on_a_long_line_without_reading_it_for_each(said: str) -> None:
    template = Template("create {name}[ dex {d}][ kno {k}][ mec {m}][ per {p}][ str {s}][ tec {t}]")
    found = Looked(tokens(f"create {'1 ' * 900}{said}{' 1' * 900}"))
    fit = template.match(found)
    assert isinstance(fit, Match) and fit.values["name"].count("1") >= 900
    assert fit.words == 1 + len(said.split()) // 2 + bool(said)
    assert found.looks < 15 * len(found)

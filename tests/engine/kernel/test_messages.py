"""Messages: filled by type, counted, and all found by the extractor of the catalogue."""

import functools
import io
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import pytest
from babel.messages.extract import extract_from_dir

import engine
from engine.clock import Instant
from engine.declared.sentences import Sentences
from engine.game import Fact
from engine.look import Look
from engine.text.catalogue import module, sheet
from engine.text.message import (
    N_,
    NN_,
    NOTHING,
    T_,
    BadMessage,
    Beside,
    Message,
    Shown,
    Text,
    code,
    dated,
    joined,
    listed,
    name,
    quoted,
    stamp,
    term,
    unmarked,
)

ROOT = Path(engine.__file__).parents[1]
HURT = N_("**{unit}** takes {damage:,} damage from {by}.")
LINES = NN_("{lines} line", "{lines} lines", by="lines")


def test_fields_are_filled_by_type() -> None:
    told = HURT(unit=name("Avenger"), damage=1200, by=name("*nobody*"))
    assert told == r"**Avenger** takes 1,200 damage from \*nobody\*."
    assert type(told) is Text


@pytest.mark.parametrize("value", ["a bare str", 1.5, True, None])
def test_what_is_neither_a_text_nor_a_number_fills_no_field(value: Any) -> None:
    with pytest.raises(BadMessage, match="neither a text nor a number"):
        HURT(unit=value, damage=1, by=name("x"))


def test_an_empty_field_is_told_to_the_author() -> None:
    with pytest.raises(BadMessage, match="nothing fills 'by'"):
        HURT(unit=name("x"), damage=1)


@pytest.mark.parametrize("template", ["{0}", "{unit.name}", "{unit!r}", "{}"])
def test_a_field_is_a_plain_name(template: str) -> None:
    with pytest.raises(BadMessage, match="a field is"):
        N_(template)


def test_the_number_decides_between_one_and_many() -> None:
    assert [LINES(lines=number) for number in (0, 1, 2)] == ["0 lines", "1 line", "2 lines"]


def test_what_is_said_of_one_and_of_many_may_have_a_part_in_brackets() -> None:
    sail = NN_("{ships} ship sails[ at {at}].", "{ships} ships sail[ at {at}].", "ships")
    assert [sail(ships=number, at=at) for number, at in ((1, NOTHING), (2, name("dawn")))] == [
        "1 ship sails.",
        "2 ships sail at dawn.",
    ]
    assert dated(None, sail, ships=2) == "2 ships sail."
    with pytest.raises(BadMessage, match="the same fields in brackets"):
        NN_("{ships} ship sails[ at {at}].", "{ships} ships sail at {at}.", "ships")


def test_what_decides_between_one_and_many_need_not_stand_in_the_sentence() -> None:
    few = NN_("a line", "some lines", by="lines")
    assert [few(lines=number) for number in (1, 2)] == ["a line", "some lines"]
    with pytest.raises(BadMessage, match="'2 x' is no name of a field"):
        NN_("a line", "some lines", by="2 x")
    with pytest.raises(BadMessage, match="needs the field that is counted"):
        NN_("a line", "some lines", by="")


def test_rows_of_texts() -> None:
    words = [name(each) for each in ("a", "b", "c")]
    assert [listed(words[:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert joined("; ", words) == "a; b; c"


def test_what_players_typed_is_made_safe() -> None:
    assert quoted("one\n\n@everyone") == "\n> one\n> @\u200beveryone"
    assert code("a`b\nc") == "`a'b c`"
    assert stamp(Instant(60), "R") == "<t:60:R>"


class Struck(Fact[Any], frozen=True):
    """Something was struck."""

    says = N_("{unit} is struck for {damage} at {at:R}.")
    rule = "TOY-01"
    unit: Annotated[str, Shown[str](lambda look, unit, form: name(f"{look.known}'s {unit}"))]
    damage: int
    at: Annotated[Instant, Shown[Instant](lambda look, at, form: stamp(at, form))]


@pytest.mark.parametrize("typed", ["my_ship*", "@everyone", "1. a<b>", "back\\slash", "http://x"])
def test_where_nothing_is_laid_out_a_name_looks_as_typed(typed: str) -> None:
    assert unmarked(N_("Fire at {ship}")(ship=name(typed))) == f"Fire at {typed}"


def test_a_fact_puts_its_fields_in_words_for_its_hearer() -> None:
    look: Look[Any, Any] = Look(None, "red", None, Instant(0))
    news = Struck("ship", 2, Instant(9)).news(look)
    assert news is not None
    assert news.text == "red's ship is struck for 2 at <t:9:R>.\n-# TOY-01"


class Due(Fact[Any], frozen=True):
    """A ship is waited for."""

    says = N_("{ship} comes until {at:R}.")
    lasts = N_("{ship} comes.")
    ship: Annotated[str, Shown[str](lambda look, called, form: name(called))]
    at: Annotated[Instant, Shown[Instant](lambda look, at, form: stamp(at, form))]


def test_a_fact_says_what_stays_of_it_by_the_same_fields() -> None:
    due, look = Due("Gull", Instant(9)), Look[Any, Any](None, "red", None, Instant(0))
    assert (due.words(look), due.lasting(look)) == ("Gull comes until <t:9:R>.", "Gull comes.")


class Seen(Fact[Any], frozen=True):
    """Some were seen."""

    says = NN_("{ships} ship is seen.", "{ships} ships are seen.", "ships")
    ships: int


@pytest.mark.parametrize(("ships", "words"), [(0, "0 ships are"), (1, "1 ship is"), (2, "2 ships are")])
def test_a_fact_speaks_of_one_or_of_many(ships: int, words: str) -> None:
    assert Seen(ships).words(None) == f"{words} seen."


class Anchored(Fact[Any], frozen=True):
    """A ship lies at anchor, alone or with others."""

    says = Sentences(
        lambda fact: fact.others > 0,
        {True: N_("{ship} lies at anchor with {others} more."), False: N_("{ship} lies at anchor.")},
    )
    ship: Annotated[str, Shown[str](lambda look, called, form: name(called))]
    others: int


@pytest.mark.parametrize(("others", "words"), [(0, "Gull lies at anchor."), (2, "Gull lies at anchor with 2 more.")])
def test_a_fact_says_the_sentence_of_its_case(others: int, words: str) -> None:
    look: Look[Any, Any] = Look(None, None, None, Instant(0))
    assert Anchored("Gull", others).words(look) == words


class Hailed(Fact[Any], frozen=True):
    """A ship was hailed, perhaps by somebody, perhaps again and again."""

    says = N_("{ship} was hailed[ by {whom}][ {times} times].")
    ship: Annotated[str, Shown[str](lambda look, called, form: name(called))]
    whom: Annotated[str, Shown[str](lambda look, called, form: name(called))]
    times: int


@pytest.mark.parametrize(
    ("whom", "times", "words"),
    [("Tern", 2, " by Tern 2 times"), ("", 2, " 2 times"), ("Tern", 0, " by Tern"), ("", 0, "")],
)
def test_a_fact_leaves_out_what_stands_in_brackets_where_a_field_in_it_says_nothing(
    whom: str, times: int, words: str
) -> None:
    look: Look[Any, Any] = Look(None, None, None, Instant(0))
    assert Hailed("Gull", whom, times).words(look) == f"Gull was hailed{words}."


HomePort = Annotated[str, Beside(lambda look, fact, form: name(f"{fact.port}, where {fact.ship} is at home"))]


class Returned(Fact[Any], frozen=True):
    """A ship is in port again; the rule by which it is stands in the fact."""

    says = N_("{ship} is back in {port}.")
    rule = "TOY-01"
    ship: Annotated[str, Shown[str](lambda look, called, form: name(called))]
    port: HomePort
    by_rule: str = ""


@pytest.mark.parametrize(("by", "rule"), [("TOY-02", "TOY-02"), ("", "TOY-01")])
def test_a_field_is_put_in_words_by_what_stands_beside_it_and_a_fact_names_its_rule(by: str, rule: str) -> None:
    news = Returned("Gull", "Hoth", by).news(None)
    assert news is not None and news.text == f"Gull is back in Hoth, where Gull is at home.\n-# {rule}"


class Bare(Fact[Any], frozen=True):
    """A sentence names a field that nothing escapes."""

    says = N_("{who} waved.")
    who: str


def test_a_fact_whose_sentence_names_a_bare_text_is_refused() -> None:
    look: Look[Any, Any] = Look(None, None, None, Instant(0))
    with pytest.raises(BadMessage, match=r"Bare\.who is in its sentence"):
        Bare("red").news(look)


@functools.cache
def extracted() -> set[str]:
    """Every message that the extractor finds in the engine, one by one."""
    methods = [("**.py", "engine.text.catalogue:module")]
    found = extract_from_dir(ROOT / "engine", methods)
    return {text for *_, message, _, _ in found for text in ([message] if isinstance(message, str) else message)}


def within(value: object) -> Iterator[Message]:
    """The messages in a value of a module: by itself, in tables and rows, as what a fact says."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, dict):
        yield from (message for each in value.values() for message in within(each))
    elif isinstance(value, tuple | list):
        yield from (message for each in value for message in within(each))
    elif isinstance(value, Sentences):
        yield from within(dict(value.told))
    elif isinstance(value, type) and issubclass(value, Fact):
        yield from within((value.says, value.lasts))


def test_every_message_of_the_engine_is_found_by_the_extractor() -> None:
    modules = [import_module(found.name) for found in pkgutil.walk_packages(engine.__path__, "engine.")]
    messages = [message for module in modules for value in vars(module).values() for message in within(value)]
    assert len(messages) > 80
    assert {text for one in messages for text in (one.one, one.many) if text} - extracted() == set()


WHOLE = {
    "A moderator rules on {of}:{text}": "what is quoted begins a line of its own",
    "**{t}** is over. The victory points are {vp}. These were its battles:{fought}": "each battle is a line of its own",
    "{sign}{value} {reason} ({rule})": "a number with its sign",
    "{gun} x{count}": "the rulebook's x4",
    "{name} (T{track})": "a track's number as it is typed",
    "{name}: {ebpv} BPV, CBPV {cbpv}, SC{sc}, command {cr}, {dp} docking points, in service {yis}": "a size class: SC3",
}
"""Sentences with a field right behind a letter or a sign, and why nothing is glued to them there."""


def is_fragment(message: str) -> bool:
    """True if words are to be glued to what stands before or after them, or what fills a field of theirs is to be."""
    glued = re.search(r"[\w.,;:!?…)”}]\{", message) is not None and message not in WHOLE
    return glued or message != message.strip() or message[:1] in tuple(",;:.!?)")


@pytest.mark.parametrize(
    "planted", [", hidden", "; nearest {ships}", " It is {status}.", "{who} acts{until}.", "by {n} "]
)
def test_words_that_are_glued_to_others_are_found(planted: str) -> None:
    assert is_fragment(planted)


def test_no_message_is_a_fragment_that_a_translator_cannot_move() -> None:
    """Notes of a list are joined by `noted`, sentences by `spaced`; a sentence that may say more is two sentences."""
    assert {one for one in extracted() if is_fragment(one)} == set()
    assert WHOLE.keys() - extracted() == set()


def test_the_extractor_reads_marks_orders_views_and_sheets() -> None:
    source = b"""
class Fire(Order):
    \"\"\"Fire a ship's weapons.

    More.
    \"\"\"
    path: ClassVar[str] = "gcw fire"
    unit: str = Field(description="the unit")
SAYS = N_("{unit} fires " "twice.")
LINES = NN_("{n} line", "{n} lines", "n")
@view("fleet", "your units")
def fleet(look, about): ...
GROUP = Group("gcw battle", "what units do")
shown = view("fleet")
SHIP = Noun("a ship of yours", among, names)
TUG = SHIP.but(what="a tug of yours", among=tugs)
"""
    found = [message for _, _, message, _ in module(io.BytesIO(source), (), (), {})]
    assert sorted(map(str, found)) == sorted(
        map(
            str,
            [
                "Fire a ship's weapons.",
                "the unit",
                "{unit} fires twice.",
                ("{n} line", "{n} lines"),
                "your units",
                "what units do",
                "a ship of yours",
                "a tug of yours",
            ],
        )
    )
    pack = b'[[rules]]\nid = "GCW-UCR-01"\ntitle = "Rating"\ntext = "Speed and maneuver."\n'
    assert [(line, message) for line, _, message, _ in sheet(io.BytesIO(pack), (), (), {})] == [
        (3, "Rating"),
        (4, "Speed and maneuver."),
    ]


def test_a_mark_on_something_computed_is_refused() -> None:
    with pytest.raises(ValueError, match="no literal"):
        list(module(io.BytesIO(b'X = N_(f"{x}")'), (), (), {}))


def test_only_the_messages_module_makes_texts() -> None:
    makers = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "engine").rglob("*.py"))
        if re.search(r"\bText\(", path.read_text())
    ]
    assert makers == ["engine/text/message.py"]
    assert type(term("x")) is type(T_("x")) is Text
    assert isinstance(Message("x"), Message)

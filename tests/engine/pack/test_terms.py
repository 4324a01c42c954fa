"""The codes of a data pack as players look them up: each once, with what is told of it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec
import pytest

from engine.book import Book
from engine.d6.dice.codes import Dice
from engine.pack.shapes import Tenths
from engine.pack.terms import OTHER, Term, Wording, terms
from tests.rulebooks import BOOKS


class Size(Enum):
    LARGE = "large"


class Hull(msgspec.Struct, frozen=True):
    code: str
    name: str
    cost: int = 0
    top_speed: int = 0
    size: Size | None = None
    swarm: bool = False
    note: str = ""


class Route(msgspec.Struct, frozen=True):
    name: str
    hours: int


class Pack(msgspec.Struct, frozen=True):
    hulls: tuple[Hull, ...]
    craft: dict[str, Hull]
    routes: tuple[Route, ...] = (Route("Hydian Way", 9),)
    title: str = "A pack"


def test_each_code_is_told_once_with_its_figures_in_words() -> None:
    destroyer = Hull("ISD", "Star Destroyer", 3200, 2, Size.LARGE, note="Rules the line.")
    fighter = Hull("TF", "TIE Fighter", swarm=True)
    assert list(terms(Pack((destroyer, destroyer), {"TF": fighter, "ISD": destroyer}))) == [
        Term("ISD", "Star Destroyer", "One of the hulls. Cost 3,200; top speed 2; size large; Rules the line."),
        Term("TF", "TIE Fighter", "One of the craft."),
    ]


def test_what_is_no_pack_has_no_codes() -> None:
    assert list(terms(None)) == []


def test_of_a_record_with_many_figures_the_first_twelve_are_told() -> None:
    fields = [(f"figure_{number}", int, number) for number in range(1, 15)]
    record = msgspec.defstruct("Much", [("code", str), ("name", str), *fields], frozen=True)
    rows = msgspec.defstruct("Rows", [("rows", tuple)])
    (term,) = terms(rows((record("M", "Much"),)))
    assert term.text.endswith("; figure 12 12.") and term.text.count(";") == 11


class Mount(msgspec.Struct, frozen=True):
    weapon: str
    count: int

    def __str__(self) -> str:
        return f"{self.count} {self.weapon}"


class Nameless(msgspec.Struct, frozen=True):
    number: int


class Gunship(msgspec.Struct, frozen=True):
    code: str
    length_dm: Tenths = msgspec.field(name="length")
    beam: Tenths
    damage: Dice
    mounts: tuple[Mount, ...]
    berths: tuple[Nameless, ...] = (Nameless(1),)


def test_figures_read_as_they_are_written_and_parts_by_their_own_words() -> None:
    """Tenths are no whole numbers, dice no pips, fields are called as in the sheet, and what has no words of its own is
    not told.
    """
    ship = Gunship("GUN", 12_345, 200, 16, (Mount("HTLB", 10), Mount("IC", 5)))
    (term,) = terms(msgspec.defstruct("Rows", [("ships", tuple)])((ship,)))
    assert term.text == "One of the ships. Length 1,234.5; beam 20; damage 5D+1; mounts 10 HTLB, 5 IC."


def test_records_and_figures_are_told_in_the_words_of_their_rulebook() -> None:
    wording = Wording({"hulls": "A hull"}, {"cost": "{} credits", "top_speed": "", "size": "{} of its kind"})
    ship = Hull("ISD", "Star Destroyer", 3200, 2, Size.LARGE)
    assert [one.text for one in terms(Pack((ship,), {}), wording)] == ["A hull. 3,200 credits; large of its kind."]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_rulebook_has_words_for_the_records_that_are_looked_up(book: Book[Any, Any]) -> None:
    """And none for what is not there: a field that is called otherwise one day is noticed."""
    assert not [term.text for term in book.terms if term.text.startswith("One of the ") or "_" in term.text]
    pack: Any = book.world.pack
    lists = {name: getattr(pack, name) for name in pack.__struct_fields__ if name not in OTHER}
    records = [
        one
        for kept in lists.values()
        if isinstance(kept, Mapping | tuple)
        for one in (kept.values() if isinstance(kept, Mapping) else kept)
        if isinstance(one, msgspec.Struct)
    ]
    fields = {field for one in records for field in one.__struct_encode_fields__}
    assert book.wording.figures.keys() <= fields and book.wording.records.keys() <= lists.keys()


def test_a_system_is_told_with_its_place_in_words_and_a_class_with_its_price_in_kilocredits() -> None:
    told = {term.id: term.text for book in BOOKS for term in book.terms if book.name == "gcw"}
    assert "45.2 of 100 to the east on the map; 58.6 to the north" in told["Coruscant"]
    assert "; 9,600 KC; " in told["SSD"] and "8,000 m long" in told["SSD"]

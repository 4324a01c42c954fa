"""Records declared once: what each mark asks for, makes of what is written, and says when it does not fit."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from re import Match
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, field

from engine.pack.reading import Check, Flaw, Form, Names, Reading, read
from engine.pack.shapes import LACKING, Each, Keyed, Links, Row, Same, Tenths, Unique, Written, Wrong
from engine.pack.sheets import PackError


class Step(StrEnum):
    FULL = "full"
    LOW = "low"


class Mount(Row, frozen=True):
    gun: str
    count: int


def _mount(match: Match[str]) -> Mount:
    return Mount(match[2], int(match[1]))


MOUNTED = Written(r"(\d+) (\w+)", _mount, "should be mounts such as '10 HTLB'")


class Hull(Row, frozen=True, kw_only=True):
    code: Annotated[str, Meta(pattern="^[A-Z]+$", examples=["ISD"])]
    length_dm: Annotated[Tenths, Meta(ge=1, le=9999)] = field(name="length")
    speed: int
    points: Annotated[int, Same("speed")] = 0
    role: Literal["line", "raider"] = "line"
    guns: tuple[Annotated[Mount, MOUNTED, Links("gun", "gun")], ...] = ()
    place: tuple[int, int] = (0, 0)
    ladder: Annotated[Mapping[Step, int], Each(Step)] = {}
    crew: Annotated[int, Meta(ge=1, le=900)] = 9
    rank: Literal["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"] = "a1"
    grade: Literal["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "gamma"] = "b1"
    escort: Annotated[str, Links("hull")] = ""
    flagship: Annotated[str, Links("ship of the line")] = ""
    swarm: Annotated[bool, LACKING] = False

    def wrong(self) -> Iterable[Wrong]:
        if self.speed > self.length_dm:
            yield "speed", "is more than the length"


class Craft(Hull, frozen=True, kw_only=True):
    swarm: bool = False


class Sheets(msgspec.Struct, frozen=True):
    hulls: Annotated[tuple[Hull, ...], Unique()]
    craft: Annotated[Mapping[str, Craft], Keyed()] = {}


def _alike(sheets: Sheets) -> Iterable[Flaw]:
    codes = [hull.code for hull in sheets.hulls]
    for index, code in enumerate(sheets.craft):
        if code in codes:
            yield Flaw("craft.toml", ("craft", index, "code"), "is a hull's code too")


LINE = Names(("hulls",), only=lambda hull: hull.get("role") != "raider")

FORM = Form(
    sheets=Sheets,
    names={"gun": Names((), more=("HTLB", "IC")), "hull": Names(("hulls",)), "ship of the line": LINE},
    checks=(Check(_alike, ("hulls", "craft")),),
)
WORDS = {"rules.toml": "rules = []", "refusals.toml": "refusals = []"}


def made(hulls: str, craft: str = "craft = []") -> Reading[Sheets]:
    """A pack with these two sheets."""
    return read(FORM, {"hulls.toml": hulls, "craft.toml": craft, **WORDS}, "")


def told(hulls: str, craft: str = "craft = []") -> list[str]:
    """Faults that are told of a pack with these two sheets."""
    with pytest.raises(PackError) as caught:
        made(hulls, craft)
    return str(caught.value).split("\n")


HULL = """
[[hulls]]
code = "ISD"
length = 160.5
speed = 2
guns = ["60 HTLB", "2 IC"]
place = [3, 4]
ladder = { full = 2, low = 1 }
"""


def test_a_record_is_made_of_what_is_written() -> None:
    (hull,) = made(HULL).sheets.hulls
    assert hull == Hull(
        code="ISD",
        length_dm=1605,
        speed=2,
        points=2,
        guns=(Mount("HTLB", 60), Mount("IC", 2)),
        place=(3, 4),
        ladder={Step.FULL: 2, Step.LOW: 1},
    )


def test_a_default_of_another_field_gives_way_to_what_is_written() -> None:
    (hull,) = made(HULL + "points = 0\n").sheets.hulls
    assert hull.points == 0


@pytest.mark.parametrize(
    ("was", "now", "reason"),
    [
        ("160.5", "0.05", "hulls.toml:4: hulls[0].length: should have at most one decimal"),
        ("160.5", "0", "hulls[0].length: input should be greater than or equal to 0.1"),
        ("160.5", "1000", "hulls[0].length: input should be less than or equal to 999.9"),
        ('"ISD"', '"isd"', "hulls[0].code: string should match pattern such as 'ISD'"),
        ('"ISD"', "7", "hulls[0].code: input should be a valid string"),
        ("60 HTLB", "HTLB", "hulls.toml:6: hulls[0].guns[0]: should be mounts such as '10 HTLB'"),
        ("2 IC", "2 ICC", "hulls[0].guns[1]: no gun named 'ICC' (did you mean 'IC'?)"),
        ('["60 HTLB", "2 IC"]', '"60 HTLB"', "hulls[0].guns: input should be a valid list"),
        ("[3, 4]", "[3]", "hulls[0].place: should have 2 items, has 1"),
        ("low = 1", "lwo = 1", "hulls[0].ladder.lwo: input should be one of 'full', 'low'"),
        (", low = 1", "", "hulls[0].ladder: 'low' is missing"),
        ("speed = 2", "speed = 2\ncrew = 0", "hulls[0].crew: input should be greater than or equal to 1"),
        ("speed = 2", "speed = 2\ncrew = 901", "hulls[0].crew: input should be less than or equal to 900"),
        ("speed = 2", "speed = 9999", "hulls[0].speed: is more than the length"),
        ("speed = 2", 'speed = 2\nrole = "raidr"', "hulls[0].role: input should be one of 'line', 'raider'"),
        (
            "speed = 2",
            'speed = 2\nrank = "a9"',
            "hulls[0].rank: input should be one of 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'",
        ),
        ("speed = 2", 'speed = 2\ngrade = "gama"', "hulls[0].grade: no value named 'gama' (did you mean 'gamma'?)"),
        ("speed = 2", "speed = 2\nswarm = true", "hulls[0].swarm: no field named 'swarm'"),
        ("speed = 2", 'speed = 2\nescort = "ISB"', "hulls[0].escort: no hull named 'ISB' (did you mean 'ISD'?)"),
    ],
)
def test_what_does_not_fit_is_told_with_what_would(was: str, now: str, reason: str) -> None:
    assert was in HULL
    assert any(line.endswith(reason) for line in told(HULL.replace(was, now)))


def test_figures_at_their_bounds_are_right() -> None:
    least, most = (made(HULL.replace("2\nguns", f"0\ncrew = {crew}\nguns")).sheets.hulls[0] for crew in (1, 900))
    assert (least.crew, most.crew) == (1, 900)
    still = HULL.replace("speed = 2", "speed = 0")
    lengths = [made(still.replace("160.5", length)).sheets.hulls[0].length_dm for length in ("0.1", "999.9")]
    assert lengths == [1, 9999]


def test_a_link_names_only_records_of_the_kind_that_is_meant() -> None:
    raider = HULL.replace("ISD", "COR") + 'role = "raider"\n'
    assert made(HULL + raider + 'flagship = "ISD"\n').sheets.hulls[1].flagship == "ISD"
    (line,) = told(HULL + raider + 'flagship = "COR"\n')
    assert line.endswith("hulls[1].flagship: no ship of the line named 'COR'")


def test_a_kind_that_declares_a_field_has_it() -> None:
    craft = made(HULL, HULL.replace("hulls", "craft").replace("ISD", "TF") + "swarm = true\n").sheets.craft
    assert craft["TF"].swarm


def test_records_that_are_kept_by_a_field_are_told_where_two_have_the_same_or_one_is_none() -> None:
    craft = HULL.replace("hulls", "craft").replace("ISD", "TF")
    assert list(made(HULL, craft + craft.replace("TF", "TB")).sheets.craft) == ["TF", "TB"]
    assert told(HULL, craft + craft) == ["craft.toml:11: craft[1].code: 'TF' is given twice"]
    assert told(HULL, "craft = 3") == ["craft.toml:1: craft: input should be a valid list"]


def test_a_record_with_a_fault_can_still_be_named() -> None:
    faulty = HULL.replace("speed = 2", 'speed = "fast"')
    (line,) = told(faulty + HULL.replace("ISD", "VSD") + 'escort = "ISD"\n')
    assert "hulls[0].speed" in line


def test_a_code_twice_and_checks_between_records_are_told_with_the_rest() -> None:
    lines = told(
        HULL + HULL.replace("ISD", "isd".upper()), HULL.replace("hulls", "craft").replace("60 HTLB", "60 HTBL")
    )
    assert [line.split(": ", 1)[1] for line in lines] == [
        "craft[0].code: is a hull's code too",
        "craft[0].guns[0]: no gun named 'HTBL' (did you mean 'HTLB'?)",
        "hulls[1].code: 'ISD' is given twice",
    ]

"""Data packs: what a moderator is told about a faulty file, and what pins a good one."""

import tomllib
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pack.positions import line_at, positions
from engine.pack.reading import Form, read
from engine.pack.shapes import Hundredths, Row, Tenths, Thousandths, shaped
from engine.pack.sheets import Faults, PackError, digest, parse, path_text, repeats
from engine.pack.wording import refusal_texts, rule_texts
from engine.text.names import no_such


class Gun(Row, frozen=True):
    weapon: str
    count: int


class Ship(Row, frozen=True):
    code: str
    length: Tenths
    weight: Hundredths = 0
    guns: tuple[Gun, ...] = ()


class Fleet(Row, frozen=True):
    ships: tuple[Ship, ...]


GOOD = """
[[ships]]
code = "ISD"
length = 1600
guns = [{ weapon = "HTLB", count = 60 }]

[[ships]]
code = "FIR"
length = 21.5
weight = 9.75
"""


def told(text: str) -> list[str]:
    """Faults that are told of a fleet written so."""
    faults = Faults("packs/mine")
    shaped(parse("ships.toml", text, faults), Fleet, faults)
    with pytest.raises(PackError) as caught:
        faults.check()
    return str(caught.value).split("\n")


def test_a_good_sheet_takes_its_shape_without_floats() -> None:
    faults = Faults()
    fleet = shaped(parse("ships.toml", GOOD, faults), Fleet, faults)
    assert not len(faults)
    assert fleet is not None
    assert [ship.length for ship in fleet.ships] == [16000, 215]
    assert fleet.ships[1].weight == 975


@pytest.mark.parametrize(
    ("was", "written", "expected"),
    [
        ('code = "FIR"\n', "", "packs/mine/ships.toml:7: ships[1].code: is missing"),
        ("length = 1600", 'length = "long"', "4: ships[0].length: should be a number with at most one decimal"),
        ("length = 21.5", "length = 21.55", "9: ships[1].length: should have at most one decimal"),
        ("length = 21.5", "length = nan", "9: ships[1].length: should have at most one decimal"),
        ("length = 21.5", "length = inf", "9: ships[1].length: should have at most one decimal"),
        ("length = 21.5", "length = true", "9: ships[1].length: should be a number with at most one decimal"),
        ("weight = 9.75", "weight = 9.755", "10: ships[1].weight: should have at most 2 decimals"),
        ("count = 60", "count = 6.5", "5: ships[0].guns[0].count: input should be a valid integer"),
        ('[{ weapon = "HTLB", count = 60 }]', "[7]", "5: ships[0].guns[0]: should be a table of fields"),
        ("count = 60", "count = true", "5: ships[0].guns[0].count: input should be a valid integer"),
        ("weight = 9.75", "wieght = 9", "10: ships[1].wieght: no field named 'wieght' (did you mean 'weight'?)"),
        ("count = 60", "cuont = 60, count = 60", "5: ships[0].guns[0].cuont: no field named 'cuont' (did you mean"),
        ('code = "FIR"', 'code = "FIR', "8: not valid TOML: "),
        ('code = "FIR"', 'code = "A"\ncode = "B"', "9: not valid TOML: cannot overwrite a value"),
        ("weight = 9.75\n", "weight = [", "10: not valid TOML: "),
    ],
)
def test_a_fault_is_told_with_file_line_field_and_reason(was: str, written: str, expected: str) -> None:
    assert was in GOOD
    (line,) = told(GOOD.replace(was, written))
    assert expected in line


class Measured(Row, frozen=True):
    length: Tenths
    weight: Hundredths
    speed: Thousandths


def test_decimal_numbers_are_kept_as_whole_ones_of_their_last_digit() -> None:
    faults = Faults()
    sheet = parse("measures.toml", "length = 137.2\nweight = 9.75\nspeed = 2.125", faults)
    assert shaped(sheet, Measured, faults) == Measured(1372, 975, 2125)


def test_a_fault_beneath_what_is_not_there_is_told_of_what_should_hold_it() -> None:
    faults = Faults()
    sheet = parse("ships.toml", GOOD, faults)
    faults.add(sheet, ("ships", 1, "hull", "mass"), "is wrong")
    faults.add(sheet, ("flagship", "hull", "mass"), "is wrong")
    faults.add(sheet, ("ships", 5, "guns", 0), "is wrong")
    with pytest.raises(PackError) as caught:
        faults.check()
    assert [(fault.line, fault.sentence) for fault in caught.value.faults] == [
        (1, "Record ships.toml, field flagship.hull.mass: is wrong."),
        (2, "Record ships.toml, field ships[5].guns[0]: is wrong."),
        (7, "Record FIR, field ships[1].hull.mass: is wrong."),
    ]


def test_every_fault_is_told_at_once_in_the_order_of_the_lines() -> None:
    lines = told(GOOD.replace('code = "ISD"', "").replace("length = 21.5", "size = 1"))
    assert [line.split(": ", 1)[1] for line in lines] == [
        "ships[0].code: is missing",
        "ships[1].length: is missing",
        "ships[1].size: no field named 'size'",
    ]


def test_the_refusal_names_the_record() -> None:
    faults = Faults()
    shaped(parse("ships.toml", GOOD.replace("count = 60", "count = -0.5"), faults), Fleet, faults)
    with pytest.raises(PackError) as caught:
        faults.check()
    assert caught.value.code == "DATA_INVALID"
    (fault,) = caught.value.faults
    assert fault.sentence == "Record ISD, field ships[0].guns[0].count: input should be a valid integer."


class Shelf(Row, frozen=True):
    ships: Fleet
    berths: Fleet = Fleet(())


WORDS = {"rules.toml": "rules = []", "refusals.toml": "refusals = []"}


def test_a_pack_older_than_a_field_or_a_sheet_still_loads() -> None:
    older = GOOD.replace("weight = 9.75\n", "").replace('guns = [{ weapon = "HTLB", count = 60 }]\n', "")
    reading = read(Form(Shelf, {}), {"ships.toml": older, **WORDS}, "")
    assert [(ship.weight, ship.guns) for ship in reading.sheets.ships.ships] == [(0, ()), (0, ())]
    assert reading.sheets.berths.ships == ()


def refused_pack(**sheets: str) -> str:
    """Faults that are told of a pack of these sheets."""
    with pytest.raises(PackError) as caught:
        read(Form(Shelf, {}), {f"{name}.toml": text for name, text in sheets.items()} | WORDS, "packs/mine")
    return str(caught.value)


def test_a_sheet_that_is_missing_is_told() -> None:
    assert refused_pack() == "packs/mine/ships.toml:1: the sheet is missing"


def test_a_pack_that_is_longer_than_any_is_not_read() -> None:
    words = sum(map(len, WORDS.values()))
    comments = dict.fromkeys(("a", "b", "c"), "#" * 150000)
    told = refused_pack(ships="#" * (150_001 - words), **comments)
    assert told.endswith("a pack has at most 600,000 characters, and this one 600,001")
    assert "at most" not in refused_pack(ships="#" * (150_000 - words), **comments)


def test_an_empty_sheet_says_what_is_missing() -> None:
    assert told("") == ["packs/mine/ships.toml:1: ships: is missing"]


AWKWARD = '''
# a [table] in a comment = 1
title = "a # and ] and [[x]]"
"odd key" . 'and.dots'.c = 1
text = """
[[ships]]
code = \\"no\\" "" """"
raw = \'\'\'
[no] \'\'\'
when = 1979-05-27 07:32:00
list = [ # a comment ]
    1, [2, 3],

    { a = 1, b = [
        4,
    ] }, "x",
]
[a.b]
c = 1
[[a.d]]
e = 1
[[a.d]]
e = 2
[a.d.f]
g = { h.i = 1, j = "}" }
[[a.d.k]]
l = 1
[[a.d.k]]# m = 1
l = 2
[tight]
raw=\'\'\'
[[ships]]
\'\'\'
t={u=["}",2],v={w="},"},x="y"}
'''


def test_positions_finds_every_field_of_awkward_toml() -> None:
    tomllib.loads(AWKWARD)
    lines = positions(AWKWARD)
    text = AWKWARD.split("\n")
    assert lines["title",] == 3
    assert lines["odd key", "and.dots", "c"] == 4
    assert lines["raw",] == 8
    assert lines["when",] == 10
    assert lines["list", 1, 1] == 12
    assert text[lines["list", 2, "b", 0] - 1].strip() == "4,"
    assert lines["list", 3] == 16
    assert lines["a", "b", "c"] == 19
    assert text[lines["a", "d", 1, "e"] - 1] == "e = 2"
    assert text[lines["a", "d", 1, "f", "g", "h", "i"] - 1].startswith("g = ")
    assert text[lines["a", "d", 1, "k", 1, "l"] - 1] == "l = 2"
    assert text[lines["tight", "t", "u", 1] - 1] == text[lines["tight", "t", "x"] - 1] == text[-2]
    assert {path[1:] for path in lines if path[0] == "tight" and path[1:2] == ("t",)} == {
        ("t",), ("t", "u"), ("t", "u", 0), ("t", "u", 1), ("t", "v"), ("t", "v", "w"), ("t", "x"),
    }  # fmt: skip
    assert ("ships", 0) not in lines and ("a", "d", 1, "k", 1, "m") not in lines


def test_a_missing_field_is_placed_at_what_should_hold_it() -> None:
    lines = positions("[a]\nb = 1\n")
    assert line_at(lines, ("a", "zzz", 3)) == 1
    assert line_at(lines, ("nothing",)) == 1


keys = st.text("abc-_1", min_size=1, max_size=3)
scalars = st.one_of(st.integers(-9, 9), st.booleans(), st.text("ab\"'[]{}#=,. \n", max_size=6))
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8
)


def written(value: object) -> str:
    """A value as TOML on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(written(inner) for inner in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {written(inner)}' for key, inner in value.items())} }}"
    return str(value)


@given(st.lists(st.tuples(keys, st.dictionaries(keys, values, max_size=3)), max_size=4))
def test_positions_finds_what_was_written_where_it_was_written(tables: list[tuple[str, dict[str, object]]]) -> None:
    text, expected, counts = "", {}, dict[str, int]()
    for name, fields in tables:
        index = counts[name] = counts.get(name, -1) + 1
        text += f"[[{name}]]\n"
        for key, value in fields.items():
            text += f"{key} = {written(value)}\n"
            expected[name, index, key] = text.count("\n")
    tomllib.loads(text)
    lines = positions(text)
    assert {path: lines[path] for path in expected} == expected


def of(*texts: str) -> str:
    """The digest of sheets a, b, ..."""
    faults = Faults()
    made = [parse(f"{name}.toml", text, faults) for name, text in zip("abc", texts, strict=False)]
    faults.check()
    return digest(made)


def test_the_digest_is_of_what_is_said_not_how() -> None:
    assert of("x = 1\ny = 4.50\n") == of("# why\ny    =    4.5\n\nx=1")
    assert of("l = 45.0") == of("l = 45")
    assert of("[t]\na = 1\nb = 2") == of("t = { b = 2, a = 1 }")


@pytest.mark.parametrize(
    "other", ["x = 2\ny = 4.5", "x = 1\ny = 4.51", "x = '1'\ny = 4.5", "x = 1", "x = [1]\ny = 4.5"]
)
def test_the_digest_changes_with_what_is_said(other: str) -> None:
    assert of("x = 1\ny = 4.5") != of(other)


def test_the_digest_does_not_depend_on_the_order_of_files() -> None:
    faults = Faults()
    one, two = parse("one.toml", "a = 1", faults), parse("two.toml", "a = 2", faults)
    assert digest([one, two]) == digest([two, one])


def test_the_digest_is_a_known_one() -> None:
    assert of("a = 1") == "d0614673a29d203ee58380f87cdeae1e601e80ec26a513cdebdc2fb03efa23b8"
    assert of("a = 'é'") == "9096d77943ccf78de7d3c9eb7eb36f9c705bd9de1e748f0adc9c98b62a2c3683"


def test_a_near_word_is_offered() -> None:
    assert no_such("system", "Corusant", ["Corellia", "Coruscant"]) == (
        "no system named 'Corusant' (did you mean 'Coruscant'?)"
    )
    assert no_such("system", "Xyzzy", ["Coruscant"]) == "no system named 'Xyzzy'"


def test_names_that_repeat_are_found_whatever_their_case() -> None:
    assert repeats(["a", "b", "A", "c", "b"]) == [2, 4]


def test_a_path_reads_as_people_write_it() -> None:
    assert path_text(("routes", 3, "stops", 4)) == "routes[3].stops[4]"


RULE = '[[rules]]\nid = "T-A-1"\nchapter = "A"\ntitle = "One"\ntext = "One thing."\nbasis = "both"\n'


def test_rule_texts_are_read_and_their_ids_are_distinct() -> None:
    faults = Faults()
    (rule,) = rule_texts(parse("rules.toml", RULE, faults), faults)
    assert (rule.id, rule.title, rule.text, rule.chapter, rule.basis) == ("T-A-1", "One", "One thing.", "A", "both")
    rule_texts(parse("rules.toml", RULE + RULE, faults), faults)
    with pytest.raises(PackError, match=r"rules\.toml:8: rules\[1\]\.id: is given twice"):
        faults.check()


def test_of_a_sheet_of_rules_that_cannot_be_read_there_are_none() -> None:
    faults = Faults()
    assert rule_texts(parse("rules.toml", "rules = 3", faults), faults) == ()
    with pytest.raises(PackError, match=r"rules\.toml:1: rules: input should be a valid list"):
        faults.check()


def test_refusals_cite_rules_that_exist() -> None:
    faults = Faults()
    text = '[[refusals]]\ncode = "FUNDS"\ntext = "Cost {cost} KC."\nrule = "T-A-1"\nfix = "Wait."\n'
    sheet = parse("refusals.toml", text, faults)
    assert refusal_texts(sheet, faults, {"T-A-1"}.__contains__)["FUNDS"].fix == "Wait."
    assert not len(faults)
    refusal_texts(sheet, faults, set[str]().__contains__)
    with pytest.raises(PackError, match=r"refusals\.toml:4: refusals\[0\]\.rule: no rule has the id 'T-A-1'"):
        faults.check()


class Code(StrEnum):
    FUNDS = "FUNDS"
    RANGE = "RANGE"


def test_each_code_of_the_rules_has_its_refusal_and_there_is_no_other() -> None:
    faults = Faults()
    row = '[[refusals]]\ncode = "{}"\ntext = "No."\nrule = "T-A-1"\n'
    sheet = parse("refusals.toml", row.format("FUNDS") + row.format("RAGNE"), faults)
    refusal_texts(sheet, faults, {"T-A-1"}.__contains__, Code)
    with pytest.raises(PackError) as caught:
        faults.check()
    assert str(caught.value).splitlines() == [
        "refusals.toml:1: refusals: 'RANGE' is missing",
        "refusals.toml:6: refusals[1].code: no code of the rules named 'RAGNE' (did you mean 'RANGE'?)",
    ]

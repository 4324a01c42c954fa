"""The data pack of a campaign: its sheets, and what they hold with look-ups. Register, sections 0.3 and 7."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.eaw.data.maps import MapRow, Shape, unfit
from engine.eaw.data.units import Design, Name, Natural, OfficerKind, PodKind, Positive, Price, Windows
from engine.game import RefusalText
from engine.pack.reading import Check, Flaw, Form, Names, read
from engine.pack.shapes import Row, Unique
from engine.pack.wording import RuleText

Hex = Annotated[str, Meta(pattern=r"^\d{4}$", examples=["3015"])]
Fleets = tuple[tuple[Name, ...], ...]
"""Fleets as the names of the designs in them."""
GENERAL = ("civilian", "general")
"""What stands where a race does, of designs that any race may build."""


class Code(StrEnum):
    """The closed list of refusal codes (register 0.4)."""

    E_AUTH = "E_AUTH"
    E_PHASE = "E_PHASE"
    E_ID = "E_ID"
    E_MP = "E_MP"
    E_BPV = "E_BPV"
    E_LANE = "E_LANE"
    E_TRAP = "E_TRAP"
    E_PIN = "E_PIN"
    E_HYPER = "E_HYPER"
    E_FAC = "E_FAC"
    E_DOCK = "E_DOCK"
    E_FRDUSED = "E_FRDUSED"
    E_YEAR = "E_YEAR"
    E_RACE = "E_RACE"
    E_UNIT = "E_UNIT"
    E_CAP = "E_CAP"
    E_SCCAP = "E_SCCAP"
    E_S8 = "E_S8"
    E_FULL = "E_FULL"
    E_PLANET = "E_PLANET"
    E_DEV = "E_DEV"
    E_NEW = "E_NEW"
    E_COMMIT = "E_COMMIT"
    E_NCMOVE = "E_NCMOVE"
    E_CO = "E_CO"
    E_CREW = "E_CREW"
    E_X = "E_X"
    E_INSP = "E_INSP"
    E_ENEMY = "E_ENEMY"
    E_SIEGE = "E_SIEGE"
    E_BASE = "E_BASE"
    E_CARGO = "E_CARGO"
    E_SPLIT = "E_SPLIT"
    E_VALUE = "E_VALUE"
    E_REPORT = "E_REPORT"
    E_DISENG = "E_DISENG"
    E_GM = "E_GM"
    E_SETUP = "E_SETUP"


class Race(Row, frozen=True):
    """A race: the group whose campaigns it takes part in (EAW-2b). `early`: ships up to that year of introduction may
    be built from the start (EAW-P). The first `free_fighters` and `free_pfs` of a fleet count nothing (EAW-17b.1);
    `fighters_at_new_year`: it may pay for lost ones then, wherever its ships are (EAW-2f.2).
    """

    name: Name
    group: Literal["A", "B", "both"]
    early: Natural = 0
    free_fighters: Natural = 0
    free_pfs: Natural = 0
    fighters_at_new_year: bool = False
    webs: bool = False
    pirate: bool = False

    def plays_in(self, group: str) -> bool:
        """True if the race takes part in campaigns of a group."""
        return self.group in (group, "both")


class Attrition(Row, frozen=True):
    """Fighters or the like of a race: their price, their strength, and for how many one counts (S8.32)."""

    race: Name
    name: Name
    ebpv: Positive
    cbpv: Natural
    yis: Positive
    counts: Annotated[int, Meta(ge=1, le=2)] = 1
    pf: bool = False
    bomber: bool = False


class BaseKind(Row, frozen=True):
    """A kind of base: its price and strength, and its income for each New Year at a kind of planet (EAW-14.0.1)."""

    kind: Name
    ebpv: Positive
    cbpv: Natural
    yis: Positive
    income: Natural = 0
    at: Literal["life", "mineral", "dead", ""] = ""
    orbital: bool = False


class Expendable(Row, frozen=True):
    """Something that commander's options buy, and its price there (EAW-6.0.6)."""

    name: Name
    price: Price
    verified: bool = False


class Cap(Row, frozen=True):
    """Most CBPV of a fleet, and of its SC2 and SC3 ships, so many years after the start (EAW-17.0.1)."""

    years: Natural
    fleet: Positive
    large: Positive


class Entry(Row, frozen=True):
    """Hexes at which a fleet enters by a direction, its facing, and where it may leave (2.2)."""

    direction: Literal["A", "B", "C", "D", "E", "F"]
    preset: Hex
    alternate: Hex
    facing: Literal["A", "B", "C", "D", "E", "F"]
    exits: tuple[Hex, ...]


class FindRow(Row, frozen=True):
    """Finds by rolls of 2D6 (EAW-16a, EAW-16b)."""

    rolls: tuple[Annotated[int, Meta(ge=2, le=12)], ...]
    finds: Literal["mine", "bonus", "planet", "colony"]


class OfficerRow(Row, frozen=True):
    """The legendary officer of a roll; with `again` another is rolled (EAW-2e.5)."""

    roll: Annotated[int, Meta(ge=2, le=12)]
    officer: OfficerKind
    again: bool = False


class Charts(Row, frozen=True):
    """charts.toml"""

    caps: tuple[Cap, ...]
    entries: Annotated[tuple[Entry, ...], Unique("direction")]
    without_scout: tuple[FindRow, ...]
    with_scout: tuple[FindRow, ...]
    officers: tuple[OfficerRow, ...]


class PackSheet(Row, frozen=True):
    """pack.toml"""

    name: Name
    version: Positive
    windows: Windows


class Samples(Row, frozen=True):
    """samples.toml"""

    samples: Mapping[str, Fleets]


class Sheets(Row, frozen=True):
    """The sheets of a pack."""

    pack: PackSheet
    charts: Charts
    races: Annotated[tuple[Race, ...], Unique("name")]
    designs: tuple[Design, ...]
    attrition: tuple[Attrition, ...]
    bases: Annotated[tuple[BaseKind, ...], Unique("kind")]
    maps: Annotated[tuple[MapRow, ...], Unique("name")]
    samples: Samples
    expendables: Annotated[tuple[Expendable, ...], Unique("name")] = ()
    pods: Annotated[tuple[PodKind, ...], Unique("name")] = ()


class Pack(msgspec.Struct, frozen=True):
    """A pack that was read, with look-ups."""

    digest: str
    windows: Windows
    charts: Charts
    races: Mapping[str, Race]
    designs: Mapping[str, Design]
    attrition: Mapping[str, Attrition]
    bases: Mapping[str, BaseKind]
    maps: Mapping[str, Shape]
    entries: Mapping[str, Entry]
    samples: Mapping[str, Fleets]
    expendables: Mapping[str, Expendable]
    pods: Mapping[str, PodKind]
    rules: tuple[RuleText, ...]
    refusals: Mapping[str, RefusalText]


def _known_races(sheets: Sheets) -> Iterator[Flaw]:
    """Designs and attrition units are of a race of the pack; no two of a race have one name."""
    races = {race.name for race in sheets.races} | set(GENERAL)
    listed: dict[str, tuple[Design | Attrition, ...]] = {"designs": sheets.designs, "attrition": sheets.attrition}
    for file, rows in listed.items():
        seen: set[tuple[str, str]] = set()
        for at, row in enumerate(rows):
            if row.race not in races:
                yield Flaw(f"{file}.toml", (file, at, "race"), f"no race named {row.race!r}")
            if (row.race, row.name) in seen:
                yield Flaw(f"{file}.toml", (file, at, "name"), f"{row.race} {row.name} is given twice")
            seen.add((row.race, row.name))


def _whole_charts(sheets: Sheets) -> Iterator[Flaw]:
    """Every direction has its entry, and every roll of 2D6 finds one thing."""
    if missing := set("ABCDEF") - {entry.direction for entry in sheets.charts.entries}:
        yield Flaw("charts.toml", ("entries",), f"directions without an entry: {', '.join(sorted(missing))}")
    for name, rows in (("without_scout", sheets.charts.without_scout), ("with_scout", sheets.charts.with_scout)):
        if sorted(roll for row in rows for roll in row.rolls) != list(range(2, 13)):
            yield Flaw("charts.toml", (name,), "each roll from 2 to 12 should stand there once")


def _known_samples(sheets: Sheets) -> Iterator[Flaw]:
    """Sample fleets are made of designs of their race."""
    known = {(design.race, design.name) for design in sheets.designs}
    for race, fleets in sheets.samples.samples.items():
        for at, fleet in enumerate(fleets):
            for design in [design for design in fleet if (race, design) not in known]:
                yield Flaw("samples.toml", ("samples", race, at), f"no design {design!r} of the {race}")


def _fit_maps(sheets: Sheets) -> Iterator[Flaw]:
    """Every map can be played on (EAW-1d.1)."""
    for at, row in enumerate(sheets.maps):
        for path, reason in unfit(row.shape):
            yield Flaw("maps.toml", ("maps", at, *path), reason)


FORM = Form(
    Sheets,
    {"race": Names(("races",), "name")},
    (
        Check(_known_races, ("races", "designs", "attrition")),
        Check(_whole_charts, ("charts",)),
        Check(_fit_maps, ("maps",)),
        Check(_known_samples, ("samples", "designs")),
    ),
    Code,
)


def load(sources: Mapping[str, str], folder: str) -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found."""
    reading = read(FORM, sources, folder)
    sheets = reading.sheets
    return Pack(
        digest=reading.digest,
        windows=sheets.pack.windows,
        charts=sheets.charts,
        races={race.name: race for race in sheets.races},
        designs={design.code: design for design in sheets.designs},
        attrition={f"{attrition.race} {attrition.name}": attrition for attrition in sheets.attrition},
        bases={base.kind: base for base in sheets.bases},
        maps={row.name: row.shape for row in sheets.maps},
        samples=sheets.samples.samples,
        expendables={expendable.name: expendable for expendable in sheets.expendables},
        pods={pod.name: pod for pod in sheets.pods},
        entries={entry.direction: entry for entry in sheets.charts.entries},
        rules=reading.rules,
        refusals=reading.refusals,
    )

"""How sheets become the data pack: rows shaped, names checked, every fault told at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

import msgspec
from pydantic import BaseModel

from engine.catalogue import (
    Faults,
    Row,
    Sheet,
    absent,
    digest,
    no_such,
    parse,
    refusal_texts,
    repeats,
    rule_texts,
    shaped,
)
from engine.positions import Path
from engine.sunrise.data import records
from engine.sunrise.data.codes import Code, Refused
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.specs import (
    Basics,
    BoardMap,
    Defense,
    Edition,
    Faction,
    FactionCode,
    FleetList,
    Hull,
    Prices,
    SampleFleet,
    ShipList,
    SquadronType,
    StepClock,
    Upgrade,
    UpgradeSpec,
    Weapon,
)
from engine.sunrise.figures import force
from engine.sunrise.figures.board import Board, Point, board_ok
from engine.sunrise.figures.rolls import needed_ok
from engine.sunrise.figures.terrain import Circle, Piece, Polygon, piece_ok, pieces_ok
from engine.sunrise.fleet.listing import read_ship

SHAPES: Mapping[str, type[BaseModel]] = {
    "pack.toml": records.PackSheet,
    "hulls.toml": records.HullSheet,
    "weapons.toml": records.WeaponSheet,
    "defenses.toml": records.DefenseSheet,
    "upgrades.toml": records.UpgradeSheet,
    "squadrons.toml": records.SquadronSheet,
    "factions.toml": records.FactionSheet,
    "maps.toml": records.MapSheet,
    "fleets.toml": records.FleetSheet,
    "clock.toml": records.ClockSheet,
}
"""The sheets that hold records."""

WORDING = ("rules.toml", "refusals.toml")
"""The sheets that hold words only: they change no ruling."""

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")


def load(sources: Mapping[str, str], folder: str = "") -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found.

    `folder` is put before file names in faults. The digest is of everything but the wording (rules, refusals).
    """
    faults = Faults(folder)
    for file in sorted(set(sources) - {*SHAPES, *WORDING}):
        faults.at_line(file, 1, no_such("sheet", file, (*SHAPES, *WORDING)))
    sheets = {
        file: parse(file, sources[file], faults) if file in sources else absent(file, faults)
        for file in (*SHAPES, *WORDING)
    }
    rules = rule_texts(sheets["rules.toml"], faults)
    ids = {rule.id for rule in rules}
    refusals = refusal_texts(sheets["refusals.toml"], faults, ids.__contains__)
    if sheets["refusals.toml"].readable:
        _complete(sheets["refusals.toml"], "refusals", refusals, Code, faults)
    shapes = {file: shaped(sheets[file], model, faults) for file, model in SHAPES.items()}
    faults.check()
    taken = _Taken(sheets, shapes, faults)
    about = taken.of("pack.toml", records.PackSheet)
    board = Board(about.board.width, about.board.height)
    if refused := board_ok(board):
        faults.add(sheets["pack.toml"], ("board",), refused.why)
    bare = Pack(
        name=about.name,
        version=about.version,
        digest=digest(sheet for file, sheet in sheets.items() if file not in WORDING),
        basics=Basics(board, Edition(about.edition), about.total, about.victory),
        prices=msgspec.convert(about.miracles.model_dump(), Prices),
        hulls=taken.records("hulls.toml", "hulls", taken.of("hulls.toml", records.HullSheet).hulls, Hull),
        weapons=taken.records("weapons.toml", "weapons", taken.of("weapons.toml", records.WeaponSheet).weapons, Weapon),
        defenses=taken.records(
            "defenses.toml", "defenses", taken.of("defenses.toml", records.DefenseSheet).defenses, Defense
        ),
        upgrades=_upgrades(taken, faults),
        squadrons=_squadrons(taken, faults),
        factions=_factions(taken, faults),
        maps=_maps(taken, board, faults),
        fleets={},
        clock=taken.records("clock.toml", "steps", taken.of("clock.toml", records.ClockSheet).steps, StepClock),
        rules=rules,
        refusals=refusals,
    )
    _one_name(taken, bare, faults)
    faults.check()
    pack = msgspec.structs.replace(bare, fleets=_fleets(taken, bare, faults))
    faults.check()
    return pack


class _Taken:
    """Every sheet in its shape."""

    def __init__(self, sheets: Mapping[str, Sheet], shapes: Mapping[str, BaseModel | None], faults: Faults) -> None:
        self.sheets = sheets
        self._shapes = shapes
        self._faults = faults

    def of(self, file: str, model: type[M]) -> M:
        """A sheet as its model."""
        shape = self._shapes[file]
        if not isinstance(shape, model):
            self._faults.fail()
        return shape

    def unique(self, file: str, table: str, codes: Iterable[str]) -> None:
        """Every code once."""
        listed = list(codes)
        for index in repeats(listed):
            self._faults.add(self.sheets[file], (table, index, "code"), "is given twice", listed[index])

    def records(self, file: str, table: str, rows: Sequence[Row], to: type[T]) -> dict[str, T]:
        """Rows as records, by code."""
        plain = [row.model_dump() for row in rows]
        self.unique(file, table, (row["code"] for row in plain))
        return {row["code"]: msgspec.convert(row, to) for row in plain}


def _complete(sheet: Sheet, table: str, given: Iterable[str], wanted: type[StrEnum], faults: Faults) -> None:
    """Every code that rules name has its row, and no row is there that no rule names."""
    codes = [code.value for code in wanted]
    for index, code in enumerate(given):
        if code not in codes:
            faults.add(sheet, (table, index, "code"), no_such("code of the rules", code, codes), code)
    for code in sorted(set(codes) - set(given)):
        faults.add(sheet, (table,), f"{code!r} is missing")


def _upgrades(taken: _Taken, faults: Faults) -> dict[str, UpgradeSpec]:
    rows = taken.of("upgrades.toml", records.UpgradeSheet).upgrades
    sheet = taken.sheets["upgrades.toml"]
    for index in repeats(row.number for row in rows):
        faults.add(sheet, ("upgrades", index, "number"), "is given twice", rows[index].code)
    _complete(sheet, "upgrades", [row.code for row in rows], Upgrade, faults)
    taken.unique("upgrades.toml", "upgrades", (row.code for row in rows))
    known = {code.value for code in Upgrade}
    return {row.code: msgspec.convert(row.model_dump(), UpgradeSpec) for row in rows if row.code in known}


def _squadrons(taken: _Taken, faults: Faults) -> dict[str, SquadronType]:
    rows = taken.of("squadrons.toml", records.SquadronSheet).squadrons
    taken.unique("squadrons.toml", "squadrons", (row.code for row in rows))
    for index, row in enumerate(rows):
        if refused := needed_ok(row.toughness):
            faults.add(taken.sheets["squadrons.toml"], ("squadrons", index, "toughness"), refused.why, row.code)
    return {
        row.code: SquadronType(row.code, row.name, row.size, row.toughness, row.by_edition(), row.faction)
        for row in rows
    }


def _factions(taken: _Taken, faults: Faults) -> dict[str, Faction]:
    rows = taken.of("factions.toml", records.FactionSheet).factions
    _complete(taken.sheets["factions.toml"], "factions", [row.code for row in rows], FactionCode, faults)
    return taken.records("factions.toml", "factions", rows, Faction)


def _one_name(taken: _Taken, pack: Pack, faults: Faults) -> None:
    """A weapon and an upgrade may not share a code: both are components (FS-TERM-01)."""
    for code in sorted(set(pack.weapons) & set(pack.upgrades)):
        at = list(pack.upgrades).index(code)
        path: Path = ("upgrades", at, "code")
        faults.add(taken.sheets["upgrades.toml"], path, f"{code!r} is a weapon's code too", code)


def _maps(taken: _Taken, board: Board, faults: Faults) -> dict[str, BoardMap]:
    rows = taken.of("maps.toml", records.MapSheet).maps
    taken.unique("maps.toml", "maps", (row.code for row in rows))
    made = {}
    for index, row in enumerate(rows):
        pieces: list[Piece] = []
        for at, circle in enumerate(row.circles):
            piece: Piece = Circle(f"t{len(pieces) + 1}", Point(circle.x, circle.y), circle.r)
            _lay(taken, board, pieces, piece, ("maps", index, "circles", at), faults)
        for at, polygon in enumerate(row.polygons):
            corners = tuple(Point(x, y) for x, y in polygon.points)
            piece = Polygon(f"t{len(pieces) + 1}", corners)
            _lay(taken, board, pieces, piece, ("maps", index, "polygons", at), faults)
        if refused := pieces_ok(pieces):
            faults.add(taken.sheets["maps.toml"], ("maps", index), refused.why, row.code)
        made[row.code] = BoardMap(row.code, row.name, row.text, tuple(pieces))
    return made


def _lay(taken: _Taken, board: Board, pieces: list[Piece], piece: Piece, path: Path, faults: Faults) -> None:
    if refused := piece_ok(board, piece):
        faults.add(taken.sheets["maps.toml"], path, refused.why)
    pieces.append(piece)


def _fleets(taken: _Taken, pack: Pack, faults: Faults) -> dict[str, SampleFleet]:
    """The sample fleets, each legal at the integrity it has."""
    rows = taken.of("fleets.toml", records.FleetSheet).fleets
    taken.unique("fleets.toml", "fleets", (row.code for row in rows))
    sheet = taken.sheets["fleets.toml"]
    made = {}
    for index, row in enumerate(rows):
        ships: list[ShipList] = []
        for at, ship in enumerate(row.ships):
            read = read_ship(ship.name, ship.hull, list(ship.defenses), list(ship.components), pack)
            if isinstance(read, Refused):
                faults.add(sheet, ("fleets", index, "ships", at), read.why, ship.name)
            else:
                ships.append(read)
        fleet = FleetList(row.name, tuple(ships), row.faction)
        for fault in force.faults(fleet, pack, pack.basics.total):
            names = [ship.name for ship in row.ships]
            path: Path = ("fleets", index, "ships", names.index(fault.ship)) if fault.ship else ("fleets", index)
            faults.add(sheet, path, fault.refused.why, fault.ship or row.name)
        made[row.code] = SampleFleet(row.code, row.text, fleet)
    return made

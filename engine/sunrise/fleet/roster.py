"""A fleet as one text, to be sealed, saved and read back: its name, its faction, and a line for each ship.

    Line of battle; faction owc
    Warden | Cruiser | Refractive Coating, Hardened Armor | Beam Rifle (fore, port); Torpedo; Shields

Rulebook: FS-FRC-07.
"""

from __future__ import annotations

import re

from engine.look import Refused
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.ships import FleetList, ShipList
from engine.sunrise.fleet.listing import mount_text, read_ship
from engine.text.names import no_such, shown

FORBIDDEN = "|;:,()/"
"""What no name may hold, because sheets and texts use it."""
MOST_SHIPS = 40
LONGEST_NAME = 40


def name_ok(name: str) -> Refused | None:
    """Whether a ship or fleet may be called so (FS-FRC-07). Refused: `E_VALUE`."""
    if not name.strip():
        return no(Code.E_VALUE, "a name has at least one letter", "FS-FRC-07")
    if len(name) > LONGEST_NAME:
        return no(Code.E_VALUE, f"a name of {len(name)} letters, at most {LONGEST_NAME}", "FS-FRC-07")
    odd = sorted({one for one in name if one in FORBIDDEN})
    if odd:
        return no(Code.E_VALUE, f"a name without {' '.join(odd)}", "FS-FRC-07")
    if not name.isprintable():
        return no(Code.E_VALUE, "a name of one line, without signs that nobody sees", "FS-FRC-07")
    return None


def fleet_text(fleet: FleetList, pack: Pack) -> str:
    """A fleet as `read_fleet` reads it."""
    head = fleet.name or "Fleet"
    lines = [f"{head}; faction {fleet.faction}" if fleet.faction else head]
    lines += [ship_text(ship, pack) for ship in fleet.ships]
    return "\n".join(lines)


def ship_text(ship: ShipList, pack: Pack) -> str:
    """A ship as one line."""
    hull = pack.hulls[ship.hull].name if ship.hull in pack.hulls else ship.hull
    defenses = ", ".join(pack.defenses[one].name if one in pack.defenses else one for one in ship.defenses)
    components = "; ".join(mount_text(mount, pack) for mount in ship.components)
    return f"{ship.name} | {hull} | {defenses} | {components}"


def read_fleet(text: str, pack: Pack) -> FleetList | Refused:
    """The fleet of a text; whether it may be played is `force.faults`' question.

    Refused: `E_VALUE` for what cannot be read, `E_UNKNOWN`, `E_MOUNT`, `E_FACTION`.
    """
    lines = [line.strip() for line in re.split(r"\r?\n|(?<=\s)/(?=\s)", text) if line.strip()]
    if not lines:
        return no(Code.E_VALUE, "the text is empty", "FS-FRC-07")
    name, faction = "Fleet", ""
    if "|" not in lines[0]:
        head, _, rest = lines.pop(0).partition(";")
        name = head.strip() or name
        match = re.fullmatch(r"\s*(?:faction\s+)?(.*?)\s*", rest, re.IGNORECASE)
        wanted = match[1] if match else ""
        if wanted:
            found = pack.find_faction(wanted)
            if found is None:
                names = (one.name for one in pack.factions.values())
                return no(Code.E_UNKNOWN, no_such("faction", wanted, names), "FS-FAC-01")
            faction = found.code
    if refused := name_ok(name):
        return refused
    if not lines:
        return no(Code.E_VALUE, "no ship follows; write 'Name | hull | defenses | components'", "FS-FRC-07")
    if len(lines) > MOST_SHIPS:
        return no(Code.E_VALUE, f"{len(lines)} ships, at most {MOST_SHIPS}", "FS-FRC-01")
    ships = []
    for line in lines:
        ship = _ship(line, pack)
        if isinstance(ship, Refused):
            return ship
        ships.append(ship)
    return FleetList(name, tuple(ships), faction)


def _ship(line: str, pack: Pack) -> ShipList | Refused:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) != 4:
        why = f"cannot read “{shown(line)}”; write 'Name | hull | defenses | components'"
        return no(Code.E_VALUE, why, "FS-FRC-07")
    name, hull, defenses, components = parts
    if refused := name_ok(name):
        return refused
    return read_ship(
        name,
        hull,
        [one.strip() for one in defenses.split(",") if one.strip()],
        [one.strip() for one in components.split(";") if one.strip()],
        pack,
    )

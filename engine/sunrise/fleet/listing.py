"""Fleet lists in words: a component is a line such as "Energy Lance (fore)" or "Flight Deck (Fighter, Bomber)".

What stands in brackets are a weapon's arcs, the number of the component that an upgrade is bound to, or the squadrons
that a hangar holds. Rulebook: FS-FRC-05, FS-FRC-07.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.look import Refused
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.ships import Arc, Mount, ShipList, UpgradeSpec
from engine.text.names import no_such, shown

_LINE = re.compile(r"([^()]+?)\s*(?:\(([^()]*)\))?")
ARC_WORDS = {arc.value: arc for arc in Arc} | {"aft": Arc.REAR, "bow": Arc.FORE, "stern": Arc.REAR}

GONE = (
    "Efficient Hangars",
    "Nanite Repair Swarm",
    "Reserve Reinforcements",
    "Reserve Units",
    "Dazzler",
    "Prophet PD",
    "Spitfire CIWS",
    "Swarm",
    "Millstone",
)
"""Components of older texts, which are no more (FS-UPG-25)."""


def no_component(word: str, names: Iterable[str]) -> Refused:
    """The refusal of a component that there is not, or no longer (FS-UPG-25). `E_UNKNOWN`."""
    plain = " ".join(word.casefold().replace("-", " ").split())
    old = next((name for name in GONE if name.casefold() == plain), None)
    if old is not None:
        return no(Code.E_UNKNOWN, f"{old} is no longer in the rules", "FS-UPG-25")
    return no(Code.E_UNKNOWN, no_such("weapon or upgrade", word, names), "FS-WPN-19")


def read_mount(text: str, pack: Pack) -> Mount | Refused:
    """The component of a line, its words resolved to codes; whether it may be mounted so is `force.faults`' question.

    Refused: `E_UNKNOWN` for names there are not, `E_MOUNT` for details that cannot be read.
    """
    line = _LINE.fullmatch(text.strip())
    if line is None:
        return no(Code.E_MOUNT, f"cannot read “{shown(text.strip())}”; write 'Beam Rifle (fore)'", "FS-FRC-05")
    item = pack.find_component(line[1])
    if item is None:
        names = [weapon.name for weapon in pack.weapons.values()] + [one.name for one in pack.upgrades.values()]
        return no_component(line[1], names)
    words = [word.strip() for word in (line[2] or "").split(",") if word.strip()]
    if isinstance(item, UpgradeSpec):
        return _upgrade(item, words, pack)
    return _arcs(item.code, words)


def _arcs(code: str, words: list[str]) -> Mount | Refused:
    arcs = []
    for word in words:
        arc = ARC_WORDS.get(word.casefold())
        if arc is None:
            return no(Code.E_MOUNT, no_such("arc", word, ARC_WORDS), "FS-FRC-05")
        arcs.append(arc)
    return Mount(code, arcs=tuple(arcs))


def _upgrade(item: UpgradeSpec, words: list[str], pack: Pack) -> Mount | Refused:
    if not words:
        return Mount(item.code)
    if item.bound:
        if len(words) != 1 or not words[0].isdecimal():
            return no(Code.E_MOUNT, f"{item.name} names the number of one component", "FS-FRC-05")
        return Mount(item.code, on=int(words[0]))
    squadrons = []
    for word in words:
        squadron = pack.find_squadron(word)
        if squadron is None:
            names = [one.name for one in pack.squadrons.values()]
            return no(Code.E_UNKNOWN, no_such("squadron", word, names), "FS-SC-02")
        squadrons.append(squadron.code)
    return Mount(item.code, squadrons=tuple(squadrons))


def mount_text(mount: Mount, pack: Pack) -> str:
    """A component as `read_mount` reads it."""
    item = pack.component(mount.item)
    name = item.name if item else mount.item
    details = [str(arc) for arc in mount.arcs]
    details += [str(mount.on)] if mount.on else []
    details += [pack.squadrons[code].name if code in pack.squadrons else code for code in mount.squadrons]
    return f"{name} ({', '.join(details)})" if details else name


def read_ship(name: str, hull: str, defenses: list[str], components: list[str], pack: Pack) -> ShipList | Refused:
    """A ship of a list from its words. Refused: as `read_mount`, and `E_UNKNOWN` for a hull or defense."""
    known = pack.find_hull(hull)
    if known is None:
        return no(Code.E_UNKNOWN, no_such("hull", hull, (one.name for one in pack.hulls.values())), "FS-HULL-01")
    codes = []
    for word in defenses:
        defense = pack.find_defense(word)
        if defense is None:
            names = [one.name for one in pack.defenses.values()]
            return no(Code.E_UNKNOWN, no_such("defense", word, names), "FS-DEF-01")
        codes.append(defense.code)
    mounts = []
    for line in components:
        mount = read_mount(line, pack)
        if isinstance(mount, Refused):
            return mount
        mounts.append(mount)
    return ShipList(name, known.code, tuple(codes), tuple(mounts))

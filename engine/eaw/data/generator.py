"""Maps made by a seed: systems on a net of hexes, lanes between neighbours in six directions, homes far and fair.

The same seed makes the same map on every machine. Of a number of drafts the fairest is taken: homes far apart, each
with about as many systems near it as the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec

from engine.eaw.data.maps import DIRECTIONS, Lane, Shape, Spot, distances, neighbours, opposite

STEPS = {"A": (0, -1), "B": (1, -1), "C": (1, 0), "D": (0, 1), "E": (-1, 1), "F": (-1, 0)}
"""The neighbour of a hex in each direction, in axial coordinates; A is up."""
DRAFTS, FEW_DRAFTS, MANY, STARTS = 6, 2, 60, 12
"""Drafts of a map, fewer of one with many systems; systems from which homes are sought."""
MOST_SYSTEMS, LEAST_FOR_EACH = 200, 3
EXTRA = 45
"""Lanes beyond those that join all systems, for a hundred systems."""
NEAR = 2
"""Systems so many lanes from a home are its neighbourhood, of which homes should have equally many."""
Hex = tuple[int, int]
Far = Mapping[str, Mapping[str, int]]
"""Lanes from each system to each."""


class Fairness(msgspec.Struct, frozen=True):
    """Fairness of a map: lanes between the two homes that are nearest to each other, and by how many systems the
    neighbourhoods of homes differ, least from most.
    """

    apart: int
    uneven: int


class _Chance:
    """Numbers that follow from a seed."""

    def __init__(self, seed: str) -> None:
        self._seed, self._drawn = seed, 0

    def below(self, bound: int) -> int:
        """A number from 0 to one less than the bound."""
        self._drawn += 1
        return int.from_bytes(sha256(f"{self._seed}/{self._drawn}".encode()).digest()[:8]) % bound


def generated(empires: int, systems: int, seed: str) -> Shape:
    """The fairest of some drafts of a map for so many empires and systems. Raises ValueError for sizes that no map has:
    at least 3 systems for each empire and 200 in all.
    """
    if not LEAST_FOR_EACH * empires <= systems <= MOST_SYSTEMS:
        raise ValueError(f"{systems} systems; {empires} empires need {LEAST_FOR_EACH * empires} to {MOST_SYSTEMS}")
    count = DRAFTS if systems <= MANY else FEW_DRAFTS
    drafts = [drafted(empires, systems, f"{seed}/{number}") for number in range(count)]
    return max(drafts, key=lambda shape: _rank(fairness(shape)))


def _rank(found: Fairness) -> tuple[int, int]:
    return (min(found.apart, 2 * NEAR + 1) - 2 * found.uneven, found.apart)


def fairness(shape: Shape) -> Fairness:
    """Fairness of a map: distance of its homes, and likeness of what is near them."""
    joined = neighbours(shape.lanes)
    return _fairness(shape.homes, {home: distances(joined, home) for home in shape.homes})


def _fairness(homes: Sequence[str], far: Far) -> Fairness:
    apart = min((far[home][other] for home in homes for other in homes if home != other), default=0)
    near = [sum(lanes <= NEAR for lanes in far[home].values()) for home in homes]
    return Fairness(apart, max(near, default=0) - min(near, default=0))


def drafted(empires: int, systems: int, seed: str) -> Shape:
    """One draft of a map: hexes grown about a middle, a tree of lanes and some more, homes where they are farthest."""
    chance = _Chance(seed)
    hexes = grown(systems, chance)
    ids = {hex: str(number) for number, hex in enumerate(sorted(hexes, key=lambda hex: (_y(hex), hex[0])), 1)}
    ways = sorted(joining(hexes, chance), key=lambda way: (int(ids[way[0]]), way[1]))
    lanes = tuple(Lane(ids[one], direction, ids[other], opposite(direction)) for one, direction, other in ways)
    spots = tuple(Spot(id, 100 * hex[0], _y(hex)) for hex, id in ids.items())
    return Shape(f"random {systems}", spots, lanes, farthest(neighbours(lanes), [spot.id for spot in spots], empires))


def _y(hex: Hex) -> int:
    return 116 * hex[1] + 58 * hex[0]


def _round(hex: Hex) -> Iterator[tuple[str, Hex]]:
    for direction in DIRECTIONS:
        step = STEPS[direction]
        yield direction, (hex[0] + step[0], hex[1] + step[1])


def grown(systems: int, chance: _Chance) -> set[Hex]:
    """So many hexes that hang together, each drawn from those about it that are nearer to the middle."""
    hexes: set[Hex] = {(0, 0)}
    while len(hexes) < systems:
        edge = sorted({near for hex in hexes for _, near in _round(hex)} - hexes)
        picked = [edge[chance.below(len(edge))] for _ in range(3)]
        hexes.add(min(picked, key=lambda hex: (abs(hex[0]) + abs(hex[1]) + abs(hex[0] + hex[1]), hex)))
    return hexes


def joining(hexes: set[Hex], chance: _Chance) -> list[tuple[Hex, str, Hex]]:
    """Lanes that join all hexes, and some more: each once, in the direction from its first end."""
    ways = [(hex, at, near) for hex in sorted(hexes) for at, near in _round(hex) if at in "ABC" and near in hexes]
    for last in range(len(ways) - 1, 0, -1):
        drawn = chance.below(last + 1)
        ways[last], ways[drawn] = ways[drawn], ways[last]
    root = {hex: hex for hex in hexes}

    def top(hex: Hex) -> Hex:
        while root[hex] != hex:
            hex = root[hex]
        return hex

    tree, spare = [], []
    for way in ways:
        this, that = top(way[0]), top(way[2])
        if this == that:
            spare.append(way)
        else:
            root[this] = that
            tree.append(way)
    return [*tree, *spare[: EXTRA * len(hexes) // 100]]


def farthest(joined: Mapping[str, Sequence[str]], systems: Sequence[str], empires: int) -> tuple[str, ...]:
    """Homes as far from each other as can be found: one after the other farthest from those there are, from each of
    some starts; of equals those whose neighbourhoods are most alike.
    """
    far = {system: distances(joined, system) for system in systems}
    near = {system: sum(lanes <= NEAR for lanes in far[system].values()) for system in systems}
    found = list[tuple[str, ...]]()
    for start in systems[:: -(-len(systems) // STARTS)]:
        homes = [start]
        while len(homes) < empires:
            homes.append(max((one for one in systems if one not in homes), key=lambda one: _fit(one, homes, far, near)))
        found.append(tuple(homes))
    return max(found, key=lambda homes: _rank(_fairness(homes, far)))


def _fit(system: str, homes: Sequence[str], far: Far, near: Mapping[str, int]) -> tuple[int, str]:
    """Worth of a system as one more home: far from those there are, with as much near it as the first."""
    return min(2 * NEAR + 1, *(far[system][home] for home in homes)) - abs(near[system] - near[homes[0]]), system

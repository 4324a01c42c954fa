"""Pairs of games that a seat cannot tell apart, as tests of every rulebook ask of them."""

from __future__ import annotations

from engine.played.interference import Interference

GO_OTHERWISE = (
    "{pairs} pairs were compared, and at least {least} are asked for. Random games go otherwise with every new order: "
    "let it be less likely or likelier (`likely`, `tried`), or take another seed"
)


def alike(found: Interference, least: int) -> None:
    """Asserts that nothing hidden showed in any pair, and that enough of them were compared."""
    assert not found.leaks, "\n".join(map(str, found.leaks))
    assert found.pairs >= least, GO_OTHERWISE.format(pairs=found.pairs, least=least)

"""Dice that players can check: keyed by a committed chain, addressed by label, never drawn from a stream.

The secret of a game is hashed LENGTH times; the last link is the commitment, published before the first order.
Turn t uses link LENGTH - t, published when the turn is resolved: whoever hashes it t times finds the commitment.
The key of a turn mixes the link with the seals (salted digests) of the locked orders, so that neither the
operator nor a player alone picks it. What this proves: no roll was redrawn, dropped or bent after the
commitment. What it does not: the operator, who holds the secret, can foresee dice.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Protocol

LENGTH = 4096
"""Links of a chain, that is turns a game can have."""


class TurnKey(Protocol):
    """The dice of one turn."""

    link: str

    def roll(self, label: str, sides: int) -> int:
        """The public die of that label, 1..sides."""

    def hidden(self, label: str, sides: int) -> int:
        """The die of that label under the key that is shown only when the game ends, 1..sides."""


class Dice(Protocol):
    """Where a game's dice come from."""

    @property
    def commitment(self) -> str:
        """The published last link, in hex."""

    def turn(self, turn: int, seals: Sequence[str] = ()) -> TurnKey:
        """The dice of a turn, 1..LENGTH."""


def die(key: bytes, label: str, sides: int) -> int:
    """The die that `key` gives that label, 1..sides, without bias (rejection sampling on 64-bit draws).

    Raises ValueError for fewer than one side or more than 2**32.
    """
    if not 1 <= sides <= 2**32:
        raise ValueError(f"a die has 1 to 2**32 sides, not {sides}")
    bound = 2**64 - 2**64 % sides
    for draw in range(2**16):
        digest = hmac.new(key, f"{draw}/{label}".encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < bound:
            return number % sides + 1
    raise AssertionError("2**16 rejected draws in a row")


def mixed(link: bytes, seals: Iterable[str]) -> bytes:
    """The key of a turn: the link and the seals in sorted order, hashed together."""
    return hashlib.sha256(link + "\n".join(sorted(seals)).encode()).digest()


def seal(salt: str, body: str) -> str:
    """The salted digest of a locked order that is published at the lock (bare orders could be guessed at)."""
    return hashlib.sha256(f"{salt}\n{body}".encode()).hexdigest()


class _ChainKey:
    def __init__(self, link: bytes, hidden: bytes, seals: Sequence[str]) -> None:
        self.link = link.hex()
        self._public, self._hidden = mixed(link, seals), hidden

    def roll(self, label: str, sides: int) -> int:
        return die(self._public, label, sides)

    def hidden(self, label: str, sides: int) -> int:
        return die(self._hidden, label, sides)


class ChainDice:
    """Dice from the committed chain of a game's secret (32 bytes)."""

    def __init__(self, secret: bytes) -> None:
        self._hidden = hashlib.sha256(b"hidden" + secret).digest()
        links = [hashlib.sha256(b"chain" + secret).digest()]
        for _ in range(LENGTH):
            links.append(hashlib.sha256(links[-1]).digest())
        self._links = links

    @property
    def commitment(self) -> str:
        """The last link of the chain, in hex."""
        return self._links[-1].hex()

    @property
    def hidden_commitment(self) -> str:
        """The digest of the hidden key, in hex; the key itself is published when the game ends."""
        return hashlib.sha256(self._hidden).hexdigest()

    @property
    def hidden_key(self) -> str:
        """The key of the hidden dice, in hex."""
        return self._hidden.hex()

    def turn(self, turn: int, seals: Sequence[str] = ()) -> TurnKey:
        """The dice of a turn, 1..LENGTH. Raises ValueError beyond the chain."""
        if not 1 <= turn <= LENGTH:
            raise ValueError(f"a chain has dice for turns 1 to {LENGTH}, not {turn}")
        hidden = hmac.new(self._hidden, f"turn {turn}".encode(), hashlib.sha256).digest()
        return _ChainKey(self._links[LENGTH - turn], hidden, seals)


class ScriptedDice:
    """Dice that a played example prescribes, by label or in order; all of them must be used."""

    commitment = "scripted"

    def __init__(self, results: Iterable[int] = (), by_label: dict[str, int] | None = None) -> None:
        self._results = deque(results)
        self._by_label = dict(by_label or {})

    link = "scripted"

    @property
    def unused(self) -> tuple[str, ...]:
        """What was scripted and never rolled."""
        return (*map(str, self._results), *(f"{label}={result}" for label, result in self._by_label.items()))

    def more(self, results: Iterable[int], by_label: dict[str, int] | None = None) -> None:
        """Script further dice."""
        self._results.extend(results)
        self._by_label.update(by_label or {})

    def turn(self, turn: int, seals: Sequence[str] = ()) -> TurnKey:
        """The same script for every turn."""
        return self

    def roll(self, label: str, sides: int) -> int:
        """The scripted result; raises ValueError where nothing fits."""
        result = self._by_label.pop(label, None)
        if result is None:
            if not self._results:
                raise ValueError(f"no die was scripted for {label!r} (d{sides})")
            result = self._results.popleft()
        if not 1 <= result <= sides:
            raise ValueError(f"{result} was scripted for {label!r}, a die of {sides} sides")
        return result

    def hidden(self, label: str, sides: int) -> int:
        """As `roll`."""
        return self.roll(label, sides)

"""Dice that players can check: keyed by a committed chain, addressed by label, never drawn from a stream.

The secret of a game is hashed LENGTH times; the last link is the commitment, published before the first order.
Turn t uses link LENGTH - t, published when the turn is resolved: whoever hashes it t times finds the commitment.
Rolls that somebody must not know of have a second key, whose digest is published first and the key itself when the
game ends. The key of a turn mixes the link with the seals (salted digests) of the locked orders, so that neither the
operator nor a player alone picks it. What this proves: no roll was redrawn, dropped or bent after the
commitment. What it does not: the operator, who holds the secret, can foresee dice.
"""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from _hashlib import HASH

LENGTH = 4096
"""Links of a chain, that is turns a game can have."""
BLOCK = 64
"""Bytes that SHA-256 takes in at a time."""


class TurnKey(Protocol):
    """The dice of one turn."""

    link: str

    def roll(self, label: str, sides: int) -> int:
        """The public die of that label, 1..sides."""

    def hidden(self, label: str, sides: int) -> int:
        """The die of that label under the key that is shown only when the game ends, 1..sides."""


class Dice(Protocol):
    """Source of a game's dice."""

    @property
    def commitment(self) -> str:
        """The published last link, in hex."""

    @property
    def hidden_commitment(self) -> str:
        """The published digest of the key of the hidden dice, in hex."""

    @property
    def hidden_key(self) -> str:
        """The key of the hidden dice, in hex, to be published when the game ends."""

    def turn(self, turn: int, seals: Sequence[str] = ()) -> TurnKey:
        """The dice of a turn, 1..LENGTH."""

    def salt(self, label: str) -> str:
        """The salt of the seal of that label, in hex: nobody who lacks the hidden key can guess it."""

    def seal(self, label: str, body: str) -> str:
        """The seal of a locked order: the digest of that label's salt and the order."""


def fair(number: int, sides: int) -> int | None:
    """The side, 1..sides, that a 64-bit number says; None for those of the last, incomplete stretch of `sides`
    numbers, which would favour some.

    Raises ValueError for fewer than one side or more than 2**32.
    """
    if not 1 <= sides <= 2**32:
        raise ValueError(f"a die has 1 to 2**32 sides, not {sides}")
    return number % sides + 1 if number < 2**64 - 2**64 % sides else None


def die(key: bytes, label: str, sides: int) -> int:
    """The die that `key` gives that label, 1..sides, by the first draw that favours none. Raises ValueError as `fair`
    does.
    """
    begun_inner, begun_outer = _begun(key)
    side, draw = None, 0
    while side is None:
        inner, outer = begun_inner.copy(), begun_outer.copy()
        inner.update(f"{draw}/{label}".encode())
        outer.update(inner.digest())
        side, draw = fair(int.from_bytes(outer.digest()[:8], "big"), sides), draw + 1
    return side


@lru_cache(maxsize=16)
def _begun(key: bytes) -> tuple[HASH, HASH]:
    """Digests begun with the blocks that a key puts before what is digested, and before that digest (HMAC, RFC 2104):
    once for all dice of a turn, which go on from copies.
    """
    block = (sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    return sha256(bytes(byte ^ 0x36 for byte in block)), sha256(bytes(byte ^ 0x5C for byte in block))


def mixed(link: bytes, seals: Iterable[str]) -> bytes:
    """The key of a turn: the link and the seals in sorted order, hashed together."""
    return sha256(link + "\n".join(sorted(seals)).encode()).digest()


def seal(salt: str, body: str) -> str:
    """The salted digest of a locked order that is published at the lock (bare orders could be guessed at)."""
    return sha256(f"{salt}\n{body}".encode()).hexdigest()


class UnscriptedDie(ValueError):
    """A played example prescribes no die for a roll, or one with too few sides."""


class _ChainKey:
    def __init__(self, link: bytes, hidden: bytes, seals: Sequence[str]) -> None:
        self.link = link.hex()
        self._public, self._hidden = mixed(link, seals), hidden

    def roll(self, label: str, sides: int) -> int:
        return die(self._public, label, sides)

    def hidden(self, label: str, sides: int) -> int:
        return die(self._hidden, label, sides)


class ChainDice:
    """Dice from the committed chain of a game's secret (32 bytes); seals need none of it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._hidden = sha256(b"hidden" + secret).digest()

    @cached_property
    def _links(self) -> list[bytes]:
        links = [sha256(b"chain" + self._secret).digest()]
        for _ in range(LENGTH):
            links.append(sha256(links[-1]).digest())
        return links

    @property
    def commitment(self) -> str:
        """The last link of the chain, in hex."""
        return self._links[-1].hex()

    @property
    def hidden_commitment(self) -> str:
        """The digest of the hidden key, in hex; the key itself is published when the game ends."""
        return sha256(self._hidden).hexdigest()

    @property
    def hidden_key(self) -> str:
        """The key of the hidden dice, in hex."""
        return self._hidden.hex()

    def turn(self, turn: int, seals: Sequence[str] = ()) -> TurnKey:
        """The dice of a turn, 1..LENGTH. Raises ValueError beyond the chain."""
        if not 1 <= turn <= LENGTH:
            raise ValueError(f"a chain has dice for turns 1 to {LENGTH}, not {turn}")
        hidden = hmac.digest(self._hidden, f"turn {turn}".encode(), "sha256")
        return _ChainKey(self._links[LENGTH - turn], hidden, seals)

    def salt(self, label: str) -> str:
        """The salt of the seal of that label, in hex."""
        return hmac.digest(self._hidden, f"salt {label}".encode(), "sha256").hex()

    def seal(self, label: str, body: str) -> str:
        """The seal of a locked order."""
        return seal(self.salt(label), body)


class ScriptedDice:
    """Dice that a played example prescribes, by label or in order; all of them must be used."""

    commitment = hidden_commitment = hidden_key = link = "scripted"

    def __init__(self, results: Iterable[int] = (), by_label: Mapping[str, int] | None = None) -> None:
        self._results = deque(results)
        self._by_label = dict(by_label or {})

    @property
    def unused(self) -> tuple[str, ...]:
        """Rolls that were scripted and never made."""
        return (*map(str, self._results), *(f"{label}={result}" for label, result in self._by_label.items()))

    def more(self, results: Iterable[int], by_label: Mapping[str, int] | None = None) -> None:
        """Script further dice."""
        self._results.extend(results)
        self._by_label.update(by_label or {})

    def turn(self, turn: int, seals: Sequence[str] = ()) -> TurnKey:
        """The same script for every turn."""
        return self

    def salt(self, label: str) -> str:
        """The label itself: nothing is secret here."""
        return label

    def seal(self, label: str, body: str) -> str:
        """The seal of a locked order under that salt."""
        return seal(label, body)

    def roll(self, label: str, sides: int) -> int:
        """The scripted result; raises UnscriptedDie where nothing fits."""
        result = self._by_label.get(label)
        if result is None:
            if not self._results:
                raise UnscriptedDie(f"no die was scripted for {label!r} (d{sides})")
            result = self._results[0]
        if not 1 <= result <= sides:
            raise UnscriptedDie(f"{result} was scripted for {label!r}, a die of {sides} sides")
        if self._by_label.pop(label, None) is None:
            self._results.popleft()
        return result

    def hidden(self, label: str, sides: int) -> int:
        """As `roll`."""
        return self.roll(label, sides)


class FixedDice:
    """Dice whose keys depend on nothing that is played: what the interference test means by a fixed turn key.

    Every turn's key is made of `key` alone, and a seal of its label alone, so that two games that differ in an order
    that somebody cannot see roll the same and seal the same.
    """

    commitment = hidden_commitment = hidden_key = "fixed"

    def __init__(self, key: bytes) -> None:
        self._key = key

    def turn(self, turn: int, seals: Sequence[str] = ()) -> TurnKey:
        """The dice of a turn, whatever was sealed."""
        hidden = hmac.digest(self._key, f"hidden {turn}".encode(), "sha256")
        return _ChainKey(sha256(self._key + str(turn).encode()).digest(), hidden, ())

    def salt(self, label: str) -> str:
        """The label itself."""
        return label

    def seal(self, label: str, body: str) -> str:
        """A seal of the label alone."""
        return seal(label, "")

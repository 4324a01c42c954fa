"""The written record of a game: facts, states and orders as bytes, the chain of digests, and `verify`.

JSON, facts with sorted keys: the same fact is the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from typing import Any, Generic, Literal, TypeVar

import msgspec
from pydantic import ValidationError

from engine.clock import Instant
from engine.dice.keyed import Dice
from engine.game import (
    KERNEL_FACTS,
    Audience,
    Fact,
    HiddenShown,
    KeyShown,
    Knowledge,
    Rolled,
    Ruleset,
    Said,
    Sealed,
    Seat,
    Setup,
    Unsealed,
    known,
    lapse,
    obey,
    start,
)
from engine.orders import Order
from engine.text.message import Text

S = TypeVar("S", bound=msgspec.Struct)


class UnknownOrder(Exception):
    """A recorded order that this rulebook does not have, or no longer in that shape."""


def plain(value: object) -> str:
    """Words that are kept as they were told: a text is stored as what it reads."""
    if isinstance(value, Text):
        return str(value)
    raise TypeError(f"nothing says how {type(value).__name__} is stored")


_ORDERS = json.JSONEncoder(sort_keys=True, ensure_ascii=False)


class _Kind(msgspec.Struct):
    fact: str


@cache
def _reader(kinds: tuple[type[Fact[Any]], ...]) -> msgspec.json.Decoder[Any]:
    """The decoder of any fact of these kinds, which takes milliseconds to build: once for a rulebook."""
    union: Any = None  # a union of structs made at run time has no static type
    for kind in kinds:
        union = kind if union is None else union | kind
    return msgspec.json.Decoder(union)


class Codec(Generic[S]):
    """Reads and writes what belongs to one rulebook."""

    def __init__(self, rules: Ruleset[S]) -> None:
        self.rules = rules
        kinds = (*KERNEL_FACTS, *rules.facts)
        self._facts = _reader(kinds)
        self._closing = {kind.__struct_config__.tag for kind in kinds if kind.closes}
        self._states = msgspec.json.Decoder(rules.state)
        self._encoder = msgspec.json.Encoder(order="sorted", enc_hook=plain)
        self._in_order = msgspec.json.Encoder(enc_hook=plain)
        self._orders = {order.path: order for order in rules.orders}

    def fact_bytes(self, fact: Fact[S]) -> bytes:
        """A fact, tagged with its kind."""
        return self._encoder.encode(fact)

    def fact(self, data: bytes) -> Fact[S]:
        """The inverse of `fact_bytes`. Raises msgspec.ValidationError for a fact this rulebook does not have."""
        read: Fact[S] = self._facts.decode(data)
        return read

    def closing(self, data: bytes) -> bool:
        """True if a stored fact closes a turn; nothing but its kind is read."""
        return msgspec.json.decode(data, type=_Kind).fact in self._closing

    def state_bytes(self, state: S) -> bytes:
        """A whole state, for a snapshot. Mappings keep their order, for rules walk them after loading as before."""
        return self._in_order.encode(state)

    def state(self, data: bytes) -> S:
        """The inverse of `state_bytes`."""
        return self._states.decode(data)

    def order_text(self, order: Order) -> str:
        """An order as JSON: its path under "order", and its fields."""
        return _ORDERS.encode({"order": order.path, **order.model_dump(mode="json")})

    def order(self, text: str) -> Order:
        """The inverse of `order_text`. Raises UnknownOrder."""
        fields = json.loads(text)
        path = fields.pop("order", None)
        if path not in self._orders:
            raise UnknownOrder(f"{self.rules.name} has no order {path!r}")
        try:
            return self._orders[path].model_validate(fields)
        except ValidationError as error:
            raise UnknownOrder(f"{path!r}: {error.errors()[0]['msg']}") from error


def chained(before: str, at: Instant, to: Audience | str, fact: bytes) -> str:
    """The digest of a fact's place in the record: each depends on all that went before it (hex); `to` is who heard it,
    or the stored form of that.
    """
    return hashlib.sha256(f"{before}\n{int(at)}\n{to}\n".encode() + fact).hexdigest()


class Command(msgspec.Struct, frozen=True):
    """One entry of a game's log of what was asked: its opening, an order, or time that passed."""

    kind: Literal["begin", "order", "tick"]
    at: Instant
    seat: Seat = Seat("")
    body: str = ""


class Difference(msgspec.Struct, frozen=True):
    """First departure of a re-run from the record: the command's number (from 0), and both versions."""

    command: int
    recorded: tuple[str, ...]
    replayed: tuple[str, ...]


def _lines(codec: Codec[S], said: Iterable[Said[S]]) -> tuple[str, ...]:
    return tuple(f"{int(told.at)} [{told.to}] {codec.fact_bytes(told.fact).decode()}" for told in said)


def verify(codec: Codec[S], record: Iterable[tuple[Command, tuple[Said[S], ...]]], dice: Dice) -> Difference | None:
    """Re-run the rules over a game's commands and compare every fact; None when all agree.

    After a difference nothing further is compared: the states have parted.
    """
    rules = codec.rules
    state = rules.state()
    heard: Knowledge[S] = Knowledge(lambda _seat: rules.state())
    for number, (command, said) in enumerate(record):
        if command.kind == "begin":
            outcome = start(rules, msgspec.json.decode(command.body, type=Setup), command.at, dice)
        elif command.kind == "tick":
            outcome = lapse(rules, state, command.at, dice, heard.of)
        else:
            outcome = obey(rules, state, command.seat, codec.order(command.body), command.at, dice, heard.of)
        recorded, replayed = _lines(codec, said), _lines(codec, outcome.said)
        if recorded != replayed:
            return Difference(number, recorded, replayed)
        state = outcome.state
        heard.hear(outcome.said)
    return None


def knowledge(rules: Ruleset[S], said: Iterable[Said[S]], seat: Seat | None) -> S:
    """Knowledge of a seat (None: the public) from the beginning of the record."""
    return known(rules.state(), said, seat)


RECORD_FORMAT = "umpire-dice-1"
"""The shape of `public_record`; engine/dice/check.py reads it."""


def public_record(game: str, dice: Dice, said: Iterable[Said[S]], seat: Seat | None = None) -> dict[str, Any]:
    """Record by which anybody can check a game's dice, ready for JSON; of `seat`, with the rolls that it alone heard.

    {"format", "game", "commitment", "hidden_commitment", "hidden_key" (hex, "" until the game is over)} and four
    lists whose entries carry "n", their place in the record: "seals" (turn, seat, seal), "keys" (turn, link, seals),
    "rolls" (turn, label, sides, result, hidden), "opened" (turn, seat, salt, body). Hidden rolls are in it once their
    key is, whoever heard them.
    """
    everything = tuple(said)
    shown = [heard.fact.key for heard in everything if isinstance(heard.fact, HiddenShown) and heard.to.everyone]
    kinds: dict[type[Fact[Any]], str] = {Sealed: "seals", KeyShown: "keys", Rolled: "rolls", Unsealed: "opened"}
    lists: dict[str, list[dict[str, Any]]] = {name: [] for name in kinds.values()}  # JSON of four shapes
    for number, heard in enumerate(everything):
        unveiled = bool(shown) and isinstance(heard.fact, Rolled) and heard.fact.hidden
        if type(heard.fact) in kinds and (heard.to.includes(seat) or unveiled):
            fields: dict[str, Any] = msgspec.to_builtins(heard.fact)
            del fields["fact"]
            lists[kinds[type(heard.fact)]].append({"n": number, **fields})
    return {
        "format": RECORD_FORMAT,
        "game": game,
        "commitment": dice.commitment,
        "hidden_commitment": dice.hidden_commitment,
        "hidden_key": shown[-1] if shown else "",
        **lists,
    }

"""What can be asked in the toy rulebook."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from engine.orders import Order, Pick
from engine.text.names import PlainName


class Launch(Order):
    """Launch a boat in your harbour, under a name of your choice."""

    path = "toy launch"
    line = "launch {boat}"
    boat: PlainName = Field(description="its name")


class Sail(Order):
    """Order a boat to another place; it sails when the round ends."""

    path = "toy sail"
    line = "sail {boat} to {place}"
    boat: Annotated[str, Pick("a boat of yours")] = Field(description="the boat that sails")
    place: Annotated[int, Pick("a place")] = Field(ge=1, description="where to")


class Call(Order):
    """Call to a stranger you can see."""

    path = "toy call"
    line = "call {stranger}[ saying {words}]"
    stranger: Annotated[str, Pick("a stranger you see")] = Field(description="whom")
    words: str = Field(default="Ahoy!", min_length=1, max_length=200, description="what you call")


class Lock(Order):
    """Lock your orders; when everybody has, the round ends."""

    path = "toy lock"
    line = "lock"


class Postpone(Order):
    """Move the end of the round."""

    path = "toy postpone"
    line = "postpone {minutes}"
    moderator = True
    minutes: int = Field(ge=1, le=10_000, description="by how many minutes")


ORDERS: tuple[type[Order], ...] = (Launch, Sail, Call, Lock, Postpone)

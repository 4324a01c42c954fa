"""A plan of faults: which requests and gateway events go wrong, how, and how often. Declarative and repeatable.

discord.faults.add("POST", "/channels/*/messages", lost_answer(), times=1)
discord.faults.add("POST", "/interactions/*", slow(0.2), skip=2, chance=0.5)
discord.faults.on_event("INTERACTION_CREATE", "twice")
"""

import fnmatch
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from sandbox.limits.errors import ApiError
from sandbox.model.payload import Json


@dataclass(frozen=True, slots=True)
class RateLimited:
    """429. Without `via` it looks like Cloudflare's, which discord.py never retries; `everywhere` is the global one."""

    after: float = 0.05
    via: bool = True
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Failing:
    """A server error (500, 502, 503, 504), before anything was done or with `done` after it was."""

    status: int
    done: bool = False


@dataclass(frozen=True, slots=True)
class Slow:
    """An answer late by so many seconds; with `done`, what was asked has been done before the wait."""

    seconds: float
    done: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """The connection is cut instead of an answer, before anything was done or with `done` after it was."""

    done: bool = False


@dataclass(frozen=True, slots=True)
class Refusing:
    """One of Discord's own refusals, by JSON code: 10003 unknown channel, 50007 direct messages closed, ..."""

    code: int

    def error(self) -> ApiError:
        return ApiError(self.code)


Fault = RateLimited | Failing | Slow | Dropped | Refusing

GatewayFault = Literal["drop", "reconnect", "invalid", "twice", "late", "lose"]
"""The fault of a gateway event: the connection is cut, or told to reconnect, or its session is thrown away (each just
before the event); it is delivered twice; held until the next event; or never delivered."""


def lost_answer() -> Dropped:
    """Done, but the answer never arrives: the case that makes double posts."""
    return Dropped(done=True)


def slow(seconds: float) -> Slow:
    """Nothing is done until so many seconds have passed."""
    return Slow(seconds)


@dataclass(slots=True, eq=False)
class Rule:
    """One line of the plan. `hits` counts how often it struck, `seen` how often it could have."""

    method: str
    route: str
    fault: Fault | GatewayFault
    skip: int = 0
    times: int | None = None
    chance: float = 1.0
    when: Callable[[Json], bool] | None = None
    seen: int = 0
    hits: int = 0

    def strikes(self, dice: random.Random, body: Json) -> bool:
        """Strike or pass this time, and count it."""
        if self.times is not None and self.hits >= self.times:
            return False
        if self.when is not None and not self.when(body):
            return False
        self.seen += 1
        if self.seen <= self.skip or (self.chance < 1.0 and dice.random() >= self.chance):
            return False
        self.hits += 1
        return True


@dataclass(slots=True)
class Faults:
    """The plan. Of the rules that fit a request, the first that strikes is the one that befalls it."""

    seed: int = 0
    rules: list[Rule] = field(default_factory=list)
    events: list[Rule] = field(default_factory=list)
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)

    def add(
        self,
        method: str,
        route: str,
        fault: Fault,
        *,
        times: int | None = 1,
        skip: int = 0,
        chance: float = 1.0,
        when: Callable[[Json], bool] | None = None,
    ) -> Rule:
        """Have requests go wrong. `method` may be "*"; `route` is a path under the API base, `*` for any run of text.

        The first `skip` that fit go well; then each with probability `chance`, until `times` have gone wrong (None:
        all). `when` looks at the request's JSON body.
        """
        rule = Rule(method.upper(), route, fault, skip, times, chance, when)
        self.rules.append(rule)
        return rule

    def on_event(
        self, name: str, fault: GatewayFault, *, times: int | None = 1, skip: int = 0, chance: float = 1.0
    ) -> Rule:
        """Have gateway events of this name ("*": any) go wrong."""
        rule = Rule("EVENT", name, fault, skip, times, chance)
        self.events.append(rule)
        return rule

    def clear(self) -> None:
        """Nothing goes wrong any more."""
        self.rules.clear()
        self.events.clear()

    def befalling(self, method: str, path: str, body: Json) -> Fault | None:
        """The fault that befalls this request, if any."""
        for rule in self.rules:
            fits = rule.method in ("*", method) and fnmatch.fnmatchcase(path, rule.route)
            if fits and rule.strikes(self.dice, body) and not isinstance(rule.fault, str):
                return rule.fault
        return None

    def befalling_event(self, name: str, body: Json) -> GatewayFault | None:
        """The fault that befalls this gateway event, if any."""
        for rule in self.events:
            if rule.route in ("*", name) and rule.strikes(self.dice, body) and isinstance(rule.fault, str):
                return rule.fault
        return None

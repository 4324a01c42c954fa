"""Things worked out of parts of a state once, and kept while they stand: indexes, sums, who is where.

A state is never changed, and what evolves of it has the parts that did not change themselves. So a part is the same as
nothing but itself, and is told from others by identity, which takes no comparing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def of_parts(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Declares the function below it as worked out of parts of a state, given by place: once for the same parts, of
    which so many are kept at `most`. A number that was worked out itself is no part: it is never the same again.
    """

    def keep(work: Callable[P, T]) -> Callable[P, T]:
        known: dict[tuple[int, ...], tuple[T, object]] = {}

        @wraps(work)
        def worked(*parts: P.args, **named: P.kwargs) -> T:
            key = tuple(map(id, parts))
            found = known.get(key)
            if found is None:
                if len(known) >= most:
                    known.clear()
                found = known[key] = work(*parts, **named), parts  # which keeps the parts, and so their identities
            return found[0]

        return worked

    return keep

"""Discord's rate limits: told of in every answer, and enforced with 429 where the sandbox is asked to."""

import hashlib
import math
import time
from collections import OrderedDict
from dataclasses import dataclass

GENEROUS = 10_000
"""Requests of a bucket where limits are not enforced: so many that discord.py never waits."""

EVERYWHERE = 50
"""Requests of a bot in a second, interactions not counted."""

RENAMING = "/channels/{channel_id} renamed"
"""The bucket of changes to a channel's name or topic."""

LIMITS: dict[tuple[str, str], tuple[int, float]] = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
    ("PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me"): (1, 0.25),
    ("PATCH", "/channels/{channel_id}"): (5, 15.0),
    ("PATCH", RENAMING): (2, 600.0),
    ("POST", "/users/@me/channels"): (10, 10.0),
    ("POST", "/webhooks/{webhook_id}/{token}"): (5, 2.0),
}
"""Requests and seconds of the buckets that matter; the others have 50 a second."""


@dataclass(slots=True)
class Bucket:
    """A bucket of requests: how many are left until it is full again, by the machine's own clock."""

    limit: int
    left: int
    full_at: float


def bucket_of(route: str, body: object) -> str:
    """The route whose bucket a request is taken from: a new name or topic of a channel has one of its own."""
    renames = route == "/channels/{channel_id}" and isinstance(body, dict) and ("name" in body or "topic" in body)
    return RENAMING if renames else route


class RateLimits:
    """All buckets of the bot.

    `second` is how many real seconds a second of Discord's limits lasts; with 0 none is enforced.
    """

    def __init__(self, second: float) -> None:
        self.second = second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._everywhere = Bucket(EVERYWHERE, EVERYWHERE, 0.0)
        self._names: dict[str, str] = {}

    def take(self, method: str, route: str, major: str, counted: bool) -> tuple[dict[str, str], float, bool]:
        """Spend one request: headers for the answer, seconds to wait (0: go on), and whether that is the global limit.

        `major` tells buckets of one route apart; `counted` is whether the request counts for the global limit.
        """
        name = self._name(f"{method} {route}")
        if not self.second:
            return _headers(name, GENEROUS, GENEROUS - 1, 1.0), 0.0, False
        now = time.monotonic()
        if counted and (wait := _spend(self._everywhere, EVERYWHERE, self.second, now)):
            return _headers(name, EVERYWHERE, 0, wait), wait, True
        limit, seconds = LIMITS.get((method, route), (EVERYWHERE, 1.0))
        seconds *= self.second
        bucket = self._buckets.setdefault(f"{name}:{major}", Bucket(limit, limit, 0.0))
        wait = _spend(bucket, limit, seconds, now)
        return _headers(name, limit, bucket.left, max(bucket.full_at - now, 0.0)), wait, False

    def _name(self, route: str) -> str:
        if route not in self._names:
            self._names[route] = hashlib.sha256(route.encode()).hexdigest()[:32]
        return self._names[route]


def _spend(bucket: Bucket, limit: int, seconds: float, now: float) -> float:
    """Take one from the bucket; the seconds to wait when it is empty."""
    if now >= bucket.full_at:
        bucket.left, bucket.full_at = limit, now + seconds
    if bucket.left <= 0:
        return bucket.full_at - now
    bucket.left -= 1
    return 0.0


def _headers(name: str, limit: int, left: int, after: float) -> dict[str, str]:
    after = math.ceil(after * 1000) / 1000
    return {
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{time.time() + after:.3f}",
        "X-RateLimit-Reset-After": f"{after:.3f}",
        "X-RateLimit-Bucket": name,
    }

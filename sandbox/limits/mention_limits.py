"""Demands of Discord on `allowed_mentions`: what a message may ping."""

from sandbox.limits.check import Check, Path, as_whole

KINDS = ("users", "roles", "everyone")
MOST_NAMED = 100
"""Users, and roles, that one message may name."""


def check_allowed(allowed: object, check: Check, path: Path) -> None:
    """Note what is wrong with the mentions that are allowed: all users, or those that are named, and never both."""
    if allowed is None:
        return
    if not isinstance(allowed, dict):
        check.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    parse = _set(allowed.get("parse"), check, (*path, "parse"))
    for place, kind in enumerate(parse):
        check.one_of(kind, (*path, "parse", place), KINDS)
    for kind in ("users", "roles"):
        named = _set(allowed.get(kind), check, (*path, kind))
        if len(named) > MOST_NAMED:
            check.wrong((*path, kind), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_NAMED} or fewer in length.")
        for place, identity in enumerate(named):
            if as_whole(identity) is None:
                check.wrong((*path, kind, place), "NUMBER_TYPE_COERCE", f'Value "{identity}" is not snowflake.')
        if named and kind in parse:
            words = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            check.wrong(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)


def _set(value: object, check: Check, path: Path) -> list[object]:
    """The values of a list that holds none twice."""
    if value is None:
        return []
    if not isinstance(value, list):
        check.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return []
    if len({str(id) for id in value}) < len(value):
        check.wrong(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
    return value

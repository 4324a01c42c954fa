"""Checks of what comes in: every mistake is noted with its path, and all are told at once (50035)."""

from collections.abc import Iterable, Sequence
from typing import Any

from sandbox.limits.errors import ApiError
from sandbox.model.payload import Json

MAX_SAFE_INTEGER = 2**53 - 1

Path = tuple[str | int, ...]
"""The way to a value of a request, such as ("embeds", 0, "title")."""


class Check:
    """The check of a request: its mistakes as they are found. Whoever began it ends it with `done`."""

    def __init__(self) -> None:
        self._errors: Json = {}
        self.mistakes = 0

    def wrong(self, path: Sequence[str | int], code: str, message: str) -> None:
        """Note a mistake at a path such as ("embeds", 0, "title")."""
        self.mistakes += 1
        node = self._errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def done(self) -> None:
        """End the check: refuse with all that was noted, if anything was."""
        if self._errors:
            raise ApiError(50035, "Invalid Form Body", errors=self._errors)

    def text(
        self, value: object, path: Sequence[str | int], least: int = 0, most: int | None = None, needed: bool = False
    ) -> str | None:
        """A text of `least` to `most` characters; None where it is missing."""
        if value is None:
            if needed:
                self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
            return None
        if not isinstance(value, str):
            self.wrong(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        if needed and not value and least:
            self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif most is not None and not least <= len(value) <= most:
            if least:
                self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            else:
                self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        return value

    def name(self, value: object, path: Sequence[str | int], most: int, needed: bool = True) -> str | None:
        """A name of 1 to `most` characters without the blanks around it, of which alone it cannot be made."""
        bare = value.strip() if isinstance(value, str) else value
        return self.text(bare, path, 1, most, needed)

    def whole(
        self, value: object, path: Sequence[str | int], least: int | None = None, most: int | None = None
    ) -> int | None:
        """A whole number within bounds, also when written as text; None where it is missing."""
        if value is None:
            return None
        number = as_whole(value)
        if number is None:
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if least is not None and number < least:
            self.wrong(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif most is not None and number > most:
            self.wrong(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return number

    def one_of(self, value: object, path: Sequence[str | int], allowed: Iterable[int | str]) -> None:
        """A value out of a few."""
        choices = tuple(allowed)
        if value not in choices:
            self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of {choices}.")

    def rows(
        self, value: object, path: Sequence[str | int], least: int = 0, most: int | None = None
    ) -> list[tuple[int, Json]]:
        """The objects of a list of bounded length, with their places; those that are no objects are noted."""
        if value is None:
            value = []
        if not isinstance(value, list):
            self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if most is not None and not least <= len(value) <= most:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        objects: list[tuple[int, Json]] = []
        for place, row in enumerate(value):
            if isinstance(row, dict):
                objects.append((place, row))
            else:
                self.wrong([*path, place], "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return objects


def as_whole(value: object) -> int | None:
    """A whole number, also when written as text; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.lstrip("-").isdecimal():
        return int(value)
    return None


def as_object(value: object) -> Json:
    """A JSON object; anything else refuses the request."""
    if not isinstance(value, dict):
        raise ApiError(50035, "Invalid Form Body", errors={"_errors": [_NO_OBJECT]})
    return value


def as_list(value: object) -> list[Any]:  # what is in it is checked by whoever asked
    """A JSON list; anything else refuses the request."""
    if not isinstance(value, list):
        raise ApiError(50035, "Invalid Form Body", errors={"_errors": [_NO_LIST]})
    return value


_NO_OBJECT = {"code": "MODEL_TYPE_CONVERT", "message": "Only dictionaries may be used in a ModelType"}
_NO_LIST = {"code": "LIST_TYPE_CONVERT", "message": "Only iterables may be used in a ListType"}

"""Requests and answers held against Discord's own specification (OpenAPI 3.1)."""

from __future__ import annotations

import functools
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.model.payload import Json, encode

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

ROOT = "urn:discord"
LEAST_SNOWFLAKE = 10**15
"""Numbers from here on are ids: nothing else in a request is so large, permissions aside, which come as text."""

LARGE = 8_192
"""Bytes from which on a body is looked up among those that were checked before."""

PERMISSIONS = frozenset({"permissions", "allow", "deny"})
"""The fields whose text is a number of permissions."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A request, or an answer of the sandbox, that the specification does not allow."""

    method: str
    path: str
    where: str
    problem: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.where or 'the body'}: {self.problem}"


class Document:
    """The specification read: its operations, and a validator for each that was asked for. Made once a file."""

    def __init__(self, path: Path) -> None:
        from jsonschema_rs import Draft202012Validator, Registry

        document = json.loads(path.read_text(encoding="utf-8"))
        self._paths: Json = document["paths"]
        self._validator = Draft202012Validator
        self._registry = Registry([(ROOT, {"components": document["components"]})])
        self._operations = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", template)), template)
            for template in sorted(self._paths, key=lambda template: template.count("{"))
        ]
        self._validators: dict[tuple[str, str, str], Draft202012Validator | None] = {}
        self.sound: set[tuple[str, str, str, bytes]] = set()
        """Large bodies in which nothing was wrong, by their digest: bots send the same commands again and again."""

    def template(self, method: str, path: str) -> str | None:
        """The path as the specification writes it, if it has such an operation."""
        for pattern, template in self._operations:
            if pattern.fullmatch(path):
                return template if method.lower() in self._paths[template] else None
        return None

    def statuses(self, method: str, template: str) -> list[str]:
        """The statuses with which an operation tells that it went well."""
        return [status for status in self._paths[template][method.lower()]["responses"] if status.startswith("2")]

    def validator(self, method: str, template: str, status: str = "") -> Draft202012Validator | None:
        """The check of the bodies that an operation takes, or answers with `status`; None where that is no JSON."""
        key = (method, template, status)
        if key not in self._validators:
            operation = self._paths[template][method.lower()]
            message = operation["responses"][status] if status else operation.get("requestBody", {})
            schema = message.get("content", {}).get("application/json", {}).get("schema")
            found = self._validator(_absolute(schema), registry=self._registry) if schema else None
            self._validators[key] = found
        return self._validators[key]


_read = functools.cache(Document)


class Spec:
    """Checks requests and answers, and keeps what was wrong. Needs `jsonschema-rs`, which only tests install."""

    def __init__(self, path: Path) -> None:
        self._document = _read(path)
        self.violations: list[Violation] = []
        self.checked = 0

    def check(self, method: str, path: str, body: object) -> None:
        """Check one request: a path under the API base and its JSON body (None: it has none)."""
        template = self._document.template(method, path)
        if template is None:
            self.violations.append(Violation(method, path, "", "the specification has no such operation"))
            return
        self.checked += 1
        if body is not None:
            self._check(method, path, (template, ""), body)

    def check_answer(self, method: str, path: str, status: int, body: object) -> None:
        """Check how the sandbox answers a request that went well; one that the specification has no such status for,
        or a body that lacks what it says is always there, is a mistake of the sandbox.
        """
        template = self._document.template(method, path)
        if template is None:
            return
        if str(status) not in self._document.statuses(method, template):
            self.violations.append(Violation(method, path, "", f"the specification has no answer {status}"))
        else:
            self._check(method, path, (template, str(status)), body)

    def _check(self, method: str, path: str, which: tuple[str, str], body: object) -> None:
        """Check a body against the schema of a template, and of a status for an answer."""
        validator = self._document.validator(method, *which)
        if validator is None:
            return
        text = encode(body)
        known = (method, *which, hashlib.sha256(text).digest()) if len(text) >= LARGE else None
        if known in self._document.sound:
            return
        before = len(self.violations)
        for error in validator.iter_errors(body if which[1] else _as_written(body)):
            for leaf in _closest(error):
                where = ".".join(str(step) for step in leaf.instance_path)
                if not _false_alarm(where, leaf.instance):
                    self.violations.append(Violation(method, path, where, _words(leaf)))
        if known is not None and len(self.violations) == before:
            self._document.sound.add(known)


def _words(error: ValidationError) -> str:
    """The sentence that says the error, without the whole of a long value."""
    return error.message if len(error.message) <= 200 else f"breaks {error.kind.name} {str(error.kind.value)[:150]}"


def _absolute(schema: Any) -> Any:  # any JSON: references within it are made to point into the registry
    if isinstance(schema, dict):
        return {
            key: f"{ROOT}{value}" if key == "$ref" and isinstance(value, str) else _absolute(value)
            for key, value in schema.items()
        }
    return [_absolute(inner) for inner in schema] if isinstance(schema, list) else schema


def _closest(error: ValidationError) -> list[ValidationError]:
    """The errors in that branch of a union which the request comes closest to."""
    branches: list[list[ValidationError]] = getattr(error.kind, "context", [])
    if not any(branches):
        return [error]
    best = min((branch for branch in branches if branch), key=_distance)
    return [leaf for inner in best for leaf in _closest(inner)]


def _distance(errors: list[ValidationError]) -> tuple[int, int]:
    """The distance of a branch: one for another `type` of thing, or for no object at all, is of another kind."""
    leaves = [leaf for error in errors for leaf in _closest(error)]
    other_kind = sum(
        leaf.kind.name == "type" or (leaf.kind.name in ("const", "enum") and list(leaf.instance_path)[-1:] == ["type"])
        for leaf in leaves
    )
    depth = min((len(leaf.instance_path) for leaf in leaves), default=0)
    return other_kind, -depth


def _as_written(value: Any, key: str = "") -> Any:  # any JSON
    """A body as the specification writes it. Discord takes ids as numbers and permissions as text just as well."""
    if isinstance(value, dict):
        return {
            name: inner if inner.__class__ is str and name not in PERMISSIONS else _as_written(inner, name)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [_as_written(inner, key) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool) and value >= LEAST_SNOWFLAKE:
        return str(value)
    if key in PERMISSIONS and isinstance(value, str) and value.isdecimal():
        return int(value)
    return value


def _false_alarm(where: str, instance: object) -> bool:
    """`attachments[].id` is said to be text; Discord takes the number that discord.py sends."""
    return bool(re.search(r"(^|\.)attachments\.\d+\.id$", where)) and isinstance(instance, int)

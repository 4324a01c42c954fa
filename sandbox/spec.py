"""Requests held against Discord's own specification (OpenAPI 3.1), where the file is at hand."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.payload import Json

ROOT = "urn:discord"


@dataclass(frozen=True, slots=True)
class Violation:
    """A request that the specification does not allow."""

    method: str
    path: str
    where: str
    problem: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.where or 'the body'}: {self.problem}"


class Spec:
    """Checks requests and keeps what was wrong. Needs `jsonschema`, which only tests install."""

    def __init__(self, path: Path) -> None:
        from jsonschema import Draft202012Validator
        from referencing import Registry, Resource
        from referencing.jsonschema import DRAFT202012

        document = json.loads(path.read_text(encoding="utf-8"))
        self._paths: Json = document["paths"]
        self._validator = Draft202012Validator
        self._registry: Any = Registry().with_resource(  # its type parameter is the schema's, which is any JSON
            ROOT, Resource.from_contents({"components": document["components"]}, default_specification=DRAFT202012)
        )
        self._operations = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", template)), template)
            for template in sorted(self._paths, key=lambda template: template.count("{"))
        ]
        self._validators: dict[tuple[str, str], Any] = {}  # jsonschema's validators have no useful common type
        self.violations: list[Violation] = []
        self.checked = 0

    def check(self, method: str, path: str, body: object) -> None:
        """Check one request: a path under the API base and its JSON body (None: it has none)."""
        template = next((template for pattern, template in self._operations if pattern.fullmatch(path)), None)
        operation = self._paths[template].get(method.lower()) if template else None
        if template is None or operation is None:
            self.violations.append(Violation(method, path, "", "the specification has no such operation"))
            return
        self.checked += 1
        content = operation.get("requestBody", {}).get("content", {})
        if body is None or "application/json" not in content:
            return
        key = (method, template)
        if key not in self._validators:
            schema = _absolute(content["application/json"]["schema"])
            self._validators[key] = self._validator(schema, registry=self._registry)
        for error in self._validators[key].iter_errors(body):
            for leaf in _closest(error):
                where = ".".join(str(step) for step in leaf.absolute_path)
                if not _false_alarm(where, leaf.instance):
                    self.violations.append(Violation(method, path, where, leaf.message[:300]))


def _absolute(schema: Any) -> Any:  # any JSON: references within it are made to point into the registry
    if isinstance(schema, dict):
        return {
            key: f"{ROOT}{value}" if key == "$ref" and isinstance(value, str) else _absolute(value)
            for key, value in schema.items()
        }
    return [_absolute(inner) for inner in schema] if isinstance(schema, list) else schema


def _closest(error: Any) -> list[Any]:  # jsonschema's errors nest in themselves
    """What is wrong in that branch of a union which the request comes closest to."""
    if error.validator not in ("anyOf", "oneOf") or not error.context:
        return [error]
    branches: dict[int, list[Any]] = {}  # jsonschema's errors again
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    best = min(branches.values(), key=_distance)
    return [leaf for inner in best for leaf in _closest(inner)]


def _distance(errors: list[Any]) -> tuple[int, int]:
    """How far a branch is off: one whose constant type does not fit is of another kind altogether."""
    leaves = [leaf for error in errors for leaf in _closest(error)]
    kinds = sum(leaf.validator in ("const", "enum", "type", "oneOf") for leaf in leaves)
    return kinds, len(leaves)


def _false_alarm(where: str, instance: object) -> bool:
    """`attachments[].id` is said to be text; Discord takes the number that discord.py sends."""
    return bool(re.search(r"(^|\.)attachments\.\d+\.id$", where)) and isinstance(instance, int)

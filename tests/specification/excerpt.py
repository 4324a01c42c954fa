"""An excerpt of Discord's own specification: the operations that the sandbox answers, and the schemas they name.

`openapi.json` here is made from the whole file by `python -m tests.specification.excerpt FILE`, FILE being
`specs/openapi.json` of https://github.com/discord/discord-api-spec: Discord's, under the MIT licence (`LICENSE.txt`).
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandbox.model.payload import Json
from sandbox.rest.answering import ROUTES

EXCERPT = Path(__file__).with_name("openapi.json")

LEFT_OUT = ("title", "description", "operationId", "security", "x-discord-union", "externalDocs")
"""Keys that check nothing, where they hold no schema."""


def excerpt(whole: Json) -> Json:
    """The operations that the sandbox answers: their bodies, their answers, and the schemas that these name."""
    routes = {(method.lower(), _shape(path)) for method, path, _ in ROUTES}
    paths: Json = {}
    for path, operations in whole["paths"].items():
        kept = {
            method: _operation(operation)
            for method, operation in operations.items()
            if (method, _shape(path)) in routes
        }
        if kept:
            paths[path] = kept
    schemas: Json = {}
    wanted = set(_names(paths))
    while wanted:
        name = wanted.pop()
        schemas[name] = _bare(whole["components"]["schemas"][name])
        wanted |= set(_names(schemas[name])) - schemas.keys()
    about = {key: whole["info"][key] for key in ("title", "license", "version")}
    ordered = {name: schemas[name] for name in sorted(schemas)}
    return {"openapi": whole["openapi"], "info": about, "paths": paths, "components": {"schemas": ordered}}


def written(document: Json) -> str:
    """The excerpt as text: an operation or a schema a line."""
    head = "".join(f'"{key}": {_line(document[key])},\n' for key in ("openapi", "info"))
    paths = ",\n".join(f"{_line(path)}: {_line(operations)}" for path, operations in document["paths"].items())
    schemas = ",\n".join(f"{_line(name)}: {_line(it)}" for name, it in document["components"]["schemas"].items())
    return f'{{\n{head}"paths": {{\n{paths}\n}},\n"components": {{"schemas": {{\n{schemas}\n}}}}\n}}\n'


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _shape(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


def _operation(operation: Json) -> Json:
    """Part of an operation that is checked: the JSON it takes, and the JSON that it answers when it goes well."""
    kept: Json = {}
    if schema := _json_of(operation.get("requestBody", {})):
        kept["requestBody"] = schema
    good = {status: _json_of(answer) for status, answer in operation["responses"].items() if status.startswith("2")}
    return kept | {"responses": good}


def _json_of(message: Json) -> Json:
    content = message.get("content", {}).get("application/json")
    return {"content": {"application/json": {"schema": _bare(content["schema"])}}} if content else {}


def _bare(schema: Any) -> Any:  # any JSON
    """A schema without what only people read; a union of named constants becomes the list of them."""
    if isinstance(schema, list):
        return [_bare(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    constants = schema.get("oneOf", ())
    if constants and all(isinstance(inner, dict) and "const" in inner for inner in constants):
        rest = {key: value for key, value in schema.items() if key != "oneOf"}
        return _bare(rest) | {"enum": [inner["const"] for inner in constants]}
    return {
        key: _bare(value) for key, value in schema.items() if key not in LEFT_OUT or not isinstance(value, str | list)
    }


def _names(value: Any) -> Iterator[str]:  # any JSON
    """The schemas that are referred to."""
    if isinstance(value, list):
        for inner in value:
            yield from _names(inner)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key == "$ref" and isinstance(inner, str):
                yield inner.rpartition("/")[2]
            else:
                yield from _names(inner)


if __name__ == "__main__":
    EXCERPT.write_text(written(excerpt(json.loads(Path(sys.argv[1]).read_text("utf-8")))), "utf-8")

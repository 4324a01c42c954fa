"""Gateway events held against `discord.types`, discord.py's own description of what Discord sends.

Its modules import one another in circles that only a type checker can follow, so they are read here statement by
statement: each is run as soon as the names in it are known.
"""

import ast
import functools
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NotRequired, Required, TypeVar, Union

import discord.types
import typing_extensions

from sandbox import Sandbox
from sandbox.model.payload import decode

PREFIX = "tests.sandbox.discord_types_read."

NAMED_OTHERWISE = {
    "THREAD_MEMBERS_UPDATE": ("gateway", "ThreadMembersUpdate"),
    "APPLICATION_COMMAND_PERMISSIONS_UPDATE": ("command", "GuildApplicationCommandPermissions"),
    "CHANNEL_CREATE": ("channel", "GuildChannel"),
    "CHANNEL_UPDATE": ("channel", "GuildChannel"),
    "CHANNEL_DELETE": ("channel", "GuildChannel"),
}
"""The types of events that `gateway` has not under the event's own name, or says less of than another does."""


TOLD_OTHERWISE = {
    "READY: lacks shard",  # it is there where the bot named one
    "INTERACTION_CREATE.data.components.0: lacks content",  # of a form's text Discord sends back the id alone
}
"""What these types ask for and Discord does not send."""


def mistold(sandbox: Sandbox) -> list[str]:
    """What was wrong with the events that the bot was told, or would be told when it resumes."""
    told = [decode(text) for session in sandbox.gateway.sessions.values() for _, text in session.sent]
    wrong = {problem for frame in told if isinstance(frame, dict) for problem in lacking(frame["t"], frame["d"])}
    return sorted(wrong - TOLD_OTHERWISE)


def lacking(event: str, data: object) -> list[str]:
    """What an event lacks, or has of another kind: a path and what is wrong there."""
    if event == "RESUMED":
        return []
    module, name = NAMED_OTHERWISE.get(event, ("gateway", event.title().replace("_", "") + "Event"))
    return list(_wrong(data, getattr(_modules()[module], name), module, event))


@functools.cache
def _modules() -> dict[str, types.ModuleType]:
    """The modules of `discord.types` by name. Annotations stay text until they are asked for."""
    folder = Path(discord.types.__path__[0])
    made: dict[str, types.ModuleType] = {}
    waiting: list[tuple[types.ModuleType, ast.stmt]] = []
    for path in sorted(folder.glob("*.py")):
        made[path.stem] = sys.modules[PREFIX + path.stem] = types.ModuleType(PREFIX + path.stem)
        for statement in ast.parse(path.read_text("utf-8")).body:
            inside = statement.body if isinstance(statement, ast.If) else [statement]  # `if TYPE_CHECKING:`
            waiting += [(made[path.stem], one) for one in inside]
    while waiting:
        left = [(module, statement) for module, statement in waiting if not _ran(module, statement, made)]
        if len(left) == len(waiting):
            raise AssertionError(f"nothing goes on: {ast.unparse(left[0][1])}")
        waiting = left
    return made


def _ran(module: types.ModuleType, statement: ast.stmt, made: dict[str, types.ModuleType]) -> bool:
    """Run a statement if the names in it are known; among these modules an import is a name given."""
    if isinstance(statement, ast.ImportFrom) and statement.level and statement.module in made:
        source = vars(made[statement.module])
        names = {alias.asname or alias.name: alias.name for alias in statement.names}
        if not names.keys() or any(name not in source for name in names.values()):
            return False
        vars(module).update({called: source[name] for called, name in names.items()})
        return True
    lazily = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)
    code = ast.fix_missing_locations(ast.Module([lazily, statement], []))
    try:
        exec(compile(code, module.__name__, "exec"), vars(module))
    except NameError:
        return False
    return True


@functools.cache
def _fields(kind: Any, module: str) -> list[tuple[str, Any, bool]]:  # a TypedDict; what its fields hold is any type
    """The fields of a typed dictionary: name, type, and whether it is always there."""
    found: list[tuple[str, Any, bool]] = []
    names = dict(vars(_modules()[module]))
    for key, hint in typing.get_type_hints(kind, names, names, include_extras=True).items():
        marker = typing.get_origin(hint)
        if marker in (NotRequired, Required, typing_extensions.NotRequired, typing_extensions.Required):
            found.append((key, typing.get_args(hint)[0], marker in (Required, typing_extensions.Required)))
        else:
            found.append((key, hint, key in kind.__required_keys__))
    return found


def _wrong(value: object, kind: Any, module: str, where: str) -> Iterator[str]:  # any type of `discord.types`
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if value is None:
        return  # whether it may be is for the specification to say, which knows better
    if isinstance(kind, typing.ForwardRef | str):
        name = kind.__forward_arg__ if isinstance(kind, typing.ForwardRef) else kind
        yield from _wrong(value, eval(name, vars(_modules()[module])), module, where)
    elif typing.is_typeddict(kind):
        yield from _wrong_fields(value, kind, where)
    elif origin in (Union, types.UnionType):
        branches = [list(_wrong(value, branch, module, where)) for branch in inner]
        yield from min(branches, key=lambda branch: (_is_of_another_kind(branch, where), len(branch)))
    elif origin is Literal:
        if value not in inner:
            yield f"{where}: is {value!r}, not one of {inner}"
    elif origin is list:
        if not isinstance(value, list):
            yield f"{where}: is {value!r}, not a list"
            return
        for place, one in enumerate(value):
            yield from _wrong(one, inner[0], module, f"{where}.{place}")
    elif origin is dict:
        if not isinstance(value, dict):
            yield f"{where}: is {value!r}, not an object"
            return
        for key, one in value.items():
            yield from _wrong(one, inner[1], module, f"{where}.{key}")
    elif kind is not Any and not isinstance(kind, TypeVar) and not isinstance(value, kind or type(None)):
        yield f"{where}: is {value!r}, not {kind}"


def _is_of_another_kind(wrong: list[str], where: str) -> bool:
    """True where the value is no object at all, or its `type` is another."""
    return any(problem.startswith((f"{where}: is ", f"{where}.type: is ")) for problem in wrong)


def _wrong_fields(value: object, kind: Any, where: str) -> Iterator[str]:  # a TypedDict
    if not isinstance(value, dict):
        yield f"{where}: is {value!r}, not an object"
        return
    module = kind.__module__.removeprefix(PREFIX)
    for key, hint, always in _fields(kind, module):
        if key in value:
            yield from _wrong(value[key], hint, module, f"{where}.{key}")
        elif always:
            yield f"{where}: lacks {key}"

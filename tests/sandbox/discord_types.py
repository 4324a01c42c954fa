"""Gateway events held against `discord.types`, discord.py's own description of what Discord sends.

Its modules import one another in circles that only a type checker can follow, so they are read here statement by
statement: each is run as soon as the names in it are known.
"""

import ast
import functools
import re
import sys
import types
import typing
from collections.abc import Callable
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

HALF_TYPED = re.compile(r"INTERACTION_CREATE\.data(\.options\.\d+)+\.value: is '', not <class 'int'>")
"""A number that somebody has begun to type, wherever it stands among the options: Discord sends the text."""


def mistold(sandbox: Sandbox) -> list[str]:
    """Faults of the events that the bot was told, or would be told when it resumes."""
    told = [decode(text) for session in sandbox.gateway.sessions.values() for _, text in session.sent]
    wrong = {problem for frame in told if isinstance(frame, dict) for problem in lacking(frame["t"], frame["d"])}
    return sorted(problem for problem in wrong - TOLD_OTHERWISE if not HALF_TYPED.fullmatch(problem))


def lacking(event: str, data: object) -> list[str]:
    """Lacks of an event, and what it has of another kind: a path and what is wrong there."""
    if event == "RESUMED":
        return []
    module, name = NAMED_OTHERWISE.get(event, ("gateway", event.title().replace("_", "") + "Event"))
    check = _check(getattr(_modules()[module], name), module)
    return [f"{event}{where}: {what}" for where, what in check(data)]


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


Wrong = tuple[str, str]
"""Where something is wrong below the value that was looked at (".data.0", or "" for itself), and what."""

Check = Callable[[object], list[Wrong]]
"""Says what is wrong with a value. None is never wrong: whether it may be, the specification says, which knows."""


@functools.cache
def _fields(kind: Any) -> list[tuple[str, Check, bool]]:  # a TypedDict; what its fields hold is any type
    """The fields of a typed dictionary: name, check, and whether it is always there."""
    found: list[tuple[str, Check, bool]] = []
    module = kind.__module__.removeprefix(PREFIX)
    names = dict(vars(_modules()[module]))
    for key, hint in typing.get_type_hints(kind, names, names, include_extras=True).items():
        marker = typing.get_origin(hint)
        if marker in (NotRequired, Required, typing_extensions.NotRequired, typing_extensions.Required):
            always = marker in (Required, typing_extensions.Required)
            found.append((key, _check(typing.get_args(hint)[0], module), always))
        else:
            found.append((key, _check(hint, module), key in kind.__required_keys__))
    return found


@functools.cache
def _check(kind: Any, module: str) -> Check:  # any type of `discord.types`
    """The check of a type that a module names."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(kind, typing.ForwardRef | str):
        name = kind.__forward_arg__ if isinstance(kind, typing.ForwardRef) else kind
        return _check(eval(name, vars(_modules()[module])), module)
    if typing.is_typeddict(kind):
        return functools.partial(_wrong_fields, kind)
    if origin in (Union, types.UnionType):
        return functools.partial(_closest, [_check(branch, module) for branch in inner])
    if origin is Literal:
        return lambda value: [] if value is None or value in inner else [("", f"is {value!r}, not one of {inner}")]
    if origin is list:
        return functools.partial(_wrong_items, list, "a list", _check(inner[0], module))
    if origin is dict:
        return functools.partial(_wrong_items, dict, "an object", _check(inner[1], module))
    if kind is Any or isinstance(kind, TypeVar):
        return lambda value: []
    return lambda value: [] if value is None or isinstance(value, kind) else [("", f"is {value!r}, not {kind}")]


def _closest(branches: list[Check], value: object) -> list[Wrong]:
    """Faults by that branch of a union which the value comes closest to."""
    best: list[Wrong] | None = None
    for branch in branches:
        wrong = branch(value)
        if not wrong:
            return wrong
        if best is None or _distance(wrong) < _distance(best):
            best = wrong
    return best or []


def _distance(wrong: list[Wrong]) -> tuple[bool, int]:
    """First whether the value is no object at all, or its `type` is another; then how much is wrong."""
    return any(where in ("", ".type") and what.startswith("is ") for where, what in wrong), len(wrong)


def _wrong_items(container: type, called: str, check: Check, value: object) -> list[Wrong]:
    if value is None:
        return []
    if not isinstance(value, container):
        return [("", f"is {value!r}, not {called}")]
    items = value.items() if isinstance(value, dict) else enumerate(typing.cast("list[object]", value))
    return [(f".{key}{where}", what) for key, item in items for where, what in check(item)]


def _wrong_fields(kind: Any, value: object) -> list[Wrong]:  # a TypedDict
    if value is None:
        return []
    if not isinstance(value, dict):
        return [("", f"is {value!r}, not an object")]
    found: list[Wrong] = []
    for key, check, always in _fields(kind):
        if key in value:
            found += [(f".{key}{where}", what) for where, what in check(value[key])]
        elif always:
            found.append(("", f"lacks {key}"))
    return found

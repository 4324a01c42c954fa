"""Demands of Discord on an application command, much of which discord.py lets pass."""

import re

from sandbox.limits.check import MAX_SAFE_INTEGER, Check, Path
from sandbox.model.asked.commands import (
    ATTACHMENT,
    CHANNEL,
    CHAT_INPUT,
    GROUP,
    INTEGER,
    NUMBER,
    ON_MESSAGE,
    ON_USER,
    STRING,
    SUBCOMMAND,
)
from sandbox.model.payload import Json, encode

NAME = re.compile(r"[-_'\w]{1,32}")
MOST_OPTIONS = MOST_CHOICES = 25
LONGEST_DESCRIPTION = LONGEST_CHOICE = 100
BUDGET = 4_000
"""Characters of all names, descriptions and choice values of one command. Some have it that it is 8,000 since 2024;
what keeps to the less is taken either way."""

_LOCALES = (
    "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi"
    " zh-CN zh-TW"
)
LOCALES = frozenset(_LOCALES.split())
"""The languages that Discord's app can be set to."""

LONGEST_VALUE = 6_000
"""Characters that a text option may hold."""

KEPT = (
    "name",
    "type",
    "description",
    "options",
    "default_member_permissions",
    "dm_permission",
    "contexts",
    "integration_types",
    "nsfw",
    "name_localizations",
    "description_localizations",
)


_right: set[bytes] = set()
"""Commands in which nothing was wrong, as JSON: bots send the same again and again."""


def checked(body: Json, check: Check, path: Path = ()) -> Json:
    """The command as it is kept; what is wrong with it is noted."""
    written, before = encode(body), check.mistakes
    if written not in _right:
        _check(body, check, path)
        if check.mistakes == before:
            _right.add(written)
    kept = {key: body[key] for key in KEPT if key in body}
    needs = kept.get("default_member_permissions")
    kind = body.get("type", CHAT_INPUT)
    return kept | {"type": kind, "default_member_permissions": None if needs is None else str(needs)}


def _check(body: Json, check: Check, path: Path) -> None:
    kind = body.get("type", CHAT_INPUT)
    check.one_of(kind, (*path, "type"), (CHAT_INPUT, ON_USER, ON_MESSAGE))
    if kind == CHAT_INPUT:
        _name(body.get("name"), check, (*path, "name"))
        check.name(body.get("description"), (*path, "description"), LONGEST_DESCRIPTION)
        _localised(body, check, path)
        _options(body.get("options"), check, (*path, "options"), depth=0)
        if (size := weight(body)) > BUDGET:
            message = f"Command exceeds maximum size ({size} of {BUDGET} characters)"
            check.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", message)
    else:
        check.name(body.get("name"), (*path, "name"), 32)
        if body.get("description"):
            check.wrong((*path, "description"), "CONTEXT_MENU_DESCRIPTION", "Context menus have no description")
        if body.get("options"):
            check.wrong((*path, "options"), "CONTEXT_MENU_OPTIONS", "Context menus have no options")
    check.whole(body.get("default_member_permissions"), (*path, "default_member_permissions"), 0)
    for place, context in enumerate(body.get("contexts") or ()):
        check.one_of(context, (*path, "contexts", place), (0, 1, 2))


def weight(node: Json) -> int:
    """The characters of all names, descriptions and choice values of a command, as its budget counts them.

    What is said in several languages counts as long as in the longest.
    """
    total = _longest(node, "name") + _longest(node, "description")
    for option in node.get("options") or ():
        total += weight(option)
    for choice in node.get("choices") or ():
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total


def _longest(node: Json, key: str) -> int:
    said = [node.get(key), *(node.get(f"{key}_localizations") or {}).values()]
    return max(len(str(words or "")) for words in said)


def _words(node: Json, key: str, check: Check, path: Path) -> Json:
    """A name or description in other languages, by their codes."""
    told = node.get(f"{key}_localizations") or {}
    for locale in told.keys() - LOCALES:
        check.wrong((*path, f"{key}_localizations", locale), "BASE_TYPE_CHOICES", "There is no such locale")
    return {locale: words for locale, words in told.items() if words is not None}


def _localised(node: Json, check: Check, path: Path) -> None:
    for locale, words in _words(node, "name", check, path).items():
        _name(words, check, (*path, "name_localizations", locale))
    for locale, words in _words(node, "description", check, path).items():
        check.name(words, (*path, "description_localizations", locale), LONGEST_DESCRIPTION)


def _name(name: object, check: Check, path: Path) -> None:
    text = check.text(name, path, 1, 32, needed=True)
    if text and len(text) <= 32 and (not NAME.fullmatch(text) or text != text.lower()):
        check.wrong(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(value: object, check: Check, path: Path, depth: int) -> None:
    rows = check.rows(value, path, 0, MOST_OPTIONS)
    nested = [row.get("type") in (SUBCOMMAND, GROUP) for _, row in rows]
    if any(nested) and not all(nested):
        check.wrong(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    seen: set[str] = set()
    optional = False
    for place, row in rows:
        here = (*path, place)
        name = str(row.get("name"))
        _name(row.get("name"), check, (*here, "name"))
        if name in seen:
            check.wrong(
                (*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists"
            )
        seen.add(name)
        check.name(row.get("description"), (*here, "description"), LONGEST_DESCRIPTION)
        _localised(row, check, here)
        kind = row.get("type")
        if kind in (SUBCOMMAND, GROUP):
            _nested(row, check, here, depth)
            continue
        check.one_of(kind, (*here, "type"), range(STRING, ATTACHMENT + 1))
        if row.get("required") and optional:
            check.wrong(
                (*here, "required"),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not row.get("required")
        _bounds(row, check, here)
        _choices(row, check, here)
        if row.get("channel_types") and kind != CHANNEL:
            check.wrong((*here, "channel_types"), "INVALID_OPTION_FIELD", "Only channel options have channel types")


def _nested(row: Json, check: Check, path: Path, depth: int) -> None:
    kind = row["type"]
    if (kind == GROUP and depth > 0) or depth > 1:
        check.wrong((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Groups cannot be nested")
        return
    inner = row.get("options") or []
    if kind == GROUP:
        if not inner:
            check.wrong((*path, "options"), "BASE_TYPE_REQUIRED", "This field is required")
        if any(isinstance(option, dict) and option.get("type") != SUBCOMMAND for option in inner):
            message = "A group holds only sub-commands"
            check.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    elif any(isinstance(option, dict) and option.get("type") in (SUBCOMMAND, GROUP) for option in inner):
        check.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command holds only values")
    _options(inner, check, (*path, "options"), depth + 1)


def _bounds(row: Json, check: Check, path: Path) -> None:
    kind = row.get("type")
    for key, kinds in (("min_value", (INTEGER, NUMBER)), ("max_value", (INTEGER, NUMBER))):
        value = row.get(key)
        if value is None:
            continue
        if kind not in kinds:
            check.wrong((*path, key), "INVALID_OPTION_FIELD", f"Only numbers have {key}")
        elif isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else (int, float)):
            check.wrong((*path, key), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        elif not -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:
            check.wrong((*path, key), "NUMBER_TYPE_MAX", "Numbers are safe only up to 2^53 - 1")
    for key in ("min_length", "max_length"):
        if row.get(key) is not None:
            if kind != STRING:
                check.wrong((*path, key), "INVALID_OPTION_FIELD", f"Only text has {key}")
            check.whole(row[key], (*path, key), 1 if key == "max_length" else 0, LONGEST_VALUE)
    for least, most in (("min_value", "max_value"), ("min_length", "max_length")):
        low, high = row.get(least), row.get(most)
        if isinstance(low, (int, float)) and isinstance(high, (int, float)) and low > high:
            check.wrong((*path, least), "OPTION_BOUNDS_INVALID", f"{least} is above {most}")


def _choices(row: Json, check: Check, path: Path) -> None:
    kind, choices = row.get("type"), row.get("choices")
    if row.get("autocomplete") and (choices or kind not in (STRING, INTEGER, NUMBER)):
        message = "Autocomplete is for text and numbers without choices"
        check.wrong((*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", message)
    if choices and kind not in (STRING, INTEGER, NUMBER):
        check.wrong((*path, "choices"), "INVALID_OPTION_FIELD", "Only text and numbers have choices")
        return
    check_choices(choices, kind, check, (*path, "choices"))


def check_choices(choices: object, kind: object, check: Check, path: Path) -> None:
    """Note what is wrong with fixed choices, or with those offered as an autocompletion."""
    names: set[str] = set()
    for place, choice in check.rows(choices, path, 0, MOST_CHOICES):
        here = (*path, place)
        name = check.name(choice.get("name"), (*here, "name"), LONGEST_CHOICE)
        for locale, word in _words(choice, "name", check, here).items():
            check.name(word, (*here, "name_localizations", locale), LONGEST_CHOICE)
        if name in names:
            message = "Option choice name already exists"
            check.wrong((*here, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", message)
        names.add(name or "")
        value = choice.get("value")
        if kind == STRING:
            check.text(value, (*here, "value"), 1, LONGEST_CHOICE, needed=True)
        elif isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else (int, float)):
            check.wrong((*here, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        elif not -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:
            check.wrong((*here, "value"), "NUMBER_TYPE_MAX", "Numbers are safe only up to 2^53 - 1")

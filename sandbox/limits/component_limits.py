"""Demands of Discord on components: rows of a message, laid-out messages (V2) and forms."""

from collections.abc import Collection

from sandbox.limits.addresses import WEB, check_address
from sandbox.limits.check import Check, Path
from sandbox.limits.emoji import check_emoji
from sandbox.model.components import (
    BUTTON,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    FILE,
    GALLERY,
    LABEL,
    LINK,
    PREMIUM,
    RADIOS,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    TEXT,
    TEXT_INPUT,
    TEXT_SELECT,
    THUMBNAIL,
    UPLOAD,
    media_urls,
    walk,
)
from sandbox.model.payload import Json

LAID_OUT = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER})
IN_CONTAINER = LAID_OUT - {CONTAINER}
IN_LABEL = SELECTS | {TEXT_INPUT, UPLOAD, RADIOS, CHECKBOXES, CHECKBOX}

MOST_ROWS = MOST_IN_ROW = MOST_IN_MODAL = 5
MOST_LAID_OUT = 40
MOST_TEXT = 4_000
LONGEST_LINK = 512
LONGEST_DESCRIPTION = 1_024
"""Characters of the alternative text of a picture."""


def check_rows(components: list[Json], check: Check, path: Path) -> None:
    """Note what is wrong with the rows of a message that is not laid out."""
    if len(components) > MOST_ROWS:
        check.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length.")
    _check_each(components, check, path, {ROW})
    _check_unique(components, check, path)


def check_layout(components: list[Json], check: Check, path: Path, files: Collection[str]) -> None:
    """Note what is wrong with a laid-out message whose files have these names."""
    everything = list(walk(components))
    if not 1 <= len(everything) <= MOST_LAID_OUT:
        message = f"The total number of components cannot exceed {MOST_LAID_OUT}"
        check.wrong(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if sum(len(str(inner.get("content", ""))) for inner in everything if inner.get("type") == TEXT) > MOST_TEXT:
        message = f"The total displayable text size cannot exceed {MOST_TEXT} characters"
        check.wrong(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    _check_each(components, check, path, LAID_OUT)
    _check_unique(components, check, path)
    for component in everything:
        for url in media_urls(component):
            if url.startswith("attachment://") and url.removeprefix("attachment://") not in files:
                check.wrong(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"There is no file for {url}")


def check_modal(body: Json, check: Check, path: Path) -> None:
    """Note what is wrong with a form."""
    check.name(body.get("title"), (*path, "title"), 45)
    check.text(body.get("custom_id"), (*path, "custom_id"), 1, 100, needed=True)
    rows = check.rows(body.get("components"), (*path, "components"), 1, MOST_IN_MODAL)
    for place, component in rows:
        here = (*path, "components", place)
        kind = component.get("type")
        if kind == ROW:
            inner = component.get("components") or []
            if len(inner) != 1 or inner[0].get("type") != TEXT_INPUT:
                check.wrong((*here, "components"), "COMPONENT_LAYOUT_INVALID", "A row of a form holds one text input")
            else:
                check.name(inner[0].get("label"), (*here, "components", 0, "label"), 45)
                _text_input(inner[0], check, (*here, "components", 0))
        elif kind == LABEL:
            _label(component, check, here)
        elif kind == TEXT:
            check.name(component.get("content"), (*here, "content"), MOST_TEXT)
        else:
            check.one_of(kind, (*here, "type"), (ROW, TEXT, LABEL))
    _check_unique([component for _, component in rows], check, (*path, "components"))


def _check_unique(components: list[Json], check: Check, path: Path) -> None:
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        seen: set[object] = set()
        for component in walk(components):
            value = component.get(key)
            if value and value in seen:
                check.wrong(path, code, f"Component {key} cannot be duplicated: {value}")
            seen.add(value)


def _check_each(components: list[Json], check: Check, path: Path, allowed: Collection[int]) -> None:
    for place, component in enumerate(components):
        kind = component.get("type")
        if kind not in allowed or kind not in CHECKS:
            wanted = ", ".join(str(number) for number in sorted(allowed))
            message = f'Value of field "type" must be one of ({wanted}).'
            check.wrong((*path, place, "type"), "UNION_TYPE_CHOICES", message)
        else:
            CHECKS[kind](component, check, (*path, place))


def _row(component: Json, check: Check, path: Path) -> None:
    inner = [row for _, row in check.rows(component.get("components"), (*path, "components"), 1, MOST_IN_ROW)]
    if any(component.get("type") in SELECTS for component in inner) and len(inner) > 1:
        message = "A row holds up to five buttons or one select"
        check.wrong((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
    _check_each(inner, check, (*path, "components"), SELECTS | {BUTTON})


def _button(component: Json, check: Check, path: Path) -> None:
    style = component.get("style")
    check.one_of(style, (*path, "style"), range(1, 7))
    check.text(component.get("label"), (*path, "label"), 0, 80)
    if style == PREMIUM:
        _premium(component, check, path)
        return
    if component.get("sku_id") is not None:
        check.wrong((*path, "sku_id"), "BUTTON_COMPONENT_SKU_ID_NOT_ALLOWED", "Only a premium button sells something")
    if style == LINK:
        if component.get("url") is None:
            check.wrong((*path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
        check_address(component.get("url"), check, (*path, "url"), (*WEB, "discord"), LONGEST_LINK)
        if component.get("custom_id"):
            check.wrong(
                (*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A link has no custom id"
            )
    else:
        check.text(component.get("custom_id"), (*path, "custom_id"), 1, 100, needed=True)
        if component.get("url") is not None:
            words = "A custom id and url cannot both be specified"
            check.wrong((*path, "url"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", words)
    check_emoji(component.get("emoji"), check, (*path, "emoji"))
    if not str(component.get("label") or "").strip() and not component.get("emoji"):
        check.wrong(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")


def _premium(component: Json, check: Check, path: Path) -> None:
    """A premium button has the id of something the application sells, and nothing else; this one sells nothing."""
    for key in ("custom_id", "label", "url", "emoji"):
        if component.get(key) is not None:
            check.wrong((*path, key), "BUTTON_COMPONENT_PREMIUM_FIELD_NOT_ALLOWED", f"A premium button has no {key}")
    if component.get("sku_id") is None:
        check.wrong((*path, "sku_id"), "BASE_TYPE_REQUIRED", "This field is required")
    else:
        check.wrong((*path, "sku_id"), "BUTTON_COMPONENT_INVALID_SKU_ID", "The application sells no such thing")


def _select(component: Json, check: Check, path: Path) -> None:
    check.text(component.get("custom_id"), (*path, "custom_id"), 1, 100, needed=True)
    check.text(component.get("placeholder"), (*path, "placeholder"), 0, 150)
    least = check.whole(component.get("min_values"), (*path, "min_values"), 0, 25)
    most = check.whole(component.get("max_values"), (*path, "max_values"), 1, 25)
    if least is not None and least > (1 if most is None else most):
        check.wrong((*path, "min_values"), "SELECT_COMPONENT_BOUNDS", "min_values is above max_values")
    if component.get("type") == TEXT_SELECT:
        count = _choices(component, check, path, 1, 25)
        if most is not None and most > count:
            message = "max_values is above the number of options"
            check.wrong((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", message)


def _choices(component: Json, check: Check, path: Path, least: int, most: int) -> int:
    rows = check.rows(component.get("options"), (*path, "options"), least, most)
    values: set[object] = set()
    defaults = 0
    for place, option in rows:
        here = (*path, "options", place)
        check.name(option.get("label"), (*here, "label"), 100)
        check.text(option.get("value"), (*here, "value"), 1, 100, needed=True)
        check_emoji(option.get("emoji"), check, (*here, "emoji"))
        check.text(option.get("description"), (*here, "description"), 0, 100)
        if option.get("value") in values:
            message = "The specified option value is already used"
            check.wrong((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        values.add(option.get("value"))
        defaults += bool(option.get("default"))
    if defaults > (component.get("max_values") or (len(rows) if component.get("type") == CHECKBOXES else 1)):
        check.wrong((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More defaults than may be chosen")
    return len(rows)


def _section(component: Json, check: Check, path: Path) -> None:
    inner = [row for _, row in check.rows(component.get("components"), (*path, "components"), 1, 3)]
    _check_each(inner, check, (*path, "components"), {TEXT})
    accessory = component.get("accessory")
    if not isinstance(accessory, dict):
        check.wrong((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
    elif accessory.get("type") == THUMBNAIL:
        _media(accessory, check, (*path, "accessory"))
    else:
        check.one_of(accessory.get("type"), (*path, "accessory", "type"), (BUTTON, THUMBNAIL))
        _button(accessory, check, (*path, "accessory"))


def _text(component: Json, check: Check, path: Path) -> None:
    check.name(component.get("content"), (*path, "content"), MOST_TEXT)


def _media(component: Json, check: Check, path: Path) -> None:
    media = component.get("media")
    url = media.get("url") if isinstance(media, dict) else None
    if url is None:
        check.wrong((*path, "media", "url"), "BASE_TYPE_REQUIRED", "This field is required")
    check_address(url, check, (*path, "media", "url"), (*WEB, "attachment"))
    check.text(component.get("description"), (*path, "description"), 0, LONGEST_DESCRIPTION)


def _gallery(component: Json, check: Check, path: Path) -> None:
    for place, item in check.rows(component.get("items"), (*path, "items"), 1, 10):
        _media(item, check, (*path, "items", place))


def _file(component: Json, check: Check, path: Path) -> None:
    file = component.get("file")
    url = file.get("url") if isinstance(file, dict) else None
    address = check.text(url, (*path, "file", "url"), 1, 2048, needed=True)
    if address and not address.startswith(("attachment://", "http://127.0.0.1")):
        check.wrong((*path, "file", "url"), "URL_TYPE_INVALID_SCHEME", "A file component shows only an attachment.")


def _separator(component: Json, check: Check, path: Path) -> None:
    if component.get("spacing") is not None:
        check.one_of(component["spacing"], (*path, "spacing"), (1, 2))


def _container(component: Json, check: Check, path: Path) -> None:
    inner = [row for _, row in check.rows(component.get("components"), (*path, "components"), 1, MOST_LAID_OUT)]
    check.whole(component.get("accent_color"), (*path, "accent_color"), 0, 0xFFFFFF)
    _check_each(inner, check, (*path, "components"), IN_CONTAINER)


def _label(component: Json, check: Check, path: Path) -> None:
    check.name(component.get("label"), (*path, "label"), 45)
    check.text(component.get("description"), (*path, "description"), 0, 100)
    inner = component.get("component")
    if not isinstance(inner, dict) or inner.get("type") not in IN_LABEL:
        check.wrong((*path, "component"), "COMPONENT_LAYOUT_INVALID", "A label holds one input")
        return
    here = (*path, "component")
    kind = inner["type"]
    if kind in SELECTS:
        _select(inner, check, here)
        if inner.get("disabled"):
            check.wrong((*here, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "A select of a form cannot be disabled")
    elif kind == TEXT_INPUT:
        _text_input(inner, check, here)
    else:
        check.text(inner.get("custom_id"), (*here, "custom_id"), 1, 100, needed=True)
        check.whole(inner.get("min_values"), (*here, "min_values"), 0, 10)
        check.whole(inner.get("max_values"), (*here, "max_values"), 1, 10)
        if kind in (RADIOS, CHECKBOXES):
            _choices(inner, check, here, 2 if kind == RADIOS else 1, 10)


def _text_input(component: Json, check: Check, path: Path) -> None:
    check.text(component.get("custom_id"), (*path, "custom_id"), 1, 100, needed=True)
    check.one_of(component.get("style"), (*path, "style"), (1, 2))
    check.text(component.get("placeholder"), (*path, "placeholder"), 0, 100)
    least = check.whole(component.get("min_length"), (*path, "min_length"), 0, 4000)
    most = check.whole(component.get("max_length"), (*path, "max_length"), 1, 4000)
    if least is not None and most is not None and least > most:
        check.wrong((*path, "min_length"), "TEXT_INPUT_BOUNDS", "min_length is above max_length")
    check.text(component.get("value"), (*path, "value"), 0, 4000 if most is None else most)


CHECKS = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    SECTION: _section,
    TEXT: _text,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
}

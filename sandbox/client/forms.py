"""Forms filled in: what a member types into each field, checked, and laid out as Discord sends it back."""

from collections.abc import Mapping, Sequence

from sandbox.client.values import Field, File, Refused, Resolver, select_values
from sandbox.model.asked.interactions import Modal
from sandbox.model.components import (
    CHECKBOX,
    CHECKBOXES,
    LABEL,
    RADIOS,
    ROW,
    SELECTS,
    TEXT,
    TEXT_INPUT,
    TEXT_SELECT,
    UPLOAD,
)
from sandbox.model.payload import Json

LONGEST_ANSWER = 4_000


def inputs(modal: Modal) -> list[tuple[str, Json]]:
    """The fields of a form, each with its label."""
    found: list[tuple[str, Json]] = []
    for component in modal.components:
        if component["type"] == ROW:
            found += [(str(inner.get("label") or ""), inner) for inner in component["components"]]
        elif component["type"] == LABEL:
            found.append((str(component["label"]), component["component"]))
    return found


def filled_in(modal: Modal, fields: Mapping[str, Field], resolver: Resolver) -> list[Json]:
    """The form's components with the member's answers, by custom id; what is not given keeps what it opened with."""
    known = {inner["custom_id"] for _, inner in inputs(modal)}
    for custom_id in fields:
        if custom_id not in known:
            raise Refused(f"The form has no field {custom_id}.")
    answers = {
        inner["custom_id"]: _answer(label, inner, fields.get(inner["custom_id"]), resolver)
        for label, inner in inputs(modal)
    }
    sent: list[Json] = []
    for component in modal.components:
        about: Json = {"type": component["type"], "id": component["id"]}
        if component["type"] == ROW:
            about["components"] = [answers[inner["custom_id"]] for inner in component["components"]]
        elif component["type"] == LABEL:
            about["component"] = answers[component["component"]["custom_id"]]
        elif component["type"] != TEXT:
            raise ValueError(f"a form holds no component of type {component['type']}")
        sent.append(about)
    return sent


def _answer(label: str, inner: Json, given: Field, resolver: Resolver) -> Json:
    kind = inner["type"]
    about: Json = {"type": kind, "id": inner["id"], "custom_id": inner["custom_id"]}
    required = inner.get("required", True) is not False
    if kind == TEXT_INPUT:
        return about | {"value": _text(label, inner, given, required)}
    if kind == CHECKBOX:
        return about | {"value": bool(inner.get("default")) if given is None else bool(given)}
    if kind == UPLOAD:
        return about | {"values": _files(label, inner, given, required, resolver)}
    chosen = _list(given) if given is not None else _defaults(inner)
    if kind in SELECTS:
        return about | {"values": select_values(inner, chosen, resolver, required)}
    if kind == RADIOS:
        values = select_values(_as_select(inner, 1), chosen, resolver, required)
        return about | {"value": values[0] if values else None}
    if kind == CHECKBOXES:
        most = inner.get("max_values") or len(inner["options"])
        return about | {"values": select_values(_as_select(inner, most), chosen, resolver, required)}
    raise ValueError(f"a form holds no input of type {kind}")


def _defaults(inner: Json) -> list[str]:
    return [option["value"] for option in inner.get("options", ()) if option.get("default")]


def _as_select(inner: Json, most: int) -> Json:
    """Radio buttons and checkboxes choose as a select of texts does."""
    least = _bound(inner.get("min_values"))
    return {"type": TEXT_SELECT, "options": inner["options"], "min_values": least, "max_values": most}


def _bound(given: int | None) -> int:
    """A bound as it was given; 1 where a bot left it out or sent null."""
    return 1 if given is None else given


def _list(given: Field) -> list[str]:
    if isinstance(given, str):
        return [given]
    if isinstance(given, Sequence):
        return [str(value) for value in given]
    return []


def _text(label: str, inner: Json, given: Field, required: bool) -> str:
    text = str(inner.get("value") or "") if given is None else str(given)
    least, most = inner.get("min_length") or 0, inner.get("max_length") or LONGEST_ANSWER
    if not text and not required:
        return text
    if not text:
        raise Refused(f"{label or 'The field'} is required.")
    if not least <= len(text) <= most:
        raise Refused(f"{label or 'The field'} has {least} to {most} characters; this has {len(text)}.")
    return text


def _files(label: str, inner: Json, given: Field, required: bool, resolver: Resolver) -> list[str]:
    files = [file for file in given if isinstance(file, File)] if isinstance(given, Sequence) else []
    least, most = _bound(inner.get("min_values")), _bound(inner.get("max_values"))
    if (files or required) and not least <= len(files) <= most:
        raise Refused(f"{label or 'The field'} takes {least} to {most} files.")
    return [resolver.file(file) for file in files]

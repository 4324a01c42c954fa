"""Components of messages and forms: their types, ways through the tree of them, and the words in them and in embeds."""

from collections.abc import Iterator

from sandbox.model.payload import Json

ROW, BUTTON, TEXT_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, UPLOAD, RADIOS, CHECKBOXES, CHECKBOX = 17, 18, 19, 21, 22, 23

SELECTS = frozenset({TEXT_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
LINK, PREMIUM = 5, 6


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, at whatever depth, as one reads them."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("component", "accessory"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])


def interactive(components: list[Json], custom_id: str) -> Json | None:
    """The component with this custom id."""
    return next((component for component in walk(components) if component.get("custom_id") == custom_id), None)


def media_urls(component: Json) -> list[str]:
    """The addresses of the pictures and files that one component shows."""
    items = [component.get("media"), component.get("file"), *(item.get("media") for item in component.get("items", ()))]
    return [str(item["url"]) for item in items if isinstance(item, dict) and "url" in item]


def number(components: list[Json]) -> None:
    """Give every component an id of its own that has none, as Discord does: 1, 2, 3, ..."""
    everything = list(walk(components))
    taken = {component.get("id") for component in everything}
    fresh = 0
    for component in everything:
        if not component.get("id"):
            fresh += 1
            while fresh in taken:
                fresh += 1
            component["id"] = fresh


def embed_words(embeds: list[Json]) -> list[str]:
    """The texts of embeds, top to bottom."""
    words: list[str] = []
    for embed in embeds:
        words += [embed.get("author", {}).get("name", ""), embed.get("title", ""), embed.get("description", "")]
        for entry in embed.get("fields", ()):
            words += [entry["name"], entry["value"]]
        words.append(embed.get("footer", {}).get("text", ""))
    return [word for word in words if word]


def component_words(components: list[Json]) -> list[str]:
    """The texts of components and of those inside them, as one reads them."""
    words: list[str] = []
    for component in components:
        words += [str(component[key]) for key in ("content", "label", "placeholder") if component.get(key)]
        words += [option["label"] for option in component.get("options", ())]
        words += component_words(component.get("components", []))
        if accessory := component.get("accessory"):
            words += component_words([accessory])
    return words

"""Emoji as Discord takes them on buttons, options and reactions: those of Unicode, by themselves; nothing else there.

Custom emoji belong to a guild or an application, and none here has any.
"""

import re

from sandbox.limits.check import Check, Path

_OLD = (
    "©®‼⁉™ℹ↔-↙↩↪⌚⌛⌨⏏⏩-⏳⏸-⏺Ⓜ▪▫▶◀◻-◾☀-☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸-☺♀♂♈-♓♟♠♣♥♦♨♻♾♿⚒-⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱⚽⚾⛄⛅⛈⛎⛏⛑⛓⛔⛩⛪⛰-⛵⛷-⛺⛽"
    "✂✅✈-✍✏✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣❤➕-➗➡➰➿⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙"
)
"""The characters below U+10000 with Unicode's property Emoji, digits left out."""

_ONE = f"[{_OLD}\U0001f004\U0001f0cf\U0001f170-\U0001f19a\U0001f201-\U0001f251\U0001f300-\U0001faff]"
_KEYCAP, _FLAG, _REGION = "[0-9#*]\ufe0f?\u20e3", "[\U0001f1e6-\U0001f1ff]{2}", "[\U000e0020-\U000e007f]"
_WITH_TONE = f"{_ONE}\ufe0f?[\U0001f3fb-\U0001f3ff]?{_REGION}*"
EMOJI = re.compile(f"{_KEYCAP}|{_FLAG}|{_WITH_TONE}(?:\u200d{_WITH_TONE})*")


def is_emoji(text: str) -> bool:
    """True for one emoji of Unicode, alone."""
    return EMOJI.fullmatch(text) is not None


def check_emoji(emoji: object, check: Check, path: Path) -> None:
    """Note what is wrong with the emoji of a component: it has a `name`, and an `id` where it is a custom one."""
    if emoji is None:
        return
    if not isinstance(emoji, dict):
        check.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    elif emoji.get("id") is not None or not is_emoji(str(emoji.get("name") or "")):
        check.wrong((*path, "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")

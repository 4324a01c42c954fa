"""Every control of the bot, made with hostile names wherever it takes any: Discord takes it, its id says none of their
words and is its own, and it is labelled as they were typed.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, cast

import pytest

import bot
from bot.game.desk.gm.rewinding import Back
from bot.render.posted import Press
from bot.ui.home.panel import choices_of
from bot.ui.home.seated import At
from bot.ui.modals import OurForm
from bot.ui.service import Service
from bot.ui.views import OurButton, OurMenu
from engine.game import Seat
from engine.report import Suggestion
from engine.text.message import name
from sandbox.limits.check import Check
from sandbox.limits.component_limits import CHECKS, check_modal
from sandbox.limits.errors import ApiError
from storage.guilds import Settings
from storage.records import Game
from tests.engine.hostile import HOSTILE, LIVE
from tests.rulebooks import BOOKS

LARGEST = 2**63 - 1
"""The largest number of a game that the store can give."""

Control = type[Any]
"""A kind of button, menu or form; discord.py's bases say too little of them."""


def kinds(base: Control) -> Iterator[Control]:
    """The kinds of controls beneath a base that are made and come back."""
    for kind in base.__subclasses__():
        if pattern(kind).pattern != "u1:never":
            yield kind
        yield from kinds(kind)


def pattern(kind: Control) -> re.Pattern[str]:
    """The pattern of a control's id."""
    found: re.Pattern[str] = getattr(kind, "__discord_ui_compiled_template__", None) or kind.template
    return found


for module in pkgutil.walk_packages(bot.__path__, "bot."):
    if not module.name.endswith("__main__"):
        import_module(module.name)
CONTROLS = [kind for base in (OurButton, OurMenu, OurForm) for kind in kinds(base)]

PATHS = sorted((order.path for book in BOOKS for order in book.orders), key=len)
VIEWS = sorted((view.name for book in BOOKS for view in book.views), key=len)
RESTS = ("", "3", "0a1b2c", f"0a1b2c:{VIEWS[-1]}")
OF = (f"{LARGEST}", f"{LARGEST}:10:10", max((book.name for book in BOOKS), key=len))


def filled(kind: Control, hostile: str) -> Iterator[Mapping[str, Any]]:
    """Values that a control is made of, the longest there are; hostile where it takes words."""
    game = Game(LARGEST, 1, 1, hostile, "gcw", 1, "", {}, "running", 1, 0)
    at = At(cast(Service, None), game, Seat("red"))  # it is not pressed, so that nothing asks the service
    offers = [Suggestion(name(f"{number} {hostile}"), f"do {number}") for number in range(25)]
    longest = next(order for book in BOOKS for order in book.orders if order.path == PATHS[-1])
    values = {
        "game": game if hints(kind).get("game") == "Game" else LARGEST,
        "token": "0a1b2c", "key": "0123456789ab", "about": VIEWS[-1], "path": PATHS[-1], "at": LARGEST, "way": "f",
        "can": True, "label": name(hostile), "reason": hostile[:400], "words": name(hostile), "text": hostile,
        "examples": [hostile], "back": Back(LARGEST, LARGEST), "order": longest, "fields": (), "settings": Settings(),
        "options": choices_of(at, offers),
    }  # fmt: skip
    taken = [parameter for parameter in hints(kind) if parameter not in ("rest", "press")]
    made = {parameter: values[parameter] for parameter in taken}
    if "press" in hints(kind):
        yield from ({"press": Press(f"{kind.begins}{of}", name(hostile))} for of in OF)
    elif "rest" in hints(kind):
        yield from ({**made, "rest": rest} for rest in RESTS)
    else:
        yield made


def hints(kind: Control) -> Mapping[str, str]:
    """The types of what a control is made of, by name."""
    parameters = inspect.signature(kind.__init__).parameters
    return {name: str(one.annotation) for name, one in parameters.items() if name != "self"}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("kind", CONTROLS, ids=lambda kind: str(kind.__name__))
async def test_controls_with_hostile_names_are_such_as_discord_takes(kind: Control, hostile: str) -> None:
    own = 0
    for made in filled(kind, hostile):
        try:
            control = kind(**made)
        except ValueError:  # an id of another kind
            continue
        if pattern(kind).fullmatch(control.custom_id) is None:
            continue
        own += 1
        assert LIVE.search(control.custom_id) is None and "xxx" not in control.custom_id
        check = Check()
        if issubclass(kind, OurForm):
            if control.children:
                check_modal(control.to_dict(), check, ())
            assert len(control.title) <= 45 and "\\" not in control.title
        else:
            component = control.item.to_component_dict()
            CHECKS[component["type"]](component, check, ())
            assert "\\" not in str(component.get("label", ""))
        try:
            check.done()
        except ApiError as error:
            raise AssertionError(str(error.errors)) from error
    assert own, "no id of its own"


def test_every_kind_of_control_is_made() -> None:
    assert len(CONTROLS) >= 26

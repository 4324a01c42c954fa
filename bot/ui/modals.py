"""Forms: the base of every one, and the way back of those that were sent and of buttons that nobody knows."""

from __future__ import annotations

import logging
import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, cast

import aiohttp
import discord

from bot.render.sending import reply
from bot.ui.errors import report_error
from bot.ui.views import OurButton, OurMenu
from engine.text.message import T_

log = logging.getLogger("umpire.modals")


class OurForm(discord.ui.Modal):
    """A form without state: its custom id says what it is about, and is all there is when it comes back.

    discord.py is not given it to keep: whoever listens for forms hands them to `sent`, also those that were opened
    before a restart.
    """

    template: ClassVar[re.Pattern[str]]

    async def show(self, interaction: discord.Interaction[Any]) -> None:
        """Open it for whoever asked."""
        self.stop()  # a finished form is not kept
        await interaction.response.send_modal(self)

    @classmethod
    @abstractmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """Answer the form: `values` by the custom ids of its fields, `match` that of the template."""


def values_of(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """Values that a form was sent with, by the custom ids of its fields: texts, and what was chosen of menus, joined
    by commas. Empty ones are left out.
    """
    found: dict[str, str] = {}

    def gather(parts: Any) -> None:  # Discord's JSON, nested by the kind of component
        for part in parts or ():
            gather(part.get("components"))
            gather([part["component"]] if "component" in part else ())
            if value := part.get("value") or ", ".join(part.get("values") or ()):
                found[str(part["custom_id"])] = str(value)

    gather(_data(interaction).get("components"))
    return found


def attached(interaction: discord.Interaction[Any], identity: str) -> Mapping[str, Any]:  # Discord's JSON
    """A file that a form was sent with, as Discord tells it: its `url`, `size` and `filename`."""
    resolved = _data(interaction).get("resolved", {})
    return cast(Mapping[str, Any], resolved.get("attachments", {}).get(identity, {}))


def _data(interaction: discord.Interaction[Any]) -> Mapping[str, Any]:  # Discord's JSON, typed by kind in discord.py
    return cast(Mapping[str, Any], interaction.data or {})


OLD = T_("This button is of an older version of me. `/me` makes new ones.")


async def answer_forms(
    interaction: discord.Interaction[Any], forms: Iterable[type[OurForm]], buttons: Iterable[type[OurButton | OurMenu]]
) -> None:
    """Hand a form that was sent to its class; answer a button or form that no class knows. Never raises."""
    custom_id = str(_data(interaction).get("custom_id", ""))
    if interaction.type is discord.InteractionType.modal_submit:
        for form in forms:
            match = form.template.fullmatch(custom_id)
            if match is not None:
                try:
                    await form.sent(interaction, match, values_of(interaction))
                except Exception as error:  # noqa: BLE001  # this is the form's error path
                    await report_error(interaction, error, f"the form {custom_id}")
                return
    elif interaction.type is not discord.InteractionType.component or any(
        button.__discord_ui_compiled_template__.fullmatch(custom_id) for button in buttons
    ):
        return
    try:
        await reply(interaction, OLD)
    except (discord.HTTPException, aiohttp.ClientError) as unsent:
        log.warning("the answer to %s could not be sent: %s", custom_id, unsent)

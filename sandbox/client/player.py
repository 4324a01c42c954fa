"""Acting as members in tests: commands, clicks, forms, and the bot's answers to them."""

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Union

from sandbox.client import interact
from sandbox.client.forms import inputs
from sandbox.client.values import Field, Given, Refused
from sandbox.limits.component_limits import BUTTON, SELECTS, walk
from sandbox.model.channels import Attachment, Channel, Message
from sandbox.model.commands import Command
from sandbox.model.events import Event
from sandbox.model.interactions import Callback, Interaction, Modal
from sandbox.model.payload import Json
from sandbox.model.people import Member, Role, User

if TYPE_CHECKING:
    from sandbox.server import Sandbox

__all__ = ["Answer", "Player", "find_posts"]

Chosen = Union[str, int, User, Member, Role, Channel, "Player"]
"""A value to choose from a select: an option's value or label, or what the select lists."""


class Answer:
    """What the bot answered. It is live: a message that is edited later shows so here."""

    def __init__(self, sandbox: "Sandbox", interaction: Interaction) -> None:
        self._sandbox = sandbox
        self.interaction = interaction

    @property
    def error(self) -> str | None:
        """What Discord tells the member when the bot failed to answer."""
        return self.interaction.failure

    @property
    def deferred(self) -> bool:
        """Whether the first answer was only a promise of one."""
        return self.interaction.acknowledged in (Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE)

    @property
    def updated(self) -> bool:
        """Whether the answer was a change of the message that was clicked."""
        return self.interaction.acknowledged in (Callback.UPDATE, Callback.DEFERRED_UPDATE)

    @property
    def message(self) -> Message | None:
        """The original answer, or the message that was clicked where that was changed; None for a form."""
        return self.interaction.original

    @property
    def modal(self) -> Modal | None:
        """The form that was opened."""
        return self.interaction.modal

    @property
    def followups(self) -> list[Message]:
        return list(self.interaction.followups)

    @property
    def content(self) -> str:
        return self.message.content if self.message else ""

    @property
    def embeds(self) -> list[Json]:
        return self.message.embeds if self.message else []

    @property
    def components(self) -> list[Json]:
        return self.message.components if self.message else []

    @property
    def attachments(self) -> list[Attachment]:
        return self.message.attachments if self.message else []

    @property
    def ephemeral(self) -> bool:
        return self.message is not None and self.message.ephemeral

    @property
    def words(self) -> str:
        """All words of the answer and its followups: content, embeds, components, or the form's title."""
        said = [message.words for message in (self.message, *self.followups) if message is not None]
        return "\n".join([*([self.modal.title] if self.modal else []), *said])

    async def final(self, within: float | None = None) -> "Answer":
        """Wait until there is more than a promise; AssertionError when that takes longer than `within` seconds."""
        patience = within or self._sandbox.patience
        if not await self.interaction.until(lambda: self.interaction.answered, patience):
            raise AssertionError(f"no answer to {self.interaction.command or 'the click'} after {patience} s")
        return self

    async def followup(self, number: int = 1, within: float | None = None) -> Message:
        """Wait for the so-manieth followup; AssertionError when it does not come."""
        patience = within or self._sandbox.patience
        if not await self.interaction.until(lambda: len(self.interaction.followups) >= number, patience):
            raise AssertionError(f"only {len(self.interaction.followups)} followups after {patience} s")
        return self.interaction.followups[number - 1]

    def __repr__(self) -> str:
        state = self.error or ("modal " + self.modal.title if self.modal else repr(self.words[:200]))
        return f"<Answer {self.interaction.command or self.interaction.data.get('custom_id')}: {state}>"


class Player:
    """A member to act as. What Discord's client would not let one do raises `Refused`."""

    def __init__(self, sandbox: "Sandbox", member: Member) -> None:
        self._sandbox = sandbox
        self.member = member

    @property
    def user(self) -> User:
        return self.member.user

    @property
    def id(self) -> int:
        return self.member.id

    @property
    def name(self) -> str:
        return self.member.name

    @property
    def mention(self) -> str:
        return self.user.mention

    def __repr__(self) -> str:
        return f"<Player {self.name}>"

    def _place(self, channel: Channel | str | None) -> Channel:
        if isinstance(channel, Channel):
            return channel
        guild = self.member.guild
        if channel is not None:
            return self._sandbox.channel(channel, guild)
        return next(one for one in guild.channels.values() if self._sandbox.world.sees(self.user, one))

    async def slash(
        self,
        path: str,
        options: Mapping[str, Given] | None = None,
        *,
        channel: Channel | str | None = None,
        **more: Given,
    ) -> Answer:
        """Run a slash command ("gcw battle fire") and wait for the first answer.

        Options by keyword; `options` is for names that Python keeps for itself. Without `channel`, in the first
        channel of the guild that the member sees.
        """
        given = {**(options or {}), **more}
        interaction = await self._sandbox.interact_command(self.member, self._place(channel), path, given)
        return Answer(self._sandbox, interaction)

    async def menu(self, name: str, target: "Message | Player", *, channel: Channel | str | None = None) -> Answer:
        """Use a command of the menu that a message or a member has."""
        place = target.channel if isinstance(target, Message) else self._place(channel)
        on = target if isinstance(target, Message) else target.member
        return Answer(self._sandbox, await self._sandbox.interact_menu(self.member, place, name, on))

    async def autocomplete(
        self, path: str, option: str, typed: str = "", *, channel: Channel | str | None = None, **filled_in: Given
    ) -> list[Json]:
        """The choices ({name, value}) offered for an option as typed so far."""
        place = self._place(channel)
        return await self._sandbox.autocomplete(self.member, place, path, option, typed, filled_in)

    def commands(self, channel: Channel | str | None = None) -> list[Command]:
        """The slash commands the member is shown in a channel."""
        return interact.offered(self._sandbox, self.member, self._place(channel))

    async def click(self, where: Message | Answer, what: str) -> Answer:
        """Press a button of a message, by its custom id or its label."""
        message = _message(where)
        buttons = [one for one in walk(message.components) if one["type"] == BUTTON]
        custom_id = _one(buttons, what, ("custom_id", "label"), "button")
        interaction = await self._sandbox.interact_component(self.member, message.channel, message.id, custom_id)
        return Answer(self._sandbox, interaction)

    async def select(self, where: Message | Answer, what: str | None, values: Chosen | list[Chosen]) -> Answer:
        """Choose from a select of a message, by its custom id or placeholder; None where there is only one."""
        message = _message(where)
        selects = [one for one in walk(message.components) if one["type"] in SELECTS]
        if what is None and len(selects) == 1:
            custom_id = str(selects[0]["custom_id"])
        else:
            custom_id = _one(selects, what or "", ("custom_id", "placeholder"), "select")
        chosen = [_as_text(value) for value in (values if isinstance(values, list) else [values])]
        interaction = await self._sandbox.interact_component(
            self.member, message.channel, message.id, custom_id, chosen
        )
        return Answer(self._sandbox, interaction)

    async def submit(self, form: Modal | Answer, fields: Mapping[str, Field] | None = None, **more: Field) -> Answer:
        """Send in a form. Fields go by custom id or label, where case and blanks (as `_`) do not matter."""
        modal = form.modal if isinstance(form, Answer) else form
        if modal is None:
            raise AssertionError("the bot opened no form")
        named = {_key(label): str(inner["custom_id"]) for label, inner in inputs(modal)}
        named |= {str(inner["custom_id"]): str(inner["custom_id"]) for _, inner in inputs(modal)}
        given = {
            named.get(key) or named.get(_key(key)) or key: value for key, value in {**(fields or {}), **more}.items()
        }
        return Answer(self._sandbox, await self._sandbox.interact_modal(self.member, modal.id, given))

    async def say(self, content: str, channel: Channel | str | None = None) -> Message:
        """Say something in a channel."""
        return await self._sandbox.send_as(self.member, self._place(channel), content)

    def sees(self, channel: Channel | str) -> list[Message]:
        """The messages of a channel that this member sees, oldest first: nothing where it is closed to them."""
        return self._sandbox.world.seen_messages(self.user, self._place(channel))

    def channels(self) -> list[Channel]:
        """The channels and threads this member sees."""
        return self._sandbox.world.seen_channels(self.member)

    @property
    def dm(self) -> Channel:
        """The direct conversation with the bot."""
        return self._sandbox.world.open_dm(self.user)

    def close_dms(self, closed: bool = True) -> None:
        """Take no more direct messages from the bot (50007), or take them again."""
        self.user.dms_open = not closed


def _message(where: Message | Answer) -> Message:
    message = where.message if isinstance(where, Answer) else where
    if message is None:
        raise AssertionError("there is no message to click on")
    return message


def _one(components: list[Json], wanted: str, keys: tuple[str, ...], what: str) -> str:
    """The custom id of the only component that bears this id or these words."""
    for key in keys:
        found = [one for one in components if one.get(key) == wanted]
        if len(found) == 1 and "custom_id" in found[0]:
            return str(found[0]["custom_id"])
    there = ", ".join(str(one.get("label") or one.get("placeholder") or one.get("custom_id")) for one in components)
    raise Refused(f"There is no {what} {wanted}. There is: {there or 'none'}.")


def _as_text(value: Chosen) -> str:
    return str(value.id) if isinstance(value, User | Member | Role | Channel | Player) else str(value)


def _key(label: str) -> str:
    return "_".join(label.lower().split())


async def find_posts(
    sandbox: "Sandbox",
    channel: Channel,
    predicate: Callable[[Message], bool] | None,
    after: Message | int | None,
    within: float,
) -> Message:
    """See `Sandbox.posted`."""
    since = after.id if isinstance(after, Message) else after or 0

    def fits(message: Message) -> bool:
        return not message.ephemeral and message.id > since and (predicate is None or predicate(message))

    for place in channel.between(since, None):
        if fits(message := channel.messages[channel.order[place]]):
            return message
    found: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

    def hear(event: Event) -> None:
        said = event.message if event.kind in ("message.create", "message.update") else None
        if said is not None and said.channel is channel and not found.done() and fits(said):
            found.set_result(said)

    stop = sandbox.world.bus.listen(hear)
    try:
        async with asyncio.timeout(within):
            return await found
    except TimeoutError:
        last = [message.words for message in sandbox.world.seen_messages(sandbox.world.bot, channel, 5)]
        raise AssertionError(f"nothing that fits was posted in #{channel.name}; last there: {last}") from None
    finally:
        stop()

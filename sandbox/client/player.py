"""Players: members to act as in tests with commands, clicks and forms, and the bot's answers to them."""

from collections.abc import Mapping
from typing import Union

from sandbox.client.client import Client
from sandbox.client.forms import inputs
from sandbox.client.values import Field, Given, Refused
from sandbox.model.asked.commands import Command
from sandbox.model.asked.interactions import Callback, Interaction, Modal
from sandbox.model.clock import PATIENCE
from sandbox.model.components import BUTTON, SELECTS, walk
from sandbox.model.files import Attachment
from sandbox.model.guilds import Channel, Member, Message
from sandbox.model.payload import Json
from sandbox.model.people import Role, User
from sandbox.model.world import World

Chosen = Union[str, int, User, Member, Role, Channel, "Player"]
"""A value to choose from a select: an option's value or label, or what the select lists."""


class Answer:
    """The bot's answer. It is live: a message that is edited later shows so here."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    @property
    def error(self) -> str | None:
        """The words Discord tells the member when the bot failed to answer."""
        return self.interaction.failure

    @property
    def deferred(self) -> bool:
        """True where the first answer was only a promise of another."""
        return self.interaction.acknowledged in (Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE)

    @property
    def updated(self) -> bool:
        """True where the answer was a change of the message that was clicked."""
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

    async def final(self, within: float = PATIENCE) -> "Answer":
        """Wait until there is more than a promise; AssertionError when that takes longer than `within` seconds."""
        if not await self.interaction.until(lambda: self.interaction.answered, within):
            raise AssertionError(f"no answer to {self.interaction.command or 'the click'} after {within} s")
        return self

    async def followup(self, number: int = 1, within: float = PATIENCE) -> Message:
        """Wait for the so-manieth followup; AssertionError when it does not come."""
        if not await self.interaction.until(lambda: len(self.interaction.followups) >= number, within):
            raise AssertionError(f"only {len(self.interaction.followups)} followups after {within} s")
        return self.interaction.followups[number - 1]

    def __repr__(self) -> str:
        state = self.error or ("modal " + self.modal.title if self.modal else repr(self.words[:200]))
        return f"<Answer {self.interaction.command or self.interaction.data.get('custom_id')}: {state}>"


class Player:
    """A member to act as. What Discord's client would not let one do raises `Refused`."""

    def __init__(self, world: World, member: Member) -> None:
        self._world = world
        self._client = Client(world, member)
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
            return guild.named_channel(channel)
        return next(place for place in guild.channels.values() if self._world.sees(self.user, place))

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
        return Answer(await self._client.command(self._place(channel), path, given))

    async def menu(self, name: str, target: "Message | Player", *, channel: Channel | str | None = None) -> Answer:
        """Use a command of the menu that a message or a member has."""
        place = target.channel if isinstance(target, Message) else self._place(channel)
        on = target if isinstance(target, Message) else target.member
        return Answer(await self._client.menu(place, name, on))

    async def autocomplete(
        self, path: str, option: str, typed: str = "", *, channel: Channel | str | None = None, **filled_in: Given
    ) -> list[Json]:
        """The choices ({name, value}) offered for an option as typed so far."""
        return await self._client.autocomplete(self._place(channel), path, option, typed, filled_in)

    def commands(self, channel: Channel | str | None = None) -> list[Command]:
        """The slash commands the member is shown in a channel."""
        return self._client.commands(self._place(channel))

    async def click(self, where: Message | Answer, what: str) -> Answer:
        """Press a button of a message, by its custom id or its label."""
        message = _message(where)
        buttons = [inner for inner in walk(message.components) if inner["type"] == BUTTON]
        custom_id = _custom_id(buttons, what, ("custom_id", "label"), "button")
        return Answer(await self._client.component(message.channel, message.id, custom_id, []))

    async def select(self, where: Message | Answer, what: str | None, values: Chosen | list[Chosen]) -> Answer:
        """Choose from a select of a message, by its custom id or placeholder; None where there is only one."""
        message = _message(where)
        selects = [inner for inner in walk(message.components) if inner["type"] in SELECTS]
        if what is None and len(selects) == 1:
            custom_id = str(selects[0]["custom_id"])
        else:
            custom_id = _custom_id(selects, what or "", ("custom_id", "placeholder"), "select")
        chosen = [_as_text(value) for value in (values if isinstance(values, list) else [values])]
        return Answer(await self._client.component(message.channel, message.id, custom_id, chosen))

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
        return Answer(await self._client.submit(modal.id, given))

    async def say(self, content: str, channel: Channel | str | None = None) -> Message:
        """Say something in a channel."""
        return self._client.say(self._place(channel), content)

    def sees(self, channel: Channel | str) -> list[Message]:
        """The messages of a channel that this member sees, oldest first: nothing where it is closed to them."""
        return self._world.seen_messages(self.user, self._place(channel))

    def channels(self) -> list[Channel]:
        """The channels and threads this member sees."""
        return self._world.seen_channels(self.member)

    @property
    def dm(self) -> Channel:
        """The direct conversation with the bot."""
        return self._world.open_dm(self.user)

    def join(self, thread: Channel) -> None:
        """Come into a thread that one sees."""
        if not self._world.sees(self.user, thread):
            raise Refused("That thread is not there for you.")
        self._world.join_thread(thread, self.user)

    def leave(self, thread: Channel) -> None:
        """Leave a thread. A private one is then gone for whoever does not manage threads."""
        self._world.leave_thread(thread, self.user)

    def leave_server(self) -> None:
        """Leave the guild, and with it its roles and threads."""
        self._world.remove_member(self.member)

    def come_back(self) -> None:
        """Come into the guild again after leaving it: as somebody new, without roles and in no thread."""
        self.member = self._world.add_member(self.member.guild, self.user)
        self._client = Client(self._world, self.member)

    def close_dms(self, closed: bool = True) -> None:
        """Take no more direct messages from the bot (50007), or take them again."""
        self.user.dms_open = not closed


def _message(where: Message | Answer) -> Message:
    message = where.message if isinstance(where, Answer) else where
    if message is None:
        raise AssertionError("there is no message to click on")
    return message


def _custom_id(components: list[Json], wanted: str, keys: tuple[str, ...], what: str) -> str:
    """The custom id of the only component that bears this id or these words."""
    for key in keys:
        found = [component for component in components if component.get(key) == wanted]
        if len(found) == 1 and "custom_id" in found[0]:
            return str(found[0]["custom_id"])
    names = [found.get("label") or found.get("placeholder") or found.get("custom_id") for found in components]
    there = ", ".join(str(name) for name in names)
    raise Refused(f"There is no {what} {wanted}. There is: {there or 'none'}.")


def _as_text(value: Chosen) -> str:
    return str(value.id) if isinstance(value, User | Member | Role | Channel | Player) else str(value)


def _key(label: str) -> str:
    return "_".join(label.lower().split())

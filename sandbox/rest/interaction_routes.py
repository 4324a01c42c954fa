"""REST: answering interactions: the first answer within its seconds, then followups while the token lives."""

from sandbox.limits.check import Check, as_object, as_whole
from sandbox.limits.command_limits import check_choices
from sandbox.limits.component_limits import check_modal
from sandbox.limits.errors import ApiError
from sandbox.model.asked.interactions import Callback, Interaction, InteractionType, Modal
from sandbox.model.components import number
from sandbox.model.events import Event
from sandbox.model.guilds import Message
from sandbox.model.kinds import MessageFlag, MessageType
from sandbox.model.payload import Json
from sandbox.rest.call import Call, Route
from sandbox.rest.writing import write

ALLOWED: dict[InteractionType, frozenset[Callback]] = {
    InteractionType.COMMAND: frozenset({Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.MODAL}),
    InteractionType.COMPONENT: frozenset(Callback) - {Callback.PONG, Callback.CHOICES},
    InteractionType.AUTOCOMPLETE: frozenset({Callback.CHOICES}),
    InteractionType.MODAL: frozenset(
        {Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE, Callback.UPDATE}
    ),
}
"""The ways in which each kind of interaction may be acknowledged. A form from a command has no message to update."""


def callback(call: Call) -> Json | None:
    """The first answer. After its seconds there is no such interaction (10062); a second one is refused (40060)."""
    interaction = call.world.interactions.get(call.params["token"])
    if interaction is None or interaction.id != call.id("interaction_id") or interaction.failure is not None:
        raise ApiError(10062)
    if interaction.acknowledged is not None:
        raise ApiError(40060)
    kind = _kind(call, interaction)
    data = call.json.get("data")
    data = {} if data is None else as_object(data)
    match kind:
        case Callback.MESSAGE:
            _answer(call, interaction, data)
        case Callback.DEFERRED_MESSAGE:
            _think(call, interaction, data)
        case Callback.DEFERRED_UPDATE:
            interaction.original = interaction.source
        case Callback.UPDATE:
            _update(call, interaction, data)
        case Callback.CHOICES:
            _offer(interaction, data)
        case Callback.MODAL:
            _open(call, interaction, data)
    interaction.acknowledged = kind
    if interaction.deadline is not None:
        interaction.deadline.cancel()
    interaction.touch()
    if interaction.submitted is not None:
        call.world.interactions.modals.pop(interaction.submitted.id, None)
    if interaction.modal is not None:
        only, shown = interaction.user.id, interaction.modal.payload()
        call.world.bus.tell(Event("modal.open", interaction.channel.guild, interaction.channel, only=only, data=shown))
    if call.query.get("with_response") not in ("1", "true", "True"):
        return None
    return _response(call, interaction, kind)


def _kind(call: Call, interaction: Interaction) -> Callback:
    value = call.json.get("type")
    allowed = ALLOWED[interaction.type]
    if interaction.type == InteractionType.MODAL and interaction.source is None:
        allowed = allowed - {Callback.DEFERRED_UPDATE, Callback.UPDATE}
    check = Check()
    check.one_of(value, ("type",), sorted(int(kind) for kind in allowed))
    check.done()
    return Callback(int(call.json["type"]))


def _response(call: Call, interaction: Interaction, kind: Callback) -> Json:
    about: Json = {"id": str(interaction.id), "type": int(interaction.type)}
    answer: Json = {"interaction": about}
    message = interaction.original
    if message is not None:
        about |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
    if message is not None and kind in (Callback.MESSAGE, Callback.UPDATE):
        answer["resource"] = {"type": int(kind), "message": message.payload(call.bot.id)}
    return answer


def _new_message(call: Call, interaction: Interaction, flags: int, followup: bool = False) -> Message:
    """A message that answers an interaction, not said yet."""
    message = Message(call.world.clock.snowflake(), interaction.channel, call.bot, call.world.clock.now())
    if flags & MessageFlag.EPHEMERAL:
        message.viewer = interaction.user.id
        message.flags |= MessageFlag.EPHEMERAL
    message.interaction_user = interaction.user
    message.interaction = interaction.metadata()
    answered = interaction.original if followup else interaction.source
    if answered is not None:
        message.type = MessageType.REPLY
        if not answered.ephemeral or message.ephemeral:
            message.reference, message.reference_id = answered, answered.id
    elif interaction.command is not None:
        message.type, message.interaction_name = MessageType.CHAT_INPUT_COMMAND, interaction.command
    return message


def _answer(call: Call, interaction: Interaction, data: Json) -> None:
    message = _new_message(call, interaction, as_whole(data.get("flags")) or 0)
    write(call, message, data, ("data",))
    interaction.original = call.world.post(message)


def _think(call: Call, interaction: Interaction, data: Json) -> None:
    message = _new_message(call, interaction, as_whole(data.get("flags")) or 0)
    message.flags |= MessageFlag.LOADING
    interaction.original = call.world.post(message)


def _update(call: Call, interaction: Interaction, data: Json) -> None:
    message = interaction.source
    if message is None or message.id not in message.channel.messages:
        raise ApiError(10008)
    write(call, message, data, ("data",))
    interaction.original = message
    interaction.touched = True
    call.world.change_message(message)


def _offer(interaction: Interaction, data: Json) -> None:
    check = Check()
    kind = interaction.focused
    check_choices(data.get("choices"), kind, check, ("data", "choices"))
    check.done()
    interaction.choices = list(data.get("choices") or [])


def _open(call: Call, interaction: Interaction, data: Json) -> None:
    check = Check()
    check_modal(data, check, ("data",))
    check.done()
    components = data["components"]
    number(components)
    modal = Modal(call.world.clock.snowflake(), interaction, data["title"], data["custom_id"], components)
    interaction.modal = modal
    call.world.interactions.show(modal)


def _alive(call: Call) -> Interaction:
    """The interaction of a followup's token: known, still alive, and answered once already."""
    if call.id("webhook_id") != call.bot.id:
        raise ApiError(10015)
    interaction = call.world.interactions.get(call.params["token"])
    if interaction is None:
        raise ApiError(50027 if call.world.interactions.died(call.params["token"]) else 10015)
    if interaction.acknowledged is None:
        raise ApiError(10015)
    return interaction


def followup(call: Call) -> Json:
    """One more message; the first after "thinking" takes its place, and its visibility with it."""
    interaction = _alive(call)
    original = interaction.original
    if interaction.acknowledged == Callback.DEFERRED_MESSAGE and original is not None and original.loading:
        return _fill_in(call, interaction, original)
    message = _new_message(call, interaction, as_whole(call.json.get("flags")) or 0, followup=True)
    write(call, message, call.json)
    call.world.post(message)
    interaction.followups.append(message)
    interaction.touch()
    return message.payload(call.bot.id)


def _fill_in(call: Call, interaction: Interaction, message: Message) -> Json:
    """Write onto a message of an interaction; one that was "thinking" thereby speaks."""
    was_loading = message.loading
    write(call, message, call.json)
    message.flags &= ~MessageFlag.LOADING
    interaction.touched = True
    call.world.change_message(message, edited=not was_loading)
    interaction.touch()
    return message.payload(call.bot.id)


def _target(call: Call, interaction: Interaction) -> Message:
    """The message of the path: the original answer, a followup, or the message whose component was used."""
    asked = call.params.get("message_id", "@original")
    candidates = [message for message in (interaction.original, interaction.source, *interaction.followups) if message]
    if asked == "@original":
        found = interaction.original
    else:
        found = next((message for message in candidates if str(message.id) == asked), None)
    if found is None or found.id not in found.channel.messages:
        raise ApiError(10008)
    return found


def get(call: Call) -> Json:
    """The original answer, or a followup, as it stands."""
    return _target(call, _alive(call)).payload(call.bot.id)


def edit(call: Call) -> Json:
    """Change the original answer or a followup; what was "thinking" thereby speaks."""
    interaction = _alive(call)
    return _fill_in(call, interaction, _target(call, interaction))


def delete(call: Call) -> None:
    """Delete the original answer or a followup."""
    interaction = _alive(call)
    call.world.remove_message(_target(call, interaction))
    interaction.touched = True
    interaction.touch()


_WEBHOOK = "/webhooks/{webhook_id}/{token}"

ROUTES: list[Route] = [
    ("POST", "/interactions/{interaction_id}/{token}/callback", callback),
    ("POST", _WEBHOOK, followup),
    *(
        (method, f"{_WEBHOOK}/messages/{which}", handler)
        for which in ("@original", "{message_id}")
        for method, handler in (("GET", get), ("PATCH", edit), ("DELETE", delete))
    ),
]

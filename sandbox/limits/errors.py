"""Discord's refusals: an HTTP status, a JSON code and the words that go with it."""

from sandbox.model.payload import Json

KNOWN: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown Permission Overwrite"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10066: (404, "Unknown application command permissions"),
    30003: (400, "Maximum number of pins reached for the channel (250)"),
    30013: (400, "Maximum number of guild channels reached (500)"),
    30033: (400, "Maximum number of thread participants reached (1000)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    40001: (401, "401: Unauthorized"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50016: (400, "Provided too few or too many messages to delete. Must provide at least 2 and at most 100"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50028: (400, "Invalid role"),
    50034: (400, "You can only bulk delete messages that are under 14 days old."),
    50081: (400, "Invalid sticker sent"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}
"""Status and words of the JSON codes that the sandbox gives."""


class ApiError(Exception):
    """An answer that refuses: status, JSON code, words, and for a form (50035) what is wrong where."""

    def __init__(self, code: int, message: str | None = None, status: int | None = None, errors: Json | None = None):
        known_status, known_message = KNOWN.get(code, (400, "Bad Request"))
        self.code = code
        self.status = known_status if status is None else status
        self.message = known_message if message is None else message
        self.errors = errors
        super().__init__(f"{self.status} {self.code}: {self.message}")

    def payload(self) -> Json:
        body: Json = {"message": self.message, "code": 0 if self.code == 40001 else self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body

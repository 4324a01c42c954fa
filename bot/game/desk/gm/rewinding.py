"""Plans of rewinds, what they take back and where they leave the game: worked out in a step, for a preview as for
the deed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import msgspec

from bot.game.desk.record import RULED, asked_words, stands
from bot.game.rulebooks import Edition
from bot.game.rulings import CALENDAR
from bot.game.step import Step
from bot.posts.news import Letter, decoded, edit, masked
from bot.posts.outdated import by_clock
from bot.render.lengths import length
from engine.clock import Instant
from engine.game import Refusal
from engine.text.masks import Masks
from engine.text.message import N_, NOTHING, T_, Text, joined, name, spaced, stamp
from storage.outbox import digest_of
from storage.records import Command
from storage.store import Store

MARK = N_("-# ↩ Taken back by a moderator {at}: what follows did not happen.")
BY_THE_CLOCK, AN_ORDER = T_("what was due by the clock"), T_("an order")
ORDERED, ASKED_FOR = N_("{seat}: {order}"), N_("{time}: {what}")
AGO, NOW = N_("{time} ago"), T_("just now")
NOTHING_TO_TAKE = T_("Nothing has happened that could be taken back.")
SINCE_THEN, ANOTHER = T_("Something has happened since that list was made."), T_("`/gm rewind` makes another.")
NO_COMMAND = N_("There is no command {number} that could be taken back.")
BETWEEN = N_("Between 1 and {most} commands can be taken back, not {wanted}.")
LINE, MORE = N_("- {line}"), N_("and {count} more before that")
CLOCK_STAYS = T_("The clock stays as it is.")
CLOCK_BACK = N_("The clock goes back by {time}, so that all to come is as far away as it was then.")
NEXT = N_("Next by the clock: {at}.")

LISTED = 12
"""Commands that a preview names."""


class Back(msgspec.Struct, frozen=True):
    """Aim of a rewind: to before command `first`, as the game stood after command `seen`."""

    first: int
    seen: int


class Plan(msgspec.Struct, frozen=True):
    """Plan of a rewind: it takes back all commands after `last`, and what followed from them; `back` is by how many
    seconds the clock goes back.
    """

    last: int
    gone: tuple[Command, ...]
    back: int


def changing(log: Sequence[Command]) -> list[Command]:
    """The commands that changed something after the opening and stand, oldest first."""
    return [command for command in log if command.kind in ("order", "tick") and not command.refusal and stands(command)]


def described(edition: Edition, masks: Masks, command: Command, *, whole: bool) -> Text:
    """A command in a list: "red: submit We wait."; not `whole`, whose order it was and no more."""
    if command.kind == "tick":
        return BY_THE_CLOCK
    return ORDERED(seat=name(command.seat), order=asked_words(edition, masks, command) if whole else AN_ORDER)


def ago(command: Command, wall: int) -> Text:
    """Age of a command, in words."""
    return AGO(time=length(wall - command.wall)) if wall > command.wall else NOW


async def rewound(store: Store, step: Step, wanted: int | Back) -> Plan:
    """Take a step's game back by so many commands, or as far as named; the opening stays. Raises Refusal.

    The clock goes back too where something would otherwise fall due at once: all that is left to come is as far away
    as it was after the latest command that stands.
    """
    log = [command for command in await store.commands(step.row.id) if stands(command)]
    last = _before(wanted, step, log)
    gone = tuple(_taken_back(log, last))
    record = await store.load(step.row.id, last)
    step.state = step.loaded.folded(record.snapshot, record.facts)
    due, offset = step.loaded.rules.due(step.state), step.row.clock_offset
    if due is not None and due <= step.now:
        at = max(command.at for command in log if command.n <= last)
        moment = step.wall if step.row.paused_at is None else step.row.paused_at
        step.change(floor=at, clock_offset=moment - at)
    step.settle()
    return Plan(last, gone, step.row.clock_offset - offset)


def _taken_back(log: Sequence[Command], last: int) -> Iterator[Command]:
    """The commands after `last` that went to the rulebook, and what followed from them alone: not the calendar that is
    kept because moderators moved the clock, nor an end that they made.
    """
    followed = 0
    for command in log:
        follows = command.kind == CALENDAR or (command.kind == "end" and not command.user)
        if command.n > last and (followed == command.n if follows else command.kind in RULED):
            followed = command.n + 1
            yield command


def _before(wanted: int | Back, step: Step, log: Sequence[Command]) -> int:
    """The number before that of the earliest command that is to be taken back."""
    changed = [command.n for command in changing(log)]
    if not changed:
        raise Refusal("REWIND", NOTHING_TO_TAKE)
    if isinstance(wanted, Back):
        if wanted.seen != step.row.sequence:
            raise Refusal("REWIND", SINCE_THEN, fix=ANOTHER)
        if wanted.first not in changed:
            raise Refusal("REWIND", NO_COMMAND(number=wanted.first))
        return wanted.first - 1
    if not 1 <= wanted <= len(changed):
        raise Refusal("REWIND", BETWEEN(most=len(changed), wanted=wanted))
    return changed[-wanted] - 1


async def mark_posts(store: Store, step: Step, plan: Plan) -> int:
    """Have the posts that came of what was taken back say so, and those that it changed read as before; how many there
    are.
    """
    digests = {digest for command in plan.gone for digest in command.posts.split()}
    versions: dict[int, list[tuple[Letter, bool]]] = {}
    targets: dict[int, str] = {}
    for kept in await store.kept_posts(step.row.id):
        gone = kept.post.once is None and digest_of(kept.post) in digests
        letter = masked(decoded(kept.post.body), step.loaded.masks)
        versions.setdefault(letter.edits or kept.id, []).append((letter, gone))
        targets[letter.edits or kept.id] = kept.post.target
    marked = 0
    for row, told in versions.items():
        latest, before = told[-1][0], [letter for letter, _ in takewhile(lambda pair: not pair[1], told)]
        if not before:
            text = f"{MARK(at=stamp(Instant(step.wall)))}\n{latest.text}"
            again = msgspec.structs.replace(latest, text=text, buttons=(), foretold={}, lasting={}, undone=True)
        elif len(before) < len(told):
            again = by_clock(before[-1], step.loaded.row.clock_offset)
        else:
            continue
        offset = None if again.offset is None else step.row.clock_offset
        again = msgspec.structs.replace(again, mentions=(), edits=row, offset=offset)
        step.posts.append(edit(step.row, targets[row], again, step.wall))
        marked += 1
    return marked


def preview(step: Step, plan: Plan, *, whole: bool) -> Text:
    """Lines for what would be taken back, latest first, and what becomes of the clock."""
    taken = changing(plan.gone)[::-1]
    edition, masks = step.loaded.edition, step.loaded.masks
    lines = [
        ASKED_FOR(time=ago(one, step.wall), what=described(edition, masks, one, whole=whole)) for one in taken[:LISTED]
    ]
    if len(taken) > LISTED:
        lines.append(MORE(count=len(taken) - LISTED))
    clock = CLOCK_BACK(time=length(plan.back)) if plan.back else CLOCK_STAYS
    due = NOTHING if step.row.due_at is None else NEXT(at=stamp(Instant(step.row.due_at)))
    return joined("\n", [*(LINE(line=line) for line in lines), NOTHING, spaced(clock, due)])

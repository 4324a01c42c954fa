"""The panel: what a seat may do now, with a button beside each line that does it; its forms and order sheets.

A button says by its id which of the things that its seat is offered it stands for, and no word of it. What is offered
is worked out anew when it is pressed, from what the seat knows then; what is offered no more is not done.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

import discord
import msgspec
from discord import ui

from bot.game.answers import Refused, Reply
from bot.game.desk.seat_views import Home
from bot.game.rulebooks import MissingRulebook
from bot.posts.closing import ended
from bot.posts.wording import without_proofs
from bot.render.layouts import MOST_TEXT, Item, Layout
from bot.render.sending import reply, update
from bot.render.splitting import shorten
from bot.ui.fair_use import Costly, told
from bot.ui.home.fields import LONGEST_TEXT, LONGEST_TITLE, fields_of, is_written, unfolded
from bot.ui.home.layout import Offers, Press, panel_items, report_items, rows
from bot.ui.home.rewind_form import RewindForm
from bot.ui.home.seated import At, sitting
from bot.ui.menus import LONGEST_LABEL, MOST_CHOICES
from bot.ui.modals import OurForm, attached
from bot.ui.pictures import laid_out, pictured
from bot.ui.replies import in_time
from bot.ui.service import Service
from bot.ui.views import OurButton, OurLayout, OurMenu, OurView, on_button
from engine.game import MODERATOR, Awaited, GivenUp, Refusal, Repeats, Seat
from engine.orders import Order
from engine.report import Report, Section, Suggestion
from engine.text.lines import build, parse, to_text
from engine.text.message import N_, NN_, NOTHING, T_, Text, dated, joined, name, recorded, term, unmarked
from storage.records import Game

LONGEST_ID, LONGEST_PLACEHOLDER = 100, 100
"""Characters that Discord takes in a custom id, and where nothing is typed yet."""

LARGEST_SHEET = 20_000
"""Bytes of a file of orders."""

MOST_NEWS = 5
"""Things heard lately that a panel tells."""

MORE, TO_PANEL = T_("Write more orders"), T_("Panel")
CORRECT = NN_("Correct {count} line", "Correct {count} lines", "count")

DONE_ALREADY = T_("That was done when it was first pressed.")
NOT_NOW = T_("That is offered no more: things have changed since. This is what there is now.")

ORDERS, STANDING = N_("Orders: {game}"), N_("Standing: {game}")
ONE_A_LINE = T_("One order a line")
EACH_LINE = T_("Each line comes back with a tick or with what is wrong; good lines are kept.")
TEXT_FILE, AFTER_THOSE = T_("Or a text file"), T_("Its lines come after those above.")
GIVEN_FOR_YOU = T_("Given for you whenever you are asked for orders. Empty: none.")
LINES_KEPT = T_("Your lines are kept: `/table sheet` has them again.")
TOO_LARGE = N_("A file of orders has at most {most:,} bytes, not {size:,}.")
NO_TEXT, SAVE_AS_TEXT = T_("That file is no text."), T_("Save it as plain text (UTF-8).")
SOMETHING_ELSE, AGAIN = T_("You were asked about something else since."), T_("Give the order again.")
MASTER_ONLY = T_("The game master takes back what was done.")
OVER = N_("{game} has ended: nothing is done in it any more.")
NOBODY_CONCEDES = N_("Nobody concedes a game of {rulebook}.")

PANEL_VIEW = "turn"
"""The view that every rulebook has: what the seat may do now, and until when."""

LOOKED_AT, UNDONE = "the game master's panel", "undone at the table"
"""What the audit says that a game master looked at; the reason for which a press of Undo takes back."""

STATES = {
    "lobby": T_("**It has not started yet.**"),
    "paused": T_("**It is paused: orders wait.**"),
    "ended": T_("**It has ended.**"),
}
"""What is said first of a game that takes no orders now."""

NO_ORDERS = {
    "lobby": N_("{game} takes no orders now. It has not started yet."),
    "paused": N_("{game} takes no orders now. It is paused: orders wait."),
    "ended": N_("{game} takes no orders now. It has ended."),
}


def _title(order: type[Order]) -> str:
    """The deed of a form, in the 45 letters of a title: the order's help as far as it is whole, else its command."""
    whole = order.about().rstrip(".")
    brief = re.split(r"[:;,.] ", whole)[0]
    fitting = (title for title in (whole, brief) if len(title) <= LONGEST_TITLE)
    return next(fitting, shorten(f"/{order.path}", LONGEST_TITLE))


class OrderForm(OurForm):
    """A form for the fields of an order that has not been filled in, such as the story of a turn."""

    template = re.compile(r"u1:form:(?P<game>\d+):(?P<path>[\w -]+)")

    def __init__(self, game: int, order: type[Order], fields: Iterable[ui.Label[Any]]) -> None:
        super().__init__(title=_title(order), custom_id=f"u1:form:{game}:{order.path}")
        for field in fields:
            self.add_item(field)

    @classmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """Submit the order with what was filled in, which is kept until it is obeyed."""
        at = await sitting(interaction, int(match["game"]), match["path"])
        order = at.kind(match["path"])
        again = await keep(at, order, values)
        try:
            made = build(order, unfolded(order, values))
        except Refusal as refusal:
            await reply(interaction, f"{Refused.of(refusal).text}\n{KEPT}", view=again)
            return
        await give(interaction, at, Filled(made, again))


KEPT = T_("-# What you wrote is kept.")


async def keep(at: At, order: type[Order], values: Mapping[str, str]) -> OurView:
    """Keep what was filled in for an order until one like it is obeyed; the button that opens its form with that."""
    written = json.dumps(dict(values), ensure_ascii=False)
    await at.service.desk.store.keep_draft(at.game.id, _kept_at(at.seat, order), written)
    again = OurView()
    again.add_item(FormButton(at.game.id, order.path))
    return again


async def obeyed(at: At, order: Order, kept: bool) -> None:
    """Forget what was kept for an order that is obeyed now, where something may have been."""
    if kept or is_written(type(order)):
        await at.service.desk.store.keep_draft(at.game.id, _kept_at(at.seat, type(order)), "")


class SheetForm(OurForm):
    """The order sheet: one order a line, typed or in a text file."""

    template = re.compile(r"u1:lines:(?P<game>\d+)")

    def __init__(self, game: Game, text: str, examples: Sequence[str] = ()) -> None:
        title = shorten(unmarked(ORDERS(game=name(game.name))), LONGEST_TITLE)
        super().__init__(title=title, custom_id=f"u1:lines:{game.id}")
        lines: ui.TextInput[Any] = ui.TextInput(
            style=discord.TextStyle.paragraph,
            required=False,
            max_length=LONGEST_TEXT,
            default=text[:LONGEST_TEXT],
            placeholder="\n".join(examples)[:LONGEST_PLACEHOLDER] or None,
            custom_id="lines",
        )
        self.add_item(ui.Label(text=ONE_A_LINE, description=EACH_LINE, component=lines))
        upload: ui.FileUpload[Any] = ui.FileUpload(custom_id="file", required=False, max_values=1)
        self.add_item(ui.Label(text=TEXT_FILE, description=AFTER_THOSE, component=upload))

    @classmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """Submit every line; what is legal stands, and the others are offered for another try."""
        at = await sitting(interaction, int(match["game"]))
        text = values.get("lines", "")
        if "file" in values:
            text = f"{text}\n{await text_of(interaction, values['file'])}".strip("\n")
        late = at.service.fair_use.wait(Costly.SHEET, interaction.user.id)
        if late:
            await at.service.desk.store.keep_draft(at.game.id, at.seat, text)
            raise Refusal("LIMIT", told(Costly.SHEET, late), fix=LINES_KEPT)
        work = at.service.desk.orders.sheet(
            at.game.id, at.seat, text, user=interaction.user.id, interaction=str(interaction.id)
        )
        answer = await in_time(interaction, work)
        wrong = sum(line.refusal is not None for line in answer.answers)
        again = SheetButton(at.game.id, CORRECT(count=wrong) if wrong else MORE)
        shown_view = _view_of(at, answer)
        if shown_view:
            await foreseen(interaction, at, shown_view, answer.text, again)
        else:
            view = OurView()
            view.add_item(again)
            view.add_item(RefreshButton(at.game.id, TO_PANEL))
            await reply(interaction, answer.text, view=view)


class StandingForm(OurForm):
    """The standing orders of a seat: given for it whenever it is asked for orders."""

    template = re.compile(r"u1:standing:(?P<game>\d+)")

    def __init__(self, game: Game, text: str) -> None:
        title = shorten(unmarked(STANDING(game=name(game.name))), LONGEST_TITLE)
        super().__init__(title=title, custom_id=f"u1:standing:{game.id}")
        lines: ui.TextInput[Any] = ui.TextInput(
            style=discord.TextStyle.paragraph,
            required=False,
            max_length=LONGEST_TEXT,
            default=text[:LONGEST_TEXT],
            custom_id="lines",
        )
        self.add_item(ui.Label(text=ONE_A_LINE, description=GIVEN_FOR_YOU, component=lines))

    @classmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """Keep what can be read."""
        at = await sitting(interaction, int(match["game"]))
        asked, user = at.service.desk.orders.stand, interaction.user.id
        work = asked(at.game.id, at.seat, values.get("lines", ""), user=user, interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)


async def text_of(interaction: discord.Interaction[Any], identity: str) -> str:
    """The text of a file that a form was sent with. Raises Refusal for one that is too long, or no text."""
    file = attached(interaction, identity)
    if int(file.get("size", 0)) > LARGEST_SHEET:
        raise Refusal("SHEET", TOO_LARGE(most=LARGEST_SHEET, size=int(file["size"])))
    try:
        content: bytes = await interaction.client.http.get_from_cdn(str(file["url"]))
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("SHEET", NO_TEXT, fix=SAVE_AS_TEXT) from None


def _view_of(at: At, answer: Reply) -> str:
    """The view that belongs to the answer of a sheet: that of the last order which was obeyed and has one."""
    orders = at.kinds
    for line in reversed(answer.answers):
        if line.refusal is None:
            return parse(line.line, orders).shows
    return ""


FORMS: tuple[type[OurForm], ...] = (OrderForm, SheetForm, StandingForm)
"""The forms that come back to us by their custom ids."""


DO_IT = T_("Do it")


class OfferButton(
    OurButton, template=r"u1:go:(?P<game>\d+):(?P<token>[0-9a-f]{6}):(?P<key>[0-9a-f]{12})(?::(?P<view>[\w-]+))?"
):
    """Does what its seat is offered: gives an order, or opens the form of one that still needs filling in.

    `token` names the showing of a panel: all presses of one showing do one thing. `about` is the view that
    offers it, "" for the home.
    """

    def __init__(self, game: int, token: str, key: str, about: str = "", label: Text = DO_IT) -> None:
        whole = f"u1:go:{game}:{token}:{key}" + (f":{about}" if about else "")
        style = discord.ButtonStyle.primary
        super().__init__(ui.Button(label=on_button(label), style=style, custom_id=whole))
        self.game, self.token, self.key, self.about = game, token, key, about

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an old message."""
        return cls(int(match["game"]), match["token"], match["key"], match["view"] or "")

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Do it, if it is still offered."""
        await _take(interaction, self.game, self.token, self.key, self.about)


class GameMenu(OurMenu, template=r"u1:never"):
    """A menu that needs to know its game, and perhaps one thing more: `kind` stands in its id."""

    kind: ClassVar[str]
    asks: ClassVar[Text]

    def __init__(self, game: int, options: Sequence[discord.SelectOption] = (), rest: str = "") -> None:
        custom_id = f"u1:{self.kind}:{game}" + (f":{rest}" if rest else "")
        listed = list(options)[:MOST_CHOICES]
        super().__init__(ui.Select(placeholder=self.asks, custom_id=custom_id, options=listed))
        self.game, self.rest = game, rest

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu of an old message."""
        return cls(int(match["game"]), rest=match.groupdict().get("rest") or "")


class MoreMenu(GameMenu, template=r"u1:more:(?P<game>\d+):(?P<rest>[0-9a-f]{6}(?::[\w-]+)?)"):
    """Menu of what else the seat is offered, beside what has buttons."""

    kind, asks = "more", T_("More that you could do")

    async def choose(self, interaction: discord.Interaction[Any], value: str) -> None:
        """Do it, if it is still offered."""
        token, _, view = self.rest.partition(":")
        await _take(interaction, self.game, token, value, view)


class OrderMenu(GameMenu, template=r"u1:order:(?P<game>\d+)(?::(?P<rest>\d))?"):
    """The orders that the seat could give now: each opens its form, or is given where it needs none. `rest`: which menu
    of them it is, where one does not hold them all; "" for the first.
    """

    kind, asks = "order", T_("Give an order …")

    def __init__(self, game: int, options: Sequence[discord.SelectOption] = (), rest: str = "") -> None:
        super().__init__(game, options, rest)
        if rest:
            self.item.placeholder = T_("Another order …")

    async def choose(self, interaction: discord.Interaction[Any], value: str) -> None:
        """Open the form."""
        at = await sitting(interaction, self.game)
        await open_form(interaction, at, at.kind(value))


class ShowMenu(GameMenu, template=r"u1:show:(?P<game>\d+)"):
    """Menu of what the seat may look at."""

    kind, asks = "show", T_("Look at …")

    async def choose(self, interaction: discord.Interaction[Any], value: str) -> None:
        """Show it, to whoever asked alone."""
        await show_view(interaction, await sitting(interaction, self.game), value)


class GameButton(OurButton, template=r"u1:never"):
    """A button that needs to know its game only: `kind` stands in its id, `usual` is its label."""

    kind: ClassVar[str]
    usual: ClassVar[Text]

    def __init__(self, game: int, label: Text = NOTHING) -> None:
        style, custom_id = discord.ButtonStyle.secondary, f"u1:{self.kind}:{game}"
        super().__init__(ui.Button(label=on_button(label or self.usual), style=style, custom_id=custom_id))
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an old message."""
        return cls(int(match["game"]))


class SheetButton(GameButton, template=r"u1:sheet:(?P<game>\d+)"):
    """Opens the order sheet with the lines that were refused last time."""

    kind, usual = "sheet", T_("Order sheet")

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Show the form."""
        at = await sitting(interaction, self.game)
        await open_sheet(interaction, at)


class AgainButton(GameButton, template=r"u1:again:(?P<game>\d+)"):
    """Opens the order sheet with the orders of the seat's last turn, to be changed and given again."""

    kind, usual = "again", T_("Last turn again")

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Show the form."""
        at = await sitting(interaction, self.game)
        await open_again(interaction, at)


class RefreshButton(GameButton, template=r"u1:panel:(?P<game>\d+)"):
    """Shows the panel as it is now, in the place of the old one where that is for one person alone."""

    kind, usual = "panel", T_("Refresh")

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Show it."""
        at = await sitting(interaction, self.game)
        await show_panel(interaction, at)


class FormButton(OurButton, template=r"u1:open:(?P<game>\d+):(?P<path>[\w -]+)"):
    """Opens the form of an order with what was written in it last time."""

    def __init__(self, game: int, path: str) -> None:
        style, custom_id = discord.ButtonStyle.primary, f"u1:open:{game}:{path}"
        super().__init__(ui.Button(label=T_("Try again"), style=style, custom_id=custom_id))
        self.game, self.path = game, path

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an old message."""
        return cls(int(match["game"]), match["path"])

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Open it."""
        at = await sitting(interaction, self.game, self.path)
        await open_form(interaction, at, at.kind(self.path))


class SureButton(OurButton, template=r"u1:sure:(?P<game>\d+):(?P<key>[0-9a-f]{12})(?::(?P<path>[\w -]+))?"):
    """Gives an order that is asked about first, since it cannot be taken back; `path`: a moderators' order's."""

    def __init__(self, game: int, key: str, path: str = "") -> None:
        style, custom_id = discord.ButtonStyle.danger, f"u1:sure:{game}:{key}" + (f":{path}" if path else "")
        super().__init__(ui.Button(label=T_("Yes, do it"), style=style, custom_id=custom_id))
        self.game, self.key, self.path = game, key, path

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an old message."""
        return cls(int(match["game"]), match["key"], match["path"] or "")

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Give the order that was asked about last, if it is that one."""
        at = await sitting(interaction, self.game, self.path)
        line = (await at.service.desk.store.draft(at.game.id, _asked_at(at.seat))).partition("\n")[0]
        if at.key(line) != self.key:
            raise Refusal("OLD", SOMETHING_ELSE, fix=AGAIN)
        once = f"sure:{at.game.id}:{interaction.message.id if interaction.message else interaction.id}"
        await give(interaction, at, Confirmed(parse(line, at.kinds), once))


class UndoButton(GameButton, template=r"u1:undo:(?P<game>\d+)"):
    """Opens the form that takes back the latest order: it says which, and asks first."""

    kind, usual = "undo", T_("Undo")

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Show what would be taken back."""
        at = await sitting(interaction, self.game)
        if at.seat != MODERATOR:
            raise Refusal("GM", MASTER_ONLY)
        back, words = await at.service.desk.foresight.taken_back(at.game.id, 1, whole=True)
        await RewindForm(at.game, back, words, UNDONE).show(interaction)


class LeaveButton(GameButton, template=r"u1:leave:(?P<game>\d+)"):
    """Gives up a seat, for who said so twice."""

    kind, usual = "leave", T_("Leave the game")

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Leave."""
        at = await sitting(interaction, self.game)
        work = at.service.desk.lobby.leave(at.game.id, interaction.user.id, interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)


BUTTONS: tuple[type[OurButton | OurMenu], ...] = (
    SheetButton,
    AgainButton,
    OfferButton,
    RefreshButton,
    FormButton,
    SureButton,
    UndoButton,
    LeaveButton,
    MoreMenu,
    OrderMenu,
    ShowMenu,
)
"""The stateless buttons and menus, registered at the start so that those of old messages answer."""


def _kept_at(seat: Seat, order: type[Order]) -> str:
    """Key under which what was written in a form is kept, beside the seat's sheet."""
    return f"{seat}:{order.path}"


def _asked_at(seat: Seat) -> str:
    """Key under which the order is kept that a seat was asked about."""
    return f"{seat}:sure"


async def _take(interaction: discord.Interaction[Any], game_id: int, token: str, key: str, view: str) -> None:
    """Do what a seat is offered, by its key; all that comes of one showing of a panel is done once."""
    at = await sitting(interaction, game_id)
    if at.game.status == "ended":
        raise Refusal("GAME", OVER(game=name(at.game.name)))

    def offered() -> Awaitable[Suggestion | None]:
        return at.views.offer(at.game.id, at.seat, view, lambda row: at.key(row.line, row.upon) == key)

    once = f"press:{at.game.id}:{at.seat}:{token}:{key}"
    found = await in_time(interaction, offered())
    if found is None:
        done = await at.service.desk.store.answered(once) is not None
        await show_panel(interaction, at, DONE_ALREADY if done else NOT_NOW)
    elif found.line.startswith("/"):
        path, _, about = found.line[1:].partition(": ")
        await open_form(interaction, at, at.kind(path), about)
    else:
        pressed = msgspec.structs.replace(at, beside=bool(found.words))
        await give(interaction, pressed, Pressed(parse(found.line, at.kinds), once, offered))


async def open_form(interaction: discord.Interaction[Any], at: At, order: type[Order], about: str = "") -> None:
    """Open the form of an order, `about` something if it is, with what was written in it and not obeyed; or give it,
    where it needs none.

    Raises Refusal where it would be refused whatever is filled in.
    """
    if at.game.status in STATES:
        raise Refusal("GAME", NO_ORDERS[at.game.status](game=name(at.game.name)))
    if not order.model_fields:
        await give(interaction, at, Given(order()))
        return
    filled = json.loads(await at.service.desk.store.draft(at.game.id, _kept_at(at.seat, order)) or "{}")
    first = next(iter(order.model_fields))
    starts = await at.views.starts(at.game.id, at.seat, order, about or filled.get(first, ""))
    if starts and at.seat == MODERATOR and at.whole:
        await at.service.desk.sight.shown(at.game.id, f"what stands in /{order.path}", user=interaction.user.id)
    if starts:  # what was written may be about something else
        filled = dict.fromkeys(starts, "") | filled if filled.get(first) == starts[first] else starts
    menus = await at.views.menus(at.game.id, at.seat, order, MOST_CHOICES, {first: starts[first]} if starts else None)
    await OrderForm(at.game.id, order, fields_of(order, menus, filled)).show(interaction)


async def open_sheet(interaction: discord.Interaction[Any], at: At) -> None:
    """Open the order sheet with the lines that were refused last time; its placeholder shows two that would not be."""
    text = await at.service.desk.store.draft(at.game.id, at.seat)
    examples: list[str] = []
    if not text and at.game.status not in STATES:
        examples = await at.views.examples(at.game.id, at.seat, 2, LONGEST_PLACEHOLDER // 2 - 1)
    await SheetForm(at.game, text, examples).show(interaction)


async def open_again(interaction: discord.Interaction[Any], at: At) -> None:
    """Open the order sheet with the orders of the seat's last turn. Raises Refusal where there are none."""
    await SheetForm(at.game, await at.views.again(at.game.id, at.seat)).show(interaction)


async def give_up(interaction: discord.Interaction[Any], at: At) -> None:
    """Give the order by which a seat concedes, which asks first. Raises Refusal, with what is done instead, where the
    rulebook has none.
    """
    rules = at.service.desk.rulebooks.of(at.game)
    if isinstance(rules, GivenUp) and rules.conceded_by:
        await open_form(interaction, at, at.kind(rules.conceded_by))
        return
    nobody = NOBODY_CONCEDES(rulebook=term(rules.title))
    raise Refusal("CONCEDE", rules.giving_up if isinstance(rules, GivenUp) else nobody)


class Given:
    """An order as somebody gives it, with nothing more to be heeded."""

    once = ""
    """Name of what is to be done no more than once; "" where that is the interaction itself."""
    sure = False
    """True where the player was asked already whether it is meant."""
    kept = False
    """True where something was kept until it is obeyed."""

    def __init__(self, order: Order) -> None:
        self.order = order

    async def refused(self, interaction: discord.Interaction[Any], at: At, why: str) -> None:
        """Answer that it is refused."""
        await reply(interaction, why)


class Pressed(Given):
    """The order of a thing that was offered. `offered` looks whether it still is: where it is not, for another press
    came first, that is said instead of the refusal.
    """

    def __init__(self, order: Order, once: str, offered: Callable[[], Awaitable[Suggestion | None]]) -> None:
        super().__init__(order)
        self.once, self._offered = once, offered

    async def refused(self, interaction: discord.Interaction[Any], at: At, why: str) -> None:
        """Answer that it is refused, or offered no more."""
        if await in_time(interaction, self._offered()) is None:
            await show_panel(interaction, at, NOT_NOW)
        else:
            await reply(interaction, why)


class Filled(Given):
    """The order of a form that was filled in; `again` opens that form with what was written."""

    kept = True

    def __init__(self, order: Order, again: OurView) -> None:
        super().__init__(order)
        self._again = again

    async def refused(self, interaction: discord.Interaction[Any], at: At, why: str) -> None:
        """Answer that it is refused, with the way back to the form."""
        await reply(interaction, f"{why}\n{KEPT}", view=self._again)


class Confirmed(Given):
    """The order that a player was asked about, and means."""

    sure = kept = True

    def __init__(self, order: Order, once: str) -> None:
        super().__init__(order)
        self.once = once


async def give(interaction: discord.Interaction[Any], at: At, given: Given) -> None:
    """Give an order, and answer with what came of it. What cannot be taken back is asked about first."""
    order, once = given.order, given.once
    if not given.sure and await ask_first(interaction, at, order):
        return

    async def submitted(press: str) -> Reply:
        return await at.service.desk.orders.submit(
            at.game.id, at.seat, order, user=interaction.user.id, interaction=press
        )

    answer = await in_time(interaction, submitted(once or str(interaction.id)))
    if once and answer.repeated and answer.refusal is not None:  # it was refused then, and need not be now
        answer = await in_time(interaction, submitted(str(interaction.id)))
    if answer.refusal is not None:
        await given.refused(interaction, at, answer.text)
        return
    await obeyed(at, order, given.kept)
    said = f"{DONE_ALREADY}\n{answer.text}" if once and answer.repeated else answer.text
    if not at.panel:
        await reply(interaction, said)
        return
    said = without_proofs(said)
    if order.shows:
        await foreseen(interaction, at, order.shows, said)
    else:
        await show_panel(interaction, at, said)


MEANT = N_("**Is that meant?**\n{doubts}\n-# *Yes, do it* gives the order; so does pressing or typing it once more.")


async def ask_first(interaction: discord.Interaction[Any], at: At, order: Order) -> bool:
    """Ask a player whether they are sure of an order, where it cannot be taken back, or, once as things stand, where it
    may not be meant; what it is is kept meanwhile. Whether they were asked.
    """
    doubts = NOTHING
    if not order.asks and at.service.desk.rulebooks.of(at.game).doubted(type(order)):
        doubts = await in_time(interaction, at.views.doubts(at.game.id, at.seat, order))
    if not order.asks and not doubts:
        return False
    line, store = to_text(order, at.kinds), at.service.desk.store
    asked = f"{line}\n{doubts}" if doubts else line
    if doubts and asked == await store.draft(at.game.id, _asked_at(at.seat)):
        return False
    await store.keep_draft(at.game.id, _asked_at(at.seat), asked)
    ask = OurView()
    ask.add_item(SureButton(at.game.id, at.key(line), order.path if order.moderator else ""))
    await reply(interaction, order.asks or MEANT(doubts=doubts), view=ask)
    return True


async def _answer(
    interaction: discord.Interaction[Any], at: At, said: str, layout: Layout, files: Sequence[discord.File] = ()
) -> None:
    """Answer with a layout: in the place of the panel that was clicked, where that is for whoever clicked it alone."""
    message = interaction.message
    if message is not None and message.flags.ephemeral and message.flags.components_v2:
        await update(interaction, said, files=files, view=layout)
        return
    if message is not None and not message.flags.ephemeral:
        interaction.client.panels.again(at.game.id, at.seat)
    await reply(interaction, said, files=files, view=layout)


async def foreseen(
    interaction: discord.Interaction[Any],
    at: At,
    view: str,
    said: str,
    also: SheetButton | None = None,
) -> None:
    """Answer an order with the view that belongs to it, drawn where it has a picture; the panel's buttons under it."""
    report, picture = await pictured(interaction, at.game.id, at.seat, view)
    ending = rows([also or SheetButton(at.game.id), RefreshButton(at.game.id, TO_PANEL)])
    items = report_items(report, offering(at, view), picture=picture.name if picture else "", ending=ending)
    await _answer(interaction, at, said, Layout(items, OurLayout), [picture.file()] if picture else [])


async def show_view(interaction: discord.Interaction[Any], at: At, view: str, about: str = "") -> None:
    """A view, with buttons for what it offers, to whoever asked alone."""
    answer = laid_out(*await pictured(interaction, at.game.id, at.seat, view, about), offering(at, view))
    await reply(interaction, files=answer.files, view=answer.layout)


async def show_panel(interaction: discord.Interaction[Any], at: At, said: str = "") -> None:
    """The panel, in the place of the one that was clicked where that is one, with what came of the click: `said`
    stands above its buttons, at its top where one was pressed beside a line, and before all of it where it is long.
    Umpire's answer to it, where it plays a seat, is waited for a moment, so that the panel does not grow old while it
    is read.
    """
    await in_time(interaction, interaction.client.opponents.answered(at.game.id))
    if at.seat == MODERATOR:
        await at.service.desk.sight.look(at.game.id, LOOKED_AT, user=interaction.user.id)
    home = await in_time(interaction, at.views.home(at.game.id, at.seat))
    await at.service.desk.tutorials.looked(at.game.id, at.seat, PANEL_VIEW)
    news = await at.views.news(at.game.id, at.seat, MOST_NEWS, said)
    home = msgspec.structs.replace(home, news=tuple(news))
    within = said if len(said) <= MOST_TEXT // 2 else ""
    await _answer(interaction, at, "" if within else said, Layout(home_items(at, home, within), OurLayout))


async def show_games(
    interaction: discord.Interaction[Any], service: Service, games: Sequence[Game], seats: Mapping[int, Seat]
) -> None:
    """The games that somebody plays, those that wait for them first, each with a button that opens its panel; those
    that cannot be played any more with the reason.
    """
    items: list[Item] = [ui.TextDisplay[Any](YOUR_GAMES)]
    owed: dict[int, tuple[Awaited, ...]] = {}
    for game in games:
        try:
            owed[game.id] = (await service.desk.views.home(game.id, seats[game.id])).owed
        except MissingRulebook as missing:
            why = recorded(str(missing))
            items.append(ui.TextDisplay[Any](UNPLAYABLE(game=name(game.name), number=game.number, why=why)))
    for game in sorted((game for game in games if game.id in owed), key=lambda game: not owed[game.id]):
        with (await service.desk.views.masks(game.id)).hiding():
            words = YOU_ARE(game=name(game.name), number=game.number, seat=name(seats[game.id]))
        lines = [words, *owed_lines(owed[game.id])]
        items.append(ui.Section[Any](joined("\n", lines), accessory=RefreshButton(game.id, OPEN)))
    await reply(interaction, view=Layout(items, OurLayout))


YOUR_GAMES, OPEN = T_("### Your games"), T_("Open")
YOU_ARE = N_("**{game}** (game {number}): you are {seat}")
UNPLAYABLE = N_("**{game}** (game {number}): {why}")
OF_GAME, OF_TUTORIAL = N_("-# {game} (game {number})"), N_("-# {game}")
WAITED_FOR = N_("**You are waited for:** {what}[ until {at} ({left})].")


def owed_lines(owed: Iterable[Awaited]) -> list[Text]:
    """Lines for what a seat is waited for, and until when."""
    return [dated(awaited.until, WAITED_FOR, what=term(awaited.what)) for awaited in owed]


def presser(at: At, view: str, token: str) -> Press:
    """Makes the buttons of what a seat is offered by a view ("": its home): those of the showing that `token` names."""

    def press(suggestion: Suggestion) -> Item:
        return OfferButton(at.game.id, token, at.key(suggestion.line, suggestion.upon), view, suggestion.label)

    return press


def offering(at: At, view: str) -> Offers | None:
    """Controls of what a view offers its seat; None in a game that takes no orders now."""
    token = secrets.token_hex(3)

    def more(left: Sequence[Suggestion]) -> Item:
        return MoreMenu(at.game.id, choices_of(at, left), f"{token}:{view}")

    return None if at.game.status in STATES else Offers(presser(at, view, token), more)


def choices_of(at: At, left: Iterable[Suggestion]) -> list[discord.SelectOption]:
    """Options of a menu of what a seat is offered."""
    return [
        discord.SelectOption(
            label=shorten(unmarked(one.words or one.label), LONGEST_LABEL), value=at.key(one.line, one.upon)
        )
        for one in left
    ]


def home_report(game: Game, home: Home) -> tuple[Report, tuple[Text, ...]]:
    """The report of a home with its news, and what stands above it: the game, its state, what the seat owes."""
    above = [(OF_TUTORIAL if game.tutorial else OF_GAME)(game=name(game.name), number=game.number)]
    above += [STATES[home.status]] if home.status in STATES else []
    above += owed_lines(home.owed)
    report = home.report
    if home.news:
        sections = (*report.sections, Section(T_("Since you last looked"), tuple(map(term, home.news))))
        report = msgspec.structs.replace(report, sections=sections)
    if home.status == "ended":
        report = ended(report)
    return report, tuple(above)


def home_items(at: At, home: Home, said: str = "") -> list[Item]:
    """A player's home in one message, with what is `said` where they look."""
    report, above = home_report(at.game, home)
    token = secrets.token_hex(3)

    def ending(left: Sequence[Suggestion]) -> list[Item]:
        more = choices_of(at, left)
        orders = [
            discord.SelectOption(label=shorten(one.about(), LONGEST_LABEL), value=one.path, description=f"/{one.path}")
            for one in home.orders
        ]
        views = [
            discord.SelectOption(label=shorten(view.help.capitalize(), LONGEST_LABEL), value=view.name)
            for view in at.service.desk.rulebooks.of(at.game).views
            if view.name != PANEL_VIEW
        ]
        menus: list[GameMenu] = [MoreMenu(at.game.id, more, token)] if more else []
        for first in range(0, len(orders), MOST_CHOICES):
            menus.append(OrderMenu(at.game.id, orders[first:], str(first // MOST_CHOICES or "")))
        menus += [ShowMenu(at.game.id, views)] if views else []
        repeats = home.status == "running" and isinstance(at.service.desk.rulebooks.of(at.game), Repeats)
        buttons: list[GameButton] = [] if home.status == "ended" else [SheetButton(at.game.id)]
        buttons += [*([AgainButton(at.game.id)] if repeats else []), RefreshButton(at.game.id)]
        buttons += [UndoButton(at.game.id)] if at.seat == MODERATOR and home.status == "running" else []
        return [*(ui.ActionRow[Any](menu) for menu in menus), *rows(buttons)]

    return panel_items(report, presser(at, "", token), above=above, said=said, ending=ending, beside=at.beside)

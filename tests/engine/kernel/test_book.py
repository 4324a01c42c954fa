"""A book: what the kernel and the bot ask of a rulebook, told by Night Boats and by what is added to it here."""

from __future__ import annotations

from types import ModuleType
from typing import Annotated, ClassVar

import pytest
from msgspec.structs import replace

from engine import orders
from engine.act import Act, Order
from engine.book import Book
from engine.clock import Instant, instant
from engine.dice.keyed import ChainDice
from engine.game import (
    EVERYONE,
    MODERATOR,
    KeyShown,
    Refusal,
    Rolled,
    Said,
    Sealed,
    Seat,
    Setup,
    Table,
    Unsealed,
    obey,
    only,
    start,
)
from engine.look import Look, Refused
from engine.noun import Found
from engine.report import News, Report, Section
from engine.text.message import NOTHING, T_, Text, name, term
from engine.view import view
from tests.toy import Toy
from tests.toy.look import Playing
from tests.toy.rounds import Lock, Postpone, RoundBegan, Sunk
from tests.toy.sea import OWN_BOAT, Launch
from tests.toy.state import Boat, State
from tests.toy.texts import REFUSALS

RED, BLUE, GREEN = Seat("red"), Seat("blue"), Seat("green")
NOON = instant("2024-03-01T12:00:00Z")
DICE = ChainDice(b"b" * 32)
DOUBT = T_("Nobody comes back from there.")


class Whistle(orders.Order):
    """An order without rules of its own, as a draft's lines are."""

    path: ClassVar[str] = "toy whistle"
    line: ClassVar[str] = "whistle"


class Scuttle(Playing):
    """Sink your own boats."""

    path: ClassVar[str] = "toy scuttle"
    line: ClassVar[str] = "scuttle"

    def doubts(self, look: Look[None, State]) -> Text:
        """It cannot be taken back."""
        return DOUBT


class Calm(Postpone):
    """Calm the sea: a moderator's order that raises a doubt."""

    def doubts(self, look: Look[None, State]) -> Text:
        """Nobody asks a moderator."""
        return DOUBT


class Sink(Playing):
    """Sink a boat, which must not be the last."""

    path: ClassVar[str] = "toy sink"
    line: ClassVar[str] = "sink {boat}"
    boat: Annotated[str, OWN_BOAT]

    def check(self, look: Look[None, State], found: Found) -> None:
        """The last boat stays afloat."""
        if len(look.known.boats) < 2:
            look.refuse("BOATS", most=1)

    def obey(self, act: Act[None, State]) -> None:
        """It is gone."""
        act.say(Sunk(act.found.boat.id, act.found.boat.name), only(act.seat))


class Fogbank(Order):
    """Let fog come up: a moderator's order."""

    path: ClassVar[str] = "toy fogbank"
    line: ClassVar[str] = "fogbank"
    moderator: ClassVar[bool] = True


LOG = Report(T_("Log"), T_("Two days"), tuple(Section(term(day), (term(f"{day} 1"),) * 4) for day in ("Mon", "Tue")))


@view("log", "the log")
def log(look: Look[None, State], about: None) -> Report:
    """Two days of four lines each."""
    return LOG


@view("first", "a boat, usually the first", OWN_BOAT, usual=lambda look: look.known.boats[0])
def first(look: Look[None, State], boat: Boat) -> Report:
    """Its name."""
    return Report(name(boat.name))


HOME = ModuleType(__name__)
vars(HOME).update(log=log, first=first, Whistle=Whistle, Fogbank=Fogbank)
HOMELY: Toy = type("Homely", (Toy,), {"chapters": (*Toy.chapters, HOME), "at_home": ("sea", "log", "fleet")})()
"""Night Boats with a log at home."""


class Threaded(Toy):
    """Night Boats whose keys and seals are told in a thread of the night."""

    tell = Book.tell

    def thread(self, known: State) -> tuple[str, str] | None:
        """A thread for each night, once it has fallen."""
        return (f"night:{known.length}", "The night") if known.length else None


TOY = Toy()
ANN, BEN = (Boat(f"red {number}", RED, called, 1) for number, called in ((1, "Ann"), (2, "Ben")))
NIGHT = start(TOY, Setup("A night", (RED, BLUE)), NOON, DICE).state


def test_an_order_that_no_rule_stands_behind_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        TOY.obey(RED, Whistle(), Table(NIGHT, NOON, DICE, REFUSALS, lambda seat: NIGHT))
    assert caught.value.code == "NO_ORDER"


def test_what_the_order_itself_refuses_comes_to_nothing() -> None:
    for boats in ((ANN, BEN), (ANN,)):
        state = replace(NIGHT, boats=boats)
        done = obey(TOY, state, RED, Sink(boat="Ann"), NOON, DICE, {RED: state}.__getitem__)
        last = len(boats) == 1
        assert (len(done.said), str(done.refusal).startswith("You have 1 boats")) == (not last, last)


def test_a_player_comes_home_to_the_first_view_and_the_gist_of_the_others() -> None:
    state = replace(NIGHT, boats=(ANN, BEN))
    home, sea = HOMELY.home(state, RED, NOON), HOMELY.show(state, RED, "sea", "", NOON)
    assert home.title == sea.title and home.sections[: len(sea.sections)] == sea.sections
    log_gist, fleet_gist = home.sections[len(sea.sections) :]
    assert (log_gist.heading, log_gist.lines) == ("Log", ("Two days", "Mon", *LOG.sections[0].lines, "… and 4 more"))
    assert fleet_gist.lines == ("11 rounds are left.", "red: 2 boats", "Ann at 1", "Ben at 1")


def test_a_view_is_of_what_was_named_or_of_the_usual_thing() -> None:
    state = replace(NIGHT, boats=(ANN, BEN))
    assert [HOMELY.show(state, RED, "first", about, NOON).title for about in ("ben", " ", "")] == ["Ben", "Ann", "Ann"]
    with pytest.raises(Refusal, match="You have no boat"):
        HOMELY.show(state, RED, "boat", "", NOON)


def test_a_view_that_there_is_not_and_a_picture_that_it_has_not_are_refused() -> None:
    with pytest.raises(Refusal, match=r"There is no view “flet”\. Did you mean fleet\?"):
        TOY.show(NIGHT, RED, "flet", "", NOON)
    with pytest.raises(Refusal, match=r"There is no view “xyz”\. There are: boat, sea, fleet\."):
        TOY.show(NIGHT, RED, "xyz", "", NOON)
    with pytest.raises(Refusal, match=r"The view fleet has no picture\. These have: sea\."):
        TOY.draw(NIGHT, RED, "fleet", "", NOON)
    assert [TOY.show(NIGHT, RED, view, "", NOON).draws for view in ("sea", "fleet")] == [True, False]


def test_players_are_offered_their_orders_and_moderators_theirs() -> None:
    offered = {seat: {type(order) for order in HOMELY.legal(NIGHT, seat, NOON)} for seat in (RED, MODERATOR)}
    assert offered == {RED: {Launch, Lock}, MODERATOR: {Fogbank}}
    assert list(HOMELY.legal(NIGHT, RED, NOON, Whistle)) == list(HOMELY.legal(NIGHT, RED, NOON, Fogbank)) == []


def test_whoever_owes_nothing_is_told_of_nothing_beforehand() -> None:
    assert (TOY.coming(NIGHT, RED), TOY.full(NIGHT, 2)) == ((), "")


def test_whether_an_order_can_be_given_at_all_is_asked_before_its_form_is_shown() -> None:
    TOY.require_ready(NIGHT, RED, NOON, Lock)
    TOY.require_ready(NIGHT, GREEN, NOON, Whistle)
    with pytest.raises(Refusal, match="You have no part in this night"):
        TOY.require_ready(NIGHT, GREEN, NOON, Lock)


def test_a_doubt_is_raised_by_players_orders_that_would_be_obeyed() -> None:
    assert TOY.doubts(NIGHT, RED, Scuttle(), NOON) == DOUBT
    quiet = [(RED, Lock()), (GREEN, Scuttle()), (MODERATOR, Calm(minutes=5)), (RED, Whistle())]
    assert [TOY.doubts(NIGHT, seat, order, NOON) for seat, order in quiet] == [NOTHING] * 4
    assert [kind for kind in (Scuttle, Lock, Calm, Whistle) if TOY.doubted(kind)] == [Scuttle]


def test_keys_and_seals_are_told_in_the_thread_of_the_moment_and_the_rest_in_the_open() -> None:
    book, salted = Threaded(), Unsealed(2, RED, "5a17", "no boat")
    threaded = [KeyShown(1, "ab", ()), Sealed(2, RED, "cd"), salted]
    for fact in threaded:
        news = book.tell(NIGHT, Said(NOON, EVERYONE, fact), None)
        assert news is not None and (news.topic, news.topic_title) == ("night:7", "The night")
    before = book.tell(State(), Said(NOON, EVERYONE, salted), None)
    assert before == News("-# Salt of `turn 2/red`: `5a17`")
    began = book.tell(NIGHT, Said(NOON, EVERYONE, RoundBegan(1, Instant(60))), None)
    assert began == News("Round 1: orders until <t:60:F>.")
    assert book.tell(NIGHT, Said(NOON, EVERYONE, Rolled(1, "treasure", 7, 3)), None) is None


class Echo(KeyShown, frozen=True):
    """A key that is told to nobody, though it belongs into the thread."""

    silent = "a test"


def test_what_is_told_to_nobody_opens_no_thread() -> None:
    assert Threaded().tell(NIGHT, Said(NOON, EVERYONE, Echo(1, "ab", ())), None) is None


def test_whoever_has_not_locked_owes_orders_until_the_round_ends() -> None:
    assert [(one.seat, one.owes, one.until) for one in TOY.awaits(NIGHT)] == [
        (RED, True, NIGHT.until),
        (BLUE, True, NIGHT.until),
    ]


def test_whoever_owes_something_is_reminded_twelve_and_two_hours_before() -> None:
    assert {one.ahead for one in TOY.awaits(NIGHT)} == {(43_200, 7_200)}


def test_why_nothing_can_be_ordered_is_said_by_code_and_rule() -> None:
    assert Scuttle.ready(TOY.look(NIGHT, GREEN, NOON)) == Refused("NOT_SEATED")
    assert Scuttle.ready(TOY.look(NIGHT, RED, NOON)) is None

"""The kernel, proved with the toy rulebook: order of time, silence by default, knowledge as a fold, refusals, seals."""

from __future__ import annotations

import json
from functools import partial
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.book import afterwards
from engine.clock import HOUR, instant, later
from engine.dice.keyed import ChainDice
from engine.game import (
    EVERYONE,
    MODERATOR,
    REFEREE,
    Audience,
    Awaited,
    EndlessLapse,
    Fact,
    Outcome,
    Refusal,
    RefusalText,
    Rolled,
    Ruleset,
    Said,
    Sealed,
    Seat,
    Setup,
    Table,
    Unsealed,
    fold,
    in_older_words,
    known,
    lapse,
    obey,
    of_parts,
    only,
    play,
    start,
)
from engine.orders import Order
from engine.played.checks import checks_of
from engine.played.fuzz import play_random, secret_of
from engine.played.random_players import BEGINS, Move
from engine.record import Codec, Command, UnknownOrder, chained, knowledge, verify
from tests.engine.recorded import recorded
from tests.toy import RULES, Toy
from tests.toy.checks import rightly_known
from tests.toy.fog import LostSight, Sighted
from tests.toy.rounds import Lock, Ordered, Postpone, RoundBegan, Sail
from tests.toy.sea import Buried, Launch, Launched
from tests.toy.state import Boat, State
from tests.toy.texts import REFUSALS

RED, BLUE, GREEN = Seat("red"), Seat("blue"), Seat("green")
NOON = instant("2024-03-01T12:00:00Z")
DICE = ChainDice(b"d" * 32)
SETUP = Setup("Kernel", (RED, BLUE), {"length": "9"})
CODEC = Codec(RULES)


def opened(setup: Setup = SETUP) -> State:
    return start(RULES, setup, NOON, DICE).state


def after(state: State, *orders: tuple[Seat, Order]) -> Outcome[State]:
    said: list[Said[State]] = []
    outcome = Outcome(state, ())
    for seat, order in orders:
        outcome = play(RULES, outcome.state, seat, order, NOON, DICE, partial(rightly_known, outcome.state))
        assert outcome.refusal is None, outcome.refusal
        said += outcome.said
    return Outcome(outcome.state, tuple(said))


def test_what_is_due_lapses_before_an_order_each_at_its_own_instant() -> None:
    state = after(opened(), (RED, Launch(boat="A")), (BLUE, Launch(boat="B"))).state
    late = later(NOON, 2 * HOUR + 5)
    outcome = play(RULES, state, RED, Lock(), late, DICE, partial(rightly_known, state))
    rounds = [(one.at, one.fact.round) for one in outcome.said if isinstance(one.fact, RoundBegan)]
    assert rounds == [(later(NOON, HOUR), 2), (later(NOON, 2 * HOUR), 3)]
    assert (outcome.said[-1].at, outcome.state.locks()) == (late, (RED,))


def test_a_refused_order_does_not_undo_what_lapsed_before_it() -> None:
    state = after(opened(), (RED, Launch(boat="A")), (BLUE, Launch(boat="B"))).state
    outcome = play(RULES, state, RED, Launch(boat="C"), later(NOON, HOUR), DICE, partial(rightly_known, state))
    assert outcome.refusal is not None
    assert (outcome.refusal.code, outcome.state.round) == ("HARBOUR", 2)


@given(steps=st.lists(st.integers(1, 5 * HOUR), max_size=6))
def test_catching_up_comes_to_the_same_as_running_on_time(steps: list[int]) -> None:
    begun = after(opened(), (RED, Launch(boat="A")), (BLUE, Launch(boat="B")), (RED, Sail(boat="A", place=3))).state
    said: list[Said[State]] = []
    state, now = begun, NOON
    for step in steps:
        now = later(now, step)
        outcome = lapse(RULES, state, now, DICE)
        state = outcome.state
        said += outcome.said
    at_once = lapse(RULES, begun, now, DICE)
    assert (state, tuple(said)) == (at_once.state, at_once.said)


def test_a_clock_that_does_not_advance_is_a_bug_that_is_found() -> None:
    class Stuck(Toy):
        def lapse(self, table: Table[State]) -> None:
            pass

    stuck: Ruleset[State] = Stuck()
    with pytest.raises(EndlessLapse, match="toy: 100000 instants"):
        lapse(stuck, opened(), later(NOON, HOUR), DICE)


def test_a_fact_without_an_audience_is_the_referees_alone() -> None:
    table = Table(State(), NOON, DICE, REFUSALS)
    table.say(Buried(4))
    assert table.state.treasure == 4
    assert [one.to for one in table.said] == [REFEREE]
    assert all(known(State(), table.said, seat) == State() for seat in (RED, BLUE, MODERATOR, None))


@pytest.mark.parametrize("audience", [REFEREE, EVERYONE, only(RED), only(RED, BLUE, RED)])
def test_an_audience_is_stored_and_read_back(audience: Audience) -> None:
    assert Audience.parse(str(audience)) == audience


def test_an_audience_includes_those_it_names_and_the_public_only_where_all_hear() -> None:
    assert EVERYONE.includes(RED)
    assert EVERYONE.includes(None)
    assert only(RED).includes(RED)
    assert not only(RED).includes(BLUE)
    assert not only(RED).includes(None)
    assert str(only(RED, BLUE)) == "blue,red"


def test_what_a_seat_knows_is_the_fold_of_what_it_heard() -> None:
    begun = start(RULES, SETUP, NOON, DICE)
    outcome = after(begun.state, (RED, Launch(boat="A")), (BLUE, Launch(boat="B")), (BLUE, Sail(boat="B", place=8)))
    said = begun.said + outcome.said
    assert [boat.name for boat in knowledge(RULES, said, RED).boats] == ["A"]
    assert [boat.to for boat in knowledge(RULES, said, BLUE).boats] == [8]
    assert knowledge(RULES, said, None).boats == ()
    assert knowledge(RULES, said, RED).treasure == 0 < outcome.state.treasure
    assert fold(RULES.state(), (one.fact for one in said)) == outcome.state


def test_a_fact_about_the_unheard_of_changes_nothing() -> None:
    for fact in (Ordered("red 1", 3), LostSight(RED, "stranger 1")):
        assert fact.evolve(State()) == State()
    assert Sighted(RED, "stranger 1", 3).evolve(State()).seen_by(RED)[0].boat == ""


def test_a_refusal_leaves_the_state_and_says_nothing() -> None:
    state = opened()
    outcome = obey(RULES, state, RED, Sail(boat="A", place=3), NOON, DICE, partial(rightly_known, state))
    assert outcome.state is state
    assert outcome.said == ()
    assert outcome.refusal is not None
    assert (outcome.refusal.code, str(outcome.refusal)) == ("NO_BOAT", "You have no boat A. (TOY-SEA-02)")
    assert outcome.refusal.numbers == {"boat": "A"}


def test_what_was_said_before_a_refusal_does_not_stand() -> None:
    class Hasty(Toy):
        def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
            table.say(Launched(Boat("red 1", RED, "A", 1)))
            table.refuse("OVER")

    hasty: Ruleset[State] = Hasty()
    state = opened()
    outcome = play(hasty, state, RED, Lock(), NOON, DICE, partial(rightly_known, state))
    assert outcome.state is state
    assert outcome.said == ()


def test_moderators_orders_are_refused_from_other_seats() -> None:
    refused = obey(RULES, opened(), RED, Postpone(minutes=5), NOON, DICE, partial(rightly_known, opened())).refusal
    assert refused is not None
    assert (refused.code, refused.sentence) == ("GM_ONLY", "That order is for moderators only.")
    obeyed = obey(RULES, opened(), MODERATOR, Postpone(minutes=5), NOON, DICE, partial(rightly_known, opened()))
    assert obeyed.state.until == later(NOON, HOUR + 300)


def test_a_refusal_reads_as_sentence_fix_and_rule_and_shows_a_missing_number() -> None:
    table = Table(State(), NOON, DICE, {"FAR": RefusalText("{boat} is {far} away.", "R-1", "At most {most}.")})
    with pytest.raises(Refusal) as caught:
        table.refuse("FAR", boat="A", far=3, most=2)
    assert str(caught.value) == "A is 3 away. At most 2. (R-1)"
    assert str(table.refusal("FAR", rule="R-2", boat="A")) == "A is {far} away. At most {most}. (R-2)"
    assert str(table.refusal("NEVER_WORDED")) == "NEVER_WORDED"


def test_a_refusal_ends_where_what_fills_it_ends_a_sentence() -> None:
    table = Table(State(), NOON, DICE, {"NO": RefusalText("No: {why}. Not {far}.", "R-1")})
    assert table.refusal("NO", why="did you mean A?", far=3).sentence == "No: did you mean A? Not 3."
    assert table.refusal("NO", why="so", far=3).sentence == "No: so. Not 3."


def test_a_refusals_word_follows_the_number_before_it() -> None:
    texts = {"FEW": RefusalText("It needs {need} {need:ship|ships}.", "R-1", "Bring {need} {need:ship|ships}.")}
    table = Table(State(), NOON, DICE, texts)
    assert str(table.refusal("FEW", need=1)) == "It needs 1 ship. Bring 1 ship. (R-1)"
    assert str(table.refusal("FEW", need=0)) == "It needs 0 ships. Bring 0 ships. (R-1)"
    assert str(table.refusal("FEW")) == "It needs {need} ships. Bring {need} ships. (R-1)"


def test_older_words_of_a_refusal_have_many_of_everything_and_every_full_stop() -> None:
    texts = {"FEW": RefusalText("It needs {need} {need:ship|ships}, {why}.")}
    table = Table(State(), NOON, DICE, texts)
    refused = table.refusal("FEW", need=1, why="not Mr.")
    assert refused.sentence == "It needs 1 ship, not Mr."
    assert in_older_words(texts, refused) == "It needs 1 ships, not Mr.."
    assert in_older_words(texts, Refusal("FEW", "Of its own.")) == in_older_words({}, Refusal("X", "Of its own."))


def test_what_is_tried_on_an_aside_changes_nothing() -> None:
    table = Table(opened(), NOON, DICE, REFUSALS)
    aside = table.aside(now=later(NOON, 60))
    aside.say(Buried(5))
    assert aside.state.treasure == 5 != table.state.treasure
    assert aside.now == later(NOON, 60)
    assert not table.said


def test_what_is_taken_back_was_never_said_nor_heard() -> None:
    table = Table(opened(), NOON, DICE, REFUSALS, lambda seat: State())
    table.say(Buried(3))
    before = table.mark()
    table.say(Buried(5), EVERYONE)
    assert (table.state.treasure, table.known(RED).treasure) == (5, 5)
    table.back(before)
    assert (table.state.treasure, table.known(RED).treasure) == (3, State().treasure)
    assert [said.fact for said in table.said] == [Buried(3)]
    table.say(Buried(7), EVERYONE)
    assert (table.state.treasure, table.known(RED).treasure) == (7, 7)


def test_what_is_worked_out_of_parts_is_kept_for_these_very_parts() -> None:
    worked: list[list[int]] = []

    @of_parts(2)
    def added(numbers: list[int]) -> int:
        worked.append(numbers)
        return sum(numbers)

    numbers, equal = [1, 2], [1, 2]
    assert [added(numbers), added(numbers), added(equal), added([4]), added(numbers)] == [3, 3, 3, 4, 3]
    assert worked == [numbers, equal, [4], numbers]  # equal parts are others, and with a third the first two are gone
    alone = of_parts(8)(sum)
    assert [alone([number]) for number in range(4)] == [0, 1, 2, 3]  # a part that nobody else holds is not mistaken


def test_seals_go_into_the_turns_key_and_open_to_what_was_sealed() -> None:
    table = Table(State(), NOON, DICE, REFUSALS)
    seal = table.seal(2, RED, "A to 3")
    dice = table.turn_dice(2, [seal])
    assert dice.roll("x", 2**32) != DICE.turn(2).roll("x", 2**32)
    assert dice.hidden("y", 6) == DICE.turn(2).hidden("y", 6)
    table.unseal(2, RED, "A to 3")
    facts = [one.fact for one in table.said]
    assert facts[0] == Sealed(2, RED, seal)
    assert isinstance(facts[2], Rolled)
    assert (facts[2].hidden, table.said[2].to) == (False, EVERYONE)
    assert isinstance(facts[3], Rolled)
    assert (facts[3].hidden, table.said[3].to) == (True, REFEREE)
    assert facts[4] == Unsealed(2, RED, DICE.salt("turn 2/red"), "A to 3")


def test_orders_and_facts_are_written_and_read_back() -> None:
    for order in (Launch(boat="Größe `x`"), Sail(boat="A", place=3), Lock(), Postpone(minutes=3)):
        assert CODEC.order(CODEC.order_text(order)) == order
    assert CODEC.order_text(Sail(boat="A", place=3)) == '{"boat": "A", "order": "toy sail", "place": 3}'
    fact = Launched(Boat("red 1", RED, "A", 1))
    assert CODEC.fact(CODEC.fact_bytes(fact)) == fact
    assert json.loads(CODEC.fact_bytes(fact))["fact"] == "Launched"
    assert CODEC.state(CODEC.state_bytes(opened())) == opened()


def test_whether_a_stored_fact_closes_a_turn_is_told_by_its_kind() -> None:
    class Dusk(Fact[State], frozen=True):
        silent = "a test"
        closes = True

    evening = ModuleType(__name__)
    vars(evening)["Dusk"] = Dusk
    codec = Codec(type("Closing", (Toy,), {"chapters": (*Toy.chapters, evening)})())
    assert codec.closing(codec.fact_bytes(Dusk()))
    assert not codec.closing(codec.fact_bytes(Buried(3)))


@pytest.mark.parametrize("text", ['{"order": "toy fly"}', '{"order": "toy sail", "boat": "A"}', "{}"])
def test_an_order_that_the_rulebook_lacks_is_not_read(text: str) -> None:
    with pytest.raises(UnknownOrder):
        CODEC.order(text)


def test_each_digest_depends_on_all_before_it() -> None:
    first = chained("", NOON, EVERYONE, b"{}")
    assert len({first, chained("", NOON, REFEREE, b"{}"), chained(first, NOON, EVERYONE, b"{}")}) == 3


SEEDED = Setup("Verified", (RED, BLUE, GREEN), {"length": "6"})


def record_of(seed: int) -> list[tuple[Command, tuple[Said[State], ...]]]:
    """The record of a random game."""
    moves = [Move(BEGINS, seat, order) for seat, order in checks_of(RULES).opening(SEEDED)]
    game = play_random(RULES, SEEDED, seed, opening=moves)
    return recorded(RULES, SEEDED, game.moves, ChainDice(secret_of(seed)))


def test_a_record_is_verified_by_running_the_rules_again() -> None:
    assert verify(CODEC, record_of(5), ChainDice(secret_of(5))) is None


def test_a_planted_difference_is_found_where_it_stands() -> None:
    record = record_of(5)
    place = next(
        number for number, (_, said) in enumerate(record) if any(isinstance(one.fact, Ordered) for one in said)
    )
    command, said = record[place]
    record[place] = (command, tuple(Said(one.at, EVERYONE, one.fact) for one in said))
    found = verify(CODEC, record, ChainDice(secret_of(5)))
    assert found is not None
    assert found.command == place
    assert found.recorded[0].replace("[*]", f"[{command.seat}]") == found.replayed[0]
    other = verify(CODEC, record_of(5), ChainDice(secret_of(6)))
    assert other is not None
    assert other.command == 0


def test_a_fact_too_few_or_too_many_at_the_end_is_a_difference() -> None:
    record = record_of(5)
    place, (command, said) = next(entry for entry in reversed(list(enumerate(record))) if entry[1][1])
    fewer = [*record[:place], (command, said[:-1]), *record[place + 1 :]]
    more = [*record[:place], (command, (*said, said[-1])), *record[place + 1 :]]
    for wrong in (fewer, more):
        found = verify(CODEC, wrong, ChainDice(secret_of(5)))
        assert found is not None and found.command == place and found.recorded != found.replayed


def test_every_order_and_every_lapse_ends_with_the_hooks_which_see_what_was_before() -> None:
    seen: list[tuple[bool, int, int]] = []

    ends = ModuleType("ends")

    @afterwards
    def note(world: None, table: Table[State], before: State) -> None:
        seen.append((bool(before.locks()), before.round, table.state.round))

    vars(ends)["note"] = note
    rules: Ruleset[State] = type("Noting", (Toy,), {"chapters": (*Toy.chapters, ends)})()
    state = after(opened(), (RED, Launch(boat="A")), (BLUE, Launch(boat="B"))).state
    for seat, at in ((RED, NOON), (BLUE, later(NOON, HOUR + 5))):
        outcome = play(rules, state, seat, Lock(), at, DICE, partial(rightly_known, state))
        assert outcome.refusal is None
        state = outcome.state
    assert seen == [(False, 1, 1), (True, 1, 2), (False, 2, 2)]  # Red locks; the round ends by time; Blue locks


@pytest.mark.parametrize(
    ("told", "others"),
    [
        ("your moves", "their moves"),
        ("whether you declare combat", "whether they declare combat"),
        ("who hides your characters", "who hides their characters"),
        ("your choice about the Your Highness, by you", "their choice about the Your Highness, by you"),
        ("a marker", "a marker"),
    ],
)
def test_what_somebody_is_waited_for_speaks_to_them_alone(told: str, others: str) -> None:
    assert Awaited(RED, told).theirs == others

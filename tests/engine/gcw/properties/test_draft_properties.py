"""A draft that goes on from what was rehearsed before comes to what it comes to when it is rehearsed from its start."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from engine.clock import HOUR
from engine.draft import Rehearsal, Rehearsed
from engine.game import MODERATOR, Fact, Seat
from engine.gcw.battles import (
    BattleOpened,
)
from engine.gcw.look import Run
from engine.gcw.state import State
from engine.gcw.turn.drafting import DRAFT
from engine.orders import Order
from engine.played.chance import Chance
from engine.text.lines import to_text
from tests.engine.gcw.playing import BLUE, RED, Played

STEPS = 45
GAMES = 8


def staged() -> Played:
    """Two fleets with craft, troops and tractor beams around Hoth, and a ship of each that is due there in hours."""
    game = Played()
    game.red("join GE as Piett", "muster LNCR named Talon", "muster LNCR named Claw", "confirm")
    game.blue("join RA as Ackbar", "muster NEBB named Redemption", "confirm")
    game.gm(
        "spawn ISD named Avenger at Hoth C-1 for red",
        "spawn TF named Alpha at Hoth C-1 for red",
        "spawn TI named Beta at Hoth C-1 for red",
        "spawn AT-ST named Strider at Hoth G-1S for red",
        "spawn LNCR named Late at Bespin DSZ-1 for red",
        "spawn NEBB named Yavaris at Hoth C-1 for blue",
        "spawn XW named Red Wing at Hoth C-1 for blue",
        "spawn CORV named Bantam at Hoth B-1 for blue",
        "spawn T47 named Sparrow at Hoth G-1S for blue",
    )
    game.red("jump Late to Hoth", "formation Eyes is Alpha, Beta")
    return game


def of(kind: type[Order]) -> bool:
    """True if an order is drafted."""
    return kind.shows == "preview"


def undated(fact: Fact[State]) -> Fact[State]:
    """A fact without the instant it is dated by: a rehearsal dates it when it was first rehearsed."""
    return replace(fact, at=0) if isinstance(fact, BattleOpened) else fact


def summary(done: Rehearsed[Run]) -> dict[str, object]:
    """All that came of a rehearsal."""
    run, state = done.run, done.run.state
    battles = {system: replace(battle, opened_at=0) for system, battle in state.battles.items()}
    return {
        "refused": [(number, refusal.code, str(refusal)) for number, refusal in done.refused],
        "said": [(number, undated(said.fact), said.to) for number, said in done.said()],
        "merged": [(one.asked, one.merged) for one in done.played],
        "state": replace(state, battles=battles),
        **{
            name: getattr(run, name)
            for name in ("uses", "workings", "proofs", "told", "bombarded", "towed", "engaged", "engagements")
        },
    }


def compare(game: Played, seat: Seat, lines: tuple[str, ...], met: Counter[str]) -> None:
    """Rehearse lines on what a seat knows, going on and from the start, and have both say the same."""
    anew = Rehearsal(
        DRAFT.read, DRAFT.step, DRAFT.merged, DRAFT.begin, DRAFT.perform, drafts=DRAFT.drafts
    )  # of its own: it remembers nothing of the other
    look = game.rules.look(game.known[seat], seat, game.now)
    going_on = DRAFT.rehearse(look, lines)
    assert summary(going_on) == summary(anew.rehearse(look, lines)), (seat, game.now, lines)
    met["went on"] += sum(one.at < game.now for one in going_on.played[1:])
    met["bound"] += sum(one.until is not None for one in going_on.played[1:])
    met["refused"] += len(going_on.refused)
    met["merged"] += sum(len(one.asked) > 1 for one in going_on.played)


def volleys(game: Played, ship: str) -> list[str]:
    """Fire with single weapons of a ship: volleys at one target are one (GCW-UCR-04)."""
    mounts = game.rules.world.mounts_of(game.unit(ship))
    return [f"fire 1 {mount.weapon} of {ship} at Contact 1" for mount in mounts] * 2


def changed(lines: tuple[str, ...], pool: list[str], chance: Chance) -> tuple[str, ...]:
    """A draft with a line more, most often at its end, or with one less."""
    if lines and chance.one_in(4):
        at = chance.below(len(lines))
        return (*lines[:at], *lines[at + 1 :])
    at = chance.below(len(lines) + 1) if chance.one_in(4) else len(lines)
    return (*lines[:at], chance.choice(pool), *lines[at:])


def random_step(game: Played, seat: Seat, chance: Chance) -> None:
    """Something happens: most often a line is drafted; or one is dropped, a turn posted, time passes, a ruling."""
    deed = chance.below(16)
    if deed == 0:
        game.wait(hours=chance.below(9), minutes=chance.below(60))
    elif deed in (1, 2, 3):
        game.wait(seconds=chance.below(90))
    elif deed == 4:
        drafted = len(game.known[seat].drafts.get(seat, ()))
        if drafted:
            game.give(seat, f"drop {1 + chance.below(drafted)}")
    elif deed == 5:
        give_any(game, MODERATOR, chance)
    elif deed == 6:
        for line in ("submit So be it.", "edit", "recover", "final")[: 1 + chance.below(4)]:
            game.give(seat, line)
    else:
        give_any(game, seat, chance)


def give_any(game: Played, seat: Seat, chance: Chance) -> None:
    """An order that the seat could give, each kind of action as likely as another."""
    known = game.state if seat == MODERATOR else game.known[seat]
    found = [one for one in islice(game.rules.legal(known, seat, game.now), 400) if seat == MODERATOR or of(type(one))]
    kinds = list(dict.fromkeys(type(one) for one in found))
    if kinds:
        kind = chance.choice(kinds)
        order = chance.choice([one for one in found if type(one) is kind])
        game.give(seat, to_text(order, game.rules.orders))


@pytest.mark.slow
@pytest.mark.rule("GCW-TRN-04")
def test_a_draft_that_goes_on_comes_to_what_it_comes_to_from_its_start() -> None:
    """Whatever was drafted, dropped, posted, ruled or learnt meanwhile, and whatever instants have passed."""
    met: Counter[str] = Counter()
    for number in range(GAMES):
        game, chance = staged(), Chance("drafts", number)
        pool: dict[Seat, list[str]] = {RED: volleys(game, "Avenger"), BLUE: volleys(game, "Yavaris")}
        for _ in range(STEPS):
            seat = chance.choice((RED, BLUE))
            random_step(game, seat, chance)
            lines = game.known[seat].drafts.get(seat, ())
            compare(game, seat, lines, met)
            pool[seat] += [line for line in lines if line not in pool[seat]]
            for _ in range(2):
                lines = changed(lines, pool[seat], chance)
                compare(game, seat, lines, met)
    assert all(met[what] > GAMES for what in ("went on", "bound", "refused", "merged")), met


def test_an_hour_that_a_line_turns_on_has_it_rehearsed_anew() -> None:
    """A ship out of hyperspace stands still for a day (GCW-HYX-03): a draft that moves it holds when the day is over,
    and one that could not move it is found to be able to.
    """
    game = staged()
    while not game.unit("Late").cell:
        game.wait(hours=1)
    look = game.rules.look(game.known[RED], RED, game.now)
    lines = ("move Late to DSZ-2",)
    ((_, locked),) = DRAFT.rehearse(look, lines).refused
    assert locked.code == "NO_MP"
    until = game.unit("Late").exit_until
    assert until is not None
    for at, refused in ((until - 1, 1), (until, 0), (until + HOUR, 0)):
        later = game.rules.look(game.known[RED], RED, type(game.now)(at))
        assert len(DRAFT.rehearse(later, lines).refused) == refused, at

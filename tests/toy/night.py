"""The rules of the toy rulebook: orders in secret, all sailing at once, fights by dice, and fog.

What each rule says stands in `TEXTS`.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.clock import HOUR, MINUTE, later
from engine.game import EVERYONE, Awaited, RefusalText, Seat, Setup, Table, only
from engine.pack.wording import RuleText
from engine.text.names import shown

from .facts import (
    Buried,
    Called,
    DayBroke,
    Launched,
    LostSight,
    NightFell,
    Ordered,
    OrdersLocked,
    Postponed,
    Recognised,
    RoundBegan,
    Sailed,
    Sighted,
    Sunk,
    Thunder,
)
from .orders import Call, Launch, Postpone, Sail
from .state import Boat, Locked, State, Stranger

TEXTS = (
    RuleText(
        "TOY-SEA-01",
        "The sea",
        "Places lie in a row, harbours evenly along it; a treasure lies at a hidden place.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-SEA-02",
        "Boats",
        "In the first round each seat may launch two boats in its harbour.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-ORD-01",
        "Orders",
        "A boat may be ordered up to two places away. Orders are secret and may be changed.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-ORD-02",
        "The lock",
        "Locked orders stand. A round ends when all are locked, or its time is over.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-FOG-01",
        "Fog",
        "You see strange boats up to one place from yours, named in the order of sighting.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-FOG-02", "Calls", "You may call to a stranger you see; its owner alone hears it.", "Night Boats", "source"
    ),
    RuleText(
        "TOY-FGT-01",
        "Fights",
        "Seats that meet roll a die each; unless all are equal, the lowest lose their boats.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-END-01",
        "The end",
        "Alone at the treasure or alone afloat, you win. After twelve rounds nobody does.",
        "Night Boats",
        "source",
    ),
)

BOATS, REACH, SIGHT, ROUNDS = 2, 2, 1, 12

REFUSALS: dict[str, RefusalText] = {
    "SEATS": RefusalText("The night is for two to four seats, not {given}.", "TOY-SEA-01"),
    "OPTION": RefusalText("The {option} is a whole number from {least} to {most}.", "TOY-SEA-01"),
    "OVER": RefusalText("The night is over.", "TOY-END-01"),
    "NOT_SEATED": RefusalText("You have no part in this night.", "TOY-SEA-01"),
    "NO_BOAT": RefusalText("You have no boat {boat}.", "TOY-SEA-02"),
    "NAME_TAKEN": RefusalText("You have a boat {boat} already.", "TOY-SEA-02", "Choose another name."),
    "BOATS": RefusalText("You have {most} boats, which is all you get.", "TOY-SEA-02"),
    "HARBOUR": RefusalText("Boats are launched in the first round; this is round {round}.", "TOY-SEA-02"),
    "TOO_FAR": RefusalText("{boat} is at {here}: {to} is {far} places away.", "TOY-ORD-01", "It sails at most {most}."),
    "NO_PLACE": RefusalText("There is no place {to}.", "TOY-SEA-01", "Places are 1 to {length}."),
    "LOCKED": RefusalText("Your orders of round {round} are locked.", "TOY-ORD-02"),
    "NOBODY": RefusalText("You see no {stranger}.", "TOY-FOG-02"),
}


def begin(setup: Setup, table: Table[State]) -> None:
    """Night falls: TOY-SEA-01."""
    if not 2 <= len(setup.seats) <= 4:
        table.refuse("SEATS", given=len(setup.seats))
    length = _number(setup, table, "length", 7, 5, 12)
    hours = _number(setup, table, "hours", 1, 1, 48)
    table.say(NightFell(setup.seats, length, hours), EVERYONE)
    table.say(Buried(table.turn_dice(1).hidden("treasure", length)))
    _begin_round(table, 1)


def _number(setup: Setup, table: Table[State], option: str, usual: int, least: int, most: int) -> int:
    given = setup.options.get(option, str(usual))
    if not (given.isascii() and given.isdigit() and least <= int(given) <= most):
        table.refuse("OPTION", option=option, least=least, most=most)
    return int(given)


def harbour(state: State, seat: Seat) -> int:
    """Where a seat's boats are launched."""
    return 1 + state.seats.index(seat) * (state.length - 1) // (len(state.seats) - 1)


def launch(order: Launch, seat: Seat, table: Table[State]) -> None:
    """TOY-SEA-02."""
    state, fleet = table.state, table.state.fleet(seat)
    if state.round > 1:
        table.refuse("HARBOUR", round=state.round)
    if len(fleet) == BOATS:
        table.refuse("BOATS", most=BOATS)
    if any(boat.name.casefold() == order.boat.casefold() for boat in fleet):
        table.refuse("NAME_TAKEN", boat=shown(order.boat))
    boat = Boat(f"{seat} {len(fleet) + 1}", seat, order.boat, harbour(state, seat))
    table.say(Launched(boat), only(seat))
    watch(table)


def sail(order: Sail, seat: Seat, table: Table[State]) -> None:
    """TOY-ORD-01."""
    boat = next((one for one in table.state.fleet(seat) if one.name.casefold() == order.boat.casefold()), None)
    if boat is None:
        table.refuse("NO_BOAT", boat=shown(order.boat))
    if order.place > table.state.length:
        table.refuse("NO_PLACE", to=order.place, length=table.state.length)
    far = abs(order.place - boat.place)
    if far > REACH:
        table.refuse("TOO_FAR", boat=shown(boat.name), here=boat.place, to=order.place, far=far, most=REACH)
    table.say(Ordered(boat.id, order.place), only(seat))


def call(order: Call, seat: Seat, table: Table[State]) -> None:
    """TOY-FOG-02: a stranger that is not seen and one that never was are one answer."""
    for stranger in table.state.seen_by(seat):
        if stranger.alias == order.stranger.casefold():
            boat = next(one for one in table.state.boats if one.id == stranger.boat)
            table.say(Called(order.words, alias=stranger.alias), only(seat))
            table.say(Called(order.words, boat=boat.name), only(boat.seat))
            return
    table.refuse("NOBODY", stranger=shown(order.stranger))


def lock(seat: Seat, table: Table[State]) -> None:
    """TOY-ORD-02: the seal is for all, what it seals for the seat alone."""
    state = table.state
    body = "; ".join(f"{boat.name} to {boat.to or boat.place}" for boat in state.fleet(seat)) or "no boat"
    seal = table.seal(state.round + 1, seat, body)
    table.say(OrdersLocked(Locked(state.round, seat, seal)), EVERYONE)
    table.say(OrdersLocked(Locked(state.round, seat, seal, body)), only(seat))
    if set(table.state.locks()) == set(state.seats):
        end_round(table)


def postpone(order: Postpone, table: Table[State]) -> None:
    """A moderator's."""
    assert table.state.until is not None  # the night is not over
    table.say(Postponed(later(table.state.until, order.minutes * MINUTE)), EVERYONE)


def end_round(table: Table[State]) -> None:
    """All boats sail at once, those that meet fight, and everybody looks about."""
    turn = table.state.round + 1  # the dice of turn 1 buried the treasure
    dice = table.turn_dice(turn, [lock.seal for lock in table.state.locked if lock.turn == table.state.round])
    for boat in table.state.boats:
        if boat.to is not None:
            table.say(Sailed(boat.id, boat.to), only(boat.seat))
    for place in range(1, table.state.length + 1):
        there = [boat for boat in table.state.boats if boat.place == place]
        seats = tuple(seat for seat in table.state.seats if any(boat.seat == seat for boat in there))
        if len(seats) > 1:
            rolls = {seat: dice.roll(f"{place}/{seat}", 6) for seat in seats}
            least = min(rolls.values())
            losers = tuple(seat for seat in seats if rolls[seat] == least) if set(rolls.values()) != {least} else ()
            table.say(Thunder(place, seats, losers), EVERYONE)
            for boat in there:
                if boat.seat in losers:
                    table.say(Sunk(boat.id, boat.name), only(boat.seat))
    watch(table)
    _settle(table)


def watch(table: Table[State]) -> None:
    """What each seat sees now: TOY-FOG-01. Boats stay who they were while they stay in sight."""
    for seat in table.state.seats:
        own = [boat.place for boat in table.state.fleet(seat)]
        seen = {
            boat.id: boat.place
            for boat in table.state.boats
            if boat.seat != seat and any(abs(boat.place - place) <= SIGHT for place in own)
        }
        for stranger in table.state.seen_by(seat):
            place = seen.pop(stranger.boat, None)
            if place is None:
                table.say(LostSight(seat, stranger.alias), only(seat))
            elif place != stranger.place:
                table.say(Sighted(seat, stranger.alias, place), only(seat))
        for boat, place in sorted(seen.items(), key=lambda one: one[1]):
            alias = _new_alias(table.state.seen_by(seat))
            table.say(Sighted(seat, alias, place), only(seat))
            table.say(Recognised(seat, alias, boat))


def _new_alias(seen: tuple[Stranger, ...]) -> str:
    taken = {stranger.alias for stranger in seen}
    return next(alias for alias in (f"stranger {number}" for number in range(1, 99)) if alias not in taken)


def _settle(table: Table[State]) -> None:
    """TOY-END-01, or the next round."""
    state = table.state
    afloat = [seat for seat in state.seats if state.fleet(seat)]
    there = {boat.seat for boat in state.boats if boat.place == state.treasure}
    if len(there) == 1 or len(afloat) <= 1 or state.round >= ROUNDS:
        winner = there.pop() if len(there) == 1 else afloat[0] if len(afloat) == 1 else None
        table.say(DayBroke(winner, state.treasure), EVERYONE)
        for lock in state.locked:
            table.unseal(lock.turn + 1, lock.seat, lock.body)
        table.show_hidden_key()
    else:
        _begin_round(table, state.round + 1)


def _begin_round(table: Table[State], number: int) -> None:
    table.say(RoundBegan(number, later(table.now, table.state.hours * HOUR)), EVERYONE)


def awaits(state: State) -> tuple[Awaited, ...]:
    """Every seat whose orders are not locked."""
    if state.over:
        return ()
    return tuple(Awaited(seat, "your orders", state.until) for seat in state.seats if seat not in state.locks())


def wrong_with(state: State) -> str | None:
    """What no rule may let come about."""
    for boat in state.boats:
        if not 1 <= boat.place <= state.length:
            return f"{boat.name} is at {boat.place}, which is no place"
    for seat in state.seats:
        if len(state.fleet(seat)) > BOATS:
            return f"{seat} has more than {BOATS} boats"
    for stranger in state.strangers:
        where = [boat.place for boat in state.boats if boat.id == stranger.boat]
        if where != [stranger.place]:
            return f"{stranger.viewer} sees {stranger.alias} at {stranger.place}, but it is at {where}"
    return None


def rightly_known(state: State, seat: Seat) -> State:
    """What a seat should know: its boats, the strangers it sees, who has locked; of the rest nothing."""
    return replace(
        state,
        treasure=state.treasure if state.over else 0,
        boats=state.fleet(seat),
        strangers=tuple(replace(stranger, boat="") for stranger in state.seen_by(seat)),
        locked=tuple(lock if lock.seat == seat else replace(lock, body="") for lock in state.locked),
    )

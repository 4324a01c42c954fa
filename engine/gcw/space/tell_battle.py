"""News of battle: volleys and what they did, the posts of a battle. Rulebook: GCW-PST."""

from __future__ import annotations

from engine.game import Fact, Seat
from engine.gcw.facts import (
    BattleAccount,
    BattleClosed,
    BattleJoined,
    BattleOpened,
    BattlePost,
    Committed,
    OrderOfBattle,
)
from engine.gcw.figures.command import CAPACITY
from engine.gcw.state import CRAFT, State, Unit
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import (
    code_words,
    contact_words,
    grouped,
    in_battle,
    listed,
    player,
    side_of_contact,
)
from engine.report import News, stamp
from engine.text.names import shown


def volleys(heard: Heard, fact: Fact[State]) -> News | None:
    """Fire, for who fired and for who was hit."""
    match fact:
        case Committed(system, group, cp):
            leader = group.partition("/")[2]
            battle = heard.known.battles.get(system)
            total = sum(battle.committed.values()) if battle is not None else cp
            return ruled(
                f"{heard.name(leader)}'s group is committed to the battle of {system}: {cp} CP, {total} of {CAPACITY} "
                "committed in all.",
                "GCW-BUR-02",
            )
        case _:
            return None


def battles(heard: Heard, fact: Fact[State]) -> News | None:
    """What everybody hears of a battle, gathered in a thread of its own."""
    match fact:
        case BattleOpened(number, system, at, parties):
            who = listed(player(party) for party in parties)
            text = f"**Battle of {system}**: {who} fight, since {stamp(at)}."
            return in_battle(number, system, text)
        case BattleJoined(system, seat):
            battle = heard.known.battles.get(system)
            join = "join" if heard.mine(seat) else "joins"
            return in_battle(battle.id if battle else 0, system, f"{heard.you(seat)} {join} the battle of {system}.")
        case BattlePost():
            return in_battle(fact.battle, fact.system, post(fact), picture=True)
        case BattleClosed():
            return in_battle(fact.battle, fact.system, end_report(fact))
        case OrderOfBattle(_, system, seat):
            return ruled(order_of_battle(heard, system, seat), "GCW-PST-03")
        case BattleAccount(_, system, _, freed, left):
            still = (
                f"Of yours there are left {listed(map(shown, left))}." if left else "Nothing of yours is left there."
            )
            return ruled(
                f"The battle of {system} is over for you: {freed} CP that you had in use there are free again. {still}",
                "GCW-BUR-05",
            )
        case _:
            return None


def end_report(fact: BattleClosed) -> str:
    """Who held the field, and what was lost, captured and left derelict, as everybody may read it."""
    field = fact.field
    held = f"{listed(player(seat) for seat in field)} held the field" if field else "nobody is left there"
    lines = [f"The battle of {fact.system} is over, {stamp(fact.at)}: as far as is known, {held}."]
    chapters = (("Lost", fact.losses), ("Captured", fact.captures), ("Left derelict", fact.derelicts))
    for heading, items in chapters:
        if items:
            lines += [f"**{heading}**", *(f"- {shown(item)}" for item in items)]
    if not any(items for _, items in chapters):
        lines[0] += " Nothing was lost."
    return "\n".join(lines)


def order_of_battle(heard: Heard, system: str, seat: Seat) -> str:
    """Who is in a battle as one side knows it: its own units, and what it has in sight, by owner."""
    known = heard.known
    own = []
    places: dict[str, list[Unit]] = {}
    for unit in known.of(seat):
        if unit.system == system and unit.on_grid:
            places.setdefault(unit.cell, []).append(unit)
    for cell, units in places.items():
        ships = [f"{shown(unit.name)} ({unit.code})" for unit in units if unit.kind not in CRAFT]
        craft = grouped(unit for unit in units if unit.kind in CRAFT)
        own.append(f"{cell}: {', '.join(filter(None, (*ships, craft)))}")
    lines = [f"**Order of battle at {system}**, as you know it.", "**Yours**", *(f"- {one}" for one in own)]
    sides: dict[Seat, list[str]] = {}
    for contact in known.contacts_of(seat).values():
        if contact.system == system and not contact.gone:
            what = code_words(contact.code) or "class unknown"
            sides.setdefault(side_of_contact(known, contact), []).append(
                f"{contact_words(contact)} ({what}), {'patrols ' if contact.patrol else ''}{contact.cell}"
            )
    for owner, seen_units in sorted(sides.items()):
        lines.append(f"**{shown(owner)}**" if owner else "**Of unknown side, or of no player**")
        lines += [f"- {one}" for one in seen_units]
    if not sides:
        lines.append("You have nobody else in sight.")
    return "\n".join(lines)


def post(fact: BattlePost) -> str:
    """The four parts of a post: story, places, damage, status (GCW-PST-01); and what was lost."""
    story = [f"> {shown(line)}" for line in fact.story.splitlines() if line.strip()]
    parts = [
        ("Where units are", fact.places, "Nothing that everybody may know."),
        ("Damage dealt", fact.damage, "None that everybody may know."),
        ("State of what was hit", fact.status, "Nothing was hit."),
    ]
    if fact.taken:
        parts.insert(1, ("Damage taken since the last turn", fact.taken, ""))
    lines = [f"**{player(fact.seat)}'s turn at {fact.system}**", *story]
    for heading, items, nothing in parts:
        lines.append(f"**{heading}**")
        lines += [f"- {shown(item)}" for item in items] or [f"- {nothing}"]
    for heading, items in (("Lost", fact.losses), ("Captured", fact.captures), ("Derelict", fact.derelicts)):
        if items:
            lines += [f"**{heading}**", *(f"- {shown(item)}" for item in items)]
    lines.append("-# GCW-PST-01")
    return "\n".join(lines)

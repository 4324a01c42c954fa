"""News of scans: begun, noticed, failed, and what they found or recorded. Rulebook: GCW-SCN."""

from __future__ import annotations

from engine.game import Fact
from engine.gcw.facts import ScanBegan, ScanFailed, ScanFound, ScanHeard, ScanNoticed
from engine.gcw.figures.coverage import ScanMode
from engine.gcw.figures.damage import Status
from engine.gcw.sight.listening import LAYER_WORDS
from engine.gcw.state import AGROUND, Contact, Signature, State, UnitKind
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import (
    ACT_WORDS,
    STATUS_WORDS,
    aboard_words,
    class_words,
    contact_at,
    contact_words,
    counted,
    listed,
    player,
    pools_words,
)
from engine.report import News, stamp
from engine.text.names import shown

MOST_TOLD = 40
"""Lines of a result in its news; the rest is in the list of contacts."""


def scans(heard: Heard, fact: Fact[State]) -> News | None:
    """Scans, for who makes them and for who is scanned."""
    match fact:
        case ScanBegan(scan):
            seen = "All who are there learn from where" if scan.mode is ScanMode.ACTIVE else "Nobody notices"
            return ruled(
                f"**{heard.name(scan.unit)}** begins {article(scan.mode)} {scan.mode} scan of "
                f"{LAYER_WORDS[scan.layer]} of {scan.system}: result {stamp(scan.due_at)} ({stamp(scan.due_at, 'R')}). "
                f"{seen}.",
                "GCW-SCN-02",
            )
        case ScanNoticed(system, cell, since):
            return ruled(
                f"**Active scan** from {system} {cell}, since {stamp(since)}: by what is not known.",
                "GCW-SCN-15",
                decides=True,
            )
        case ScanFailed(scan, name, why):
            whose = f"**{shown(name)}**'s" if name else "Your"
            return ruled(
                f"{whose} {scan.mode} scan of {LAYER_WORDS[scan.layer]} of {scan.system} came to nothing: {why}.",
                "GCW-SCN-16",
                decides=True,
            )
        case ScanFound():
            return ruled(found(heard, fact), "GCW-SCN-04", decides=True)
        case ScanHeard():
            return ruled(recorded(heard, fact), "GCW-SCN-07", decides=True)
        case _:
            return None


def article(mode: ScanMode) -> str:
    """The article of a mode in a sentence."""
    return "an" if mode is ScanMode.ACTIVE else "a"


def found(heard: Heard, fact: ScanFound) -> str:
    """What an active scan found, one line a contact, and what it did not find again."""
    which = f"**{shown(fact.name)}**'s active scan of {LAYER_WORDS[fact.layer]} of {fact.system} from {fact.cell}"
    lines = [
        f"{which} shows {counted(len(fact.found), 'unit')}:" if fact.found else f"{which} shows nobody else's unit."
    ]
    lines += [f"- {found_line(heard, one)}" for one in fact.found[:MOST_TOLD]]
    if len(fact.found) > MOST_TOLD:
        lines.append(f"- and {len(fact.found) - MOST_TOLD} more: `/show contacts` lists all")
    if fact.missing:
        names = listed(contact_at(heard.known, fact.viewer, alias) for alias in fact.missing)
        lines.append(f"Not where they were: {names}.")
    if fact.opened:
        lines.append("From now on you may leave hyperspace there as far in as the B-ring (GCW-HYX-02).")
    return "\n".join(lines)


def found_line(heard: Heard, one: Contact) -> str:
    """A contact as an active scan shows it."""
    whose = f" of {player(one.owner)}" if one.owner else " of no player"
    squads = f", {counted(one.count, 'squad')}" if one.kind is UnitKind.INFANTRY else ""
    parts = [f"**{contact_words(one)}**: {class_words(heard.world, one.code)}{whose}{squads} at {one.cell}"]
    if one.pools is not None and one.kind is not None and one.kind not in AGROUND:
        parts.append(pools_words(one.pools, heard.world.full(one.code), one.kind))
    if one.aboard:
        parts.append(f"{'garrison' if one.kind in AGROUND else 'aboard'}: {aboard_words(one.aboard)}")
    if one.status is not Status.ACTIVE:
        parts.append(STATUS_WORDS[one.status])
    return "; ".join(parts)


def recorded(heard: Heard, fact: ScanHeard) -> str:
    """What a passive scan recorded, in order of time."""
    which = f"**{shown(fact.name)}**'s passive scan of {LAYER_WORDS[fact.layer]} of {fact.system}"
    if not fact.heard:
        return f"{which} recorded nothing in its 24 hours."
    lines = [f"{which} recorded:"]
    lines += [f"- {signature_line(heard, fact, one)}" for one in fact.heard[:MOST_TOLD]]
    if len(fact.heard) > MOST_TOLD:
        lines.append(f"- and {len(fact.heard) - MOST_TOLD} more acts of the same units or others")
    return "\n".join(lines)


def signature_line(heard: Heard, fact: ScanHeard, one: Signature) -> str:
    """One act with its time, who did it and of which class."""
    who = contact_at(heard.known, fact.viewer, one.alias)
    return f"{stamp(one.at, 'f')}: {who}, {class_words(heard.world, one.code)}, {ACT_WORDS[one.act]} {one.cell}"

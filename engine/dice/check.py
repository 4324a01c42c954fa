#!/usr/bin/env python3
"""Check the dice of a game from its public record. Needs nothing but Python 3.9 or later: no package, no network.

    python dice_check.py record.json

It recomputes, from the record alone:
  1. the commitment: the link of every turn, hashed as often as the turn's number says, is the commitment that was
     published before the first order;
  2. the seals: those mixed into a turn's key are the ones published before it, and orders that were opened later
     are the ones that were sealed;
  3. every public die from its turn's key and its label, and every hidden die once the hidden key is published.

This proves that no roll was redrawn, dropped or bent after the commitment was published. It does not prove that
whoever ran the game could not foresee the dice. Exit code: 0 all is well, 1 something is not, 2 no such record.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from typing import Any

FORMAT = "umpire-dice-1"

LINKS = 4096
"""Links of a chain, that is turns a game can have."""

WRONG = 8
"""Links that are wrong or out of turn, after which no more are followed: each takes up to thousands of hashes."""


def die(key: bytes, label: str, sides: int) -> int:
    """The die that a key gives a label, 1..sides: the first 64-bit draw that favours no side."""
    bound = 2**64 - 2**64 % sides
    draw = 0
    while True:
        digest = hmac.new(key, f"{draw}/{label}".encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < bound:
            return number % sides + 1
        draw += 1


def hashed(link: bytes, times: int) -> bytes:
    """A link, hashed that many times."""
    for _ in range(times):
        link = hashlib.sha256(link).digest()
    return link


def check_keys(record: dict[str, Any]) -> tuple[dict[int, bytes], list[str]]:
    """The key of every turn, and what is wrong with the links and seals they are made of."""
    keys: dict[int, bytes] = {}
    faults: list[str] = []
    latest, wrong = 0, 0
    proved, proof = 0, record["commitment"]  # the latest turn whose link leads to the commitment, and that link
    published: dict[int, list[tuple[int, str]]] = {}
    for entry in record["seals"]:
        published.setdefault(entry["turn"], []).append((entry["n"], entry["seal"]))
    for entry in sorted(record["keys"], key=lambda each: int(each["n"])):
        turn, link, seals = entry["turn"], bytes.fromhex(entry["link"]), sorted(entry["seals"])
        key = hashlib.sha256(link + "\n".join(seals).encode()).digest()
        if turn in keys:
            if keys[turn] != key:
                faults.append(f"turn {turn}: its key was published twice, and differs")
            continue
        if turn <= latest:
            wrong += 1
            faults.append(f"turn {turn}: its key could be known, for that of turn {latest} was published before it")
        latest, keys[turn] = max(latest, turn), key
        start, goal = (proved, proof) if turn > proved else (0, record["commitment"])
        if 1 <= turn <= LINKS and wrong < WRONG and hashed(link, turn - start).hex() == goal:
            if turn > proved:
                proved, proof = turn, link.hex()
        else:
            wrong += 1
            faults.append(f"turn {turn}: its link does not lead to the commitment")
        sealed = published.get(turn, [])
        if seals != sorted(seal for n, seal in sealed if n < entry["n"]):
            faults.append(f"turn {turn}: the seals mixed into its key are not those published before it")
        if any(n > entry["n"] for n, _ in sealed):
            faults.append(f"turn {turn}: orders were sealed after its key was published")
    return keys, faults


def check_opened(record: dict[str, Any]) -> list[str]:
    """Faults of the orders that were opened."""
    sealed = {(entry["turn"], entry["seat"]): entry["seal"] for entry in record["seals"]}
    faults = []
    if len(sealed) != len(record["seals"]):
        faults.append("a seat sealed its orders of one turn twice")
    for entry in record["opened"]:
        digest = hashlib.sha256(f"{entry['salt']}\n{entry['body']}".encode()).hexdigest()
        if sealed.get((entry["turn"], entry["seat"])) != digest:
            faults.append(f"turn {entry['turn']}: what {entry['seat']} opened is not what was sealed")
    return faults


def check_rolls(record: dict[str, Any], keys: dict[int, bytes]) -> list[str]:
    """Faults of the rolls."""
    faults = []
    hidden_key = bytes.fromhex(record["hidden_key"])
    shown = {entry["turn"]: entry["n"] for entry in sorted(record["keys"], key=lambda each: -int(each["n"]))}
    for entry in record["rolls"]:
        turn, label, sides = entry["turn"], entry["label"], entry["sides"]
        what = f"turn {turn}, {label}, d{sides}"
        if entry["hidden"]:
            if not hidden_key:
                continue
            key = hmac.new(hidden_key, f"turn {turn}".encode(), hashlib.sha256).digest()
        elif turn not in keys:
            faults.append(f"{what}: the key of its turn was never published")
            continue
        else:
            key = keys[turn]
            if shown[turn] > entry["n"]:
                faults.append(f"{what}: rolled before the key of its turn was published")
        if not 1 <= sides <= 2**32:
            faults.append(f"{what}: there is no such die")
        elif die(key, label, sides) != entry["result"]:
            faults.append(f"{what}: {entry['result']} was told, {die(key, label, sides)} is right")
    return faults


def check(record: dict[str, Any]) -> list[str]:
    """Everything that is wrong with a record, one sentence each; empty when all is well."""
    try:
        if record["format"] != FORMAT:
            return [f"this checks records of the format {FORMAT}, not {record['format']}"]
        keys, faults = check_keys(record)
        faults += check_opened(record)
        hidden_key = record["hidden_key"]
        if hidden_key and hashlib.sha256(bytes.fromhex(hidden_key)).hexdigest() != record["hidden_commitment"]:
            faults.append("the hidden key is not the one that was committed to")
        return faults + check_rolls(record, keys)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return [f"this is not a record, or it is damaged: {type(error).__name__} {error}"]


def main(arguments: list[str]) -> int:
    """Check the file that is named, and say what was found."""
    if len(arguments) != 1:
        print("Usage: python dice_check.py record.json")
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:  # noqa: PTH123  # the shortest way in one file
            record = json.load(file)
    except (OSError, ValueError) as error:
        print(f"Cannot read {arguments[0]}: {error}")
        return 2
    faults = check(record)
    for fault in faults:
        print(f"WRONG  {fault}")
    if faults:
        return 1
    rolls = record["rolls"]
    hidden = sum(1 for roll in rolls if roll["hidden"])
    unchecked = hidden if not record["hidden_key"] else 0
    print(f"All is well: {len(record['keys'])} turns and {len(rolls) - unchecked} dice follow from the commitment.")
    if unchecked:
        print(f"{unchecked} hidden dice can be checked when their key is published, at the end of the game.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

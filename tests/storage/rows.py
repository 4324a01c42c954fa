"""Games and commits for tests of the store: shouts in the ledger, the small rulebook of the desk's tests."""

from __future__ import annotations

import json

import msgspec

from engine.clock import Instant
from engine.dice.keyed import ChainDice
from engine.game import EVERYONE
from engine.record import Codec, chained
from storage.records import Command, Commit, Fact, Game, Post, Receipt
from storage.store import Store
from tests.bot.ledger import Ledger, Purses

NOW = 1_700_000_000

SECRET = b"s" * 32

COMMITMENT = ChainDice(SECRET).commitment


def ledger(_: object) -> Codec[Purses]:
    """The codec of the rulebook of these games."""
    return Codec(Ledger())


def lobby(guild: int = 7) -> Game:
    """A game that is not stored yet."""
    return Game(0, guild, 0, "Coins", "ledger", 1, "d1", {"map": "small"}, "lobby", 1, NOW, floor=NOW, sequence=1,
                commitment=COMMITMENT)  # fmt: skip


async def made(store: Store, guild: int = 7, interaction: str = "") -> Game:
    """A stored game with its first command."""
    receipt = Receipt(interaction, b"made") if interaction else None
    commit = Commit(0, lobby(guild), (Command(1, "create", NOW, NOW, 1),), receipt=receipt)
    return await store.create(lobby(guild), SECRET, {"a.toml": "x = 1"}, commit, 70)


def order(game: Game, interaction: str = "", words: str = "hello", facts: int = 1) -> Commit:
    """The commit of one order that says `facts` facts and one post."""
    n = game.sequence + 1
    chain, said = game.chain, []
    for number in range(game.facts + 1, game.facts + facts + 1):
        body = msgspec.json.encode({"fact": "Shouted", "seat": "red", "shout": words})
        chain = chained(chain, Instant(NOW), EVERYONE, body)
        said.append(Fact(number, n, NOW, "*", body, chain))
    after = msgspec.structs.replace(game, status="running", sequence=n, facts=game.facts + facts, chain=chain)
    return Commit(
        game.sequence,
        after,
        (Command(n, "order", NOW, NOW, 11, "red", json.dumps({"order": "ledger shout", "words": words})),),
        tuple(said),
        (Post(game.guild, game.id, f"game:{game.id}", words, f"{game.id}-{n}-{words}", 1, NOW),),
        receipt=Receipt(interaction, words.encode()) if interaction else None,
    )


def words_of(command: Command) -> str:
    """Words of such an order."""
    return str(json.loads(command.body)["words"]) if command.body else ""

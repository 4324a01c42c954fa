"""`umpire fuzz`: random games, and pairs of states that a seat must not tell apart."""

from __future__ import annotations

from bot.offline.named_rulebook import named_rulebook
from bot.offline.parallel_games import compared_pairs, random_games
from bot.offline.twins import twins_at_once
from engine.played.checks import Length, checks_of
from engine.played.fuzz import summary


def fuzz(name: str, games: int, seed: int, pairs: int, moves: int, campaign: bool = False) -> bool:
    """Random games with all invariants; so many pairs of states, and of whole games, that a seat must not tell apart.

    With `campaign` the games are the rulebook's campaigns. True where all of it held.
    """
    long = checks_of(named_rulebook(name)).campaign()  # says so where there is no such rulebook
    if campaign and long is None:
        print(f"{name} has no campaigns")
        return False
    played = []
    for game in random_games(named_rulebook, name, games, seed, long if campaign and long else Length(moves)):
        played.append(game)
        if game.failure is not None:
            print(game.failure)
            print(f"{name}: game {len(played)} of {games} failed (seed {seed})")
            return False
    obeyed, refused = summary(played)
    print(f"{name}: {games} random games, {sum(obeyed.values())} orders obeyed, {sum(refused.values())} refused")
    print("  obeyed: " + ", ".join(f"{order} {count}" for order, count in sorted(obeyed.items())))
    print("  refused: " + ", ".join(f"{code} {count}" for code, count in sorted(refused.items())))
    print(f"  digest of the last: {played[-1].digest if played else '-'}")
    if pairs:
        found = compared_pairs(named_rulebook, name, pairs, seed)
        print(f"  {found.pairs} pairs of states, {found.compared} answers compared, {found.revealed} revealing")
        whole = twins_at_once(named_rulebook, name, seed, pairs)
        print(f"  {whole.pairs} pairs of whole games, {whole.compared} things compared, {whole.revealed} revealing")
        for leak in (*found.leaks, *whole.leaks):
            print(leak)
        return not (found.leaks or whole.leaks)
    return True

# mypy: ignore-errors
# It was run once, at commit 0a372d3, and speaks to the code of that commit: today's names of modules are not its own.
"""Makes the database of `games.db.xz`, the list of `forms.json` and the words of `told.jsonl.xz`: what 0a372d3 stored.

    git worktree add ../old 0a372d3 && cd ../old && make .venv/test.stamp
    PYTHONPATH=. .venv/bin/python ../umpire/tests/stored/make.py ../umpire/tests/stored

Games of the played examples are given to the desk as players would; random players of False Sunrise play until an
owner is asked what the game is kept for. Nothing here is to be run again: what it made is compared with, for ever.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import lzma
import os
import sqlite3
import sys
import tempfile
import traceback
from itertools import islice
from pathlib import Path

import msgspec

import bot.desk
from bot.clock import Clock
from bot.desk import Desk
from bot.serve import rulebooks
from engine.chance import Chance
from engine.clock import DAY, HOUR
from engine.dice import ChainDice
from engine.game import KERNEL_FACTS, MODERATOR, Said, Seat, Setup, lapse, obey, start
from engine.game import Audience
from engine.record import Codec
from engine.random_players import BEGINS, Move, random_moves
from engine.script import moved, read
from engine.sunrise.agenda import Ask, Task
from engine.transcript import Rehearsal
from engine.words import WordsError, parse, to_text
from storage.store import Store

GUILD, CHANNEL, GM = 900, 9000, 1
USERS = {"red": 11, "blue": 12, "green": 13, "gold": 14}

ASKED = {
    Ask.LOSE: 1, Ask.REPAIR: 1, Ask.DEFENSE: 1, Ask.REROLL: 1, Ask.CORE: 2, Ask.DIE: 2, Ask.RESTORE: 2, Ask.SPOT: 3,
    Ask.ARRIVE: 7, Ask.RETURN: 14, Ask.PLAGUE: 17, Ask.INERTIA: 52, Ask.REENTER: 81, Ask.DOGFIGHT: 116,
    Ask.REDIRECT: 140, Ask.FABRICATE: 724,
}  # fmt: skip
"""By what is asked: the random game in which it is, found by looking."""


class Wall:
    """A clock on the wall that only this script moves."""

    def __init__(self):
        self.at = int(BEGINS)

    def __call__(self):
        return self.at


def secret(name):
    return hashlib.sha256(f"stored {name}".encode()).digest()


async def opened(desk, wall, rulebook, name, seats, options, at, seed=""):
    """A game that has begun; its secret comes from its name."""
    bot.desk.secrets.token_bytes = lambda _size: secret(f"{name} {seed}")
    wall.at = int(at)
    game = await desk.create(GUILD, rulebook, name, user=GM, channel=CHANNEL, options=options)
    for seat in seats:
        reply = await desk.join(game.id, USERS[seat], seat)
        assert reply.refusal is None, reply
    reply = await desk.start(game.id, GM)
    assert reply.refusal is None, (name, reply)
    return game.id


count = {"obeyed": 0, "refused": 0}


async def give(desk, game, seat, order):
    user = GM if seat == MODERATOR else USERS[seat]
    number = sum(count.values())
    interaction = f"i{number}" if number % 20 == 0 else ""  # an answer kept now and then is enough
    reply = await desk.submit(game, seat, order, user=user, interaction=interaction)
    count["refused" if reply.refusal else "obeyed"] += 1
    return reply


async def played(desk, wall, path, upto=None, suffix=""):
    """A played example's game as far as line `upto`."""
    transcript = read(path.read_text(), path.name)
    rules = desk.rulebooks.current(transcript.rulebook)
    now, game = None, None
    for step in transcript.steps:
        if upto is not None and step.line > upto:
            break
        if step.kind == "clock":
            now = moved(now or 0, step.text)
            if game is None:
                setup = transcript.setup
                name = (path.stem + suffix)[:40]
                game = await opened(desk, wall, transcript.rulebook, name, setup.seats, dict(setup.options), now)
            wall.at = int(now)
            await desk.tick(game)
        elif step.kind == "order":
            kinds = [kind for kind in rules.orders if kind.moderator == (step.who == MODERATOR)]
            try:
                order = parse(step.text, kinds)
            except WordsError:
                continue
            await give(desk, game, Seat(step.who), order)
    return game


EXAMPLES = {"gcw": {}, "sunrise": {}}
"""By rulebook, one stored body of each kind of fact, and of each task and question that one holds."""

LINES = {"gcw": {}, "sunrise": {}}
"""By rulebook and path, order lines and the orders that they are read as."""


def keep_example(rulebook, codec, fact):
    """Keep a fact's bytes if they are of a kind, or hold a task or a question, that is not kept yet."""
    tags = [type(fact).__name__]
    if tags[0] == "Waits":
        data = msgspec.to_builtins(fact)
        tags += [f"Waits {task['type']}" for task in data.get("agenda", ())]
        tags += [f"Waits for {data['choice']['kind']}"] if data.get("choice") else []
    if any(tag not in EXAMPLES[rulebook] for tag in tags):
        body = codec.fact_bytes(fact).decode()
        for tag in tags:
            EXAMPLES[rulebook].setdefault(tag, body)


def keep_line(rulebook, codec, line, order):
    """Keep a line and what it is read as, of each path up to six of different fields."""
    kept = LINES[rulebook].setdefault(order.path, {})
    given = tuple(sorted(order.model_fields_set))
    kept.setdefault(given, [line, codec.order_text(order)])


def sample(kind):
    """A value of a type, whatever it may be."""
    match kind:
        case msgspec.inspect.IntType():
            return 1
        case msgspec.inspect.StrType():
            return "x"
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.EnumType():
            return list(kind.cls)[0].value
        case msgspec.inspect.LiteralType():
            return kind.values[0]
        case msgspec.inspect.UnionType():
            return sample(kind.types[0])
        case msgspec.inspect.VarTupleType():
            return [sample(kind.item_type)]
        case msgspec.inspect.TupleType():
            return [sample(item) for item in kind.item_types]
        case msgspec.inspect.DictType():
            return {sample(kind.key_type): sample(kind.value_type)}
        case msgspec.inspect.StructType():
            tag = {kind.tag_field: kind.tag} if kind.tag is not None else {}
            return tag | {field.encode_name: sample(field.type) for field in kind.fields}
    raise ValueError(kind)


def synthesised(books):
    """Examples and lines of what no game here has come to."""
    for name in books.names:
        rules = books.current(name)
        codec = Codec(rules)
        for kind in rules.facts:
            if kind.__name__ not in EXAMPLES[name]:
                keep_example(name, codec, msgspec.convert(sample(msgspec.inspect.type_info(kind)), kind))
        for kind in rules.orders:
            given = {}
            for field, info in kind.model_fields.items():
                values = getattr(info.annotation, "__args__", None)
                given[field] = (
                    values[0] if values and isinstance(values[0], str) else 3 if info.annotation is int else "Three"
                )
            for fields in (given, {f: v for f, v in given.items() if kind.model_fields[f].is_required()}):
                try:
                    order = kind.model_validate(fields)
                    line = to_text(order, rules.orders)
                    if parse(line, rules.orders) == order:
                        keep_line(name, codec, line, order)
                except (ValueError, WordsError) as error:
                    print("no line", kind.path, error)
    rules = books.current("sunrise")
    codec = Codec(rules)
    waits = next(kind for kind in rules.facts if kind.__name__ == "Waits")
    for kind in Task.__args__:
        if f"Waits {kind.__struct_config__.tag}" not in EXAMPLES["sunrise"]:
            body = {
                "fact": "Waits", "until": None, "choice": {"kind": "lose", "side": "A"},
                "agenda": [sample(msgspec.inspect.type_info(kind))],
            }  # fmt: skip
            keep_example("sunrise", codec, msgspec.convert(body, waits))


def rehearsed(desk):
    """Keep what the played examples say and order, with the dice that they script."""
    for path in sorted(Path("tests/play").glob("*/*.play")):
        transcript = read(path.read_text(), path.name)
        if transcript.rulebook not in EXAMPLES:
            continue
        rules = desk.rulebooks.current(transcript.rulebook)
        table = Rehearsal(rules, transcript.setup)
        for step in transcript.steps:
            for one in table.do(step).said:
                keep_example(rules.name, table.codec, one.fact)
            if step.kind == "order":
                try:
                    order = parse(step.text, rules.orders)
                except WordsError:
                    continue
                keep_line(rules.name, table.codec, step.text, order)


def moves_until(rules, name, setup, seed, kind, fleets):
    """Moves of a random game up to where an owner is asked `kind`, or all of them."""
    dice = ChainDice(secret(f"{name} {seed}"))
    outcome = start(rules, setup, BEGINS, dice)
    state = outcome.state
    known = {seat: rules.state() for seat in setup.seats}
    codec = Codec(rules)

    def took(outcome):
        nonlocal state
        for one in outcome.said:
            keep_example(rules.name, codec, one.fact)
            for seat in setup.seats:
                if one.to.includes(seat):
                    known[seat] = one.fact.evolve(known[seat])
        state = outcome.state

    took(outcome)
    opening = [Move(BEGINS, seat, order) for seat, order in rules.opening(msgspec.structs.replace(setup, name=fleets))]
    players = random_moves(
        rules,
        setup,
        Chance("fuzz", seed),
        BEGINS,
        opening,
        lambda: state,
        lambda s: state if s == MODERATOR else known[s],
    )
    made = []
    for move in islice(players, 260):
        made.append(move)
        took(lapse(rules, state, move.at, dice))
        if move.order is not None:
            keep_line(rules.name, codec, to_text(move.order, rules.orders), move.order)
            took(obey(rules, state, move.seat, move.order, move.at, dice))
        if kind is not None and state.choice is not None and state.choice.kind is kind:
            return made, True
    return made, kind is None


async def random_game(desk, wall, rulebook, name, setup, seed, kind=None, most=None):
    rules = desk.rulebooks.current(rulebook)
    fleets = ""
    for more in range(9000):
        if kind is not None:
            setup = rules.setups()[(seed + more) % len(rules.setups())]
        setup, fleets = Setup(name, tuple(sorted(setup.seats)), setup.options), setup.name or fleets
        moves, there = moves_until(rules, name, setup, seed + more, kind, fleets)
        if there:
            break
    else:
        raise SystemExit(f"{name}: {kind} was never asked")
    print(name, seed + more, len(moves), flush=True)
    game = await opened(desk, wall, rulebook, name, setup.seats, dict(setup.options), BEGINS, seed + more)
    for move in moves[:most]:
        wall.at = int(move.at)
        await desk.tick(game)
        if move.order is not None:
            await give(desk, game, move.seat, move.order)
    if kind is not None:
        choice = (await desk.known(game, Seat("red"))).choice
        assert choice is not None and choice.kind is kind, (name, choice)
    return game


async def lines(desk, wall, game, *texts):
    """Orders as `seat> line`; what is refused stops the script."""
    rules = desk.rules_of(await desk.game(game))
    for text in texts:
        who, _, line = text.partition("> ")
        if who == "+":
            wall.at += int(line)
            await desk.tick(game)
            continue
        kinds = [kind for kind in rules.orders if kind.moderator == (who == MODERATOR)]
        order = parse(line, kinds)
        keep_line(rules.name, Codec(rules), line, order)
        reply = await give(desk, game, Seat(who), order)
        if reply.refusal is not None:
            print("REFUSED", text, reply.text)


async def gcw_games(desk, wall):
    root = Path("tests/play/gcw")
    for path in sorted(root.glob("*.play")):
        await played(desk, wall, path)
    rules = desk.rulebooks.current("gcw")
    for number in range(5):
        seats = tuple(Seat(seat) for seat in ("red", "blue", "green")[: 2 + number % 2])
        await random_game(desk, wall, "gcw", f"Random {number}", Setup("", seats), 70 + number)
    assert rules
    game = await opened(desk, wall, "gcw", "Unposted", ("red", "blue"), {}, BEGINS)
    begun = (
        "red> join GE as Piett", "red> muster LNCR named Talon", "red> muster LNCR named Vigil", "red> confirm",
        "blue> join RA as Ackbar", "blue> muster NEBB named Redemption", "blue> confirm",
        "gm> spawn ISD named Avenger at Hoth B-1 for red", "gm> spawn NEBB named Yavaris at Hoth B-1 for blue",
        "gm> spawn CORV named Bantam at Hoth B-1 for blue",
    )  # fmt: skip
    draft = ("red> formation Line is Talon and Vigil", "red> fire Avenger at Yavaris")
    await lines(desk, wall, game, *begun, "red> fire Avenger at Yavaris")
    await desk.sheet(game, Seat("blue"), "fire Yavaris at Nobody\nfire Bantam at Avenger\nsing a song", user=12)
    await desk.preview(game, Seat("red"), "fire Avenger at Bantam", keep=True)
    game = await opened(desk, wall, "gcw", "Posted", ("red", "blue"), {}, BEGINS)
    await lines(desk, wall, game, *begun, "red> fire Avenger at Yavaris", "red> submit The guns speak.")
    await lines(desk, wall, game, "blue> fire Yavaris at Avenger", "blue> submit So do ours.", "blue> recover")
    game = await opened(desk, wall, "gcw", "Final", ("red", "blue"), {}, BEGINS)
    await lines(desk, wall, game, *begun, "red> fire Avenger at Yavaris", "red> submit The guns speak.", "red> final")
    await lines(desk, wall, game, f"+> {25 * HOUR}", "red> fire Avenger at Bantam", "red> submit Again.")
    await desk.rewind(game, 1, user=GM, reason="a slip of the hand")
    await desk.announce(game, "Wait for me.", ping=True, user=GM)
    await desk.pause(game, user=GM, reason="dinner")
    game = await opened(desk, wall, "gcw", "Moved", ("red", "blue"), {"fog": "off"}, BEGINS)
    await lines(desk, wall, game, *begun)
    await desk.advance(game, 3 * DAY, user=GM, reason="nothing happens")
    await desk.extend(game, HOUR, user=GM)
    await desk.leave(game, 12)
    game = await opened(desk, wall, "gcw", "Ended", ("red", "blue"), {}, BEGINS)
    await lines(desk, wall, game, *begun)
    await desk.end(game, user=GM, reason="enough")
    assert draft


async def sunrise_games(desk, wall):
    rules = desk.rulebooks.current("sunrise")
    setups = rules.setups()
    for kind, seed in ASKED.items():
        setup = setups[seed % len(setups)]
        await random_game(desk, wall, "sunrise", f"Asked {kind.value}", setup, seed, kind)
    for number in range(3):
        await random_game(desk, wall, "sunrise", f"Random {number} of Sunrise", setups[4 * number], 500 + number)
    game = await opened(
        desk, wall, "sunrise", "By hand", ("red", "blue", "green"), {"terrain": "hand", "pace": "post"}, BEGINS
    )
    await desk.join(game, USERS["gold"], "gold")
    await lines(
        desk, wall, game, "gold> join side A", "blue> admit gold", "red> sample fleet picket", "green> sample fleet line",
        "red> lock fleet", "red> unlock fleet", "red> lock fleet", "green> lock fleet",
        "blue> offer a draw", "blue> withdraw the draw", "blue> offer a draw",
        "gm> ruling Terrain is laid by the dozen.",
    )  # fmt: skip
    await desk.keep(game, Seat("red"), 11, "My picket")
    for seat in ("red", "green"):
        await lines(desk, wall, game, f"{seat}> roll initiative")
    await lines(desk, wall, game, "red> lay circle 36 24 3", "blue> lay circle 36 24 3", "green> lay circle 20 24 2")
    for path in sorted(Path("tests/play/sunrise").glob("*.play")):
        await played(desk, wall, path)
    game = await opened(desk, wall, "sunrise", "Built", ("red", "blue"), {"terrain": "none"}, BEGINS)
    await lines(
        desk, wall, game, "red> new ship Lancer hull Destroyer", "red> mount Railgun on Lancer facing fore",
        "red> mount Torpedo on Lancer", "red> fit Shields to Lancer", "red> defend Lancer with Hardened Armor",
        "red> copy Lancer as Uhlan", "red> rename Uhlan to Hussar", "red> unmount Torpedo from Hussar", "red> scrap Hussar",
        "red> name fleet The Long Lances", "red> faction Voidkin", "red> new ship Carrier hull Cruiser",
        "red> fit Fighter Hangar to Carrier", "red> berth Fighter in Carrier", "red> hangar Flight Deck for Carrier holding Fighter, Bomber",
        "blue> sample fleet line", "blue> clear fleet",
        'blue> load fleet "Dart | Frigate | | Beam Rifle (fore); Torpedo"',
    )  # fmt: skip
    game = await opened(desk, wall, "sunrise", "Moderated", ("red", "blue"), {"terrain": "none"}, BEGINS)
    await desk_plays(desk, game, until=lambda state: state.stage == "orders")
    await lines(
        desk, wall, game, "gm> random terrain 2", "gm> add terrain circle 36 24 3", "gm> take terrain t1", "gm> take terrain 1",
        "gm> pause the clock", "+> 600", "gm> resume the clock", "gm> deadline in 90 minutes", "gm> extend by 30 minutes",
        "gm> timer orders 600", "gm> remove A2 because It was a mistake", "gm> set velocity of A1 to 5",
        "gm> set pips of A1 to 3 because It was hit before", "gm> score of A is 3", "gm> put marker m1 at 30 30 for A",
        "gm> lift marker m1", "gm> seat blue on side B", "gm> place A1 at 30 10 heading 0", "gm> ruling Be kind.", "gm> advance",
    )  # fmt: skip
    game = await opened(desk, wall, "sunrise", "Conceded", ("red", "blue"), {"terrain": "none"}, BEGINS)
    await desk_plays(desk, game, until=lambda state: state.stage == "orders")
    await lines(desk, wall, game, "red> concede the game")
    game = await opened(desk, wall, "sunrise", "Ruled out", ("red", "blue"), {"terrain": "none"}, BEGINS)
    await desk_plays(desk, game, until=lambda state: state.stage == "orders")
    await lines(desk, wall, game, "gm> end the game for A because Nobody came")
    game = await opened(desk, wall, "sunrise", "Sealed plots", ("red", "blue"), {"terrain": "none"}, BEGINS)
    await desk_plays(desk, game, until=lambda state: state.stage == "orders")
    known = await desk.known(game, Seat("red"))
    side = known.seats[Seat("red")]
    for ship in known.fleet(side):
        await lines(desk, wall, game, f"red> plot {ship.id} to port 1")
        break
    await lines(desk, wall, game, "red> lock orders")
    game = await opened(desk, wall, "sunrise", "Sealed fleet", ("red", "blue"), {}, BEGINS)
    await lines(desk, wall, game, "red> sample fleet line", "red> lock fleet", "blue> sample fleet pilgrimage")
    game = await opened(desk, wall, "sunrise", "Unlocked plots", ("red", "blue"), {"terrain": "none"}, BEGINS)
    await desk_plays(desk, game, until=lambda state: state.stage == "orders")
    await lines(desk, wall, game, "red> lock orders", "red> unlock orders")
    bot.desk.secrets.token_bytes = lambda _size: secret("Umpire's")
    made = await desk.create(GUILD, "sunrise", "Umpire's", user=GM, channel=CHANNEL, options={"terrain": "none"})
    await desk.join(made.id, 11, "red")
    await desk.take_up(made.id, GM, "blue")
    await desk.start(made.id, GM)
    for _ in range(120):
        known = await desk.known(made.id, Seat("red"))
        order = rules.advise(known, Seat("red"), wall.at)
        moved_on = False
        if any(one.seat == "red" for one in rules.awaits(known)) and order is not None:
            moved_on = (await give(desk, made.id, Seat("red"), order)).refusal is None
        moved_on |= await desk.advise(made.id)
        if not moved_on:
            break
    bot.desk.secrets.token_bytes = lambda _size: secret("Lobby")
    made = await desk.create(GUILD, "sunrise", "Lobby", user=GM, channel=CHANNEL, options={"goal": "10"})
    await desk.join(made.id, 12, "blue")


async def desk_plays(desk, game, until):
    """Both seats give the orders that the rulebook advises."""
    rules = desk.rules_of(await desk.game(game))
    for _ in range(300):
        done = True
        for seat in (Seat("red"), Seat("blue")):
            known = await desk.known(game, seat)
            if until(known):
                return
            if all(one.seat != seat for one in rules.awaits(known)):
                continue
            order = rules.advise(known, seat, BEGINS)
            if order is not None and (await give(desk, game, seat, order)).refusal is None:
                done = False
        assert not done, "nobody knows what to do"


def told_lines(rules, codec, facts, seats):
    """Words of each fact and who was told them: [fact's number, hearer, words]; "" is the public."""
    hearers = [None, *seats]
    known = {hearer: rules.state() for hearer in hearers}
    for fact in facts:
        one = Said(fact.at, Audience.parse(fact.audience), codec.fact(fact.body))
        for hearer in hearers:
            if one.to.includes(hearer):
                known[hearer] = one.fact.evolve(known[hearer])
                news = rules.tell(known[hearer], one, hearer)
                if news is not None:
                    yield [fact.n, hearer or "", news.text]


def forms(books):
    """All that may stand in the database, by rulebook."""
    found = {"kernel facts": {kind.__name__: list(kind.__struct_fields__) for kind in KERNEL_FACTS}}
    for name in books.names:
        rules = books.current(name)
        found[name] = {
            "version": rules.version,
            "facts": {kind.__struct_config__.tag: list(kind.__struct_fields__) for kind in rules.facts},
            "orders": {
                kind.path: {
                    "line": kind.line, "short": kind.short, "moderator": kind.moderator,
                    "fields": {
                        field: {"required": info.is_required(), "default": None if info.is_required() else info.default}
                        for field, info in kind.model_fields.items()
                    },
                }
                for kind in rules.orders
            },
            "views": [view.name for view in rules.views],
            "state": list(rules.state.__struct_fields__),
            "examples": EXAMPLES[name],
            "lines": {path: list(kept.values())[:6] for path, kept in LINES[name].items()},
        }  # fmt: skip
    found["sunrise"]["questions"] = [kind.value for kind in Ask]
    print(
        "tasks without example:",
        [
            kind.__struct_config__.tag
            for kind in Task.__args__
            if f"Waits {kind.__struct_config__.tag}" not in EXAMPLES["sunrise"]
        ],
    )
    found["sunrise"]["tasks"] = (
        {kind.__struct_config__.tag: list(kind.__struct_fields__) for kind in Task.__value__.__args__}
        if hasattr(Task, "__value__")
        else {kind.__struct_config__.tag: list(kind.__struct_fields__) for kind in Task.__args__}
    )
    return found


async def main(target):
    wall = Wall()
    books = rulebooks(Path("seeds"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        store = await Store.open(path)
        desk = Desk(store, books, Clock(wall=wall))
        rehearsed(desk)
        await gcw_games(desk, wall)
        await sunrise_games(desk, wall)
        synthesised(books)
        told, facts, paths = [], set(), set()
        for row in await store.games(ended=True):
            difference = await desk.verify(row.id)
            assert difference is None, (row.name, difference)
            edition = await desk.edition(row)
            seats = sorted(one.seat for one in await store.seats(row.id))
            standing = await store.facts(row.id)
            facts |= {(row.rulebook, json.loads(fact.body)["fact"]) for fact in standing}
            paths |= {
                json.loads(one.body)["order"] for one in await store.commands(row.id)
                if one.kind == "order" and not one.refusal
            }  # fmt: skip
            told += [[row.name, *line] for line in told_lines(edition.rules, edition.codec, standing, seats)]
            choice = ""
            if row.rulebook == "sunrise" and row.status != "lobby":
                choice = getattr((await desk.known(row.id, None)).choice, "kind", "")
            print(row.id, row.rulebook, row.name, row.status, row.sequence, row.facts, choice)
        await store.close()
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        connection.close()
        data = path.read_bytes()
    for name in books.names:
        rules = books.current(name)
        print(
            name,
            "facts never said:",
            sorted(kind.__name__ for kind in rules.facts if (name, kind.__name__) not in facts),
        )
        print(name, "without example:", sorted({kind.__name__ for kind in rules.facts} - EXAMPLES[name].keys()))
        print(name, "without line:", sorted({kind.path for kind in rules.orders} - LINES[name].keys()))
        print(name, "orders never obeyed:", sorted(kind.path for kind in rules.orders if kind.path not in paths))
    print(count, len(data), len(told))
    (target / "games.db.xz").write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    (target / "forms.json").write_text(json.dumps(forms(books), indent=1, sort_keys=True, default=str) + "\n")
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in told)
    (target / "told.jsonl.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    try:
        asyncio.run(main(Path(sys.argv[1])))
    except BaseException:
        traceback.print_exc()
        os._exit(1)  # a database that is open keeps a thread

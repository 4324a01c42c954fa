"""Games that were started with an older data pack: they keep its figures, and read the words of today."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.rulebooks import Make, MissingRulebook, Rulebooks
from engine import gcw, sunrise
from engine.game import Seat
from engine.gcw.founding.setup import Join, Muster
from storage.packs import read
from storage.store import Store
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD

SEEDS = Path(__file__).parents[3] / "seeds"
GCW, SUNRISE = read(SEEDS / "gcw"), read(SEEDS / "sunrise")
RED = Seat("red")


def without(sheet: str, code: str) -> str:
    """A `refusals.toml` as it was before there was that refusal."""
    return re.sub(rf'\[\[refusals\]\]\ncode = "{code}"\n(?:.+\n)*', "", sheet)


NEWEST: Mapping[Make, int] = {gcw.ruleset: gcw.Gcw.version, sunrise.ruleset: sunrise.Sunrise.version}


def shelf(files: Mapping[str, str], make: Make) -> Rulebooks:
    """The rulebooks of an Umpire that has that data pack."""
    books = Rulebooks()
    books.add(make(files, NEWEST[make]), files, make)
    return books


OLDER = {
    **GCW,
    "refusals.toml": without(GCW["refusals.toml"], "TECH_FORBIDDEN"),
    "ships.toml": GCW["ships.toml"].replace("cp = 19", "cp = 18", 1),
}


async def mustered(desk: Desk, game: int, unit: str) -> str:
    """The answer to red's order of a unit."""
    return (await desk.orders.submit(game, RED, Muster(unit=unit), user=ALICE)).text


async def test_a_refusal_younger_than_a_games_pack_has_its_sentence(store: Store, clock: Clock) -> None:
    assert "TECH_FORBIDDEN" not in OLDER["refusals.toml"]
    first = Desk(store, shelf(OLDER, gcw.ruleset), clock)
    game = (await first.lobby.create(NewGame("gcw", "Old"), guild=GUILD, user=GM, channel=CHANNEL)).id
    await first.lobby.join(game, ALICE, "Red")
    await first.lobby.join(game, BOB, "Blue")
    await first.lobby.start(game, GM)
    await first.orders.submit(game, RED, Join(faction="GE", hero="Wuht"), user=ALICE)
    assert await mustered(first, game, "MC90") == "TECH_FORBIDDEN"

    later = Desk(store, shelf(GCW, gcw.ruleset), clock)
    said = await mustered(later, game, "MC90")
    assert "Galactic Empire cannot use" in said and "TECH_FORBIDDEN" not in said
    assert later.rulebooks.of(await store.game(game)).digest == first.rulebooks.current("gcw").digest
    assert later.rulebooks.current("gcw").digest != first.rulebooks.current("gcw").digest
    assert await later.record.verify(game) is None


@pytest.mark.parametrize(
    ("name", "files", "make", "code", "figure"),
    [
        ("gcw", GCW, gcw.ruleset, "CP_LIMIT", ("ships.toml", "cp = 19", "cp = 18")),
        ("sunrise", SUNRISE, sunrise.ruleset, "E_ARC", ("pack.toml", "victory = 15", "victory = 14")),
    ],
)
def test_every_rulebook_reads_the_words_of_today(
    name: str, files: Mapping[str, str], make: Make, code: str, figure: tuple[str, str, str]
) -> None:
    file, was, before = figure
    older = {**files, file: files[file].replace(was, before, 1)}
    books, digest = shelf(files, make), make(older, 1).digest
    assert digest != books.current(name).digest
    stored = {**older, "refusals.toml": without(files["refusals.toml"], code)}
    rules = books.remake(name, 1, digest, stored).rules
    assert rules.refusals[code] == books.current(name).refusals[code]


def test_a_pack_that_can_be_read_no_more_is_told_with_its_fault() -> None:
    stored = {**GCW, "ships.toml": GCW["ships.toml"].replace("\nlength", "\nlenght", 1)}
    with pytest.raises(MissingRulebook, match=r"cannot be read any more\. Record SSD, field ships\[0\]\.length: is"):
        shelf(GCW, gcw.ruleset).remake("gcw", 1, "0" * 64, stored)

"""A unit of another's has one name for whoever knows it, in news, views, previews and pictures; orders take it."""

import re
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.dice.keyed import ScriptedDice
from engine.game import MODERATOR, Seat, obey
from engine.gcw.look import Look, contact_labelled, line_words, some_of
from engine.gcw.space.fire import Fire
from engine.gcw.state import State
from engine.played.script import read
from engine.played.transcript import Rehearsal
from engine.text.lines import parse
from engine.text.message import Text, unmarked
from engine.text.numbered import named
from tests.engine.examples import stages
from tests.engine.gcw.playing import BLUE, RED, Played, facing
from tests.engine.gcw.staged import rules, words

GOLDEN = sorted((Path(__file__).parents[3] / "play" / "gcw").glob("golden_*.play"))

YAVARIS = "Yavaris (C1, T2)"
"""Blue's frigate as red knows it: its first contact, whose name it has seen and which is track 2 in public posts."""


def met() -> Played:
    """Red and blue have fired at each other once."""
    game = facing()
    game.turn(RED, "fire 10 IC of Avenger at Yavaris")
    game.turn(BLUE, "fire Yavaris at Avenger")
    return game


def news(game: Played, seat: Seat = RED) -> str:
    """All that a seat heard of the last step."""
    return "\n".join(heard[seat].text for heard in game.words if seat in heard)


def shown(game: Played, view: str, about: str = "") -> str:
    """A view of red's, in words."""
    return words(game.rules.show(game.known[RED], RED, view, about, game.now))


@pytest.mark.rule("GCW-PST-03", "GCW-SCN-18")
def test_a_contact_has_one_name_in_news_views_previews_and_pictures() -> None:
    game = met()
    assert f"**{YAVARIS}** (Nebulon-B Escort Frigate (NEBB), of blue) fires at Hoth B-1" in news(game)
    assert f"damage from {YAVARIS}; left:" in news(game)
    for view, about in (("contacts", ""), ("ship", "Contact 1"), ("system", "Hoth")):
        assert YAVARIS in shown(game, view, about), view
    for view, about in (("board", "Hoth"), ("ship", "Contact 1")):
        assert YAVARIS in str(game.rules.draw(game.known[RED], RED, view, about, game.now)), view
    game.wait(hours=24)
    game.red("fire Avenger at Contact 1")
    assert f"the last is “fire Avenger at {YAVARIS}”" in news(game)
    for view in ("turn", "preview"):
        assert f"1. fire Avenger at {YAVARIS}" in shown(game, view), view
    assert f"Avenger (T1) at {YAVARIS}: NORMAL" in "\n".join(game.rules.preview(game.known[RED], RED, game.now))
    game.red("submit So be it.", "final")
    assert f"Avenger (T1) fires at {YAVARIS}:" in news(game)


@pytest.mark.rule("GCW-SCN-18")
@pytest.mark.parametrize("name", ["Contact 1", "Yavaris", "c1", "T2", "track 2", YAVARIS, YAVARIS.lower()])
def test_orders_and_views_take_every_name_of_a_contact(name: str) -> None:
    game = met()
    game.wait(hours=24)
    game.red(f"fire 10 IC of Avenger at {name}")
    assert f"Avenger (T1) at {YAVARIS}: ION" in "\n".join(game.rules.preview(game.known[RED], RED, game.now))
    assert shown(game, "ship", name) == shown(game, "ship", "Contact 1")


@pytest.mark.rule("GCW-PST-03")
def test_a_ship_of_ones_own_has_one_name_which_tells_where_the_public_posts_mean_it() -> None:
    game = facing()
    game.red("fire Avenger at Contact 1", "submit So be it.", "final")
    posts = "\n".join(heard[None].text for heard in game.words if None in heard)
    assert "Track 1 (red) fires at Track 2 (blue)" in posts and "Avenger" not in posts
    told = {RED: news(game, RED), BLUE: news(game, BLUE)}
    for seat, own, theirs in ((RED, "Avenger (T1)", "Yavaris (C1, T2)"), (BLUE, "Yavaris (T2)", "Avenger (C1, T1)")):
        assert own in told[seat] and theirs in told[seat], seat
        bare = own.partition(" ")[0]
        assert not re.search(rf"\b{bare}\b(?! \(T|'s crew)", told[seat].replace(theirs, "")), told[seat]
    for view, about in (("fleet", ""), ("ship", "Avenger"), ("system", "Hoth")):
        assert "Avenger (T1)" in shown(game, view, about), view
    for view, about in (("board", "Hoth"), ("ship", "Avenger")):
        assert "Avenger (T1)" in str(game.rules.draw(game.known[RED], RED, view, about, game.now)), view
    game.wait(hours=24)
    offered = game.rules.options(game.known[RED], RED, Fire, "unit", {}, game.now)
    assert any(one.value == "Avenger" and one.label.startswith("Avenger (T1) (ISD") for one in offered)


@pytest.mark.rule("GCW-PST-03")
@pytest.mark.parametrize("name", ["Avenger", "Avenger (T1)", "avenger (t1)"])
def test_orders_and_views_take_every_name_of_a_ship_of_ones_own(name: str) -> None:
    game = met()
    game.wait(hours=24)
    game.red(f"fire 10 IC of {name} at Contact 1")
    assert f"Avenger (T1) at {YAVARIS}: ION" in "\n".join(game.rules.preview(game.known[RED], RED, game.now))
    assert game.known[RED].drafts[RED][-1].casefold() == "fire 10 ic of avenger at contact 1"
    assert shown(game, "ship", name) == shown(game, "ship", "Avenger")


@pytest.mark.rule("GCW-SCN-18")
def test_what_has_no_name_is_called_by_its_number_and_its_track() -> None:
    game = facing()
    game.gm("spawn LNCR named Far at Hoth C-3 for red")
    game.turn(RED, "move Far to C-2")
    assert "**Contact 2 (T1)** moves into Hoth C-2." in news(game, BLUE)


def test_a_name_that_several_contacts_bear_tells_none_of_their_numbers() -> None:
    game = facing()
    known = game.known[RED]
    assert contact_labelled(known, RED, "Yavaris") == "Yavaris (C1)"
    game.gm("spawn NEBB named Yavaris at Hoth B-1 for green")
    known = game.known[RED]
    assert contact_labelled(known, RED, "Yavaris") == "Yavaris"
    assert contact_labelled(known, RED, "an unseen unit") == "an unseen unit"
    assert contact_labelled(known, RED, "Contact 1") == "Yavaris (C1)"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_line_is_understood_as_it_is_told(path: Path) -> None:
    """Whoever types a line of their draft as they read it drafts the same line."""
    book = rules()
    orders = [order for order in book.orders if not order.moderator]
    for stage in stages(book, path):
        for seat, known in stage.before.items():
            if seat is None:
                continue
            for line in stage.after[seat].drafts.get(seat, ())[len(known.drafts.get(seat, ())) :]:
                typed, knows = unmarked(line_words(Look(book.world, known, seat, stage.now), line)), stage.before
                outcome = obey(book, known, seat, parse(typed, orders), stage.now, ScriptedDice(), knows.__getitem__)
                assert line in outcome.state.drafts[seat], (typed, outcome.refusal)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_line_calls_contacts_as_everywhere(path: Path) -> None:
    """A contact whose name the player has seen stands in a line of their draft with its number, a ship of theirs as
    it is called.
    """
    book = rules()
    for stage in stages(book, path):
        for seat, known in stage.after.items():
            drafts = known.drafts.get(seat, ()) if seat is not None else ()
            if seat is None or not drafts:
                continue
            contacts = known.contacts_of(seat).values()
            right = {*(one.called for one in contacts), *(unit.name for unit in known.units.values())}
            bare = [one.name for one in contacts if one.name]
            for line in drafts:
                told = unmarked(line_words(Look(book.world, known, seat, stage.now), line))
                known_names = sorted((name for name in right if name in told), key=len, reverse=True)
                left = re.sub("|".join(map(re.escape, known_names)), "", told)
                assert not any(name in left for name in bare), told


EXAMPLES = sorted((Path(__file__).parents[3] / "play" / "gcw").glob("*.play"))


def spelled(report: str, viewer: Seat, before: State, after: State, others: Collection[str]) -> dict[str, set[str]]:
    """By contact the ways in which a report spells it, to a viewer who knew this before the step and that after it.

    A bare name says which contact it is where no other, no unit of the viewer's own and none of the `others` has it.
    """
    own = {unit.name for known in (before, after) for unit in known.units.values()}
    named = {
        (one.name, alias) for known in (before, after) for alias, one in known.contacts_of(viewer).items() if one.name
    }
    names = Counter(name for name, _ in named)
    bare = {name: alias for name, alias in named if names[name] == 1 and name not in own and name not in others}
    text = unmarked(Text(report))
    every = sorted((name for name in {*own, *names, *others} if name in text), key=len, reverse=True)
    called = "|".join([r"Contact \d+", *map(re.escape, every)])
    spelling = re.compile(rf"(?<!\w)({called})(?!\w)( \((?:C(\d+))?(?:, )?(?:T\d+)?\))?")
    found: dict[str, set[str]] = {}
    for line in text.splitlines():
        for word in spelling.finditer(line) if not line.startswith("> ") else ():  # a story is told as it was written
            alias = (
                f"Contact {word[3]}" if word[3] else word[1] if word[1].startswith("Contact ") else bare.get(word[1])
            )
            if alias is not None:
                found.setdefault(alias, set()).add(word[0])
    return found


@pytest.mark.rule("GCW-PST-03", "GCW-SCN-18")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_report_calls_a_contact_by_one_name(path: Path) -> None:
    """All that one hearer reads of one step names a contact alike from its first line, though its name and its public
    number are learned in a later one.
    """
    book = rules()
    pack = book.world.pack
    kinds = (pack.ships, pack.squadrons, pack.auxiliaries, pack.ground, pack.facilities)
    classes = {one.name for kind in kinds for one in kind.values()}
    owned: dict[Seat | None, set[str]] = {}
    for stage in stages(book, path):
        for seat, known in stage.before.items():  # what has changed hands stands in lines that were written before
            owned.setdefault(seat, set()).update(unit.name for unit in known.units.values())
        if stage.happened.refusal is not None or stage.step.kind == "ask":
            continue
        for seat in [one for one in stage.after if one is not None]:
            report = "\n".join(words[seat].text for words in stage.words if seat in words)
            told = spelled(report, seat, stage.before[seat], stage.after[seat], classes | owned[seat])
            twice = [names for names in told.values() if len(names) > 1]
            assert not twice, (stage.step.line, seat, twice)


@pytest.mark.rule("GCW-SCN-18")
def test_what_the_end_of_a_step_names_in_its_beginning_is_the_name_alone() -> None:
    game = facing()
    game.red("fire 10 IC of Avenger at Yavaris", "submit So be it.")
    before = game.known[RED]
    game.red("final")
    game.turn(BLUE, "fire Yavaris at Avenger")
    after = game.known[RED]
    was, called = before.contacts_of(RED)["Contact 1"], after.contacts_of(RED)["Contact 1"]
    assert (was.called, called.called) == ("Yavaris (C1)", YAVARIS)
    assert was.pools != called.pools, "more is known of it by then than its name"
    named = game.rules.as_called(before, after, RED)
    assert named.contacts_of(RED)["Contact 1"] == replace(was, track=2)
    assert named.tracks == after.tracks and before.tracks == {}
    assert replace(named, contacts=before.contacts, tracks=before.tracks) == before
    assert len(after.contacts_of(BLUE)) == 0, "and what others know is not in it"
    assert game.rules.as_called(before, before, RED) is before


def test_a_contact_that_is_met_later_in_a_step_is_not_known_before() -> None:
    game = facing()
    before = game.known[BLUE]
    game.gm("spawn LNCR named Far at Hoth C-3 for red")
    game.turn(RED, "move Far to C-2")
    assert "Contact 2" in game.known[BLUE].contacts_of(BLUE)
    assert "Contact 2" not in game.rules.as_called(before, game.known[BLUE], BLUE).contacts_of(BLUE)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_refusal_calls_contacts_as_everywhere(path: Path) -> None:
    """A contact whose name the player has seen is told by it and by its number, in refusals and of lines that are
    dropped.
    """
    for step, happened, _, after, *_ in stages(rules(), path):
        told = [(step.who, happened.refusal.sentence)] if happened.refusal is not None else []
        told += [
            (who, text.split("”", 1)[-1]) for readers, text in happened.told for who in readers if "Dropped" in text
        ]
        for who, sentence in told:
            known = after.get(Seat(who))
            if known is None:
                continue
            own = {unit.name for unit in known.units.values()}
            seen = {one.label for one in known.contacts_of(Seat(who)).values() if one.name and not one.gone} - own
            longest_first = sorted(seen | own, key=len, reverse=True)
            words = re.sub("“.*?”", "", unmarked(Text(sentence)))  # what was typed is shown as it was
            for found in re.finditer("|".join(rf"\b{re.escape(one)}\b" for one in longest_first) or "$^", words):
                bare = found[0] in seen and not words[found.end() :].startswith(" (C")
                assert not bare, (step.line, who, sentence)


@pytest.mark.rule("GCW-PST-03")
def test_what_was_lost_in_a_battle_has_the_name_that_its_reader_has_for_it() -> None:
    transcript = read((GOLDEN[0].parent / "golden_landing.play").read_text("utf-8"), "golden_landing.play")
    game = Rehearsal(rules(), transcript.setup)
    for step in transcript.steps:
        game.do(step)
    turn = {seat: words(game.rules.show(game.known[seat], seat, "turn", "", game.now)) for seat in (RED, BLUE)}
    public = words(game.rules.show(game.known[None], None, "standings", "", game.now))
    assert "lost so far: Rogue (C4, T5) of blue at G-1A; Echo Base (C2, T2) of blue at G-1S" in turn[RED]
    assert "lost so far: Track 5 (blue) at G-1A; Track 2 (blue) at G-1S" in public.replace("\\", "")
    assert "Track 5 (blue) at G-1A" in turn[BLUE].replace("\\", "")  # it is no unit of blue's any more


@pytest.mark.rule("GCW-GEN-04")
def test_a_preview_says_whom_a_shot_makes_hostile_and_says_it_once() -> None:
    game = facing()
    game.red("fire 10 IC of Avenger at Yavaris", "fire 5 IC of Avenger at Bantam")
    assert shown(game, "preview").count("You and blue become hostile") == 1
    assert "You and blue become hostile" not in shown(met_again(), "preview")


def met_again() -> Played:
    """Red and blue have fired at each other, and red drafts another shot."""
    game = met()
    game.wait(hours=24)
    game.red("fire Avenger at Yavaris")
    return game


def test_a_moderator_reads_whose_units_are_that_stand_together() -> None:
    game = facing()
    for number in (1, 2, 3):
        game.gm(
            f"spawn TF named Black {number} at Hoth C-1 for red", f"spawn TF named Black {number} at Hoth C-1 for blue"
        )
    seen = words(game.rules.show(game.state, MODERATOR, "board", "Hoth", game.now))
    assert "6 TF: Black (1-3) (red), Black (1-3) (blue)" in seen
    assert "3 TF: Black (1-3)\n" in shown(game, "board", "Hoth")


def test_a_card_holds_a_whole_hangar() -> None:
    game = facing()
    card = shown(game, "ship", "Avenger")
    assert "30 AT-ST, unharmed: Avenger AT-ST (1-30)" in card and "20 AT-AT, unharmed: Avenger AT-AT (1-20)" in card
    game.gm("remove Avenger AT-ST-7 of red")
    assert "29 AT-ST, unharmed: Avenger AT-ST (1-6, 8-30)" in shown(game, "ship", "Avenger")


def test_of_many_names_the_first_are_said_and_the_others_counted_each() -> None:
    every = named(["Dart", "Red 1", "Red 2", "Red 3", "Claw", "Gold 1", "Gold 2", "Gold 3", "Gold 4"])
    assert some_of(every, 4, 2) == "Dart, 3 Red (1-3), Claw and 4 Gold (1-4)"
    assert some_of(every, 3, 2) == "Dart and 3 Red (1-3) and 5 more"

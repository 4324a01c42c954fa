"""Views: what a seat is shown, made from what it knows, and nothing that it does not know."""

import pytest

from engine.clock import Instant
from engine.game import Refusal, Seat
from engine.gcw.state import State
from engine.orders import Option
from tests.engine.gcw.secrets import visible
from tests.engine.gcw.staged import BLUE, RED, SEATS, Stage, battle, joined, rules, words


@pytest.fixture(scope="module")
def hoth() -> Stage:
    return battle()


def refusal(stage: Stage, seat: Seat | None, view: str, about: str = "") -> Refusal:
    with pytest.raises(Refusal) as caught:
        stage.show(seat, view, about)
    return caught.value


def test_no_view_is_named_log_and_public_ones_say_so() -> None:
    names = [view.name for view in rules().views]
    assert len(names) == len(set(names)) and "log" not in names
    assert {view.name for view in rules().views if view.public} == {
        "board",
        "ground",
        "map",
        "system",
        "class",
        "standings",
    }


@pytest.mark.parametrize("seat", SEATS)
def test_every_view_answers_or_refuses_with_a_sentence_for_any_seat(hoth: Stage, seat: Seat | None) -> None:
    for view in rules().views:
        try:
            report = hoth.show(seat, view.name, "ISD" if view.name == "class" else "")
        except Refusal as no:
            assert seat is None and not view.public and no.sentence.endswith(".")
        else:
            assert report.title and report.draws == view.picture
            assert all(len(line) <= 1024 for section in report.sections for line in section.lines)


def test_every_view_works_for_one_who_knows_nothing() -> None:
    for view in rules().views:
        for seat in (RED, None):
            try:
                rules().show(State(), seat, view.name, "", Instant(0))
            except Refusal as no:
                assert no.code in {"NOT_JOINED", "TARGET_UNKNOWN", "NO_CLASS"}


def test_every_menu_of_a_players_order_opens_for_one_who_has_not_joined() -> None:
    for kind in (one for one in rules().orders if not one.moderator):
        for field in kind.picks():
            offered = list(rules().options(State(), RED, kind, field, {}, Instant(0)))
            assert all(isinstance(one, Option) for one in offered), (kind.path, field)


def test_rosters_of_one_who_has_not_joined_say_so() -> None:
    report = rules().show(State(), RED, "rosters", "", Instant(0))
    assert words(report).strip() == "Your rosters\nYou have not joined this campaign."


def test_a_mistyped_view_and_thing_get_a_suggestion(hoth: Stage) -> None:
    assert refusal(hoth, RED, "flet").code == "UNKNOWN_VIEW"
    assert "fleet" in refusal(hoth, RED, "flet").fix
    assert "Avenger" in refusal(hoth, RED, "ship", "Avnger").fix
    assert refusal(hoth, RED, "ship", "Silent Water").code == "TARGET_UNKNOWN"
    assert "Silent" not in refusal(hoth, RED, "ship", "Silent Watr").fix
    assert "Hoth" in refusal(hoth, RED, "system", "Hooth").fix
    assert "ISD" in refusal(hoth, RED, "class", "ISDX").fix


def test_the_fleet_shows_pools_places_and_hangars(hoth: Stage) -> None:
    text = words(hoth.show(BLUE, "fleet"))
    assert "**Yavaris (T2)** (NEBB, 3 CP) B-1" in text
    assert "armor ▰▰▰▱▱ 210/300" in text
    assert "aboard: 1 XW, 1 YW, 2 LAM" in text


def test_a_ship_and_a_contact_have_sheets(hoth: Stage) -> None:
    own = words(hoth.show(RED, "ship", "Avenger"))
    assert "UCR 3" in own and "60 HTLB: 900 raw" in own and "Committed in the battle of Hoth" in own
    seen = words(hoth.show(BLUE, "ship", "contact 1"))
    assert "Imperial-class Star Destroyer I (ISD) of red" in seen and "At most left" in seen


def test_alike_contacts_are_told_together(hoth: Stage) -> None:
    text = words(hoth.show(BLUE, "contacts"))
    assert "Avenger TF-1 (C2), Avenger TF-2 (C3)" in text


def test_the_panel_leads_from_joining_to_the_turn() -> None:
    stage = Stage()
    assert [one.line for one in stage.show(RED, "turn").suggestions] == ["/gcw join"]
    stage.order(RED, "join GE as Piett")
    assert [one.line for one in stage.show(RED, "turn").suggestions] == ["/gcw muster", "take sample fleet"]
    stage.order(RED, "muster ISD named Devastator at B-1")
    assert [one.line for one in stage.show(RED, "turn").suggestions] == ["/gcw muster", "confirm"]
    stage.order(RED, "confirm", "move Devastator to C-1")
    panel = stage.show(RED, "turn")
    assert "1. move Devastator to C-1" in words(panel)
    assert [one.line for one in panel.suggestions][:3] == ["/gcw turn submit", "clear", "move Devastator to DSZ-1"]


def test_the_panel_tells_who_is_hostile() -> None:
    stage = joined()
    assert "Nobody is hostile to you yet; whoever you fire at will be." in stage.show(RED, "turn").lead
    stage.order(BLUE, "relation hostile red")
    assert "Hostile to you: blue." in stage.show(RED, "turn").lead
    assert "Hostile to you: red." in stage.show(BLUE, "turn").lead


def test_the_panel_of_a_posted_turn_tells_its_deadlines() -> None:
    stage = joined()
    stage.order(RED, "move Devastator to C-1", "submit Outward.")
    posted = stage.now
    panel = stage.show(RED, "turn")
    assert f"<t:{posted + 900}:T>" in panel.lead and f"<t:{posted + 901}:T>" in panel.lead
    assert f"<t:{posted + 86_400}:F>" in panel.lead
    assert [one.line for one in panel.suggestions][:2] == ["final", "recover"]
    assert f"turn 1 of red: final <t:{posted + 901}:T>" in words(stage.show(BLUE, "turn"))
    assert "C-1" not in words(stage.show(BLUE, "turn"))


def test_the_preview_has_the_arithmetic_or_says_what_fails() -> None:
    stage = battle()
    stage.order(BLUE, "fire Yavaris at Avenger")
    assert "144 raw" in words(stage.show(BLUE, "preview")) or "156 raw" in words(stage.show(BLUE, "preview"))
    assert stage.show(RED, "preview").lead == "Your draft is empty."


def test_the_class_shows_where_figures_come_from() -> None:
    report = words(Stage().show(None, "class", "ISD"))
    assert "shields 3,200 `P`" in report and "`P` proposed for this pack" in report


def test_every_class_and_every_system_can_be_shown(hoth: Stage) -> None:
    for view in ("class", "system", "board"):
        for option in rules().subjects(hoth.known[None], None, view, hoth.now):
            assert hoth.show(None, view, option.value).title
            assert len(option.label) <= 100


def test_likeliest_systems_come_first(hoth: Stage) -> None:
    first: list[Option] = list(hoth.rules.subjects(hoth.known[BLUE], BLUE, "board", hoth.now))
    assert [option.value for option in first[:2]] == ["Hoth", "Endor"]
    assert len(first) == len({option.value for option in first}) == 107


def test_the_treasury_is_the_players_own(hoth: Stage) -> None:
    assert "in all 1,250 KC" in words(hoth.show(RED, "treasury"))
    assert "KC" not in words(hoth.show(BLUE, "standings"))


# Secrets


@pytest.mark.parametrize(
    ("seat", "hidden"),
    [
        (BLUE, ("Quiet Menace", "VSD", "Victory-class", "Devastator", "Post One", "OMEGA", "Piett")),
        (RED, ("Silent Water", "CORV", "Corellian Corvette", "Redemption", "Post One", "OMEGA", "Ackbar")),
        (None, ("Quiet Menace", "VSD", "Silent Water", "CORV", "Avenger", "Yavaris", "ISD", "NEBB", "Piett")),
    ],
)
def test_no_word_or_picture_names_what_a_seat_has_not_seen(
    hoth: Stage, seat: Seat | None, hidden: tuple[str, ...]
) -> None:
    for where, text in visible(hoth, seat).items():
        for word in hidden:
            assert word not in text, (where, word)


@pytest.mark.slow
def test_what_is_hidden_changes_nothing_that_others_see() -> None:
    def staged(hidden: str) -> Stage:
        stage = joined()
        stage.gm("spawn NEBB named Yavaris at Hoth B-1 for blue", "spawn ISD named Avenger at Hoth B-1 for red", hidden)
        stage.order(RED, "fire Avenger at Yavaris", "submit We strike.", "final")
        return stage

    one = staged("spawn VSD named Quiet Menace at Hoth DSZ-2 for red")
    other = staged("spawn STRK named Still Waters at Hoth DSZ-4 for red")
    for seat in (BLUE, None):
        assert visible(one, seat) == visible(other, seat)
    assert visible(one, RED) != visible(other, RED)


def test_the_main_fleet_stands_first_in_ones_units_and_in_what_one_may_do_with_them() -> None:
    stage = Stage(founding="whole")
    stage.order(RED, "join RA as Mothma", "take sample fleet", "confirm")
    stage.order(BLUE, "join GE as Piett", "take sample fleet", "confirm")
    shown = [line for section in stage.show(RED, "fleet").sections for line in map(str, section.lines) if "**" in line]
    assert [line.split("**")[1] for line in shown[:4]] == [
        "MC-80a Star Cruiser",
        "Rebel Assault Frigate",
        "Nebulon-B Escort Frigate",
        "MC-90 Star Cruiser",
    ]
    drafts = [one.line for one in stage.show(RED, "turn").suggestions if one.label == "Draft"]
    assert {"move MC-80a Star Cruiser to DSZ-1", "scan MC-80a Star Cruiser active orbit"} & {*drafts}, drafts
    assert not [line for line in drafts if line.startswith(("scan Omega", "shields up Omega"))]


def test_a_line_of_the_draft_that_would_fail_by_now_says_so_and_is_dropped_by_a_button() -> None:
    stage = joined()
    stage.order(RED, "move Devastator to C-1", "scan Devastator active orbit")
    assert not [one for one in stage.show(RED, "turn").suggestions if one.line.startswith("drop")]
    stage.gm("set unit Devastator of red cell C-1")
    panel = stage.show(RED, "turn")
    (drop,) = (one for one in panel.suggestions if one.line.startswith("drop"))
    assert drop.label == "Drop line 1" and drop.line == "drop 1"
    assert str(drop.words).startswith("**Line 1 would fail**: move Devastator to C-1. C-1 is not adjacent to C-1.")
    assert drop.words in panel.sections[0].lines and "You could draft" not in words(panel)
    assert drop.words in stage.show(RED, "preview").sections[1].lines
    refused = stage.refusal(RED, "shields up Devastator")
    assert refused.fix.endswith("`/gcw turn drop number:1` takes it out.")
    stage.order(RED, "drop 1", "shields up Devastator")
    assert "You could draft" in words(stage.show(RED, "turn"))


def test_a_guard_force_is_offered_no_step_out_of_its_grid_and_no_way_aboard() -> None:
    stage = Stage(founding="whole")
    stage.order(RED, "join RA as Mothma", "muster NEBB named Redemption at B-1", "confirm")
    stage.order(BLUE, "join GE as Piett", "take sample fleet", "confirm")
    stage.gm("spawn LAM named Lift at Endor G-1S for red", "spawn RSO named Squads at Endor G-1S for red")

    def offered(path: str, field: str, **given: str) -> list[str]:
        (kind,) = (one for one in rules().orders if one.path == path)
        found = rules().options(stage.known[RED], RED, kind, field, given, stage.now)
        return [one.value for one in found]

    assert offered("gcw battle move", "cells", unit="Guard Z95") == ["G-1S"]
    assert stage.refusal(RED, "move Guard Z95 to ATM").code == "GUARD_STAYS"
    troops = offered("gcw-ground load", "troops", carrier="Lift")
    assert "Squads" in troops and not [one for one in troops if one == "all" or one.startswith("Guard")]
    assert stage.refusal(RED, "load Guard RSO into Lift").code == "GUARD_STAYS"

"""Long orders made short: what a line for several units comes to."""

import re

from tests.engine.gcw.playing import RED, Played, facing


def drafts(game: Played) -> tuple[str, ...]:
    return game.state.drafts.get(RED, ())


def test_a_list_of_units_becomes_a_line_for_each() -> None:
    game = facing()
    game.gm("spawn LNCR named Hound at Hoth B-1 for red")
    game.red("move Avenger and Hound to B-2")
    assert drafts(game) == ("move Avenger to B-2", "move Hound to B-2")


def test_a_kind_of_unit_is_meant_where_the_target_is() -> None:
    game = facing()
    game.gm("spawn LNCR named Hound at Hoth B-1 for red", "spawn LNCR named Far at Bespin B-1 for red")
    game.red("fire all LNCR at Bantam")
    assert drafts(game) == ("fire Hound at Contact 2",)


def test_so_many_craft_of_a_class_are_launched() -> None:
    game = facing()
    game.red("launch 2 TF from Avenger")
    assert drafts(game) == ("launch 2 TF from Avenger",)
    aboard = [one for one in game.state.of(RED) if one.code == "TF" and one.docked]
    game.red("submit Two of them.", "final")
    assert sum(one.docked == "" for one in game.state.of(RED) if one.code == "TF") == 2
    assert game.refused(RED, f"launch {len(aboard) + 1} TF from Avenger") == "NO_CRAFT"
    assert game.refused(RED, "launch 0 TF from Avenger") == "NO_CRAFT"


def test_one_refused_of_several_changes_nothing() -> None:
    game = facing()
    game.gm("spawn LNCR named Hound at Hoth B-3 for red")
    game.red("fire Avenger at Bantam")
    assert game.refused(RED, "fire Hound, Avenger at Yavaris") == "FIRE_RANGE"
    assert drafts(game) == ("fire Avenger at Contact 2",)


def test_a_formation_loses_what_is_lost_and_is_not_heard_of_by_others() -> None:
    game = facing()
    game.gm("spawn LNCR named Hound at Hoth B-1 for red", "spawn LNCR named Fox at Hoth B-1 for red")
    game.red("formation Pack is Hound, Fox")
    game.gm("remove Fox of red")
    game.red("move pack to B-2")
    assert drafts(game) == ("move Hound to B-2",)
    game.gm("remove Hound of red")
    game.red("clear")
    assert game.refused(RED, "move Pack to B-2") == "NO_FORMATION"
    assert all(not known.formations for seat, known in game.known.items() if seat != RED)


def test_so_many_formations_and_no_more() -> None:
    game = facing()
    for number in range(24):
        game.red(f"formation F{number} is Avenger")
    assert game.refused(RED, "formation F24 is Avenger") == "FORMATIONS_FULL"


LEFT = {"gcw-crew take-off", "gcw-beams release"}
"""What lets go of a target: squads come off it, beams leave it."""


def test_all_orders_that_act_on_a_target_name_who_acts_first_and_the_target_after_at() -> None:
    orders = [one for one in facing().rules.orders if {"target", "targets"} & set(one.model_fields)]
    assert {one.path for one in orders} > LEFT
    for order in orders:
        if order.path not in LEFT:
            doer, at, _ = re.split(r" (at) (?:\])?(?=\{targets?\})", order.line)
            assert at == "at" and re.search(r"\{(?:unit|units|ship|craft|defender)\}$", doer), order.line

"""Second thoughts in every rulebook: what is dropped, opened again, taken back, conceded; who is away; what stands."""

from __future__ import annotations

import pytest

from engine.eaw.state import State as Campaign
from engine.eaw.state import Step
from engine.game import MODERATOR, Seat
from engine.gcw.state import State as Galaxy
from sandbox.client.player import Answer, Player
from storage.records import Game
from tests.discord.house import CHANNEL, House, buttons
from tests.discord.playing.test_referee import table
from tests.discord.test_desks import FIGURES, begun
from tests.discord.turns import test_empires

RED = Seat("red")
MARK = "Taken back by a moderator"

POSTED = {
    "gcw": ("gcw turn submit story=Waiting", "submit Waiting", "red has posted turn 1"),
    "sunrise": ("sunrise draw", "offer a draw", "red offers a draw."),
    "freedom": ("freedom usual", "as usual", "loses Militia A"),
    "eaw": ("eaw seal", "seal", "(red) has sealed its orders."),
    "d6": ("d6 roll what=perception", "roll perception", "Rex rolls perception: "),
}
"""An order of red's in each rulebook that all read of, its line, and what they read."""

CONCEDED = {
    "gcw": "`/gcw-people surrender` offers ships and facilities to somebody hostile who is there (GCW-CON-08)",
    "eaw": "a moderator has a substitute take your empire over as it stands",
    "d6": "your character flees by `/d6 move`",
}
"""What a player is told who would concede where nobody can."""


async def the_game(house: House) -> Game:
    """The only game there is."""
    (row,) = await house.service.desk.directory.games(house.discord.guild.id)
    return row


async def give(house: House, player: Player, command: str) -> Answer:
    """A command with its options behind it: "eaw jump fleet=1 system=3"."""
    words = command.split()
    path = " ".join(word for word in words if "=" not in word)
    return await house.slash(player, path, **dict(word.split("=") for word in words if "=" in word))


async def sheet(house: House, player: Player, command: str) -> str:
    """Lines that stand on the form which a command opens."""
    form = await house.slash(player, command)
    assert form.modal is not None, form.words
    return str(form.modal.components[0]["component"].get("value") or "")


async def stand(house: House, player: Player, *lines: str) -> str:
    """Keep standing orders."""
    form = await house.slash(player, "table standing")
    return (await (await player.submit(form, lines="\n".join(lines))).final()).words


@pytest.mark.parametrize("rulebook", POSTED)
async def test_a_rewind_lists_asks_keeps_the_clock_and_marks_posts(house: House, rulebook: str) -> None:
    await begun(house, rulebook)
    desk, (command, line, told) = house.service.desk, POSTED[rulebook]
    if rulebook == "sunrise":
        await give(house, house.red, "sunrise plot ship=Warden orders=drift")
    before, state = await the_game(house), await desk.referee.known(1, MODERATOR)
    await give(house, house.red, command)
    await house.skip(minutes=3)
    await house.delivered()
    (offered, *_) = await house.gm.autocomplete("gm rewind", "to", channel=CHANNEL)
    assert offered["name"] == f"3 minutes ago: red: {line}"
    form = await house.slash(house.gm, "gm rewind", to=offered["value"])
    assert form.modal is not None and "Take back in " in form.modal.title
    listed = str(form.modal.components[0]["content"]).splitlines()
    assert listed[0] == f"- 3 minutes ago: red: {line}"
    assert listed[1] == "" and listed[2].startswith("The clock stays as it is.")  # each on a line of its own
    assert await desk.referee.known(1, MODERATOR) != state  # it stands yet
    done = (await house.gm.submit(form, reason="A misclick")).words
    assert "A moderator took back the latest command, of <t:" in done
    await house.delivered()
    assert "A misclick" in house.said(CHANNEL)
    after = await the_game(house)
    assert (after.due_at, after.clock_offset) == (before.due_at, before.clock_offset)
    assert await desk.referee.known(1, MODERATOR) == state
    posts = [message.words for message in house.reads(house.gm) if told in message.words]
    marked = [words for words in posts if MARK in words]
    assert marked and all(told in words.split("\n", 1)[1] for words in marked)
    assert await desk.record.verify(1) is None
    assert await desk.record.faults(1, house.clock.now()) == []


async def test_a_rewind_of_several_says_each_on_its_line_and_a_marked_post_keeps_its_lines(house: House) -> None:
    await house.met()
    await give(house, house.red, "gcw turn submit story=Waiting")
    await give(house, house.blue, "gcw turn submit story=Waiting")
    await house.delivered()
    (long,) = [one for one in house.reads(house.gm) if "has posted turn 2" in one.words and one.channel.name == CHANNEL]
    lines = long.words.splitlines()
    form = await house.slash(house.gm, "gm rewind", steps=2)
    assert form.modal is not None
    listed = str(form.modal.components[0]["content"]).splitlines()
    assert [one[-19:] for one in listed[:2]] == ["blue: submit Waiting"[-19:], ": red: submit Waiting"[-19:]]
    await house.gm.submit(form, reason="Twice")
    await house.delivered()
    (marked,) = [one for one in house.reads(house.gm) if "has posted turn 2" in one.words and MARK in one.words]
    assert marked.words.splitlines()[1:] == lines


@pytest.mark.parametrize("rulebook", FIGURES)
async def test_conceding_asks_first_or_says_what_is_done_instead(house: House, rulebook: str) -> None:
    await begun(house, rulebook)
    assert "no seat" in (await house.slash(house.bystander, "game concede")).words
    asked = await house.slash(house.red, "game concede")
    assert asked.ephemeral and (await the_game(house)).status == "running"
    if rulebook in CONCEDED:
        assert CONCEDED[rulebook] in asked.words and "`/game leave` gives up your seat" in asked.words
        return
    assert "Do you give the game up?" in asked.words and buttons(asked) == ["Yes, do it"]
    await (await house.red.click(asked, "Yes, do it")).final()
    await house.delivered()
    won = {"sunrise": "**blue wins**, the other side concedes.", "freedom": "**Rebellion (blue) wins**"}[rulebook]
    assert won in house.public() and (await the_game(house)).status == "ended"
    assert "has ended" in (await house.slash(house.blue, "game concede")).words
    assert await house.service.desk.record.verify(1) is None


@pytest.mark.parametrize("rulebook", FIGURES)
async def test_leaving_and_ending_ask_first(house: House, rulebook: str) -> None:
    name = await begun(house, rulebook)
    asked = await house.slash(house.blue, "game leave")
    assert "is vacant then" in asked.words and buttons(asked) == ["Leave the game"]
    assert {row.seat: row.user for row in await house.service.desk.store.seats(1)}["blue"] == house.blue.id
    await (await house.blue.click(asked, "Leave the game")).final()
    assert {row.seat: row.user for row in await house.service.desk.store.seats(1)}["blue"] is None
    wrong = await house.gm.submit(await house.slash(house.gm, "gm end"), name="Another")
    assert (await the_game(house)).status == "running", wrong.words
    await house.gm.submit(await house.slash(house.gm, "gm end"), name=name)
    assert (await the_game(house)).status == "ended"
    await house.slash(house.gm, "gm reopen")
    assert (await the_game(house)).status == "running"


@pytest.mark.parametrize("rulebook", FIGURES)
async def test_a_substitute_who_was_named_beforehand_plays_until_the_player_is_back(
    house: House, rulebook: str
) -> None:
    await begun(house, rulebook)
    assert "named no substitute" in (await house.slash(house.blue, "game away")).words
    await house.slash(house.blue, "game substitute", player=house.bystander.user)
    home = (await house.slash(house.blue, "me")).words.partition("**Since you last looked**")[0].strip()
    await house.slash(house.blue, "game away", reason="at sea")
    assert "You watch" in (await house.slash(house.blue, "me")).words
    assert (await house.slash(house.bystander, "me")).words.startswith(home)  # all that Blue has, to be played
    await house.delivered()
    assert f"is away (at sea): <@{house.bystander.id}> plays **blue**" in house.said(CHANNEL)
    assert "You are **blue** again." in (await house.slash(house.blue, "game back")).words
    assert "You watch" in (await house.slash(house.bystander, "me")).words
    assert (await house.slash(house.blue, "me")).words.startswith(home)
    assert await house.service.desk.record.faults(1, house.clock.now()) == []


async def test_standing_orders_of_an_empire_are_given_in_the_next_season(house: House) -> None:
    await begun(house, "eaw")
    assert "✅ jump fleet 1 to 3" in await stand(house, house.red, "jump fleet 1 to 3")
    await give(house, house.red, "eaw seal")
    await give(house, house.blue, "eaw seal")
    await house.rested()
    known = await house.service.desk.views.known(1, RED)
    assert isinstance(known, Campaign) and known.step is Step.PLOT
    assert known.realms[RED].orders == ("jump fleet 1 to 3",)
    await house.delivered()
    assert "**Your standing orders** were given" in house.said(house.thread("Red"), house.red)


async def test_standing_orders_of_the_rebellion_are_given_when_it_is_asked(house: House) -> None:
    await begun(house, "freedom")
    assert "✅ done" in await stand(house, house.blue, "done")
    await give(house, house.red, "freedom usual")
    await house.delivered()
    assert "whether to attack in Angoff urban" in (await house.slash(house.blue, "me")).words  # its movement is over
    assert "✅ done" in house.said(house.thread("Blue"), house.blue)


async def test_standing_orders_of_a_character_are_given_when_it_is_called(house: House) -> None:
    game = await table(house)
    assert "✅ declare 2 actions" in await stand(house, house.red, "declare 2 actions")
    await give(house, house.gm, "gm-d6 combat")
    if (await house.service.desk.referee.known(game.id, None)).acting == "trooper":
        await house.tell(game, "gm", "let Trooper do done")
    state = await house.service.desk.referee.known(game.id, None)
    assert state.acting == "rex" and state.turn("rex").declared == 2


async def test_who_is_never_asked_for_orders_is_told_what_stands_by_itself(house: House) -> None:
    await house.met()
    told = (await house.slash(house.red, "table standing")).words
    assert "Nobody is asked for orders in a campaign" in told and "`/table again` puts your last turn's orders" in told


async def test_a_campaigns_last_turn_is_given_again(house: House) -> None:
    await house.met()
    assert "You have played no turn with orders yet." in (await house.slash(house.red, "table again")).words
    await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="C-2")
    await house.slash(house.red, "gcw turn submit", story="We come.")
    await house.slash(house.red, "gcw turn final")
    assert await sheet(house, house.red, "table again") == "move red LNCR 1 to C-2"


async def test_a_seasons_orders_are_given_again_on_a_sheet_and_by_a_word(house: House) -> None:
    await begun(house, "eaw")
    assert "You gave no orders last season." in (await house.slash(house.red, "eaw again")).words
    await give(house, house.red, "eaw jump fleet=1 system=3")
    await give(house, house.red, "eaw-fleet resupply fleet=2")
    given = (await house.service.desk.views.known(1, RED)).realms[RED].orders
    await give(house, house.red, "eaw seal")
    await give(house, house.blue, "eaw seal")
    await house.rested()
    assert (await sheet(house, house.red, "table again")).splitlines() == list(given)
    answer = (await house.slash(house.red, "eaw again")).words
    assert "Orders of the season" in answer
    now = (await house.service.desk.views.known(1, RED)).realms[RED].orders
    assert now and set(now) < set(given)  # fleet 1 is there already
    assert all(line in answer for line in now)


async def test_a_turn_of_a_fight_is_given_again(house: House) -> None:
    game = await table(house)
    await give(house, house.gm, "gm-d6 combat")
    state = await house.service.desk.referee.known(game.id, None)
    order = ["let Trooper do done"] if state.acting == "trooper" else []
    await house.tell(game, "gm", *order)
    await house.tell(game, "red", "declare 2 actions", "take half cover", "done")
    assert (await sheet(house, house.red, "table again")).splitlines() == ["declare 2 actions", "take half cover"]
    form = await house.gm.click(await house.slash(house.gm, "gm panel"), "Last turn again")
    assert form.modal is None and "no turn with orders yet" in form.words


async def test_where_no_turn_is_like_the_last_standing_orders_are_named(house: House) -> None:
    await begun(house, "freedom")
    told = (await house.slash(house.red, "table again")).words
    assert "no turn is like the last" in told and "`/table standing` keeps lines" in told


async def test_lines_of_a_draft_are_dropped_reordered_taken_back_and_shown(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="C-2")
    await house.slash(house.red, "gcw battle shields", state="up", unit="red LNCR 1")
    moved = (await house.slash(house.red, "gcw turn reorder", number=2, place=1)).words
    assert "1. shields up red LNCR 1\n2. move red LNCR 1 to C-2" in moved
    dropped = (await house.slash(house.red, "gcw turn drop", number=1)).words
    assert "Dropped: “shields up red LNCR 1”. Your draft has 1 line." in dropped
    assert "1. move red LNCR 1 to C-2" in dropped
    await house.slash(house.red, "gcw turn submit", story="We come.")
    back = (await house.slash(house.red, "gcw turn recover")).words
    assert "The actions of your turn 1 are in your draft again" in back and "1. move red LNCR 1 to C-2" in back
    await house.slash(house.red, "gcw battle shields", state="up", unit="red LNCR 1")
    edited = (await house.slash(house.red, "gcw turn edit", story="We come in force.")).words
    assert "Your turn 1 holds 2 actions" in edited, edited


async def test_orders_of_a_season_are_taken_back_by_number_and_opened_again(house: House) -> None:
    await begun(house, "eaw")
    await give(house, house.red, "eaw jump fleet=1 system=3")
    await give(house, house.red, "eaw jump fleet=2 system=3")
    gone = (await give(house, house.red, "eaw cancel number=1")).words
    assert "You take back `jump fleet 1 to 3`. You have 1 order" in gone and "1. jump fleet 2 to 3" in gone
    assert "Your orders are open already." in (await give(house, house.red, "eaw unseal")).words
    await give(house, house.red, "eaw seal")
    assert "Your orders are sealed; `unseal` opens them." in (await give(house, house.red, "eaw cancel number=1")).words
    opened = (await give(house, house.red, "eaw unseal")).words
    assert "(red) has opened its orders again." in opened and "1. jump fleet 2 to 3" in opened  # what they hold
    all_gone = (await give(house, house.red, "eaw cancel number=0")).words
    assert "You take back `jump fleet 2 to 3`." in all_gone
    assert (await house.service.desk.views.known(1, RED)).realms[RED].orders == ()


async def test_opening_fleets_are_taken_back_by_number_and_reopened(house: House) -> None:
    await test_empires.begun(house, "fleets=choose")
    await house.slash(house.red, "eaw-setup fleet", number=1, ships="CC [co 15], DD")
    await house.slash(house.red, "eaw-setup fleet", number=2, ships="DD")
    gone = (await house.slash(house.red, "eaw-setup drop", number=1)).words
    assert "You take back fleet 1 (`CC [co 15], DD`)." in gone and "**2** DD" in gone and "**1** CC" not in gone
    await house.slash(house.red, "eaw-setup sample")
    await house.slash(house.red, "eaw-setup done")
    opened = (await house.slash(house.red, "eaw-setup reopen")).words
    assert "has its opening fleets back." in opened and "**6** " in opened


async def test_plots_are_cleared_and_opened_again_and_an_offer_of_a_draw_is_taken_back(house: House) -> None:
    game = await house.skirmish()
    await house.slash(house.red, "sunrise plot", ship="Warden", orders="accelerate 1")
    cleared = (await house.slash(house.red, "sunrise clear", ship="Warden")).words
    assert "Warden: no order" in cleared and "**Plots**" in cleared
    await house.tell(game, "red", "plot Warden to accelerate 1", "lock orders")
    opened = (await house.slash(house.red, "sunrise unlock")).words
    assert "red opens its orders again." in opened and "Warden: accelerate 1" in opened  # what they hold
    await house.slash(house.red, "sunrise draw")
    assert "takes back its offer of a draw" in (await house.slash(house.red, "sunrise no-draw")).words


async def test_an_offer_to_surrender_is_taken_back(house: House) -> None:
    game = await house.met()
    await house.tell(game, "gm", "set unit red LNCR 1 of red armor 0")
    await house.slash(house.red, "gcw relation", kind="hostile", player="blue")
    offer = (await house.slash(house.red, "gcw-people surrender", units="red LNCR 1", player="blue")).words
    assert "You offer to surrender" in offer, offer
    desk = house.service.desk
    known = await desk.views.known(game.id, Seat("blue"))
    assert isinstance(known, Galaxy) and known.offers
    back = (await house.slash(house.red, "gcw-people take-back", player="blue")).words
    assert "Your offer to surrender to blue is over." in back
    assert not (await desk.views.known(game.id, Seat("blue"))).offers
    again = (await house.slash(house.red, "gcw-people take-back", player="blue")).words
    assert "Surrender needs an open offer" in again


@pytest.mark.parametrize("view", ["sheet", "odds", "exchange", "ship", "aim"])
async def test_a_view_of_the_referees_says_what_it_is_to_be_about(house: House, view: str) -> None:
    game = await table(house)
    await house.tell(game, "gm", "bring Thug as Greel")
    told = (await house.slash(house.gm, "gm show", view=view)).words
    assert f"`{view}` has to know about what: " in told and "Fill in `about`" in told and "let Trooper" not in told


async def test_nothing_is_extended_where_nothing_is_due(house: House) -> None:
    await table(house)
    told = (await house.slash(house.gm, "gm extend", amount=3)).words
    assert "Nothing is due by the clock in Cantina: there is no deadline to move." in told
    assert "moved deadlines" not in (await house.slash(house.gm, "gm audit", latest=5)).words

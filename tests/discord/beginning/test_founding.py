"""A campaign is founded over Discord by clicks alone: what is there, what it costs, what is missing, then the whole."""

from __future__ import annotations

from engine.game import Seat
from sandbox.client.player import Answer
from tests.discord.house import House, buttons


async def home(house: House) -> Answer:
    """Red's home, where the next step of a founding has its button."""
    return await house.slash(house.red, "me")


async def clicked(house: House, button: str, /, **fields: str) -> str:
    """Answer to red's click on a button of the home, and to the form that it opens."""
    answer = await house.red.click(await home(house), button)
    return (await house.red.submit(answer, fields=fields) if answer.modal is not None else answer).words


async def offered(house: House, button: str, field: str) -> list[str]:
    """The choices in the form of a button."""
    form = await house.red.click(await home(house), button)
    assert form.modal is not None
    [menu] = [part["component"] for part in form.modal.components if part["component"]["custom_id"] == field]
    return [str(one["label"]) for one in menu["options"]]


async def test_a_campaign_is_founded_by_clicks_with_a_sample_fleet_and_a_running_total(house: House) -> None:
    await house.begun()
    assert buttons(await home(house))[0] == "Join"
    assert "Galactic Empire: stronghold Coruscant, free" in await offered(house, "Join", "faction")
    assert "You join with the Galactic Empire" in await clicked(house, "Join", faction="Galactic Empire", hero="Needa")

    # Nothing is there yet: it says so, and is not final.
    empty = await home(house)
    assert "0 of 23 CP and 0 of 7 ships" in empty.words and "A ship: `/gcw muster` adds one." in empty.words
    assert "Confirm setup" not in buttons(empty)
    assert "A fleet needs a ship." in (await house.slash(house.red, "gcw confirm")).words

    # One click has a whole fleet; each facility is taken off the credit, and what is too dear is refused.
    assert "Imperial-class Star Destroyer I** joins you" in await clicked(house, "Take the sample fleet")
    full = await home(house)
    assert "uses 23 of 23 CP and 2 of 7 ships" in full.words and "Nothing: you may confirm." in full.words
    assert "Take the sample fleet" not in buttons(full)
    assert "Shipyard (SHY, 1,000 KC)" in await offered(house, "Raise a facility", "facility")
    assert "1,000 KC" in await clicked(house, "Raise a facility", facility="SHY", grid="G-2S")
    assert "1,000 KC of facility credit left" in (await home(house)).words
    assert not any("OMEGA" in label for label in await offered(house, "Raise a facility", "facility"))
    dear = await house.slash(house.red, "gcw-setup facility", facility="OMEGA", grid="B-1")
    assert "Cost 1,500 KC, available 1,000 KC." in dear.words

    # Confirmed, it is final.
    assert "Your setup is confirmed." in await clicked(house, "Confirm setup")
    assert "Confirm setup" not in buttons(await home(house))
    assert "Setup is already confirmed." in (await house.slash(house.red, "gcw-setup sample")).words
    [game] = await house.service.desk.directory.games(house.discord.guild.id)
    known = await house.service.desk.views.known(game.id, Seat("red"))
    assert known.players[Seat("red")].confirmed_at is not None and known.players[Seat("red")].credit == 1000


async def test_a_fleet_that_is_founded_by_clicks_stays_within_its_limits(house: House) -> None:
    await house.begun()
    await clicked(house, "Join", faction="Rebel Alliance", hero="Ackbar")
    for _ in range(7):
        assert "joins you" in await clicked(house, "Add a ship", unit="CORV")
    assert "7 of 23 CP and 7 of 7 ships" in (await home(house)).words
    eighth = await house.slash(house.red, "gcw muster", unit="CORV")
    assert "At most 7 capital ships (7 now)." in eighth.words
    assert "7 of 23 CP and 7 of 7 ships" in (await home(house)).words

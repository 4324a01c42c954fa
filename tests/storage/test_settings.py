"""Settings of members and servers: hours of the day, and when a member wants quiet."""

from __future__ import annotations

import datetime
from zoneinfo import ZoneInfo

import pytest

from storage.guilds import Settings
from storage.people import Person
from storage.store import Store

BERLIN = ZoneInfo("Europe/Berlin")


def at(day: int, hour: int, minute: int = 0) -> int:
    """An instant of March 2026 in Berlin; the clock there goes an hour forward on the 29th."""
    return int(datetime.datetime(2026, 3, day, hour, minute, tzinfo=BERLIN).timestamp())


@pytest.mark.parametrize("hour", [0, 23])
def test_the_hours_of_a_day_are_0_to_23(hour: int) -> None:
    assert Settings(daily_hour=hour).daily_hour == hour
    assert Person(quiet_from=hour, quiet_to=12).quiet_from == hour
    assert Person(quiet_from=12, quiet_to=hour).quiet_to == hour


@pytest.mark.parametrize("hour", [-1, 24])
def test_no_other_hour_is_taken(hour: int) -> None:
    for settings in ({"quiet_from": hour, "quiet_to": 12}, {"quiet_from": 12, "quiet_to": hour}):
        with pytest.raises(ValueError, match="equal to"):
            Person.model_validate(settings)
    with pytest.raises(ValueError, match="equal to"):
        Settings(daily_hour=hour)


@pytest.mark.parametrize("half", [{"quiet_from": 22}, {"quiet_to": 8}, {"quiet_from": 8, "quiet_to": 8}])
def test_quiet_hours_have_a_beginning_and_another_end(half: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="Quiet hours need"):
        Person.model_validate(half)


def test_quiet_hours_over_midnight_begin_the_day_before() -> None:
    person = Person(quiet_from=22, quiet_to=8)
    night = at(10, 22), at(11, 8)
    assert [person.quiet(moment, BERLIN) for moment in (at(10, 22), at(10, 23, 59), at(11, 0), at(11, 7, 59))] == [
        night
    ] * 4
    assert [person.quiet(moment, BERLIN) for moment in (at(10, 21, 59), at(11, 8), at(11, 12))] == [None] * 3
    assert Person(quiet_from=1, quiet_to=5).quiet(at(11, 3), BERLIN) == (at(11, 1), at(11, 5))
    assert Person().quiet(at(11, 3), BERLIN) is None
    assert Person(quiet_from=22, quiet_to=8).quiet(at(29, 4), BERLIN) == (at(28, 22), at(29, 8)), "nine hours"


async def test_what_somebody_set_is_read_back_and_others_have_set_nothing(store: Store) -> None:
    await store.set_person(11, Person(place="off", time_zone="Europe/Berlin"))
    assert await store.person(11) == Person(place="off", time_zone="Europe/Berlin")
    assert await store.person(12) == Person()
    await store.set_settings(7, Settings(times="12"))
    assert (await store.settings(7), await store.settings(8)) == (Settings(times="12"), Settings())


@pytest.mark.parametrize(
    ("hour", "text"), [(0, "12 am"), (1, "1 am"), (11, "11 am"), (12, "12 pm"), (13, "1 pm"), (23, "11 pm")]
)
def test_hours_are_written_as_the_guild_likes(hour: int, text: str) -> None:
    assert Settings(times="12").hour_text(hour) == text
    assert Settings(times="24").hour_text(hour) == f"{hour:02}:00"

"""Rivals: a process notices that another one answers with its token, and forgets it when it hears no more of it."""

from __future__ import annotations

from bot.ui.heard import RIVAL_LASTS, Heard


def test_a_second_process_is_forgotten_an_hour_after_it_was_noticed() -> None:
    seconds = 100.0
    heard = Heard(lambda: seconds)
    heard.note("/interactions/5/token/callback")
    heard.answered_already(5, "/game list")
    assert heard.rivalled
    seconds += RIVAL_LASTS - 1
    assert heard.rivalled
    seconds += 1
    assert not heard.rivalled

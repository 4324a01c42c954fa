"""The odds view tells besides of squadrons, sanctuaries, returns and Miracle Points. FS-ODD-11..13."""

from __future__ import annotations

import pytest

from tests.engine.sunrise.playing import NOON, RED, RULES, armed


@pytest.mark.rule("FS-ODD-11", "FS-ODD-12", "FS-ODD-13", "FS-DEF-05", "FS-UPG-09")
def test_odds_tell_of_squadrons_sanctuaries_returns_and_miracles() -> None:
    red = (
        "Sun; faction cots\nLamp | Frigate | Point Defenses | Stonewall Flak; Torpedo\n"
        "Deck | Corvette | | Fabricator (Fighter)"
    )
    blue = (
        "Sun; faction cots\n"
        "Saint | Destroyer | | Holy Sanctuary; Holy Sanctuary; Resplendent Return; Flight Deck (Fighter)"
    )
    game = armed(red, blue, (1, 1, 1, 1, 1, 1))
    game.stand("A1", 36, 12)
    game.stand("B1", 36, 40)
    game.assign("BS1", "A1", "offensive", size=1)
    report = RULES.show(game.known[RED], RED, "odds", "Lamp", NOON)
    told: dict[str, tuple[str, ...]] = {section.heading: section.lines for section in report.sections}
    # one attack of Flak hits with 2/3, and if it misses one of Point Defenses does: 1/9 is left
    assert told["Squadrons over it"] == (
        "Fighter (BS1) after Flak and Point Defenses: 0.1 left on average, none with 89 %",
    )
    assert told["Their factions"] == (
        "Holy Sanctuary turns a weapon away from Saint: 31 %",
        "Saint returns when it is destroyed: 50 %",
    )
    assert told["Next turn"] == ("Miracle Points: 3: 4 %, 4: 11 %, 5: 22 %, 6: 26 %, 7: 22 %, 8: 11 %, 9: 4 %",)
    game.assign("AS1", "A1", "defensive", size=8)
    report = RULES.show(game.known[RED], RED, "odds", "Lamp", NOON)
    told = {section.heading: section.lines for section in report.sections}
    assert told["Squadrons over it"][1:] == (
        "dogfight: Fighter (BS1) shoots down 0.7 of Fighter (AS1) on average, all 8 with 0 %",
        "dogfight: Fighter (AS1) shoots down 1.0 of Fighter (BS1) on average, all 1 with over 99 %",
    )

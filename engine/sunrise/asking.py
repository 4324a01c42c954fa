"""What a side is asked, in the words of news, panels and refusals."""

from __future__ import annotations

from engine.sunrise.agenda import Ask, Choice
from engine.sunrise.words import counted

CHOICE_WORDS: dict[Ask, str] = {
    Ask.RETURN: "where {ship} returns in glory",
    Ask.ARRIVE: "which ships come out of Slipspace, and where",
    Ask.CORE: "what the Chameleon Cores become",
    Ask.SPOT: "which ship {ship} spots",
    Ask.PLAGUE: "which squadrons the Plague PD of {ship} strikes",
    Ask.REDIRECT: "another target for a weapon of {ship}, which Holy Sanctuary turned away",
    Ask.DEFENSE: "whether Miracle Points defend {ship} against {target}",
    Ask.DIE: "whether Miracle Points add a die to the attack of {ship} on {target}",
    Ask.REROLL: "which die of the attack of {ship} on {target} is rolled again, if any",
    Ask.LOSE: "{count} of {ship} to be destroyed",
    Ask.INERTIA: "how Inertial Weaponry changes the velocity of {target}",
    Ask.DOGFIGHT: "whom its squadrons fight over {ship}",
    Ask.REPAIR: "what the Repair Crews of {ship} do",
    Ask.RESTORE: "{count} of {ship} to be restored",
    Ask.FABRICATE: "which Fabricator makes which squadron",
    Ask.REENTER: "where {ship} comes back to the board",
}
"""What a side is asked, after "chooses"."""


def asked_words(choice: Choice, ship: str, target: str) -> str:
    """What is asked, after "chooses"; `ship` and `target` as they are called, "" where the choice has none."""
    noun = "system" if choice.kind in (Ask.LOSE, Ask.RESTORE) else "choice"
    return CHOICE_WORDS[choice.kind].format(
        ship=ship or "a ship", target=target or "the attack", count=counted(max(1, choice.count), noun)
    )

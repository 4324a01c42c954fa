"""Texts of the toy rulebook's rules and refusals. Another rulebook has these in `seeds/`."""

from engine.game import RefusalText
from engine.pack.wording import RuleText

TEXTS = (
    RuleText(
        "TOY-SEA-01",
        "The sea",
        "Places lie in a row, harbours evenly along it; a treasure lies at a hidden place.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-SEA-02",
        "Boats",
        "In the first round each seat may launch two boats in its harbour.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-ORD-01",
        "Orders",
        "A boat may be ordered up to two places away. Orders are secret and may be changed.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-ORD-02",
        "The lock",
        "Locked orders stand. A round ends when all are locked, or its time is over; the ends of rounds to come stay.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-FOG-01",
        "Fog",
        "You see strange boats up to one place from yours, named in the order of sighting.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-FOG-02", "Calls", "You may call to a stranger you see; its owner alone hears it.", "Night Boats", "source"
    ),
    RuleText(
        "TOY-FOG-03",
        "Flags",
        "You may show your flag to a stranger you see; its owner learns whose boat is near.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-FGT-01",
        "Fights",
        "Seats that meet roll a die each; unless all are equal, the lowest lose their boats.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-FGT-02",
        "Numbers",
        "Where a seat has more boats than any other in a fight, it adds one to its die.",
        "Night Boats",
        "source",
    ),
    RuleText(
        "TOY-END-01",
        "The end",
        "Alone at the treasure or alone afloat, you win. After twelve rounds nobody does.",
        "Night Boats",
        "source",
    ),
)

REFUSALS: dict[str, RefusalText] = {
    "SEATS": RefusalText("The night is for two to four seats, not {given}.", "TOY-SEA-01"),
    "OPTION": RefusalText("The {option} is a whole number from {least} to {most}.", "TOY-SEA-01"),
    "OVER": RefusalText("The night is over.", "TOY-END-01"),
    "NOT_SEATED": RefusalText("You have no part in this night.", "TOY-SEA-01"),
    "NO_BOAT": RefusalText("You have no boat {boat}.", "TOY-SEA-02"),
    "NAME_TAKEN": RefusalText("You have a boat {boat} already.", "TOY-SEA-02", "Choose another name."),
    "BOATS": RefusalText("You have {most} boats, which is all you get.", "TOY-SEA-02"),
    "HARBOUR": RefusalText("Boats are launched in the first round; this is round {round}.", "TOY-SEA-02"),
    "TOO_FAR": RefusalText("{boat} is at {here}: {to} is {far} places away.", "TOY-ORD-01", "It sails at most {most}."),
    "NO_PLACE": RefusalText("There is no place {to}.", "TOY-SEA-01", "Places are 1 to {length}."),
    "LOCKED": RefusalText("Your orders of round {round} are locked.", "TOY-ORD-02"),
    "NOBODY": RefusalText("You see no {stranger}.", "TOY-FOG-02"),
}

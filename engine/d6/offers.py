"""Offers to somebody in a turn: attacks with their chances, answers, the rest of what they may do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice

from msgspec.structs import replace

from engine.d6.data.pack import Harm
from engine.d6.dice.rolling import Wild
from engine.d6.ground.blows import parries
from engine.d6.ground.chances import Chances, chances, expected
from engine.d6.look import Look, called
from engine.d6.play import Answer, Deed
from engine.d6.rounds.turns import Start
from engine.d6.state import Arc, Attempt, Figure, Wound
from engine.dice.odds import percent
from engine.game import MODERATOR
from engine.look import Refused
from engine.report import Suggestion
from engine.text.message import N_, NOTHING, T_, Text, begun, joined, name, term
from engine.text.template import quoted

EACH, ATTACKS, PLAIN = 4, 12, 10
"""Buttons of each kind of deed, lines of attacks, and buttons in all."""
LOOKED_AT = 200
"""Attacks of a kind that are looked at for those on foes."""
LEAST = Fraction(1, 100)
"""What is likely enough to stand in the line of a deed; `/d6-show exchange` tells all."""
LONGEST = 80
"""Characters of an order on a button."""
FIRST = (
    "d6 done", "d6 declare", "d6 points force", "d6 react follow", "d6 cover", "d6 move", "d6 points spend", "d6 roll",
)  # fmt: skip
"""Deeds that come first among the buttons, after answers and attacks; the others follow as games consist of them."""
AFOOT = ("d6 cover", "d6 move")
"""What nobody is offered aboard a craft that flies."""
ATTACK = N_("{line}: {hit} to hit[, {chance} {wound} or worse]")
SWEEP = N_("{line}: {number} hits to be expected")
LIKELY, END = N_("{line}: {ends}"), N_("{what} {chance}")
AT_THE_HELPLESS = ("d6 hold",)
"""Deeds done to who cannot move: they are in menus, and suggested to nobody."""
LABELS: Mapping[str, Text] = {"mend accept": T_("Accept it"), "mend point": T_("Spend a Character Point")}
"""Labels of buttons whose lines do not say what they do."""
NEXT = N_("Next: the turn of {who} ends")
SESSIONS: Mapping[str, Text] = {"open": T_("Open a session"), "close": T_("Close the session")}


def parried(look: Look, attempt: Attempt) -> list[str]:
    """Ways in which whoever is attacked at close quarters could parry, as far as what is written of them is known."""
    target = attempt.target.id
    return [] if attempt.range or target not in look.known.sheets else parries(look, target)


def wounded(found: Chances) -> str:
    """The chance of a wound or worse; "" where it is not known."""
    worse = [share for words, share in found.ends.items() if words in tuple(Wound) and words != Wound.UNHURT]
    return percent(sum(worse, Fraction(0))) if found.ends else ""


def attack_line(look: Look, deed: Deed) -> Text:
    """An attack with its chances; NOTHING for what is none."""
    attempt = deed.attempt(look, deed.find(look))
    if attempt is None:
        return NOTHING
    if isinstance(attempt, Arc):
        many = sum((hit for _, hit in expected(look, attempt)), Fraction(0))
        return SWEEP(line=name(deed.line_for(look)), number=term(str(many)))
    found = chances(look, attempt)
    line, hit, chance = name(deed.line_for(look)), term(percent(found.hit)), term(wounded(found))
    return ATTACK(line=line, hit=hit, chance=chance, wound=term(Harm.WOUNDED))


def chances_line(look: Look, deed: Deed) -> Text:
    """A deed with the chances of its roll, but for unlikely ends; NOTHING for what is no roll, and where it is not
    known what it meets.
    """
    words = attack_line(look, deed)
    ends = {} if words else deed.ends(look, deed.find(look))
    each = [END(what=name(what), chance=term(percent(share))) for what, share in ends.items() if share >= LEAST]
    return LIKELY(line=name(deed.line_for(look)), ends=joined(", ", each)) if each else words


def attacks(kind: type[Deed]) -> bool:
    """True if deeds of a kind are attacks whose chances can be reckoned."""
    return kind.attempt is not Deed.attempt


def rolls(kind: type[Deed]) -> bool:
    """True if deeds of a kind are rolls whose chances can be reckoned, attacks or others."""
    return attacks(kind) or kind.ends is not Deed.ends


def _rank(kind: type[Deed]) -> tuple[int, int]:
    if issubclass(kind, Answer) or kind.path == "d6 react reflex":
        return (-2, 0)
    if attacks(kind) or kind.tried > 3:
        return (-1, -kind.tried)
    return (FIRST.index(kind.path), 0) if kind.path in FIRST else (len(FIRST), -kind.tried)


def deeds(look: Look) -> Iterator[Deed]:
    """Deeds to be suggested to the figure that is looked for, up to `EACH` of a kind but for attacks, likeliest first;
    of attacks those on a foe who can still act, as far as that is known: players attack those of the GM first, and then
    each other.
    """
    craft = look.known.craft.get(look.own.craft)
    left = AT_THE_HELPLESS + (AFOOT if craft is not None and craft.flying else ())
    for kind in sorted((deed for deed in Deed.deeds if deed.path not in left), key=_rank):
        open_now = (deed for deed in kind.possible(look) if len(deed.line_for(look)) <= LONGEST)
        if not attacks(kind):
            yield from islice(open_now, EACH)
            continue
        attempts = ((deed, deed.attempt(look, deed.find(look))) for deed in islice(open_now, LOOKED_AT))
        aimed = [(deed, made.target if isinstance(made, Attempt) else None) for deed, made in attempts]
        foes = [(deed, at) for deed, at in aimed if at is None or (at.owner != look.own.owner and look.known.awake(at))]
        by_foe = sorted(foes, key=lambda pair: pair[1] is not None and pair[1].owner is not None)
        yield from (deed for deed, _ in by_foe[:ATTACKS])


def of_figure(look: Look, figure: Figure) -> Iterator[Suggestion]:
    """Suggestions of what a figure could do now: rolls stand as lines with their chances, the rest as buttons."""
    own = look.seat == figure.asked and look.seat != MODERATOR
    plain = 0
    for deed in deeds(look):
        line = deed.line_for(look)
        words = begun(chances_line(look, deed))
        if not words and plain >= PLAIN:
            continue
        plain += not words
        label = LABELS.get(line, begun(name(line)))
        yield Suggestion(label, line if own else f"let {_typed(figure.label)} do {line}", words)


def _typed(label: str) -> str:
    """Name of somebody as it stands on a line before what they do."""
    return quoted(label) if re.search(r"[^\w' -]|\bdo\b", label) else label


def of_game_master(look: Look) -> Iterator[Suggestion]:
    """The GM's suggestions: answer or act for whoever is asked or acts, call the next, begin and end."""
    known = look.known
    asked = [known.choice.who] if known.choice is not None else [*known.undeclared, known.acting]
    figure = next((known.figures[id] for id in asked if id in known.figures), None)
    if figure is not None and (known.choice is not None or figure.owner is None):
        yield from of_figure(replace(look, who=figure.id), figure)
    elif figure is not None:
        yield Suggestion(NEXT(who=called(known, figure.id)), "next")
    if known.choice is not None and known.choice.kind == "wild":
        lines = [f"wild 1 of {known.choice.who} is {wild}" for wild in Wild]
        yield from (Suggestion(begun(name(line)), line) for line in lines)
    if known.tick and known.choice is None:
        yield Suggestion(T_("End combat"), "end combat")
    if not known.tick:
        if any(Start.possible(look)):
            yield Suggestion(T_("Begin combat"), "combat")
        if known.choice is None:
            yield Suggestion(T_("Bring a character"), "/gm-d6 npc")
        what = "close" if known.session else "open"
        yield Suggestion(SESSIONS[what], f"session {what}")


def of_newcomer() -> Iterator[Suggestion]:
    """Ways to a first character, for a player who has none."""
    yield Suggestion(T_("Paste a sheet"), "/d6-sheet paste")
    yield Suggestion(T_("Play a sample character"), "/d6-sheet sample")
    yield Suggestion(T_("Fill in a sheet"), "/d6-sheet create")


def suggestions(look: Look) -> Iterator[Suggestion]:
    """Suggestions of what the viewer could order now; nothing for who only watches."""
    if look.known.over:
        return
    if look.seat == MODERATOR:
        yield from of_game_master(look)
    elif not isinstance(figure := look.me(), Refused):
        yield from of_figure(look, figure)
    elif look.seat in look.known.seats and not look.mine:
        yield from of_newcomer()

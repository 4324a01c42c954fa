"""The odds of a roll before it is made, at a table and away from any: against each level, a number, another roll.

Register sections 1 and 20.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.d6.data.pack import Attribute
from engine.d6.dice.codes import code, read
from engine.d6.dice.odds import chance, margins, mean
from engine.d6.dice.rolling import Wild
from engine.d6.ground.chances import harms
from engine.d6.look import Look, World
from engine.d6.nouns import skills
from engine.d6.rounds import plain
from engine.d6.rounds.anywhere import Wanted, wanted
from engine.d6.state import Figure
from engine.dice import notation
from engine.dice.odds import percent, tenths
from engine.noun import Value
from engine.orders import Option
from engine.report import Report, Section
from engine.text.message import N_, T_, Text, begun, name, term
from engine.view import view

REACHED, MEAN = N_("{level} ({number}): {chance}"), N_("The mean is {mean}[ ({exact})].")
OF_ONE, AGAINST = N_("{what} {code}"), N_("{one} against {other}")
HARM = N_("{harm}: {chance}")
PASSES, OTHERWISE = N_("**{chance}** to succeed. {otherwise}"), N_("If {what}: {chance}.")
WINS = N_("**{chance}** to win, {level} to be level, where who resists keeps what is, {lost} to lose. {otherwise}")
PLAIN = N_("The mean is {mean}[ ({exact})]; from {least} to {most}.")
NO_MOST = N_("The mean is {mean}[ ({exact})]; from {least} up, without a most.")
PASSED = N_("**{chance}** to succeed.")
NOT_RECKONED = T_("Dice that explode are not reckoned against other dice, only against a number.")
IF_WILD = {
    Wild.DROP: T_("a wild 1 takes itself and the highest other die away"),
    Wild.ADD: T_("a wild 1 counts as it shows"),
}


def said(what: str, pips: int) -> Text:
    """A roll: its code, and the skill before it if it is one."""
    written = code(pips)
    return written if what == str(written) else OF_ONE(what=name(what), code=written)


def foreseen(world: World, asked: Wanted, rule: Wild) -> Report:
    """The odds of a roll: of each level and of a number that is named, or of beating another roll, and as damage
    against Strength; and what they would be if the GM had a wild 1 count otherwise (D6-B-03..07, D6-B-19). Raises
    Refusal for what is not reckoned of plain dice.
    """
    if asked.plain:
        return plainly_foreseen(asked)
    pips, other = read(asked.code) or 0, read(asked.other) if asked.other else None
    less = Wild.ADD if rule is Wild.DROP else Wild.DROP
    text = said(asked.name, pips)
    if other is not None:
        (ahead, upto), (then, _) = (margins(pips, other, (1, 0), how) for how in (rule, less))
        lead = WINS(
            chance=term(percent(ahead)), level=term(percent(upto - ahead)), lost=term(percent(1 - upto)),
            otherwise=OTHERWISE(chance=term(percent(then)), what=IF_WILD[less]),
        )  # fmt: skip
        each = harms(world, pips, other, rule).items()
        lines = tuple(HARM(harm=term(harm), chance=term(percent(share))) for harm, share in each)
        harmed = Section(T_("As damage against Strength"), lines)
        return Report(begun(AGAINST(one=text, other=said(asked.other_name, other))), lead, (harmed,), rule="D6-B-07")
    ladder = tuple(
        REACHED(level=term(level), number=top, chance=term(percent(chance(pips, top, rule))))
        for level, top in world.pack.ladder.items()
    )
    lead = MEAN(**tenths(mean(pips, rule)))
    if asked.against:
        now, then = (chance(pips, asked.against, how) for how in (rule, less))
        otherwise = OTHERWISE(chance=term(percent(then)), what=IF_WILD[less])
        lead = PASSES(chance=term(percent(now)), otherwise=otherwise)
        text = AGAINST(one=text, other=term(str(asked.against)))
    return Report(begun(text), lead, (Section(T_("Reaches"), ladder),), rule="D6-B-06")


def plainly_foreseen(asked: Wanted) -> Report:
    """The odds of plain dice: the mean, the least and the most, a number or other dice if there are any."""
    dice = plain.dice_of(asked.code)
    so_much, (least, most) = tenths(notation.mean(dice)), dice.bounds
    lead = NO_MOST(**so_much, least=least)
    if most is not None:
        lead = PLAIN(**so_much, least=least, most=most)
    heading = name(asked.name)
    if asked.against or asked.other:
        likely = plain.odds(asked.code, asked.against, asked.other)
        heading = AGAINST(one=heading, other=name(asked.other_name) if asked.other else term(str(asked.against)))
        chance_told = NOT_RECKONED if likely is None else PASSED(chance=term(percent(likely)))
        return Report(heading, chance_told, (Section(T_("The dice"), (lead,)),))
    return Report(heading, lead)


def codes_now(look: Look) -> Mapping[str, str]:
    """The codes of the viewer's figure by skill, with all penalties of the moment (D6-B-08, D6-B-10); none without a
    sheet.
    """
    me, world, known = look.me(), look.world, look.known
    sheet = known.sheets.get(me.id) if isinstance(me, Figure) else None
    if not isinstance(me, Figure) or sheet is None:
        return {}
    unlearned = (skill.name for skill in world.pack.skills.values() if not skill.base)
    actions, active = look.actions(me.id, reaction=False), known.acting == me.id
    return {
        what: str(code(max(0, world.pool(known, me.id, what, actions=actions, active=active))))
        for what in dict.fromkeys([*sheet.skills, *Attribute, *unlearned])
    }


ODDS_OF: Value[Look, Wanted] = Value(
    "a code or a skill of yours, and what it is against",
    lambda look, words, found: wanted(look.world.pack, words, codes_now(look)),  # as at `/roll`
    lambda look, found: (*skills(look, found), *map(Option, ("5D vs 15", "5D+2 against 4D"))),
)


@view("odds", "the chances of a roll, exactly", ODDS_OF, public=True)
def the_odds(look: Look, asked: Wanted) -> Report:
    """Odds that a roll of a code, or of a skill with its penalties now, reaches a number or each level, or beats
    another roll (D6-B-03, D6-B-05, D6-B-07).
    """
    return foreseen(look.world, asked, look.known.options.wild)

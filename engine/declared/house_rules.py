"""House rules: what moderators rule in words on a rule of the rulebook. People keep to it; Umpire rules on as before.

A rulebook has them whose state has a field `house_rules`, and whose moderators have a `HouseRuling` of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine.act import Act, Order
from engine.clock import Instant
from engine.game import EVERYONE, Fact, InForce, RuleText
from engine.noun import Found, Noun
from engine.text.message import N_, T_, Text, joined, quoted, stamp, term

AS_WRITTEN = "as written"
"""The words that take a house rule back."""

LONGEST_RULE = 500


class HouseRule(msgspec.Struct, frozen=True):
    """Words that a community plays a rule by, and since when."""

    text: str
    since: Instant


def rules_of(look: Any) -> Iterable[RuleText]:  # of any rulebook's world
    """The rules of the rulebook."""
    rules: Iterable[RuleText] = look.world.pack.rules
    return rules


RULE: Noun[Any, RuleText] = Noun(
    "a rule",
    lambda look, found: rules_of(look),
    lambda rule: (rule.id,),
    lambda look, rule: f"{rule.id}: {rule.title}",
    unknown="NO_RULE",
)


def as_written(text: str) -> bool:
    """True for the words that take back a house rule."""
    return text.strip(" .").casefold() == AS_WRITTEN


def house_ruled(act: Act[Any, Any], rule: str, text: str) -> None:
    """A rule is played so from now on, by people; or as it is written again. Refuses NO_HOUSE_RULE."""
    before: HouseRule | None = act.state.house_rules.get(rule)
    if not as_written(text):
        act.say(HouseRuled(rule, HouseRule(text, act.table.now), before), EVERYONE)
        return
    if before is None:
        act.refuse("NO_HOUSE_RULE", rule, name=rule)
    act.say(HouseRuled(rule, None, before), EVERYONE)


class HouseRuling(Order):
    """Rule in words how a rule is played here: people keep to it, Umpire rules on as before."""

    moderator: ClassVar[bool] = True
    line: ClassVar[str] = "ruling on {rule} that {text}"
    rule: Annotated[str, RULE] = Field(description="the rule's id", max_length=40)
    text: str = Field(
        description="what is ruled; 'as written' takes back what was", min_length=1, max_length=LONGEST_RULE,
        examples=["both sides agree first", AS_WRITTEN],
    )  # fmt: skip

    def check(self, look: Any, found: Found) -> None:  # of any rulebook
        """Refuses NO_HOUSE_RULE where there is nothing to take back."""
        if as_written(self.text) and found.rule.id not in look.known.house_rules:
            look.refuse("NO_HOUSE_RULE", found.rule.id, name=found.rule.id)

    def obey(self, act: Act[Any, Any]) -> None:
        """Everybody hears it, and `/rules` shows it beside the rule."""
        house_ruled(act, act.found.rule.id, self.text)


RULED, TAKEN_BACK = (
    N_("**House rule on {rule}**, {title}, from {at} on:"),
    N_("**{rule}**, {title}, is played as it is written again."),
)
KEPT, BEFORE = T_("Players and moderators keep to it: Umpire rules on as before."), T_("Before:")


class HouseRuled(Fact[Any], frozen=True):
    """A moderator ruled in words on a rule, or took that back; with what stood before."""

    decides = True
    by_rule: str = msgspec.field(name="rule")
    now: HouseRule | None
    before: HouseRule | None = None

    def evolve(self, state: Any) -> Any:  # of any rulebook that has house rules
        others: Mapping[str, HouseRule] = {id: rule for id, rule in state.house_rules.items() if id != self.by_rule}
        return replace(state, house_rules=others if self.now is None else {**others, self.by_rule: self.now})

    def words(self, look: Any) -> Text:  # of any rulebook
        title = next((rule.title for rule in rules_of(look) if rule.id == self.by_rule), "")
        named = {"rule": term(self.by_rule), "title": term(title)}
        parts = [TAKEN_BACK(**named)]
        if self.now is not None:
            parts = [joined("", (RULED(at=stamp(self.now.since), **named), quoted(self.now.text))), KEPT]
        if self.before is not None:
            parts.append(joined("", (BEFORE, quoted(self.before.text))))
        return joined("\n", parts)


def standing(known: Any) -> list[InForce]:  # a state of any rulebook
    """The house rules that stand, in the order in which they were ruled."""
    rules: Mapping[str, HouseRule] = getattr(known, "house_rules", {})
    return [InForce(rule, quoted(ruling.text), ruling.since) for rule, ruling in rules.items()]

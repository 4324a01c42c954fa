"""Possessions that are used on order: in a round, on a base, or for a whole turn. FITG-CHR-18, D8.

A Helian Drug in a round raises combat; before a fight its owner says what it raises. A Scrambler puts an enemy base
down before its dice, for Rebels who move past it or stand on its planet. What the register says no more of is ruled so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from engine.act import Act
from engine.freedom.combat.bases import BaseChanged, alive, awake
from engine.freedom.combat.fight import POSSESSIONS, WhoIsActive, used_items
from engine.freedom.data.pack import Code, Side
from engine.freedom.look import Called, Look, Place, Question
from engine.freedom.pieces import take_drug, wear_out
from engine.freedom.play import Answer, Play
from engine.freedom.state import Ask, Choice, Jamming, Rating, State
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found
from engine.question import runs
from engine.text.message import N_, T_, term

NO_ITEM = "nothing"
"""The answer that uses no possession."""


@runs(Jamming)
def ask_to_jam(play: Play, task: Jamming) -> None:
    """Rebels who pass a base that is awake, or stand on its planet, may put it down before its dice (D8)."""
    firing, state = task.firing, play.state
    aboard, near = alive(state, firing)[1], {environ.id for environ in state.environs_of(firing.planet)}
    there = [person for person in state.free_people(Side.REBEL) if person.name in aboard or person.environ in near]
    ways = [id for id, item in play.world.owned(there) if item.jams] if awake(state, firing) else []
    if ways:
        play.put(task, "jam", Ask(Side.REBEL, (*ways, NO_ITEM), (NO_ITEM,)), where=firing.planet)
    else:
        play.push(firing)


class WhetherToJam(Question[Jamming]):
    """Asks if a base is put down before it attacks or detects (D8: Scrambler)."""

    kind = "jam"
    rule = "FITG-CHR-18"
    asks = N_("whether to use a possession on the base of {where}")
    awaited = T_("whether you use a possession on a base")

    def answered(self, play: Play, task: Jamming, choice: Choice, answer: tuple[str, ...]) -> None:
        """The base goes down, and what was used may work no more; then the base has its turn."""
        planet = play.state.planets[task.firing.planet]
        owner, _, item = answer[0].partition("/")
        play.push(task.firing)
        if item:
            play.tell(Jammed(owner, item, planet.name))
            play.tell(BaseChanged(planet.name, planet.level, up=False))
            wear_out(play, owner, item, f"{planet.name}/{'leaving' if task.firing.leaving else 'arriving'}")


class Jammed(Fact[State], frozen=True):
    """A possession is used on a base (D8)."""

    says = N_("{name} uses the {item} on the base of {planet}.")
    rule = "FITG-CHR-18"
    name: Called
    item: Place
    planet: Place


class Use(Answer):
    """Use possessions: of your attackers this round, on a base that you pass, or a drug for this turn; or nothing."""

    path: ClassVar[str] = "freedom use"
    line: ClassVar[str] = "use {items}[ for {rating}]"
    answers = (WhoIsActive, WhetherToJam)
    items: Annotated[str, POSSESSIONS] = Field(
        description="possessions to use now, with commas, or: nothing", max_length=200
    )
    rating: Literal["combat", "intelligence", "leadership", "diplomacy", "navigation"] | None = Field(
        None, description="what a drug raises for this turn"
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While they are asked for, or in a part of the player-turn that is the Rebels', who alone have any."""
        if look.known.choice is not None:
            return super().ready(look)
        if look.side is Side.IMPERIAL:
            return no(Code.E_OWNER, T_("Rebels alone have possessions."), "FITG-CHR-18")
        return look.untimely(look.known.stage, "FITG-CHR-18")

    def obey(self, act: Act[Any, Any]) -> None:
        """Answer what is asked, or take a drug (FITG-CHR-18)."""
        look: Any = act.look  # of this rulebook's own class
        if look.known.choice is not None:
            super().obey(act)
        else:
            take_drug(Play(act.world, act.table), self.drug(look), Rating[(self.rating or "none").upper()])

    @staticmethod
    def drugs(look: Look) -> list[str]:
        """Drugs of the Rebels, as "owner/possession"."""
        return [id for id, item in look.world.owned(look.known.free_people(Side.REBEL)) if item.raises]

    def drug(self, look: Look) -> str:
        """The drug that is named, with what it raises, as "owner/possession". Refuses `E_TYPE`."""
        ways = self.drugs(look)
        given = used_items(look, self.items, ways, None)
        if len(given) != 1 or self.rating is None:
            why = N_("Say which possession is used and what it raises, one of {ratings}.")
            ratings = term(", ".join(rating.name.lower() for rating in Rating if rating))
            look.no(Code.E_TYPE, why, "FITG-CHR-18", ratings=ratings)
        return given[0]

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """Possessions of the attackers, or one for a base. Refuses `E_OWNER` for defenders, who say it with who is
        active, and `E_TYPE`.
        """
        fight, words = look.fight, "" if self.items.casefold() == NO_ITEM else self.items
        if choice.kind == WhetherToJam.kind:
            return used_items(look, words, look.options, None) or (NO_ITEM,)
        assert fight is not None  # it asked
        if fight.side is not look.own:
            look.no(Code.E_OWNER, T_("Say it with who is active: `active NAMES using ITEMS`."), "FITG-CHR-18")
        return used_items(look, words, look.options, fight.attackers)

    @classmethod
    def likely(cls, look: Any) -> Iterator[Self]:  # of this rulebook's own class
        """Possessions that may be used now, drugs for each rating; one at a time."""
        if look.choice is None:
            for drug in cls.drugs(look):
                for rating in Rating:
                    if rating:
                        yield cls.model_validate({"items": drug.partition("/")[2], "rating": rating.name.lower()})
        else:
            yield from super().likely(look)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterator[Self]:
        if choice.kind == WhetherToJam.kind or (look.fight is not None and look.fight.side is look.own):
            yield from (cls(items=option.partition("/")[2] or NO_ITEM) for option in look.options)

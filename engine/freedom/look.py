"""A look at the game: by whom, at what it knows, when; what is asked, and who may order what now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

from engine import act, look, question
from engine.freedom.data.pack import Card, Code, Pack, Possession, Side, UnitKind
from engine.freedom.figures import COLUMNS, Loser
from engine.freedom.state import Ask, Choice, Drawing, Fight, Kind, Person, Rating, Stage, State, Unit, Wounding
from engine.look import Refused, no
from engine.text.message import N_, NOTHING, T_, Message, Shown, Text, listed, name, term

SCRAMBLED = 2
"""The version from which a Scrambler hides its owner (D8)."""
CHOSEN = 3
"""The version from which a side says with whom it follows up a card, and a Norrocks may work no more after its use
(FITG-CHR-12, D8).
"""
BY_THE_GUIDE = 4
"""The version from which a Rotron keeps off a group without a ship, a Zop gives to Rebels alone and once, and Synestins
move a planet for Rebels alone (D5); who rides with units that are shot as they leave stays (FITG-PDB-05).
"""
REASONED = 5
"""The version from which it is recorded why units are lost."""


PRINTED = {rating: attrgetter(rating.name.lower()) for rating in Rating}
"""The figure of a card that is a rating."""


class World:
    """One data pack, and what follows from it for units and characters of a state."""

    def __init__(self, pack: Pack, version: int) -> None:
        self.pack, self.version = pack, version
        self.drug = max((possession.raises for possession in pack.possessions.values()), default=0)

    def card(self, person: Person) -> Card:
        """The card of a character."""
        return self.pack.characters[person.name]

    def kind(self, unit: Unit) -> UnitKind:
        """The kind of a unit."""
        return self.pack.units[unit.kind]

    def strength(self, units: Iterable[Unit]) -> int:
        """The strength of units in environ combat: the sum of the first numbers of their pairs (FITG-GEN-01)."""
        return sum(self.kind(unit).first for unit in units)

    def losers(self, units: Iterable[Unit]) -> list[Loser]:
        """Units as they pay for losses."""
        kinds = [(unit.id, self.kind(unit)) for unit in units]
        return [Loser(id, kind.first, kind.second, kind.mobile) for id, kind in kinds]

    def elite(self, units: Iterable[Unit]) -> bool:
        """True if an elite unit is among them."""
        return any(self.kind(unit).elite for unit in units)

    def in_order(self, people: Iterable[Person]) -> list[Person]:
        """Characters by card number."""
        return sorted(people, key=lambda person: self.card(person).card)

    def wisest(self, people: Iterable[Person]) -> tuple[str, ...]:
        """Characters by intelligence, the best first, then by card number (register, PICK)."""
        ranked = self.in_order(people)
        return tuple(person.name for person in sorted(ranked, key=lambda one: -self.intelligence(one)))

    def boxes(self, person: Person) -> int:
        """Wounds that a character can still take (FITG-CHR-36, FITG-CHR-38)."""
        return self.card(person).endurance - person.wounds

    def all_boxes(self, people: Iterable[Person]) -> list[tuple[str, int]]:
        """Boxes in which characters can take wounds, and companions that may take one in their stead, last (D8)."""
        ranked = self.in_order(people)
        companions = ((id, 1) for id, item in self.owned(ranked) if item.takes_wound)
        return [*((person.name, self.boxes(person)) for person in ranked), *companions]

    def combat(self, person: Person) -> int:
        """The combat rating of a character now: printed less wounds, at least 0 (FITG-CHR-37, FITG-CHR-39)."""
        return max(0, self.rating(person, Rating.COMBAT) - person.wounds)

    def rating(self, person: Person, rating: Rating) -> int:
        """A rating as it is printed, or raised by a Helian Drug (D8); without wounds and companions."""
        printed: int = PRINTED[rating](self.card(person))
        return printed + self.drug * (person.drugged is rating)

    def items(self, person: Person) -> list[Possession]:
        """The possessions of a character that work (D8)."""
        if not person.items:  # as most
            return []
        return [self.pack.possessions[item] for item in person.items if item not in person.worn]

    def owned(self, people: Iterable[Person]) -> list[tuple[str, Possession]]:
        """The possessions of characters that work, each with its id, "owner/possession"."""
        return [(f"{person.name}/{item.name}", item) for person in people for item in self.items(person)]

    def intelligence(self, person: Person) -> int:
        """The intelligence of a character, with its companion's."""
        return self.rating(person, Rating.INTELLIGENCE) + sum(item.intelligence for item in self.items(person))

    def diplomacy(self, person: Person) -> int:
        """The diplomacy of a character, with its companion's (Charsot)."""
        return self.rating(person, Rating.DIPLOMACY) + sum(item.steady for item in self.items(person))

    def leadership(self, person: Person) -> int:
        """The leadership of a character."""
        return self.rating(person, Rating.LEADERSHIP)

    def bonus(self, person: Person, defending: bool, used: Iterable[str] = ()) -> int:
        """Strength by possessions of an engaged character: one-shot ones where they are used (FITG-CHR-18)."""
        bonus, given = 0, set(used)
        for item in self.items(person):
            bonus += item.combat * (not item.once or f"{person.name}/{item.name}" in given) + item.defending * defending
        return bonus

    def ranked(self, people: Iterable[Person]) -> tuple[str, ...]:
        """Names of characters, by card number."""
        return tuple(person.name for person in self.in_order(people))

    def leaders(self, state: State, environ: str, side: Side) -> list[Person]:
        """Persons who may lead the units of a side in an environ, the best first (FITG-ENV-09)."""
        able = [one for one in state.present(environ, side) if self.leadership(one) >= state.options.leader_min]
        return sorted(able, key=lambda person: (-self.leadership(person), self.card(person).card))


T = TypeVar("T")

SIDES: dict[Side, Text] = {Side.REBEL: T_("Rebellion"), Side.IMPERIAL: T_("Empire")}
NOBODY = T_("nobody")


class Part(NamedTuple):
    """A part of a player-turn in words: its name, what its side does in it, and how it is told that it begins."""

    name: Text
    mine: str
    told: Text


STAGES: Mapping[Stage, Part] = {
    Stage.MOVEMENT: Part(T_("movement"), T_("your moves"), T_("movement; `done` ends it")),
    Stage.MILITARY: Part(T_("military combat"), T_("military combat"), T_("military combat")),
    Stage.SEARCH: Part(T_("the search"), T_("your searches"), T_("the other side searches; `done` ends it")),
    Stage.MISSIONS: Part(T_("missions"), T_("your missions"), T_("missions; `done` draws the cards")),
    Stage.OVER: Part(T_("the end"), "", NOTHING),
}


LOCKING: dict[Kind | None, str] = {Kind.CREATURE: "FITG-CRE-05", Kind.LOCALS: "FITG-CRE-06"}
"""The rules by which combats with creatures and irate locals close before anything else."""


class Question(question.Question[Any, Any, Choice, T]):  # looks and plays are made of questions, and not the reverse
    """A question to a side, or to both at once. `asks` has {where} and {about}; `both` are asked at once and sealed."""

    kinds: ClassVar[dict[str, Any]] = {}  # questions of whatever tasks
    asks: ClassVar[Message]
    units: ClassVar[bool] = False
    """Whether units are picked that are removed."""
    whose: ClassVar[str] = ""
    """The rule that says whose answer it is, where it is another than `rule`."""

    def words(self, known: State, choice: Choice) -> Text:
        """The question, in words."""
        return self.asks(where=term(choice.where), about=name(choice.about))


class Look(look.Look[World, State], frozen=True):
    """A look at the game, with its sides in words."""

    @property
    def side(self) -> Side | None:
        """The viewer's side; None for the public."""
        return self.known.seats.get(self.seat) if self.seat is not None else None

    @property
    def own(self) -> Side:
        """The side of a player's order. Refuses `E_OWNER`."""
        side = self.side
        if side is None:
            self.require(self.outside())
        assert side is not None  # or it is outside
        return side

    def outside(self) -> Refused | None:
        """Refuses any order of a player: the seat plays neither side, or the game is over."""
        if self.side is None:
            return no(Code.E_OWNER, T_("You play neither side of this game."), "FITG-GEN-03")
        return no(Code.E_PHASE, T_("The game is over."), "FITG-GEN-03") if self.known.over else None

    def person(self, words: str) -> Person | None:
        """The character of that name, in any case; None where nobody in the game has it."""
        wanted = words.strip().casefold()
        return next((person for person in self.known.people.values() if person.name.casefold() == wanted), None)

    def name(self, side: Side) -> Text:
        """A side, with who plays it."""
        seat = self.known.seat(side)
        return N_("{side} ({seat})")(side=SIDES[side], seat=name(seat)) if seat is not None else SIDES[side]

    def asked(self, *questions: type[Question[Any]]) -> Choice | Refused:
        """The open question to the viewer's side, one of these or any. Refuses `E_PHASE`, `E_OWNER`."""
        if outside := self.outside():
            return outside
        choice, kinds = self.known.choice, [kind.kind for kind in questions]
        if choice is None or (kinds and choice.kind not in kinds):
            late = self.known.lapsed.get(self.own) in kinds
            why = T_("Time ran out, and the default was taken.") if late else T_("Nobody is asked that now.")
            return no(Code.E_PHASE, why, "FITG-GEN-03")
        if choice.of(self.own) is None:
            question: Question[Any] = Question.of(choice)
            return no(
                Code.E_OWNER, N_("{side} decides that."), question.whose or question.rule, side=SIDES[self.own.other]
            )
        return choice

    @property
    def choice(self) -> Choice | None:
        """Open question, where it is the viewer's side's, too; None while that is asked nothing."""
        return self.known.choice if self.ask is not None else None

    @property
    def ask(self) -> Ask | None:
        """Question to the viewer's side; None while it is asked nothing."""
        choice, side = self.known.choice, self.side
        return choice.of(side) if choice is not None and side is not None else None

    @property
    def mine(self) -> Ask:
        """Question to the viewer's side, once it is known to be asked something."""
        assert self.ask is not None  # or its answer is not `ready`
        return self.ask

    @property
    def options(self) -> tuple[str, ...]:
        """Ids that the viewer's side can pick in answer to what it is asked; nothing while it is asked nothing."""
        return self.ask.options if self.ask is not None else ()

    def busy(self) -> Refused | None:
        """Refuses `E_LOCKED` while nobody has a free hand: a combat is open (FITG-GEN-03)."""
        if outside := self.outside():
            return outside
        choice = self.known.choice
        if choice is None:
            return None
        words = Question.of(choice).words(self.known, choice)
        return no(Code.E_LOCKED, N_("First of all, {words}."), self.locking, words=words)

    @property
    def locking(self) -> str:
        """The rule by which what is open closes first: of a creature, of irate locals, within a draw of cards, of any
        combat (FITG-CRE-05, FITG-CRE-06, FITG-CHR-10, FITG-GEN-03).
        """
        kind = self.open_fight.kind if self.open_fight is not None else None
        drawing = any(isinstance(task, Drawing) for task in self.known.agenda)
        return LOCKING.get(kind, "FITG-CHR-10" if drawing else "FITG-GEN-03")

    def untimely(self, stage: Stage, rule: str) -> Refused | None:
        """Refuses unless it is that part of the player-turn, and the side orders: `E_LOCKED`, `E_PHASE`, `E_OWNER`."""
        if busy := self.busy():
            return busy
        if self.known.stage is not stage:
            return no(Code.E_PHASE, N_("This is the time of {stage}."), rule, stage=STAGES[self.known.stage].name)
        side = self.known.acting
        return None if self.own is side else no(Code.E_OWNER, N_("{side} orders now."), rule, side=SIDES[side])

    @property
    def fight(self) -> Fight | None:
        """The character combat that is under way."""
        return next((task for task in self.known.agenda if isinstance(task, Fight)), None)

    @property
    def open_fight(self) -> Fight | None:
        """The character combat that is open, also while the wounds of its round are spread."""
        wounding = (task.fight for task in self.known.agenda if isinstance(task, Wounding) and task.fight is not None)
        return next(wounding, self.fight)


class Act(act.Act[World, State]):
    """An order being obeyed, with what its author knows."""

    look: Look

    @property
    def side(self) -> Side:
        """Side that gives the order."""
        return self.look.own


def names(people: Iterable[str]) -> Text:
    """Names in a row; "nobody" for none."""
    return listed(map(name, people)) or NOBODY


SideOf = Annotated[Side, Shown[Side](lambda look, side, form: look.name(side))]
"""A side in a sentence."""
Place = Annotated[str, Shown[str](lambda look, place, form: term(place))]
"""An environ or a planet, as the pack calls it."""
Names = Annotated[tuple[str, ...], Shown[tuple[str, ...]](lambda look, given, form: names(given))]
"""Units or characters in a row."""
Terms = Annotated[tuple[str, ...], Shown[tuple[str, ...]](lambda look, given, form: listed(map(term, given)))]
"""Words of the pack in a row."""
Called = Annotated[str, Shown[str](lambda look, given, form: name(given))]
"""A piece, by its name."""


def by_part(*parts: str) -> Shown[tuple[int, ...]]:
    """One of several figures as it is shown: that of the part which stands after the colon, "{dice:attacker}"."""
    return Shown(lambda look, figures, form: term(str(figures[parts.index(form)])))


Both = Annotated[tuple[int, int], by_part("attacker", "defender")]
"""A figure of the attacker's and one of the defender's."""
Column = Annotated[int, Shown[int](lambda look, column, form: term(COLUMNS[column]))]
"""A column of the military table."""

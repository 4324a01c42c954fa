"""The kernel: orders, facts and who hears them, refusals, and how a rulebook is played and folded.

A rulebook is a library that the functions below call through one protocol, `Ruleset`. Nothing here
knows a rulebook, a clock, a file or a random number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, wraps
from inspect import signature
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    NewType,
    NoReturn,
    ParamSpec,
    Protocol,
    TypeVar,
    get_type_hints,
    runtime_checkable,
)

import msgspec

from engine.clock import HOUR, Instant
from engine.declared.changes import Change
from engine.declared.sentences import Sentences
from engine.dice.keyed import Dice, TurnKey
from engine.orders import Option, Order
from engine.report import News, Report, View
from engine.text.message import COUNT, N_, T_, BadMessage, Beside, Message, Shown, Text, code, filled

Seat = NewType("Seat", str)
"""A place at the table, named by the game ("red"); who sits there is storage's business."""

MODERATOR = Seat("gm")
"""The seat that moderators' orders come from. It hears nothing by itself: a moderator reads the referee's record."""

Svg = NewType("Svg", str)

S = TypeVar("S", bound=msgspec.Struct)
P = ParamSpec("P")
T = TypeVar("T")
K_contra = TypeVar("K_contra", bound=msgspec.Struct, contravariant=True)


class Audience(msgspec.Struct, frozen=True):
    """Hearers of a fact: everybody, or the named seats, or (neither) the referee alone."""

    seats: tuple[Seat, ...] = ()
    everyone: bool = False

    def includes(self, seat: Seat | None) -> bool:
        """True if `seat` hears; None stands for the public, who hear only what everybody hears."""
        return self.everyone or (seat is not None and seat in self.seats)

    def __str__(self) -> str:
        """The stored form: "*" for everybody, seats joined by commas, "" for the referee alone."""
        return "*" if self.everyone else ",".join(self.seats)

    @staticmethod
    def parse(text: str) -> Audience:
        """The audience of a stored form (the inverse of `str`)."""
        if text == "*":
            return EVERYONE
        return Audience(tuple(Seat(name) for name in text.split(",") if name))


REFEREE = Audience()
EVERYONE = Audience(everyone=True)


@lru_cache(maxsize=1024)
def only(*seats: Seat) -> Audience:
    """The named seats and nobody else, in alphabetical order and once each."""
    return Audience(tuple(sorted(set(seats))))


class Fact(msgspec.Struct, Generic[S], frozen=True, tag=True, tag_field="fact"):
    """An immutable record of something that happened, the change it makes, and its words for whoever heard it.

    `says` is the sentence, or the sentences of which it says one by what happened, the fields those of the fact,
    each with a `Shown` mark or a number; `lasts` is the sentence that stays of it (see `lasting`). A fact whose words
    depend on the hearer has `words` and `lasting` instead. `rule` ends
    it in small text. `silent` says why a fact needs no words. `decides` marks what the course of the game hangs on.
    `picture` names a view that is drawn beside the words; `threaded` news is gathered where the rulebook's thread
    of the moment is (`Book.thread`). `closes` ends a turn: what everybody hears of it ends with a witness of the
    record. `alike` says that its words are the same for every hearer, and are put together once; those of a
    `weighty` one take long to find. `makes` is its change
    where that is a plain one; another has `evolve`. A field `by_rule` names the rule of this one, where it is not
    always the same.
    """

    makes: ClassVar[Change | None] = None
    says: ClassVar[Message | Sentences | None] = None
    lasts: ClassVar[Message | None] = None
    rule: ClassVar[str] = ""
    silent: ClassVar[str] = ""
    decides: ClassVar[bool] = False
    picture: ClassVar[str] = ""
    threaded: ClassVar[bool] = False
    closes: ClassVar[bool] = False
    alike: ClassVar[bool] = False
    weighty: ClassVar[bool] = False

    def evolve(self, state: S) -> S:
        """The state after this fact.

        Holds no rules and no dice and never fails: a fact about something that the holder of the state has never
        heard of changes nothing.
        """
        return state if self.makes is None else self.makes.made(state, self)

    def attacks(self) -> bool:
        """True if the seats that hear it, where not everybody does, were attacked, and are to be called."""
        return False

    def words(self, look: Any) -> Text | News | None:  # each rulebook has its own look
        """Words for a hearer, who knows `look.known` now that it has heard the fact; None where it needs none."""
        if self.says is None:
            return None
        told = self.says.of(self, look.seat) if isinstance(self.says, Sentences) else self.says
        return filled(told, look, shown_fields(self))

    def foretells(self) -> str:
        """Name of what its words tell to come ("turn 3"), or of what has come (`became`); "" for neither."""
        return ""

    def became(self, look: Any) -> Text | None:  # each rulebook has its own look
        """Words that take the place of those that foretold this, wherever they stand: nothing stale is left there."""
        return None

    def lasting(self, look: Any) -> Text | News | None:  # each rulebook has its own look
        """Words that stay of its own, in posts, once the deadline that they tell is none any more; None where they tell
        of none.
        """
        return None if self.lasts is None else filled(self.lasts, look, shown_fields(self))

    def news(self, look: Any) -> News | None:  # each rulebook has its own look
        """The words as news, with the rule in small text at their end; None for a fact without words."""
        words = None if self.silent else self.words(look)
        if not isinstance(words, Text):
            return words
        return ruled(words, self.cites(), decides=self.decides, picture=self.picture)

    def cites(self) -> str:
        """The rule that its words end with."""
        rule: str = getattr(self, "by_rule", "") or self.rule
        return rule


def ruled(
    words: Text,
    rule: str = "",
    *,
    decides: bool = False,
    picture: str = "",
    about: str = "",
    thread: tuple[str, str] | None = None,
) -> News:
    """News that ends with the id of its rule in small text; `thread` is the topic and title under which it is gathered.
    For the other arguments see `News`.
    """
    text = f"{words}\n-# {rule}" if rule else str(words)
    topic, title = thread or ("", "")
    return News(text, topic, title, picture, about, decides)


@cache
def _marks(kind: type[Fact[Any]]) -> Mapping[str, Shown[Any]]:
    """Marks that put the fields of a fact's sentence in words. Raises BadMessage for a field that has none."""
    marks: dict[str, Shown[Any]] = {}
    hints = get_type_hints(kind, include_extras=True)
    for name in frozenset[str]().union(*(said.fields for said in (kind.says, kind.lasts) if said is not None)):
        if name not in kind.__struct_fields__:
            raise BadMessage(f"{kind.__name__} has no field {name!r}, which its sentence names")
        hint = hints[name]
        marked = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Shown)]
        if marked:
            marks[name] = marked[0]
        elif hint is int:
            marks[name] = COUNT
        else:
            raise BadMessage(f"{kind.__name__}.{name} is in its sentence, but nothing says how a {hint} is shown")
    return marks


def shown_fields(fact: Fact[Any]) -> dict[str, tuple[Shown[Any], Any]]:
    """The fields of a fact that its sentence names, each with its mark and value."""
    marks = _marks(type(fact)).items()
    return {name: (mark, fact if isinstance(mark, Beside) else getattr(fact, name)) for name, mark in marks}


CODE: Shown[str] = Shown(lambda look, text, form: code(text))
"""Something to be copied letter by letter, within backquotes."""


class KeyShown(Fact[Any], frozen=True):
    """The key of a turn's public dice is published: `link` of the chain (hex) and the seals mixed into it."""

    threaded = True
    says = N_("-# Key {turn} of the dice: {link}")
    turn: int
    link: Annotated[str, CODE]
    seals: tuple[str, ...]


class Rolled(Fact[Any], frozen=True):
    """A die was rolled: its label, its number of sides, and the result (1..sides); `hidden` under the second key."""

    silent = "dice are told with what they decide"

    turn: int
    label: str
    sides: int
    result: int
    hidden: bool = False


SEAL, SALT = N_("-# Seal of {label}: {seal}"), N_("-# Salt of {label}: {salt}")


class Sealed(Fact[Any], frozen=True):
    """A seat's orders of a turn are locked: their salted digest, which goes into the turn's key."""

    threaded = True
    turn: int
    seat: Seat
    seal: str

    def words(self, look: Any) -> Text:  # of any rulebook
        """The label under which it is checked, and the seal."""
        return SEAL(label=code(_seal_label(self.turn, self.seat)), seal=code(self.seal))


class Unsealed(Fact[Any], frozen=True):
    """Shows what was sealed, with the salt that proves it."""

    threaded = True
    turn: int
    seat: Seat
    salt: str
    body: str

    def words(self, look: Any) -> Text:  # of any rulebook
        """The label under which it is checked, and the salt."""
        return SALT(label=code(_seal_label(self.turn, self.seat)), salt=code(self.salt))


class HiddenShown(Fact[Any], frozen=True):
    """The game is over and the key of its hidden dice (hex) is published."""

    says = N_("-# Key of the hidden dice and of all seals: {key}")
    key: Annotated[str, CODE]


KERNEL_FACTS: tuple[type[Fact[Any]], ...] = (KeyShown, Rolled, Sealed, Unsealed, HiddenShown)


class Said(msgspec.Struct, Generic[S], frozen=True):
    """A fact as it was said: when, to whom, and what."""

    at: Instant
    to: Audience
    fact: Fact[S]


class RefusalText(msgspec.Struct, frozen=True):
    """Wording of a rulebook's refusal: a sentence with {fields}, the rule it rests on, and what would be right. A
    number's word is chosen as in "{need} {need:ship|ships}".
    """

    text: str
    rule: str = ""
    fix: str = ""


class RuleText(Protocol):
    """A rule as players read it: its id, its title, and one or two sentences."""

    @property
    def id(self) -> str:
        """The rule's id ("GCW-UCR-03")."""

    @property
    def title(self) -> str:
        """Its title, as players read it."""

    @property
    def text(self) -> str:
        """Its text, as players read it."""


class Refusal(Exception):
    """An order was not obeyed and nothing changed: a code of the register, a sentence with its numbers, a rule id."""

    def __init__(
        self, code: str, sentence: str, rule: str = "", fix: str = "", numbers: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule
        self.fix = fix
        self.numbers: Mapping[str, object] = dict(numbers or {})

    def again(self) -> Refusal:
        """The same refusal, to be kept or raised anew: it has been raised nowhere yet."""
        return Refusal(self.code, self.sentence, self.rule, self.fix, self.numbers)

    def __str__(self) -> str:
        tail = " ".join(part for part in (self.fix, f"({self.rule})" if self.rule else "") if part)
        return f"{self.sentence} {tail}".rstrip()


MODERATORS_ONLY = "GM_ONLY"
"""The code of the refusal of a moderator's order from any other seat, where a rulebook has none of its own."""

KERNEL_REFUSALS: Mapping[str, RefusalText] = {
    MODERATORS_ONLY: RefusalText(T_("That order is for moderators only.")),
    "UNKNOWN_VIEW": RefusalText(N_("There is no view “{view}”.").one, fix="{hint}"),
    "NO_RULE": RefusalText(
        N_("There is no rule “{name}”. {hint}").one, fix=T_("`/rules search` finds rules by words.")
    ),
    "NO_HOUSE_RULE": RefusalText(
        N_("No house rule stands on {name}.").one, fix=T_("`/rules rulings` lists those there are.")
    ),
    "NO_PICTURE": RefusalText(N_("The view {view} has no picture.").one, fix=N_("These have: {views}.").one),
}
"""Refusals of the kernel's own; a rulebook may word them anew under the same code."""


class _Blank(dict[str, object]):
    """Leaves a field that nobody filled visible, so that a missing number is seen instead of raising."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


_ENDED = re.compile(r"\{(\w+)\}\.")
_COUNTED = re.compile(r"\{(\w+):([^{}|]+)\|([^{}|]+)\}")
"""A word for one or for any other number, such as "{need:ship|ships}"."""


def _counted(text: str, numbers: _Blank) -> str:
    """A wording with the words that follow from its numbers: "1 ship", "2 ships"."""
    return _COUNTED.sub(lambda match: match[2] if numbers[match[1]] == 1 else match[3], text)


def _sentence(text: str, numbers: _Blank) -> str:
    """A sentence of a refusal with its numbers filled in; where one of them ends as a sentence does, it ends there."""

    def ending(match: re.Match[str]) -> str:
        return match[0][:-1] if str(numbers[match[1]]).endswith((".", "?")) else match[0]

    return _ENDED.sub(ending, _counted(text, numbers)).format_map(numbers).rstrip()


def refusal(texts: Mapping[str, RefusalText], code: str, rule: str, fix: str, numbers: Mapping[str, object]) -> Refusal:
    """A refusal of a rulebook: its sentence for `code` with the numbers filled in.

    `rule` names a more telling rule id than the code's usual one, `fix` what would be right here rather than usually.
    """
    text = texts.get(code) or KERNEL_REFUSALS.get(code) or RefusalText(code)
    blank = _Blank(numbers)
    usual = _counted(text.fix, blank).format_map(blank) if text.fix else ""
    return Refusal(code, _sentence(text.text, blank), rule or text.rule, fix or usual, numbers)


def in_older_words(texts: Mapping[str, RefusalText], refused: Refusal) -> str:
    """The sentence of a refusal as games have it recorded that began when a number's word did not follow it yet, and
    each sentence had its own full stop: "1 movement points", "Did you mean Hoth?."
    """
    text, numbers = texts.get(refused.code), _Blank(refused.numbers)
    if text is None or refused.sentence != _sentence(text.text, numbers):
        return refused.sentence
    return _COUNTED.sub(lambda match: match[3], text.text).format_map(numbers).rstrip()


Knows = Callable[[Seat], S]
"""What a seat knew when a command came: the fold of all that it had heard."""


class Knowledge(Generic[S]):
    """Knowledge of hearers as the table goes on: what each knew at first, and the fold of what it has heard since."""

    def __init__(self, knew: Knows[S]) -> None:
        self._knew = knew
        self._said: list[Said[S]] = []
        self._folded: dict[Seat, tuple[S, int]] = {}

    def hear(self, said: Iterable[Said[S]]) -> None:
        """More was said."""
        self._said.extend(said)

    def of(self, seat: Seat) -> S:
        """Knowledge of a seat now."""
        state, upto = self._folded[seat] if seat in self._folded else (self._knew(seat), 0)
        if upto < len(self._said):
            state = known(state, self._said[upto:], seat)
        self._folded[seat] = state, len(self._said)
        return state


def _unheard(seat: Seat) -> NoReturn:
    raise LookupError(f"nobody said what {seat} knows: hand `knows` to play, obey and lapse")


class TurnDice(Generic[S]):
    """The dice of one turn, each addressed by a label and said as a fact (architecture section 4)."""

    def __init__(self, table: Table[S], turn: int, key: TurnKey) -> None:
        self._table, self._turn, self._key = table, turn, key

    def roll(self, label: str, sides: int, to: Audience = EVERYONE) -> int:
        """The public die of that label, 1..sides; said to `to`."""
        result = self._key.roll(label, sides)
        self._table.say(Rolled(self._turn, label, sides, result), to)
        return result

    def hidden(self, label: str, sides: int, to: Audience = REFEREE) -> int:
        """A die under the second key, which is published only when the game ends."""
        result = self._key.hidden(label, sides)
        self._table.say(Rolled(self._turn, label, sides, result, hidden=True), to)
        return result


class Table(Generic[S]):
    """Table of a game, which a rule has in hand: the state, the instant, the dice; `say` to make things so,
    `refuse` to decline.
    """

    def __init__(
        self,
        state: S,
        now: Instant,
        dice: Dice,
        refusals: Mapping[str, RefusalText],
        knows: Knows[S] = _unheard,
    ) -> None:
        self.state = state
        self.now = now
        self.dice = dice
        self.said: list[Said[S]] = []
        self.refusals = refusals
        self._knows = knows
        self._known: dict[Seat, tuple[S, int]] = {}

    @property
    def date(self) -> Instant:
        """This instant, to date a fact by. Rules that go by the hour ask whether it is `reached`."""
        return self.now

    def reached(self, at: Instant) -> bool:
        """True if an instant has come."""
        return at <= self.now

    def known(self, seat: Seat) -> S:
        """Knowledge of a seat at this moment: the fold of all that it has heard, up to what was just said here."""
        state, upto = self._known[seat] if seat in self._known else (self._knows(seat), 0)
        if upto < len(self.said):
            state = known(state, self.said[upto:], seat)
        self._known[seat] = state, len(self.said)
        return state

    def say(self, fact: Fact[S], to: Audience = REFEREE) -> None:
        """Record a fact and evolve the state at once. Without an audience the referee alone hears it."""
        self.state = fact.evolve(self.state)
        self.said.append(Said(self.now, to, fact))

    def refuse(self, code: str, rule: str = "", fix: str = "", **numbers: object) -> NoReturn:
        """Decline the order: the register's sentence for `code` with the numbers filled in.

        Raises Refusal. `rule` names a more telling rule id than the code's usual one, `fix` what would be right here
        rather than usually.
        """
        raise self.refusal(code, rule, fix, **numbers)

    def refusal(self, code: str, rule: str = "", fix: str = "", **numbers: object) -> Refusal:
        """The refusal that `refuse` would raise (for a list of faults told together)."""
        return refusal(self.refusals, code, rule, fix, numbers)

    def aside(self, state: S | None = None, now: Instant | None = None) -> Table[S]:
        """A table to try things on: what is said there changes nothing here."""
        state, now = self.state if state is None else state, self.now if now is None else now
        return Table(state, now, self.dice, self.refusals, self.known)

    def mark(self) -> tuple[S, int]:
        """The moment, to go `back` to."""
        return self.state, len(self.said)

    def back(self, mark: tuple[S, int]) -> None:
        """Things stand again as they were: what was said since was not."""
        self.state, length = mark
        del self.said[length:]
        self._known = {seat: kept for seat, kept in self._known.items() if kept[1] <= length}

    def turn_dice(self, turn: int, seals: Sequence[str] = ()) -> TurnDice[S]:
        """Publish the key of `turn`, mixed with the seals of the locked orders, and hand out its dice."""
        key = self.dice.turn(turn, seals)
        self.say(KeyShown(turn, key.link, tuple(sorted(seals))), EVERYONE)
        return TurnDice(self, turn, key)

    def seal(self, turn: int, seat: Seat, body: str) -> str:
        """Publish the seal of a seat's locked orders, and return it for `turn_dice` of that turn."""
        digest = self.dice.seal(_seal_label(turn, seat), body)
        self.say(Sealed(turn, seat, digest), EVERYONE)
        return digest

    def unseal(self, turn: int, seat: Seat, body: str, to: Audience = EVERYONE) -> None:
        """Show what was sealed, with its salt."""
        self.say(Unsealed(turn, seat, self.dice.salt(_seal_label(turn, seat)), body), to)

    def show_hidden_key(self) -> None:
        """Publish the key of the hidden dice: only when the game is over, for it also tells the salts of all seals."""
        self.say(HiddenShown(self.dice.hidden_key), EVERYONE)


def _seal_label(turn: int, seat: Seat) -> str:
    return f"turn {turn}/{seat}"


AHEAD = (12 * HOUR, 2 * HOUR)
"""Seconds before a deadline at which reminders are given where the rulebook says nothing of them."""


class Awaited(msgspec.Struct, frozen=True):
    """Somebody that the table waits for, for what (a phrase: "your turn"), and until when (None: no deadline).

    Whoever it is about is told `what`, everybody else `theirs`.

    `owes`: False where it owes nothing, and time alone brings what is waited for. `ahead`: how many seconds before the
    deadline whoever still owes it is reminded. `which` tells it from what is waited for in the same words later.
    """

    seat: Seat
    what: str
    until: Instant | None = None
    owes: bool = True
    ahead: tuple[int, ...] = AHEAD
    which: str = ""

    @property
    def theirs(self) -> str:
        """The phrase as others read it: "their turn", "whether they attack". It speaks to its reader once: a name in it
        stays as it is.
        """
        return re.sub(r"\byou(r?)\b", lambda found: "their" if found[1] else "they", self.what, count=1)


class Coming(msgspec.Struct, frozen=True):
    """Something that a seat knows will happen without it: a sentence, when, and how many seconds ahead it is told."""

    words: Text
    at: Instant
    ahead: tuple[int, ...] = AHEAD


class InForce(msgspec.Struct, frozen=True):
    """A ruling that stands in a game: on which rule, in words, since when (None: from the beginning); `kept` by people,
    or else by Umpire.
    """

    rule: str
    words: Text
    since: Instant | None = None
    kept: bool = True


class Setup(msgspec.Struct, frozen=True):
    """Start of a game: its name, its seats in order, and the rulebook's options."""

    name: str
    seats: tuple[Seat, ...] = ()
    options: dict[str, str] = {}


class Ruleset(Protocol[S]):
    """The contract of a rulebook (architecture section 3)."""

    name: str  # "gcw": also the first word of its commands
    title: str  # "Galactic Civil War, Episode II"
    version: int  # a promise about facts: if a golden game's facts change, the number must
    digest: str  # of the data pack it was made from
    state: type[S]  # State() is what somebody knows who has heard nothing
    facts: tuple[type[Fact[Any]], ...]
    orders: tuple[type[Order], ...]
    by_use: tuple[type[Order], ...]  # the same, those first that games consist of
    views: tuple[View, ...]  # so, too
    refusals: Mapping[str, RefusalText]
    texts: Sequence[RuleText]  # every rule of the register, for `/rules` and for coverage
    groups: Mapping[str, str]  # descriptions of its command groups ("gcw battle")

    @property
    def checks(self) -> str | Callable[[Any], Any]:  # of the rulebook's own class
        """The class of its checks (`engine.played.checks.Checks`), or where it is found. Rules do not load it."""

    def __hash__(self) -> int:
        """A rulebook is itself and no other."""

    def begin(self, setup: Setup, table: Table[S]) -> None:
        """Say the opening facts; raises Refusal where the setup cannot be played."""

    def obey(self, seat: Seat, order: Order, table: Table[S]) -> None:
        """Say the facts of an order, or raise Refusal."""

    def due(self, state: S) -> Instant | None:
        """Instant at which time alone will next change something."""

    def lapse(self, table: Table[S]) -> None:
        """Makes the changes of time at table.now, an instant that `due` named. Afterwards `due` is later or None."""

    def awaits(self, state: S) -> tuple[Awaited, ...]:
        """All that the table waits for."""

    def to_come(self, known: S) -> Iterable[Instant | None]:
        """The instants at which something is to come, as somebody knows it: words tell of no other as to come."""

    def over(self, state: S) -> bool:
        """True if a game is over by its rules: nothing can happen in it any more."""

    def full(self, state: S, seats: int) -> Text:
        """Reason why nobody else could play in a game of so many seats, a sentence; "" where there is room."""

    def coming(self, known: S, seat: Seat) -> tuple[Coming, ...]:
        """Events that a seat that knows this is told of beforehand, though it owes nothing."""

    def legal(self, known: S, seat: Seat, now: Instant, kind: type[Order] | None = None) -> Iterable[Order]:
        """Orders that seat could give, of a kind or (None) of all, as far as it knows; lazily, representative where
        the space is large.
        """

    def options(
        self, known: S, seat: Seat, order: type[Order], field: str, given: Mapping[str, str], now: Instant
    ) -> Iterable[Option]:
        """Values for a field of an order, from what the seat knows and has filled in so far."""

    def subjects(self, known: S, seat: Seat | None, view: str, now: Instant) -> Iterable[Option]:
        """Subjects that a view can be about (`/gcw-show ship about:`), from what the seat knows."""

    def as_called(self, known: S, later: S, seat: Seat | None) -> S:
        """Knowledge of a seat in the course of a step, with the names that things have for it by its end (`later`)."""

    def tell(self, known: S, said: Said[S], seat: Seat | None) -> News | None:
        """Words for one thing heard by `seat` (None: by the public), which knows `known` now that it has heard it.

        None where it needs no words.
        """

    def show(self, known: S, seat: Seat | None, view: str, about: str, now: Instant) -> Report:
        """The report that a seat asks to see. Raises Refusal for a thing it does not know."""

    def draw(self, known: S, seat: Seat | None, view: str, about: str, now: Instant) -> Svg:
        """The picture of it."""

    def home(self, known: S, seat: Seat, now: Instant) -> Report:
        """The report that a player comes back to: what may be done now and until when, and the gist of what they
        have.
        """

    def possible(self, known: S, seat: Seat, now: Instant) -> Sequence[type[Order]]:
        """The kinds of orders of which that seat could give one now, as far as it knows; the likeliest first."""

    def doubted(self, kind: type[Order]) -> bool:
        """True for a kind of order of which any raises a doubt: of others nobody need ask."""

    def doubts(self, known: S, seat: Seat, order: Order, now: Instant) -> Text:
        """A doubt that a seat is told before it gives an order, and asked once whether that is meant; NOTHING for
        none.
        """

    def require_ready(self, known: S, seat: Seat, now: Instant, kind: type[Order]) -> None:
        """Raise Refusal where that seat can give no order of a kind now, whatever its fields say."""


@runtime_checkable
class Retold(Protocol[K_contra]):
    """A rulebook whose games are told again, with pictures, when they are over."""

    summary: str
    """The view that tells how a game ended."""
    at_home: tuple[str, ...]
    """The views of a player's home: the first is about the turn, others about what the player has."""

    def scene(self, state: K_contra) -> tuple[str, str]:
        """The view, and what it is about, whose picture shows a state of the referee's best."""


@runtime_checkable
class Tracked(Protocol[K_contra]):
    """A rulebook with something that goes on for a while, such as a combat: how it stands can be kept before everybody.

    Of a rulebook that wants none the `tracker` is empty.
    """

    tracker: tuple[str, ...]
    """The views that say how it stands, one beneath another."""

    def standing(self, known: K_contra, now: Instant) -> Report:
        """Report of how it stands, as everybody knows it."""

    def tracked(self, known: K_contra) -> str:
        """The topic of what goes on now, as somebody knows it: another topic is another thing; "" for nothing."""

    def scene(self, state: K_contra) -> tuple[str, str]:
        """The view, and what it is about, whose picture shows best how it stands."""


@runtime_checkable
class Advises(Protocol[K_contra]):
    """A rulebook that can play a seat itself; one without `advise` has no opponent for a player."""

    def advise(self, known: K_contra, seat: Seat, now: Instant) -> Order | None:
        """The order that a seat which is awaited would sensibly give next, from what it knows; None for none.

        The same for the same knowledge, and legal as far as the seat can tell.
        """


@runtime_checkable
class Restless(Protocol[K_contra]):
    """A rulebook whose seats act when they like: one that Umpire plays is asked for its advice though nobody waits for
    it.
    """

    def stirs(self, known: K_contra, seat: Seat, now: Instant) -> Instant | None:
        """Instant at which time alone next lets a seat do something, though nothing happens; None for never."""


@runtime_checkable
class Varied(Protocol):
    """A rulebook that is played by certain numbers of seats, or in several ways."""

    def setups(self) -> Sequence[Setup]:
        """Setups for random games, one after the other."""


@runtime_checkable
class Optioned(Protocol):
    """A rulebook whose games can be played in several ways: `Setup.options`."""

    def setup_options(self) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """By name of the option what it is, in words, and values to offer (others may do as well)."""


@runtime_checkable
class Sized(Protocol):
    """A rulebook whose options may say how many play."""

    def seats_meant(self, options: Mapping[str, str]) -> int:
        """The number of seats that the options are for; of any that they suit, where they do not say."""


@runtime_checkable
class Surveyed(Protocol[K_contra]):
    """A rulebook that shows moderators more of a seat than who owes what."""

    def survey(self, state: K_contra, seat: Seat, now: Instant) -> Sequence[tuple[str, str]]:
        """Figures of what a seat has and where it stands, by the referee's state: headings ("Treasury") and values
        ("900 KC").
        """


@runtime_checkable
class Refereed(Protocol):
    """A rulebook with a game master: a moderator plays all that no seat does, from a panel of their own."""

    game_master: str
    """What the game master is called."""


@runtime_checkable
class GivenUp(Protocol):
    """A rulebook that says how a player gives a game up."""

    conceded_by: str
    """Path of the order by which a side gives up, "" where none does."""
    giving_up: Text
    """A sentence on what to do instead, where no order does."""


@runtime_checkable
class Unasked(Protocol):
    """A rulebook that may ask nobody for orders."""

    unasked: Text
    """Why standing orders would never be given, and what stands by itself; nothing where somebody is asked."""


@runtime_checkable
class Filled(Protocol[K_contra]):
    """A rulebook that fills in forms of orders before they are opened."""

    def starts(self, known: K_contra, seat: Seat, order: type[Order], about: str, now: Instant) -> Mapping[str, str]:
        """Words that stand in the form of an order at first, by field; `about` what it is about ("": the usual)."""


@runtime_checkable
class Repeats(Protocol[K_contra]):
    """A rulebook whose players may want to order again what they did in their last turn."""

    def again(self, known: K_contra, seat: Seat, heard: Iterable[Fact[Any]]) -> tuple[str, ...]:
        """The orders of a seat's last turn that had any, as lines of a sheet; `heard` is all that it heard, the latest
        first.
        """


@runtime_checkable
class Dated(Protocol[K_contra]):
    """A rulebook in which things happen on days of the calendar, whatever becomes of the clock."""

    def ahead(self, state: K_contra) -> int:
        """Seconds that the calendar is ahead of the game's clock."""

    def dated(self, ahead: int, since: Instant) -> Order:
        """The moderators' order that keeps the calendar so far ahead; `since` is the calendar's time now."""


@runtime_checkable
class Moderated(Protocol[K_contra]):
    """A rulebook that keeps what moderators rule."""

    def rulings(self, known: K_contra) -> Sequence[InForce]:
        """Rulings of moderators that stand, as everybody knows them."""


@runtime_checkable
class Timed(Protocol):
    """A rulebook that has clocks of many kinds: a pause says which stand still."""

    clocks: str
    """All that stands still while a game is paused, as the end of a sentence: "turns, courses through hyperspace"."""


@runtime_checkable
class Keeps(Protocol[K_contra]):
    """A rulebook whose players build something that they may want in another game."""

    def kept(self, known: K_contra, seat: Seat) -> tuple[str, ...]:
        """Orders as lines that build anew what the seat has built; none where there is nothing."""


@runtime_checkable
class RollsAnywhere(Protocol[K_contra]):
    """A rulebook whose dice are rolled where no game of it is played."""

    rolling: Mapping[str, str]
    """The options of a table (`Setup.options`) at which nothing is done but rolling."""

    def roll(self, text: str, sight: str, codes: Mapping[str, str]) -> Sequence[Order]:
        """The orders that roll what somebody typed, one or several, at such a table; `sight` is "everybody", "private"
        or "gm", `codes` what they have by name. Raises Refusal for what cannot be read.
        """

    def closing(self, state: Any, rolls: int) -> Order | None:
        """The order that ends such a table whose dice do not suffice for so many more rolls; None where they do."""

    def odds(self, text: str, codes: Mapping[str, str]) -> Report:
        """The odds of what somebody would roll; nothing is rolled. Raises Refusal for what cannot be read."""

    def codes(self, known: K_contra, seat: Seat) -> Mapping[str, str]:
        """Codes that a seat can roll by a name (a skill), as they are rolled ("4D+2")."""


class Outcome(msgspec.Struct, Generic[S], frozen=True):
    """Outcome of an order or a lapse: the state afterwards, what was said, and the refusal if the order was
    declined.
    """

    state: S
    said: tuple[Said[S], ...]
    refusal: Refusal | None = None


class EndlessLapse(Exception):
    """A rulebook's clock does not advance: a bug of that rulebook."""


MOST_LAPSES = 100_000
"""Due instants in one catch-up after which a rulebook is taken to be stuck (years of play come to thousands)."""


def start(rules: Ruleset[S], setup: Setup, now: Instant, dice: Dice) -> Outcome[S]:
    """Open a game. Raises Refusal."""
    table = Table(rules.state(), now, dice, rules.refusals)
    rules.begin(setup, table)
    return Outcome(table.state, tuple(table.said))


def lapse(rules: Ruleset[S], state: S, now: Instant, dice: Dice, knows: Knows[S] = _unheard) -> Outcome[S]:
    """Everything due up to `now`, in order, each at its own instant: a bot that was down catches up by itself."""
    said: list[Said[S]] = []
    knowledge: Knowledge[S] | None = None
    for _ in range(MOST_LAPSES):
        due = rules.due(state)
        if due is None or due > now:
            return Outcome(state, tuple(said))
        knowledge = knowledge or Knowledge(knows)
        table = Table(state, due, dice, rules.refusals, knowledge.of)
        rules.lapse(table)
        state = table.state
        said += table.said
        knowledge.hear(table.said)
    raise EndlessLapse(f"{rules.name}: {MOST_LAPSES} instants were due up to {now}; next is {rules.due(state)}")


def obey(
    rules: Ruleset[S], state: S, seat: Seat, order: Order, now: Instant, dice: Dice, knows: Knows[S] = _unheard
) -> Outcome[S]:
    """One order at `now`, when all that was due has lapsed. A refused order says nothing and changes nothing."""
    table = Table(state, now, dice, rules.refusals, knows)
    try:
        if order.moderator and seat != MODERATOR:
            table.refuse(getattr(rules, "moderators_only", MODERATORS_ONLY))
        rules.obey(seat, order, table)
    except Refusal as refusal:
        return Outcome(state, (), refusal)
    return Outcome(table.state, tuple(table.said))


def play(
    rules: Ruleset[S], state: S, seat: Seat, order: Order, now: Instant, dice: Dice, knows: Knows[S] = _unheard
) -> Outcome[S]:
    """Let everything due up to `now` lapse, then obey the order: the whole of what the desk asks of the engine."""
    due = rules.due(state)
    if due is None or due > now:
        return obey(rules, state, seat, order, now, dice, knows)
    before = lapse(rules, state, now, dice, knows)
    if not before.said:
        return obey(rules, before.state, seat, order, now, dice, knows)
    knowledge = Knowledge(knows)
    knowledge.hear(before.said)
    after = obey(rules, before.state, seat, order, now, dice, knowledge.of)
    return Outcome(after.state, before.said + after.said, after.refusal)


def fold(state: S, facts: Iterable[Fact[S]]) -> S:
    """The state after these facts."""
    for fact in facts:
        state = fact.evolve(state)
    return state


def known(state: S, said: Iterable[Said[S]], seat: Seat | None) -> S:
    """Knowledge of a seat (None: the public) after these sayings, from what it knew: the fold of what it heard."""
    return fold(state, (told.fact for told in said if told.to.includes(seat)))


def of_parts(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Declares the function below it as worked out of parts of a state, given by place: once for the same parts, of
    which so many are kept at `most`. A state never changes, and what evolves of it keeps the parts that did not: so a
    part is told from others by identity. A number that was worked out itself is never the same again, and is no part.
    """

    def keep(work: Callable[P, T]) -> Callable[P, T]:
        known: dict[object, tuple[T, object]] = {}
        works: Callable[..., T] = work

        def found_out(key: object, value: T, parts: object) -> T:
            if len(known) >= most:
                known.clear()
            known[key] = value, parts  # which keeps the parts, and so their identities
            return value

        def of_one(part: object) -> T:
            found = known.get(id(part))
            return found_out(id(part), works(part), part) if found is None else found[0]

        def of_several(*parts: object, **named: object) -> T:
            key = tuple(map(id, parts))
            found = known.get(key)
            return found_out(key, works(*parts, **named), parts) if found is None else found[0]

        worked: Callable[..., T] = of_one if len(signature(work).parameters) == 1 else of_several
        return wraps(work)(worked)

    return keep

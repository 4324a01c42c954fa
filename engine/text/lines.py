"""An order and its line of text: read with positions and suggestions, written so that it reads back the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from engine.game import Refusal, of_parts
from engine.orders import Order
from engine.text.given import PlainName, plain_name
from engine.text.message import (
    AND,
    MINUS,
    N_,
    NN_,
    NOTHING,
    OR,
    T_,
    Text,
    begun,
    code,
    did_you_mean,
    joined,
    listed,
    name,
    recorded,
    spaced,
    term,
)
from engine.text.names import alike, near, shown
from engine.text.template import (
    BadTemplate,
    Match,
    Miss,
    Slot,
    Template,
    Token,
    Unclosed,
    opened,
    quotation,
    quoted,
    tokens,
)

__all__ = [
    "LONGEST_LINE",
    "BadTemplate",
    "Line",
    "PlainName",
    "WordsError",
    "build",
    "did_you_mean",
    "near",
    "parse",
    "plain_name",
    "sheet",
    "shown",
    "template_of",
    "to_text",
    "usage",
]

LONGEST_LINE = 75_000
"""Characters of one order's line: the longest texts that all fields of an order take, each of their characters escaped
as six, for what is recorded must be read again. A report of a battle by ticks has most of them."""

KEPT_LINE = 300
"""Characters of the longest lines that are kept as they were read."""

MOST_LINES = 40
"""Orders of one order sheet."""

MOST_LISTED = 12
"""First words that an error names where nothing like the one given exists."""

ALONE = {"/roll": T_("Send it by itself where you write, and the dice fall at once.")}
"""Commands that players take for orders, by what to do instead."""

FEW_COMMANDS = 3
"""Commands that it names where no order can stand on a line."""

NONE_ON_A_SHEET = N_("No order can stand on a sheet now; give {commands}.")
BEGINNINGS = N_("Orders begin with {words}.")
BEGINNINGS_AND_MORE = N_("Orders begin with {words} and others.")
TOO_MANY = N_("A sheet has at most {most} orders, not {given}.")
NO_PLACE, USE = N_("“{word}” has no place on an order sheet."), N_("Use {command} for it.")
TOO_LONG = N_("An order has at most {most} characters, not {given}.")
NO_PARTNER = N_("The quotation mark at column {column} has no partner.")
CLOSE_IT, NO_ORDER = T_("Close it, or leave it out."), T_("There is no order in this line.")
BY_ITSELF = N_("{command} is a command of its own, and no order on a sheet.")
NO_COMMAND = N_("There is no order /{path}.")
NO_FIELD, FIELDS = N_("“{words}” is no field of {command}, or stands there twice."), N_("Its fields: {fields}.")
STRANGE, WRITE_THIS, WRITE = N_("No order begins with “{word}”."), N_("Write {lines}."), N_("Write: {line}")
GOES_ON = N_("The order ends with “{end}”, but “{more}” follows.")
STOPS = N_("The order stops after “{end}”: {field} is missing.")
MISSING_AFTER = N_("“{word}” is missing after “{before}”.")
SHOULD_STAND = N_("“{word}” should stand at column {column}, not “{given}”.")
FIELD = N_("the {field}[ ({about})]")
NONE_SUCH = N_("This order has no “{field}”.")
NEEDED, WHOLE = N_("The order needs {field}."), N_("The {field} must be a whole number, not “{given}”.")
OUT_OF_RANGE = N_("The {field} must be {range}, not “{given}”.")
TOO_SHORT = NN_(
    "The {field} needs at least {least} character.", "The {field} needs at least {least} characters.", "least"
)
TOO_MUCH = NN_(
    "The {field} has at most {most} character, not {given}.",
    "The {field} has at most {most} characters, not {given}.",
    "most",
)
YES_OR_NO = N_("The {field} is yes or no, not “{given}”.")
ONE_OF = N_("The {field} is one of {choices}, not “{given}”.")
WAS, WANTED = N_("The {field} was “{given}”."), N_("The {field} cannot be “{given}”: {wanted} is wanted.")
BOUNDS = {
    "ge": N_("at least {number}"),
    "gt": N_("more than {number}"),
    "le": N_("at most {number}"),
    "lt": N_("less than {number}"),
}


class WordsError(Refusal):
    """A line, or the values of a form, that is no order: where it stopped making sense, and what would be right.

    `column` counts characters from 1 (0: the values did not come from a line). `field` is the order's field
    that has a wrong value ("": the line itself does not fit).
    """

    def __init__(self, sentence: Text, fix: Text = NOTHING, column: int = 0, field: str = "") -> None:
        super().__init__("WORDS", sentence, fix=fix)
        self.column = column
        self.field = field


class StrangeBeginning(WordsError):
    """Nothing begins with the first word of a line, nor with a word like it: any order could be meant."""

    def among(self, orders: Sequence[type[Order]]) -> StrangeBeginning:
        """The same with the first words of these orders, in their order; with their commands where none of them may
        stand on a sheet, and as it is where there are none.
        """
        commands = listed((code(f"/{kind.path}") for kind in orders[:FEW_COMMANDS]), OR)
        fix = beginnings(template_of(kind).first for kind in orders if kind.sheet)
        fix = fix or (NONE_ON_A_SHEET(commands=commands) if commands else NOTHING)
        return StrangeBeginning(recorded(self.sentence), fix, self.column) if fix else self


def beginnings(words: Iterable[str]) -> Text:
    """The first words of orders in a sentence, at most `MOST_LISTED`; "" for none."""
    each = [term(word) for word in dict.fromkeys(words)]
    says = BEGINNINGS_AND_MORE if len(each) > MOST_LISTED else BEGINNINGS
    return says(words=joined(", ", each[:MOST_LISTED])) if each else NOTHING


class Line(NamedTuple):
    """One line of an order sheet: its number from 1, the text as typed, and the order or what is wrong with it."""

    number: int
    text: str
    order: Order | None
    error: WordsError | None


@cache
def templates_of(kind: type[Order]) -> tuple[Template, ...]:
    """The compiled lines of an order class: as it is written today, then as it was once. Raises as `template_of`."""
    return tuple(_compiled(kind, line) for line in (kind.line, *kind.once))


def template_of(kind: type[Order]) -> Template:
    """The compiled line of an order class. Raises BadTemplate, also where its fields and the class's do not agree."""
    return templates_of(kind)[0]


def _compiled(kind: type[Order], line: str) -> Template:
    template = Template(line)
    fields = kind.model_fields
    for called in fields:
        if called not in template.fields:
            raise BadTemplate(f"{kind.__name__}: {called} is missing in {line!r}")
    for called in template.fields:
        if called not in fields:
            raise BadTemplate(f"{kind.__name__} has no field {called!r}, named in {line!r}")
    always = {item.field for item in template.variants[-1] if isinstance(item, Slot)}
    for called, field in fields.items():
        if field.is_required() and called not in always:
            raise BadTemplate(f"{kind.__name__}: {called} is required but may be left out of {line!r}")
        if not field.is_required() and field.get_default() is None and called in always:
            raise BadTemplate(f"{kind.__name__}: {called} may be None and needs [ ] around it in {line!r}")
    return template


def usage(kind: type[Order]) -> str:
    """Usage of an order's line, for help and errors: "fire [<weapons> of ]<ship> at <target>"."""
    return template_of(kind).usage()


def parse(text: str, orders: Sequence[type[Order]]) -> Order:
    """The order that a line says, among these classes.

    Where several fit, the one with the most words of its own wins, then the one named first. A line that begins with
    a slash is read as a slash command: `/toy sail boat: Swift to: 3`. Raises WordsError from the class that the line
    came closest to.
    """
    return _parse(text, orders, 0)


def build(kind: type[Order], values: Mapping[str, object]) -> Order:
    """The order of these values, as a slash command or form gives them. Raises WordsError for the first wrong one."""
    return _validated(kind, values, {})


def to_text(order: Order, among: Sequence[type[Order]] = (), *, once: bool = False) -> str:
    """The line of an order: `parse` reads the same order back, also where `among` are the classes to choose from.

    An order that its own line has no way to say, such as one with half of a part that may be left out, is written as
    its slash command. `once`: as it was written at first.
    """
    return _written(order, _leads(among or (type(order),)), once)


@lru_cache(maxsize=4096)
def _written(order: Order, among: Leads, once: bool) -> str:
    """As `to_text`: the same orders are written again and again, in menus, drafts and records."""
    kind = type(order)
    template = templates_of(kind)[1 if once and kind.once else 0]
    required, usual = _usual(kind)
    given = order.__dict__
    values = {name: _text(given[name]) for name in template.fields}
    wanted = required
    for called, field in usual.items():
        if given[called] != field.get_default(call_default_factory=True):
            wanted |= {called}
    if not template.lacking(values, wanted):
        for line in template.fill(values, wanted, bare=bool(kind.once) and not once):
            read = among.read(line)
            if read is order or read == order:  # mostly it was read just now
                return line
    named = "".join(f" {name}: {quoted(value)}" for name, value in values.items() if value is not None)
    return f"/{kind.path}{named}"


@cache
def _usual(kind: type[Order]) -> tuple[frozenset[str], dict[str, FieldInfo]]:
    """The fields of an order class that must be filled in, and those that have a usual value."""
    usual = {name: field for name, field in kind.model_fields.items() if not field.is_required()}
    return frozenset(kind.model_fields.keys() - usual.keys()), usual


Led = tuple[tuple[type[Order], Template], ...]
"""Lines of classes that begin with the same word, in the order of their classes, a class's oldest first."""


class Leads:
    """The compiled lines of some classes by their first words: one for the same classes, told apart by identity."""

    def __init__(self, orders: tuple[type[Order], ...]) -> None:
        self.led: dict[str, Led] = {}
        for kind in orders:
            for template in templates_of(kind)[::-1]:
                self.led[template.first] = (*self.led.get(template.first, ()), (kind, template))

    def by(self, first: str | None) -> Led:
        """The lines that begin with a word."""
        return self.led.get(first or "", ())

    def read(self, text: str) -> Order | None:
        """The order that a line says: of the class that fits best, and whose values are right for it; None for no
        order. Raises Unclosed.
        """
        first = text.split(None, 1)
        led = self.led.get(first[0].casefold()) if first else None
        return (_kept if len(text) <= KEPT_LINE else _fitted)(text, led) if led else None


def _leads(orders: Sequence[type[Order]]) -> Leads:
    """The compiled lines of some classes; those of a rulebook, which are many, are known by the tuple they are in."""
    return _leads_by(orders) if isinstance(orders, tuple) and len(orders) > 1 else _leads_of(tuple(orders))


@lru_cache(maxsize=64)
def _leads_of(orders: tuple[type[Order], ...]) -> Leads:
    return Leads(orders)


@of_parts(64)
def _leads_by(orders: tuple[type[Order], ...]) -> Leads:
    return _leads_of(orders)


def _fitted(text: str, led: Led) -> Order | None:
    if len(led) == 1 and (plain := led[0][1].plainly(text)) is not None:
        ways: Iterable[tuple[type[Order], Mapping[str, str]]] = ((led[0][0], plain),)
    else:
        ways = ((kind, fit.values) for kind, fit in _fits(tokens(text), led))
    for kind, values in ways:
        try:
            return _validated(kind, values, {})
        except WordsError:
            continue
    return None


_kept = lru_cache(maxsize=4096)(_fitted)
"""Lines are read again where they are written, rehearsed, carried out."""


def _fits(found: list[Token], led: Led) -> list[tuple[type[Order], Match]]:
    """Every way to read a line, those with the most words of their own first: what could be read once, as it was
    then.
    """
    fits = [(kind, fit) for kind, template in led if isinstance(fit := template.match(found), Match)]
    return sorted(fits, key=lambda each: -each[1].words) if len(fits) > 1 else fits


_BULLET = re.compile(r"\s*(?:>+\s+)?(?:\d{1,3}[.)]\s+|[-*+•–]\s+)?(?:>+\s+)?")


def sheet(text: str, orders: Sequence[type[Order]]) -> list[Line]:
    """The lines of an order sheet, each with its order or its error; blank lines and # comments are passed over.

    Numbers, bullets, quote marks and backticks around a line are dropped, and so are the fences of a code block.
    An order whose class may not stand on a sheet is an error. Raises Refusal where there are more than `MOST_LINES`.
    """
    bare_lines = [
        (number, raw, start, bare)
        for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), start=1)
        for start, end in [_bare(raw)]
        if (bare := raw[start:end]) and not bare.startswith(("#", "```"))
    ]
    if len(bare_lines) > MOST_LINES:
        raise Refusal("SHEET", TOO_MANY(most=MOST_LINES, given=len(bare_lines)))
    lines: list[Line] = []
    for number, raw, start, bare in bare_lines:
        try:
            order = _parse(bare, orders, start)
            if not order.sheet:
                first = NO_PLACE(word=term(template_of(type(order)).first))
                raise WordsError(first, USE(command=term(f"/{order.path}")), start + 1)
        except WordsError as error:
            lines.append(Line(number, raw, None, error))
        else:
            lines.append(Line(number, raw, order, None))
    return lines


def _bare(raw: str) -> tuple[int, int]:
    """Places at which the order in a line of a sheet begins and ends."""
    bullet = _BULLET.match(raw)
    start, end = bullet.end() if bullet else 0, len(raw.rstrip())
    if raw[start:end].startswith("```") and len(raw[start:end].strip("`")) == 0:
        return start, end
    while end - start >= 2 and raw[start] == "`" and raw[end - 1] == "`":
        start, end = start + 1, end - 1
    while start < end and raw[start].isspace():
        start += 1
    return start, max(start, len(raw[:end].rstrip()))


def _parse(text: str, orders: Sequence[type[Order]], offset: int) -> Order:
    """As `parse`; columns are counted from `offset` characters further left."""
    if len(text) > LONGEST_LINE:
        raise WordsError(TOO_LONG(most=LONGEST_LINE, given=len(text)), column=offset + 1)
    try:
        if text.lstrip().startswith("/"):
            return _slash(text, orders, offset)
        order = _leads(orders).read(text)
        if order is not None:
            return order
        found = tokens(text)
    except Unclosed as error:
        column = offset + error.at + 1
        raise WordsError(NO_PARTNER(column=column), CLOSE_IT, column) from None
    if not found:
        raise WordsError(NO_ORDER, column=offset + 1)
    wrong: list[tuple[int, int, WordsError]] = []
    missed: list[tuple[int, int, type[Order], Miss]] = []
    fits = _fits(found, _leads(orders).by(found[0].folded))
    for kind, fit in fits:
        try:
            _validated(kind, fit.values, {name: offset + at + 1 for name, at in fit.starts.items()})
        except WordsError as error:
            wrong.append((fit.words, len(found), error))
    if not fits:
        for kind in orders:
            if kind.short and (short := _shortened(kind, text, offset)) is not None:
                return short
    fitting = {kind for kind, _ in fits}
    for kind in orders:
        misses = [template.match(found) for template in templates_of(kind)] if kind not in fitting else []
        missed += [(miss.words, miss.token, kind, miss) for miss in misses if isinstance(miss, Miss) and miss.words]
    closest = max(missed, key=lambda each: each[:2], default=None)
    if wrong and (closest is None or closest[:2] <= max(each[:2] for each in wrong)):
        raise max(wrong, key=lambda each: each[:2])[2]
    if closest is not None:
        raise _missed(closest[2], closest[3], found, text, offset)
    raise _unknown(found[0], orders, offset)


def _slash(text: str, orders: Sequence[type[Order]], offset: int) -> Order:
    """The order of a slash command as text: its path, then its fields by name, in quotation marks or without; or a line
    with a slash before it, as in "/roll 4D+2" where that is an order.

    Raises WordsError, and Unclosed.
    """
    words = text.lstrip()[1:]
    start = len(text) - len(words)
    fold = " ".join(words.split()).casefold()
    named = [kind for kind in orders if f"{fold} ".startswith(f"{kind.path} ")]
    if not named:
        path = " ".join(takewhile(lambda word: ":" not in word, words.split()[:3]))
        if (order := _leads(orders).read(words)) is not None:
            return order
        first = f"/{words.split()[0]}" if words.split() else ""
        if first in ALONE:
            raise WordsError(BY_ITSELF(command=term(first)), ALONE[first], offset + start)
        fix = did_you_mean(f"/{path}", [f"/{kind.path}" for kind in orders])
        raise WordsError(NO_COMMAND(path=_clipped(path)), fix, offset + start)
    kind = max(named, key=lambda kind: len(kind.path))
    path_end = re.compile(r"\s*" + r"\s+".join(map(re.escape, kind.path.split())), re.IGNORECASE).match(words)
    assert path_end is not None  # its words stand there
    at = start + path_end.end()
    field = re.compile(rf"\s+({'|'.join(kind.model_fields) or '(?!)'})\s*:\s*")
    values: dict[str, str] = {}
    starts: dict[str, int] = {}
    while text[at:].strip():
        here = field.match(text, at)
        if here is None or here[1] in values:
            what = NO_FIELD(words=_clipped(text[at:].strip()), command=term(f"/{kind.path}"))
            there = joined(", ", (term(f"{part}:") for part in kind.model_fields)) or T_("none")
            raise WordsError(what, FIELDS(fields=there), offset + at + 1)
        called, at = here[1], here.end()
        starts[called] = offset + at + 1
        end = quotation(text, at)
        if end is not None and (end == len(text) or text[end].isspace()):
            values[called], at = opened(text[at:end]), end
        else:
            more = field.search(text, at)
            values[called] = text[at : more.start() if more else len(text)].strip()
            at = more.start() if more else len(text)
    return _validated(kind, values, starts)


_SHORT = re.compile(r"\{(\w+)\}: \{(\w+)\}")
_NAMED = re.compile(r'\s*(?:"([^"]+)"|([^":]+?))\s*:\s*(\S.*?)\s*', re.DOTALL)


def _shortened(kind: type[Order], text: str, offset: int) -> Order | None:
    """The order of a line such as "Dart: port 2, launch"; None for a line without a name and a colon."""
    fields, match = _SHORT.fullmatch(kind.short), _NAMED.fullmatch(text)
    if fields is None:
        raise BadTemplate(f"{kind.__name__}: {kind.short!r} is not written {{field}}: {{field}}")
    if match is None:
        return None
    group = 1 if match[1] is not None else 2
    values = {fields[1]: match[group], fields[2]: match[3]}
    starts = {fields[1]: offset + match.start(group) + 1, fields[2]: offset + match.start(3) + 1}
    return _validated(kind, values, starts)


def _unknown(first: Token, orders: Sequence[type[Order]], offset: int) -> WordsError:
    """Nothing begins with that word."""
    first_words = sorted({template_of(kind).first for kind in orders})
    called = [kind for kind in orders if kind.line and first.folded in (*kind.called, *kind.path.split()[-1:])]
    meant = listed((code(usage(kind)) for kind in called), OR)
    sentence, column = STRANGE(word=_clipped(first.written)), offset + first.at + 1
    fix = WRITE_THIS(lines=meant) if meant else did_you_mean(first.written, first_words)
    return WordsError(sentence, fix, column) if fix else StrangeBeginning(sentence, beginnings(first_words), column)


def _missed(kind: type[Order], miss: Miss, found: list[Token], text: str, offset: int) -> WordsError:
    """The line begins as this order does, but does not go on as it should."""
    write = WRITE(line=code(usage(kind)))
    at = found[miss.token].at if miss.token < len(found) else len(text.rstrip())
    if miss.expected is None:
        end = _clipped(found[miss.token - 1].written)
        return WordsError(GOES_ON(end=end, more=_clipped(text[at:].strip())), write, offset + at + 1)
    if isinstance(miss.expected, Slot):
        what = _named(kind, miss.expected.field)
        return WordsError(STOPS(end=_clipped(found[-1].written), field=what), write, offset + at + 1)
    wanted = miss.expected.text
    there = [at for at, token in enumerate(found) if at > miss.since and token.folded == wanted.casefold()]
    after_it = re.search(rf"(?<!\S){re.escape(wanted)} ([^\s{{}}\[\]]+)", kind.line)
    if (
        miss.before is not None and there and after_it is not None
    ):  # of two words that stand together the first is there
        wanted, place = after_it[1], there[-1] + 1
        if place == len(found):
            missing = MISSING_AFTER(word=term(wanted), before=_clipped(found[-1].written))
            return WordsError(missing, write, offset + len(text))
        return _misplaced(wanted, found[place], write, offset)
    given = found[miss.token : miss.token + 1]
    if miss.before is not None:
        given = [token for token in found[miss.since + 1 :] if alike(token.written, wanted)]
    if given:
        return _misplaced(wanted, given[0], write, offset)
    after = _clipped(" ".join(token.written for token in found[max(miss.since, miss.token - 3) : miss.token]))
    return WordsError(MISSING_AFTER(word=term(wanted), before=after), write, offset + at + 1)


def _misplaced(wanted: str, token: Token, write: Text, offset: int) -> WordsError:
    """A word of the order should stand where another one does."""
    column = offset + token.at + 1
    sentence = SHOULD_STAND(word=term(wanted), column=column, given=_clipped(token.written))
    return WordsError(sentence, write, column)


def _clipped(text: str, most: int = 60) -> Text:
    return name(text if len(text) <= most else text[: most - 1] + "…")


def _named(kind: type[Order], field: str) -> Text:
    """A field as a sentence names it: "the target (a unit you can see)"."""
    pick = kind.picks().get(field)
    about = (pick.what if pick else "") or kind.model_fields[field].description or ""
    return FIELD(field=term(field.replace("_", " ")), about=term(about))


def _text(value: object) -> str | None:
    """A field's value as a line has it."""
    if value is None or type(value) is str:
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, Enum) else value)


def _validated(kind: type[Order], values: Mapping[str, object], columns: Mapping[str, int]) -> Order:
    try:
        return kind.model_validate(_cased(kind, values))
    except ValidationError as error:
        below_0 = {name: value for name, value in values.items() if _below_0(kind, name, value)}
        if below_0:
            read = {name: str(value).strip().replace(MINUS, "-", 1) for name, value in below_0.items()}
            return _validated(kind, {**values, **read}, columns)
        raise _invalid(kind, error.errors(include_url=False)[0], columns) from None


def _below_0(kind: type[Order], name: str, value: object) -> bool:
    """True for a number that was copied from our words, with the sign that they have."""
    field = kind.model_fields.get(name)
    number = field is not None and field.annotation in (int, int | None)
    return number and isinstance(value, str) and value.strip().startswith(MINUS)


def _allowed(annotation: object) -> tuple[str, ...]:
    """The values of a field that has a fixed list of them."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(str(each.value) for each in annotation)
    if get_origin(annotation) is Literal:
        return tuple(str(value) for value in get_args(annotation))
    return tuple(value for part in get_args(annotation) for value in _allowed(part))


@cache
def _listed(kind: type[Order]) -> dict[str, dict[str, str]]:
    """The fields of an order that have a fixed list of values: each value as the list spells it, under its letters
    without case.
    """
    every = {name: _allowed(field.annotation) for name, field in kind.model_fields.items()}
    return {name: {choice.casefold(): choice for choice in choices[::-1]} for name, choices in every.items() if choices}


def _cased(kind: type[Order], values: Mapping[str, object]) -> dict[str, object]:
    """Values with those of a fixed list as the list spells them, however they were typed; others as they are."""
    cased = dict(values)
    for field, choices in _listed(kind).items():
        if isinstance(value := cased.get(field), str):
            cased[field] = choices.get(value.strip().casefold(), value)
    return cased


def _invalid(kind: type[Order], detail: ErrorDetails, columns: Mapping[str, int]) -> WordsError:
    """A sentence for what pydantic found wrong: the field, what was given, and what is right."""
    called = str(detail["loc"][0]) if detail["loc"] else ""
    bounds: dict[str, Any] = detail.get("ctx", {})  # pydantic types its context so
    if called not in kind.model_fields:
        if detail["type"] == "extra_forbidden":
            return WordsError(NONE_SUCH(field=name(called)), WRITE(line=code(usage(kind))), field=called)
        return WordsError(_sentence(bounds.get("error", detail["msg"])), field=called)
    field, typed = term(called.replace("_", " ")), str(detail["input"])
    given = _clipped(typed)
    column = columns.get(called, 0)
    choices = _allowed(kind.model_fields[called].annotation)
    match detail["type"]:
        case "missing":
            said = NEEDED(field=_named(kind, called))
        case "int_parsing" | "int_type" | "int_from_float" | "int_parsing_size":
            said = WHOLE(field=field, given=given)
        case "greater_than_equal" | "greater_than" | "less_than_equal" | "less_than":
            said = OUT_OF_RANGE(field=field, range=_range(kind, called), given=given)
        case "string_too_short":
            said = TOO_SHORT(field=field, least=bounds["min_length"])
        case "string_too_long":
            said = TOO_MUCH(field=field, most=bounds["max_length"], given=len(typed))
        case "bool_parsing" | "bool_type":
            said = YES_OR_NO(field=field, given=given)
        case "literal_error" | "enum":
            fix = did_you_mean(typed, choices)
            there = joined(", ", map(term, choices))
            return WordsError(ONE_OF(field=field, choices=there, given=given), fix, column, called)
        case "value_error" | "assertion_error":
            said = spaced(_sentence(bounds["error"]), WAS(field=field, given=given))
        case _:
            said = WANTED(field=field, given=given, wanted=_named(kind, called))
    return WordsError(said, column=column, field=called)


def _sentence(error: object) -> Text:
    """The sentence of an error about a value."""
    return begun(term(f"{str(error).rstrip('.')}."))


def _range(kind: type[Order], field: str) -> Text:
    """The bounds of a number in words."""
    bounds = [
        phrase(number=int(getattr(mark, key)))
        for mark in kind.model_fields[field].metadata
        for key, phrase in BOUNDS.items()
        if getattr(mark, key, None) is not None
    ]
    return listed(bounds, AND)

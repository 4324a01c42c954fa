"""The panel of a turn: what may be done now and until when, the draft, and what it will do. Rulebook: GCW-TRN."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from engine.game import Refusal, Seat
from engine.gcw.acting import Action, final_instants
from engine.gcw.battles import battle_line
from engine.gcw.figures.calendar import edit_closes, edit_ok, turn_opens
from engine.gcw.figures.command import CAPACITY, MOST_SHIPS
from engine.gcw.fleets import roster
from engine.gcw.look import Look, line_words
from engine.gcw.people.founded import founding_sections
from engine.gcw.people.victory import verdict
from engine.gcw.sight.scanning import scans_under_way
from engine.gcw.state import CRAFT, Player, PlayerStatus, Turn, UnitKind
from engine.gcw.turn.drafting import failing, preview
from engine.gcw.viewing import lines_or
from engine.report import Report, Section, Suggestion
from engine.text.lines import to_text
from engine.text.message import N_, NN_, T_, Text, begun, joined, listed, name, recorded, stamp, term
from engine.view import view

EACH = 2
"""Orders of one kind among the examples."""

OUT = T_("You are out of the campaign: nothing of yours is left")


@view("turn", "what you may do now, your draft, and until when")
def panel(look: Look, _: None) -> Report:
    """A report of what the seat may do now, and until when."""
    seat = look.player_needed()
    mine = look.known.players.get(seat)
    if mine is None:
        return Report(
            T_("Join the campaign"),
            T_("Choose a faction and a hero: `/gcw join`. `/gcw-show standings` tells who plays already."),
            suggestions=(Suggestion(T_("Join"), "/gcw join"),),
            rule="GCW-SET-01",
        )
    if look.known.over_at is not None:
        return Report(T_("The campaign is over"), verdict(look.known, look.known.over_at), rule="GCW-VIC-01")
    if mine.status is PlayerStatus.SETUP:
        return setting_up(look, seat)
    if mine.status is not PlayerStatus.ACTIVE:
        title = OUT if mine.status is PlayerStatus.ELIMINATED else T_("You have left the campaign")
        return Report(title, T_("No more turns and no more income."), rule="GCW-ACT-04")
    return playing(look, seat, mine)


MUSTERED = N_("{name} ({code}), {cp} CP, {cell}")


STRENGTH = N_(
    "Your starting fleet uses {used} of {capacity} CP and {ships} of {most} ships. "
    "What is left when you confirm lapses."
)


def setting_up(look: Look, seat: Seat) -> Report:
    """The starting fleet so far."""
    strength = roster(look.world, look.known, seat)
    left = CAPACITY - strength.cp
    lead = STRENGTH(used=strength.cp, capacity=CAPACITY, ships=len(strength.ships), most=MOST_SHIPS)
    fleet = [
        MUSTERED(name=name(unit.name), code=term(unit.code), cp=look.world.cp(unit.code), cell=term(unit.cell))
        for unit in look.own()
        if not unit.docked and not unit.duty and unit.kind in CRAFT | {UnitKind.SHIP}
    ]
    suggestions = [Suggestion(T_("Add a ship"), "/gcw muster")] if left else []
    if not strength.ships and look.world.pack.factions[look.known.players[seat].faction].sample:
        suggestions.append(Suggestion(T_("Take the sample fleet"), "take sample fleet"))
    suggestions += [Suggestion(T_("Confirm setup"), "confirm")] if strength.ships else []
    sections = [Section(T_("Mustered"), lines_or(fleet))]
    if look.world.whole(look.known):
        sections += founding_sections(look, seat, CAPACITY)
        suggestions.append(Suggestion(T_("Raise a facility"), "/gcw-setup facility"))
    return Report(T_("Set up your fleet"), lead, tuple(sections), tuple(suggestions), rule="GCW-SET-02")


POST_LATER = N_("You may post your next turn {at} ({off}); you may draft it now.")


OPENS = N_("You are in a battle, and since {at} you may post your next turn.")
YOUR_DRAFT, YOU_COULD_DRAFT, POSTED_LINES = T_("Your draft"), T_("You could draft"), N_("Turn {turn}, posted")


NO_FOE = T_("Nobody is hostile to you yet; whoever you fire at will be.")


def playing(look: Look, seat: Seat, mine: Player) -> Report:
    """The turn of an active player."""
    known = look.known
    draft = known.drafts.get(seat, ())
    posted = next((turn for turn in known.turns.values() if turn.seat == seat), None)
    opens = turn_opens(mine.last_turn)
    locked = opens is not None and look.now < opens
    parts: list[Text] = []
    if posted is not None:
        parts.append(posted_lead(look, posted))
    if locked and opens is not None:
        parts.append(POST_LATER(at=stamp(opens), off=stamp(opens, "R")))
    elif posted is None:
        parts.append(T_("You may post a turn now: draft actions, then submit them with a story."))
    others = [other for other in known.players if other != seat]
    foes = [name(other) for other in others if known.are_hostile(seat, other)]
    if others:
        parts.append(N_("Hostile to you: {players}.")(players=listed(foes)) if foes else NO_FOE)
    mends = drops(look, draft)
    sections = [
        Section(YOUR_DRAFT, lines_or(numbered(look, draft, {at: drop.words for at, drop in mends.items()}), EMPTY))
    ]
    if posted is not None:
        lines = lines_or(numbered(look, posted.lines), NO_ACTIONS)
        sections.append(Section(POSTED_LINES(turn=posted.id), lines))
    sections += situation(look, seat)
    examples = [] if mends else likely(look)
    sections += Section.of(YOU_COULD_DRAFT, (example.words for example in examples))
    return Report(
        T_("Your turn"),
        joined(" ", parts),
        tuple(sections),
        (*mends.values(), *buttons(look, draft, posted, locked=locked), *examples),
        rule="GCW-TRN-01",
    )


NUMBERED, EMPTY, NO_ACTIONS = N_("{number}. {line}"), T_("empty"), T_("no actions")


def numbered(look: Look, lines: Iterable[str], instead: Mapping[int, Text] = {}) -> Iterator[Text]:
    """Lines of a turn with their numbers; `instead` has other words for some, by their places from 0."""
    plain = (NUMBERED(number=number, line=line_words(look, line)) for number, line in enumerate(lines, 1))
    return (instead.get(place, words) for place, words in enumerate(plain))


WOULD_FAIL, DROP = N_("**Line {number} would fail**: {line}. {sentence}"), N_("Drop line {number}")


def drops(look: Look, draft: Sequence[str]) -> dict[int, Suggestion]:
    """A button for each line of the draft that would be refused now, by its place from 0, beside the line and why."""
    return {
        place: Suggestion(
            DROP(number=place + 1),
            f"drop {place + 1}",
            WOULD_FAIL(number=place + 1, line=line_words(look, draft[place]), sentence=recorded(refusal.sentence)),
            upon=term(draft[place]),
        )
        for place, refusal in failing(look).items()
    }


WAITS = N_("Your turn {turn} can no longer be changed; it waits for earlier turns and is final {at} ({off}).")


OPEN = N_("Your turn {turn} may be changed until {until} ({left}) and is final {at} ({off}).")


def posted_lead(look: Look, posted: Turn) -> Text:
    """A posted turn and its deadlines."""
    at = dict(final_instants(look.known)).get(str(posted.id), edit_closes(posted.posted))
    final = {"at": stamp(at, "T"), "off": stamp(at, "R")}
    if posted.pressed is not None:
        return WAITS(turn=posted.id, **final)
    if edit_ok(posted.posted, look.now) is not None:
        return N_("Your turn {turn} can no longer be changed and is final {at} ({off}).")(turn=posted.id, **final)
    until = edit_closes(posted.posted)
    return OPEN(turn=posted.id, until=stamp(until, "T"), left=stamp(until, "R"), **final)


VOYAGE, ENTRY = (
    N_("{origin} to {system}: there {at} ({off})"),
    N_("for {system}: waits until turns posted before are final"),
)


TURN_OF = N_("turn {turn} of {player}: final {at} at the latest")


def situation(look: Look, seat: Seat) -> list[Section]:
    """Sections for what is under way: battles, voyages, entries that wait, turns of others."""
    known = look.known
    fights = (battle_line(look, battle) for battle in known.battles.values() if seat in battle.parties)
    moving = [
        VOYAGE(
            origin=term(voyage.origin),
            system=term(voyage.destination),
            at=stamp(voyage.due_at),
            off=stamp(voyage.due_at, "R"),
        )
        for voyage in known.voyages.values()
        if voyage.owner == seat
    ]
    moving += [ENTRY(system=term(entry.path[-1])) for entry in known.entries.values()]
    others = [
        TURN_OF(turn=known.turns[number].id, player=name(known.turns[number].seat), at=stamp(at, "T"))
        for number, at in final_instants(known)
        if known.turns[number].seat != seat
    ]
    return [
        *Section.of(T_("Battles you are in"), fights),
        *Section.of(T_("Hyperspace"), moving),
        *scans_under_way(look),
        *Section.of(T_("Turns of others, not final yet"), others),
    ]


def likely(look: Look) -> list[Suggestion]:
    """A few lines that could be drafted next, of each kind of action: what games consist of comes first."""
    kinds = sorted(Action.kinds, key=lambda kind: (-kind.tried, kind.path))
    lines = [to_text(order, Action.kinds) for kind in kinds for order in islice(kind.possible(look), EACH)]
    return [Suggestion(T_("Draft"), line, begun(line_words(look, line))) for line in lines]


def buttons(look: Look, draft: tuple[str, ...], posted: Turn | None, *, locked: bool) -> list[Suggestion]:
    """Buttons for what is likeliest now."""
    found = []
    changeable = posted is not None and posted.pressed is None and edit_ok(posted.posted, look.now) is None
    if posted is None and not locked:
        found.append(Suggestion(T_("Submit turn"), "/gcw turn submit"))
    if posted is not None and posted.pressed is None:
        found.append(Suggestion(T_("Make final"), "final"))
    if changeable and draft:
        found.append(Suggestion(T_("Replace posted turn by draft"), "edit"))
    if changeable and not draft:
        found.append(Suggestion(T_("Edit: copy to draft"), "recover"))
    if draft:
        found.append(Suggestion(T_("Clear draft"), "clear"))
    return found


PREVIEW = T_("Preview")


FORESEEN = NN_(
    "{number} action. No dice: it happens exactly so, but for what you do not see.",
    "{number} actions. No dice: it happens exactly so, but for what you do not see.",
    "number",
)


@view("preview", "what your draft will do, as far as you know")
def foreseen(look: Look, _: None) -> Report:
    """A report of what the draft will do, as far as the seat knows: GCW rolls no dice, so this is exact but for
    what is hidden.
    """
    seat = look.player_needed()
    draft = look.known.drafts.get(seat, ())
    if not draft:
        return Report(PREVIEW, T_("Your draft is empty."), rule="GCW-TRN-04")
    lines = tuple(numbered(look, draft))
    submit = (
        ()
        if any(turn.seat == seat for turn in look.known.turns.values())
        else (Suggestion(T_("Submit turn"), "/gcw turn submit"),)
    )
    try:
        effects = tuple(preview(look))
    except Refusal as refusal:
        mends = drops(look, draft)
        told = tuple(numbered(look, draft, {at: drop.words for at, drop in mends.items()}))
        return Report(
            PREVIEW,
            T_("Your draft cannot be played as it stands."),
            (Section(T_("What fails"), (term(str(refusal)),)), Section(YOUR_DRAFT, told)),
            (*mends.values(), Suggestion(T_("Clear draft"), "clear")),
            rule=refusal.rule,
        )
    sections = (Section(T_("Effects"), effects), Section(YOUR_DRAFT, lines))
    return Report(PREVIEW, FORESEEN(number=len(draft)), sections, submit, rule="GCW-TRN-04")

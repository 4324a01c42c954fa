"""Orders that are likeliest now, as buttons: answers to what is asked, ships to activate, the best volley, the lock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.orders import Order
from engine.report import Suggestion
from engine.sunrise.craft.smallcraft import PassSquadrons, Squad
from engine.sunrise.data.shapes import inches
from engine.sunrise.fleet.building import AddWeapon, NewShip, SampleFleet
from engine.sunrise.fleet.lists import faults
from engine.sunrise.founding.deploying import Deploy, DeployRest, TakeEdge
from engine.sunrise.founding.laying import CallInitiative, PlaceMarker
from engine.sunrise.founding.locking import LockFleet, UnlockFleet
from engine.sunrise.look import Look, Question
from engine.sunrise.movement.plotting import LockOrders, UnlockOrders, WritePlot, WriteSheet
from engine.sunrise.play import Keep, Usual
from engine.sunrise.shooting.activation import Activate, EndAct
from engine.sunrise.shooting.aiming import Shoot, Volley, shots_text, volleys
from engine.sunrise.shooting.miracles import MiracleRestore
from engine.sunrise.state import BoardEdge, Choice, Side, Stage
from engine.sunrise.words import place as place_words
from engine.sunrise.worth import marker, sortie
from engine.text.lines import to_text
from engine.text.message import N_, T_, Text, name, term

MOST = 5
LONGEST = 80
"""Letters of an order's line that a button can carry."""


def hints(look: Look) -> tuple[Suggestion, ...]:
    """Suggestions: the orders that the viewer's side is likeliest to want now; none for the public."""
    if look.side is None:
        return ()
    choice = look.known.choice
    found = _answers(look, choice) if choice is not None else _moves(look, look.side)
    made = (Suggestion(label, order if isinstance(order, str) else to_text(order)) for label, order in found)
    return tuple(suggestion for suggestion in made if len(suggestion.line) <= LONGEST)[:MOST]


def _answers(look: Look, choice: Choice) -> Iterator[tuple[Text, Order | str]]:
    """Answers to what the side is asked: the likeliest, nothing where that is one, and the usual one."""
    if choice.side is not look.side:
        return
    question: Question[Any] = Question.of(choice)
    answers = list(question.buttons(look, choice))
    yield from answers
    if question.nothing is not None and not answers and choice.usual in ((), question.nothing, choice.options[:1]):
        yield NOTHING, Keep()
    yield _usual(look, choice), Usual()


def _usual(look: Look, choice: Choice) -> Text:
    """Words for the usual answer, with what it is."""
    question: Question[Any] = Question.of(choice)
    if choice.usual in ((), question.nothing):
        return USUALLY_NOTHING
    words = question.usually(look, choice)
    return AS_USUAL if words is None else USUALLY(answer=words)


NOTHING, AS_USUAL, USUALLY_NOTHING = T_("Nothing"), T_("As usual"), T_("As usual: nothing")
USUALLY = N_("As usual: {answer}")
MARKER_AT, ACTIVATE, FIRE = N_("Marker at {place}"), N_("Activate {ship}"), N_("Fire all at {ship}")
SORTIE, TAKE = N_("{craft} to {ship}, {mode}"), N_("Take {fleet}")
EDGES = {
    BoardEdge.N: T_("North edge"),
    BoardEdge.S: T_("South edge"),
    BoardEdge.E: T_("East edge"),
    BoardEdge.W: T_("West edge"),
}


def _form(order: type[Order]) -> str:
    """The line of a button that opens an order's form."""
    return f"/{order.path}"


def _moves(look: Look, side: Side) -> Iterator[tuple[Text, Order | str]]:
    """Moves of the side of its own accord: orders, or the forms of orders."""
    known = look.known
    if known.stage is Stage.ORDERS:
        if known.of(side).lock is not None:
            yield T_("Open orders again"), UnlockOrders()
        else:
            yield T_("Plot a ship"), _form(WritePlot)
            yield T_("Plot several"), _form(WriteSheet)
            yield T_("Lock orders"), LockOrders()
    if known.stage is Stage.FLEETS:
        yield from _fleets(look, side)
    if known.picks is not side:
        return
    if known.stage is Stage.TERRAIN:
        yield T_("Roll for the initiative"), CallInitiative()
    if known.stage is Stage.MARKERS:
        place = marker(known.settings.board, known.terrain, [laid.place for laid in known.markers])
        yield MARKER_AT(place=place_words(place)), PlaceMarker(x=inches(place.x), y=inches(place.y))
        yield T_("Marker elsewhere"), _form(PlaceMarker)
    if known.stage is Stage.EDGE:
        for edge, words in EDGES.items():
            yield words, TakeEdge(edge=edge.value)
    if known.stage is Stage.DEPLOY:
        yield T_("Deploy a ship"), _form(Deploy)
        yield T_("Deploy all in a line"), DeployRest()
    if known.stage is Stage.SQUADRONS:
        yield from _sorties(look, side)
        yield T_("Order a squadron"), _form(Squad)
        yield T_("Done with squadrons"), PassSquadrons()
    if known.stage is Stage.PICK:
        for ship in known.on_board(side):
            if not ship.activated:
                yield ACTIVATE(ship=name(ship.name)), Activate(ship=look.called(ship))
    acting = known.ships.get(known.acting)
    if known.stage is Stage.ACTION and acting is not None:
        if acting.declared:
            yield T_("Fire what is aimed"), Volley()
        elif not acting.volleyed:
            for _, target, shots in volleys(look, acting)[:3]:
                order = Shoot(shots=shots_text(shot.shot for shot in shots), ship=look.called(acting))
                yield FIRE(ship=name(target.name)), order
        if any(MiracleRestore.possible(look)):
            yield T_("Restore by a miracle"), _form(MiracleRestore)
        yield T_("End activation"), EndAct()


def _sorties(look: Look, side: Side) -> Iterator[tuple[Text, Order]]:
    """The squadron order that Umpire would give."""
    found = sortie(look.world, look.known, side)
    if found is None:
        return
    craft = term(look.world.craft(look.known.squadrons[found.squadron]).name)
    ship = look.known.ships[found.ship]
    yield SORTIE(craft=craft, ship=name(ship.name), mode=term(found.mode.value)), Squad.sent(found, look.called(ship))


def _fleets(look: Look, side: Side) -> Iterator[tuple[Text, Order | str]]:
    """A fleet is locked when it can be, opened again when it is; ready-made ones that fit where there is none."""
    mine, settings = look.known.of(side), look.known.settings
    if mine.lock is not None:
        yield T_("Unlock fleet"), UnlockFleet()
        return
    if mine.fleet.ships:
        if not faults(mine.fleet, look.pack, settings.total, factions=settings.factions):
            yield T_("Lock fleet"), LockFleet()
        yield T_("Add a ship"), _form(NewShip)
        yield T_("Mount a weapon"), _form(AddWeapon)
        return
    for sample in look.pack.fleets.values():
        if not faults(sample.fleet, look.pack, settings.total, factions=settings.factions):
            yield TAKE(fleet=name(sample.fleet.name)), SampleFleet(fleet=sample.code)

"""Fights inside ships, of boarders with those whose ship it is, and scuttling.

Rulebook: GCW-BRD-02, -07, GCW-DMG-18. What becomes of the ship is told in `prizes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Sets
from engine.game import REFEREE, Fact, Seat, only
from engine.gcw.acting import FIRED, INSIDE, OWN, Action, can, contact_named, unable
from engine.gcw.battles import commit, hostile_act
from engine.gcw.boarding.interior import (
    A_HERO,
    THE_CREW,
    Blow,
    Fighter,
    FoesCounted,
    a_ship,
    aboard,
    as_fighter,
    as_known_foes,
    boarded,
    crew_class,
    foes_in,
    foes_key,
    fought,
    hero_class,
    my_people,
    recount,
    ship_label,
    ship_words,
    squads_of,
    totals,
)
from engine.gcw.boarding.prizes import expected
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import DamageChannel, Status
from engine.gcw.figures.damage import Act, ship_status_after
from engine.gcw.figures.ucr import SCUTTLE_UCR, q3, refined
from engine.gcw.fleets import HeroDied, OwnHero
from engine.gcw.look import (
    SQUADS,
    Look,
    Player,
    Run,
    class_words,
    contact_words,
    hearers,
    own_name,
    player,
    refused_as,
)
from engine.gcw.losses import DESTROYED, fallen, take_out
from engine.gcw.space.volleys import Hurt, arithmetic
from engine.gcw.state import CREW, NOBODY, Contact, Foes, State, Unit, UnitKind, UnitsSet, changed
from engine.gcw.world import HERO, KEPT, World
from engine.look import Refused
from engine.noun import Found, Noun
from engine.text.message import N_, T_, Text, joined, term
from engine.text.names import shown

FOUGHT, SCUTTLED = "fought", "scuttled"
"""What people inside a ship may do in a turn: the one or the other (GCW-DMG-18)."""


def idle(look: Look, fighters: list[Fighter], ship: str) -> list[Fighter]:
    """Of people in a ship those who have done nothing there in this turn."""
    uses = [(fighter, look.use_of(key_of(fighter, ship))) for fighter in fighters]
    return [fighter for fighter, use in uses if not use.inside and FIRED not in use.halves]


def key_of(fighter: Fighter, ship: str) -> str:
    """The key under which is kept what a fighter did in a turn."""
    return fighter.key if fighter.key != CREW else f"{CREW}/{ship}"


def free(run: Run, fighters: list[Fighter], place: Unit | Contact, act: str) -> list[Fighter]:
    """Of people in a ship those who have done nothing there in this turn, who are now busy. Refuses SQUADS_BUSY."""
    ship = label_of(place)
    left = idle(run.look, fighters, ship)
    if not left:
        run.table.refuse("SQUADS_BUSY", ship=place_words(run.look, place))
    for fighter in left:
        use = run.use_of(key_of(fighter, ship))
        use.inside = act
        use.halves.append(FIRED)
    return left


FORETOLD = N_("{people} in {ship} at {foe}: {reckoned}, leaving at most {left} hit points")


NOBODY_LEFT = N_("Nobody is known to be left in {ship}: {outcome}")


IF_NOBODY_ELSE = N_("If nobody else fights in {ship}, {outcome} (GCW-BRD-03, -05)")


def foresee_fight(run: Run, contact: Contact, fighters: list[Fighter]) -> None:
    """Foretells what boarders will do, as far as their player knows who is against them (GCW-TRN-04)."""
    world, state, ship = run.world, run.state, contact_words(contact)
    foes = state.foes.get(foes_key(run.seat, contact.alias))
    if foes is None or not foes.points:
        if contact.code:
            run.workings.append(NOBODY_LEFT(ship=ship, outcome=expected(run, contact)))
        return
    known = as_known_foes(world, state, contact, contact.owner, foes)
    left = foreseen(run, ship, foes, fought(world, state, contact, fighters, known))
    if not left.points and contact.code:
        run.workings.append(IF_NOBODY_ELSE(ship=ship, outcome=expected(run, contact)))


def foreseen(run: Run, ship: Text, foes: Foes, blows: list[Blow]) -> Foes:
    """The arithmetic of a fight inside in the preview, and whom it would leave."""
    points = dict(foes.points)
    for blow in blows:
        points[blow.foe.label] = blow.left
        run.workings.append(
            FORETOLD(
                people=blow.total.words,
                ship=ship,
                foe=foe_words(run.world, blow.foe),
                reckoned=arithmetic(blow.spent, blow.quotient, blow.total.attack, blow.defence, blow.damage),
                left=blow.left,
            )
        )
    left = replace(foes, points={label: hp for label, hp in points.items() if hp})
    run.say(FoesCounted(left), REFEREE)
    return left


def foe_words(world: World, foe: Fighter) -> Text:
    """A foe inside a ship in words: the crew, or a class."""
    if foe.is_hero:
        return A_HERO(klass=hero_class(world, foe.code))
    return N_("the crew ({code})")(code=term(foe.code)) if foe.label == CREW else class_words(world, foe.code)


def places_of_fights(look: Look, found: Found) -> Iterator[Unit | Contact]:
    """Own ships with boarders in them, and ships of others' that the player has boarded."""
    yield from (unit for unit in look.own() if foes_key(look.viewer, unit.id) in look.known.foes)
    yield from boarded(look, found)


def place_named(look: Look, words: str, found: Found) -> Unit | Contact | None:
    """An own unit of that name, else a contact of that name or alias."""
    wanted = words.strip().casefold()
    mine = next((unit for unit in look.own() if unit.name.casefold() == wanted), None)
    return mine if mine is not None else contact_named(look.known, look.viewer, words)


def place_label(look: Look, place: Unit | Contact) -> Text:
    """A ship with boarders in a menu."""
    return N_("{ship}: repel boarders")(ship=term(place.name)) if isinstance(place, Unit) else ship_label(look, place)


def peaceful(look: Look, place: Unit | Contact, found: Found) -> Refused | None:
    """Ships in which people of the player's have somebody to fight, and have not done so in this turn.

    NO_BOARDERS, NO_CREW, SQUADS_BUSY; IN_TRANSIT for boarders in a ship in hyperspace, which the referee alone knows.
    """
    if isinstance(place, Unit):
        cannot = unable(look, place, Act.REPEL)
        if cannot is not None:
            return cannot
        if place.kind is not UnitKind.SHIP or foes_key(look.viewer, place.id) not in look.known.foes:
            return Refused("NO_BOARDERS", {"ship": shown(place.name)})
    elif (ship := place_behind(look, place)) is not None and not ship.cell:
        return Refused("IN_TRANSIT", {"unit": place_words(look, place), "time": T_("its arrival")})
    fighters = people_in(look, place)
    if not fighters:
        return Refused(Code.NO_CREW)
    busy = not idle(look, fighters, label_of(place))
    return Refused("SQUADS_BUSY", {"ship": place_words(look, place)}) if busy else None


def label_of(place: Unit | Contact) -> str:
    """A ship's name, or what stands for it where its viewer has not seen one."""
    return place.name if isinstance(place, Unit) else place.label


def place_words(look: Look, place: Unit | Contact) -> str:
    """A refusal's name for a ship: before version 6 a contact's label alone, as recorded refusals have it."""
    return refused_as(look.world, place) if look.world.version >= KEPT else shown(label_of(place))


def place_behind(look: Look, contact: Contact) -> Unit | None:
    """The ship in which the player's people are, where whoever holds this state knows it."""
    return look.known.units.get(my_people(look, contact).host) if look.turn.real else None


def people_in(look: Look, place: Unit | Contact) -> list[Fighter]:
    """People who fight for the player in its own ship, or in another's."""
    if isinstance(place, Unit):
        return aboard(look.world, look.known, place, look.viewer)
    people = my_people(look, place)
    return [*(as_fighter(look.world, squad) for squad in people.squads), *people.heroes]


class Place(Noun[Look, Unit | Contact]):
    """A ship with boarders; its name alone is kept as it was typed before version 6, as recorded drafts have it."""

    def lasting(self, look: Look, words: str) -> str:
        """The own name of a ship of the player's, the alias of another's."""
        return super().lasting(look, words) if look.world.version >= KEPT else words


FOUGHT_OVER = Place(
    "a ship with boarders",
    places_of_fights,
    lambda place: (place.name,) if isinstance(place, Unit) else place.names,
    place_label,
    unknown="NO_UNIT",
    exact=place_named,
    tests=(peaceful,),
    keeps=lambda place: place.name if isinstance(place, Unit) else place.alias,
)
"""A ship with boarders: the player's own, or one that it has boarded."""


class FightAboard(Action):
    """Have your people inside a ship fight: boarders against its defenders, or crew against boarders."""

    path: ClassVar[str] = "gcw-crew fight"
    line: ClassVar[str] = "fight aboard {ship}"
    tried: ClassVar[int] = 3
    step: ClassVar[int] = INSIDE
    ship: Annotated[str, FOUGHT_OVER] = Field(
        description="the ship: your own, or a contact that you have boarded", max_length=60
    )

    def perform(self, run: Run) -> None:
        """All of a player's people in a ship fight its foes there; after all boarding of the turn (GCW-BRD-02, -07).

        Repelling boarders uses neither the ship's fire half nor its command points.
        """
        place = run.found.ship
        fighters = free(run, people_in(run.look, place), place, FOUGHT)
        if isinstance(place, Unit):
            repel(run, place, fighters)
        else:
            storm(run, place, fighters)


def repel(run: Run, ship: Unit, fighters: list[Fighter]) -> None:
    """Crew, squads and heroes of a ship fight its boarders (GCW-BRD-07)."""
    world, state, seat = run.world, run.state, run.seat
    if run.real:
        settle_fight(run, ship, fighters, ship.id)
        return
    foes = state.foes[foes_key(seat, ship.id)]
    known = as_known_foes(world, state, ship, seat, foes)
    foreseen(run, own_name(state, ship), foes, fought(world, state, ship, fighters, known))


def storm(run: Run, contact: Contact, fighters: list[Fighter]) -> None:
    """Boarders fight those in another's ship; it is a hostile act, unless the ship is a derelict (GCW-BRD-02)."""
    ship = place_behind(run.look, contact)
    people = my_people(run.look, contact)
    where = ship.system if ship is not None else contact.system
    if (ship.status if ship is not None else contact.status) is not Status.DERELICT:
        hostile_act(run, where, ship.owner if ship is not None else contact.owner)
    for squad in people.squads:
        commit(run, replace(squad, docked="", system=where))
    if ship is not None:
        settle_fight(run, ship, fighters, contact.alias)
    else:
        foresee_fight(run, contact, fighters)


class Clash(msgspec.Struct, frozen=True):
    """A blow of squads of one rating at one lot of foes inside a ship, with the arithmetic of GCW-UCR-04.

    `by` is who they are, in words. `foe` is what they hit: the crew, a class of squads, a hero's class. `left` are its
    hit points afterwards, at most.
    """

    by: str
    raw: int
    attack: int
    defence: int
    quotient: int
    damage: int
    foe: str
    left: int


BLOW = N_("{by} against {foe}: {reckoned}; at most {left:,} hit points left.")
LAST_BLOW = N_("{by} against {foe}: {reckoned}; nobody of them is left.")


def clash_words(look: Look, clash: Clash) -> Text:
    """A total of squads against one lot of foes, with its arithmetic."""
    if clash.foe.startswith(HERO):
        foe = A_HERO(klass=hero_class(look.world, clash.foe))
    else:
        foe = THE_CREW if clash.foe == CREW else class_words(look.world, clash.foe)
    reckoned = arithmetic(clash.raw, clash.quotient, clash.attack, clash.defence, clash.damage)
    return (BLOW if clash.left else LAST_BLOW)(by=term(clash.by), foe=foe, reckoned=reckoned, left=clash.left)


FOUGHT_THERE = N_("Your people in **{ship}**: {clashes}")


class FoughtAboard(Fact[State], frozen=True):
    """A fight of a player's people inside a ship: its own, or one that it knows by an alias. For that player."""

    rule = "GCW-BRD-02"
    decides = True
    seat: Seat
    ship: str
    clashes: tuple[Clash, ...]

    def words(self, look: Look) -> Text:
        ship = ship_words(look, self.seat, self.ship)
        if not self.clashes:
            return N_("Your people in **{ship}**: they find nobody to fight.")(ship=ship)
        return FOUGHT_THERE(ship=ship, clashes=joined(" ", (clash_words(look, clash) for clash in self.clashes)))


CREW_LOST = N_(
    "The crew of **{ship}** lost **{damage:,}** hit points to the people of {player}; left: {squads}, "
    "{points:,} hit points."
)


class CrewHurt(Fact[State], frozen=True):
    """A ship's crew was hit: hit points lost, and left. For the ship's owner."""

    rule = "GCW-BRD-02"
    decides = True
    makes = UnitsSet("ship", "crew")
    ship: str
    damage: int
    crew: int
    by: Seat

    def words(self, look: Look) -> Text:
        unit = look.known.units.get(self.ship)
        code = crew_class(look.world, look.known, unit.owner) if unit is not None else ""
        squads = SQUADS(number=squads_of(look.world, code, self.crew)) if code else T_("some")
        numbers = {"damage": self.damage, "points": self.crew}
        return CREW_LOST(ship=look.name(self.ship), player=player(self.by), squads=squads, **numbers)


STACK_LOST = N_(
    "**{unit}** lost **{damage:,}** hit points inside the ship to the people of {player}; left: {squads}, "
    "{points:,} hit points."
)


class SquadsHurt(Fact[State], frozen=True):
    """Squads inside a ship were hit: hit points lost, and left. For their owner."""

    rule = "GCW-BRD-02"
    decides = True
    unit: str
    damage: int
    left: int
    by: Seat

    def evolve(self, state: State) -> State:
        unit = state.units.get(self.unit)
        if unit is None:
            return state
        return changed(state, self.unit, pools=replace(unit.pools, armor=self.left))

    def words(self, look: Look) -> Text:
        unit = look.known.units.get(self.unit)
        squads = SQUADS(number=squads_of(look.world, unit.code, self.left) if unit is not None else 0)
        numbers = {"damage": self.damage, "points": self.left}
        return STACK_LOST(unit=look.name(self.unit), player=player(self.by), squads=squads, **numbers)


class HeroHurt(Fact[State], frozen=True):
    """A hero inside a ship was hit; `wounds` are the hit points it lacks now. For its owner."""

    rule = "GCW-G2H-01"
    decides = True
    says = N_("**{hero}** lost **{damage:,}** hit points to the people of {by}.")
    makes = Sets("heroes", "hero", "wounds")
    hero: OwnHero
    damage: int
    wounds: int
    by: Player


def settle_fight(run: Run, ship: Unit, fighters: list[Fighter], name: str) -> None:
    """A fight inside on the referee's state: casualties, and what both sides know now (GCW-BRD-02)."""
    world, seat = run.world, run.seat
    foes = foes_in(world, run.state, ship, seat)
    blows = fought(world, run.state, ship, fighters, foes)
    clashes = tuple(
        Clash(
            by=blow.total.words,
            raw=blow.spent,
            attack=blow.total.attack,
            defence=blow.defence,
            quotient=blow.quotient,
            damage=blow.damage,
            foe=blow.foe.label,
            left=seen_left(run, blow),
        )
        for blow in blows
    )
    run.table.say(FoughtAboard(seat, name, clashes), only(seat))
    for blow in blows:
        casualty(run, run.state.units[ship.id], blow)
    after = run.state.units[ship.id]
    recount(run, after, seat, [blow.foe for blow in blows])
    for victim in sorted({blow.foe.owner for blow in blows} - {NOBODY}):
        recount(run, after, victim, fighters)


def seen_left(run: Run, blow: Blow) -> int:
    """Hit points that a foe has left as whoever hit it counts: whole squads."""
    if blow.foe.is_hero:
        return blow.left
    most = run.world.full(blow.foe.code).armor
    return most * squads_of(run.world, blow.foe.code, blow.left)


def casualty(run: Run, ship: Unit, blow: Blow) -> None:
    """Tells the owner what one lot of fighters lost; the dead are taken out of play (GCW-BRD-02, GCW-HRO-05)."""
    table, foe, seat = run.table, blow.foe, run.seat
    lost = foe.points - blow.left
    if foe.label == CREW:
        table.say(CrewHurt(ship.id, lost, blow.left, seat), hearers(foe.owner))
    elif foe.is_hero:
        hero = run.state.heroes[foe.key]
        table.say(HeroHurt(foe.key, lost, hero.wounds + lost, seat), only(foe.owner))
        if not blow.left:
            table.say(HeroDied(foe.key), only(foe.owner))
    else:
        table.say(SquadsHurt(foe.key, lost, blow.left, seat), hearers(foe.owner))
        if not blow.left:
            take_out(table, run.state.units[foe.key], DESTROYED)


def saboteurs(look: Look, ship: Unit) -> list[Fighter]:
    """People who attack a ship's own hull: its crew and squads, no heroes."""
    return [fighter for fighter in aboard(look.world, look.known, ship, ship.owner) if not fighter.is_hero]


def unmanned(look: Look, ship: Unit, found: Found) -> Refused | None:
    """Those with somebody aboard who has not fought, nor attacked the hull, in this turn."""
    people = saboteurs(look, ship)
    if not people:
        return Refused(Code.NO_CREW)
    return None if idle(look, people, ship.name) else Refused("SQUADS_BUSY", {"ship": shown(ship.name)})


SCUTTLING = N_("{people} scuttle {ship}: {reckoned}, leaving hull {hull}")
SCUTTLED_FOR_GOOD = N_("{people} scuttle {ship}: {reckoned}, leaving hull {hull}: destroyed, with all who are aboard")


class Scuttle(Action):
    """Have crew and squads of your disabled ship attack its own hull; they do not fight boarders then."""

    path: ClassVar[str] = "gcw-crew scuttle"
    line: ClassVar[str] = "scuttle {ship}"
    step: ClassVar[int] = INSIDE
    ship: Annotated[str, OWN.but(what="a ship of yours").that(a_ship, can(Act.SCUTTLE), unmanned)] = Field(
        description="a disabled ship of yours", max_length=60
    )

    def perform(self, run: Run) -> None:
        """Crew and squads against their own hull, at UCR 20, through nothing else (GCW-DMG-18)."""
        world, ship = run.world, run.found.ship
        people = free(run, saboteurs(run.look, ship), ship, SCUTTLED)
        for total in totals(world, run.state, ship, people):
            ship = run.state.units[ship.id]
            damage = refined(total.raw, total.attack, SCUTTLE_UCR)
            hit = world.struck(ship.kind, ship.pools, DamageChannel.SCUTTLE, damage, shields_up=ship.shields_up)
            status = ship_status_after(ship.status, hit.status, DamageChannel.SCUTTLE)
            if not run.real:
                run.workings.append(
                    (SCUTTLED_FOR_GOOD if status is Status.DESTROYED else SCUTTLING)(
                        people=total.words,
                        ship=own_name(run.state, ship),
                        reckoned=arithmetic(
                            total.raw, q3(total.attack, SCUTTLE_UCR), total.attack, SCUTTLE_UCR, damage
                        ),
                        hull=hit.pools.hull,
                    )
                )
            hurt = Hurt(ship.id, DamageChannel.SCUTTLE, damage, hit.pools, status, "its own people")
            run.say(hurt, only(run.seat))
            if status is Status.DESTROYED:
                if run.real:
                    fallen(run, ship, status)
                return

"""Rulings of moderators: deadlines, sites, settings, corrections of what there is; entries where rules leave things
open, and rulings on dice. Register section 4 (GM), 7.1, EAW-29, 30.

What is secret stays so: a correction is told to whom it concerns, and to nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from msgspec.structs import fields, replace
from pydantic import Field

from engine import act
from engine.book import Group
from engine.clock import HOUR, later
from engine.declared.changes import Alters, Keeps, Puts, PutsUnder, Sets, Writes
from engine.declared.corrections import Correction, Setting, figure
from engine.declared.corrections import Field as Corrected
from engine.declared.house_rules import RULE, house_ruled
from engine.declared.sentences import told_by
from engine.eaw import state as campaign
from engine.eaw.battle.leftovers import close_site
from engine.eaw.data.pack import Code, no
from engine.eaw.data.units import Design, Flag, PodKind, RefitRow, Windows
from engine.eaw.figures import kept, typed
from engine.eaw.look import PART, Act, At, Called, InstantOf, Look, SeatOf, Word, Words
from engine.eaw.nouns import EMPIRE, OWN_DESIGN, SYSTEM, design_label, setting_value, unknown
from engine.eaw.season import holdings
from engine.eaw.season.resolution import Eliminated, end, go_on
from engine.eaw.season.run import SIX, Run
from engine.eaw.state import NEVER, State, Step, System, had_by, with_empire, with_fleets, with_realm, with_ships
from engine.eaw.works.purchases import made, wanted_of
from engine.eaw.world import HOUSE_RULED, OTHERS_STAY, TABLE_WHOLE
from engine.game import EVERYONE, Fact, Seat, only
from engine.look import Refused
from engine.noun import Found, Noun, Offered
from engine.orders import Option
from engine.text.message import N_, T_, Shown, Text, name, number_in, quoted, term
from engine.text.names import shown

T = TypeVar("T")
GROUP = Group("gm-eaw", "Moderators of Empires at War")
TABLES = Group("gm-eaw-tables", "What moderators enter in tables of Empires at War")
ENTERED = Field(min_length=1, max_length=40, pattern=r"^[^,;\[\]]+$")
"""Bounds of the name of what is entered."""
Faces = Annotated[tuple[int, ...], Shown[tuple[int, ...]](lambda look, faces, form: term(", ".join(map(str, faces))))]
MOST_FACES = 40
"""Dice that are ruled at once."""
Window = Literal["setup", "plot", "filing", "pooling", "side", "battle", "answer", "choice"]
Quoted = Annotated[str, Shown[str](lambda look, text, form: quoted(text))]
SettingName = Annotated[str, Shown[str](lambda look, field, form: term(field.replace("_", "-")))]
SettingValue = Annotated[bool | int | str, Shown[object](lambda look, value, form: name(str(value)))]
MOVED = T_("A moderator moves the deadline of orders.")
PLANETS: Mapping[str, campaign.Planet] = {"life": "life", "mineral": "mineral", "dead": "dead"}


class ModeratorOrder(act.Order):
    """An order of moderators, on the referee's state."""

    moderator: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE once the campaign is over."""
        return no(Code.E_PHASE, "the campaign is over", "EAW-1.0") if look.known.over else None


class OnTheMap(ModeratorOrder):
    """An order that puts on the map or takes from it: while orders are open, so that no battle loses its ground."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE while battles or the resolution are under way."""
        why = "a season is being played; the map changes while orders are open"
        played = look.known.step in (Step.BATTLES, Step.RESOLUTION)
        return no(Code.E_PHASE, why, "EAW-30.0") if played else super().ready(look)


# What moderators name


SITE: Noun[Look, campaign.Site] = Noun(
    "a site of battle",
    lambda look, found: look.known.sites.values(),
    lambda site: (site.id,),
    unknown=unknown("site of battle", "EAW-4a"),
)
FLEET: Noun[Look, campaign.Fleet] = Noun(
    "a fleet of anybody",
    lambda look, found: look.known.fleets.values(),
    lambda fleet: (f"{fleet.number} of {fleet.owner}", fleet.id),
    unknown=unknown("fleet", "EAW-30.0"),
)
SHIP: Noun[Look, campaign.Ship] = Noun(
    "a ship of anybody",
    lambda look, found: look.known.ships.values(),
    lambda ship: (f"{ship.name} of {ship.owner}", ship.id),
    unknown=unknown("ship", "EAW-30.0"),
)


def designs_of(look: Look, found: Found) -> list[Design]:
    """The designs that the empire named before may have."""
    empire: campaign.Empire | None = found.get("empire")
    return list(look.world.buildable(look.known, empire.race)) if empire is not None else []


DESIGN = OWN_DESIGN.but(
    what="a design", among=designs_of, label=None, stranger=None, unknown=unknown("design of that race", "EAW-2b")
)
DESIGNS = wanted_of(DESIGN, lambda look, found: [DESIGN.option(look, one) for one in designs_of(look, found)])


# Time and sites


class CloseSite(ModeratorOrder):
    """Close a site of battle as it stands: whatever was to be fought there is settled."""

    path: ClassVar[str] = "gm-eaw close"
    line: ClassVar[str] = "close site {site}"
    site: Annotated[str, SITE] = Field(description="which", max_length=40)

    def obey(self, act: Act) -> None:
        """The season goes on with the last site (EAW-30.0)."""
        run = Run(act.world, act.table)
        run.proclaim(Ruled("closed", act.found.site.id))
        close_site(run, act.found.site.id)
        go_on(run)


class Extend(ModeratorOrder):
    """Move the deadline of orders by some hours; negative ones bring it nearer."""

    slash: ClassVar[bool] = False  # `/gm extend` and `/gm advance` do it in every rulebook
    path: ClassVar[str] = "gm-eaw extend"
    line: ClassVar[str] = "extend by {hours} hours"
    hours: int = Field(description="hours, negative ones bring it nearer", ge=-2000, le=2000, examples=[24, -24])

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        runs = look.known.step is Step.PLOT
        return super().ready(look) if runs else no(Code.E_PHASE, "no deadline of orders runs", "EAW-30.0")

    def obey(self, act: Act) -> None:
        """The deadline is moved, to now at the earliest (section 6)."""
        until = act.state.until
        assert until is not None  # or it is not the time
        act.say(DeadlineMoved(max(later(act.table.now, 1), later(until, self.hours * HOUR))), EVERYONE)


class DeadlineMoved(Fact[State], frozen=True):
    """A moderator moves the deadline of orders."""

    rule = "EAW-30.0"
    decides = True
    says = N_("A moderator moves the deadline of orders to {until} ({until:R}).")
    makes = Writes("until")
    until: InstantOf

    def lasting(self, look: Look) -> Text:
        return MOVED


class Ruled(Fact[State], frozen=True):
    """A moderator rules: what kind of ruling, about what."""

    rule = "EAW-30.0"
    decides = True
    says = told_by(
        "kind",
        closed=N_("A moderator closes the site {what} as it stands."),
        designs=N_("A moderator enters the design {what}."),
    )
    kind: str
    what: Called


RULED = RULE.but(
    unknown=lambda look, words, hint: no(
        Code.E_ID, f"there is no rule “{words}”{f' ({hint[:1].lower()}{hint[1:]})' if hint else ''}", "EAW-30.0"
    )
)


class Rule(ModeratorOrder):
    """Make a ruling of your own, in words, and tell all of it."""

    path: ClassVar[str] = "gm-eaw rule"
    line: ClassVar[str] = "ruling on {rule} that {text}"
    rule: Annotated[str, RULED] = Field(description="the rule it is about", max_length=20)
    text: str = Field(
        description="what is ruled; 'as written' takes it back", min_length=1, max_length=500, examples=["it holds"]
    )

    def obey(self, act: Act) -> None:
        """A moderator's word is final, everybody reads it, and `/rules` shows it beside the rule (EAW-30.0)."""
        if act.world.version >= HOUSE_RULED:
            house_ruled(act, act.found.rule.id, self.text)
        else:
            act.say(Ruling(self.rule, self.text), EVERYONE)


class Ruling(Fact[State], frozen=True):
    """A ruling in words, on a rule."""

    decides = True
    rule = "EAW-30.0"
    says = N_("A moderator rules on {of}:{text}")
    of: Word
    text: Quoted


# Settings and windows


SETTINGS = tuple(one.name for one in fields(campaign.Settings))
SETTING: Noun[Look, str] = Noun(
    "a setting",
    lambda look, found: SETTINGS,
    lambda setting: (setting.replace("_", "-"), setting),
    unknown=lambda look, name, hint: no(
        Code.E_ID, f"there are {', '.join(one.replace('_', '-') for one in SETTINGS)}", "EAW-30.0"
    ),
)


class SetSetting(ModeratorOrder):
    """Change a setting of the campaign."""

    path: ClassVar[str] = "gm-eaw setting"
    line: ClassVar[str] = "setting {setting} is {value}"
    setting: Annotated[str, SETTING] = Field(description="which", max_length=40)
    value: str = Field(description="yes, no, a number or one of its words", max_length=40, examples=["yes", "10"])

    def obey(self, act: Act) -> None:
        """It holds from now on, and everybody hears it (register 0.3, EAW-30.0). Refuses E-VALUE, E-SETUP."""
        look, field = act.look, act.found.setting
        value = setting_value(field, self.value, "EAW-30.0")
        if isinstance(value, Refused):
            look.decline(value)
        if field == "start_year":
            look.no(Code.E_SETUP, "the years count from the start year", "EAW-2d.2")
        if field == "end_year" and int(value) < look.known.year:
            look.no(Code.E_SETUP, f"it is {look.known.year} already", "EAW-1.0")
        act.say(SettingSet(field, getattr(look.known.settings, field), value), EVERYONE)


class SettingSet(Fact[State], frozen=True):
    """A setting of the campaign is changed."""

    rule = "EAW-30.0"
    decides = True
    says = N_("A moderator sets {field} from {before} to {after}.")
    field: SettingName
    before: SettingValue
    after: SettingValue

    def evolve(self, state: State) -> State:
        return replace(state, settings=replace(state.settings, **{self.field: self.after}))


class Ally(ModeratorOrder):
    """Rule that two empires are allies, or no longer; only in a campaign that has alliances."""

    path: ClassVar[str] = "gm-eaw alliance"
    line: ClassVar[str] = "have {empire} and {other} be {what}"
    empire: Annotated[str, EMPIRE] = Field(description="an empire", max_length=40)
    other: Annotated[str, EMPIRE] = Field(description="another", max_length=40)
    what: Literal["allies", "enemies"] = Field(description="what they are from now on")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-SETUP where everybody else is an enemy, E-PHASE while a season is being played."""
        if not look.known.settings.alliances or look.world.version < TABLE_WHOLE:
            return no(Code.E_SETUP, "everybody else is an enemy, as the setting alliances says", "EAW-19.0.1")
        return OnTheMap.ready(look)

    def obey(self, act: Act) -> None:
        """Allies neither fight nor pin nor trap each other, nor take from each other (EAW-19.0.1). Refuses E-RACE."""
        empire, other = sorted((act.found.empire.seat, act.found.other.seat))
        if empire == other:
            act.look.no(Code.E_RACE, f"{empire} is named twice", "EAW-19.0.1")
        others = tuple(pair for pair in act.state.allies if pair != (empire, other))
        allies = (*others, (empire, other)) if self.what == "allies" else others
        act.say(Allied(empire, other, self.what, allies), EVERYONE)


class Allied(Fact[State], frozen=True):
    """Two empires are allies from now on, or enemies; with all that are allies now."""

    rule = "EAW-19.0.1"
    decides = True
    says = N_("A moderator rules that {empire} and {other} are {what}.")
    makes = Writes("allies")
    empire: SeatOf
    other: SeatOf
    what: Word
    allies: tuple[tuple[Seat, Seat], ...]


class SetWindow(ModeratorOrder):
    """Change how long something waits, from the next time on."""

    path: ClassVar[str] = "gm-eaw window"
    line: ClassVar[str] = "window {window} is {hours} hours"
    window: Window = Field(description="what waits")
    hours: int = Field(description="hours", ge=1, le=5000, examples=[168])

    def obey(self, act: Act) -> None:
        """All windows are settings (section 6)."""
        windows = replace(act.world.windows(act.state), **{self.window: self.hours})
        act.say(WindowSet(self.window, self.hours, windows), EVERYONE)


class WindowSet(Fact[State], frozen=True):
    """A change of how long something waits."""

    rule = "EAW-30.0"
    says = N_("A moderator sets the window of {window} to {hours} hours.")
    makes = Writes("windows")
    window: Word
    hours: int
    windows: Windows


def holding(look: Look, words: str) -> dict[str, Any]:
    """Holdings of a design besides cargo: "8 fighters, 2 spares". Refuses E-VALUE."""
    held = dict[str, Any]()  # fields of a design
    for part in filter(None, (part.strip() for part in words.split(","))):
        found = re.fullmatch(r"([0-9]+) (boxes|fighters|spares|pfs)", part)
        if found is None:
            why = f"it holds boxes, fighters, spares or pfs, such as 8 fighters, not {shown(part)}"
            look.no(Code.E_VALUE, why, "EAW-2d.1")
        held[found[2]] = int(found[1])
    return held


def races(look: Look, found: Found) -> Iterator[Option]:
    """Whose designs there are: the races of the pack, and what belongs to none."""
    yield from map(Option, (*look.world.pack.races, "civilian", "general"))


class EnterDesign(ModeratorOrder):
    """Enter a design, or correct one; it counts as confirmed from then on."""

    path: ClassVar[str] = "gm-eaw design"
    line: ClassVar[str] = (
        "design {design} of {race} costs {ebpv} counts {cbpv} class {sc} year {yis}"
        "[ command {cr}][ control {dc}][ dock {dp}][ cargo {cargo}][ holds {holds}][ flags {flags}]"
    )
    race: Annotated[str, Offered("a race", races)] = Field(
        description="its race, or civilian or general", max_length=40, examples=["Federation"]
    )
    design: str = Field(description="what it is called", min_length=1, max_length=40, examples=["BB"])
    ebpv: int = Field(description="its price", ge=1, le=2000, examples=[300])
    cbpv: int = Field(description="its strength", ge=0, le=2000, examples=[300])
    sc: int = Field(description="its size class", ge=2, le=5, examples=[2])
    yis: int = Field(description="its year in service", ge=1, le=999, examples=[165])
    cr: int = Field(0, description="its command rating", ge=0, le=20)
    dc: int = Field(0, description="its damage-control rating", ge=0, le=20)
    dp: int = Field(0, description="its docking points", ge=0, le=100)
    cargo: int = Field(0, description="its cargo boxes", ge=0, le=200)
    holds: str = Field("", description="'4 boxes' (for repairs), '8 fighters, 2 spares', '6 pfs'", max_length=80)
    flags: str = Field("", description="what it is, with spaces: scout tug minelayer", max_length=200)

    def obey(self, act: Act) -> None:
        """A record that was missing, or waited to be confirmed, is entered (register 7.1). Refuses E-RACE, E-VALUE."""
        known_races = [one.value for one in races(act.look, act.found)]
        if self.race not in known_races:
            act.look.no(Code.E_RACE, f"there are {', '.join(known_races)}", "EAW-2b")
        known, given = sorted(Flag), self.flags.split()
        if wrong := [flag for flag in given if flag not in known]:
            why = f"“{shown(wrong[0])}” is no flag; there are {', '.join(known)}"
            act.look.no(Code.E_VALUE, why, "EAW-2d.1")
        code, packed = f"{self.race} {self.design}", act.world.pack.designs
        before, entered = packed.get(code), act.state.designs.get(code, packed.get(code))
        design = replace(
            before or Design(self.race, self.design, self.ebpv, self.cbpv, self.sc, self.yis),
            ebpv=self.ebpv, cbpv=self.cbpv, sc=self.sc, yis=self.yis, cr=self.cr, dc=self.dc, dp=self.dp,
            cargo=self.cargo, flags=tuple(Flag(flag) for flag in given), verified=True, **holding(act.look, self.holds),
            refits=() if entered is None else entered.refits,
        )  # fmt: skip
        act.say(DesignEntered(design), EVERYONE)


class DesignEntered(Fact[State], frozen=True):
    """A design is entered or corrected by a moderator."""

    says = N_("A moderator enters the design {design:code}: {design:ebpv} BPV, CBPV {design:cbpv}.")
    makes = Puts("designs", "design", "code")
    design: Annotated[Design, PART]


# What there is


class PutFleet(OnTheMap):
    """Put a fleet into another system."""

    path: ClassVar[str] = "gm-eaw put"
    line: ClassVar[str] = "put fleet {fleet} at {system}"
    fleet: Annotated[str, FLEET] = Field(description="such as 3 of red", max_length=40)
    system: Annotated[str, SYSTEM] = Field(description="where to", max_length=12)

    def obey(self, act: Act) -> None:
        """It stands there as if it had always; its owner's orders of the season stand as far as they can (EAW-30.0)."""
        fleet: campaign.Fleet = act.found.fleet
        run, at = Run(act.world, act.table), act.found.system
        put = replace(fleet, at=at, place="system", lane="", bound="", trapped="", entry="", arrived=NEVER)
        run.tell(holdings.FleetFormed(put), fleet.owner)
        run.tell(FleetPut(fleet.number, put.at), fleet.owner)


class FleetPut(Fact[State], frozen=True):
    """A moderator has put a fleet into a system."""

    rule = "EAW-30.0"
    says = N_("A moderator puts your fleet {number} at {at}.")
    number: int
    at: At


class PlaceShips(OnTheMap):
    """Give ships to an empire, in a fleet that is there or a new one."""

    path: ClassVar[str] = "gm-eaw place"
    line: ClassVar[str] = "place {designs} in fleet {number} of {empire} at {system}"
    resolves: ClassVar[tuple[str, ...]] = ("empire",)
    designs: Annotated[str, DESIGNS] = Field(description="such as 5 FF, CA", max_length=200, examples=["FF"])
    number: int = Field(description="the fleet's number", ge=1, le=99, examples=[7])
    empire: Annotated[str, EMPIRE] = Field(description="whose", max_length=40)
    system: Annotated[str, SYSTEM] = Field(description="where a new fleet stands", max_length=12)

    def obey(self, act: Act) -> None:
        """They cost nothing, and their fleet may be of any composition (EAW-30.0)."""
        seat, run = act.found.empire.seat, Run(act.world, act.table)
        id = holdings.fleet_id(seat, self.number)
        if id not in act.state.fleets:
            run.tell(holdings.FleetFormed(campaign.Fleet(id, seat, self.number, act.found.system)), seat)
        given = made(run, seat, id, act.found.designs)
        run.tell(holdings.ShipsJoined(tuple(replace(ship, penalty=0) for ship in given)), seat)


class RemoveShip(OnTheMap):
    """Take a ship out of the campaign."""

    path: ClassVar[str] = "gm-eaw remove"
    line: ClassVar[str] = "remove ship {ship}"
    ship: Annotated[str, SHIP] = Field(description="such as CA-1 of red", max_length=60)

    def obey(self, act: Act) -> None:
        """It is gone, and its fleet with it if it was the last (EAW-30.0)."""
        ship: campaign.Ship = act.found.ship
        Run(act.world, act.table).tell(holdings.ShipsGone((ship.id,), "ruling"), ship.owner)


class Substitute(ModeratorOrder):
    """Announce that a substitute takes over an empire, as it stands; its sealed orders are opened for him."""

    path: ClassVar[str] = "gm-eaw substitute"
    line: ClassVar[str] = "substitute takes over {empire}"
    empire: Annotated[str, EMPIRE] = Field(description="which", max_length=40)

    def obey(self, act: Act) -> None:
        """He has what there is and no bonus: orders, treasury and filings stand (EAW-29.0.1). Refuses E-AUTH."""
        empire: campaign.Empire = act.found.empire
        if not empire.alive:
            act.look.no(Code.E_AUTH, f"{empire.seat} is gone", "EAW-29.0.1")
        act.say(Substituted(empire.seat), EVERYONE)


class Substituted(Fact[State], frozen=True):
    """A substitute has an empire as it stands; orders that his predecessor sealed are open again (EAW-29.0.1)."""

    rule = "EAW-29.0.1"
    decides = True
    says = N_("A substitute takes over {seat} as it stands.")
    seat: SeatOf

    def evolve(self, state: State) -> State:
        return with_empire(state, self.seat, sealed=False) if state.step is Step.PLOT else state


class RemoveEmpire(OnTheMap):
    """Take an empire out of the campaign, with all it has; what it held must be discovered again."""

    path: ClassVar[str] = "gm-eaw retire"
    line: ClassVar[str] = "retire {empire}"
    asks: ClassVar[str] = "All that this empire has is removed, which cannot be taken back. Go on?"
    empire: Annotated[str, EMPIRE] = Field(description="which", max_length=40)

    def obey(self, act: Act) -> None:
        """Its systems are unknown to all again, whoever was trapped there is free, its points stay (EAW-29.0.2)."""
        empire: campaign.Empire = act.found.empire
        if not empire.alive:
            act.look.no(Code.E_AUTH, f"{empire.seat} is gone already", "EAW-29.0.2")
        run = Run(act.world, act.table)
        held = {id for id, one in act.state.systems.items() if held_by(empire.seat, one)}
        act.say((TakenOut if act.world.version >= OTHERS_STAY else Retired)(empire.seat), EVERYONE)
        for seat, realm in act.state.realms.items():
            known = tuple(system for system in realm.knowledge if system in held)
            trapped = any(one.owner == seat and one.trapped in held for one in act.state.fleets.values())
            if seat != empire.seat and (known or trapped):
                run.tell(Forgotten(seat, known or tuple(held)), seat)
        act.say(Eliminated(empire.seat), EVERYONE)
        if len(act.state.living) == 1:
            end(run, run.state.living)


def held_by(seat: Seat, system: System) -> bool:
    """True if an empire has a development or a fortification in a system."""
    return any(one is not None and one.owner == seat for one in (system.development, system.fort))


def without(state: State, seat: Seat, emptied: Callable[[System], System]) -> State:
    """A campaign without an empire's orders, fleets, docks and bases, and each system emptied of what it had there."""
    return replace(
        with_realm(state, seat, orders=()),
        systems={id: emptied(one) for id, one in state.systems.items()},
        fleets={id: one for id, one in state.fleets.items() if one.owner != seat},
        ships={id: one for id, one in state.ships.items() if one.owner != seat},
        docks={id: one for id, one in state.docks.items() if one.owner != seat},
        bases={id: one for id, one in state.bases.items() if one.owner != seat},
    )


class Retired(Fact[State], frozen=True):
    """All that an empire had is gone, and what it held is unknown to all; in games before version 3 with what others
    have there (EAW-29.0.2).
    """

    rule = "EAW-29.0.2"
    decides = True
    says = N_("A moderator takes {seat} out of the campaign.")
    seat: SeatOf

    def evolve(self, state: State) -> State:
        def emptied(system: System) -> System:
            left = replace(system, pods=tuple(pod for pod in system.pods if pod.owner != self.seat))
            return System(system.id) if held_by(self.seat, system) else left

        return without(state, self.seat, emptied)


class TakenOut(Retired, frozen=True):
    """All that an empire had is gone, and what it held is unknown to all; what others have there stays (EAW-29.0.2)."""

    def evolve(self, state: State) -> State:
        def emptied(system: System) -> System:
            left = had_by(system, lambda owner: owner != self.seat)
            return replace(left, planet="unknown", map_type="", planets=1) if held_by(self.seat, system) else left

        return without(state, self.seat, emptied)


class Forgotten(Fact[State], frozen=True):
    """An empire's knowledge of the systems of one that is gone holds no longer; its fleets there are free."""

    rule = "EAW-29.0.2"
    says = N_("What you knew of {systems} holds no longer, and no fleet of yours is trapped there.")
    seat: Seat
    systems: Words

    def evolve(self, state: State) -> State:
        realm = state.realms.get(self.seat, campaign.Realm())
        left = {id: one for id, one in realm.knowledge.items() if id not in self.systems}
        freed = [one.id for one in state.fleets.values() if one.owner == self.seat and one.trapped in self.systems]
        return with_realm(with_fleets(state, freed, trapped="", trapped_since=NEVER), self.seat, knowledge=left)


# Corrections, field by field


class Correct(Fact[State], frozen=True):
    """A moderator has corrected something: what, which figure of it, from what to what."""

    rule = "EAW-30.0"
    says = N_("A moderator corrects {what}: {field} from {before} to {after}.")
    what: Called
    field: Word
    before: Called
    after: Called


def beyond(look: Look, thing: object, words: str, least: int, most: int) -> Refused:
    """The refusal of a figure out of bounds: E-VALUE, with the bounds."""
    return no(Code.E_VALUE, f"it is a whole number from {least} to {most}, not {shown(words)}", "EAW-30.0")


class RealmSet(Fact[State], frozen=True):
    """A figure of an empire's realm is corrected."""

    silent = "the correction tells it"
    makes = Alters("realms", "seat", lambda realm, fact: replace(realm, **{fact.field: fact.value}))
    seat: Seat
    field: str
    value: int


def _realm(field: str, most: int) -> Correction[campaign.Empire, int]:
    def apply(act: Act, empire: campaign.Empire, value: int) -> None:
        before = getattr(act.state.realms[empire.seat], field)
        act.say(RealmSet(empire.seat, field, value), only(empire.seat))
        act.say(Correct("your empire", field.replace("_", " "), str(before), str(value)), only(empire.seat))

    return figure(field.replace("_", "-"), lambda look, empire: (0, most), beyond, apply)


def _treasury(act: Act, empire: campaign.Empire, value: int) -> None:
    """The treasury is set by a credit or a debit, so that the ledger adds up."""
    before = act.state.realms[empire.seat].treasury
    Run(act.world, act.table).receive(empire.seat, value - before, "ruling")
    act.say(Correct("your empire", "treasury", str(before), str(value)), only(empire.seat))


class PointsSet(Fact[State], frozen=True):
    """The victory points of an empire are corrected; they are everybody's to see."""

    silent = "the correction tells it"
    makes = Sets("empires", "seat", "vp")
    seat: Seat
    vp: str


def _points(look: Look, empire: campaign.Empire, words: str) -> str:
    if (number := typed(words)) is None:
        look.no(Code.E_VALUE, f"it is a number such as 348.3, not {shown(words)}", "EAW-30.0")
    return kept(number)


def _set_points(act: Act, empire: campaign.Empire, value: str) -> None:
    act.say(PointsSet(empire.seat, value), EVERYONE)
    act.say(Correct(empire.seat, "victory points", empire.vp, value), EVERYONE)


OF_EMPIRE: tuple[Correction[campaign.Empire, Any], ...] = (  # each with a value of its own type
    figure("treasury", lambda look, empire: (0, 1_000_000), beyond, _treasury),
    _realm("mp", 50),
    _realm("debt", 50),
    _realm("lo_debt", 10_000),
    Correction("points", _points, _set_points, lambda look, empire: [Option(empire.vp)]),
)


class ShipSet(Fact[State], frozen=True):
    """Something of a ship is corrected."""

    silent = "the correction tells it"
    ship: str
    crew: Literal["normal", "outstanding", "poor"]
    co: int
    inspected: bool
    crippled: bool
    whole: bool

    def evolve(self, state: State) -> State:
        whole = {"damage": {}, "hurt": False, "dc_left": None} if self.whole else {}
        says = {"crew": self.crew, "co": self.co, "inspected": self.inspected, "crippled": self.crippled}
        return with_ships(state, [self.ship], **says, **whole)


def chosen(field: str, values: Sequence[str], apply: Callable[[Act, T, str], None]) -> Correction[T, str]:
    """A field with a closed list of values. Refuses E-VALUE."""

    def read(look: Look, thing: T, words: str) -> str:
        if words.strip() not in values:
            look.no(Code.E_VALUE, f"{field} is one of {', '.join(values)}, not {shown(words)}", "EAW-30.0")
        return words.strip()

    return Correction(field, read, apply, lambda look, thing: map(Option, values))


def _ship(field: str, values: Sequence[str], change: Callable[[str], dict[str, Any]]) -> Correction[campaign.Ship, str]:
    """A field of a ship with a closed list of values; `change` says what of `ShipSet` a value is."""

    def apply(act: Act, ship: campaign.Ship, value: str) -> None:
        fact = ShipSet(ship.id, ship.crew, ship.co, ship.inspected, ship.crippled, False)
        act.say(replace(fact, **change(value)), only(ship.owner))
        act.say(Correct(ship.name, field, str(getattr(ship, field, "as it was")), value), only(ship.owner))

    return chosen(field, values, apply)


OF_SHIP: tuple[Correction[campaign.Ship, Any], ...] = (  # each with a value of its own type
    _ship("crew", ("normal", "outstanding", "poor"), lambda value: {"crew": value}),
    _ship("co", tuple(str(level) for level in range(10, 21)), lambda value: {"co": int(value)}),
    _ship("inspected", ("yes", "no"), lambda value: {"inspected": value == "yes"}),
    _ship("crippled", ("yes", "no"), lambda value: {"crippled": value == "yes"}),
    _ship("whole", ("yes",), lambda value: {"whole": True, "crippled": False}),
)


def _stands(
    name: str,
    of: Callable[[System], campaign.Development | campaign.Fort | None],
    gone: Callable[[str], Fact[State]],
    stands: Callable[[str, Seat, int], Fact[State]],
) -> Correction[str, Seat | None]:
    """Whose mine, colony or fortification stands in a system: an empire by its seat, or none. Refuses E-VALUE."""

    def read(look: Look, system: str, words: str) -> Seat | None:
        if (wanted := words.strip()) not in ("none", *look.known.empires):
            seats = ", ".join(look.known.empires)
            look.no(Code.E_VALUE, f"it is none or one of {seats}, not {shown(words)}", "EAW-30.0")
        return Seat(wanted) if wanted != "none" else None

    def apply(act: Act, system: str, seat: Seat | None) -> None:
        had, run = of(act.state.systems[system]), Run(act.world, act.table)
        if had is not None:
            run.tell(gone(system), had.owner)
        if seat is not None:
            run.tell(stands(system, seat, act.state.t), seat)

    return Correction(name, read, apply, lambda look, system: map(Option, ("none", *look.known.empires)))


def _develops(kind: Literal["mine", "colony"]) -> Correction[str, Seat | None]:
    return _stands(
        kind,
        lambda system: system.development,
        holdings.DevelopmentGone,
        lambda system, seat, t: holdings.Developed(system, campaign.Development(kind, seat, t)),
    )


def _set_planet(act: Act, system: str, planet: str) -> None:
    there = act.state.systems[system]
    kind = there.map_type or ("Death Map" if planet == "dead" else "Open Space")
    act.say(holdings.SystemIs(system, PLANETS[planet], kind, there.planets), only())


OF_SYSTEM: tuple[Correction[str, Any], ...] = (  # each with a value of its own type
    _develops("mine"),
    _develops("colony"),
    _stands(
        "fort",
        lambda system: system.fort,
        holdings.FortGone,
        lambda system, seat, t: holdings.Fortified(system, campaign.Fort(seat, t)),
    ),
    chosen("planet", tuple(PLANETS), _set_planet),
)


def fields_of(among: Sequence[Correction[Any, Any]]) -> Corrected:  # of any thing
    """The mark of a field that names what is corrected; another name is refused with E-ID and those there are."""
    known = ", ".join(one.name for one in among)
    return Corrected(
        "a field", lambda found: among, lambda words: no(Code.E_ID, f"there are {known}, no {words}", "EAW-30.0")
    )


class Correcting(ModeratorOrder):
    """An order that corrects a field of the thing that its first field names."""

    def obey(self, act: Act) -> None:
        """Its owner is told, with what it was before; of a system whoever held it and whoever holds it, of its planet
        nobody (EAW-30.0).
        """
        act.found.field.set(act, act.found.get(next(iter(self.marks()))), act.found.value)


class SetEmpire(Correcting):
    """Correct a figure of an empire."""

    path: ClassVar[str] = "gm-eaw empire"
    line: ClassVar[str] = "correct {field} of empire {empire} to {value}"
    empire: Annotated[str, EMPIRE] = Field(description="whose", max_length=40)
    field: Annotated[str, fields_of(OF_EMPIRE)] = Field(description="which", max_length=20)
    value: Annotated[str, Setting("its value", "empire", "field")] = Field(description="what it is", max_length=40)


class SetShip(Correcting):
    """Correct something of a ship."""

    path: ClassVar[str] = "gm-eaw ship"
    line: ClassVar[str] = "correct {field} of ship {ship} to {value}"
    ship: Annotated[str, SHIP] = Field(description="such as CA-1 of red", max_length=60)
    field: Annotated[str, fields_of(OF_SHIP)] = Field(description="which", max_length=20)
    value: Annotated[str, Setting("its value", "ship", "field")] = Field(description="what it is", max_length=40)


class SetSystem(Correcting, OnTheMap):
    """Correct what a system is, or who holds what there."""

    path: ClassVar[str] = "gm-eaw system"
    line: ClassVar[str] = "correct {field} of system {system} to {value}"
    system: Annotated[str, SYSTEM] = Field(description="which", max_length=12)
    field: Annotated[str, fields_of(OF_SYSTEM)] = Field(description="which", max_length=20)
    value: Annotated[str, Setting("its value", "system", "field")] = Field(description="what it is", max_length=40)


class EnterPrice(ModeratorOrder):
    """Enter what a thing costs as a commander's option, or correct it."""

    path: ClassVar[str] = "gm-eaw price"
    line: ClassVar[str] = "price of {item} is {price}"
    item: Annotated[str, ENTERED] = Field(description="such as transporter bomb")
    price: str = Field(description="BPV, such as 4 or 0.5", max_length=5, examples=["4", "0.5"])

    def obey(self, act: Act) -> None:
        """It can be bought from now on (register 7.1, EAW-6.0.6). Refuses E-VALUE."""
        price = typed(self.price)
        if price is None or price <= 0 or (2 * price).denominator != 1:
            why = f"a price is 0.5 or more, by halves, not {shown(self.price)}"
            act.look.no(Code.E_VALUE, why, "EAW-6.0.6")
        act.say(PriceEntered(self.item.strip(), kept(price)), EVERYONE)


class PriceEntered(Fact[State], frozen=True):
    """The price of a commander's option is entered or corrected by a moderator."""

    rule = "EAW-30.0"
    says = N_("A moderator enters a price: {item} for {price:,} BPV.")
    makes = PutsUnder("prices", "item", "price")
    item: Called
    price: Word


class EnterPod(ModeratorOrder):
    """Enter a kind of pod, or correct it."""

    path: ClassVar[str] = "gm-eaw pod"
    line: ClassVar[str] = "pod {pod} costs {ebpv} counts {cbpv}[ cargo {cargo}]"
    pod: Annotated[str, ENTERED] = Field(description="such as cargo pod")
    ebpv: int = Field(description="its price", ge=0, le=500, examples=[10])
    cbpv: int = Field(description="its strength", ge=0, le=500, examples=[0])
    cargo: int = Field(0, description="its cargo boxes", ge=0, le=200, examples=[25])

    def obey(self, act: Act) -> None:
        """Tugs may have it from now on (register 7.1, EAW-7b.3)."""
        act.say(PodEntered(PodKind(self.pod.strip(), self.ebpv, self.cbpv, self.cargo)), EVERYONE)


class PodEntered(Fact[State], frozen=True):
    """A kind of pod is entered or corrected by a moderator."""

    rule = "EAW-30.0"
    says = N_("A moderator enters the pod {pod:name}: {pod:ebpv} BPV, CBPV {pod:cbpv}.")
    makes = Puts("pods", "pod", "name")
    pod: Annotated[PodKind, PART]


ANY_DESIGN: Noun[Look, Design] = Noun(
    "a design",
    lambda look, found: {**look.world.pack.designs, **look.known.designs}.values(),
    lambda design: (design.code,),
    design_label,
    unknown=unknown("design", "EAW-2d.1"),
)


class EnterRefit(ModeratorOrder):
    """Enter a refit or an upgrade of a design, or correct it: other drones, prime teams."""

    path: ClassVar[str] = f"{TABLES.path} refit"
    line: ClassVar[str] = "enter refit {refit} of {design} costs {ebpv} counts {cbpv} year {yis}[ kind {kind}]"
    refit: Annotated[str, ENTERED] = Field(description="such as fast drones", examples=["fast drones"])
    design: Annotated[str, ANY_DESIGN] = Field(description="such as Federation CA", max_length=80)
    ebpv: int = Field(description="what it costs", ge=-200, le=200, examples=[6])
    cbpv: int = Field(description="what it adds to the strength", ge=-200, le=200, examples=[6])
    yis: int = Field(description="its year in service", ge=1, le=999, examples=[165])
    kind: Literal["drones", "plasma", "sabot", "drogues", "prime teams"] | None = Field(
        None, description="of upgrades alone: one takes the place of another of its kind"
    )

    def obey(self, act: Act) -> None:
        """Ships of the design may have it from now on (register 7.1, EAW-6f.1, EAW-8.0). Refuses E-VALUE."""
        design: Design = act.found.design
        row = RefitRow(self.refit.strip(), self.yis, self.ebpv, self.cbpv, self.kind or "")
        if design.ebpv + row.ebpv < 1 or design.cbpv + row.cbpv < 0 or (row.kind and min(row.ebpv, row.cbpv) < 0):
            more = f"{number_in(row.ebpv, '')} and {number_in(row.cbpv, '')} more"
            why = f"{design.name} for {design.ebpv} BPV, CBPV {design.cbpv}, with {more}"
            act.look.no(Code.E_VALUE, f"{why}: what is left is positive, and an upgrade costs something", "EAW-6f.2")
        others = tuple(one for one in design.refits if one.name != row.name)
        act.say(RefitEntered(replace(design, refits=(*others, row)), row), EVERYONE)


class RefitEntered(Fact[State], frozen=True):
    """A refit of a design is entered or corrected by a moderator."""

    rule = "EAW-30.0"
    says = N_(
        "A moderator enters a refit of {design:code}: {refit:name}, {refit:ebpv} BPV, CBPV {refit:cbpv}, in service "
        "{refit:yis}."
    )
    makes = Puts("designs", "design", "code")
    design: Annotated[Design, PART]
    refit: Annotated[RefitRow, PART]


# Dice


def rolled(state: State) -> Iterator[tuple[str, str]]:
    """Purposes of dice: in words, and as the labels of those dice begin."""
    for battle in state.battles:
        yield f"battle {battle}", f"{battle}/"
    sieges = (f"siege of {one.trapped} by {one.owner}" for one in state.fleets.values() if one.trapped)
    unknown = (f"exploration of {one.id}" for one in state.systems.values() if one.planet == "unknown")
    for what in (*(f"officer of {seat}" for seat in state.living), "officer of the campaign", *sieges, *unknown):
        yield what, f"{what},"


ROLL: Noun[Look, tuple[str, str]] = Noun(
    "what is rolled for",
    lambda look, found: dict(rolled(look.known)).items(),
    lambda roll: roll[:1],
    unknown=lambda look, name, hint: no(
        Code.E_ID, f"nothing is rolled for “{name}”; such as {next(rolled(look.known))[0]}", "EAW-30.0"
    ),
)


class RuleRolls(ModeratorOrder):
    """Rule what the next dice show that are rolled for something, instead of rolling them."""

    path: ClassVar[str] = "gm-eaw roll"
    line: ClassVar[str] = "dice of {what} show {faces}"
    what: Annotated[str, ROLL] = Field(description="such as exploration of 3", max_length=60)
    faces: str = Field(description="in order, such as 4, 3; none takes it back", max_length=160, examples=["4, 3"])

    def obey(self, act: Act) -> None:
        """Moderators alone know until the dice would fall; whoever hears of the roll hears then that it was ruled
        (EAW-30.0). Refuses E-VALUE.
        """
        words = [] if self.faces.strip() == "none" else [part.strip() for part in self.faces.split(",")]
        wrong = [one for one in words if one not in [str(face) for face in range(1, SIX + 1)]]
        if wrong or len(words) > MOST_FACES:
            why = f"dice show 1 to {SIX}, {MOST_FACES} of them at most, not {shown(wrong[0] if wrong else self.faces)}"
            act.look.no(Code.E_VALUE, why, "EAW-30.0")
        act.say(RollsRuled(act.found.what[1], tuple(map(int, words))), only())


class RollsRuled(Fact[State], frozen=True):
    """Faces that dice of some label will show, which moderators alone know."""

    rule = "EAW-30.0"
    says = N_("The next dice of “{label}” show {faces}, by ruling.")
    makes = Keeps("rolls", "label", "faces")
    label: Called
    faces: Faces

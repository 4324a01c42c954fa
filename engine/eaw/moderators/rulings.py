"""Rulings of moderators: deadlines, sites of battle, rules in words, settings, alliances, windows, and what dice show.

Register section 4 (GM), 7.1, EAW-30.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec.structs import fields, replace
from pydantic import Field

from engine.clock import HOUR, later
from engine.declared.changes import Keeps, Writes
from engine.declared.house_rules import RULE, house_ruled
from engine.declared.sentences import told_by
from engine.eaw.battle.leftovers import close_site
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Windows
from engine.eaw.look import Act, Called, InstantOf, Look, SeatOf, Word
from engine.eaw.moderators.orders import ModeratorOrder, OnTheMap
from engine.eaw.nouns import EMPIRE, setting_value, unknown
from engine.eaw.season.resolution import go_on
from engine.eaw.season.run import SIX, Run
from engine.eaw.state import Settings, Site, State, Step
from engine.eaw.world import HOUSE_RULED, TABLE_WHOLE
from engine.game import EVERYONE, Fact, Seat, only
from engine.look import Refused, no
from engine.noun import Noun
from engine.text.message import N_, T_, Shown, name, quoted, term

Faces = Annotated[tuple[int, ...], Shown[tuple[int, ...]](lambda look, faces, form: term(", ".join(map(str, faces))))]
MOST_FACES = 40
"""Dice that are ruled at once."""
Window = Literal["setup", "plot", "filing", "pooling", "side", "battle", "answer", "choice"]
Quoted = Annotated[str, Shown[str](lambda look, text, form: quoted(text))]
SettingName = Annotated[str, Shown[str](lambda look, field, form: term(field.replace("_", "-")))]
SettingValue = Annotated[bool | int | str, Shown[object](lambda look, value, form: name(str(value)))]
SITE: Noun[Look, Site] = Noun("a site of battle", "sites", "id", unknown=unknown("site of battle", "EAW-4a"))


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
        return super().ready(look) if runs else no(Code.E_PHASE, T_("No deadline of orders runs."), "EAW-30.0")

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
    lasts = N_("A moderator moves the deadline of orders.")
    makes = Writes("until")
    until: InstantOf


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


NO_RULE = N_("There is no rule “{words}”.")
RULED = RULE.but(
    unknown=lambda look, words, hint: Refused(Code.E_ID, {"why": NO_RULE(words=term(words))}, "EAW-30.0", hint)
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


SETTINGS = tuple(field.name for field in fields(Settings))
SETTABLE = ", ".join(setting.replace("_", "-") for setting in SETTINGS)
SETTING: Noun[Look, str] = Noun(
    "a setting",
    lambda look, found: SETTINGS,
    lambda setting: (setting.replace("_", "-"), setting),
    unknown=lambda look, name, hint: no(Code.E_ID, N_("The settings are {settings}."), "EAW-30.0", settings=SETTABLE),
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
            look.no(Code.E_SETUP, T_("The years count from the start year."), "EAW-2d.2")
        if field == "end_year" and int(value) < look.known.year:
            look.no(Code.E_SETUP, N_("It is {year} already."), "EAW-1.0", year=look.known.year)
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
            return no(Code.E_SETUP, T_("Everybody else is an enemy, as the setting alliances says."), "EAW-19.0.1")
        return OnTheMap.ready(look)

    def obey(self, act: Act) -> None:
        """Allies neither fight nor pin nor trap each other, nor take from each other (EAW-19.0.1). Refuses E-RACE."""
        empire, other = sorted((act.found.empire.seat, act.found.other.seat))
        if empire == other:
            act.look.no(Code.E_RACE, N_("You name {empire} twice."), "EAW-19.0.1", empire=empire)
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


# Dice


def rolled(state: State) -> Iterator[tuple[str, str]]:
    """Purposes of dice: in words, and as the labels of those dice begin."""
    yield from ((f"battle {battle}", f"{battle}/") for battle in state.battles)
    sieges = (f"siege of {fleet.trapped} by {fleet.owner}" for fleet in state.fleets.values() if fleet.trapped)
    unknown = (f"exploration of {system.id}" for system in state.systems.values() if system.planet == "unknown")
    officers = (f"officer of {one}" for one in (*state.living, "the campaign"))
    yield from ((what, f"{what},") for what in (*officers, *sieges, *unknown))


NO_ROLL = N_("Nothing is rolled for “{words}”; what is rolled for is such as {known}.")
ROLL: Noun[Look, tuple[str, str]] = Noun(
    "what is rolled for",
    lambda look, found: dict(rolled(look.known)).items(),
    lambda roll: roll[:1],
    unknown=lambda look, words, hint: no(
        Code.E_ID, NO_ROLL, "EAW-30.0", words=term(words), known=next(rolled(look.known))[0]
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
        wrong = [word for word in words if word not in [str(face) for face in range(1, SIX + 1)]]
        if wrong or len(words) > MOST_FACES:
            given = wrong[0] if wrong else self.faces
            why = N_("Dice show 1 to {six}, {most} of them at most, not {given}.")
            act.look.no(Code.E_VALUE, why, "EAW-30.0", six=SIX, most=MOST_FACES, given=given)
        act.say(RollsRuled(act.found.what[1], tuple(map(int, words))), only())


class RollsRuled(Fact[State], frozen=True):
    """Faces that dice of some label will show, which moderators alone know."""

    rule = "EAW-30.0"
    says = N_("The next dice of “{label}” show {faces}, by ruling.")
    makes = Keeps("rolls", "label", "faces")
    label: Called
    faces: Faces

"""Entries of moderators where rules leave things open, and rulings on dice. Register 7.1, section 4; EAW-30."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field

from engine.book import Group
from engine.declared.changes import Keeps, Puts, PutsUnder
from engine.eaw.data.pack import Code, no
from engine.eaw.data.units import Design, PodKind, RefitRow
from engine.eaw.figures import kept, typed
from engine.eaw.look import PART, Act, Called, Look, Word
from engine.eaw.moderators import ModeratorOrder
from engine.eaw.nouns import design_label, unknown
from engine.eaw.season.run import SIX
from engine.eaw.state import State
from engine.game import EVERYONE, Fact, only
from engine.noun import Noun
from engine.text.message import N_, Shown, number_in, term
from engine.text.names import shown

TABLES = Group("gm-eaw-tables", "What moderators enter in tables of Empires at War")
ENTERED = Field(min_length=1, max_length=40, pattern=r"^[^,;\[\]]+$")
"""Bounds of the name of what is entered."""
Faces = Annotated[tuple[int, ...], Shown[tuple[int, ...]](lambda look, faces, form: term(", ".join(map(str, faces))))]
MOST_FACES = 40
"""Dice that are ruled at once."""


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

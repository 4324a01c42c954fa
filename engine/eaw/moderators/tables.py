"""Entries of moderators where the tables leave something open: designs, prices, pods, refits. Register 7.1, EAW-30."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Puts, PutsUnder
from engine.eaw.data.pack import GENERAL, Code
from engine.eaw.data.units import Design, Flag, PodKind, RefitRow
from engine.eaw.figures import figures_of, kept, typed
from engine.eaw.look import PART, Act, Called, Look, Word
from engine.eaw.moderators.orders import TABLES, ModeratorOrder
from engine.eaw.nouns import design_label, unknown
from engine.eaw.state import State
from engine.game import EVERYONE, Fact
from engine.noun import Found, Noun, Offered
from engine.orders import Option
from engine.text.message import N_

ENTERED = Field(min_length=1, max_length=40, pattern=r"^[^,;\[\]]+$")
"""Bounds of the name of what is entered."""
UNBALANCED = N_(
    "A refit leaves something positive, and an upgrade costs something: the {design} has {ebpv} BPV, CBPV {cbpv}, and "
    "this is {price} and {strength} more."
)


def holding(look: Look, words: str) -> dict[str, Any]:
    """Holdings of a design besides cargo: "8 fighters, 2 spares". Refuses E-VALUE."""
    held = dict[str, Any]()  # fields of a design
    for part in filter(None, (part.strip() for part in words.split(","))):
        if (found := re.fullmatch(r"([0-9]+) (boxes|fighters|spares|pfs)", part)) is None:
            why = N_("It holds boxes, fighters, spares or pfs, such as 8 fighters, not {part}.")
            look.no(Code.E_VALUE, why, "EAW-2d.1", part=part)
        held[found[2]] = int(found[1])
    return held


def races(look: Look, found: Found) -> Iterator[Option]:
    """Races of the pack, whose designs there are, and what belongs to none."""
    yield from map(Option, (*look.world.pack.races, *GENERAL))


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
        known_races = [race.value for race in races(act.look, act.found)]
        if self.race not in known_races:
            act.look.no(Code.E_RACE, N_("The races are {races}."), "EAW-2b", races=", ".join(known_races))
        known, given = sorted(Flag), self.flags.split()
        if wrong := [flag for flag in given if flag not in known]:
            why = N_("“{wrong}” is no flag; there are {known}.")
            act.look.no(Code.E_VALUE, why, "EAW-2d.1", wrong=wrong[0], known=", ".join(known))
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

    says = N_("A moderator enters the design {design:code} with {design:ebpv} BPV and a CBPV of {design:cbpv}.")
    makes = Puts("designs", "design", "code")
    design: Annotated[Design, PART]


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
            why = N_("A price is 0.5 or more, by halves, not {price}.")
            act.look.no(Code.E_VALUE, why, "EAW-6.0.6", price=self.price)
        act.say(PriceEntered(self.item.strip(), kept(price)), EVERYONE)


class PriceEntered(Fact[State], frozen=True):
    """The price of a commander's option is entered or corrected by a moderator."""

    rule = "EAW-30.0"
    says = N_("A moderator sets the price of {item} to {price:,} BPV.")
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
    says = N_("A moderator enters the pod {pod:name} with {pod:ebpv} BPV and a CBPV of {pod:cbpv}.")
    makes = Puts("pods", "pod", "name")
    pod: Annotated[PodKind, PART]


ANY_DESIGN: Noun[Look, Design] = Noun(
    "a design",
    lambda look, found: {**look.world.pack.designs, **look.known.designs}.values(),
    "code",
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
            had, more = figures_of(design, "ebpv", "cbpv"), {"price": row.ebpv, "strength": row.cbpv}
            act.look.no(Code.E_VALUE, UNBALANCED, "EAW-6f.2", design=design.name, **had, **more)
        others = tuple(refit for refit in design.refits if refit.name != row.name)
        act.say(RefitEntered(replace(design, refits=(*others, row)), row), EVERYONE)


class RefitEntered(Fact[State], frozen=True):
    """A refit of a design is entered or corrected by a moderator."""

    rule = "EAW-30.0"
    says = N_(
        "A moderator enters the refit {refit:name} of {design:code} with {refit:ebpv} BPV and a CBPV of {refit:cbpv},"
        " in service from {refit:yis}."
    )
    makes = Puts("designs", "design", "code")
    design: Annotated[Design, PART]
    refit: Annotated[RefitRow, PART]

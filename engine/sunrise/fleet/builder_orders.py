"""What players order to build a fleet piece by piece, or to take one ready-made. Rulebook: FS-FRC."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from engine.orders import Order, Pick
from engine.text.names import plain_name

Name = Annotated[str, AfterValidator(plain_name)]
ShipName = Annotated[str, Pick("a ship of your list")]
SHIP = Field(description="a ship of your list", max_length=40)


class NewShip(Order):
    """Add a ship to your fleet list."""

    path: ClassVar[str] = "sunrise-fleet ship"
    line: ClassVar[str] = "new ship {name} hull {hull}"
    shows: ClassVar[str] = "builder"
    name: Name = Field(description="what it is called", max_length=40)
    hull: Annotated[str, Pick("a hull")] = Field(description="Corvette, Frigate, Destroyer, Cruiser or Flagship")


class AddWeapon(Order):
    """Mount a weapon on a ship of your list."""

    path: ClassVar[str] = "sunrise-fleet weapon"
    line: ClassVar[str] = "mount {weapon} on {ship}[ facing {arcs}]"
    shows: ClassVar[str] = "builder"
    weapon: Annotated[str, Pick("a weapon")] = Field(description="a weapon", max_length=60)
    ship: ShipName = SHIP
    arcs: Annotated[str | None, Pick("an arc")] = Field(
        None, description="fore, starboard, rear or port; two with a comma for casemates", max_length=40
    )


class AddUpgrade(Order):
    """Fit an upgrade to a ship of your list."""

    path: ClassVar[str] = "sunrise-fleet upgrade"
    line: ClassVar[str] = "fit {upgrade} to {ship}[ bound to {weapon}]"
    shows: ClassVar[str] = "builder"
    upgrade: Annotated[str, Pick("an upgrade")] = Field(description="an upgrade by name or number", max_length=60)
    ship: ShipName = SHIP
    weapon: Annotated[str | None, Pick("a weapon of the ship")] = Field(
        None, description="the weapon that a Turret Mount or Binding Runes are bound to", max_length=60
    )


class AddDefense(Order):
    """Add a defense to a ship of your list; a ship has up to three."""

    path: ClassVar[str] = "sunrise-fleet defense"
    line: ClassVar[str] = "defend {ship} with {defense}"
    shows: ClassVar[str] = "builder"
    ship: ShipName = SHIP
    defense: Annotated[str, Pick("a defense")] = Field(description="a defense", max_length=60)


class AddHangar(Order):
    """Fit a hangar and what it holds to a ship of your list."""

    path: ClassVar[str] = "sunrise-fleet hangar"
    line: ClassVar[str] = "hangar {hangar} for {ship} holding {squadrons}"
    shows: ClassVar[str] = "builder"
    hangar: Annotated[str, Pick("a hangar")] = Field(description="Flight Deck or Fabricator", max_length=60)
    ship: ShipName = SHIP
    squadrons: Annotated[str, Pick("squadrons")] = Field(
        description="types of squadron with commas, such as: Fighter, Bomber", max_length=80
    )


class AddSquadron(Order):
    """Put a squadron into a hangar with room on a ship of your list."""

    path: ClassVar[str] = "sunrise-fleet squadron"
    line: ClassVar[str] = "berth {squadron} in {ship}"
    shows: ClassVar[str] = "builder"
    squadron: Annotated[str, Pick("a type of squadron")] = Field(description="a type of squadron", max_length=60)
    ship: ShipName = SHIP


class RemovePart(Order):
    """Take a component or a defense off a ship of your list."""

    path: ClassVar[str] = "sunrise-fleet remove"
    line: ClassVar[str] = "unmount {part} from {ship}"
    shows: ClassVar[str] = "builder"
    part: Annotated[str, Pick("a component or defense")] = Field(
        description="a component by number or name, or a defense", max_length=60
    )
    ship: ShipName = SHIP


class ScrapShip(Order):
    """Take a ship off your fleet list."""

    path: ClassVar[str] = "sunrise-fleet scrap"
    line: ClassVar[str] = "scrap {ship}"
    shows: ClassVar[str] = "builder"
    ship: ShipName = SHIP


class CopyShip(Order):
    """Add a copy of a ship to your fleet list."""

    path: ClassVar[str] = "sunrise-fleet copy"
    line: ClassVar[str] = "copy {ship} as {name}"
    shows: ClassVar[str] = "builder"
    ship: ShipName = SHIP
    name: Name = Field(description="what the copy is called", max_length=40)


class RenameShip(Order):
    """Rename a ship of your list."""

    path: ClassVar[str] = "sunrise-fleet rename"
    line: ClassVar[str] = "rename {ship} to {name}"
    shows: ClassVar[str] = "builder"
    ship: ShipName = SHIP
    name: Name = Field(description="what it is called from now on", max_length=40)


class NameFleet(Order):
    """Name your fleet."""

    path: ClassVar[str] = "sunrise-fleet name"
    line: ClassVar[str] = "name fleet {name}"
    shows: ClassVar[str] = "builder"
    name: Name = Field(description="what the fleet is called", max_length=40)


class ChooseFaction(Order):
    """Choose the faction of your fleet, or none."""

    path: ClassVar[str] = "sunrise-fleet faction"
    line: ClassVar[str] = "faction {faction}"
    shows: ClassVar[str] = "builder"
    faction: Annotated[str, Pick("a faction")] = Field(description="a faction, or 'none'", max_length=60)


class SampleFleet(Order):
    """Take a ready-made fleet as your list."""

    path: ClassVar[str] = "sunrise-fleet sample"
    line: ClassVar[str] = "sample fleet {fleet}"
    shows: ClassVar[str] = "builder"
    fleet: Annotated[str, Pick("a ready-made fleet")] = Field(description="a ready-made fleet", max_length=60)


class LoadFleet(Order):
    """Read your fleet list from a text, such as one that you saved."""

    path: ClassVar[str] = "sunrise-fleet load"
    line: ClassVar[str] = "load fleet {text}"
    shows: ClassVar[str] = "builder"
    text: str = Field(description="the fleet as a text: a line for each ship", max_length=4000)


class ClearFleet(Order):
    """Begin your fleet list anew."""

    path: ClassVar[str] = "sunrise-fleet clear"
    line: ClassVar[str] = "clear fleet"
    shows: ClassVar[str] = "builder"

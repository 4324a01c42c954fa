"""Refusals that the bot needs beside the register's: mistakes of typing and of the moment, not of the rules."""

from __future__ import annotations

from engine.game import RefusalText

MORE: dict[str, RefusalText] = {
    "NO_UNIT": RefusalText("You have no unit called {name}. {hint}", "GCW-PST-05", "`/gcw-show fleet` lists yours."),
    "NOT_THERE": RefusalText("{player} has no unit called {name}. {hint}", "GCW-PST-05"),
    "START_ZONE": RefusalText(
        "A fleet starts in a DSZ, C or B cell of its home system, not in {cell}.", "GCW-SET-02", "B-1 is the usual one."
    ),
    "NO_CRAFT": RefusalText(
        "No craft {name} in {host}. {hint}", "GCW-LCH-01", "`/gcw-show ship` lists what is aboard."
    ),
    "DOCKED": RefusalText("{unit} is docked in {host}.", "GCW-LCH-01", "Launch it first; it may act in the same turn."),
    "LAUNCH_RECALL": RefusalText("{unit} cannot be launched and recalled in one turn.", "GCW-LCH-01"),
    "OWN_TARGET": RefusalText(
        "{unit} is your own.", "GCW-SCN-18", "Fire at a contact: `/gcw-show contacts` lists them."
    ),
    "VOLLEY": RefusalText(
        "I cannot read the weapons “{volley}”: {reason}.", "GCW-UCR-09", "Write 'all' or '10 HTLB, 5 IC'."
    ),
    "NOT_JOINED": RefusalText(
        "You have not joined this campaign.", "GCW-SET-01", "`/gcw join` chooses a faction and a hero."
    ),
    "NOT_CONFIRMED": RefusalText("Your setup is not confirmed.", "GCW-SET-02", "`/gcw confirm` ends it."),
    "RETIRED": RefusalText("You have left this campaign.", "GCW-ACT-04", "A moderator took you out of it."),
    "NO_FLEET": RefusalText("A fleet needs a ship.", "GCW-SET-02", "`/gcw muster` adds one, within 23 command points."),
    "NO_FACTION": RefusalText("There is no faction “{name}”. {hint}", "GCW-FAC-11", "There are: {factions}."),
    "NO_HERO_CLASS": RefusalText("There is no hero class “{name}”.", "GCW-HRO-01", "There are: {classes}."),
    "NO_CLASS": RefusalText("There is no class of ship or craft “{name}”. {hint}", "GCW-FAC-11"),
    "NAME_TAKEN": RefusalText("Another unit of yours is called {name}.", "GCW-PST-05"),
    "NAME_USED": RefusalText(
        "Orders of your turn name {unit}.", "GCW-TRN-04", "Rename it when the turn is final, or clear the draft."
    ),
    "COMPLEMENT": RefusalText("{unit} belongs to the complement of its ship.", "GCW-STK-01", "Dismiss the ship."),
    "IN_COMBAT": RefusalText(
        "{unit} is in combat: leaving is a withdrawal and costs the turn.",
        "GCW-TRN-05",
        "`/gcw battle withdraw` drafts one.",
    ),
    "LEAVING": RefusalText(
        "{unit} is about to enter hyperspace already.", "GCW-TRN-05", "It waits for turns posted before."
    ),
    "IN_BATTLE": RefusalText("You and {player} are in a battle together.", "GCW-GEN-04", "It has to end first."),
    "NO_PLAYER": RefusalText("No player {name} is in this campaign. {hint}", "GCW-GEN-04"),
    "NO_LINE": RefusalText("There is no line {number} in your draft of {lines}.", "GCW-TRN-04"),
    "REPAIRS_ITSELF": RefusalText(
        "{unit} repairs itself, hour by hour, where it may.", "GCW-REP-07", "Orders are for ships in a yard."
    ),
    "NO_REPAIR": RefusalText("{unit} cannot be repaired.", "GCW-REP-09"),
    "UNHARMED": RefusalText("Armor, hull and systems of {unit} are whole.", "GCW-REP-04"),
    "NO_LAYER": RefusalText(
        "I cannot read “{name}” in the order of repair.", "GCW-REP-04", "Write 'armor, hull, systems', each once."
    ),
    "BOARD_TARGET": RefusalText("{target} is no ship: only ships can be boarded.", "GCW-BRD-01"),
    "BOARDED": RefusalText(
        "{craft} has put troops aboard a ship in this turn.", "GCW-BRD-01", "Use another craft, or wait a turn."
    ),
    "NO_BOARDERS": RefusalText("Nobody has boarded {ship}.", "GCW-BRD-07"),
    "SQUADS_BUSY": RefusalText(
        "Those aboard {ship} have fought, or attacked its hull, in this turn.", "GCW-DMG-18", "Once in each turn."
    ),
    "NOT_IN_MAIN": RefusalText("{unit} is no ship of your main fleet.", "GCW-BRD-05"),
    "PRESET_MOVES": RefusalText(
        "Ships make room only for a ship that goes to MAIN.", "GCW-BRD-05", "capture to MAIN moving …"
    ),
    "POD_GRID": RefusalText("Escape pods from {cell} come down in {grids}, not in {grid}.", "GCW-DMG-14"),
    "NO_HOLD": RefusalText("Your tractor beams do not hold {target}. {hint}", "GCW-TRC-10"),
    "NO_FORMATION": RefusalText("No units go by the name of “{name}”. {hint}", "GCW-TRN-04"),
    "FORMATIONS_FULL": RefusalText("You have {most} formations, as many as there may be.", "GCW-TRN-04"),
    "NO_SAME": RefusalText("No target stands before this line.", "GCW-TRN-04", "Name the target."),
    "NO_VOLLEY": RefusalText(
        "No shots are drafted there: nothing is to be reckoned.", "GCW-TRN-04", "Draft a `fire` line first."
    ),
    "DRAFT_FULL": RefusalText("A turn takes at most {most} actions.", "GCW-TRN-10"),
    "NO_TURN": RefusalText("You have no such turn.", "GCW-TRN-04", "`/gcw turn submit` posts your draft."),
    "SWARM_DOCK": RefusalText(
        "{unit} is a swarm: it has no place in a hangar.", "GCW-TIE-03", "Dissolve it and recall its squadrons."
    ),
    "NO_CHANGE": RefusalText(
        "Your draft is empty: nothing would change.", "GCW-TRN-02", "`/gcw turn recover` takes the actions back."
    ),
    "ALREADY_FINAL": RefusalText("You made this turn final; it waits for turns posted before it.", "GCW-TRN-04"),
    "NOTHING_PENDING": RefusalText("{player} has no last acts to lapse.", "GCW-DMG-12"),
    "NOT_ON_GRID": RefusalText("{unit} is not on a grid.", "GCW-GRD-03"),
    "POOL": RefusalText("{what} of {unit} is a whole number from 0 to {most}.", "GCW-DMG-01"),
    "POOL_ZERO": RefusalText("That would destroy {unit}.", "GCW-DMG-11", "`/gm-gcw remove` takes it out."),
    "NO_SWITCH": RefusalText("There is no ruling “{name}”.", "GCW-GEN-02", "There are: {switches}."),
    "NO_VALUE": RefusalText("“{name}” is no value of that ruling.", "GCW-GEN-02", "There are: {values}."),
    "NO_TROOPS": RefusalText("No ground unit {name} of yours is {place}. {hint}", "GCW-LCH-03"),
    "NOT_LANDED": RefusalText(
        "{unit} is not on the Surface of a Ground Grid.", "GCW-LCH-03", "Land it first: move it to a cell such as G-1S."
    ),
    "JUST_LANDED": RefusalText(
        "{unit} came ashore in this turn, with a craft that landed in it.",
        "GCW-LCH-03",
        "It fights from your next turn on; what a craft unloads that landed in an earlier turn fights at once.",
    ),
    "STACK_SIZE": RefusalText(
        "{unit} has {n} squads to split.", "GCW-G2G-01", "Take fewer, so that some are left, or the whole stack."
    ),
    "STACK_FIRED": RefusalText(
        "{unit} has fired in this turn: its squads stay together.", "GCW-UCR-09", "Split or merge before it fires."
    ),
    "NOT_ALIKE": RefusalText(
        "{unit} and {other} cannot become one stack.",
        "GCW-G2G-01",
        "Both are infantry of one class in one place; in a battle, also of one group.",
    ),
    "NOT_FACILITY": RefusalText("{unit} is no facility on the ground.", "GCW-GAR-01"),
    "NO_HERO": RefusalText("You have no hero called {name}. {hint}", "GCW-HRO-06", "`/gcw-show fleet` lists yours."),
    "HERO_PLACE": RefusalText(
        "{hero} is not where {carrier} can take or land them.",
        "GCW-HRO-06",
        "A hero changes between a ship and a craft docked in it, or goes ashore from a craft that has landed.",
    ),
    "HERO_AIR": RefusalText(
        "{hero} can be attacked only from the Surface, not from the air or from space.", "GCW-G2H-01"
    ),
    "NO_SHIELDS": RefusalText("{unit} has no shields.", "GCW-DMG-20"),
    "GROUND_CELL": RefusalText("{unit} cannot stand at {cell}.", "GCW-GRD-03", "{fix}"),
    "SPAWN_COUNT": RefusalText(
        "{unit} cannot be put into play {n} at a time.", "GCW-G2G-01", "Only ground units are, at most {most}."
    ),
    "NO_ORDER": RefusalText("That order is not for you to give here.", "GCW-TRN-10"),
}

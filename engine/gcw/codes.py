"""Every refusal of the GCW rulebook: its code, what the player reads, and the rule it rests on (register section 9)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.game import RefusalText


class Code(StrEnum):
    """The closed list of refusal codes."""

    AIR_INFANTRY = "AIR_INFANTRY"
    BATTLE_CP_LIMIT = "BATTLE_CP_LIMIT"
    BOARD_CAPACITY = "BOARD_CAPACITY"
    BOARD_CELL = "BOARD_CELL"
    BOARD_CRAFT = "BOARD_CRAFT"
    BOARD_SHIELDS = "BOARD_SHIELDS"
    BOMB_OTHER_WEAPONS = "BOMB_OTHER_WEAPONS"
    BOMB_TARGET = "BOMB_TARGET"
    BOMB_UCR = "BOMB_UCR"
    BOMB_UNIT = "BOMB_UNIT"
    CAPTURE_CP = "CAPTURE_CP"
    CELL_UNKNOWN = "CELL_UNKNOWN"
    CLAIM_NOT_OCCUPIED = "CLAIM_NOT_OCCUPIED"
    CONFLICT_SUSPENDED = "CONFLICT_SUSPENDED"
    CP_LIMIT = "CP_LIMIT"
    CSP_BLOCKED = "CSP_BLOCKED"
    CSP_CELL = "CSP_CELL"
    CSP_UNIT = "CSP_UNIT"
    DATA_INVALID = "DATA_INVALID"
    EDIT_CLOSED = "EDIT_CLOSED"
    ESCORT_AUX_MAX = "ESCORT_AUX_MAX"
    ESCORT_NOT_HYPER = "ESCORT_NOT_HYPER"
    ESCORT_RATIO = "ESCORT_RATIO"
    ESCORT_SF_MAX = "ESCORT_SF_MAX"
    EXIT_ZONE = "EXIT_ZONE"
    FATIGUE_CAP = "FATIGUE_CAP"
    FINAL_USED = "FINAL_USED"
    FIRE_ATM_A = "FIRE_ATM_A"
    FIRE_DIAGONAL = "FIRE_DIAGONAL"
    FIRE_DSZ = "FIRE_DSZ"
    FIRE_MOVE_ORDER = "FIRE_MOVE_ORDER"
    FIRE_RANGE = "FIRE_RANGE"
    FIRE_SAME_CELL = "FIRE_SAME_CELL"
    FLEET_LOCKED = "FLEET_LOCKED"
    FUNDS = "FUNDS"
    GARRISON_COVER = "GARRISON_COVER"
    GARRISON_ROOM = "GARRISON_ROOM"
    GM_ONLY = "GM_ONLY"
    GROUND_GRID = "GROUND_GRID"
    HANGAR_FULL = "HANGAR_FULL"
    HERO_DEAD = "HERO_DEAD"
    HERO_LIMIT = "HERO_LIMIT"
    HERO_MAX_LEVEL = "HERO_MAX_LEVEL"
    HERO_SCREEN = "HERO_SCREEN"
    HOME_NEEDED = "HOME_NEEDED"
    HYPER_FROM_CELL = "HYPER_FROM_CELL"
    INTERDICTED = "INTERDICTED"
    IN_TRANSIT = "IN_TRANSIT"
    ION_GROUND = "ION_GROUND"
    LEVEL_REQUIRED = "LEVEL_REQUIRED"
    LOGISTICS = "LOGISTICS"
    MISSION_ACTIVE = "MISSION_ACTIVE"
    MISSION_LOCKED = "MISSION_LOCKED"
    MOVE_DIAGONAL = "MOVE_DIAGONAL"
    MOVE_FORBIDDEN = "MOVE_FORBIDDEN"
    MOVE_NOT_ADJACENT = "MOVE_NOT_ADJACENT"
    NOT_OWNER = "NOT_OWNER"
    NOT_PRESENT = "NOT_PRESENT"
    NO_CREW = "NO_CREW"
    NO_FACILITY = "NO_FACILITY"
    NO_FACILITY_SITE = "NO_FACILITY_SITE"
    NO_HYPERDRIVE = "NO_HYPERDRIVE"
    NO_MP = "NO_MP"
    OB_CELL = "OB_CELL"
    OB_GRID_LOCK = "OB_GRID_LOCK"
    OB_PARTIAL = "OB_PARTIAL"
    OB_UNIT = "OB_UNIT"
    PDF_PLACE = "PDF_PLACE"
    PLANETARY_CELL = "PLANETARY_CELL"
    PLANETARY_PCT = "PLANETARY_PCT"
    POST_INCOMPLETE = "POST_INCOMPLETE"
    POST_TOO_SOON = "POST_TOO_SOON"
    RAMMING = "RAMMING"
    RECALL_CELL = "RECALL_CELL"
    RELATION_HOSTILE = "RELATION_HOSTILE"
    REPAIR_COMBAT = "REPAIR_COMBAT"
    REPAIR_PLACE = "REPAIR_PLACE"
    RESERVE_BUSY = "RESERVE_BUSY"
    RESERVE_LIMIT = "RESERVE_LIMIT"
    RESERVE_PLACE = "RESERVE_PLACE"
    RGF_LIMIT = "RGF_LIMIT"
    RGF_PLACE = "RGF_PLACE"
    ROUTE_INVALID = "ROUTE_INVALID"
    ROUTE_SPECIAL = "ROUTE_SPECIAL"
    SCAN_BUSY = "SCAN_BUSY"
    SCAN_TYPE = "SCAN_TYPE"
    SCAN_UNIT = "SCAN_UNIT"
    SCAN_ZONE = "SCAN_ZONE"
    SCRAP_COMBAT = "SCRAP_COMBAT"
    SCRAP_OWNER = "SCRAP_OWNER"
    SCRAP_PLACE = "SCRAP_PLACE"
    SETUP_DONE = "SETUP_DONE"
    SETUP_FUNDS_FACILITY_ONLY = "SETUP_FUNDS_FACILITY_ONLY"
    SETUP_SPEC_MISSING = "SETUP_SPEC_MISSING"
    SHIP_LIMIT = "SHIP_LIMIT"
    STOCK_NO_RESERVE = "STOCK_NO_RESERVE"
    STOCK_NO_SALVAGE = "STOCK_NO_SALVAGE"
    STOCK_ROOM = "STOCK_ROOM"
    STOCK_TYPE = "STOCK_TYPE"
    SWARM_CELL = "SWARM_CELL"
    SWARM_UNIT = "SWARM_UNIT"
    TARGET_GONE = "TARGET_GONE"
    TARGET_UNKNOWN = "TARGET_UNKNOWN"
    TECH_FORBIDDEN = "TECH_FORBIDDEN"
    TRACTORED = "TRACTORED"
    TRACTOR_NONE = "TRACTOR_NONE"
    TRACTOR_RANGE = "TRACTOR_RANGE"
    TRACTOR_SIZE = "TRACTOR_SIZE"
    TRACTOR_STEP = "TRACTOR_STEP"
    UNIT_DISABLED = "UNIT_DISABLED"
    UNIT_NOT_DISABLED = "UNIT_NOT_DISABLED"
    WEAPON_USED = "WEAPON_USED"


class Refused(msgspec.Struct, frozen=True):
    """A refusal found by a rule that also knows its numbers; an order passes both on to the table."""

    code: Code
    numbers: dict[str, int | str] = {}


REFUSALS: dict[str, RefusalText] = {
    Code.AIR_INFANTRY: RefusalText("Infantry cannot fire at air targets or harm a starship.", "GCW-S2A-02"),
    Code.BATTLE_CP_LIMIT: RefusalText("This battle would use {new} of your {limit} command points.", "GCW-BUR-01"),
    Code.BOARD_CAPACITY: RefusalText("{craft} carries at most {n} ({kind}).", "GCW-LCH-03"),
    Code.BOARD_CELL: RefusalText("Boarding needs the same cell as the target.", "GCW-BRD-01"),
    Code.BOARD_CRAFT: RefusalText("Only auxiliary craft other than landing barges can board.", "GCW-BRD-01"),
    Code.BOARD_SHIELDS: RefusalText("The target's shields are still up ({s}).", "GCW-BRD-01"),
    Code.BOMB_OTHER_WEAPONS: RefusalText(
        "A unit on a bombing run fires nothing but its warheads this turn.",
        "GCW-BMB-03",
    ),
    Code.BOMB_TARGET: RefusalText(
        "A bombing run has one target: in space a capital ship or platform, from the atmosphere a ground target.",
        "GCW-BMB-02",
    ),
    Code.BOMB_UCR: RefusalText("Target UCR {t} is above the bomber's {b}.", "GCW-BMB-04"),
    Code.BOMB_UNIT: RefusalText("{unit} cannot make bombing runs.", "GCW-BMB-01"),
    Code.CAPTURE_CP: RefusalText(
        "No command room for the captured ship ({cp} CP): PDF {p}/23, main {m}/{cap}.",
        "GCW-BRD-04",
    ),
    Code.CELL_UNKNOWN: RefusalText("No such cell: {cell}.", "GCW-GRD-03"),
    Code.CLAIM_NOT_OCCUPIED: RefusalText("{system} is not occupied by you.", "GCW-CON-07"),
    Code.CONFLICT_SUSPENDED: RefusalText(
        "{system} is in conflict until {until}; facilities there do not manufacture.",
        "GCW-CON-03",
    ),
    Code.CP_LIMIT: RefusalText("{used} + {added} exceeds {limit} command points.", "GCW-CMD-01"),
    Code.CSP_BLOCKED: RefusalText("Patrols not yet occupied: {units}.", "GCW-CSP-02"),
    Code.CSP_CELL: RefusalText("That cell cannot be patrolled this way.", "GCW-CSP-01"),
    Code.CSP_UNIT: RefusalText("Only starfighters and auxiliary craft can patrol.", "GCW-CSP-01"),
    Code.DATA_INVALID: RefusalText("Record {id}, field {field}: {reason}.", "GCW-MAT-05"),
    Code.EDIT_CLOSED: RefusalText("The edit window closed at {time}; only the story can be edited.", "GCW-TRN-02"),
    Code.ESCORT_AUX_MAX: RefusalText("At most 12 auxiliary escorts.", "GCW-ESC-03"),
    Code.ESCORT_NOT_HYPER: RefusalText("{unit} has no hyperdrive and cannot escort.", "GCW-ESC-01"),
    Code.ESCORT_RATIO: RefusalText("These escorts need {need} capital ships, the fleet has {have}.", "GCW-ESC-05"),
    Code.ESCORT_SF_MAX: RefusalText("At most 3 escort squadrons.", "GCW-ESC-02"),
    Code.EXIT_ZONE: RefusalText("You may leave hyperspace there only in: {cells}.", "GCW-HYX-02"),
    Code.FATIGUE_CAP: RefusalText("At most 5000 squads and 50 vehicles of yours in {grid}.", "GCW-FTG-01"),
    Code.FINAL_USED: RefusalText("{unit} has used its final actions.", "GCW-DMG-12"),
    Code.FIRE_ATM_A: RefusalText("No fire between low orbit and the atmosphere.", "GCW-FIR-07"),
    Code.FIRE_DIAGONAL: RefusalText("No diagonal fire ({here} to {there}).", "GCW-FIR-01"),
    Code.FIRE_DSZ: RefusalText(
        "Deep space zones can be fired at only from inside the same zone, and the reverse.",
        "GCW-FIR-06",
    ),
    Code.FIRE_MOVE_ORDER: RefusalText("A unit fires then moves, or moves then fires, once.", "GCW-FAM-01"),
    Code.FIRE_RANGE: RefusalText("{there} is out of range of {here}.", "GCW-RNG-01"),
    Code.FIRE_SAME_CELL: RefusalText("Craft must be in the target's grid space.", "GCW-RNG-02"),
    Code.FLEET_LOCKED: RefusalText("{unit} is in, or heading into, combat; no roster changes.", "GCW-BUR-09"),
    Code.FUNDS: RefusalText("Cost {cost} KC, available {have} KC.", "GCW-CST-02"),
    Code.GARRISON_COVER: RefusalText("The garrison is covered until {facility} is disabled.", "GCW-GAR-02"),
    Code.GARRISON_ROOM: RefusalText("{facility} has no room for that ({used}/{max}).", "GCW-RGF-01"),
    Code.GM_ONLY: RefusalText("Moderators only.", "GCW-FLP-01"),
    Code.GROUND_GRID: RefusalText("Both units must be in the same Ground Grid.", "GCW-G2G-01"),
    Code.HANGAR_FULL: RefusalText("No hangar room on {host}.", "GCW-LCH-01"),
    Code.HERO_DEAD: RefusalText("{hero} is dead.", "GCW-HRO-05"),
    Code.HERO_LIMIT: RefusalText("You have already trained your one extra hero.", "GCW-HRO-04"),
    Code.HERO_MAX_LEVEL: RefusalText("{hero} is at the highest level.", "GCW-HRO-02"),
    Code.HERO_SCREEN: RefusalText("Engage first: {units}.", "GCW-G2H-01"),
    Code.HOME_NEEDED: RefusalText(
        "That stronghold is in other hands; a moderator must assign you a home system.",
        "GCW-SET-06",
    ),
    Code.HYPER_FROM_CELL: RefusalText("Hyperspace can be entered only from a space cell.", "GCW-TRN-09"),
    Code.INTERDICTED: RefusalText("{unit} prevents hyperspace entry.", "GCW-TRN-08"),
    Code.IN_TRANSIT: RefusalText("{unit} is in hyperspace until {time}.", "GCW-GAL-05"),
    Code.ION_GROUND: RefusalText("Ion weapons have no effect on infantry and vehicles.", "GCW-ATB-02"),
    Code.LEVEL_REQUIRED: RefusalText(
        "State Surface (S) or Air (A): {grid}S or {grid}A; this action needs {needed}.",
        "GCW-GND-03",
    ),
    Code.LOGISTICS: RefusalText("Ground units cannot march to another Ground Grid.", "GCW-LOG-01"),
    Code.MISSION_ACTIVE: RefusalText("{mission} is already active.", "GCW-MIS-03"),
    Code.MISSION_LOCKED: RefusalText("The earlier run of {mission} was not completed.", "GCW-MIS-02"),
    Code.MOVE_DIAGONAL: RefusalText("No diagonal moves ({here} to {there}).", "GCW-MOV-04"),
    Code.MOVE_FORBIDDEN: RefusalText("{unit} cannot enter the atmosphere.", "GCW-ATM-05"),
    Code.MOVE_NOT_ADJACENT: RefusalText("{there} is not adjacent to {here}.", "GCW-MOV-04"),
    Code.NOT_OWNER: RefusalText("{unit} is not yours.", "GCW-CON-08"),
    Code.NOT_PRESENT: RefusalText("Your character is in {where}, the unit in {system}.", "GCW-BUR-06"),
    Code.NO_CREW: RefusalText("Nobody of yours is aboard.", "GCW-DMG-18"),
    Code.NO_FACILITY: RefusalText("No operational {type} of yours in {system}.", "GCW-CST-02"),
    Code.NO_FACILITY_SITE: RefusalText("That place cannot hold this facility.", "GCW-SET-04"),
    Code.NO_HYPERDRIVE: RefusalText("{unit} has no hyperdrive and no carrier.", "GCW-TRN-09"),
    Code.NO_MP: RefusalText("{unit} has {mp} movement points left.", "GCW-MOV-01"),
    Code.OB_CELL: RefusalText("Orbital bombardment goes from A-n to G-n.", "GCW-ORB-02"),
    Code.OB_GRID_LOCK: RefusalText(
        "{grid} is under bombardment until {time}; troops cannot move in or out.",
        "GCW-ORB-05",
    ),
    Code.OB_PARTIAL: RefusalText("Orbital bombardment needs every weapon, all at the ground.", "GCW-ORB-03"),
    Code.OB_UNIT: RefusalText("{unit} cannot bombard from orbit.", "GCW-ORB-01"),
    Code.PDF_PLACE: RefusalText(
        "{unit} is on PDF duty for {system}: it acts only there, and jumps only to get there or to withdraw.",
        "GCW-PDF-07",
    ),
    Code.PLANETARY_CELL: RefusalText("{weapon} reaches only {cell}.", "GCW-S2S-01"),
    Code.PLANETARY_PCT: RefusalText(
        "Planetary shots take a whole percentage from 1 to 100; other weapons none.",
        "GCW-DMG-08",
    ),
    Code.POST_INCOMPLETE: RefusalText("The turn needs a story.", "GCW-PST-01"),
    Code.POST_TOO_SOON: RefusalText("Your next turn opens at {time} UTC.", "GCW-TRN-01"),
    Code.RAMMING: RefusalText("Ramming is prohibited.", "GCW-RAM-01"),
    Code.RECALL_CELL: RefusalText("{craft} must be in {host}'s cell.", "GCW-LCH-01"),
    Code.RELATION_HOSTILE: RefusalText("You are hostile to {player}.", "GCW-GEN-04"),
    Code.REPAIR_COMBAT: RefusalText("No repair during combat (captured ships: during conflict).", "GCW-REP-01"),
    Code.REPAIR_PLACE: RefusalText("{unit} cannot be repaired in {system}.", "GCW-REP-03"),
    Code.RESERVE_BUSY: RefusalText("{unit} is already activating, ready at {time}.", "GCW-RES-03"),
    Code.RESERVE_LIMIT: RefusalText("Reserve {used} + {added} exceeds 23 command points.", "GCW-RES-01"),
    Code.RESERVE_PLACE: RefusalText("{unit} must be in your stronghold system.", "GCW-RES-05"),
    Code.RGF_LIMIT: RefusalText("Guard limit per grid: 1 squadron, 100 squads, 10 vehicles.", "GCW-RGF-02"),
    Code.RGF_PLACE: RefusalText("{grid} has no facility of yours.", "GCW-RGF-02"),
    Code.ROUTE_INVALID: RefusalText("No such course: {detail}.", "GCW-GAL-01"),
    Code.ROUTE_SPECIAL: RefusalText("{world} can only begin or end a course.", "GCW-GAL-04"),
    Code.SCAN_BUSY: RefusalText("{unit} is scanning until {time}.", "GCW-SCN-01"),
    Code.SCAN_TYPE: RefusalText("Name a mode and layer; the ground is scanned actively only.", "GCW-SCN-01"),
    Code.SCAN_UNIT: RefusalText("{unit} cannot scan.", "GCW-SCN-03"),
    Code.SCAN_ZONE: RefusalText("That layer cannot be scanned from {cell}.", "GCW-SCN-06"),
    Code.SCRAP_COMBAT: RefusalText("Not during combat.", "GCW-SCR-03"),
    Code.SCRAP_OWNER: RefusalText(
        "Only what you built (25 %) or captured or discovered (50 %) can be scrapped.",
        "GCW-SCR-01",
    ),
    Code.SCRAP_PLACE: RefusalText(
        "{system} has no shipyard, factory, salvage yard, heavy industry or heavy mining for you.",
        "GCW-SCR-03",
    ),
    Code.SETUP_DONE: RefusalText("Setup is already confirmed.", "GCW-SET-01"),
    Code.SETUP_FUNDS_FACILITY_ONLY: RefusalText("Facility credit buys facilities only.", "GCW-SET-03"),
    Code.SETUP_SPEC_MISSING: RefusalText("The Independent starting package is not loaded.", "GCW-SET-05"),
    Code.SHIP_LIMIT: RefusalText("At most 7 capital ships ({have} now).", "GCW-CMD-03"),
    Code.STOCK_NO_RESERVE: RefusalText("Stock units cannot be stored in reserve.", "GCW-STK-03"),
    Code.STOCK_NO_SALVAGE: RefusalText("Stock units pay nothing.", "GCW-STK-02"),
    Code.STOCK_ROOM: RefusalText("Needs {need} places, frees {free}.", "GCW-STK-05"),
    Code.STOCK_TYPE: RefusalText("Replace one for one by the same type.", "GCW-STK-04"),
    Code.SWARM_CELL: RefusalText("Squadrons must share a cell and an owner.", "GCW-TIE-01"),
    Code.SWARM_UNIT: RefusalText("Only ordinary TIE Fighters and TIE Interceptors form swarms.", "GCW-TIE-01"),
    Code.TARGET_GONE: RefusalText("{target} can no longer be attacked or ordered.", "GCW-DMG-12"),
    Code.TARGET_UNKNOWN: RefusalText("You have no contact with that unit.", "GCW-SCN-18"),
    Code.TECH_FORBIDDEN: RefusalText("{faction} cannot use {tech} technology.", "GCW-FAC-11"),
    Code.TRACTORED: RefusalText("{unit} is held by {holder}.", "GCW-TRC-07"),
    Code.TRACTOR_NONE: RefusalText("{unit} has no free tractor projector.", "GCW-TRC-01"),
    Code.TRACTOR_RANGE: RefusalText("Out of tractor range.", "GCW-TRC-11"),
    Code.TRACTOR_SIZE: RefusalText("{target} ({l} m) is not smaller than {unit} ({m} m).", "GCW-TRC-01"),
    Code.TRACTOR_STEP: RefusalText("A held ship is towed one cell per turn.", "GCW-TRC-07"),
    Code.UNIT_DISABLED: RefusalText("{unit} is disabled.", "GCW-DMG-09"),
    Code.UNIT_NOT_DISABLED: RefusalText("{unit} is not disabled.", "GCW-DMG-18"),
    Code.WEAPON_USED: RefusalText("{unit} has {n} of those mounts left this turn.", "GCW-UCR-09"),
}
"""Sentences with {fields} for the numbers that mattered; every code has one."""

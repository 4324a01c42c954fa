"""Standings of the campaign: for everybody by what all know; when it is over, for the referee by all that there is."""

from __future__ import annotations

from engine.game import MODERATOR
from engine.gcw.acting import final_instants
from engine.gcw.battles import BATTLES, battle_lines
from engine.gcw.figures.calendar import next_action_day, payday
from engine.gcw.look import STATUS_OF_PLAYER, Look, faction, player
from engine.gcw.people.victory import SYSTEMS, standing_line, standings_of, verdict
from engine.gcw.state import Player, PlayerStatus
from engine.gcw.viewing import lines_or
from engine.gcw.world import CAMPAIGN, SWITCH_WORDS, SWITCHES
from engine.report import Report, Section
from engine.text.message import N_, T_, Text, name, stamp, term
from engine.view import view

PLAYER_LINE = N_("**{player}**: {faction}, home {home} · {status} · {systems}")
SINCE = N_("{status} since {at}")
FINAL_AT = N_("Turn {turn} of {player}: final {at} ({in_time}) at the latest")
WAITS = N_("Turn {turn} of {player}: made final, waits for earlier ones until {at}")
PLAYERS, NO_PLAYERS = T_("Players"), T_("nobody has joined")
NOT_FINAL, OPEN_RULES = T_("Turns not final yet"), T_("How open rules are played")
PAYDAY, BEGUN = N_("Next Action Day {day} ({in_time})."), N_("Begun {begun}. {payday}")
THE_CAMPAIGN = T_("The campaign")
OF_CAMPAIGNS = ("npc_control", "founding")
"""Switches that rule nothing before version 3."""


@view("standings", "players, battles, turns and rulings, as everybody knows them", public=True)
def standings(look: Look, _: None) -> Report:
    """Players of this episode, as everybody knows them (GCW-GEN-01, -03); for the referee the order of the realms too,
    which is final once it is over (GCW-VIC-01).
    """
    known = look.known
    posted = []
    for number, at in final_instants(known):
        turn = known.turns[number]
        posted.append(
            (FINAL_AT if turn.pressed is None else WAITS)(
                turn=term(number), player=player(turn.seat), at=stamp(at, "T"), in_time=stamp(at, "R")
            )
        )
    ruled = [switch for switch in SWITCHES if switch not in OF_CAMPAIGNS or look.world.version >= CAMPAIGN]
    chosen = ((switch, known.switches.get(switch, SWITCHES[switch][0])) for switch in ruled)
    played = (SWITCH_WORDS.get((switch, value), term(switch)) for switch, value in chosen)
    sections = [
        Section(PLAYERS, lines_or((player_line(look, each) for each in known.players.values()), NO_PLAYERS)),
        Section(BATTLES, lines_or(battle_lines(look))),
        *([Section(NOT_FINAL, tuple(posted), ahead=True)] if posted else ()),
        Section(OPEN_RULES, tuple(played), ahead=True),
    ]
    if look.viewer == MODERATOR and (realms := standings_of(look.world, known)):
        heading = T_("Standings") if known.over_at is None else T_("Final standings")
        sections.insert(0, Section(heading, tuple(standing_line(place, one) for place, one in enumerate(realms, 1))))
    day = payday(known.paid_upto, known.ahead, known.dated_from) or next_action_day(look.now)
    lead = PAYDAY(day=stamp(day), in_time=stamp(day, "R"))
    if known.over_at is not None:
        lead = verdict(known, known.over_at)
    elif known.opened_at is not None:
        lead = BEGUN(begun=stamp(known.opened_at, "D"), payday=lead)
    return Report(name(known.name) or THE_CAMPAIGN, lead, tuple(sections), rule="GCW-GEN-01")


def player_line(look: Look, who: Player) -> Text:
    """A player: faction, home, since when they play, and how many systems they own."""
    status = STATUS_OF_PLAYER[who.status]
    if who.confirmed_at is not None and who.status is PlayerStatus.ACTIVE:
        status = SINCE(status=status, at=stamp(who.confirmed_at, "D"))
    return PLAYER_LINE(
        player=player(who.seat),
        faction=faction(look.world, who.faction),
        home=term(who.home),
        status=status,
        systems=SYSTEMS(number=sum(owner == who.seat for owner in look.known.owners.values())),
    )

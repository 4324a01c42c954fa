"""Players and the campaign as moderators rule on them: money, systems, open rules, last acts. Register section 6.6.

What a moderator does is announced, but says no more in public than players may know: that something was corrected,
not what. The players concerned hear it in full.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.clock import Instant
from engine.declared.changes import Keeps, PutsUnder, Sets, Together
from engine.declared.house_rules import LONGEST_RULE, HouseRuling, house_ruled
from engine.declared.sentences import Addressed
from engine.game import EVERYONE, MODERATOR, Fact, InForce, Seat, Table, only
from engine.gcw.acting import SYSTEM
from engine.gcw.contacts import sky_opened
from engine.gcw.economy.accounts import book
from engine.gcw.figures.damage import after_own_turn
from engine.gcw.look import Look, Money, Player, player, with_before
from engine.gcw.losses import lapse_last_acts
from engine.gcw.moderating import GROUP, OWNER, PLAYER, ModeratorOrder, Ruled
from engine.gcw.state import NOBODY, Booking, PlayerStatus, State, Why, put
from engine.gcw.world import AT_HOME, CAMPAIGN, SETTLED, SWITCH_RULES, SWITCH_WORDS, SWITCHES, VEILED, World
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Noun, Value
from engine.orders import Option
from engine.text.message import N_, T_, Text, did_you_mean, name, stamp, term
from engine.text.names import shown


class SetTreasury(ModeratorOrder):
    """Set a player's treasury."""

    path: ClassVar[str] = f"{GROUP.path} set-treasury"
    line: ClassVar[str] = "set treasury of {player} to {amount}"
    credit: ClassVar[bool] = False
    player: Annotated[str, PLAYER] = Field(description="the player", max_length=40)
    amount: int = Field(description="KC", ge=0, le=10_000_000, examples=[0, 1000])

    def correct(self, act: Act[World, State]) -> None:
        """The player hears the sum, everybody that there was a correction."""
        seat: Seat = act.found.player
        mine = act.state.players[seat]
        if self.credit or act.world.version >= CAMPAIGN:
            change = self.amount - (mine.credit if self.credit else mine.treasury)
            corrected = Booking(at=act.table.now, why=Why.MODERATOR, amount=change, credit=self.credit)
            book(act.table, seat, corrected)
        else:
            act.say(TreasurySet(seat, self.amount), only(seat))
        act.say(Ruled(TREASURY_CORRECTED.format(seat=seat)), EVERYONE)


class SetCredit(SetTreasury):
    """Set a player's facility credit."""

    path: ClassVar[str] = f"{GROUP.path} set-credit"
    line: ClassVar[str] = "set credit of {player} to {amount}"
    credit: ClassVar[bool] = True


class SetOwner(ModeratorOrder):
    """Set the owner of a system."""

    path: ClassVar[str] = f"{GROUP.path} set-owner"
    line: ClassVar[str] = "set owner of {system} to {player}"
    system: Annotated[str, SYSTEM] = Field(description="the system", max_length=60)
    player: Annotated[str, OWNER] = Field(description="the player; 'nobody' for none", max_length=40)

    def correct(self, act: Act[World, State]) -> None:
        """Tells all who holds the system."""
        system = act.found.system
        before = act.state.owners.get(system, NOBODY) if act.world.version >= VEILED else UNSET
        act.say(OwnerSet(system, act.found.player, before), EVERYONE)


def no_switch(look: Look, name: str, hint: str) -> Refused:
    """NO_SWITCH, with those there are; NO_RULE for what is written as the id of a rule, with the nearest there are."""
    if "-" not in name:
        return Refused("NO_SWITCH", {"name": name, "switches": ", ".join(SWITCHES)})
    return Refused("NO_RULE", {"name": name, "hint": did_you_mean(name, [rule.id for rule in look.world.pack.rules])})


def rule_in_words(look: Look, words: str, found: Found) -> str | None:
    """A rule that no switch belongs to, by its id: on it moderators rule in words."""
    wanted = words.upper()
    among = (rule.id for rule in look.world.pack.rules if rule.id not in SWITCH_RULES.values())
    return next((rule for rule in among if rule.upper() == wanted), None)


def switch_value(look: Look, words: str, found: Found) -> str:
    """A value of the switch; of a rule without one whatever is ruled. Refuses NO_VALUE."""
    values = SWITCHES.get(found.switch)
    if values is not None and words not in values:
        look.refuse("NO_VALUE", name=shown(words), values=", ".join(values))
    return words


SWITCH: Noun[Look, str] = Noun(
    "a switch",
    lambda look, found: SWITCHES,
    lambda switch: (switch, SWITCH_RULES[switch]),
    lambda look, switch: f"{switch}: {' or '.join(SWITCHES[switch])}",
    unknown=no_switch,
    exact=rule_in_words,
)
SWITCH_VALUE: Value[Look, str] = Value(
    "a value", switch_value, lambda look, found: [Option(value) for value in SWITCHES.get(found.get("switch"), ())]
)


class Ruling(ModeratorOrder):
    """Rule how an open rule is played in this campaign; it is announced."""

    path: ClassVar[str] = f"{GROUP.path} ruling"
    line: ClassVar[str] = "ruling {switch} {value}"
    switch: Annotated[str, SWITCH] = Field(description="what is ruled, or the id of its rule", max_length=40)
    value: Annotated[str, SWITCH_VALUE] = Field(
        description="how it is played; where the rule has no switch, in words", max_length=LONGEST_RULE
    )

    def correct(self, act: Act[World, State]) -> None:
        """A switch of the closed list, to one of its values; on any other rule a house rule, which people keep."""
        if act.found.switch in SWITCHES:
            rule(act.world, act.table, act.found.switch, act.found.value)
        else:
            house_ruled(act, act.found.switch, act.found.value)


class RuleInWords(HouseRuling):
    """Rule in words how a rule is played here: people keep to it, Umpire rules on as before."""

    path: ClassVar[str] = f"{GROUP.path} ruling-on"


def rule(world: World, table: Table[State], switch: str, value: str) -> None:
    """An open rule is played so from now on (GCW-GEN-02); without fog everybody sees what is where they are."""
    opened = world.version >= VEILED and (table.now != table.state.opened_at or bool(table.state.players))
    before = table.state.switches.get(switch, SWITCHES[switch][0]) if opened else UNSET
    since = table.now if opened and world.version >= SETTLED else UNSET
    table.say(Switched(switch, value, before, since), EVERYONE)
    if switch == "fog" and not world.fog(table.state):
        sky_opened(table, world)


def choose(world: World, switch: str, value: str, table: Table[State]) -> None:
    """A campaign opens with an open rule played so. Refuses NO_SWITCH, NO_VALUE."""
    look = Look(world, table.state, MODERATOR, table.now, table.refusals)
    found = NOTHING_FOUND.also("switch", SWITCH.find(look, switch, NOTHING_FOUND))
    rule(world, table, found.switch, SWITCH_VALUE.find(look, value, found))


def switched(known: State) -> Iterator[InForce]:
    """The switches as they stand, each with its rule and since when it was ruled so."""
    for switch, values in SWITCHES.items():
        value = known.switches.get(switch, values[0])
        yield InForce(SWITCH_RULES[switch], SWITCH_WORDS[switch, value], known.ruled.get(switch), kept=False)


class LapseActs(ModeratorOrder):
    """End the last acts of a player who does not post."""

    path: ClassVar[str] = f"{GROUP.path} lapse"
    line: ClassVar[str] = "lapse {player}"
    player: Annotated[str, PLAYER] = Field(description="the player", max_length=40)

    def correct(self, act: Act[World, State]) -> None:
        """Ships with last acts left have none."""
        lapse_last_acts(act.world, act.found.player, act.table)

    @classmethod
    def likely(cls, look: Look) -> Iterator[LapseActs]:
        """For players with last acts left; of others there is nothing to end."""
        for seat in look.known.players:
            if any(after_own_turn(unit.status) is not unit.status for unit in look.known.of(seat)):
                yield LapseActs(player=seat)


class AssignHome(ModeratorOrder):
    """Name the home system of a player whose faction's stronghold is in other hands."""

    path: ClassVar[str] = f"{GROUP.path} assign-home"
    line: ClassVar[str] = "assign home {system} to {seat}"
    system: Annotated[str, SYSTEM] = Field(description="the home system", max_length=60)
    seat: str = Field(description="the player's seat, also one that has not joined yet", max_length=40)

    def correct(self, act: Act[World, State]) -> None:
        """Everybody hears it; who has yet to join finds its home there (GCW-SET-06)."""
        joined = {seat.casefold(): seat for seat in act.state.players}
        seat = joined.get(self.seat.casefold(), Seat(self.seat))
        joined_at = act.state.players.get(seat)
        home = joined_at.home if joined_at is not None else act.state.homes.get(seat, "")
        act.say(HomeAssigned(seat, act.found.system, home if act.world.version >= VEILED else UNSET), EVERYONE)


def taking_part(look: Look, player: Seat, found: Found) -> Refused | None:
    """ALREADY_RETIRED for a player who has left (GCW-ACT-04)."""
    gone = look.known.players[player].status is PlayerStatus.RETIRED and look.world.version >= AT_HOME
    return Refused("ALREADY_RETIRED", {"player": shown(player)}) if gone else None


class Retire(ModeratorOrder):
    """Take a player out of the campaign: no more income, and no more turns."""

    path: ClassVar[str] = f"{GROUP.path} retire"
    line: ClassVar[str] = "retire {player}"
    asks: ClassVar[str] = T_("They have no more income and no more turns, and no order gives them back. Go on?")
    player: Annotated[str, PLAYER.that(taking_part)] = Field(description="the player", max_length=40)

    def correct(self, act: Act[World, State]) -> None:
        """Everybody hears it (GCW-ACT-04)."""
        act.say(Retired(act.found.player), EVERYONE)


TREASURY_CORRECTED = "The treasury of {seat} was corrected by a moderator."


CHOSEN, RULED = N_("Chosen for this campaign: {means}."), N_("A moderator ruled: {means}.")


class Switched(Fact[State], frozen=True):
    """A moderator ruled how an open rule is played (`/gm ruling`)."""

    decides = True
    switch: str
    value: str
    before: str | UnsetType = UNSET
    since: Instant | UnsetType = UNSET

    def evolve(self, state: State) -> State:
        ruled = state.ruled if self.since is UNSET else put(state.ruled, self.switch, self.since)
        return replace(state, switches=put(state.switches, self.switch, self.value), ruled=ruled)

    def words(self, look: Look) -> Text:
        first = look.now == look.known.opened_at and not look.known.players
        words = (CHOSEN if first else RULED)(means=self.means(self.value))
        words = with_before(words, UNSET if self.before is UNSET else self.means(self.before))
        return words if self.since is UNSET else N_("{words} It holds from {at} on.")(words=words, at=stamp(self.since))

    def means(self, value: str) -> Text:
        """Meaning of a value of the switch."""
        means = SWITCH_WORDS.get((self.switch, value))
        if means is None:
            means = N_("{switch} is {value}")(switch=term(self.switch.replace("_", " ")), value=name(value))
        return means


YOUR_HOME = N_("Your home system is {home}, a moderator ruled.")
A_HOME = N_("{player}'s home system is {home}, a moderator ruled.")


class HomeAssigned(Fact[State], frozen=True):
    """A moderator named the home system of a player, who may have yet to join (GCW-SET-06)."""

    rule = "GCW-SET-06"
    makes = Together(PutsUnder("homes", "seat", "home"), Sets("players", "seat", "home"))
    seat: Seat
    home: str
    before: str | UnsetType = UNSET

    def words(self, look: Look) -> Text:
        words = (YOUR_HOME if look.mine(self.seat) else A_HOME)(player=player(self.seat), home=term(self.home))
        return with_before(words, UNSET if self.before is UNSET else term(self.before) or T_("none was named"))


class Retired(Fact[State], frozen=True):
    """A player has left the campaign: no more income (GCW-ACT-04)."""

    says = Addressed(
        "seat",
        N_("You have left the campaign: no more income."),
        N_("{seat} has left the campaign: no more income."),
    )
    rule = "GCW-ACT-04"
    decides = True
    makes = Sets("players", "seat", status=PlayerStatus.RETIRED)
    seat: Player


class TreasurySet(Fact[State], frozen=True):
    """A moderator set a treasury."""

    says = N_("A moderator set your treasury to {treasury}.")
    makes = Sets("players", "seat", "treasury")
    seat: Seat
    treasury: Money


FREED, YOU_OWN = N_("{system} belongs to nobody now."), N_("You now own {system}.")
OWNS = N_("{player} now owns {system}.")


class OwnerSet(Fact[State], frozen=True):
    """A system has this owner ("" for none)."""

    decides = True
    makes = Keeps("owners", "system", "owner")
    system: str
    owner: Seat
    before: Seat | UnsetType = UNSET

    def words(self, look: Look) -> Text:
        sentence = FREED if not self.owner else YOU_OWN if look.mine(self.owner) else OWNS
        words = sentence(system=term(self.system), player=player(self.owner))
        if self.before is UNSET:
            return words
        return with_before(words, N_("{player}'s")(player=player(self.before)) if self.before else T_("nobody's"))

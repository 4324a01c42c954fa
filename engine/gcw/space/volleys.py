"""Volleys: the weapons that are fired, and how their damage arrives. GCW-UCR-04, -09, GCW-WPN, GCW-DMG, GCW-MAT.

The same arithmetic is told to who fired, foretold in the preview of a draft, and explained line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from engine.dice.tables import total
from engine.game import Fact, Seat, only, ruled
from engine.gcw.acting import acted, contact_of, foretell
from engine.gcw.battles import commit, hostile_act
from engine.gcw.contacts import FIRE, gave_away, hidden, showed_itself, track_of
from engine.gcw.data.marks import Mount
from engine.gcw.data.terms import DamageChannel, Layer, Pools, Status
from engine.gcw.data.units import FacilityType
from engine.gcw.figures.arithmetic import ceil_div
from engine.gcw.figures.damage import Hit, after_own_turn, ship_status_after, squadron_status_after
from engine.gcw.figures.ucr import Rating, Role, q3, reasoned, refined
from engine.gcw.figures.weapons import WHOLE, Volley, VolleyError, channel_of, committed, left_of, raw, read_volley
from engine.gcw.look import (
    ATTACKER,
    CHANNEL_WORDS,
    STATUS_WORDS,
    TARGET,
    Engagement,
    Look,
    Name,
    Own,
    Run,
    contact_at,
    contact_labelled,
    contact_words,
    decimal,
    hearers,
    lost_words,
    own_name,
    pools_words,
    reasons,
)
from engine.gcw.losses import fallen
from engine.gcw.state import (
    CAPITAL,
    NOBODY,
    TROOPS,
    Contact,
    ContactsSet,
    Shot,
    State,
    Unit,
    UnitKind,
    UnitsSet,
    contact_changed,
    located,
    place,
    put,
)
from engine.gcw.world import CAMPAIGN, NUMBERED, REMEMBERED, VEILED
from engine.look import Refused
from engine.report import News
from engine.text.message import N_, NOTHING, T_, Text, joined, name, recorded, spaced, term
from engine.text.names import shown

HARMLESS = frozenset({DamageChannel.ION, DamageChannel.PIC})
"""Channels that do nothing to infantry and vehicles (GCW-ATB-02)."""


def read(look: Look, words: str) -> Volley:
    """Weapons that are asked for: 'all', or '10 HTLB, 5 IC'. Refuses VOLLEY."""
    try:
        return read_volley(words)
    except VolleyError as error:
        look.refuse("VOLLEY", volley=shown(words), reason=error.why)


LEFT_TO_FIRE, UNARMED = N_("Left to fire: {weapons}."), T_("It has no weapons.")
ALL_FIRED = T_("All its weapons have fired: they fire again in your next turn.")


def armament(mounts: Sequence[Mount], left: Iterable[Mount]) -> Text:
    """The weapons that a unit has left to fire in this turn, of those that it has (GCW-UCR-09)."""
    weapons = [term(str(mount)) for mount in left]
    if weapons:
        return LEFT_TO_FIRE(weapons=joined(", ", weapons))
    return ALL_FIRED if mounts else UNARMED


def chosen(look: Look, unit: Unit, asked: Volley, mounts: tuple[Mount, ...]) -> tuple[Mount, ...]:
    """The mounts, of those given, that a volley fires; each fires once a turn (GCW-UCR-09). Refuses WEAPON_USED."""
    fired = look.use(unit).fired
    found = committed(asked, mounts, fired, unit.name)
    if isinstance(found, Refused):
        look.decline(replace(found, fix=armament(mounts, left_of(mounts, fired))))
    return found


EACH_MOUNT = N_("{mount} at {each} each = {raw}")
EACH_SCALED = N_("{mount} at {each} each at {percent} % (GCW-DMG-08) = {raw}")


def reckoning(run: Run, mounts: Iterable[Mount], percent: int = WHOLE) -> dict[DamageChannel, Text]:
    """Raw damage by channel, mount by mount, as a preview says it: "60 HTLB at 15 each = 900" (GCW-WPN-01, -02, -04,
    GCW-DMG-08).
    """
    if run.real:
        return {}
    chart = run.world.pack.weapons
    said: dict[DamageChannel, list[Text]] = {}
    for mount in mounts:
        weapon = chart[mount.weapon]
        sentence = EACH_MOUNT if percent == WHOLE else EACH_SCALED
        words = sentence(
            mount=term(str(mount)), each=weapon.damage * mount.barrels, percent=percent, raw=raw(chart, mount, percent)
        )
        said.setdefault(channel_of(weapon), []).append(words)
    return {channel: joined(", ", words) for channel, words in said.items()}


def engage(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> None:
    """Remember who fired at what, and at a patrol, as far as this state knows it for one (GCW-G2H-01, GCW-CSP-06)."""
    run.engaged[contact.alias] = (*run.engaged.get(contact.alias, ()), unit.id)
    if run.real and enemy is not None:
        on_patrol, key, kind, owner = enemy.patrol, enemy.id, enemy.kind, enemy.owner
    elif contact.kind is not None:
        on_patrol, key, kind, owner = contact.patrol, contact.alias, contact.kind, contact.owner
    else:
        return
    if on_patrol:
        run.engagements.append(Engagement(unit.id, unit.kind, key, kind, owner, contact.label))


def opened_fire(run: Run, unit: Unit, enemy: Unit | None, victim: Seat) -> None:
    """A unit fires: it is a hostile act, unless at a derelict of nobody's (register 0.3); it counts in the battle, and
    whoever can hear it does (GCW-SCN-08).
    """
    stand = place(run.state, unit)
    if enemy is None or enemy.status is not Status.DERELICT:
        hostile_act(run, stand.system, victim)
    commit(run, unit)
    if run.real and enemy is not None:
        stand = run.state.units[stand.id]
        acted(run, stand)
        if not hidden(run.state, run.world, enemy.cell):
            track_of(run.table, enemy)
        gave_away(run.table, run.world, stand, FIRE, victim=victim)
        if stand.id != unit.id:
            showed_itself(run.table, run.world, run.state.units[unit.id])


def harmless(kind: UnitKind | None, channel: str) -> bool:
    """True if a channel does nothing to a kind of unit (GCW-ATB-02)."""
    return channel in HARMLESS and (kind in TROOPS or kind is UnitKind.HERO)


def status_after(unit: Unit, shown: Status, channel: DamageChannel) -> Status:
    """Status of a unit after a hit that left its pools showing `shown` (GCW-DMG-09..12, -17, GCW-GAR-06)."""
    match unit.kind:
        case UnitKind.SHIP:
            return ship_status_after(unit.status, shown, channel)
        case UnitKind.SQUADRON | UnitKind.SWARM:
            return squadron_status_after(unit.status, shown)
        case UnitKind.PLATFORM | UnitKind.FACILITY:
            return shown if shown is not Status.ACTIVE else unit.status
        case _:
            return Status.DESTROYED if shown is Status.DESTROYED else unit.status


def strike(run: Run, unit: Unit, contact: Contact, enemy: Unit | None, channel: DamageChannel, amount: int) -> None:
    """One total of one unit at one target through one channel (GCW-UCR-04, GCW-DMG-19)."""
    world, state = run.world, run.state
    attack = world.rating_of(state, state.units[unit.id], Role.ATTACK)
    amount = ceil_div(amount * (100 + world.boost(state, unit, "DAMAGE_PERCENT")), 100)
    enemy = located(state, state.units[enemy.id]) if enemy is not None and enemy.id in state.units else None
    contact = state.contacts_of(run.seat)[contact.alias]
    if not run.real:
        if contact.status not in (Status.DOOMED, Status.DESTROYED):
            foresee(run, unit, contact, attack, channel, amount)
        return
    if enemy is None or enemy.status in (Status.DOOMED, Status.DESTROYED):
        return  # an earlier channel of this volley left nothing to hit (GCW-DMG-12)
    defence = world.rating_of(state, enemy, Role.DEFEND)
    rated, against = attack.value, defence.value
    damage = 0 if harmless(enemy.kind, channel) else refined(amount, rated, against)
    hit = world.hits(state, enemy, channel, damage)
    status = status_after(enemy, hit.status, channel)
    if enemy.owner == NOBODY:
        status = after_own_turn(status)  # it has no owner whose next turn its last acts could wait for
    if world.version >= REMEMBERED:
        found_mended(run, contact, enemy.pools.minus(hit.pools))
    run.say(
        Dealt(
            unit=unit.id,
            viewer=run.seat,
            alias=contact.alias,
            channel=channel,
            raw=amount,
            attack=rated,
            defence=against,
            quotient=q3(rated, against),
            damage=damage,
            absorbed=enemy.pools.minus(hit.pools),
            status=status,
            attacker=reasoned(attack),
            target=reasoned(defence),
        ),
        only(run.seat),
    )
    by = contact_of(run, unit, enemy.owner) if enemy.owner != NOBODY else unit.name
    run.say(Hurt(enemy.id, channel, damage, hit.pools, status, by), hearers(enemy.owner))
    if enemy.id in run.state.tracks and not hidden(state, world, enemy.cell):
        stand, lost = place(run.state, unit), status in (Status.DOOMED, Status.DESTROYED)
        shooter = 0 if hidden(run.state, world, stand.cell) else run.state.tracks.get(stand.id, 0)
        cell = enemy.cell if lost else ""
        shot = Shot(shooter, run.state.tracks[enemy.id], enemy.owner, channel, damage, status, cell)
        run.told.hits.append((enemy.system, shot))
        if world.version >= CAMPAIGN and contact.track != shot.track:
            run.say(Numbered(run.seat, contact.alias, shot.track), only(run.seat))
    if status is not enemy.status:
        fallen(run, enemy, status)


def found_mended(run: Run, contact: Contact, absorbed: Pools) -> None:
    """Tells who fired that a target took more than it could have left: what it lost before counts no more."""
    if contact.pools is None:
        return
    whole = run.world.full(contact.code, contact.count)
    more = {layer.value: whole.of(layer) for layer in Layer if absorbed.of(layer) > contact.pools.of(layer)}
    if more:
        run.say(FoundMended(run.seat, contact.alias, replace(contact.pools, **more)), only(run.seat))


def foresee(run: Run, unit: Unit, contact: Contact, attack: Rating, channel: DamageChannel, amount: int) -> None:
    """Foretells what a volley will do, as far as its author knows the target (TRN-04)."""
    world = run.world
    reckoned = run.reckoned.get(channel, NOTHING)
    if not contact.code or contact.kind is None:
        unknown = FiredAtUnknown(unit.id, run.seat, contact.alias, channel, amount, attack)
        run.proofs.append((run.line, unknown.explained(run.look, reckoned)))
        foretell(run, unknown)
        return
    defence = world.rating_seen(run.state, contact, Role.DEFEND)
    damage = 0 if harmless(contact.kind, channel) else refined(amount, attack.value, defence.value)
    pools = contact.pools or Pools()
    hit = world.struck(contact.kind, pools, channel, damage, shields_up=True)
    seen = Unit(
        id="", kind=contact.kind, code=contact.code, name=contact.label, owner=contact.owner, pools=pools, group="",
        status=contact.status,
    )  # fmt: skip
    dealt = Dealt(
        unit=unit.id,
        viewer=run.seat,
        alias=contact.alias,
        channel=channel,
        raw=amount,
        attack=attack.value,
        defence=defence.value,
        quotient=q3(attack.value, defence.value),
        damage=damage,
        absorbed=pools.minus(hit.pools),
        status=status_after(seen, hit.status, channel),
        attacker=attack,
        target=defence,
    )
    run.proofs.append((run.line, dealt.explained(run.look, reckoned, hit)))
    foretell(run, dealt)


REFINED = N_("{raw} raw × {quotient} (UCR {attack} against {defence}) = **{damage:,}**")


def arithmetic(raw: int | Text, quotient: int, attack: int, defence: int, damage: int) -> Text:
    """A volley from its raw damage, times a quotient in thousandths of two ratings, to what arrives (GCW-UCR-02)."""
    points = N_("{raw:,}")(raw=raw) if isinstance(raw, int) else raw
    return REFINED(raw=points, quotient=decimal(quotient), attack=attack, defence=defence, damage=damage)


TOLD = N_("{unit} fires at {target}: {reckoned}; {lost}.")
FORETOLD = N_("{unit} at {target}: {channel} {reckoned}, leaving at most {left}")
OF_A_KIND = N_("{points:,} {channel}")
IT_IS, THEN = N_("It is {status}."), N_("{foretold}: {status}")
IN_VAIN = N_("{foretold}. {sentence} ({rule})")
NOTHING_LEFT, NO_IONS = T_("nothing left to take it"), T_("ions do nothing to ground units (GCW-ATB-02)")


MENDED = N_("**{contact}** has more left than you knew of, so it was repaired since you saw it hit: at most {left}.")


class FoundMended(Fact[State], frozen=True):
    """A target took more than its viewer knew it had left; `pools` are what may have been left at most before that."""

    rule = "GCW-SCN-18"
    makes = ContactsSet("alias", "pools")
    viewer: Seat
    alias: str
    pools: Pools

    def words(self, look: Look) -> Text:
        contact = look.known.contacts_of(self.viewer).get(self.alias)
        kind = contact.kind if contact is not None else None
        left = pools_left(self.pools, kind or UnitKind.SHIP)
        return MENDED(contact=contact_at(look.known, self.viewer, self.alias), left=left)


class Dealt(Fact[State], frozen=True):
    """A volley's result, for whoever fired it: the arithmetic of GCW-UCR-04 and what became of the target.

    `absorbed` are the points each layer of the target took, `quotient` thousandths. `attacker` and `target` are the
    ratings with their workings, where they are more than speed and maneuverability; in a rehearsal always.
    """

    unit: str
    viewer: Seat
    alias: str
    channel: str
    raw: int
    attack: int
    defence: int
    quotient: int
    damage: int
    absorbed: Pools
    status: Status
    attacker: Rating | None = None
    target: Rating | None = None

    decides: ClassVar[bool] = True

    def evolve(self, state: State) -> State:
        contact = state.contacts_of(self.viewer).get(self.alias)
        left = contact.pools.minus(self.absorbed) if contact is not None and contact.pools is not None else None
        if contact is not None and left is None:
            key = f"{self.viewer}/{self.alias}"
            state = replace(state, dealt=put(state.dealt, key, state.dealt.get(key, Pools()).plus(self.absorbed)))
        return contact_changed(state, self.viewer, self.alias, status=self.status, pools=left)

    def words(self, look: Look) -> Text | News:
        """A volley with its arithmetic and what it took away; in a rehearsal what it leaves at most."""
        foretold = look.rehearsed
        contact = look.known.contacts_of(self.viewer).get(self.alias)
        figures = self.quotient, self.attack, self.defence, self.damage
        if foretold and contact is not None and contact.kind is not None:
            words = FORETOLD(
                unit=look.name(self.unit),
                reckoned=arithmetic(self.raw, *figures),
                target=contact_words(contact),
                channel=term(self.channel),
                left=pools_left((contact.pools or Pools()).minus(self.absorbed), contact.kind),
            )
            if self.status is not contact.status:
                words = THEN(foretold=words, status=term(self.status.replace("_", " ").lower()))
            return in_vain(look, words) if harmless(contact.kind, self.channel) else words
        lost = lost_words(self.absorbed, contact.kind if contact is not None else None)
        words = spaced(
            TOLD(
                unit=look.name(self.unit),
                reckoned=arithmetic(of_kind(self.raw, self.channel), *figures),
                target=contact_at(look.known, self.viewer, self.alias),
                lost=lost or (NOTHING_LEFT if self.damage else NO_IONS),
            ),
            IT_IS(status=STATUS_WORDS[self.status]) if self.status is not Status.ACTIVE else NOTHING,
            reasons(ATTACKER, self.attacker),
            reasons(TARGET, self.target),
        )
        return ruled(words, "GCW-BMB-02" if self.channel == DamageChannel.BYPASS else "GCW-UCR-04", decides=True)

    def explained(self, look: Look, reckoned: Text, hit: Hit) -> Text:
        """Arithmetic of a volley in a rehearsal, from the total to the damage: raw, both ratings, the quotient cut to
        thousandths, rounded up, layer by layer. `reckoned` is how the raw damage was added up.
        """
        contact = look.known.contacts_of(self.viewer)[self.alias]
        attacker, target = self.attacker, self.target
        assert attacker is not None and target is not None  # a rehearsal has them always
        exact = self.raw * self.quotient
        layers = layers_hit(contact.pools or Pools(), hit.pools)
        loss = joined(", ", layers) or (NOTHING_LEFT if self.damage else NO_LOSS)
        product = PRODUCT(raw=self.raw, quotient=decimal(self.quotient), exact=decimal(exact))
        spared = harmless(contact.kind, self.channel)
        lines = (
            *volley_lines(look, self, reckoned, attacker),
            TARGET_RATED(rating=rating_words(look, contact.code, target)),
            FACTOR(attack=self.attack, defence=self.defence),
            (SPARED if spared else ROUNDED)(product=product, damage=self.damage),
            DROPPED(loss=loss, dropped=hit.dropped) if hit.dropped else loss,
        )
        return joined("\n", lines)


class Numbered(Fact[State], frozen=True):
    """Number in public posts that the target of a volley goes by; for whoever fired it (GCW-PST-03)."""

    makes = ContactsSet("alias", "track")
    silent: ClassVar[str] = "the post of the turn says who fired at whom"
    viewer: Seat
    alias: str
    track: int


UNKNOWN = N_(
    "{unit} at {target}: {channel} {raw} raw at UCR {attack}; "
    "the target's class is unknown, so between 1 and all of it arrives"
)


class FiredAtUnknown(Fact[State], frozen=True):
    """A volley at something of unknown class, which a rehearsal alone says: how much of it arrives is not known."""

    unit: str
    viewer: Seat
    alias: str
    channel: str
    raw: int
    attacker: Rating

    def words(self, look: Look) -> Text:
        return UNKNOWN(
            unit=look.name(self.unit),
            target=contact_at(look.known, self.viewer, self.alias),
            channel=term(self.channel),
            raw=self.raw,
            attack=self.attacker.value,
        )

    def explained(self, look: Look, reckoned: Text) -> Text:
        """Lines for what can be said of such a volley."""
        return joined("\n", (*volley_lines(look, self, reckoned, self.attacker), UNRATED))


HURT = N_("**{unit}** takes {damage} from {by}.")
HURT_LEFT = N_("**{unit}** takes {damage} from {by}; left: {left}.")
POINTS, POINTS_OF = N_("**{damage:,}** damage"), N_("**{damage:,}** {channel} damage")


class Hurt(Fact[State], frozen=True):
    """Damage to a unit, and what is left of it; for its owner (GCW-DMG-01)."""

    makes = UnitsSet("unit", "pools", "status")
    rule: ClassVar[str] = "GCW-DMG-01"
    decides: ClassVar[bool] = True

    unit: Own
    channel: str
    damage: int
    pools: Pools
    status: Status
    by: Name

    def attacks(self) -> bool:
        """All but what its own people do to it."""
        return self.channel != DamageChannel.SCUTTLE

    def words(self, look: Look) -> Text:
        unit = look.known.units.get(self.unit)
        left = pools_words(self.pools, look.world.full(unit.code, unit.count), unit.kind) if unit is not None else None
        channel = channel_words(self.channel)
        words = (HURT if left is None else HURT_LEFT)(
            unit=look.name(self.unit),
            damage=(POINTS_OF if channel else POINTS)(damage=self.damage, channel=channel),
            by=contact_labelled(look.known, look.viewer, self.by),
            left=left or NOTHING,
        )
        return spaced(words, IT_IS(status=STATUS_WORDS[self.status]) if self.status is not Status.ACTIVE else NOTHING)


def channel_words(channel: str) -> Text:
    """A channel before "raw" or "damage"; "" for the normal one."""
    return CHANNEL_WORDS.get(channel, term(channel.lower()))


def of_kind(points: int, channel: str) -> Text:
    """Points, and their channel after them if it is not the normal one."""
    words = channel_words(channel)
    return OF_A_KIND(points=points, channel=words) if words else term(f"{points:,}")


def in_vain(look: Look, foretold: Text) -> Text:
    """A volley foretold, and why its ion weapons do nothing to what is on the ground (GCW-ATB-02)."""
    warning = look.refusal("ION_GROUND")
    return IN_VAIN(foretold=foretold, sentence=recorded(warning.sentence), rule=term(warning.rule))


HIT_POINTS_LEFT = N_("{points:,} hit points")
POOL = N_("{layer} {points:,}")


def pools_left(pools: Pools, kind: UnitKind) -> Text:
    """Pools in words, those that the kind of unit has."""
    if kind in TROOPS or kind is UnitKind.HERO:
        return HIT_POINTS_LEFT(points=pools.armor)
    layers = [Layer.SHIELDS, Layer.ARMOR]
    if kind is UnitKind.SHIP:
        layers.append(Layer.SYSTEMS)
    if kind in CAPITAL:
        layers.append(Layer.HULL)
    return joined(", ", (POOL(layer=term(layer.value.lower()), points=pools.of(layer)) for layer in layers))


HEAD, RAW = N_("**{unit} at {target}**, {channel}"), N_("raw {raw}: {reckoned} (GCW-WPN-04)")
ATTACKER_RATED, TARGET_RATED = N_("attacker {rating}"), N_("target {rating}")
FACTOR = N_("factor {attack}/{defence} cut to thousandths, never above 1 (GCW-UCR-02, -03, GCW-MAT-02)")
PRODUCT = N_("{raw} × {quotient} = {exact}")
ROUNDED = N_("{product}, rounded up: **{damage}** (GCW-MAT-01)")
SPARED = N_("{product}, but ion weapons do nothing to infantry and vehicles: **{damage}** (GCW-ATB-02)")
LAYER_HIT = N_("{layer} {before} → {after}")
DROPPED = N_("{loss} (of which {dropped} dropped as it is disabled, GCW-DMG-10)")
NO_LOSS = T_("no loss")
UNRATED = T_("target of unknown class: its rating, and so the factor, is known when it is identified (GCW-SCN-18)")


def volley_lines(look: Look, volley: Dealt | FiredAtUnknown, reckoned: Text, attacker: Rating) -> tuple[Text, ...]:
    """Firer and target, how the raw damage is added up, and the rating of who fires."""
    unit, contact = look.known.units[volley.unit], look.known.contacts_of(volley.viewer)[volley.alias]
    target = contact_words(contact) if look.world.version >= VEILED else name(contact.label)
    called = own_name(look.known, unit) if look.world.version >= NUMBERED else name(unit.name)
    return (
        HEAD(unit=called, target=target, channel=term(volley.channel)),
        RAW(raw=volley.raw, reckoned=reckoned),
        ATTACKER_RATED(rating=rating_words(look, unit.code, attacker)),
    )


def layers_hit(before: Pools, after: Pools) -> list[Text]:
    """Points that each layer had and has: "shields 48 → 0"."""
    changes = [(layer, before.of(layer), after.of(layer)) for layer in Layer]
    return [
        LAYER_HIT(layer=term(layer.value.lower()), before=was, after=left)
        for layer, was, left in changes
        if was != left
    ]


PLAIN_RATING = N_("speed {speed} + maneuverability {maneuver} = {base} ({rule})")
GIVEN_RATING = N_("{base} ({reason}, {rule})")
RATING_CHANGED, WITH_HYPHEN = N_("{value:+} ({reason}, {rule})"), N_("{value} ({reason}, {rule})")
COMES_TO, NEVER_LESS = N_("{parts} = {value}"), N_("{parts} = {value}, never less (GCW-UCR-05)")


def rating_words(look: Look, code: str, rating: Rating) -> Text:
    """A rating with every modifier, its reason and its rule: "3 + 4 = 7, in the atmosphere −1 (GCW-ATM-02): 6"."""
    spec = look.world.spec(code)
    rule = term(rating.rule)
    if rating.rule == "GCW-UCR-01" and not isinstance(spec, FacilityType):
        said = PLAIN_RATING(speed=spec.speed, maneuver=spec.maneuver, base=rating.base, rule=rule)
    else:
        said = GIVEN_RATING(base=rating.base, reason=term(rating.reason), rule=rule)
    parts = [said]
    for one in rating.modifiers:
        if look.world.version < NUMBERED:  # recorded before words had a true minus
            parts.append(WITH_HYPHEN(value=term(f"{one.value:+}"), reason=term(one.reason), rule=term(one.rule)))
            continue
        parts.append(RATING_CHANGED(value=one.value, reason=term(one.reason), rule=term(one.rule)))
    if not rating.modifiers and rating.value == rating.base:
        return said
    least = rating.value > rating.base + total(rating.modifiers)
    return (NEVER_LESS if least else COMES_TO)(parts=joined(" ", parts), value=rating.value)

"""Words for facts: every fact is told to somebody or listed as silent, with the numbers that mattered."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.clock import Instant
from engine.game import EVERYONE, KERNEL_FACTS, Fact, Said, Seat, only
from engine.gcw.acting import Answered
from engine.gcw.battles import (
    BattleAccount,
    BattleClosed,
    BattleJoined,
    BattleOpened,
    BattlePost,
    Committed,
    Hostility,
    OrderOfBattle,
    ShieldsRose,
)
from engine.gcw.boarding.abandoning import PodsAway, PodsLanded
from engine.gcw.boarding.boarding import CameAboard, Intruders, TookOff
from engine.gcw.boarding.fights import Clash, CrewHurt, FoughtAboard, HeroHurt, SquadsHurt
from engine.gcw.boarding.interior import FoesCounted
from engine.gcw.boarding.prizes import CaptureWaits, LeftAboard, PresetSet, Taken, Yielded
from engine.gcw.conflict import ConflictSet
from engine.gcw.contacts import Lost, Seen, Tracked
from engine.gcw.data.terms import Pools, ScanLayer, ScanMode, Status
from engine.gcw.economy.accounts import Booked
from engine.gcw.economy.income import ActionDay, Paid
from engine.gcw.economy.mending import Contested, Mend, Mended, RepairsSet
from engine.gcw.economy.rosters import SentToReserve
from engine.gcw.figures.ucr import Rating
from engine.gcw.fleets import Boarded, DutySet, HeroDied, HeroLanded, HeroTrained, Mustered, Removed, Renamed
from engine.gcw.founding.setup import Confirmed, Credited, Joined, Opened
from engine.gcw.founding.sites import Stationed
from engine.gcw.galaxy.hyperspace import Arrived, Departed, EntryOver, EntryWaits, Left
from engine.gcw.galaxy.letters import MessageHeard, MessageSent
from engine.gcw.galaxy.relations import AccessGranted
from engine.gcw.galaxy.tidings import ConstructionHeard, DistressHeard, FleetLeft
from engine.gcw.ground.ashore import HeroTaken
from engine.gcw.ground.forces import ForceAshore, ForceChanged, ForceLed
from engine.gcw.ground.garrison import Garrisoned, Infiltrated
from engine.gcw.ground.troops import Landed, Loaded, Merged, Split
from engine.gcw.losses import CameOut, Felled, MovementBack, StatusSet
from engine.gcw.moderating import Ruled
from engine.gcw.moderators.campaign import HomeAssigned, OwnerSet, Retired, Switched, TreasurySet
from engine.gcw.moderators.units import Placed, PoolsSet, StandingSet
from engine.gcw.people.flashpoints import FlashpointAnnounced, FlashpointClosed, FlashpointJoined, FlashpointTurned
from engine.gcw.people.heroes import HeroSeen, Risen, TrainingBegan
from engine.gcw.people.missions import Advanced, Milestone, MissionBegan, MissionOpened, MissionOver
from engine.gcw.people.occupation import Claimed, Occupied
from engine.gcw.people.refereeing import HeroBack
from engine.gcw.people.strongholds import GuardsPosted
from engine.gcw.people.surrender import Offered, OfferOver
from engine.gcw.people.victory import Ended, EndsAt, Reopened, Standing
from engine.gcw.sight.scanning import ScanBegan, ScanFailed, ScanFound, ScanHeard, ScanNoticed
from engine.gcw.space.bombardment import BombardmentBegan, BombardmentEnded
from engine.gcw.space.craft import Docked, Launched, SwarmDissolved, SwarmFormed
from engine.gcw.space.fire import ShieldsSet
from engine.gcw.space.holding import DraggedOff, Gripped, GripSeen, HoldEnded, HoldSet, TakenInTow, Tugged
from engine.gcw.space.movement import Moved
from engine.gcw.space.patrol import InDoubt, PatrolSet
from engine.gcw.space.towing import Towed
from engine.gcw.space.volleys import Dealt, FiredAtUnknown, FoundMended, Hurt
from engine.gcw.state import (
    CREW,
    NOBODY,
    Booking,
    Conflict,
    Contact,
    Entry,
    Flash,
    Foes,
    Hero,
    Hold,
    Offer,
    Origin,
    Player,
    Pod,
    Preset,
    Quest,
    Repair,
    Scan,
    Shot,
    Sighting,
    Signature,
    State,
    Stored,
    Training,
    Unit,
    UnitKind,
    Voyage,
    Why,
    Work,
)
from engine.gcw.turn.drafting import DraftCut, DraftSet, FormationSet
from engine.gcw.turn.posts import TurnLogged, TurnTold
from engine.gcw.turn.turn import (
    ActionDropped,
    StoryRetold,
    TurnFinal,
    TurnPosted,
    TurnPressed,
    TurnRecovered,
    TurnWritten,
)
from engine.gcw.works.command import EscortSet
from engine.gcw.works.jobs import ENDS, WorksBegan, WorksOver, WorksSet
from engine.gcw.works.reserve import CameFromReserve, StoredSet
from engine.report import News
from tests.engine.examples import told_in
from tests.engine.gcw.staged import BLUE, RED, Stage, battle, rules

AT = Instant(1_709_380_800)
SHIP = Unit(
    id="u1", kind=UnitKind.SHIP, code="ISD", name="Devas*tator", owner=RED, pools=Pools(3000, 1600, 800, 1600),
    group="u1", system="Hoth", cell="B-1",
)  # fmt: skip
JOB = Work(
    id="w1", owner=RED, code="STRK", name="Havoc", system="Hoth", to="MAIN", origin=Origin.BUILT, ordered_at=AT,
    left=60, since=AT,
)  # fmt: skip
LAID_UP = Stored(id="u1", owner=RED, units=(SHIP,))
SEEN = Contact(
    number=3, system="Hoth", cell="B-2", how=Sighting.EVENT, at=AT, owner=BLUE, kind=UnitKind.SHIP, code="CORV",
    name="Tantive IV",
)  # fmt: skip
KNOWN = State(
    name="Twilight",
    players={
        RED: Player(seat=RED, faction="GE", home="Coruscant", holder=True, joined_at=AT),
        BLUE: Player(seat=BLUE, faction="RA", home="Endor", holder=True, joined_at=AT),
    },
    heroes={"h1": Hero(id="h1", owner=RED, name="Piett", klass="ADMIRAL", aboard="u1")},
    units={"u1": SHIP},
    contacts={RED: {"Contact 3": SEEN}},
)
VOYAGE = Voyage(
    id="v1", owner=RED, units=("u1",), origin="Hoth", destination="Bespin", entered_at=AT, due_at=Instant(AT + 43_200),
    exit_cell="DSZ-1",
)  # fmt: skip
WAITING = Entry(id="e1", owner=RED, units=("u1",), path=("Hoth", "Bespin"), exit_cell="DSZ-1", ordered_at=AT)
STACK = Unit(
    id="u2", kind=UnitKind.INFANTRY, code="STM", name="Second", owner=RED, pools=Pools(armor=120), group="u2", count=10,
    system="Hoth", cell="G-1S",
)  # fmt: skip
ASHORE = Unit(
    id="u3", kind=UnitKind.HERO, code="hero ADMIRAL", name="Piett", owner=RED, pools=Pools(armor=20), group="u1",
    system="Hoth", cell="G-1S",
)  # fmt: skip
SCAN = Scan(
    id="s1", owner=RED, unit="u1", mode=ScanMode.ACTIVE, layer=ScanLayer.ORBIT, system="Hoth", started_at=AT,
    due_at=Instant(AT + 86_400),
)  # fmt: skip
HEARD = Signature(
    alias="Contact 3", act="MOVE", system="Hoth", cell="B-2", at=AT, kind=UnitKind.SHIP, code="CORV"
)  # fmt: skip
POD = Pod(id="p1", owner=RED, system="Hoth", cell="G-1S", code="ARM", hp=1600, name="Devas*tator crew")
FLASH = Flash(code="CONVOY", system="Wroona", opens_at=AT, closes_at=AT)
OFFER = Offer(id="o1", seat=BLUE, to=RED, system="Hoth", units=("u9",), names=("Redemption",), until=AT)
SAMPLES: tuple[Fact[State], ...] = (
    Opened("Twilight", AT), Switched("fog", "off"), Ruled("A unit was corrected."),
    Joined(RED, "GE", "Coruscant", True, AT), HomeAssigned(RED, "Kuat"), HeroTrained(KNOWN.heroes["h1"]),
    Boarded("h1", "u1"), HeroDied("h1"), Credited(RED, 0, 2000), Mustered((SHIP,)),
    Removed(("u9",), "destroyed", ("Avenger",)), Renamed("u1", "Tyrant"), Confirmed(RED, AT), Retired(BLUE),
    ActionDay(AT), Paid(RED, AT, 1250, 1250), TreasurySet(RED, 77), OwnerSet("Hoth", RED),
    AccessGranted(BLUE, RED, True), Hostility((BLUE, RED)), DraftSet(RED, ("final",)), DraftCut(RED, (), "final"),
    FormationSet(RED, "Alpha", ("u1",)),
    TurnPosted(4, BLUE, AT, Instant(AT + 901)), TurnWritten(4, ("a", "b"), "Story", 1), TurnPressed(4, AT),
    TurnRecovered(4), TurnTold(4, BLUE, "We move.", ("Hoth, Track 1 (blue): C-1",)),
    TurnLogged(4, ("Tyrant: Hoth C-1",)),
    StoryRetold(4, BLUE, "We moved.", True), Answered("Six hours."),
    TurnFinal(4, BLUE, AT), ActionDropped(4, "fire u1 at x", "TARGET_GONE", "Gone.", "GCW-DMG-12"),
    Moved("u1", "C-1"), Launched("u1", "Hoth", "B-1"), Docked("u1", "u1"), ShieldsSet("u1", True),
    ShieldsRose(("u1",)),
    PoolsSet("u1", Pools(1, 2, 3, 4), Status.ACTIVE), Placed("u1", "Hoth", "A-1"),
    Hurt("u1", "ION", 120, Pools(0, 1600, 700, 1600), Status.ACTIVE, "Tantive IV"),
    Dealt("u1", RED, "Contact 3", "NORMAL", 360, 3, 7, 428, 155, Pools(150, 5), Status.ACTIVE),
    FiredAtUnknown("u1", RED, "Contact 3", "NORMAL", 360, Rating(3, "", "GCW-UCR-01")),
    InDoubt("u1", "Tantive IV", ("Rogue", "Green"), ("GCW-CSP-04",)),
    StatusSet("u1", Status.DISABLED), MovementBack(("u1",)), EntryWaits(WAITING), EntryOver("e1", "Held."),
    Departed(VOYAGE), Arrived("v1", ("u1",), (), "Bespin", "DSZ-1", AT, Instant(AT + 86_400)),
    Left(BLUE, "Hoth"), Seen(RED, 3, "Hoth", "B-2", Sighting.EVENT, AT, "FIRE"),
    Lost(RED, "Contact 3", "entered hyperspace"), Tracked("u1", 5), BattleOpened(2, "Hoth", AT, (BLUE, RED)),
    BattleJoined("Hoth", RED), Committed("Hoth", "red/u1", 19),
    BattlePost(2, "Hoth", RED, "At *last*.\n\nWe fire.", ("Track 1 (red): B-1",), ("Track 2 took 5 (normal)",),
                 ("Track 2: active",)),
    OrderOfBattle(2, "Hoth", RED), BattleAccount(2, "Hoth", RED, 19, ("Tyrant",)),
    PatrolSet("u1", True), SwarmFormed("u1", ("u1",)),
    SwarmDissolved("u1", (("u1", Pools(0, 94), Status.ACTIVE), ("u1", Pools(), Status.DOOMED))),
    BombardmentBegan("Hoth/G-1", RED, Instant(AT + 86_400)), BombardmentEnded("Hoth/G-1", AT),
    HoldSet(Hold(target="Contact 3", seat=RED, beams={"u1": 10}, metres=428, controlled=True), 1500),
    HoldEnded(RED, "Contact 3", "you released it"), Gripped("u1", BLUE, ("Contact 3",)), Gripped("u1"),
    GripSeen(RED, "Contact 3", True), Tugged("u1", ("Contact 3",), 86, 900), Towed("u1", "B-2", ("Contact 3",)),
    DraggedOff(("u1",), "v7", "Hoth", ("Contact 3",)), TakenInTow(RED, ("Contact 3",), "Bespin"),
    FoundMended(RED, "Contact 3", Pools(150, 75, 75, 150)),
    RepairsSet(RED, (Repair(unit="u1", owner=RED),)), RepairsSet(RED, (), ("u1",)),
    Mended(RED, (Mend("u1", Pools(3000, 1600, 800, 1600), Status.ACTIVE, None, True),)),
    Loaded(("u1",), "u1"), Landed(("u1",), "Hoth", "G-1S", True), Garrisoned(("u1",), "u1"),
    CameOut(("u1",), "Hoth", "G-1S"), CameOut(("u1",), "Hoth", "G-1S", True), Infiltrated("u1", "Contact 3"),
    Split("u1", Pools(armor=240), 20, STACK), Merged("u9", "u1", Pools(armor=240), 20, "Second"),
    HeroLanded("h1", ASHORE), HeroTaken("h1", "u3", "u1", 4), ForceAshore(RED, "Hoth", "G-1", AT),
    *(ForceLed(RED, "Hoth", "G-1", days) for days in (7, 0)),
    *(ForceChanged(RED, "Hoth", "G-1", what, AT)
      for what in ("LARGE", "TIRED", "AWAY", "BACK", "PAUSED", "RUNNING", "OVER")),
    FleetLeft("n-1", BLUE, "Hoth", AT), Contested(RED, "Hoth", True, AT), Contested(RED, "Hoth", False, AT),
    *(Booked(RED, (Booking(at=AT, why=why, amount=50, about="Hoth"),), 50, 0) for why in Why),
    Booked(RED, (Booking(at=AT, why=Why.BUILD, amount=-50, about="CORV", credit=True),), 50, 0),
    ConflictSet(RED, "Hoth", Conflict(system="Hoth", since=AT, parties=(RED,))), ConflictSet(RED, "Hoth", None),
    ConflictSet(RED, "Hoth", Conflict(system="Hoth", since=AT, clear_since=AT)),
    StandingSet("u1", True, Origin.BONUS), StandingSet("u1", False, Origin.CAPTURED),
    WorksBegan(RED, (JOB,)), WorksBegan(RED, (replace(JOB, since=None),)),
    WorksSet(RED, (JOB, replace(JOB, since=None), replace(JOB, done=True))),
    *(WorksOver(RED, ("w1",), ("Havoc",), why) for why in ENDS),
    SentToReserve(LAID_UP), StoredSet(LAID_UP), StoredSet(replace(LAID_UP, called=True, left=60, since=AT)),
    StoredSet(replace(LAID_UP, called=True, left=60)), StoredSet(replace(LAID_UP, called=True)),
    CameFromReserve(RED, (SHIP,)), CameFromReserve(RED, (replace(SHIP, duty="Hoth"),)),
    EscortSet("u1", True, "u1", 1, ""), EscortSet("u1", False, "u1", 1, ""),
    ConstructionHeard("n-1", BLUE, "ISD", 2, AT),
    BattleClosed(2, "Hoth", AT, (RED,), ("Corellian Corvette (CORV) Tantive IV of blue",)),
    ScanBegan(SCAN), ScanNoticed("Hoth", "DSZ-3", AT),
    ScanFailed(SCAN, "Devas*tator", "the scanner has left Hoth"),
    ScanFound("s1", "Devas*tator", RED, "Hoth", ScanLayer.ORBIT, "B-1", (SEEN,), ("Contact 2",), True),
    ScanHeard("s1", "Devas*tator", RED, "Hoth", ScanLayer.ORBIT, (HEARD,), (SEEN,)),
    CameAboard(("u1",), ("h1",), "u9", "Contact 3"), TookOff(("u1",), ("h1",), "Contact 3", "u1"),
    Intruders("u1", BLUE, {"STM": 20, "hero ADMIRAL": 1}), Intruders("u1", BLUE, {"STM": 1}, True),
    FoesCounted(Foes(seat=RED, ship="Contact 3", points={CREW: 100, "RSO": 20, "hero ADMIRAL": 20})),
    FoesCounted(Foes(seat=RED, ship="u1", points={})),
    FoughtAboard(RED, "Contact 3", (Clash("20 squads", 40, 4, 3, 1000, 40, CREW, 60),
                                      Clash("a hero", 4, 5, 5, 1000, 4, "hero ADMIRAL", 0))),
    FoughtAboard(RED, "u1", ()), CrewHurt("u1", 40, 60, BLUE), SquadsHurt("u1", 8, 60, BLUE),
    HeroHurt("h1", 8, 8, BLUE), PresetSet(RED, Preset(to="MAIN", moves=("u1",))),
    PresetSet(RED, Preset(to="PDF")), DutySet(("u1",), "Hoth"), DutySet(("u1",), ""),
    Yielded(RED, ("u1",), ("Devas*tator",), BLUE),
    Yielded(RED, ("u1", "u5"), ("Devas*tator", "LAM-1"), NOBODY, True),
    Taken(RED, (SHIP,), ("u2",), ("Contact 3",), BLUE), Taken(RED, (SHIP, SHIP), (), ()),
    LeftAboard(("u1",), "u9", "Contact 3"), CaptureWaits(RED, "Contact 3", 1, 23, 23, 23),
    PodsAway("u1", POD, ("h1",)), PodsLanded("p1", STACK),
    Stationed("u1", "A-1"), GuardsPosted("Hoth", (STACK,)),
    Felled("PAL", RED), Occupied("Hoth", (RED, BLUE)), Occupied("Hoth", ()), Claimed("Hoth", RED),
    Offered(OFFER), OfferOver("o1", RED, BLUE), OfferOver("o1", BLUE, RED, True), EndsAt(AT), EndsAt(None),
    Reopened(AT),
    Ended(AT, RED, "GE", (Standing(RED, 3, 450, 22, 900),)), Ended(AT, NOBODY, "", ()),
    MessageSent(RED, (), "We hold.", True), MessageHeard("n-2", BLUE, "We hold.", AT, False),
    DistressHeard("n-1", BLUE, "Hoth", AT), Risen("h1", "ADMIRAL", 2),
    HeroSeen("Needa", RED, "Hoth", "B-1"), HeroSeen("Needa", RED, "Hoth", ""), HeroBack("h1"),
    TrainingBegan(RED, Training(hero=KNOWN.heroes["h1"], due_at=AT)),
    FlashpointAnnounced("Convoy", "Bacta.", 900, FLASH),
    FlashpointJoined("CONVOY", "Convoy", RED), FlashpointTurned("CONVOY", "Convoy", False),
    FlashpointTurned("CONVOY", "Convoy", True), FlashpointClosed("CONVOY", "Convoy", ((RED, 900),)),
    MissionBegan(RED, Quest(mission="FLAG", hero="h1"), "Show the flag"), Advanced(RED, 1, ("Hoth",)),
    Milestone(RED, "Show the flag", "win", 1, 2, False), MissionOver(RED, "FLAG", "completed", False),
    MissionOver(RED, "FLAG", "abandoned", True), MissionOpened(RED, "FLAG", "Show the flag"),
)  # fmt: skip


def told(fact: Fact[State], seat: Seat | None = RED, known: State = KNOWN) -> News:
    """The news of a fact, heard by a seat."""
    said = Said(AT, EVERYONE if seat is None else only(seat), fact)
    news = rules().tell(fact.evolve(known), said, seat)
    assert news is not None
    return news


def test_every_fact_is_sampled_or_silent_or_told_in_an_example() -> None:
    covered = {type(fact) for fact in SAMPLES} | set(KERNEL_FACTS) | {kind for kind in rules().facts if kind.silent}
    others = {*rules().facts, *KERNEL_FACTS} - covered
    assert others <= (told_in(rules(), (Path(__file__).parents[3] / "play/gcw").glob("*.play")) if others else set())


@pytest.mark.parametrize("fact", SAMPLES, ids=lambda fact: type(fact).__name__)
@pytest.mark.parametrize("seat", [RED, BLUE, None])
def test_every_fact_reads_well_for_any_hearer(fact: Fact[State], seat: Seat | None) -> None:
    text = told(fact, seat).text
    first = text.splitlines()[0].lstrip("*")
    assert first[0].isupper() or first.startswith(("blue", "red")), text
    assert "None" not in text and "{" not in text and "Status." not in text


@pytest.mark.parametrize("fact", SAMPLES, ids=lambda fact: type(fact).__name__)
def test_a_hearer_who_knows_nothing_is_told_all_the_same(fact: Fact[State]) -> None:
    text = told(fact, BLUE, State()).text
    assert "None" not in text and "{" not in text and "Status." not in text
    assert not re.search(r"\*\*\s*\*\*", text), text
    assert [line for line in text.splitlines() if not line.strip()] == []


def test_a_volley_shows_its_arithmetic() -> None:
    news = told(SAMPLES[[type(one) for one in SAMPLES].index(Dealt)])
    assert news.text == (
        "Devas\\*tator fires at Tantive IV (C3): 360 raw × 0.428 (UCR 3 against 7) = **155**; "
        "shields −150, armor −5.\n-# GCW-UCR-04"
    )
    assert news.decides


def test_damage_tells_what_is_left_and_what_became_of_the_unit() -> None:
    fact = Hurt("u1", "ION", 900, Pools(0, 1600, 0, 1600), Status.DISABLED_PENDING, "an unseen unit")
    text = told(fact).text
    assert "**900** ion damage from an unseen unit" in text
    assert "systems 0/800" in text and "last acts" in text


def test_what_is_gone_is_called_by_its_name() -> None:
    assert told(Removed(("u1",), "destroyed", ("Ave_nger",))).text.startswith("**Ave\\_nger** is destroyed.")


def test_battle_facts_share_a_thread_and_the_post_has_four_parts() -> None:
    for fact in SAMPLES:
        if type(fact).__name__.startswith("Battle") and not isinstance(fact, BattleAccount):
            news = told(fact, None, BattleOpened(2, "Hoth", AT, (BLUE, RED)).evolve(KNOWN))
            assert (news.topic, news.topic_title, news.decides) == ("battle:2", "Battle of Hoth", True)
    post = told(next(fact for fact in SAMPLES if isinstance(fact, BattlePost)), None)
    assert (post.picture, post.about) == ("board", "Hoth")
    assert "> At *last*.\n> We fire." in post.text
    assert [post.text.find(part) for part in ("Where", "Damage", "State")] == sorted(
        post.text.find(part) for part in ("Where", "Damage", "State")
    )


def test_a_post_says_in_sentences_who_fired_at_whom_and_what_became_of_it() -> None:
    shots = (
        Shot(1, 2, BLUE, "NORMAL", 270, Status.ACTIVE), Shot(3, 2, BLUE, "NORMAL", 30, Status.ACTIVE),
        Shot(1, 2, BLUE, "ION", 54, Status.DISABLED), Shot(1, 4, BLUE, "NORMAL", 1200, Status.DESTROYED, "B-1"),
    )  # fmt: skip
    post = BattlePost(2, "Hoth", RED, "@everyone **Fire** <@1>!", ("Track 1 (red): B-1",), (), (), shots=shots)
    assert told(post, None).text.split("\n")[1:] == [
        "> @\u200beveryone **Fire** \\<\u200b@\u200b1>!",
        "Track 1 (red) and Track 3 (red) fire at Track 2 (blue): 300 damage and 54 ion damage. It is disabled.",
        "Track 1 (red) fires at Track 4 (blue): 1,200 damage. It is destroyed, at B-1.",
        "Seen: Track 1 (red): B-1.",
        "-# GCW-PST-01",
    ]


def test_what_is_said_of_several_units_alike_is_said_once() -> None:
    """Public numbers in a post, and units in the log of a turn; two alone are named."""
    shots = tuple(Shot(1, track, BLUE, "NORMAL", 34, Status.DESTROYED, "G-1S") for track in (6, 7, 8, 10))
    shots += tuple(Shot(1, track, BLUE, "NORMAL", 9, Status.ACTIVE) for track in (11, 12))
    lost = tuple(f"Track {track} (blue) at G-1S" for track in (6, 7, 8, 10))
    took = ("Track 1: 12 damage", "Track 2: 7 damage", "Track 3: 12 damage", "Track 4: 12 damage")
    post = told(BattlePost(2, "Hoth", RED, "Fire.", (), (), (), losses=lost, taken=took, shots=shots), None)
    assert post.text.split("\n")[2:7] == [
        "Track 1 (red) fires at Tracks 6-8, 10 (blue): 34 damage each. They are destroyed, at G-1S.",
        "Track 1 (red) fires at Track 11 (blue): 9 damage. It fights on.",
        "Track 1 (red) fires at Track 12 (blue): 9 damage. It fights on.",
        "Taken since the last turn: Tracks 1, 3, 4, each: 12 damage; Track 2: 7 damage.",
        "**Lost:** Tracks 6-8, 10 (blue) at G-1S",
    ]
    log = [f"Havoc TF-{number}: Hoth C-1, shields 0, armor 144, active" for number in range(1, 5)]
    log[1] = "Havoc TF-2: Hoth C-1, shields 0, armor 9, active"
    assert told(TurnLogged(4, ("Havoc: Hoth B-1, hull 5, active", *log)), RED).text.split("\n")[1:4] == [
        "- Havoc: Hoth B-1, hull 5, active",
        "- 3 Havoc TF (1, 3, 4), each: Hoth C-1, shields 0, armor 144, active",
        "- Havoc TF-2: Hoth C-1, shields 0, armor 9, active",
    ]


def test_what_is_said_to_be_alike_for_all_is_told_to_each_in_the_same_words() -> None:
    alike = [fact for fact in SAMPLES if fact.alike]
    assert {type(fact) for fact in alike} == {BattlePost}
    for fact in alike:
        assert len({told(fact, hearer).text for hearer in (RED, BLUE, None)}) == 1


def test_you_and_others_are_told_apart() -> None:
    fact = Joined(RED, "GE", "Coruscant", True, AT)
    assert told(fact, RED).text.startswith("You join with the Galactic Empire")
    assert told(fact, BLUE).text.startswith("red joins with the Galactic Empire")
    assert told(Hostility((BLUE, RED)), RED).text.startswith("You and blue are now hostile.")


def test_a_contact_is_told_with_what_is_known_of_it_and_no_more() -> None:
    seen = Seen(BLUE, 1, "Hoth", "B-2", Sighting.EVENT, AT, "MOVE")
    assert told(seen, BLUE).text.startswith("**Contact 1** moves into Hoth B-2.")


def test_rule_ids_in_news_are_of_the_register() -> None:
    ids = {rule.id for rule in rules().world.pack.rules}
    texts = [told(fact).text for fact in SAMPLES]
    assert {one for text in texts for one in re.findall(r"GCW-[A-Z0-9]+-\d+", text)} <= ids


def test_a_played_battle_tells_both_sides_their_own() -> None:
    stage: Stage = battle()
    assert "Avenger (T1) fires at Yavaris (C1, T2): 900 raw × 0.600 (UCR 3 against 5) = **540**" in stage.texts(RED)
    assert "**Yavaris (T2)** takes **540** damage from Avenger" in stage.texts(BLUE)
    assert "540" in stage.texts(None) and "Yavaris" not in stage.texts(None)

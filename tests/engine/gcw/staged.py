"""A campaign on a stage: orders given as players write them, with what each seat hears and comes to know."""

from engine.clock import HOUR, Instant, instant
from engine.dice.keyed import ScriptedDice
from engine.game import MODERATOR, Outcome, Seat, Setup
from engine.gcw import Gcw
from engine.gcw.state import State
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move
from engine.report import News, Report
from engine.text.lines import parse
from tests.rulebooks import GCW

RED, BLUE = Seat("red"), Seat("blue")
SEATS: tuple[Seat | None, ...] = (RED, BLUE, None)
BARE = {"founding": "fleet"}
"""Players begin with their fleets alone."""
BEGIN = instant("2024-03-02T12:00:00Z")


def rules() -> Gcw:
    """The rulebook with the data pack of the project."""
    return GCW


def opening_moves(seat: Seat, *lines: str) -> list[Move]:
    """Orders as lines, as the first moves of a random game."""
    kinds = [one for one in rules().orders if one.moderator == (seat == MODERATOR)]
    return [Move(BEGINS, seat, parse(line, kinds)) for line in lines]


class Stage(PlayedGame[State]):
    """A game from its opening, with all that each hearer was told; what it knows is proved elsewhere."""

    rules: Gcw

    checked = False

    def __init__(self, **options: str) -> None:
        super().__init__(rules(), (RED, BLUE), ScriptedDice())
        self.news: dict[Seat | None, list[News]] = {hearer: [] for hearer in self.hearers}
        self.begin(Setup("Twilight", options=options or BARE), BEGIN)

    def take(self, outcome: Outcome[State], after: str = "a step") -> None:
        """Keep the words as well."""
        super().take(outcome, after)
        for words in self.words:
            for hearer, news in words.items():
                self.news[hearer].append(news)

    def wait(self, hours: int = 0, minutes: int = 0) -> None:
        """Let time pass."""
        self.lapse(Instant(self.now + HOUR * hours + 60 * minutes))

    def show(self, seat: Seat | None, view: str, about: str = "") -> Report:
        """A view in words."""
        return self.rules.show(self.known[seat], seat, view, about, self.now)

    def draw(self, seat: Seat | None, view: str, about: str = "") -> str:
        """A view as a picture."""
        return str(self.rules.draw(self.known[seat], seat, view, about, self.now))

    def texts(self, seat: Seat | None) -> str:
        """All that a seat was told."""
        return "\n".join(news.text for news in self.news[seat])


def words(report: Report) -> str:
    """A report as one text."""
    sections = "\n".join("\n".join((section.heading, *section.lines)) for section in report.sections)
    return f"{report.title}\n{report.lead}\n{sections}"


def joined() -> Stage:
    """Red with an Imperial fleet and blue with a Rebel one, both confirmed."""
    stage = Stage()
    stage.order(RED, "join GE as Piett", "muster ISD named Devastator at B-1", "confirm")
    stage.order(BLUE, "join RA as Ackbar", "muster NEBB named Redemption at B-2", "confirm")
    return stage


def battle() -> Stage:
    """Blue's ships and more of red's at Hoth; red has fired, and blue's turn is drafted."""
    stage = joined()
    stage.gm(
        "spawn NEBB named Yavaris at Hoth B-1 for blue",
        "spawn CORV named Silent Water at Hoth DSZ-3 for blue",
        "spawn ISD named Avenger at Hoth B-1 for red",
        "spawn VSD named Quiet Menace at Hoth DSZ-2 for red",
        "spawn OMEGA named Post One at Hoth C-3",
    )
    stage.order(RED, "launch squadrons from Avenger", "fire Avenger at Yavaris", "submit We strike *first*.", "final")
    return stage

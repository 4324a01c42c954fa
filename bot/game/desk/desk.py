"""The desk: the only place with time and secrets. Whatever is asked of a game is asked of a part of it.

Requests that change something take the interaction they came by: a second delivery of it is answered as the first
was. They answer with a `Reply`, also where they are refused; what only reads raises `Refusal`.
"""

from __future__ import annotations

from bot.clock import Clock
from bot.game.desk.advice import Advice
from bot.game.desk.downtime import Downtime
from bot.game.desk.gm.foresight import Foresight
from bot.game.desk.gm.moderation import Moderation
from bot.game.desk.gm.sight import Sight
from bot.game.desk.gm.survey import Surveys
from bot.game.desk.lessons.staging import Staging
from bot.game.desk.lessons.tutorials import Tutorials
from bot.game.desk.lobby import Lobby
from bot.game.desk.orders import Orders
from bot.game.desk.record import Record
from bot.game.desk.reminders import Reminders
from bot.game.desk.replay import Replay
from bot.game.desk.rolls import Rolls
from bot.game.desk.seat_views import RefereeViews, SeatViews
from bot.game.desk.shelf import Shelf
from bot.game.desk.substitutes import Substitutes
from bot.game.directory import Directory
from bot.game.game_cache import GAMES_AT_HAND, GameCache
from bot.game.rulebooks import Rulebooks
from bot.game.rulings import Rulings
from bot.game.slow_work import SlowWork
from bot.game.transaction import Transactions
from engine.game import MODERATOR, Seat
from storage.store import Store


class Desk:
    """The parts of the desk, each given what it works with."""

    def __init__(self, store: Store, rulebooks: Rulebooks, clock: Clock, *, at_hand: int = GAMES_AT_HAND) -> None:
        slow_work = SlowWork(clock)
        self.store, self.rulebooks, self.clock = store, rulebooks, clock
        self.directory = Directory(store)
        """Which games a server has, and who sits where."""
        self.games = GameCache(store, rulebooks, at_hand=at_hand)
        """Games at hand, and their locks."""
        rulings = Rulings(self.games, slow_work)
        self.transactions = Transactions(store, self.games, rulings, self.directory, clock)
        """Steps of games, and deadlines met."""
        self.downtime = Downtime(store, self.games, self.transactions, clock)
        """Grace for what was missed while the bot or Discord was away."""
        self.reminders = Reminders(store, self.games, clock, self.transactions.posted)
        """Who is told beforehand what is awaited of them."""
        self.lobby = Lobby(store, rulebooks, self.transactions, rulings, self.directory, clock)
        """Games made, joined, left and started."""
        self.substitutes = Substitutes(store, self.transactions)
        """Who plays for whom who is away."""
        self.staging = Staging(rulebooks, self.transactions, rulings)
        """Tables laid by a script."""
        self.tutorials = Tutorials(store, self.games, self.lobby, self.staging, self.transactions)
        """Games for one that teach a rulebook."""
        self.rolls = Rolls(store, self.games, rulings, self.lobby, self.staging, self.transactions, slow_work=slow_work)
        """Dice rolled away from any game."""
        self.orders = Orders(store, self.transactions, rulings)
        """Orders given, one by one or on sheets."""
        self.views = SeatViews(store, self.games, self.transactions, slow_work, clock)
        """What a seat knows, in words, pictures and menus."""
        self.referee = RefereeViews(store, self.games, self.transactions, slow_work, clock)
        """What the referee knows, for moderators whom `sight` has let."""
        self.sight = Sight(store, self.transactions)
        """Whether a moderator may see what not everybody knows, and the note that one did."""
        self.foresight = Foresight(store, self.games, self.transactions, rulings, clock)
        """What would come of it, for moderators."""
        self.surveys = Surveys(store, self.games, self.transactions, slow_work, clock)
        """Games at a glance, for moderators."""
        self.moderation = Moderation(store, self.games, self.transactions, rulings)
        """Steps that only moderators take."""
        self.record = Record(store, self.games, self.directory, self.transactions.changed, slow_work)
        """The log of a game, proved and shown; people forgotten."""
        self.replay = Replay(store, self.games, slow_work)
        """Games that are over, told again."""
        self.shelf = Shelf(store, rulebooks, self.views, clock)
        """What people keep for other games."""
        self.advice = Advice(self.games, self.transactions, rulings)
        """Orders of the seats that Umpire plays."""

    def views_of(self, seat: Seat | None) -> SeatViews:
        """The views of a seat; the referee's for `MODERATOR`, which `sight` has let."""
        return self.referee if seat == MODERATOR else self.views

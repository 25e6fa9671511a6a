"""A game in memory: how it stands at one moment, and the table at which it is played."""

from __future__ import annotations

import asyncio
import math
from functools import cached_property
from typing import Any

from stockrail.core import CHANCE
from stockrail.rules.game import RailGame
from stockrail.web.play import bounds
from stockrail.web.play.projection import Projection
from stockrail.web.play.standing import Orders, due
from stockrail.web.store.games import GameRow
from stockrail.web.store.orders import Order


def bots_in(row: GameRow) -> frozenset[int]:
    return frozenset(seat.seat for seat in row.seats if seat.kind == "bot")


class LiveGame:
    """A game at one moment: its row, its projection, what was computed for it. It never changes; the next one does."""

    def __init__(
        self,
        row: GameRow,
        projection: Projection,
        orders: Orders = (),
        thought_of: frozenset[int] = frozenset(),
    ) -> None:
        self.row = row
        self.projection = projection
        self.orders = orders
        self.thought_of = thought_of  # the entries of bots whose reasons are known
        self.memo: dict[tuple[str, str], Any] = {}

    @property
    def number(self) -> int:
        return self.projection.number

    @property
    def position(self) -> RailGame:
        """For reading; whoever wants to try something out forks it."""
        return self.projection.game

    @cached_property
    def by_order(self) -> Order | None:
        """The standing order that answers what the game waits for."""
        return due(self.projection, self.orders)

    @property
    def bot_to_act(self) -> bool:
        """Whether the game waits for a bot."""
        return self.position.actor in self.projection.bots

    def at(self, act: int) -> RailGame:
        """The position after so many actions."""
        game: RailGame = self.position.fork()
        while game.ply > act:
            game.pop()
        return game

    def ordered(self, orders: Orders) -> LiveGame:
        """The game with other standing orders."""
        return LiveGame(self.row, self.projection, orders, self.thought_of)

    def seated(self, row: GameRow) -> LiveGame:
        """The game with the names of those who sit there now, its bots of now, and the pace that is set now."""
        projection = self.projection.copy()
        projection.game.players = tuple(seat.name for seat in row.seats)
        projection.seat(bots_in(row))
        return LiveGame(row, projection, self.orders, self.thought_of)


class Table:
    """Where a game is played: the game as it stands, and a lock for whoever changes it."""

    def __init__(self, now: LiveGame) -> None:
        self.now = now
        self.lock = asyncio.Lock()
        self.driver: asyncio.Task[None] | None = None
        self.doubt = False  # whether the database may hold more than we know
        self.seen = -math.inf  # when somebody looked at it last
        self.acted = -math.inf  # when something happened there
        self.stepping = -1  # bots that are paused act once if the game has just so many entries
        self.resting = 0.0  # seconds that its bots let pass just now
        self.nudged = asyncio.Event()  # they should not

    @property
    def needs_nobody(self) -> bool:
        """Whether the game goes on by itself: a bot is to act, or somebody has ordered what happens."""
        now = self.now
        if bounds.is_full(now.projection) or now.row.gathering or now.row.removed is not None:
            return False
        drawn = now.position.actor == CHANCE and not now.position.real_dice
        return drawn or (now.bot_to_act and not self._held) or now.by_order is not None

    @property
    def _held(self) -> bool:
        """Whether its bots wait until somebody lets them act."""
        return self.now.row.paused and self.stepping != self.now.number

    @property
    def has_people(self) -> bool:
        """Whether a person sits there, or a seat is kept for one."""
        return any(seat.kind != "bot" for seat in self.now.row.seats)

    @property
    def driven(self) -> bool:
        return self.driver is not None and not self.driver.done()

    @property
    def idle(self) -> bool:
        """Whether it may be forgotten; bots among themselves can be interrupted."""
        return not self.lock.locked() and not (self.driven and self.has_people)

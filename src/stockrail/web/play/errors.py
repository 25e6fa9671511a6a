"""What the hall refuses, as data; `pages` and `api` say it."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import IllegalAction, StockrailError
from stockrail.core.marking import N_
from stockrail.rules.game import RailGame
from stockrail.rules.harms import Harm

CANNOT_GO_ON = N_(
    "with this table’s changed facts the game could not continue after that: choose another action, or undo one"
)
CANNOT_SHOW = N_("this cannot be shown with this table’s changed facts; the game itself is safe")


class Refused(StockrailError):
    """The rules say no; `game` is the position for which that holds."""

    def __init__(self, cause: IllegalAction, game: RailGame) -> None:
        super().__init__(str(cause))
        self.cause = cause
        self.game = game


class Beware(StockrailError):
    """An action would cost its player something that they may not have seen; who says so once more takes it."""

    def __init__(self, harms: Sequence[Harm], game: RailGame, fields: Sequence[tuple[str, str]]) -> None:
        super().__init__("the action has consequences that its player should know")
        self.harms, self.game = harms, game
        self.fields = fields  # of the form, to send it again


class Stale(StockrailError):
    """Somebody was faster: the game has gone on since the page was drawn."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the game has gone on; it now has {number} entries")
        self.number = number


class NotYours(StockrailError):
    """An action for a seat that belongs to somebody else."""


class NoSuchGame(StockrailError):
    """There is no game with that id."""


class Unreadable(StockrailError):
    """Something that is no action at all, or no request that makes sense now."""


class Enough(StockrailError):
    """A request that would let a game grow without end; it says what to do instead."""


class Taken(StockrailError):
    """A seat for which somebody else was faster."""


class Gone(StockrailError):
    """A table that its owner has removed."""

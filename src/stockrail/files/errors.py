"""What can be wrong with a file: where, and what."""

from __future__ import annotations

from stockrail.core import IllegalAction, StockrailError
from stockrail.rules.game import RailGame


class FileError(StockrailError):
    """A file that cannot be read or replayed.

    `place` says where ("action 214"), `cause` why the rules refuse, `game` is the good part up to there.
    """

    def __init__(
        self, place: str, message: str, cause: IllegalAction | None = None, game: RailGame | None = None
    ) -> None:
        super().__init__(place, message)
        self.place = place
        self.message = message
        self.cause = cause
        self.game = game

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message

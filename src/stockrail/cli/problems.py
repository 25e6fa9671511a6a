"""What went wrong, as a sentence for the user and an exit status for their shell."""

from __future__ import annotations

from pathlib import Path

from stockrail.core import IllegalAction, StockrailError
from stockrail.files import FileError
from stockrail.rules.game import RailGame

DIFFERENCE = 1  # a difference, something missing, an illegal file
USAGE = 2
INTERRUPTED = 130


class Failure(StockrailError):
    """A command that ends here: what to say, its exit status, and what the user may do about it."""

    def __init__(self, message: str, status: int = DIFFERENCE, hint: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.hint = hint


def usage(message: str) -> Failure:
    """The command was called in a way that makes no sense."""
    return Failure(message, USAGE)


def refusal(game: RailGame, error: IllegalAction) -> str:
    """Why the rules refuse an action, with the rule."""
    from stockrail.words import Speaker

    return Speaker(game).refusal(error)


def of_file(error: FileError) -> str:
    """The place in a file, and what is wrong there."""
    if error.cause is None or error.game is None:
        return error.message if error.place == "file" else str(error)
    return f"{error.place}: {refusal(error.game, error.cause)}"


def of_path(path: Path, error: FileError, hint: str = "") -> Failure:
    """The failure of a command because of a file."""
    return Failure(f"{path}: {of_file(error)}", hint=hint)

"""7, 11 Event cards: drawn at the start of an operating round, with their duties, dice and choices."""

from __future__ import annotations

from stockrail.core import Frame
from stockrail.titles.g1883.state import Game1883


class EventStep(Frame[Game1883], frozen=True):
    """7.0-a The card of an operating round, unless it is the first one of the game or the deck is empty."""

    turn: int
    nth: int

    def proceed(self, game: Game1883) -> None:
        game.pop_frame()  # TO BUILD


def adjusted(game: Game1883, company: str, total: int) -> int:
    """11-3, 7, 14, 22, 24, 26 What a run comes to after the events in force."""
    return total  # TO BUILD


def lay_fault(game: Game1883, hex_: str) -> str | None:
    """11-2, 11-5 Why no tile may be laid in a hex in this operating round."""
    return None  # TO BUILD


def end_round_of_events(game: Game1883) -> None:
    """What lasts for one operating round is over."""
    return  # TO BUILD


def end_set_of_events(game: Game1883) -> None:
    """What lasts until the next stock round is over (11-26)."""
    return  # TO BUILD


def raid(game: Game1883) -> None:
    """11-13, 12.3-a Push the air raids."""
    return  # TO BUILD

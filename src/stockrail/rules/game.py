"""A game of a railway title: the engine's game with the railway's state and title in their types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from stockrail.core import Game
from stockrail.core.chance import Dice
from stockrail.rules.state import BANK, Holder, RailState
from stockrail.rules.title import Phase, RailTitle


class RailGame(Game):
    """What rule modules work on."""

    state: RailState
    title: RailTitle

    @property
    def phase(self) -> Phase:
        return self.title.phases[self.state.flags["phase"]]

    @property
    def seats(self) -> Sequence[int]:
        """The players still in the game, by seat."""
        return [seat for seat in range(len(self.players)) if not self.state.bankrupt.get(seat)]

    def seats_from(self, start: int) -> list[int]:
        """The players still in the game, in order of seats, beginning with one seat (or the next one still in)."""
        count = len(self.players)
        order = [(start + n) % count for n in range(count)]
        return [seat for seat in order if not self.state.bankrupt.get(seat)]

    def next_seat(self, seat: int) -> int:
        """Whose turn comes after that of a seat."""
        return self.seats_from(seat + 1)[0]


T = TypeVar("T")


def drawn_seats(seed: int, players: Sequence[T]) -> list[T]:
    """Who sits where, by lot."""
    return Dice(seed).shuffled(players)


def begin(  # noqa: PLR0913  (all but two are named)
    title: RailTitle,
    players: Sequence[str],
    *,
    seed: int,
    draw_seats: bool = False,
    options: Sequence[str] = (),
    preset: str | None = None,
    rulings: Mapping[str, str] | None = None,
    setup: Mapping[str, Any] | None = None,
    real_dice: bool = False,
) -> RailGame:
    """A new game of a title: every door, be it a program's, the terminal's or a page's, opens it here."""
    answers = title.resolve_rulings(preset, rulings or {})
    seated = drawn_seats(seed, players) if draw_seats else players
    return RailGame(title, seated, options, answers, seed, setup, real_dice)


def pay(game: RailGame, source: Holder, target: Holder, amount: int) -> None:
    """Move money. A bank that cannot pay goes on paying; that it ran out is remembered for ever."""
    game.state.cash.pay(source, target, amount)
    if source == BANK and amount and not game.state.flags.get("bank_out") and game.title.bank_is_out(game):
        game.state.flags["bank_out"] = True
        game.note("bank_runs_out")

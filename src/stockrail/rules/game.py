"""A game of a railway title: the engine's game with the railway's state and title in their types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from typing_extensions import TypeVar

from stockrail.core import Game
from stockrail.core.chance import Dice
from stockrail.rules.state import BANK, Holder, RailState

if TYPE_CHECKING:
    from stockrail.rules.printed import Phase
    from stockrail.rules.title import RailTitle

R = TypeVar("R", bound="RailGame", default="RailGame")  # the game of a title that keeps more than every title does


class RailGame(Game):
    """What rule modules work on."""

    state: RailState
    title: RailTitle[Any]

    @property
    def phase(self) -> Phase:
        return self.title.phases[self.state.flags["phase"]]

    @property
    def phase_facts(self) -> Mapping[str, Any]:
        """What the facts say of the phase, the title's own things included."""
        facts: Mapping[str, Any] = self.title.facts["phases"][self.title.phase_numbers[self.phase.name]]
        return facts

    def phase_has_come(self, name: str) -> bool:
        """Whether the game is in a phase or beyond it."""
        numbers = self.title.phase_numbers
        return numbers[self.phase.name] >= numbers[name]

    @property
    def order(self) -> Sequence[int]:
        """All seats in order of play: as they were given, until a title settles another order."""
        order: Sequence[int] = self.state.flags.get("order", range(len(self.players)))
        return order

    @property
    def seats(self) -> list[int]:
        """The players still in the game, in order of play."""
        return [seat for seat in self.order if not self.state.bankrupt.get(seat)]

    def seats_from(self, seat: int) -> list[int]:
        """The players still in the game, in order of play, beginning with one (or the next one still in)."""
        start = self.order.index(seat)
        return [seat for seat in (*self.order[start:], *self.order[:start]) if not self.state.bankrupt.get(seat)]

    def seats_after(self, seat: int) -> list[int]:
        """The other players still in the game, in order of play, beginning with the next one."""
        return [other for other in self.seats_from(seat) if other != seat]

    def next_seat(self, seat: int) -> int:
        """Whose turn comes after that of a seat."""
        return next(iter(self.seats_after(seat)), seat)


T = TypeVar("T")


def drawn_seats(seed: int, players: Sequence[T]) -> list[T]:
    """Who sits where, by lot."""
    return Dice(seed).shuffled(players)


def begin(  # noqa: PLR0913  (all but two are named)
    title: RailTitle[Any],
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

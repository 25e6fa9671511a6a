"""Who comes first of several players: by a rank, and of equal ones by lot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from stockrail.core import Chance
from stockrail.rules.game import R


class Lot(Chance[R], frozen=True):
    """One of the tied players."""

    tied: tuple[int, ...]

    def outcomes(self, game: R) -> Sequence[int]:
        return self.tied

    def settle(self, game: R) -> None:
        """Nothing is drawn where one player comes before all others."""
        if len(self.tied) > 1:
            game.push_frame(self)
        else:
            self.happens(game, self.tied[0])


def highest(players: Iterable[int], rank: Callable[[int], tuple[int, ...]]) -> tuple[int, ...]:
    """Everybody with the highest rank."""
    ranks = {player: rank(player) for player in players}
    return tuple(player for player in ranks if ranks[player] == max(ranks.values()))

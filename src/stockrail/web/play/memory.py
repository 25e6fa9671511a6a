"""Which games stay in memory: the latest, and older ones that people need, up to a bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence

SPARE = 3  # times as many older games, at most; one takes about 2 MB, with its pages up to 3
LATELY = 600.0  # seconds after an action in which the next is likely to come


def forgettable(games: Sequence[str], latest: int, needed: Callable[[str], bool]) -> list[str]:
    """Those to forget, of games in the order in which they were last asked for."""
    older = games[:-latest]
    kept = set([game for game in older if needed(game)][-SPARE * latest :])
    return [game for game in older if game not in kept]

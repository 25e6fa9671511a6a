"""A run that a player types in, where the rules leave the choice open."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.actions import RunTrains, TrainRun
from stockrail.rules.game import RailGame
from stockrail.rules.trains import trains_of, type_of


def read_run(game: RailGame, player: int, company: str, words: Sequence[str]) -> RunTrains:
    """ "3 A10 B11 C12, 2 D3 D5": trains by kind or by name, their hexes in order, a comma before the next train."""
    waiting = list(trains_of(game, company))
    runs: list[TrainRun] = []
    for part in " ".join(words).split(","):
        name, *hexes = part.split() or [""]
        if not name:
            continue
        train = next((t for t in waiting if name.upper() in _names(game, t)), name)
        waiting = [other for other in waiting if other != train]
        runs.append(TrainRun(train, tuple(hex_.upper() for hex_ in hexes)))
    return RunTrains(player, company, tuple(runs))


def _names(game: RailGame, train: str) -> tuple[str, ...]:
    """By what a train may be called: its id, its kind, its name on the table."""
    return train, type_of(game, train).name, game.title.train_name(game, train).rstrip("*").upper()

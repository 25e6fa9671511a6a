"""A title with chance in it, for tests of draws: 18EU, in which a lot gives the priority after each stock round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from stockrail.core import Chance
from stockrail.rules.rounds import Round, current_round
from stockrail.titles import add, remove
from stockrail.titles.g18eu.title import G18EU


class Lot(Chance, frozen=True):
    """Who has the priority."""

    def outcomes(self, game: Any) -> Sequence[int]:
        return list(game.seats)

    def happens(self, game: Any, outcome: int | str) -> None:
        game.state.flags["priority"] = outcome
        game.note("priority_goes", player=outcome)


class Lots(G18EU):
    """18EU with a lot for the priority after each stock round."""

    name = "Lots"
    never: frozenset[str] = frozenset()
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    draws = True

    def end_stock_round(self, game: Any) -> None:
        super().end_stock_round(game)
        now = current_round(game)
        assert isinstance(now, Round)
        game.push_frame(Lot(f"priority/{now.turn}"))


@contextmanager
def lots() -> Iterator[str]:
    """The title among the others, for a while."""
    add(Lots())
    try:
        yield Lots.name
    finally:
        remove(Lots.name)

"""Log entries as lines: sentences, with the beginning of a round as a heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from stockrail.core import Event
from stockrail.rules.game import RailGame
from stockrail.words import Speaker


def told(game: RailGame, events: Iterable[Event]) -> Iterator[tuple[str, bool]]:
    """Each sentence, and whether it is a heading."""
    speaker = Speaker(game)
    for heading, some in groupby(events, key=lambda event: event.kind == "round_begins"):
        for sentence in speaker.log(some):
            yield sentence, heading

"""What charters, menus and sheets say about this title's own things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.core import Action
from stockrail.titles.g18fb.state import Game18FB

Notes = Sequence[tuple[str, Mapping[str, Any]]]


def remarks(game: Game18FB, company: str) -> Notes:
    return ()  # TO BUILD (G)


def amounts(game: Game18FB, action: Action) -> Mapping[str, int]:
    return {}  # TO BUILD (G)

"""3.7.3 A major or national company takes over a regional one."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.titles.g18fb.actions import Acquire
from stockrail.titles.g18fb.state import Game18FB


def acquisitions(game: Game18FB, company: str) -> Sequence[Acquire]:
    """3.7.3-a Those open to a company in its turn."""
    return []  # TO BUILD (E)


def check_acquisition(game: Game18FB, company: str, action: Acquire) -> None:
    """3.7.3-c, f"""
    raise NotImplementedError  # TO BUILD (E)


def acquire(game: Game18FB, action: Acquire) -> None:
    """3.7.3-b, d, e, g"""
    return  # TO BUILD (E)

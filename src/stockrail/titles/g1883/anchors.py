"""3.2-n to s Anchors: who has them, where they may be placed."""

from __future__ import annotations

from stockrail.titles.g1883.state import Game1883


def anchor_ports(game: Game1883, company: str) -> list[str]:
    """Where the company may place an anchor now."""
    return []  # TO BUILD


def drop_anchors(game: Game1883, company: str) -> None:
    """5.8-c The anchors of a company leave the game, placed or not."""
    return  # TO BUILD


def hand_on_anchors(game: Game1883, giver: str, taker: str) -> None:
    """A company or private company hands its anchors on, those on the map stay there; 8.3-c, 3.2-f, g."""
    return  # TO BUILD

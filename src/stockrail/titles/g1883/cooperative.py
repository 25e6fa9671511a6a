"""8.1 CCFR: a presidency that goes round, loot, gifts of trains, freezing, capitalisation."""

from __future__ import annotations

from stockrail.titles.g1883.state import Game1883


def choose_first_president(game: Game1883) -> None:
    """8.1.2-a After the first stock round; may push a lot."""
    return  # TO BUILD


def rotate_presidency(game: Game1883) -> None:
    """8.1.2-b After each operating round, while it is a cooperative."""
    return  # TO BUILD


def receive_gifts(game: Game1883, first: str) -> None:
    """8.1.4-b to d The first train of a kind was sold."""
    return  # TO BUILD


def capitalise(game: Game1883) -> None:
    """8.1.8 With the first 5; may push a lot."""
    return  # TO BUILD


def loot(game: Game1883, revenue: int) -> None:
    """8.1.5-b to d The president takes the run and leaves the rotation."""
    return  # TO BUILD


def leave_cooperative(game: Game1883, player: int) -> None:
    """6.8.6-f A bankrupt holder: the share goes to the pool, the rotation goes on without them."""
    return  # TO BUILD

"""What lies on the sides between hexes: rivers and mountains that lines pay for, passes that open in a phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.board import Board
from stockrail.rules.game import RailGame

Side = tuple[str, int]
"""A hex and an edge."""

RIVER, MOUNTAIN = "river", "mountain"


def side_costs(game: RailGame, bridges_added: bool = True) -> Mapping[Side, int]:
    """What a line pays at each side between two neighbours, from either hex; the facts have prices under `sides`.

    A mountain costs instead of the plain; rivers are added to either, or stand for the plain.
    """
    memo, key = game.title.board.memo, ("side_costs", bridges_added)
    if key not in memo:
        memo[key] = _side_costs(game.title.board, game.title.facts["sides"], bridges_added)
    found: Mapping[Side, int] = memo[key]
    return found


def _side_costs(board: Board, price: Mapping[str, int], bridges_added: bool) -> dict[Side, int]:
    kinds, found = borders_of(board), {}
    for name, place in board.hexes.items():
        for edge in (edge for edge, other in enumerate(place.neighbors) if other):
            here = [border["kind"] for border in kinds.get((name, edge), ())]
            rivers = here.count(RIVER) * price[RIVER]
            ground = price[MOUNTAIN] if MOUNTAIN in here else price["plain"] if bridges_added or not rivers else 0
            found[name, edge] = ground + rivers
    return found


def borders_of(board: Board) -> Mapping[Side, tuple[Mapping[str, Any], ...]]:
    """The borders of each side that has any, told by both hexes; the map writes each once."""
    if "borders" not in board.memo:
        found: dict[Side, tuple[Mapping[str, Any], ...]] = {}
        for name, place in board.hexes.items():
            for border in place.borders:
                for side in _both(board, name, border["edge"]):
                    found[side] = (*found.get(side, ()), border)
        board.memo["borders"] = found
    known: Mapping[Side, tuple[Mapping[str, Any], ...]] = board.memo["borders"]
    return known


def _both(board: Board, name: str, edge: int) -> list[Side]:
    """A side as both of its hexes call it; a letter leads to another map."""
    other = board.hexes[name].neighbors[edge]
    return [(name, edge), *([(other, (edge + 3) % 6)] if other else [])]


def closed_sides(game: RailGame) -> frozenset[Side]:
    """The sides that no route crosses yet (`closed_until` a phase), as both of their hexes call them."""
    memo, key = game.title.board.memo, ("closed_sides", game.phase.name)
    if key not in memo:
        memo[key] = frozenset(
            side
            for side, borders in borders_of(game.title.board).items()
            if not all(game.phase_has_come(border.get("closed_until", game.phase.name)) for border in borders)
        )
    found: frozenset[Side] = memo[key]
    return found


def passable_board(game: RailGame) -> Board:
    """The board on which closed passes cannot be crossed."""
    memo, key = game.title.board.memo, ("board", game.phase.name)
    if key not in memo:
        closed = closed_sides(game)
        memo[key] = game.title.board.shut(closed) if closed else game.title.board
    found: Board = memo[key]
    return found

"""How far hexes lie apart, whatever the track between them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from stockrail.board.places import coordinates

if TYPE_CHECKING:
    from stockrail.board.board import Board


@cache
def hexes_apart(first: str, second: str) -> int:
    """Steps from one hex to another.

    Names are a letter (or several) and a number, and on either layout it is the number that grows by two from one hex
    to the next in the same line: so a step to another letter is worth one number, too.
    """
    (line, number), (other_line, other_number) = coordinates(first), coordinates(second)
    lines, numbers = abs(line - other_line), abs(number - other_number)
    return lines + max(0, (numbers - lines) // 2)


def steps_to(board: Board, goal: str) -> Mapping[str, int]:
    """How many steps it is to a hex from every other, where tiles can be laid: around what cannot be crossed."""
    if (key := ("steps_to", goal)) not in board.memo:
        found = {board.indexes[goal]: 0}
        for index in (todo := [*found]):
            for other in [side >> 3 for side in board.across[index * 8 : index * 8 + 6] if side >= 0]:
                if other not in found:
                    found[other] = found[index] + 1
                    todo += [other] if board.hexes[board.names[other]].kind in board.buildable else []
        board.memo[key] = {board.names[index]: steps for index, steps in found.items()}
    known: Mapping[str, int] = board.memo[key]
    return known

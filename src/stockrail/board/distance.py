"""How far hexes lie apart, whatever the track between them."""

from __future__ import annotations

from functools import cache

from stockrail.board.places import coordinates


@cache
def hexes_apart(first: str, second: str) -> int:
    """Steps from one hex to another.

    Names are a letter (or several) and a number, and on either layout it is the number that grows by two from one hex
    to the next in the same line: so a step to another letter is worth one number, too.
    """
    (line, number), (other_line, other_number) = coordinates(first), coordinates(second)
    lines, numbers = abs(line - other_line), abs(number - other_number)
    return lines + max(0, (numbers - lines) // 2)

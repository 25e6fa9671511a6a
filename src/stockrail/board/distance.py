"""How far hexes lie apart, whatever the track between them."""

from __future__ import annotations

from functools import cache


@cache
def hexes_apart(first: str, second: str) -> int:
    """Steps from one hex to another.

    Names are a letter (or several) and a number, and on either layout it is the number that grows by two from one hex
    to the next in the same line: so a step to another letter is worth one number, too.
    """
    (line, number), (other_line, other_number) = _coordinates(first), _coordinates(second)
    lines, numbers = abs(line - other_line), abs(number - other_number)
    return lines + max(0, (numbers - lines) // 2)


def _coordinates(name: str) -> tuple[int, int]:
    letters = name.rstrip("-0123456789")
    line = 0
    for letter in letters:
        line = 26 * line + ord(letter) - ord("A") + 1
    return line, int(name[len(letters) :])

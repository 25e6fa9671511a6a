"""Numbers that people type."""

from __future__ import annotations

DIGITS = 12  # more than anything here counts


def whole(word: str) -> int | None:
    """A whole number from 0 up, or None if the word is none."""
    return int(word) if word.isdecimal() and len(word) <= DIGITS else None


def signed(word: str) -> int | None:
    """A whole number that may stand behind a minus."""
    number = whole(word.removeprefix("-"))
    return -number if number is not None and word.startswith("-") else number

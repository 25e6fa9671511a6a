"""Marks for the catalogues: texts that are written down here and translated when they are said."""

from __future__ import annotations


def N_(text: str) -> str:
    """Mark a text for translation."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark a text with a plural; `{count}` decides."""
    return one, many

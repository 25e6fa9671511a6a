"""How numbers and money look: one place, asked by every sentence."""

from __future__ import annotations

MINUS = "−"


def number(value: int, separator: str = ",") -> str:
    """With a separator of thousands and a true minus sign."""
    digits = f"{abs(value):,}".replace(",", separator)
    return f"{MINUS}{digits}" if value < 0 else digits


def money(amount: int, currency: str, separator: str = ",") -> str:
    """In the title's currency ("£{}"); a minus sign stands before all."""
    text = currency.format(number(abs(amount), separator))
    return f"{MINUS}{text}" if amount < 0 else text

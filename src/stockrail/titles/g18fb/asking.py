"""2.7-b, r What players have declined since anything else happened: nobody is asked the same again and again."""

from __future__ import annotations

from typing import Any

from stockrail.core import Action
from stockrail.rules.actions import Answer
from stockrail.titles.g18fb.actions import Acquire, OfferCard, UseCard
from stockrail.titles.g18fb.state import Game18FB

DECLINED = "declined"  # a flag: rows of a card, who asked, and what they asked for


def refuse(game: Game18FB, *row: Any) -> None:
    game.state.flags[DECLINED] = (*declined(game), row)


def declined(game: Game18FB) -> tuple[tuple[Any, ...], ...]:
    found: tuple[tuple[Any, ...], ...] = game.state.flags.get(DECLINED, ())
    return found


def is_refused(game: Game18FB, *row: Any) -> bool:
    return row in declined(game)


def forget_asking(game: Game18FB) -> None:
    if DECLINED in game.state.flags:
        del game.state.flags[DECLINED]


def forget_when_done(game: Game18FB, action: Action) -> None:
    """Asked with every action: anything but asking and answering makes the refusals forgotten."""
    if not isinstance(action, OfferCard | UseCard | Acquire | Answer):
        forget_asking(game)

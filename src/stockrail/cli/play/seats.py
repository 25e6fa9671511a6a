"""Who sits where, and which of them are bots. A bot's name says so, as a save file holds nothing but names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stockrail.cli.numbers import whole

_BOT_NAME = re.compile(r"bot( \d+)?|.* \(bot\)", re.IGNORECASE)


def is_bot(name: str) -> bool:
    return _BOT_NAME.fullmatch(name) is not None


def seated(players: Sequence[str], bots: Sequence[str]) -> list[str]:
    """The names at the table: "bot" gets a number, whoever is named as a bot is marked as one."""
    extra = [name for name in _counted(bots) if name not in players]
    wanted = [*players, *extra]
    names: list[str] = []
    for name in wanted:
        if name.lower() == "bot":
            name = _next_bot(names + wanted)
        elif name in bots and not is_bot(name):
            name = f"{name} (bot)"
        names.append(name)
    return names


def _counted(bots: Sequence[str]) -> list[str]:
    """A number stands for that many bots."""
    number = bot_count(bots)
    return list(bots) if number is None else ["bot"] * number


def bot_count(bots: Sequence[str]) -> int | None:
    """How many bots are wanted, if it is a number that was given for them."""
    return whole(bots[0]) if len(bots) == 1 else None


def _next_bot(taken: Sequence[str]) -> str:
    return next(name for number in range(1, len(taken) + 2) if (name := f"Bot {number}") not in taken)


def bot_seats(names: Sequence[str], named: Sequence[str]) -> frozenset[int]:
    """The seats of bots: by their names, or because the user says so now."""
    also = {f"{name} (bot)" for name in named} | set(named)
    return frozenset(seat for seat, name in enumerate(names) if is_bot(name) or name in also)

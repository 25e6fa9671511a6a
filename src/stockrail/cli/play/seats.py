"""Who sits where, and which of them are bots of which level. A bot's name says so: a save file holds nothing but names.

"Zoe (bot)" and "Bot 1" are bots of the usual level, the strongest; "Zoe (random bot)" is a random one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from stockrail.bots.registry import level as find_level
from stockrail.bots.seated import usual
from stockrail.cli.numbers import whole

_BOT_NAME = re.compile(r"bot( \d+)?|(?P<name>.*) \(((?P<level>[^()]+) )?bot\)", re.IGNORECASE)


class Wanted(NamedTuple):
    """A bot as it is asked for: "Zoe", or "Zoe:random" with its level."""

    name: str
    level: str


def wanted(text: str) -> Wanted:
    name, _, level = text.partition(":")
    return Wanted(name.strip(), find_level(level.strip()).name if level else "")


def is_bot(name: str) -> bool:
    return _BOT_NAME.fullmatch(name) is not None


def plain(name: str) -> str:
    """A name without what it says of a bot."""
    found = _BOT_NAME.fullmatch(name)
    return found["name"] if found and found["name"] else name


def seated(players: Sequence[str], bots: Sequence[str]) -> list[str]:
    """The names at the table: "bot" gets a number, whoever is named as a bot is marked as one."""
    asked = [wanted(text) for text in _counted(bots)]
    named = {bot.name: bot for bot in asked if bot.name.lower() != "bot"}
    everybody = [*map(_sitting, players), *(bot for bot in asked if bot.name not in players)]
    names: list[str] = []
    for one in everybody:
        if one.name.lower() == "bot":
            number = _next_bot([*map(plain, names), *(other.name for other in everybody)])
            names.append(f"{number} ({one.level} bot)" if one.level else number)
        elif one.name in named and not is_bot(one.name):
            level = named[one.name].level
            names.append(f"{one.name} ({level} bot)" if level else f"{one.name} (bot)")
        else:
            names.append(one.name)
    return names


def _sitting(text: str) -> Wanted:
    """One of the players: "bot:random" is a bot, whatever else has a colon is a name."""
    return wanted(text) if text.lower().startswith("bot:") else Wanted(text, "")


def _counted(bots: Sequence[str]) -> list[str]:
    """A number stands for that many bots."""
    number = bot_count(bots)
    if number is None:
        return list(bots)
    level = bots[0].partition(":")[2]
    return [f"bot:{level}" if level else "bot"] * number


def bot_count(bots: Sequence[str]) -> int | None:
    """How many bots are wanted, if it is a number that was given for them."""
    return whole(bots[0].partition(":")[0]) if len(bots) == 1 else None


def _next_bot(taken: Sequence[str]) -> str:
    return next(name for number in range(1, len(taken) + 2) if (name := f"Bot {number}") not in taken)


def bot_levels(names: Sequence[str], named: Sequence[str]) -> dict[int, str]:
    """The level of each bot by its seat: bots by their names, or because the user says so now."""
    also = {bot.name: bot.level for bot in map(wanted, named)}
    found: dict[int, str] = {}
    for seat, name in enumerate(names):
        mark = _BOT_NAME.fullmatch(name)
        asked = next((also[known] for known in (name, plain(name)) if known in also), None)
        if mark or asked is not None:
            found[seat] = find_level(asked or (mark and mark["level"]) or usual()).name
    return found

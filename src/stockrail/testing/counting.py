"""Perft: the number of sequences of actions from a position, kept in one file per title.

A change of such a number is a change of the rules, or of what a menu lists. A position is a random game after so many
actions, so that a file needs nothing but numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from stockrail.bots import RandomBot
from stockrail.core import CHANCE, Game
from stockrail.rules.game import RailGame
from stockrail.titles import title as find_title

MOST = 3000  # sequences that are worth counting in a test
DEEPEST = 4


def perft(game: Game, depth: int) -> int:
    """The number of sequences of actions to a depth; a range counts as one action, its lowest.

    Chance is a player with one answer: what the game's seed draws.
    """
    if depth == 0 or game.is_over:
        return 1
    count = 0
    for entry in [game.draw()] if game.actor == CHANCE else game.legal_actions():
        game.push(entry)
        count += perft(game, depth - 1)
        game.pop()
    return count


class Counted(msgspec.Struct, frozen=True):
    """A random game after some actions: its decision, and the number of sequences to each depth."""

    players: int
    seed: int
    actions: int
    waits: str
    counts: tuple[int, ...]


class Positions(msgspec.Struct, frozen=True):
    """The positions of a title, in the order of play within each game."""

    title: str
    positions: tuple[Counted, ...]

    def renewed(self) -> Positions:
        """Count them again. One game is played on from each position to the next."""
        games: dict[tuple[int, int], tuple[RailGame, RandomBot]] = {}
        found = []
        for position in self.positions:
            key = position.players, position.seed
            game, bot = games.setdefault(key, (_fresh(self.title, *key), RandomBot(position.seed)))
            while game.ply < position.actions:
                game.push(bot.choose(game))
            counts = tuple(perft(game, depth) for depth in range(1, len(position.counts) + 1))
            found.append(msgspec.structs.replace(position, waits=type(game.decision).__name__, counts=counts))
        return Positions(self.title, tuple(found))

    def text(self) -> str:
        """The file's text: one line per position."""
        lines = [f"  {{ {', '.join(_fields(position))} }}," for position in self.positions]
        return "\n".join([f'title = "{self.title}"', "positions = [", *lines, "]"]) + "\n"


def _fields(position: Counted) -> Iterator[str]:
    for name, value in msgspec.structs.asdict(position).items():
        yield f"{name} = {msgspec.json.encode(value).decode()}"  # numbers and texts look the same in TOML


def read_positions(path: Path) -> Positions:
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Positions)


def some_positions(title: str, players: int, seed: int) -> Positions:
    """One position for each kind of decision that comes up in a random game."""
    game, bot = _fresh(title, players, seed), RandomBot(seed)
    found: dict[str, Counted] = {}
    while not game.is_over:
        kind = type(game.decision).__name__
        if kind not in found:
            found[kind] = Counted(players, seed, game.ply, kind, tuple(_counts(game)))
        game.push(bot.choose(game))
    return Positions(title, tuple(found.values()))


def _counts(game: RailGame) -> Iterator[int]:
    """Count deeper while the number stays small."""
    before = 1
    for depth in range(1, DEEPEST + 1):
        count = perft(game, depth)
        yield count
        if count * count // before > MOST:
            return
        before = count


def _fresh(title: str, players: int, seed: int) -> RailGame:
    return RailGame(find_title(title), [f"Player {n}" for n in range(1, players + 1)], seed=seed)

"""The suite every title must pass: random games, undo, saving, the audit, consistent decisions, unordered rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

from stockrail.bots import RandomBot
from stockrail.core import Action, ActionRange, Game
from stockrail.core.saving import dump
from stockrail.files.saves import load_save
from stockrail.rules.game import RailGame
from stockrail.titles import title as find_title

CAP = 20_000

K = TypeVar("K")
V = TypeVar("V")


class ConformanceError(AssertionError):
    """A title that breaks the engine's contract; the message says where and how."""


def check_title(
    name: str,
    games: int = 1,
    seed: int = 0,
    players: Iterable[int] | None = None,
    options: Sequence[str] = (),
    preset: str | None = None,
) -> int:
    """Play random games of a title, checking every step; returns the number of actions played."""
    found = find_title(name)
    total = 0
    for count in found.players if players is None else players:
        for number in range(seed, seed + games):
            total += _Playout(name, count, number, options, preset).run()
    return total


class _Playout:
    """One random game under inspection."""

    def __init__(self, name: str, players: int, seed: int, options: Sequence[str], preset: str | None) -> None:
        self.name, self.seed, self.count, self.options, self.preset = name, seed, players, tuple(options), preset
        self.game = self._fresh()
        self.mirror = self._fresh()
        self.bot, self.same_bot = RandomBot(seed), RandomBot(seed)
        self.dice = Random(seed)
        self.pictures = [self.game.state.picture()]

    def _fresh(self) -> RailGame:
        title = find_title(self.name)
        names = [f"Player {n}" for n in range(1, self.count + 1)]
        return RailGame(title, names, self.options, title.resolve_rulings(self.preset, {}), self.seed)

    def run(self) -> int:
        while not self.game.is_over:
            if len(self.pictures) > CAP:
                self._fail(f"no end after {CAP} actions")
            self._step()
        played = len(self.pictures) - 1
        self._check_saving()
        self._check_undo()
        return played

    def _step(self) -> None:
        game = self.game
        check_doors(game)
        self._check_extra()
        action = self.bot.choose(game)
        stir(self.mirror, self.dice)
        self._expect(
            action == self.same_bot.choose(self.mirror),
            "the same seed and bot choose differently, or a menu depends on the order in which rows were entered",
        )
        fork = game.fork()
        game.push(action)
        self._expect(fork.state.picture() == self.pictures[-1], "pushing to a game changes its fork")
        self._check_wire(action)
        self.pictures.append(game.state.picture())
        self._expect(self.pictures[-1] == self.mirror.state.picture(), "a saved and read action leads elsewhere")
        faults = game.title.audit(game)
        self._expect(not faults, "; ".join(faults))

    def _check_extra(self) -> None:
        """Actions available at any time can be taken now and undone: each step tries one."""
        extras = _extras(self.game)
        if extras:
            entry = extras[self.game.ply % len(extras)]
            fork = self.game.fork()
            fork.push(entry)
            faults = fork.title.audit(fork)
            self._expect(not faults, f"{entry}: {'; '.join(faults)}")
            fork.pop()
            self._expect(fork.state.picture() == self.pictures[-1], f"{entry}: taking back does not restore the state")

    def _check_wire(self, action: Action) -> None:
        """Feed the mirror from a save: this reads a save at every step without replaying it."""
        raw = msgspec.json.decode(dump(self.game))["actions"][-1]
        read: Action = msgspec.convert(raw, self.game.title.kinds)
        self._expect(read == action, "an action does not survive being written and read")
        self.mirror.push(read)

    def _check_saving(self) -> None:
        again = load_save(dump(self.game))
        self._expect(again.state.picture() == self.pictures[-1], "the saved game is another one")
        self._expect(again.result() == self.game.result(), "the saved game ends otherwise")

    def _check_undo(self) -> None:
        for picture in reversed(self.pictures[:-1]):
            self.game.pop()
            self._expect(self.game.state.picture() == picture, "taking back does not restore the state")

    def _expect(self, holds: bool, message: str) -> None:
        if not holds:
            self._fail(message)

    def _fail(self, message: str) -> None:
        number = len(self.game.actions)
        raise ConformanceError(f"{self.name}, {self.count} players, seed {self.seed}, action {number}: {message}")


def stir(game: Game, dice: Random) -> None:
    """Shuffle what has no order: the rows of tables, the purses, the places. Nothing may depend on it.

    Taking back leaves such an order behind, only more rarely.
    """
    state = game.state
    for table in state.tables:
        table.unordered = _shuffled(table.unordered, dice)
    state.cash.amounts = _shuffled(state.cash.amounts, dice)
    state.shelves.place_of = _shuffled(state.shelves.place_of, dice)
    state.shelves.things = _shuffled(state.shelves.things, dice)


def _shuffled(rows: dict[K, V], dice: Random) -> dict[K, V]:
    pairs = list(rows.items())
    dice.shuffle(pairs)
    return dict(pairs)


def _extras(game: Game) -> list[Action | ActionRange[Any]]:
    """What any player may do, whoever's turn it is."""
    return [entry for seat in range(len(game.players)) for entry in game.title.any_time(game, seat)]


def check_doors(game: Game) -> None:
    """`check`, `any` and `list` agree: the menu is not empty, every entry is legal, and ranges end where they say.

    `kinds` names every kind of action that is listed. What is open to anybody at any time is legal, too.
    """
    decision = game.decision
    if decision is None:
        return
    menu = game.legal_actions()
    if not menu or not decision.any(game):
        raise ConformanceError(f"{decision} is waiting but lists no actions")
    _check_kinds(game, menu)
    for entry in (*menu, *_extras(game)):
        if isinstance(entry, ActionRange):
            _check_range(game, entry)
        else:
            game.check(entry)


def _check_kinds(game: Game, menu: Iterable[Action | ActionRange[Any]]) -> None:
    decision = game.decision
    assert decision is not None
    kinds = decision.kinds(game)
    for entry in menu:
        action = entry.action if isinstance(entry, ActionRange) else entry
        if not isinstance(action, kinds):
            raise ConformanceError(f"{decision} lists {action}, but its kinds do not include {type(action).__name__}")


def _check_range(game: Game, entry: ActionRange[Any]) -> None:
    """Screens describe a range by its action, so that action must have the lowest number."""
    if not entry or entry.action != entry.lowest():
        raise ConformanceError(f"{entry} does not start with its own action")
    first, last = entry.low, entry.values()[-1]
    for number in (first, last):
        game.check(entry.at(number))
    if game.is_legal(entry.at(last + entry.step)):
        raise ConformanceError(f"{entry} ends too early")
    before = entry.at(first - entry.step)
    if game.is_legal(before) and before not in game.legal_actions(before.player):
        raise ConformanceError(f"{entry} starts too late")

"""The suite every title must pass: games of bots, undo, saving, the audit, consistent decisions, unordered rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

from stockrail.bots import Bot
from stockrail.bots import bot as make_bot
from stockrail.bots.reach import Reach, reach_of
from stockrail.bots.registry import strongest_cheap
from stockrail.core import CHANCE, Action, ActionRange, Game
from stockrail.core.saving import dump
from stockrail.files.saves import load_save
from stockrail.rules.game import RailGame
from stockrail.titles import title as find_title

CAP = 20_000

K = TypeVar("K")
V = TypeVar("V")


class ConformanceError(AssertionError):
    """A title that breaks the engine's contract; the message says where and how."""


class Checked(msgspec.Struct, frozen=True):
    """A game that was played under inspection, and how far it came."""

    title: str
    bot: str
    players: int
    seed: int
    actions: int
    phases: tuple[str, ...]
    kinds: dict[str, int]


RANDOM = "random"


def check_title(
    name: str,
    games: int = 1,
    seed: int = 0,
    players: Iterable[int] | None = None,
    options: Sequence[str] = (),
    preset: str | None = None,
    bots: Sequence[str] | None = None,
) -> int:
    """Play games of a title, checking every step; returns the number of actions played.

    Random bots play all of them. The strongest bot that is fast enough plays one more, because it comes further into
    the game; with `bots`, these play all games instead. `check_games` says how far each game came.
    """
    return sum(game.actions for game in check_games(name, games, seed, players, options, preset, bots))


def check_games(
    name: str,
    games: int = 1,
    seed: int = 0,
    players: Iterable[int] | None = None,
    options: Sequence[str] = (),
    preset: str | None = None,
    bots: Sequence[str] | None = None,
) -> Iterator[Checked]:
    """Play the games of `check_title`; yields each one when it has ended without a fault."""
    counts = list(find_title(name).players if players is None else players)
    plan = [
        (bot, count, number) for bot in bots or (RANDOM,) for count in counts for number in range(seed, seed + games)
    ]
    strong = strongest_cheap().name
    if bots is None and strong != RANDOM:
        plan.append((strong, min(counts), seed))
    for bot, count, number in plan:
        yield _Playout(name, bot, count, number, options, preset).run()


def how_far(games: Iterable[Checked]) -> dict[str, Reach]:
    """How far the games of each bot came."""
    by_bot: dict[str, list[Checked]] = {}
    for game in games:
        by_bot.setdefault(game.bot, []).append(game)
    return {
        bot: reach_of(((game.phases, game.kinds) for game in played), list(find_title(played[0].title).phases))
        for bot, played in by_bot.items()
    }


class _Playout:
    """One game under inspection."""

    def __init__(
        self, name: str, bot: str, players: int, seed: int, options: Sequence[str], preset: str | None
    ) -> None:
        self.name, self.seed, self.count, self.options, self.preset = name, seed, players, tuple(options), preset
        self.game = self._fresh()
        self.mirror = self._fresh()
        self.spec, self.bot, self.same_bot = bot, make_bot(bot, seed), make_bot(bot, seed)
        self.dice = Random(seed)
        self.pictures = [self.game.state.picture()]
        self.phases = [self.game.phase.name]
        self.kinds: Counter[str] = Counter()

    def _fresh(self) -> RailGame:
        title = find_title(self.name)
        names = [f"Player {n}" for n in range(1, self.count + 1)]
        return RailGame(title, names, self.options, title.resolve_rulings(self.preset, {}), self.seed)

    def run(self) -> Checked:
        while not self.game.is_over:
            if len(self.pictures) > CAP:
                self._fail(f"no end after {CAP} actions")
            self._step()
        played, kinds = len(self.pictures) - 1, dict(sorted(self.kinds.items()))
        self._check_saving()
        self._check_undo()
        return Checked(self.name, self.spec, self.count, self.seed, played, tuple(self.phases), kinds)

    def _step(self) -> None:
        game = self.game
        check_doors(game)
        self._check_extra()
        self.kinds[type(game.decision).__name__] += 1
        action = self._choice(self.bot, game)
        stir(self.mirror, self.dice)
        self._expect(
            action == self._choice(self.same_bot, self.mirror),
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
        if game.phase.name != self.phases[-1]:
            self.phases.append(game.phase.name)

    def _choice(self, bot: Bot, game: RailGame) -> Action:
        """What a bot does, or what chance brings."""
        return game.draw() if game.actor == CHANCE else bot.choose(game)

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

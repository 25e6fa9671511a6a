"""Games of self-play in which each seat's weights are changed at random, to see what a change does to the result.

What goes with winning need not lead to it: who wins has more companies, but one more company wins nothing. So weights
are changed by lot, and whatever then differs between players is an effect of the change. Games come in pairs with the
same seed; in the second one each change goes the other way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from stockrail.bots.bot import Bot
from stockrail.bots.collecting import rare_collections
from stockrail.bots.evaluate import STAGES, Tables, Weights
from stockrail.bots.greedy import GreedyBot
from stockrail.bots.prospects import FEATURES
from stockrail.bots.random_bot import RandomBot
from stockrail.core.chance import Dice
from stockrail.rules.game import begin
from stockrail.titles import title as find_title

UNIT = "cash"  # weights are compared with it, so it stays
LEVELS = tuple(name for name in FEATURES if name != UNIT)
GENERAL = ("envy", "boldness", "variety")
LATER, LESS = " later", " left out"
LEVEL = 0.6  # a weight is multiplied by e to this power, or divided,
TILT = 0.4  # and once more so at the end of the game, the other way round at its beginning
LEFT_OUT = 8  # one weight of so many is left out instead
WORK = 100  # units of work for a decision: half of what a bot may use, so that there are more games
TABLES = ((4, 0), (5, 0), (3, 1), (3, 0))  # how many shaken and how many random players pairs of games have, in turn
CAP = 5_000
LEAST = 0.3  # of the mean is added to what players have in the end, so that ruin does not outweigh all else

Shift = Mapping[str, float]
"""What is changed, by the name of the weight: the logarithm of a factor, or 1 for a weight that is left out."""


class Trial(msgspec.Struct):
    """A game that was played to see effects: the changes and the final worth of each player who had any."""

    title: str
    seed: int
    seats: list[int]
    shifts: list[dict[str, float]]
    worth: list[int]
    phase: str = ""  # the last one of the game
    actions: int = 0

    @property
    def results(self) -> list[float]:
        """The logarithm of what each player has in the end, less the mean of these players."""
        least = 1 + LEAST * max(0.0, sum(self.worth) / len(self.worth))
        logs = [math.log(max(0, worth) + least) for worth in self.worth]
        mean = sum(logs) / len(logs)
        return [log - mean for log in logs]


# -- changes --------------------------------------------------------------------------------------------------------


def drawn(dice: Dice) -> dict[str, float]:
    """Each weight up or down, some left out."""
    shift = {name: _either(dice, LEVEL) for name in (*LEVELS, *GENERAL)}
    shift |= {name + LATER: _either(dice, TILT) for name in LEVELS}
    for name in (*LEVELS, *GENERAL):
        if dice.below(LEFT_OUT) == 0:
            shift = {key: value for key, value in shift.items() if key not in (name, name + LATER)}
            shift[name + LESS] = 1.0
    return shift


def _either(dice: Dice, size: float) -> float:
    return size if dice.below(2) else -size


def mirrored(shift: Shift) -> dict[str, float]:
    """The opposite change; what is left out stays so."""
    return {name: value if name.endswith(LESS) else -value for name, value in shift.items()}


def shifted(tables: Tables, shift: Shift) -> Tables:
    """The weights after a change."""
    found = {"all": {name: weight * _factor(shift, name, 0) for name, weight in tables["all"].items()}}
    for place, stage in enumerate(STAGES):
        found[stage] = {name: weight * _factor(shift, name, place - 1) for name, weight in tables[stage].items()}
    return found


def _factor(shift: Shift, name: str, later: int) -> float:
    if shift.get(name + LESS):
        return 0.0
    return math.exp(shift.get(name, 0.0) + later * shift.get(name + LATER, 0.0))


# -- games ----------------------------------------------------------------------------------------------------------


def trial(title: str, number: int, tables: Tables) -> Trial:
    """One game of a pair; the number tells the pair, which of the two it is, and how many players there are."""
    pair, second = divmod(number, 2)
    shaken, others = _table(title, pair)
    dice = Dice(pair)
    shifts = [drawn(dice) for _ in range(shaken)]
    if second:
        shifts = [mirrored(shift) for shift in shifts]
    seats = sorted(dice.shuffled(range(shaken + others))[:shaken])
    weights = {seat: Weights(shifted(tables, shift)) for seat, shift in zip(seats, shifts, strict=True)}
    bots: list[Bot] = [
        GreedyBot(pair + seat, WORK, weights[seat]) if seat in weights else RandomBot(pair + seat)
        for seat in range(shaken + others)
    ]
    worth, phase, actions = played(title, pair, bots)
    return Trial(title, number, seats, shifts, [worth[seat] for seat in seats], phase, actions)


def _table(title: str, pair: int) -> tuple[int, int]:
    """How many shaken and random players sit at a table; as many as the title allows, if that is fewer."""
    shaken, others = TABLES[pair % len(TABLES)]
    most = max(find_title(title).players)
    return min(shaken, most - others), others


def played(title: str, seed: int, bots: Sequence[Bot]) -> tuple[Sequence[int], str, int]:
    """What everybody has at the end of a game, its last phase, and its length."""
    game = begin(find_title(title), [f"Bot {n}" for n in range(1, len(bots) + 1)], seed=seed)
    with rare_collections():
        while not game.is_over and game.ply < CAP:
            assert game.actor is not None
            game.push(bots[game.actor].choose(game) if game.actor >= 0 else game.draw())
    return game.result().worth, game.phase.name, game.ply


def told(found: Iterable[Trial]) -> str:
    """How many games, and in which phases they ended."""
    trials = list(found)
    phases = [one.phase for one in trials]
    ends = ", ".join(f"{phases.count(name)} in phase {name}" for name in dict.fromkeys(sorted(phases)))
    return f"{len(trials)} games, {ends}"

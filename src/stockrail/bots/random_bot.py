"""The random bot: it picks a kind of action by weight, then one action of that kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.bots.bot import Thought
from stockrail.core import CHANCE, Action, ActionRange, Game
from stockrail.core.chance import Dice

# Bots do not talk others into ending a game.
NEVER: Mapping[str, int] = {"ProposeEnd": 0}
# A random player that never declines would not get through a train step, one that always does would not play.
# What ends games or a player's part in them is rare. Kinds that are not named have the usual weight.
WEIGHTS: Mapping[str, int] = {
    "Pass": 4,
    "SellShares": 1,
    "IssueShares": 2,
    "RedeemShares": 2,
    "GoBankrupt": 2,
    **NEVER,
}
USUAL = 8


class RandomBot:
    """Deterministic for a seed: the same bot makes the same choices in the same game, with the kernel and without it.

    It runs trains as the menu proposes.
    """

    name = "random"
    version = "1"

    def __init__(self, seed: int = 0, weights: Mapping[str, int] | None = None) -> None:
        self.dice = Dice(seed)
        self.weights = weights

    def choose(self, game: Game) -> Action:
        """A legal action. Where the game waits for a draw, the game's own draw: bots do not load the dice."""
        if game.actor == CHANCE:
            return game.draw()
        kinds: dict[str, list[Action | ActionRange[Any]]] = {}
        for entry in game.legal_actions(game.actor):  # what is open at any time included
            kinds.setdefault(type(_action(entry)).__name__, []).append(entry)
        weights = {**WEIGHTS, **game.title.random_play} if self.weights is None else {**NEVER, **self.weights}
        names = list(kinds)
        entries = kinds[names[self._drawn([weights.get(name, USUAL) for name in names])]]
        taste = game.title.random_taste
        place = self._drawn([taste(game, _action(entry)) for entry in entries])
        return self._one(entries[place], weights)

    def explain(self) -> Sequence[Thought]:
        """Nothing: there was no thought."""
        return ()

    def _drawn(self, weights: list[int]) -> int:
        """A place, by its weight; the first one where nothing weighs anything."""
        number = self.dice.below(sum(weights)) if sum(weights) else -1
        for place, weight in enumerate(weights):
            number -= weight
            if number < 0:
                return place
        raise AssertionError("the weights do not sum up")

    def _one(self, entry: Action | ActionRange[Any], weights: Mapping[str, int]) -> Action:
        """From a range, usually the lowest number, sometimes any: random bids would ruin everybody at once."""
        if not isinstance(entry, ActionRange):
            return entry
        values = entry.values()[: weights.get(f"{type(entry.action).__name__} numbers")]
        lowest = self.dice.below(10) < 7
        action: Action = entry.at(values[0] if lowest else values[self.dice.below(len(values))])
        return action


def _action(entry: Action | ActionRange[Any]) -> Action:
    return entry.action if isinstance(entry, ActionRange) else entry

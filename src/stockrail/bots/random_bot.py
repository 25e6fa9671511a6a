"""The random bot: it picks a kind of action by weight, then one action of that kind."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from stockrail.core import Action, ActionRange, Game

# A random player that never declines would not get through a train step, one that always does would not play.
# Kinds that are not named weigh 4. What ends games or a player's part in them is rare.
WEIGHTS: Mapping[str, float] = {
    "Pass": 2,
    "SellShares": 0.5,
    "IssueShares": 1,
    "RedeemShares": 1,
    "CloseMinor": 4,
    "GoBankrupt": 1,
    "ProposeEnd": 0,
}
USUAL = 4.0


class RandomBot:
    """Deterministic for a seed: the same bot in the same game does the same."""

    def __init__(self, seed: int = 0, weights: Mapping[str, float] | None = None) -> None:
        self.dice = random.Random(seed)
        self.weights = WEIGHTS if weights is None else weights

    def choose(self, game: Game) -> Action:
        """One legal action."""
        kinds: dict[str, list[Action | ActionRange[Any]]] = {}
        for entry in game.legal_actions():
            action = entry.action if isinstance(entry, ActionRange) else entry
            kinds.setdefault(type(action).__name__, []).append(entry)
        names = list(kinds)
        weights = [self.weights.get(name, USUAL) for name in names]
        kind = self.dice.choices(names, weights)[0] if sum(weights) else self.dice.choice(names)
        return self._one(self.dice.choice(kinds[kind]))

    def _one(self, entry: Action | ActionRange[Any]) -> Action:
        """Of a range usually the lowest number, sometimes any: random bids would ruin everybody at once."""
        if not isinstance(entry, ActionRange):
            return entry
        values = entry.values()
        action: Action = entry.at(values[0] if self.dice.random() < 0.7 else self.dice.choice(values))
        return action

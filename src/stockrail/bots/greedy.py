"""The greedy bot: it tries each action worth trying and takes the one that leads to the best position for it."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.bots.bot import Thought
from stockrail.bots.candidates import TrainTalk
from stockrail.bots.effort import Effort
from stockrail.bots.evaluate import Weights, weights_for
from stockrail.bots.mind import Idea, Mind
from stockrail.core import CHANCE, Action, ActionRange
from stockrail.core.chance import Dice
from stockrail.rules.actions import Pass
from stockrail.rules.agreement import Proposal
from stockrail.rules.game import RailGame

WORK = 200  # units of work for one decision, besides looking at the position as it is
SHOWN = 5  # alternatives that are explained
ALIKE = 2.0  # money: ideas that are worth so little less than the best one are as good as it,
ALIKE_PART = 0.002  # and this part of what the best one is worth


class GreedyBot:
    """Looks one action ahead, and as far as that action goes on by itself."""

    name = "greedy"
    version = "7"

    def __init__(self, seed: int = 0, work: int = WORK, weights: Weights | None = None) -> None:
        self.seed = seed
        self.allowed = work
        self.weights = weights
        self.work = 0
        self._mind: Mind | None = None
        self._ideas: list[Idea] = []
        self._chosen: Idea | None = None

    def choose(self, game: RailGame) -> Action:
        """The action with the highest value; of those that are nearly as good, one by the bot's seed."""
        self._mind, self._ideas, self._chosen = None, [], None
        assert game.actor is not None
        if game.actor == CHANCE:
            return game.draw()
        menu = game.legal_actions()
        if len(menu) == 1 and not isinstance(menu[0], ActionRange):
            return menu[0]
        talk = TrainTalk(game)
        if talk.is_endless and game.is_legal(Pass(game.actor)):
            return Pass(game.actor)
        own = game.fork_for(game.actor, self.seed, history=False)  # all that is looked at from here on
        key = own.key()
        self._mind = Mind(own, talk, self.weights or weights_for(game.title), Effort(self.allowed))
        self._ideas = self._mind.ideas(menu)
        self.work += self._mind.effort.used
        self._chosen = self._preferred(own, key)
        return self._chosen.action

    def _preferred(self, game: RailGame, key: int) -> Idea:
        """The best idea, or one nearly as good: which, depends on the seed and the position, not on how it arose."""
        best = max(self._ideas, key=lambda idea: idea.value)
        assert self._mind is not None
        least = best.value - self._mind.evaluation.variety * (ALIKE + ALIKE_PART * abs(best.value))
        alike = [idea for idea in self._ideas if idea.value >= least]
        if len(alike) == 1 or isinstance(game.decision, Proposal):
            return best
        return alike[Dice(self.seed ^ key).below(len(alike))]

    def explain(self) -> Sequence[Thought]:
        """The last choice and its best alternatives, each with its value by feature."""
        best = sorted(self._ideas, key=lambda idea: (idea is not self._chosen, -idea.value))[:SHOWN]
        mind = self._mind
        return [Thought(idea.action, idea.value, mind.parts(idea) if mind else {}) for idea in best]

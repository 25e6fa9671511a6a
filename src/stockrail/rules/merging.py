"""A company proposes to merge with another; whoever leads that one is asked, unless they are the same."""

from __future__ import annotations

from stockrail.core import Action
from stockrail.rules.actions import Merge, Pass
from stockrail.rules.agreement import Proposal
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import R, RailGame
from stockrail.rules.shares import controlled


class MergeDecision(CompanyDecision[R], frozen=True):
    """Merge, or not. A title says with whom, and what follows."""

    deeds = (Merge, Pass)
    unasked_fault = "merge_or_pass"
    tells = ("other",)

    def take(self, game: R, action: Action) -> None:
        if not isinstance(action, Merge):
            game.pop_frame()
            return
        asked = controlled(game, action.other)
        if asked == action.player:
            game.pop_frame()
            self.merge(game, action)
        else:
            game.note("proposes_merger", company=self.company, other=action.other, player=asked)
            game.push_frame(MergerOffer(asked, action))

    def merge(self, game: R, action: Merge) -> None:
        """Carry it out; the step has left the stack."""
        raise NotImplementedError

    def refuse(self, game: R, action: Merge) -> None:
        """The other one said no; the step is on top."""
        raise NotImplementedError


class MergerOffer(Proposal, frozen=True):
    """Whether whoever leads the other company agrees."""

    merger: Merge

    def accepted(self, game: RailGame) -> None:
        step = self._step(game)
        game.pop_frame()
        step.merge(game, self.merger)

    def refused(self, game: RailGame) -> None:
        self._step(game).refuse(game, self.merger)

    def _step(self, game: RailGame) -> MergeDecision:
        step = game.stack[-1]
        assert isinstance(step, MergeDecision)
        return step

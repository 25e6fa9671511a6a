"""8.3, 12.1 SEFTA: two railways become one in the middle of an operating round."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import Merge, Pass
from stockrail.rules.agreement import Proposal
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.prices import by_price
from stockrail.rules.shares import controlled
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.titles.g1883.companies import in_game, is_launched, merged, phase_has_come
from stockrail.titles.g1883.merger import begin_merger, merged_company, parents_of
from stockrail.titles.g1883.state import Game1883

OFF = "merger_off"  # 12.1-c the flag of a merger that can never happen any more


class MergeStep(CompanyDecision[Game1883], frozen=True):
    """8.3-a, b The last step of a parent's turn."""

    refused: bool = False

    def any(self, game: Game1883) -> bool:
        return self.company in parents_of(game) and self._fault(game) is None

    def check(self, game: Game1883, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, Merge) or action.company != self.company:
            raise game.refusal("merge_or_pass", company=self.company)
        fault = "no_such_survivor" if action != self._merge(game) else self._fault(game)
        if fault:
            raise game.refusal(fault, company=self.company, other=action.other)

    def kinds(self, game: Game1883) -> tuple[type[Action], ...]:
        return (Merge, Pass)

    def list(self, game: Game1883) -> Menu:
        merges: Menu = [] if self._fault(game) else [self._merge(game)]
        return [*merges, Pass(self.actor(game))]

    def take(self, game: Game1883, action: Action) -> None:
        if not isinstance(action, Merge):
            game.pop_frame()
            return
        asked = controlled(game, action.other)
        if asked == action.player:  # A52
            game.pop_frame()
            begin_merger(game, action.company, action.other)
        else:
            game.note("proposes_merger", company=self.company, other=action.other, player=asked)
            game.push_frame(MergerOffer(asked, action))

    def _merge(self, game: Game1883) -> Merge:
        return Merge(self.actor(game), self.company, self._other(game), merged_company(game))

    def _other(self, game: Game1883) -> str:
        return next(parent for parent in parents_of(game) if parent != self.company)

    def _fault(self, game: Game1883) -> str | None:
        """8.3-a, l"""
        other, turns = self._other(game), game.state.turns
        if merged(game) or game.state.flags.get(OFF) or not is_launched(game, other):
            return "no_partner"
        if not phase_has_come(game, game.title.facts["merger"]["from_phase"]):
            return "merger_too_early"
        if not turns.get(self.company) or not turns.get(other):
            return "not_operated_yet"
        if not joined(game, self.company, other):
            return "not_joined_by_track"
        return "merger_refused" if self.refused else None


class MergerOffer(Proposal[Game1883], frozen=True):
    """8.3-a Whether the other president agrees."""

    merger: Merge

    def accepted(self, game: Game1883) -> None:
        game.pop_frame()
        begin_merger(game, self.merger.company, self.merger.other)

    def refused(self, game: Game1883) -> None:
        game.change_frame(refused=True)


def joined(game: Game1883, one: str, other: str) -> bool:
    """8.3-a Whether a route from a token of one reaches a token of the other; that is so both ways or not at all."""
    return not track(game).reach(one, one_stop_a_hex=False).stops.isdisjoint(cities_of(game, other))


def merge_by_duty(game: Game1883) -> None:
    """12.1 After the turn (or card) that brought the first 5; pushes frames; gone for good if it is not possible."""
    parents = parents_of(game)
    if all(is_launched(game, parent) and in_game(game, parent) for parent in parents):
        company, other = by_price(game, parents)  # A58
        begin_merger(game, company, other, by_duty=True)
    else:
        game.state.flags[OFF] = True
        game.note("merger_is_off", company=merged_company(game))

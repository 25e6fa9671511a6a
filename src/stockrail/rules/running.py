"""The step in which a company's trains run: reading a run, listing the best one, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action, Frame, Menu
from stockrail.routes import Run, best_run, good_run, has_route, written_run
from stockrail.rules.actions import RunTrains, TrainRun, run_action
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import R, RailGame


class RunDecision(CompanyDecision[R], frozen=True):
    """The run of all trains of a company. Its menu names the best run, which may need a long search."""

    def any(self, game: R) -> bool:
        setting = game.title.run_setting(game, self.company)
        return setting is not None and bool(setting.trains) and has_route(setting.track, self.company, setting.rules)

    def check(self, game: R, action: Action) -> None:
        if not isinstance(action, RunTrains) or action.company != self.company:
            raise game.refusal("run_first", company=self.company)
        self.check_run(game, self.read(game, action))

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (RunTrains,)

    def list(self, game: R) -> Menu:
        return [run_action(self.actor(game), self.company, self.proposal(game))]

    def take(self, game: R, action: Action) -> None:
        assert isinstance(action, RunTrains)
        run = self.read(game, action)
        for route in run.routes:
            game.note("runs", company=self.company, train=route.train, hexes=route.hexes, revenue=route.revenue)
        game.state.flags["revenue"] = run.total
        game.replace_frame(self.dividend(game, run))

    def skip(self, game: R) -> None:
        game.replace_frame(self.dividend(game, Run()))

    # -- what a title says --------------------------------------------------------------------------------------

    def read(self, game: R, action: RunTrains) -> Run:
        """The run as it is written, checked and added up; raises IllegalAction."""
        return read(game, self.company, action.runs)

    def check_run(self, game: R, run: Run) -> None:
        """Raise IllegalAction where a run that is allowed does not suffice."""

    def proposal(self, game: R) -> Run:
        return most_of(game, self.company)

    def dividend(self, game: R, run: Run) -> Frame:
        """The frame in which the earnings are paid."""
        raise NotImplementedError


def most_of(game: RailGame, company: str) -> Run:
    """The best run, proven. With facts that somebody has changed the search is bounded: `complete` tells of a proof.

    A train that goes on for ever on a full map needs a proof that takes for ever, and anybody can write that down.
    """
    return good_run(game, company) if game.title.overlay else best_run(game, company)


def read(game: RailGame, company: str, runs: Sequence[TrainRun]) -> Run:
    """A run as it is written, checked and added up; raises IllegalAction."""
    return written_run(game, company, [(run.train, run.hexes) for run in runs])

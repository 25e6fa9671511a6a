"""Mini: three railways on twelve hexes, the smallest title that is a whole game."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action, Frame
from stockrail.routes import Apart, OneStopAHex, Run, RunRules, Service, Setting, TrainUse
from stockrail.rules import actions as acts
from stockrail.rules import rounds
from stockrail.rules.agreement import end_game
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import RailGame
from stockrail.rules.laying import TrackStep
from stockrail.rules.prices import move_left, move_right
from stockrail.rules.running import RunDecision
from stockrail.rules.setup import lay_out
from stockrail.rules.state import city_at
from stockrail.rules.station import StationStep
from stockrail.rules.stock import SellingTurn
from stockrail.rules.title import RailTitle
from stockrail.rules.track import track
from stockrail.rules.train_step import TrainStep
from stockrail.rules.trains import trains_of, type_of


class StockTurn(SellingTurn, frozen=True):
    """2 A company that is started has a token at home and operates at once."""

    def do(self, game: RailGame, action: Action) -> None:
        super().do(game, action)
        if isinstance(action, acts.StartCompany):
            home = game.title.companies[action.company].home
            assert home is not None
            game.state.floated[action.company] = True
            game.state.shelves.move(f"{action.company}.0", city_at(*home))


class RunStep(RunDecision, frozen=True):
    """5 Any run; the menu names the best one."""

    def dividend(self, game: RailGame, run: Run) -> Frame:
        return Dividend(self.company, run.total)


class Dividend(DividendStep, frozen=True):
    """6 The price rises with a dividend, and falls without."""

    def move_price(self, game: RailGame, dividend: int) -> None:
        (move_right if dividend else move_left)(game, self.company)


class Order(rounds.Order, frozen=True):
    """1 A stock round, then the operating rounds of the phase; 8 until the bank is empty, or for twelve turns."""

    def next_turn(self, game: RailGame) -> None:
        if self.turn < 12:
            super().next_turn(game)
        else:
            end_game(game, "turns")


STEPS = (TrackStep, StationStep, RunStep, TrainStep)
REFUSALS = {"StockTurn": "2", "TrackStep": "3", "StationStep": "4", "RunStep": "5", "Dividend": "6", "TrainStep": "7"}
WORDS = {
    "events": {"game_ends reason=turns": "The game ends: turn 12 was the last"},
    "prompts": {"Dividend": "Pay out or withhold"},
}


class Mini(RailTitle):
    """The title: what is where at the beginning, who operates, and what they do."""

    name = "Mini"
    package = __name__
    players = range(2, 5)
    hours = (1, 2)
    weight = 1
    words, refusals = WORDS, REFUSALS
    actions = acts.COMMON

    def set_up(self, game: RailGame) -> None:
        lay_out(game)
        game.stack = (Order(),)

    def stock_turn(self, game: RailGame, player: int) -> Frame:
        return StockTurn(player)

    def operating_steps(self, game: RailGame, company: str) -> Sequence[Frame]:
        return [step(company) for step in STEPS]

    def run_setting(self, game: RailGame, company: str) -> Setting:
        trains = tuple(TrainUse(train, type_of(game, train).stops) for train in trains_of(game, company))
        rules = RunRules(game.phase.offboard, (Service.counting("city", "offboard"),), (OneStopAHex(),), Apart())
        return Setting(track(game), trains, rules)


TITLE = Mini()

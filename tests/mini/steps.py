"""The steps of Mini: the stock turn, and what a company does in its turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stockrail.core import Action, ActionRange, Decision, LegalActions, Menu
from stockrail.routes import best_run
from stockrail.rules import actions as acts
from stockrail.rules.decisions import CompanyDecision, RunDecision
from stockrail.rules.dividends import note_dividend, pay_shares
from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import move_left, move_right, place_marker, price
from stockrail.rules.shares import most_to_sell, sell, settle_presidency, singles_of
from stockrail.rules.state import BANK, DEPOT, POOL, certs_at, city_at
from stockrail.rules.stock import SellingTurn
from stockrail.rules.tokens import cities_to_token, spare_of
from stockrail.rules.track import TrackStep, put_tile
from stockrail.rules.trains import begin_phase, begins_phase, limit_of, move_train, top_of_stack, trains_of, type_of


def check_listed(step: Decision, game: RailGame, action: Action) -> None:
    """Menus are short here: what is listed is legal and nothing else."""
    if action not in LegalActions(step.list(game)):
        raise game.refusal("not_listed", player=step.actor(game))


class Step(CompanyDecision, frozen=True):
    """A step of a company's turn; it is skipped where it lists nothing but a pass."""

    def any(self, game: RailGame) -> bool:
        return any(not isinstance(entry, acts.Pass) for entry in self.list(game))

    def check(self, game: RailGame, action: Action) -> None:
        check_listed(self, game, action)


class StockTurn(SellingTurn, frozen=True):
    """2 Sell any shares, then buy one, start a company, or pass."""

    def any(self, game: RailGame) -> bool:
        return not isinstance(next(self.entries(game)), acts.Pass)

    def entries(self, game: RailGame) -> Iterator[Action | ActionRange[Any]]:
        cash, (held, limit) = game.state.cash[self.player], game.title.certificates(game, self.player)
        for company in [c for c in game.title.companies if c in game.state.par and c not in self.sold]:
            if most := most_to_sell(game, self.player, company):
                yield ActionRange(acts.SellShares(self.player, company, 1), "count", 1, most)
        for company in game.title.companies if held < limit else ():
            if company not in game.state.par:
                values = [value for value in game.title.grid.par if 2 * value <= cash]
                yield from (acts.StartCompany(self.player, company, value) for value in values)
            elif (self.player, company) not in game.state.sold and price(game, company) <= cash:
                sources = [source for source in (company, POOL) if singles_of(game, source, company)]
                yield from (acts.BuyShare(self.player, company, source) for source in sources)
        yield acts.Pass(self.player)

    def to_sell_first(self, game: RailGame) -> Sequence[str]:
        return ()

    def check_deed(self, game: RailGame, action: Action) -> None:
        check_listed(self, game, action)

    check_block = check_deed

    def sell(self, game: RailGame, action: acts.SellShares) -> None:
        sell(game, self.player, action.company, action.count)

    def do(self, game: RailGame, action: Action) -> None:
        if isinstance(action, acts.StartCompany):
            start_company(game, action)
        elif isinstance(action, acts.BuyShare):
            buy_share(game, action)


def start_company(game: RailGame, action: acts.StartCompany) -> None:
    """2 Two shares for the founder, their price for the treasury, a token at home; it operates at once."""
    player, company, value = action.player, action.company, action.value
    home = game.title.companies[company].home
    assert home is not None
    game.state.par[company] = value
    game.state.floated[company] = True
    place_marker(game, company, game.title.grid.par[value])
    pay(game, player, company, 2 * value)
    game.state.shelves.move(f"{company}_0", certs_at(player, company))
    game.state.shelves.move(f"{company}.0", city_at(*home))
    game.note("starts", player=player, company=company, value=value)


def buy_share(game: RailGame, action: acts.BuyShare) -> None:
    """2 A share of the treasury pays the company, one of the pool the bank."""
    player, company, cost = action.player, action.company, price(game, action.company)
    pay(game, player, company if action.source == company else BANK, cost)
    game.state.shelves.move(singles_of(game, action.source, company)[0], certs_at(player, company))
    game.note("buys_share", player=player, company=company, source=action.source, amount=cost)
    settle_presidency(game, company)


class LayTrack(TrackStep, frozen=True):
    """3 One tile, free of charge."""

    def any(self, game: RailGame) -> bool:
        return next(self.possible(game), None) is not None

    def take(self, game: RailGame, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, acts.LayTile):
            hex_, tile, turned = action.hex, action.tile, action.rotation
            game.note("lays", company=self.company, hex=hex_, tile=tile, rotation=turned, cost=0)
            put_tile(game, hex_, tile, turned)


class PlaceStation(Step, frozen=True):
    """4 One token, free of charge."""

    def list(self, game: RailGame) -> Menu:
        cities = cities_to_token(game, self.company) if spare_of(game, self.company) else []
        player = self.actor(game)
        return [*(acts.PlaceToken(player, self.company, *city) for city in cities), acts.Pass(player)]

    def take(self, game: RailGame, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, acts.PlaceToken):
            game.state.shelves.move(spare_of(game, self.company)[0], city_at(action.hex, action.stop))
            game.note("places_token", company=self.company, hex=action.hex)


class RunStep(RunDecision, frozen=True):
    """5 The trains run for the most that they can earn."""

    def any(self, game: RailGame) -> bool:
        return bool(self.list(game))

    def check(self, game: RailGame, action: Action) -> None:
        check_listed(self, game, action)

    def list(self, game: RailGame) -> Menu:
        runs = tuple(acts.TrainRun(*written) for written in best_run(game, self.company).written)
        return [acts.RunTrains(self.actor(game), self.company, runs)] if runs else []

    def take(self, game: RailGame, action: Action) -> None:
        run = best_run(game, self.company)
        for route in run.routes:
            game.note("runs", company=self.company, train=route.train, hexes=route.hexes, revenue=route.revenue)
        game.replace_frame(Dividend(self.company, run.total))

    def skip(self, game: RailGame) -> None:
        game.replace_frame(Dividend(self.company, 0))


class Dividend(Step, frozen=True):
    """6 All to the shareholders, and the price rises; or all to the treasury, and it falls."""

    revenue: int

    def list(self, game: RailGame) -> Menu:
        player, kinds = self.actor(game), ("full", "withhold") if self.revenue else ()
        return [acts.PayOut(player, self.company, kind) for kind in kinds]

    def take(self, game: RailGame, action: Action) -> None:
        self.pay(game, self.revenue if action == acts.PayOut(action.player, self.company, "full") else 0)

    def skip(self, game: RailGame) -> None:
        self.pay(game, 0)

    def pay(self, game: RailGame, dividend: int) -> None:
        game.pop_frame()
        before, sums = price(game, self.company), pay_shares(game, self.company, dividend)
        pay(game, BANK, self.company, self.revenue - dividend)
        (move_right if dividend else move_left)(game, self.company)
        game.state.last_run[self.company] = self.revenue
        note_dividend(game, self.company, self.revenue, dividend, sums, before)


class BuyTrains(Step, frozen=True):
    """7 Trains of the depot, as many as the limit and the treasury allow."""

    def list(self, game: RailGame) -> Menu:
        player, train = self.actor(game), top_of_stack(game)
        buy = acts.BuyTrain(player, self.company, train, type_of(game, train).price)
        room = len(trains_of(game, self.company)) < limit_of(game, self.company)
        return [*([buy] if room and buy.price <= game.state.cash[self.company] else []), acts.Pass(player)]

    def take(self, game: RailGame, action: Action) -> None:
        if not isinstance(action, acts.BuyTrain):
            game.pop_frame()
            return
        train, new_phase = action.train, begins_phase(game, action.train)
        pay(game, self.company, BANK, action.price)
        move_train(game, train, self.company)
        game.note("buys_train", company=self.company, train=train, price=action.price, seller=DEPOT)
        if new_phase:
            begin_phase(game, type_of(game, train).name)

"""What lies ahead in 1883: a cooperative, concessions against the clock, gifts, a merger, an end on the top price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stockrail.market import Cell
from stockrail.rules import outlook
from stockrail.rules.actions import StartCompany
from stockrail.rules.outlook import (
    SELL,
    Becoming,
    ComingTrain,
    Due,
    Duty,
    FloatNeed,
    IncomeShare,
    Missed,
    Rounds,
    Standing,
)
from stockrail.rules.prices import price
from stockrail.rules.rounds import OperatingRound, current_round
from stockrail.rules.shares import president_shares, shares_of, singles_of
from stockrail.rules.state import IPO, POOL, Holder
from stockrail.rules.trains import type_of
from stockrail.titles.g1883.asking import OneByOne, SupportChoice
from stockrail.titles.g1883.companies import in_game, is_coach, is_cooperative, kind_of, phase_has_come
from stockrail.titles.g1883.concessions import concessions_of
from stockrail.titles.g1883.levies import Tax
from stockrail.titles.g1883.merger import merged_company, parents_of
from stockrail.titles.g1883.state import Game1883
from stockrail.titles.g1883.stock import StockTurn
from stockrail.titles.g1883.trains import trains_for_duty

BID, CONCESSION, LEVY = "bid", "concession", "levy"
MOVES_A_ROUND = 3  # of a price upwards: a dividend, an event, the end of a stock round


class Outlook(outlook.Outlook[Game1883]):
    """1883's answers where they are not those of a plain title."""

    def standing(self, game: Game1883, company: str) -> Standing:
        """8.1.6-a A frozen CCFR is as if it were not there; 8.3 SEFTA is still to come until it is formed."""
        if not in_game(game, company):
            return Standing.UNOPENED if kind_of(game, company) == "merger" else Standing.CLOSED
        if not game.title.operates(game, company):
            return Standing.UNOPENED
        return super().standing(game, company)

    def can_float(self, game: Game1883, company: str) -> bool:
        return super().can_float(game, company) and in_game(game, company) and not is_cooperative(game, company)

    def float_need(self, game: Game1883, company: str, value: int | None = None) -> FloatNeed | None:
        """5.3.3-a, b, d It floats with the president's certificate; the bank pays for shares that are out already."""
        if not self.can_float(game, company):
            return None
        par = value or min(game.title.grid.par)
        cost = game.title.starting_price(StartCompany(0, company, par))
        every = len(game.title.companies[company].certificates) - 1
        out = every - len(singles_of(game, IPO, company))
        return FloatNeed(president_shares(game, company), cost, company, game.state.cash[company] + cost + out * par)

    # -- duties -----------------------------------------------------------------------------------------------------

    def duties(self, game: Game1883, player: int) -> Sequence[Duty]:
        return [*super().duties(game, player), *self._levies(game, player), *self._penalties(game, player)]

    def sales_due(self, game: Game1883, player: int) -> Iterator[Duty]:
        """8.2-k Besides limits: whoever holds too much of SARSA may not pass."""
        limits = [*super().sales_due(game, player)]
        yield from limits
        turn = game.decision if isinstance(game.decision, StockTurn) else StockTurn(player)
        if not limits and turn.player == player and not turn.acted and turn.pass_fault(game):
            yield Duty(SELL, game.title.facts["coaches"]["company"], Due.STOCK_TURN, 1, Missed.STOPS)

    def _levies(self, game: Game1883, player: int) -> Iterator[Duty]:
        """3.3.1-d Standing bids; 11-1, 11-17 what an event that is being carried out may take at most."""
        for card in game.title.cards:
            if bid := game.state.offer.get((player, card)):
                yield Duty(BID, "", Due.NOW, 0, Missed.FINE, bid)
        if any(isinstance(frame, OneByOne | Tax | SupportChoice) for frame in game.stack):
            yield Duty(LEVY, "", Due.NOW, 0, Missed.FINE, game.state.cash[player])

    def _penalties(self, game: Game1883, player: int) -> Iterator[Duty]:
        """5.6.2-a What the president has to add if a concession is not completed in time."""
        factor = game.title.facts["concession"]["penalty_factor"]
        for company in game.title.started(game):
            if game.title.controller(game, company) != player:
                continue
            for each in concessions_of(game, company):
                fine = each["cost"] * factor
                rounds = max(0, each["due"] - game.state.clock.get(each["id"], 0))
                yield Duty(CONCESSION, company, Due.CLOCK, 0, Missed.FINE, fine, rounds)

    def cheapest_train(self, game: Game1883, company: str) -> int:
        """6.8.6-a; 2Gs do not fulfil the duty."""
        return min((type_of(game, train).price for train in trains_for_duty(game)), default=0)

    # -- income and prices --------------------------------------------------------------------------------------------

    def income_share(self, game: Game1883, holder: Holder, company: str) -> IncomeShare:
        """6.7.2-b What shares in the pool earn goes to the company."""
        if holder == company:
            return IncomeShare(shares_of(game, POOL, company))
        return super().income_share(game, holder, company)

    def cell_after(self, game: Game1883, cell: Cell, paid: int) -> Cell:
        """6.7-a to d"""
        grid = game.title.grid
        if not paid:
            return grid.left(cell)
        return grid.right(cell) if paid >= grid.price(cell) else cell

    def cell_sold_out(self, game: Game1883, cell: Cell) -> Cell:
        """5.7.2-a"""
        return game.title.grid.up(cell)

    # -- the clock ----------------------------------------------------------------------------------------------------

    def rest_of_turn(self, game: Game1883) -> tuple[int, int]:
        """A61 How many rounds a turn has is settled when its first one begins."""
        round_ = current_round(game)
        if isinstance(round_, OperatingRound):
            rest = int(game.state.flags.get("rounds", game.phase.operating_rounds)) - round_.nth
        else:
            rest = game.phase.operating_rounds
        return max(0, rest), max(0, rest)

    def rounds_left(self, game: Game1883, drain: int = 0) -> Rounds:
        """9-a to c"""
        found = super().rounds_left(game, drain)
        return Rounds(min(found.least, self._until_top(game)), found.likely, found.most)

    def _until_top(self, game: Game1883) -> int:
        """9-c How many rounds must begin before SARSA can be on the top value."""
        end, grid = game.title.facts["market"]["end"], game.title.grid
        starts = [game.state.cell[end["company"]]] if end["company"] in game.state.cell else list(grid.par.values())
        row, column = max(starts, key=lambda cell: cell[1] - cell[0])
        top: Cell = (end["cell"][0], end["cell"][1])
        return max(0, (top[1] - column + row - top[0]) // MOVES_A_ROUND - 1)

    def trains_coming(self, game: Game1883, company: str) -> Sequence[ComingTrain]:
        """6.8.4-a, 6.8.5-h The stack, the pool at list price, and 2Gs; 8.2-l none for coaches."""
        if is_coach(game, company):
            return ()
        names = [type_of(game, train).name for train in game.state.shelves.on(("trains", POOL))]
        printed = game.title.train_types
        pool = [ComingTrain(kind, printed[kind].price, 0, names.count(kind)) for kind in dict.fromkeys(names)]
        return [*super().trains_coming(game, company), *pool]

    def becomes(self, game: Game1883, company: str) -> Sequence[Becoming]:
        """8.3-d, e Two shares of the parents become one."""
        facts, parents = game.title.facts["merger"], parents_of(game)
        standing = [parent for parent in parents if parent in game.state.cell]
        if company not in parents or standing != parents or not phase_has_come(game, facts["from_phase"]):
            return ()
        return [Becoming(merged_company(game), min(facts["most"], sum(price(game, p) for p in parents)) // 2)]

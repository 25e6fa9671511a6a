"""What lies ahead in 1883: a cooperative, concessions against the clock, gifts, a merger, an end on the top price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from stockrail.market import Cell
from stockrail.rules import outlook
from stockrail.rules.cards import holder_of_card, owner_of_card
from stockrail.rules.prices import price
from stockrail.rules.rounds import OneByOne
from stockrail.rules.running import RunDecision
from stockrail.rules.shares import shares_of, singles_of
from stockrail.rules.standing_bids import highest_bids
from stockrail.rules.state import BANK, BOX, IPO, POOL, SHARE, Holder
from stockrail.rules.track import hexes_missing
from stockrail.rules.trains import trains_for_duty, type_of
from stockrail.titles.g1883.coaches import coached, coaches_at_launch
from stockrail.titles.g1883.companies import in_game, is_coach, is_cooperative, kind_of
from stockrail.titles.g1883.concessions import Concession, concessions_of, penalty_of
from stockrail.titles.g1883.dividends import CoachRun
from stockrail.titles.g1883.effects import adjusted
from stockrail.titles.g1883.events import Tax
from stockrail.titles.g1883.merger import merged_company, parents_of
from stockrail.titles.g1883.private_round import PRIVATES
from stockrail.titles.g1883.privates import bounds
from stockrail.titles.g1883.state import Game1883
from stockrail.titles.g1883.stock import StockTurn
from stockrail.titles.g1883.support import SupportChoice

BID, CONCESSION, LEVY = "bid", "concession", "levy"
CLOSING = "privates_close"
A_COACH = 15  # what a coach adds, roughly
TRAINS_A_ROUND = 3
PRESIDENCY = 60  # what it is worth to decide for a company
UNLAUNCHED = 0.7  # of the lowest par counts of a share whose company may never be launched
FIRST_SUPPORT, LESS_SUPPORT, LEAST_SUPPORT = 12, 4, 1  # what support cards are worth
SURE = 0.9  # the chance of a concession whose places are all connected
MOVES_A_ROUND = 3  # of a price upwards: a dividend, an event, the end of a stock round


class Outlook(outlook.Outlook[Game1883]):
    """1883's answers where they are not those of a plain title."""

    tangled = True
    earning = (RunDecision, CoachRun)
    rises_by_price = True  # 6.7-b

    def standing(self, game: Game1883, company: str) -> outlook.Standing:
        """8.1.6-a A frozen CCFR is as if it were not there; 8.3 SEFTA is still to come until it is formed."""
        if not in_game(game, company):
            return outlook.Standing.UNOPENED if kind_of(game, company) == "merger" else outlook.Standing.CLOSED
        if not game.title.operates(game, company):
            return outlook.Standing.UNOPENED
        return super().standing(game, company)

    def can_float(self, game: Game1883, company: str) -> bool:
        return super().can_float(game, company) and in_game(game, company) and not is_cooperative(game, company)

    def float_need(self, game: Game1883, company: str, value: int | None = None) -> outlook.FloatNeed | None:
        """5.3.3-d The bank pays for shares that are out already."""
        found, offered = super().float_need(game, company, value), len(singles_of(game, IPO, company))
        if found is None:
            return None
        out = len(game.title.companies[company].certificates) - 1 - offered
        return msgspec.structs.replace(found, treasury=found.treasury + out * (value or min(game.title.grid.par)))

    def duties(self, game: Game1883, player: int) -> Sequence[outlook.Duty]:
        return [*super().duties(game, player), *self._levies(game, player), *self._penalties(game, player)]

    def sales_due(self, game: Game1883, player: int) -> Iterator[outlook.Duty]:
        """8.2-k Besides limits: whoever holds too much of SARSA may not pass."""
        limits = [*super().sales_due(game, player)]
        yield from limits
        turn = game.decision if isinstance(game.decision, StockTurn) else StockTurn(player)
        if not limits and turn.player == player and not turn.acted and turn.pass_fault(game):
            yield outlook.Duty(
                outlook.SELL, game.title.facts["coaches"]["company"], outlook.Due.STOCK_TURN, 1, outlook.Missed.STOPS
            )

    def _levies(self, game: Game1883, player: int) -> Iterator[outlook.Duty]:
        """3.3.1-d outlook.Standing bids; 11-1, 11-17 what an event that is being carried out may take at most."""
        for card in game.title.cards:
            if bid := game.state.offer.get((player, card)):
                yield outlook.Duty(BID, "", outlook.Due.NOW, 0, outlook.Missed.FINE, bid)
        asked = [
            each for frame in game.stack for each in (frame, *(frame.frames if isinstance(frame, OneByOne) else ()))
        ]
        if any(isinstance(each, Tax | SupportChoice) for each in asked):
            yield outlook.Duty(LEVY, "", outlook.Due.NOW, 0, outlook.Missed.FINE, game.state.cash[player])

    def _penalties(self, game: Game1883, player: int) -> Iterator[outlook.Duty]:
        """5.6.2-a What the president has to add if a concession is not completed in time."""
        led = [company for company in game.title.started(game) if game.title.controller(game, company) == player]
        for company, each in ((owner, each) for owner in led for each in concessions_of(game, owner)):
            rounds, fine = _left(game, each), penalty_of(game, each)
            yield outlook.Duty(CONCESSION, company, outlook.Due.CLOCK, 0, outlook.Missed.FINE, fine, rounds)

    def cheapest_train(self, game: Game1883, company: str) -> int:
        """6.8.6-a; 2Gs do not fulfil the duty; 8.2-l none for coaches."""
        if is_coach(game, company):
            return 0
        return min((type_of(game, train).price for train in trains_for_duty(game)), default=0)

    def income_share(self, game: Game1883, holder: Holder, company: str) -> outlook.IncomeShare:
        """6.7.2-b What shares in the pool earn goes to the company."""
        if holder == company:
            return outlook.IncomeShare(shares_of(game, POOL, company))
        return super().income_share(game, holder, company)

    def cell_sold_out(self, game: Game1883, cell: Cell) -> Cell:
        """5.7.2-a"""
        return game.title.grid.up(cell)

    def next_run(self, game: Game1883, company: str, total: int) -> int:
        """11-3, 7, 14, 22, 24, 26"""
        return adjusted(game, company, total)

    def runs_trains(self, game: Game1883, company: str) -> bool:
        """8.2-l"""
        return not is_coach(game, company)

    def hoped_income(self, game: Game1883, company: str) -> int:
        """8.2-a As many coaches as there will be after the next turn, each on a town or between towns."""
        there = len(coached(game))
        count = there + game.title.facts["coaches"]["a_turn"] if there else coaches_at_launch(game)
        return count * A_COACH

    def card_worth(self, game: Game1883, card: str, rounds: float) -> float:
        """3.2, 3.4 Its income, half its price from a railway, the share that it brings or can be exchanged for."""
        left, facts = self.rounds_paid(game, card, rounds), game.title.cards[card]
        if not left:
            return 0.0
        sold = isinstance(owner_of_card(game, card), str)
        sale = 0 if sold or not facts.income else bounds(game, card)[0]
        return facts.income * left + sale * min(1.0, left) + (0.0 if sold else self._share_of(game, card))

    def rounds_paid(self, game: Game1883, card: str, rounds: float) -> float:
        """3.5-a Until the phase in which private companies close."""
        if holder_of_card(game, card) == BOX:
            return 0.0
        last = next(phase for phase in game.title.phases.values() if CLOSING in phase.status)
        purchases = self.purchases_until(game, last.begins_with)
        return 0.0 if purchases is None else min(rounds, max(1.0, purchases / TRAINS_A_ROUND))

    def _share_of(self, game: Game1883, card: str) -> float:
        """3.2-f, i, k, l While nobody has the card; one to exchange for also later."""
        powers = game.title.cards[card].powers
        given = (powers.get("gives") if holder_of_card(game, card) == BANK else None) or powers.get("swaps")
        if not given:
            return 0.0
        if "par" in powers:
            return float(max(powers["par"]) * given["percent"] // SHARE + PRESIDENCY)
        return float(self._share_price(game, given["company"]) * given["percent"] / SHARE)

    def _share_price(self, game: Game1883, company: str) -> float:
        if company in game.state.cell:
            return price(game, company)
        return UNLAUNCHED * min(game.title.grid.par) if in_game(game, company) else 0.0

    def standing_bids(self, game: Game1883) -> Sequence[outlook.Stake]:
        """3.3.1-b to d"""
        return highest_bids(game, PRIVATES)

    def other_worth(self, game: Game1883, player: int) -> float:
        """5.5 Support cards, the first ones most; 3.2-i, k shares of companies that are still to be launched."""
        support = sum(max(LEAST_SUPPORT, FIRST_SUPPORT - LESS_SUPPORT * n) for n in range(game.state.support[player]))
        waiting = [company for company in game.title.companies if company not in game.state.par]
        return support + sum(shares_of(game, player, c) * self._share_price(game, c) for c in waiting)

    def prizes(self, game: Game1883, company: str) -> float:
        """5.6.1, 5.6.2 The bonus of a concession by the chance of it, less the penalty."""
        return sum(self._prize(game, company, each) for each in concessions_of(game, company))

    def _prize(self, game: Game1883, company: str, concession: Concession) -> float:
        """By the hexes that are missing to its places, compared with the rounds that are left for them."""
        missing = hexes_missing(game, company, concession["sequence"])
        chance = max(0.0, min(SURE, 1 - missing / (2 * _left(game, concession) + 1)))
        return float(chance * concession["bonus"][game.phase.offboard] - (1 - chance) * penalty_of(game, concession))

    def rest_of_turn(self, game: Game1883) -> tuple[int, int]:
        """A61 How many rounds a turn has is settled when its first one begins."""
        return self.rest_of_settled(game, game.phase.operating_rounds)

    def until_top(self, game: Game1883) -> Sequence[int]:
        """9-c Before SARSA can be on the top value."""
        end, grid = game.title.facts["market"]["end"], game.title.grid
        starts = [game.state.cell[end["company"]]] if end["company"] in game.state.cell else list(grid.par.values())
        return [outlook.rounds_to_top(starts, (end["cell"][0], end["cell"][1]), MOVES_A_ROUND)]

    def trains_coming(self, game: Game1883, company: str) -> Sequence[outlook.ComingTrain]:
        """8.2-l None for coaches."""
        return () if is_coach(game, company) else super().trains_coming(game, company)

    def becomes(self, game: Game1883, company: str) -> Sequence[outlook.Becoming]:
        """8.3-d, e Two shares of the parents become one."""
        facts, parents = game.title.facts["merger"], parents_of(game)
        standing = [parent for parent in parents if parent in game.state.cell]
        if company not in parents or standing != parents or not game.phase_has_come(facts["from_phase"]):
            return ()
        return [outlook.Becoming(merged_company(game), min(facts["most"], sum(price(game, p) for p in parents)) // 2)]


def _left(game: Game1883, concession: Concession) -> int:
    """The operating rounds that are left to complete it."""
    return max(0, int(concession["due"]) - game.state.clock.get(concession["id"], 0))

"""What lies ahead in 18FB: companies that are building, stations and markers, concessions, political cards."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.market import Cell
from stockrail.rules import outlook
from stockrail.rules.actions import LayTile, StartCompany
from stockrail.rules.cards import holder_of_card
from stockrail.rules.cities_ahead import gain, near, steps_from
from stockrail.rules.outlook import Due, Duty, FloatNeed, IncomeShare, Missed, Quote, Standing, rounds_to_top
from stockrail.rules.prices import par_prices
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import owner_of, president_shares, shares_of
from stockrail.rules.state import BANK, BOX, DEPOT, IPO, POOL, Holder
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of, type_of
from stockrail.titles.g18fb.accounts import account_with, capacity, stations
from stockrail.titles.g18fb.cards import band_of, free_share, income_of, linked_company
from stockrail.titles.g18fb.companies import (
    BUILDING,
    DEFINITIVE,
    FROZEN,
    PROVISIONAL,
    REGIONAL,
    UNFLOATED,
    concession_facts,
    concessionaire,
    in_game,
    is_bourbon,
    is_major,
    is_regional,
    nominal_value,
    president_of,
    state_of,
)
from stockrail.titles.g18fb.concessions import deposit_now
from stockrail.titles.g18fb.destinations import route_of
from stockrail.titles.g18fb.launching import SHARES
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, Game18FB, deposit_on
from stockrail.titles.g18fb.stock import is_sold_out
from stockrail.titles.g18fb.track import LayTrack, tile_steps

TAKE_OVER = "take_over"  # a duty: a regional company may be bought at any moment
REGIONAL_STACK = "regional"
TOP: Cell = (0, 19)
MOVES_A_ROUND = 4  # of a price upwards: a dividend, two tokens, the end of a stock round
PURCHASES_A_ROUND = 2
USUAL_STATION = 35  # what a city should bring in the end, at least
TRAINS_HOPED_FOR = 3
SURE = 0.9  # the chance of a destination that is next door
A_ROW = 100  # what ten shares gain when a price rises by a row, roughly
A_LINE = 2  # markers that a token brings in the end, roughly


class Outlook(outlook.Outlook[Game18FB]):
    """18FB's answers where they are not those of a plain title."""

    misleading = frozenset({"OfferCard", "SellStock"})
    hope_fades = False
    rises_by_price = True  # 2.2.5-c to e

    # -- companies ----------------------------------------------------------------------------------------------

    def standing(self, game: Game18FB, company: str) -> Standing:
        """3.7.1-s A national company whose president's certificate lies in its treasury waits."""
        if not in_game(game, company):
            return Standing.CLOSED
        if game.title.operates(game, company):
            return super().standing(game, company)
        return Standing.STARTED if company in game.state.par else Standing.UNOPENED

    def can_float(self, game: Game18FB, company: str) -> bool:
        """3.4-a, 3.6-e With its concession; from phase 5 on by shares."""
        waits = is_major(game, company) and state_of(game, company) == UNFLOATED and in_game(game, company)
        return waits and (not is_bourbon(game) or concession_facts(game, company) is not None)

    def float_need(self, game: Game18FB, company: str, value: int | None = None) -> FloatNeed | None:
        """3.3.2-b to d, p; 3.6-e"""
        if not self.can_float(game, company):
            return None
        begun, cash = company in game.state.par, game.state.cash[company]
        par = game.state.par[company] if begun else value or min(par_prices(game))
        first = 0 if begun else president_shares(game, company)
        paid = 0 if begun else game.title.starting_price(StartCompany(0, company, par))
        if is_bourbon(game):
            return FloatNeed(first, paid + deposit_now(game, company), company, cash + paid)
        missing = self._missing_shares(game, company, first)
        return FloatNeed(first + missing, paid + missing * par, BANK, cash + SHARES * par)

    def duties(self, game: Game18FB, player: int) -> Sequence[Duty]:
        """3.7.3-a, f Nobody is asked who owns a regional company."""
        begun = game.phase_has_come(game.title.facts["regional"]["acquired_from_phase"])
        owned = [company for company in game.title.companies_of(REGIONAL) if president_of(game, company) == player]
        taken = [Duty(TAKE_OVER, company, Due.CLOCK, 0, Missed.CLOSES) for company in owned if begun]
        return [*super().duties(game, player), *taken]

    def trains_coming(self, game: Game18FB, company: str) -> Sequence[outlook.ComingTrain]:
        """2.6-a, h, 3.5.8-a"""
        stack = REGIONAL_STACK if is_regional(game, company) else DEPOT
        every = super().trains_coming(game, company)
        return [each for each in every if game.title.train_types[each.kind].stack == stack]

    # -- income and prices --------------------------------------------------------------------------------------

    def income_share(self, game: Game18FB, holder: Holder, company: str) -> IncomeShare:
        """3.5.6-d Initial offer and treasury pay the company, other companies are paid; 3.4-g, 3.6.3-m half only."""
        if is_regional(game, company):
            return IncomeShare(int(holder in (owner_of(game, company), company)), 2)
        if game.state.lease.get(company):
            return IncomeShare(int(holder == company), 1)
        own = shares_of(game, IPO, company) if holder == company else 0
        shares = own + (0 if holder in (POOL, IPO, BANK) else shares_of(game, holder, company))
        if state_of(game, company) == FROZEN:
            return IncomeShare(shares + (outlook.PARTS if holder == company else 0), 2 * outlook.PARTS)
        return IncomeShare(shares)

    def runs_trains(self, game: Game18FB, company: str) -> bool:
        """3.4-b, 3.5.4 Interest needs no train."""
        return state_of(game, company) != BUILDING

    def earned_with(self, game: Game18FB, company: str, kinds: Sequence[str]) -> int:
        """3.5.4, 3.5.5"""
        if state_of(game, company) == BUILDING:
            return outlook.PARTS * int(game.title.facts["interest"][band_of(game, company)])
        return account_with(game, company, kinds).total

    def next_run(self, game: Game18FB, company: str, total: int) -> int:
        """3.5.4-c No interest comes once the tile step was left too early."""
        laying = any(isinstance(frame, LayTrack) and frame.company == company for frame in game.stack)
        done = laying or game.state.flags.get("all_steps") == company or operating_company(game) != company
        return total if done or state_of(game, company) != BUILDING else 0

    def price_after(self, game: Game18FB, company: str, paid: int, at: Cell | None = None) -> Quote:
        """3.5.4-e, 3.7.1-n Interest moves no price upwards; who pays off a lease does not fall."""
        stays = state_of(game, company) == BUILDING if paid else bool(game.state.lease.get(company))
        if stays:
            return self._quote(game, company, game.state.cell.get(company) if at is None else at)
        return super().price_after(game, company, paid, at)

    def price_at_close(
        self, game: Game18FB, company: str, sold_out: bool | None = None, at: Cell | None = None
    ) -> Quote:
        """2.2.5-f, m Not while it is building or frozen."""
        rises = state_of(game, company) in (PROVISIONAL, DEFINITIVE)
        return super().price_at_close(game, company, sold_out if rises else False, at)

    def is_sold_out(self, game: Game18FB, company: str) -> bool:
        return is_sold_out(game, company)

    def cell_sold_out(self, game: Game18FB, cell: Cell) -> Cell:
        return game.title.grid.up(cell)

    def until_top(self, game: Game18FB) -> Sequence[int]:
        """4-c A company on the top price ends the game at once."""
        starts = [*game.state.cell.by_key().values(), *game.title.grid.par.values()]
        return [rounds_to_top(starts, TOP, MOVES_A_ROUND)]

    # -- track and stations -------------------------------------------------------------------------------------

    def hoped_income(self, game: Game18FB, company: str) -> int:
        """3.5.5 Between what it would earn now and what it can, with stations near and trains that its money buys."""
        kinds = [type_of(game, train).name for train in trains_of(game, company)]
        coming = next((each for each in self.trains_coming(game, company) if not each.before), None)
        more = [coming.kind] * min(TRAINS_HOPED_FOR, game.state.cash[company] // coming.price) if coming else []
        most, markers = capacity(game, [*kinds, *more])
        cities = near(game, company, None, USUAL_STATION)
        worth = sorted([*(part.amount for part in stations(game, company)), *cities], reverse=True)
        towns = game.state.markers.get(company, 0) + A_LINE * len(cities)
        later = sum(worth[:most]) + min(markers, towns) * game.title.facts["markers"]["value"]
        return int(2 * later + account_with(game, company, kinds).total) // 3

    def track_worth(self, game: Game18FB, company: str, lay: LayTile | None = None) -> float:
        """Cities for its tokens by how near they are, and what its own stations gain by a tile."""
        return sum(near(game, company, lay, USUAL_STATION)) + (gain(game, company, lay) if lay else 0)

    # -- concessions and cards ----------------------------------------------------------------------------------

    def prizes(self, game: Game18FB, company: str) -> float:
        """3.5.3-c A destination lifts the price by a row."""
        return sum(A_ROW * chance for chance in self._chances(game, company))

    def other_worth(self, game: Game18FB, player: int) -> float:
        """3.3.2-e Deposits, by the chance that they come back."""
        led = [company for company in game.title.with_shares if concessionaire(game, company) == player]
        return sum(
            game.state.cash[deposit_on(company)] * min(self._chances(game, company), default=0.0) for company in led
        )

    def _chances(self, game: Game18FB, company: str) -> list[float]:
        """Of each destination that it has not reached, before phase 5 makes an end of concessions."""
        route = route_of(game, company)
        if route is None or not is_bourbon(game):
            return []
        rounds, a_turn = self._bourbon_rounds(game), tile_steps(game, company) or 1
        touched = track(game).rough_reach(company).touched() or [route["home"]]
        wanted = {INTERMEDIATE: route["intermediate"], FINAL: [route["final"]]}
        left = [hexes for which, hexes in wanted.items() if not game.state.reached.get((company, which))]
        far = [min(steps_from(game, hex_, touched) for hex_ in hexes) for hexes in left]
        return [max(0.0, SURE - steps / a_turn / rounds) for steps in far]

    def _bourbon_rounds(self, game: Game18FB) -> float:
        """How many operating rounds may still come before phase 5, at least one."""
        purchases = self.purchases_until(game, game.title.phases["5"].begins_with)
        return max(1.0, (purchases or 0) / PURCHASES_A_ROUND)

    def card_worth(self, game: Game18FB, card: str, rounds: float) -> float:
        """2.7 What it will pay, and the free share that comes with it."""
        if holder_of_card(game, card) == BOX:
            return 0.0
        share, company = free_share(game, card), linked_company(game, card)
        free = game.state.par.get(company, min(par_prices(game))) if share else 0
        return income_of(game, game.title.cards[card]) * self.rounds_paid(game, card, rounds) + free

    def rounds_paid(self, game: Game18FB, card: str, rounds: float) -> float:
        """2.7-d"""
        return min(rounds, self._bourbon_rounds(game))

    def becomes(self, game: Game18FB, company: str) -> Sequence[outlook.Becoming]:
        """1.1-d, 3.7.3-b A regional company counts its nominal value, or is paid for."""
        return [outlook.Becoming(company, nominal_value(game, company))] if is_regional(game, company) else ()

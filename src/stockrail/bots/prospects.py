"""What each company promises to those who own parts of it: its features, for the evaluation to weigh."""

from __future__ import annotations

from stockrail.bots.fading import faded
from stockrail.bots.sight import Sight
from stockrail.rules.cards import cards_of
from stockrail.rules.game import RailGame
from stockrail.rules.outlook import FloatNeed, Missed, Standing
from stockrail.rules.shares import shares_of
from stockrail.rules.trains import engines_of, type_of

FEATURES = (
    "cash",  # in hand
    "reserve",  # cash for starting a company
    "duties",  # what is lost if a duty is missed, by how likely that is
    "worth",  # what shares would count if the game ended now
    "shares",  # the price of shares, whatever their company lacks
    "coming",  # the player's part of what companies are still to earn in the round that is on
    "dividends",  # the player's part of what companies earn, for the rounds to come
    "rust",  # what of it is lost when trains rust
    "growth",  # of share prices, if companies go on paying
    "treasury",  # the player's part of what companies have
    "idle",  # the player's part of what companies have beyond the price of a train
    "fleet",  # the player's part of what companies' trains cost that will last
    "promise",  # what companies should earn that have hardly operated yet
    "becomes",  # what companies can turn into
    "reach",  # stops that companies of the player come to
    "control",  # companies that the player decides for
    "need",  # what is missing for a train, of companies the player decides for that have none
    "renewal",  # the same for companies whose trains rust soon
    "upgrade",  # what companies would earn more with the next train, as far as they can pay for it
    "cards",  # private companies and the like, and bids for them that stand
    "prizes",  # the player's part of rewards that companies can expect
)
(
    CASH, RESERVE, DUTIES, WORTH, SHARES, COMING, DIVIDENDS, RUST, GROWTH,
    TREASURY, IDLE, FLEET, PROMISE, BECOMES, REACH, CONTROL, NEED, RENEWAL, UPGRADE, CARDS, PRIZES,
) = range(len(FEATURES))  # fmt: skip

Row = list[float]

YIELD = 0.5  # of its price a train earns in a round, roughly: what is hoped of a company that has not run
FADING = 0.6  # of what was hoped, each turn
TRAINLESS = 0.7  # of what the next train would earn, while the company has none
TRAINS_HOPED_FOR = 6
LESS_EACH = 0.8  # the second train earns less than the first, and so on
FALLING = 2  # rounds for which the price of a company falls that earns nothing
SOON = 8  # purchases: trains that live longer are no worry
PACE = 3  # trains that companies buy in a round
LEAST_NEAR = 0.3  # what counts of a company that is as far from floating as can be
SHORT = 0.5  # what does not count of a company whose president cannot pay for any of the missing shares
DELAY = 1  # rounds until a company runs that has no train yet


class Prospect:
    """One company."""

    def __init__(self, game: RailGame, sight: Sight, company: str) -> None:
        self.game, self.sight, self.company = game, sight, company
        self.standing: Standing = sight.outlook.standing(game, company)
        self.setting = sight.setting(game, company)
        self.need: FloatNeed | None = None
        if self.standing == Standing.STARTED:
            self.need = sight.outlook.float_need(game, company)
        self.cash = game.state.cash[company]
        self.treasury = max(self.cash, self.need.treasury) if self.need else self.cash
        self.train_price = sight.next_price(game, company)
        self.trains = engines_of(game, company)
        self.by_trains = sight.outlook.runs_trains(game, company)
        self.runs = not self.by_trains or bool(self.trains if self.setting is None else self.setting.trains)
        self.rounds = max(0.0, sight.rounds - (0 if self.runs else DELAY))

    def add_to(self, rows: list[Row]) -> None:
        """Add what it means for each player to their features."""
        game, sight, company = self.game, self.sight, self.company
        near = self._nearness()
        income = self._income(near)
        hope = near * self._hope()
        price, growth = self._prices(max(income, hope))
        becomes = 0 if price else sight.becomes(game, company)
        reach = sight.reach(game, company, self.setting) * sight.rounds
        lives = self._lives()
        rust = self._rust(lives) * income
        fleet = self._fleet()
        upgrade = self._upgrade(income * self.rounds - rust)
        next_run = sight.outlook.next_run(game, company, int(income)) if self.runs else income
        coming, lost = (next_run, 0.0) if self.runs and company in sight.earning else (0.0, income - next_run)
        idle = max(0.0, self.cash - self.train_price) if self.train_price else 0.0
        cards = sum(sight.card_worth(game, card) for card in cards_of(game, company))
        prizes = sight.outlook.prizes(game, company)
        for seat in game.seats:
            held = sight.outlook.income_share(game, seat, company)
            if not held.shares:
                continue
            row, part = rows[seat], held.shares / held.parts
            row[COMING] += part * coming
            row[DIVIDENDS] += part * (income * self.rounds - lost)
            row[CARDS] += part * cards
            row[PRIZES] += part * prizes
            row[RUST] += part * rust
            row[UPGRADE] += part * upgrade
            row[PROMISE] += part * max(0.0, hope - income) * self.rounds
            row[TREASURY] += part * self.cash
            row[IDLE] += part * idle
            row[FLEET] += part * fleet
            row[BECOMES] += becomes
            row[REACH] += part * reach
            if price:
                shares = shares_of(game, seat, company)
                row[WORTH] += game.title.shares_worth(game, seat, company)
                row[SHARES] += shares * price * near  # what does not float earns nothing and may never be sold
                row[GROWTH] += shares * growth * near
        self._add_control(rows, near, lives, price)

    def _lives(self) -> list[float]:
        """For each train that rusts, how many purchases it will still see, a turn under warranty counted as two."""
        trains = self.trains if self.by_trains else ()
        lives = [self.sight.outlook.lifetime(self.game, train) for train in trains]
        return [life.purchases + 2 * life.turns for life in lives if life.purchases is not None]

    def _rust(self, lives: list[float]) -> float:
        """The rounds that are lost by rust, all trains counted alike."""
        lost = [max(0.0, self.sight.rounds - life / PACE) for life in lives]
        return sum(lost) / len(self.trains) if lost else 0.0

    def _fleet(self) -> float:
        """What its trains cost, each as far as it lasts for the rounds to come: track will grow for them to earn on."""
        return sum(type_of(self.game, train).price * self._lasting(train) for train in self.trains)

    def _lasting(self, train: str) -> float:
        life = self.sight.outlook.lifetime(self.game, train)
        if life.purchases is None:
            return 1.0
        return min(1.0, (life.purchases + 2 * life.turns) / PACE / self.sight.rounds)

    def _upgrade(self, lasting: float) -> float:
        """What it would earn more until the end with the next train, by how much of its price the company has.

        This is what saving is for.
        """
        if not self.by_trains or not self.train_price or self.standing == Standing.STARTED:
            return 0.0
        more = self.sight.income_with_next(self.game, self.company) * self.sight.rounds - lasting
        return max(0.0, more) * min(1.0, self.cash / self.train_price)

    def _nearness(self) -> float:
        """How near a company is to floating, 1 if it has: less if its president cannot pay for what is missing."""
        if self.need is None:
            return 1.0
        short = self._short(self.game.title.controller(self.game, self.company))
        return max(LEAST_NEAR, 1 - 0.04 * self.need.shares - SHORT * short)

    def _short(self, player: int | None) -> float:
        """What part of all that the player's companies need for floating they cannot pay for, or have no room for."""
        if player is None:
            return 1.0
        game, outlook = self.game, self.sight.outlook
        led = (company for company in game.title.companies if game.title.controller(game, company) == player)
        started = (company for company in led if outlook.standing(game, company) == Standing.STARTED)
        needs = [need for company in started if (need := outlook.float_need(game, company))]
        cost, shares = sum(need.cost for need in needs), sum(need.shares for need in needs)
        held, limit = game.title.certificates(game, player)
        unpaid = max(0, cost - game.state.cash[player]) / max(1, cost)
        return max(unpaid, max(0, shares - max(0, limit - held)) / max(1, shares))

    def _income(self, near: float) -> float:
        """With its trains; without any, a part of what it would earn with the next one."""
        income = self.sight.income(self.game, self.company, self.setting)
        if self.runs:
            return income
        return TRAINLESS * near * income * min(1.0, self.treasury / max(1, self.train_price))

    def _hope(self) -> float:
        """What a company will earn that has hardly operated: by what its trains cost, and its money for trains."""
        fading = faded(FADING, self.sight.turns[self.company])
        if self.setting is None:
            outlook = self.sight.outlook
            return (fading if outlook.hope_fades else 1.0) * outlook.hoped_income(self.game, self.company)
        uses = self.setting.trains
        trains = [type_of(self.game, use.train).price for use in uses if not use.doubles]
        bought = [self.train_price] * min(TRAINS_HOPED_FOR, self.treasury // max(1, self.train_price))
        hoped = sorted([*trains, *bought], reverse=True)
        sum_ = sum(price * faded(LESS_EACH, place) for place, price in enumerate(hoped))
        return YIELD * sum_ * fading

    def _prices(self, paid: float) -> tuple[int, float]:
        """The price of a share, and how far it moves in the rounds to come; without income it falls for two."""
        game, outlook, company = self.game, self.sight.outlook, self.company
        if company not in game.state.par:
            return 0, 0.0
        cell = game.state.cell.get(company)
        if cell is None:
            return game.state.par[company], 0.0
        now = later = game.title.grid.price(cell)
        for _ in range(round(self.rounds) if paid else FALLING):
            moved = outlook.price_after(game, company, int(paid), cell)
            if moved.cell in (cell, None):
                break
            cell, later = moved.cell, moved.price
        return now, later - now

    def _add_control(self, rows: list[Row], near: float, lives: list[float], price: int) -> None:
        game, outlook, company = self.game, self.sight.outlook, self.company
        player = game.title.controller(game, company)
        if player is None or company not in outlook.presided(game, player):
            return
        row = rows[player]
        if company in game.state.par:
            row[CONTROL] += near
        if self.standing == Standing.STARTED or not self.by_trains:
            return
        missing: float = max(0, self.train_price - self.cash)
        if outlook.without_train == Missed.CLOSES:  # then the player pays with what they have of the company
            missing *= shares_of(game, player, company) * price / max(1, self.train_price)
        if not self.trains:
            row[NEED] += missing
            return
        if len(lives) == len(self.trains):
            row[RENEWAL] += missing * max(0.0, 1 - max(lives) / SOON)

"""What lies ahead, as far as the rules tell: what a computer player asks of a title instead of guessing from tables.

Every answer is computed from the state alone and changes nothing. `testing.check_outlook` compares the answers with
what play then does. A title whose rules differ has a subclass in its folder and names it as `outlook`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Generic, NamedTuple

import msgspec

from stockrail.core import Frame
from stockrail.market import Cell
from stockrail.routes import TrainUse
from stockrail.rules.actions import LayTile, StartCompany
from stockrail.rules.auctions import RisingAuction
from stockrail.rules.cards import holder_of_card
from stockrail.rules.debt import RaiseMoney
from stockrail.rules.discards import DiscardStep
from stockrail.rules.game import R
from stockrail.rules.prices import left_of, right_of
from stockrail.rules.rounds import OperatingRound, OperatingTurn, Order, current_round
from stockrail.rules.running import RunDecision
from stockrail.rules.shares import percent_of, president_certificate, president_shares, shares_of, singles_of
from stockrail.rules.state import BANK, BOX, POOL, SHARE, Holder
from stockrail.rules.stock import SellingTurn
from stockrail.rules.train_step import TrainStep
from stockrail.rules.trains import later_phases, limit_of, limited_trains, phase_begun_by, trains_of, type_of

PARTS = 100 // SHARE  # shares of a company


class Standing(StrEnum):
    """How far a company is."""

    CLOSED = "closed"  # out of the game for good
    UNOPENED = "unopened"  # nobody has started or bought it yet, or not again
    STARTED = "started"  # it has a price or an owner, but does not operate yet
    FLOATED = "floated"  # it operates, but has not finished a turn
    OPERATED = "operated"  # it has finished a turn
    RECEIVERSHIP = "receivership"  # it operates without a president


OPERATING = frozenset({Standing.FLOATED, Standing.OPERATED, Standing.RECEIVERSHIP})


class FloatNeed(msgspec.Struct, frozen=True):
    """What it takes until a company floats: shares that must still be bought, and what they cost altogether."""

    shares: int
    cost: int
    payee: Holder  # who gets the money: the company, or the bank (at least a part of it)
    treasury: int  # what the company has then, after expenses that floating forces on it, at their lowest


class Due(StrEnum):
    """When a duty is due."""

    NOW = "now"  # the player can do nothing else
    STOCK_TURN = "stock_turn"  # in the player's next stock turn, before anything else
    STOCK_ROUND = "stock_round"  # by the end of the stock round, the present one or the next
    OPERATING_TURN = "operating_turn"  # in the company's next operating turn, the present one included
    NEXT_STOCK_ROUND = "next_stock_round"  # before the next stock round begins
    CLOCK = "clock"  # after so many operating rounds: see `rounds`


class Missed(StrEnum):
    """What happens if a duty is not fulfilled."""

    FINE = "fine"  # the fine is paid, and nothing else
    FAILS = "fails"  # the fine is paid, and the company is as if it had not been started, for all its holders
    OUT = "out"  # the player is out of the game
    CLOSES = "closes"  # the company closes or goes bankrupt
    FORGIVEN = "forgiven"  # nothing, once there is nothing left to sell
    STOPS = "stops"  # it cannot be missed: nothing else is allowed


FLOAT, TRAIN, SELL, DEBT, DISCARD = "float", "train", "sell", "debt", "discard"
"""Kinds of duty that several titles have. A title may have more."""


class Duty(msgspec.Struct, frozen=True):
    """Something that a player must do, or that happens to them."""

    kind: str
    company: str  # "" if none in particular
    due: Due
    amount: int  # money that is still missing; for SELL the number of shares or certificates, for DISCARD of trains
    if_missed: Missed
    fine: int = 0  # what the bank then takes
    rounds: int = 0  # operating rounds until then, where a clock counts them


class IncomeShare(msgspec.Struct, frozen=True):
    """What reaches a holder if a revenue is paid out: so many parts of it, each rounded down."""

    shares: int
    parts: int = PARTS
    rest: bool = False  # and what rounding leaves

    def of(self, revenue: int) -> int:
        """The money from a revenue."""
        return revenue // self.parts * self.shares + (revenue % self.parts if self.rest else 0)


class Quote(NamedTuple):
    """Where a marker would stand, and the price there."""

    cell: Cell | None  # None if it is not on the market
    price: int


class Rounds(msgspec.Struct, frozen=True):
    """How many operating rounds will still begin.

    `least` holds unless players agree to end the game or go bankrupt; `most` is None where no rule sets a limit.
    """

    least: int
    likely: int
    most: int | None


class Lifetime(msgspec.Struct, frozen=True):
    """When a train leaves the game by its rules.

    After so many purchases from the stack (None: never), but not before its company has finished paying dividends, or
    withholding, in so many turns.
    """

    purchases: int | None
    turns: int = 0


class ComingTrain(msgspec.Struct, frozen=True):
    """A kind of train that a company may buy from the bank, now or later."""

    kind: str
    price: int
    before: int  # how many trains must be bought before it is for sale; 0 if it is now
    left: int | None  # how many there are; None if they never run out
    form: str = ""  # in which form, where there are several


class Becoming(msgspec.Struct, frozen=True):
    """What a company can turn into, and roughly what its owner gets for it: per share, unless it has a single owner."""

    into: str  # a company, perhaps itself; "" for one that is not started yet
    worth: int


class Stake(msgspec.Struct, frozen=True):
    """An auction: what it is for, the highest bid, whose it is, and the lowest bid that is allowed now."""

    item: str
    price: int  # 0 while nobody has bid
    leader: int | None
    least: int


def rounds_to_top(starts: Iterable[Cell], top: Cell, moves: int) -> int:
    """How many rounds must begin before one of these markers can be there, if it moves so often in each."""
    nearest = min(top[1] - column + row - top[0] for row, column in starts)
    return max(0, nearest // moves - 1)


class Outlook(Generic[R]):
    """The answers of a plain title: shares in treasuries, prices that move one step, trains that rust by phases."""

    def standing(self, game: R, company: str) -> Standing:
        """How far a company is. Those that operate are exactly the title's `operating_order`."""
        state = game.state
        place = state.shelves.place_of[president_certificate(company)]
        if place[1] == BOX:  # type: ignore[index]  # see certs_at
            return Standing.CLOSED
        owned = isinstance(place[1], int)  # type: ignore[index]
        single = game.title.companies[company].one_owner
        if not (owned if single else state.floated.get(company)):
            return Standing.STARTED if company in state.par else Standing.UNOPENED
        if game.title.controller(game, company) is None:
            return Standing.RECEIVERSHIP
        return Standing.OPERATED if state.turns.get(company) else Standing.FLOATED

    def float_need(self, game: R, company: str, value: int | None = None) -> FloatNeed | None:
        """What is missing until a company floats, at today's prices; None if it has floated, or never does by shares.

        One that is not started yet is taken to be started at a par value, the lowest unless one is given: the
        president's certificate is then part of the shares and of the cost. What it would get besides from a company
        that merges into it does not count.
        """
        if not self.can_float(game, company):
            return None
        if company in game.state.par:
            value, first, paid = 0, 0, 0
        else:
            value = min(game.title.grid.par) if value is None else value
            first, paid = president_shares(game, company), game.title.starting_price(StartCompany(0, company, value))
        count = self._missing_shares(game, company, first)
        offers = self._offers(game, company, value)[:count]
        cost = paid + sum(price for _, price in offers)
        income = paid + sum(price for source, price in offers if source == company)
        payee = company if income == cost else BANK
        return FloatNeed(first + count, cost, payee, game.state.cash[company] + income)

    def can_float(self, game: R, company: str) -> bool:
        """Whether a company may still float when enough of its shares are sold."""
        waits = self.standing(game, company) in (Standing.UNOPENED, Standing.STARTED)
        return waits and not game.title.companies[company].one_owner

    def _missing_shares(self, game: R, company: str, first: int) -> int:
        """How many shares must be bought besides the first ones; where nothing is said of it, none."""
        told = game.title.floating(game, company)
        return max(0, -(-(told[1] - told[0] - first * SHARE) // SHARE)) if told else 0

    def _offers(self, game: R, company: str, value: int) -> Sequence[tuple[str, int]]:
        """Where shares can be bought, in the order in which they are offered, and what each costs, at first par."""
        title = game.title
        return [
            (source, title.buying_price(game, company, source) or value)
            for source in title.share_sources(game, company)
            for _ in singles_of(game, source, company)
        ]

    # -- duties -----------------------------------------------------------------------------------------------------

    def duties(self, game: R, player: int) -> Sequence[Duty]:
        """What a player must do soon. No fine and no bankruptcy comes that was not announced before by one of these."""
        if player not in game.seats:
            return ()
        now = [*self.debts(game, player), *self.discards_due(game, player)]
        due = (*now, *self.sales_due(game, player), *self.trains_due(game, player))
        return [*due, *self.fined(game, player)]

    def fined(self, game: R, player: int) -> Sequence[Duty]:
        """Those of the duties that cost a fine if they are missed: by default, none."""
        return ()

    def debts(self, game: R, player: int) -> Iterator[Duty]:
        """What a player is paying off at the moment."""
        for frame in game.stack:
            if isinstance(frame, RaiseMoney) and frame.player == player and frame.owed:
                yield Duty(DEBT, "", Due.NOW, frame.owed, self.without_money)

    without_money: Missed = Missed.OUT  # what happens to a debtor who has nothing left to sell

    def discards_due(self, game: R, player: int) -> Iterator[Duty]:
        """Trains above a limit that a player is choosing from at the moment."""
        for frame in game.stack:
            if isinstance(frame, DiscardStep) and frame.actor(game) == player:
                yield Duty(DISCARD, frame.company, Due.NOW, 1, Missed.STOPS)

    def sales_due(self, game: R, player: int) -> Iterator[Duty]:
        """Limits that a player exceeds, as far as there is anything to sell: what the stock turn says itself."""
        turns: list[Any] = [f for f in game.stack if isinstance(f, SellingTurn) and f.player == player]
        turn: Any = turns[0] if turns else game.title.stock_turn(game, player)
        companies = turn.to_sell_first(game) if isinstance(turn, SellingTurn) else ()
        if not companies:
            return
        held, limit = game.title.certificates(game, player)
        if held > limit:
            yield Duty(SELL, "", Due.STOCK_TURN, held - limit, Missed.STOPS)
            return
        for company in companies:
            yield Duty(SELL, company, Due.STOCK_TURN, turn.block_sizes(game, company)[0], Missed.STOPS)

    def trains_due(self, game: R, player: int) -> Iterator[Duty]:
        """Companies of the player that must buy a train: what their train step says itself."""
        for company in self.presided(game, player):
            if self.standing(game, company) in OPERATING and self._needs_train(game, company):
                short = max(0, self.cheapest_train(game, company) - game.state.cash[company])
                yield Duty(TRAIN, company, Due.OPERATING_TURN, short, self.without_train)

    def presided(self, game: R, player: int) -> Sequence[str]:
        """The companies that a player owns or presides over, and so is responsible for."""
        place_of = game.state.shelves.place_of
        return [c for c in game.title.companies if place_of[f"{c}_0"][1] == player]  # type: ignore[index]

    without_train: Missed = Missed.OUT  # what happens if a company cannot buy the train that it must have

    def _needs_train(self, game: R, company: str) -> bool:
        steps = game.title.operating_steps(game, company)
        return any(step.obliged(game) for step in steps if isinstance(step, TrainStep))

    def cheapest_train(self, game: R, company: str) -> int:
        """The lowest price of a train of the bank that can run by itself; 0 if there is none."""
        doubling = game.title.doubling
        coming = self.trains_coming(game, company)
        return min((each.price for each in coming if not each.before and each.kind not in doubling), default=0)

    # -- income and prices ------------------------------------------------------------------------------------------

    def income_share(self, game: R, holder: Holder, company: str) -> IncomeShare:
        """What part of a revenue that is paid out in full reaches a holder: a player, or a treasury.

        A company that may not choose is taken as the rules pay it. What it keeps then is part of its own share.
        """
        paid = holder == company or isinstance(holder, int)
        return IncomeShare(shares_of(game, holder, company) if paid else 0)

    def price_after(self, game: R, company: str, paid: int, at: Cell | None = None) -> Quote:
        """The price after a dividend of that much in all (0: withheld), from today's cell or another one.

        By default one step right, or left without a dividend. A company that goes bankrupt by it has the price 0.
        """
        cell = game.state.cell.get(company) if at is None else at
        return self._quote(game, company, cell and self.cell_after(game, cell, paid))

    def cell_after(self, game: R, cell: Cell, paid: int) -> Cell:
        """Where a marker goes with a dividend."""
        if not paid:
            return left_of(game, cell)
        rises = paid >= game.title.grid.price(cell) or not self.rises_by_price
        return right_of(game, cell) if rises else cell

    rises_by_price: bool = False  # whether only a dividend of at least the price lifts it

    def price_at_close(self, game: R, company: str, sold_out: bool | None = None, at: Cell | None = None) -> Quote:
        """The price after the stock round if nothing more is bought or sold; or, if told, sold out or not."""
        cell = game.state.cell.get(company) if at is None else at
        rises = self.is_sold_out(game, company) if sold_out is None else sold_out
        return self._quote(game, company, cell and (self.cell_sold_out(game, cell) if rises else cell))

    def is_sold_out(self, game: R, company: str) -> bool:
        """Whether all shares of a company that operates are with players."""
        held = sum(percent_of(game, seat, company) for seat in game.seats)
        return bool(game.state.floated.get(company)) and held == PARTS * SHARE

    def cell_sold_out(self, game: R, cell: Cell) -> Cell:
        """Where the marker of a company goes that is sold out when a stock round ends: by default, nowhere."""
        return cell

    def _quote(self, game: R, company: str, cell: Cell | None) -> Quote:
        return Quote(cell, game.title.grid.price(cell) if cell else game.state.par.get(company, 0))

    # -- the clock --------------------------------------------------------------------------------------------------

    def rounds_left(self, game: R, drain: int = 0) -> Rounds:
        """How many operating rounds will still begin, if the bank loses that much in each.

        By default the game ends after the turn in which the bank breaks.
        """
        if game.is_over:
            return Rounds(0, 0, 0)
        rest, most = self.rest_of_turn(game)
        least = min([rest, *self.until_top(game)])
        if game.state.flags.get("bank_out"):
            return Rounds(least, rest, most)
        return Rounds(least, max(rest, self.until_bank_breaks(game, drain, rest)), None)

    def until_top(self, game: R) -> Sequence[int]:
        """How many rounds must begin before a price ends the game, in titles where one can."""
        return ()

    def rest_of_turn(self, game: R) -> tuple[int, int]:
        """How many operating rounds this turn still brings, and how many if the next phases come in time."""
        order = game.stack[0]
        assert isinstance(order, Order)
        begun = max(0, order.nth - 1) if order.coming == "operating" else order.nth
        now = order.rounds(game)
        most = max([now, *(phase.operating_rounds for phase in later_phases(game))])
        return max(0, now - begun), max(0, most - begun)

    def rest_of_settled(self, game: R, coming: int) -> tuple[int, int]:
        """The same where a turn's number of rounds (the flag "rounds") is settled before; the next turn's is given."""
        round_ = current_round(game)
        if isinstance(round_, OperatingRound):
            coming = int(game.state.flags.get("rounds", game.phase.operating_rounds)) - round_.nth
        return max(0, coming), max(0, coming)

    def until_bank_breaks(self, game: R, drain: int, rest: int) -> int:
        """The rounds up to the end of the turn in which the bank breaks, but no more than are usual: incomes rise."""
        order = game.stack[0]
        assert isinstance(order, Order)
        a_turn, left = max(1, order.rounds(game)), max(0, game.state.cash[BANK])
        usual = self.usual_turns * left // int(game.title.facts["bank"])
        beyond = max(0, -(-left // drain) - rest) if drain > 0 else usual * a_turn
        return rest + a_turn * min(usual, -(-beyond // a_turn))

    usual_turns: int = 6  # of a game with a full bank

    def lifetime(self, game: R, train: str) -> Lifetime:
        """When a train rusts, if the stack stays as it is and all purchases are made from the top of it."""
        newest = type_of(game, train).rusts_on
        if newest is None:
            return Lifetime(None)
        return Lifetime(self.purchases_until(game, newest))

    def purchases_until(self, game: R, kind: str) -> int | None:
        """After how many purchases the phase begins that a kind of train brings; None if it never will again."""
        for number, train in enumerate(trains_of(game, game.title.train_types[kind].stack), 1):
            if type_of(game, train).name == kind:
                return number if phase_begun_by(game, train) else None
        return None

    def trains_coming(self, game: R, company: str) -> Sequence[ComingTrain]:
        """The kinds of train that the bank sells to a company now and later, in the order in which they come.

        Money and train limits do not count. By default the stacks, at today's prices, and what lies in the pool.
        """
        stacks = [each for stack in game.title.stacks for each in self.trains_in(game, stack)]
        return [*stacks, *self.trains_in_pool(game)]

    def trains_in(self, game: R, stack: Holder, forms: Sequence[str] = ("",)) -> Iterator[ComingTrain]:
        """The kinds of train of a stack."""
        trains = trains_of(game, stack)
        names = [type_of(game, train).name for train in trains]
        for kind in dict.fromkeys(names):
            at, endless = names.index(kind), game.title.train_types[kind].count is None
            price, left = game.title.train_price(game, trains[at]), None if endless else names.count(kind)
            yield from (ComingTrain(kind, price, at, left, form) for form in forms)

    def trains_in_pool(self, game: R) -> Iterator[ComingTrain]:
        """The kinds of train of the pool, each at list price at once."""
        names = [type_of(game, train).name for train in trains_of(game, POOL)]
        for kind in dict.fromkeys(names):
            yield ComingTrain(kind, game.title.train_types[kind].price, 0, names.count(kind))

    def next_trains(self, game: R, company: str) -> tuple[TrainUse, ...]:
        """As what the next train of the bank would run for a company that has none, for a guess at its income."""
        coming = (game.title.train_types[each.kind] for each in self.trains_coming(game, company) if not each.before)
        engine = next((kind for kind in coming if not kind.doubles), None)
        return (TrainUse(engine.name, engine.stops),) if engine else ()

    def has_room(self, game: R, company: str) -> bool:
        """Whether a company is below its train limit, so that it may buy one more train of the bank."""
        return len(limited_trains(game, company)) < limit_of(game, company)

    def runs_trains(self, game: R, company: str) -> bool:
        """Whether a company earns by trains; if not, it needs none, and `title.account` tells what it earns."""
        return True

    def hoped_income(self, game: R, company: str) -> int:
        """What a company should earn soon whose earnings are not looked for on track but grow by what it places."""
        return 0

    hope_fades: bool = True  # whether that is hoped only of companies that have hardly operated

    def earned_with(self, game: R, company: str, kinds: Sequence[str]) -> int:
        """What a company whose earnings are not looked for on track would earn with trains of these kinds."""
        return game.title.account(game, company).total

    def track_worth(self, game: R, company: str, lay: LayTile | None = None) -> float:
        """The same companies: what comes near by their track, a round; or by it with one more tile, roughly."""
        return 0.0

    def earns_yet(self, game: R, company: str) -> bool:
        """Whether a company has still to come to its earnings in the operating round that is on."""
        if not isinstance(current_round(game), OperatingRound) or not game.title.operates(game, company):
            return False
        turn = next((frame for frame in reversed(game.stack) if isinstance(frame, OperatingTurn)), None)
        if turn is None or turn.company != company:
            return not game.state.acted.get(company)
        coming = (*game.stack, *game.title.operating_steps(game, company)[turn.step :])
        return any(isinstance(frame, self.earning) for frame in coming)

    earning: tuple[type[Frame], ...] = (RunDecision,)  # the steps in which companies come to their earnings

    def next_run(self, game: R, company: str, total: int) -> int:
        """What the company's next run comes to if its trains earn so much: less, or more, where an event says so."""
        return total

    # -- what players have besides shares ---------------------------------------------------------------------------

    def card_worth(self, game: R, card: str, rounds: float) -> float:
        """What a card is worth to its holder if so many operating rounds are to come: what it will pay until then.

        Of a card that is still for sale: what it brings to whoever gets it.
        """
        if holder_of_card(game, card) == BOX:
            return 0.0
        return game.title.cards[card].income * self.rounds_paid(game, card, rounds)

    def rounds_paid(self, game: R, card: str, rounds: float) -> float:
        """In how many of the rounds to come a card will still be there: by default in all."""
        return rounds

    def standing_bids(self, game: R) -> Sequence[Stake]:
        """The highest of the bids that were made for each card and wait until its turn comes."""
        return ()

    def other_worth(self, game: R, player: int) -> float:
        """What is worth something to a player, and is neither money nor share nor card."""
        return 0.0

    def prizes(self, game: R, company: str) -> float:
        """What a company can expect of rewards that are still to be earned, less what it pays if it fails."""
        return 0.0

    # -- other things -----------------------------------------------------------------------------------------------

    tangled: bool = False  # whether so much track meets on the map that bots follow it only roughly
    misleading: frozenset[str] = frozenset()  # names of the title's own actions whose price shows only later

    def becomes(self, game: R, company: str) -> Sequence[Becoming]:
        """What a company can turn into as things are now: by exchange or merger."""
        return ()

    def at_stake(self, game: R) -> Stake | None:
        """The auction that the game is in the middle of, with the lowest bid of whoever is asked."""
        auction = next((frame for frame in reversed(game.stack) if isinstance(frame, RisingAuction)), None)
        if auction is None:
            return None
        price = 0 if auction.leader is None else auction.price
        return Stake(auction.item, price, auction.leader, auction.least(game))

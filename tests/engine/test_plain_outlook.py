"""The answers of a plain title, which it has without saying anything: the miniature, and one that floats at half."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from tests import mini

import stockrail
from stockrail.core import Action, Frame
from stockrail.rules.actions import BuyShare, StartCompany
from stockrail.rules.game import RailGame
from stockrail.rules.outlook import Duty, FloatNeed, IncomeShare, Lifetime, Outlook, Quote, Rounds, Standing
from stockrail.rules.shares import percent_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, certs_at, city_at
from stockrail.rules.stock import SellingTurn, buy_share
from stockrail.testing import Position, check_outlook
from stockrail.titles import add, remove

ASK: Outlook[RailGame] = Outlook()
NEEDED = 50


class SlowTurn(SellingTurn, frozen=True):
    """A company floats when half of it is sold, and then has its token at home."""

    def do(self, game: RailGame, action: Action) -> None:
        if isinstance(action, BuyShare):
            buy_share(game, action)
        else:
            super().do(game, action)
        assert isinstance(action, BuyShare | StartCompany)
        company, sold = action.company, game.title.floating(game, action.company)
        if sold and sold[0] >= NEEDED and not game.state.floated.get(company):
            home = game.title.companies[company].home
            assert home is not None
            game.state.floated[company] = True
            game.note("floats", company=company)
            game.state.shelves.move(f"{company}.0", city_at(*home))


class Slow(mini.Mini):
    """Mini, but a company floats at half, and some of its shares are in an initial offering."""

    name = "Slow"

    def set_up(self, game: RailGame) -> None:
        super().set_up(game)
        for company in self.companies:
            for cert in list(game.state.shelves.on(certs_at(company, company)))[1:3]:
                game.state.shelves.move(cert, certs_at(IPO, company))

    def stock_turn(self, game: RailGame, player: int) -> Frame:
        return SlowTurn(player)

    def share_sources(self, game: RailGame, company: str) -> Sequence[str]:
        return (IPO, company, POOL)

    def floating(self, game: RailGame, company: str) -> tuple[int, int]:
        return sum(percent_of(game, seat, company) for seat in game.seats), NEEDED


SLOW = Slow()


@pytest.fixture(autouse=True)
def with_both() -> Iterator[None]:
    for title in (mini.TITLE, SLOW):
        add(title)
    yield
    for title in (mini.TITLE, SLOW):
        remove(title.name)


def red() -> Position:
    return Position("Mini").corporation("Red", {0: 4, 1: 2}, value=60, cash=300).token("Red", "A2")


def test_a_title_that_floats_at_half_keeps_the_promises_of_a_plain_one() -> None:
    tested = check_outlook("Slow", games=4, players=[4])
    assert tested["float_need"] > 100 and tested["lifetime"] > 100


def test_the_money_for_shares_goes_where_they_lie() -> None:
    game = stockrail.new("Slow", ["Ada", "Ben"], seats="given")
    assert ASK.float_need(game, "Red", 60) == FloatNeed(5, 300, BANK, 180)
    game.push(StartCompany(0, "Red", 60))
    assert ASK.float_need(game, "Red") == FloatNeed(3, 180, BANK, 120 + 60)  # two of the offering, then its own
    assert ASK.standing(game, "Red") == Standing.STARTED


def test_a_company_of_the_miniature_floats_when_it_is_started() -> None:
    game = Position("Mini").stock_round(0)
    assert ASK.float_need(game, "Red") == FloatNeed(2, 100, "Red", 100)
    game.push(StartCompany(0, "Red", 50))
    assert ASK.float_need(game, "Red") is None and ASK.standing(game, "Red") == Standing.FLOATED


def test_a_company_without_a_president_is_in_receivership_and_one_in_the_box_is_closed() -> None:
    game = red().game
    assert ASK.standing(game, "Red") == Standing.OPERATED
    game.state.shelves.move("Red_0", certs_at(POOL, "Red"))
    assert ASK.standing(game, "Red") == Standing.RECEIVERSHIP
    game.state.shelves.move("Red_0", certs_at(BOX, "Red"))
    assert ASK.standing(game, "Red") == Standing.CLOSED


def test_players_and_treasury_are_paid_and_nobody_has_a_duty() -> None:
    game = red().game
    shares = [ASK.income_share(game, holder, "Red") for holder in (0, 2, "Red", POOL)]
    assert shares == [IncomeShare(4), IncomeShare(0), IncomeShare(4), IncomeShare(0)]
    assert [share.of(95) for share in shares] == [36, 0, 36, 0]
    assert ASK.duties(game, 0) == list[Duty]()


def test_prices_move_one_step_and_stay_when_a_stock_round_ends() -> None:
    game = red().stock_round(0)
    before = Quote(game.state.cell["Red"], 60)
    assert ASK.price_at_close(game, "Red") == ASK.price_at_close(game, "Red", sold_out=True) == before
    up, down = ASK.price_after(game, "Red", 10), ASK.price_after(game, "Red", 0)
    assert down.price < 60 < up.price
    assert ASK.price_after(game, "Red", 0, up.cell) == before
    assert ASK.price_after(game, "Blue", 10) == Quote(None, 0)


def test_later_phases_may_bring_more_rounds_in_the_turn_in_which_the_bank_breaks() -> None:
    game = red().operating("Red", "TrainStep")
    assert game.phase.operating_rounds == 1
    game.state.flags["bank_out"] = True
    assert ASK.rounds_left(game, 10) == Rounds(0, 0, 1)


def test_trains_of_the_stack_come_in_order() -> None:
    game = red().train("2", "Red").operating("Red", "TrainStep")
    kinds = [(each.kind, each.before, each.left) for each in ASK.trains_coming(game, "Red")]
    assert kinds[0] == ("2", 0, 3) and kinds[1][:2] == ("3", 3)
    assert ASK.lifetime(game, "2-0") == Lifetime(None)  # the miniature has no rust

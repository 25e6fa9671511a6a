"""5.3.3 Launching a company: par, marker, capital, home tokens."""

from __future__ import annotations

from stockrail.rules.game import pay
from stockrail.rules.prices import lift_marker, place_marker
from stockrail.rules.rounds import StockRound, current_round
from stockrail.rules.shares import singles_of
from stockrail.rules.state import BANK, city_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.titles.g1883.companies import is_coach
from stockrail.titles.g1883.concessions import settle_concessions
from stockrail.titles.g1883.state import Game1883


def launch(game: Game1883, company: str, value: int) -> None:
    """The company has a par from now on, a marker, its home tokens and the par of shares already out (A9).

    Who pays for the president's certificate, and where it goes, is the caller's business. Home tokens may complete a
    concession, so this may push a frame.
    """
    state, round_ = game.state, current_round(game)
    if company in state.cell:  # 8.1.8-e CCFR's old marker
        lift_marker(game, company)
    state.par[company] = value
    place_marker(game, company, game.title.grid.par[value])
    state.floated[company] = True
    state.launched[company] = round_.turn if isinstance(round_, StockRound) else 0  # A83
    _pay_for_shares_out(game, company)
    if not is_coach(game, company):
        _place_home_tokens(game, company)
    settle_concessions(game)


def _pay_for_shares_out(game: Game1883, company: str) -> None:
    """5.3.3-d Shares that players got with private companies: the bank pays for them."""
    out = sum(len(singles_of(game, seat, company)) for seat in game.order)
    if out:
        amount = out * game.state.par[company]
        pay(game, BANK, company, amount)
        game.note("capital_comes", company=company, amount=amount, count=out)


def _place_home_tokens(game: Game1883, company: str) -> None:
    """6.5-a Free, also in a city without a tile; CCFR's are there when it is launched again."""
    for home in game.title.companies[company].homes:
        if home not in cities_of(game, company):
            game.state.shelves.move(spare_of(game, company)[0], city_at(*home))
            game.note("places_home", company=company, hex=home[0])

"""4.5.1 Bankruptcy: a player leaves the game, and what they held finds new owners or closes."""

from __future__ import annotations

from stockrail.rules.closing import (
    end_if_alone,
    forget,
    give_up_shares,
    hand_on_assets,
    leave_game,
    return_certificates,
)
from stockrail.rules.game import RailGame, pay
from stockrail.rules.shares import owner_of, sell
from stockrail.rules.state import BANK, POOL, spare_tokens
from stockrail.rules.tokens import lift_tokens
from stockrail.titles.g18eu.companies import close_minor, minors_of, started
from stockrail.titles.g18eu.emergency import largest_sale


def go_bankrupt(game: RailGame, company: str, sold: tuple[str, ...]) -> None:
    """4.5.1-f to k All that may be sold is sold, then they are out; the train step stays open for a new president."""
    player = owner_of(game, company)
    assert player is not None
    game.note("goes_bankrupt", player=player, company=company)
    for other in started(game):
        count = largest_sale(game, company, other, sold)
        if count:
            sell(game, player, other, count)
    leave_game(game, player, "exchange_starter")
    orphans = give_up_shares(game, player, started(game))
    pay(game, player, company, game.state.cash[player])
    for orphan in orphans:
        close_corporation(game, orphan)
    for minor in minors_of(game, player):
        close_minor(game, minor)
    if company in orphans:
        game.pop_frame()
    end_if_alone(game)


def close_corporation(game: RailGame, company: str) -> None:
    """4.5.1-i, A-38 Shares to the treasury, tokens off, trains to the pool, money to the bank; it may start again."""
    hand_on_assets(game, company, BANK, POOL)
    lift_tokens(game, company, spare_tokens(company))
    return_certificates(game, company, company)
    forget(game, company, game.state.acted)
    game.note("corporation_closes", company=company)

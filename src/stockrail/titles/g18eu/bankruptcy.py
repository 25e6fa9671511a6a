"""4.5.1 Bankruptcy: a player leaves the game, and what they held finds new owners or closes."""

from __future__ import annotations

from stockrail.rules.closing import close_company, end_if_alone, give_up_shares, leave_game
from stockrail.rules.game import RailGame, pay
from stockrail.rules.shares import owner_of, sell
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
        close_company(game, orphan)  # 4.5.1-i, A-38
    for minor in minors_of(game, player):
        close_minor(game, minor)
    if company in orphans:
        game.pop_frame()
    end_if_alone(game)

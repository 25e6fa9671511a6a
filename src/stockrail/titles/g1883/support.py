"""5.5 Political support cards: buying them and paying with them."""

from __future__ import annotations

from stockrail.rules.game import pay
from stockrail.rules.state import BANK
from stockrail.titles.g1883.state import Game1883


def support_cost(game: Game1883, player: int) -> int | None:
    """5.5-b What the next card costs; None with nine."""
    held, facts = game.state.support[player], game.title.facts["support"]
    return int(facts["costs"][held]) if held < facts["most"] else None


def support_fault(game: Game1883, player: int) -> str | None:
    """5.5-b Why the player may not buy another card."""
    cost = support_cost(game, player)
    if cost is None:
        return "support_limit"
    return "support_too_dear" if game.state.cash[player] < cost else None


def buy_support(game: Game1883, player: int) -> None:
    cost = support_cost(game, player)
    assert cost is not None
    pay(game, player, BANK, cost)
    game.state.support[player] += 1
    game.note("buys_support", player=player, amount=cost)


def give_up_support(game: Game1883, player: int, count: int) -> None:
    """Cards that were paid, lost or handed in can be bought again."""
    game.state.support[player] -= count

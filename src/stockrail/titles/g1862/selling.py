"""6.3, 6.4 Selling shares, the director's certificate too, and what sales do to the price."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.game import pay
from stockrail.rules.prices import move_marker, price
from stockrail.rules.shares import (
    block_is_named,
    hand_over,
    largest_other,
    owner_of,
    president_certificate,
    shares_of,
    singles_of,
)
from stockrail.rules.state import BANK, POOL
from stockrail.titles.g1862.bankruptcy import bankrupt_at_zero
from stockrail.titles.g1862.companies import cash_price, is_floated, sales_move_prices
from stockrail.titles.g1862.state import Game1862

DIRECTOR = 3  # shares that the director's certificate stands for


def block_sizes(game: Game1862, player: int, company: str) -> list[int]:
    """6.3-c, d; 6.4-b, c How many shares of a company a player may sell as one block."""
    held = shares_of(game, player, company)
    most = held - game.state.bought.get((player, company), 0)
    return [count for count in range(1, most + 1) if _director_allows(game, player, company, held, count)]


def _director_allows(game: Game1862, player: int, company: str, held: int, count: int) -> bool:
    """6.3-c A director's certificate without an heir goes to the pool; ordinary shares of the pool make up the rest."""
    keeps = held - count
    if owner_of(game, company) != player or keeps >= DIRECTOR or count >= DIRECTOR:
        return True
    heir = largest_other(game, player, company)
    return heir >= DIRECTOR or len(singles_of(game, POOL, company)) >= DIRECTOR - count


def check_block(game: Game1862, player: int, company: str, count: int, named: Sequence[str] = ()) -> None:
    """Whether a block may be sold at all."""
    held, bought = shares_of(game, player, company), game.state.bought.get((player, company), 0)
    if not 1 <= count <= held or not block_is_named(game, player, company, count, named):
        raise game.refusal("not_enough_shares", company=company, count=count, held=held)
    if held - count < bought:
        raise game.refusal("bought_this_round", company=company, count=count, bought=bought)
    if not _director_allows(game, player, company, held, count):
        raise game.refusal("no_change_in_pool", company=company, count=count)


def sell_block(game: Game1862, player: int, company: str, count: int, named: Sequence[str] = ()) -> None:
    """6.4, 6.4.1, 6.4.2 The bank pays; the director may change; then the price falls."""
    director = owner_of(game, company)
    amount = count * cash_price(game, company)
    game.note("sells", player=player, company=company, count=count, amount=amount)
    pay(game, BANK, player, amount)
    hand_over(game, player, company, count, named or _pieces(game, player, company, count))
    if director is not None and owner_of(game, company) is None:
        game.note("director_leaves", company=company)
    fall(game, company, count, by_director=director == player)


def _pieces(game: Game1862, player: int, company: str, count: int) -> list[str]:
    """A director who keeps fewer than three shares gives up the certificate, and singles for what is beyond it."""
    singles, keeps = singles_of(game, player, company), shares_of(game, player, company) - count
    if owner_of(game, company) != player or keeps >= DIRECTOR:
        return singles[:count]
    if largest_other(game, player, company) >= DIRECTOR:
        return singles[:count] if count <= len(singles) else [*singles, president_certificate(company)]
    return [*singles[: max(0, count - DIRECTOR)], president_certificate(company)]


def fall(game: Game1862, company: str, count: int, by_director: bool) -> None:
    """6.4.2 One place down for each share; in the green areas the first ones of others than the director are free."""
    if not is_floated(game, company) or not sales_move_prices(game):
        return
    market, value = game.title.facts["market"], price(game, company)
    free = 0 if by_director else 2 if value in market["ignore_two"] else int(value in market["ignore_one"])
    if count > free:
        move_marker(game, company, game.title.grid.along(game.state.cell[company], free - count))
        bankrupt_at_zero(game, company)

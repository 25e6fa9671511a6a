"""3.5.10, 3.5.11 What must be sold for a train, at half the price; who cannot pay leaves the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stockrail.core import ActionRange, Menu
from stockrail.rules.actions import SellShares
from stockrail.rules.cards import cards_at, cards_of
from stockrail.rules.claims import drop_claims
from stockrail.rules.closing import (
    end_if_alone,
    give_up_shares,
    hand_on_shares,
    leave_game,
    return_certificates,
)
from stockrail.rules.debt import Block, Sales
from stockrail.rules.game import pay
from stockrail.rules.prices import price
from stockrail.rules.shares import controlled, owner_of, sell
from stockrail.rules.state import BANK, POOL
from stockrail.rules.tokens import retire_tokens
from stockrail.rules.trains import trains_for_duty, type_of
from stockrail.titles.g18fb.actions import SellStock
from stockrail.titles.g18fb.companies import concessionaire, dissolve, is_regional
from stockrail.titles.g18fb.concessions import RebuyConcession, block_sizes, drop_concession, settle, withdraw
from stockrail.titles.g18fb.finance import hand_in, holds, most_to_sell
from stockrail.titles.g18fb.regional import settle_track
from stockrail.titles.g18fb.state import Game18FB


def cheapest_price(game: Game18FB) -> int:
    return type_of(game, trains_for_duty(game)[0]).price


def brings(game: Game18FB, company: str, count: int) -> int:
    """3.5.10-c, f, Q56 Half the price of a block, rounded down."""
    percent: int = game.title.facts["emergency"]["percent"]
    return count * price(game, company) * percent // 100


def sizes_of(found: Sales, company: str) -> Sequence[int]:
    """3.5.10-g No more than is needed, and not so few that the rest cannot be raised; where nothing helps, any."""
    return found.sizes(company) if found.suffice else [*found.blocks[company]]


# -- stock of the treasury -----------------------------------------------------------------------------------------


def treasury_entries(game: Game18FB, company: str) -> Menu:
    """3.5.10-b Blocks of what the company holds of itself and of others; whatever is sold, the rest is asked anew."""
    every = {other: range(1, most_to_sell(game, company, other) + 1) for other in holds(game, company)}
    found = Sales(cheapest_price(game) - game.state.cash[company], _priced(game, every))
    sales = (SellStock(controlled(game, company), company, other, 1) for other, sizes in every.items() if sizes)
    return [ActionRange(sale, "count", 1, found.useful(sale.other)) for sale in sales] if found.missing > 0 else []


def _priced(game: Game18FB, sizes: Mapping[str, Sequence[int]]) -> dict[str, Block]:
    return {other: {count: brings(game, other, count) for count in sizes[other]} for other in sizes}


def sell_from_treasury(game: Game18FB, company: str, other: str, count: int) -> None:
    """3.5.10-c, f At half the price, which does not move."""
    hand_in(game, company, other, count, brings(game, other, count), forced=True)


# -- stock of the president ----------------------------------------------------------------------------------------


def missing(game: Game18FB, company: str) -> int:
    """What company and president lack for the cheapest train."""
    return cheapest_price(game) - game.state.cash[company] - game.state.cash[controlled(game, company)]


def president_sales(game: Game18FB, company: str, sold: Sequence[str]) -> Sales:
    """3.5.10-d, e One block of each company; of the one in question no more than leaves it to the president."""
    player, others = controlled(game, company), [other for other in game.title.started(game) if other not in sold]
    sizes = {other: block_sizes(game, player, other, keep_presidency=other == company) for other in others}
    return Sales(missing(game, company), _priced(game, sizes))


def sell_in_need(game: Game18FB, player: int, action: SellShares) -> None:
    """3.5.10-c, f, Q21 A block at half the price, which then falls unless a ruling keeps it; then who presides."""
    company = action.company
    president, proceeds = owner_of(game, company), brings(game, company, action.count)
    falls = game.ruling("emergency_price") == "falls"
    sell(game, player, company, action.count, action.certificates, proceeds, falls)
    settle(game, company, president)


def go_bankrupt(game: Game18FB, player: int, company: str, sold: tuple[str, ...]) -> None:
    """3.5.11-a to g All that may be sold is sold, then they are out; the train step stays for a new president."""
    game.note("goes_bankrupt", player=player, company=company)
    _sell_all(game, player, company, sold)
    leave_game(game, player)
    led = [other for other in game.title.with_shares if owner_of(game, other) == player]
    orphans = give_up_shares(game, player, game.title.with_shares)
    pay(game, player, company, game.state.cash[player])
    _give_up_cards(game, player)
    _lose_concessions(game, player, company, led)
    for orphan in orphans:
        close_company(game, orphan)
    end_if_alone(game)


def _sell_all(game: Game18FB, player: int, company: str, sold: tuple[str, ...]) -> None:
    """3.5.11-a, d At half the price, like anything sold for a train."""
    for other, block in president_sales(game, company, sold).blocks.items():
        if block:
            sell_in_need(game, player, SellShares(player, other, max(block)))


def _give_up_cards(game: Game18FB, player: int) -> None:
    """3.5.11-g Political cards and regional companies go to the pool."""
    for card in list(cards_of(game, player)):
        game.state.shelves.move(card, cards_at(POOL))
    for regional in [one for one in game.title.companies if is_regional(game, one) and owner_of(game, one) == player]:
        return_certificates(game, regional, POOL)


def _lose_concessions(game: Game18FB, player: int, company: str, led: list[str]) -> None:
    """3.5.11-b, f The new presidents may pay at once, that of the company in question first."""
    lost = [other for other in game.title.with_shares if concessionaire(game, other) == player]
    for other in sorted(lost, key=lambda one: one == company):
        withdraw(game, other)
        if other in led:
            game.push_frame(RebuyConcession(other))


def close_company(game: Game18FB, company: str) -> None:
    """3.5.11-e, Q25, Q57 Its stock and tokens are gone, its trains go to the pool, all else to bank and pool."""
    hand_on_shares(game, company, POOL)
    dissolve(game, company, BANK, POOL)
    retire_tokens(game, company)
    drop_concession(game, company)
    drop_claims(game, company)
    game.state.closed[company] = True
    game.note("corporation_closes", company=company)
    settle_track(game)

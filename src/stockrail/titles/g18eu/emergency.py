"""4.5.1, 4.5.2 Emergency money: what a president may add, sell, or must fail at."""

from __future__ import annotations

from stockrail.core import Menu
from stockrail.rules import train_step
from stockrail.rules.actions import GoBankrupt, SellShares
from stockrail.rules.debt import Sales, block
from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.rules.printed import ForcedPurchase
from stockrail.rules.shares import controlled, most_to_sell, shares_of
from stockrail.rules.state import POOL
from stockrail.rules.track import track
from stockrail.rules.trains import engines_of, top_of_stack, type_of
from stockrail.titles.g18eu.companies import has_operated, started
from stockrail.titles.g18eu.stock import check_block, room_in_pool


def route_for_trains(game: RailGame, company: str) -> bool:
    """P-3 On the site the duty needs two stops in reach that are not ports."""
    now = track(game)
    stops = [now.face(hex_).stops[stop].kind for hex_, stop in now.reach(company, False).stops]
    return len([kind for kind in stops if kind != "port"]) > 1


def trains_for_help(game: RailGame) -> list[str]:
    """Bank and pool trains that fulfil the duty, cheapest first."""
    trains = [top_of_stack(game), *engines_of(game, POOL)]
    return sorted(trains, key=lambda train: type_of(game, train).price)


def cheapest_price(game: RailGame) -> int:
    return type_of(game, trains_for_help(game)[0]).price


def treasury_suffices(game: RailGame, company: str) -> bool:
    """4.5-b The treasury can pay for some train of bank or pool."""
    return game.state.cash[company] >= cheapest_price(game)


def help_fault(game: RailGame, company: str, train: str, short: int) -> str | None:
    """4.5.1-a, P-16 Why the president may not add what is missing for this train, if he may not."""
    if treasury_suffices(game, company):
        return "treasury_must_pay"
    dear = type_of(game, train).price > cheapest_price(game)
    if dear and game.ruling("emergency_train") == "cheapest":
        return "cheapest_only"
    return "president_short" if short > game.state.cash[controlled(game, company)] else None


def help_between_companies(game: RailGame, company: str) -> int:
    """4.5.2-b, P-15 The president's cash for a train of another company: only if the treasury is empty."""
    empty = game.state.cash[company] == 0
    if not empty and game.ruling("president_help") == "empty_treasury":
        return 0
    return 0 if treasury_suffices(game, company) else game.state.cash[controlled(game, company)]


def missing(game: RailGame, company: str) -> int:
    """What company and president lack for the cheapest train."""
    return cheapest_price(game) - game.state.cash[company] - game.state.cash[controlled(game, company)]


def forced_purchase(game: RailGame, company: str) -> ForcedPurchase:
    """4.5.1 Who pays what for the cheapest train."""
    return train_step.forced_purchase(game, company, trains_for_help(game)[0], controlled(game, company))


def largest_sale(game: RailGame, buyer: str, company: str, sold: tuple[str, ...]) -> int:
    """4.5.1-c, d, e The largest block of a corporation that the president of the buyer may sell now."""
    if company in sold or not has_operated(game, company):
        return 0
    player = controlled(game, buyer)
    return max(0, min(most_to_sell(game, player, company, company == buyer), room_in_pool(game, company)))


def sales(game: RailGame, buyer: str, sold: tuple[str, ...]) -> Sales:
    """What is missing, and all that the president may sell for it."""
    blocks = {other: block(largest_sale(game, buyer, other, sold), price(game, other)) for other in started(game)}
    return Sales(missing(game, buyer), blocks)


def block_sizes(game: RailGame, found: Sales, company: str) -> range:
    """4.5.1-c, A-36 No more shares than are needed, and not so few that the rest cannot be raised."""
    ruling = game.ruling("emergency_sales")
    least = 1 if ruling == "at_most_needed" else found.least(company)
    most = found.most(company) if ruling == "any_number" else found.useful(company)
    return range(least, most + 1)


def ways_out(game: RailGame, company: str, sold: tuple[str, ...]) -> Menu:
    """Sales, and bankruptcy where they cannot suffice."""
    found = sales(game, company, sold)
    if found.missing <= 0:
        return []
    player = controlled(game, company)
    menu = found.menu(player, lambda other: block_sizes(game, found, other))
    return menu if found.suffice else [*menu, GoBankrupt(player, company)]


def check_sale(game: RailGame, buyer: str, action: SellShares, sold: tuple[str, ...], obliged: bool) -> None:
    company, count = action.company, action.count
    found = sales(game, buyer, sold)
    if not obliged or found.missing <= 0:
        raise game.refusal("no_emergency", company=buyer)
    if company not in game.state.par:
        raise game.refusal("not_started", company=company)
    if company in sold:
        raise game.refusal("sold_in_block", company=company)
    check_block(game, action)
    if count > found.most(company):
        raise game.refusal("keeps_presidency", company=company, held=shares_of(game, action.player, company))
    found.check_size(game, company, count, block_sizes(game, found, company))


def check_bankruptcy(game: RailGame, company: str, sold: tuple[str, ...], obliged: bool) -> None:
    if not obliged or sales(game, company, sold).suffice:
        raise game.refusal("not_bankrupt", company=company)

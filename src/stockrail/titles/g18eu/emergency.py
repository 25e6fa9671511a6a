"""4.5.1, 4.5.2 Emergency money: what a president may add, sell, or must fail at."""

from __future__ import annotations

from stockrail.core import ActionRange, Menu
from stockrail.rules.actions import GoBankrupt, SellShares
from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.rules.shares import controlled, most_to_sell, shares_of
from stockrail.rules.state import POOL
from stockrail.rules.title import ForcedPurchase
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
    train, president = trains_for_help(game)[0], controlled(game, company)
    cost, treasury = type_of(game, train).price, game.state.cash[company]
    lacks = max(0, cost - treasury)
    return ForcedPurchase(
        train, cost, treasury, president, min(lacks, game.state.cash[president]), max(0, missing(game, company))
    )


def largest_sale(game: RailGame, buyer: str, company: str, sold: tuple[str, ...]) -> int:
    """4.5.1-c, d, e The largest block of a corporation that the president of the buyer may sell now."""
    if company in sold or not has_operated(game, company):
        return 0
    player = controlled(game, buyer)
    return max(0, min(most_to_sell(game, player, company, company == buyer), room_in_pool(game, company)))


def useful_sale(game: RailGame, buyer: str, company: str, sold: tuple[str, ...]) -> int:
    """A-36 No more shares than are needed."""
    needed = -(-missing(game, buyer) // price(game, company))
    most = largest_sale(game, buyer, company, sold)
    return most if game.ruling("emergency_sales") == "any_number" else min(most, needed)


def in_need(game: RailGame, company: str) -> bool:
    return missing(game, company) > 0


def can_be_raised(game: RailGame, company: str, sold: tuple[str, ...]) -> int:
    """The most that all legal sales together bring."""
    return sum(price(game, other) * largest_sale(game, company, other, sold) for other in started(game))


def least_sale(game: RailGame, buyer: str, company: str, sold: tuple[str, ...]) -> int:
    """4.5.1-c He must raise what is missing: so many shares that all other blocks could still bring the rest."""
    if game.ruling("emergency_sales") == "at_most_needed":
        return 1
    most, value = largest_sale(game, buyer, company, sold), price(game, company)
    rest = missing(game, buyer) - (can_be_raised(game, buyer, sold) - most * value)
    return max(1, min(most, -(-rest // value)))


def is_bankrupt(game: RailGame, company: str, sold: tuple[str, ...]) -> bool:
    """4.5.1-f"""
    return can_be_raised(game, company, sold) < missing(game, company)


def ways_out(game: RailGame, company: str, sold: tuple[str, ...]) -> Menu:
    """Sales, and bankruptcy where they cannot suffice."""
    if not in_need(game, company):
        return []
    player = controlled(game, company)
    menu: Menu = [
        ActionRange(SellShares(player, other, least), "count", least, most)
        for other in started(game)
        if (most := useful_sale(game, company, other, sold)) and (least := least_sale(game, company, other, sold))
    ]
    return [*menu, GoBankrupt(player, company)] if is_bankrupt(game, company, sold) else menu


def check_sale(game: RailGame, buyer: str, action: SellShares, sold: tuple[str, ...], obliged: bool) -> None:
    company, count = action.company, action.count
    if not obliged or not in_need(game, buyer):
        raise game.refusal("no_emergency", company=buyer)
    if company not in game.state.par:
        raise game.refusal("not_started", company=company)
    if company in sold:
        raise game.refusal("sold_in_block", company=company)
    check_block(game, action.player, company, count, action.certificates)
    if count > largest_sale(game, buyer, company, sold):
        raise game.refusal("keeps_presidency", company=company, held=shares_of(game, action.player, company))
    if count > useful_sale(game, buyer, company, sold):
        raise game.refusal("more_than_needed", company=company, needed=missing(game, buyer))
    if count < least_sale(game, buyer, company, sold):
        raise game.refusal("less_than_needed", company=company, needed=missing(game, buyer))


def check_bankruptcy(game: RailGame, company: str, sold: tuple[str, ...], obliged: bool) -> None:
    if not obliged or not is_bankrupt(game, company, sold):
        raise game.refusal("not_bankrupt", company=company)

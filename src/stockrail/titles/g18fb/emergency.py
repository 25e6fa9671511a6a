"""3.5.10 Emergency money: what a company without a train, and then its president, must sell, at half the price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from stockrail.core import Action, ActionRange
from stockrail.rules.actions import SellShares
from stockrail.rules.game import pay
from stockrail.rules.prices import fall, price
from stockrail.rules.shares import controlled, hand_over, owner_of, pool_room, singles_of
from stockrail.rules.state import BANK, POOL, certs_at
from stockrail.rules.stock import blocks
from stockrail.rules.trains import trains_for_duty, type_of
from stockrail.titles.g18fb.actions import SellStock
from stockrail.titles.g18fb.companies import has_operated
from stockrail.titles.g18fb.holdings import holds
from stockrail.titles.g18fb.presidency import settle
from stockrail.titles.g18fb.selling import block_sizes
from stockrail.titles.g18fb.state import Game18FB


def cheapest_price(game: Game18FB) -> int:
    """3.5.10-a, Q56"""
    return type_of(game, trains_for_duty(game)[0]).price


def brings(game: Game18FB, company: str, count: int) -> int:
    """3.5.10-c, f, Q56 Half the price of a block, rounded down."""
    percent: int = game.title.facts["emergency"]["percent"]
    return count * price(game, company) * percent // 100


class Sales(NamedTuple):
    """What is missing, which blocks of which companies may be sold, and what each brings."""

    missing: int
    blocks: Mapping[str, Mapping[int, int]]

    @property
    def total(self) -> int:
        return sum(max(block.values(), default=0) for block in self.blocks.values())

    @property
    def suffice(self) -> bool:
        return self.total >= self.missing

    def sizes(self, company: str) -> Sequence[int]:
        """3.5.10-g No more than is needed, and not so few that the rest cannot be raised."""
        block = self.blocks.get(company, {})
        rest = self.total - max(block.values(), default=0)
        enough = min((count for count, sum_ in block.items() if sum_ >= self.missing), default=max(block, default=0))
        least = self.missing - rest if self.suffice else 0
        return [count for count, sum_ in block.items() if count <= enough and sum_ >= least]


# -- stock of the treasury -----------------------------------------------------------------------------------------


def treasury_sales(game: Game18FB, company: str) -> Sales:
    """3.5.10-b First what the company holds of itself and of others."""
    return Sales(
        cheapest_price(game) - game.state.cash[company],
        {other: _priced(game, other, range(1, _most(game, company, other) + 1)) for other in holds(game, company)},
    )


def _most(game: Game18FB, company: str, other: str) -> int:
    """3.3.1-a, e The limits of any other sale hold."""
    if not has_operated(game, other):
        return 0
    room = pool_room(game, other, game.title.facts["shares"]["pool_limit"])
    return min(room, len(singles_of(game, company, other)))


def _priced(game: Game18FB, company: str, counts: Sequence[int]) -> dict[int, int]:
    return {count: brings(game, company, count) for count in counts}


def treasury_entries(game: Game18FB, company: str) -> Iterator[ActionRange[SellStock]]:
    """Blocks of the treasury, the needed ones; whatever is sold, the rest is asked anew."""
    found, player = treasury_sales(game, company), controlled(game, company)
    for other in found.blocks if found.missing > 0 else ():
        useful = Sales(found.missing, {other: found.blocks[other]}).sizes(other)
        if found.blocks[other]:
            yield ActionRange(SellStock(player, company, other, 1), "count", 1, max(useful))


def sell_from_treasury(game: Game18FB, company: str, other: str, count: int) -> None:
    """3.5.10-c, f At half the price, which does not move."""
    amount = brings(game, other, count)
    for cert in singles_of(game, company, other)[:count]:
        game.state.shelves.move(cert, certs_at(POOL, other))
    pay(game, BANK, company, amount)
    game.note("company_sells", company=company, other=other, count=count, amount=amount, forced=True)


# -- stock of the president ----------------------------------------------------------------------------------------


def missing(game: Game18FB, company: str) -> int:
    """What company and president lack for the cheapest train."""
    return cheapest_price(game) - game.state.cash[company] - game.state.cash[controlled(game, company)]


def president_sales(game: Game18FB, company: str, sold: Sequence[str]) -> Sales:
    """3.5.10-d, e One block of each company; of the one in question no more than leaves it to the president."""
    player = controlled(game, company)
    blocks_ = {
        other: _priced(game, other, block_sizes(game, player, other, keep_presidency=other == company))
        for other in game.title.started(game)
        if other not in sold
    }
    return Sales(missing(game, company), blocks_)


def president_entries(game: Game18FB, company: str, sold: Sequence[str]) -> Iterator[Action | ActionRange[Any]]:
    found, player = president_sales(game, company, sold), controlled(game, company)
    for other in found.blocks:
        yield from blocks(player, other, found.sizes(other))


def sell_in_need(game: Game18FB, player: int, action: SellShares) -> None:
    """3.5.10-c, f, Q21 A block at half the price, which then falls unless a ruling keeps it; then who presides."""
    company, count = action.company, action.count
    president, amount = owner_of(game, company), brings(game, company, count)
    game.note("sells", player=player, company=company, count=count, amount=amount)
    pay(game, BANK, player, amount)
    hand_over(game, player, company, count, action.certificates)
    if game.ruling("emergency_price") == "falls":
        fall(game, company, count)
    settle(game, company, president)

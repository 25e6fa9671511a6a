"""3.5.10, 3.5.11 What must be sold for a train, at half the price; who cannot pay leaves the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from stockrail.core import Action, ActionRange
from stockrail.rules.actions import SellShares
from stockrail.rules.cards import cards_at, cards_of
from stockrail.rules.closing import (
    end_if_alone,
    forget,
    give_up_shares,
    hand_on_assets,
    leave_game,
    return_certificates,
)
from stockrail.rules.game import pay
from stockrail.rules.prices import fall, price
from stockrail.rules.shares import controlled, hand_over, owner_of, pool_room, singles_of
from stockrail.rules.state import BANK, BOX, DEPOT, POOL, certs_at
from stockrail.rules.stock import blocks
from stockrail.rules.tokens import retire_tokens
from stockrail.rules.trains import trains_of, type_of
from stockrail.titles.g18fb.actions import SellStock
from stockrail.titles.g18fb.companies import concessionaire, has_operated, is_regional
from stockrail.titles.g18fb.concessions import RebuyConcession, drop_concession, withdraw
from stockrail.titles.g18fb.finance import holds
from stockrail.titles.g18fb.places import drop_claims, seat_waiting
from stockrail.titles.g18fb.presidency import block_sizes, settle
from stockrail.titles.g18fb.regional import settle_bonuses
from stockrail.titles.g18fb.state import Game18FB


def trains_for_duty(game: Game18FB) -> list[str]:
    """3.5.10-a, Q56 Ordinary trains of the bank and its pool, the cheapest first."""
    pool = [train for train in trains_of(game, POOL) if type_of(game, train).stack == DEPOT]
    return sorted([*trains_of(game, DEPOT)[:1], *pool], key=lambda train: type_of(game, train).price)


def cheapest_price(game: Game18FB) -> int:
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
    for other in holds(game, company):
        for cert in singles_of(game, company, other):
            game.state.shelves.move(cert, certs_at(POOL, other))
    hand_on_assets(game, company, BANK, POOL)
    retire_tokens(game, company)
    return_certificates(game, company, BOX)
    drop_concession(game, company)
    drop_claims(game, company)
    forget(game, company, game.state.acted, game.state.markers, game.state.lease)
    game.state.closed[company] = True
    game.note("corporation_closes", company=company)
    seat_waiting(game)
    settle_bonuses(game)

"""3.5.11 A president who cannot pay leaves the game; companies that nobody can lead close."""

from __future__ import annotations

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
from stockrail.rules.shares import owner_of, singles_of
from stockrail.rules.state import BANK, BOX, POOL, certs_at
from stockrail.rules.tokens import retire_tokens
from stockrail.titles.g18fb.claims import drop_claims, seat_waiting
from stockrail.titles.g18fb.companies import concessionaire, is_regional
from stockrail.titles.g18fb.concessions import RebuyConcession, drop_concession, withdraw
from stockrail.titles.g18fb.emergency import president_sales, sell_in_need
from stockrail.titles.g18fb.holdings import holds
from stockrail.titles.g18fb.regional import settle_bonuses
from stockrail.titles.g18fb.state import Game18FB


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

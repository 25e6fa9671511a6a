"""Closing a company, and a player who leaves the game: where money, trains, tokens and certificates go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stockrail.core import Table
from stockrail.rules.agreement import end_game
from stockrail.rules.cards import cards_of, close_card
from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import lift_marker
from stockrail.rules.printed import certificate_ids
from stockrail.rules.shares import holdings_of, owner_of, pass_presidency, singles_of, successor
from stockrail.rules.state import BANK, POOL, Holder, certs_at, spare_tokens
from stockrail.rules.tokens import lift_tokens
from stockrail.rules.trains import move_train, trains_of


def hand_on_assets(game: RailGame, company: str, cash_to: Holder, trains_to: Holder) -> None:
    """A company's money and trains go to others."""
    pay(game, company, cash_to, game.state.cash[company])
    for train in list(trains_of(game, company)):
        move_train(game, train, trains_to)


def hand_on_shares(game: RailGame, company: str, holder: Holder) -> None:
    """What a company holds of others, and of itself, goes to somebody."""
    for other in holdings_of(game, company):
        for cert in singles_of(game, company, other):
            game.state.shelves.move(cert, certs_at(holder, other))


def return_certificates(game: RailGame, company: str, holder: Holder) -> None:
    """All certificates go back to where they are offered."""
    for cert in certificate_ids(game.title.companies[company]):
        game.state.shelves.move(cert, certs_at(holder, company))


def forget(game: RailGame, company: str, *more: Table[str, Any]) -> None:
    """The company is as if it had never been started: no price, no turns, no runs."""
    state = game.state
    if company in state.cell:
        lift_marker(game, company)
    tables: list[Table[str, Any]] = [state.par, state.floated, state.turns, state.last_run, *more]
    for table in tables:
        if company in table:
            del table[company]


def close_company(game: RailGame, company: str) -> None:
    """Money goes to the bank, trains and shares of others to the pool, cards and tokens off; it may start again."""
    hand_on_assets(game, company, BANK, POOL)
    for card in list(cards_of(game, company)):
        close_card(game, card)
    hand_on_shares(game, company, POOL)
    lift_tokens(game, company, spare_tokens(company))
    return_certificates(game, company, company)
    forget(game, company, game.state.acted)
    game.note("corporation_closes", company=company)


def give_up_shares(game: RailGame, player: int, companies: Iterable[str]) -> list[str]:
    """A player's shares go to the pool and presidencies to an heir; returns the companies that find none."""
    orphans: list[str] = []
    for company in companies:
        for cert in singles_of(game, player, company):
            game.state.shelves.move(cert, certs_at(POOL, company))
        if owner_of(game, company) != player:
            continue
        heir = successor(game, player, company, 0)
        if heir is None:
            orphans.append(company)
        else:
            pass_presidency(game, company, heir, POOL)
    return orphans


def leave_game(game: RailGame, player: int, *duties: str) -> None:
    """A player is out; flags that name a seat (the priority, say) go to the next one."""
    game.state.bankrupt[player] = True
    for duty in ("priority", *duties):
        seat = game.state.flags.get(duty)
        if seat is not None:
            game.state.flags[duty] = game.seats_from(seat)[0]


def end_if_alone(game: RailGame) -> None:
    """The last player left wins."""
    if len(game.seats) == 1:
        game.state.core["winners"] = tuple(game.seats)
        end_game(game, "bankruptcy")

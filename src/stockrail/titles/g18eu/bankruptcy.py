"""4.5.1 Bankruptcy: a player leaves the game, and what he held finds new owners or closes."""

from __future__ import annotations

from stockrail.rules.agreement import end_game
from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import lift_marker
from stockrail.rules.shares import (
    owner_of,
    pass_presidency,
    sell,
    singles_of,
    successor,
)
from stockrail.rules.state import BANK, POOL, certs_at, spare_tokens
from stockrail.rules.title import certificate_ids
from stockrail.rules.tokens import cities_of, token_owner, tokens_in
from stockrail.rules.trains import move_train, trains_of
from stockrail.titles.g18eu.companies import close_minor, minors_of, started
from stockrail.titles.g18eu.emergency import largest_sale


def go_bankrupt(game: RailGame, company: str, sold: tuple[str, ...]) -> None:
    """4.5.1-f to k All that may be sold is sold, then he is out; the train step stays open for a new president."""
    player = owner_of(game, company)
    assert player is not None
    game.note("goes_bankrupt", player=player, company=company)
    for other in started(game):
        count = largest_sale(game, company, other, sold)
        if count:
            sell(game, player, other, count)
    game.state.bankrupt[player] = True
    orphans = _give_up_shares(game, player)
    pay(game, player, company, game.state.cash[player])
    for orphan in orphans:
        close_corporation(game, orphan)
    for minor in minors_of(game, player):
        close_minor(game, minor)
    _pass_on_duties(game)
    if company in orphans:
        game.pop_frame()
    if len(game.seats) == 1:
        game.state.core["winners"] = tuple(game.seats)
        end_game(game, "bankruptcy")


def _give_up_shares(game: RailGame, player: int) -> list[str]:
    """4.5.1-g, h His shares go to the pool, his presidencies to the next player with two shares, if there is one."""
    orphans: list[str] = []
    for company in started(game):
        for cert in singles_of(game, player, company):
            game.state.shelves.move(cert, certs_at(POOL, company))
        if owner_of(game, company) != player:
            continue
        heir = successor(game, player, company, 1)
        if heir is None:
            orphans.append(company)
        else:
            pass_presidency(game, company, heir, POOL)
    return orphans


def close_corporation(game: RailGame, company: str) -> None:
    """4.5.1-i, A-38 Shares to the treasury, tokens off, trains to the pool, money to the bank; it may start again."""
    state = game.state
    pay(game, company, BANK, state.cash[company])
    for train in list(trains_of(game, company)):
        move_train(game, train, POOL)
    for hex_, stop in cities_of(game, company):
        for token in [t for t in tokens_in(game, hex_, stop) if token_owner(t) == company]:
            state.shelves.move(token, spare_tokens(company))
    for cert in certificate_ids(game.title.companies[company]):
        state.shelves.move(cert, certs_at(company, company))
    lift_marker(game, company)
    for table in (state.par, state.floated, state.turns, state.last_run, state.acted):
        if company in table:
            del table[company]
    game.note("corporation_closes", company=company)


def _pass_on_duties(game: RailGame) -> None:
    """A-39 Priority and the start of the final exchange go to the next solvent player."""
    for duty in ("priority", "exchange_starter"):
        seat = game.state.flags.get(duty)
        if seat is not None:
            game.state.flags[duty] = game.seats_from(seat)[0]

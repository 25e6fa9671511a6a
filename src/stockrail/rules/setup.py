"""The beginning of a game: money, certificates, tokens and trains come to their places."""

from __future__ import annotations

from collections.abc import Callable

from stockrail.rules.game import RailGame
from stockrail.rules.state import BANK, Holder, certs_at, spare_tokens, trains_at
from stockrail.rules.title import Company, certificate_ids


def deal(game: RailGame) -> None:
    """The usual beginning: shares in the treasuries, tokens with their companies, trains in the depot."""
    deal_money(game)
    deal_certificates(game, lambda company: company.id)
    deal_tokens(game)
    deal_trains(game)


def deal_money(game: RailGame) -> None:
    """The first phase begins. Seats are as the players were given; the first has the priority."""
    state, seats = game.state, len(game.players)
    state.flags["phase"] = next(iter(game.title.phases))
    state.flags["priority"] = 0
    state.cash.amounts[BANK] = game.title.facts["bank"]
    for seat in range(seats):
        state.cash.pay(BANK, seat, game.title.facts["players"][str(seats)]["cash"])


def deal_certificates(game: RailGame, holder: Callable[[Company], Holder]) -> None:
    for company in game.title.companies.values():
        for cert in certificate_ids(company):
            game.state.shelves.create(cert, certs_at(holder(company), company.id))


def deal_tokens(game: RailGame) -> None:
    for token, owner in game.title.tokens:
        game.state.shelves.create(token, spare_tokens(owner))


def deal_trains(game: RailGame) -> None:
    """Each kind on its stack; of an endless kind one is enough."""
    for kind in game.title.train_types.values():
        for number in range(kind.count or 1):
            game.state.shelves.create(f"{kind.name}-{number}", trains_at(kind.stack))

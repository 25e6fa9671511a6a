"""Laying a game out: the bank, certificates, tokens and trains."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stockrail.core.journal import Place
from stockrail.rules.game import RailGame
from stockrail.rules.printed import Company, certificate_ids
from stockrail.rules.state import BANK, Holder, certs_at, spare_tokens, trains_at


def lay_out(game: RailGame) -> None:
    """The usual beginning: certificates and tokens with their companies, trains on their stacks, money dealt."""
    open_bank(game)
    lay_out_certificates(game, lambda company: company.id)
    lay_out_tokens(game)
    stack_trains(game)


def open_bank(game: RailGame) -> None:
    """Seats are as the players were given; the first has the priority, and all have their starting cash."""
    state, seats = game.state, len(game.players)
    state.flags["phase"] = next(iter(game.title.phases))
    state.flags["priority"] = 0
    state.cash.amounts[BANK] = game.title.facts["bank"]
    for seat in range(seats):
        state.cash.pay(BANK, seat, game.title.facts["players"][str(seats)]["cash"])


def lay_out_certificates(game: RailGame, holder: Callable[[Company], Holder]) -> None:
    for company in game.title.companies.values():
        for cert in certificate_ids(company):
            game.state.shelves.create(cert, certs_at(holder(company), company.id))


def lay_out_tokens(game: RailGame, place: Callable[[str], Place] = spare_tokens) -> None:
    for token, owner in game.title.tokens:
        game.state.shelves.create(token, place(owner))


def stack_trains(game: RailGame, counts: Mapping[str, int] | None = None) -> None:
    """Every kind of train on its stack, as many as the facts say or are given; of an endless kind one at a time."""
    for kind in game.title.train_types.values():
        for number in range((counts or {}).get(kind.name, kind.count or 1)):
            game.state.shelves.create(f"{kind.name}-{number}", trains_at(kind.stack))

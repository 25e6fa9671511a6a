"""3.7.1-n, Q67 A national company leases a train, and is kept from spending until it has paid for it."""

from __future__ import annotations

from stockrail.rules.game import pay
from stockrail.rules.state import BANK, DEPOT
from stockrail.rules.trains import move_train, trains_of, type_of
from stockrail.titles.g18fb.companies import NATIONAL
from stockrail.titles.g18fb.state import Game18FB


def lease_train(game: Game18FB, company: str) -> None:
    """3.7.1-n If it has no train; it may be able to pay at once."""
    if trains_of(game, company):
        return
    kind = game.title.facts["nationals"]["leases"]
    train = next(train for train in trains_of(game, DEPOT) if type_of(game, train).name == kind)
    move_train(game, train, company)
    game.state.lease[company] = type_of(game, train).price
    game.note("leases_train", company=company, train=train, amount=game.state.lease[company])
    pay_leases(game)


def pay_leases(game: Game18FB) -> None:
    """3.7.1-n, Q67 As soon as a treasury holds the whole price: to be asked wherever money comes to companies."""
    for company in game.title.companies_of(NATIONAL):
        owed = game.state.lease.get(company, 0)
        if owed and game.state.cash[company] >= owed:
            pay(game, company, BANK, owed)
            del game.state.lease[company]
            game.note("pays_lease", company=company, amount=owed)


def may_spend(game: Game18FB, company: str) -> bool:
    """Q67 Whether a lease leaves a company free to spend money."""
    return company not in game.state.lease or game.ruling("lease_spending") == "free"

"""3.6-e, 3.6.1 Starting and floating a company from phase 5 on."""

from __future__ import annotations

from stockrail.rules.actions import StartCompany
from stockrail.rules.game import pay
from stockrail.rules.prices import place_marker
from stockrail.rules.shares import percent_of, president_certificate, singles_of
from stockrail.rules.state import BANK, IPO, POOL, certs_at
from stockrail.rules.stock import start_company
from stockrail.titles.g18fb.companies import float_company, in_game, is_bourbon, is_major
from stockrail.titles.g18fb.home import ChooseHome, open_homes
from stockrail.titles.g18fb.state import Game18FB

WHOLE, FLOATS_AT = 100, 60  # percent
SHARES = 10


def start_fault(game: Game18FB, company: str) -> str | None:
    """2.4-a, Q74 Why nobody may start a company without a concession."""
    if not is_major(game, company):
        return "no_such_company"
    if is_bourbon(game):
        return "needs_concession"
    if company in game.state.par or not in_game(game, company):
        return "already_started"
    if game.state.shelves.place_of[president_certificate(company)] != certs_at(IPO, company):
        return "not_offered"
    return None if game.title.companies[company].homes or open_homes(game, company) else "no_open_city"


def start(game: Game18FB, action: StartCompany) -> None:
    """2.4, 3.6-e A checked start without a concession; pushes the choice of a home for a company without one."""
    company = action.company
    game.state.par[company] = action.value
    place_marker(game, company, game.title.grid.par[action.value])
    start_company(game, action, BANK)
    if not game.title.companies[company].homes:
        game.push_frame(ChooseHome(company))


def float_if_sold(game: Game18FB, company: str) -> None:
    """3.6-e, T-8c At 60 % it gets ten times par, and the rest of its shares go to the pool. After every purchase."""
    state = game.state
    sold = WHOLE - percent_of(game, IPO, company)
    if company not in state.par or state.floated.get(company) or sold < FLOATS_AT:
        return
    float_company(game, company)
    amount = SHARES * state.par[company]
    pay(game, BANK, company, amount)
    game.note("capital_comes", company=company, amount=amount)
    for cert in singles_of(game, IPO, company):
        state.shelves.move(cert, certs_at(POOL, company))

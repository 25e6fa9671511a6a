"""3.6-e, 3.6.1 Starting and floating a company from phase 5 on; the home of the SFM."""

from __future__ import annotations

from typing import Any

from stockrail.core import Menu
from stockrail.rules.actions import PlaceHome, StartCompany
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import pay
from stockrail.rules.prices import place_marker
from stockrail.rules.shares import percent_of, president_certificate, singles_of
from stockrail.rules.state import BANK, IPO, POOL, CityAt, certs_at, city_at
from stockrail.rules.stock import start_company
from stockrail.rules.tokens import has_room, spare_of
from stockrail.rules.track import track
from stockrail.titles.g18fb.companies import float_company, in_game, is_bourbon, is_major
from stockrail.titles.g18fb.destinations import raise_price
from stockrail.titles.g18fb.placing import is_empty_yellow_city
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


def open_homes(game: Game18FB, company: str) -> list[CityAt]:
    """3.6.1-a, Q61 Every city, built or not, with a slot that is not taken and not printed for somebody."""
    now = track(game)
    return [
        (hex_, stop)
        for hex_ in game.title.board.hexes
        for stop, place in enumerate(now.face(hex_).stops)
        if place.kind == "city" and has_room(game, company, hex_, stop)
    ]


class ChooseHome(CompanyDecision[Game18FB], frozen=True):
    """3.6.1-a The buyer of the SFM's president's certificate puts its home token on a city right after par."""

    deeds = (PlaceHome,)
    unasked_fault = "choose_home"

    def moves(self, game: Game18FB) -> Menu:
        player = self.actor(game)
        return [PlaceHome(player, self.company, *place) for place in open_homes(game, self.company)]

    def fault(self, game: Game18FB, action: PlaceHome) -> str | None:
        return None if (action.hex, action.stop) in open_homes(game, self.company) else "no_open_circle"

    def told(self, game: Game18FB, action: PlaceHome) -> dict[str, Any]:
        return {"hex": action.hex, "stop": action.stop}

    def do(self, game: Game18FB, action: PlaceHome) -> None:
        place = action.hex, action.stop
        raises = game.ruling("sfm_home_bonus") == "yes" and is_empty_yellow_city(game, place)
        game.state.shelves.move(spare_of(game, self.company)[0], city_at(*place))
        game.note("places_home", company=self.company, hex=action.hex)
        if raises:
            raise_price(game, self.company, "yellow_city")

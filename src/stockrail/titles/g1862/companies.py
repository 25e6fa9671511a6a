"""Companies: which can be started, floating, who decides for them, what counts as their price."""

from __future__ import annotations

from stockrail.board import fitting
from stockrail.core import Action, ActionRange, Menu
from stockrail.rules.closing import forget, return_certificates
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import pay
from stockrail.rules.laying import tiles_left
from stockrail.rules.prices import by_price, place_marker, price
from stockrail.rules.shares import owner_of, pass_presidency, percent_of, settle_presidency, shares_of
from stockrail.rules.state import BANK, POOL, certs_at, spare_tokens
from stockrail.rules.tokens import REMOVED_TOKENS, tokens_in
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of
from stockrail.titles.g1862.actions import BuyTokens
from stockrail.titles.g1862.state import IPO, Game1862
from stockrail.titles.g1862.variants import novices, simple_form

# -- which there are ----------------------------------------------------------------------------------------------


def in_game(game: Game1862) -> list[str]:
    """2.4.1-a The companies that were not put away, in the order in which they are offered."""
    return list(game.state.flags["offered"])


def started(game: Game1862) -> list[str]:
    return [company for company in in_game(game) if company in game.state.par]


def is_floated(game: Game1862, company: str) -> bool:
    return bool(game.state.floated.get(company))


def operating(game: Game1862) -> list[str]:
    """7.1-a"""
    return by_price(game, [company for company in in_game(game) if is_floated(game, company)])


def in_receivership(game: Game1862, company: str) -> bool:
    """8.0-a The director's certificate of a floated company lies in the pool."""
    return is_floated(game, company) and owner_of(game, company) is None


def manager(game: Game1862, company: str) -> int:
    """8.0-b Who acts for a company: its director, else the largest shareholder, first from the priority holder."""
    director = owner_of(game, company)
    if director is not None:
        return director
    seats = game.seats_from(game.state.flags["priority"])
    return max(seats, key=lambda seat: percent_of(game, seat, company))


def lner_formed(game: Game1862) -> bool:
    return game.state.flags.get("lner") == "formed"


def sales_move_prices(game: Game1862) -> bool:
    """6.4.2-g, 10.3-f; E12 Until the LNER forms, or to the letter of 9.0 until the train is sold that brings it."""
    at_trigger = game.ruling("sales_stop") == "phase_h"
    return "lner" not in game.state.flags if at_trigger else not lner_formed(game)


# -- starting -----------------------------------------------------------------------------------------------------


def startable(game: Game1862) -> list[str]:
    """3.2 The companies that may be started now."""
    return [company for company in in_game(game) if start_fault(game, company) is None]


def start_fault(game: Game1862, company: str) -> str | None:
    """3.2, 4.3-e, 10.3-b Why a company cannot be started."""
    state = game.state
    if company not in state.batch:
        return "no_such_company"
    if company in state.par:
        return "already_started"
    if lner_formed(game):
        return "no_new_companies"
    numbers = game.title.phase_numbers
    if numbers[state.batch[company]] > numbers[game.phase.name]:
        return "not_available_yet"
    if state.barred.get(company):
        return "failed_charter"
    return None if home_is_free(game, company) else "home_is_full"


def home_of(game: Game1862, company: str) -> tuple[str, int]:
    home = game.title.companies[company].home
    assert home is not None
    return home


def home_is_free(game: Game1862, company: str) -> bool:
    """3.2-b The home station could be placed: a free slot, or an upgrade that brings one."""
    hex_, stop = home_of(game, company)
    return track(game).is_open(hex_, stop) or bool(home_upgrades(game, company))


def home_upgrades(game: Game1862, company: str) -> list[tuple[str, int]]:
    """Tiles (and how to turn them) with more slots that could lie on the home hex now."""
    hex_, stop = home_of(game, company)
    old, place = track(game).face(hex_), game.title.board.hexes[hex_]
    return [
        (face.tile, face.rotation)
        for face in fitting(game.title.board, place, old)
        if face.tile and face.color in game.phase.tiles and tiles_left(game, face.tile)
        if face.stops[stop].slots > old.stops[stop].slots and old.tile
    ]


# -- prices -------------------------------------------------------------------------------------------------------


def share_price(game: Game1862, company: str) -> int:
    """The market price; a charter that has not floated has only that of the IPO chart."""
    return price(game, company) if company in game.state.cell else game.state.par[company]


def cash_price(game: Game1862, company: str) -> int:
    """6.4.1-a, Q6 What the bank pays for a share: half of the price if the company has no train."""
    full = share_price(game, company)
    return full if trains_of(game, company) else full // 2


def chart_price(game: Game1862, value: int) -> int:
    """6.5.3-d, 7.5.4-a, Q1 The price of the IPO chart at or below a price."""
    chart: list[int] = game.title.facts["market"]["chart"]
    return max((step for step in chart if step <= value), default=chart[0])


# -- certificates ---------------------------------------------------------------------------------------------------


def certificates_of(game: Game1862, player: int) -> int:
    return sum(len(game.state.shelves.on(certs_at(player, company))) for company in in_game(game))


def certificate_limit(game: Game1862) -> int:
    """6.5.2-a, c"""
    limit: int = game.title.facts["players"][str(len(game.players))]["cert_limit"]
    return int(game.state.flags.get("certificate_limit", limit))


def settle_director(game: Game1862, company: str) -> None:
    """6.3-a, f Who holds more takes over; a certificate in the pool goes to the first who holds three and most.

    Only a sale can lead to a tie (see `successor`): while the certificate is in the pool nobody holds three.
    """
    if owner_of(game, company) is not None:
        settle_presidency(game, company)
        return
    heir = max(game.seats, key=lambda seat: shares_of(game, seat, company))
    if shares_of(game, heir, company) >= 3:
        pass_presidency(game, company, heir, POOL)


# -- floating -------------------------------------------------------------------------------------------------------


def float_if_due(game: Game1862, company: str) -> None:
    """6.5.4-a, Q3 Half of the shares have left the IPO or the company."""
    unsold = percent_of(game, IPO, company) + percent_of(game, company, company)
    if is_floated(game, company) or 100 - unsold < game.title.facts["shares"]["float_percent"]:
        return
    game.state.floated[company] = True
    game.note("floats", company=company)
    if game.state.chartered.get(company):
        _capitalise(game, company)
    else:
        game.push_frame(ChooseStations(company))


def _capitalise(game: Game1862, company: str) -> None:
    """3.1-b, d; 4.2-f Ten times the IPO price, and three stations."""
    facts, value = game.title.facts["stations"]["chartered"], game.state.par[company]
    if company in game.state.obliged:
        del game.state.obliged[company]
    if company not in game.state.cell:
        place_marker(game, company, game.title.grid.par[value])
    pay(game, BANK, company, 10 * value)
    game.note("gets_capital", company=company, amount=10 * value)
    buy_stations(game, company, facts["count"], facts["each"])


def buy_stations(game: Game1862, company: str, count: int, each: int) -> None:
    pay(game, company, BANK, count * each)
    for number in range(count):
        game.state.shelves.move(f"{company}.{number}", spare_tokens(company))
    game.note("buys_stations", company=company, count=count, amount=count * each)


def most_stations(game: Game1862) -> int:
    """7.5.6-c, 11.4-a How many stations a company can have."""
    facts = game.title.facts["stations"]
    return int(facts["most_with_eight" if "eight_tokens" in game.options else "most"])


class ChooseStations(CompanyDecision[Game1862], frozen=True):
    """3.1-e, 6.5.4.2-a A company without a charter buys its stations when it floats."""

    def check(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, BuyTokens) or action.company != self.company:
            raise game.refusal("stations_first", company=self.company)
        if action.count not in self._counts(game):
            most = self._counts(game)[-1]
            raise game.refusal("station_count", company=self.company, count=action.count, most=most)

    def kinds(self, game: Game1862) -> tuple[type[Action], ...]:
        return (BuyTokens,)

    def list(self, game: Game1862) -> Menu:
        counts = self._counts(game)
        return [ActionRange(BuyTokens(self.actor(game), self.company, counts[0]), "count", counts[0], counts[-1])]

    def take(self, game: Game1862, action: Action) -> None:
        assert isinstance(action, BuyTokens)
        game.pop_frame()
        buy_stations(game, self.company, action.count, game.title.facts["stations"]["free_choice"]["each"])

    def _counts(self, game: Game1862) -> range:
        """D15 On the public site a new company buys at most seven even where eight are allowed."""
        facts = game.title.facts["stations"]
        most = most_stations(game) if game.ruling("eight_stations") == "everywhere" else facts["most"]
        affordable = game.state.cash[self.company] // facts["free_choice"]["each"]
        return range(facts["free_choice"]["least"], min(most, affordable) + 1)


# -- the end of a company -------------------------------------------------------------------------------------------


def put_back(game: Game1862, company: str) -> None:
    """7.5.7-a, 7.12-c Back to the IPO, with its original permit and nothing else. Cash and trains have gone before."""
    state = game.state
    return_certificates(game, company, IPO)
    for number in range(game.title.companies[company].tokens):
        state.shelves.move(f"{company}.{number}", REMOVED_TOKENS)
    if simple_form(game) is None:
        state.permits[company] = (state.permit[company],)
    forget(game, company, state.chartered, state.obliged)


def own_cities(game: Game1862, company: str) -> list[tuple[str, int]]:
    """The cities with a station of the company; markers in London are none."""
    return track(game).tokens_of(company)


def free_slot(game: Game1862, hex_: str, stop: int) -> int:
    """The first slot of a city in which no marker stands."""
    taken = {game.state.slot[token] for token in tokens_in(game, hex_, stop)}
    return next(slot for slot in range(len(taken) + 1) if slot not in taken)


def starts_in_stock_rounds(game: Game1862) -> bool:
    """11.3-a"""
    return not novices(game)

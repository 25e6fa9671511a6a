"""4.3 Minors that become part of a corporation: connection, exchange, and what happens to their token."""

from __future__ import annotations

from stockrail.core import Action, Menu
from stockrail.rules.actions import Pass
from stockrail.rules.closing import hand_on_assets
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import RailGame
from stockrail.rules.shares import controlled, settle_presidency, singles_of
from stockrail.rules.state import POOL, certs_at, city_at
from stockrail.rules.tokens import cities_of, spare_of
from stockrail.rules.track import track
from stockrail.titles.g18eu.actions import ReplaceToken
from stockrail.titles.g18eu.companies import close_minor, float_if_due, one_stop_a_hex, started, take_minor_out
from stockrail.titles.g18eu.pullman import cars_after_merger


def connected(game: RailGame, minor: str) -> list[str]:
    """4.3-e, f; 4.2.2-f The corporations to whose tokens a minor can trace a route, or that share its hex."""
    reach = track(game).reach(minor, one_stop_a_hex(game))
    home = cities_of(game, minor)[0][0]
    return [
        company
        for company in started(game)
        if any(city in reach.stops or city[0] == home for city in cities_of(game, company))
    ]


def share_sources(game: RailGame, company: str) -> list[str]:
    """Where a share for an exchange can come from: the treasury, else the pool."""
    return [source for source in (company, POOL) if singles_of(game, source, company)]


def merge(game: RailGame, minor: str, company: str, source: str) -> None:
    """4.1.2-g A straight swap: the minor's owner gets the share, what the minor had follows where it came from."""
    owner = controlled(game, minor)
    game.note("exchanges", player=owner, minor=minor, company=company, source=source)
    cert = singles_of(game, source, company)[0]
    game.state.shelves.move(cert, certs_at(owner, company))
    settle_presidency(game, company)
    float_if_due(game, company)
    if source == POOL:
        close_minor(game, minor)
    else:
        take_over(game, minor, company)


def take_over(game: RailGame, minor: str, company: str) -> None:
    """4.3-i The corporation takes money and trains; then it decides about the token."""
    hand_on_assets(game, minor, company, company)
    cars_after_merger(game, company)
    game.push_frame(Succession(company, minor))


class Succession(CompanyDecision, frozen=True):
    """4.3-g, 4.2.2-h The president may put a spare token in the place of the merged minor's."""

    minor: str

    def any(self, game: RailGame) -> bool:
        return self._fault(game) is None or game.ruling("skipping") == "as_site"

    def _fault(self, game: RailGame) -> str | None:
        if not spare_of(game, self.company):
            return "no_spare_token"
        city = cities_of(game, self.minor)[0]
        return "token_in_city" if city in cities_of(game, self.company) else None

    def check(self, game: RailGame, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if action != ReplaceToken(action.player, self.company, self.minor):
            raise game.refusal("replace_or_pass", company=self.company, minor=self.minor)
        fault = self._fault(game)
        if fault:
            raise game.refusal(fault, company=self.company, hex=cities_of(game, self.minor)[0][0])

    def kinds(self, game: RailGame) -> tuple[type[Action], ...]:
        return (ReplaceToken, Pass)

    def list(self, game: RailGame) -> Menu:
        player = self.actor(game)
        menu: Menu = [Pass(player)]
        return menu if self._fault(game) else [ReplaceToken(player, self.company, self.minor), *menu]

    def take(self, game: RailGame, action: Action) -> None:
        if isinstance(action, ReplaceToken):
            place_in_stead(game, self.company, self.minor)
        else:
            game.note("leaves_token", company=self.company, minor=self.minor)
        self.skip(game)

    def skip(self, game: RailGame) -> None:
        take_minor_out(game, self.minor)
        game.pop_frame()


def place_in_stead(game: RailGame, company: str, minor: str) -> None:
    """A token of the corporation takes the minor's circle; the minor's own goes when it is taken out."""
    city = cities_of(game, minor)[0]
    game.state.shelves.move(spare_of(game, company)[0], city_at(*city))
    game.note("replaces_token", company=company, minor=minor, hex=city[0])


def found_with(game: RailGame, company: str, minor: str) -> None:
    """4.1.3-b, 4.3-b The founder's minor: a third share, its money and trains, and the base token on its circle."""
    owner = controlled(game, minor)
    game.note("exchanges", player=owner, minor=minor, company=company, source=company)
    game.state.shelves.move(singles_of(game, company, company)[0], certs_at(owner, company))
    hand_on_assets(game, minor, company, company)
    place_in_stead(game, company, minor)
    take_minor_out(game, minor)

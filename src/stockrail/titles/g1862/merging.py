"""7.5, 7.14 Mergers and acquisitions: who may, the price, and what becomes of the two companies."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.core import Action, Frame, Menu
from stockrail.rules.actions import Merge
from stockrail.rules.closing import hand_on_assets
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.merging import MergeDecision
from stockrail.rules.prices import lift_marker, place_marker
from stockrail.rules.rounds import OperatingTurn
from stockrail.rules.state import CityAt, city_at, spare_tokens
from stockrail.rules.tokens import REMOVED_TOKENS, spare_of, token_owner, tokens_in
from stockrail.rules.track import track
from stockrail.titles.g1862.actions import RemoveToken
from stockrail.titles.g1862.bankruptcy import bankrupt_at_zero
from stockrail.titles.g1862.companies import (
    cash_price,
    chart_price,
    home_of,
    in_game,
    in_receivership,
    is_floated,
    lner_formed,
    most_stations,
    own_cities,
    put_back,
)
from stockrail.titles.g1862.dividends import note_top
from stockrail.titles.g1862.exchange import begin_exchange
from stockrail.titles.g1862.state import LONDON, Game1862
from stockrail.titles.g1862.track import TERMINAL, in_london

TURN_OVER = 99  # a step beyond all steps of a turn


def partners(game: Game1862, company: str) -> list[str]:
    """7.5.2 The companies with a station that track connects to one of this company; London connects nobody."""
    now = track(game)
    cities = [place for place in now.reach(company, False).stops if now.face(place[0]).stops[place[1]].kind == "city"]
    found = {owner for place in cities for owner in now.tokens(*place) if owner != company}
    return [other for other in in_game(game) if other in found and not in_receivership(game, other)]


def merged_price(game: Game1862, one: str, other: str) -> int:
    """7.5.3-a The lower price and half of the higher; without a train a company counts half."""
    lower, higher = sorted((cash_price(game, one), cash_price(game, other)))
    return game.title.grid.price(game.title.grid.at_or_below(lower + higher // 2))


class MergeStep(MergeDecision[Game1862], frozen=True):
    """Merge with another company, or not; `last` is the acquisition at the end of the turn."""

    last: bool = False
    refused: tuple[tuple[str, str], ...] = ()  # the other company and the survivor

    def any(self, game: Game1862) -> bool:
        if not is_floated(game, self.company) or in_receivership(game, self.company) or lner_formed(game):
            return False
        return game.ruling("skipping") == "as_site" or bool(self.moves(game))

    def merge(self, game: Game1862, action: Merge) -> None:
        """7.5.1-a"""
        merge(game, action, self.last)

    def refuse(self, game: Game1862, action: Merge) -> None:
        game.change_frame(refused=(*self.refused, (action.other, action.survivor)))

    def moves(self, game: Game1862) -> Sequence[Merge]:
        player, company = self.actor(game), self.company
        merges = [Merge(player, company, other, who) for other in partners(game, company) for who in (company, other)]
        return [merge for merge in merges if (merge.other, merge.survivor) not in self.refused]

    def fault(self, game: Game1862, action: Merge) -> str | None:
        """7.5.1-a, 7.5.2"""
        if action.other not in game.title.companies or not is_floated(game, action.other):
            return "no_partner"
        if in_receivership(game, action.other):
            return "partner_in_receivership"
        if action.other not in partners(game, self.company):
            return "not_joined_by_track"
        if (action.other, action.survivor) in self.refused:
            return "merger_refused"
        return None if action.survivor in (self.company, action.other) else "no_such_survivor"


def merge(game: Game1862, action: Merge, last: bool) -> None:
    """5.2.1 to 5.2.4 The new price first, then the exchange of shares; what follows waits below it."""
    survivor = action.survivor
    absorbed = action.other if survivor == action.company else action.company
    value = merged_price(game, survivor, absorbed)
    game.note("merges", company=absorbed, survivor=survivor, value=value)
    lift_marker(game, survivor)
    place_marker(game, survivor, game.title.grid.at_or_below(value))
    game.state.par[survivor] = chart_price(game, value)
    if game.ruling("merger_top") == "ends":
        note_top(game, survivor)
    game.push_frame(CompleteMerger(action.company, survivor, absorbed, last))
    begin_exchange(game, action.company, survivor, absorbed, value)


class CompleteMerger(Frame[Game1862], frozen=True):
    """7.5.6, 7.5.7 After the exchange all assets go over, and the absorbed company is put back."""

    company: str
    survivor: str
    absorbed: str
    last: bool
    assets_moved: bool = False

    def proceed(self, game: Game1862) -> None:
        if not self.assets_moved:
            game.change_frame(assets_moved=True)
            move_assets(game, self.survivor, self.absorbed)
            remove_doubles(game, self.survivor, self.absorbed)
            game.push_frame(GiveUpStations(self.survivor, self.absorbed))
            return
        replace_stations(game, self.survivor, self.absorbed)
        other = self.absorbed if self.survivor == self.company else self.survivor
        other_operated = bool(game.state.acted.get(other))
        put_back(game, self.absorbed)
        game.pop_frame()
        self._go_on(game, ends=self.last or other_operated)
        bankrupt_at_zero(game, self.survivor)

    def _go_on(self, game: Game1862, ends: bool) -> None:
        """7.5-a, 7.14-a The survivor takes over the turn; it is over if the other has operated."""
        turn = game.stack[-1]
        assert isinstance(turn, OperatingTurn)
        game.change_frame(company=self.survivor, step=TURN_OVER if ends else turn.step)


def move_assets(game: Game1862, survivor: str, absorbed: str) -> None:
    """7.5.6-a, f; 3.1-f"""
    hand_on_assets(game, absorbed, survivor, survivor)
    for cert in list(game.state.shelves.on(("certs", absorbed, survivor))):
        game.state.shelves.move(cert, ("certs", survivor, survivor))
    both = game.state.permits[survivor] + game.state.permits[absorbed]
    game.state.permits[survivor] = tuple(dict.fromkeys(both))
    if survivor in game.state.chartered:
        del game.state.chartered[survivor]


# -- stations -----------------------------------------------------------------------------------------------------


def remove_doubles(game: Game1862, survivor: str, absorbed: str) -> None:
    """7.5.6-b, 7.6.5-d Where both have a marker, London included, the absorbed one is lost."""
    for place in set(own_cities(game, survivor)) & set(own_cities(game, absorbed)):
        _take_off(game, marker_at(game, absorbed, place))
    if {survivor, absorbed} <= set(in_london(game)):
        _take_off(game, terminal_of(game, absorbed))


def marker_at(game: Game1862, company: str, place: CityAt) -> str:
    return next(token for token in tokens_in(game, *place) if token_owner(token) == company)


def terminal_of(game: Game1862, company: str) -> str:
    return next(token for token in game.state.shelves.on(LONDON) if token_owner(token) == company)


def _take_off(game: Game1862, token: str) -> None:
    game.state.shelves.move(token, REMOVED_TOKENS)
    game.note("station_removed", company=token_owner(token))


def markers_on_map(game: Game1862, company: str) -> list[CityAt]:
    """All places with a marker of the company; London comes last."""
    london = [(TERMINAL, 0)] if company in in_london(game) else []
    return [*own_cities(game, company), *london]


class GiveUpStations(CompanyDecision[Game1862], frozen=True):
    """7.5.6-d, Q13 Markers beyond the limit leave the map, at the choice of the survivor's director; not its home."""

    absorbed: str

    def any(self, game: Game1862) -> bool:
        return self._excess(game) > 0

    def check(self, game: Game1862, action: Action) -> None:
        if not isinstance(action, RemoveToken) or (action.hex, action.stop) not in self._choices(game):
            raise game.refusal("give_up_station_first", company=self.company)

    def kinds(self, game: Game1862) -> tuple[type[Action], ...]:
        return (RemoveToken,)

    def list(self, game: Game1862) -> Menu:
        return [RemoveToken(self.actor(game), self.company, *place) for place in self._choices(game)]

    def take(self, game: Game1862, action: Action) -> None:
        assert isinstance(action, RemoveToken)
        place = (action.hex, action.stop)
        owner = next(c for c in (self.company, self.absorbed) if place in markers_on_map(game, c))
        _take_off(game, terminal_of(game, owner) if action.hex == TERMINAL else marker_at(game, owner, place))

    def _choices(self, game: Game1862) -> Sequence[CityAt]:
        home = home_of(game, self.company)
        return [place for place in self._all(game) if place != home]

    def _all(self, game: Game1862) -> Sequence[CityAt]:
        return [*markers_on_map(game, self.company), *markers_on_map(game, self.absorbed)]

    def _excess(self, game: Game1862) -> int:
        return len(self._all(game)) - most_stations(game)


def replace_stations(game: Game1862, survivor: str, absorbed: str) -> None:
    """7.5.6-c First those on the map, then unused ones, as many as a company may have."""
    shelves = game.state.shelves
    unused = len(spare_of(game, survivor)) + len(spare_of(game, absorbed))
    for token in [*spare_of(game, survivor)]:
        shelves.move(token, REMOVED_TOKENS)
    for place in own_cities(game, absorbed):
        _replace(game, marker_at(game, absorbed, place), survivor, city_at(*place))
    if absorbed in in_london(game):
        _replace(game, terminal_of(game, absorbed), survivor, LONDON)
    room = most_stations(game) - len(markers_on_map(game, survivor))
    for _ in range(min(unused, room)):
        shelves.move(_free_marker(game, survivor), spare_tokens(survivor))


def _free_marker(game: Game1862, company: str) -> str:
    names = [f"{company}.{number}" for number in range(game.title.companies[company].tokens)]
    return next(name for name in names if game.state.shelves.place_of[name] == REMOVED_TOKENS)


def _replace(game: Game1862, old: str, company: str, place: tuple[object, ...]) -> None:
    """A marker takes another's slot, and its rank among those that were placed there one after the other."""
    shelves, new = game.state.shelves, _free_marker(game, company)
    here = list(shelves.on(place))
    shelves.move(old, REMOVED_TOKENS)
    shelves.move(new, place)
    for later in here[here.index(old) + 1 :]:
        shelves.move(later, place)
    if old in game.state.slot:
        game.state.slot[new] = game.state.slot[old]

"""3.6.3 The turns of regional companies, and the bonuses of their destinations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stockrail.board import Face, Track
from stockrail.core import ActionRange, Frame
from stockrail.rules.actions import BuyTrain, LayTile
from stockrail.rules.claims import claims_of
from stockrail.rules.game import pay
from stockrail.rules.laying import TrackSteps
from stockrail.rules.shares import controlled
from stockrail.rules.state import BANK, DEPOT, CityAt
from stockrail.rules.tokens import cities_of
from stockrail.rules.track import track
from stockrail.rules.train_step import TrainStep, hand_over_train, president_helps
from stockrail.rules.trains import holder_of, trains_of, type_of
from stockrail.titles.g18fb.accounts import account, shared_half
from stockrail.titles.g18fb.companies import is_bourbon, is_regional, president_of
from stockrail.titles.g18fb.places import seat_waiting, track_seen
from stockrail.titles.g18fb.state import Game18FB


def _printed(game: Game18FB) -> Mapping[str, Any]:
    """What the facts say of all regional companies."""
    facts: Mapping[str, Any] = game.title.facts["regional"]
    return facts


# -- where it is -----------------------------------------------------------------------------------------------------


def base_of(game: Game18FB, company: str) -> CityAt | None:
    """Where its token is or waits for a slot; None before the regional round has ended and after a take-over."""
    waits = (place for _, place in claims_of(game, company))
    return next(iter(cities_of(game, company)), None) or next(waits, None)


def is_waiting(game: Game18FB, company: str) -> bool:
    """3.6.2-f Whether its token waits for a slot."""
    return not cities_of(game, company) and base_of(game, company) is not None


def track_of(game: Game18FB, company: str) -> Track:
    """3.6.3-e, Q62 As it sees the track: the halves of Napoli are two cities; a token that waits is where it waits."""
    now, base = track_seen(game).apart(), base_of(game, company)
    if base is None or cities_of(game, company):
        return now
    return now.board.track(now.laid, {**now.token_map, base: (*now.tokens(*base), company)})


# -- tiles and markers -----------------------------------------------------------------------------------------------


def regional_steps(game: Game18FB) -> int:
    """3.6.3-c The free ones and those for money."""
    return int(_printed(game)["tile_steps"] + _printed(game)["more_tiles"])


class Steps(TrackSteps[Game18FB], frozen=True):
    """3.5.1 The tile steps of any company."""

    def any(self, game: Game18FB) -> bool:
        """Much track meets on the map, so what is seen at once is asked first."""
        return self.played < self.steps and (self.sees_any(game) or super().any(game))

    def one_stop_a_hex(self, game: Game18FB) -> bool:
        return False

    def place_fault(self, game: Game18FB, action: LayTile) -> str | None:
        """3.5.1-s"""
        return "hex_was_used" if action.hex in self.used and game.ruling("same_hex_twice") == "no" else None


class RegionalTrack(Steps, frozen=True):
    """3.6.3-c to e, g to i, r"""

    def seen(self, game: Game18FB) -> Track:
        return track_of(game, self.company)

    def any(self, game: Game18FB) -> bool:
        return self._cost(game) <= game.state.cash[self.company] and super().any(game)

    def possible(self, game: Game18FB) -> Iterator[LayTile]:
        """3.6.3-d Only what the duty to make room at home leaves."""
        if self._cost(game) > game.state.cash[self.company]:  # said at once, and not of every tile
            return
        due, every = self._due(game), super().possible(game)
        yield from due or every

    def _due(self, game: Game18FB) -> list[LayTile]:
        """3.6.3-d, Q26 In its first turn, as long as its token waits, it must upgrade its home if it can."""
        if game.state.turns.get(self.company) or not is_waiting(game, self.company):
            return []
        base, every = base_of(game, self.company), super().possible(game)
        colour = {name: tile.color for name, tile in game.title.board.tiles.items()}
        here = [lay for lay in every if base and lay.hex == base[0]]
        return [lay for lay in here if colour[lay.tile] != track(game).face(lay.hex).color]

    def pass_fault(self, game: Game18FB) -> str | None:
        return "home_needs_slot" if self._due(game) else None

    def place_fault(self, game: Game18FB, action: LayTile) -> str | None:
        """3.6.3-c"""
        too_dear = self._cost(game) > game.state.cash[self.company]
        return "cannot_pay_more_tiles" if too_dear else super().place_fault(game, action)

    def _cost(self, game: Game18FB) -> int:
        """What the next step costs."""
        return int(_printed(game)["more_tiles_cost"]) if self.played >= _printed(game)["tile_steps"] else 0

    def track_fault(self, game: Game18FB, action: LayTile) -> str | None:
        fault = super().track_fault(game, action)
        due = self._due(game) if fault is None else ()
        return "home_needs_slot" if due and action.hex != due[0].hex else fault

    def lay(self, game: Game18FB, action: LayTile) -> None:
        cost, before = self._cost(game), _town_value(track(game).face(action.hex))
        if cost:
            pay(game, self.company, BANK, cost)
            game.note("pays_for_tile", company=self.company, amount=cost)
        super().lay(game, action)
        if _town_value(track(game).face(action.hex)) > before:
            game.state.markers[self.company] = game.state.markers.get(self.company, 0) + 1
            game.note("gets_marker", company=self.company, hex=action.hex)
        settle_track(game)


def _town_value(face: Face) -> int:
    """3.6.3-g to i, r What a tile says of its town: a marker comes whenever this rises."""
    return max((stop.markers for stop in face.stops), default=0)


# -- earnings --------------------------------------------------------------------------------------------------------


class RegionalIncome(Frame[Game18FB], frozen=True):
    """3.6.3-l, m Always half."""

    company: str

    def proceed(self, game: Game18FB) -> None:
        game.pop_frame()
        revenue, owner = account(game, self.company).total, controlled(game, self.company)
        shared = shared_half(revenue)
        pay(game, BANK, owner, shared)
        pay(game, BANK, self.company, revenue - shared)
        game.state.last_run[self.company] = revenue
        game.note("regional_income", company=self.company, player=owner, revenue=revenue, amount=shared)


# -- trains ----------------------------------------------------------------------------------------------------------


class RegionalTrain(TrainStep[Game18FB], frozen=True):
    """3.6.3-n One train a turn, none is compulsory."""

    sells_pool = True

    def purchases(self, game: Game18FB) -> Iterator[BuyTrain | ActionRange[BuyTrain]]:
        cash = game.state.cash[self.company]
        yield from super().purchases(game)
        yield from self.offers(game, lambda train: cash)

    def fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        """2.6-a, h"""
        if holder_of(game, action.train) is None:
            return "train_not_for_sale"
        return "ordinary_train" if type_of(game, action.train).stack == DEPOT else super().fault(game, action)

    def help_fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        """3.6.3-o The owner adds cash of their own for a first train, no more than is missing."""
        if trains_of(game, self.company):
            return "treasury_short"
        cash = game.state.cash
        return "owner_short" if action.price > cash[self.company] + cash[action.player] else None

    def offer_fault(self, game: Game18FB, action: BuyTrain) -> str | None:
        """3.6.3-n, o, Q72 Another regional company's train, from the treasury alone."""
        seller = self.other_company(game, holder_of(game, action.train))
        if seller is None or not is_regional(game, seller):
            return "train_not_for_sale"
        return self.sum_fault(game, action)

    def purchase(self, game: Game18FB, action: BuyTrain) -> None:
        """2.6-h, Q28 No phase begins; the step is over."""
        game.pop_frame()
        president_helps(game, self.company, action.price)
        hand_over_train(game, action, action.price)


# -- destinations ----------------------------------------------------------------------------------------------------


def settle_track(game: Game18FB) -> None:
    """3.6.2-f, 3.6.3-j What a new tile, a token, or a slot that is given up, brings to others."""
    seat_waiting(game)
    settle_bonuses(game)


def settle_bonuses(game: Game18FB) -> None:
    """3.6.3-j After every lay, token and purchase of a regional company, whoever made the link (Q62)."""
    for facts in () if is_bourbon(game) else game.title.facts["regionals"]:
        company, owner = facts["id"], president_of(game, facts["id"])
        if owner is None or base_of(game, company) is None:
            continue
        for destination in facts["destinations"]:
            key = (company, destination["hex"])
            if not game.state.paid_bonus.get(key) and _is_linked(game, company, destination):
                game.state.paid_bonus[key] = True
                pay(game, BANK, owner, destination["bonus"])
                hex_, amount = destination["hex"], destination["bonus"]
                game.note("regional_bonus", player=owner, company=company, hex=hex_, amount=amount)


def _is_linked(game: Game18FB, company: str, destination: Mapping[str, Any]) -> bool:
    """3.6.3-e, j, k Track is remembered by what lies on the map, so that this is cheap."""
    now = track_of(game, company)
    if destination["brown"] and now.face(destination["hex"]).color != "brown":
        return False
    return bool(now.reach(company, one_stop_a_hex=False).stops_in(destination["hex"]))

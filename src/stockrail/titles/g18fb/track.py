"""3.5.1, 3.5.2 The steps in which a company builds: tiles, the choice of a home, a token along a line."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.board import Track
from stockrail.core import Action, Menu
from stockrail.rules.actions import LayTile, Pass, PlaceToken
from stockrail.rules.claims import claims_at, claims_of, drop_claim, reserved_slot
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.line_station import LineStep
from stockrail.rules.sides import closed_sides
from stockrail.rules.state import CityAt, spare_tokens
from stockrail.rules.tokens import cities_of, tokens_in
from stockrail.rules.track import track
from stockrail.titles.g18fb import actions as own
from stockrail.titles.g18fb.acquisition import acquisitions
from stockrail.titles.g18fb.companies import FROZEN, concession_facts, is_national, state_of
from stockrail.titles.g18fb.destinations import must_choose_base
from stockrail.titles.g18fb.extras import AnyMoment
from stockrail.titles.g18fb.places import track_seen
from stockrail.titles.g18fb.placing import line_fault, place_token, turn_fault
from stockrail.titles.g18fb.regional import Steps, settle_track
from stockrail.titles.g18fb.state import Game18FB


def tile_steps(game: Game18FB, company: str) -> int:
    """2.1-k, 3.7.1-p Fixed when the company floated."""
    fixed: int = game.title.facts["nationals"]["tile_steps"]
    return fixed if is_national(game, company) else game.state.steps.get(company, 0)


class LayTrack(AnyMoment, Steps, frozen=True):
    """3.5.1-a, g, h, s"""

    def check(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, LayTile) and self.played >= self.steps:
            raise game.refusal("no_step_left", company=self.company, count=self.steps)
        super().check(game, action)

    def lay(self, game: Game18FB, action: LayTile) -> None:
        super().lay(game, action)
        settle_track(game)

    def leave(self, game: Game18FB, possible: bool) -> None:
        """3.5.4-c, f, Q20 Whether all tile steps of the turn were played, or could not be."""
        played = self.played >= self.steps
        impossible = not played and not Steps.any(self, game) and not must_choose_base(game, self.company)
        excused = impossible and game.ruling("no_step_possible") == "played"
        game.state.flags["all_steps"] = self.company if played or excused else ""
        super().leave(game, possible)

    def seen(self, game: Game18FB) -> Track:
        return track_seen(game)

    def place_fault(self, game: Game18FB, action: LayTile) -> str | None:
        """3.3.2-i, 3.4-g, 2.5.2-g What a state or a ruling forbids."""
        if must_choose_base(game, self.company):
            return "base_first"
        if state_of(game, self.company) == FROZEN and self._is_frozen_out(game, action.hex):
            return "frozen_lays_no_new"
        if game.ruling("closed_pass_track") == "none" and points_at_closed(game, action):
            return "pass_is_closed"
        return super().place_fault(game, action)

    def _is_frozen_out(self, game: Game18FB, hex_: str) -> bool:
        """3.4-f, g, Q8"""
        return track(game).face(hex_).color == "white" or game.ruling("frozen_track") == "none"


def points_at_closed(game: Game18FB, action: LayTile) -> bool:
    """2.5.2-g Whether new track would lead to a pass that is still closed."""
    old, new = track(game).face(action.hex), game.title.board.face(action.tile, action.rotation)
    closed = {edge for hex_, edge in closed_sides(game) if hex_ == action.hex}
    return bool(closed & set(new.exits) - set(old.exits))


# -- a company with two homes ------------------------------------------------------------------------------------------


class ChooseBase(CompanyDecision[Game18FB], frozen=True):
    """3.3.2-i, Q18 Before its first tile; with none laid it may wait."""

    deeds = (own.ChooseBase, Pass)
    unasked_fault = "base_or_pass"
    listed = True

    def any(self, game: Game18FB) -> bool:
        return must_choose_base(game, self.company) and state_of(game, self.company) != FROZEN

    def moves(self, game: Game18FB) -> Menu:
        homes = game.title.companies[self.company].homes
        return [own.ChooseBase(self.actor(game), self.company, hex_) for hex_, _ in homes]

    def do(self, game: Game18FB, action: own.ChooseBase) -> None:
        choose_base(game, self.company, action.hex)
        settle_track(game)


def choose_base(game: Game18FB, company: str, base: str) -> None:
    """3.3.2-i, j, T-2f The other home becomes a reserved slot; the first destination of the other way is lost."""
    game.state.base[company] = base
    game.note("chooses_base", company=company, hex=base)
    facts = concession_facts(game, company)
    assert facts is not None
    route = next(route for route in facts["routes"] if route["home"] == base)
    for hex_, stop in cities_of(game, company):
        if hex_ != base:
            token = next(token for token in tokens_in(game, hex_, stop) if token.startswith(f"{company}."))
            game.state.shelves.move(token, spare_tokens(company))
            game.state.shelves.create(reserved_slot(company, hex_), claims_at(hex_, stop))
    for claim, (hex_, _) in claims_of(game, company):
        if hex_ not in (*route["intermediate"], route["final"]):
            drop_claim(game, claim)


class PlaceLine(AnyMoment, LineStep[Game18FB], frozen=True):
    """3.5.2 One token along a line; `nth` counts the tokens of a national company's turn."""

    nth: int = 0

    def turn_fault(self, game: Game18FB) -> str | None:
        return turn_fault(game, self.company)

    def line_fault(self, game: Game18FB, place: CityAt, line: Sequence[str]) -> str | None:
        return line_fault(game, self.company, place, line)

    def do(self, game: Game18FB, action: PlaceToken) -> None:
        """3.7.3-a What the token has come to may be taken over before the company earns."""
        place_token(game, self.company, (action.hex, action.stop), action.line)
        if acquisitions(game, self.company):
            game.push_frame(self)

"""3.5.1, 3.5.2 The steps in which a company builds: tiles, the choice of a home, a token along a line."""

from __future__ import annotations

from collections.abc import Iterator

from stockrail.board import Track
from stockrail.core import Action, Menu
from stockrail.rules.actions import LayTile, Pass, PlaceToken
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.laying import TrackSteps
from stockrail.rules.state import spare_tokens
from stockrail.rules.tokens import cities_of, tokens_in
from stockrail.rules.track import track
from stockrail.titles.g18fb import actions as own
from stockrail.titles.g18fb.companies import FROZEN, concession_facts, is_national, state_of
from stockrail.titles.g18fb.destinations import must_choose_base
from stockrail.titles.g18fb.moments import AnyMoment
from stockrail.titles.g18fb.places import claims_of, closed_sides, drop_claim, reserved_slot, seat_waiting, track_seen
from stockrail.titles.g18fb.placing import all_lines, line_fault, place_token, turn_fault
from stockrail.titles.g18fb.regional import settle_bonuses
from stockrail.titles.g18fb.state import Game18FB, claims_at


def tile_steps(game: Game18FB, company: str) -> int:
    """2.1-k, 3.7.1-p Fixed when the company floated."""
    fixed: int = game.title.facts["nationals"]["tile_steps"]
    return fixed if is_national(game, company) else game.state.steps.get(company, 0)


class Laying(TrackSteps[Game18FB], frozen=True):
    """3.5.1-a, g, h, s"""

    used: tuple[str, ...] = ()

    def any(self, game: Game18FB) -> bool:
        return self.is_open(game)

    def is_open(self, game: Game18FB) -> bool:
        """Whether a tile can be laid, whatever else may be done at this moment."""
        return TrackSteps.any(self, game)

    def check(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, LayTile) and self.played >= self.steps:
            raise game.refusal("no_step_left", company=self.company, count=self.steps)
        super().check(game, action)

    def list(self, game: Game18FB) -> Menu:
        return super().list(game) if self.is_open(game) else [Pass(self.actor(game))]

    def take(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, LayTile):
            game.change_frame(used=(*self.used, action.hex))
        super().take(game, action)
        if isinstance(action, LayTile):
            settle_track(game)

    def leave(self, game: Game18FB, possible: bool) -> None:
        """3.5.4-c, f, Q20 Whether all tile steps of the turn were played, or could not be."""
        played = self.played >= self.steps
        impossible = not played and not self.is_open(game) and not must_choose_base(game, self.company)
        excused = impossible and game.ruling("no_step_possible") == "played"
        game.state.flags["all_steps"] = self.company if played or excused else ""
        super().leave(game, possible)

    def one_stop_a_hex(self, game: Game18FB) -> bool:
        return False

    def seen(self, game: Game18FB) -> Track:
        return track_seen(game)

    def place_fault(self, game: Game18FB, action: LayTile) -> str | None:
        """3.3.2-i, 3.4-g, 3.5.1-s, 2.5.2-g What a state or a ruling forbids."""
        if must_choose_base(game, self.company):
            return "base_first"
        if action.hex in self.used and game.ruling("same_hex_twice") == "no":
            return "hex_was_used"
        if state_of(game, self.company) == FROZEN and self._is_frozen_out(game, action.hex):
            return "frozen_lays_no_new"
        if game.ruling("closed_pass_track") == "none" and points_at_closed(game, action):
            return "pass_is_closed"
        return None

    def _is_frozen_out(self, game: Game18FB, hex_: str) -> bool:
        """3.4-f, g, Q8"""
        return track(game).face(hex_).color == "white" or game.ruling("frozen_track") == "none"


class LayTrack(AnyMoment, Laying, frozen=True):
    """The tile step, with what a president may do at any moment."""


def points_at_closed(game: Game18FB, action: LayTile) -> bool:
    """2.5.2-g Whether new track would lead to a pass that is still closed."""
    old, new = track(game).face(action.hex), game.title.board.face(action.tile, action.rotation)
    closed = {edge for hex_, edge in closed_sides(game) if hex_ == action.hex}
    return bool(closed & set(new.exits) - set(old.exits))


def settle_track(game: Game18FB) -> None:
    """3.6.2-f, 3.6.3-j What a new tile, or a slot that is given up, brings to others."""
    seat_waiting(game)
    settle_bonuses(game)


# -- a company with two homes ------------------------------------------------------------------------------------------


class ChooseBase(CompanyDecision[Game18FB], frozen=True):
    """3.3.2-i, Q18 Before its first tile; with none laid it may wait."""

    def any(self, game: Game18FB) -> bool:
        return must_choose_base(game, self.company) and state_of(game, self.company) != FROZEN

    def check(self, game: Game18FB, action: Action) -> None:
        if action not in self.list(game):
            raise game.refusal("base_or_pass", company=self.company)

    def kinds(self, game: Game18FB) -> tuple[type[Action], ...]:
        return (own.ChooseBase, Pass)

    def list(self, game: Game18FB) -> Menu:
        player, homes = self.actor(game), game.title.companies[self.company].homes
        return [*(own.ChooseBase(player, self.company, hex_) for hex_, _ in homes), Pass(player)]

    def take(self, game: Game18FB, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, own.ChooseBase):
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


class Placing(CompanyDecision[Game18FB], frozen=True):
    """3.5.2 One token along a line; `nth` counts the tokens of a national company's turn."""

    nth: int = 0

    def any(self, game: Game18FB) -> bool:
        return next(self._tokens(game), None) is not None

    def check(self, game: Game18FB, action: Action) -> None:
        if isinstance(action, Pass):
            return
        if not isinstance(action, PlaceToken) or action.company != self.company:
            raise game.refusal("token_or_pass", company=self.company)
        place = (action.hex, action.stop)
        known = action.hex in game.title.board.hexes and action.stop in range(len(track(game).face(action.hex).stops))
        fault = line_fault(game, self.company, place, action.line) if known else "no_open_slot"
        if fault:
            cash = game.state.cash[self.company]
            raise game.refusal(fault, company=self.company, hex=action.hex, cash=cash)

    def kinds(self, game: Game18FB) -> tuple[type[Action], ...]:
        return (PlaceToken, Pass)

    def list(self, game: Game18FB) -> Menu:
        return [*self._tokens(game), Pass(self.actor(game))]

    def _tokens(self, game: Game18FB) -> Iterator[PlaceToken]:
        """Every listed line that can be paid."""
        if turn_fault(game, self.company):
            return
        player, cash = self.actor(game), game.state.cash[self.company]
        for place, found in all_lines(game, self.company).items():
            for line in found:
                if line.cost <= cash:
                    yield PlaceToken(player, self.company, *place, line.hexes)

    def take(self, game: Game18FB, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, PlaceToken):
            place_token(game, self.company, (action.hex, action.stop), action.line)


class PlaceLine(AnyMoment, Placing, frozen=True):
    """The token step, with what a president may do at any moment."""

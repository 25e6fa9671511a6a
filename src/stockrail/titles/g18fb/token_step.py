"""3.5.2 The step in which a company places a token. Apart from `placing`, which cards use, too."""

from __future__ import annotations

from collections.abc import Iterator

from stockrail.core import Action, Menu
from stockrail.rules.actions import Pass, PlaceToken
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.track import track
from stockrail.titles.g18fb.moments import AnyMoment
from stockrail.titles.g18fb.placing import all_lines, line_fault, place_token, turn_fault
from stockrail.titles.g18fb.state import Game18FB


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

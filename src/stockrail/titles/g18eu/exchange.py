"""4.2.2 The final exchange: before the stock round after phase 5 began, every minor merges or closes."""

from __future__ import annotations

from typing import ClassVar

from stockrail.core import Action, Menu
from stockrail.rules.actions import Pass
from stockrail.rules.closing import hand_on_assets
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import Round
from stockrail.rules.state import BANK, BOX, POOL
from stockrail.titles.g18eu.actions import CloseMinor, Exchange
from stockrail.titles.g18eu.companies import close_minor, minors_of, open_minors, take_minor_out
from stockrail.titles.g18eu.discards import Discards
from stockrail.titles.g18eu.merging import connected, merge, share_sources


class FinalExchange(Round, frozen=True):
    """4.2.2-b By seats, beginning with the one whose company bought the first 5, until no minor is left."""

    kind: ClassVar[str] = "exchange"

    coming: int

    def proceed(self, game: RailGame) -> None:
        if open_minors(game):
            seat = game.seats_from(self.coming)[0]
            game.change_frame(coming=game.next_seat(seat))
            game.push_frame(Dispose(seat))
        elif game.state.flags["exchange"] == "due":
            game.state.flags["exchange"] = "done"
            if game.ruling("exchange_discards") == "end_of_round":
                game.push_frame(Discards())
        else:
            game.pop_frame()


def best_source(game: RailGame, company: str) -> str:
    """4.2.2-g, i, j A treasury share if there is one, else one from the pool, else nothing."""
    return next(iter(share_sources(game, company)), "")


class Dispose(PlayerDecision, frozen=True):
    """4.2.2-d, e A player merges one minor into a corporation that it is connected to, or closes it."""

    def any(self, game: RailGame) -> bool:
        return bool(minors_of(game, self.player))

    def check(self, game: RailGame, action: Action) -> None:
        if isinstance(action, Exchange):
            self._check_exchange(game, action)
        elif isinstance(action, CloseMinor):
            self._check_closing(game, action)
        elif not isinstance(action, Pass):
            raise game.refusal("dispose_first", player=self.player)
        elif not self._may_pass(game):
            raise game.refusal("must_dispose", player=self.player)

    def kinds(self, game: RailGame) -> tuple[type[Action], ...]:
        return (Exchange, CloseMinor) if self._one_by_one(game) else (Exchange, Pass)

    def list(self, game: RailGame) -> Menu:
        menu: Menu = [entry for minor in minors_of(game, self.player) for entry in self._ways(game, minor)]
        return [*menu, Pass(self.player)] if self._may_pass(game) else menu

    def take(self, game: RailGame, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, Exchange) and action.source:
            merge(game, action.minor, action.company, action.source)
        elif isinstance(action, Exchange):
            self._merge_for_nothing(game, action)
        elif isinstance(action, CloseMinor):
            close_minor(game, action.minor)
        else:
            for minor in minors_of(game, self.player):
                close_minor(game, minor)

    # -- what is legal ------------------------------------------------------------------------------------------

    def _one_by_one(self, game: RailGame) -> bool:
        """P-11 The rulebook's way; on the site a pass closes all minors that nothing can be got for."""
        return game.ruling("final_exchange") == "one_minor"

    def _ways(self, game: RailGame, minor: str) -> Menu:
        partners = connected(game, minor)
        if not partners:
            return [CloseMinor(self.player, minor)] if self._one_by_one(game) else []
        swaps = [Exchange(self.player, minor, company, best_source(game, company)) for company in partners]
        return [swap for swap in swaps if swap.source or self._one_by_one(game)]

    def _may_pass(self, game: RailGame) -> bool:
        if self._one_by_one(game):
            return False
        return all(self._closable(game, minor) for minor in minors_of(game, self.player))

    def _closable(self, game: RailGame, minor: str) -> bool:
        partners = connected(game, minor)
        return not partners or any(not best_source(game, company) for company in partners)

    def _check_exchange(self, game: RailGame, action: Exchange) -> None:
        self._check_mine(game, action.minor)
        if action.company not in connected(game, action.minor):
            raise game.refusal("not_connected", minor=action.minor, company=action.company)
        if action.source != best_source(game, action.company):
            raise game.refusal("treasury_share_first", company=action.company)
        if not action.source and not self._one_by_one(game):
            raise game.refusal("none_there", company=action.company, source=POOL, player=self.player)

    def _check_closing(self, game: RailGame, action: CloseMinor) -> None:
        self._check_mine(game, action.minor)
        if connected(game, action.minor):
            raise game.refusal("must_merge", minor=action.minor)
        if not self._one_by_one(game):
            raise game.refusal("closed_by_passing", minor=action.minor)

    def _check_mine(self, game: RailGame, minor: str) -> None:
        if minor not in minors_of(game, self.player):
            raise game.refusal("not_your_minor", minor=minor)

    def _merge_for_nothing(self, game: RailGame, action: Exchange) -> None:
        """4.2.2-j, A-33 The corporation has no share left: its trains go to the pool, or leave the game."""
        game.note("merges_for_nothing", player=self.player, minor=action.minor, company=action.company)
        hand_on_assets(game, action.minor, BANK, POOL if game.ruling("shareless_trains") == "pool" else BOX)
        take_minor_out(game, action.minor)

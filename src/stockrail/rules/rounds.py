"""Rounds: stock turns by seat until all players pass, and operating turns company by company."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import msgspec

from stockrail.core import Frame
from stockrail.rules.agreement import end_game, stands_still
from stockrail.rules.game import R, RailGame


class Round(Frame[R], frozen=True):
    """A frame that is a round of its own; `kind` is its name for log and display."""

    kind: ClassVar[str] = "round"

    turn: int

    def number(self) -> int | None:
        """Which of several rounds of the turn this is."""
        return None

    def part(self) -> tuple[str, int, int | None]:
        return self.kind, self.turn, self.number()


def begin_round(game: RailGame, round_: Round[Any]) -> None:
    """Start a round, with its heading in the log."""
    game.note("round_begins", kind=round_.kind, turn=round_.turn, number=round_.number() or 0)
    game.push_frame(round_)


class OneByOne(Frame[RailGame], frozen=True):
    """Each frame comes when the one before is done, with all that followed from it."""

    frames: tuple[Frame, ...]

    def proceed(self, game: RailGame) -> None:
        if not self.frames:
            game.pop_frame()
            return
        game.change_frame(frames=self.frames[1:])
        game.push_frame(self.frames[0])


class StockRound(Round, frozen=True):
    """Turns go by seat until all players have passed one after the other."""

    kind: ClassVar[str] = "stock"

    coming: int
    passes: int = 0
    last_actor: int | None = None
    opener: int | None = None
    closing: bool = False

    def proceed(self, game: RailGame) -> None:
        if self.closing:
            game.pop_frame()
        elif self.passes < len(game.seats):
            game.push_frame(game.title.stock_turn(game, self.coming))
        else:
            self._close(game)

    def _close(self, game: RailGame) -> None:
        """The priority deal goes to the first player of the final round of passes; if nobody acted, it stays."""
        game.change_frame(closing=True)
        if self.last_actor is not None:
            game.state.flags["priority"] = game.next_seat(self.last_actor)
            game.note("priority_goes", player=game.state.flags["priority"])
        game.title.end_stock_round(game)


def end_stock_turn(game: RailGame, player: int, acted: bool) -> None:
    """Move on to the next seat's stock turn."""
    game.pop_frame()
    round_ = game.stack[-1]
    assert isinstance(round_, StockRound)
    game.change_frame(
        coming=game.next_seat(player),
        passes=0 if acted else round_.passes + 1,
        last_actor=player if acted else round_.last_actor,
        opener=player if round_.opener is None else round_.opener,
    )


class OperatingRound(Round, frozen=True):
    """Every company operates once, in the current order of those still to act."""

    kind: ClassVar[str] = "operating"

    nth: int

    def number(self) -> int:
        return self.nth

    def proceed(self, game: RailGame) -> None:
        waiting = [c for c in game.title.operating_order(game) if not game.state.acted.get(c)]
        if waiting:
            game.push_frame(OperatingTurn(waiting[0]))
        else:
            game.state.acted.clear()
            game.pop_frame()


class Order(Frame[R], frozen=True):
    """The order of rounds, below everything else: a stock round and operating rounds, turn after turn.

    `coming` names the method that comes next (`_stock`, `_operating`, …); a title adds one for each round of its own.
    """

    turn: int = 1
    coming: str = "stock"
    nth: int = 0  # which operating round of the turn this is

    def proceed(self, game: R) -> None:
        getattr(self, f"_{self.coming}")(game)

    def during(self, round_: Frame) -> Self:
        """This frame as it is during a round, for positions set up in tests."""
        turn = round_.turn if isinstance(round_, Round) else self.turn
        if isinstance(round_, OperatingRound):
            return msgspec.structs.replace(self, turn=turn, coming="round_end", nth=round_.nth)
        return msgspec.structs.replace(self, turn=turn, coming="operating", nth=1)

    def _stock(self, game: R) -> None:
        game.change_frame(coming="operating", nth=1)
        begin_round(game, StockRound(self.turn, game.state.flags["priority"]))

    def _operating(self, game: R) -> None:
        game.change_frame(coming="round_end")
        begin_round(game, OperatingRound(self.turn, self.nth))

    def _round_end(self, game: R) -> None:
        if self.nth < self.rounds(game):
            game.change_frame(coming="operating", nth=self.nth + 1)
        else:
            self._turn_end(game)

    def _turn_end(self, game: R) -> None:
        if game.state.flags.get("bank_out"):
            end_game(game, "bank")
        elif stands_still(game):
            end_game(game, "standstill")
        else:
            self.next_turn(game)

    # -- what a title says --------------------------------------------------------------------------------------

    def rounds(self, game: R) -> int:
        """How many operating rounds this turn has; a title may settle it when the first one begins."""
        return int(game.state.flags.get("rounds", game.phase.operating_rounds))

    def next_turn(self, game: R) -> None:
        game.change_frame(turn=self.turn + 1, coming="stock", nth=0)


class OperatingTurn(Frame[RailGame], frozen=True):
    """One company's turn: the steps of the title, one after the other."""

    company: str
    step: int = 0

    def part(self) -> str:
        return self.company

    def proceed(self, game: RailGame) -> None:
        steps = game.title.operating_steps(game, self.company)
        if self.step == 0:
            game.note("operates", company=self.company)
        if self.step < len(steps) and game.title.operates(game, self.company):
            game.change_frame(step=self.step + 1)
            game.push_frame(steps[self.step])
        else:
            self._finish(game)

    def _finish(self, game: RailGame) -> None:
        if game.title.operates(game, self.company):  # it may have closed in its own turn
            mark_as_done(game, self.company)
            game.state.turns[self.company] = game.state.turns.get(self.company, 0) + 1
        game.pop_frame()
        game.title.end_operating_turn(game, self.company)


def mark_as_done(game: RailGame, company: str) -> None:
    """The company has operated in this round, after those that did before."""
    acted = game.state.acted
    acted[company] = 1 + max(acted.unordered.values(), default=0)


def round_order(game: RailGame) -> list[str]:
    """The companies of an operating round: those that have operated, in that order, then the others."""
    acted = game.state.acted
    done = sorted((c for c in game.title.companies if c in acted), key=lambda company: acted[company])
    return [*done, *(c for c in game.title.operating_order(game) if c not in acted)]


def current_round(game: RailGame) -> Round[Any] | None:
    """The innermost round that the game is in."""
    return next((frame for frame in reversed(game.stack) if isinstance(frame, Round)), None)


def operating_company(game: RailGame) -> str | None:
    """The company that is operating."""
    turns = (frame.company for frame in reversed(game.stack) if isinstance(frame, OperatingTurn))
    return next(turns, None)

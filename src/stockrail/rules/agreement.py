"""Proposals that another owner answers, and the agreed end of a game."""

from __future__ import annotations

from typing import Any

from stockrail.core import Action, Decision, Menu
from stockrail.rules.actions import Answer, ProposeEnd
from stockrail.rules.game import R, RailGame

IDLE_TURNS = 30  # turns without any decision; no price can go on falling for longer


class Proposal(Decision[R], frozen=True):
    """Waits for one player's yes or no. Below it on the stack is the decision of the player who asked."""

    asked: int

    def actor(self, game: R) -> int:
        return self.asked

    def check(self, game: R, action: Action) -> None:
        if not isinstance(action, Answer):
            raise game.refusal("answer_first", player=self.asked)

    def kinds(self, game: R) -> tuple[type[Action], ...]:
        return (Answer,)

    def list(self, game: R) -> Menu:
        return [Answer(self.asked, True), Answer(self.asked, False)]

    def take(self, game: R, action: Action) -> None:
        assert isinstance(action, Answer)
        game.pop_frame()
        if action.accept:
            self.accepted(game)
        else:
            game.note("declines_proposal", player=self.asked)
            self.refused(game)

    def accepted(self, game: R) -> None:
        raise NotImplementedError

    def refused(self, game: R) -> None:
        raise NotImplementedError


class AgreeToEnd(Proposal, frozen=True):
    """A proposal to end the game here. Every player still in it must agree, one after the other."""

    proposer: int
    others: tuple[int, ...] = ()

    def accepted(self, game: RailGame) -> None:
        if self.others:
            game.push_frame(AgreeToEnd(self.others[0], self.proposer, self.others[1:]))
        else:
            end_game(game, "agreed")

    def refused(self, game: RailGame) -> None:
        game.state.flags["end_refused"] = True


def end_game(game: RailGame, reason: str) -> None:
    """The game is over."""
    game.state.core["end"] = reason
    game.note("game_ends", reason=reason)


def end_proposals(game: RailGame, player: int) -> list[ProposeEnd]:
    """A player may propose ending the game at any time, unless refused since the last ordinary action."""
    if game.state.flags.get("end_refused") or game.state.bankrupt.get(player) or player not in game.order:
        return []
    for frame in game.stack:
        if isinstance(frame, AgreeToEnd):
            return []
    return [ProposeEnd(player)]


def take_end_proposal(game: RailGame, action: Action) -> bool:
    """Carry out a proposal to end the game. Any other action makes a refusal, and idle turns, forgotten."""
    if isinstance(action, ProposeEnd):
        propose_end(game, action.player)
        return True
    for flag in ("end_refused", "idle_turns"):
        if flag in game.state.flags:
            del game.state.flags[flag]
    return False


def stands_still(game: RailGame) -> bool:
    """Asked once a turn: for so long nobody could do anything that nobody ever will."""
    idle: int = game.state.flags.get("idle_turns", 0) + 1
    game.state.flags["idle_turns"] = idle
    return idle > IDLE_TURNS


def propose_end(game: RailGame, player: int) -> None:
    game.note("proposes_end", player=player)
    others = tuple(game.seats_after(player))
    if others:
        game.push_frame(AgreeToEnd(others[0], player, others[1:]))
    else:
        end_game(game, "agreed")


# -- what was declined -----------------------------------------------------------------------------------------------

DECLINED = "declined"  # a flag: rows of what was asked, of whom and by whom, as its rules have it


def remember_refusal(game: RailGame, *row: Any) -> None:
    """Somebody declined: for a while they need not be asked the same again."""
    game.state.flags[DECLINED] = (*declined(game), row)


def declined(game: RailGame) -> tuple[tuple[Any, ...], ...]:
    found: tuple[tuple[Any, ...], ...] = game.state.flags.get(DECLINED, ())
    return found


def is_declined(game: RailGame, *row: Any) -> bool:
    return row in declined(game)


def forget_refusals(game: RailGame) -> None:
    if DECLINED in game.state.flags:
        del game.state.flags[DECLINED]

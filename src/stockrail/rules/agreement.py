"""Proposals that another owner answers, and the agreed end of a game."""

from __future__ import annotations

from typing import NamedTuple

from stockrail.core import Action, Decision, Menu
from stockrail.rules.actions import Answer, BuyTrain, ProposeEnd
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import RailGame
from stockrail.rules.shares import controlled
from stockrail.rules.state import Holder
from stockrail.rules.title import R
from stockrail.rules.trains import holder_of

IDLE_TURNS = 30  # turns without any decision; no price can go on falling for longer


class Proposal(Decision[R], frozen=True):
    """Waits for one player's yes or no. Under it lies the decision of the player who asked."""

    asked: int

    def actor(self, game: R) -> int:
        return self.asked

    def check(self, game: R, action: Action) -> None:
        if not isinstance(action, Answer):
            raise game.refusal("answer_first", player=self.asked)

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


class RefusedOffer(NamedTuple):
    """A price for which a company did not sell a train."""

    train: str
    price: int
    seller: Holder


class TrainStep(CompanyDecision[R], frozen=True):
    """A step in which trains are bought. `refused` are the offers to which the owner of another company said no."""

    refused: tuple[RefusedOffer, ...] = ()

    def purchase(self, game: R, action: BuyTrain) -> None:
        """Pay and take the train; this step is on top of the stack."""
        raise NotImplementedError

    def refused_price(self, game: R, train: str) -> int:
        """The most that was offered in this step for a train, or for one like it, and refused; 0 if nothing was."""
        return max((offer.price for offer in self.refused if self._covers(game, offer, train)), default=0)

    def _covers(self, game: R, offer: RefusedOffer, train: str) -> bool:
        """Whether the offer was for this train, or for one of the same company that is just like it."""
        if offer.train == train or self.each_train_by_itself(game):
            return offer.train == train
        names = {game.title.train_name(game, one) for one in (offer.train, train)}
        return len(names) == 1 and offer.seller == holder_of(game, train)

    def each_train_by_itself(self, game: R) -> bool:
        """Whether a refusal says nothing about other trains of the same kind. A title may ask its rulings."""
        return False

    def buy_or_ask(self, game: R, action: BuyTrain) -> None:
        """Buy, unless the train belongs to a company for which somebody else decides: he is asked first."""
        seller = holder_of(game, action.train)
        asked = controlled(game, seller) if seller in game.title.companies else self.actor(game)  # type: ignore[arg-type]
        if asked == self.actor(game):
            self.purchase(game, action)
        else:
            game.note("offers_for_train", company=self.company, train=action.train, price=action.price, seller=seller)
            game.push_frame(TrainOffer(asked, action))


class TrainOffer(Proposal, frozen=True):
    """Will the other owner sell at this price?"""

    purchase: BuyTrain

    def accepted(self, game: RailGame) -> None:
        self._step(game).purchase(game, self.purchase)

    def refused(self, game: RailGame) -> None:
        train = self.purchase.train
        seller = holder_of(game, train)
        assert seller is not None
        offer = RefusedOffer(train, self.purchase.price, seller)
        game.change_frame(refused=(*self._step(game).refused, offer))

    def _step(self, game: RailGame) -> TrainStep:
        step = game.stack[-1]
        assert isinstance(step, TrainStep)
        return step


class AgreeToEnd(Proposal, frozen=True):
    """Shall the game end here? Every player still in it must agree, one after the other."""

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
    """A player may propose the end at any time, unless it was refused since the last ordinary action."""
    asking = any(isinstance(frame, AgreeToEnd) for frame in game.stack)
    closed = asking or game.state.flags.get("end_refused") or player not in game.seats
    return [] if closed else [ProposeEnd(player)]


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
    others = tuple(game.seats_from(player + 1)[:-1])
    if others:
        game.push_frame(AgreeToEnd(others[0], player, others[1:]))
    else:
        end_game(game, "agreed")

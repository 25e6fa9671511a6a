"""The step in which a company buys trains, and offers for those of other companies."""

from __future__ import annotations

from typing import NamedTuple

from stockrail.rules.actions import BuyTrain
from stockrail.rules.agreement import Proposal
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import RailGame
from stockrail.rules.shares import controlled
from stockrail.rules.state import Holder
from stockrail.rules.title import R
from stockrail.rules.trains import holder_of


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

"""What menu lines and panels say of money: what an action costs in all or brings, and what a forced train lacks."""

from __future__ import annotations

from collections.abc import Mapping

from stockrail.core import Action
from stockrail.rules.actions import Merge, SettleOption
from stockrail.rules.printed import ForcedPurchase
from stockrail.rules.trains import top_of_stack
from stockrail.titles.g1862 import forced
from stockrail.titles.g1862.actions import BuyTokens, BuyTrain, Refinance
from stockrail.titles.g1862.exchange import OptionChoice
from stockrail.titles.g1862.merging import merged_price
from stockrail.titles.g1862.stack import fixed_price
from stockrail.titles.g1862.state import Game1862
from stockrail.titles.g1862.trains import BuyTrains, cost_of, obliged


def amounts(game: Game1862, action: Action) -> Mapping[str, int]:
    """The sums of an action, by the names that the words know."""
    facts = game.title.facts
    if isinstance(action, BuyTrain):
        total = {"total": cost_of(game, action)} if action.warranties else {}
        return {"each": facts["warranties"]["price"], **total}
    if isinstance(action, BuyTokens):
        return {"amount": action.count * facts["stations"]["free_choice"]["each"]}
    if isinstance(action, Merge) and all(company in game.state.cell for company in (action.company, action.other)):
        return {"value": merged_price(game, action.company, action.other)}
    if isinstance(action, Refinance) and action.company in game.state.par:
        return {"amount": forced.fresh_money(game, action.company)}
    step = game.decision
    if isinstance(action, SettleOption) and isinstance(step, OptionChoice):
        return {"amount": step.option.redeem if action.redeem else step.option.sell}
    return {}


def forced_purchase(game: Game1862) -> ForcedPurchase | None:
    """7.11 The company itself raises what its treasury lacks."""
    step = game.decision
    if not isinstance(step, BuyTrains) or not obliged(game, step.company) or step.has_train_at_hand(game):
        return None
    train = top_of_stack(game)
    missing = max(0, forced.shortfall(game, step.company))
    return ForcedPurchase(train, fixed_price(game, train), game.state.cash[step.company], missing=missing)

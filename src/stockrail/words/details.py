"""What a sentence needs besides the parameters that it is given: prices, colours, sellers, sums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stockrail.core import Action, ActionRange, Decision, Frame, IllegalAction
from stockrail.rules import actions as acts
from stockrail.rules.agreement import Proposal
from stockrail.rules.game import RailGame
from stockrail.rules.prices import price
from stockrail.rules.state import POOL
from stockrail.rules.trains import holder_of

Params = dict[str, Any]


def of_event(game: RailGame, kind: str, params: Mapping[str, Any]) -> Params:
    """The parameters of a log entry or refusal and what follows from them."""
    found = {**params, **_of_tile(game, params)}
    if kind == "dividend":
        found |= _of_dividend(params)
    elif isinstance(params.get("sums"), Mapping):
        found["sums"] = [("", holder, sum_) for holder, sum_ in params["sums"].items()]
    if "half" in params:
        found["kept"] = params["revenue"] - params["half"]
    return found


def of_action(game: RailGame, entry: Action | ActionRange[Any]) -> Params:
    """The fields of an action, of the decision that it answers, and what it costs or brings now."""
    action = entry.action if isinstance(entry, ActionRange) else entry
    decision = game.decision
    found = of_decision(game, decision) if decision else {}
    found |= {f"decision_{name}": value for name, value in found.items()}
    found |= {
        "decision": kinds_of(type(decision)) if decision else (),
        **_told_fields(action),
        **_of_fields(game, action),
    }
    if isinstance(entry, ActionRange):
        for name in _varying(game, entry):
            found.pop(name, None)
        found[entry.field] = range(entry.low, entry.high + 1, entry.step)
        found.pop("short", None)
    return found | _of_block(game, action, found)


def _varying(game: RailGame, entry: ActionRange[Any]) -> set[str]:
    """The sums that are not the same for every number."""
    low, high = (game.title.amounts(game, entry.at(value)) for value in (entry.low, entry.high))
    return {name for name in {*low, *high} if low.get(name) != high.get(name)}


def kinds_of(frame: type[Frame]) -> tuple[str, ...]:
    """The names by which words know a step: its own, and those of the shared steps that it is made from."""
    return tuple(kind.__name__ for kind in frame.__mro__ if issubclass(kind, Frame))


def of_decision(game: RailGame, decision: Decision) -> Params:
    """The fields of a decision and of the action that it asks about; who decides, for whom, and whether they must."""
    fields = msgspec.structs.asdict(decision)
    found: Params = {}
    for value in fields.values():
        if isinstance(value, Action):
            found |= {**_told_fields(value), **_of_fields(game, value)}
    actor, subject = decision.actor(game), decision.subject(game)
    found |= {**fields, "player": actor, **_asker(game, decision)}
    if isinstance(subject, str):
        found["company"] = subject
    kind = game.title.companies.get(found.get("company", ""))
    found |= {"company_kind": kind.kind} if kind else {}
    found |= {"real_dice": True} if game.real_dice else {}
    return found | ({"must": "yes"} if _must(game, decision, actor) else {})


def _asker(game: RailGame, decision: Decision) -> Params:
    """Who waits for the answer to a proposal: their own decision lies under it."""
    if not isinstance(decision, Proposal) or decision not in game.stack:
        return {}
    below = game.stack[: game.stack.index(decision)]
    asking = next((frame for frame in reversed(below) if isinstance(frame, Decision)), None)
    return {"asker": asking.actor(game)} if asking else {}


def _must(game: RailGame, decision: Decision, actor: int) -> bool:
    """Whether the player may not decline."""
    try:
        decision.check(game, acts.Pass(actor))
    except IllegalAction:
        return True
    return False


def _told_fields(action: Action) -> Params:
    """The fields of an action; one that is as it usually is says nothing."""
    usual = {field.name: field.default for field in msgspec.structs.fields(action)}
    return {name: value for name, value in msgspec.structs.asdict(action).items() if value != usual[name]}


def _of_fields(game: RailGame, action: Action) -> Params:
    """What an action costs and whom it pays."""
    return {**_of_kind(game, action), **game.title.amounts(game, action)}


def _of_kind(game: RailGame, action: Action) -> Params:
    if isinstance(action, acts.LayTile):
        return _of_lay(game, action)
    if isinstance(action, acts.PlaceToken) and action.company in game.title.companies:
        token = game.title.token_cost(game, action.company, (action.hex, action.stop))
        return {"cost": token} if token else {}
    if isinstance(action, acts.StartCompany):
        return {"amount": game.title.starting_price(action)}
    if isinstance(action, acts.BuyShare):
        cost = game.title.buying_price(game, action.company, action.source)
        return {} if cost is None else {"amount": cost}
    return _of_train(game, action) if isinstance(action, acts.BuyTrain) else {}


def _of_lay(game: RailGame, action: acts.LayTile) -> Params:
    known = action.tile in game.title.board.tiles and action.hex in game.title.board.hexes
    cost = {"cost": game.title.tile_cost(game, action)} if known else {}
    return _of_tile(game, msgspec.structs.asdict(action)) | cost


def _of_train(game: RailGame, action: acts.BuyTrain) -> Params:
    """From whom it is bought, and what the treasury lacks."""
    seller = holder_of(game, action.train)
    short = action.price - game.state.cash[action.company]
    return ({"seller": seller} if seller is not None else {}) | ({"short": short} if short > 0 else {})


def _of_block(game: RailGame, action: Action, params: Params) -> Params:
    """What a block of shares brings, or what each of a choice of blocks brings per share."""
    if not isinstance(action, acts.SellShares | acts.IssueShares | acts.RedeemShares):
        return {}
    if action.company not in game.state.cell:
        return {}
    counts = params["count"] if isinstance(params["count"], range) else (params["count"],)
    prices = [_price_each(game, action, count) for count in counts]
    if len(counts) > 1:
        return {"each": prices[0]} if len({*prices}) == 1 else {}
    return {"amount": prices[0] * counts[0]}


def _price_each(game: RailGame, action: Action, count: int) -> int:
    """What each share of a block brings or costs."""
    if isinstance(action, acts.SellShares):
        return game.title.selling_price(game, action.company)
    if isinstance(action, acts.IssueShares):
        return game.title.issue_price(game, action.company, count)
    assert isinstance(action, acts.RedeemShares)
    return price(game, action.company)


def _of_tile(game: RailGame, params: Mapping[str, Any]) -> Params:
    tile, hex_ = game.title.board.tiles.get(params.get("tile", "")), str(params.get("hex"))
    if tile is None:
        return {}
    found: Params = {"colour": tile.color}
    laid = game.state.laid.get(hex_)
    if laid is not None and game.title.board.tiles[laid[0]].base == tile.base:
        found["marks_stop"] = True
    return found


def _of_dividend(params: Mapping[str, Any]) -> Params:
    """How much of the earnings was paid, and to whom in which role: the president first, treasury and pool last."""
    company, president, sums = params["company"], params["president"], params["sums"]
    revenue, dividend = params["revenue"], params["dividend"]
    listed = [("president", president, sums[president])] if president in sums else []
    listed += [("", holder, sum_) for holder, sum_ in sums.items() if holder not in (president, company)]
    listed += [("treasury", company, sums[company])] if company in sums else []
    listed += [(POOL, POOL, 0)] if sum(sums.values()) < dividend else []
    return {"paid": _paid(revenue, dividend), "a_share": dividend // 10, "kept": revenue - dividend, "sums": listed}


def _paid(revenue: int, dividend: int) -> str:
    if dividend:
        return "full" if dividend >= revenue else "half"  # more than the revenue: topped up by the treasury
    return "withheld" if revenue else "none"

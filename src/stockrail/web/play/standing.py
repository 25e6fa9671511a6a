"""Standing orders: what the table does by itself for a seat, and when that ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from stockrail.core import Action, ActionRange
from stockrail.rules.actions import (
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PayOut,
    PlaceToken,
    run_action,
)
from stockrail.rules.agreement import Proposal
from stockrail.rules.cards import holder_of_card
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import RailGame
from stockrail.rules.harms import harms
from stockrail.rules.rounds import current_round
from stockrail.rules.running import RunDecision
from stockrail.rules.shares import owner_of, singles_of
from stockrail.rules.trains import trains_of
from stockrail.web.play.projection import Done, Projection
from stockrail.web.store.orders import BidUpTo, BuyEach, LayNothing, Order, PassUntil, Refuse, RunAlike

Orders: TypeAlias = tuple[Order, ...]
UNTIL = ("round", "move")
MOST = 12  # that stand for one seat
KEPT = 8  # that have ended and are still told of
UNDONE, CANCELLED = "undone", "cancelled"  # why orders end, besides what `over` and `followed` say


def stock_turn(projection: Projection) -> int | None:
    """Which stock round it is, if it is one: only there can one pass in advance."""
    now = current_round(projection.game)
    return now.turn if now is not None and now.kind == "stock" else None


def round_name(game: RailGame) -> str:
    """The round that the game is in, to be compared."""
    now = current_round(game)
    return "" if now is None else " ".join(map(str, now.part()))


def mark_of(game: RailGame, item: str) -> str:
    """Whose something is that is auctioned: it changes when it has been sold."""
    if item in game.title.companies:
        return f"{game.title.outlook.standing(game, item)} {owner_of(game, item)}"
    return str(holder_of_card(game, item))


def price_of(game: RailGame, company: str) -> int:
    """What the cheapest share on offer costs; 0 if there is none."""
    title = game.title
    sources = [each for each in title.share_sources(game, company) if singles_of(game, each, company)]
    par = game.state.par.get(company, 0)
    return min((title.buying_price(game, company, source) or par for source in sources), default=0)


# -- the orders of a table ------------------------------------------------------------------------------------------


def standing(orders: Orders, seat: int) -> list[Order]:
    return [order for order in orders if order.seat == seat and not order.ended]


def with_order(orders: Orders, order: Order) -> Orders:
    """With one more, in the place of one about the same thing; what ended long ago is forgotten."""
    same = {other.number for other in standing(orders, order.seat) if _subject(other) == _subject(order)}
    ended = [other.number for other in orders if other.seat == order.seat and other.ended]
    gone = same | set(ended[: max(0, len(ended) - KEPT)])
    number = 1 + max((other.number for other in orders), default=0)
    kept = [other for other in orders if other.number not in gone]
    return (*kept, msgspec.structs.replace(order, number=number))


def _subject(order: Order) -> tuple[str, str]:
    wish = order.wish
    return type(wish).__name__, getattr(wish, "company", getattr(wish, "item", ""))


def settled(orders: Orders, projection: Projection, undone: bool) -> Orders:
    """After something has happened: those that end with it have ended."""
    return tuple(_end(order, UNDONE if undone else over(projection, order)) for order in orders)


def ended(orders: Orders, number: int, why: str) -> Orders:
    return tuple(_end(order, why) if order.number == number else order for order in orders)


def cancelled(orders: Orders, number: int) -> Orders:
    """As its owner wishes: one that stands ends, one that has ended is forgotten."""
    if any(order.number == number and order.ended for order in orders):
        return tuple(order for order in orders if order.number != number)
    return ended(orders, number, CANCELLED)


def _end(order: Order, why: str) -> Order:
    return order if order.ended or not why else msgspec.structs.replace(order, ended=why)


def acted(orders: Orders, number: int, act: int) -> Orders:
    """An order has taken an action."""
    return tuple(
        msgspec.structs.replace(order, acts=(*order.acts, act)) if order.number == number else order for order in orders
    )


def due(projection: Projection, orders: Orders) -> Order | None:
    """The order that answers what the game waits for."""
    actor = projection.game.actor
    mine = (order for order in orders if order.seat == actor and not order.ended and not over(projection, order))
    return next((order for order in mine if concerns(projection, order)), None)


# -- when an order ends ---------------------------------------------------------------------------------------------


def over(projection: Projection, order: Order) -> str:
    """Why an order no longer stands; empty if it does."""
    game, wish = projection.game, order.wish
    if len(projection.done) < order.since:
        return UNDONE
    if game.is_over:
        return "over"
    match wish:
        case PassUntil():
            return _over_passing(projection, order, wish)
        case BidUpTo():
            if round_name(game) != wish.round:
                return "round"
            return "sold" if wish.item and mark_of(game, wish.item) != wish.was else ""
        case BuyEach():
            return _over_buying(projection, order, wish)
    return _over_in_phase(game, order.seat, wish)


def _over_in_phase(game: RailGame, seat: int, wish: Refuse | LayNothing | RunAlike) -> str:
    if game.phase.name != wish.phase:
        return "phase"
    if isinstance(wish, Refuse):
        return ""
    if game.title.controller(game, wish.company) != seat:
        return "president"
    changed = isinstance(wish, RunAlike) and set(trains_of(game, wish.company)) != set(wish.trains)
    return "trains" if changed else ""


def _over_passing(projection: Projection, order: Order, wish: PassUntil) -> str:
    """Not in another round, not after a move of one's own, and not after another's if the order waits for one."""
    if stock_turn(projection) != wish.turn:
        return "round"
    movers = {one.action.player for one in _since(projection, order) if not isinstance(one.action, Pass)}
    if order.seat in movers:
        return "moved"
    return "move" if wish.until == "move" and movers else ""


def _over_buying(projection: Projection, order: Order, wish: BuyEach) -> str:
    if stock_turn(projection) != wish.turn:
        return "round"
    later = _since(projection, order)
    if any(one.action.player != order.seat and _is_about(one.action, wish.company) for one in later):
        return "traded"
    if any(one.action.player == order.seat and n not in order.acts for n, one in _numbered(projection, order)):
        return "moved"
    price = price_of(projection.game, wish.company)
    if price not in (0, wish.price):
        return "price"
    if _has_just_bought(projection, order):
        return ""
    return "done" if _bought(projection, order) >= wish.count else "" if price else "gone"


def _since(projection: Projection, order: Order) -> list[Done]:
    return projection.done[order.since :]


def _numbered(projection: Projection, order: Order) -> Iterator[tuple[int, Done]]:
    return enumerate(_since(projection, order), order.since)


def _is_about(action: Action, company: str) -> bool:
    return getattr(action, "company", "") == company


def _bought(projection: Projection, order: Order) -> int:
    return sum(isinstance(projection.done[act].action, BuyShare) for act in order.acts)


def _has_just_bought(projection: Projection, order: Order) -> bool:
    """Whether its last purchase is the last action of all, and the turn still goes on."""
    last = len(projection.done) - 1
    just = last in order.acts and isinstance(projection.done[last].action, BuyShare)
    return just and projection.game.actor == order.seat


# -- what an order does ---------------------------------------------------------------------------------------------


def concerns(projection: Projection, order: Order) -> bool:
    """Whether it answers the decision that its seat has to make now. Quick: it is asked all the time."""
    game, wish, decision = projection.game, order.wish, projection.game.decision
    if decision is None:
        return False
    match wish:
        case PassUntil():
            return game.is_legal(Pass(order.seat))
        case BidUpTo():
            bid = _bid_for(game, wish)
            return bid is not None and not (wish.asks and bid.price <= wish.most)  # then the player is asked
        case Refuse():
            price = offered_for_train(game)
            return price is not None and (wish.below is None or price < wish.below)
        case BuyEach():
            return BuyShare in decision.kinds(game) or _has_just_bought(projection, order)
    if decision.subject(game) != wish.company:
        return False
    kinds = decision.kinds(game)
    if isinstance(wish, LayNothing):
        return (LayTile in kinds or PlaceToken in kinds) and game.is_legal(Pass(order.seat))
    return isinstance(decision, RunDecision) or PayOut in kinds


def followed(projection: Projection, order: Order) -> Action | str:
    """The action that it takes now, or why it ends instead: nothing is done that its player would be warned of."""
    found = _wanted(projection, order)
    if isinstance(found, str):
        return found
    if not projection.game.is_legal(found):
        return "cannot"
    return "harm" if harms(projection.game, found)[1] else found


def _wanted(projection: Projection, order: Order) -> Action | str:
    game, wish = projection.game, order.wish
    match wish:
        case PassUntil() | LayNothing():
            return Pass(order.seat)
        case Refuse():
            return Answer(order.seat, False)
        case BidUpTo():
            return _bid(game, order.seat, wish)
        case BuyEach():
            return _share(projection, order, wish)
    return _money(projection, order.seat, wish)


def _bid_for(game: RailGame, wish: BidUpTo) -> Bid | None:
    """The lowest bid that is possible now for the item; nothing if it is the seat's own bid that leads."""
    decision = game.decision
    assert decision is not None
    up = getattr(decision, "item", "")
    if (not wish.item and not up) or (wish.item and up and up != wish.item) or Bid not in decision.kinds(game):
        return None
    item = wish.item or up
    stakes, actor = game.title.outlook.standing_bids(game), decision.actor(game)
    if any(stake.item == item and stake.leader == actor for stake in stakes):
        return None
    for entry in decision.list(game):
        bid = entry.lowest() if isinstance(entry, ActionRange) else entry
        if isinstance(bid, Bid) and bid.item == item:
            falls = up or not isinstance(entry, ActionRange)  # what has one price falls when all decline it
            return bid if falls or not wish.asks else None
    return None


def _bid(game: RailGame, seat: int, wish: BidUpTo) -> Action | str:
    """As little as is enough; where that is too much, out of the auction."""
    bid = _bid_for(game, wish)
    if bid is None:
        return "cannot"
    if bid.price <= wish.most:
        return bid
    up = getattr(game.decision, "item", "")
    return Pass(seat) if up or wish.asks else "dear"


def offered_for_train(game: RailGame) -> int | None:
    """What is offered for a train, if somebody is asked to sell one."""
    if not isinstance(game.decision, Proposal):
        return None
    fields = msgspec.structs.asdict(game.decision).values()
    buy = next((value for value in fields if isinstance(value, BuyTrain)), None)
    return None if buy is None else game.title.amounts(game, buy).get("total", buy.price)


def _share(projection: Projection, order: Order, wish: BuyEach) -> Action | str:
    """The cheapest share on offer; afterwards the turn ends."""
    game = projection.game
    if _has_just_bought(projection, order):
        return Pass(order.seat)
    buys = [entry for entry in game.legal_actions() if isinstance(entry, BuyShare) and entry.company == wish.company]
    prices = {buy: game.title.buying_price(game, wish.company, buy.source) or wish.price for buy in buys}
    return min(prices, key=lambda buy: prices[buy]) if prices else "cannot"


def _money(projection: Projection, seat: int, wish: RunAlike) -> Action | str:
    """The best run if it earns what the last one did, and then the money as it was paid then; also without a run."""
    game = projection.game
    decision, last = game.decision, game.state.last_run.get(wish.company)
    if isinstance(decision, RunDecision):
        best = game.title.account(game, wish.company).run
        return "run" if best is None or best.total != last else run_action(seat, wish.company, best)
    if isinstance(decision, DividendStep) and decision.revenue != last:
        return "run"
    kind = last_payment(projection, wish.company)
    ways = [entry for entry in game.legal_actions() if isinstance(entry, PayOut)]
    return next((way for way in ways if way.kind == kind), "pay")


def last_payment(projection: Projection, company: str) -> str:
    """How a company has paid last time; empty if it never has."""
    done = (one.action for one in reversed(projection.done))
    return next((each.kind for each in done if isinstance(each, PayOut) and each.company == company), "")

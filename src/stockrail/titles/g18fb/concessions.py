"""3.3.1 to 3.3.3, 3.3.5 Concessions: deposits, refunds, withdrawal, buying back; who presides, who may sell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from stockrail.core import Action, IllegalAction
from stockrail.rules.actions import Pass, SellShares, StartCompany
from stockrail.rules.blocks import check_pool_block, pool_block_sizes
from stockrail.rules.cards import owner_of_card
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.game import pay
from stockrail.rules.prices import par_prices, place_marker
from stockrail.rules.rounds import current_round
from stockrail.rules.shares import largest_other, owner_of, sell, settle_presidency, shares_of
from stockrail.rules.state import BANK, BOX, IPO, POOL, Holder
from stockrail.rules.stock import start_company
from stockrail.titles.g18fb.actions import BuyConcession
from stockrail.titles.g18fb.cards import DEPOSIT, linked_company, power_of, use_up
from stockrail.titles.g18fb.companies import (
    concession_facts,
    concession_holder,
    concessionaire,
    float_company,
    has_operated,
    is_bourbon,
)
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, Game18FB, concession_of, concessions_at, deposit_on


def deposit_now(game: Game18FB, company: str) -> int:
    """3.3.2-a, k The regular deposit in this phase, without cards."""
    printed = concession_facts(game, company)
    if printed is None or game.state.conceded.get(printed.get("free_after", "")):
        return 0
    value = {"full": "deposit", "reduced": "reduced"}.get(game.phase_facts.get("deposit", ""))
    return int(printed[value]) if value else 0


def lower_deposit(game: Game18FB, company: str, cards: Sequence[str]) -> int:
    """3.3.2-g, o, C-3 What the deposit comes to with these cards: first the next lower value, then half of it."""
    amount = deposit_now(game, company)
    if any(linked_company(game, card) == company for card in cards):
        amount = _next_lower(game, company, amount)
    for percent in [percent for card in cards if (percent := power_of(game, card, DEPOSIT))]:
        amount -= amount * percent // 100
    return amount


def _next_lower(game: Game18FB, company: str, amount: int) -> int:
    """3.3.2-o, Q12"""
    printed = concession_facts(game, company)
    assert printed is not None
    return int(printed["reduced"]) if amount > printed["reduced"] else 0


def usable_cards(game: Game18FB, player: int, company: str) -> Sequence[tuple[str, ...]]:
    """Every set of cards with which the player may lower the deposit of a concession, the empty one first.

    A card that would lower nothing is not used.
    """
    own = [card for card in game.title.cards if owner_of_card(game, card) == player and _lowers(game, card, company)]
    sets = [cards for count in range(len(own) + 1) for cards in combinations(own, count)]
    return [cards for cards in sets if all(_counts(game, company, cards, card) for card in cards)]


def _lowers(game: Game18FB, card: str, company: str) -> bool:
    """2.7-f, i to l; 3.3.2-g"""
    halves = power_of(game, card, DEPOSIT) is not None and card not in game.state.played
    return halves or linked_company(game, card) == company


def _counts(game: Game18FB, company: str, cards: Sequence[str], card: str) -> bool:
    """Whether the deposit would be higher without one of the cards."""
    others = [other for other in cards if other != card]
    return lower_deposit(game, company, cards) < lower_deposit(game, company, others)


def spend_cards(game: Game18FB, company: str, cards: Sequence[str]) -> None:
    """2.7-f, u Riseis is used once; a linked card lowers its own company's deposit whenever it is due."""
    for card in cards:
        game.note("lowers_deposit", card=card, company=company)
        if power_of(game, card, DEPOSIT):
            use_up(game, card, company)


# -- deposits --------------------------------------------------------------------------------------------------------


def deposit_for(game: Game18FB, company: str, cards: Sequence[str]) -> int:
    """3.3.2-a, 3.3.3-f What is paid with these cards: for a withdrawn concession nothing in definitive state."""
    reached = game.state.reached
    definitive = reached.get((company, INTERMEDIATE)) and reached.get((company, FINAL))
    return 0 if definitive else lower_deposit(game, company, cards)


def refund(game: Game18FB, company: str) -> None:
    """3.3.2-e, n, 3.3.3-i, 3.5.3-b Pay back what is due by what the company has reached."""
    state, holder = game.state, concessionaire(game, company)
    amount = 0 if holder is None else _due(game, company) - state.refunded[company]
    if holder is not None and amount:
        pay(game, deposit_on(company), holder, amount)
        state.refunded[company] += amount
        game.note("deposit_comes_back", company=company, player=holder, amount=amount)


def _due(game: Game18FB, company: str) -> int:
    """3.3.2-e, Q13 Half at the first destination, rounded down; Q14 a deposit that came later waits for the end."""
    state, paid = game.state, game.state.deposit[company]
    late = bool(state.late.get(company))
    if not state.reached.get((company, INTERMEDIATE)) or (late and game.ruling("rebought_deposit") == "nothing"):
        return 0
    if state.reached.get((company, FINAL)):
        return paid
    step: int = game.title.facts["refund"]["rounded_to"]
    return 0 if late else paid // 2 // step * step


def _pay_deposit(game: Game18FB, player: int, company: str, amount: int) -> None:
    """3.3.2-m"""
    state = game.state
    pay(game, player, deposit_on(company), amount)
    state.deposit[company], state.refunded[company] = amount, 0
    state.late[company] = bool(state.reached.get((company, INTERMEDIATE)))


def _lose_deposit(game: Game18FB, company: str) -> int:
    """3.3.3-b, 3.6-c What lies on the concession goes to the bank."""
    lost = game.state.cash[deposit_on(company)]
    pay(game, deposit_on(company), BANK, lost)
    for table in (game.state.deposit, game.state.refunded, game.state.late):
        if company in table:
            del table[company]
    return lost


# -- buying ----------------------------------------------------------------------------------------------------------


def concession_offers(game: Game18FB, player: int) -> Iterator[BuyConcession]:
    """3.3.2-l All that a player may buy in a stock turn."""
    for facts in game.title.facts["concessions"]:
        if _stock_turn_fault(game, player, facts["company"]) is None:
            yield from _affordable(game, player, facts["company"])


def _affordable(game: Game18FB, player: int, company: str) -> Iterator[BuyConcession]:
    """3.3.2-p A withdrawn concession, or one at every value that its buyer can pay."""
    values: Sequence[int] = (0,) if _is_withdrawn(game, company) else par_prices(game)
    for cards in _sets_of_cards(game, player, company):
        left = game.state.cash[player] - deposit_for(game, company, cards)
        buys = (BuyConcession(player, company, value, cards) for value in values)
        yield from (buy for buy in buys if _certificate_price(game, buy) <= left)


def concession_fault(game: Game18FB, action: BuyConcession) -> str | None:
    """Why the player may not buy this concession in a stock turn, at this value, with these cards."""
    return _stock_turn_fault(game, action.player, action.company) or _price_fault(game, action)


def _price_fault(game: Game18FB, action: BuyConcession) -> str | None:
    """2.2.2-b, 3.3.2-o, p"""
    if _is_withdrawn(game, action.company):
        if action.value:
            return "has_its_value"
    elif action.value not in par_prices(game):
        return "no_par_value"
    if sorted(action.cards) not in map(sorted, _sets_of_cards(game, action.player, action.company)):
        return "cards_of_no_use"
    return "cannot_pay_concession" if cost_of(game, action) > game.state.cash[action.player] else None


def _stock_turn_fault(game: Game18FB, player: int, company: str) -> str | None:
    """3.3.2-l, 3.3.3-f, 3.3.4-e Why a player may not buy a company's concession in a stock turn at any price."""
    holder = concession_holder(game, company)
    if holder not in (IPO, POOL):
        return "concession_not_offered"
    fault = _limit_fault(game, player, company)
    return fault or (_withdrawn_fault(game, player, company) if holder == POOL else None)


def _limit_fault(game: Game18FB, player: int, company: str) -> str | None:
    """3.3.4-e A president's certificate must find room; 2.3-h, Q49 who is above the limit buys nothing at all."""
    held, limit = game.title.certificates(game, player)
    if held > limit:
        return "above_certificate_limit"
    return "certificate_limit" if held == limit and not _is_withdrawn(game, company) else None


def _withdrawn_fault(game: Game18FB, player: int, company: str) -> str | None:
    """3.3.3-f, Q44"""
    round_ = current_round(game)
    if round_ is not None and game.state.fell.get(company) == round_.turn:
        return "fell_this_round"
    answer = game.ruling("withdrawn_buyer")
    if answer == "president" and owner_of(game, company) != player:
        return "for_the_president"
    return "would_lose_it" if answer == "not_outheld" and is_outheld(game, player, company) else None


def is_outheld(game: Game18FB, player: int, company: str) -> bool:
    """3.3.3-a Whether somebody holds so much more of the company that the player cannot keep its concession."""
    margin = game.title.presidency_margin(game)
    return largest_other(game, player, company) >= shares_of(game, player, company) + margin


def _is_withdrawn(game: Game18FB, company: str) -> bool:
    return concession_holder(game, company) == POOL


def _sets_of_cards(game: Game18FB, player: int, company: str) -> Sequence[tuple[str, ...]]:
    """Q44 With which cards the player may lower the deposit, if any."""
    if _is_withdrawn(game, company) and game.ruling("withdrawn_price") == "regular":
        return [()]
    return usable_cards(game, player, company)


def cost_of(game: Game18FB, action: BuyConcession) -> int:
    """3.3.2-p Deposit and president's certificate together."""
    deposit = deposit_for(game, action.company, action.cards)
    return deposit + _certificate_price(game, action)


def _certificate_price(game: Game18FB, action: BuyConcession) -> int:
    return game.title.starting_price(StartCompany(action.player, action.company, action.value))


def buy_concession(game: Game18FB, action: BuyConcession) -> None:
    """3.3.2 A checked purchase: deposit, par value, president's certificate, float; or a withdrawn one (3.3.3-f, h)."""
    state, player, company = game.state, action.player, action.company
    withdrawn, amount = _is_withdrawn(game, company), deposit_for(game, company, action.cards)
    _pay_deposit(game, player, company, amount)
    spend_cards(game, company, action.cards)
    state.shelves.move(concession_of(company), concessions_at(player))
    game.note("buys_concession", player=player, company=company, amount=amount)
    if not withdrawn:
        state.conceded[company] = True
        _found(game, StartCompany(player, company, action.value))


def _found(game: Game18FB, start: StartCompany) -> None:
    """3.3.2-b to d"""
    game.state.par[start.company] = start.value
    place_marker(game, start.company, game.title.grid.par[start.value])
    start_company(game, start, start.company)
    float_company(game, start.company)


def put_in_play(game: Game18FB, company: str, holder: Holder) -> None:
    """As if the concession had been bought in this phase."""
    game.state.steps[company] = game.phase_facts["tile_steps"]
    if is_bourbon(game) and concession_of(company) in game.state.shelves.place_of:
        game.state.shelves.move(concession_of(company), concessions_at(holder))
        game.state.conceded[company] = True
        game.state.deposit[company] = game.state.refunded[company] = 0


# -- withdrawal ------------------------------------------------------------------------------------------------------


def withdraw(game: Game18FB, company: str) -> None:
    """3.3.3-b The concession goes to the pool, its deposit to the bank: the company is frozen."""
    round_ = current_round(game)
    former, lost = concessionaire(game, company), _lose_deposit(game, company)
    game.state.shelves.move(concession_of(company), concessions_at(POOL))
    game.state.fell[company] = round_.turn if round_ else 0
    game.note("concession_is_withdrawn", company=company, player=former, amount=lost)


def discard_concessions(game: Game18FB) -> None:
    """3.6-c, g Phase 5: all concessions leave the game, deposits are lost."""
    for facts in game.title.facts["concessions"]:
        company = facts["company"]
        lost = _lose_deposit(game, company)
        game.state.shelves.move(concession_of(company), concessions_at(BOX))
        if lost:
            game.note("deposit_is_lost", company=company, amount=lost)
    game.note("concessions_leave")


def drop_concession(game: Game18FB, company: str) -> None:
    """3.5.11-e The concession of a company that closes or merges leaves the game."""
    if concession_of(company) in game.state.shelves.place_of:
        _lose_deposit(game, company)
        game.state.shelves.move(concession_of(company), concessions_at(BOX))


class RebuyConcession(CompanyDecision[Game18FB], frozen=True):
    """3.3.3-e A new president may buy the withdrawn concession at once."""

    deeds = (BuyConcession, Pass)
    unasked_fault = "buy_back_or_pass"

    def any(self, game: Game18FB) -> bool:
        return bool(self.moves(game))

    def moves(self, game: Game18FB) -> Sequence[BuyConcession]:
        """None if the company has closed since."""
        player = self.actor(game) if _is_withdrawn(game, self.company) else None
        if player is None or _limit_fault(game, player, self.company):
            return ()
        return tuple(_affordable(game, player, self.company))

    def fault(self, game: Game18FB, action: BuyConcession) -> str | None:
        return _price_fault(game, action)

    def told(self, game: Game18FB, action: BuyConcession) -> dict[str, Any]:
        return _told(game, action, _price_fault(game, action))

    def take(self, game: Game18FB, action: Action) -> None:
        game.pop_frame()
        if isinstance(action, BuyConcession):
            buy_concession(game, action)
        else:
            game.note("leaves_concession", player=action.player, company=self.company)


def concession_refusal(game: Game18FB, action: BuyConcession, fault: str) -> IllegalAction:
    return game.refusal(fault, **_told(game, action, fault))


def _told(game: Game18FB, action: BuyConcession, fault: str | None) -> dict[str, Any]:
    """What a refusal names."""
    player, company, cash = action.player, action.company, game.state.cash[action.player]
    limit = game.title.certificates(game, player)[1]
    cost = cost_of(game, action) if fault == "cannot_pay_concession" else 0
    return {"player": player, "company": company, "value": action.value, "cash": cash, "cost": cost, "limit": limit}


# -- who presides, and what a player may sell ------------------------------------------------------------------------


def margin(game: Game18FB) -> int:
    """3.3.5-a, b, d How many shares a claimant must be ahead: two in phases 1 to 4, one from phase 5."""
    return 2 if is_bourbon(game) else 1


def settle(game: Game18FB, company: str, before: int | None = None) -> None:
    """3.3.3-g, 3.3.5 To be asked after every movement of shares: changes the president, withdraws, asks to buy back.

    A sale passes the president's certificate on by itself: `before` is who presided before it. Q44 The withdrawal looks
    at the holder of the concession, the presidency at the president. May push a RebuyConcession.
    """
    before = owner_of(game, company) if before is None else before
    settle_presidency(game, company)
    holder = concessionaire(game, company)
    if holder is None or not is_outheld(game, holder, company):
        return
    withdraw(game, company)
    if owner_of(game, company) != before:
        game.push_frame(RebuyConcession(company))


def block_sizes(game: Game18FB, player: int, company: str, keep_presidency: bool = False) -> Sequence[int]:
    """3.3.1-a, d, e, g, T-7c"""
    if company not in game.state.par or not has_operated(game, company):
        return ()
    return pool_block_sizes(game, player, company, game.title.facts["shares"]["pool_limit"], keep_presidency)


def check_block(game: Game18FB, player: int, action: SellShares, keep_presidency: bool = False) -> None:
    """Raise IllegalAction unless the player may sell this block."""
    limit, fault = game.title.facts["shares"]["pool_limit"], _trade_fault(game, action.company)
    check_pool_block(game, player, action, limit, fault, keep_presidency)


def _trade_fault(game: Game18FB, company: str) -> str | None:
    """3.3.1-e"""
    return None if has_operated(game, company) else "never_operated"


def sell_block(game: Game18FB, player: int, action: SellShares) -> None:
    """3.3.1-b, h, 2.2.5-a, 3.3.3-g Paid at the price before it; the price falls once; then who presides and holds."""
    president = owner_of(game, action.company)
    sell(game, player, action.company, action.count, action.certificates)
    settle(game, action.company, president)

"""3.3.2 What a concession costs: by phase, and with cards that lower its deposit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from stockrail.rules.cards import owner_of_card
from stockrail.titles.g18fb.cards import DEPOSIT, linked_company, power_of, use_up
from stockrail.titles.g18fb.companies import concession_facts
from stockrail.titles.g18fb.state import Game18FB


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

"""2.7 Political cards: what they pay, what they still bring when their power is used, when they close."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.rules.cards import close_card, give_card, holder_of_card, pay_incomes
from stockrail.rules.printed import Card
from stockrail.rules.shares import singles_of
from stockrail.rules.state import BOX, IPO, certs_at
from stockrail.rules.tokens import cities_of
from stockrail.titles.g18fb.companies import concession_facts
from stockrail.titles.g18fb.state import Game18FB, with_card

BAND, DEPOSIT, BONUSES, TOKEN, GIVES = "raises_band", "deposit_percent", "bonuses", "token", "gives"
"""The powers of cards, by their names in the facts."""


def power_of(game: Game18FB, card: str, power: str) -> Any:
    """What the facts say of a card's power; None if it has no such power."""
    return game.title.cards[card].powers.get(power)


def linked_company(game: Game18FB, card: str) -> str:
    """The company whose share cards 5 to 8 bring; none for the others."""
    company: str = game.title.cards[card].powers.get(GIVES, {}).get("company", "")
    return company


# -- incomes -----------------------------------------------------------------------------------------------------------


def pay_card_incomes(game: Game18FB) -> None:
    """2.7-c, m, u Every open card pays its owner; cards 5 to 8 less once their company has placed a token."""
    pay_incomes(game, lambda card: income_of(game, card))


def income_of(game: Game18FB, card: Card) -> int:
    """2.7-m, s"""
    company = linked_company(game, card.id)
    reduced: int = card.powers.get("reduced_income", card.income)
    return reduced if company and has_left_home(game, company) else card.income


def has_left_home(game: Game18FB, company: str) -> bool:
    """2.7-m Whether it has placed a token besides those at home; FP has two there until it has chosen one."""
    homes = 1 if company in game.state.base else len(game.title.companies[company].homes)
    return len(cities_of(game, company)) > homes


# -- where cards go ----------------------------------------------------------------------------------------------------


def hand_out_card(game: Game18FB, card: str, player: int) -> None:
    """2.7-i to l, q The card and its free share, which the first buyer gets."""
    share = free_share(game, card)
    give_card(game, card, player)
    game.state.flags[_gave(card)] = True
    if share:
        company = linked_company(game, card)
        game.state.shelves.move(share, certs_at(player, company))
        game.note("gets_free_share", player=player, company=company, card=card)


def _gave(card: str) -> str:
    """The flag of a card that has been bought: its next buyer gets no share."""
    return f"gave.{card}"


def free_share(game: Game18FB, card: str) -> str | None:
    """2.7-q The share that lies with a card, or (ruling free_share) that its first buyer takes from the offer."""
    company = linked_company(game, card)
    if not company or game.state.flags.get(_gave(card)):
        return None
    source = IPO if game.ruling("free_share") == "in_offer" else with_card(card)
    return next(iter(singles_of(game, source, company)), None)


def use_up(game: Game18FB, card: str, company: str) -> None:
    """2.7-n, u; ruling cards_after_use A power is used once; its card goes on paying or closes."""
    game.state.played[card] = company
    token: Mapping[str, Any] = power_of(game, card, TOKEN) or {}
    if token.get("closes") or game.ruling("cards_after_use") == "close":
        close_card(game, card)


def close_cards(game: Game18FB) -> None:
    """2.7-d, 3.6-g, i All cards leave the game; a free share with an unsold card goes to the initial offer."""
    for card in game.title.cards:
        company = linked_company(game, card)
        for share in singles_of(game, with_card(card), company) if company else ():
            game.state.shelves.move(share, certs_at(IPO, company))
            game.note("free_share_is_offered", company=company, card=card)
        if holder_of_card(game, card) != BOX:
            close_card(game, card)


# -- lasting powers ----------------------------------------------------------------------------------------------------


def band_of(game: Game18FB, company: str) -> str:
    """2.7-e The interest band of the concession, raised for the company that Melisurgo serves."""
    served = [card for card, name in game.state.played.by_key().items() if name == company]
    raises = [power_of(game, card, BAND) for card in served if power_of(game, card, BAND)]
    return raised_band(game, company, raises[0]) if raises else printed_band(game, company)


def printed_band(game: Game18FB, company: str) -> str:
    facts = concession_facts(game, company)
    return str(facts["band"]) if facts else ""


def raised_band(game: Game18FB, company: str, power: Mapping[str, Any]) -> str:
    """2.7-e, T-3c Some bands up, but not beyond the last."""
    bands = list(game.title.facts["interest"])
    number = bands.index(printed_band(game, company)) + power["bands"]
    return str(bands[min(number, bands.index(power["most"]))])


def interest_is_paid(game: Game18FB, company: str) -> None:
    """Ruling melisurgo Where it lifts one payment only, it is over once the company has paid interest."""
    if game.ruling("melisurgo") == "building_state":
        return
    for card, name in game.state.played.by_key().items():
        if name == company and power_of(game, card, BAND):
            game.state.played[card] = ""


def station_bonus(game: Game18FB, company: str, hex_: str) -> int:
    """2.7-g What Falcon adds for the company at a hex; 0 without it. It stays when the card has closed."""
    served = (card for card, name in game.state.played.by_key().items() if name == company)
    return sum((power_of(game, card, BONUSES) or {}).get(hex_, 0) for card in served)

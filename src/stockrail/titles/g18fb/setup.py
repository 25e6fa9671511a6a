"""3.1 Laying out a game: the bank, certificates, tokens, trains, political cards, concessions, claims on slots."""

from __future__ import annotations

from stockrail.rules.cards import lay_out_cards
from stockrail.rules.claims import claims_at
from stockrail.rules.printed import Company
from stockrail.rules.setup import lay_out_certificates, lay_out_tokens, open_bank, stack_trains
from stockrail.rules.shares import singles_of
from stockrail.rules.state import BANK, BOX, IPO, certs_at, city_at
from stockrail.titles.g18fb.companies import MAJOR
from stockrail.titles.g18fb.places import printed_claims
from stockrail.titles.g18fb.state import Game18FB, concession_of, concessions_at, with_card


def set_up(game: Game18FB) -> None:
    """3.1-d Seats are as the players were given, by lot; the first has the priority."""
    _open_bank(game)
    game.state.flags["order"] = tuple(range(len(game.players)))
    lay_out_certificates(game, _offered)
    lay_out_tokens(game)
    stack_trains(game)
    lay_out_cards(game)
    _lay_out_free_shares(game)
    for facts in game.title.facts["concessions"]:
        game.state.shelves.create(concession_of(facts["company"]), concessions_at(IPO))
    _lay_out_map(game)


def _open_bank(game: Game18FB) -> None:
    """3.1-a The players' money is part of the bank, or comes to it (Q40)."""
    open_bank(game)
    if game.ruling("bank_size") == "beside":
        game.state.cash.amounts[BANK] = game.title.facts["bank"]


def _offered(company: Company) -> str:
    """2.4-a, b What is not available from the beginning waits outside the game."""
    return IPO if company.kind == MAJOR and company.homes else BOX


def _lay_out_free_shares(game: Game18FB) -> None:
    """3.1-e, 2.7-q A card's share lies with it until somebody buys the card (Q10)."""
    if game.ruling("free_share") != "with_card":
        return
    for card in game.title.cards.values():
        if "gives" in card.powers:
            company = card.powers["gives"]["company"]
            share = singles_of(game, IPO, company)[-1]
            game.state.shelves.move(share, certs_at(with_card(card.id), company))


def _lay_out_map(game: Game18FB) -> None:
    """3.1-b, c Home tokens of all majors, two of FP; claims in the order of their slots."""
    for company in game.title.companies.values():
        for number, home in enumerate(company.homes if company.kind == MAJOR else ()):
            game.state.shelves.move(f"{company.id}.{number}", city_at(*home))
    for claim, hex_, stop in printed_claims(game.title):
        game.state.shelves.create(claim, claims_at(hex_, stop))

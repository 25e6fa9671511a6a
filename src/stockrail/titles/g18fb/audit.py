"""What must hold after every action of 18FB."""

from __future__ import annotations

from stockrail.rules.audit import purse_faults, shared_faults
from stockrail.rules.cards import cards_of
from stockrail.rules.claims import all_claims, claimant, claims_in
from stockrail.rules.shares import percent_of
from stockrail.rules.state import BOX, IPO
from stockrail.rules.tokens import cities_of, tokens_in
from stockrail.rules.track import track
from stockrail.rules.trains import trains_of
from stockrail.titles.g18fb.companies import (
    BUILDING,
    REGIONAL,
    concession_holder,
    in_game,
    is_bourbon,
    state_of,
)
from stockrail.titles.g18fb.destinations import must_choose_base
from stockrail.titles.g18fb.places import location
from stockrail.titles.g18fb.state import Game18FB, deposit_on


def audit(game: Game18FB) -> list[str]:
    """Faults in a position, in words; see `stockrail.testing`.

    Certificates above the limit (2.3-h) and a full pool (2.3-f) are not among them: some events may bring them about.
    """
    found = shared_faults(game, game.title.with_shares, foreign=True, in_all=_all_money(game))
    finders = (_purses, _concessions, _slots, _tokens, _shares, _tables, _gone)
    return [*found, *(fault for find in finders for fault in find(game))]


def _all_money(game: Game18FB) -> int:
    """3.1-a, Q40 The players' cash is part of the bank, or comes to it."""
    players: int = len(game.players) * game.title.facts["players"][str(len(game.players))]["cash"]
    return int(game.title.facts["bank"]) + (players if game.ruling("bank_size") == "beside" else 0)


def _purses(game: Game18FB) -> list[str]:
    """3.3.2-m Money is with the bank, players, companies, or on a concession that somebody has paid for."""
    state = game.state
    faults = purse_faults(game, *(deposit_on(company) for company in game.title.with_shares))
    for company in game.title.with_shares:
        due = state.deposit.get(company, 0) - state.refunded.get(company, 0)
        if state.cash[deposit_on(company)] != due:
            faults.append(f"{company}: a deposit of {due} is not on its concession")
    return faults


def _concessions(game: Game18FB) -> list[str]:
    """3.4, 3.6-g Until phase 5 a floated company's concession is with a player or in the pool; then all are gone."""
    faults = []
    for company in [facts["company"] for facts in game.title.facts["concessions"]]:
        holder, floated = concession_holder(game, company), bool(game.state.floated.get(company))
        if is_bourbon(game) and in_game(game, company) and floated != (holder not in (IPO, BOX)):
            faults.append(f"{company}: its concession is at {holder}")
        if not is_bourbon(game) and holder != BOX:
            faults.append(f"{company}: its concession is still in the game")
        if state_of(game, company) == BUILDING and game.state.refunded.get(company):
            faults.append(f"{company}: is building, but was refunded")
    open_cards = [card for card in game.title.cards if card not in cards_of(game, BOX)]
    return faults if is_bourbon(game) or not open_cards else [*faults, f"open cards {open_cards}"]


def _slots(game: Game18FB) -> list[str]:
    """2.5.4 Tokens and claims find room at their stops; a regional token may wait for some."""
    faults = []
    for hex_, stop in sorted({place for _, place in all_claims(game)}):
        claims = [claim for claim in claims_in(game, (hex_, stop)) if not _waits(game, claim)]
        slots = track(game).face(hex_).stops[stop].slots
        if len(claims) + len(tokens_in(game, hex_, stop)) > slots:
            faults.append(f"{hex_}: {claims} and tokens in {slots} slots")
    if not is_bourbon(game):
        faults += [f"{claim} is still on the map" for claim, _ in all_claims(game) if claim.startswith("bourbon")]
    return faults


def _waits(game: Game18FB, claim: str) -> bool:
    return claimant(game, claim) in game.title.companies_of(REGIONAL)


def _tokens(game: Game18FB) -> list[str]:
    """3.5.2-e, k One in a city, Napoli being one; until it has chosen, a company may have two homes."""
    faults = []
    for company in game.title.companies:
        cities = [location(game, place) for place in cities_of(game, company)]
        if len(set(cities)) < len(cities) and not must_choose_base(game, company):
            faults.append(f"{company}: two tokens in a city")
    return faults


def _shares(game: Game18FB) -> list[str]:
    """2.3-d, 3.5.9-e, Q66 Players hold up to 60%, companies up to 10% of others, unless some have merged."""
    limits = game.title.facts["shares"]
    faults = []
    for company in game.title.with_shares:
        over = [seat for seat in game.seats if percent_of(game, seat, company) > limits["player_limit"]]
        faults += [f"player {seat} holds too much of {company}" for seat in over]
        for other in game.title.companies if not list(game.state.merged.by_key()) else ():
            if other != company and percent_of(game, other, company) > limits["company_limit"]:
                faults.append(f"{other} holds too much of {company}")
    return faults


def _tables(game: Game18FB) -> list[str]:
    faults = [f"{company}: {count} markers" for company, count in game.state.markers.by_key().items() if count < 0]
    return faults + [f"{c}: owes {debt}" for c, debt in game.state.lease.by_key().items() if debt < 0]


def _gone(game: Game18FB) -> list[str]:
    """3.5.11-e, 3.7.1-u, 3.7.3-d A company out of the game has nothing, nowhere."""
    faults = []
    for company in [company for company in game.title.companies if not in_game(game, company)]:
        if game.state.cash[company] or trains_of(game, company) or cities_of(game, company):
            faults.append(f"{company}: has left something behind")
        if company in game.state.cell or game.state.markers.get(company):
            faults.append(f"{company}: is still in a table")
    return faults

"""3.5.2 Tokens and the lines that lead to them."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.claims import all_claims, claims_in, drop_claim
from stockrail.rules.game import pay
from stockrail.rules.line_station import line_for
from stockrail.rules.lines import Line
from stockrail.rules.state import BANK, CityAt, city_at
from stockrail.rules.tokens import has_room, has_token_at, spare_of
from stockrail.rules.track import track
from stockrail.titles.g18fb.cards import BONUSES, power_of
from stockrail.titles.g18fb.companies import FROZEN, concession_facts, is_national, may_spend, state_of
from stockrail.titles.g18fb.destinations import must_choose_base, raise_price, settle_destination
from stockrail.titles.g18fb.places import BOURBON, location, settle_claims
from stockrail.titles.g18fb.regional import settle_track
from stockrail.titles.g18fb.state import Game18FB

# -- why not -----------------------------------------------------------------------------------------------------------


def turn_fault(game: Game18FB, company: str) -> str | None:
    """3.4-f, 3.5.2-a, 3.3.2-i, 3.7.1-n Why the company may place no token at all now."""
    if state_of(game, company) == FROZEN:
        return "frozen_places_nothing"
    if must_choose_base(game, company):
        return "base_first"
    if not spare_of(game, company):
        return "no_spare_token"
    allowed = game.title.facts["nationals"]["tokens_a_turn"] if is_national(game, company) else 1
    if game.state.placed.get(company, 0) >= allowed:  # 2.7-o by cards too
        return "token_was_placed"
    return None if may_spend(game, company) else "lease_first"


def line_fault(game: Game18FB, company: str, place: CityAt, line: Sequence[str], claim: str = "") -> str | None:
    """3.5.2-d to i Why the company may not place a token there along a line; `claim` is a Bourbon token it replaces."""
    fault = turn_fault(game, company)
    if fault:
        return fault
    if place[0] not in game.title.board.hexes or place[1] not in range(len(track(game).face(place[0]).stops)):
        return "no_open_slot"
    if claim and claim not in claims_in(game, place):
        return "bourbon_token_gone"
    if has_token_at(game, company, place):
        return "token_in_city"
    if not claim and not has_room(game, company, *place):
        return "no_open_slot"
    found = line_for(game, company, place, line)
    if found is None:
        return "no_line"
    return "line_too_dear" if found.cost > game.state.cash[company] else None


# -- placing -----------------------------------------------------------------------------------------------------------


def place_token(game: Game18FB, company: str, place: CityAt, line: Sequence[str], claim: str = "") -> None:
    """3.5.2-g, m, 3.5.3 Pay for a checked line, put the token (on a claim), take markers, settle destinations."""
    found = line_for(game, company, place, line)
    assert found is not None
    raises = is_empty_yellow_city(game, place)
    pay(game, company, BANK, found.cost)
    if claim:
        drop_claim(game, claim)
    game.state.shelves.move(spare_of(game, company)[0], city_at(*place))
    game.state.placed[company] = game.state.placed.get(company, 0) + 1
    game.state.left_home[company] = True
    _collect(game, company, found)
    hexes, cost = list(found.hexes), found.cost
    game.note("builds_line", company=company, hex=place[0], line=hexes, cost=cost, count=found.markers)
    settle_claims(game, company, place)
    settle_destination(game, company, place)
    if raises and not is_national(game, company) and concession_facts(game, company) is None:
        raise_price(game, company, "yellow_city")
    settle_track(game)


def _collect(game: Game18FB, company: str, line: Line) -> None:
    """3.5.2-m, n Markers of this very line; Q16 whether it led through a town with a bonus."""
    game.state.markers[company] = game.state.markers.get(company, 0) + line.markers
    bonuses = {hex_ for card in game.title.cards for hex_ in power_of(game, card, BONUSES) or ()}
    for hex_ in line.hexes[1:-1]:
        if hex_ in bonuses:
            game.state.passed[company, hex_] = True


def is_empty_yellow_city(game: Game18FB, place: CityAt) -> bool:
    """3.6.1-c, Q34 On yellow track, printed or laid, in a city without any company's token; Napoli is one (2.5.3-c)."""
    now, bourbon = track(game), [at for claim, at in all_claims(game) if claim.startswith(BOURBON)]
    taken = [location(game, at) for at in (*now.token_map, *bourbon)]
    return now.face(place[0]).color == "yellow" and location(game, place) not in taken

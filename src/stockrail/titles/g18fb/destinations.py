"""3.5.3 Destinations: state, refund, rise; 4 a price that rises may end the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.rules.agreement import end_game
from stockrail.rules.claims import claims_of, drop_claim
from stockrail.rules.prices import move_marker, price
from stockrail.rules.state import CityAt
from stockrail.rules.track import track
from stockrail.titles.g18fb.companies import DEFINITIVE, PROVISIONAL, concession_facts, is_bourbon, state_of
from stockrail.titles.g18fb.concessions import refund
from stockrail.titles.g18fb.places import location
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, Game18FB

TOP = "top_price"


def end_if_on_top(game: Game18FB, company: str) -> None:
    """4-c, f, Q35 To be asked after every rise of a price; a ruling may let the set of operating rounds end first."""
    if price(game, company) < game.title.facts["market"]["end"] or game.state.flags.get("top"):
        return
    game.state.flags["top"] = True
    game.note("top_price", company=company, amount=price(game, company))
    if game.ruling("top_price") == "at_once":
        end_game(game, TOP)


def route_of(game: Game18FB, company: str) -> Mapping[str, Any] | None:
    """3.3.2-f, i Home and destinations; None without a concession, and while a home is still to be chosen."""
    facts = concession_facts(game, company)
    routes: Sequence[Mapping[str, Any]] = facts["routes"] if facts else ()
    if len(routes) < 2:
        return routes[0] if routes else None
    return next((route for route in routes if route["home"] == game.state.base.get(company)), None)


def must_choose_base(game: Game18FB, company: str) -> bool:
    """3.3.2-i, Q18 Whether it has to choose between two homes before it builds anything."""
    return len(game.title.companies[company].homes) > 1 and company not in game.state.base


def destination_at(game: Game18FB, company: str, place: CityAt) -> str | None:
    """Whether a stop is the company's INTERMEDIATE or FINAL destination; 3.5.3-e, Q17 of Napoli either half."""
    route = route_of(game, company)
    if route is None:
        return None
    if any(_is_at(game, hex_, place) for hex_ in route["intermediate"]):
        return INTERMEDIATE
    return FINAL if _is_at(game, route["final"], place) else None


def _is_at(game: Game18FB, hex_: str, place: CityAt) -> bool:
    if hex_ == place[0] or game.ruling("napoli_destination") == "reserved_half":
        return hex_ == place[0]
    here = location(game, place)
    return any(stop.location == here for stop in track(game).face(hex_).stops)


def settle_destination(game: Game18FB, company: str, place: CityAt) -> None:
    """3.5.3-a to d, Q6 After a token: what was reached, refunds, the bonus row, reserved slots that fall."""
    which, reached = destination_at(game, company, place), game.state.reached
    if which is None or reached.get((company, which)):
        return
    early = which == FINAL and not reached.get((company, INTERMEDIATE))
    reached[company, which] = True
    game.note("reaches_destination", company=company, hex=place[0], which=which, state=state_of(game, company))
    if which == INTERMEDIATE:
        _begin_to_operate(game, company)
    refund(game, company)
    if early and is_bourbon(game):
        game.state.owed[company] = True
    else:
        _rise(game, company)
    if game.state.owed.get(company) and game.ruling("early_final") == "bonus_later":
        _rise(game, company)


def _begin_to_operate(game: Game18FB, company: str) -> None:
    """3.4-k, Q50, 3.3.2-h No longer building; a slot that was kept at another first destination is lost."""
    if game.ruling("mid_turn_provisional") == "next_turn":
        game.state.flags["built"] = company
    route = route_of(game, company)
    for claim, (hex_, _) in claims_of(game, company):
        if route is not None and hex_ in route["intermediate"]:
            drop_claim(game, claim)


def _rise(game: Game18FB, company: str) -> None:
    """2.2.5-g, 3.5.3-c, d A destination lifts the price by a row, unless the state forbids it."""
    if state_of(game, company) in (PROVISIONAL, DEFINITIVE):
        raise_price(game, company, "destination")


def raise_price(game: Game18FB, company: str, why: str) -> None:
    """2.2.5-g, h One row up; 4-f it may be the top."""
    move_marker(game, company, game.title.grid.up(game.state.cell[company]), why=why)
    end_if_on_top(game, company)

"""3.7.3 A major or national company takes over a regional one."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.agreement import Proposal, forget_refusals, is_declined, remember_refusal
from stockrail.rules.claims import drop_claims
from stockrail.rules.game import pay
from stockrail.rules.line_station import is_joined
from stockrail.rules.shares import controlled, owner_of
from stockrail.rules.state import city_at
from stockrail.rules.tokens import cities_of, has_token_at, retire_tokens, spare_of
from stockrail.titles.g18fb.accounts import account
from stockrail.titles.g18fb.actions import Acquire
from stockrail.titles.g18fb.companies import REGIONAL, dissolve, may_spend, nominal_value, president_of
from stockrail.titles.g18fb.destinations import settle_destination
from stockrail.titles.g18fb.places import settle_claims
from stockrail.titles.g18fb.regional import base_of, settle_track
from stockrail.titles.g18fb.state import Game18FB


def acquisitions(game: Game18FB, company: str) -> Sequence[Acquire]:
    """3.7.3-a Those open to a company in its turn."""
    player = controlled(game, company)
    every = (Acquire(player, company, regional) for regional in game.title.companies_of(REGIONAL))
    return [action for action in every if _fault(game, company, action) is None]


def cost_of(game: Game18FB, regional: str) -> int:
    """3.7.3-b, Q36 The most that it would earn now, and its nominal value."""
    return account(game, regional).total + nominal_value(game, regional)


def check_acquisition(game: Game18FB, company: str, action: Acquire) -> None:
    fault = _fault(game, company, action)
    if fault:
        known = action.regional in game.title.companies_of(REGIONAL)
        cost = cost_of(game, action.regional) if known else 0
        raise game.refusal(fault, company=company, other=action.regional, cost=cost, cash=game.state.cash[company])


def _fault(game: Game18FB, company: str, action: Acquire) -> str | None:
    """3.7.3-a, c, f Why the company, whose turn it is, cannot take this one over."""
    if not game.phase_has_come(game.title.facts["regional"]["acquired_from_phase"]):
        return "no_take_over_yet"
    if action.company != company or action.regional not in game.title.companies_of(REGIONAL):
        return "no_take_over"
    if president_of(game, action.regional) is None:
        return "regional_has_no_owner"
    if not may_spend(game, company):
        return "lease_first"
    if cost_of(game, action.regional) > game.state.cash[company]:
        return "take_over_too_dear"
    if is_declined(game, action.regional, action.player, company):
        return "take_over_declined"
    base = base_of(game, action.regional)
    return None if base is not None and is_joined(game, company, base) else "regional_not_joined"


def acquire(game: Game18FB, action: Acquire) -> None:
    """3.7.3-f Nobody is asked; ruling acquisition_consent: unless the owner must agree."""
    owner = owner_of(game, action.regional)
    assert owner is not None
    if owner == action.player or game.ruling("acquisition_consent") == "none":
        take_over(game, action, owner)
    else:
        game.note("asks_to_take_over", player=owner, company=action.company, other=action.regional)
        game.push_frame(TakeOverOffer(owner, action))


class TakeOverOffer(Proposal[Game18FB], frozen=True):
    """Ruling acquisition_consent: asks the owner."""

    take_over: Acquire

    def accepted(self, game: Game18FB) -> None:
        take_over(game, self.take_over, self.asked)

    def refused(self, game: Game18FB) -> None:
        remember_refusal(game, self.take_over.regional, self.take_over.player, self.take_over.company)


def take_over(game: Game18FB, action: Acquire, owner: int) -> None:
    """3.7.3-b, d, g The price and its treasury go to its owner, trains and markers to the buyer."""
    company, regional = action.company, action.regional
    cost = cost_of(game, regional)
    game.note("takes_over", company=company, other=regional, player=owner, amount=cost)
    pay(game, company, owner, cost)
    dissolve(game, regional, owner, company)
    game.state.closed[regional] = True
    _replace_token(game, company, regional)
    forget_refusals(game)
    settle_track(game)


def _replace_token(game: Game18FB, company: str, regional: str) -> None:
    """3.7.3-e, Q68 Free of charge, by one that is left, where it has none; a token that waits just goes."""
    placed = cities_of(game, regional)
    retire_tokens(game, regional)
    drop_claims(game, regional)
    for place in placed:
        if spare_of(game, company) and not has_token_at(game, company, place):
            game.state.shelves.move(spare_of(game, company)[0], city_at(*place))
            game.note("replaces_token", company=company, other=regional, hex=place[0])
            settle_claims(game, company, place)
            settle_destination(game, company, place)

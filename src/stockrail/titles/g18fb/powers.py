"""2.7 Powers of political cards that their owners use: interest, station bonuses, tokens in Bourbon slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stockrail.rules.agreement import Proposal, forget_refusals, is_declined, remember_refusal
from stockrail.rules.cards import owner_of_card
from stockrail.rules.line_station import lines_to
from stockrail.rules.state import CityAt
from stockrail.titles.g18fb.actions import UseCard
from stockrail.titles.g18fb.cards import BAND, BONUSES, TOKEN, power_of, use_up
from stockrail.titles.g18fb.companies import BUILDING, MAJOR, UNFLOATED, in_game, state_of
from stockrail.titles.g18fb.places import bourbon_token
from stockrail.titles.g18fb.placing import line_fault, place_token, turn_fault
from stockrail.titles.g18fb.state import Game18FB


def powers(game: Game18FB, player: int, company: str | None) -> Iterator[UseCard]:
    """2.7-p, t What a player may use or ask for in the turn of a company of theirs, or (None) in their stock turn."""
    for card in game.title.cards:
        if _asking_fault(game, UseCard(player, card, company or "")) is None:  # mostly that is all
            named = (UseCard(player, card, major) for major in game.title.companies_of(MAJOR))
            uses = _token_uses(game, player, card, company) if power_of(game, card, TOKEN) else named
            yield from (use for use in uses if power_fault(game, company, use) is None)


def _token_uses(game: Game18FB, player: int, card: str, company: str | None) -> Iterator[UseCard]:
    """2.7-o Every listed line to the slot; lines are looked for only where a token may be placed at all."""
    if company is None or company not in game.title.companies_of(MAJOR) or turn_fault(game, company):
        return iter(())
    lines: Any = lines_to(game, company, bourbon_place(game, card))
    return (UseCard(player, card, company, tuple(line.hexes)) for line in lines)


def bourbon_place(game: Game18FB, card: str) -> CityAt:
    """Where the Bourbon token lies that a card may replace."""
    number = power_of(game, card, TOKEN)["bourbon"]
    facts = next(facts for facts in game.title.facts["bourbon"] if facts["number"] == number)
    return facts["hex"], facts["stop"]


def _claim(game: Game18FB, card: str) -> str:
    return bourbon_token(power_of(game, card, TOKEN)["bourbon"])


# -- why not -----------------------------------------------------------------------------------------------------------


def check_power(game: Game18FB, company: str | None, action: UseCard) -> None:
    """Raise IllegalAction unless the power may be used; faults of tokens name a hex, too."""
    fault, known = power_fault(game, company, action), action.card in game.title.cards
    if fault:
        place = {"hex": bourbon_place(game, action.card)[0]} if known and power_of(game, action.card, TOKEN) else {}
        params = {"player": action.player, "card": action.card, "company": action.company, **place}
        raise game.refusal(fault, **params, cash=game.state.cash[action.company])


def power_fault(game: Game18FB, company: str | None, action: UseCard) -> str | None:
    """Why a power may not be used for the company that is named; `company` is the one whose turn it is."""
    fault = _asking_fault(game, action)
    if fault:
        return fault
    if action.company not in game.title.companies_of(MAJOR) or not in_game(game, action.company):
        return "power_for_majors"
    if power_of(game, action.card, TOKEN):
        place, claim = bourbon_place(game, action.card), _claim(game, action.card)
        if action.company != company:
            return "power_in_its_turn"
        return line_fault(game, company, place, action.line, claim)
    if action.line:
        return "power_without_line"
    return _named_fault(game, action)


def _asking_fault(game: Game18FB, action: UseCard) -> str | None:
    """2.7-h, p, r, v Why the player can neither use the card nor ask its owner for it."""
    owner = owner_of_card(game, action.card) if action.card in game.title.cards else None
    if not isinstance(owner, int):
        return "card_has_no_owner"
    if action.card in game.state.played:
        return "power_is_used"
    token = power_of(game, action.card, TOKEN)
    if owner != action.player and not (token and game.ruling("card_powers") == "by_consent"):
        return "power_of_another"
    if token and not game.phase_has_come(token.get("from_phase", game.phase.name)):
        return "power_not_yet"
    return "power_refused" if is_declined(game, action.card, action.player, action.company) else None


def _named_fault(game: Game18FB, action: UseCard) -> str | None:
    """2.7-e, g, t"""
    state = state_of(game, action.company)
    if power_of(game, action.card, BAND):
        return "power_for_building" if state != BUILDING else None
    if not power_of(game, action.card, BONUSES):
        return "power_with_concession"
    return "power_for_floated" if state == UNFLOATED else None


# -- using -------------------------------------------------------------------------------------------------------------


def use_or_ask(game: Game18FB, action: UseCard) -> None:
    """2.7-p, r Use it; if somebody else owns the card, ask them first."""
    owner = owner_of_card(game, action.card)
    assert isinstance(owner, int)
    if owner == action.player:
        use_power(game, action, owner)
    else:
        game.note("asks_for_power", player=owner, company=action.company, card=action.card)
        game.push_frame(PowerOffer(owner, action))


def use_power(game: Game18FB, action: UseCard, owner: int) -> None:
    """2.7-n, o, s The token, with all that follows from it; then the card. What was declined may be asked again."""
    forget_refusals(game)
    card, company = action.card, action.company
    game.note("uses_power", player=owner, card=card, company=company)
    if power_of(game, card, TOKEN):
        place_token(game, company, bourbon_place(game, card), action.line, claim=_claim(game, card))
    use_up(game, card, company)


class PowerOffer(Proposal[Game18FB], frozen=True):
    """2.7-r Asks the owner of a card to let the company of another president take its Bourbon slot."""

    use: UseCard

    def accepted(self, game: Game18FB) -> None:
        use_power(game, self.use, self.asked)

    def refused(self, game: Game18FB) -> None:
        remember_refusal(game, self.use.card, self.use.player, self.use.company)

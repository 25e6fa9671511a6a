"""5.8 Closing a company: one that came to a closed cell, went bankrupt or lost its president, in anybody's turn."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.cards import cards_of
from stockrail.rules.closing import forget, hand_on_assets, return_certificates
from stockrail.rules.state import BANK, IPO, POOL, spare_tokens
from stockrail.rules.tokens import lift_tokens
from stockrail.titles.g1883.coaches import lift_coaches
from stockrail.titles.g1883.companies import is_coach, is_cooperative
from stockrail.titles.g1883.running import drop_anchors, return_gravity
from stockrail.titles.g1883.state import FROZEN, Game1883


def close_corporation(game: Game1883, company: str) -> None:
    """5.8-a to e"""
    close_all(game, [company])


def close_if_worthless(game: Game1883, company: str) -> bool:
    """5.8-a To be asked after every move of a marker; whether it closed."""
    closes = is_worthless(game, company)
    if closes:
        close_corporation(game, company)
    return closes


def is_worthless(game: Game1883, company: str) -> bool:
    return game.state.cell.get(company) in game.title.grid.closed


def close_all(game: Game1883, companies: Sequence[str]) -> None:
    """Several companies close at once; only then is it seen whose concessions their circles have blocked."""
    # Nearly every module closes companies, so what is called here is imported late.
    from stockrail.titles.g1883.concessions import return_concessions, settle_concessions
    from stockrail.titles.g1883.privates import close_private

    for company in companies:
        _remove(game, company)
        return_concessions(game, company)
        for card in list(cards_of(game, company)):  # 5.8-d with no price any more, SV gets nothing for CNP
            close_private(game, card)
    if companies:
        settle_concessions(game)


def _remove(game: Game1883, company: str) -> None:
    """5.8-a to c Money to the bank, trains to the pool, certificates to the offering; tokens come back."""
    state = game.state
    game.note("corporation_closes", company=company)
    return_gravity(game, company)
    hand_on_assets(game, company, BANK, POOL)
    lift_tokens(game, company, spare_tokens(company))
    return_certificates(game, company, IPO)
    if is_cooperative(game, company):
        state.flags["ccfr"] = FROZEN  # A76
    forget(game, company, state.acted, state.launched, state.operated, state.bought_concession)
    state.closed[company] = turn_of(game)
    drop_anchors(game, company)
    if is_coach(game, company):
        lift_coaches(game)


def may_open_again(game: Game1883, company: str) -> bool:
    """5.8-e In the next stock round, not in the one in which it closed."""
    return game.state.closed.get(company) != turn_of(game)


def turn_of(game: Game1883) -> int:
    turn: int = getattr(game.stack[0], "turn", 0)
    return turn

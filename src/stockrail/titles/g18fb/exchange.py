"""3.7.1-g to k, m, r, s Shares of two companies become shares of the national one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stockrail.rules.game import pay
from stockrail.rules.prices import price
from stockrail.rules.shares import (
    companies_in_play,
    percent_of,
    president_certificate,
    president_shares,
    shares_of,
    singles_of,
)
from stockrail.rules.state import BANK, BOX, IPO, POOL, Holder, certs_at
from stockrail.titles.g18fb.presidency import settle
from stockrail.titles.g18fb.state import Game18FB

FOR_ONE = 2
"""Old shares for a new one."""


def exchange(game: Game18FB, national: str, partners: Sequence[str], first: int) -> None:
    """3.7.1-h to k, r Players in order of play, other companies, treasuries, the pool; then the presidency."""
    others = [company for company in companies_in_play(game) if company not in partners]
    holders: list[Holder] = [*game.seats_from(first), *others]
    for holder in holders:
        _exchange_holding(game, holder, national, partners)
    left = _exchange_treasuries(game, national, partners)
    _exchange_pool(game, national, partners, left)
    _hand_out(game, national, national, len(singles_of(game, BOX, national)))
    game.note("rest_of_shares", company=national, percent=percent_of(game, national, national))
    settle(game, national)


def old_shares(game: Game18FB, holders: Iterable[Holder], partners: Sequence[str]) -> int:
    return sum(shares_of(game, holder, partner) for holder in holders for partner in partners)


def _exchange_holding(game: Game18FB, holder: Holder, national: str, partners: Sequence[str]) -> None:
    """3.7.1-g, h, Q64 Two shares of either company for one; whoever has four first gets the president's certificate."""
    old = old_shares(game, [holder], partners)
    if not old:
        return
    count = _give(game, holder, national, old // FOR_ONE)
    amount = _pay_odd(game, holder, national, partners, old - FOR_ONE * count)
    if isinstance(holder, int):
        game.note("exchanges_shares", player=holder, company=national, old=old, count=count, amount=amount)
    else:
        game.note("company_exchanges", other=holder, company=national, old=old, count=count, amount=amount)


def _give(game: Game18FB, holder: Holder, national: str, due: int) -> int:
    """3.7.1-h The president's certificate to a player whose due covers it, if nobody has it yet; else single ones."""
    of_president = president_shares(game, national)
    if not isinstance(holder, int) or due < of_president or not _is_vacant(game, national):
        return _hand_out(game, holder, national, due)
    game.state.shelves.move(president_certificate(national), certs_at(holder, national))
    return of_president + _hand_out(game, holder, national, due - of_president)


def _is_vacant(game: Game18FB, national: str) -> bool:
    return game.state.shelves.place_of[president_certificate(national)] == certs_at(BOX, national)


def _hand_out(game: Game18FB, holder: Holder, national: str, count: int) -> int:
    """Single certificates, as long as there are any; how many it were."""
    certs = singles_of(game, BOX, national)[:count]
    for cert in certs:
        game.state.shelves.move(cert, certs_at(holder, national))
    return len(certs)


def _pay_odd(game: Game18FB, holder: Holder, national: str, partners: Sequence[str], odd: int) -> int:
    """3.7.1-i, Q63, Q64 Half the price, as far as they have shares of a floated partner; other odd ones are lost."""
    floated = [partner for partner in partners if game.state.floated.get(partner)]
    amount = min(odd, old_shares(game, [holder], floated)) * (price(game, national) // FOR_ONE)
    pay(game, BANK, holder, amount)
    return amount


def _exchange_treasuries(game: Game18FB, national: str, partners: Sequence[str]) -> int:
    """3.7.1-j, s, Q31, Q65 With initial offers, and a president's certificate nobody got; what is left for the pool."""
    old = old_shares(game, (IPO, *partners), partners)
    due = old // FOR_ONE
    if _is_vacant(game, national):
        game.state.shelves.move(president_certificate(national), certs_at(national, national))
        due = max(0, due - president_shares(game, national))
    _hand_out(game, national, national, due)
    if old:
        game.note("treasury_exchanges", company=national, old=old)
    return old % FOR_ONE


def _exchange_pool(game: Game18FB, national: str, partners: Sequence[str], left: int) -> None:
    """3.7.1-j, m Whatever the limit for the pool is; an odd share vanishes."""
    old = old_shares(game, [POOL], partners) + left
    if old:
        count = _hand_out(game, POOL, national, old // FOR_ONE)
        game.note("pool_exchanges", company=national, old=old, count=count)

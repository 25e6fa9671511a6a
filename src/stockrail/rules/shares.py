"""Certificates: who holds how much, who presides, selling, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import fall, price
from stockrail.rules.state import BANK, IPO, POOL, SHARE, Holder, certs_at


def percent_of(game: RailGame, holder: Holder, company: str) -> int:
    """How much of a company somebody holds."""
    percent = game.title.percent
    return sum([percent[cert] for cert in game.state.shelves.on(certs_at(holder, company))])


def shares_of(game: RailGame, holder: Holder, company: str) -> int:
    return percent_of(game, holder, company) // SHARE


def holders_of(game: RailGame, company: str) -> list[Holder]:
    """Everybody who holds certificates of a company: players, offering, pool, its own treasury, other companies."""
    places: list[Holder] = [*game.order, IPO, POOL, company, *(c for c in game.title.companies if c != company)]
    return [holder for holder in places if game.state.shelves.on(certs_at(holder, company))]


def holdings_of(game: RailGame, holder: Holder) -> dict[str, int]:
    """How many percent somebody holds of which companies; of its own a company holds what is in its treasury."""
    held = {company: percent_of(game, holder, company) for company in game.title.with_shares}
    return {company: percent for company, percent in held.items() if percent}


def president_certificate(company: str) -> str:
    return f"{company}_0"


def owner_of(game: RailGame, company: str) -> int | None:
    """The player who decides for a company: the president, or the owner of a minor."""
    holder: Holder = game.state.shelves.place_of[company + "_0"][1]  # type: ignore[index]  # see certs_at
    return holder if isinstance(holder, int) else None


def controlled(game: RailGame, company: str) -> int:
    """Who decides for a company that certainly has somebody."""
    player = game.title.controller(game, company)
    assert player is not None, f"nobody decides for {company}"
    return player


def president_shares(game: RailGame, company: str) -> int:
    """How many shares the president's certificate stands for."""
    return game.title.percent[president_certificate(company)] // SHARE


def singles_of(game: RailGame, holder: Holder, company: str) -> list[str]:
    """Certificates other than the president's."""
    top = president_certificate(company)
    return [cert for cert in game.state.shelves.on(certs_at(holder, company)) if cert != top]


def largest_other(game: RailGame, player: int, company: str) -> int:
    """The most shares that any other player holds."""
    return max((shares_of(game, seat, company) for seat in game.seats if seat != player), default=0)


def successor(game: RailGame, president: int, company: str, keeps: int) -> int | None:
    """Who takes over from a president that keeps so many shares: the largest holder, first by seat after the president.

    The heir must be ahead by the title's margin, and hold as many as the president's certificate stands for.
    """
    least = max(keeps + game.title.presidency_margin(game), president_shares(game, company))
    best, heir = least - 1, None
    for seat in game.seats_after(president):
        if shares_of(game, seat, company) > best:
            best, heir = shares_of(game, seat, company), seat
    return heir


def pass_presidency(game: RailGame, company: str, heir: int, swap_to: Holder) -> None:
    """The heir gives single shares for the president's certificate."""
    for cert in singles_of(game, heir, company)[: president_shares(game, company)]:
        game.state.shelves.move(cert, certs_at(swap_to, company))
    game.state.shelves.move(president_certificate(company), certs_at(heir, company))
    game.note("president_changes", company=company, player=heir)


def settle_presidency(game: RailGame, company: str) -> None:
    """Whoever holds more than the president, by the title's margin, takes over."""
    president = owner_of(game, company)
    if president is None:
        return
    heir = successor(game, president, company, shares_of(game, president, company))
    if heir is not None:
        pass_presidency(game, company, heir, president)


def pool_room(game: RailGame, company: str, limit: int) -> int:
    """How many shares the pool can still take."""
    return max(0, (limit - percent_of(game, POOL, company)) // SHARE)


def most_to_sell(game: RailGame, player: int, company: str, keep_presidency: bool = False) -> int:
    """The largest block that presidency rules allow where the president's certificate needs an heir."""
    held = shares_of(game, player, company)
    if owner_of(game, company) != player:
        return held
    other, least = largest_other(game, player, company), president_shares(game, company)
    margin = game.title.presidency_margin(game)
    if keep_presidency:
        return held - max(least, other - margin + 1)
    return held if other >= max(least, margin) else held - least


def leaves_president(game: RailGame, player: int, company: str, count: int) -> bool:
    """Whether somebody has the president's certificate after the sale of a block: the seller, or an heir.

    Where a take-over needs a margin of several shares an heir may be found for a larger block, but not for a smaller.
    """
    keeps = shares_of(game, player, company) - count
    if owner_of(game, company) != player or keeps >= president_shares(game, company):
        return True
    return successor(game, player, company, keeps) is not None


def block_sizes(game: RailGame, player: int, company: str) -> Sequence[int]:
    """All blocks that presidency rules allow. Where an heir needs a margin there may be gaps: one or three, not two."""
    held = shares_of(game, player, company)
    if owner_of(game, company) != player:
        return range(1, held + 1)
    return [count for count in range(1, held + 1) if leaves_president(game, player, company, count)]


def sell(
    game: RailGame,
    seller: int,
    company: str,
    count: int,
    named: Sequence[str] = (),
    proceeds: int | None = None,
    falls: bool = True,
) -> int:
    """Sell a block: paid at the price before the fall, then the presidency, then the price. Returns the proceeds."""
    amount = count * price(game, company) if proceeds is None else proceeds
    game.note("sells", player=seller, company=company, count=count, amount=amount)
    pay(game, BANK, seller, amount)
    hand_over(game, seller, company, count, named)
    if falls:
        fall(game, company, count)
    return amount


def block_is_named(game: RailGame, player: int, company: str, count: int, named: Sequence[str]) -> bool:
    """Whether named certificates are the seller's and make up the block; the president's only if singles do not."""
    if not named:
        return True
    mine = game.state.shelves.on(certs_at(player, company))
    shares = sum(game.title.percent.get(cert, 0) for cert in named) // SHARE
    presides = president_certificate(company) in named
    if presides and count <= len(singles_of(game, player, company)):
        return False
    most = count + (president_shares(game, company) - 1) * presides
    return len(set(named)) == len(named) and set(named) <= set(mine) and count <= shares <= most


def _pieces(game: RailGame, seller: int, company: str, count: int) -> list[str]:
    """The certificates of a block: single shares first, the president's only where they do not suffice."""
    singles = singles_of(game, seller, company)
    return singles[:count] if count <= len(singles) else [*singles, president_certificate(company)]


def hand_over(game: RailGame, seller: int, company: str, count: int, named: Sequence[str] = ()) -> None:
    """A block goes to the pool; the presidency goes to an heir or, where there is none to be had, to the pool too."""
    shelves, pool = game.state.shelves, certs_at(POOL, company)
    top, pieces = president_certificate(company), named or _pieces(game, seller, company, count)
    least = president_shares(game, company)
    keeps = shares_of(game, seller, company) - count
    too_much = sum(game.title.percent[cert] for cert in pieces) // SHARE - count
    presides = owner_of(game, company) == seller
    for cert in pieces:
        if cert != top:
            shelves.move(cert, pool)
    heir = successor(game, seller, company, keeps) if presides else None
    if heir is not None:
        pass_presidency(game, company, heir, seller if keeps >= least else POOL)
    elif presides and keeps < least:
        shelves.move(top, pool)
    for cert in singles_of(game, POOL, company)[:too_much]:
        shelves.move(cert, certs_at(seller, company))


def companies_in_play(game: RailGame) -> list[str]:
    """Those that somebody owns or that have a price, in operating order, those that do not operate yet at the end."""
    order = list(game.title.operating_order(game))
    begun = (c for c in game.title.companies if c in game.state.par or owner_of(game, c) is not None)
    return order + [company for company in begun if company not in order]

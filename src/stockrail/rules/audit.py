"""What must hold in every railway title after every action: everything is somewhere, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from stockrail.rules.game import RailGame
from stockrail.rules.laying import supply
from stockrail.rules.shares import holders_of, owner_of, percent_of
from stockrail.rules.state import BANK, SHARE, Holder
from stockrail.rules.tokens import tokens_in
from stockrail.rules.track import track


def shared_faults(
    game: RailGame,
    companies: Iterable[str] | None = None,
    settled: bool = True,
    foreign: bool = False,
    in_all: int | None = None,
) -> list[str]:
    """What every title's audit begins with; `foreign` says that companies may own shares of others."""
    return [
        *money_faults(game, in_all),
        *shelf_faults(game),
        *share_faults(game, game.title.companies if companies is None else companies, settled),
        *([] if foreign else foreign_share_faults(game, game.title.companies)),
        *market_faults(game),
        *tile_faults(game),
    ]


def money_faults(game: RailGame, in_all: int | None = None) -> list[str]:
    """No purse but the bank's is overdrawn; all money is what the facts say, unless a ruling adds some to it."""
    amounts = game.state.cash.amounts
    faults = [f"{holder} has {sum_}" for holder, sum_ in amounts.items() if sum_ < 0 and holder != BANK]
    total = sum(amounts.values())
    return faults if total == (in_all or game.title.facts["bank"]) else [*faults, f"money sums to {total}"]


def purse_faults(game: RailGame, *more: Holder) -> list[str]:
    """Money is with the bank, players, companies, or where the title says besides."""
    known = {BANK, *game.order, *game.title.companies, *more}
    return [f"{holder} has money" for holder, sum_ in game.state.cash.amounts.items() if sum_ and holder not in known]


def shelf_faults(game: RailGame) -> list[str]:
    """Every thing lies on the one shelf that it is booked on, and none is lost."""
    shelves = game.state.shelves
    lying = [(thing, place) for place, things in shelves.things.items() for thing in things]
    faults = [f"{t} lies at {p}, booked at {shelves.place_of.get(t)}" for t, p in lying if shelves.place_of.get(t) != p]
    return faults if len(lying) == len(shelves.place_of) else [*faults, "a thing lies twice or nowhere"]


def share_faults(game: RailGame, companies: Iterable[str], settled: bool = True) -> list[str]:
    """All shares are somewhere; unless they are just being exchanged, nobody leads the president by the margin."""
    faults, lying, lead = [], _percents(game), game.title.presidency_margin(game) * SHARE
    for company in companies:
        if lying[company] != 100:
            faults.append(f"{company}: shares do not sum to 100 %")
        president = owner_of(game, company)
        if president is not None and company not in game.state.par:
            faults.append(f"{company}: has a president and was not started")
        most = max(percent_of(game, seat, company) for seat in game.seats)
        if president is not None and settled and percent_of(game, president, company) + lead <= most:
            faults.append(f"{company}: somebody holds more than its president")
    return faults


def _percents(game: RailGame) -> Counter[str]:
    """How much of each company is somewhere, whoever holds it."""
    found: Counter[str] = Counter()
    for place, things in game.state.shelves.things.items():
        if isinstance(place, tuple) and place[0] == "certs":
            found[str(place[2])] += sum(game.title.percent[cert] for cert in things)
    return found


def foreign_share_faults(game: RailGame, companies: Iterable[str]) -> list[str]:
    """For titles in which no company owns shares of another."""
    return [
        f"{company}: {holder} holds shares of it"
        for company in companies
        for holder in holders_of(game, company)
        if holder in game.title.companies and holder != company
    ]


def market_faults(game: RailGame) -> list[str]:
    """Every marker lies in the pile of its price, and every floated company has one."""
    piles = sorted(company for pile in game.state.pile.unordered.values() for company in pile)
    priced = list(game.state.cell.by_key())
    unpriced = [c for c in game.title.started(game) if c not in game.state.cell and game.state.floated.get(c)]
    return [f"markers {piles}, prices {priced}"] if piles != priced or unpriced else []


def tile_faults(game: RailGame) -> list[str]:
    faults = [f"{-left} tiles {name} too many" for name, left in supply(game).items() if left < 0]
    now = track(game)
    for hex_ in game.title.board.hexes:
        for stop, place in enumerate(now.face(hex_).stops):
            most = game.title.most_tokens(game, (hex_, stop), place.slots)
            if most is not None and len(tokens_in(game, hex_, stop)) > most:
                faults.append(f"too many tokens in {hex_}")
    return faults

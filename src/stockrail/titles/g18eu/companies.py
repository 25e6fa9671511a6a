"""Corporations and minors: floating, operating order, certificates, and closing."""

from __future__ import annotations

from stockrail.rules.closing import hand_on_assets, return_certificates
from stockrail.rules.game import RailGame, pay
from stockrail.rules.prices import by_price
from stockrail.rules.rounds import operating_company
from stockrail.rules.shares import owner_of, percent_of, shares_of
from stockrail.rules.state import BANK, BOX, POOL, certs_at
from stockrail.rules.tokens import REMOVED_TOKENS, lift_tokens

TOKEN_FEE = 100


def is_minor(game: RailGame, company: str) -> bool:
    return game.title.companies[company].kind == "minor"


def minors_of(game: RailGame, player: int) -> list[str]:
    """The minors that a player owns."""
    return [minor for minor in game.title.companies_of("minor") if owner_of(game, minor) == player]


def open_minors(game: RailGame) -> list[str]:
    return [minor for minor in game.title.companies_of("minor") if owner_of(game, minor) is not None]


def started(game: RailGame) -> list[str]:
    """Corporations with a starting value, floated or not."""
    return [company for company in game.title.companies_of("major") if company in game.state.par]


def minors_needed(game: RailGame) -> bool:
    """Before phase 5 a corporation is founded with a minor."""
    return "minor_needed_to_start" in game.phase.status


def in_order(game: RailGame) -> list[str]:
    """4.4-a, b Minors by number, then all started corporations by the market."""
    return [*open_minors(game), *by_price(game, started(game))]


def operates(game: RailGame, company: str) -> bool:
    """Open minors do, and floated corporations."""
    return owner_of(game, company) is not None and (is_minor(game, company) or bool(game.state.floated.get(company)))


def operating(game: RailGame) -> list[str]:
    return [company for company in in_order(game) if operates(game, company)]


def one_stop_a_hex(game: RailGame) -> bool:
    """P-12 Whether reaching a place obeys the rule that a route uses one circle of a hex at most."""
    return game.ruling("connection") == "legal_route"


def has_operated(game: RailGame, company: str) -> bool:
    """3.1-g; whether the first turn counts while it lasts is a ruling (P-14)."""
    if game.state.turns.get(company):
        return True
    counts = game.ruling("emergency_own_shares") == "after_dividend"
    return counts and operating_company(game) == company and game.state.flags.get("paid") == company


def certificates_of(game: RailGame, player: int) -> int:
    """3.1-a, b What counts against the certificate limit; whether minors do is a ruling (P-2)."""
    minors = len(minors_of(game, player)) if game.ruling("minors_count") == "yes" else 0
    return minors + share_certificates(game, player)


def share_certificates(game: RailGame, player: int) -> int:
    things = game.state.shelves.things
    return sum([len(things.get(certs_at(player, c), ())) for c in game.title.companies_of("major")])


def certificate_limit(game: RailGame) -> int:
    limit: int = game.title.facts["players"][str(len(game.players))]["cert_limit"]
    return limit


def float_if_due(game: RailGame, company: str) -> None:
    """4.3-l, o, t Half of the shares with players: it floats; from phase 5 the bank takes the rest at par."""
    if game.state.floated.get(company):
        return
    held = sum(percent_of(game, seat, company) for seat in range(len(game.players)))
    if held < game.title.facts["corporation"]["float_percent"]:
        return
    game.state.floated[company] = True
    game.note("floats", company=company)
    if game.ruling("token_fee") == "at_float":
        pay_token_fee(game, company)
    if "half_underwritten" in game.phase.status:
        _underwrite(game, company)


def _underwrite(game: RailGame, company: str) -> None:
    count = shares_of(game, company, company)
    for cert in list(game.state.shelves.on(certs_at(company, company))):
        game.state.shelves.move(cert, certs_at(POOL, company))
    amount = count * game.state.par[company]
    pay(game, BANK, company, amount)
    game.note("underwritten", company=company, count=count, amount=amount)


def pay_token_fee(game: RailGame, company: str) -> None:
    """4.3-c, s"""
    pay(game, company, BANK, TOKEN_FEE)
    game.note("buys_tokens", company=company, amount=TOKEN_FEE)


def close_minor(game: RailGame, minor: str) -> None:
    """4.2.2-k Money to the bank, trains to the pool, token off."""
    hand_on_assets(game, minor, BANK, POOL)
    take_minor_out(game, minor)
    game.note("minor_closes", minor=minor)


def take_minor_out(game: RailGame, minor: str) -> None:
    """The minor is out of the game; whatever it had must have gone before."""
    lift_tokens(game, minor, REMOVED_TOKENS)
    return_certificates(game, minor, BOX)

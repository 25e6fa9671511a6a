"""3.4 Major, regional and national companies: which is which, in which state, who has the concession."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockrail.rules.closing import forget, hand_on_assets, return_certificates
from stockrail.rules.game import pay
from stockrail.rules.shares import owner_of, president_certificate
from stockrail.rules.state import BANK, BOX, IPO, POOL, Holder, certs_at
from stockrail.titles.g18fb.state import FINAL, INTERMEDIATE, Game18FB, concession_of

MAJOR, REGIONAL, NATIONAL = "major", "regional", "national"
UNFLOATED, BUILDING, PROVISIONAL, DEFINITIVE, FROZEN = "unfloated", "building", "provisional", "definitive", "frozen"


def kind_of(game: Game18FB, company: str) -> str:
    return game.title.companies[company].kind


def is_major(game: Game18FB, company: str) -> bool:
    return company in game.title.companies_of(MAJOR)


def is_regional(game: Game18FB, company: str) -> bool:
    return kind_of(game, company) == REGIONAL


def is_national(game: Game18FB, company: str) -> bool:
    return kind_of(game, company) == NATIONAL


def is_bourbon(game: Game18FB) -> bool:
    """Phases 1 to 4: concessions, political cards, a margin that protects presidents."""
    return not game.phase_has_come("5")


def in_game(game: Game18FB, company: str) -> bool:
    """Neither closed nor merged into a national company."""
    return not game.state.closed.get(company) and company not in game.state.merged


def partners_of(game: Game18FB, national: str) -> Sequence[str]:
    """3.7.1-a The companies of which two form a national one."""
    listed: Sequence[str] = next(each["merges"] for each in game.title.facts["companies"] if each["id"] == national)
    return listed


def concession_facts(game: Game18FB, company: str) -> Mapping[str, Any] | None:
    """3.3.2-f What is printed on a company's concession; None for one without."""
    return next((facts for facts in game.title.facts["concessions"] if facts["company"] == company), None)


def concession_holder(game: Game18FB, company: str) -> Holder | None:
    """Who has the concession: a player, IPO, POOL, or BOX; None for a company without one."""
    place = game.state.shelves.place_of.get(concession_of(company))
    return None if place is None else place[1]  # type: ignore[index]  # see concessions_at


def concessionaire(game: Game18FB, company: str) -> int | None:
    """The player who holds the concession."""
    holder = concession_holder(game, company)
    return holder if isinstance(holder, int) else None


def state_of(game: Game18FB, company: str) -> str:
    """3.4 The state of a company that may hold stock; from phase 5 on whatever has floated is definitive."""
    if not game.state.floated.get(company):
        return UNFLOATED
    if not is_bourbon(game):
        return DEFINITIVE
    if concessionaire(game, company) is None:
        return FROZEN
    if not game.state.reached.get((company, INTERMEDIATE)):
        return BUILDING
    return DEFINITIVE if game.state.reached.get((company, FINAL)) else PROVISIONAL


def float_company(game: Game18FB, company: str) -> None:
    """2.1-k The phase in which a company floats decides how many tile steps it has."""
    game.state.floated[company] = True
    game.state.steps[company] = game.phase_facts["tile_steps"]
    game.note("floats", company=company)


def has_operated(game: Game18FB, company: str) -> bool:
    """3.3.1-e Whether its stock may be sold: building companies have not operated, whatever they did while frozen."""
    return bool(game.state.operated.get(company)) and state_of(game, company) != BUILDING


def share_sources(game: Game18FB, company: str) -> Sequence[str]:
    """3.3.4-a, f, Q54 The initial offer and the pool; a national company sells from its treasury."""
    answer = game.ruling("treasury_stock")
    treasury = (company,) if answer == "all" or (answer == "nationals" and is_national(game, company)) else ()
    return (IPO, *treasury, POOL)


def treasury_presides(game: Game18FB, company: str) -> bool:
    """3.7.1-s, Q65 Whether the president's certificate lies in the company's own treasury, for sale."""
    return game.state.shelves.place_of[president_certificate(company)] == certs_at(company, company)


def nominal_value(game: Game18FB, company: str) -> int:
    """3.6.3-a What a regional company counts at the end, and costs in the pool at least."""
    return sum(facts["nominal_value"] for facts in game.title.facts["regionals"] if facts["id"] == company)


def president_of(game: Game18FB, company: str) -> int | None:
    """The holder of its president's certificate, or of the only one; None where it lies in a treasury (3.7.1-s)."""
    return owner_of(game, company) if in_game(game, company) else None


def dissolve(game: Game18FB, company: str, cash_to: Holder, heir: Holder) -> None:
    """3.5.11-e, 3.7.1-u, 3.7.3-d It leaves the game; trains go to the heir and, if that is a company, its markers."""
    markers = game.state.markers
    hand_on_assets(game, company, cash_to, heir)
    if isinstance(heir, str) and heir in game.title.companies:
        markers[heir] = markers.get(heir, 0) + markers.get(company, 0)
    return_certificates(game, company, BOX)
    forget(game, company, game.state.acted, markers, game.state.lease)


# -- leases (3.7.1-n, Q67): a national company is kept from spending until it has paid for a train ---------------------


def pay_leases(game: Game18FB) -> None:
    """3.7.1-n, Q67 As soon as a treasury holds the whole price: to be asked wherever money comes to companies."""
    for company in game.title.companies_of(NATIONAL):
        owed = game.state.lease.get(company, 0)
        if owed and game.state.cash[company] >= owed:
            pay(game, company, BANK, owed)
            del game.state.lease[company]
            game.note("pays_lease", company=company, amount=owed)


def may_spend(game: Game18FB, company: str) -> bool:
    """Q67 Whether a lease leaves a company free to spend money."""
    return company not in game.state.lease or game.ruling("lease_spending") == "free"

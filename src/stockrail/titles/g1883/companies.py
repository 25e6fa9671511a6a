"""Railways, the cooperative, coaches and the merged company: which is which, who presides, which circles are kept."""

from __future__ import annotations

from stockrail.rules.shares import owner_of
from stockrail.rules.state import BOX, certs_at
from stockrail.titles.g1883.state import CAPITALISED, COOPERATIVE, Game1883


def kind_of(game: Game1883, company: str) -> str:
    return game.title.companies[company].kind


def is_coach(game: Game1883, company: str) -> bool:
    """8.2 SARSA: no trains, no tokens in cities, no tiles."""
    return kind_of(game, company) == "coach"


def is_cooperative(game: Game1883, company: str) -> bool:
    """8.1 CCFR until its capitalisation, frozen or not."""
    return kind_of(game, company) == "cooperative" and game.state.flags["ccfr"] != CAPITALISED


def is_railway(game: Game1883, company: str) -> bool:
    """Every company but SARSA and, before its capitalisation, CCFR."""
    return not is_coach(game, company) and not is_cooperative(game, company)


def merged(game: Game1883) -> bool:
    """8.3 Whether SEFTA has been formed."""
    return bool(game.state.flags["sefta"])


def in_game(game: Game1883, company: str) -> bool:
    """8.3-m Whether the company can be in play: SEFTA after the merger, its parents before."""
    return not game.state.shelves.on(certs_at(BOX, company))


def president_of(game: Game1883, company: str) -> int | None:
    """8.1.2 Before its capitalisation CCFR's presidency goes round; frozen, it has none."""
    if not is_cooperative(game, company):
        return owner_of(game, company)
    flags = game.state.flags
    president: int | None = flags.get("ccfr_president")
    return president if flags["ccfr"] == COOPERATIVE else None


def free_start_share(game: Game1883, player: int) -> int:
    """5.4-c, A1 How many certificates do not count: the CCFR share of the start, until the capitalisation."""
    company = game.title.facts["cooperative"]["company"]
    if not is_cooperative(game, company) or game.ruling("ccfr_share_counts") == "always":
        return 0
    return int(bool(game.state.shelves.on(certs_at(player, company)) and not game.state.ousted.get(player)))


def is_launched(game: Game1883, company: str) -> bool:
    """A company with a par price; CCFR has one from the start."""
    return company in game.state.par

"""2.5.4-b, g The track as builders see it: rulings say which tokens stop them."""

from __future__ import annotations

from stockrail.board import Track
from stockrail.rules.state import CityAt
from stockrail.rules.track import track
from stockrail.titles.g18fb.claims import all_claims
from stockrail.titles.g18fb.places import BOURBON
from stockrail.titles.g18fb.state import Game18FB


def track_seen(game: Game18FB) -> Track:
    """Q5, Q7 All companies' tokens stop others and Bourbon tokens nobody, unless a ruling has it otherwise."""
    now = track(game)
    if game.ruling("home_tokens") == "block" and game.ruling("bourbon_tokens") == "pass":
        return now
    return now.board.track(now.laid, _stopping(game, now))


def _stopping(game: Game18FB, now: Track) -> dict[CityAt, tuple[str, ...]]:
    """Whose tokens count when a city is tested for being full."""
    tokens = dict(now.token_map)
    if game.ruling("home_tokens") == "pass":
        floated = game.state.floated
        regional = game.title.companies_of("regional")
        tokens = {at: tuple(one for one in held if floated.get(one) or one in regional) for at, held in tokens.items()}
    if game.ruling("bourbon_tokens") == "block":
        for claim, at in all_claims(game):
            tokens[at] = (*tokens.get(at, ()), *([BOURBON] if claim.startswith(BOURBON) else ()))
    return {at: held for at, held in tokens.items() if held}

"""4 How the game ends before the bank is empty: a company on the highest price."""

from __future__ import annotations

from stockrail.rules.agreement import end_game
from stockrail.rules.prices import price
from stockrail.titles.g18fb.state import Game18FB

TOP = "top_price"


def end_if_on_top(game: Game18FB, company: str) -> None:
    """4-c, f, Q35 To be asked after every rise of a price; a ruling may let the set of operating rounds end first."""
    if price(game, company) < game.title.facts["market"]["end"] or game.state.flags.get("top"):
        return
    game.state.flags["top"] = True
    game.note("top_price", company=company, amount=price(game, company))
    if game.ruling("top_price") == "at_once":
        end_game(game, TOP)

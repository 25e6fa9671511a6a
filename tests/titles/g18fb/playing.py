"""Playing 18FB in tests: new games, cards by their names, passes and answers."""

from __future__ import annotations

from typing import Any

from stockrail.core import Action
from stockrail.rules.actions import Answer, Pass
from stockrail.rules.game import RailGame
from stockrail.titles.g18fb.actions import Acquire, OfferCard, UseCard
from stockrail.titles.g18fb.finance import Trade

from . import holding
from .holding import TITLE

NAMES = ["Ada", "Ben", "Cy", "Dee", "Eve", "Fay"]
MEL, RIS, CIM, DEL, VAL, LAL, BAY, ALB = (card.id for card in TITLE.cards.values())


def game_of(players: int = 4, **rulings: str) -> Any:
    """A new game; all cards are still to be auctioned."""
    return RailGame(TITLE, NAMES[:players], rulings=TITLE.resolve_rulings(None, rulings))


def passes(game: Any, *players: int) -> None:
    for player in players:
        assert game.actor == player
        game.push(Pass(player))


def answer(game: Any, player: int, accept: bool) -> None:
    assert game.actor == player
    game.push(Answer(player, accept))


def refused(game: Any, action: Action) -> str:
    """The kind of refusal of what is not on the menu either."""
    assert action not in game.legal_actions()
    return holding.refused(game, action)[0]


def listed(game: Any, *kinds: type[Action]) -> list[Any]:
    """The actions of some kinds on the menu; of ranges the lowest."""
    entries = [getattr(entry, "action", entry) for entry in game.legal_actions()]
    return [action for action in entries if isinstance(action, kinds)]


def beside(game: Any, company: str) -> list[Any]:
    """What the president of a company may do in any step of its turn besides what the step is about."""
    menu = Trade(company).list(game)
    return [entry for entry in menu if isinstance(getattr(entry, "action", entry), UseCard | OfferCard | Acquire)]

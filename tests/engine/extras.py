"""A title for tests of what titles share without 18EU or 1862 using it: cards, two stacks, an order of play, extras.

18EU with private companies that anybody may sell back to the bank at any time, a second stack of trains, and companies
that hold shares of others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, ClassVar

from stockrail.core import Action, ActionRange
from stockrail.rules.cards import cards_of, close_card, give_card, lay_out_cards
from stockrail.rules.game import RailGame, pay
from stockrail.rules.printed import Card, Phase, TrainType
from stockrail.rules.state import BANK, trains_at
from stockrail.titles import all_titles
from stockrail.titles.g18eu.title import G18EU

BRANCH = "branch"  # the second stack


class SellCard(Action, frozen=True):
    """Give a card back to the bank for a price of one's own choice, up to its value."""

    card: str
    price: int


class Extras(G18EU):
    name = "Extras"
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    actions: tuple[type[Action], ...] = (*G18EU.actions, SellCard)  # type: ignore[assignment]
    words: ClassVar[Mapping[str, Mapping[str, Any]]] = {  # type: ignore[misc]
        **G18EU.words,
        "actions": {**G18EU.words["actions"], "SellCard": "Sell {card} for {price}"},
    }

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        return {
            "Ferry": Card("Ferry", "River ferry", price=40, income=5, powers={"closes": "with a bridge"}),
            "Bridge": Card("Bridge", "Toll bridge", price=60, income=10),
        }

    @cached_property
    def train_types(self) -> Mapping[str, TrainType]:
        kinds = dict(super().train_types)
        return {**kinds, "L": TrainType("L", 50, None, 1, stack=BRANCH)}

    def set_up(self, game: RailGame) -> None:
        super().set_up(game)
        lay_out_cards(game)

    def _deal_trains(self, game: RailGame) -> None:
        super()._deal_trains(game)
        for train in [train for train in game.state.shelves.place_of if train.startswith("L-")]:
            game.state.shelves.move(train, trains_at(BRANCH))

    def any_time(self, game: RailGame, player: int) -> Sequence[Action | ActionRange[Any]]:
        mine = [
            ActionRange(SellCard(player, card, 1), "price", 1, self.cards[card].price)
            for card in cards_of(game, player)
        ]
        return [*mine, *super().any_time(game, player)]

    def take_any_time(self, game: RailGame, action: Action) -> bool:
        if not isinstance(action, SellCard):
            return super().take_any_time(game, action)
        pay(game, BANK, action.player, action.price)
        close_card(game, action.card)
        return True


class Late(Extras):
    """Phases that go by names of their own: the first 4 brings the phase "steel", at which 3 trains rust."""

    @property
    def phases(self) -> dict[str, Phase]:
        iron = Phase("iron", {"minor": 2, "major": 4}, ("yellow",), 2, "yellow", (), trigger="2")
        steel = Phase("steel", {"minor": 1, "major": 3}, ("yellow", "green"), 2, "green", (), trigger="4")
        return {"iron": iron, "steel": steel}


class Dealt(Extras):
    """The same, but the first player has a card from the beginning."""

    def set_up(self, game: RailGame) -> None:
        super().set_up(game)
        give_card(game, "Ferry", 0)


@contextmanager
def extras() -> Iterator[str]:
    """The title among the others, for a while, with a card that is dealt."""
    all_titles()["Extras"] = Dealt()
    try:
        yield "Extras"
    finally:
        del all_titles()["Extras"]


def a_game(players: int = 3) -> RailGame:
    return RailGame(Extras(), ["Ada", "Ben", "Cy", "Dee"][:players])


def late_game() -> RailGame:
    game = moved(a_game(), phase="iron")
    game.title = Late()
    return game


def moved(game: RailGame, **flags: Any) -> RailGame:
    """A copy of the game in which some flags are others."""
    twin = game.fork()
    for name, value in flags.items():
        twin.state.flags[name] = value
    return twin


__all__ = ["BRANCH", "Extras", "SellCard", "a_game", "extras", "late_game", "moved"]

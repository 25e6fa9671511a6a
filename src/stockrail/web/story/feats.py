"""What stands out in a game: the routes and turns that earned most, and the records of its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from stockrail.core import CHANCE
from stockrail.rules.game import RailGame
from stockrail.rules.state import Holder
from stockrail.web.story.rounds import Round, Turn, told

SHOWN = 5


class Route(msgspec.Struct, frozen=True):
    """What one train ran once."""

    at: int
    company: str
    train: str
    hexes: tuple[str, ...]
    revenue: int


class Feat(msgspec.Struct, frozen=True):
    """A record: its kind ("revenue", "price", …), whose it is, how much, and when."""

    kind: str
    holder: Holder
    amount: int
    at: int


def routes_of(game: RailGame) -> list[Route]:
    """The trains that earned most in one run; of a route that the same company runs again and again only the best."""
    best: dict[tuple[str, tuple[str, ...]], Route] = {}
    for at, events in told(game):
        for event in events:
            if event.kind == "runs":
                key = event["company"], tuple(event["hexes"])
                route = Route(at, key[0], event["train"], key[1], event["revenue"])
                if key not in best or best[key].revenue < route.revenue:
                    best[key] = route
    return sorted(best.values(), key=lambda route: (-route.revenue, route.at))[:SHOWN]


def turns_of(rounds: Sequence[Round]) -> list[Turn]:
    """The turns in which companies earned most; of each company only its best."""
    best: dict[str, Turn] = {}
    for turn in (turn for round_ in rounds for turn in round_.turns):
        if turn.revenue and (turn.company not in best or best[turn.company].revenue < turn.revenue):
            best[turn.company] = turn
    return sorted(best.values(), key=lambda turn: (-turn.revenue, turn.at))[:SHOWN]


def feats_of(game: RailGame, rounds: Sequence[Round]) -> list[Feat]:
    """The records of a game, as far as it has any."""
    turns = [turn for round_ in rounds for turn in round_.turns]
    candidates: list[Iterable[Feat]] = [
        (Feat("revenue", turn.company, turn.revenue, turn.at) for turn in turns),
        _prices(rounds),
        (
            Feat("income", seat, amount, round_.end)
            for round_ in rounds
            if round_.operating
            for seat, amount in enumerate(round_.income)
        ),
        _of_events(game),
        _totals(game, turns),
    ]
    best: dict[str, Feat] = {}
    for feat in (feat for some in candidates for feat in some):
        if feat.amount > 0 and (feat.kind not in best or best[feat.kind].amount < feat.amount):
            best[feat.kind] = feat
    return list(best.values())


def _prices(rounds: Sequence[Round]) -> Iterable[Feat]:
    for round_ in rounds:
        for company, price in round_.standing.prices.items():
            yield Feat("price", company, price, round_.end)


def _of_events(game: RailGame) -> Iterable[Feat]:
    """The dearest train, the largest sale of shares, and whoever helped a company most."""
    kinds = {"buys_train": ("train", "company", "price"), "sells": ("block", "player", "amount")}
    kinds["president_helps"] = "help", "player", "amount"
    for at, events in told(game):
        for event in events:
            if event.kind in kinds:
                kind, holder, amount = kinds[event.kind]
                yield Feat(kind, event[holder], event[amount], at)


def _totals(game: RailGame, turns: Sequence[Turn]) -> Iterable[Feat]:
    """What adds up over the game: earnings, tiles, and who acted most often."""
    earned: Counter[Holder] = Counter()
    tiles: Counter[Holder] = Counter()
    for turn in turns:
        earned[turn.company] += turn.revenue
    for _, events in told(game):
        tiles.update(event["company"] for event in events if event.kind == "lays" and "company" in event.params)
    acts = Counter(action.player for action in game.actions if action.player != CHANCE)
    for kind, counted in (("earned", earned), ("tiles", tiles), ("acts", acts)):
        for holder, amount in counted.items():
            yield Feat(kind, holder, amount, game.ply)

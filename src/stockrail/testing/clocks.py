"""Lifetimes and queues of trains against play: each purchase from a stack brings every announced end one closer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from stockrail.rules.game import RailGame
from stockrail.rules.outlook import ComingTrain, Lifetime
from stockrail.rules.state import BOX, POOL
from stockrail.rules.trains import holder_of, tops_of_stacks, trains_of, type_of

Expect = Callable[[str, bool, str], None]
"""A promise, whether it was kept, and a sentence in case it was not."""


class Clocks:
    """Compares what was said of trains before an action with what is there after it."""

    def __init__(self, expect: Expect) -> None:
        self.expect = expect

    def before(self, game: RailGame) -> None:
        self.log = len(game.log)
        self.stacks = {stack: list(trains_of(game, stack)) for stack in game.title.stacks}
        owned = [train for holder in (*game.title.companies, POOL) for train in trains_of(game, holder)]
        self.holders = {train: holder_of(game, train) for train in owned}
        self.lives = {train: game.title.outlook.lifetime(game, train) for train in owned}
        self.company = next(iter(game.title.operating_order(game)), None)
        self.coming = self._coming(game)
        self.sold = {game.title.train_types[each.kind].stack for each in self.coming}

    def _coming(self, game: RailGame) -> Sequence[ComingTrain]:
        return game.title.outlook.trains_coming(game, self.company) if self.company else ()

    def after(self, game: RailGame) -> None:
        bought = self._purchases(game)
        if bought is None:
            return
        turns = Counter(event.params.get("company") for event in game.log[self.log :] if event.kind == "dividend")
        for train, life in self.lives.items():
            if life.purchases is not None:
                purchases = bought[game.title.train_types[type_of(game, train).rusts_on or ""].stack]
                self._check_life(game, train, life, purchases, turns[self.holders[train]])
            else:
                lasts = holder_of(game, train) != BOX or self._left_otherwise(game, train)
                self.expect("lifetime", lasts, f"{train} has rusted, though it was said to last for ever")
        self._check_queue(game, bought)

    def _purchases(self, game: RailGame) -> dict[str, int] | None:
        """How many trains were bought from each stack; None if trains came back to one, which moves every end."""
        bought = {}
        for stack, before in self.stacks.items():
            now = trains_of(game, stack)
            bought[stack] = len([train for train in before if train not in now])
            if now[: len(before) - bought[stack]] != before[bought[stack] :]:
                return None
        return bought

    def _check_life(self, game: RailGame, train: str, life: Lifetime, bought: int, turns: int) -> None:
        assert life.purchases is not None
        gone = holder_of(game, train) == BOX
        ended = bought >= life.purchases and turns >= life.turns
        if gone != ended:
            happened = f"after {bought} purchases and {turns} turns it {'is gone' if gone else 'is still there'}"
            self.expect("lifetime", self._left_otherwise(game, train), f"{train} had {life}, but {happened}")
        elif not gone:
            left = Lifetime(max(0, life.purchases - bought), max(0, life.turns - turns))
            now = game.title.outlook.lifetime(game, train)
            self.expect(
                "lifetime", now == left, f"{train} had {life}; after {bought} purchases it has {now}, not {left}"
            )
        else:
            self.expect("rust", True, "")

    def _left_otherwise(self, game: RailGame, train: str) -> bool:
        """Whether a train is gone because its company is, not by rust."""
        rusted: list[Any] = [e["train"] for e in game.log[self.log :] if e.kind == "train_rusts"]
        return holder_of(game, train) == BOX and train not in rusted

    def _check_queue(self, game: RailGame, bought: dict[str, int]) -> None:
        """The trains that were to come have moved up."""
        if self.company not in game.title.operating_order(game):
            return
        told = {each.kind for each in self.coming}
        for kind in [type_of(game, train).name for train in tops_of_stacks(game)] if self.coming else ():
            known = kind in told or game.title.train_types[kind].stack not in self.sold
            self.expect("trains_coming", known, f"{kind} is for sale, though only {sorted(told)} were to come")
        now = {(each.kind, each.form): each for each in self._coming(game)}
        for each in self.coming:
            later = now.get((each.kind, each.form))
            stack = game.title.train_types[each.kind].stack
            if each.before and each.before > bought.get(stack, 0):
                moved = each.before - bought[stack]
                right = later is not None and later.before == moved
                self.expect("trains_coming", right, f"{each.kind} should come after {moved} more, not {later}")

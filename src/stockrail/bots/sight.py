"""What a bot asks about a position once per decision, and what companies earn after each action it tries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stockrail.board import Track
from stockrail.bots.effort import INCOME, Effort
from stockrail.bots.potential import potential
from stockrail.routes import Effort as RunEffort
from stockrail.routes import Setting, TrainUse
from stockrail.routes.runs import find_good_run
from stockrail.rules.actions import LayTile
from stockrail.rules.game import RailGame
from stockrail.rules.shares import companies_in_play
from stockrail.rules.trains import trains_of, type_of

FEWEST_ROUNDS = 0.2  # what counts in the last operating round of what companies would earn after it
LONGEST = 10.0  # operating rounds to come at the beginning of a game, or more


class Sight:
    """The constants of one decision: the rounds to come, who has operated, the track before the action.

    They stay as they are while actions are tried, so that the end of a turn or a round does not change what things
    are worth.
    """

    def __init__(self, game: RailGame, effort: Effort) -> None:
        self.title = game.title
        self.outlook = game.title.outlook
        self.effort = effort
        self.subject = game.decision.subject(game) if game.decision else None
        self.turns = {company: game.state.turns.get(company, 0) for company in game.title.companies}
        self.earning = {company for company in game.title.companies if self.outlook.earns_yet(game, company)}
        self._earned: dict[Any, int] = {}
        self._becomes: dict[str, int] = {}
        self._before: Track | None = None
        self._look(game)

    def _look(self, game: RailGame) -> None:
        """How long the game will last: by what the bank pays in a round."""
        drain = 0
        for company in companies_in_play(game):
            setting = self.title.run_setting(game, company)
            self._before = setting.track if setting else self._before
            if self.turns[company]:
                drain += self.income(game, company, setting)
        self.rounds = max(FEWEST_ROUNDS, float(self.outlook.rounds_left(game, drain).likely))
        self.stage = min(1.0, max(0.0, 1 - self.rounds / LONGEST))

    def setting(self, game: RailGame, company: str) -> Setting | None:
        """What a company's runs depend on; what others have laid since seldom changes them, so it is left out."""
        found: Setting | None = self.title.run_setting(game, company)
        if found is None or company == self.subject or self._before is None:
            return found
        return found._replace(track=self._before)

    def income(self, game: RailGame, company: str, setting: Setting | None) -> int:
        """What a company would earn now with its trains, or with the next one where it has none."""
        if setting is None:
            return self.outlook.earned_with(game, company, self._kinds(game, company) or self._next_kind(game, company))
        return self._earnings(setting, company, tuple(setting.trains) or self.outlook.next_trains(game, company))

    def income_with_next(self, game: RailGame, company: str) -> int:
        """What a company would earn with the next train besides its own, on the track before the action."""
        setting: Setting | None = self.title.run_setting(game, company)
        if setting is None:
            kinds = [*self._kinds(game, company), *self._next_kind(game, company)]
            return self.outlook.earned_with(game, company, kinds)
        coming = self.outlook.next_trains(game, company)
        if not coming or self._before is None:
            return 0
        kept = setting.trains if self.outlook.has_room(game, company) else setting.trains[1:]
        return self._earnings(setting._replace(track=self._before), company, (*kept, *coming))

    def _kinds(self, game: RailGame, company: str) -> list[str]:
        return [type_of(game, train).name for train in trains_of(game, company)]

    def _next_kind(self, game: RailGame, company: str) -> list[str]:
        return [each.kind for each in self.outlook.trains_coming(game, company) if not each.before][:1]

    def _earnings(self, setting: Setting, company: str, trains: Sequence[TrainUse]) -> int:
        if not trains:
            return 0
        key = (setting.track, company, trains, setting.rules)
        found = self._earned.get(key)
        if found is None:
            self.effort.spend(INCOME)
            found = find_good_run(setting.track, company, trains, setting.rules, RunEffort.BOT).total
            self._earned[key] = found
        return found

    def card_worth(self, game: RailGame, card: str) -> float:
        """What a card is worth to its holder, for the rounds to come."""
        return self.outlook.card_worth(game, card, self.rounds)

    def next_price(self, game: RailGame, company: str) -> int:
        """The price of the next train that a company could use."""
        return self.outlook.cheapest_train(game, company)

    def becomes(self, game: RailGame, company: str) -> int:
        """What the owner of a company would get for it, as things were before the action."""
        if company not in self._becomes:
            worth = [each.worth for each in self.outlook.becomes(game, company)]
            self._becomes[company] = max(worth, default=0)
        return self._becomes[company]

    def reach(self, game: RailGame, company: str, setting: Setting | None) -> float:
        """What stops pay that a company comes to, or nearly: the best count most, those far off less."""
        if setting is None:
            return self.outlook.track_worth(game, company)
        shunned = _shunned(setting, tuple(setting.trains) or self.outlook.next_trains(game, company))
        track, colour = setting.track, setting.rules.colour
        key = ("bots.potential", company, colour, shunned)
        found: float | None = track.memo.get(key)
        if found is None:
            found = potential(
                track, company, self.title.companies[company].homes, colour, shunned, self.outlook.tangled
            )
            track.memo[key] = found
        return found

    def reach_with(self, game: RailGame, lay: LayTile) -> float | None:
        """The same with one more tile; None where that is not easily told, because tokens may move to other stops."""
        setting = self.setting(game, lay.company)
        if setting is None:
            return self.outlook.track_worth(game, lay.company, lay)
        track, occupied = setting.track, any(hex_ == lay.hex for hex_, _ in setting.track.token_map)
        if occupied and not self.outlook.tangled:
            return None
        last = max(0, len(track.board.face(lay.tile, lay.rotation).stops) - 1)
        stops = {number: min(number, last) for number in range(len(track.face(lay.hex).stops))}
        with_tile = track.with_tile(lay.hex, lay.tile, lay.rotation, stops)
        return self.reach(game, lay.company, setting._replace(track=with_tile))


def _shunned(setting: Setting, trains: Sequence[TrainUse]) -> frozenset[str]:
    """The kinds of stop that no train of a company may come to."""
    used = {train.service for train in trains}
    shuns = [service.shuns for service in setting.rules.services if service.name in used]
    return frozenset.intersection(*shuns) if shuns else frozenset()

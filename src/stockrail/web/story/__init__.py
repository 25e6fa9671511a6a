"""What has happened in a game, told afterwards: round by round, its turning points, its records. Data without words."""

from __future__ import annotations

from functools import cached_property

from stockrail.rules.game import RailGame
from stockrail.web.story.feats import Feat, Route, feats_of, routes_of, turns_of
from stockrail.web.story.moments import Lead, Swing, leads, swings_of
from stockrail.web.story.rounds import Round, Turn, rounds_of

__all__ = ["Feat", "Lead", "Round", "Route", "Story", "Swing", "Turn"]


class Story:
    """Everything of one game; each part is found out when somebody asks for it."""

    def __init__(self, game: RailGame) -> None:
        self.game = game

    @cached_property
    def rounds(self) -> list[Round]:
        return rounds_of(self.game)

    @cached_property
    def swings(self) -> list[Swing]:
        return swings_of(self.game)

    @cached_property
    def leads(self) -> list[Lead]:
        return leads(self.rounds)

    @cached_property
    def routes(self) -> list[Route]:
        return routes_of(self.game)

    @cached_property
    def turns(self) -> list[Turn]:
        return turns_of(self.rounds)

    @cached_property
    def feats(self) -> list[Feat]:
        return feats_of(self.game, self.rounds)

    def round_at(self, at: int) -> Round | None:
        """The round in which an action was taken."""
        return next((round_ for round_ in self.rounds if round_.start < at <= round_.end), None)

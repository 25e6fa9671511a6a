"""8.2-g, m What coaches earn in a turn: no decision, but what the best group is worth, changed by events."""

from __future__ import annotations

from stockrail.core import Frame
from stockrail.titles.g1883.coaches import coach_account
from stockrail.titles.g1883.dividends import Dividend
from stockrail.titles.g1883.effects import adjusted
from stockrail.titles.g1883.state import Game1883


class CoachRun(Frame[Game1883], frozen=True):
    """The run is worked out and paid or withheld."""

    company: str

    def proceed(self, game: Game1883) -> None:
        account = coach_account(game, self.company)
        revenue = adjusted(game, self.company, account.total)
        places = account.parts[0].places if account.parts else ()
        game.note("coaches_run", company=self.company, revenue=revenue, hexes=places)
        game.replace_frame(Dividend(self.company, revenue))

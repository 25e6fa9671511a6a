"""All titles with the numbers of players between the fewest and the most, which take longer (`make games-test`)."""

from __future__ import annotations

import pytest

from stockrail.rules.title import RailTitle
from stockrail.testing import check_title
from stockrail.titles import all_titles


@pytest.mark.parametrize(
    ("title", "players"),
    [
        pytest.param(title, count, id=f"{title.name}-{count}")
        for title in all_titles().values()
        for count in title.players[1:-1]
    ],
)
def test_a_title_conforms_with_every_number_of_players(title: RailTitle, players: int) -> None:
    assert check_title(title.name, players=[players], bots=["random"]) > 50

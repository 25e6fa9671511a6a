"""Pictures of the board and the market as a page shows them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from stockrail.rules.game import RailGame
from stockrail.titles import all_titles
from stockrail.web.views.board import Shown, board_markup, hex_picture, market_cell, market_cut, market_markup

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=sorted(all_titles()))
def game(request: pytest.FixtureRequest) -> RailGame:
    title = all_titles()[request.param]
    return RailGame(title, [f"Player {n}" for n in range(title.players[0])])


def cells(markup: str) -> dict[str, str]:
    """The id under which each cell of the market is shown."""
    drawn = ET.fromstring(markup).iter(SVG + "g")
    named = ((group.attrib.get("data-inspect", ""), group.attrib.get("id", "")) for group in drawn)
    return {address.removeprefix("cell:"): id_ for address, id_ in named if address}


def test_a_cell_is_called_by_its_place_in_the_market_wherever_it_is_shown(game: RailGame) -> None:
    shown = cells(market_markup(game, "k-", "en"))
    for r, row in enumerate(game.title.grid.rows):
        for c, price in enumerate(row):
            if price is not None:
                assert shown[f"{r}.{c}"] == "k-m{}-{}".format(*market_cell(game, (r, c)))


def test_a_small_market_shows_cells_of_the_same_names(game: RailGame) -> None:
    small = market_cut(game, "en")
    par = {"{}.{}".format(*cell) for cell in game.title.grid.par.values()}
    assert par <= set(cells(small)) <= set(cells(market_markup(game, "k-", "en")))
    width = re.search(r'viewBox="\S+ \S+ (\S+)', small)
    assert width is not None
    assert f'style="--units:{width[1]}"' in small


def test_a_hex_is_cut_out_of_the_board_of_the_page(game: RailGame) -> None:
    board = board_markup(game, Shown(), "")
    for name in game.title.board.names:
        picture = ET.fromstring(hex_picture(game, name))
        (used,) = picture.iter("use")
        assert f'id="{used.attrib["href"][1:]}"' in board
        x, y, width, height = (float(number) for number in picture.attrib["viewBox"].split())
        (hit,) = re.findall(rf'id="x{name}" x="(\S+)" y="(\S+)"', board)
        assert (x + width / 2, y + height / 2) == pytest.approx([float(number) for number in hit], abs=0.2)
    assert hex_picture(game, "nowhere") == ""

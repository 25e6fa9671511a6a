"""The page on maps and tiles is true: its examples are read, and its code prints what its comments say."""

import contextlib
import io
import re
import tomllib
from pathlib import Path
from typing import Any

from stockrail.board import Board

PAGE = (Path(__file__).parents[2] / "docs" / "maps-and-tiles.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def examples(table: str) -> list[dict[str, Any]]:
    return [facts for facts in map(tomllib.loads, blocks("toml")) if table in facts]


def boards() -> list[Board]:
    (tiles,) = examples("tiles")
    return [Board.from_facts(facts, tiles) for facts in examples("hexes")]


def test_the_code_runs_and_prints_what_its_comments_say() -> None:
    for code in blocks("python"):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(code, "maps-and-tiles.md", "exec"), {})
        assert output.getvalue().splitlines() == re.findall(r"^print\(.*# (.*)$", code, re.MULTILINE)


def test_the_maps_lie_as_the_page_says() -> None:
    pointy, sheets, placed = boards()
    assert pointy.hexes["A1"].neighbors == (None, None, None, None, "A3", "B2")
    assert pointy.hexes["A3"].neighbors == (None, "A1", None, None, None, None)
    assert pointy.chart.beside("B2", 4) == "B4"
    assert sheets.hexes["A2"].neighbors == ("zB5", None, None, "A4", None, None)
    assert sheets.hexes["zB5"].neighbors == ("zB3", None, None, "A2", None, None)
    assert placed.hexes["1"].neighbors == ("2", None, None, None, None, "BOX")
    assert placed.hexes["2"].neighbors[4] is None


def test_the_tiles_are_those_of_the_page() -> None:
    board = boards()[0]
    assert board.face("58", 0).stops[0].revenue == 20
    assert board.face("14", 0).label == board.tiles["14"].label == "Y"
    assert board.tiles["X1_m"].base == "X1"
    assert board.face("57", 0).exits == {0, 3}

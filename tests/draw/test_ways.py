"""Ways over track that a page lights up."""

from __future__ import annotations

import re
from typing import Any

from stockrail.draw import BoardView, Way, board_svg

LAID = {"A10": ("57", 1), "B9": ("9", 1), "C8": ("57", 1)}
ALONG = ("A10", "B9", "C8")


def drawn(box: Any, *ways: Way, interactive: bool = True) -> dict[str, str]:
    view: BoardView = box.view(laid=LAID, ways=ways)
    found = re.findall(r'<path [^>]*data-line="([^"]*)"[^>]*>', svg := board_svg(view, interactive=interactive))
    return {key: re.findall(rf'<path [^>]*data-line="{key}"[^>]*>', svg)[0] for key in found}


def test_a_way_is_hidden_until_it_is_named_and_the_chosen_one_is_lit(box: Any) -> None:
    paths = drawn(box, Way("a", ALONG), Way("b", ALONG[::-1], chosen=True))
    assert 'display="none"' in paths["a"] and 'class="lit"' not in paths["a"]
    assert 'display="none"' not in paths["b"] and 'class="lit"' in paths["b"]
    assert 'data-goal="C8"' in paths["a"] and 'data-goal="A10"' in paths["b"]


def test_a_way_without_track_is_left_out(box: Any) -> None:
    assert drawn(box, Way("a", ("A10", "A12"))) == {}


def test_a_picture_of_its_own_shows_no_ways(box: Any) -> None:
    assert drawn(box, Way("a", ALONG), interactive=False) == {}

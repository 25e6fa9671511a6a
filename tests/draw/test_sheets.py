"""Tile sheets, single tiles and markets."""

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from stockrail.board import Board, catalogue
from stockrail.draw import CompanyStyle, MarketView, Words, catalogue_svg, market_svg, tile_svg, tiles_svg
from stockrail.draw.market import HEIGHT, WIDTH
from stockrail.draw.metrics import text_width
from stockrail.draw.of_game import market_text, market_view
from stockrail.draw.theme import LIGHT
from stockrail.draw.tiles import tile_key
from stockrail.rules.game import RailGame
from stockrail.titles import title as find_title

SVG = "{http://www.w3.org/2000/svg}"


def by_id(svg: str) -> dict[str, ET.Element]:
    return {element.attrib["id"]: element for element in ET.fromstring(svg).iter() if "id" in element.attrib}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sheet_shows_every_tile(box: Any, theme: str) -> None:
    ids = by_id(tiles_svg(box.board, None, theme, title="Tiles"))
    assert {"tile" + name for name in box.board.tiles} <= set(ids)


def test_tiles_are_sorted_by_colour_then_number(box: Any) -> None:
    order = [name for name in by_id(tiles_svg(box.board)) if name.startswith("tile")]
    assert order[:3] == ["tile3", "tile4", "tile7"]
    assert order[-1] == "tile513"
    mixed = sorted(["61y", "9", "X", "10"], key=lambda name: tile_key(name, "green"))
    assert mixed == ["9", "10", "61y", "X"]


def test_a_tile_that_is_used_up_is_faint_and_says_so(box: Any) -> None:
    left = dict.fromkeys(box.board.tiles, 1) | {"9": 0}
    tile = by_id(tiles_svg(box.board, left))["tile9"]
    title = tile.find(SVG + "title")
    assert title is not None
    assert title.text == "tile 9, yellow, 0 of 15 left"
    assert "opacity" in tile.attrib


@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_one_tile_is_drawn_in_every_turn(box: Any, layout: str) -> None:
    faces = [box.board.face("14", turn) for turn in range(6)]
    pictures = {tile_svg(face, place="Prague", layout=layout, prefix="t") for face in faces}
    assert len(pictures) > 1
    assert all("Prague" in picture for picture in pictures)


def test_sheets_are_the_same_each_time(box: Any) -> None:
    turned = {"tiles": dict(reversed(box.tiles["tiles"].items()))}
    assert tiles_svg(box.board) == tiles_svg(Board.from_facts({"hexes": {}}, turned))


@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_the_catalogue_is_drawn_with_all_its_numbers(layout: str) -> None:
    ids = by_id(catalogue_svg(title="Catalogue", layout=layout, prefix="c-"))
    for name in catalogue():
        title = ids["c-tile" + name].find(SVG + "title")
        assert title is not None
        assert title.text == f"{name}, {catalogue()[name]['color']}"


def test_every_standard_tile_is_drawn_in_every_turn() -> None:
    board = Board.from_facts({"hexes": {}}, {"tiles": catalogue()})
    for name in catalogue():
        for turn in range(6):
            ET.fromstring(tile_svg(board.face(name, turn)))


def market(box: Any, **more: Any) -> MarketView:
    facts = box.facts["market"]
    par = frozenset((row, column) for row, column in facts["par"].values())
    piles = {(2, 6): ("SNCF", "DR"), (0, 6): ("KKOB",)}
    notes = (("right", "dividend"), ("", "and so on"))
    said = {"currency": "£{}", "title": "Market", "notes": notes} | more
    return MarketView(rows=facts["rows"], par=par, piles=piles, styles=box.styles, **said)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_market_shows_every_cell_and_names_par_and_markers(box: Any, theme: str) -> None:
    ids = by_id(market_svg(market(box), theme))
    for r, row in enumerate(box.facts["market"]["rows"]):
        for c, price in enumerate(row):
            title = ids[f"m{r}-{c}"].find(SVG + "title")
            assert title is not None
            assert title.text is not None
            assert title.text.startswith(f"£{price}")
    titles = [ids[name].findtext(SVG + "title") for name in ("m2-4", "m2-6")]
    assert titles == ["£100, par", "£122; SNCF, DR"]


def test_the_first_to_act_lies_on_top_of_its_pile(box: Any) -> None:
    uses = [use.attrib["href"] for use in by_id(market_svg(market(box)))["m2-6"].iter(SVG + "use")]
    assert uses.index("#tSNCF") > uses.index("#tDR")


def test_a_row_end_turns_up_or_down_only_where_there_is_a_cell(box: Any) -> None:
    ids = by_id(market_svg(market(box)))

    def arrows(cell: str) -> int:
        return sum(use.attrib["href"] == "#ar" for use in ids[cell].iter(SVG + "use"))

    assert [arrows(cell) for cell in ("m0-0", "m0-16", "m1-13", "m6-0", "m6-3")] == [1, 0, 1, 0, 1]


def test_a_word_never_touches_its_price() -> None:
    rows, par = [[7, 100, 1000]], frozenset({(0, 0), (0, 1), (0, 2)})
    for word in ("PAR", "NOMINALE"):
        picture = by_id(market_svg(MarketView(rows=rows, par=par, words=Words(par=word)), interactive=True))
        for column, price in enumerate(rows[0]):
            said, caption = picture[f"m0-{column}"].iter(SVG + "text")
            ends = float(said.attrib["x"]) + text_width(str(price), float(said.attrib["font-size"]), bold=True)
            size = float(caption.attrib["font-size"])
            width = float(caption.get("textLength", text_width(word, size, bold=True)))
            assert caption.attrib["class"] == "par-word"
            assert float(caption.attrib["x"]) - width > ends + 2


def test_a_market_in_a_page_tells_its_cells_and_its_width(box: Any) -> None:
    root = ET.fromstring(market_svg(market(box), interactive=True))
    cells = [group for group in root if "data-cell" in group.attrib]
    assert len(cells) == sum(len(row) for row in box.facts["market"]["rows"])
    assert {cell.attrib["tabindex"] for cell in cells} == {"-1"}
    assert all(cell.find(SVG + "title") is not None for cell in cells)
    assert cells[0].attrib["data-cell"] == "0.0"
    assert root.attrib["style"] == f"--units:{root.attrib['viewBox'].split()[2]}"


@pytest.mark.parametrize(("count", "scale"), [(1, ".7"), (2, ".58"), (3, ".48"), (8, ".48")])
def test_more_markers_in_a_cell_are_smaller_and_stay_in_it(box: Any, count: int, scale: str) -> None:
    pile = tuple(box.styles)[:count]
    drawn = by_id(market_svg(MarketView(rows=[[100]], piles={(0, 0): pile}, styles=box.styles)))["m0-0"]
    moves = [use.attrib["transform"] for use in drawn.iter(SVG + "use") if use.attrib["href"].startswith("#t")]
    places = [(*map(float, re.findall(r"[\d.]+", move)),) for move in moves]
    assert all(move.endswith(f"scale({scale})") for move in moves)
    assert len(set(places)) == count
    radius = 25.6 * float(scale)
    assert all(radius <= x <= WIDTH - radius and 17 + radius < y <= HEIGHT - radius + 0.5 for x, y, _ in places)


def test_zones_have_a_word_and_gaps_are_left_out() -> None:
    view = MarketView(rows=[[None, 40], [10, 20]], zones={(1, 0): ("CLOSED", "#CCCCCC")}, turns=False)
    ids = by_id(market_svg(view))
    assert "m0-0" not in ids
    assert "CLOSED" in [text.text for text in ids["m1-0"].iter(SVG + "text")]


STEPPED = MarketView(
    rows=[[100, 110, 120], [90, 100, 110], [None, 90]],
    par=frozenset({(0, 1), (1, 1)}),
    openings={(1, 1): 0, (0, 1): 1},
    shut=frozenset({(0, 1)}),
    bands={(2, 1): 0},
    signs={1: "No room", 2: "A zone"},
    ledges=frozenset({1}),
)


def test_starting_values_have_the_colour_of_their_opening_and_are_hatched_until_then() -> None:
    ids = by_id(market_svg(STEPPED))
    drawn = {cell: [use.attrib for use in ids[cell].iter(SVG + "use")] for cell in ("m1-1", "m0-1")}
    assert [use["href"] for use in drawn["m1-1"]] == ["#co"] and drawn["m1-1"][0]["fill"] == LIGHT.ground["yellow"][0]
    assert [use["href"] for use in drawn["m0-1"]] == ["#co", "#ch"] and drawn["m0-1"][0]["fill"] == LIGHT.ground[
        "green"
    ][0]


def test_a_ledge_is_a_line_below_its_row_and_a_zone_has_a_tint_and_a_word_where_there_is_room() -> None:
    svg = market_svg(STEPPED, interactive=True)
    root = ET.fromstring(svg)
    ledges = [path.attrib["d"] for path in root.findall(SVG + "path")]
    assert ledges == [f"M{2:g} {2 + 2 * HEIGHT:g}H{2 + 3 * WIDTH:g}"]
    assert next(by_id(svg)["m2-1"].iter(SVG + "use")).get("fill") == LIGHT.sea
    said = [text.text for text in root.iter(SVG + "text")]
    assert "A zone" in said and "No room" not in said


def test_starting_values_that_all_are_open_keep_their_own_colour() -> None:
    view = MarketView(rows=[[100]], par=frozenset({(0, 0)}), openings={(0, 0): 0})
    assert [use.attrib["href"] for use in by_id(market_svg(view))["m0-0"].iter(SVG + "use")] == ["#cp"]


def test_a_market_as_text_tells_ledges_and_values_of_later_phases() -> None:
    lines = market_text(STEPPED).splitlines()
    assert "(110)" in lines[0] and "[100]" in lines[1]
    assert set(lines[2]) == {" ", "─"} and lines[2].count("─") == 3 * 5


def test_notes_move_below_a_market_that_leaves_no_corner() -> None:
    full = [[10 * (r + c) for c in range(5)] for r in range(3)]
    view = MarketView(rows=full, notes=[("up", "sold out at the end of a stock round")])
    tall = ET.fromstring(market_svg(view)).attrib["viewBox"].split()[3]
    bare = ET.fromstring(market_svg(MarketView(rows=full))).attrib["viewBox"].split()[3]
    assert float(tall) > float(bare)


def test_every_ring_of_the_majors_is_different() -> None:
    pictures = set()
    for ring in range(16):
        styles = {"A": CompanyStyle("AB", "#000", "#fff", ring)}
        pictures.add(market_svg(MarketView(rows=[[1]], piles={(0, 0): ("A",)}, styles=styles)))
    assert len(pictures) == 16


def test_a_market_that_is_wider_than_the_page_goes_on_below() -> None:
    view = market_view(RailGame(find_title("1862"), ["Ada", "Ben"]))
    wide, narrow = market_text(view, 1000), market_text(view, 60)
    assert len(wide.splitlines()) == 1
    assert max(map(len, narrow.splitlines())) <= 60
    assert wide.split() == narrow.split()

"""Labels of a board in a page: they grow apart from the hexes and can be left out."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from stockrail.draw import BoardView, CompanyStyle, Marks, board_svg
from stockrail.draw.faces import Face, Stop
from stockrail.draw.furniture import Guests, furniture, name_of
from stockrail.draw.geometry import FLAT
from stockrail.draw.label import MOST, label, most_scale
from stockrail.draw.metrics import WIDTHS, text_width
from stockrail.draw.naming import broken
from stockrail.draw.of_game import board_view
from stockrail.draw.pen import Pen
from stockrail.draw.place import placement
from stockrail.draw.scene import Scene
from stockrail.draw.setting import PLATE_AIR, Setting
from stockrail.draw.theme import LIGHT
from stockrail.rules.game import RailGame
from stockrail.titles import all_titles
from stockrail.titles import title as find_title

SVG = "{http://www.w3.org/2000/svg}"
READABLE = 0.52  # pixels a unit
GROWN = 10 / (15 * READABLE)


def start_of(name: str) -> BoardView:
    found = find_title(name)
    return board_view(RailGame(found, [f"Player {n}" for n in range(found.players[0])]))


@pytest.fixture(params=sorted(all_titles()))
def view(request: pytest.FixtureRequest) -> BoardView:
    return start_of(request.param)


def page(view: BoardView) -> ET.Element:
    return ET.fromstring(board_svg(view, interactive=True))


def by_id(root: ET.Element) -> dict[str, ET.Element]:
    return {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}


def labels(root: ET.Element) -> Iterator[tuple[ET.Element, list[float]]]:
    """Each label with the sizes of its texts, also of those it refers to."""
    ids = by_id(root)
    for element in root.iter():
        if element.get("class", "").startswith("lb "):
            inside = ids[element.attrib["href"][1:]] if "href" in element.attrib else element
            sizes = [float(text.attrib["font-size"]) for text in inside.iter(SVG + "text")]
            if sizes:  # the sign of a terrain has no text
                yield element, sizes


def limit(element: ET.Element) -> float:
    found = re.search(r"--m:([\d.]+)", element.get("style", ""))
    return float(found[1]) if found else MOST


def test_every_label_has_ten_pixels_where_a_board_can_still_be_read(view: BoardView) -> None:
    for element, sizes in labels(page(view)):
        assert min(sizes) * min(GROWN, limit(element)) * READABLE > 9.99, ET.tostring(element)


def test_a_label_says_how_large_it_gets_if_that_may_be_too_small(view: BoardView) -> None:
    for element, sizes in labels(page(view)):
        if element.get("class") != "lb box":
            most = min(sizes) * min(MOST, limit(element))
            assert float(element.get("data-px", 99)) == pytest.approx(most, abs=0.2) or most >= 25


def test_ids_of_tokens_have_ten_pixels_too(view: BoardView) -> None:
    named = [text for text in page(view).iter(SVG + "text") if text.get("class", "").startswith("id")]
    assert all(float(text.attrib["font-size"]) * READABLE > 10 for text in named)
    assert all(("long" in text.attrib["class"]) == (len(text.text or "") > 3) for text in named)


def test_all_text_of_a_page_is_a_label_or_an_id(view: BoardView) -> None:
    root = page(view)
    known = {text for element, _ in labels(root) for text in element.iter(SVG + "text")}
    known |= {text for shape in root.findall(f"{SVG}defs/*") for text in shape.iter(SVG + "text")}
    known |= {text for text in root.iter(SVG + "text") if text.get("class", "").startswith("id")}
    assert set(root.iter(SVG + "text")) == known


def test_classes_tell_what_can_be_left_out(full_view: BoardView) -> None:
    kinds = {element.attrib["class"] for element, _ in labels(page(full_view))}
    assert kinds == {"lb name", "lb name town", "lb value", "lb value town", "lb cost", "lb tag", "lb box"}
    assert any(text.get("class") == "other" for text in page(full_view).iter(SVG + "text"))


def test_a_picture_of_its_own_has_neither_classes_nor_data(view: BoardView) -> None:
    assert not re.search(r"\s(class|style|tabindex|data-\w+)=", board_svg(view))


def test_a_scaled_box_ends_at_the_line_of_its_hex() -> None:
    assert most_scale(FLAT, (0, 0), (-10, -8.56, 10, 8.56)) == pytest.approx(6.6, abs=0.05)
    assert most_scale(FLAT, (0, 30), (-5, 0, 5, 27.8)) == pytest.approx(2, abs=0.05), "a plate grows downwards only"


def test_names_stay_in_their_hexes_where_a_board_can_still_be_read(view: BoardView) -> None:
    out = []
    for name, setting in Scene(view).settings.items():
        lines = [line for line in placement(setting).lines if not line.halo and line.style != "plate"]
        for line in lines:
            half, high = line.width / 2, line.size / 3
            if most_scale(FLAT, line.middle, (-half, -high, half, high)) < GROWN - 0.08:
                out.append((name, line))
    assert len(out) <= 5, "only where two ports share a hex, and long names of passes; each still has its ten pixels"


def test_a_plate_that_is_too_wide_is_broken_near_its_middle() -> None:
    city = Face("white", (Stop("city", 1, (("", 20),)),))
    for name, halves in (
        ("Bishop's Stortford", ["Bishop's", "Stortford"]),
        ("Wells-next-the-Sea", ["Wells-next-", "the-Sea"]),
        ("Venice", ["Venice"]),
    ):
        lines = placement(Setting(city, 0, FLAT, name)).lines
        assert [line.text for line in lines] == halves
        assert all(line.width + PLATE_AIR <= 128 for line in lines)
    assert broken("Constantinople") == ("Constantinople", "")


def test_a_plate_is_anchored_where_it_touches_its_city(box: Any) -> None:
    pen = Pen(LIGHT, live=True)
    plates = []
    for tile in ("57", "202"):
        setting = Setting(Face.of(box.board.face(tile, 0)), 0, FLAT, "Turin")
        plates.append(ET.fromstring(name_of(pen, setting)).find(".//rect"))
    below, above = plates
    assert below is not None
    assert above is not None
    assert float(below.get("y", 0)) == 0
    assert float(above.attrib["y"]) + float(above.attrib["height"]) == 0


def test_values_of_three_figures_stand_in_a_pill() -> None:
    port = Face("blue", (Stop("port", 0, (("", 120),)),), (("e1", "s0"),))
    pen = Pen(LIGHT)
    assert 'href="#v120"' in furniture(pen, Setting(port), "yellow")
    assert re.search(r'<g id="v120"><rect [^>]*width="36" height="26"[^>]*/><text [^>]*font-size="15"', pen.defs())


def test_a_long_id_is_squeezed_into_its_token() -> None:
    styles = {"A": CompanyStyle("WWWW", "#000", "#fff", 0), "B": CompanyStyle("FS", "#000", "#fff", 1)}
    view = replace(start_of("18EU"), styles=styles, tokens={("K14", 0): ["A"], ("K14", 1): ["B"]}, reserved={})
    ids = by_id(page(view))
    (long,), (short,) = (list(ids[name].iter(SVG + "text")) for name in ("tA", "tB"))
    assert float(long.attrib["textLength"]) < 40
    assert "textLength" not in short.attrib


def test_small_circles_are_tight_and_tokens_tell_whose_they_are(box: Any) -> None:
    view = box.view(laid={"A10": ("583", 0), "D7": ("14", 1)}, tokens={("D7", 0): ["NS"]})
    root = page(view)
    owners = [use.get("data-company") for use in by_id(root)["fD7"].iter(SVG + "use")]
    assert [owner for owner in owners if owner] == ["NS"]
    four = Face("brown", (Stop("city", 4, (("", 60),)),))
    guests = Guests({0: ["NS"]}, {}, frozenset(), box.styles)
    assert '<g class="tight">' in furniture(Pen(LIGHT, live=True), Setting(four), "brown", guests)


def test_the_rim_is_left_to_the_page(full_view: BoardView) -> None:
    root = page(full_view)
    columns, rows = (json.loads(root.attrib[name]) for name in ("data-columns", "data-rows"))
    assert [name for name, _ in columns] == list("ABCDEFGHIJKLMN")
    assert [name for name, _ in rows] == [str(n) for n in range(1, 24)]
    assert columns[0][1] == pytest.approx(164)
    assert root.attrib["data-whole"] == root.attrib["viewBox"] == "44 44 2190 2118.5"
    assert "frame" not in by_id(root)


def test_an_exported_board_has_its_coordinates_on_all_four_sides(full_view: BoardView) -> None:
    frame = by_id(ET.fromstring(board_svg(full_view)))["frame"]
    said = [text.text for text in frame]
    assert all(said.count(sign) == 2 for sign in [*"ABCDEFGHIJKLMN", *(str(n) for n in range(1, 24))])


def test_every_hex_can_have_the_focus_and_only_some_are_buttons(full_view: BoardView) -> None:
    hits = by_id(page(replace(full_view, marks=Marks(frozenset({"A8"})))))["hits"]
    assert [use.attrib["data-hex"] for use in hits] == list(full_view.board.names)
    assert [use.attrib["data-hex"] for use in hits if use.get("role") == "button"] == ["A8"]
    assert {use.attrib["tabindex"] for use in hits} == {"0", "-1"}


def test_homes_are_there_to_be_lit(view: BoardView) -> None:
    homes = by_id(page(view))["homes"]
    assert {use.attrib["data-company"] for use in homes} == set(view.homes)
    assert {use.attrib["display"] for use in homes} == {"none"}


def test_a_veil_leaves_out_the_hexes_that_are_meant(full_view: BoardView) -> None:
    marks = Marks(buildable=frozenset({"A8", "D7"}), veil=True)
    veil = by_id(page(replace(full_view, marks=marks)))["marks"][0]
    assert (veil.attrib["fill-opacity"], veil.attrib["fill-rule"]) == (".3", "evenodd")
    assert veil.attrib["d"].count("M") == 3


def test_a_board_in_a_page_is_small(view: BoardView, full_view: BoardView) -> None:
    for shown in (view, full_view):
        assert len(board_svg(shown, interactive=True).encode()) < max(95_000, 560 * len(shown.board.hexes))


def test_a_label_without_a_limit_of_its_own_carries_none() -> None:
    assert 'class="lb name">' in label(Pen(LIGHT, live=True), (1, 2), "<text/>", "name", 24)
    assert label(Pen(LIGHT), (1, 2), "<text/>", "name", 24) == '<g transform="translate(1 2)"><text/></g>'


def test_widths_are_those_of_the_font_that_we_serve() -> None:
    fonts = pytest.importorskip("fontTools.ttLib")
    package = pytest.importorskip("font_source_sans_pro")
    for table, face in zip(WIDTHS, ("Regular", "Bold"), strict=True):
        with fonts.TTFont(f"{package.__path__[0]}/files/SourceSansPro-{face}.ttf") as font:
            letters, advance = font.getBestCmap(), font["hmtx"]
            assert table == {letter: advance[letters[ord(letter)]][0] / 1000 for letter in table}
    assert text_width("Zürich", 10) == text_width("Zurich", 10)

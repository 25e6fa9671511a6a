"""A title on one page: its précis in both languages, phases, trains, market, and what tiles become."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar.testing import TestClient
from tests import mini
from tests.web.conftest import PAGE, Visitor
from tests.web.finished import TITLES

from stockrail.rules.game import RailGame
from stockrail.titles import add, all_titles, remove
from stockrail.titles import title as find_title
from stockrail.web.views.reference import precis_of, reference_of

Client = TestClient[Any]
ABOUT = 700  # words that fit on a page


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("title", [*TITLES])
def test_every_title_has_a_precis_of_one_page(title: str, language: str) -> None:
    text = find_title(title).precis_in(language)
    blocks = list(precis_of(text))
    assert len(blocks) == 4
    assert 250 < len(text.split()) < ABOUT
    assert all(each.parts for each in blocks)
    said = [str(line) for each in blocks for _, lines in each.parts for line in lines]
    assert not [line for line in said if re.search(r"\*\*|^#|`|^- ", line)]


@pytest.mark.parametrize("title", [*TITLES])
def test_both_languages_say_as_much(title: str) -> None:
    english, italian = (list(precis_of(find_title(title).precis_in(language))) for language in ("en", "it"))
    assert english != italian
    for one, other in zip(english, italian, strict=True):
        assert [(kind, len(lines)) for kind, lines in one.parts] == [(kind, len(lines)) for kind, lines in other.parts]


def test_all_titles_of_the_project_are_here() -> None:
    assert {name for name, title in all_titles().items() if title.package.startswith("stockrail.")} == {*TITLES}


@pytest.mark.parametrize("title", [*TITLES])
def test_phases_and_trains_are_those_of_the_facts(title: str) -> None:
    found = find_title(title)
    shown = reference_of(RailGame(found, ["Ada", "Ben", "Cy"]), "en")
    assert [row.name for row in shown.phases] == list(found.phases)
    assert [row.name for row in shown.trains] == list(found.train_types)
    assert all(row.limits and row.tiles for row in shown.phases if found.phases[row.name].train_limit)
    for row in shown.trains:
        kind = found.train_types[row.name]
        assert row.rusts == (kind.rusts_on or "")
        assert str(kind.price) in row.price.replace(",", "")


@pytest.mark.parametrize("title", [*TITLES])
def test_tiles_become_tiles_of_the_next_colour(title: str) -> None:
    board = find_title(title).board
    shown = reference_of(RailGame(find_title(title), ["Ada", "Ben", "Cy"]), "en")
    cards = {card.name: card for colour in shown.colours for card in colour.tiles}
    assert set(cards) == set(board.tiles)
    order = ("yellow", "green", "brown", "grey")
    for name, card in cards.items():
        for later in card.becomes:
            assert order.index(board.tiles[later].color) == order.index(board.tiles[name].color) + 1
    assert any(card.becomes for card in cards.values())


def test_known_chains_of_tiles() -> None:
    shown = reference_of(RailGame(find_title("18EU"), ["Ada", "Ben"]), "en")
    becomes = {card.name: card.becomes for colour in shown.colours for card in colour.tiles}
    assert becomes["57"] == ["14", "15"]
    assert becomes["14"] == becomes["15"] == ["611"]
    assert becomes["611"] == ["513"]
    assert becomes["513"] == []
    assert becomes["580"] == ["583"]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("title", [*TITLES])
def test_the_page_is_reached_from_lobby_table_and_rules(
    visitor: Visitor, client: Client, title: str, language: str
) -> None:
    says = {**PAGE, "accept-language": language}
    assert f'href="/titles/{title}"' in client.get("/", headers=says).text
    page = client.get(f"/titles/{title}", headers=says)
    assert page.status_code == 200
    heading = next(precis_of(find_title(title).precis_in(language))).heading
    assert heading in page.text
    game = visitor.new_game("screen", "screen", "screen", title=title)
    for path in (f"/game/{game}", f"/game/{game}/rules"):
        assert f'href="/game/{game}/about"' in client.get(path, headers=says).text
    assert heading in client.get(f"/game/{game}/about", headers=says).text
    ids = re.findall(r'\bid="([^"]+)"', page.text)
    assert len(ids) == len(set(ids))


def test_a_table_shows_its_own_facts(visitor: Visitor) -> None:
    game = visitor.new_game("screen", "screen", **{"18EU:facts": "facts.trains.8.price = 900"})
    assert "£900" in visitor.get(f"/game/{game}/about").text
    assert "£900" not in visitor.get("/titles/18EU").text


def test_a_title_without_a_precis_still_has_its_sheets(visitor: Visitor) -> None:
    add(mini.TITLE)
    try:
        page = visitor.get(f"/titles/{mini.TITLE.name}").text
    finally:
        remove(mini.TITLE.name)
    assert 'id="precis"' not in page
    assert 'id="tiles"' in page
    assert visitor.get("/titles/1830").status_code == 404


def zones_of(title: str) -> dict[str, str]:
    shown = reference_of(RailGame(find_title(title), ["Ada", "Ben", "Cy"]), "en")
    return {zone.note: zone.prices for zone in shown.zones}


def test_special_cells_of_the_market_are_named_by_their_prices() -> None:
    assert zones_of("18EU") == {"A starting value": "£70–£100"}
    anglia = zones_of("1862")
    assert anglia["A price that gets here ends the game"] == "£1,000"
    assert anglia["The first share that anyone but the director sells does not move the price"] == "£7–£36, £210–£375"


def test_where_they_are_is_shown_where_the_market_has_rows() -> None:
    shown = {t: reference_of(RailGame(find_title(t), ["Ada", "Ben", "Cy"]), "en").zones for t in ("1862", "18FB")}
    assert not any(zone.spots for zone in shown["1862"])
    marks = [str(zone.spots).split('<path d="')[2] for zone in shown["18FB"]]
    assert len(set(marks)) == len(marks) == 7
    assert marks[0].startswith("M114 0h5v4H114z"), "the last cell of the first row"

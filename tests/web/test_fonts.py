"""The font that every page brings along."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from litestar.testing import TestClient
from tests.web.conftest import Server, Visitor

from stockrail.web import fonts
from stockrail.web.fonts import FACES, font
from stockrail.web.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Page

STATIC = Path(fonts.__file__).parent / "static"
DIGITS = "0123456789"


def face_of(data: bytes) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO(data))


@pytest.mark.parametrize("name", FACES)
def test_a_face_is_served_whole_and_small(client: TestClient[Any], name: str) -> None:
    answer = client.get(f"/fonts/{name}.woff2")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "font/woff2")
    assert len(answer.content) < 40_000
    assert "max-age" in answer.headers["cache-control"]
    known = face_of(answer.content).getBestCmap()
    assert not [letter for letter in "Zürich Ōsaka Łódź £€ – − → × …" if ord(letter) not in known and letter != " "]


@pytest.mark.parametrize("name", FACES)
def test_figures_are_as_wide_as_each_other(client: TestClient[Any], name: str) -> None:
    face = face_of(client.get(f"/fonts/{name}.woff2").content)
    assert len({face["hmtx"][face.getBestCmap()[ord(digit)]][0] for digit in DIGITS}) == 1


def test_a_face_is_made_once_and_kept_with_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = font("bold", tmp_path)
    assert made is not None and made.is_relative_to(tmp_path)
    monkeypatch.setattr(fonts, "_cut_down", lambda source: pytest.fail("made again"))
    assert font("bold", tmp_path) == made


@pytest.mark.parametrize("name", ["italic.woff2", "bold.ttf", "..%2Fsecret", "%00", "bold"])
def test_there_is_nothing_else_to_be_had(client: TestClient[Any], settings: Settings, name: str) -> None:
    settings.secret()
    assert client.get(f"/fonts/{name}").status_code in (400, 404)


def test_the_pages_ask_for_the_faces_that_are_served(visitor: Visitor) -> None:
    named = set(re.findall(r"/fonts/(\w+)\.woff2", (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")))
    preloaded = set(re.findall(r'rel="preload" href="/fonts/(\w+)\.woff2"', visitor.get("/").text))
    assert named == preloaded == set(FACES)
    assert "font-src 'self'" in visitor.get("/").headers["content-security-policy"]


def test_a_browser_uses_it(page: Page, server: Server) -> None:
    page.goto("/")
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert page.evaluate("getComputedStyle(document.querySelector('svg text') || document.body).fontFamily").startswith(
        '"Stockrail Sans"'
    )
    loaded = page.evaluate("[...document.fonts].filter(face => face.status == 'loaded').map(face => face.weight)")
    assert "400 500" in loaded and "700 900" in loaded


def test_pictures_of_the_board_use_it_too(client: TestClient[Any], visitor: Visitor) -> None:
    game = visitor.new_game("screen", "screen")
    board = client.get(f"/api/games/{game}/board.svg").text
    assert re.search(r'<svg[^>]*font-family="[^"]*Stockrail Sans', board)

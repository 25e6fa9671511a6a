"""The table in a real browser, in its fullest positions and at the widths people have: measure.js says what counts.

One page a position: the window is drawn wider and narrower, and everything is measured by one script at each width.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser
from tests.web.conftest import Server
from tests.web.measuring import PARTS, PHONE, SHAPE, SIZES, WITH_MINI, Reader
from tests.web.positions import fullest

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTHS = (360, 768, 1024, 1440)  # where pages change their shape; `make pictures` has more
DESKS = [width for width in SIZES if width >= 1024]
SEATED = {position.name: position for position in fullest()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("served"), first=WITH_MINI)
    yield made
    made.stop()


def reader_of(browser: Browser, server: Server, locale: str) -> Iterator[Reader]:
    made = browser.new_context(base_url=server.address, locale=locale, reduced_motion="reduce")
    yield Reader(made.new_page())
    made.close()


@pytest.fixture(scope="module")
def reader(browser: Browser, server: Server) -> Iterator[Reader]:
    yield from reader_of(browser, server, "en-GB")


@pytest.fixture(scope="module")
def italian(browser: Browser, server: Server) -> Iterator[Reader]:
    yield from reader_of(browser, server, "it-IT")


@pytest.mark.parametrize("name", SEATED)
def test_nothing_overlaps_or_is_cut_or_faint(reader: Reader, name: str) -> None:
    reader.open(reader.address(SEATED[name]))
    faults = reader.at_widths(SHAPE, WIDTHS)
    for theme in THEMES:
        reader.page.emulate_media(color_scheme=theme)
        faults += [f"{theme}: {fault}" for fault in reader.faults("contrast")]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", [name for name in SEATED if "stock-turn" in name or "lay-track" in name])
def test_longer_words_fit_too(italian: Reader, name: str) -> None:
    italian.open(italian.address(SEATED[name]))
    faults = italian.at_widths(SHAPE, (360, 1024, 1440))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", [name for name in SEATED if "run-step" in name or "stock-turn" in name])
def test_each_part_of_a_phone_fits(reader: Reader, name: str) -> None:
    faults = []
    for part in PARTS:
        reader.open(f"{reader.address(SEATED[name])}#{part}", PHONE)
        faults += [f"{part}: {fault}" for fault in reader.faults(*SHAPE)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", [name for name in SEATED if "lay-track" in name or "stock-turn" in name])
def test_the_map_can_be_read_when_the_page_opens(reader: Reader, name: str) -> None:
    reader.open(reader.address(SEATED[name]))
    faults = reader.at_widths(["map"], DESKS)  # until somebody moves the map, each width has an opening view
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", [name for name in SEATED if "lay-track" in name])
def test_what_would_be_too_small_on_the_whole_map_is_left_out(reader: Reader, name: str) -> None:
    reader.open(reader.address(SEATED[name]))
    reader.page.click("[data-zoom=whole]")
    faults = reader.at_widths(["whole map"], DESKS)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("path", ["/", "/account", "/api", "rules"])
def test_no_other_page_is_wider_than_its_screen(reader: Reader, path: str) -> None:
    table = reader.address(next(iter(SEATED.values())))
    reader.open(f"{table}/rules" if path == "rules" else path)
    for width in SIZES:
        reader.resize(width)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= width, width


def test_no_page_asks_another_host_for_anything(reader: Reader, server: Server) -> None:
    asked: list[str] = []
    reader.page.on("request", lambda request: asked.append(request.url))
    table = reader.address(next(iter(SEATED.values())))
    for path in ("/", "/account", "/api", table, f"{table}/rules"):
        reader.open(path)
    assert asked and [url for url in asked if not url.startswith((server.address, "data:"))] == []

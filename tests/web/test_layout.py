"""Every page in a real browser, at the widths people have: nothing overlaps, is cut off, or hangs over the edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser, Page
from tests.web.conftest import JSON, PAGE, TOKEN, Server

import stockrail
from stockrail.bots import RandomBot
from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of

NAMES = ["Maximiliana", "Bartholomew W.", "Cy", "Christopher", "Evangeline", "Flo", "Gwendolyn-Mae", "Ali"]
PHONES, DESKS = (320, 360, 768), (1024, 1280, 1366, 1440, 1920)
LANGUAGES = ("en-GB", "it-IT")
TABLES = ("sale", "minors", "parliament", "over")

OVERLAPS = """(selector) => {
  const shown = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const boxes = shown.map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width > 0);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const name = (one) => one.id || one.className || one.tagName;
  return boxes.flatMap(([one, box], n) => boxes.slice(n + 1)
    .filter(([other, its]) => !one.contains(other) && !other.contains(one) && meet(box, its))
    .map(([other]) => `${name(one)} and ${name(other)}`));
}"""

UNCOVERED = """() => {
  const map = document.querySelector("#vmap > svg").getBoundingClientRect();
  const bars = [...document.querySelectorAll(".vt.tl, .vt.trr")].filter((bar) => bar.checkVisibility());
  return bars.every((bar) => {
    const box = bar.getBoundingClientRect();
    return box.bottom <= map.top + 1 || box.top >= map.bottom - 1;
  });
}"""

CUT = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"""

TALL = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  .filter((one) => one.offsetHeight > 24).map((one) => one.textContent.trim())"""

BELOW = """all => all.filter((one) => one.getBoundingClientRect().bottom >
  one.closest("svg").getBoundingClientRect().bottom + 1).map((one) => one.textContent)"""


def fifteen_minors(game: RailGame) -> bool:
    return all(owner_of(game, minor) is not None for minor in game.title.companies_of("minor"))


def played(title: str, players: int, seed: int, **wanted: Callable[[RailGame], bool]) -> Iterator[tuple[str, RailGame]]:
    """One random game, at the first position of each kind that is wanted, in their order."""
    game, bot = stockrail.new(title, NAMES[:players], seed=seed), RandomBot(seed)
    for name, here in wanted.items():
        while not here(game):
            game.push(bot.choose(game))
        yield name, game


def positions() -> Iterator[tuple[str, RailGame]]:
    yield from played("18EU", 6, 3, sale=lambda game: len(game.actions) == 4)
    yield from played("18EU", 4, 5, minors=fifteen_minors)
    yield from played(
        "1862", 8, 2,
        parliament=lambda game: len(game.actions) == 5,
        merger=lambda game: len(game.actions) == 1124,  # a station is given up: the last of eight steps
        over=lambda game: game.is_over,
    )  # fmt: skip


@pytest.fixture(scope="module")
def tables(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, dict[str, Any]]]:
    """Imported games by what they show, and the cookies of the visitor who sits at all their seats."""
    path = tmp_path_factory.mktemp("saves") / "game.json"
    with server.client() as visitor:
        token = TOKEN.findall(visitor.get("/", headers=PAGE).text)[0]
        found: dict[str, Any] = {}
        for name, game in positions():
            game.save(path)
            fields, files = {"_csrf_token": token, "name": "Sunday table"}, {"file": path.read_bytes()}
            found[name] = str(visitor.post("/import", data=fields, files=files, headers=JSON).json()["id"])
        yield {"games": found, "cookies": dict(visitor.cookies)}


class Reader:
    """Reads pages as the visitor of the tables, in one window that is drawn wider and narrower."""

    def __init__(self, page: Page, games: dict[str, str]) -> None:
        self.page, self.games = page, games

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def table(self, name: str, part: str = "") -> Page:
        return self.open(f"/game/{self.games[name]}#{part}")

    def at(self, widths: Iterable[int]) -> Iterator[int]:
        for width in widths:
            self.page.set_viewport_size({"width": width, "height": 900})
            yield width


@pytest.fixture(params=LANGUAGES)
def reader(
    request: pytest.FixtureRequest, browser: Browser, server: Server, tables: dict[str, dict[str, Any]]
) -> Iterator[Reader]:
    made = browser.new_context(base_url=server.address, locale=request.param)
    cookies = tables["cookies"].items()
    made.add_cookies([{"name": key, "value": value, "url": server.address} for key, value in cookies])
    yield Reader(made.new_page(), tables["games"])
    made.close()


@pytest.mark.parametrize("path", ["/", "/account", "/api", "table", "table#act", "table#companies", "table/rules"])
def test_no_page_is_wider_than_its_screen(reader: Reader, path: str) -> None:
    page = reader.open(path.replace("table", f"/game/{reader.games['parliament']}"))
    for width in reader.at((*PHONES, *DESKS)):
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", TABLES)
def test_nothing_overlaps_in_the_head(reader: Reader, name: str) -> None:
    page = reader.table(name)
    for width in reader.at((*PHONES, *DESKS)):
        assert page.evaluate(OVERLAPS, ".top > *, .top .facts > div, .top .order > li") == [], width
        assert page.evaluate(TALL, ".top .facts dt, .top .order .pl") == [], width


@pytest.mark.parametrize("name", TABLES)
def test_the_switches_cover_no_map(reader: Reader, name: str) -> None:
    page = reader.table(name)
    for width in reader.at(DESKS):
        page.check("#v-board", force=True)
        assert page.evaluate(UNCOVERED), width
        assert page.evaluate(OVERLAPS, ".vt") == [], width


def test_the_market_keeps_its_place_beside_fifteen_minors(reader: Reader) -> None:
    page = reader.table("minors")
    for width in reader.at((1800, 1920, 2560)):
        box = page.locator("#mkp").bounding_box()
        assert box is not None and box["height"] >= 200 and box["y"] + box["height"] <= 900, width
        assert page.evaluate(OVERLAPS, "#act, #ledger, #log, #mkp") == [], width


@pytest.mark.parametrize("name", TABLES)
def test_the_ledger_fits_its_card_on_a_desk(reader: Reader, name: str) -> None:
    page = reader.table(name)
    for width in reader.at(DESKS):
        assert page.evaluate(CUT, "#ledger-scroll") == [], width
        assert page.evaluate(OVERLAPS, "#ledger .who .nm, #ledger .who .flag") == [], width
        assert page.evaluate(TALL, "#ledger .who .nm") == [], width


def test_companies_to_bid_for_are_named_in_full(reader: Reader) -> None:
    page = reader.table("parliament")
    assert page.locator(".lots label").count() > 5
    for width in reader.at((1280, 1366, 1440, 1920)):
        assert page.evaluate(CUT, ".lots b, .lots small") == [], width


def test_names_at_the_worth_chart_stay_inside_it(reader: Reader) -> None:
    page = reader.table("over", part="players")
    for width in reader.at((360,)):
        outside = page.eval_on_selector_all("#worth-phone text", BELOW)
        assert outside == [], width


def test_the_steps_of_a_turn_fit_a_phone(reader: Reader) -> None:
    page = reader.table("merger", part="act")
    assert page.locator("#steps li").count() >= 8
    for width in reader.at((320, 360)):
        assert page.evaluate(CUT, "#steps, #steps li") == [], width


def test_no_page_asks_another_host_for_anything(reader: Reader, server: Server) -> None:
    asked: list[str] = []
    reader.page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/account", "/api", f"/game/{reader.games['minors']}", f"/game/{reader.games['minors']}/rules"):
        reader.open(path)
    assert asked and [url for url in asked if not url.startswith((server.address, "data:"))] == []

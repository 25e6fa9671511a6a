"""The ledger in a real browser: whatever stands beside a company's sign is its own, on every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed")

from playwright.sync_api import Browser, Page
from tests.web.conftest import JSON, PAGE, TOKEN, Server

import stockrail
from stockrail.bots import RandomBot
from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of
from stockrail.rules.trains import trains_of

WIDTHS = (360, 768, 1024, 1366, 1440, 1920)
PHONE = 1024  # below, players and companies are two tabs
SIGNS = "#ledger tbody [popovertarget^='ch-']"

LEVELS = """signs => signs.filter((sign) => sign.checkVisibility()).map((sign) => {
  const id = sign.getAttribute("popovertarget").slice(3);
  const cash = document.getElementById(`cash-${id}`);
  const price = document.getElementById(`price-${id}`);
  const cells = { sign: sign.closest("th"), price: price?.closest("th,td"), cash, trains: cash?.nextElementSibling };
  const found = Object.entries(cells).filter(([, cell]) => cell?.checkVisibility());
  const edges = (cell) => { const box = cell.getBoundingClientRect(); return [box.top, box.bottom]; };
  return [id, Object.fromEntries(found.map(([name, cell]) => [name, edges(cell)]))];
})"""

FAR_RIGHT = """signs => signs.filter((sign) => sign.checkVisibility()).map((sign) => {
  const frame = sign.closest(".scroll");
  frame.scrollLeft = frame.scrollWidth;
  const [mine, around] = [sign.getBoundingClientRect(), frame.getBoundingClientRect()];
  return mine.left >= around.left && mine.right <= around.right;
})"""


def fifteen_minors(game: RailGame) -> bool:
    """All minors have owners, and a corporation stands below them."""
    minors = game.title.companies_of("minor")
    started = any(owner_of(game, company) is not None for company in game.title.companies_of("major"))
    return started and all(owner_of(game, minor) is not None for minor in minors)


def many_trains(game: RailGame) -> bool:
    """So many that their signs take several lines, and not in the last row only."""
    counts = [len(trains_of(game, company)) for company in game.title.companies]
    return max(counts) >= 7 and sum(count > 0 for count in counts) >= 2


def played(title: str, players: int, wanted: Callable[[RailGame], bool]) -> RailGame:
    """A game of random players, at the first position that is wanted."""
    names = ["Ada", "Benedikta", "Cy", "Dee", "Evangeline", "Flo"][:players]
    for seed in range(20):
        game, bot = stockrail.new(title, names, seed=seed), RandomBot(seed)
        while not game.is_over:
            game.push(bot.choose(game))
            if wanted(game):
                return game
    raise AssertionError(f"no random game of {title} came there")


@pytest.fixture(scope="module")
def tables(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Imported games, by what they show; each can be watched by whoever knows its address."""
    games = {
        "minors": played("18EU", 4, fifteen_minors),
        "minors of six": played("18EU", 6, fifteen_minors),
        "trains": played("1862", 3, many_trains),
    }
    with server.client() as visitor:
        token = TOKEN.findall(visitor.get("/", headers=PAGE).text)[0]
        found = {}
        for name, game in games.items():
            path = Path(tmp_path_factory.mktemp("saves")) / "game.json"
            game.save(path)
            files = {"file": path.read_bytes()}
            answer = visitor.post("/import", data={"_csrf_token": token}, files=files, headers=JSON)
            found[name] = str(answer.json()["id"])
        yield found


def opened(browser: Browser, server: Server, game: str, width: int, part: str) -> Page:
    page = browser.new_page(base_url=server.address, viewport={"width": width, "height": 900})
    page.goto(f"/game/{game}#{part}")
    page.wait_for_selector(SIGNS)
    return page


def levels(browser: Browser, server: Server, game: str, width: int) -> dict[str, Any]:
    """The upper and lower edges of each company's visible cells. On a phone, those of its tab of companies."""
    page = opened(browser, server, game, width, "companies" if width < PHONE else "")
    found = dict(page.eval_on_selector_all(SIGNS, LEVELS))
    page.close()
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["minors", "minors of six", "trains"])
def test_a_company_and_what_it_owns_share_a_row(
    browser: Browser, server: Server, tables: dict[str, str], name: str, width: int
) -> None:
    rows = levels(browser, server, tables[name], width)
    assert len(rows) >= (16 if name.startswith("minors") else 2)
    for company, cells in rows.items():
        assert {"sign", "cash", "trains"} <= set(cells), company
        assert len({tuple(edges) for edges in cells.values()}) == 1, (company, cells)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("part", ["players", "companies"])
def test_signs_stay_in_sight_when_the_ledger_is_scrolled_sideways(
    browser: Browser, server: Server, tables: dict[str, str], part: str, width: int
) -> None:
    page = opened(browser, server, tables["minors of six"], width, part)
    in_sight = page.eval_on_selector_all(SIGNS, FAR_RIGHT)
    assert in_sight and all(in_sight)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()

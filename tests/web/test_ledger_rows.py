"""The ledger, the depot and the head in a real browser: level rows, nothing cut, at every width, in full games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed")

from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import JSON, PAGE, TOKEN, Server
from tests.web.measuring import SIZES, resize

import stockrail
from stockrail.bots import RandomBot
from stockrail.rules.game import RailGame
from stockrail.rules.shares import owner_of
from stockrail.rules.trains import trains_of

NAMES = ["Maximiliana", "Bartholomäus W.", "Cy", "Christopher", "Evangeline", "Flo", "Gwendolyn-Mae", "Ali"]
TABLES = ("minors", "minors of six", "trains", "eight players")

UNEVEN = """rows => rows.filter((row) => row.checkVisibility()).filter((row) => {
  const boxes = [...row.cells].filter((cell) => cell.checkVisibility()).map((cell) => cell.getBoundingClientRect());
  return new Set(boxes.map((box) => `${box.top} ${box.bottom}`)).size > 1;
}).map((row) => row.id)"""

# A name that is too long is cut on purpose, the chart lies over several cells, what is opened is as wide as the card.
CUT = """cells => cells.filter((cell) => cell.checkVisibility())
  .filter((cell) => !cell.closest(".opened") && !cell.querySelector(".worth"))
  .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent.trim())"""

OVERLAPS = """(cells) => {
  const shown = cells.filter((cell) => cell.checkVisibility()).map((cell) => [cell, cell.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return shown.flatMap(([one, box], n) => shown.slice(n + 1)
    .filter(([other, its]) => !one.contains(other) && !other.contains(one) && meet(box, its))
    .map(([other]) => `${one.textContent} and ${other.textContent}`));
}"""

# The largest figures that anybody can have.
FILL = """(ledger) => {
  ledger.classList.add("rich");
  const crown = '<svg class="ic"></svg><b>100</b>';
  for (const cell of ledger.querySelectorAll("[id^=p-cash] td, [id^=p-worth] td")) {
    cell.innerHTML = '<b><i class="unit">£</i>12,345</b>';
  }
  for (const row of ledger.querySelectorAll("tbody tr[id^=s-]")) {
    const players = ledger.querySelectorAll(".k-player").length;
    [...row.cells].slice(1, players + 1).forEach((cell) => (cell.innerHTML = crown));
    row.querySelector(".c-cash").innerHTML = '<i class="unit">£</i>2,345';
    row.querySelector(".c-last").innerHTML = '<i class="unit">£</i>1,210';
  }
}"""


def fifteen_minors(game: RailGame) -> bool:
    """All minors have owners, and a corporation stands below them: its president chooses one of their minors for it."""
    minors = game.title.companies_of("minor")
    started = any(owner_of(game, company) is not None for company in game.title.companies_of("major"))
    return started and all(owner_of(game, minor) is not None for minor in minors)


def many_trains(game: RailGame) -> bool:
    """So many that they take several lines, and not in the last row only."""
    counts = [len(trains_of(game, company)) for company in game.title.companies]
    return max(counts) >= 5 and sum(count > 0 for count in counts) >= 2


def late(game: RailGame) -> bool:
    return len(game.actions) == 600


def played(title: str, players: int, wanted: Callable[[RailGame], bool]) -> RailGame:
    """A game of random players, at the first position that is wanted."""
    for seed in range(20):
        game, bot = stockrail.new(title, NAMES[:players], seed=seed), RandomBot(seed)
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
        "eight players": played("1862", 8, late),
    }
    path = Path(tmp_path_factory.mktemp("saves")) / "game.json"
    with server.client() as visitor:
        token = TOKEN.findall(visitor.get("/", headers=PAGE).text)[0]
        found = {}
        for name, game in games.items():
            game.save(path)
            fields, files = {"_csrf_token": token, "name": "Sunday table"}, {"file": path.read_bytes()}
            found[name] = str(visitor.post("/import", data=fields, files=files, headers=JSON).json()["id"])
        yield found


@pytest.fixture(params=["en-GB", "it-IT"])
def watcher(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    page = browser.new_page(base_url=server.address, locale=request.param)
    yield page
    page.close()


def each_width(page: Page) -> Iterator[int]:
    """The page in windows of all sizes; on a phone the part that holds the ledger."""
    for width, height in SIZES.items():
        page.evaluate("part => { location.hash = part; }", "ledger" if width < 600 else "")
        resize(page, width, height)
        yield width


@pytest.mark.parametrize("name", TABLES)
def test_rows_are_level_and_hold_what_stands_in_them(watcher: Page, tables: dict[str, str], name: str) -> None:
    watcher.goto(f"/game/{tables[name]}")
    for filled in (False, True):
        if filled:
            watcher.eval_on_selector("#ledger", FILL)
        for width in each_width(watcher):
            expect(watcher.locator("#ledger")).to_be_visible()
            assert watcher.eval_on_selector_all("#ledger tr", UNEVEN) == [], (width, filled)
            assert watcher.eval_on_selector_all("#ledger th, #ledger td, #ledger .signs div", CUT) == [], (
                width,
                filled,
            )
            assert watcher.eval_on_selector("#ledger", "ledger => ledger.scrollWidth - ledger.clientWidth") <= 0, width


@pytest.mark.parametrize("name", TABLES)
def test_signs_trains_and_figures_never_overlap(watcher: Page, tables: dict[str, str], name: str) -> None:
    watcher.goto(f"/game/{tables[name]}")
    things = "#ledger tbody :is(.co, .price, .tr, .loads small, .signs button), #ledger thead .name, #ledger .worth"
    for width in each_width(watcher):
        assert watcher.eval_on_selector_all(things, OVERLAPS) == [], width


@pytest.mark.parametrize("name", TABLES)
def test_the_depot_is_one_line(watcher: Page, tables: dict[str, str], name: str) -> None:
    watcher.goto(f"/game/{tables[name]}?at=1")  # with all kinds of trains
    for width in each_width(watcher):
        if width < 1024:
            continue
        assert watcher.eval_on_selector("#depot", "depot => depot.offsetHeight") <= 34, width
        assert watcher.eval_on_selector_all("#depot ol", CUT) == [], width
        assert watcher.eval_on_selector_all("#depot li, #depot .next, #depot h2", OVERLAPS) == [], width


@pytest.mark.parametrize("name", TABLES)
def test_nothing_in_the_head_is_cut_or_overlaps(watcher: Page, tables: dict[str, str], name: str) -> None:
    watcher.goto(f"/game/{tables[name]}")
    for width in each_width(watcher):
        assert watcher.eval_on_selector_all(".top, .order, .whose .pill", CUT) == [], width
        assert watcher.eval_on_selector_all(".top > *, .top .facts > div, .top .order > li", OVERLAPS) == [], width


def test_a_row_of_minors_opens_for_a_choice_and_by_hand_and_then_stays_open(
    watcher: Page, tables: dict[str, str]
) -> None:
    resize(watcher, 1440)
    watcher.goto(f"/game/{tables['minors']}")
    opened = watcher.locator("#opened-minor")
    expect(opened).to_be_visible()  # one of them has to be chosen
    watcher.locator("#hist [data-at]").nth(1).click()
    expect(opened).to_be_hidden()
    watcher.locator("#open-minor").press("Space")
    expect(opened).to_be_visible()
    assert watcher.locator("#opened-minor .owners p").count() == 15
    watcher.reload()
    expect(opened).to_be_visible()
    assert watcher.eval_on_selector_all("#opened-minor .owners > div", OVERLAPS) == []


def test_the_acting_company_is_scrolled_into_view_inside_the_ledger(watcher: Page, tables: dict[str, str]) -> None:
    resize(watcher, 1024, 600)
    watcher.goto(f"/game/{tables['trains']}")
    acting = watcher.locator("#ledger tbody tr[aria-current]")
    if acting.count():
        expect(acting).to_be_in_viewport()
    assert watcher.evaluate("document.documentElement.scrollTop") == 0

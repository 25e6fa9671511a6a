"""The pages about a game as a whole in a real browser: sorting by mouse and keyboard, handing the end on, a phone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import WAIT, Server
from tests.web.finished import TITLES, finished, running
from tests.web.test_browser import findings

expect.set_options(timeout=WAIT)


def imported(page: Page, title: str, folder: Path) -> str:
    file = folder / f"{title}.json"
    file.write_bytes(finished(title))
    page.goto("/")
    page.set_input_files("#importf [type=file]", file)
    page.wait_for_url("**/game/*")
    return str(page.get_attribute("#page", "data-game"))


def column(page: Page, number: int) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        f"#t-companies tbody tr td:nth-child({number})", "cells => cells.map((cell) => cell.dataset.key)"
    )
    return found


def test_the_end_is_reached_from_the_table_and_its_moments_from_there(page: Page, tmp_path: Path) -> None:
    game = imported(page, "1862", tmp_path)
    page.click("#act a:has-text('How it ended')")
    page.wait_for_url(f"**/game/{game}/end")
    expect(page.locator("h2").first).to_contain_text("wins with")
    moment = page.locator(".moments a").first
    at = (moment.get_attribute("href") or "").partition("at=")[2]
    moment.click()
    expect(page.locator("#page")).to_have_attribute("data-at", at)


def test_the_sheet_is_sorted_by_mouse_and_by_keyboard(page: Page, tmp_path: Path) -> None:
    game = imported(page, "1862", tmp_path)
    page.goto(f"/game/{game}/overview")
    page.click("#t-companies [data-sort='2']")
    revenues = [int(key) for key in column(page, 3)]
    assert revenues == sorted(revenues, reverse=True)
    assert revenues[0] > revenues[-1]
    expect(page.locator("#t-companies th >> nth=2")).to_have_attribute("aria-sort", "descending")
    page.focus("#t-companies [data-sort='2']")
    page.keyboard.press("Enter")
    assert [int(key) for key in column(page, 3)] == revenues[::-1]
    page.focus("#t-companies [data-sort='1']")
    page.keyboard.press("Space")
    names = column(page, 2)
    assert names == sorted(names, key=str.lower)
    expect(page.locator("#t-companies [aria-sort]")).to_have_count(1)


def test_the_sheet_is_saved_as_a_file(page: Page, tmp_path: Path) -> None:
    game = imported(page, "1862", tmp_path)
    page.goto(f"/game/{game}/overview")
    with page.expect_download() as loading:
        page.click("text=Companies as CSV")
    assert loading.value.suggested_filename == f"1862-{game}-companies.csv"


def test_the_end_is_handed_on(page: Page, tmp_path: Path) -> None:
    game = imported(page, "1862", tmp_path)
    page.add_init_script("navigator.share = async (what) => { window.handed = JSON.stringify(what); };")
    page.goto(f"/game/{game}/end")
    page.click("[data-share]")
    handed = json.loads(page.evaluate("window.handed"))
    assert handed["url"].endswith(f"/game/{game}/end")
    assert "wins with" in handed["text"]


def test_nothing_hangs_over_the_edge_of_a_phone(browser: Browser, server: Server, tmp_path: Path) -> None:
    context = browser.new_context(
        base_url=server.address, viewport={"width": 360, "height": 740}, has_touch=True, locale="it-IT"
    )
    phone = context.new_page()
    for title in TITLES:
        game = imported(phone, title, tmp_path)
        for path in (f"/game/{game}/end", f"/game/{game}/overview", "/finished"):
            phone.goto(path)
            wide = phone.evaluate("document.documentElement.scrollWidth")
            assert wide <= 360, (title, path, wide)
    phone.goto(f"/game/{game}/overview")
    phone.tap("#t-incomes [data-sort='0']")
    expect(phone.locator("#t-incomes th").first).to_have_attribute("aria-sort", "ascending")
    context.close()


def test_an_import_says_what_it_has_found_once(page: Page, tmp_path: Path) -> None:
    imported(page, "1862", tmp_path)
    expect(page.locator("#checked")).to_be_visible()
    expect(page.locator("#checked h2")).to_contain_text("actions checked")
    page.keyboard.press("Escape")
    expect(page.locator("#checked")).to_be_hidden()
    page.reload()
    expect(page.locator("#act")).to_be_visible()
    expect(page.locator("#checked")).to_be_hidden()


def test_a_title_is_read_about_before_a_table_is_opened(page: Page) -> None:
    page.goto("/")
    page.click("a[href='/titles/18FB']")
    expect(page.locator("h2").first).to_have_text("18FB on one page")
    page.click("nav a[href='#tiles']")
    page.click("#tile-57 a >> nth=0")
    assert "#tile-14" in page.url


def test_the_overview_follows_the_game(browser: Browser, page: Page, server: Server, tmp_path: Path) -> None:
    """A round that ends while somebody looks at the sheet is there at once, sorted as they have sorted it."""
    file = tmp_path / "running.json"
    file.write_bytes(running("18EU"))
    page.goto("/")
    page.set_input_files("#importf [type=file]", file)
    page.wait_for_url("**/game/*")
    game = page.get_attribute("#page", "data-game")
    watching = browser.new_context(base_url=server.address).new_page()
    watching.goto(f"/game/{game}/overview")
    watching.click("#t-companies [data-sort='2']")
    before = watching.locator("main").inner_text()
    for _ in range(200):
        act(page, str(game))
        if watching.locator("main").inner_text() != before:
            break
    expect(watching.locator("main")).not_to_have_text(before)
    expect(watching.locator("#t-companies th >> nth=2")).to_have_attribute("aria-sort", "descending")


ACT = """async (game) => {
  const token = document.querySelector("meta[name=csrf]").content;
  const { number } = await (await fetch(`/api/games/${game}`)).json();
  const menu = await (await fetch(`/api/games/${game}/actions`)).json();
  const pays = menu.find((choice) => choice.action.kind === "full");
  const choice = pays ?? menu.find((choice) => choice.action.type === "Pass") ?? menu[0];
  const fields = { _csrf_token: token, expected: number, action: JSON.stringify(choice.action), sure: "yes" };
  const body = new URLSearchParams(fields);
  return (await fetch(`/game/${game}/act`, { method: "POST", body, headers: { Accept: "application/json" } })).status;
}"""


def act(page: Page, game: str) -> None:
    assert page.evaluate(ACT, game) == 200


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_these_pages(
    browser: Browser, server: Server, tmp_path: Path, scheme: Any
) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    context = browser.new_context(base_url=server.address, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    for title in TITLES:
        game = imported(page, title, tmp_path)
        paths = ("end", "overview", "runs", "about")
        for path in (*(f"/game/{game}/{each}" for each in paths), "/finished", f"/titles/{title}"):
            page.goto(path)
            assert findings(page) == [], path
    context.close()

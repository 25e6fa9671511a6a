"""The pages about a game as a whole in a real browser: sorting by mouse and keyboard, handing the end on, a phone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import WAIT, Server
from tests.web.finished import TITLES, finished

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

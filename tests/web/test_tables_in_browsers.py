"""Tables and seats as people meet them in browsers: by mouse, by keyboard, live for everybody who looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.conftest import TITLE, WAIT

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page
    from tests.web.conftest import Server

expect.set_options(timeout=WAIT)


@pytest.fixture
def other(browser: Browser, server: Server) -> Iterator[Page]:
    """Somebody else, at another browser."""
    made = browser.new_context(base_url=server.address, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = made.new_page()
    page.set_default_timeout(WAIT)
    yield page
    made.close()


def invite(page: Page, kinds: list[str]) -> None:
    """Open a table by the lobby's form, to which others are invited first."""
    page.goto("/")
    page.check(f"[name=title][value='{TITLE}']", force=True)
    for number, kind in enumerate(kinds):
        page.select_option(f"[name=kind{number}]", kind)
    page.fill("[name=name0]", "Ada")
    for number in range(len(kinds), 3):
        page.select_option(f"[name=kind{number}]", "none")
    page.check("[name=draw]")
    expect(page.locator("[name=gather]")).to_be_checked()
    page.click("#newgame button.primary")
    page.wait_for_selector("#page[data-gathers=yes]")


def test_a_table_fills_and_starts_for_everybody_at_once(page: Page, other: Page) -> None:
    invite(page, ["screen", "open"])
    expect(page.locator("#gather-state")).to_contain_text("1 of 2")
    other.goto(page.url)
    other.fill("#sit-name", "Ben")
    other.keyboard.press("Enter")
    expect(other.locator("#g1")).to_contain_text("Ben")
    expect(page.locator("#g1")).to_contain_text("Ben")
    expect(page.locator("#gather-state")).to_contain_text("Everybody is here")
    other.fill("#say-text", "ready when you are")
    other.keyboard.press("Enter")
    expect(page.locator("#talk")).to_contain_text("ready when you are")
    page.click("text=Start the game")
    for one in (page, other):
        expect(one.locator("#prompt")).to_be_visible()
        expect(one.locator("#page[data-gathers]")).to_have_count(0)
    expect(page.locator("#page")).to_have_attribute("data-mine", "yes")


def test_a_table_that_is_removed_says_so_to_whoever_looks(page: Page, other: Page) -> None:
    invite(page, ["screen", "open"])
    other.goto(page.url)
    page.locator("#sure-remove > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sure-remove p")).to_contain_text("nothing is lost")
    page.click("#sure-remove .grave")
    page.wait_for_url("**/shelf")
    expect(other.locator("main")).to_contain_text("removed by its owner")
    page.click("text=Back into the list")
    expect(page.locator(".shelf form")).to_have_count(0)
    page.goto("/")
    expect(page.locator("#lists")).to_contain_text("Waiting for players")


def test_without_seats_for_others_there_is_nothing_to_invite_to(page: Page) -> None:
    page.goto("/")
    expect(page.locator("[name=gather]")).to_be_hidden()
    page.select_option("[name=kind1]", "link")
    expect(page.locator("[name=gather]")).to_be_visible()

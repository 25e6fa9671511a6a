"""Bots as one meets them in a browser: pausing them, letting them act one by one, and asking why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.web.conftest import TITLE, Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("playwright", reason="Playwright is not installed")

from playwright.sync_api import expect


def open_table(page: Page) -> None:
    """Ada opens the auction, and then it is for bots to bid."""
    page.goto("/")
    page.check(f"[name=title][value='{TITLE}']", force=True)
    page.fill("[name=name0]", "Ada")
    page.check("[name=draw]")
    page.click("#newgame button.primary")
    page.wait_for_url("**/game/*")
    page.wait_for_selector("#page[data-mine=yes]")


def number(page: Page) -> int:
    return int(page.get_attribute("#page", "data-number") or 0)


def choose_pace(page: Page, name: str) -> None:
    page.click("#bots-button")
    page.click(f"#bots button:text-is('{name}')")
    expect(page.locator(f"#bots button:text-is('{name}')")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#bots")).to_be_hidden()


def act(page: Page) -> None:
    """Take the first thing that can be done, and then pass, until a bot is to act."""
    while page.locator("#page[data-mine=yes]").count():
        before = number(page)
        decline = page.locator("#act .btn.decline:visible")
        (decline if decline.count() else page.locator("#act form.do .btn:visible")).first.click()
        expect(page.locator("#page")).not_to_have_attribute("data-number", str(before))


def test_paused_bots_act_at_the_press_of_enter_and_say_why(page: Page) -> None:
    open_table(page)
    choose_pace(page, "Step by step")
    act(page)
    expect(page.locator("#held")).to_contain_text("the bots are paused")
    before = number(page)
    page.locator("#prompt").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#page")).to_have_attribute("data-number", str(before + 1))
    reason = page.locator(f"#log-latest a.why[href$='/why/{before}']")
    reason.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#whybox")).to_be_visible()
    expect(page.locator("#why-chosen")).to_contain_text(" chose: ")
    expect(page.locator("#why-others li").first).to_have_text(re.compile(r"\S"))
    page.keyboard.press("Escape")
    expect(page.locator("#whybox")).to_be_hidden()
    expect(reason).to_be_focused()
    page.click("#resume button")
    expect(page.locator("#page[data-mine=yes]")).to_have_count(1)


def test_whoever_watches_sees_at_once_that_the_bots_are_paused(page: Page, browser: Browser, server: Server) -> None:
    open_table(page)
    watching = browser.new_context(base_url=server.address, locale="en-GB").new_page()
    watching.goto(page.url)
    expect(watching.locator("#bots-button")).to_have_attribute("aria-label", "Bots")
    choose_pace(page, "Step by step")
    expect(watching.locator("#bots-button")).to_have_attribute("aria-label", "Bots: paused")
    assert watching.locator("#bots form").count() == 0
    watching.context.close()


def test_a_finger_opens_the_reasons(browser: Browser, server: Server, page: Page) -> None:
    open_table(page)
    act(page)
    expect(page.locator("#page[data-mine=yes]")).to_have_count(1)
    held = browser.new_context(
        base_url=server.address, viewport={"width": 360, "height": 740}, has_touch=True, locale="it-IT"
    )
    phone = held.new_page()
    phone.goto(f"{page.url}#log")
    reason = phone.locator("#log-latest a.why").last
    box = reason.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24, "large enough for a finger"
    reason.tap()
    expect(phone.locator("#why-chosen")).to_contain_text(" ha scelto: ")
    held.close()

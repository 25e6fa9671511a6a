"""Small things that people asked for: a link to this very moment, and a notice that goes when the line is back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.web.conftest import Visitor

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import expect
from tests.web.test_browser import SILENT, moved, number, open_table, pressed

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

FIRST = "#act .menu-list .btn >> nth=0"


def test_the_link_of_a_page_leads_to_the_moment_that_it_shows(visitor: Visitor) -> None:
    game = visitor.new_game("screen", "screen")
    assert visitor.act(game, 0, '{"type":"Select","player":0,"item":"1"}').status_code == 200
    for at, shown in (("", 1), ("?at=0", 0), ("?at=1", 1)):
        text = visitor.get(f"/game/{game}{at}").text
        assert re.search(r'id="moment"[^>]*data-copy="([^"]+)"', text)[1] == f"/game/{game}?at={shown}"  # type: ignore[index]


def test_one_press_copies_a_link_to_this_moment(page: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_table(page, ["screen", "screen"])
    pressed(page, FIRST)
    page.click("#moment")
    expect(page.locator("#toasts")).to_contain_text("?at=1")
    copied = page.evaluate("navigator.clipboard.readText()")
    pressed(page, "#act .bid .btn")
    page.goto(copied)
    expect(page.locator("#where")).to_have_text("1")
    expect(page.locator("#band")).to_contain_text("Action 1 of 2")


def test_what_was_lost_on_the_way_is_said_until_the_line_is_back(page: Page) -> None:
    open_table(page, ["screen", "screen"])
    page.route("**/game/**", lambda route: route.abort())
    page.click(FIRST)
    expect(page.locator("#refusal")).to_contain_text("The connection is lost")
    expect(page.locator("#offline")).to_be_visible()
    page.click("#orders-button")
    page.fill("#order-bid input[name=number]", "100")
    page.click("#order-bid button >> nth=0")
    expect(page.locator("#order-refusal")).to_contain_text("The connection is lost")
    page.unroute("**/game/**")
    expect(page.locator("#order-refusal")).to_be_hidden()
    expect(page.locator("#orders")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#refusal")).to_be_hidden()
    expect(page.locator("#offline")).to_have_count(0)
    pressed(page, FIRST)


def test_a_refusal_of_the_rules_stays_when_the_line_comes_back(page: Page) -> None:
    page.add_init_script(SILENT)
    open_table(page, ["screen", "screen"])
    page.wait_for_function("Boolean(window.news?.onmessage)")
    page.evaluate("Object.assign(document.getElementById('refusal'), { hidden: false, textContent: 'No.' })")
    page.evaluate("news.onerror()")
    page.evaluate("news.onmessage({ data: JSON.stringify({ kind: 'ping', number: 0 }) })")
    expect(page.locator("#offline")).to_have_count(0)
    expect(page.locator("#refusal")).to_be_visible()


def test_other_notices_do_not_push_the_broken_line_away(page: Page) -> None:
    page.add_init_script(SILENT)
    game = open_table(page, ["screen", "screen"])
    page.wait_for_function("Boolean(window.news?.onmessage)")
    page.evaluate("news.onerror()")
    for _ in range(3):
        page.click("#moment")
    expect(page.locator("#toasts p:not(#offline)")).to_have_count(2)
    expect(page.locator("#offline")).to_be_visible()
    before = number(page)
    page.click(FIRST)
    moved(page, before)
    assert game

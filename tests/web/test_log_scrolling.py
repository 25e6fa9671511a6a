"""The log in a browser: it stays where its reader is, and stands where the slider stands."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Page, expect
from tests.web.test_browser import open_table

from stockrail.web.views.logbook import BLOCK

AT_THE_END = (
    "() => { const l = document.getElementById('logbox'); return l.scrollHeight - l.scrollTop - l.clientHeight < 2 }"
)


def scrolled_up(page: Page) -> None:
    page.evaluate("() => { document.getElementById('logbox').scrollTop = 60 }")
    expect(page.locator("#newest")).to_be_visible()


def test_the_log_stays_where_its_reader_is_and_shows_the_newest_to_all_others(page: Page) -> None:
    open_table(page, ["screen", "screen"])
    for number in range(30):
        page.locator("#act .decline, #act .menu-list .btn").first.click()
        expect(page.locator("#page")).to_have_attribute("data-acts", str(number + 1))
    page.wait_for_function(AT_THE_END)
    count = page.locator("#lines li").count()
    assert count > BLOCK
    assert page.evaluate("() => new Set([...document.querySelectorAll('#lines li')].map((li) => li.id)).size") == count
    scrolled_up(page)
    page.locator("#act .decline, #act .menu-list .btn").first.click()
    expect(page.locator("#lines li")).not_to_have_count(count)
    assert page.evaluate("() => document.getElementById('logbox').scrollTop") == 60
    page.click("#newest")
    page.wait_for_function(AT_THE_END)


def test_a_sentence_opens_its_position_and_the_list_stands_there(page: Page) -> None:
    open_table(page, ["screen", "screen"])
    for number in range(4):
        page.locator("#act .decline, #act .menu-list .btn").first.click()
        expect(page.locator("#page")).to_have_attribute("data-acts", str(number + 1))
    page.locator('#lines a[data-at="2"]').first.click()
    expect(page.locator("#here")).to_have_text("Action 2 of 4: you are here")
    expect(page.locator("#where")).to_have_text("2")
    expect(page.locator("#here")).to_be_in_viewport()
    page.select_option("#log-choice", "player:0")
    expect(page).to_have_url(re.compile(r"at=2.*log=player|log=player.*at=2"))
    page.locator("#lines .later a").last.click()
    expect(page.locator("#where")).not_to_have_text("2")

"""Going back to one's own last decision, and what "Undo to here" says before it is pressed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import WAIT, Server
from tests.web.measuring import resize
from tests.web.test_browser import number, open_table, pressed

expect.set_options(timeout=WAIT)


class Two(NamedTuple):
    """Ada and Ben at one table, each with a browser."""

    ada: Page
    ben: Page


@pytest.fixture
def two(browser: Browser, page: Page, server: Server) -> Iterator[Two]:
    open_table(page, ["screen", "link"])
    page.click("[popovertarget=menu]")
    link = page.get_attribute(".links [data-copy] >> nth=1", "data-copy")
    page.keyboard.press("Escape")
    other = browser.new_context(base_url=server.address, locale="en-GB", viewport={"width": 1440, "height": 900})
    ben = other.new_page()
    ben.set_default_timeout(WAIT)
    ben.goto(str(link))
    ben.fill("[name=name]", "Ben")
    ben.click("main button.primary")
    ben.wait_for_url("**/game/*")
    yield Two(page, ben)
    other.close()


def seen(page: Page, entries: int) -> None:
    expect(page.locator("#page")).to_have_attribute("data-number", str(entries))


def auction(two: Two) -> None:
    """Ada puts a minor up and bids, Ben raises, Ada raises, Ben leaves: the next choice is Ben's."""
    pressed(two.ada, "#act .menu-list .btn >> nth=0")
    pressed(two.ada, "#act .bid .btn")
    seen(two.ben, number(two.ada))
    pressed(two.ben, "#act .bid .btn")
    seen(two.ada, number(two.ben))


def test_asking_goes_back_to_ones_own_last_decision(two: Two) -> None:
    auction(two)
    pressed(two.ada, "#act .decline")
    seen(two.ben, 4)
    pressed(two.ben, "#act .menu-list .btn >> nth=0")
    seen(two.ada, 5)
    button = two.ada.locator("#undo button")
    expect(button).to_have_text("Ask to undo")
    expect(button).to_have_attribute("title", "Takes back 2 actions: 1 by Ada, 1 by Ben")
    two.ada.keyboard.press("Control+z")
    expect(two.ben.locator("#asks")).to_contain_text("Ada asks to undo 2 actions. 1 by Ada, 1 by Ben.")
    two.ben.click("#asks .btn >> nth=0")
    expect(two.ada.locator("#page")).to_have_attribute("data-acts", "3")
    expect(two.ada.locator("#prompt")).to_have_text("Raise the bid or leave")


def test_undo_to_here_says_how_many_actions_go_and_whose(two: Two) -> None:
    auction(two)
    two.ada.goto(f"{two.ada.url.split('?')[0]}?at=1")
    band = two.ada.locator("#band")
    expect(band).to_contain_text("Undo to here takes back 2 actions: 1 by Ada, 1 by Ben. The others must agree.")
    two.ada.goto(f"{two.ada.url.split('?')[0]}?at=2")
    expect(band).to_contain_text("Undo to here takes back 1 action: 1 by Ben.")
    watcher: Any = two.ada.context.browser
    other = watcher.new_context(base_url=two.ada.url, locale="en-GB").new_page()
    other.goto(two.ada.url)
    expect(other.locator("#band")).to_be_visible()
    expect(other.locator("#band .goes")).to_have_count(0)
    other.context.close()


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_what_goes_can_be_read_without_pointing_at_it_and_in_italian(two: Two, width: int) -> None:
    auction(two)
    two.ada.context.add_cookies([{"name": "language", "value": "it", "url": two.ada.url}])
    resize(two.ada, width, 800)
    two.ada.goto(f"{two.ada.url.split('?')[0]}?at=1")
    goes = two.ada.locator("#band .goes")
    expect(goes).to_have_text(
        "Annullare fin qui toglie 2 azioni: 1 di Ada, 1 di Ben. Gli altri devono essere d’accordo."
    )
    box = goes.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width

"""Since your last turn: a replay with pause and steps, and marks on what has changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import JSON, PAGE, TOKEN, WAIT, Server
from tests.web.test_bots_in_browsers import act
from tests.web.test_browser import number, pressed
from tests.web.test_undoing import Two, seen, two

expect.set_options(timeout=WAIT)
__all__ = ["two"]  # a fixture
TITLES = ["18EU", "1862", "1883", "18FB"]


def among_bots(page: Page, title: str) -> None:
    """Ada has acted, two bots after her, and it is her turn again."""
    token = TOKEN.findall(page.request.get("/", headers=PAGE).text())[0]
    seats = {"kind0": "screen", "name0": "Ada", "kind1": "bot:random", "kind2": "bot:random"}
    form = {"_csrf_token": token, "title": title, "draw": "no", **seats}
    answer = page.request.post("/games", form=form, headers=JSON)
    assert answer.ok, answer.text()
    page.goto(f"/game/{answer.json()['id']}")
    page.wait_for_selector("#page[data-mine=yes]")
    act(page)
    page.wait_for_selector("#page[data-mine=yes]")


def acts(page: Page) -> int:
    return int(page.get_attribute("#page", "data-acts") or 0)


def since(page: Page) -> int:
    return int(page.get_attribute("#page", "data-since") or 0)


@pytest.mark.parametrize("title", TITLES)
def test_a_replay_goes_from_the_last_turn_to_now_by_itself(page: Page, title: str) -> None:
    among_bots(page, title)
    count = acts(page) - since(page)
    assert count >= 1
    expect(page.locator("#since")).to_contain_text(f"Since your last turn: {count} action")
    page.evaluate(
        """() => {
          window.seen = [];
          const watch = () => window.seen.push(document.getElementById("page").dataset.at);
          new MutationObserver(watch).observe(document.getElementById("page"), { attributeFilter: ["data-at"] });
        }"""
    )
    page.click("[data-replay=start]")
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#replay")).to_be_hidden()
    expect(page.locator("#page")).to_have_attribute("data-at", "")
    seen = [int(at) for at in page.evaluate("window.seen") if at]
    assert seen == sorted(seen) and all(since(page) < at < acts(page) for at in seen)
    assert number(page) == acts(page), "looking back changes nothing"


def test_it_can_be_paused_and_stepped_through_by_keys(page: Page) -> None:
    among_bots(page, "18EU")
    while acts(page) - since(page) < 2:
        act(page)
        page.wait_for_selector("#page[data-mine=yes]")
    count = acts(page) - since(page)
    page.focus("[data-replay=start]")
    page.keyboard.press("Enter")
    page.focus("[data-replay=pause]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-replay=pause]")).to_have_attribute("aria-pressed", "true")
    page.focus("[data-replay=back]")
    for _ in range(count):
        page.keyboard.press("Enter")
    place = page.locator("#replay output")
    expect(place).to_have_text(f"1 / {count}")
    expect(page.locator("#page")).to_have_attribute("data-at", str(since(page) + 1))
    page.keyboard.press("Escape")
    expect(page.locator("#replay")).to_be_hidden()
    expect(page.locator("#page")).to_have_attribute("data-at", "")


def test_what_has_changed_is_marked_with_what_it_was_until_one_acts(two: Two) -> None:
    """Ben leaves the auction, so Ada has paid; when she acts again she has seen it."""
    ada, ben = two
    pressed(ada, "#act .menu-list .btn >> nth=0")
    pressed(ada, "#act .bid .btn")
    expect(ada.locator(".since")).to_have_count(0)
    seen(ben, 2)
    pressed(ben, "#act .decline")
    for _ in range(2):
        expect(ada.locator("#cash0")).to_have_class(re.compile("since"))
        expect(ada.locator("#cash0")).to_have_attribute("title", "Before: £750")
        expect(ada.locator("#f-bank")).to_have_attribute("title", "Before: £10,500")
        ada.reload()
    expect(ada.locator("#cash1.since")).to_have_count(0)
    pressed(ben, "#act .menu-list .btn >> nth=0")
    pressed(ben, "#act .decline")
    seen(ada, 5)
    expect(ada.locator("#since")).to_contain_text("Since your last turn: 3 actions.")
    pressed(ada, "#act .decline")
    expect(ada.locator("#page")).to_have_attribute("data-since", "")
    expect(ada.locator(".since")).to_have_count(0)
    expect(ada.locator("#cash0")).not_to_have_attribute("title", re.compile("Before"))


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    made = browser.new_context(
        base_url=server.address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="it-IT"
    )
    page = made.new_page()
    page.set_default_timeout(WAIT)
    yield page
    made.close()


def test_by_touch_in_italian(phone: Page) -> None:
    among_bots(phone, "18EU")
    expect(phone.locator("#since")).to_contain_text("Dal tuo ultimo turno:")
    phone.tap("[data-replay=start]")
    expect(phone.locator("#replay")).to_be_visible()
    phone.tap("[data-replay=pause]")
    box = phone.locator("#replay").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    phone.tap("[data-replay=end]")
    expect(phone.locator("#replay")).to_be_hidden()


def test_who_watches_or_has_just_acted_is_told_nothing(page: Page, browser: Browser, server: Server) -> None:
    among_bots(page, "18EU")
    watching = browser.new_context(base_url=server.address, locale="en-GB")
    other = watching.new_page()
    other.goto(page.url)
    expect(other.locator("#prompt")).to_be_visible()
    expect(other.locator("#since")).to_have_count(0)
    watching.close()

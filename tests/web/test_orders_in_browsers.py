"""Standing orders as one gives them: by mouse, keys and touch, in both languages and all titles; others see nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

import msgspec
from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import WAIT, Server
from tests.web.measuring import Reader
from tests.web.positions import Position
from tests.web.test_browser import number, pressed
from tests.web.test_orders import TITLES, found, rising
from tests.web.test_standing import in_stock_round
from tests.web.test_undoing import Two, seen, two
from tests.web.test_warnings import button

from stockrail.core.saving import dump
from stockrail.rules.actions import BuyShare, Pass
from stockrail.rules.game import RailGame
from stockrail.rules.harms import harms

expect.set_options(timeout=WAIT)
__all__ = ["two"]  # a fixture


@cache
def auction(title: str) -> tuple[bytes, int]:
    """A save in the middle of an auction, and the lowest bid."""
    game = found(title, rising)
    return dump(game), game.decision.least(game)


def at(page: Page, name: str, save: bytes) -> None:
    page.goto(Reader(page).address(Position(name, "orders", "first", save)))


def test_the_page_bids_for_me_while_i_wait_and_nobody_else_knows(two: Two) -> None:
    ada, ben = two
    pressed(ada, "#act .menu-list .btn >> nth=0")
    ada.click("#orders-button")
    ada.fill("#order-bid input[name=number]", "120")
    ada.click("#order-bid button:text-is('Bid for me up to this price')")
    expect(ada.locator(".band", has_text="Ada bids up to £120")).to_be_visible()
    seen(ben, 2)
    expect(ben.locator("body")).not_to_contain_text("bids up to")
    for bid in (105, 115):
        expect(ben.locator("#act .bid .btn")).to_contain_text(f"Bid £{bid} on 1")
        before = number(ben)
        ben.click("#act .bid .btn")
        seen(ben, before + 2)
    expect(ada.locator("#lines")).to_contain_text("bids £120 on 1")
    expect(ada.locator("#orders .ordered a[data-at]")).to_have_count(3)
    before = number(ben)
    ben.click("#act .bid .btn")
    seen(ben, before + 2)
    expect(ada.locator("#lines")).to_contain_text("Ben buys 1 Chemin de Fer du Nord for £125")
    ada.click("#orders-button")
    expect(ada.locator("#orders")).to_contain_text("Ended: it has been sold.")
    assert ada.locator("#orders a[data-at]").count() == 4, "three bids, and leaving"


@pytest.mark.parametrize("title", TITLES)
def test_one_leaves_auctions_that_grow_too_dear_in_every_title(page: Page, title: str) -> None:
    save, least = auction(title)
    at(page, title, save)
    before = number(page)
    page.click("#orders-button")
    page.fill("#order-bid input[name=number]", "0")
    page.locator("#order-bid button").nth(1).click()
    expect(page.locator("#page")).not_to_have_attribute("data-number", str(before))
    expect(page.locator("#lines")).to_contain_text("drops out of the auction")
    assert least > 0


def test_an_order_is_given_and_cancelled_by_keys(page: Page) -> None:
    at(page, "18EU", dump(in_stock_round()))
    page.focus("#orders-button")
    page.keyboard.press("Enter")
    page.focus("#order-refuse button >> nth=1")
    page.keyboard.press("Enter")
    band = page.locator(".band", has_text="refuses all offers for trains")
    expect(band).to_be_visible()
    expect(page.locator("#orders")).to_be_hidden()
    band.locator("button").focus()
    page.keyboard.press("Enter")
    expect(band).to_have_count(0)
    expect(page.locator("#orders")).to_contain_text("Ended: you cancelled it.")


def harmless_purchase(game: RailGame) -> str:
    """What the next player can buy without being warned."""
    twin = game.fork()
    twin.push(Pass(twin.actor or 0))
    buys = (entry for entry in twin.legal_actions() if isinstance(entry, BuyShare))
    return msgspec.json.encode(next(buy for buy in buys if not harms(twin, buy)[1])).decode()


def test_what_ends_an_order_is_said_until_it_is_read(page: Page) -> None:
    game = in_stock_round()
    at(page, "18EU", dump(game))
    page.click("#orders-button")
    page.click("#order-refuse button >> nth=1")
    expect(page.locator(".band", has_text="refuses all offers for trains")).to_be_visible()
    address = page.url
    page.click("#until summary")
    page.click("#until button:text-is('somebody moves')")
    expect(page.locator(".band", has_text="passes until somebody moves")).to_be_visible()
    expect(page.locator("#page")).to_have_attribute("data-acts", str(game.ply + 1))
    button(page, harmless_purchase(game)).click()
    ended = page.locator(".band", has_text="Ended: somebody moved.")
    expect(ended).to_be_visible()
    ended.locator("button").click()
    expect(ended).to_have_count(0)
    assert page.url == address


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
    save, _ = auction("18FB")
    at(phone, "18FB", save)
    phone.tap("#orders-button")
    box = phone.locator("#orders").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    button = phone.locator("#order-bid button").nth(0)
    expect(button).to_have_text("Offri per me fino a questo prezzo")
    size = button.bounding_box()
    assert size is not None and size["height"] >= 44
    phone.fill("#order-bid input[name=number]", "0")
    phone.locator("#order-bid button").nth(1).tap()
    expect(phone.locator("#orders")).to_contain_text("rifiuta")

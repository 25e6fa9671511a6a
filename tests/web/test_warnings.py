"""Before a blunder a word: the first press says what it costs, the second goes on; by mouse, keys, touch and form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

import msgspec
from playwright.sync_api import Browser, Page, expect
from tests.rules.test_harms import played_until
from tests.web.conftest import PAGE, TOKEN, WAIT, Server
from tests.web.measuring import Reader
from tests.web.positions import Position
from tests.web.test_browser import moved, number

from stockrail.core.saving import dump

expect.set_options(timeout=WAIT)
KINDS = {"18EU": "gives_train", "1862": "rusts", "1883": "overdue", "18FB": "gives_train"}


class Blunder(NamedTuple):
    """A position, the form that is the mistake, and how the sentence begins in English and Italian."""

    save: bytes
    action: str
    english: str
    italian: str


WORDS = {
    "gives_train": (r"gives up .* for .*; its list price is", r"cede .* per .*; il suo prezzo di listino è"),
    "rusts": (r"loses its .* to rust", r"perde .* per ruggine"),
    "overdue": (r"has until the end of this operating round", r"ha tempo fino alla fine di questo turno operativo"),
}


@cache
def blunder(title: str) -> Blunder:
    game, action, harm = played_until(title, KINDS[title])
    return Blunder(dump(game), msgspec.json.encode(action).decode(), *WORDS[harm.kind])


def opened(page: Page, title: str) -> Blunder:
    found = blunder(title)
    page.goto(Reader(page).address(Position(title, "blunder", "first", found.save)))
    return found


def button(page: Page, action: str) -> Any:
    """The button of the form that sends an action."""
    form = page.locator("#act form.do").filter(has=page.locator(f"input[name=action][value='{action}']"))
    return form.locator("button.btn").first


def warned(page: Page, words: str) -> None:
    expect(page.locator("#refusal.beware")).to_contain_text(re.compile(words))


@pytest.mark.parametrize("title", KINDS)
def test_the_first_press_says_what_it_costs_and_the_second_goes_on(page: Page, title: str) -> None:
    found = opened(page, title)
    before = number(page)
    button(page, found.action).click()
    warned(page, found.english)
    expect(page.locator("#refusal")).to_contain_text("Press again to go on.")
    assert number(page) == before
    button(page, found.action).click()
    moved(page, before)
    expect(page.locator("#refusal")).to_be_hidden()


def test_by_the_keyboard(page: Page) -> None:
    found = opened(page, "1883")
    before = number(page)
    button(page, found.action).focus()
    page.keyboard.press("Enter")
    warned(page, found.english)
    button(page, found.action).focus()
    page.keyboard.press("Enter")
    moved(page, before)


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    made = browser.new_context(
        base_url=server.address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="it-IT"
    )
    page = made.new_page()
    page.set_default_timeout(WAIT)
    yield page
    made.close()


@pytest.mark.parametrize("title", KINDS)
def test_by_touch_and_in_italian(phone: Page, title: str) -> None:
    found = opened(phone, title)
    before = number(phone)
    button(phone, found.action).tap()
    warned(phone, found.italian)
    expect(phone.locator("#refusal")).to_be_in_viewport()
    expect(phone.locator("#refusal")).to_contain_text("Premi di nuovo per procedere.")
    button(phone, found.action).tap()
    moved(phone, before)


def test_another_press_between_is_not_taken_for_the_second(page: Page) -> None:
    found = opened(page, "18EU")
    before = number(page)
    button(page, found.action).click()
    warned(page, found.english)
    page.reload()
    button(page, found.action).click()
    warned(page, found.english)
    assert number(page) == before


def test_without_scripts_a_page_asks_once_more(page: Page) -> None:
    found = opened(page, "18EU")
    request = page.request
    token = TOKEN.findall(request.get("/", headers=PAGE).text())[0]
    form: Any = {"_csrf_token": token, "expected": str(number(page)), "action": found.action}
    answer = request.post(f"{page.url}/act", form=form, headers=PAGE)
    assert answer.status == 428 and re.search(found.english, answer.text())
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', answer.text()))
    assert fields["sure"] == "yes" and fields["expected"] == form["expected"]
    answer = request.post(f"{page.url}/act", form={**form, "sure": fields["sure"]}, headers=PAGE)
    assert answer.status == 200

"""Tables and seats as people meet them in browsers: by mouse, by keyboard, live for everybody who looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import httpx
import pytest
from tests.web.conftest import TITLE, WAIT

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import expect
from tests.web.measuring import resize
from tests.web.test_browser import findings
from tests.web.test_tables import whole_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page
    from tests.web.conftest import Server

expect.set_options(timeout=WAIT)


@pytest.fixture(scope="module", autouse=True)
def warm(server: Server) -> None:
    """The first page of a new server draws every title, which a busy machine may take its time for."""
    assert httpx.get(server.address, timeout=300).status_code == 200


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
        one.wait_for_selector("body.at-table #prompt")
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


def sit(page: Page, other: Page) -> None:
    """A running game of two, each at a browser of their own."""
    invite(page, ["screen", "link"])
    other.goto(str(page.get_attribute("#g1 [data-copy]", "data-copy")))
    other.fill("[name=name]", "Ben")
    other.click("main button.primary")
    other.wait_for_url("**/game/*")
    page.click("text=Start the game")
    for one in (page, other):
        one.wait_for_selector("body.at-table #prompt")


def seating(page: Page) -> None:
    page.click("[popovertarget=menu]")
    page.click("#menu [popovertarget=seats]")
    expect(page.locator("#seats")).to_be_visible()


def test_a_player_lets_a_bot_play_and_takes_the_seat_back(page: Page, other: Page) -> None:
    sit(page, other)
    seating(other)
    other.click("#sure-replace1 > summary")
    expect(other.locator("#sure-replace1 p")).to_contain_text("until you take the seat back")
    other.click("#sure-replace1 .grave")
    expect(other.locator("#away1")).to_contain_text("A bot plays for Ben")
    expect(page.locator("#lines")).to_contain_text("Ben lets a bot play for a while")
    expect(page.locator("#ledger .robot")).to_have_text("Ben")
    other.keyboard.press("Escape")
    other.click("#away1 .btn")
    expect(other.locator("#away1")).to_have_count(0)
    expect(page.locator("#lines")).to_contain_text("Ben plays again")
    expect(page.locator("#ledger .robot")).to_have_count(0)


def test_a_refusal_is_said_where_the_button_is(page: Page, other: Page) -> None:
    sit(page, other)
    seating(other)
    other.locator("#sure-replace0 > summary").focus()
    other.keyboard.press("Enter")
    other.keyboard.press("Tab")
    other.keyboard.press("Enter")
    expect(other.locator("#seats-refusal")).to_contain_text("less than 10 minutes")
    expect(other.locator("#seats")).to_be_visible()


def test_a_seat_is_handed_over(page: Page, other: Page, browser: Browser, server: Server) -> None:
    sit(page, other)
    seating(other)
    other.click("#seat-1 button:text-is('Hand over by link')")
    link = other.get_attribute("#seat-1 [data-copy]", "data-copy")
    eve = browser.new_context(base_url=server.address, locale="en-GB").new_page()
    eve.set_default_timeout(WAIT)
    eve.goto(str(link))
    eve.fill("[name=name]", "Eve")
    eve.click("main button.primary")
    eve.wait_for_url("**/game/*")
    expect(page.locator("#lines")).to_contain_text("Eve takes over the seat of Ben")
    expect(page.locator("#ledger thead")).to_contain_text("Eve")
    expect(other.locator("#seat-1 [data-copy]")).to_have_count(0)
    eve.context.close()


def test_a_spectator_is_shown_the_door_and_let_in_again(page: Page, other: Page) -> None:
    page.goto("/")
    page.fill("[name=name0]", "Ada")
    page.click("#newgame [name=bots]")
    page.wait_for_url("**/game/*")
    other.goto(page.url)
    expect(other.locator("#prompt")).to_be_visible()
    seating(page)
    page.click("text=Shut spectators out")
    expect(other.locator("main")).to_contain_text("shut spectators out")
    page.click("text=Let spectators watch again")
    expect(page.locator("#seats")).to_contain_text("Shut spectators out")
    other.goto(page.url)
    expect(other.locator("#prompt")).to_be_visible()


SIDEWAYS = """(parts) => [document.documentElement, ...document.querySelectorAll(parts)]
  .some((part) => part.scrollWidth > part.clientWidth + 1)"""


def too_wide(page: Page) -> list[int]:
    """The widths at which something has to be scrolled sideways."""
    found = []
    for width in (360, 768, 1024, 1366, 1920):
        resize(page, width, 800)
        if page.evaluate(SIDEWAYS, ".gather .card, #seats, main.plain"):
            found.append(width)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_tables_are_wide_enough_and_for_everybody(
    browser: Browser, server: Server, scheme: Literal["light", "dark"]
) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    context = browser.new_context(base_url=server.address, color_scheme=scheme, locale="it-IT", bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(WAIT)
    invite(page, ["screen", "link", "open"])
    page.click("#sure-remove > summary")
    assert (findings(page), too_wide(page)) == ([], [])
    page.click(".starts .btn >> nth=0")
    page.wait_for_selector("body.at-table #prompt")
    page.evaluate("document.getElementById('seats').showPopover()")
    page.evaluate("for (const box of document.querySelectorAll('.sure')) box.open = true")
    assert (findings(page), too_wide(page)) == ([], [])
    page.click("#seats form[action$='/archive'] button")
    page.wait_for_url(server.address + "/")
    page.goto("/shelf")
    assert (findings(page), too_wide(page)) == ([], [])
    context.close()


def test_the_same_people_play_again(page: Page) -> None:
    page.goto("/")
    file: Any = {"name": "game.json", "mimeType": "application/json", "buffer": whole_game()}
    token = page.get_attribute("meta[name=csrf]", "content")
    fields: Any = {"_csrf_token": token, "file": file}
    answer = page.request.post("/import", multipart=fields, headers={"accept": "application/json"})
    old = answer.json()["to"]
    page.goto(old)
    page.click("#rematch .btn")
    page.wait_for_url(lambda url: "/game/" in url and not url.endswith(old))
    expect(page.locator("#page")).to_have_attribute("data-mine", "yes")
    page.goto(old)
    expect(page.locator("#rematch")).to_contain_text("There is a rematch")

"""The frame of the table in a real browser: the window on the map, what is pointed at, what is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.conftest import WAIT, Server
from tests.web.measuring import Reader, resize
from tests.web.positions import Position, kind

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.rules.game import RailGame
from stockrail.titles import all_titles

NAMES = ["Ada", "Ben", "Cy", "Dee"]
BOX = "document.querySelector('#vmap > svg').getAttribute('viewBox')"
PLACE = "['#stage', '#vmap'].map((part) => JSON.stringify(document.querySelector(part).getBoundingClientRect()))"
# How large the names of cities are drawn beside their hexes: 1 as printed.
LETTERING = """(() => {
  const names = [...document.querySelectorAll("#names .lb.name:not(.town)")];
  return Math.max(...names.map((one) => one.getScreenCTM().a)) / document.querySelector("#vmap > svg").getScreenCTM().a;
})()"""
ONE_MORE = "(icons => icons.prepend(icons.firstElementChild.cloneNode(true)))(document.querySelector('#top .icons'))"
RIMS = "['top', 'bottom', 'left', 'right'].map((side) => document.querySelector(`.rim.${side}`).innerText)"
# The hex nearest to the middle of the map among those that can be chosen, or that cannot.
NEAREST = """(closed) => {
  const middle = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const here = middle(document.querySelector("#vmap"));
  const far = (hit) => Math.hypot(...middle(hit).map((value, n) => value - here[n]));
  const isClosed = (hit) => hit.getAttribute("role") !== "button";
  const all = [...document.querySelectorAll("#hits > *")].filter((hit) => isClosed(hit) === closed);
  return all.sort((a, b) => far(a) - far(b))[0].id;
}"""


@cache
def played(title: str, wanted: Callable[[RailGame], bool], players: int = 4) -> Position:
    """The first position in the game of a random player that is wanted."""
    game, bot = stockrail.new(title, NAMES[:players], seed=5), RandomBot(5)
    while not wanted(game):
        game.push(bot.choose(game))
    return Position(title, kind(game), str(len(game.actions)), dump(game))


def laying(game: RailGame) -> bool:
    return len(game.actions) > 250 and kind(game) == "lay-track" and len(list(game.legal_actions())) > 3


def bidding(game: RailGame) -> bool:
    return kind(game) == "charter-auction"


def operating(game: RailGame) -> bool:
    return kind(game) == "lay-track"


def seated(page: Page, position: Position) -> str:
    """A table at which the reader has all seats, opened."""
    path = Reader(page).address(position)
    page.emulate_media(reduced_motion="reduce")  # the map does not glide
    page.goto(path)
    return path


def shows(page: Page, box: str) -> None:
    expect(page.locator("#vmap > svg")).to_have_attribute("viewBox", box)


# -- the window on the map ------------------------------------------------------------------------------------------


def test_scale_and_place_of_the_map_are_kept_in_the_address_and_by_the_browser(page: Page) -> None:
    path = seated(page, played("18EU", laying))
    opening = page.evaluate(BOX)
    page.click("[data-zoom=in]")
    page.wait_for_url("**map=*")
    own = page.evaluate(BOX)
    assert own != opening
    page.reload()
    shows(page, own)
    page.goto(path)  # the browser remembers it
    shows(page, own)
    page.click("[data-zoom=here]")
    shows(page, opening)
    page.goto(path)
    shows(page, opening)
    page.click("[data-zoom=whole]")
    page.wait_for_url("**map=whole*")


def test_names_shrink_less_than_their_hexes(page: Page) -> None:
    seated(page, played("18EU", laying))
    opening = page.evaluate(LETTERING)
    for _ in range(3):
        page.click("[data-zoom=in]")
    assert page.evaluate(LETTERING) == pytest.approx(1, abs=0.01)
    page.click("[data-zoom=whole]")
    assert 1.2 < opening < page.evaluate(LETTERING)


def test_the_map_fills_the_page_and_question_and_log_stay_as_a_line(page: Page) -> None:
    seated(page, played("18EU", laying))
    page.click("[data-zoom=fill]")
    expect(page.locator("body[data-fill]")).to_be_attached()
    boxes = {part: page.locator(f"#{part}").bounding_box() for part in ("stage", "act", "log")}
    assert boxes["stage"] and boxes["stage"]["width"] > 1400 and boxes["stage"]["height"] > 740
    assert all(box and box["height"] <= 48 for part, box in boxes.items() if part != "stage")
    expect(page.locator("#prompt")).to_be_in_viewport()
    page.reload()
    expect(page.locator("body[data-fill]")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator("body[data-fill]")).not_to_be_attached()


def test_the_map_stays_where_it_is_when_text_beside_it_grows(page: Page) -> None:
    seated(page, played("18EU", laying))
    place, box, high = page.evaluate(PLACE), page.evaluate(BOX), page.locator("#act").bounding_box()
    hex_ = page.evaluate(NEAREST, False)
    page.locator(f"#{hex_}").click()
    expect(page.locator("#tiles")).to_be_visible()
    grown = page.locator("#act").bounding_box()
    assert high and grown and grown["height"] > high["height"]
    assert (page.evaluate(PLACE), page.evaluate(BOX)) == (place, box)


def test_a_name_that_is_left_out_comes_back_on_pointing_and_all_while_alt_is_held(page: Page) -> None:
    seated(page, played("18EU", laying))
    resize(page, 1024, 768)
    page.click("[data-zoom=whole]")
    assert page.locator("#names .lb").locator("visible=true").count() == 0
    page.locator("#xK14").hover()
    expect(page.locator("#plates .here")).to_contain_text("Vienna")
    assert page.locator("#plates span").count() == 1
    page.keyboard.down("Alt")
    expect(page.locator("#plates span", has_text="Budapest")).to_be_visible()
    page.keyboard.up("Alt")
    expect(page.locator("#plates span")).to_have_count(1)


def test_coordinates_stand_on_all_four_rims_and_follow_the_map(page: Page) -> None:
    seated(page, played("18EU", laying))
    top, bottom, left, right = page.evaluate(RIMS)
    assert top == bottom and re.fullmatch(r"[A-Z\s]+", top)
    assert left == right and re.fullmatch(r"[0-9\s]+", left)
    middle = page.locator("#vmap").bounding_box()
    assert middle
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 200, y + 200, steps=4)
    page.mouse.up()
    moved = page.evaluate(RIMS)
    assert moved[0] != top or moved[2] != left


# -- point at anything ----------------------------------------------------------------------------------------------


def things(page: Page) -> Iterator[tuple[str, Locator]]:
    """One of each kind that can be looked at."""
    page.locator("#v-both").check(force=True)
    yield "hex", page.locator(f"#{page.evaluate(NEAREST, True)}")
    yield "cell", page.locator("#vmarket [data-inspect][role=button]").first
    yield "train", page.locator("#depot [data-inspect]").first
    yield "train", page.locator("#ledger tr[id^=s-] .tr").first
    yield "share", page.locator("#ledger [data-inspect^='share:']").first
    yield "player", page.locator("#ledger .name").first
    yield "company", page.locator("#ledger tr[id^=s-] .chipb").first


def is_told(page: Page, kind_: str) -> None:
    """The inspector is open, in four parts; then it is closed."""
    page.wait_for_url(re.compile(rf"look={kind_}%3A"))
    expect(page.locator("#inspector h3")).to_be_visible()
    expect(page.locator("#inspector > .what p").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#inspector")).to_be_hidden()


def by_key(thing: Locator) -> None:
    thing.focus()
    thing.press("i")


@pytest.mark.parametrize("how", [Locator.click, by_key], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("when", ["", "?at=240"], ids=["now", "in history"])
def test_anything_can_be_looked_at(page: Page, how: Callable[[Locator], None], when: str) -> None:
    path = seated(page, played("18EU", laying))
    if when:
        page.goto(path + when)
    for kind_, thing in things(page):
        if kind_ == "hex" and how is Locator.click and not when:
            continue  # while a hex is to be chosen, a click on a closed one asks why it is closed
        how(thing)
        is_told(page, kind_)


def test_a_spectator_can_look_at_anything(page: Page, browser: Browser, server: Server) -> None:
    path = seated(page, played("18EU", laying))
    stranger = browser.new_page(base_url=server.address, viewport={"width": 1440, "height": 900})
    stranger.set_default_timeout(WAIT)
    stranger.goto(path)
    for kind_, thing in things(stranger):
        thing.click()
        is_told(stranger, kind_)
    stranger.close()


def test_a_key_looks_at_what_is_under_the_pointer(page: Page) -> None:
    seated(page, played("18EU", laying))
    hex_ = page.evaluate(NEAREST, False)  # a click would choose it
    page.locator(f"#{hex_}").hover()
    page.keyboard.press("i")
    page.wait_for_url(f"**look=hex%3A{hex_[1:]}")


def test_arrows_lead_from_sign_to_share_to_train_in_the_ledger(page: Page) -> None:
    seated(page, played("18EU", laying))
    page.locator("#ledger tr[id^=s-] .chipb").first.focus()
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.dataset.inspect"))
    assert seen[0].startswith("share:") and seen[-1].startswith("train:")
    page.keyboard.press("Enter")
    page.wait_for_url("**look=train*")
    assert "at=" not in page.url


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    made = browser.new_context(
        base_url=server.address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    opened = made.new_page()
    opened.set_default_timeout(WAIT)
    yield opened
    made.close()


def test_a_finger_can_look_at_anything(phone: Page) -> None:
    path = seated(phone, played("18EU", laying))
    parts = {"ledger": ("share", "train", "player", "company"), "market": ("cell",), "more": ("train",)}
    for part, kinds in parts.items():
        place = {"ledger": "#ledger", "market": "#vmarket", "more": "#depot"}[part]
        for kind_ in kinds:
            phone.goto("about:blank")
            phone.goto(f"{path}#{part}")
            phone.locator(f"{place} [data-inspect^='{kind_}:']").locator("visible=true").first.tap()
            expect(phone.locator("#inspector h3")).to_be_in_viewport()
            phone.locator("[data-close-inspector]").tap()
            expect(phone.locator("#inspector")).to_be_hidden()


def test_a_closed_hex_gives_its_reason_under_the_thumb(phone: Page) -> None:
    seated(phone, played("18EU", laying))
    phone.locator(f"#{phone.evaluate(NEAREST, True)}").tap()
    reason = phone.locator("#act .closed")
    expect(reason).to_be_in_viewport(ratio=1)
    box = reason.bounding_box()
    assert box and box["y"] > 740 / 2
    expect(phone.locator("#inspector")).to_be_hidden()


def test_a_round_with_a_long_name_leaves_the_menu_in_the_window(phone: Page) -> None:
    """As in an auction of cards; a bot at the table adds a button to the head."""
    seated(phone, played("18EU", laying))
    phone.evaluate("document.getElementById('f-round').textContent = 'The political round'")
    phone.evaluate(ONE_MORE)
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    expect(phone.locator("#top [popovertarget=menu]")).to_be_in_viewport(ratio=1)


def test_a_phone_names_no_keys(phone: Page) -> None:
    path = seated(phone, played("18EU", laying))
    for part in ("map", "ledger", "market", "log", "more"):
        phone.goto(f"{path}#{part}")
        assert phone.locator("kbd, [data-keys], [popovertarget=help]").locator("visible=true").count() == 0, part


# -- companies that are named ---------------------------------------------------------------------------------------


def lit(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all("#homes .lit", "all => all.map((one) => one.dataset.company)")
    return found


def test_the_home_of_a_company_lights_up_when_it_is_named(page: Page) -> None:
    seated(page, played("1862", operating))
    assert lit(page) == []
    chip = page.locator("#unst .chipb").first
    company = chip.get_attribute("data-company")
    chip.hover()
    assert lit(page) == [company]
    expect(page.locator("#pointing")).to_contain_text("home")
    page.mouse.move(5, 5)
    assert lit(page) == []


def test_a_charter_under_a_finger_brings_its_home_into_sight(phone: Page) -> None:
    seated(phone, played("1862", lambda game: kind(game) == "open-auction"))
    for card in phone.locator(".lots label").all()[:3]:
        card.tap()
        company = card.get_attribute("data-company")
        assert lit(phone) == [company]
        expect(phone.locator(f"#homes [data-company='{company}']")).to_be_in_viewport()


def test_in_an_auction_the_home_of_what_is_offered_is_lit(page: Page) -> None:
    seated(page, played("1862", bidding))
    assert lit(page) == [page.locator("#lot").get_attribute("data-company")]


def test_the_home_of_a_company_that_can_be_chosen_lights_up_with_its_button(page: Page) -> None:
    seated(page, played("18EU", lambda game: kind(game) == "select-minor"))
    choice = page.locator("#act form[data-company]").nth(1)
    choice.locator("button").focus()
    assert lit(page) == [choice.get_attribute("data-company")]


# -- what only some titles have -------------------------------------------------------------------------------------


def test_charters_are_offered_by_their_whole_names(page: Page) -> None:
    seated(page, played("1862", lambda game: kind(game) == "open-auction"))
    names = {company.name for company in all_titles()["1862"].companies.values()}
    offered = page.locator(".lots label b").all_inner_texts()
    assert offered and set(offered) <= names
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.eval_on_selector_all(".lots b", cut) == []


def test_trains_are_called_what_they_will_be_for_the_company_in_turn(page: Page) -> None:
    seated(page, played("1862", operating))
    forms = page.locator("#depot li b").first.inner_text()
    assert re.fullmatch(r"\d\S*[FLE]( \S+[FLE])*", forms)


def warranted(game: Any) -> bool:
    return any(game.state.warranties.by_key().values()) if hasattr(game.state, "warranties") else False


def test_warranties_are_explained_with_the_company_that_has_one(page: Page) -> None:
    seated(page, played("1862", warranted))
    train = page.locator("#ledger .tr", has_text="*").locator("visible=true").first
    sign = train.locator("xpath=ancestor::tr").locator(".chipb")
    sign.click()
    expect(page.locator("#inspector")).to_contain_text("A star on a train is a warranty")


def test_rulings_show_their_default_where_they_are_chosen_and_where_they_hold(page: Page) -> None:
    path = seated(page, played("18EU", laying))
    page.goto(f"{path}/rules")
    rulings = page.locator(".rulings dt").count()
    assert rulings and page.locator(".rulings li", has_text="(default)").count() == rulings
    page.goto("/")
    assert page.locator("option", has_text="(default)").count() >= rulings


# -- the log --------------------------------------------------------------------------------------------------------


def test_the_log_of_one_player_holds_what_they_did(page: Page) -> None:
    seated(page, played("18EU", laying))
    before = page.locator("#log-latest li").count()
    page.locator("#log-choice").select_option(label="Ben")
    page.wait_for_url("**log=*")
    expect(page.locator("#filtered")).to_have_text("Ben")
    turns = page.locator("#log-latest > li:not(.round, .phase, .empty)")
    assert before and turns.count()

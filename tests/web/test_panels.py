"""The action panel in a real browser, at decisions that come late in a game or seldom: random games lead to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import WAIT, Server
from tests.web.test_browser import findings, moved, number, pressed

from stockrail.bots import RandomBot
from stockrail.core import Action, ActionRange
from stockrail.core.saving import dump
from stockrail.rules.actions import BuyTrain, GoBankrupt, IssueShares, LayTile, RedeemShares
from stockrail.rules.game import RailGame
from stockrail.titles import all_titles
from stockrail.titles.g18eu.actions import CloseMinor, Exchange

expect.set_options(timeout=WAIT)
Wanted = Callable[[RailGame, list[Any]], bool]
LIMIT = 1500
SEEDS = 40


def bare(menu: list[Any]) -> list[Action]:
    return [entry.action if isinstance(entry, ActionRange) else entry for entry in menu]


def offers(*kinds: type[Action]) -> Wanted:
    """All of these kinds of action are on the menu."""
    return lambda game, menu: all(any(isinstance(action, kind) for action in bare(menu)) for kind in kinds)


def asks(name: str) -> Wanted:
    return lambda game, menu: type(game.decision).__name__ == name


def played(title: str, players: int, seed: int, wanted: Wanted) -> RailGame:
    """A game that random players have brought to the decision wanted: the first of several seeds that leads there."""
    for tried in range(seed, seed + SEEDS):
        game = RailGame(all_titles()[title], ["Ada", "Ben", "Cy", "Dee"][:players], seed=tried)
        bot = RandomBot(tried)
        while not game.is_over and len(game.actions) < LIMIT:
            if wanted(game, game.legal_actions()):
                return game
            game.push(bot.choose(game))
    raise AssertionError(f"none of {SEEDS} games led there")


def shown(page: Page, game: RailGame) -> None:
    """The game as a table of which all seats are mine."""
    page.goto("/account")
    token = page.get_attribute("meta[name=csrf]", "content") or ""
    file = {"name": "game.json", "mimeType": "application/json", "buffer": dump(game)}
    form: dict[str, Any] = {"_csrf_token": token, "file": file}
    answer = page.request.post("/import", multipart=form, headers={"accept": "application/json"})
    assert answer.ok, answer.text()
    page.goto(f"/game/{answer.json()['id']}")


@pytest.fixture(autouse=True)
def one_loud_button(page: Page) -> Any:
    """Whatever is shown at the end: at most one button of the panel is the loud one."""
    yield
    assert page.locator("#act .btn.primary:visible").count() <= 1


# What is neither loud nor declines: in the list, or beside the button that declines.
CHOICES = "#act :is(.menu-list li, #go) > form > .btn:not(.decline)"

# -- 18EU ---------------------------------------------------------------------------------------------------------


def test_bankruptcy_is_the_last_and_a_quiet_button(page: Page) -> None:
    game = played("18EU", 3, 7, offers(GoBankrupt))
    shown(page, game)
    need = page.locator("#need")
    expect(need).to_contain_text("must own a train")
    expect(need).to_contain_text("adds from cash")
    expect(need).to_contain_text("To raise by selling shares")
    expect(page.locator("#act .menu-list .btn").last).to_have_class("btn grave")
    page.click("#act .btn.grave")
    expect(page.locator("#refusal")).to_be_visible()  # it is warned of first
    pressed(page, "#act .btn.grave")
    expect(page.locator("#lines")).to_contain_text("goes bankrupt")


def test_the_final_exchange_shows_what_a_minor_has(page: Page) -> None:
    game = played(
        "18EU", 2, 3, lambda game, menu: asks("Dispose")(game, menu) and offers(Exchange, CloseMinor)(game, menu)
    )
    shown(page, game)
    expect(page.locator("#prompt")).to_have_text("Merge or close one minor")
    first = page.locator("#act .menu-list li").first
    expect(first).to_contain_text("Exchange minor")
    expect(first.locator(".small").first).to_contain_text("£")
    pressed(page, "#act .menu-list .btn >> nth=0")
    expect(page.locator("#lines")).to_contain_text("exchanges minor")


def test_equal_trains_are_one_choice(page: Page) -> None:
    def wanted(game: RailGame, menu: list[Any]) -> bool:
        return asks("Discard")(game, menu) and len(menu) > len({game.title.train_name(game, e.train) for e in menu})

    game = played("18EU", 4, 4, wanted)
    menu: list[Any] = list(game.legal_actions())
    shown(page, game)
    kinds = {game.title.train_name(game, entry.train) for entry in menu}
    expect(page.locator(CHOICES)).to_have_count(len(kinds))
    pressed(page, f"{CHOICES} >> nth=0")
    expect(page.locator("#lines")).to_contain_text("discards")


def test_consent_names_the_company_and_the_hex(page: Page) -> None:
    game = played("18EU", 3, 8, asks("Consent"))
    lay = game.decision.lay  # type: ignore[union-attr]
    shown(page, game)
    expect(page.locator("#act .matter")).to_contain_text(f"to lay {lay.tile} in")
    expect(page.locator("#act .btn.primary")).to_have_count(0)
    expect(page.locator(CHOICES)).to_contain_text("Allow")
    pressed(page, CHOICES)
    expect(page.locator("#lines")).to_contain_text("allows the tile")


def test_enter_sells_no_train_and_the_key_for_passing_declines(page: Page) -> None:
    game = played("18EU", 3, 8, asks("TrainOffer"))
    shown(page, game)
    expect(page.locator(CHOICES)).to_contain_text("Sell")
    expect(page.locator("#act .decline")).to_contain_text("Keep")
    before = number(page)
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    page.keyboard.press("s")
    moved(page, before)
    assert number(page) == before + 1
    expect(page.locator("#lines")).to_contain_text("declines")


def test_a_dividend_is_chosen_by_a_press(page: Page) -> None:
    def wanted(game: RailGame, menu: list[Any]) -> bool:
        return asks("RunStep")(game, menu) and game.title.companies[menu[0].company].kind == "major" and menu[0].runs

    shown(page, played("18EU", 2, 0, wanted))
    expect(page.locator("#proof")).to_contain_text("Proven best")
    half = page.locator("#pays .btn").nth(1)
    expect(half).to_contain_text("Pay £")
    before = number(page)
    half.click()
    moved(page, before)
    expect(page.locator("#lines")).to_contain_text("pays half of")


def test_own_shares_are_sold_in_one_row_and_bought_back_in_another(page: Page) -> None:
    shown(page, played("18EU", 2, 0, offers(IssueShares, RedeemShares)))
    expect(page.locator(".deal tbody tr")).to_have_count(2)
    expect(page.locator(".deal tbody tr").first).to_contain_text("Sell from the treasury")
    row = page.locator(".deal tbody tr").last
    expect(row).to_contain_text("Buy back from the pool")
    row.locator("[data-block-step='1']").click()
    expect(page.locator(".block:visible")).to_contain_text("pays £")
    pressed(page, ".block:visible .primary")
    expect(page.locator("#lines")).to_contain_text("buys back 1 share from the pool")


# -- 1862 ---------------------------------------------------------------------------------------------------------


def test_charters_are_a_list_with_one_bid(page: Page) -> None:
    game = played("1862", 3, 1, asks("OpenAuction"))
    shown(page, game)
    lots = page.locator("#picker .lots label")
    lots.nth(2).click()
    page.click("#go [data-step='1']")
    name = lots.nth(2).locator("b").inner_text()
    expect(page.locator("#go .primary")).to_contain_text("Bid £5 on")
    expect(page.locator("#go .primary")).to_contain_text(name)
    pressed(page, "#go .primary")
    expect(page.locator("#lot")).to_contain_text(name)
    expect(page.locator("#lot")).to_contain_text("£5 by")
    expect(page.locator("#lot")).to_contain_text("Still in")
    expect(page.locator("#act input[name=value]")).to_have_value("10")


def test_a_run_of_several_kinds_of_trains(page: Page) -> None:
    def wanted(game: RailGame, menu: list[Any]) -> bool:
        runs = menu[0].runs if asks("RunStep")(game, menu) else ()
        return len({game.state.form[run.train] for run in runs}) > 1  # type: ignore[attr-defined]

    game = played("1862", 2, 3, wanted)
    run: Any = game.legal_actions()[0]
    shown(page, game)
    expect(page.locator("#runs .run")).to_have_count(len(run.runs))
    expect(page.locator("#act .total")).to_contain_text("£")
    pressed(page, "#go .primary")
    expect(page.locator("#lines")).to_contain_text("runs its")


def test_a_train_with_a_warranty_costs_the_whole_price(page: Page) -> None:
    def wanted(game: RailGame, menu: list[Any]) -> bool:
        return any(isinstance(entry, ActionRange) and entry.field == "warranties" for entry in menu)

    game = played("1862", 2, 4, wanted)
    entry: Any = next(e for e in game.legal_actions() if isinstance(e, ActionRange) and isinstance(e.action, BuyTrain))
    shown(page, game)
    row = page.locator(".shop li").first
    expect(row).to_contain_text(entry.action.form)
    expect(row).to_contain_text("Warranties")
    row.locator("[data-step='1']").click()
    expect(row.locator(".btn")).to_have_text(f"Buy for £{entry.action.price + 50}")
    before = number(page)
    row.locator(".btn").click()
    moved(page, before)
    expect(page.locator("#lines")).to_contain_text("pays £50 for 1 warranty")


def test_a_merger_offer_says_who_asks_for_what(page: Page) -> None:
    game = played("1862", 2, 6, asks("MergerOffer"))
    merger = game.decision.merger  # type: ignore[union-attr]
    shown(page, game)
    matter = page.locator("#act .matter")
    expect(matter).to_contain_text("proposes to merge")
    for company in (merger.company, merger.other):
        expect(matter).to_contain_text(company)
    expect(matter).to_contain_text("per share")
    expect(page.locator("#act .btn.primary")).to_have_count(0)
    pressed(page, CHOICES)
    expect(page.locator("#lines")).to_contain_text("merges into")


def test_a_small_station_is_added_to_a_tile(page: Page) -> None:
    def marks(game: RailGame, menu: list[Any]) -> list[LayTile]:
        tiles, laid = game.title.board.tiles, game.state.laid
        found = [entry for entry in menu if isinstance(entry, LayTile) and entry.hex in laid]
        return [entry for entry in found if tiles[laid[entry.hex][0]].base == tiles[entry.tile].base]

    game = played("1862", 2, 2, lambda game, menu: bool(marks(game, menu)))
    lay = marks(game, list(game.legal_actions()))[0]
    shown(page, game)
    page.locator(f"#x{lay.hex}").dispatch_event("click")
    page.check(f"#tiles input[data-lay='{lay.tile}.{lay.rotation}']", force=True)
    expect(page.locator("#go .primary")).to_contain_text("Add a small station in")
    pressed(page, "#go .primary")
    expect(page.locator("#lines")).to_contain_text("adds a small station")


# -- all panels ---------------------------------------------------------------------------------------------------


def test_a_refusal_stands_under_the_buttons_with_its_rule(page: Page) -> None:
    game = played("18EU", 3, 7, offers(GoBankrupt))
    shown(page, game)
    step: Any = game.decision
    forged = msgspec.json.encode(BuyTrain(step.actor(game), step.company, "8-0", 0)).decode()
    form = page.locator("#act form.do:has(.grave)")
    form.locator("[name=action]").evaluate("(field, value) => { field.value = value; }", forged)
    form.locator(".btn").click()
    refusal = page.locator("#refusal")
    expect(refusal).to_be_visible()
    expect(refusal.locator(".rule")).to_contain_text("18EU")
    expect(page.locator("#act.sending")).to_have_count(0)
    assert refusal.bounding_box()["y"] > form.bounding_box()["y"]  # type: ignore[index]
    refusal.locator(".rule").click()
    expect(page.locator("#rulebox")).to_be_visible()


def test_while_an_action_is_on_its_way_the_button_says_so(page: Page) -> None:
    shown(page, played("1862", 2, 4, offers(BuyTrain)))
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")
    button = page.locator(".shop .btn").first
    button.click()
    expect(button).to_have_text("Buying…")
    expect(page.locator("#act")).to_contain_class("sending")


def test_axe_finds_nothing_serious_in_the_panels(browser: Browser, server: Server, page: Page) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    for scheme in ("light", "dark"):
        context = browser.new_context(base_url=server.address, color_scheme=scheme, locale="en-GB", bypass_csp=True)
        there = context.new_page()
        for game in (played("18EU", 3, 7, offers(GoBankrupt)), played("1862", 3, 1, asks("OpenAuction"))):
            shown(there, game)
            assert findings(there) == []
        context.close()

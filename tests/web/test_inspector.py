"""The inspector: all that can be named is told in both languages, at any moment, by mouse, touch and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import mini
from tests.web.conftest import JSON, PAGE, Server, Visitor

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.files import load_bytes
from stockrail.rules.game import RailGame
from stockrail.testing import Position
from stockrail.titles import add, remove
from stockrail.web.views.inspecting import at_rest, inspected
from stockrail.web.views.inspecting.trying import effect, lays_for, paid_prices, sold_prices
from stockrail.web.views.voice import Voice

NOTHING = (
    "", "hex:", "hex:ZZ99", "train:99", "company:", "cell:99.0", "cell:a.b", "cell:1", "player:7", "player:-1",
    "share:NS.9", "share:1.0", "share:NS", "tile:x", "card:x", "door:1", "NS",
)  # fmt: skip
LOOKS = 10  # moments of a game


def addresses(game: RailGame) -> Iterator[str]:
    """Everything in a game that has a name."""
    title, seats = game.title, range(len(game.players))
    yield from (f"hex:{name}" for name in title.board.hexes)
    yield from (f"tile:{name}" for name in title.board.tiles)
    yield from (f"train:{name}" for name in title.train_types)
    yield from (f"company:{name}" for name in title.companies)
    yield from (f"cell:{row}.{column}" for row, column in title.grid.prices)
    yield from (f"player:{seat}" for seat in seats)
    for company in title.with_shares:
        yield from (f"share:{company}.{place}" for place in (*seats, "pool", "ipo", "treasury"))


@pytest.fixture(autouse=True)
def found() -> Iterator[None]:
    add(mini.TITLE)
    yield
    remove(mini.TITLE.name)


@pytest.mark.parametrize(("title", "players", "actions"), [("Mini", 2, 120), ("18EU", 4, 700), ("1862", 3, 600)])
def test_everything_that_has_a_name_is_told_at_any_moment_of_a_game(title: str, players: int, actions: int) -> None:
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy", "Dee"][:players], seed=5), RandomBot(5)
    for number in range(actions):
        if number % (actions // LOOKS) == 0:
            everything_is_told(game)
        if game.is_over:
            break
        game.push(bot.choose(game))
    everything_is_told(game)


def everything_is_told(game: RailGame) -> None:
    before = dump(game)
    for language in ("en", "it"):
        voice = Voice(game, language)
        for address in (*addresses(game), at_rest(game)):
            thing = inspected(game, voice, address)
            assert thing is not None and thing.name and thing.picture, address
            assert thing.of == address
    assert dump(game) == before  # all trying is done on copies


def test_what_has_no_name_in_the_game_is_not_told() -> None:
    game = stockrail.new("18EU", ["Ada", "Ben"], seed=1)
    for address in NOTHING:
        assert inspected(game, Voice(game, "en"), address) is None, address


def test_a_hex_tells_what_a_line_pays_at_its_sides() -> None:
    game = stockrail.new("18FB", ["Ada", "Ben", "Cy"], seed=1)
    told = inspected(game, Voice(game, "en"), "hex:J41")
    assert told is not None
    [text] = [str(each.text) for each in told.what if each.label == "A line pays"]
    cheap, dear, closed = text.split("; ")
    assert "D10" in cheap and "D60" in dear and "no way to" in closed
    assert [part.count("hex:") for part in (cheap, dear, closed)] == [1, 3, 2]


# -- by request -----------------------------------------------------------------------------------------------------


def imported(visitor: Visitor, save: bytes) -> str:
    fields = {"_csrf_token": visitor.token, "name": "Look"}
    made = visitor.client.post("/import", data=fields, files={"file": save}, headers=JSON)
    return str(made.json()["id"])


def operating(title: str, players: int = 3) -> bytes:
    """A game in the middle of operating rounds."""
    game, bot = stockrail.new(title, ["Ada", "Ben", "Cy"][:players], seed=5), RandomBot(5)
    for _ in range(250):
        game.push(bot.choose(game))
    return dump(game)


@pytest.mark.parametrize("title", ["18EU", "1862"])
def test_a_thing_is_a_fragment_in_four_parts_now_and_in_the_past(visitor: Visitor, title: str) -> None:
    table, game = imported(visitor, operating(title)), load_bytes(operating(title))
    kinds = {address.partition(":")[0]: address for address in addresses(game)}
    for address in ("", *kinds.values()):
        for at in ("", "10"):
            answer = visitor.client.get(f"/game/{table}/inspect", params={"of": address, "at": at}, headers=PAGE)
            assert answer.status_code == 200, (address, answer.text)
            parts = [answer.text.index(f'class="{part}"') for part in ("pic", "what", "can", "who")]
            assert parts == sorted(parts)


def test_a_bad_address_is_answered_with_a_sentence(visitor: Visitor) -> None:
    table = visitor.new_game("screen", "screen")
    for path in (
        "inspect?of=hex:ZZ99",
        "inspect?of=nonsense",
        "inspect/run?company=XYZ",
        "inspect/run?company=NS&hex=A1",
    ):
        answer = visitor.client.get(f"/game/{table}/{path}", headers=JSON)
        assert answer.status_code == 404, path
        assert answer.json()["detail"] == "there is no such thing in this game"


def test_odd_ways_to_ask_are_not_remembered(visitor: Visitor) -> None:
    table = visitor.new_game("screen", "screen")
    hall = visitor.client.app.state["services"].hall
    for odd in ("cell:0.0", "cell:00.0", "cell:0.00", "player:\u0660"):
        assert visitor.get(f"/game/{table}/inspect?of={odd}&lay=9.nonsense").status_code == 200
    live = visitor.client.blocking_portal.call(hall.game, table)
    assert [name for kind, name in live.memo if kind == "inspect"] == ["cell:0.0  [0, 1] en"]


def test_what_a_run_would_earn_is_reckoned_afterwards(visitor: Visitor) -> None:
    game = load_bytes(operating("18EU"))
    company = next(c for c in game.title.operating_order(game) if game.state.shelves.on(("trains", c)))
    table = imported(visitor, operating("18EU"))
    page = visitor.client.get(f"/game/{table}/inspect", params={"of": f"company:{company}"}, headers=PAGE).text
    assert f"/inspect/run?company={company}" in page
    said = visitor.client.get(f"/game/{table}/inspect/run", params={"company": company}, headers=JSON).json()
    assert said["text"].startswith("£")
    past = visitor.client.get(f"/game/{table}/inspect", params={"of": f"company:{company}", "at": "200"}, headers=PAGE)
    assert "/inspect/run" not in past.text


def test_what_a_tile_does_to_a_run_is_for_those_who_have_a_seat(visitor: Visitor) -> None:
    game = load_bytes(operating("18EU"))
    company = next(iter(game.title.operating_order(game)))
    places = [
        (hex_, tile)
        for hex_ in game.title.board.hexes
        for tile in game.title.board.tiles
        if lays_for(game, company, hex_, tile)
    ]
    assert places
    hex_, tile = places[0]
    found = effect(game, company, lays_for(game, company, hex_, tile), 2.0)
    assert found.change == found.total - game.title.account(game, company).total
    table = imported(visitor, operating("18EU"))
    query = {"company": company, "hex": hex_, "tile": tile}
    said = visitor.client.get(f"/game/{table}/inspect/run", params=query, headers=JSON).json()
    assert said["change"] == found.change


def test_the_page_says_in_italian_what_a_thing_is(visitor: Visitor) -> None:
    table = visitor.new_game("screen", "screen")
    visitor.client.cookies.set("language", "it")
    text = visitor.get(f"/game/{table}/inspect?of=train:3").text
    visitor.client.cookies.delete("language")
    assert "Arrugginisce quando si compra il primo" in text


# -- by the rules of the title --------------------------------------------------------------------------------------


def test_prices_after_sales_and_dividends_follow_the_rules_of_the_title() -> None:
    game = Position("18EU").corporation("NS", {0: 4, 1: 2}, value=100).game
    game.state.turns["NS"] = 1
    assert dict(paid_prices(game, "NS", 200)) == {"full": 110, "half": 110, "withhold": 90}
    assert [count for count, _ in sold_prices(game, 1, "NS")] == [1, 2]


def test_the_permits_of_a_company_are_named_in_one_sentence() -> None:
    game: Any = Position("1862").corporation("ECR", {0: 5}, value=100).game
    game.state.permits["ECR"] = ("express", "freight")
    thing = inspected(game, Voice(game, "en"), "company:ECR")
    assert thing is not None
    told = [str(line.text) for line in thing.what if "permit:" in line.text]
    assert len(told) == 1 and told[0].endswith("permit: express and freight.")


# -- in a browser ---------------------------------------------------------------------------------------------------


pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser, BrowserContext, Page, expect  # noqa: E402


def watched(page: Page, server: Server) -> str:
    """A table in the middle of an operating round, opened by somebody with all seats."""
    page.goto("/")
    path = Path(server.data) / "look.json"
    path.write_bytes(operating("18EU"))
    page.set_input_files("#importf input[type=file]", str(path))
    page.wait_for_url("**/game/*")
    expect(page.locator("#checked")).to_be_visible()
    page.keyboard.press("Escape")  # what was found out about the file is read
    expect(page.locator("#checked")).to_be_hidden()
    return page.url


def test_a_click_opens_the_inspector_and_escape_closes_it(page: Page, server: Server) -> None:
    url = watched(page, server)
    page.locator("#ledger .chipb").locator("visible=true").first.click()
    expect(page.locator("#inspector h3")).to_be_focused()
    assert "look=company" in page.url
    page.reload()
    expect(page.locator("#inspector h3")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#inspector")).to_be_hidden()
    page.goto(f"{url}?look=hex%3AZZ99")
    expect(page.locator("#inspector")).to_be_hidden()


def test_a_key_inspects_what_has_the_focus_and_gives_the_focus_back(page: Page, server: Server) -> None:
    watched(page, server)
    chip = page.locator("#ledger .chipb").locator("visible=true").first
    chip.focus()
    page.keyboard.press("i")
    expect(page.locator("#inspector h3")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(chip).to_be_focused()


def test_the_inspector_goes_along_into_history(page: Page, server: Server) -> None:
    url = watched(page, server)
    page.goto(f"{url}?look=player%3A0")
    cash = page.locator("#inspector .what p").first
    now = cash.inner_text()
    page.locator("#hist [data-at='0']").first.click()
    expect(cash).not_to_have_text(now)
    assert "look=player" in page.url


def test_a_tap_on_a_phone_opens_the_sheet_instead_of_the_question(browser: Browser, server: Server) -> None:
    made: BrowserContext = browser.new_context(
        base_url=server.address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = made.new_page()
    page.goto(f"{watched(page, server)}?look=player%3A0")
    page.locator("#inspector .see").first.tap()
    expect(page.locator("#inspector h3")).not_to_contain_text("Ada")
    assert "look=company" in page.url
    expect(page.locator("#act")).to_be_hidden()
    page.locator("[data-close-inspector]").tap()
    expect(page.locator("#act")).to_be_visible()
    made.close()


def test_a_wide_screen_shows_the_acting_company_at_rest(browser: Browser, server: Server) -> None:
    made = browser.new_context(base_url=server.address, viewport={"width": 1920, "height": 1080})
    page = made.new_page()
    watched(page, server)
    expect(page.locator("#inspector h3")).to_be_visible()
    assert "look=" not in page.url
    made.close()

"""The table in a real browser: an opening at one screen, two browsers on one game, undo, history, phone, keys, axe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no driver for browsers", exc_type=ImportError)

from playwright.sync_api import Browser, Page, expect
from tests.web.conftest import TITLE, WAIT, Server

import stockrail

expect.set_options(timeout=WAIT)


def open_table(page: Page, kinds: list[str]) -> str:
    """A new game by the lobby's form; seats in the order given."""
    page.goto("/")
    page.check(f"[name=title][value='{TITLE}']", force=True)
    for number, kind in enumerate(kinds):
        page.select_option(f"[name=kind{number}]", kind)
        page.fill(f"[name=name{number}]", ("Ada", "Ben", "Cy")[number])
    for number in range(len(kinds), 3):
        page.select_option(f"[name=kind{number}]", "none")
    page.check("[name=draw]")
    if {"link", "open"} & set(kinds):
        page.uncheck("[name=gather]")  # the game begins at once
    page.click("#newgame button.primary")
    page.wait_for_url("**/game/*")
    return page.url.rsplit("/", 1)[-1]


def number(page: Page) -> int:
    return int(page.get_attribute("#page", "data-number") or 0)


def moved(page: Page, before: int) -> None:
    """Wait until the table shows more than so many entries."""
    expect(page.locator("#page")).not_to_have_attribute("data-number", str(before))


def pressed(page: Page, selector: str) -> None:
    """Press a button and wait until the table shows what follows."""
    before = number(page)
    page.click(selector)
    moved(page, before)


FORWARD = """async ([game, wanted]) => {
  const token = document.querySelector("meta[name=csrf]").content;
  let expected = (await (await fetch(`/api/games/${game}`)).json()).number;
  for (let n = 0; n < 300; n += 1) {
    const menu = await (await fetch(`/api/games/${game}/actions`)).json();
    const find = (type) => menu.find((choice) => choice.action.type === type);
    if (find(wanted)) return n;
    const lay = wanted === "RunTrains" && find("LayTile");
    const choice = lay || (find("Pass") && !find("Bid") && find("Pass")) || find("Bid") || menu[0];
    const leaves = find("Bid") && find("Bid").low > 100 ? find("Pass") : choice;
    const fields = { _csrf_token: token, expected, action: JSON.stringify(leaves.action) };
    const body = new URLSearchParams(fields);
    const answer = await fetch(`/game/${game}/act`, { method: "POST", body, headers: { Accept: "application/json" } });
    expected = (await answer.json()).number;
  }
  return -1;
}"""


def forward(page: Page, wanted: str) -> None:
    """Play on without looking, until a kind of action can be taken."""
    game = page.get_attribute("#page", "data-game")
    page.goto("/account")
    assert page.evaluate(FORWARD, [game, wanted]) >= 0
    page.goto(f"/game/{game}")


def test_a_whole_opening_at_one_screen(page: Page) -> None:
    open_table(page, ["screen", "screen", "screen"])
    expect(page.locator("#prompt")).to_have_text("Choose a minor to auction")
    pressed(page, "#act .menu-list .btn >> nth=0")
    expect(page.locator("#prompt")).to_have_text("Open the auction or decline")
    page.click("#act [data-step='1']")
    expect(page.locator("#act .bid .btn")).to_contain_text("Bid £105 on 1")
    pressed(page, "#act .bid .btn")
    expect(page.locator("#prompt")).to_have_text("Raise the bid or leave")
    pressed(page, "#act .decline")
    pressed(page, "#act .decline")
    expect(page.locator("#lines")).to_contain_text("Ada buys 1 Chemin de Fer du Nord for £105")
    expect(page.locator("#cash0")).to_have_text("£345")
    forward(page, "LayTile")
    lay_a_tile(page)
    forward(page, "RunTrains")
    expect(page.locator(".proof")).to_contain_text("Proven best")
    pressed(page, "#go .primary")
    expect(page.locator("#lines")).to_contain_text("earns")
    forward(page, "BuyTrain")
    pressed(page, "#act .shop .btn >> nth=0")
    expect(page.locator("#lines")).to_contain_text("train from")
    forward(page, "StartCompany")
    start_a_company(page)


def lay_a_tile(page: Page) -> None:
    expect(page.locator("#prompt")).to_contain_text("Lay")
    page.locator("#hits [role=button]").first.dispatch_event("click")
    expect(page.locator("#tiles input:checked")).to_have_count(1)
    expect(page.locator("#effects")).to_contain_text("Best run")
    expect(page.locator("#gain")).to_contain_text("→")
    label = page.inner_text("#go .primary")
    if page.locator("#tiles input").count() > 1:
        first = page.get_attribute("#tiles input:checked", "data-lay")
        page.keyboard.press("r")
        expect(page.locator("#tiles input:checked")).not_to_have_attribute("data-lay", first or "")
    assert label.startswith("Lay ")
    laid = page.locator("#track use").count()
    pressed(page, "#go .primary")
    assert page.locator("#track use").count() >= laid


def start_a_company(page: Page) -> None:
    expect(page.locator("#prompt")).to_have_text("Sell, then buy or pass")
    company = page.inner_text(".startf .co >> nth=0")
    pressed(page, ".startf .btn >> nth=0")
    expect(page.locator("#lines")).to_contain_text(f"starts {company} at")
    expect(page.locator(f"#s-{company}")).to_be_visible()


def test_another_browser_sees_a_move_at_once_and_plays_its_own(browser: Browser, page: Page, server: Server) -> None:
    open_table(page, ["screen", "link"])
    page.click("[popovertarget=menu]")
    link = page.get_attribute(".links [data-copy] >> nth=1", "data-copy")
    page.keyboard.press("Escape")
    other = browser.new_context(base_url=server.address, locale="en-GB")
    ben = other.new_page()
    ben.goto(str(link))
    ben.fill("[name=name]", "Benno")
    ben.click("main button.primary")
    ben.wait_for_url("**/game/*")
    expect(page.locator("#ledger thead")).to_contain_text("Benno")
    expect(ben.locator("#act :is(.menu-list .btn, .decline)")).to_have_count(0)
    pressed(page, "#act .menu-list .btn >> nth=0")
    expect(ben.locator("#lines")).to_contain_text("Ada puts")
    pressed(page, "#act .decline")
    expect(ben.locator("#whose")).to_contain_text("Your turn")
    assert ben.title().startswith("●")
    pressed(ben, "#act .bid .btn")
    expect(page.locator("#lines")).to_contain_text("Benno bids £100")
    page.click("#undo button")
    expect(ben.locator("#asks")).to_contain_text("Ada asks to undo")
    expect(ben.locator("#asks .primary")).to_have_count(0)  # Enter does not give a move back
    ben.click("#asks button >> nth=0")
    expect(page.locator("#lines .undone").first).to_be_visible()
    ben.check("#lt-chat", force=True)
    ben.fill("#say-text", "Good luck <b>all</b>")
    ben.click("#say button")
    expect(page.locator("#unread")).to_have_text("1")
    expect(ben.locator("#talk")).to_contain_text("Good luck <b>all</b>")
    other.close()


def test_undo_redo_and_history(page: Page) -> None:
    open_table(page, ["screen", "screen"])
    pressed(page, "#act .menu-list .btn >> nth=2")
    pressed(page, "#undo button")
    expect(page.locator("#prompt")).to_have_text("Choose a minor to auction")
    expect(page.locator("#lines .undone")).to_have_count(1)
    pressed(page, "#redo button")
    expect(page.locator("#prompt")).to_have_text("Open the auction or decline")
    page.keyboard.press("Control+z")
    expect(page.locator("#prompt")).to_have_text("Choose a minor to auction")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#prompt")).to_have_text("Open the auction or decline")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#band")).to_contain_text("Action 0 of 1")
    expect(page.locator("#act .menu-list")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#band")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    page.click("#band >> text=Try from here")
    page.wait_for_url("**/game/*")
    expect(page.locator("#prompt")).to_have_text("Choose a minor to auction")


def test_a_closed_hex_says_why_with_its_rule(page: Page) -> None:
    open_table(page, ["screen", "screen"])
    forward(page, "LayTile")
    legal = {hex_.get_attribute("id") for hex_ in page.locator("#hits [role=button]").all()}
    closed = next(h for h in ("xF13", "xG10", "xH9", "xE8") if h not in legal)
    page.locator(f"#{closed}").dispatch_event("click")
    expect(page.locator("#act .closed")).to_contain_text(TITLE)
    page.click("#act .closed .rule")
    expect(page.locator("#rulebox")).to_be_visible()
    expect(page.locator("#rule-text")).not_to_be_empty()


def test_a_turn_by_keyboard_alone(page: Page) -> None:
    open_table(page, ["screen", "screen"])
    page.locator("#act .menu-list .btn >> nth=0").focus()
    before = number(page)
    page.keyboard.press("Enter")
    moved(page, before)
    expect(page.locator("#prompt")).to_be_focused()  # news of the same action may have the page drawn once more before
    page.keyboard.press("s")
    page.keyboard.press("s")
    moved(page, before + 1)
    page.keyboard.press("Enter")
    moved(page, before + 2)
    forward(page, "LayTile")
    page.locator("#hits [role=button]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tiles input:checked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#tiles")).to_have_count(0)


def test_a_double_click_counts_once(page: Page) -> None:
    open_table(page, ["screen", "screen"])
    page.dblclick("#act .menu-list .btn >> nth=0")
    expect(page.locator("#prompt")).to_have_text("Open the auction or decline")
    page.wait_for_timeout(300)
    assert number(page) == 1


def test_bots_play_on_by_themselves(page: Page) -> None:
    open_table(page, ["screen", "bot", "bot"])
    pressed(page, "#act .menu-list .btn >> nth=0")
    expect(page.locator("#whose")).to_contain_text("Your turn")
    pressed(page, "#act .decline")
    expect(page.locator("#whose")).to_contain_text("Your turn")


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1100, 800), (1920, 1080)])
def test_nothing_hangs_over_the_edge(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    context = browser.new_context(base_url=server.address, viewport={"width": size[0], "height": size[1]}, locale="en")
    page = context.new_page()
    open_table(page, ["screen", "bot", "bot"])
    for part in ("map", "ledger", "market", "log", "more"):
        page.evaluate(f"location.hash = '{part}'")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], f"{part} is {wide} px wide on a screen of {size[0]}"
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    context.close()


def findings(page: Page) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    serious = [rule for rule in found if rule["impact"] in ("serious", "critical")]
    return [f"{rule['id']}: {node['html'][:140]}" for rule in serious for node in rule["nodes"][:3]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, server: Server, scheme: Any) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    context = browser.new_context(base_url=server.address, color_scheme=scheme, locale="en-GB", bypass_csp=True)
    page = context.new_page()
    page.goto("/")
    assert findings(page) == []
    open_table(page, ["screen", "screen", "screen"])
    assert findings(page) == []
    forward(page, "LayTile")
    page.locator("#hits [role=button]").first.dispatch_event("click")
    expect(page.locator("#tiles input:checked")).to_have_count(1)
    assert findings(page) == []
    context.close()


def test_the_recorded_game_plays_back(page: Page, shared: Path) -> None:
    page.goto("/")
    log = shared / "fixtures" / TITLE / "74045.json"
    page.set_input_files("input[type=file]", str(log))
    page.wait_for_url("**/game/*", timeout=30_000)
    recorded = page.url
    expect(page.locator("#prompt")).to_contain_text("The game is over")
    page.goto(f"{recorded}?at=536")
    page.click("text=Try from here")
    page.wait_for_url(lambda url: "?" not in url)
    expect(page.locator("#act .total")).to_contain_text("£460")
    page.click("text=Draw my own run")
    expect(page.locator("#own")).to_be_visible()
    for hex_ in ("J5", "J7"):
        before = page.get_attribute("#own", "data-run")
        page.locator(f"#x{hex_}").dispatch_event("click")
        expect(page.locator("#own")).not_to_have_attribute("data-run", before or "-")
    expect(page.locator("#act .total")).not_to_contain_text("£460")
    page.click("text=Back to the best run")
    expect(page.locator("#act .total")).to_contain_text("£460")
    pressed(page, "#pays .primary")
    expect(page.locator("#lines")).to_contain_text("pays £46 per share")
    buy_a_train(page, recorded)


def buy_a_train(page: Page, recorded: str) -> None:
    """A company that must buy: the panel says what the first train of a phase will do, and it does it."""
    page.goto(f"{recorded}?at=597")
    page.click("text=Try from here")
    page.wait_for_url(lambda url: "?" not in url)
    row = page.locator(".shop li").first
    expect(row).to_contain_text("Phase 6 begins. Trains rust: SNCB (3, 3)")
    pressed(page, ".shop .primary")
    expect(page.locator("#lines")).to_contain_text("Phase 6 begins")
    expect(page.locator("#f-phase")).to_contain_text("6")


def seen(page: Page) -> list[float]:
    box = page.get_attribute("#vmap svg", "viewBox") or ""
    return [float(number) for number in box.split()]


def test_the_board_is_moved_and_zoomed_by_mouse_buttons_and_keys(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_table(page, ["screen", "screen"])
    page.click("[data-zoom=whole]")
    whole = seen(page)
    page.click("[data-zoom=in]")
    closer = seen(page)
    assert closer[2] < whole[2]
    box = page.locator("#vmap").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(100)
    assert seen(page)[2] < closer[2]
    before = seen(page)
    page.mouse.down()
    page.mouse.move(middle[0] + 120, middle[1] + 60, steps=4)
    page.mouse.up()
    after = seen(page)
    assert after[0] < before[0]
    assert after[1] < before[1]
    pressed(page, "#act .menu-list .btn >> nth=0")
    assert seen(page) == after, "a move of the game does not move the view"
    page.keyboard.press("0")
    assert seen(page) == whole


def test_a_press_seats_bots_and_the_game_is_on(page: Page) -> None:
    page.goto("/")
    expect(page.locator("#newgame .primary")).to_have_text(f"Open a table for {TITLE}")
    page.fill("[name=name0]", "Ada")
    page.click("#newgame [name=bots]")
    page.wait_for_url("**/game/*")
    expect(page.locator("#ledger thead")).to_contain_text("Ada")
    expect(page.locator("#ledger thead [title*='(bot, ']")).to_have_count(3)


def test_a_file_is_imported_as_soon_as_it_is_chosen(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    stockrail.new(TITLE, players=["Xia", "Yan"], seed=1).save(path)
    page.goto("/")
    page.set_input_files("#importf [type=file]", path)
    page.wait_for_url("**/game/*")
    expect(page.locator("#ledger thead")).to_contain_text("Xia")


def test_a_sign_says_all_about_its_company(page: Page) -> None:
    open_table(page, ["screen", "screen", "screen"])
    inspector = page.locator("#inspector")
    expect(inspector).to_be_hidden()
    page.click("#unst .chipb:has-text('KBS')")
    expect(inspector).to_be_visible()
    expect(inspector).to_contain_text("Königlich-Bayerische Staatseisenbahn")
    expect(inspector).to_contain_text("Not started")
    page.keyboard.press("Escape")
    expect(inspector).to_be_hidden()


@pytest.mark.parametrize("way", ["#worth button", "#menu [popovertarget=worth-all]"])
def test_the_chart_of_worth_opens_by_a_press_and_from_the_menu(page: Page, way: str) -> None:
    open_table(page, ["screen", "screen", "screen"])
    expect(page.locator("#worth-all")).to_be_hidden()
    if "menu" in way:
        page.click("[popovertarget=menu]")
    page.click(way)
    expect(page.locator("#worth-all svg")).to_be_visible()
    expect(page.locator("#worth-all")).to_contain_text("Worth, round by round")


def test_keys_lead_to_the_parts_of_the_table(page: Page) -> None:
    open_table(page, ["screen", "screen", "screen"])
    for key, focused in (("c", "ledger"), ("p", "ledger"), ("l", "logbox"), ("a", "prompt")):
        page.keyboard.press(key)
        expect(page.locator(f"#{focused}")).to_be_focused()


def test_names_on_the_board_can_be_switched_off(page: Page) -> None:
    open_table(page, ["screen", "screen", "screen"])
    expect(page.locator("#names")).to_be_visible()
    page.click("[popovertarget=layers]")
    page.click("text=Names")
    expect(page.locator("#names")).to_be_hidden()
    page.reload()
    expect(page.locator("#names")).to_be_hidden()


def test_notes_stay_in_the_browser(page: Page) -> None:
    open_table(page, ["screen", "screen", "screen"])
    page.check("#lt-notes", force=True)
    page.fill("#notes-text", "watch Dee")
    pressed(page, "#act .menu-list .btn >> nth=0")
    expect(page.locator("#notes-text")).to_have_value("watch Dee")
    page.reload()
    expect(page.locator("#notes-text")).to_have_value("watch Dee")


SILENT = """
window.EventSource = class {
  static CLOSED = 2;
  constructor() { window.news = this; }
  close() {}
};
"""


GREETED = """
window.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    this.addEventListener("message", () => { document.documentElement.dataset.greeted = "yes"; });
  }
};
"""


def test_a_watcher_sees_moves_undo_and_talk_without_fetching_the_page(
    browser: Browser, page: Page, server: Server
) -> None:
    game = open_table(page, ["screen", "screen"])
    with browser.new_context(base_url=server.address, locale="en-GB") as elsewhere:
        watcher = elsewhere.new_page()
        watcher.set_default_timeout(WAIT)
        watcher.add_init_script(GREETED)
        watcher.goto(f"/game/{game}")
        expect(watcher.locator("html")).to_have_attribute("data-greeted", "yes")
        fetched: list[str] = []
        watcher.on("request", lambda request: fetched.append(request.url))
        with page.expect_response(lambda answer: answer.url.endswith("/act")):
            page.evaluate(ACT, game)
        moved(watcher, 0)
        page.evaluate(SAY, game)
        expect(watcher.locator("#log")).to_contain_text("anybody there?")
        assert [url for url in fetched if "part=1" in url] == []
        same = "() => document.getElementById('page').outerHTML.includes('data-same')"
        assert not watcher.evaluate(same), "stubs never reach the page"


def test_a_broken_line_is_shown_until_it_is_whole_again(page: Page) -> None:
    page.add_init_script(SILENT)
    open_table(page, ["screen", "screen"])
    page.wait_for_function("Boolean(window.news?.onmessage)")
    page.evaluate("news.onerror()")
    page.evaluate("news.onerror()")
    expect(page.locator("#offline")).to_have_count(1)
    expect(page.locator("#offline")).to_be_visible()
    page.evaluate("news.onmessage({ data: JSON.stringify({ kind: 'hello', number: 0 }) })")
    expect(page.locator("#offline")).to_have_count(0)


def test_a_page_that_the_reader_comes_back_to_listens_again(page: Page) -> None:
    """Browsers keep pages that were left, as they were; their streams are closed."""
    page.add_init_script(SILENT)
    open_table(page, ["screen", "screen"])
    page.wait_for_function("Boolean(window.news?.onmessage)")
    page.evaluate("window.left = window.news")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert page.evaluate("window.news !== window.left && Boolean(window.news.onmessage)")


@pytest.mark.parametrize("kind", ["ping", "hello"])
def test_a_page_that_missed_something_learns_of_it(page: Page, kind: str) -> None:
    """News got lost on the way; the next sign of life says how far the game is."""
    page.add_init_script(SILENT)
    game = open_table(page, ["screen", "screen"])
    page.wait_for_function("Boolean(window.news?.onmessage)")
    page.evaluate(ACT, game)
    assert number(page) == 0
    page.evaluate("(kind) => news.onmessage({ data: JSON.stringify({ kind, number: 1 }) })", kind)
    moved(page, 0)


@pytest.mark.parametrize("lost", [False, True])
def test_a_page_looks_again_for_what_has_no_number(page: Page, lost: bool) -> None:
    """What was said meanwhile does not change the number of the game."""
    page.add_init_script(SILENT)
    game = open_table(page, ["screen", "screen"])
    page.wait_for_function("Boolean(window.news?.onmessage)")
    page.evaluate(SAY, game)
    if lost:
        page.evaluate("news.onerror()")
    told = {"kind": "hello", "number": 0, "drawn": "another"} if lost else {"kind": "again", "number": 0}
    page.evaluate("(told) => news.onmessage({ data: JSON.stringify(told) })", told)
    expect(page.locator("#talk")).to_contain_text("anybody there?")


@pytest.mark.parametrize("lost", [False, True])
def test_a_lobby_that_missed_something_looks_again(page: Page, lost: bool) -> None:
    page.add_init_script(SILENT)
    page.goto("/")
    page.wait_for_function("Boolean(window.news?.onmessage)")
    page.evaluate(OPEN, TITLE)
    if lost:
        page.evaluate("news.onerror()")
    page.evaluate("(kind) => news.onmessage({ data: JSON.stringify({ kind }) })", "hello" if lost else "again")
    expect(page.locator("#lists")).to_contain_text("missed")


OPEN = """async (title) => {
  const headers = { Accept: "application/json", "x-csrftoken": document.querySelector("meta[name=csrf]").content };
  const body = new URLSearchParams({ title, name: "missed", kind0: "screen", kind1: "screen" });
  await fetch("/games", { method: "POST", headers, body });
}"""
POST = """
  const token = document.querySelector("meta[name=csrf]").content;
  const send = (path, fields) => fetch(`/game/${game}/${path}`, { method: "POST",
    headers: { Accept: "application/json", "x-csrftoken": token }, body: new URLSearchParams(fields) });
"""
ACT = (
    "async (game) => {"
    + POST
    + """
  const menu = await (await fetch(`/api/games/${game}/actions`)).json();
  await send("act", { expected: 0, action: JSON.stringify(menu[0].action) });
}"""
)
SAY = "async (game) => {" + POST + 'await send("chat", { text: "anybody there?" }); }'

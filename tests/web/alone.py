"""A person's first game alone, by a browser from the lobby to the end: python -m tests.web.alone [TITLE] [WIDTH]

Whoever plays it presses the first sensible button. It prints what broke, and how long a person waits from a press
until it is their turn again. It takes minutes, so it is a tool and no test.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError as TooLong
from playwright.sync_api import sync_playwright
from tests.web.conftest import Server, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

PATIENCE = 90_000  # milliseconds until it must be the person's turn
SERVER_FAULT = 500
MOST = 3_000  # decisions of a person
# The first that is there is pressed: the main button, a tile or circle to choose, something else to do, passing.
SENSIBLE = (
    "#act .btn.primary:visible:not([disabled])",
    "#act a[data-hex]:visible",
    "#act a[data-circle]:visible",
    "#act form.do .btn:not(.decline):visible:not([disabled])",
    "#act .btn.decline:visible",
    "#act .btn:visible:not([disabled])",
)


# The game has gone on, or what was pressed is chosen on the page, or refused.
DONE = """([n, chosen]) => document.getElementById('page').dataset.number !== n
    || (document.querySelector('.sending') === null && (location.search !== '' && location.search !== chosen
        && document.querySelector('#act .btn.primary') !== null
        || document.querySelector('#refusal:not([hidden])') !== null))"""


class Walk:
    """One game at one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.waits: list[float] = []
        self.faults: list[str] = []
        self.stuck = 0
        page.on("pageerror", lambda error: self.faults.append(f"script: {error.stack}"))
        page.on("response", self._look_at)

    def _look_at(self, answer: Response) -> None:
        if answer.status >= SERVER_FAULT:
            self.faults.append(f"{answer.status} {answer.url}")

    def begin(self, title: str) -> None:
        self.page.goto("/")
        self.page.check(f"[name=title][value='{title}']", force=True)
        self.page.fill("[name=name0]", "Ada")
        self.page.click("#newgame [name=bots]")
        self.page.wait_for_url("**/game/*")

    def to_the_end(self) -> None:
        for count in range(MOST):
            if not self._my_turn():
                return
            self._decide()
            if count % 25 == 24:
                print(f"{count + 1} decisions, {self.page.inner_text('#f-round')}", file=sys.stderr, flush=True)
        self.faults.append("the game did not end")

    def _my_turn(self) -> bool:
        """Wait for it; False when the game is over."""
        there = "() => document.querySelector('#page[data-mine=yes], #act .winners') !== null"
        try:
            self.page.wait_for_function(there, timeout=PATIENCE)
        except TooLong:
            self.faults.append(f"nothing happens: {self.page.inner_text('#prompt')}")
            return False
        return self.page.query_selector("#act .winners") is None

    def _decide(self) -> None:
        """Press buttons until the game has gone on, and count how long it takes until it is one's turn again."""
        before, started = self._number(), time.perf_counter()
        for _ in range(8):
            self._press(before)
            if self._number() != before:
                break
        else:
            self._give_up(before)
            return
        self.stuck = 0
        if self._my_turn():
            self.waits.append(time.perf_counter() - started)

    def _press(self, before: str) -> None:
        selector = next((s for s in SENSIBLE if self.page.query_selector(s)), None)
        if selector is None and self._number() == before:
            self.faults.append(f"no button: {self.page.inner_text('#act')[:200]!r}")
        if selector is None or self._number() != before:
            return
        chosen = self._address()  # before the press: the page notes there at once what is chosen
        try:
            self.page.locator(selector).first.click(timeout=5_000)
            self.page.wait_for_function(DONE, arg=[before, chosen], timeout=10_000)
        except TooLong as error:
            if self._number() == before:
                self.faults.append(f"{selector}: {str(error).splitlines()[0]}")

    def _give_up(self, before: str) -> None:
        """What the main button does was refused: pass, or undo, but do not go on for ever."""
        said = self.page.inner_text("#refusal") if self.page.query_selector("#refusal:visible") else ""
        self.faults.append(f"stuck at {before}: {self.page.inner_text('#prompt')} {said}")
        self.stuck += 1
        decline = self.page.query_selector("#act .btn.decline:visible")
        if decline is not None and self.stuck < 3:
            decline.click()
        elif self.stuck >= 3:
            raise SystemExit(self.told())

    def _address(self) -> str:
        return f"?{self.page.url.partition('?')[2]}".partition("#")[0]

    def _number(self) -> str:
        return self.page.get_attribute("#page", "data-number") or ""

    def told(self) -> str:
        acts = self.page.get_attribute("#page", "data-acts")
        lines = [f"{acts} actions, {len(self.waits)} decisions of the person"]
        if len(self.waits) > 1:
            late = quantiles(self.waits, n=20)[-1]
            lines.append(
                f"until one's turn: median {median(self.waits):.2f} s, 95 % {late:.2f} s, {max(self.waits):.2f} s"
            )
        lines += self.page.locator("#act .winners li").all_inner_texts()
        return "\n".join([*lines, *(f"fault: {fault}" for fault in dict.fromkeys(self.faults))])


def main(title: str = "18EU", width: str = "1440") -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(base_url=server.address, viewport={"width": int(width), "height": 900}, locale="en-GB")
        walk = Walk(page)
        try:
            walk.begin(title)
            walk.to_the_end()
            print(walk.told())
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])

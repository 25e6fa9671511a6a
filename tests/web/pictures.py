"""The pictures of the documentation, taken anew from the recorded games: `python -m tests.web.pictures`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.conftest import JSON, PAGE, TOKEN, Server, chromium

import stockrail

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT.parent / "shared" / "fixtures"
PICTURES = ROOT / "docs" / "pictures"
NAMES = ("Ada", "Ben", "Cy", "Dee")
EU, ANGLIA = FIXTURES / "18EU" / "74045.json", FIXTURES / "1862" / "46925.json"
DESK, PHONE = (1440, 900), (390, 844)


def saved(log: Path, at: int) -> bytes:
    """A recorded game after so many actions, with names that can be told apart."""
    game = stockrail.load(log)
    while len(game.actions) > at:
        game.pop()
    game.players = NAMES[: len(game.players)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        game.save(path)
        return path.read_bytes()


class Studio:
    """A server, a browser, and one visitor for all pictures."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server, self.browser = server, browser
        self.visitor = httpx.Client(base_url=server.address, timeout=60)
        self.token = TOKEN.findall(self.visitor.get("/", headers=PAGE).text)[0]

    def table(self, log: Path, at: int, name: str) -> str:
        fields, files = {"_csrf_token": self.token, "name": name}, {"file": saved(log, at)}
        return str(self.visitor.post("/import", data=fields, files=files, headers=JSON).json()["id"])

    def take(
        self,
        name: str,
        path: str,
        size: tuple[int, int] = DESK,
        theme: Any = "light",
        first: Callable[[Page], object] | None = None,
    ) -> None:
        made = self.browser.new_context(
            base_url=self.server.address, viewport={"width": size[0], "height": size[1]}, locale="en-GB",
            color_scheme=theme, reduced_motion="reduce",
        )  # fmt: skip
        made.add_cookies(
            [{"name": key, "value": value, "url": self.server.address} for key, value in self.visitor.cookies.items()]
        )
        page = made.new_page()
        page.goto(path)
        if first is not None:
            first(page)
        page.wait_for_timeout(1500)  # what is filled in afterwards; this is no test
        page.screenshot(path=PICTURES / f"{name}.png")
        made.close()


def lay_in(hex_: str) -> Callable[[Page], object]:
    return lambda page: page.locator(f"#hits [id$='{hex_}']").dispatch_event("click")


def take_all(studio: Studio) -> None:
    track = studio.table(EU, 511, "Alpine evening")
    run = studio.table(EU, 540, "Alpine evening")
    stock = studio.table(EU, 488, "Lunch table")
    anglia = studio.table(ANGLIA, 516, "Fenland by post")
    studio.take("track", f"/game/{track}", first=lay_in("J11"))
    studio.take("run", f"/game/{run}")
    studio.take("stock", f"/game/{stock}")
    studio.take("1862", f"/game/{anglia}")
    studio.take("dark", f"/game/{run}", theme="dark")
    studio.take("phone", f"/game/{track}", PHONE)
    studio.take("lobby", "/")


def main() -> None:
    if not EU.exists():
        sys.exit("the recorded games are not beside the project")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            take_all(Studio(server, browser))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()

"""Opens positions in a browser and measures their pages at the widths people have; measure.js says how."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from tests import mini
from tests.web.conftest import JSON, PAGE, TOKEN
from tests.web.positions import Position

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8").rstrip(";\n")
WITH_MINI = f"import os; os.environ['STOCKRAIL_TITLES'] = {str(Path(mini.__file__).parent)!r}"  # before a server starts
SIZES = {
    360: 740, 768: 1024, 1024: 768, 1180: 820, 1280: 720, 1366: 768, 1440: 900, 1920: 1080, 2560: 1440,
}  # fmt: skip
PHONE = 360
SHAPE = ("parts", "scrolls", "overlap", "cut", "sideways", "edge", "small", "level", "buttons", "log", "target")
PARTS = ("ledger", "market", "log", "more")  # of a phone, besides the map
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def resize(page: Page, width: int, height: int = 900) -> None:
    """Windows tell scripts of a new size with the next frame; before it, whatever they fit to it is not fitted yet."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


class Reader:
    """Whoever sits at all seats of all tables, in one window that is drawn wider and narrower."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.opened: dict[str, str] = {}
        self.token = TOKEN.findall(self.page.request.get("/", headers=PAGE).text())[0]

    def address(self, position: Position) -> str:
        """Where the position is; imported when it is first asked for."""
        if position.name not in self.opened:
            file = {"name": "game.json", "mimeType": "application/json", "buffer": position.save}
            fields: Any = {"_csrf_token": self.token, "name": "Sunday table", "file": file}
            answer = self.page.request.post("/import", multipart=fields, headers=JSON)
            assert answer.ok, answer.text()
            self.opened[position.name] = f"/game/{answer.json()['id']}"
        return self.opened[position.name]

    def open(self, path: str, width: int = 1440) -> None:
        self.resize(width)
        self.page.goto(path)

    def resize(self, width: int) -> None:
        resize(self.page, width, SIZES.get(width, 900))

    def faults(self, *rules: str) -> list[str]:
        """What the script finds, once the page has been drawn at its new size."""
        self.page.evaluate(DRAWN)
        found: list[str] = self.page.evaluate(f"({MEASURE})({list(rules)!r})")
        return found

    def at_widths(self, rules: Sequence[str], widths: Sequence[int] = tuple(SIZES)) -> list[str]:
        faults = []
        for width in widths:
            self.resize(width)
            faults += [f"{width}: {fault}" for fault in self.faults(*rules)]
        return faults

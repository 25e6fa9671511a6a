"""Pictures for people: every kind of decision at every width, light and dark (`make pictures`).

python -m tests.web.pictures                          # all, into build/pictures, with an index to leaf through
python -m tests.web.pictures --only run-step --width 1440 --theme dark --into look
python -m tests.web.pictures --docs                   # those of the documentation, mostly from the recorded games
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.conftest import Server, chromium
from tests.web.measuring import PARTS, PHONE, SIZES, WITH_MINI, Reader
from tests.web.positions import FIRST, RECORDED, Position, positions

import stockrail
from stockrail.bots import bot
from stockrail.core import CHANCE
from stockrail.core.saving import dump

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "pictures"
LEAF = (Path(__file__).parent / "pictures.html").read_text(encoding="utf-8")
EU, ANGLIA = "18EU/74045.json", "1862/46925.json"
DESK, HAND = (1440, 900), (390, 844)
SETTLED = 600  # milliseconds for what is filled in afterwards; this is no test
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


class Studio:
    """A server, a browser, and one visitor for all pictures."""

    def __init__(self, server: Server, browser: Browser, into: Path) -> None:
        self.into = into
        into.mkdir(parents=True, exist_ok=True)
        made = browser.new_context(base_url=server.address, locale="en-GB", reduced_motion="reduce")
        self.page = made.new_page()
        self.reader = Reader(self.page)

    def take(
        self,
        name: str,
        path: str,
        size: tuple[int, int],
        theme: Theme = "light",
        first: Callable[[Page], object] | None = None,
    ) -> None:
        self.page.emulate_media(color_scheme=theme)
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.goto("about:blank")  # else an address that differs after the # only would load nothing
        self.page.goto(path)
        if first is not None:
            first(self.page)
        self.page.wait_for_timeout(SETTLED)
        self.page.screenshot(path=self.into / f"{name}.png")


@contextmanager
def studio(into: Path, first: str = WITH_MINI) -> Iterator[Studio]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), first=first)
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            yield Studio(server, browser, into)
        finally:
            browser.close()
            server.stop()


# -- every kind of decision ------------------------------------------------------------------------------------------


def take_positions(made: Studio, chosen: list[Position], widths: list[int], themes: list[Theme]) -> None:
    for position in chosen:
        address = made.reader.address(position)
        for width in widths:
            for theme in themes:
                for part in ("", *PARTS) if width == PHONE else ("",):
                    name = "-".join(filter(None, (position.name, str(width), part, theme)))
                    made.take(name, f"{address}#{part}" if part else address, (width, SIZES[width]), theme)
        print(position.name, flush=True)


def write_index(into: Path) -> None:
    """A page to leaf through whatever pictures the folder holds."""
    names = sorted(path.name for path in into.glob("*.png"))
    (into / "index.html").write_text(LEAF.replace("[/* names */]", json.dumps(names)), encoding="utf-8")


# -- the documentation -----------------------------------------------------------------------------------------------


def recorded(file: str, at: int) -> Position:
    """A recorded game after so many actions, with names that can be told apart."""
    game = stockrail.load(RECORDED / file)
    while len(game.actions) > at:
        game.pop()
    game.players = ("Ada", "Ben", "Cy", "Dee")[: len(game.players)]
    return Position(game.title.name, "docs", str(at), dump(game))


def played(title: str, players: int, who: str, seed: int, at: int) -> Position:
    """A game of today's bots after so many actions: when they have learned, another moment may be better."""
    game = stockrail.new(title, ["Ada", "Ben", "Cy", "Dee"][:players], seed=seed)
    player = bot(who, seed=seed)
    while len(game.actions) < at:
        game.push(game.draw() if game.actor == CHANCE else player.choose(game))
    return Position(title, "docs", str(at), dump(game))


def lay_in(hex_: str) -> Callable[[Page], object]:
    return lambda page: page.locator(f"#hits [id$='{hex_}']").dispatch_event("click")


def take_docs(made: Studio) -> None:
    track, run, stock, anglia = (
        made.reader.address(recorded(file, at)) for file, at in ((EU, 511), (EU, 540), (EU, 488), (ANGLIA, 516))
    )
    made.take("track", track, DESK, first=lay_in("J11"))
    made.take("run", run, DESK)
    made.take("stock", stock, DESK)
    made.take("1862", anglia, DESK)
    made.take("1883", made.reader.address(played("1883", 3, "random", 10, 713)), DESK)
    made.take("18FB", made.reader.address(played("18FB", 4, "greedy", 2, 831)), DESK, first=lay_in("I36"))
    made.take("dark", run, DESK, "dark")
    made.take("phone", track, HAND)
    made.take("lobby", "/", DESK)


# -- the command -----------------------------------------------------------------------------------------------------


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docs", action="store_true", help="renew the pictures of the documentation instead")
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "pictures", help="folder (build/pictures)")
    parser.add_argument("--only", nargs="*", default=[""], help="positions whose names contain one of these")
    parser.add_argument("--width", nargs="*", type=int, choices=list(SIZES), default=list(SIZES))
    parser.add_argument("--theme", nargs="*", choices=THEMES, default=list(THEMES))
    parser.add_argument("--first", action="store_true", help="also the first position of each kind")
    return parser.parse_args()


def main() -> None:
    wish = asked()
    if wish.docs:
        if not (RECORDED / EU).exists():
            sys.exit("the recorded games are not beside the project")
        with studio(DOCS, first="") as made:
            take_docs(made)
        return
    chosen = [position for position in positions() if wish.first or position.moment != FIRST]
    with studio(wish.into) as made:
        take_positions(
            made, [one for one in chosen if any(part in one.name for part in wish.only)], wish.width, wish.theme
        )
    write_index(wish.into)
    print(f"Open {wish.into / 'index.html'}")


if __name__ == "__main__":
    main()

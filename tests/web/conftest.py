"""A server for tests: within the process for requests, as a process of its own for browsers and kills."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

pytest.importorskip("litestar", reason="the browser version is not installed")

from litestar.testing import TestClient

from stockrail.web.app import make_app
from stockrail.web.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

WAIT = 15_000  # milliseconds for a browser
TOKEN = re.compile(r'name="csrf" content="([^"]+)"')
JSON = {"accept": "application/json"}
PAGE = {"accept": "text/html"}


class Visitor:
    """A browser without a screen: it keeps cookies and sends the token of our forms."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.token = TOKEN.findall(client.get("/", headers=PAGE).text)[0]

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=PAGE)

    def post(self, path: str, **fields: Any) -> Any:
        return self.client.post(path, data={"_csrf_token": self.token, **fields}, headers=JSON)

    def new_game(self, *kinds: str, **fields: str) -> str:
        seats = {f"kind{n}": kind for n, kind in enumerate(kinds)}
        names = {f"name{n}": name for n, name in enumerate(("Ada", "Ben", "Cy", "Dee", "Eve", "Flo")) if n < len(kinds)}
        answer = self.post("/games", **{"title": TITLE, "draw": "no", **seats, **names, **fields})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    def act(self, game: str, expected: int, *actions: str) -> Any:
        return self.post(f"/game/{game}/act", expected=str(expected), action=list(actions))


TITLE = "18EU"


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    data = tmp_path_factory.mktemp("data")
    return Settings(data, requests_a_minute=10**6, tables_a_minute=10**6, warm=False, bot_processes=0)


@pytest.fixture(scope="session")
def client(settings: Settings) -> Iterator[TestClient[Any]]:
    with TestClient(make_app(settings)) as made:
        yield made


@pytest.fixture
def visitor(client: TestClient[Any]) -> Visitor:
    client.cookies.clear()
    return Visitor(client)


class Server:
    """`stockrail serve` as a process of its own, on any free port; `first` is what that process does before."""

    def __init__(self, data: Path, database: str = "", first: str = "", flags: Sequence[str] = ()) -> None:
        self.data = data
        start = f"import sys; {first}\nfrom stockrail.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", start, "serve", "--port", "0", "--data", str(data), "--no-browser"]
        command += [*(["--database", database] if database else []), *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found, "the server did not start"
        self.address = found[0].rstrip("/")

    def kill(self) -> None:
        """As a power cut would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=20)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("served"))
    yield made
    made.stop()


def chromium() -> str:
    """The system's browser; tests that need one are skipped where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    pytest.skip("no Chromium on this system; browser tests need one (Debian: apt install chromium)")


# -- browsers -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium()
    with _driver() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield made
        made.close()


@contextmanager
def _driver() -> Iterator[Playwright]:
    """What drives a browser; it needs more of a system than we do."""
    try:
        from playwright.sync_api import sync_playwright

        started = sync_playwright().start()
    except (ImportError, OSError) as error:
        pytest.skip(f"the browser driver cannot start on this system ({error})")
    yield started
    started.stop()


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=server.address, viewport={"width": 1440, "height": 900}, locale="en-GB")
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    made = context.new_page()
    made.set_default_timeout(WAIT)
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    yield made
    assert not faults, faults

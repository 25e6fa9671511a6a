"""The browser version: pages, actions and undos of the recorded games, within the process and without a network."""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.timing import SHARED, best_of, spread, yardstick

TITLE = "Browser version"
LOGS = {"18EU": SHARED / "18EU" / "74045.json", "1862": SHARED / "1862" / "46925.json"}
TOKEN = re.compile(r'name="csrf" content="([^"]+)"')
TIMES = 20
PAGE, JSON = {"accept": "text/html"}, {"accept": "application/json"}


def figures() -> Iterator[tuple[str, str]]:
    try:
        from litestar.testing import TestClient

        from stockrail.web.app import make_app
        from stockrail.web.settings import Settings
    except ImportError:
        return
    loop = yardstick() if LOGS["18EU"].exists() else 0.0
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), requests_a_minute=1_000_000, warm=False)
        with TestClient(make_app(settings)) as client:
            token = TOKEN.findall(client.get("/", headers=PAGE).text)[0]
            for title, log in LOGS.items():
                if log.exists():
                    yield from _recorded(client, token, title, log, loop)


def _recorded(client: Any, token: str, title: str, log: Path, loop: float) -> Iterator[tuple[str, str]]:
    """The first page finds nothing remembered; a server at work has drawn its boards before anybody asks."""
    answer = client.post("/import", data={"_csrf_token": token}, files={"file": log.read_bytes()}, headers=JSON)
    game = answer.json()["id"]
    acts = len(client.get(f"/game/{game}/save").json()["actions"])
    for name, query in (("end", ""), ("middle", f"?at={acts // 2}")):
        path = f"/game/{game}{query}"
        first = best_of(1, lambda path=path: client.get(path, headers=PAGE))
        times = [best_of(1, lambda path=path: client.get(path, headers=PAGE)) for _ in range(TIMES)]
        share = f"; {min(times) / loop:.3f} of the yardstick loop" if loop else ""
        yield (
            f"{title}: page at the {name} of {acts} actions",
            f"{spread(times)}; the first {first * 1e3:.0f} ms{share}",
        )
    yield f"{title}: an action, and its undo", "; ".join(_actions(client, token, game, acts - 20))


def _actions(client: Any, token: str, game: str, at: int) -> Iterator[str]:
    branch = client.post(f"/game/{game}/branch", data={"_csrf_token": token, "at": at}, headers=JSON).json()["id"]
    acting, undoing = [], []
    for _ in range(TIMES):
        number = client.get(f"/api/games/{branch}").json()["number"]
        menu = client.get(f"/api/games/{branch}/actions").json()
        fields = {"_csrf_token": token, "expected": number, "action": _text(menu[0]["action"])}
        acting.append(_timed(client, f"/game/{branch}/act", fields))
        back = {"_csrf_token": token, "expected": number + 1}
        undoing.append(_timed(client, f"/game/{branch}/undo", back))
    yield spread(acting)
    yield spread(undoing)


def _text(action: Any) -> str:
    return json.dumps(action)


def _timed(client: Any, path: str, fields: dict[str, Any]) -> float:
    started = time.perf_counter()
    answer = client.post(path, data=fields, headers=JSON)
    took = time.perf_counter() - started
    assert answer.status_code == 200, answer.text
    return took

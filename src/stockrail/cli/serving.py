"""The command that starts the server of the browser version."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from stockrail.cli.problems import Failure
from stockrail.cli.screen import Screen


def serve_games(host: str, port: int, data: Path | None, database: str, browser: bool, secure: bool, proxy: str) -> int:
    if find_spec("litestar") is None:
        raise Failure("the browser version is not installed", hint="Install it with: pip install 'stockrail[web]'")
    if not 0 <= port <= 65535:
        raise Failure(f"{port} is no port; they go up to 65535")
    from stockrail.web.serve import serve
    from stockrail.web.settings import Settings, data_folder

    screen = Screen()
    folder = (data or data_folder()).absolute()
    settings = Settings(data=folder, database=database, secure=secure, proxy=proxy)
    serve(settings, host, port, screen.line, browser)
    return 0

"""The command that starts the server of the browser version."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from stockrail.cli.problems import Failure
from stockrail.cli.screen import Screen


class Wish(NamedTuple):
    """How the server shall run: the flags of the command."""

    host: str
    port: int
    data: Path | None
    database: str
    browser: bool
    secure: bool
    proxy: str
    new_database: bool
    new_secret: bool


def serve_games(wish: Wish) -> int:
    if find_spec("litestar") is None:
        raise Failure("the browser version is not installed", hint="Install it with: pip install 'stockrail[web]'")
    if not 0 <= wish.port <= 65535:
        raise Failure(f"{wish.port} is not a valid port; use 0 to 65535")
    from stockrail.web.serve import serve
    from stockrail.web.settings import Settings, data_folder

    settings = Settings(
        data=(wish.data or data_folder()).absolute(),
        database=wish.database,
        secure=wish.secure,
        proxy=wish.proxy,
        new_database=wish.new_database,
        new_secret=wish.new_secret,
    )
    serve(settings, wish.host, wish.port, Screen().line, wish.browser, _ask if sys.stdin.isatty() else None)
    return 0


def _ask(found: str, question: str) -> bool:
    """Yes or no, from whoever sits at the terminal."""
    from stockrail.cli.play.terminal import Quit, Terminal

    terminal = Terminal()
    terminal.screen.line(found)
    try:
        return terminal.yes(question, default=False)
    except Quit:
        return False

"""From nothing to a game: going on with a save, taking flags, or asking what they leave open."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stockrail.cli.games import DRAWN, GIVEN, Order, span, split, start
from stockrail.cli.play.seats import bot_seats, seated
from stockrail.cli.play.session import Session
from stockrail.cli.play.terminal import Quit, Terminal
from stockrail.cli.problems import Failure, usage
from stockrail.cli.show import say_recovered
from stockrail.cli.sources import open_source
from stockrail.cli.summary import count
from stockrail.core import StockrailError
from stockrail.rules.game import RailGame
from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles
from stockrail.titles import title as find_title


def play_game(order: Order, bots: Sequence[str], file: Path | None, save: Path | None, recover: bool) -> int:
    """The command `play`."""
    terminal = Terminal()
    bots = split(bots)
    try:
        if file is None and not (order.title or order.players or bots):
            file = _unfinished(terminal)
        game, path = _resumed(terminal, file, recover) if file else (_new(terminal, order, bots), None)
    except Quit:
        return 0
    if save and save.exists() and save != path:
        raise usage(f"{save} exists; go on with it by: stockrail play {save}")
    path = save or path or _fresh_path(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    terminal.screen.line(f"The game is saved after every action in {path}")
    Session(terminal, game, bot_seats(game.players, bots), path).play()
    return 0


# -- going on -----------------------------------------------------------------------------------------------------


def games_folder() -> Path:
    """Where saves go that nobody chose a place for."""
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if data.startswith("/") else Path.home() / ".local" / "share"
    return base / "stockrail" / "games"


def _fresh_path(game: RailGame) -> Path:
    folder = games_folder()
    stem = f"{game.title.name}-{time.strftime('%Y-%m-%d')}"
    return next(path for n in range(1, 10**6) if not (path := folder / f"{stem}-{n}.json").exists())


def _resumed(terminal: Terminal, file: Path, recover: bool) -> tuple[RailGame, Path | None]:
    """The game of a file. A damaged file and a public log stay as they are: the game goes on in a new file."""
    source = open_source(file, recover)
    say_recovered(terminal.screen, source)
    return source.game, None if source.is_log or source.fault else file


def _unfinished(terminal: Terminal) -> Path | None:
    """The game that was saved last, if it is not over and the player wants to go on with it."""
    saves = sorted(games_folder().glob("*.json"), key=lambda path: path.stat().st_mtime)
    told = _told(saves[-1]) if saves else None
    if told is None:
        return None
    terminal.screen.line(f"Your last game: {told}")
    return saves[-1] if terminal.yes("Go on with it?", default=True) else None


def _told(path: Path) -> str | None:
    """A game that can go on, in a few words."""
    try:
        game = open_source(path).game
    except StockrailError:
        return None
    if game.is_over:
        return None
    return f"{game.title.name}, {', '.join(game.players)}, {count(len(game.actions), 'action')} ({path.name})"


# -- a new game ---------------------------------------------------------------------------------------------------


def _new(terminal: Terminal, order: Order, bots: Sequence[str]) -> RailGame:
    """What the flags say; what they leave open is asked, but only of somebody who began without flags."""
    guided = not (order.players or bots)
    title = find_title(order.title) if order.title else _ask_title(terminal)
    if guided:
        terminal.screen.heading(f"A new game of {title.name}")
    names = _ask_players(terminal, title) if guided else seated(split(order.players), bots)
    if guided and not order.options:
        order = replace(order, options=tuple(_ask_options(terminal, title)))
    if guided and order.preset is None and not order.rulings:
        order = replace(order, preset=_ask_preset(terminal, title))
    if guided and order.seats == DRAWN and not terminal.yes("Draw the seats at random?", default=True):
        order = replace(order, seats=GIVEN)
    return start(replace(order, title=title.name, players=tuple(names)))


def _ask_title(terminal: Terminal) -> RailTitle:
    titles = all_titles()
    if not terminal.typed and not titles:
        raise Failure("there is no title")
    if len(titles) == 1:
        return next(iter(titles.values()))
    terminal.screen.heading("Which title?")
    return titles[terminal.one_of("Title", list(titles), next(iter(titles)))]


def _ask_players(terminal: Terminal, title: RailTitle) -> list[str]:
    terminal.screen.line(f"{span(title.players)} players. Type their names with commas between; 'bot' is a random bot.")
    while True:
        names = seated(split([terminal.ask("Players [you, bot, bot] >") or "You, bot, bot"]), ())
        fault = _names_fault(title, names)
        if fault is None:
            return names
        terminal.screen.line(fault, "red")


def _names_fault(title: RailTitle, names: Sequence[str]) -> str | None:
    if len(names) not in title.players:
        return f"{title.name} is for {span(title.players)} players, not {len(names)}."
    if len(set(names)) < len(names):
        return "Two players have the same name."
    return None


def _ask_options(terminal: Terminal, title: RailTitle) -> list[str]:
    if not title.options:
        return []
    terminal.screen.line("Options:")
    for number, option in enumerate(title.options, 1):
        terminal.screen.line(f"  {number}  {option.name}: {option.text}")
    return terminal.some_of("Which? Numbers with blanks between", [option.name for option in title.options])


def _ask_preset(terminal: Terminal, title: RailTitle) -> str | None:
    """The rulebook's rulings, or a community's."""
    if not title.presets:
        return None
    terminal.screen.line("Rulings, where communities differ:")
    chosen = terminal.one_of("Which?", ["rulebook", *title.presets], "rulebook")
    return None if chosen == "rulebook" else chosen

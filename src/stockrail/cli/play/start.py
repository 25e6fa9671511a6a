"""From nothing to a game: going on with a save, taking flags, or asking what they leave open."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stockrail.cli.games import DRAWN, GIVEN, Order, check_count, numbered, span, split, start, wrong_count
from stockrail.cli.play.seats import bot_count, bot_levels, plain, seated, wanted
from stockrail.cli.play.session import Session
from stockrail.cli.play.terminal import Quit, Terminal
from stockrail.cli.problems import DIFFERENCE, Failure, usage
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
        if file is None and not (order.title or order.players or bots or order.facts or order.real_dice):
            file = _unfinished(terminal)
        game, path = _resumed(terminal, file, bots, recover) if file else (_new(terminal, order, bots), None)
    except Quit:
        return 0
    if save and save.exists() and save != path:
        raise usage(f"{save} exists; continue it with: stockrail play {save}")
    path = save or path or _fresh_path(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    terminal.screen.line(f"The game is saved after every action in {path}")
    return 0 if Session(terminal, game, bot_levels(game.players, bots), path).play() else DIFFERENCE


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


def _resumed(terminal: Terminal, file: Path, bots: Sequence[str], recover: bool) -> tuple[RailGame, Path | None]:
    """The game of a file. A damaged file and a public log stay as they are: the game goes on in a new file."""
    source = open_source(file, recover)
    known = {known for name in source.game.players for known in (name, plain(name))}
    strangers = [bot.name for bot in map(wanted, bots) if bot.name not in known]
    if strangers:
        raise usage(f"{file}: no player is named {strangers[0]}; --bot names players of the game")
    say_recovered(terminal.screen, source)
    return source.game, None if source.is_log or source.fault else file


def _unfinished(terminal: Terminal) -> Path | None:
    """The game that was saved last, if it is not over and the player wants to go on with it."""
    saves = [path for path in games_folder().glob("*.json") if path.is_file()]
    for path in sorted(saves, key=lambda path: path.stat().st_mtime, reverse=True):
        game = _loaded(terminal, path)
        if game is None:
            continue
        if game.is_over:
            return None
        terminal.screen.line(f"Your last game: {_told(game, path)}")
        return path if terminal.yes("Continue it?", default=True, help_="n starts a new game.") else None
    return None


def _loaded(terminal: Terminal, path: Path) -> RailGame | None:
    """The game of a save, unless it is damaged, which is said."""
    try:
        return open_source(path).game
    except Exception as error:  # whatever a broken file leads to, it must not keep anybody from playing
        what = str(error) if isinstance(error, StockrailError) else f"{path}: cannot be read ({error!r})"
    terminal.screen.line(f"This save is damaged. {what}", "red")
    try:
        open_source(path, recover=True)
        terminal.screen.line(f"The part before that can be played with: stockrail play {path} --recover")
    except Exception:
        terminal.screen.line("Nothing in it can be recovered; the file is left as it is.")
    return None


def _told(game: RailGame, path: Path) -> str:
    """A game in a few words."""
    return f"{game.title.name}, {', '.join(game.players)}, {count(len(game.actions), 'action')} ({path.name})"


# -- a new game ---------------------------------------------------------------------------------------------------


def _new(terminal: Terminal, order: Order, bots: Sequence[str]) -> RailGame:
    """What the flags say; what they leave open is asked, but only of somebody who began without flags."""
    guided = not (order.players or bots)
    title = find_title(order.title) if order.title else _ask_title(terminal)
    if guided:
        terminal.screen.heading(f"A new game of {title.name}")
    names = _ask_players(terminal, title) if guided else _seats(title, order.players, bots)
    if guided and not order.options:
        order = replace(order, options=tuple(_ask_options(terminal, title)))
    if guided and order.preset is None and not order.rulings:
        order = replace(order, preset=_ask_preset(terminal, title))
    if guided and order.seats == DRAWN and not _drawn(terminal):
        order = replace(order, seats=GIVEN)
    if guided and title.draws and not order.real_dice:
        order = replace(order, real_dice=_real_dice(terminal))
    return start(replace(order, title=title.name, players=tuple(names)))


def _real_dice(terminal: Terminal) -> bool:
    help_ = "y: you enter each die, card or lot; n: the program draws."
    return terminal.yes("Use real dice?", default=False, help_=help_)


def _drawn(terminal: Terminal) -> bool:
    return terminal.yes("Draw the seats at random?", default=True, help_="n keeps the order of the names.")


def _seats(title: RailTitle, players: Sequence[str], bots: Sequence[str]) -> list[str]:
    """The names at the table; impossible numbers are refused before anybody is seated."""
    names, number = split(players), bot_count(bots)
    if number is None and len(bots) == 1 and bots[0].partition(":")[0].isdecimal():
        raise wrong_count(title, bots[0].partition(":")[0])
    if len(names) == 1 and names[0].isdecimal():
        names = numbered(title, names[0], len(bots) if number is None else number)
    if number is not None:
        check_count(title, len(names) + number)
    return seated(names, bots)


def _ask_title(terminal: Terminal) -> RailTitle:
    titles = all_titles()
    if not terminal.typed and not titles:
        raise Failure("no titles are installed")
    if len(titles) == 1:
        return next(iter(titles.values()))
    terminal.screen.heading("Which title?")
    return titles[terminal.one_of("Title", list(titles), next(iter(titles)), "The game to play.")]


def _ask_players(terminal: Terminal, title: RailTitle) -> list[str]:
    terminal.screen.line(f"{span(title.players)} players. Type their names, separated by commas; 'bot' adds a bot.")
    while True:
        answer = terminal.answer("Players [you, bot, bot] >", "Names, such as: Ada, Ben, bot") or "You, bot, bot"
        try:
            names = _seats(title, [answer], ())
            fault = _names_fault(title, names)
        except Failure as error:
            fault = f"{error}."
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
    names = [option.name for option in title.options]
    help_ = "Options change the game for everyone; type the numbers of those you want, such as: 1 3."
    return terminal.some_of("Which? Numbers, separated by spaces", names, help_)


def _ask_preset(terminal: Terminal, title: RailTitle) -> str | None:
    """The rulebook's rulings, or a community's."""
    if not title.presets:
        return None
    terminal.screen.line("Rulings on questions that groups play differently:")
    help_ = f"Rulings settle questions that groups play differently; to list them: stockrail titles {title.name}."
    chosen = terminal.one_of("Which?", ["rulebook", *title.presets], "rulebook", help_)
    return None if chosen == "rulebook" else chosen

"""The command `show`: a position of a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stockrail.cli.problems import of_file, usage
from stockrail.cli.screen import Screen
from stockrail.cli.sources import Source, open_source
from stockrail.cli.summary import round_name, show_summary
from stockrail.draw.of_game import market_text, market_view, svg_board, text_board
from stockrail.rules.game import RailGame
from stockrail.words import Speaker


@dataclass(frozen=True)
class Parts:
    """What is shown beside the summary."""

    board: bool = False
    market: bool = False
    svg: Path | None = None


def show_position(path: Path, at: int | None, parts: Parts, recover: bool) -> int:
    if parts.svg:
        refuse_to_draw_over(parts.svg, path)
    source = open_source(path, recover)
    screen = Screen()
    say_recovered(screen, source)
    game = source.back_to(at)
    show_summary(screen, game)
    if parts.market:
        screen.line()
        screen.raw(market_text(market_view(game)))
    if parts.board:
        screen.line()
        screen.raw(text_board(game, screen.width, ansi=screen.colourful))
    if parts.svg:
        parts.svg.write_text(svg_board(game, round_name(game)), encoding="utf-8")
        screen.line(f"The board was written to {parts.svg}")
    screen.line()
    show_question(screen, game)
    return 0


def refuse_to_draw_over(picture: Path, game: Path) -> None:
    """A picture replaces an older picture at most, and never the game."""
    if picture.exists() and game.exists() and picture.samefile(game):
        raise usage(f"{picture} is the game itself; name another file for the picture")
    if picture.exists() and picture.suffix.lower() != ".svg":
        raise usage(f"{picture} exists and is not an .svg file; choose another name")


def say_recovered(screen: Screen, source: Source) -> None:
    """Where the good part ends, and why."""
    if source.fault is not None:
        count = len(source.game.actions)
        screen.line(f"{source.path}: {count} actions replayed, then {of_file(source.fault)}", "bold red")
        screen.line()


def show_question(screen: Screen, game: RailGame) -> None:
    """What the game waits for, or how it ended."""
    if game.is_over:
        show_result(screen, game)
    else:
        screen.heading(Speaker(game).question())


def show_result(screen: Screen, game: RailGame) -> None:
    speaker, result = Speaker(game), game.result()
    winners = " and ".join(game.players[seat] for seat in result.winners)
    screen.heading(f"The game is over. {winners} won.")
    order = sorted(range(len(game.players)), key=lambda seat: -result.worth[seat])
    for place, seat in enumerate(order, 1):
        screen.line(f"{place}. {game.players[seat]}  {speaker.money(result.worth[seat])}")

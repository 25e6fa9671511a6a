"""The command `export`: a game told in words, or written anew as a save file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from stockrail.cli.games import refuse_to_overwrite
from stockrail.cli.problems import of_file
from stockrail.cli.screen import Screen, clean
from stockrail.cli.sources import Source, open_source
from stockrail.cli.telling import told
from stockrail.core import Event
from stockrail.rules.game import RailGame
from stockrail.words import Speaker


def export_game(
    path: Path, at: int | None, output: Path | None, save: Path | None, *, force: bool, recover: bool
) -> int:
    for target in (output, save):
        if target is not None:
            refuse_to_overwrite(target, force)
    source = open_source(path, recover)
    game = source.back_to(at)
    notes = Screen(sys.stderr)
    if source.fault is not None:
        notes.line(f"{path}: {len(game.actions)} actions replayed, then {of_file(source.fault)}", "bold red")
    if save is not None:
        game.save(save)
        notes.line(f"{save}: saved with {len(game.actions)} actions")
    if save is None or output is not None:
        _write(output, [clean(line) for line in transcript(source)])
    return 0


def _write(output: Path | None, lines: list[str]) -> None:
    if output is not None:
        output.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    screen = Screen()
    for line in lines:
        screen.line(line, hang=9)


def transcript(source: Source) -> list[str]:
    """The whole game up to where the source stands, each action with its number."""
    game = source.game
    lines = list(_head(game))
    lines += _lines(game, game.log[: len(game.log) - sum(len(game.events_of(n)) for n in range(game.ply))])
    for number in range(1, game.ply + 1):
        lines += _lines(game, game.events_of(number - 1), f"{number:>5}  ")
    return [*lines, *_end(game)]


def _lines(game: RailGame, events: Sequence[Event], margin: str = "") -> Iterator[str]:
    """What one action led to. Its number stands before the first line."""
    for sentence, heading in told(game, events):
        if heading:
            yield from ("", sentence)
        else:
            yield f"{margin or '       '}{sentence}"
            margin = ""
    if margin:
        yield f"{margin}–"


def _head(game: RailGame) -> Iterator[str]:
    yield f"{game.title.name}: {', '.join(game.players)}"
    yield f"seed {game.seed}" + (f", options: {', '.join(game.options)}" if game.options else "")
    defaults = game.title.resolve_rulings(None, {})
    other = [f"{name}={answer}" for name, answer in game.rulings.items() if defaults.get(name) != answer]
    if other:
        yield f"rulings other than the rulebook's: {', '.join(other)}"


def _end(game: RailGame) -> Iterator[str]:
    speaker, result = Speaker(game), game.result()
    yield ""
    yield "The game is over." if game.is_over else f"The game continues: {speaker.question()}"
    for seat in sorted(range(len(game.players)), key=lambda seat: -result.worth[seat]):
        yield f"{game.players[seat]} {speaker.money(result.worth[seat])}"

"""The command `export`: a game told in words, or written anew as a save file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from stockrail.cli.games import refuse_to_overwrite
from stockrail.cli.problems import of_file
from stockrail.cli.screen import Screen, clean
from stockrail.cli.sources import Source, open_source
from stockrail.cli.summary import round_name
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
        notes.line(f"{path}: {len(game.actions)} actions are good, then {of_file(source.fault)}", "bold red")
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
        screen.line(line)


def transcript(source: Source) -> list[str]:
    """The whole game up to where the source stands; the source is back at the beginning afterwards."""
    game = source.game
    end = list(_end(game))
    lines = list(_backwards(source))
    lines += reversed(Speaker(game).log(game.log))
    return [*_head(game), *reversed(lines), *end]


def _backwards(source: Source) -> Iterator[str]:
    """What each action led to, the last first, under the name of its round; by taking the actions back."""
    game, speaker = source.game, Speaker(source.game)
    name = ""
    while source.numbers:
        told = speaker.log(game.last_events()) or ["–"]
        number, _ = source.step_back()
        if name and round_name(game) != name:
            yield from _heading(name)
        name = round_name(game)
        margins = [f"{number:>5}  ", *["       "] * (len(told) - 1)]
        yield from reversed([margin + line for margin, line in zip(margins, told, strict=True)])
    if name:
        yield from _heading(name)


def _heading(name: str) -> tuple[str, str]:
    """As it is read backwards."""
    return f"{name[0].upper()}{name[1:]}", ""


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
    yield "The game is over." if game.is_over else f"The game goes on: {speaker.question()}"
    for seat in sorted(range(len(game.players)), key=lambda seat: -result.worth[seat]):
        yield f"{game.players[seat]} {speaker.money(result.worth[seat])}"

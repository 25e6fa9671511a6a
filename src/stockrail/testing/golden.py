"""Files that record how a title plays today, compared in tests: play-throughs (*.txt), perft positions (*.toml)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from stockrail.testing.counting import read_positions, some_positions
from stockrail.testing.playthrough import Playthrough, read_playthrough
from stockrail.titles import title as find_title

PLAYTHROUGH, PERFT = ".txt", ".toml"


def golden_files(folder: Path, title: str) -> list[Path]:
    """The files of a title in a folder: Mini.toml, Mini-3-0.txt."""
    return sorted(path for path in folder.glob("*") if path.suffix in (PLAYTHROUGH, PERFT) and _title(path) == title)


def _title(path: Path) -> str:
    return read_positions(path).title if path.suffix == PERFT else read_playthrough(path).title


def today(path: Path) -> str:
    """The text a file would have if written now."""
    return read_positions(path).renewed().text() if path.suffix == PERFT else read_playthrough(path).text()


def renew(folder: Path) -> Iterator[Path]:
    """Rewrite the files of a folder; returns those that changed."""
    for path in sorted(path for path in folder.glob("*") if path.suffix in (PLAYTHROUGH, PERFT)):
        text = today(path)
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
            yield path


def some_golden_files(name: str, folder: Path, seed: int = 0) -> Iterator[Path]:
    """Create the first files of a title: a play-through and perft positions with few players."""
    title = find_title(name)
    players = min(title.players[0] + 1, title.players[-1])
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        f"{title.name}-{players}-{seed}{PLAYTHROUGH}": Playthrough(title.name, players, seed).text(),
        f"{title.name}{PERFT}": some_positions(title.name, players, seed).text(),
    }
    for file, text in texts.items():
        path = folder / file
        path.write_text(text, encoding="utf-8")
        yield path

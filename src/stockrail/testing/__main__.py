"""python -m stockrail.testing check TITLE [GAMES] | new TITLE FOLDER [SEED] | renew FOLDER…

`check` plays games under inspection and says how far they came. `new` and `renew` write golden files: a folder holds
play-throughs (*.txt) and perft positions (*.toml), each of which says for itself what it is made from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from stockrail.core import StockrailError
from stockrail.testing.conformance import ConformanceError, check_games, how_far
from stockrail.testing.golden import renew, some_golden_files

FAULT, USAGE = 1, 2


def main(words: list[str]) -> int:
    match words:
        case ["check", title, *games] if len(games) < 2 and all(word.isdecimal() for word in games):
            lines: Iterator[object] = _checked(title, int(games[0]) if games else 1)
        case ["new", title, folder, *seed] if len(seed) < 2 and all(word.isdecimal() for word in seed):
            lines = some_golden_files(title, Path(folder), int(seed[0]) if seed else 0)
        case ["renew", *folders] if folders:
            lines = _renewed(folders)
        case _:
            print((__doc__ or "").partition("\n")[0], file=sys.stderr)
            return USAGE
    try:
        for line in lines:
            print(line)
    except (StockrailError, ConformanceError, OSError) as error:
        print(error, file=sys.stderr)
        return FAULT
    return 0


def _checked(title: str, games: int) -> Iterator[str]:
    """Games for all numbers of players, and how far each bot came."""
    played = []
    for game in check_games(title, games):
        who = f"{game.bot}, {game.players} players, seed {game.seed}"
        yield f"{who}: {game.actions} actions, to phase {game.phases[-1]}"
        played.append(game)
    for bot, reach in how_far(played).items():
        yield f"{bot}: {reach}: {', '.join(reach.kinds)}"


def _renewed(folders: list[str]) -> Iterator[Path]:
    for folder in folders:
        if not Path(folder).is_dir():
            raise NotADirectoryError(f"there is no folder {folder}")
        yield from renew(Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
